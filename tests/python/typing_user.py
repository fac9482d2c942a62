"""What a user writes: type-checked by `mypy --strict` and run, both by test_examples.py."""

from __future__ import annotations

from array import array
from typing import assert_type

import bonepile
from bonepile import (
    Action,
    Deal,
    Estimate,
    Explanation,
    Limit,
    Match,
    Playouts,
    Round,
    Rules,
    Session,
    Solution,
    Solutions,
    Statement,
    Train,
    VectorRound,
    deal,
    explain,
    longest_train,
    observation_layout,
    observe,
    playout_record,
    playouts,
    presets,
    reference,
    solve,
    solve_many,
)
from bonepile.errors import BonepileError, IllegalActionError, RulesError
from bonepile.types import (
    AnyDeal,
    AnyMatch,
    AnyPlayouts,
    AnyRound,
    AnyRules,
    AnySession,
    AnySolutions,
    AnyVectorRound,
    Engine,
    Json,
    Refusal,
    Result,
    Tally,
)


def longest_hand(round: Round) -> int:
    return max(len(hand) for hand in round.snapshot()["hands"])


def greedy(round: Round) -> Action:
    """The heaviest tile, or whatever else is legal."""

    def weight(action: Action) -> int:
        tile = str(action).partition("@")[0]
        return sum(map(int, tile.split("-"))) if "-" in tile else -1

    return max(round.legal_actions(), key=weight)


def play_out(round: Round) -> Result:
    while round.to_play is not None:
        round = round.play(greedy(round))
    result = round.result
    assert result is not None
    return result


def shapes() -> None:
    """Both engines' classes have the shapes that `bonepile.types` promises."""
    rules: list[AnyRules] = [
        Rules("all-fives", players=2),
        reference.Rules("all-fives", players=2),
    ]
    rounds: list[AnyRound] = [
        deal(Rules("all-fives", players=2)),
        reference.deal(reference.Rules("all-fives", players=2)),
    ]
    told: list[Explanation] = [explain(rounds[0], "pass"), *map(reference.explain, rounds)]
    assert_type(told[0].why, tuple[Statement, ...])
    matches: list[AnyMatch] = [
        Match(Rules("all-fives", players=2)),
        reference.Match(reference.Rules("all-fives", players=2)),
    ]
    sessions: list[AnySession] = [Session(), reference.Session()]
    deals: list[AnyDeal] = [Deal([], []), reference.Deal([], [])]
    played: list[AnyPlayouts] = [
        playouts(Rules("all-fives", players=2), 2, seed=1),
        reference.playouts(reference.Rules("all-fives", players=2), 2, seed=1),
    ]
    in_step: list[AnyVectorRound] = [
        VectorRound(Rules("all-fives", players=2), 2, seed=1),
        reference.VectorRound(reference.Rules("all-fives", players=2), 2, seed=1),
    ]
    solved: list[AnySolutions] = [
        solve_many(Rules("masters-block", players=2, set=2, hand_size=2), 2, 1),
        reference.solve_many(reference.Rules("masters-block", players=2, set=2, hand_size=2), 2, 1),
    ]
    assert solved[0].value == solved[1].value
    assert played[0].tally() == played[1].tally()
    assert in_step[0].observation_size == in_step[1].observation_size
    assert rules[0].to_dict() == rules[1].to_dict()
    assert rounds[0].round == rounds[1].round == 0
    assert matches[0].totals == matches[1].totals
    assert sessions[0].closed == sessions[1].closed
    assert deals[0].to_dict() == deals[1].to_dict()


def totals(engine: Engine, preset: str) -> tuple[int, ...]:
    """Runs on the core and on the reference."""
    rules = engine.Rules(preset, players=2)
    tally: Tally = engine.playouts(rules, 3, seed=1).tally()
    return tally.points


def learn(rounds: VectorRound) -> None:
    """One step, its numbers as a list and as a buffer."""
    numbers = [bytes(row).index(1) for row in rows(rounds.legal_mask)]
    rounds.step(numbers)
    numbers = [bytes(row).index(1) for row in rows(rounds.legal_mask)]
    rounds.step(array("i", numbers))
    assert_type(rounds.observation, memoryview)
    assert_type(rounds.rewards.shape, tuple[int, ...] | None)


def rows(table: memoryview) -> list[memoryview]:
    assert table.shape is not None
    count, width = table.shape
    flat = table.cast("B")
    return [flat[row * width : (row + 1) * width] for row in range(count)]


def main() -> None:
    assert_type(presets(), list[str])
    rules = Rules("masters-draw", players=2, reserve=1)
    assert_type(rules.players, int)
    assert_type(rules.num_actions, int)
    round = deal(rules, seed=7)
    assert_type(round, Round)
    assert_type(round.to_play, int | None)
    assert_type(round.legal_actions(), list[Action])
    assert_type(round.deal, Deal | None)
    assert_type(round.set_up_from, dict[str, Json] | None)
    assert_type(round.position(), dict[str, Json])
    assert_type(Round.from_position(rules, round.position()), Round)
    assert_type(round.actions, tuple[Action, ...])
    assert_type(round.result, Result | None)
    assert_type(round.why_illegal("draw"), Refusal | None)
    assert_type(round.perft(2), int)
    assert_type(round.divide(2), dict[str, int])
    assert_type(round.position_key(), bytes)
    assert_type(round.playout(seed=1), Round)
    first = round.legal_actions()[0]
    assert_type(first.index, int)
    assert round.play(first) == round.play(str(first))
    assert round.play(first).undo() == round
    assert longest_hand(round) == 7
    result = play_out(round)
    assert_type(result.points, tuple[int, ...])
    assert result.reason in ("out", "blocked")
    try:
        round.play("0-0@S")
    except IllegalActionError as error:
        assert_type(error.legal, tuple[str, ...])
        assert_type(error.reason, str)
    try:
        Rules("masters-draw", players=9)
    except BonepileError as error:
        if isinstance(error, RulesError):
            assert_type(error.reasons, tuple[str, ...])
    match = Match(Rules("dominos-cc-mexican-train", players=3, rounds=2), seed=5)
    while not match.is_over:
        while match.round.to_play is not None:
            match = match.play(greedy(match.round))
        if not match.is_over:
            match = match.next_round()
    assert_type(match, Match)
    assert_type(match.totals, tuple[int, ...])
    assert_type(match.places, tuple[int, ...])
    again = Match.from_record(match.record())
    assert again.totals == match.totals
    played = playouts(rules, 10, seed=1, threads=2, policy="heaviest")
    assert_type(played, Playouts)
    assert_type(played.points, memoryview)
    assert_type(played.tally(), Tally)
    assert_type(played.summary().wins[0], Estimate)
    assert played.tally().merge(playouts(round, 5, seed=1).tally()).rounds == 15
    assert_type(playout_record(rules, 1, 0), dict[str, Json])
    block = Rules("masters-block", players=2)
    assert_type(solve(deal(block, 1), "win", moves=True, limit=Limit(seconds=9)), Solution)
    assert_type(solve_many(block, 2, 1, objective="win"), Solutions)
    assert_type(longest_train(["0-1"], 0, by="pips"), Train)
    assert_type(observe(round, 1), memoryview)
    assert_type(observation_layout(rules), dict[str, slice])
    learn(VectorRound(rules, 3, seed=1))
    session = Session()
    assert_type(session.answer(b'{"op":"quit"}'), bytes)
    assert session.closed
    shapes()
    assert totals(bonepile, "all-fives") == totals(reference, "all-fives")
    print("done")


if __name__ == "__main__":
    main()
