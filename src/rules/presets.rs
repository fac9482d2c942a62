//! The presets, as plain data.

use serde_json::{Map, Value};

use super::{
    CoverOrder, DeadDouble, DoubleExtra, Draw, EngineRule, FamilyRules, FirstTurn, FirstTurnDouble,
    GoOut, HandSize, InPlay, LINE_PARAMETERS, LineBlock, LineRules, MatchBy, NextLeader, NoDouble,
    Opening, Parameter, Partnership, ScoreBlock, ScoreOut, Spinner, TRAIN_PARAMETERS, TrainBlock,
    TrainDraw, TrainRules, parameters,
};

/// A named set of rules.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Moves when the preset plays differently, and only then.
    pub revision: u32,
    /// Where the rules come from.
    pub source: &'static str,
    /// One line about the game.
    pub summary: &'static str,
    /// The tiles are those of the double-`set` set.
    pub set: u8,
    /// The number of seats, and how many tiles each is dealt.
    pub hands: &'static [(u8, u16)],
    /// The parameters of its family.
    pub rules: FamilyRules,
}

impl Preset {
    /// `line` or `train`.
    pub fn family(&self) -> &'static str {
        match self.rules {
            FamilyRules::Line(_) => "line",
            FamilyRules::Train(_) => "train",
        }
    }

    /// What the parameters of its family mean.
    pub fn table(&self) -> &'static [Parameter] {
        match self.rules {
            FamilyRules::Line(_) => LINE_PARAMETERS,
            FamilyRules::Train(_) => TRAIN_PARAMETERS,
        }
    }

    /// Every parameter of the family with the preset's value, null where its parent is off.
    pub fn parameters(&self) -> Map<String, Value> {
        parameters::values(self.set, &self.hand_size(), &self.rules)
    }

    pub(super) fn hand_size(&self) -> HandSize {
        let hands = self.hands.iter();
        HandSize::BySeats(hands.map(|&(seats, size)| (seats, size.into())).collect())
    }
}

/// The preset with that name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// The names of the presets, in their order.
pub fn preset_names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|preset| preset.name)
}

const MASTERS_BLOCK: LineRules = LineRules {
    partnership: Partnership::AtFour,
    opening: Opening::HighestDouble,
    no_double: Some(NoDouble::Redeal),
    next_leader: None,
    draw: Draw::None,
    reserve: 0,
    voluntary_draw: false,
    go_out: GoOut::One,
    spinner: Spinner::None,
    in_play: InPlay::None,
    score_out: ScoreOut::Opponents,
    score_block: ScoreBlock::Difference,
    round_to: 1,
    block: LineBlock::NPasses,
    match_by: MatchBy::Points,
    target: 100,
};

const MASTERS_MEXICAN_TRAIN: TrainRules = TrainRules {
    engine: EngineRule::HighestDouble,
    first_turn: FirstTurn::Chain,
    first_turn_double: Some(FirstTurnDouble::NoEffect),
    finish_first_circuit: true,
    start_marked: false,
    draw: TrainDraw::One,
    block: TrainBlock::NPassesStable,
    double_extra: DoubleExtra::Anywhere,
    cover_duty: false,
    cover_order: None,
    dead_double: None,
    double_blank: 0,
    rounds: None,
};

const MASTERS_BLOCK_HANDS: &[(u8, u16)] = &[(2, 8), (3, 6), (4, 6), (5, 5)];
const PAGAT_HANDS: &[(u8, u16)] = &[(2, 7), (3, 5), (4, 5)];
const MASTERS_TRAIN_HANDS: &[(u8, u16)] = &[
    (2, 15),
    (3, 15),
    (4, 15),
    (5, 12),
    (6, 12),
    (7, 10),
    (8, 10),
];

