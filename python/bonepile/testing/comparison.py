"""Two engines side by side in one case: what each made of it, asked the same and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ..errors import IllegalActionError, RoundOverError
from ..types import ActionLike, AnyAction, AnyRound, AnyRules, Engine, Json
from .cases import POLICIES, Case, choose, draw_deal
from .deals import own_deal
from .observation import Difference, Differs, same
from .probes import probe

__all__ = ["Comparison", "Outcome", "about", "both"]

S = TypeVar("S")
T = TypeVar("T")
Two = tuple[T, T]

MOST_PLIES = 20_000
PROBES = 3


@dataclass(frozen=True)
class Outcome:
    """What came of a case.

    ``case`` has the deal and the actions filled in, as far as they came about; ``difference`` None:
    the engines agree. ``plies`` counts actions played on both. ``check`` names the check that told
    the difference, None when the round itself did.
    """

    case: Case
    plies: int
    difference: Difference | None = None
    check: str | None = None


class Comparison:
    """The state of one case on both engines: ``rules`` and ``rounds`` are what each made of it."""

    def __init__(self, engines: Two[Engine], case: Case) -> None:
        self.engines = engines
        self.case = case
        self.rules: Two[AnyRules]
        self.rounds: list[Two[AnyRound]] = []
        self.played: list[str] = []
        self.check: str | None = None

    def same(
        self,
        what: str,
        pair: Two[S],
        call: Callable[[S], T],
        show: Callable[[T], Json] = lambda value: value,
    ) -> Two[T] | None:
        """Ask both of a pair the same; see :func:`bonepile.testing.observation.same`."""
        return same(what, self.where, pair, call, show)

    def demand(self, what: str, holds: bool, found: Two[Json]) -> None:
        """Report what both engines say when it contradicts what they said before."""
        if not holds:
            raise Differs(Difference(f"{what} (against its own words)", self.where, *found))

    @property
    def where(self) -> str:
        """The place in the case, in words."""
        if not self.rounds:
            return "before the deal"
        return f"after {len(self.played)} actions" if self.played else "after the deal"

    def outcome(self, difference: Difference | None) -> Outcome:
        """Tell what came of it, with the case as it can be written down."""
        case = replace(self.case, actions=tuple(self.played))
        if self.rounds:
            case = replace(case, deal=own_deal(self.rounds[0][1]).to_dict())
        check = None if difference is None else self.check
        return Outcome(case, len(self.played), difference, check)

    def set_up(self) -> bool:
        """Rules and deal; False when both engines refuse one of them alike."""
        given = self.case.rules
        rules = self.same("rules", self.engines, lambda e: e.Rules.from_dict(given), _rules)
        rest = {key: value for key, value in given.items() if key not in {"preset", "players"}}
        self.same(
            "rules by keyword",
            self.engines,
            lambda e: e.Rules(given["preset"], players=given["players"], **rest),
            _rules,
        )
        if rules is None:
            return False
        self.rules = rules
        back = self.same(
            "rules read back",
            both(self.engines, rules[::-1]),
            lambda side: side[0].Rules.from_dict(side[1].to_dict()),
            _rules,
        )
        told = (rules[0].to_dict(), rules[1].to_dict())
        self.demand("from_dict(to_dict())", back == rules, told)
        return self._set_up_round()

    def _set_up_round(self) -> bool:
        case = self.case
        sides = both(self.engines, self.rules)
        rounds = self.same(
            "deal from the seed",
            sides,
            lambda side: side[0].deal(
                side[1], seed=case.game_seed, round=case.round, game=case.game
            ),
            _deal,
        )
        deal = case.deal or draw_deal(case, self.rules[0].parameters)
        if deal is not None:
            self.case = case = replace(case, deal=deal)
            rounds = self.same(
                "deal", sides, lambda side: side[0].Round(side[1], deal, case.round), _deal
            )
        if rounds is None:
            return False
        self.rounds.append(rounds)
        return True

    def walk(self) -> None:
        """Play the case's actions, or random ones to the end, looking at every position."""
        dice = self.case.dice("walk")
        policy = dice.pick(POLICIES)
        given = self.case.actions
        while True:
            legal = self.look()
            at = len(self.played)
            if given is not None:
                if at == len(given):
                    return
                action = given[at]
            elif not legal:
                return
            else:
                action = choose(dice, policy, legal)
            if not self._step(action):
                return
            if at > MOST_PLIES:
                raise Differs(Difference("the end", self.where, "none in sight", "none in sight"))

    def _step(self, action: str) -> bool:
        self.played.append(action)
        after = self.same(f"play {action}", self.rounds[-1], lambda r: r.play(action), _actions)
        if after is None:
            self.played.pop()
            return False
        self.rounds.append(after)
        return True

    def look(self) -> list[str]:
        """Compare the position; the notation of its legal actions in their order."""
        rounds = self.rounds[-1]
        snapshot = self.same("snapshot", rounds, lambda r: r.snapshot())
        legal = self.same("legal_actions", rounds, lambda r: r.legal_actions(), _numbered)
        own = self.same("to_play and result", rounds, _turn_and_result)
        assert snapshot is not None
        assert legal is not None
        assert own is not None
        texts = [str(action) for action in legal[0]]
        self.demand("legal", snapshot[0]["legal"] == sorted(texts), (snapshot[0], texts))
        as_told = {key: snapshot[0][key] for key in ("to_play", "result")}
        self.demand("to_play and result", own[0] == as_told, (as_told, own[0]))
        dice = self.case.dice("probe", len(self.played))
        for _ in range(PROBES):
            text = probe(dice, snapshot[0], self.rules[0].parameters["set"])
            self.try_action(text, texts)
            if dice.percent(30):
                self.try_as_action(text)
        return texts

    def try_action(self, text: str, legal: list[str]) -> None:
        """Compare everything that can be said about an action that may well be illegal."""
        rounds = self.rounds[-1]
        found = self.same(f"about {text!r}", rounds, lambda r: about(r, text))
        assert found is not None
        why = found[0]["why_illegal"]
        right = found[0]["is_legal"] == (text in legal) == (why is None)
        right = right and found[0]["play"] == (why and [why, text, sorted(legal)])
        self.demand(f"about {text!r}", right, found)

    def try_as_action(self, text: str) -> None:
        """Compare what the text is as an action, and that an action is judged as its text is."""
        rounds = self.rounds[-1]
        made = self.same(f"rules.action({text!r})", self.rules, lambda r: r.action(text), _number)
        if made is not None:
            again = self.same(
                f"about the action {text!r}", both(rounds, made), lambda side: about(*side)
            )
            plain = about(rounds[0], text)
            right = again is not None and again[0] == plain
            self.demand(f"about the action {text!r}", right, (plain, again))


