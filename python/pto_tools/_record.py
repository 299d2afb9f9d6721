"""Recording: what the functions of a kernel write down while it is called, and how it becomes a program."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Union

from . import _native
from ._types import BITS, TileType, element_of, mask, vreg

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_CURRENT = threading.local()


class Recorder:
    """What a kernel has written down so far. Constants stand at the top of the program, everything else in order."""

    def __init__(self) -> None:
        self.items: list[tuple[Any, ...]] = []
        self.constants: dict[tuple[Any, ...], int] = {}
        self.names: dict[int, str] = {}
        self.count = 0
        self.bodies = 0
        self.broken: str | None = None

    def handle(self) -> int:
        """The number of a new value."""
        self.count += 1
        return self.count - 1

    def add(self, *item: Any) -> None:
        """Writes an operation down, with the line of the kernel it comes from."""
        self.items.append((place(), *item))

    def constant(self, value: Any, type_text: str) -> int:
        """A number; the same one is made once."""
        key = (type(value) is float, repr(value), type_text)
        if key not in self.constants:
            self.constants[key] = self.handle()
        return self.constants[key]


def current() -> Recorder:
    """The kernel that is being recorded on this thread."""
    recorder = getattr(_CURRENT, "recorder", None)
    if recorder is None:
        raise RuntimeError("this is an instruction of a kernel: call it in a function that has `@pto.kernel`")
    return recorder


@contextmanager
def recording(recorder: Recorder) -> Iterator[None]:
    """Instructions on this thread go to the recorder."""
    before = getattr(_CURRENT, "recorder", None)
    _CURRENT.recorder = recorder
    try:
        yield
    finally:
        _CURRENT.recorder = before


def place() -> str:
    """The line of the kernel: the first one outside of this package."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else ""


class Value:
    """A value of a kernel: a tile, a view, a pointer, a register, a predicate or a number."""

    __slots__ = ("handle", "recorder", "type")

    def __init__(self, type_: Any, handle: int | None = None) -> None:
        self.recorder = current()
        self.type = type_
        self.handle = self.recorder.handle() if handle is None else handle

    @property
    def dtype(self) -> str | None:
        """Its element type."""
        return self.type.dtype if isinstance(self.type, TileType) else element_of(str(self.type))

    def __repr__(self) -> str:
        return f"<{self.recorder.names.get(self.handle, f'value {self.handle}')} : {self.type}>"


