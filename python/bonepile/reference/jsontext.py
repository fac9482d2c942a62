"""JSON text, read as strictly as RFC 8259 asks."""

from __future__ import annotations

import json
import re
from typing import NoReturn

from bonepile.types import Json

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[-+.\w]+')

_SHALLOW = 100


class JsonError(ValueError):
    """Text that is not JSON; the message names line and column."""

    def __init__(self, text: str, at: int, what: str) -> None:
        line = text.count("\n", 0, at) + 1
        column = at - text.rfind("\n", 0, at)
        super().__init__(f"line {line}, column {column}: {what}")


def read_json(text: str | bytes) -> Json:
    """The value that the text holds; of a key that stands twice, the last counts.

    Raises JsonError, also for what stands in no JSON: NaN, lone surrogates, a byte order mark,
    bytes that are not UTF-8.
    """
    if isinstance(text, bytes):
        text = _decoded(text)
    try:
        value = _loads(text)
        if text.count("[") + text.count("{") > _SHALLOW:
            # What can be read must be fit to be written: an answer echoes part of it.
            json.dumps(value)
    except json.JSONDecodeError as error:
        raise JsonError(text, error.pos, error.msg) from error
    except RecursionError as error:
        raise JsonError(text, 0, "this is nested too deeply") from error
    except ValueError as error:
        _check_tokens(text)
        raise JsonError(text, 0, str(error)) from error
    if "\\u" in text or not text.isascii():
        _check_tokens(text)
    return value


def write_json(value: Json) -> bytes:
    """The value as compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        raise JsonError(before, len(before), "this is not UTF-8") from error


def _loads(text: str) -> Json:
    return json.loads(text, parse_constant=_no_constant, parse_float=_finite)


def _check_tokens(text: str) -> None:
    """Raise JsonError at the first string or number that reads well and yet is none."""
    for token in _TOKEN.finditer(text):
        try:
            write_json(_loads(token[0]))
        except UnicodeEncodeError as error:
            raise JsonError(text, token.start(), "a lone surrogate is no character") from error
        except ValueError as error:
            raise JsonError(text, token.start(), str(error)) from error


def _no_constant(name: str) -> NoReturn:
    msg = f"{name} is not JSON"
    raise ValueError(msg)


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        msg = f"{digits[:20]} is too large a number"
        raise ValueError(msg)
    return value
