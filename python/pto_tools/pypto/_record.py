"""What a program did: its tasks, what each had to wait for, and when each would run on a device."""

from __future__ import annotations

import bisect
import html
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._findings import Finding
from ._orchestration import NO_TASK, ChipTensor, Task

# Cube cores of a device; each has two vector cores.
# Source: simpler@6ebaf771 src/{a2a3,a5}/platform/include/common/platform_config.h PLATFORM_MAX_BLOCKDIM.
CUBE_CORES = {"a2a3": 24, "a5": 36}

_INPUT, _OUTPUT, _INOUT, _OUTPUT_EXISTING, _NO_DEP = range(5)


@dataclass(slots=True)
class TaskRun:
    """One task: when it was submitted, what it ran, and what it waits for."""

    number: int
    kernels: tuple[int, ...]
    blocks: int
    after: tuple[int, ...]
    name: str = ""
    dispatched: bool = True
    seconds: float = 0.0
    steps: int = 0
    cycles: int | None = None
    # By the clock of the host, in nanoseconds: when its kernel began and ended, and when it was complete.
    started: int = 0
    ended: int = 0
    completed: int = 0
    # Whether it was complete only when counters had come.
    deferred: bool = False
    findings: list[Finding] = field(default_factory=list)


class _Writes:
    """Which task wrote which bytes of one memory last, ordered by where they start."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._tasks: list[int] = []
        self._longest = 0

    def _near(self, start: int, end: int) -> range:
        """Entries that can overlap some bytes: they start before the end, and not further back than the longest is long."""
        return range(bisect.bisect_left(self._starts, start - self._longest), bisect.bisect_left(self._starts, end))

    def overlapping(self, start: int, end: int) -> set[int]:
        """The tasks that wrote any of these bytes."""
        return {self._tasks[i] for i in self._near(start, end) if self._ends[i] > start}

    def write(self, start: int, end: int, task: int) -> None:
        """A task writes bytes: what it covers is gone."""
        first = bisect.bisect_left(self._starts, start)
        last = bisect.bisect_left(self._starts, end)
        kept = [i for i in range(first, last) if self._ends[i] > end]
        for values, new in ((self._starts, start), (self._ends, end), (self._tasks, task)):
            values[first:last] = [new, *(values[i] for i in kept)]
        self._longest = max(self._longest, end - start)


def _places(kernels: tuple[int, ...], cubes: int) -> list[tuple[str, ...]]:
    """Where a block of a task may run: the cores that it takes together."""
    used = tuple(i for i, k in enumerate(kernels) if k >= 0)
    if used == (0,):
        return [(f"cube {i}",) for i in range(cubes)]
    if len(used) == 1:
        return [(f"vector {i}",) for i in range(2 * cubes)]
    return [tuple(f"cube {c}" if i == 0 else f"vector {2 * c + i - 1}" for i in used) for c in range(cubes)]


class ProgramRun:
    """The tasks of one run in the order of their submission."""

    def __init__(self, folder: Path, target: str) -> None:
        self.folder, self.target = folder, target
        self.tasks: list[TaskRun] = []
        self.log: list[tuple[int, str]] = []
        self.printed: list[str] = []
        # Cycles in a second, if cycles were counted.
        self.clock_hz = 0
        self._written: dict[int, _Writes] = {}

    def begin(self, task: Task) -> TaskRun:
        """A task is submitted."""
        number = len(self.tasks)
        after = set(task.deps)
        for tensor, tag in zip(task.tensors, task.tags, strict=True):
            after |= self._producers(tensor, tag, task.manual_scope)
        after.discard(NO_TASK)
        ran = TaskRun(number, task.kernels, task.blocks, tuple(sorted(after)))
        self.tasks.append(ran)
        for tensor, tag in zip(task.tensors, task.tags, strict=True):
            if tag in (_OUTPUT, _INOUT, _OUTPUT_EXISTING):
                self._written.setdefault(tensor.addr, _Writes()).write(*tensor.span, number)
        return ran

    def _producers(self, tensor: ChipTensor, tag: int, manual: bool) -> set[int]:
        """Tasks whose results a tensor holds. A tensor without tracking follows only the task that made its memory."""
        if tag == _OUTPUT:
            return set()
        made = {tensor.owner}
        if manual or tensor.manual_dep or tag in (_NO_DEP, _OUTPUT_EXISTING):
            return made
        writes = self._written.get(tensor.addr)
        return made | writes.overlapping(*tensor.span) if writes else made

    def finish(self) -> None:
        """The run is over: memory may be used again."""
        self._written.clear()

    @property
    def findings(self) -> list[Finding]:
        """What sanitizers had to say, task by task."""
        return [f for t in self.tasks for f in t.findings]

    @property
    def seconds(self) -> float:
        """Time spent in kernels."""
        return sum(t.seconds for t in self.tasks)

    @property
    def cube_cores(self) -> int:
        """How many cube cores the device has."""
        return CUBE_CORES[self.target]

    @property
    def in_cycles(self) -> bool:
        """Whether every task that ran has its cycles: the run was made with `cost=True`, on one device."""
        ran = [t for t in self.tasks if t.dispatched]
        return bool(ran) and all(t.cycles is not None for t in ran)

    def schedule(self) -> list[tuple[TaskRun, str, float, float]]:
        """When each task runs if cores take what is ready in the order of submission: task, lane, start, end.

        Times are cycles if every task has them, else microseconds of the simulation. A task of several kernels runs on a cube core and
        the vector cores beside it.
        """
        in_cycles = self.in_cycles
        free = {f"cube {i}": 0.0 for i in range(self.cube_cores)} | {f"vector {i}": 0.0 for i in range(2 * self.cube_cores)}
        ended: dict[int, float] = {}
        placed = []
        for task in self.tasks:
            ready = max((ended.get(a, 0.0) for a in task.after), default=0.0)
            length = float(task.cycles or 0) if in_cycles else task.seconds * 1e6
            if not task.dispatched:
                ended[task.number] = ready
                continue
            places = _places(task.kernels, self.cube_cores)
            end = ready
            # The length is that of the whole launch, however many blocks share a core.
            for _ in range(min(max(task.blocks, 1), len(places))):
                lanes = min(places, key=lambda names: max(free[n] for n in names))
                start = max(ready, *(free[n] for n in lanes))
                for lane in lanes:
                    free[lane] = start + length
                    placed.append((task, lane, start, start + length))
                end = max(end, start + length)
            # What follows a task that waited for a signal starts when it has come.
            waited = 0.0 if in_cycles or not task.deferred else (task.completed - task.ended) / 1e3
            ended[task.number] = end + waited
        return placed

    def trace(self, path: str | os.PathLike[str]) -> None:
        """Writes one trace of all tasks for Perfetto or chrome://tracing."""
        lanes: dict[str, int] = {}
        events: list[dict[str, Any]] = []
        first: dict[int, dict[str, Any]] = {}
        for task, lane, start, end in self.schedule():
            thread = lanes.setdefault(lane, len(lanes))
            event = {
                "name": task.name or f"task {task.number}",
                "ph": "X",
                "pid": 0,
                "tid": thread,
                "ts": start,
                "dur": end - start,
                "args": {"task": task.number, "after": list(task.after), "blocks": task.blocks, "steps": task.steps},
            }
            events.append(event)
            first.setdefault(task.number, event)
        flows = []
        for number, event in first.items():
            for before in event["args"]["after"]:
                if (source := first.get(before)) is None:
                    continue
                flow = {"cat": "after", "name": "after", "id": len(flows), "pid": 0}
                flows.append({**flow, "ph": "s", "tid": source["tid"], "ts": source["ts"] + source["dur"]})
                flows.append({**flow, "ph": "f", "bp": "e", "tid": event["tid"], "ts": event["ts"]})
        names = [{"name": "thread_name", "ph": "M", "pid": 0, "tid": t, "args": {"name": n}} for n, t in lanes.items()]
        Path(path).write_text(json.dumps({"traceEvents": names + events + flows}), encoding="utf-8")

    def to_dict(self) -> list[dict[str, Any]]:
        """The tasks as plain values."""
        names = ("number", "name", "blocks", "after", "seconds", "steps", "cycles")
        return [{n: getattr(t, n) for n in names} for t in self.tasks]

    def __str__(self) -> str:
        rows = [f"{'task':>5}  {'kernel':<32} {'blocks':>6} {'ms':>9} {'cycles':>9}  after"]
        for t in self.tasks:
            cycles = "" if t.cycles is None else str(t.cycles)
            after = ", ".join(map(str, t.after))
            name = t.name or ("-" if t.dispatched else "(no kernel)")
            rows.append(f"{t.number:>5}  {name:<32} {t.blocks:>6} {t.seconds * 1e3:>9.3f} {cycles:>9}  {after}")
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"
