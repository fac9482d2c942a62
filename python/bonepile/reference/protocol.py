"""Session: the line protocol, one JSON object a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version

from bonepile.errors import BonepileError, IllegalActionError, error_code
from bonepile.types import Json

from .deals import Deal
from .jsontext import JsonError, read_json, write_json
from .parameters import presets
from .round import Round
from .rules import Rules
from .values import ROUNDS, is_whole

LONGEST_LINE = 1 << 20


class BadRequestError(BonepileError):
    """A line that is no request."""


class Session:
    """One conversation of the line protocol: a request in, an answer out."""

    __slots__ = ("_closed", "_round")

    def __init__(self) -> None:
        self._round: Round | None = None
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether ``quit`` was answered."""
        return self._closed

    def answer(self, line: bytes, /) -> bytes:
        """The answer to one line, without a newline. Never raises for what the line holds."""
        if not isinstance(line, bytes):
            msg = f"line must be bytes, not {type(line).__name__}"
            raise TypeError(msg)
        name: Json = None
        try:
            request = _read_request(line)
            name = request.get("id")
            return write_json({"id": name, "ok": True, **self._operation(request)(request)})
        except BonepileError as error:
            refusal = {"error": error_code(error), "message": str(error)}
            return write_json({"id": name, "ok": False, **refusal})

    def _operation(self, request: Mapping[str, Json]) -> Callable[[Mapping[str, Json]], Json]:
        operations = {
            "hello": self._hello,
            "start": self._start,
            "apply": self._apply,
            "replay": self._replay,
            "perft": self._perft,
            "quit": self._quit,
        }
        op = request.get("op")
        if not isinstance(op, str) or op not in operations:
            raise BadRequestError(f"op: must be one of {', '.join(operations)}")
        return operations[op]

    def _hello(self, _: Mapping[str, Json]) -> Json:
        return {
            "name": "bonepile-reference",
            "version": _version(),
            "presets": presets(),
            "ops": ["replay", "perft"],
        }

    def _start(self, request: Mapping[str, Json]) -> Json:
        self._round = _dealt(*_set_up(request))
        return {"snapshot": self._round.snapshot()}

    def _apply(self, request: Mapping[str, Json]) -> Json:
        action = request.get("action")
        if not isinstance(action, str):
            raise BadRequestError("action: must be a string")
        self._round = self._in_progress().play(action)
        return {"snapshot": self._round.snapshot()}

    def _replay(self, request: Mapping[str, Json]) -> Json:
        actions = request.get("actions")
        if not isinstance(actions, list):
            raise BadRequestError("actions: must be a list of strings")
        for at, action in enumerate(actions):
            if not isinstance(action, str):
                raise BadRequestError(f"actions[{at}]: must be a string")
        played = _dealt(*_set_up(request))
        answer: dict[str, Json] = {"snapshots": [played.snapshot()]}
        for at, action in enumerate(actions):
            try:
                played = played.play(action)
            except IllegalActionError as error:
                answer["refused"] = {"at": at, "error": error_code(error)}
                break
            answer["snapshots"].append(played.snapshot())
        return answer

    def _perft(self, request: Mapping[str, Json]) -> Json:
        depth = _whole_number(request, "depth")
        if depth is None:
            raise BadRequestError("depth: is missing")
        divide = self._in_progress().divide(depth)
        return {"count": sum(divide.values()) if depth else 1, "divide": divide}

    def _quit(self, _: Mapping[str, Json]) -> Json:
        self._closed = True
        return {}

    def _in_progress(self) -> Round:
        if self._round is None:
            raise BadRequestError("op: no round has been started")
        return self._round


def _read_request(line: bytes) -> Mapping[str, Json]:
    if len(line.removesuffix(b"\n")) > LONGEST_LINE:
        raise BadRequestError(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        request = read_json(line)
    except JsonError as error:
        raise BadRequestError(f"not JSON: {error}") from error
    if not isinstance(request, Mapping):
        raise BadRequestError("a request is a JSON object")
    return request


def _set_up(request: Mapping[str, Json]) -> tuple[Mapping[str, Json], Mapping[str, Json], int]:
    """The rules, the deal and the round's number, as far as their types go."""
    rules, deal = request.get("rules"), request.get("deal")
    if not isinstance(rules, Mapping):
        raise BadRequestError("rules: must be an object")
    if not isinstance(rules.get("preset"), str):
        raise BadRequestError("rules.preset: must be a string")
    round = _whole_number(request, "round")
    if not isinstance(deal, Mapping):
        raise BadRequestError("deal: must be an object")
    return rules, deal, 0 if round is None else round


def _dealt(rules: Mapping[str, Json], deal: Mapping[str, Json], round: int) -> Round:
    checked = Rules.from_dict(rules)
    return Round(checked, Deal.from_dict(deal), round)


def _whole_number(request: Mapping[str, Json], name: str) -> int | None:
    """An integer of at least 0 and below 2**32, None when it is absent."""
    if name not in request:
        return None
    value = request[name]
    if not is_whole(value) or not 0 <= value < ROUNDS:
        raise BadRequestError(f"{name}: must be an integer of at least 0 and below {ROUNDS}")
    return value


def _version() -> str:
    try:
        return version("bonepile")
    except PackageNotFoundError:
        return "0"
