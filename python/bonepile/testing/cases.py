"""How case ``index`` of a fuzz seed is drawn: rules, round number, deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..types import Json
from .dice import Dice
from .parameters import PresetDefaults, draw_rules

__all__ = ["Case", "choose", "draw_case", "draw_deal"]


@dataclass(frozen=True)
class Case:
    """One round to be played on two engines.

    ``rules``, ``round`` and ``deal`` are as in a record; ``deal`` None: dealt from
    :attr:`game_seed` or arranged by :func:`draw_deal`, as the dice say. ``actions`` None: chosen at
    random to the end of the round. Everything random is a function of ``seed`` and ``index``.
    """

    seed: int
    index: int
    rules: dict[str, Json]
    round: int = 0
    deal: dict[str, Json] | None = None
    actions: tuple[str, ...] | None = None

    def dice(self, *path: int | str) -> Dice:
        """Return the dice of one question about this case."""
        return Dice(self.seed, self.index, *path)

    @property
    def game_seed(self) -> int:
        """The seed of the engines' own dice."""
        return self.dice("game seed").word()

    @property
    def game(self) -> int:
        """The number of the game under :attr:`game_seed`."""
        dice = self.dice("game")
        return dice.word() if dice.percent(10) else dice.below(1000)


def draw_case(
    seed: int, index: int, presets: Mapping[str, PresetDefaults], *, overrides: bool = False
) -> Case:
    """Case ``index`` of ``seed`` among these presets, its deal and choices still to be drawn."""
    dice = Dice(seed, index, "rules")
    rules = draw_rules(dice, presets, overrides=overrides)
    return Case(seed, index, rules, _draw_round(Dice(seed, index, "round")))


def _draw_round(dice: Dice) -> int:
    if dice.percent(4):
        return dice.pick((13, 19, 2**16, 2**31, 2**32 - 1))
    return dice.below(2) if dice.percent(50) else dice.below(6)


def draw_deal(case: Case, parameters: Mapping[str, Json]) -> dict[str, Json] | None:
    """Draw a deal for rules with these parameters; None leaves it to the engines' dice.

    Half of the arranged deals are lopsided (doubles out of reach, one pip hoarded, …), because the
    rare rules are about such deals. A few are faulty.
    """
    dice = case.dice("deal")
    if dice.percent(35):
        return None
    size = parameters["set"]
    seats = case.rules["players"]
    aside = size - case.round if parameters.get("engine") == "descending" else None
    if aside is not None and aside < 0:
        return None
    tiles = [
        (low, high)
        for high in range(size + 1)
        for low in range(high + 1)
        if (low, high) != (aside, aside)
    ]
    deck = [f"{low}-{high}" for low, high in _arranged(dice, tiles, size)]
    if parameters.get("first_turn") == "chain" and dice.percent(40):
        deck = _chained(dice, deck, size if aside is None else aside, _hand_of(parameters, seats))
    if parameters.get("no_double") == "highest_tile" and dice.percent(60):
        deck.sort(key=lambda tile: len(set(tile.split("-"))) == 1)
    hand = _hand_of(parameters, seats)
    turn = dice.below(seats)
    blocks = [deck[hand * seat : hand * (seat + 1)] for seat in range(seats)]
    deal: dict[str, Json] = {
        "hands": [blocks[(seat + turn) % seats] for seat in range(seats)],
        "boneyard": deck[hand * seats :],
        "engine": None if aside is None else f"{aside}-{aside}",
        "leader": None,
    }
    if parameters.get("opening") == "any_tile" and dice.percent(60):
        deal["leader"] = dice.below(seats)
    if dice.percent(8):
        _spoil(dice, deal)
    return deal


def _arranged(dice: Dice, tiles: Sequence[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    deck = dice.shuffled(tiles)
    pip = dice.below(size + 1)
    tests: tuple[Callable[[tuple[int, int]], bool] | None, ...] = (
        None,
        lambda tile: tile[0] == tile[1],
        lambda tile: tile[0] != tile[1],
        lambda tile: pip in tile,
        lambda tile: pip not in tile,
        lambda tile: sum(tile) < size,
    )
    test = dice.pick(tests) if dice.percent(60) else None
    if test is None:
        return deck
    strict = dice.pick((70, 95, 100))
    return sorted(deck, key=lambda tile: not (test(tile) and dice.percent(strict)))


def _hand_of(parameters: Mapping[str, Json], seats: int) -> int:
    size = parameters["hand_size"]
    return size if isinstance(size, int) else int(size[seats])


def _chained(dice: Dice, deck: Sequence[str], engine: int, hand: int) -> list[str]:
    """Order the deck in chains from the engine, one a hand; most have a tile that does not fit.

    A chain that empties a hand, or ends on a double beside a tile that does not fit, is rare
    among shuffled hands.
    """
    left = list(deck)
    chained: list[str] = []
    if f"{engine}-{engine}" in left:
        left.remove(f"{engine}-{engine}")
        chained.append(f"{engine}-{engine}")
    while left:
        room = hand - len(chained) % hand
        open_end = str(engine)
        for place in range(min(room, len(left))):
            fitting = [tile for tile in left if open_end in tile.split("-")]
            if place == room - 1 and dice.percent(60):
                fitting = []
            doubles = [tile for tile in fitting if tile == f"{open_end}-{open_end}"]
            tile = dice.pick(doubles or fitting or left)
            left.remove(tile)
            chained.append(tile)
            low, high = tile.split("-")
            open_end = high if low == open_end else low
    return chained


def _spoil(dice: Dice, deal: dict[str, Json]) -> None:
    place = dice.pick([*deal["hands"], deal["boneyard"]])
    kind = dice.below(10)
    if kind == 9 and place:
        dice.pick([*deal["hands"], deal["boneyard"]]).append(place.pop())
    elif kind == 0:
        place.append(dice.pick(("0-0", "1-1", "0-1", "1-0", "3-19", "99-99", "", "x", "00-1")))
    elif kind == 1 and place:
        place.pop()
    elif kind == 2 and place:
        low, high = place[0].split("-")
        place[0] = f"{high}-{low}"
    elif kind == 3 and place:
        place[0] = dice.pick(deal["hands"])[-1]
    elif kind == 4:
        deal["engine"] = dice.pick((None, "0-0", "1-1", "6-6", "0-1", "19-19", ""))
    elif kind == 5:
        deal["leader"] = dice.pick((None, 0, 1, 8, -1, 2**70, True, "0", 1.0))
    elif kind == 6:
        deal["hands"] = dice.pick((deal["hands"][:-1], [*deal["hands"], []], [], None, "0-0", 3))
    elif kind == 7:
        del deal[dice.pick(sorted(deal))]
    else:
        deal[dice.pick(("note", "round", "seed"))] = dice.pick((None, 1, "text"))


def choose(dice: Dice, policy: str, legal: Sequence[str]) -> str:
    """One of the legal actions, bent towards what the policy looks for."""
    if policy != "any" and dice.percent(75):
        wanted = [action for action in legal if _suits(policy, action)]
        if wanted:
            return dice.pick(wanted)
    return dice.pick(legal)


POLICIES = ("any", "any", "any", "doubles", "draw", "away", "stop")


def _suits(policy: str, action: str) -> bool:
    if policy == "doubles":
        low, _, high = action.partition("@")[0].partition("-")
        return low == high
    if policy == "away":
        return action.endswith("@M")
    return action == policy
