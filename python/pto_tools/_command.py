"""The commands of the wheel."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

from . import _native


def main() -> int:
    """The `pto` command."""
    return _native.command(["pto", *sys.argv[1:]])


_SCRIPT = """#!{python}
# The assembler's place is taken by pto: `python -m pto_tools.ptoas --remove` gives it back.
import sys
from pto_tools._command import ptoas
sys.exit(ptoas())
"""


def ptoas() -> int:
    """The `ptoas` command: called as the assembler is."""
    return _native.command(["pto", "ptoas", *sys.argv[1:]])


def install_ptoas(folder: str | None = None) -> Path:
    """Writes a `ptoas` script beside the other scripts of this Python, or into a folder, and gives its path.

    Nothing calls this by itself: a `ptoas` in front of the real one is a choice.
    """
    path = Path(folder or sysconfig.get_path("scripts")) / "ptoas"
    if path.exists() and "pto_tools" not in path.read_text(errors="replace"):
        raise FileExistsError(f"{path} is another ptoas; remove it first, or name another folder")
    path.write_text(_SCRIPT.format(python=sys.executable))
    path.chmod(0o755)
    return path
