//! Games by themselves, as random play deals and plays them.

use super::Lockstep;
use super::lanes::LANES;
use crate::dealing::Dealt;
use crate::games::Columns;
use crate::line::LineState;
use crate::playout::play_out;
use crate::policy::Random;
use crate::random::SeedDice;

impl Lockstep {
    /// Plays some of the games of a seed that the columns are of, told by one bit each.
    pub(super) fn play_anew<const SEATS: usize>(
        &self,
        games: u32,
        seed: u64,
        first: u64,
        out: &mut Columns<'_>,
    ) {
        // The columns of the last games may be shorter.
        let mut games = games & u32::MAX >> (LANES - out.winner.len());
        while games != 0 {
            let game = games.trailing_zeros() as usize;
            let dice = SeedDice::new(seed, first.wrapping_add(game as u64));
            self.play_alone::<SEATS>(dice, game, out);
            games &= games - 1;
        }
    }

    #[cold]
    fn play_alone<const SEATS: usize>(&self, dice: SeedDice, row: usize, out: &mut Columns<'_>) {
        let (mut state, mut boneyard) =
            LineState::<u8, SEATS>::dealt(&self.game, &self.dealer, dice);
        let plies = play_out(
            &self.game,
            &mut state,
            Random,
            dice,
            &mut boneyard,
            |_, _| (),
        );
        out.entry(row).tell(&self.game, &state, plies);
    }
}
