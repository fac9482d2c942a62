//! A round in which every side plays for itself alone.

use super::duel::{ahead, won};
use super::open::OpenRound;
use super::{Objective, Question, Solution, Value};
use crate::action::Action;
use crate::solve::{Everyone, MOST_SIDES, SeveralSides, Stopped, Values, sum};
use crate::state::{Legal, Phase, State};

/// A round, and what the sides play for.
pub(super) struct Alone<'a, R> {
    pub(super) round: &'a R,
    pub(super) objective: Objective,
}

impl<R: OpenRound> Alone<'_, R> {
    /// One number a side.
    fn by_side(&self, of_side: impl Fn(usize) -> i32) -> Values {
        let mut values = [0; MOST_SIDES];
        for (side, value) in values[..self.round.sides()].iter_mut().enumerate() {
            *value = of_side(side);
        }
        values
    }

    /// What was scored in play since this was asked last.
    fn take_brings(&self, state: &mut R::State) -> Values {
        match self.round.take_points(state) {
            Some(points) if self.objective == Objective::Points => {
                self.by_side(|side| ahead(&points, side))
            }
            _ => [0; MOST_SIDES],
        }
    }

    /// The least and the most that a position can be worth to a side, for all that is seen without a
    /// search.
    fn bounds(&self, state: &R::State, side: usize) -> (i32, i32) {
        match self.objective {
            Objective::Win => (-1, 1),
            Objective::Points => {
                let (most, least) = self.round.reach(state, side);
                (-least, most)
            }
        }
    }
}

impl<R: OpenRound> SeveralSides for Alone<'_, R> {
    type Position = R::State;
    type Move = <R::State as State>::Move;
    type Key = R::Key;

    fn side(&self, state: &R::State) -> usize {
        self.round.side(state.last_to_play())
    }

    fn moves(&self, state: &R::State, moves: &mut Vec<Self::Move>) {
        let legal = state.legal(self.round.game());
        moves.extend((0..legal.count()).map(|k| legal.pick(k)));
    }

    fn play(&self, state: &R::State, made: Self::Move) -> (R::State, Values) {
        let mut next = *state;
        next.make(self.round.game(), made, &mut self.round.boneyard());
        self.round.settle(&mut next);
        let brings = self.take_brings(&mut next);
        (next, brings)
    }

    fn values(&self, state: &R::State) -> Option<Values> {
        if state.phase() == Phase::Playing {
            return None;
        }
        let score = self.round.end(state);
        Some(self.by_side(|side| match self.objective {
            Objective::Points => ahead(&score.points, side),
            Objective::Win => won(score.winner, side),
        }))
    }

    fn most(&self, state: &R::State) -> i32 {
        self.bounds(state, self.side(state)).1
    }

    fn key(&self, state: &R::State) -> R::Key {
        self.round.ordered_key(state)
    }
}

/// What each action is worth to each side, None where it is not known.
type Known = Vec<Option<Values>>;

/// A search, and the way that the solution takes through it.
pub(super) struct Tour<'a, R: OpenRound> {
    pub(super) alone: &'a Alone<'a, R>,
    pub(super) search: Everyone<'a, Alone<'a, R>>,
}

impl<R: OpenRound> Tour<'_, R> {
    /// What the question asks of the position, in which somebody is on turn.
    pub(super) fn solve(mut self, root: &R::State, question: &Question) -> Solution {
        let side = self.alone.side(root);
        let actions = self.alone.round.actions(root);
        let mut known = vec![None; actions.len()];
        let found = self.value_actions(root, &actions, question.moves, &mut known);
        let best = first_best(&known, side);
        let mut exact = found.is_ok();
        let mut line = Vec::new();
        if exact && question.line {
            exact = self.go_on(root, best, &mut line).is_ok();
        }
        let value = found.ok().and_then(|()| known[best]);
        let (low, high) = self.proven(root, &known, value);
        let moves = question.moves.then(|| {
            let values = known.iter().map(|values| values.map(|values| values[side]));
            actions.iter().copied().zip(values).collect()
        });
        Solution {
            value: value.map(|values| self.told(&values)),
            best: Some(actions[best]),
            line,
            moves,
            exact,
            low,
            high,
            nodes: self.search.budget.nodes,
            hits: self.search.budget.hits,
        }
    }

    /// Finds what the actions are worth: all of them, or as many as it takes to know the best.
    fn value_actions(
        &mut self,
        state: &R::State,
        actions: &[Action],
        all: bool,
        known: &mut Known,
    ) -> Result<(), Stopped> {
        let side = self.alone.side(state);
        let most = self.alone.most(state);
        for (&action, known) in actions.iter().zip(known) {
            let mut next = self.alone.round.after(state, action);
            self.alone.round.settle(&mut next);
            let brings = self.alone.take_brings(&mut next);
            let values = sum(&self.search.search(&next)?, &brings);
            *known = Some(values);
            if !all && values[side] >= most {
                break;
            }
        }
        Ok(())
    }

    /// The line from a position to the end, which begins with that action.
    fn go_on(
        &mut self,
        root: &R::State,
        mut best: usize,
        line: &mut Vec<Action>,
    ) -> Result<(), Stopped> {
        let mut state = *root;
        loop {
            let action = self.alone.round.actions(&state)[best];
            line.push(action);
            state = self.alone.round.after(&state, action);
            self.alone.round.take_points(&mut state);
            let actions = self.alone.round.actions(&state);
            let mut known = vec![None; actions.len()];
            match actions.len() {
                0 => return Ok(()),
                1 => {}
                _ => self.value_actions(&state, &actions, false, &mut known)?,
            }
            best = first_best(&known, self.alone.side(&state));
        }
    }

    /// Bounds of the value: the value itself, or what is seen at the root and what the side on turn has
    /// already found.
    fn proven(&self, root: &R::State, known: &Known, value: Option<Values>) -> (Value, Value) {
        if let Some(values) = value {
            return (self.told(&values), self.told(&values));
        }
        let side = self.alone.side(root);
        let mut low = self.alone.by_side(|side| self.alone.bounds(root, side).0);
        let high = self.alone.by_side(|side| self.alone.bounds(root, side).1);
        for values in known.iter().flatten() {
            low[side] = low[side].max(values[side]);
        }
        (self.told(&low), self.told(&high))
    }

    fn told(&self, values: &Values) -> Value {
        Value::BySide(values[..self.alone.round.sides()].to_vec())
    }
}

/// The first of those that are worth the most to the side; the first of all where nothing is known.
fn first_best(known: &Known, side: usize) -> usize {
    let most = known.iter().flatten().map(|values| values[side]).max();
    let reaches = |values: &Option<Values>| values.is_some_and(|values| Some(values[side]) == most);
    known.iter().position(reaches).unwrap_or(0)
}
