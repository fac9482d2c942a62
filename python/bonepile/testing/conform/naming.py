"""Which rules an engine breaks, told from where it goes wrong and where it does not.

Every step of a round cites rules (:func:`bonepile.reference.explain`). A rule is the more
suspected, the closer it is to what differs, the oftener it is cited where the engine goes wrong,
and the more seldom where it is right.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ... import reference
from ...errors import BonepileError
from ...types import Json
from ..cases import Case
from ..comparison import Outcome

__all__ = ["Suspects", "changed_by_refusal", "is_about_form"]

MOST_STEPS = 60
"""Steps of one case that are taken for right, the last ones before the difference."""

NEAR, CITED, AROUND = 4.0, 2.0, 1.0
"""What a citation weighs: it decides what differs; it is about the step; it stands around it."""

_ABOUT: tuple[tuple[str, str], ...] = (
    ("hands", r"G-DEAL|G-DRAW|T-ENGINE|T-FIRST|L-DRAW|T-DRAW"),
    ("boneyard", r"G-DRAW|G-DEAL|T-ENGINE-5"),
    ("to_play", r"G-TURN|[LT]-TURN|L-END-3|G-DRAW-3|T-DOUBLE|T-EXTRA|T-FIRST|T-CIRCUIT"),
    ("to_play", r"L-OPEN|L-LEADER|T-ENGINE|T-DEAD|G-PASS-2"),
    ("scores", r"L-COUNT|L-SUM|L-SIDE|L-OUT|L-BLOCKED|L-HAND"),
    ("result.reason", r"L-END|T-END|G-BLOCK|G-END|T-BLOCK|T-CIRCUIT|T-FIRST-8"),
    ("result.out", r"L-END|T-END|T-CIRCUIT"),
    ("result.winner", r"L-OUT-1|L-BLOCKED-[12]|L-SIDE|T-SCORE"),
    ("result.points", r"L-OUT|L-BLOCKED|L-SUM|L-HAND|L-SIDE|L-COUNT|T-SCORE"),
    ("result", r"L-END|T-END|G-BLOCK|G-END|T-BLOCK|T-CIRCUIT"),
    ("table.ends", r"G-FIT|T-TABLE|T-ENGINE"),
    ("table.markers", r"T-MARK"),
    ("table.started", r"T-TABLE|T-FIRST|T-RIGHT"),
    ("table.open_doubles", r"T-COVER|T-DEAD|T-ORDER"),
    ("table.engine", r"T-ENGINE"),
    ("table.count", r"L-COUNT"),
    ("table.N", r"L-SPIN|G-FIT"),
    ("table.S", r"L-SPIN|G-FIT"),
    ("table", r"G-FIT|L-LINE|L-SPIN|T-TABLE|T-ENGINE"),
)  # fmt: skip


class Suspects:
    """The evidence against each rule, gathered from failures of one kind."""

    def __init__(self) -> None:
        self._wrong: defaultdict[str, float] = defaultdict(float)
        self._right: Counter[str] = Counter()
        self._failures = 0
        self._steps = 0

    def add(self, outcome: Outcome) -> None:
        """Take in a failure: what is cited where it shows, and in the steps before it."""
        self.accuse(outcome)
        for cited in _steps_before(outcome.case):
            self._steps += 1
            self._right.update(cited)

    def accuse(self, outcome: Outcome) -> None:
        """Take in what is cited where a failure shows, and nothing of the steps before."""
        self._failures += 1
        for rule, weight in _accused(outcome).items():
            self._wrong[rule] += weight

    def ranked(self) -> list[str]:
        """The names of the rules, the most suspected first; none where nothing is cited."""
        if not self._failures:
            return []
        scores = {
            rule: weight / self._failures * (1 - 0.9 * self._right[rule] / max(self._steps, 1))
            for rule, weight in self._wrong.items()
        }
        return sorted(scores, key=lambda rule: (-scores[rule], rule))


def _accused(outcome: Outcome) -> dict[str, float]:
    """The rules that have a say in what differs, with weights."""
    found, case = outcome.difference, outcome.case
    assert found is not None
    weights: dict[str, float] = {}

    def cite(rules: Iterable[str], weight: float) -> None:
        for rule in rules:
            if rule:
                weights[rule] = max(weights.get(rule, 0.0), weight)

    if is_about_form(outcome):
        return weights
    before = _on_reference(case, len(case.actions or ()) - 1)
    now = _on_reference(case, len(case.actions or ()))
    if found.what.startswith("answer") and before is not None and case.actions:
        cite(_why(before, case.actions[-1]), NEAR)
        cite(_duty(before), CITED)
    if found.what != "snapshot" or not isinstance(found.first, Mapping) or now is None:
        if now is None or found.what == "deal":
            cite(_of_the_deal(outcome), NEAR)
        return weights
    keys = list(_keys(found.first, found.second))
    legal = _list(found.first, "legal"), _list(found.second, "legal")
    extra = [action for action in legal[0] if action not in legal[1]]
    missing = [action for action in legal[1] if action not in legal[0]]
    same_seat = "to_play" not in keys
    if same_seat:
        for action in extra[:3]:
            cite(_why(now, action)[:1], NEAR)
        for action in missing[:3]:
            cite(_why(now, action), NEAR if not extra else CITED)
        if extra or missing:
            cite(_duty(now), CITED)
    follows = _duty(now) if before is None else _follows(before, case.actions or ())
    if before is None:
        follows = _setup(now)
    if now.result is not None:
        follows = [*follows, *_duty(now)]
    pattern = "|".join(about for key, about in _ABOUT if key in keys)
    near = [rule for rule in follows if pattern and re.match(pattern, rule)]
    cite(near, NEAR)
    cite(follows, AROUND)
    if before is not None and case.actions:
        cite(_why(before, case.actions[-1]), AROUND)
    return weights


def is_about_form(outcome: Outcome) -> bool:
    """Whether the answer is right but for the order of a list or the kind of its numbers."""
    found = outcome.difference
    if found is None or found.crash or not isinstance(found.first, Mapping):
        return False
    return bool(_formless(found.first) == _formless(found.second))


def changed_by_refusal(outcome: Outcome) -> bool:
    """Whether actions that were to be refused come before what differs."""
    actions = (outcome.case.actions or ())[:-1]
    round = _on_reference(outcome.case, len(actions))
    return round is not None and len(round.actions) < len(actions)


def _formless(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {key: _formless(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted(map(_formless, value), key=str)
    return float(value) if isinstance(value, int | float) else value


def _keys(first: Mapping[str, Json], second: Mapping[str, Json], path: str = "") -> Iterator[str]:
    for key in {**first, **second}:
        one, other = first.get(key), second.get(key)
        if one == other:
            continue
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            yield from _keys(one, other, f"{path}{key}.")
        else:
            yield path + key


def _list(snapshot: Json, key: str) -> Sequence[str]:
    value = snapshot.get(key) if isinstance(snapshot, Mapping) else None
    return value if isinstance(value, list) else []


def _on_reference(case: Case, actions: int) -> reference.Round | None:
    """The round after so many actions, those left out that are to be refused."""
    if case.deal is None or actions < 0:
        return None
    try:
        rules = reference.Rules.from_dict(case.rules)
        round = reference.Round(rules, case.deal, case.round)
    except (BonepileError, TypeError):
        return None
    for action in (case.actions or ())[:actions]:
        if round.is_legal(action):
            round = round.play(action)
    return round


def _why(round: reference.Round, action: str) -> list[str]:
    return [told.rule for told in reference.explain(round, action).why]


def _follows(round: reference.Round, actions: Sequence[str]) -> list[str]:
    return [told.rule for told in reference.explain(round, actions[-1]).follows]


def _duty(round: reference.Round) -> list[str]:
    return [told.rule for told in reference.explain(round).follows]


def _setup(round: reference.Round) -> list[str]:
    told = reference.explain(round)
    return [statement.rule for statement in (*told.why, *told.follows)]


def _of_the_deal(outcome: Outcome) -> list[str]:
    case = outcome.case
    try:
        rules = reference.Rules.from_dict(case.rules)
        told = reference.explain_deal(rules, case.deal or {}, case.round)
    except (BonepileError, TypeError):
        return ["G-DEAL-1", "G-DEAL-2"]
    return [statement.rule for statement in told.why]


def _steps_before(case: Case) -> Iterator[set[str]]:
    """What is cited in the steps that were right, the last ones of the case."""
    actions = case.actions or ()
    start = max(0, len(actions) - 1 - MOST_STEPS)
    round = _on_reference(case, start)
    if round is None or not actions:
        return
    for action in actions[start:-1]:
        told = reference.explain(round, action)
        if told.legal:
            round = round.play(action)
        yield {statement.rule for statement in (*told.why, *told.follows)} | set(_duty(round))
