"""Reports of a run: for people, as JSON, and as JUnit's XML."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from xml.etree.ElementTree import Element, SubElement, tostring

from ...types import Json
from ..comparison import Outcome
from ..rule_names import rule_names
from .findings import Finding
from .naming import changed_by_refusal, is_about_form
from .running import Conformance

__all__ = ["as_json", "as_junit", "as_text"]

FORMAT = "bonepile-conformance-report/1"
WIDTH = 96
LAST_WORDS = 6


def as_text(report: Conformance) -> str:
    """The report for a person: what was asked, then each cause with its smallest case."""
    lines = [*_head(report), "", *_stages(report)]
    for number, finding in enumerate(report.findings, start=1):
        lines += ["", *_finding(number, finding)]
    return "\n".join([*lines, "", _verdict(report)])


def _head(report: Conformance) -> Iterator[str]:
    name, version = (report.engine.get(key, "") for key in ("name", "version"))
    if name:
        yield f"engine   {name} {version}".rstrip()
    yield f"presets  {', '.join(report.presets) or 'none'}"
    if report.unknown:
        yield f"unknown  {', '.join(report.unknown)}"


def _stages(report: Conformance) -> Iterator[str]:
    for stage in report.stages:
        counts = f"{stage.asked:,} asked"
        if stage.failed:
            counts += f", {stage.failed:,} wrong"
        if stage.skipped:
            counts += f", {stage.skipped:,} skipped"
        note = f"  ({stage.note})" if stage.note else ""
        yield f"{stage.name:10} {stage.state:8} {counts}, {stage.seconds:.1f} s{note}"
        if stage.name == "speed":
            for preset, told in stage.figures.items():
                rounds, action = told["rounds a second"], told["us an action"]
                pace = f"{rounds:10,.0f} rounds a second, {action:6,.0f} us an action"
                yield f"    {preset:30} {pace}"


def _finding(number: int, finding: Finding) -> Iterator[str]:
    yield f"{number}. {_title(finding)}"
    for name in finding.rules:
        told = rule_names()[name]
        yield from _wrapped(f"{name}  {told.rule}", "   ", " " * (5 + len(name)))
        yield f"   {' ' * len(name)}  {told.page}"
    if finding.mistake:
        yield from _wrapped(f"The common mistake: {finding.mistake}.", "   ", "   ")
    times = "once" if finding.count == 1 else f"{finding.count:,} times"
    yield f"   Met {times}, in {', '.join(finding.stages) or 'the handshake'}."
    if finding.situations:
        shown = ", ".join(finding.situations[:4])
        more = len(finding.situations) - 4
        yield from _wrapped(
            f"Situations: {shown}{f' and {more} more' if more > 0 else ''}", "   ", "     "
        )
    if finding.outcome is not None:
        yield from _case(finding.outcome)
    elif finding.sent:
        yield f"     sent      {finding.sent}"
    if finding.expected is not None or finding.got is not None:
        if finding.expected is not None:
            yield f"     expected  {_short(finding.expected)}"
        yield f"     got       {_short(finding.got)}"
    if finding.stderr:
        yield "     the engine's last words:"
        yield from (f"       {line}" for line in finding.stderr.splitlines()[-LAST_WORDS:])


def _title(finding: Finding) -> str:
    if finding.outcome is None or finding.outcome.difference is None:
        return finding.what
    found = finding.outcome.difference
    if found.crash:
        return "The engine fails"
    if is_about_form(finding.outcome):
        return f"Written wrong: {finding.what}, {found.where}"
    if changed_by_refusal(finding.outcome):
        return f"A refused action changes the round: {finding.what}, {found.where}"
    if found.what == "snapshot":
        return f"Wrong: {finding.what}, {found.where}"
    return f"Wrong: {found.what}, {found.where}"


def _case(outcome: Outcome) -> Iterator[str]:
    case = outcome.case
    yield f"     rules     {json.dumps(case.rules)}{f', round {case.round}' if case.round else ''}"
    deal = case.deal or {}
    for seat, hand in enumerate(deal.get("hands") or ()):
        yield f"     seat {seat}    {_pile(hand)}"
    yield f"     boneyard  {_pile(deal.get('boneyard'))}"
    for key in ("engine", "leader"):
        if deal.get(key) is not None:
            yield f"     {key:9} {deal[key]}"
    yield from _wrapped(" ".join(case.actions or ("none",)), "     actions   ", " " * 15)


def _pile(tiles: Json) -> str:
    if isinstance(tiles, list) and all(isinstance(tile, str) for tile in tiles):
        return " ".join(tiles) or "empty"
    return json.dumps(tiles)


def _wrapped(text: str, first: str, then: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=then, break_on_hyphens=False
    )


def _short(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 400 else text[:400] + "..."


def _verdict(report: Conformance) -> str:
    asked = sum(stage.asked for stage in report.stages)
    skipped = sum(stage.skipped for stage in report.stages)
    told = f"{asked:,} asked, {skipped:,} skipped, {report.seconds:.1f} s"
    if report.cut_short:
        return f"cut short: {report.cut_short}"
    if report.passed:
        return f"conforms: nothing wrong ({told})"
    causes = len(report.findings)
    if not causes:
        return f"nothing was judged ({told})"
    return f"does not conform: {causes} {'cause' if causes == 1 else 'causes'} ({told})"


def as_json(report: Conformance) -> dict[str, Json]:
    """The report as JSON, format ``bonepile-conformance-report/1``."""
    return {
        "format": FORMAT,
        "passed": report.passed,
        "cut_short": report.cut_short or None,
        "engine": {key: value for key, value in report.engine.items() if key not in {"id", "ok"}},
        "presets": list(report.presets),
        "unknown": list(report.unknown),
        "seconds": round(report.seconds, 3),
        "stages": [asdict(stage) for stage in report.stages],
        "findings": [finding.to_dict() for finding in report.findings],
    }


def as_junit(report: Conformance) -> str:
    """The report as JUnit's XML: a test case for each stage, a failure for each finding."""
    suite = Element("testsuite", name="bonepile conform", time=f"{report.seconds:.3f}")
    suite.set("tests", str(len(report.stages)))
    for stage in report.stages:
        case = SubElement(suite, "testcase", classname="conform", name=stage.name)
        case.set("time", f"{stage.seconds:.3f}")
        if stage.state in {"skipped", "stopped"}:
            SubElement(case, "skipped", message=stage.note or stage.state)
        for number, finding in enumerate(report.findings, start=1):
            if finding.stages[:1] in {(stage.name,), ()}:
                message = ", ".join(finding.rules) or finding.what
                failure = SubElement(case, "failure", type=finding.what, message=message)
                failure.text = "\n".join(_finding(number, finding))
    failed = sum(case.find("failure") is not None for case in suite)
    suite.set("failures", str(failed))
    suite.set("skipped", str(sum(case.find("skipped") is not None for case in suite)))
    return tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
