//! 32 games in step, a byte of a vector each.
//!
//! What is rare is left out: a game that needs a second deal, or a die thrown again in play, is found
//! at its end and played anew by itself.

mod alone;
mod deal;
mod dice;
mod lanes;
mod lead;
mod play;
mod score;

use crate::dealing::{Dealer, Dealing};
use crate::games::Columns;
use crate::line::LineGame;
use crate::random::PLAY;
use crate::rules::{Draw, InPlay, Opening, Spinner};
use deal::Deals;
use dice::{Dice, Sixteens};
use lanes::LANES;
use play::Games;
use score::{Results, results};

/// Random playouts of a game of Block.
pub(crate) struct Lockstep {
    game: LineGame,
    dealing: Dealing,
    /// For the games that are played by themselves.
    dealer: Dealer<u64>,
}

impl Lockstep {
    /// None if these rules or this machine are not for it.
    pub(crate) fn new(game: &LineGame, dealing: Dealing) -> Option<Self> {
        let able = is_x86_feature_detected!("avx2");
        (able && suits(game)).then(|| Self {
            game: *game,
            dealing,
            dealer: Dealer::new(dealing),
        })
    }

    /// Plays the games of a seed from `first` on, as many as the columns have entries.
    pub(crate) fn play(&self, seed: u64, first: u64, out: Columns<'_>) {
        // SAFETY: there is no `Lockstep` on a machine without AVX2.
        unsafe {
            match (self.game.seats, self.game.set) {
                (2, ..7) => self.play_all::<2, 7>(seed, first, out),
                (2, _) => self.play_all::<2, 8>(seed, first, out),
                (3, ..7) => self.play_all::<3, 7>(seed, first, out),
                (3, _) => self.play_all::<3, 8>(seed, first, out),
                (4, ..7) => self.play_all::<4, 7>(seed, first, out),
                (4, _) => self.play_all::<4, 8>(seed, first, out),
                (_, ..7) => self.play_all::<5, 7>(seed, first, out),
                (_, _) => self.play_all::<5, 8>(seed, first, out),
            }
        }
    }

    #[target_feature(enable = "avx2")]
    fn play_all<const SEATS: usize, const PIPS: usize>(
        &self,
        seed: u64,
        mut first: u64,
        mut out: Columns<'_>,
    ) {
        let sides = self.game.sides();
        while let Some(mut out) = out.split_off(LANES) {
            let results = self.play_32::<SEATS, PIPS>(seed, first);
            results.write(sides, &mut out);
            self.play_anew::<SEATS>(results.invalid, seed, first, &mut out);
            first = first.wrapping_add(LANES as u64);
        }
    }

    /// 32 games, some of them perhaps invalid.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn play_32<const SEATS: usize, const PIPS: usize>(&self, seed: u64, first: u64) -> Results {
        let dice = Dice::new(seed, first);
        let four = dice.four(PLAY, 0);
        // The usual sizes are worth a deal of their own.
        let mut games = match self.dealing.hand_size {
            7 => self.led::<SEATS, PIPS, 7>(&dice, four[0]),
            8 => self.led::<SEATS, PIPS, 8>(&dice, four[0]),
            _ => self.led::<SEATS, PIPS, 0>(&dice, four[0]),
        };
        games.play(&dice, four);
        results(&games, self.game.sides(), self.game.ending)
    }

    /// 32 games after the lead.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn led<const SEATS: usize, const PIPS: usize, const SIZE: usize>(
        &self,
        dice: &Dice,
        first_die: Sixteens,
    ) -> Games<SEATS, PIPS> {
        let deals = Deals::<SIZE>::new(dice, self.game.set, SEATS, self.dealing.hand_size.into());
        match self.game.flags().opening {
            Opening::HighestDouble => Games::highest_double(&deals),
            Opening::AnyTile => Games::any_tile(&deals, self.dealing.first_seat.into(), first_die),
        }
    }
}

/// Whether the games are of the kind that goes in step: nothing but leads, plays at two ends and
/// passes, to the first empty hand or a block.
fn suits(game: &LineGame) -> bool {
    let flags = game.flags();
    game.set <= 7
        && game.seats <= 5
        && flags.draw == Draw::None
        && flags.spinner == Spinner::None
        && flags.in_play == InPlay::None
        && !flags.both_partners
}
