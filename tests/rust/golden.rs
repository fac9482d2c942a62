//! The golden data that every engine must reproduce.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bonepile::deal::Deal;
use bonepile::match_play::Match;
use bonepile::notation::{Session, play, snapshot};
use bonepile::round::Round;
use bonepile::rules::{PRESETS, Rules};
use serde_json::Value;

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

fn read(name: &str) -> Value {
    let text = fs::read(golden(name)).expect(name);
    serde_json::from_slice(&text).expect(name)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn perft() {
    for entry in list(&read("perft.json")) {
        let rules = Rules::from_json(entry["rules"].as_object().unwrap()).unwrap();
        assert_eq!(Value::from(rules.to_json()), entry["rules"]);
        let deal = Deal::from_json(entry["deal"].as_object().unwrap()).unwrap();
        let number = entry["round"].as_u64().unwrap() as u32;
        let mut round = Round::new(Arc::new(rules), deal, number).unwrap();
        for action in list(&entry["actions"]) {
            round = play(&round, action.as_str().unwrap()).unwrap();
        }
        for (depth, count) in (0..).zip(list(&entry["perft"])) {
            let found = round.perft(depth, &mut || true);
            assert_eq!(found, count.as_u64(), "depth {depth} of {entry}");
            let divided = round.divide(depth, &mut || true).unwrap();
            let sum = divided.iter().map(|(_, count)| count).sum::<u64>();
            assert!(depth == 0 || Some(sum) == count.as_u64());
        }
    }
}

#[test]
fn playthroughs() {
    for preset in &PRESETS {
        let told = read(&format!("playthroughs/{}.json", preset.name));
        assert_eq!(told["revision"], preset.revision, "{}", preset.name);
        let game = Match::from_record(&told["record"], None).unwrap();
        assert_eq!(game.record(), told["record"]);
        assert_eq!(list(&told["snapshots"]).len(), game.round_count());
        for (end, snapshots) in game.rounds().zip(list(&told["snapshots"])) {
            let mut round = end.clone();
            for shown in list(snapshots).iter().rev() {
                assert_eq!(snapshot(&round), *shown);
                round = round.undo().unwrap_or(round);
            }
        }
    }
}

#[test]
fn rejects() {
    for case in list(&read("rejects.json")) {
        let mut session = Session::new();
        for step in list(&case["steps"]) {
            let line = step["line"].as_str().unwrap();
            let answer = session.answer(line.as_bytes(), &mut || true).unwrap();
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            let error = answer.get("error").unwrap_or(&Value::Null);
            assert_eq!(*error, step["error"], "{}: {answer}", case["about"]);
            assert_eq!(answer["ok"], error.is_null());
        }
    }
}
