//! The door of a batch: what is the same for all its games is chosen here, once.

use super::{Batch, Instructions, Start};
use crate::deal::DealError;
use crate::dealing::{Dealer, Dealing, Dealt, LazyBoneyard};
use crate::games::Columns;
use crate::line::{LineFlags, LineGame, LineState};
use crate::playout::play_out;
use crate::policy::{Policy, Random};
use crate::random::SeedDice;
use crate::round::Round;
use crate::round::state::AnyState;
use crate::row::{Row, Width};
use crate::rules::{FamilyRules, Known, OfPreset, place_of};
use crate::simd::{Any, Bmi2, HasBmi2, Lockstep, Processor, RowFor, Work};
use crate::state::{Boneyard, Choose, MAX_SEATS, State};
use crate::tile::Tile;
use crate::train::{TrainFlags, TrainGame, TrainState};

/// What plays games of consecutive numbers.
pub(super) trait Player: Sync {
    /// As many as the columns have room for.
    fn play(&self, first: u64, columns: Columns<'_>);
}

/// Where the games of a batch begin.
trait Begin<S: State>: Sync {
    type Boneyard: Boneyard;

    fn begin(&self, game: &S::Game, dice: SeedDice) -> (S, Self::Boneyard);
}

impl<S: Dealt> Begin<S> for Dealer<S::Deck> {
    type Boneyard = LazyBoneyard<S::Deck>;

    #[inline(always)]
    fn begin(&self, game: &S::Game, dice: SeedDice) -> (S, LazyBoneyard<S::Deck>) {
        S::dealt(game, self, dice)
    }
}

/// The position that a round has reached.
struct RoundPosition<'a, S> {
    state: S,
    boneyard: &'a [Tile],
}

impl<'a, S: State> Begin<S> for RoundPosition<'a, S> {
    type Boneyard = &'a [Tile];

    #[inline(always)]
    fn begin(&self, _game: &S::Game, _dice: SeedDice) -> (S, &'a [Tile]) {
        (self.state, self.boneyard)
    }
}

/// Games one after the other.
struct OneByOne<S: Begun, B, P> {
    game: S::Game,
    seed: u64,
    begin: B,
    policy: P,
    processor: S::Processor,
}

/// Consecutive games to be played, by the number of the first.
struct Block<'a, P> {
    player: &'a P,
    first: u64,
    columns: Columns<'a>,
}

impl<S: Begun, B: Begin<S>, P: Choose> Player for OneByOne<S, B, P> {
    fn play(&self, first: u64, columns: Columns<'_>) {
        self.processor.run(Block {
            player: self,
            first,
            columns,
        });
    }
}

impl<S: Begun, B: Begin<S>, P: Choose> Work for Block<'_, OneByOne<S, B, P>> {
    #[inline(always)]
    fn run(self) {
        let player = self.player;
        let game = &player.game;
        for (entry, i) in self.columns.entries(S::sides(game)).zip(0..) {
            let dice = SeedDice::new(player.seed, self.first.wrapping_add(i));
            let (mut state, mut boneyard) = player.begin.begin(game, dice);
            let plies = play_out(
                game,
                &mut state,
                player.policy,
                dice,
                &mut boneyard,
                |_, _| (),
            );
            entry.tell(game, &state, plies);
        }
    }
}

/// Games in step.
struct InStep {
    lockstep: Lockstep,
    seed: u64,
}

impl Player for InStep {
    fn play(&self, first: u64, columns: Columns<'_>) {
        self.lockstep.play(self.seed, first, columns);
    }
}

/// A state that a batch can begin with, dealt or taken over from a round.
trait Begun: Dealt {
    /// The kind of processor that its rows are for.
    type Processor: Processor;

    fn resumed(any: &AnyState) -> Self;
}

impl<W: RowFor, const SEATS: usize, F: Known<LineFlags>> Begun for LineState<W, SEATS, F> {
    type Processor = W::Processor;

