"""Play a match of Draw in a terminal against an opponent who plays at random.

Usage: python examples/play.py [--auto]

Type an action as it is listed, `undo` to go back to your previous decision, or `quit`. With --auto
the first legal action is played for you.
"""

import random
import sys

from bonepile import IllegalActionError, Match, Round, Rules

ME = 0


def show(round: Round) -> None:
    """Show what seat 0 may see, and what it may do."""
    table = round.snapshot()
    print(f"table {table['table']}, boneyard {table['boneyard']}, your hand {table['hands'][ME]}")
    print("legal:", " ".join(map(str, round.legal_actions())))


def ask(match: Match, before: list[Match]) -> Match | None:
    """Play one action of seat 0, or take one back; None to stop.

    `before` holds the match as it was at each earlier decision. Nothing else is needed to undo,
    since a match never changes.
    """
    while True:
        show(match.round)
        try:
            text = input("> ").strip()
        except EOFError:
            return None
        if text == "quit":
            return None
        if text == "undo":
            if before:
                return before.pop()
            print("nothing to take back")
            continue
        try:
            played = match.play(text)
        except IllegalActionError as error:
            print(error)  # a sentence that names the action and the place
        else:
            before.append(match)
            return played


def main() -> None:
    """Play to 100 points."""
    auto = "--auto" in sys.argv
    match = Match(Rules("masters-draw", players=2))
    before: list[Match] = []
    while not match.is_over:
        if match.round.result is not None:
            print("round over:", match.round.result, "totals", match.totals)
            match = match.next_round()
        elif match.round.to_play != ME:
            action = random.choice(match.round.legal_actions())
            print("the other seat:", action)
            match = match.play(action)
        elif auto:
            match = match.play(match.round.legal_actions()[0])
        else:
            played = ask(match, before)
            if played is None:
                print("stopped, totals", match.totals)
                return
            match = played
    print("match over, totals", match.totals, "places", match.places)


if __name__ == "__main__":
    main()
