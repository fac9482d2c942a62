//! Fixed games for counting instructions: `instructions list` tells the cases and their two sizes,
//! `instructions CASE GAMES` plays one and prints its plies. Without a case all of them are played.
//!
//! Cases whose names begin with "solve" are deals to be solved, and print the positions looked at.
//!
//! What the games add up to is known, and asserted every time.

use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use bonepile::batch::{self, Batch, Instructions};
use bonepile::policy::Policy;
use bonepile::random::{SeedDice, random_deal};
use bonepile::round::Round;
use bonepile::rules::Rules;
use bonepile::solving::{Deals, Objective};
use serde_json::{Value, json};

const SEED: u64 = 2026;

/// How many games, their plies or positions, and the points of all sides or values together.
type Totals = (u64, u64, i64);

/// What the games start from.
enum Start {
    Deals(Rules),
    Round(Round),
    /// Deals to be solved.
    Open(Rules),
}

struct Case {
    name: &'static str,
    start: fn() -> Start,
    instructions: Instructions,
    small: Totals,
    large: Totals,
}

const CASES: [Case; 12] = [
    Case {
        name: "masters-block-2",
        start: || preset("masters-block", 2),
        instructions: Instructions::Scalar,
        small: (2_048, 30_465, 14_519),
        large: (18_432, 276_499, 132_643),
    },
    Case {
        name: "masters-block-2-portable",
        start: || preset("masters-block", 2),
        instructions: Instructions::Portable,
        small: (2_048, 30_465, 14_519),
        large: (18_432, 276_499, 132_643),
    },
    Case {
        name: "masters-block-2-in-step",
        start: || preset("masters-block", 2),
        instructions: Instructions::Best,
        small: (2_048, 30_465, 14_519),
        large: (18_432, 276_499, 132_643),
    },
    Case {
        name: "block-partners-7",
        start: || deals(&json!({"preset": "masters-block", "players": 4, "hand_size": 7})),
        instructions: Instructions::Scalar,
        small: (2_048, 54_887, 29_262),
        large: (10_240, 273_738, 147_792),
    },
    Case {
        name: "masters-draw-2",
        start: || preset("masters-draw", 2),
        instructions: Instructions::Scalar,
        small: (2_048, 55_468, 33_339),
        large: (10_240, 276_079, 168_020),
    },
    Case {
        name: "all-fives-2",
        start: || preset("all-fives", 2),
        instructions: Instructions::Scalar,
        small: (2_048, 45_196, 87_240),
        large: (10_240, 225_682, 442_870),
    },
    Case {
        name: "masters-mexican-train-4",
        start: || preset("masters-mexican-train", 4),
        instructions: Instructions::Scalar,
        small: (512, 51_691, 55_422),
        large: (2_560, 257_130, 284_320),
    },
    Case {
        name: "dominos-cc-mexican-train-4",
        start: || preset("dominos-cc-mexican-train", 4),
        instructions: Instructions::Scalar,
        small: (512, 54_440, 57_500),
        large: (2_560, 269_017, 290_655),
    },
    Case {
        name: "block-2-middle",
        start: || Start::Round(middle_of_block()),
        instructions: Instructions::Scalar,
        small: (2_048, 14_091, 13_898),
        large: (18_432, 126_667, 124_626),
    },
    Case {
        name: "solve-block-2",
        start: || open("masters-block", 2, 7),
        instructions: Instructions::Best,
        small: (16, 6_317, 163),
        large: (128, 48_634, 1_048),
    },
    Case {
        name: "solve-block-partners",
        start: || open("masters-block", 4, 7),
        instructions: Instructions::Best,
        small: (1, 16_709, 15),
        large: (5, 211_632, -16),
    },
    Case {
        name: "solve-draw-2",
        start: || open("masters-draw", 2, 7),
        instructions: Instructions::Best,
        small: (4, 39_193, 52),
        large: (24, 368_826, 296),
    },
];

