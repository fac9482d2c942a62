"""Rules: the presets' parameters, what a house may change, and every refusal."""

from __future__ import annotations

import json
import pickle
from enum import Enum, IntEnum
from typing import Any

import pytest
from bonepile.errors import BonepileError, RulesError, UnknownPresetError
from building import LINE_PRESETS, PRESETS, TRAIN_PRESETS

BLOCK = {
    "set": 6,
    "hand_size": {2: 8, 3: 6, 4: 6, 5: 5},
    "partnership": "at_four",
    "opening": "highest_double",
    "no_double": "redeal",
    "next_leader": None,
    "draw": "none",
    "reserve": 0,
    "voluntary_draw": False,
    "go_out": "one",
    "spinner": "none",
    "in_play": "none",
    "score_out": "opponents",
    "score_block": "difference",
    "round_to": 1,
    "block": "n_passes",
    "match_by": "points",
    "target": 100,
}
MASTERS_TRAIN = {
    "set": 12,
    "hand_size": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
    "engine": "highest_double",
    "first_turn": "chain",
    "first_turn_double": "no_effect",
    "finish_first_circuit": True,
    "start_marked": False,
    "draw": "one",
    "block": "n_passes_stable",
    "double_extra": "anywhere",
    "cover_duty": False,
    "cover_order": None,
    "dead_double": None,
    "double_blank": 0,
    "rounds": None,
}
TABLE: dict[str, dict[str, Any]] = {
    "masters-block": BLOCK,
    "masters-block-individual": BLOCK | {"partnership": "none"},
    "masters-draw": BLOCK
    | {
        "hand_size": {2: 7, 3: 5, 4: 4, 5: 3},
        "partnership": "none",
        "draw": "until_playable",
    },
    "pagat-draw": BLOCK
    | {
        "hand_size": {2: 7, 3: 5, 4: 5},
        "partnership": "none",
        "opening": "any_tile",
        "no_double": None,
        "next_leader": "rotate",
        "draw": "until_playable",
        "reserve": 2,
        "voluntary_draw": True,
        "score_out": "opponents_minus_own",
    },
    "all-fives": BLOCK
    | {
        "hand_size": {2: 7, 3: 5, 4: 5},
        "partnership": "none",
        "opening": "any_tile",
        "no_double": None,
        "next_leader": "winner",
        "draw": "until_playable",
        "spinner": "first_double",
        "in_play": "fives",
        "round_to": 5,
        "target": 200,
    },
    "masters-mexican-train": MASTERS_TRAIN,
    "masters-mexican-train-strict": MASTERS_TRAIN
    | {
        "double_extra": "must_cover",
        "cover_duty": True,
        "cover_order": "oldest_first",
        "dead_double": "exempt",
    },
    "masters-mexican-train-reverse": MASTERS_TRAIN
    | {"cover_duty": True, "cover_order": "newest_first", "dead_double": "exempt"},
    "dominos-cc-mexican-train": MASTERS_TRAIN
    | {
        "hand_size": {2: 15, 3: 15, 4: 15},
        "engine": "descending",
        "first_turn": "single",
        "first_turn_double": None,
        "finish_first_circuit": False,
        "start_marked": True,
        "block": "n_passes",
        "cover_duty": True,
        "cover_order": "oldest_first",
        "dead_double": "binding",
        "rounds": 6,
    },
}
LISTS: dict[str, dict[str, tuple[Any, ...]]] = {
    "line": {
        "partnership": ("none", "at_four"),
        "opening": ("highest_double", "any_tile"),
        "draw": ("none", "one", "until_playable"),
        "spinner": ("none", "first_double"),
        "in_play": ("none", "fives"),
        "score_out": ("opponents", "opponents_minus_own", "everyone"),
        "score_block": ("difference", "pairwise_differences", "opponents", "everyone"),
        "round_to": (1, 5),
        "block": ("n_passes",),
        "match_by": ("points", "wins"),
    },
    "train": {
        "engine": ("highest_double", "descending"),
        "first_turn": ("single", "chain"),
        "draw": ("none", "one"),
        "start_marked": (False, True),
        "block": ("n_passes", "n_passes_stable"),
        "cover_duty": (False, True),
    },
}


