"""What random play seldom meets in train games."""

from __future__ import annotations

from collections.abc import Callable

from . import line_signs, train_layouts, train_signs, wishes
from .situation import MakeLayout, Situation
from .table import Sizes, Wanted
from .trace import Trace
from .train_layouts import shuffled
from .wishes import Wish, anything

__all__ = ["TRAIN"]

_SMALL = Sizes()


def _train(
    name: str,
    met: Callable[[Trace], bool],
    wanted: Wanted | None = None,
    *,
    layout: MakeLayout = shuffled,
    sizes: Sizes | None = None,
    wish: Wish = anything,
    own: tuple[str, ...] | None = None,
    attempts: tuple[int, int] = (4, 16),
) -> Situation:
    sizes = sizes or _SMALL
    return Situation(name, met, ("train",), wanted or {}, sizes, layout, wish, own, attempts)


_CHAIN: Wanted = {"first_turn": ("chain",)}
_FINISH: Wanted = {**_CHAIN, "finish_first_circuit": (True,)}
_EXTRA_TURN: Wanted = {**_CHAIN, "first_turn_double": ("extra_turn",)}
_DUTY: Wanted = {"cover_duty": (True,)}
_DRAWN: Wanted = {"engine": ("highest_double",)}
_ROOMY = Sizes(set=(3, 6), hand=(2, 6), boneyard=(2, 16), seats=(2, 4))
_TIGHT = Sizes(set=(2, 4), hand=(2, 7), boneyard=(0, 1), seats=(2, 4))
_SIX = Sizes(set=(6, 9), hand=(4, 8), boneyard=(0, 30), seats=(2, 4))

