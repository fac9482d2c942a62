"""Whether play can reach a position of a line game: the conditions of docs/positions.md, stage 3.

Each condition is one function, numbered and named as on that page, that tells what is refused. They
are necessary, not sufficient: they look for no game that leads to the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from bonepile.errors import DealError

from .deals import Deal, checked_tiles
from .line import LineState, heaviest_tile
from .orders import MOST_TILES, Orders
from .parameters import LineRules
from .positions import LinePosition
from .rules import Rules
from .state import highest_double, holder
from .tiles import Tile, fits, is_double, tile_set, tile_text


def line_faults(rules: Rules, position: LinePosition) -> list[str]:
    """Every reason why play cannot reach the position, each naming its place."""
    game = rules.game
    assert isinstance(game, LineRules)
    if position.lead is None:
        return list(faults_before_the_lead(rules, game, position))
    faults = list(over(position))
    if faults:
        return faults
    table = Table(rules, game, position, position.lead)
    return [fault for condition in CONDITIONS for fault in condition(table)]


def faults_before_the_lead(rules: Rules, game: LineRules, position: LinePosition) -> Iterator[str]:
    """The position is that of a deal that the rules accept."""
    texts = [[tile_text(tile) for tile in hand] for hand in position.hands]
    boneyard = [tile_text(tile) for tile in position.boneyard]
    try:
        checked_tiles(rules, Deal(texts, boneyard, None, position.leader), position.round)
    except DealError as error:
        yield from error.reasons
    else:
        opens = position.leader
        if game.opening == "highest_double":
            must_lead = highest_double(position.hands) or heaviest_tile(position.hands)
            opens = holder(position.hands, must_lead)
        if position.to_play != opens:
            yield f"to_play: seat {opens} opens"
    if position.last is not None:
        yield "last: nothing has been led yet"
    if position.passes:
        yield "passes: nothing has been led yet"
    if position.drew:
        yield "drew: nothing has been led yet"
    if any(position.scores):
        yield "scores: nothing has been led yet"


class Table:
    """A position after the lead, and the words that the conditions use."""

    def __init__(self, rules: Rules, game: LineRules, position: LinePosition, lead: Tile) -> None:
        self.game = game
        self.position = position
        self.lead = lead
        self.hands = position.hands
        self.seats = range(game.players)
        self.dealt = rules.hand_tiles
        self.laid = 1 + sum(map(len, position.arms))
        in_boneyard_at_first = len(tile_set(game.set)) - game.players * self.dealt
        self.drawn = in_boneyard_at_first - len(position.boneyard)
        self.state = LineState.set_up(game, position)
        self.actor = self.state.to_play
        self.is_over = position.to_play is None
        self.is_out = self.is_over and not self.hands[self.actor]
        self.holders = [seat for seat in self.seats if self.hands[seat]]

    @property
    def both_must_go_out(self) -> bool:
        """Whether a partner's empty hand alone does not end the round."""
        return self.game.partners and self.game.go_out == "both_partners"

    def backwards(self) -> list[int]:
        """Every seat, from the one that was on turn before; from ``last`` when it is over."""
        first = self.actor if self.is_over else self.actor - 1
        return [(first - i) % self.game.players for i in self.seats]

    def passers(self) -> list[int]:
        """The seats that passed in a row until now, the last of them first."""
        holders = [seat for seat in self.backwards() if self.hands[seat]]
        return holders[: self.position.passes]

    def higher_tiles(self, tiles: tuple[Tile, ...]) -> int:
        """How many are higher than the lead where the highest double must lead: they were drawn."""
        if self.game.opening != "highest_double":
            return 0
        return sum(leads_before(tile, self.lead) for tile in tiles)

    def has_drawn(self, seat: int) -> int:
        """The tiles that a seat has drawn at least."""
        hand = self.hands[seat]
        draws_now = self.position.drew and seat == self.position.to_play
        return max(len(hand) - self.dealt, self.higher_tiles(hand), int(draws_now), 0)

    def last_layers(self) -> list[int] | None:
        """The seats that may have laid the last tile; None when it is not known."""
        if self.is_out:
            return [self.actor]
        if self.game.draw == "one" and self.drawn > 0:
            return None
        found: list[int] = []
        passers = self.position.passes
        for seat in self.backwards() * 2:
            if self.hands[seat] and not passers:
                return [*found, seat]
            if self.hands[seat]:
                passers -= 1
            elif not passers:
                found.append(seat)
        return found


