//! Deals: who is dealt what, and in which order the boneyard is drawn.

use serde_json::{Map, Value, json};

use crate::refusal::together;
use crate::rules::{FamilyRules, NoEngine, Opening, Rules};
use crate::tile::{MAX_TILES, Pip, Tile, tiles_in};

/// What a round starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// The tiles of each seat, sorted by (low, high).
    pub hands: Vec<Vec<Tile>>,
    /// The boneyard in draw order: the first tile is drawn first.
    pub boneyard: Vec<Tile>,
    /// The double that was set aside before the deal, where the rules set one aside.
    pub engine: Option<Tile>,
    /// The seat that leads, where the opening lets any tile lead.
    pub leader: Option<u8>,
}

/// Why a deal is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// Every fault, each beginning with its place in the deal.
    #[error("{}", together(.0))]
    Bad(Vec<String>),
    /// Nobody holds a double although a double must open.
    #[error("{0}")]
    Redeal(String),
}

impl DealError {
    /// Every fault.
    pub fn reasons(&self) -> &[String] {
        match self {
            Self::Bad(reasons) => reasons,
            Self::Redeal(reason) => std::slice::from_ref(reason),
        }
    }

    /// The same faults, for a deal found at `path`.
    #[must_use]
    pub fn at(self, path: &str) -> Self {
        match self {
            Self::Bad(reasons) => Self::Bad(
                reasons
                    .iter()
                    .map(|reason| format!("{path}.{reason}"))
                    .collect(),
            ),
            Self::Redeal(reason) => Self::Redeal(format!("{path}.{reason}")),
        }
    }
}

impl From<NoEngine> for DealError {
    fn from(error: NoEngine) -> Self {
        Self::Bad(vec![error.to_string()])
    }
}

impl Deal {
    /// The deal, with the hands sorted.
    pub fn new(
        mut hands: Vec<Vec<Tile>>,
        boneyard: Vec<Tile>,
        engine: Option<Tile>,
        leader: Option<u8>,
    ) -> Self {
        for hand in &mut hands {
            hand.sort_unstable_by_key(|tile| (tile.low(), tile.high()));
        }
        Self {
            hands,
            boneyard,
            engine,
            leader,
        }
    }

    /// The deal, led by `leader` where it names no leader itself.
    #[must_use]
    pub fn led_by(self, leader: Option<u8>) -> Self {
        Self {
            leader: self.leader.or(leader),
            ..self
        }
    }

    /// Reads a deal as records write it. Unknown keys are ignored.
    ///
    /// # Errors
    ///
    /// Everything that is not a deal, whatever the rules are.
    pub fn from_json(deal: &Map<String, Value>) -> Result<Self, DealError> {
        let mut reader = Reader::of_tiles(Pip::MAX);
        let hands = reader.hands(deal.get("hands"));
        let boneyard = match deal.get("boneyard") {
            Some(tiles) => reader.tiles(tiles, "boneyard"),
            None => reader.fault("boneyard", "missing"),
        };
        let engine = match deal.get("engine") {
            None | Some(Value::Null) => None,
            Some(tile) => reader.tile(tile, "engine"),
        };
        let leader = match deal.get("leader") {
            None | Some(Value::Null) => None,
            Some(seat) => reader.seat(seat),
        };
        if reader.faults.is_empty() {
            Ok(Self::new(hands, boneyard, engine, leader))
        } else {
            Err(DealError::Bad(reader.faults))
        }
    }

    /// The deal as records write it.
    pub fn to_json(&self) -> Value {
        let texts = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>();
        json!({
            "hands": self.hands.iter().map(|hand| texts(hand)).collect::<Vec<_>>(),
            "boneyard": texts(&self.boneyard),
            "engine": self.engine.map(|tile| tile.to_string()),
            "leader": self.leader,
        })
    }

    /// The deal if it is one for round `round` of these rules, with the leader filled in where one
    /// is needed.
    ///
    /// # Errors
    ///
    /// Every fault at once; or a deal that is whole but has to be dealt again.
    pub fn checked(mut self, rules: &Rules, round: u32) -> Result<Self, DealError> {
        let mut faults = Vec::new();
        self.check_engine(rules, round, &mut faults);
        self.check_hands(rules, &mut faults);
        self.check_tiles(rules, round, &mut faults);
        self.check_leader(rules, round, &mut faults);
        if !faults.is_empty() {
            return Err(DealError::Bad(faults));
        }
        if rules.redeals() && !self.hands.iter().flatten().any(|tile| tile.is_double()) {
            return Err(DealError::Redeal(
                "hands: nobody holds a double, and a double must lead: deal again".to_owned(),
            ));
        }
        Ok(self)
    }

    fn check_engine(&self, rules: &Rules, round: u32, faults: &mut Vec<String>) {
        match (rules.engine_of(round), self.engine) {
            (Err(error), _) => faults.push(error.to_string()),
            (Ok(Some(due)), Some(engine)) if engine != due => {
                faults.push(format!(
                    "engine: {engine} instead of {due} in round {round}"
                ));
            }
            (Ok(Some(due)), None) => {
                faults.push(format!("engine: missing, round {round} has {due}"));
            }
            (Ok(None), Some(engine)) => {
                faults.push(format!(
                    "engine: {engine}, but the rules set no engine aside"
                ));
            }
            (Ok(_), _) => {}
        }
    }

