//! Stage 3: line games. Who has laid and drawn what is in `shares`, what was scored in `score`.

mod score;
mod shares;

use super::count::Count;
use super::{Faults, LineLayout, LinePosition, Position, PositionError};
use crate::deal::Deal;
use crate::rules::{Draw, GoOut, LineRules, NoDouble, Opening, Rules};
use crate::tile::Tile;

pub(super) fn check(
    rules: &Rules,
    line: LineRules,
    position: &Position,
    own: &LinePosition,
) -> Result<(), PositionError> {
    let mut faults = Faults::default();
    let count = Count::new(rules, position);
    match &own.layout {
        None => nothing_led(rules, line, own, &count, &mut faults),
        // 1. All other conditions hang on whether the round is over.
        Some(layout) => {
            if let Some(seat) = count.seat(&mut faults) {
                let faults = &mut faults;
                Check {
                    rules,
                    line,
                    count,
                    own,
                    layout,
                    seat,
                    faults,
                }
                .run();
            }
        }
    }
    faults.end_stage()
}

/// Nothing led yet: the position is that of a deal.
fn nothing_led(
    rules: &Rules,
    line: LineRules,
    own: &LinePosition,
    count: &Count,
    faults: &mut Faults,
) {
    let position = count.position;
    let (hands, boneyard) = (position.hands.clone(), position.boneyard.clone());
    let deal = Deal::new(hands, boneyard, None, position.leader);
    if let Err(error) = deal.checked(rules, position.round) {
        faults.0.extend_from_slice(error.reasons());
    }
    let opens = match line.opening {
        Opening::AnyTile => position.leader,
        Opening::HighestDouble => count
            .seats()
            .max_by_key(|&seat| count.hand(seat).iter().map(|&tile| rank(tile)).max()),
    };
    if position.to_play != opens {
        let opens = opens.unwrap_or_default();
        faults.add(
            "to_play",
            format_args!("nothing is led, and seat {opens} leads"),
        );
    }
    if position.last.is_some() {
        faults.add("last", "a round is not over before the lead");
    }
    if position.passes > 0 {
        faults.add("passes", "nobody passes before the lead");
    }
    if position.drew {
        faults.add("drew", "nobody draws before the lead");
    }
    if own.scores.iter().any(|&points| points > 0) {
        faults.add("scores", "nobody has scored before the lead");
    }
}

/// The order of tiles in which the highest opens.
fn rank(tile: Tile) -> (bool, u8, u8) {
    (tile.is_double(), tile.pips(), tile.high())
}

/// The conditions for a round in which something is led.
struct Check<'a> {
    rules: &'a Rules,
    line: LineRules,
    count: Count<'a>,
    own: &'a LinePosition,
    layout: &'a LineLayout,
    /// The seat on turn, or that acted last.
    seat: u8,
    faults: &'a mut Faults,
}

