//! Values of rounds against those that trying everything finds, on sets small enough for that.

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

#[test]
fn three_seats_against_the_one_on_turn() {
    for game in [
        json!({"preset": "masters-block-individual", "opening": "any_tile"}),
        json!({"preset": "all-fives"}),
        json!({"preset": "masters-block-individual", "opening": "any_tile",
               "score_block": "pairwise_differences"}),
    ] {
        let rules = rules(&game, 3, 3, 3);
        for game in 0..4 {
            for round in rounds_of(dealt(&rules, game)) {
                check(&round, Objective::Points, None);
                check(&round, Objective::Win, None);
            }
        }
    }
}

/// What every side gets where each plays for itself alone, tried out to its ends, and the first best
/// action.
fn alone(
    round: &Round,
    objective: Objective,
    seen: &mut HashMap<Vec<u8>, Vec<i32>>,
) -> (Vec<i32>, Vec<(Action, Vec<i32>)>) {
    let sides = usize::from(round.rules().sides());
    let Some(seat) = round.to_play() else {
        let (winner, points) = end(round);
        let value = |side| match objective {
            Objective::Points => ahead(&points, side),
            Objective::Win => won(winner, side),
        };
        return ((0..sides).map(value).collect(), vec![]);
    };
    let us = side(round, seat);
    let mut moves = Vec::new();
    for action in round.legal_actions() {
        let next = round.play(action).unwrap();
        // Ends that are looked at from behind have their actions in another order.
        let mut key = next.position_key();
        key.extend(format!("{:?} {:?}", next.table(), next.scores()).bytes());
        let values = match seen.get(&key) {
            Some(values) => values.clone(),
            None => alone(&next, objective, seen).0,
        };
        seen.insert(key, values.clone());
        moves.push((action, values));
    }
    let most = moves.iter().map(|(_, values)| values[us]).max().unwrap();
    let best = moves.iter().find(|(_, values)| values[us] == most);
    (best.unwrap().1.clone(), moves)
}

fn check_alone(round: &Round, objective: Objective, table: Option<usize>) {
    let question = Question {
        play: Play::Maxn,
        moves: true,
        table,
        ..Question::new(objective)
    };
    let told = ask(round, question);
    let mut seen = HashMap::new();
    let before = |values: &[i32]| -> Vec<i32> {
        let scores = round.scores();
        let one = |(side, &value)| match objective {
            Objective::Points => value - ahead(&scores, side),
            Objective::Win => value,
        };
        values.iter().enumerate().map(one).collect()
    };
    let (values, moves) = alone(round, objective, &mut seen);
    let us = side(round, round.to_play().unwrap());
    let value = solving::Value::BySide(before(&values));
    let context = format!("{objective:?} {table:?} {round:?}");
    let moves = moves.iter();
    let moves = moves.map(|(action, values)| (*action, Some(before(values)[us])));
    assert_eq!(told.moves, Some(moves.collect()), "{context}");
    assert_eq!(told.value.as_ref(), Some(&value), "{context}");
    assert!(told.exact && told.low == value && told.high == value);
    let mut line = Vec::new();
    let mut at = round.clone();
    while at.to_play().is_some() {
        let (values, moves) = alone(&at, objective, &mut seen);
        let us = side(&at, at.to_play().unwrap());
        let best = moves.iter().find(|(_, one)| one[us] == values[us]).unwrap();
        line.push(best.0);
        at = at.play(best.0).unwrap();
    }
    assert_eq!(told.line, line, "{context}");
    let short = ask(
        round,
        Question {
            moves: false,
            ..question
        },
    );
    assert_eq!((short.value, short.line), (told.value, told.line));
}

