"""Everything the API can do to rounds and matches, in any order, on both engines side by side."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from bonepile.errors import BonepileError, IllegalActionError, StateError
from bonepile.testing.probes import NONSENSE
from bonepile.testing.validity import check_round
from building import LINE_PRESETS
from conftest import load
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
)
from strategies import cases

ENGINES = (load("core"), load("reference"))
MOST_KEPT = 40


def fingerprint(made: Any) -> Any:
    """All that a round or a match tells, as text."""
    if hasattr(made, "record"):
        told = [made.record(), made.totals, made.places, made.is_over, len(made.rounds)]
        return json.dumps([told, fingerprint(made.round)])
    told = [made.snapshot(), made.round, [str(action) for action in made.actions]]
    told += [[str(action) for action in made.legal_actions()], made.to_play, made.result]
    return json.dumps([told, repr(made)])


def identity(round: Any) -> Any:
    """What equality of rounds is over: rules, number, deal, actions."""
    return json.dumps([round.rules.to_dict(), round.round, _start(round), _actions(round)])


def _start(round: Any) -> Any:
    """The deal, or the position that the round was set up from."""
    return round.set_up_from or round.deal.to_dict()


def _actions(round: Any) -> list[str]:
    return [str(action) for action in round.actions]


@dataclass(frozen=True, eq=False)
class Pair:
    """The same round or match in the core and in the reference, and what it told at first."""

    core: Any
    reference: Any
    told: Any

    def each(self, call: Callable[[Any], Any]) -> Pair:
        """What the call makes of both."""
        return pair(call(self.core), call(self.reference))

    def refuse(self, error: type[BonepileError], call: Callable[[Any], Any]) -> None:
        """Both must refuse."""
        for side in (self.core, self.reference):
            with pytest.raises(error):
                call(side)


def pair(core: Any, reference: Any) -> Pair:
    """Put both together; they must tell the same."""
    told = fingerprint(core)
    assert told == fingerprint(reference)
    return Pair(core, reference, told)


class Interplay(RuleBasedStateMachine):
    """Whatever is done to a round or a match, it and all others stay as they were."""

    rounds = Bundle("rounds")
    matches = Bundle("matches")

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Pair] = []
        self.checked = 0

    def keep(self, made: Pair) -> Pair:
        """Watch over it from now on."""
        if len(self.kept) < MOST_KEPT:
            self.kept.append(made)
        return made

    # What there is to begin with

    @initialize(target=rounds, data=st.data())
    def begin(self, data: st.DataObject) -> Pair:
        return self.set_up(data)

    @rule(target=rounds, data=st.data())
    def set_up(self, data: st.DataObject) -> Pair:
        case = data.draw(cases(ENGINES[1]))
        return self.keep(pair(*(case.round_of(engine) for engine in ENGINES)))

    @rule(target=matches, data=st.data())
    def begin_match(self, data: st.DataObject) -> Pair:
        case = data.draw(cases(ENGINES[1], last=0))
        named = dict(case.rules)
        if named["preset"] not in LINE_PRESETS:
            named["rounds"] = 2
        made = [engine.Match(engine.Rules.from_dict(named), 7, case.deal) for engine in ENGINES]
        return self.keep(pair(*made))

    # One round from another

    @rule(target=rounds, round=rounds, choice=st.integers(0, 200), steps=st.integers(1, 12))
    def play(self, round: Pair, choice: int, steps: int) -> Pair:
        for _ in range(steps):
            legal = _legal(round.core)
            if not legal:
                break
            round = round.each(_playing(legal[choice % len(legal)]))
        return self.keep(round)

    @rule(target=rounds, round=rounds, seed=st.integers(0, 2**64 - 1))
    def play_out(self, round: Pair, seed: int) -> Pair:
        ended = round.each(lambda side: side.playout(seed, 3))
        assert ended.core.result is not None
        assert ended.core.playout() == ended.core
        return self.keep(ended)

    @rule(target=rounds, round=rounds)
    def undo(self, round: Pair) -> Any:
        if not round.core.actions:
            round.refuse(StateError, lambda side: side.undo())
            return multiple()
        back = round.each(lambda side: side.undo())
        last = str(round.core.actions[-1])
        again = back.each(_playing(last))
        assert (again.core, again.reference) == (round.core, round.reference)
        assert hash(again.core) == hash(round.core)
        return self.keep(back)

    @rule(target=rounds, round=rounds)
    def copied(self, round: Pair) -> Pair:
        for make in (copy.copy, copy.deepcopy, lambda side: pickle.loads(pickle.dumps(side))):
            twin = round.each(make)
            assert (twin.core, twin.reference) == (round.core, round.reference)
            assert hash(twin.core) == hash(round.core)
            assert twin.core.position_key() == round.core.position_key()
        return self.keep(twin)

    @rule(target=rounds, round=rounds)
    def on_its_own_deal(self, round: Pair) -> Any:
        if _is_set_up(round):
            return multiple()
        same = round.each(lambda side: side.with_deal(side.deal))
        assert (same.core, same.reference) == (round.core, round.reference)
        return self.keep(same)

    @rule(target=rounds, round=rounds, order=st.randoms(use_true_random=False))
    def on_another_boneyard(self, round: Pair, order: Any) -> Any:
        """Tiles that nobody has drawn change places: nothing that is told changes."""
        if _is_set_up(round):
            return multiple()
        deal = round.core.deal.to_dict()
        left = round.core.snapshot()["boneyard"]
        drawn, hidden = _split(deal["boneyard"], len(deal["boneyard"]) - left)
        order.shuffle(hidden)
        deal["boneyard"] = drawn + hidden
        other = round.each(lambda side: side.with_deal(deal))
        assert other.core.snapshot() == round.core.snapshot()
        return self.keep(other)

    @rule(target=rounds, round=rounds)
    def through_a_position(self, round: Pair) -> Any:
        position = round.core.position()
        assert position == round.reference.position()
        sides = zip(ENGINES, (round.core, round.reference), strict=True)
        set_up = pair(*(e.Round.from_position(side.rules, position) for e, side in sides))
        assert set_up.core.snapshot() == round.core.snapshot()
        assert set_up.core.position_key() == round.core.position_key()
        set_up.refuse(StateError, lambda side: side.undo())
        return self.keep(set_up)

    # What leaves a round as it is

    @rule(
        round=rounds, text=st.sampled_from(NONSENSE) | st.from_regex(r"[0-9]-[0-9](@[LRNSM0-7])?")
    )
    def try_another(self, round: Pair, text: str) -> None:
        why = round.core.why_illegal(text)
        assert (why is None) == (text in _legal(round.core)) == round.core.is_legal(text)
        assert (why and why.code) == (_told(round.reference, text))
        if why is not None:
            round.refuse(IllegalActionError, _playing(text))

    @rule(round=rounds)
    def siblings_differ(self, round: Pair) -> None:
        for side in (round.core, round.reference):
            after = [side.play(action) for action in side.legal_actions()[:4]]
            assert all((a == b) == (a is b) for a in after for b in after)

    @rule(round=rounds)
    def count(self, round: Pair) -> None:
        depth = 2 if len(_legal(round.core)) < 12 else 1
        counts = {round.core.perft(depth), round.reference.perft(depth)}
        counts |= {sum(side.divide(depth).values()) for side in (round.core, round.reference)}
        assert len(counts) == 1

    @rule(round=rounds, seed=st.integers(0, 1000))
    def play_in_threads(self, round: Pair, seed: int) -> None:
        """Several threads at one round see the same round."""

        def one(number: int) -> Any:
            side = round.core if number % 3 else round.reference
            ended = side.playout(seed, 1)
            while len(ended.actions) > len(side.actions):
                ended = ended.undo()
            return [_actions(side.playout(seed, 1)), fingerprint(ended), _tries(side)]

        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(one, range(8)))
        assert all(told == found[0] for told in found)

    # Matches

    @rule(target=matches, match=matches, seed=st.integers(0, 2**64 - 1))
    def play_match_on(self, match: Pair, seed: int) -> Any:
        if match.core.round.result is None:
            actions = _actions(match.core.round.playout(seed, 0))
            for action in actions[len(match.core.round.actions) :]:
                match = match.each(_playing(action))
            match.refuse(IllegalActionError, _playing("pass"))
            return self.keep(match)
        if match.core.is_over:
            match.refuse(StateError, lambda side: side.next_round())
            return multiple()
        return self.keep(match.each(lambda side: side.next_round()))

    @rule(target=matches, match=matches)
    def undo_match(self, match: Pair) -> Any:
        if len(match.core.rounds) == 1 and not match.core.round.actions:
            match.refuse(StateError, lambda side: side.undo())
            return multiple()
        return self.keep(match.each(lambda side: side.undo()))

    @rule(target=matches, match=matches)
    def through_a_record(self, match: Pair) -> Pair:
        written = match.core.record()
        assert written == match.reference.record()
        forms = (written, json.dumps(written), json.dumps(written).encode())
        for form in forms:
            read = pair(*(engine.Match.from_record(form, 7) for engine in ENGINES))
            assert (read.core, read.reference) == (match.core, match.reference)
            assert hash(read.core) == hash(match.core)
        return self.keep(read)

    @rule(target=rounds, match=matches, place=st.integers(0, 9))
    def round_of_match(self, match: Pair, place: int) -> Pair:
        return self.keep(match.each(lambda side: side.rounds[place % len(side.rounds)]))

    # What always holds

    @invariant()
    def what_was_made_last_does_not_change(self) -> None:
        _have_not_changed(self.kept[-6:])

    def teardown(self) -> None:
        """Nothing that was ever made has changed."""
        _have_not_changed(self.kept)

    @invariant()
    def equal_is_what_tells_the_same(self) -> None:
        rounds = [made for made in self.kept if hasattr(made.core, "actions")][-5:]
        for one in rounds:
            for other in rounds:
                same = identity(one.core) == identity(other.core)
                assert (one.core == other.core) == same == (one.reference == other.reference)
                assert not same or hash(one.core) == hash(other.core)
                assert (one.core != other.core) is not same

    @invariant()
    def rounds_are_what_their_history_makes_them(self) -> None:
        for made in self.kept[self.checked :]:
            if hasattr(made.core, "actions"):
                check_round(made.core)
                check_round(made.reference)
        self.checked = len(self.kept)


def _have_not_changed(kept: list[Pair]) -> None:
    for made in kept:
        assert fingerprint(made.core) == made.told
        assert fingerprint(made.reference) == made.told


def _playing(action: str) -> Callable[[Any], Any]:
    return lambda side: side.play(action)


def _legal(round: Any) -> list[str]:
    return [str(action) for action in round.legal_actions()]


def _told(round: Any, text: str) -> str | None:
    why = round.why_illegal(text)
    return why and str(why.code)


def _tries(round: Any) -> list[Any]:
    return [fingerprint(round.play(action)) for action in round.legal_actions()[:5]]


def _split(tiles: list[str], at: int) -> tuple[list[str], list[str]]:
    return tiles[:at], tiles[at:]


def _is_set_up(round: Pair) -> bool:
    return round.core.set_up_from is not None


Interplay.TestCase.settings = settings(
    settings.default,
    max_examples=max(40, settings.default.max_examples // 5),  # type: ignore[union-attr]
    stateful_step_count=30,
)
TestInterplay = Interplay.TestCase
