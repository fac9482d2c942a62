"""JSON text, read as strictly as RFC 8259 asks."""

from __future__ import annotations

import json
from typing import NoReturn

from bonepile.types import Json

_SHALLOW = 100


class JsonError(ValueError):
    """Text that is not JSON; the message names line and column where they are known."""


def read_json(text: str | bytes) -> Json:
    """The value that the text holds; of a key that stands twice, the last counts.

    Raises JsonError, also for what stands in no JSON: NaN, lone surrogates, a byte order mark,
    bytes that are not UTF-8.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
        if "\\u" in text or not text.isascii() or text.count("[") + text.count("{") > _SHALLOW:
            # What is read must also be writable: an answer echoes part of it.
            write_json(value)
    except json.JSONDecodeError as error:
        msg = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise JsonError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"byte {error.start}: not UTF-8"
        raise JsonError(msg) from error
    except UnicodeEncodeError as error:
        msg = "a lone surrogate stands for no character"
        raise JsonError(msg) from error
    except RecursionError as error:
        msg = "nested too deeply"
        raise JsonError(msg) from error
    except ValueError as error:
        raise JsonError(str(error)) from error
    return value


def write_json(value: Json) -> bytes:
    """The value as compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _no_constant(name: str) -> NoReturn:
    msg = f"{name} is not JSON"
    raise JsonError(msg)


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        msg = f"{digits[:20]} is too large a number"
        raise JsonError(msg)
    return value
