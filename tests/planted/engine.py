"""Speak the line protocol as an engine with one planted bug: python tests/planted/engine.py NAME.

For testing whoever tests engines, such as `bonepile conform --engine "..."`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bonepile.cli.engine import serve
from bonepile.testing import load_engine
from planting import plant, read_catalogue


def main() -> int:
    """Plant the bug that is named and answer requests until ``quit``."""
    named = {bug.name: bug for bug in read_catalogue()}
    if len(sys.argv) != 2 or sys.argv[1] not in named:
        print(f"wanted the name of a planted bug, such as {next(iter(named))}", file=sys.stderr)
        return 2
    bug = named[sys.argv[1]]
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        plant(bug, Path(folder))
        sys.path.insert(0, folder)
        serve(load_engine(bug.package).Session())
    return 0


if __name__ == "__main__":
    sys.exit(main())
