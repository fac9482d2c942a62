//! What a search asks of a train game.

use super::{TRAINS, TrainFlags, TrainGame, TrainLegal, TrainMove, TrainState};
use crate::row::{Hand, Row};
use crate::rules::{CoverOrder, DoubleExtra, Known};
use crate::state::{Boneyard, Phase, State, TurnKind};
use crate::tile::Pip;

/// An action that leaves a choice: which one in the lower half, and how good it looks in the upper
/// one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainStep(u32);

impl PartialEq for TrainStep {
    fn eq(&self, other: &Self) -> bool {
        self.0 as u16 == other.0 as u16
    }
}

impl TrainStep {
    const STOP: u32 = 0xFFFF;

    fn lay(train: u8, other: Pip, looks: u32) -> Self {
        Self(looks << 16 | u32::from(train) << 5 | u32::from(other))
    }

    fn made(self) -> TrainMove {
        let code = self.0 & 0xFFFF;
        if code == Self::STOP {
            return TrainMove::Stop;
        }
        TrainMove::Lay {
            train: (code >> 5) as u8,
            other: (code & 31) as Pip,
        }
    }
}

impl<W: Row, const SEATS: usize, F: Known<TrainFlags>> TrainState<W, SEATS, F> {
    /// Carries out passes and draws for as long as there is nothing else to do.
    pub(crate) fn settle(&mut self, game: &TrainGame<F>, boneyard: &mut impl Boneyard) {
        while self.phase == Phase::Playing {
            match self.legal_actions(game) {
                TrainLegal::Draw => self.make(game, TrainMove::Draw, boneyard),
                TrainLegal::Pass => self.pass(game),
                TrainLegal::Plays { .. } => return,
            }
        }
    }

    /// Carries out a step.
    pub(crate) fn step(
        &mut self,
        game: &TrainGame<F>,
        step: TrainStep,
        boneyard: &mut impl Boneyard,
    ) {
        self.make(game, step.made(), boneyard);
    }

    /// The hands.
    pub(crate) fn all_hands(&self) -> &[Hand<W>; SEATS] {
        &self.hands
    }

    /// What tells positions of the same deal apart beside their hands, where the seat on turn has a
    /// choice: neither passes nor a draw that was made matter then, and what lies on the table
    /// follows from the hands and the number of tiles drawn.
    pub(crate) fn shape(&self, game: &TrainGame<F>) -> [u64; 2] {
        let ends = self.ends[..=usize::from(game.seats)].iter();
        let ends = ends.fold(0, |packed, &end| packed << 5 | u64::from(end));
        let must_cover = game.flags().double_extra == DoubleExtra::MustCover;
        let (turn, cover) = match self.turn {
            TurnKind::First => (0, 0),
            TurnKind::Chain => (1, 0),
            TurnKind::Extra if must_cover => (2, self.cover),
            TurnKind::Extra if self.is_bound(game) => (2, 0),
            // Without a double to cover, a free extra play is a turn like any other.
            TurnKind::General | TurnKind::Extra => (3, 0),
        };
        let order = match game.flags().cover_order {
            Some(CoverOrder::Any) => self.open_doubles.trains().into(),
            _ => self.open_doubles.in_order(),
        };
        let started = if game.flags().start_marked {
            0
        } else {
            self.started & !(u16::MAX << game.seats)
        };
        // Nine ends of five bits, and 19 bits more.
        let table = ends << 19
            | u64::from(self.markers) << 11
            | u64::from(self.drawn) << 3
            | u64::from(self.to_play);
        // Ten places of four bits, and 24 bits more.
        let turn = order << 24
            | u64::from(cover) << 20
            | u64::from(started) << 12
            | u64::from(self.owed) << 4
            | turn << 2
            | u64::from(self.last_circuit);
        [table, turn]
    }

    /// Appends the steps that there are, those first that look best.
    pub(crate) fn steps(&self, game: &TrainGame<F>, steps: &mut Vec<TrainStep>) {
        let begin = steps.len();
        let TrainLegal::Plays {
            fits, usable, stop, ..
        } = self.legal_actions(game)
        else {
            return;
        };
        for (train, fits) in (0..).zip(fits) {
            if usable >> train & 1 == 1 {
                self.train_steps(train, fits, steps);
            }
        }
        if stop {
            steps.push(TrainStep(TrainStep::STOP));
        }
        steps[begin..].sort_unstable_by_key(|step| std::cmp::Reverse(step.0));
    }

    /// Heavy tiles look best, and those that another one of the hand can follow.
    fn train_steps(&self, train: u8, fits: W, steps: &mut Vec<TrainStep>) {
        let end = self.ends[usize::from(train) % TRAINS];
        let mut bits = fits.bits();
        while bits != 0 {
            let other = bits.trailing_zeros() as Pip;
            bits &= bits - 1;
            let follows = self.hand().row(other).count();
            let looks = u32::from(end + other) + 8 * follows;
            steps.push(TrainStep::lay(train, other, looks));
        }
    }
}
