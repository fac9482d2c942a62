//! Two sides: every deal of a tiny set, and random rounds of every game.

use super::*;

fn check_some(set: u8, deals: u64, suits: impl Fn(&Rules) -> bool, from: usize) {
    for rules in games(set).into_iter().filter(|rules| suits(rules)) {
        for game in 0..deals {
            for round in rounds_of(dealt(&rules, game)).into_iter().skip(from) {
                check(&round, Objective::Points, None);
                check(&round, Objective::Win, Some(1 << 3));
            }
        }
    }
}

fn parameter(rules: &Rules, name: &str) -> Value {
    rules.parameters()[name].clone()
}

#[test]
fn random_rounds_of_double_two_are_worth_what_trying_everything_finds() {
    check_some(2, 20, |_| true, 0);
}

#[test]
fn random_rounds_of_double_three_are_worth_what_trying_everything_finds() {
    check_some(3, 3, |_| true, 3);
}

#[test]
fn random_rounds_of_double_four_are_worth_what_trying_everything_finds() {
    check_some(4, 2, |rules| parameter(rules, "draw") == "none", 1);
    check_some(4, 2, |rules| parameter(rules, "draw") != "none", 9);
}

/// Every way to choose `size` of the tiles, with the rest.
fn choices(tiles: &[Tile], size: usize) -> Vec<(Vec<Tile>, Vec<Tile>)> {
    let Some((&first, others)) = tiles.split_first() else {
        return if size == 0 {
            vec![(vec![], vec![])]
        } else {
            vec![]
        };
    };
    let mut all = Vec::new();
    if size > 0 {
        for (mut chosen, rest) in choices(others, size - 1) {
            chosen.insert(0, first);
            all.push((chosen, rest));
        }
    }
    for (chosen, mut rest) in choices(others, size) {
        rest.insert(0, first);
        all.push((chosen, rest));
    }
    all
}

#[test]
fn every_deal_of_double_two_is_worth_what_trying_everything_finds() {
    let tiles: Vec<_> = (0..6).map(Tile::from_index).collect();
    for game in [
        json!({"preset": "masters-block", "opening": "any_tile"}),
        json!({"preset": "pagat-draw", "reserve": 1}),
        json!({"preset": "all-fives"}),
    ] {
        let rules = rules(&game, 2, 2, 2);
        for (first, rest) in choices(&tiles, 2) {
            for (second, boneyard) in choices(&rest, 2) {
                let deal = Deal {
                    hands: vec![first.clone(), second],
                    boneyard,
                    engine: None,
                    leader: None,
                };
                let round = Round::new(Arc::clone(&rules), deal, 0).unwrap();
                check(&round, Objective::Points, Some(16));
                check(&round, Objective::Win, None);
            }
        }
    }
}

/// Train games on small sets: every preset, and rules that no preset has.
fn train_games() -> Vec<Value> {
    let mut games: Vec<_> = PRESETS
        .iter()
        .filter(|preset| matches!(preset.rules, FamilyRules::Train(_)))
        .map(|preset| json!({"preset": preset.name}))
        .collect();
    assert_eq!(games.len(), 4);
    games.extend([
        json!({"preset": "masters-mexican-train", "draw": "none", "block": "n_passes"}),
        json!({"preset": "masters-mexican-train", "first_turn_double": "no_effect",
               "finish_first_circuit": false}),
        json!({"preset": "masters-mexican-train-reverse", "cover_order": "any"}),
        json!({"preset": "masters-mexican-train-strict", "dead_double": "binding",
               "cover_order": "newest_first", "double_blank": 50}),
        json!({"preset": "dominos-cc-mexican-train", "double_extra": "none",
               "dead_double": "exempt"}),
        json!({"preset": "dominos-cc-mexican-train", "double_extra": "none",
               "start_marked": false, "cover_duty": false}),
    ]);
    games
}

#[test]
fn train_rounds_are_worth_what_trying_everything_finds() {
    for game in train_games() {
        for (players, set, size, deals, skipped) in [
            (2, 2, 2, 20, 0),
            (2, 3, 2, 4, 0),
            (2, 3, 3, 6, 0),
            (2, 3, 4, 6, 0),
            (2, 4, 5, 2, 8),
            (3, 3, 2, 3, 0),
        ] {
            let rules = rules(&game, players, set, size);
            for game in 0..deals {
                for round in rounds_of(dealt(&rules, game)).into_iter().skip(skipped) {
                    check(&round, Objective::Points, None);
                    check(&round, Objective::Win, Some(8));
                }
            }
        }
    }
}
