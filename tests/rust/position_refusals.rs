//! What a position is refused for, stage by stage and condition by condition of docs/positions.md.

mod line;
mod train;

use std::sync::Arc;

use bonepile::round::Round;
use bonepile::rules::Rules;
use serde_json::{Map, Value, json};

fn rules(json: &Value) -> Arc<Rules> {
    Arc::new(Rules::from_json(json.as_object().unwrap()).unwrap())
}

/// `changes` in place of what `base` has; null takes a key away.
fn changed(base: &Value, changes: &Value) -> Value {
    let mut position = base.clone();
    position["format"] = "bonepile-position/1".into();
    for (key, value) in changes.as_object().unwrap() {
        position[key] = value.clone();
    }
    position
}

fn reasons(rules: &Arc<Rules>, position: &Value) -> Vec<String> {
    let position = position.as_object().unwrap();
    match Round::from_position(Arc::clone(rules), position) {
        Ok(_) => Vec::new(),
        Err(error) => error.reasons().to_vec(),
    }
}

/// Asserts what a changed position is refused for: the beginnings of the reasons, all of them.
fn refused(rules: &Arc<Rules>, base: &Value, changes: &Value, expected: &[&str]) {
    let found = reasons(rules, &changed(base, changes));
    let told = found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(found, expected)| found.starts_with(expected));
    assert!(told, "{changes}: {found:#?}");
}

/// Six tiles, two seats; seat 0 has led 0-2.
fn small_line(changes: &Value) -> (Arc<Rules>, Value) {
    let mut asked = json!({
        "preset": "all-fives", "players": 2, "set": 2, "hand_size": 2, "draw": "one", "reserve": 0,
    });
    for (key, value) in changes.as_object().unwrap() {
        asked[key] = value.clone();
    }
    let position = json!({
        "hands": [["0-1"], ["0-0", "1-2"]], "boneyard": ["1-1", "2-2"], "layout": {"lead": "0-2"},
        "to_play": 1,
    });
    (rules(&asked), position)
}

#[test]
fn keys_left_out_are_filled_in() {
    let (rules, base) = small_line(&json!({}));
    let round = Round::from_position(rules, changed(&base, &json!({})).as_object().unwrap());
    let expected = json!({
        "format": "bonepile-position/1", "round": 0, "leader": 0,
        "hands": [["0-1"], ["0-0", "1-2"]], "boneyard": ["1-1", "2-2"],
        "layout": {"lead": "0-2", "L": [], "R": [], "N": [], "S": [], "spinner": null},
        "to_play": 1, "last": null, "passes": 0, "drew": false, "scores": [0, 0],
    });
    assert_eq!(round.unwrap().set_up_from().unwrap().to_json(), expected);
}

#[test]
fn every_fault_of_the_form_has_its_place() {
    let (rules, base) = small_line(&json!({}));
    let faults = json!({
        "format": "bonepile-position/2", "round": -1, "leader": 2, "hands": [["2-0", 3]],
        "boneyard": "1-1", "layout": {"L": [null], "M": [], "spinner": 7}, "to_play": "0",
        "last": 1e30, "passes": 1.5, "drew": 1, "scores": [true, -5], "markers": [],
    });
    refused(
        &rules,
        &base,
        &faults,
        &[
            "markers: there is no such key",
            "format:",
            "round:",
            "leader:",
            "hands[0][0]: \"2-0\"",
            "hands[0][1]:",
            "hands: 1 instead of 2",
            "boneyard:",
            "layout.M: there is no such key",
            "layout.L[0]:",
            "layout.spinner:",
            "layout.lead: missing",
            "scores[0]:",
            "scores[1]:",
            "to_play:",
            "last:",
            "passes:",
            "drew:",
        ],
    );
    let empty = Round::from_position(Arc::clone(&rules), &Map::new()).unwrap_err();
    assert_eq!(
        empty.reasons(),
        [
            "format: not \"bonepile-position/1\"",
            "hands: missing",
            "to_play: missing"
        ]
    );
    refused(
        &rules,
        &base,
        &json!({"hands": [[]], "boneyard": ["0-3"], "layout": 3, "scores": [0]}),
        &[
            "hands: 1 instead of 2",
            "boneyard[0]: 0-3 is not in the double-2 set",
            "layout:",
            "scores:",
        ],
    );
    let huge = json!({"round": u64::MAX, "passes": u64::MAX, "scores": [u64::MAX, 0]});
    refused(&rules, &base, &huge, &["round:"]);
    let huge = json!({"passes": u64::MAX, "scores": [u64::MAX, 0]});
    let found = reasons(&rules, &changed(&base, &huge));
    assert!(found[0].starts_with("passes: 255") && found.last().unwrap().starts_with("scores"));

    let (rules, base) = small_train(&json!({}));
    refused(
        &rules,
        &base,
        &json!({
            "round": 4, "leader": 0, "layout": {"engine": "3-4-5", "trains": {"2": [], "0": 1, "M": ["x"]}},
            "turn": "last", "owed": [0, 0], "markers": [2, "1"], "open_doubles": ["L", 0], "scores": [0, 0],
        }),
        &[
            "scores: there is no such key",
            "round: round 4 has no engine",
            "leader:",
            "layout.engine:",
            "layout.trains.2: \"2\"",
            "layout.trains.0:",
            "layout.trains.M[0]:",
            "turn:",
            "owed: seat 0 is there twice",
            "markers[0]:",
            "markers[1]:",
            "open_doubles[0]: \"L\"",
            "open_doubles[1]:",
        ],
    );
    refused(&rules, &base, &json!({"layout": null}), &["layout:"]);
    let (rules, _) = small_train(&json!({"engine": "highest_double"}));
    refused(
        &rules,
        &base,
        &json!({"layout": {"engine": "2-3"}}),
        &["layout.engine: 2-3 is no double"],
    );
}

