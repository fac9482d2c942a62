"""``bonepile replay --explain``: the rules behind a record, action by action."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ..errors import BonepileError, RecordError, RedealError, StateError
from ..reference import Match, Rules, explain, explain_deal
from ..reference.explanations import match_of
from ..types import AnyMatch, Explanation, Json, Statement

__all__ = ["Told", "explanation_json", "round_json", "show", "show_round", "tell", "tell_fault"]

EVERYDAY = {
    *("G-FIT-1", "G-FIT-2", "G-FIT-3", "G-PLAY-2", "G-DRAW-3", "G-PASS-2", "G-TURN-1", "G-BLOCK-2"),
    *("L-OPEN-1", "L-OPEN-3", "L-OPEN-4", "L-SPIN-1", "L-TURN-1", "L-DRAW-1"),
    *("T-TABLE-2", "T-RIGHT-2", "T-RIGHT-3", "T-TURN-1", "T-DRAW-1", "T-COVER-2", "T-DEAD-3"),
    *("T-FIRST-2", "T-FIRST-3"),
}
"""Rules that decide something on nearly every turn: printed once in a round, at the first one."""


class Told(NamedTuple):
    """Something explained, and the seat whose action it is, None where it is no action."""

    seat: int | None
    explanation: Explanation


class RoundTold(NamedTuple):
    """A round of a match, explained: its start, its actions, and what came of it.

    ``match`` is None while the round goes on; ``now`` then says what the seat on turn has to do.
    """

    start: Explanation
    actions: list[Told]
    now: Explanation | None
    match: Explanation | None


def tell(match: AnyMatch) -> list[RoundTold]:
    """Explain every round of a match of either engine."""
    return [_round_told(states) for states in _by_round(match_of(match))]


def tell_fault(record: str, error: BonepileError) -> Told | None:
    """Explain what a record was refused for, where a rule of the game is broken."""
    if isinstance(error, RedealError):
        return _refused_deal(json.loads(record))
    if not isinstance(error, RecordError) or error.round is None:
        return None
    if error.action is not None:
        match = _match_up_to(json.loads(record), error.round, error.at)
        return Told(match.round.to_play, explain(match.round, error.action))
    if error.reason == "match_over":
        return Told(None, explain(_match_up_to(json.loads(record), error.round - 1)))
    if error.reason in {"result_differs", "unfinished_round"}:
        follows = explain(_match_up_to(json.loads(record), error.round).round).follows
        return Told(None, Explanation(None, None, (), follows))
    return None


def _refused_deal(record: Json) -> Told | None:
    rules = Rules.from_dict(record["rules"])
    for place, entry in enumerate(record["rounds"]):
        if "deal" in entry:
            told = explain_deal(rules, entry["deal"], entry.get("round", place))
            if told.legal is False:
                return Told(None, told)
    return None


def _match_up_to(record: Json, round: int, actions: int | None = None) -> Match:
    """Return the match as far as the record can be played, its last round cut short."""
    *earlier, last = record["rounds"][: round + 1]
    cut = {**last, "actions": last["actions"][:actions], "result": None}
    return Match.from_record({**record, "rounds": [*earlier, cut]})


def _by_round(match: Match) -> Iterator[list[Match]]:
    """Yield for each round the match after its deal and after each of its actions."""
    states = [match]
    try:
        while True:
            states.append(states[-1].undo())
    except StateError:
        states.reverse()
    started = [at for at, state in enumerate(states) if not state.round.actions]
    for at, end in zip(started, [*started[1:], len(states)], strict=True):
        yield states[at:end]


def _round_told(states: list[Match]) -> RoundTold:
    actions = [
        Told(before.round.to_play, explain(before.round, after.round.actions[-1]))
        for before, after in pairwise(states)
    ]
    start, last = explain(states[0].round), states[-1]
    if last.round.result is None:
        return RoundTold(start, actions, explain(last.round), None)
    return RoundTold(start, actions, None, explain(last))


# Printing


def show_round(told: RoundTold) -> None:
    """Print a round; what is said on nearly every turn is said once, and grounds once a turn."""
    _show_statements(told.start.why, "  ")
    said = {rule for rule, _ in told.start.why} & EVERYDAY
    of_turn: set[str] = set()
    on_turn = None
    for seat, explanation in told.actions:
        if seat != on_turn:
            of_turn, on_turn = set(), seat
        news = [each for each in explanation.why if each.rule not in said | of_turn]
        news += [each for each in explanation.follows if each.rule not in said]
        print(f"  seat {seat}: {explanation.action}")
        _show_statements(news, "    ")
        of_turn |= {rule for rule, _ in news}
        said |= of_turn & EVERYDAY
    if told.now is not None:
        _show_statements(told.now.follows, "  ")
    if told.match is not None:
        _show_statements((*told.match.why, *told.match.follows), "  ")


def show(told: Told) -> None:
    """Print one explanation in full."""
    if told.explanation.action is not None:
        action = told.explanation.action
        who = "nobody" if told.seat is None else f"seat {told.seat}"
        print(f"  {who}: {action if action.isprintable() else repr(action)}")
    _show_statements((*told.explanation.why, *told.explanation.follows), "    ")


def _show_statements(statements: Iterable[Statement], indent: str) -> None:
    for rule, sentence in statements:
        print(f"{indent}[{rule}] {sentence}" if rule else f"{indent}{sentence}")


# As JSON


def round_json(told: RoundTold) -> dict[str, Json]:
    """Write all that is told of a round."""
    actions = [{"seat": seat, **explanation_json(each)} for seat, each in told.actions]
    return {
        "setup": _statements_json(told.start.why),
        "actions": actions,
        "now": None if told.now is None else _statements_json(told.now.follows),
        "match": None if told.match is None else explanation_json(told.match),
    }


def explanation_json(told: Explanation) -> dict[str, Json]:
    """Write an explanation, ``action`` and ``legal`` only where an action was asked about."""
    asked = {} if told.action is None else {"action": told.action, "legal": told.legal}
    why, follows = _statements_json(told.why), _statements_json(told.follows)
    return {**asked, "why": why, "follows": follows}


def _statements_json(statements: Iterable[Statement]) -> list[dict[str, str]]:
    return [statement._asdict() for statement in statements]
