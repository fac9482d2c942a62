"""A bar chart with a logarithmic axis, as an SVG of its own: no library, no script.

It brings its background along and has colours for light and for dark, so that it can be read on
any page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

LABELS, BARS, FIGURES = 330, 520, 90
ROW, GROUP, TOP, BOTTOM = 22, 30, 78, 30
WIDTH = LABELS + BARS + FIGURES

STYLE = """
.page { fill: #ffffff; stroke: #d0d7de } .text { fill: #1f2328 } .quiet { fill: #59636e }
.line { stroke: #d0d7de } .own { fill: #0a6e5c } .reference { fill: #7fb8a8 }
.peer { fill: #c4511a } .background { fill: #8c96a1 }
text { font: 13px system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif }
.title { font-size: 17px; font-weight: 600 } .head { font-weight: 600 }
"""
DARK = """
.page { fill: #151b23; stroke: #3d444d } .text { fill: #f0f6fc } .quiet { fill: #9198a1 }
.line { stroke: #3d444d } .own { fill: #3fc9a8 } .reference { fill: #2b7d6b }
.peer { fill: #f08a4b } .background { fill: #6e7681 }
"""


class Bar(NamedTuple):
    """A bar: its label, its value, and its kind, which is its colour."""

    label: str
    value: float
    kind: str


class Group(NamedTuple):
    """Bars under one heading."""

    heading: str
    bars: Sequence[Bar]


class Axis(NamedTuple):
    """Powers of ten from one that is below every value to one that is above."""

    first: int
    last: int

    @classmethod
    def around(cls, values: Sequence[float]) -> Axis:
        """The narrowest that holds all of them."""
        return cls(math.floor(math.log10(min(values))), math.ceil(math.log10(max(values))))

    def length(self, value: float) -> float:
        """How far a value lies from the axis's beginning."""
        return (math.log10(value) - self.first) / (self.last - self.first) * BARS


def short(value: float) -> str:
    """Three digits and a unit: 12.3 M."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def draw(title: str, kinds: dict[str, str], groups: Sequence[Group]) -> str:
    """The chart; ``kinds`` tells what each kind of bar is."""
    axis = Axis.around([bar.value for group in groups for bar in group.bars])
    height = TOP + BOTTOM + sum(GROUP + ROW * len(group.bars) for group in groups)
    body = [*_head(title, kinds, height), *_grid(axis, height)]
    y = TOP
    for group in groups:
        body.append(_text(16, y + 20, group.heading, "text head"))
        y += GROUP
        for bar in group.bars:
            body += _bar(bar, axis, y)
            y += ROW
    return "\n".join([*body, "</svg>", ""])


def _head(title: str, kinds: dict[str, str], height: int) -> list[str]:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}@media (prefers-color-scheme: dark) {{{DARK}}}\n</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="6"/>',
        _text(16, 28, title, "text title"),
    ]
    x = 16
    for kind, meaning in kinds.items():
        lines.append(f'<rect class="{kind}" x="{x}" y="41" width="12" height="12" rx="2"/>')
        lines.append(_text(x + 18, 52, meaning, "quiet"))
        x += 44 + 7 * len(meaning)
    return lines


def _grid(axis: Axis, height: int) -> list[str]:
    lines = []
    for power in range(axis.first, axis.last + 1):
        x = LABELS + axis.length(10**power)
        top, bottom = TOP, height - BOTTOM
        lines.append(f'<line class="line" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>')
        lines.append(_text(x, height - 11, short(10**power), "quiet", "middle"))
    return lines


def _bar(bar: Bar, axis: Axis, y: int) -> list[str]:
    length = axis.length(bar.value)
    return [
        _text(LABELS - 10, y + 14, bar.label, "text", "end"),
        f'<rect class="{bar.kind}" x="{LABELS}" y="{y + 2}" width="{length:.1f}" height="17"/>',
        _text(LABELS + length + 7, y + 14, short(bar.value), "text"),
    ]


def _text(x: float, y: float, words: str, style: str, anchor: str = "start") -> str:
    place = f'x="{x:.1f}" y="{y}" text-anchor="{anchor}"'
    return f'<text class="{style}" {place}>{escape(words)}</text>'
