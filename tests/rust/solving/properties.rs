//! What changes no value, and what values promise.

use super::*;

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