def leads_before(tile: Tile, lead: Tile) -> bool:
    """L-OPEN-1, L-OPEN-3: whether the tile is higher than the lead."""

    def height(tile: Tile) -> tuple[bool, int, int]:
        return is_double(tile), sum(tile), tile[1]

    return height(tile) > height(lead)


def over(position: LinePosition) -> Iterator[str]:
    """1. Over: exactly one of ``to_play`` and ``last`` is null."""
    if position.to_play is None and position.last is None:
        yield "to_play: nobody is on turn, and last names nobody who ended the round"
    elif position.to_play is not None and position.last is not None:
        yield "last: is for a round that is over, but a seat is on turn"


def hands(table: Table) -> Iterator[str]:
    """2. Hands: who may be without tiles."""
    if table.both_must_go_out:
        yield from hands_of_partners(table)
        return
    for seat in table.seats:
        ended = table.is_out and seat == table.actor
        if not table.hands[seat] and not ended:
            yield f"hands[{seat}]: is empty, but the round has not ended there"


def hands_of_partners(table: Table) -> Iterator[str]:
    """2. Hands, where both partners must go out."""
    out = [side for side in (0, 1) if not table.hands[side] and not table.hands[side + 2]]
    if table.is_out:
        if out != [table.actor % 2]:
            yield f"hands: seat {table.actor} ended the round, but not as the second of one side"
        return
    for side in out:
        yield f"hands[{side}]: both partners are out, but the round has not ended there"
    if not table.is_over and not table.hands[table.actor]:
        yield f"to_play: seat {table.actor} holds no tiles"


def draws(table: Table) -> Iterator[str]:
    """3. Draws: how many tiles may have left the boneyard."""
    left, game = len(table.position.boneyard), table.game
    if table.drawn < 0:
        yield f"boneyard: holds {left} tiles, {-table.drawn} more than after the deal"
    if table.drawn > 0 and game.draw == "none":
        yield f"boneyard: {table.drawn} tiles were drawn, but nobody draws"
    elif table.drawn > 0 and left < game.reserve:
        yield f"boneyard: holds {left} tiles, less than the reserve of {game.reserve}"


def passes(table: Table) -> Iterator[str]:
    """4. Passes: how many there may be in a row."""
    count, holders = table.position.passes, len(table.holders)
    if table.is_out:
        if count:
            yield "passes: must be 0 when a seat went out"
    elif table.is_over:
        if count != holders:
            yield f"passes: must be {holders} when the round is blocked"
    elif count >= holders:
        yield f"passes: {count} would have ended the round"
    if count and table.state.tile_can_be_drawn():
        yield "passes: none counts while a tile can be drawn"


def passers(table: Table) -> Iterator[str]:
    """5. Passers: those who passed in a row hold nothing that fits."""
    for seat in table.passers():
        fitting = fitting_tiles(table, seat)
        if fitting:
            yield f"hands[{seat}]: the seat passed, but holds {tile_text(fitting[0])}, which fits"


def drawn(table: Table) -> Iterator[str]:
    """6. Drawn: when the seat on turn may have drawn in this turn."""
    game = table.game
    if not table.position.drew:
        return
    if table.is_over:
        yield "drew: the round is over"
    if game.draw == "none":
        yield "drew: nobody draws"
    elif table.drawn < 1:
        yield "drew: no tile has left the boneyard"
    if table.position.passes:
        yield "drew: a draw forgets the passes"
    if not game.voluntary_draw and len(fitting_tiles(table, table.actor)) > 1:
        yield f"drew: seat {table.actor} held a tile that fits before it drew"


def fitting_tiles(table: Table, seat: int) -> list[Tile]:
    """The tiles of a seat that fit an open end."""
    ends = table.state.ends.values()
    return [tile for tile in table.hands[seat] if any(fits(tile, end) for end in ends)]


