"""Failures put together by cause, made small, and named."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from ..comparison import Outcome
from ..divergence import first_difference
from ..parameters import PresetDefaults
from ..shrink import kind, size
from .findings import Evidence, Finding, finding_of
from .naming import Suspects, changed_by_refusal, is_about_form

__all__ = ["findings_of"]

MOST_GROUPS = 16
MOST_WITNESSES = 5
MOST_NAMES = 3
MOST_SUSPECTS = 8

Smaller = Callable[[Sequence[Outcome]], list[Outcome]]
"""Makes each of some outcomes small."""


class _Group:
    """Failures that look alike."""

    def __init__(self) -> None:
        self.evidence: list[Evidence] = []
        self.ranked: list[str] = []
        self.small: Outcome | None = None

    def witnesses(self, presets: dict[str, PresetDefaults]) -> list[Outcome]:
        """The smallest few of the outcomes."""
        outcomes = [evidence.outcome for evidence in self.evidence]
        outcomes.sort(key=lambda outcome: size(outcome.case, presets))
        return outcomes[:MOST_WITNESSES]


def findings_of(
    evidence: Sequence[Evidence],
    presets: dict[str, PresetDefaults],
    smaller: Smaller,
    tested: dict[str, int],
) -> list[Finding]:
    """One finding for each likely cause, the best supported first.

    ``tested``: how many situations name each rule first; a rule that fails in all of its own is
    named before one that fails in some.
    """
    groups = _alike(evidence)
    chosen = sorted(groups, key=lambda group: -len(group.evidence))[:MOST_GROUPS]
    smallest = [group.witnesses(presets)[0] for group in chosen]
    for group, small in zip(chosen, smaller(smallest), strict=True):
        group.small = small
        suspects = Suspects()
        for outcome in (*group.witnesses(presets), small):
            suspects.add(outcome)
        group.ranked = suspects.ranked()
    named = _blamed_by_situations(evidence, tested)
    mistaken = {one.rules[0]: one.rules[:MOST_NAMES] for one in evidence if one.mistake}
    merged: dict[str, list[tuple[tuple[str, ...], _Group]]] = defaultdict(list)
    for group in chosen:
        rules = _names(group, named, mistaken)
        key = rules[0] if rules else _unnamed(group)
        merged[key].append((rules, group))
    found = [_finding(groups, presets) for groups in merged.values()]
    return sorted(found, key=lambda finding: (not finding.mistake, -finding.count))


def _alike(evidence: Sequence[Evidence]) -> list[_Group]:
    groups: dict[tuple[str, ...], _Group] = defaultdict(_Group)
    for one in evidence:
        groups[_signature(one.outcome)].evidence.append(one)
    return list(groups.values())


def _unnamed(group: _Group) -> str:
    """What failures have in common that are about no rule of the game."""
    assert group.small is not None
    if changed_by_refusal(group.small):
        return "a refused action changes the round"
    return " ".join(_signature(group.small))


def _signature(outcome: Outcome) -> tuple[str, ...]:
    """What kind of difference it is, where it shows, and the rule first suspected by it alone."""
    found = outcome.difference
    assert found is not None
    path, got, _ = first_difference(found.first, found.second)
    if found.crash:
        how = got.get("crash", "") if isinstance(got, dict) else str(got)
        return ("crash", re.sub(r"\d+", "0", str(how))[:80])
    path = re.sub(r"\[\d+\]|\.\d+", "", path)
    if is_about_form(outcome):
        return "form", path
    suspects = Suspects()
    suspects.accuse(outcome)
    first = next(iter(suspects.ranked()), "")
    return kind(outcome), path, first


def _blamed_by_situations(evidence: Sequence[Evidence], tested: dict[str, int]) -> dict[str, float]:
    """By rule, the share of its situations that fail; those of a known mistake count most."""
    failed: dict[str, float] = defaultdict(float)
    for one in evidence:
        for place, rule in enumerate(one.rules):
            weight = (2.0 if one.mistake else 1.0) if place == 0 else 0.3
            failed[rule] += weight / max(tested.get(rule, 1), 1)
    return dict(failed)


def _names(
    group: _Group, blamed: dict[str, float], mistaken: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The rules to name: those suspected, by how much the situations bear it out."""
    assert group.small is not None
    if not group.ranked or changed_by_refusal(group.small):
        return ()
    known = [one for one in group.evidence if one.mistake]
    if known:
        return max(known, key=lambda one: blamed[one.rules[0]]).rules[:MOST_NAMES]
    for rule in group.ranked[:MOST_SUSPECTS]:
        if rule in mistaken:
            return mistaken[rule]
    scores = {rule: 1.0 / (1 + place) for place, rule in enumerate(group.ranked[:MOST_SUSPECTS])}
    for rule, weight in blamed.items():
        if rule in scores:
            scores[rule] += weight
    for one in group.evidence:
        for rule in one.rules[:1]:
            scores[rule] = scores.get(rule, 0.0) + 0.5
    return tuple(sorted(scores, key=lambda rule: (-scores[rule], rule))[:MOST_NAMES])


def _finding(
    named: Sequence[tuple[tuple[str, ...], _Group]], presets: dict[str, PresetDefaults]
) -> Finding:
    groups = [group for _, group in named]
    rules = max(named, key=lambda pair: len(pair[1].evidence))[0]
    outcomes = [group.small for group in groups if group.small is not None]
    small = min(outcomes, key=lambda outcome: size(outcome.case, presets))
    evidence = [one for group in groups for one in group.evidence]
    finding = finding_of(small)
    finding.rules = rules
    finding.count = len(evidence)
    finding.stages = tuple(dict.fromkeys(one.stage for one in evidence))
    finding.situations = tuple(dict.fromkeys(one.situation for one in evidence if one.situation))
    known = [one for one in evidence if one.mistake and one.rules[:1] == rules[:1]]
    finding.mistake = known[0].mistake if known else ""
    return finding
