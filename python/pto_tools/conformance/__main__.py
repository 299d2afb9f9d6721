"""`python -m pto_tools.conformance pypto CHECKOUT`: a project's own examples and tests, executed here.

What is not equal is listed with its reason. Without a checkout, or without the packages that it needs, it says so and ends with 0.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import _dsl, _pypto
from ._table import Outcome, render, save


def main(arguments: list[str] | None = None) -> int:
    """Runs a suite and prints its table."""
    parser = argparse.ArgumentParser(prog="python -m pto_tools.conformance", description=__doc__)
    parser.add_argument("project", choices=("pypto", "pypto-lib", "pto-dsl"))
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--platform", default=",".join(_pypto.PLATFORMS), help="a2a3sim, a5sim or both")
    parser.add_argument("--only", choices=("examples", "tests"), help="only this part")
    parser.add_argument("--log", type=Path, metavar="FILE", help="write every outcome as a line of JSON")
    given, rest = parser.parse_known_args(arguments)
    checkout, platforms = given.checkout.resolve(), given.platform.split(",")
    needs = {"pypto": "tests/st", "pypto-lib": "golden"}
    reason = _dsl.missing(checkout) if given.project == "pto-dsl" else _pypto.missing(checkout, needs[given.project])
    if reason:
        print(f"skipped: {reason}")
        return 0
    outcomes: list[Outcome] = []
    if given.project == "pto-dsl":
        outcomes += _dsl.kernels(checkout) if given.only != "tests" else []
        outcomes += _dsl.tests(checkout, rest) if given.only != "examples" else []
    else:
        for platform in platforms:
            outcomes += _pypto.examples(checkout, platform) if given.only != "tests" else []
            if given.only != "examples" and given.project == "pypto":
                outcomes += _pypto.tests(checkout, platform, rest)
    print(render(outcomes))
    if given.log:
        save(outcomes, given.log)
    return 0


if __name__ == "__main__":
    sys.exit(main())
