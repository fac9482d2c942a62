"""``python -m bonepile.cli``: the command without its script."""

import sys

from . import main

if __name__ == "__main__":  # a process pool's workers import this module under another name
    sys.exit(main())
