"""`@pto.kernel`: a function of Python as a kernel."""

from __future__ import annotations

import functools
import inspect
import linecache
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import _native
from ._arrays import element_type
from ._findings import Error, Finding, Findings
from ._kernel import Kernel, Run
from ._record import Recorder, Scalar, recording, write
from ._types import BITS, pointer
from ._values import Pointer, View


@dataclass(frozen=True)
class Ptr:
    """The type of a parameter that is a pointer to global memory: `x: pto.Ptr["f32"]`."""

    dtype: str

    def __class_getitem__(cls, dtype: str) -> Ptr:
        return cls(_known(dtype))


@dataclass(frozen=True)
class Tensor:
    """The type of a parameter that is a matrix: `x: pto.Tensor["f32"]`. Rows and columns come with the array."""

    dtype: str

    def __class_getitem__(cls, dtype: str) -> Tensor:
        return cls(_known(dtype))


@dataclass(frozen=True)
class Num:
    """The type of a parameter that is a number: `n: pto.Num["index"]`."""

    dtype: str

    def __class_getitem__(cls, dtype: str) -> Num:
        return cls(dtype if dtype == "index" else _known(dtype))


def _known(dtype: str) -> str:
    if isinstance(dtype, str) and dtype in BITS:
        return dtype
    near = element_type(dtype)
    meant = next((name for name in BITS if name.lower() == near), None)
    raise TypeError(f"there is no element type {dtype!r}; " + (f"write {meant!r}" if meant else f"there are {', '.join(BITS)}"))


class RecordedKernel(Kernel):
    """A kernel that was recorded: findings name the lines of Python."""

    def __init__(self, text: str, name: str, target: str, places: dict[int, str]) -> None:
        super().__init__(text, f"{name}.pto", target=target)
        self._name, self._places = name, places

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordedKernel, (self.text, self._name, self._target, self._places)

    @property
    def located_text(self) -> str:
        """The program as text, with the line of Python that each statement comes from: `pto dap` stops at those lines."""
        lines = self.text.split("\n")
        for number, at in self._places.items():
            file, line = at.rsplit(":", 1)
            if not lines[number - 1].endswith("{") and not set(file) & {'"', "\\"}:
                lines[number - 1] += f' loc("{file}":{line}:0)'
        return "\n".join(lines)

    def _findings(self, document: str) -> Findings:
        return self._placed(super()._findings(document))

    def _placed(self, findings: Findings) -> Findings:
        return Findings([_placed(f, self._places.get(f.line)) for f in findings], self.text)

    def _call(self, function: Callable[..., Any], *args: Any) -> Any:
        __tracebackhide__ = True
        try:
            return super()._call(function, *args)
        except Error as error:
            placed = Error(self._placed(error.findings))
        raise placed


def _placed(finding: Finding, at: str | None) -> Finding:
    """A finding at the line of Python that wrote what it is about."""
    if not at:
        return finding
    file, line = at.rsplit(":", 1)
    source = linecache.getline(file, int(line)).rstrip()
    head, _, rest = finding.rendered.partition("\n")
    gutter = " " * len(line)
    shown = f"{head}\n{gutter}--> {file}:{line}\n{gutter} |\n{line} | {source}\n{gutter} |\n{gutter} = note: recorded as\n{rest}"
    return replace(finding, rendered=shown, origin=(file, int(line)))


