"""``bonepile longest-train``: the longest chain that a hand can lay."""

from __future__ import annotations

import json
import re
import shutil
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import cast

from ..pictures import train_svg, train_text
from ..types import Train
from .common import UsageError, engine_module, load_engine
from .solved import Solver

__all__ = ["run"]

TILE = re.compile(r"(1[0-8]|\d)-(1[0-8]|\d)", re.ASCII)


def run(options: Namespace) -> int:
    """Run the subcommand."""
    engine = cast(Solver, load_engine(engine_module(options)))
    hand = _hand(options.tiles)
    train = engine.longest_train(hand, options.start, options.by)
    left = [tile for tile in hand if tile not in train.tiles]
    if options.svg is not None:
        _write(options.svg, train_svg(train, options.start))
    if options.json:
        asked = {"start": options.start, "by": options.by}
        print(json.dumps({**asked, **_told(train), "left": left}))
    else:
        _show(train, options.start, left)
    return 0


def _hand(texts: Sequence[str]) -> list[str]:
    """Read tiles, with blanks or commas between them and either half first."""
    named = re.split(r"[\s,]+", " ".join(texts).strip(" ,\t\n"))
    if named == [""]:
        raise UsageError("the hand is empty")
    return [_tile(text, place) for place, text in enumerate(named)]


def _tile(text: str, place: int) -> str:
    read = TILE.fullmatch(text)
    if read is None:
        raise UsageError(f"hand[{place}]: {text!r} is not a tile from 0-0 to 18-18")
    low, high = sorted(map(int, read.groups()))
    return f"{low}-{high}"


def _told(train: Train) -> dict[str, object]:
    return {"tiles": train.tiles, "count": train.count, "pips": train.pips, "end": train.end}


def _write(path: str, svg: str) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def _show(train: Train, start: int, left: Sequence[str]) -> None:
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
    print(train_text(train, start, width, ascii=not _takes_boxes()))
    tiles = "1 tile" if train.count == 1 else f"{train.count} tiles"
    pips = "1 pip" if train.pips == 1 else f"{train.pips} pips"
    print(f"{tiles}, {pips}, ends in {train.end}")
    print(f"left in the hand: {' '.join(left) or 'nothing'}")


def _takes_boxes() -> bool:
    try:
        "┌".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
