//! One deal being played out: one face over both families and the three row widths.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::action::Action;
use crate::deal::{Deal, DealError};
use crate::line::{LineGame, LineState};
use crate::perft::Counter;
use crate::playout::play_out;
use crate::random::Dice;
use crate::refusal::RefusalCode;
use crate::row::{Hand, Row, Width};
use crate::rules::{FamilyRules, Rules};
use crate::state::{Legal, MAX_SEATS, Outcome, Phase, Reason, State, Table};
use crate::tile::Tile;
use crate::train::{TrainGame, TrainState};

/// A round, immutable: [`Round::play`] returns the next one. Rounds share their deal and their past.
#[derive(Clone)]
pub struct Round {
    setup: Arc<Setup>,
    node: Arc<Node>,
}

struct Setup {
    rules: Arc<Rules>,
    deal: Deal,
    number: u32,
}

/// One position and how it was reached.
struct Node {
    position: Position,
    last: Option<(Action, Arc<Node>)>,
    len: usize,
}

/// A state together with what it needs to know of the rules; the row width is chosen here, once.
#[derive(Clone, Copy)]
enum Position {
    Line8(LineGame, LineState<u8, MAX_SEATS>),
    Line16(LineGame, LineState<u16, MAX_SEATS>),
    Line32(LineGame, LineState<u32, MAX_SEATS>),
    Train8(TrainGame, TrainState<u8, MAX_SEATS>),
    Train16(TrainGame, TrainState<u16, MAX_SEATS>),
    Train32(TrainGame, TrainState<u32, MAX_SEATS>),
}

/// Runs the same expression for whichever state it is.
macro_rules! with_state {
    ($position:expr, |$game:ident, $state:ident| $body:expr) => {
        match $position {
            Position::Line8($game, $state) => $body,
            Position::Line16($game, $state) => $body,
            Position::Line32($game, $state) => $body,
            Position::Train8($game, $state) => $body,
            Position::Train16($game, $state) => $body,
            Position::Train32($game, $state) => $body,
        }
    };
}

impl Position {
    fn dealt(rules: &Rules, deal: &Deal, number: u32) -> Self {
        let width = Width::of(rules.set());
        match rules.family() {
            FamilyRules::Line(line) => {
                let game = LineGame::new(rules, line);
                match width {
                    Width::Pips8 => Self::Line8(game, line_state(&game, deal)),
                    Width::Pips16 => Self::Line16(game, line_state(&game, deal)),
                    Width::Pips32 => Self::Line32(game, line_state(&game, deal)),
                }
            }
            FamilyRules::Train(train) => {
                let game = TrainGame::new(rules, train);
                let first_seat = rules.first_seat(number);
                match width {
                    Width::Pips8 => Self::Train8(game, train_state(&game, deal, first_seat)),
                    Width::Pips16 => Self::Train16(game, train_state(&game, deal, first_seat)),
                    Width::Pips32 => Self::Train32(game, train_state(&game, deal, first_seat)),
                }
            }
        }
    }
}

fn hands<W: Row>(deal: &Deal) -> [Hand<W>; MAX_SEATS] {
    let mut hands = [Hand::EMPTY; MAX_SEATS];
    for (hand, tiles) in hands.iter_mut().zip(&deal.hands) {
        *hand = Hand::of(tiles);
    }
    hands
}

fn line_state<W: Row>(game: &LineGame, deal: &Deal) -> LineState<W, MAX_SEATS> {
    LineState::new(
        game,
        hands(deal),
        deal.hands[0].len() as u8,
        deal.boneyard.len() as u8,
        deal.leader,
    )
}

fn train_state<W: Row>(game: &TrainGame, deal: &Deal, first_seat: u8) -> TrainState<W, MAX_SEATS> {
    TrainState::new(
        game,
        hands(deal),
        deal.hands[0].len() as u8,
        deal.boneyard.len() as u8,
        &mut &deal.boneyard[..],
        deal.engine,
        first_seat,
    )
}

impl Round {
    /// The round of that number (0-based, in its match) after the deal.
    ///
    /// # Errors
    /// A deal that does not fit the rules, with every reason.
    pub fn new(rules: Arc<Rules>, deal: Deal, number: u32) -> Result<Self, DealError> {
        let deal = deal.checked(&rules, number)?;
        let position = Position::dealt(&rules, &deal, number);
        Ok(Self {
            setup: Arc::new(Setup {
                rules,
                deal,
                number,
            }),
            node: Arc::new(Node {
                position,
                last: None,
                len: 0,
            }),
        })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.setup.rules
    }

    /// The deal, its leader filled in.
    pub fn deal(&self) -> &Deal {
        &self.setup.deal
    }

