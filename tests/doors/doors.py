"""The doors of an engine: how each is fed, and what may come of it.

A door makes input ``index`` from its dice and asks the engine. What comes back is a
:class:`Answer`; whatever no caller should see is a :class:`Fault`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import malform
from bonepile.errors import BonepileError, IllegalActionError
from bonepile.testing.dice import Dice
from material import Material

BLOCK = 200
"""So many inputs have their valid material, and their session, in common."""

LONGEST_MESSAGE = 8_000

DEEP = 100


class Fault(Exception):  # noqa: N818  (what is found, not an error of this program)
    """What no input may bring about."""


class Answer(NamedTuple):
    """``error``: the name of the error's class or code, None when the input was accepted."""

    error: str | None


class Door:
    """One way into the engine. ``ask`` feeds it with one input and may raise :class:`Fault`."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        self.material: Material

    def begin(self, dice: Dice) -> None:
        """Begin a block of inputs."""
        self.material = Material(self.engine, dice)

    def make(self, dice: Dice) -> Any:
        """Make one input."""
        raise NotImplementedError

    def ask(self, given: Any) -> Answer:
        """Hand it in."""
        return refusable(lambda: self.enter(given))

    def enter(self, given: Any) -> None:
        """Call the engine and look at what it accepts."""
        raise NotImplementedError


def refusable(call: Callable[[], object]) -> Answer:
    """Tell how a call ends; a panic of the core is no ``Exception``, so everything is caught."""
    try:
        call()
    except (KeyboardInterrupt, SystemExit, GeneratorExit, Fault):
        raise
    except (BonepileError, TypeError) as error:
        _judge_error(error)
        return Answer(type(error).__name__)
    except BaseException as error:
        raise Fault(f"{type(error).__name__}: {str(error)[:300]}") from error
    return Answer(None)


def _judge_error(error: Exception) -> None:
    module = type(error).__module__
    if module not in ("builtins", "bonepile.errors"):
        raise Fault(f"an error of another kind, {module}.{type(error).__name__}")
    judge_message(str(error), type(error).__name__)
    if getattr(error, "reasons", ("any",)) == ():
        raise Fault(f"{type(error).__name__} without reasons")
    if not all(reason.strip() for reason in getattr(error, "reasons", ())):
        raise Fault(f"{type(error).__name__} with an empty reason")
    if isinstance(error, IllegalActionError) and len(error.action) > LONGEST_MESSAGE:
        return  # the action is what was given


def judge_message(message: str, whose: str) -> None:
    """Demand a sentence that can be shown and is not as long as the input may be."""
    if not message.strip():
        raise Fault(f"{whose} without a message")
    if len(message) > LONGEST_MESSAGE:
        raise Fault(f"{whose} with a message of {len(message)} characters: {message[:200]}")
    try:
        message.encode()
    except UnicodeEncodeError:
        raise Fault(f"{whose} with a message that cannot be written") from None


def demand(holds: bool, what: str) -> None:
    """Raise a fault unless it holds."""
    if not holds:
        raise Fault(what)


class RulesByKeyword(Door):
    """``Rules(preset, players=..., **overrides)``."""

    def make(self, dice: Dice) -> Any:
        told = malform.tree(dice, self.material.rules_dict, python=True)
        return told if isinstance(told, dict) else self.material.rules_dict

    def enter(self, given: Any) -> None:
        rest = {str(key): value for key, value in given.items() if key != "preset"}
        preset = [given["preset"]] if "preset" in given else []
        rules = self.engine.Rules(*preset, **rest)
        demand(self.engine.Rules.from_dict(rules.to_dict()) == rules, "rules that do not come back")


class RulesFromDict(Door):
    """``Rules.from_dict(mapping)``."""

    def make(self, dice: Dice) -> Any:
        return malform.tree(dice, self.material.rules_dict, python=True)

    def enter(self, given: Any) -> None:
        rules = self.engine.Rules.from_dict(given)
        demand(self.engine.Rules.from_dict(rules.to_dict()) == rules, "rules that do not come back")


def some_action(dice: Dice, material: Material) -> Any:
    """An action, seldom right: a text, a number, or neither."""
    kind = dice.below(10)
    if kind < 3:
        return malform.value(dice, python=True)
    if kind < 4:
        return dice.below(material.rules.num_actions + 3) - 1
    said = dice.pick(material.actions) if material.actions else "pass"
    return said if kind < 5 else malform.text(dice, said)


class ActionOfRules(Door):
    """``rules.action(text or number)`` and ``Action(text, number)``."""

    def make(self, dice: Dice) -> Any:
        return some_action(dice, self.material), malform.value(dice, python=True)

    def enter(self, given: Any) -> None:
        try:
            action = self.engine.Action(*given)
            demand(action == str(action) and action.index >= 0, "an action that is another")
        except BonepileError:
            pass
        except TypeError:
            pass
        action = self.material.rules.action(given[0])
        again = self.material.rules.action(action.index)
        demand(again == action, f"action {action} with another's number")


class DealByHand(Door):
    """``Deal(hands, boneyard, engine, leader)``."""

    def make(self, dice: Dice) -> Any:
        return malform.tree(dice, list(self.material.deal_dict.values()), python=True)

    def enter(self, given: Any) -> None:
        deal = self.engine.Deal(*given)
        demand(self.engine.Deal.from_dict(deal.to_dict()) == deal, "a deal that does not come back")


class DealFromDict(Door):
    """``Deal.from_dict(mapping)``."""

    def make(self, dice: Dice) -> Any:
        return malform.tree(dice, self.material.deal_dict, python=True)

    def enter(self, given: Any) -> None:
        deal = self.engine.Deal.from_dict(given)
        demand(self.engine.Deal.from_dict(deal.to_dict()) == deal, "a deal that does not come back")


def look(round: Any) -> None:
    """Ask a round that was accepted for all that it tells."""
    shown = round.snapshot()
    demand((shown["result"] is None) == (round.to_play is not None), "over, and somebody on turn")
    demand(len(round.legal_actions()) == len(shown["legal"]), "legal twice and differently")
    hash(round)


class RoundOfDeal(Door):
    """``Round(rules, deal, round, actions)``, ``with_deal`` and ``Match(rules, deal=...)``."""

    def make(self, dice: Dice) -> Any:
        material = self.material
        given = [material.deal_dict, material.number, material.actions]
        return dice.below(4), malform.tree(dice, given, python=True)

    def enter(self, given: Any) -> None:
        kind, arguments = given
        if kind == 0:
            look(self.material.middle.with_deal(*arguments[:1]))
        elif kind == 1:
            look(self.engine.Match(self.material.rules, None, *arguments[:1]).round)
        else:
            look(self.engine.Round(self.material.rules, *arguments))


class PlayOfRound(Door):
    """``play``, ``is_legal``, ``why_illegal`` of a round, ``play`` of a match."""

    def begin(self, dice: Dice) -> None:
        super().begin(dice)
        self.round = self.material.middle

    def make(self, dice: Dice) -> Any:
        legal = self.round.legal_actions()
        return dice.pick(legal) if legal and dice.percent(20) else some_action(dice, self.material)

    def enter(self, given: Any) -> None:
        why = self.round.why_illegal(given)
        demand(self.round.is_legal(given) == (why is None), "legal, and a reason why not")
        if why is not None:
            judge_message(why.message, "why_illegal")
        after = self.round.play(given)
        demand(why is None, "an illegal action that is played")
        look(after)
        self.round = self.material.dealt if after.result else after


class MatchFromRecord(Door):
    """``Match.from_record(mapping, str or bytes)``."""

    def make(self, dice: Dice) -> Any:
        kind = dice.below(10)
        if kind < 3:
            return malform.tree(dice, self.material.record, python=True)
        said = malform.encoded(malform.tree(dice, self.material.record))
        said = malform.raw(dice, said) if kind > 4 else said
        return (
            said
            if dice.percent(50)
            else said.decode("utf-8", "surrogatepass" if kind < 5 else "surrogateescape")
        )

    def enter(self, given: Any) -> None:
        match = self.engine.Match.from_record(given)
        again = self.engine.Match.from_record(json.dumps(match.record()))
        demand(again == match, "a record that does not come back")
        look(match.round)


class RoundFromPosition(Door):
    """``Round.from_position(rules, mapping)``."""

    def make(self, dice: Dice) -> Any:
        return malform.tree(dice, self.material.position, python=True)

    def enter(self, given: Any) -> None:
        round = self.engine.Round.from_position(self.material.rules, given)
        look(round)
        again = self.engine.Round.from_position(self.material.rules, round.position())
        demand(again.snapshot() == round.snapshot(), "a position that does not come back")


ERRORS = (
    *("bad_request", "unknown_preset", "bad_rules", "bad_deal", "redeal", "illegal_action"),
    *("round_over", "bad_position"),
)


class SessionLines(Door):
    """``Session.answer(line)``; a session lives through a block, or until ``quit``."""

    def begin(self, dice: Dice) -> None:
        super().begin(dice)
        self.open()

    def open(self) -> None:
        """Begin a conversation in which a round has been started."""
        self.session = self.engine.Session()
        self.legal: list[str] = []
        self.ask(malform.encoded(self.material.start_request))

    def make(self, dice: Dice) -> bytes:
        request = {"id": malform.value(dice) if dice.percent(20) else dice.below(100)}
        request |= self._request(dice)
        kind = dice.below(20)
        if kind >= 4:
            request = malform.tree(dice, request)
        said = malform.encoded(request)
        said = malform.raw(dice, said) if kind >= 14 else said
        return b'{"op":"perft","depth":2}' if _counts_too_deep(said) else said

    def _request(self, dice: Dice) -> dict[str, Any]:
        kind = dice.below(50)
        if kind < 30:
            return {"op": "apply", "action": dice.pick(self.legal) if self.legal else "pass"}
        if kind < 37:
            return self.material.start_request
        if kind < 44:
            actions = self.material.actions
            return {**self.material.start_request, "op": "replay", "actions": actions}
        if kind < 48:
            return {"op": "perft", "depth": 1}
        return {"op": "quit" if kind == 49 else "hello"}

    def ask(self, given: Any) -> Answer:
        answers: list[bytes] = []
        refusable(lambda: answers.append(self.session.answer(given)))
        demand(bool(answers), "an answer that is an error")
        answer = _read_answer(answers[0])
        demand(_is_right_id(answer["id"], given), f"another id: {str(answer['id'])[:200]}")
        if self.session.closed:
            demand(answer["ok"], "closed by a refusal")
            self.open()
        if answer["ok"]:
            self.legal = answer.get("snapshot", {}).get("legal", self.legal)
            return Answer(None)
        demand(answer.get("error") in ERRORS, f"an unknown error: {answer.get('error')!r}")
        judge_message(answer["message"], answer["error"])
        return Answer(answer["error"])


def _read_answer(answer: bytes) -> dict[str, Any]:
    demand(isinstance(answer, bytes) and b"\n" not in answer, "an answer that is not one line")
    try:
        read = strictly(answer)
    except ValueError as error:
        raise Fault(f"an answer that is not JSON: {error}") from None
    demand(isinstance(read, dict), "an answer that is no object")
    demand("id" in read and isinstance(read.get("ok"), bool), "an answer without id or ok")
    told: dict[str, Any] = read
    return told


def strictly(said: bytes) -> Any:
    """Read JSON as RFC 8259 has it; of equal keys the last counts. Raises ``ValueError``."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    def whole(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        writable(pairs)  # what a later key of the same name hides is no JSON either
        return dict(pairs)

    return writable(json.loads(said.decode(), parse_constant=refuse, object_pairs_hook=whole))


