//! Line games: Block, Draw, All Fives. The files follow the rules: the layout and how a turn
//! changes it here, what a turn may do in `turn`, the points in `score`, beginning from a position in
//! `set_up`.

mod score;
mod set_up;
mod turn;

use crate::action::{Action, Place};
use crate::refusal::RefusalCode;
use crate::row::{Hand, Row};
use crate::rules::{GoOut, InPlay, LineRules, Opening, Rules, Spinner};
use crate::state::{Boneyard, LineTable, Phase, Score, Standing, State, Table, TurnKind};
use crate::tile::{Pip, Tile};

pub(crate) use score::Ending;
pub(crate) use turn::LineLegal;

/// The four arms in the order that random play counts them.
const ARMS: [Place; 4] = [Place::L, Place::R, Place::N, Place::S];
const L: usize = 0;
const R: usize = 1;
const N: usize = 2;
const S: usize = 3;

/// What a line game's state needs to know of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineGame {
    pub(crate) rules: LineRules,
    pub(crate) set: u8,
    pub(crate) seats: u8,
    pub(crate) partners: bool,
}

impl LineGame {
    pub(crate) fn new(rules: &Rules, line: LineRules) -> Self {
        Self {
            rules: line,
            set: rules.set(),
            seats: rules.players(),
            partners: rules.partners(),
        }
    }

    /// The side that a seat scores for.
    fn side(&self, seat: u8) -> usize {
        usize::from(if self.partners { seat % 2 } else { seat })
    }

    pub(crate) fn sides(&self) -> usize {
        if self.partners { 2 } else { self.seats.into() }
    }

    /// Whether a round goes on until both partners are out.
    fn both_partners(&self) -> bool {
        self.partners && self.rules.go_out == GoOut::BothPartners
    }
}

/// The double that opens the arms N and S.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SpinnerState {
    /// No double is laid yet.
    None,
    /// It lies in the line; which of its two places there are still free: at the end L, at R.
    InLine { pip: Pip, free: [bool; 2] },
    /// Both places are taken, and its arms are open.
    Open,
}

/// A position of a line game of up to `SEATS` seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineState<W: Row, const SEATS: usize> {
    hands: [Hand<W>; SEATS],
    held: [u8; SEATS],
    /// Points scored in play, by side.
    scores: [u16; SEATS],
    /// The open end of each arm.
    ends: [Pip; 4],
    /// What each arm's last tile adds to the count of the layout. Kept under `fives` only.
    shows: [u8; 4],
    /// Whether all that lies there is a led double, which counts once. Kept under `fives` only.
    lone_double: bool,
    /// How many arms there are: none before the lead, two, four once the spinner opens.
    arms: u8,
    spinner: SpinnerState,
    to_play: u8,
    passes: u8,
    drawn: u8,
    /// What is left in the boneyard.
    left: u8,
    /// Whether this turn has drawn.
    drew: bool,
    phase: Phase,
}

impl<W: Row, const SEATS: usize> LineState<W, SEATS> {
    /// The state after the deal. Under `highest_double` the opening finds its leader itself.
    pub(crate) fn new(
        game: &LineGame,
        hands: [Hand<W>; SEATS],
        hand_size: u8,
        boneyard: u8,
        leader: Option<u8>,
    ) -> Self {
        let seats = &hands[..usize::from(game.seats)];
        let to_play = match game.rules.opening {
            Opening::AnyTile => leader.unwrap_or(0),
            Opening::HighestDouble => turn::opening_seat(seats),
        };
        let mut held = [0; SEATS];
        held[..seats.len()].fill(hand_size);
        Self {
            hands,
            held,
            scores: [0; SEATS],
            ends: [0; 4],
            shows: [0; 4],
            lone_double: false,
            arms: 0,
            spinner: SpinnerState::None,
            to_play,
            passes: 0,
            drawn: 0,
            left: boneyard,
            drew: false,
            phase: Phase::Playing,
        }
    }

