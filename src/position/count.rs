//! Stage 3, what both families count.

use super::{FamilyPosition, Faults, Position};
use crate::rules::Rules;
use crate::tile::{Tile, tiles_in};

/// The numbers that the conditions are told in.
pub(super) struct Count<'a> {
    pub(super) position: &'a Position,
    pub(super) seats: u8,
    /// H: the tiles dealt to a seat.
    pub(super) dealt: i32,
    /// D: how many tiles have been drawn.
    pub(super) drawn: i32,
    /// k: how many tiles have been laid, without an engine.
    pub(super) laid: i32,
}

/// A number of tiles of one set, of which the largest has 190.
pub(super) fn signed(tiles: usize) -> i32 {
    i32::from(tiles as u8)
}

impl<'a> Count<'a> {
    pub(super) fn new(rules: &Rules, position: &'a Position) -> Self {
        let set_aside = matches!(rules.engine_of(position.round), Ok(Some(_)));
        let dealt = i32::from(rules.hand_size());
        let in_hands = dealt * i32::from(rules.players());
        let boneyard = signed(tiles_in(rules.set())) - in_hands - i32::from(set_aside);
        let laid = match &position.family {
            FamilyPosition::Line(line) => line.layout.as_ref().map_or(0, super::LineLayout::len),
            FamilyPosition::Train(train) => train.layout.len(),
        };
        Self {
            position,
            seats: rules.players(),
            dealt,
            drawn: boneyard - signed(position.boneyard.len()),
            laid: signed(laid),
        }
    }

    /// The seat on turn or, when the round is over, the one that acted last. None, and a fault, where
    /// the position does not tell whether it is over.
    pub(super) fn seat(&self, faults: &mut Faults) -> Option<u8> {
        match (self.position.to_play, self.position.last) {
            (Some(seat), None) | (None, Some(seat)) => return Some(seat),
            (None, None) => faults.add("to_play", "null, and so is last: one of them is a seat"),
            (Some(_), Some(_)) => {
                faults.add("last", "a seat, and so is to_play: one of them is null");
            }
        }
        None
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.to_play.is_none()
    }

    pub(super) fn hand(&self, seat: u8) -> &'a [Tile] {
        &self.position.hands[usize::from(seat)]
    }

    /// h: how many tiles a seat has in its hand.
    pub(super) fn held(&self, seat: u8) -> i32 {
        signed(self.hand(seat).len())
    }

    pub(super) fn holds(&self, seat: u8) -> bool {
        !self.hand(seat).is_empty()
    }

    pub(super) fn seats(&self) -> std::ops::Range<u8> {
        0..self.seats
    }

    pub(super) fn after(&self, seat: u8) -> u8 {
        (seat + 1) % self.seats
    }

    pub(super) fn before(&self, seat: u8) -> u8 {
        (seat + self.seats - 1) % self.seats
    }

    /// The seat before the one on turn, or the one that ended the round.
    pub(super) fn acted_last(&self, seat: u8) -> u8 {
        if self.is_over() {
            seat
        } else {
            self.before(seat)
        }
    }

    /// Every seat, going backwards from the one that acted last.
    pub(super) fn backwards(&self, seat: u8) -> impl Iterator<Item = u8> + use<> {
        let (seats, last) = (self.seats, self.acted_last(seat));
        (0..seats).map(move |back| (last + seats - back) % seats)
    }
}
