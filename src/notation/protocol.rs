//! The line protocol: one JSON object a line, request and answer.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::divide::divide;
use super::refusal::play;
use super::snapshot::Snapshot;
use crate::deal::{Deal, DealError};
use crate::refusal::RefusalCode;
use crate::round::Round;
use crate::rules::{Rules, RulesError, preset_names};

/// The longest line that is read, without its newline.
const LONGEST_LINE: usize = 1 << 20;

/// One conversation: at most one round in progress.
#[derive(Debug, Default)]
pub struct Session {
    round: Option<Round>,
    closed: bool,
}

/// An error code and a sentence.
struct Refused(&'static str, String);

impl From<RulesError> for Refused {
    fn from(error: RulesError) -> Self {
        let code = match error {
            RulesError::UnknownPreset(_) => "unknown_preset",
            RulesError::Bad(_) => "bad_rules",
        };
        Self(code, error.to_string())
    }
}

impl From<DealError> for Refused {
    fn from(error: DealError) -> Self {
        let code = match error {
            DealError::Redeal(_) => "redeal",
            DealError::Bad(_) => "bad_deal",
        };
        Self(code, error.to_string())
    }
}

fn bad_request(message: impl Into<String>) -> Refused {
    Refused("bad_request", message.into())
}

/// The code of a refused action.
fn error_code(code: RefusalCode) -> &'static str {
    match code {
        RefusalCode::RoundOver => "round_over",
        _ => "illegal_action",
    }
}

/// What an operation answers, an object as text: None when it was called off.
type Answer = Result<Option<String>, Refused>;

impl Session {
    /// A conversation that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether `quit` was answered.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// The answer to one line, without a newline.
    ///
    /// `poll` is asked now and then whether to go on counting; None when it said no.
    pub fn answer(&mut self, line: &[u8], poll: &mut dyn FnMut() -> bool) -> Option<Vec<u8>> {
        let (id, answer) = match Request::read(line) {
            Ok(request) => (request.id(), self.carry_out(&request, poll)),
            Err(refused) => ("null".to_owned(), Err(refused)),
        };
        let (ok, rest) = match answer {
            Ok(answer) => (true, answer?),
            Err(Refused(error, message)) => {
                (false, text(&json!({"error": error, "message": message})))
            }
        };
        let comma = if rest == "{}" { "" } else { "," };
        Some(format!("{{\"id\":{id},\"ok\":{ok}{comma}{}", &rest[1..]).into_bytes())
    }

    fn carry_out(&mut self, request: &Request, poll: &mut dyn FnMut() -> bool) -> Answer {
        let Some(Value::String(op)) = request.get("op")? else {
            return Err(bad_request("op: missing or not a text"));
        };
        let answer = match op.as_str() {
            "hello" => text(&json!({
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "presets": preset_names().collect::<Vec<_>>(),
                "ops": ["replay", "perft"],
            })),
            "start" => {
                let round = request.setup()?.round()?;
                shown(self.round.insert(round))
            }
            "apply" => self.apply(request)?,
            "replay" => replay(request)?,
            "perft" => match self.perft(request, poll)? {
                Some(counted) => counted,
                None => return Ok(None),
            },
            "quit" => {
                self.closed = true;
                text(&json!({}))
            }
            _ => return Err(bad_request("op: there is no such operation")),
        };
        Ok(Some(answer))
    }

    fn started(&self) -> Result<&Round, Refused> {
        self.round
            .as_ref()
            .ok_or_else(|| bad_request("op: no round is started"))
    }

    fn apply(&mut self, request: &Request) -> Result<String, Refused> {
        let Some(Value::String(action)) = request.get("action")? else {
            return Err(bad_request("action: missing or not a text"));
        };
        let round = play(self.started()?, &action)
            .map_err(|refusal| Refused(error_code(refusal.code), refusal.message))?;
        Ok(shown(self.round.insert(round)))
    }

    fn perft(&self, request: &Request, poll: &mut dyn FnMut() -> bool) -> Answer {
        let depth = request.get("depth")?.as_ref().and_then(number);
        let depth = depth.ok_or_else(|| bad_request("depth: missing or not a number from 0 up"))?;
        let round = self.started()?;
        let Some(divide) = divide(round, depth, poll) else {
            return Ok(None);
        };
        let counts = divide.iter().map(|(_, count)| *count);
        let count = match depth {
            0 => 1,
            _ => counts.fold(0, u64::saturating_add),
        };
        let divide = divide.into_iter();
        let divide = divide.map(|(action, count)| (action, count.into()));
        let divide = divide.collect::<Map<_, _>>();
        Ok(Some(text(&json!({"count": count, "divide": divide}))))
    }
}

