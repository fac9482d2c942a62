"""Making a divergence small: fewer seats, a smaller set, less play, shorter hands, plainer rules.

Whatever is tried is played by ``compare`` or by a judge, so this works on any two engines. Nothing
is undone along the way: every case that differs alike and is smaller takes the place of the one
before. The last word has a pass over everything that can be taken away.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, product

from ..types import Engine, Json
from .cases import Case
from .checks import CHECKS
from .comparison import Outcome
from .dice import Dice
from .differential import compare
from .divergence import first_difference
from .observation import Difference
from .parameters import PresetDefaults, catalogue
from .removals import (
    continued,
    is_plain,
    kept,
    of_lengths,
    places_refused,
    probed,
    removals,
    shorter_plays,
)

__all__ = ["PATIENCE", "SECONDS", "improvements", "kind", "shrink", "size"]

SECONDS = 10.0
PATIENCE = 1.0
ATTEMPTS = 5000
EFFORT = 3
WIDEST = (6, 10, 6, 10, 13, 6, 10, 13, 10, 13, 17, 26)
SETS = (*range(1, 8), 9, 12, 15, 18)
STEPS = 40
DEALS = 400

PLAY_ON = (*("playout", "playouts", "in step", "match", "session", "record", "with_deal", "perft"),)
"""Checks that play rounds of their own: what they find is better shown in the round itself."""

Attempt = Callable[[Case], Outcome]


def shrink(first: Engine, second: Engine, case: Case, seconds: float = SECONDS) -> Outcome:
    """Find a small case on which the engines differ as they do on this one.

    Small is what has few seats, pips and actions, added up; then the fewest seats, the smallest
    set, the fewest tiles in hands and the plainest rules. With time enough, nothing can be taken
    away from it (:func:`bonepile.testing.removals.removals`). The outcome is that of the case
    itself where nothing smaller is found in time or the engines agree; an attempt under way at the
    deadline is still finished. The smaller case has a ``seed`` and an ``index`` of its own: its
    checks and probes depend on them.
    """
    best = compare(first, second, case)
    if best.difference is not None:
        attempt = partial(compare, first, second, patience=PATIENCE)
        for smaller in improvements(attempt, second, best, seconds):
            best = smaller
    return best


def improvements(
    attempt: Attempt, second: Engine, found: Outcome, seconds: float
) -> Iterator[Outcome]:
    """Yield smaller and smaller outcomes that differ alike, until time or ideas run out.

    ``attempt`` compares two engines on a case, as ``compare`` does, or judges one, as a
    :class:`~bonepile.testing.judge.Judge` does; ``second`` is the one to ask about rules. Interrupt
    it at any moment: what was yielded last is the best so far.
    """
    yield from _Shrinking(attempt, second, found, seconds).run()


class _OutOfTime(Exception):  # noqa: N818  (a way out of nested loops, not an error)
    pass


def kind(outcome: Outcome) -> str:
    """Tell roughly what differs: a check's name, or what of the round itself.

    Which action is answered wrongly makes no difference; what is wrong with the answer does: an
    illegal action is ``accepted``, a legal one ``refused``, or the ``answer`` has another code.
    """
    found = outcome.difference
    assert found is not None
    if found.crash:
        return "crash"
    if outcome.check is not None:
        return outcome.check
    if found.what.startswith("answer to"):
        return _kind_of_answer(found)
    if found.what != "snapshot":
        return found.what.split()[0]
    path, _, _ = first_difference(found.first, found.second)
    return "result" if path.startswith(("result", "scores")) else "position"


ANSWERS = ("accepted", "answer")
"""Kinds of differences in what is said about an illegal action."""


def _kind_of_answer(found: Difference) -> str:
    """Tell how the answer to an action is wrong, whatever the action is."""
    refused = isinstance(found.first, str), isinstance(found.second, str)
    return {(False, True): "accepted", (True, False): "refused"}.get(refused, "answer")


def size(case: Case, presets: Mapping[str, PresetDefaults]) -> tuple[int, ...]:
    """Tell how big a case is: seats, set and actions added up, seats, set, hands, overrides.

    They are compared in that order. Whatever one takes away from a case makes it smaller, but a
    seat or a pip less is worth no more than one action.
    """
    table = _table(case.rules, presets)
    actions = len(case.actions or ())
    plain = len(case.rules), len(json.dumps(case.rules)), case.round
    return table.seats + table.set + actions, table.seats, table.set, table.hand, *plain


@dataclass(frozen=True)
class _Table:
    """Seats, set and hands of some rules; what is no number in range counts as huge."""

    seats: int
    set: int
    hand: int


HUGE = 1000
SIZES = ("preset", "players", "set", "hand_size")


def _table(rules: Mapping[str, Json], presets: Mapping[str, PresetDefaults]) -> _Table:
    defaults = presets[rules["preset"]].parameters if rules.get("preset") in presets else {}
    seats = rules.get("players")
    hands = rules.get("hand_size") or defaults.get("hand_size")
    if isinstance(hands, Mapping):
        hands = hands.get(str(seats), hands.get(seats))
    pips = rules.get("set") or defaults.get("set")
    return _Table(*(n if type(n) is int and 1 <= n < HUGE else HUGE for n in (seats, pips, hands)))


class _Shrinking:
    def __init__(self, attempt: Attempt, second: Engine, found: Outcome, seconds: float) -> None:
        self.attempt = attempt
        self.second = second
        self.presets = catalogue(second)
        self.best = found
        self.start = time.monotonic()
        self.seconds = seconds
        self.deadline = self.start + seconds
        self.most = ATTEMPTS
        self.attempts = 0
        self.fresh = 0
        self.seen: set[str] = set()

    def run(self) -> Iterator[Outcome]:
        """Try the ideas, cheap and certain ones first, each for its share of the time."""
        yield from self.within(0.1, self.first_steps())
        if self.best.case.rules.get("preset") in self.presets:
            yield from self.within(0.4, self.small_spaces())
        yield from self.within(0.7, self.edits())
        yield from self.within(1.0, self.nothing_to_remove())

    def within(self, share: float, ideas: Iterator[Outcome]) -> Iterator[Outcome]:
        """Follow the ideas until this share of time and of attempts is spent."""
        self.deadline = self.start + share * self.seconds
        self.most = int(share * ATTEMPTS)
        try:
            yield from ideas
        except _OutOfTime:
            return

    def first_steps(self) -> Iterator[Outcome]:
        """Leave out what is certainly no matter."""
        if kind(self.best) in ANSWERS:
            yield from self.tried(self.with_one_refused(self.best.case))
        if self.best.difference is not None and not self.best.difference.crash:
            for _ in range(2):  # some overrides go only after others
                yield from self.plainer_rules()
            yield from self.fewer_actions()

    def edits(self) -> Iterator[Outcome]:
        """Change the best case, until that leads to nothing smaller twice in a row."""
        idle = 0
        for turn in count():
            before = self.best
            yield from self.plainer_rules()
            yield from self.fewer_actions()
            yield from self.other_actions()
            yield from self.cases_of(shorter_plays)
            yield from self.other_deals(turn)
            idle = idle + 1 if self.best is before else 0
            if idle == 2:
                return

    def nothing_to_remove(self) -> Iterator[Outcome]:
        """Remove single things until none can be removed any more."""
        before = None
        self.seen.clear()  # what was of another kind may be alike by now
        while self.best is not before:
            before = self.best
            yield from self.cases_of(removals)

    def cases_of(self, ideas: Callable[[Case, Engine], Iterator[Case]]) -> Iterator[Outcome]:
        """Try the cases that the best one leads to, up to the first improvement."""
        before = self.best
        for case in ideas(before.case, self.second):
            yield from self.tried(case)
            if self.best is not before:
                return

    def tried(self, case: Case) -> Iterator[Outcome]:
        """Yield the outcome of the case if it is an improvement."""
        yield from self.improved(self.outcome(case))

    def improved(self, outcome: Outcome | None) -> Iterator[Outcome]:
        """Take an outcome that differs alike for the best one where it is smaller."""
        if outcome is not None and self.is_smaller(outcome):
            self.best = outcome
            yield outcome

    def outcome(self, case: Case) -> Outcome | None:
        """The outcome of a case that differs alike; None for others, and those tried before."""
        if time.monotonic() >= self.deadline or self.attempts >= self.most:
            raise _OutOfTime
        told = json.dumps((case.index, case.rules, case.round, case.deal, case.actions))
        if told in self.seen:
            return None
        self.seen.add(told)
        self.attempts += 1
        outcome = self.attempt(case)
        alike = outcome.difference is not None and self.is_alike(outcome)
        return outcome if alike else None

    def drawn(self, case: Case) -> Outcome | None:
        """The outcome of a case that was drawn at random, as :meth:`outcome` tells it.

        Where the answer to an illegal action differs, such actions are tried all along the round,
        and of those only the one that differs is left. What a check tells after a long round it may
        tell after the deal.
        """
        if self.best.check is not None:
            outcome = self.outcome(case)
            if outcome is None or outcome.check is None:
                return outcome
            return self.outcome(replace(outcome.case, actions=())) or outcome
        if kind(self.best) not in ANSWERS:
            return self.outcome(case)
        outcome = self.outcome(probed(case, self.second))
        return None if outcome is None else self.outcome(self.with_one_refused(outcome.case))

    def with_one_refused(self, case: Case) -> Case:
        """Leave out the actions that are to be refused but for the last one."""
        wrong = places_refused(case, self.second)[:-1]
        left = [action for at, action in enumerate(case.actions or ()) if at not in wrong]
        return replace(case, actions=tuple(left))

    def is_alike(self, outcome: Outcome) -> bool:
        """Tell whether the case differs as the best one does, or shows in the round why."""
        if kind(outcome) == kind(self.best):
            return True
        crash = outcome.difference is not None and outcome.difference.crash
        return self.best.check in PLAY_ON and outcome.check is None and not crash

    def is_smaller(self, outcome: Outcome) -> bool:
        """Tell whether the outcome is better: shown in the round itself, or smaller."""
        return self.weight(outcome) < self.weight(self.best)

    def weight(self, outcome: Outcome) -> tuple[int, ...]:
        return outcome.check in PLAY_ON, *size(outcome.case, self.presets)

    def plainer_rules(self) -> Iterator[Outcome]:
        """Leave out one override after the other; say the hand of these seats alone."""
        for name in [name for name in self.best.case.rules if name not in {"preset", "players"}]:
            case = self.best.case
            rules = {key: value for key, value in case.rules.items() if key != name}
            yield from self.tried(replace(case, rules=rules))
        rules = self.best.case.rules
        hand = _table(rules, self.presets).hand
        if isinstance(rules.get("hand_size"), Mapping) and hand < HUGE:
            yield from self.tried(replace(self.best.case, rules={**rules, "hand_size": hand}))
        for seats in range(2, _table(rules, self.presets).seats if self.best.plies == 0 else 0):
            rules = {**self.best.case.rules, "players": seats}
            yield from self.tried(replace(self.best.case, rules=rules, deal=None, actions=None))

    def fewer_actions(self) -> Iterator[Outcome]:
        """Stop earlier: a check may tell the same of the beginning of a round."""
        actions = self.best.case.actions or ()
        for length in range(min(len(actions), 12)):
            if length < len(self.best.case.actions or ()):
                yield from self.tried(replace(self.best.case, actions=actions[:length]))

    def small_spaces(self) -> Iterator[Outcome]:
        """Play at random in smaller games under the same rules.

        The smallest come first. As what differs may be rare there, steps from the best one down
        take turns with that.
        """
        dice = Dice("shrink", self.best.case.seed, self.best.case.index)
        tables = sorted(product(range(2, 9), SETS), key=sum)
        for widest in WIDEST:
            for seats, pips in tables:
                for _ in range(EFFORT if seats + pips <= widest else 0):
                    yield from self.at_table(dice, seats, pips)
            for _ in range(STEPS):
                best = _table(self.best.case.rules, self.presets)
                seats = dice.between(2, min(best.seats, 8))
                pips = dice.between(1, min(best.set, 18))
                yield from self.at_table(dice, seats, pips)

    def at_table(self, dice: Dice, seats: int, pips: int) -> Iterator[Outcome]:
        """Try a case with these seats and this set, unless it cannot be smaller."""
        if seats + pips > size(self.best.case, self.presets)[0]:
            return
        most = (pips + 1) * (pips + 2) // 2 // seats
        if most > 0:
            hand = most if dice.percent(40) else dice.between(1, most)
            yield from self.improved(self.drawn(self.fresh_case(dice, _Table(seats, pips, hand))))

    def fresh_case(self, dice: Dice, table: _Table) -> Case:
        """Draw a case at that table: rules as in the best one or a little plainer."""
        best = self.best.case
        rules = {**best.rules, "players": table.seats, "set": table.set, "hand_size": table.hand}
        others = [name for name in best.rules if name not in SIZES]
        if others and dice.percent(30):
            del rules[dice.pick(others)]
        defaults = self.presets[best.rules["preset"]].parameters
        if defaults["set"] == table.set:
            del rules["set"]
        round = min(best.round, dice.below(4), table.set + 1)
        return Case(best.seed, self.fresh_index(), rules, round)

    def fresh_index(self) -> int:
        """Take the next index at which the dice choose the check that told the difference."""
        while True:
            self.fresh += 1
            check = self.best.check
            if check not in CHECKS:
                return self.fresh
            dice = Case(self.best.case.seed, self.fresh, {}).dice("check", check)
            if dice.below(CHECKS[check][0]) == 0:
                return self.fresh

    def other_actions(self) -> Iterator[Outcome]:
        """Play the same deal in other ways."""
        for _ in range(20):
            if not self.best.case.actions:
                return
            case = replace(self.best.case, index=self.fresh_index(), actions=None)
            yield from self.improved(self.drawn(case))

    def other_deals(self, turn: int) -> Iterator[Outcome]:
        """Take away a seat, a pip or a tile of every hand, or swap two tiles.

        Cases that are no bigger than the best one are gone on from, too.
        """
        dice = Dice("deals", self.best.case.seed, self.best.case.index, turn)
        here = self.best.case
        for edit in range(DEALS):
            if not is_plain(here.deal):
                return
            rules, deal = EDITS[edit % len(EDITS)](dice, here, self.presets)
            case = replace(here, rules=rules, deal=deal)
            again = kept(case, self.second) if dice.percent(60) else None
            if again is not None:
                case = continued(again, self.second, dice.below(1000))
            else:
                case = replace(case, index=self.fresh_index(), actions=None)
            outcome = self.drawn(case)
            if outcome is None:
                continue
            yield from self.improved(outcome)
            if self.weight(outcome) <= self.weight(self.best):
                here = outcome.case


Edited = tuple[dict[str, Json], dict[str, Json]]


def _swap(dice: Dice, case: Case, _: Mapping[str, PresetDefaults]) -> Edited:
    deal = case.deal or {}
    tiles = [tile for pile in (*deal["hands"], deal["boneyard"]) for tile in pile]
    one, other = dice.pick(tiles), dice.pick(tiles)
    places = {one: other, other: one}
    hands = [[places.get(tile, tile) for tile in hand] for hand in deal["hands"]]
    boneyard = [places.get(tile, tile) for tile in deal["boneyard"]]
    return case.rules, {**deal, "hands": hands, "boneyard": boneyard}


def _shorten(dice: Dice, case: Case, _: Mapping[str, PresetDefaults]) -> Edited:
    deal = case.deal or {}
    hands = [dice.shuffled(hand) for hand in deal["hands"]]
    return _dealt(dice, case.rules, deal, hands, 1)


def _take_a_seat_away(dice: Dice, case: Case, _: Mapping[str, PresetDefaults]) -> Edited:
    deal = case.deal or {}
    hands = dice.shuffled(deal["hands"]) if dice.percent(50) else list(deal["hands"])
    gone = hands.pop()
    rules = {**case.rules, "players": len(hands)}
    left = {**deal, "boneyard": [*deal["boneyard"], *gone]}
    return _dealt(dice, rules, left, hands)


def _take_a_pip_away(dice: Dice, case: Case, presets: Mapping[str, PresetDefaults]) -> Edited:
    deal = case.deal or {}
    top = _table(case.rules, presets).set

    def without(pile: list[str]) -> list[str]:
        return [tile for tile in pile if str(top) not in tile.split("-")]

    hands = [dice.shuffled(without(hand)) for hand in deal["hands"]]
    left = {**deal, "boneyard": without(deal["boneyard"])}
    return _dealt(dice, {**case.rules, "set": top - 1}, left, hands)


def _dealt(
    dice: Dice,
    rules: dict[str, Json],
    deal: Mapping[str, Json],
    hands: list[list[str]],
    fewer: int = 0,
) -> Edited:
    """Bring hands to one size, from the boneyard and to it; the engines judge the rest."""
    tiles = sum(map(len, hands)) + len(deal["boneyard"])
    lengths = [len(hand) - fewer for hand in hands]
    size = min(dice.between(min(lengths), max(lengths)), tiles // len(hands))
    hands, boneyard = of_lengths([size] * len(hands), hands, deal["boneyard"])
    told = {**deal, "hands": hands, "boneyard": boneyard}
    return {**rules, "hand_size": size}, told


EDITS = (_take_a_seat_away, _take_a_pip_away, _shorten, _swap)
