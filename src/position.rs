//! Positions: what a round needs to go on, without its past. docs/positions.md tells their form and
//! what is refused; each stage and each condition here is one of that page.

mod count;
mod form;
mod line;
mod tiles;
mod train;

use std::fmt::Display;

use serde_json::{Map, Value, json};

use crate::action::Place;
use crate::refusal::together;
use crate::rules::{FamilyRules, Rules, Spinner};
use crate::state::TurnKind;
use crate::tile::Tile;

const FORMAT: &str = "bonepile-position/1";

/// The arms of a line in the order of [`LineLayout::arms`].
pub(crate) const ARMS: [Place; 4] = [Place::L, Place::R, Place::N, Place::S];
const L: usize = 0;
const R: usize = 1;

/// A position of a round under rules that it was checked against, or that reached it by play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The 0-based number of the round in its match.
    pub(crate) round: u32,
    /// Filled in where the opening lets any tile lead.
    pub(crate) leader: Option<u8>,
    /// One a seat, sorted by (low, high).
    pub(crate) hands: Vec<Vec<Tile>>,
    /// In draw order.
    pub(crate) boneyard: Vec<Tile>,
    pub(crate) to_play: Option<u8>,
    /// The seat that acted last in a round that is over.
    pub(crate) last: Option<u8>,
    pub(crate) passes: u8,
    pub(crate) drew: bool,
    pub(crate) family: FamilyPosition,
}

/// What positions of one family of games have besides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FamilyPosition {
    Line(LinePosition),
    Train(TrainPosition),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LinePosition {
    /// None before the lead.
    pub(crate) layout: Option<LineLayout>,
    /// Points scored in play, one number a side.
    pub(crate) scores: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TrainPosition {
    pub(crate) layout: TrainLayout,
    pub(crate) turn: TurnKind,
    /// Ascending, as the markers.
    pub(crate) owed: Vec<u8>,
    pub(crate) markers: Vec<u8>,
    /// Numbers of trains, oldest double first.
    pub(crate) open_doubles: Vec<u8>,
}

/// A line, tile by tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineLayout {
    pub(crate) lead: Tile,
    /// From the lead or the spinner outwards: L and R and, where a double may be the spinner, N and S.
    pub(crate) arms: Vec<Vec<Tile>>,
    pub(crate) spinner: Option<Tile>,
}

impl LineLayout {
    pub(crate) fn led(lead: Tile, rule: Spinner) -> Self {
        let spins = rule == Spinner::FirstDouble;
        Self {
            lead,
            arms: vec![Vec::new(); if spins { 4 } else { 2 }],
            spinner: (spins && lead.is_double()).then_some(lead),
        }
    }

    /// Adds a tile that fits.
    pub(crate) fn add(&mut self, tile: Tile, place: Place) {
        if let Some(arm) = ARMS.iter().position(|&arm| arm == place) {
            self.arms[arm].push(tile);
        }
        if self.arms.len() == 4 && tile.is_double() {
            self.spinner = self.spinner.or(Some(tile));
        }
    }

    /// Whether both places of the spinner in the line are taken.
    pub(crate) fn is_crossed(&self) -> bool {
        self.spinner.is_some_and(|spinner| {
            if spinner == self.lead {
                return !self.arms[L].is_empty() && !self.arms[R].is_empty();
            }
            let mut line = self.arms[..=R].iter();
            line.any(|arm| arm.contains(&spinner) && arm.last() != Some(&spinner))
        })
    }

    /// The pip that an arm begins with; N and S are asked for only where there is a spinner.
    pub(crate) fn root(&self, arm: usize) -> u8 {
        match arm {
            L => self.lead.low(),
            R => self.lead.high(),
            _ => self.spinner.unwrap_or(self.lead).low(),
        }
    }

    /// The open ends, one an arm: two, or four once the spinner is crossed.
    pub(crate) fn ends(&self) -> Vec<u8> {
        let arms = if self.is_crossed() { 4 } else { 2 };
        (0..arms)
            .map(|arm| end_of(self.root(arm), &self.arms[arm]))
            .collect()
    }

    /// How many tiles there are.
    pub(crate) fn len(&self) -> usize {
        1 + self.arms.iter().map(Vec::len).sum::<usize>()
    }
}

/// The trains, tile by tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TrainLayout {
    pub(crate) engine: Tile,
    /// From the engine outwards: the seats' in order, then the Mexican Train.
    pub(crate) trains: Vec<Vec<Tile>>,
}

impl TrainLayout {
    pub(crate) fn around(engine: Tile, seats: u8) -> Self {
        Self {
            engine,
            trains: vec![Vec::new(); usize::from(seats) + 1],
        }
    }

    /// Adds a tile that fits.
    pub(crate) fn add(&mut self, tile: Tile, place: Place) {
        let mexican_train = self.trains.len() - 1;
        match place {
            Place::Train(seat) => self.trains[usize::from(seat)].push(tile),
            _ => self.trains[mexican_train].push(tile),
        }
    }

