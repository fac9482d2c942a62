"""Matches explained: what a round adds, who leads next, and where the sides stand."""

from __future__ import annotations

from collections.abc import Iterator

from bonepile.types import Statement

from ..match import Match, next_leader
from ..parameters import LineRules, TrainRules
from ..round import Round
from ..rules import Rules
from .wording import listed, sentence


def last_finished(match: Match) -> Round | None:
    """The last round that is over."""
    return next((round for round in reversed(match.rounds) if round.result is not None), None)


def what_the_round_did(match: Match) -> Iterator[Statement]:
    """What the last finished round adds to the totals."""
    round = last_finished(match)
    if round is None:
        return
    assert round.result is not None
    game, result = match.rules.game, round.result
    totals = f"totals {listed(match.totals)}"
    if isinstance(game, LineRules) and game.match_by == "wins":
        won = "nobody won it" if result.winner is None else f"{name(game, result.winner)} won it"
        counts = "" if result.winner is None else ", which counts 1"
        yield Statement("L-MATCH-4", f"Round {round.round}: {won}{counts}; {totals}.")
        return
    points = listed(f"{name(game, side)} {own:+}" for side, own in enumerate(result.points))
    if isinstance(game, LineRules):
        yield Statement("L-MATCH-3", f"Round {round.round} counts its points: {points}; {totals}.")
    else:
        yield Statement("T-MATCH-2", f"Round {round.round} adds penalties: {points}; {totals}.")


def where_it_stands(match: Match) -> Iterator[Statement]:
    """Whether the match is over, the places, and who leads next."""
    game = match.rules.game
    finished = sum(round.result is not None for round in match.rounds)
    if isinstance(game, LineRules):
        yield target(match, game)
    else:
        yield number_of_rounds(game, finished)
    if finished:
        yield places(match)
    yield from leader(match)


def target(match: Match, game: LineRules) -> Statement:
    """A total that ends the match."""
    reached = [side for side, total in enumerate(match.totals) if total >= game.target]
    if not reached:
        return Statement("L-MATCH-1", f"No total is {game.target} or more: the match goes on.")
    who = listed(f"{name(game, side)} has {match.totals[side]}" for side in reached)
    return Statement("L-MATCH-1", f"{sentence(who)}, and {game.target} end the match: it is over.")


def number_of_rounds(game: TrainRules, finished: int) -> Statement:
    """The rounds played and to be played."""
    if game.rounds is None:
        return Statement(
            "T-MATCH-3", "The number of rounds is not settled: these are single rounds."
        )
    goes = "is over" if finished >= game.rounds else "goes on"
    return Statement(
        "T-MATCH-1", f"{finished} of {game.rounds} rounds are played: the match {goes}."
    )


def places(match: Match) -> Statement:
    """The order of the sides."""
    game = match.rules.game
    standing = sorted((place, side) for side, place in enumerate(match.places))
    told = listed(f"{place}. {name(game, side)} ({match.totals[side]})" for place, side in standing)
    shared = "" if len(set(match.places)) == len(match.places) else "; equal totals share a place"
    if isinstance(game, LineRules):
        return Statement("L-MATCH-2", f"The highest total is first: {told}{shared}.")
    return Statement("T-MATCH-2", f"The lowest total is first: {told}{shared}.")


def leader(match: Match) -> Iterator[Statement]:
    """Who leads the round in progress, or the next one."""
    game = match.rules.game
    if not isinstance(game, LineRules) or game.opening != "any_tile":
        return
    if match.round.result is None:
        rounds = match.rounds
        yield from leader_after(match.rules, rounds[-2] if len(rounds) > 1 else None, match.round)
    elif not match.is_over:
        yield from leader_after(match.rules, match.round, None)


def leader_after(rules: Rules, last: Round | None, now: Round | None) -> Iterator[Statement]:
    """The leader that the match names after a round, unless the deal of the next names another."""
    seat = next_leader(rules, last)
    named = seat if now is None else now.leader
    if named != seat:
        yield Statement("L-LEADER-1", f"The deal names seat {named} as the leader.")
        return
    game = rules.game
    assert isinstance(game, LineRules)
    if last is None:
        yield Statement("L-LEADER-2", "Seat 0 leads the first round.")
    elif game.next_leader == "rotate":
        yield Statement("L-LEADER-3", f"The lead goes on to the left: seat {seat} leads.")
    elif last.result is not None and last.result.reason == "out":
        yield Statement("L-LEADER-4", f"Seat {seat} laid the last tile: it leads the next round.")
    else:
        yield Statement(
            "L-LEADER-4", f"Nobody went out: the lead goes on to the left, and seat {seat} leads."
        )


def name(game: LineRules | TrainRules, side: int) -> str:
    """``side 0`` of partners, else the seat."""
    return f"side {side}" if game.sides < game.players else f"seat {side}"