    /// The 0-based number of the round in its match.
    pub fn number(&self) -> u32 {
        self.setup.number
    }

    /// The seat on turn, None when the round is over.
    pub fn to_play(&self) -> Option<u8> {
        with_state!(&self.node.position, |_game, state| state.to_play())
    }

    /// The legal actions in the order that random play counts them; none when the round is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        if self.to_play().is_none() {
            return Vec::new();
        }
        with_state!(&self.node.position, |game, state| {
            let legal = state.legal(game);
            (0..legal.count()).map(|k| legal.nth(k)).collect()
        })
    }

    /// Whether the action is legal now.
    pub fn is_legal(&self, action: Action) -> bool {
        self.to_play().is_some()
            && with_state!(&self.node.position, |game, state| state
                .legal(game)
                .contains(action))
    }

    /// The first reason why the action is not legal, None when it is.
    pub fn why_illegal(&self, action: Action) -> Option<RefusalCode> {
        if self.to_play().is_none() {
            return Some(RefusalCode::RoundOver);
        }
        if self.is_legal(action) {
            return None;
        }
        Some(with_state!(&self.node.position, |game, state| state
            .refuse(game, action)))
    }

    /// The round after the action.
    ///
    /// # Errors
    /// The reason why the action is not legal.
    pub fn play(&self, action: Action) -> Result<Self, RefusalCode> {
        match self.why_illegal(action) {
            Some(code) => Err(code),
            None => Ok(self.play_unchecked(action)),
        }
    }

    fn play_unchecked(&self, action: Action) -> Self {
        let mut position = self.node.position;
        let mut boneyard = &self.setup.deal.boneyard[..];
        with_state!(&mut position, |game, state| state.play(
            game,
            action,
            &mut boneyard
        ));
        Self {
            setup: Arc::clone(&self.setup),
            node: Arc::new(Node {
                position,
                last: Some((action, Arc::clone(&self.node))),
                len: self.node.len + 1,
            }),
        }
    }

    /// The round before the last action, None before the first.
    pub fn undo(&self) -> Option<Self> {
        let (_, node) = self.node.last.as_ref()?;
        Some(Self {
            setup: Arc::clone(&self.setup),
            node: Arc::clone(node),
        })
    }

    /// The same actions on another deal, with this round's leader where it names none.
    ///
    /// # Errors
    /// The first action that the deal contradicts, or a deal that does not fit the rules.
    pub fn with_deal(&self, deal: Deal) -> Result<Self, DealError> {
        let deal = deal.led_by(self.deal().leader);
        let mut round = Self::new(Arc::clone(self.rules()), deal, self.number())?;
        for (at, action) in self.actions().into_iter().enumerate() {
            round = round.play(action).map_err(|code| {
                let why = code.name();
                let reason = format!("actions[{at}]: {action} is not legal on this deal ({why})");
                DealError::Bad(vec![reason])
            })?;
        }
        Ok(round)
    }

    /// What has been played since the deal.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = self.backwards().collect::<Vec<_>>();
        actions.reverse();
        actions
    }

    fn backwards(&self) -> impl Iterator<Item = Action> + '_ {
        let mut node = &self.node;
        std::iter::from_fn(move || {
            let (action, before) = node.last.as_ref()?;
            node = before;
            Some(*action)
        })
    }

    /// How many actions have been played since the deal.
    pub fn action_count(&self) -> usize {
        self.node.len
    }

    /// How the round ended, None while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        with_state!(&self.node.position, |game, state| outcome(game, state))
    }

    /// The hands, tiles sorted by (low, high).
    pub fn hands(&self) -> Vec<Vec<Tile>> {
        with_state!(&self.node.position, |game, state| state.hands(game))
    }

    /// What is left of the boneyard, in draw order.
    pub fn boneyard(&self) -> &[Tile] {
        let drawn = with_state!(&self.node.position, |_game, state| state.drawn());
        &self.setup.deal.boneyard[usize::from(drawn)..]
    }

    /// What was scored in play, one number a side.
    pub fn scores(&self) -> Vec<i32> {
        with_state!(&self.node.position, |game, state| state.scores(game))
    }

    /// What lies on the table.
    pub fn table(&self) -> Table {
        with_state!(&self.node.position, |game, state| state.table(game))
    }

    /// Equal for two rounds under equal rules only when all that can follow is equal.
    pub fn position_key(&self) -> Vec<u8> {
        let boneyard = self.boneyard();
        if let Some(outcome) = self.outcome() {
            // Nothing follows: a finished round is what it shows.
            let shown = (
                self.hands(),
                boneyard.len(),
                self.scores(),
                self.table(),
                outcome,
            );
            return format!("{shown:?}").into_bytes();
        }
        let mut key = vec![boneyard.len() as u8];
        let drawable = with_state!(&self.node.position, |game, state| {
            // The pass count and what the turn has drawn matter only through what they lead to.
            let legal = state.legal(game);
            let pass = legal.contains(Action::Pass);
            key.push(if pass {
                state.passes_after_pass(game)
            } else {
                0
            });
            key.push(legal.contains(Action::Draw).into());
            state.key(game, &mut key);
            state.drawable(game)
        });
        key.extend(
            boneyard[..usize::from(drawable)]
                .iter()
                .map(|tile| tile.index()),
        );
        key
    }

    /// How many sequences of exactly `depth` actions there are. `poll` is asked now and then
    /// whether to go on; None when it said no.
    pub fn perft(&self, depth: u32, poll: &mut dyn FnMut() -> bool) -> Option<u64> {
        with_state!(&self.node.position, |game, state| {
            Counter::new(game, &self.setup.deal.boneyard, poll).perft(state, depth)
        })
    }

    /// For each legal action the sequences of `depth` actions that begin with it; empty for depth
    /// 0. `poll` as for [`Round::perft`].
    pub fn divide(&self, depth: u32, poll: &mut dyn FnMut() -> bool) -> Option<Vec<(Action, u64)>> {
        if depth == 0 {
            return Some(Vec::new());
        }
        self.legal_actions()
            .into_iter()
            .map(|action| Some((action, self.play_unchecked(action).perft(depth - 1, poll)?)))
            .collect()
    }

    /// The round played to its end at random.
    #[must_use]
    pub fn playout(&self, dice: &mut impl Dice) -> Self {
        let mut position = self.node.position;
        let mut boneyard = &self.setup.deal.boneyard[..];
        let mut actions = Vec::new();
        with_state!(&mut position, |game, state| {
            play_out(game, state, dice, &mut boneyard, |action| {
                actions.push(action);
            })
        });
        actions
            .into_iter()
            .fold(self.clone(), |round, action| round.play_unchecked(action))
    }
}