def reasons(engine: Any, preset: str, players: Any = 2, /, **overrides: Any) -> tuple[str, ...]:
    with pytest.raises(RulesError) as caught:
        engine.Rules(preset, players=players, **overrides)
    assert not isinstance(caught.value, UnknownPresetError)
    assert str(caught.value)
    for reason in caught.value.reasons:
        assert reason in str(caught.value)
    return caught.value.reasons


def names(reasons: tuple[str, ...]) -> list[str]:
    return sorted(reason.partition(":")[0] for reason in reasons)


def family(preset: str) -> str:
    return "line" if preset in LINE_PRESETS else "train"


def test_the_presets_in_order(engine: Any) -> None:
    assert list(engine.presets()) == list(PRESETS) == list(TABLE)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_presets_parameters(engine: Any, preset: str) -> None:
    for players in TABLE[preset]["hand_size"]:
        rules = engine.Rules(preset, players=players)
        assert rules.parameters == TABLE[preset]
        assert list(rules.parameters) == list(TABLE[preset]), "in the table's order"
        assert all(
            type(value) is type(TABLE[preset][name]) for name, value in rules.parameters.items()
        )
        assert rules.preset == preset
        assert rules.players == players
        assert rules.family == family(preset)
        assert rules.to_dict() == {"preset": preset, "players": players}


def test_only_named_seat_counts_have_hand_sizes(engine: Any) -> None:
    for preset in PRESETS:
        allowed = set(TABLE[preset]["hand_size"])
        for players in range(2, 9):
            if players not in allowed:
                assert reasons(engine, preset, players)
                engine.Rules(preset, players=players, hand_size=2)


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 2**64, True, 2.0, "2", None, [2]])
def test_seats_outside_2_to_8(engine: Any, players: Any) -> None:
    for preset in PRESETS:
        assert "players" in names(reasons(engine, preset, players, hand_size=2))


def test_players_missing(engine: Any) -> None:
    with pytest.raises(RulesError):
        engine.Rules.from_dict({"preset": "masters-draw"})
    with pytest.raises(RulesError):
        engine.Rules("masters-draw")


def test_sides(engine: Any) -> None:
    for players in (2, 3, 4, 5):
        assert engine.Rules("masters-block", players=players).sides == (
            2 if players == 4 else players
        )
        assert engine.Rules("masters-block-individual", players=players).sides == players
    for players in (2, 4, 8):
        assert engine.Rules("masters-mexican-train", players=players).sides == players


@pytest.mark.parametrize("name", ["", "block", "Masters-Draw", "masters-draw "])
def test_an_unknown_preset(engine: Any, name: str) -> None:
    with pytest.raises(UnknownPresetError):
        engine.Rules(name, players=2)
    with pytest.raises(UnknownPresetError):
        engine.Rules.from_dict({"preset": name, "players": 2})


@pytest.mark.parametrize("name", [None, 7, b"masters-draw", ["masters-draw"]])
def test_a_preset_that_is_no_text(engine: Any, name: Any) -> None:
    with pytest.raises(TypeError):
        engine.Rules(name, players=2)
    with pytest.raises(RulesError):
        engine.Rules.from_dict({"preset": name, "players": 2})


