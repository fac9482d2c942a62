//! Counting sequences of actions.

use crate::state::{Legal, State};
use crate::tile::Tile;

/// How many positions are counted between two looks at the caller's wish to stop.
const POLL_EVERY: u32 = 1 << 16;

/// A count that can be called off.
pub(crate) struct Counter<'a, S: State> {
    game: &'a S::Game,
    boneyard: &'a [Tile],
    poll: &'a mut dyn FnMut() -> bool,
    until_poll: u32,
}

impl<'a, S: State> Counter<'a, S> {
    /// `poll` is asked now and then whether to go on.
    pub(crate) fn new(
        game: &'a S::Game,
        boneyard: &'a [Tile],
        poll: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        Self {
            game,
            boneyard,
            poll,
            until_poll: POLL_EVERY,
        }
    }

    /// How many sequences of exactly `depth` actions there are; None when called off.
    pub(crate) fn perft(&mut self, state: &S, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if state.to_play().is_none() {
            return Some(0);
        }
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.until_poll = POLL_EVERY;
            if !(self.poll)() {
                return None;
            }
        }
        let legal = state.legal(self.game);
        if depth == 1 {
            return Some(legal.count().into());
        }
        let mut count = 0_u64;
        for k in 0..legal.count() {
            let mut next = *state;
            next.play(self.game, legal.nth(k), &mut self.boneyard);
            count = count.saturating_add(self.perft(&next, depth - 1)?);
        }
        Some(count)
    }
}
