//! 9. What can have been scored.

use std::array::from_fn;

use super::Check;
use crate::position::{L, LineLayout, R};
use crate::rules::InPlay;

/// The longest layout whose orders of laying are looked at.
const MOST_ORDERED: i32 = 28;

impl Check<'_> {
    pub(super) fn scores(&mut self) {
        match self.line.in_play {
            InPlay::None => {
                if self.own.scores.iter().any(|&points| points > 0) {
                    let why = "nothing scores in play under these rules";
                    self.faults.add("scores", why);
                }
            }
            InPlay::Fives => {
                let shown = Shown::of(self.layout);
                self.total(&shown);
                self.last_score(gain(shown.count(shown.whole())));
            }
        }
    }

    /// What all sides can have scored together.
    fn total(&mut self, shown: &Shown) {
        let scores = &self.own.scores;
        let odd = |(_, points): &(usize, &u16)| !points.is_multiple_of(5);
        let mut all_fives = true;
        for (side, points) in scores.iter().enumerate().filter(odd) {
            let why = format!("{points} is no multiple of five");
            self.faults.add(format_args!("scores[{side}]"), why);
            all_fives = false;
        }
        let total = scores.iter().map(|&points| i32::from(points)).sum::<i32>();
        let most = self.count.laid * (8 * i32::from(self.rules.set()) / 5 * 5);
        if total > most {
            let why = format!("{total} together, but that many tiles score at most {most}");
            self.faults.add("scores", why);
        } else if all_fives
            && self.count.laid <= MOST_ORDERED
            && !shown.some_order_scores(total.unsigned_abs())
        {
            let why = format!("{total} together, which no order of laying these tiles gives");
            self.faults.add("scores", why);
        }
    }

    /// The tile laid last has scored `gain`.
    fn last_score(&mut self, gain: u16) {
        let Some(layers) = self.last_layers() else {
            return;
        };
        let sides: Vec<_> = layers.iter().map(|&layer| self.side(layer)).collect();
        let scores = &self.own.scores;
        if gain > 0 && !sides.iter().any(|&side| scores[side] >= gain) {
            let why = format!("the layout counts {gain}, and the last tile scored that");
            return self.faults.add("scores", why);
        }
        let only = |side: usize| {
            let due = |other| if other == side { gain } else { 0 };
            (0..)
                .zip(scores)
                .all(|(other, &points)| points == due(other))
        };
        if self.count.laid == 1 && !sides.iter().any(|&side| only(side)) {
            let why = format!("the lead scored {gain} for its side, and nothing else did");
            self.faults.add("scores", why);
        }
    }

    fn side(&self, seat: u8) -> usize {
        usize::from(if self.rules.partners() {
            seat % 2
        } else {
            seat
        })
    }
}

/// What a count scores.
fn gain(count: u16) -> u16 {
    if count.is_multiple_of(5) { count } else { 0 }
}

/// How many tiles lie on each arm while a layout grows.
type Lengths = [usize; 4];

/// What a layout has shown while it grew.
struct Shown<'a> {
    layout: &'a LineLayout,
    /// What each arm adds to the count with so many tiles on it.
    arms: [Vec<u16>; 4],
    growth: Growth,
}

/// What must lie before what: the spinner before every other double, and what crosses it after both
/// its places in the line.
enum Growth {
    Free,
    SpinnerLed,
    /// The spinner is that tile of arm L or R, and `rival` the first double of the other one.
    SpinnerLaid {
        arm: usize,
        at: usize,
        rival: usize,
    },
}

impl Growth {
    fn of(layout: &LineLayout) -> Self {
        let Some(spinner) = layout.spinner else {
            return Self::Free;
        };
        let place = |arm: usize| layout.arms[arm].iter().position(|&tile| tile == spinner);
        match [L, R].map(place) {
            [Some(at), _] => Self::laid(layout, L, at),
            [_, Some(at)] => Self::laid(layout, R, at),
            [None, None] => Self::SpinnerLed,
        }
    }