def test_from_dict_wants_a_mapping_with_a_preset(engine: Any) -> None:
    for wrong in (None, 1, "masters-draw", ["masters-draw"]):
        with pytest.raises(TypeError):
            engine.Rules.from_dict(wrong)
    with pytest.raises(RulesError):
        engine.Rules.from_dict({"players": 2})


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_in_a_list_is_taken(engine: Any, preset: str) -> None:
    for name, values in LISTS[family(preset)].items():
        for value in values:
            overrides = {name: value}
            if (name, value) == ("cover_duty", False) and preset.endswith("strict"):
                overrides["double_extra"] = "none"
            rules = engine.Rules(preset, players=2, **overrides)
            assert rules.parameters[name] == value
            assert engine.Rules.from_dict(rules.to_dict()) == rules


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("wrong", ["sometimes", "", "None", 0, 7, 2.0, [], {}, b"none"])
def test_a_value_outside_its_list(engine: Any, preset: str, wrong: Any) -> None:
    for name in LISTS[family(preset)]:
        assert name in names(reasons(engine, preset, **{name: wrong}))


def test_a_number_is_no_truth_value_and_the_reverse(engine: Any) -> None:
    for value in (0, 1, 1.0):
        assert names(reasons(engine, "masters-mexican-train", start_marked=value)) == [
            "start_marked"
        ]
    for value in (True, 1.0, 5.0, "5"):
        assert names(reasons(engine, "all-fives", round_to=value)) == ["round_to"]


NUMBERS = {
    "set": (1, 18),
    "hand_size": (1, None),
    "reserve": (0, None),
    "target": (1, 1_000_000),
    "double_blank": (0, 1000),
    "rounds": (1, 1000),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_numbers_outside_their_range(engine: Any, preset: str) -> None:
    for name, (low, high) in NUMBERS.items():
        if name not in TABLE[preset]:
            continue
        wrong = [low - 1, -(2**70), 2**70, True, 1.0, 1.5, "1", [1]]
        if high is not None:
            wrong.append(high + 1)
        for value in wrong:
            found = names(reasons(engine, preset, **{name: value}))
            # Hands or a reserve beyond counting are in range, but never fit the set.
            if value != 2**70 or high is not None:
                assert name in found, (name, value)


def test_ranges_include_their_ends(engine: Any) -> None:
    for target in (1, 1_000_000):
        assert engine.Rules("masters-draw", players=2, target=target).parameters["target"] == target
    for preset in ("masters-mexican-train", "masters-mexican-train-strict"):
        for rounds in (1, 1000):
            rules = engine.Rules(preset, players=2, rounds=rounds)
            assert rules.parameters["rounds"] == rounds
        for blank in (0, 1000):
            rules = engine.Rules(preset, players=2, double_blank=blank)
            assert rules.parameters["double_blank"] == blank
    for highest in (1, 18):
        for preset in ("masters-draw", "all-fives"):
            rules = engine.Rules(preset, players=2, set=highest, hand_size=1, reserve=0)
            assert rules.parameters["set"] == highest
        rules = engine.Rules("dominos-cc-mexican-train", players=2, set=highest, hand_size=1)
        assert rules.parameters["set"] == highest


@pytest.mark.parametrize("preset", PRESETS)
def test_an_unknown_parameter(engine: Any, preset: str) -> None:
    for value in (1, "none", None):
        assert "colour" in names(reasons(engine, preset, colour=value))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_parameter_of_the_other_family(engine: Any, preset: str) -> None:
    own = set(TABLE[preset])
    foreign = {name for table in TABLE.values() for name in table} - own
    assert len(foreign) >= 9
    for name in foreign:
        values = {None, *(table[name] for table in TABLE.values() if name in table)}
        for value in values:
            assert name in names(reasons(engine, preset, **{name: value})), (name, value)


def test_null_counts_as_not_named(engine: Any) -> None:
    for preset in PRESETS:
        plain = engine.Rules(preset, players=2)
        nulls = dict.fromkeys(TABLE[preset])
        assert engine.Rules(preset, players=2, **nulls) == plain
        assert engine.Rules.from_dict({"preset": preset, "players": 2, **nulls}) == plain


def test_every_parameter_may_be_spelled_out(engine: Any) -> None:
    for preset in PRESETS:
        plain = engine.Rules(preset, players=3)
        assert engine.Rules(preset, players=3, **plain.parameters) == plain
        spelled = {"preset": preset, "players": 3, **plain.parameters}
        spelled["hand_size"] = {str(k): v for k, v in spelled["hand_size"].items()}
        assert engine.Rules.from_dict(json.loads(json.dumps(spelled))) == plain


# Parents and what hangs on them: (preset whose parent is on, override that switches it off,
# name, the preset's own value, value when off, values that may be named only under the parent)
CHILDREN = [
    ("masters-draw", {"opening": "any_tile"}, "no_double", "redeal", None, ["highest_tile"]),
    ("pagat-draw", {"opening": "highest_double"}, "next_leader", "rotate", None, ["winner"]),
    ("all-fives", {"opening": "highest_double"}, "next_leader", "winner", None, ["rotate"]),
    ("pagat-draw", {"draw": "none"}, "reserve", 2, 0, [1, 3]),
    ("pagat-draw", {"draw": "none"}, "voluntary_draw", True, False, [True]),
    ("masters-mexican-train", {"first_turn": "single"}, "first_turn_double", "no_effect", None,
     ["extra_turn"]),
    ("masters-mexican-train", {"first_turn": "single"}, "finish_first_circuit", True, False,
     [True]),
    ("dominos-cc-mexican-train", {"cover_duty": False}, "cover_order", "oldest_first", None,
     ["newest_first", "any"]),
    ("masters-mexican-train-reverse", {"cover_duty": False}, "cover_order", "newest_first", None,
     ["oldest_first", "any"]),
    ("masters-mexican-train-reverse", {"cover_duty": False}, "dead_double", "exempt", None,
     ["binding"]),
    ("masters-block", {"partnership": "none"}, "go_out", "one", "one", ["both_partners"]),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "off", "name", "own", "lapsed", "others"), CHILDREN)
