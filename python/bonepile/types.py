"""The shapes that cross the border: names as literals, small tuples, and the face of an engine.

The Rust core (``bonepile``) and the reference (``bonepile.reference``) both satisfy the protocols
below. Functions that work on either take an :class:`Engine`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Self, TypeAlias

from bonepile.solving import Limit, Objective, Play, Solution, Train, TrainMeasure
from bonepile.statistics import Estimate, Summary, Tally

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "INSTRUCTIONS",
    "ActionLike",
    "AnyAction",
    "AnyDeal",
    "AnyMatch",
    "AnyPlayouts",
    "AnyRound",
    "AnyRules",
    "AnySession",
    "AnySolutions",
    "AnyVectorRound",
    "Engine",
    "Estimate",
    "Explanation",
    "Family",
    "Instructions",
    "Json",
    "Limit",
    "Objective",
    "Play",
    "Policy",
    "Reason",
    "Refusal",
    "RefusalCode",
    "Result",
    "Snapshot",
    "Solution",
    "Statement",
    "Summary",
    "Tally",
    "Train",
    "TrainMeasure",
]

Json: TypeAlias = Any
"""Whatever ``json.loads`` returns."""

Snapshot: TypeAlias = dict[str, Json]
"""What two engines must agree on after the deal and after every action (docs/protocol.md)."""

Family = Literal["line", "train"]

Reason = Literal["out", "blocked"]

Policy = Literal["random", "heaviest", "own-first"]
"""How a playout chooses among the legal actions (docs/playouts.md)."""
Instructions = Literal["best", "scalar", "portable"]
"""What of the processor a batch of playouts may use (docs/playouts.md)."""
INSTRUCTIONS: tuple[Instructions, ...] = ("best", "scalar", "portable")

RefusalCode = Literal[
    "round_over",
    "unreadable",
    "not_in_set",
    "tile_not_in_hand",
    "lead_required",
    "no_such_place",
    "own_train_only",
    "must_cover",
    "train_not_open",
    "no_match",
    "cannot_stop",
    "can_play",
    "must_draw",
    "cannot_draw",
]


class Result(NamedTuple):
    """How a round ended.

    ``out``: the seats with an empty hand, ascending. ``winner``: the side that won, None when
    nobody did and always None in train games. ``points``: one number a side, in play and at the end
    together; in train games penalties.
    """

    reason: Reason
    out: tuple[int, ...]
    winner: int | None
    points: tuple[int, ...]


class Refusal(NamedTuple):
    """Why an action is not legal: a stable code and a sentence for people."""

    code: RefusalCode
    message: str


class Statement(NamedTuple):
    """One sentence of an explanation and the name of the rule that it applies.

    The name is one of docs/rules/names.md, or ``""`` where no rule is at work: what text is an
    action at all is a matter of notation.
    """

    rule: str
    sentence: str


class Explanation(NamedTuple):
    """What the rules make of an action, a round, a match or a deal.

    ``action`` and ``legal`` are None unless an action was asked about (``legal`` also tells whether
    a deal is played). ``why`` tells the grounds, ``follows`` what comes of them; it is empty for
    what is not legal.
    """

    action: str | None
    legal: bool | None
    why: tuple[Statement, ...]
    follows: tuple[Statement, ...]


class AnyAction(Protocol):
    """One action: its notation and its number.

    ``str(action)`` is the notation. Two actions are equal when their notation is, and an action
    equals (and hashes like) the plain string of its notation.
    """

    @property
    def index(self) -> int:
        """The action's number under the rules it came from, ``0 <= index < rules.num_actions``."""


ActionLike: TypeAlias = AnyAction | str
"""Wherever an action is asked for, its notation does as well."""


