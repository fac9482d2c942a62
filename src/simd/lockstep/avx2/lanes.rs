//! 32 bytes, one for each game, and the operations on them in the terms of the game.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blendv_epi8, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_max_epu8, _mm256_min_epu8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi16, _mm256_srl_epi16,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
};

/// A byte for each of 32 games.
pub(super) type Lanes = __m256i;

/// How many games go in step.
pub(super) const LANES: usize = 32;

/// The single bits, by their place; nothing beyond the eighth.
pub(super) const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

macro_rules! lanewise {
    ($($(#[$doc:meta])* $name:ident($a:ident, $b:ident) = $intrinsic:ident($($arg:ident),*);)*) => {
        $(
            $(#[$doc])*
            #[inline]
            #[target_feature(enable = "avx2")]
            pub(super) fn $name($a: Lanes, $b: Lanes) -> Lanes {
                $intrinsic($($arg),*)
            }
        )*
    };
}

lanewise! {
    /// Sums modulo 256.
    add(a, b) = _mm256_add_epi8(a, b);
    /// Differences modulo 256.
    sub(a, b) = _mm256_sub_epi8(a, b);
    /// The bits that both have.
    and(a, b) = _mm256_and_si256(a, b);
    /// The bits that either has.
    or(a, b) = _mm256_or_si256(a, b);
    /// The bits that one has and the other has not.
    xor(a, b) = _mm256_xor_si256(a, b);
    /// The bits of `a` that `b` has not.
    without(a, b) = _mm256_andnot_si256(b, a);
    /// All ones where the bytes are the same.
    equal(a, b) = _mm256_cmpeq_epi8(a, b);
    /// All ones where `a` is more than `b`, both from -128 to 127.
    above(a, b) = _mm256_cmpgt_epi8(a, b);
    /// The lesser of bytes from 0 to 255.
    min(a, b) = _mm256_min_epu8(a, b);
    /// The greater of bytes from 0 to 255.
    max(a, b) = _mm256_max_epu8(a, b);
    /// The byte of a table at an index: its low nibble, and 0 where its top bit is set.
    look_up(table, index) = _mm256_shuffle_epi8(table, index);
}

/// 0 in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn zero() -> Lanes {
    _mm256_setzero_si256()
}

/// The same byte in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn all(byte: u8) -> Lanes {
    _mm256_set1_epi8(byte.cast_signed())
}

/// A table for [`look_up`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn table(bytes: [u8; 16]) -> Lanes {
    let both = u128::from_le_bytes(bytes).cast_signed();
    let (low, high) = (both as i64, (both >> 64) as i64);
    _mm256_setr_epi64x(low, high, low, high)
}

/// `yes` where the top bit of `which` is set, else `no`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn choose(which: Lanes, yes: Lanes, no: Lanes) -> Lanes {
    _mm256_blendv_epi8(no, yes, which)
}

/// Bits shifted up. What leaves a byte enters its neighbour at the bottom.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn up(a: Lanes, by: u32) -> Lanes {
    _mm256_sll_epi16(a, _mm_cvtsi32_si128(by.cast_signed()))
}

/// Bits shifted down. What leaves a byte enters its neighbour at the top.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn down(a: Lanes, by: u32) -> Lanes {
    _mm256_srl_epi16(a, _mm_cvtsi32_si128(by.cast_signed()))
}

/// The high nibble of each byte.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn high_nibble(a: Lanes) -> Lanes {
    and(down(a, 4), all(0x0F))
}

/// The low nibble of each set of pips as an index. Below pip 7 the top bit is not set, and a look-up
/// asks for nothing more.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn low_nibble<const PIPS: usize>(pips: Lanes) -> Lanes {
    if PIPS > 7 { and(pips, all(0x0F)) } else { pips }
}

/// All ones in the lane of one game.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn only(game: usize) -> Lanes {
    let mut words = [0; 4];
    words[game / 8] = 0xFF << (8 * (game % 8));
    let [a, b, c, d] = words;
    _mm256_setr_epi64x(a, b, c, d)
}

/// The lanes whose top bits are set, as the bits of a number.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn top_bits(a: Lanes) -> u32 {
    _mm256_movemask_epi8(a).cast_unsigned()
}

/// The bytes in the order of the games.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn to_bytes(a: Lanes) -> [u8; LANES] {
    let mut bytes = [0; LANES];
    // SAFETY: the array has room for the 32 bytes stored, and this store needs no alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), a) };
    bytes
}
