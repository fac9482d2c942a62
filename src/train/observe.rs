//! What is to be seen of a train game.

use super::{TRAINS, TrainFlags, TrainGame, TrainState};
use crate::observation::{Observed, Viewpoint, Writer};
use crate::row::Row;
use crate::rules::Known;
use crate::state::{Phase, Standing, State, TurnKind};
use crate::tile::{Pip, Tile};
use crate::tile_set::TileSet;

impl<W: Row, const SEATS: usize, F: Known<TrainFlags>> Observed for TrainState<W, SEATS, F> {
    const PENALTIES: bool = true;

    fn table_size(game: &TrainGame<F>) -> (u8, Pip) {
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
        Some(Tile::new(self.engine, self.engine))
    }

    fn open_pips(&self, game: &TrainGame<F>) -> u32 {
        let usable = self.usable_trains(game);
        let ends = self.ends.iter().enumerate();
        let open = ends.filter(|(train, _)| usable >> train & 1 == 1);
        open.fold(0, |pips, (_, end)| pips | 1 << end)
    }

    fn scored(&self, _side: usize) -> i16 {
        0
    }

    #[inline(always)]
    fn observe_table(&self, game: &TrainGame<F>, view: Viewpoint, writer: &mut Writer<'_>) {
        let Standing { turn, owed, .. } = self.standing();
        let mexican_train = usize::from(game.mexican_train());
        let started = |train: usize| (self.started >> train & 1) as u8;
        writer.number(self.engine);
        writer.by_seat(view, |seat| self.ends[seat]);
        writer.number(self.ends[mexican_train]);
        writer.by_seat(view, started);
        writer.number(started(mexican_train));
        writer.flags(view, self.markers);
        let mut ages = [0; TRAINS];
        for (age, train) in (1..).zip(self.open_doubles.iter()) {
            ages[usize::from(train)] = age;
        }
        writer.by_seat(view, |seat| ages[seat]);
        writer.number(ages[mexican_train]);
        let playing = self.phase == Phase::Playing;
        writer.bits(u32::from(playing) << turn as u32, TurnKind::ALL.len());
        writer.flags(view, owed);
    }
}
