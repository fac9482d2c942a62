//! What the seat on turn may do in a train game.

use std::ops::Range;

use super::doubles::MAX_TRAINS;
use super::{TrainGame, TrainMove, TrainState, Turn};
use crate::action::Action;
use crate::refusal::RefusalCode;
use crate::row::Row;
use crate::rules::{CoverOrder, TrainDraw};
use crate::state::Legal;
use crate::tile::{Pip, Tile};

/// The legal actions of a position: what fits each train that may be used, and what else may be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainLegal<W: Row> {
    fits: [W; MAX_TRAINS],
    ends: [Pip; MAX_TRAINS],
    seats: u8,
    plays: u32,
    draw: bool,
    pass: bool,
    stop: bool,
}

impl<W: Row> Legal for TrainLegal<W> {
    type Move = TrainMove;

    #[inline(always)]
    fn count(&self) -> u32 {
        self.plays + u32::from(self.draw) + u32::from(self.pass) + u32::from(self.stop)
    }

    #[inline(always)]
    fn pick(&self, k: u32) -> TrainMove {
        if k < self.plays {
            let (train, other) = W::select_among(&self.fits, k);
            TrainMove::Lay {
                train: train as u8,
                tile: Tile::new(self.ends[train], other),
            }
        } else if self.draw {
            TrainMove::Draw
        } else if self.pass {
            TrainMove::Pass
        } else {
            TrainMove::Stop
        }
    }

    fn nth(&self, k: u32) -> Action {
        self.pick(k).written(self.seats)
    }

    #[inline(always)]
    fn only_draw(&self) -> bool {
        self.draw
    }

    fn on_train(&self, seat: u8) -> Range<u32> {
        let seat = usize::from(seat);
        let before = self.fits[..seat].iter().map(|row| row.count()).sum();
        before..before + self.fits[seat].count()
    }
}

impl<W: Row, const SEATS: usize> TrainState<W, SEATS> {
    #[inline(always)]
    pub(super) fn legal_actions(&self, game: &TrainGame) -> TrainLegal<W> {
        let hand = self.hand();
        let mut fits = [W::EMPTY; MAX_TRAINS];
        let mut plays = 0;
        let mut usable = self.usable_trains(game);
        while usable != 0 {
            let train = usable.trailing_zeros() as usize;
            usable &= usable - 1;
            fits[train] = hand.row(self.ends[train]);
            plays += fits[train].count();
        }
        let draw = plays == 0 && self.may_draw(game);
        TrainLegal {
            fits,
            ends: self.ends,
            seats: game.seats,
            plays,
            draw,
            pass: plays == 0 && !draw,
            stop: self.turn == Turn::Chain { started: true },
        }
    }

    /// The trains that the seat on turn may use now, one bit each: what the turn asks for, else
    /// what it has the right to.
    fn usable_trains(&self, game: &TrainGame) -> u16 {
        match self.turn {
            Turn::Chain { .. } => 1 << self.to_play,
            Turn::Extra { cover: Some(train) } => 1 << train,
            Turn::General if self.is_bound(game) => self.trains_to_cover(game),
            Turn::General | Turn::Extra { cover: None } => self.open_trains(game),
        }
    }

    /// The right to play: the own train, the Mexican Train, and others' with their marker up.
    fn open_trains(&self, game: &TrainGame) -> u16 {
        let mut marked = u16::from(self.markers);
        if !game.rules.start_marked {
            marked &= self.started;
        }
        1 << self.to_play | 1 << game.mexican_train() | marked
    }

    /// Whether the turn began with open doubles on the table.
    pub(super) fn is_bound(&self, game: &TrainGame) -> bool {
        game.rules.cover_duty && !self.open_doubles.as_slice().is_empty()
    }

    /// The doubles that may be covered, by `cover_order`.
    fn trains_to_cover(&self, game: &TrainGame) -> u16 {
        let open = self.open_doubles.as_slice();
        let chosen = match game.rules.cover_order {
            Some(CoverOrder::NewestFirst) => &open[open.len() - 1..],
            Some(CoverOrder::Any) => open,
            Some(CoverOrder::OldestFirst) | None => &open[..1],
        };
        chosen.iter().fold(0, |trains, &train| trains | 1 << train)
    }

    /// Whether the rules allow a draw for the play that is required now.
    fn may_draw(&self, game: &TrainGame) -> bool {
        game.rules.draw == TrainDraw::One
            && self.left > 0
            && !self.drew
            && !matches!(self.turn, Turn::Chain { .. })
    }

    /// The first reason why an action that is not legal is not.
    pub(super) fn why_illegal(&self, game: &TrainGame, action: Action) -> RefusalCode {
        let (tile, place) = match action {
            Action::Stop => return RefusalCode::CannotStop,
            Action::Draw | Action::Pass => return self.why_no_draw_or_pass(game, action),
            Action::Lead(tile) => (tile, None),
            Action::Play(tile, place) => (tile, game.train(place)),
        };
        if tile.high() > game.set {
            return RefusalCode::NotInSet;
        }
        if !self.hand().has(tile) {
            return RefusalCode::TileNotInHand;
        }
        let Some(train) = place else {
            return RefusalCode::NoSuchPlace;
        };
        if self.usable_trains(game) >> train & 1 == 1 {
            return RefusalCode::NoMatch;
        }
        match self.turn {
            Turn::Chain { .. } => RefusalCode::OwnTrainOnly,
            Turn::Extra { cover: Some(_) } => RefusalCode::MustCover,
            Turn::General if self.is_bound(game) => RefusalCode::MustCover,
            Turn::General | Turn::Extra { cover: None } => RefusalCode::TrainNotOpen,
        }
    }

    fn why_no_draw_or_pass(&self, game: &TrainGame, action: Action) -> RefusalCode {
        if self.legal_actions(game).plays > 0 {
            RefusalCode::CanPlay
        } else if action == Action::Draw {
            RefusalCode::CannotDraw
        } else {
            RefusalCode::MustDraw
        }
    }
}
