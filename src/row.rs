//! Hands as rows of partner pips: the only bit tricks of the rules.
//!
//! Row `p` of a hand is the set of pips `q` for which the hand holds the tile p-q. A tile stands in
//! two rows, a double in one. What fits an open end is the row of its pip, and the chosen bit is the
//! new open end.

use std::fmt::Debug;
use std::hash::Hash;

use crate::bits::{COUNT, SELECT, select};
use crate::tile::{Pip, Tile, tiles_in};
use crate::tile_set::{DeckTiles, TileSet};

/// A set of pips as wide as the largest pip of a set of tiles needs, and how a hand is made of them.
pub trait Row: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The rows of a hand, one a pip.
    type Rows: Copy + Eq + Hash + Debug + Send + Sync;
    /// The tiles of a deck.
    type Deck: DeckTiles;
    /// The largest set whose pips fit.
    const LARGEST_SET: u8;
    /// No pips.
    const EMPTY: Self;
    /// A hand without tiles.
    const NO_ROWS: Self::Rows;
    /// Whether many tiles at once cost less than tile by tile.
    const AT_ONCE: bool = false;

    /// Whether the set holds the pip.
    fn has(self, pip: Pip) -> bool;
    /// The set without the pips above `pip`.
    #[must_use]
    fn up_to(self, pip: Pip) -> Self;
    /// How many pips the set holds.
    fn count(self) -> u32;
    /// The k-th pip, ascending, counted from 0; `k` is below the count.
    fn select(self, k: u32) -> Pip;
    /// The highest pip, of a set that is not empty.
    fn highest(self) -> Pip;
    /// The set as a number.
    fn bits(self) -> u32;

    /// How many pips several sets hold together, those left out whose bit in `kept` is not set.
    #[inline(always)]
    fn count_among<const N: usize>(sets: &[Self; N], kept: u32) -> u32 {
        (0..N).map(|number| only(sets, kept, number).count()).sum()
    }
    /// The k-th of these pips, set after set, and the number of its set; `k` is below their count.
    #[inline(always)]
    fn select_among<const N: usize>(sets: &[Self; N], kept: u32, mut k: u32) -> (usize, Pip) {
        for number in 0..N {
            let set = only(sets, kept, number);
            let here = set.count();
            if k < here {
                return (number, set.select(k));
            }
            k -= here;
        }
        unreachable!("k is below the count")
    }

    /// The row of a pip.
    fn row(rows: &Self::Rows, pip: Pip) -> Self;
    /// Adds the tile with these halves to rows that do not hold it.
    fn insert(rows: &mut Self::Rows, a: Pip, b: Pip);
    /// Takes the tile with these halves from rows that hold it.
    fn remove(rows: &mut Self::Rows, a: Pip, b: Pip);
    /// The rows of the tiles of two hands.
    fn joined(rows: &Self::Rows, others: &Self::Rows) -> Self::Rows;
    /// The rows of these tiles.
    fn rows_of(tiles: &TileSet) -> Self::Rows {
        let mut rows = Self::NO_ROWS;
        for tile in tiles.iter() {
            Self::insert(&mut rows, tile.low(), tile.high());
        }
        rows
    }
    /// Adds the tile with that number to rows that do not hold it.
    #[inline(always)]
    fn insert_index(rows: &mut Self::Rows, index: u8) {
        let tile = Tile::from_index(index);
        Self::insert(rows, tile.low(), tile.high());
    }
    /// How many tiles are held.
    fn tiles(rows: &Self::Rows) -> u32 {
        highs::<Self>(rows).map(|(_, lows)| lows.count()).sum()
    }
    /// The lower and the higher half of the k-th tile by number, counted from 0; `k` is below the
    /// number of tiles held.
    fn nth(rows: &Self::Rows, mut k: u32) -> (Pip, Pip) {
        for (high, lows) in highs::<Self>(rows) {
            if k < lows.count() {
                return (lows.select(k), high);
            }
            k -= lows.count();
        }
        unreachable!("k is below the number of tiles held")
    }
    /// The doubles held, by their pips.
    fn doubles(rows: &Self::Rows) -> Self;
    /// The pips of the tiles held.
    fn pips(rows: &Self::Rows) -> u16;
}

