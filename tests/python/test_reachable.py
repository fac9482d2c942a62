"""Which positions are refused, against every position that play can reach in tiny games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import pytest
from bonepile import reference
from bonepile.errors import PositionError, RedealError
from bonepile.testing.near_misses import Position, near_misses
from building import tiles


class Game(NamedTuple):
    """Rules, and how many of a hundred near misses that no play reaches are at least refused."""

    refused: int
    preset: str
    players: int
    set: int
    hand_size: int
    overrides: dict[str, Any]

    def rules(self, engine: Any) -> Any:
        sizes = {"players": self.players, "set": self.set, "hand_size": self.hand_size}
        return engine.Rules(self.preset, **sizes, **self.overrides)


def game(refused: int, preset: str, sizes: str, **overrides: Any) -> Game:
    """``sizes`` is players/set/hand size."""
    return Game(refused, preset, *map(int, sizes.split("/")), overrides)


GAMES = [
    game(98, "masters-block", "2/2/2"),
    game(85, "masters-block", "2/2/3", spinner="first_double", in_play="fives"),
    game(99, "masters-block", "3/2/1", no_double="highest_tile"),
    game(97, "masters-block", "4/2/1", go_out="both_partners"),
    game(95, "masters-draw", "2/1/1"),
    game(85, "masters-draw", "2/2/2"),
    game(85, "masters-draw", "2/2/2", draw="one", reserve=1),
    game(71, "masters-draw", "4/2/1", draw="one", partnership="at_four", go_out="both_partners"),
    game(91, "pagat-draw", "2/2/2", reserve=0),
    game(99, "all-fives", "2/2/1"),
    game(83, "dominos-cc-mexican-train", "2/2/2"),
    game(73, "dominos-cc-mexican-train", "2/2/1", double_extra="must_cover"),
    game(84, "dominos-cc-mexican-train", "2/2/2", draw="none", block="n_passes_stable"),
    game(85, "masters-mexican-train", "2/2/2"),
    game(92, "masters-mexican-train", "2/2/2", first_turn_double="extra_turn", draw="none"),
    game(89, "masters-mexican-train", "3/2/2", finish_first_circuit=False),
    game(79, "masters-mexican-train-strict", "2/2/2", start_marked=True),
    game(87, "masters-mexican-train-reverse", "2/2/2", engine="descending"),
]


def names(game: Game) -> str:
    said = "-".join(f"{name}={value}" for name, value in game.overrides.items())
    return f"{game.preset}-{game.players}/{game.set}/{game.hand_size}-{said}"


def deals(rules: Any) -> Iterator[dict[str, Any]]:
    """Every deal of round 0."""
    top, size = rules.parameters["set"], rules.parameters["hand_size"]
    deck = tiles(top)
    aside = None
    if rules.parameters.get("engine") == "descending":
        aside = deck.pop()
    leaders = range(rules.players) if rules.parameters.get("opening") == "any_tile" else [None]
    for hands in hands_of(deck, rules.players, size):
        left = [tile for tile in deck if not any(tile in hand for hand in hands)]
        for boneyard in permutations(left):
            for leader in leaders:
                yield {"hands": hands, "boneyard": boneyard, "engine": aside, "leader": leader}


def hands_of(deck: list[str], players: int, size: int) -> Iterator[list[tuple[str, ...]]]:
    if players == 0:
        yield []
        return
    for hand in combinations(deck, size):
        rest = [tile for tile in deck if tile not in hand]
        for others in hands_of(rest, players - 1, size):
            yield [hand, *others]


def key(position: Position) -> str:
    return json.dumps(position, sort_keys=True)


@cache
def reachable(index: int) -> dict[str, Position]:
    """Every position that play can reach in a game, from every deal of round 0."""
    rules = GAMES[index].rules(reference)
    found: dict[str, Position] = {}
    for deal in deals(rules):
        try:
            waiting = [reference.Round(rules, deal)]
        except RedealError:
            continue
        while waiting:
            round = waiting.pop()
            position = round.position()
            written = key(position)
            if written not in found:
                found[written] = position
                waiting += [round.play(action) for action in round.legal_actions()]
    return found


def is_refused(engine: Any, rules: Any, position: Position) -> bool:
    try:
        engine.Round.from_position(rules, position)
    except PositionError:
        return True
    return False


@pytest.mark.parametrize("index", range(len(GAMES)), ids=map(names, GAMES))
def test_what_play_reaches_is_never_refused(engine: Any, index: int) -> None:
    rules = GAMES[index].rules(engine)
    positions = list(reachable(index).values())
    assert positions
    for position in random.Random(index).sample(positions, min(500, len(positions))):
        assert engine.Round.from_position(rules, position).position() == position


@pytest.mark.parametrize("index", range(len(GAMES)), ids=map(names, GAMES))
def test_most_near_misses_are_refused(engine: Any, index: int) -> None:
    rules, truth = GAMES[index].rules(engine), reachable(index)
    refused = wrong = 0
    positions = list(truth.values())
    random.Random(index).shuffle(positions)
    for position in positions[:60]:
        for name, changed in near_misses(position):
            if key(changed) in truth:
                assert not is_refused(engine, rules, changed), name
            else:
                wrong += 1
                refused += is_refused(engine, rules, changed)
    assert 100 * refused >= GAMES[index].refused * wrong
