//! Work in pieces, spread over threads, whose results come in the order of the pieces.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Lets threads, of which this is one, do one piece after another, and takes the results in order.
///
/// Each thread works with what `worker` makes for it. This one does the taking, between its own
/// pieces, so that what a result goes into needs no lock. `poll` is asked before each of its pieces
/// whether to go on. False when it said no; some of the results have been taken then.
pub(crate) fn in_order<T: Send, W: FnMut(u64) -> T>(
    pieces: u64,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T),
    poll: &mut dyn FnMut() -> bool,
) -> bool {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let done = Mutex::new(BTreeMap::new());
    let begin = || {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        (piece < pieces).then_some(piece)
    };
    let finish = |piece, result| {
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.insert(piece, result);
    };
    let finished = |piece| {
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.remove(&piece)
    };
    let mut taken = 0;
    let mut take_all = || {
        while let Some(result) = finished(taken) {
            take(result);
            taken += 1;
        }
    };
    let went_on = thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system starts no more threads, those that there are do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, || {
                let mut work = worker();
                while !stop.load(Ordering::Relaxed)
                    && let Some(piece) = begin()
                {
                    finish(piece, work(piece));
                }
            });
        }
        let mut work = worker();
        let mut go_on = poll();
        while go_on && let Some(piece) = begin() {
            finish(piece, work(piece));
            take_all();
            go_on = poll();
        }
        stop.store(!go_on, Ordering::Relaxed);
        go_on
    });
    if went_on {
        take_all();
    }
    went_on
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results taken, and whether it went on to the end.
    fn squares(pieces: u64, threads: usize, polls: u64) -> (Vec<u64>, bool) {
        let mut taken = Vec::new();
        let mut left = polls;
        let mut poll = || {
            left = left.saturating_sub(1);
            left > 0
        };
        let worker = || |piece| piece * piece;
        let went_on = in_order(pieces, threads, worker, |one| taken.push(one), &mut poll);
        (taken, went_on)
    }

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 7] {
            for pieces in [0, 1, 2, 1000] {
                let expected: Vec<_> = (0..pieces).map(|piece| piece * piece).collect();
                assert_eq!(squares(pieces, threads, u64::MAX), (expected, true));
            }
        }
    }

    #[test]
    fn what_was_taken_before_it_was_called_off_is_a_beginning() {
        for threads in [1, 3] {
            let (taken, went_on) = squares(u64::MAX, threads, 20);
            assert!(!went_on);
            assert!(!taken.is_empty());
            assert!((0..).zip(&taken).all(|(piece, &one)| one == piece * piece));
        }
    }

    #[test]
    fn every_thread_has_a_worker_of_its_own() {
        let worker = || {
            let mut done = 0;
            move |_| {
                done += 1;
                done
            }
        };
        let mut taken = 0_u64;
        assert!(in_order(
            100,
            4,
            worker,
            |done: u64| taken = taken.max(done),
            &mut || true
        ));
        assert!((1..=100).contains(&taken));
    }
}
