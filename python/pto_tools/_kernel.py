"""Kernels: read once; checked, run, lowered and written as C++ as often as one likes."""

from __future__ import annotations

import html
import inspect
import operator
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from . import _native
from ._arrays import adapt, advice, is_read_only, takes
from ._cost import Cost, Trace
from ._findings import Error, Findings, call
from ._html import table
from ._ranks import Peer, find, of_rank

_THREADS = os.cpu_count() or 1


class Defaults:
    """What the plugin of pytest sets for a whole run of tests."""

    check: str | None = None
    targets: list[str] | None = None


defaults = Defaults()
_NOTHING = Findings([], "")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a kernel: a `buffer` of global memory, a `number`, or the valid region of a `tile`."""

    name: str
    kind: str
    dtype: str
    bits: int
    shape: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """What a run did. Results are in the arrays that were passed. `str()` is what the kernel printed, or else how long it took."""

    findings: Findings
    printed: tuple[str, ...]
    steps: int
    seconds: float
    quirks: tuple[str, ...]
    instructions: Mapping[str, tuple[int, float]]

    def __str__(self) -> str:
        return "\n".join(self.printed) or f"{self.steps:,} steps in {self.seconds * 1e3:.3f} ms"

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "findings": self.findings.to_dict(),
            "printed": list(self.printed),
            "steps": self.steps,
            "seconds": self.seconds,
            "quirks": list(self.quirks),
            "instructions": {k: {"count": c, "seconds": s} for k, (c, s) in self.instructions.items()},
        }

    def to_pandas(self) -> Any:
        """Count and time of each instruction as a table of pandas; filled by a run with `stats=True`."""
        import pandas

        rows = [{"instruction": k, "count": c, "seconds": s} for k, (c, s) in self.instructions.items()]
        return pandas.DataFrame(rows, columns=["instruction", "count", "seconds"])

    def _repr_html_(self) -> str:
        printed = html.escape("\n".join(self.printed))
        page = f"<p>{self.steps:,} steps in {self.seconds * 1e3:.3f} ms</p>" + self.findings._repr_html_()
        if self.instructions:
            rows = ((k, f"{c:,}", f"{s * 1e3:.3f}") for k, (c, s) in self.instructions.items())
            page += table(("instruction", "count", "ms"), rows)
        return page + (f"<pre>{printed}</pre>" if printed else "")


class Kernel:
    """A program. Call it with arrays and numbers to run it; results are in the arrays.

    >>> import pto_tools as pto
    >>> kernel = pto.parse('''
    ... func.func @scale(%x: !pto.tile_buf<vec, 1x8xf32>, %by: f32) {
    ...   pto.tmuls ins(%x, %by : !pto.tile_buf<vec, 1x8xf32>, f32) outs(%x : !pto.tile_buf<vec, 1x8xf32>)
    ...   return
    ... }''', target="a5")
    >>> kernel.params
    (Param(name='x', kind='tile', dtype='f32', bits=32, shape=(1, 8)), Param(name='by', kind='number', dtype='f32', bits=32, shape=None))
    """

    def __init__(self, text: str, path: str = "<text>", *, target: str | None = None, entry: str | None = None) -> None:
        self._native = _native.Text(text, path)
        self._target, self._entry = target, entry
        self._ready: dict[tuple[Any, ...], tuple[Any, tuple[Param, ...]]] = {}

    @property
    def text(self) -> str:
        """The program as it was written."""
        return self._native.text

    @property
    def path(self) -> str:
        """The name it is shown under."""
        return self._native.path

    @property
    def params(self) -> tuple[Param, ...]:
        """The parameters of the kernel."""
        return self._decode(None, None, "manual", "device", False)[1]

    @property
    def target(self) -> str:
        """The target it runs on: the one that was given, else the one it names, else `cpu`."""
        return self._target or self._native.declared_target or "cpu"

    @property
    def findings(self) -> Findings:
        """Findings on its target."""
        return self.check()

    def check(self, target: str | None = None, *, sync: bool = False, rules: str = "device") -> Findings:
        """Findings on a target, or on `"all"`; with `sync`, also what of the synchronisation is not proved.

        >>> import pto_tools as pto
        >>> found = pto.parse("func.func @f() {\\n  pto.frob\\n  return\\n}").check()
        >>> found.ok, found[0].code, found[0].line
        (False, 'E0002', 2)
        >>> print(found[0].message)
        there is no instruction `pto.frob`
        """
        found = self._call(self._native.check, target or self._target, rules, sync)[1]
        return self._findings(found)

    def run(
        self,
        *args: Any,
        target: str | None = None,
        entry: str | None = None,
        ranks: int = 1,
        blocks: int = 1,
        threads: int | None = None,
        check: str | None = None,
        schedule: str | None = None,
        semantics: str = "manual",
        rules: str = "device",
        max_steps: int | None = None,
        stats: bool = False,
        reference: bool = False,
        **named: Any,
    ) -> Run:
        """Runs the kernel over the memory of its arguments, which holds the results afterwards.

        Arguments are given in the order of the parameters, or by name. `check` names sanitizers (`"all"`, `"race"` ...)
        and `schedule` another order of the pipes; an error that they find is raised.

        `ranks` is how many devices run the kernel together. A list has the argument of each of them; anything else is
        given to all. `Peer(1, "x")` is the memory that rank 1 has for `%x`, and `comm_context(rank, ranks)` the buffer
        from which a kernel learns where the others are.
        """
        __tracebackhide__ = True
        _at_least_one(blocks=blocks, ranks=ranks, threads=threads, max_steps=max_steps)
        check = check or (defaults.check if schedule is None else None)
        observed = check is not None or schedule is not None
        native, params = self._decode(target, entry, semantics, rules, observed)
        given = _in_order(params, args, named, _OPTIONS)
        if ranks == 1:
            values = [_argument(p, v) for p, v in zip(params, given, strict=True)]
        else:
            values = _of_ranks(params, given, ranks)
        asked = {
            "ranks": ranks,
            "blocks": blocks,
            "threads": threads or _THREADS,
            "max_steps": max_steps,
            "stats": stats,
            "reference": reference,
        }
        try:
            if schedule is not None:
                found, facts = self._call(native.reorder, values, asked, schedule)
            elif check is not None:
                found, facts = self._call(native.check, values, asked, check)
            else:
                found, facts = self._call(native.run, values, asked)
        except Error as error:
            read_only = any("may only be read" in f.message for f in error.findings)
            for param, value in zip(params * ranks, values, strict=True) if read_only else ():
                if param.kind == "buffer" and not isinstance(value, tuple) and is_read_only(value):
                    error.add_note(f"the array for `%{param.name}` may only be read; pass `numpy.array(a)`, which can be written")
            raise
        findings = self._findings(found) if found != "[]" else _NOTHING
        if findings.errors:
            raise Error(findings)
        return Run(
            findings,
            tuple(facts["printed"]),
            facts["steps"],
            facts["seconds"],
            tuple(facts["quirks"]),
            {name.removeprefix("pto."): figures for name, figures in facts["instructions"].items()},
        )

    __call__ = run

    def lower(self, target: str | None = None, *, rules: str = "device") -> Kernel:
        """The program with addresses and synchronisation written down."""
        target = target or self._target
        text, _ = self._call(self._native.lower, target, rules)
        return Kernel(text, self.path, target=target, entry=self._entry)

    def emit_cpp(self, target: str | None = None, *, lower: bool = True) -> str:
        """C++ on the public headers."""
        return self._call(self._native.emit_cpp, target or self._target, lower)[0]

    def cost(
        self,
        *args: Any,
        target: str | None = None,
        entry: str | None = None,
        blocks: int = 1,
        mode: str | None = None,
        model: str = "calibrated",
        rules: str = "device",
        cost_data: str | None = None,
        **named: Any,
    ) -> Cost:
        """The time on a device. Arguments are all parameters, or the numbers alone; `None` stands for any buffer.

        `mode` says who synchronises the pipes, `"auto"` or `"manual"`; `cost_data` is rows that replace built-in numbers.

        >>> import pto_tools as pto
        >>> kernel = pto.parse('''
        ... func.func @f(%x: !pto.tile_buf<vec, 16x64xf32>) {
        ...   pto.texp ins(%x : !pto.tile_buf<vec, 16x64xf32>) outs(%x : !pto.tile_buf<vec, 16x64xf32>)
        ...   return
        ... }''')
        >>> kernel.cost(target="a5").bottleneck
        'PIPE_V'
        """
        return Cost(self._time(args, named, target, entry, blocks, mode, model, rules, cost_data, expand=False))

    def trace(self, *args: Any, **options: Any) -> Trace:
        """The timeline on a device, with the arguments of `cost`."""
        return self.cost(*args, **options).trace

    def expand(
        self,
        *args: Any,
        target: str | None = None,
        entry: str | None = None,
        blocks: int = 1,
        mode: str | None = None,
        model: str = "calibrated",
        rules: str = "device",
        cost_data: str | None = None,
        **named: Any,
    ) -> str:
        """What the instructions become on the device, with repeats, strides and cycles; arguments are those of `cost`."""
        native = self._time(args, named, target, entry, blocks, mode, model, rules, cost_data, expand=True)
        return Cost(native).expand()

    def _time(
        self,
        args: tuple[Any, ...],
        named: Mapping[str, Any],
        target: str | None,
        entry: str | None,
        blocks: int,
        mode: str | None,
        model: str,
        rules: str,
        cost_data: str | None,
        expand: bool,
    ) -> Any:
        if mode not in (None, "auto", "manual"):
            raise ValueError(f"mode={mode!r}: use auto or manual")
        target, entry = target or self._target, entry or self._entry
        device = None if target == "cpu" else target
        params = self._decode(device, entry, "manual", rules, False)[1]
        numbers = tuple(p for p in params if p.kind == "number")
        if len(args) != len(params) and len(args) + len(named) == len(numbers):
            given = dict(zip((p.name for p in numbers if p.name not in named), args, strict=False)) | dict(named)
            args, named = (), given
        if not args:
            named = {p.name: None for p in params if p.kind != "number"} | dict(named)
        values = []
        for param, value in zip(params, _in_order(params, args, named), strict=True):
            value = _argument(param, value) if value is not None else None
            values.append(str(value).lower() if param.kind == "number" else value)
        asked = {
            "entry": entry,
            "blocks": blocks,
            "model": model,
            "auto": None if mode is None else mode == "auto",
            "expand": expand,
            "cost_data": cost_data,
        }
        return self._call(self._native.cost, target, rules, values, asked)

    def _call(self, function: Callable[..., T], *args: Any) -> T:
        __tracebackhide__ = True
        return call(self.text, function, *args)

    def _findings(self, document: str) -> Findings:
        return Findings.from_json(document, self.text)

    def _decode(
        self, target: str | None, entry: str | None, semantics: str, rules: str, observed: bool
    ) -> tuple[Any, tuple[Param, ...]]:
        key = (target or self._target, entry or self._entry, semantics, rules, observed)
        ready = self._ready.get(key)
        if ready is None:
            native = self._call(self._native.decode, *key)
            ready = self._ready[key] = (native, tuple(Param(*p) for p in native.params))
        return ready

    def _repr_html_(self) -> str:
        try:
            takes = _wanted(self.params)
        except Error as error:
            return error.findings._repr_html_()
        head = f"<p><b>{html.escape(os.path.basename(self.path))}</b> on {self.target}, takes {html.escape(takes)}</p>"
        return f"{head}<details><summary>text</summary><pre>{html.escape(self.text)}</pre></details>"

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process goes the text, which is read again there."""
        return _read_again, (self.text, self.path, self._target, self._entry)

    def __repr__(self) -> str:
        return f"<Kernel {os.path.basename(self.path)}>"


