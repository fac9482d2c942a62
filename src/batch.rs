//! Batches of random rounds, spread over threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::deal::DealError;
use crate::line::{LineGame, LineState};
use crate::playout::play_out;
use crate::random::{Deck, SeedDice};
use crate::row::{Hand, Row, Width};
use crate::rules::{FamilyRules, Rules};
use crate::state::{Boneyard, MAX_SEATS, State};
use crate::tally::Tally;
use crate::tile::Tile;
use crate::train::{TrainGame, TrainState};

/// How many rounds are played between two looks at the caller's wish to stop.
const POLL_EVERY: u64 = 1024;

/// How long the calling thread waits for the others between two looks at its own wish to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A boneyard whose tiles are dealt when they are drawn.
struct LazyBoneyard {
    deck: Deck,
    dice: SeedDice,
}

impl Boneyard for LazyBoneyard {
    #[inline(always)]
    fn tile(&mut self, _n: u8) -> Tile {
        self.deck.deal(&mut self.dice)
    }
}

/// What every deal of a batch has in common.
#[derive(Clone, Copy)]
struct Dealing {
    set: u8,
    seats: u8,
    hand_size: u16,
    engine: Option<Tile>,
    /// Whether a deal without a double in any hand is dealt again.
    redeals: bool,
    /// The seat that the round begins with where the rules go by its number.
    first_seat: u8,
}

impl Dealing {
    #[inline(always)]
    fn deal<W: Row, const SEATS: usize>(
        &self,
        mut dice: SeedDice,
    ) -> ([Hand<W>; SEATS], LazyBoneyard) {
        let mut attempt = 0;
        loop {
            let mut deck = Deck::new(self.set, self.engine, attempt);
            let mut hands = [Hand::EMPTY; SEATS];
            for hand in &mut hands[..usize::from(self.seats)] {
                for _ in 0..self.hand_size {
                    hand.insert(deck.deal(&mut dice));
                }
            }
            if !self.redeals || hands.iter().any(|hand| hand.highest_double().is_some()) {
                return (hands, LazyBoneyard { deck, dice });
            }
            attempt += 1;
        }
    }
}

/// A state that a batch can deal.
trait Dealt: State {
    fn dealt(game: &Self::Game, dealing: &Dealing, dice: SeedDice) -> (Self, LazyBoneyard);
}

impl<W: Row, const SEATS: usize> Dealt for LineState<W, SEATS> {
    #[inline(always)]
    fn dealt(game: &LineGame, dealing: &Dealing, dice: SeedDice) -> (Self, LazyBoneyard) {
        let (hands, boneyard) = dealing.deal(dice);
        let left = boneyard.deck.len() as u8;
        let state = Self::new(
            game,
            hands,
            dealing.hand_size as u8,
            left,
            Some(dealing.first_seat),
        );
        (state, boneyard)
    }
}

impl<W: Row, const SEATS: usize> Dealt for TrainState<W, SEATS> {
    #[inline(always)]
    fn dealt(game: &TrainGame, dealing: &Dealing, dice: SeedDice) -> (Self, LazyBoneyard) {
        let (hands, mut boneyard) = dealing.deal(dice);
        let left = boneyard.deck.len() as u8;
        let held = dealing.hand_size as u8;
        let state = Self::new(
            game,
            hands,
            held,
            left,
            &mut boneyard,
            dealing.engine,
            dealing.first_seat,
        );
        (state, boneyard)
    }
}

