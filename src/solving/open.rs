//! What solving asks of a family of games.

use std::hash::Hash;

use crate::action::Action;
use crate::round::Round;
use crate::state::{Legal, MAX_SEATS, Score, State};
use crate::tile::Tile;

/// Rounds of the same rules with every tile known, one at a time.
pub(super) trait OpenRound: Send {
    /// A position of the round.
    type State: State;
    /// An action that leaves a choice.
    type Step: Copy + PartialEq + Send;
    /// What tells positions of the round apart where a seat has a choice.
    type Key: Copy + Eq + Hash + Send;

    /// Takes up a round, and tells its position. What was scored before is left out.
    fn begin(&mut self, round: &Round) -> Self::State;
    /// The rules of the round.
    fn game(&self) -> &<Self::State as State>::Game;
    /// The boneyard as it was when the round began.
    fn boneyard(&self) -> &[Tile];
    /// The side that a seat plays for.
    fn side(&self, seat: u8) -> usize;
    /// How many sides there are.
    fn sides(&self) -> usize;

    /// Carries out passes and draws for as long as there is nothing else to do.
    fn settle(&self, state: &mut Self::State);
    /// What each side scored in play since this was asked last; None where that does not happen.
    fn take_points(&self, state: &mut Self::State) -> Option<[i32; MAX_SEATS]>;
    /// Who wins the round, and what its end brings each side.
    fn end(&self, state: &Self::State) -> Score;
    /// The most points that a side can make from here on, more than all others, and the most that they
    /// can make, more than it.
    fn reach(&self, state: &Self::State, side: usize) -> (i32, i32);

    /// Appends what the seat on turn can do, but for what comes to the same; that first which looks
    /// best.
    fn steps(&self, state: &Self::State, steps: &mut Vec<Self::Step>);
    /// Carries out a step.
    fn step(&self, state: &mut Self::State, step: Self::Step);
    /// The key of a position as far as its value goes.
    fn key(&self, state: &Self::State) -> Self::Key;
    /// The key of a position as far as its value and the order of its actions go.
    fn ordered_key(&self, state: &Self::State) -> Self::Key;

    /// The legal actions in their order; none when the round is over.
    fn actions(&self, state: &Self::State) -> Vec<Action> {
        if state.to_play().is_none() {
            return Vec::new();
        }
        let legal = state.legal(self.game());
        (0..legal.count()).map(|k| legal.nth(k)).collect()
    }

    /// The position after an action, and nothing else.
    fn after(&self, state: &Self::State, action: Action) -> Self::State {
        let mut next = *state;
        next.play(self.game(), action, &mut self.boneyard());
        next
    }
}