def test_a_parameter_lapses_with_its_parent(
    engine: Any, preset: str, off: dict[str, Any], name: str, own: Any, lapsed: Any, others: Any
) -> None:
    assert engine.Rules(preset, players=2).parameters[name] == own
    without = engine.Rules(preset, players=2, **off)
    assert without.parameters[name] == lapsed
    told = without.to_dict()
    assert name not in told
    assert told.items() >= off.items()
    for key in set(told) - {"preset", "players"}:
        assert told[key] == without.parameters[key] != TABLE[preset][key]
    assert engine.Rules.from_dict(without.to_dict()) == without
    assert engine.Rules(preset, players=2, **off, **{name: None}) == without
    for value in {own, *others} - {lapsed}:
        assert names(reasons(engine, preset, **off, **{name: value})) == [name]
    for value in others:
        named = engine.Rules(preset, players=2, **{name: value})
        assert named.parameters[name] == value
        differs = {} if value == own else {name: value}
        assert named.to_dict() == {"preset": preset, "players": 2, **differs}


OFF_VALUES = [
    ("masters-block-individual", "go_out", "one"),
    ("masters-block", "reserve", 0),
    ("masters-block", "voluntary_draw", False),
    ("dominos-cc-mexican-train", "finish_first_circuit", False),
]


@pytest.mark.parametrize(("preset", "name", "value"), OFF_VALUES)
def test_the_off_value_may_be_named(engine: Any, preset: str, name: str, value: Any) -> None:
    assert engine.Rules(preset, players=2, **{name: value}) == engine.Rules(preset, players=2)


