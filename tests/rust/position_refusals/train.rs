//! Stage 3: train games.

use std::sync::Arc;

use bonepile::rules::Rules;
use serde_json::{Value, json};

use super::{changed, refused, small_train};

#[test]
fn train_1_the_end_of_a_round() {
    let (rules, base) = small_train(&json!({}));
    refused(&rules, &base, &json!({}), &[]);
    refused(&rules, &base, &json!({"last": 1}), &["last:"]);
    let over = json!({"to_play": null, "last": 1, "drew": true, "turn": "extra"});
    refused(
        &rules,
        &base,
        &over,
        &["drew: the round is over", "turn: the round is over"],
    );
    refused(
        &rules,
        &base,
        &json!({"to_play": null, "last": 1}),
        &["passes: 0, but nobody is out"],
    );
}

#[test]
fn train_2_the_engine_was_found() {
    let (rules, base) = small_train(&json!({"engine": "highest_double"}));
    let hands = json!([["0-3", "1-1"], ["1-3", "2-2", "0-0"]]);
    let found = |engine: &str, boneyard: Value, to_play: u8| {
        json!({"hands": hands,
        "boneyard": boneyard, "layout": {"engine": engine}, "to_play": to_play})
    };
    refused(
        &rules,
        &base,
        &found("3-3", json!(["0-1", "1-2", "0-2", "2-3"]), 1),
        &[],
    );
    // Seat 0 laid it, so seat 1 is first; nobody has passed.
    refused(
        &rules,
        &base,
        &found("3-3", json!(["0-1", "1-2", "0-2", "2-3"]), 0),
        &["markers: nothing is laid"],
    );
    let higher = json!({"hands": [["0-3", "1-1"], ["1-3", "3-3", "0-0"]],
        "boneyard": ["0-1", "1-2", "0-2", "2-3"], "layout": {"engine": "2-2"}, "to_play": 1});
    refused(
        &rules,
        &base,
        &higher,
        &["layout.engine: more higher doubles"],
    );
    // Nobody was dealt a double: seat 0 drew 0-1, and seat 1 drew 3-3.
    let (rules, base) = small_train(&json!({"engine": "highest_double", "hand_size": 2}));
    let searched = json!({"hands": [["0-3", "1-3", "0-1"], ["0-2", "2-3"]],
        "boneyard": ["1-2", "0-0", "1-1", "2-2"]});
    refused(&rules, &base, &searched, &[]);
}

/// First turns are chains; seat 0 has laid 0-3 and 0-1 and can go on.
fn chains(changes: &Value) -> (Arc<Rules>, Value) {
    let (_, mut base) = small_train(&json!({}));
    let mut asked = json!({"first_turn": "chain", "finish_first_circuit": true});
    for (key, value) in changes.as_object().unwrap() {
        asked[key] = value.clone();
    }
    base["hands"] = json!([["1-1"], ["1-3", "2-2", "0-0"]]);
    base["layout"]["trains"] = json!({"0": ["0-3", "0-1"]});
    base["turn"] = "chain".into();
    base["owed"] = json!([1, 0]);
    (small_train(&asked).0, base)
}

#[test]
fn train_3_and_4_first_turns_come_in_turn() {
    let (rules, base) = chains(&json!({}));
    refused(&rules, &base, &json!({}), &[]);
    refused(
        &rules,
        &base,
        &json!({"turn": "first"}),
        &["layout.trains.0: tiles"],
    );
    refused(
        &rules,
        &base,
        &json!({"owed": [0]}),
        &["owed: [0] instead of [0, 1]", "markers: seat 1"],
    );
    refused(
        &rules,
        &base,
        &json!({"turn": "general"}),
        &[
            "turn: the seat on turn is owed",
            "turn: seats are owed",
            "layout.trains.0: tiles",
        ],
    );
    refused(
        &rules,
        &base,
        &json!({"owed": [], "turn": "general"}),
        &["markers: seat 1 had its first turn"],
    );
    refused(
        &rules,
        &base,
        &json!({"markers": [0]}),
        &["markers: seat 0 is owed"],
    );
    let (extra, _) = chains(&json!({"first_turn_double": "extra_turn"}));
    refused(&extra, &base, &json!({"owed": [1], "turn": "general"}), &[]);
    refused(
        &rules,
        &base,
        &json!({"owed": [1], "turn": "general"}),
        &["turn: seats are owed"],
    );
    refused(
        &rules,
        &base,
        &json!({"hands": [["2-2"], ["1-3", "1-1", "0-0"]]}),
        &["hands[0]: no tile"],
    );
    let (single, plain) = small_train(&json!({}));
    refused(
        &single,
        &plain,
        &json!({"owed": [0, 1], "turn": "first"}),
        &["owed:", "turn:"],
    );
}

