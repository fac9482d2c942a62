//! How a round of two sides is taken through a search.

use super::duel::Duel;
use super::open::OpenRound;
use super::{Question, Solution, Value};
use crate::action::Action;
use crate::solve::{Branch, Choice, Game, Search, Stopped};
use crate::state::State;

/// A search, and the way that the solution takes through it.
pub(super) struct Walk<'a, R: OpenRound> {
    pub(super) duel: &'a Duel<'a, R>,
    pub(super) search: Search<'a, Duel<'a, R>>,
}

impl<R: OpenRound> Walk<'_, R> {
    /// What the question asks of the position, in which somebody is on turn.
    pub(super) fn solve(mut self, root: &R::State, question: &Question) -> Solution {
        let actions = self.duel.round.actions(root);
        let branches = self.branches(root, &actions);
        let mut choice = Choice::new(self.duel, &branches);
        let proven = self.prove(root, &actions, &branches, &mut choice, question);
        let exact = proven.is_ok();
        let mut line = proven.unwrap_or_default();
        let best = line.first().copied();
        let best = best.or_else(|| choice.best().map(|best| actions[best]));
        if !question.line {
            line.clear();
        }
        let (low, high) = choice.bounds();
        let moves = question.moves.then(|| {
            let values = choice.of_branches().iter();
            let values = values.map(|(low, high)| (low == high).then_some(*low));
            actions.into_iter().zip(values).collect()
        });
        Solution {
            value: (low == high).then_some(Value::One(low)),
            best,
            line,
            moves,
            exact,
            low: Value::One(low),
            high: Value::One(high),
            nodes: self.search.budget.nodes,
            hits: self.search.budget.hits,
        }
    }

    /// Proves what the question asks for, and tells the line, or its first action if that is all.
    fn prove(
        &mut self,
        root: &R::State,
        actions: &[Action],
        branches: &[Branch<R::State>],
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
            let there = branches[best].there(value);
            let there = self.to_us(&branches[best].position, there);
            self.go_on(state, there, &mut line)?;
        }
        Ok(line)
    }

    /// The line from a position to the end. `value` is what that is worth to the side that plays
    /// against the others, but for what passes and draws come first.
    fn go_on(
        &mut self,
        mut state: R::State,
        mut value: i32,
        line: &mut Vec<Action>,
    ) -> Result<(), Stopped> {
        while state.to_play().is_some() {
            let actions = self.duel.round.actions(&state);
            let branches = self.branches(&state, &actions);
            let here = self.to_us(&state, value);
            let best = if actions.len() == 1 {
                0
            } else {
                let mut choice = Choice::new(self.duel, &branches);
                let best = self.search.find_first(&branches, &mut choice, here)?;
                best.expect("a branch reaches the value")
            };
            line.push(actions[best]);
            state = self.after(&state, actions[best]);
            let there = branches[best].there(here);
            value = self.to_us(&branches[best].position, there);
        }
        Ok(())
    }

    /// A value for the side on turn as one for the side that plays against the others, or the reverse.
    fn to_us(&self, state: &R::State, value: i32) -> i32 {
        if self.duel.side(state) { value } else { -value }
    }

    /// The position after an action, what it scores left out.
    fn after(&self, state: &R::State, action: Action) -> R::State {
        let mut next = self.duel.round.after(state, action);
        self.duel.round.take_points(&mut next);
        next
    }

    fn branches(&self, state: &R::State, actions: &[Action]) -> Vec<Branch<R::State>> {
        let side = self.duel.side(state);
        let branch = |&action: &Action| {
            let mut next = self.duel.round.after(state, action);
            self.duel.round.settle(&mut next);
            let brings = self.duel.take_brings(&mut next, side);
            Branch::new(self.duel, side, next, brings)
        };
        actions.iter().map(branch).collect()
    }
}
