"""When each task ran on which core, as `chip_swimlane_records.json`, and that file read again.

Fields are those of simpler@93adc386 `docs/dfx/chip-swimlane-profiling.md` §3.2. Times are cycles of the cost model if every task has them, else
time of the host: `metadata` has the unit in `clock_freq_hz` and in words. There is no scheduler that takes time: a task is dispatched when it
starts, and seen to be finished when it ends. Its phases (levels 3 and 4) are not simulated, so level 2 is the highest that is written.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

from ._record import ProgramRun

_HIGHEST = 2


def write(path: Path, record: ProgramRun, level: int, raw: Any) -> None:
    """Writes the cores of a run; `raw` gives the id of a task by its number."""
    in_cycles = record.in_cycles
    # Schedules are in microseconds unless they are in cycles. Zero means that a time is not known, so that the first cycle is 1.
    unit = 1 if in_cycles else 1000
    cubes = record.cube_cores
    aicore, aicpu = [], []
    on_core: Counter[int] = Counter()
    for task, lane, start, end in record.schedule():
        kind, _, number = lane.partition(" ")
        core = int(number) + (0 if kind == "cube" else cubes)
        began, ended = 1 + round(start * unit), 1 + round(end * unit)
        aicore.append([core, raw(task.number), on_core[core], began, max(ended, began + 1), 0])
        aicpu.append([core, on_core[core], began, max(ended, began + 1)])
        on_core[core] += 1
    metadata = {
        "clock_freq_hz": record.clock_hz if in_cycles else 10**9,
        "num_cores": 3 * cubes,
        "core_types": ["aic"] * cubes + ["aiv"] * (2 * cubes),
        "clock": "cycles of the cost model" if in_cycles else "time of the host that simulates, in nanoseconds",
        "written_by": "pto_tools: tasks on cores as early as what they follow allows",
    }
    document: dict[str, Any] = {"chip_swimlane_level": min(level, _HIGHEST), "metadata": metadata, "aicore_tasks": aicore}
    if level >= _HIGHEST:
        document["aicpu_tasks"] = aicpu
    # Some tests of PyPTO (`tests/st/runtime/scheduling`) read the file itself, and find the tasks joined as earlier runtimes wrote them.
    document["tasks"] = _tasks(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def read_perf_data(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The records of a file, in microseconds, as the runtime's own tool gives them: simpler@93adc386 `simpler_setup/tools/swimlane_converter.py`."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    return {"chip_swimlane_level": document["chip_swimlane_level"], "tasks": _tasks(document)}


def _tasks(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every block of every task, from the first one's start, in microseconds."""
    metadata = document["metadata"]
    microseconds, kinds = 1e6 / metadata["clock_freq_hz"], metadata["core_types"]
    base = min((row[3] for row in document["aicore_tasks"]), default=0)
    handed = {(core, number): times for core, number, *times in document.get("aicpu_tasks", ())}
    tasks = []
    for core, raw, number, start, end, *_ in sorted(document["aicore_tasks"], key=lambda row: row[1]):
        began, ended = ((t - base) * microseconds for t in (start, end))
        dispatched, finished = ((t - base) * microseconds for t in handed.get((core, number), (base, base)))
        tasks.append(
            {
                "task_id": raw,
                "func_id": -1,
                "core_id": core,
                "core_type": kinds[core],
                "ring_id": raw >> 32,
                "start_time_us": began,
                "end_time_us": ended,
                "duration_us": ended - began,
                "dispatch_time_us": dispatched,
                "finish_time_us": finished,
                "receive_time_us": began,
                "local_setup_us": 0.0,
            }
        )
    return tasks
