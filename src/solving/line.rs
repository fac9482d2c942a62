//! Rounds of line games with every tile known.

use std::hash::Hash;
use std::marker::PhantomData;

use super::open::OpenRound;
use crate::line::{LineGame, LineState, Step};
use crate::round::Round;
use crate::round::state::AnyState;
use crate::row::{Hand, Row};
use crate::rules::InPlay;
use crate::state::{MAX_SEATS, Score, State};
use crate::tile::Tile;

/// How the hands of a position are told from those of other positions of the same search.
pub(super) trait Owners<W: Row, const SEATS: usize>: Send {
    type Tiles: Copy + Eq + Hash + Send;

    fn tiles(hands: &[Hand<W>; SEATS]) -> Self::Tiles;
}

/// Nobody draws: whose a tile is follows from the tile.
pub(super) struct Fixed;

impl<W: Row, const SEATS: usize> Owners<W, SEATS> for Fixed {
    type Tiles = Hand<W>;

    #[inline(always)]
    fn tiles(hands: &[Hand<W>; SEATS]) -> Hand<W> {
        hands.iter().fold(Hand::EMPTY, |all, hand| all.joined(hand))
    }
}

/// Any seat may have drawn any tile.
pub(super) struct Drawn;

impl<W: Row, const SEATS: usize> Owners<W, SEATS> for Drawn {
    type Tiles = [Hand<W>; SEATS];

    #[inline(always)]
    fn tiles(hands: &[Hand<W>; SEATS]) -> [Hand<W>; SEATS] {
        *hands
    }
}

/// A round of a line game with room for so many seats.
pub(super) struct OpenLine<W: Row, const SEATS: usize, O> {
    game: LineGame,
    /// The most that one play brings.
    play_brings: i32,
    boneyard: Vec<Tile>,
    /// The pips of the tiles that can still be drawn, by the number of tiles drawn.
    drawable: Vec<i32>,
    kinds: PhantomData<(W, O)>,
}

impl<W: Row, const SEATS: usize, O: Owners<W, SEATS>> OpenLine<W, SEATS, O> {
    pub(super) fn new(game: LineGame) -> Self {
        Self {
            game,
            play_brings: match game.flags().in_play {
                InPlay::None => 0,
                // Doubles at all four arms.
                InPlay::Fives => 8 * i32::from(game.set),
            },
            boneyard: Vec::new(),
            drawable: Vec::new(),
            kinds: PhantomData,
        }
    }

    /// Sums of what belongs to the side's seats, and of what belongs to all others.
    #[inline(always)]
    fn split(&self, side: usize, of_seat: impl Fn(usize) -> i32) -> (i32, i32) {
        let seats = if SEATS == 2 { 2 } else { self.game.seats };
        let mut sums = (0, 0);
        for seat in 0..seats {
            if self.side(seat) == side {
                sums.0 += of_seat(seat.into());
            } else {
                sums.1 += of_seat(seat.into());
            }
        }
        sums
    }

    /// The most that either can make at the end: all pips that somebody may hold then.
    #[inline(always)]
    fn reach_at_end(&self, state: &LineState<W, SEATS>, side: usize) -> (i32, i32) {
        let hands = state.all_hands();
        let (ours, theirs) = self.split(side, |seat| hands[seat].pips().into());
        let drawable = self.drawable[usize::from(state.drawn())];
        let several = self.game.sides() > 2;
        let ending = self.game.ending;
        // The winner's own pips count where the rules say so; of several others one may win.
        let own = ending.own_out.max(ending.own_blocked) > 0;
        let we = theirs + drawable + if own { ours } else { 0 };
        let they = ours + drawable + if own || several { theirs } else { 0 };
        (ending.rounded(we), ending.rounded(they))
    }

    /// The most that plays can bring either.
    fn reach_in_play(&self, state: &LineState<W, SEATS>, side: usize) -> (i32, i32) {
        let held = state.all_held();
        let (ours, theirs) = self.split(side, |seat| held[seat].into());
        let drawable: i32 = state.drawable(&self.game).into();
        (
            (ours + drawable) * self.play_brings,
            (theirs + drawable) * self.play_brings,
        )
    }
}

impl<W: Row, const SEATS: usize, O: Owners<W, SEATS>> OpenRound for OpenLine<W, SEATS, O> {
    type State = LineState<W, SEATS>;
    type Step = Step;
    type Key = (O::Tiles, u64);

    fn begin(&mut self, round: &Round) -> Self::State {
        let mut state = match round.state() {
            AnyState::Line8(_, state) => LineState::like(state),
            AnyState::Line16(_, state) => LineState::like(state),
            AnyState::Line32(_, state) => LineState::like(state),
            _ => unreachable!("a round of the rules' family"),
        };
        state.take_scores();
        self.boneyard.clear();
        self.boneyard.extend(round.boneyard_as_begun());
        let last = usize::from(state.drawn() + state.drawable(&self.game));
        self.drawable.clear();
        self.drawable.resize(self.boneyard.len() + 1, 0);
        for drawn in (0..last).rev() {
            let pips = i32::from(self.boneyard[drawn].pips());
            self.drawable[drawn] = self.drawable[drawn + 1] + pips;
        }
        state
    }

    #[inline(always)]
    fn game(&self) -> &LineGame {
        &self.game
    }

    #[inline(always)]
    fn boneyard(&self) -> &[Tile] {
        &self.boneyard
    }

    #[inline(always)]
    fn side(&self, seat: u8) -> usize {
        if SEATS == 2 {
            seat.into()
        } else {
            self.game.side(seat)
        }
    }

    fn sides(&self) -> usize {
        self.game.sides()
    }

    #[inline(always)]
    fn settle(&self, state: &mut Self::State) {
        state.settle(&self.game, &mut self.boneyard());
    }

    #[inline(always)]
    fn take_points(&self, state: &mut Self::State) -> Option<[i32; MAX_SEATS]> {
        if self.game.flags().in_play == InPlay::None {
            return None;
        }
        let scores = state.take_scores();
        let mut points = [0; MAX_SEATS];
        for (points, scored) in points.iter_mut().zip(scores) {
            *points = scored.into();
        }
        Some(points)
    }

    #[inline(always)]
    fn end(&self, state: &Self::State) -> Score {
        state.score(&self.game)
    }

    #[inline(always)]
    fn reach(&self, state: &Self::State, side: usize) -> (i32, i32) {
        let (we, they) = self.reach_at_end(state, side);
        if self.game.flags().in_play == InPlay::None {
            return (we, they);
        }
        let in_play = self.reach_in_play(state, side);
        (we + in_play.0, they + in_play.1)
    }

    #[inline(always)]
    fn steps(&self, state: &Self::State, steps: &mut Vec<Step>) {
        state.steps(&self.game, steps);
    }

    #[inline(always)]
    fn step(&self, state: &mut Self::State, step: Step) {
        state.step(&self.game, step, &mut self.boneyard());
    }

    #[inline(always)]
    fn key(&self, state: &Self::State) -> Self::Key {
        (O::tiles(state.all_hands()), state.shape(&self.game, false))
    }

    fn ordered_key(&self, state: &Self::State) -> Self::Key {
        (O::tiles(state.all_hands()), state.shape(&self.game, true))
    }
}
