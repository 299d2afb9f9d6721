"""Lines that say how long a program took, as a device's runtime writes them while PyPTO's `benchmark` listens, and the functions that read them.

The time on the device is that of the cost model: tasks on cores as early as what they follow allows. A program whose kernels communicate has no
cycles, and no such line. Grammar and names are those of simpler@93adc386 `simpler_setup/tools/strace_timing.py`.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
import os
import re
import threading
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ._record import ProgramRun

_LOG = logging.getLogger("pto_tools.pypto")
# The level of a log that wants times and nothing else.
TIMING = 25
_RUN = "chip.run"
_DEVICE = f"{_RUN}.runner_run.device_wall"
NAMES = {"run": _RUN, "device": _DEVICE, "orch": f"{_DEVICE}.orch", "sched": f"{_DEVICE}.sched"}
_LINE = re.compile(
    r"\[STRACE\] v=1 pid=(?P<pid>\d+) tid=(?P<tid>\d+) inv=(?P<inv>\d+) hid=(?P<hid>[0-9a-f]+) depth=(?P<depth>\d+) "
    r"name=(?P<name>\S+) ts=(?P<ts>\d+) dur=(?P<dur>\d+)(?P<attrs>[^\n]*)"
)

_serial = itertools.count()


def wanted() -> bool:
    """Whether somebody listens."""
    return _LOG.level == TIMING


def write(record: ProgramRun, started: int, ended: int, worker: int) -> None:
    """Writes the lines of a run, whose times of the host are in nanoseconds. Each device stands for a process of its own."""
    digest = hashlib.sha256(os.fspath(record.folder).encode()).hexdigest()[:16]
    head = f"[STRACE] v=1 pid={os.getpid() + worker} tid={threading.get_native_id()} inv={next(_serial)} hid={digest}"
    lines = [f"{head} depth=0 name={_RUN} ts={started} dur={ended - started}"]
    if record.in_cycles:
        nanoseconds = round(max(end for *_, end in record.schedule()) / record.clock_hz * 1e9)
        names = enumerate((NAMES["device"], NAMES["sched"]), 2)
        lines += [f"{head} depth={depth} name={name} ts=0 dur={nanoseconds} clk=dev" for depth, name in names]
    os.write(2, "".join(line + "\n" for line in lines).encode())


@dataclass(frozen=True, slots=True)
class Span:
    """One line."""

    pid: int
    tid: int
    inv: int
    hid: str
    depth: int
    name: str
    ts: int
    dur: int
    attrs: str

    @property
    def is_device(self) -> bool:
        """Whether it is a time on the device."""
        return "clk=dev" in self.attrs


@dataclass(slots=True)
class Invocation:
    """The lines of one run."""

    pid: int
    inv: int
    hid: str
    spans: list[Span] = field(default_factory=list)

    def root(self) -> Span | None:
        """The line of the whole run."""
        return next((s for s in self.spans if s.depth == 0), None)

    def by_name(self) -> dict[str, Span]:
        """The first line of each name."""
        return {s.name: s for s in sorted(self.spans, key=lambda s: -s.ts)}


def parse_spans(lines: Iterable[str]) -> list[Span]:
    """What is written in lines of a log."""
    found = []
    for m in (m for line in lines for m in _LINE.finditer(line)):
        numbers = [int(m[name]) for name in ("pid", "tid", "inv", "depth", "ts", "dur")]
        pid, tid, inv, depth, ts, dur = numbers
        found.append(Span(pid, tid, inv, m["hid"], depth, m["name"], ts, dur, m["attrs"].strip()))
    return found


def invocation_spans(spans: Iterable[Span]) -> list[Span]:
    """The lines that belong to a run: all of them."""
    return list(spans)


def group_invocations(spans: Iterable[Span]) -> list[Invocation]:
    """The lines of each run."""
    found: dict[tuple[int, int], Invocation] = {}
    for span in spans:
        found.setdefault((span.pid, span.inv), Invocation(span.pid, span.inv, span.hid)).spans.append(span)
    return list(found.values())


def bucket_by_hid(invocations: Iterable[Invocation]) -> dict[str, list[Invocation]]:
    """The runs of each program in their order."""
    found: dict[str, list[Invocation]] = defaultdict(list)
    for one in sorted(invocations, key=lambda i: i.inv):
        found[one.hid].append(one)
    return found
