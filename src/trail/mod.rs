//! The longest train that a set of tiles can lay from an open end, exactly.
//!
//! Pips are vertices and tiles edges, doubles are loops: a train is a trail. Its tiles are connected,
//! and every pip but its two ends stands in an even number of them. A relaxation keeps to the second
//! condition only, and its best choice of tiles most often keeps to the first as well. Where it cuts a
//! part off instead, the search branches on how a better train would come to that part.

mod bridges;
mod graph;
mod opening;
mod pairing;
mod relaxation;

use std::array;

use crate::tile::{Pip, Tile};
use crate::tile_set::TileSet;
use graph::{ALL_PIPS, Graph, NO_TILES, Pips, Rows, pips_of, reached_from, toggle};
pub use opening::best_opening;
use relaxation::relax;

crate::rules::choices! {
    /// What makes one train better than another.
    By {
        /// More tiles; of as many, more pips.
        Tiles = "tiles",
        /// More pips; of as many, more tiles.
        Pips = "pips",
    }
}

/// A train laid from an open end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Train {
    /// Its tiles in the order of play.
    pub tiles: Vec<Tile>,
    /// The pips of its tiles together.
    pub pips: u32,
    /// Its last open end; the one that it was to start from if it has no tiles.
    pub end: Pip,
}

/// The best train that these tiles can lay from the open end `start`, a pip of the double-18 set. Of
/// several that are equal in tiles and in pips it may be any.
pub fn longest_train(tiles: &TileSet, start: Pip, by: By) -> Train {
    let mut search = Search {
        start,
        worth: 0,
        best: NO_TILES,
    };
    search.look(&Graph::new(tiles, by), 0);
    train(search.best, start)
}

/// Branch and bound over tiles that a train must lay and tiles that it must not.
struct Search {
    start: Pip,
    /// What the best train so far is worth.
    worth: i32,
    /// Its tiles.
    best: Rows,
}

impl Search {
    /// Looks for a better train in the graph, one that lays all tiles that are to be kept there; `kept`
    /// is how many these are.
    fn look(&mut self, graph: &Graph, kept: i32) {
        let relaxed = relax(graph, self.start);
        if relaxed.worth - graph::KEPT * kept <= self.worth {
            return;
        }
        let reached = reached_from(&relaxed.laid, self.start);
        let worth = graph.worth_of(&relaxed.laid, reached);
        if worth > self.worth {
            self.worth = worth;
            self.best = only(&relaxed.laid, reached);
        }
        let part =
            cut_off(&relaxed.laid, reached).max_by_key(|&part| graph.worth_of(&relaxed.laid, part));
        if let Some(part) = part {
            self.branch(graph, kept, &relaxed.in_blocks, part);
        }
    }

    /// Tiles between a part of a block and the rest of it are the only ways to come to that part: a
    /// train lays one of them first in their order, or none at all.
    fn branch(&mut self, graph: &Graph, kept: i32, in_blocks: &Rows, part: Pips) {
        let mut graph = graph.clone();
        for inside in pips_of(part) {
            for outside in pips_of(in_blocks[usize::from(inside)] & !part) {
                self.look(&graph.keeping(inside, outside), kept + 1);
                toggle(&mut graph.rows, inside, outside);
            }
        }
        self.look(&graph, kept);
    }
}

/// The parts that have tiles but none with a reached pip.
fn cut_off(rows: &Rows, reached: Pips) -> impl Iterator<Item = Pips> {
    let mut seen = reached;
    pips_of(!reached & ALL_PIPS).filter_map(move |pip| {
        let fresh = seen >> pip & 1 == 0 && rows[usize::from(pip)] != 0;
        fresh.then(|| {
            let part = reached_from(rows, pip);
            seen |= part;
            part
        })
    })
}

/// The rows of these pips.
fn only(rows: &Rows, pips: Pips) -> Rows {
    array::from_fn(|pip| if pips >> pip & 1 == 1 { rows[pip] } else { 0 })
}

/// Lays all tiles of a connected graph that has a trail from `start` through all of them: walks until
/// it is stuck, and inserts a walk of its own wherever tiles are left on the way (Hierholzer).
fn train(mut rows: Rows, start: Pip) -> Train {
    let mut walk = vec![start];
    let mut ends = Vec::new();
    while let Some(&here) = walk.last() {
        let row = rows[usize::from(here)];
        if row == 0 {
            ends.push(here);
            walk.pop();
        } else {
            let next = row.trailing_zeros() as Pip;
            toggle(&mut rows, here, next);
            walk.push(next);
        }
    }
    let end = ends[0];
    ends.reverse();
    let tiles = ends.windows(2).map(|ends| Tile::new(ends[0], ends[1]));
    let tiles = tiles.collect::<Vec<_>>();
    let pips = tiles.iter().map(|tile| u32::from(tile.pips())).sum();
    Train { tiles, pips, end }
}
