"""Shares, means and spreads from exact totals, and how far to trust them."""

from __future__ import annotations

from math import inf, sqrt

__all__ = ["mean_and_spread", "mean_interval", "wilson"]

Z = 1.959963984540054  # the 97.5 % point of the normal distribution


def wilson(share: float, rounds: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share seen in so many rounds.

    Shared wins spread less than whole ones, so that for them the interval is on the wide side.
    """
    weight = Z * Z / rounds
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * sqrt(share * (1 - share) / rounds + weight / (4 * rounds)) / (1 + weight)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_and_spread(total: int, squares: int, rounds: int) -> tuple[float, float]:
    """Return the mean and the sample's standard deviation (0 for a single round)."""
    if rounds == 1:
        return float(total), 0.0
    return total / rounds, sqrt((rounds * squares - total * total) / (rounds * (rounds - 1)))


def mean_interval(mean: float, spread: float, rounds: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean, by the normal approximation.

    A single round says nothing about the spread: there the interval has no bounds.
    """
    reach = Z * spread / sqrt(rounds) if rounds > 1 else inf
    return mean - reach, mean + reach
