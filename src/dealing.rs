//! Deals made straight into states, the boneyard tile by tile when it is drawn.

use crate::deal::DealError;
use crate::line::{LineFlags, LineGame, LineState};
use crate::random::{Deck, SeedDice, SeedThrows};
use crate::row::{Hand, Row};
use crate::rules::{Known, Rules};
use crate::state::{Boneyard, State};
use crate::tile::Tile;
use crate::tile_set::DeckTiles;
use crate::train::{TrainFlags, TrainGame, TrainState};

/// A boneyard whose tiles are dealt when they are drawn.
pub(crate) struct LazyBoneyard<D: DeckTiles>(Deck<SeedThrows, D>);

impl<D: DeckTiles> Boneyard for LazyBoneyard<D> {
    #[inline(always)]
    fn tile(&mut self, _n: u8) -> Tile {
        self.0.deal()
    }

    #[inline(always)]
    fn index(&mut self, _n: u8) -> u8 {
        self.0.deal_index()
    }
}

/// What every deal of a batch has in common.
#[derive(Clone, Copy)]
pub(crate) struct Dealing {
    pub(crate) set: u8,
    seats: u8,
    pub(crate) hand_size: u16,
    engine: Option<Tile>,
    /// Whether a deal without a double in any hand is dealt again.
    redeals: bool,
    /// The seat that the round begins with where the rules go by its number.
    pub(crate) first_seat: u8,
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
}

/// Deals with a deck of its own width.
pub(crate) struct Dealer<D> {
    deck: D,
    dealing: Dealing,
}

impl<D: DeckTiles> Dealer<D> {
    pub(crate) fn new(dealing: Dealing) -> Self {
        let mut deck = D::full(dealing.set);
        if let Some(engine) = dealing.engine {
            deck.take(engine);
        }
        Self { deck, dealing }
    }

    #[inline(always)]
    fn hand<W: Row<Deck = D>>(deck: &mut Deck<SeedThrows, D>, size: u16) -> Hand<W> {
        let mut hand = Hand::EMPTY;
        if !W::AT_ONCE {
            deck.deal_indices(size, |index| hand.insert_index(index));
            return hand;
        }
        let before = deck.left();
        deck.deal_indices(size, |_| ());
        Hand::of_set(&before.without(&deck.left()))
    }

    #[inline(always)]
    fn deal<W: Row<Deck = D>, const SEATS: usize>(
        &self,
        dice: SeedDice,
    ) -> ([Hand<W>; SEATS], LazyBoneyard<D>) {
        let Dealing {
            seats,
            hand_size,
            redeals,
            ..
        } = self.dealing;
        // Where there is room for two, two play.
        let seats = if SEATS == 2 { 2 } else { usize::from(seats) };
        let mut attempt = 0;
        loop {
            let mut deck = Deck::new(self.deck, attempt, dice);
            let mut hands = [Hand::EMPTY; SEATS];
            for hand in &mut hands[..seats] {
                *hand = Self::hand(&mut deck, hand_size);
            }
            if !redeals || hands.iter().any(|hand| hand.doubles() != W::EMPTY) {
                return (hands, LazyBoneyard(deck));
            }
            attempt += 1;
        }
    }
}

/// A state that a batch can deal.
pub(crate) trait Dealt: State {
    type Deck: DeckTiles;

    fn dealt(
        game: &Self::Game,
        dealer: &Dealer<Self::Deck>,
        dice: SeedDice,
    ) -> (Self, LazyBoneyard<Self::Deck>);
}

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> Dealt for LineState<W, SEATS, F> {
    type Deck = W::Deck;

    #[inline(always)]
    fn dealt(
        game: &LineGame<F>,
        dealer: &Dealer<W::Deck>,
        dice: SeedDice,
    ) -> (Self, LazyBoneyard<W::Deck>) {
        let (hands, boneyard) = dealer.deal(dice);
        let left = boneyard.0.len() as u8;
        let held = dealer.dealing.hand_size as u8;
        let state = Self::new(game, hands, held, left, Some(dealer.dealing.first_seat));
        (state, boneyard)
    }
}

impl<W: Row, const SEATS: usize, F: Known<TrainFlags>> Dealt for TrainState<W, SEATS, F> {
    type Deck = W::Deck;

    #[inline(always)]
    fn dealt(
        game: &TrainGame<F>,
        dealer: &Dealer<Self::Deck>,
        dice: SeedDice,
    ) -> (Self, LazyBoneyard<W::Deck>) {
        let (hands, mut boneyard) = dealer.deal(dice);
        let left = boneyard.0.len() as u8;
        let state = Self::new(
            game,
            hands,
            dealer.dealing.hand_size as u8,
            left,
            &mut boneyard,
            dealer.dealing.engine,
            dealer.dealing.first_seat,
        );
        (state, boneyard)
    }
}
