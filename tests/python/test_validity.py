"""Rounds of both engines against the rules told as statements about their history."""

from __future__ import annotations

from itertools import permutations
from types import ModuleType
from typing import Any

import pytest
from bonepile.errors import BonepileError
from bonepile.testing import Case, catalogue, compare, draw_case
from bonepile.testing.cases import POLICIES, choose, draw_deal
from bonepile.testing.checks import CHECKS
from bonepile.testing.validity import InvalidRoundError, check_game, check_round
from building import start

CHUNKS = 8
CASES_A_CHUNK = 12


def drawn_round(engine: Any, case: Case) -> Any:
    """The case's round, None where its rules or its deal are meant to be refused."""
    try:
        rules = engine.Rules.from_dict(case.rules)
        deal = draw_deal(case, rules.parameters)
        if deal is not None:
            return engine.Round(rules, deal, case.round)
        return engine.deal(rules, case.game_seed, case.round, case.game)
    except BonepileError:
        return None


def played(first: Any, case: Case) -> list[Any]:
    """The round after each of its random actions."""
    dice = case.dice("walk")
    policy = dice.pick(POLICIES)
    rounds = [first]
    while rounds[-1].result is None:
        legal = [str(action) for action in rounds[-1].legal_actions()]
        rounds.append(rounds[-1].play(choose(dice, policy, legal)))
    return rounds


