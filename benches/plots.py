"""The pictures of docs/results.md, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from bonepile import Estimate

mpl.use("svg")
import matplotlib.pyplot as plt

COLOUR, QUIET = "#0a6e5c", "#7fb8a8"
plt.rcParams.update(
    {
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "svg.fonttype": "none",
        # The same picture has the same bytes.
        "svg.hashsalt": "bonepile",
    }
)


def distributions(path: Path, names: Sequence[str], values: Sequence[Mapping[int, int]]) -> None:
    """A histogram for each game: what part of the deals is worth so much."""
    figure, axes = plt.subplots(len(names), 1, figsize=(8, 2.4 * len(names)), sharex=True)
    for axis, name, counts in zip(axes, names, values, strict=True):
        total = sum(counts.values())
        heights = [100 * counts[value] / total for value in counts]
        axis.bar(list(counts), heights, width=1.0, color=COLOUR)
        axis.axvline(0, color=QUIET, linewidth=1)
        axis.set_title(name)
        axis.set_ylabel("% of deals")
    axes[-1].set_xlabel("points that the leader's side makes more")
    _save(path, figure)


def openings(path: Path, names: Sequence[str], means: Sequence[Mapping[str, Estimate]]) -> None:
    """The worth of a deal by the tile led, with intervals."""
    figure, axes = plt.subplots(1, len(names), figsize=(9, 3.4), sharey=True)
    for axis, name, by_lead in zip(axes, names, means, strict=True):
        estimates = list(by_lead.values())
        middle = [one.mean for one in estimates]
        below = [one.mean - one.low for one in estimates]
        above = [one.high - one.mean for one in estimates]
        axis.axhline(0, color=QUIET, linewidth=1)
        axis.errorbar(list(by_lead), middle, (below, above), fmt="o", color=COLOUR, capsize=3)
        axis.set_title(name, fontsize=10)
        axis.tick_params(axis="x", rotation=60)
    axes[0].set_ylabel("worth, points")
    figure.supxlabel("tile led")
    _save(path, figure)


def trains(path: Path, reaches: Sequence[tuple[int, int, float, int]]) -> None:
    """The tiles in the longest train by the size of the hand: the mean, the least and the most."""
    figure, axis = plt.subplots(figsize=(7, 5))
    tiles, least, mean, most = zip(*reaches, strict=True)
    axis.plot(tiles, tiles, color="#8c96a1", linestyle=":", label="the whole hand")
    axis.fill_between(tiles, least, most, color=QUIET, alpha=0.5, label="least to most")
    axis.plot(tiles, mean, color=COLOUR, label="mean")
    axis.set_xlabel("tiles in hand")
    axis.set_ylabel("tiles in the longest train")
    axis.legend(frameon=False)
    _save(path, figure)


def _save(path: Path, figure: Any) -> None:
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None}, facecolor="white")
    plt.close(figure)
