//! Open hands: what a round is worth when every tile is known; docs/solving.md says what that is.
//!
//! `open` is what a family of games has to tell, `line` and `train` tell it. `duel` makes two sides of
//! that and `walk` takes a round through their search; `maxn` leaves every side alone. `engine` is the
//! door, and `many` sends whole seeds of deals through it.

mod duel;
mod engine;
mod line;
mod many;
mod maxn;
mod open;
mod train;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use crate::action::Action;
use crate::round::Round;
use crate::rules::{Rules, choices};
use engine::Engine;
pub use many::{Deals, Solutions, SolveManyError};

choices! {
    /// What a round is worth.
    Objective {
        /// Points, less those of the other side.
        Points = "points",
        /// 1 for a round won, -1 for one lost, 0 if nobody wins.
        Win = "win",
    }
    /// What every seat plays for.
    Play {
        /// Its side, of two.
        Exact = "exact",
        /// Seats of other sides play together against the one on turn at the root.
        Paranoid = "paranoid",
        /// Its own side alone; of equals it takes the first action.
        Maxn = "maxn",
    }
}

/// What ends a search before it is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// So many positions have been looked at.
    pub nodes: Option<u64>,
    /// So much time has gone by.
    pub time: Option<Duration>,
}

/// What is asked of a round.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What it is worth.
    pub objective: Objective,
    /// What every seat plays for.
    pub play: Play,
    /// Whether the value of every action is wanted.
    pub moves: bool,
    /// Whether a principal variation is wanted.
    pub line: bool,
    /// When to give up.
    pub limit: Limit,
    /// Entries of the table, a power of two or 0; None for what suits the rules.
    pub table: Option<usize>,
}

impl Question {
    /// The value, the best action and the line that follows, however long it takes.
    pub fn new(objective: Objective) -> Self {
        Self {
            objective,
            play: Play::Exact,
            moves: false,
            line: true,
            limit: Limit::default(),
            table: None,
        }
    }
}

/// What a round is worth, or a bound of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// To the side of the seat on turn.
    One(i32),
    /// To each side.
    BySide(Vec<i32>),
}

impl Value {
    /// The value for the side of the seat on turn, where it is told alone.
    pub fn one(&self) -> Option<i32> {
        match self {
            Self::One(value) => Some(*value),
            Self::BySide(_) => None,
        }
    }
}

impl Default for Value {
    fn default() -> Self {
        Self::One(0)
    }
}

/// What is known of a round, all of it from the side of the seat on turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The value; None when it is not known.
    pub value: Option<Value>,
    /// The first legal action that reaches it; when that is not known the best so far.
    pub best: Option<Action>,
    /// That action, and from each round on the best one of that round; as far as it is known.
    pub line: Vec<Action>,
    /// Every legal action with its value, None where it is not known; if they were asked for.
    pub moves: Option<Vec<(Action, Option<i32>)>>,
    /// Whether all that was asked for is proven.
    pub exact: bool,
    /// The value is at least this,
    pub low: Value,
    /// and at most this.
    pub high: Value,
    /// Positions looked at.
    pub nodes: u64,
    /// Those of them that were found in the table.
    pub hits: u64,
}

/// Why a round is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// Three sides or more have no exact value.
    #[error(
        "play: exact values are for two sides, these rules have {0}: name \"paranoid\" or \"maxn\""
    )]
    ManySides(u8),
    /// Two sides have an exact value.
    #[error("play: two sides are solved with \"exact\", and with nothing else")]
    TwoSides,
    /// The table is no power of two.
    #[error("table: {0} is neither a power of two nor 0")]
    Table(usize),
    /// Memory does not hold the table.
    #[error("not enough memory for the table")]
    Memory,
}

/// Solves rounds of the same rules one after the other, in the same memory.
pub struct Solver {
    rules: Arc<Rules>,
    question: Question,
    engine: Box<dyn Engine>,
}

impl Solver {
    /// A solver of rounds of these rules.
    ///
    /// # Errors
    /// A question that such rounds have no answer to, a table of no such size, and one that memory
    /// does not hold.
    pub fn new(rules: Arc<Rules>, question: Question) -> Result<Self, SolveError> {
        if let Some(size) = question.table
            && size != 0
            && !size.is_power_of_two()
        {
            return Err(SolveError::Table(size));
        }
        match (rules.sides(), question.play) {
            (2, Play::Exact) | (3.., Play::Paranoid | Play::Maxn) => {}
            (2, _) => return Err(SolveError::TwoSides),
            (sides, _) => return Err(SolveError::ManySides(sides)),
        }
        Ok(Self {
            engine: engine::engine(&rules, &question).map_err(|_| SolveError::Memory)?,
            rules,
            question,
        })
    }

    /// Solves a round. `poll` is asked now and then whether to go on; None when it said no.
    ///
    /// # Panics
    /// If the round is one of other rules.
    pub fn solve(&mut self, round: &Round, poll: &mut dyn FnMut() -> bool) -> Option<Solution> {
        assert!(
            *round.rules() == self.rules,
            "a solver is for rounds of its rules"
        );
        let mut solution = self.engine.solve(round, &self.question, poll)?;
        if self.question.line && solution.line.is_empty() {
            // A search that ended early has a best action, and nothing behind it.
            solution.line.extend(solution.best);
        }
        Some(solution)
    }
}

impl Round {
    /// The value of the round from here on, for the side of the seat on turn. `poll` is asked now
    /// and then whether to go on; None when it said no.
    ///
    /// # Errors
    /// A question that such rounds have no answer to, a table of no such size, and one that memory
    /// does not hold.
    pub fn solve(
        &self,
        question: Question,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Solution>, SolveError> {
        let mut solver = Solver::new(Arc::clone(self.rules()), question)?;
        Ok(solver.solve(self, poll))
    }
}
