"""The names of the rules with what they say, read from docs/rules/names.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

FORMAT = "bonepile-rules/1"
PAGES = Path(__file__).resolve().parents[2] / "docs" / "rules"
ROW = re.compile(r"\| `([GLT]-[A-Z]+-\d+)` \| (.+) \| \[(.+)\]\((.+)\) \|")


def rule_names() -> dict[str, Any]:
    """The document of rules.json."""
    rows = map(ROW.fullmatch, (PAGES / "names.md").read_text("utf-8").splitlines())
    found = [row.groups() for row in rows if row is not None]
    return {
        "format": FORMAT,
        "rules": [
            {"name": name, "rule": rule.replace("`", ""), "page": f"docs/rules/{link}"}
            for name, rule, _, link in found
        ],
    }