class Scalar(Value):
    """A number of a kernel that is known when it runs."""

    __slots__ = ()

    @property
    def dtype(self) -> str:
        return str(self.type)

    @property
    def is_float(self) -> bool:
        """Whether it is a floating-point number."""
        return self.type.startswith(("f", "bf"))

    def _other(self, other: Any) -> Scalar:
        if isinstance(other, Scalar):
            if other.type != self.type:
                raise TypeError(f"{self.type} and {other.type} do not mix; convert one: `pto.cast(value, {self.type!r})`")
            return other
        if isinstance(other, float) and not self.is_float:
            raise TypeError(f"{other} is no number of type {self.type}; convert the other: `pto.cast(value, 'f32')`")
        if not isinstance(other, (int, float)):
            return NotImplemented
        return number(other, self.type)

    def _arith(self, ints: str, floats: str | None, a: Any, b: Any) -> Any:
        if a is NotImplemented or b is NotImplemented:
            return NotImplemented
        name = floats if self.is_float else ints
        if name is None:
            raise TypeError(f"numbers of type {self.type} have no such operation")
        result = Scalar(self.type)
        current().add("arith", name, (a.handle, b.handle), result.handle)
        return result

    def _compare(self, ints: str, floats: str, other: Any) -> Any:
        other = self._other(other)
        if other is NotImplemented:
            return NotImplemented
        result = Scalar("i1")
        current().add("compare", floats if self.is_float else ints, self.handle, other.handle, result.handle)
        return result

    def __add__(self, other: Any) -> Scalar:
        return self._arith("addi", "addf", self, self._other(other))

    def __radd__(self, other: Any) -> Scalar:
        return self._arith("addi", "addf", self._other(other), self)

    def __sub__(self, other: Any) -> Scalar:
        return self._arith("subi", "subf", self, self._other(other))

    def __rsub__(self, other: Any) -> Scalar:
        return self._arith("subi", "subf", self._other(other), self)

    def __mul__(self, other: Any) -> Scalar:
        return self._arith("muli", "mulf", self, self._other(other))

    def __rmul__(self, other: Any) -> Scalar:
        return self._arith("muli", "mulf", self._other(other), self)

    def __truediv__(self, other: Any) -> Scalar:
        if not self.is_float:
            raise TypeError("`/` divides floating-point numbers; `//` divides counts")
        return self._arith("", "divf", self, self._other(other))

    def __rtruediv__(self, other: Any) -> Scalar:
        if not self.is_float:
            raise TypeError("`/` divides floating-point numbers; `//` divides counts")
        return self._arith("", "divf", self._other(other), self)

    def __floordiv__(self, other: Any) -> Scalar:
        return self._arith("divui" if self.type == "index" else "divsi", None, self, self._other(other))

    def __mod__(self, other: Any) -> Scalar:
        return self._arith("remui" if self.type == "index" else "remsi", None, self, self._other(other))

    def __and__(self, other: Any) -> Scalar:
        return self._arith("andi", None, self, self._other(other))

    def __or__(self, other: Any) -> Scalar:
        return self._arith("ori", None, self, self._other(other))

    def __lt__(self, other: Any) -> Scalar:
        return self._compare("slt", "olt", other)

    def __le__(self, other: Any) -> Scalar:
        return self._compare("sle", "ole", other)

    def __gt__(self, other: Any) -> Scalar:
        return self._compare("sgt", "ogt", other)

    def __ge__(self, other: Any) -> Scalar:
        return self._compare("sge", "oge", other)

    def __eq__(self, other: Any) -> Any:
        return self._compare("eq", "oeq", other)

    def __ne__(self, other: Any) -> Any:
        return self._compare("ne", "one", other)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("the number is known when the kernel runs; `with pto.if_(condition):` branches on it")

    def __index__(self) -> int:
        raise TypeError("the number is known when the kernel runs; `for i in pto.range(n):` counts up to it")


Number = Union[int, float, Scalar]  # noqa: UP007


def number(value: int | float, type_text: str) -> Scalar:
    """A number of a type that is known now."""
    if isinstance(value, bool):
        value = int(value)
    if type_text.startswith(("f", "bf")):
        value = float(value)
    return Scalar(type_text, current().constant(value, type_text))


def _operand(name: str, value: Any, number_type: str, others: dict[str, Any]) -> Value:
    """The value that stands for an operand; a Python number becomes a constant."""
    if isinstance(value, Value):
        if value.recorder is not current():
            raise ValueError(f"`{name}` is a value of another kernel")
        return value
    if hasattr(value, "item"):
        value = value.item()
    if not isinstance(value, (int, float)):
        raise TypeError(f"`{name}` is {value!r:.60}, which is no value of a kernel")
    if number_type.startswith("="):
        tile = others.get(number_type[1:])
        of = tile.dtype if isinstance(tile, Value) else None
        number_type = _signless(of) if of else ""
    if not number_type:
        number_type = "f32" if isinstance(value, float) else "i32"
    return number(value, number_type)


def _signless(dtype: str) -> str:
    """Numbers of programs carry no sign."""
    return dtype[1:] if dtype.startswith(("ui", "si")) else dtype


def call(
    op: str,
    operands: Sequence[tuple[str, Any, str]],
    attrs: Sequence[tuple[str, Any]],
    kinds: Sequence[str] = (),
    result: str | Sequence[str] | None = None,
    result_type: str = "",
) -> Any:
    """Writes an instruction down, and gives the values that it gives."""
    recorder, given, words = _given(op, operands, attrs)
    types: list[Any] = [result] if isinstance(result, (str, TileType)) else list(result or ())
    if not types:
        types = [_result_type(op, kind, operands, result_type) for kind in kinds]
    made = [Scalar(t) if not isinstance(t, TileType) and not t.startswith("!") else Value(t) for t in types]
    recorder.add("op", op, given, words, tuple(map(str, types)), tuple(v.handle for v in made), False)
    return None if not made else made[0] if len(made) == 1 else tuple(made)


