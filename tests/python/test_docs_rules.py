"""The rules pages and the protocol's page say what the package does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from building import PRESETS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
RULES = DOCS / "rules"
PROTOCOL = DOCS / "protocol.md"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])

SECTIONS = ["Source", "How it is played", "Parameters", "Decisions", "Example"]
FAMILY_PAGES = {"line": "line-games.md", "train": "train-games.md"}
PARAMETER_PAGES = {
    "line": "Line games: meaning and values",
    "train": "Train games: meaning and values",
}

# A value of null is a missing parent everywhere but here, where it is a value of its own.
NULL_IS_A_VALUE = {"rounds"}


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """The page without its code."""
    return re.sub(r"^```.*?^```$|`[^`\n]*`", "", text(page), flags=re.MULTILINE | re.DOTALL)


def section(page: Path, heading: str) -> str:
    _, _, rest = text(page).partition(f"\n## {heading}\n")
    assert rest, f"{name(page)} has no section {heading!r}"
    return rest.partition("\n## ")[0]


def rows(section: str, header: str) -> list[list[str]]:
    """The cells of the table with that header, row by row."""
    lines = section.splitlines()
    start = lines.index(header) + 2
    table = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return table


def written(parameter: str, value: Any) -> str:
    """A value as the pages write it."""
    if value is None:
        return "null" if parameter in NULL_IS_A_VALUE else "-"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        sizes = sorted((int(seats), size) for seats, size in value.items())
        return " ".join(f"{seats}:{size}" for seats, size in sizes)
    return str(value)


def info(preset: str) -> dict[str, Any]:
    return bonepile_core().preset_info(preset)


def bonepile_core() -> Any:
    import bonepile  # noqa: PLC0415 (only what asks the core fails while it is not built)

    return bonepile


def expected(preset: str) -> list[tuple[str, str]]:
    parameters = info(preset)["parameters"]
    return [(p["name"], written(p["name"], p["value"])) for p in parameters]


# The pages of the presets


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_a_page_with_the_fixed_sections(preset: str) -> None:
    lines = text(RULES / f"{preset}.md").splitlines()
    assert re.fullmatch(r"# \S.*", lines[0])
    assert lines[1] == lines[3] == ""
    assert re.fullmatch(r"[A-Z].*", lines[2]), "a summary of one line"
    assert re.fullmatch(r"Revision: [1-9][0-9]*", lines[4])
    headings = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    assert headings == SECTIONS
    for heading in SECTIONS:
        assert section(RULES / f"{preset}.md", heading).strip()


def test_there_is_no_page_of_a_preset_that_is_not_there() -> None:
    common = {"common", "line-games", "train-games", "parameters", "names"}
    assert {page.stem for page in RULES.glob("*.md")} == common | set(PRESETS)


def test_the_presets_are_those_of_the_package() -> None:
    assert list(bonepile_core().presets()) == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_states_the_revision(preset: str) -> None:
    assert f"\nRevision: {info(preset)['revision']}\n" in text(RULES / f"{preset}.md")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_links_to_its_family(preset: str) -> None:
    assert f"]({FAMILY_PAGES[info(preset)['family']]})" in text(RULES / f"{preset}.md")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_lists_every_parameter_with_its_value(preset: str) -> None:
    table = rows(section(RULES / f"{preset}.md", "Parameters"), "| parameter | value | source |")
    assert all(len(row) == 3 and row[2] for row in table)
    assert [(row[0].strip("`"), row[1]) for row in table] == expected(preset)


def plain(cell: str) -> str:
    """Markdown without emphasis and links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell).replace("*", "")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_tells_where_every_value_comes_from(preset: str) -> None:
    table = rows(section(RULES / f"{preset}.md", "Parameters"), "| parameter | value | source |")
    sources = {row[0].strip("`"): plain(row[2]) for row in table}
    assert sources == {p["name"]: p["source"] for p in info(preset)["parameters"]}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_source_of_a_preset_tells_the_names_in_its_parameters_sources(preset: str) -> None:
    told = info(preset)
    for parameter in told["parameters"]:
        for name in ("Masters", "Pagat", "Dominos.cc", "article", "common print", "decision"):
            if name in parameter["source"]:
                assert name in told["source"], parameter["name"]


# The page of the parameters


@pytest.mark.parametrize("family", FAMILY_PAGES)
def test_the_overview_lists_every_parameter_of_every_preset(family: str) -> None:
    presets = [preset for preset in PRESETS if info(preset)["family"] == family]
    page = section(RULES / "parameters.md", PARAMETER_PAGES[family])
    table = rows(page, f"| parameter | {' | '.join(presets)} |")
    for column, preset in enumerate(presets, start=1):
        assert [(row[0].strip("`"), row[column]) for row in table] == expected(preset), preset


