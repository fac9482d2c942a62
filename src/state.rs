//! What the two families of games have in common: the face that counting, random play and the
//! round itself work on.

use std::array;
use std::ops::Range;

use crate::action::{Action, Place};
use crate::random::Throws;
use crate::refusal::RefusalCode;
use crate::tile::{Pip, Tile};

/// More seats than these do not play.
pub(crate) const MAX_SEATS: usize = 8;

/// Where drawn tiles come from: the n-th tile of the boneyard as it was dealt.
pub(crate) trait Boneyard {
    /// The tile.
    fn tile(&mut self, n: u8) -> Tile;
    /// Its number.
    fn index(&mut self, n: u8) -> u8 {
        self.tile(n).index()
    }
}

impl Boneyard for &[Tile] {
    #[inline(always)]
    fn tile(&mut self, n: u8) -> Tile {
        self[usize::from(n)]
    }
}

/// The legal actions of one position, in the order that random play counts them.
pub(crate) trait Legal: Copy {
    /// An action as the state carries it out.
    type Move: Copy;

    /// How many there are.
    fn count(&self) -> u32;
    /// Whether it is known without counting that there is only one.
    fn is_forced(&self) -> bool {
        false
    }
    /// The k-th, counted from 0, as the state carries it out; `k` is below the count.
    fn pick(&self, k: u32) -> Self::Move;
    /// The k-th as it is written.
    fn nth(&self, k: u32) -> Action;
    /// Whether a draw is all there is.
    fn only_draw(&self) -> bool;
    /// Which of them lay a tile on that seat's train.
    fn on_train(&self, seat: u8) -> Range<u32>;
    /// Whether the action is one of them.
    fn contains(&self, action: Action) -> bool {
        (0..self.count()).any(|k| self.nth(k) == action)
    }
}

/// A policy at work: known when it is compiled, or only when it runs.
pub(crate) trait Choose: Copy + Send + Sync {
    /// Which of the legal actions of the seat on turn; counted from 0. `throws` stands at the die
    /// that belongs to the choice.
    fn choose(self, legal: &impl Legal, seat: u8, throws: &mut impl Throws) -> u32;
}

/// What is kept by seat or by side, with room for another number of them.
pub(crate) fn of_seats<T: Copy + Default, const SEATS: usize>(kept: &[T]) -> [T; SEATS] {
    array::from_fn(|seat| kept.get(seat).copied().unwrap_or_default())
}

/// How a round stands or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Somebody is on turn.
    Playing,
    /// Somebody went out.
    Out,
    /// Nobody can go on.
    Blocked,
}

/// What the seat on turn of a train game is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TurnKind {
    /// Its chain, nothing laid yet.
    First,
    /// Its chain, some of it laid.
    Chain,
    /// A general turn, or the round is over.
    General,
    /// The extra play that its double asks for.
    Extra,
}

impl TurnKind {
    pub(crate) const ALL: [Self; 4] = [Self::First, Self::Chain, Self::General, Self::Extra];

    /// The kind as it is written.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Chain => "chain",
            Self::General => "general",
            Self::Extra => "extra",
        }
    }
}

/// What a position tells of a state that nothing else shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) passes: u8,
    /// Whether the seat on turn has drawn for the play that is required now.
    pub(crate) drew: bool,
    pub(crate) turn: TurnKind,
    /// Bit `s`: seat `s` is owed its first turn; at the end, it never had one.
    pub(crate) owed: u8,
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A seat went out.
    Out,
    /// Nobody could go on.
    Blocked,
}

impl Reason {
    /// The reason as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Blocked => "blocked",
        }
    }
}

/// The winner and the points of a finished round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score {
    pub(crate) winner: Option<u8>,
    /// One a side; the rest is 0.
    pub(crate) points: [i32; MAX_SEATS],
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why it ended.
    pub reason: Reason,
    /// The seats with an empty hand, ascending.
    pub out: Vec<u8>,
    /// The seat whose last tile ended the round; None after a block, and in a train game where
    /// a first turn without going out came last.
    pub went_out: Option<u8>,
    /// The side that won; None when nobody did, and in train games.
    pub winner: Option<u8>,
    /// Points in play and at the end, one a side; in train games penalties.
    pub points: Vec<i32>,
}

/// What lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// A line, None before the lead.
    Line(Option<LineTable>),
    /// Trains.
    Train(TrainTable),
}

impl Table {
    /// The places where a tile can be added, with their open ends.
    pub fn ends(&self) -> Vec<(Place, Pip)> {
        match self {
            Self::Line(None) => Vec::new(),
            Self::Line(Some(line)) => {
                let mut ends = vec![(Place::L, line.left), (Place::R, line.right)];
                if let Some((north, south)) = line.spinner_arms {
                    ends.extend([(Place::N, north), (Place::S, south)]);
                }
                ends
            }
            Self::Train(table) => {
                let trains = table.trains.iter();
                trains.map(|train| (train.place, train.end)).collect()
            }
        }
    }
}

