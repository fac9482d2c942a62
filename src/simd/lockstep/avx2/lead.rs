//! The opening: who leads, and what.

use super::deal::Deals;
use super::dice::{Sixteens, show};
use super::lanes::{
    BIT, Lanes, above, all, and, choose, equal, high_nibble, look_up, low_nibble, max, or, sub,
    table, up, without, zero,
};
use super::play::{Games, remove};

/// The highest bit of a low nibble, 0 without any.
const HIGHEST_LOW: [u8; 16] = [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3];

/// The highest bit of a high nibble, 0 without any.
const HIGHEST_HIGH: [u8; 16] = [0, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7];

impl<const SEATS: usize, const PIPS: usize> Games<SEATS, PIPS> {
    /// The highest double of all hands leads. A game without one is not `valid`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn highest_double<const SIZE: usize>(deals: &Deals<SIZE>) -> Self {
        let mut games = Self::new(deals, 0);
        let mut highest = zero();
        for (seat, rows) in (0..).zip(&games.rows) {
            let mut doubles = zero();
            for (pip, &row) in rows.iter().enumerate() {
                doubles = or(doubles, and(row, all(1 << pip)));
            }
            // A double is in one hand only, so that the greater byte has the higher one.
            let before = highest;
            highest = max(before, doubles);
            games.leader = choose(equal(highest, before), games.leader, all(seat));
        }
        games.has_lead = without(all(0xFF), equal(highest, zero()));
        games.seat_leaders();
        let pip = max(
            look_up(table(HIGHEST_LOW), low_nibble::<8>(highest)),
            look_up(table(HIGHEST_HIGH), high_nibble(highest)),
        );
        games.lead(pip, pip);
        games
    }

    /// Any tile of the leader's leads.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn any_tile<const SIZE: usize>(
        deals: &Deals<SIZE>,
        leader: usize,
        die: Sixteens,
    ) -> Self {
        let mut games = Self::new(deals, leader);
        games.leader = all(leader as u8);
        let k = show(die, deals.size() as u32, &mut games.again);
        let tile = deals.nth(leader, k);
        // The halves of tile number t: it comes after all those with a lesser high half.
        let (mut high, mut start) = (zero(), zero());
        for pip in 1..PIPS {
            let first = all((pip * (pip + 1) / 2) as u8);
            let before = above(first, tile);
            high = choose(before, high, all(pip as u8));
            start = choose(before, start, first);
        }
        games.lead(sub(tile, start), high);
        games
    }

    /// Moves the hands round so that the leader's comes first.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn seat_leaders(&mut self) {
        for digit in (0..3).take_while(|&digit| 1 << digit < SEATS) {
            let moves = up(self.leader, 7 - digit);
            let before = self.rows;
            for (seat, rows) in self.rows.iter_mut().enumerate() {
                let from = &before[(seat + (1 << digit)) % SEATS];
                for (row, &from) in rows.iter_mut().zip(from) {
                    *row = choose(moves, from, *row);
                }
            }
        }
    }

    /// Lays the first tile.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn lead(&mut self, low: Lanes, high: Lanes) {
        let bits = table(BIT);
        let everywhere = all(0xFF);
        remove(
            &mut self.rows[0],
            look_up(bits, low),
            look_up(bits, high),
            everywhere,
        );
        self.ends = [low, high].map(|pip| or(pip, up(pip, 4)));
        self.held[0] = sub(self.held[0], all(1));
        self.plies = all(1);
        self.on = without(self.has_lead, equal(self.held[0], zero()));
    }
}
