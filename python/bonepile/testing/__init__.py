"""Tools for testing domino engines: one case on two engines, and many of them.

* :func:`compare` plays one :class:`Case` on any two modules that have the face of
  :class:`bonepile.types.Engine` and tells the first :class:`Difference`.
* :func:`draw_case` draws case ``i`` of a seed: preset, seats, parameters; some are rare cases
  (:mod:`bonepile.testing.rare`).
* :func:`fuzz` runs many cases over several processes; the command ``bonepile fuzz`` is this.
* :func:`shrink` makes a case that differs small.
* :func:`write_divergence` and :func:`read_cases` keep a divergence as a file.
"""

from __future__ import annotations

from .cases import Case, draw_case
from .comparison import Outcome
from .differential import compare
from .divergence import (
    describe,
    divergence_record,
    first_difference,
    in_short,
    read_cases,
    write_divergence,
)
from .observation import Difference
from .parameters import PresetDefaults, catalogue, draw_rules
from .runner import Plan, Report, compare_apart, fuzz, load_engine, run_cases, shrink_apart
from .shrink import shrink

__all__ = [
    "Case",
    "Difference",
    "Outcome",
    "Plan",
    "PresetDefaults",
    "Report",
    "catalogue",
    "compare",
    "compare_apart",
    "describe",
    "divergence_record",
    "draw_case",
    "draw_rules",
    "first_difference",
    "fuzz",
    "in_short",
    "load_engine",
    "read_cases",
    "run_cases",
    "shrink",
    "shrink_apart",
    "write_divergence",
]
