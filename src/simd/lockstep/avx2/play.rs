//! Random play.

use std::arch::x86_64::_mm256_testz_si256;

use super::deal::Deals;
use super::dice::{Dice, Sixteens, are_zero, show_each};
use super::lanes::{
    BIT, Lanes, above, add, all, and, choose, down, equal, high_nibble, look_up, low_nibble, or,
    sub, table, up, without, xor, zero,
};
use crate::random::PLAY;

/// How many bits of a nibble are set.
const COUNT: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// The places of the set bits of a nibble, ascending, two bits for each.
const PLACES: [u8; 16] = {
    let mut places = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let (mut bit, mut k) = (0, 0);
        while bit < 4 {
            if nibble >> bit & 1 == 1 {
                places[nibble] |= bit << (2 * k);
                k += 1;
            }
            bit += 1;
        }
        nibble += 1;
    }
    places
};

/// The k-th two bits of a byte.
const KTH: [u8; 16] = [3, 12, 48, 192, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// What two bits of a nibble say, wherever they stand in it, in both nibbles of a byte.
const SAID: [u8; 16] = [
    0, 0x11, 0x22, 0x33, 0x11, 0, 0, 0, 0x22, 0, 0, 0, 0x33, 0, 0, 0,
];

/// The sum of the pips of a low nibble.
const SUM_LOW: [u8; 16] = [0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6];

/// The sum of the pips of a high nibble.
const SUM_HIGH: [u8; 16] = [0, 4, 5, 9, 6, 10, 11, 15, 7, 11, 12, 16, 13, 17, 18, 22];

/// 32 games in step. The seats are counted from the leader, so that the same one is on turn in all
/// games.
pub(super) struct Games<const SEATS: usize, const PIPS: usize> {
    /// The hands: row p of a seat is the set of the pips that p goes with.
    pub(super) rows: [[Lanes; PIPS]; SEATS],
    /// How many tiles each seat holds.
    pub(super) held: [Lanes; SEATS],
    /// The number of the seat that leads.
    pub(super) leader: Lanes,
    /// The open ends, each pip in both nibbles: an index, and its three bits at the top of a byte.
    pub(super) ends: [Lanes; 2],
    passes: Lanes,
    pub(super) plies: Lanes,
    /// All ones where the game goes on.
    pub(super) on: Lanes,
    /// All ones where there is a tile to lead.
    pub(super) has_lead: Lanes,
    /// Not 0 where a die is to be thrown again.
    pub(super) again: Sixteens,
}

impl<const SEATS: usize, const PIPS: usize> Games<SEATS, PIPS> {
    /// Games before the lead.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn new<const SIZE: usize>(deals: &Deals<SIZE>, leader: usize) -> Self {
        let mut rows = [[zero(); PIPS]; SEATS];
        for (seat, rows) in rows.iter_mut().enumerate() {
            *rows = deals.hand((leader + seat) % SEATS);
        }
        Self {
            rows,
            held: [all(deals.size() as u8); SEATS],
            leader: zero(),
            ends: [zero(); 2],
            passes: zero(),
            plies: zero(),
            on: zero(),
            has_lead: all(0xFF),
            again: [zero(); 2],
        }
    }

    /// Plays on from the lead to the end of all games. `four` are the first dice.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn play(&mut self, dice: &Dice, mut four: [Sixteens; 4]) {
        let mut seat = 1;
        let mut thrown = 1;
        for quad in 1.. {
            for &die in &four[thrown..] {
                self.turn(seat, die);
                seat = if seat + 1 == SEATS { 0 } else { seat + 1 };
            }
            if _mm256_testz_si256(self.on, self.on) == 1 {
                return;
            }
            four = dice.four(PLAY, quad);
            thrown = 0;
        }
    }

    /// One action of a seat.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn turn(&mut self, seat: usize, die: Sixteens) {
        let rows = &mut self.rows[seat];
        let [left_end, right_end] = self.ends;
        let left = and(row_at(rows, left_end), self.on);
        let right = and(row_at(rows, right_end), self.on);
        let at_left = count::<PIPS>(left);
        let plays = add(at_left, count::<PIPS>(right));
        let k = show_each(die, plays, &mut self.again);

        let is_left = above(at_left, k);
        let k = sub(k, without(at_left, is_left));
        let next_end = select::<PIPS>(choose(is_left, left, right), k);
        let end = choose(is_left, left_end, right_end);
        let played = above(plays, zero());
        let is_right = without(played, is_left);
        self.ends = [
            choose(is_left, next_end, left_end),
            choose(is_right, next_end, right_end),
        ];
        let bits = table(BIT);
        remove(rows, look_up(bits, end), look_up(bits, next_end), played);

        self.plies = sub(self.plies, self.on);
        self.held[seat] = add(self.held[seat], played);
        self.passes = without(add(self.passes, all(1)), played);
        let out = equal(self.held[seat], zero());
        let blocked = equal(self.passes, all(SEATS as u8));
        self.on = without(self.on, or(out, blocked));
    }

    /// All ones where the game is as the dice say; the others have to be played elsewhere.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn valid(&self) -> Lanes {
        and(self.has_lead, are_zero(self.again))
    }

    /// The pips that each seat holds.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn pips(&self) -> [Lanes; SEATS] {
        let mut pips = [zero(); SEATS];
        for (pips, rows) in pips.iter_mut().zip(&self.rows) {
            // A tile stands in the rows of both its halves, a double in one.
            let mut doubles = zero();
            for (pip, &row) in rows.iter().enumerate() {
                *pips = add(*pips, sum::<PIPS>(row));
                doubles = or(doubles, and(row, all(1 << pip)));
            }
            *pips = add(*pips, sum::<PIPS>(doubles));
        }
        pips
    }
}

