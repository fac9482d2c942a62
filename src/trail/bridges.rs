//! Bridges: tiles without which their two pips are not connected.

use super::graph::{PIPS, Rows, neighbours, pips_of};
use crate::tile::Pip;

/// A bridge as seen from where a train starts.
#[derive(Clone, Copy)]
pub(super) struct Bridge {
    pub(super) near: Pip,
    pub(super) far: Pip,
}

/// The bridges of what `start` is connected with, each after all that lie beyond it.
pub(super) fn bridges(rows: &Rows, start: Pip) -> Vec<Bridge> {
    let mut walk = Walk {
        rows,
        number: [0; PIPS],
        visited: 0,
        bridges: Vec::new(),
    };
    walk.visit(start, start);
    walk.bridges
}

/// A depth-first walk (Tarjan).
struct Walk<'r> {
    rows: &'r Rows,
    /// When each pip was visited, counted from 1; 0 for not yet.
    number: [u8; PIPS],
    visited: u8,
    bridges: Vec<Bridge>,
}

impl Walk<'_> {
    /// Visits a pip and what lies beyond it. Tells the first pip visited that one tile connects with any
    /// of them, other than the tile that the walk came by.
    fn visit(&mut self, pip: Pip, came_from: Pip) -> u8 {
        self.visited += 1;
        let own = self.visited;
        self.number[usize::from(pip)] = own;
        let mut first = own;
        for next in pips_of(neighbours(self.rows, pip) & !(1 << came_from)) {
            let mut number = self.number[usize::from(next)];
            if number == 0 {
                number = self.visit(next, pip);
                if number > own {
                    self.bridges.push(Bridge {
                        near: pip,
                        far: next,
                    });
                }
            }
            first = first.min(number);
        }
        first
    }
}
