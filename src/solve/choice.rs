//! The choice at the root of a search: bounds that close in on each other until the value is
//! known, and which is the first move that reaches it.

use super::{Game, Search, Stopped};

/// A move, seen from the side that has the choice: where it leads, and how its value follows from
/// the value there.
#[derive(Clone, Copy)]
pub(crate) struct Branch<P> {
    pub(crate) position: P,
    /// The points that it brings.
    brings: i32,
    /// Whether the other side is on turn there, or was.
    turned: bool,
}

impl<P> Branch<P> {
    /// What a move of `side` leads to that brings it these points.
    #[inline(always)]
    pub(crate) fn new<G: Game<Position = P>>(
        game: &G,
        side: bool,
        position: P,
        brings: i32,
    ) -> Self {
        Self {
            turned: game.side(&position) != side,
            position,
            brings,
        }
    }

    /// The value of the move, where that of the position is known.
    #[inline(always)]
    pub(super) fn value(&self, there: i32) -> i32 {
        self.brings + if self.turned { -there } else { there }
    }

    /// The value of the position, where that of the move is known.
    #[inline(always)]
    pub(crate) fn there(&self, value: i32) -> i32 {
        let there = value - self.brings;
        if self.turned { -there } else { there }
    }

    /// The window of the position's value, where that of the move's is known.
    #[inline(always)]
    pub(super) fn window(&self, alpha: i32, beta: i32) -> (i32, i32) {
        let (one, other) = (self.there(alpha), self.there(beta));
        if self.turned {
            (other, one)
        } else {
            (one, other)
        }
    }
}

/// What is proven of a choice among branches.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// The least and the most that each branch can be worth.
    bounds: Vec<(i32, i32)>,
    /// The branches, those first that look best.
    order: Vec<usize>,
}

impl Choice {
    /// What is seen without a search.
    pub(crate) fn new<G: Game>(game: &G, branches: &[Branch<G::Position>]) -> Self {
        let bounds = branches.iter().map(|branch| {
            let (low, high) = match game.value(&branch.position) {
                Some(value) => (value, value),
                None => game.bounds(&branch.position),
            };
            let (one, other) = (branch.value(low), branch.value(high));
            (one.min(other), one.max(other))
        });
        Self {
            bounds: bounds.collect(),
            order: (0..branches.len()).collect(),
        }
    }

    /// Bounds of the value.
    pub(crate) fn bounds(&self) -> (i32, i32) {
        let low = self.bounds.iter().map(|bounds| bounds.0).max();
        let high = self.bounds.iter().map(|bounds| bounds.1).max();
        (low.unwrap_or(0), high.unwrap_or(0))
    }

    /// Bounds of each branch's value.
    pub(crate) fn of_branches(&self) -> &[(i32, i32)] {
        &self.bounds
    }

    /// The first branch that is known to reach the value; while that is not known, the first of those
    /// that are worth the most for sure.
    pub(crate) fn best(&self) -> Option<usize> {
        let (low, _) = self.bounds();
        self.bounds.iter().position(|bounds| bounds.0 == low)
    }
}

impl<G: Game> Search<'_, G> {
    /// Finds the value of a choice, beginning with a guess at it.
    ///
    /// # Errors
    /// When it is called off; what is proven until then stays.
    pub(crate) fn narrow(
        &mut self,
        branches: &[Branch<G::Position>],
        choice: &mut Choice,
        guess: i32,
    ) -> Result<(), Stopped> {
        let mut next = guess;
        loop {
            let (low, high) = choice.bounds();
            if low == high {
                return Ok(());
            }
            next = next.clamp(low + 1, high);
            next = if self.reaches(branches, choice, next)? {
                choice.bounds().0 + 1
            } else {
                choice.bounds().1
            };
        }
    }

    /// Finds the first branch that reaches the value, which is known.
    ///
    /// # Errors
    /// When it is called off.
    pub(crate) fn find_first(
        &mut self,
        branches: &[Branch<G::Position>],
        choice: &mut Choice,
        value: i32,
    ) -> Result<Option<usize>, Stopped> {
        for (at, (branch, bounds)) in branches.iter().zip(&mut choice.bounds).enumerate() {
            if bounds.0 < value && bounds.1 >= value {
                self.ask(branch, bounds, value)?;
            }
            if bounds.0 >= value {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Finds the value of every branch.
    ///
    /// # Errors
    /// When it is called off.
    pub(crate) fn value_all(
        &mut self,
        branches: &[Branch<G::Position>],
        choice: &mut Choice,
    ) -> Result<(), Stopped> {
        for (branch, bounds) in branches.iter().zip(&mut choice.bounds) {
            let (low, high) = *bounds;
            if low < high {
                let value = self.branch(branch, low - 1, high + 1)?;
                *bounds = (value, value);
            }
        }
        Ok(())
    }

    /// Whether some branch is worth at least so much.
    fn reaches(
        &mut self,
        branches: &[Branch<G::Position>],
        choice: &mut Choice,
        value: i32,
    ) -> Result<bool, Stopped> {
        for place in 0..choice.order.len() {
            let at = choice.order[place];
            if choice.bounds[at].1 < value {
                continue;
            }
            self.ask(&branches[at], &mut choice.bounds[at], value)?;
            if choice.bounds[at].0 >= value {
                choice.order[..=place].rotate_right(1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks whether a branch is worth at least so much, and narrows its bounds by the answer.
    fn ask(
        &mut self,
        branch: &Branch<G::Position>,
        bounds: &mut (i32, i32),
        value: i32,
    ) -> Result<(), Stopped> {
        let answer = self.branch(branch, value - 1, value)?;
        if answer >= value {
            bounds.0 = bounds.0.max(answer);
        } else {
            bounds.1 = bounds.1.min(answer);
        }
        Ok(())
    }
}
