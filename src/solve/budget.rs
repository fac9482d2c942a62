//! What a search may cost.

/// How many positions are looked at between two looks at the clock and the caller's wish to stop.
pub(super) const POLL_EVERY: u64 = 1 << 10;

/// The search was called off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// What a search may cost, and has cost so far.
pub(crate) struct Budget<'a> {
    most_nodes: u64,
    /// Asked now and then whether to go on.
    poll: &'a mut dyn FnMut() -> bool,
    next_poll: u64,
    /// Positions looked at.
    pub(crate) nodes: u64,
    /// Those of them that were found in the table.
    pub(crate) hits: u64,
}

impl<'a> Budget<'a> {
    /// So many positions, for as long as `poll` says yes.
    pub(crate) fn new(most_nodes: u64, poll: &'a mut dyn FnMut() -> bool) -> Self {
        Self {
            most_nodes,
            poll,
            next_poll: POLL_EVERY,
            nodes: 0,
            hits: 0,
        }
    }

    #[inline(always)]
    pub(super) fn may_go_on(&mut self) -> Result<(), Stopped> {
        if self.nodes > self.most_nodes {
            return Err(Stopped);
        }
        if self.nodes >= self.next_poll {
            self.ask()?;
        }
        Ok(())
    }

    #[cold]
    fn ask(&mut self) -> Result<(), Stopped> {
        self.next_poll = self.nodes + POLL_EVERY;
        if (self.poll)() {
            return Ok(());
        }
        self.most_nodes = 0;
        Err(Stopped)
    }
}
