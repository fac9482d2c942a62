//! Stage 2: the tiles.

use std::fmt::Display;

use super::{
    ARMS, FamilyPosition, Faults, L, LineLayout, Position, PositionError, R, TrainLayout,
    TrainPosition, train_name,
};
use crate::rules::Rules;
use crate::tile::{MAX_TILES, Tile, tiles_in};

pub(super) fn check(rules: &Rules, position: &Position) -> Result<(), PositionError> {
    let mut faults = Faults::default();
    whole_set(rules, position, &mut faults);
    match &position.family {
        FamilyPosition::Line(line) => {
            if let Some(layout) = &line.layout {
                line_fits(layout, &mut faults);
                spinner(layout, &mut faults);
            }
        }
        FamilyPosition::Train(train) => {
            engine(rules, position.round, train.layout.engine, &mut faults);
            trains_fit(&train.layout, &mut faults);
        }
    }
    faults.end_stage()
}

/// Hands, boneyard and layout are the whole set, each tile once.
fn whole_set(rules: &Rules, position: &Position, faults: &mut Faults) {
    let mut seen = [false; MAX_TILES];
    let mut look = |place: &dyn Display, tile: Tile| {
        if std::mem::replace(&mut seen[usize::from(tile.index())], true) {
            faults.add(place, format_args!("{tile} is there twice"));
        }
    };
    let mut look_at = |place: &dyn Display, tiles: &[Tile]| {
        for (at, tile) in tiles.iter().enumerate() {
            look(&format_args!("{place}[{at}]"), *tile);
        }
    };
    for (seat, hand) in position.hands.iter().enumerate() {
        look_at(&format_args!("hands[{seat}]"), hand);
    }
    look_at(&"boneyard", &position.boneyard);
    match &position.family {
        FamilyPosition::Line(line) => {
            if let Some(layout) = &line.layout {
                for (tiles, arm) in layout.arms.iter().zip(ARMS) {
                    look_at(&format_args!("layout.{arm}"), tiles);
                }
                look(&"layout.lead", layout.lead);
            }
        }
        FamilyPosition::Train(TrainPosition { layout, .. }) => {
            for (train, tiles) in layout.trains.iter().enumerate() {
                look_at(&train_place(layout, train), tiles);
            }
            look(&"layout.engine", layout.engine);
        }
    }
    let missing = (0..tiles_in(rules.set())).filter(|&index| !seen[index]);
    let missing = missing.map(|index| Tile::from_index(index as u8).to_string());
    let missing = missing.collect::<Vec<_>>().join(", ");
    if !missing.is_empty() {
        let why = format!("{missing} missing: neither here nor in a hand nor in the layout");
        faults.add("boneyard", why);
    }
}

fn train_place(layout: &TrainLayout, train: usize) -> String {
    let name = train_name(layout.trains.len() - 1, train);
    format!("layout.trains.{name}")
}

/// Each tile of an arm fits the one before it, the first the lead or the spinner.
fn line_fits(layout: &LineLayout, faults: &mut Faults) {
    for (at, arm) in ARMS.iter().enumerate().take(layout.arms.len()) {
        if at <= R || layout.spinner.is_some() {
            let place = format!("layout.{arm}");
            fits(&place, layout.root(at), &layout.arms[at], faults);
        }
    }
}

/// Each tile of a train fits the one before it, the first the engine.
fn trains_fit(layout: &TrainLayout, faults: &mut Faults) {
    for (train, tiles) in layout.trains.iter().enumerate() {
        fits(
            &train_place(layout, train),
            layout.engine.low(),
            tiles,
            faults,
        );
    }
}

fn fits(place: &str, root: u8, tiles: &[Tile], faults: &mut Faults) {
    let mut end = root;
    for (at, tile) in tiles.iter().enumerate() {
        if !tile.has(end) {
            let place = format!("{place}[{at}]");
            return faults.add(
                place,
                format_args!("{tile} does not fit the {end} before it"),
            );
        }
        end = tile.other(end);
    }
}

/// The spinner is the first double that was laid, and nothing lies on its arms before it is crossed.
fn spinner(layout: &LineLayout, faults: &mut Faults) {
    if layout.arms.len() == 2 {
        return;
    }
    let first_double = |arm: usize| layout.arms[arm].iter().find(|tile| tile.is_double());
    let may_be: Vec<_> = if layout.lead.is_double() {
        vec![layout.lead]
    } else {
        [L, R]
            .into_iter()
            .filter_map(first_double)
            .copied()
            .collect()
    };
    match layout.spinner {
        None if may_be.is_empty() => {}
        Some(tile) if may_be.contains(&tile) => {}
        found => {
            let found = found.map_or("null".to_owned(), |tile| tile.to_string());
            let why = format!("{found} is not the first double of the line");
            faults.add("layout.spinner", why);
        }
    }
    if !layout.is_crossed() {
        for arm in [2, 3]
            .into_iter()
            .filter(|&arm| !layout.arms[arm].is_empty())
        {
            let place = format!("layout.{}", ARMS[arm]);
            faults.add(
                place,
                "tiles, but the spinner does not lie between two tiles",
            );
        }
    }
}

/// The engine is that of the round, where the rules name it.
fn engine(rules: &Rules, round: u32, engine: Tile, faults: &mut Faults) {
    if let Ok(Some(due)) = rules.engine_of(round)
        && engine != due
    {
        let why = format!("{engine} instead of {due} in round {round}");
        faults.add("layout.engine", why);
    }
}