/// All of the sets that are counted or selected among.
pub(crate) const ALL: u32 = u32::MAX;

/// The set with that number, or no pips if its bit in `kept` is not set.
#[inline(always)]
fn only<R: Row>(sets: &[R], kept: u32, number: usize) -> R {
    if kept >> number & 1 == 1 {
        sets[number]
    } else {
        R::EMPTY
    }
}

/// The bits of a tile in the eight rows of eight pips, by its halves in either order.
static BY_HALVES: [u64; 64] = {
    let mut table = [0; 64];
    let mut halves = 0;
    while halves < 64 {
        let (a, b) = (halves / 8, halves % 8);
        table[halves] = 1 << (8 * a + b) | 1 << (8 * b + a);
        halves += 1;
    }
    table
};

/// The same by the number of the tile, of which there are 36.
static BY_INDEX: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < tiles_in(u8::LARGEST_SET) {
        let tile = Tile::from_index(index as u8);
        table[index] = BY_HALVES[(8 * tile.low() + tile.high()) as usize];
        index += 1;
    }
    table
};

/// A one in each of eight rows.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The doubles of eight rows.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// The tiles of eight rows once each, where the row is the higher half; so they are in their order.
pub(crate) const LOWER: u64 = 0xFF7F_3F1F_0F07_0301;

/// The lower and the higher half of the tile with that place in eight rows.
#[inline(always)]
pub(crate) fn halves_of_eight(place: u32) -> (Pip, Pip) {
    ((place % 8) as Pip, (place / 8) as Pip)
}

/// The pips of the eight rows of eight pips, and of the doubles among them again: a double stands in
/// one row only.
#[inline(always)]
fn pips_of_eight(rows: u64) -> u16 {
    let doubles = rows & DIAGONAL;
    let with = |pips: u64| {
        let pips = pips * ONES;
        (rows & pips).count_ones() + (doubles & pips).count_ones()
    };
    (with(0xAA) + 2 * with(0xCC) + 4 * with(0xF0)) as u16
}

impl Row for u8 {
    type Rows = u64;
    type Deck = u64;
    const LARGEST_SET: u8 = 7;
    const EMPTY: Self = 0;
    const NO_ROWS: u64 = 0;

    #[inline(always)]
    fn has(self, pip: Pip) -> bool {
        self >> pip & 1 == 1
    }
    #[inline(always)]
    fn up_to(self, pip: Pip) -> Self {
        self & (Self::MAX >> (7 - pip))
    }
    #[inline(always)]
    fn count(self) -> u32 {
        COUNT[usize::from(self)].into()
    }
    #[inline(always)]
    fn select(self, k: u32) -> Pip {
        SELECT[usize::from(self)][(k & 7) as usize]
    }
    #[inline(always)]
    fn highest(self) -> Pip {
        7 - self.leading_zeros() as Pip
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self.into()
    }
    #[inline(always)]
    fn row(rows: &u64, pip: Pip) -> Self {
        (rows >> ((8 * u32::from(pip)) & 63)) as Self
    }
    #[inline(always)]
    fn insert(rows: &mut u64, a: Pip, b: Pip) {
        *rows |= BY_HALVES[usize::from((8 * a + b) & 63)];
    }
    #[inline(always)]
    fn remove(rows: &mut u64, a: Pip, b: Pip) {
        *rows ^= BY_HALVES[usize::from((8 * a + b) & 63)];
    }
    #[inline(always)]
    fn joined(rows: &u64, others: &u64) -> u64 {
        rows | others
    }
    #[inline(always)]
    fn insert_index(rows: &mut u64, index: u8) {
        *rows |= BY_INDEX[usize::from(index & 63)];
    }
    #[inline(always)]
    fn tiles(rows: &u64) -> u32 {
        (rows & LOWER).count_ones()
    }
    #[inline(always)]
    fn nth(rows: &u64, k: u32) -> (Pip, Pip) {
        halves_of_eight(select(rows & LOWER, k))
    }
    #[inline(always)]
    fn doubles(rows: &u64) -> Self {
        ((rows & DIAGONAL).wrapping_mul(ONES) >> 56) as Self
    }
    #[inline(always)]
    fn pips(rows: &u64) -> u16 {
        pips_of_eight(*rows)
    }
}

