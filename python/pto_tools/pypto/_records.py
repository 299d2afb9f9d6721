"""Files about a run that PyPTO asks its runtime for: the graph of tasks, when they ran, and what scopes take.

Which are wanted, and where they go, is in the configuration of a call: simpler@93adc386 `src/common/task_interface/call_config.h`.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from . import _lanes
from ._graph import Graph
from ._orchestration import Task
from ._record import ProgramRun
from ._scopes import Scopes

_LOG = logging.getLogger("pto_tools.pypto")
_NOT_SIMULATED = {"enable_pmu": "counters of the hardware (`enable_pmu`)", "enable_dump_args": "dumps of arguments (`enable_dump_args`)"}


class Records:
    """What is written about one run."""

    def __init__(self, config: Any, site: str) -> None:
        self._folder = Path(config.output_prefix)
        self._graph_wanted = bool(getattr(config, "enable_dep_gen", False))
        self._level = int(getattr(config, "enable_chip_swimlane", 0))
        self._scopes_wanted = bool(getattr(config, "enable_scope_stats", False))
        self._rings = getattr(config, "runtime_env", None)
        self._graph = Graph()
        self._scopes = Scopes(site, self._graph.entries)

    @staticmethod
    def wanted(config: Any, site: str) -> Records | None:
        """What a call asks for, as its configuration is now; `site` is where its orchestration stands."""
        for name, words in _NOT_SIMULATED.items():
            if getattr(config, name, 0):
                _LOG.warning("%s are not simulated, and not written", words)
        asked = any(getattr(config, n, 0) for n in ("enable_dep_gen", "enable_chip_swimlane", "enable_scope_stats"))
        return Records(config, site) if asked and getattr(config, "output_prefix", "") else None

    def allocated(self, nbytes: int) -> None:
        """The task that is submitted next makes memory."""
        self._scopes.take(nbytes=nbytes)

    def scope(self, begins: bool, site: str) -> None:
        """A scope begins or ends."""
        if begins:
            self._scopes.begin(site)
        else:
            self._scopes.end()

    def submitted(self, number: int, task: Task) -> None:
        """A task is submitted. Its id is its ring and its number there."""
        ring = self._scopes.ring
        local = self._scopes.take(number)
        self._scopes.take(dependences=self._graph.add(task, ring << 32 | local))

    def write(self, record: ProgramRun) -> None:
        """Writes what is wanted."""
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._graph_wanted:
            self._graph.write(self._folder / "deps.json")
        if self._level:
            _lanes.write(self._folder / "chip_swimlane_records.json", record, self._level, self._graph.raw)
        if self._scopes_wanted:
            self._scopes.write(self._folder / "scope_stats" / "scope_stats.jsonl", self._rings)
