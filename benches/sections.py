"""The parts of the page, each measured and written down."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import calls
import library
import open_hands
from answers import Answers
from cases import BY_SEATS, BY_SET, GAMES, MIDDLE, MILLION, MORE_PRESETS, THREADED, Case, Game
from chart import Bar, Group
from instructions import BASELINE
from measure import Speed, Task, Totals, in_turn
from page import Section, figure
from peers import openspiel
from peers.dominoes import dominoes
from peers.peer import Missing, Peer
from peers.quoted import QUOTED
from texts import (
    BACKGROUND_TEXT,
    CALLS_TEXT,
    GAMES_TEXT,
    INSTRUCTIONS_TEXT,
    MEMORY_TEXT,
    QUOTED_TEXT,
    SEATS_TEXT,
    SET_TEXT,
)
from vector import Steps, vector_round

STEPS = (
    Steps("masters-block", 2),
    Steps("masters-mexican-train", 4),
)


class Work(Protocol):
    """Something that plays as many games as it is asked for."""

    @property
    def name(self) -> str:
        """Its key among the answers."""

    @property
    def rounds(self) -> int:
        """How many it is timed with."""

    def play(self, n: int) -> Totals:
        """What the first ``n`` add up to."""

    def timed(self) -> Task:
        """All of them, to be timed."""


WORKS: tuple[Work, ...] = (
    *(game.case for game in GAMES),
    *MORE_PRESETS,
    *(case for cases in BY_SEATS for case in cases),
    *BY_SET,
    MIDDLE,
    calls.OneGameCalls(),
    calls.Plies(),
)
"""Everything that the library plays here, but for rounds in step."""

PEERS = {
    "block": openspiel.block,
    "team": openspiel.team,
    "dominoes": dominoes,
}

GROWTH = (
    ("More seats: Block", SEATS_TEXT, BY_SEATS[0]),
    ("More seats: Mexican Train", SEATS_TEXT, BY_SEATS[1]),
    ("Larger sets", SET_TEXT, BY_SET),
)

ONE_BY_ONE = "bonepile, one game after the other"

OWN, REFERENCE, PEER, BACKGROUND = "own", "reference", "peer", "background"


class Measured(NamedTuple):
    """The page's sections, and what its chart shows."""

    sections: Sequence[Section]
    groups: Sequence[Group]


def everything(answers: Answers) -> Measured:
    """Measures all there is; some minutes."""
    missing: list[str] = []
    games, groups = compared(answers, missing)
    background, others = in_the_background(missing)
    if missing:
        note = f"Left out, for they could not be imported: {', '.join(missing)}."
        games = games._replace(after=note)
    growth = [grown(answers, *part) for part in GROWTH]
    parts = [
        games,
        background,
        more_presets(answers),
        *growth,
        threads(answers),
        single_calls(answers),
        memory(),
        open_hands.solving(answers),
        open_hands.against_dominoes(),
        open_hands.longest_trains(answers),
        instructions(),
    ]
    return Measured(parts, [*groups, *others])


def compared(answers: Answers, missing: list[str]) -> tuple[Section, list[Group]]:
    """Each game in the library, in the reference and in the peer that has it."""
    rows, groups = [], []
    for game in GAMES:
        tasks: dict[str, Task] = {"bonepile": game.case.timed()}
        kinds = [OWN]
        if game.in_step:
            tasks[ONE_BY_ONE] = game.case.timed(instructions="scalar")
            kinds.append(OWN)
        reference = partial(library.play_reference, game.rules, game.reference_rounds)
        tasks["its reference"] = reference
        kinds.append(REFERENCE)
        peer = _peer(game, missing)
        if peer:
            tasks[f"{peer.name} {peer.version}"] = partial(peer.play, peer.rounds)
            kinds.append(PEER)
        speeds = in_turn(tasks)
        answers.check(game.name, game.rounds, speeds["bonepile"].totals)
        same = game.case.play(game.reference_rounds)
        assert speeds["its reference"].totals == same, (game.name, speeds["its reference"], same)
        rows += [
            _row(game.name if name == "bonepile" else "", name, speed, speeds["bonepile"])
            for name, speed in speeds.items()
        ]
        bars = zip(speeds.items(), kinds, strict=True)
        groups.append(Group(game.name, [_bar(name, speed, kind) for (name, speed), kind in bars]))
        _tell(
            game.name, *(f"{name} {speed.rounds_a_second:,.0f}" for name, speed in speeds.items())
        )
    head = ("game", "engine", "rounds a call", "plies a round", "rounds a second", "ns a ply")
    return Section("Random rounds", GAMES_TEXT, (*head, "bonepile / this"), rows), groups


def in_the_background(missing: list[str]) -> tuple[Section, list[Group]]:
    """What OpenSpiel's machinery reaches with games in C++, and figures from elsewhere."""
    head = ("game", "plies a round", "rounds a second", "ns a ply")
    quoted = [f"* {name}, {game}: {rate} rounds a second." for name, game, rate in QUOTED]
    after = "\n".join([QUOTED_TEXT, "", *quoted])
    try:
        peers = openspiel.background()
    except Missing as reason:
        _note(missing, reason)
        return Section("In the background", BACKGROUND_TEXT, head, [], after), []
    speeds = in_turn({peer.name: partial(peer.play, peer.rounds) for peer in peers})
    rows = [(name, f"{speed.plies_a_round:.1f}", *_rates(speed)) for name, speed in speeds.items()]
    _tell("background", *(f"{name} {speed.rounds_a_second:,.0f}" for name, speed in speeds.items()))
    bars = [_bar(name, speed, BACKGROUND) for name, speed in speeds.items()]
    section = Section("In the background", BACKGROUND_TEXT, head, rows, after)
    return section, [Group("other games, in C++, driven from Python", bars)]


