"""The engine in Rust: everything here is exported by :mod:`bonepile`.

The rules, with their sources, are told in docs/rules; snapshots, records, action numbers, refusals,
dice and the line protocol in docs/protocol.md; playouts, observations and rounds in step in
docs/playouts.md; values of rounds and longest trains in docs/solving.md. Values are immutable,
hashable, can be pickled and have a repr that evaluates back to them; the repr of :class:`Playouts`
and :class:`Solutions` is short instead. :class:`Session` and :class:`VectorRound` are no values:
they change. A value that is wrong raises a subclass of :class:`bonepile.BonepileError`, a value of
the wrong Python type raises ``TypeError``.

The examples begin with

>>> from bonepile import *
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self, final

from typing_extensions import Buffer

from bonepile.types import (
    ActionLike,
    AnyDeal,
    Family,
    Instructions,
    Json,
    Limit,
    Objective,
    Play,
    Policy,
    Refusal,
    Result,
    Snapshot,
    Solution,
    Summary,
    Tally,
    Train,
    TrainMeasure,
)

__all__ = [
    "Action",
    "Deal",
    "Match",
    "Playouts",
    "Round",
    "Rules",
    "Session",
    "Solutions",
    "VectorRound",
    "__version__",
    "best_opening",
    "deal",
    "longest_train",
    "observation_layout",
    "observe",
    "playout_record",
    "playouts",
    "preset_info",
    "presets",
    "same_json",
    "solve",
    "solve_many",
]

__version__: str

@final
class Action:
    """One action: its notation and its number.

    The notation is a lead ``6-6``, a tile at a place ``2-6@L`` (the ends of a line are L and R, a
    spinner's other arms N and S) or ``6-9@2``, ``6-9@M`` (the train of seat 2, the Mexican Train),
    ``draw``, ``pass`` or ``stop``. A tile is written low-high.

    An action equals, and hashes like, the plain text of its notation; whatever takes an action
    takes that text as well, or the action of another engine, whose ``str`` is its notation and
    whose ``index`` is an int. Actions come from :meth:`Rules.action` and
    :meth:`Round.legal_actions`; one that is built by hand is not checked against any rules.

    >>> Rules("masters-draw", players=2).action("2-6@L")
    Action('2-6@L', 116)
    >>> Action("2-6@L", 116) == "2-6@L"
    True

    Raises :class:`NotationError` for text that is not in the notation, :class:`ArgumentError` for a
    number below 0.
    """

    def __new__(cls, notation: str, index: int) -> Self: ...
    @property
    def index(self) -> int:
        """The action's number under the rules it came from, ``0 <= index < rules.num_actions``."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Rules:
    """A preset, a number of seats, and what the house changes.

    ``preset`` is one of :func:`presets`; ``players`` is the number of seats, 2 to 8; ``overrides``
    are parameters by name, as :func:`preset_info` lists them. A parameter given as None counts as
    not given. ``hand_size`` is a number of tiles, or a map from the number of seats to that.

    >>> rules = Rules("masters-draw", players=2, reserve=1)
    >>> rules.parameters["reserve"]
    1
    >>> rules.to_dict()
    {'preset': 'masters-draw', 'players': 2, 'reserve': 1}

    Raises :class:`UnknownPresetError`, or :class:`RulesError` with every reason at once:

    >>> try:
    ...     Rules("masters-draw", players=9, reserve=-1)
    ... except RulesError as error:
    ...     for reason in error.reasons:
    ...         print(reason)
    players: 9 is not a number of seats from 2 to 8
    reserve: -1 is not a number from 0 up
    """

    def __new__(cls, preset: str, /, *, players: int, **overrides: Json) -> Self: ...
    @property
    def preset(self) -> str:
        """The name of the preset that the rules start from."""

    @property
    def players(self) -> int:
        """The number of seats, 2 to 8."""

    @property
    def family(self) -> Family:
        """``"line"`` (Block, Draw, All Fives) or ``"train"`` (Mexican Train)."""

    @property
    def sides(self) -> int:
        """How many sides score: the seats, or 2 where four seats are partners.

        Partners are seats 0 and 2 (side 0) and seats 1 and 3 (side 1).
        """

    @property
    def num_actions(self) -> int:
        """How many action numbers there are; they depend on the rules only.

        >>> Rules("masters-draw", players=2).num_actions
        142
        """

    @property
    def parameters(self) -> dict[str, Json]:
        """Every parameter of the family with its value in force, None where its parent is off.

        >>> Rules("masters-mexican-train", players=4).parameters["cover_order"] is None
        True
        """

    def to_dict(self) -> dict[str, Json]:
        """``preset``, ``players`` and the parameters that differ from the preset: JSON values."""

    @classmethod
    def from_dict(cls, rules: Mapping[str, Json], /) -> Self:
        """The rules that :meth:`to_dict` or a record wrote down.

        >>> Rules.from_dict({"preset": "all-fives", "players": 2, "target": 150})
        Rules('all-fives', players=2, target=150)
        """

    def action(self, action: ActionLike | int, /) -> Action:
        """The action with that notation or number, whether or not it is legal now.

        >>> rules = Rules("masters-draw", players=2)
        >>> rules.action(116)
        Action('2-6@L', 116)

        Raises :class:`NotationError` for text that is not in the notation or names a tile or a
        place that these rules do not have, :class:`ArgumentError` for a number out of range.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Deal:
    """Who is dealt what, and in which order the boneyard is drawn.

    ``hands``: the tiles of each seat, in any order. ``boneyard``: the rest in draw order, the first
    is drawn first. ``engine``: the double set aside before the deal, under ``engine = descending``
    only. ``leader``: the seat that leads, under ``opening = any_tile`` only; None is filled in by
    :class:`Round`.

    >>> Deal([["0-2", "0-0"], ["1-2", "1-1"]], ["0-1", "2-2"]).hands
    (('0-0', '0-2'), ('1-1', '1-2'))

    Only the notation is checked here; :class:`Round` checks the deal against rules. Pips and seats
    above 255, which no rules have, are kept as 255.

    Raises :class:`DealError` with every text that is not a tile written low-high and its place.
    """

    def __new__(
        cls,
        hands: Sequence[Sequence[str]],
        boneyard: Sequence[str],
        engine: str | None = None,
        leader: int | None = None,
    ) -> Self: ...
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
        """The deal as a record holds it: ``hands``, ``boneyard``, ``engine``, ``leader``."""

    @classmethod
    def from_dict(cls, deal: Mapping[str, Json], /) -> Self:
        """The deal that :meth:`to_dict` or a record wrote down; unknown keys are ignored.

        >>> Deal.from_dict({"hands": [["0-0"], ["1-1"]], "boneyard": ["0-1"]})
        Deal(hands=[['0-0'], ['1-1']], boneyard=['0-1'], engine=None, leader=None)
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Round:
    """One deal being played out: :meth:`play` returns the next round and leaves this one as it is.

    ``deal`` is a :class:`Deal` or a mapping that holds one; ``round`` is the 0-based number of the
    round in its match; ``actions`` are played at once. :meth:`from_position` begins in the middle.
    Equality and hash are over rules, number, deal or position, and actions. A round knows all hands
    and the boneyard's order: it is for the server, the solver and the judge, not for a player.

    >>> rules = Rules("all-fives", players=2, set=2, hand_size=2)
    >>> hands = [["0-1", "0-2"], ["0-0", "1-2"]]
    >>> round = Round(rules, Deal(hands, boneyard=["1-1", "2-2"]))
    >>> round.to_play
    0
    >>> round.play("0-2").legal_actions()
    [Action('0-0@L', 1), Action('1-2@R', 22)]

    Raises :class:`DealError` with every fault of the deal at once, :class:`RedealError` where
    nobody holds a double and one must lead, :class:`IllegalActionError` for an action that is not
    legal, and :class:`ArgumentError` for a number outside ``0 <= round < 2**32``.
    """

    def __new__(
        cls,
        rules: Rules,
        deal: AnyDeal | Mapping[str, Json],
        round: int = 0,
        actions: Sequence[ActionLike] = (),
    ) -> Self: ...
    @classmethod
    def from_position(
        cls, rules: Rules, position: Mapping[str, Json], actions: Sequence[ActionLike] = ()
    ) -> Self:
        """The round that goes on from a position.

        ``position`` is a mapping as docs/positions.md tells it: what :meth:`position` gives, or
        what somebody wrote down. Everything is as it was there, except that the past is gone.

        >>> rules = Rules("all-fives", players=2, set=2, hand_size=2)
        >>> round = deal(rules, seed=7).play("0-2")
        >>> again = Round.from_position(rules, round.position())
        >>> again.snapshot() == round.snapshot(), again.position_key() == round.position_key()
        (True, True)
        >>> puzzle = {
        ...     "format": "bonepile-position/1",
        ...     "hands": [["0-1"], ["0-0", "1-2"]],
        ...     "boneyard": ["1-1", "2-2"],
        ...     "layout": {"lead": "0-2"},
        ...     "to_play": 1,
        ... }
        >>> Round.from_position(rules, puzzle).legal_actions()
        [Action('0-0@L', 1), Action('1-2@R', 22)]

        Raises :class:`PositionError` with every reason why play could not reach the position:

        >>> try:
        ...     Round.from_position(rules, {**puzzle, "passes": 1})
        ... except PositionError as error:
        ...     for reason in error.reasons:
        ...         print(reason)
        passes: no pass counts while tiles can be drawn
        hands[0]: 0-1 fits, but this seat passed
        hands: they ask for more tiles laid than the 1 that lie

        and :class:`IllegalActionError` for an action that is not legal.
        """

    @property
    def rules(self) -> Rules:
        """The rules in force."""

    @property
    def deal(self) -> Deal | None:
        """The deal, its leader filled in; None for a round that was set up from a position."""

    @property
    def set_up_from(self) -> dict[str, Json] | None:
        """The position that the round was set up from; None for a round that was dealt.

        It has every key, and is a new dict each time.
        """

    @property
    def round(self) -> int:
        """The 0-based number of the round in its match."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has been played since the deal or the position."""

    @property
    def to_play(self) -> int | None:
        """The seat on turn, None when the round is over."""

    @property
    def result(self) -> Result | None:
        """How the round ended, None while it goes on.

        >>> rules = Rules("masters-draw", players=2)
        >>> deal(rules, seed=7).playout(seed=7).result
        Result(reason='out', out=(0,), winner=0, points=(14, 0))
        """

    def legal_actions(self) -> list[Action]:
        """Every legal action, in the order that random play counts them; [] when over."""

    def is_legal(self, action: ActionLike, /) -> bool:
        """Whether the action is legal now; False for text that is no action."""

    def why_illegal(self, action: ActionLike, /) -> Refusal | None:
        """The first reason why not, None when the action is legal.

        >>> rules = Rules("all-fives", players=2, set=2, hand_size=2)
        >>> deal(rules, seed=7).why_illegal("0-0")
        Refusal(code='tile_not_in_hand', message='0-0: seat 0 does not hold this tile')
        """

    def play(self, action: ActionLike, /) -> Self:
        """The round after a legal action.

        Raises :class:`IllegalActionError`, which tells the reason and what is legal, or
        :class:`RoundOverError` after the end.
        """

    def undo(self) -> Self:
        """The round before the last action.

        Raises :class:`StateError` right after the deal or the position.
        """

    def with_deal(self, deal: AnyDeal | Mapping[str, Json]) -> Self:
        """The same actions on another deal.

        A leader that the deal does not name is this round's. What has been seen at the table (the
        actions, draws and passes too) stays as it was: for resampling hidden tiles, and for tests
        that nothing leaks.

        >>> round = deal(Rules("masters-block", players=2), seed=1).play("6-6")
        >>> other = round.deal.to_dict()
        >>> other["boneyard"].reverse()
        >>> round.with_deal(other).snapshot() == round.snapshot()
        True

        Raises :class:`DealError` with the first action that the deal contradicts, or with the
        reasons why it does not fit the rules; :class:`StateError` for a round that was set up from
        a position.
        """

    def snapshot(self) -> Snapshot:
        """The whole table as JSON values, hidden tiles included: what two engines must agree on.

        >>> rules = Rules("all-fives", players=2, set=2, hand_size=2)
        >>> shown = deal(rules, seed=7).play("0-2").snapshot()
        >>> shown["table"], shown["legal"]
        ({'L': 0, 'R': 2, 'count': 2}, ['0-0@L', '1-2@R'])
        """

    def position(self) -> dict[str, Json]:
        """Everything that the round needs to go on, as JSON values.

        docs/positions.md tells the keys. A round that is over has a position too.

        >>> rules = Rules("all-fives", players=2, set=2, hand_size=2)
        >>> position = deal(rules, seed=7).play("0-2").position()
        >>> position["layout"]
        {'lead': '0-2', 'L': [], 'R': [], 'N': [], 'S': [], 'spinner': None}
        >>> position["hands"], position["to_play"]
        ([['0-1'], ['0-0', '1-2']], 1)
        """

    def position_key(self) -> bytes:
        """Equal for two rounds under equal rules only when all that can follow is equal.

        The bytes may change from one version to the next.
        """

    def perft(self, depth: int, /) -> int:
        """The number of sequences of exactly ``depth`` actions, draws and passes included.

        A round that ends earlier adds nothing. Runs without the GIL; Ctrl-C stops it.

        >>> rules = Rules("all-fives", players=2, set=2, hand_size=2)
        >>> [deal(rules, seed=7).perft(depth) for depth in range(5)]
        [1, 2, 4, 6, 0]

        Raises :class:`ArgumentError` for a depth outside ``0 <= depth < 2**32``.
        """

    def divide(self, depth: int, /) -> dict[str, int]:
        """For each legal action, the sequences of ``depth`` actions that begin with it.

        Keys are sorted; the values add up to :meth:`perft`; {} for depth 0.
        """

    def playout(
        self, seed: int | None = None, game: int | None = None, policy: Policy = "random"
    ) -> Self:
        """The round played to its end by a policy with the dice of game ``game`` of the seed.

        ``0 <= seed < 2**64`` and the same for ``game``, by default the number of the round. Without
        a seed the dice come from the operating system. Under ``"random"`` each legal action is as
        likely as any other; docs/playouts.md tells the policies, docs/protocol.md which die chooses
        which action.

        >>> deal(Rules("masters-block", players=2), seed=1).playout(seed=2).result
        Result(reason='blocked', out=(), winner=1, points=(0, 2))

        Raises :class:`ArgumentError` for numbers out of range and for a policy that the rules do
        not have.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Match:
    """Rounds added up to a target (line games) or a number of rounds (train games); immutable.

    The first round is dealt at once: as ``deal`` says, else from ``seed`` (round r is game r of the
    seed), else with dice from the operating system.
    A match that starts from a position comes from a record, by :meth:`from_record`. Equality and
    hash are over rules, rounds and ``seed``.

    >>> match = Match(Rules("masters-draw", players=2), seed=7)
    >>> while not match.is_over:
    ...     if match.round.result:
    ...         match = match.next_round()
    ...     else:
    ...         match = match.play(match.round.legal_actions()[0])
    >>> len(match.rounds), match.totals, match.places
    (5, (7, 105), (2, 1))

    Raises :class:`RulesError` for train rules whose ``rounds`` is None, :class:`DealError` and
    :class:`ArgumentError` as :class:`Round` does.
    """

    def __new__(
        cls,
        rules: Rules,
        seed: int | None = None,
        deal: AnyDeal | Mapping[str, Json] | None = None,
    ) -> Self: ...
    @property
    def rules(self) -> Rules:
        """The rules in force."""

    @property
    def round(self) -> Round:
        """The round in progress, or the last one."""

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round so far, the one in progress too."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the finished rounds, one number a side.

        In train games penalties; under ``match_by = wins`` rounds won.
        """

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side as the totals stand; equal totals share one: 1, 1, 3."""

    @property
    def is_over(self) -> bool:
        """Whether the target or the number of rounds is reached."""

    def play(self, action: ActionLike, /) -> Self:
        """The match after a legal action.

        Raises as :meth:`Round.play` does.
        """

    def undo(self) -> Self:
        """The match before the last action.

        In a later round that nothing has been played in, what is undone is its deal: the match is
        as it was at the end of the round before.

        >>> match = Match(Rules("masters-draw", players=2), seed=7)
        >>> match.play(match.round.legal_actions()[0]).undo() == match
        True

        Raises :class:`StateError` when nothing has been played in the first round.
        """

    def next_round(self, deal: AnyDeal | Mapping[str, Json] | None = None) -> Self:
        """The match with its next round dealt, as the constructor deals the first.

        A deal that names no leader gets the one that ``next_leader`` names.

        Raises :class:`StateError` while the round goes on and when the match is over,
        :class:`RulesError` for train rules whose ``rounds`` is None, :class:`DealError` for a deal
        that does not fit.
        """

    def record(self) -> dict[str, Json]:
        """The match as played, as JSON values: rules, deals, actions and results, never a seed.

        A round that was set up from a position has that instead of a deal.

        >>> list(Match(Rules("masters-draw", players=2)).record())
        ['format', 'rules', 'rounds']
        """

    @classmethod
    def from_record(
        cls, record: Mapping[str, Json] | str | bytes, /, seed: int | None = None
    ) -> Self:
        """The match that a record tells, as a mapping or as JSON text, every action checked.

        Further rounds are dealt from ``seed``.

        >>> match = Match(Rules("masters-draw", players=2), seed=7)
        >>> Match.from_record(match.record(), seed=7) == match
        True

        Raises :class:`RecordError` with the round, the action, the reason and what was legal;
        :class:`RulesError`, :class:`DealError` and :class:`PositionError` for what they tell.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Playouts:
    """Many games played out: four columns with one row a game, and what was played.

    Made by :func:`playouts`; row i is game ``first + i`` of ``seed``. The columns are read-only
    memoryviews, which ``numpy.asarray`` takes without copying. ``len()`` is n, the number of games;
    the rules are not held, nor the round that was played on.
    Two are equal when they hold the same games of the same seed, played by the same policy, with
    the same results; they can be pickled.

    >>> played = playouts(Rules("masters-draw", players=2), 3, seed=7)
    >>> played.points.tolist(), played.winner.tolist()
    ([[14, 0], [8, 0], [17, 0]], [0, 0, 0])
    >>> played == playouts(Rules("masters-draw", players=2), 3, seed=7, threads=2)
    True
    """

    @property
    def points(self) -> memoryview:
        """The points of each side, those in play and those of the end together.

        Format ``h`` (int16), shape (n, sides). In train games penalties.
        """

    @property
    def winner(self) -> memoryview:
        """The side that won, -1 when nobody did and always in train games.

        Format ``b`` (int8), shape (n,).
        """

    @property
    def reason(self) -> memoryview:
        """How each round ended: 0 somebody went out, 1 blocked.

        Format ``B`` (uint8), shape (n,).
        """

    @property
    def plies(self) -> memoryview:
        """How many actions were played since the start: leads, plays, draws, passes and stops.

        Format ``H`` (uint16), shape (n,).
        """

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

    def tally(self) -> Tally:
        """The exact totals; :meth:`Tally.merge` adds those of different games."""

    def summary(self) -> Summary:
        """What the totals tell about games like these, with 95 % intervals.

        >>> summary = playouts(Rules("masters-draw", players=2), 1000, seed=7).summary()
        >>> summary.wins[0].low < summary.wins[0].mean < summary.wins[0].high
        True
        """

    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Session:
    """One conversation of the line protocol (docs/protocol.md): requests in, answers out.

    It answers one line at a time: a second call while an answer is being worked out, from another
    thread or from a signal's handler, raises :class:`StateError`.

    >>> session = Session()
    >>> session.answer(b'{"id":1,"op":"quit"}')
    b'{"id":1,"ok":true}'
    >>> session.closed
    True
    """

    def __new__(cls) -> Self: ...
    @property
    def closed(self) -> bool:
        """Whether ``quit`` was answered."""

    def answer(self, line: bytes, /) -> bytes:
        """The answer to one line, without a newline.

        Never raises for what the line holds.
        """

@final
class Solutions:
    """Many games solved: four columns with one row a game, and what was solved.

    Made by :func:`solve_many`; row i is game ``first + i`` of ``seed``. The columns are read-only
    memoryviews of shape (n,), which ``numpy.asarray`` takes without copying. ``len()`` is n, the
    number of games; the rules are not held. Two are equal when they hold the same games of the same
    seed, solved for the same objective, with the same columns; they can be pickled.

    >>> solved = solve_many(Rules("masters-block", players=2), 3, seed=7)
    >>> solved.value.tolist(), solved.leader.tolist()
    ([-3, 1, 22], [1, 1, 1])
    >>> solved == solve_many(Rules("masters-block", players=2), 3, seed=7, threads=2)
    True
    """

    @property
    def value(self) -> memoryview:
        """What each game is worth for the side of the seat on turn.

        Format ``h`` (int16).
        """

    @property
    def leader(self) -> memoryview:
        """The seat on turn.

        Format ``b`` (int8).
        """

    @property
    def best(self) -> memoryview:
        """The number of the first action that reaches the value.

        Format ``i`` (int32); ``rules.action`` tells the action.
        """

    @property
    def nodes(self) -> memoryview:
        """How many positions were looked at.

        Format ``I`` (uint32); 2**32 - 1 stands for more, too.
        """

    @property
    def seed(self) -> int:
        """The seed of the deals."""

    @property
    def first(self) -> int:
        """The number of the game in row 0."""

    @property
    def objective(self) -> Objective:
        """What the values count."""

    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class VectorRound:
    """Many rounds in step, one a slot, for programs that learn.

    In slot e of n, the episodes k = 0, 1, … are the games e + k * n of the seed, dealt as round
    number ``round``. The properties are read-only memoryviews over memory that the next
    :meth:`step` overwrites: copy what shall last.

    >>> rounds = VectorRound(Rules("masters-draw", players=2), 4, seed=7)
    >>> for _ in range(100):
    ...     rounds.step([row.index(1) for row in rounds.legal_mask.tolist()])
    >>> len(rounds), rounds.observation.shape == (4, rounds.observation_size)
    (4, True)

    Raises :class:`ArgumentError` for numbers out of range (``1 <= n <= 2**32``),
    :class:`DealError` for a round that has no engine.
    """

    def __new__(cls, rules: Rules, n: int, seed: int, *, round: int = 0) -> Self: ...
    @property
    def rules(self) -> Rules:
        """The rules in force."""

    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""

    @property
    def to_play(self) -> memoryview:
        """The seat on turn: format ``b``, shape (n,)."""

    @property
    def legal_mask(self) -> memoryview:
        """1 for each legal action, by number: format ``B``, shape (n, num_actions)."""

    @property
    def observation(self) -> memoryview:
        """What the seat on turn sees, as :func:`observe` tells it.

        Format ``h``, shape (n, observation_size).
        """

    @property
    def rewards(self) -> memoryview:
        """The points that the last step brought each side, in play and at the end of the round.

        Format ``h``, shape (n, sides), sides in their order. In train games penalties, as negative
        numbers. 0 before the first step.
        """

    @property
    def done(self) -> memoryview:
        """1 where the last step ended the round: format ``B``, shape (n,).

        The other properties then show the beginning of the next episode, but ``rewards`` what the
        round that ended brought.
        """

    @property
    def game(self) -> memoryview:
        """The number of the game that each slot plays: format ``Q``, shape (n,)."""

    def __len__(self) -> int: ...
    def step(self, actions: Buffer | Sequence[int], /) -> None:
        """Play one action number a slot, and deal the next episode where a round ended.

        ``actions`` is a buffer or a sequence of n integers.

        Raises :class:`IllegalActionError` that names the first slot whose number is not legal
        there; then nothing is played. :class:`ArgumentError` for another length than n.
        """

def deal(rules: Rules, seed: int | None = None, round: int = 0, game: int | None = None) -> Round:
    """A freshly dealt round, dealt again as often as the rules ask for it.

    ``seed`` and ``game`` (the round's number by default) say which dice, ``0 <= seed < 2**64``;
    without a seed they come from the operating system. ``round`` is the 0-based number of the round
    in its match: it decides the engine and the leader.

    >>> deal(Rules("all-fives", players=2, set=2, hand_size=2), seed=7).deal
    Deal(hands=[['0-1', '0-2'], ['0-0', '1-2']], boneyard=['1-1', '2-2'], engine=None, leader=0)

    Raises :class:`ArgumentError` for numbers out of range, :class:`DealError` for a round that has
    no engine.
    """

def presets() -> list[str]:
    """The names of the presets.

    >>> presets()[:3]
    ['masters-block', 'masters-block-individual', 'masters-draw']
    """

def preset_info(name: str, /) -> dict[str, Any]:
    """A preset's ``name``, ``family``, ``revision``, ``source``, ``summary`` and ``parameters``.

    ``revision`` moves when the preset plays differently, and only then. ``parameters`` is a list of
    ``{"name", "value", "values", "meaning", "source"}``: the preset's own value, the values that
    may be asked for, what the parameter decides, and where the preset's value comes from, in names
    that the preset's own ``source`` tells: ``Masters``, ``Pagat``, ``Dominos.cc``, the ``article``,
    a ``(decision)`` of this project.

    >>> info = preset_info("pagat-draw")
    >>> info["family"], info["revision"]
    ('line', 1)
    >>> next(row["values"] for row in info["parameters"] if row["name"] == "draw")
    'none, one, until_playable'

    Raises :class:`UnknownPresetError`.
    """

def playouts(
    start: Rules | Round,
    n: int,
    seed: int | None = None,
    *,
    threads: int = 1,
    policy: Policy = "random",
    round: int = 0,
    first: int = 0,
    instructions: Instructions = "best",
) -> Playouts:
    """Many games played to their end: games ``first`` to ``first + n - 1`` of the seed.

    ``start`` is :class:`Rules`: game i is ``deal(start, seed, round, i).playout(seed, i, policy)``.
    Or it is a :class:`Round`, which goes on from where it stands: game i is
    ``start.playout(seed, i, policy)``, and ``round`` may not be given. Without a seed one is drawn
    from the operating system's entropy; ``Playouts.seed`` tells it. A game does not depend on
    ``n``, ``first``, ``threads`` or the games beside it. Runs without the GIL; Ctrl-C stops it.

    ``policy`` is ``"random"``; ``"heaviest"``, which lays the tile with the most pips; or in train
    games ``"own-first"``, which lays a tile on the seat's own train if it can. It is that of every
    seat.

    A :class:`Round` is played on from the tiles as they lie, those too that a player has not seen.

    ``instructions`` may keep the call from the fastest way, for measuring: ``"scalar"`` plays one
    game after the other, ``"portable"`` uses what every processor has. The games are the same.

    >>> played = playouts(Rules("masters-draw", players=2, reserve=1), 1000, seed=7)
    >>> played.points.shape, played.points.format
    ((1000, 2), 'h')
    >>> tally = played.tally()
    >>> tally.out, tally.blocked, tally.points
    (830, 170, (7588, 8303))

    Raises :class:`ArgumentError` for numbers out of range (``1 <= n <= 2**32``, ``first + n`` at
    most 2**64, ``threads`` at least 1), for a policy that the rules do not have, and for a
    ``round`` beside a :class:`Round`; :class:`DealError` for a round that has no engine.
    """

def playout_record(
    start: Rules | Round, seed: int, game: int, *, policy: Policy = "random", round: int = 0
) -> dict[str, Json]:
    """One of the games that :func:`playouts` plays, as a record of one round.

    From a round, the record begins where that round began, and holds its actions too.

    >>> rules = Rules("masters-draw", players=2)
    >>> record = playout_record(rules, 7, 3)
    >>> Match.from_record(record).round == deal(rules, 7, game=3).playout(7, 3)
    True

    Raises as :func:`playouts` does, :class:`ArgumentError` for a game outside
    ``0 <= game < 2**64``.
    """

def observe(round: Round, seat: int | None = None) -> memoryview:
    """What a seat has seen of a round, as numbers: format ``h``, shape (size,), read-only.

    ``seat`` is the one on turn if it is not given. Two rounds that differ only in tiles that the
    seat has not seen, and stand at the same turn, give equal numbers. docs/playouts.md tells what
    they mean, :func:`observation_layout` where they stand.

    >>> rules = Rules("all-fives", players=2, set=2, hand_size=2)
    >>> layout = observation_layout(rules)
    >>> seen = observe(deal(rules, seed=7).play("0-2"))
    >>> seen[layout["ends"]].tolist(), seen[layout["held"]].tolist()
    ([0, 2, -1, -1], [2, 1])

    Raises :class:`ArgumentError` for a seat that does not exist, and without a seat for a round
    that is over.
    """

def observation_layout(rules: Rules) -> dict[str, slice]:
    """Where each part of an observation stands, by its name and in order.

    >>> layout = observation_layout(Rules("masters-draw", players=2))
    >>> list(layout)[:4], layout["laid"]
    (['hand', 'laid', 'held', 'boneyard'], slice(28, 56, None))
    """

def same_json(first: bytes, second: bytes, /) -> bool:
    """Whether two texts are the same JSON value.

    The order of keys means nothing, and 1 is not 1.0. False where either is no JSON.
    """

def longest_train(hand: Sequence[str], start: int, by: TrainMeasure = "tiles") -> Train:
    """The longest chain that a hand can lay from an open end.

    ``hand``: tiles of a double-18 set, in any order. ``start``: the open end, 0 to 18. ``by`` is
    ``"tiles"``, for the most tiles and of these the most pips, or ``"pips"``, the other way round.
    Of chains that are equal in both it may be any. The answer is exact for every hand.

    >>> longest_train(["2-5", "5-5", "2-6"], 2)
    Train(tiles=('2-5', '5-5'), count=2, pips=17, end=5)
    >>> longest_train(["0-1", "1-2", "0-12"], 0, by="pips")
    Train(tiles=('0-12',), count=1, pips=12, end=12)
    >>> longest_train(["3-4"], 12)
    Train(tiles=(), count=0, pips=0, end=12)

    Raises :class:`NotationError` for text that is not a tile of a double-18 set written low-high,
    :class:`ArgumentError` for a tile that is there twice, an open end out of range and another
    ``by``.
    """

def best_opening(round: Round) -> Train:
    """The longest chain that the seat on turn can lay in its first turn.

    The most tiles, and of these the most pips. What scores, or what is left in the hand, does not
    count.

    >>> round = deal(Rules("masters-mexican-train", players=2), seed=1)
    >>> train = best_opening(round)
    >>> for tile in train.tiles:
    ...     round = round.play(f"{tile}@{round.to_play}")

    A train does not hold where it starts: ``round.snapshot()["table"]["engine"]`` of the round
    before it, for :mod:`bonepile.pictures`.

    Raises :class:`StateError` unless the seat on turn is about to lay the chain of its first turn
    in a round of Mexican Train.
    """

def solve(
    round: Round,
    objective: Objective = "points",
    *,
    moves: bool = False,
    limit: Limit | None = None,
    play: Play = "exact",
    table: int | None = None,
) -> Solution:
    """What the rest of a round is worth for the side on turn, when every side plays its best.

    Every tile is known, the order of the boneyard too. ``objective`` is ``"points"``, for those
    that the side makes from here on less those that the other one makes, or ``"win"``, for 1 when
    it wins the round, -1 when the other one does, 0 when nobody does. What was scored before does
    not count. A round that is over is worth 0.

    With ``moves`` the solution also holds the value of every legal action. A ``limit`` ends the
    search early: what is proven by then is told, and ``best`` is a guess while ``value`` is None.
    ``table`` is how many positions are remembered at once, a power of two below 2**32, or 0;
    without one it is what suits the rules. It changes how long the search takes, and no value. Runs
    without the GIL; Ctrl-C stops it.

    ``play`` is ``"exact"`` with two sides. With more there is no exact value: ``"paranoid"`` tells
    what the side on turn makes for sure, whatever all others do, who are taken for one side; under
    ``"maxn"`` every seat plays for its own side alone, and the value is a tuple, one number a side.

    >>> solution = solve(deal(Rules("masters-block", players=2), seed=7))
    >>> solution.value, str(solution.best), len(solution.line)
    (-3, '5-5', 16)
    >>> solve(deal(Rules("masters-draw", players=2), seed=7), limit=Limit(nodes=10)).exact
    False

    Raises :class:`ArgumentError` for another ``objective``, for a ``play`` that is not for that
    number of sides and for a ``table`` of another size; ``MemoryError`` for a table that memory
    does not hold.
    """

def solve_many(
    rules: Rules,
    n: int,
    seed: int,
    *,
    objective: Objective = "points",
    round: int = 0,
    first: int = 0,
    threads: int = 1,
) -> Solutions:
    """Games ``first`` to ``first + n - 1`` of the seed, dealt and solved.

    Game i is ``deal(rules, seed, round, i)``. The rules have two sides. There is no limit: a deal
    with a large boneyard may take very long. A game does not depend on ``n``, ``first``,
    ``threads`` or the games beside it. Runs without the GIL; Ctrl-C stops it.

    >>> solved = solve_many(Rules("masters-block", players=2), 100, seed=7, threads=2)
    >>> sum(value > 0 for value in solved.value)
    52

    Raises :class:`ArgumentError` for numbers out of range (``1 <= n <= 2**32``, ``first + n`` at
    most 2**64, ``threads`` at least 1), for another ``objective`` and for rules of more than two
    sides; :class:`DealError` for a round that has no engine.
    """
