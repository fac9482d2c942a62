"""What an engine under test makes of a case, against what the core says is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from ..errors import BonepileError, IllegalActionError, RedealError, RoundOverError, RulesError
from ..types import AnyRound, Engine, Json, Snapshot
from .adapter import Adapter, Refused, Replay, UnsupportedError
from .cases import POLICIES, Case, choose, draw_deal
from .comparison import Outcome
from .deals import own_deal
from .line_engine import EngineFailure
from .observation import Difference, crash, text

__all__ = ["Judge", "Right", "prepare"]

Step: TypeAlias = "Snapshot | str"
"""What an action leads to: a snapshot, or the code with which it is refused."""

_ABSENT = "(no answer)"
_SKIPPED = "skipped: the engine does not know these rules"


class Right:
    """A case with everything drawn, and the right answers to it.

    ``rules`` spell every parameter out. ``refused``: the code with which the deal is refused; there
    are no ``steps`` then. Otherwise ``steps`` has the snapshot after the deal and, for each action,
    the snapshot after it or the code with which it is refused, which leaves the round as it was.
    """

    def __init__(
        self,
        case: Case,
        rules: dict[str, Json],
        steps: Sequence[Step] = (),
        refused: str | None = None,
    ) -> None:
        self.case = case
        self.rules = rules
        self.steps = steps
        self.refused = refused

    @property
    def actions(self) -> tuple[str, ...]:
        """What is played, the refused actions included."""
        return self.case.actions or ()

    @property
    def first_refused(self) -> int | None:
        """The number of the first action that is to be refused."""
        steps = enumerate(self.steps[1:])
        return next((at for at, step in steps if isinstance(step, str)), None)


def prepare(engine: Engine, case: Case) -> Right | None:
    """Draw what the case leaves open and play it on an engine that is right.

    None for rules that are refused: an engine under test is asked about legal rules only, for it
    need not know every rule.
    """
    try:
        rules = engine.Rules.from_dict(case.rules)
    except RulesError:
        return None
    spelled = {**rules.to_dict(), **_spelled(rules.parameters)}
    deal = case.deal or draw_deal(case, rules.parameters)
    try:
        if deal is None:
            round = engine.deal(rules, seed=case.game_seed, round=case.round, game=case.game)
            deal = own_deal(round).to_dict()
        else:
            round = engine.Round(rules, deal, case.round)
    except RedealError:
        return None if deal is None else Right(replace(case, deal=deal), spelled, (), "redeal")
    except (BonepileError, TypeError):
        return None if deal is None else Right(replace(case, deal=deal), spelled, (), "bad_deal")
    case = replace(case, deal=deal)
    if case.actions is None:
        case = replace(case, actions=_walked(case, round))
    steps: list[Step] = [round.snapshot()]
    for action in case.actions or ():
        try:
            round = round.play(action)
            steps.append(round.snapshot())
        except IllegalActionError as error:
            steps.append("round_over" if isinstance(error, RoundOverError) else "illegal_action")
    return Right(case, spelled, steps)


def _spelled(parameters: dict[str, Json]) -> dict[str, Json]:
    """The parameters as JSON has them: the keys of a map are strings."""
    return {
        name: {str(key): size for key, size in value.items()} if isinstance(value, dict) else value
        for name, value in parameters.items()
    }


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
        refused = right.first_refused
        if self.stepwise or (refused is not None and refused + 1 < len(right.actions)):
            return lambda: self._stepwise(right)
        case = right.case
        try:
            waiting = self.adapter.post_replay(
                right.rules, case.deal or {}, case.round, right.actions
            )
        except Exception as error:
            return _told(_broken(right, 0, error))
        return lambda: self._replayed(right, waiting)

    def _replayed(self, right: Right, waiting: Callable[[], Replay]) -> Outcome:
        try:
            replay = waiting()
        except Refused as error:
            return self._refusal_of_the_deal(right, error)
        except UnsupportedError:
            return _skipped(right)
        except Exception as error:
            return _broken(right, 0, error)
        if right.refused is not None:
            return _differs(right, 0, "deal", _first(replay.snapshots), right.refused)
        steps: list[Json] = list(replay.snapshots)
        if replay.refused is not None:
            if replay.at != len(steps) - 1:
                told = {"at": replay.at, "snapshots": len(steps)}
                wanted = {"at": len(steps) - 1, "snapshots": len(steps)}
                return _differs(right, len(steps) - 1, "refused", told, wanted)
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
            told: Json = self.adapter.start(right.rules, case.deal or {}, case.round)
            if right.refused is not None:
                return _differs(right, 0, "deal", told, right.refused)
            for at, step in enumerate(right.steps):
                if at > 0:
                    try:
                        told = self.adapter.apply(right.actions[at - 1])
                    except Refused as error:
                        told = error.code
                outcome = self._step(right, at, told, step)
                if outcome is not None:
                    return outcome
        except Refused as error:
            return self._refusal_of_the_deal(right, error)
        except UnsupportedError:
            return _skipped(right)
        except Exception as error:
            return _broken(right, at, error)
        return Outcome(case, len(right.actions))

    def _refusal_of_the_deal(self, right: Right, error: Refused) -> Outcome:
        if error.code == right.refused:
            return Outcome(right.case, 0)
        if error.code in {"unknown_preset", "bad_rules"}:
            return _skipped(right)
        wanted = right.refused or right.steps[0]
        return _differs(right, 0, "deal", {"error": error.code, "message": str(error)}, wanted)

    def _step(self, right: Right, at: int, told: Json, step: Step) -> Outcome | None:
        if isinstance(step, str) or isinstance(told, str):
            if told == step:
                return None
            action = right.actions[at - 1] if at else "the deal"
            return _differs(right, at, f"answer to {action!r}", told, step)
        wanted: Json = step
        if self.adapter.silent_about:
            told, wanted = (self._heard(value) for value in (told, wanted))
        if told == wanted and text(told) == text(wanted):
            return None
        return _differs(right, at, "snapshot", told, wanted)

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
