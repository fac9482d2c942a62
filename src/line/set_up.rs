//! A line game that goes on from a position.

use std::array;
use std::marker::PhantomData;

use super::{L, LineFlags, LineGame, LineState, N, R, S, SpinnerState, shown};
use crate::position::{LineLayout, LinePosition, Position};
use crate::row::{Hand, Row};
use crate::rules::{InPlay, Known};
use crate::state::{Phase, of_seats};

impl<W: Row, const SEATS: usize> LineState<W, SEATS> {
    /// The state that a checked position tells.
    pub(crate) fn set_up(game: &LineGame, position: &Position, line: &LinePosition) -> Self {
        let seat = position.to_play.or(position.last);
        let mut state = Self::new(
            game,
            [Hand::EMPTY; SEATS],
            0,
            position.boneyard.len() as u8,
            seat,
        );
        let hands = state.hands.iter_mut().zip(&mut state.held);
        for ((hand, held), tiles) in hands.zip(&position.hands) {
            *hand = Hand::of(tiles);
            *held = tiles.len() as u8;
        }
        for (points, scored) in state.scores.iter_mut().zip(&line.scores) {
            *points = *scored;
        }
        if let Some(layout) = &line.layout {
            state.set_layout(game, layout);
        }
        state.to_play = seat.unwrap_or_default();
        state.passes = position.passes;
        state.drew = position.drew;
        state.phase = match position.last {
            None => Phase::Playing,
            Some(last) if state.held[usize::from(last)] == 0 => Phase::Out,
            Some(_) => Phase::Blocked,
        };
        state
    }

    fn set_layout(&mut self, game: &LineGame, layout: &LineLayout) {
        let ends = layout.ends();
        self.ends[..ends.len()].copy_from_slice(&ends);
        self.arms = ends.len() as u8;
        self.spinner = match layout.spinner {
            None => SpinnerState::None,
            Some(_) if layout.is_crossed() => SpinnerState::Open,
            Some(spinner) => SpinnerState::InLine {
                pip: spinner.low(),
                // What lies beside it: the lead or the tile that it was laid on takes one place.
                free: [L, R].map(|arm| {
                    let tiles = &layout.arms[arm];
                    if spinner == layout.lead {
                        tiles.is_empty()
                    } else {
                        tiles.last() == Some(&spinner)
                    }
                }),
            },
        };
        if game.flags().in_play == InPlay::Fives {
            self.lone_double = layout.len() == 1 && layout.lead.is_double();
            for arm in [L, R, N, S].into_iter().take(ends.len()) {
                self.shows[arm] = match layout.arms[arm].last() {
                    Some(tile) => shown(tile.is_double(), ends[arm]),
                    None if arm == L || arm == R => shown(layout.lead.is_double(), ends[arm]),
                    None => 0,
                };
            }
            self.shown = self.shows.iter().sum();
        }
    }
}

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> LineState<W, SEATS, F> {
    /// The same position with other rows, room for other seats and flags from another source.
    pub(crate) fn like<V: Row, const ROOM: usize>(other: &LineState<V, ROOM>) -> Self {
        Self {
            flags: PhantomData,
            hands: array::from_fn(|seat| Hand::like(other.hands.get(seat))),
            held: of_seats(&other.held),
            scores: of_seats(&other.scores),
            ends: other.ends,
            shows: other.shows,
            shown: other.shown,
            lone_double: other.lone_double,
            arms: other.arms,
            spinner: other.spinner,
            to_play: other.to_play,
            passes: other.passes,
            drawn: other.drawn,
            left: other.left,
            drew: other.drew,
            phase: other.phase,
        }
    }
}
