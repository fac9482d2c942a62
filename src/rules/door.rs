//! The one way to [`Rules`]: reads a preset's name, the seats and the overrides, and lists every
//! fault at once.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::inherit::engines;
use super::{
    Choice, DoubleExtra, FamilyRules, HandSize, LineRules, PRESETS, Preset, Rules, RulesError,
    TrainRules, preset,
};
use crate::tile::{MAX_SET, tiles_in};

/// Seats that any game can have.
const SEATS: RangeInclusive<u64> = 2..=8;

/// `faults` are parameters by name that could not even be read, and why.
pub(super) fn open(
    given: &Map<String, Value>,
    faults: Vec<(String, String)>,
) -> Result<Rules, RulesError> {
    let mut door = Door { given, faults };
    let name = match given.get("preset") {
        Some(Value::String(name)) => name,
        Some(other) => return Err(bad(format!("preset: {} is not a name", shown(other)))),
        None => {
            if !door.is_faulty("preset") {
                door.fault("preset", "missing");
            }
            return Err(door.refusal());
        }
    };
    let preset = preset(name).ok_or_else(|| RulesError::UnknownPreset(cut(name)))?;
    door.strangers(preset);
    let players = door.players();
    let set = door.number("set", 1..=u64::from(MAX_SET), preset.set.into()) as u8;
    let hand_size = door.hand_size(preset);
    let family = match &preset.rules {
        FamilyRules::Line(own) => FamilyRules::Line(door.line(own)),
        FamilyRules::Train(own) => FamilyRules::Train(door.train(own, set)),
    };
    if let Some(players) = players {
        door.room(preset, players, set, &hand_size, &family);
    }
    match players {
        Some(players) if door.faults.is_empty() => Ok(Rules {
            preset,
            players,
            set,
            hand_size,
            family,
        }),
        _ => Err(door.refusal()),
    }
}

fn bad(reason: String) -> RulesError {
    RulesError::Bad(vec![reason])
}

/// Reads parameters by name. A faulty one is listed, and the preset's value stands in for it.
struct Door<'a> {
    given: &'a Map<String, Value>,
    faults: Vec<(String, String)>,
}

impl<'a> Door<'a> {
    fn fault(&mut self, name: &str, why: impl Into<String>) {
        self.faults.push((name.to_owned(), why.into()));
    }

    fn refusal(self) -> RulesError {
        let faults = self.faults.into_iter();
        RulesError::Bad(faults.map(|(name, why)| format!("{name}: {why}")).collect())
    }

    fn is_faulty(&self, name: &str) -> bool {
        self.faults.iter().any(|(faulty, _)| faulty == name)
    }

