"""The command line's shape; what a subcommand does is imported when it runs."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, get_args

from ..errors import BonepileError, RecordError
from ..solving import OBJECTIVES, PLAYS
from ..types import Policy, TrainMeasure
from .common import UsageError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["build_parser", "run"]

BROKEN = 1
USAGE = 2

EPILOG = """exit codes: 0 fine, 1 a difference or a broken rule, 2 wrong use or output that cannot
be written, 3 a crash of the other side, 130 after Ctrl-C, 141 when a pipe was closed"""


def run(arguments: Sequence[str] | None) -> int:
    """Parse the arguments and run the subcommand."""
    options = build_parser().parse_args(arguments)
    try:
        module = options.command.replace("-", "_")
        code: int = import_module(f".{module}", __package__).run(options)
    except (UsageError, BonepileError) as error:
        reasons = getattr(error, "reasons", ())
        message = "\n  ".join(("", *reasons)) if len(reasons) > 1 else f" {error}"
        print(f"bonepile {options.command}:{message}", file=sys.stderr)
        return BROKEN if isinstance(error, RecordError) else USAGE
    return code


def build_parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command."""
    parser = argparse.ArgumentParser(
        prog="bonepile",
        description="Domino games: simulate them, judge and solve their records, test engines.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (
        *(_simulate, _replay, _deal, _rules, _perft),
        *(_solve, _analyse, _longest_train),
        *(_engine, _conform, _fuzz),
    ):
        add(subparsers)
    return parser


def _command(
    subparsers: Subparsers, name: str, help: str, description: str
) -> argparse.ArgumentParser:
    return subparsers.add_parser(name, help=help, description=description)


def _simulate(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "simulate",
        "play many rounds and count",
        "Play rounds at random, or as --policy says, and tell who wins how often, the points and "
        "the length of a round. In train games the seats with the fewest points share the win. "
        "Intervals are 95 per cent Wilson intervals, spreads standard deviations. The parameters "
        "of matches (target, match_by, next_leader, rounds) do not matter in single rounds. To "
        "look at game I, give "
        "`bonepile deal` the same PRESET, --players, --rule, --seed, --round and --policy with "
        "--game I --playout; in Python it is playout_record(rules, seed, I, round=round, "
        "policy=policy).",
    )
    parser.epilog = (
        "--json prints one object on one line: preset, players, rules, seed, round, policy, "
        "rounds, engine (core or reference), threads (no more than there are processors; with "
        "--jobs, processes), seconds, rounds_per_second (null when too fast to time), sides (each "
        "with side, seats, wins, win_share, win_interval, points_mean, points_spread), "
        "actions_mean, actions_spread, out_share, blocked_share, no_winner_share. Shares are from "
        "0 to 1."
    )
    _add_game(parser)
    parser.add_argument("-n", type=_number(1), required=True, metavar="COUNT", help="rounds")
    _add_seed(parser)
    _add_policy(parser)
    parser.add_argument("--threads", type=_number(1), metavar="T", help="threads (default 1)")
    _add_reference(parser)
    parser.add_argument(
        "--jobs", type=_number(1), metavar="J", help="processes of the reference (default 1)"
    )
    _add_json(parser)


def _replay(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "replay",
        "judge a record of a match",
        "Check every action of a record and tell its rounds, totals and places, or the first "
        "broken rule (exit code 1). With --explain it tells the rules behind every action, or "
        "those behind the refusal, each with its name; what happens on nearly every turn is told "
        "once in a round.",
    )
    parser.epilog = (
        "--json prints one object on one line. An accepted record: ok (true), rules, rounds (each "
        "with round, actions as pairs of seat and action, to_play, result), totals, places (null "
        "before a round is finished), is_over. A refused one: ok (false), reasons, and unless its "
        "rules or a deal are at fault round, at, action, reason, legal. With --explain every round "
        "has explained: setup, actions (each with seat, action, legal, why, follows), now (null "
        "when the round is over) and match (why and follows; null before that); a refused record "
        "has explained with action, legal, why and follows, where a rule of the game is broken. "
        "Statements are objects with rule and sentence, and nothing is left out of them."
    )
    _add_record(parser)
    parser.add_argument("--verbose", action="store_true", help="print every action and its seat")
    parser.add_argument(
        "--explain", action="store_true", help="print every action with the rules behind it"
    )
    _add_reference(parser)
    _add_json(parser)


def _deal(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "deal",
        "deal one round, and play it to its end",
        "Deal a round and show it, hidden tiles included. With --playout it is played to its end "
        "at random, or as --policy says, from the same seed and game: game I of a simulation is "
        "--game I --playout.",
    )
    _add_game(parser)
    _add_seed(parser)
    parser.add_argument(
        "--game", type=_number(0), metavar="G", help="game of the seed (default: the round)"
    )
    parser.add_argument("--playout", action="store_true", help="play the round to its end")
    _add_policy(parser)
    _add_reference(parser)
    parser.add_argument("--json", action="store_true", help="print the round as a record")


