//! The core from outside.

mod deal;
mod door;
mod golden;
mod notation;
mod play;
mod protocol;
mod records;
