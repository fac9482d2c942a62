"""Smaller cases that a case leads to by taking one thing away: what a shrunk case is held against.

Tiles go where the rest of the deal stays the same, and what was played is kept as far as it stays
legal. Whether a smaller case still differs is for others to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod

from ..errors import BonepileError
from ..types import AnyRound, Engine, Json
from .cases import Case

__all__ = ["continued", "is_plain", "kept", "parts_removed", "removals", "shorter_plays"]

MOST_CHOICES = 64
MOST_POSITIONS = 60
MOST_PRODUCTS = 4096
HUGE = 10**6
CONTINUATIONS = 2

Deal = dict[str, Json]


@dataclass(frozen=True)
class _Smaller:
    """Rules, round and deal of a smaller case, and what its actions are called there.

    ``rename`` gives None for an action that nobody can take any more.
    """

    rules: dict[str, Json]
    round: int
    deal: Deal
    rename: Callable[[str], str | None] = str


def removals(case: Case, right: Engine) -> Iterator[Case]:
    """Yield the cases that lack one thing that this one has.

    One action: the last, one in the middle, or several at once by another, shorter play of the same
    deal, as far as the positions near the deal are few. One override. One seat, its tiles going to
    the boneyard. One pip, those above it moving down, where hands get other tiles for it or become
    shorter. One tile of every hand, by every choice of tiles as far as that is few. The case has
    its deal and actions filled in; ``right`` is an engine that knows the rules.

    A smaller deal is played as the case was, and on to the end of the round in a few ways. Actions
    that ``right`` refuses in the case itself are meant to be refused and kept as they are.
    """
    yield from fewer_actions(case, right)
    yield from fewer_overrides(case, right)
    yield from parts_removed(case, right)
    yield from shorter_plays(case, right)


def fewer_actions(case: Case, right: Engine) -> Iterator[Case]:
    """Leave one action out, the last one first."""
    actions = case.actions or ()
    wrong = _refused(case, right)
    for gone in reversed(range(len(actions))):
        left = [action for at, action in enumerate(actions) if at != gone]
        refused = [at - (at > gone) for at in wrong if at != gone]
        played = kept(replace(case, actions=tuple(left)), right, refused)
        if played is not None:
            yield played


def fewer_overrides(case: Case, right: Engine) -> Iterator[Case]:
    """Leave one override out."""
    for gone in [name for name in case.rules if name not in {"preset", "players"}]:
        rules = {name: value for name, value in case.rules.items() if name != gone}
        plainer = replace(case, rules=rules)
        yield plainer
        played = kept(plainer, right, _refused(case, right))
        if played is not None and played.actions != case.actions:
            yield played


def parts_removed(case: Case, right: Engine) -> Iterator[Case]:
    """Take a seat away, a pip, or a tile of every hand."""
    if not is_plain(case.deal):
        return
    wrong = _refused(case, right)
    for smaller in (*_without_a_seat(case), *_without_a_pip(case), *_without_tiles(case)):
        yield from _played(case, smaller, right, wrong)


def is_plain(deal: Deal | None) -> bool:
    """Whether the deal has hands of at least one tile and a boneyard."""
    if deal is None or not isinstance(deal.get("boneyard"), list):
        return False
    hands = deal.get("hands")
    return isinstance(hands, list) and len(hands) > 1 and all(hands)


def kept(case: Case, right: Engine, refused: Sequence[int] = ()) -> Case | None:
    """Keep the actions as far as each is legal when its turn comes; None without a legal deal.

    Actions at the places of ``refused`` are kept whatever they are.
    """
    round = _dealt(case, right)
    if round is None:
        return None
    actions: list[str] = []
    for at, action in enumerate(case.actions or ()):
        if round.is_legal(action):
            round = round.play(action)
        elif at not in refused:
            continue
        actions.append(action)
    return replace(case, actions=tuple(actions))


def continued(case: Case, right: Engine, game: int) -> Case:
    """Play on at random to the end of the round, from actions that are legal."""
    round = _dealt(case, right, case.actions or ())
    if round is None:
        return case
    played = round.playout(case.game_seed, game).actions
    return replace(case, actions=tuple(map(str, played)))


def shorter_plays(case: Case, right: Engine) -> Iterator[Case]:
    """Go through the positions near the deal, each with one way to it, as far as they are few."""
    actions, wrong = case.actions or (), _refused(case, right)
    probes = tuple(actions[at] for at in wrong)
    start = _dealt(case, right)
    level = [] if start is None else [start]
    seen: set[bytes] = set()
    for length in range(len(actions) - len(probes) + bool(probes)):
        if not 0 < len(level) <= MOST_POSITIONS:
            return
        for round in level:
            path = tuple(map(str, round.actions))
            if length < len(actions) or probes:
                yield replace(case, actions=path + probes[-1:])
        after: list[AnyRound] = []
        for round in level:
            for action in round.legal_actions():
                next_one = round.play(action)
                key = next_one.position_key()
                if key not in seen:
                    seen.add(key)
                    after.append(next_one)
        level = after


def _dealt(case: Case, right: Engine, actions: Sequence[str] = ()) -> AnyRound | None:
    try:
        rules = right.Rules.from_dict(case.rules)
        return right.Round(rules, case.deal or {}, case.round, actions)
    except (BonepileError, TypeError):
        return None


def _refused(case: Case, right: Engine) -> list[int]:
    """The places of the actions that are to be refused."""
    round = _dealt(case, right)
    wrong = []
    for at, action in enumerate(case.actions or ()):
        if round is None:
            break
        if round.is_legal(action):
            round = round.play(action)
        else:
            wrong.append(at)
    return wrong


def _played(case: Case, smaller: _Smaller, right: Engine, wrong: Sequence[int]) -> Iterator[Case]:
    """Play the smaller deal as the case was played, then on to the end of the round."""
    actions: list[str] = []
    refused: list[int] = []
    for at, action in enumerate(case.actions or ()):
        if at in wrong:
            refused.append(len(actions))
            actions.append(action)
        elif (renamed := smaller.rename(action)) is not None:
            actions.append(renamed)
    told = replace(case, rules=smaller.rules, round=smaller.round, deal=smaller.deal)
    played = kept(replace(told, actions=tuple(actions)), right, refused)
    if played is None:
        if _dealt(case, right) is None:
            yield replace(told, actions=())
        return
    yield played
    if not wrong:
        for game in range(CONTINUATIONS):
            yield continued(played, right, game)


def _without_a_seat(case: Case) -> Iterator[_Smaller]:
    deal = case.deal or {}
    hands: list[list[str]] = deal["hands"]
    for gone, hand in enumerate(hands):
        left = [*hands[:gone], *hands[gone + 1 :]]
        told = {**deal, "hands": left, "boneyard": [*deal["boneyard"], *hand]}
        if isinstance(deal.get("leader"), int) and deal["leader"] > gone:
            told["leader"] = deal["leader"] - 1
        rules = {**case.rules, "players": len(left), "hand_size": len(hand)}

        def rename(action: str, gone: int = gone) -> str | None:
            tile, at, place = action.partition("@")
            if not place.isdecimal() or int(place) < gone:
                return action
            return None if int(place) == gone else f"{tile}{at}{int(place) - 1}"

        yield _Smaller(rules, case.round, told, rename)


def _without_a_pip(case: Case) -> Iterator[_Smaller]:
    deal = case.deal or {}
    try:
        piles = [[_halves(tile) for tile in pile] for pile in (*deal["hands"], deal["boneyard"])]
        engine = None if deal.get("engine") is None else _halves(deal["engine"])[0]
    except ValueError:
        return
    top = max(pip for pile in piles for tile in pile for pip in tile)
    for gone in range(max(top, engine or 0), -1, -1):
        if gone == engine or top < 2:
            continue

        def rename(action: str, gone: int = gone) -> str | None:
            tile, at, place = action.partition("@")
            try:
                halves = _halves(tile)
            except ValueError:
                return action
            return None if gone in halves else f"{_lowered(halves, gone)}{at}{place}"

        *hands, boneyard = (
            [_lowered(tile, gone) for tile in pile if gone not in tile] for pile in piles
        )
        renamed = [rename(action) for action in case.actions or ()]
        for hand in hands:
            hand.sort(key=_order_of_play([action for action in renamed if action is not None]))
        round = case.round - (engine is not None and engine < gone and case.round > 0)
        told = dict(deal)
        if engine is not None:
            told["engine"] = _lowered((engine, engine), gone)
        most = len(deal["hands"][0])
        for size in {min(map(len, hands)), most}:
            missing = sum(max(0, size - len(hand)) for hand in hands)
            if size > 0 and missing <= len(boneyard):
                filled, rest = _of_size(size, hands, boneyard)
                rules = {**case.rules, "set": top - 1, "hand_size": size}
                yield _Smaller(rules, round, {**told, "hands": filled, "boneyard": rest}, rename)


def _of_size(
    size: int, hands: Sequence[Sequence[str]], boneyard: Sequence[str]
) -> tuple[list[list[str]], list[str]]:
    """Bring hands to one size: from the end of the boneyard, and to it."""
    rest, filled = list(boneyard), []
    for hand in hands:
        missing = max(0, size - len(hand))
        filled.append([*hand[:size], *rest[len(rest) - missing :]])
        rest = rest[: len(rest) - missing]
    return filled, [*rest, *(tile for hand in hands for tile in hand[size:])]


def _without_tiles(case: Case) -> Iterator[_Smaller]:
    deal = case.deal or {}
    hands: list[list[str]] = deal["hands"]
    if any(len(hand) < 2 for hand in hands):
        return
    actions = case.actions or ()
    for choice in islice(_choices(hands, _order_of_play(actions)), MOST_CHOICES):
        left = [[tile for tile in hand if tile not in choice] for hand in hands]
        rules = {**case.rules, "hand_size": len(left[0])}
        yield _Smaller(
            rules, case.round, {**deal, "hands": left, "boneyard": [*deal["boneyard"], *choice]}
        )
        if "draw" in actions:
            yield _Smaller(
                rules, case.round, {**deal, "hands": left, "boneyard": [*choice, *deal["boneyard"]]}
            )


def _choices(
    hands: Sequence[Sequence[str]], order: Callable[[str], int]
) -> Iterator[tuple[str, ...]]:
    """One tile of every hand: first those that are never laid or late."""
    ranked = [sorted(hand, key=order, reverse=True) for hand in hands]
    most = max(map(len, hands))
    while most > 1 and prod(min(len(hand), most) for hand in hands) > MOST_PRODUCTS:
        most -= 1
    places = [range(min(len(hand), most)) for hand in hands]
    for chosen in sorted(product(*places), key=sum):
        yield tuple(hand[place] for hand, place in zip(ranked, chosen, strict=True))


def _order_of_play(actions: Sequence[str]) -> Callable[[str], int]:
    """When a tile is laid; what never is comes last."""
    laid = {action.partition("@")[0]: at for at, action in enumerate(actions)}
    return lambda tile: laid.get(tile, HUGE)


def _halves(tile: str) -> tuple[int, int]:
    low, high = tile.split("-")
    return int(low), int(high)


def _lowered(tile: tuple[int, int], gone: int) -> str:
    """The tile when the pips above the one that is gone move down."""
    low, high = (pip - (pip > gone) for pip in tile)
    return f"{low}-{high}"
