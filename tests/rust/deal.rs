//! Deals against rules.

use bonepile::deal::{Deal, DealError};
use bonepile::rules::Rules;
use serde_json::{Value, json};

fn rules(json: &Value) -> Rules {
    Rules::from_json(json.as_object().unwrap()).unwrap()
}

fn checked(rules: &Rules, round: u32, deal: &Value) -> Result<Deal, DealError> {
    Deal::from_json(deal.as_object().unwrap())?.checked(rules, round)
}

/// The places at fault.
fn places(result: Result<Deal, DealError>) -> Vec<String> {
    match result {
        Err(DealError::Bad(reasons)) => reasons
            .iter()
            .map(|reason| reason.split(':').next().unwrap_or_default().to_owned())
            .collect(),
        other => panic!("not refused: {other:?}"),
    }
}

fn small(preset: &str) -> Rules {
    rules(&json!({"preset": preset, "players": 2, "set": 2, "hand_size": 2, "reserve": 0}))
}

#[test]
fn hands_are_sets_and_the_boneyard_is_not() {
    let rules = small("masters-draw");
    let deal = json!({"hands": [["2-2", "0-1"], ["1-2", "0-0"]], "boneyard": ["1-1", "0-2"]});
    let deal = checked(&rules, 0, &deal).unwrap();
    assert_eq!(
        deal.to_json(),
        json!({
            "hands": [["0-1", "2-2"], ["0-0", "1-2"]],
            "boneyard": ["1-1", "0-2"], "engine": null, "leader": null,
        })
    );
}

#[test]
fn every_fault_of_the_shape_has_its_place() {
    let deal = json!({
        "hands": [["2-1", 3], "0-0"], "boneyard": ["0-1", null], "engine": 7, "leader": true,
    });
    let found = places(checked(&small("masters-draw"), 0, &deal));
    assert_eq!(
        found,
        [
            "hands[0][0]",
            "hands[0][1]",
            "hands[1]",
            "boneyard[1]",
            "engine",
            "leader"
        ]
    );
    assert_eq!(
        places(checked(&small("masters-draw"), 0, &json!({}))),
        ["hands", "boneyard"]
    );
}

#[test]
fn every_fault_against_the_rules_has_its_place() {
    let deal = json!({
        "hands": [["0-0", "0-1", "0-1"], ["2-3"]], "boneyard": ["999-999"], "engine": "2-2", "leader": 0,
    });
    let found = places(checked(&small("masters-draw"), 0, &deal));
    assert_eq!(
        found,
        [
            "engine",
            "hands[0]",
            "hands[1]",
            "hands[0][2]",
            "hands[1][0]",
            "boneyard[0]",
            "boneyard",
            "leader"
        ]
    );
}

#[test]
fn a_leader_is_filled_in_where_the_rules_have_one() {
    let rules = small("pagat-draw");
    let deal = |leader: Value| {
        json!({
            "hands": [["0-0", "0-1"], ["1-1", "1-2"]], "boneyard": ["0-2", "2-2"], "leader": leader,
        })
    };
    for round in 0..4 {
        let filled = checked(&rules, round, &deal(Value::Null)).unwrap();
        assert_eq!(filled.leader, Some((round % 2) as u8));
        let named = checked(&rules, round, &deal(json!(1))).unwrap();
        assert_eq!(named.leader, Some(1));
    }
    for wrong in [json!(2), json!(-1), json!(300), json!(u64::MAX)] {
        assert_eq!(places(checked(&rules, 0, &deal(wrong))), ["leader"]);
    }
}

#[test]
fn the_engine_is_that_of_the_round() {
    let rules = rules(&json!({
        "preset": "dominos-cc-mexican-train", "players": 2, "set": 2, "hand_size": 2,
    }));
    let deal =
        json!({"hands": [["0-0", "0-1"], ["0-2", "1-2"]], "boneyard": ["1-1"], "engine": "2-2"});
    assert!(checked(&rules, 0, &deal).is_ok());
    assert_eq!(places(checked(&rules, 1, &deal)), ["engine"]);
    assert_eq!(places(checked(&rules, 3, &deal)), ["round"]);
}

#[test]
fn a_deal_without_a_double_is_dealt_again() {
    let deal = json!({"hands": [["0-1", "0-2"], ["1-2", "0-3"]], "boneyard": ["0-0", "1-1", "2-2", "1-3", "2-3", "3-3"]});
    let ask = |no_double: &str| {
        rules(&json!({
            "preset": "masters-draw", "players": 2, "set": 3, "hand_size": 2, "no_double": no_double,
        }))
    };
    assert!(matches!(
        checked(&ask("redeal"), 0, &deal),
        Err(DealError::Redeal(_))
    ));
    assert!(checked(&ask("highest_tile"), 0, &deal).is_ok());
}
