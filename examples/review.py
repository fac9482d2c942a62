"""For a front end: a hint that is fair and quick, and the worst mistake after the round.

Usage: python examples/review.py [SEED]

Two seats play Block. Seat 0 is a player who asks for a hint in every turn and gets one within
50 ms; seat 1 plays at random. When the round is over, each is told what cost it most.
"""

import random
import sys
from time import monotonic
from typing import NamedTuple

from bonepile import Action, Deal, DealError, Limit, Round, Rules, deal, explain, solve

dice = random.Random(1)


def imagine(round: Round) -> Round | None:
    """The round with the tiles that the seat on turn has not seen dealt anew; None if they clash.

    What the other seat has laid, it was dealt; and where it passed, it held nothing that fits:
    `with_deal` refuses any other deal. For games in which nobody draws.
    """
    assert round.deal is not None
    assert round.to_play is not None
    other = 1 - round.to_play
    held = round.snapshot()["hands"][other]
    laid = set(round.deal.hands[other]) - set(held)
    unseen = [*held, *round.deal.boneyard]
    dice.shuffle(unseen)
    hands = [list(hand) for hand in round.deal.hands]
    hands[other] = [*laid, *unseen[: len(held)]]
    try:
        return round.with_deal(Deal(hands, unseen[len(held) :]))
    except DealError:
        return None


def hint(round: Round, seconds: float = 0.05) -> Action:
    """The action that is worth most on average over worlds that may be, as many as there is time.

    To solve the round itself would tell the player where the hidden tiles are.
    """
    until = monotonic() + seconds
    actions = round.legal_actions()
    totals = dict.fromkeys(actions, 0)
    while len(actions) > 1 and (left := until - monotonic()) > 0:
        if world := imagine(round):
            solution = solve(world, moves=True, limit=Limit(seconds=left))
            if solution.exact and solution.moves:
                for action in actions:
                    totals[action] += solution.moves[action] or 0
    return max(actions, key=lambda action: totals[action])


class Mistake(NamedTuple):
    """An action, what it made at best, and what there was instead; with all tiles known."""

    before: Round
    played: Action
    value: int
    best: str
    best_value: int
    line: list[str]

    @property
    def cost(self) -> int:
        """How many points were thrown away."""
        return self.best_value - self.value


def worst_mistake(round: Round, seat: int) -> Mistake | None:
    """What cost a seat most in a round; None if nothing did."""
    worst: Mistake | None = None
    while round.actions:
        played, round = round.actions[-1], round.undo()
        if round.to_play != seat or len(round.legal_actions()) == 1:
            continue
        solution = solve(round, moves=True)  # no limit, so that every value is known
        assert solution.moves is not None
        value = solution.moves[played]
        assert isinstance(solution.value, int)
        assert isinstance(value, int)
        line = [str(action) for action in solution.line]
        mistake = Mistake(round, played, value, line[0], solution.value, line[1:])
        if mistake.cost >= (worst.cost if worst else 1):
            worst = mistake
    return worst


def in_sentences(mistake: Mistake) -> str:
    """What a player reads, in one paragraph."""
    number = len(mistake.before.actions) + 1
    answer = " ".join(told.sentence for told in explain(mistake.before.play(mistake.best)).follows)
    return (
        f"action {number}, {mistake.played}, cost most: {mistake.cost} points. It was worth "
        f"{mistake.value}, and {mistake.best} {mistake.best_value}. After {mistake.best}: {answer} "
        f"If nobody errs it goes on {', '.join(mistake.line)}."
    )


if __name__ == "__main__":
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    round = deal(Rules("masters-block", players=2), seed)
    while round.result is None:
        own = round.to_play == 0
        round = round.play(hint(round) if own else dice.choice(round.legal_actions()))
    print(*round.actions)
    print("points by side", *round.result.points)
    for seat in range(2):
        mistake = worst_mistake(round, seat)
        told = in_sentences(mistake) if mistake else "no action cost anything."
        print(f"Seat {seat}: {told}")
