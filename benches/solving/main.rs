//! Solves random deals, or what random play leaves of them, and prints what that costs:
//! `solving [DEALS] [CASE]`.

use std::env;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bonepile::policy::Policy;
use bonepile::random::{SeedDice, random_deal};
use bonepile::round::Round;
use bonepile::rules::{Choice, Rules};
use bonepile::solving::{Limit, Objective, Play, Question, Solver};
use serde_json::{Value, json};

const SEED: u64 = 2026;
const DEALS: u64 = 300;
/// One round that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(5);

struct Case {
    name: &'static str,
    rules: Value,
    play: Play,
    /// A random game goes on until no more tiles than these are in hands and boneyard.
    tiles: usize,
    /// Of as many deals as the others take, one in so many.
    share: u64,
}

impl Case {
    fn of_deals(name: &'static str, rules: Value) -> Self {
        Self {
            name,
            rules,
            play: Play::Exact,
            tiles: usize::MAX,
            share: 1,
        }
    }

    fn late(name: &'static str, rules: Value, tiles: usize) -> Self {
        Self {
            tiles,
            ..Self::of_deals(name, rules)
        }
    }

    fn one_in(self, share: u64) -> Self {
        Self { share, ..self }
    }

    fn played(self, play: Play) -> Self {
        Self { play, ..self }
    }
}

fn cases() -> Vec<Case> {
    let block = |players: u8, size: u8| json!({"preset": "masters-block", "players": players, "hand_size": size, "opening": "any_tile"});
    let alone = json!({"preset": "masters-block-individual", "players": 3, "hand_size": 7, "opening": "any_tile"});
    let draw = json!({"preset": "masters-draw", "players": 2, "opening": "any_tile"});
    let fives = json!({"preset": "all-fives", "players": 2});
    let trains = |set: u8, size: u8| json!({"preset": "masters-mexican-train", "players": 2, "set": set, "hand_size": size});
    let strict =
        json!({"preset": "masters-mexican-train-strict", "players": 2, "set": 4, "hand_size": 5});
    vec![
        Case::of_deals("block-2x7", block(2, 7)),
        Case::of_deals("block-2x8", block(2, 8)),
        Case::of_deals("block-4x7", block(4, 7)),
        Case::of_deals("block-3x7-paranoid", alone.clone()).played(Play::Paranoid),
        Case::of_deals("block-3x7-maxn", alone)
            .played(Play::Maxn)
            .one_in(10),
        Case::of_deals("draw-2x7", draw),
        Case::of_deals(
            "draw-2x7-preset",
            json!({"preset": "masters-draw", "players": 2}),
        ),
        Case::of_deals("fives-2x7", fives.clone()).one_in(10),
        Case::late("fives-2-left-12", fives, 12),
        Case::of_deals("trains-3-2x4", trains(3, 4)),
        Case::of_deals("trains-4-2x5", trains(4, 5)),
        Case::of_deals("trains-4-2x5-strict", strict),
        Case::late("trains-6-2x10-left-14", trains(6, 10), 14),
    ]
}

/// What rounds have cost.
#[derive(Default)]
struct Costs {
    nodes: Vec<u64>,
    microseconds: Vec<f64>,
    given_up: u64,
}

fn round_of(case: &Case, rules: &Arc<Rules>, game: u64) -> Option<Round> {
    let dice = SeedDice::new(SEED, game);
    let deal = random_deal(rules, 0, dice).expect("nothing is set aside");
    let mut round = Round::new(Arc::clone(rules), deal, 0).expect("a random deal fits its rules");
    let left =
        |round: &Round| round.boneyard().len() + round.hands().iter().map(Vec::len).sum::<usize>();
    let mut actions = round.playout(dice, Policy::Random).actions().into_iter();
    while left(&round) > case.tiles {
        round = round.play(actions.next()?).expect("it was legal before");
    }
    // Some games end before so few tiles are left.
    round.to_play().map(|_| round)
}

fn costs(case: &Case, rules: &Arc<Rules>, question: Question, deals: u64) -> Costs {
    let mut solver = Solver::new(Arc::clone(rules), question).expect("the play suits the sides");
    let mut costs = Costs::default();
    for round in (0..deals).filter_map(|game| round_of(case, rules, game)) {
        let begun = Instant::now();
        let solution = solver.solve(&round, &mut || true).expect("nobody stops it");
        costs.microseconds.push(begun.elapsed().as_secs_f64() * 1e6);
        costs.nodes.push(solution.nodes);
        costs.given_up += u64::from(!solution.exact);
    }
    costs.nodes.sort_unstable();
    costs.microseconds.sort_by(f64::total_cmp);
    costs
}

impl Costs {
    fn print(&self, name: &str) {
        let count = self.nodes.len();
        let print = |what: &str, at: usize| {
            print!(
                "  {what} {} nodes {:.1} us",
                self.nodes[at], self.microseconds[at]
            );
        };
        print!("{name}: {count} rounds");
        print("median", count / 2);
        print("p95", count * 95 / 100);
        print("worst", count - 1);
        println!("  given up {}", self.given_up);
    }
}

fn main() {
    let words = env::args().skip(1).filter(|word| word != "--bench");
    let mut deals = DEALS;
    let mut only = None;
    for word in words {
        match word.parse() {
            Ok(number) => deals = number,
            Err(_) => only = Some(word),
        }
    }
    for case in cases() {
        if only
            .as_ref()
            .is_some_and(|only| !case.name.starts_with(only.as_str()))
        {
            continue;
        }
        let rules = case.rules.as_object().expect("rules are an object");
        let rules = Arc::new(Rules::from_json(rules).expect("the rules are playable"));
        for objective in [Objective::Points, Objective::Win] {
            for line in [false, true] {
                let question = Question {
                    line,
                    play: case.play,
                    limit: Limit {
                        nodes: None,
                        time: Some(PATIENCE),
                    },
                    ..Question::new(objective)
                };
                let name = format!("{} {} line={line}", case.name, objective.name());
                costs(&case, &rules, question, deals.div_ceil(case.share)).print(&name);
            }
        }
    }
}
