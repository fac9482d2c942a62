//! What a seat has seen of a round, as numbers; docs/playouts.md tells each of them.

use std::mem;
use std::ops::Range;

use crate::action::Action;
use crate::rules::{FamilyRules, Rules};
use crate::state::{MAX_SEATS, Standing, State, TurnKind};
use crate::tile::{Pip, Tile, tiles_in};
use crate::tile_set::TileSet;

/// The parts of an observation under these rules, in order, each with its place.
pub fn observation_layout(rules: &Rules) -> Vec<(&'static str, Range<usize>)> {
    let set = usize::from(rules.set());
    let seats = usize::from(rules.players());
    let common = [
        ("hand", tiles_in(rules.set())),
        ("laid", tiles_in(rules.set())),
        ("held", seats),
        ("boneyard", 1),
        ("on_turn", seats),
        ("passes", 1),
        ("drew", 1),
        ("lacks", seats * (set + 1)),
    ];
    let line = [("ends", 4), ("scores", usize::from(rules.sides()))];
    let train = [
        ("engine", 1),
        ("ends", seats + 1),
        ("started", seats + 1),
        ("markers", seats),
        ("open_doubles", seats + 1),
        ("turn", TurnKind::ALL.len()),
        ("owed", seats),
    ];
    let family = match rules.family() {
        FamilyRules::Line(_) => &line[..],
        FamilyRules::Train(_) => &train[..],
    };
    let mut end = 0;
    let parts = common.iter().chain(family);
    parts
        .map(|&(name, length)| {
            let start = end;
            end += length;
            (name, start..end)
        })
        .collect()
}

/// How many numbers an observation has under these rules.
pub fn observation_size(rules: &Rules) -> usize {
    observation_layout(rules)
        .last()
        .map_or(0, |(_, part)| part.end)
}

/// The seats of a game as one of them sees them: itself first, then in the order of turns.
#[derive(Clone, Copy)]
pub(crate) struct Viewpoint {
    pub(crate) seat: u8,
    pub(crate) seats: u8,
}

impl Viewpoint {
    /// Every seat, from the one that looks on.
    pub(crate) fn order(self) -> impl Iterator<Item = usize> {
        (0..self.seats).map(move |j| {
            let seat = self.seat + j;
            let past_last = if seat < self.seats { 0 } else { self.seats };
            usize::from(seat - past_last)
        })
    }

    /// Flags, one bit a seat, turned so that the bit of the seat that looks comes first.
    fn turned(self, seats: u8) -> u32 {
        let (seats, all) = (u32::from(seats), (1 << self.seats) - 1);
        (seats >> self.seat | seats << (self.seats - self.seat)) & all
    }
}

/// The bits of each byte, the lowest first.
static BITS: [[i16; 8]; 256] = {
    let mut bits = [[0; 8]; 256];
    let mut byte: usize = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                bits[byte][bit] = 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    bits
};

/// An observation that is written number by number.
pub(crate) struct Writer<'a> {
    rest: &'a mut [i16],
}

impl Writer<'_> {
    #[inline(always)]
    fn advance(&mut self, length: usize) {
        self.rest = &mut mem::take(&mut self.rest)[length..];
    }

    #[inline(always)]
    pub(crate) fn number(&mut self, number: impl Into<i16>) {
        self.rest[0] = number.into();
        self.advance(1);
    }

    /// As many of the lowest bits as there are numbers to write.
    #[inline(always)]
    pub(crate) fn bits(&mut self, mut bits: u32, mut length: usize) {
        while length > 8 {
            self.eight(bits);
            self.advance(8);
            bits >>= 8;
            length -= 8;
        }
        self.eight(bits);
        self.advance(length);
    }

    /// The eight lowest bits, as far as there is room: what is written too much is written over.
    #[inline(always)]
    fn eight(&mut self, bits: u32) {
        let numbers = &BITS[(bits & 0xFF) as usize];
        match self.rest.first_chunk_mut() {
            Some(eight) => *eight = *numbers,
            None => self.rest.copy_from_slice(&numbers[..self.rest.len()]),
        }
    }

    /// One number a seat, in the order of the viewpoint.
    #[inline(always)]
    pub(crate) fn by_seat(&mut self, view: Viewpoint, number: impl Fn(usize) -> u8) {
        for seat in view.order() {
            self.number(number(seat));
        }
    }

    /// One flag a seat, given as bits by seat.
    #[inline(always)]
    pub(crate) fn flags(&mut self, view: Viewpoint, seats: u8) {
        self.bits(view.turned(seats), view.seats.into());
    }

    #[inline(always)]
    fn tiles(&mut self, set: u8, tiles: &TileSet) {
        let mut left = tiles_in(set);
        for word in tiles.words() {
            for bits in [*word as u32, (word >> 32) as u32] {
                let length = left.min(32);
                if length > 0 {
                    self.bits(bits, length);
                }
                left -= length;
            }
        }
    }
}

