"""A pytest plugin: `pytest -p pto_tools.dsl.plugin` runs tests of a `ptodsl` package here, build scripts included."""

from __future__ import annotations

import atexit
import os
import tempfile
from pathlib import Path

from ._install import install
from ._tools import write_commands

_folder = tempfile.TemporaryDirectory()
atexit.register(_folder.cleanup)
write_commands(Path(_folder.name))
os.environ["PATH"] = _folder.name + os.pathsep + os.environ["PATH"]
install(device=True)