_OPTIONS = tuple(n for n, p in inspect.signature(Kernel.run).parameters.items() if p.kind is p.KEYWORD_ONLY)


def _read_again(text: str, path: str, target: str | None, entry: str | None) -> Kernel:
    return Kernel(text, path, target=target, entry=entry)


def _wanted(params: tuple[Param, ...]) -> str:
    return ", ".join(f"{p.name} ({p.kind} of {p.dtype})" for p in params) or "nothing"


def _in_order(params: tuple[Param, ...], args: tuple[Any, ...], named: Mapping[str, Any], options: tuple[str, ...] = ()) -> list[Any]:
    """The values of the parameters in their order; `options` are other names that could have been meant."""
    if len(args) == len(params) and not named:
        return list(args)
    wanted = _wanted(params)
    if len(args) > len(params):
        raise TypeError(f"the kernel has {len(params)} parameters, {len(args)} are given; it takes {wanted}")
    names = [p.name for p in params]
    for name in named:
        if name not in names:
            near = get_close_matches(name, [*names[len(args) :], *options], 1)
            meant = f"; did you mean `{near[0]}`?" if near else ""
            raise TypeError(f"`{name}` is neither a parameter of the kernel, which takes {wanted}, nor an option{meant}")
        if name in names[: len(args)]:
            raise TypeError(f"`%{name}` is given twice, by position and by name")
    for name in names[len(args) :]:
        if name not in named:
            raise TypeError(f"`%{name}` is missing; the kernel takes {wanted}")
    return [*args, *(named[name] for name in names[len(args) :])]