#[test]
fn tiles_are_the_whole_set_and_fit() {
    let (rules, base) = small_line(&json!({}));
    refused(
        &rules,
        &base,
        &json!({"hands": [["0-1"], ["0-0", "0-2"]]}),
        &["layout.lead: 0-2 is there twice", "boneyard: 1-2 missing"],
    );
    let layout = |layout: Value| json!({"hands": [[], []], "boneyard": [], "layout": layout});
    let line =
        json!({"lead": "1-2", "L": ["2-2"], "R": ["0-2", "1-1"], "N": ["0-1"], "S": ["0-0"]});
    refused(
        &rules,
        &base,
        &layout(line),
        &[
            "layout.L[0]: 2-2 does not fit the 1",
            "layout.R[1]: 1-1 does not fit the 0",
            "layout.spinner: null",
            "layout.N: tiles, but the spinner",
            "layout.S: tiles, but the spinner",
        ],
    );
    let line = json!({"lead": "1-1", "L": ["0-1", "0-0"], "R": ["1-2"], "S": ["0-2", "2-2"], "spinner": "0-0"});
    refused(
        &rules,
        &base,
        &layout(line),
        &["layout.spinner: 0-0", "layout.S: tiles, but the spinner"],
    );
    let line = json!({"lead": "1-2", "L": ["1-1"], "R": ["2-2"], "N": ["0-1", "0-0", "0-2"], "spinner": "1-1"});
    refused(
        &rules,
        &base,
        &layout(line),
        &["layout.N: tiles, but the spinner does not"],
    );

    let (rules, base) = small_train(&json!({}));
    let layout = json!({"engine": "2-2", "trains": {"M": ["3-3", "1-2"]}});
    let changes = json!({"layout": layout, "hands": [["0-3", "1-1", "0-1"], ["1-3", "0-0"]],
        "boneyard": ["0-2", "2-3"]});
    refused(
        &rules,
        &base,
        &changes,
        &[
            "layout.engine: 2-2 instead of 3-3",
            "layout.trains.M[0]: 3-3 does not fit the 2",
        ],
    );
}

/// Ten tiles, two seats, the engine 3-3; nothing is laid.
fn small_train(changes: &Value) -> (Arc<Rules>, Value) {
    let mut asked = json!({
        "preset": "dominos-cc-mexican-train", "players": 2, "set": 3, "hand_size": 3, "rounds": 4,
    });
    for (key, value) in changes.as_object().unwrap() {
        asked[key] = value.clone();
    }
    let position = json!({
        "hands": [["0-3", "1-1", "0-1"], ["1-3", "2-2", "0-0"]], "boneyard": ["1-2", "0-2", "2-3"],
        "layout": {"engine": "3-3"}, "to_play": 0,
    });
    (rules(&asked), position)
}
