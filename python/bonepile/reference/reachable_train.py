"""Whether play can reach a position of a train game: the conditions of docs/positions.md, stage 3.

Each condition is one function, numbered and named as on that page, that tells what is refused. They
are necessary, not sufficient: they look for no game that leads to the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .parameters import TrainRules
from .positions import TrainPosition
from .rules import Rules
from .tiles import Tile, fits, is_double, tile_set, tile_text
from .train import TrainState


def train_faults(rules: Rules, position: TrainPosition) -> list[str]:
    """Every reason why play cannot reach the position, each naming its place.

    What depends on how the engine was found is told for the way that explains the position best.
    """
    game = rules.game
    assert isinstance(game, TrainRules)
    faults = list(over(position))
    if faults:
        return faults
    table = Table(rules, game, position)
    faults = [fault for condition in CONDITIONS for fault in condition(table)]
    if table.drawn < 0:
        return faults
    return faults + min(
        (
            [fault for condition in CONDITIONS_OF_OPENING for fault in condition(table, opening)]
            for opening in openings(table)
        ),
        key=len,
    )


class Table:
    """A position, and the words that the conditions use."""

    def __init__(self, rules: Rules, game: TrainRules, position: TrainPosition) -> None:
        self.game = game
        self.position = position
        self.hands = position.hands
        self.players = game.players
        self.seats = range(game.players)
        self.dealt = rules.hand_tiles
        self.laid = sum(map(len, position.trains))
        set_aside = game.engine == "descending"
        in_boneyard_at_first = len(tile_set(game.set)) - game.players * self.dealt - set_aside
        self.drawn = in_boneyard_at_first - len(position.boneyard)
        self.state = TrainState.set_up(game, position)
        self.actor = self.state.to_play
        self.is_over = position.to_play is None
        self.empty = [seat for seat in self.seats if not self.hands[seat]]
        self.is_out = self.is_over and bool(self.empty)
        self.is_chain = game.first_turn == "chain"
        self.grants_extra_turns = game.first_turn_double == "extra_turn"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the trains."""
        return self.position.names

    def round_the_table(self, first: int, end: int) -> list[int]:
        """The seats from ``first`` up to the one before ``end``, none if they are the same."""
        return [(first + i) % self.players for i in range((end - first) % self.players)]

    def own_train(self, seat: int) -> tuple[Tile, ...]:
        """The tiles on the seat's own train."""
        return self.position.trains[seat]

    def passers(self) -> list[int]:
        """The seats that passed in a row until now, the last of them first."""
        first = self.actor if self.is_over else self.actor - 1
        count = min(self.position.passes, self.players)
        return [(first - i) % self.players for i in range(count)]

    def is_exempt(self, train: int) -> bool:
        """Whether the double that ends a train is dead and exempt."""
        return self.game.dead_double == "exempt" and self.state.is_dead(train)


@dataclass(frozen=True, slots=True)
class Opening:
    """A way in which the engine may have been found.

    ``first`` is on turn first; ``layer`` laid the engine from its hand, None where it was set
    aside; ``searched`` says how many tiles each seat drew in search of it.
    """

    first: int
    layer: int | None
    searched: tuple[int, ...]

    @property
    def search(self) -> int:
        """The number of tiles drawn in search of the engine."""
        return sum(self.searched)

    def laid_engine(self, seat: int) -> int:
        """1 for the seat that laid the engine, 0 for the others."""
        return int(seat == self.layer)


def openings(table: Table) -> Iterator[Opening]:
    """Every way: nobody searched, or the seats drew until one of them drew the engine."""
    players, round = table.players, table.position.round
    none = (0,) * players
    if table.game.engine == "descending":
        yield Opening(round % players, None, none)
        return
    for layer in table.seats:
        yield Opening((layer + 1) % players, layer, none)
    searched = list(none)
    for draw in range(table.drawn):
        seat = (round + draw) % players
        searched[seat] += 1
        yield Opening((seat + 1) % players, seat, tuple(searched))


def at_first(table: Table, opening: Opening, seat: int) -> int:
    """G: the tiles that a seat held when the first turn began."""
    return table.dealt + opening.searched[seat] - opening.laid_engine(seat)


def over(position: TrainPosition) -> Iterator[str]:
    """1. Over: exactly one of ``to_play`` and ``last`` is null."""
    if position.to_play is None and position.last is None:
        yield "to_play: nobody is on turn, and last names nobody who ended the round"
    elif position.to_play is not None and position.last is not None:
        yield "last: is for a round that is over, but a seat is on turn"
    if position.to_play is None and position.turn != "general":
        yield "turn: must be general when the round is over"
    if position.to_play is None and position.drew:
        yield "drew: the round is over"


