//! Train games: Mexican Train. The files follow the rules: the table, the engine and what a turn
//! leaves behind here, what a turn may do in `turn`, open doubles in `doubles`, beginning from a
//! position in `set_up`, what a search asks in `search`.

mod doubles;
mod game;
mod observe;
mod search;
mod set_up;
mod turn;

use std::array;
use std::marker::PhantomData;
use std::mem;

use crate::action::{Action, Place};
use crate::random::Throws;
use crate::refusal::RefusalCode;
use crate::row::{Hand, Row};
use crate::rules::{DoubleExtra, FirstTurn, Known, TrainBlock, TrainDraw};
use crate::state::{
    Boneyard, Choose, MAX_SEATS, Phase, Score, Standing, State, Table, TrainEnd, TrainTable,
    TurnKind, play_one_of,
};
use crate::tile::{Pip, Tile};
use doubles::OpenDoubles;

pub(crate) use game::{TrainFlags, TrainGame};
pub(crate) use search::TrainStep;
pub(crate) use turn::TrainLegal;

/// Room for the trains of eight seats and the Mexican Train: a power of two, so that a number can be
/// masked and need not be checked.
const TRAINS: usize = 16;

/// Room for the pips of every set, in the same way.
const PIPS: usize = 32;

/// An action of a train game as its state carries it out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TrainMove {
    /// A tile that fits the open end of the train; its other half becomes the new one.
    Lay {
        train: u8,
        other: Pip,
    },
    Draw,
    Pass,
    Stop,
}

impl TrainMove {
    /// The action as it is written, in a game of that many seats, where the trains end so.
    fn written(self, seats: u8, ends: &[Pip; TRAINS]) -> Action {
        match self {
            Self::Lay { train, other } => {
                let place = if train == seats {
                    Place::M
                } else {
                    Place::Train(train)
                };
                Action::Play(Tile::new(ends[usize::from(train)], other), place)
            }
            Self::Draw => Action::Draw,
            Self::Pass => Action::Pass,
            Self::Stop => Action::Stop,
        }
    }
}

/// A position of a train game of up to `SEATS` seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainState<W: Row, const SEATS: usize, F = TrainFlags> {
    flags: PhantomData<F>,
    hands: [Hand<W>; SEATS],
    held: [u8; SEATS],
    ends: [Pip; TRAINS],
    /// Bit `t`: train `t` holds a tile.
    started: u16,
    /// Bit `s`: the marker of seat `s` is up.
    markers: u8,
    /// Bit `s`: seat `s` is owed its first turn.
    owed: u8,
    /// Whether a seat went out in its first turn and the others still have theirs.
    last_circuit: bool,
    /// Kept under `cover_duty` only, without dead doubles where they are exempt.
    open_doubles: OpenDoubles,
    /// How many tiles that show a pip lie on the table, doubles left out. Kept under `exempt` only.
    laid: [u8; PIPS],
    engine: Pip,
    turn: TurnKind,
    /// The train that the extra play must go to. Kept under `must_cover` only.
    cover: u8,
    /// Whether a draw was made for the play that is required now.
    drew: bool,
    to_play: u8,
    passes: u8,
    drawn: u8,
    /// What is left in the boneyard.
    left: u8,
    phase: Phase,
}

impl<W: Row, const SEATS: usize, F: Known<TrainFlags>> TrainState<W, SEATS, F> {
    /// The state after the deal and the laying of the engine. `set_aside` is the engine that was
    /// taken out before the deal, if the rules do so.
    #[inline(always)]
    pub(crate) fn new(
        game: &TrainGame<F>,
        hands: [Hand<W>; SEATS],
        hand_size: u8,
        tiles_in_boneyard: u8,
        boneyard: &mut impl Boneyard,
        set_aside: Option<Tile>,
        first_seat: u8,
    ) -> Self {
        let held = |seat| u8::from(seat < usize::from(game.seats)) * hand_size;
        let mut state = Self {
            flags: PhantomData,
            hands,
            held: array::from_fn(held),
            ends: [0; TRAINS],
            started: 0,
            markers: 0,
            owed: 0,
            last_circuit: false,
            open_doubles: OpenDoubles::NONE,
            laid: [0; PIPS],
            engine: 0,
            turn: TurnKind::General,
            cover: 0,
            drew: false,
            to_play: first_seat,
            passes: 0,
            drawn: 0,
            left: tiles_in_boneyard,
            phase: Phase::Playing,
        };
        state.engine = match set_aside {
            Some(tile) => tile.low(),
            None => state.find_engine(game, boneyard),
        };
        state.ends = [state.engine; TRAINS];
        if game.flags().first_turn == FirstTurn::Chain {
            state.owed = u8::MAX >> (8 - game.seats);
        }
        state.begin_turn(game);
        state
    }

