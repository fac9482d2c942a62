//! Train games: Mexican Train. The files follow the rules: the table, the engine and what a turn
//! leaves behind here, what a turn may do in `turn`, open doubles in `doubles`, beginning from a
//! position in `set_up`.

mod doubles;
mod set_up;
mod turn;

use crate::action::{Action, Place};
use crate::refusal::RefusalCode;
use crate::row::{Hand, Row};
use crate::rules::{
    DeadDouble, DoubleExtra, FirstTurn, FirstTurnDouble, Rules, TrainBlock, TrainDraw, TrainRules,
};
use crate::state::{
    Boneyard, MAX_SEATS, Phase, Score, Standing, State, Table, TrainEnd, TrainTable, TurnKind,
};
use crate::tile::{MAX_SET, Pip, Tile};
use doubles::{MAX_TRAINS, OpenDoubles};

pub(crate) use turn::TrainLegal;

/// What a train game's state needs to know of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainGame {
    pub(crate) rules: TrainRules,
    pub(crate) set: u8,
    pub(crate) seats: u8,
}

impl TrainGame {
    pub(crate) fn new(rules: &Rules, train: TrainRules) -> Self {
        Self {
            rules: train,
            set: rules.set(),
            seats: rules.players(),
        }
    }

    /// Trains are numbered as their seats, the Mexican Train comes after them.
    fn mexican_train(&self) -> u8 {
        self.seats
    }

    fn place(&self, train: u8) -> Place {
        if train == self.mexican_train() {
            Place::M
        } else {
            Place::Train(train)
        }
    }

    fn train(&self, place: Place) -> Option<u8> {
        match place {
            Place::M => Some(self.mexican_train()),
            Place::Train(seat) if seat < self.seats => Some(seat),
            _ => None,
        }
    }

    fn exempts_dead_doubles(&self) -> bool {
        self.rules.dead_double == Some(DeadDouble::Exempt)
    }
}

/// An action of a train game as its state carries it out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TrainMove {
    Lay { train: u8, tile: Tile },
    Draw,
    Pass,
    Stop,
}

impl TrainMove {
    /// The action as it is written, in a game of that many seats.
    fn written(self, seats: u8) -> Action {
        match self {
            Self::Lay { train, tile } if train == seats => Action::Play(tile, Place::M),
            Self::Lay { train, tile } => Action::Play(tile, Place::Train(train)),
            Self::Draw => Action::Draw,
            Self::Pass => Action::Pass,
            Self::Stop => Action::Stop,
        }
    }
}

/// What the seat on turn is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Its chain; whether a tile of it lies.
    Chain { started: bool },
    /// A general turn, bound by the duty to cover.
    General,
    /// The extra play that a double asks for; where it must go, if the rules say so.
    Extra { cover: Option<u8> },
}

/// A position of a train game of up to `SEATS` seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainState<W: Row, const SEATS: usize> {
    hands: [Hand<W>; SEATS],
    held: [u8; SEATS],
    ends: [Pip; MAX_TRAINS],
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
    laid: [u8; MAX_SET as usize + 1],
    engine: Pip,
    turn: Turn,
    /// Whether a draw was made for the play that is required now.
    drew: bool,
    to_play: u8,
    passes: u8,
    drawn: u8,
    /// What is left in the boneyard.
    left: u8,
    phase: Phase,
}

impl<W: Row, const SEATS: usize> TrainState<W, SEATS> {
    /// The state after the deal and the laying of the engine. `set_aside` is the engine that was
    /// taken out before the deal, if the rules do so.
    pub(crate) fn new(
        game: &TrainGame,
        hands: [Hand<W>; SEATS],
        hand_size: u8,
        tiles_in_boneyard: u8,
        boneyard: &mut impl Boneyard,
        set_aside: Option<Tile>,
        first_seat: u8,
    ) -> Self {
        let seats = usize::from(game.seats);
        let mut state = Self {
            hands,
            held: [0; SEATS],
            ends: [0; MAX_TRAINS],
            started: 0,
            markers: 0,
            owed: 0,
            last_circuit: false,
            open_doubles: OpenDoubles::NONE,
            laid: [0; MAX_SET as usize + 1],
            engine: 0,
            turn: Turn::General,
            drew: false,
            to_play: first_seat,
            passes: 0,
            drawn: 0,
            left: tiles_in_boneyard,
            phase: Phase::Playing,
        };
        state.held[..seats].fill(hand_size);
        state.engine = match set_aside {
            Some(tile) => tile.low(),
            None => state.find_engine(game, boneyard),
        };
        state.ends = [state.engine; MAX_TRAINS];
        if game.rules.first_turn == FirstTurn::Chain {
            state.owed = u8::MAX >> (8 - game.seats);
        }
        state.begin_turn();
        state
    }

