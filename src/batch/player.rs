//! The door of a batch: what is the same for all its games is chosen here, once.

use super::Start;
use super::dealing::{Dealer, Dealing, Dealt, LazyBoneyard};
use super::games::{Columns, NOBODY};
use crate::deal::DealError;
use crate::line::{LineFlags, LineGame, LineState};
use crate::playout::play_out;
use crate::policy::{Policy, Random};
use crate::random::SeedDice;
use crate::round::state::with_state;
use crate::row::{Row, Width};
use crate::rules::{FamilyRules, Known, OfPreset, place_of};
use crate::simd::{Any, Bmi2, HasBmi2, Processor, Work};
use crate::state::{Boneyard, Choose, MAX_SEATS, Phase, State};
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

/// The position of a round.
struct Standing<'a, S> {
    state: S,
    boneyard: &'a [Tile],
}

impl<'a, S: State> Begin<S> for Standing<'a, S> {
    type Boneyard = &'a [Tile];

    #[inline(always)]
    fn begin(&self, _game: &S::Game, _dice: SeedDice) -> (S, &'a [Tile]) {
        (self.state, self.boneyard)
    }
}

/// Games one after the other.
struct OneByOne<S: State, B, P, C> {
    game: S::Game,
    seed: u64,
    begin: B,
    policy: P,
    processor: C,
}

/// Room for consecutive games, and the number of the first.
struct Games<'a, P>(&'a P, u64, Columns<'a>);

impl<S: State, B: Begin<S>, P: Choose, C: Processor> Player for OneByOne<S, B, P, C> {
    fn play(&self, first: u64, columns: Columns<'_>) {
        self.processor.run(Games(self, first, columns));
    }
}

impl<S: State, B: Begin<S>, P: Choose, C: Processor> Work for Games<'_, OneByOne<S, B, P, C>> {
    #[inline(always)]
    fn run(self) {
        let Games(player, first, columns) = self;
        let game = &player.game;
        let points = columns.points.chunks_exact_mut(S::sides(game));
        let ends = columns.winner.iter_mut().zip(columns.reason);
        let rows = points.zip(ends).zip(columns.plies).zip(0..);
        for (((points, (winner, reason)), plies), i) in rows {
            let dice = SeedDice::new(player.seed, first.wrapping_add(i));
            let (mut state, mut boneyard) = player.begin.begin(game, dice);
            *plies = play_out(
                game,
                &mut state,
                player.policy,
                dice,
                &mut boneyard,
                |_, _| (),
            ) as u16;
            let score = state.score(game);
            for (points, &won) in points.iter_mut().zip(&score.points) {
                *points = won as i16;
            }
            *winner = score.winner.map_or(NOBODY, u8::cast_signed);
            *reason = u8::from(state.phase() == Phase::Blocked);
        }
    }
}

/// The player for a start.
///
/// # Errors
/// A round that has no engine.
pub(super) fn player(
    start: Start<'_>,
    seed: u64,
    policy: Policy,
) -> Result<Box<dyn Player + '_>, DealError> {
    match start {
        Start::Rules(rules, round) => {
            let dealing = Dealing::new(rules, round)?;
            let batch = Batch {
                seed,
                policy,
                dealing,
            };
            Ok(match rules.family() {
                FamilyRules::Line(line) => batch.lines(&LineGame::new(rules, line)),
                FamilyRules::Train(train) => batch.trains(&TrainGame::new(rules, train)),
            })
        }
        Start::Round(round) => {
            let boneyard = round.boneyard_as_begun();
            Ok(with_state!(round.state(), |game, state| Box::new(
                OneByOne {
                    game: *game,
                    seed,
                    begin: Standing {
                        state: *state,
                        boneyard
                    },
                    policy,
                    processor: Any,
                }
            )))
        }
    }
}

/// A batch of fresh deals.
#[derive(Clone, Copy)]
struct Batch {
    seed: u64,
    policy: Policy,
    dealing: Dealing,
}