TRAIN = (
    _train(
        "double-blank-left",
        line_signs.double_blank_left,
        layout=train_layouts.double_blank_stays,
        wish=wishes.hold_blank,
    ),
    _train(
        "out-in-first-turn",
        train_signs.out_in_first_turn,
        {**_CHAIN, "finish_first_circuit": (False,)},
        layout=train_layouts.out_at_once,
        sizes=_SIX,
    ),
    _train(
        "out-in-first-turn-of-a-circuit-to-finish",
        train_signs.out_in_first_turn,
        _FINISH,
        layout=train_layouts.out_at_once,
        sizes=_SIX,
    ),
    _train(
        "several-out-in-first-turns",
        train_signs.several_out_in_first_turns,
        _FINISH,
        layout=train_layouts.whole_chains,
        sizes=_SIX,
    ),
    _train(
        "circuit-ends-with-pass",
        train_signs.circuit_ends_with_pass,
        _FINISH,
        layout=train_layouts.last_seat_cannot_start,
        sizes=_SIX,
    ),
    _train(
        "chain-ends-on-double",
        train_signs.chain_ends_on_double,
        {**_CHAIN, "first_turn_double": ("no_effect",)},
        layout=train_layouts.chains_to_doubles,
        sizes=_SIX,
    ),
    _train(
        "extra-turn",
        train_signs.extra_turn,
        _EXTRA_TURN,
        layout=train_layouts.chains_to_doubles,
        sizes=_SIX,
    ),
    _train(
        "out-in-extra-turn",
        train_signs.out_in_extra_turn,
        {**_EXTRA_TURN, "cover_duty": (False,)},
        layout=train_layouts.double_then_out,
        sizes=_SIX,
    ),
    _train(
        "no-extra-turn-while-finishing",
        train_signs.no_extra_turn_while_finishing,
        {**_FINISH, "first_turn_double": ("extra_turn",)},
        layout=train_layouts.out_then_double,
        sizes=_SIX,
    ),
    _train(
        "dead-double-brings-extra-turn",
        train_signs.dead_double_brings_extra_turn,
        {**_EXTRA_TURN, **_DUTY, "dead_double": ("exempt",)},
        layout=train_layouts.dying_double,
        sizes=Sizes(set=(3, 6), hand=(4, 9), seats=(2, 3)),
    ),
    _train(
        "stopped-after-double",
        train_signs.stopped_after_double,
        _CHAIN,
        sizes=_SIX,
        wish=wishes.stop_at_double,
    ),
    _train(
        "first-turn-beside-open-double",
        train_signs.first_turn_beside_open_double,
        {**_CHAIN, **_DUTY},
        layout=train_layouts.chains_to_doubles,
        sizes=_SIX,
    ),
    _train(
        "first-turn-pass-without-boneyard",
        train_signs.first_turn_pass_without_boneyard,
        _CHAIN,
        layout=train_layouts.no_start,
        sizes=_TIGHT,
        own=(),
    ),
    _train(
        "engine-drawn",
        train_signs.engine_drawn,
        _DRAWN,
        layout=train_layouts.engine_in_boneyard,
        sizes=_ROOMY,
    ),
    _train(
        "engine-drawn-after-all-seats",
        train_signs.engine_drawn_after_all_seats,
        _DRAWN,
        layout=train_layouts.engine_in_boneyard,
        sizes=_ROOMY,
    ),
    _train("blank-engine", train_signs.blank_engine, {"engine": ("descending",)}),
    *(
        _train(
            f"several-open-doubles-{order}",
            train_signs.several_open_doubles,
            {**_DUTY, "cover_order": (order,)},
            layout=train_layouts.chains_to_doubles,
            sizes=_SIX,
            wish=wishes.doubles_first,
        )
        for order in ("oldest_first", "newest_first", "any")
    ),
    *(
        _train(
            f"dead-double-{dead}",
            train_signs.dead_double,
            {**_DUTY, "dead_double": (dead,)},
            layout=train_layouts.dying_double,
            sizes=Sizes(set=(2, 6), hand=(4, 9), seats=(2, 3)),
            wish=wishes.hold_doubles,
        )
        for dead in ("binding", "exempt")
    ),
    _train(
        "dead-double-ends-turn",
        train_signs.dead_double_ends_turn,
        {**_DUTY, "dead_double": ("exempt",), "double_extra": ("must_cover",)},
        sizes=Sizes(set=(2, 4), hand=(2, 7), boneyard=(0, 4), seats=(2, 3)),
        wish=wishes.hold_doubles,
    ),
    _train(
        "three-doubles-in-a-turn",
        train_signs.three_doubles_in_a_turn,
        {"double_extra": ("anywhere",)},
        layout=train_layouts.three_doubles,
        sizes=Sizes(set=(5, 9), hand=(5, 8), boneyard=(2, 40), seats=(2, 4)),
    ),
    _train(
        "extra-play-passes",
        train_signs.extra_play_passes,
        {"double_extra": ("anywhere",)},
        wish=wishes.uncovered,
    ),
    _train(
        "nothing-covers",
        train_signs.extra_play_passes,
        {**_DUTY, "double_extra": ("must_cover",)},
        wish=wishes.uncovered,
    ),
    _train(
        "draws-twice-in-a-turn",
        train_signs.draws_twice_in_a_turn,
        {"draw": ("one",), "double_extra": ("anywhere", "must_cover")},
        sizes=_ROOMY,
    ),
    _train("duty-comes-back", train_signs.duty_comes_back, _DUTY, wish=wishes.uncovered),
    _train("last-tile-a-double", train_signs.last_tile_is_a_double, wish=wishes.hold_doubles),
    _train(
        "starts-marked-train",
        train_signs.starts_marked_train,
        {"start_marked": (True,)},
        layout=train_layouts.no_start,
        sizes=_ROOMY,
        wish=wishes.off_own_train,
    ),
    _train(
        "marked-train-waits",
        train_signs.marked_train_waits,
        {"start_marked": (False,)},
        layout=train_layouts.no_start,
        sizes=_ROOMY,
        wish=wishes.off_own_train,
    ),
    _train("plays-on-marked-train", train_signs.plays_on_marked_train, wish=wishes.off_own_train),
    _train(
        "blocked-by-last-marker",
        train_signs.blocked_by_last_marker,
        {"block": ("n_passes",)},
        sizes=_TIGHT,
        wish=wishes.leave_few_actions,
        attempts=(6, 30),
    ),
    _train(
        "count-begins-again",
        train_signs.count_begins_again,
        {"block": ("n_passes_stable",)},
        sizes=_TIGHT,
        wish=wishes.leave_few_actions,
    ),
    _train("draw-one-and-pass", train_signs.drew_one_and_passed, {"draw": ("one",)}),
)
"""Situations of train games."""