    /// `engine = highest_double`: the seat with the highest double lays it, and the seat to its
    /// left is first. Without any double, seats draw one tile each in turn until one is drawn.
    #[inline(always)]
    fn find_engine(&mut self, game: &TrainGame<F>, boneyard: &mut impl Boneyard) -> Pip {
        let held = (0..game.seats)
            .filter_map(|seat| Some((self.hands[usize::from(seat)].highest_double()?, seat)))
            .max();
        let (engine, seat) = held.unwrap_or_else(|| {
            loop {
                let tile = self.take(boneyard);
                if tile.is_double() {
                    break (tile.low(), self.to_play);
                }
                self.to_play = (self.to_play + 1) % game.seats;
            }
        });
        self.to_play = seat;
        self.give(engine, engine);
        self.to_play = (seat + 1) % game.seats;
        engine
    }

    /// The seat on turn, which needs no check: there is room for a power of two.
    #[inline(always)]
    fn seat(&self) -> usize {
        usize::from(self.to_play) % SEATS
    }

    /// The seat on turn and its train, as one bit.
    #[inline(always)]
    fn seat_bit(&self) -> u32 {
        1 << self.to_play
    }

    #[inline(always)]
    fn hand(&self) -> &Hand<W> {
        &self.hands[self.seat()]
    }

    #[inline(always)]
    fn in_chain(&self, game: &TrainGame<F>) -> bool {
        game.flags().first_turn == FirstTurn::Chain
            && matches!(self.turn, TurnKind::First | TurnKind::Chain)
    }

    /// The seat on turn takes the first tile of the boneyard.
    #[inline(always)]
    fn take(&mut self, boneyard: &mut impl Boneyard) -> Tile {
        let tile = boneyard.tile(self.drawn);
        let seat = self.seat();
        self.hands[seat].insert(tile);
        self.held[seat] += 1;
        self.drawn += 1;
        self.left -= 1;
        tile
    }

    /// The seat on turn lays a tile down.
    #[inline(always)]
    fn give(&mut self, a: Pip, b: Pip) {
        let seat = self.seat();
        self.hands[seat].give(a, b);
        self.held[seat] -= 1;
    }

    /// A tile laid on a train: its other half is the new open end.
    #[inline(always)]
    fn lay(&mut self, game: &TrainGame<F>, train: u8, other: Pip) {
        let end = mem::replace(&mut self.ends[usize::from(train) % TRAINS], other);
        self.passes = 0;
        let train_bit = 1_u32 << train;
        self.started |= train_bit as u16;
        // Without a branch, which the processor would guess wrong half the time.
        self.markers &= !(train_bit & self.seat_bit()) as u8;
        if game.flags().cover_duty {
            self.note_doubles(game, end, other, train);
        }
        self.give(end, other);
        if self.held[self.seat()] == 0 {
            self.go_out(game);
        } else if self.in_chain(game) {
            self.turn = TurnKind::Chain;
            if self.hand().row(other) == W::EMPTY {
                self.end_chain(game, end == other);
            }
        } else if end == other && self.asks_extra_play(game, other) {
            self.turn = TurnKind::Extra;
            self.cover = train;
            self.drew = false;
        } else {
            self.next_turn(game);
        }
    }

    /// The tile covers what it lies on, and opens a double if it is one.
    #[inline(always)]
    fn note_doubles(&mut self, game: &TrainGame<F>, end: Pip, other: Pip, train: u8) {
        self.open_doubles.cover(train);
        if end == other {
            self.open_doubles.push(train);
        }
        if game.flags().exempts_dead_doubles() {
            if end != other {
                self.laid[usize::from(end) % PIPS] += 1;
                self.laid[usize::from(other) % PIPS] += 1;
            }
            let dead = |train| self.is_dead(game, self.ends[usize::from(train) % TRAINS]);
            self.open_doubles = self.open_doubles.without(dead);
        }
    }

    /// Whether the other tiles of the double of that pip all lie on the table, where it matters.
    #[inline(always)]
    fn is_dead(&self, game: &TrainGame<F>, pip: Pip) -> bool {
        game.flags().exempts_dead_doubles() && self.laid[usize::from(pip) % PIPS] == game.set
    }

