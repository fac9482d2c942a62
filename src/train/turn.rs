//! What the seat on turn may do in a train game.

use std::ops::Range;

use super::{TRAINS, TrainFlags, TrainGame, TrainMove, TrainState};
use crate::action::Action;
use crate::refusal::RefusalCode;
use crate::row::Row;
use crate::rules::{CoverOrder, DoubleExtra, Known, TrainDraw};
use crate::state::{Legal, MAX_SEATS, TurnKind};
use crate::tile::Pip;

/// More trains than those of eight seats and the Mexican Train do not exist.
const MAX_TRAINS: usize = MAX_SEATS + 1;

/// The legal actions of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TrainLegal<W: Row> {
    /// What fits each train that there is room for, which of them may be used, one bit each, how
    /// many plays that makes, and whether the seat may stop besides.
    Plays {
        fits: [W; MAX_TRAINS],
        usable: u32,
        ends: [Pip; TRAINS],
        seats: u8,
        plays: u32,
        stop: bool,
    },
    /// Nothing fits, and there is something to draw.
    Draw,
    /// Nothing fits, and there is nothing to draw.
    Pass,
}

impl<W: Row> Legal for TrainLegal<W> {
    type Move = TrainMove;

    #[inline(always)]
    fn count(&self) -> u32 {
        match self {
            Self::Plays { plays, stop, .. } => plays + u32::from(*stop),
            Self::Draw | Self::Pass => 1,
        }
    }

    #[inline(always)]
    fn is_forced(&self) -> bool {
        matches!(self, Self::Draw | Self::Pass)
    }

    #[inline(always)]
    fn pick(&self, k: u32) -> TrainMove {
        match self {
            Self::Plays {
                fits,
                usable,
                plays,
                stop,
                ..
            } => {
                if *stop && k == *plays {
                    return TrainMove::Stop;
                }
                let (train, other) = W::select_among(fits, *usable, k);
                TrainMove::Lay {
                    train: train as u8,
                    other,
                }
            }
            Self::Draw => TrainMove::Draw,
            Self::Pass => TrainMove::Pass,
        }
    }

    fn nth(&self, k: u32) -> Action {
        match self {
            Self::Plays { ends, seats, .. } => self.pick(k).written(*seats, ends),
            Self::Draw => Action::Draw,
            Self::Pass => Action::Pass,
        }
    }

    #[inline(always)]
    fn only_draw(&self) -> bool {
        matches!(self, Self::Draw)
    }

    fn on_train(&self, seat: u8) -> Range<u32> {
        let Self::Plays { fits, usable, .. } = self else {
            return 0..0;
        };
        let own = 1 << seat;
        let before = W::count_among(fits, usable & (own - 1));
        before..before + W::count_among(fits, usable & own)
    }
}

impl<W: Row, const SEATS: usize, F: Known<TrainFlags>> TrainState<W, SEATS, F> {
    #[inline(always)]
    pub(super) fn legal_actions(&self, game: &TrainGame<F>) -> TrainLegal<W> {
        let hand = self.hand();
        // One row for each train that there is room for, whether or not it may be used: branches
        // would cost more than the rows do.
        let mut fits = [W::EMPTY; MAX_TRAINS];
        for (fits, &end) in fits[..=SEATS].iter_mut().zip(&self.ends) {
            *fits = hand.row(end);
        }
        let usable = self.usable_trains(game);
        let plays = W::count_among(&fits, usable);
        match plays {
            0 if self.may_draw(game) => TrainLegal::Draw,
            0 => TrainLegal::Pass,
            _ => TrainLegal::Plays {
                fits,
                usable,
                ends: self.ends,
                seats: game.seats,
                plays,
                stop: self.in_chain(game) && self.turn == TurnKind::Chain,
            },
        }
    }

    /// The trains that the seat on turn may use now, one bit each: what the turn asks for, else
    /// what it has the right to.
    #[inline(always)]
    pub(super) fn usable_trains(&self, game: &TrainGame<F>) -> u32 {
        if self.in_chain(game) {
            return self.seat_bit();
        }
        let must_cover = game.flags().double_extra == DoubleExtra::MustCover;
        match self.turn {
            TurnKind::Extra if must_cover => 1 << self.cover,
            TurnKind::General if self.is_bound(game) => self.trains_to_cover(game),
            _ => self.open_trains(game),
        }
    }

    /// The right to play: the own train, the Mexican Train, and others' with their marker up.
    #[inline(always)]
    fn open_trains(&self, game: &TrainGame<F>) -> u32 {
        let mut marked = u32::from(self.markers);
        if !game.flags().start_marked {
            marked &= u32::from(self.started);
        }
        self.seat_bit() | 1 << game.mexican_train() | marked
    }

    /// Whether the turn began with open doubles on the table.
    #[inline(always)]
    pub(super) fn is_bound(&self, game: &TrainGame<F>) -> bool {
        game.flags().cover_duty && !self.open_doubles.is_empty()
    }

    /// The doubles that may be covered, by `cover_order`.
    #[inline(always)]
    fn trains_to_cover(&self, game: &TrainGame<F>) -> u32 {
        match game.flags().cover_order {
            Some(CoverOrder::NewestFirst) => 1 << self.open_doubles.newest(),
            Some(CoverOrder::Any) => self.open_doubles.trains().into(),
            Some(CoverOrder::OldestFirst) | None => 1 << self.open_doubles.oldest(),
        }
    }

    /// Whether the rules allow a draw for the play that is required now.
    #[inline(always)]
    fn may_draw(&self, game: &TrainGame<F>) -> bool {
        game.flags().draw == TrainDraw::One && self.left > 0 && !self.drew && !self.in_chain(game)
    }

    /// The first reason why an action that is not legal is not.
    pub(super) fn why_illegal(&self, game: &TrainGame<F>, action: Action) -> RefusalCode {
        let (tile, place) = match action {
            Action::Stop => return RefusalCode::CannotStop,
            Action::Draw | Action::Pass => return self.why_no_draw_or_pass(game),
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
        let must_cover = game.flags().double_extra == DoubleExtra::MustCover;
        match self.turn {
            TurnKind::First | TurnKind::Chain => RefusalCode::OwnTrainOnly,
            TurnKind::Extra if must_cover => RefusalCode::MustCover,
            TurnKind::General if self.is_bound(game) => RefusalCode::MustCover,
            TurnKind::General | TurnKind::Extra => RefusalCode::TrainNotOpen,
        }
    }

    fn why_no_draw_or_pass(&self, game: &TrainGame<F>) -> RefusalCode {
        match self.legal_actions(game) {
            TrainLegal::Plays { .. } => RefusalCode::CanPlay,
            TrainLegal::Draw => RefusalCode::MustDraw,
            TrainLegal::Pass => RefusalCode::CannotDraw,
        }
    }
}
