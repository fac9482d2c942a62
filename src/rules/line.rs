//! The parameters of line games: Block, Draw, All Fives.

use super::choice::choices;

choices! {
    /// Who scores together.
    Partnership {
        /// Each seat for itself.
        None = "none",
        /// Four seats are partners, 0 with 2 and 1 with 3; other numbers play singly.
        AtFour = "at_four",
    }
    /// Who leads the round, and with what.
    Opening {
        /// The seat with the highest double of all hands leads that double.
        HighestDouble = "highest_double",
        /// The leader leads any tile.
        AnyTile = "any_tile",
    }
    /// What happens when nobody holds a double and `HighestDouble` asks for one.
    NoDouble {
        /// Shuffle and deal again.
        Redeal = "redeal",
        /// The seat with the heaviest tile leads it.
        HighestTile = "highest_tile",
    }
    /// Who leads the next round under `AnyTile`.
    NextLeader {
        /// The seat after the last leader.
        Rotate = "rotate",
        /// The seat that went out; after a block the seat after the last leader.
        Winner = "winner",
    }
    /// What a seat without a play may draw.
    Draw {
        /// Nothing.
        None = "none",
        /// At most one tile a turn.
        One = "one",
        /// Tile after tile until one can be played.
        UntilPlayable = "until_playable",
    }
    /// When an emptied hand ends a partnership's round.
    GoOut {
        /// At once.
        One = "one",
        /// When the partner's hand is empty too.
        BothPartners = "both_partners",
    }
    /// Which double opens arms.
    Spinner {
        /// No double does.
        None = "none",
        /// The first double laid in the round.
        FirstDouble = "first_double",
    }
    /// What scores while the round is played.
    InPlay {
        /// Nothing.
        None = "none",
        /// A count of the layout that is a multiple of five.
        Fives = "fives",
    }
    /// What the winner scores for going out.
    ScoreOut {
        /// The pips of all other sides.
        Opponents = "opponents",
        /// The pips of all other sides less the own side's.
        OpponentsMinusOwn = "opponents_minus_own",
        /// The pips of all hands.
        Everyone = "everyone",
    }
    /// What the winner of a blocked round scores.
    ScoreBlock {
        /// The pips of the other sides together, less the winner's once.
        Difference = "difference",
        /// The sum over the other sides of their pips less the winner's.
        PairwiseDifferences = "pairwise_differences",
        /// The pips of the other sides together.
        Opponents = "opponents",
        /// The pips of all hands.
        Everyone = "everyone",
    }
    /// What ends a round that nobody goes out of.
    LineBlock {
        /// As many passes in a row as there are seats.
        NPasses = "n_passes",
    }
    /// What a match adds up.
    MatchBy {
        /// Points.
        Points = "points",
        /// Rounds won.
        Wins = "wins",
    }
}

/// The parameters of a line game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each field is the parameter of its name; its type says what it chooses
pub struct LineRules {
    pub partnership: Partnership,
    pub opening: Opening,
    pub no_double: Option<NoDouble>,
    pub next_leader: Option<NextLeader>,
    pub draw: Draw,
    pub reserve: u16,
    pub voluntary_draw: bool,
    pub go_out: GoOut,
    pub spinner: Spinner,
    pub in_play: InPlay,
    pub score_out: ScoreOut,
    pub score_block: ScoreBlock,
    pub round_to: u8,
    pub block: LineBlock,
    pub match_by: MatchBy,
    pub target: u32,
}
