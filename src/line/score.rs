//! The points of a line game, in play and at the end.

use super::{LineFlags, LineGame, LineState};
use crate::row::Row;
use crate::rules::{Known, ScoreBlock, ScoreOut};
use crate::state::{MAX_SEATS, Phase, Score, State};

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> LineState<W, SEATS, F> {
    /// The count of the layout: what shows at the ends of the arms that hold a tile.
    #[inline(always)]
    pub(super) fn count(&self) -> u16 {
        // A double that is alone is at both ends.
        u16::from(if self.lone_double {
            self.shows[0]
        } else {
            self.shown
        })
    }

    /// The winner and the points of a finished round, what was scored in play included.
    #[inline(always)]
    pub(super) fn score_end(&self, game: &LineGame<F>) -> Score {
        let sides = Self::sides(game);
        let mut pips = [0; SEATS];
        for seat in 0..Self::seats(game) {
            pips[self.side(game, seat)] += i32::from(self.hands[usize::from(seat)].pips());
        }
        let pips = &pips[..sides];
        let (winner, won) = if self.phase == Phase::Out {
            let winner = self.side(game, self.to_play);
            (Some(winner), points_out(game.rules.score_out, winner, pips))
        } else {
            let winner = fewest(pips);
            let won = winner.map(|side| points_block(game.rules.score_block, side, pips));
            (winner, won.unwrap_or_default())
        };
        let mut points = [0; MAX_SEATS];
        for (points, &scored) in points.iter_mut().zip(&self.scores) {
            *points = scored.into();
        }
        if let Some(side) = winner {
            points[side] += round_to(won, game.rules.round_to);
        }
        Score {
            winner: winner.map(|side| side as u8),
            points,
        }
    }
}

/// What the winner scores for going out.
#[inline(always)]
fn points_out(rule: ScoreOut, winner: usize, pips: &[i32]) -> i32 {
    let everyone = pips.iter().sum::<i32>();
    let own = pips[winner];
    match rule {
        ScoreOut::Opponents => everyone - own,
        ScoreOut::OpponentsMinusOwn => everyone - 2 * own,
        ScoreOut::Everyone => everyone,
    }
}

/// What the side with the fewest pips scores when the round is blocked.
#[inline(always)]
fn points_block(rule: ScoreBlock, winner: usize, pips: &[i32]) -> i32 {
    let everyone = pips.iter().sum::<i32>();
    let own = pips[winner];
    match rule {
        ScoreBlock::Difference => everyone - 2 * own,
        ScoreBlock::PairwiseDifferences => pips.iter().map(|theirs| theirs - own).sum(),
        ScoreBlock::Opponents => everyone - own,
        ScoreBlock::Everyone => everyone,
    }
}

/// The one side with the fewest pips; None when two or more share them.
#[inline(always)]
fn fewest(pips: &[i32]) -> Option<usize> {
    let least = pips.iter().min()?;
    let mut sides = (0..pips.len()).filter(|&side| pips[side] == *least);
    let side = sides.next();
    if sides.next().is_some() { None } else { side }
}

/// Points rounded to the nearest multiple of `unit`, which is odd: there is no tie to break.
#[inline(always)]
fn round_to(points: i32, unit: u8) -> i32 {
    match unit {
        1 => points,
        // The common one apart: the compiler knows how to divide by it.
        5 => to_multiple(points, 5),
        _ => to_multiple(points, unit.into()),
    }
}

#[inline(always)]
fn to_multiple(points: i32, unit: i32) -> i32 {
    (points + unit / 2).div_euclid(unit) * unit
}
