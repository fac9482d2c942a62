"""Pictures of trains: box drawings for a terminal, and SVG.

>>> from bonepile import longest_train
>>> from bonepile.pictures import train_text
>>> print(train_text(longest_train(["2-5", "5-5"], 2), 2))
╔═╗     ┌─┐
║2║┌─┬─┐│5│
╠═╣│2│5│├─┤
║2║└─┴─┘│5│
╚═╝     └─┘

The double that a train starts from, its engine, is drawn first and stands out. Doubles lie across.
A train that lays this double itself has only started from an open end: a single half is drawn then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bonepile.errors import ArgumentError, NotationError
from bonepile.types import Train

__all__ = ["train_svg", "train_text"]

HIGHEST = 18


class _Piece(NamedTuple):
    """A tile as it lies, the half that fits first; ``far`` is None for an open end alone."""

    near: int
    far: int | None
    leads: bool = False

    @property
    def across(self) -> bool:
        return self.near == self.far


def _pieces(train: Train, start: int) -> list[_Piece]:
    """List what is drawn, and see to it that every tile fits the one before."""
    if not 0 <= start <= HIGHEST:
        raise ArgumentError(f"start must be at least 0 and below {HIGHEST + 1}")
    alone = f"{start}-{start}" in train.tiles
    pieces = [_Piece(start, None if alone else start, leads=True)]
    end = start
    for place, tile in enumerate(train.tiles):
        low, high = _halves(tile, place)
        if end not in {low, high}:
            raise ArgumentError(f"tiles[{place}]: {tile} does not fit {end}")
        near, end = end, low + high - end
        pieces.append(_Piece(near, end))
    return pieces


def _halves(tile: str, place: int) -> tuple[int, int]:
    read = re.fullmatch(r"(\d{1,2})-(\d{1,2})", tile, re.ASCII)
    if read is not None:
        low, high = int(read[1]), int(read[2])
        if low <= high <= HIGHEST and tile == f"{low}-{high}":
            return low, high
    raise NotationError(f"tiles[{place}]: {tile!r} is not a tile")


def _rows(widths: Sequence[int], width: int) -> Iterator[slice]:
    """Break pieces of these widths into rows; what is wider than a row has one of its own."""
    first, used = 0, 0
    for at, wide in enumerate(widths):
        if at > first and used + wide > width:
            yield slice(first, at)
            first, used = at, 0
        used += wide
    yield slice(first, len(widths))


# Text

LINES = tuple("─│┌┬┐├┤└┴┘"), tuple("═║╔╦╗╠╣╚╩╝")
"""Of a tile, and of the engine."""
ASCII_LINES = tuple("-|++++++++"), tuple("=#########")


def train_text(train: Train, start: int, width: int = 80, *, ascii: bool = False) -> str:
    """Draw a train in text, in rows of at most ``width`` characters, without a last newline.

    ``start``: the open end that it starts from. ``width``: a tile that is wider has a row of its
    own. ``ascii``: draw the boxes with ``-``, ``|`` and ``+``.

    Raises NotationError for text that is no tile, ArgumentError for a tile that does not fit the
    one before and a start that is not 0 to 18.
    """
    pieces = _pieces(train, start)
    digits = max(len(str(pip)) for piece in pieces for pip in (piece.near, piece.far or 0))
    drawn = [_in_text(piece, digits, ascii) for piece in pieces]
    pictures = []
    for row in _rows([len(lines[0]) for lines in drawn], width):
        lines = ["".join(parts).rstrip() for parts in zip(*drawn[row], strict=True)]
        pictures.append("\n".join(line for line in lines if line))
    return "\n".join(pictures)


def _in_text(piece: _Piece, digits: int, ascii: bool) -> list[str]:
    """Draw one piece five lines high; the middle one is where the train goes along."""
    kinds = ASCII_LINES if ascii else LINES
    flat, up, top_left, top, top_right, left, right, low_left, low, low_right = kinds[piece.leads]
    bar = flat * digits
    near = f"{piece.near:>{digits}}"
    if piece.across:
        half = f"{up}{near}{up}"
        ends = f"{top_left}{bar}{top_right}", f"{low_left}{bar}{low_right}"
        return [ends[0], half, f"{left}{bar}{right}", half, ends[1]]
    if piece.far is None:
        lines = [f"{top_left}{bar}{top_right}", f"{up}{near}{up}", f"{low_left}{bar}{low_right}"]
    else:
        lines = [
            f"{top_left}{bar}{top}{bar}{top_right}",
            f"{up}{near}{up}{piece.far:>{digits}}{up}",
            f"{low_left}{bar}{low}{bar}{low_right}",
        ]
    blank = " " * len(lines[0])
    return [blank, *lines, blank]


# SVG

HALF = 27
"""The side of half a tile: six tiles lie side by side in the narrowest picture of a phone."""
GAP = 2
BETWEEN_ROWS = 8
MARGIN = 8
APART = 7
"""From one dot to the next."""

DOTS = {
    0: "",
    1: "e",
    2: "cg",
    3: "ceg",
    4: "acgi",
    5: "acegi",
    6: "abcghi",
    7: "abceghi",
    8: "abcdfghi",
    9: "abcdefghi",
}
"""Where the pips of a half are, in a grid of ``abc``, ``def``, ``ghi`` on a tile that lies along.

