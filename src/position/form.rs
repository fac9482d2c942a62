//! Stage 1: the form.

use serde_json::{Map, Value};

use super::{
    ARMS, FORMAT, FamilyPosition, LineLayout, LinePosition, Position, PositionError, TrainLayout,
    TrainPosition, train_name,
};
use crate::deal::Reader;
use crate::rules::{FamilyRules, Opening, Rules, Spinner};
use crate::state::TurnKind;
use crate::tile::{LONGEST_SHOWN, Tile};

const KEYS: [&str; 10] = [
    "format", "round", "leader", "hands", "boneyard", "layout", "to_play", "last", "passes", "drew",
];
const LINE_KEYS: [&str; 1] = ["scores"];
const TRAIN_KEYS: [&str; 4] = ["turn", "owed", "markers", "open_doubles"];

/// Reads a position of the rules' family; hands keep their order.
pub(super) fn read(
    rules: &Rules,
    json: &Map<String, Value>,
    leader: Option<u8>,
) -> Result<Position, PositionError> {
    let mut form = Form {
        rules,
        json,
        reader: Reader::of_tiles(rules.set()),
    };
    let position = form.position(leader);
    if form.reader.faults.is_empty() {
        Ok(position)
    } else {
        Err(PositionError(form.reader.faults))
    }
}

struct Form<'a> {
    rules: &'a Rules,
    json: &'a Map<String, Value>,
    reader: Reader,
}

