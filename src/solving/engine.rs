//! The door of a solver, where its widths are chosen, and how a round is taken through a search.

use std::collections::TryReserveError;
use std::time::Instant;

use super::line::{Drawn, Fixed, LineDuel, Owners};
use super::{Question, Solution, Value};
use crate::action::Action;
use crate::line::{LineFlags, LineGame, LineState, Step};
use crate::round::Round;
use crate::round::state::AnyState;
use crate::row::{Row, Width};
use crate::rules::{Draw, Known, LineRules, Opening, Rules};
use crate::solve::{Branch, Choice, Game, Search, Stopped, Table};
use crate::state::{Legal, MAX_SEATS, State};

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

/// The engine for rules of line games.
///
/// # Errors
/// When memory does not hold the table.
pub(super) fn engine(rules: &Rules, line: LineRules, table: Option<usize>) -> Made {
    let game = LineGame::new(rules, line);
    let entries = table.unwrap_or(match (line.draw, rules.players()) {
        (Draw::None, 2) => FOR_TWO,
        (Draw::None, _) => FOR_MORE,
        _ => FOR_DRAWS,
    });
    match Width::of(rules.set()) {
        Width::Pips8 => of_rows::<u8>(game, line, entries),
        Width::Pips16 => of_rows::<u16>(game, line, entries),
        Width::Pips32 => of_rows::<u32>(game, line, entries),
    }
}

fn of_rows<W: Row>(game: LineGame, line: LineRules, entries: usize) -> Made {
    match game.seats {
        2 => of_seats::<W, 2>(game, line, entries),
        3 | 4 => of_seats::<W, 4>(game, line, entries),
        _ => of_seats::<W, MAX_SEATS>(game, line, entries),
    }
}

fn of_seats<W: Row, const SEATS: usize>(game: LineGame, line: LineRules, entries: usize) -> Made {
    let opening = line.opening;
    Ok(if line.draw == Draw::None {
        let table = Table::new(entries)?;
        Box::new(LineEngine::<W, SEATS, _, Fixed> {
            game,
            opening,
            table,
        })
    } else {
        let table = Table::new(entries)?;
        Box::new(LineEngine::<W, SEATS, _, Drawn> {
            game,
            opening,
            table,
        })
    })
}

struct LineEngine<W: Row, const SEATS: usize, F, O: Owners<W, SEATS>> {
    game: LineGame<F>,
    opening: Opening,
    table: Table<(O::Tiles, u64), Step>,
}

impl<W: Row, const SEATS: usize, F: Known<LineFlags>, O: Owners<W, SEATS>> Engine
    for LineEngine<W, SEATS, F, O>
where
    O: Send,
    O::Tiles: Send,
{
    fn solve(
        &mut self,
        round: &Round,
        question: &Question,
        poll: &mut dyn FnMut() -> bool,
    ) -> Option<Solution> {
        let mut root = match round.state() {
            AnyState::Line8(_, state) => LineState::like(state),
            AnyState::Line16(_, state) => LineState::like(state),
            AnyState::Line32(_, state) => LineState::like(state),
            _ => unreachable!("a round of the rules' family"),
        };
        // What was scored before does not count.
        root.take_scores();
        let boneyard = round.boneyard_as_begun();
        let duel = LineDuel::<W, SEATS, F, O>::new(
            self.game,
            question.objective,
            self.opening,
            boneyard,
            &root,
        );
        let deadline = question
            .limit
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let mut called_off = false;
        let mut go_on = || {
            called_off = !poll();
            !called_off && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let most_nodes = question.limit.nodes.unwrap_or(u64::MAX);
        let search = Search::new(&duel, &mut self.table, most_nodes, &mut go_on);
        let solution = Walk {
            duel: &duel,
            search,
        }
        .solve(&root, round.legal_actions(), question);
        (!called_off).then_some(solution)
    }
}

/// A search, and the way that the solution takes through it.
struct Walk<'a, G: Game> {
    duel: &'a G,
    search: Search<'a, G>,
}