    /// `engine = highest_double`: the seat with the highest double lays it, and the seat to its
    /// left is first. Without any double, seats draw one tile each in turn until one is drawn.
    fn find_engine(&mut self, game: &TrainGame, boneyard: &mut impl Boneyard) -> Pip {
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
        self.give(Tile::new(engine, engine));
        self.to_play = (seat + 1) % game.seats;
        engine
    }

    fn hand(&self) -> &Hand<W> {
        &self.hands[usize::from(self.to_play)]
    }

    /// The seat on turn takes the first tile of the boneyard.
    fn take(&mut self, boneyard: &mut impl Boneyard) -> Tile {
        let tile = boneyard.tile(self.drawn);
        let seat = usize::from(self.to_play);
        self.hands[seat].insert(tile);
        self.held[seat] += 1;
        self.drawn += 1;
        self.left -= 1;
        tile
    }

    /// The seat on turn lays a tile down.
    fn give(&mut self, tile: Tile) {
        let seat = usize::from(self.to_play);
        self.hands[seat].give(tile.low(), tile.high());
        self.held[seat] -= 1;
    }

    #[inline(always)]
    fn lay(&mut self, game: &TrainGame, tile: Tile, train: u8) {
        let end = tile.other(self.ends[usize::from(train)]);
        self.give(tile);
        self.ends[usize::from(train)] = end;
        self.started |= 1 << train;
        self.passes = 0;
        if train == self.to_play {
            self.markers &= !(1 << train);
        }
        if game.rules.cover_duty {
            self.note_doubles(game, tile, train);
        }
        if self.held[usize::from(self.to_play)] == 0 {
            self.go_out(game);
        } else if matches!(self.turn, Turn::Chain { .. }) {
            self.turn = Turn::Chain { started: true };
            if self.hand().row(end) == W::EMPTY {
                self.end_chain(game, tile.is_double());
            }
        } else if tile.is_double() && self.asks_extra_play(game, end) {
            self.turn = Turn::Extra {
                cover: (game.rules.double_extra == DoubleExtra::MustCover).then_some(train),
            };
            self.drew = false;
        } else {
            self.next_turn(game);
        }
    }

    /// The tile covers what it lies on, and opens a double if it is one.
    fn note_doubles(&mut self, game: &TrainGame, tile: Tile, train: u8) {
        self.open_doubles.retain(|open| open != train);
        if tile.is_double() {
            self.open_doubles.push(train);
        }
        if game.exempts_dead_doubles() {
            if !tile.is_double() {
                self.laid[usize::from(tile.low())] += 1;
                self.laid[usize::from(tile.high())] += 1;
            }
            let mut open_doubles = self.open_doubles;
            open_doubles.retain(|open| !self.is_dead(game, self.ends[usize::from(open)]));
            self.open_doubles = open_doubles;
        }
    }

    /// Whether the other tiles of the double of that pip all lie on the table, where it matters.
    fn is_dead(&self, game: &TrainGame, pip: Pip) -> bool {
        game.exempts_dead_doubles() && self.laid[usize::from(pip)] == game.set
    }

    /// Whether a double of that pip, just laid, asks its player for one more play.
    fn asks_extra_play(&self, game: &TrainGame, pip: Pip) -> bool {
        match game.rules.double_extra {
            DoubleExtra::None => false,
            DoubleExtra::Anywhere => true,
            DoubleExtra::MustCover => !self.is_dead(game, pip),
        }
    }

    /// The hand is empty: the round ends, unless that was a first turn and the first circuit is
    /// to be finished.
    fn go_out(&mut self, game: &TrainGame) {
        if game.rules.finish_first_circuit && matches!(self.turn, Turn::Chain { .. }) {
            self.last_circuit = true;
            self.end_chain(game, false);
        } else {
            self.phase = Phase::Out;
        }
    }

    /// The first turn is over. `extra_double` says that its last tile is a double and nothing
    /// fits it.
    fn end_chain(&mut self, game: &TrainGame, extra_double: bool) {
        self.owed &= !(1 << self.to_play);
        let extra_turn = game.rules.first_turn_double == Some(FirstTurnDouble::ExtraTurn);
        if self.last_circuit && self.owed == 0 {
            self.phase = Phase::Out;
        } else if extra_double && extra_turn && !self.last_circuit {
            self.turn = Turn::General;
        } else {
            self.next_turn(game);
        }
    }

    fn pass(&mut self, game: &TrainGame) {
        self.passes = self.passes_after_pass(game);
        self.markers |= 1 << self.to_play;
        if matches!(self.turn, Turn::Chain { .. }) {
            return self.end_chain(game, false);
        }
        if self.passes >= game.seats {
            self.phase = Phase::Blocked;
        } else {
            self.next_turn(game);
        }
    }

    /// Whether no tile can be drawn by anybody.
    fn nothing_to_draw(&self, game: &TrainGame) -> bool {
        game.rules.draw == TrainDraw::None || self.left == 0
    }