    fn resumed(any: &AnyState) -> Self {
        match any {
            AnyState::Line8(_, state) => Self::like(state),
            AnyState::Line16(_, state) => Self::like(state),
            AnyState::Line32(_, state) => Self::like(state),
            _ => unreachable!("a round of the rules' family"),
        }
    }
}

impl<W: RowFor, const SEATS: usize, F: Known<TrainFlags>> Begun for TrainState<W, SEATS, F> {
    type Processor = W::Processor;

    fn resumed(any: &AnyState) -> Self {
        match any {
            AnyState::Train8(_, state) => Self::like(state),
            AnyState::Train16(_, state) => Self::like(state),
            AnyState::Train32(_, state) => Self::like(state),
            _ => unreachable!("a round of the rules' family"),
        }
    }
}

/// The player for a batch.
///
/// # Errors
/// A round that has no engine.
pub(super) fn player<'a>(batch: &Batch<'a>) -> Result<Box<dyn Player + 'a>, DealError> {
    let begin = match batch.start {
        Start::Rules(rules, round) => Beginning::Deals(Dealing::new(rules, round)?),
        Start::Round(round) => Beginning::Round(round),
    };
    let door = Door {
        seed: batch.seed,
        policy: batch.policy,
        instructions: batch.instructions,
        begin,
    };
    let rules = batch.start.rules();
    Ok(match rules.family() {
        FamilyRules::Line(line) => door.lines(&LineGame::new(rules, line)),
        FamilyRules::Train(train) => door.trains(&TrainGame::new(rules, train)),
    })
}

/// What every game of a batch begins with.
#[derive(Clone, Copy)]
enum Beginning<'a> {
    Deals(Dealing),
    Round(&'a Round),
}

/// What the games have in common beside their rules.
#[derive(Clone, Copy)]
struct Door<'a> {
    seed: u64,
    policy: Policy,
    instructions: Instructions,
    begin: Beginning<'a>,
}

/// Runs the same expression for rows of the width that a set needs, on the best that the processor
/// has.
macro_rules! with_rows {
    ($set:expr, $has:expr, |$W:ident, $processor:ident| $body:expr) => {
        match (Width::of($set), $has) {
            (Width::Pips8, Some($processor)) => with_rows!(@ Bmi2<u8>, $W, $body),
            // The decks of these rows end at double-14.
            (Width::Pips16, Some($processor)) if $set <= 14 => with_rows!(@ Bmi2<u16>, $W, $body),
            (Width::Pips16 | Width::Pips32, Some($processor)) => with_rows!(@ Bmi2<u32>, $W, $body),
            (Width::Pips8, None) => with_rows!(@ u8, $W, $body, $processor),
            (Width::Pips16, None) => with_rows!(@ u16, $W, $body, $processor),
            (Width::Pips32, None) => with_rows!(@ u32, $W, $body, $processor),
        }
    };
    (@ $rows:ty, $W:ident, $body:expr $(, $processor:ident)?) => {{
        type $W = $rows;
        $(let $processor = Any;)?
        $body
    }};
}

/// Runs the same expression with the flags of the first of these presets whose flags are equal, as
/// constants.
macro_rules! if_known {
    ($flags:expr, $Flags:ident of [$($preset:literal),+], |$known:ident| $body:expr) => {
        $({
            const PLACE: usize = place_of($preset);
            if $flags == $Flags::of_preset(PLACE) {
                let $known = OfPreset::<PLACE>;
                return $body;
            }
        })+
    };
}

impl<'a> Door<'a> {
    /// Proof of BMI2, where it is there and may be used.
    fn bmi2(self) -> Option<HasBmi2> {
        HasBmi2::detect().filter(|_| self.instructions != Instructions::Portable)
    }