    pub(crate) fn end(&self, train: usize) -> u8 {
        end_of(self.engine.low(), &self.trains[train])
    }

    /// How many tiles there are, without the engine.
    pub(crate) fn len(&self) -> usize {
        self.trains.iter().map(Vec::len).sum()
    }
}

/// The open end of tiles that fit each other, the first of them `root`.
fn end_of(root: u8, tiles: &[Tile]) -> u8 {
    tiles.iter().fold(root, |end, tile| tile.other(end))
}

/// Why a position is refused: every fault of a stage, each beginning with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", together(.0))]
pub struct PositionError(Vec<String>);

impl PositionError {
    /// Every fault.
    pub fn reasons(&self) -> &[String] {
        &self.0
    }

    /// The same faults, for a position found at `path`.
    #[must_use]
    pub fn at(self, path: &str) -> Self {
        let faults = self.0.into_iter();
        Self(faults.map(|fault| format!("{path}.{fault}")).collect())
    }
}

/// The faults that a stage has found.
#[derive(Debug, Default)]
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, place: impl Display, why: impl Display) {
        self.0.push(format!("{place}: {why}"));
    }

    fn add_if(&mut self, found: bool, place: impl Display, why: impl Display) {
        if found {
            self.add(place, why);
        }
    }

    fn end_stage(self) -> Result<(), PositionError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(PositionError(self.0))
        }
    }
}

impl Position {
    /// The position that a JSON object tells, if the rules allow it; `leader` leads where the opening
    /// names nobody and the object does not either, by default the seat that the number names.
    ///
    /// # Errors
    ///
    /// Every fault of the first stage that finds one.
    pub(crate) fn checked(
        rules: &Rules,
        json: &Map<String, Value>,
        leader: Option<u8>,
    ) -> Result<Self, PositionError> {
        let mut position = form::read(rules, json, leader)?;
        tiles::check(rules, &position)?;
        match (&position.family, rules.family()) {
            (FamilyPosition::Line(own), FamilyRules::Line(line)) => {
                line::check(rules, line, &position, own)?;
            }
            (FamilyPosition::Train(own), FamilyRules::Train(train)) => {
                train::check(rules, train, &position, own)?;
            }
            _ => unreachable!("the form is that of the rules' family"),
        }
        for hand in &mut position.hands {
            hand.sort_unstable_by_key(|tile| (tile.low(), tile.high()));
        }
        Ok(position)
    }

    /// The 0-based number of the round in its match.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The seat that leads or led, where the opening lets any tile lead.
    pub fn leader(&self) -> Option<u8> {
        self.leader
    }

    /// The position as it is written, every key of its family.
    pub fn to_json(&self) -> Value {
        let hands = self.hands.iter().map(|hand| texts(hand));
        let mut json = json!({
            "format": FORMAT,
            "round": self.round,
            "leader": self.leader,
            "hands": hands.collect::<Vec<_>>(),
            "boneyard": texts(&self.boneyard),
            "layout": self.layout_json(),
            "to_play": self.to_play,
            "last": self.last,
            "passes": self.passes,
            "drew": self.drew,
        });
        match &self.family {
            FamilyPosition::Line(line) => json["scores"] = json!(line.scores),
            FamilyPosition::Train(train) => {
                let open_doubles = train.open_doubles.iter();
                let open_doubles = open_doubles.map(|&open| self.train_name(open.into()));
                json["turn"] = train.turn.name().into();
                json["owed"] = json!(train.owed);
                json["markers"] = json!(train.markers);
                json["open_doubles"] = open_doubles.collect();
            }
        }
        json
    }

    fn layout_json(&self) -> Value {
        match &self.family {
            FamilyPosition::Line(LinePosition { layout: None, .. }) => Value::Null,
            FamilyPosition::Line(LinePosition {
                layout: Some(line), ..
            }) => {
                let mut json = json!({"lead": line.lead.to_string()});
                for (tiles, arm) in line.arms.iter().zip(ARMS) {
                    json[arm.to_string()] = texts(tiles).into();
                }
                if line.arms.len() == 4 {
                    json["spinner"] = line.spinner.map(|tile| tile.to_string()).into();
                }
                json
            }
            FamilyPosition::Train(TrainPosition { layout, .. }) => {
                let trains = layout.trains.iter().enumerate();
                let trains = trains.map(|(train, tiles)| (self.train_name(train), texts(tiles)));
                json!({
                    "engine": layout.engine.to_string(),
                    "trains": trains.map(|(name, tiles)| (name, tiles.into())).collect::<Map<_, _>>(),
                })
            }
        }
    }

    fn train_name(&self, train: usize) -> String {
        train_name(self.hands.len(), train)
    }
}

/// The name of a train: its seat, or M for the one that comes after all seats.
fn train_name(seats: usize, train: usize) -> String {
    if train == seats {
        Place::M.to_string()
    } else {
        train.to_string()
    }
}

fn texts(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(Tile::to_string).collect()
}
