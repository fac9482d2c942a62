//! Why an action is not legal, and how many faults are told at once.

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)+) => {
        /// Why an action is not legal: the first reason that applies, in this order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum RefusalCode { $($(#[$doc])* $variant),+ }

        impl RefusalCode {
            /// The code as it is written.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

codes! {
    /// The round is over.
    RoundOver = "round_over",
    /// The text is not in the notation of actions.
    Unreadable = "unreadable",
    /// The set has no such tile.
    NotInSet = "not_in_set",
    /// The seat on turn does not hold the tile.
    TileNotInHand = "tile_not_in_hand",
    /// Another tile must lead, or nothing is led yet.
    LeadRequired = "lead_required",
    /// The layout has no such place.
    NoSuchPlace = "no_such_place",
    /// A first turn is played on the own train.
    OwnTrainOnly = "own_train_only",
    /// A double must be covered first.
    MustCover = "must_cover",
    /// Another seat's train without a marker.
    TrainNotOpen = "train_not_open",
    /// The tile does not fit the open end.
    NoMatch = "no_match",
    /// There is no chain to stop.
    CannotStop = "cannot_stop",
    /// A tile can be played.
    CanPlay = "can_play",
    /// A tile must be drawn before passing.
    MustDraw = "must_draw",
    /// No tile may be drawn.
    CannotDraw = "cannot_draw",
}

/// Several faults in one sentence; of very many the first ones and how many more there are.
pub(crate) fn together(reasons: &[String]) -> String {
    const SHOWN: usize = 30;
    let (shown, rest) = reasons.split_at(reasons.len().min(SHOWN));
    let said = shown.join("; ");
    if rest.is_empty() {
        said
    } else {
        format!("{said}; and {} more", rest.len())
    }
}