class PythonKernel:
    """A kernel that is written in Python. Call it with arrays to run it; everything that a `Kernel` can do it can, too."""

    def __init__(self, function: Callable[..., Any], target: str) -> None:
        functools.update_wrapper(self, function)
        self._function, self.target = function, target
        self._recorded: dict[str, RecordedKernel] = {}
        self._params = _params(function)

    def record(self, target: str | None = None) -> RecordedKernel:
        """The kernel as a program for a target."""
        target = target or self.target
        if target not in self._recorded:
            self._recorded[target] = self._record(target)
        return self._recorded[target]

    def _record(self, target: str) -> RecordedKernel:
        recorder = Recorder()
        name = self._function.__name__
        with recording(recorder):
            params: list[tuple[str, str]] = []
            values: list[Any] = []
            tensors: list[tuple[int, Pointer, Scalar, Scalar]] = []
            for label, type_ in self._params:
                if isinstance(type_, Num):
                    params.append((label, type_.dtype))
                    values.append(Scalar(type_.dtype))
                    continue
                text = pointer(type_.dtype, "gm")
                params.append((label, text))
                values.append(Pointer(text))
                if isinstance(type_, Tensor):
                    params += [(f"{label}_rows", "index"), (f"{label}_cols", "index")]
                    tensors.append((len(values) - 1, values[-1], Scalar("index"), Scalar("index")))
            for at, base, rows, cols in tensors:
                values[at] = base.view([rows, cols])
            self._function(*values)
        if recorder.broken:
            raise RuntimeError(recorder.broken)
        try:
            text, places = write(recorder, name, target, params)
        except _native.Rejected as rejected:
            problems = rejected.args[0]
        else:
            return RecordedKernel(text, name, target, places)
        raise Error(Findings([_problem(*p) for p in problems], ""))

    def _expanded(self, args: Sequence[Any], named: dict[str, Any]) -> list[Any]:
        """Arguments of the program: an array of a matrix comes with its rows and columns."""
        labels = [label for label, _ in self._params]
        bound = dict(zip(labels, args, strict=False)) | named
        if len(args) > len(labels) or set(bound) != set(labels) or len(args) + len(named) != len(labels):
            given = [f"{len(args)} by position"] if args else []
            given += [f"`{name}` by name" for name in named]
            raise TypeError(f"{self._function.__name__} takes {', '.join(labels) or 'nothing'}; given are {', '.join(given) or 'none'}")
        values: list[Any] = []
        for label, type_ in self._params:
            values.append(bound[label])
            if isinstance(type_, Tensor):
                if not hasattr(bound[label], "shape"):
                    what = type(bound[label]).__name__
                    raise TypeError(f"`{label}` takes a matrix with a shape, as an array of numpy or a tensor of torch has it; {what} is given")
                shape = tuple(int(n) for n in bound[label].shape)
                cols = shape[-1] if shape else 1
                rows = 1
                for n in shape[:-1]:
                    rows *= n
                values += [rows, cols]
        return values

    def _split(self, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        labels = {label for label, _ in self._params}
        named = {k: v for k, v in options.items() if k in labels}
        return named, {k: v for k, v in options.items() if k not in labels}

    def run(self, *args: Any, target: str | None = None, **options: Any) -> Run:
        """Runs the kernel over the memory of its arguments; options are those of `Kernel.run`."""
        __tracebackhide__ = True
        named, options = self._split(options)
        return self.record(target).run(*self._expanded(args, named), **options)

    __call__ = run

    def cost(self, *args: Any, target: str | None = None, **options: Any) -> Any:
        """The time on a device; options are those of `Kernel.cost`."""
        named, options = self._split(options)
        return self.record(target).cost(*self._expanded(args, named), **options)

    def trace(self, *args: Any, **options: Any) -> Any:
        """The timeline on a device."""
        return self.cost(*args, **options).trace

    @property
    def text(self) -> str:
        """The program."""
        return self.record().text

    def check(self, target: str | None = None, **options: Any) -> Findings:
        """Findings on a target, or on `"all"`."""
        if target == "all":
            found = [f for t in ("cpu", "a2a3", "a5") for f in self.record(t).check(t, **options)]
            return Findings(found, self.text)
        return self.record(target).check(**options)

    def lower(self, target: str | None = None, **options: Any) -> Kernel:
        """The program with addresses and synchronisation."""
        return self.record(target).lower(**options)

    def emit_cpp(self, target: str | None = None, **options: Any) -> str:
        """C++ on the public headers."""
        return self.record(target).emit_cpp(**options)

    def __reduce__(self) -> str:
        """Another process imports it, as it does functions."""
        return self._function.__qualname__

    def __repr__(self) -> str:
        return f"<kernel {self._function.__name__} for {self.target}>"


def _params(function: Callable[..., Any]) -> list[tuple[str, Any]]:
    params = []
    for name, param in inspect.signature(function, eval_str=True).parameters.items():
        if not isinstance(param.annotation, (Ptr, Tensor, Num)):
            raise TypeError(f'`{name}` needs a type: pto.Tensor["f32"], pto.Ptr["f32"], pto.Num["index"] ...')
        params.append((name, param.annotation))
    return params


def _problem(code: str, message: str, at: str, shown: str) -> Finding:
    file, line = (at.rsplit(":", 1) + ["0"])[:2] if ":" in at else ("", "0")
    number = int(line) if line.isdigit() else 0
    return Finding(
        code, "error", message, file, number, 1, number, 1, None, None, (), (), shown.rstrip(), (file, number)
    )


def kernel(function: Callable[..., Any] | None = None, *, target: str = "cpu") -> Any:
    """Makes a function a kernel. Its parameters have types; instructions that it calls are recorded.

    >>> import numpy as np
    >>> import pto_tools as pto
    >>> @pto.kernel(target="a5")
    ... def double(x: pto.Tensor["f32"], y: pto.Tensor["f32"]):
    ...     rows, cols = x.shape
    ...     for row in pto.range(rows):
    ...         t = pto.tile("f32", 1, 64, valid=(1, cols))
    ...         pto.tload(t, x.part([row, 0], [1, cols]))
    ...         pto.tadd(t, t, t)
    ...         pto.tstore(y.part([row, 0], [1, cols]), t)
    >>> x = np.arange(6, dtype=np.float32).reshape(2, 3)
    >>> y = np.zeros_like(x)
    >>> run = double(x, y, check="all")
    >>> y
    array([[ 0.,  2.,  4.],
           [ 6.,  8., 10.]], dtype=float32)
    """
    if function is not None:
        return PythonKernel(function, target)
    return lambda f: PythonKernel(f, target)


__all__ = ["Num", "Ptr", "PythonKernel", "RecordedKernel", "Tensor", "View", "kernel"]