def _rules(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "rules",
        "list the presets, or explain one",
        "List the presets; with a preset, every parameter with its value, the values it may have, "
        "its meaning and its source.",
    )
    parser.add_argument("preset", metavar="PRESET", nargs="?")
    _add_json(parser)


def _perft(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "perft",
        "count sequences of actions",
        "Count the sequences of exactly 0, 1, ... DEPTH actions from a dealt round, or from a "
        "position in a record, up to the first length that no round has.",
    )
    parser.epilog = (
        "--json prints one object on one line: rules, round, deal, actions (those before), perft "
        "(the counts of 0, 1, ... actions); with --divide depth and divide instead of perft."
    )
    parser.add_argument("depth", type=_number(0), metavar="DEPTH")
    _add_game(parser, required=False)
    _add_seed(parser)
    parser.add_argument("--record", metavar="FILE", help="start from a record (- for stdin)")
    parser.add_argument(
        "--at",
        type=_number(0),
        metavar="PLY",
        help="after so many actions of the record's round (default: all); --round is the place of "
        "the round in the record then (default: the last)",
    )
    parser.add_argument("--divide", action="store_true", help="counts of DEPTH by first action")
    _add_reference(parser)
    _add_json(parser)


def _solve(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "solve",
        "tell what each action is worth",
        "Solve a round of a record from the deal on, or from --at, with all tiles known: the value "
        "of every legal action for the side on turn, best first, and how the round goes when "
        "everyone plays the best. With --nodes or --seconds the search may end before that: what "
        "is not proven is marked with a question mark. A round of three sides or more wants "
        "--play. docs/solving.md tells what the values are.",
    )
    parser.epilog = (
        "--json prints one object on one line: rules, round, deal or position, actions (those "
        "before), to_play, objective, play, value (null where it is not proven), best, line (pairs "
        "of seat and action), moves (each action and its value, best first), exact, low and high "
        "(bounds of the value), nodes, hits. Under --play maxn value, low and high are lists of "
        "one number a side."
    )
    _add_record(parser)
    parser.add_argument(
        "--at",
        type=_number(0),
        default=0,
        metavar="PLY",
        help="after so many actions of the round (default 0)",
    )
    _add_round_of_record(parser, "the last")
    _add_search(parser, "positions to look at, at most", "seconds to take, at most")
    _add_reference(parser)
    _add_json(parser)


def _analyse(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "analyse",
        "compare what was played with the best",
        "Solve a finished record before each of its actions, with all tiles known, and tell what "
        "each choice was worth, the best there was, and the difference: its cost. Actions that "
        "were the only legal ones are counted, not listed. Plies are those of `bonepile solve "
        "--at`. What --nodes or --seconds leave unproven is marked with a question mark, and in no "
        "total.",
    )
    parser.epilog = (
        "--json prints one object on one line: rules, objective, play, rounds (each with place, "
        "round, result, choices, seats and sides). Choices have ply, seat, side, action, value, "
        "best, best_value and cost, null where it is not proven; seats have seat, side, choices, "
        "best (how many cost nothing), cost, not_proven and forced; sides are the costs of each."
    )
    _add_record(parser)
    _add_round_of_record(parser, "all")
    _add_search(parser, "positions to look at for each action", "seconds to take for each action")
    _add_reference(parser)
    _add_json(parser)


def _longest_train(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "longest-train",
        "find the longest chain of a hand",
        "Find the longest train that a hand can lay from an open end, draw it, and tell what is "
        "left in the hand.",
    )
    parser.epilog = (
        "--json prints one object on one line: start, by, tiles (in the order of play), count, "
        "pips, end (the last open end), left (the tiles of the hand that are not in the train)."
    )
    parser.add_argument(
        "tiles", metavar="TILES", nargs="+", help="tiles such as 5-12, blanks or commas between"
    )
    parser.add_argument(
        "--start", type=_whole, required=True, metavar="END", help="the open end to start from"
    )
    parser.add_argument(
        "--by",
        choices=get_args(TrainMeasure),
        default="tiles",
        help="what must be most: tiles (default) or pips; then the other",
    )
    parser.add_argument("--svg", metavar="FILE", help="write a picture of the train, too")
    _add_reference(parser)
    _add_json(parser)


def _engine(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "engine",
        "speak the line protocol",
        "Answer requests of the line protocol on standard input, one JSON object a line.",
    )
    _add_reference(parser)


