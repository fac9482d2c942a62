//! Random playouts of Block with many games in step, where the machine has the instructions for it.
//!
//! They are the games that random play deals and plays one at a time, die for die.

#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // nothing is ever played there

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)] // vector instructions: entered when they are there, stored to arrays
mod avx2;
#[cfg(not(target_arch = "x86_64"))]
mod elsewhere;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Lockstep;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use elsewhere::Lockstep;

/// Results of consecutive games, one entry for each game.
pub(crate) struct Columns<'a> {
    /// One for each side, game by game.
    pub(crate) points: &'a mut [i16],
    /// The side that won, or -1.
    pub(crate) winner: &'a mut [i8],
    /// 0 somebody went out, 1 blocked.
    pub(crate) reason: &'a mut [u8],
    /// How many actions.
    pub(crate) plies: &'a mut [u16],
}

#[cfg(test)]
mod tests;
