//! Many rounds in step, for programs that learn; docs/playouts.md says what is told of each.

use std::collections::TryReserveError;

use crate::action::{Action, ActionSpace};
use crate::deal::DealError;
use crate::dealing::{Dealer, Dealing, Dealt, LazyBoneyard};
use crate::line::{LineGame, LineState};
use crate::observation::{Observed, Witness, observation_size};
use crate::random::SeedDice;
use crate::refusal::RefusalCode;
use crate::row::{Row, Width};
use crate::rules::{FamilyRules, Rules};
use crate::state::{Legal, MAX_SEATS, Phase};
use crate::train::{TrainGame, TrainState};

/// How many numbers a slot has in the columns that are not one number wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// In [`Columns::legal_mask`], one an action number.
    pub num_actions: usize,
    /// In [`Columns::observation`].
    pub observation_size: usize,
    /// In [`Columns::rewards`], one a side.
    pub sides: usize,
}

impl Widths {
    /// The widths under these rules.
    pub fn of(rules: &Rules) -> Self {
        Self {
            num_actions: rules.action_space().count(),
            observation_size: observation_size(rules),
            sides: rules.sides().into(),
        }
    }
}

/// What is told of all slots, one slot after the other.
#[derive(Debug)]
pub struct Columns<'a> {
    /// The seat on turn.
    pub to_play: &'a mut [i8],
    /// 1 for each legal action.
    pub legal_mask: &'a mut [u8],
    /// What the seat on turn sees.
    pub observation: &'a mut [i16],
    /// What each side scored by the last step.
    pub rewards: &'a mut [i16],
    /// 1 where the last step ended the round.
    pub done: &'a mut [u8],
    /// The number of the game.
    pub game: &'a mut [u64],
}

/// What is told of one slot.
struct Cells<'a> {
    to_play: &'a mut i8,
    legal_mask: &'a mut [u8],
    observation: &'a mut [i16],
    rewards: &'a mut [i16],
    done: &'a mut u8,
    game: &'a mut u64,
}

impl Columns<'_> {
    #[inline(always)]
    fn slot(&mut self, slot: usize, widths: &Widths) -> Cells<'_> {
        fn cells<T>(column: &mut [T], slot: usize, width: usize) -> &mut [T] {
            &mut column[slot * width..][..width]
        }
        Cells {
            to_play: &mut self.to_play[slot],
            legal_mask: cells(self.legal_mask, slot, widths.num_actions),
            observation: cells(self.observation, slot, widths.observation_size),
            rewards: cells(self.rewards, slot, widths.sides),
            done: &mut self.done[slot],
            game: &mut self.game[slot],
        }
    }
}

/// An action that is not legal in its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalSlot {
    /// The first slot with such an action.
    pub slot: usize,
    /// None for a number that no action has.
    pub action: Option<Action>,
    /// Why it is not legal.
    pub code: RefusalCode,
    /// What is, in the order that random play counts it.
    pub legal: Vec<Action>,
}

/// Why rounds cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// The round has no engine.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// They do not fit into memory.
    #[error("not enough memory for the rounds")]
    Memory(#[from] TryReserveError),
}

/// Rounds in step. A slot whose round has ended goes on with the next game.
pub struct VectorRound(Box<dyn Slots>);

impl VectorRound {
    /// Games 0 to `n - 1` of the seed, each dealt as a round of number `round`.
    ///
    /// # Errors
    /// A round that has no engine, and more rounds than memory holds.
    pub fn new(rules: &Rules, n: usize, seed: u64, round: u32) -> Result<Self, VectorError> {
        let door = Door {
            rules,
            n,
            seed,
            dealing: Dealing::new(rules, round)?,
        };
        let slots = match rules.family() {
            FamilyRules::Line(line) => door.open::<Lines>(LineGame::new(rules, line)),
            FamilyRules::Train(train) => door.open::<Trains>(TrainGame::new(rules, train)),
        };
        Ok(Self(slots?))
    }

