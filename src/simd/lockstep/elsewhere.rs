//! Where there are no such instructions, nothing goes in step.

use crate::dealing::Dealing;
use crate::games::Columns;
use crate::line::LineGame;

/// There is none.
pub(crate) enum Lockstep {}

impl Lockstep {
    /// None, always.
    pub(crate) fn new(_: &LineGame, _dealing: Dealing) -> Option<Self> {
        None
    }

    /// Cannot be called.
    pub(crate) fn play(&self, _seed: u64, _first: u64, _out: Columns<'_>) {
        match *self {}
    }
}
