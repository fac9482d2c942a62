//! Rows and decks for processors that deposit, count and find bits in one instruction each.
//!
//! Work on them has to be compiled for these processors as a whole: [`Processor::run`] does that. An
//! instruction set that is wider inside than outside stops inlining, so everything that the work
//! calls in its loops is `#[inline(always)]`.

use crate::row::Row;
use crate::tile::{Pip, Tile};
use crate::tile_set::{DeckTiles, TileSet, take_kth};

/// Something that is worth compiling for more than one kind of processor.
pub(crate) trait Work {
    /// Does it; to be marked `#[inline(always)]`.
    fn run(self);
}

/// A kind of processor; a value of it is proof that this is one.
pub(crate) trait Processor: Copy + Send + Sync {
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

/// The low bits of `bits`, one for each set bit of `places`, put there.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn deposit(bits: u64, places: u64) -> u64 {
    // SAFETY: only the players of a batch hold rows and decks of `Bmi2`, and the door makes such a
    // player only with a `HasBmi2`.
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

/// Rows of that width, and what their decks are then.
pub(crate) trait OnBmi2: Row {
    type DeckOnBmi2: DeckTiles;
}

impl OnBmi2 for u8 {
    type DeckOnBmi2 = Bmi2<u64>;
}

impl OnBmi2 for u16 {
    type DeckOnBmi2 = Bmi2<[u64; 2]>;
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

    /// As many sets as a word holds, the first one lowest.
    #[inline(always)]
    fn word(sets: &[Self]) -> u64 {
        let sets = sets.iter().enumerate();
        sets.fold(0, |word, (place, set)| {
            word | u64::from(set.0.bits()) << (place * Self::WIDTH)
        })
    }
}

impl<R: Row> Bmi2<R> {
    /// A one in each set of a word.
    const ONES: u64 = {
        let (mut ones, mut place) = (0, 0);
        while place < 64 {
            ones |= 1 << place;
            place += Self::WIDTH;
        }
        ones
    };

    /// The sets of a word, the lowest one first.
    #[inline(always)]
    fn of_word(word: u64, sets: &mut [Self]) {
        for (place, set) in sets.iter_mut().enumerate() {
            let bits = word >> (place * Self::WIDTH);
            *set = Self(R::of_bits(bits as u32));
        }
    }
}

impl<R: OnBmi2> Row for Bmi2<R> {
    type Rows = R::Rows;
    type Deck = R::DeckOnBmi2;
    const LARGEST_SET: u8 = R::LARGEST_SET;
    const EMPTY: Self = Self(R::EMPTY);
    const NO_ROWS: Self::Rows = R::NO_ROWS;
    const AT_ONCE: bool = Self::WIDTH == 16;

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
    fn of_bits(bits: u32) -> Self {
        Self(R::of_bits(bits))
    }
    #[inline(always)]
    fn only<const N: usize>(mut sets: [Self; N], kept: u32) -> [Self; N] {
        let a_word = 64 / Self::WIDTH;
        for (number, sets) in sets.chunks_mut(a_word).enumerate() {
            let kept = u64::from(kept >> (number * a_word));
            let mask = deposit(kept, Self::ONES).wrapping_mul(u64::MAX >> (64 - Self::WIDTH));
            Self::of_word(Self::word(sets) & mask, sets);
        }
        sets
    }
    #[inline(always)]
    fn count_all<const N: usize>(sets: &[Self; N]) -> u32 {
        let words = sets.chunks(64 / Self::WIDTH).map(Self::word);
        words.map(u64::count_ones).sum()
    }
    #[inline(always)]
    fn select_among<const N: usize>(sets: &[Self; N], mut k: u32) -> (usize, Pip) {
        let a_word = 64 / Self::WIDTH;
        for (number, sets) in sets.chunks(a_word).enumerate() {
            let word = Self::word(sets);
            let here = word.count_ones();
            if k < here || sets.len() < a_word || N == (number + 1) * a_word {
                let bit = select(word, k) as usize;
                let set = number * a_word + bit / Self::WIDTH;
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
    fn toggle(rows: &mut Self::Rows, a: Pip, b: Pip) {
        R::toggle(rows, a, b);
    }
    #[inline(always)]
    fn rows_of(tiles: &TileSet) -> Self::Rows {
        if !Self::AT_ONCE {
            return R::rows_of(tiles);
        }
        R::rows_of_lower([
            four_rows(tiles, 0),
            four_rows(tiles, 4),
            four_rows(tiles, 8),
            four_rows(tiles, 12),
        ])
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

    /// Compares rows of that width with the ones that every processor has, on random hands.
    fn compare<R: OnBmi2>() {
        if HasBmi2::detect().is_none() {
            return;
        }
        let set = R::LARGEST_SET;
        for seed in 0..300 {
            let mut deck = R::Deck::full(set.min(14));
            let mut fast_deck = R::DeckOnBmi2::full(set.min(14));
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
            let taken = R::Deck::full(set.min(14)).tiles().without(&left);
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
            let fits = R::only(ends.map(|end| hand.row(end)), kept);
            let fast_fits = Bmi2::only(ends.map(|end| fast.row(end)), kept);
            assert_eq!(fast_fits.map(Row::bits), fits.map(Row::bits));
            assert_eq!(Bmi2::count_all(&fast_fits), R::count_all(&fits));
            for k in 0..R::count_all(&fits) {
                let (set, pip) = R::select_among(&fits, k);
                assert_eq!(Bmi2::select_among(&fast_fits, k), (set, pip));
                let fits = fast_fits[set];
                assert!(fits.has(pip) && fits.count() > 0 && fits.highest() >= pip);
            }
        }
    }

    #[test]
    fn eight_pips_are_as_everywhere() {
        compare::<u8>();
    }

    #[test]
    fn sixteen_pips_are_as_everywhere() {
        compare::<u16>();
    }

    #[test]
    fn more_pips_are_as_everywhere() {
        compare::<u32>();
    }
}
