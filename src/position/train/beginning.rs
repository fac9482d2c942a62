//! The conditions that hang on how the round began: who was first, and what was drawn for an engine.

use super::Scene;
use crate::position::Faults;
use crate::position::count::signed;
use crate::rules::{EngineRule, TrainDraw};
use crate::state::TurnKind;
use crate::tile::Tile;

/// How a round may have begun.
pub(super) struct Beginning {
    /// f: the seat that was on turn first.
    first: u8,
    /// X: the seat that laid the engine out of its hand.
    engine_layer: Option<u8>,
    /// j: how many tiles were drawn in search of an engine.
    searched: u8,
}

impl Scene<'_> {
    /// Every way in which the round may have begun.
    pub(super) fn beginnings(&self) -> impl Iterator<Item = Beginning> {
        let set_aside = (self.train.engine == EngineRule::Descending).then_some(Beginning {
            first: self.first_seat,
            engine_layer: None,
            searched: 0,
        });
        let found = set_aside.is_none();
        let seats = if found { self.count.seats } else { 0 };
        let dealt = (0..seats).map(|layer| (layer, 0));
        let drawn = u8::try_from(self.count.drawn).unwrap_or_default();
        let drawn = (0..if found { drawn } else { 0 }).map(|draw| (self.searcher(draw), draw + 1));
        let found = dealt.chain(drawn).map(|(layer, searched)| Beginning {
            first: self.count.after(layer),
            engine_layer: Some(layer),
            searched,
        });
        set_aside.into_iter().chain(found)
    }

    /// The seat that made a draw in search of an engine, counted from 0.
    fn searcher(&self, draw: u8) -> u8 {
        (self.first_seat + draw) % self.count.seats
    }

    /// The faults of the position if the round began so.
    pub(super) fn since(&self, beginning: &Beginning) -> Faults {
        let mut check = Check {
            scene: self,
            beginning,
            faults: Faults::default(),
        };
        check.first_seat();
        check.first_turns();
        check.owed_seats();
        check.first_circuit();
        check.hands();
        check.draws();
        check.nobody_has_played();
        check.who_has_played();
        check.faults
    }
}

struct Check<'a> {
    scene: &'a Scene<'a>,
    beginning: &'a Beginning,
    faults: Faults,
}

