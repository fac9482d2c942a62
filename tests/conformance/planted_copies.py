"""Copies of the reference with one planted bug each, imported when they are asked for."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from bonepile.testing import load_engine
from planting import Bug, plant, read_catalogue


class Copies:
    """A folder on the path with the copies in it, for a `with` statement.

    `bugs` are those that are looked for, every one or each n-th.
    """

    def __init__(self, every: int = 1) -> None:
        self.bugs = {bug.name: bug for bug in read_catalogue()[::every]}
        self._folder = tempfile.TemporaryDirectory(prefix="planted-")
        self._loaded: dict[str, Any] = {}

    def __enter__(self) -> Copies:
        sys.path.insert(0, self._folder.name)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        sys.path.remove(self._folder.name)
        self._folder.cleanup()

    def engine(self, bug: Bug) -> Any:
        """The reference with this bug."""
        if bug.name not in self._loaded:
            plant(bug, Path(self._folder.name))
            self._loaded[bug.name] = load_engine(bug.package)
        return self._loaded[bug.name]
