"""What the names of rules stand for, as docs/rules/names.md tells it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["Rule", "rule", "rule_names"]


class Rule(NamedTuple):
    """A rule in short, and the place of the project's pages that tells it in full."""

    name: str
    rule: str
    page: str


@cache
def rule_names() -> dict[str, Rule]:
    """Every rule by its name."""
    text = (files("bonepile") / "conformance" / "rules.json").read_text("utf-8")
    return {told["name"]: Rule(**told) for told in json.loads(text)["rules"]}


def rule(name: str) -> Rule:
    """The rule of that name."""
    return rule_names()[name]
