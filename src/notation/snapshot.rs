//! Snapshots: what two engines must agree on, after the deal and after every action.

use std::fmt::Display;

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::action::Place;
use crate::round::Round;
use crate::state::{Outcome, Table, TrainTable};

/// The whole table, hidden tiles included, as it is written in JSON.
pub struct Snapshot<'a>(pub &'a Round);

impl Serialize for Snapshot<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let round = self.0;
        let hands = round.hands();
        let hands = hands.iter().map(|hand| hand.iter().map(Text).collect());
        let mut shown = serializer.serialize_struct("Snapshot", 7)?;
        shown.serialize_field("to_play", &round.to_play())?;
        shown.serialize_field("legal", &legal(round))?;
        shown.serialize_field("hands", &hands.collect::<Vec<Vec<_>>>())?;
        shown.serialize_field("boneyard", &round.boneyard().len())?;
        shown.serialize_field("scores", &round.scores())?;
        shown.serialize_field("table", &Shown(&round.table()))?;
        shown.serialize_field("result", &round.outcome().as_ref().map(result))?;
        shown.end()
    }
}

/// The whole table as a JSON value, hidden tiles included.
///
/// # Panics
///
/// Never: every key is text.
pub fn snapshot(round: &Round) -> Value {
    serde_json::to_value(Snapshot(round)).expect("every key is text")
}

/// How a round ended, as JSON.
pub fn result(outcome: &Outcome) -> Value {
    json!({
        "reason": outcome.reason.name(),
        "out": outcome.out,
        "winner": outcome.winner,
        "points": outcome.points,
    })
}

/// The notation of every legal action, sorted.
pub fn legal(round: &Round) -> Vec<String> {
    let mut legal: Vec<_> = round
        .legal_actions()
        .iter()
        .map(ToString::to_string)
        .collect();
    legal.sort_unstable();
    legal
}

/// Something in notation.
struct Text<T>(T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// What lies on the table.
struct Shown<'a>(&'a Table);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Table::Line(None) => serializer.serialize_none(),
            Table::Line(Some(line)) => {
                let mut shown = serializer.serialize_map(None)?;
                for (place, pip) in self.0.ends() {
                    shown.serialize_entry(&Text(place), &pip)?;
                }
                if let Some(count) = line.count {
                    shown.serialize_entry("count", &count)?;
                }
                shown.end()
            }
            Table::Train(table) => trains(table, serializer),
        }
    }
}

fn trains<S: Serializer>(table: &TrainTable, serializer: S) -> Result<S::Ok, S::Error> {
    let started = table.trains.iter().filter(|train| train.started);
    let marked = table.trains.iter().filter(|train| train.marker);
    let markers = marked.filter_map(|train| match train.place {
        Place::Train(seat) => Some(seat),
        _ => None,
    });
    let open_doubles = table.open_doubles.iter();
    let mut shown = serializer.serialize_struct("Table", 5)?;
    shown.serialize_field("engine", &table.engine)?;
    shown.serialize_field("ends", &Ends(table))?;
    shown.serialize_field(
        "started",
        &started.map(|train| Text(train.place)).collect::<Vec<_>>(),
    )?;
    shown.serialize_field("markers", &markers.collect::<Vec<_>>())?;
    shown.serialize_field("open_doubles", &open_doubles.map(Text).collect::<Vec<_>>())?;
    shown.end()
}

/// The open ends of trains.
struct Ends<'a>(&'a TrainTable);

impl Serialize for Ends<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let trains = self.0.trains.iter();
        serializer.collect_map(trains.map(|train| (Text(train.place), train.end)))
    }
}
