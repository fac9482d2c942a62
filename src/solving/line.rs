//! A line game as a game of two sides: the side of the seat on turn against all others.

use std::hash::Hash;
use std::marker::PhantomData;

use super::Objective;
use crate::action::Action;
use crate::line::{LineFlags, LineGame, LineState, Step};
use crate::row::{Hand, Row};
use crate::rules::{InPlay, Known, Opening};
use crate::solve::Game;
use crate::state::{Phase, Score, State};
use crate::tile::Tile;

/// How the hands of a position are told from those of other positions of the same search.
pub(super) trait Owners<W: Row, const SEATS: usize> {
    type Tiles: Copy + Eq + Hash;

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

/// A line game with every tile known.
pub(super) struct LineDuel<'a, W: Row, const SEATS: usize, F, O> {
    pub(super) game: LineGame<F>,
    pub(super) objective: Objective,
    opening: Opening,
    boneyard: &'a [Tile],
    /// The pips of the tiles that can still be drawn, by the number of tiles drawn.
    drawable: Vec<i32>,
    /// The side that plays against all others.
    us: usize,
    /// The most that one play brings.
    play_brings: i32,
    kinds: PhantomData<(W, O)>,
}

impl<'a, W: Row, const SEATS: usize, F: Known<LineFlags>, O> LineDuel<'a, W, SEATS, F, O> {
    /// The game of the side of the seat on turn.
    pub(super) fn new(
        game: LineGame<F>,
        objective: Objective,
        opening: Opening,
        boneyard: &'a [Tile],
        root: &LineState<W, SEATS, F>,
    ) -> Self {
        let mut drawable = vec![0; boneyard.len() + 1];
        let last = usize::from(root.drawn() + root.drawable(&game));
        for drawn in (0..last).rev() {
            drawable[drawn] = drawable[drawn + 1] + i32::from(boneyard[drawn].pips());
        }
        Self {
            game,
            objective,
            opening,
            boneyard,
            drawable,
            us: game.side(root.last_to_play()),
            play_brings: match game.flags().in_play {
                InPlay::None => 0,
                // Doubles at all four arms.
                InPlay::Fives => 8 * i32::from(game.set),
            },
            kinds: PhantomData,
        }
    }

    /// Carries out an action, and nothing else.
    pub(super) fn act(&self, state: &mut LineState<W, SEATS, F>, action: Action) {
        state.play(&self.game, action, &mut &*self.boneyard);
    }

    /// Plays what leaves no choice, and tells the points that the side which plays against the others
    /// has made more than these since it was asked last.
    #[inline(always)]
    pub(super) fn settle(&self, state: &mut LineState<W, SEATS, F>) -> i32 {
        state.settle(&self.game, &mut &*self.boneyard);
        if self.game.flags().in_play == InPlay::None {
            return 0;
        }
        let scores = state.take_scores();
        match self.objective {
            Objective::Points => self.ahead(&scores.map(i32::from)),
            Objective::Win => 0,
        }
    }

    /// How far the side is ahead of the others.
    #[inline(always)]
    fn ahead(&self, by_side: &[i32]) -> i32 {
        2 * by_side[self.us] - by_side.iter().sum::<i32>()
    }

    /// What the end brings the side.
    #[inline(always)]
    fn end(&self, score: &Score) -> i32 {
        match self.objective {
            Objective::Points => self.ahead(&score.points),
            Objective::Win => match score.winner {
                None => 0,
                Some(winner) if usize::from(winner) == self.us => 1,
                Some(_) => -1,
            },
        }
    }

    /// What belongs to the side, and what to the others: sums of what belongs to seats.
    #[inline(always)]
    fn split(&self, of_seat: impl Fn(usize) -> i32) -> (i32, i32) {
        let seats = if SEATS == 2 {
            2
        } else {
            usize::from(self.game.seats)
        };
        let mut sums = (0, 0);
        for seat in 0..seats {
            if self.is_ours(seat as u8) {
                sums.0 += of_seat(seat);
            } else {
                sums.1 += of_seat(seat);
            }
        }
        sums
    }

    #[inline(always)]
    fn is_ours(&self, seat: u8) -> bool {
        if SEATS == 2 {
            usize::from(seat) == self.us
        } else {
            self.game.side(seat) == self.us
        }
    }

    /// The most that either side can make from here on, more than the other: all pips that somebody
    /// may hold at the end, and points in play.
    #[inline(always)]
    fn most(&self, state: &LineState<W, SEATS, F>) -> (i32, i32) {
        let hands = state.all_hands();
        let (ours, theirs) = self.split(|seat| hands[seat].pips().into());
        let drawable = self.drawable[usize::from(state.drawn())];
        let several = self.game.sides() > 2;
        let own = self.game.ending.own_out.max(self.game.ending.own_blocked) > 0;
        // The winner's own pips count where the rules say so; of several others one may win.
        let we = theirs + drawable + if own { ours } else { 0 };
        let they = ours + drawable + if own || several { theirs } else { 0 };
        let ending = self.game.ending;
        (ending.rounded(we), ending.rounded(they))
    }

    /// The most that plays can bring either side.
    fn most_in_play(&self, state: &LineState<W, SEATS, F>) -> (i32, i32) {
        let held = state.all_held();
        let (ours, theirs) = self.split(|seat| held[seat].into());
        let drawable: i32 = state.drawable(&self.game).into();
        (
            (ours + drawable) * self.play_brings,
            (theirs + drawable) * self.play_brings,
        )
    }
}

impl<W: Row, const SEATS: usize, F: Known<LineFlags>, O: Owners<W, SEATS>> Game
    for LineDuel<'_, W, SEATS, F, O>
{
    type Position = LineState<W, SEATS, F>;
    type Move = Step;
    type Key = (O::Tiles, u64);

    #[inline(always)]
    fn side(&self, state: &Self::Position) -> bool {
        self.is_ours(state.last_to_play())
    }

    #[inline(always)]
    fn moves(&self, state: &Self::Position, moves: &mut Vec<Step>) {
        state.steps(&self.game, self.opening, moves);
    }

    #[inline(always)]
    fn play(&self, state: &Self::Position, made: Step) -> (Self::Position, i32) {
        let ours = self.side(state);
        let mut next = *state;
        next.step(&self.game, made, &mut &*self.boneyard);
        let brings = self.settle(&mut next);
        (next, if ours { brings } else { -brings })
    }

    #[inline(always)]
    fn value(&self, state: &Self::Position) -> Option<i32> {
        if state.phase() == Phase::Playing {
            return None;
        }
        let value = self.end(&state.score(&self.game));
        Some(if self.side(state) { value } else { -value })
    }

    #[inline(always)]
    fn bounds(&self, state: &Self::Position) -> (i32, i32) {
        if self.objective == Objective::Win {
            return (-1, 1);
        }
        let (mut we, mut they) = self.most(state);
        if self.game.flags().in_play == InPlay::Fives {
            let in_play = self.most_in_play(state);
            we += in_play.0;
            they += in_play.1;
        }
        if self.side(state) {
            (-they, we)
        } else {
            (-we, they)
        }
    }

    #[inline(always)]
    fn key(&self, state: &Self::Position) -> Self::Key {
        (O::tiles(state.all_hands()), state.shape(&self.game))
    }
}
