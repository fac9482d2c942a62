"""What random play seldom meets in line games."""

from __future__ import annotations

from collections.abc import Callable

from . import line_layouts, line_signs, train_signs, wishes
from .mending import share_fewest_pips, unchanged
from .situation import MakeLayout, Mend, Situation
from .table import Sizes, Wanted
from .trace import Trace
from .train_layouts import shuffled
from .wishes import Wish, anything

__all__ = ["LINE"]


def _line(
    name: str,
    met: Callable[[Trace], bool],
    wanted: Wanted | None = None,
    *,
    layout: MakeLayout = shuffled,
    sizes: Sizes | None = None,
    wish: Wish = anything,
    attempts: tuple[int, int] = (6, 16),
    mend: Mend = unchanged,
) -> Situation:
    sizes = sizes or Sizes(set=(2, 6), seats=(2, 4))
    return Situation(name, met, ("line",), wanted or {}, sizes, layout, wish, None, attempts, mend)


_DRAWS: Wanted = {"draw": ("one", "until_playable")}
_PARTNERS: Wanted = {"partnership": ("at_four",), "go_out": ("both_partners",)}
_FIVES: Wanted = {"in_play": ("fives",), "spinner": ("first_double",), "opening": ("any_tile",)}
_SPINNER: Wanted = {"spinner": ("first_double",)}
_LOWEST_OPENS: Wanted = {"opening": ("highest_double",)}
_FOUR = Sizes(set=(3, 6), hand=(2, 5), boneyard=(0, 12), seats=(4, 4))
_ROOMY = Sizes(set=(3, 6), hand=(2, 6), boneyard=(2, 16), seats=(2, 4))

LINE = (
    _line("double-blank-left", line_signs.double_blank_left, wish=wishes.hold_blank),
    _line(
        "redeal",
        line_signs.redeal,
        {**_LOWEST_OPENS, "no_double": ("redeal",)},
        layout=line_layouts.no_double_dealt,
    ),
    _line(
        "heaviest-tile-leads",
        line_signs.heaviest_tile_leads,
        {**_LOWEST_OPENS, "no_double": ("highest_tile",)},
        layout=line_layouts.equally_heavy,
    ),
    _line("other-leader", line_signs.other_leader, {"opening": ("any_tile",)}),
    _line(
        "voluntary-draw",
        line_signs.voluntary_draw,
        {**_DRAWS, "voluntary_draw": (True,)},
        sizes=_ROOMY,
        wish=wishes.draw,
    ),
    _line("reserve-reached", line_signs.reserve_reached, {**_DRAWS, "reserve": (1, 2, 3)}),
    _line(
        "draw-one-and-pass",
        train_signs.drew_one_and_passed,
        {"draw": ("one",)},
        sizes=_ROOMY,
        wish=wishes.leave_few_actions,
    ),
    _line("both-partners-out", line_signs.both_partners_out, _PARTNERS, sizes=_FOUR),
    _line("seat-passed-over", line_signs.seat_passed_over, _PARTNERS, sizes=_FOUR),
    _line("blocked-with-a-seat-out", line_signs.blocked_with_a_seat_out, _PARTNERS, sizes=_FOUR),
    _line("last-tile-a-double", line_signs.last_tile_is_a_double, wish=wishes.hold_doubles),
    _line(
        "spinner-last",
        line_signs.spinner_is_the_last_tile,
        {**_SPINNER, "opening": ("any_tile",)},
        layout=line_layouts.one_double_each,
        sizes=Sizes(set=(3, 6), hand=(1, 4), seats=(2, 3)),
        wish=wishes.hold_doubles,
        attempts=(20, 16),
    ),
    _line(
        "spinner-half-open",
        line_signs.spinner_half_open,
        {**_SPINNER, "opening": ("any_tile",)},
        layout=line_layouts.one_double_each,
        wish=wishes.hold_doubles,
        attempts=(12, 16),
    ),
    _line("both-cross-arms", line_signs.both_cross_arms, _SPINNER, wish=wishes.doubles_first),
    _line("count-of-nothing", line_signs.count_of_nothing, _FIVES),
    _line(
        "equal-lowest",
        line_signs.equal_lowest,
        layout=line_layouts.stuck,
        sizes=Sizes(set=(2, 4), boneyard=(0, 8), seats=(2, 3)),
        wish=wishes.leave_few_actions,
        attempts=(40, 24),
        mend=share_fewest_pips,
    ),
    _line("rounded-up", line_signs.rounded_up, {"round_to": (5,)}),
    _line("rounded-down", line_signs.rounded_down, {"round_to": (5,)}),
    _line(
        "negative-points",
        line_signs.negative_points,
        {"partnership": ("at_four",), "score_out": ("opponents_minus_own",)},
        sizes=_FOUR,
    ),
    _line(
        "negative-rounded",
        line_signs.negative_rounded,
        {"partnership": ("at_four",), "score_out": ("opponents_minus_own",), "round_to": (5,)},
        sizes=_FOUR,
    ),
    *(
        _line(
            f"count-of-{count}",
            line_signs.count_of(count),
            _FIVES,
            layout=line_layouts.adding_up_to(count),
            sizes=Sizes(set=(6, 7), hand=(5, 7), boneyard=(0, 30), seats=(2, 4)),
        )
        for count in range(5, 40, 5)
    ),
)
"""Situations of line games."""
