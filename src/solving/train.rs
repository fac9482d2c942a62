//! Rounds of train games with every tile known.

use std::marker::PhantomData;

use super::open::OpenRound;
use crate::round::Round;
use crate::round::state::AnyState;
use crate::row::{Hand, Row};
use crate::state::{MAX_SEATS, Score, State};
use crate::tile::Tile;
use crate::train::{TrainGame, TrainState, TrainStep};

/// A round of a train game with room for so many seats.
pub(super) struct OpenTrains<W: Row, const SEATS: usize> {
    game: TrainGame,
    boneyard: Vec<Tile>,
    /// The penalty points of the tiles that can still be drawn, by the number of tiles drawn.
    drawable: Vec<i32>,
    rows: PhantomData<W>,
}

impl<W: Row, const SEATS: usize> OpenTrains<W, SEATS> {
    pub(super) fn new(game: TrainGame) -> Self {
        Self {
            game,
            boneyard: Vec::new(),
            drawable: Vec::new(),
            rows: PhantomData,
        }
    }
}

impl<W: Row, const SEATS: usize> OpenRound for OpenTrains<W, SEATS> {
    type State = TrainState<W, SEATS>;
    type Step = TrainStep;
    type Key = ([Hand<W>; SEATS], [u64; 2]);

    fn begin(&mut self, round: &Round) -> Self::State {
        let state: Self::State = match round.state() {
            AnyState::Train8(_, state) => TrainState::like(state),
            AnyState::Train16(_, state) => TrainState::like(state),
            AnyState::Train32(_, state) => TrainState::like(state),
            _ => unreachable!("a round of the rules' family"),
        };
        self.boneyard.clear();
        self.boneyard.extend(round.boneyard_as_begun());
        let last = usize::from(state.drawn() + state.drawable(&self.game));
        self.drawable.clear();
        self.drawable.resize(self.boneyard.len() + 1, 0);
        for drawn in (0..last).rev() {
            let points = self.game.penalty(&Hand::<W>::of(&[self.boneyard[drawn]]));
            self.drawable[drawn] = self.drawable[drawn + 1] + points;
        }
        state
    }

    fn game(&self) -> &TrainGame {
        &self.game
    }

    fn boneyard(&self) -> &[Tile] {
        &self.boneyard
    }

    fn side(&self, seat: u8) -> usize {
        seat.into()
    }

    fn sides(&self) -> usize {
        self.game.seats.into()
    }

    fn settle(&self, state: &mut Self::State) {
        state.settle(&self.game, &mut self.boneyard());
    }

    fn take_points(&self, _: &mut Self::State) -> Option<[i32; MAX_SEATS]> {
        None
    }

    /// Penalty points count against their side, and the only side with the fewest wins.
    fn end(&self, state: &Self::State) -> Score {
        let mut score = state.score(&self.game);
        let penalties = &mut score.points[..self.sides()];
        let least = penalties.iter().min().copied();
        let mut winners = (0..)
            .zip(&*penalties)
            .filter(|&(_, &points)| Some(points) == least);
        let winner = winners.next().map(|(side, _)| side);
        score.winner = if winners.next().is_none() {
            winner
        } else {
            None
        };
        for points in penalties {
            *points = -*points;
        }
        score
    }

    /// All that the others hold or draw, less nothing of its own; and the reverse.
    fn reach(&self, state: &Self::State, side: usize) -> (i32, i32) {
        let hands = &state.all_hands()[..self.sides()];
        let all: i32 = hands.iter().map(|hand| self.game.penalty(hand)).sum();
        let ours = self.game.penalty(&hands[side]);
        let drawable = self.drawable[usize::from(state.drawn())];
        (all - ours + drawable, ours + drawable)
    }

    fn steps(&self, state: &Self::State, steps: &mut Vec<TrainStep>) {
        state.steps(&self.game, steps);
    }

    fn step(&self, state: &mut Self::State, step: TrainStep) {
        state.step(&self.game, step, &mut self.boneyard());
    }

    fn key(&self, state: &Self::State) -> Self::Key {
        (*state.all_hands(), state.shape(&self.game))
    }

    fn ordered_key(&self, state: &Self::State) -> Self::Key {
        self.key(state)
    }
}
