"""Install what the tests need into a virtual environment and run everything, fast checks first.

Usage: python3 tests/run.py [STEP ...]

Needs Python 3.11 or later with its venv module, and a Rust toolchain. The virtual environment is
`.venv` in the checkout and is kept between runs. With names of steps, only those are run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
WHEELS = ROOT / "target" / "wheels"
PYTHON_SOURCES = ("python", "tests", "benches", "examples")


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    """Run a command, stop everything if it fails."""
    print("$", *command, flush=True)
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "VIRTUAL_ENV": str(VENV), **environment}
    subprocess.run([str(word) for word in command], cwd=cwd, env=env, check=True)


def install() -> None:
    """The tools, as pyproject.toml names them for the extra `test`."""
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    tools = project["project"]["optional-dependencies"]["test"]
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *tools)


def check_format() -> None:
    """Both languages are formatted."""
    run("ruff", "format", "--check", *PYTHON_SOURCES)
    run("cargo", "fmt", "--check")


def lint() -> None:
    """Warnings are errors, with and without the binding."""
    run("ruff", "check", *PYTHON_SOURCES)
    run("cargo", "clippy", "--locked", "--all-targets", "--", "-D", "warnings")
    run(
        "cargo",
        "clippy",
        "--locked",
        "--all-targets",
        "--features",
        "python",
        "--",
        "-D",
        "warnings",
    )


def types() -> None:
    """The package as its users' type checkers see it."""
    run("mypy")
    run("mypy", "--strict", "examples")
    names = ("compare", "conformance", "instructions", "results")
    programs = [f"benches/{name}.py" for name in names]
    run("mypy", "--strict", *programs, MYPYPATH="benches")


def rust() -> None:
    """The core alone: it knows no Python."""
    run("cargo", "test", "--locked", "--quiet")


def build() -> None:
    """The wheel, installed as a user would install it."""
    for old in WHEELS.glob("bonepile-*"):
        old.unlink()
    run("maturin", "build", "--locked", "--release", "--out", WHEELS)
    run("maturin", "sdist", "--out", WHEELS)
    (wheel,) = WHEELS.glob("bonepile-*.whl")
    run(PYTHON, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel)


def python() -> None:
    """The Python tests, on the installed package; engines in C and JavaScript are among them."""
    fetch("cc", "gcc")
    fetch("node", "nodejs")
    run(PYTHON, "-m", "pytest", HYPOTHESIS_PROFILE=os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def stubs() -> None:
    """The hand-written stub says what the extension does."""
    run(PYTHON, "-m", "mypy.stubtest", "bonepile._core")


def fuzz() -> None:
    """Core against reference, a short while."""
    run("bonepile", "fuzz", "-n", "2500", "--seed", "1", "--overrides")


def perft() -> None:
    """Core and reference count the same from hundreds of positions, rare ones among them."""
    run(PYTHON, "tests/perft_positions.py")


def planted() -> None:
    """Fuzzing finds bugs that are planted for it: a sample of them."""
    run(PYTHON, "tests/planted/run.py", "--sample", "4")


def vectors() -> None:
    """The conformance vectors are what both engines say."""
    run(PYTHON, "tests/conformance/make.py", "--check")


def conformance() -> None:
    """An engine outside is judged right: planted bugs are found and named, nothing else is."""
    common = ("engine-is-a-turn", "any-play-lowers-the-marker")
    run(PYTHON, "tests/planted/conformance.py", "--only", *common, "--rounds", "300")
    run(PYTHON, "tests/planted/conformance.py", "--honest", "400")


def bench() -> None:
    """The benchmarks run and still give the answers they assert."""
    run(PYTHON, "benches/compare.py", "--smoke")
    run(PYTHON, "benches/results.py", "--smoke")
    run(PYTHON, "benches/conformance.py", "--smoke")


def instructions() -> None:
    """A ply costs as many instructions as it did."""
    fetch("valgrind", "valgrind")
    run(PYTHON, "benches/instructions.py")


def fetch(program: str, package: str) -> None:
    """Install a program that is missing, where Debian's packages can be had."""
    if shutil.which(program) is not None or shutil.which("apt-get") is None:
        return
    root = () if os.geteuid() == 0 else ("sudo", "-n")
    try:
        run(*root, "apt-get", "update", "--quiet")
        run(*root, "apt-get", "install", "--quiet", "--yes", "--no-install-recommends", package)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"{package} cannot be installed: {error}", file=sys.stderr)


def packages() -> None:
    """Wheel and source distribution work from clean environments, outside the checkout."""
    command = ("simulate", "masters-mexican-train", "--players", "4", "-n", "1000", "--seed", "1")
    target = str(ROOT / "target" / "sdist")
    for package in sorted(WHEELS.glob("bonepile-*")):
        with tempfile.TemporaryDirectory() as folder:
            elsewhere = Path(folder)
            venv.create(elsewhere / "venv", with_pip=True)
            binaries = elsewhere / "venv" / BIN.name
            pip = (binaries / "python", "-m", "pip", "install", "--quiet")
            run(*pip, package, cwd=elsewhere, CARGO_TARGET_DIR=target)
            run(binaries / "bonepile", *command, cwd=elsewhere)


STEPS: dict[str, Callable[[], None]] = {
    "install": install,
    "format": check_format,
    "lint": lint,
    "types": types,
    "rust": rust,
    "build": build,
    "python": python,
    "stubs": stubs,
    "fuzz": fuzz,
    "perft": perft,
    "planted": planted,
    "conformance": conformance,
    "vectors": vectors,
    "bench": bench,
    "instructions": instructions,
    "packages": packages,
}


def main(names: list[str]) -> int:
    """Run the named steps, all of them when none is named."""
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        print(f"no such step: {', '.join(unknown)}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    for name in names or STEPS:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        try:
            STEPS[name]()
        except subprocess.CalledProcessError as error:
            print(f"== {name} failed with exit code {error.returncode}", file=sys.stderr)
            return 1
        print(f"== {name}: {time.monotonic() - start:.0f} s", flush=True)
    print("== all passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
