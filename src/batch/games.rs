//! The results of a batch, column by column.

use std::collections::TryReserveError;

use crate::rules::{FamilyRules, Rules};
use crate::state::MAX_SEATS;
use crate::tally::{SHARE, Tally};

/// How many games are played between two looks at the wish to stop.
const BLOCK: usize = 1024;

/// The value of [`Games::winner`] when no side won.
pub const NOBODY: i8 = -1;

/// The results of games of consecutive numbers; docs/playouts.md tells the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// How many sides score.
    pub sides: usize,
    /// Points are penalties: the fewest win.
    pub lowest_wins: bool,
    /// The points of each side, game after game.
    pub points: Vec<i16>,
    /// The side that won, [`NOBODY`] if none did.
    pub winner: Vec<i8>,
    /// Why the round ended: 0 somebody went out, 1 blocked.
    pub reason: Vec<u8>,
    /// How many actions were played.
    pub plies: Vec<u16>,
}

/// Room for the results of consecutive games.
pub(crate) struct Columns<'a> {
    pub(crate) sides: usize,
    pub(crate) points: &'a mut [i16],
    pub(crate) winner: &'a mut [i8],
    pub(crate) reason: &'a mut [u8],
    pub(crate) plies: &'a mut [u16],
}

/// The room of a batch, block by block, each with the number of its first game.
pub(super) struct Blocks<'a> {
    next: u64,
    rest: Columns<'a>,
}

fn zeros<T: Copy + Default>(n: usize) -> Result<Vec<T>, TryReserveError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(n)?;
    zeros.resize(n, T::default());
    Ok(zeros)
}

impl Games {
    /// Room for `n` games.
    ///
    /// # Errors
    /// When memory does not hold them.
    pub(super) fn new(rules: &Rules, n: u64) -> Result<Self, TryReserveError> {
        // What does not fit the address space does not fit into memory either.
        let n = usize::try_from(n).unwrap_or(usize::MAX);
        let sides = usize::from(rules.sides());
        Ok(Self {
            sides,
            lowest_wins: matches!(rules.family(), FamilyRules::Train(_)),
            points: zeros(n.saturating_mul(sides))?,
            winner: zeros(n)?,
            reason: zeros(n)?,
            plies: zeros(n)?,
        })
    }

    /// The results with these columns; None where no games have such.
    pub fn from_columns(
        lowest_wins: bool,
        points: Vec<i16>,
        winner: Vec<i8>,
        reason: Vec<u8>,
        plies: Vec<u16>,
    ) -> Option<Self> {
        let n = winner.len();
        let sides = points.len().checked_div(n)?;
        let whole = [points.len(), reason.len(), plies.len()] == [n * sides, n, n];
        let is_side =
            |side: &i8| usize::try_from(*side).map_or(*side == NOBODY, |side| side < sides);
        let sound = winner.iter().all(is_side) && reason.iter().all(|&reason| reason <= 1);
        (whole && sound && (1..=MAX_SEATS).contains(&sides)).then_some(Self {
            sides,
            lowest_wins,
            points,
            winner,
            reason,
            plies,
        })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.winner.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.winner.is_empty()
    }

    pub(super) fn blocks(&mut self, first: u64) -> Blocks<'_> {
        Blocks {
            next: first,
            rest: Columns {
                sides: self.sides,
                points: &mut self.points,
                winner: &mut self.winner,
                reason: &mut self.reason,
                plies: &mut self.plies,
            },
        }
    }

    /// Exact totals over the games.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::new(self.sides);
        tally.rounds = self.len() as u64;
        tally.blocked = self.reason.iter().map(|&blocked| u64::from(blocked)).sum();
        tally.out = tally.rounds - tally.blocked;
        for &plies in &self.plies {
            tally.actions += u64::from(plies);
            tally.actions_squared += u64::from(plies).pow(2);
        }
        for points in self.points.chunks_exact(self.sides) {
            for (side, &won) in points.iter().enumerate() {
                tally.points[side] += i64::from(won);
                tally.points_squared[side] += u64::from(won.unsigned_abs()).pow(2);
            }
        }
        if self.lowest_wins {
            for points in self.points.chunks_exact(self.sides) {
                let least = points.iter().min().copied().unwrap_or_default();
                let winners = points.iter().filter(|&&won| won == least).count() as u64;
                for (side, _) in points.iter().enumerate().filter(|&(_, &won)| won == least) {
                    tally.win(side, SHARE / winners);
                }
            }
        } else {
            for &side in &self.winner {
                if let Ok(side) = usize::try_from(side) {
                    tally.win(side, SHARE);
                }
            }
        }
        tally
    }
}

impl Columns<'_> {
    /// How many games there is room for.
    pub(crate) fn len(&self) -> usize {
        self.winner.len()
    }
}

impl<'a> Blocks<'a> {
    /// The next block, if there is one.
    pub(super) fn next(&mut self) -> Option<(u64, Columns<'a>)> {
        let rest = &mut self.rest;
        let n = rest.len().min(BLOCK);
        if n == 0 {
            return None;
        }
        let block = Columns {
            sides: rest.sides,
            points: rest.points.split_off_mut(..n * rest.sides)?,
            winner: rest.winner.split_off_mut(..n)?,
            reason: rest.reason.split_off_mut(..n)?,
            plies: rest.plies.split_off_mut(..n)?,
        };
        let first = self.next;
        self.next = first.wrapping_add(n as u64);
        Some((first, block))
    }
}
