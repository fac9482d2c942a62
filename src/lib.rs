//! Domino games for programs: Block, Draw, All Fives and Mexican Train.
//!
//! [`rules::Rules`] says what is played, [`deal::Deal`] who holds what, [`round::Round`] plays it
//! (from the deal or from a [`position::Position`]),
//! [`match_play::Match`] adds rounds up, [`notation`] is what is written of all that.

pub mod action;
pub mod batch;
mod bits;
pub mod deal;
mod dealing;
pub mod games;
mod in_order;
mod line;
pub mod match_play;
pub mod notation;
pub mod observation;
mod perft;
mod playout;
pub mod policy;
pub mod position;
#[cfg(feature = "python")]
mod python;
pub mod random;
pub mod refusal;
pub mod round;
mod row;
pub mod rules;
mod simd;
mod solve;
pub mod solving;
pub mod state;
pub mod tally;
pub mod tile;
pub mod tile_set;
pub mod trail;
mod train;
pub mod vector_round;
