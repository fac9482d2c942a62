//! The points of a line game, in play and at the end.

use super::{LineFlags, LineGame, LineState};
use crate::row::Row;
use crate::rules::{Known, ScoreBlock, ScoreOut};
use crate::state::{MAX_SEATS, Phase, Score};

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> LineState<W, SEATS, F> {
    /// The count of the layout: what shows at the ends of the arms that hold a tile.
    pub(super) fn count(&self) -> u16 {
        if self.lone_double {
            return self.shows[0].into();
        }
        self.shows.iter().map(|&pips| u16::from(pips)).sum()
    }

    /// The winner and the points of a finished round, what was scored in play included.
    pub(super) fn score_end(&self, game: &LineGame<F>) -> Score {
        let mut pips = [0; MAX_SEATS];
        let mut points = [0; MAX_SEATS];
        for seat in 0..game.seats {
            pips[game.side(seat)] += i32::from(self.hands[usize::from(seat)].pips());
        }
        let pips = &pips[..game.sides()];
        for (points, &scored) in points.iter_mut().zip(&self.scores) {
            *points = scored.into();
        }
        let (winner, won) = if self.phase == Phase::Out {
            let winner = game.side(self.to_play);
            (Some(winner), points_out(game.rules.score_out, winner, pips))
        } else {
            let winner = fewest(pips);
            (
                winner,
                winner.map_or(0, |side| points_block(game.rules.score_block, side, pips)),
            )
        };
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
fn fewest(pips: &[i32]) -> Option<usize> {
    let least = pips.iter().min()?;
    let mut sides = (0..pips.len()).filter(|&side| pips[side] == *least);
    let side = sides.next();
    if sides.next().is_some() { None } else { side }
}

/// Points rounded to the nearest multiple of `unit`, which is odd: there is no tie to break.
fn round_to(points: i32, unit: u8) -> i32 {
    let unit = i32::from(unit);
    (points + unit / 2).div_euclid(unit) * unit
}
