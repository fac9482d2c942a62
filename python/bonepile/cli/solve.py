"""``bonepile solve``: what each action of a round is worth when all tiles are known."""

from __future__ import annotations

import json
from argparse import Namespace

from ..solving import Solution
from ..types import AnyAction, AnyMatch, AnyRound, Json
from .common import engine_module, load_engine, read_text
from .output import counted, print_table
from .rounds import count_of, ending, plays, round_at, show_plays, told_start
from .solved import check_play, meaning, solved, written

__all__ = ["run"]


def run(options: Namespace) -> int:
    """Run the subcommand."""
    engine = load_engine(engine_module(options))
    match: AnyMatch = engine.Match.from_record(read_text(options.record))
    check_play(match.rules, options)
    place, round = round_at(match, options.round, options.at)
    solution = solved(engine, round, options)
    line = round
    for action in solution.line:
        line = line.play(action)
    if options.json:
        print(json.dumps(_told(round, solution, line, options)))
    else:
        _show(place, round, solution, line, options)
    return 0


def _best_first(solution: Solution) -> list[tuple[AnyAction, int | None]]:
    """List the actions by value, those without a proven one last, else in their order."""
    assert solution.moves is not None

    def order(move: tuple[AnyAction, int | None]) -> tuple[bool, int]:
        return move[1] is None, -(move[1] or 0)

    return sorted(solution.moves.items(), key=order)


def _told(
    round: AnyRound, solution: Solution, line: AnyRound, options: Namespace
) -> dict[str, Json]:
    return {
        **told_start(round),
        "to_play": round.to_play,
        "objective": options.objective,
        "play": options.play or "exact",
        "value": solution.value,
        "best": None if solution.best is None else str(solution.best),
        "line": plays(line)[len(round.actions) :],
        "moves": {str(action): value for action, value in _best_first(solution)},
        "exact": solution.exact,
        "low": solution.low,
        "high": solution.high,
        "nodes": solution.nodes,
        "hits": solution.hits,
    }


def _show(
    place: int, round: AnyRound, solution: Solution, line: AnyRound, options: Namespace
) -> None:
    after = f"round {place} after {count_of(len(round.actions))}"
    if round.result is not None:
        print(f"{after}: over, nothing is left to play")
        return
    print(f"{after}: seat {round.to_play} is on turn")
    print(meaning(round.rules, options))
    rows = [(str(action), written(value)) for action, value in _best_first(solution)]
    print_table(("action", "value"), rows)
    print(f"value: {_value(solution)}")
    if not solution.exact:
        print("the limit ended the search: not everything is proven")
    if solution.line:
        print("line:" if solution.exact else "line so far:")
        show_plays(line, len(round.actions))
        if line.result is not None:
            print(f"end: {ending(line.result, line)}")
    print(f"positions looked at: {counted(solution.nodes)}")


def _value(solution: Solution) -> str:
    if solution.value is not None:
        return written(solution.value)
    return f"? (proven: between {written(solution.low)} and {written(solution.high)})"