/// A state that can be looked at without allocating.
pub(crate) trait Observed: State {
    /// Whether points are penalties.
    const PENALTIES: bool;

    /// How many seats play, and the largest pip.
    fn table_size(game: &Self::Game) -> (u8, Pip);
    /// The tiles of a seat.
    fn tiles(&self, seat: u8) -> TileSet;
    /// How many tiles a seat holds.
    fn held(&self, seat: usize) -> u8;
    /// How many tiles are left in the boneyard.
    fn left(&self) -> u8;
    /// The tile that lies on the table when a deal is ready, if one does.
    fn engine(&self) -> Option<Tile>;
    /// The pips, one bit each, that are open where the seat on turn is allowed to play.
    fn open_pips(&self, game: &Self::Game) -> u32;
    /// What a side has scored in play.
    fn scored(&self, side: usize) -> i16;
    /// Writes the parts that only this family of games has.
    fn observe_table(&self, game: &Self::Game, view: Viewpoint, writer: &mut Writer<'_>);
}

/// What everybody has seen of a round since it began and no state remembers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Witness {
    laid: TileSet,
    /// The pips, one bit each, that a seat is known to hold no tile of.
    lacks: [u32; MAX_SEATS],
}

impl Witness {
    /// Somebody who comes to the table when these tiles lie there.
    pub(crate) fn new(laid: impl IntoIterator<Item = Tile>) -> Self {
        let mut tiles = TileSet::EMPTY;
        for tile in laid {
            tiles.insert(tile);
        }
        Self {
            laid: tiles,
            lacks: [0; MAX_SEATS],
        }
    }

    /// Sees what the seat on turn does in that state.
    #[inline(always)]
    pub(crate) fn see<S: Observed>(&mut self, game: &S::Game, before: &S, action: Action) {
        let seat = usize::from(before.last_to_play());
        match action {
            Action::Lead(tile) | Action::Play(tile, _) => {
                self.laid.insert(tile);
            }
            Action::Draw => self.lacks[seat] = 0,
            Action::Pass => self.lacks[seat] |= before.open_pips(game),
            Action::Stop => {}
        }
    }

    /// Writes what a seat sees of the state that all this has led to.
    #[inline(always)]
    pub(crate) fn observe<S: Observed>(
        &self,
        game: &S::Game,
        state: &S,
        seat: u8,
        observation: &mut [i16],
    ) {
        let (seats, largest) = S::table_size(game);
        let view = Viewpoint { seat, seats };
        let Standing { passes, drew, .. } = state.standing();
        let mut writer = Writer { rest: observation };
        writer.tiles(largest, &state.tiles(seat));
        writer.tiles(largest, &self.laid);
        writer.by_seat(view, |seat| state.held(seat));
        writer.number(state.left());
        writer.flags(view, state.to_play().map_or(0, |seat| 1 << seat));
        writer.number(passes);
        writer.number(drew);
        for seat in view.order() {
            writer.bits(self.lacks[seat], usize::from(largest) + 1);
        }
        state.observe_table(game, view, &mut writer);
        debug_assert!(writer.rest.is_empty(), "every part is written");
    }
}
