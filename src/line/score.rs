//! The points of a line game, in play and at the end.

use super::{LineGame, LineState};
use crate::row::Row;
use crate::rules::{ScoreBlock, ScoreOut};
use crate::state::{MAX_SEATS, Phase, Score};

impl<W: Row, const SEATS: usize> LineState<W, SEATS> {
    /// The count of the layout: what shows at the ends of the arms that hold a tile.
    pub(super) fn count(&self) -> u16 {
        if self.lone_double {
            return self.shows[0].into();
        }
        self.shows.iter().map(|&pips| u16::from(pips)).sum()
    }

    /// The winner and the points of a finished round, what was scored in play included.
    pub(super) fn score_end(&self, game: &LineGame) -> Score {
        let mut pips = [0; MAX_SEATS];
        let mut points = [0; MAX_SEATS];
        for seat in 0..game.seats {
            pips[game.side(seat)] += i32::from(self.hands[usize::from(seat)].pips());
        }
        let pips = &pips[..game.sides()];
        for (points, &scored) in points.iter_mut().zip(&self.scores) {
            *points = scored.into();
        }
        let ending = game.ending();
        let (winner, weight) = if self.phase == Phase::Out {
            (Some(game.side(self.to_play)), ending.own_out)
        } else {
            (fewest(pips), ending.own_blocked)
        };
        if let Some(side) = winner {
            let others = pips.iter().sum::<i32>() - pips[side];
            points[side] += ending.rounded(others + i32::from(weight) * pips[side]);
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

impl LineGame {
    /// What the end of a round brings.
    pub(crate) fn ending(&self) -> Ending {
        Ending {
            own_out: match self.rules.score_out {
                ScoreOut::Opponents => 0,
                ScoreOut::OpponentsMinusOwn => -1,
                ScoreOut::Everyone => 1,
            },
            own_blocked: match self.rules.score_block {
                ScoreBlock::Difference => -1,
                ScoreBlock::PairwiseDifferences => 1 - self.sides() as i8,
                ScoreBlock::Opponents => 0,
                ScoreBlock::Everyone => 1,
            },
            round_to: self.rules.round_to,
        }
    }
}

impl Ending {
    /// Whether points are rounded at all.
    pub(crate) fn rounds(self) -> bool {
        self.round_to > 1
    }

    /// Points rounded to the nearest multiple of the rules' unit, which is odd: there is no tie to
    /// break.
    pub(crate) fn rounded(self, points: i32) -> i32 {
        let unit = i32::from(self.round_to);
        (points + unit / 2).div_euclid(unit) * unit
    }
}

/// The one side with the fewest pips; None when two or more share them.
fn fewest(pips: &[i32]) -> Option<usize> {
    let least = pips.iter().min()?;
    let mut sides = (0..pips.len()).filter(|&side| pips[side] == *least);
    let side = sides.next();
    if sides.next().is_some() { None } else { side }
}
