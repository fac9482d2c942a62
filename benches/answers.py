"""What the games of the benchmarks add up to: known beforehand, asserted at every run."""

from __future__ import annotations

import json
from pathlib import Path

from measure import Totals

FILE = Path(__file__).with_name("answers.json")


class Answers:
    """The totals of each case by its size, as benches/answers.json has them.

    The size is how many rounds are asked for, or steps.

    With ``record`` what is played is written down instead of compared.
    """

    def __init__(self, record: bool = False) -> None:
        self.record = record
        self.known: dict[str, dict[str, list[int]]] = {}
        if not record:
            self.known = json.loads(FILE.read_text("utf-8"))

    def check(self, case: str, size: int, totals: Totals) -> Totals:
        """The totals, if they are right; AssertionError if not."""
        found = [totals.rounds, totals.plies, *totals.points]
        if self.record:
            known = self.known.setdefault(case, {}).setdefault(str(size), found)
        else:
            known = self.known[case][str(size)]
        assert found == known, f"{case}, {size}: rounds, plies, points {found} are not {known}"
        return totals

    def save(self) -> None:
        """Writes the file, one line a case."""
        lines = (f"{json.dumps(case)}: {json.dumps(self.known[case])}" for case in self.known)
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