/// Rows of more than eight pips: an array, with room for an index that is masked, not checked.
macro_rules! wide_row {
    (
        $name:ty, $set:literal, $room:literal,
        |$counted:ident| $count:expr,
        |$selected:ident, $k:ident| $select:expr
    ) => {
        impl Row for $name {
            type Rows = [Self; $room];
            type Deck = TileSet;
            const LARGEST_SET: u8 = $set;
            const EMPTY: Self = 0;
            const NO_ROWS: Self::Rows = [0; $room];

            #[inline(always)]
            fn has(self, pip: Pip) -> bool {
                self >> pip & 1 == 1
            }
            #[inline(always)]
            fn up_to(self, pip: Pip) -> Self {
                self & (Self::MAX >> (Self::BITS - 1 - u32::from(pip)))
            }
            #[inline(always)]
            fn count(self) -> u32 {
                let $counted = self;
                $count
            }
            #[inline(always)]
            fn select(self, $k: u32) -> Pip {
                let $selected = self;
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
            #[inline(always)]
            fn row(rows: &Self::Rows, pip: Pip) -> Self {
                rows[usize::from(pip) % $room]
            }
            fn joined(rows: &Self::Rows, others: &Self::Rows) -> Self::Rows {
                std::array::from_fn(|pip| rows[pip] | others[pip])
            }
            #[inline(always)]
            fn insert(rows: &mut Self::Rows, a: Pip, b: Pip) {
                rows[usize::from(a) % $room] |= 1 << b;
                rows[usize::from(b) % $room] |= 1 << a;
            }
            #[inline(always)]
            fn remove(rows: &mut Self::Rows, a: Pip, b: Pip) {
                rows[usize::from(a) % $room] &= !(1 << b);
                rows[usize::from(b) % $room] &= !(1 << a);
            }
            #[inline(always)]
            fn doubles(rows: &Self::Rows) -> Self {
                let doubles = (0..=$set).map(|pip| rows[pip] & 1 << pip);
                doubles.fold(0, |doubles, double| doubles | double)
            }
            fn pips(rows: &Self::Rows) -> u16 {
                let rows = (0..=$set).zip(rows);
                rows.map(|(pip, row)| pip * (row.count() as u16 + u16::from(row.has(pip as Pip))))
                    .sum()
            }
        }
    };
}

wide_row!(
    u16,
    15,
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

wide_row!(
    u32,
    18,
    32,
    |bits| bits.count_ones(),
    |bits, k| select(bits.into(), k) as Pip
);

/// Sixteen rows of sixteen pips, four to a word, of tiles that are there only in the rows of their
/// higher halves: those of their lower halves added.
#[inline(always)]
pub(crate) fn both_ways(lower: [u64; 4]) -> [u64; 4] {
    // The matrix is turned over at its diagonal: squares of half its size change places, and within
    // them squares of half that size, and so on.
    let across = |a: u64, b: u64, size: u32, mask: u64| {
        let changed = (a >> size ^ b) & mask;
        (a ^ changed << size, b ^ changed)
    };
    let within = |rows: u64, size: u32, mask: u64| {
        let changed = (rows >> (15 * size) ^ rows) & mask;
        rows ^ changed ^ changed << (15 * size)
    };
    let [a, b, c, d] = lower;
    let (a, c) = across(a, c, 8, 0x00FF_00FF_00FF_00FF);
    let (b, d) = across(b, d, 8, 0x00FF_00FF_00FF_00FF);
    let (a, b) = across(a, b, 4, 0x0F0F_0F0F_0F0F_0F0F);
    let (c, d) = across(c, d, 4, 0x0F0F_0F0F_0F0F_0F0F);
    let mut rows = [a, b, c, d];
    for (rows, lower) in rows.iter_mut().zip(lower) {
        *rows = within(*rows, 2, 0x0000_0000_CCCC_CCCC);
        *rows = within(*rows, 1, 0x0000_AAAA_0000_AAAA) | lower;
    }
    rows
}

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
        R::row(&self.0, pip)
    }

    /// Whether the tile is held.
    pub fn has(&self, tile: Tile) -> bool {
        tile.high() <= R::LARGEST_SET && self.row(tile.low()).has(tile.high())
    }

    /// Takes up a tile that it does not hold.
    #[inline(always)]
    pub fn insert(&mut self, tile: Tile) {
        R::insert(&mut self.0, tile.low(), tile.high());
    }

    /// Takes up the tile with that number, which it does not hold.
    #[inline(always)]
    pub(crate) fn insert_index(&mut self, index: u8) {
        R::insert_index(&mut self.0, index);
    }

    /// The same tiles in rows of another kind; none if there is no hand.
    pub(crate) fn like<V: Row>(other: Option<&Hand<V>>) -> Self {
        other.map_or(Self::EMPTY, |hand| Self::of(&hand.tiles()))
    }

    /// The tiles of both hands.
    #[inline(always)]
    pub(crate) fn joined(&self, other: &Self) -> Self {
        Self(R::joined(&self.0, &other.0))
    }

    /// The hand with these tiles, all at once.
    #[inline(always)]
    pub(crate) fn of_set(tiles: &TileSet) -> Self {
        Self(R::rows_of(tiles))
    }

    /// Gives away a tile that it holds, told by its halves in either order.
    #[inline(always)]
    pub fn give(&mut self, a: Pip, b: Pip) {
        R::remove(&mut self.0, a, b);
    }

    /// The doubles held, by their pips.
    #[inline(always)]
    pub fn doubles(&self) -> R {
        R::doubles(&self.0)
    }

    /// The pip of the highest double held.
    #[inline(always)]
    pub fn highest_double(&self) -> Option<Pip> {
        let doubles = self.doubles();
        (doubles != R::EMPTY).then(|| doubles.highest())
    }

    /// The tile with the most pips, of equals the one with the highest half.
    pub fn heaviest(&self) -> Option<Tile> {
        highs::<R>(&self.0)
            .map(|(high, lows)| Tile::new(high, lows.highest()))
            .max_by_key(|tile| (tile.pips(), tile.high()))
    }

    /// The k-th tile by number, counted from 0; `k` is below the number of tiles held.
    #[inline(always)]
    pub fn nth(&self, k: u32) -> Tile {
        let (low, high) = R::nth(&self.0, k);
        Tile::new(low, high)
    }

    /// How many tiles are held.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        R::tiles(&self.0)
    }

    /// The pips of all tiles held.
    #[inline(always)]
    pub fn pips(&self) -> u16 {
        R::pips(&self.0)
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

    /// The tiles as a set.
    #[inline(always)]
    pub(crate) fn tile_set(&self) -> TileSet {
        let mut words = [0; 3];
        let mut first = 0;
        for high in 0..=R::LARGEST_SET {
            // A run of numbers may go on in the next word.
            let lows = u128::from(self.row(high).up_to(high).bits()) << (first % 64);
            words[first / 64] |= lows as u64;
            if first / 64 < 2 {
                words[first / 64 + 1] |= (lows >> 64) as u64;
            }
            first += usize::from(high) + 1;
        }
        TileSet::of_words(words)
    }

    /// The rows, for keys.
    pub(crate) fn rows(&self) -> impl Iterator<Item = R> + '_ {
        (0..=R::LARGEST_SET).map(|pip| self.row(pip))
    }
}

/// For each high half in ascending order the low halves of the tiles held, where there are any.
fn highs<R: Row>(rows: &R::Rows) -> impl Iterator<Item = (Pip, R)> + '_ {
    (0..=R::LARGEST_SET)
        .map(|high| (high, R::row(rows, high).up_to(high)))
        .filter(|(_, lows)| *lows != R::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::tests::places;

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
            hand.give(tile.low(), tile.high());
        }
        assert_eq!(hand.tiles(), [Tile::new(0, 0)]);
        assert_eq!(hand.highest_double(), Some(0));
    }
}
