"""Compare an engine in any language with the reference, over the line protocol.

Usage: python examples/check_engine.py PRESET PLAYERS ROUNDS [COMMAND ...]

COMMAND starts the engine; without one it is the core, `bonepile engine`. In every position of
every round the snapshot is compared, and one action that is not legal is asked for: it must be
refused and must leave the state as it was. The exit code is 1 after the first difference.
"""

import json
import random
import subprocess
import sys
from typing import Any, NoReturn, TextIO, cast

from bonepile.reference import Round, Rules, deal

if len(sys.argv) < 4:
    sys.exit(str(__doc__))
rules = Rules(sys.argv[1], players=int(sys.argv[2]))
rounds = int(sys.argv[3])
command = sys.argv[4:] or [sys.executable, "-m", "bonepile.cli", "engine"]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
to_engine, from_engine = cast(TextIO, engine.stdin), cast(TextIO, engine.stdout)
dice = random.Random(1)


def ask(request: dict[str, Any]) -> Any:
    """Send one request, wait for its answer."""
    line = json.dumps(request)
    try:
        to_engine.write(line + "\n")
        to_engine.flush()
        answer = from_engine.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:
        sys.exit(f"the engine died, exit code {engine.wait()}, asked\n  {line}")
    try:
        return json.loads(answer)
    except ValueError:
        sys.exit(f"an answer that is not JSON\n  {answer.rstrip()}\nto\n  {line}")


def dealt(round: Round) -> dict[str, Any]:
    """The deal as it is sent to the engine; only a round set up from a position has none."""
    assert round.deal is not None
    return round.deal.to_dict()


def differ(round: Round, *found: str) -> NoReturn:
    """Tell a difference with all that is needed to see it again, and stop."""
    print("rules   ", json.dumps(rules.to_dict()), "round", round.round)
    print("deal    ", json.dumps(dealt(round)))
    print("actions ", " ".join(map(str, round.actions)) or "none yet")
    print(*found, sep="\n")
    sys.exit(1)


def compare(round: Round, answer: Any) -> None:
    """The engine's snapshot is that of the reference."""
    got = answer.get("snapshot") if isinstance(answer, dict) else None
    if not isinstance(got, dict):
        differ(round, f"expected a snapshot, got {json.dumps(answer)}")
    expected: dict[str, Any] = {**round.snapshot()}
    texts = [{key: json.dumps(v, sort_keys=True) for key, v in s.items()} for s in (expected, got)]
    keys = [key for key in {**expected, **got} if texts[0].get(key) != texts[1].get(key)]
    if keys:
        told = (f"{k}: expected {texts[0].get(k)}, got {texts[1].get(k)}" for k in keys)
        differ(round, *told)


def probe(round: Round) -> None:
    """The engine refuses an action that is not legal."""
    action = rules.action(dice.randrange(rules.num_actions))
    while round.is_legal(action):
        action = rules.action(dice.randrange(rules.num_actions))
    answer = ask({"id": "probe", "op": "apply", "action": str(action)})
    error = "round_over" if round.result else "illegal_action"
    if not isinstance(answer, dict) or (answer.get("ok"), answer.get("error")) != (False, error):
        differ(round, f"{action} is not legal: expected {error}, got {json.dumps(answer)}")


for seed in range(rounds):
    round = deal(rules, seed, round=seed % rules.players)
    start = {"rules": rules.to_dict(), "round": round.round, "deal": dealt(round)}
    compare(round, ask({"id": seed, "op": "start", **start}))
    for action in round.playout(seed).actions:
        probe(round)
        round = round.play(action)
        compare(round, ask({"id": seed, "op": "apply", "action": str(action)}))
    probe(round)
ask({"id": None, "op": "quit"})
engine.wait()
print(f"no difference in {rounds} rounds")
