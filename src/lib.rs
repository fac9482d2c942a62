//! Domino games for programs: Block, Draw, All Fives and Mexican Train.
//!
//! [`rules::Rules`] says what is played, [`deal::Deal`] who holds what, [`round::Round`] plays it
//! (from the deal or from a [`position::Position`]),
//! [`match_play::Match`] adds rounds up, [`notation`] is what is written of all that.

pub mod action;
pub mod batch;
pub mod deal;
mod line;
#[cfg_attr(not(test), allow(dead_code, unused_imports))] // batches do not call it yet
mod lockstep;
pub mod match_play;
pub mod notation;
mod perft;
mod playout;
pub mod position;
#[cfg(feature = "python")]
mod python;
pub mod random;
pub mod refusal;
pub mod round;
mod row;
pub mod rules;
pub mod state;
pub mod tally;
pub mod tile;
pub mod tile_set;
mod train;
