"""Instructions a ply or a position solved, counted by callgrind and compared with a baseline.

Usage: python benches/instructions.py [--write] [CASE ...]

Times swing with the machine and with what else it does; instructions do not. A step is a ply of
random play or, in the cases that solve, a position looked at; the deal is included. Each case is
played at two sizes and the counts subtracted, so that what a call costs once falls out. A count
that is off the baseline, benches/instructions.json, fails: more must be explained or mended, less
must be kept. `--write` renews the baseline.

Counts depend on the compiler and on what the processor has (valgrind knows AVX2, not AVX-512), so
the baseline names both. Under another compiler more is tolerated; on another kind of processor
nothing can be compared.

Needs valgrind. Without it the script fails where the environment variable CI is set, and else says
that nothing was counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BASELINE = Path(__file__).with_suffix(".json")

TOLERANCE = 0.03
OTHER_COMPILER_TOLERANCE = 0.10

COLLECTED = re.compile(r"Collected\s*:\s*(\d+)")


def output(*command: str | Path) -> str:
    """What a command of the toolchain prints."""
    return subprocess.run(
        command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


def build() -> str:
    """The program that plays the cases."""
    command = ("cargo", "bench", "--locked", "--no-run", "--bench", "instructions")
    messages = map(json.loads, output(*command, "--message-format=json").splitlines())
    built = [message["executable"] for message in messages if message.get("executable")]
    return str(built[-1])


def count(program: str, case: str, games: str) -> tuple[int, int]:
    """The instructions and the steps of one run."""
    command = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    ran = subprocess.run(
        (*command, program, case, games), check=False, capture_output=True, text=True
    )
    collected = COLLECTED.search(ran.stderr)
    if ran.returncode or collected is None:
        raise SystemExit(f"{case} with {games} games failed:\n{ran.stderr}")
    return int(collected[1]), int(ran.stdout)


def a_step(program: str, case: str, small: str, large: str) -> float:
    """Instructions a step, by the difference of both sizes."""
    few, many = count(program, case, small), count(program, case, large)
    return (many[0] - few[0]) / (many[1] - few[1])


def conditions() -> dict[str, str]:
    """What counts depend on besides the code."""
    flags: set[str] = set()
    if Path("/proc/cpuinfo").exists():
        flags.update(Path("/proc/cpuinfo").read_text("utf-8").split())
    used = [name for name in ("avx2", "bmi2", "popcnt") if name in flags]
    return {
        "rustc": output("rustc", "--version"),
        "processor": " ".join([platform.machine(), *used]),
    }


def unavailable(reason: str) -> int:
    """Says that nothing was counted: the exit code, a failure where it must not be missed."""
    print(f"NOTHING WAS COUNTED: {reason}", file=sys.stderr)
    return int("CI" in os.environ)


def verdict(now: float, before: float | None, tolerance: float) -> str | None:
    """Why a count does not pass, None if it does."""
    if before is None:
        return "not in the baseline: renew it with --write"
    change = now / before - 1
    if change > tolerance:
        return f"{change:+.1%}: mend it, or renew the baseline with --write and say why"
    if change < -tolerance:
        return f"{change:+.1%}: better; renew the baseline with --write to keep it"
    return None


def compare(found: dict[str, float], baseline: dict[str, Any], rustc: str) -> int:
    """Prints every count beside the baseline's; the exit code."""
    tolerance = TOLERANCE
    if rustc != baseline["rustc"]:
        tolerance = OTHER_COMPILER_TOLERANCE
        print(f"{rustc} here, {baseline['rustc']} in the baseline: {tolerance:.0%} tolerated")
    failed = False
    for case, now in found.items():
        before = baseline["instructions a step"].get(case)
        why = verdict(now, before, tolerance)
        print(
            f"{case}: {now:.1f} instructions a step, baseline {before}" + (f" {why}" if why else "")
        )
        failed |= why is not None
    return int(failed)


def main() -> int:
    """Count, then compare or write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help="all, if none is named")
    parser.add_argument("--write", action="store_true", help="renew the baseline")
    arguments = parser.parse_args()
    if shutil.which("valgrind") is None:
        return unavailable("valgrind is not installed")
    here = conditions()
    baseline = json.loads(BASELINE.read_text("utf-8")) if BASELINE.exists() else None
    if not arguments.write and baseline and here["processor"] != baseline["processor"]:
        return unavailable(f"{here['processor']} is not the baseline's {baseline['processor']}")
    program = build()
    sizes = {line.split()[0]: line.split()[1:] for line in output(program, "list").splitlines()}
    unknown = set(arguments.cases) - sizes.keys()
    if unknown:
        parser.error(f"no such case: {', '.join(unknown)}; there are {', '.join(sizes)}")
    found = {
        case: round(a_step(program, case, *sizes[case]), 1) for case in arguments.cases or sizes
    }
    if arguments.write:
        kept = baseline["instructions a step"] if baseline and arguments.cases else {}
        written = {**here, "instructions a step": {**kept, **found}}
        BASELINE.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
        print(json.dumps(found, indent=2))
        return 0
    if baseline is None:
        parser.error(f"there is no {BASELINE.name}: write it with --write")
    return compare(found, baseline, here["rustc"])


if __name__ == "__main__":
    sys.exit(main())
