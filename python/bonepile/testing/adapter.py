"""The face of an engine under test, as small as can be: start a round, apply an action.

Whoever has an engine in Python derives from :class:`Adapter`; :class:`~bonepile.testing.LineEngine`
is the adapter of every process that speaks the line protocol (docs/protocol.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..errors import BonepileError, error_code
from ..types import AnyRound, Engine, Json, Snapshot

__all__ = ["Adapter", "EngineAdapter", "Perft", "Refused", "Replay", "UnsupportedError"]


class Refused(Exception):  # noqa: N818  (an answer like any other, not a failure)
    """The engine refuses what it was asked; ``code`` is an error of docs/protocol.md."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code


class UnsupportedError(Exception):
    """The engine does not know these rules: what is asked is skipped, neither right nor wrong."""


@dataclass(frozen=True)
class Replay:
    """A deal and what was played on it.

    ``snapshots`` after the deal and after each action. When an action was refused they end before
    it: ``at`` is its number, counted from 0, and ``refused`` the error; both None otherwise.
    """

    snapshots: Sequence[Snapshot]
    at: int | None = None
    refused: str | None = None


@dataclass(frozen=True)
class Perft:
    """How many sequences of actions there are, in all and by the action that comes first."""

    count: int
    divide: Mapping[str, int]


class Adapter(ABC):
    """An engine under test. Only :meth:`presets`, :meth:`start` and :meth:`apply` must be written.

    Rules, deals, actions and snapshots are JSON values in the forms of docs/protocol.md. An engine
    refuses by raising :class:`Refused`, and :class:`UnsupportedError` for rules that it does not
    know. Whatever else is raised counts as a crash.
    """

    name: str = ""
    """How reports call the engine."""

    silent_about: Collection[str] = ()
    """Keys of a snapshot that this engine cannot tell; they are not compared."""

    @abstractmethod
    def presets(self) -> Sequence[str]:
        """The names of the presets that the engine knows."""

    @abstractmethod
    def start(
        self, rules: Mapping[str, Json], deal: Mapping[str, Json], round: int = 0
    ) -> Snapshot:
        """Set a round up; ``rules`` spell every parameter out."""

    @abstractmethod
    def apply(self, action: str) -> Snapshot:
        """Play an action in the round in progress, or refuse it and leave the round as it was."""

    def replay(
        self,
        rules: Mapping[str, Json],
        deal: Mapping[str, Json],
        round: int = 0,
        actions: Sequence[str] = (),
    ) -> Replay:
        """Set a round up and play on it, to the end or to the first action that is refused."""
        snapshots = [self.start(rules, deal, round)]
        for at, action in enumerate(actions):
            try:
                snapshots.append(self.apply(action))
            except Refused as error:
                return Replay(snapshots, at, error.code)
        return Replay(snapshots)

    def post_replay(
        self,
        rules: Mapping[str, Json],
        deal: Mapping[str, Json],
        round: int,
        actions: Sequence[str],
    ) -> Callable[[], Replay]:
        """Ask for a replay and return at once; what is returned waits for the answer."""
        return lambda: self.replay(rules, deal, round, actions)

    def perft(self, depth: int) -> Perft:
        """Count the sequences of ``depth`` actions from the position of the round in progress."""
        raise UnsupportedError(f"perft({depth})")

    def close(self) -> None:  # noqa: B027  (most engines hold nothing)
        """Let go of whatever the engine holds."""


class EngineAdapter(Adapter):
    """The adapter of a Python module with the face of :class:`bonepile.types.Engine`."""

    def __init__(self, engine: Engine, name: str = "") -> None:
        self.engine = engine
        self.name = name or getattr(engine, "__name__", type(engine).__name__)
        self._round: AnyRound | None = None

    def presets(self) -> Sequence[str]:
        """The names of the presets that the engine knows."""
        return self.engine.presets()

    def start(
        self, rules: Mapping[str, Json], deal: Mapping[str, Json], round: int = 0
    ) -> Snapshot:
        """Set a round up."""
        with _refusals():
            self._round = self.engine.Round(self.engine.Rules.from_dict(dict(rules)), deal, round)
        return self._round.snapshot()

    def apply(self, action: str) -> Snapshot:
        """Play an action in the round in progress."""
        with _refusals():
            self._round = self._in_progress().play(action)
        return self._round.snapshot()

    def perft(self, depth: int) -> Perft:
        """Count sequences of actions."""
        parts = self._in_progress().divide(depth)
        divide = {str(action): count for action, count in parts.items()}
        return Perft(self._in_progress().perft(depth), divide)

    def _in_progress(self) -> AnyRound:
        if self._round is None:
            raise Refused("bad_request", "no round has been started")
        return self._round


@contextmanager
def _refusals() -> Iterator[None]:
    """Tell the errors of an engine by their codes."""
    try:
        yield
    except BonepileError as error:
        raise Refused(error_code(error), str(error)) from error
