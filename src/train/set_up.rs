//! A train game that goes on from a position.

use std::array;
use std::marker::PhantomData;

use super::{OpenDoubles, PIPS, TRAINS, TrainFlags, TrainGame, TrainState};
use crate::position::{Position, TrainPosition};
use crate::row::{Hand, Row};
use crate::rules::Known;
use crate::state::{Phase, of_seats};

impl<W: Row, const SEATS: usize> TrainState<W, SEATS> {
    /// The state that a checked position tells.
    pub(crate) fn set_up(game: &TrainGame, position: &Position, train: &TrainPosition) -> Self {
        let mut hands = [Hand::EMPTY; SEATS];
        let mut held = [0; SEATS];
        for (seat, tiles) in position.hands.iter().enumerate() {
            hands[seat] = Hand::of(tiles);
            held[seat] = tiles.len() as u8;
        }
        let somebody_is_out = position.hands.iter().any(Vec::is_empty);
        let phase = match position.last {
            None => Phase::Playing,
            Some(_) if somebody_is_out => Phase::Out,
            Some(_) => Phase::Blocked,
        };
        let mut state = Self {
            flags: PhantomData,
            hands,
            held,
            ends: [train.layout.engine.low(); TRAINS],
            started: 0,
            markers: bits(&train.markers),
            owed: bits(&train.owed),
            last_circuit: phase == Phase::Playing && somebody_is_out,
            open_doubles: OpenDoubles::NONE,
            laid: [0; PIPS],
            engine: train.layout.engine.low(),
            turn: train.turn,
            // The double that asks for the extra play is the newest.
            cover: train.open_doubles.last().copied().unwrap_or_default(),
            drew: position.drew,
            to_play: position.to_play.or(position.last).unwrap_or_default(),
            passes: position.passes,
            drawn: 0,
            left: position.boneyard.len() as u8,
            phase,
        };
        state.set_trains(game, train);
        state
    }

    fn set_trains(&mut self, game: &TrainGame, train: &TrainPosition) {
        let layout = &train.layout;
        for (number, tiles) in layout.trains.iter().enumerate() {
            self.ends[number] = layout.end(number);
            self.started |= u16::from(!tiles.is_empty()) << number;
        }
        train
            .open_doubles
            .iter()
            .for_each(|&open| self.open_doubles.push(open));
        if game.flags().exempts_dead_doubles() {
            let laid = layout.trains.iter().flatten();
            for tile in laid.filter(|tile| !tile.is_double()) {
                self.laid[usize::from(tile.low())] += 1;
                self.laid[usize::from(tile.high())] += 1;
            }
        }
    }
}

impl<W: Row, const SEATS: usize, F: Known<TrainFlags>> TrainState<W, SEATS, F> {
    /// The same position with other rows, room for other seats and flags from another source.
    pub(crate) fn like<V: Row, const ROOM: usize>(other: &TrainState<V, ROOM>) -> Self {
        Self {
            flags: PhantomData,
            hands: array::from_fn(|seat| Hand::like(other.hands.get(seat))),
            held: of_seats(&other.held),
            ends: other.ends,
            started: other.started,
            markers: other.markers,
            owed: other.owed,
            last_circuit: other.last_circuit,
            open_doubles: other.open_doubles,
            laid: other.laid,
            engine: other.engine,
            turn: other.turn,
            cover: other.cover,
            drew: other.drew,
            to_play: other.to_play,
            passes: other.passes,
            drawn: other.drawn,
            left: other.left,
            phase: other.phase,
        }
    }
}

/// One bit for each seat.
fn bits(seats: &[u8]) -> u8 {
    seats.iter().fold(0, |bits, seat| bits | 1 << seat)
}
