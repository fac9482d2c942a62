//! What the rules' door lets in, and what it says to the rest.

use bonepile::rules::{PRESETS, Rules, RulesError};
use serde_json::{Value, json};

fn open(rules: Value) -> Result<Rules, RulesError> {
    let Value::Object(rules) = rules else {
        panic!("rules are an object: {rules}")
    };
    Rules::from_json(&rules)
}

/// The parameters at fault.
fn names(rules: Value) -> Vec<String> {
    match open(rules) {
        Err(RulesError::Bad(reasons)) => reasons
            .iter()
            .map(|reason| reason.split(':').next().unwrap_or_default().to_owned())
            .collect(),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn presets_are_rules_for_every_number_of_seats_they_name() {
    for preset in &PRESETS {
        for &(seats, size) in preset.hands {
            let rules = Rules::new(preset.name, seats).expect(preset.name);
            assert_eq!(rules.hand_size(), size);
            assert_eq!(rules.parameters(), preset.parameters());
            assert_eq!(
                Value::from(rules.to_json()),
                json!({"preset": preset.name, "players": seats})
            );
            let mut spelled = rules.parameters();
            spelled.insert("preset".into(), preset.name.into());
            spelled.insert("players".into(), seats.into());
            assert_eq!(Rules::from_json(&spelled), Ok(rules));
        }
    }
}

#[test]
fn every_value_of_a_preset_has_a_source() {
    for preset in &PRESETS {
        let parameters = preset.parameters();
        for name in parameters.keys() {
            assert!(preset.source_of(name).is_some(), "{}: {name}", preset.name);
        }
        for sources in preset.sources {
            let mut named: Vec<_> = sources.iter().flat_map(|(_, names)| *names).collect();
            assert!(named.iter().all(|name| parameters.contains_key(**name)));
            named.sort_unstable();
            assert!(named.is_sorted_by(|a, b| a < b), "a name given twice");
        }
    }
}

#[test]
fn every_listed_name_is_taken_and_every_other_refused() {
    for preset in &PRESETS {
        let own = preset.parameters();
        let names_of: Vec<_> = preset
            .table()
            .iter()
            .map(|parameter| parameter.name)
            .collect();
        assert_eq!(own.keys().collect::<Vec<_>>(), names_of);
        for parameter in preset.table() {
            let listed: Vec<_> = parameter.values.split(", ").collect();
            for &text in &listed {
                let value = match text.parse::<Value>() {
                    Ok(value) => value,
                    Err(_) if text.contains([' ', '.']) => continue,
                    Err(_) => text.into(),
                };
                let asked = json!({"preset": preset.name, "players": 2, parameter.name: value});
                if let Err(RulesError::Bad(reasons)) = open(asked) {
                    assert!(!reasons[0].contains(" is not "), "{reasons:?}");
                }
            }
            let asked = json!({"preset": preset.name, "players": 2, parameter.name: "sometimes"});
            assert_eq!(names(asked), [parameter.name]);
        }
    }
}

#[test]
fn every_reason_is_given_at_once() {
    let found = names(json!({
        "preset": "masters-draw", "players": 9, "set": 19, "draw": "sometimes", "reserve": -1,
        "colour": null, "cover_duty": true, "next_leader": "rotate", "target": 0,
    }));
    let mut sorted = found.clone();
    sorted.sort();
    assert_eq!(
        sorted,
        [
            "colour",
            "cover_duty",
            "draw",
            "next_leader",
            "players",
            "reserve",
            "set",
            "target"
        ]
    );
}

#[test]
fn children_lapse_and_have_defaults() {
    let lapsed = open(json!({"preset": "pagat-draw", "players": 2, "draw": "none"})).unwrap();
    assert_eq!(lapsed.parameters()["reserve"], 0);
    assert_eq!(lapsed.parameters()["voluntary_draw"], false);
    assert_eq!(
        Value::from(lapsed.to_json()),
        json!({"preset": "pagat-draw", "players": 2, "draw": "none"})
    );
    let asked = json!({"preset": "masters-mexican-train", "players": 2, "cover_duty": true});
    let switched_on = open(asked).unwrap();
    assert_eq!(switched_on.parameters()["dead_double"], "binding");
    let written = Value::from(switched_on.to_json());
    assert_eq!(
        written["cover_order"], "oldest_first",
        "it differs from the preset"
    );
    assert_eq!(open(written), Ok(switched_on));
}

#[test]
fn rounds_shrink_with_the_set_unless_named() {
    let cc = |rounds: Value| {
        json!({
            "preset": "dominos-cc-mexican-train", "players": 2, "set": 4, "hand_size": 3, "rounds": rounds,
        })
    };
    assert_eq!(open(cc(Value::Null)).unwrap().parameters()["rounds"], 5);
    assert_eq!(names(cc(json!(6))), ["rounds"]);
}

#[test]
fn an_unknown_preset_is_an_error_of_its_own() {
    let error = RulesError::UnknownPreset("chess".into());
    assert_eq!(open(json!({"preset": "chess"})), Err(error));
    assert_eq!(names(json!({"preset": 1})), ["preset"]);
    assert_eq!(names(json!({"preset": "all-fives"})), ["players"]);
}
