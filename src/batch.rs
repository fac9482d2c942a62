//! Many playouts in one call: spread over threads, and the same games whatever their number.

mod player;

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::deal::DealError;
use crate::games::{Columns, Games};
use crate::policy::Policy;
use crate::round::Round;
use crate::rules::Rules;
use player::{Player, player};

/// How many games are played between two looks at the wish to stop.
const BLOCK: usize = 1024;

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

crate::rules::choices! {
    /// What of the processor a batch may use. The games are the same.
    Instructions {
        /// Whatever is fastest for the games at hand.
        Best = "best",
        /// Single instructions that not every processor has, but no vectors of games.
        Scalar = "scalar",
        /// What every processor has.
        Portable = "portable",
    }
}

/// Playouts to be played.
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    /// What each begins with.
    pub start: Start<'a>,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub n: u64,
    /// Where their dice come from.
    pub seed: u64,
    /// What chooses the actions.
    pub policy: Policy,
    /// What of the processor may be used.
    pub instructions: Instructions,
}

impl<'a> Batch<'a> {
    /// Random play of games `first` to `first + n - 1` of the seed.
    pub fn random(start: Start<'a>, first: u64, n: u64, seed: u64) -> Self {
        Self {
            start,
            first,
            n,
            seed,
            policy: Policy::Random,
            instructions: Instructions::Best,
        }
    }

    /// Plays the games. `poll` is asked now and then, by this thread, whether to go on; None when it
    /// said no.
    ///
    /// # Errors
    /// A round that has no engine, and more games than memory holds.
    pub fn play(
        &self,
        threads: usize,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Games>, BatchError> {
        let player = player(self)?;
        let mut games = Games::new(self.start.rules(), self.n)?;
        let blocks = Blocks {
            next: self.first,
            rest: games.columns(),
        };
        let threads = threads.min(most_threads(self.n));
        let done = spread(&*player, &Mutex::new(blocks), threads, poll);
        Ok(done.then_some(games))
    }
}

/// More threads than these would find nothing to do in a batch of `n` games.
pub fn most_threads(n: u64) -> usize {
    usize::try_from(n.div_ceil(BLOCK as u64)).unwrap_or(usize::MAX)
}

/// The room of a batch, block by block, each with the number of its first game.
struct Blocks<'a> {
    next: u64,
    rest: Columns<'a>,
}

impl<'a> Blocks<'a> {
    /// The next block, if there is one.
    fn next(&mut self) -> Option<(u64, Columns<'a>)> {
        let block = self.rest.split_off(BLOCK)?;
        let first = self.next;
        self.next = first.wrapping_add(block.len() as u64);
        Some((first, block))
    }
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
