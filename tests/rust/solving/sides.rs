//! Three sides and more: all against one, and everybody alone.

use super::*;

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
