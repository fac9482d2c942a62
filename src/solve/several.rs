//! Games of several sides, each of which plays for itself alone: everything is tried.

use std::hash::Hash;

use super::{Budget, Stopped, Table};

/// Room for the sides of any game.
pub(crate) const MOST_SIDES: usize = 8;

/// One number a side, 0 where there is none.
pub(crate) type Values = [i32; MOST_SIDES];

/// A game of several sides.
pub(crate) trait SeveralSides {
    /// A position in which somebody has a choice, or the end.
    type Position: Copy;
    /// What can be done there.
    type Move: Copy;
    /// What tells positions apart, as far as their values and the order of their moves go.
    type Key: Copy + Eq + Hash;

    /// The side on turn.
    fn side(&self, position: &Self::Position) -> usize;
    /// Appends the moves. Of equals the side takes the first.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);
    /// The position after a move, and what it brings each side.
    fn play(&self, position: &Self::Position, made: Self::Move) -> (Self::Position, Values);
    /// What the end is worth to each side; None while the game goes on.
    fn values(&self, position: &Self::Position) -> Option<Values>;
    /// The most that the position can be worth to the side on turn, for all that is seen without a
    /// search.
    fn most(&self, position: &Self::Position) -> i32;
    /// The key of a position which is not the end.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// A search in such a game.
pub(crate) struct Everyone<'a, G: SeveralSides> {
    game: &'a G,
    table: &'a mut Table<G::Key, Values>,
    moves: Vec<G::Move>,
    pub(crate) budget: Budget<'a>,
}

impl<'a, G: SeveralSides> Everyone<'a, G> {
    /// A search. What the table holds of other searches is forgotten.
    pub(crate) fn new(
        game: &'a G,
        table: &'a mut Table<G::Key, Values>,
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

    /// What the position is worth to each side.
    ///
    /// # Errors
    /// When it is called off.
    pub(crate) fn search(&mut self, position: &G::Position) -> Result<Values, Stopped> {
        self.budget.nodes += 1;
        if let Some(values) = self.game.values(position) {
            return Ok(values);
        }
        self.budget.may_go_on()?;
        let key = self.game.key(position);
        if let Some(values) = self.table.find(&key) {
            self.budget.hits += 1;
            return Ok(values);
        }
        let values = self.best(position)?;
        self.table.keep(key, values);
        Ok(values)
    }

    fn best(&mut self, position: &G::Position) -> Result<Values, Stopped> {
        let side = self.game.side(position);
        let most = self.game.most(position);
        let begin = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let mut best: Option<Values> = None;
        for at in begin..self.moves.len() {
            let (next, brings) = self.game.play(position, self.moves[at]);
            let values = sum(&self.search(&next)?, &brings);
            if best.is_none_or(|best| values[side] > best[side]) {
                best = Some(values);
                if values[side] >= most {
                    // No later move is better, and of equals the first is taken.
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        Ok(best.expect("whoever is on turn has a move"))
    }
}

/// What two things are worth together.
pub(crate) fn sum(some: &Values, others: &Values) -> Values {
    std::array::from_fn(|side| some[side] + others[side])
}
