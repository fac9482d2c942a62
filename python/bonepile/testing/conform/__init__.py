"""Conformance: an engine in any language, judged against the rules.

``bonepile conform`` is this for engines that speak the line protocol; :func:`conform` takes any
:class:`~bonepile.testing.Adapter`.
"""

from __future__ import annotations

from .findings import Finding, StageReport
from .running import STAGES, Conformance, conform
from .sources import Command, Plan, Source

__all__ = [
    "STAGES",
    "Command",
    "Conformance",
    "Finding",
    "Plan",
    "Source",
    "StageReport",
    "conform",
]
