//! What a seat sees, told again from positions and histories; and that it sees nothing hidden.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use bonepile::action::{Action, Place};
use bonepile::deal::Deal;
use bonepile::observation::{observation_layout, observation_size};
use bonepile::policy::Policy;
use bonepile::random::{SeedDice, random_deal, word};
use bonepile::refusal::RefusalCode;
use bonepile::round::Round;
use bonepile::rules::{FamilyRules, Rules};
use bonepile::tile::{Tile, tiles_in};
use serde_json::Value;

use crate::play::{all_rules, laid};

fn start(rules: &Rules, seed: u64) -> Round {
    let deal = random_deal(rules, 0, SeedDice::new(seed, 0)).unwrap();
    Round::new(Arc::new(rules.clone()), deal, 0).unwrap()
}

/// A count of tiles, seats or trains.
fn number(count: usize) -> i16 {
    i16::try_from(count).unwrap()
}

/// The pips that each seat is known to hold no tile of, told from refusals.
struct Lacks(Vec<Vec<bool>>);

impl Lacks {
    fn none(rules: &Rules) -> Self {
        let pips = usize::from(rules.set()) + 1;
        Self(vec![vec![false; pips]; rules.players().into()])
    }

    /// Sees what the seat on turn does.
    fn see(&mut self, before: &Round, action: Action) {
        let seat = usize::from(before.to_play().unwrap());
        match action {
            Action::Draw => self.0[seat].fill(false),
            // None of its tiles fits where it may play, so any of them tells where that is.
            Action::Pass => {
                let tile = before.hands()[seat][0];
                for (place, end) in before.table().ends() {
                    let why = before.why_illegal(Action::Play(tile, place));
                    self.0[seat][usize::from(end)] |= why == Some(RefusalCode::NoMatch);
                }
            }
            _ => {}
        }
    }
}

/// The observation part by part, from the position as it is written.
struct Shown {
    position: Value,
    rules: Arc<Rules>,
    seat: usize,
}

impl Shown {
    fn seats(&self) -> Vec<usize> {
        let n = usize::from(self.rules.players());
        (0..n).map(|j| (self.seat + j) % n).collect()
    }

    /// The trains as this seat orders them.
    fn trains(&self) -> Vec<String> {
        let seats = self.seats().into_iter();
        let names = seats.map(|seat| seat.to_string());
        names.chain(["M".to_owned()]).collect()
    }

    fn tiles(&self, tiles: &[Tile]) -> Vec<i16> {
        let all = 0..tiles_in(self.rules.set()) as u8;
        all.map(|index| tiles.contains(&Tile::from_index(index)).into())
            .collect()
    }

    fn contains(&self, key: &str, value: impl Into<Value>) -> i16 {
        let list = self.position[key].as_array().unwrap();
        list.contains(&value.into()).into()
    }

    fn flags(&self, key: &str) -> Vec<i16> {
        let seats = self.seats().into_iter();
        seats.map(|seat| self.contains(key, seat)).collect()
    }

    fn number(&self, key: &str) -> Vec<i16> {
        vec![self.position[key].as_i64().unwrap() as i16]
    }

    fn scores(&self) -> Vec<i16> {
        let sides = usize::from(self.rules.sides());
        let scores = (0..sides).map(|j| &self.position["scores"][(self.seat + j) % sides]);
        scores.map(|score| score.as_i64().unwrap() as i16).collect()
    }

    fn turn(&self) -> Vec<i16> {
        let kinds = ["first", "chain", "general", "extra"].into_iter();
        let is = |kind| self.position["turn"] == kind && !self.position["to_play"].is_null();
        kinds.map(|kind| is(kind).into()).collect()
    }

    fn open_doubles(&self) -> Vec<i16> {
        let open = self.position["open_doubles"].as_array().unwrap();
        let age = |train: String| open.iter().position(|name| *name == train);
        let ages = self.trains().into_iter().map(age);
        ages.map(|age| age.map_or(0, |age| number(age) + 1))
            .collect()
    }

