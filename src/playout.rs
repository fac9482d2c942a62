//! Playing a round to its end.

use crate::action::Action;
use crate::policy::Choose;
use crate::random::{Dice, PLAY, Throws};
use crate::state::{Boneyard, Legal, Phase, State};

/// Plays a round to its end by a policy and tells each action; how many there were.
#[inline(always)]
pub(crate) fn play_out<S: State>(
    game: &S::Game,
    state: &mut S,
    policy: impl Choose,
    dice: impl Dice,
    boneyard: &mut impl Boneyard,
    mut tell: impl FnMut(Action),
) -> u32 {
    let mut throws = dice.throws(PLAY);
    let mut actions = 0;
    while state.phase() == Phase::Playing {
        let legal = state.legal(game);
        let k = policy.choose(&legal, state.last_to_play(), &mut throws);
        let action = legal.nth(k);
        state.play(game, action, boneyard);
        tell(action);
        actions += 1;
        // A forced draw is no choice: it shifts no later die.
        if !legal.only_draw() {
            throws.advance();
        }
    }
    actions
}
