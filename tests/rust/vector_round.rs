//! Rounds in step are the same as rounds played one by one.

use std::sync::Arc;

use bonepile::random::{SeedDice, random_deal, word};
use bonepile::refusal::RefusalCode;
use bonepile::round::Round;
use bonepile::rules::{FamilyRules, Rules};
use bonepile::vector_round::{Columns, VectorRound, Widths};

use crate::play::all_rules;

const SEED: u64 = 31;

/// Memory for the columns of `n` slots.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Memory {
    widths: Widths,
    to_play: Vec<i8>,
    legal_mask: Vec<u8>,
    observation: Vec<i16>,
    rewards: Vec<i16>,
    done: Vec<u8>,
    game: Vec<u64>,
}

impl Memory {
    /// Filled with what no slot shows.
    fn new(rules: &Rules, n: usize) -> Self {
        let widths = Widths::of(rules);
        Self {
            widths,
            to_play: vec![99; n],
            legal_mask: vec![99; n * widths.num_actions],
            observation: vec![9999; n * widths.observation_size],
            rewards: vec![9999; n * widths.sides],
            done: vec![99; n],
            game: vec![99; n],
        }
    }

    fn columns(&mut self) -> Columns<'_> {
        Columns {
            to_play: &mut self.to_play,
            legal_mask: &mut self.legal_mask,
            observation: &mut self.observation,
            rewards: &mut self.rewards,
            done: &mut self.done,
            game: &mut self.game,
        }
    }

    fn mask(&self, slot: usize) -> &[u8] {
        &self.legal_mask[slot * self.widths.num_actions..][..self.widths.num_actions]
    }

    /// The columns show that round in that slot, after a step that brought these rewards.
    fn assert_slot(&self, slot: usize, round: &Round, game: u64, rewards: &[i16], done: bool) {
        let space = round.rules().action_space();
        let seat = round.to_play().unwrap();
        assert_eq!(self.to_play[slot], seat.cast_signed());
        let mut mask = vec![0; space.count()];
        for action in round.legal_actions() {
            mask[space.index(action).unwrap()] = 1;
        }
        assert_eq!(self.mask(slot), mask);
        let size = self.widths.observation_size;
        assert_eq!(
            self.observation[slot * size..][..size],
            round.observation(seat)
        );
        let sides = self.widths.sides;
        assert_eq!(self.rewards[slot * sides..][..sides], *rewards);
        assert_eq!(self.done[slot], u8::from(done));
        assert_eq!(self.game[slot], game);
    }
}

/// The number of an action as a step takes it.
fn number(index: usize) -> i64 {
    i64::try_from(index).unwrap()
}

fn dealt(rules: &Arc<Rules>, game: u64) -> Round {
    let deal = random_deal(rules, 1, SeedDice::new(SEED, game)).unwrap();
    Round::new(Arc::clone(rules), deal, 1).unwrap()
}

/// What a step from one round to the next brings each side.
fn gains(before: &Round, after: &Round) -> Vec<i16> {
    let gains = match (after.outcome(), before.rules().family()) {
        (Some(outcome), FamilyRules::Train(_)) => outcome.points.iter().map(|won| -won).collect(),
        (Some(outcome), FamilyRules::Line(_)) => difference(&outcome.points, &before.scores()),
        (None, _) => difference(&after.scores(), &before.scores()),
    };
    gains.into_iter().map(|gain| gain as i16).collect()
}

fn difference(after: &[i32], before: &[i32]) -> Vec<i32> {
    let pairs = after.iter().zip(before);
    pairs.map(|(after, before)| after - before).collect()
}

#[test]
fn slots_are_rounds_played_one_by_one() {
    for rules in all_rules() {
        let rules = Arc::new(rules);
        let n = 3;
        let mut vector = VectorRound::new(&rules, n, SEED, 1).unwrap();
        let mut memory = Memory::new(&rules, n);
        vector.show(&mut memory.columns());
        let mut games: Vec<_> = (0..n as u64).collect();
        let mut rounds: Vec<_> = games.iter().map(|&game| dealt(&rules, game)).collect();
        let nothing = vec![0; memory.widths.sides];
        for (slot, round) in rounds.iter().enumerate() {
            memory.assert_slot(slot, round, games[slot], &nothing, false);
        }
        let mut steps = 0;
        while games.iter().max() < Some(&(2 * n as u64)) {
            let actions: Vec<_> = rounds
                .iter()
                .enumerate()
                .map(|(slot, round)| {
                    let legal = round.legal_actions();
                    legal[word(steps, slot as u64) as usize % legal.len()]
                })
                .collect();
            let space = rules.action_space();
            let numbers = actions.iter();
            let numbers: Vec<_> = numbers
                .map(|&action| number(space.index(action).unwrap()))
                .collect();
            vector.step(&numbers, &mut memory.columns()).unwrap();
            for (slot, round) in rounds.iter_mut().enumerate() {
                let after = round.play(actions[slot]).unwrap();
                let rewards = gains(round, &after);
                let done = after.outcome().is_some();
                if done {
                    games[slot] += n as u64;
                    *round = dealt(&rules, games[slot]);
                } else {
                    *round = after;
                }
                memory.assert_slot(slot, round, games[slot], &rewards, done);
            }
            steps += 1;
        }
    }
}

#[test]
fn one_illegal_action_keeps_every_slot_as_it_is() {
    for preset in ["all-fives", "masters-mexican-train"] {
        let rules = Arc::new(Rules::new(preset, 4).unwrap());
        let mut vector = VectorRound::new(&rules, 4, SEED, 1).unwrap();
        let mut memory = Memory::new(&rules, 4);
        vector.show(&mut memory.columns());
        let (before, space) = (memory.clone(), rules.action_space());
        let legal = |slot| before.mask(slot).iter().position(|&legal| legal == 1);
        let legal: Vec<_> = (0..4).map(|slot| number(legal(slot).unwrap())).collect();
        for wrong in (-1..=number(space.count())).chain([i64::MIN, i64::MAX]) {
            let place = usize::try_from(wrong).ok();
            let is_legal = place.and_then(|place| before.mask(2).get(place)) == Some(&1);
            if is_legal {
                continue;
            }
            let mut actions = legal.clone();
            actions[2] = wrong;
            actions[3] = -1;
            let refused = vector.step(&actions, &mut memory.columns()).unwrap_err();
            assert_eq!(memory, before);
            let round = dealt(&rules, 2);
            let action = place.and_then(|place| space.action(place));
            let why = action.map_or(Some(RefusalCode::Unreadable), |action| {
                round.why_illegal(action)
            });
            assert_eq!((refused.slot, refused.action), (2, action));
            assert_eq!(Some(refused.code), why);
            assert_eq!(refused.legal, round.legal_actions());
        }
        vector.step(&legal, &mut memory.columns()).unwrap();
        assert_ne!(memory, before);
    }
}

#[test]
fn a_round_without_an_engine_and_too_many_slots_are_refused() {
    let rules = Rules::new("masters-mexican-train-reverse", 2).unwrap();
    let dominos = Rules::new("dominos-cc-mexican-train", 2).unwrap();
    assert!(VectorRound::new(&dominos, 1, 0, 13).is_err());
    assert!(VectorRound::new(&dominos, 1, 0, 12).is_ok());
    assert!(VectorRound::new(&rules, 1 << 60, 0, 0).is_err());
}
