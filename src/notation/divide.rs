//! Counts of sequences of actions, by the action that comes first.

use crate::round::Round;

/// [`Round::divide`] by notation, sorted.
pub fn divide(
    round: &Round,
    depth: u32,
    poll: &mut dyn FnMut() -> bool,
) -> Option<Vec<(String, u64)>> {
    let counts = round.divide(depth, poll)?;
    let mut counts: Vec<_> = counts
        .into_iter()
        .map(|(action, count)| (action.to_string(), count))
        .collect();
    counts.sort_unstable();
    Some(counts)
}
