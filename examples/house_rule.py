"""What does a house rule change? All Fives with and without the spinner, side by side.

Usage: python examples/house_rule.py [ROUNDS]
"""

import sys

from bonepile import Rules, playouts

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
for spinner in ("first_double", "none"):
    rules = Rules("all-fives", players=2, spinner=spinner)
    summary = playouts(rules, rounds, seed=1).summary()
    _, low, high = summary.blocked
    print(
        f"spinner = {spinner:12}  "
        f"{sum(points.mean for points in summary.points):5.2f} points a round, "
        f"{summary.plies.mean:5.2f} actions, blocked {low:6.2%} to {high:6.2%}"
    )
