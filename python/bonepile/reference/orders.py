"""What may have been scored in play, over all orders in which a layout may have grown."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TypeAlias

from .line import shown_at_end
from .positions import LinePosition
from .tiles import Tile, is_double, other_half

MOST_TILES = 28
"""Orders are looked at for layouts of no more tiles; larger ones have too many."""

Lengths: TypeAlias = tuple[int, ...]
"""How long the arms L, R, N and S were at some moment."""


class Orders:
    """Every order in which the tiles of a layout may have been laid, as paths of arm lengths."""

    def __init__(self, position: LinePosition, lead: Tile) -> None:
        self.lead = lead
        self.arms = position.arms
        self.spinner = position.spinner
        starts = (*lead, *(lead if position.spinner is None else position.spinner))
        self.shown = [
            [shown_at_end(lead, start) if arm < 2 else 0, *shown_on_arm(start, tiles)]
            for arm, (start, tiles) in enumerate(zip(starts, self.arms, strict=True))
        ]

    def sums(self) -> set[int]:
        """What all sides may have scored together.

        ``scored`` holds for each moment the possible sums, bit s for the sum 5 s.
        """
        scored: dict[Lengths, int] = {}
        for lengths in product(*(range(len(arm) + 1) for arm in self.arms)):
            if not self.is_possible(lengths):
                continue
            before = 0 if any(lengths) else 1
            for arm in range(4):
                earlier = (*lengths[:arm], lengths[arm] - 1, *lengths[arm + 1 :])
                before |= scored.get(earlier, 0)
            count = self.count(lengths)
            scored[lengths] = before << (count // 5 if count % 5 == 0 else 0)
        sums = scored[tuple(map(len, self.arms))]
        return {5 * bit for bit in range(sums.bit_length()) if sums >> bit & 1}

    def count(self, lengths: Lengths) -> int:
        """L-COUNT-3: the sum of what shows at the ends. L-COUNT-5: a lead alone counts once."""
        if not any(lengths):
            return sum(self.lead)
        return sum(shown[length] for shown, length in zip(self.shown, lengths, strict=True))

    def is_possible(self, lengths: Lengths) -> bool:
        """L-SPIN-2: the spinner comes before other doubles. L-SPIN-3: N and S come after it."""
        taken = [lengths[arm] >= self.sides_taken[arm] for arm in (0, 1)]
        if any(lengths[2:]) and not all(taken):
            return False
        later, other = self.later_double
        return lengths[other] < later or self.spinner in self.arms[1 - other][: lengths[1 - other]]

    @cached_property
    def sides_taken(self) -> tuple[int, int]:
        """How long L and R must be for both sides of the spinner in the line to be taken."""
        if self.spinner is None or self.spinner == self.lead:
            return (1, 1)
        left, right = (
            arm.index(self.spinner) + 2 if self.spinner in arm else 0 for arm in self.arms[:2]
        )
        return left, right

    @cached_property
    def later_double(self) -> tuple[int, int]:
        """How long the arm without the spinner is with its first double, and which arm that is."""
        never = MOST_TILES + 1
        if self.spinner is None or self.spinner == self.lead:
            return never, 0
        other = 1 if self.spinner in self.arms[0] else 0
        doubles = [at for at, tile in enumerate(self.arms[other], 1) if is_double(tile)]
        return min(doubles, default=never), other


def shown_on_arm(start: int, tiles: tuple[Tile, ...]) -> list[int]:
    """What shows at the end of an arm after each of its tiles."""
    shown = []
    end = start
    for tile in tiles:
        end = other_half(tile, end)
        shown.append(shown_at_end(tile, end))
    return shown