impl<'a, W: Row, const SEATS: usize, F: Known<LineFlags>, O: Owners<W, SEATS>>
    Walk<'a, LineDuel<'a, W, SEATS, F, O>>
{
    /// What the question asks of the position, in which these actions are legal.
    fn solve(
        mut self,
        root: &LineState<W, SEATS, F>,
        actions: Vec<Action>,
        question: &Question,
    ) -> Solution {
        if actions.is_empty() {
            return Solution {
                value: Some(Value::One(0)),
                moves: question.moves.then(Vec::new),
                exact: true,
                ..Solution::default()
            };
        }
        let branches = self.branches(root, &actions);
        let mut choice = Choice::new(self.duel, &branches);
        let mut solution = Solution::default();
        let proven = self.prove(root, &actions, &branches, &mut choice, question);
        let (low, high) = choice.bounds();
        solution.value = (low == high).then_some(Value::One(low));
        (solution.low, solution.high) = (Value::One(low), Value::One(high));
        solution.exact = proven.is_ok();
        solution.line = proven.unwrap_or_default();
        let so_far = || choice.best().map(|best| actions[best]);
        solution.best = solution.line.first().copied().or_else(so_far);
        if !question.line {
            solution.line.clear();
        }
        solution.moves = question.moves.then(|| {
            let values = choice.of_branches().iter();
            let values = values.map(|(low, high)| (low == high).then_some(*low));
            actions.into_iter().zip(values).collect()
        });
        solution.nodes = self.search.nodes;
        solution.hits = self.search.hits;
        solution
    }

    /// Proves what the question asks for, and tells the line, or its first action if that is all.
    fn prove(
        &mut self,
        root: &LineState<W, SEATS, F>,
        actions: &[Action],
        branches: &[Branch<LineState<W, SEATS, F>>],
        choice: &mut Choice,
        question: &Question,
    ) -> Result<Vec<Action>, Stopped> {
        if question.moves {
            self.search.value_all(branches, choice)?;
        }
        self.search.narrow(branches, choice, 0)?;
        let (value, _) = choice.bounds();
        let best = self.search.find_first(branches, choice, value)?;
        let best = best.expect("a branch reaches the value");
        let mut line = vec![actions[best]];
        if question.line {
            let state = self.after(root, actions[best]);
            self.go_on(state, branches[best].there(value), &mut line)?;
        }
        Ok(line)
    }

    /// The line from a position of that value to the end.
    fn go_on(
        &mut self,
        mut state: LineState<W, SEATS, F>,
        settled_value: i32,
        line: &mut Vec<Action>,
    ) -> Result<(), Stopped> {
        // The value for the side that plays against the others, which never changes sides.
        let mut settled = state;
        self.duel.settle(&mut settled);
        let ours = |walk: &Self, state: &LineState<W, SEATS, F>, value: i32| {
            if walk.duel.side(state) { value } else { -value }
        };
        let mut value = ours(self, &settled, settled_value);
        while state.to_play().is_some() {
            let legal = state.legal(&self.duel.game);
            let actions: Vec<_> = (0..legal.count()).map(|k| legal.nth(k)).collect();
            let branches = self.branches(&state, &actions);
            let mut choice = Choice::new(self.duel, &branches);
            let here = ours(self, &state, value);
            let best = if actions.len() == 1 {
                0
            } else {
                let best = self.search.find_first(&branches, &mut choice, here)?;
                best.expect("a branch reaches the value")
            };
            line.push(actions[best]);
            state = self.after(&state, actions[best]);
            let there = branches[best].there(here);
            value = ours(self, &branches[best].position, there);
        }
        Ok(())
    }

    /// The position after an action, what it scores left out.
    fn after(&self, state: &LineState<W, SEATS, F>, action: Action) -> LineState<W, SEATS, F> {
        let mut next = *state;
        self.duel.act(&mut next, action);
        next.take_scores();
        next
    }

    fn branches(
        &self,
        state: &LineState<W, SEATS, F>,
        actions: &[Action],
    ) -> Vec<Branch<LineState<W, SEATS, F>>> {
        let side = self.duel.side(state);
        let branch = |&action: &Action| {
            let mut next = *state;
            self.duel.act(&mut next, action);
            let brings = self.duel.settle(&mut next);
            let brings = if side { brings } else { -brings };
            Branch::new(self.duel, side, next, brings)
        };
        actions.iter().map(branch).collect()
    }
}