/// Exact totals over random rounds: `n` games of the seed from game `first` on, each dealt as a round
/// of number `round`. `poll` is asked now and then whether to go on; None when it said no.
///
/// # Errors
/// A round that has no engine.
pub fn tally(
    rules: &Rules,
    first: u64,
    n: u64,
    seed: u64,
    round: u32,
    threads: usize,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Option<Tally>, DealError> {
    let dealing = Dealing {
        set: rules.set(),
        seats: rules.players(),
        hand_size: rules.hand_size(),
        engine: rules.engine_of(round)?,
        redeals: rules.redeals(),
        first_seat: rules.first_seat(round),
    };
    let batch = Batch {
        dealing: &dealing,
        seed,
        first,
        n,
        threads,
    };
    Ok(match rules.family() {
        FamilyRules::Line(line) => batch.run::<Lines>(&LineGame::new(rules, line), poll),
        FamilyRules::Train(train) => batch.run::<Trains>(&TrainGame::new(rules, train), poll),
    })
}

/// The states of one family, by the width of a row and the number of hands.
trait Family {
    type Game;
    type State<W: Row, const SEATS: usize>: Dealt<Game = Self::Game>;
}

struct Lines;

impl Family for Lines {
    type Game = LineGame;
    type State<W: Row, const SEATS: usize> = LineState<W, SEATS>;
}

struct Trains;

impl Family for Trains {
    type Game = TrainGame;
    type State<W: Row, const SEATS: usize> = TrainState<W, SEATS>;
}

/// One call's rounds.
struct Batch<'a> {
    dealing: &'a Dealing,
    seed: u64,
    first: u64,
    n: u64,
    threads: usize,
}

impl Batch<'_> {
    /// Chooses the width of a row, once for the batch.
    fn run<F: Family>(&self, game: &F::Game, poll: &mut dyn FnMut() -> bool) -> Option<Tally> {
        match Width::of(self.dealing.set) {
            Width::Pips8 => self.seated::<F, u8>(game, poll),
            Width::Pips16 => self.seated::<F, u16>(game, poll),
            Width::Pips32 => self.seated::<F, u32>(game, poll),
        }
    }

    /// Chooses the number of hands, once for the batch.
    fn seated<F: Family, W: Row>(
        &self,
        game: &F::Game,
        poll: &mut dyn FnMut() -> bool,
    ) -> Option<Tally> {
        match self.dealing.seats {
            2 => self.spread::<F::State<W, 2>>(game, poll),
            3 | 4 => self.spread::<F::State<W, 4>>(game, poll),
            _ => self.spread::<F::State<W, MAX_SEATS>>(game, poll),
        }
    }

    /// Spreads the rounds over the threads. The calling thread only waits and polls.
    fn spread<S: Dealt>(&self, game: &S::Game, poll: &mut dyn FnMut() -> bool) -> Option<Tally> {
        if self.threads <= 1 {
            return self.play::<S>(game, 0..self.n, poll);
        }
        let stop = AtomicBool::new(false);
        let share = self.n.div_ceil(self.threads as u64).max(1);
        thread::scope(|scope| {
            let (send, done) = mpsc::channel();
            let mut total = Some(Tally::new(S::sides(game)));
            let mut add = |played: Option<Tally>| {
                let both = total.take().zip(played);
                total = both.map(|(total, played)| total.merge(&played));
            };
            let (mut workers, mut left_over) = (0, Vec::new());
            for start in (0..self.n).step_by(share as usize) {
                let part = start..self.n.min(start + share);
                let (send, stop) = (send.clone(), &stop);
                let work = {
                    let part = part.clone();
                    move || {
                        let mut go_on = || !stop.load(Ordering::Relaxed);
                        // The receiver outlives the workers of its scope.
                        let _ = send.send(self.play::<S>(game, part, &mut go_on));
                    }
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => workers += 1,
                    Err(_) => left_over.push(part),
                }
            }
            drop(send);
            // Where the system starts no more threads, this one does their work: the result is the
            // same.
            for part in left_over {
                add(self.play::<S>(game, part, poll));
            }
            while workers > 0 {
                match done.recv_timeout(POLL_INTERVAL) {
                    Ok(played) => {
                        add(played);
                        workers -= 1;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    // A worker panicked: leaving the scope passes it on.
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
                if !poll() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            total
        })
    }

    /// Plays some of the rounds, counted from the batch's first.
    fn play<S: Dealt>(
        &self,
        game: &S::Game,
        part: Range<u64>,
        poll: &mut dyn FnMut() -> bool,
    ) -> Option<Tally> {
        let mut tally = Tally::new(S::sides(game));
        for k in part {
            if k.is_multiple_of(POLL_EVERY) && !poll() {
                return None;
            }
            let mut dice = SeedDice::new(self.seed, self.first + k);
            let (mut state, mut boneyard) = S::dealt(game, self.dealing, dice);
            let actions = play_out(game, &mut state, &mut dice, &mut boneyard, |_| ());
            tally.add(&state, game, actions);
        }
        Some(tally)
    }
}