fn outcome<S: State>(game: &S::Game, state: &S) -> Option<Outcome> {
    let reason = match state.phase() {
        Phase::Playing => return None,
        Phase::Out => Reason::Out,
        Phase::Blocked => Reason::Blocked,
    };
    let score = state.score(game);
    let out: Vec<_> = (0..)
        .zip(&state.hands(game))
        .filter(|(_, hand)| hand.is_empty())
        .map(|(seat, _)| seat)
        .collect();
    let last = state.last_to_play();
    Some(Outcome {
        reason,
        went_out: (reason == Reason::Out && out.contains(&last)).then_some(last),
        out,
        winner: score.winner,
        points: score.points[..S::sides(game)].to_vec(),
    })
}

impl Drop for Node {
    /// A long history is taken apart in a loop: the compiler's own drop would recurse.
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some((_, node)) = last {
            last = Arc::into_inner(node).and_then(|mut node| node.last.take());
        }
    }
}

impl PartialEq for Round {
    fn eq(&self, other: &Self) -> bool {
        self.setup.number == other.setup.number
            && self.node.len == other.node.len
            && self.setup.rules == other.setup.rules
            && self.setup.deal == other.setup.deal
            && self.backwards().eq(other.backwards())
    }
}

impl Eq for Round {}

impl Hash for Round {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.setup.rules.hash(hasher);
        self.setup.number.hash(hasher);
        self.setup.deal.hash(hasher);
        self.backwards().for_each(|action| action.hash(hasher));
    }
}

impl fmt::Debug for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Round")
            .field("rules", &self.setup.rules)
            .field("deal", &self.setup.deal)
            .field("number", &self.setup.number)
            .field("actions", &self.actions())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{SeedDice, random_deal};

    #[test]
    fn a_long_history_is_dropped_without_recursion() {
        let rules = Rules::new("masters-block", 2).unwrap();
        let deal = random_deal(&rules, 0, &mut SeedDice::new(0, 0)).unwrap();
        let mut node = Round::new(Arc::new(rules), deal, 0).unwrap().node;
        // Longer than any round, so that a drop that recurses overflows the stack.
        for len in 1..50_000 {
            node = Arc::new(Node {
                position: node.position,
                last: Some((Action::Pass, node)),
                len,
            });
        }
        let small_stack = std::thread::Builder::new().stack_size(64 << 10);
        small_stack
            .spawn(move || drop(node))
            .unwrap()
            .join()
            .unwrap();
    }
}