    fn started(&self) -> Vec<i16> {
        let trains = &self.position["layout"]["trains"];
        let tiles = self.trains().into_iter().map(|name| trains[&name].clone());
        tiles
            .map(|tiles| (!tiles.as_array().unwrap().is_empty()).into())
            .collect()
    }

    fn parts(&self, round: &Round, lacks: &Lacks, laid: &[Tile]) -> Vec<Vec<i16>> {
        let hands = round.hands();
        let seats = self.seats();
        let by_seat = |number: &dyn Fn(usize) -> i16| {
            let seats = seats.iter();
            seats.map(|&seat| number(seat)).collect::<Vec<_>>()
        };
        let mut parts = vec![
            self.tiles(&hands[self.seat]),
            self.tiles(laid),
            by_seat(&|seat| number(hands[seat].len())),
            vec![number(round.boneyard().len())],
            by_seat(&|seat| (round.to_play() == Some(seat as u8)).into()),
            self.number("passes"),
            vec![self.position["drew"].as_bool().unwrap().into()],
            seats
                .iter()
                .flat_map(|&seat| lacks.0[seat].iter().map(|&lacks| lacks.into()))
                .collect(),
        ];
        let ends: HashMap<String, i16> = round
            .table()
            .ends()
            .into_iter()
            .map(|(place, end)| (place.to_string(), end.into()))
            .collect();
        let end = |name: &str| ends.get(name).copied().unwrap_or(-1);
        parts.extend(match self.rules.family() {
            FamilyRules::Line(_) => vec![["L", "R", "N", "S"].map(end).to_vec(), self.scores()],
            FamilyRules::Train(_) => {
                let engine = self.position["layout"]["engine"].as_str().unwrap();
                let engine = engine.parse::<Tile>().unwrap();
                vec![
                    vec![engine.low().into()],
                    self.trains().iter().map(|name| end(name)).collect(),
                    self.started(),
                    self.flags("markers"),
                    self.open_doubles(),
                    self.turn(),
                    self.flags("owed"),
                ]
            }
        });
        parts
    }
}

fn check(round: &Round, lacks: &Lacks, laid: &[Tile]) {
    let rules = round.rules();
    let layout = observation_layout(rules);
    let position = round.position().to_json();
    for seat in 0..rules.players() {
        let shown = Shown {
            position: position.clone(),
            rules: Arc::clone(rules),
            seat: seat.into(),
        };
        let observation = round.observation(seat);
        assert_eq!(observation.len(), observation_size(rules));
        let parts = shown.parts(round, lacks, laid);
        assert_eq!(parts.len(), layout.len());
        for ((name, place), part) in layout.iter().zip(parts) {
            let written = &observation[place.clone()];
            assert_eq!(written, part, "{name} of seat {seat} in {round:?}");
        }
    }
}

/// Checks a round and all that follows by these actions.
fn check_on(mut round: Round, mut on_table: Vec<Tile>, actions: &[Action]) {
    let mut lacks = Lacks::none(round.rules());
    for &action in actions {
        check(&round, &lacks, &on_table);
        lacks.see(&round, action);
        if let Action::Lead(tile) | Action::Play(tile, _) = action {
            on_table.push(tile);
        }
        round = round.play(action).unwrap();
    }
    check(&round, &lacks, &on_table);
}

#[test]
fn observations_tell_what_position_and_history_tell() {
    for rules in all_rules() {
        let begin = start(&rules, 2);
        let end = begin.playout(SeedDice::new(2, 0), Policy::Random);
        let actions = end.actions();
        check_on(begin.clone(), laid(&begin), &actions);
        // A round that goes on from a position knows what lies there, and none of the passes before.
        let (past, rest) = actions.split_at(actions.len() / 2);
        let play = |round: Round, action: &Action| round.play(*action).unwrap();
        let middle = past.iter().fold(begin, play);
        let position = middle.position().to_json();
        let rules = Arc::clone(middle.rules());
        let again = Round::from_position(rules, position.as_object().unwrap()).unwrap();
        check_on(again, laid(&middle), rest);
    }
}

