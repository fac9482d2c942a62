"""What the page says around its tables."""

HEAD = """\
# Benchmarks

Made by `python benches/compare.py --write`, with the peers from `pip install open_spiel dominoes`.

{machine}

Random rounds, called from Python, in one thread unless it says otherwise. Contenders run in turn,
{repeats} times after a first time that does not count; every rate is the median, and every ratio
the median of the ratios within one turn. Times depend on the machine and on what else it does,
ratios much less. A ply is any action: a lead, a play, a draw, a pass, a stop; the deal is part of
a round. What the games of each case add up to is known and asserted, and the reference, which
shares no code with the core, gives the same for as many of them as it plays.

![Random rounds a second: this library, its reference and its peers](benchmarks.svg)
"""

GAMES_TEXT = """\
Where a peer has the game, it is first played in both engines move by move, 200 rounds from the
peer's own deals: at every turn the same seat may play the same tiles on the same ends, and the
points at the end are equal. These are the rules that make it so:

* **OpenSpiel, 2 seats** (`python_block_dominoes`): `masters-block` with `hand_size=7`,
  `opening="any_tile"`, `score_block="opponents"`. Seat 0 leads any tile.
* **OpenSpiel, 2 v 2** (`python_team_dominoes`): the same for four. Its points may differ where
  somebody goes out, for it compares the pips of both sides there too, the partner's hand included.
* **`dominoes`**, 2 v 2: `masters-block` with `hand_size=7`, `opening="any_tile"`,
  `score_out="everyone"`, `score_block="everyone"`. Seat 0 leads any tile.

Peers differ in three ways that no parameter covers. A pass is no action of its own to them:
OpenSpiel does not count passes at all, `dominoes` writes down all but those that end a round. Where
both ends show the same pip, a tile that fits is one move to them and two actions here. And their
deals do not come from a seed and a number. All are driven through their public interface, in the
fastest way found.

Block goes with 32 games in step where the processor has AVX2. *One game after the other* is the
same call with `instructions="scalar"`."""

BACKGROUND_TEXT = """\
Other games, their rules written in C++, played at random through the same Python loop as the domino
games above: what OpenSpiel reaches where no game logic runs in Python."""

QUOTED_TEXT = "Not in this run, but measured once on a machine of this kind:"

SEATS_TEXT = "The same rules for more and more seats, each for itself."

SET_TEXT = "Block for two with larger and larger sets, two sevenths of the set in each hand."

CALLS_TEXT = """\
Play from Python that goes ply by ply, and calls too small to hide what a call costs. A playout from
a middle position has no deal."""

MEMORY_TEXT = """\
How much higher the peak of a fresh process is after a call of so many rounds than after a call of
one."""

INSTRUCTIONS_TEXT = """\
Not timed but counted, by `python benches/instructions.py` under valgrind: the core without Python,
the deal included. A step is a ply of random play or, where something is solved, a position looked
at. Changes are held to these counts. {rustc}, {processor}."""