    /// The value that a parameter is named with; null counts as not named.
    fn named(&self, name: &str) -> Option<&'a Value> {
        self.given.get(name).filter(|value| !value.is_null())
    }

    /// Names that the preset's family does not have.
    fn strangers(&mut self, preset: &Preset) {
        let elsewhere = |name: &str| {
            let other = PRESETS
                .iter()
                .find(|other| other.family() != preset.family());
            other.is_some_and(|other| other.table().iter().any(|known| known.name == name))
        };
        for name in self.given.keys() {
            let known = matches!(name.as_str(), "preset" | "players")
                || preset.table().iter().any(|known| known.name == name);
            if !known {
                let why = if elsewhere(name) {
                    format!(
                        "{} is a {} game and has no such parameter",
                        preset.name,
                        preset.family()
                    )
                } else {
                    "there is no such parameter".to_owned()
                };
                self.faults.push((cut(name), why));
            }
        }
    }

    fn players(&mut self) -> Option<u8> {
        let Some(value) = self.named("players") else {
            if !self.is_faulty("players") {
                self.fault("players", "missing");
            }
            return None;
        };
        let seats = value.as_u64().filter(|seats| SEATS.contains(seats));
        if seats.is_none() {
            let why = format!("{} is not a number of seats from 2 to 8", shown(value));
            self.fault("players", why);
        }
        seats.map(|seats| seats as u8)
    }

    fn choice<T: Choice>(&mut self, name: &str, unnamed: T) -> T {
        let Some(value) = self.named(name) else {
            return unnamed;
        };
        if let Some(choice) = value.as_str().and_then(T::from_name) {
            return choice;
        }
        let names: Vec<_> = T::VALUES.iter().map(|(_, name)| *name).collect();
        let why = format!("{} is not one of {}", shown(value), names.join(", "));
        self.fault(name, why);
        unnamed
    }

    fn flag(&mut self, name: &str, unnamed: bool) -> bool {
        match self.named(name) {
            None => unnamed,
            Some(Value::Bool(flag)) => *flag,
            Some(value) => {
                let why = format!("{} is not true or false", shown(value));
                self.fault(name, why);
                unnamed
            }
        }
    }

    fn number(&mut self, name: &str, range: RangeInclusive<u64>, unnamed: u64) -> u64 {
        let Some(value) = self.named(name) else {
            return unnamed;
        };
        if let Some(number) = value.as_u64().filter(|number| range.contains(number)) {
            return number;
        }
        let why = if *range.end() == u64::MAX {
            format!("{} is not a number from {} up", shown(value), range.start())
        } else {
            format!(
                "{} is not a number from {} to {}",
                shown(value),
                range.start(),
                range.end()
            )
        };
        self.fault(name, why);
        unnamed
    }

    fn hand_size(&mut self, preset: &Preset) -> HandSize {
        let read = |value: &Value| match value {
            Value::Object(sizes) => sizes
                .iter()
                .map(|(seats, size)| {
                    let seats: u8 = SEATS.map(|n| n as u8).find(|n| n.to_string() == *seats)?;
                    Some((seats, size.as_u64().filter(|size| *size > 0)?))
                })
                .collect::<Option<BTreeMap<_, _>>>()
                .map(HandSize::BySeats),
            _ => value.as_u64().filter(|size| *size > 0).map(HandSize::Every),
        };
        let Some(value) = self.named("hand_size") else {
            return preset.hand_size();
        };
        read(value).unwrap_or_else(|| {
            let why = format!(
                "{} is neither a number of tiles from 1 up nor a map from numbers of seats (2 to 8) to that",
                shown(value)
            );
            self.fault("hand_size", why);
            preset.hand_size()
        })
    }

    /// A choice that means something only under its parent. `unnamed` is None when that is off.
    fn child<T: Choice>(&mut self, name: &str, parent: Parent, unnamed: Option<T>) -> Option<T> {
        let value = self.choice(name, unnamed.unwrap_or(T::VALUES[0].0));
        self.orphan(name, parent, unnamed.is_some(), false);
        unnamed.map(|_| value)
    }

    /// Refuses a parameter that is named as something although its parent is off.
    fn orphan(&mut self, name: &str, parent: Parent, on: bool, is_off_value: bool) {
        let judged = !self.is_faulty(name) && !self.is_faulty(parent.0);
        if judged && !on && !is_off_value && self.named(name).is_some() {
            self.fault(
                name,
                format!("means something only under {} = {}", parent.0, parent.1),
            );
        }
    }

    fn line(&mut self, own: &LineRules) -> LineRules {
        let chosen = LineRules {
            partnership: self.choice("partnership", own.partnership),
            opening: self.choice("opening", own.opening),
            draw: self.choice("draw", own.draw),
            spinner: self.choice("spinner", own.spinner),
            in_play: self.choice("in_play", own.in_play),
            score_out: self.choice("score_out", own.score_out),
            score_block: self.choice("score_block", own.score_block),
            round_to: self.round_to(own.round_to),
            block: self.choice("block", own.block),
            match_by: self.choice("match_by", own.match_by),
            target: self.number("target", 1..=1_000_000, own.target.into()) as u32,
            ..*own
        };
        let unnamed = own.under(&chosen);
        let reserve = self.number("reserve", 0..=u64::MAX, unnamed.reserve.into());
        self.orphan("reserve", DRAWS, chosen.draws(), reserve == 0);
        let voluntary_draw = self.flag("voluntary_draw", unnamed.voluntary_draw);
        self.orphan("voluntary_draw", DRAWS, chosen.draws(), !voluntary_draw);
        let go_out = self.choice("go_out", unnamed.go_out);
        self.orphan(
            "go_out",
            ("partnership", "at_four"),
            chosen.partners_at_four(),
            go_out == unnamed.go_out,
        );
        LineRules {
            no_double: self.child(
                "no_double",
                ("opening", "highest_double"),
                unnamed.no_double,
            ),
            next_leader: self.child("next_leader", ("opening", "any_tile"), unnamed.next_leader),
            reserve: if chosen.draws() {
                u16::try_from(reserve).unwrap_or(u16::MAX)
            } else {
                0
            },
            voluntary_draw,
            go_out,
            ..chosen
        }
    }

    fn round_to(&mut self, unnamed: u8) -> u8 {
        match self.named("round_to").map(|value| (value, value.as_u64())) {
            None => unnamed,
            Some((_, Some(step @ (1 | 5)))) => step as u8,
            Some((value, _)) => {
                let why = format!("{} is not 1 or 5", shown(value));
                self.fault("round_to", why);
                unnamed
            }
        }
    }

    fn train(&mut self, own: &TrainRules, set: u8) -> TrainRules {
        let chosen = TrainRules {
            engine: self.choice("engine", own.engine),
            first_turn: self.choice("first_turn", own.first_turn),
            start_marked: self.flag("start_marked", own.start_marked),
            draw: self.choice("draw", own.draw),
            block: self.choice("block", own.block),
            double_extra: self.choice("double_extra", own.double_extra),
            cover_duty: self.flag("cover_duty", own.cover_duty),
            double_blank: self.number("double_blank", 0..=1000, own.double_blank.into()) as u16,
            ..*own
        };
        let unnamed = own.under(&chosen, set);
        let finish_first_circuit = self.flag("finish_first_circuit", unnamed.finish_first_circuit);
        self.orphan(
            "finish_first_circuit",
            CHAINS,
            chosen.chains(),
            !finish_first_circuit,
        );
        if chosen.double_extra == DoubleExtra::MustCover
            && !chosen.cover_duty
            && !self.is_faulty("double_extra")
            && !self.is_faulty("cover_duty")
        {
            self.fault("double_extra", "must_cover asks for cover_duty");
        }
        TrainRules {
            first_turn_double: self.child("first_turn_double", CHAINS, unnamed.first_turn_double),
            finish_first_circuit,
            cover_order: self.child("cover_order", DUTY, unnamed.cover_order),
            dead_double: self.child("dead_double", DUTY, unnamed.dead_double),
            rounds: self.rounds(&chosen, set, unnamed.rounds),
            ..chosen
        }
    }

    fn rounds(&mut self, chosen: &TrainRules, set: u8, unnamed: Option<u16>) -> Option<u16> {
        if self.named("rounds").is_none() {
            return unnamed;
        }
        let rounds = self.number("rounds", 1..=1000, 1) as u16;
        if chosen.descends()
            && rounds > engines(set)
            && !self.is_faulty("set")
            && !self.is_faulty("engine")
        {
            let why = format!(
                "{rounds} is more than the {} engines of a double-{set} set",
                engines(set)
            );
            self.fault("rounds", why);
        }
        Some(rounds)
    }

    /// Whether the set has room for the hands, the engine and the reserve.
    fn room(
        &mut self,
        preset: &Preset,
        players: u8,
        set: u8,
        hand_size: &HandSize,
        family: &FamilyRules,
    ) {
        if self.is_faulty("hand_size") {
            return;
        }
        let Some(size) = hand_size.of(players) else {
            let whose = if self.named("hand_size").is_some() {
                "the map"
            } else {
                preset.name
            };
            self.fault("hand_size", format!("{whose} has none for {players} seats"));
            return;
        };
        // What is refused for itself takes no room.
        let (engines, reserve) = match family {
            FamilyRules::Line(line) if line.draws() && !self.is_faulty("reserve") => {
                let named = self.named("reserve").and_then(Value::as_u64);
                (0, named.unwrap_or(line.reserve.into()))
            }
            FamilyRules::Train(train) if !self.is_faulty("engine") => (train.descends().into(), 0),
            _ => (0, 0),
        };
        let tiles = tiles_in(set) as u64;
        let needed = size.saturating_mul(players.into()).saturating_add(engines);
        if needed.saturating_add(reserve) > tiles && !self.is_faulty("set") {
            let engine = if engines > 0 { " and an engine" } else { "" };
            let kept = if reserve > 0 {
                format!(" and a reserve of {reserve}")
            } else {
                String::new()
            };
            self.fault(
                "hand_size",
                format!("{players} hands of {size}{engine}{kept} are more than the {tiles} tiles of the set"),
            );
        }
        let lays_engine = matches!(family, FamilyRules::Train(train) if !train.descends());
        if size < 2 && lays_engine && !self.is_faulty("engine") {
            self.fault(
                "hand_size",
                "a hand of 1 tile is too small for engine = highest_double",
            );
        }
    }
}

/// A parameter, and the value under which another means something.
type Parent = (&'static str, &'static str);
const DRAWS: Parent = ("draw", "one or until_playable");
const CHAINS: Parent = ("first_turn", "chain");
const DUTY: Parent = ("cover_duty", "true");

/// A value as JSON, cut short.
fn shown(value: &Value) -> String {
    cut(&value.to_string())
}

/// The start of a text that may be of any length: a reason is a sentence.
fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
