//! The points of a line game, in play and at the end.

use super::{LineFlags, LineGame, LineState};
use crate::row::Row;
use crate::rules::{Known, LineRules, ScoreBlock, ScoreOut};
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
            pips[Self::side(game, seat)] += i32::from(self.hands[usize::from(seat)].pips());
        }
        let pips = &pips[..sides];
        let (winner, weight) = if self.phase == Phase::Out {
            (Some(Self::side(game, self.to_play)), game.ending.own_out)
        } else {
            (fewest(pips), game.ending.own_blocked)
        };
        let mut points = [0; MAX_SEATS];
        for (points, &scored) in points.iter_mut().zip(&self.scores) {
            *points = scored.into();
        }
        if let Some(side) = winner {
            let others = pips.iter().sum::<i32>() - pips[side];
            points[side] += game.ending.rounded(others + i32::from(weight) * pips[side]);
        }
        Score {
            winner: winner.map(|side| side as u8),
            points,
        }
    }
}

/// What the end of a round brings the winner: the pips of the other sides, and its own times a weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// The weight when somebody went out.
    pub(crate) own_out: i8,
    /// The weight when the round is blocked.
    pub(crate) own_blocked: i8,
    round_to: u8,
}

impl Ending {
    /// That of a game with so many sides.
    pub(super) fn of(rules: &LineRules, sides: u8) -> Self {
        Self {
            own_out: match rules.score_out {
                ScoreOut::Opponents => 0,
                ScoreOut::OpponentsMinusOwn => -1,
                ScoreOut::Everyone => 1,
            },
            own_blocked: match rules.score_block {
                ScoreBlock::Difference => -1,
                ScoreBlock::PairwiseDifferences => 1 - sides.cast_signed(),
                ScoreBlock::Opponents => 0,
                ScoreBlock::Everyone => 1,
            },
            round_to: rules.round_to,
        }
    }

    /// Whether points are rounded at all.
    pub(crate) fn rounds(self) -> bool {
        self.round_to > 1
    }

    /// Points rounded to the nearest multiple of the rules' unit, which is odd: there is no tie to
    /// break.
    #[inline(always)]
    pub(crate) fn rounded(self, points: i32) -> i32 {
        match self.round_to {
            1 => points,
            // The common one apart: the compiler knows how to divide by it.
            5 => to_multiple(points, 5),
            unit => to_multiple(points, unit.into()),
        }
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

#[inline(always)]
fn to_multiple(points: i32, unit: i32) -> i32 {
    (points + unit / 2).div_euclid(unit) * unit
}
