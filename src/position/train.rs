//! Stage 3: train games. What hangs on how the round began is in `beginning`.

mod beginning;

use super::count::Count;
use super::{Faults, Position, PositionError, TrainPosition, train_name};
use crate::rules::{
    CoverOrder, DeadDouble, DoubleExtra, FirstTurn, FirstTurnDouble, Rules, TrainDraw, TrainRules,
};
use crate::state::TurnKind;
use crate::tile::Tile;

pub(super) fn check(
    rules: &Rules,
    train: TrainRules,
    position: &Position,
    own: &TrainPosition,
) -> Result<(), PositionError> {
    let mut faults = Faults::default();
    let count = Count::new(rules, position);
    if let Some(seat) = count.seat(&mut faults) {
        let scene = Scene {
            train,
            set: rules.set(),
            first_seat: rules.first_seat(position.round),
            count,
            own,
            seat,
        };
        scene.run(&mut faults);
    }
    faults.end_stage()
}

/// A position and its rules, for the conditions.
struct Scene<'a> {
    train: TrainRules,
    set: u8,
    /// The seat that the round's number names.
    first_seat: u8,
    count: Count<'a>,
    own: &'a TrainPosition,
    /// The seat on turn, or that acted last.
    seat: u8,
}

impl Scene<'_> {
    fn run(&self, faults: &mut Faults) {
        // All other conditions hang on whether the round is over.
        self.over(faults);
        if faults.0.is_empty() {
            self.passes(faults);
            self.passers(faults);
            self.open_doubles(faults);
            self.extra_play(faults);
            faults.0.extend(self.fewest_faults().0);
        }
    }

    /// The faults under the beginning that fits best: none if one fits.
    fn fewest_faults(&self) -> Faults {
        let mut fewest: Option<Faults> = None;
        for beginning in self.beginnings() {
            let faults = self.since(&beginning);
            if faults.0.is_empty() {
                return faults;
            }
            if fewest
                .as_ref()
                .is_none_or(|fewest| faults.0.len() < fewest.0.len())
            {
                fewest = Some(faults);
            }
        }
        fewest.unwrap_or_default()
    }

    fn seats(&self) -> usize {
        usize::from(self.count.seats)
    }

    fn name(&self, train: usize) -> String {
        train_name(self.seats(), train)
    }

    fn tiles(&self, train: usize) -> &[Tile] {
        &self.own.layout.trains[train]
    }

    fn is_started(&self, train: usize) -> bool {
        !self.tiles(train).is_empty()
    }

    fn is_marked(&self, seat: u8) -> bool {
        self.own.markers.contains(&seat)
    }

    fn is_owed(&self, seat: u8) -> bool {
        self.own.owed.contains(&seat)
    }

    /// Whether some seat went out, in a round that is over.
    fn is_out(&self) -> bool {
        self.count.is_over() && self.count.seats().any(|seat| !self.count.holds(seat))
    }

    fn is_chain(&self) -> bool {
        self.train.first_turn == FirstTurn::Chain
    }

    fn grants_extra_turn(&self) -> bool {
        self.train.first_turn_double == Some(FirstTurnDouble::ExtraTurn)
    }

    fn nothing_to_draw(&self) -> bool {
        self.train.draw == TrainDraw::None || self.count.position.boneyard.is_empty()
    }

    /// 1. What is settled when the round is over.
    fn over(&self, faults: &mut Faults) {
        if self.count.is_over() && self.count.position.drew {
            faults.add("drew", "the round is over");
        }
        if self.count.is_over() && self.own.turn != TurnKind::General {
            faults.add("turn", "the round is over, so it is general");
        }
    }

    /// 8. The pass count.
    fn passes(&self, faults: &mut Faults) {
        let passes = self.count.position.passes;
        let seats = self.count.seats;
        if self.is_out() {
            if passes > 0 {
                faults.add("passes", "a seat is out, so no passes count");
            }
        } else if self.count.is_over() && passes != seats {
            let why = format!("{passes}, but nobody is out, and {seats} passes block the round");
            faults.add("passes", why);
        } else if !self.count.is_over() && passes >= seats {
            let why = format!("{passes}, but the round goes on, and {seats} passes block it");
            faults.add("passes", why);
        }
        if passes == 0 {
            return;
        }
        if !self.nothing_to_draw() {
            faults.add("passes", "no pass counts while tiles can be drawn");
        }
        let after_extra_turn = self.grants_extra_turn() && passes == 1;
        match self.own.turn {
            TurnKind::General => {}
            TurnKind::First if after_extra_turn => {}
            _ => faults.add("passes", "only what comes after a pass can be on turn"),
        }
        if passes > 1 && !self.own.owed.is_empty() {
            faults.add(
                "passes",
                "at most one pass counts while a seat is owed its first turn",
            );
        }
    }

    /// 9. Who passed has its marker up and held nothing to play.
    fn passers(&self, faults: &mut Faults) {
        let seats = self.count.backwards(self.seat);
        let passers: Vec<_> = seats.take(self.count.position.passes.into()).collect();
        for (at, &passer) in passers.iter().enumerate() {
            if !self.is_marked(passer) {
                let why = format!("seat {passer} passed, but its marker is down");
                faults.add("markers", why);
            }
            let passed_first = at + 1 == passers.len();
            let trains = if self.own.open_doubles.is_empty() {
                self.open_trains_but(passer, &passers)
            } else if passed_first {
                Vec::new()
            } else {
                self.trains_to_cover()
            };
            let hand = self.count.hand(passer).iter();
            if let Some(tile) = hand.copied().find(|&tile| self.fits(tile, &trains)) {
                let why = format!("{tile} fits, but this seat passed");
                faults.add(format_args!("hands[{passer}]"), why);
            }
        }
    }

    fn fits(&self, tile: Tile, trains: &[usize]) -> bool {
        let mut ends = trains.iter().map(|&train| self.own.layout.end(train));
        ends.any(|end| tile.has(end))
    }

    /// The trains that a seat has the right to play on, but for those of certain seats.
    fn open_trains_but(&self, seat: u8, without: &[u8]) -> Vec<usize> {
        let marked = self.own.markers.iter().filter(|&&other| {
            let open = self.train.start_marked || self.is_started(other.into());
            other != seat && open && !without.contains(&other)
        });
        let marked = marked.map(|&other| usize::from(other));
        marked.chain([usize::from(seat), self.seats()]).collect()
    }

    /// The trains whose open double may be covered.
    fn trains_to_cover(&self) -> Vec<usize> {
        let open: Vec<_> = self
            .own
            .open_doubles
            .iter()
            .map(|&open| open.into())
            .collect();
        match self.train.cover_order {
            Some(CoverOrder::Any) => open,
            Some(CoverOrder::NewestFirst) => open.last().copied().into_iter().collect(),
            Some(CoverOrder::OldestFirst) | None => open.first().copied().into_iter().collect(),
        }
    }

    /// The trains that the seat on turn may play on now.
    fn playable_trains(&self) -> Vec<usize> {
        match self.own.turn {
            TurnKind::First | TurnKind::Chain => vec![self.seat.into()],
            TurnKind::Extra if self.train.double_extra == DoubleExtra::MustCover => {
                let newest = self.own.open_doubles.last();
                newest.map(|&open| open.into()).into_iter().collect()
            }
            TurnKind::General if !self.own.open_doubles.is_empty() => self.trains_to_cover(),
            TurnKind::General | TurnKind::Extra => self.open_trains_but(self.seat, &[]),
        }
    }

    /// The double that a train ends in.
    fn last_double(&self, train: usize) -> Option<Tile> {
        self.tiles(train)
            .last()
            .copied()
            .filter(|tile| tile.is_double())
    }

    /// Whether every other tile of a double's pip lies on the table, where that exempts it.
    fn is_exempt(&self, double: Tile) -> bool {
        let laid = self.own.layout.trains.iter().flatten();
        let covers = laid.filter(|tile| !tile.is_double() && tile.has(double.low()));
        self.train.dead_double == Some(DeadDouble::Exempt)
            && covers.count() == usize::from(self.set)
    }

    /// 10. Which trains end in an open double.
    fn open_doubles(&self, faults: &mut Faults) {
        let listed = &self.own.open_doubles;
        let ends_open = |train: usize| {
            let double = self.last_double(train);
            self.train.cover_duty && double.is_some_and(|double| !self.is_exempt(double))
        };
        for train in 0..=self.seats() {
            let times = listed
                .iter()
                .filter(|&&open| usize::from(open) == train)
                .count();
            let name = self.name(train);
            match (ends_open(train), times) {
                (true, 1) | (false, 0) => {}
                (true, 0) => {
                    faults.add(
                        "open_doubles",
                        format!("train {name} ends in an open double"),
                    );
                }
                (true, _) => faults.add("open_doubles", format!("train {name} is there twice")),
                (false, _) if !self.train.cover_duty => {
                    faults.add("open_doubles", "these rules have no duty to cover");
                }
                (false, _) => {
                    let why = format!("train {name} does not end in an open double");
                    faults.add("open_doubles", why);
                }
            }
        }
    }

    /// 11. Whether a double of the seat on turn can ask for an extra play.
    fn extra_play(&self, faults: &mut Faults) {
        if self.own.turn != TurnKind::Extra {
            return;
        }
        if self.train.double_extra == DoubleExtra::None {
            return faults.add("turn", "no double asks for an extra play under these rules");
        }
        if self.count.position.passes > 0 {
            faults.add(
                "passes",
                "an extra play comes after a double, not after a pass",
            );
        }
        if !(0..=self.seats()).any(|train| self.asks_extra_play(train)) {
            let why = "no train ends in a double that the seat on turn can have laid last";
            faults.add("turn", why);
        }
    }

    fn asks_extra_play(&self, train: usize) -> bool {
        let Some(double) = self.last_double(train) else {
            return false;
        };
        let may_play = match u8::try_from(train) {
            Ok(own) if own == self.seat => !self.is_marked(own),
            Ok(other) if other < self.count.seats => self.is_marked(other),
            _ => true,
        };
        let newest = self.own.open_doubles.last();
        may_play
            && if self.is_exempt(double) {
                self.train.double_extra != DoubleExtra::MustCover
            } else {
                !self.train.cover_duty || newest.is_some_and(|&open| usize::from(open) == train)
            }
    }
}
