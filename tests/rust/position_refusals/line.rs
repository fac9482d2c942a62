//! Stage 3: line games.

use std::sync::Arc;

use bonepile::rules::Rules;
use serde_json::{Value, json};

use super::{changed, reasons, refused, rules, small_line};

#[test]
fn before_the_lead_a_position_is_a_deal() {
    let (rules, base) = small_line(&json!({}));
    let deal = json!({"layout": null, "hands": [["0-1"], ["0-0", "1-2"]],
        "boneyard": ["1-1", "0-2", "2-2"],
        "leader": 1, "to_play": 0, "last": 0, "passes": 1, "drew": true, "scores": [5, 0]});
    refused(
        &rules,
        &base,
        &deal,
        &[
            "hands[0]: 1 tiles instead of 2",
            "to_play:",
            "last:",
            "passes:",
            "drew:",
            "scores:",
        ],
    );
    let (rules, base) = small_line(&json!({"opening": "highest_double"}));
    let deal = json!({"layout": null, "hands": [["0-1", "0-2"], ["1-2", "1-1"]],
        "boneyard": ["0-0", "2-2"]});
    refused(&rules, &base, &deal, &[]);
    let none = json!({"layout": null, "hands": [["0-1", "0-2"], ["1-2", "2-2"]],
        "boneyard": ["0-0", "1-1"], "to_play": 0});
    refused(
        &rules,
        &base,
        &none,
        &["to_play: nothing is led, and seat 1 leads"],
    );
}

#[test]
fn line_1_one_seat_is_on_turn_or_was_last() {
    let (rules, base) = small_line(&json!({}));
    refused(&rules, &base, &json!({"last": 0}), &["last:"]);
    refused(
        &rules,
        &base,
        &json!({"to_play": null, "passes": 9, "scores": [5, 0]}),
        &["to_play:"],
    );
    // Neither out nor blocked.
    refused(
        &rules,
        &base,
        &json!({"to_play": null, "last": 0}),
        &["passes: 0, but nobody is out"],
    );
}

#[test]
fn line_2_hands_are_not_empty_before_the_end() {
    let (rules, base) = small_line(&json!({"spinner": "none", "in_play": "none"}));
    let layout = json!({"lead": "0-2", "L": ["0-1"]});
    refused(
        &rules,
        &base,
        &json!({"hands": [[], ["0-0", "1-2"]], "layout": layout}),
        &["hands[0]:"],
    );
    let out = json!({"hands": [[], ["0-0", "1-2"]], "layout": layout, "to_play": null, "last": 0});
    refused(&rules, &base, &out, &[]);
    let layout = json!({"lead": "0-2", "L": ["0-0"], "R": ["1-2"]});
    let out = json!({"hands": [[], ["0-1", "1-1"]],
        "boneyard": ["2-2"], "layout": layout, "to_play": null, "last": 1});
    refused(
        &rules,
        &base,
        &out,
        &["hands[0]: no tiles", "passes: 0, but nobody is out"],
    );
}

/// Four partners, ten tiles; 3-3 is led, then 0-3@L and 1-3@R.
fn partners() -> (Arc<Rules>, Value) {
    let rules = rules(&json!({
        "preset": "masters-block", "players": 4, "set": 3, "hand_size": 2, "go_out": "both_partners",
    }));
    let position = json!({
        "hands": [["0-1"], ["0-2"], ["1-2"], ["2-3", "1-1"]], "boneyard": ["0-0", "2-2"],
        "layout": {"lead": "3-3", "L": ["0-3"], "R": ["1-3"]}, "to_play": 3,
    });
    (rules, position)
}

#[test]
fn line_2_partners_go_out_together() {
    let (rules, base) = partners();
    refused(&rules, &base, &json!({}), &[]);
    let two = json!({"lead": "3-3", "L": ["0-3", "0-1"], "R": ["1-3", "1-2"]});
    let both = json!({"layout": two, "hands": [[], ["0-2"], [], ["2-3", "1-1"]]});
    refused(&rules, &base, &both, &["hands[0]: neither"]);
    let mut over = both.clone();
    (over["to_play"], over["last"]) = (Value::Null, 2.into());
    refused(&rules, &base, &over, &[]);
    let one = json!({"lead": "3-3", "L": ["0-3", "0-1"], "R": ["1-3"]});
    let one = json!({"layout": one, "hands": [[], ["0-2"], ["1-2"], ["2-3", "1-1"]], "to_play": 0});
    refused(
        &rules,
        &base,
        &one,
        &["to_play: this seat has no tiles", "hands:"],
    );
    let mut over = one.clone();
    (over["to_play"], over["last"]) = (Value::Null, 0.into());
    refused(
        &rules,
        &base,
        &over,
        &["hands: seat 0 has no tiles, but its partner"],
    );
}

