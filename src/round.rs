//! One deal being played out: one face over both families and the three row widths.

mod observe;
mod position;
pub(crate) mod state;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::action::Action;
use crate::deal::{Deal, DealError};
use crate::perft::Counter;
use crate::playout::play_out;
use crate::policy::Policy;
use crate::position::{Position, PositionError};
use crate::random::Dice;
use crate::refusal::RefusalCode;
use crate::rules::Rules;
use crate::state::{Legal, Outcome, Phase, Reason, State, Table};
use crate::tile::Tile;
use state::{AnyState, with_state};

/// A round, immutable: [`Round::play`] returns the next one. Rounds share what they start from and their past.
#[derive(Clone)]
pub struct Round {
    setup: Arc<Setup>,
    node: Arc<Node>,
}

struct Setup {
    rules: Arc<Rules>,
    start: Start,
    number: u32,
}

/// What a round starts from.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Start {
    Deal(Deal),
    Position(Position),
}

impl Start {
    /// What was left in the boneyard then.
    fn boneyard(&self) -> &[Tile] {
        match self {
            Self::Deal(deal) => &deal.boneyard,
            Self::Position(position) => &position.boneyard,
        }
    }
}

/// Why actions cannot be played on another deal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WithDealError {
    /// They did not begin with a deal.
    #[error("the round was set up from a position and has no deal")]
    NoDeal,
    /// The deal does not fit the rules, or contradicts an action.
    #[error(transparent)]
    Deal(#[from] DealError),
}

/// One position and how it was reached.
struct Node {
    state: AnyState,
    last: Option<(Action, Arc<Node>)>,
    len: usize,
}

impl Round {
    /// The round of that number (0-based, in its match) after the deal.
    ///
    /// # Errors
    /// A deal that does not fit the rules, with every reason.
    pub fn new(rules: Arc<Rules>, deal: Deal, number: u32) -> Result<Self, DealError> {
        let deal = deal.checked(&rules, number)?;
        let state = AnyState::dealt(&rules, &deal, number);
        Ok(Self::begin(rules, Start::Deal(deal), number, &state))
    }

    /// The round that goes on from a position, written as docs/positions.md says.
    ///
    /// # Errors
    /// Every reason why the position is refused.
    pub fn from_position(
        rules: Arc<Rules>,
        position: &Map<String, Value>,
    ) -> Result<Self, PositionError> {
        Self::from_position_led_by(rules, position, None)
    }

    /// The same, led by `leader` where the position names no leader itself.
    pub(crate) fn from_position_led_by(
        rules: Arc<Rules>,
        position: &Map<String, Value>,
        leader: Option<u8>,
    ) -> Result<Self, PositionError> {
        let position = Position::checked(&rules, position, leader)?;
        let state = AnyState::set_up(&rules, &position);
        let number = position.round();
        Ok(Self::begin(
            rules,
            Start::Position(position),
            number,
            &state,
        ))
    }

    fn begin(rules: Arc<Rules>, start: Start, number: u32, state: &AnyState) -> Self {
        Self {
            setup: Arc::new(Setup {
                rules,
                start,
                number,
            }),
            node: Arc::new(Node {
                state: *state,
                last: None,
                len: 0,
            }),
        }
    }

