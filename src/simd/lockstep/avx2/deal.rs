//! 32 deals at a time.
//!
//! A die picks the k-th of the tiles still left. No set of them is kept: the tiles of a hand are
//! sorted, and tile number t with i tiles of the hand below it is the (t - i)-th of those that they
//! leave. This *rank*, t - i, is what a hand keeps.

use std::arch::x86_64::{_mm256_max_epi8, _mm256_min_epi8};

use super::dice::{Dice, are_zero, show};
use super::lanes::{
    BIT, Lanes, above, add, all, and, choose, down, equal, look_up, only, or, sub, table, top_bits,
    up, zero,
};
use crate::random::{DEALS, Dice as _, Throws};
use crate::tile::tiles_in;

/// The tiles of the largest set whose rows fit a byte.
const TILES: usize = tiles_in(7);

/// The hands of 32 deals. With `SIZE` above 0 that many tiles each, known when this is compiled.
pub(super) struct Deals<const SIZE: usize> {
    /// The ranks of each hand, sorted, hand after hand. A hand's tiles are counted among those that
    /// the hands before it leave.
    ranks: [Lanes; TILES],
    size: usize,
}

impl<const SIZE: usize> Deals<SIZE> {
    /// The first attempts at the deals of 32 games.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn new(dice: &Dice, set: u8, seats: usize, size: usize) -> Self {
        let size = if SIZE > 0 { SIZE } else { size };
        let mut ranks = [zero(); TILES];
        let dealt = &mut ranks[..seats * size];
        throw(dice, tiles_in(set) as u32, dealt);
        for hand in dealt.chunks_exact_mut(size) {
            sort(hand);
        }
        Self { ranks, size }
    }

    /// How many tiles a hand has.
    #[inline]
    pub(super) fn size(&self) -> usize {
        if SIZE > 0 { SIZE } else { self.size }
    }

    /// The rows of a seat's hand.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn hand<const PIPS: usize>(&self, seat: usize) -> [Lanes; PIPS] {
        let (earlier, ranks) = self.ranks.split_at(seat * self.size());
        let mut packed = [zero(); 5];
        for (i, &rank) in (0..).zip(&ranks[..self.size()]) {
            let tile = self.past(earlier, add(rank, all(i)));
            pack::<PIPS>(&mut packed, tile);
        }
        rows(&packed)
    }

    /// The k-th tile of a seat's hand.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn nth(&self, seat: usize, k: Lanes) -> Lanes {
        let (earlier, ranks) = self.ranks.split_at(seat * self.size());
        let mut kth = zero();
        for (i, &rank) in (0..).zip(&ranks[..self.size()]) {
            kth = or(kth, and(rank, equal(k, all(i))));
        }
        self.past(earlier, add(kth, k))
    }

    /// The k-th of the tiles that these hands leave.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn past(&self, hands: &[Lanes], k: Lanes) -> Lanes {
        let hands = hands.rchunks_exact(self.size());
        hands.fold(k, |k, ranks| {
            let next = add(k, all(1));
            // All ones is -1.
            let passed = ranks.iter().map(|&rank| above(next, rank));
            passed.fold(k, |tile, passed| sub(tile, passed))
        })
    }
}

/// What the dice of the deals show: the first of as many faces as there are tiles, each next one of
/// one less.
#[inline]
#[target_feature(enable = "avx2")]
fn throw(dice: &Dice, tiles: u32, shown: &mut [Lanes]) {
    let mut again = [zero(); 2];
    let mut left = tiles;
    for (k, shown) in (0..).zip(shown.chunks_mut(4)) {
        for (shown, sixteens) in shown.iter_mut().zip(dice.four(DEALS, k)) {
            *shown = show(sixteens, left, &mut again);
            left -= 1;
        }
    }
    // Few games have one: all their dice are taken singly.
    let mut rare = !top_bits(are_zero(again));
    while rare != 0 {
        let game = rare.trailing_zeros() as usize;
        let mut throws = dice.of(game).throws(DEALS);
        for (d, shown) in (0..).zip(&mut *shown) {
            let face = throws.shown(tiles - d);
            throws.advance();
            *shown = choose(only(game), all(face as u8), *shown);
        }
        rare &= rare - 1;
    }
}

/// Sorts what the dice of a hand show into its ranks: a tile put in below another takes 1 off its
/// rank.
#[inline]
#[target_feature(enable = "avx2")]
fn sort(hand: &mut [Lanes]) {
    for last in 1..hand.len() {
        let k = hand[last];
        let mut here = all(i8::MAX.cast_unsigned());
        for i in (0..last).rev() {
            let before = hand[i];
            let pushed = _mm256_max_epi8(k, sub(before, all(1)));
            hand[i + 1] = _mm256_min_epi8(here, pushed);
            here = before;
        }
        hand[0] = _mm256_min_epi8(here, k);
    }
}

/// Sets bit t of 40 for tile number t.
#[inline]
#[target_feature(enable = "avx2")]
fn pack<const PIPS: usize>(packed: &mut [Lanes; 5], tile: Lanes) {
    let bits = table(BIT);
    // Nothing is looked up from 8 to 15 in a nibble, nor from 128 on.
    let mut set = |byte: usize, index| packed[byte] = or(packed[byte], look_up(bits, index));
    let from = |start| sub(tile, all(start));
    set(0, add(tile, all(128 - 16)));
    set(1, add(tile, all(128 - 24)));
    set(3, from(24));
    if PIPS > 7 {
        set(2, or(from(16), add(tile, all(128 - 32))));
        set(4, from(32));
    } else {
        set(2, from(16));
    }
}

/// The rows of a hand from the bits of its tiles.
#[inline]
#[target_feature(enable = "avx2")]
fn rows<const PIPS: usize>(packed: &[Lanes; 5]) -> [Lanes; PIPS] {
    let mut lows = [zero(); PIPS];
    for (high, lows) in (0..).zip(&mut lows) {
        // The tiles with this high half follow each other, by their low halves.
        let start = high * (high + 1) / 2;
        let (byte, bit) = (start as usize / 8, start % 8);
        let mask = (2_u16 << high) - 1;
        *lows = and(down(packed[byte], bit), all((mask & 0xFF >> bit) as u8));
        if bit + high > 7 {
            let rest = all((mask & 0xFF << (8 - bit)) as u8);
            *lows = or(*lows, and(up(packed[byte + 1], 8 - bit), rest));
        }
    }
    let mut rows = lows;
    for (high, &lows) in (0..).zip(&lows) {
        for (low, row) in (0..high).zip(&mut rows) {
            let mirrored = and(up(lows, high - low), all(1 << high));
            *row = or(*row, mirrored);
        }
    }
    rows
}