def first_seat(table: Table, opening: Opening) -> Iterator[str]:
    """2. First seat: what was drawn and which doubles came from the boneyard."""
    engine = table.position.engine
    off_boneyard = [
        tile
        for tiles in (*table.hands, *table.position.trains)
        for tile in tiles
        if is_double(tile)
    ]
    if table.game.engine == "descending":
        return
    higher = sum(tile > engine for tile in off_boneyard)
    if higher > table.drawn:
        yield f"layout.engine: {higher} higher doubles were dealt or drawn, no more than drawn"
    if opening.search and len(off_boneyard) > table.drawn - opening.search:
        yield f"layout.engine: {len(off_boneyard)} doubles cannot all have been drawn after it"


def first_turns(table: Table, opening: Opening) -> Iterator[str]:
    """3. First turns: who is still owed one."""
    owed = table.position.owed
    if not table.is_chain:
        return
    on_turn_owed = not table.is_over and table.actor in owed
    begin = table.actor if on_turn_owed else (table.actor + 1) % table.players
    left = table.round_the_table(begin, opening.first)
    if on_turn_owed and not left:
        left = list(table.seats)
    if owed and owed != set(left):
        yield f"owed: must be {sorted(left)} or empty"


def turn_and_owed(table: Table) -> Iterator[str]:
    """3. First turns: how ``turn`` and ``owed`` go together, whoever was first."""
    position, owed = table.position, table.position.owed
    in_first_turn = position.turn in ("first", "chain")
    if not table.is_chain:
        if owed:
            yield "owed: no turn is special"
        if in_first_turn:
            yield f"turn: must be general or extra, not {position.turn}"
        return
    if not table.is_over and (table.actor in owed) != in_first_turn:
        yield f"turn: {position.turn}, but seat {table.actor} is {_is(table.actor in owed)} owed"
    if owed and not in_first_turn and not table.is_over and not table.grants_extra_turns:
        yield f"turn: must be first or chain while seats are owed, not {position.turn}"
    if owed and table.is_over and not table.is_out:
        yield "owed: the round is blocked before all first turns"
    elif (
        owed and table.is_over and table.game.finish_first_circuit and not table.grants_extra_turns
    ):
        yield "owed: a first circuit is finished before the round ends"


def _is(value: bool) -> str:
    return "still" if value else "not"


def seats_that_are_owed(table: Table, opening: Opening) -> Iterator[str]:
    """4. Seats that are owed: they have their first hands and no marker."""
    position = table.position
    for seat in sorted(position.owed):
        train, held = table.own_train(seat), len(table.hands[seat])
        in_chain = position.turn == "chain" and seat == table.actor
        if seat in position.markers:
            yield f"markers: seat {seat} is owed its first turn"
        if train and not in_chain:
            yield f"layout.trains.{seat}: seat {seat} is owed its first turn"
        if in_chain and not train:
            yield f"layout.trains.{seat}: is empty, but seat {seat} is in its chain"
        if in_chain and not any(fits(t, table.state.ends[seat]) for t in table.hands[seat]):
            yield f"hands[{seat}]: holds nothing that goes on with the chain"
        wanted = at_first(table, opening, seat) - (len(train) if in_chain else 0)
        if held != wanted:
            yield f"hands[{seat}]: holds {held} tiles, not {wanted} as in its first turn"
    for seat in table.seats if table.is_chain else ():
        waits = seat not in position.owed and not table.own_train(seat)
        if waits and seat not in position.markers:
            yield f"markers: seat {seat} passed in its first turn and has not begun its train"


def first_circuit(table: Table, opening: Opening) -> Iterator[str]:
    """5. The first circuit: only first turns have been played."""
    finished = table.is_out and not out_at_once(table) and out_after_circuit(table, opening)
    if table.grants_extra_turns or not (table.position.owed or finished):
        return
    if table.position.trains[-1]:
        yield "layout.trains.M: is begun before the first circuit is over"
    if table.drawn != opening.search:
        yield "boneyard: a tile was drawn before the first circuit was over"
    for seat in table.seats:
        held = len(table.hands[seat])
        wanted = at_first(table, opening, seat) - len(table.own_train(seat))
        if seat not in table.position.owed and held != wanted:
            yield f"hands[{seat}]: holds {held} tiles, not {wanted} as after its first turn"


def hands(table: Table, opening: Opening) -> Iterator[str]:
    """6. Hands: who may be without tiles."""
    if table.is_out:
        if not out_at_once(table) and not out_after_circuit(table, opening):
            yield f"hands[{table.empty[0]}]: is empty, but seat {table.actor} acted last"
    elif table.empty and not is_finishing(table, opening):
        yield f"hands[{table.empty[0]}]: is empty, but the round has not ended there"


