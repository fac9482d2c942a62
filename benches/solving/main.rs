//! Solves random deals of double-six and prints what half of them cost at most: `solving [DEALS]`.

use std::env;
use std::sync::Arc;
use std::time::Instant;

use bonepile::random::{SeedDice, random_deal};
use bonepile::round::Round;
use bonepile::rules::Rules;
use bonepile::solving::{Objective, Question, Solver};
use serde_json::{Value, json};

const SEED: u64 = 2026;
const DEALS: u64 = 300;

fn cases() -> [(&'static str, Value); 3] {
    [
        (
            "block-2x7",
            json!({"preset": "masters-block", "players": 2, "hand_size": 7, "opening": "any_tile"}),
        ),
        (
            "draw-2x7",
            json!({"preset": "masters-draw", "players": 2, "opening": "any_tile"}),
        ),
        (
            "block-4x7",
            json!({"preset": "masters-block", "players": 4, "hand_size": 7, "opening": "any_tile"}),
        ),
    ]
}

/// Positions looked at and microseconds, one for each deal.
fn costs(rules: &Arc<Rules>, question: Question, deals: u64) -> (Vec<u64>, Vec<f64>) {
    let mut solver = Solver::new(Arc::clone(rules), question).expect("two sides");
    let one = |game| {
        let deal = random_deal(rules, 0, SeedDice::new(SEED, game)).expect("nothing is set aside");
        let round = Round::new(Arc::clone(rules), deal, 0).expect("a random deal fits its rules");
        let begun = Instant::now();
        let solution = solver.solve(&round, &mut || true).expect("nobody stops it");
        (solution.nodes, begun.elapsed().as_secs_f64() * 1e6)
    };
    (0..deals).map(one).unzip()
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
    for (name, rules) in cases() {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let rules = rules.as_object().expect("rules are an object");
        let rules = Arc::new(Rules::from_json(rules).expect("the rules are playable"));
        for objective in [Objective::Points, Objective::Win] {
            for line in [false, true] {
                let question = Question {
                    line,
                    ..Question::new(objective)
                };
                let (mut nodes, mut times) = costs(&rules, question, deals);
                nodes.sort_unstable();
                times.sort_by(f64::total_cmp);
                let half = nodes.len() / 2;
                println!(
                    "{name} {objective:?} line={line}: median {} nodes, {:.1} us; worst {} nodes, {:.0} us",
                    nodes[half],
                    times[half],
                    nodes[nodes.len() - 1],
                    times[times.len() - 1],
                );
            }
        }
    }
}
