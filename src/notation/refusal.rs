//! Refusals in words: each names the action, and the place or the tile that stands against it.

use crate::action::{Action, NotAnAction, Place};
use crate::match_play::Match;
use crate::refusal::RefusalCode;
use crate::round::Round;
use crate::state::Table;

/// Why an action is not legal, for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The action as it was asked for.
    pub action: String,
    /// The stable code.
    pub code: RefusalCode,
    /// A sentence.
    pub message: String,
}

/// Why the action with that notation is not legal now, None when it is.
pub fn refusal(round: &Round, text: &str) -> Option<Refusal> {
    match read(round, text) {
        Ok(action) => round
            .why_illegal(action)
            .map(|code| refused(round, text, action, code)),
        Err(refusal) => Some(refusal),
    }
}

/// The round after the action with that notation.
///
/// # Errors
///
/// Why it is not legal.
pub fn play(round: &Round, text: &str) -> Result<Round, Refusal> {
    let action = read(round, text)?;
    round
        .play(action)
        .map_err(|code| refused(round, text, action, code))
}

/// The match after the action with that notation.
///
/// # Errors
///
/// Why it is not legal.
pub fn play_match(game: &Match, text: &str) -> Result<Match, Refusal> {
    let action = read(game.round(), text)?;
    game.play(action)
        .map_err(|code| refused(game.round(), text, action, code))
}

fn read(round: &Round, text: &str) -> Result<Action, Refusal> {
    text.parse().map_err(|error: NotAnAction| {
        let (code, message) = if round.to_play().is_some() {
            (RefusalCode::Unreadable, error.to_string())
        } else {
            (RefusalCode::RoundOver, "the round is over".to_owned())
        };
        Refusal {
            action: text.to_owned(),
            code,
            message,
        }
    })
}

fn refused(round: &Round, text: &str, action: Action, code: RefusalCode) -> Refusal {
    Refusal {
        action: text.to_owned(),
        code,
        message: format!("{}: {}", brief(text), sentence(round, action, code)),
    }
}

/// The start of a text that may be of any length.
pub(crate) fn brief(text: &str) -> String {
    text.chars().take(40).collect()
}

fn sentence(round: &Round, action: Action, code: RefusalCode) -> String {
    let seat = round.to_play().unwrap_or_default();
    match code {
        RefusalCode::RoundOver => "the round is over".to_owned(),
        RefusalCode::Unreadable => "this is not an action".to_owned(),
        RefusalCode::NotInSet => format!("the double-{} set has no such tile", round.rules().set()),
        RefusalCode::TileNotInHand => format!("seat {seat} does not hold this tile"),
        RefusalCode::LeadRequired => lead_required(round),
        RefusalCode::NoSuchPlace => no_such_place(round, action),
        RefusalCode::OwnTrainOnly => {
            format!("seat {seat} plays its first turn on its own train, {seat}")
        }
        RefusalCode::MustCover => must_cover(round),
        RefusalCode::TrainNotOpen => train_not_open(round, action, seat),
        RefusalCode::NoMatch => no_match(round, action),
        RefusalCode::CannotStop => "there is no chain to stop".to_owned(),
        RefusalCode::CanPlay => match first_play(round) {
            Some(play) => format!("seat {seat} can play, such as {play}"),
            None => format!("seat {seat} can play"),
        },
        RefusalCode::MustDraw => format!("seat {seat} must draw first"),
        RefusalCode::CannotDraw => format!("seat {seat} may draw no tile now"),
    }
}

fn first_play(round: &Round) -> Option<Action> {
    let is_play = |action: &Action| matches!(action, Action::Lead(_) | Action::Play(..));
    round.legal_actions().into_iter().find(is_play)
}

fn lead_required(round: &Round) -> String {
    match round.legal_actions()[..] {
        [Action::Lead(tile)] => format!("{tile} must lead"),
        _ => "nothing is led yet: a lead is written without a place".to_owned(),
    }
}

fn no_such_place(round: &Round, action: Action) -> String {
    let places = round.table().ends().into_iter().map(|(place, _)| place);
    match action {
        Action::Lead(tile) => {
            let usable = |place: &Place| {
                let why = round.why_illegal(Action::Play(tile, *place));
                matches!(why, None | Some(RefusalCode::NoMatch))
            };
            match &places.filter(usable).collect::<Vec<_>>()[..] {
                [only] => format!("the place is missing: only {only} is open now"),
                several => format!("the place is missing: one of {}", list(several)),
            }
        }
        Action::Play(_, place) => {
            let places = list(&places.collect::<Vec<_>>());
            format!("there is no place {place}, only {places}")
        }
        Action::Draw | Action::Pass | Action::Stop => "this has no place".to_owned(),
    }
}

fn list(places: &[Place]) -> String {
    let places: Vec<_> = places.iter().map(Place::to_string).collect();
    places.join(", ")
}

fn must_cover(round: &Round) -> String {
    let doubles = match round.table() {
        Table::Train(table) => table.open_doubles,
        Table::Line(_) => Vec::new(),
    };
    let trains = list(&doubles);
    format!("an open double must be covered first (on {trains})")
}

fn train_not_open(round: &Round, action: Action, seat: u8) -> String {
    let (Action::Play(_, place), Table::Train(table)) = (action, round.table()) else {
        return format!("the train is not open to seat {seat}");
    };
    if table
        .trains
        .iter()
        .any(|train| train.place == place && train.marker)
    {
        format!("train {place} has its marker up, but only its owner may start it")
    } else {
        format!("train {place} has no marker up: it is not open to seat {seat}")
    }
}

fn no_match(round: &Round, action: Action) -> String {
    let end = match action {
        Action::Play(_, place) => round
            .table()
            .ends()
            .into_iter()
            .find(|(known, _)| *known == place),
        _ => None,
    };
    match end {
        Some((place, pip)) => format!("the open end at {place} is {pip}"),
        None => "it fits no open end".to_owned(),
    }
}
