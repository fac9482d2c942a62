//! The best choice of tiles that leaves every pip, but the two ends, in an even number of them.
//!
//! A bridge is crossed at most once, and the train ends beyond it. So the blocks that bridges leave are
//! solved one by one, from the far ends on: what lies beyond its bridges is a bonus for a block's train
//! that ends at the bridge.

use super::bridges::{Bridge, bridges};
use super::graph::{Graph, NO_TILES, PIPS, Pips, Rows, neighbours, pips_of, reached_from, toggle};
use super::pairing::{Pairing, cheapest_pairing};
use crate::tile::Pip;

/// What [`relax`] finds.
pub(super) struct Relaxed {
    /// What the tiles are worth: no train is worth more.
    pub(super) worth: i32,
    /// The tiles. Those that are connected with the start can be laid in one train.
    pub(super) laid: Rows,
    /// The tiles of the graph without the bridges.
    pub(super) in_blocks: Rows,
}

/// Solves the relaxation for trains from `start`. What keeping tiles is worth counts.
pub(super) fn relax(graph: &Graph, start: Pip) -> Relaxed {
    let bridges = bridges(&graph.rows, start);
    let mut in_blocks = graph.rows;
    for bridge in &bridges {
        toggle(&mut in_blocks, bridge.near, bridge.far);
    }
    let mut blocks = Blocks {
        graph,
        rows: in_blocks,
        laid: in_blocks,
        beyond: [(0, None); PIPS],
        solved: [(0, 0); PIPS],
    };
    for bridge in bridges {
        blocks.cross(bridge);
    }
    let worth = blocks.solve(start);
    Relaxed {
        worth,
        laid: blocks.chain(start),
        in_blocks,
    }
}

struct Blocks<'g> {
    graph: &'g Graph,
    /// The tiles of all blocks.
    rows: Rows,
    /// The same, without what the solved blocks leave out.
    laid: Rows,
    /// What the best way on by a bridge is worth, and where that bridge leads.
    beyond: [(i32, Option<Pip>); PIPS],
    /// By the pip where a train enters a solved block, the pips of that block, and where the train ends.
    solved: [(Pips, Pip); PIPS],
}

impl Blocks<'_> {
    /// Solves the block beyond a bridge; the bridges beyond that block have been crossed before.
    fn cross(&mut self, Bridge { near, far }: Bridge) {
        let worth = self.graph.tile(near, far) + self.solve(far);
        let beyond = &mut self.beyond[usize::from(near)];
        if worth > beyond.0 {
            *beyond = (worth, Some(far));
        }
    }

    /// Solves the block that a train enters at that pip: what it is worth, with all beyond.
    ///
    /// Everything is laid but paths between pips that stand in an odd number of tiles. One of these pips
    /// is not paired with another: it is the end, or a path leads from there to a better one.
    fn solve(&mut self, entry: Pip) -> i32 {
        let block = reached_from(&self.rows, entry);
        let paths = Paths::new(self.graph, &self.rows, block);
        let odd = pips_of(block)
            .filter(|&pip| neighbours(&self.rows, pip).count_ones() % 2 == 1)
            .fold(1 << entry, |odd: Pips, pip| odd ^ 1 << pip);
        let odd = pips_of(odd).collect::<Vec<_>>();
        let ends = odd.iter().map(|&pip| self.best_end(&paths, block, pip));
        let ends = ends.collect::<Vec<_>>();
        let best_end = ends.iter().map(|&(worth, _)| worth).max().unwrap_or(0);
        // Each odd pip pays half a tile in any case; only what comes on top of that is to be chosen.
        let paid = odd.iter().map(|&pip| self.graph.half(pip)).sum::<i32>();
        let Pairing { cost, pairs, alone } = cheapest_pairing(
            odd.len(),
            |a, b| paths.cost(odd[a], odd[b]) - self.graph.half(odd[a]) - self.graph.half(odd[b]),
            |a| best_end - ends[a].0,
        );
        for (a, b) in pairs {
            paths.toggle(&mut self.laid, odd[a], odd[b]);
        }
        let end = ends[alone].1;
        paths.toggle(&mut self.laid, odd[alone], end);
        self.solved[usize::from(entry)] = (block, end);
        self.graph.worth_with_kept(&self.rows, block) + best_end - paid - cost
    }

    /// Where a train had best end if that pip is not paired: what that brings, with the half tile that the
    /// pip need not pay, and the end.
    fn best_end(&self, paths: &Paths, block: Pips, pip: Pip) -> (i32, Pip) {
        pips_of(block)
            .map(|end| {
                let beyond = self.beyond[usize::from(end)].0;
                (beyond - paths.cost(pip, end) + self.graph.half(pip), end)
            })
            .max()
            .unwrap_or((0, pip))
    }

    /// What is laid of the blocks that a train from `start` goes through, with the bridges between them.
    fn chain(&self, start: Pip) -> Rows {
        let mut laid = NO_TILES;
        let mut entry = Some(start);
        while let Some(pip) = entry {
            let (block, end) = self.solved[usize::from(pip)];
            for pip in pips_of(block) {
                laid[usize::from(pip)] |= self.laid[usize::from(pip)];
            }
            entry = self.beyond[usize::from(end)].1;
            if let Some(far) = entry {
                toggle(&mut laid, end, far);
            }
        }
        laid
    }
}

/// The paths of least worth between the pips of a block.
struct Paths<'g> {
    graph: &'g Graph,
    rows: Rows,
    cost: [[i32; PIPS]; PIPS],
}

impl<'g> Paths<'g> {
    /// All of them (Floyd and Warshall).
    fn new(graph: &'g Graph, rows: &Rows, block: Pips) -> Self {
        const FAR: i32 = i32::MAX / 4;
        let mut cost = [[FAR; PIPS]; PIPS];
        for a in pips_of(block) {
            cost[usize::from(a)][usize::from(a)] = 0;
            for b in pips_of(neighbours(rows, a)) {
                cost[usize::from(a)][usize::from(b)] = graph.tile(a, b);
            }
        }
        for by in pips_of(block).map(usize::from) {
            let onward = cost[by];
            for from in pips_of(block).map(usize::from) {
                let there = cost[from][by];
                for (cost, onward) in cost[from].iter_mut().zip(onward) {
                    *cost = (*cost).min(there + onward);
                }
            }
        }
        Self {
            graph,
            rows: *rows,
            cost,
        }
    }

    fn cost(&self, a: Pip, b: Pip) -> i32 {
        self.cost[usize::from(a)][usize::from(b)]
    }

    /// Toggles the tiles of a path.
    fn toggle(&self, rows: &mut Rows, from: Pip, to: Pip) {
        let mut here = from;
        while here != to {
            let next = pips_of(neighbours(&self.rows, here))
                .find(|&next| {
                    self.graph.tile(here, next) + self.cost(next, to) == self.cost(here, to)
                })
                .expect("a block is connected");
            toggle(rows, here, next);
            here = next;
        }
    }
}
