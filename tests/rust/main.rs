//! The core from outside.

mod door;
mod play;