@pytest.mark.parametrize("family", FAMILY_PAGES)
def test_every_parameter_has_a_meaning(family: str) -> None:
    preset = next(preset for preset in PRESETS if info(preset)["family"] == family)
    page = section(RULES / "parameters.md", PARAMETER_PAGES[family])
    table = rows(page, "| parameter | values | meaning |")
    assert [row[0].strip("`") for row in table] == [p for p, _ in expected(preset)]
    assert all(len(row) == 3 and row[1] and row[2] for row in table)


# Links and examples


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text(page), flags=re.M | re.S), re.M
    )
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    slugs = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain]
    return {
        slug if (n := slugs[:i].count(slug)) == 0 else f"{slug}-{n}" for i, slug in enumerate(slugs)
    }


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_internal_links_resolve(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.is_relative_to(ROOT), f"{target} leaves the repository"
        assert linked.exists(), f"{target} does not exist"
        if anchor and linked.suffix == ".md":
            assert anchor in anchors(linked), f"{target}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_json_blocks_parse(page: Path) -> None:
    for block in blocks(page, "json"):
        json.loads(block)
    for block in blocks(page, "jsonl"):
        for line in block.splitlines():
            assert isinstance(json.loads(line), dict)


def protocol_objects() -> Iterator[dict[str, Any]]:
    for block in blocks(PROTOCOL, "json"):
        yield json.loads(block)


def test_the_deal_of_the_protocol_page_is_dealt(engine: Any) -> None:
    round = engine.deal(engine.Rules("masters-block", players=2), seed=0)
    assert round.deal.to_dict() in list(protocol_objects())


def test_the_random_play_of_the_protocol_page_is_played(engine: Any) -> None:
    round = engine.deal(engine.Rules("masters-block", players=2), seed=0)
    played = round.playout(seed=0)
    header = "| p | seat | legal actions in order | shows | action |"
    table = rows(section(PROTOCOL, "Dice, deals and random play from a seed"), header)
    assert len(table) == 4
    for p, (at, seat, legal, _, action) in enumerate(table):
        assert (at, seat) == (str(p), str(round.to_play))
        assert [f"`{a}`" for a in round.legal_actions()] == legal.split(", ")
        assert action == f"`{played.actions[p]}`"
        round = round.play(played.actions[p])


def test_the_record_of_the_protocol_page_is_read_and_written(engine: Any) -> None:
    (record,) = (value for value in protocol_objects() if "format" in value)
    assert engine.Match.from_record(record).record() == record


def small_round(
    engine: Any, preset: str, top: int, hands: str, tiles: str, middle: str | None = None
) -> Any:
    rules = engine.Rules(preset, players=2, set=top, hand_size=3)
    held = [hand.split() for hand in hands.split("/")]
    return engine.Round(rules, {"hands": held, "boneyard": tiles.split(), "engine": middle})


def test_the_snapshots_of_the_protocol_page_are_taken(engine: Any) -> None:
    tiles = "0-0 0-1 1-1 0-2 2-2 0-3 1-3 2-3 3-3 0-4 2-4 3-4 4-4 1-5 2-5"
    line = small_round(engine, "all-fives", 5, "1-2 3-5 5-5 / 0-5 1-4 4-5", tiles)
    for action in ("5-5", "0-5@L", "3-5@R"):
        line = line.play(action)
    assert line.snapshot() in list(protocol_objects())

    hands, tiles = "0-3 1-1 1-2 / 0-2 1-3 2-3", "0-0 0-1 2-2"
    train = small_round(engine, "dominos-cc-mexican-train", 3, hands, tiles, "3-3")
    for action in ("0-3@0", "1-3@M", "1-1@M"):
        train = train.play(action)
    assert train.snapshot() in list(protocol_objects())
    assert train.play("1-2@M").snapshot()["result"] in list(protocol_objects())


def test_the_conversation_of_the_protocol_page_is_held(engine: Any) -> None:
    session = engine.Session()
    (block,) = blocks(PROTOCOL, "jsonl")
    lines = block.splitlines()
    for request, said in zip(lines[::2], lines[1::2], strict=True):
        answer, expected = json.loads(session.answer(request.encode())), json.loads(said)
        assert answer.keys() == expected.keys()
        # Names, versions and sentences for people are an engine's own.
        for own in ("name", "version", "message"):
            answer.pop(own, None)
            expected.pop(own, None)
        assert answer == expected
    assert session.closed


def test_the_action_numbers_of_the_protocol_page(engine: Any) -> None:
    line = engine.Rules("masters-block", players=2)
    assert (line.action("6-6").index, line.action("draw").index, line.num_actions) == (
        135,
        140,
        142,
    )
    train = engine.Rules("masters-mexican-train", players=4)
    assert (train.action("6-9@M").index, train.num_actions) == (259, 458)
