"""Play a match of Draw in a terminal against an opponent who plays at random.

Usage: python examples/play.py [--auto]

Type an action as it is listed, `undo` to take your last one back, or `quit`. With --auto the first
legal action is played for you.
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


def ask(match: Match, auto: bool) -> Match | None:
    """Play one action of seat 0, None to stop."""
    show(match.round)
    while True:
        text = str(match.round.legal_actions()[0]) if auto else input("> ").strip()
        if text == "quit":
            return None
        try:
            return match.play(text)
        except IllegalActionError as error:
            print(error)  # a sentence that names the action and the place


def main() -> None:
    """Play to 100 points."""
    auto = "--auto" in sys.argv
    match = Match(Rules("masters-draw", players=2))
    while not match.is_over:
        if match.round.result is not None:
            print("round over:", match.round.result, "totals", match.totals)
            match = match.next_round()
        elif match.round.to_play == ME:
            played = ask(match, auto)
            if played is None:
                return
            match = played
        else:
            action = random.choice(match.round.legal_actions())
            print("the other seat:", action)
            match = match.play(action)
    print("match over, totals", match.totals, "places", match.places)


if __name__ == "__main__":
    main()
