//! The door of a batch: what is the same for all its games is chosen here, once.

use super::Start;
use super::dealing::{Dealing, Dealt, LazyBoneyard};
use super::games::{Columns, NOBODY};
use crate::deal::DealError;
use crate::line::{LineGame, LineState};
use crate::observation::Observed;
use crate::playout::play_out;
use crate::policy::{Choose, Policy, Random};
use crate::random::SeedDice;
use crate::round::state::with_state;
use crate::row::{Row, Width};
use crate::rules::{FamilyRules, Rules};
use crate::state::{Boneyard, MAX_SEATS, Phase, State};
use crate::tile::Tile;
use crate::train::{TrainGame, TrainState};

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

impl<S: Dealt> Begin<S> for Dealing {
    type Boneyard = LazyBoneyard;

    #[inline(always)]
    fn begin(&self, game: &S::Game, dice: SeedDice) -> (S, LazyBoneyard) {
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
struct OneByOne<S: State, B, P> {
    game: S::Game,
    seed: u64,
    begin: B,
    policy: P,
}

impl<S: State, B: Begin<S>, P: Choose> Player for OneByOne<S, B, P> {
    fn play(&self, first: u64, columns: Columns<'_>) {
        for i in 0..columns.len() {
            let dice = SeedDice::new(self.seed, first.wrapping_add(i as u64));
            let (mut state, mut boneyard) = self.begin.begin(&self.game, dice);
            let plies = play_out(
                &self.game,
                &mut state,
                self.policy,
                dice,
                &mut boneyard,
                |_| (),
            );
            let score = state.score(&self.game);
            let points = &mut columns.points[i * columns.sides..][..columns.sides];
            for (points, &won) in points.iter_mut().zip(&score.points) {
                *points = won as i16;
            }
            columns.winner[i] = score.winner.map_or(NOBODY, u8::cast_signed);
            columns.reason[i] = u8::from(state.phase() == Phase::Blocked);
            columns.plies[i] = plies as u16;
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
    let batch = Batch { seed, policy };
    match start {
        Start::Rules(rules, round) => {
            let dealing = Dealing::new(rules, round)?;
            Ok(match rules.family() {
                FamilyRules::Line(line) => {
                    batch.dealt::<Lines>(rules, LineGame::new(rules, line), dealing)
                }
                FamilyRules::Train(train) => {
                    batch.dealt::<Trains>(rules, TrainGame::new(rules, train), dealing)
                }
            })
        }
        Start::Round(round) => {
            let boneyard = round.boneyard_as_begun();
            Ok(with_state!(round.state(), |game, state| batch.one_by_one(
                *game,
                Standing {
                    state: *state,
                    boneyard,
                }
            )))
        }
    }
}

/// The states of one family, by the width of a row and the number of hands.
pub(crate) trait Family {
    type Game;
    type State<W: Row, const SEATS: usize>: Dealt<Game = Self::Game> + Observed;
}

pub(crate) struct Lines;

impl Family for Lines {
    type Game = LineGame;
    type State<W: Row, const SEATS: usize> = LineState<W, SEATS>;
}

pub(crate) struct Trains;

impl Family for Trains {
    type Game = TrainGame;
    type State<W: Row, const SEATS: usize> = TrainState<W, SEATS>;
}

/// What the games of a batch have in common beside their start.
struct Batch {
    seed: u64,
    policy: Policy,
}

impl Batch {
    /// Chooses the width of a row.
    fn dealt<'a, F: Family>(
        &self,
        rules: &Rules,
        game: F::Game,
        dealing: Dealing,
    ) -> Box<dyn Player + 'a> {
        match Width::of(rules.set()) {
            Width::Pips8 => self.seated::<F, u8>(rules, game, dealing),
            Width::Pips16 => self.seated::<F, u16>(rules, game, dealing),
            Width::Pips32 => self.seated::<F, u32>(rules, game, dealing),
        }
    }

    /// Chooses the number of hands.
    fn seated<'a, F: Family, W: Row>(
        &self,
        rules: &Rules,
        game: F::Game,
        dealing: Dealing,
    ) -> Box<dyn Player + 'a> {
        match rules.players() {
            2 => self.one_by_one::<F::State<W, 2>, _>(game, dealing),
            3 | 4 => self.one_by_one::<F::State<W, 4>, _>(game, dealing),
            _ => self.one_by_one::<F::State<W, MAX_SEATS>, _>(game, dealing),
        }
    }

    fn one_by_one<'a, S: State, B: Begin<S> + 'a>(
        &self,
        game: S::Game,
        begin: B,
    ) -> Box<dyn Player + 'a> {
        let seed = self.seed;
        match self.policy {
            Policy::Random => Box::new(OneByOne::<S, _, _> {
                game,
                seed,
                begin,
                policy: Random,
            }),
            policy => Box::new(OneByOne::<S, _, _> {
                game,
                seed,
                begin,
                policy,
            }),
        }
    }
}
