"""The command as a process: pipes, terminals, Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import termios
import time
from contextlib import suppress
from io import BytesIO
from threading import Timer
from typing import Any

import pytest
from bonepile import Rules, playouts, preset_info, presets
from bonepile.cli.engine import LIMIT, lines

BOTH = pytest.mark.parametrize("which", [[], ["--reference"]], ids=["core", "reference"])
COMMAND = [sys.executable, "-m", "bonepile.cli"]
DRAW = ["masters-draw", "--players", "2"]


@pytest.fixture(autouse=True)
def _usual_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_lines_end_where_the_limit_is() -> None:
    exact, over = b"x" * LIMIT, b"y" * (LIMIT + 1)
    long = b"z" * (3 * LIMIT + 17)
    stream = BytesIO(b"\n".join([b"a", b"", exact, over, b"b", long, b"c\r", b"last"]))
    read = list(lines(stream))
    assert read == [b"a", b"", exact, over, b"b", long[: LIMIT + 1], b"c\r", b"last"]
    assert list(lines(BytesIO(b""))) == []
    assert list(lines(BytesIO(b"\n"))) == [b""]
    assert list(lines(BytesIO(over + b"\nnext"))) == [over, b"next"]
    assert list(lines(BytesIO(long))) == [long[: LIMIT + 1]]


@BOTH
def test_engine_answers_line_by_line(which: list[str]) -> None:
    with subprocess.Popen(
        [*COMMAND, "engine", *which], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(line: bytes) -> Any:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        assert ask(b'{"id":1,"op":"hello"}')["ok"] is True
        assert ask(b"x" * (LIMIT + 5)) == ask(b"x") | {"message": ask(b"y" * 2 * LIMIT)["message"]}
        assert ask(b'{"id":2,"op":"quit"}') == {"id": 2, "ok": True}
        assert process.stdout.read() == b""
        assert process.wait(10) == 0


@BOTH
def test_engine_answers_a_last_line_without_its_newline(which: list[str]) -> None:
    given = b'{"id":1,"op":"hello"}\n{"id":2,"op":"apply","action":"pass"}'
    done = subprocess.run(
        [*COMMAND, "engine", *which], input=given, capture_output=True, check=True
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], second["id"], second["error"]) == (1, 2, "bad_request")
    assert done.stderr == b""


@pytest.mark.parametrize(
    "arguments",
    [["perft", "1", *DRAW, "--seed", "1", "--reference"], ["--help"], ["engine", "--reference"]],
    ids=" ".join,
)
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as closed:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=b'{"op":"hello"}\n',
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", [["rules"], ["--help"], ["engine"]], ids=" ".join)
def test_output_that_cannot_be_written_is_told_in_a_line(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=b'{"op":"hello"}\n',
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, b"bonepile: No space left on device\n")


@pytest.mark.parametrize(
    ("closed", "code", "out", "err"),
    [
        (">&-", 2, b"", b"bonepile: standard output is closed\n"),
        ("2>&-", 0, b"seat 0: ", b""),
        ("<&-", 0, b"seat 0: ", b"seed "),
    ],
)
def test_a_closed_stream(closed: str, code: int, out: bytes, err: bytes) -> None:
    command = shlex.join([*COMMAND, "deal", *DRAW, "--reference"])
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {command} {closed}"], capture_output=True, check=False
    )
    assert done.returncode == code
    assert done.stdout.startswith(out)
    assert done.stderr.startswith(err)
    assert (done.stderr == b"") is (err == b"")


def test_ctrl_c_ends_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "perft", "60", *DRAW, "--seed", "1", "--reference"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")


LONG = [
    (["simulate", *DRAW, "-n", str(10**12)], "after"),
    (["simulate", *DRAW, "-n", str(10**12), "--reference"], "after"),
    (["fuzz", "--engine", "bonepile.reference", "-n", str(10**6), "--jobs", "2"], "no difference"),
]


@pytest.mark.parametrize(("arguments", "said"), LONG, ids=["core", "reference", "fuzz"])
def test_ctrl_c_tells_the_seed_and_what_was_done(arguments: list[str], said: str) -> None:
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        watchdog = Timer(60, process.kill)
        watchdog.start()
        first = process.stderr.readline()  # before any work
        watchdog.cancel()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    seed = re.fullmatch(r"seed (\d+)\n", first)
    assert seed is not None
    assert (process.returncode, out) == (130, "")
    assert re.match(rf"stopped.* {said} .*of [\d,]+ rounds of seed {seed[1]}", err), err
    assert err.count("\n") == 1


@pytest.mark.parametrize("which", [[], ["--reference"], ["--reference", "--jobs", "2"]])
@pytest.mark.parametrize("no_color", ["", "1"])
def test_progress_is_for_a_terminal_and_ctrl_c_works_while_it_shows(
    which: list[str], no_color: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, end = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", no_color)
    with subprocess.Popen(
        [*COMMAND, "simulate", *DRAW, "-n", str(10**12), "--seed", "1", *which],
        stdout=subprocess.PIPE,
        stderr=end,
    ) as process:
        os.close(end)
        shown = b""
        while b"rounds" not in shown:
            shown += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    while b"actions" not in shown:
        shown += os.read(terminal, 1000)
    os.close(terminal)
    assert (process.returncode, out) == (130, b"")
    told = re.search(rb"stopped after ([\d,]+) of [\d,]+ rounds of seed 1: (.*)\r\n", shown)
    assert told is not None
    count = int(told[1].replace(b",", b""))
    if which:  # few enough to play again
        tally = playouts(Rules("masters-draw", players=2), count, 1).tally()
        assert told[2].endswith(f"blocked {tally.blocked:,}, actions {tally.actions:,}".encode())
    assert b"of 1,000,000,000,000 rounds" in shown
    assert (b"\033" in shown) is not bool(no_color)


LEAN = """
import sys
sys.modules["rich"] = None
from bonepile.cli import main
code = main()
strangers = {"bonepile.testing", "bonepile.cli.fuzz", "multiprocessing", "concurrent.futures"}
assert not strangers & sys.modules.keys(), strangers & sys.modules.keys()
sys.exit(code)
"""


@pytest.mark.parametrize(
    "arguments", [["deal", "--seed", "1"], ["simulate", "-n", "5"]], ids=" ".join
)
def test_a_command_wants_neither_rich_nor_the_modules_of_another(arguments: list[str]) -> None:
    given = [arguments[0], *DRAW, *arguments[1:], "--reference"]
    done = subprocess.run([sys.executable, "-c", LEAN, *given], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(rb"(seed \d+\n)?", done.stderr)


def on_a_terminal(width: int, *arguments: str) -> str:
    """What the command shows on a terminal of that width."""
    terminal, end = pty.openpty()
    termios.tcsetwinsize(end, (24, width))
    shown = b""
    environment = {**os.environ}  # without the COLUMNS that readline puts past os.environ
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=end, stderr=subprocess.PIPE, env=environment
    ) as process:
        os.close(end)
        with suppress(OSError):  # how some systems tell that the other end is closed
            while piece := os.read(terminal, 1000):
                shown += piece
        _, err = process.communicate(timeout=20)
    os.close(terminal)
    assert (process.returncode, err) == (0, b"")
    return shown.decode().replace("\r\n", "\n")


def test_tables_on_a_terminal() -> None:
    shown = on_a_terminal(80, "simulate", *DRAW, "-n", "5", "--seed", "1", "--reference")
    assert "95 % interval" in shown
    assert "rounds a second" in shown


@pytest.mark.parametrize("width", [20, 80, 130, 200])
def test_no_name_and_no_value_is_cut_on_a_terminal(width: int) -> None:
    shown = on_a_terminal(width, "rules")
    assert all(re.search(rf"\b{name} *$|\b{name} ", shown, re.MULTILINE) for name in presets())
    for name in ("pagat-draw", "masters-mexican-train"):
        shown = on_a_terminal(width, "rules", name)
        for some in preset_info(name)["parameters"]:
            assert some["name"] in shown
            assert some["values"] in shown
            assert isinstance(some["value"], dict) or str(some["value"] or "").lower() in shown
        assert "2:7 3:5 4:5" in shown or "2:15 3:15 4:15 5:12 6:12 7:10 8:10" in shown


@pytest.mark.parametrize(
    ("name", "value", "styled"),
    [("NO_COLOR", "", True), ("NO_COLOR", "1", False), ("TERM", "dumb", False)],
)
def test_nothing_is_bold_where_that_is_not_wanted(
    name: str, value: str, styled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, value)
    assert ("\033" in on_a_terminal(80, "rules")) is styled