SWITCHED_ON = [
    ("masters-mexican-train", {"cover_duty": True}, "cover_order", "oldest_first"),
    ("masters-mexican-train", {"cover_duty": True}, "dead_double", "binding"),
    ("dominos-cc-mexican-train", {"first_turn": "chain"}, "first_turn_double", "no_effect"),
    ("dominos-cc-mexican-train", {"first_turn": "chain"}, "finish_first_circuit", False),
    ("pagat-draw", {"opening": "highest_double"}, "no_double", "redeal"),
    ("all-fives", {"opening": "highest_double"}, "no_double", "redeal"),
    ("masters-block", {"opening": "any_tile"}, "next_leader", "rotate"),
    ("masters-draw", {"opening": "any_tile"}, "next_leader", "rotate"),
    ("masters-block-individual", {"partnership": "at_four"}, "go_out", "one"),
    ("masters-block", {"draw": "one"}, "reserve", 0),
    ("masters-block", {"draw": "until_playable"}, "voluntary_draw", False),
]


@pytest.mark.parametrize(("preset", "on", "name", "default"), SWITCHED_ON)
def test_a_parameter_has_a_default_when_its_parent_is_switched_on(
    engine: Any, preset: str, on: dict[str, Any], name: str, default: Any
) -> None:
    rules = engine.Rules(preset, players=2, **on)
    assert rules.parameters[name] == default
    told = rules.to_dict()
    assert engine.Rules.from_dict(told) == rules
    assert told.items() >= on.items()
    assert told.get(name, default) == default
    for key in set(told) - {"preset", "players"}:
        assert told[key] == rules.parameters[key] != TABLE[preset][key]


def test_a_child_may_be_named_with_its_parent(engine: Any) -> None:
    rules = engine.Rules(
        "masters-mexican-train", players=2, cover_duty=True, cover_order="any", dead_double="exempt"
    )
    assert rules.parameters["cover_order"] == "any"
    assert rules.parameters["dead_double"] == "exempt"
    rules = engine.Rules("masters-block", players=2, draw="one", reserve=3, voluntary_draw=True)
    assert (rules.parameters["reserve"], rules.parameters["voluntary_draw"]) == (3, True)


def test_must_cover_wants_cover_duty(engine: Any) -> None:
    blamed = {"double_extra", "cover_duty"}
    found = names(reasons(engine, "masters-mexican-train", double_extra="must_cover"))
    assert len(found) == 1
    assert set(found) <= blamed
    found = names(reasons(engine, "masters-mexican-train-strict", cover_duty=False))
    assert len(found) == 1
    assert set(found) <= blamed
    rules = engine.Rules(
        "masters-mexican-train", players=2, double_extra="must_cover", cover_duty=True
    )
    assert rules.parameters["double_extra"] == "must_cover"


def test_hands_engine_and_reserve_fit_the_set(engine: Any) -> None:
    def fits(preset: str, **overrides: Any) -> bool:
        try:
            engine.Rules(preset, players=2, **overrides)
        except RulesError as error:
            return not set(names(error.reasons)) <= {"hand_size", "reserve", "set"}
        return True

    assert fits("masters-block", hand_size=14)
    assert not fits("masters-block", hand_size=15)
    assert fits("masters-draw", hand_size=13, reserve=2)
    assert not fits("masters-draw", hand_size=13, reserve=3)
    assert not fits("pagat-draw", hand_size=14)
    assert fits("pagat-draw", hand_size=14, draw="none"), "the reserve lapses"
    assert fits("masters-mexican-train", hand_size=45)
    assert not fits("masters-mexican-train", hand_size=46)
    assert fits("dominos-cc-mexican-train", set=2, hand_size=2)
    assert not fits("dominos-cc-mexican-train", set=2, hand_size=3), "the engine is set aside"
    assert fits("masters-mexican-train", set=2, hand_size=3)
    assert not fits("masters-draw", set=3), "the preset's own hands are too large"
    assert not fits("masters-draw", reserve=15)


def test_only_the_hand_size_in_use_must_fit(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2, hand_size={2: 3, 5: 27})
    assert rules.parameters["hand_size"] == {2: 3, 5: 27}


