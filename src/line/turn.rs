//! What the seat on turn may do in a line game.

use std::ops::Range;

use super::{LineFlags, LineGame, LineMove, LineState, N, S, arm_of};
use crate::action::Action;
use crate::refusal::RefusalCode;
use crate::row::{ALL, Hand, Row};
use crate::rules::{Draw, Known, Opening, Spinner};
use crate::state::{Legal, State};
use crate::tile::{Pip, Tile};

/// The legal actions of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LineLegal<W: Row> {
    /// The one tile that must lead.
    Lead(Tile),
    /// Any tile held may lead.
    AnyLead(Hand<W>),
    /// What fits each arm, how many plays that makes, and whether a draw is allowed besides.
    Plays {
        fits: [W; 4],
        ends: [Pip; 4],
        plays: u32,
        draw: bool,
    },
    /// Nothing fits, and there is something to draw.
    Draw,
    /// Nothing fits, and there is nothing to draw.
    Pass,
}

impl<W: Row> Legal for LineLegal<W> {
    type Move = LineMove;

    #[inline(always)]
    fn count(&self) -> u32 {
        match self {
            Self::Lead(_) | Self::Draw | Self::Pass => 1,
            Self::AnyLead(hand) => hand.count(),
            Self::Plays { plays, draw, .. } => plays + u32::from(*draw),
        }
    }

    #[inline(always)]
    fn is_forced(&self) -> bool {
        matches!(self, Self::Lead(_) | Self::Draw | Self::Pass)
    }

    #[inline(always)]
    fn pick(&self, k: u32) -> LineMove {
        match self {
            Self::Lead(tile) => LineMove::Lead(*tile),
            Self::AnyLead(hand) => LineMove::Lead(hand.nth(k)),
            Self::Plays {
                fits, plays, draw, ..
            } => {
                if *draw && k == *plays {
                    return LineMove::Draw;
                }
                let (arm, other) = W::select_among(fits, ALL, k);
                LineMove::Add { arm, other }
            }
            Self::Draw => LineMove::Draw,
            Self::Pass => LineMove::Pass,
        }
    }

    fn nth(&self, k: u32) -> Action {
        let ends = match self {
            Self::Plays { ends, .. } => *ends,
            _ => [0; 4],
        };
        self.pick(k).written(ends)
    }

    #[inline(always)]
    fn only_draw(&self) -> bool {
        matches!(self, Self::Draw)
    }

    fn on_train(&self, _seat: u8) -> Range<u32> {
        0..0
    }
}

/// The seat that must open with the highest double of all hands or, where there is none, with the
/// heaviest tile.
#[inline(always)]
pub(super) fn opening_seat<W: Row, const SEATS: usize>(hands: &[Hand<W>; SEATS]) -> u8 {
    // No two hands hold the same double: the greater set is the one with the higher double.
    let doubles = (0..).zip(hands.iter().map(|hand| hand.doubles().bits()));
    match doubles.max_by_key(|&(_, doubles)| doubles) {
        Some((seat, 1..)) => seat,
        _ => heaviest_seat(hands),
    }
}

/// The heaviest tile of the hand that must open without a double.
#[cold]
fn heaviest<W: Row>(hand: &Hand<W>) -> Tile {
    hand.heaviest().expect("who opens holds tiles")
}

#[cold]
fn heaviest_seat<W: Row>(hands: &[Hand<W>]) -> u8 {
    let rank = |tile: Tile| (tile.pips(), tile.high());
    let tiles = (0..)
        .zip(hands)
        .filter_map(|(seat, hand)| Some((rank(hand.heaviest()?), seat)));
    tiles.max().map_or(0, |(_, seat)| seat)
}

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> LineState<W, SEATS, F> {
    #[inline(always)]
    pub(super) fn legal_turn(&self, game: &LineGame<F>) -> LineLegal<W> {
        let hand = self.hand();
        let [left, right, north, south] = self.ends;
        let mut fits = [hand.row(left), hand.row(right), W::EMPTY, W::EMPTY];
        if game.flags().spinner != Spinner::None && self.arms == 4 {
            fits[N] = hand.row(north);
            fits[S] = hand.row(south);
        }
        let plays = W::count_among(&fits, ALL);
        match plays {
            0 if self.may_draw(game) => LineLegal::Draw,
            0 => LineLegal::Pass,
            _ => LineLegal::Plays {
                fits,
                ends: self.ends,
                plays,
                draw: game.flags().voluntary_draw && self.may_draw(game),
            },
        }
    }

    #[inline(always)]
    pub(super) fn legal_leads(&self, game: &LineGame<F>) -> LineLegal<W> {
        match game.flags().opening {
            Opening::AnyTile => LineLegal::AnyLead(*self.hand()),
            Opening::HighestDouble => self.highest_lead(),
        }
    }

    /// The lead of the seat that has to open.
    #[inline(always)]
    pub(super) fn highest_lead(&self) -> LineLegal<W> {
        let hand = self.hand();
        LineLegal::Lead(match hand.highest_double() {
            Some(pip) => Tile::new(pip, pip),
            None => heaviest(hand),
        })
    }

    /// Whether the rules allow this turn a draw now.
    #[inline(always)]
    fn may_draw(&self, game: &LineGame<F>) -> bool {
        let done = self.drew && game.flags().draw == Draw::One;
        !self.nothing_to_draw(game) && !done
    }

    /// Whether no tile can be drawn by anybody.
    #[inline(always)]
    pub(super) fn nothing_to_draw(&self, game: &LineGame<F>) -> bool {
        game.flags().draw == Draw::None || u16::from(self.left) <= game.flags().reserve
    }

    /// The first reason why an action that is not legal is not.
    pub(super) fn why_illegal(&self, game: &LineGame<F>, action: Action) -> RefusalCode {
        let (tile, place) = match action {
            Action::Stop => return RefusalCode::CannotStop,
            Action::Draw | Action::Pass => return self.why_no_draw_or_pass(game),
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

    fn why_no_draw_or_pass(&self, game: &LineGame<F>) -> RefusalCode {
        match self.legal(game) {
            LineLegal::Pass => RefusalCode::CannotDraw,
            LineLegal::Draw => RefusalCode::MustDraw,
            _ => RefusalCode::CanPlay,
        }
    }
}
