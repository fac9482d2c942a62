//! The table of parameters: names, values and meanings, in the order of the rules pages.

use serde_json::{Map, Value, json};

use super::{Choice, FamilyRules, HandSize};

/// What the rules pages say about one parameter.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The values that may be asked for.
    pub values: &'static str,
    /// What it decides.
    pub meaning: &'static str,
}

macro_rules! table {
    ($($name:literal: $values:literal, $meaning:literal;)+) => {
        &[$(Parameter { name: $name, values: $values, meaning: $meaning }),+]
    };
}

/// The parameters of line games.
pub const LINE_PARAMETERS: &[Parameter] = table! {
    "set": "1..18", "the tiles are those of the double-N set";
    "hand_size": "1.., or a map from the number of seats to that", "tiles dealt to each seat";
    "partnership": "none, at_four", "whether four seats play as 0 and 2 against 1 and 3";
    "opening": "highest_double, any_tile", "what the first tile of a round may be";
    "no_double": "redeal, highest_tile", "what happens when the highest double must lead and nobody holds one";
    "next_leader": "rotate, winner", "who leads the next round of a match when any tile may lead";
    "draw": "none, one, until_playable", "what a seat that cannot play takes from the boneyard";
    "reserve": "0..", "how many tiles of the boneyard may never be drawn";
    "voluntary_draw": "true, false", "whether a seat that can play may draw instead";
    "go_out": "one, both_partners", "how many partners must be out of tiles to end the round";
    "spinner": "none, first_double", "which double opens two more arms";
    "in_play": "none, fives", "what scores while the round is played";
    "score_out": "opponents, opponents_minus_own, everyone", "whose pips the side scores that goes out";
    "score_block": "difference, pairwise_differences, opponents, everyone", "what the side with the fewest pips scores when a round is blocked";
    "round_to": "1, 5", "points at the end of a round are rounded to the nearest multiple of this";
    "block": "n_passes", "how a round ends that nobody goes out of";
    "match_by": "points, wins", "what a match adds up";
    "target": "1..1000000", "the total that ends a match";
};

/// The parameters of train games.
pub const TRAIN_PARAMETERS: &[Parameter] = table! {
    "set": "1..18", "the tiles are those of the double-N set";
    "hand_size": "1.., or a map from the number of seats to that", "tiles dealt to each seat";
    "engine": "highest_double, descending", "how the double in the middle is found";
    "first_turn": "single, chain", "whether a seat's first turn lays one tile or a chain of them";
    "first_turn_double": "no_effect, extra_turn", "what a double at the end of a first turn's chain brings";
    "finish_first_circuit": "true, false", "whether everybody has a first turn although somebody went out in one";
    "start_marked": "true, false", "whether others may start a personal train that has its marker up";
    "draw": "none, one", "how many tiles a seat that cannot play draws";
    "block": "n_passes, n_passes_stable", "whether a pass that opens a train starts the count of passes again";
    "double_extra": "none, anywhere, must_cover", "what a double asks of the seat that laid it";
    "cover_duty": "true, false", "whether open doubles bind the seats that follow";
    "cover_order": "oldest_first, newest_first, any", "which open double binds when there are several";
    "dead_double": "binding, exempt", "whether a double that no tile left can cover binds";
    "double_blank": "0..1000", "what the tile 0-0 counts when it is left in a hand";
    "rounds": "1..1000 or null", "the number of rounds of a match; null plays single rounds only";
};

/// Every parameter with its value, in the table's order.
pub(super) fn values(set: u8, hand_size: &HandSize, family: &FamilyRules) -> Map<String, Value> {
    fn name<T: Choice>(value: Option<T>) -> Value {
        value.map(Choice::name).into()
    }
    let table = match family {
        FamilyRules::Line(line) => json!({
            "set": set,
            "hand_size": hand_size.to_json(),
            "partnership": line.partnership.name(),
            "opening": line.opening.name(),
            "no_double": name(line.no_double),
            "next_leader": name(line.next_leader),
            "draw": line.draw.name(),
            "reserve": line.reserve,
            "voluntary_draw": line.voluntary_draw,
            "go_out": line.go_out.name(),
            "spinner": line.spinner.name(),
            "in_play": line.in_play.name(),
            "score_out": line.score_out.name(),
            "score_block": line.score_block.name(),
            "round_to": line.round_to,
            "block": line.block.name(),
            "match_by": line.match_by.name(),
            "target": line.target,
        }),
        FamilyRules::Train(train) => json!({
            "set": set,
            "hand_size": hand_size.to_json(),
            "engine": train.engine.name(),
            "first_turn": train.first_turn.name(),
            "first_turn_double": name(train.first_turn_double),
            "finish_first_circuit": train.finish_first_circuit,
            "start_marked": train.start_marked,
            "draw": train.draw.name(),
            "block": train.block.name(),
            "double_extra": train.double_extra.name(),
            "cover_duty": train.cover_duty,
            "cover_order": name(train.cover_order),
            "dead_double": name(train.dead_double),
            "double_blank": train.double_blank,
            "rounds": train.rounds,
        }),
    };
    match table {
        Value::Object(values) => values,
        _ => Map::new(),
    }
}
