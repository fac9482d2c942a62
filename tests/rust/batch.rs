//! A batch plays the same games as single rounds, whatever it is spread over.

use std::sync::Arc;

use bonepile::batch::{Batch, Instructions, Start};
use bonepile::games::{Games, NOBODY};
use bonepile::policy::Policy;
use bonepile::random::{SeedDice, random_deal};
use bonepile::round::Round;
use bonepile::rules::{Choice, Rules};
use bonepile::state::Reason;
use bonepile::tally::SHARE;

use crate::play::all_rules;

const SEED: u64 = 77;

fn all(start: Start<'_>, first: u64, n: u64, policy: Policy, threads: usize) -> Games {
    let batch = Batch {
        policy,
        ..Batch::random(start, first, n, SEED)
    };
    played(&batch, threads)
}

fn played(batch: &Batch<'_>, threads: usize) -> Games {
    batch.play(threads, &mut || true).unwrap().unwrap()
}

fn suiting(rules: &Rules) -> impl Iterator<Item = Policy> {
    let policies = Policy::VALUES.iter().map(|(policy, _)| *policy);
    policies.filter(|policy| policy.suits(rules))
}

fn dealt(rules: &Rules, game: u64, round: u32) -> Round {
    let deal = random_deal(rules, round, SeedDice::new(SEED, game)).unwrap();
    Round::new(Arc::new(rules.clone()), deal, round).unwrap()
}

/// Row `row` of the columns tells how that round ended.
fn assert_row(games: &Games, row: usize, end: &Round, plies: usize) {
    let outcome = end.outcome().unwrap();
    let points = games.points[row * games.sides..][..games.sides].iter();
    let points = points.map(|&points| points.into()).collect::<Vec<i32>>();
    assert_eq!(points, outcome.points);
    let winner = outcome.winner.map_or(NOBODY, u8::cast_signed);
    assert_eq!(games.winner[row], winner);
    let blocked = outcome.reason == Reason::Blocked;
    assert_eq!(games.reason[row], u8::from(blocked));
    assert_eq!(usize::from(games.plies[row]), plies);
}

#[test]
fn fresh_deals_are_played_as_single_rounds_are() {
    for rules in all_rules() {
        for policy in suiting(&rules) {
            let games = all(Start::Rules(&rules, 1), 5, 9, policy, 1);
            for row in 0..9 {
                let game = 5 + row as u64;
                let end = dealt(&rules, game, 1).playout(SeedDice::new(SEED, game), policy);
                assert_row(&games, row, &end, end.action_count());
            }
        }
    }
}

#[test]
fn a_round_is_played_on_from_where_it_stands() {
    for rules in all_rules() {
        let whole = dealt(&rules, 3, 0).playout(SeedDice::new(SEED, 3), Policy::Random);
        let (mut middle, mut over) = (whole.clone(), whole.clone());
        while middle.action_count() > whole.action_count() / 2 {
            middle = middle.undo().unwrap();
        }
        for policy in suiting(&rules) {
            let games = all(Start::Round(&middle), 0, 4, policy, 1);
            for row in 0..4 {
                over = middle.playout(SeedDice::new(SEED, row as u64), policy);
                let plies = over.action_count() - middle.action_count();
                assert_row(&games, row, &over, plies);
            }
        }
        let games = all(Start::Round(&over), 0, 2, Policy::Random, 1);
        assert_row(&games, 1, &over, 0);
    }
}

#[test]
fn a_game_depends_neither_on_threads_nor_on_the_games_beside_it() {
    let rules = Rules::new("masters-draw", 3).unwrap();
    let start = Start::Rules(&rules, 0);
    let games = all(start, 5, 5000, Policy::Random, 1);
    for threads in [2, 3, 8, 6000] {
        assert_eq!(all(start, 5, 5000, Policy::Random, threads), games);
    }
    let some = all(start, 3005, 700, Policy::Random, 2);
    assert_eq!(some.points, games.points[3000 * 3..3700 * 3]);
    assert_eq!(some.plies, games.plies[3000..3700]);
    let last = all(start, u64::MAX, 1, Policy::Random, 1);
    let end = dealt(&rules, u64::MAX, 0).playout(SeedDice::new(SEED, u64::MAX), Policy::Random);
    assert_row(&last, 0, &end, end.action_count());
}

#[test]
fn a_game_does_not_depend_on_the_processor() {
    for rules in all_rules() {
        let best = Batch::random(Start::Rules(&rules, 0), 3, 100, SEED);
        let games = played(&best, 1);
        for (instructions, _) in Instructions::VALUES {
            let instructions = *instructions;
            assert_eq!(
                played(
                    &Batch {
                        instructions,
                        ..best
                    },
                    1
                ),
                games,
                "{rules:?}"
            );
        }
    }
}

#[test]
fn a_batch_can_be_called_off() {
    let rules = Rules::new("masters-block", 2).unwrap();
    for threads in [1, 2] {
        let mut polls = 0;
        let batch = Batch::random(Start::Rules(&rules, 0), 0, 1 << 20, 1);
        let games = batch.play(threads, &mut || {
            polls += 1;
            polls < 4
        });
        assert_eq!(games.unwrap(), None);
    }
}

#[test]
fn more_games_than_memory_holds_are_an_error() {
    let rules = Rules::new("masters-block", 2).unwrap();
    let start = Start::Rules(&rules, 0);
    let batch = Batch::random(start, 0, 1 << 62, 1);
    assert!(batch.play(1, &mut || true).is_err());
}

#[test]
fn tallies_add_the_columns_up() {
    for rules in all_rules() {
        let games = all(Start::Rules(&rules, 0), 0, 50, Policy::Random, 1);
        let tally = games.tally();
        assert_eq!(tally.rounds, 50);
        let plies = games.plies.iter().copied().map(u64::from);
        assert_eq!(tally.actions, plies.clone().sum::<u64>());
        assert_eq!(
            tally.actions_squared,
            plies.map(|plies| plies * plies).sum::<u64>()
        );
        assert_eq!(tally.out + tally.blocked, 50);
        let blocked = games.reason.iter().copied().map(u64::from);
        assert_eq!(tally.blocked, blocked.sum::<u64>());
        let mut wins = vec![0; games.sides];
        for (row, points) in games.points.chunks(games.sides).enumerate() {
            if games.lowest_wins {
                let least = points.iter().min();
                let winners = points
                    .iter()
                    .filter(|points| Some(*points) == least)
                    .count() as u64;
                for (wins, points) in wins.iter_mut().zip(points) {
                    *wins += if Some(points) == least {
                        SHARE / winners
                    } else {
                        0
                    };
                }
            } else if let Ok(side) = usize::try_from(games.winner[row]) {
                wins[side] += SHARE;
            }
        }
        assert_eq!(tally.wins, wins);
        for side in 0..games.sides {
            let points = games.points.iter().skip(side).step_by(games.sides);
            let points = points.map(|&points| i64::from(points));
            assert_eq!(tally.points[side], points.clone().sum::<i64>());
            let squares = points.map(|points| points.pow(2) as u64).sum::<u64>();
            assert_eq!(tally.points_squared[side], squares);
        }
    }
}
