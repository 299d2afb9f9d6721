"""The same work for very many configurations, on one machine or on a Ray cluster, with results that survive.

>>> from pto_tools import campaign
>>> result = campaign.run("examples/add.toml", out="add.results", cluster="ray")  # doctest: +SKIP
>>> result.rows()[0]["cycles"]  # doctest: +SKIP
11509

A campaign is a file, as `pto campaign run` takes it, or a `Campaign`. Whatever makes a shard, its lines are the same, and
what is there already is not made again: a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _native
from ._corpus import Fuzzed, distinct, fuzz
from ._findings import call
from ._search import Trial, Tuned, tune
from ._store import write

__all__ = ["Campaign", "Fuzzed", "Progress", "Result", "Trial", "Tuned", "fuzz", "perf_model", "predict", "rank", "run", "tune"]


@dataclass(frozen=True)
class Campaign:
    """What a campaign file says, as an object. `kernels` are names and texts, or paths."""

    kernels: Mapping[str, str | os.PathLike[str]]
    do: str | Sequence[str] = "cost"
    targets: Sequence[str] = ("a5",)
    params: Mapping[str, Any] = field(default_factory=dict)
    where: Sequence[str] = ()
    args: Sequence[Any] = ()
    blocks: str | int = 1
    shard: int = 1000

    def texts(self) -> tuple[str, str, list[list[tuple[str, str]]]]:
        """The file that says the same, and the texts of its kernels."""
        lines = [f"do = {_toml(self.do)}", f"targets = {_toml(list(self.targets))}", f"shard = {self.shard}"]
        if self.where:
            lines.append(f"where = {_toml(list(self.where))}")
        lines.append("[params]")
        lines += [f"{_toml(name)} = {_toml(value)}" for name, value in self.params.items()]
        kernels = []
        for name, text in self.kernels.items():
            lines += ["[[kernel]]", f"file = {_toml(name)}", f"blocks = {_toml(str(self.blocks))}"]
            if self.args:
                lines.append(f"args = {_toml(list(self.args))}")
            text = Path(text).read_text(encoding="utf-8") if isinstance(text, os.PathLike) else text
            kernels.append([(name, text)])
        return "campaign", "\n".join(lines) + "\n", kernels


def _toml(value: Any) -> str:
    """A value as TOML has it; its texts are those of JSON but for one character."""
    if isinstance(value, range):
        value = list(value)
    return json.dumps(value if isinstance(value, (str, int)) else list(value)).replace("\x7f", "\\u007f")


@dataclass(frozen=True)
class Progress:
    """How far a run is, in configurations."""

    done: int
    total: int
    seconds: float


class Result:
    """The results of a campaign: a folder with one file for each shard."""

    def __init__(self, folder: Path, keys: Sequence[str]) -> None:
        self.folder = folder
        self._keys = keys

    def _shard(self, key: str) -> Path:
        return self.folder / "shards" / f"{key}.jsonl"

    def lines(self) -> Iterator[str]:
        """Every row as text, in the order of the campaign."""
        for key in self._keys:
            yield from self._shard(key).read_text(encoding="utf-8").splitlines()

    def rows(self) -> list[dict[str, Any]]:
        """Every row as a dictionary."""
        return [json.loads(line) for line in self.lines()]

    def merge(self) -> Path:
        """All shards in one file, `results.jsonl`, as `pto campaign merge` writes it."""
        path = self.folder / "results.jsonl"
        write(path, b"".join(self._shard(key).read_bytes() for key in self._keys))
        return path

    def index(self) -> Path:
        """An SQLite database `results.sqlite` with a table `rows`: parameters and figures are its columns."""
        path = self.folder / "results.sqlite"
        names, table = _table(self.rows())
        quoted = ", ".join('"' + n.replace('"', '""') + '"' for n in names)
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            new = Path(made) / "index"
            with contextlib.closing(sqlite3.connect(new)) as database, database:
                database.execute(f"create table rows ({quoted})")
                marks = ", ".join("?" * len(names))
                database.executemany(f"insert into rows values ({marks})", table)
            new.replace(path)
        return path

    def parquet(self) -> Path:
        """The same table as `results.parquet`; needs pyarrow."""
        import pyarrow
        import pyarrow.parquet

        path = self.folder / "results.parquet"
        names, table = _table(self.rows())
        columns = {name: [row[i] for row in table] for i, name in enumerate(names)}
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
        return path

    def csv(self, path: str | os.PathLike[str]) -> None:
        """The table as comma-separated values."""
        names, table = _table(self.rows())
        with open(path, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([names, *table])

    def findings(self) -> list[dict[str, Any]]:
        """What random programs showed, each sort once, with the shortest program that shows it."""
        return distinct(self.rows())

    def best(self, count: int = 10, **where: Any) -> list[dict[str, Any]]:
        """The rows with the fewest cycles, of those with these values: `best(target="a5", tile=64)`."""
        chosen = (
            row
            for row in self.rows()
            if "cycles" in row and all({**row["config"], **row}.get(k) == v for k, v in where.items())
        )
        return sorted(chosen, key=lambda row: row["cycles"])[:count]


def _table(rows: list[dict[str, Any]]) -> tuple[list[str], list[list[Any]]]:
    """Names of columns and lines of a table. A parameter that is called like a figure keeps its name with `param_`."""
    figures = list(dict.fromkeys(key for row in rows for key in row if key != "config"))
    params = list(dict.fromkeys(name for row in rows for name in row["config"]))
    spelled = [f"param_{n}" if n.lower() in (f.lower() for f in figures) else n for n in params]
    table = [[*(row["config"].get(n) for n in params), *(row.get(f) for f in figures)] for row in rows]
    return [*spelled, *figures], table


def run(
    campaign: str | os.PathLike[str] | Campaign,
    *,
    out: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    address: str | None = None,
    retries: int = 5,
    progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Makes the shards of a campaign that are not there yet.

    `cluster="ray"` makes them on the Ray cluster at `address`, or on one that is connected or started here; each node
    needs this package, and neither the files of the campaign nor the folder of the results. Without it they are made in this
    process.
    """
    if isinstance(campaign, Campaign):
        bundle = campaign.texts()
        folder = Path(out or "campaign.results")
    else:
        bundle = call("", _native.Campaign.read, os.fspath(campaign))
        folder = Path(out) if out else Path(campaign).with_suffix(".results")
    native = call(bundle[1], _native.Campaign, *bundle)
    shards = native.shards()
    result = Result(folder, [key for key, _ in shards])
    (folder / "shards").mkdir(parents=True, exist_ok=True)
    todo = [i for i, (key, _) in enumerate(shards) if not _is_there(native, result, i, key)]
    total = sum(shards[i][1] for i in todo)
    start, done = time.monotonic(), 0

    def finish(i: int, lines: str) -> None:
        nonlocal done
        if not native.is_whole(i, lines):
            raise RuntimeError(f"shard {shards[i][0]} came back with other rows: do all nodes have the same pto_tools?")
        write(result._shard(shards[i][0]), lines.encode())
        done += shards[i][1]
        if progress is not None:
            progress(Progress(done, total, time.monotonic() - start))

    if cluster is None:
        for i in todo:
            finish(i, native.execute(i))
    elif cluster == "ray":
        from ._ray import execute

        execute(bundle, todo, finish, address=address, retries=retries)
    else:
        raise ValueError(f'cluster={cluster!r}: use "ray", or nothing for this process')
    result.merge()
    return result


