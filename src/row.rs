//! Hands as rows of partner pips: the only bit tricks of the rules.
//!
//! Row `p` of a hand is the set of pips `q` for which the hand holds the tile p-q. A tile stands in
//! two rows, a double in one. What fits an open end is the row of its pip, and the chosen bit is the
//! new open end.

use std::fmt::Debug;
use std::hash::Hash;

use crate::tile::{Pip, Tile};

/// `SELECT[byte][k]` is the place of the k-th set bit of `byte`.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][k] = bit;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// How many bits of a byte are set: a table, as plain x86-64 has no instruction for it.
static COUNT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte: usize = 0;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
};

/// The place of the k-th set bit, counted from 0; `k` is below the number of set bits.
pub(crate) fn select_u64(bits: u64, k: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let up_to = bytes.wrapping_mul(ONES);
    let full_bytes = ((((u64::from(k) * ONES) | TOPS) - up_to) & TOPS) >> 7;
    let shift = full_bytes.wrapping_mul(ONES) >> 56 << 3;
    let before = (up_to << 8) >> shift & 0xFF;
    let byte = bits >> shift & 0xFF;
    shift as u32 + u32::from(SELECT[byte as usize][k as usize - before as usize])
}

/// A set of pips as wide as the largest pip of a set of tiles needs.
pub trait Row: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The rows of a hand, one a pip.
    type Rows: Copy + Eq + Hash + Debug + Send + Sync + AsRef<[Self]> + AsMut<[Self]>;
    /// The largest set whose pips fit.
    const LARGEST_SET: u8;
    /// No pips.
    const EMPTY: Self;
    /// A hand without tiles.
    const NO_ROWS: Self::Rows;

    /// Whether the set holds the pip.
    fn has(self, pip: Pip) -> bool;
    /// The set with the pip.
    #[must_use]
    fn with(self, pip: Pip) -> Self;
    /// The set without the pip.
    #[must_use]
    fn without(self, pip: Pip) -> Self;
    /// The set without the pips above `pip`.
    #[must_use]
    fn up_to(self, pip: Pip) -> Self;
    /// How many pips the set holds.
    fn count(self) -> u32;
    /// The k-th pip, ascending, counted from 0; `k` is below the count.
    fn select(self, k: u32) -> Pip;
    /// The highest pip of a set that is not empty.
    fn highest(self) -> Pip;
    /// The set as a number.
    fn bits(self) -> u32;
}

macro_rules! row {
    ($width:ty, $pips:literal, |$bits:ident| $count:expr, |$sbits:ident, $k:ident| $select:expr) => {
        impl Row for $width {
            type Rows = [Self; $pips];
            const LARGEST_SET: u8 = $pips - 1;
            const EMPTY: Self = 0;
            const NO_ROWS: Self::Rows = [0; $pips];

            #[inline(always)]
            fn has(self, pip: Pip) -> bool {
                self >> pip & 1 == 1
            }
            #[inline(always)]
            fn with(self, pip: Pip) -> Self {
                self | 1 << pip
            }
            #[inline(always)]
            fn without(self, pip: Pip) -> Self {
                self & !(1 << pip)
            }
            #[inline(always)]
            fn up_to(self, pip: Pip) -> Self {
                self & (Self::MAX >> (Self::BITS - 1 - u32::from(pip)))
            }
            #[inline(always)]
            fn count(self) -> u32 {
                let $bits = self;
                $count
            }
            #[inline(always)]
            fn select(self, $k: u32) -> Pip {
                let $sbits = self;
                $select
            }
            #[inline(always)]
            fn highest(self) -> Pip {
                (Self::BITS - 1 - self.leading_zeros()) as Pip
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                self.into()
            }
        }
    };
}

row!(u8, 8, |bits| COUNT[bits as usize].into(), |bits, k| {
    SELECT[bits as usize][(k & 7) as usize]
});

row!(
    u16,
    16,
    |bits| u32::from(COUNT[usize::from(bits & 0xFF)]) + u32::from(COUNT[usize::from(bits >> 8)]),
    |bits, k| {
        let low = u32::from(COUNT[usize::from(bits & 0xFF)]);
        let (byte, rest, base) = if k < low {
            (bits & 0xFF, k, 0)
        } else {
            (bits >> 8, k - low, 8)
        };
        base + SELECT[usize::from(byte)][(rest & 7) as usize]
    }
);

row!(
    u32,
    19,
    |bits| bits.count_ones(),
    |bits, k| select_u64(bits.into(), k) as Pip
);

/// The width of row that a set of tiles asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// Up to double-7.
    Pips8,
    /// Up to double-15.
    Pips16,
    /// Up to double-18.
    Pips32,
}

impl Width {
    /// The narrowest that holds the pips of the double-`set` set.
    pub(crate) fn of(set: u8) -> Self {
        if set <= u8::LARGEST_SET {
            Self::Pips8
        } else if set <= u16::LARGEST_SET {
            Self::Pips16
        } else {
            Self::Pips32
        }
    }
}

/// The tiles that a seat holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hand<R: Row>(R::Rows);

impl<R: Row> Hand<R> {
    /// No tiles.
    pub const EMPTY: Self = Self(R::NO_ROWS);

    /// The hand with these tiles.
    pub fn of(tiles: &[Tile]) -> Self {
        let mut hand = Self::EMPTY;
        for &tile in tiles {
            hand.insert(tile);
        }
        hand
    }

