//! Positions: every one that play reaches is accepted, the others are refused with every reason.

use std::sync::Arc;

use bonepile::notation::snapshot;
use bonepile::random::{SeedDice, random_deal, word};
use bonepile::round::Round;
use bonepile::rules::{LINE_PARAMETERS, PRESETS, Rules, TRAIN_PARAMETERS};
use serde_json::{Map, Value, json};

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

fn check_every_ply(rules: &Arc<Rules>, number: u32, seed: u64) -> Option<()> {
    let deal = random_deal(rules, number, &mut SeedDice::new(seed, 0)).ok()?;
    let mut round = Round::new(Arc::clone(rules), deal, number).unwrap();
    let end = round.playout(&mut SeedDice::new(seed, 1));
    is_set_up_again(&round);
    for action in end.actions() {
        round = round.play(action).unwrap();
        is_set_up_again(&round);
    }
    let middle = (0..round.action_count() / 2).fold(round, |round, _| round.undo().unwrap());
    let again = from_position(&middle, &middle.position().to_json());
    let played = |round: &Round| round.playout(&mut SeedDice::new(seed, 2));
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
    let players = 2 + pick(4);
    let set = 2 + pick(6);
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
                    check_every_ply(&rules, u32::from(players) / 3, seed).unwrap();
                }
            }
        }
    }
}

#[test]
fn every_position_under_house_rules_is_set_up_again() {
    let n = std::env::var("POSITIONS").map_or(600, |n| n.parse().unwrap());
    let mut played = 0;
    for k in 0..n {
        if let Some(rules) = house_rules(k) {
            let number = (word(k, 99) % 4) as u32;
            played += u32::from(check_every_ply(&Arc::new(rules), number, k).is_some());
        }
    }
    assert!(played > 300, "only {played} rounds");
}
