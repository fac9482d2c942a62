"""Line games: Block, Draw, All Fives, in the order of their page."""

from __future__ import annotations

from collections.abc import Sequence

from bonepile.types import Json, Reason, RefusalCode, Result

from .actions import DRAW, LEAD, LINE_PLACES, PASS, Move
from .deals import Deal, Tiles
from .parameters import LineRules
from .positions import ARMS, LinePosition
from .state import State, highest_double, holder, place_moves
from .tiles import Tile, is_double, other_half, tile_index


class LineState(State):
    """A position of a line game; a new one has nothing on the table.

    ``arms`` holds the tiles of L, R, N and S from the lead or the spinner outwards. ``ends`` maps
    each open arm to its open end, ``shown`` to what it adds to the count; both are empty before the
    lead. ``must_lead`` is the only tile that may be led, None where any may. ``spinner_open`` holds
    the sides in the line that the spinner still has open, None while there is no spinner.
    """

    def __init__(self, rules: LineRules, tiles: Tiles) -> None:
        super().__init__(*tiles)
        self.rules = rules
        self.players = rules.players
        self.draw_rule = rules.draw
        self.reserve = rules.reserve
        self.must_lead: Tile | None = None
        self.lead: Tile | None = None
        self.arms: dict[str, tuple[Tile, ...]] = dict.fromkeys(ARMS, ())
        self.spinner: Tile | None = None
        self.ends: dict[str, int] = {}
        self.shown: dict[str, int] = {}
        self.spinner_open: tuple[str, ...] | None = None
        self.scores: tuple[int, ...] = (0,) * rules.sides

    @classmethod
    def dealt(cls, rules: LineRules, deal: Deal, tiles: Tiles) -> LineState:
        """The position after the deal."""
        state = cls(rules, tiles)
        state.open_round(deal.leader)
        return state

    @classmethod
    def set_up(cls, rules: LineRules, position: LinePosition) -> LineState:
        """The state that goes on from a position."""
        state = cls(rules, Tiles(position.hands, position.boneyard))
        if position.lead is None:
            state.open_round(position.leader)
            return state
        state.lay_out(position, position.lead)
        state.scores = position.scores
        state.take_up(position)
        if position.to_play is None and state.goes_out():
            state.end_round("out", rules.side(state.to_play))
        elif position.to_play is None:
            state.end_round("blocked", state.fewest_pips())
        return state

    # The layout

    def lay_lead(self, tile: Tile) -> None:
        """L-LINE-1: the lead a-b opens L = a and R = b."""
        left, right = tile
        self.must_lead = None
        self.lead = tile
        self.ends = {"L": left, "R": right}
        self.shown = {"L": shown_at_end(tile, left), "R": shown_at_end(tile, right)}
        if self.becomes_spinner(tile):
            self.spinner, self.spinner_open = tile, ("L", "R")

    def lay_on_arm(self, tile: Tile, arm: str) -> None:
        """G-FIT-2: the other half is then the open end. G-FIT-3: of a double it is the same pip.

        L-COUNT-6: what showed there, the spinner too, shows no more. L-COUNT-7: an arm N or S
        shows something from now on.
        """
        open_end = self.ends[arm]
        new_end = other_half(tile, open_end)
        self.arms = {**self.arms, arm: (*self.arms[arm], tile)}
        self.ends = {**self.ends, arm: new_end}
        self.shown = {**self.shown, arm: shown_at_end(tile, new_end)}
        if self.becomes_spinner(tile):
            self.spinner, self.spinner_open = tile, (arm,)
        elif self.spinner_open and arm in self.spinner_open:
            self.take_side_of_spinner(arm, pip=open_end)

    def becomes_spinner(self, tile: Tile) -> bool:
        """L-SPIN-2: the first double laid is the spinner. L-SPIN-4: later doubles are ordinary.

        L-SPIN-1: under ``none`` all doubles are.
        """
        if self.rules.spinner == "none":
            return False
        return is_double(tile) and self.spinner is None

    def take_side_of_spinner(self, taken: str, pip: int) -> None:
        """L-SPIN-3: N and S open with the spinner's pip once its places in the line are taken."""
        assert self.spinner_open is not None
        self.spinner_open = tuple(side for side in self.spinner_open if side != taken)
        if not self.spinner_open:
            self.ends = {**self.ends, "N": pip, "S": pip}

    def lay_out(self, position: LinePosition, lead: Tile) -> None:
        """Lay the tiles of a position, the arm that its spinner lies on first (L-SPIN-2)."""
        self.lay_lead(lead)
        arms = dict(zip(ARMS, position.arms, strict=True))
        for arm in [*sorted(ARMS[:2], key=lambda arm: position.spinner not in arms[arm]), "N", "S"]:
            for tile in arms[arm]:
                self.lay_on_arm(tile, arm)

    # The opening

    def open_round(self, leader: int | None) -> None:
        """L-OPEN-4: the leader is on turn. L-OPEN-1: or the seat that must lead its double.

        L-OPEN-3: or its heaviest tile, where a deal without doubles was not refused.
        """
        if self.rules.opening == "any_tile":
            assert leader is not None
            self.to_play = leader
        else:
            self.must_lead = highest_double(self.hands) or heaviest_tile(self.hands)
            self.to_play = holder(self.hands, self.must_lead)

    def leads(self) -> list[Move]:
        """L-OPEN-1: the one tile that must lead. L-OPEN-4: or any tile of the hand."""
        if self.must_lead is not None:
            return [Move(self.must_lead, LEAD)]
        return [Move(tile, LEAD) for tile in sorted(self.hand, key=tile_index)]

    # A turn

    def legal_moves(self) -> list[Move]:
        """Leads before the lead; then plays, else or beside them ``draw``, else ``pass``.

        G-END-2: after the end nothing. L-OPEN-5: the lead is not put off by drawing. G-PASS-1: a
        pass only when nothing else is legal.
        """
        if self.result is not None:
            return []
        if not self.ends:
            return self.leads()
        moves = self.plays()
        if self.may_draw_again() and (not moves or self.may_draw_beside_plays()):
            moves.append(DRAW)
        return moves or [PASS]

    def may_draw_beside_plays(self) -> bool:
        """L-DRAW-4: under ``voluntary_draw``. G-PLAY-1: else who can play must play."""
        return self.rules.voluntary_draw

    def plays(self) -> list[Move]:
        """L-LINE-2: every tile on every open end that it fits. G-PLAY-2: on each it is a move."""
        hand = self.hand
        return [
            move
            for arm in LINE_PLACES
            if arm in self.ends
            for move in place_moves(hand, self.ends[arm], arm)
        ]

    def playable_ends(self) -> set[int]:
        """The pips that are open at the ends of the line; none before the lead."""
        return set(self.ends.values())

    def lay(self, tile: Tile, place: str) -> None:
        """Lay the tile, score in play, and end the turn or the round.

        G-BLOCK-2: a play forgets the passes. L-OUT-1: who goes out wins for the side.
        """
        self.take_from_hand(self.to_play, tile)
        self.passes = 0
        if place == LEAD:
            self.lay_lead(tile)
        else:
            self.lay_on_arm(tile, place)
        self.score_in_play()
        if self.goes_out():
            self.end_round("out", self.rules.side(self.to_play))
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """L-TURN-1, G-PASS-2: the turn goes to the next seat. L-END-3: one that holds tiles."""
        self.drew = False
        self.to_play = self.next_seat()
        while not self.hand:
            self.to_play = self.next_seat()

    def pass_turn(self) -> None:
        """G-BLOCK-3: blocked when all have passed in a row. L-END-4: all that still hold tiles."""
        self.passes = self.passes + 1 if self.pass_counts() else 0
        if self.passes == self.players - len(self.seats_out()):
            self.end_round("blocked", self.fewest_pips())
        else:
            self.end_turn()

    # The end of a round

    def goes_out(self) -> bool:
        """L-END-1: an emptied hand ends the round; nothing else does, no empty boneyard (G-END-1).

        L-END-2: under ``both_partners`` only when the partner's hand is empty too.
        """
        if self.hand:
            return False
        if self.rules.go_out == "both_partners" and self.rules.partners:
            return not self.hands[(self.to_play + 2) % 4]
        return True

    def end_round(self, reason: Reason, winner: int | None) -> None:
        """L-SUM-3: the winner's points come on top of what was scored in play."""
        points = self.scores
        if winner is not None:
            score = score_out if reason == "out" else score_block
            at_end = score(self.rules, self.side_pips(), winner)
            points = with_points(points, winner, rounded(at_end, self.rules.round_to))
        self.result = Result(reason, self.seats_out(), winner, points)

    # Scoring in play

    def score_in_play(self) -> None:
        """L-COUNT-2: a count that is a multiple of five, and not 0, scores at once.

        L-COUNT-1: under ``none`` nothing does.
        """
        if self.rules.in_play == "none":
            return
        count = self.count()
        if count % 5 == 0:
            self.scores = with_points(self.scores, self.rules.side(self.to_play), count)

    def count(self) -> int:
        """L-COUNT-3: the sum of what shows at the ends. L-COUNT-5: a lead alone counts once."""
        if self.lead is not None and not any(self.arms.values()):
            return sum(self.lead)
        return sum(self.shown.values())

    # Scoring at the end

    def side_pips(self) -> list[int]:
        """L-SIDE-3: the hands of a side are added. L-HAND-1: all pips count, and 0-0 counts 0."""
        pips = [0] * self.rules.sides
        for seat, hand in enumerate(self.hands):
            pips[self.rules.side(seat)] += sum(map(sum, hand))
        return pips

    def fewest_pips(self) -> int | None:
        """L-BLOCKED-1: the side with the fewest pips. L-BLOCKED-2: None when sides share them."""
        pips = self.side_pips()
        fewest = min(pips)
        return pips.index(fewest) if pips.count(fewest) == 1 else None

    # Looking at it

    def points_in_play(self) -> tuple[int, ...]:
        """Points scored in play so far, one number a side."""
        return self.scores

    def table(self) -> Json:
        """The open ends, and the count where it scores."""
        if not self.ends:
            return None
        if self.rules.in_play == "fives":
            return {**self.ends, "count": self.count()}
        return dict(self.ends)

    def why_not(self, tile: Tile, place: str) -> RefusalCode:  # noqa: ARG002
        """The first reason why a tile of the hand may not be laid there."""
        if not self.ends:
            return "lead_required"
        return "no_match" if place in self.ends else "no_such_place"

    def position(self, round: int, leader: int | None) -> LinePosition:
        """The position as it is written down."""
        return LinePosition(
            **self.common_of_position(round, leader),
            lead=self.lead,
            arms=tuple(self.arms[arm] for arm in ARMS),
            spinner=self.spinner,
            grows_arms=self.rules.spinner == "first_double",
            scores=self.scores,
        )

    def key(self) -> tuple[object, ...]:
        """All that what follows depends on, while the round goes on."""
        fives = self.rules.in_play == "fives"
        # An arm that shows 0 counts like one that holds no tile.
        shown = sorted((arm, pips) for arm, pips in self.shown.items() if pips)
        return (
            self.to_play,
            self.hands,
            self.drawable(),
            self.passes_that_matter(),
            self.must_lead,
            sorted(self.ends.items()),
            self.spinner_open,
            self.tile_can_be_drawn() and not self.may_draw_again(),
            (self.count(), shown, self.scores) if fives else None,
        )


