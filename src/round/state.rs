//! The state of a round, of whichever family and row width.

use crate::deal::Deal;
use crate::line::{LineGame, LineState};
use crate::position::{FamilyPosition, Position};
use crate::row::{Hand, Row, Width};
use crate::rules::{FamilyRules, Rules};
use crate::state::MAX_SEATS;
use crate::train::{TrainGame, TrainState};

/// A state together with what it needs to know of the rules; the row width is chosen here, once.
#[derive(Clone, Copy)]
pub(crate) enum AnyState {
    Line8(LineGame, LineState<u8, MAX_SEATS>),
    Line16(LineGame, LineState<u16, MAX_SEATS>),
    Line32(LineGame, LineState<u32, MAX_SEATS>),
    Train8(TrainGame, TrainState<u8, MAX_SEATS>),
    Train16(TrainGame, TrainState<u16, MAX_SEATS>),
    Train32(TrainGame, TrainState<u32, MAX_SEATS>),
}

/// Runs the same expression for whichever state it is.
macro_rules! with_state {
    ($any:expr, |$game:ident, $state:ident| $body:expr) => {
        match $any {
            $crate::round::state::AnyState::Line8($game, $state) => $body,
            $crate::round::state::AnyState::Line16($game, $state) => $body,
            $crate::round::state::AnyState::Line32($game, $state) => $body,
            $crate::round::state::AnyState::Train8($game, $state) => $body,
            $crate::round::state::AnyState::Train16($game, $state) => $body,
            $crate::round::state::AnyState::Train32($game, $state) => $body,
        }
    };
}
pub(crate) use with_state;

impl AnyState {
    pub(super) fn dealt(rules: &Rules, deal: &Deal, number: u32) -> Self {
        let width = Width::of(rules.set());
        match rules.family() {
            FamilyRules::Line(line) => {
                let game = LineGame::new(rules, line);
                match width {
                    Width::Pips8 => Self::Line8(game, line_state(&game, deal)),
                    Width::Pips16 => Self::Line16(game, line_state(&game, deal)),
                    Width::Pips32 => Self::Line32(game, line_state(&game, deal)),
                }
            }
            FamilyRules::Train(train) => {
                let game = TrainGame::new(rules, train);
                let first_seat = rules.first_seat(number);
                match width {
                    Width::Pips8 => Self::Train8(game, train_state(&game, deal, first_seat)),
                    Width::Pips16 => Self::Train16(game, train_state(&game, deal, first_seat)),
                    Width::Pips32 => Self::Train32(game, train_state(&game, deal, first_seat)),
                }
            }
        }
    }

    pub(super) fn set_up(rules: &Rules, position: &Position) -> Self {
        let width = Width::of(rules.set());
        match (rules.family(), &position.family) {
            (FamilyRules::Line(line), FamilyPosition::Line(own)) => {
                let game = LineGame::new(rules, line);
                match width {
                    Width::Pips8 => Self::Line8(game, LineState::set_up(&game, position, own)),
                    Width::Pips16 => Self::Line16(game, LineState::set_up(&game, position, own)),
                    Width::Pips32 => Self::Line32(game, LineState::set_up(&game, position, own)),
                }
            }
            (FamilyRules::Train(train), FamilyPosition::Train(own)) => {
                let game = TrainGame::new(rules, train);
                match width {
                    Width::Pips8 => Self::Train8(game, TrainState::set_up(&game, position, own)),
                    Width::Pips16 => Self::Train16(game, TrainState::set_up(&game, position, own)),
                    Width::Pips32 => Self::Train32(game, TrainState::set_up(&game, position, own)),
                }
            }
            _ => unreachable!("a checked position is of the rules' family"),
        }
    }
}

fn hands<W: Row>(deal: &Deal) -> [Hand<W>; MAX_SEATS] {
    let mut hands = [Hand::EMPTY; MAX_SEATS];
    for (hand, tiles) in hands.iter_mut().zip(&deal.hands) {
        *hand = Hand::of(tiles);
    }
    hands
}

fn line_state<W: Row>(game: &LineGame, deal: &Deal) -> LineState<W, MAX_SEATS> {
    LineState::new(
        game,
        hands(deal),
        deal.hands[0].len() as u8,
        deal.boneyard.len() as u8,
        deal.leader,
    )
}

fn train_state<W: Row>(game: &TrainGame, deal: &Deal, first_seat: u8) -> TrainState<W, MAX_SEATS> {
    TrainState::new(
        game,
        hands(deal),
        deal.hands[0].len() as u8,
        deal.boneyard.len() as u8,
        &mut &deal.boneyard[..],
        deal.engine,
        first_seat,
    )
}
