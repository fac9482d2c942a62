//! Work in pieces, spread over threads, whose results come in the order of the pieces.

use std::collections::BTreeMap;
use std::iter::once;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long this thread waits for the others before it asks again whether to go on.
const PATIENCE: Duration = Duration::from_millis(10);

/// Results of the others that this thread takes between two of its own pieces, at most: they may
/// come as fast as they are taken, and `poll` must be asked all the same.
const AT_ONCE: usize = 64;

/// Lets workers, each on a thread of its own and the first on this one, do one piece after another,
/// and takes the results in order.
///
/// This thread does the taking, between its own pieces, so that what a result goes into needs no
/// lock. A worker may ask in the middle of a piece whether to go on, and has no result when the
/// answer was no. `poll` gives the answer, on this thread. False when it said no; some of the results
/// have been taken then.
pub(crate) fn in_order<T: Send, W>(
    pieces: u64,
    mut workers: impl Iterator<Item = W>,
    mut take: impl FnMut(T),
    poll: &mut dyn FnMut() -> bool,
) -> bool
where
    W: FnMut(u64, &mut dyn FnMut() -> bool) -> Option<T> + Send,
{
    let mut work = workers.next().expect("there is a worker");
    let Some(second) = workers.next() else {
        // Alone it needs no queue, whose making takes longer than a small piece.
        return (0..pieces).all(|piece| poll() && work(piece, poll).map(&mut take).is_some());
    };
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let begin = || {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        (piece < pieces).then_some(piece)
    };
    let mut queue = Queue::new(take);
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for mut work in once(second).chain(workers) {
            let (sender, begin, stop) = (sender.clone(), &begin, &stop);
            // Where the system starts no more threads, those that there are do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                let mut go_on = || !stop.load(Ordering::Relaxed);
                while go_on()
                    && let Some(piece) = begin()
                    && let Some(result) = work(piece, &mut go_on)
                {
                    // Nobody listens any more when it was called off.
                    let _ = sender.send((piece, result));
                }
            });
        }
        drop(sender);
        let mut go_on = poll();
        while go_on && let Some(piece) = begin() {
            match work(piece, poll) {
                Some(result) => queue.put(piece, result),
                None => go_on = false,
            }
            for (piece, result) in receiver.try_iter().take(AT_ONCE) {
                queue.put(piece, result);
            }
            go_on = go_on && poll();
        }
        while go_on {
            match receiver.recv_timeout(PATIENCE) {
                Ok((piece, result)) => queue.put(piece, result),
                Err(RecvTimeoutError::Timeout) => go_on = poll(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        stop.store(!go_on, Ordering::Relaxed);
        go_on
    })
}

/// Results that wait for those before them.
struct Queue<T, F> {
    waiting: BTreeMap<u64, T>,
    taken: u64,
    take: F,
}

impl<T, F: FnMut(T)> Queue<T, F> {
    fn new(take: F) -> Self {
        Self {
            waiting: BTreeMap::new(),
            taken: 0,
            take,
        }
    }

    fn put(&mut self, piece: u64, result: T) {
        self.waiting.insert(piece, result);
        while let Some(result) = self.waiting.remove(&self.taken) {
            (self.take)(result);
            self.taken += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_n;

    use super::*;

    /// The results taken, and whether it went on to the end.
    fn squares(pieces: u64, threads: usize, polls: u64) -> (Vec<u64>, bool) {
        let mut taken = Vec::new();
        let mut left = polls;
        let mut poll = || {
            left = left.saturating_sub(1);
            left > 0
        };
        let square = |piece, _: &mut dyn FnMut() -> bool| Some(piece * piece);
        let workers = repeat_n(square, threads);
        let went_on = in_order(pieces, workers, |one| taken.push(one), &mut poll);
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

    /// A worker whose pieces end when they are called off only.
    fn endless(_: u64, go_on: &mut dyn FnMut() -> bool) -> Option<()> {
        while go_on() {
            thread::yield_now();
        }
        None
    }

    #[test]
    fn a_piece_is_called_off_in_its_middle() {
        for threads in [1, 3] {
            let mut left = 1000;
            let mut poll = || {
                left -= 1;
                left > 0
            };
            let workers = repeat_n(endless, threads);
            assert!(!in_order(u64::MAX, workers, |()| unreachable!(), &mut poll));
        }
    }

    #[test]
    fn this_thread_polls_while_it_waits_for_the_others() {
        let mut left = 3;
        let mut poll = || {
            left -= 1;
            left > 0
        };
        let begun = AtomicBool::new(false);
        // The first worker is done when the other one has begun what has no end.
        let work = |first: bool| {
            let begun = &begun;
            move |_: u64, go_on: &mut dyn FnMut() -> bool| {
                if first {
                    while !begun.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                    return Some(());
                }
                begun.store(true, Ordering::Relaxed);
                endless(0, go_on)
            }
        };
        let workers = [true, false].into_iter().map(work);
        assert!(!in_order(2, workers, |()| (), &mut poll));
    }
}
