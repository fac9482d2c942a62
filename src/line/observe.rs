//! What is to be seen of a line game.

use super::{LineFlags, LineGame, LineState};
use crate::observation::{Observed, Viewpoint, Writer};
use crate::row::Row;
use crate::rules::Known;
use crate::tile::{Pip, Tile};
use crate::tile_set::TileSet;

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> Observed for LineState<W, SEATS, F> {
    const PENALTIES: bool = false;

    fn table_size(game: &LineGame<F>) -> (u8, Pip) {
        (game.seats, game.set)
    }

    #[inline(always)]
    fn tiles(&self, seat: u8) -> TileSet {
        self.hands[usize::from(seat)].tile_set()
    }

    #[inline(always)]
    fn held(&self, seat: usize) -> u8 {
        self.held[seat]
    }

    fn left(&self) -> u8 {
        self.left
    }

    fn engine(&self) -> Option<Tile> {
        None
    }

    fn open_pips(&self, _game: &LineGame<F>) -> u32 {
        let ends = &self.ends[..usize::from(self.arms)];
        ends.iter().fold(0, |pips, end| pips | 1 << end)
    }

    #[inline(always)]
    fn scored(&self, side: usize) -> i16 {
        self.scores[side].cast_signed()
    }

    #[inline(always)]
    fn observe_table(&self, game: &LineGame<F>, view: Viewpoint, writer: &mut Writer<'_>) {
        for (arm, &end) in self.ends.iter().enumerate() {
            writer.number(if arm < self.arms.into() {
                end.into()
            } else {
                -1_i16
            });
        }
        let (own, sides) = (game.side(view.seat), game.sides());
        for side in (own..sides).chain(0..own) {
            writer.number(self.scored(side));
        }
    }
}