fn preset(name: &str, players: u8) -> Start {
    deals(&json!({"preset": name, "players": players}))
}

/// Hands in which any tile may be led.
fn open(name: &str, players: u8, hand_size: u8) -> Start {
    Start::Open(rules_of(&json!({
        "preset": name, "players": players, "hand_size": hand_size, "opening": "any_tile",
    })))
}

fn deals(rules: &Value) -> Start {
    Start::Deals(rules_of(rules))
}

fn rules_of(rules: &Value) -> Rules {
    let rules = rules.as_object().expect("rules are an object");
    Rules::from_json(rules).expect("the rules are playable")
}

/// Block for two with hands of seven, after the first seven actions of a random game.
fn middle_of_block() -> Round {
    let rules = rules_of(&json!({"preset": "masters-block", "players": 2, "hand_size": 7}));
    let dice = SeedDice::new(SEED, 0);
    let deal = random_deal(&rules, 0, dice).expect("the round has an engine or needs none");
    let dealt = Round::new(Arc::new(rules), deal, 0).expect("a random deal fits its rules");
    let actions = dealt.playout(dice, Policy::Random).actions();
    actions.into_iter().take(7).fold(dealt, |round, action| {
        round.play(action).expect("it was played before")
    })
}

/// Plays the first games of the seed: the one place that knows how a batch is asked for.
fn play(start: &Start, instructions: Instructions, games: u64) -> Totals {
    let start = match start {
        Start::Deals(rules) => batch::Start::Rules(rules, 0),
        Start::Round(round) => batch::Start::Round(round),
        Start::Open(rules) => return solve(rules, games),
    };
    let batch = Batch {
        instructions,
        ..Batch::random(start, 0, games, SEED)
    };
    let games = batch
        .play(1, &mut || true)
        .expect("the round has an engine or needs none, and memory is enough")
        .expect("nobody stops it");
    // Plain sums: a tally would be counted as well.
    let plies = games.plies.iter().map(|&plies| u64::from(plies)).sum();
    let points = games.points.iter().map(|&points| i64::from(points)).sum();
    (games.len() as u64, plies, points)
}

/// Solves the first deals of the seed, for points.
fn solve(rules: &Rules, deals: u64) -> Totals {
    let deals = Deals {
        rules: Arc::new(rules.clone()),
        round: 0,
        seed: SEED,
        first: 0,
        n: deals,
        objective: Objective::Points,
    };
    let solved = deals
        .solve(1, &mut || true)
        .expect("two sides, and memory is enough")
        .expect("nobody stops it");
    let nodes = solved.nodes.iter().map(|&nodes| u64::from(nodes)).sum();
    let values = solved.value.iter().map(|&value| i64::from(value)).sum();
    (solved.value.len() as u64, nodes, values)
}

/// Plays a case and returns its plies or positions.
fn check(case: &Case, known: Totals) -> u64 {
    let totals = play(&(case.start)(), case.instructions, known.0);
    assert_eq!(
        totals, known,
        "{}: games, plies or positions, points",
        case.name
    );
    totals.1
}

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for case in &CASES {
                for known in [case.small, case.large] {
                    println!(
                        "{}: {} games, {} plies or positions",
                        case.name,
                        known.0,
                        check(case, known)
                    );
                }
            }
        }
        ["list"] => {
            for case in &CASES {
                println!("{} {} {}", case.name, case.small.0, case.large.0);
            }
        }
        [name, games] => {
            let known = CASES
                .iter()
                .filter(|case| case.name == name)
                .flat_map(|case| [(case, case.small), (case, case.large)])
                .find(|(_, known)| known.0.to_string() == games);
            match known {
                Some((case, known)) => println!("{}", check(case, known)),
                None => return usage(),
            }
        }
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: instructions [list | CASE GAMES], a case and a size as `list` tells them");
    ExitCode::from(2)
}
