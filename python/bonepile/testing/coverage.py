"""How often rounds and matches reach each rule of docs/rules/names.md, by what explains them.

A rule is reached where an explanation cites it because it decided something: the set-up of a round,
what the seat on turn has to do, each action played and what followed, some actions that were not
legal, the end, the rounds of a match, a deal that is dealt again. Every explanation that cites a
rule counts once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .. import reference
from ..errors import RedealError
from ..types import AnyMatch, AnyRound, Engine, Explanation, Json
from .cases import Case, choose, draw_deal
from .deals import own_deal
from .dice import Dice
from .parameters import PresetDefaults, draw_rules, seats_of
from .probes import probe
from .rare import SITUATIONS, possible, seek

__all__ = [
    "Coverage",
    "Played",
    "cover_case",
    "cover_match",
    "matches",
    "plain_cases",
    "rare_cases",
]

PROBES = 2
MOST_ROUNDS = 30
MOST_PLIES = 1000


@dataclass(frozen=True)
class Played:
    """A round to be counted, as in a record."""

    rules: Mapping[str, Json]
    round: int
    deal: Mapping[str, Json]
    actions: tuple[str, ...]


@dataclass
class Coverage:
    """How many explanations cite each rule, on two engines, in rounds of one sort."""

    first: Counter[str] = field(default_factory=Counter)
    second: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    actions: int = 0
    matches: int = 0

    def add_round(self, engines: tuple[Engine, Engine], played: Played) -> None:
        """Count what both engines reach in a round."""
        first, second = cover_case(engines, played)
        self.first += first
        self.second += second
        self.rounds += 1
        self.actions += len(played.actions)

    def add_match(
        self, engines: tuple[Engine, Engine], rules: Mapping[str, Json], seed: int
    ) -> None:
        """Count what both engines reach between the rounds of a match."""
        first, second = cover_match(engines, rules, seed)
        self.first += first
        self.second += second
        self.matches += bool(first)


# Cases


def plain_cases(
    seed: int, name: str, preset: PresetDefaults, count: int, *, overrides: bool
) -> Iterator[Played]:
    """Draw random rounds of a preset, an equal number for each number of seats."""
    seats = seats_of(preset.parameters["hand_size"])
    for index in range(count):
        rules: dict[str, Json] = {"preset": name, "players": seats[index % len(seats)]}
        if overrides:
            dice = Dice(seed, "house", name, index)
            rules = draw_rules(dice, {name: preset}, overrides=True)
        case = Case(seed, index, rules, Dice(seed, "round", name, index).below(6))
        played = _at_random(case)
        if played is not None:
            yield played


def _at_random(case: Case) -> Played | None:
    try:
        rules = reference.Rules.from_dict(case.rules)
        deal = draw_deal(case, rules.parameters)
        if deal is None:
            dealt = reference.deal(rules, case.game_seed, case.round, case.game)
        else:
            dealt = reference.Round(rules, deal, case.round)
    except RedealError:
        return None if deal is None else Played(case.rules, case.round, deal, ())
    except (ValueError, TypeError):
        return None
    dice = case.dice("walk")
    while dealt.to_play is not None and len(dealt.actions) < MOST_PLIES:
        dealt = dealt.play(choose(dice, "any", [str(action) for action in dealt.legal_actions()]))
    actions = tuple(str(action) for action in dealt.actions)
    return Played(case.rules, case.round, own_deal(dealt).to_dict(), actions)


def rare_cases(
    seed: int, name: str, preset: PresetDefaults, each: int, *, overrides: bool
) -> Iterator[Played]:
    """Make so many rounds for every situation that is possible in a preset."""
    for situation in SITUATIONS:
        if not possible(situation, name, preset, overrides=overrides):
            continue
        for number in range(each):
            dice = Dice(seed, situation.families[0], situation.name, name, int(overrides), number)
            script = seek(dice, situation, name, preset, overrides=overrides)
            if script is not None:
                yield Played(script.rules, script.round, script.deal, script.actions)


# Counting


def cover_case(
    engines: tuple[Engine, Engine], played: Played, probes: int = PROBES
) -> tuple[Counter[str], Counter[str]]:
    """Count the rules that a round reaches on two engines, whose snapshots must be equal."""
    first, second = (_rounds(engine, played) for engine in engines)
    if [round.snapshot() for round in first] != [round.snapshot() for round in second]:
        msg = f"the engines differ in {played}"
        raise AssertionError(msg)
    return (
        _cited(first, played, probes) + _cited_by_record(engines[0], first, played),
        _cited(second, played, probes) + _cited_by_record(engines[1], second, played),
    )


def _rounds(engine: Engine, played: Played) -> list[AnyRound]:
    """The round after its deal and after each action; nothing where the deal is refused."""
    rules = engine.Rules.from_dict(played.rules)
    try:
        rounds: list[AnyRound] = [engine.Round(rules, played.deal, played.round)]
    except RedealError:
        return []
    for action in played.actions:
        rounds.append(rounds[-1].play(action))
    return rounds


def _cited(rounds: Sequence[AnyRound], played: Played, probes: int) -> Counter[str]:
    if not rounds:
        rules = reference.Rules.from_dict(played.rules)
        return _count([reference.explain_deal(rules, played.deal, played.round)])
    return _count(_explanations(_in_the_reference(rounds[-1]), probes))


def _cited_by_record(engine: Engine, rounds: Sequence[AnyRound], played: Played) -> Counter[str]:
    """Count what is told of the round as the only one of a record."""
    if not rounds:
        return Counter()
    told = {
        "round": played.round,
        "deal": own_deal(rounds[0]).to_dict(),
        "actions": list(played.actions),
        "result": rounds[-1].snapshot()["result"],
    }
    record = {"format": "bonepile-record/1", "rules": dict(played.rules), "rounds": [told]}
    match: AnyMatch = engine.Match.from_record(record)
    return _count([reference.explain(match)])


def _in_the_reference(played: AnyRound) -> list[reference.Round]:
    """The round's own deal and actions, played again where rounds can be explained one by one."""
    rules = reference.Rules.from_dict(played.rules.to_dict())
    rounds = [reference.Round(rules, own_deal(played).to_dict(), played.round)]
    for action in played.actions:
        rounds.append(rounds[-1].play(str(action)))
    return rounds


