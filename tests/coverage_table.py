"""Play random and rare rounds on both engines and write how often each rule was reached.

Usage: python tests/coverage_table.py [--out FILE] [--seed N] [--plain N] [--rare N] [--matches N]

Every preset is played by its own rules, then with rules of the house. A rule is reached where an
explanation cites it because it decided something; see bonepile.testing.coverage. The tables of both
engines are compared after every action. Writes docs/coverage.md, the same page for the same
numbers, and ends with exit code 1 where a rule was not reached that could have been.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import cast

import bonepile
from bonepile import reference
from bonepile.testing import PresetDefaults, catalogue
from bonepile.testing.coverage import Coverage, matches, plain_cases, rare_cases
from bonepile.types import Engine
from coverage_rules import IMPOSSIBLE, Rule, rules

PAGE = Path(__file__).resolve().parent.parent / "docs" / "coverage.md"
HOUSE = "house rules"


@dataclass(frozen=True)
class Plan:
    """How much is played of each preset, once by its own rules and once with rules of the house."""

    seed: int = 1
    plain: int = 60
    rare: int = 4
    matches: int = 12


def measure(plan: Plan, presets: Mapping[str, PresetDefaults]) -> dict[str, Coverage]:
    """Play everything on both engines; one coverage for each preset and one for the house."""
    engines = cast(Engine, bonepile), cast(Engine, reference)
    covered = {name: Coverage() for name in (*presets, HOUSE)}
    for overrides in (False, True):
        for name, preset in presets.items():
            start = time.perf_counter()
            coverage = covered[HOUSE if overrides else name]
            for played in plain_cases(plan.seed, name, preset, plan.plain, overrides=overrides):
                coverage.add_round(engines, played)
            for played in rare_cases(plan.seed, name, preset, plan.rare, overrides=overrides):
                coverage.add_round(engines, played)
            for given, seed in matches(plan.seed, name, preset, plan.matches, overrides=overrides):
                coverage.add_match(engines, given, seed)
            print(f"{name}: {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
    return covered


def holes(
    covered: Mapping[str, Coverage], presets: Mapping[str, PresetDefaults]
) -> Iterator[tuple[str, str]]:
    """List the rules that were not reached anywhere, or not in a preset that could reach them."""
    for rule in rules():
        if not sum(each.first[rule.name] for each in covered.values()):
            yield rule.name, "core"
        if not sum(each.second[rule.name] for each in covered.values()):
            yield rule.name, "reference"
        for name, preset in presets.items():
            can = rule.is_on(*preset) and (rule.name, name) not in IMPOSSIBLE
            if can and not (covered[name].first[rule.name] and covered[name].second[rule.name]):
                yield rule.name, name


HEAD = """\
# How often each rule is reached

This page is written by `{command}`. It plays random rounds, [rare ones](#the-rounds) \
and matches of every preset on both engines, and compares the whole table after every action. A \
rule of [the list of names](rules/names.md) counts as reached where `bonepile.explain` cites it \
because it decided something: in the set-up, in what the seat on turn has to do, in an action and \
what follows from it, in the refusal of an action, at the end of a round, in a match, in a deal \
that is dealt again. Each such explanation counts once. What the core played is explained from the \
core's own deal and actions.

The columns of the presets are rounds by their own rules, counted on the core; the reference \
came to the same numbers. `{house}` are rounds of all presets with overrides. `-`: the preset is \
of the other family, or its values switch the rule off. `never`: its values switch the rule on, \
and yet it cannot come about; [below](#what-cannot-come-about) is why. The last two columns are \
the sums of all rounds.
"""


def page(plan: Plan, covered: Mapping[str, Coverage], presets: Mapping[str, PresetDefaults]) -> str:
    """The page, as Markdown."""
    lines = [HEAD.format(command=_command(plan), house=HOUSE)]
    for heading, group in groupby(rules(), key=lambda rule: rule.heading):
        shown = list(group)
        fitting = [name for name in presets if any(rule.is_on(*presets[name]) for rule in shown)]
        columns = ["rule", *(f"`{name}`" for name in fitting), HOUSE, "core", "reference"]
        lines += [f"## {heading}", "", _row(columns), _row(["---", *["---:"] * (len(columns) - 1)])]
        lines += [_row(_cells(rule, fitting, covered, presets)) for rule in shown]
        lines.append("")
    lines += ["## What cannot come about", ""]
    lines += [f"* `{rule}` in `{name}`: {why}." for (rule, name), why in IMPOSSIBLE.items()]
    lines += ["", "## The rounds", "", _rounds_told(), ""]
    lines += [_row(["", "rounds", "actions", "matches"]), _row(["---", "---:", "---:", "---:"])]
    for name, each in covered.items():
        shown_name = name if name == HOUSE else f"`{name}`"
        lines.append(
            _row([shown_name, f"{each.rounds:,}", f"{each.actions:,}", f"{each.matches:,}"])
        )
    return "\n".join(lines) + "\n"


def _command(plan: Plan) -> str:
    default = Plan()
    given = [
        f" --{name} {getattr(plan, name)}"
        for name in ("seed", "plain", "rare", "matches")
        if getattr(plan, name) != getattr(default, name)
    ]
    return "python tests/coverage_table.py" + "".join(given)


def _rounds_told() -> str:
    return (
        "Random rounds are drawn as `bonepile fuzz` draws them. Rare ones are made so that a named "
        "situation comes about, such as several seats that go out in their first turns or a count "
        "of 35; `python/bonepile/testing/rare` has the list."
    )


def _cells(
    rule: Rule,
    names: list[str],
    covered: Mapping[str, Coverage],
    presets: Mapping[str, PresetDefaults],
) -> list[str]:
    cells = [f"`{rule.name}`"]
    for name in names:
        count = covered[name].first[rule.name]
        if count:
            cells.append(f"{count:,}")
        elif (rule.name, name) in IMPOSSIBLE:
            cells.append("never")
        else:
            cells.append("0" if rule.is_on(*presets[name]) else "-")
    cells.append(f"{covered[HOUSE].first[rule.name]:,}")
    cells.append(f"{sum(each.first[rule.name] for each in covered.values()):,}")
    cells.append(f"{sum(each.second[rule.name] for each in covered.values()):,}")
    return cells


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    default = Plan()
    parser.add_argument("--out", type=Path, default=PAGE)
    for name in ("seed", "plain", "rare", "matches"):
        parser.add_argument(f"--{name}", type=int, default=getattr(default, name))
    options = parser.parse_args()
    plan = Plan(options.seed, options.plain, options.rare, options.matches)

    start = time.perf_counter()
    presets = catalogue(cast(Engine, reference))
    covered = measure(plan, presets)
    options.out.write_text(page(plan, covered, presets), encoding="utf-8")
    found = list(holes(covered, presets))
    for name, where in found:
        print(f"{name} was not reached in {where}", file=sys.stderr)
    rounds = sum(each.rounds for each in covered.values())
    seconds = time.perf_counter() - start
    print(f"{len(rules())} rules, {rounds:,} rounds, {len(found)} holes in {seconds:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