#[test]
fn line_3_the_boneyard_gives_what_is_drawn() {
    let (none, base) = small_line(&json!({"draw": "none"}));
    let drawn = json!({"hands": [["0-1", "1-1"], ["0-0", "1-2"]], "boneyard": ["2-2"]});
    refused(&none, &base, &drawn, &["boneyard: 1 tiles less"]);
    let (kept, _) = small_line(&json!({"reserve": 2}));
    refused(&kept, &base, &drawn, &["boneyard: 1 tiles, and 2"]);
    let back = json!({"hands": [["0-1"], ["0-0"]], "boneyard": ["1-1", "2-2", "1-2"]});
    let (rules, _) = small_line(&json!({}));
    refused(
        &rules,
        &base,
        &back,
        &["boneyard: 1 tiles more", "boneyard: more tiles", "hands:"],
    );
}

#[test]
fn line_4_and_5_who_passed_could_not_play() {
    let (rules, base) = small_line(&json!({"draw": "none", "in_play": "none"}));
    let hands = json!([["1-1"], ["0-1", "2-2"]]);
    let passed = json!({"hands": hands, "boneyard": ["0-0", "1-2"], "to_play": 0, "passes": 1});
    refused(&rules, &base, &passed, &["hands[1]: 0-1 fits"]);
    let hands = json!([["2-2"], ["0-1", "1-1"]]);
    let layout = json!({"lead": "0-0"});
    let passed = json!({"hands": hands,
        "boneyard": ["1-2", "0-2"], "layout": layout, "to_play": 1, "passes": 2});
    refused(&rules, &base, &passed, &["layout.spinner"]);
    let layout = json!({"lead": "0-0", "spinner": "0-0"});
    let passed = |change: Value| {
        changed(
            &json!({"hands": [["2-2"], ["1-2", "1-1"]],
                "boneyard": ["0-1", "0-2"], "layout": layout, "to_play": 0, "passes": 1}),
            &change,
        )
    };
    refused(&rules, &passed(json!({})), &json!({}), &[]);
    refused(
        &rules,
        &passed(json!({"passes": 2})),
        &json!({}),
        &["passes: 2, but the round goes on", "hands:"],
    );
    let blocked = json!({"to_play": null, "last": 0, "passes": 2});
    refused(&rules, &passed(blocked), &json!({}), &[]);
    let drawing = small_line(&json!({"in_play": "none"})).0;
    refused(
        &drawing,
        &passed(json!({})),
        &json!({}),
        &["passes: no pass counts"],
    );
    let out = json!({"hands": [[], ["1-1", "2-2"]],
        "layout": {"lead": "0-0", "R": ["0-1"], "spinner": "0-0"},
        "boneyard": ["1-2", "0-2"], "to_play": null, "last": 0, "passes": 1});
    refused(
        &rules,
        &out,
        &json!({}),
        &["passes: a seat is out", "hands[1]: 1-1 fits"],
    );
}

#[test]
fn line_6_a_draw_comes_before_a_play() {
    let (rules, base) = small_line(&json!({"in_play": "none"}));
    let drew =
        json!({"hands": [["0-1"], ["0-0", "1-2", "1-1"]], "boneyard": ["2-2"], "drew": true});
    refused(&rules, &base, &drew, &["drew: two tiles"]);
    let (voluntary, _) = small_line(&json!({"in_play": "none", "voluntary_draw": true}));
    refused(&voluntary, &base, &drew, &[]);
    let undrawn = json!({"drew": true});
    refused(
        &rules,
        &base,
        &undrawn,
        &[
            "drew: the boneyard is as it was",
            "drew: two tiles",
            "boneyard: more tiles",
            "hands:",
        ],
    );
    let (none, _) = small_line(&json!({"in_play": "none", "draw": "none"}));
    refused(
        &none,
        &base,
        &undrawn,
        &[
            "drew: nobody draws",
            "drew: the boneyard is as it was",
            "drew: two tiles",
            "boneyard: more",
            "hands:",
        ],
    );
    let over = json!({"to_play": null, "last": 0, "drew": true});
    assert!(
        reasons(&rules, &changed(&base, &over)).contains(&"drew: the round is over".to_owned())
    );
}

#[test]
fn line_7_and_8_the_highest_double_leads_and_somebody_laid_every_tile() {
    let (rules, base) =
        small_line(&json!({"in_play": "none", "opening": "highest_double", "no_double": "redeal"}));
    refused(
        &rules,
        &base,
        &json!({}),
        &[
            "layout.lead: 0-2 is no double",
            "boneyard: more tiles",
            "hands:",
        ],
    );
    let (rules, base) = small_line(
        &json!({"in_play": "none", "opening": "highest_double", "no_double": "highest_tile"}),
    );
    // 1-2 and 0-0 are higher than 0-2, and nobody has drawn.
    refused(
        &rules,
        &base,
        &json!({}),
        &["boneyard: more tiles", "hands:"],
    );
    let (rules, base) = small_line(&json!({"in_play": "none", "draw": "until_playable"}));
    // Only seat 0 has laid a tile, so seat 1 is on turn.
    refused(
        &rules,
        &base,
        &json!({"to_play": 0}),
        &["hands:", "leader: 0", "hands[0]: 1", "hands[1]: 2"],
    );
    refused(
        &rules,
        &base,
        &json!({"leader": 1, "to_play": 0}),
        &["hands:", "hands[0]: 1", "hands[1]: 2"],
    );
    let hands = json!([["0-1", "1-1"], ["0-0"]]);
    refused(
        &rules,
        &base,
        &json!({"hands": hands, "boneyard": ["1-2", "2-2"], "leader": 1, "to_play": 0}),
        &[],
    );
}

