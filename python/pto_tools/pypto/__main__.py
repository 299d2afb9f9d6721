"""`python -m pto_tools.pypto [--check all] [--trace FILE] SCRIPT ...` runs a script whose PyPTO programs execute here."""

from __future__ import annotations

import argparse
import os
import runpy
import sys
from pathlib import Path

from . import _errors, history
from ._install import install
from ._options import from_environment


def main() -> None:
    """Runs the script."""
    parser = argparse.ArgumentParser(prog="python -m pto_tools.pypto", description=__doc__)
    parser.add_argument("--check", help="sanitizers: mem, init, race, sync or all")
    parser.add_argument("--cost", action="store_true", help="count the cycles of every task")
    parser.add_argument("--trace", metavar="FILE", help="write a trace of the last program")
    parser.add_argument("--tasks", action="store_true", help="print the tasks of the last program")
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    chosen = from_environment()
    if given.check:
        chosen["check"] = given.check
    if given.cost:
        chosen["cost"] = True
    install(**chosen)
    sys.argv = [given.script, *given.args]
    try:
        runpy.run_path(given.script, run_name="__main__")
    finally:
        if history and given.tasks:
            print(history[-1])
        if history and given.trace:
            history[-1].trace(given.trace)
        if log := os.environ.get("PTO_TOOLS_PYPTO_LOG"):
            refused = str(_errors.raised[0]) if _errors.raised else ""
            Path(log).write_text(f"{sum(len(r.tasks) for r in history)}\n{refused}", encoding="utf-8")


if __name__ == "__main__":
    main()
