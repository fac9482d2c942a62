//! Playing a round to its end.

use crate::random::{Dice, PLAY, Throws};
use crate::state::{Boneyard, Choose, Phase, State};

/// Plays a round to its end by a policy and tells each action before it is played; how many there were.
#[inline(always)]
pub(crate) fn play_out<S: State>(
    game: &S::Game,
    state: &mut S,
    policy: impl Choose,
    dice: impl Dice,
    boneyard: &mut impl Boneyard,
    mut tell: impl FnMut(&S, S::Move),
) -> u32 {
    let mut throws = dice.throws(PLAY);
    let mut actions = 0;
    while state.phase() == Phase::Playing {
        actions += 1;
        // A forced draw is no choice: it shifts no later die.
        if !state.ply(game, policy, &mut throws, boneyard, &mut tell) {
            throws.advance();
        }
    }
    actions
}
