//! Sets of tiles of any set up to double-18.

use crate::row::{Hand, Row, select_u64};
use crate::tile::{MAX_SET, Tile, tiles_in};

/// A set of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TileSet([u64; 3]);

impl TileSet {
    /// No tiles.
    pub const EMPTY: Self = Self([0; 3]);

    /// Every tile of the double-`set` set, which is at most double-18.
    pub fn full(set: u8) -> Self {
        FULL[set as usize]
    }

    /// The tiles of a hand.
    #[inline(always)]
    pub(crate) fn held<R: Row>(hand: &Hand<R>) -> Self {
        let mut words = [0; 3];
        let mut first = 0;
        for high in 0..=R::LARGEST_SET {
            // A run of numbers may go on in the next word.
            let lows = u128::from(hand.row(high).up_to(high).bits()) << (first % 64);
            words[first / 64] |= lows as u64;
            if first / 64 < 2 {
                words[first / 64 + 1] |= (lows >> 64) as u64;
            }
            first += usize::from(high) + 1;
        }
        Self(words)
    }

    /// The tiles as bits: number `i` is bit `i mod 64` of word `i div 64`.
    pub(crate) fn words(&self) -> &[u64; 3] {
        &self.0
    }

    /// Whether the set holds the tile.
    pub const fn has(&self, tile: Tile) -> bool {
        self.0[tile.index() as usize / 64] >> (tile.index() % 64) & 1 == 1
    }

    /// Adds a tile; false if it was there.
    pub fn insert(&mut self, tile: Tile) -> bool {
        let fresh = !self.has(tile);
        self.0[tile.index() as usize / 64] |= 1 << (tile.index() % 64);
        fresh
    }

    /// Takes a tile out; false if it was not there.
    pub fn remove(&mut self, tile: Tile) -> bool {
        let present = self.has(tile);
        self.0[tile.index() as usize / 64] &= !(1 << (tile.index() % 64));
        present
    }

    /// How many tiles there are.
    pub const fn count(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// The k-th tile by number, counted from 0; `k` is below the count.
    pub(crate) fn select(&self, mut k: u32) -> Tile {
        let mut word = 0;
        while word < 2 && k >= self.0[word].count_ones() {
            k -= self.0[word].count_ones();
            word += 1;
        }
        Tile::from_index(word as u8 * 64 + select_u64(self.0[word], k) as u8)
    }

    /// The tiles by number.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..self.count()).map(|k| self.select(k))
    }
}

/// The sets of tiles by their largest pip: a batch asks for one at every deal.
static FULL: [TileSet; MAX_SET as usize + 1] = {
    let mut sets = [TileSet::EMPTY; MAX_SET as usize + 1];
    let mut set = 0;
    while set <= MAX_SET {
        let mut index = 0;
        while index < tiles_in(set) {
            sets[set as usize].0[index / 64] |= 1 << (index % 64);
            index += 1;
        }
        set += 1;
    }
    sets
};