    /// Whether a double of that pip, just laid, asks its player for one more play.
    #[inline(always)]
    fn asks_extra_play(&self, game: &TrainGame<F>, pip: Pip) -> bool {
        match game.flags().double_extra {
            DoubleExtra::None => false,
            DoubleExtra::Anywhere => true,
            DoubleExtra::MustCover => !self.is_dead(game, pip),
        }
    }

    /// The hand is empty: the round ends, unless that was a first turn and the first circuit is
    /// to be finished.
    #[inline(always)]
    fn go_out(&mut self, game: &TrainGame<F>) {
        if game.flags().finish_first_circuit && self.in_chain(game) {
            self.last_circuit = true;
            self.end_chain(game, false);
        } else {
            self.phase = Phase::Out;
        }
    }

    /// The first turn is over. `extra_double` says that its last tile is a double and nothing
    /// fits it.
    #[inline(always)]
    fn end_chain(&mut self, game: &TrainGame<F>, extra_double: bool) {
        self.owed &= !self.seat_bit() as u8;
        if self.last_circuit && self.owed == 0 {
            self.phase = Phase::Out;
        } else if extra_double && game.flags().extra_turn() && !self.last_circuit {
            self.turn = TurnKind::General;
        } else {
            self.next_turn(game);
        }
    }

    #[inline(always)]
    fn pass(&mut self, game: &TrainGame<F>) {
        self.passes = self.passes_after_pass(game);
        self.markers |= self.seat_bit() as u8;
        if self.in_chain(game) {
            return self.end_chain(game, false);
        }
        if self.passes >= game.seats {
            self.phase = Phase::Blocked;
        } else {
            self.next_turn(game);
        }
    }

    /// Plays the action that a policy chooses.
    #[inline(always)]
    fn ply_of_turn(
        &mut self,
        game: &TrainGame<F>,
        policy: impl Choose,
        throws: &mut impl Throws,
        boneyard: &mut impl Boneyard,
        tell: impl FnMut(&Self, TrainMove),
    ) -> bool {
        // Every way has one kind of legal actions, which the compiler then need not look for.
        match self.legal_actions(game) {
            TrainLegal::Draw => play_one_of(
                self,
                game,
                &TrainLegal::Draw,
                policy,
                throws,
                boneyard,
                tell,
            ),
            TrainLegal::Pass => play_one_of(
                self,
                game,
                &TrainLegal::Pass,
                policy,
                throws,
                boneyard,
                tell,
            ),
            legal @ TrainLegal::Plays { .. } => {
                play_one_of(self, game, &legal, policy, throws, boneyard, tell)
            }
        }
    }

    /// Whether no tile can be drawn by anybody.
    #[inline(always)]
    fn nothing_to_draw(&self, game: &TrainGame<F>) -> bool {
        game.flags().draw == TrainDraw::None || self.left == 0
    }

    #[inline(always)]
    fn next_turn(&mut self, game: &TrainGame<F>) {
        self.to_play += 1;
        if self.to_play == game.seats {
            self.to_play = 0;
        }
        self.begin_turn(game);
    }

    #[inline(always)]
    fn begin_turn(&mut self, game: &TrainGame<F>) {
        self.drew = false;
        // Mostly nobody is owed a first turn any more.
        let chain = game.flags().first_turn == FirstTurn::Chain && self.owed != 0;
        self.turn = if chain && u32::from(self.owed) & self.seat_bit() != 0 {
            TurnKind::First
        } else {
            TurnKind::General
        };
    }
}

impl<W: Row, const SEATS: usize, F: Known<TrainFlags>> State for TrainState<W, SEATS, F> {
    type Game = TrainGame<F>;
    type Move = TrainMove;
    type Legal = TrainLegal<W>;

    #[inline(always)]
    fn legal(&self, game: &TrainGame<F>) -> TrainLegal<W> {
        self.legal_actions(game)
    }

    #[inline(always)]
    fn ply(
        &mut self,
        game: &TrainGame<F>,
        policy: impl Choose,
        throws: &mut impl Throws,
        boneyard: &mut impl Boneyard,
        tell: impl FnMut(&Self, TrainMove),
    ) -> bool {
        // The two kinds of turn part here, so that what follows is compiled for each apart.
        #[allow(clippy::if_same_then_else)]
        if self.in_chain(game) {
            self.ply_of_turn(game, policy, throws, boneyard, tell)
        } else {
            self.ply_of_turn(game, policy, throws, boneyard, tell)
        }
    }

    #[inline(always)]
    fn make(&mut self, game: &TrainGame<F>, made: TrainMove, boneyard: &mut impl Boneyard) {
        match made {
            TrainMove::Lay { train, other } => self.lay(game, train, other),
            TrainMove::Draw => {
                self.take(boneyard);
                self.passes = 0;
                self.drew = true;
            }
            TrainMove::Pass => self.pass(game),
            TrainMove::Stop => self.end_chain(game, false),
        }
    }

