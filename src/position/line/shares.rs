//! 8. How the tiles laid and drawn can be shared out among the seats.

use std::iter::successors;

use super::{Check, rank};
use crate::position::count::signed;
use crate::rules::{Draw, Opening};
use crate::tile::Tile;

impl Check<'_> {
    pub(super) fn who_has_played(&mut self) {
        let drawn: Vec<_> = self.count.seats().map(|of| self.least_drawn(of)).collect();
        let laid = self.layout.arms.concat();
        if drawn.iter().sum::<i32>() + self.higher(&laid) > self.count.drawn {
            let why = "more tiles must have been drawn than the boneyard has given";
            self.faults.add("boneyard", why);
        }
        let laid = self
            .count
            .seats()
            .zip(&drawn)
            .map(|(of, drawn)| self.count.dealt - self.count.held(of) + drawn);
        if !self.can_be_shared(&laid.collect::<Vec<_>>()) {
            let why = format!(
                "they ask for more tiles laid than the {} that lie",
                self.count.laid
            );
            self.faults.add("hands", why);
        }
        if self.nobody_passed() {
            self.laid_in_turn(&drawn);
        }
    }

    /// a: how many tiles a seat must have drawn.
    fn least_drawn(&self, of: u8) -> i32 {
        let more_than_dealt = self.count.held(of) - self.count.dealt;
        let higher = self.higher(self.count.hand(of));
        more_than_dealt.max(higher).max(self.drew(of).into()).max(0)
    }

    fn drew(&self, seat: u8) -> bool {
        self.count.position.drew && self.count.position.to_play == Some(seat)
    }

    /// How many of the tiles must have been drawn, or one of them would have led.
    fn higher(&self, tiles: &[Tile]) -> i32 {
        if self.line.opening == Opening::AnyTile {
            return 0;
        }
        let lead = rank(self.layout.lead);
        signed(tiles.iter().filter(|&&tile| rank(tile) > lead).count())
    }

    /// The seats that may have laid the last tile, None where that is not known.
    pub(super) fn last_layers(&self) -> Option<Vec<u8>> {
        if self.is_out() {
            return Some(vec![self.seat]);
        }
        if self.line.draw == Draw::One && self.count.drawn > 0 {
            return None;
        }
        let mut passes = self.count.position.passes;
        let mut layers = Vec::new();
        // Twice round: after a block the last layer is one of those that have passed since.
        let backwards = self.count.backwards(self.seat);
        for seat in backwards.chain(self.count.backwards(self.seat)) {
            let holds = self.count.holds(seat);
            if passes > 0 {
                passes -= u8::from(holds);
                continue;
            }
            layers.push(seat);
            if holds {
                break;
            }
        }
        Some(layers)
    }

    /// Whether the seats can have laid the tiles of the layout, each at least so many.
    fn can_be_shared(&self, laid: &[i32]) -> bool {
        let leaders = match self.count.position.leader {
            Some(leader) => vec![leader],
            None => self.count.seats().collect(),
        };
        let layers = match self.last_layers() {
            Some(layers) => layers.into_iter().map(Some).collect(),
            None => vec![None],
        };
        leaders.iter().any(|&leader| {
            layers.iter().any(|&last| {
                self.only_tile_is_both(leader, last)
                    && self.least_laid(laid, leader, last) <= self.count.laid
            })
        })
    }

    /// Who led a single tile laid it last.
    fn only_tile_is_both(&self, leader: u8, last: Option<u8>) -> bool {
        self.count.laid > 1 || last.is_none_or(|last| last == leader)
    }

    /// How many tiles must have been laid if that seat led, and that one laid the last tile.
    fn least_laid(&self, laid: &[i32], leader: u8, last: Option<u8>) -> i32 {
        let needed = |seat: u8| match (seat == leader, Some(seat) == last) {
            (true, true) => 2.min(self.count.laid),
            (true, false) | (false, true) => 1,
            (false, false) => 0,
        };
        let seats = self.count.seats();
        seats
            .map(|seat| laid[usize::from(seat)].max(needed(seat)))
            .sum()
    }

    /// Whether every seat has laid a tile in each of its turns.
    fn nobody_passed(&self) -> bool {
        let out = self.is_out();
        let mut seats = self.count.seats();
        self.line.draw == Draw::UntilPlayable
            && !self.nothing_to_draw()
            && (out || !self.count.is_over())
            && seats.all(|seat| self.count.holds(seat) || (out && seat == self.seat))
    }

    /// Who led, and what each seat has drawn, where every seat has laid a tile in each of its turns.
    fn laid_in_turn(&mut self, least_drawn: &[i32]) {
        let last = self.count.acted_last(self.seat);
        let layers = successors(Some(last), |&seat| Some(self.count.before(seat)));
        let layers: Vec<_> = layers.take(self.layout.len()).collect();
        let led = layers.last().copied().unwrap_or(last);
        if let Some(leader) = self.count.position.leader
            && leader != led
        {
            let why = format!("{leader}, but the seats laid in turn, so seat {led} led");
            self.faults.add("leader", why);
        }
        for (seat, &least) in self.count.seats().zip(least_drawn) {
            let laid: i32 = layers.iter().map(|&layer| i32::from(layer == seat)).sum();
            let drawn = self.count.held(seat) - self.count.dealt + laid;
            let only_led = laid == i32::from(seat == led);
            if drawn < least || (only_led && drawn > 0 && !self.drew(seat)) {
                let held = self.count.held(seat);
                let why = format!("{held} tiles, but in turn this seat has laid {laid}");
                self.faults.add(format_args!("hands[{seat}]"), why);
            }
        }
    }
}