class AnyRules(Protocol):
    """A preset, a number of seats and what the house changes: checked, immutable, hashable."""

    @property
    def preset(self) -> str:
        """The name of the preset that the rules start from."""

    @property
    def players(self) -> int:
        """The number of seats, 2 to 8."""

    @property
    def family(self) -> Family:
        """``"line"`` or ``"train"``."""

    @property
    def sides(self) -> int:
        """How many sides score: the seats, or 2 where four seats are partners."""

    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""

    @property
    def parameters(self) -> dict[str, Json]:
        """Every parameter of the family with its value in force, None where its parent is off."""

    def to_dict(self) -> dict[str, Json]:
        """``preset``, ``players`` and the parameters that differ from the preset."""

    @classmethod
    def from_dict(cls, rules: Mapping[str, Json], /) -> Self:
        """The rules that :meth:`to_dict` or a record wrote down."""

    def action(self, action: ActionLike | int, /) -> AnyAction:
        """The action with that notation or number under these rules (legal now or not)."""


class AnyDeal(Protocol):
    """Hands, boneyard in draw order, and what a round's set-up names besides."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """One tuple a seat, tiles sorted by (low, high)."""

    @property
    def boneyard(self) -> tuple[str, ...]:
        """Tiles in draw order: the first is drawn first."""

    @property
    def engine(self) -> str | None:
        """The double set aside before the deal (``engine = descending`` only)."""

    @property
    def leader(self) -> int | None:
        """The seat that leads (``opening = any_tile`` only)."""

    def to_dict(self) -> dict[str, Json]:
        """The deal as a record holds it."""

    @classmethod
    def from_dict(cls, deal: Mapping[str, Json], /) -> Self:
        """The deal that :meth:`to_dict` or a record wrote down."""


class AnyRound(Protocol):
    """One deal being played out: immutable; ``play`` returns the next round."""

    @property
    def rules(self) -> AnyRules:
        """The rules in force."""

    @classmethod
    def from_position(
        cls, rules: Any, position: Mapping[str, Json], actions: Sequence[ActionLike] = ()
    ) -> Self:
        """The round that goes on from a position (docs/positions.md)."""

    @property
    def deal(self) -> AnyDeal | None:
        """The deal, its leader filled in; None for a round that was set up from a position."""

    @property
    def set_up_from(self) -> dict[str, Json] | None:
        """The position that the round was set up from; None for a round that was dealt."""

    @property
    def round(self) -> int:
        """The 0-based number of the round in its match."""

    @property
    def actions(self) -> Sequence[AnyAction]:
        """What has been played since the deal."""

    @property
    def to_play(self) -> int | None:
        """The seat on turn, None when the round is over."""

    @property
    def result(self) -> Result | None:
        """How the round ended, None while it goes on."""

    def legal_actions(self) -> Sequence[AnyAction]:
        """Every legal action, in the order that random play counts them."""

    def is_legal(self, action: ActionLike, /) -> bool:
        """Whether the action is legal now."""

    def why_illegal(self, action: ActionLike, /) -> Refusal | None:
        """The first reason why not, None when the action is legal."""

    def play(self, action: ActionLike, /) -> Self:
        """The round after a legal action."""

    def undo(self) -> Self:
        """The round before the last action."""

    def with_deal(self, deal: AnyDeal | Mapping[str, Json]) -> Self:
        """The same actions on another deal."""

    def snapshot(self) -> Snapshot:
        """The whole table as JSON values, hidden tiles included."""

    def position(self) -> dict[str, Json]:
        """Everything that the round needs to go on, as JSON values (docs/positions.md)."""

    def position_key(self) -> bytes:
        """Equal for two rounds under equal rules only when all that can follow is equal."""

    def perft(self, depth: int, /) -> int:
        """The number of sequences of exactly ``depth`` actions."""

    def divide(self, depth: int, /) -> dict[str, int]:
        """For each legal action, the sequences of ``depth`` actions that begin with it."""

    def playout(
        self, seed: int | None = None, game: int | None = None, policy: Policy = "random"
    ) -> Self:
        """The round played to its end by a policy with the dice of that seed and game."""


class AnyPlayouts(Protocol):
    """Many games played out: columns with one row a game (docs/playouts.md)."""

    @property
    def points(self) -> memoryview:
        """Format ``h``, shape (n, sides): the points of the round; in train games penalties."""

    @property
    def winner(self) -> memoryview:
        """Format ``b``, shape (n,): the side that won, -1 for nobody and in train games."""

    @property
    def reason(self) -> memoryview:
        """Format ``B``, shape (n,): 0 somebody went out, 1 blocked."""

    @property
    def plies(self) -> memoryview:
        """Format ``H``, shape (n,): the actions since the start."""

    @property
    def seed(self) -> int:
        """The seed, the one that was drawn where none was given."""

    @property
    def first(self) -> int:
        """The number of the game in row 0."""

    @property
    def policy(self) -> Policy:
        """What chose the actions."""

    @property
    def sides(self) -> int:
        """How many sides score."""

    def __len__(self) -> int:
        """The number of games."""

    def tally(self) -> Tally:
        """The exact totals."""

    def summary(self) -> Summary:
        """What the totals tell, with intervals."""


class AnySolutions(Protocol):
    """Many games solved: columns with one row a game (docs/solving.md)."""

    @property
    def value(self) -> memoryview:
        """Format ``h``, shape (n,): what the game is worth for the side on turn."""

    @property
    def leader(self) -> memoryview:
        """Format ``b``, shape (n,): the seat on turn."""

    @property
    def best(self) -> memoryview:
        """Format ``i``, shape (n,): the number of the first action that reaches the value."""

    @property
    def nodes(self) -> memoryview:
        """Format ``I``, shape (n,): the positions looked at, which each engine counts its way."""

    @property
    def seed(self) -> int:
        """The seed of the deals."""

    @property
    def first(self) -> int:
        """The number of the game in row 0."""

    @property
    def objective(self) -> Objective:
        """What the values count."""

    def __len__(self) -> int:
        """The number of games."""


class AnyVectorRound(Protocol):
    """Rounds in step, one a slot (docs/playouts.md).

    The properties are read-only; the next ``step`` overwrites what they show.
    """

    @property
    def rules(self) -> AnyRules:
        """The rules in force."""

    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""

    @property
    def to_play(self) -> memoryview:
        """Format ``b``, shape (n,): the seat on turn."""

    @property
    def legal_mask(self) -> memoryview:
        """Format ``B``, shape (n, num_actions): 1 for each legal action."""

    @property
    def observation(self) -> memoryview:
        """Format ``h``, shape (n, observation_size): what the seat on turn sees."""

    @property
    def rewards(self) -> memoryview:
        """Format ``h``, shape (n, sides): points scored by the last step."""

    @property
    def done(self) -> memoryview:
        """Format ``B``, shape (n,): 1 where the last step ended the round."""

    @property
    def game(self) -> memoryview:
        """Format ``Q``, shape (n,): the number of the game that the slot plays."""

    def __len__(self) -> int:
        """The number of slots."""

    def step(self, actions: Buffer | Sequence[int], /) -> None:
        """Play one action number a slot, and deal the next episode where a round ended."""


class AnyMatch(Protocol):
    """Rounds added up to a target or a number of rounds: immutable."""

    @property
    def rules(self) -> AnyRules:
        """The rules in force."""

    @property
    def round(self) -> AnyRound:
        """The round in progress, or the last one."""

    @property
    def rounds(self) -> Sequence[AnyRound]:
        """Every round so far, the one in progress too."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Points (or rounds won) of the finished rounds, one number a side."""

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side as the totals stand; equal totals share one: 1, 1, 3."""

    @property
    def is_over(self) -> bool:
        """Whether the target or the number of rounds is reached."""

    def play(self, action: ActionLike, /) -> Self:
        """The match after a legal action."""

    def undo(self) -> Self:
        """The match before the last action, across the border of rounds."""

    def next_round(self, deal: AnyDeal | Mapping[str, Json] | None = None) -> Self:
        """The match with its next round dealt."""

    def record(self) -> dict[str, Json]:
        """The match as played, as JSON values."""

    @classmethod
    def from_record(
        cls, record: Mapping[str, Json] | str | bytes, /, seed: int | None = None
    ) -> Self:
        """The match that a record tells, every action checked."""


class AnySession(Protocol):
    """One conversation of the line protocol."""

    @property
    def closed(self) -> bool:
        """Whether ``quit`` was answered."""

    def answer(self, line: bytes, /) -> bytes:
        """The answer to one line, without a newline. Never raises for what the line holds."""


class Engine(Protocol):
    """The names that ``bonepile`` and ``bonepile.reference`` have in common."""

    # Classes as read-only attributes: calling one is what its constructor's documentation says.
    @property
    def Rules(self) -> Any:  # noqa: N802
        """The rules' class."""

    @property
    def Deal(self) -> Any:  # noqa: N802
        """The deal's class."""

    @property
    def Round(self) -> Any:  # noqa: N802
        """The round's class."""

    @property
    def Match(self) -> Any:  # noqa: N802
        """The match's class."""

    @property
    def Action(self) -> Any:  # noqa: N802
        """The action's class."""

    @property
    def Session(self) -> Any:  # noqa: N802
        """The class of one conversation of the line protocol."""

    def deal(
        self, rules: Any, seed: int | None = None, round: int = 0, game: int | None = None
    ) -> Any:
        """A freshly dealt round."""

    def presets(self) -> list[str]:
        """The names of the presets."""

    @property
    def Playouts(self) -> Any:  # noqa: N802
        """The class of what :meth:`playouts` returns."""

    @property
    def VectorRound(self) -> Any:  # noqa: N802
        """The class of rounds in step."""

    def playouts(
        self,
        start: Any,
        n: int,
        seed: int | None = None,
        *,
        threads: int = 1,
        policy: Policy = "random",
        round: int = 0,
        first: int = 0,
        instructions: Instructions = "best",
    ) -> Any:
        """Games ``first`` to ``first + n - 1`` of the seed, played to their end.

        ``start`` is rules or a round; ``1 <= n <= 2**32``. The result does not depend on
        ``threads`` and ``instructions``.
        """

    def playout_record(
        self, start: Any, seed: int, game: int, *, policy: Policy = "random", round: int = 0
    ) -> dict[str, Json]:
        """One of those games as a record of one round."""

    @property
    def Solutions(self) -> Any:  # noqa: N802
        """The class of what :meth:`solve_many` returns."""

    def solve(
        self,
        round: Any,
        objective: Objective = "points",
        *,
        moves: bool = False,
        limit: Limit | None = None,
        play: Play = "exact",
        table: int | None = None,
    ) -> Solution:
        """What the rest of the round is worth when every side plays its best."""

    def solve_many(
        self,
        rules: Any,
        n: int,
        seed: int,
        *,
        objective: Objective = "points",
        round: int = 0,
        first: int = 0,
        threads: int = 1,
    ) -> Any:
        """Games ``first`` to ``first + n - 1`` of the seed, dealt and solved.

        But for ``nodes`` the result does not depend on the engine, nor on ``threads``.
        """

    def longest_train(self, hand: Sequence[str], start: int, by: TrainMeasure = "tiles") -> Train:
        """The longest chain that a hand can lay from an open end."""

    def best_opening(self, round: Any) -> Train:
        """The longest chain of the seat on turn in its first turn."""

    def observe(self, round: Any, seat: int | None = None) -> memoryview:
        """What a seat sees, as numbers."""

    def observation_layout(self, rules: Any) -> dict[str, slice]:
        """Where each part of an observation stands."""
