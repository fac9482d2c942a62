//! Dice, decks and deals from seeds. What is said here is frozen: docs/protocol.md tells it in full.

use crate::deal::{Deal, DealError};
use crate::rules::Rules;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The stream that random play throws its dice from.
pub(crate) const PLAY: u32 = 0;

/// The stream of the first attempt at a deal; each redeal takes the next.
const DEALS: u32 = 1;

/// The k-th output of `SplitMix64` started at `key`.
pub const fn word(key: u64, k: u64) -> u64 {
    let z = key.wrapping_add(k.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The face that `x` of 2^64 shows on a die of `n` faces.
fn scale(x: u64, n: u32) -> u32 {
    ((u128::from(x) * u128::from(n)) >> 64) as u32
}

/// A source of dice.
pub trait Dice {
    /// Die number `d` of a stream: a number below `n`, for `1 <= n < 2^16`.
    fn die(&mut self, stream: u32, d: u32, n: u32) -> u32;
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
    #[inline(always)]
    fn die(&mut self, stream: u32, d: u32, n: u32) -> u32 {
        let base = u64::from(stream) << 32;
        let sixteen = word(self.key, base + u64::from(d / 4)) >> (16 * (d % 4)) & 0xFFFF;
        let product = sixteen as u32 * n;
        // `product mod 2^16 >= n` implies the exact condition and spares its division.
        let left = product & 0xFFFF;
        if left >= n || left >= (1 << 16) % n {
            return product >> 16;
        }
        let whole = word(self.key, base + (1 << 31) + u64::from(d));
        scale(whole, n)
    }
}

/// Dice from the operating system's cryptographic generator.
#[derive(Clone, Copy, Debug)]
pub struct EntropyDice;

impl Dice for EntropyDice {
    fn die(&mut self, _stream: u32, _d: u32, n: u32) -> u32 {
        // 64 bits against fewer than 2^16 faces: what the rounding favours is below 2^-48.
        let whole = getrandom::u64().expect("the operating system gives random numbers");
        scale(whole, n)
    }
}

/// The tiles not yet dealt, face down.
pub(crate) struct Deck {
    left: TileSet,
    count: u32,
    dealt: u32,
    stream: u32,
}

impl Deck {
    /// The deck of attempt `attempt`, without a set-aside engine.
    pub(crate) fn new(set: u8, engine: Option<Tile>, attempt: u32) -> Self {
        let mut left = TileSet::full(set);
        if let Some(engine) = engine {
            left.remove(engine);
        }
        Self {
            left,
            count: left.count(),
            dealt: 0,
            stream: DEALS + attempt,
        }
    }

    /// How many tiles are left.
    pub(crate) fn len(&self) -> u32 {
        self.count
    }

    /// The next tile.
    #[inline(always)]
    pub(crate) fn deal(&mut self, dice: &mut impl Dice) -> Tile {
        let k = dice.die(self.stream, self.dealt, self.count);
        let tile = self.left.select(k);
        self.left.remove(tile);
        self.count -= 1;
        self.dealt += 1;
        tile
    }
}

/// A random deal of a round, dealt again as often as the rules ask for it.
///
/// # Errors
/// A round that has no engine.
pub fn random_deal(rules: &Rules, round: u32, dice: &mut impl Dice) -> Result<Deal, DealError> {
    let engine = rules.engine_of(round)?;
    let mut attempt = 0;
    loop {
        let mut deck = Deck::new(rules.set(), engine, attempt);
        let hands = (0..rules.players())
            .map(|_| (0..rules.hand_size()).map(|_| deck.deal(dice)).collect())
            .collect();
        let boneyard = (0..deck.len()).map(|_| deck.deal(dice)).collect();
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
                let mut dice = SeedDice::new(n, 3);
                let shown = dice.die(2, d as u32, n as u32);
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
            let engine = Some(Tile::new(set, set));
            let mut deck = Deck::new(set, engine, 0);
            let mut dealt = TileSet::EMPTY;
            while deck.len() > 0 {
                assert!(dealt.insert(deck.deal(&mut SeedDice::new(5, set.into()))));
            }
            assert!(dealt.insert(Tile::new(set, set)));
            assert_eq!(dealt, TileSet::full(set));
        }
    }
}
