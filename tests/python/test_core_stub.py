"""The core's stub: its signatures are those of the core, and everything public is documented."""

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


def written_signature(node: ast.FunctionDef) -> str:
    """The stub's signature without annotations, as `inspect` writes one."""
    arguments = ast.parse(ast.unparse(node)).body[0].args  # type: ignore[attr-defined]
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        argument.annotation = None
    if arguments.kwarg:
        arguments.kwarg.annotation = None
    return f"({ast.unparse(arguments)})".replace(" ", "")


def runtime_signature(value: object) -> str:
    return str(inspect.signature(value)).replace(" ", "").replace("$", "")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NODES)
def test_signatures_are_those_of_the_core(name: str) -> None:
    node = NODES[name]
    owner, _, member = name.rpartition(".")
    if not isinstance(node, ast.FunctionDef) or (member.startswith("__") and member != "__new__"):
        return
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list):
        assert isinstance(inspect.getattr_static(getattr(bonepile, owner), member), object)
        return
    if member == "__new__":
        without_class = written_signature(node).replace("(cls,", "(").replace("(cls)", "()")
        assert runtime_signature(getattr(bonepile, owner)) == without_class
        return
    value = getattr(getattr(bonepile, owner), member) if owner else getattr(bonepile, name)
    written = written_signature(node)
    if any(isinstance(mark, ast.Name) and mark.id == "classmethod" for mark in node.decorator_list):
        written = written.replace("(cls,/,", "(").replace("(cls,", "(")
    bare = runtime_signature(value).replace("(self,/)", "(self)").replace("(self,/,", "(self,")
    assert bare == written


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
