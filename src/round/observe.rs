//! What a seat has seen of a round.

use super::state::with_state;
use super::{Node, Round, Start};
use crate::observation::{Observed, Witness, observation_size};
use crate::position::{FamilyPosition, Position};
use crate::tile::Tile;

impl Round {
    /// What a seat has seen since the deal or the position, in the parts that
    /// [`observation_layout`](crate::observation::observation_layout) tells.
    ///
    /// # Panics
    /// When there is no such seat.
    pub fn observation(&self, seat: u8) -> Vec<i16> {
        assert!(seat < self.rules().players(), "there is no seat {seat}");
        let mut witness = Witness::new(self.laid_at_first());
        for node in self.nodes_from_first() {
            if let Some((action, before)) = &node.last {
                with_state!(&before.state, |game, state| {
                    witness.see(game, state, *action);
                });
            }
        }
        let mut observation = vec![0; observation_size(self.rules())];
        with_state!(&self.node.state, |game, state| {
            witness.observe(game, state, seat, &mut observation);
        });
        observation
    }

    fn nodes_from_first(&self) -> impl Iterator<Item = &Node> {
        let mut nodes = vec![&*self.node];
        while let Some((_, before)) = nodes[nodes.len() - 1].last.as_ref() {
            nodes.push(before);
        }
        nodes.reverse();
        nodes.into_iter()
    }

    /// The tiles that lay on the table before the first action.
    fn laid_at_first(&self) -> Vec<Tile> {
        match &self.setup.start {
            Start::Deal(_) => {
                let engine = with_state!(&self.node.state, |_game, state| state.engine());
                engine.into_iter().collect()
            }
            Start::Position(Position { family, .. }) => match family {
                FamilyPosition::Line(line) => {
                    let layout = line.layout.iter();
                    let tiles = layout.flat_map(|line| line.arms.iter().flatten());
                    let lead = line.layout.iter().map(|line| line.lead);
                    tiles.copied().chain(lead).collect()
                }
                FamilyPosition::Train(train) => {
                    let tiles = train.layout.trains.iter().flatten().copied();
                    tiles.chain([train.layout.engine]).collect()
                }
            },
        }
    }
}
