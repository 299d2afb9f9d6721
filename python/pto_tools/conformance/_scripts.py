"""Scripts, each in a process of its own that starts with everything imported."""

from __future__ import annotations

import json
import os
import runpy
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Ended:
    """How a script ended: tasks that ran here, what this simulator refused, and the last line of an error."""

    code: int
    tasks: int
    refused: str
    error: str
    seconds: float


def prepare(paths: list[Path]) -> None:
    """Imports what all scripts need, so that it is done once."""
    import pypto.language  # noqa: F401
    import pypto.runtime  # noqa: F401
    import torch

    from ..pypto import install

    # Threads of torch do not live on in a child.
    torch.set_num_threads(1)
    sys.path[:0] = [str(p) for p in paths]
    install()


def run(script: Path, arguments: list[str], timeout_seconds: float) -> Ended:
    """Runs a script in a child process."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        child = os.fork()
        if child == 0:
            _child(script, arguments, Path(folder))
        status = _wait(child, started + timeout_seconds)
        seconds = time.monotonic() - started
        result = Path(folder) / "result"
        found = json.loads(result.read_text(encoding="utf-8")) if result.exists() else {}
    if status is None:
        return Ended(-1, 0, "", f"took longer than {timeout_seconds:.0f} s", seconds)
    code = os.waitstatus_to_exitcode(status)
    return Ended(code, found.get("tasks", 0), found.get("refused", ""), found.get("error", ""), seconds)


def _wait(child: int, until: float) -> int | None:
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _child(script: Path, arguments: list[str], folder: Path) -> None:
    """Never returns: whatever happens, the process ends here."""
    code, error = 1, ""
    try:
        os.chdir(folder)
        log = os.open(folder / "output", os.O_WRONLY | os.O_CREAT)
        os.dup2(log, 1)
        os.dup2(log, 2)
        sys.argv = [str(script), *arguments]
        sys.path.insert(0, str(script.parent))
        try:
            runpy.run_path(str(script), run_name="__main__")
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
            error = "" if code == 0 else f"the script ended with {end.code!r}"
        except BaseException as raised:  # noqa: BLE001 - it is told to the parent
            error = "".join(traceback.format_exception_only(raised)).strip()
        from ..pypto import _errors, history

        refused = str(_errors.raised[0]) if _errors.raised else ""
        tasks = sum(len(r.tasks) for r in history)
        (folder / "result").write_text(json.dumps({"tasks": tasks, "refused": refused, "error": error}), encoding="utf-8")
    finally:
        os._exit(code)