def out_at_once(table: Table) -> bool:
    """6 (a): the seat that acted last is the only one without tiles."""
    return table.empty == [table.actor]


def out_after_circuit(table: Table, opening: Opening) -> bool:
    """6 (b): somebody went out in a first turn, and the circuit was finished."""
    return (
        table.game.finish_first_circuit
        and not table.position.owed
        and (table.actor + 1) % table.players == opening.first
        and all(out_in_first_turn(table, opening, seat) for seat in table.empty)
    )


def is_finishing(table: Table, opening: Opening) -> bool:
    """6: somebody went out in a first turn, and the circuit is being finished."""
    return (
        table.game.finish_first_circuit
        and table.actor in table.position.owed
        and table.actor not in table.empty
        and not table.position.passes
        and all(out_in_first_turn(table, opening, seat) for seat in table.empty)
    )


def out_in_first_turn(table: Table, opening: Opening, seat: int) -> bool:
    """Whether all tiles of a seat without tiles lie on its own train, as laid in one chain."""
    laid_all = len(table.own_train(seat)) == at_first(table, opening, seat)
    return laid_all and seat not in table.position.owed


def draws(table: Table, opening: Opening) -> Iterator[str]:
    """7. Draws: how many tiles may have left the boneyard."""
    drawn = table.drawn - opening.search
    if table.game.draw == "none" and drawn:
        yield f"boneyard: {drawn} tiles were drawn, but nobody draws"
    if table.position.drew and drawn < 1:
        yield "drew: no tile has left the boneyard"


def boneyard(table: Table) -> Iterator[str]:
    """2. First seat: no tile comes into the boneyard."""
    if table.drawn < 0:
        left = len(table.position.boneyard)
        yield f"boneyard: holds {left} tiles, {-table.drawn} more than after the deal"


def drawn(table: Table) -> Iterator[str]:
    """7. Draws: when the seat on turn may have drawn for this play."""
    position = table.position
    if not position.drew:
        return
    if table.game.draw == "none":
        yield "drew: nobody draws"
    if position.passes:
        yield "drew: a draw forgets the passes"
    if position.turn not in ("general", "extra"):
        yield "drew: nothing is drawn in a first turn"
    elif len({move.tile for move in table.state.plays()}) > 1:
        yield f"drew: seat {table.actor} could play before it drew"


def passes(table: Table) -> Iterator[str]:
    """8. Passes: how many there may be in a row."""
    count, turn = table.position.passes, table.position.turn
    if table.is_out:
        if count:
            yield "passes: must be 0 when a seat went out"
    elif table.is_over:
        if count != table.players:
            yield f"passes: must be {table.players} when the round is blocked"
    elif count >= table.players:
        yield f"passes: {count} would have ended the round"
    if not count:
        return
    if table.state.tile_can_be_drawn():
        yield "passes: none counts while a tile can be drawn"
    before_first_turn = turn == "first" and table.grants_extra_turns and count == 1
    if turn != "general" and not before_first_turn:
        yield f"passes: must be 0, turn is {turn}"
    elif table.position.owed and count > 1:
        yield "passes: a first turn forgets them"


def passers(table: Table) -> Iterator[str]:
    """9. Passers: those who passed in a row have their markers up and could not play."""
    seats = table.passers()
    for seat in seats:
        if seat not in table.position.markers:
            yield f"markers: seat {seat} passed"
    doubles = table.state.cover_duty()
    if doubles is not None:
        # The one that passed first may have been asked for an extra play elsewhere.
        bound = dict.fromkeys(seats[: table.position.passes - 1], doubles)
    else:
        bound = {seat: open_to_passer(table, seats, seat) for seat in seats}
    for seat, trains in bound.items():
        for train in trains:
            for tile in table.hands[seat]:
                if fits(tile, table.state.ends[train]):
                    name, text = table.names[train], tile_text(tile)
                    yield f"hands[{seat}]: the seat passed, but {text} fits train {name}"


def open_to_passer(table: Table, passers: list[int], seat: int) -> list[int]:
    """The trains that a seat had the right to when it passed, whenever that was."""
    marked = [
        train
        for train in table.position.markers
        if train not in passers and (table.own_train(train) or table.game.start_marked)
    ]
    return [seat, table.players, *marked]


