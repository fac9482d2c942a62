//! What holds in every round of every game, asserted after every action.

use std::sync::Arc;

use bonepile::action::{Action, Place};
use bonepile::policy::Policy;
use bonepile::random::{SeedDice, random_deal};
use bonepile::refusal::RefusalCode;
use bonepile::round::Round;
use bonepile::rules::{PRESETS, Rules};
use bonepile::state::Table;
use bonepile::tile::{Pip, Tile};
use bonepile::tile_set::TileSet;
use serde_json::{Map, Value, json};

/// Every preset with every number of seats it has hands for, and each again with a small and with
/// the largest set.
pub(crate) fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for preset in &PRESETS {
        for players in 2..=8_u8 {
            for changes in [
                json!({}),
                json!({"set": 4, "hand_size": 2 - players / 8}),
                json!({"set": 18, "hand_size": 20}),
            ] {
                let mut rules = Map::from_iter([
                    ("preset".to_owned(), Value::from(preset.name)),
                    ("players".to_owned(), players.into()),
                ]);
                rules.extend(changes.as_object().unwrap().clone());
                all.extend(Rules::from_json(&rules));
            }
        }
    }
    assert!(all.len() > 100, "only {} rules are playable", all.len());
    all
}

fn start(rules: &Rules, seed: u64) -> Round {
    let deal = random_deal(rules, 0, SeedDice::new(seed, 0)).unwrap();
    Round::new(Arc::new(rules.clone()), deal, 0).unwrap()
}

/// The tiles that lie on the table, by what has been played.
pub(crate) fn laid(round: &Round) -> Vec<Tile> {
    let played = round
        .actions()
        .into_iter()
        .filter_map(|action| match action {
            Action::Lead(tile) | Action::Play(tile, _) => Some(tile),
            _ => None,
        });
    let engine = match round.table() {
        Table::Train(table) => Some(Tile::new(table.engine, table.engine)),
        Table::Line(_) => None,
    };
    played.chain(engine).collect()
}

#[test]
fn tiles_are_conserved_and_every_round_ends() {
    for rules in all_rules() {
        let mut round = start(&rules, 3);
        let end = round.playout(SeedDice::new(3, 0), Policy::Random);
        assert!(end.outcome().is_some() && end.to_play().is_none());
        for action in end.actions() {
            let mut seen = TileSet::EMPTY;
            let hands = round.hands().concat();
            for tile in hands.iter().chain(round.boneyard()).chain(&laid(&round)) {
                assert!(seen.insert(*tile), "{tile} is there twice in {round:?}");
            }
            assert_eq!(seen, TileSet::full(rules.set()), "{round:?}");
            round = round.play(action).unwrap();
        }
        assert_eq!(round, end);
        assert_eq!(round.position_key(), end.position_key());
    }
}

/// What a position shows of the seat on turn and of the table.
struct Shown {
    held: Vec<Tile>,
    ends: Vec<(Place, Pip)>,
    led: bool,
    legal: Vec<Action>,
}

impl Shown {
    fn of(round: &Round) -> Self {
        let table = round.table();
        Self {
            held: round.hands().swap_remove(round.to_play().unwrap().into()),
            ends: table.ends(),
            led: table != Table::Line(None),
            legal: round.legal_actions(),
        }
    }

    /// Whether that action can be legal, or refused for that reason.
    fn allows(&self, action: Action, code: Option<RefusalCode>) -> bool {
        let (tile, place) = match action {
            Action::Lead(tile) => (Some(tile), None),
            Action::Play(tile, place) => (Some(tile), Some(place)),
            Action::Draw | Action::Pass | Action::Stop => (None, None),
        };
        let holds = tile.is_some_and(|tile| self.held.contains(&tile));
        let end = self.ends.iter().find(|(known, _)| Some(*known) == place);
        let fits = end.is_some_and(|(_, pip)| tile.is_some_and(|tile| tile.has(*pip)));
        let is_play = |action: &Action| matches!(action, Action::Lead(_) | Action::Play(..));
        match code.map(RefusalCode::name) {
            None => match action {
                Action::Lead(_) => holds && !self.led,
                Action::Play(..) => holds && fits,
                Action::Draw | Action::Stop => true,
                Action::Pass => self.legal == [action],
            },
            Some("tile_not_in_hand") => tile.is_some() && !holds,
            Some("lead_required") => holds && !self.led,
            Some("no_such_place") => holds && self.led && end.is_none(),
            Some("own_train_only" | "must_cover" | "train_not_open") => holds && end.is_some(),
            Some("no_match") => holds && end.is_some() && !fits,
            Some("cannot_stop") => action == Action::Stop,
            Some("can_play") => self.legal.iter().any(is_play),
            Some("must_draw") => self.legal == [Action::Draw],
            Some("cannot_draw") => self.legal == [Action::Pass],
            Some(_) => false,
        }
    }
}

#[test]
fn what_is_legal_and_what_is_refused_agree_with_hands_and_ends() {
    for rules in all_rules() {
        let space = rules.action_space();
        let mut round = start(&rules, 8);
        for action in round
            .playout(SeedDice::new(8, 0), Policy::Random)
            .actions()
            .into_iter()
            .take(30)
        {
            let shown = Shown::of(&round);
            for index in 0..space.count() {
                let action = space.action(index).unwrap();
                assert_eq!(space.index(action), Some(index));
                let code = round.why_illegal(action);
                assert_eq!(code.is_none(), shown.legal.contains(&action));
                assert_eq!(code.is_none(), round.is_legal(action));
                assert!(
                    shown.allows(action, code),
                    "{action}, {code:?} in {round:?}"
                );
            }
            round = round.play(action).unwrap();
        }
    }
}

#[test]
fn undo_goes_back_one_step() {
    for rules in all_rules() {
        let begin = start(&rules, 1);
        let mut round = begin.playout(SeedDice::new(1, 0), Policy::Random);
        while let Some(before) = round.undo() {
            assert_eq!(
                before.play(*round.actions().last().unwrap()).unwrap(),
                round
            );
            round = before;
        }
        assert_eq!(round, begin);
    }
}
