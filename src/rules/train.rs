//! The parameters of train games: Mexican Train.

use super::choice::choices;

choices! {
    /// How the round's engine is found.
    EngineRule {
        /// The highest double of all hands; failing that, one that is drawn.
        HighestDouble = "highest_double",
        /// The double N-r in round r, set aside before the deal.
        Descending = "descending",
    }
    /// What a seat's first turn is.
    FirstTurn {
        /// A general turn.
        Single = "single",
        /// A chain of tiles on the own train.
        Chain = "chain",
    }
    /// What a double that ends a chain brings.
    FirstTurnDouble {
        /// Nothing.
        NoEffect = "no_effect",
        /// One extra general turn.
        ExtraTurn = "extra_turn",
    }
    /// How many tiles a seat without a play may draw.
    TrainDraw {
        /// None.
        None = "none",
        /// One for each required play.
        One = "one",
    }
    /// How many passes end a round.
    TrainBlock {
        /// As many in a row as there are seats.
        NPasses = "n_passes",
        /// The same, but a pass that newly sets a marker starts the count again at one.
        NPassesStable = "n_passes_stable",
    }
    /// What a double asks of the seat that laid it.
    DoubleExtra {
        /// Nothing.
        None = "none",
        /// One more play, anywhere it has the right to.
        Anywhere = "anywhere",
        /// One more play, on the double.
        MustCover = "must_cover",
    }
    /// Which open double binds when there are several.
    CoverOrder {
        /// The one laid first.
        OldestFirst = "oldest_first",
        /// The one laid last.
        NewestFirst = "newest_first",
        /// Any of them, as the seat on turn likes.
        Any = "any",
    }
    /// Whether a double that no tile left can cover still binds.
    DeadDouble {
        /// It does.
        Binding = "binding",
        /// It does not.
        Exempt = "exempt",
    }
}

/// The parameters of a train game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each field is the parameter of its name; its type says what it chooses
pub struct TrainRules {
    pub engine: EngineRule,
    pub first_turn: FirstTurn,
    pub first_turn_double: Option<FirstTurnDouble>,
    pub finish_first_circuit: bool,
    pub start_marked: bool,
    pub draw: TrainDraw,
    pub block: TrainBlock,
    pub double_extra: DoubleExtra,
    pub cover_duty: bool,
    pub cover_order: Option<CoverOrder>,
    pub dead_double: Option<DeadDouble>,
    pub double_blank: u16,
    pub rounds: Option<u16>,
}
