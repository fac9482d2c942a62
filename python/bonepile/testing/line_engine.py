"""Engines in processes of their own that speak the line protocol (docs/protocol.md)."""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import IO

from ..types import Json, Snapshot
from .adapter import Adapter, Perft, Refused, Replay, UnsupportedError

__all__ = ["EngineFailure", "GarbledAnswer", "LineEngine"]

PATIENCE = 10.0
"""Seconds that an engine may take for an answer."""

LAST_WORDS = 20
"""Lines of standard error that are kept."""

LONGEST_ANSWER = 1 << 26
"""Bytes of an answer; nothing that the protocol asks for comes near."""

PIPE = 2000
"""Bytes that a pipe takes at once on every system, however little of it is read."""

LEAVING = 1.0
"""Seconds that an engine has to end after its input was closed."""


class EngineFailure(Exception):  # noqa: N818  (what happened to the engine)
    """The engine ended, fell silent or wrote what is no answer; ``stderr`` has its last words."""

    def __init__(self, what: str, stderr: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.stderr = stderr


class GarbledAnswer(EngineFailure):
    """A line that does not answer the request: no JSON object, a wrong id, a missing key."""


class LineEngine(Adapter):
    """The adapter of a process that reads requests on its input and answers on its output.

    The process is started when something is asked, and again when it has failed. ``command`` is
    split as a shell would, but no shell is called. ``patience``: seconds until an answer.
    """

    def __init__(self, command: str | Sequence[str], patience: float = PATIENCE) -> None:
        self.command = tuple(
            shlex.split(command, posix=os.name != "nt") if isinstance(command, str) else command
        )
        if not self.command:
            raise ValueError("command: wanted the engine's program")
        self.name = shlex.join(self.command)
        self.patience = patience
        self._process: _Process | None = None
        self._hello: Mapping[str, Json] | None = None
        self._number = 0
        self._outstanding: deque[int] = deque()
        self._early: dict[int, bytes] = {}

    def hello(self) -> Mapping[str, Json]:
        """What the engine says of itself: name, version, presets, ops."""
        if self._hello is None:
            told = self._ask("hello")
            names, ops = told.get("presets"), told.get("ops", [])
            for key, value in (("presets", names), ("ops", ops)):
                if not _are_strings(value):
                    raise self._garbled(f"hello: {key} must be a list of texts", told)
            self._hello = told
        return self._hello

    @property
    def ops(self) -> Collection[str]:
        """The optional operations that the engine names."""
        return tuple(self.hello().get("ops", ()))

    def presets(self) -> Sequence[str]:
        """The names of the presets that the engine knows."""
        return tuple(self.hello()["presets"])

    def start(
        self, rules: Mapping[str, Json], deal: Mapping[str, Json], round: int = 0
    ) -> Snapshot:
        """Set a round up."""
        return self._snapshot(self._ask("start", rules=rules, round=round, deal=deal))

    def apply(self, action: str) -> Snapshot:
        """Play an action in the round in progress."""
        return self._snapshot(self._ask("apply", action=action))

    def post(self, request: bytes) -> Callable[[], tuple[int, bytes]]:
        """Send a request at once; what is returned waits for its number and its answer.

        ``request`` is a JSON object without its opening brace and its ``id``. When the process
        fails before it comes to this answer, a new one is asked again.
        """
        number = self._send(request)

        def fetch() -> tuple[int, bytes]:
            if number in self._outstanding or number in self._early:
                return number, self._receive(number)
            return self.post(request)()

        return fetch

    def post_replay(
        self,
        rules: Mapping[str, Json],
        deal: Mapping[str, Json],
        round: int,
        actions: Sequence[str],
    ) -> Callable[[], Replay]:
        """Ask for a replay and return at once; action by action where the engine has none."""
        if "replay" not in self.ops:
            return super().post_replay(rules, deal, round, actions)
        told = {"rules": rules, "round": round, "deal": deal, "actions": list(actions)}
        answer = self.post(_body("replay", told))
        return lambda: self.read_replay(*answer())

    def replay(
        self,
        rules: Mapping[str, Json],
        deal: Mapping[str, Json],
        round: int = 0,
        actions: Sequence[str] = (),
    ) -> Replay:
        """Set a round up and play on it in one request; action by action where there is none."""
        if "replay" not in self.ops:
            return super().replay(rules, deal, round, actions)
        return self.post_replay(rules, deal, round, actions)()

    def perft(self, depth: int) -> Perft:
        """Count sequences of actions, if the engine names ``perft``."""
        if "perft" not in self.ops:
            raise UnsupportedError("perft")
        told = self._ask("perft", depth=depth)
        if not isinstance(told.get("count"), int) or not isinstance(told.get("divide"), dict):
            raise self._garbled("perft: wanted count and divide", told)
        return Perft(told["count"], told["divide"])

    def exchange(self, line: bytes) -> bytes:
        """Send one line as it is, newline aside, and return the answer as it is."""
        self._number += 1
        self._running().send(line, self.patience)
        self._outstanding.append(self._number)
        return self._receive(self._number)

    def quit(self) -> None:
        """Say ``quit`` and see the process end. Raises :class:`EngineFailure` where it does not."""
        self._ask("quit")
        process = self._running()
        if not process.ends(self.patience):
            raise self._failure("quit was answered, but the process goes on")
        self.close()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        self._outstanding.clear()
        self._early.clear()
        if process is not None:
            process.close()

    def _running(self) -> _Process:
        if self._process is None:
            self._process = _Process(self.command)
        return self._process

    def _receive(self, number: int) -> bytes:
        """The answer to a request, those to earlier ones put aside: they come in order."""
        try:
            while number not in self._early:
                answer = self._running().receive(self.patience)
                self._early[self._outstanding.popleft()] = answer
        except EngineFailure:
            self.close()
            raise
        return self._early.pop(number)

    def read_replay(self, number: int, answer: bytes) -> Replay:
        """Read the answer to a ``replay``. Raises what a failure or a refusal raises."""
        told = self._read(number, answer)
        snapshots, refused = told.get("snapshots"), told.get("refused")
        if not isinstance(snapshots, list):
            raise self._garbled("wanted snapshots", told)
        if refused is None:
            return Replay(snapshots)
        if not (isinstance(refused, dict) and isinstance(refused.get("error"), str)):
            raise self._garbled("refused: wanted at and error", refused)
        return Replay(snapshots, refused.get("at"), refused["error"])

    def _ask(self, op: str, **told: Json) -> Mapping[str, Json]:
        return self._read(*self.post(_body(op, told))())

    def _send(self, request: bytes) -> int:
        self._number += 1
        self._running().send(b'{"id":%d,' % self._number + request, self.patience)
        self._outstanding.append(self._number)
        return self._number

    def _read(self, number: int, line: bytes) -> Mapping[str, Json]:
        try:
            told = json.loads(line)
        except ValueError as error:
            raise self._garbled(f"not JSON ({error})", line.decode(errors="replace")) from None
        if not isinstance(told, dict):
            raise self._garbled("not a JSON object", told)
        if told.get("id") != number or isinstance(told.get("id"), bool):
            raise self._garbled(f"the id of the request is {number}", told)
        if told.get("ok") is False and isinstance(told.get("error"), str):
            raise Refused(told["error"], str(told.get("message", "")))
        if told.get("ok") is not True:
            raise self._garbled("ok must be true, or false with an error", told)
        return told

    def _snapshot(self, told: Mapping[str, Json]) -> Snapshot:
        if not isinstance(told.get("snapshot"), dict):
            raise self._garbled("wanted a snapshot", told)
        snapshot: Snapshot = told["snapshot"]
        return snapshot

    def _garbled(self, what: str, told: Json) -> GarbledAnswer:
        text = told if isinstance(told, str) else json.dumps(told)
        short = text if len(text) <= 300 else text[:300] + "..."
        error = GarbledAnswer(f"{what}: {short}", self._last_words())
        self.close()
        return error

    def _failure(self, what: str) -> EngineFailure:
        error = EngineFailure(what, self._last_words())
        self.close()
        return error

    def _last_words(self) -> str:
        return "" if self._process is None else self._process.last_words()


def _body(op: str, told: Mapping[str, Json]) -> bytes:
    return json.dumps({"op": op, **told}, separators=(",", ":"))[1:].encode()


def _are_strings(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


class _Process:
    """A child with its three streams; threads read two of them, so that neither side waits."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._child = subprocess.Popen(  # noqa: S603  (the user's own engine)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the one who asks
            )
        except OSError as error:
            message = f"{command[0]} cannot be started: {error.strerror or error}"
            raise EngineFailure(message) from error
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        self._input: IO[bytes] = self._child.stdin
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._words: deque[str] = deque(maxlen=LAST_WORDS)
        self._readers = [
            threading.Thread(target=self._read_answers, args=(self._child.stdout,), daemon=True),
            threading.Thread(target=self._read_words, args=(self._child.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def send(self, line: bytes, seconds: float) -> None:
        """Write a line. What cannot be written shows when the answer is awaited.

        A process that does not read for so many seconds is killed: a full pipe would wait for ever.
        """
        guard = threading.Timer(seconds, self._child.kill) if len(line) > PIPE else None
        if guard is not None:
            guard.start()
        with suppress(OSError):
            self._input.write(line + b"\n")
            self._input.flush()
        if guard is not None:
            guard.cancel()

    def receive(self, seconds: float) -> bytes:
        """The next line that the process writes."""
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            words = self.last_words()
            self._child.kill()
            raise EngineFailure(f"no answer in {seconds:g} s", words) from None
        if line is None:
            raise EngineFailure(self._how_it_ended(), self.last_words())
        return line

    def ends(self, seconds: float) -> bool:
        """Whether the process ends by itself in time."""
        try:
            self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def last_words(self) -> str:
        """The last lines of its standard error."""
        if self._child.poll() is not None:
            self._readers[1].join(LEAVING)
        return "\n".join(list(self._words))

    def close(self) -> None:
        """Close its input, and kill it where that does not end it."""
        with suppress(OSError):
            self._input.close()
        if not self.ends(LEAVING):
            self._child.kill()
            self._child.wait()

    def _how_it_ended(self) -> str:
        if not self.ends(LEAVING):
            return "the engine closed its output and goes on"
        code = self._child.returncode
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"the engine {how}"

    def _read_answers(self, stream: IO[bytes]) -> None:
        while line := stream.readline(LONGEST_ANSWER):
            self._answers.put(line.rstrip(b"\r\n"))
        self._answers.put(None)
        stream.close()

    def _read_words(self, stream: IO[bytes]) -> None:
        for line in stream:
            self._words.append(line.decode(errors="replace").rstrip()[:2000])
        stream.close()
