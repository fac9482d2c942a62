//! Many playouts in one call: spread over threads, and the same games whatever their number.

mod player;

use std::collections::TryReserveError;
use std::iter::repeat_n;

use crate::deal::DealError;
use crate::games::Games;
use crate::in_order::in_order;
use crate::policy::Policy;
use crate::round::Round;
use crate::rules::Rules;
use player::player;

/// How many games are played between two looks at the wish to stop.
const BLOCK: u64 = 1024;

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
        let rules = self.start.rules();
        let mut games = Games::with_room(rules, self.n)?;
        let block = |number: u64, _: &mut dyn FnMut() -> bool| {
            let before = number * BLOCK;
            let mut block = Games::of(rules, BLOCK.min(self.n - before) as usize);
            player.play(self.first.wrapping_add(before), block.columns());
            Some(block)
        };
        let blocks = self.n.div_ceil(BLOCK);
        let threads = threads.min(most_threads(self.n)).max(1);
        let workers = repeat_n(&block, threads);
        let done = in_order(blocks, workers, |block| games.append(&block), poll);
        Ok(done.then_some(games))
    }
}

/// More threads than these would find nothing to do in a batch of `n` games.
pub fn most_threads(n: u64) -> usize {
    usize::try_from(n.div_ceil(BLOCK)).unwrap_or(usize::MAX)
}