    fn laid(layout: &LineLayout, arm: usize, at: usize) -> Self {
        let rival = layout.arms[1 - arm].iter().position(|t| t.is_double());
        let rival = rival.unwrap_or(layout.arms[1 - arm].len());
        Self::SpinnerLaid { arm, at, rival }
    }
}

impl<'a> Shown<'a> {
    fn of(layout: &'a LineLayout) -> Self {
        Self {
            layout,
            arms: from_fn(|arm| shown_by_arm(layout, arm)),
            growth: Growth::of(layout),
        }
    }

    /// The lengths of the arms when all tiles lie.
    fn whole(&self) -> Lengths {
        from_fn(|arm| self.arms[arm].len() - 1)
    }

    /// The count of the layout: what shows at the ends of the arms, or the lead when it lies alone.
    fn count(&self, lengths: Lengths) -> u16 {
        if lengths == [0; 4] {
            return self.layout.lead.pips().into();
        }
        (0..4).map(|arm| self.arms[arm][lengths[arm]]).sum()
    }

    /// Whether arms of these lengths can have lain.
    fn can_have_lain(&self, lengths: Lengths) -> bool {
        let crosses = lengths[2] + lengths[3] > 0;
        match self.growth {
            Growth::Free => true,
            Growth::SpinnerLed => !crosses || (lengths[L] > 0 && lengths[R] > 0),
            Growth::SpinnerLaid { arm, at, rival } => {
                (lengths[arm] > at || lengths[1 - arm] <= rival)
                    && (lengths[arm] > at + 1 || !crosses)
            }
        }
    }

    /// Whether the scores can add up to `total`, a multiple of five, in some order of laying.
    ///
    /// For all lengths of the arms, a set of the sums that some order gives up to there: bit s of its
    /// words is set for the sum 5s. Sums above the total drop out.
    fn some_order_scores(&self, total: u32) -> bool {
        let goal = (total / 5) as usize;
        let words = goal / 64 + 1;
        let sizes = self.whole().map(|length| length + 1);
        let steps: Lengths = from_fn(|arm| sizes[arm + 1..].iter().product());
        let mut sums = vec![0_u64; sizes.iter().product::<usize>() * words];
        sums[0] = 1;
        for at in 0..sums.len() / words {
            let lengths: Lengths = from_fn(|arm| at / steps[arm] % sizes[arm]);
            if !self.can_have_lain(lengths) {
                continue;
            }
            let (before, here) = sums.split_at_mut(at * words);
            let here = &mut here[..words];
            for arm in (0..4).filter(|&arm| lengths[arm] > 0) {
                let one_less = &before[(at - steps[arm]) * words..][..words];
                join(here, one_less);
            }
            add(here, gain(self.count(lengths)) / 5);
        }
        let all = &sums[sums.len() - words..];
        all[goal / 64] >> (goal % 64) & 1 == 1
    }
}

fn join(sums: &mut [u64], others: &[u64]) {
    for (word, other) in sums.iter_mut().zip(others) {
        *word |= other;
    }
}

/// Adds to every sum of a set a number below 64.
fn add(sums: &mut [u64], number: u16) {
    let mut carry = 0;
    for word in sums {
        let moved = u128::from(*word) << number | carry;
        *word = moved as u64;
        carry = moved >> 64;
    }
}

/// What an arm adds to the count with no tile, one, and so on.
fn shown_by_arm(layout: &LineLayout, arm: usize) -> Vec<u16> {
    let lead = layout.lead;
    let empty = match arm {
        L | R if lead.is_double() => lead.pips(),
        L | R => layout.root(arm),
        _ => 0,
    };
    let mut shown = vec![empty.into()];
    let mut end = layout.root(arm);
    for tile in layout.arms.get(arm).into_iter().flatten() {
        end = tile.other(end);
        shown.push(if tile.is_double() { tile.pips() } else { end }.into());
    }
    shown
}
