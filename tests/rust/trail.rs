//! Longest trains against everything that can be laid.

use bonepile::random::word;
use bonepile::tile::{Pip, Tile, tiles_in};
use bonepile::tile_set::TileSet;
use bonepile::trail::{By, Train, longest_train};

/// The most tiles or pips, whichever comes first, of all trains.
fn by_trying(left: &mut TileSet, end: Pip, by: By) -> (u32, u32) {
    let fitting = left.iter().filter(|tile| tile.has(end)).collect::<Vec<_>>();
    let mut best = (0, 0);
    for tile in fitting {
        left.remove(tile);
        let (first, second) = by_trying(left, tile.other(end), by);
        left.insert(tile);
        let pips = u32::from(tile.pips());
        best = best.max(match by {
            By::Tiles => (first + 1, second + pips),
            By::Pips => (first + pips, second + 1),
        });
    }
    best
}

fn measure(train: &Train, by: By) -> (u32, u32) {
    let count = train.tiles.len() as u32;
    match by {
        By::Tiles => (count, train.pips),
        By::Pips => (train.pips, count),
    }
}

/// The longest train, checked to be one.
fn checked(tiles: &TileSet, start: Pip, by: By) -> Train {
    let train = longest_train(tiles, start, by);
    let mut left = *tiles;
    let mut end = start;
    for &tile in &train.tiles {
        assert!(left.remove(tile), "{tile} is not there, or there twice");
        assert!(tile.has(end), "{tile} does not fit {end}");
        end = tile.other(end);
    }
    assert_eq!(train.end, end);
    let pips = train.tiles.iter().map(|tile| u32::from(tile.pips()));
    assert_eq!(train.pips, pips.sum::<u32>());
    train
}

fn check(mut tiles: TileSet, start: Pip) {
    for by in [By::Tiles, By::Pips] {
        let train = checked(&tiles, start, by);
        let best = by_trying(&mut tiles, start, by);
        let shown = tiles.iter().map(|tile| tile.to_string());
        let shown = shown.collect::<Vec<_>>();
        assert_eq!(measure(&train, by), best, "{by:?} from {start}: {shown:?}");
    }
}

/// A hand of `n` tiles of the double-`set` set, the `game`-th of many.
fn hand(set: u8, n: u32, game: u64) -> TileSet {
    let mut hand = TileSet::EMPTY;
    let mut k = 0;
    while hand.count() < n {
        let x = word(u64::from(set) << 32 | u64::from(n), game << 16 | k);
        hand.insert(Tile::from_index((x % tiles_in(set) as u64) as u8));
        k += 1;
    }
    hand
}

#[test]
fn every_hand_of_the_smallest_sets() {
    for set in [1, 2, 3] {
        for bits in 0..1_u32 << tiles_in(set) {
            let mut tiles = TileSet::EMPTY;
            for index in (0..tiles_in(set)).filter(|index| bits >> index & 1 == 1) {
                tiles.insert(Tile::from_index(index as u8));
            }
            for start in 0..=set {
                check(tiles, start);
            }
        }
    }
}

#[test]
fn small_hands_of_every_set() {
    for set in 2..=18 {
        for game in 0..300 {
            let n = 1 + (game % 13) as u32;
            let hand = hand(set, n.min(tiles_in(set) as u32), game);
            check(hand, (game % (u64::from(set) + 1)) as Pip);
        }
    }
}

/// Pips that each stand in few tiles: what parity alone asks for cuts off parts again and again.
#[test]
fn hands_that_hang_together_loosely() {
    for game in 0..400 {
        let (pips, degree) = (6 + game % 5, 2 + game / 5 % 3);
        let halves = (0..pips * degree).map(|k| (k % pips) as Pip);
        let mut halves = halves.collect::<Vec<_>>();
        for k in (1..halves.len()).rev() {
            halves.swap(k, word(game, k as u64) as usize % (k + 1));
        }
        let mut hand = TileSet::EMPTY;
        for pair in halves.chunks_exact(2).take(14) {
            hand.insert(Tile::new(pair[0], pair[1]));
        }
        for pip in (0..pips as Pip).filter(|&pip| word(game, 1 << 20 | u64::from(pip)) & 1 == 0) {
            hand.insert(Tile::new(pip, pip));
        }
        check(hand, 0);
    }
}

/// The Eulerian sets and the others: without doubles every pip stands in `set` tiles. If that is odd, all
/// pips but the two ends leave one tile out, and these make pairs.
#[test]
fn whole_sets() {
    for set in 1..=18 {
        let whole = TileSet::full(set);
        let left_out = if set % 2 == 0 { 0 } else { (set - 1) / 2 };
        for start in 0..=set {
            let train = checked(&whole, start, By::Tiles);
            assert_eq!(train.tiles.len(), tiles_in(set) - usize::from(left_out));
            // The ends leave nothing out: where it starts, and the heaviest pip besides.
            let others = (0..=set).rev().filter(|&pip| pip != start).skip(1);
            let lost = if set % 2 == 0 {
                0
            } else {
                others.map(u32::from).sum()
            };
            let pips = whole.iter().map(|tile| u32::from(tile.pips()));
            assert_eq!(train.pips, pips.sum::<u32>() - lost);
        }
    }
}

/// Hands whose parity is repaired at the least cost by what cuts off a double or a tile: one that the
/// longest train lays.
#[test]
fn parts_that_parity_alone_would_cut_off() {
    check(of(&["0-1", "1-1", "0-2", "1-3", "2-3", "3-4"]), 0);
    check(of(&["0-2", "2-2", "2-3", "0-4", "3-4", "3-6"]), 0);
    check(of(&["0-1", "1-2", "0-3", "2-3", "1-4", "2-4", "3-5"]), 0);
    check(of(&["0-2", "2-2", "1-3", "1-5", "2-5", "0-6", "5-6"]), 0);
}

fn of(tiles: &[&str]) -> TileSet {
    let mut set = TileSet::EMPTY;
    for tile in tiles {
        assert!(set.insert(tile.parse().unwrap()));
    }
    set
}

#[test]
fn another_tile_never_makes_the_train_worse() {
    for (set, most) in [(12, 91_u64), (18, 190)] {
        for by in [By::Tiles, By::Pips] {
            for game in 0..20 {
                let mut tiles = TileSet::EMPTY;
                let mut before = (0, 0);
                for n in 1..=most {
                    let fresh = (0..).map(|k| word(game, n << 32 | k) % most);
                    let mut fresh = fresh.map(|index| Tile::from_index(index as u8));
                    while !tiles.insert(fresh.next().unwrap()) {}
                    let train = checked(&tiles, set, by);
                    assert!(measure(&train, by) >= before);
                    before = measure(&train, by);
                }
            }
        }
    }
}

#[test]
fn other_pips_in_place_of_these_make_as_many_tiles() {
    for set in [12, 18] {
        let pips = u64::from(set) + 1;
        for game in 0..300 {
            let hand = hand(set, 10 + (game % 51) as u32, game);
            // Both numbers of pips are primes: every step renames them all, none alike.
            let (step, from) = (1 + game % (pips - 1), game / 7);
            let renamed = |pip: Pip| ((u64::from(pip) * step + from) % pips) as Pip;
            let mut other = TileSet::EMPTY;
            for tile in hand.iter() {
                other.insert(Tile::new(renamed(tile.low()), renamed(tile.high())));
            }
            let start = (game % pips) as Pip;
            let train = checked(&hand, start, By::Tiles);
            let again = checked(&other, renamed(start), By::Tiles);
            assert_eq!(train.tiles.len(), again.tiles.len());
        }
    }
}