impl Form<'_> {
    fn position(&mut self, leader: Option<u8>) -> Position {
        let own_keys = match self.rules.family() {
            FamilyRules::Line(_) => &LINE_KEYS[..],
            FamilyRules::Train(_) => &TRAIN_KEYS[..],
        };
        self.known_keys(self.json, "", &[&KEYS[..], own_keys].concat());
        self.format();
        let round = self.round();
        Position {
            round,
            leader: self.leader(leader, round),
            hands: self.hands(),
            boneyard: self.tiles(self.json.get("boneyard"), "boneyard"),
            family: match self.rules.family() {
                FamilyRules::Line(line) => FamilyPosition::Line(LinePosition {
                    layout: self.line_layout(line.spinner),
                    scores: self.scores(),
                }),
                FamilyRules::Train(_) => FamilyPosition::Train(TrainPosition {
                    layout: self.train_layout(),
                    turn: self.turn(),
                    owed: self.seats("owed"),
                    markers: self.seats("markers"),
                    open_doubles: self.open_doubles(),
                }),
            },
            to_play: match self.json.get("to_play") {
                None => self.reader.fault("to_play", "missing"),
                _ => self.seat_or_null("to_play"),
            },
            last: self.seat_or_null("last"),
            passes: match self.json.get("passes") {
                None => 0,
                Some(passes) => u8::try_from(self.number(passes, "passes")).unwrap_or(u8::MAX),
            },
            drew: match self.json.get("drew") {
                None => false,
                Some(Value::Bool(drew)) => *drew,
                Some(_) => self.reader.fault("drew", "neither true nor false"),
            },
        }
    }

    fn known_keys(&mut self, object: &Map<String, Value>, path: &str, known: &[&str]) {
        for key in object.keys().filter(|key| !known.contains(&key.as_str())) {
            let key = key.chars().take(LONGEST_SHOWN).collect::<String>();
            let why = format!("there is no such key, only {}", known.join(", "));
            let () = self.reader.fault(&format!("{path}{key}"), &why);
        }
    }

    fn format(&mut self) {
        if self.json.get("format").and_then(Value::as_str) != Some(FORMAT) {
            let () = self.reader.fault("format", &format!("not {FORMAT:?}"));
        }
    }

    fn round(&mut self) -> u32 {
        let Some(round) = self.json.get("round") else {
            return 0;
        };
        let Some(round) = round.as_u64().and_then(|round| u32::try_from(round).ok()) else {
            return self.reader.fault("round", "not the number of a round");
        };
        if let Err(error) = self.rules.engine_of(round) {
            self.reader.faults.push(error.to_string());
        }
        round
    }

    fn leader(&mut self, in_match: Option<u8>, round: u32) -> Option<u8> {
        let leader = self.seat_or_null("leader");
        let any_tile = matches!(
            self.rules.family(),
            FamilyRules::Line(line) if line.opening == Opening::AnyTile
        );
        match leader {
            Some(_) if !any_tile => {
                let why = "the opening of these rules names no leader";
                self.reader.fault("leader", why)
            }
            None if any_tile => in_match.or(Some(self.rules.first_seat(round))),
            leader => leader,
        }
    }

    fn hands(&mut self) -> Vec<Vec<Tile>> {
        let written = self.json.get("hands");
        let hands = self.reader.hands(written);
        let seats = usize::from(self.rules.players());
        if written.is_some_and(Value::is_array) && hands.len() != seats {
            let why = format!("{} instead of {seats}", hands.len());
            let () = self.reader.fault("hands", &why);
        }
        hands
    }

    fn tiles(&mut self, tiles: Option<&Value>, place: &str) -> Vec<Tile> {
        tiles.map_or_else(Vec::new, |tiles| self.reader.tiles(tiles, place))
    }

    fn line_layout(&mut self, rule: Spinner) -> Option<LineLayout> {
        let layout = match self.json.get("layout") {
            None | Some(Value::Null) => return None,
            Some(Value::Object(layout)) => layout,
            Some(_) => return self.reader.fault("layout", "neither an object nor null"),
        };
        let known = match rule {
            Spinner::None => &["lead", "L", "R"][..],
            Spinner::FirstDouble => &["lead", "L", "R", "N", "S", "spinner"][..],
        };
        self.known_keys(layout, "layout.", known);
        let arms = if rule == Spinner::None { 2 } else { 4 };
        let arms = ARMS[..arms].iter().map(|arm| {
            let place = format!("layout.{arm}");
            self.tiles(layout.get(&arm.to_string()), &place)
        });
        let arms = arms.collect();
        let spinner = match layout.get("spinner") {
            Some(Value::Null) | None => None,
            Some(_) if rule == Spinner::None => None,
            Some(spinner) => self.reader.tile(spinner, "layout.spinner"),
        };
        Some(LineLayout {
            lead: self.tile(layout, "lead")?,
            arms,
            spinner,
        })
    }

    fn train_layout(&mut self) -> TrainLayout {
        let seats = self.rules.players();
        let mut read = TrainLayout::around(Tile::new(0, 0), seats);
        let layout = match self.json.get("layout") {
            Some(Value::Object(layout)) => layout,
            Some(_) => {
                let () = self.reader.fault("layout", "not an object");
                return read;
            }
            None => {
                let () = self.reader.fault("layout", "missing");
                return read;
            }
        };
        self.known_keys(layout, "layout.", &["engine", "trains"]);
        if let Some(engine) = self.tile(layout, "engine") {
            if !engine.is_double() {
                let why = format!("{engine} is no double");
                let () = self.reader.fault("layout.engine", &why);
            }
            read.engine = engine;
        }
        let trains = match layout.get("trains") {
            None => return read,
            Some(Value::Object(trains)) => trains,
            Some(_) => {
                let () = self.reader.fault("layout.trains", "not an object");
                return read;
            }
        };
        for (name, tiles) in trains {
            let shown = name.chars().take(LONGEST_SHOWN).collect::<String>();
            let place = format!("layout.trains.{shown}");
            if let Some(train) = self.train(name, &place) {
                read.trains[usize::from(train)] = self.reader.tiles(tiles, &place);
            }
        }
        read
    }

    fn tile(&mut self, layout: &Map<String, Value>, key: &str) -> Option<Tile> {
        let place = format!("layout.{key}");
        match layout.get(key) {
            Some(tile) => self.reader.tile(tile, &place),
            None => self.reader.fault(&place, "missing"),
        }
    }

    /// The number of the train of that name.
    fn train(&mut self, name: &str, place: &str) -> Option<u8> {
        let seats = self.rules.players();
        let train = (0..=seats).find(|&train| train_name(seats.into(), train.into()) == name);
        if train.is_none() {
            let name = name.chars().take(LONGEST_SHOWN).collect::<String>();
            let why = format!("{name:?} is no train, only 0 to {} and M", seats - 1);
            let () = self.reader.fault(place, &why);
        }
        train
    }

    fn open_doubles(&mut self) -> Vec<u8> {
        let names = match self.json.get("open_doubles") {
            None => return Vec::new(),
            Some(Value::Array(names)) => names,
            Some(_) => return self.reader.fault("open_doubles", "not a list of trains"),
        };
        let names = names.iter().enumerate();
        let trains = names.filter_map(|(at, name)| {
            let place = format!("open_doubles[{at}]");
            match name.as_str() {
                Some(name) => self.train(name, &place),
                None => self.reader.fault(&place, "not the name of a train"),
            }
        });
        trains.collect()
    }

    fn turn(&mut self) -> TurnKind {
        let Some(turn) = self.json.get("turn") else {
            return TurnKind::General;
        };
        let known = TurnKind::ALL
            .into_iter()
            .find(|kind| turn.as_str() == Some(kind.name()));
        known.unwrap_or_else(|| {
            let names = TurnKind::ALL.map(TurnKind::name).join(", ");
            let () = self.reader.fault("turn", &format!("not one of {names}"));
            TurnKind::General
        })
    }

    fn scores(&mut self) -> Vec<u16> {
        let sides = usize::from(self.rules.sides());
        let scores = match self.json.get("scores") {
            None => return vec![0; sides],
            Some(Value::Array(scores)) => scores,
            Some(_) => return self.reader.fault("scores", "not a list of numbers"),
        };
        if scores.len() != sides {
            let why = format!("{} numbers instead of {sides}", scores.len());
            let () = self.reader.fault("scores", &why);
        }
        let scores = scores.iter().enumerate();
        scores
            .map(|(side, points)| self.number(points, &format!("scores[{side}]")))
            .collect()
    }

    /// A set of seats, sorted.
    fn seats(&mut self, key: &str) -> Vec<u8> {
        let list = match self.json.get(key) {
            None => return Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => return self.reader.fault(key, "not a list of seats"),
        };
        let mut seats = Vec::new();
        for (at, seat) in list.iter().enumerate() {
            let place = format!("{key}[{at}]");
            match self.seat(seat, &place) {
                Some(seat) if seats.contains(&seat) => {
                    let why = format!("seat {seat} is there twice");
                    let () = self.reader.fault(key, &why);
                }
                seat => seats.extend(seat),
            }
        }
        seats.sort_unstable();
        seats
    }

    fn seat_or_null(&mut self, key: &str) -> Option<u8> {
        match self.json.get(key) {
            None | Some(Value::Null) => None,
            Some(seat) => self.seat(seat, key),
        }
    }

    fn seat(&mut self, seat: &Value, place: &str) -> Option<u8> {
        let players = self.rules.players();
        let known = seat.as_u64().filter(|&seat| seat < players.into());
        if known.is_none() {
            let why = format!("not one of the seats 0 to {}", players - 1);
            let () = self.reader.fault(place, &why);
        }
        known.map(|seat| seat as u8)
    }

    /// A number from 0 up; one that is too large is read as the largest, which no position has.
    fn number(&mut self, number: &Value, place: &str) -> u16 {
        match number.as_u64() {
            Some(number) => u16::try_from(number).unwrap_or(u16::MAX),
            None => self.reader.fault(place, "not a number from 0 up"),
        }
    }
}
