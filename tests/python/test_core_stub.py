"""The package as it is documented: its example, its stub, the names it lists."""

from __future__ import annotations

import ast
import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import bonepile
import bonepile._core
import pytest

PACKAGE = Path(bonepile.__file__).parent
STUB = ast.parse((PACKAGE / "_core.pyi").read_text("utf-8"))


def documented() -> Iterator[tuple[str, ast.AST]]:
    yield "_core", STUB
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield node.name, node
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    yield f"{node.name}.{member.name}", member


NODES = dict(documented())


def test_the_packages_own_example_runs() -> None:
    assert doctest.testmod(bonepile).failed == 0
    assert bonepile.__doc__ is not None
    assert ">>>" in bonepile.__doc__


def test_everything_public_is_documented() -> None:
    for name, node in NODES.items():
        member = name.rpartition(".")[2]
        if not member.startswith("__"):
            assert ast.get_docstring(node), name  # type: ignore[arg-type]


def runtime(name: str) -> object:
    """What the extension has of that name."""
    value: object = bonepile._core
    for step in name.split(".") if name != "_core" else ():
        value = inspect.getattr_static(value, step)
    return value.__func__ if isinstance(value, classmethod) else value


@pytest.mark.parametrize("name", NODES)
def test_the_extension_repeats_the_first_line_of_what_the_stub_says(name: str) -> None:
    written = ast.get_docstring(NODES[name])  # type: ignore[arg-type]
    if written is None:
        assert name.rpartition(".")[2].startswith("__"), name
        return
    first = written.splitlines()[0]
    assert inspect.getdoc(runtime(name)) == first
    assert first.endswith("."), "one sentence"
    assert ". " not in first, "one sentence"


def test_the_package_lists_what_it_has() -> None:
    assert set(bonepile.__all__) <= set(dir(bonepile))
    for name in bonepile.__all__:
        assert getattr(bonepile, name) is not None
    with pytest.raises(AttributeError, match="nothing_like_that"):
        bonepile.nothing_like_that  # noqa: B018
