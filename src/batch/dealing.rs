//! Deals made straight into states, the boneyard tile by tile when it is drawn.

use crate::deal::DealError;
use crate::line::{LineGame, LineState};
use crate::random::{Deck, SeedDice, SeedThrows};
use crate::row::{Hand, Row};
use crate::rules::Rules;
use crate::state::{Boneyard, State};
use crate::tile::Tile;
use crate::train::{TrainGame, TrainState};

/// A boneyard whose tiles are dealt when they are drawn.
pub(crate) struct LazyBoneyard(Deck<SeedThrows>);

impl Boneyard for LazyBoneyard {
    #[inline(always)]
    fn tile(&mut self, _n: u8) -> Tile {
        self.0.deal()
    }
}

/// What every deal of a batch has in common.
#[derive(Clone, Copy)]
pub(crate) struct Dealing {
    set: u8,
    seats: u8,
    hand_size: u16,
    engine: Option<Tile>,
    /// Whether a deal without a double in any hand is dealt again.
    redeals: bool,
    /// The seat that the round begins with where the rules go by its number.
    first_seat: u8,
}

impl Dealing {
    pub(crate) fn new(rules: &Rules, round: u32) -> Result<Self, DealError> {
        Ok(Self {
            set: rules.set(),
            seats: rules.players(),
            hand_size: rules.hand_size(),
            engine: rules.engine_of(round)?,
            redeals: rules.redeals(),
            first_seat: rules.first_seat(round),
        })
    }

    #[inline(always)]
    fn deal<W: Row, const SEATS: usize>(&self, dice: SeedDice) -> ([Hand<W>; SEATS], LazyBoneyard) {
        let mut attempt = 0;
        loop {
            let mut deck = Deck::new(self.set, self.engine, attempt, dice);
            let mut hands = [Hand::EMPTY; SEATS];
            for hand in &mut hands[..usize::from(self.seats)] {
                for _ in 0..self.hand_size {
                    hand.insert(deck.deal());
                }
            }
            if !self.redeals || hands.iter().any(|hand| hand.highest_double().is_some()) {
                return (hands, LazyBoneyard(deck));
            }
            attempt += 1;
        }
    }
}

/// A state that a batch can deal.
pub(crate) trait Dealt: State {
    fn dealt(game: &Self::Game, dealing: &Dealing, dice: SeedDice) -> (Self, LazyBoneyard);
}

impl<W: Row, const SEATS: usize> Dealt for LineState<W, SEATS> {
    #[inline(always)]
    fn dealt(game: &LineGame, dealing: &Dealing, dice: SeedDice) -> (Self, LazyBoneyard) {
        let (hands, boneyard) = dealing.deal(dice);
        let left = boneyard.0.len() as u8;
        let held = dealing.hand_size as u8;
        let state = Self::new(game, hands, held, left, Some(dealing.first_seat));
        (state, boneyard)
    }
}

impl<W: Row, const SEATS: usize> Dealt for TrainState<W, SEATS> {
    #[inline(always)]
    fn dealt(game: &TrainGame, dealing: &Dealing, dice: SeedDice) -> (Self, LazyBoneyard) {
        let (hands, mut boneyard) = dealing.deal(dice);
        let left = boneyard.0.len() as u8;
        let state = Self::new(
            game,
            hands,
            dealing.hand_size as u8,
            left,
            &mut boneyard,
            dealing.engine,
            dealing.first_seat,
        );
        (state, boneyard)
    }
}
