"""Count what can follow from hundreds of positions, on the core and on the reference.

Usage: python tests/perft_positions.py [--seed N] [--leaves N] [--each N]

The positions are of all presets and numbers of seats, under the presets' own rules and under rules
of the house; every rare situation gives one in each preset that it is possible in. From each, both
engines count the sequences of so many actions as come to no more than --leaves. The last line
tells how many positions agreed; a difference is told with its position and ends with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import asdict
from typing import cast

import bonepile
from bonepile import reference
from bonepile.testing import catalogue
from bonepile.testing.positions import count_on_both, plain_positions, rare_positions
from bonepile.types import Engine


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--leaves", type=int, default=3000)
    parser.add_argument("--each", type=int, default=3)
    options = parser.parse_args()

    presets = catalogue(cast(Engine, reference))
    positions = [
        *rare_positions(options.seed, presets),
        *plain_positions(options.seed, presets, options.each),
    ]
    start = time.perf_counter()
    leaves, depths, situations = 0, Counter[int](), Counter[str]()
    engines = cast(Engine, bonepile), cast(Engine, reference)
    for position in positions:
        counted = count_on_both(*engines, position, options.leaves)
        if counted.first != counted.second:
            print(f"perft({counted.depth}): core {counted.first}, reference {counted.second}")
            print(json.dumps(asdict(position)))
            return 1
        leaves += counted.first
        depths[counted.depth] += 1
        situations[position.situation] += 1
    plain = situations.pop("", 0)
    print(f"depths: {dict(sorted(depths.items()))}")
    print(
        f"{len(positions)} positions agree ({len(positions) - plain} of {len(situations)} rare "
        f"situations, {plain} drawn at random): {leaves:,} sequences counted on both engines "
        f"in {time.perf_counter() - start:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
