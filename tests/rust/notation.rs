//! The text of tiles and actions.

use std::sync::Arc;

use bonepile::action::{Action, ActionSpace, Place};
use bonepile::deal::Deal;
use bonepile::notation::{play, refusal};
use bonepile::round::Round;
use bonepile::rules::Rules;
use bonepile::tile::{MAX_SET, Tile};
use proptest::prelude::*;
use serde_json::json;

fn tile() -> impl Strategy<Value = Tile> {
    (0..=MAX_SET, 0..=MAX_SET).prop_map(|(a, b)| Tile::new(a, b))
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        Just(Place::L),
        Just(Place::R),
        Just(Place::N),
        Just(Place::S),
        Just(Place::M),
        (0..8_u8).prop_map(Place::Train),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        tile().prop_map(Action::Lead),
        (tile(), place()).prop_map(|(tile, place)| Action::Play(tile, place)),
        Just(Action::Draw),
        Just(Action::Pass),
        Just(Action::Stop),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(action in action()) {
        prop_assert_eq!(action.to_string().parse(), Ok(action));
    }

    #[test]
    fn what_is_read_is_written_back(text in "[0-9]{0,2}-[0-9]{0,2}(@[LRNSM0-9]?)?|draw|pass|stop") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn any_text_is_an_action_or_is_not(text in any::<String>()) {
        let _ = text.parse::<Action>();
        let round = line();
        prop_assert_eq!(refusal(&round, &text).is_some(), play(&round, &text).is_err());
    }

    #[test]
    fn numbers_are_those_of_actions(set in 1..=MAX_SET, trains in prop::option::of(2..=8_u8), k in any::<prop::sample::Index>()) {
        let space = ActionSpace { set, trains };
        let index = k.index(space.count());
        let action = space.action(index).expect("every number has its action");
        prop_assert_eq!(space.index(action), Some(index));
        prop_assert_eq!(space.action(space.count()), None);
    }
}

#[test]
fn unreadable_texts() {
    for text in [
        "", "6", "6-", "-6", "6-2", "02-6", "2-06", "2-6@8", "2-6@l", " 2-6", "2-6 ", "2-6@", "@L",
        "DRAW", "2-6-6", "2-6@L@R", "+2-6", "٢-6", "2–6", "60000-2",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text:?}");
    }
}

#[test]
fn a_tile_written_high_low_is_told_how_to_write_it() {
    for (text, told) in [
        (
            "6-5@L",
            "\"6-5@L\" is not an action: a tile is written low-high, write 5-6@L",
        ),
        (
            "12-9@3",
            "\"12-9@3\" is not an action: a tile is written low-high, write 9-12@3",
        ),
        (
            "300-5",
            "\"300-5\" is not an action: a tile is written low-high, write 5-300",
        ),
    ] {
        assert_eq!(text.parse::<Action>().unwrap_err().to_string(), told);
    }
    for text in ["6-5@", "6-5@8", "06-5", "6-5-4", "b-a", "6-", "-6", "-"] {
        let told = text.parse::<Action>().unwrap_err().to_string();
        assert!(!told.contains("write"), "{told}");
    }
    let told = |text: &str| text.parse::<Tile>().unwrap_err().to_string();
    assert_eq!(
        told("6-5"),
        "\"6-5\" is not a tile written low-high: write 5-6"
    );
    assert!(told("5").ends_with("low-high, such as \"2-6\""));
    assert!(told(&format!("{}-2", "9".repeat(300))).len() < 100);
}

#[test]
fn pips_of_any_length_are_readable() {
    let huge = "9".repeat(300);
    for text in [
        "2-60000".to_owned(),
        format!("{huge}-{huge}@7"),
        format!("0-{huge}"),
    ] {
        assert!(text.parse::<Action>().is_ok());
        let why = refusal(&line(), &text).expect("no set has it");
        assert_eq!((why.code.name(), why.action), ("not_in_set", text));
        assert!(why.message.len() < 200);
    }
    assert!(
        format!("{huge}-2").parse::<Tile>().is_err(),
        "low comes first"
    );
}

/// After the lead 2-2 of a double-2 set: L and R are 2, seat 1 holds 0-0 and 1-2.
fn line() -> Round {
    let rules = json!({"preset": "masters-draw", "players": 2, "set": 2, "hand_size": 2});
    let rules = Rules::from_json(rules.as_object().unwrap()).unwrap();
    let deal = json!({"hands": [["2-2", "0-1"], ["0-0", "1-2"]], "boneyard": ["0-2", "1-1"]});
    let deal = Deal::from_json(deal.as_object().unwrap()).unwrap();
    play(&Round::new(Arc::new(rules), deal, 0).unwrap(), "2-2").unwrap()
}

#[test]
fn a_missing_place_is_one_that_may_be_used_now() {
    let start = |preset: &str, engine: Option<&str>, hands: [[&str; 2]; 2]| {
        let rules = json!({"preset": preset, "players": 2, "set": 2, "hand_size": 2});
        let boneyard: Vec<_> = ["0-0", "0-1", "0-2", "1-1", "1-2", "2-2"]
            .into_iter()
            .filter(|tile| !hands.concat().contains(tile) && engine != Some(tile))
            .collect();
        let deal = json!({"hands": hands, "boneyard": boneyard, "engine": engine});
        let rules = Rules::from_json(rules.as_object().unwrap()).unwrap();
        let deal = Deal::from_json(deal.as_object().unwrap()).unwrap();
        Round::new(Arc::new(rules), deal, 0).unwrap()
    };
    let message = |round: &Round, text: &str| refusal(round, text).unwrap().message;
    let hands = [["2-2", "0-1"], ["0-2", "1-2"]];
    assert_eq!(
        message(&start("masters-mexican-train", None, hands), "1-2"),
        "1-2: the place is missing: only 1 is open now"
    );
    let hands = [["1-1", "0-1"], ["0-2", "1-2"]];
    assert_eq!(
        message(
            &start("dominos-cc-mexican-train", Some("2-2"), hands),
            "0-1"
        ),
        "0-1: the place is missing: one of 0, M"
    );
}

#[test]
fn refusals_name_the_action_and_the_place() {
    let round = line();
    for (text, code, message) in [
        ("2-2@", "unreadable", "\"2-2@\" is not an action"),
        (
            "0-3",
            "not_in_set",
            "0-3: the double-2 set has no such tile",
        ),
        (
            "0-1@L",
            "tile_not_in_hand",
            "0-1@L: seat 1 does not hold this tile",
        ),
        (
            "1-2",
            "no_such_place",
            "1-2: the place is missing: one of L, R",
        ),
        (
            "1-2@M",
            "no_such_place",
            "1-2@M: there is no place M, only L, R",
        ),
        ("0-0@R", "no_match", "0-0@R: the open end at R is 2"),
        ("draw", "can_play", "draw: seat 1 can play, such as 1-2@L"),
        ("stop", "cannot_stop", "stop: there is no chain to stop"),
    ] {
        let why = refusal(&round, text).expect(text);
        assert_eq!(why.code.name(), code, "{text}");
        assert!(why.message.starts_with(message), "{}", why.message);
    }
    let before = round.undo().unwrap();
    assert_eq!(
        refusal(&before, "0-1").unwrap().message,
        "0-1: 2-2 must lead"
    );
    assert_eq!(refusal(&round, "1-2@R"), None);
}