def opening(table: Table) -> Iterator[str]:
    """7. The opening: under ``redeal`` a double leads."""
    if table.game.no_double == "redeal" and not is_double(table.lead):
        yield f"layout.lead: {tile_text(table.lead)} is not a double"


def who_has_played(table: Table) -> Iterator[str]:
    """8. Who has played: what the seats must have laid and drawn at least is not too much."""
    arms = table.position.arms
    drawn = sum(map(table.has_drawn, table.seats)) + sum(map(table.higher_tiles, arms))
    if drawn > table.drawn:
        yield f"boneyard: {table.drawn} tiles were drawn, but the seats need {drawn}"
    layers = table.last_layers()
    leaders = table.seats if table.position.leader is None else [table.position.leader]
    possible = product(leaders, table.seats if layers is None else layers)
    if not any(
        laid_at_least(table, leader, layer if layers is not None else None) <= table.laid
        for leader, layer in possible
        if table.laid > 1 or layers is None or leader == layer
    ):
        yield f"hands: the seats cannot have laid the {table.laid} tiles of the layout"


def turn_by_turn(table: Table) -> Iterator[str]:
    """8. Who has played, where nobody can have passed: the seats have laid in turn.

    Under ``until_playable`` a seat passes only when no tile can be drawn; so no round is blocked.
    """
    if table.position.to_play is None and not table.is_out:
        return
    passed_over = [seat for seat in table.seats if not table.hands[seat] and seat != table.actor]
    if table.game.draw != "until_playable" or not table.state.tile_can_be_drawn() or passed_over:
        return
    layers = [table.backwards()[i % table.game.players] for i in range(table.laid)]
    leader = table.position.leader
    if leader not in (None, layers[-1]):
        yield f"leader: seat {layers[-1]} led, as the seats laid {table.laid} tiles in turn"
    for seat in table.seats:
        held, laid = len(table.hands[seat]), layers.count(seat)
        drawn = held - table.dealt + laid
        drawing_now = table.position.drew and seat == table.position.to_play
        if drawn < table.has_drawn(seat):
            yield f"hands[{seat}]: holds {held} tiles, but laid {laid} in its turns"
        elif drawn and not drawing_now and layers[:-1].count(seat) == 0:
            yield f"hands[{seat}]: holds {held} tiles, but has had no turn to draw in"


def laid_at_least(table: Table, leader: int, layer: int | None) -> int:
    """The tiles that the seats have laid at least, if these laid the first one and the last."""
    needed = dict.fromkeys(table.seats, 0)
    needed[leader] += 1
    if layer is not None and (layer != leader or table.laid > 1):
        needed[layer] += 1
    return sum(
        max(table.dealt - len(table.hands[seat]) + table.has_drawn(seat), needed[seat])
        for seat in table.seats
    )


def scores(table: Table) -> Iterator[str]:
    """9. Scores: what may have been scored in play."""
    points, game = table.position.scores, table.game
    if game.in_play == "none":
        if any(points):
            yield "scores: nothing scores in play"
        return
    for side, score in enumerate(points):
        if score % 5:
            yield f"scores[{side}]: {score} is not a multiple of five"
    most = table.laid * (8 * game.set // 5 * 5)
    if sum(points) > most:
        yield f"scores: {table.laid} tiles score {most} at most"
    elif game.in_play == "fives" and table.laid <= MOST_TILES:
        sums = Orders(table.position, table.lead).sums()
        if sum(points) not in sums:
            yield f"scores: no order of laying the tiles scores {sum(points)}, but {sorted(sums)}"
    layers = table.last_layers()
    if not layers:
        return
    last_score = table.state.count() if table.state.count() % 5 == 0 else 0
    sides = sorted({game.side(seat) for seat in layers})
    if all(points[side] < last_score for side in sides):
        yield f"scores: the last tile scored {last_score} for side {sides[0]}"
    elif table.laid == 1 and not any(
        list(points) == [last_score * (side == other) for other in range(game.sides)]
        for side in sides
    ):
        yield f"scores: the lead scored {last_score} for side {sides[0]}, and nothing else did"


CONDITIONS: tuple[Callable[[Table], Iterator[str]], ...] = (
    *(hands, draws, passes, passers, drawn, opening, who_has_played, turn_by_turn, scores),
)
