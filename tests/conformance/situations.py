"""Situations with what the engines say of them, and what the planted copies say instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from asking import ROOT, Json, agreed, ask_patiently, first_crash, first_difference
from authored import SITUATIONS
from hunting import read_hunted
from planted_copies import Copies
from planting import Bug, read_catalogue
from sketch import Sketch

FORMAT = "bonepile-situations/1"
NAMES = ROOT / "docs" / "rules" / "names.md"


def rule_texts() -> dict[str, str]:
    """What docs/rules/names.md says in short, by the rule's name."""
    rows = re.findall(
        r"^\| `([GLT]-[A-Z]+-\d+)` \| (.*?) \| \[", NAMES.read_text("utf-8"), re.MULTILINE
    )
    return dict(rows)


def hunted() -> Iterator[Sketch]:
    """The small rounds in which planted bugs show, as situations."""
    texts = rule_texts()
    bugs = {bug.name: bug for bug in read_catalogue()}
    for name, replay in read_hunted().items():
        bug = bugs[name]
        note = " ".join(texts[rule] for rule in bug.rules)
        yield Sketch(f"planted-{name}", bug.rules, note, replay, bug.imitates, bugs=(name,))


def told(engines: Sequence[Any], sketch: Sketch, copies: Copies) -> Json:
    """A situation as it is written down. Raises ValueError where a named bug does not show."""
    replay = sketch.replay
    right = agreed(engines, replay)
    if "refused" in right:
        raise ValueError(f"{sketch.name}: action {right['refused']} is refused")
    made: dict[str, Json] = {"name": sketch.name, "rules": list(sketch.rules), "note": sketch.note}
    if sketch.mistake is not None:
        made["mistake"] = sketch.mistake
    made |= {"replay": replay, **right}
    if sketch.refused:
        made["refused"] = [probed(engines, replay, action) for action in sketch.refused]
    if sketch.numbers:
        made["numbers"] = numbers(engines, replay, right["snapshots"][-1]["legal"])
    related = [bug for bug in copies.bugs.values() if is_related(bug, sketch)]
    wrong = {bug.name: mistaken(bug, copies.engine(bug), replay, right) for bug in related}
    hidden = [name for name in sketch.bugs if name in wrong and wrong[name] is None]
    if hidden:
        raise ValueError(f"{sketch.name}: planted bugs do not show: {hidden}")
    if any(wrong.values()):
        made["wrong"] = [answer for answer in wrong.values() if answer is not None]
    return made


def is_related(bug: Bug, sketch: Sketch) -> bool:
    return bug.name in sketch.bugs or bool(set(bug.rules) & set(sketch.rules))


def probed(engines: Sequence[Any], replay: Json, action: str) -> Json:
    """How an action is refused after those of the replay."""
    answer = agreed(engines, {**replay, "actions": [*replay["actions"], action]})
    if "refused" not in answer:
        raise ValueError(f"{action} is legal after {replay['actions']}")
    codes = {str(_round(engine, replay).why_illegal(action).code) for engine in engines}
    (code,) = codes
    return {"action": action, "error": answer["refused"]["error"], "code": code}


def numbers(engines: Sequence[Any], replay: Json, legal: list[str]) -> dict[str, int]:
    """The numbers of the legal actions."""
    each = [engine.Rules.from_dict(replay["rules"]) for engine in engines]
    found = [{action: rules.action(action).index for action in legal} for rules in each]
    if any(other != found[0] for other in found):
        raise ValueError(f"the engines number actions in different ways: {found}")
    return found[0]


def mistaken(bug: Bug, engine: Any, replay: Json, right: Json) -> Json | None:
    """The first wrong answer of a copy with a bug, None if there is none."""
    wrong = ask_patiently(engine, replay)
    told: dict[str, Json] = {"mistake": bug.imitates, "planted": bug.name}
    told["breaks"] = list(bug.rules)
    if wrong is None:
        return {**told, "at": first_crash(engine, replay), "crash": True}
    at = first_difference(right, wrong)
    if at is None:
        return None
    told["at"] = at
    if at < len(wrong.get("snapshots", [])):
        return {**told, "snapshot": wrong["snapshots"][at]}
    return {**told, "error": wrong.get("error") or wrong["refused"]["error"]}


def _round(engine: Any, replay: Json) -> Any:
    rules = engine.Rules.from_dict(replay["rules"])
    return engine.Round(rules, replay["deal"], replay["round"], replay["actions"])


def sketches() -> list[Sketch]:
    """All situations as their authors wrote them."""
    return [*SITUATIONS, *hunted()]


def all_situations(engines: Sequence[Any], copies: Copies) -> list[Json]:
    """All situations; their names are unique."""
    made = [told(engines, sketch, copies) for sketch in sketches()]
    names = [situation["name"] for situation in made]
    if len(set(names)) != len(names):
        raise ValueError(f"named twice: {sorted(n for n in names if names.count(n) > 1)}")
    return made
