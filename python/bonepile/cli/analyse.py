"""``bonepile analyse``: every choice of a finished record against the best one."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise

from ..types import AnyMatch, AnyRound, Engine, Json
from .common import UsageError, engine_module, load_engine, read_text
from .output import Progress, print_table
from .rounds import count_of, ending, round_at, states
from .solved import check_play, for_side, meaning, side_of, solved, written

__all__ = ["run"]


@dataclass(frozen=True)
class Choice:
    """An action and the best one in its place; None is what is not proven."""

    ply: int
    seat: int
    side: int
    action: str
    value: int | None
    best: str | None
    best_value: int | None
    cost: int | None


@dataclass(frozen=True)
class Total:
    """The choices of one seat, and how often it had none."""

    seat: int
    side: int
    choices: int
    best: int
    cost: int
    not_proven: int
    forced: int


@dataclass(frozen=True)
class Analysis:
    """The choices of a round, and for each seat how many of its actions were the only legal one."""

    place: int
    round: AnyRound
    choices: list[Choice]
    forced: list[int]

    def totals(self) -> list[Total]:
        """Add up the choices of every seat."""
        return [self._total(seat) for seat in range(self.round.rules.players)]

    def _total(self, seat: int) -> Total:
        costs = [choice.cost for choice in self.choices if choice.seat == seat]
        proven = [cost for cost in costs if cost is not None]
        return Total(
            seat=seat,
            side=seat % self.round.rules.sides,
            choices=len(costs),
            best=proven.count(0),
            cost=sum(proven),
            not_proven=len(costs) - len(proven),
            forced=self.forced[seat],
        )


def run(options: Namespace) -> int:
    """Run the subcommand."""
    engine = load_engine(engine_module(options))
    match: AnyMatch = engine.Match.from_record(read_text(options.record))
    check_play(match.rules, options)
    rounds = list(_finished(match, options))
    plies = sum(len(round.actions) for _, round in rounds)
    with Progress(plies, "actions") as progress:
        analyses = list(_analyses(engine, rounds, progress, options))
    if options.json:
        print(json.dumps(_told(match, analyses, options)))
        return 0
    print(meaning(match.rules, options))
    for analysis in analyses:
        _show(analysis)
    return 0


def _finished(match: AnyMatch, options: Namespace) -> Iterator[tuple[int, AnyRound]]:
    """Yield the rounds asked for with their places; each of them must be finished."""
    places = range(len(match.rounds)) if options.round is None else [options.round]
    for place in places:
        _, round = round_at(match, place, None)
        if round.result is None:
            actions = count_of(len(round.actions))
            raise UsageError(
                f"round {place} is not finished after {actions}: analyse wants finished rounds "
                "(--round R takes one alone)"
            )
        yield place, round


def _analyses(
    engine: Engine,
    rounds: Iterable[tuple[int, AnyRound]],
    progress: Progress,
    options: Namespace,
) -> Iterator[Analysis]:
    done = 0
    for place, round in rounds:
        analysis = Analysis(place, round, [], [0] * round.rules.players)
        for ply, (before, after) in enumerate(pairwise(states(round))):
            if len(before.legal_actions()) > 1:
                analysis.choices.append(_choice(engine, ply, before, after, options))
            else:
                assert before.to_play is not None
                analysis.forced[before.to_play] += 1
            done += 1
            progress.show(done)
        yield analysis


def _choice(
    engine: Engine, ply: int, before: AnyRound, after: AnyRound, options: Namespace
) -> Choice:
    solution = solved(engine, before, options)
    assert before.to_play is not None
    assert solution.moves is not None
    side, action = side_of(before), after.actions[-1]
    value, best_value = solution.moves[action], for_side(solution.value, side)
    # Without a value the best of a solution is a guess.
    best = None if best_value is None or solution.best is None else str(solution.best)
    return Choice(
        ply=ply,
        seat=before.to_play,
        side=side,
        action=str(action),
        value=value,
        best=best,
        best_value=best_value,
        cost=None if value is None or best_value is None else best_value - value,
    )


# As JSON


def _told(match: AnyMatch, analyses: list[Analysis], options: Namespace) -> dict[str, Json]:
    return {
        "rules": match.rules.to_dict(),
        "objective": options.objective,
        "play": options.play or "exact",
        "rounds": [
            {
                "place": analysis.place,
                "round": analysis.round.round,
                "result": analysis.round.snapshot()["result"],
                "choices": [asdict(choice) for choice in analysis.choices],
                "seats": [asdict(total) for total in analysis.totals()],
                "sides": _costs_of_sides(analysis),
            }
            for analysis in analyses
        ],
    }


def _costs_of_sides(analysis: Analysis) -> list[int]:
    costs = [0] * analysis.round.rules.sides
    for total in analysis.totals():
        costs[total.side] += total.cost
    return costs


# Printing


def _show(analysis: Analysis) -> None:
    round = analysis.round
    assert round.result is not None
    print(f"\nround {analysis.place}: {ending(round.result, round)}")
    if analysis.choices:
        columns = ("ply", "seat", "played", "value", "best", "best value", "cost")
        print_table(columns, [_row(choice) for choice in analysis.choices])
    for total in analysis.totals():
        print(_in_words(total))
    if round.rules.sides < round.rules.players:
        for side, cost in enumerate(_costs_of_sides(analysis)):
            print(f"side {side}: cost {cost}")


def _row(choice: Choice) -> tuple[str, ...]:
    """Write a choice; the best action is the one played where another is worth no more."""
    best, cost = choice.best or "?", "?" if choice.cost is None else str(choice.cost)
    if choice.cost == 0:
        best, cost = choice.action, "best"
    numbers = written(choice.value), best, written(choice.best_value)
    return str(choice.ply), str(choice.seat), choice.action, *numbers, cost


def _in_words(total: Total) -> str:
    choices = "1 choice" if total.choices == 1 else f"{total.choices} choices"
    not_proven = f", {total.not_proven} not proven" if total.not_proven else ""
    told = f"seat {total.seat}: cost {total.cost} in {choices}, {total.best} best{not_proven}"
    return f"{told}; {total.forced} forced"
