//! Tiles as a graph over pips.

use std::array;

use super::By;
use crate::tile::{MAX_SET, Pip};
use crate::tile_set::TileSet;

/// How many pips the largest set has.
pub(super) const PIPS: usize = MAX_SET as usize + 1;

/// A set of pips, one bit each.
pub(super) type Pips = u32;

/// Every pip.
pub(super) const ALL_PIPS: Pips = (1 << PIPS) - 1;

/// Tiles: bit q of row p and bit p of row q say that p-q is there.
pub(super) type Rows = [Pips; PIPS];

/// No tiles.
pub(super) const NO_TILES: Rows = [0; PIPS];

/// What a tile that must be kept is worth besides: more than all tiles together without it.
pub(super) const KEPT: i32 = 1 << 22;

/// Tiles, what each is worth, and which must be kept.
#[derive(Clone)]
pub(super) struct Graph {
    pub(super) rows: Rows,
    kept: Rows,
    /// What one half of a tile is worth: the two halves together make up the tile.
    half: [i32; PIPS],
}

impl Graph {
    pub(super) fn new(tiles: &TileSet, by: By) -> Self {
        let mut rows = NO_TILES;
        for tile in tiles.iter() {
            toggle(&mut rows, tile.low(), tile.high());
        }
        // One unit of what comes first is worth more than all that a hand can have of the other: a
        // double-18 set has 190 tiles and 3420 pips.
        let (of_half_a_tile, of_a_pip) = match by {
            By::Tiles => (4096 / 2, 1),
            By::Pips => (1, 512),
        };
        Self {
            rows,
            kept: NO_TILES,
            half: array::from_fn(|pip| of_half_a_tile + of_a_pip * i32::from(pip as Pip)),
        }
    }

    /// The same, but the tile must be kept.
    pub(super) fn keeping(&self, a: Pip, b: Pip) -> Self {
        let mut graph = self.clone();
        graph.kept[usize::from(a)] |= 1 << b;
        graph.kept[usize::from(b)] |= 1 << a;
        graph
    }

    /// What half a tile with that pip is worth, without what keeping it is.
    pub(super) fn half(&self, pip: Pip) -> i32 {
        self.half[usize::from(pip)]
    }

    /// What a tile is worth.
    pub(super) fn tile(&self, a: Pip, b: Pip) -> i32 {
        let kept = self.kept[usize::from(a)] >> b & 1;
        self.half(a) + self.half(b) + KEPT * kept.cast_signed()
    }

    /// What those of the tiles are worth that lie between these pips, each row of which holds no other.
    /// Keeping is worth nothing.
    pub(super) fn worth_of(&self, rows: &Rows, pips: Pips) -> i32 {
        pips_of(pips)
            .map(|pip| {
                let row = rows[usize::from(pip)];
                self.half(pip) * (row.count_ones() + (row >> pip & 1)).cast_signed()
            })
            .sum()
    }

    /// The same, with what keeping is worth.
    pub(super) fn worth_with_kept(&self, rows: &Rows, pips: Pips) -> i32 {
        let kept: u32 = pips_of(pips)
            .map(|pip| (rows[usize::from(pip)] & self.kept[usize::from(pip)]).count_ones())
            .sum();
        self.worth_of(rows, pips) + KEPT / 2 * kept.cast_signed()
    }
}

/// The pips of a set, ascending.
pub(super) fn pips_of(mut pips: Pips) -> impl Iterator<Item = Pip> {
    std::iter::from_fn(move || {
        let pip = (pips != 0).then(|| pips.trailing_zeros() as Pip)?;
        pips &= pips - 1;
        Some(pip)
    })
}

/// Takes a tile out if it is there, and puts it in if not.
pub(super) fn toggle(rows: &mut Rows, a: Pip, b: Pip) {
    rows[usize::from(a)] ^= 1 << b;
    if a != b {
        rows[usize::from(b)] ^= 1 << a;
    }
}

/// The tiles of a pip that are no doubles, as the pips on their other halves.
pub(super) fn neighbours(rows: &Rows, pip: Pip) -> Pips {
    rows[usize::from(pip)] & !(1 << pip)
}

/// The pips that the tiles connect with this one, itself included.
pub(super) fn reached_from(rows: &Rows, pip: Pip) -> Pips {
    let mut reached = 1 << pip;
    let mut fresh = reached;
    while fresh != 0 {
        let next = pips_of(fresh).fold(0, |next, pip| next | rows[usize::from(pip)]);
        fresh = next & !reached;
        reached |= next;
    }
    reached
}
