"""Columns of numbers that Python looks at where they lie: what they export, and for how long."""

from __future__ import annotations

import ctypes
import gc
import hashlib
import pickle
import struct
from collections.abc import Callable
from functools import partial
from typing import Any

import bonepile
import pytest

RULES = bonepile.Rules("masters-mexican-train", players=4)
SLOTS = 3


def of_playouts(name: str) -> memoryview:
    column: memoryview = getattr(bonepile.playouts(RULES, 20, 5), name)
    return column


def of_rounds_in_step(name: str) -> memoryview:
    column: memoryview = getattr(bonepile.VectorRound(RULES, SLOTS, 5), name)
    return column


COLUMNS: dict[str, Callable[[], memoryview]] = {
    **{name: partial(of_playouts, name) for name in ("points", "winner", "reason", "plies")},
    **{
        name: partial(of_rounds_in_step, name)
        for name in ("to_play", "legal_mask", "observation", "rewards", "done", "game")
    },
    "observe": lambda: bonepile.observe(bonepile.deal(RULES, 1)),
}


class View(ctypes.Structure):
    """The beginning of C's ``Py_buffer``."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


WRITABLE, FORMAT, ND, STRIDES, C_CONTIGUOUS, F_CONTIGUOUS = 1, 4, 8, 0x18, 0x38, 0x58


def export(column: object, flags: int) -> View:
    """What the column exports when it is asked in this way."""
    view = View()
    get = ctypes.pythonapi.PyObject_GetBuffer
    get.argtypes = [ctypes.py_object, ctypes.POINTER(View), ctypes.c_int]
    assert get(column, ctypes.byref(view), flags) == 0
    return view


def release(view: View) -> None:
    release = ctypes.pythonapi.PyBuffer_Release
    release.argtypes = [ctypes.POINTER(View)]
    release(ctypes.byref(view))


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_exports_what_it_is_asked_for(name: str) -> None:
    shown = COLUMNS[name]()
    assert shown.readonly
    assert shown.c_contiguous
    assert not shown.suboffsets
    raw = shown.tobytes()
    for flags in (0, FORMAT, ND, STRIDES, C_CONTIGUOUS, STRIDES | FORMAT):
        view = export(shown.obj, flags)
        assert (view.readonly, view.itemsize, view.len) == (1, shown.itemsize, len(raw))
        assert view.ndim == (shown.ndim if flags & ND else 1)
        assert view.format == (shown.format.encode() if flags & FORMAT else None)
        assert view.suboffsets is None
        for asked, field in ((ND, "shape"), (STRIDES, "strides")):
            numbers = getattr(view, field)
            if flags & asked == asked:
                assert tuple(numbers[: view.ndim]) == getattr(shown, field)
            else:
                assert not numbers
        assert ctypes.string_at(view.buf, view.len) == raw
        release(view)
    assert hashlib.sha256(shown.obj).digest() == hashlib.sha256(raw).digest()


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_is_not_to_be_written(name: str) -> None:
    shown = COLUMNS[name]()
    with pytest.raises(BufferError, match="read-only"):
        export(shown.obj, WRITABLE)
    with pytest.raises(TypeError):
        shown[0] = 1
    if shown.ndim == 2:
        with pytest.raises(BufferError, match="row after row"):
            export(shown.obj, F_CONTIGUOUS)
    else:
        release(export(shown.obj, F_CONTIGUOUS))
    with pytest.raises(TypeError):
        type(shown.obj)()


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_outlives_what_it_shows(name: str) -> None:
    shown = COLUMNS[name]()
    before = shown.tolist()
    gc.collect()
    # Memory that was given back would be used again by these.
    others = [make() for make in COLUMNS.values() for _ in range(20)]
    assert shown.tolist() == before
    assert len(others) == 20 * len(COLUMNS)


def test_columns_hold_what_a_pickle_copies() -> None:
    played = bonepile.playouts(RULES, 300, 5)
    _, (_, _, columns) = played.__reduce__()
    for name, bytes_ in zip(("points", "winner", "reason", "plies"), columns, strict=True):
        shown = getattr(played, name)
        numbers = struct.unpack(f"<{len(bytes_) // shown.itemsize}{shown.format}", bytes_)
        assert list(numbers) == shown.cast("B").cast(shown.format).tolist()
    assert pickle.loads(pickle.dumps(played)) == played


@pytest.mark.parametrize(
    "broken",
    [
        lambda points, winner, reason, plies: (points[:-2], winner, reason, plies),
        lambda points, winner, reason, plies: (points, winner[:-1], reason, plies),
        lambda points, winner, reason, plies: (points, b"\x04" + winner[1:], reason, plies),
        lambda points, winner, reason, plies: (points, winner, b"\x02" + reason[1:], plies),
        lambda points, winner, reason, plies: (points, winner, reason, plies[2:]),
        lambda points, winner, reason, plies: (points + b"\0", winner, reason, plies),
        lambda points, winner, reason, plies: (points, winner, reason, plies + b"\0"),
        lambda points, winner, reason, plies: (b"", b"", b"", b""),
    ],
)
def test_a_broken_pickle_is_refused(broken: Callable[..., tuple[bytes, ...]]) -> None:
    restore, (played, family, columns) = bonepile.playouts(RULES, 20, 5).__reduce__()
    with pytest.raises(bonepile.ArgumentError, match="columns"):
        restore(played, family, broken(*columns))


def test_a_pickle_of_games_without_numbers_is_refused() -> None:
    played = bonepile.playouts(RULES, 20, 5, first=2**64 - 20)
    restore, ((seed, first, policy), family, columns) = played.__reduce__()
    assert restore((seed, first, policy), family, columns) == played
    with pytest.raises(bonepile.ArgumentError, match="columns"):
        restore((seed, first + 1, policy), family, columns)


def legal(rounds: bonepile.VectorRound) -> list[int]:
    mask: Any = rounds.legal_mask.tolist()
    return [row.index(1) for row in mask]


def test_a_step_writes_over_what_columns_show() -> None:
    rounds = bonepile.VectorRound(RULES, SLOTS, 5)
    shown = rounds.observation
    copied, before = bytes(shown), shown.tolist()
    rounds.step(legal(rounds))
    assert shown.tolist() == rounds.observation.tolist() != before
    shape = (SLOTS, rounds.observation_size)
    assert memoryview(copied).cast("h", shape).tolist() == before
