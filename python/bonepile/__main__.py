"""``python -m bonepile`` is the command ``bonepile``."""

import sys

from bonepile.cli import main

if __name__ == "__main__":
    sys.exit(main())
