//! Searches that end early, and questions that have no answer.

use super::*;

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
