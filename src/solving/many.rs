//! Many deals solved in one call: spread over threads, and the same whatever their number.

use std::collections::TryReserveError;
use std::sync::Arc;

use super::{Objective, Question, Solution, SolveError, Solver, Value};
use crate::deal::DealError;
use crate::in_order::in_order;
use crate::random::{SeedDice, random_deal};
use crate::round::Round;
use crate::rules::Rules;
use crate::state::MAX_SEATS;

/// Games to be dealt and solved.
#[derive(Clone)]
pub struct Deals {
    /// The rules, of two sides.
    pub rules: Arc<Rules>,
    /// The number of the round in its match.
    pub round: u32,
    /// Where the deals come from.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub n: u64,
    /// What they are worth.
    pub objective: Objective,
}

/// Why games are not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveManyError {
    /// Three sides or more have no exact value, and nothing else is found for many rounds.
    #[error("rules: only two sides have exact values, not {0}")]
    ManySides(u8),
    /// Rounds of these rules are not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The round has no engine.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The results do not fit into memory.
    #[error("not enough memory for the results")]
    Memory(#[from] TryReserveError),
}

/// What games of consecutive numbers are worth, column by column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    /// The value for the side of the seat on turn.
    pub value: Vec<i16>,
    /// The seat on turn.
    pub leader: Vec<i8>,
    /// The number of the first action that reaches the value.
    pub best: Vec<i32>,
    /// Positions looked at; those beyond 32 bits are not counted.
    pub nodes: Vec<u32>,
}

/// A row of [`Solutions`].
struct Row {
    value: i16,
    leader: i8,
    best: i32,
    nodes: u32,
}

impl Deals {
    /// Solves the games. `poll` is asked now and then, by this thread, whether to go on; None when it
    /// said no.
    ///
    /// # Errors
    /// Rules that have no exact value, a round that has no engine, and more games than memory holds.
    pub fn solve(
        &self,
        threads: usize,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Solutions>, SolveManyError> {
        if self.rules.sides() != 2 {
            return Err(SolveManyError::ManySides(self.rules.sides()));
        }
        let question = Question {
            line: false,
            ..Question::new(self.objective)
        };
        let solver = || Solver::new(Arc::clone(&self.rules), question);
        let most = usize::try_from(self.n).unwrap_or(usize::MAX);
        // What a search costs does not depend on the games before it: a solver forgets them.
        let solvers = (0..threads.min(most).max(1)).map(|_| solver());
        let solvers = solvers.collect::<Result<Vec<_>, _>>()?;
        self.rules.engine_of(self.round).map_err(DealError::from)?;
        let mut solutions = Solutions::with_room(most)?;
        let workers = solvers.into_iter().map(|mut solver| {
            move |game, go_on: &mut dyn FnMut() -> bool| {
                let round = self.dealt(self.first.wrapping_add(game));
                let solution = solver.solve(&round, go_on)?;
                Some(Row::of(&round, &solution))
            }
        });
        let done = in_order(self.n, workers, |row| solutions.append(&row), poll);
        Ok(done.then_some(solutions))
    }

    fn dealt(&self, game: u64) -> Round {
        let dice = SeedDice::new(self.seed, game);
        random_deal(&self.rules, self.round, dice)
            .and_then(|deal| Round::new(Arc::clone(&self.rules), deal, self.round))
            .expect("a round that can be dealt")
    }
}

impl Row {
    fn of(round: &Round, solution: &Solution) -> Self {
        let seat = round.to_play().expect("a round that begins");
        let best = solution.best.expect("an action in a round that begins");
        let best = round.rules().action_space().index(best);
        let value = solution.value.as_ref().and_then(Value::one);
        Self {
            value: value.expect("one value where there is no limit") as i16,
            leader: seat.cast_signed(),
            best: best
                .and_then(|best| best.try_into().ok())
                .expect("a number of the rules"),
            nodes: u32::try_from(solution.nodes).unwrap_or(u32::MAX),
        }
    }
}

impl Solutions {
    /// No games yet, but room for `n`.
    ///
    /// # Errors
    /// When memory does not hold them.
    fn with_room(n: usize) -> Result<Self, TryReserveError> {
        let mut solutions = Self::default();
        solutions.value.try_reserve_exact(n)?;
        solutions.leader.try_reserve_exact(n)?;
        solutions.best.try_reserve_exact(n)?;
        solutions.nodes.try_reserve_exact(n)?;
        Ok(solutions)
    }

    /// The solutions with these columns; None where no games have such.
    pub fn from_columns(
        value: Vec<i16>,
        leader: Vec<i8>,
        best: Vec<i32>,
        nodes: Vec<u32>,
    ) -> Option<Self> {
        let n = value.len();
        let whole = n > 0 && [leader.len(), best.len(), nodes.len()] == [n; 3];
        let is_seat = |&seat: &i8| usize::try_from(seat).is_ok_and(|seat| seat < MAX_SEATS);
        let sound = leader.iter().all(is_seat) && best.iter().all(|&best| best >= 0);
        (whole && sound).then_some(Self {
            value,
            leader,
            best,
            nodes,
        })
    }

    fn append(&mut self, row: &Row) {
        self.value.push(row.value);
        self.leader.push(row.leader);
        self.best.push(row.best);
        self.nodes.push(row.nodes);
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.value.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.value.is_empty()
    }
}