def both(first: Two[S], second: Two[T]) -> Two[tuple[S, T]]:
    """Put what belongs to the same engine together."""
    return (first[0], second[0]), (first[1], second[1])


def about(round: AnyRound, action: ActionLike) -> dict[str, Json]:
    """Tell whether an action is legal, why not, and how ``play`` refuses it."""
    why = round.why_illegal(action)
    if why is not None and not (why.message.strip()):
        return {"why_illegal": "without a message"}
    refused: Json = None
    try:
        round.play(action)
    except IllegalActionError as error:
        refused = [error.reason, error.action, list(error.legal)]
        if isinstance(error, RoundOverError) != (error.reason == "round_over"):
            refused.append(type(error).__name__)
    code = None if why is None else why.code
    return {"is_legal": round.is_legal(action), "why_illegal": code, "play": refused}


def _rules(rules: AnyRules) -> Json:
    names = ("preset", "players", "family", "sides", "num_actions", "parameters")
    told: dict[str, Any] = {name: getattr(rules, name) for name in names}
    return {**told, "to_dict": rules.to_dict(), "repr": repr(rules)}


def _deal(round: AnyRound) -> Json:
    return {"round": round.round, "deal": own_deal(round).to_dict()}


def _actions(round: AnyRound) -> Json:
    return [str(round.actions[-1]), len(round.actions)]


def _turn_and_result(round: AnyRound) -> Json:
    result = round.result
    told = None
    if result is not None:
        told = {**result._asdict(), "out": list(result.out), "points": list(result.points)}
    return {"to_play": round.to_play, "result": told}


def _number(action: AnyAction) -> Json:
    return [str(action), action.index]


def _numbered(actions: Any) -> Json:
    return [_number(action) for action in actions]