    /// The rules in force.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.setup.rules
    }

    /// The deal, its leader filled in; None for a round that was set up from a position.
    pub fn deal(&self) -> Option<&Deal> {
        match &self.setup.start {
            Start::Deal(deal) => Some(deal),
            Start::Position(_) => None,
        }
    }

    /// The position that the round was set up from; None for a round that was dealt.
    pub fn set_up_from(&self) -> Option<&Position> {
        match &self.setup.start {
            Start::Deal(_) => None,
            Start::Position(position) => Some(position),
        }
    }

    /// The seat that leads or led, where the opening lets any tile lead.
    pub fn leader(&self) -> Option<u8> {
        match &self.setup.start {
            Start::Deal(deal) => deal.leader,
            Start::Position(position) => position.leader(),
        }
    }

    /// The 0-based number of the round in its match.
    pub fn number(&self) -> u32 {
        self.setup.number
    }

    /// The seat on turn, None when the round is over.
    pub fn to_play(&self) -> Option<u8> {
        with_state!(&self.node.state, |_game, state| state.to_play())
    }

    /// The legal actions in the order that random play counts them; none when the round is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        if self.to_play().is_none() {
            return Vec::new();
        }
        with_state!(&self.node.state, |game, state| {
            let legal = state.legal(game);
            (0..legal.count()).map(|k| legal.nth(k)).collect()
        })
    }

    /// Whether the action is legal now.
    pub fn is_legal(&self, action: Action) -> bool {
        self.to_play().is_some()
            && with_state!(&self.node.state, |game, state| state
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
        Some(with_state!(&self.node.state, |game, state| state.refuse(game, action)))
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
        let mut state = self.node.state;
        let mut boneyard = self.setup.start.boneyard();
        with_state!(&mut state, |game, state| state.play(
            game,
            action,
            &mut boneyard
        ));
        Self {
            setup: Arc::clone(&self.setup),
            node: Arc::new(Node {
                state,
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
    /// The first action that the deal contradicts, or a deal that does not fit the rules; or a round that
    /// was set up from a position.
    pub fn with_deal(&self, deal: Deal) -> Result<Self, WithDealError> {
        let dealt = self.deal().ok_or(WithDealError::NoDeal)?;
        let deal = deal.led_by(dealt.leader);
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

    /// What has been played since the deal or the position.
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

    /// How many actions have been played since the deal or the position.
    pub fn action_count(&self) -> usize {
        self.node.len
    }

    /// How the round ended, None while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        with_state!(&self.node.state, |game, state| outcome(game, state))
    }

    /// The hands, tiles sorted by (low, high).
    pub fn hands(&self) -> Vec<Vec<Tile>> {
        with_state!(&self.node.state, |game, state| state.hands(game))
    }

    /// What is left of the boneyard, in draw order.
    pub fn boneyard(&self) -> &[Tile] {
        let drawn = with_state!(&self.node.state, |_game, state| state.drawn());
        &self.setup.start.boneyard()[usize::from(drawn)..]
    }

    /// What was scored in play, one number a side.
    pub fn scores(&self) -> Vec<i32> {
        with_state!(&self.node.state, |game, state| state.scores(game))
    }

    /// What lies on the table.
    pub fn table(&self) -> Table {
        with_state!(&self.node.state, |game, state| state.table(game))
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
        let drawable = with_state!(&self.node.state, |game, state| {
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
        with_state!(&self.node.state, |game, state| {
            Counter::new(game, self.setup.start.boneyard(), poll).perft(state, depth)
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

    pub(crate) fn state(&self) -> &AnyState {
        &self.node.state
    }

    /// The boneyard that the round began with; a state counts what is drawn of it.
    pub(crate) fn boneyard_as_begun(&self) -> &[Tile] {
        self.setup.start.boneyard()
    }

    /// The round played to its end by a policy.
    #[must_use]
    pub fn playout(&self, dice: impl Dice, policy: Policy) -> Self {
        let mut state = self.node.state;
        let mut boneyard = self.setup.start.boneyard();
        let mut actions = Vec::new();
        with_state!(&mut state, |game, state| {
            play_out(game, state, policy, dice, &mut boneyard, |state, made| {
                actions.push(state.action_of(game, made));
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
            && self.setup.start == other.setup.start
            && self.backwards().eq(other.backwards())
    }
}

impl Eq for Round {}

impl Hash for Round {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.setup.rules.hash(hasher);
        self.setup.number.hash(hasher);
        self.setup.start.hash(hasher);
        self.backwards().for_each(|action| action.hash(hasher));
    }
}

impl fmt::Debug for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Round")
            .field("rules", &self.setup.rules)
            .field("start", &self.setup.start)
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
        let deal = random_deal(&rules, 0, SeedDice::new(0, 0)).unwrap();
        let mut node = Round::new(Arc::new(rules), deal, 0).unwrap().node;
        // Longer than any round, so that a drop that recurses overflows the stack.
        for len in 1..50_000 {
            node = Arc::new(Node {
                state: node.state,
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