def test_a_hand_of_one_tile_cannot_give_the_engine(engine: Any) -> None:
    for preset in TRAIN_PRESETS[:3]:
        assert names(reasons(engine, preset, hand_size=1))[0] in {"hand_size", "engine"}
        engine.Rules(preset, players=2, hand_size=2)
        engine.Rules(preset, players=2, hand_size=1, engine="descending")


def test_rounds_under_descending(engine: Any) -> None:
    cc = "dominos-cc-mexican-train"
    assert engine.Rules(cc, players=2, rounds=13).parameters["rounds"] == 13
    assert names(reasons(engine, cc, rounds=14)) == ["rounds"]
    assert names(reasons(engine, cc, set=4, hand_size=3, rounds=6)) == ["rounds"]
    assert names(reasons(engine, "masters-mexican-train", engine="descending", rounds=14)) == [
        "rounds"
    ]
    for highest, rounds in ((4, 5), (5, 6), (6, 6), (1, 2), (18, 6)):
        rules = engine.Rules(cc, players=2, set=highest, hand_size=1)
        assert rules.parameters["rounds"] == rounds, "the preset's own rounds shrink"
        shrunk = {} if rounds == 6 else {"rounds": rounds}
        named = {"preset": cc, "players": 2, "set": highest, "hand_size": 1}
        assert rules.to_dict() == named | shrunk
        assert engine.Rules.from_dict(rules.to_dict()) == rules
    free = engine.Rules(cc, players=2, engine="highest_double", set=4, hand_size=3)
    assert free.parameters["rounds"] == 6
    assert (
        engine.Rules(cc, players=2, engine="highest_double", rounds=1000).parameters["rounds"]
        == 1000
    )


def test_every_reason_at_once(engine: Any) -> None:
    found = reasons(
        engine,
        "masters-draw",
        9,
        set=19,
        draw="sometimes",
        reserve=-1,
        colour="red",
        cover_duty=True,
        next_leader="rotate",
        target=0,
    )
    expected = {
        "players",
        "set",
        "draw",
        "reserve",
        "colour",
        "cover_duty",
        "next_leader",
        "target",
    }
    assert expected <= set(names(found))
    assert len(found) == len(set(found))
    found = reasons(
        engine,
        "masters-mexican-train",
        2,
        double_extra="must_cover",
        hand_size=1,
        cover_order="any",
        double_blank=1001,
        engine="descending",
        rounds=14,
    )
    assert {"double_extra", "cover_order", "double_blank", "rounds"} <= set(names(found))


@pytest.mark.parametrize(
    "wrong",
    [
        *({}, {2: 0}, {2: -1}, {2: "3"}, {2: True}, {2: 1.0}, {"two": 3}, {3: 4}, {"2": None}),
        *({1: 3, 2: 3}, {2: 3, 9: 3}, {None: 3, 2: 3}, {2.5: 3, 2: 3}, "3", 0),
    ],
)
def test_a_wrong_hand_size(engine: Any, wrong: Any) -> None:
    found = names(reasons(engine, "masters-draw", hand_size=wrong))
    assert set(found) <= {"hand_size", "players"}


def test_hand_size_is_a_number_or_a_map(engine: Any) -> None:
    number = engine.Rules("masters-draw", players=2, hand_size=3)
    assert number.parameters["hand_size"] == 3
    assert number.to_dict() == {"preset": "masters-draw", "players": 2, "hand_size": 3}
    by_int = engine.Rules("masters-draw", players=2, hand_size={2: 3, 3: 4})
    by_text = engine.Rules("masters-draw", players=2, hand_size={"2": 3, "3": 4})
    assert by_int == by_text
    assert hash(by_int) == hash(by_text)
    assert by_int.parameters["hand_size"] == {2: 3, 3: 4}
    assert by_int.to_dict()["hand_size"] == {"2": 3, "3": 4}
    assert engine.Rules.from_dict(json.loads(json.dumps(by_int.to_dict()))) == by_int
    with pytest.raises(RulesError):
        engine.Rules("masters-draw", players=4, hand_size={2: 3})


