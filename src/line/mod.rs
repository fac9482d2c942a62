//! Line games: Block, Draw, All Fives. The files follow the rules: the layout and how a turn
//! changes it here, what a turn may do in `turn`, the points in `score`, beginning from a position in
//! `set_up`, what a search asks in `search`.

mod game;
mod observe;
mod score;
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
use crate::rules::{Draw, InPlay, Known, Opening, Spinner};
use crate::state::{
    Boneyard, Choose, LineTable, Phase, Score, Standing, State, Table, TurnKind, play_one_of,
};
use crate::tile::{Pip, Tile};

pub(crate) use game::{LineFlags, LineGame};
pub(crate) use score::Ending;
pub(crate) use search::Step;
pub(crate) use turn::LineLegal;

/// The four arms in the order that random play counts them.
const ARMS: [Place; 4] = [Place::L, Place::R, Place::N, Place::S];
const L: usize = 0;
const R: usize = 1;
const N: usize = 2;
const S: usize = 3;

/// An action of a line game as its state carries it out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LineMove {
    Lead(Tile),
    /// A tile that fits the open end of the arm; its other half becomes the new one.
    Add {
        arm: usize,
        other: Pip,
    },
    Draw,
    Pass,
}

impl LineMove {
    /// The action as it is written, where the arms end so.
    fn written(self, ends: [Pip; 4]) -> Action {
        match self {
            Self::Lead(tile) => Action::Lead(tile),
            Self::Add { arm, other } => Action::Play(Tile::new(ends[arm], other), ARMS[arm]),
            Self::Draw => Action::Draw,
            Self::Pass => Action::Pass,
        }
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
pub(crate) struct LineState<W: Row, const SEATS: usize, F = LineFlags> {
    flags: PhantomData<F>,
    hands: [Hand<W>; SEATS],
    held: [u8; SEATS],
    /// Points scored in play, by side.
    scores: [u16; SEATS],
    /// The open end of each arm.
    ends: [Pip; 4],
    /// What each arm's last tile adds to the count of the layout. Kept under `fives` only.
    shows: [u8; 4],
    /// The sum of these. Kept under `fives` only.
    shown: u8,
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

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> LineState<W, SEATS, F> {
    /// The state after the deal. Under `highest_double` the opening finds its leader itself.
    #[inline(always)]
    pub(crate) fn new(
        game: &LineGame<F>,
        hands: [Hand<W>; SEATS],
        hand_size: u8,
        boneyard: u8,
        leader: Option<u8>,
    ) -> Self {
        let to_play = match game.flags().opening {
            Opening::AnyTile => leader.unwrap_or(0),
            Opening::HighestDouble => turn::opening_seat(&hands),
        };
        let held = |seat| u8::from(seat < usize::from(game.seats)) * hand_size;
        Self {
            flags: PhantomData,
            hands,
            held: array::from_fn(held),
            scores: [0; SEATS],
            ends: [0; 4],
            shows: [0; 4],
            shown: 0,
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

    /// How many seats play. Where there is room for two, two do: then it is a constant.
    #[inline(always)]
    fn seats(game: &LineGame<F>) -> u8 {
        if SEATS == 2 { 2 } else { game.seats }
    }

    /// The side that a seat scores for.
    #[inline(always)]
    fn side(game: &LineGame<F>, seat: u8) -> usize {
        (if SEATS == 2 {
            seat.into()
        } else {
            game.side(seat)
        }) % SEATS
    }

    /// The seat on turn, which needs no check: there is room for a power of two.
    #[inline(always)]
    fn seat(&self) -> usize {
        usize::from(self.to_play) % SEATS
    }

    #[inline(always)]
    fn hand(&self) -> &Hand<W> {
        &self.hands[self.seat()]
    }

    /// The lead a-b opens L = a and R = b.
    #[inline(always)]
    fn lead(&mut self, game: &LineGame<F>, tile: Tile) {
        self.ends[L] = tile.low();
        self.ends[R] = tile.high();
        self.arms = 2;
        if game.flags().spinner == Spinner::FirstDouble && tile.is_double() {
            self.spinner = SpinnerState::InLine {
                pip: tile.low(),
                free: [true; 2],
            };
        }
        if game.flags().in_play == InPlay::Fives {
            self.lone_double = tile.is_double();
            self.shows[L] = shown(tile.is_double(), tile.low());
            self.shows[R] = shown(tile.is_double(), tile.high());
            self.shown = self.shows[L] + self.shows[R];
        }
        self.laid(game, tile.low(), tile.high());
    }

    /// A tile added at an arm: its other half is the new open end.
    #[inline(always)]
    fn add(&mut self, game: &LineGame<F>, arm: usize, other: Pip) {
        let end = mem::replace(&mut self.ends[arm % 4], other);
        if game.flags().spinner == Spinner::FirstDouble && self.arms < 4 {
            self.grow_spinner(end, other, arm);
        }
        if game.flags().in_play == InPlay::Fives {
            self.lone_double = false;
            let shows = shown(end == other, other);
            self.shown += shows;
            self.shown -= mem::replace(&mut self.shows[arm % 4], shows);
        }
        self.laid(game, end, other);
    }

    /// The first double laid is the spinner; the tiles at both its places open its arms.
    #[inline(always)]
    fn grow_spinner(&mut self, end: Pip, other: Pip, arm: usize) {
        match &mut self.spinner {
            SpinnerState::None if end == other => {
                // The tile it was laid on takes one place, the open end is the other.
                self.spinner = SpinnerState::InLine {
                    pip: end,
                    free: [arm == L, arm == R],
                };
            }
            SpinnerState::InLine { pip, free } => {
                free[arm % 2] = false;
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
    fn laid(&mut self, game: &LineGame<F>, a: Pip, b: Pip) {
        let seat = self.seat();
        self.hands[seat].give(a, b);
        self.held[seat] -= 1;
        self.passes = 0;
        if game.flags().in_play == InPlay::Fives {
            let count = self.count();
            if count.is_multiple_of(5) {
                self.scores[Self::side(game, self.to_play)] += count;
            }
        }
        if self.held[seat] == 0 && !(game.flags().both_partners && self.held[(seat + 2) % 4] > 0) {
            self.phase = Phase::Out;
        } else {
            self.next_seat(game);
        }
    }

    fn draw(&mut self, boneyard: &mut impl Boneyard) {
        let seat = self.seat();
        self.hands[seat].insert_index(boneyard.index(self.drawn));
        self.held[seat] += 1;
        self.drawn += 1;
        self.left -= 1;
        self.passes = 0;
        self.drew = true;
    }

    fn pass(&mut self, game: &LineGame<F>) {
        self.passes = self.passes_after_pass(game);
        if self.passes >= self.seats_holding(game) {
            self.phase = Phase::Blocked;
        } else {
            self.next_seat(game);
        }
    }

    /// How many seats hold tiles: as many passes block the round.
    fn seats_holding(&self, game: &LineGame<F>) -> u8 {
        if game.flags().both_partners {
            self.held.iter().map(|&held| u8::from(held > 0)).sum()
        } else {
            Self::seats(game)
        }
    }

    #[inline(always)]
    fn next_seat(&mut self, game: &LineGame<F>) {
        if game.flags().draw != Draw::None {
            self.drew = false;
        }
        loop {
            self.to_play += 1;
            if self.to_play == Self::seats(game) {
                self.to_play = 0;
            }
            // Only a partner can be out while the round goes on.
            if !game.flags().both_partners || self.held[usize::from(self.to_play)] > 0 {
                return;
            }
        }
    }
}

/// What the last tile of an arm adds to the count: its outer pip, a double both halves.
fn shown(double: bool, end: Pip) -> u8 {
    end << u8::from(double)
}

fn arm_of(place: Place) -> Option<usize> {
    ARMS.iter().position(|&arm| arm == place)
}

impl<W: Row, const SEATS: usize, F: Known<LineFlags>> State for LineState<W, SEATS, F> {
    type Game = LineGame<F>;
    type Move = LineMove;
    type Legal = LineLegal<W>;

    #[inline(always)]
    fn legal(&self, game: &LineGame<F>) -> LineLegal<W> {
        if self.arms == 0 {
            self.legal_leads(game)
        } else {
            self.legal_turn(game)
        }
    }

    #[inline(always)]
    fn ply(
        &mut self,
        game: &LineGame<F>,
        policy: impl Choose,
        throws: &mut impl Throws,
        boneyard: &mut impl Boneyard,
        tell: impl FnMut(&Self, LineMove),
    ) -> bool {
        // Every way has one kind of legal actions, which the compiler then need not look for.
        if self.arms == 0 {
            let legal = self.legal_leads(game);
            return play_one_of(self, game, &legal, policy, throws, boneyard, tell);
        }
        match self.legal_turn(game) {
            LineLegal::Draw => {
                play_one_of(self, game, &LineLegal::Draw, policy, throws, boneyard, tell)
            }
            LineLegal::Pass => {
                play_one_of(self, game, &LineLegal::Pass, policy, throws, boneyard, tell)
            }
            legal => play_one_of(self, game, &legal, policy, throws, boneyard, tell),
        }
    }

    #[inline(always)]
    fn make(&mut self, game: &LineGame<F>, made: LineMove, boneyard: &mut impl Boneyard) {
        match made {
            LineMove::Lead(tile) => self.lead(game, tile),
            LineMove::Add { arm, other } => self.add(game, arm, other),
            LineMove::Draw => self.draw(boneyard),
            LineMove::Pass => self.pass(game),
        }
    }

    fn action_of(&self, _game: &LineGame<F>, made: LineMove) -> Action {
        made.written(self.ends)
    }

    fn move_of(&self, _game: &LineGame<F>, action: Action) -> LineMove {
        match action {
            Action::Lead(tile) => LineMove::Lead(tile),
            Action::Draw => LineMove::Draw,
            Action::Pass => LineMove::Pass,
            Action::Play(tile, place) => {
                let arm = arm_of(place).expect("a line game has no trains");
                let other = tile.other(self.ends[arm]);
                LineMove::Add { arm, other }
            }
            Action::Stop => unreachable!("a line game has no chains"),
        }
    }

    fn refuse(&self, game: &LineGame<F>, action: Action) -> RefusalCode {
        self.why_illegal(game, action)
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn last_to_play(&self) -> u8 {
        self.to_play
    }

    #[inline(always)]
    fn score(&self, game: &LineGame<F>) -> Score {
        self.score_end(game)
    }

    #[inline(always)]
    fn sides(game: &LineGame<F>) -> usize {
        if SEATS == 2 { 2 } else { game.sides() }
    }

    fn drawn(&self) -> u8 {
        self.drawn
    }

    fn drawable(&self, game: &LineGame<F>) -> u8 {
        if self.nothing_to_draw(game) {
            return 0;
        }
        self.left - game.flags().reserve as u8
    }

    fn passes_after_pass(&self, game: &LineGame<F>) -> u8 {
        if self.nothing_to_draw(game) {
            self.passes + 1
        } else {
            0
        }
    }

    fn hands(&self, game: &LineGame<F>) -> Vec<Vec<Tile>> {
        self.hands[..usize::from(game.seats)]
            .iter()
            .map(Hand::tiles)
            .collect()
    }

    fn scores(&self, game: &LineGame<F>) -> Vec<i32> {
        self.scores[..game.sides()]
            .iter()
            .map(|&points| points.into())
            .collect()
    }

    fn table(&self, game: &LineGame<F>) -> Table {
        Table::Line((self.arms > 0).then(|| LineTable {
            left: self.ends[L],
            right: self.ends[R],
            spinner_arms: (self.arms == 4).then_some((self.ends[N], self.ends[S])),
            count: (game.flags().in_play == InPlay::Fives).then(|| self.count().into()),
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

    fn key(&self, game: &LineGame<F>, key: &mut Vec<u8>) {
        for hand in &self.hands[..usize::from(game.seats)] {
            key.extend(hand.rows().flat_map(|row| row.bits().to_le_bytes()));
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
