//! The dice of 32 games at a time.

use std::arch::x86_64::{
    _mm256_add_epi32, _mm256_add_epi64, _mm256_blend_epi16, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cmpeq_epi16, _mm256_mul_epu32, _mm256_mulhi_epu16,
    _mm256_mullo_epi16, _mm256_mullo_epi32, _mm256_packs_epi16, _mm256_packus_epi16,
    _mm256_set1_epi16, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_shuffle_ps,
    _mm256_slli_epi32, _mm256_slli_epi64, _mm256_srli_epi32, _mm256_srli_epi64, _mm256_subs_epu16,
    _mm256_unpackhi_epi8, _mm256_unpacklo_epi8,
};

use super::lanes::{LANES, Lanes, and, or, xor, zero};
use crate::random::{STEP, SeedDice};

/// A word of each of 32 games, four in a vector. The halves are those of [`Sixteens`].
type Words = [[Lanes; 4]; 2];

/// A die of each of 32 games, 16 bits each: those of the games 0 to 7 and 16 to 23, then the others.
pub(super) type Sixteens = [Lanes; 2];

/// What is added to the seed for the keys of 32 games. The games stand so that their dice come out in
/// order.
const STEPS: [[[i64; 4]; 4]; 2] = {
    let mut steps = [[[0; 4]; 4]; 2];
    let mut game = 0;
    while game < LANES {
        let (vector, slot) = (game / 4 % 2 * 2 + game % 2, game / 16 * 2 + game / 2 % 2);
        steps[game / 8 % 2][vector][slot] = STEP.wrapping_mul(game as u64 + 1).cast_signed();
        game += 1;
    }
    steps
};

/// The same word in every place.
#[inline]
#[target_feature(enable = "avx2")]
fn same(word: u64) -> Lanes {
    _mm256_set1_epi64x(word.cast_signed())
}

/// Words times a constant, modulo 2^64.
#[inline]
#[target_feature(enable = "avx2")]
fn times(words: Lanes, factor: u64) -> Lanes {
    let low = _mm256_mul_epu32(words, same(factor));
    // The low halves of the two cross products, added up in the high half.
    let cross = _mm256_mullo_epi32(words, same(factor.rotate_left(32)));
    let cross = _mm256_add_epi32(cross, _mm256_slli_epi64::<32>(cross));
    _mm256_add_epi64(low, and(cross, same(u64::MAX << 32)))
}

/// What `SplitMix64` makes of its counters.
#[inline]
#[target_feature(enable = "avx2")]
fn mixed(z: Lanes) -> Lanes {
    let z = times(xor(z, _mm256_srli_epi64::<30>(z)), 0xBF58_476D_1CE4_E5B9);
    let z = times(xor(z, _mm256_srli_epi64::<27>(z)), 0x94D0_49BB_1331_11EB);
    xor(z, _mm256_srli_epi64::<31>(z))
}

/// The dice of 32 games.
pub(super) struct Dice {
    seed: u64,
    first: u64,
    keys: Words,
}

impl Dice {
    /// The dice of the games of a seed from `first` on.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn new(seed: u64, first: u64) -> Self {
        let start = same(seed.wrapping_add(first.wrapping_mul(STEP)));
        let key =
            |[a, b, c, d]: [i64; 4]| mixed(_mm256_add_epi64(start, _mm256_setr_epi64x(a, b, c, d)));
        let keys = STEPS.map(|half| half.map(key));
        Self { seed, first, keys }
    }

    /// The dice of one of the games.
    pub(super) fn of(&self, game: usize) -> SeedDice {
        SeedDice::new(self.seed, self.first.wrapping_add(game as u64))
    }

    /// Word number `quad` of a stream: dice number 4 * `quad` to 4 * `quad` + 3.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn four(&self, stream: u32, quad: u32) -> [Sixteens; 4] {
        let counter = (u64::from(stream) << 32) + u64::from(quad) + 1;
        let step = same(counter.wrapping_mul(STEP));
        let word = |key| mixed(_mm256_add_epi64(key, step));
        let [front, back] = self.keys.map(|half| transposed(half.map(word)));
        [
            [front[0], back[0]],
            [front[1], back[1]],
            [front[2], back[2]],
            [front[3], back[3]],
        ]
    }
}

/// The first, second, third and fourth 16 bits of each word.
#[inline]
#[target_feature(enable = "avx2")]
fn transposed([a, b, c, d]: [Lanes; 4]) -> [Lanes; 4] {
    let even = |a, b| _mm256_blend_epi16::<0xAA>(a, _mm256_slli_epi32::<16>(b));
    let odd = |a, b| _mm256_blend_epi16::<0xAA>(_mm256_srli_epi32::<16>(a), b);
    let (first, third) = thirty_twos(even(a, b), even(c, d));
    let (second, fourth) = thirty_twos(odd(a, b), odd(c, d));
    [first, second, third, fourth]
}

/// The low and the high 32 bits of each word.
#[inline]
#[target_feature(enable = "avx2")]
fn thirty_twos(a: Lanes, b: Lanes) -> (Lanes, Lanes) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    (
        _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0xDD>(a, b)),
    )
}

/// What dice of `faces` faces show. `again` gets bits where they are to be thrown again.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn show(dice: Sixteens, faces: u32, again: &mut Sixteens) -> Lanes {
    let bound = _mm256_set1_epi16(((1_u32 << 16) % faces) as i16);
    let faces = _mm256_set1_epi16(faces as i16);
    scaled(dice, [faces; 2], [bound; 2], again)
}

/// What dice show that have a number of faces of their own in each game; 0 where there are none.
/// `again` gets bits where they are to be thrown again, and in some games more, as the number of faces
/// stands in for the bound that is below it.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn show_each(dice: Sixteens, faces: Lanes, again: &mut Sixteens) -> Lanes {
    let faces = [
        _mm256_unpacklo_epi8(faces, zero()),
        _mm256_unpackhi_epi8(faces, zero()),
    ];
    scaled(dice, faces, faces, again)
}

/// `bounds` says below which remainder a die is thrown again.
#[inline]
#[target_feature(enable = "avx2")]
fn scaled(dice: Sixteens, faces: [Lanes; 2], bounds: [Lanes; 2], again: &mut Sixteens) -> Lanes {
    for half in 0..2 {
        let left = _mm256_mullo_epi16(dice[half], faces[half]);
        again[half] = or(again[half], _mm256_subs_epu16(bounds[half], left));
    }
    let front = _mm256_mulhi_epu16(dice[0], faces[0]);
    let back = _mm256_mulhi_epu16(dice[1], faces[1]);
    _mm256_packus_epi16(front, back)
}

/// All ones where the 16 bits of a game are 0.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn are_zero(sixteens: Sixteens) -> Lanes {
    let [front, back] = sixteens.map(|half| _mm256_cmpeq_epi16(half, zero()));
    // Saturation leaves 0 and -1 as they are.
    _mm256_packs_epi16(front, back)
}