/// The same deal with two tiles changed for each other.
fn swapped(deal: &Deal, one: Tile, other: Tile) -> Deal {
    let swap = |&tile: &Tile| match tile {
        tile if tile == one => other,
        tile if tile == other => one,
        tile => tile,
    };
    let hands = deal.hands.iter();
    Deal::new(
        hands.map(|hand| hand.iter().map(swap).collect()).collect(),
        deal.boneyard.iter().map(swap).collect(),
        deal.engine,
        deal.leader,
    )
}

#[test]
fn tiles_that_a_seat_has_not_seen_do_not_show() {
    let mut compared = 0;
    for rules in all_rules() {
        let begin = start(&rules, 4);
        let end = begin.playout(SeedDice::new(4, 0), Policy::Random);
        let mut round = begin.clone();
        for (played, action) in end.actions().into_iter().enumerate() {
            round = round.play(action).unwrap();
            let seat = played % usize::from(rules.players());
            let hands = round.hands();
            let others = hands.iter().enumerate().filter(|(other, _)| *other != seat);
            let unseen: Vec<_> = others
                .flat_map(|(_, hand)| hand)
                .chain(round.boneyard())
                .copied()
                .collect();
            let pick = |k| unseen[word(9, k) as usize % unseen.len()];
            if unseen.is_empty() {
                continue;
            }
            let number = 2 * played as u64;
            let deal = swapped(begin.deal().unwrap(), pick(number), pick(number + 1));
            let Ok(other) = round.with_deal(deal) else {
                continue;
            };
            // What everybody sees may differ where hidden tiles end a turn or a round.
            if other.table() == round.table()
                && other.to_play() == round.to_play()
                && other.position_key() != round.position_key()
            {
                assert_eq!(
                    other.observation(seat as u8),
                    round.observation(seat as u8),
                    "{round:?}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "only {compared} pairs were compared");
}

#[test]
fn the_layout_is_the_page_s() {
    let layout = |preset, players| observation_layout(&Rules::new(preset, players).unwrap());
    let part = |layout: &[(&str, Range<usize>)], name| {
        let found = layout.iter().find(|(part, _)| *part == name);
        found.unwrap().1.clone()
    };
    let line = layout("masters-block", 4);
    assert_eq!(part(&line, "hand"), 0..28);
    assert_eq!(part(&line, "laid"), 28..56);
    assert_eq!(part(&line, "lacks"), 67..95);
    assert_eq!(part(&line, "scores"), 99..101);
    let train = layout("masters-mexican-train", 4);
    assert_eq!(
        part(&train, "engine").start,
        2 * 91 + 4 + 1 + 4 + 2 + 4 * 13
    );
    assert_eq!(part(&train, "owed").len(), 4);
}

/// Two plays after a pass, seen from both sides of the table.
#[test]
fn a_pass_tells_what_the_seat_lacks() {
    let rules = Rules::from_json(
        serde_json::json!({"preset": "masters-block", "players": 2, "set": 3, "hand_size": 2})
            .as_object()
            .unwrap(),
    );
    let tiles = |texts: &[&str]| {
        let tiles = texts.iter().map(|text| text.parse::<Tile>().unwrap());
        tiles.collect::<Vec<_>>()
    };
    let deal = Deal::new(
        vec![tiles(&["3-3", "1-3"]), tiles(&["0-1", "0-2"])],
        tiles(&["0-0", "1-1", "0-3", "1-2", "2-2", "2-3"]),
        None,
        None,
    );
    let rules = Arc::new(rules.unwrap());
    let round = Round::new(Arc::clone(&rules), deal, 0).unwrap();
    let play = |round: Round, text: &str| round.play(text.parse().unwrap()).unwrap();
    let round = play(play(round, "3-3"), "pass");
    let lacks = |seat: u8| {
        let layout = observation_layout(&rules);
        let (_, place) = layout.iter().find(|(name, _)| *name == "lacks").unwrap();
        round.observation(seat)[place.clone()].to_vec()
    };
    assert_eq!(lacks(0), [0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(lacks(1), [0, 0, 0, 1, 0, 0, 0, 0]);
    assert!(round.is_legal(Action::Play("1-3".parse().unwrap(), Place::L)));
}