    /// Tells of every slot as it is before the first step. Every column has the length that the number
    /// of slots and the [`Widths`] ask for.
    ///
    /// # Panics
    /// When one is shorter.
    pub fn show(&self, columns: &mut Columns<'_>) {
        self.0.show(columns);
    }

    /// Plays one action a slot, given by their numbers, and tells what has come of it. `columns` holds
    /// what was told last.
    ///
    /// # Errors
    /// An action that is not legal; then nothing is played.
    ///
    /// # Panics
    /// When there are fewer actions than slots, and as for [`VectorRound::show`]. Columns that do not
    /// hold what was told last may let an action pass that is not legal, which may panic as well.
    pub fn step(&mut self, actions: &[i64], columns: &mut Columns<'_>) -> Result<(), IllegalSlot> {
        self.0.step(actions, columns)
    }
}

/// The slots of one kind of state.
trait Slots: Send + Sync {
    fn show(&self, columns: &mut Columns<'_>);
    fn step(&mut self, actions: &[i64], columns: &mut Columns<'_>) -> Result<(), IllegalSlot>;
}

/// The states of one family, by the width of a row and the number of hands.
trait Family {
    type Game;
    type State<W: Row, const SEATS: usize>: Dealt<Game = Self::Game> + Observed;
}

struct Lines;

impl Family for Lines {
    type Game = LineGame;
    type State<W: Row, const SEATS: usize> = LineState<W, SEATS>;
}

struct Trains;

impl Family for Trains {
    type Game = TrainGame;
    type State<W: Row, const SEATS: usize> = TrainState<W, SEATS>;
}

/// What is chosen once for all slots.
struct Door<'a> {
    rules: &'a Rules,
    n: usize,
    seed: u64,
    dealing: Dealing,
}

impl Door<'_> {
    /// Chooses the width of a row.
    fn open<F: Family>(&self, game: F::Game) -> Result<Box<dyn Slots>, TryReserveError> {
        match Width::of(self.rules.set()) {
            Width::Pips8 => self.seated::<F, u8>(game),
            Width::Pips16 => self.seated::<F, u16>(game),
            Width::Pips32 => self.seated::<F, u32>(game),
        }
    }

    /// Chooses the number of hands.
    fn seated<F: Family, W: Row>(&self, game: F::Game) -> Result<Box<dyn Slots>, TryReserveError> {
        match self.rules.players() {
            2 => self.slots::<F::State<W, 2>>(game),
            3 | 4 => self.slots::<F::State<W, 4>>(game),
            _ => self.slots::<F::State<W, MAX_SEATS>>(game),
        }
    }

    fn slots<S: Dealt + Observed>(&self, game: S::Game) -> Result<Box<dyn Slots>, TryReserveError> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(self.n)?;
        let deal = Deals {
            game,
            dealer: Dealer::new(self.dealing),
            seed: self.seed,
        };
        slots.extend((0..self.n as u64).map(|number| deal.slot(number)));
        let space = self.rules.action_space();
        Ok(Box::new(AllSlots::<S> {
            actions: (0..space.count())
                .filter_map(|index| space.action(index))
                .collect(),
            space,
            widths: Widths::of(self.rules),
            deals: deal,
            slots,
        }))
    }
}

/// Where the rounds of all slots come from.
struct Deals<S: Dealt> {
    game: S::Game,
    dealer: Dealer<S::Deck>,
    seed: u64,
}

impl<S: Dealt + Observed> Deals<S> {
    fn slot(&self, number: u64) -> Slot<S> {
        let dice = SeedDice::new(self.seed, number);
        let (state, boneyard) = S::dealt(&self.game, &self.dealer, dice);
        Slot {
            witness: Witness::new(state.engine()),
            state,
            boneyard,
            number,
        }
    }
}

/// A round in progress.
struct Slot<S: Dealt> {
    state: S,
    boneyard: LazyBoneyard<S::Deck>,
    witness: Witness,
    /// Of its game.
    number: u64,
}