    fn check_hands(&self, rules: &Rules, faults: &mut Vec<String>) {
        let (seats, size) = (usize::from(rules.players()), usize::from(rules.hand_size()));
        if self.hands.len() != seats {
            faults.push(format!("hands: {} instead of {seats}", self.hands.len()));
            return;
        }
        for (seat, hand) in self.hands.iter().enumerate() {
            if hand.len() != size {
                let tiles = hand.len();
                faults.push(format!("hands[{seat}]: {tiles} tiles instead of {size}"));
            }
        }
    }

    /// The whole set, each tile once.
    fn check_tiles(&self, rules: &Rules, round: u32, faults: &mut Vec<String>) {
        let mut seen = [false; MAX_TILES];
        let mut look = |tile: Tile, place: String| {
            if tile.high() > rules.set() {
                faults.push(format!(
                    "{place}: {tile} is not in the double-{} set",
                    rules.set()
                ));
            } else if std::mem::replace(&mut seen[usize::from(tile.index())], true) {
                faults.push(format!("{place}: {tile} is there twice"));
            }
        };
        // A missing engine is a fault of its own, not a tile that the boneyard lacks.
        // One that is not wanted is too, and stands for no tile.
        let engine = match rules.engine_of(round) {
            Ok(None) => None,
            Ok(due) => self.engine.or(due),
            Err(_) => self.engine,
        };
        if let Some(engine) = engine {
            look(engine, "engine".to_owned());
        }
        for (seat, hand) in self.hands.iter().enumerate() {
            for (at, tile) in hand.iter().enumerate() {
                look(*tile, format!("hands[{seat}][{at}]"));
            }
        }
        for (at, tile) in self.boneyard.iter().enumerate() {
            look(*tile, format!("boneyard[{at}]"));
        }
        let missing: Vec<_> = (0..tiles_in(rules.set()))
            .filter(|index| !seen[*index])
            .map(|index| Tile::from_index(index as u8).to_string())
            .collect();
        if !missing.is_empty() {
            faults.push(format!(
                "boneyard: {} missing from the deal",
                missing.join(", ")
            ));
        }
    }

    fn check_leader(&mut self, rules: &Rules, round: u32, faults: &mut Vec<String>) {
        let any_tile =
            matches!(rules.family(), FamilyRules::Line(line) if line.opening == Opening::AnyTile);
        match self.leader {
            Some(_) if !any_tile => {
                faults.push("leader: the opening of these rules names no leader".to_owned());
            }
            Some(seat) if seat >= rules.players() => {
                faults.push(format!(
                    "leader: not one of the seats 0 to {}",
                    rules.players() - 1
                ));
            }
            None if any_tile => self.leader = Some(rules.first_seat(round)),
            _ => {}
        }
    }
}

/// Reads the parts of a deal or of a position and keeps every fault.
pub(crate) struct Reader {
    set: u8,
    pub(crate) faults: Vec<String>,
}

impl Reader {
    /// Reads tiles of the double-`set` set.
    pub(crate) fn of_tiles(set: u8) -> Self {
        Self {
            set,
            faults: Vec::new(),
        }
    }

    pub(crate) fn fault<T: Default>(&mut self, place: &str, why: &str) -> T {
        self.faults.push(format!("{place}: {why}"));
        T::default()
    }

    pub(crate) fn hands(&mut self, hands: Option<&Value>) -> Vec<Vec<Tile>> {
        match hands {
            Some(Value::Array(hands)) => hands
                .iter()
                .enumerate()
                .map(|(seat, hand)| self.tiles(hand, &format!("hands[{seat}]")))
                .collect(),
            Some(_) => self.fault("hands", "not a list of hands"),
            None => self.fault("hands", "missing"),
        }
    }

    pub(crate) fn tiles(&mut self, tiles: &Value, place: &str) -> Vec<Tile> {
        let Value::Array(tiles) = tiles else {
            return self.fault(place, "not a list of tiles");
        };
        tiles
            .iter()
            .enumerate()
            .filter_map(|(at, tile)| self.tile(tile, &format!("{place}[{at}]")))
            .collect()
    }

    pub(crate) fn tile(&mut self, tile: &Value, place: &str) -> Option<Tile> {
        let Value::String(text) = tile else {
            return self.fault(place, "not the text of a tile");
        };
        match text.parse::<Tile>() {
            Ok(tile) if tile.high() > self.set => {
                let why = format!("{tile} is not in the double-{} set", self.set);
                self.fault(place, &why)
            }
            Ok(tile) => Some(tile),
            Err(error) => self.fault(place, &error.to_string()),
        }
    }

    /// Numbers that no seat has are read as 255: which seats there are is for the rules to say.
    fn seat(&mut self, seat: &Value) -> Option<u8> {
        match (seat.as_u64(), seat.is_i64()) {
            (Some(seat), _) => Some(u8::try_from(seat).unwrap_or(u8::MAX)),
            (None, true) => Some(u8::MAX),
            (None, false) => self.fault("leader", "not the number of a seat"),
        }
    }
}
