//! Where there are no such instructions, nothing goes in step.

use super::Columns;
use crate::line::LineGame;

/// There is none.
pub(crate) enum Lockstep {}

impl Lockstep {
    /// None, always.
    pub(crate) fn new(_: &LineGame, _hand_size: u16, _first_seat: u8) -> Option<Self> {
        None
    }

    /// Cannot be called.
    pub(crate) fn play(&self, _seed: u64, _first: u64, _out: Columns) {
        match *self {}
    }
}
