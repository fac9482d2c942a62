//! Exact totals over many rounds.

/// One win in the units of a tally: divisible by every number of seats, so that a tie adds up.
pub const SHARE: u64 = 840;

/// Totals over rounds; the lists have one entry a side. Sums of squares are of the value in one
/// round. No sum overflows below 2^32 rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many rounds.
    pub rounds: u64,
    /// How many of them somebody went out of.
    pub out: u64,
    /// How many of them were blocked.
    pub blocked: u64,
    /// Wins, in units of 1/[`SHARE`]: in train games those with the fewest points share the round.
    pub wins: Vec<u64>,
    /// Squares of these.
    pub wins_squared: Vec<u64>,
    /// Points; in train games penalties.
    pub points: Vec<i64>,
    /// Squares of these.
    pub points_squared: Vec<u64>,
    /// Actions played.
    pub actions: u64,
    /// Squares of these.
    pub actions_squared: u64,
}

impl Tally {
    pub(crate) fn new(sides: usize) -> Self {
        Self {
            rounds: 0,
            out: 0,
            blocked: 0,
            wins: vec![0; sides],
            wins_squared: vec![0; sides],
            points: vec![0; sides],
            points_squared: vec![0; sides],
            actions: 0,
            actions_squared: 0,
        }
    }

    /// A side wins that share of a round.
    pub(crate) fn win(&mut self, side: usize, share: u64) {
        self.wins[side] += share;
        self.wins_squared[side] += share * share;
    }

    /// The tally of both sets of rounds together.
    #[must_use]
    pub fn merge(mut self, other: &Self) -> Self {
        fn add<T: Copy + std::ops::AddAssign>(to: &mut [T], from: &[T]) {
            to.iter_mut().zip(from).for_each(|(to, &from)| *to += from);
        }
        self.rounds += other.rounds;
        self.out += other.out;
        self.blocked += other.blocked;
        add(&mut self.wins, &other.wins);
        add(&mut self.wins_squared, &other.wins_squared);
        add(&mut self.points, &other.points);
        add(&mut self.points_squared, &other.points_squared);
        self.actions += other.actions;
        self.actions_squared += other.actions_squared;
        self
    }
}
