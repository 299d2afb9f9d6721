"""Kernels in tests: compared with a reference, on every target, under the sanitizers.

>>> import numpy as np
>>> import pto_tools as pto
>>> from pto_tools.testing import assert_kernel, out
>>> double = pto.parse('''
... func.func @double(%x: !pto.tile_buf<vec, 1x8xf32>, %y: !pto.tile_buf<vec, 1x8xf32>) {
...   pto.tadd ins(%x, %x : !pto.tile_buf<vec, 1x8xf32>, !pto.tile_buf<vec, 1x8xf32>)
...            outs(%y : !pto.tile_buf<vec, 1x8xf32>)
...   return
... }''')
>>> x = np.linspace(0, 1, 8, dtype=np.float32)
>>> assert_kernel(double, [x, out(8, np.float32)], lambda x: 2 * x, targets=["cpu", "a2a3", "a5"])
>>> assert_kernel(double, [x, out(8, np.float32)], lambda x: 3 * x)
Traceback (most recent call last):
...
pto_tools.testing.KernelFailure: <Kernel <text>> on cpu: %y differs from the reference in 7 of 8 elements
  largest error 1 at [7]: 2.0, expected 3.0
  first at [1]: 0.2857143, expected 0.42857146
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._findings import Error
from ._kernel import Kernel, Param, defaults, load


class KernelFailure(AssertionError):
    """A kernel does not do what its test says."""


@dataclass(frozen=True)
class Out:
    """A buffer that the kernel fills. Before the run it holds what nobody would expect."""

    shape: tuple[int, ...]
    dtype: Any

    def make(self) -> np.ndarray:
        """The buffer."""
        array = np.zeros(self.shape, self.dtype)
        array.view(np.uint8).reshape(-1)[:] = 0xFF
        return array


@dataclass(frozen=True)
class InOut:
    """A buffer that the kernel changes; the reference is given what it holds before."""

    array: Any


def out(shape: int | Sequence[int], dtype: Any = np.float32) -> Out:
    """A buffer that the kernel fills: an argument of `assert_kernel`."""
    return Out((shape,) if isinstance(shape, int) else tuple(shape), np.dtype(dtype))


def inout(array: Any) -> InOut:
    """A buffer that the kernel changes: an argument of `assert_kernel`."""
    return InOut(np.asarray(array))


def assert_kernel(
    kernel: Kernel | str | os.PathLike[str],
    inputs: Sequence[Any] | Mapping[str, Any] | Callable[..., Any],
    reference: Callable[..., Any] | Any,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    shapes: Iterable[Any] | None = None,
    targets: Iterable[str] | None = None,
    blocks: int | Iterable[int] = 1,
    check: str | None = "all",
    seed: int = 0,
    **options: Any,
) -> None:
    """Runs a kernel and compares what it fills with a reference.

    `inputs` are the arguments, with `out(...)` and `inout(...)` for buffers that are written; or, with `shapes`, a function of
    a shape and a random generator that gives them. `reference` gives the expected values, in order, from all other arguments;
    or it is these values. Everything is repeated for each of `shapes`, `targets` and `blocks`. What the sanitizers of `check`
    find is a failure, too.
    """
    __tracebackhide__ = True
    kernel = kernel if isinstance(kernel, Kernel) else load(kernel)
    chosen = list(targets) if targets is not None else list(defaults.targets or [kernel.target])
    counts = [blocks] if isinstance(blocks, int) else list(blocks)
    for shape in shapes if shapes is not None else [None]:
        made = inputs(shape, np.random.default_rng(seed)) if callable(inputs) else inputs
        for target in chosen:
            for count in counts:
                where = f"{kernel!r} on {target}"
                where += f", shape {shape}" if shape is not None else ""
                where += f", {count} blocks" if count != 1 else ""
                _one(kernel, made, reference, where, rtol, atol, target=target, blocks=count, check=check, **options)


def _one(kernel: Kernel, given: Any, reference: Any, where: str, rtol: float, atol: float, **options: Any) -> None:
    __tracebackhide__ = True
    named = given if isinstance(given, Mapping) else None
    listed = list(named.values()) if named is not None else list(given)
    args, written, known = [], [], []
    for value in listed:
        if isinstance(value, Out):
            args.append(value.make())
            written.append(len(args) - 1)
        elif isinstance(value, InOut):
            args.append(value.array.copy())
            written.append(len(args) - 1)
            known.append(value.array)
        else:
            args.append(value.copy() if isinstance(value, np.ndarray) else value)
            known.append(value)
    try:
        if named is not None:
            kernel.run(**dict(zip(named, args, strict=True)), **options)
        else:
            kernel.run(*args, **options)
    except Error as error:
        raise KernelFailure(f"{where}:\n{error}") from None
    wanted = reference(*known) if callable(reference) else reference
    wanted = list(wanted) if isinstance(wanted, (tuple, list)) else [wanted]
    if len(wanted) != len(written):
        raise ValueError(f"the reference gives {len(wanted)} arrays for {len(written)} buffers that are written")
    params: Sequence[Param] = kernel.params
    names = list(named) if named is not None else [p.name for p in params]
    for at, want in zip(written, wanted, strict=True):
        told = difference(args[at], want, rtol, atol)
        if told:
            raise KernelFailure(f"{where}: %{names[at]} {told}")


def difference(got: Any, want: Any, rtol: float, atol: float) -> str | None:
    """How an array differs from the one that is expected, if it does."""
    want = np.asarray(want)
    if want.shape != got.shape:
        if want.size != got.size:
            return f"has {got.size} elements, the reference {want.size}"
        want = want.reshape(got.shape)
    exact = got.dtype.kind in "iub"
    wide = np.int64 if exact and got.dtype.itemsize < 8 else got.dtype if exact else np.float64
    a, b = got.astype(wide), want.astype(wide)
    with np.errstate(invalid="ignore", over="ignore"):
        good = a == b if exact else np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True)
        error = np.where(good, 0, np.abs(a - b))
    if good.all():
        return None
    wrong = np.argwhere(~good)
    first = tuple(int(i) for i in wrong[0])
    error = np.where(np.isnan(error), np.inf, error)
    worst = tuple(int(i) for i in np.unravel_index(int(np.argmax(error)), error.shape))
    told = f"differs from the reference in {len(wrong)} of {got.size} elements\n"
    told += f"  largest error {error[worst]:.6g} at {list(worst)}: {got[worst]!s}, expected {want[worst].astype(got.dtype)!s}\n"
    return told + f"  first at {list(first)}: {got[first]!s}, expected {want[first].astype(got.dtype)!s}"
