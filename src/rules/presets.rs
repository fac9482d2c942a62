//! The presets, as plain data.

use serde_json::{Map, Value};

use super::{
    CoverOrder, DeadDouble, DoubleExtra, Draw, EngineRule, FamilyRules, FirstTurn, FirstTurnDouble,
    GoOut, HandSize, InPlay, LINE_PARAMETERS, LineBlock, LineRules, MatchBy, NextLeader, NoDouble,
    Opening, Parameter, Partnership, ScoreBlock, ScoreOut, Spinner, TRAIN_PARAMETERS, TrainBlock,
    TrainDraw, TrainRules, parameters,
};

/// Where values come from: each source, and the parameters whose values are its own.
///
/// What the names in it stand for is told by the preset's own source.
pub type Sources = &'static [(&'static str, &'static [&'static str])];

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
    /// Where each value comes from; what names a parameter first counts.
    pub sources: &'static [Sources],
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

    /// Where the value of that parameter comes from.
    pub fn source_of(&self, parameter: &str) -> Option<&'static str> {
        let mut sources = self.sources.iter().copied().flatten();
        sources
            .find(|(_, parameters)| parameters.contains(&parameter))
            .map(|(source, _)| *source)
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

/// The place of a preset in [`PRESETS`], for constants.
pub(crate) const fn place_of(name: &str) -> usize {
    let name = name.as_bytes();
    let mut place = 0;
    loop {
        let other = PRESETS[place].name.as_bytes();
        let mut same = 0;
        while same < name.len() && same < other.len() && name[same] == other[same] {
            same += 1;
        }
        if same == name.len() && same == other.len() {
            return place;
        }
        place += 1;
    }
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

#[rustfmt::skip]
const MASTERS_BLOCK_SOURCES: Sources = &[
    ("Masters", &["set", "hand_size", "opening", "no_double", "draw", "go_out", "spinner", "score_out", "match_by"]),
    ("Masters: the main way for four", &["partnership"]),
    ("off: the highest double leads", &["next_leader"]),
    ("off: nothing is drawn", &["reserve", "voluntary_draw"]),
    ("Masters: nothing scores in play", &["in_play"]),
    ("Masters for two sides; (decision) for more", &["score_block"]),
    ("Masters: points are not rounded", &["round_to"]),
    ("Masters: nobody can play any more", &["block"]),
    ("the article's example; Masters leaves it to the table", &["target"]),
];

#[rustfmt::skip]
const MASTERS_BLOCK_INDIVIDUAL_SOURCES: Sources = &[
    ("Masters: its variation", &["partnership"]),
    ("off: there are no partners", &["go_out"]),
];

#[rustfmt::skip]
const MASTERS_DRAW_SOURCES: Sources = &[
    ("for two it means nothing; (decision) for more", &["partnership"]),
    ("the article's convention for two; (decision) for more", &["draw"]),
    ("the article: all tiles may be drawn", &["reserve"]),
    ("the article: who can play must", &["voluntary_draw"]),
    ("off: there are no partners", &["go_out"]),
];

#[rustfmt::skip]
const PAGAT_DRAW_SOURCES: Sources = &[
    ("Pagat, as the article reports it", &["reserve", "voluntary_draw"]),
    ("off: any tile leads", &["no_double"]),
    ("off: there are no partners", &["go_out"]),
    ("(decision), after Pagat", &[
        "set", "hand_size", "partnership", "opening", "next_leader", "draw", "spinner", "in_play", "score_out",
        "score_block", "round_to", "block", "match_by", "target",
    ]),
];

#[rustfmt::skip]
const ALL_FIVES_SOURCES: Sources = &[
    ("Pagat", &[
        "set", "opening", "draw", "reserve", "voluntary_draw", "spinner", "in_play", "score_out", "round_to", "block",
        "match_by",
    ]),
    ("Pagat; (decision) for three or more sides", &["score_block"]),
    ("common print (decision)", &["hand_size", "partnership", "next_leader", "target"]),
    ("off: any tile leads", &["no_double"]),
    ("off: there are no partners", &["go_out"]),
];

#[rustfmt::skip]
const MASTERS_MEXICAN_TRAIN_SOURCES: Sources = &[
    ("Masters", &[
        "set", "hand_size", "engine", "first_turn", "start_marked", "draw", "double_extra", "cover_duty",
    ]),
    ("(decision)", &["first_turn_double", "block"]),
    ("Masters permits it; always, here, (decision)", &["finish_first_circuit"]),
    ("off: doubles bind nobody", &["cover_order", "dead_double"]),
    ("Masters: a hand counts its pips", &["double_blank"]),
    ("Masters: agreed by the table", &["rounds"]),
];

#[rustfmt::skip]
const STRICT_SOURCES: Sources = &[
    ("Masters: its variant", &["double_extra", "cover_duty"]),
    ("Masters names covering in reverse order as a further variant", &["cover_order"]),
    ("(decision)", &["dead_double"]),
];

#[rustfmt::skip]
const REVERSE_SOURCES: Sources = &[
    ("Masters: its variant; bundled (decision)", &["double_extra", "cover_duty", "cover_order"]),
    ("(decision)", &["dead_double"]),
];

#[rustfmt::skip]
const DOMINOS_CC_SOURCES: Sources = &[
    ("Dominos.cc", &[
        "set", "hand_size", "engine", "first_turn", "start_marked", "draw", "double_extra", "cover_duty",
        "double_blank",
    ]),
    ("Dominos.cc, to the letter", &["block", "dead_double"]),
    ("Dominos.cc; the full game is 13", &["rounds"]),
    ("off: there is no chain", &["first_turn_double", "finish_first_circuit"]),
    ("(decision)", &["cover_order"]),
];

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
        source: "James Masters, Masters Traditional Games: Domino Rules, as summarised in an article; \
                 what it leaves open is a decision of this project",
        summary: "Block: no drawing, the highest double leads, four seats play as partners",
        set: 6,
        hands: MASTERS_BLOCK_HANDS,
        rules: FamilyRules::Line(MASTERS_BLOCK),
        sources: &[MASTERS_BLOCK_SOURCES],
    },
    Preset {
        name: "masters-block-individual",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Domino Rules, the variation for four single \
                 players, as summarised in an article; what it leaves open is a decision of this project",
        summary: "Block: no drawing, the highest double leads, everybody plays alone",
        set: 6,
        hands: MASTERS_BLOCK_HANDS,
        rules: FamilyRules::Line(LineRules {
            partnership: Partnership::None,
            ..MASTERS_BLOCK
        }),
        sources: &[MASTERS_BLOCK_INDIVIDUAL_SOURCES, MASTERS_BLOCK_SOURCES],
    },
    Preset {
        name: "masters-draw",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Domino Rules, as summarised in an article, \
                 whose convention says how much to draw; what they leave open is a decision of this \
                 project",
        summary: "Draw: who cannot play draws until a tile fits or the boneyard is empty",
        set: 6,
        hands: &[(2, 7), (3, 5), (4, 4), (5, 3)],
        rules: FamilyRules::Line(LineRules {
            partnership: Partnership::None,
            draw: Draw::UntilPlayable,
            ..MASTERS_BLOCK
        }),
        sources: &[MASTERS_DRAW_SOURCES, MASTERS_BLOCK_SOURCES],
    },
    Preset {
        name: "pagat-draw",
        revision: 1,
        source: "Pagat (pagat.com): Draw Dominoes, as an article on Masters' Domino Rules reports it; the \
                 rest is a decision of this project",
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
        sources: &[PAGAT_DRAW_SOURCES],
    },
    Preset {
        name: "all-fives",
        revision: 1,
        source: "Pagat (pagat.com): All Fives; hands, target, sides and next leader by common print, a \
                 decision of this project",
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
        sources: &[ALL_FIVES_SOURCES],
    },
    Preset {
        name: "masters-mexican-train",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Mexican Train Dominoes Rules; what it leaves \
                 open is a decision of this project",
        summary: "Mexican Train: chains in the first turn, a double asks for one more play anywhere",
        set: 12,
        hands: MASTERS_TRAIN_HANDS,
        rules: FamilyRules::Train(MASTERS_MEXICAN_TRAIN),
        sources: &[MASTERS_MEXICAN_TRAIN_SOURCES],
    },
    Preset {
        name: "masters-mexican-train-strict",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Mexican Train Dominoes Rules, the variant in \
                 which doubles must be satisfied; what it leaves open is a decision of this project",
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
        sources: &[STRICT_SOURCES, MASTERS_MEXICAN_TRAIN_SOURCES],
    },
    Preset {
        name: "masters-mexican-train-reverse",
        revision: 1,
        source: "James Masters, Masters Traditional Games: Mexican Train Dominoes Rules, which names free \
                 extra plays, several doubles and reverse order; as one bundle, and in what it leaves \
                 open, a decision of this project",
        summary: "Mexican Train: several doubles may be laid, the newest is covered first",
        set: 12,
        hands: MASTERS_TRAIN_HANDS,
        rules: FamilyRules::Train(TrainRules {
            cover_duty: true,
            cover_order: Some(CoverOrder::NewestFirst),
            dead_double: Some(DeadDouble::Exempt),
            ..MASTERS_MEXICAN_TRAIN
        }),
        sources: &[REVERSE_SOURCES, MASTERS_MEXICAN_TRAIN_SOURCES],
    },
    Preset {
        name: "dominos-cc-mexican-train",
        revision: 1,
        source: "Dominos.cc: Mexican Train, rules and scoring; what it leaves open is a decision of this \
                 project",
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
        sources: &[DOMINOS_CC_SOURCES],
    },
];
