//! Pairing things up, one left alone, at the least cost.

use std::array;

use super::graph::{PIPS, Pips, pips_of};

/// As many things as the largest set has pips, and one more.
const MOST: usize = PIPS + 1;

/// A pairing of an odd number of things, numbered from 0.
#[derive(Default)]
pub(super) struct Pairing {
    pub(super) cost: i32,
    pub(super) pairs: Vec<(usize, usize)>,
    /// The thing that is in no pair.
    pub(super) alone: usize,
}

/// The cheapest pairing of `n` things, an odd number below [`MOST`]: `pair` is what it costs to pair two of
/// them, `alone` what it costs to leave one alone. No cost is below 0.
pub(super) fn cheapest_pairing(
    n: usize,
    pair: impl Fn(usize, usize) -> i32,
    alone: impl Fn(usize) -> i32,
) -> Pairing {
    if n == 1 {
        return Pairing {
            cost: alone(0),
            ..Pairing::default()
        };
    }
    // Who is alone has the thing of number n for a partner.
    let cost = array::from_fn(|a| {
        array::from_fn(|b| match (a.min(b), a.max(b)) {
            (a, b) if a == b || b > n => 0,
            (a, b) if b == n => alone(a),
            (a, b) => pair(a, b),
        })
    });
    Search::new(n + 1, &cost).run()
}

/// A depth-first search over sets of things that are in pairs already: the first thing that is not takes
/// every partner in turn, those that cost nothing first.
struct Search {
    /// How many things there are.
    n: usize,
    cost: [[i32; MOST]; MOST],
    /// The partners of each thing that cost nothing.
    free: [u32; MOST],
    /// The least that the partner of each thing costs.
    least: [i32; MOST],
    /// By the set of things that were left, but for the last: what it cost to come there, counted down from
    /// the greatest number; 0 for never.
    came: Vec<i32>,
    partners: [usize; MOST],
    best: i32,
    best_partners: [usize; MOST],
}

impl Search {
    fn new(n: usize, cost: &[[i32; MOST]; MOST]) -> Self {
        let (mut free, mut least) = ([0; MOST], [0; MOST]);
        for a in 0..n {
            let others = (0..n).filter(|&b| b != a);
            free[a] = others
                .clone()
                .filter(|&b| cost[a][b] == 0)
                .fold(0, |free, b| free | 1 << b);
            least[a] = others.map(|b| cost[a][b]).min().unwrap_or(0);
        }
        Self {
            n,
            cost: *cost,
            free,
            least,
            came: vec![0; 1 << (n - 1)],
            partners: [0; MOST],
            best: i32::MAX / 2,
            best_partners: [0; MOST],
        }
    }

    fn run(mut self) -> Pairing {
        let rest = self.least[..self.n].iter().sum();
        self.pair_up((1 << self.n) - 1, 0, rest);
        let last = self.n - 1;
        let pairs = (0..last).map(|a| (a, self.best_partners[a]));
        Pairing {
            cost: self.best,
            pairs: pairs.filter(|&(a, b)| a < b && b != last).collect(),
            alone: self.best_partners[last],
        }
    }

    /// Pairs those up that are left, after pairs at that cost. `rest` is the sum of what they cost at
    /// least, each for itself: both of a pair pay.
    fn pair_up(&mut self, left: Pips, cost: i32, rest: i32) {
        if 2 * cost + rest >= 2 * self.best {
            return;
        }
        if left == 0 {
            self.best = cost;
            self.best_partners = self.partners;
            return;
        }
        let came = &mut self.came[left as usize & ((1 << (self.n - 1)) - 1)];
        if *came >= i32::MAX - cost {
            return;
        }
        *came = i32::MAX - cost;
        let first = left.trailing_zeros() as usize;
        let others = left & (left - 1);
        for partners in [others & self.free[first], others & !self.free[first]] {
            for partner in pips_of(partners).map(usize::from) {
                self.partners[first] = partner;
                self.partners[partner] = first;
                self.pair_up(
                    others & !(1 << partner),
                    cost + self.cost[first][partner],
                    rest - self.least[first] - self.least[partner],
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::word;

    /// The least cost of any pairing of these.
    fn by_trying(
        left: &[usize],
        pair: &impl Fn(usize, usize) -> i32,
        alone: &impl Fn(usize) -> i32,
        someone_is_alone: bool,
    ) -> i32 {
        let Some((&first, others)) = left.split_first() else {
            return if someone_is_alone { 0 } else { i32::MAX / 2 };
        };
        let paired = (0..others.len()).map(|at| {
            let mut rest = others.to_vec();
            let other = rest.remove(at);
            pair(first, other) + by_trying(&rest, pair, alone, someone_is_alone)
        });
        let left_alone =
            (!someone_is_alone).then(|| alone(first) + by_trying(others, pair, alone, true));
        paired.chain(left_alone).min().unwrap_or(i32::MAX / 2)
    }

    #[test]
    fn no_pairing_is_cheaper() {
        for game in 0..600 {
            let n = 1 + 2 * (game % 5) as usize;
            // From costs that are mostly 0 to costs that are all different.
            let most = 2 << (game % 7 * 2);
            let cost = |a: usize, b: usize| {
                let (a, b) = (a.min(b) as u64, a.max(b) as u64);
                (word(game, 32 * a + b) % most) as i32
            };
            let alone = |a: usize| cost(a, 31);
            let found = cheapest_pairing(n, cost, alone);
            let all = (0..n).collect::<Vec<_>>();
            assert_eq!(found.cost, by_trying(&all, &cost, &alone, false));
            let pairs = found.pairs.iter().map(|&(a, b)| cost(a, b)).sum::<i32>();
            assert_eq!(found.cost, pairs + alone(found.alone));
            let mut paired = vec![found.alone];
            paired.extend(found.pairs.iter().flat_map(|&(a, b)| [a, b]));
            paired.sort_unstable();
            assert_eq!(paired, all);
        }
    }
}
