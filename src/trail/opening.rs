//! The longest train as a first turn.

use super::{By, Train, longest_train};
use crate::round::Round;
use crate::round::state::with_state;
use crate::state::{State, Table, TurnKind};
use crate::tile_set::TileSet;

/// The longest train of the seat on turn, where it is about to lay a chain; None otherwise.
pub fn best_opening(round: &Round) -> Option<Train> {
    let seat = usize::from(round.to_play()?);
    let turn = with_state!(round.state(), |_game, state| state.standing().turn);
    let Table::Train(table) = round.table() else {
        return None;
    };
    (turn == TurnKind::First).then(|| {
        let mut hand = TileSet::EMPTY;
        for &tile in &round.hands()[seat] {
            hand.insert(tile);
        }
        longest_train(&hand, table.trains[seat].end, By::Tiles)
    })
}
