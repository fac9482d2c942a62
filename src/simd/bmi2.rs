//! Rows and decks for processors that deposit, count and find bits in one instruction each.
//!
//! Work on them has to be compiled for these processors as a whole: [`Processor::run`] does that. An
//! instruction set that is wider inside than outside stops inlining, so everything that the work
//! calls in its loops is `#[inline(always)]`.

use std::array;

use crate::row::{Row, both_ways};
use crate::tile::{Pip, Tile};
use crate::tile_set::{DeckTiles, TileSet, take_kth};

/// Something that is worth compiling for more than one kind of processor.
pub(crate) trait Work {
    /// Does it; to be marked `#[inline(always)]`.
    fn run(self);
}

/// A kind of processor; a value of it is proof that this is one.
pub(crate) trait Processor: Copy + Send + Sync + 'static {
    /// Does work that is compiled for such processors.
    fn run(self, work: impl Work);
}

/// Any processor that the library is built for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Any;

impl Processor for Any {
    #[inline(always)]
    fn run(self, work: impl Work) {
        work.run();
    }
}

/// A processor with BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HasBmi2(());

#[cfg(target_arch = "x86_64")]
impl HasBmi2 {
    pub(crate) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl HasBmi2 {
    pub(crate) fn detect() -> Option<Self> {
        None
    }
}

impl Processor for HasBmi2 {
    fn run(self, work: impl Work) {
        #[cfg_attr(
            target_arch = "x86_64",
            target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")
        )]
        fn compiled_for_it(work: impl Work) {
            work.run();
        }
        // SAFETY: a value of this type exists only if the processor has what the function is
        // compiled for.
        #[allow(unused_unsafe)] // elsewhere the function is an ordinary one
        unsafe {
            compiled_for_it(work);
        }
    }
}

/// Rows for one kind of processor: whoever works on them has a value of it.
pub(crate) trait RowFor: Row {
    type Processor: Processor;
}

macro_rules! rows_for_any {
    ($($row:ty)+) => {
        $(impl RowFor for $row {
            type Processor = Any;
        })+
    };
}

rows_for_any!(u8 u16 u32);

impl<R: OnBmi2> RowFor for Bmi2<R> {
    type Processor = HasBmi2;
}

/// The low bits of `bits`, one for each set bit of `places`, put there.
///
/// Only methods of [`Bmi2`] may lead here, and only those who have a [`HasBmi2`] may call these: no
/// check in a release build could be paid for.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn deposit(bits: u64, places: u64) -> u64 {
    debug_assert!(HasBmi2::detect().is_some(), "a processor with BMI2");
    // SAFETY: the players of a batch are the only ones that have rows and decks of `Bmi2`, and none
    // is made without the `Processor` of its rows, here a `HasBmi2`.
    unsafe { std::arch::x86_64::_pdep_u64(bits, places) }
}

/// What no processor is found to do faster; `HasBmi2::detect` sees to it that nobody asks.
#[cfg(not(target_arch = "x86_64"))]
fn deposit(_bits: u64, _places: u64) -> u64 {
    unreachable!("there is no such processor")
}

/// The place of the k-th set bit, counted from 0; `k` is below the number of set bits.
#[inline(always)]
fn select(bits: u64, k: u32) -> u32 {
    deposit(1 << k, bits).trailing_zeros()
}

/// Four rows of sixteen pips, the one of `first` lowest, of the tiles whose higher half is the row's.
/// The tiles by number are these rows one after the other, each longer by one.
#[inline(always)]
fn four_rows(tiles: &TileSet, first: usize) -> u64 {
    let row = |row: usize| (u64::from(u16::MAX) >> (15 - first - row)) << (16 * row);
    let places = row(0) | row(1) | row(2) | row(3);
    deposit(tiles.slice(first * (first + 1) / 2), places)
}

/// Rows of that width, and what is otherwise for them on such a processor.
pub(crate) trait OnBmi2: Row {
    type DeckOnBmi2: DeckTiles;
    const AT_ONCE_ON_BMI2: bool = false;

    /// The rows of these tiles.
    #[inline(always)]
    fn rows_on_bmi2(tiles: &TileSet) -> Self::Rows {
        Self::rows_of(tiles)
    }
}

impl OnBmi2 for u8 {
    type DeckOnBmi2 = Bmi2<u64>;
}

impl OnBmi2 for u16 {
    type DeckOnBmi2 = Bmi2<[u64; 2]>;
    const AT_ONCE_ON_BMI2: bool = true;

    #[inline(always)]
    fn rows_on_bmi2(tiles: &TileSet) -> [u16; 16] {
        let rows = both_ways([
            four_rows(tiles, 0),
            four_rows(tiles, 4),
            four_rows(tiles, 8),
            four_rows(tiles, 12),
        ]);
        // In bytes, as they lie in memory: then the compiler sees that nothing is to be done.
        let bytes = rows.map(u64::to_le_bytes);
        let (rows, _) = bytes.as_flattened().as_chunks();
        array::from_fn(|row| u16::from_le_bytes(rows[row]))
    }
}

