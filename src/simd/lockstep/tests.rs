use serde_json::{Value, json};

use super::Lockstep;
use crate::dealing::Dealing;
use crate::games::Games;
use crate::line::{LineGame, LineState};
use crate::playout::play_out;
use crate::policy::Random;
use crate::random::{SeedDice, random_deal, word};
use crate::row::Hand;
use crate::rules::{FamilyRules, Rules};
use crate::state::{Phase, State};
use crate::tile::{Tile, tiles_in};

/// A game's points, winner, reason and plies.
type End = (Vec<i16>, i8, u8, u16);

fn rules(parameters: &Value) -> Rules {
    Rules::from_json(parameters.as_object().unwrap()).unwrap()
}

fn line_game(rules: &Rules) -> LineGame {
    let FamilyRules::Line(line) = rules.family() else {
        panic!("a line game");
    };
    LineGame::new(rules, line)
}

fn lockstep(rules: &Rules, round: u32) -> Option<Lockstep> {
    let game = line_game(rules);
    Lockstep::new(&game, Dealing::new(rules, round).unwrap())
}

/// Games in step.
fn in_step(lockstep: &Lockstep, rules: &Rules, seed: u64, first: u64, n: usize) -> Vec<End> {
    let mut games = Games::of(rules, n);
    // None of these is a result.
    games.points.fill(i16::MIN);
    games.winner.fill(i8::MIN);
    games.reason.fill(u8::MAX);
    lockstep.play(seed, first, games.columns());
    let rows = games.points.chunks_exact(games.sides).zip(0..n);
    rows.map(|(points, game)| {
        let (winner, reason) = (games.winner[game], games.reason[game]);
        (points.to_vec(), winner, reason, games.plies[game])
    })
    .collect()
}

/// A game by itself.
fn alone<const SEATS: usize>(rules: &Rules, round: u32, seed: u64, game: u64) -> End {
    let dice = SeedDice::new(seed, game);
    let deal = random_deal(rules, round, dice).unwrap();
    let mut hands = [Hand::<u8>::EMPTY; SEATS];
    for (hand, tiles) in hands.iter_mut().zip(&deal.hands) {
        *hand = Hand::of(tiles);
    }
    let game = line_game(rules);
    let (held, left) = (rules.hand_size() as u8, deal.boneyard.len() as u8);
    let mut state = LineState::new(&game, hands, held, left, Some(rules.first_seat(round)));
    let boneyard: &[Tile] = &[];
    let plies = play_out(
        &game,
        &mut state,
        Random,
        dice,
        &mut { boneyard },
        |_, _| (),
    );
    let score = state.score(&game);
    let points = score.points[..rules.sides().into()].iter();
    (
        points.map(|&points| points as i16).collect(),
        score.winner.map_or(-1, u8::cast_signed),
        u8::from(state.phase() == Phase::Blocked),
        plies as u16,
    )
}

/// Plays games both ways. A machine that has none in step has nothing to compare.
fn compare(parameters: &Value, round: u32, seed: u64, first: u64, n: usize) {
    let rules = rules(parameters);
    let Some(lockstep) = lockstep(&rules, round) else {
        return;
    };
    let found = in_step(&lockstep, &rules, seed, first, n);
    for (game, found) in (first..=u64::MAX).zip(found) {
        let alone = match rules.players() {
            2 => alone::<2>,
            3 => alone::<3>,
            4 => alone::<4>,
            _ => alone::<5>,
        };
        let expected = alone(&rules, round, seed, game);
        assert_eq!(found, expected, "{parameters}, seed {seed}, game {game}");
    }
}

#[test]
fn games_in_step_are_the_games_by_themselves() {
    let scores = [
        ("opponents", "difference"),
        ("opponents_minus_own", "pairwise_differences"),
        ("everyone", "opponents"),
        ("opponents", "everyone"),
    ];
    let mut seed = 0;
    for (set, seats) in (1..=7).flat_map(|set| (2..=5).map(move |seats| (set, seats))) {
        let most = tiles_in(set) / seats;
        for size in [1, 2, 3, 5, 7, 8, most.saturating_sub(1), most] {
            if size == 0 || size > most {
                continue;
            }
            for opening in ["highest_double", "any_tile"] {
                let (out, block) = scores[seed % 4];
                let mut parameters = json!({
                    "preset": "masters-block", "players": seats, "set": set, "hand_size": size,
                    "opening": opening, "score_out": out, "score_block": block,
                    "round_to": if seed % 3 == 0 { 5 } else { 1 },
                    "partnership": if seed % 5 < 3 { "at_four" } else { "none" },
                });
                if opening == "highest_double" && seed % 7 < 3 {
                    parameters["no_double"] = "highest_tile".into();
                }
                compare(&parameters, seed as u32, word(7, seed as u64), 0, 96);
                seed += 1;
            }
        }
    }
}

#[test]
fn games_with_rare_dice_are_among_them() {
    const GAMES: u64 = 8192;
    let parameters = json!({"preset": "masters-block", "players": 2, "hand_size": 7});
    compare(&parameters, 0, 1, 0, GAMES as usize);
    let thrown_again = |game: &u64| {
        let key = word(1, *game);
        (0..14).any(|d| {
            let faces = 28 - d;
            let sixteen = word(key, (1 << 32) + d / 4) >> (16 * (d % 4)) & 0xFFFF;
            sixteen * faces % 65536 < 65536 % faces
        })
    };
    let dealt_again = |game: &u64| {
        let rules = rules(&json!({
            "preset": "masters-block", "players": 2, "hand_size": 7, "no_double": "highest_tile",
        }));
        let deal = random_deal(&rules, 0, SeedDice::new(1, *game)).unwrap();
        let mut held = deal.hands.iter().flatten();
        !held.any(|tile| tile.is_double())
    };
    assert!((0..GAMES).filter(thrown_again).count() >= 8);
    assert!((0..GAMES).filter(dealt_again).count() >= 8);
}

#[test]
fn a_game_is_the_same_wherever_the_batch_begins_and_ends() {
    let parameters = json!({"preset": "masters-block", "players": 2});
    for n in [1, 2, 31, 32, 33, 63, 64, 65, 100] {
        compare(&parameters, 0, 5, 1000 - n as u64, n);
    }
    // The last games that there are.
    compare(&parameters, 0, u64::MAX, u64::MAX - 39, 40);
}

#[test]
fn other_games_do_not_go_in_step() {
    let block = |more: Value| {
        let mut parameters = json!({"preset": "masters-block", "players": 4, "hand_size": 5});
        let named = parameters.as_object_mut().unwrap();
        named.extend(more.as_object().unwrap().clone());
        lockstep(&rules(&parameters), 0)
    };
    #[cfg(target_arch = "x86_64")]
    let able = std::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    let able = false;
    assert_eq!(block(json!({})).is_some(), able);
    assert_eq!(block(json!({"set": 7})).is_some(), able);
    for more in [
        json!({"set": 8}),
        json!({"players": 6, "hand_size": 4}),
        json!({"draw": "one"}),
        json!({"draw": "until_playable"}),
        json!({"spinner": "first_double"}),
        json!({"in_play": "fives"}),
        json!({"go_out": "both_partners"}),
    ] {
        assert!(block(more.clone()).is_none(), "{more}");
    }
}