/// Every preset, in the order of the rules pages.
pub static PRESETS: [Preset; 9] = [
    Preset {
        name: "masters-block",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Domino Rules",
        summary: "Block: no drawing, the highest double leads, four seats play as partners",
        set: 6,
        hands: MASTERS_BLOCK_HANDS,
        rules: FamilyRules::Line(MASTERS_BLOCK),
    },
    Preset {
        name: "masters-block-individual",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Domino Rules, the variation for four single players",
        summary: "Block: no drawing, the highest double leads, everybody plays alone",
        set: 6,
        hands: MASTERS_BLOCK_HANDS,
        rules: FamilyRules::Line(LineRules {
            partnership: Partnership::None,
            ..MASTERS_BLOCK
        }),
    },
    Preset {
        name: "masters-draw",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Domino Rules, with a teaching convention for how \
                 much to draw; three to five seats are a decision of this project",
        summary: "Draw: who cannot play draws until a tile fits or the boneyard is empty",
        set: 6,
        hands: &[(2, 7), (3, 5), (4, 4), (5, 3)],
        rules: FamilyRules::Line(LineRules {
            partnership: Partnership::None,
            draw: Draw::UntilPlayable,
            ..MASTERS_BLOCK
        }),
    },
    Preset {
        name: "pagat-draw",
        revision: 1,
        source: "pagat.com: Draw Dominoes; what its page leaves open is a decision of this project",
        summary: "Draw: any tile leads, drawing is free, two tiles always stay in the boneyard",
        set: 6,
        hands: PAGAT_HANDS,
        rules: FamilyRules::Line(LineRules {
            partnership: Partnership::None,
            opening: Opening::AnyTile,
            no_double: None,
            next_leader: Some(NextLeader::Rotate),
            draw: Draw::UntilPlayable,
            reserve: 2,
            voluntary_draw: true,
            score_out: ScoreOut::OpponentsMinusOwn,
            ..MASTERS_BLOCK
        }),
    },
    Preset {
        name: "all-fives",
        revision: 1,
        source: "pagat.com: All Fives; hands, target, sides and next leader by common print, a decision of \
                 this project",
        summary: "All Fives: the first double opens four arms, ends that count a multiple of five score",
        set: 6,
        hands: PAGAT_HANDS,
        rules: FamilyRules::Line(LineRules {
            partnership: Partnership::None,
            opening: Opening::AnyTile,
            no_double: None,
            next_leader: Some(NextLeader::Winner),
            draw: Draw::UntilPlayable,
            spinner: Spinner::FirstDouble,
            in_play: InPlay::Fives,
            round_to: 5,
            target: 200,
            ..MASTERS_BLOCK
        }),
    },
    Preset {
        name: "masters-mexican-train",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Mexican Train Dominoes Rules",
        summary: "Mexican Train: chains in the first turn, a double asks for one more play anywhere",
        set: 12,
        hands: MASTERS_TRAIN_HANDS,
        rules: FamilyRules::Train(MASTERS_MEXICAN_TRAIN),
    },
    Preset {
        name: "masters-mexican-train-strict",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Mexican Train Dominoes Rules, the variation in \
                 which doubles must be satisfied; dead doubles are a decision of this project",
        summary: "Mexican Train: a double must be covered at once, or binds everybody until it is",
        set: 12,
        hands: MASTERS_TRAIN_HANDS,
        rules: FamilyRules::Train(TrainRules {
            double_extra: DoubleExtra::MustCover,
            cover_duty: true,
            cover_order: Some(CoverOrder::OldestFirst),
            dead_double: Some(DeadDouble::Exempt),
            ..MASTERS_MEXICAN_TRAIN
        }),
    },
    Preset {
        name: "masters-mexican-train-reverse",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Mexican Train Dominoes Rules, which names free \
                 extra plays, several doubles and reverse order; as one bundle a decision of this project",
        summary: "Mexican Train: several doubles may be laid, the newest is covered first",
        set: 12,
        hands: MASTERS_TRAIN_HANDS,
        rules: FamilyRules::Train(TrainRules {
            cover_duty: true,
            cover_order: Some(CoverOrder::NewestFirst),
            dead_double: Some(DeadDouble::Exempt),
            ..MASTERS_MEXICAN_TRAIN
        }),
    },
    Preset {
        name: "dominos-cc-mexican-train",
        revision: 1,
        source: "Dominos.cc: Mexican Train, rules and scoring",
        summary: "Mexican Train: engines from the highest double down, one tile a turn, doubles bind the next seat",
        set: 12,
        hands: &[(2, 15), (3, 15), (4, 15)],
        rules: FamilyRules::Train(TrainRules {
            engine: EngineRule::Descending,
            first_turn: FirstTurn::Single,
            first_turn_double: None,
            finish_first_circuit: false,
            start_marked: true,
            block: TrainBlock::NPasses,
            cover_duty: true,
            cover_order: Some(CoverOrder::OldestFirst),
            dead_double: Some(DeadDouble::Binding),
            rounds: Some(6),
            ..MASTERS_MEXICAN_TRAIN
        }),
    },
];
