//! Values of rounds against those that trying everything finds, on sets small enough for that.

mod exact;
mod limits;
mod properties;
mod sides;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bonepile::action::Action;
use bonepile::deal::Deal;
use bonepile::random::{SeedDice, random_deal};
use bonepile::round::Round;
use bonepile::rules::{Choice, FamilyRules, PRESETS, Rules};
use bonepile::solving::{self, Limit, Objective, Play, Question, Solution, SolveError, Solver};
use bonepile::state::Table;
use bonepile::tile::Tile;
use serde_json::{Value, json};

/// Line games of two sides on a set, all flags among them: preset, seats, hand sizes, overrides.
fn games(set: u8) -> Vec<Arc<Rules>> {
    let sizes: &[u8] = match set {
        2 => &[1, 2, 3],
        3 => &[3, 4],
        _ => &[4],
    };
    let two = [
        json!({"preset": "masters-block"}),
        json!({"preset": "masters-block", "opening": "any_tile"}),
        json!({"preset": "masters-block-individual", "no_double": "highest_tile"}),
        json!({"preset": "masters-block", "opening": "any_tile", "score_block": "everyone"}),
        json!({"preset": "masters-draw"}),
        json!({"preset": "masters-draw", "draw": "one", "reserve": 1}),
        json!({"preset": "pagat-draw", "reserve": 1}),
        json!({"preset": "pagat-draw", "draw": "one", "reserve": 0}),
        json!({"preset": "all-fives"}),
        json!({"preset": "all-fives", "voluntary_draw": true, "score_out": "everyone"}),
        json!({"preset": "masters-block", "opening": "any_tile", "spinner": "first_double"}),
    ];
    let four = [
        json!({"preset": "masters-block", "opening": "any_tile"}),
        json!({"preset": "masters-block", "go_out": "both_partners"}),
        json!({"preset": "masters-block", "opening": "any_tile", "go_out": "both_partners",
               "score_out": "opponents_minus_own"}),
        json!({"preset": "all-fives", "partnership": "at_four"}),
        json!({"preset": "masters-draw", "partnership": "at_four"}),
    ];
    let mut games = Vec::new();
    for &size in sizes {
        for game in &two {
            // Where a tile stays in the boneyard, all others may be too few.
            let reserve = game["reserve"].as_u64().unwrap_or(0);
            if 2 * u64::from(size) + reserve <= u64::from(set + 1) * u64::from(set + 2) / 2 {
                games.push(rules(game, 2, set, size));
            }
        }
    }
    for game in &four {
        games.push(rules(game, 4, set, set / 2));
    }
    games
}

fn rules(game: &Value, players: u8, set: u8, hand_size: u8) -> Arc<Rules> {
    let mut rules = game.as_object().unwrap().clone();
    rules.insert("players".into(), players.into());
    rules.insert("set".into(), set.into());
    rules.insert("hand_size".into(), hand_size.into());
    Arc::new(Rules::from_json(&rules).unwrap())
}

fn dealt(rules: &Arc<Rules>, game: u64) -> Round {
    let deal = random_deal(rules, 0, SeedDice::new(41, game)).unwrap();
    Round::new(Arc::clone(rules), deal, 0).unwrap()
}

fn ask(round: &Round, question: Question) -> Solution {
    round.solve(question, &mut || true).unwrap().unwrap()
}

/// Play between the side of one seat and all others, tried out to its ends.
struct Everything {
    objective: Objective,
    /// The side at the root.
    us: usize,
    /// What was scored at the root does not count.
    before: i32,
    seen: HashMap<Vec<u8>, i32>,
}

impl Everything {
    fn new(root: &Round, objective: Objective) -> Self {
        let mut everything = Self {
            objective,
            us: side(root, root.to_play().unwrap()),
            before: 0,
            seen: HashMap::new(),
        };
        if objective == Objective::Points {
            everything.before = ahead(&root.scores(), everything.us);
        }
        everything
    }

    /// What the round brings the side, from the root on.
    fn value(&mut self, round: &Round) -> i32 {
        let Some(seat) = round.to_play() else {
            let (winner, points) = end(round);
            return match self.objective {
                Objective::Points => ahead(&points, self.us) - self.before,
                Objective::Win => won(winner, self.us),
            };
        };
        let key = round.position_key();
        if let Some(&value) = self.seen.get(&key) {
            return value;
        }
        let next = round.legal_actions().into_iter();
        let values = next.map(|action| round.play(action).unwrap());
        let values = values.map(|next| self.value(&next)).collect::<Vec<_>>();
        let value = if side(round, seat) == self.us {
            values.into_iter().max().unwrap()
        } else {
            values.into_iter().min().unwrap()
        };
        self.seen.insert(key, value);
        value
    }

    /// The value of every action, for the side at the root.
    fn moves(&mut self, round: &Round) -> Vec<(Action, i32)> {
        let actions = round.legal_actions().into_iter();
        actions
            .map(|action| (action, self.value(&round.play(action).unwrap())))
            .collect()
    }
}