/// Runs the same expression for rows of the width that a set needs, on the best that the processor
/// has.
macro_rules! with_rows {
    ($set:expr, |$W:ident, $processor:ident| $body:expr) => {
        match (Width::of($set), HasBmi2::detect()) {
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

impl Batch {
    fn lines(self, game: &LineGame) -> Box<dyn Player> {
        let own_shape = game.set <= u8::LARGEST_SET && game.seats <= 4;
        if own_shape && self.policy == Policy::Random {
            let player = match HasBmi2::detect() {
                Some(processor) => self.line_of_preset::<Bmi2<u8>, _>(game, processor),
                None => self.line_of_preset::<u8, _>(game, Any),
            };
            if let Some(player) = player {
                return player;
            }
        }
        with_rows!(game.set, |W, processor| match game.seats {
            2 => self.dealt::<LineState<W, 2>, _, _>(*game, self.policy, processor),
            3 | 4 => self.dealt::<LineState<W, 4>, _, _>(*game, self.policy, processor),
            _ => self.dealt::<LineState<W, MAX_SEATS>, _, _>(*game, self.policy, processor),
        })
    }

    /// Random play whose flags are those of a preset.
    fn line_of_preset<W: Row, C: Processor + 'static>(
        self,
        game: &LineGame,
        processor: C,
    ) -> Option<Box<dyn Player>> {
        if_known!(
            game.flags(),
            LineFlags of ["masters-block", "masters-draw", "pagat-draw", "all-fives"],
            |known| Some(self.line_of_known::<W, _, _>(game.known(known), processor))
        );
        None
    }

    fn line_of_known<W: Row, F: Known<LineFlags>, C: Processor + 'static>(
        self,
        game: LineGame<F>,
        processor: C,
    ) -> Box<dyn Player> {
        match game.seats {
            2 => self.dealt::<LineState<W, 2, F>, _, _>(game, Random, processor),
            _ => self.dealt::<LineState<W, 4, F>, _, _>(game, Random, processor),
        }
    }

    fn trains(self, game: &TrainGame) -> Box<dyn Player> {
        let own_shape = game.set > u8::LARGEST_SET && game.set <= 14;
        if own_shape && self.policy == Policy::Random {
            let player = match HasBmi2::detect() {
                Some(processor) => self.train_of_preset::<Bmi2<u16>, _>(game, processor),
                None => self.train_of_preset::<u16, _>(game, Any),
            };
            if let Some(player) = player {
                return player;
            }
        }
        with_rows!(game.set, |W, processor| match game.seats {
            2..=4 => self.dealt::<TrainState<W, 4>, _, _>(*game, self.policy, processor),
            _ => self.dealt::<TrainState<W, MAX_SEATS>, _, _>(*game, self.policy, processor),
        })
    }

    /// Random play whose flags are those of a preset.
    fn train_of_preset<W: Row, C: Processor + 'static>(
        self,
        game: &TrainGame,
        processor: C,
    ) -> Option<Box<dyn Player>> {
        if_known!(
            game.flags(),
            TrainFlags of [
                "masters-mexican-train",
                "masters-mexican-train-strict",
                "masters-mexican-train-reverse",
                "dominos-cc-mexican-train"
            ],
            |known| Some(self.train_of_known::<W, _, _>(game.known(known), processor))
        );
        None
    }

    fn train_of_known<W: Row, F: Known<TrainFlags>, C: Processor + 'static>(
        self,
        game: TrainGame<F>,
        processor: C,
    ) -> Box<dyn Player> {
        match game.seats {
            2..=4 => self.dealt::<TrainState<W, 4, F>, _, _>(game, Random, processor),
            _ => self.dealt::<TrainState<W, MAX_SEATS, F>, _, _>(game, Random, processor),
        }
    }

    fn dealt<S: Dealt, P: Choose + 'static, C: Processor + 'static>(
        self,
        game: S::Game,
        policy: P,
        processor: C,
    ) -> Box<dyn Player> {
        Box::new(OneByOne::<S, _, _, _> {
            game,
            seed: self.seed,
            begin: Dealer::new(self.dealing),
            policy,
            processor,
        })
    }
}
