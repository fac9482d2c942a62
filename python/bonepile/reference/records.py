"""Records: a match as it is written down, read and replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bonepile.errors import DealError, IllegalActionError, PositionError, RecordError
from bonepile.types import Json

from .deals import Deal
from .jsontext import JsonError, read_json
from .round import Round, result_json
from .rules import Rules
from .values import ROUNDS, is_list, is_whole, shown

FORMAT = "bonepile-record/1"


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of a record: its place in the list and what stands there.

    ``start`` is the deal, or the position where ``is_position``; ``round`` is None where the record
    leaves the number out.
    """

    place: int
    is_last: bool
    round: int | None
    start: Mapping[str, Json]
    is_position: bool
    actions: Sequence[str]
    result: Mapping[str, Json] | None

    def expect_match_goes_on(self, is_over: bool) -> None:
        """Raise RecordError for a round after the match is over."""
        if is_over:
            msg = f"rounds[{self.place}]: the match is over before this round"
            raise RecordError(msg, round=self.place, reason="match_over")

    def replay(self, rules: Rules, leader: int | None) -> Round:
        """The round as the record tells it.

        ``leader`` is filled in where one is asked for and none is named. Raises DealError for the
        deal, PositionError for the position, RecordError for an action, the result or a round that
        stops too early.
        """
        played = self.set_up(rules, leader) if self.is_position else self.dealt(rules, leader)
        for at, action in enumerate(self.actions):
            try:
                played = played.play(action)
            except IllegalActionError as error:
                msg = f"rounds[{self.place}].actions[{at}]: {error} ({error.reason})"
                raise RecordError(
                    msg,
                    round=self.place,
                    at=at,
                    action=action,
                    reason=error.reason,
                    legal=error.legal,
                ) from error
        self.expect_result(played)
        if played.result is None and not self.is_last:
            msg = f"rounds[{self.place}]: the round is not over, but another follows"
            raise RecordError(msg, round=self.place, reason="unfinished_round")
        return played

    def dealt(self, rules: Rules, leader: int | None) -> Round:
        """The round before its first action."""
        try:
            number = self.place if self.round is None else self.round
            return Round(rules, Deal.from_dict(self.start).led_by(leader), number)
        except DealError as error:
            path = f"rounds[{self.place}]"
            reasons = [
                f"{path}.{reason}" if reason.startswith("round:") else f"{path}.deal.{reason}"
                for reason in error.reasons
            ]
            raise type(error)(reasons) from error

    def set_up(self, rules: Rules, leader: int | None) -> Round:
        """The round as its position has it, before its first action."""
        path = f"rounds[{self.place}]"
        position = dict(self.start)
        if position.get("leader") is None:
            position["leader"] = leader
        try:
            round = Round.from_position(rules, position)
        except PositionError as error:
            raise PositionError(
                [f"{path}.position.{reason}" for reason in error.reasons]
            ) from error
        if self.round not in (None, round.round):
            msg = f"{path}.round: is {self.round}, but the position is of round {round.round}"
            raise RecordError(msg, round=self.place)
        return round

    def expect_result(self, played: Round) -> None:
        """Raise RecordError when the record states another result than the round has."""
        if self.result is None:
            return
        computed = None if played.result is None else result_json(played.result)
        differs = computed is None or any(
            key not in self.result or not _same(self.result[key], value)
            for key, value in computed.items()
        )
        if differs:
            msg = (
                f"rounds[{self.place}].result: states {shown(self.result)}, "
                f"the round has {computed!r}"
            )
            raise RecordError(msg, round=self.place, reason="result_differs")


def _same(stated: object, computed: object) -> bool:
    """Whether two JSON values are equal; true is not 1, nor 1.0."""
    if isinstance(computed, list):
        return (
            isinstance(stated, Sequence)
            and not isinstance(stated, str)
            and len(stated) == len(computed)
            and all(map(_same, stated, computed))
        )
    return type(stated) is type(computed) and stated == computed


def read_record(record: Mapping[str, Json] | str | bytes) -> tuple[Rules, Iterator[Entry]]:
    """The rules of a record and its rounds, each read when its turn comes.

    Raises RecordError for what is no record, RulesError and UnknownPresetError for its rules.
    """
    if isinstance(record, (str, bytes)):
        try:
            record = read_json(record)
        except JsonError as error:
            msg = f"not JSON: {error}"
            raise RecordError(msg) from error
        if not isinstance(record, Mapping):
            raise RecordError("a record is a JSON object")
    if not isinstance(record, Mapping):
        msg = f"a record is a mapping or JSON text, not {type(record).__name__}"
        raise TypeError(msg)
    if record.get("format") != FORMAT:
        msg = f"format: must be {FORMAT!r}"
        raise RecordError(msg)
    rules = record.get("rules")
    if not isinstance(rules, Mapping):
        raise RecordError("rules: must be an object")
    rounds = record.get("rounds")
    if not is_list(rounds) or not rounds:
        raise RecordError("rounds: must be a list with at least one round")
    return Rules.from_dict(rules), _entries(rounds)


def _entries(rounds: Sequence[Json]) -> Iterator[Entry]:
    for place, entry in enumerate(rounds):
        yield _entry(place, entry, is_last=place == len(rounds) - 1)


def _entry(place: int, entry: Json, *, is_last: bool) -> Entry:
    path = f"rounds[{place}]"
    if not isinstance(entry, Mapping):
        msg = f"{path}: must be an object"
        raise RecordError(msg, round=place)
    round = entry.get("round")
    if "round" in entry and not (is_whole(round) and 0 <= round < ROUNDS):
        msg = f"{path}.round: must be an integer of at least 0 and below {ROUNDS}"
        raise RecordError(msg, round=place)
    if "deal" in entry and "position" in entry:
        msg = f"{path}.position: a round starts from a deal or from a position, not from both"
        raise RecordError(msg, round=place)
    key = "position" if "position" in entry else "deal"
    start = entry.get(key)
    if not isinstance(start, Mapping):
        msg = f"{path}.{key}: must be an object"
        raise RecordError(msg, round=place)
    actions = entry.get("actions")
    if not is_list(actions):
        msg = f"{path}.actions: must be a list of actions"
        raise RecordError(msg, round=place)
    for at, action in enumerate(actions):
        if not isinstance(action, str):
            msg = f"{path}.actions[{at}]: must be a string"
            raise RecordError(msg, round=place, at=at)
    result = entry.get("result")
    if result is not None and not isinstance(result, Mapping):
        msg = f"{path}.result: must be an object or null"
        raise RecordError(msg, round=place)
    return Entry(place, is_last, round, start, key == "position", actions, result)


def written_record(rules: Rules, rounds: Sequence[Round]) -> dict[str, Json]:
    """Rounds as a record holds them."""
    return {
        "format": FORMAT,
        "rules": rules.to_dict(),
        "rounds": [_round_json(place, round) for place, round in enumerate(rounds)],
    }


def _round_json(place: int, round: Round) -> dict[str, Json]:
    written: dict[str, Json] = {} if round.round == place else {"round": round.round}
    if round.deal is None:
        written["position"] = round.set_up_from
    else:
        written["deal"] = round.deal.to_dict()
    written["actions"] = [str(action) for action in round.actions]
    written["result"] = None if round.result is None else result_json(round.result)
    return written
