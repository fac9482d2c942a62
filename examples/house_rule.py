"""What does a house rule change? All Fives with and without the spinner, side by side.

Usage: python examples/house_rule.py [ROUNDS]
"""

import sys

from bonepile import Rules, playouts

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
for spinner in ("first_double", "none"):
    rules = Rules("all-fives", players=2, spinner=spinner)
    tally = playouts(rules, rounds, seed=1).tally()
    points = sum(tally.points) / tally.rounds
    print(
        f"spinner = {spinner:12}  {points:5.2f} points a round, "
        f"{tally.actions / tally.rounds:5.2f} actions, "
        f"blocked {tally.blocked / tally.rounds:6.2%}"
    )
