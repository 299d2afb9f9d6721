"""A pytest plugin: `pytest -p pto_tools.pypto.plugin` executes the PyPTO programs of a test suite here."""

from __future__ import annotations

from ._install import install
from ._options import from_environment

install(**from_environment())
