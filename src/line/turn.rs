//! What the seat on turn may do in a line game.

use std::ops::Range;

use super::{ARMS, LineGame, LineState, arm_of};
use crate::action::Action;
use crate::refusal::RefusalCode;
use crate::row::{Hand, Row};
use crate::rules::{Draw, Opening};
use crate::state::Legal;
use crate::tile::{Pip, Tile};

/// The legal actions of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LineLegal<W: Row> {
    /// The one tile that must lead.
    Lead(Tile),
    /// Any tile held may lead.
    AnyLead(Hand<W>),
    /// What fits each arm, and what may be done besides.
    Turn {
        fits: [W; 4],
        ends: [Pip; 4],
        plays: u32,
        draw: bool,
        pass: bool,
    },
}

impl<W: Row> Legal for LineLegal<W> {
    #[inline(always)]
    fn count(&self) -> u32 {
        match self {
            Self::Lead(_) => 1,
            Self::AnyLead(hand) => hand.count(),
            Self::Turn {
                plays, draw, pass, ..
            } => plays + u32::from(*draw) + u32::from(*pass),
        }
    }

    #[inline(always)]
    fn nth(&self, mut k: u32) -> Action {
        match self {
            Self::Lead(tile) => Action::Lead(*tile),
            Self::AnyLead(hand) => Action::Lead(hand.nth(k)),
            Self::Turn {
                fits,
                ends,
                plays,
                draw,
                ..
            } => {
                if k >= *plays {
                    return if *draw { Action::Draw } else { Action::Pass };
                }
                let mut arm = 0;
                while k >= fits[arm].count() {
                    k -= fits[arm].count();
                    arm += 1;
                }
                Action::Play(Tile::new(ends[arm], fits[arm].select(k)), ARMS[arm])
            }
        }
    }

    #[inline(always)]
    fn only_draw(&self) -> bool {
        matches!(
            self,
            Self::Turn {
                plays: 0,
                draw: true,
                ..
            }
        )
    }

    fn on_train(&self, _seat: u8) -> Range<u32> {
        0..0
    }
}

/// The tile that a hand would open with: its highest double, without one its heaviest tile.
fn opening_tile<W: Row>(hand: &Hand<W>) -> Option<Tile> {
    let double = hand.highest_double().map(|pip| Tile::new(pip, pip));
    double.or_else(|| hand.heaviest())
}

/// The seat that must open with the highest double of all hands or, where there is none, with the
/// heaviest tile.
pub(super) fn opening_seat<W: Row>(hands: &[Hand<W>]) -> u8 {
    let rank = |tile: Tile| (tile.is_double(), tile.pips(), tile.high());
    let tiles = (0..)
        .zip(hands)
        .filter_map(|(seat, hand)| Some((rank(opening_tile(hand)?), seat)));
    tiles.max().map_or(0, |(_, seat)| seat)
}

impl<W: Row, const SEATS: usize> LineState<W, SEATS> {
    #[inline(always)]
    pub(super) fn legal_actions(&self, game: &LineGame) -> LineLegal<W> {
        if self.arms == 0 {
            return self.legal_leads(game);
        }
        let hand = self.hand();
        let mut fits = [W::EMPTY; 4];
        let mut plays = 0;
        for (fits, &end) in fits.iter_mut().zip(&self.ends[..usize::from(self.arms)]) {
            *fits = hand.row(end);
            plays += fits.count();
        }
        let draw = (plays == 0 || game.rules.voluntary_draw) && self.may_draw(game);
        LineLegal::Turn {
            fits,
            ends: self.ends,
            plays,
            draw,
            pass: plays == 0 && !draw,
        }
    }

    fn legal_leads(&self, game: &LineGame) -> LineLegal<W> {
        match (game.rules.opening, opening_tile(self.hand())) {
            (Opening::HighestDouble, Some(tile)) => LineLegal::Lead(tile),
            _ => LineLegal::AnyLead(*self.hand()),
        }
    }

    /// Whether the rules allow this turn a draw now.
    #[inline(always)]
    fn may_draw(&self, game: &LineGame) -> bool {
        let done = self.drew && game.rules.draw == Draw::One;
        !self.nothing_to_draw(game) && !done
    }

    /// Whether no tile can be drawn by anybody.
    #[inline(always)]
    pub(super) fn nothing_to_draw(&self, game: &LineGame) -> bool {
        game.rules.draw == Draw::None || u16::from(self.left) <= game.rules.reserve
    }

    /// The first reason why an action that is not legal is not.
    pub(super) fn why_illegal(&self, game: &LineGame, action: Action) -> RefusalCode {
        let (tile, place) = match action {
            Action::Stop => return RefusalCode::CannotStop,
            Action::Draw | Action::Pass => return self.why_no_draw_or_pass(game, action),
            Action::Lead(tile) => (tile, None),
            Action::Play(tile, place) => (tile, Some(place)),
        };
        if tile.high() > game.set {
            RefusalCode::NotInSet
        } else if !self.hand().has(tile) {
            RefusalCode::TileNotInHand
        } else if self.arms == 0 {
            RefusalCode::LeadRequired
        } else if place
            .and_then(arm_of)
            .is_none_or(|arm| arm >= usize::from(self.arms))
        {
            RefusalCode::NoSuchPlace
        } else {
            RefusalCode::NoMatch
        }
    }

    fn why_no_draw_or_pass(&self, game: &LineGame, action: Action) -> RefusalCode {
        match self.legal_actions(game) {
            LineLegal::Turn { plays: 0, .. } if action == Action::Draw => RefusalCode::CannotDraw,
            LineLegal::Turn { plays: 0, .. } => RefusalCode::MustDraw,
            _ => RefusalCode::CanPlay,
        }
    }
}
