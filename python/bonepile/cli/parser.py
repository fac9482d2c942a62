"""The command line's shape; what a subcommand does is imported when it runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, get_args

from ..errors import BonepileError, RecordError
from ..types import Policy
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
        code: int = import_module(f".{options.command}", __package__).run(options)
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
        description="Domino games: simulate them, judge their records, test their engines.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (_simulate, _replay, _deal, _rules, _perft, _engine, _fuzz):
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
    parser.add_argument("record", metavar="RECORD", help="a JSON file, or - for standard input")
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


def _engine(subparsers: Subparsers) -> None:
    parser = _command(
        subparsers,
        "engine",
        "speak the line protocol",
        "Answer requests of the line protocol on standard input, one JSON object a line.",
    )
    _add_reference(parser)


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


class _Version(argparse.Action):
    """Print the version of the package, looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415

        print("bonepile", version("bonepile"))
        parser.exit()