    fn lines(self, game: &LineGame) -> Box<dyn Player + 'a> {
        let in_step = self.policy == Policy::Random && self.instructions == Instructions::Best;
        if in_step
            && let Beginning::Deals(dealing) = self.begin
            && let Some(lockstep) = Lockstep::new(game, dealing)
        {
            let seed = self.seed;
            return Box::new(InStep { lockstep, seed });
        }
        let own_shape = game.set <= u8::LARGEST_SET && game.seats <= 4;
        if own_shape && self.policy == Policy::Random {
            let player = match self.bmi2() {
                Some(processor) => self.line_of_preset::<Bmi2<u8>>(game, processor),
                None => self.line_of_preset::<u8>(game, Any),
            };
            if let Some(player) = player {
                return player;
            }
        }
        with_rows!(game.set, self.bmi2(), |W, processor| match game.seats {
            2 => self.one_by_one::<LineState<W, 2>, _>(*game, self.policy, processor),
            3 | 4 => self.one_by_one::<LineState<W, 4>, _>(*game, self.policy, processor),
            _ => self.one_by_one::<LineState<W, MAX_SEATS>, _>(*game, self.policy, processor),
        })
    }

    /// Random play whose flags are those of a preset.
    fn line_of_preset<W: RowFor>(
        self,
        game: &LineGame,
        processor: W::Processor,
    ) -> Option<Box<dyn Player + 'a>> {
        if_known!(
            game.flags(),
            LineFlags of ["masters-block", "masters-draw", "pagat-draw", "all-fives"],
            |known| Some(self.line_of_known::<W, _>(game.known(known), processor))
        );
        None
    }

    fn line_of_known<W: RowFor, F: Known<LineFlags>>(
        self,
        game: LineGame<F>,
        processor: W::Processor,
    ) -> Box<dyn Player + 'a> {
        match game.seats {
            2 => self.one_by_one::<LineState<W, 2, F>, _>(game, Random, processor),
            _ => self.one_by_one::<LineState<W, 4, F>, _>(game, Random, processor),
        }
    }

    fn trains(self, game: &TrainGame) -> Box<dyn Player + 'a> {
        let own_shape = game.set > u8::LARGEST_SET && game.set <= 14;
        if own_shape && self.policy == Policy::Random {
            let player = match self.bmi2() {
                Some(processor) => self.train_of_preset::<Bmi2<u16>>(game, processor),
                None => self.train_of_preset::<u16>(game, Any),
            };
            if let Some(player) = player {
                return player;
            }
        }
        with_rows!(game.set, self.bmi2(), |W, processor| match game.seats {
            2..=4 => self.one_by_one::<TrainState<W, 4>, _>(*game, self.policy, processor),
            _ => self.one_by_one::<TrainState<W, MAX_SEATS>, _>(*game, self.policy, processor),
        })
    }

    /// Random play whose flags are those of a preset.
    fn train_of_preset<W: RowFor>(
        self,
        game: &TrainGame,
        processor: W::Processor,
    ) -> Option<Box<dyn Player + 'a>> {
        if_known!(
            game.flags(),
            TrainFlags of [
                "masters-mexican-train",
                "masters-mexican-train-strict",
                "masters-mexican-train-reverse",
                "dominos-cc-mexican-train"
            ],
            |known| Some(self.train_of_known::<W, _>(game.known(known), processor))
        );
        None
    }

    fn train_of_known<W: RowFor, F: Known<TrainFlags>>(
        self,
        game: TrainGame<F>,
        processor: W::Processor,
    ) -> Box<dyn Player + 'a> {
        match game.seats {
            2..=4 => self.one_by_one::<TrainState<W, 4, F>, _>(game, Random, processor),
            _ => self.one_by_one::<TrainState<W, MAX_SEATS, F>, _>(game, Random, processor),
        }
    }

    fn one_by_one<S: Begun, P: Choose + 'static>(
        self,
        game: S::Game,
        policy: P,
        processor: S::Processor,
    ) -> Box<dyn Player + 'a> {
        let seed = self.seed;
        match self.begin {
            Beginning::Deals(dealing) => Box::new(OneByOne::<S, _, _> {
                game,
                seed,
                begin: Dealer::new(dealing),
                policy,
                processor,
            }),
            Beginning::Round(round) => Box::new(OneByOne {
                game,
                seed,
                begin: RoundPosition {
                    state: S::resumed(round.state()),
                    boneyard: round.boneyard_as_begun(),
                },
                policy,
                processor,
            }),
        }
    }
}