def _is_there(native: Any, result: Result, i: int, key: str) -> bool:
    try:
        return native.is_whole(i, result._shard(key).read_text(encoding="utf-8"))
    except OSError:
        return False


def predict(kernel: str, configs: Sequence[Mapping[str, int]], *, target: str = "a5", **launch: Any) -> list[float]:
    """Microseconds of a kernel text for each of some configurations; infinity where it is illegal.

    This is what a cost model of MetaSchedule or of another search gives for a batch of candidates. `launch` is `args` and
    `blocks` of a `Campaign`.
    """
    found = []
    for config in configs:
        params = {name: [value] for name, value in config.items()}
        name, text, kernels = Campaign({"kernel.pto": kernel}, "cost", [target], params, **launch).texts()
        native = call(text, _native.Campaign, name, text, kernels)
        row = json.loads(native.execute(0)) if native.shards() else {}
        found.append(row.get("us", float("inf")))
    return found


def rank(candidates: Mapping[str, str], *, target: str = "a5", **launch: Any) -> list[dict[str, Any]]:
    """The texts of some candidates by their names, in the order of their time: legal ones first, fastest first.

    For a compiler that makes candidate schedules and keeps the last word on them, as PTOAS pull request 1554 sketches an
    exchange with cost models: it names its candidates, and gets for each of them cycles, microseconds, what limits it, or the code
    and words of the finding that makes it illegal. `launch` is `args` and `blocks` of a `Campaign`.
    """
    name, text, kernels = Campaign(candidates, "cost", [target], **launch).texts()
    native = call(text, _native.Campaign, name, text, kernels)
    lines = "".join(native.execute(i) for i in range(len(native.shards()))).splitlines()
    rows = [json.loads(line) for line in lines]
    return sorted(rows, key=lambda row: (row.get("us", float("inf")), row["kernel"]))


def perf_model(kernel: str, *, target: str = "a5", scale: float = 1e-3, **launch: Any) -> Callable[..., float]:
    """A `perf_model` for `prune_configs_by` of Triton-style autotuners: keyword arguments in, milliseconds out.

    Only arguments that the kernel text declares with `// tune:` count; all others are ignored.
    """
    declared = {
        line.split(":", 1)[1].split("=")[0].strip() for line in kernel.splitlines() if line.lstrip().startswith("// tune:")
    }

    def model(*_: Any, **config: Any) -> float:
        known = {name: int(value) for name, value in config.items() if name in declared}
        return predict(kernel, [known], target=target, **launch)[0] * scale

    return model