    fn hand(&self) -> &Hand<W> {
        &self.hands[usize::from(self.to_play)]
    }

    /// The lead a-b opens L = a and R = b.
    #[inline(always)]
    fn lead(&mut self, game: &LineGame, tile: Tile) {
        self.ends[L] = tile.low();
        self.ends[R] = tile.high();
        self.arms = 2;
        if game.rules.spinner == Spinner::FirstDouble && tile.is_double() {
            self.spinner = SpinnerState::InLine {
                pip: tile.low(),
                free: [true; 2],
            };
        }
        if game.rules.in_play == InPlay::Fives {
            self.lone_double = tile.is_double();
            self.shows[L] = shown(tile, tile.low());
            self.shows[R] = shown(tile, tile.high());
        }
        self.laid(game, tile);
    }

    /// A tile laid at an arm: its other half is the new open end.
    #[inline(always)]
    fn add(&mut self, game: &LineGame, tile: Tile, arm: usize) {
        let end = tile.other(self.ends[arm]);
        self.ends[arm] = end;
        if game.rules.spinner == Spinner::FirstDouble {
            self.grow_spinner(tile, arm);
        }
        if game.rules.in_play == InPlay::Fives {
            self.lone_double = false;
            self.shows[arm] = shown(tile, end);
        }
        self.laid(game, tile);
    }

    /// The first double laid is the spinner; the tiles at both its places open its arms.
    #[inline(always)]
    fn grow_spinner(&mut self, tile: Tile, arm: usize) {
        match &mut self.spinner {
            SpinnerState::None if tile.is_double() => {
                // The tile it was laid on takes one place, the open end is the other.
                self.spinner = SpinnerState::InLine {
                    pip: tile.low(),
                    free: [arm == L, arm == R],
                };
            }
            SpinnerState::InLine { pip, free } => {
                free[arm] = false;
                if *free == [false; 2] {
                    self.ends[N] = *pip;
                    self.ends[S] = *pip;
                    self.arms = 4;
                    self.spinner = SpinnerState::Open;
                }
            }
            _ => {}
        }
    }

    /// What follows every play: points, and going out or the next seat.
    #[inline(always)]
    fn laid(&mut self, game: &LineGame, tile: Tile) {
        let seat = usize::from(self.to_play);
        self.hands[seat].remove(tile);
        self.held[seat] -= 1;
        self.passes = 0;
        if game.rules.in_play == InPlay::Fives {
            let count = self.count();
            if count.is_multiple_of(5) {
                self.scores[game.side(self.to_play)] += count;
            }
        }
        if self.held[seat] == 0 && !(game.both_partners() && self.held[(seat + 2) % 4] > 0) {
            self.phase = Phase::Out;
        } else {
            self.next_seat(game);
        }
    }

    fn draw(&mut self, boneyard: &mut impl Boneyard) {
        let seat = usize::from(self.to_play);
        self.hands[seat].insert(boneyard.tile(self.drawn));
        self.held[seat] += 1;
        self.drawn += 1;
        self.left -= 1;
        self.passes = 0;
        self.drew = true;
    }

    fn pass(&mut self, game: &LineGame) {
        self.passes = self.passes_after_pass(game);
        if self.passes >= self.seats_holding(game) {
            self.phase = Phase::Blocked;
        } else {
            self.next_seat(game);
        }
    }

    /// How many seats hold tiles: as many passes block the round.
    fn seats_holding(&self, game: &LineGame) -> u8 {
        if game.both_partners() {
            self.held.iter().map(|&held| u8::from(held > 0)).sum()
        } else {
            game.seats
        }
    }

    #[inline(always)]
    fn next_seat(&mut self, game: &LineGame) {
        self.drew = false;
        loop {
            self.to_play += 1;
            if self.to_play == game.seats {
                self.to_play = 0;
            }
            // Only a partner can be out while the round goes on.
            if !game.both_partners() || self.held[usize::from(self.to_play)] > 0 {
                return;
            }
        }
    }
}

