//! A round as a game of two sides: one against all others.

use super::Objective;
use super::open::OpenRound;
use crate::solve::Game;
use crate::state::{Phase, State};

/// A round, and the side that plays against the others.
pub(super) struct Duel<'a, R> {
    pub(super) round: &'a R,
    pub(super) objective: Objective,
    pub(super) us: usize,
}

/// How far a side is ahead of all others.
#[inline(always)]
pub(super) fn ahead(points: &[i32], side: usize) -> i32 {
    2 * points[side] - points.iter().sum::<i32>()
}

/// What it is worth to a side that this one has won.
#[inline(always)]
pub(super) fn won(winner: Option<u8>, side: usize) -> i32 {
    match winner {
        None => 0,
        Some(winner) if usize::from(winner) == side => 1,
        Some(_) => -1,
    }
}

impl<R: OpenRound> Duel<'_, R> {
    /// What was scored in play since this was asked last, to the side that made the last move or to
    /// its opponents.
    #[inline(always)]
    pub(super) fn take_brings(&self, state: &mut R::State, ours: bool) -> i32 {
        match self.round.take_points(state) {
            Some(points) if self.objective == Objective::Points => {
                let brings = ahead(&points, self.us);
                if ours { brings } else { -brings }
            }
            _ => 0,
        }
    }
}

impl<R: OpenRound> Game for Duel<'_, R> {
    type Position = R::State;
    type Move = R::Step;
    type Key = R::Key;

    #[inline(always)]
    fn side(&self, state: &R::State) -> bool {
        self.round.side(state.last_to_play()) == self.us
    }

    #[inline(always)]
    fn moves(&self, state: &R::State, moves: &mut Vec<R::Step>) {
        self.round.steps(state, moves);
    }

    #[inline(always)]
    fn play(&self, state: &R::State, made: R::Step) -> (R::State, i32) {
        let ours = self.side(state);
        let mut next = *state;
        self.round.step(&mut next, made);
        self.round.settle(&mut next);
        let brings = self.take_brings(&mut next, ours);
        (next, brings)
    }

    #[inline(always)]
    fn value(&self, state: &R::State) -> Option<i32> {
        if state.phase() == Phase::Playing {
            return None;
        }
        let score = self.round.end(state);
        let value = match self.objective {
            Objective::Points => ahead(&score.points, self.us),
            Objective::Win => won(score.winner, self.us),
        };
        Some(if self.side(state) { value } else { -value })
    }

    #[inline(always)]
    fn bounds(&self, state: &R::State) -> (i32, i32) {
        match self.objective {
            Objective::Win => (-1, 1),
            Objective::Points => {
                let (we, they) = self.round.reach(state, self.us);
                if self.side(state) {
                    (-they, we)
                } else {
                    (-we, they)
                }
            }
        }
    }

    #[inline(always)]
    fn key(&self, state: &R::State) -> R::Key {
        self.round.key(state)
    }
}