#[test]
fn seats_that_play_for_themselves_alone() {
    let any = json!({"preset": "masters-block-individual", "opening": "any_tile"});
    let draw = json!({"preset": "masters-draw"});
    let fives = json!({"preset": "all-fives", "voluntary_draw": true});
    let train = json!({"preset": "masters-mexican-train"});
    for (game, players, set, size) in [
        (&any, 3, 3, 3),
        (&any, 4, 3, 2),
        (&draw, 3, 3, 2),
        (&fives, 3, 2, 1),
        (&train, 3, 3, 2),
    ] {
        let rules = rules(game, players, set, size);
        for game in 0..4 {
            for round in rounds_of(dealt(&rules, game)).into_iter().skip(set.into()) {
                check_alone(&round, Objective::Points, None);
                check_alone(&round, Objective::Win, Some(4));
                check_alone(&round, Objective::Points, Some(0));
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

#[test]
fn neither_table_nor_memory_of_other_rounds_changes_an_answer() {
    let rules = rules(
        &json!({"preset": "masters-block", "opening": "any_tile"}),
        2,
        6,
        6,
    );
    for objective in [Objective::Points, Objective::Win] {
        let question = Question::new(objective);
        let mut solver = Solver::new(Arc::clone(&rules), question).unwrap();
        for game in 0..20 {
            let round = dealt(&rules, game);
            let fresh = ask(&round, question);
            assert_eq!(solver.solve(&round, &mut || true), Some(fresh));
        }
    }
    for round in middles(4) {
        for objective in [Objective::Points, Objective::Win] {
            let question = |table| Question {
                table,
                ..Question::new(objective)
            };
            let usual = ask(&round, question(None));
            for table in [0, 1, 1 << 6, 1 << 16] {
                let other = ask(&round, question(Some(table)));
                let same = Solution {
                    nodes: usual.nodes,
                    hits: usual.hits,
                    ..other
                };
                assert_eq!(same, usual);
            }
        }
    }
}

#[test]
fn the_best_action_leads_to_a_round_of_the_value_that_it_promises() {
    for mut round in middles(8) {
        let mut last = ask(&round, Question::new(Objective::Points));
        for &action in &last.line.clone() {
            let us = side(&round, round.to_play().unwrap());
            assert_eq!(last.best, Some(action));
            let next = round.play(action).unwrap();
            let Some(seat) = next.to_play() else { break };
            let there = ask(&next, Question::new(Objective::Points));
            let brings = ahead(&next.scores(), us) - ahead(&round.scores(), us);
            let sign = if side(&next, seat) == us { 1 } else { -1 };
            assert_eq!(value(&last), brings + sign * value(&there));
            assert_eq!(last.line[1..], there.line);
            (round, last) = (next, there);
        }
    }
}

#[test]
fn who_sits_where_does_not_matter() {
    let any = json!({"preset": "masters-block", "opening": "any_tile"});
    for (game, players, set, size) in [
        (&any, 2, 6, 7),
        (&any, 4, 5, 5),
        (&json!({"preset": "masters-draw"}), 2, 4, 4),
        (&json!({"preset": "all-fives"}), 2, 3, 3),
        (&json!({"preset": "masters-mexican-train"}), 2, 3, 3),
    ] {
        let rules = rules(game, players, set, size);
        for game in 0..10 {
            let round = dealt(&rules, game);
            let mut deal = round.deal().unwrap().clone();
            // Everybody moves on by one seat.
            deal.hands.rotate_right(1);
            deal.leader = deal.leader.map(|leader| (leader + 1) % players);
            let turned = Round::new(Arc::clone(&rules), deal, 0).unwrap();
            if round.hands().iter().flatten().all(|tile| !tile.is_double())
                && round.deal().unwrap().engine.is_none()
            {
                // Who draws the engine may have another one first.
                continue;
            }
            for objective in [Objective::Points, Objective::Win] {
                let question = Question {
                    moves: true,
                    ..Question::new(objective)
                };
                let (one, other) = (ask(&round, question), ask(&turned, question));
                assert_eq!(value(&one), value(&other));
                let values = |solution: Solution| {
                    let mut values: Vec<_> = solution
                        .moves
                        .unwrap()
                        .into_iter()
                        .map(|(_, value)| value)
                        .collect();
                    values.sort_unstable();
                    values
                };
                assert_eq!(values(one), values(other));
            }
        }
    }
}

#[test]
fn a_search_that_ends_early_tells_what_it_has_proven() {
    for round in middles(2) {
        for objective in [Objective::Points, Objective::Win] {
            ends_early(&round, Question::new(objective));
        }
    }
}

fn ends_early(round: &Round, question: Question) {
    let whole = ask(round, question);
    let value = value(&whole);
    let few = (0..whole.nodes).step_by((whole.nodes / 30).max(1) as usize);
    for nodes in few.chain([whole.nodes]) {
        let limit = Limit {
            nodes: Some(nodes),
            time: None,
        };
        let part = ask(round, Question { limit, ..question });
        let (low, high) = (part.low.one().unwrap(), part.high.one().unwrap());
        assert!(low <= value && value <= high, "{part:?}");
        assert!(part.value.is_none() || part.value == whole.value);
        assert!(part.best.is_some());
        assert!(part.exact || part.nodes <= nodes + 1_000);
        assert!(!part.exact || part == whole);
        assert!(part.exact || nodes < whole.nodes);
    }
}

#[test]
fn sides_alone_end_early_with_bounds_that_hold() {
    let rules = rules(&json!({"preset": "masters-draw"}), 3, 4, 3);
    for game in 0..5 {
        let round = dealt(&rules, game);
        let question = Question {
            play: Play::Maxn,
            ..Question::new(Objective::Points)
        };
        let whole = ask(&round, question);
        let by_side = |value: &solving::Value| match value {
            solving::Value::BySide(values) => values.clone(),
            solving::Value::One(_) => panic!("one number a side"),
        };
        let values = by_side(whole.value.as_ref().unwrap());
        for nodes in (0..=whole.nodes).step_by((whole.nodes / 20).max(1) as usize) {
            let limit = Limit {
                nodes: Some(nodes),
                time: None,
            };
            let part = ask(&round, Question { limit, ..question });
            let bounds = by_side(&part.low).into_iter().zip(by_side(&part.high));
            let mut inside = bounds.zip(&values);
            assert!(inside.all(|((low, high), value)| low <= *value && *value <= high));
            assert!(part.best.is_some());
            assert!(!part.exact || part == whole);
        }
    }
}

#[test]
fn the_clock_and_the_caller_end_a_search() {
    for (game, players, set, size) in [
        (json!({"preset": "masters-draw"}), 2, 9, 20),
        (json!({"preset": "all-fives"}), 2, 9, 20),
        (json!({"preset": "masters-mexican-train"}), 2, 9, 15),
        (json!({"preset": "masters-mexican-train"}), 4, 12, 15),
    ] {
        let plays: &[_] = if players == 2 {
            &[Play::Exact]
        } else {
            &[Play::Paranoid, Play::Maxn]
        };
        let round = dealt(&rules(&game, players, set, size), 1);
        for &play in plays {
            let question = Question {
                play,
                ..Question::new(Objective::Points)
            };
            let limit = Limit {
                nodes: None,
                time: Some(Duration::from_millis(20)),
            };
            let begun = Instant::now();
            let stopped = ask(&round, Question { limit, ..question });
            assert!(!stopped.exact && stopped.best.is_some());
            assert_eq!(round.solve(question, &mut || false), Ok(None));
            // A generous allowance: the machine may be busy.
            assert!(begun.elapsed() < Duration::from_millis(400));
        }
    }
}

#[test]
fn questions_without_an_answer_are_refused() {
    let three = dealt(&rules(&json!({"preset": "masters-draw"}), 3, 3, 2), 0);
    let exact = Question::new(Objective::Points);
    let refused = |round: &Round, question| round.solve(question, &mut || true).unwrap_err();
    assert_eq!(refused(&three, exact), SolveError::ManySides(3));
    let two = dealt(&rules(&json!({"preset": "masters-draw"}), 2, 3, 2), 0);
    let paranoid = Question {
        play: Play::Paranoid,
        ..exact
    };
    assert_eq!(refused(&two, paranoid), SolveError::TwoSides);
    let odd = Question {
        table: Some(3),
        ..exact
    };
    assert_eq!(refused(&two, odd), SolveError::Table(3));
    let maxn = Question {
        play: Play::Maxn,
        ..exact
    };
    assert_eq!(refused(&two, maxn), SolveError::TwoSides);
    assert_eq!(Objective::from_name("win"), Some(Objective::Win));
}

#[test]
fn a_round_that_is_over_is_worth_nothing() {
    let rules = rules(&json!({"preset": "all-fives"}), 2, 3, 3);
    let last = rounds_of(dealt(&rules, 0)).pop().unwrap();
    let over = last.play(last.legal_actions()[0]).unwrap();
    let solution = ask(&over, Question::new(Objective::Points));
    assert_eq!(
        (solution.value, solution.best),
        (Some(solving::Value::One(0)), None)
    );
    assert!(solution.exact && solution.line.is_empty());
}
