//! Positions: every one that play reaches is accepted, the others are refused with every reason.

use std::collections::BTreeSet;
use std::sync::Arc;

use bonepile::notation::snapshot;
use bonepile::policy::Policy;
use bonepile::random::{SeedDice, random_deal, word};
use bonepile::round::Round;
use bonepile::rules::{LINE_PARAMETERS, PRESETS, Rules, TRAIN_PARAMETERS};
use proptest::prelude::*;
use proptest::{collection, sample};
use serde_json::{Map, Value};

fn from_position(round: &Round, position: &Value) -> Round {
    Round::from_position(Arc::clone(round.rules()), position.as_object().unwrap())
        .unwrap_or_else(|error| panic!("{error}\n{position}\n{round:#?}"))
}

/// The position of the round, set up again, goes on in the same way.
fn is_set_up_again(round: &Round) {
    let position = round.position();
    let again = from_position(round, &position.to_json());
    assert_eq!(again.set_up_from(), Some(&position));
    assert_eq!(again.position(), position);
    assert_eq!(snapshot(&again), snapshot(round), "{position:?}");
    assert_eq!(again.legal_actions(), round.legal_actions(), "{position:?}");
    assert_eq!(again.position_key(), round.position_key(), "{position:?}");
    assert_eq!(again.outcome(), round.outcome(), "{position:?}");
    assert_eq!(again.boneyard(), round.boneyard());
    assert!(again.undo().is_none());
    if let Some(action) = round.legal_actions().last() {
        let (again, next) = (again.play(*action).unwrap(), round.play(*action).unwrap());
        assert_eq!(again.position(), next.position());
        assert_eq!(again.position_key(), next.position_key());
    }
}

/// What is rare in positions and must be among those that are looked at.
const RARE: [&str; 9] = [
    "drew",
    "passes",
    "blocked",
    "out",
    "first",
    "chain",
    "extra",
    "circuit to finish",
    "searched",
];

fn rare(round: &Round, position: &Value) -> impl Iterator<Item = &'static str> {
    let is = |key: &str, value: Value| position[key] == value;
    let empty = round.hands().iter().any(Vec::is_empty);
    let over = round.outcome().is_some();
    let train = position.get("turn").is_some();
    let undrawn = round.deal().unwrap().boneyard.len() == round.boneyard().len();
    let found = [
        is("drew", true.into()),
        !is("passes", 0.into()) && !over,
        over && !empty,
        over && empty,
        is("turn", "first".into()),
        is("turn", "chain".into()),
        is("turn", "extra".into()),
        train && !over && empty,
        round.action_count() == 0 && !undrawn,
    ];
    RARE.into_iter()
        .zip(found)
        .filter(|(_, found)| *found)
        .map(|(name, _)| name)
}

/// Plays a random round; None where the rules have no deal of that number.
fn check_every_ply(
    rules: &Arc<Rules>,
    number: u32,
    seed: u64,
    found: &mut BTreeSet<&'static str>,
) -> Option<()> {
    let deal = random_deal(rules, number, SeedDice::new(seed, 0)).ok()?;
    let mut round = Round::new(Arc::clone(rules), deal, number).unwrap();
    let end = round.playout(SeedDice::new(seed, 1), Policy::Random);
    is_set_up_again(&round);
    for action in end.actions() {
        found.extend(rare(&round, &round.position().to_json()));
        round = round.play(action).unwrap();
        is_set_up_again(&round);
    }
    found.extend(rare(&round, &round.position().to_json()));
    let middle = (0..round.action_count() / 2).fold(round, |round, _| round.undo().unwrap());
    let again = from_position(&middle, &middle.position().to_json());
    let played = |round: &Round| round.playout(SeedDice::new(seed, 2), Policy::Random);
    let (again, on) = (played(&again), played(&middle));
    assert_eq!(again.actions(), on.actions()[middle.action_count()..]);
    assert_eq!(again.position(), on.position());
    Some(())
}

