//! The search on games whose values are known or found by trying everything.

use std::fmt::Debug;
use std::ops::Range;

use super::budget::POLL_EVERY;
use super::*;
use crate::random::word;

const TABLES: [usize; 4] = [0, 1, 16, 1 << 12];

/// The value for the side on turn, by trying everything.
fn plain<G: Game>(game: &G, position: &G::Position) -> i32 {
    if let Some(value) = game.value(position) {
        return value;
    }
    let values = branches(game, position).into_iter();
    let values = values.map(|branch| branch.value(plain(game, &branch.position)));
    values.max().expect("whoever is on turn has a move")
}

fn branches<G: Game>(game: &G, position: &G::Position) -> Vec<Branch<G::Position>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let side = game.side(position);
    let branch = |made| {
        let (next, brings) = game.play(position, made);
        Branch::new(game, side, next, brings)
    };
    moves.into_iter().map(branch).collect()
}

fn with_search<G: Game, T>(
    game: &G,
    entries: usize,
    most_nodes: u64,
    then: impl FnOnce(&mut Search<G>) -> T,
) -> T {
    let mut table = Table::new(entries).unwrap();
    let mut go_on = || true;
    let budget = Budget::new(most_nodes, &mut go_on);
    then(&mut Search::new(game, &mut table, budget))
}

/// Every window tells the value if it is inside, and else a bound on its side of it.
fn check_windows<G: Game>(game: &G, position: &G::Position, values: Range<i32>)
where
    G::Position: Debug,
{
    let value = plain(game, position);
    for entries in TABLES {
        with_search(game, entries, u64::MAX, |search| {
            for alpha in values.clone() {
                for beta in alpha + 1..=values.end {
                    let told = search.search(position, alpha, beta).unwrap();
                    let right = if value <= alpha {
                        (value..=alpha).contains(&told)
                    } else if value >= beta {
                        (beta..=value).contains(&told)
                    } else {
                        told == value
                    };
                    assert!(
                        right,
                        "{position:?}, {value} in {alpha}..{beta}: {told} (table {entries})"
                    );
                }
            }
        });
    }
}

/// The choice in a position: its value, its first best branch, and the values of all of them.
fn check_choice<G: Game>(game: &G, position: &G::Position) {
    let branches = branches(game, position);
    let values = branches.iter();
    let values = values.map(|branch| branch.value(plain(game, &branch.position)));
    let values = values.collect::<Vec<_>>();
    let value = *values.iter().max().unwrap();
    let first = values.iter().position(|&one| one == value);
    for entries in TABLES {
        for guess in [-100, 0, value, 100] {
            with_search(game, entries, u64::MAX, |search| {
                let mut choice = Choice::new(game, &branches);
                search.narrow(&branches, &mut choice, guess).unwrap();
                assert_eq!(choice.bounds(), (value, value));
                let found = search.find_first(&branches, &mut choice, value).unwrap();
                assert_eq!(found, first);
                search.value_all(&branches, &mut choice).unwrap();
                let told = choice.of_branches().iter().map(|&(low, _)| low);
                assert_eq!(told.collect::<Vec<_>>(), values);
                assert_eq!(choice.best(), first);
            });
        }
    }
}

/// However early a search ends, what it has proven is true.
fn check_limits<G: Game>(game: &G, position: &G::Position) {
    let branches = branches(game, position);
    let values = branches.iter();
    let values = values.map(|branch| branch.value(plain(game, &branch.position)));
    let values = values.collect::<Vec<_>>();
    for entries in TABLES {
        for nodes in 0..40 {
            with_search(game, entries, nodes, |search| {
                let mut choice = Choice::new(game, &branches);
                let done = search.narrow(&branches, &mut choice, 0);
                let (low, high) = choice.bounds();
                let value = *values.iter().max().unwrap();
                assert!(low <= value && value <= high);
                assert_eq!(done.is_ok(), low == high);
                for (&(low, high), value) in choice.of_branches().iter().zip(&values) {
                    assert!(low <= *value && *value <= high);
                }
                // What a glance tells costs nothing worth stopping for.
                assert!(done.is_ok() || search.budget.nodes <= nodes + 30);
            });
        }
    }
}

