"""How long a kernel takes on a device, and why."""

from __future__ import annotations

import json
import os
from functools import cached_property
from pathlib import Path
from typing import Any

from ._html import frame, table


class Trace:
    """The timeline of a kernel. In a notebook it is the page that `pto trace` writes."""

    def __init__(self, native: Any) -> None:
        self._native = native

    def html(self) -> str:
        """A page by itself."""
        return self._native.html()

    def perfetto(self) -> str:
        """JSON for Perfetto and Chrome."""
        return self._native.perfetto()

    def gantt(self, width: int = 100) -> str:
        """A chart of characters."""
        return self._native.gantt(width)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes `x.html` as a page, `x.json` for Perfetto and Chrome."""
        path = Path(path)
        kinds = {".html": self.html, ".htm": self.html, ".json": self.perfetto}
        if path.suffix not in kinds:
            raise ValueError(f"cannot tell what `{path}` should be; name it x.html or x.json")
        path.write_text(kinds[path.suffix](), encoding="utf-8")

    def _repr_html_(self) -> str:
        return frame(self.html(), 480)

    def __str__(self) -> str:
        return self.gantt()


class Cost:
    """The time of a kernel. `str()` is what `pto cost` prints."""

    def __init__(self, native: Any) -> None:
        self._native = native

    @cached_property
    def _document(self) -> dict[str, Any]:
        return json.loads(self._native.json())

    @property
    def target(self) -> str:
        """The device."""
        return self._document["target"]

    @property
    def cycles(self) -> int:
        """Cycles from start to end; at least these if `complete` is false."""
        return self._document["total_cycles"]

    @property
    def us(self) -> float:
        """Microseconds from start to end."""
        return self._document["total_us"]

    @property
    def complete(self) -> bool:
        """Whether the cycles of every instruction are known."""
        return self._document["complete"]

    @property
    def bottleneck(self) -> str | None:
        """The pipe that is busy longest."""
        busiest = self._document["bottleneck"]
        return busiest["pipe"] if busiest else None

    @property
    def hints(self) -> tuple[dict[str, Any], ...]:
        """What would make the kernel faster: `line`, `message`, `saves_cycles`."""
        return tuple(self._document["hints"])

    @property
    def trace(self) -> Trace:
        """The timeline."""
        return Trace(self._native)

    def expand(self) -> str:
        """What the instructions become on the device, with repeats, strides and cycles."""
        return self._native.expansion()

    def to_dict(self) -> dict[str, Any]:
        """The document of `pto cost --json`."""
        return self._document

    def to_pandas(self) -> Any:
        """Every executed instruction as a row of a table of pandas."""
        import pandas

        return pandas.DataFrame(self._document["instructions"])

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"<Cost {self.cycles:,} cycles, {self.us:.2f} us on {self.target}>"

    def _repr_html_(self) -> str:
        total = f"<p><b>{self.cycles:,} cycles</b>, {self.us:.2f} us on {self.target} ({self._document['model']} model)</p>"
        rows = (
            (p["block"], p["core"], p["pipe"], p["count"], f"{p['busy']:,}", f"{100 * p['share']:.1f} %")
            for p in self._document["pipes"]
        )
        pipes = table(("block", "core", "pipe", "instructions", "busy cycles", "share"), rows)
        hints = table(("line", "saves cycles", "hint"), ((h["line"], f"{h['saves_cycles']:,}", h["message"]) for h in self.hints))
        return total + pipes + (hints if self.hints else "")
