"""The frozen dice, written once more: what deals and random play must follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from building import by_halves, halves, pips, tiles

M64 = 2**64 - 1


def word(key: int, k: int) -> int:
    z = (key + (k + 1) * 0x9E3779B97F4A7C15) & M64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & M64
    return z ^ (z >> 31)


def die(key: int, stream: int, d: int, n: int) -> int:
    x = word(key, (stream << 32) + d // 4) >> (16 * (d % 4)) & 0xFFFF
    m = x * n
    if m % 2**16 >= 2**16 % n:
        return m // 2**16
    return word(key, (stream << 32) + 2**31 + d) * n // 2**64


def deck(key: int, attempt: int, left: list[str]) -> Iterator[str]:
    left = list(left)
    for d in range(len(left)):
        yield left.pop(die(key, 1 + attempt, d, len(left)))


def expected_deal(rules: Any, seed: int, round: int, game: int) -> tuple[dict[str, Any], int]:
    """The deal, and the attempt that gave it."""
    values = rules.parameters
    key, players, highest = word(seed, game), rules.players, values["set"]
    size = values["hand_size"]
    size = size if isinstance(size, int) else size[players]
    all_tiles = tiles(highest)
    central = None
    if values.get("engine") == "descending":
        central = f"{highest - round}-{highest - round}"
        all_tiles.remove(central)
    attempt = 0
    while True:
        order = list(deck(key, attempt, all_tiles))
        hands = [order[seat * size : (seat + 1) * size] for seat in range(players)]
        doubles = any(len(set(halves(tile))) == 1 for hand in hands for tile in hand)
        if values.get("no_double") != "redeal" or doubles:
            break
        attempt += 1
    leader = round % players if values.get("opening") == "any_tile" else None
    return {
        "hands": [by_halves(hand) for hand in hands],
        "boneyard": order[players * size :],
        "engine": central,
        "leader": leader,
    }, attempt


def in_order(snapshot: dict[str, Any]) -> list[str]:
    """The legal actions as random play counts them."""
    shown = snapshot["table"] or {}
    ends = shown.get("ends", shown)

    def rank(action: str) -> tuple[int, int, int]:
        if action in ("draw", "pass", "stop"):
            return 100 + ("draw", "pass", "stop").index(action), 0, 0
        tile, _, place = action.partition("@")
        low, high = halves(tile)
        if not place:
            return -1, high, low
        other = high if ends[place] == low else low
        return ("L", "R", "N", "S", *map(str, range(8)), "M").index(place), other, 0

    return sorted(snapshot["legal"], key=rank)


def chosen_from(round: Any, legal: list[str], policy: str) -> list[str]:
    """Which of the legal actions a policy lets a die choose from."""
    if policy == "random":
        return legal
    if policy == "own-first":
        own = [action for action in legal if action.endswith(f"@{round.to_play}")]
        return own or legal
    weights = [pips([action.partition("@")[0]]) for action in legal if "-" in action]
    if not weights:
        return [word for word in ("draw", "pass", "stop") if word in legal][:1]
    heaviest = [a for a in legal if "-" in a and pips([a.partition("@")[0]]) == max(weights)]
    return [min(heaviest, key=lambda action: round.rules.action(action).index)]


def expected_playout(round: Any, seed: int, game: int, policy: str = "random") -> list[str]:
    """The actions of the playout from that position on."""
    key, p, actions = word(seed, game), 0, []
    while round.to_play is not None:
        legal = in_order(round.snapshot())
        among = chosen_from(round, legal, policy)
        action = among[0] if len(among) == 1 else among[die(key, 0, p, len(among))]
        p += legal != ["draw"]
        actions.append(action)
        round = round.play(action)
    return actions