impl OnBmi2 for u32 {
    type DeckOnBmi2 = Bmi2<TileSet>;
}

/// A row or a deck whose bits are counted and selected by instructions of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub(crate) struct Bmi2<T>(T);

impl<R: Row> Bmi2<R> {
    /// The bits of a word that a row takes.
    const WIDTH: usize = (R::LARGEST_SET as usize + 1).next_power_of_two();

    /// How many sets a word holds.
    const A_WORD: usize = 64 / Self::WIDTH;

    /// A one in each set of a word.
    const ONES: u64 = u64::MAX / (u64::MAX >> (64 - Self::WIDTH));

    /// Sets as words, the first one lowest in the first; no pips in place of those whose bit in
    /// `kept` is not set.
    #[inline(always)]
    fn words(sets: &[Self], kept: u32) -> impl Iterator<Item = u64> {
        let words = sets.chunks(Self::A_WORD).enumerate();
        words.map(move |(number, sets)| {
            let sets = sets.iter().enumerate();
            let word = sets.fold(0, |word, (place, set)| {
                word | u64::from(set.0.bits()) << (place * Self::WIDTH)
            });
            let kept = deposit((kept >> (number * Self::A_WORD)).into(), Self::ONES);
            word & kept.wrapping_mul(u64::MAX >> (64 - Self::WIDTH))
        })
    }
}

impl<R: OnBmi2> Row for Bmi2<R> {
    type Rows = R::Rows;
    type Deck = R::DeckOnBmi2;
    const LARGEST_SET: u8 = R::LARGEST_SET;
    const EMPTY: Self = Self(R::EMPTY);
    const NO_ROWS: Self::Rows = R::NO_ROWS;
    const AT_ONCE: bool = R::AT_ONCE_ON_BMI2;

    #[inline(always)]
    fn has(self, pip: Pip) -> bool {
        self.0.has(pip)
    }
    #[inline(always)]
    fn up_to(self, pip: Pip) -> Self {
        Self(self.0.up_to(pip))
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.bits().count_ones()
    }
    #[inline(always)]
    fn select(self, k: u32) -> Pip {
        select(self.0.bits().into(), k) as Pip
    }
    #[inline(always)]
    fn highest(self) -> Pip {
        self.0.highest()
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.bits()
    }
    #[inline(always)]
    fn count_among<const N: usize>(sets: &[Self; N], kept: u32) -> u32 {
        Self::words(sets, kept).map(u64::count_ones).sum()
    }
    #[inline(always)]
    fn select_among<const N: usize>(sets: &[Self; N], kept: u32, mut k: u32) -> (usize, Pip) {
        for (number, word) in Self::words(sets, kept).enumerate() {
            let here = word.count_ones();
            let is_last = (number + 1) * Self::A_WORD >= N;
            if is_last || k < here {
                let bit = select(word, k) as usize;
                let set = number * Self::A_WORD + bit / Self::WIDTH;
                return (set, (bit % Self::WIDTH) as Pip);
            }
            k -= here;
        }
        unreachable!("k is below the count")
    }
    #[inline(always)]
    fn row(rows: &Self::Rows, pip: Pip) -> Self {
        Self(R::row(rows, pip))
    }
    #[inline(always)]
    fn joined(rows: &Self::Rows, others: &Self::Rows) -> Self::Rows {
        R::joined(rows, others)
    }
    #[inline(always)]
    fn insert(rows: &mut Self::Rows, a: Pip, b: Pip) {
        R::insert(rows, a, b);
    }
    #[inline(always)]
    fn remove(rows: &mut Self::Rows, a: Pip, b: Pip) {
        R::remove(rows, a, b);
    }
    #[inline(always)]
    fn rows_of(tiles: &TileSet) -> Self::Rows {
        R::rows_on_bmi2(tiles)
    }
    #[inline(always)]
    fn insert_index(rows: &mut Self::Rows, index: u8) {
        R::insert_index(rows, index);
    }
    #[inline(always)]
    fn tiles(rows: &Self::Rows) -> u32 {
        R::tiles(rows)
    }
    #[inline(always)]
    fn nth(rows: &Self::Rows, k: u32) -> (Pip, Pip) {
        R::nth(rows, k)
    }
    #[inline(always)]
    fn doubles(rows: &Self::Rows) -> Self {
        Self(R::doubles(rows))
    }
    #[inline(always)]
    fn pips(rows: &Self::Rows) -> u16 {
        if Self::WIDTH == 8 {
            return R::pips(rows);
        }
        let (mut pips, mut pip) = (0, 0);
        // A range that includes its end is not unrolled.
        while pip <= Self::LARGEST_SET {
            let row = Self::row(rows, pip);
            pips += u16::from(pip) * (row.count() as u16 + u16::from(row.has(pip)));
            pip += 1;
        }
        pips
    }
}

