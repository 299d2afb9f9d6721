"""PyPTO's examples and system tests, and those of its kernel library."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from . import _scripts
from ._table import Outcome, read

PLATFORMS = ("a2a3sim", "a5sim")

# The system tests by the devices they ask for. Left out are those that end when the text is written.
_TESTS = ((("tests/st/runtime", "tests/st/examples"), "0"), (("tests/st/distributed",), "0,1,2,3"))
_EXAMPLES = ("beginner", "intermediate", "advanced", "models", "runtime", "utils", "distributed")
_TWO_DEVICES = ("-d", "0,1")
# How else the project runs an example by itself: by its name, what it is given then.
_ALSO: dict[str, tuple[tuple[str, ...], ...]] = {
    "distributed/04_barrier.py": ((*_TWO_DEVICES, "--use-builtin"),),
    "distributed/05_remote_load_store.py": ((*_TWO_DEVICES, "--mode", "store"),),
    "distributed/06_put_get.py": ((*_TWO_DEVICES, "--mode", "get"),),
    "distributed/07_dynamic_rank_count.py": (("-d", "0,1,2"), ("-d", "0,1,2,3")),
}
# A mark that the kernel library puts into its scripts.
_NO_SIMULATOR = re.compile(r"^#\s*ci:\s*no-sim\b", re.MULTILINE)
# How long one example may take.
_SECONDS = 1800.0


def missing(checkout: Path, folder: str) -> str | None:
    """Why the suite cannot run, if it cannot."""
    if not (checkout / folder).is_dir():
        return f"{checkout} is not a checkout of the project (it has no {folder})"
    for package in ("pypto", "torch", "pytest"):
        if importlib.util.find_spec(package) is None:
            return f"the Python package `{package}` is not installed"
    return None


def tests(checkout: Path, platform: str, extra: list[str]) -> list[Outcome]:
    """The system tests, with PyPTO's own comparison."""
    if any(e.startswith(("tests/", str(checkout))) for e in extra):
        return _run_tests(checkout, platform, extra)
    found = []
    for folders, devices in _TESTS:
        found += _run_tests(checkout, platform, [f"--device={devices}", *extra, *folders])
    return found


def _run_tests(checkout: Path, platform: str, words: list[str]) -> list[Outcome]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "outcomes"
        command = [sys.executable, "-m", "pytest", "-p", "pto_tools.pypto.plugin", "-p", "pto_tools.conformance.recorder"]
        command += ["-p", "no:cacheprovider", "-q", "--tb=line", "--no-header", "--continue-on-collection-errors"]
        command += [f"--platform={platform}", *words]
        environment = dict(os.environ, PTO_CONFORMANCE_LOG=str(log), PTO_CONFORMANCE_PLATFORM=platform)
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        subprocess.run(command, cwd=checkout, env=environment, check=False, stdout=sys.stderr)
        return list({o.name: o for o in read(log)}.values())


def examples(checkout: Path, platform: str, only: str = "") -> list[Outcome]:
    """The examples, each of which compares its result itself."""
    _scripts.prepare([checkout])
    found = []
    for group in _EXAMPLES:
        for script in sorted((checkout / "examples" / group).rglob("*.py")):
            name = str(script.relative_to(checkout))
            if script.name.startswith("_") or only not in name or "__main__" not in script.read_text(encoding="utf-8"):
                continue
            first = _TWO_DEVICES if group == "distributed" else ()
            for words in (first, *_ALSO.get(f"{group}/{script.name}", ())):
                label = " ".join([name, *words]) if words != first else name
                outcome = run_script(script, label, platform, words)
                print(f"{outcome.verdict:<9} {platform:<8} {label} ({outcome.seconds:.0f} s)", file=sys.stderr, flush=True)
                found.append(outcome)
    return found


def run_script(script: Path, name: str, platform: str, args: tuple[str, ...] = ()) -> Outcome:
    """One script, in a process of its own."""
    text = script.read_text(encoding="utf-8")
    given = list(args)
    if '"--platform"' in text:
        given += ["--platform", platform]
    elif '"-p"' in text:
        given += ["-p", platform]
    elif platform != "a2a3sim":
        return Outcome("examples", name, platform, "skipped", "the script chooses its platform itself")
    if _NO_SIMULATOR.search(text):
        return Outcome("examples", name, platform, "skipped", "the project marks it as not for simulators")
    ended = _scripts.run(script, given, _SECONDS)
    if ended.code == 0:
        verdict, reason = ("equal", "") if ended.tasks else ("skipped", "no kernel was run")
    elif ended.refused.startswith("platform "):
        verdict, reason = "skipped", "the script asks for a device"
    elif ended.refused:
        verdict, reason = "refused", ended.refused
    else:
        verdict, reason = "different" if ended.tasks else "stopped", ended.error or f"exit code {ended.code}"
    return Outcome("examples", name, platform, verdict, reason, ended.tasks, ended.seconds)
