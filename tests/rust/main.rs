//! The core from outside.

mod batch;
mod conformance;
mod deal;
mod door;
mod golden;
mod notation;
mod observation;
mod play;
mod position_refusals;
mod positions;
mod protocol;
mod records;
mod solving;
mod trail;
mod vector_round;
