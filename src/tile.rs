//! Pips and tiles.

use std::fmt;
use std::str::FromStr;

/// The largest set is double-18.
pub const MAX_SET: u8 = 18;

/// How many tiles the largest set has.
pub const MAX_TILES: usize = tiles_in(MAX_SET);

/// A number on one half of a tile.
pub type Pip = u8;

/// How many tiles a double-`set` set has.
pub const fn tiles_in(set: u8) -> usize {
    (set as usize + 1) * (set as usize + 2) / 2
}

/// A tile: an unordered pair of pips, held with the lower one first.
///
/// Tiles are numbered `high * (high + 1) / 2 + low`, the same number in every set that holds them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    low: Pip,
    high: Pip,
}

impl Tile {
    /// The tile with these two halves, in either order.
    pub const fn new(a: Pip, b: Pip) -> Self {
        if a <= b {
            Self { low: a, high: b }
        } else {
            Self { low: b, high: a }
        }
    }

    /// The tile with that number, which must be below [`MAX_TILES`].
    pub const fn from_index(index: u8) -> Self {
        TILES[index as usize]
    }

    /// The tile's number.
    pub const fn index(self) -> u8 {
        (self.high as u16 * (self.high as u16 + 1) / 2) as u8 + self.low
    }

    /// The lower half.
    pub const fn low(self) -> Pip {
        self.low
    }

    /// The higher half.
    pub const fn high(self) -> Pip {
        self.high
    }

    /// Whether both halves are equal.
    pub const fn is_double(self) -> bool {
        self.low == self.high
    }

    /// The pips of both halves together.
    pub const fn pips(self) -> u8 {
        self.low + self.high
    }

    /// Whether one half shows `pip`.
    pub const fn has(self, pip: Pip) -> bool {
        self.low == pip || self.high == pip
    }

    /// The half that is not `pip`, where [`Tile::has`] holds; `pip` itself for a double.
    pub const fn other(self, pip: Pip) -> Pip {
        self.low ^ self.high ^ pip
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high)
    }
}

/// Text that is not a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a tile written low-high{}", match .low_high {
    Some(tile) => format!(": write {tile}"),
    None => ", such as \"2-6\"".to_owned(),
})]
pub struct NotATile {
    /// Its beginning.
    text: String,
    /// The tile that it is with its halves the other way round.
    low_high: Option<String>,
}

impl FromStr for Tile {
    type Err = NotATile;

    /// Reads `a-b` with a <= b. Pips above 255 are read as 255: no set has either.
    fn from_str(text: &str) -> Result<Self, NotATile> {
        read(text).ok_or_else(|| NotATile {
            text: text.chars().take(LONGEST_SHOWN).collect(),
            low_high: low_high(text),
        })
    }
}

fn read(text: &str) -> Option<Tile> {
    let (low, high) = text.split_once('-').filter(|(low, high)| {
        is_number(low) && is_number(high) && (low.len(), *low) <= (high.len(), *high)
    })?;
    let pip = |digits: &str| digits.parse().unwrap_or(Pip::MAX);
    Some(Tile::new(pip(low), pip(high)))
}

/// How much of a text that cannot be read is shown.
pub(crate) const LONGEST_SHOWN: usize = 40;

/// The tile that a short text is with its halves the other way round.
pub(crate) fn low_high(text: &str) -> Option<String> {
    let (high, low) = text
        .split_once('-')
        .filter(|_| text.len() <= LONGEST_SHOWN)?;
    let turned = format!("{low}-{high}");
    read(&turned).map(|_| turned)
}

/// ASCII digits without leading zeros, any number of them.
fn is_number(digits: &str) -> bool {
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'))
}

/// The tiles by number, with room for every index: none needs a check.
static TILES: [Tile; 256] = {
    let mut tiles = [Tile { low: 0, high: 0 }; 256];
    let mut high = 0;
    while high <= MAX_SET {
        let mut low = 0;
        while low <= high {
            let tile = Tile { low, high };
            tiles[tile.index() as usize] = tile;
            low += 1;
        }
        high += 1;
    }
    tiles
};