impl Check<'_> {
    /// j, as the numbers that it is compared with.
    fn all_searched(&self) -> i32 {
        self.beginning.searched.into()
    }

    /// s: how many tiles a seat drew in search of an engine.
    fn searched(&self, seat: u8) -> i32 {
        let draws = 0..self.beginning.searched;
        let own = draws.filter(|&draw| self.scene.searcher(draw) == seat);
        signed(own.count())
    }

    /// 1 for the seat that laid the engine out of its hand.
    fn engines_laid(&self, seat: u8) -> i32 {
        i32::from(self.beginning.engine_layer == Some(seat))
    }

    /// G: what a seat held when the first turn began.
    fn at_first(&self, seat: u8) -> i32 {
        self.scene.count.dealt + self.searched(seat) - self.engines_laid(seat)
    }

    fn train_length(&self, seat: u8) -> i32 {
        signed(self.scene.tiles(seat.into()).len())
    }

    /// 2. The doubles that stand against the engine.
    fn first_seat(&mut self) {
        let scene = self.scene;
        if scene.count.drawn < self.all_searched() {
            return self
                .faults
                .add("boneyard", "more tiles than after the deal");
        }
        if self.beginning.engine_layer.is_none() {
            return;
        }
        let hands = scene.count.position.hands.iter().flatten();
        let laid = scene.own.layout.trains.iter().flatten();
        let doubles: Vec<_> = hands.chain(laid).filter(|tile| tile.is_double()).collect();
        let engine = scene.own.layout.engine;
        let higher = doubles
            .iter()
            .filter(|tile| tile.low() > engine.low())
            .count();
        if signed(higher) > scene.count.drawn {
            let why = "more higher doubles are in hands and trains than tiles were drawn";
            self.faults.add("layout.engine", why);
        }
        if self.beginning.searched > 0
            && signed(doubles.len()) > scene.count.drawn - self.all_searched()
        {
            let why = "somebody was dealt a double, so nobody drew in search of one";
            self.faults.add("layout.engine", why);
        }
    }

    /// 3. Who is owed its first turn.
    fn first_turns(&mut self) {
        let scene = self.scene;
        let in_first = matches!(scene.own.turn, TurnKind::First | TurnKind::Chain);
        if !scene.is_chain() {
            if !scene.own.owed.is_empty() {
                self.faults
                    .add("owed", "first turns are turns like any other");
            }
            if in_first {
                self.faults
                    .add("turn", "first turns are turns like any other");
            }
            return;
        }
        let over = scene.count.is_over();
        let owed = scene.is_owed(scene.seat) && !over;
        if owed != in_first {
            let why = "the seat on turn is owed its first turn exactly when it is in it";
            self.faults.add("turn", why);
        }
        let begin = if owed {
            scene.seat
        } else {
            scene.count.after(scene.seat)
        };
        let all = owed && begin == self.beginning.first;
        let due = self.seats_from(begin, all);
        if !scene.own.owed.is_empty() && scene.own.owed != due {
            let why = format!("{:?} instead of {due:?} or nobody", scene.own.owed);
            self.faults.add("owed", why);
        }
        if scene.own.owed.is_empty() {
            return;
        }
        if !over && !in_first && !scene.grants_extra_turn() {
            let why = "seats are owed their first turn, and the seat on turn is not in it";
            self.faults.add("turn", why);
        }
        let ends = !scene.train.finish_first_circuit || scene.grants_extra_turn();
        if over && !(scene.is_out() && ends) {
            let why = "the round does not end while seats are owed their first turn";
            self.faults.add("owed", why);
        }
    }

    /// The seats from one up to the one before the first, ascending: none or all from the first on.
    fn seats_from(&self, begin: u8, all: bool) -> Vec<u8> {
        let mut seats = Vec::new();
        let mut seat = begin;
        while seat != self.beginning.first || (all && seats.is_empty()) {
            seats.push(seat);
            seat = self.scene.count.after(seat);
        }
        seats.sort_unstable();
        seats
    }

    /// 4. What seats have that are owed their first turn, and trains without a tile.
    fn owed_seats(&mut self) {
        let scene = self.scene;
        for &seat in &scene.own.owed {
            let in_chain = scene.own.turn == TurnKind::Chain && seat == scene.seat;
            let place = format!("layout.trains.{seat}");
            if scene.is_marked(seat) {
                let why = format!("seat {seat} is owed its first turn, and its marker is up");
                self.faults.add("markers", why);
            }
            if in_chain != scene.is_started(seat.into()) {
                let why = if in_chain {
                    "empty, but its seat is in its chain"
                } else {
                    "tiles, but its seat is still owed its first turn"
                };
                self.faults.add(&place, why);
            }
            self.holds_what_it_had(seat);
            let end = scene.own.layout.end(seat.into());
            if in_chain && !scene.count.hand(seat).iter().any(|tile| tile.has(end)) {
                let why = format!("no tile fits the {end} of its train, so the chain is over");
                self.faults.add(format_args!("hands[{seat}]"), why);
            }
        }
        for seat in scene.count.seats() {
            let without = !scene.is_owed(seat) && !scene.is_started(seat.into());
            if scene.is_chain() && without && !scene.is_marked(seat) {
                let why =
                    format!("seat {seat} had its first turn without a tile: its marker is up");
                self.faults.add("markers", why);
            }
        }
    }

    /// The hand of a seat that has done nothing but to lay its chain.
    fn holds_what_it_had(&mut self, seat: u8) {
        let due = self.at_first(seat) - self.train_length(seat);
        let held = self.scene.count.held(seat);
        if held != due {
            let why = format!("{held} tiles instead of {due}");
            self.faults.add(format_args!("hands[{seat}]"), why);
        }
    }

    /// The seats without tiles, where each has laid all of them in its chain.
    fn went_out_in_chains(&self) -> bool {
        let scene = self.scene;
        let mut seats = scene.count.seats();
        seats.all(|seat| {
            scene.count.holds(seat)
                || (!scene.is_owed(seat) && self.train_length(seat) == self.at_first(seat))
        })
    }

    fn may_finish_circuit(&self) -> bool {
        self.scene.is_chain() && self.scene.train.finish_first_circuit
    }

    /// Whether the seat that acted last alone is out.
    fn only_last_is_out(&self) -> bool {
        let scene = self.scene;
        let mut seats = scene.count.seats();
        seats.all(|seat| scene.count.holds(seat) == (seat != scene.seat))
    }

    /// Whether the round ended when its first circuit was finished.
    fn circuit_ended(&self) -> bool {
        let scene = self.scene;
        self.may_finish_circuit()
            && scene.own.owed.is_empty()
            && scene.count.after(scene.seat) == self.beginning.first
            && self.went_out_in_chains()
    }

    /// 5. Nothing but chains has been laid in the first circuit.
    fn first_circuit(&mut self) {
        let scene = self.scene;
        let ended = scene.is_out() && self.circuit_ended() && !self.only_last_is_out();
        if scene.grants_extra_turn() || (scene.own.owed.is_empty() && !ended) {
            return;
        }
        if scene.is_started(scene.seats()) {
            self.faults.add(
                "layout.trains.M",
                "tiles, but the first circuit is not over",
            );
        }
        if scene.count.drawn != self.all_searched() {
            self.faults
                .add("boneyard", "nobody draws in the first circuit");
        }
        for seat in scene.count.seats().filter(|&seat| !scene.is_owed(seat)) {
            self.holds_what_it_had(seat);
        }
    }

    /// 6. Whose hand may be empty.
    fn hands(&mut self) {
        let scene = self.scene;
        let fine = if scene.is_out() {
            self.only_last_is_out() || self.circuit_ended()
        } else if scene.count.seats().all(|seat| scene.count.holds(seat)) {
            true
        } else {
            self.may_finish_circuit()
                && scene.is_owed(scene.seat)
                && scene.count.holds(scene.seat)
                && scene.count.position.passes == 0
                && self.went_out_in_chains()
        };
        if fine {
            return;
        }
        for seat in scene.count.seats().filter(|&seat| !scene.count.holds(seat)) {
            let why =
                "no tiles, but this seat can neither have ended the round nor wait for others";
            self.faults.add(format_args!("hands[{seat}]"), why);
        }
    }

    /// 7. What can have been drawn.
    fn draws(&mut self) {
        let scene = self.scene;
        let drawn = scene.count.drawn - self.all_searched();
        if scene.train.draw == TrainDraw::None && drawn != 0 {
            self.faults
                .add("boneyard", "nobody draws under these rules");
        }
        if !scene.count.position.drew || scene.count.is_over() {
            return;
        }
        let trains = scene.playable_trains();
        let fits = |tile: &&Tile| scene.fits(**tile, &trains);
        let fitted_before = scene.count.hand(scene.seat).iter().filter(fits).count() > 1;
        let nobody_draws = scene.train.draw == TrainDraw::None;
        let in_first_turn = !matches!(scene.own.turn, TurnKind::General | TurnKind::Extra);
        let passes = scene.count.position.passes;
        let faults = &mut self.faults;
        faults.add_if(nobody_draws, "drew", "nobody draws under these rules");
        faults.add_if(
            drawn < 1,
            "drew",
            "the boneyard is as it was before the first turn",
        );
        faults.add_if(passes > 0, "drew", "a draw ends a row of passes");
        faults.add_if(in_first_turn, "drew", "nobody draws in a first turn");
        faults.add_if(
            fitted_before,
            "drew",
            "two tiles fit, so one fitted before the draw",
        );
    }

    /// 12. As long as nothing is laid, everybody who was on turn passed.
    fn nobody_has_played(&mut self) {
        let scene = self.scene;
        if scene.count.laid > 0 {
            return;
        }
        let end = if scene.count.is_over() {
            scene.count.after(scene.seat)
        } else {
            scene.seat
        };
        let mut passed = Vec::new();
        let mut seat = self.beginning.first;
        while seat != end {
            passed.push(seat);
            seat = scene.count.after(seat);
        }
        passed.sort_unstable();
        let all = scene.own.markers.len() == scene.seats();
        if scene.own.markers != passed && !all {
            let why = format!("nothing is laid, so those of {passed:?} are up, or all");
            self.faults.add("markers", why);
        }
    }

    /// 13. Whether the tiles laid and drawn can be shared out among the seats.
    fn who_has_played(&mut self) {
        let scene = self.scene;
        let (mut laid, mut drawn) = (0, 0);
        for seat in scene.count.seats() {
            let has_drawn = self.least_drawn(seat);
            let has_laid =
                self.at_first(seat) - self.searched(seat) - scene.count.held(seat) + has_drawn;
            laid += has_laid.max(self.least_laid(seat));
            drawn += has_drawn;
        }
        if laid > scene.count.laid {
            let why = format!(
                "the hands ask for {laid} tiles laid, and {} are",
                scene.count.laid
            );
            self.faults.add("hands", why);
        }
        if drawn > scene.count.drawn {
            let why = "more tiles must have been drawn than the boneyard has given";
            self.faults.add("boneyard", why);
        }
    }

    /// How many tiles a seat must have drawn.
    fn least_drawn(&self, seat: u8) -> i32 {
        let scene = self.scene;
        let searched = self.searched(seat);
        if scene.is_owed(seat) {
            return searched;
        }
        let drew = scene.count.position.drew && scene.count.position.to_play == Some(seat);
        let more = scene.count.held(seat) - scene.count.dealt + self.engines_laid(seat);
        more.max(searched + i32::from(drew) + i32::from(self.drew_and_passed(seat)))
    }

    /// Whether a seat has passed in another turn than its first: it drew before, if it could.
    fn drew_and_passed(&self, seat: u8) -> bool {
        let scene = self.scene;
        let was_no_first_turn =
            !scene.is_chain() || (!scene.train.start_marked && scene.is_started(seat.into()));
        !scene.nothing_to_draw() && scene.is_marked(seat) && was_no_first_turn
    }

    /// How many tiles a seat must have laid by what lies on the table.
    fn least_laid(&self, seat: u8) -> i32 {
        let scene = self.scene;
        let nobody_else_could = !scene.train.start_marked || !scene.is_marked(seat);
        let began = nobody_else_could && scene.is_started(seat.into());
        i32::from(began || self.last_layer() == Some(seat))
    }

    /// The seat that laid the last tile, where that is known.
    fn last_layer(&self) -> Option<u8> {
        let scene = self.scene;
        if scene.own.turn == TurnKind::Extra {
            return Some(scene.seat);
        }
        let nobody_drew = scene.train.draw == TrainDraw::None || scene.count.drawn == 0;
        let laid_in_last_turn = scene.count.laid > 0
            && !scene.is_chain()
            && nobody_drew
            && scene.count.position.passes == 0;
        laid_in_last_turn.then(|| scene.count.acted_last(scene.seat))
    }
}