def open_doubles(table: Table) -> Iterator[str]:
    """10. Open doubles: those that end a train, where there is a duty to cover."""
    named = table.position.open_doubles
    wanted = [
        train
        for train, tiles in enumerate(table.position.trains)
        if table.game.cover_duty and tiles and is_double(tiles[-1]) and not table.is_exempt(train)
    ]
    if sorted(named) != wanted:
        names = [table.names[train] for train in wanted]
        yield f"open_doubles: must be {names} in the order in which they were laid"


def extra_play(table: Table) -> Iterator[str]:
    """11. Extra play: a double asks for it that the seat on turn has just laid."""
    position, game = table.position, table.game
    if position.turn != "extra":
        return
    if game.double_extra == "none":
        yield "turn: no double asks for an extra play"
    elif not any(may_ask_for_extra_play(table, train) for train in range(table.players + 1)):
        yield f"turn: there is no double that seat {table.actor} may have laid last"


def may_ask_for_extra_play(table: Table, train: int) -> bool:
    """Whether the train ends in a double that the seat on turn may just have laid."""
    tiles, markers = table.position.trains[train], table.position.markers
    if not tiles or not is_double(tiles[-1]):
        return False
    if train != table.players and (train in markers) == (train == table.actor):
        return False
    if table.is_exempt(train):
        return table.game.double_extra != "must_cover"
    return not table.game.cover_duty or table.position.open_doubles[-1:] == (train,)


def nobody_has_played(table: Table, opening: Opening) -> Iterator[str]:
    """12. Nobody has played: then all turns so far were passes."""
    if table.laid:
        return
    end = (table.actor + 1) % table.players if table.is_over else table.actor
    passed = table.round_the_table(opening.first, end)
    if table.position.markers not in (set(passed), set(table.seats)):
        yield f"markers: must be {sorted(passed)} or all, as no tile has been laid"


def who_has_played(table: Table, opening: Opening) -> Iterator[str]:
    """13. Who has played: what the seats must have laid and drawn at least is not too much."""
    drawn = [has_drawn(table, opening, seat) for seat in table.seats]
    if sum(drawn) > table.drawn:
        yield f"boneyard: {table.drawn} tiles were drawn, but the seats need {sum(drawn)}"
    laid = sum(
        max(
            at_first(table, opening, seat)
            - opening.searched[seat]
            - len(table.hands[seat])
            + drawn[seat],
            has_begun_own_train(table, seat) or seat == last_layer(table),
        )
        for seat in table.seats
    )
    if laid > table.laid:
        yield f"hands: the seats cannot have laid the {table.laid} tiles of the trains"


def has_drawn(table: Table, opening: Opening, seat: int) -> int:
    """The tiles that a seat has drawn at least."""
    drew_now = table.position.drew and seat == table.position.to_play
    for_plays = drew_now + drew_before_its_pass(table, seat)
    more = len(table.hands[seat]) - table.dealt + opening.laid_engine(seat)
    return max(opening.searched[seat] + for_plays, more)


def drew_before_its_pass(table: Table, seat: int) -> bool:
    """Whether the marker of a seat tells that it drew: who passes in a general turn drew before.

    A pass in a first turn is made without drawing, but its marker comes down with the first tile on
    the own train, which is the owner's where nobody else may start it.
    """
    first_turn_pass = table.is_chain and (table.game.start_marked or not table.own_train(seat))
    can_draw = table.state.tile_can_be_drawn()
    return can_draw and seat in table.position.markers and not first_turn_pass


def last_layer(table: Table) -> int | None:
    """The seat that laid the last tile, where that is known.

    It is the one on turn in an extra play; else the one before it, where every pass would have
    counted, as none is made in a first turn or while a tile can be drawn, and none was. One that
    passed may have laid a double first.
    """
    if table.position.turn == "extra":
        return table.actor
    every_pass_counts = not table.is_chain and (table.game.draw == "none" or table.drawn == 0)
    if not table.laid or not every_pass_counts or table.position.passes:
        return None
    return table.actor if table.is_over else (table.actor - 1) % table.players


def has_begun_own_train(table: Table, seat: int) -> bool:
    """Whether the first tile of a train, or one since its marker, came from its owner."""
    closed = not table.game.start_marked or seat not in table.position.markers
    return closed and bool(table.own_train(seat))


CONDITIONS: tuple[Callable[[Table], Iterator[str]], ...] = (
    *(boneyard, turn_and_owed, drawn, passes, passers, open_doubles, extra_play),
)
"""Those that hold however the engine was found."""

CONDITIONS_OF_OPENING: tuple[Callable[[Table, Opening], Iterator[str]], ...] = (
    *(first_seat, first_turns, seats_that_are_owed, first_circuit, hands, draws),
    *(nobody_has_played, who_has_played),
)
"""Those that must hold together for one way in which the engine may have been found."""