impl DeckTiles for Bmi2<u64> {
    #[inline(always)]
    fn full(set: u8) -> Self {
        Self(DeckTiles::full(set))
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn take(&mut self, tile: Tile) {
        self.0.take(tile);
    }
    #[inline(always)]
    fn tiles(&self) -> TileSet {
        self.0.tiles()
    }
    #[inline(always)]
    fn take_kth(&mut self, k: u32) -> u8 {
        let index = select(self.0, k);
        self.0 &= !(1 << index);
        index as u8
    }
}

/// Up to 128 tiles: those of sets up to double-14.
impl DeckTiles for Bmi2<[u64; 2]> {
    #[inline(always)]
    fn full(set: u8) -> Self {
        let [first, second, _] = *TileSet::full(set).words();
        Self([first, second])
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.map(u64::count_ones).iter().sum()
    }
    #[inline(always)]
    fn take(&mut self, tile: Tile) {
        self.0[usize::from(tile.index() / 64)] &= !(1 << (tile.index() % 64));
    }
    #[inline(always)]
    fn tiles(&self) -> TileSet {
        TileSet::of_words([self.0[0], self.0[1], 0])
    }
    #[inline(always)]
    fn take_kth(&mut self, k: u32) -> u8 {
        let [first, second] = self.0;
        // Without branches, which the processor would guess wrong half the time.
        let in_second = k >= first.count_ones();
        let mask = if in_second { u64::MAX } else { 0 };
        let word = first ^ (first ^ second) & mask;
        let tile = deposit(1 << (k - (first.count_ones() & mask as u32)), word);
        self.0 = [first ^ tile & !mask, second ^ tile & mask];
        tile.trailing_zeros() as u8 + 64 * u8::from(in_second)
    }
}

impl DeckTiles for Bmi2<TileSet> {
    #[inline(always)]
    fn full(set: u8) -> Self {
        Self(TileSet::full(set))
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count()
    }
    #[inline(always)]
    fn take(&mut self, tile: Tile) {
        self.0.take(tile);
    }
    #[inline(always)]
    fn tiles(&self) -> TileSet {
        self.0
    }
    #[inline(always)]
    fn take_kth(&mut self, k: u32) -> u8 {
        take_kth(self.0.words_mut(), k, select)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::word;
    use crate::row::Hand;

    /// Compares rows of that width with the ones that every processor has, on random hands of a set.
    fn compare<R: OnBmi2>(set: u8) {
        if HasBmi2::detect().is_none() {
            return;
        }
        for seed in 0..300 {
            let mut deck = R::Deck::full(set);
            let mut fast_deck = R::DeckOnBmi2::full(set);
            let (mut hand, mut fast) = (Hand::<R>::EMPTY, Hand::<Bmi2<R>>::EMPTY);
            let held = word(seed, 0) % u64::from(deck.count() + 1);
            for tile in 1..=held {
                assert_eq!(fast_deck.count(), deck.count());
                let k = (word(seed, tile) % u64::from(deck.count())) as u32;
                let index = deck.take_kth(k);
                assert_eq!(fast_deck.take_kth(k), index);
                hand.insert_index(index);
                fast.insert_index(index);
            }
            let left = deck.tiles();
            assert_eq!(fast_deck.tiles(), left);
            let taken = R::Deck::full(set).tiles().without(&left);
            assert_eq!(Hand::<Bmi2<R>>::of_set(&taken), fast);
            assert_eq!(fast.tiles(), hand.tiles());
            assert_eq!(fast.pips(), hand.pips());
            assert_eq!(fast.count(), hand.count());
            assert_eq!(fast.highest_double(), hand.highest_double());
            for k in 0..hand.count() {
                assert_eq!(fast.nth(k), hand.nth(k));
            }
            let ends: [Pip; 9] = std::array::from_fn(|end| {
                (word(seed, 1000 + end as u64) % (u64::from(set) + 1)) as Pip
            });
            let kept = word(seed, 2000) as u32;
            let (fits, fast_fits) = (ends.map(|end| hand.row(end)), ends.map(|end| fast.row(end)));
            let plays = R::count_among(&fits, kept);
            assert_eq!(Bmi2::count_among(&fast_fits, kept), plays);
            for k in 0..plays {
                let (set, pip) = R::select_among(&fits, kept, k);
                assert_eq!(Bmi2::select_among(&fast_fits, kept, k), (set, pip));
                let fits = fast_fits[set];
                assert!(kept >> set & 1 == 1 && fits.has(pip) && fits.highest() >= pip);
            }
        }
    }

    #[test]
    fn eight_pips_are_as_everywhere() {
        compare::<u8>(7);
    }

    #[test]
    fn sixteen_pips_are_as_everywhere() {
        // Their decks end there.
        compare::<u16>(14);
    }

    #[test]
    fn more_pips_are_as_everywhere() {
        compare::<u32>(18);
    }
}