def _explanations(rounds: Sequence[reference.Round], probes: int) -> Iterator[Explanation]:
    yield reference.explain(rounds[0])
    size = int(rounds[0].rules.parameters["set"])
    for at, round in enumerate(rounds):
        dice = Dice("probes", repr(round.deal), at)
        snapshot = round.snapshot() if probes else {}
        for _ in range(probes):
            text = probe(dice, snapshot, size)
            if not round.is_legal(text):
                yield reference.explain(round, text)
        if at + 1 < len(rounds):
            yield reference.explain(round, rounds[at + 1].actions[-1])
        if at:  # the set-up is the same all along
            yield reference.explain(round)._replace(why=())


def _count(explanations: Iterable[Explanation]) -> Counter[str]:
    found: Counter[str] = Counter()
    for explanation in explanations:
        statements = (*explanation.why, *explanation.follows)
        found.update({statement.rule for statement in statements} - {""})
    return found


# Matches


def matches(
    seed: int, name: str, preset: PresetDefaults, count: int, *, overrides: bool
) -> Iterator[tuple[Mapping[str, Json], int]]:
    """Draw the rules and the seed of matches."""
    seats = seats_of(preset.parameters["hand_size"])
    for index in range(count):
        rules: dict[str, Json] = {"preset": name, "players": seats[index % len(seats)]}
        dice = Dice(seed, "match", name, index, int(overrides))
        if overrides:
            rules = draw_rules(dice, {name: preset}, overrides=True)
        yield rules, dice.word()


def cover_match(
    engines: tuple[Engine, Engine], rules: Mapping[str, Json], seed: int
) -> tuple[Counter[str], Counter[str]]:
    """Count the rules that a match reaches between its rounds, on two engines that must agree."""
    first, second = (_match(engine, rules, seed) for engine in engines)
    if [match.record() for match in first] != [match.record() for match in second]:
        msg = f"the engines differ in the match of seed {seed} under {rules}"
        raise AssertionError(msg)
    return _count(map(reference.explain, first)), _count(map(reference.explain, second))


def _match(engine: Engine, given: Mapping[str, Json], seed: int) -> list[AnyMatch]:
    """A match at its beginning and after each round; nothing where the rules allow none."""
    try:
        rules = engine.Rules.from_dict(given)
        match: AnyMatch = engine.Match(rules, seed=seed)
    except (ValueError, TypeError):
        return []
    found = [match]
    for _ in range(MOST_ROUNDS):
        for action in match.round.playout(seed).actions:
            match = match.play(action)
        found.append(match)
        if match.is_over:
            break
        match = match.next_round()
        found.append(match)
    return found
