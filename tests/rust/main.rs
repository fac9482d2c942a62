//! The core from outside.

mod door;