/// How far a side is ahead of all others.
fn ahead(points: &[i32], side: usize) -> i32 {
    2 * points[side] - points.iter().sum::<i32>()
}

fn won(winner: Option<usize>, side: usize) -> i32 {
    winner.map_or(0, |winner| if winner == side { 1 } else { -1 })
}

/// Who has won a round that is over, and what speaks for each side.
fn end(round: &Round) -> (Option<usize>, Vec<i32>) {
    let outcome = round.outcome().unwrap();
    if !matches!(round.table(), Table::Train(_)) {
        return (outcome.winner.map(usize::from), outcome.points);
    }
    let least = outcome.points.iter().min().unwrap();
    let fewest: Vec<_> = (0..outcome.points.len())
        .filter(|&side| outcome.points[side] == *least)
        .collect();
    let winner = if fewest.len() == 1 {
        Some(fewest[0])
    } else {
        None
    };
    (
        winner,
        outcome.points.iter().map(|points| -points).collect(),
    )
}

fn side(round: &Round, seat: u8) -> usize {
    (if round.rules().partners() {
        seat % 2
    } else {
        seat
    })
    .into()
}

/// All that is told of the round is what trying everything tells.
fn check(round: &Round, objective: Objective, table: Option<usize>) {
    let paranoid = round.rules().sides() > 2;
    let solution = ask(
        round,
        Question {
            moves: true,
            table,
            play: if paranoid {
                Play::Paranoid
            } else {
                Play::Exact
            },
            ..Question::new(objective)
        },
    );
    let mut everything = Everything::new(round, objective);
    let moves = everything.moves(round);
    let value = moves.iter().map(|&(_, value)| value).max().unwrap();
    let told: Vec<_> = solution.moves.clone().unwrap();
    let told: Vec<_> = told
        .into_iter()
        .map(|(action, value)| (action, value.unwrap()))
        .collect();
    let context = || format!("{objective:?} {table:?} {round:?} {:?}", round.deal());
    assert_eq!(told, moves, "{}", context());
    assert_eq!(
        solution.value,
        Some(solving::Value::One(value)),
        "{}",
        context()
    );
    assert_eq!(solution.low, solving::Value::One(value));
    assert_eq!(solution.high, solving::Value::One(value));
    assert!(solution.exact);
    assert_eq!(solution.best, first_best(&moves));
    assert_eq!(solution.line, line(&mut everything, round), "{}", context());
}

fn first_best(moves: &[(Action, i32)]) -> Option<Action> {
    let most = moves.iter().map(|&(_, value)| value).max()?;
    moves
        .iter()
        .find(|(_, value)| *value == most)
        .map(|&(action, _)| action)
}

/// The first best action of every round from here on.
fn line(everything: &mut Everything, root: &Round) -> Vec<Action> {
    let mut round = root.clone();
    let mut line = Vec::new();
    while let Some(seat) = round.to_play() {
        let mut moves = everything.moves(&round);
        if side(&round, seat) != everything.us {
            for (_, value) in &mut moves {
                *value = -*value;
            }
        }
        let best = first_best(&moves).unwrap();
        round = round.play(best).unwrap();
        line.push(best);
    }
    line
}

/// The rounds that a random game goes through, as long as not everything is over.
fn rounds_of(round: Round) -> Vec<Round> {
    use bonepile::policy::Policy;
    let end = round.playout(SeedDice::new(5, 5), Policy::Random);
    let mut rounds = vec![round];
    for action in end.actions() {
        let next = rounds.last().unwrap().play(action).unwrap();
        if next.to_play().is_some() {
            rounds.push(next);
        }
    }
    rounds
}

/// Rounds that take some search, of every family: a few actions before their ends.
fn middles(deals: u64) -> Vec<Round> {
    let train = json!({"preset": "masters-mexican-train-reverse"});
    let strict = json!({"preset": "masters-mexican-train-strict"});
    let block = json!({"preset": "masters-block", "opening": "any_tile"});
    let mut middles = Vec::new();
    for (game, players, set, size, left) in [
        (&block, 2, 6, 7, 14),
        (&block, 4, 6, 7, 16),
        (&json!({"preset": "masters-draw"}), 2, 6, 7, 14),
        (&json!({"preset": "all-fives"}), 2, 6, 7, 9),
        (&train, 2, 4, 4, 11),
        (&strict, 2, 5, 5, 11),
    ] {
        let rules = rules(game, players, set, size);
        for game in 0..deals {
            let mut rounds = rounds_of(dealt(&rules, game));
            middles.push(rounds.swap_remove(rounds.len().saturating_sub(left)));
        }
    }
    middles
}

fn value(solution: &Solution) -> i32 {
    solution
        .value
        .as_ref()
        .and_then(solving::Value::one)
        .unwrap()
}
