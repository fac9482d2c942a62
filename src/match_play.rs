//! Matches: rounds added up to a target or a number of rounds.

use std::sync::Arc;

use crate::action::Action;
use crate::deal::{Deal, DealError};
use crate::random::{EntropyDice, SeedDice, random_deal};
use crate::refusal::RefusalCode;
use crate::round::Round;
use crate::rules::{FamilyRules, LineRules, MatchBy, NextLeader, Rules, RulesError};

/// A match, immutable. Its last round is the one in progress, if any is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// The rounds before the last, all finished.
    earlier: Arc<Vec<Round>>,
    /// Their totals.
    earlier_totals: Vec<i64>,
    round: Round,
    seed: Option<u64>,
}

/// Why a match cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The rules are for single rounds.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The deal does not fit.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// It is not the time for a next round.
    #[error("{0}")]
    Early(&'static str),
}

impl Match {
    /// A match with its first round dealt: as `deal` says, or from the seed, or by chance.
    ///
    /// # Errors
    ///
    /// Rules for single rounds, or a deal that does not fit.
    pub fn new(
        rules: Arc<Rules>,
        seed: Option<u64>,
        deal: Option<Deal>,
    ) -> Result<Self, MatchError> {
        many_rounds(&rules)?;
        let leader = first_leader(&rules);
        Ok(Self::of(dealt(rules, seed, 0, deal, leader)?, seed))
    }

    /// A match of one round.
    pub(crate) fn of(round: Round, seed: Option<u64>) -> Self {
        Self {
            earlier: Arc::default(),
            earlier_totals: vec![0; round.rules().sides().into()],
            round,
            seed,
        }
    }

    /// The rules in force.
    pub fn rules(&self) -> &Arc<Rules> {
        self.round.rules()
    }

    /// The round in progress, or the last one.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// Every round so far.
    pub fn rounds(&self) -> impl Iterator<Item = &Round> {
        self.earlier.iter().chain([&self.round])
    }

    /// How many rounds there are so far.
    pub fn round_count(&self) -> usize {
        self.earlier.len() + 1
    }

    /// The seed that rounds are dealt from.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Points, or rounds won, of the finished rounds: one number a side.
    pub fn totals(&self) -> Vec<i64> {
        let totals = self.earlier_totals.iter().zip(gains(&self.round));
        totals.map(|(total, gain)| total + gain).collect()
    }

    /// The place of each side as the totals stand; equal totals share one.
    pub fn places(&self) -> Vec<usize> {
        let totals = self.totals();
        let lowest_wins = matches!(self.rules().family(), FamilyRules::Train(_));
        let better = |one: i64, other: i64| {
            if lowest_wins {
                one < other
            } else {
                one > other
            }
        };
        let ahead = |own: i64| totals.iter().filter(|other| better(**other, own)).count();
        totals.iter().map(|own| 1 + ahead(*own)).collect()
    }

    /// Whether the target or the number of rounds is reached.
    pub fn is_over(&self) -> bool {
        match self.rules().family() {
            FamilyRules::Line(line) => self
                .totals()
                .iter()
                .any(|total| *total >= i64::from(line.target)),
            FamilyRules::Train(train) => {
                let finished = self.earlier.len() + usize::from(self.round.outcome().is_some());
                train.rounds.is_some_and(|rounds| finished >= rounds.into())
            }
        }
    }

    /// The match after a legal action.
    ///
    /// # Errors
    ///
    /// The reason why the action is not legal.
    pub fn play(&self, action: Action) -> Result<Self, RefusalCode> {
        Ok(Self {
            round: self.round.play(action)?,
            ..self.clone()
        })
    }