/// Rules of a preset with random values of its parameters, where these can stand together.
fn house_rules(k: u64) -> Option<Rules> {
    let mut dice = (0..).map(|d| word(k, d) >> 8);
    let mut pick = |n: usize| (dice.next().unwrap() % n as u64) as usize;
    let preset = &PRESETS[pick(PRESETS.len())];
    let parameters = match preset.family() {
        "line" => LINE_PARAMETERS,
        _ => TRAIN_PARAMETERS,
    };
    let players = 2 + pick(7).min(pick(7));
    let set = 1 + pick(8);
    let room = (set + 1) * (set + 2) / 2 / players;
    let mut rules = Map::from_iter([
        ("preset".to_owned(), preset.name.into()),
        ("players".to_owned(), players.into()),
        ("set".to_owned(), set.into()),
        ("hand_size".to_owned(), (1 + pick(room.max(1))).into()),
    ]);
    for parameter in parameters {
        let choices: Vec<_> = parameter.values.split(", ").collect();
        let value: Value = match (parameter.name, &choices[..]) {
            ("reserve", _) => pick(3).into(),
            (_, ["true", "false"] | ["false", "true"]) => (pick(2) == 0).into(),
            (_, [_, _, ..]) => choices[pick(choices.len())].into(),
            _ => continue,
        };
        if pick(2) == 0 {
            let mut with = rules.clone();
            with.insert(parameter.name.to_owned(), value);
            if Rules::from_json(&with).is_ok() {
                rules = with;
            }
        }
    }
    Rules::from_json(&rules).ok()
}

#[test]
fn every_position_of_every_preset_is_set_up_again() {
    for preset in &PRESETS {
        for players in 2..=8 {
            if let Ok(rules) = Rules::new(preset.name, players) {
                let rules = Arc::new(rules);
                for seed in 0..3 {
                    check_every_ply(&rules, u32::from(players) / 3, seed, &mut BTreeSet::new())
                        .unwrap();
                }
            }
        }
    }
}

#[test]
fn every_position_under_house_rules_is_set_up_again() {
    let (mut played, mut seen) = (0, BTreeSet::new());
    for k in 0..1500 {
        if let Some(rules) = house_rules(k) {
            let number = (word(k, 99) % 4) as u32;
            played += u32::from(check_every_ply(&Arc::new(rules), number, k, &mut seen).is_some());
        }
    }
    assert!(played > 300, "only {played} rounds");
    assert_eq!(seen, BTreeSet::from(RARE));
}

