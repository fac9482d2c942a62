//! The position of a round.

use super::state::with_state;
use super::{Round, Start};
use crate::action::{Action, Place};
use crate::position::{
    FamilyPosition, LineLayout, LinePosition, Position, TrainLayout, TrainPosition,
};
use crate::rules::{FamilyRules, Spinner};
use crate::state::{Standing, State, Table, TrainTable};
use crate::tile::Tile;

impl Round {
    /// Everything that the round needs to go on. The layout is told from the start and the actions, for
    /// states know only its ends.
    pub fn position(&self) -> Position {
        let to_play = self.to_play();
        let (standing, last) = with_state!(&self.node.state, |_game, state| {
            (state.standing(), state.last_to_play())
        });
        Position {
            round: self.number(),
            leader: self.leader(),
            hands: self.hands(),
            boneyard: self.boneyard().to_vec(),
            to_play,
            last: to_play.is_none().then_some(last),
            passes: standing.passes,
            drew: standing.drew,
            family: match (self.rules().family(), self.table()) {
                (FamilyRules::Line(line), _) => {
                    FamilyPosition::Line(self.line_position(line.spinner))
                }
                (FamilyRules::Train(_), Table::Train(table)) => {
                    FamilyPosition::Train(self.train_position(&table, standing))
                }
                (FamilyRules::Train(_), Table::Line(_)) => unreachable!("a train game has trains"),
            },
        }
    }

    fn line_position(&self, spinner: Spinner) -> LinePosition {
        let mut layout = match self.set_up_from().map(|position| &position.family) {
            Some(FamilyPosition::Line(line)) => line.layout.clone(),
            _ => None,
        };
        for action in self.actions() {
            match (action, &mut layout) {
                (Action::Lead(tile), _) => layout = Some(LineLayout::led(tile, spinner)),
                (Action::Play(tile, place), Some(layout)) => layout.add(tile, place),
                _ => {}
            }
        }
        let scores = self.scores();
        LinePosition {
            layout,
            scores: scores.into_iter().map(in_play).collect(),
        }
    }

    fn train_position(&self, table: &TrainTable, standing: Standing) -> TrainPosition {
        let seats = self.rules().players();
        let mut layout = match &self.setup.start {
            Start::Position(Position {
                family: FamilyPosition::Train(train),
                ..
            }) => train.layout.clone(),
            _ => TrainLayout::around(Tile::new(table.engine, table.engine), seats),
        };
        for action in self.actions() {
            if let Action::Play(tile, place) = action {
                layout.add(tile, place);
            }
        }
        let number = |place: &Place| match place {
            Place::Train(seat) => *seat,
            _ => seats,
        };
        let marked = table.trains.iter().filter(|train| train.marker);
        TrainPosition {
            layout,
            turn: standing.turn,
            owed: (0..seats)
                .filter(|seat| standing.owed >> seat & 1 == 1)
                .collect(),
            markers: marked.map(|train| number(&train.place)).collect(),
            open_doubles: table.open_doubles.iter().map(number).collect(),
        }
    }
}

/// Points scored in play are never less than 0.
fn in_play(points: i32) -> u16 {
    u16::try_from(points).unwrap_or_default()
}