impl Check<'_> {
    fn run(&mut self) {
        self.hands();
        self.draws();
        self.passes();
        self.passers();
        self.drawn();
        self.opening();
        self.who_has_played();
        self.scores();
    }

    fn is_out(&self) -> bool {
        self.count.is_over() && !self.count.holds(self.seat)
    }

    fn both_partners(&self) -> bool {
        self.rules.partners() && self.line.go_out == GoOut::BothPartners
    }

    /// 2. Whose hand may be empty.
    fn hands(&mut self) {
        let out = self.is_out();
        if self.both_partners() {
            return self.hands_of_partners(out);
        }
        for empty in self.count.seats().filter(|&seat| !self.count.holds(seat)) {
            if !(out && empty == self.seat) {
                let why = "no tiles, but this seat has not ended the round";
                self.faults.add(format_args!("hands[{empty}]"), why);
            }
        }
    }

    fn hands_of_partners(&mut self, out: bool) {
        let seat = self.seat;
        let both_without = |one: u8| !self.count.holds(one) && !self.count.holds((one + 2) % 4);
        let may_not = if out {
            vec![(seat + 1) % 4]
        } else {
            vec![0, 1]
        };
        let may_not = may_not.into_iter().filter(|&one| both_without(one));
        let may_not: Vec<_> = may_not.collect();
        if out && !both_without(seat) {
            let why = format!("seat {seat} has no tiles, but its partner still has some");
            self.faults.add("hands", why);
        }
        for one in may_not {
            let why = "neither this seat nor its partner has tiles";
            self.faults.add(format_args!("hands[{one}]"), why);
        }
        if !self.count.is_over() && !self.count.holds(seat) {
            self.faults.add("to_play", "this seat has no tiles");
        }
    }

    /// 3. What can have been drawn.
    fn draws(&mut self) {
        let drawn = self.count.drawn;
        let left = self.count.position.boneyard.len();
        if drawn < 0 {
            let why = format!("{} tiles more than after the deal", -drawn);
            self.faults.add("boneyard", why);
        } else if drawn > 0 && self.line.draw == Draw::None {
            let why = format!("{drawn} tiles less than after the deal, and nobody draws");
            self.faults.add("boneyard", why);
        } else if drawn > 0 && left < self.line.reserve.into() {
            let why = format!("{left} tiles, and {} are never drawn", self.line.reserve);
            self.faults.add("boneyard", why);
        }
    }

    fn nothing_to_draw(&self) -> bool {
        self.line.draw == Draw::None
            || self.count.position.boneyard.len() <= self.line.reserve.into()
    }

    /// 4. The pass count.
    fn passes(&mut self) {
        let passes = usize::from(self.count.position.passes);
        let holding = self.count.seats().filter(|&seat| self.count.holds(seat));
        let holding = holding.count();
        if self.is_out() {
            if passes > 0 {
                self.faults
                    .add("passes", "a seat is out, so nobody passed last");
            }
        } else if self.count.is_over() && passes != holding {
            let why = format!("{passes}, but nobody is out, and {holding} passes block the round");
            self.faults.add("passes", why);
        } else if !self.count.is_over() && passes >= holding {
            let why = format!("{passes}, but the round goes on, and {holding} passes block it");
            self.faults.add("passes", why);
        }
        if passes > 0 && !self.nothing_to_draw() {
            self.faults
                .add("passes", "no pass counts while tiles can be drawn");
        }
    }

    /// The seats that passed, the last one first.
    fn passed(&self) -> impl Iterator<Item = u8> {
        let holding = self.count.backwards(self.seat);
        holding
            .filter(|&seat| self.count.holds(seat))
            .take(self.count.position.passes.into())
    }

    /// How many tiles of a hand fit an open end.
    fn fitting<'t>(&self, hand: &'t [Tile]) -> impl Iterator<Item = Tile> + use<'t> {
        let ends = self.layout.ends();
        let hand = hand.iter().copied();
        hand.filter(move |tile| ends.iter().any(|&end| tile.has(end)))
    }

    /// 5. Who passed holds nothing that fits.
    fn passers(&mut self) {
        let could_play = self.passed().filter_map(|passer| {
            let tile = self.fitting(self.count.hand(passer)).next()?;
            Some((passer, tile))
        });
        for (passer, tile) in could_play.collect::<Vec<_>>() {
            let why = format!("{tile} fits, but this seat passed");
            self.faults.add(format_args!("hands[{passer}]"), why);
        }
    }

    /// 6. Whether the seat on turn can have drawn.
    fn drawn(&mut self) {
        if !self.count.position.drew {
            return;
        }
        let over = self.count.is_over();
        let fitted_before = !over
            && !self.line.voluntary_draw
            && self.fitting(self.count.hand(self.seat)).count() > 1;
        let nobody_draws = self.line.draw == Draw::None;
        let (nothing_drawn, passes) = (self.count.drawn < 1, self.count.position.passes);
        let faults = &mut *self.faults;
        faults.add_if(over, "drew", "the round is over");
        faults.add_if(nobody_draws, "drew", "nobody draws under these rules");
        faults.add_if(
            nothing_drawn,
            "drew",
            "the boneyard is as it was after the deal",
        );
        faults.add_if(passes > 0, "drew", "a draw ends a row of passes");
        faults.add_if(
            fitted_before,
            "drew",
            "two tiles fit, so one fitted before the draw",
        );
    }

    /// 7. What can have been led.
    fn opening(&mut self) {
        let lead = self.layout.lead;
        if self.line.no_double == Some(NoDouble::Redeal) && !lead.is_double() {
            self.faults.add(
                "layout.lead",
                format_args!("{lead} is no double, and a double leads"),
            );
        }
    }
}
