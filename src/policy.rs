//! What chooses among legal actions in a playout; docs/playouts.md tells each exactly.

use std::cmp::Reverse;

use crate::action::{Action, Place};
use crate::random::Throws;
use crate::rules::{FamilyRules, Rules};
use crate::state::{Choose, Legal};

crate::rules::choices! {
    /// A way to choose.
    Policy {
        /// Any legal action.
        Random = "random",
        /// The action that lays the tile with the most pips.
        Heaviest = "heaviest",
        /// In train games: any action on the own train, else any legal action.
        OwnFirst = "own-first",
    }
}

impl Policy {
    /// Whether the policy means something in games with these rules.
    pub fn suits(self, rules: &Rules) -> bool {
        self != Self::OwnFirst || matches!(rules.family(), FamilyRules::Train(_))
    }
}

/// [`Policy::Random`], known when it is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Random;

impl Choose for Random {
    #[inline(always)]
    fn choose(self, legal: &impl Legal, _seat: u8, throws: &mut impl Throws) -> u32 {
        if legal.is_forced() {
            return 0;
        }
        // The die of a single action shows 0, whatever it is.
        throws.shown(legal.count())
    }
}

impl Choose for Policy {
    #[inline(always)]
    fn choose(self, legal: &impl Legal, seat: u8, throws: &mut impl Throws) -> u32 {
        match self {
            Self::Random => Random.choose(legal, seat, throws),
            Self::Heaviest => heaviest(legal),
            Self::OwnFirst => {
                let own = legal.on_train(seat);
                if own.is_empty() {
                    Random.choose(legal, seat, throws)
                } else {
                    own.start + throws.shown(own.end - own.start)
                }
            }
        }
    }
}

fn heaviest(legal: &impl Legal) -> u32 {
    let rank = |&k: &u32| {
        let action = legal.nth(k);
        (pips(action), Reverse(order(action)))
    };
    (0..legal.count()).max_by_key(rank).unwrap_or_default()
}

/// The pips of the tile that an action lays.
fn pips(action: Action) -> Option<u8> {
    match action {
        Action::Lead(tile) | Action::Play(tile, _) => Some(tile.pips()),
        Action::Draw | Action::Pass | Action::Stop => None,
    }
}

/// Sorts actions of one kind of game as their numbers do.
fn order(action: Action) -> (u8, u8) {
    match action {
        Action::Lead(tile) => (tile.index(), 0),
        Action::Play(tile, Place::L) => (tile.index(), 1),
        Action::Play(tile, Place::R) => (tile.index(), 2),
        Action::Play(tile, Place::N) => (tile.index(), 3),
        Action::Play(tile, Place::S) => (tile.index(), 4),
        Action::Play(tile, Place::Train(seat)) => (tile.index(), seat),
        Action::Play(tile, Place::M) => (tile.index(), u8::MAX),
        Action::Draw => (0, 0),
        Action::Pass => (0, 1),
        Action::Stop => (0, 2),
    }
}
