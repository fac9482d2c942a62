"""The conformance vectors that come with the package, for engines in Python.

What the files hold, and how an engine in another language reads them, is told in
``bonepile/conformance/README.md``; ``schema.json`` beside it is their JSON Schema.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from ..types import Json

__all__ = [
    "MatchSituation",
    "PerftTable",
    "PlayedRecord",
    "Probe",
    "SeededDeal",
    "Situation",
    "match_situations",
    "perft_tables",
    "records",
    "schema",
    "seeded_deals",
    "situations",
]

_FILES = files("bonepile") / "conformance"


@dataclass(frozen=True)
class Probe:
    """An action that is refused: with ``error`` in the line protocol, with ``code`` as the why."""

    action: str
    error: str
    code: str


@dataclass(frozen=True)
class Situation:
    """One round, or a start that is refused; ``snapshots`` is empty exactly where ``error`` is set.

    ``replay`` has ``rules``, ``round``, ``deal`` and ``actions`` as in a request of that name.
    ``wrong`` tells what engines with one mistake say: ``at`` after how many actions, and the
    ``snapshot``, ``error`` or ``crash`` there.
    """

    name: str
    rules: tuple[str, ...]
    note: str
    mistake: str | None
    replay: dict[str, Json]
    snapshots: tuple[dict[str, Json], ...]
    error: str | None
    refused: tuple[Probe, ...]
    numbers: dict[str, int]
    wrong: tuple[dict[str, Json], ...]


@dataclass(frozen=True)
class MatchSituation:
    """Rounds added up: ``rounds`` tells of each round of the record how the match stands after it.

    ``error`` is set, and ``rounds`` empty, where the record is refused.
    """

    name: str
    rules: tuple[str, ...]
    note: str
    mistake: str | None
    record: dict[str, Json]
    rounds: tuple[dict[str, Json], ...]
    error: str | None
    wrong: tuple[dict[str, Json], ...]


@dataclass(frozen=True)
class PerftTable:
    """How many sequences of ``depth`` actions follow ``actions``.

    ``counts`` has the number for every depth from 0 to ``depth``, and one 0 more where no sequence
    is longer; ``divide`` splits ``count`` by the action that comes first. ``situation`` names what
    a rare position was sought for, else it is "".
    """

    rules: dict[str, Json]
    round: int
    deal: dict[str, Json]
    actions: tuple[str, ...]
    depth: int
    count: int
    counts: tuple[int, ...]
    divide: dict[str, int]
    situation: str


@dataclass(frozen=True)
class PlayedRecord:
    """A record (format ``bonepile-record/1``) and for each of its rounds all snapshots."""

    record: dict[str, Json]
    snapshots: tuple[tuple[dict[str, Json], ...], ...]


@dataclass(frozen=True)
class SeededDeal:
    """The deal of a seed and a game, and the random play that follows from the same two.

    ``redealt``: the first deck had no double where one must lead, and was dealt again.
    """

    rules: dict[str, Json]
    seed: int
    game: int
    round: int
    deal: dict[str, Json]
    redealt: bool
    actions: tuple[str, ...]


def schema() -> dict[str, Json]:
    """The JSON Schema of all files."""
    return _read("schema.json")


def situations() -> Iterator[Situation]:
    """Every situation of ``situations.json`` that is a single round."""
    for told in _read("situations.json")["situations"]:
        yield Situation(
            name=told["name"],
            rules=tuple(told["rules"]),
            note=told["note"],
            mistake=told.get("mistake"),
            replay=told["replay"],
            snapshots=tuple(told.get("snapshots", ())),
            error=told.get("error"),
            refused=tuple(Probe(**probe) for probe in told.get("refused", ())),
            numbers=told.get("numbers", {}),
            wrong=tuple(told.get("wrong", ())),
        )


def match_situations() -> Iterator[MatchSituation]:
    """Every situation of ``situations.json`` that is a match."""
    for told in _read("situations.json")["matches"]:
        yield MatchSituation(
            name=told["name"],
            rules=tuple(told["rules"]),
            note=told["note"],
            mistake=told.get("mistake"),
            record=told["record"],
            rounds=tuple(told.get("rounds", ())),
            error=told.get("error"),
            wrong=tuple(told.get("wrong", ())),
        )


def perft_tables() -> Iterator[PerftTable]:
    """Every table of ``perft.json``."""
    for told in _read("perft.json")["tables"]:
        lists = {key: tuple(told[key]) for key in ("actions", "counts")}
        yield PerftTable(**{"situation": "", **told, **lists})


def records(preset: str) -> Iterator[PlayedRecord]:
    """Every record of a preset. Raises FileNotFoundError where there is none of that name."""
    packed = (_FILES / "records" / f"{preset}.jsonl.gz").read_bytes()
    for line in gzip.decompress(packed).decode().splitlines():
        told = json.loads(line)
        yield PlayedRecord(told["record"], tuple(map(tuple, told["snapshots"])))


def seeded_deals() -> Iterator[SeededDeal]:
    """Every deal of ``deals.json``."""
    for told in _read("deals.json")["deals"]:
        words = {key: int(told[key]) for key in ("seed", "game")}
        yield SeededDeal(**{**told, **words, "actions": tuple(told["actions"])})


def _read(name: str) -> dict[str, Json]:
    told: dict[str, Json] = json.loads((_FILES / name).read_text(encoding="utf-8"))
    return told
