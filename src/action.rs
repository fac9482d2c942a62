//! What a seat can do.

use std::fmt;
use std::str::FromStr;

use crate::tile::{LONGEST_SHOWN, Tile, low_high, tiles_in};

/// A place where a tile can be added: an arm of a line, or a train.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The left end of the line.
    L,
    /// The right end of the line.
    R,
    /// The spinner's first side arm.
    N,
    /// The spinner's second side arm.
    S,
    /// The personal train of a seat.
    Train(u8),
    /// The Mexican Train.
    M,
}

/// One action of the seat on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lay the first tile of a line.
    Lead(Tile),
    /// Lay a tile at a place.
    Play(Tile, Place),
    /// Take the first tile of the boneyard.
    Draw,
    /// Go without.
    Pass,
    /// End a chain early.
    Stop,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::L => f.write_str("L"),
            Self::R => f.write_str("R"),
            Self::N => f.write_str("N"),
            Self::S => f.write_str("S"),
            Self::Train(seat) => write!(f, "{seat}"),
            Self::M => f.write_str("M"),
        }
    }
}

impl Place {
    fn read(text: &str) -> Option<Self> {
        Some(match text.as_bytes() {
            b"L" => Self::L,
            b"R" => Self::R,
            b"N" => Self::N,
            b"S" => Self::S,
            b"M" => Self::M,
            [seat @ b'0'..=b'7'] => Self::Train(seat - b'0'),
            _ => return None,
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lead(tile) => tile.fmt(f),
            Self::Play(tile, place) => write!(f, "{tile}@{place}"),
            Self::Draw => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
            Self::Stop => f.write_str("stop"),
        }
    }
}

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not an action: {}", match .low_high {
    Some(action) => format!("a tile is written low-high, write {action}"),
    None => NOTATION.to_owned(),
})]
pub struct NotAnAction {
    /// Its beginning.
    text: String,
    /// The action that it is with the halves of its tile the other way round.
    low_high: Option<String>,
}

const NOTATION: &str = "a tile written low-high, alone or at a place (\"6-6\", \"2-6@L\", \"6-9@2\"), \
                        draw, pass or stop";

/// The action that a text is with the halves of its tile the other way round.
fn tile_low_high(text: &str) -> Option<String> {
    match text.split_once('@') {
        None => low_high(text),
        Some((tile, place)) => {
            let place = Place::read(place)?;
            low_high(tile).map(|tile| format!("{tile}@{place}"))
        }
    }
}

impl FromStr for Action {
    type Err = NotAnAction;

    /// Reads the notation, whether or not any game has such an action.
    fn from_str(text: &str) -> Result<Self, NotAnAction> {
        let action = match text {
            "draw" => Some(Self::Draw),
            "pass" => Some(Self::Pass),
            "stop" => Some(Self::Stop),
            _ => match text.split_once('@') {
                None => text.parse().ok().map(Self::Lead),
                Some((tile, place)) => {
                    let played = tile.parse().ok().zip(Place::read(place));
                    played.map(|(tile, place)| Self::Play(tile, place))
                }
            },
        };
        action.ok_or_else(|| NotAnAction {
            text: text.chars().take(LONGEST_SHOWN).collect(),
            low_high: tile_low_high(text),
        })
    }
}

/// Which actions a game numbers: those of line games or those of train games, for a set and a
/// number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ActionSpace {
    /// The set is double-`set`.
    pub set: u8,
    /// None in line games, the number of seats in train games.
    pub trains: Option<u8>,
}

impl ActionSpace {
    /// How many places a tile has, the lead of a line game counted as one.
    fn places(self) -> usize {
        self.trains.map_or(5, |seats| usize::from(seats) + 1)
    }

    /// How many actions there are.
    pub fn count(self) -> usize {
        tiles_in(self.set) * self.places() + if self.trains.is_some() { 3 } else { 2 }
    }

    /// The action's number, None for an action that the game does not have.
    pub fn index(self, action: Action) -> Option<usize> {
        let after_tiles = tiles_in(self.set) * self.places();
        let (tile, slot) = match (action, self.trains) {
            (Action::Draw, _) => return Some(after_tiles),
            (Action::Pass, _) => return Some(after_tiles + 1),
            (Action::Stop, Some(_)) => return Some(after_tiles + 2),
            (Action::Lead(tile), None) => (tile, 0),
            (Action::Play(tile, Place::L), None) => (tile, 1),
            (Action::Play(tile, Place::R), None) => (tile, 2),
            (Action::Play(tile, Place::N), None) => (tile, 3),
            (Action::Play(tile, Place::S), None) => (tile, 4),
            (Action::Play(tile, Place::Train(seat)), Some(seats)) if seat < seats => {
                (tile, usize::from(seat))
            }
            (Action::Play(tile, Place::M), Some(seats)) => (tile, usize::from(seats)),
            _ => return None,
        };
        (tile.high() <= self.set).then(|| usize::from(tile.index()) * self.places() + slot)
    }

    /// The action with that number.
    pub fn action(self, index: usize) -> Option<Action> {
        let after_tiles = tiles_in(self.set) * self.places();
        if index >= after_tiles {
            let last = [Action::Draw, Action::Pass, Action::Stop];
            return (index < self.count()).then(|| last[index - after_tiles]);
        }
        let tile = Tile::from_index((index / self.places()) as u8);
        let slot = (index % self.places()) as u8;
        Some(match (self.trains, slot) {
            (None, 0) => Action::Lead(tile),
            (None, slot) => Action::Play(
                tile,
                [Place::L, Place::R, Place::N, Place::S][usize::from(slot) - 1],
            ),
            (Some(seats), slot) if slot == seats => Action::Play(tile, Place::M),
            (Some(_), seat) => Action::Play(tile, Place::Train(seat)),
        })
    }
}