    /// The match before the last action, None before the first.
    ///
    /// Before the first action of a later round lies the end of the round that came before it: what is
    /// undone then is the deal.
    pub fn undo(&self) -> Option<Self> {
        if let Some(round) = self.round.undo() {
            return Some(Self {
                round,
                ..self.clone()
            });
        }
        let (round, earlier) = self.earlier.split_last()?;
        let totals = self.earlier_totals.iter().zip(gains(round));
        Some(Self {
            earlier: Arc::new(earlier.to_vec()),
            earlier_totals: totals.map(|(total, gain)| total - gain).collect(),
            round: round.clone(),
            seed: self.seed,
        })
    }

    /// The match with its next round dealt: as `deal` says, or from the seed, or by chance.
    ///
    /// # Errors
    ///
    /// The round or the match is not where a next round comes, or the deal does not fit.
    pub fn next_round(&self, deal: Option<Deal>) -> Result<Self, MatchError> {
        many_rounds(self.rules())?;
        if self.round.outcome().is_none() {
            return Err(MatchError::Early("the round is not over"));
        }
        if self.is_over() {
            return Err(MatchError::Early("the match is over"));
        }
        let number = self.round.number().checked_add(1);
        let number = number.ok_or(MatchError::Early("there is no higher round number"))?;
        let rules = Arc::clone(self.rules());
        let round = dealt(rules, self.seed, number, deal, self.next_leader())?;
        Ok(self.clone().followed_by(round))
    }

    /// The match with a further round; the last one is finished.
    #[must_use]
    pub(crate) fn followed_by(self, round: Round) -> Self {
        let earlier_totals = self.totals();
        let mut earlier = Arc::unwrap_or_clone(self.earlier);
        earlier.push(self.round);
        Self {
            earlier: Arc::new(earlier),
            earlier_totals,
            round,
            seed: self.seed,
        }
    }

    /// The leader of the round after a finished one, where the rules name one.
    pub(crate) fn next_leader(&self) -> Option<u8> {
        let rule = line(self.rules())?.next_leader?;
        let after = (self.round.leader()? + 1) % self.rules().players();
        Some(match rule {
            NextLeader::Rotate => after,
            NextLeader::Winner => self
                .round
                .outcome()
                .and_then(|outcome| outcome.went_out)
                .unwrap_or(after),
        })
    }
}

/// The leader of a match's first round, where the rules name one.
pub(crate) fn first_leader(rules: &Rules) -> Option<u8> {
    line(rules)?.next_leader.map(|_| 0)
}

fn line(rules: &Rules) -> Option<LineRules> {
    match rules.family() {
        FamilyRules::Line(line) => Some(line),
        FamilyRules::Train(_) => None,
    }
}

/// What a round adds to the totals, one number a side: nothing while it goes on.
fn gains(round: &Round) -> Vec<i64> {
    let rules = round.rules();
    let Some(outcome) = round.outcome() else {
        return vec![0; rules.sides().into()];
    };
    if line(rules).is_some_and(|line| line.match_by == MatchBy::Wins) {
        let won = |side| i64::from(outcome.winner == Some(side));
        (0..rules.sides()).map(won).collect()
    } else {
        outcome.points.into_iter().map(i64::from).collect()
    }
}

/// Refuses rules that play single rounds only.
fn many_rounds(rules: &Rules) -> Result<(), RulesError> {
    match rules.family() {
        FamilyRules::Train(train) if train.rounds.is_none() => Err(RulesError::Bad(vec![
            "rounds: a match asks for a number of rounds".to_owned(),
        ])),
        _ => Ok(()),
    }
}

fn dealt(
    rules: Arc<Rules>,
    seed: Option<u64>,
    number: u32,
    deal: Option<Deal>,
    leader: Option<u8>,
) -> Result<Round, DealError> {
    let deal = match (deal, seed) {
        (Some(deal), _) => deal.led_by(leader),
        (None, seed) => {
            let dealt = match seed {
                Some(seed) => random_deal(&rules, number, SeedDice::new(seed, number.into())),
                None => random_deal(&rules, number, EntropyDice),
            };
            Deal { leader, ..dealt? }
        }
    };
    Round::new(rules, deal, number)
}
