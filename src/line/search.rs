//! What a search asks of a line game.

use super::{L, LineGame, LineMove, LineState, R, SpinnerState};
use crate::row::{Hand, Row};
use crate::rules::{InPlay, Known, Spinner};
use crate::state::{Boneyard, Legal, Phase};
use crate::tile::{Pip, Tile};

use super::LineLegal;

/// An action that leaves a choice: which one in the lower half, and how good it looks in the upper
/// one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step(u32);

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.0 as u16 == other.0 as u16
    }
}

impl Step {
    const LEAD: u32 = 1 << 8;
    const DRAW: u32 = 1 << 9;

    fn lead(tile: Tile, looks: u32) -> Self {
        Self(looks << 16 | Self::LEAD | u32::from(tile.index()))
    }

    fn add(arm: usize, other: Pip, looks: u32) -> Self {
        Self(looks << 16 | (arm as u32) << 5 | u32::from(other))
    }

    #[inline(always)]
    fn made(self) -> LineMove {
        let code = self.0 & 0xFFFF;
        if code < Self::LEAD {
            LineMove::Add {
                arm: (code >> 5) as usize,
                other: (code & 31) as Pip,
            }
        } else if code < Self::DRAW {
            LineMove::Lead(Tile::from_index(code as u8))
        } else {
            LineMove::Draw
        }
    }
}

/// How good a play looks that leaves the next seat and the own one so many plays: those first that
/// starve the next seat, then those that leave the own seat plays, then heavy ones.
fn looks(next: u32, own: u32, pips: u32) -> u32 {
    0x4000 + 8 * own + pips - 32 * next
}

impl<W: Row, const SEATS: usize, F: Known<crate::line::LineFlags>> LineState<W, SEATS, F> {
    /// Whether nothing but the tiles and the two ends matters: no arms, no points in play.
    #[inline(always)]
    fn is_plain(game: &LineGame<F>) -> bool {
        game.flags().spinner == Spinner::None && game.flags().in_play == InPlay::None
    }

    /// Carries out passes and draws for as long as there is nothing else to do.
    #[inline(always)]
    pub(crate) fn settle(&mut self, game: &LineGame<F>, boneyard: &mut impl Boneyard) {
        while self.phase == Phase::Playing && self.arms > 0 {
            match self.legal_turn(game) {
                LineLegal::Draw => self.draw(boneyard),
                LineLegal::Pass => self.pass(game),
                _ => return,
            }
        }
    }

    /// Carries out a step.
    #[inline(always)]
    pub(crate) fn step(&mut self, game: &LineGame<F>, step: Step, boneyard: &mut impl Boneyard) {
        use crate::state::State;
        self.make(game, step.made(), boneyard);
    }

    /// What was scored in play since it was asked last, one number a side.
    #[inline(always)]
    pub(crate) fn take_scores(&mut self) -> [u16; SEATS] {
        std::mem::replace(&mut self.scores, [0; SEATS])
    }

    /// The hands.
    #[inline(always)]
    pub(crate) fn all_hands(&self) -> &[Hand<W>; SEATS] {
        &self.hands
    }

    /// How many tiles each seat holds.
    #[inline(always)]
    pub(crate) fn all_held(&self) -> &[u8; SEATS] {
        &self.held
    }

    /// What tells positions apart beside their tiles, where the seat on turn has a choice: the count
    /// of passes does not matter then. `ordered` says that the order of the legal actions matters, too.
    #[inline(always)]
    pub(crate) fn shape(&self, game: &LineGame<F>, ordered: bool) -> u64 {
        let common = u64::from(self.to_play)
            | u64::from(self.drew) << 3
            | u64::from(self.arms) << 4
            | u64::from(self.drawn) << 8;
        let [left, right, ..] = self.ends.map(u64::from);
        if Self::is_plain(game) && !ordered {
            // The line may be seen from behind.
            common | left.min(right) << 16 | left.max(right) << 21
        } else {
            common | self.long_shape() << 16
        }
    }

    fn long_shape(&self) -> u64 {
        let arms = self.ends.iter().zip(&self.shows);
        let arms = arms.fold(0, |packed, (&end, &shows)| {
            // Nothing, a single or a double.
            let halves = u64::from(shows > 0) + u64::from(shows > end);
            packed << 7 | u64::from(end) << 2 | halves
        });
        let spinner = match self.spinner {
            SpinnerState::None => 0,
            SpinnerState::InLine { pip, free } => {
                4 * (1 + u64::from(pip)) + 2 * u64::from(free[L]) + u64::from(free[R])
            }
            SpinnerState::Open => 0x7F,
        };
        arms << 8 | spinner << 1 | u64::from(self.lone_double)
    }

    /// Appends the steps that there are, those first that look best.
    #[inline(always)]
    pub(crate) fn steps(&self, game: &LineGame<F>, steps: &mut Vec<Step>) {
        let begin = steps.len();
        if self.arms == 0 {
            self.lead_steps(game, steps);
        } else if let LineLegal::Plays { fits, draw, .. } = self.legal_turn(game) {
            if Self::is_plain(game) {
                self.plain_steps(game, fits, steps);
            } else {
                for (arm, fits) in fits.into_iter().enumerate() {
                    self.arm_steps(game, arm, fits, steps);
                }
            }
            if draw {
                steps.push(Step(Step::DRAW));
            }
        }
        steps[begin..].sort_unstable_by_key(|step| std::cmp::Reverse(step.0));
    }

    fn lead_steps(&self, game: &LineGame<F>, steps: &mut Vec<Step>) {
        let legal = self.legal_leads(game);
        for k in 0..legal.count() {
            if let LineMove::Lead(tile) = legal.pick(k) {
                steps.push(Step::lead(tile, tile.pips().into()));
            }
        }
    }

    /// Where both ends are alike, one of them stands for both.
    #[inline(always)]
    fn plain_steps(&self, game: &LineGame<F>, fits: [W; 4], steps: &mut Vec<Step>) {
        self.arm_steps(game, L, fits[L], steps);
        if self.ends[L] != self.ends[R] {
            self.arm_steps(game, R, fits[R], steps);
        }
    }

    #[inline(always)]
    fn arm_steps(&self, game: &LineGame<F>, arm: usize, fits: W, steps: &mut Vec<Step>) {
        let end = self.ends[arm];
        let next = (self.to_play + 1) % Self::seats(game);
        let next = &self.hands[usize::from(next) % SEATS];
        let kept = self.ends[arm ^ 1];
        let mut bits = fits.bits();
        while bits != 0 {
            let other = bits.trailing_zeros() as Pip;
            bits &= bits - 1;
            let replies = |hand: &Hand<W>| hand.row(other).count() + hand.row(kept).count();
            let looks = looks(replies(next), replies(self.hand()), (end + other).into());
            steps.push(Step::add(arm, other, looks));
        }
    }
}