    fn action_of(&self, game: &TrainGame<F>, made: TrainMove) -> Action {
        made.written(game.seats, &self.ends)
    }

    fn move_of(&self, game: &TrainGame<F>, action: Action) -> TrainMove {
        match action {
            Action::Play(tile, place) => {
                let train = game.train(place).expect("a train game has no line");
                let other = tile.other(self.ends[usize::from(train)]);
                TrainMove::Lay { train, other }
            }
            Action::Draw => TrainMove::Draw,
            Action::Pass => TrainMove::Pass,
            Action::Stop => TrainMove::Stop,
            Action::Lead(_) => unreachable!("a train game has no lead"),
        }
    }

    fn refuse(&self, game: &TrainGame<F>, action: Action) -> RefusalCode {
        self.why_illegal(game, action)
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn last_to_play(&self) -> u8 {
        self.to_play
    }

    /// Each seat's points are what is left in its hand.
    #[inline(always)]
    fn score(&self, game: &TrainGame<F>) -> Score {
        let mut points = [0; MAX_SEATS];
        for (points, hand) in points
            .iter_mut()
            .zip(&self.hands[..usize::from(game.seats)])
        {
            *points = game.penalty(hand);
        }
        Score {
            winner: None,
            points,
        }
    }

    fn drawn(&self) -> u8 {
        self.drawn
    }

    fn drawable(&self, game: &TrainGame<F>) -> u8 {
        if self.nothing_to_draw(game) {
            0
        } else {
            self.left
        }
    }

    #[inline(always)]
    fn passes_after_pass(&self, game: &TrainGame<F>) -> u8 {
        let newly_set = u32::from(self.markers) & self.seat_bit() == 0;
        if self.in_chain(game) || !self.nothing_to_draw(game) {
            0
        } else if newly_set && game.flags().block == TrainBlock::NPassesStable {
            1
        } else {
            self.passes + 1
        }
    }

    fn hands(&self, game: &TrainGame<F>) -> Vec<Vec<Tile>> {
        self.hands[..usize::from(game.seats)]
            .iter()
            .map(Hand::tiles)
            .collect()
    }

    fn sides(game: &TrainGame<F>) -> usize {
        game.seats.into()
    }

    fn scores(&self, game: &TrainGame<F>) -> Vec<i32> {
        vec![0; game.seats.into()]
    }

    fn table(&self, game: &TrainGame<F>) -> Table {
        let trains = (0..=game.mexican_train())
            .map(|train| TrainEnd {
                place: game.place(train),
                end: self.ends[usize::from(train)],
                started: self.started >> train & 1 == 1,
                marker: train < game.seats && self.markers >> train & 1 == 1,
            })
            .collect();
        Table::Train(TrainTable {
            engine: self.engine,
            trains,
            open_doubles: self
                .open_doubles
                .iter()
                .map(|train| game.place(train))
                .collect(),
        })
    }

    fn standing(&self) -> Standing {
        let playing = self.phase == Phase::Playing;
        Standing {
            passes: self.passes,
            drew: self.drew && playing,
            turn: if playing {
                self.turn
            } else {
                TurnKind::General
            },
            // Who went out in its first turn has had it.
            owed: self.owed & !(u8::from(!playing) << self.to_play),
        }
    }

    fn key(&self, game: &TrainGame<F>, key: &mut Vec<u8>) {
        for hand in &self.hands[..usize::from(game.seats)] {
            key.extend(hand.rows().flat_map(|row| row.bits().to_le_bytes()));
        }
        key.extend(&self.ends[..=usize::from(game.seats)]);
        key.extend(self.started.to_le_bytes());
        key.extend([
            self.engine,
            self.markers,
            self.owed,
            self.last_circuit.into(),
        ]);
        let must_cover = game.flags().double_extra == DoubleExtra::MustCover;
        key.extend(match self.turn {
            TurnKind::First => [0, 0],
            TurnKind::Chain => [0, 1],
            TurnKind::Extra if must_cover => [3, self.cover],
            TurnKind::Extra if self.is_bound(game) => [2, 0],
            // Without a double to cover, a free extra play is a turn like any other.
            TurnKind::General | TurnKind::Extra => [1, 0],
        });
        key.push(self.to_play);
        if game.flags().exempts_dead_doubles() {
            key.extend(&self.laid);
        }
        key.extend(self.open_doubles.iter());
    }
}
