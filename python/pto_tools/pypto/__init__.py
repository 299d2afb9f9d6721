"""PyPTO programs on this simulator, without a device, its assembler or its compilers.

    import pto_tools.pypto
    pto_tools.pypto.install()

Programs with `platform="a2a3sim"` or `"a5sim"` then execute their kernels here: PyPTO compiles as ever, its orchestration
submits the tasks, and the tensors hold the results. `python -m pto_tools.pypto SCRIPT ...` does it for a script, and
`pytest -p pto_tools.pypto.plugin` for tests.
"""

from __future__ import annotations

from ._errors import KernelError, OrchestrationError, SourceLine
from ._install import install, uninstall
from ._options import Options
from ._record import ProgramRun, TaskRun
from ._workers import history

__all__ = [
    "KernelError",
    "Options",
    "OrchestrationError",
    "ProgramRun",
    "SourceLine",
    "TaskRun",
    "history",
    "install",
    "last_run",
    "uninstall",
]


def last_run() -> ProgramRun | None:
    """The program that ran last: its tasks, their order and time."""
    return history[-1] if history else None

