//! Sets of tiles of any set up to double-18.

use std::array;

use crate::bits::select;
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

    /// The set that is written so.
    #[inline(always)]
    pub(crate) const fn of_words(words: [u64; 3]) -> Self {
        Self(words)
    }

    /// The same, to be written to.
    #[inline(always)]
    pub(crate) const fn words_mut(&mut self) -> &mut [u64; 3] {
        &mut self.0
    }

    /// The tiles as bits: number `i` is bit `i mod 64` of word `i div 64`.
    pub(crate) const fn words(&self) -> &[u64; 3] {
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
        Tile::from_index(word as u8 * 64 + select(self.0[word], k) as u8)
    }

    /// Which of the tiles from that number on it holds, one bit each, for 64 tiles.
    #[inline(always)]
    pub(crate) fn slice(&self, from: usize) -> u64 {
        let (word, shift) = (from / 64, from % 64);
        // Shifted in two steps: 64 at once are too many.
        let above = self
            .0
            .get(word + 1)
            .map_or(0, |above| above << (63 - shift) << 1);
        self.0[word] >> shift | above
    }

    /// The tiles that `other` does not hold.
    #[inline(always)]
    #[must_use]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The tiles by number.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..self.count()).map(|k| self.select(k))
    }
}

/// The tiles that are left in a deck, as wide as its largest set needs.
pub trait DeckTiles: Copy + Send + Sync + 'static {
    /// Every tile of the double-`set` set.
    fn full(set: u8) -> Self;
    /// How many there are.
    fn count(self) -> u32;
    /// The tiles.
    fn tiles(&self) -> TileSet;
    /// Takes out a tile that is there.
    fn take(&mut self, tile: Tile);
    /// Takes out the k-th tile by number, counted from 0, and tells its number; `k` is below the
    /// count.
    fn take_kth(&mut self, k: u32) -> u8;
}

/// Up to 64 tiles: those of sets up to double-9.
impl DeckTiles for u64 {
    #[inline(always)]
    fn full(set: u8) -> Self {
        Self::MAX >> (64 - tiles_in(set))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn tiles(&self) -> TileSet {
        TileSet([*self, 0, 0])
    }

    fn take(&mut self, tile: Tile) {
        *self &= !(1 << tile.index());
    }

    #[inline(always)]
    fn take_kth(&mut self, k: u32) -> u8 {
        let index = select(*self, k);
        *self &= !(1 << index);
        index as u8
    }
}

impl DeckTiles for TileSet {
    #[inline(always)]
    fn full(set: u8) -> Self {
        Self::full(set)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        Self::count(&self)
    }

    #[inline(always)]
    fn tiles(&self) -> TileSet {
        *self
    }

    fn take(&mut self, tile: Tile) {
        self.remove(tile);
    }

    #[inline(always)]
    fn take_kth(&mut self, k: u32) -> u8 {
        take_kth(&mut self.0, k, select)
    }
}

/// Takes out the k-th of the tiles, counted from 0, and tells its number; `k` is below the count.
/// `select` finds the k-th bit of a word.
#[inline(always)]
pub(crate) fn take_kth<const WORDS: usize>(
    tiles: &mut [u64; WORDS],
    k: u32,
    select: impl Fn(u64, u32) -> u32,
) -> u8 {
    // Without branches, which the processor would guess wrong half the time.
    let (mut word, mut before, mut up_to) = (0, 0, 0);
    for tiles in &tiles[..WORDS - 1] {
        let here = tiles.count_ones();
        up_to += here;
        let after = k >= up_to;
        word += usize::from(after);
        before += if after { here } else { 0 };
    }
    let bit = select(tiles[word], k - before);
    tiles[word] &= !(1 << bit);
    (64 * word) as u8 + bit as u8
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
