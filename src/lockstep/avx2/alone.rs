//! Games by themselves, as random play deals and plays them.

use super::lanes::LANES;
use super::{Columns, Lockstep};
use crate::line::LineState;
use crate::playout::play_out;
use crate::random::{Deck, SeedDice};
use crate::row::Hand;
use crate::rules::NoDouble;
use crate::state::{Boneyard, Phase, State};
use crate::tile::Tile;

/// The boneyard of Block.
struct Untouched;

impl Boneyard for Untouched {
    fn tile(&mut self, _n: u8) -> Tile {
        unreachable!("nothing is drawn in Block")
    }
}

impl Lockstep {
    /// Plays some of the games of a seed that the columns are of, told by one bit each.
    pub(super) fn play_anew<const SEATS: usize>(
        &self,
        games: u32,
        seed: u64,
        first: u64,
        out: &mut Columns,
    ) {
        // The columns of the last games may be shorter.
        let mut games = games & u32::MAX >> (LANES - out.winner.len());
        while games != 0 {
            let game = games.trailing_zeros() as usize;
            self.play_alone::<SEATS>(SeedDice::new(seed, first + game as u64), game, out);
            games &= games - 1;
        }
    }

    #[cold]
    fn play_alone<const SEATS: usize>(&self, mut dice: SeedDice, row: usize, out: &mut Columns) {
        let mut state = self.dealt::<SEATS>(dice);
        let plies = play_out(&self.game, &mut state, &mut dice, &mut Untouched, |_| ());
        let score = state.score(&self.game);
        let points = &mut out.points[row * self.game.sides()..][..self.game.sides()];
        for (points, won) in points.iter_mut().zip(score.points) {
            *points = won as i16;
        }
        out.winner[row] = score.winner.map_or(-1, u8::cast_signed);
        out.reason[row] = u8::from(state.phase() == Phase::Blocked);
        out.plies[row] = plies as u16;
    }

    /// A game after the deal.
    fn dealt<const SEATS: usize>(&self, mut dice: SeedDice) -> LineState<u8, SEATS> {
        let redeals = self.game.rules.no_double == Some(NoDouble::Redeal);
        let mut attempt = 0;
        loop {
            let mut deck = Deck::new(self.game.set, None, attempt);
            let mut hands = [Hand::<u8>::EMPTY; SEATS];
            for hand in &mut hands {
                for _ in 0..self.hand_size {
                    hand.insert(deck.deal(&mut dice));
                }
            }
            if !redeals || hands.iter().any(|hand| hand.highest_double().is_some()) {
                let leader = Some(self.first_seat as u8);
                let (held, left) = (self.hand_size as u8, deck.len() as u8);
                return LineState::new(&self.game, hands, held, left, leader);
            }
            attempt += 1;
        }
    }
}
