//! What a train game's state needs to know of the rules.

use crate::action::Place;
use crate::row::{Hand, Row};
use crate::rules::{
    CoverOrder, DeadDouble, DoubleExtra, FamilyRules, FirstTurn, FirstTurnDouble, Known, OfPreset,
    PRESETS, Rules, TrainBlock, TrainDraw, TrainRules,
};
use crate::tile::Tile;

/// The rules that a train game asks at every step, as opposed to once a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TrainFlags {
    pub(crate) first_turn: FirstTurn,
    first_turn_double: Option<FirstTurnDouble>,
    pub(crate) finish_first_circuit: bool,
    pub(crate) start_marked: bool,
    pub(crate) draw: TrainDraw,
    pub(crate) block: TrainBlock,
    pub(crate) double_extra: DoubleExtra,
    pub(crate) cover_duty: bool,
    pub(crate) cover_order: Option<CoverOrder>,
    dead_double: Option<DeadDouble>,
}

impl TrainFlags {
    const fn of(rules: &TrainRules) -> Self {
        Self {
            first_turn: rules.first_turn,
            first_turn_double: rules.first_turn_double,
            finish_first_circuit: rules.finish_first_circuit,
            start_marked: rules.start_marked,
            draw: rules.draw,
            block: rules.block,
            double_extra: rules.double_extra,
            cover_duty: rules.cover_duty,
            cover_order: rules.cover_order,
            dead_double: rules.dead_double,
        }
    }

    /// Whether a double that ends a chain brings an extra turn.
    pub(crate) fn extra_turn(self) -> bool {
        self.first_turn_double == Some(FirstTurnDouble::ExtraTurn)
    }

    /// Whether a double that no tile left can cover binds nobody.
    pub(crate) fn exempts_dead_doubles(self) -> bool {
        self.dead_double == Some(DeadDouble::Exempt)
    }

    /// Those of a preset of train games.
    pub(crate) const fn of_preset(preset: usize) -> Self {
        match &PRESETS[preset].rules {
            FamilyRules::Train(rules) => Self::of(rules),
            FamilyRules::Line(_) => panic!("a preset of line games"),
        }
    }
}

impl<const PRESET: usize> Known<TrainFlags> for OfPreset<PRESET> {
    #[inline(always)]
    fn value(&self) -> TrainFlags {
        const { TrainFlags::of_preset(PRESET) }
    }
}

/// What a train game's state needs to know of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainGame<F = TrainFlags> {
    flags: F,
    pub(crate) double_blank: u16,
    pub(crate) set: u8,
    pub(crate) seats: u8,
}

impl TrainGame {
    pub(crate) fn new(rules: &Rules, train: TrainRules) -> Self {
        Self {
            flags: TrainFlags::of(&train),
            double_blank: train.double_blank,
            set: rules.set(),
            seats: rules.players(),
        }
    }

    /// The same game with its flags from another source.
    pub(crate) fn known<F: Known<TrainFlags>>(&self, flags: F) -> TrainGame<F> {
        TrainGame {
            flags,
            double_blank: self.double_blank,
            set: self.set,
            seats: self.seats,
        }
    }
}

impl<F: Known<TrainFlags>> TrainGame<F> {
    /// The rules that are asked at every step.
    #[inline(always)]
    pub(crate) fn flags(&self) -> TrainFlags {
        self.flags.value()
    }

    /// Trains are numbered as their seats, the Mexican Train comes after them.
    pub(crate) fn mexican_train(&self) -> u8 {
        self.seats
    }

    /// The points of the tiles left in a hand: their pips; the double-blank counts what the rules say.
    #[inline(always)]
    pub(crate) fn penalty<W: Row>(&self, hand: &Hand<W>) -> i32 {
        let mut points = hand.pips().into();
        if hand.has(Tile::new(0, 0)) {
            points += i32::from(self.double_blank);
        }
        points
    }

    pub(crate) fn place(&self, train: u8) -> Place {
        if train == self.mexican_train() {
            Place::M
        } else {
            Place::Train(train)
        }
    }

    pub(crate) fn train(&self, place: Place) -> Option<u8> {
        match place {
            Place::M => Some(self.mexican_train()),
            Place::Train(seat) if seat < self.seats => Some(seat),
            _ => None,
        }
    }
}
