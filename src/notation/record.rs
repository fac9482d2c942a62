//! Records: matches as played.

use std::fmt::Display;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::refusal::play;
use super::snapshot::{legal, result};
use crate::deal::{Deal, DealError};
use crate::match_play::{Match, first_leader};
use crate::position::PositionError;
use crate::round::Round;
use crate::rules::{Rules, RulesError};

const FORMAT: &str = "bonepile-record/1";

/// Why a record is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read, or breaks a rule.
    #[error("{}", .0.message)]
    Fault(Box<RecordFault>),
    /// There are no such rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A deal does not fit; the reasons name the round.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// Play could not reach a position; the reasons name the round.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// A sentence that says all of it.
    pub message: String,
    /// The place in the list of rounds.
    pub round: Option<usize>,
    /// The number of the action, from 0.
    pub at: Option<usize>,
    /// The action.
    pub action: Option<String>,
    /// A code: why the action is refused, or what else is wrong.
    pub reason: &'static str,
    /// What was legal instead.
    pub legal: Vec<String>,
}

impl RecordFault {
    fn error(reason: &'static str, round: Option<usize>, message: String) -> RecordError {
        RecordError::Fault(Box::new(Self {
            message,
            round,
            at: None,
            action: None,
            reason,
            legal: Vec::new(),
        }))
    }

    fn shape(path: impl Display, round: Option<usize>, why: &str) -> RecordError {
        Self::error("bad_record", round, format!("{path}: {why}"))
    }
}

impl Match {
    /// Reads a record, and plays it through.
    ///
    /// # Errors
    ///
    /// The first thing in it that is not a record, not legal or not true.
    pub fn from_record(record: &Value, seed: Option<u64>) -> Result<Self, RecordError> {
        let Value::Object(record) = record else {
            return Err(RecordFault::shape("record", None, "not an object"));
        };
        if record.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(RecordFault::shape(
                "format",
                None,
                &format!("not \"{FORMAT}\""),
            ));
        }
        let rules = match record.get("rules") {
            Some(Value::Object(rules)) => rules,
            Some(_) => return Err(RecordFault::shape("rules", None, "not an object")),
            None => return Err(RecordFault::shape("rules", None, "missing")),
        };
        let rounds = match record.get("rounds") {
            Some(Value::Array(rounds)) => rounds,
            Some(_) => return Err(RecordFault::shape("rounds", None, "not a list")),
            None => return Err(RecordFault::shape("rounds", None, "missing")),
        };
        if rounds.is_empty() {
            return Err(RecordFault::shape("rounds", None, "an empty list"));
        }
        let rules = Arc::new(Rules::from_json(rules)?);
        let mut so_far: Option<Self> = None;
        for (place, round) in rounds.iter().enumerate() {
            let written = WrittenRound::read(round, place)?;
            if let Some(so_far) = &so_far {
                may_follow(so_far, place)?;
            }
            let leader = match &so_far {
                None => first_leader(&rules),
                Some(so_far) => so_far.next_leader(),
            };
            let round = written.play(&rules, leader)?;
            so_far = Some(match so_far {
                None => Self::of(round, seed),
                Some(so_far) => so_far.followed_by(round),
            });
        }
        so_far.ok_or_else(|| RecordFault::shape("rounds", None, "an empty list"))
    }

    /// Reads a record from JSON text.
    ///
    /// # Errors
    ///
    /// Text that is not JSON, and all that [`Match::from_record`] refuses.
    pub fn from_record_text(text: &[u8], seed: Option<u64>) -> Result<Self, RecordError> {
        let record = serde_json::from_slice(text)
            .map_err(|error| RecordFault::shape("not JSON", None, &error.to_string()))?;
        Self::from_record(&record, seed)
    }

    /// The match as played.
    pub fn record(&self) -> Value {
        let rounds = self.rounds().enumerate().map(|(place, round)| {
            let mut record = Map::new();
            if usize::try_from(round.number()) != Ok(place) {
                record.insert("round".into(), round.number().into());
            }
            if let Some(deal) = round.deal() {
                record.insert("deal".into(), deal.to_json());
            }
            if let Some(position) = round.set_up_from() {
                record.insert("position".into(), position.to_json());
            }
            let actions: Vec<_> = round.actions().iter().map(ToString::to_string).collect();
            record.insert("actions".into(), actions.into());
            record.insert("result".into(), round.outcome().as_ref().map(result).into());
            Value::from(record)
        });
        json!({
            "format": FORMAT,
            "rules": self.rules().to_json(),
            "rounds": rounds.collect::<Vec<_>>(),
        })
    }
}

/// A round as played, as a record that holds nothing else.
pub fn round_record(round: &Round) -> Value {
    Match::of(round.clone(), None).record()
}

/// Refuses a round in `place` after an unfinished one, or after the end of the match.
fn may_follow(so_far: &Match, place: usize) -> Result<(), RecordError> {
    if so_far.round().outcome().is_none() {
        let last = place - 1;
        let message = format!("rounds[{last}]: unfinished, but not the last");
        return Err(RecordFault::error("unfinished_round", Some(last), message));
    }
    if so_far.is_over() {
        let message = format!("rounds[{place}]: the match was over before");
        return Err(RecordFault::error("match_over", Some(place), message));
    }
    Ok(())
}

