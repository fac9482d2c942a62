//! Counting and selecting the bits of words, with what every processor has.

/// `SELECT[byte][k]` is the place of the k-th set bit of `byte`.
pub(crate) static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][k] = bit;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// How many bits of a byte are set: a table, as plain x86-64 has no instruction for it.
pub(crate) static COUNT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte: usize = 0;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
};

/// The place of the k-th set bit, counted from 0; `k` is below the number of set bits.
pub(crate) fn select(bits: u64, k: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let up_to = bytes.wrapping_mul(ONES);
    let full_bytes = ((((u64::from(k) * ONES) | TOPS) - up_to) & TOPS) >> 7;
    let shift = full_bytes.wrapping_mul(ONES) >> 56 << 3;
    let before = (up_to << 8) >> shift & 0xFF;
    let byte = bits >> shift & 0xFF;
    shift as u32 + u32::from(SELECT[byte as usize][k as usize - before as usize])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::random::word;

    /// The places of the set bits.
    pub(crate) fn places(bits: u64) -> Vec<u32> {
        (0..64).filter(|&bit| bits >> bit & 1 == 1).collect()
    }

    #[test]
    fn select_finds_every_set_bit() {
        for k in 0..200 {
            // Thinned out again and again: words with many bits and with few.
            let bits = (0..k % 5).fold(word(1, k), |bits, thin| bits & word(2 + thin, k));
            let found = (0..bits.count_ones())
                .map(|k| select(bits, k))
                .collect::<Vec<_>>();
            assert_eq!(found, places(bits), "{bits:#x}");
        }
        assert_eq!(select(u64::MAX, 63), 63);
    }
}
