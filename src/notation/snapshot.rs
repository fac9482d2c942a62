//! Snapshots: what two engines must agree on, after the deal and after every action.

use serde_json::{Map, Value, json};

use crate::action::Place;
use crate::round::Round;
use crate::state::{Outcome, Table};
use crate::tile::Tile;

/// The whole table as JSON, hidden tiles included.
pub fn snapshot(round: &Round) -> Value {
    let hands = round.hands();
    let hands = hands
        .iter()
        .map(|hand| hand.iter().map(Tile::to_string).collect::<Vec<_>>());
    json!({
        "to_play": round.to_play(),
        "legal": legal(round),
        "hands": hands.collect::<Vec<_>>(),
        "boneyard": round.boneyard().len(),
        "scores": round.scores(),
        "table": table(&round.table()),
        "result": round.outcome().as_ref().map(result),
    })
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

fn table(table: &Table) -> Value {
    let ends = table.ends().into_iter();
    let mut ends = ends
        .map(|(place, pip)| (place.to_string(), pip.into()))
        .collect::<Map<_, _>>();
    match table {
        Table::Line(None) => Value::Null,
        Table::Line(Some(line)) => {
            if let Some(count) = line.count {
                ends.insert("count".into(), count.into());
            }
            ends.into()
        }
        Table::Train(table) => {
            let started = table.trains.iter().filter(|train| train.started);
            let marked = table.trains.iter().filter(|train| train.marker);
            let markers = marked.filter_map(|train| match train.place {
                Place::Train(seat) => Some(seat),
                _ => None,
            });
            json!({
                "engine": table.engine,
                "ends": ends,
                "started": started.map(|train| train.place.to_string()).collect::<Vec<_>>(),
                "markers": markers.collect::<Vec<_>>(),
                "open_doubles": table.open_doubles.iter().map(Place::to_string).collect::<Vec<_>>(),
            })
        }
    }
}