# The opening


def heaviest_tile(hands: Sequence[Sequence[Tile]]) -> Tile:
    """L-OPEN-3: the tile with most pips, then the highest half."""
    return max((tile for hand in hands for tile in hand), key=lambda tile: (sum(tile), tile[1]))


# Scoring in play


def shown_at_end(tile: Tile, end: int) -> int:
    """L-COUNT-3: a single shows its outer pip. L-COUNT-4: a double shows both halves."""
    return 2 * end if is_double(tile) else end


def with_points(points: Sequence[int], side: int, more: int) -> tuple[int, ...]:
    """The points of all sides, with more for one of them."""
    return tuple(own + more if each == side else own for each, own in enumerate(points))


# Scoring at the end: ``pips`` holds those left in the hands of each side


def score_out(rules: LineRules, pips: Sequence[int], winner: int) -> int:
    """What the side that went out scores."""
    others = sum(pips) - pips[winner]
    if rules.score_out == "opponents":  # L-OUT-2
        return others
    if rules.score_out == "opponents_minus_own":  # L-OUT-3
        return others - pips[winner]
    return sum(pips)  # L-OUT-4: everyone


def score_block(rules: LineRules, pips: Sequence[int], winner: int) -> int:
    """What the side with the fewest pips scores."""
    own = pips[winner]
    others = sum(pips) - own
    if rules.score_block == "difference":  # L-BLOCKED-3
        return others - own
    if rules.score_block == "pairwise_differences":  # L-BLOCKED-4
        return others - own * (len(pips) - 1)
    if rules.score_block == "opponents":  # L-BLOCKED-5
        return others
    return sum(pips)  # L-BLOCKED-6: everyone


def rounded(points: int, to: int) -> int:
    """L-SUM-2: the nearest multiple of five: 7 becomes 5, 8 becomes 10, -7 becomes -5.

    L-SUM-1: under ``round_to = 1`` the points as they are.
    """
    return (points + to // 2) // to * to
