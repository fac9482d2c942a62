//! Stage 3: line games.

use super::count::{Count, signed};
use super::{Faults, LineLayout, LinePosition, Position, PositionError};
use crate::deal::Deal;
use crate::rules::{Draw, GoOut, InPlay, LineRules, NoDouble, Opening, Rules};
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
        Some(layout) => Check {
            rules,
            line,
            count,
            own,
            layout,
            faults: &mut faults,
        }
        .run(),
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
    faults: &'a mut Faults,
}

impl Check<'_> {
    fn run(&mut self) {
        let seat = self.over();
        self.draws();
        self.opening();
        if let Some(seat) = seat {
            self.hands(seat);
            self.passes(seat);
            self.passers(seat);
            self.drawn(seat);
            self.who_has_played(seat);
            self.scores(seat);
        }
    }

    /// 1. The seat on turn or, when the round is over, the one that acted last.
    fn over(&mut self) -> Option<u8> {
        let seat = self.count.seat();
        if seat.is_none() {
            let why = "one of to_play and last is a seat, the other is null";
            self.faults.add("to_play", why);
        }
        seat
    }

    fn is_out(&self, seat: u8) -> bool {
        self.count.is_over() && !self.count.holds(seat)
    }

    fn both_partners(&self) -> bool {
        self.rules.partners() && self.line.go_out == GoOut::BothPartners
    }

    /// 2. Whose hand may be empty.
    fn hands(&mut self, seat: u8) {
        let out = self.is_out(seat);
        if self.both_partners() {
            return self.hands_of_partners(seat, out);
        }
        for empty in self.count.seats().filter(|&seat| !self.count.holds(seat)) {
            if !(out && empty == seat) {
                let why = "no tiles, but this seat has not ended the round";
                self.faults.add(format_args!("hands[{empty}]"), why);
            }
        }
    }

    fn hands_of_partners(&mut self, seat: u8, out: bool) {
        let both_without = |one: u8| !self.count.holds(one) && !self.count.holds((one + 2) % 4);
        let mut bad = Vec::new();
        if out && !both_without(seat) {
            bad.push((seat, "no tiles, but its partner still has some"));
        }
        let others = if out {
            vec![(seat + 1) % 4]
        } else {
            vec![0, 1]
        };
        let both = others.into_iter().filter(|&one| both_without(one));
        bad.extend(both.map(|one| (one, "neither this seat nor its partner has tiles")));
        if !out && !self.count.holds(seat) {
            bad.push((seat, "the seat on turn has no tiles"));
        }
        for (seat, why) in bad {
            self.faults.add(format_args!("hands[{seat}]"), why);
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
    fn passes(&mut self, seat: u8) {
        let passes = usize::from(self.count.position.passes);
        let holding = self.count.seats().filter(|&seat| self.count.holds(seat));
        let holding = holding.count();
        if self.is_out(seat) {
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
    fn passed(&self, seat: u8) -> impl Iterator<Item = u8> {
        let holding = self.count.backwards(seat);
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
    fn passers(&mut self, seat: u8) {
        let could_play = self.passed(seat).filter_map(|passer| {
            let tile = self.fitting(self.count.hand(passer)).next()?;
            Some((passer, tile))
        });
        for (passer, tile) in could_play.collect::<Vec<_>>() {
            let why = format!("{tile} fits, but this seat passed");
            self.faults.add(format_args!("hands[{passer}]"), why);
        }
    }

    /// 6. Whether the seat on turn can have drawn.
    fn drawn(&mut self, seat: u8) {
        if !self.count.position.drew {
            return;
        }
        let why = if self.count.is_over() {
            "the round is over"
        } else if self.line.draw == Draw::None {
            "nobody draws under these rules"
        } else if self.count.drawn < 1 {
            "the boneyard is as it was after the deal"
        } else if self.count.position.passes > 0 {
            "a draw ends a row of passes"
        } else if !self.line.voluntary_draw && self.fitting(self.count.hand(seat)).count() > 1 {
            "two tiles of the hand fit, so one fitted before the draw"
        } else {
            return;
        };
        self.faults.add("drew", why);
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

    /// How many of the tiles must have been drawn, or one of them would have led.
    fn higher(&self, tiles: &[Tile]) -> i32 {
        if self.line.opening == Opening::AnyTile {
            return 0;
        }
        let lead = rank(self.layout.lead);
        signed(tiles.iter().filter(|&&tile| rank(tile) > lead).count())
    }

    /// The seats that may have laid the last tile, None where that is not known.
    fn last_layers(&self, seat: u8) -> Option<Vec<u8>> {
        let known = self.line.draw != Draw::One || self.count.drawn == 0;
        if !known {
            return None;
        }
        if self.is_out(seat) {
            return Some(vec![seat]);
        }
        let mut passes = self.count.position.passes;
        let mut layers = Vec::new();
        // Twice round: after a block the last layer is one of those that have passed since.
        for seat in self.count.backwards(seat).chain(self.count.backwards(seat)) {
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

    /// 8. Whether the tiles laid and drawn can be shared out among the seats.
    fn who_has_played(&mut self, seat: u8) {
        let drawn = |of: u8| {
            let drew = self.count.position.drew && self.count.position.to_play == Some(of);
            let more_than_dealt = self.count.held(of) - self.count.dealt;
            let higher = self.higher(self.count.hand(of));
            more_than_dealt.max(higher).max(drew.into()).max(0)
        };
        let drawn: Vec<_> = self.count.seats().map(drawn).collect();
        let laid = self.layout.arms.concat();
        if drawn.iter().sum::<i32>() + self.higher(&laid) > self.count.drawn {
            let why = "more tiles must have been drawn than the boneyard has given";
            self.faults.add("boneyard", why);
        }
        let laid = |of: u8| self.count.dealt - self.count.held(of) + drawn[usize::from(of)];
        let laid: Vec<_> = self.count.seats().map(laid).collect();
        let leaders = match self.count.position.leader {
            Some(leader) => vec![leader],
            None => self.count.seats().collect(),
        };
        let layers = match self.last_layers(seat) {
            Some(layers) => layers.into_iter().map(Some).collect(),
            None => vec![None],
        };
        let lays = |leader: u8, last: Option<u8>| {
            self.only_tile_is_both(leader, last)
                && self.least_laid(&laid, leader, last) <= self.count.laid
        };
        if !leaders
            .iter()
            .any(|&leader| layers.iter().any(|&last| lays(leader, last)))
        {
            let why = format!(
                "the hands ask for more tiles laid than the {} that lie",
                self.count.laid
            );
            self.faults.add("hands", why);
        }
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

    fn side(&self, seat: u8) -> usize {
        usize::from(if self.rules.partners() {
            seat % 2
        } else {
            seat
        })
    }

    /// 9. What can have been scored.
    fn scores(&mut self, seat: u8) {
        let scores = &self.own.scores;
        if self.line.in_play == InPlay::None {
            if scores.iter().any(|&points| points > 0) {
                self.faults
                    .add("scores", "nothing scores in play under these rules");
            }
            return;
        }
        for (side, points) in scores.iter().enumerate() {
            if !points.is_multiple_of(5) {
                let why = format!("{points} is no multiple of five");
                self.faults.add(format_args!("scores[{side}]"), why);
            }
        }
        let total = scores.iter().map(|&points| i32::from(points)).sum::<i32>();
        let most = self.count.laid * (8 * i32::from(self.rules.set()) / 5 * 5);
        if total > most {
            let why = format!("{total} together, but that many tiles score at most {most}");
            self.faults.add("scores", why);
        }
        if let Some(layers) = self.last_layers(seat) {
            self.last_score(&layers);
        }
    }

    /// The tile laid last has scored what the layout counts.
    fn last_score(&mut self, layers: &[u8]) {
        let shown = layout_count(self.layout);
        let gain = if shown.is_multiple_of(5) { shown } else { 0 };
        let sides: Vec<_> = layers.iter().map(|&layer| self.side(layer)).collect();
        let scores = &self.own.scores;
        if gain > 0 && !sides.iter().any(|&side| scores[side] >= gain) {
            let why = format!("the layout counts {gain}, and the last tile scored that");
            return self.faults.add("scores", why);
        }
        let only = |side: usize| {
            let due = |other| if other == side { gain } else { 0 };
            (0..)
                .zip(scores)
                .all(|(other, &points)| points == due(other))
        };
        if self.count.laid == 1 && !sides.iter().any(|&side| only(side)) {
            let why = format!("the lead scored {gain} for its side, and nothing else did");
            self.faults.add("scores", why);
        }
    }
}

/// The count of the layout: what shows at the ends of the arms that hold a tile.
fn layout_count(layout: &LineLayout) -> u16 {
    let lead = layout.lead;
    if layout.len() == 1 {
        return lead.pips().into();
    }
    let shown = |arm: usize, end: u8| match layout.arms[arm].last() {
        Some(tile) if tile.is_double() => tile.pips(),
        None if arm > super::R => 0,
        None if lead.is_double() => lead.pips(),
        _ => end,
    };
    let ends = layout.ends();
    let shown = ends.iter().enumerate().map(|(arm, &end)| shown(arm, end));
    shown.map(u16::from).sum()
}