def more_presets(answers: Answers) -> Section:
    """Presets that nobody else is compared on."""
    rows = [
        (name, f"{speed.plies_a_round:.1f}", *_rates(speed))
        for name, speed in _speeds(answers, MORE_PRESETS).items()
    ]
    head = ("game", "plies a round", "rounds a second", "ns a ply")
    return Section("More presets", "", head, rows)


def grown(answers: Answers, heading: str, text: str, cases: Sequence[Case]) -> Section:
    """One game as it grows."""
    speeds = _speeds(answers, cases)
    first = speeds[cases[0].name]
    rows = [
        (
            name,
            f"{speed.plies_a_round:.1f}",
            *_rates(speed),
            f"{speed.ply_costs(first):.2f}",
        )
        for name, speed in speeds.items()
    ]
    head = ("game", "plies a round", "rounds a second", "ns a ply", "a ply, first = 1")
    return Section(heading, text, head, rows)


def threads(answers: Answers) -> Section:
    """The same call with one thread and with two."""
    rows = []
    for case in THREADED:
        speeds = in_turn({str(n): case.timed(n) for n in (1, 2)})
        for speed in speeds.values():
            answers.check(case.name, case.rounds, speed.totals)
        gain = speeds["2"].times_as_fast_as(speeds["1"])
        rates = (figure(speeds[n].rounds_a_second) for n in "12")
        rows.append((case.name, *rates, f"{gain:.2f}"))
        _tell("threads", case.name, f"{gain:.2f}")
    head = ("game", "1 thread, rounds a second", "2 threads", "2 / 1")
    return Section("Threads", "", head, rows)


def single_calls(answers: Answers) -> Section:
    """What one call, one ply, one playout, one step cost."""
    one, plies = calls.OneGameCalls(), calls.Plies()
    speeds = _speeds(answers, (one, plies, MIDDLE))
    middle = speeds[MIDDLE.name]
    rows = [
        ("a batch of one game: the call", f"{speeds[one.name].us_a_round:.2f} us"),
        (
            "`Round.legal_actions` and `Round.play` together",
            f"{speeds[plies.name].ns_a_ply / 1000:.2f} us",
        ),
        (
            f"playouts from a middle position, {middle.plies_a_round:.1f} plies: rounds a second",
            figure(middle.rounds_a_second),
        ),
        ("the same: a ply", f"{middle.ns_a_ply:.1f} ns"),
        *_openspiel_ply(),
        *_steps(answers),
    ]
    return Section("Single calls", CALLS_TEXT, ("what", "figure"), rows)


def memory() -> Section:
    """What a large call needs beyond the interpreter."""
    rows = []
    for index, game in enumerate(GAMES):
        if game.case not in THREADED:
            continue
        grown = calls.peak_megabytes(index, MILLION)
        if grown is not None:
            rows.append((game.name, f"{MILLION:,}", f"{grown:.1f} MB"))
    _tell("memory", str(rows))
    head = ("game", "rounds a call", "growth of the peak")
    return Section("Memory", MEMORY_TEXT, head, rows)


def instructions() -> Section:
    """The counts that benches/instructions.py holds the core to."""
    baseline = json.loads(BASELINE.read_text("utf-8"))
    rows = [(case, str(count)) for case, count in baseline["instructions a step"].items()]
    text = INSTRUCTIONS_TEXT.format(**baseline)
    return Section("Instructions", text, ("case", "instructions a step"), rows)


def _peer(game: Game, missing: list[str]) -> Peer | None:
    if game.peer is None:
        return None
    load: Callable[..., Peer] = PEERS[game.peer]
    try:
        return load(game.rules)
    except Missing as reason:
        _note(missing, reason)
        return None


def _note(missing: list[str], reason: Missing) -> None:
    print(f"left out: {reason}", flush=True)
    if reason.package not in missing:
        missing.append(reason.package)


def _openspiel_ply() -> list[tuple[str, str]]:
    try:
        play = openspiel.immutable_plies("python_block_dominoes")
        speeds = in_turn({"ply": partial(play, 30)})
    except Missing:
        return []
    what = "OpenSpiel python_block_dominoes: `legal_actions` and `child` together, deal included"
    return [(what, f"{speeds['ply'].ns_a_ply / 1000:.3g} us")]


def _steps(answers: Answers) -> list[tuple[str, str]]:
    if vector_round() is None:
        return []
    rows = []
    for steps in STEPS:
        speed = steps.speed()
        answers.check(steps.name, steps.steps, speed.totals)
        rows.append((f"{steps.name}: plies a second", figure(1e9 / speed.ns_a_ply)))
    return rows


def _speeds(answers: Answers, works: Sequence[Work]) -> dict[str, Speed]:
    speeds = in_turn({work.name: work.timed() for work in works})
    for work in works:
        answers.check(work.name, work.rounds, speeds[work.name].totals)
        _tell(work.name, f"{speeds[work.name].ns_a_ply:.1f} ns a ply")
    return speeds


def _row(game: str, engine: str, speed: Speed, own: Speed) -> tuple[str, ...]:
    faster = "" if speed is own else figure(own.times_as_fast_as(speed))
    rounds = f"{speed.totals.rounds:,}"
    return (game, engine, rounds, f"{speed.plies_a_round:.1f}", *_rates(speed), faster or "-")


def _rates(speed: Speed) -> tuple[str, str]:
    return figure(speed.rounds_a_second), figure(speed.ns_a_ply)


def _bar(name: str, speed: Speed, kind: str) -> Bar:
    return Bar(name, speed.rounds_a_second, kind)


def _tell(*words: str) -> None:
    print(*words, sep=" | ", flush=True)