def _at_least_one(**options: Any) -> None:
    """Options that count something."""
    for name, value in options.items():
        if value is None or (value.__class__ is int and value >= 1):
            continue
        try:
            good = operator.index(value) >= 1
        except TypeError:
            good = False
        if not good:
            raise ValueError(f"{name}={value!r}: use a whole number from 1 on")


def _of_ranks(params: tuple[Param, ...], given: list[Any], ranks: int) -> list[Any]:
    """The arguments of one rank after the other."""
    names = [p.name for p in params]
    values = []
    for rank in range(ranks):
        for param, value in zip(params, given, strict=True):
            own = of_rank(param.name, value, rank, ranks)
            values.append(find(own, names, ranks) if isinstance(own, Peer) else _argument(param, own))
    return values


def _argument(param: Param, value: Any) -> Any:
    if param.kind == "number":
        return _number(param, value)
    memory, array = adapt(value, param.name)
    if not takes(param.dtype, array, param.bits):
        raise TypeError(
            f"`%{param.name}` has elements of type {param.dtype}, the array has {array}; {advice(param.dtype, value)}"
        )
    return memory


def _number(param: Param, value: Any) -> Any:
    """A number of Python, numpy or torch; also as text, as the command takes it."""
    if isinstance(value, (int, float, str)):
        return value
    if getattr(value, "size", 1) == 1 or getattr(value, "ndim", None) == 0:
        with suppress(AttributeError, ValueError, RuntimeError):
            return value.item()
    shape = getattr(value, "shape", None)
    what = type(value).__name__ + (f" of shape {tuple(shape)}" if shape is not None else "")
    raise TypeError(f"`%{param.name}` is a number ({param.dtype}), {what} is given")


def load(path: str | os.PathLike[str], *, target: str | None = None, entry: str | None = None) -> Kernel:
    """Reads a kernel from a file."""
    return Kernel(Path(path).read_text(encoding="utf-8"), os.fspath(path), target=target, entry=entry)


def parse(text: str, *, path: str = "<text>", target: str | None = None, entry: str | None = None) -> Kernel:
    """Reads a kernel from a text."""
    return Kernel(text, path, target=target, entry=entry)
