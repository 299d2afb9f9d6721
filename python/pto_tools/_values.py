"""What a kernel is made of beside instructions: tiles, views, numbers, loops and branches."""

from __future__ import annotations

import builtins
import linecache
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ._record import Number, Scalar, Value, _operand, call, current, number
from ._types import BITS, TileType, pointer


def index(value: Any) -> Scalar:
    """A position or a count."""
    value = _operand("index", value, "index", {})
    if not isinstance(value, Scalar):
        raise TypeError(f"{value!r} is no number")
    return value if value.type == "index" else cast(value, "index")


def cast(value: Any, to: str) -> Scalar:
    """A number as one of another type, as C converts it."""
    if not isinstance(value, Scalar):
        return number(value, to)
    of = value.type
    if of == to:
        return value
    floats = (of.startswith(("f", "bf")), to.startswith(("f", "bf")))
    if of == "index" and floats[1]:
        return cast(cast(value, "i32"), to)
    if "index" in (of, to):
        name = "index_cast"
    elif floats == (False, True):
        name = "sitofp"
    elif floats == (True, False):
        name = "fptosi"
    else:
        longer = BITS[to] > BITS[of]
        name = ("extf" if longer else "truncf") if floats[0] else ("extsi" if longer else "trunci")
    result = Scalar(to)
    current().add("cast", name, value.handle, to, result.handle)
    return result


def _pair(ints: str, floats: str, a: Number, b: Number) -> Any:
    if isinstance(a, Scalar):
        return a._arith(ints, floats, a, a._other(b))
    if isinstance(b, Scalar):
        return b._arith(ints, floats, b._other(a), b)
    return None


def minimum(a: Number, b: Number) -> Number:
    """The smaller of two numbers."""
    made = _pair("minsi", "minimumf", a, b)
    return builtins.min(a, b) if made is None else made


def maximum(a: Number, b: Number) -> Number:
    """The larger of two numbers."""
    made = _pair("maxsi", "maximumf", a, b)
    return builtins.max(a, b) if made is None else made


def block_idx() -> Scalar:
    """The number of the block that runs."""
    return cast(call("get_block_idx", (), (), ("Scalar",), None, "i64"), "index")


def block_num() -> Scalar:
    """How many blocks run."""
    return cast(call("get_block_num", (), (), ("Scalar",), None, "i64"), "index")


def range(*limits: Number) -> Iterator[Scalar]:  # noqa: A001
    """A loop of the kernel: its body is recorded once. `range` of Python, in a kernel, repeats what it records."""
    start, stop, step = {1: (0, *limits, 1), 2: (*limits, 1), 3: limits}[len(limits)]
    recorder = current()
    low, high, by = index(start), index(stop), index(step)
    counter = Scalar("index")
    recorder.add("for", low.handle, high.handle, by.handle, counter.handle)
    if label := _assigned(recorder.items[-1][0]):
        recorder.names[counter.handle] = label
    recorder.bodies += 1
    ended = False
    try:
        yield counter
        ended = True
    finally:
        recorder.bodies -= 1
        recorder.add("end")
        if not ended and recorder.broken is None:
            recorder.broken = "a loop of the kernel is left by `break`, `return` or an exception; it runs whole"


@contextmanager
def if_(condition: Scalar) -> Iterator[None]:
    """What is called inside of `with` happens if a condition holds when the kernel runs."""
    if not isinstance(condition, Scalar):
        raise TypeError(f"{condition!r} is known now: use `if` of Python")
    recorder = current()
    recorder.add("if", condition.handle)
    yield
    recorder.add("end")


@contextmanager
def else_() -> Iterator[None]:
    """What is called inside of `with` happens if the condition of the `if_` before it does not hold."""
    recorder = current()
    if not recorder.items or recorder.items[-1][1] != "end":
        raise RuntimeError("`pto.else_()` follows a `with pto.if_(...)`")
    recorder.items.pop()
    recorder.add("else")
    yield
    recorder.add("end")


class Tile(Value):
    """A tile."""

    __slots__ = ()

    @property
    def shape(self) -> tuple[int, int]:
        """Its rows and columns, valid or not."""
        return self.type.rows, self.type.cols

    def reshape(self, rows: int, cols: int, *, dtype: str | None = None, layout: str = "row_major") -> Tile:
        """Another name for the same memory, with other rows, columns or layout."""
        return self._view("treshape", TileType(dtype or self.type.dtype, rows, cols, self.type.space, None, layout))

    def bitcast(self, dtype: str) -> Tile:
        """Another name for the same memory, whose elements are of another type of the same width."""
        of = self.type
        return self._view("bitcast", TileType(dtype, of.rows, of.cols, of.space, of.valid, of.layout, of.fractal, of.pad))

    def __array_ufunc__(self, ufunc: Any, *_: Any, **__: Any) -> Any:
        raise TypeError(f"numpy computes nothing on a tile (`numpy.{ufunc.__name__}`); call an instruction, such as `pto.texp(dst, src)`")

    def _no_operator(self, other: Any) -> Any:
        raise TypeError("tiles have no operators; call an instruction, such as `pto.tadd(dst, a, b)` or `pto.tmuls(dst, a, number)`")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __matmul__ = _no_operator

    def address(self) -> Value:
        """A pointer to its first element, for instructions on registers."""
        return call("tile_buf_addr", (("src", self, ""),), (), ("Ptr",), pointer(self.type.dtype, "ub"))

    def _view(self, op: str, type_: TileType) -> Tile:
        made = Tile(type_)
        current().add("op", op, (("src", (self.handle,)),), (), (str(type_),), (made.handle,), False)
        return made


