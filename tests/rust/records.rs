//! Matches and their records.

use std::sync::Arc;

use bonepile::match_play::{Match, MatchError};
use bonepile::notation::{RecordError, RecordFault, play_match};
use bonepile::rules::{PRESETS, Rules};
use serde_json::{Value, json};

fn rules(json: &Value) -> Arc<Rules> {
    Arc::new(Rules::from_json(json.as_object().unwrap()).unwrap())
}

/// A match played to its end, always by the first legal action.
fn played(rules: Arc<Rules>, seed: u64) -> Match {
    let mut game = Match::new(rules, Some(seed), None).unwrap();
    while !game.is_over() {
        game = match game.round().legal_actions().first() {
            Some(action) => play_match(&game, &action.to_string()).unwrap(),
            None => game.next_round(None).unwrap(),
        };
    }
    game
}

fn fault(record: &Value) -> RecordFault {
    match Match::from_record(record, None) {
        Err(RecordError::Fault(fault)) => *fault,
        other => panic!("not refused as a record: {other:?}"),
    }
}

#[test]
fn records_are_read_back() {
    for preset in &PRESETS {
        let mut asked = json!({"preset": preset.name, "players": 3});
        if preset.family() == "train" {
            asked["rounds"] = 3.into();
        }
        let game = played(rules(&asked), 5);
        let record = game.record();
        assert_eq!(Match::from_record(&record, Some(5)).as_ref(), Ok(&game));
        let text = serde_json::to_vec_pretty(&record).unwrap();
        assert_eq!(Match::from_record_text(&text, Some(5)), Ok(game));
    }
}

#[test]
fn a_match_is_over_at_its_target() {
    let game = played(
        rules(&json!({"preset": "all-fives", "players": 2, "target": 60})),
        1,
    );
    let best = *game.totals().iter().max().unwrap();
    assert!(best >= 60);
    let places = game.places();
    assert_eq!(places[usize::from(game.totals()[1] == best)], 1);
    assert!(matches!(game.next_round(None), Err(MatchError::Early(_))));
}

#[test]
fn undo_goes_back_to_the_first_deal() {
    for asked in [
        json!({"preset": "all-fives", "players": 3, "target": 60}),
        json!({"preset": "masters-draw", "players": 2, "match_by": "wins", "target": 2}),
        json!({"preset": "dominos-cc-mexican-train", "players": 2, "rounds": 3}),
    ] {
        let mut game = Match::new(rules(&asked), Some(5), None).unwrap();
        let mut past = Vec::new();
        while !game.is_over() {
            let next = match game.round().legal_actions().first() {
                Some(action) => game.play(*action).unwrap(),
                None => game.next_round(None).unwrap(),
            };
            past.push(std::mem::replace(&mut game, next));
        }
        assert!(game.round_count() > 1);
        while let Some(before) = game.undo() {
            assert_eq!(Some(&before), past.last());
            assert_eq!(before.totals(), past.last().unwrap().totals());
            past.pop();
            game = before;
        }
        assert!(past.is_empty());
    }
}

#[test]
fn the_winner_leads_the_next_round() {
    let game = played(rules(&json!({"preset": "all-fives", "players": 3})), 2);
    let rounds: Vec<_> = game.rounds().collect();
    assert_eq!(rounds[0].leader(), Some(0));
    for pair in rounds.windows(2) {
        let after = (pair[0].leader().unwrap() + 1) % 3;
        let leader = pair[0].outcome().unwrap().went_out.unwrap_or(after);
        assert_eq!(pair[1].leader(), Some(leader));
    }
}

#[test]
fn wins_may_be_counted_instead_of_points() {
    let game = played(
        rules(&json!({"preset": "masters-draw", "players": 2, "match_by": "wins", "target": 3})),
        4,
    );
    assert_eq!(game.totals().iter().max(), Some(&3));
    let won = game
        .rounds()
        .filter(|round| round.outcome().unwrap().winner.is_some());
    assert_eq!(
        i64::try_from(won.count()),
        Ok(game.totals().iter().sum::<i64>())
    );
}

#[test]
fn a_match_of_trains_asks_for_rounds() {
    let loose = rules(&json!({"preset": "masters-mexican-train", "players": 2}));
    assert!(matches!(
        Match::new(loose, None, None),
        Err(MatchError::Rules(_))
    ));
}

#[test]
fn faults_name_the_round_and_the_action() {
    let record = played(rules(&json!({"preset": "masters-draw", "players": 2})), 5).record();
    let changed = |path: &str, value: Value| {
        let mut record = record.clone();
        *record.pointer_mut(path).unwrap() = value;
        record
    };
    let illegal = fault(&changed("/rounds/1/actions/2", "stop".into()));
    assert_eq!(
        (illegal.round, illegal.at, illegal.reason),
        (Some(1), Some(2), "cannot_stop")
    );
    assert_eq!(illegal.action.as_deref(), Some("stop"));
    assert!(!illegal.legal.is_empty());
    for word in [
        "rounds[1].actions[2]",
        "stop",
        "cannot_stop",
        &illegal.legal[0],
    ] {
        assert!(illegal.message.contains(word), "{}", illegal.message);
    }
    let differs = fault(&changed("/rounds/0/result/winner", Value::Null));
    assert_eq!((differs.round, differs.reason), (Some(0), "result_differs"));
    assert_eq!(
        fault(&changed("/format", "other/1".into())).reason,
        "bad_record"
    );
    assert_eq!(fault(&changed("/rounds", json!([]))).reason, "bad_record");
    assert_eq!(
        fault(&changed("/rounds/1/actions", json!({}))).round,
        Some(1)
    );
    let stopped = fault(&changed("/rounds/0/actions", json!([])));
    assert_eq!(stopped.reason, "result_differs");
    let unfinished = json!({"deal": record["rounds"][0]["deal"], "actions": []});
    let unfinished = fault(&changed("/rounds/0", unfinished));
    assert_eq!(
        (unfinished.round, unfinished.reason),
        (Some(0), "unfinished_round")
    );
    let mut longer = record.clone();
    let again = record["rounds"][0].clone();
    longer["rounds"].as_array_mut().unwrap().push(again);
    assert_eq!(fault(&longer).reason, "match_over");
    let deal = Match::from_record(&changed("/rounds/1/deal/hands/0/0", "6-7".into()), None);
    let Err(RecordError::Deal(deal)) = deal else {
        panic!("{deal:?}")
    };
    assert!(
        deal.reasons()[0].starts_with("rounds[1].deal.hands[0]"),
        "{deal}"
    );
}

