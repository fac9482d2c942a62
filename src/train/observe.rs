//! What is to be seen of a train game.

use super::{TrainGame, TrainState};
use crate::observation::{Observed, Parts, Viewpoint};
use crate::row::Row;
use crate::state::{Phase, Standing, State};
use crate::tile::{Pip, Tile};
use crate::tile_set::TileSet;

impl<W: Row, const SEATS: usize> Observed for TrainState<W, SEATS> {
    const PENALTIES: bool = true;

    fn table_size(game: &TrainGame) -> (u8, Pip) {
        (game.seats, game.set)
    }

    #[inline(always)]
    fn tiles(&self, seat: u8) -> TileSet {
        TileSet::held(&self.hands[usize::from(seat)])
    }

    #[inline(always)]
    fn held(&self, seat: usize) -> u8 {
        self.held[seat]
    }

    fn left(&self) -> u8 {
        self.left
    }

    fn engine(&self) -> Option<Tile> {
        Some(Tile::new(self.engine, self.engine))
    }

    fn open_pips(&self, game: &TrainGame) -> u32 {
        let usable = self.usable_trains(game);
        let ends = self.ends.iter().enumerate();
        let open = ends.filter(|(train, _)| usable >> train & 1 == 1);
        open.fold(0, |pips, (_, end)| pips | 1 << end)
    }

    fn scored(&self, _side: usize) -> i16 {
        0
    }

    #[inline(always)]
    fn observe_table(&self, game: &TrainGame, view: Viewpoint, parts: &mut Parts<'_>) {
        let Standing { turn, owed, .. } = self.standing();
        let mexican_train = usize::from(game.mexican_train());
        let started = |train: usize| (self.started >> train & 1) as u8;
        parts.number(self.engine);
        parts.by_seat(view, |seat| self.ends[seat]);
        parts.number(self.ends[mexican_train]);
        parts.by_seat(view, started);
        parts.number(started(mexican_train));
        parts.flags(view, self.markers);
        let mut ages = [0; super::MAX_TRAINS];
        for (age, &train) in (1..).zip(self.open_doubles.as_slice()) {
            ages[usize::from(train)] = age;
        }
        parts.by_seat(view, |seat| ages[seat]);
        parts.number(ages[mexican_train]);
        let kinds = parts.next(4);
        kinds.fill(0);
        if self.phase == Phase::Playing {
            kinds[turn as usize] = 1;
        }
        parts.flags(view, owed);
    }
}
