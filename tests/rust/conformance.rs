//! The conformance vectors of the package, but for the records, which are compressed.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bonepile::deal::Deal;
use bonepile::match_play::Match;
use bonepile::notation::{Session, divide, play, refusal, result};
use bonepile::policy::Policy;
use bonepile::random::{SeedDice, random_deal};
use bonepile::round::Round;
use bonepile::rules::Rules;
use serde_json::{Map, Value, json};

fn read(name: &str, format: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/bonepile/conformance");
    let text = fs::read(folder.join(name)).expect(name);
    let value: Value = serde_json::from_slice(&text).expect(name);
    assert_eq!(value["format"], format);
    value
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

/// The answer to a replay, as an engine behind a pipe would give it.
fn replayed(replay: &Value, more: Option<&Value>) -> Value {
    let mut request = replay.clone();
    request["op"] = "replay".into();
    request["actions"]
        .as_array_mut()
        .unwrap()
        .extend(more.cloned());
    let line = serde_json::to_vec(&request).unwrap();
    let answer = Session::new().answer(&line, &mut || true).unwrap();
    serde_json::from_slice(&answer).unwrap()
}

/// The round of a replay after all its actions.
fn round(told: &Value) -> Round {
    let rules = Arc::new(Rules::from_json(object(&told["rules"])).unwrap());
    let deal = Deal::from_json(object(&told["deal"])).unwrap();
    let number = u32::try_from(told["round"].as_u64().unwrap()).unwrap();
    list(&told["actions"])
        .iter()
        .fold(Round::new(rules, deal, number).unwrap(), |round, action| {
            play(&round, action.as_str().unwrap()).unwrap()
        })
}

#[test]
fn situations() {
    let told = read("situations.json", "bonepile-situations/1");
    for situation in list(&told["situations"]) {
        let (name, replay) = (&situation["name"], &situation["replay"]);
        let answer = replayed(replay, None);
        if let Some(error) = situation.get("error") {
            assert_eq!(answer["error"], *error, "{name}");
            continue;
        }
        let (found, wanted) = (list(&answer["snapshots"]), list(&situation["snapshots"]));
        assert_eq!(found.len(), wanted.len(), "{name}: {answer}");
        for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            assert_eq!(found, wanted, "{name} after {at} actions");
        }
        for probe in situation.get("refused").map_or(&[][..], list) {
            let refused = &replayed(replay, Some(&probe["action"]))["refused"];
            assert_eq!(refused["error"], probe["error"], "{name}: {probe}");
            let why = refusal(&round(replay), probe["action"].as_str().unwrap()).unwrap();
            assert_eq!(why.code.name(), probe["code"], "{name}: {probe}");
        }
        for (action, number) in situation.get("numbers").into_iter().flat_map(object) {
            let round = round(replay);
            let legal = round.legal_actions();
            let action = legal.iter().find(|one| one.to_string() == *action).unwrap();
            let index = round.rules().action_space().index(*action).unwrap();
            assert_eq!(index as u64, number.as_u64().unwrap(), "{name}: {action}");
        }
    }
}

#[test]
fn matches() {
    for told in list(&read("situations.json", "bonepile-situations/1")["matches"]) {
        let (name, record) = (&told["name"], &told["record"]);
        if told.get("error").is_some() {
            assert!(Match::from_record(record, None).is_err(), "{name}");
            continue;
        }
        for (last, wanted) in list(&told["rounds"]).iter().enumerate() {
            let mut part = record.clone();
            part["rounds"].as_array_mut().unwrap().truncate(last + 1);
            let game = Match::from_record(&part, None).unwrap();
            let mut begun = game.round().clone();
            while let Some(before) = begun.undo() {
                begun = before;
            }
            let found = json!({
                "first": begun.to_play(),
                "result": game.round().outcome().as_ref().map(result),
                "totals": game.totals(),
                "places": game.places(),
                "over": game.is_over(),
            });
            assert_eq!(found, *wanted, "{name}, round {last}");
        }
    }
}

#[test]
fn perft() {
    for table in list(&read("perft.json", "bonepile-perft/1")["tables"]) {
        let round = round(table);
        for (depth, count) in (0..).zip(list(&table["counts"])) {
            assert_eq!(round.perft(depth, &mut || true), count.as_u64(), "{table}");
        }
        let depth = u32::try_from(table["depth"].as_u64().unwrap()).unwrap();
        assert_eq!(list(&table["counts"])[depth as usize], table["count"]);
        let parts = divide(&round, depth, &mut || true).unwrap();
        let parts: Map<_, _> = parts.into_iter().map(|(a, n)| (a, n.into())).collect();
        assert_eq!(parts, *object(&table["divide"]), "{table}");
    }
}

#[test]
fn deals() {
    for told in list(&read("deals.json", "bonepile-deals/1")["deals"]) {
        let word = |key: &str| told[key].as_str().unwrap().parse::<u64>().unwrap();
        let dice = || SeedDice::new(word("seed"), word("game"));
        let rules = Rules::from_json(object(&told["rules"])).unwrap();
        let number = u32::try_from(told["round"].as_u64().unwrap()).unwrap();
        let deal = random_deal(&rules, number, dice()).unwrap();
        assert_eq!(deal.to_json(), told["deal"], "{told}");
        let end = Round::new(Arc::new(rules), deal, number)
            .unwrap()
            .playout(dice(), Policy::Random);
        let played: Vec<_> = end.actions().iter().map(ToString::to_string).collect();
        assert_eq!(Value::from(played), told["actions"], "{told}");
    }
}