/// What the last tile of an arm adds to the count: its outer pip, a double both halves.
fn shown(tile: Tile, end: Pip) -> u8 {
    if tile.is_double() { 2 * end } else { end }
}

fn arm_of(place: Place) -> Option<usize> {
    ARMS.iter().position(|&arm| arm == place)
}

impl<W: Row, const SEATS: usize> State for LineState<W, SEATS> {
    type Game = LineGame;
    type Legal = LineLegal<W>;
    const LOWEST_WINS: bool = false;

    #[inline(always)]
    fn legal(&self, game: &LineGame) -> LineLegal<W> {
        self.legal_actions(game)
    }

    #[inline(always)]
    fn play(&mut self, game: &LineGame, action: Action, boneyard: &mut impl Boneyard) {
        match action {
            Action::Lead(tile) => self.lead(game, tile),
            Action::Play(tile, Place::L) => self.add(game, tile, L),
            Action::Play(tile, Place::R) => self.add(game, tile, R),
            Action::Play(tile, Place::N) => self.add(game, tile, N),
            Action::Play(tile, Place::S) => self.add(game, tile, S),
            Action::Draw => self.draw(boneyard),
            Action::Pass => self.pass(game),
            Action::Play(_, Place::Train(_) | Place::M) | Action::Stop => {
                unreachable!("a line game has no trains")
            }
        }
    }

    fn refuse(&self, game: &LineGame, action: Action) -> RefusalCode {
        self.why_illegal(game, action)
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn last_to_play(&self) -> u8 {
        self.to_play
    }

    fn score(&self, game: &LineGame) -> Score {
        self.score_end(game)
    }

    fn sides(game: &LineGame) -> usize {
        game.sides()
    }

    fn drawn(&self) -> u8 {
        self.drawn
    }

    fn drawable(&self, game: &LineGame) -> u8 {
        if self.nothing_to_draw(game) {
            return 0;
        }
        self.left - game.rules.reserve as u8
    }

    fn passes_after_pass(&self, game: &LineGame) -> u8 {
        if self.nothing_to_draw(game) {
            self.passes + 1
        } else {
            0
        }
    }

    fn hands(&self, game: &LineGame) -> Vec<Vec<Tile>> {
        self.hands[..usize::from(game.seats)]
            .iter()
            .map(Hand::tiles)
            .collect()
    }

    fn scores(&self, game: &LineGame) -> Vec<i32> {
        self.scores[..game.sides()]
            .iter()
            .map(|&points| points.into())
            .collect()
    }

    fn table(&self, game: &LineGame) -> Table {
        Table::Line((self.arms > 0).then(|| LineTable {
            left: self.ends[L],
            right: self.ends[R],
            spinner_arms: (self.arms == 4).then_some((self.ends[N], self.ends[S])),
            count: (game.rules.in_play == InPlay::Fives).then(|| self.count().into()),
        }))
    }

    fn standing(&self) -> Standing {
        Standing {
            passes: self.passes,
            drew: self.drew && self.phase == Phase::Playing,
            turn: TurnKind::General,
            owed: 0,
        }
    }

    fn key(&self, game: &LineGame, key: &mut Vec<u8>) {
        for hand in &self.hands[..usize::from(game.seats)] {
            key.extend(hand.rows().iter().flat_map(|row| row.bits().to_le_bytes()));
        }
        for points in &self.scores[..game.sides()] {
            key.extend(points.to_le_bytes());
        }
        key.push(self.arms);
        key.extend(&self.ends[..usize::from(self.arms)]);
        key.extend(&self.shows);
        key.extend(match self.spinner {
            SpinnerState::None => [0, 0, 0],
            SpinnerState::InLine { pip, free } => [1 + pip, free[0].into(), free[1].into()],
            SpinnerState::Open => [u8::MAX, 0, 0],
        });
        key.push(self.to_play);
    }
}
