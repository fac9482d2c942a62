//! Search in games where nothing is hidden. It knows no dominoes: what a game of two sides is, in which
//! one wins what the other loses, [`Game`] says, and [`SeveralSides`] what one of more sides is.

mod budget;
mod choice;
mod several;
mod table;
#[cfg(test)]
mod tests;

use std::hash::Hash;

pub(crate) use budget::{Budget, Stopped};
pub(crate) use choice::{Branch, Choice};
pub(crate) use several::{Everyone, MOST_SIDES, SeveralSides, Values, sum};
pub(crate) use table::Table;

/// A game of two sides whose points add up to nothing.
pub(crate) trait Game {
    /// A position in which somebody has a choice, or the end.
    type Position: Copy;
    /// What can be done there.
    type Move: Copy + PartialEq;
    /// What tells positions apart, as far as their values go.
    type Key: Copy + Eq + Hash;

    /// The side on turn or, at the end, the side that was.
    fn side(&self, position: &Self::Position) -> bool;
    /// Appends the moves, those first that look best.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);
    /// The position after a move, and the points that it brings the side that makes it.
    fn play(&self, position: &Self::Position, made: Self::Move) -> (Self::Position, i32);
    /// What the end is worth to [`Game::side`]; None while the game goes on.
    fn value(&self, position: &Self::Position) -> Option<i32>;
    /// The least and the most that a position which is not the end can be worth to the side on
    /// turn, for all that is seen without a search.
    fn bounds(&self, position: &Self::Position) -> (i32, i32);
    /// The key of a position which is not the end.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(crate) struct Known<M> {
    /// Its value is at least this,
    low: i16,
    /// and at most this.
    high: i16,
    /// The best move so far.
    best: Option<M>,
}

/// A search, and what it has cost so far.
pub(crate) struct Search<'a, G: Game> {
    game: &'a G,
    table: &'a mut Table<G::Key, Known<G::Move>>,
    /// The moves of all positions from the first one to the one that is looked at.
    moves: Vec<G::Move>,
    pub(crate) budget: Budget<'a>,
}

impl<'a, G: Game> Search<'a, G> {
    /// A search. What the table holds of other searches is forgotten.
    pub(crate) fn new(
        game: &'a G,
        table: &'a mut Table<G::Key, Known<G::Move>>,
        budget: Budget<'a>,
    ) -> Self {
        table.forget();
        Self {
            game,
            table,
            moves: Vec::new(),
            budget,
        }
    }

    /// The position's value for the side on turn, if it lies between `alpha` and `beta`; else a bound
    /// of it beyond the one that it does not reach, or that bound itself.
    #[inline]
    fn search(&mut self, position: &G::Position, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.budget.nodes += 1;
        if let Some(value) = self.game.value(position) {
            return Ok(value);
        }
        let (low, high) = self.game.bounds(position);
        if low >= beta || low == high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        self.look(position, (alpha, beta), (low, high))
    }

    /// The same, where a glance does not tell.
    fn look(
        &mut self,
        position: &G::Position,
        (alpha, beta): (i32, i32),
        (mut low, mut high): (i32, i32),
    ) -> Result<i32, Stopped> {
        self.budget.may_go_on()?;
        let key = self.game.key(position);
        let mut first = None;
        if let Some(known) = self.table.find(&key) {
            self.budget.hits += 1;
            low = low.max(known.low.into());
            high = high.min(known.high.into());
            first = known.best;
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
        }
        let window = (alpha.max(low), beta.min(high));
        let (best, made) = self.best_move(position, window, first)?;
        if best < window.1 {
            high = best.max(low);
        }
        if best > window.0 {
            low = best.min(high);
        }
        self.keep(key, (low, high), made);
        Ok(best.clamp(low, high))
    }

    /// The best of the moves, as far as the window asks for it, and what it is worth.
    fn best_move(
        &mut self,
        position: &G::Position,
        (mut alpha, beta): (i32, i32),
        first: Option<G::Move>,
    ) -> Result<(i32, Option<G::Move>), Stopped> {
        let begin = self.moves.len();
        self.game.moves(position, &mut self.moves);
        if let Some(first) = first
            && let Some(at) = self.moves[begin..].iter().position(|&made| made == first)
        {
            self.moves[begin..=begin + at].rotate_right(1);
        }
        let side = self.game.side(position);
        let mut best = i32::MIN;
        let mut best_made = None;
        for at in begin..self.moves.len() {
            let made = self.moves[at];
            let (next, brings) = self.game.play(position, made);
            let branch = Branch::new(self.game, side, next, brings);
            // After the first move the question is whether another one is better.
            let mut value = if best_made.is_none() {
                self.branch(&branch, alpha, beta)?
            } else {
                self.branch(&branch, alpha, alpha + 1)?
            };
            if best_made.is_some() && value > alpha && value < beta && alpha + 1 < beta {
                value = self.branch(&branch, alpha, beta)?;
            }
            if best_made.is_none() || value > best {
                best = value;
                best_made = Some(made);
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        Ok((best, best_made))
    }

    /// The value of a move for the side that makes it, as [`Search::search`] tells values.
    fn branch(
        &mut self,
        branch: &Branch<G::Position>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let (alpha, beta) = branch.window(alpha, beta);
        Ok(branch.value(self.search(&branch.position, alpha, beta)?))
    }

    /// Keeps bounds. They have to fit 16 bits; what is worth more is not kept.
    #[inline(always)]
    fn keep(&mut self, key: G::Key, (low, high): (i32, i32), best: Option<G::Move>) {
        if let (Ok(low), Ok(high)) = (low.try_into(), high.try_into()) {
            self.table.keep(key, Known { low, high, best });
        }
    }
}
