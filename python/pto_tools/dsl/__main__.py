"""`python -m pto_tools.dsl SCRIPT ...` runs a script whose `ptodsl` kernels run here."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from ._install import install


def main() -> None:
    """Runs the script."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    sys.argv = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    # A script that only writes text need not wait for torch to be imported.
    install(device="torch" in Path(sys.argv[0]).read_text(encoding="utf-8"))
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
