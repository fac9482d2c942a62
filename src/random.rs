//! Dice, decks and deals from seeds. What is said here is frozen: docs/protocol.md tells it in full.

use crate::deal::{Deal, DealError};
use crate::rules::Rules;
use crate::tile::Tile;
use crate::tile_set::{DeckTiles, TileSet};

/// The stream that random play throws its dice from.
pub(crate) const PLAY: u32 = 0;

/// The stream of the first attempt at a deal; each redeal takes the next.
pub(crate) const DEALS: u32 = 1;

/// How far the state of `SplitMix64` moves from output to output.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output of `SplitMix64` in that state.
const fn mix(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The k-th output of `SplitMix64` started at `key`.
pub const fn word(key: u64, k: u64) -> u64 {
    mix(key.wrapping_add(k.wrapping_add(1).wrapping_mul(STEP)))
}

/// The face that `x` of 2^64 shows on a die of `n` faces.
fn scale(x: u64, n: u32) -> u32 {
    ((u128::from(x) * u128::from(n)) >> 64) as u32
}

/// A source of dice.
pub trait Dice: Copy {
    /// The dice of one stream, one after the other.
    type Throws: Throws;
    /// The dice of that stream, from its first on.
    fn throws(self, stream: u32) -> Self::Throws;
}

/// The dice of a stream, one after the other.
pub trait Throws {
    /// What the next die shows: a number below `n`, for `1 <= n < 2^16`. It stays the next one.
    fn shown(&mut self, n: u32) -> u32;
    /// Goes on to the die after it.
    fn advance(&mut self);
    /// What the next four dice show, of `n`, `n - 1`, `n - 2` and `n - 3` faces, where all four come
    /// from one word and can be had for less; goes on to the die after them.
    fn four(&mut self, _n: u32) -> Option<[u32; 4]> {
        None
    }
}

/// The dice of one game of a seed: each can be thrown alone, and none moves another.
#[derive(Clone, Copy, Debug)]
pub struct SeedDice {
    key: u64,
}

impl SeedDice {
    /// The dice of game `game` of `seed`.
    pub const fn new(seed: u64, game: u64) -> Self {
        Self {
            key: word(seed, game),
        }
    }
}

impl Dice for SeedDice {
    type Throws = SeedThrows;

    #[inline(always)]
    fn throws(self, stream: u32) -> SeedThrows {
        let first = u64::from(stream) << 32;
        let state = self
            .key
            .wrapping_add(first.wrapping_add(1).wrapping_mul(STEP));
        SeedThrows {
            key: self.key,
            first,
            words: 0,
            state,
            sixteens: mix(state),
            left: 4,
        }
    }
}

/// The dice of one stream of [`SeedDice`]. A word makes four of them.
#[derive(Clone, Copy, Debug)]
pub struct SeedThrows {
    key: u64,
    /// The number of the stream's first word.
    first: u64,
    /// How many words came before this one.
    words: u64,
    /// What this word was mixed from.
    state: u64,
    /// The word, shifted so that the 16 bits of the next die come first.
    sixteens: u64,
    /// How many dice are left in it, the next one included.
    left: u32,
}

impl SeedThrows {
    #[inline(always)]
    fn next_word(&mut self) {
        self.words += 1;
        self.state = self.state.wrapping_add(STEP);
        self.sixteens = mix(self.state);
        self.left = 4;
    }

    /// What the die shows that is `skipped` dice after the next, of this word too.
    #[inline(always)]
    fn shown_after(&self, skipped: u32, n: u32) -> u32 {
        let product = (self.sixteens >> (16 * skipped) & 0xFFFF) as u32 * n;
        // `product mod 2^16 >= n` implies the exact condition and spares its division.
        if product & 0xFFFF >= n {
            product >> 16
        } else {
            let die = 4 * self.words + u64::from(4 - self.left + skipped);
            shown_exactly(self.key, self.first + (1 << 31) + die, n, product)
        }
    }
}

/// What a die shows whose 16 bits may favour a face; `spare` is the word that it takes then.
#[cold]
#[inline(never)]
fn shown_exactly(key: u64, spare: u64, n: u32, product: u32) -> u32 {
    if product & 0xFFFF >= (1 << 16) % n {
        product >> 16
    } else {
        scale(word(key, spare), n)
    }
}

impl Throws for SeedThrows {
    #[inline(always)]
    fn shown(&mut self, n: u32) -> u32 {
        self.shown_after(0, n)
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.next_word();
        } else {
            self.sixteens >>= 16;
        }
    }

    #[inline(always)]
    fn four(&mut self, n: u32) -> Option<[u32; 4]> {
        if self.left < 4 {
            return None;
        }
        let four = [0, 1, 2, 3].map(|skipped| self.shown_after(skipped, n - skipped));
        self.next_word();
        Some(four)
    }
}

/// Dice from the operating system's cryptographic generator.
#[derive(Clone, Copy, Debug)]
pub struct EntropyDice;

