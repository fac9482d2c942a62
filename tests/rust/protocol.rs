//! The line protocol.

use bonepile::notation::Session;
use proptest::prelude::*;
use serde_json::{Value, json};

fn say(session: &mut Session, line: impl AsRef<[u8]>) -> String {
    let answer = session
        .answer(line.as_ref(), &mut || true)
        .expect("nobody called it off");
    String::from_utf8(answer).expect("answers are text")
}

fn answer(session: &mut Session, request: &Value) -> Value {
    serde_json::from_str(&say(session, request.to_string())).expect("answers are JSON")
}

fn start() -> Value {
    json!({
        "op": "start",
        "rules": {"preset": "masters-draw", "players": 2, "set": 2, "hand_size": {"2": 2}},
        "deal": {"hands": [["2-2", "0-1"], ["0-0", "1-2"]], "boneyard": ["0-2", "1-1"]},
    })
}

#[test]
fn one_conversation() {
    let mut session = Session::new();
    let hello = answer(&mut session, &json!({"id": 1, "op": "hello"}));
    assert_eq!(
        (&hello["id"], &hello["ok"], &hello["name"]),
        (&json!(1), &json!(true), &json!("bonepile"))
    );
    assert_eq!(hello["presets"].as_array().map(Vec::len), Some(9));
    assert_eq!(hello["ops"], json!(["replay", "perft"]));
    let started = answer(&mut session, &start());
    assert_eq!(started["id"], Value::Null);
    assert_eq!(started["snapshot"]["legal"], json!(["2-2"]));
    let refused = answer(&mut session, &json!({"op": "apply", "action": "0-1"}));
    assert_eq!(refused["error"], "illegal_action");
    let played = answer(&mut session, &json!({"op": "apply", "action": "2-2"}));
    assert_eq!(played["snapshot"]["table"], json!({"L": 2, "R": 2}));
    let counted = answer(&mut session, &json!({"op": "perft", "depth": 2}));
    assert_eq!(counted["count"], 2);
    assert_eq!(counted["divide"], json!({"1-2@L": 1, "1-2@R": 1}));
    assert_eq!(
        say(&mut session, r#"{"op":"perft","depth":0}"#),
        r#"{"id":null,"ok":true,"count":1,"divide":{}}"#
    );
    assert!(!session.closed());
    assert_eq!(
        say(&mut session, r#"{"op":"quit"}"#),
        r#"{"id":null,"ok":true}"#
    );
    assert!(session.closed());
}

#[test]
fn a_replay_leaves_the_round_in_progress_alone() {
    let mut session = Session::new();
    answer(&mut session, &start());
    let mut replay = start();
    replay["op"] = "replay".into();
    replay["actions"] = json!(["2-2", "1-2@L", "stop", "draw"]);
    let replayed = answer(&mut session, &replay);
    assert_eq!(replayed["snapshots"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        replayed["refused"],
        json!({"at": 2, "error": "illegal_action"})
    );
    let played = answer(&mut session, &json!({"op": "apply", "action": "2-2"}));
    assert_eq!(played["ok"], true);
    replay["actions"] = json!(["2-2", 3]);
    assert_eq!(answer(&mut session, &replay)["error"], "bad_request");
}

#[test]
fn an_id_is_echoed_to_the_digit() {
    let mut session = Session::new();
    for (id, echoed) in [
        ("1.0", "1.0"),
        ("1e999", "1e999"),
        (
            "123456789012345678901234567890",
            "123456789012345678901234567890",
        ),
        (
            r#"[ 1 , "a b\" c" , { "x" : null } ]"#,
            r#"[1,"a b\" c",{"x":null}]"#,
        ),
        (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
        (r#"1, "id": 2"#, "2"),
    ] {
        let line = format!("{{\"id\": {id}, \"op\": \"jump\"}}");
        let told = say(&mut session, line);
        let expected = format!("{{\"id\":{echoed},\"ok\":false,\"error\":\"bad_request\"");
        assert!(told.starts_with(&expected), "{told}");
    }
}

#[test]
fn what_is_no_json_object_has_no_id() {
    let mut session = Session::new();
    for line in [
        &b""[..],
        b"  ",
        b"[]",
        b"null",
        b"{\"id\":1",
        b"{\"id\":1,}",
        b"{\"id\":NaN}",
        b"{\"id\":01}",
        b"\xef\xbb\xbf{\"id\":1}",
        b"{\"id\":\"\xff\"}",
        b"{\"id\":\"\\ud800\"}",
        b"{\"id\":\"\\ude00\\ud83d\"}",
        b"{\"id\":1}{\"id\":2}",
        b"{\"id\":1,\"x\":\"\t\"}",
        b"{'id':1}",
        b"{\"id\":1,\"x\":[1,]}",
        b"{\"id\":+1}",
    ] {
        let told = say(&mut session, line);
        let shown = String::from_utf8_lossy(line);
        assert!(
            told.starts_with(r#"{"id":null,"ok":false,"error":"bad_request""#),
            "{shown}: {told}"
        );
    }
}

#[test]
fn a_line_of_a_mebibyte_is_read_and_a_longer_one_is_not() {
    let mut session = Session::new();
    let mut line = br#"{"id":1,"op":"hello""#.to_vec();
    line.resize((1 << 20) - 1, b' ');
    line.push(b'}');
    assert!(say(&mut session, &line).starts_with(r#"{"id":1,"ok":true"#));
    line.push(b'\n');
    assert!(say(&mut session, &line).starts_with(r#"{"id":1,"ok":true"#));
    line.insert(1, b' ');
    assert!(say(&mut session, &line).starts_with(r#"{"id":null,"ok":false"#));
}

#[test]
fn a_deep_request_is_answered() {
    let mut session = Session::new();
    let nested = "[".repeat(100_000) + &"]".repeat(100_000);
    let told = say(
        &mut session,
        format!("{{\"op\":\"hello\",\"id\":{nested}}}"),
    );
    assert!(told.contains("\"ok\":true"));
    let told = say(
        &mut session,
        format!("{{\"op\":\"start\",\"rules\":{nested}}}"),
    );
    assert!(told.contains("bad_request"));
}

#[test]
fn a_count_can_be_called_off() {
    let mut session = Session::new();
    let mut long = start();
    long["rules"] = json!({"preset": "pagat-draw", "players": 2, "hand_size": 7});
    let tiles: Vec<_> = (0..=6)
        .flat_map(|high| (0..=high).map(move |low| format!("{low}-{high}")))
        .collect();
    long["deal"] = json!({"hands": [&tiles[..7], &tiles[7..14]], "boneyard": &tiles[14..]});
    assert_eq!(answer(&mut session, &long)["ok"], true);
    assert_eq!(
        session.answer(br#"{"op":"perft","depth":60}"#, &mut || false),
        None
    );
}

proptest! {
    #[test]
    fn any_bytes_are_answered(line in prop::collection::vec(any::<u8>(), 0..200)) {
        let told = say(&mut Session::new(), line);
        prop_assert!(serde_json::from_str::<Value>(&told).is_ok());
    }

    #[test]
    fn any_values_are_answered(
        op in "hello|start|apply|replay|perft",
        key in "id|rules|round|deal|action|actions|depth|players|preset",
        value in r#"null|true|-0|1.0|[0-9]{1,25}|"2-6@L"|\[\]|\{\}|\["draw",1\]|\{"preset":"all-fives","players":[0-9]\}"#,
    ) {
        let mut session = Session::new();
        let mut request = start().to_string();
        say(&mut session, &request);
        request.truncate(request.len() - 1);
        let told = say(&mut session, format!("{request},\"op\":\"{op}\",\"{key}\":{value}}}"));
        let told: Value = serde_json::from_str(&told).unwrap();
        prop_assert!(told["ok"] == true || told["message"].is_string());
    }
}