def _given(op: str, operands: Sequence[tuple[str, Any, str]], attrs: Sequence[tuple[str, Any]]) -> tuple[Recorder, Any, Any]:
    recorder = current()
    others = {name: value for name, value, _ in operands}
    given = []
    for name, value, number_type in operands:
        if value is None:
            continue
        values = value if isinstance(value, (list, tuple)) else [value]
        given.append((name, tuple(_operand(name, v, number_type, others).handle for v in values)))
    words = []
    for name, value in attrs:
        if isinstance(value, Value):
            raise TypeError(f"`{name}` of `pto.{op}` is part of the instruction: give it as a word or a number, not {value!r}")
        if value is not None:
            words.append((name, list(value) if isinstance(value, tuple) else value))
    return recorder, tuple(given), tuple(words)


@contextmanager
def body(op: str, operands: Sequence[tuple[str, Any, str]], attrs: Sequence[tuple[str, Any]]) -> Iterator[None]:
    """An instruction with a body: what is called inside of `with` stands in it."""
    recorder, given, words = _given(op, operands, attrs)
    recorder.add("op", op, given, words, (), (), True)
    yield
    recorder.add("end")


def _result_type(op: str, kind: str, operands: Sequence[tuple[str, Any, str]], result_type: str) -> str:
    """The type of a value that an instruction gives, where what it takes tells."""
    if result_type:
        return result_type
    types = [str(v.type) for _, v, _ in operands if isinstance(v, Value)]
    first = lambda start: next((t for t in types if t.startswith(start)), None)  # noqa: E731
    register, pointer = first("!pto.vreg<"), first("!pto.ptr<")
    if kind == "Vreg":
        if register:
            return register
        element = element_of(pointer) if pointer else next((t for t in types if t in BITS), None)
        if element:
            return vreg(element)
    if kind == "Mask":
        for bits in (8, 16, 32):
            if op.endswith(f"_b{bits}"):
                return mask(bits)
        if register:
            return mask(BITS[str(element_of(register))])
        if known := first("!pto.mask<"):
            return known
    if kind == "Align":
        return "!pto.align"
    if kind == "Ptr" and pointer:
        return pointer
    if kind == "Index":
        return "index"
    if kind == "Scalar":
        element = element_of(register or pointer or "")
        if element:
            return element
    raise TypeError(f"the type of what `pto.{op}` gives is not known from its operands; say it: `result='...'`")


def write(recorder: Recorder, name: str, target: str, params: Sequence[tuple[str, str]]) -> tuple[str, dict[int, str]]:
    """The program as text, and the line of the kernel for each line of it."""
    builder = _native.Builder(target)
    made: dict[int, int] = dict(enumerate(builder.begin_func(name, list(params))))
    for (_, _, type_text), handle in recorder.constants.items():
        value = next(v for v, h in recorder.constants.items() if h == handle)
        text = value[1]
        if type_text == "counts":
            made[handle] = builder.counts()
            continue
        known = float(text) if value[0] else int(text)
        made[handle] = builder.constant(known, type_text)
        if not value[0] and known >= 0:
            builder.name(made[handle], f"c{known}" + ("" if type_text == "index" else f"_{type_text}"))
    for at, kind, *rest in recorder.items:
        builder.at(at)
        _write_one(builder, made, kind, rest)
    for handle, label in recorder.names.items():
        if handle in made:
            builder.name(made[handle], label)
    builder.at("")
    builder.end_func()
    text, places = builder.finish()
    return text, {line: at for line, at in reversed(places) if at}


def _write_one(builder: Any, made: dict[int, int], kind: str, rest: list[Any]) -> None:
    if kind == "op":
        op, given, words, types, handles, has_body = rest
        values = builder.op(op, [(n, [made[h] for h in hs]) for n, hs in given], list(words), list(types), has_body)
        made.update(zip(handles, values, strict=False))
    elif kind == "arith":
        made[rest[2]] = builder.arith(rest[0], [made[h] for h in rest[1]])
    elif kind == "cast":
        made[rest[3]] = builder.cast(rest[0], made[rest[1]], rest[2])
    elif kind == "compare":
        made[rest[3]] = builder.compare(rest[0], made[rest[1]], made[rest[2]])
    elif kind == "for":
        made[rest[3]] = builder.begin_for(made[rest[0]], made[rest[1]], made[rest[2]], [])[0]
    elif kind == "if":
        builder.begin_if(made[rest[0]])
    elif kind == "else":
        builder.begin_else()
    else:
        builder.end([])
