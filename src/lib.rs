//! Domino games for programs: Block, Draw, All Fives and Mexican Train.
//!
//! [`rules::Rules`] says what is played, [`deal::Deal`] who holds what.

pub mod action;
pub mod deal;
pub mod rules;
pub mod tile;
