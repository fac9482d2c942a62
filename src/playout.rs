//! Random play.

use crate::action::Action;
use crate::random::{Dice, PLAY};
use crate::state::{Boneyard, Legal, Phase, State};

/// Plays a round to its end at random and tells each action; how many there were.
#[inline(always)]
pub(crate) fn play_out<S: State>(
    game: &S::Game,
    state: &mut S,
    dice: &mut impl Dice,
    boneyard: &mut impl Boneyard,
    mut tell: impl FnMut(Action),
) -> u32 {
    let (mut actions, mut choices) = (0, 0);
    while state.phase() == Phase::Playing {
        let legal = state.legal(game);
        let k = match legal.count() {
            1 => 0,
            n => dice.die(PLAY, choices, n),
        };
        let action = legal.nth(k);
        state.play(game, action, boneyard);
        tell(action);
        actions += 1;
        // A forced draw is no choice: it shifts no later die.
        choices += u32::from(!legal.only_draw());
    }
    actions
}
