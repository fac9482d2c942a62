//! The table of parameters: names, values, meanings and sources, in the order of the rules pages.

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
    /// Who says that there is such a choice.
    pub source: &'static str,
}

const MASTERS: &str = "Masters Traditional Games";
const MASTERS_AND_PAGAT: &str = "Masters Traditional Games; pagat.com";
const PAGAT: &str = "pagat.com";
const MASTERS_AND_DOMINOS_CC: &str = "Masters Traditional Games; Dominos.cc";
const OWN: &str = "a decision of this project";

macro_rules! table {
    ($($name:literal: $values:literal, $meaning:literal, $source:expr;)+) => {
        &[$(Parameter { name: $name, values: $values, meaning: $meaning, source: $source }),+]
    };
}

/// The parameters of line games.
pub const LINE_PARAMETERS: &[Parameter] = table! {
    "set": "1..18", "the tiles are those of the double-N set", MASTERS;
    "hand_size": "1.., or a map from the number of seats to that", "tiles dealt to each seat", MASTERS_AND_PAGAT;
    "partnership": "none, at_four", "whether four seats play as 0 and 2 against 1 and 3", MASTERS;
    "opening": "highest_double, any_tile", "what the first tile of a round may be", MASTERS_AND_PAGAT;
    "no_double": "redeal, highest_tile", "what happens when the highest double must lead and nobody holds one", MASTERS;
    "next_leader": "rotate, winner", "who leads the next round of a match when any tile may lead", PAGAT;
    "draw": "none, one, until_playable", "what a seat that cannot play takes from the boneyard", MASTERS_AND_PAGAT;
    "reserve": "0..", "how many tiles of the boneyard may never be drawn", PAGAT;
    "voluntary_draw": "true, false", "whether a seat that can play may draw instead", PAGAT;
    "go_out": "one, both_partners", "how many partners must be out of tiles to end the round", MASTERS;
    "spinner": "none, first_double", "which double opens two more arms", PAGAT;
    "in_play": "none, fives", "what scores while the round is played", PAGAT;
    "score_out": "opponents, opponents_minus_own, everyone", "whose pips the side scores that goes out", MASTERS_AND_PAGAT;
    "score_block": "difference, pairwise_differences, opponents, everyone", "what the side with the fewest pips scores when a round is blocked", MASTERS_AND_PAGAT;
    "round_to": "1, 5", "points at the end of a round are rounded to the nearest multiple of this", PAGAT;
    "block": "n_passes", "how a round ends that nobody goes out of", MASTERS;
    "match_by": "points, wins", "what a match adds up", MASTERS_AND_PAGAT;
    "target": "1..1000000", "the total that ends a match", MASTERS_AND_PAGAT;
};

/// The parameters of train games.
pub const TRAIN_PARAMETERS: &[Parameter] = table! {
    "set": "1..18", "the tiles are those of the double-N set", MASTERS_AND_DOMINOS_CC;
    "hand_size": "1.., or a map from the number of seats to that", "tiles dealt to each seat", MASTERS_AND_DOMINOS_CC;
    "engine": "highest_double, descending", "how the double in the middle is found", MASTERS_AND_DOMINOS_CC;
    "first_turn": "single, chain", "whether a seat's first turn lays one tile or a chain of them", MASTERS_AND_DOMINOS_CC;
    "first_turn_double": "no_effect, extra_turn", "what a double at the end of a first turn's chain brings", OWN;
    "finish_first_circuit": "true, false", "whether everybody has a first turn although somebody went out in one", MASTERS;
    "start_marked": "true, false", "whether others may start a personal train that has its marker up", MASTERS_AND_DOMINOS_CC;
    "draw": "none, one", "how many tiles a seat that cannot play draws", MASTERS_AND_DOMINOS_CC;
    "block": "n_passes, n_passes_stable", "whether a pass that opens a train starts the count of passes again", MASTERS_AND_DOMINOS_CC;
    "double_extra": "none, anywhere, must_cover", "what a double asks of the seat that laid it", MASTERS_AND_DOMINOS_CC;
    "cover_duty": "true, false", "whether open doubles bind the seats that follow", MASTERS_AND_DOMINOS_CC;
    "cover_order": "oldest_first, newest_first, any", "which open double binds when there are several", MASTERS_AND_DOMINOS_CC;
    "dead_double": "binding, exempt", "whether a double that no tile left can cover binds", OWN;
    "double_blank": "0..1000", "what the tile 0-0 counts when it is left in a hand", MASTERS_AND_DOMINOS_CC;
    "rounds": "1..1000 or null", "the number of rounds of a match; null plays single rounds only", MASTERS_AND_DOMINOS_CC;
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
