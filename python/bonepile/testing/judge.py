"""What an engine under test makes of a case, against what the core says is right."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from .._core import same_json
from ..errors import BonepileError, IllegalActionError, RedealError, RulesError, error_code
from ..types import AnyRound, AnyRules, Engine, Json, Snapshot
from .adapter import Adapter, Refused, Replay, UnsupportedError
from .cases import POLICIES, Case, choose, draw_deal
from .comparison import Outcome
from .deals import own_deal
from .line_engine import EngineFailure, LineEngine
from .observation import Difference, crash, text

__all__ = ["Judge", "Right", "is_skipped", "prepare"]

Step: TypeAlias = "Snapshot | str"
"""What an action leads to: a snapshot, or the code with which it is refused."""

_ABSENT = "(no answer)"
_SKIPPED = "skipped: the engine does not know these rules"


class Right:
    """A case with everything drawn, and the right answers to it, from an engine that is right.

    ``rules`` spell every parameter out; ``refused`` is the code with which the deal is refused;
    ``plays_on``: the case has actions after one that is to be refused.
    """

    def __init__(
        self,
        engine: Engine,
        case: Case,
        rules: dict[str, Json],
        refused: str | None = None,
        *,
        plays_on: bool = False,
    ) -> None:
        self.engine = engine
        self.case = case
        self.rules = rules
        self.refused = refused
        self.plays_on = plays_on

    @property
    def actions(self) -> tuple[str, ...]:
        """What is played, the refused actions included."""
        return self.case.actions or ()

    @cached_property
    def steps(self) -> Sequence[Step]:
        """What the deal and each action lead to; a refused action leaves the round as it was."""
        if self.refused is not None:
            return ()
        rules = self.engine.Rules.from_dict(self.case.rules)
        round: AnyRound = self.engine.Round(rules, self.case.deal, self.case.round)
        steps: list[Step] = [round.snapshot()]
        for action in self.actions:
            try:
                round = round.play(action)
                steps.append(round.snapshot())
            except IllegalActionError as error:
                steps.append(error_code(error))
        return steps

    @cached_property
    def request(self) -> bytes:
        """The case as a ``replay`` of the line protocol, without its opening brace and ``id``."""
        told = {"op": "replay", "rules": self.rules, "round": self.case.round}
        told |= {"deal": self.case.deal, "actions": self.actions}
        return json.dumps(told, separators=(",", ":"))[1:].encode()

    @cached_property
    def answer(self) -> bytes:
        """The right answer to :attr:`request`, without its opening brace and ``id``."""
        answer: bytes = self.engine.Session().answer(b'{"id":0,' + self.request)
        return answer.removeprefix(b'{"id":0,')


def prepare(engine: Engine, case: Case) -> Right | None:
    """Draw what the case leaves open with an engine that is right.

    None for rules that are refused, and where a deal from a seed is: an engine under test is asked
    about legal rules only, for it need not know every rule.
    """
    hashable: Any = engine
    try:
        rules, spelled = _rules(hashable, json.dumps(case.rules))
    except RulesError:
        return None
    deal = case.deal or draw_deal(case, rules.parameters)
    try:
        if deal is None:
            round = engine.deal(rules, seed=case.game_seed, round=case.round, game=case.game)
            deal = own_deal(round).to_dict()
        else:
            round = engine.Round(rules, deal, case.round)
    except (BonepileError, TypeError) as error:
        if deal is None:
            return None
        code = "redeal" if isinstance(error, RedealError) else "bad_deal"
        return Right(engine, replace(case, deal=deal, actions=()), spelled, code)
    case = replace(case, deal=deal)
    if case.actions is None:
        return Right(engine, replace(case, actions=_walked(case, round)), spelled)
    return Right(engine, case, spelled, plays_on=_plays_on(round, case.actions))


@lru_cache(1000)
def _rules(engine: Any, told: str) -> tuple[AnyRules, dict[str, Json]]:
    """Rules, and the same as JSON with every parameter spelled out."""
    rules: AnyRules = engine.Rules.from_dict(json.loads(told))
    return rules, json.loads(json.dumps({**rules.to_dict(), **rules.parameters}))


def _walked(case: Case, round: AnyRound) -> tuple[str, ...]:
    """Actions to the end of the round, bent towards what the case's dice look for."""
    dice = case.dice("walk")
    policy = dice.pick(POLICIES)
    if policy == "any":
        return tuple(map(str, round.playout(case.game_seed, case.game).actions))
    played: list[str] = []
    while legal := round.legal_actions():
        played.append(choose(dice, policy, [str(action) for action in legal]))
        round = round.play(played[-1])
    return tuple(played)


def _plays_on(round: AnyRound, actions: Sequence[str]) -> bool:
    """Whether an action follows one that is to be refused, which a replay does not play."""
    for action in actions[:-1]:
        if not round.is_legal(action):
            return True
        round = round.play(action)
    return False


