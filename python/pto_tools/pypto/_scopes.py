"""What the scopes of an orchestration take of a device's rings, as `scope_stats.jsonl`.

Here nothing is given back before its scope ends, so the figures are bounds from above: a device may give back earlier. Fields are those of
simpler@93adc386 `docs/dfx/scope-stats.md` §3 (version 6); capacities, unless the call sets others, those of
`src/a2a3/runtime/tensormap_and_ringbuffer/runtime/pto_runtime2_types.h:65-74`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Scopes nested deeper share the last ring.
RINGS = 4
_TASK_WINDOW, _HEAP, _DEP_POOL, _TENSORMAP = 16384, 256 << 20, 16384, 65536


@dataclass(slots=True)
class _Ring:
    """What was ever taken, and of that what was given back: tasks, bytes, dependences."""

    taken: list[int] = field(default_factory=lambda: [0, 0, 0])
    given_back: list[int] = field(default_factory=lambda: [0, 0, 0])


@dataclass(slots=True)
class _Open:
    """A scope that has not ended, what was taken in it, and its tasks."""

    site: str
    taken: list[int] = field(default_factory=lambda: [0, 0, 0])
    tasks: list[int] = field(default_factory=list)


class Scopes:
    """Follows an orchestration from scope to scope. The first one is the orchestration itself."""

    def __init__(self, site: str, entries: dict[int, int]) -> None:
        self._rings = [_Ring() for _ in range(RINGS)]
        self._open: list[_Open] = []
        self._samples: list[dict[str, Any]] = []
        self._entries, self._gone = entries, 0
        self.begin(site)

    @property
    def ring(self) -> int:
        """The ring of what is submitted now."""
        return min(len(self._open) - 1, RINGS - 1)

    def begin(self, site: str) -> None:
        """A scope begins."""
        self._open.append(_Open(site))
        self._sample("begin")

    def end(self) -> None:
        """The innermost scope ends, and gives back what it took."""
        self._sample("end")
        ring, ended = self._rings[self.ring], self._open.pop()
        ring.given_back = [a + b for a, b in zip(ring.given_back, ended.taken, strict=True)]
        self._gone += sum(self._entries.pop(t, 0) for t in ended.tasks)

    def take(self, number: int | None = None, nbytes: int = 0, dependences: int = 0) -> int:
        """A task is submitted, or memory is made. The number of the task in its ring."""
        taken = [int(number is not None), nbytes, dependences]
        ring, innermost = self._rings[self.ring], self._open[-1]
        local = ring.taken[0]
        ring.taken = [a + b for a, b in zip(ring.taken, taken, strict=True)]
        innermost.taken = [a + b for a, b in zip(innermost.taken, taken, strict=True)]
        if number is not None:
            innermost.tasks.append(number)
        return local

    def _sample(self, phase: str) -> None:
        ring = self._rings[self.ring]
        found: dict[str, Any] = {"site": self._open[-1].site, "phase": phase, "depth": len(self._open) - 1, "ring": self.ring}
        for name, start, end in zip(("task_window", "heap", "dep_pool"), ring.given_back, ring.taken, strict=True):
            found |= {f"{name}_start": start, f"{name}_end": end}
        self._samples.append(found | {"tensormap": sum(self._entries.values())})

    def write(self, path: Path, rings: Any) -> None:
        """Writes one line about the run, and one for each begin and end of a scope. `rings` has capacities that the call sets."""
        while self._open:
            self.end()

        def capacities(name: str, usual: int) -> list[int]:
            given = getattr(rings, name, None) or [0] * RINGS
            given = [given] * RINGS if isinstance(given, int) else list(given)
            return [g or usual for g in given]

        head = {
            "version": 6,
            "fatal": False,
            "dropped": 0,
            "total": len(self._samples),
            "task_window_max": capacities("ring_task_window", _TASK_WINDOW),
            "heap_max": capacities("ring_heap", _HEAP),
            "dep_pool_max": capacities("ring_dep_pool", _DEP_POOL),
            "tensormap_max": _TENSORMAP,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in [head, *self._samples]), encoding="utf-8")