#[test]
fn line_9_scores_are_what_the_layout_gave() {
    let (rules, base) = small_line(&json!({"in_play": "none"}));
    refused(
        &rules,
        &base,
        &json!({"scores": [5, 0]}),
        &["scores: nothing scores"],
    );
    let fives = rules_of_fives();
    let base = json!({
        "hands": [["2-2"], ["0-0", "1-1"]], "boneyard": ["0-1", "0-2", "0-3", "1-2", "1-3", "3-3"],
        "layout": {"lead": "2-3"}, "to_play": 1, "scores": [5, 0],
    });
    refused(&fives, &base, &json!({}), &[]);
    refused(
        &fives,
        &base,
        &json!({"scores": [7, 0]}),
        &["scores[0]: 7", "scores: the lead scored 5"],
    );
    refused(
        &fives,
        &base,
        &json!({"scores": [0, 5]}),
        &["scores: the layout counts 5"],
    );
    refused(
        &fives,
        &base,
        &json!({"scores": [10, 20]}),
        &["scores: 30 together", "scores: the lead scored 5"],
    );
}

/// Two seats, hands of one, 0-5 is led, then come 0-0@L and 5-5@R in some order.
fn between_doubles(spinner: &str, scores: [u32; 2]) -> (Arc<Rules>, Value) {
    let rules = rules(
        &json!({"preset": "all-fives", "players": 2, "set": 5, "hand_size": 1,
        "draw": "one", "reserve": 0}),
    );
    let elsewhere = ["0-0", "5-5", "0-5", "1-1"];
    let set = (0..=5).flat_map(|high| (0..=high).map(move |low| format!("{low}-{high}")));
    let boneyard = set.filter(|tile| !elsewhere.contains(&&**tile));
    let position = json!({"hands": [["1-1"], []], "boneyard": boneyard.collect::<Vec<_>>(),
        "layout": {"lead": "0-5", "L": ["0-0"], "R": ["5-5"], "spinner": spinner},
        "to_play": null, "last": 1, "scores": scores});
    (rules, position)
}

#[test]
fn line_8_who_is_out_laid_the_last_tile() {
    let (rules, base) = between_doubles("0-0", [10, 10]);
    refused(&rules, &base, &json!({}), &[]);
    // Two tiles were drawn, one a turn, so others may have passed; but seat 1 is out.
    let (rules, base) = between_doubles("0-0", [15, 5]);
    refused(&rules, &base, &json!({}), &["scores: the layout counts 10"]);
}

#[test]
fn line_9_some_order_of_laying_gives_the_scores() {
    // 0-5 shows 5; then 0-0 leaves 5, or 5-5 makes 10; both together show 10.
    for (spinner, given) in [("0-0", 20), ("5-5", 25)] {
        for total in (10..=30).step_by(5) {
            let (rules, base) = between_doubles(spinner, [0, total]);
            let no_order = ["scores: ", "which no order of laying these tiles gives"];
            let found = reasons(&rules, &changed(&base, &json!({})));
            let told = |reason: &String| no_order.iter().all(|part| reason.contains(part));
            assert_eq!(found.len(), usize::from(total != given), "{found:?}");
            assert!(found.iter().all(told), "{found:?}");
        }
    }
}

#[test]
fn line_9_the_spinner_is_crossed_after_the_line() {
    let rules = rules_of_fives();
    let base = json!({
        "hands": [["1-1"], ["0-0"]], "boneyard": ["0-1", "0-3", "1-3", "3-3"],
        "layout": {"lead": "2-2", "L": ["0-2"], "R": ["2-3"], "N": ["1-2"], "spinner": "2-2"},
        "to_play": 0,
    });
    refused(&rules, &base, &json!({}), &[]);
    // 0-2@L and 1-2@N alone would show 5.
    refused(
        &rules,
        &base,
        &json!({"scores": [5, 0]}),
        &["scores: 5 together, which no order"],
    );
}

fn rules_of_fives() -> Arc<Rules> {
    rules(
        &json!({"preset": "all-fives", "players": 2, "set": 3, "hand_size": 2, "draw": "one", "reserve": 0}),
    )
}
