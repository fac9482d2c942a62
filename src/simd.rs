//! What only some processors can do, found out when the program runs. One of the two modules with
//! unsafe code.

#![allow(unsafe_code)]

mod bmi2;
mod lockstep;

pub(crate) use bmi2::{Any, Bmi2, HasBmi2, Processor, RowFor, Work};
pub(crate) use lockstep::Lockstep;
