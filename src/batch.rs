//! Many playouts in one call: spread over threads, and the same games whatever their number.

mod dealing;
mod games;
mod player;

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::deal::DealError;
use crate::policy::Policy;
use crate::round::Round;
use crate::rules::Rules;

pub(crate) use dealing::{Dealer, Dealing, Dealt, LazyBoneyard};
use games::Blocks;
pub use games::{Games, NOBODY};
use player::{Player, player};

/// What every playout of a batch starts from.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// A fresh deal of a round of that number.
    Rules(&'a Rules, u32),
    /// A round, where it stands.
    Round(&'a Round),
}

impl Start<'_> {
    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        match self {
            Self::Rules(rules, _) => rules,
            Self::Round(round) => round.rules(),
        }
    }
}

/// Why a batch is not played.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The round has no engine.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The results do not fit into memory.
    #[error("not enough memory for the results")]
    Memory(#[from] TryReserveError),
}

/// Plays games `first` to `first + n - 1` of the seed. `poll` is asked now and then, by this thread,
/// whether to go on; None when it said no.
///
/// # Errors
/// A round that has no engine, and more games than memory holds.
pub fn playouts(
    start: Start<'_>,
    first: u64,
    n: u64,
    seed: u64,
    policy: Policy,
    threads: usize,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Option<Games>, BatchError> {
    let player = player(start, seed, policy)?;
    let mut games = Games::new(start.rules(), n)?;
    let done = spread(&*player, &Mutex::new(games.blocks(first)), threads, poll);
    Ok(done.then_some(games))
}

/// Lets the threads, of which this is one, take block after block; false when it was called off.
fn spread(
    player: &dyn Player,
    blocks: &Mutex<Blocks<'_>>,
    threads: usize,
    poll: &mut dyn FnMut() -> bool,
) -> bool {
    let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let stop = AtomicBool::new(false);
    let work = |go_on: &mut dyn FnMut() -> bool| {
        while go_on() {
            match next() {
                Some((first, columns)) => player.play(first, columns),
                None => return true,
            }
        }
        false
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system starts no more threads, those that there are do the work.
            let _ = thread::Builder::new()
                .spawn_scoped(scope, || work(&mut || !stop.load(Ordering::Relaxed)));
        }
        let done = work(poll);
        stop.store(!done, Ordering::Relaxed);
        done
    })
}