    #[inline(always)]
    fn next_turn(&mut self, game: &TrainGame) {
        self.to_play += 1;
        if self.to_play == game.seats {
            self.to_play = 0;
        }
        self.begin_turn();
    }

    #[inline(always)]
    fn begin_turn(&mut self) {
        self.drew = false;
        self.turn = if self.owed >> self.to_play & 1 == 1 {
            Turn::Chain { started: false }
        } else {
            Turn::General
        };
    }
}

impl<W: Row, const SEATS: usize> State for TrainState<W, SEATS> {
    type Game = TrainGame;
    type Move = TrainMove;
    type Legal = TrainLegal<W>;

    #[inline(always)]
    fn legal(&self, game: &TrainGame) -> TrainLegal<W> {
        self.legal_actions(game)
    }

    #[inline(always)]
    fn make(&mut self, game: &TrainGame, made: TrainMove, boneyard: &mut impl Boneyard) {
        match made {
            TrainMove::Lay { train, tile } => self.lay(game, tile, train),
            TrainMove::Draw => {
                self.take(boneyard);
                self.passes = 0;
                self.drew = true;
            }
            TrainMove::Pass => self.pass(game),
            TrainMove::Stop => self.end_chain(game, false),
        }
    }

    fn action_of(&self, game: &TrainGame, made: TrainMove) -> Action {
        made.written(game.seats)
    }

    fn move_of(&self, game: &TrainGame, action: Action) -> TrainMove {
        match action {
            Action::Play(tile, place) => {
                let train = game.train(place).expect("a train game has no line");
                TrainMove::Lay { train, tile }
            }
            Action::Draw => TrainMove::Draw,
            Action::Pass => TrainMove::Pass,
            Action::Stop => TrainMove::Stop,
            Action::Lead(_) => unreachable!("a train game has no lead"),
        }
    }

    fn refuse(&self, game: &TrainGame, action: Action) -> RefusalCode {
        self.why_illegal(game, action)
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn last_to_play(&self) -> u8 {
        self.to_play
    }

    /// Each seat's points are the pips left in its hand; the double-blank counts what the rules say.
    fn score(&self, game: &TrainGame) -> Score {
        let mut points = [0; MAX_SEATS];
        for (points, hand) in points
            .iter_mut()
            .zip(&self.hands[..usize::from(game.seats)])
        {
            *points = hand.pips().into();
            if hand.has(Tile::new(0, 0)) {
                *points += i32::from(game.rules.double_blank);
            }
        }
        Score {
            winner: None,
            points,
        }
    }

    fn drawn(&self) -> u8 {
        self.drawn
    }

    fn drawable(&self, game: &TrainGame) -> u8 {
        if self.nothing_to_draw(game) {
            0
        } else {
            self.left
        }
    }

    fn passes_after_pass(&self, game: &TrainGame) -> u8 {
        let newly_set = self.markers >> self.to_play & 1 == 0;
        if matches!(self.turn, Turn::Chain { .. }) || !self.nothing_to_draw(game) {
            0
        } else if newly_set && game.rules.block == TrainBlock::NPassesStable {
            1
        } else {
            self.passes + 1
        }
    }

    fn hands(&self, game: &TrainGame) -> Vec<Vec<Tile>> {
        self.hands[..usize::from(game.seats)]
            .iter()
            .map(Hand::tiles)
            .collect()
    }

    fn sides(game: &TrainGame) -> usize {
        game.seats.into()
    }

    fn scores(&self, game: &TrainGame) -> Vec<i32> {
        vec![0; game.seats.into()]
    }

    fn table(&self, game: &TrainGame) -> Table {
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
                .as_slice()
                .iter()
                .map(|&train| game.place(train))
                .collect(),
        })
    }

    fn standing(&self) -> Standing {
        let playing = self.phase == Phase::Playing;
        Standing {
            passes: self.passes,
            drew: self.drew && playing,
            turn: match self.turn {
                _ if !playing => TurnKind::General,
                Turn::Chain { started: false } => TurnKind::First,
                Turn::Chain { started: true } => TurnKind::Chain,
                Turn::General => TurnKind::General,
                Turn::Extra { .. } => TurnKind::Extra,
            },
            // Who went out in its first turn has had it.
            owed: self.owed & !(u8::from(!playing) << self.to_play),
        }
    }

    fn key(&self, game: &TrainGame, key: &mut Vec<u8>) {
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
        key.extend(match self.turn {
            Turn::Chain { started } => [0, started.into()],
            // Without a double to cover, a free extra play is a turn like any other.
            Turn::Extra { cover: None } if self.is_bound(game) => [2, 0],
            Turn::General | Turn::Extra { cover: None } => [1, 0],
            Turn::Extra { cover: Some(train) } => [3, train],
        });
        key.push(self.to_play);
        if game.exempts_dead_doubles() {
            key.extend(&self.laid);
        }
        key.extend(self.open_doubles.as_slice());
    }
}
