"""Find for every planted bug a small round in which it shows, and keep the round as input data.

A bug shows when the planted copy of the reference gives another answer to a replay than the core:
another snapshot, or another refusal of the deal. Rounds are drawn and made small by the machinery
of `bonepile fuzz`, but nothing else is compared. Only rules, deal and actions are written down.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from asking import Json, ask, ask_patiently, first_crash, first_difference
from bonepile.testing import Case, Difference, Outcome, catalogue, draw_case, load_engine
from bonepile.testing.cases import POLICIES, choose, draw_deal
from bonepile.testing.processes import process_pool
from bonepile.testing.shrink import improvements
from planting import Bug, plant, read_catalogue

HUNTED = Path(__file__).resolve().parent / "hunted.json"
CORE = "bonepile"
HONEST = "bonepile.reference"
SEED = 1
ROUNDS = 12_000
SHRINKING = 300.0
"""A ceiling for a slow machine: shrinking runs out of attempts first, always at the same one."""


def played(engine: Any, case: Case) -> Case | None:
    """The case with its deal and actions filled in, None where the rules or the dice refuse it."""
    try:
        rules = engine.Rules.from_dict(case.rules)
        deal = case.deal or draw_deal(case, rules.parameters)
        if deal is None:
            deal = engine.deal(rules, case.game_seed, case.round, case.game).deal.to_dict()
    except (ValueError, TypeError):
        return None
    case = replace(case, deal=deal)
    if case.actions is not None:
        return case
    try:
        round = engine.Round(rules, deal, case.round)
    except (ValueError, TypeError):
        return replace(case, actions=())
    dice = case.dice("walk")
    policy = dice.pick(POLICIES)
    while legal := [str(action) for action in round.legal_actions()]:
        round = round.play(choose(dice, policy, legal))
    return replace(case, actions=tuple(str(action) for action in round.actions))


def replay_of(case: Case) -> Json:
    return {
        "rules": case.rules,
        "round": case.round,
        "deal": case.deal,
        "actions": list(case.actions or ()),
    }


def attempt(bugged: Any, core: Any, case: Case) -> Outcome:
    """Both engines' answers to the case's replay, cut where they first differ."""
    full = played(core, case)
    if full is None:
        return Outcome(case, 0)
    replay = replay_of(full)
    right, wrong = ask(core, replay), ask_patiently(bugged, replay)
    if right.get("error") in {"bad_rules", "unknown_preset", "bad_request"} or right == wrong:
        return Outcome(full, len(full.actions or ()))
    at = first_crash(bugged, replay) if wrong is None else first_difference(right, wrong)
    assert at is not None
    cut = replace(full, actions=(full.actions or ())[:at])
    right, wrong = ask(core, replay_of(cut)), ask_patiently(bugged, replay_of(cut))
    if wrong is None:
        difference = Difference("crash", f"after {at} actions", wrong, right, crash=True)
    elif "snapshots" in right and "snapshots" in wrong and len(wrong["snapshots"]) > at:
        shown = wrong["snapshots"][at], right["snapshots"][at]
        difference = Difference("snapshot", f"after {at} actions", *shown)
    else:
        difference = Difference("refusal", f"after {at} actions", wrong, right)
    return Outcome(cut, at, difference)


@lru_cache
def presets(module: str) -> dict[str, Any]:
    return catalogue(load_engine(module))


def hunt(bug: Bug, rounds: int) -> Json | None:
    """A small case that shows the bug, None when there is none among so many rounds."""
    bugged, core = load_engine(bug.package), load_engine(CORE)
    found = None
    for index in range(rounds):
        case = draw_case(SEED, index, presets(CORE), overrides=True)
        found = attempt(bugged, core, case)
        if found.difference is not None:
            break
    else:
        return None
    for smaller in improvements(partial(attempt, bugged, core), core, found, SHRINKING):
        found = smaller
    honest = load_engine(HONEST)
    if ask(honest, replay_of(found.case)) != ask(core, replay_of(found.case)):
        raise AssertionError(f"{bug.name}: the reference itself differs from the core")
    return replay_of(found.case)


def hunt_all(bugs: Sequence[Bug], rounds: int, jobs: int) -> Iterator[tuple[Bug, Json | None]]:
    """Hunt for every bug in copies outside the checkout, told as they come in."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        for bug in bugs:
            plant(bug, Path(folder))
        sys.path.insert(0, folder)
        try:
            with process_pool(jobs) as pool:
                hunts = {pool.submit(hunt, bug, rounds): bug for bug in bugs}
                for done in as_completed(hunts):
                    yield hunts[done], done.result()
        finally:
            sys.path.remove(folder)


def read_hunted() -> dict[str, Json]:
    """The cases by the bug's name, in the order of the catalogue."""
    found: dict[str, Json] = json.loads(HUNTED.read_text("utf-8")) if HUNTED.exists() else {}
    return found


def renew(names: Sequence[str], jobs: int = os.cpu_count() or 1) -> None:
    """Hunt for these bugs, all of them when none is named, and write what was found."""
    bugs = read_catalogue()
    wanted = [bug for bug in bugs if not names or bug.name in names]
    cases = read_hunted()
    for bug, case in hunt_all(wanted, ROUNDS, jobs):
        size = "does not show" if case is None else f"{len(case['actions'])} actions"
        print(f"{bug.name}: {size}", flush=True)
        cases.pop(bug.name, None)
        if case is not None:
            cases[bug.name] = case
        ordered = {bug.name: cases[bug.name] for bug in bugs if bug.name in cases}
        lines = [f"{json.dumps(name)}: {json.dumps(told)}" for name, told in ordered.items()]
        HUNTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