/// Noughts and crosses: the fields of either side, one bit each, and who is on turn.
struct Noughts;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    fields: [u16; 2],
    turn: bool,
}

impl Board {
    const EMPTY: Self = Self {
        fields: [0; 2],
        turn: false,
    };

    fn has_line(self, side: bool) -> bool {
        const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let fields = self.fields[usize::from(side)];
        LINES.iter().any(|line| fields & line == *line)
    }

    fn is_over(self) -> bool {
        self.fields[0] | self.fields[1] == 0o777 || self.has_line(!self.turn)
    }
}

impl Game for Noughts {
    type Position = Board;
    type Move = u8;
    type Key = Board;

    fn side(&self, board: &Board) -> bool {
        // At the end the side that was on turn.
        board.turn != board.is_over()
    }
    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        let taken = board.fields[0] | board.fields[1];
        moves.extend((0..9).filter(|field| taken >> field & 1 == 0));
    }
    fn play(&self, board: &Board, field: u8) -> (Board, i32) {
        let mut next = *board;
        next.fields[usize::from(board.turn)] |= 1 << field;
        next.turn = !board.turn;
        (next, 0)
    }
    fn value(&self, board: &Board) -> Option<i32> {
        board
            .is_over()
            .then(|| i32::from(board.has_line(!board.turn)))
    }
    fn bounds(&self, _: &Board) -> (i32, i32) {
        (-1, 1)
    }
    fn key(&self, board: &Board) -> Board {
        *board
    }
}

#[test]
fn noughts_and_crosses_is_a_draw() {
    for entries in TABLES {
        let value = with_search(&Noughts, entries, u64::MAX, |search| {
            search.search(&Board::EMPTY, -1, 1).unwrap()
        });
        assert_eq!(value, 0);
    }
}

#[test]
fn every_position_of_noughts_and_crosses_is_worth_what_trying_everything_finds() {
    let mut seen = std::collections::HashSet::from([Board::EMPTY]);
    let mut next = vec![Board::EMPTY];
    while let Some(board) = next.pop() {
        if board.is_over() {
            continue;
        }
        // Of the first positions, few and dear, one side's are enough.
        if (board.fields[0] | board.fields[1]).count_ones() > 2 {
            check_windows(&Noughts, &board, -1..1);
        }
        for branch in branches(&Noughts, &board) {
            if seen.insert(branch.position) {
                next.push(branch.position);
            }
        }
    }
    assert_eq!(seen.len(), 5_478);
}

/// Nim: who takes the last piece wins.
struct Nim;

type Piles = ([u8; 3], bool);

impl Game for Nim {
    type Position = Piles;
    type Move = (u8, u8);
    type Key = Piles;

    fn side(&self, &(piles, turn): &Piles) -> bool {
        turn != (piles == [0; 3])
    }
    fn moves(&self, (piles, _): &Piles, moves: &mut Vec<(u8, u8)>) {
        for (pile, &pieces) in (0..).zip(piles) {
            moves.extend((1..=pieces).map(|taken| (pile, taken)));
        }
    }
    fn play(&self, &(mut piles, turn): &Piles, (pile, taken): (u8, u8)) -> (Piles, i32) {
        piles[usize::from(pile)] -= taken;
        ((piles, !turn), 0)
    }
    fn value(&self, &(piles, _): &Piles) -> Option<i32> {
        (piles == [0; 3]).then_some(1)
    }
    fn bounds(&self, _: &Piles) -> (i32, i32) {
        (-1, 1)
    }
    fn key(&self, piles: &Piles) -> Piles {
        *piles
    }
}

