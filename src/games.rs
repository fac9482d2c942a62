//! The results of many games, column by column.

use std::collections::TryReserveError;

use crate::rules::{FamilyRules, Rules};
use crate::state::MAX_SEATS;
use crate::state::{Phase, State};
use crate::tally::{SHARE, Tally};

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

/// Room for the result of one game.
pub(crate) struct Entry<'a> {
    points: &'a mut [i16],
    winner: &'a mut i8,
    reason: &'a mut u8,
    plies: &'a mut u16,
}

impl Games {
    /// No games yet, but room for `n`.
    ///
    /// # Errors
    /// When memory does not hold them.
    pub(crate) fn with_room(rules: &Rules, n: u64) -> Result<Self, TryReserveError> {
        // What does not fit the address space does not fit into memory either.
        let n = usize::try_from(n).unwrap_or(usize::MAX);
        let mut games = Self::of(rules, 0);
        games
            .points
            .try_reserve_exact(n.saturating_mul(games.sides))?;
        games.winner.try_reserve_exact(n)?;
        games.reason.try_reserve_exact(n)?;
        games.plies.try_reserve_exact(n)?;
        Ok(games)
    }

    /// So many games, whose results are still to be told.
    pub(crate) fn of(rules: &Rules, n: usize) -> Self {
        let sides = usize::from(rules.sides());
        Self {
            sides,
            lowest_wins: matches!(rules.family(), FamilyRules::Train(_)),
            points: vec![0; n * sides],
            winner: vec![0; n],
            reason: vec![0; n],
            plies: vec![0; n],
        }
    }

    /// Puts the results of the games that follow behind these.
    pub(crate) fn append(&mut self, games: &Self) {
        self.points.extend_from_slice(&games.points);
        self.winner.extend_from_slice(&games.winner);
        self.reason.extend_from_slice(&games.reason);
        self.plies.extend_from_slice(&games.plies);
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

    /// The results as room for them.
    pub(crate) fn columns(&mut self) -> Columns<'_> {
        Columns {
            sides: self.sides,
            points: &mut self.points,
            winner: &mut self.winner,
            reason: &mut self.reason,
            plies: &mut self.plies,
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

impl<'a> Columns<'a> {
    /// How many games there is room for.
    pub(crate) fn len(&self) -> usize {
        self.winner.len()
    }

    /// Takes room for the first games off, at most `n` of them; None when no room is left.
    pub(crate) fn split_off(&mut self, n: usize) -> Option<Self> {
        let n = self.len().min(n);
        if n == 0 {
            return None;
        }
        Some(Self {
            sides: self.sides,
            points: self.points.split_off_mut(..n * self.sides)?,
            winner: self.winner.split_off_mut(..n)?,
            reason: self.reason.split_off_mut(..n)?,
            plies: self.plies.split_off_mut(..n)?,
        })
    }

    /// The room game by game. `sides` is that of the columns, perhaps as a constant.
    #[inline(always)]
    pub(crate) fn entries(self, sides: usize) -> impl Iterator<Item = Entry<'a>> {
        let points = self.points.chunks_exact_mut(sides);
        let ends = self.winner.iter_mut().zip(self.reason);
        let rows = points.zip(ends).zip(self.plies);
        rows.map(|((points, (winner, reason)), plies)| Entry {
            points,
            winner,
            reason,
            plies,
        })
    }

    /// The room of the game in that row.
    pub(crate) fn entry(&mut self, row: usize) -> Entry<'_> {
        Entry {
            points: &mut self.points[row * self.sides..][..self.sides],
            winner: &mut self.winner[row],
            reason: &mut self.reason[row],
            plies: &mut self.plies[row],
        }
    }
}

impl Entry<'_> {
    /// Tells how a game ended.
    #[inline(always)]
    pub(crate) fn tell<S: State>(self, game: &S::Game, state: &S, plies: u32) {
        let score = state.score(game);
        for (points, &won) in self.points.iter_mut().zip(&score.points) {
            *points = won as i16;
        }
        *self.winner = score.winner.map_or(NOBODY, u8::cast_signed);
        *self.reason = u8::from(state.phase() == Phase::Blocked);
        *self.plies = plies as u16;
    }
}