    /// The pips that go with `pip` on the tiles held.
    #[inline(always)]
    pub fn row(&self, pip: Pip) -> R {
        self.0.as_ref()[usize::from(pip)]
    }

    /// Whether the tile is held.
    pub fn has(&self, tile: Tile) -> bool {
        tile.high() <= R::LARGEST_SET && self.row(tile.low()).has(tile.high())
    }

    /// Takes a tile up.
    #[inline(always)]
    pub fn insert(&mut self, tile: Tile) {
        let rows = self.0.as_mut();
        let (low, high) = (tile.low(), tile.high());
        rows[usize::from(low)] = rows[usize::from(low)].with(high);
        rows[usize::from(high)] = rows[usize::from(high)].with(low);
    }

    /// Gives a tile away.
    #[inline(always)]
    pub fn remove(&mut self, tile: Tile) {
        let rows = self.0.as_mut();
        let (low, high) = (tile.low(), tile.high());
        rows[usize::from(low)] = rows[usize::from(low)].without(high);
        rows[usize::from(high)] = rows[usize::from(high)].without(low);
    }

    /// The pip of the highest double held.
    pub fn highest_double(&self) -> Option<Pip> {
        (0..=R::LARGEST_SET)
            .rev()
            .find(|&pip| self.row(pip).has(pip))
    }

    /// The tile with the most pips, of equals the one with the highest half.
    pub fn heaviest(&self) -> Option<Tile> {
        self.highs()
            .map(|(high, lows)| Tile::new(high, lows.highest()))
            .max_by_key(|tile| (tile.pips(), tile.high()))
    }

    /// The k-th tile by number, counted from 0; `k` is below the number of tiles held.
    pub fn nth(&self, mut k: u32) -> Tile {
        for (high, lows) in self.highs() {
            if k < lows.count() {
                return Tile::new(high, lows.select(k));
            }
            k -= lows.count();
        }
        unreachable!("k is below the number of tiles held")
    }

    /// How many tiles are held.
    pub fn count(&self) -> u32 {
        self.highs().map(|(_, lows)| lows.count()).sum()
    }

    /// The pips of all tiles held.
    pub fn pips(&self) -> u16 {
        (0..=R::LARGEST_SET)
            .map(|pip| {
                let row = self.row(pip);
                u16::from(pip) * (row.count() as u16 + u16::from(row.has(pip)))
            })
            .sum()
    }

    /// The tiles held, sorted by (low, high).
    pub fn tiles(&self) -> Vec<Tile> {
        let halves = 0..=R::LARGEST_SET;
        halves
            .clone()
            .flat_map(|low| {
                halves
                    .clone()
                    .filter(move |&high| high >= low)
                    .map(move |high| (low, high))
            })
            .filter(|&(low, high)| self.row(low).has(high))
            .map(|(low, high)| Tile::new(low, high))
            .collect()
    }

    /// The rows, for keys.
    pub(crate) fn rows(&self) -> &[R] {
        self.0.as_ref()
    }

    /// For each high half in ascending order the low halves of the tiles held, where there are any.
    fn highs(&self) -> impl Iterator<Item = (Pip, R)> + '_ {
        (0..=R::LARGEST_SET)
            .map(|high| (high, self.row(high).up_to(high)))
            .filter(|(_, lows)| *lows != R::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::word;
    use crate::tile::tiles_in;

    fn places(bits: u64) -> Vec<u32> {
        (0..64).filter(|&bit| bits >> bit & 1 == 1).collect()
    }

    #[test]
    fn select_finds_every_set_bit() {
        for k in 0..200 {
            // Thinned out again and again: words with many bits and with few.
            let bits = (0..k % 5).fold(word(1, k), |bits, thin| bits & word(2 + thin, k));
            let found = (0..bits.count_ones())
                .map(|k| select_u64(bits, k))
                .collect::<Vec<_>>();
            assert_eq!(found, places(bits), "{bits:#x}");
        }
        assert_eq!(select_u64(u64::MAX, 63), 63);
    }

    fn check_row<R: Row>(bits: u64, row: R) {
        let pips = places(bits);
        assert_eq!(row.count() as usize, pips.len());
        let selected = (0..row.count())
            .map(|k| row.select(k).into())
            .collect::<Vec<u32>>();
        assert_eq!(selected, pips);
        if let Some(&highest) = pips.last() {
            assert_eq!(u32::from(row.highest()), highest);
        }
    }

    #[test]
    fn rows_of_every_width_count_and_select() {
        for bits in 0..=u16::MAX {
            check_row((bits & 0xFF).into(), bits as u8);
            check_row(bits.into(), bits);
            check_row((u32::from(bits) << 3).into(), u32::from(bits) << 3);
        }
    }

    #[test]
    fn a_hand_is_the_set_of_its_tiles() {
        let all = (0..tiles_in(18) as u8)
            .map(Tile::from_index)
            .collect::<Vec<_>>();
        let mut hand = Hand::<u32>::of(&all);
        assert_eq!(hand.count(), 190);
        assert_eq!(hand.pips(), 190 * 18);
        assert_eq!(hand.heaviest(), Some(Tile::new(18, 18)));
        assert!((0..190).all(|k| hand.nth(k) == all[k as usize]));
        for &tile in &all[1..] {
            assert!(hand.has(tile));
            hand.remove(tile);
        }
        assert_eq!(hand.tiles(), [Tile::new(0, 0)]);
        assert_eq!(hand.highest_double(), Some(0));
    }
}
