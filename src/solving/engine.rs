//! The door of a solver, where its widths are chosen, and the engines behind it.

use std::collections::TryReserveError;
use std::time::Instant;

use super::duel::Duel;
use super::line::{Drawn, Fixed, OpenLine};
use super::maxn::{Alone, Tour};
use super::open::OpenRound;
use super::train::OpenTrains;
use super::walk::Walk;
use super::{Limit, Play, Question, Solution, Value};
use crate::line::LineGame;
use crate::round::Round;
use crate::row::{Row, Width};
use crate::rules::{Draw, FamilyRules, LineRules, Rules, TrainRules};
use crate::solve::{Budget, Everyone, Known, Search, Table, Values};
use crate::state::{MAX_SEATS, State};
use crate::train::TrainGame;

/// What solves rounds of the same rules.
pub(super) trait Engine: Send {
    /// None when it was called off.
    fn solve(
        &mut self,
        round: &Round,
        question: &Question,
        poll: &mut dyn FnMut() -> bool,
    ) -> Option<Solution>;
}

/// An engine, if there is room for its table.
type Made = Result<Box<dyn Engine>, TryReserveError>;

/// Tables that fit the second cache of a processor beside the search.
const FOR_TWO: usize = 1 << 12;
const FOR_MORE: usize = 1 << 14;
const FOR_DRAWS: usize = 1 << 16;

/// The engine for such questions about rounds of these rules.
///
/// # Errors
/// When memory does not hold the table.
pub(super) fn engine(rules: &Rules, question: &Question) -> Made {
    match Width::of(rules.set()) {
        Width::Pips8 => of_rows::<u8>(rules, question),
        Width::Pips16 => of_rows::<u16>(rules, question),
        Width::Pips32 => of_rows::<u32>(rules, question),
    }
}

fn of_rows<W: Row>(rules: &Rules, question: &Question) -> Made {
    match (rules.family(), rules.players()) {
        (FamilyRules::Line(line), 2) => line_engine::<W, 2>(rules, line, question),
        (FamilyRules::Line(line), 3 | 4) => line_engine::<W, 4>(rules, line, question),
        (FamilyRules::Line(line), _) => line_engine::<W, MAX_SEATS>(rules, line, question),
        (FamilyRules::Train(trains), 2) => train_engine::<W, 2>(rules, trains, question),
        (FamilyRules::Train(trains), _) => train_engine::<W, MAX_SEATS>(rules, trains, question),
    }
}

fn line_engine<W: Row, const SEATS: usize>(
    rules: &Rules,
    line: LineRules,
    question: &Question,
) -> Made {
    let game = LineGame::new(rules, line);
    match (line.draw, SEATS) {
        (Draw::None, 2) => of_play(OpenLine::<W, SEATS, Fixed>::new(game), question, FOR_TWO),
        (Draw::None, _) => of_play(OpenLine::<W, SEATS, Fixed>::new(game), question, FOR_MORE),
        _ => of_play(OpenLine::<W, SEATS, Drawn>::new(game), question, FOR_DRAWS),
    }
}

fn train_engine<W: Row, const SEATS: usize>(
    rules: &Rules,
    trains: TrainRules,
    question: &Question,
) -> Made {
    let game = TrainGame::new(rules, trains);
    of_play(OpenTrains::<W, SEATS>::new(game), question, FOR_DRAWS)
}

/// `entries` is the size of the table where the question asks for none.
fn of_play<R: OpenRound + 'static>(round: R, question: &Question, entries: usize) -> Made {
    let entries = question.table.unwrap_or(entries);
    Ok(match question.play {
        Play::Exact | Play::Paranoid => Box::new(TwoSides {
            round,
            table: Table::new(entries)?,
        }),
        Play::Maxn => Box::new(ManySides {
            round,
            table: Table::new(entries)?,
        }),
    })
}

/// One side against all others.
struct TwoSides<R: OpenRound> {
    round: R,
    table: Table<R::Key, Known<R::Step>>,
}

impl<R: OpenRound> Engine for TwoSides<R> {
    fn solve(
        &mut self,
        round: &Round,
        question: &Question,
        poll: &mut dyn FnMut() -> bool,
    ) -> Option<Solution> {
        let root = self.round.begin(round);
        if root.to_play().is_none() {
            return Some(over(question, Value::One(0)));
        }
        let duel = Duel {
            us: self.round.side(root.last_to_play()),
            round: &self.round,
            objective: question.objective,
        };
        let mut watch = Watch::new(question.limit, poll);
        let mut go_on = || watch.go_on();
        let budget = Budget::new(question.limit.nodes.unwrap_or(u64::MAX), &mut go_on);
        let walk = Walk {
            duel: &duel,
            search: Search::new(&duel, &mut self.table, budget),
        };
        let solution = walk.solve(&root, question);
        (!watch.called_off).then_some(solution)
    }
}

/// Every side for itself alone.
struct ManySides<R: OpenRound> {
    round: R,
    table: Table<R::Key, Values>,
}

impl<R: OpenRound> Engine for ManySides<R> {
    fn solve(
        &mut self,
        round: &Round,
        question: &Question,
        poll: &mut dyn FnMut() -> bool,
    ) -> Option<Solution> {
        let root = self.round.begin(round);
        if root.to_play().is_none() {
            let nothing = vec![0; self.round.sides()];
            return Some(over(question, Value::BySide(nothing)));
        }
        let alone = Alone {
            round: &self.round,
            objective: question.objective,
        };
        let mut watch = Watch::new(question.limit, poll);
        let mut go_on = || watch.go_on();
        let budget = Budget::new(question.limit.nodes.unwrap_or(u64::MAX), &mut go_on);
        let tour = Tour {
            alone: &alone,
            search: Everyone::new(&alone, &mut self.table, budget),
        };
        let solution = tour.solve(&root, question);
        (!watch.called_off).then_some(solution)
    }
}

/// What is told of a round that is over.
fn over(question: &Question, nothing: Value) -> Solution {
    Solution {
        value: Some(nothing.clone()),
        low: nothing.clone(),
        high: nothing,
        moves: question.moves.then(Vec::new),
        exact: true,
        ..Solution::default()
    }
}

/// The clock and the caller, who may both end a search.
struct Watch<'a> {
    deadline: Option<Instant>,
    poll: &'a mut dyn FnMut() -> bool,
    called_off: bool,
}

impl<'a> Watch<'a> {
    fn new(limit: Limit, poll: &'a mut dyn FnMut() -> bool) -> Self {
        Self {
            // Later than the clock can tell is never.
            deadline: limit.time.and_then(|time| Instant::now().checked_add(time)),
            poll,
            called_off: false,
        }
    }

    fn go_on(&mut self) -> bool {
        self.called_off = !(self.poll)();
        !self.called_off
            && self
                .deadline
                .is_none_or(|deadline| Instant::now() < deadline)
    }
}