There are dots up to 9, which the eye knows at a glance. More would have to be counted, and those
of a 17 and an 18 are the same grey at this size: from 10 on there are numerals.
"""

STYLE = """<style>
.bonepile-train .page { fill: #ffffff }
.bonepile-train .tile { fill: #fbf7ea; stroke: #6e6652 }
.bonepile-train .lead { fill: #d9efe8; stroke: #0a6e5c; stroke-width: 2 }
.bonepile-train .bar { stroke: #a79e86 }
.bonepile-train .pip { fill: #1f2328 }
.bonepile-train text { font: 600 16px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif }
@media (prefers-color-scheme: dark) {
.bonepile-train .page { fill: #151b23 }
.bonepile-train .tile { fill: #2a313b; stroke: #8b949e }
.bonepile-train .lead { fill: #17423a; stroke: #3fc9a8 }
.bonepile-train .bar { stroke: #59636e }
.bonepile-train .pip { fill: #f0f6fc }
}
</style>"""


def train_svg(train: Train, start: int, width: int = 360) -> str:
    """Draw a train as an SVG document, for light and dark pages.

    ``start``: the open end that it starts from. ``width``: of the picture at most, in pixels, at
    least 70; it is as wide as its rows and as high as it has to be.

    Raises NotationError for text that is no tile, ArgumentError for a tile that does not fit the
    one before, a start that is not 0 to 18 and a width below 70.
    """
    if width < 2 * HALF + 2 * MARGIN:
        raise ArgumentError(f"width must be at least {2 * HALF + 2 * MARGIN}")
    pieces = _pieces(train, start)
    widths = [_width(piece) + GAP for piece in pieces]
    body: list[str] = []
    widest, y = 0, MARGIN
    for row in _rows(widths, width - 2 * MARGIN + GAP):
        height = 2 * HALF if any(piece.across for piece in pieces[row]) else HALF
        x = MARGIN
        for piece, wide in zip(pieces[row], widths[row], strict=True):
            body += _in_svg(piece, x, y + height // 2)
            x += wide
        widest = max(widest, x - GAP + MARGIN)
        y += height + BETWEEN_ROWS
    tall = y - BETWEEN_ROWS + MARGIN
    told = " ".join(f"{piece.near}-{piece.far}" for piece in pieces[1:]) or "no tiles"
    size = f'width="{widest}" height="{tall}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {widest} {tall}" {size}',
        ' role="img" class="bonepile-train">',
        f"<title>Train from {start}: {told}</title>",
        STYLE,
        f'<rect class="page" {size}/>',
    ]
    return "\n".join([*head, *body, "</svg>\n"])


def _width(piece: _Piece) -> int:
    return HALF if piece.across or piece.far is None else 2 * HALF


def _in_svg(piece: _Piece, x: int, middle: int) -> list[str]:
    """Draw one piece whose left side is at ``x`` and whose middle is at that height."""
    high = HALF if piece.across else HALF / 2
    wide, kind = _width(piece), "lead" if piece.leads else "tile"
    top = middle - high
    place = f'x="{x + 0.5}" y="{top + 0.5:g}" width="{wide - 1}" height="{2 * high - 1:g}"'
    drawn = [f'<rect class="{kind}" {place} rx="4"/>']
    if piece.across:
        drawn.append(f'<path class="bar" d="M{x + 5} {middle}h{HALF - 10}"/>')
        halves = [(piece.near, x, top), (piece.near, x, float(middle))]
    elif piece.far is not None:
        drawn.append(f'<path class="bar" d="M{x + HALF} {top + 5:g}v{HALF - 10}"/>')
        halves = [(piece.near, x, top), (piece.far, x + HALF, top)]
    else:
        halves = [(piece.near, x, top)]
    for pip, left, upper in halves:
        drawn += _pips(pip, left, upper, piece.across)
    return drawn


def _pips(pip: int, left: int, top: float, across: bool) -> Iterator[str]:
    if pip not in DOTS:
        x, y = left + HALF / 2, top + HALF / 2 + 5.5
        yield f'<text class="pip" x="{x:g}" y="{y:g}" text-anchor="middle">{pip}</text>'
        return
    for dot in DOTS[pip]:
        row, column = divmod(ord(dot) - ord("a"), 3)
        if across:
            row, column = column, 2 - row
        x, y = left + HALF / 2 + APART * (column - 1), top + HALF / 2 + APART * (row - 1)
        yield f'<circle class="pip" cx="{x:g}" cy="{y:g}" r="2.6"/>'