#[test]
fn train_5_and_6_the_first_circuit_is_all_chains() {
    let (rules, base) = chains(&json!({}));
    let drawn =
        json!({"hands": [["1-1"], ["1-3", "2-2", "0-0", "1-2"]], "boneyard": ["0-2", "2-3"]});
    refused(
        &rules,
        &base,
        &drawn,
        &["hands[1]: 4 tiles", "boneyard: nobody draws"],
    );
    let out = json!({"hands": [[], ["1-3", "2-2", "0-0"]],
        "layout": {"engine": "3-3", "trains": {"0": ["0-3", "0-1", "1-1"]}},
        "to_play": 1, "owed": [1], "turn": "first", "open_doubles": ["0"]});
    refused(&rules, &base, &out, &[]);
    let mut over = out.clone();
    over["turn"] = "general".into();
    (over["to_play"], over["last"]) = (Value::Null, 0.into());
    refused(&rules, &base, &over, &["owed: the round does not end"]);
    let (at_once, _) = chains(&json!({"finish_first_circuit": false}));
    refused(&at_once, &base, &over, &[]);
    refused(&at_once, &base, &out, &["hands[0]: no tiles"]);
}

#[test]
fn train_7_and_8_draws_and_passes() {
    let (rules, base) = small_train(&json!({}));
    let drawn = json!({"hands": [["0-3", "1-1", "0-1", "1-2"], ["1-3", "2-2", "0-0"]],
        "boneyard": ["0-2", "2-3"], "drew": true});
    refused(&rules, &base, &drawn, &[]);
    let (none, _) = small_train(&json!({"draw": "none"}));
    refused(
        &none,
        &base,
        &drawn,
        &["boneyard: nobody draws", "drew: nobody draws"],
    );
    let two = json!({"hands": [["0-3", "1-1", "0-1", "2-3"], ["1-3", "2-2", "0-0"]],
        "boneyard": ["0-2", "1-2"], "drew": true});
    refused(&rules, &base, &two, &["drew: two tiles"]);
    refused(
        &rules,
        &base,
        &json!({"drew": true}),
        &[
            "drew: the boneyard is as it was",
            "hands:",
            "boneyard: more",
        ],
    );
    refused(
        &rules,
        &base,
        &json!({"passes": 2, "markers": [0, 1]}),
        &[
            "passes: 2, but the round goes on",
            "passes: no pass counts",
            "hands[1]: 1-3 fits",
            "hands[0]: 0-3 fits",
            "hands: the hands ask for 2",
            "boneyard: more",
        ],
    );
}

#[test]
fn train_9_who_passed_could_not_play() {
    let (rules, base) = small_train(&json!({"draw": "none"}));
    refused(
        &rules,
        &base,
        &json!({"to_play": 1, "passes": 1}),
        &[
            "markers: seat 0 passed",
            "hands[0]: 0-3 fits",
            "markers: nothing is laid",
        ],
    );
    let hands = json!({"hands": [["1-2", "1-1", "0-1"], ["1-3", "2-2", "0-0"]],
        "boneyard": ["0-3", "0-2", "2-3"], "to_play": 1, "passes": 1, "markers": [0]});
    refused(&rules, &base, &hands, &[]);
}

