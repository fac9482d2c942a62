"""An engine that answers `replay` from answers made beforehand: python prepared_engine.py FILE.

So the runner of `bonepile conform` can be timed with next to no engine. What was not prepared, the
core answers.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import bonepile


def main() -> None:
    """Answer until `quit`."""
    prepared: dict[bytes, bytes] = pickle.loads(Path(sys.argv[1]).read_bytes())
    session, output = bonepile.Session(), sys.stdout.buffer
    for line in sys.stdin.buffer:
        number, _, request = line.partition(b",")
        answer = prepared.get(request)
        output.write(session.answer(line) if answer is None else number + b"," + answer)
        output.write(b"\n")
        output.flush()
        if session.closed:
            return


if __name__ == "__main__":
    main()
