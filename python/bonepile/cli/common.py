"""What the subcommands share: engines, rules from options, seeds, files."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from typing import cast

from ..errors import RecordError
from ..types import AnyRules, Engine, Json

__all__ = [
    "CORE",
    "REFERENCE",
    "UsageError",
    "chosen_seed",
    "engine_module",
    "load_engine",
    "make_rules",
    "parse_rules",
    "read_text",
]

CORE = "bonepile"
REFERENCE = "bonepile.reference"


class UsageError(Exception):
    """A wrong use of the command, told in one sentence."""


def engine_module(options: Namespace) -> str:
    """Name the module of the engine that the options ask for."""
    return REFERENCE if options.reference else CORE


def load_engine(module: str) -> Engine:
    """Import an engine; that the extension cannot be imported is said, not shown as a traceback."""
    try:
        engine = cast(Engine, import_module(module))
        engine.presets()  # the core's extension is loaded on first use
    except AttributeError as error:
        raise UsageError(f"{module} is not an engine: {error}") from error
    except ImportError as error:
        instead = " (--reference works without it)" if module == CORE else ""
        raise UsageError(f"cannot load the engine {module}{instead}: {error}") from error
    return engine


def make_rules(engine: Engine, options: Namespace) -> AnyRules:
    """Make the rules that PRESET, ``--players`` and ``--rule`` ask for."""
    overrides = parse_rules(options.rule)
    rules: AnyRules = engine.Rules.from_dict(
        {"preset": options.preset, "players": options.players, **overrides}
    )
    return rules


def parse_rules(given: Sequence[str]) -> dict[str, Json]:
    """Read ``name=value`` options: JSON if it is JSON, else a string; ``2:7,3:5`` as a map."""
    overrides: dict[str, Json] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--rule wants NAME=VALUE, not {text!r}")
        if name in {"preset", "players"}:
            raise UsageError(f"--rule cannot set {name}: it has an argument of its own")
        if name in overrides:
            raise UsageError(f"--rule {name} is given twice")
        overrides[name] = _value(name, value)
    return overrides


def _value(name: str, text: str) -> Json:
    try:
        return json.loads(text)
    except ValueError:
        pass
    if name == "hand_size" and re.fullmatch(r"\d{1,9}:\d{1,9}(,\d{1,9}:\d{1,9})*", text, re.ASCII):
        pairs = [pair.split(":") for pair in text.split(",")]
        sizes = {int(seats): int(size) for seats, size in pairs}
        if len(sizes) < len(pairs):
            raise UsageError(f"--rule hand_size={text} gives a number of seats twice")
        return sizes
    return text


def chosen_seed(options: Namespace) -> int:
    """Return the seed of the options, or draw one and say so before anything can go wrong.

    A drawn seed is short enough to be exact in every reader of JSON.
    """
    if options.seed is not None:
        return int(options.seed)
    seed = int.from_bytes(os.urandom(7), "big") >> 3
    print(f"seed {seed}", file=sys.stderr, flush=True)
    return seed


def read_text(path: str) -> str:
    """Read a UTF-8 text file, or standard input for ``-``."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode()
        with open(path, "rb") as file:
            return file.read().decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8: {error}") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
