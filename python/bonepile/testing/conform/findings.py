"""What an engine gets wrong, one finding for each cause."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...types import Json
from ..comparison import Outcome
from ..divergence import divergence_record, first_difference
from ..shrink import kind

__all__ = ["Evidence", "Finding", "StageReport"]


@dataclass
class StageReport:
    """What one stage came to: how much was asked, what was passed over, what was found.

    ``state`` is ``"passed"``, ``"failed"``, ``"skipped"`` or ``"stopped"`` (out of time). ``note``
    tells why something was skipped; ``figures`` are counts and rates for people.
    """

    name: str
    asked: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    state: str = "passed"
    note: str = ""
    figures: dict[str, Json] = field(default_factory=dict)

    def settle(self) -> None:
        """Set the state by the counts, unless it was set already."""
        if self.state == "passed":
            self.state = "failed" if self.failed else "passed" if self.asked else "skipped"


@dataclass(frozen=True)
class Evidence:
    """A failure as it was found: the stage, what came of the case, and what the vectors say of it.

    ``rules`` are those that a vector names, or those that the ``mistake`` breaks that it knows.
    """

    stage: str
    outcome: Outcome
    situation: str = ""
    rules: tuple[str, ...] = ()
    mistake: str = ""


@dataclass
class Finding:
    """One cause: the rules it is likely about, the smallest case known, how often it was met.

    ``outcome`` is None for faults of the protocol itself, which ``what``, ``sent``, ``expected``
    and ``got`` tell; ``stderr`` has the engine's last words where it failed.
    """

    what: str
    rules: tuple[str, ...] = ()
    outcome: Outcome | None = None
    sent: str = ""
    expected: Json = None
    got: Json = None
    stderr: str = ""
    count: int = 1
    stages: tuple[str, ...] = ()
    situations: tuple[str, ...] = ()
    mistake: str = ""

    def to_dict(self) -> dict[str, Json]:
        """The finding as JSON; ``record`` can be replayed by ``bonepile conform --case``."""
        told: dict[str, Json] = {
            "what": self.what,
            "rules": list(self.rules),
            "count": self.count,
            "stages": list(self.stages),
            "situations": list(self.situations),
            "mistake": self.mistake or None,
            "expected": self.expected,
            "got": self.got,
            "stderr": self.stderr or None,
        }
        if self.outcome is not None:
            told["record"] = divergence_record(self.outcome)
        else:
            told["sent"] = self.sent
        return told


def finding_of(outcome: Outcome) -> Finding:
    """A finding about one outcome that differs, without names."""
    found = outcome.difference
    assert found is not None
    path, got, expected = first_difference(found.first, found.second)
    what = kind(outcome) if found.crash or not path else path
    stderr = ""
    if found.crash and isinstance(found.first, dict):
        got, expected = found.first.get("crash"), None
        stderr = found.first.get("stderr") or found.first.get("traceback", "")
    return Finding(what, (), outcome, "", expected, got, stderr)