def games(engine: Any, seed: int, indices: range, overrides: bool = True) -> list[list[Any]]:
    presets = catalogue(engine)
    cases = [draw_case(seed, index, presets, overrides=overrides) for index in indices]
    firsts = [(drawn_round(engine, case), case) for case in cases]
    return [played(first, case) for first, case in firsts if first is not None]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_rounds_are_what_their_history_makes_them(engine: ModuleType, chunk: int) -> None:
    indices = range(chunk * CASES_A_CHUNK, (chunk + 1) * CASES_A_CHUNK)
    for rounds in games(engine, 5, indices, overrides=chunk % 4 != 0):
        check_game(rounds)
        check_round(rounds[-1])
        check_round(rounds[len(rounds) // 2])


def test_rounds_set_up_from_a_position_go_on_as_their_history_says(engine: ModuleType) -> None:
    for rounds in games(engine, 6, range(40)):
        for at in {0, len(rounds) // 3, 2 * len(rounds) // 3, len(rounds) - 1}:
            position = rounds[at].position()
            after = [engine.Round.from_position(rounds[0].rules, position)]
            for action in rounds[-1].actions[at:]:
                after.append(after[-1].play(action))
            check_game(after)
            check_round(after[-1])


class Bent:
    """A round that tells some things otherwise than it plays them."""

    def __init__(self, round: Any, **told: Any) -> None:
        self.round_told = round
        self.told = told

    def __getattr__(self, name: str) -> Any:
        return self.told[name] if name in self.told else getattr(self.round_told, name)


def bent(round: Any, **changed: Any) -> Any:
    """The round with another snapshot."""
    shown = {**round.snapshot(), **changed}
    return Bent(round, snapshot=lambda: shown)


def middle(engine: Any, preset: str) -> Any:
    """The round of a preset half-way to its end."""
    dealt = engine.deal(engine.Rules(preset, players=3), 4)
    ended = dealt.playout(6)
    return engine.Round(dealt.rules, dealt.deal, 0, ended.actions[: len(ended.actions) // 2])


@pytest.mark.parametrize("preset", ["all-fives", "masters-mexican-train"])
def test_every_key_of_a_snapshot_is_held_against_the_history(
    engine: ModuleType, preset: str
) -> None:
    round = middle(engine, preset)
    shown = round.snapshot()
    check_round(round)
    wrong: dict[str, Any] = {
        "to_play": (shown["to_play"] + 1) % 3,
        "legal": shown["legal"][:-1],
        "hands": shown["hands"][::-1],
        "boneyard": shown["boneyard"] + 1,
        "scores": [*shown["scores"][1:], 5],
        "result": {"reason": "blocked", "out": [], "winner": None, "points": [0, 0, 0]},
    }
    assert {*wrong, "table"} == set(shown)
    for key, value in wrong.items():
        with pytest.raises(InvalidRoundError, match=r"after \d+ actions"):
            check_round(bent(round, **{key: value}))
    for key in shown["table"]:
        with pytest.raises(InvalidRoundError, match="table"):
            check_round(bent(round, table={**shown["table"], key: -1}))


def test_what_a_round_tells_beside_its_snapshot_is_checked_too(engine: ModuleType) -> None:
    round = middle(engine, "masters-draw")
    others: dict[str, Any] = {
        "to_play": (round.to_play + 1) % 3,
        "legal_actions": lambda: round.legal_actions()[::-1] or [None],
        "is_legal": lambda _: True,
        "result": round.playout(1).result,
    }
    for name, told in others.items():
        if name == "legal_actions" and len(round.legal_actions()) == 1:
            continue
        with pytest.raises(InvalidRoundError):
            check_round(Bent(round, **{name: told}))  # type: ignore[arg-type]


def test_a_history_with_an_illegal_action_is_found(engine: ModuleType) -> None:
    round = start(engine, "masters-block", ["1-1 0-1", "0-0 1-2"], set=2)
    ended = round.play("1-1").play("1-2@L").play("0-1@R")
    check_round(ended)
    for actions in (["1-1", "0-0@L"], ["0-1"], ["1-1", "pass"], ["1-1", "1-2@N"], ["draw"]):
        with pytest.raises(InvalidRoundError, match="is not legal"):
            check_round(Bent(round, actions=actions))  # type: ignore[arg-type]
    longer = [*map(str, ended.actions), "pass"]
    with pytest.raises(InvalidRoundError, match="after the end"):
        check_round(Bent(ended, actions=longer))  # type: ignore[arg-type]


OTHERWISE = {
    "line": {
        "partnership": ("none", "at_four"),
        "opening": ("highest_double", "any_tile"),
        "draw": ("none", "one", "until_playable"),
        "reserve": (0, 2),
        "voluntary_draw": (False, True),
        "go_out": ("one", "both_partners"),
        "spinner": ("none", "first_double"),
        "in_play": ("none", "fives"),
        "score_out": ("opponents", "opponents_minus_own", "everyone"),
        "score_block": ("difference", "pairwise_differences", "opponents", "everyone"),
        "round_to": (1, 5),
    },
    "train": {
        "first_turn": ("single", "chain"),
        "first_turn_double": ("no_effect", "extra_turn"),
        "finish_first_circuit": (False, True),
        "start_marked": (False, True),
        "draw": ("none", "one"),
        "block": ("n_passes", "n_passes_stable"),
        "double_extra": ("none", "anywhere", "must_cover"),
        "cover_duty": (False, True),
        "cover_order": ("oldest_first", "newest_first", "any"),
        "dead_double": ("binding", "exempt"),
        "double_blank": (0, 50),
    },
}


# Cases that tell all values apart between them; if cases are ever drawn otherwise, more are tried.
TELLING = (
    *(129, 298, 326, 352, 369, 372, 378, 434, 437, 440, 530),
    *(598, 670, 740, 746, 774, 812, 915, 1222, 1337, 1408),
)


class BentRules:
    """Rules that say another value than the one that the round was played by."""

    def __init__(self, rules: Any, name: str, value: Any) -> None:
        self.rules = rules
        self.parameters = {**rules.parameters, name: value}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)


def is_noticed(rounds: list[Any], name: str, value: Any) -> bool:
    rules = BentRules(rounds[0].rules, name, value)
    try:
        check_game([Bent(round, rules=rules) for round in rounds])  # type: ignore[misc]
    except InvalidRoundError:
        return True
    return False


def test_every_value_of_every_parameter_makes_a_difference(both: tuple[Any, Any]) -> None:
    """Rounds played by one value are found invalid by the rules of each other value."""
    core = both[0]
    presets = catalogue(core)
    left = {
        (family, name, old, new)
        for family, names in OTHERWISE.items()
        for name, values in names.items()
        for old, new in permutations(values, 2)
    }
    for index in (*TELLING, *range(5000)):
        case = draw_case(8, index, presets, overrides=True)
        first = drawn_round(core, case)
        if first is None:
            continue
        family, values = first.rules.family, first.rules.parameters
        fitting = [key for key in left if key[0] == family and same(values.get(key[1]), key[2])]
        rounds = played(first, case) if fitting else []
        left -= {key for key in fitting if is_noticed(rounds, key[1], key[3])}
        if not left:
            return
    assert not left


def same(told: Any, value: Any) -> bool:
    return bool(told == value) and type(told) is type(value)


def test_an_engine_that_is_wrong_in_both_copies_is_found(
    reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What two engines agree on is still held against the history."""
    honest = reference.Round.snapshot

    def blind(round: Any) -> Any:
        shown = honest(round)
        if shown["table"] and shown["table"].get("markers"):
            shown["table"]["markers"] = []
        return shown

    monkeypatch.setattr(reference.Round, "snapshot", blind)
    monkeypatch.setitem(CHECKS, "validity", (1, CHECKS["validity"][1]))
    presets = {name: told for name, told in catalogue(reference).items() if told.family == "train"}
    for index in range(60):
        outcome = compare(reference, reference, draw_case(1, index, presets))
        if outcome.difference is not None:
            assert outcome.difference.what == "validity of the first engine's round"
            assert "markers" in outcome.difference.first
            return
    pytest.fail("never found")