impl Dice for EntropyDice {
    type Throws = Self;

    fn throws(self, _stream: u32) -> Self {
        self
    }
}

impl Throws for EntropyDice {
    fn shown(&mut self, n: u32) -> u32 {
        // 64 bits against fewer than 2^16 faces: what the rounding favours is below 2^-48.
        let whole = getrandom::u64().expect("the operating system gives random numbers");
        scale(whole, n)
    }

    fn advance(&mut self) {}
}

/// The tiles not yet dealt, face down, and the dice that deal them.
pub(crate) struct Deck<T: Throws, D: DeckTiles> {
    left: D,
    count: u32,
    throws: T,
}

impl<T: Throws, D: DeckTiles> Deck<T, D> {
    /// The deck of attempt `attempt`, of these tiles.
    #[inline(always)]
    pub(crate) fn new(left: D, attempt: u32, dice: impl Dice<Throws = T>) -> Self {
        Self {
            left,
            count: left.count(),
            throws: dice.throws(DEALS + attempt),
        }
    }

    /// How many tiles are left.
    pub(crate) fn len(&self) -> u32 {
        self.count
    }

    /// The number of the next tile.
    #[inline(always)]
    pub(crate) fn deal_index(&mut self) -> u8 {
        let index = self.left.take_kth(self.throws.shown(self.count));
        self.throws.advance();
        self.count -= 1;
        index
    }

    /// The tiles that are left.
    #[inline(always)]
    pub(crate) fn left(&self) -> TileSet {
        self.left.tiles()
    }

    /// The numbers of the next tiles, `n` of them.
    #[inline(always)]
    pub(crate) fn deal_indices(&mut self, n: u16, mut tell: impl FnMut(u8)) {
        let mut left = n;
        while left > 0 {
            if left >= 4
                && let Some(four) = self.throws.four(self.count)
            {
                for k in four {
                    tell(self.left.take_kth(k));
                }
                self.count -= 4;
                left -= 4;
            } else {
                tell(self.deal_index());
                left -= 1;
            }
        }
    }

    /// The next tile.
    #[inline(always)]
    pub(crate) fn deal(&mut self) -> Tile {
        Tile::from_index(self.deal_index())
    }
}

/// A random deal of a round, dealt again as often as the rules ask for it.
///
/// # Errors
/// A round that has no engine.
pub fn random_deal(rules: &Rules, round: u32, dice: impl Dice) -> Result<Deal, DealError> {
    let engine = rules.engine_of(round)?;
    let mut tiles = TileSet::full(rules.set());
    if let Some(engine) = engine {
        tiles.remove(engine);
    }
    let mut attempt = 0;
    loop {
        let mut deck = Deck::new(tiles, attempt, dice);
        let hands = (0..rules.players())
            .map(|_| (0..rules.hand_size()).map(|_| deck.deal()).collect())
            .collect();
        let boneyard = (0..deck.len()).map(|_| deck.deal()).collect();
        let deal = Deal::new(hands, boneyard, engine, None);
        match deal.checked(rules, round) {
            Err(DealError::Redeal(_)) => attempt += 1,
            dealt => return dealt,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_splitmix64() {
        assert_eq!(word(0, 0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(word(0, 1), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn dice_are_exact() {
        // The condition as it is written, without the shortcut.
        let written = |key: u64, stream: u64, d: u64, n: u64| {
            let x = word(key, (stream << 32) + d / 4) >> (16 * (d % 4)) & 0xFFFF;
            let m = x * n;
            if m % 65536 >= 65536 % n {
                m / 65536
            } else {
                let whole = word(key, (stream << 32) + (1 << 31) + d);
                ((u128::from(whole) * u128::from(n)) >> 64) as u64
            }
        };
        let mut rejected = 0;
        for n in (1..400).chain([40_000, 65_535]) {
            for d in 0..300 {
                let dice = SeedDice::new(n, 3);
                let mut throws = dice.throws(2);
                (0..d).for_each(|_| throws.advance());
                let shown = throws.shown(n as u32);
                assert!(u64::from(shown) < n);
                assert_eq!(u64::from(shown), written(dice.key, 2, d, n));
                let x = word(dice.key, (2 << 32) + d / 4) >> (16 * (d % 4)) & 0xFFFF;
                rejected += u32::from(x * n % 65536 < 65536 % n);
            }
        }
        assert!(rejected > 100);
    }

    #[test]
    fn a_deck_deals_every_tile_once() {
        for set in 1..=18 {
            let engine = Tile::new(set, set);
            let mut tiles = TileSet::full(set);
            tiles.remove(engine);
            let mut deck = Deck::new(tiles, 0, SeedDice::new(5, set.into()));
            let mut dealt = TileSet::EMPTY;
            while deck.len() > 0 {
                assert!(dealt.insert(deck.deal()));
            }
            assert!(dealt.insert(engine));
            assert_eq!(dealt, TileSet::full(set));
        }
    }
}