/// The row of an open end.
#[inline]
#[target_feature(enable = "avx2")]
fn row_at<const PIPS: usize>(rows: &[Lanes; PIPS], end: Lanes) -> Lanes {
    let [fours, twos, ones] = [1, 2, 3].map(|by| up(end, by));
    let of_two = |even: usize| {
        if even + 1 < PIPS {
            choose(ones, rows[even + 1], rows[even])
        } else {
            rows[even]
        }
    };
    let low = choose(twos, of_two(2), of_two(0));
    let high = choose(twos, of_two(6), of_two(4));
    choose(fours, high, low)
}

/// How many pips a set has.
#[inline]
#[target_feature(enable = "avx2")]
fn count<const PIPS: usize>(pips: Lanes) -> Lanes {
    let counts = table(COUNT);
    add(
        look_up(counts, low_nibble::<PIPS>(pips)),
        look_up(counts, high_nibble(pips)),
    )
}

/// The sum of a set of pips.
#[inline]
#[target_feature(enable = "avx2")]
fn sum<const PIPS: usize>(pips: Lanes) -> Lanes {
    add(
        look_up(table(SUM_LOW), low_nibble::<PIPS>(pips)),
        look_up(table(SUM_HIGH), high_nibble(pips)),
    )
}

/// The k-th pip of a set, ascending, in both nibbles.
#[inline]
#[target_feature(enable = "avx2")]
fn select<const PIPS: usize>(pips: Lanes, k: Lanes) -> Lanes {
    let low = low_nibble::<PIPS>(pips);
    let below = look_up(table(COUNT), low);
    let is_low = above(below, k);
    let nibble = choose(is_low, low, high_nibble(pips));
    let k = sub(k, without(below, is_low));
    let kth = and(look_up(table(PLACES), nibble), look_up(table(KTH), k));
    let kth = and(or(kth, down(kth, 4)), all(0x0F));
    or(look_up(table(SAID), kth), without(all(0x44), is_low))
}

/// Takes a tile out of a hand where `really`. The bits are those of its two halves.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn remove<const PIPS: usize>(
    rows: &mut [Lanes; PIPS],
    one: Lanes,
    other: Lanes,
    really: Lanes,
) {
    let halves = and(or(one, other), really);
    // In the row of each half the bit of the other goes; in that of a double its own.
    let differ = xor(one, other);
    for (pip, row) in (0..).zip(rows) {
        let gone = xor(differ, all(1 << pip));
        *row = choose(up(halves, 7 - pip), without(*row, gone), *row);
    }
}