/// A record whose second round starts from a position in the middle of it.
fn with_position(game: &Match) -> Value {
    let second = game.rounds().nth(1).unwrap();
    let middle = (0..4).fold(second.clone(), |round, _| round.undo().unwrap());
    let mut record = game.record();
    let actions = record["rounds"][1]["actions"].as_array().unwrap();
    let rest: Value = actions[middle.action_count()..].into();
    let result = record["rounds"][1]["result"].clone();
    record["rounds"][1] =
        json!({"position": middle.position().to_json(), "actions": rest, "result": result});
    record
}

#[test]
fn a_round_may_start_from_a_position() {
    for asked in [
        json!({"preset": "all-fives", "players": 3, "target": 120}),
        json!({"preset": "masters-draw", "players": 2}),
        json!({"preset": "dominos-cc-mexican-train", "players": 2, "rounds": 3}),
    ] {
        let whole = played(rules(&asked), 5);
        let record = with_position(&whole);
        let game = Match::from_record(&record, Some(5)).unwrap();
        assert_eq!(game.record(), record);
        assert_eq!(game.totals(), whole.totals());
        let second = game.rounds().nth(1).unwrap();
        assert!(second.deal().is_none() && second.set_up_from().is_some());
        // The rounds after it have the same numbers and leaders.
        assert!(game.rounds().skip(2).eq(whole.rounds().skip(2)));
        let mut short = record.clone();
        short["rounds"].as_array_mut().unwrap().truncate(2);
        let next = Match::from_record(&short, Some(5))
            .unwrap()
            .next_round(None);
        let third = whole.rounds().nth(2).unwrap();
        assert_eq!(next.unwrap().round().deal(), third.deal());
    }
}

#[test]
fn the_match_names_a_leader_that_a_position_leaves_open() {
    let game = played(
        rules(&json!({"preset": "all-fives", "players": 3, "target": 120})),
        5,
    );
    let mut record = with_position(&game);
    record["rounds"][1]["position"]["leader"] = Value::Null;
    let read = Match::from_record(&record, Some(5)).unwrap();
    assert_eq!(read.record(), with_position(&game));
}

#[test]
fn a_position_keeps_its_number_in_any_place() {
    let game = played(
        rules(&json!({"preset": "all-fives", "players": 3, "target": 120})),
        5,
    );
    let mut record = with_position(&game);
    let rounds = record["rounds"].as_array_mut().unwrap();
    rounds.drain(..1);
    rounds.truncate(1);
    rounds[0]["round"] = 1.into();
    let read = Match::from_record(&record, Some(5)).unwrap();
    assert_eq!(read.round().number(), 1);
    assert_eq!(read.record(), record);
}

#[test]
fn faults_of_positions_name_the_round() {
    let game = played(rules(&json!({"preset": "masters-draw", "players": 2})), 5);
    let record = with_position(&game);
    let changed = |key: &str, value: Value| {
        let mut record = record.clone();
        record["rounds"][1][key] = value;
        record
    };
    let both = fault(&changed("deal", game.round().deal().unwrap().to_json()));
    assert_eq!(both.round, Some(1));
    assert_eq!(fault(&changed("deal", Value::Null)), both);
    assert_eq!(both.message, "rounds[1].position: there is a deal too");
    let no_object = fault(&changed("position", json!([])));
    assert_eq!(no_object.message, "rounds[1].position: not an object");
    let number = fault(&changed("round", 7.into()));
    assert_eq!(
        number.message,
        "rounds[1].round: 7, but the position is of round 1"
    );
    assert!(Match::from_record(&changed("round", 1.into()), None).is_ok());
    let mut neither = record.clone();
    neither["rounds"][1]
        .as_object_mut()
        .unwrap()
        .remove("position");
    assert!(
        fault(&neither)
            .message
            .starts_with("rounds[1].deal: missing")
    );
    let mut refused = record.clone();
    refused["rounds"][1]["position"]["passes"] = 9.into();
    let Err(RecordError::Position(error)) = Match::from_record(&refused, None) else {
        panic!("it is refused")
    };
    assert!(
        error.reasons()[0].starts_with("rounds[1].position.passes: 9"),
        "{error}"
    );
}

#[test]
fn text_that_is_no_json_tells_the_line() {
    let Err(RecordError::Fault(fault)) = Match::from_record_text(b"{\n  \"format\": NaN}", None)
    else {
        panic!("it is refused")
    };
    assert!(fault.message.contains("line 2 column"), "{}", fault.message);
}
