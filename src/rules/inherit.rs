//! What parameters are when nobody names them: the preset's value, where their parent lets it stand.

use super::{
    CoverOrder, DeadDouble, Draw, EngineRule, FamilyRules, FirstTurn, FirstTurnDouble, GoOut,
    LineRules, NextLeader, NoDouble, Opening, Partnership, TrainRules,
};

/// The value of an unnamed child: the preset's own while its parent stays on, the default when the
/// parent is switched on, the off value otherwise.
fn child<T>(on: bool, own_on: bool, [own, default, off]: [T; 3]) -> T {
    match (on, own_on) {
        (true, true) => own,
        (true, false) => default,
        (false, _) => off,
    }
}

impl LineRules {
    pub(super) fn opens_with_double(&self) -> bool {
        self.opening == Opening::HighestDouble
    }

    pub(super) fn draws(&self) -> bool {
        self.draw != Draw::None
    }

    pub(super) fn partners_at_four(&self) -> bool {
        self.partnership == Partnership::AtFour
    }

    /// These rules of a preset with the children that they have under the parents of `chosen`.
    pub(super) fn under(&self, chosen: &Self) -> Self {
        let doubles = chosen.opens_with_double();
        let draws = chosen.draws();
        Self {
            no_double: child(
                doubles,
                self.opens_with_double(),
                [self.no_double, Some(NoDouble::Redeal), None],
            ),
            next_leader: child(
                !doubles,
                !self.opens_with_double(),
                [self.next_leader, Some(NextLeader::Rotate), None],
            ),
            reserve: child(draws, self.draws(), [self.reserve, 0, 0]),
            voluntary_draw: child(draws, self.draws(), [self.voluntary_draw, false, false]),
            go_out: child(
                chosen.partners_at_four(),
                self.partners_at_four(),
                [self.go_out, GoOut::One, GoOut::One],
            ),
            ..*self
        }
    }
}

impl TrainRules {
    pub(super) fn chains(&self) -> bool {
        self.first_turn == FirstTurn::Chain
    }

    pub(super) fn descends(&self) -> bool {
        self.engine == EngineRule::Descending
    }

    /// These rules of a preset with the children that they have under the parents of `chosen`, and
    /// no more rounds than a double-`set` set has engines.
    pub(super) fn under(&self, chosen: &Self, set: u8) -> Self {
        let (chains, duty) = (chosen.chains(), chosen.cover_duty);
        Self {
            first_turn_double: child(
                chains,
                self.chains(),
                [
                    self.first_turn_double,
                    Some(FirstTurnDouble::NoEffect),
                    None,
                ],
            ),
            finish_first_circuit: child(
                chains,
                self.chains(),
                [self.finish_first_circuit, false, false],
            ),
            cover_order: child(
                duty,
                self.cover_duty,
                [self.cover_order, Some(CoverOrder::OldestFirst), None],
            ),
            dead_double: child(
                duty,
                self.cover_duty,
                [self.dead_double, Some(DeadDouble::Binding), None],
            ),
            rounds: if chosen.descends() {
                self.rounds.map(|rounds| rounds.min(engines(set)))
            } else {
                self.rounds
            },
            ..*self
        }
    }
}

impl FamilyRules {
    /// The parameters whose parent is off.
    pub(super) fn lapsed(&self) -> Vec<&'static str> {
        let children: &[(bool, &[&'static str])] = match self {
            Self::Line(line) => &[
                (line.opens_with_double(), &["no_double"]),
                (!line.opens_with_double(), &["next_leader"]),
                (line.draws(), &["reserve", "voluntary_draw"]),
                (line.partners_at_four(), &["go_out"]),
            ],
            Self::Train(train) => &[
                (
                    train.chains(),
                    &["first_turn_double", "finish_first_circuit"],
                ),
                (train.cover_duty, &["cover_order", "dead_double"]),
            ],
        };
        let off = children.iter().filter(|(on, _)| !on);
        off.flat_map(|(_, names)| names.iter().copied()).collect()
    }
}

/// How many rounds a double-`set` set has an engine for.
pub(super) fn engines(set: u8) -> u16 {
    u16::from(set) + 1
}