class Judge:
    """Plays cases on an engine under test and tells where it goes wrong.

    ``right`` is an engine that is right. ``stepwise``: by ``start`` and ``apply``, though the
    engine may have a ``replay``; a case with actions after a refused one is always played so.
    """

    def __init__(self, adapter: Adapter, right: Engine, *, stepwise: bool = False) -> None:
        self.adapter = adapter
        self.right = right
        self.stepwise = stepwise

    def __call__(self, case: Case) -> Outcome:
        """Judge one case. In the difference ``first`` is the engine under test."""
        right = prepare(self.right, case)
        return Outcome(case, 0) if right is None else self.ask(right)()

    def ask(self, right: Right) -> Callable[[], Outcome]:
        """Ask the engine at once; what is returned waits for its answer and judges it."""
        if self.stepwise or right.plays_on:
            return lambda: self._stepwise(right)
        if isinstance(self.adapter, LineEngine):
            return self._ask_line(self.adapter, right)
        case = right.case
        try:
            waiting = self.adapter.post_replay(
                right.rules, case.deal or {}, case.round, right.actions
            )
        except Exception as error:
            return _told(_broken(right, 0, error))
        return lambda: self._replayed(right, waiting)

    def _ask_line(self, engine: LineEngine, right: Right) -> Callable[[], Outcome]:
        """Compare text with text: only answers that are not the right one are taken apart."""
        try:
            if "replay" not in engine.ops:
                return lambda: self._stepwise(right)
            answer = engine.post(right.request)
        except EngineFailure as error:
            return _told(_broken(right, 0, error))
        return lambda: self._answered(engine, right, answer)

    def _answered(
        self, engine: LineEngine, right: Right, waiting: Callable[[], tuple[int, bytes]]
    ) -> Outcome:
        try:
            number, answer = waiting()
        except EngineFailure as error:
            return _broken(right, 0, error)
        wanted = b'{"id":%d,' % number + right.answer
        if answer == wanted or (right.refused is None and same_json(answer, wanted)):
            return Outcome(right.case, len(right.actions))
        return self._replayed(right, lambda: engine.read_replay(number, answer))

    def _replayed(self, right: Right, waiting: Callable[[], Replay]) -> Outcome:
        try:
            replay = waiting()
        except Refused as error:
            return _refusal_of_the_deal(right, error)
        except UnsupportedError:
            return _skipped(right)
        except Exception as error:
            return _broken(right, 0, error)
        if right.refused is not None:
            return _differs(right, 0, "deal", _first(replay.snapshots), right.refused)
        steps: list[Json] = list(replay.snapshots)
        if replay.refused is not None:
            last = len(steps) - 1
            if replay.at != last:
                return _differs(right, last, "place of the refusal", replay.at, last)
            steps.append(replay.refused)
        for at, step in enumerate(right.steps):
            answer = steps[at] if at < len(steps) else _ABSENT
            outcome = self._step(right, at, answer, step)
            if outcome is not None:
                return outcome
        if len(steps) > len(right.steps):
            return _differs(right, len(right.actions), "replay", steps[-1], _ABSENT)
        return Outcome(right.case, len(right.actions))

    def _stepwise(self, right: Right) -> Outcome:
        case, at = right.case, 0
        try:
            answer: Json = self.adapter.start(right.rules, case.deal or {}, case.round)
            if right.refused is not None:
                return _differs(right, 0, "deal", answer, right.refused)
            for at, step in enumerate(right.steps):
                if at > 0:
                    try:
                        answer = self.adapter.apply(right.actions[at - 1])
                    except Refused as error:
                        answer = error.code
                outcome = self._step(right, at, answer, step)
                if outcome is not None:
                    return outcome
        except Refused as error:
            return _refusal_of_the_deal(right, error)
        except UnsupportedError:
            return _skipped(right)
        except Exception as error:
            return _broken(right, at, error)
        return Outcome(case, len(right.actions))

    def _step(self, right: Right, at: int, answer: Json, step: Step) -> Outcome | None:
        if isinstance(step, str) or isinstance(answer, str):
            if answer == step:
                return None
            action = right.actions[at - 1] if at else "the deal"
            return _differs(right, at, f"answer to {action!r}", answer, step)
        wanted: Json = step
        if self.adapter.silent_about:
            answer, wanted = self._heard(answer), self._heard(wanted)
        if answer == wanted and text(answer) == text(wanted):
            return None
        return _differs(right, at, "snapshot", answer, wanted)

    def _heard(self, snapshot: Json) -> Json:
        silent = self.adapter.silent_about
        return {key: value for key, value in snapshot.items() if key not in silent}


def is_skipped(outcome: Outcome) -> bool:
    """Whether the engine did not know the rules of the case."""
    return outcome.check == _SKIPPED


def _told(outcome: Outcome) -> Callable[[], Outcome]:
    return lambda: outcome


def _first(snapshots: Sequence[Snapshot]) -> Json:
    return snapshots[0] if snapshots else _ABSENT


def _refusal_of_the_deal(right: Right, error: Refused) -> Outcome:
    if error.code == right.refused:
        return Outcome(right.case, 0)
    if error.code in {"unknown_preset", "bad_rules"}:
        return _skipped(right)
    wanted = right.refused or right.steps[0]
    return _differs(right, 0, "deal", {"error": error.code, "message": str(error)}, wanted)


def _skipped(right: Right) -> Outcome:
    return Outcome(right.case, 0, None, _SKIPPED)


def _differs(right: Right, at: int, what: str, told: Json, wanted: Json) -> Outcome:
    case = replace(right.case, actions=right.actions[:at])
    where = f"after {at} actions" if at else "after the deal"
    if what == "deal":
        where = "before the deal"
    return Outcome(case, at, Difference(what, where, told, wanted))


def _broken(right: Right, at: int, error: Exception) -> Outcome:
    told = crash(error)
    if isinstance(error, EngineFailure):
        told = {"crash": error.what} | ({"stderr": error.stderr} if error.stderr else {})
    actions = right.actions[:at] if at else right.actions
    case = replace(right.case, actions=actions)
    wanted = right.refused or right.steps[at]
    return Outcome(case, at, Difference("crash", "in this round", told, wanted, crash=True))