def writable(read: Any) -> Any:
    """Refuse lone surrogates."""
    json.dumps(read, ensure_ascii=False).encode()
    return read


def _is_right_id(told: Any, line: bytes) -> bool:
    """Whether the id is that of the line; where the line may be refused unread, null will do."""
    if told is None:
        return _may_be_unread(line) or _id_of(line) is None
    return _same(told, _id_of(line))


def _id_of(line: bytes) -> Any:
    try:
        read = strictly(line)
    except (ValueError, RecursionError):
        return None
    return read.get("id") if isinstance(read, dict) else None


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _may_be_unread(line: bytes) -> bool:
    """Whether the line is longer, deeper or greater in number than an engine must read.

    Objects are read as lists of pairs, so that no value hides another of the same key.
    """
    if len(line) > 1 << 20 or line.count(b"[") + line.count(b"{") > DEEP:
        return True
    try:
        strictly(line)
        return not _is_finite(json.loads(line, object_pairs_hook=list))
    except (ValueError, RecursionError):
        return True


def _is_finite(node: Any) -> bool:
    if isinstance(node, list | tuple):
        return all(map(_is_finite, node))
    if isinstance(node, int):
        return abs(node) < 2**1023
    return not isinstance(node, float) or math.isfinite(node)


def _counts_too_deep(line: bytes) -> bool:
    """Whether the line asks for a count that may take longer than anybody waits."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        return False
    depth = read.get("depth") if isinstance(read, dict) else None
    return isinstance(depth, int) and 2 < depth < 2**32


DOORS: dict[str, type[Door]] = {
    "rules": RulesByKeyword,
    "rules-dict": RulesFromDict,
    "action": ActionOfRules,
    "deal": DealByHand,
    "deal-dict": DealFromDict,
    "round": RoundOfDeal,
    "position": RoundFromPosition,
    "play": PlayOfRound,
    "record": MatchFromRecord,
    "session": SessionLines,
}
"""Every door by name."""
