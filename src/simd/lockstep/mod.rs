//! Random playouts of Block with many games in step, where the machine has the instructions for it.
//!
//! They are the games that random play deals and plays one at a time, die for die.

#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // nothing is ever played there

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(not(target_arch = "x86_64"))]
mod elsewhere;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Lockstep;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use elsewhere::Lockstep;

#[cfg(test)]
mod tests;
