"""Compare an engine in any language with the reference, over the line protocol.

Usage: python examples/check_engine.py [ROUNDS [COMMAND ...]]

Without a command, the core is started as one: `bonepile engine`.
"""

import json
import subprocess
import sys
from typing import Any

from bonepile.reference import Rules, deal

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
command = sys.argv[2:] or [sys.executable, "-m", "bonepile.cli", "engine"]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
to_engine, from_engine = engine.stdin, engine.stdout


def ask(request: dict[str, Any]) -> Any:
    """Send one request, wait for its answer."""
    assert to_engine is not None
    assert from_engine is not None
    to_engine.write(json.dumps(request) + "\n")
    to_engine.flush()
    return json.loads(from_engine.readline())


rules = Rules("masters-mexican-train-strict", players=3)
for seed in range(rounds):
    start = deal(rules, seed)
    asked: dict[str, Any] = {"id": seed, "op": "start", "rules": rules.to_dict()}
    answer = ask({**asked, "deal": start.deal.to_dict()})
    round = start
    for action in start.playout(seed).actions:
        assert answer["snapshot"] == round.snapshot(), (seed, round.actions)
        round = round.play(action)
        answer = ask({"id": seed, "op": "apply", "action": str(action)})
    assert answer["snapshot"] == round.snapshot(), (seed, round.actions)
ask({"id": None, "op": "quit"})
engine.wait()
print(f"no difference in {rounds} rounds")
