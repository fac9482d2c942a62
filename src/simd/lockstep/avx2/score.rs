//! The results of 32 games.

use super::lanes::{
    LANES, Lanes, above, add, all, and, choose, equal, min, or, sub, to_bytes, top_bits, without,
    xor, zero,
};
use super::play::Games;
use crate::games::Columns;
use crate::line::Ending;

/// One entry for each game.
pub(super) struct Results {
    /// What the winner has won; without a winner it says nothing.
    pub(super) points: [i16; LANES],
    /// The side, or -1.
    pub(super) winner: [i8; LANES],
    /// 0 out, 1 blocked.
    pub(super) reason: [u8; LANES],
    pub(super) plies: [u16; LANES],
    /// One bit for each game that has to be played elsewhere.
    pub(super) invalid: u32,
}

impl Results {
    /// Writes as many games as the columns have entries.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn write(&self, sides: usize, out: &mut Columns<'_>) {
        let games = out.winner.len();
        out.winner.copy_from_slice(&self.winner[..games]);
        out.reason.copy_from_slice(&self.reason[..games]);
        out.plies.copy_from_slice(&self.plies[..games]);
        match sides {
            2 => self.write_points::<2>(out.points),
            3 => self.write_points::<3>(out.points),
            4 => self.write_points::<4>(out.points),
            _ => self.write_points::<5>(out.points),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn write_points<const SIDES: usize>(&self, points: &mut [i16]) {
        let won = self.winner.iter().zip(&self.points);
        for (row, (&winner, &won)) in points.as_chunks_mut::<SIDES>().0.iter_mut().zip(won) {
            for (side, points) in (0..).zip(row) {
                *points = if side == winner { won } else { 0 };
            }
        }
    }
}

/// The ends of finished games.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn results<const SEATS: usize, const PIPS: usize>(
    games: &Games<SEATS, PIPS>,
    sides: usize,
    ending: Ending,
) -> Results {
    // By side, counted from the leader's.
    let (mut pips, mut is_out) = ([zero(); SEATS], [zero(); SEATS]);
    for (seat, held) in games.pips().into_iter().enumerate() {
        let side = seat % sides;
        pips[side] = add(pips[side], held);
        is_out[side] = or(is_out[side], equal(games.held[seat], zero()));
    }
    let (pips, is_out) = (&pips[..sides], &is_out[..sides]);
    let any_out = is_out.iter().fold(zero(), |any, &out| or(any, out));
    let least = pips
        .iter()
        .fold(all(u8::MAX), |least, &pips| min(least, pips));

    // With partners the leader of four is of one of two sides.
    let leader = if sides == 2 {
        and(games.leader, all(1))
    } else {
        games.leader
    };
    let (mut winner, mut winners) = (leader, zero());
    let (mut own, mut others) = (zero(), zero());
    for side in 0..sides {
        let wins = choose(any_out, is_out[side], equal(pips[side], least));
        winners = sub(winners, wins);
        winner = add(winner, and(wins, all(side as u8)));
        own = or(own, and(pips[side], wins));
        others = add(others, without(pips[side], wins));
    }
    let over = above(winner, all(sides as u8 - 1));
    let winner = sub(winner, and(over, all(sides as u8)));
    let one_wins = equal(winners, all(1));
    let weight = choose(
        any_out,
        all(ending.own_out.cast_unsigned()),
        all(ending.own_blocked.cast_unsigned()),
    );
    Results {
        points: points(own, others, weight, ending),
        winner: to_bytes(or(winner, xor(one_wins, all(0xFF)))).map(u8::cast_signed),
        reason: to_bytes(without(all(1), any_out)),
        plies: to_bytes(games.plies).map(u16::from),
        invalid: !top_bits(games.valid()),
    }
}

/// What the winner has won, game by game.
#[inline]
#[target_feature(enable = "avx2")]
fn points(own: Lanes, others: Lanes, weight: Lanes, ending: Ending) -> [i16; LANES] {
    let (own, others) = (to_bytes(own), to_bytes(others));
    let weight = to_bytes(weight).map(u8::cast_signed);
    let mut points = [0; LANES];
    for (game, points) in points.iter_mut().enumerate() {
        *points = i16::from(others[game]) + i16::from(weight[game]) * i16::from(own[game]);
    }
    if ending.rounds() {
        points = points.map(|points| ending.rounded(points.into()) as i16);
    }
    points
}
