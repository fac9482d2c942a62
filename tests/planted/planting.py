"""The planted bugs: the catalogue, and copies of the reference that have one of them.

An entry of `bugs/*.toml` has a `name`, an `area` of the rules, the `rules` that it breaks (as
docs/rules/names.md calls them), what mistake it `imitates`, and one patch: in `file` of the
reference the text `old`, which stands there once, becomes `new`.
"""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REFERENCE = HERE.parents[1] / "python" / "bonepile" / "reference"

AREAS = (
    "dealing",
    "opening",
    "matching",
    "drawing",
    "reserve",
    "passing",
    "pass count",
    "markers",
    "doubles",
    "extra play",
    "duty",
    "duty order",
    "dead doubles",
    "first turns",
    "first circuit",
    "going out",
    "blocks",
    "in-play scoring",
    "end scoring",
    "rounding",
    "spinner",
    "partners",
    "engine finding",
    "next leader",
    "match totals",
)


@dataclass(frozen=True)
class Bug:
    """One planted bug, as the catalogue tells it."""

    name: str
    area: str
    rules: tuple[str, ...]
    imitates: str
    file: str
    old: str
    new: str

    @property
    def package(self) -> str:
        """The name under which a copy of the reference with this bug is imported."""
        return "planted_" + self.name.replace("-", "_")

    def patched(self, source: str) -> str:
        """The text of the bug's file with the bug in it.

        Raises ValueError unless the text to be replaced stands there exactly once.
        """
        found = source.count(self.old)
        if found != 1:
            msg = f"{self.name}: the text to replace stands {found} times in {self.file}"
            raise ValueError(msg)
        return source.replace(self.old, self.new)


def read_catalogue() -> list[Bug]:
    """Every planted bug, in the order of the files."""
    return [
        Bug(**{**told, "rules": tuple(told["rules"])})
        for name in ("common", "line", "train", "turns")
        for told in tomllib.loads((HERE / "bugs" / f"{name}.toml").read_text("utf-8"))["bug"]
    ]


def plant(bug: Bug, folder: Path) -> Path:
    """Copy the reference with the bug in it to a package of its own in ``folder``.

    With ``folder`` on the path :attr:`Bug.package` imports as an engine; the error classes and
    types are still those of the installed ``bonepile``. Returns the package's directory.
    """
    package = folder / bug.package
    shutil.copytree(REFERENCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    patched = package / bug.file
    patched.write_text(bug.patched(patched.read_text("utf-8")), "utf-8")
    return package
