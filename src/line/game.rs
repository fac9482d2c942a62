//! What a line game's state needs to know of the rules.

use super::Ending;
use crate::rules::{
    Draw, FamilyRules, GoOut, InPlay, Known, LineRules, OfPreset, Opening, PRESETS, Rules, Spinner,
};

/// The rules that a line game asks at every step, as opposed to once a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineFlags {
    pub(crate) opening: Opening,
    pub(crate) draw: Draw,
    pub(crate) voluntary_draw: bool,
    pub(crate) reserve: u16,
    pub(crate) spinner: Spinner,
    pub(crate) in_play: InPlay,
    /// Whether a round goes on until both partners are out.
    pub(crate) both_partners: bool,
}

impl LineFlags {
    const fn of(rules: &LineRules, partners: bool) -> Self {
        Self {
            opening: rules.opening,
            draw: rules.draw,
            voluntary_draw: rules.voluntary_draw,
            reserve: rules.reserve,
            spinner: rules.spinner,
            in_play: rules.in_play,
            both_partners: partners && matches!(rules.go_out, GoOut::BothPartners),
        }
    }

    /// Those of a preset of line games, played singly.
    pub(crate) const fn of_preset(preset: usize) -> Self {
        match &PRESETS[preset].rules {
            FamilyRules::Line(rules) => Self::of(rules, false),
            FamilyRules::Train(_) => panic!("a preset of train games"),
        }
    }
}

impl<const PRESET: usize> Known<LineFlags> for OfPreset<PRESET> {
    #[inline(always)]
    fn value(&self) -> LineFlags {
        const { LineFlags::of_preset(PRESET) }
    }
}

/// What a line game's state needs to know of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineGame<F = LineFlags> {
    flags: F,
    pub(crate) ending: Ending,
    pub(crate) set: u8,
    pub(crate) seats: u8,
    pub(crate) partners: bool,
}

impl LineGame {
    pub(crate) fn new(rules: &Rules, line: LineRules) -> Self {
        Self {
            flags: LineFlags::of(&line, rules.partners()),
            ending: Ending::of(&line, rules.sides()),
            set: rules.set(),
            seats: rules.players(),
            partners: rules.partners(),
        }
    }

    /// The same game with its flags from another source.
    pub(crate) fn known<F: Known<LineFlags>>(&self, flags: F) -> LineGame<F> {
        LineGame {
            flags,
            ending: self.ending,
            set: self.set,
            seats: self.seats,
            partners: self.partners,
        }
    }
}

impl<F: Known<LineFlags>> LineGame<F> {
    /// The rules that are asked at every step.
    #[inline(always)]
    pub(crate) fn flags(&self) -> LineFlags {
        self.flags.value()
    }

    /// The side that a seat scores for.
    pub(crate) fn side(&self, seat: u8) -> usize {
        usize::from(if self.partners { seat % 2 } else { seat })
    }

    pub(crate) fn sides(&self) -> usize {
        if self.partners { 2 } else { self.seats.into() }
    }
}
