"""Pictures of trains: nothing is cut, nothing overlaps, and every pip is there."""

from __future__ import annotations

import doctest
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest
from bonepile import ArgumentError, NotationError, longest_train, pictures
from bonepile.pictures import train_svg, train_text
from bonepile.types import Train
from building import halves, tiles

SVG = "{http://www.w3.org/2000/svg}"


def laid(text: str, start: int) -> Train:
    """The train of these tiles in this order."""
    chain, end = text.split(), start
    for tile in chain:
        end = sum(halves(tile)) - end
    return Train(tuple(chain), len(chain), sum(map(sum, map(halves, chain))), end)


def trains() -> list[tuple[Train, int]]:
    """Short and long trains of every set."""
    found = [(laid("", 3), 3), (laid("5-5", 5), 5), (laid("5-12", 12), 12)]
    for highest in range(1, 19):
        rest = tiles(highest)[:-1]
        for size in (3, 15, len(rest)):
            hand = Random(size).sample(rest, min(size, len(rest)))
            found.append((longest_train(hand, highest), highest))
    return found


def test_the_example() -> None:
    assert doctest.testmod(pictures).attempted == 3
    assert doctest.testmod(pictures).failed == 0


# Text


def test_a_train_in_rows() -> None:
    assert train_text(laid("5-12 5-5 5-10", 12), 12, width=16) == (
        "╔══╗       ┌──┐\n"
        "║12║┌──┬──┐│ 5│\n"
        "╠══╣│12│ 5│├──┤\n"
        "║12║└──┴──┘│ 5│\n"
        "╚══╝       └──┘\n"
        "┌──┬──┐\n"
        "│ 5│10│\n"
        "└──┴──┘"
    )


def test_a_train_that_lays_the_double_of_its_start() -> None:
    assert train_text(laid("5-5 0-5", 5), 5) == (
        "   ┌─┐\n╔═╗│5│┌─┬─┐\n║5║├─┤│5│0│\n╚═╝│5│└─┴─┘\n   └─┘"
    )


def test_a_train_in_ascii() -> None:
    assert train_text(laid("2-5 2-2", 5), 5, ascii=True) == (
        "#=#     +-+\n#5#+-+-+|2|\n#=#|5|2|+-+\n#5#+-+-+|2|\n#=#     +-+"
    )
    assert all(train_text(train, start, ascii=True).isascii() for train, start in trains())


@pytest.mark.parametrize("width", [1, 7, 20, 80, 1000])
def test_every_tile_is_whole_in_every_width(width: int) -> None:
    for train, start in trains():
        text = train_text(train, start, width)
        assert max(map(len, text.splitlines())) <= max(width, 7)
        doubles = sum(low == high for low, high in map(halves, train.tiles))
        assert text.count("└") == text.count("┘") == train.count
        assert text.count("├") == text.count("┤") == doubles
        assert text.count("┬") == text.count("┴") == train.count - doubles
        assert text.count("╔") == 1


# SVG


def box(rect: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(rect.get(key, 0)) for key in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def inside(inner: tuple[float, ...], outer: tuple[float, ...]) -> bool:
    left, top, right, bottom = outer
    return left <= inner[0] and top <= inner[1] and inner[2] <= right and inner[3] <= bottom


def pips_of(tile: tuple[float, ...], picture: ElementTree.Element) -> tuple[int, int]:
    """What is drawn on the first and on the second half of a tile."""
    left, top, right, bottom = tile
    upright, alone = bottom - top > right - left, bottom - top == right - left
    middle = (top + bottom) / 2 if upright else (left + right) / 2
    found = [0, 0]
    for dot in picture.iter(f"{SVG}circle"):
        x, y, r = (float(dot.get(key, 0)) for key in ("cx", "cy", "r"))
        if inside((x - r, y - r, x + r, y + r), tile):
            found[(y if upright else x) > middle] += 1
            assert alone or abs((y if upright else x) - middle) > r, "the bar is free"
    for text in picture.iter(f"{SVG}text"):
        x, y = float(text.get("x", 0)), float(text.get("y", 0))
        if inside((x, y, x, y), tile):
            found[(y if upright else x) > middle] += int(text.text or "")
    return found[0], found[1]


@pytest.mark.parametrize("width", [70, 360, 900])
def test_nothing_is_cut_and_nothing_overlaps(width: int) -> None:
    for train, start in trains():
        picture = ElementTree.fromstring(train_svg(train, start, width))
        page, lead, *rest = map(box, picture.iter(f"{SVG}rect"))
        assert picture.get("viewBox") == f"0 0 {page[2]:g} {page[3]:g}"
        assert page[2] <= width
        assert len(rest) == train.count
        assert all(inside(tile, page) for tile in (lead, *rest))
        for one, other in combinations((lead, *rest), 2):
            apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
            assert apart


def test_every_pip_is_drawn_in_the_order_of_play() -> None:
    for train, start in trains():
        picture = ElementTree.fromstring(train_svg(train, start))
        lead, *rest = [box(rect) for rect in picture.iter(f"{SVG}rect")][1:]
        alone = f"{start}-{start}" in train.tiles
        assert sum(pips_of(lead, picture)) == (start if alone else 2 * start)
        end, told = start, []
        for tile, place in zip(train.tiles, rest, strict=True):
            near, end = end, sum(halves(tile)) - end
            assert pips_of(place, picture) == (near, end)
            told.append(f"{near}-{end}")
        title = picture.find(f"{SVG}title")
        assert title is not None
        assert title.text == f"Train from {start}: {' '.join(told) or 'no tiles'}"


def test_a_picture_is_for_light_and_dark_pages() -> None:
    light, _, dark = train_svg(laid("2-5", 5), 5).partition("(prefers-color-scheme: dark)")
    for kind in ("page", "tile", "lead", "bar", "pip"):
        assert f".{kind} {{" in light
        assert f".{kind} {{" in dark


# Refusals


@pytest.mark.parametrize("draw", [train_text, train_svg])
def test_what_is_no_train_is_refused(draw: object) -> None:
    assert callable(draw)
    for chain, start, error, said in (
        (("2-5", "3-4"), 5, ArgumentError, "tiles[1]: 3-4 does not fit 2"),
        (("2-5",), 3, ArgumentError, "tiles[0]: 2-5 does not fit 3"),
        (("2-5", "2-x"), 5, NotationError, "tiles[1]: '2-x' is not a tile"),
        (("5-2",), 5, NotationError, "tiles[0]: '5-2' is not a tile"),
        (("05-5",), 5, NotationError, "tiles[0]: '05-5' is not a tile"),
        (("5-19",), 5, NotationError, "tiles[0]: '5-19' is not a tile"),
        ((), 19, ArgumentError, "start must be at least 0 and below 19"),
        ((), -1, ArgumentError, "start must be at least 0 and below 19"),
    ):
        with pytest.raises(error) as caught:
            draw(Train(chain, len(chain), 0, 0), start)
        assert str(caught.value) == said


def test_a_picture_has_room_for_one_tile() -> None:
    with pytest.raises(ArgumentError, match="width must be at least 70"):
        train_svg(laid("", 3), 3, width=69)