/// What a round of a record starts from.
enum WrittenStart<'a> {
    Deal {
        deal: &'a Map<String, Value>,
        number: u32,
    },
    Position {
        position: &'a Map<String, Value>,
        /// The number that stands beside it.
        number: Option<u32>,
    },
}

/// A round of a record: of the right shape, the rest not checked.
struct WrittenRound<'a> {
    place: usize,
    start: WrittenStart<'a>,
    actions: &'a [Value],
    result: Option<&'a Map<String, Value>>,
}

impl<'a> WrittenRound<'a> {
    fn read(record: &'a Value, place: usize) -> Result<Self, RecordError> {
        let shape = |key: &str, why: &str| {
            RecordFault::shape(format_args!("rounds[{place}]{key}"), Some(place), why)
        };
        let Value::Object(record) = record else {
            return Err(shape("", "not an object"));
        };
        let number = record
            .get("round")
            .map(|number| {
                let number = number
                    .as_u64()
                    .and_then(|number| u32::try_from(number).ok());
                number.ok_or_else(|| shape(".round", "not a number of a round"))
            })
            .transpose()?;
        let start = match (record.get("deal"), record.get("position")) {
            (Some(Value::Object(deal)), None) => {
                let number = number.or(u32::try_from(place).ok());
                let number = number.ok_or_else(|| shape(".round", "not a number of a round"))?;
                WrittenStart::Deal { deal, number }
            }
            (None, Some(Value::Object(position))) => WrittenStart::Position { position, number },
            (Some(_), Some(_)) => return Err(shape(".position", "there is a deal too")),
            (Some(_), None) => return Err(shape(".deal", "not an object")),
            (None, Some(_)) => return Err(shape(".position", "not an object")),
            (None, None) => return Err(shape(".deal", "missing, and there is no position")),
        };
        let actions = match record.get("actions") {
            Some(Value::Array(actions)) => actions,
            Some(_) => return Err(shape(".actions", "not a list")),
            None => return Err(shape(".actions", "missing")),
        };
        let stated = match record.get("result") {
            None | Some(Value::Null) => None,
            Some(Value::Object(stated)) => Some(stated),
            Some(_) => return Err(shape(".result", "neither an object nor null")),
        };
        Ok(Self {
            place,
            start,
            actions,
            result: stated,
        })
    }

    /// The round before its actions.
    fn begin(&self, rules: &Arc<Rules>, leader: Option<u8>) -> Result<Round, RecordError> {
        let place = self.place;
        match self.start {
            WrittenStart::Deal { deal, number } => Ok(Deal::from_json(deal)
                .and_then(|deal| Round::new(Arc::clone(rules), deal.led_by(leader), number))
                .map_err(|error| error.at(&format!("rounds[{place}].deal")))?),
            WrittenStart::Position { position, number } => {
                let round = Round::from_position_led_by(Arc::clone(rules), position, leader)
                    .map_err(|error| error.at(&format!("rounds[{place}].position")))?;
                match number {
                    Some(number) if number != round.number() => Err(RecordFault::shape(
                        format_args!("rounds[{place}].round"),
                        Some(place),
                        &format!("{number}, but the position is of round {}", round.number()),
                    )),
                    _ => Ok(round),
                }
            }
        }
    }

    fn play(&self, rules: &Arc<Rules>, leader: Option<u8>) -> Result<Round, RecordError> {
        let place = self.place;
        let mut round = self.begin(rules, leader)?;
        for (at, action) in self.actions.iter().enumerate() {
            let Some(action) = action.as_str() else {
                let path = format!("rounds[{place}].actions[{at}]");
                let mut error = RecordFault::shape(path, Some(place), "not the text of an action");
                if let RecordError::Fault(fault) = &mut error {
                    fault.at = Some(at);
                }
                return Err(error);
            };
            round = play(&round, action).map_err(|refusal| {
                let legal = legal(&round);
                let message = format!(
                    "rounds[{place}].actions[{at}]: {refusal} ({}); legal: {}",
                    refusal.code.name(),
                    if legal.is_empty() {
                        "nothing".to_owned()
                    } else {
                        legal.join(", ")
                    },
                );
                RecordError::Fault(Box::new(RecordFault {
                    message,
                    round: Some(place),
                    at: Some(at),
                    action: Some(refusal.action),
                    reason: refusal.code.name(),
                    legal,
                }))
            })?;
        }
        if let Some(stated) = self.result {
            same_result(&round, stated, place)?;
        }
        Ok(round)
    }
}

/// Unknown keys of a stated result are ignored like any others.
fn same_result(
    round: &Round,
    stated: &Map<String, Value>,
    place: usize,
) -> Result<(), RecordError> {
    let computed = round.outcome().as_ref().map(result);
    let same = match &computed {
        Some(Value::Object(computed)) => computed
            .iter()
            .all(|(key, value)| stated.get(key) == Some(value)),
        _ => false,
    };
    if same {
        return Ok(());
    }
    let message = match computed {
        Some(computed) => format!("rounds[{place}].result: it is {computed}"),
        None => format!("rounds[{place}].result: the round is not over"),
    };
    Err(RecordFault::error("result_differs", Some(place), message))
}