fn replay(request: &Request) -> Result<String, Refused> {
    let setup = request.setup()?;
    let Some(Value::Array(actions)) = request.get("actions")? else {
        return Err(bad_request("actions: missing or not a list"));
    };
    let texts = actions
        .iter()
        .map(Value::as_str)
        .collect::<Option<Vec<_>>>();
    let texts = texts.ok_or_else(|| bad_request("actions: not all of them are texts"))?;
    let mut round = setup.round()?;
    let mut replay = format!("{{\"snapshots\":[{}", text(&Snapshot(&round)));
    for (at, action) in texts.into_iter().enumerate() {
        match play(&round, action) {
            Ok(next) => round = next,
            Err(refusal) => {
                let refused = json!({"at": at, "error": error_code(refusal.code)});
                return Ok(replay + "],\"refused\":" + &text(&refused) + "}");
            }
        }
        replay.push(',');
        replay.push_str(&text(&Snapshot(&round)));
    }
    Ok(replay + "]}")
}

fn shown(round: &Round) -> String {
    format!("{{\"snapshot\":{}}}", text(&Snapshot(round)))
}

/// A value as JSON.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text keys and finite numbers can be written")
}

/// The keys of a request, the last of each name, unread: a number in an `id` keeps its digits.
struct Request<'a>(HashMap<String, &'a RawValue>);

impl<'a> Request<'a> {
    fn read(mut line: &'a [u8]) -> Result<Self, Refused> {
        if let [rest @ .., b'\n'] = line {
            line = rest;
        }
        if line.len() > LONGEST_LINE {
            return Err(bad_request("the line is longer than 1 MiB"));
        }
        let text = std::str::from_utf8(line).map_err(|error| bad_request(error.to_string()))?;
        if has_lone_surrogate(text) {
            return Err(bad_request("half of a surrogate pair stands alone"));
        }
        serde_json::from_str(text)
            .map(Self)
            .map_err(|error| bad_request(format!("not a JSON object: {error}")))
    }

    fn id(&self) -> String {
        self.0
            .get("id")
            .map_or_else(|| "null".to_owned(), |id| compact(id.get()))
    }

    /// The value of a key, None where it is missing. What is too deep or too large to be held is told
    /// as such.
    fn get(&self, key: &str) -> Result<Option<Value>, Refused> {
        let read = |raw: &&RawValue| serde_json::from_str(raw.get());
        let value = self.0.get(key).map(read).transpose();
        value.map_err(|error| bad_request(format!("{key}: {error}")))
    }

    fn setup(&self) -> Result<Setup, Refused> {
        let Some(Value::Object(rules)) = self.get("rules")? else {
            return Err(bad_request("rules: missing or not an object"));
        };
        if !rules.get("preset").is_some_and(Value::is_string) {
            return Err(bad_request("rules.preset: missing or not a text"));
        }
        let number = match self.get("round")? {
            Some(value) => number(&value),
            None => Some(0),
        };
        let number = number.ok_or_else(|| bad_request("round: not a number from 0 up"))?;
        let Some(Value::Object(deal)) = self.get("deal")? else {
            return Err(bad_request("deal: missing or not an object"));
        };
        Ok(Setup {
            rules,
            number,
            deal,
        })
    }
}

/// A round as it is asked for: the shape is right, the rest is not checked.
struct Setup {
    rules: Map<String, Value>,
    number: u32,
    deal: Map<String, Value>,
}

impl Setup {
    fn round(&self) -> Result<Round, Refused> {
        let rules = Arc::new(Rules::from_json(&self.rules)?);
        Ok(Round::new(
            rules,
            Deal::from_json(&self.deal)?,
            self.number,
        )?)
    }
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

/// Whether an escape in the text is half of a surrogate pair: no text, and so no JSON.
fn has_lone_surrogate(text: &str) -> bool {
    let unit = |at: usize| {
        let escape = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(escape, 16).ok()
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        at += match unit(at) {
            Some(0xD800..=0xDBFF) => match unit(at + 6) {
                Some(0xDC00..=0xDFFF) => 12,
                _ => return true,
            },
            Some(0xDC00..=0xDFFF) => return true,
            _ => 2,
        };
    }
    false
}

/// JSON without the white space between its tokens.
fn compact(json: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    json.chars()
        .filter(|&c| {
            let kept = quoted || !c.is_ascii_whitespace();
            if c == '"' && !escaped {
                quoted = !quoted;
            }
            escaped = quoted && c == '\\' && !escaped;
            kept
        })
        .collect()
}
