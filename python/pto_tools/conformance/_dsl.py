"""The tests and examples of pto-dsl: kernels that its builders write, built by its own scripts and compared with torch."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ._table import Outcome, read


def missing(checkout: Path) -> str | None:
    """Why the suite cannot run, if it cannot."""
    if not (checkout / "ptodsl").is_dir():
        return f"{checkout} is not a checkout of pto-dsl (it has no ptodsl)"
    for package in ("torch", "pytest"):
        if importlib.util.find_spec(package) is None:
            return f"the Python package `{package}` is not installed"
    return None


def tests(checkout: Path, extra: list[str]) -> list[Outcome]:
    """The tests that compare with torch on a device. Each folder by itself: their modules have the same names."""
    found: list[Outcome] = []
    for folder in sorted(p.parent for p in (checkout / "tests" / "npu").glob("*/test_*.py")):
        with tempfile.TemporaryDirectory() as place:
            log = Path(place) / "outcomes"
            environment = _environment(checkout, PTO_CONFORMANCE_LOG=str(log))
            command = [sys.executable, "-m", "pytest", "-p", "pto_tools.dsl.plugin", "-p", "pto_tools.conformance.dsl_recorder"]
            command += ["-p", "no:cacheprovider", "-q", "--tb=line", "--no-header", *extra]
            subprocess.run(command, cwd=folder, env=environment, check=False, stdout=sys.stderr)
            found += read(log)
    return found


def kernels(checkout: Path) -> list[Outcome]:
    """Every builder of the examples: whether what it writes passes the check."""
    from .._kernel import parse

    found = []
    for script in sorted((checkout / "examples").rglob("*.py")):
        name = str(script.relative_to(checkout))
        if "builder" not in script.name and "dsl" not in script.name and not script.name.startswith("step"):
            continue
        done = subprocess.run(
            [sys.executable, "-m", "pto_tools.dsl", str(script)],
            cwd=script.parent,
            env=_environment(checkout),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0 or "func.func" not in done.stdout:
            last = [line for line in done.stderr.splitlines() if line.strip()]
            found.append(Outcome("kernels", name, "a2a3", "stopped", last[-1] if last else "it writes no text"))
            continue
        errors = parse(done.stdout, path=name).check("a2a3").errors
        verdict, reason = ("refused", str(errors[0])) if errors else ("checked", "")
        found.append(Outcome("kernels", name, "a2a3", verdict, reason))
    return found


def _environment(checkout: Path, **more: str) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(checkout), os.environ.get("PYTHONPATH")]))
    return dict(os.environ, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1", **more)

