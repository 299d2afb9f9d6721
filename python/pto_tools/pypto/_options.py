"""How PyPTO programs are executed here."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """How kernels run. `check` names sanitizers as `Kernel.run` takes them."""

    check: str | None = None
    semantics: str = "manual"
    rules: str = "device"
    threads: int | None = None
    max_steps: int | None = None
    cost: bool = False
    emit_cpp: bool = False
    # A folder where the text of every kernel is kept.
    keep: str | None = None
    # What memory that a task makes holds before anybody writes it: the byte.
    unwritten: int = 0xFF


_current = Options()


def current() -> Options:
    """The options that hold now."""
    return _current


def choose(**changes: Any) -> Options:
    """Changes options, and says what they were."""
    global _current
    known = {f.name for f in fields(Options)}
    if wrong := sorted(set(changes) - known):
        raise TypeError(f"no option `{wrong[0]}`; there are {', '.join(sorted(known))}")
    before, _current = _current, replace(_current, **changes)
    return before


def from_environment(text: str | None = None) -> dict[str, Any]:
    """Options written as `check=all,threads=1` (the variable `PTO_TOOLS_PYPTO`)."""
    words = (os.environ.get("PTO_TOOLS_PYPTO", "") if text is None else text).split(",")
    kinds = {f.name: f.type for f in fields(Options)}
    found: dict[str, Any] = {}
    for word in filter(None, (w.strip() for w in words)):
        name, _, value = word.partition("=")
        if name in ("1", "on", "yes"):
            continue
        if name not in kinds:
            raise ValueError(f"PTO_TOOLS_PYPTO: no option `{name}`; there are {', '.join(sorted(kinds))}")
        kind = str(kinds[name])
        if kind.startswith("bool"):
            found[name] = value.lower() in ("", "1", "on", "yes", "true")
        else:
            found[name] = int(value, 0) if kind.startswith("int") else value
    return found