#[test]
fn nim_is_won_unless_the_piles_cancel_each_other() {
    for piles in (0..6).flat_map(|a| (0..6).flat_map(move |b| (1..6).map(move |c| [a, b, c]))) {
        let won = piles[0] ^ piles[1] ^ piles[2] != 0;
        let value = if won { 1 } else { -1 };
        for entries in TABLES.into_iter().skip(1) {
            for turn in [false, true] {
                let told = with_search(&Nim, entries, u64::MAX, |search| {
                    search.search(&(piles, turn), -1, 1).unwrap()
                });
                assert_eq!(told, value, "{piles:?}");
            }
        }
    }
}

/// A game by chance: positions in a row, moves that lead further down it and bring points, and sides
/// that may be on turn several times.
#[derive(Debug)]
struct Random {
    sides: Vec<bool>,
    /// Where each move leads, and what it brings; none at an end.
    moves: Vec<Vec<(usize, i32)>>,
    ends: Vec<i32>,
    bounds: Vec<(i32, i32)>,
}

impl Random {
    fn new(number: u64) -> Self {
        let mut throws = 0;
        let mut throw = |n: usize| {
            throws += 1;
            (word(number, throws) % n as u64) as usize
        };
        let number_of = |n: usize| i32::try_from(n).expect("a throw is small");
        let positions = 4 + throw(20);
        let mut game = Self {
            sides: (0..positions).map(|_| throw(2) == 1).collect(),
            moves: vec![Vec::new(); positions],
            ends: (0..positions).map(|_| number_of(throw(9)) - 4).collect(),
            bounds: vec![(0, 0); positions],
        };
        for at in (0..positions - 1).rev() {
            let count = if at > 0 && throw(6) == 0 {
                0
            } else {
                1 + throw(4)
            };
            for _ in 0..count {
                let further = 1 + throw((positions - at - 1).min(6));
                game.moves[at].push((at + further, number_of(throw(7)) - 3));
            }
            // What is seen at a glance may be as good as knowing, or far off.
            let value = plain(&game, &at);
            let slack = [0, 1, 3, 40];
            game.bounds[at] = (value - slack[throw(4)], value + slack[throw(4)]);
        }
        game
    }
}

impl Game for Random {
    type Position = usize;
    type Move = u8;
    type Key = usize;

    fn side(&self, &at: &usize) -> bool {
        self.sides[at]
    }
    fn moves(&self, &at: &usize, moves: &mut Vec<u8>) {
        moves.extend(0..self.moves[at].len() as u8);
    }
    fn play(&self, &at: &usize, made: u8) -> (usize, i32) {
        self.moves[at][usize::from(made)]
    }
    fn value(&self, &at: &usize) -> Option<i32> {
        self.moves[at].is_empty().then_some(self.ends[at])
    }
    fn bounds(&self, &at: &usize) -> (i32, i32) {
        self.bounds[at]
    }
    fn key(&self, at: &usize) -> usize {
        *at
    }
}

#[test]
fn games_with_points_in_play_and_turns_in_a_row_are_worth_what_trying_everything_finds() {
    for game in (0..120).map(Random::new) {
        check_windows(&game, &0, -14..14);
        check_choice(&game, &0);
    }
}

#[test]
fn what_a_search_has_proven_when_it_ends_early_is_true() {
    for game in (0..120).map(Random::new) {
        check_limits(&game, &0);
    }
    check_limits(&Nim, &([3, 2, 2], true));
    let board = Board {
        fields: [0o400, 0o020],
        turn: false,
    };
    check_limits(&Noughts, &board);
}

#[test]
fn a_caller_who_says_no_ends_the_search_for_good() {
    let mut table = Table::new(0).unwrap();
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        asked < 3
    };
    let budget = Budget::new(u64::MAX, &mut go_on);
    let mut search = Search::new(&Noughts, &mut table, budget);
    assert!(search.search(&Board::EMPTY, -1, 1).is_err());
    assert!(search.budget.nodes <= 4 * POLL_EVERY);
    assert!(search.search(&Board::EMPTY, -1, 1).is_err());
    assert_eq!(asked, 3);
}