/// The open ends of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTable {
    /// The left end.
    pub left: Pip,
    /// The right end.
    pub right: Pip,
    /// The ends of the spinner's arms N and S, once they are open.
    pub spinner_arms: Option<(Pip, Pip)>,
    /// The count of the layout, where it scores.
    pub count: Option<u32>,
}

/// The trains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainTable {
    /// The engine's pip.
    pub engine: Pip,
    /// Every train: the seats' in order, then the Mexican Train.
    pub trains: Vec<TrainEnd>,
    /// The open doubles, oldest first; empty where there is no duty to cover them.
    pub open_doubles: Vec<Place>,
}

/// One train.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainEnd {
    /// Whose it is.
    pub place: Place,
    /// Its open end.
    pub end: Pip,
    /// Whether a tile lies on it.
    pub started: bool,
    /// Whether its marker is up.
    pub marker: bool,
}

/// A position of one family of games. Small and `Copy`: nobody has to undo a move.
pub(crate) trait State: Copy + Send + Sync + 'static {
    /// What a position needs to know of the rules.
    type Game: Copy + Send + Sync + 'static;
    /// Its legal actions.
    type Legal: Legal<Move = Self::Move>;
    /// An action as the state carries it out.
    type Move: Copy;

    /// The seat on turn, None when the round is over.
    fn to_play(&self) -> Option<u8> {
        (self.phase() == Phase::Playing).then(|| self.last_to_play())
    }
    /// The legal actions; only asked while the round goes on.
    fn legal(&self, game: &Self::Game) -> Self::Legal;
    /// Plays the legal action that a policy chooses, and tells it before; whether it was a draw and
    /// the only one.
    #[inline(always)]
    fn ply(
        &mut self,
        game: &Self::Game,
        policy: impl Choose,
        throws: &mut impl Throws,
        boneyard: &mut impl Boneyard,
        tell: impl FnMut(&Self, Self::Move),
    ) -> bool {
        let legal = self.legal(game);
        play_one_of(self, game, &legal, policy, throws, boneyard, tell)
    }
    /// Carries out a legal action.
    fn make(&mut self, game: &Self::Game, made: Self::Move, boneyard: &mut impl Boneyard);
    /// An action as it is written.
    fn action_of(&self, game: &Self::Game, made: Self::Move) -> Action;
    /// A legal action as the state carries it out.
    fn move_of(&self, game: &Self::Game, action: Action) -> Self::Move;
    /// Carries out a legal action.
    fn play(&mut self, game: &Self::Game, action: Action, boneyard: &mut impl Boneyard) {
        self.make(game, self.move_of(game, action), boneyard);
    }
    /// Why an action that is not legal is not; only asked while the round goes on.
    fn refuse(&self, game: &Self::Game, action: Action) -> RefusalCode;
    /// How the round stands.
    fn phase(&self) -> Phase;
    /// The seat on turn or, at the end, the seat that was.
    fn last_to_play(&self) -> u8;
    /// The winner and the points of a finished round.
    fn score(&self, game: &Self::Game) -> Score;
    /// How many sides score.
    fn sides(game: &Self::Game) -> usize;
    /// How many tiles of the boneyard are drawn.
    fn drawn(&self) -> u8;
    /// How many of the tiles left in the boneyard may still be drawn.
    fn drawable(&self, game: &Self::Game) -> u8;
    /// The pass count that a pass of the seat on turn would leave.
    fn passes_after_pass(&self, game: &Self::Game) -> u8;
    /// The hands, tiles sorted by (low, high).
    fn hands(&self, game: &Self::Game) -> Vec<Vec<Tile>>;
    /// What was scored in play, one number a side.
    fn scores(&self, game: &Self::Game) -> Vec<i32>;
    /// What lies on the table.
    fn table(&self, game: &Self::Game) -> Table;
    /// What a position tells besides.
    fn standing(&self) -> Standing;
    /// Appends all that the rules in force make matter from here on, but for the boneyard and for
    /// what a pass or a draw would do.
    fn key(&self, game: &Self::Game, key: &mut Vec<u8>);
}

/// Plays the one of the state's legal actions that a policy chooses, and tells it before; whether it
/// was a draw and the only one.
#[inline(always)]
pub(crate) fn play_one_of<S: State>(
    state: &mut S,
    game: &S::Game,
    legal: &S::Legal,
    policy: impl Choose,
    throws: &mut impl Throws,
    boneyard: &mut impl Boneyard,
    mut tell: impl FnMut(&S, S::Move),
) -> bool {
    let made = legal.pick(policy.choose(legal, state.last_to_play(), throws));
    tell(state, made);
    state.make(game, made, boneyard);
    legal.only_draw()
}