def _conform(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "conform",
        "judge an engine in any language",
        "Talk the line protocol (docs/protocol.md) to a process and judge it against the rules: "
        "named situations, counts, random rounds, illegal actions, odd input. Tells what is wrong "
        "by cause, with the rule and the smallest case found (exit code 1; 3 when the engine "
        "cannot even be asked). What the engine does not know is skipped, and never counts as "
        "passed.",
    )
    parser.epilog = (
        "A finding of the report that --json writes has a `record`: saved as a file, it is judged "
        "again with --case."
    )
    parser.add_argument(
        "--engine", required=True, metavar="CMD", help='its command line, such as "node fives.js"'
    )
    parser.add_argument(
        "--preset", action="append", default=[], metavar="P", help="only this one (repeatable)"
    )
    parser.add_argument("-n", type=_number(1), metavar="ROUNDS", help="rounds (default 2000)")
    parser.add_argument("--seed", type=_number(0), metavar="S", help="of the rounds (default 1)")
    parser.add_argument(
        "--overrides", action="store_true", help="with rules of the house too, drawn at random"
    )
    parser.add_argument(
        "--stage",
        action="append",
        default=[],
        choices=("vectors", "perft", "rounds", "probes", "odd-input", "speed"),
        help="only this one after the handshake (repeatable)",
    )
    parser.add_argument(
        "--enough",
        type=_number(1),
        default=200,
        metavar="K",
        help="failures that end a stage (default 200)",
    )
    parser.add_argument(
        "--time", type=_duration, metavar="T", help="stop asking after 90s, 5m or 1h"
    )
    parser.add_argument(
        "--patience",
        type=_duration,
        default=10.0,
        metavar="T",
        help="how long an answer may take (default 10)",
    )
    parser.add_argument("--jobs", type=_number(1), metavar="J", help="engines (default: CPUs)")
    parser.add_argument("--case", metavar="FILE", help="judge the rounds of this record instead")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON, too")
    parser.add_argument("--junit", metavar="FILE", help="write the report as JUnit's XML, too")


def _fuzz(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "fuzz",
        "play the core against the reference",
        "Play random rounds on two engines, compare everything they say, and write down the first "
        "difference (exit code 1). A crash gives exit code 3.",
    )
    parser.add_argument(
        "--preset", action="append", default=[], metavar="P", help="only this one (repeatable)"
    )
    parser.add_argument("-n", type=_number(1), metavar="ROUNDS", help="rounds (default 1000)")
    parser.add_argument("--seed", type=_number(0), metavar="S", help="default: drawn and printed")
    parser.add_argument("--first", type=_number(0), metavar="I", help="number of the first round")
    parser.add_argument(
        "--overrides",
        action="store_true",
        help="draw parameters at random too, now and then such as must be refused",
    )
    parser.add_argument("--jobs", type=_number(1), metavar="J", help="processes (default: CPUs)")
    parser.add_argument("--case", metavar="FILE", help="compare the rounds of this file instead")
    parser.add_argument(
        "--no-shrink",
        action="store_true",
        help="write the case as it was found (else up to 10 seconds make it small)",
    )
    parser.add_argument(
        "--out", default=".", metavar="DIR", help="folder for a difference (default: here)"
    )
    parser.add_argument(
        "--engine",
        default="bonepile",
        metavar="MODULE",
        help="the Python module to test (default: the core)",
    )


def _add_game(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    nargs = {} if required else {"nargs": "?"}
    parser.add_argument("preset", metavar="PRESET", **nargs)  # type: ignore[arg-type]
    parser.add_argument("--players", type=_whole, metavar="N", required=required, help="seats")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="override a parameter (repeatable); hand_size also as 2:7,3:5",
    )


def _add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=_number(0), metavar="S", help="default: drawn and told")
    parser.add_argument("--round", type=_number(0), metavar="R", help="round number (default 0)")


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a JSON file, or - for standard input")


def _add_round_of_record(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--round",
        type=_number(0),
        metavar="R",
        help=f"place of the round in the record (default: {default})",
    )


def _add_search(parser: argparse.ArgumentParser, nodes: str, seconds: str) -> None:
    parser.add_argument(
        "--objective",
        choices=OBJECTIVES,
        default="points",
        help="what a value counts (default: points)",
    )
    parser.add_argument(
        "--play",
        choices=PLAYS,
        help="for whom the others play: exact for two sides (default there), paranoid or maxn for "
        "more",
    )
    parser.add_argument("--nodes", type=_number(0), metavar="N", help=nodes)
    parser.add_argument("--seconds", type=_seconds, metavar="S", help=seconds)


def _add_policy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--policy",
        choices=get_args(Policy),
        help="how a seat chooses: at random (default), the heaviest tile, or in train games a tile "
        "for its own train first",
    )


def _add_reference(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reference", action="store_true", help="use the reference engine in plain Python"
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON on one line")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"wants a whole number, not {text!r}") from None


def _number(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = _whole(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}: {text}")
        return value

    return number


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < inf:
        raise argparse.ArgumentTypeError(f"wants a number of seconds, not {text!r}")
    return value


def _duration(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    seconds = float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]] if match else 0.0
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"wants a duration such as 90s, 5m or 1h, not {text!r}")
    return seconds


class _Version(argparse.Action):
    """Print the version of the package, looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415

        print("bonepile", version("bonepile"))
        parser.exit()