def test_to_dict_holds_what_differs_from_the_preset(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2, reserve=1, target=100, draw="one")
    assert rules.to_dict() == {
        "preset": "masters-draw",
        "players": 2,
        "draw": "one",
        "reserve": 1,
    }
    assert list(rules.to_dict()) == ["preset", "players", "draw", "reserve"]


def test_equality_hash_and_repr(engine: Any) -> None:
    a = engine.Rules("masters-draw", players=2, reserve=1)
    b = engine.Rules("masters-draw", players=2, reserve=1, draw="until_playable")
    assert a == b
    assert hash(a) == hash(b)
    assert a != engine.Rules("masters-draw", players=2)
    assert a != engine.Rules("masters-draw", players=3, reserve=1)
    assert a != "masters-draw"
    assert repr(a) == "Rules('masters-draw', players=2, reserve=1)"
    individual = engine.Rules("masters-block", players=4, partnership="none")
    assert individual != engine.Rules("masters-block-individual", players=4)
    for preset in PRESETS:
        rules = engine.Rules(preset, players=3, hand_size={3: 4, 2: 5})
        assert eval(repr(rules), {"Rules": engine.Rules}) == rules


def test_rules_are_immutable(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    for name in ("players", "preset", "parameters", "family"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(rules, name, 3)
    rules.parameters["set"] = 9
    rules.parameters["hand_size"][2] = 1
    rules.to_dict()["set"] = 9
    assert rules.parameters["set"] == 6
    assert rules.parameters["hand_size"][2] == 7


def test_a_mapping_handed_in_stays_the_callers(engine: Any) -> None:
    sizes = {2: 3}
    rules = engine.Rules("masters-draw", players=2, hand_size=sizes)
    sizes[2] = 9
    assert rules.parameters["hand_size"] == {2: 3}
    assert sizes == {2: 9}


def test_num_actions(engine: Any) -> None:
    for highest in (1, 6, 9, 18):
        count = (highest + 1) * (highest + 2) // 2
        rules = engine.Rules("masters-draw", players=2, set=highest, hand_size=1)
        assert rules.num_actions == 5 * count + 2
    for highest, players in ((2, 2), (2, 5), (6, 8), (12, 8), (18, 3)):
        count = (highest + 1) * (highest + 2) // 2
        rules = engine.Rules("dominos-cc-mexican-train", players=players, set=highest, hand_size=1)
        assert rules.num_actions == count * (players + 1) + 3


def test_errors_are_value_errors(engine: Any) -> None:
    with pytest.raises(ValueError, match="reserve"):
        engine.Rules("masters-draw", players=2, reserve=-1)
    assert issubclass(UnknownPresetError, RulesError)
    assert issubclass(RulesError, BonepileError)


class Word(str, Enum):  # noqa: UP042  (its str() is not its value)
    PRESET = "masters-draw"
    DRAW = "one"


class Number(IntEnum):
    TWO = 2


def test_texts_and_numbers_of_other_classes_are_taken_for_what_they_are(engine: Any) -> None:
    named = engine.Rules(Word.PRESET, players=Number.TWO, draw=Word.DRAW, reserve=Number.TWO)
    plain = engine.Rules("masters-draw", players=2, draw="one", reserve=2)
    assert (named, repr(named)) == (plain, repr(plain))
    assert pickle.loads(pickle.dumps(named)) == plain


def test_a_value_of_any_shape_is_refused_in_short(engine: Any) -> None:
    wide: Any = "0-0"
    for _ in range(40):
        wide = [wide, wide]
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for value in (wide, deep, "x" * 100_000, 10**10_000):
        with pytest.raises(RulesError) as refused:
            engine.Rules("masters-draw", players=value, reserve=value)
        assert len(str(refused.value)) < 1000
