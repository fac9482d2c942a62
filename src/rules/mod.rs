//! The rules of a game: a preset, a number of seats, and what the house changes.
//!
//! [`Rules`] exist only checked: the door in `door.rs` is the one way in, and lists every fault at
//! once.

mod choice;
mod door;
mod inherit;
mod known;
mod line;
mod parameters;
mod presets;
mod train;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::action::ActionSpace;
use crate::refusal::together;
use crate::tile::Tile;

pub use choice::Choice;
pub(crate) use choice::choices;
pub(crate) use known::{Known, OfPreset};
pub use line::*;
pub use parameters::{LINE_PARAMETERS, Parameter, TRAIN_PARAMETERS};
pub(crate) use presets::place_of;
pub use presets::{PRESETS, Preset, Sources, preset, preset_names};
pub use train::*;

/// The parameters of one of the two families of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FamilyRules {
    /// Block, Draw, All Fives.
    Line(LineRules),
    /// Mexican Train.
    Train(TrainRules),
}

/// How many tiles a seat is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum HandSize {
    /// The same for every number of seats.
    Every(u64),
    /// By the number of seats.
    BySeats(BTreeMap<u8, u64>),
}

impl HandSize {
    fn of(&self, players: u8) -> Option<u64> {
        match self {
            Self::Every(size) => Some(*size),
            Self::BySeats(sizes) => sizes.get(&players).copied(),
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Every(size) => Value::from(*size),
            Self::BySeats(sizes) => sizes
                .iter()
                .map(|(seats, size)| (seats.to_string(), Value::from(*size)))
                .collect::<Map<_, _>>()
                .into(),
        }
    }
}

/// Why rules are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No preset has that name.
    #[error("preset: there is no preset {0:?}, only {names}", names = preset_names().collect::<Vec<_>>().join(", "))]
    UnknownPreset(String),
    /// Every fault, each beginning with the name of its parameter.
    #[error("{}", together(.0))]
    Bad(Vec<String>),
}

/// A round that has no engine, because the set has no such double left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("round: round {round} has no engine, a double-{set} set has one for rounds 0 to {set}")]
pub struct NoEngine {
    round: u32,
    set: u8,
}

/// Checked rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    preset: &'static Preset,
    players: u8,
    set: u8,
    hand_size: HandSize,
    family: FamilyRules,
}

impl Rules {
    /// The rules of a preset, nothing changed.
    ///
    /// # Errors
    ///
    /// An unknown preset, or a number of seats that it has no hand size for.
    pub fn new(preset: &str, players: u8) -> Result<Self, RulesError> {
        let given = [
            ("preset".to_owned(), preset.into()),
            ("players".to_owned(), players.into()),
        ];
        Self::from_json(&Map::from_iter(given))
    }

    /// The rules that a JSON object asks for: `preset`, `players`, and any parameter by name.
    ///
    /// # Errors
    ///
    /// An unknown preset, else every fault at once.
    pub fn from_json(rules: &Map<String, Value>) -> Result<Self, RulesError> {
        door::open(rules, Vec::new())
    }

    /// The same, beside faults that the reader of the object has found: parameters by name that it
    /// could not read, and why.
    ///
    /// # Errors
    ///
    /// An unknown preset, else every fault at once.
    pub fn from_json_beside(
        rules: &Map<String, Value>,
        faults: Vec<(String, String)>,
    ) -> Result<Self, RulesError> {
        door::open(rules, faults)
    }

    /// The preset that the rules start from.
    pub fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// The number of seats.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// The tiles are those of the double-`set` set.
    pub fn set(&self) -> u8 {
        self.set
    }

    /// How many tiles each seat is dealt.
    pub fn hand_size(&self) -> u16 {
        // The door has checked that there is one, and that the hands fit a set of 190 tiles.
        self.hand_size.of(self.players).unwrap_or_default() as u16
    }

    /// The parameters of the game's family.
    pub fn family(&self) -> FamilyRules {
        self.family
    }

    /// Whether seats 0 and 2 play against seats 1 and 3.
    pub fn partners(&self) -> bool {
        matches!(self.family, FamilyRules::Line(line) if line.partnership == Partnership::AtFour)
            && self.players == 4
    }

    /// How many sides score.
    pub fn sides(&self) -> u8 {
        if self.partners() { 2 } else { self.players }
    }

    /// How the actions of the game are numbered.
    pub fn action_space(&self) -> ActionSpace {
        ActionSpace {
            set: self.set,
            trains: matches!(self.family, FamilyRules::Train(_)).then_some(self.players),
        }
    }

    /// Whether a deal without a double in any hand is dealt again.
    pub(crate) fn redeals(&self) -> bool {
        matches!(self.family, FamilyRules::Line(line) if line.no_double == Some(NoDouble::Redeal))
    }

    /// The seat that a round begins with where its number decides: leader, first on turn, or first
    /// to draw for an engine.
    pub fn first_seat(&self, round: u32) -> u8 {
        (round % u32::from(self.players)) as u8
    }

    /// The engine that is set aside before the deal of a round, None where no tile is.
    ///
    /// # Errors
    ///
    /// The rules set an engine aside and the set has none for that round.
    pub fn engine_of(&self, round: u32) -> Result<Option<Tile>, NoEngine> {
        match self.family {
            FamilyRules::Train(train) if train.engine == EngineRule::Descending => {
                let pip = u32::from(self.set).checked_sub(round).ok_or(NoEngine {
                    round,
                    set: self.set,
                })? as u8;
                Ok(Some(Tile::new(pip, pip)))
            }
            _ => Ok(None),
        }
    }

    /// Preset, players, and the parameters that differ from the preset.
    ///
    /// A value that has only lapsed with its parent is left out: asking for it would be a fault.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut json = Map::new();
        json.insert("preset".into(), self.preset.name.into());
        json.insert("players".into(), self.players.into());
        let (own, lapsed) = (self.preset.parameters(), self.family.lapsed());
        let named = self.parameters().into_iter();
        json.extend(
            named.filter(|(name, value)| own[name] != *value && !lapsed.contains(&name.as_str())),
        );
        json
    }

    /// Every parameter of the family with its value in force, null where its parent is off.
    pub fn parameters(&self) -> Map<String, Value> {
        parameters::values(self.set, &self.hand_size, &self.family)
    }
}
