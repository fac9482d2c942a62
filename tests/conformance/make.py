"""Conformance vectors, computed by both engines: `python tests/conformance/make.py` writes them.

With `--check` nothing is written: files that would change are named, and the exit code says so.
`--only` makes some of the files. `--hunt` looks for small rounds that show the planted bugs, a slow
step of its own; what it finds is input (hunted.json) and holds nothing that is expected.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path[:0] = [str(TESTS / "python"), str(TESTS / "planted")]

import bonepile  # noqa: E402
import bonepile.reference  # noqa: E402
import hunting  # noqa: E402
import matches  # noqa: E402
import perft  # noqa: E402
import records  # noqa: E402
import seeded  # noqa: E402
import situations  # noqa: E402
from planted_copies import Copies  # noqa: E402
from rule_names import rule_names  # noqa: E402
from writing import DATA, compact, read, spread, write  # noqa: E402

ENGINES = (bonepile.reference, bonepile)


def situations_file() -> Iterator[tuple[str, str]]:
    with Copies() as copies:
        rounds = situations.all_situations(ENGINES, copies)
        added_up = matches.all_matches(ENGINES, copies)
    document = {"format": situations.FORMAT, "situations": rounds, "matches": added_up}
    yield "situations.json", spread(document, 4) + "\n"


def perft_file() -> Iterator[tuple[str, str]]:
    document = {"format": perft.FORMAT, "tables": perft.all_tables(ENGINES)}
    yield "perft.json", spread(document, 3) + "\n"


def deals_file() -> Iterator[tuple[str, str]]:
    document = {"format": seeded.FORMAT, "deals": seeded.all_deals(ENGINES)}
    yield "deals.json", spread(document, 3) + "\n"


def record_files() -> Iterator[tuple[str, str]]:
    for preset in bonepile.presets():
        lines = records.lines(ENGINES, preset)
        yield f"records/{preset}.jsonl.gz", "".join(compact(line) + "\n" for line in lines)


def rules_file() -> Iterator[tuple[str, str]]:
    yield "rules.json", spread(rule_names(), 2) + "\n"


FILES: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "situations": situations_file,
    "perft": perft_file,
    "deals": deals_file,
    "records": record_files,
    "rules": rules_file,
}


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Write the conformance vectors.")
    parser.add_argument("--check", action="store_true", help="write nothing, tell what differs")
    parser.add_argument("--only", nargs="+", choices=FILES, default=list(FILES))
    parser.add_argument("--hunt", nargs="*", metavar="BUG", help="hunt for these bugs, or for all")
    options = parser.parse_args(arguments)
    if options.hunt is not None:
        hunting.renew(options.hunt)
        return 0
    changed = []
    for name in options.only:
        for file, text in FILES[name]():
            if read(DATA / file) != text:
                changed.append(file)
                if not options.check:
                    write(DATA / file, text)
    verb = "would change" if options.check else "written"
    print("\n".join(f"{file}: {verb}" for file in changed) or "nothing changes")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