/// JSON of any kind, the keys often those of positions.
fn anything() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        "[0-9]{1,3}-[0-9]{1,3}",
        "[0-9LRNSM]",
        sample::select(vec![
            "bonepile-position/1",
            "first",
            "chain",
            "general",
            "extra"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..9_u64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    let keys = vec![
        "format",
        "round",
        "leader",
        "hands",
        "boneyard",
        "layout",
        "to_play",
        "last",
        "passes",
        "drew",
        "scores",
        "turn",
        "owed",
        "markers",
        "open_doubles",
        "lead",
        "spinner",
        "engine",
        "trains",
        "L",
        "R",
        "N",
        "S",
        "M",
        "0",
        "1",
        "2",
    ];
    leaf.prop_recursive(4, 60, 8, move |inner| {
        let key = prop_oneof![
            9 => sample::select(keys.clone()).prop_map(str::to_owned),
            1 => any::<String>(),
        ];
        prop_oneof![
            collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            collection::vec((key, inner), 0..8)
                .prop_map(|entries| Value::from(Map::from_iter(entries))),
        ]
    })
}

/// A position that play reaches, its rules among the house rules.
fn reached(k: u64) -> Option<(Arc<Rules>, Value)> {
    let rules = Arc::new(house_rules(k)?);
    let deal = random_deal(&rules, 0, SeedDice::new(k, 0)).ok()?;
    let end = Round::new(Arc::clone(&rules), deal, 0).unwrap();
    let end = end.playout(SeedDice::new(k, 1), Policy::Random);
    let back = word(k, 7) % (end.action_count() as u64 + 1);
    let round = (0..back).fold(end, |round, _| round.undo().unwrap());
    Some((rules, round.position().to_json()))
}

/// The position with one thing in it changed to what it might have been.
fn bent(position: &Value, k: u64) -> Value {
    let mut dice = (100..).map(|d| word(k, d) >> 8);
    let mut pick = |n: usize| (dice.next().unwrap() % n as u64) as usize;
    let mut bent = position.clone();
    let keys = position.as_object().unwrap().keys().skip(1);
    let key = keys.clone().nth(pick(keys.count())).unwrap().clone();
    let seat = Value::from(pick(4));
    let some_seats = |bits: usize| {
        Value::from(
            (0..4)
                .filter(|seat| bits >> seat & 1 == 1)
                .collect::<Vec<_>>(),
        )
    };
    bent[&key] = match key.as_str() {
        "round" | "passes" | "leader" => seat,
        "to_play" | "last" => {
            let (to_play, last) = (position["to_play"].clone(), position["last"].clone());
            (bent["to_play"], bent["last"]) = if pick(2) == 0 {
                (last, to_play)
            } else if to_play.is_null() {
                (to_play, seat)
            } else {
                (seat, last)
            };
            bent[&key].clone()
        }
        "drew" => (!position["drew"].as_bool().unwrap()).into(),
        "scores" => position["scores"]
            .as_array()
            .unwrap()
            .iter()
            .map(|_| 5 * pick(5))
            .collect(),
        "turn" => ["first", "chain", "general", "extra"][pick(4)].into(),
        "owed" | "markers" => some_seats(pick(16)),
        "open_doubles" => [Value::from("M"), Value::from("0")][..pick(3)].into(),
        _ => {
            let mut text = bent.to_string();
            let tile = |low: usize, high: usize| format!("\"{}-{}\"", low.min(high), low.max(high));
            let (one, other) = (tile(pick(4), pick(4)), tile(pick(4), pick(4)));
            text = text
                .replace(&one, "one")
                .replace(&other, &one)
                .replace("one", &other);
            return serde_json::from_str(&text).unwrap_or(bent);
        }
    };
    bent
}

#[test]
fn a_bent_position_is_refused_or_played() {
    let (mut accepted, mut refused) = (0, 0);
    for k in 0..4000 {
        let Some((rules, position)) = reached(k) else {
            continue;
        };
        let bent = bent(&position, k);
        match Round::from_position(rules, bent.as_object().unwrap()) {
            Ok(round) => {
                accepted += 1;
                let end = round.playout(SeedDice::new(k, 3), Policy::Random);
                assert!(end.outcome().is_some());
                assert_eq!(end.set_up_from(), Some(&round.position()));
            }
            Err(error) => {
                refused += 1;
                assert!(
                    error.reasons().iter().all(|reason| reason.contains(": ")),
                    "{error}"
                );
            }
        }
    }
    assert!(accepted > 300 && refused > 1000, "{accepted} of {refused}");
}

proptest! {
    #[test]
    fn no_json_makes_the_door_panic(k in 0..10_000_u64, json in anything()) {
        let rules = house_rules(k).or_else(|| Rules::new("all-fives", 2).ok()).map(Arc::new);
        if let (Some(rules), Value::Object(json)) = (rules, json) {
            prop_assert!(Round::from_position(rules, &json).is_err());
        }
    }

    #[test]
    fn no_json_in_a_position_makes_the_door_panic(
        k in 0..10_000_u64,
        key in 0..14_usize,
        json in anything(),
    ) {
        if let Some((rules, mut position)) = reached(k) {
            let position = position.as_object_mut().unwrap();
            let key = position.keys().nth(key % position.len()).unwrap().clone();
            position.insert(key, json);
            let _ = Round::from_position(rules, position);
        }
    }
}
