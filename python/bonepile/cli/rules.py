"""``bonepile rules``: the presets and their parameters."""

from __future__ import annotations

import json
from argparse import Namespace
from importlib import import_module

from ..types import Json
from .common import CORE, load_engine
from .output import print_table

__all__ = ["run"]


def run(options: Namespace) -> int:
    """Run the subcommand."""
    core = load_engine(CORE)
    names = core.presets() if options.preset is None else [options.preset]
    info = import_module(CORE).preset_info
    presets: list[dict[str, Json]] = [info(name) for name in names]
    if options.preset is not None:
        print(json.dumps(presets[0])) if options.json else _show_preset(presets[0])
    elif options.json:
        keys = ("name", "family", "revision", "source", "summary")
        print(json.dumps([{key: preset[key] for key in keys} for preset in presets]))
    else:
        columns = ("name", "family", "summary", "source")
        rows = [[str(preset[key]) for key in columns] for preset in presets]
        print_table(columns, rows, wrapped=("summary", "source"))
    return 0


def _show_preset(preset: dict[str, Json]) -> None:
    print(f"{preset['name']} ({preset['family']} game, revision {preset['revision']})")
    print(preset["summary"])
    print(f"source: {preset['source']}")
    print()
    rows = [
        (some["name"], _value(some["value"]), some["values"], some["meaning"], some["source"])
        for some in preset["parameters"]
    ]
    columns = ("parameter", "value", "values", "meaning", "source")
    print_table(columns, rows, wrapped=("meaning", "source"))


def _value(value: Json) -> str:
    if value is None:
        return "off"
    if isinstance(value, dict):
        return " ".join(f"{seats}:{size}" for seats, size in value.items())
    return value if isinstance(value, str) else json.dumps(value)
