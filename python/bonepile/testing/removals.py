"""Smaller cases that a case leads to by taking one thing away: what a shrunk case is held against.

Tiles go where the rest of the deal stays the same, and what was played is kept as far as it stays
legal. Whether a smaller case still differs is for others to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, product
from math import prod

from ..errors import BonepileError
from ..types import AnyRound, Engine, Json
from .cases import Case
from .deals import Tile, hand_size_of
from .judge import prepare
from .probes import probe

__all__ = [
    "continued",
    "is_plain",
    "kept",
    "of_lengths",
    "places_refused",
    "probed",
    "removals",
    "shorter_plays",
]

MOST_CHOICES = 64
MOST_POSITIONS = 60
MOST_PRODUCTS = 4096
PROBES = 3
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
    yield from _fewer_actions(case, right)
    yield from _fewer_overrides(case, right)
    yield from _parts_removed(case, right)
    yield from shorter_plays(case, right)


def _fewer_actions(case: Case, right: Engine) -> Iterator[Case]:
    """Leave one action out, the last one first."""
    actions = case.actions or ()
    wrong = places_refused(case, right)
    for gone in reversed(range(len(actions))):
        left = [action for at, action in enumerate(actions) if at != gone]
        refused = [at - (at > gone) for at in wrong if at != gone]
        played = kept(replace(case, actions=tuple(left)), right, refused)
        if played is not None:
            yield played


def _fewer_overrides(case: Case, right: Engine) -> Iterator[Case]:
    """Leave one override out."""
    for gone in [name for name in case.rules if name not in {"preset", "players"}]:
        rules = {name: value for name, value in case.rules.items() if name != gone}
        plainer = replace(case, rules=rules)
        yield plainer
        played = kept(plainer, right, places_refused(case, right))
        if played is not None and played.actions != case.actions:
            yield played


def _parts_removed(case: Case, right: Engine) -> Iterator[Case]:
    """Take a seat away, a pip, or a tile of every hand."""
    try:
        parameters = right.Rules.from_dict(case.rules).parameters
    except (BonepileError, TypeError):
        return
    if not is_plain(case.deal):
        return
    wrong = places_refused(case, right)
    top, hand = parameters["set"], hand_size_of(parameters, case.rules["players"])
    ideas = _without_a_seat(case, hand), _without_a_pip(case, top, hand), _without_tiles(case, hand)
    for smaller in chain.from_iterable(ideas):
        yield from _played(case, smaller, right, wrong)


def is_plain(deal: Deal | None) -> bool:
    """Whether the deal has two hands or more and a boneyard; it may be wrong all the same."""
    if deal is None or not isinstance(deal.get("boneyard"), list):
        return False
    hands = deal.get("hands")
    if not isinstance(hands, list) or len(hands) <= 1:
        return False
    return all(isinstance(hand, list) for hand in hands)


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


def probed(case: Case, right: Engine) -> Case:
    """Draw what the case leaves open, and put illegal actions between those that are played.

    The case as it is, where the engine refuses its rules or its deal.
    """
    prepared = prepare(right, case)
    round = None if prepared is None else _dealt(prepared.case, right)
    if prepared is None or round is None:
        return case
    actions: list[str] = []
    for at, action in enumerate((*prepared.actions, None)):
        snapshot, dice = round.snapshot(), case.dice("probe", at)
        probes = [probe(dice, snapshot, prepared.rules["set"]) for _ in range(PROBES)]
        actions += [text for text in probes if text.isascii() and not round.is_legal(text)]
        if action is not None and round.is_legal(action):
            round = round.play(action)
            actions.append(action)
    return replace(prepared.case, actions=tuple(actions))


def shorter_plays(case: Case, right: Engine) -> Iterator[Case]:
    """Go through the positions near the deal, each with one way to it, as far as they are few.

    Where actions are to be refused, the last of them is tried in every position.
    """
    actions, wrong = case.actions or (), places_refused(case, right)
    probes = tuple(actions[at] for at in wrong)
    start = _dealt(case, right)
    level = [] if start is None else [start]
    seen: set[bytes] = set()
    for _ in range(len(actions) - len(probes) + bool(probes)):
        if not 0 < len(level) <= MOST_POSITIONS:
            return
        for round in level:
            yield replace(case, actions=tuple(map(str, round.actions)) + probes[-1:])
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
        round: AnyRound = right.Round(rules, case.deal or {}, case.round, actions)
    except (BonepileError, TypeError):
        return None
    return round


def places_refused(case: Case, right: Engine) -> list[int]:
    """The places of the actions that are to be refused; none where the deal is."""
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


def _without_a_seat(case: Case, hand_size: int) -> Iterator[_Smaller]:
    deal = case.deal or {}
    hands: list[list[str]] = deal["hands"]
    for gone, hand in enumerate(hands):
        left = [*hands[:gone], *hands[gone + 1 :]]
        told = {**deal, "hands": left, "boneyard": [*deal["boneyard"], *hand]}
        if type(deal.get("leader")) is int and deal["leader"] > gone:
            told["leader"] = deal["leader"] - 1
        rules = {**case.rules, "players": len(left), "hand_size": hand_size}
        first = case.round % len(hands)
        turn = case.round % len(left) - (first - (first > gone))

        def moved(seat: int, gone: int = gone, turn: int = turn) -> int | None:
            return None if seat == gone else (seat - (seat > gone) + turn) % (len(hands) - 1)

        yield _Smaller(rules, case.round, _turned(told, turn), partial(_renamed, moved))


def _turned(deal: Deal, turn: int) -> Deal:
    """Move every hand some seats on, so that the one that begins a round stays the same."""
    hands, leader = deal["hands"], deal.get("leader")
    moved = [hands[(seat - turn) % len(hands)] for seat in range(len(hands))]
    if type(leader) is int:
        return {**deal, "hands": moved, "leader": (leader + turn) % len(hands)}
    return {**deal, "hands": moved}


def _renamed(moved: Callable[[int], int | None], action: str) -> str | None:
    """The action on a train when seats have moved; None on that of a seat that is gone."""
    tile, at, place = action.partition("@")
    if not place.isdecimal():
        return action
    seat = moved(int(place))
    return None if seat is None else f"{tile}{at}{seat}"


def _without_a_pip(case: Case, top: int, hand_size: int) -> Iterator[_Smaller]:
    deal = case.deal or {}
    try:
        piles = [[_halves(tile) for tile in pile] for pile in (*deal["hands"], deal["boneyard"])]
        engine = None if deal.get("engine") is None else _halves(deal["engine"])[0]
    except (AttributeError, ValueError):  # a wrong deal
        return
    for gone in range(top, -1, -1):
        if gone != engine and top > 1:
            yield from _without_this_pip(case, piles, engine, (gone, top), hand_size)


def _without_this_pip(
    case: Case,
    piles: list[list[Tile]],
    engine: int | None,
    pips: tuple[int, int],
    hand_size: int,
) -> Iterator[_Smaller]:
    gone, top = pips

    def rename(action: str) -> str | None:
        tile, at, place = action.partition("@")
        try:
            halves = _halves(tile)
        except ValueError:
            return action
        return None if gone in halves else f"{_lowered(halves, gone)}{at}{place}"

    actions = [renamed for action in case.actions or () if (renamed := rename(action)) is not None]
    told, round = dict(case.deal or {}), case.round
    if engine is not None:
        told["engine"] = _lowered((engine, engine), gone)
        round -= engine < gone and round > 0
    turn, seats = round - case.round, len(piles) - 1

    def turned(action: str) -> str | None:
        lowered = rename(action)
        return lowered and _renamed(lambda seat: (seat + turn) % seats, lowered)

    *hands, boneyard = (
        [_lowered(tile, gone) for tile in pile if gone not in tile] for pile in piles
    )
    for hand in hands:
        hand.sort(key=_order_of_play(actions))
    over = [len(pile) - hand_size for pile in piles[:-1]]  # 0 but in a wrong deal
    least = min(len(hand) - more for hand, more in zip(hands, over, strict=True))
    for size in range(max(1, least), hand_size + 1):
        lengths = [size + more for more in over]
        filled, rest = of_lengths(lengths, hands, boneyard)
        if [len(hand) for hand in filled] == lengths:
            rules = {**case.rules, "set": top - 1, "hand_size": size}
            lower = {**told, "hands": filled, "boneyard": rest}
            yield _Smaller(rules, round, _turned(lower, turn), turned)


def of_lengths(
    lengths: Sequence[int], hands: Sequence[Sequence[str]], boneyard: Sequence[str]
) -> tuple[list[list[str]], list[str]]:
    """Bring hands to these lengths, from the end of the boneyard as far as it goes, and to it.

    Returns the hands and the boneyard.
    """
    rest, filled = list(boneyard), []
    for length, hand in zip(lengths, hands, strict=True):
        left = len(rest) - min(len(rest), max(0, length - len(hand)))
        filled.append([*hand[:length], *rest[left:]])
        rest = rest[:left]
    over = [tile for length, hand in zip(lengths, hands, strict=True) for tile in hand[length:]]
    return filled, [*rest, *over]


def _without_tiles(case: Case, hand_size: int) -> Iterator[_Smaller]:
    deal, actions = case.deal or {}, case.actions or ()
    if hand_size <= 1:
        return
    rules = {**case.rules, "hand_size": hand_size - 1}
    for choice in islice(_choices(deal["hands"], _order_of_play(actions)), MOST_CHOICES):
        hands = [[tile for tile in hand if tile not in choice] for hand in deal["hands"]]
        below, above = [*deal["boneyard"], *choice], [*choice, *deal["boneyard"]]
        yield _Smaller(rules, case.round, {**deal, "hands": hands, "boneyard": below})
        if "draw" in actions:
            yield _Smaller(rules, case.round, {**deal, "hands": hands, "boneyard": above})


def _choices(
    hands: Sequence[Sequence[str]], order: Callable[[str], int]
) -> Iterator[tuple[str, ...]]:
    """One tile of every hand: first those that are never laid or late."""
    ranked = [sorted(hand, key=order, reverse=True) for hand in hands if hand]
    most = max(map(len, ranked), default=0)
    while most > 1 and prod(min(len(hand), most) for hand in ranked) > MOST_PRODUCTS:
        most -= 1
    places = [range(min(len(hand), most)) for hand in ranked]
    for chosen in sorted(product(*places), key=sum):
        yield tuple(hand[place] for hand, place in zip(ranked, chosen, strict=True))


def _order_of_play(actions: Sequence[str]) -> Callable[[str], int]:
    """When a tile is laid; what never is comes last."""
    laid = {action.partition("@")[0]: at for at, action in enumerate(actions)}
    return lambda tile: laid.get(tile, HUGE)


def _halves(tile: str) -> Tile:
    low, high = tile.split("-")
    return int(low), int(high)


def _lowered(tile: Tile, gone: int) -> str:
    """The tile when the pips above the one that is gone move down."""
    low, high = (pip - (pip > gone) for pip in tile)
    return f"{low}-{high}"