/// Where to look a number up; where nothing is for one that no action has.
fn place(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

struct AllSlots<S: Dealt> {
    deals: Deals<S>,
    space: ActionSpace,
    /// Every action by its number.
    actions: Vec<Action>,
    widths: Widths,
    slots: Vec<Slot<S>>,
}

impl<S: Dealt + Observed> AllSlots<S> {
    /// Looks whether every action is legal.
    fn check(&self, actions: &[i64], legal_mask: &[u8]) -> Result<(), IllegalSlot> {
        let masks = legal_mask.chunks_exact(self.widths.num_actions);
        let is_legal = |(mask, &number): (&[u8], &i64)| mask.get(place(number)) == Some(&1);
        match masks.zip(actions).position(|slot| !is_legal(slot)) {
            None => Ok(()),
            Some(slot) => Err(self.illegal(slot, actions[slot])),
        }
    }

    #[cold]
    fn illegal(&self, slot: usize, number: i64) -> IllegalSlot {
        let (game, state) = (&self.deals.game, &self.slots[slot].state);
        let action = self.actions.get(place(number)).copied();
        let legal = state.legal(game);
        IllegalSlot {
            slot,
            action,
            code: action.map_or(RefusalCode::Unreadable, |action| state.refuse(game, action)),
            legal: (0..legal.count()).map(|k| legal.nth(k)).collect(),
        }
    }
}

impl<S: Dealt + Observed> Slot<S> {
    /// Plays a legal action and tells what each side scored by it; whether it ended the round.
    #[inline(always)]
    fn play(&mut self, game: &S::Game, action: Action, rewards: &mut [i16]) -> bool {
        for (side, reward) in rewards.iter_mut().enumerate() {
            *reward = -self.state.scored(side);
        }
        self.witness.see(game, &self.state, action);
        self.state.play(game, action, &mut self.boneyard);
        let ended = self.state.phase() != Phase::Playing;
        if ended {
            let points = self.state.score(game).points;
            for (reward, points) in rewards.iter_mut().zip(points) {
                *reward += if S::PENALTIES { -points } else { points } as i16;
            }
        } else {
            for (side, reward) in rewards.iter_mut().enumerate() {
                *reward += self.state.scored(side);
            }
        }
        ended
    }

    /// Tells what is so now; the round goes on.
    #[inline(always)]
    fn show(&self, game: &S::Game, space: ActionSpace, cells: &mut Cells<'_>) {
        let seat = self.state.last_to_play();
        *cells.to_play = seat.cast_signed();
        *cells.game = self.number;
        cells.legal_mask.fill(0);
        let legal = self.state.legal(game);
        for k in 0..legal.count() {
            if let Some(index) = space.index(legal.nth(k)) {
                cells.legal_mask[index] = 1;
            }
        }
        self.witness
            .observe(game, &self.state, seat, cells.observation);
    }
}

impl<S: Dealt + Observed> Slots for AllSlots<S> {
    fn show(&self, columns: &mut Columns<'_>) {
        columns.rewards.fill(0);
        columns.done.fill(0);
        for (number, slot) in self.slots.iter().enumerate() {
            let mut cells = columns.slot(number, &self.widths);
            slot.show(&self.deals.game, self.space, &mut cells);
        }
    }

    fn step(&mut self, actions: &[i64], columns: &mut Columns<'_>) -> Result<(), IllegalSlot> {
        self.check(actions, columns.legal_mask)?;
        let n = self.slots.len() as u64;
        for (at, slot) in self.slots.iter_mut().enumerate() {
            let mut cells = columns.slot(at, &self.widths);
            let action = self.actions[place(actions[at])];
            let ended = slot.play(&self.deals.game, action, cells.rewards);
            *cells.done = ended.into();
            if ended {
                *slot = self.deals.slot(slot.number.wrapping_add(n));
            }
            slot.show(&self.deals.game, self.space, &mut cells);
        }
        Ok(())
    }
}