#[test]
fn train_10_and_11_doubles_are_open_and_ask_for_a_play() {
    let (rules, base) = small_train(&json!({}));
    let layout = json!({"engine": "3-3", "trains": {"M": ["1-3", "1-1"]}});
    let base = changed(
        &base,
        &json!({"hands": [["0-3", "0-1"], ["1-2", "2-2"]],
            "boneyard": ["0-0", "0-2", "2-3"], "layout": layout, "open_doubles": ["M"]}),
    );
    refused(&rules, &base, &json!({}), &[]);
    refused(&rules, &base, &json!({"turn": "extra"}), &[]);
    refused(
        &rules,
        &base,
        &json!({"open_doubles": []}),
        &["open_doubles: train M ends"],
    );
    refused(
        &rules,
        &base,
        &json!({"open_doubles": ["M", "M", "0"]}),
        &[
            "open_doubles: train 0 does not",
            "open_doubles: train M is there twice",
        ],
    );
    let (free, _) = small_train(&json!({"cover_duty": false}));
    refused(
        &free,
        &base,
        &json!({}),
        &["open_doubles: these rules have no duty"],
    );
    let (none, _) = small_train(&json!({"double_extra": "none"}));
    refused(
        &none,
        &base,
        &json!({"turn": "extra"}),
        &["turn: no double asks"],
    );
    let closed = json!({"layout": {"engine": "3-3", "trains": {"1": ["1-3", "1-1"]}}, "open_doubles": ["1"]});
    refused(&rules, &base, &closed, &[]);
    let mut extra = closed.clone();
    extra["turn"] = "extra".into();
    refused(&rules, &base, &extra, &["turn: no train ends in a double"]);
    let pass = json!({"turn": "extra", "passes": 1, "markers": [1]});
    refused(
        &rules,
        &base,
        &pass,
        &[
            "passes: no pass counts",
            "passes: only what comes after a pass",
            "passes: an extra play",
            "hands: the hands ask for 3",
            "boneyard: more",
        ],
    );
}

#[test]
fn train_12_and_13_who_has_played() {
    let (rules, base) = small_train(&json!({}));
    refused(
        &rules,
        &base,
        &json!({"markers": [1]}),
        &[
            "markers: nothing is laid",
            "hands: the hands ask for 1",
            "boneyard: more",
        ],
    );
    // Who passes while a tile can be drawn has drawn before.
    let passed = json!({"markers": [0, 1]});
    refused(
        &rules,
        &base,
        &passed,
        &["hands: the hands ask for 2", "boneyard: more"],
    );
    refused(
        &small_train(&json!({"draw": "none"})).0,
        &base,
        &passed,
        &[],
    );
    // Nobody but its owner starts a train whose marker is down.
    let started = json!({"hands": [["0-3", "1-1", "0-1"], ["2-2", "0-0"]],
        "layout": {"engine": "3-3", "trains": {"0": ["1-3"]}}});
    refused(
        &rules,
        &base,
        &started,
        &["hands: the hands ask for 2 tiles"],
    );
    // Nobody drew, so what lies there was laid in the turn before.
    let last = json!({"hands": [["0-3", "1-1", "0-1"], ["2-2", "0-0"]],
        "layout": {"engine": "3-3", "trains": {"M": ["1-3"]}}});
    refused(&rules, &base, &last, &[]);
    let mut other = last.clone();
    other["to_play"] = 1.into();
    refused(&rules, &base, &other, &["hands: the hands ask for 2 tiles"]);
    let more = json!({"hands": [["0-3", "1-1", "0-1", "1-3", "1-2"], ["2-2"]],
        "boneyard": ["0-2"],
        "layout": {"engine": "3-3", "trains": {"M": ["2-3"]}}, "open_doubles": [], "to_play": 1});
    refused(
        &rules,
        &base,
        &changed(
            &more,
            &json!({"hands": [["0-3", "1-1", "0-1", "1-3", "1-2"], ["2-2", "0-0"]]}),
        ),
        &[],
    );
}