def alloc_tile(type_: TileType, valid: tuple[Any, Any] | None, addr: Any, name: str | None) -> Tile:
    """A tile of a type."""
    operands = []
    if addr is not None:
        addr = addr if isinstance(addr, Value) else number(addr, "i64")
        operands.append(("addr", (cast(addr, "i64").handle,)))
    declared = type_.valid or (type_.rows, type_.cols)
    given = valid if valid is not None else (None, None)
    known: list[int | None] = []
    for declared_extent, extent, label in zip(declared, given, ("valid_row", "valid_col"), strict=True):
        if isinstance(extent, Scalar):
            operands.append((label, (index(extent).handle,)))
            known.append(None)
        elif extent is not None:
            known.append(int(extent))
        elif declared_extent is None:
            raise TypeError(f"the type leaves `{label}` open: give it with `valid=`")
        else:
            known.append(declared_extent)
    if (known[0], known[1]) != declared:
        type_ = type_.with_valid((known[0], known[1]))
    made = Tile(type_)
    recorder = current()
    recorder.add("op", "alloc_tile", tuple(operands), (), (str(type_),), (made.handle,), False)
    if called := name or _assigned(recorder.items[-1][0]):
        recorder.names[made.handle] = called
    return made


def _assigned(at: str) -> str | None:
    """The variable that a line of the kernel gives a tile or a count to, so that findings call it as the kernel does."""
    file, _, line = at.rpartition(":")
    found = re.match(r"\s*(?:for\s+)?([A-Za-z_]\w*)\s*(?:in\b|=[^=])", linecache.getline(file, int(line))) if line else None
    return found[1] if found else None


def tile(
    dtype: str,
    rows: int,
    cols: int,
    *,
    space: str = "vec",
    valid: tuple[Any, Any] | None = None,
    layout: str = "row_major",
    fractal: int | None = None,
    pad: str | None = None,
    addr: Any = None,
    name: str | None = None,
) -> Tile:
    """A tile of a kernel. Where it lies is left to the tool, unless `addr` says it."""
    return alloc_tile(TileType(dtype, rows, cols, space, None, layout, fractal, pad), valid, addr, name)


class View(Value):
    """A view on global memory, or a window of one."""

    __slots__ = ("shape", "whole")

    def __init__(self, dtype: str, shape: Sequence[Number | None], *, whole: bool, handle: int | None = None) -> None:
        extents = "x".join(str(n) if isinstance(n, int) else "?" for n in shape)
        kind = "tensor_view" if whole else "partition_tensor_view"
        super().__init__(f"!pto.{kind}<{extents}x{dtype}>", handle)
        self.shape, self.whole = tuple(shape), whole

    @property
    def dtype(self) -> str:
        return self.type[:-1].rsplit("x", 1)[1]

    def __getitem__(self, _: Any) -> View:
        raise TypeError("a window of a view is `x.part([row, column], [rows, columns])`")

    def part(self, offsets: Sequence[Number], sizes: Sequence[Number]) -> View:
        """A window: where it begins, and how large it is."""
        made = View(self.dtype, sizes, whole=False)
        operands = (
            ("source", (self.handle,)),
            ("offsets", tuple(index(n).handle for n in offsets)),
            ("sizes", tuple(index(n).handle for n in sizes)),
        )
        current().add("op", "partition_view", operands, (), (made.type,), (made.handle,), False)
        return made


class Pointer(Value):
    """A pointer to global memory."""

    __slots__ = ()

    def view(self, shape: Sequence[Number], strides: Sequence[Number] | None = None) -> View:
        """A view on what it points to: extents and strides in elements, the last ones next to each other without strides."""
        if strides is None:
            dense: list[Number] = [1]
            for extent in reversed(list(shape)[1:]):
                dense.insert(0, extent if isinstance(dense[0], int) and dense[0] == 1 else extent * dense[0])
            strides = dense
        made = View(str(self.dtype), [None] * len(shape), whole=True)
        made.shape = tuple(shape)
        operands = (
            ("ptr", (self.handle,)),
            ("shape", tuple(index(n).handle for n in shape)),
            ("strides", tuple(index(n).handle for n in strides)),
        )
        current().add("op", "make_tensor_view", operands, (), (made.type,), (made.handle,), False)
        return made


def counts() -> Value:
    """Four numbers that an instruction such as `tmrgsort` gives and nobody asks for."""
    return Value("vector<4xi16>", current().constant(0, "counts"))


def treshape(src: Tile, rows: int, cols: int, *, dtype: str | None = None, layout: str = "row_major") -> Tile:
    """Another name for the memory of a tile, with other rows, columns or layout."""
    return src.reshape(rows, cols, dtype=dtype, layout=layout)


def bitcast(src: Tile, dtype: str) -> Tile:
    """Another name for the memory of a tile, whose elements are of another type of the same width."""
    return src.bitcast(dtype)
