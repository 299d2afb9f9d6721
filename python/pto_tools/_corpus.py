"""Random programs with a memory: bytes whose programs had something new are kept, and changed again and again.

A campaign of seeds looks at each program once. Here a program with an instruction on new types, or with two instructions that have
not followed each other before, is worth more than another one: a small change of its bytes is a small change of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from . import _native
from ._store import write

# Bytes of an entry: more choices than a program of usual size takes.
_MOST_BYTES = 512
# One program in so many is drawn from new bytes, so that no corpus becomes an island.
_FRESH = 4


@dataclass(frozen=True)
class Entry:
    """Bytes whose program had something new, as hexadecimal digits."""

    kind: str
    target: str
    bytes: str


@dataclass(frozen=True)
class Turn:
    """What came of some programs."""

    programs: int
    entries: list[Entry]
    findings: list[dict[str, Any]]


@dataclass(frozen=True)
class Draws:
    """What programs are made of."""

    kinds: Sequence[str] | None
    targets: Sequence[str]
    size: int
    seed: int


class Corpus:
    """A corpus, and what has been seen in it. On a cluster it is an actor, which keeps it from one turn to the next."""

    def __init__(self, draws: Draws, number: int, entries: Sequence[Entry]) -> None:
        self._sources = {
            (kind, target): _native.Corpus(kind, target, draws.size)
            for target in draws.targets
            for kind in _native.Corpus.kinds(target)
            if draws.kinds is None or kind in draws.kinds
        }
        if not self._sources:
            raise ValueError(f"there are no programs of kind {draws.kinds} for {', '.join(draws.targets)}")
        self._seen: dict[tuple[str, str], set[int]] = {source: set() for source in self._sources}
        self._kept: dict[tuple[str, str], list[bytes]] = {source: [] for source in self._sources}
        # Another one for each actor, and for each time that it goes on.
        self._random = random.Random(f"{draws.seed} {number} {len(entries)}")
        self.add(entries)

    def add(self, entries: Iterable[Entry]) -> None:
        """Takes what others have found; what is of another kind or target is left."""
        for entry in entries:
            if (entry.kind, entry.target) in self._sources:
                self._keep((entry.kind, entry.target), bytes.fromhex(entry.bytes))

    def turn(self, programs: int, news: Sequence[Entry] = ()) -> Turn:
        """Looks at some programs."""
        self.add(news)
        done, entries, findings = 0, [], []
        sources = list(self._sources)
        for _ in range(programs):
            source = self._random.choice(sources)
            choices = self._choices(source)
            row = json.loads(self._sources[source].look(choices))
            done += row.get("programs", 1)
            if self._keep(source, choices):
                entries.append(Entry(*source, choices.hex()))
            if "finding" in row:
                findings.append({"kind": source[0], "target": source[1], **row})
        return Turn(done, entries, findings)

    def _keep(self, source: tuple[str, str], choices: bytes) -> bool:
        new = set(self._sources[source].features(choices)) - self._seen[source]
        if new:
            self._seen[source] |= new
            self._kept[source].append(choices)
        return bool(new)

    def _choices(self, source: tuple[str, str]) -> bytes:
        draw, kept = self._random, self._kept[source]
        if not kept or draw.randrange(_FRESH) == 0:
            return draw.randbytes(draw.randint(8, 128))
        data = bytearray(draw.choice(kept))
        for _ in range(draw.randint(1, 4)):
            at = draw.randrange(len(data) + 1)
            match draw.randrange(4):
                case 0:
                    data[at : at + 1] = draw.randbytes(1)
                case 1:
                    data[at:at] = draw.randbytes(draw.randint(1, 8))
                case 2:
                    del data[at : at + draw.randint(1, 8)]
                case _:
                    other = draw.choice(kept)
                    data[at:] = other[draw.randrange(len(other) + 1) :]
        return bytes(data[:_MOST_BYTES])


@dataclass(frozen=True)
class Fuzzed:
    """What a search with a corpus showed."""

    folder: Path
    # Programs of this run, and entries of the corpus with those of earlier ones.
    programs: int
    entries: int
    # Each sort once, with the shortest program that shows it.
    findings: list[dict[str, Any]]


def _sort(row: dict[str, Any]) -> tuple[str, str]:
    """What a finding is, without numbers and names, which differ from program to program."""
    return row["finding"], re.sub(r"`[^`]*`|[0-9]", "", row.get("message", ""))


def distinct(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with a finding, each sort once, with the shortest program that shows it."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        if "finding" in row:
            known = found.setdefault(_sort(row), row)
            if len(row.get("program") or "") < len(known.get("program") or ""):
                found[_sort(row)] = row
    return list(found.values())


def fuzz(
    out: str | os.PathLike[str],
    *,
    programs: int = 10_000,
    targets: Sequence[str] = ("cpu", "a2a3", "a5"),
    kinds: Sequence[str] | None = None,
    size: int = 12,
    seed: int = 0,
    turn: int = 50,
    cluster: str | None = None,
    address: str | None = None,
    actors: int | None = None,
    retries: int = 5,
    progress: Callable[[int, int, float], None] | None = None,
) -> Fuzzed:
    """Looks at random programs, with a corpus in the folder `out` that grows from run to run.

    `cluster="ray"` has an actor for each core (or so many `actors`) keep a corpus; after each `turn` of programs they tell each
    other what was new. An actor that dies is made again, with what all of them knew. Without a cluster the same seed and the same
    folder give the same programs; with actors it depends on their speed who tells whom what. Every finding has the command
    that repeats it. `progress` is called with programs, entries of the corpus, and seconds.
    """
    folder = Path(out)
    for part in ("corpus", "found"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    draws = Draws(kinds, targets, size, seed)
    entries = [Entry(**row) for row in _read(folder / "corpus")]
    start, done, known = time.monotonic(), 0, len(entries)

    def finish(came: Turn) -> None:
        nonlocal done, known
        _keep(folder / "corpus", [asdict(e) for e in came.entries])
        _keep(folder / "found", came.findings)
        done += came.programs
        known += len(came.entries)
        if progress is not None:
            progress(done, known, time.monotonic() - start)

    if cluster is None:
        corpus = Corpus(draws, 0, entries)
        for first in range(0, programs, turn):
            finish(corpus.turn(min(turn, programs - first)))
    elif cluster == "ray":
        from ._ray import explore

        explore(draws, entries, programs, turn, finish, actors=actors, address=address, retries=retries)
    else:
        raise ValueError(f'cluster={cluster!r}: use "ray", or nothing for this process')
    found = distinct(_read(folder / "found"))
    _show(folder / "findings", found)
    return Fuzzed(folder, done, known, found)


def _read(folder: Path) -> list[dict[str, Any]]:
    """The rows of all files, whoever wrote them, in an order of their own."""
    texts = [p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def _keep(folder: Path, rows: list[dict[str, Any]]) -> None:
    """Rows as a file of their own: what is there is never written again."""
    if rows:
        text = "".join(json.dumps(row) + "\n" for row in rows).encode()
        write(folder / f"{hashlib.sha256(text).hexdigest()[:24]}.jsonl", text)


def _show(folder: Path, found: list[dict[str, Any]]) -> None:
    """Findings as programs, with what does not hold and the command that repeats it."""
    folder.mkdir(exist_ok=True)
    for row in found:
        said = "".join(f"// {row['finding']}: {line}\n" for line in row.get("message", "").splitlines())
        text = f"{said}// on {row['target']}: {row['repeat']}\n{row.get('program') or ''}"
        key = hashlib.sha256(" ".join(_sort(row)).encode()).hexdigest()
        write(folder / f"{row['finding']}-{key[:12]}.pto", text.encode())
