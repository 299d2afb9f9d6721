"""The part of MLIR's Python bindings that kernel DSLs build their programs with, writing PTO text.

A DSL calls `mlir.ir` and `mlir.dialects` while it executes a kernel's Python function. Here those calls make a plain tree of
operations that prints as a program; nothing is checked, because reading the text checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


class _Scoped:
    """Something that is current inside a `with`."""

    _stack: list[Any]

    def __init_subclass__(cls) -> None:
        cls._stack = []

    def __enter__(self) -> Any:
        self._stack.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.pop()


class _Current:
    def __get__(self, _: Any, owner: type[_Scoped]) -> Any:
        return owner._stack[-1] if owner._stack else None


class Context(_Scoped):
    """Where a program is built."""

    current = _Current()
    allow_unregistered_dialects = True


class Location(_Scoped):
    """A place in a Python program."""

    current = _Current()

    def __init__(self, file: str | None, line: int = 0, column: int = 0) -> None:
        self.place = None if file is None else (str(file), int(line), int(column or 0))

    @staticmethod
    def file(name: str, line: int, col: int = 0, context: Any = None) -> Location:
        """A line of a file."""
        return Location(name, line, col)

    @staticmethod
    def unknown(context: Any = None) -> Location:
        """No place."""
        return Location(None)

    def __str__(self) -> str:
        if self.place is None:
            return "loc(unknown)"
        file, line, column = self.place
        return f'loc("{file}":{line}:{column})'


class _Text:
    """A type or an attribute: what it prints as."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @classmethod
    def parse(cls, text: str, context: Any = None) -> Any:
        """From its text."""
        return cls(text)

    @classmethod
    def isinstance(cls, other: Any) -> bool:
        """Whether something is of this kind."""
        return isinstance(other, cls)


class Type(_Text):
    """A type."""


class Attribute(_Text):
    """An attribute."""


class _Simple(Type):
    """A type without parts."""

    spelling: str

    @classmethod
    def get(cls, context: Any = None) -> Type:
        """The type."""
        return cls(cls.spelling)


class F16Type(_Simple):
    """Half precision."""

    spelling = "f16"


class F32Type(_Simple):
    """Single precision."""

    spelling = "f32"


class F64Type(_Simple):
    """Double precision."""

    spelling = "f64"


class BF16Type(_Simple):
    """Half of single precision."""

    spelling = "bf16"


class IndexType(_Simple):
    """Numbers that count."""

    spelling = "index"


class IntegerType(Type):
    """Integers."""

    @property
    def width(self) -> int:
        """Bits."""
        return int(self.text.lstrip("uis"))

    @classmethod
    def get_signless(cls, width: int, context: Any = None) -> IntegerType:
        """`iN`."""
        return cls(f"i{width}")

    @classmethod
    def get_signed(cls, width: int, context: Any = None) -> IntegerType:
        """`siN`."""
        return cls(f"si{width}")

    @classmethod
    def get_unsigned(cls, width: int, context: Any = None) -> IntegerType:
        """`uiN`."""
        return cls(f"ui{width}")


class MemRefType(Type):
    """Memory with a shape."""

    @classmethod
    def get(cls, shape: Sequence[int], element: Type, *_: Any, **__: Any) -> MemRefType:
        """Of a shape and an element type."""
        return cls(f"memref<{'x'.join('?' if n < 0 else str(n) for n in shape)}x{element}>")


class FunctionType(Type):
    """Parameters and results."""

    def __init__(self, inputs: Sequence[Type], results: Sequence[Type]) -> None:
        self.inputs, self.results = list(inputs), list(results)
        super().__init__(f"({', '.join(map(str, inputs))}) -> ({', '.join(map(str, results))})")

    @classmethod
    def get(cls, inputs: Sequence[Type], results: Sequence[Type] = (), context: Any = None) -> FunctionType:
        """Of parameters and results."""
        return cls(inputs, results)


class BoolAttr(Attribute):
    """`true` or `false`."""

    @classmethod
    def get(cls, value: bool, context: Any = None) -> BoolAttr:
        """Of a truth value."""
        return cls("true" if value else "false")


class UnitAttr(Attribute):
    """An attribute that is just there."""

    @classmethod
    def get(cls, context: Any = None) -> UnitAttr:
        """The attribute."""
        return cls("unit")


class StringAttr(Attribute):
    """A text."""

    @classmethod
    def get(cls, value: str, context: Any = None) -> StringAttr:
        """Of a text."""
        return cls('"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\0A") + '"')


class FlatSymbolRefAttr(Attribute):
    """The name of a function."""

    @classmethod
    def get(cls, name: str, context: Any = None) -> FlatSymbolRefAttr:
        """Of a name."""
        return cls(f"@{name}")


class IntegerAttr(Attribute):
    """A number with its type."""

    @classmethod
    def get(cls, kind: Type, value: int) -> IntegerAttr:
        """Of a type and a value."""
        return cls(f"{value} : {kind}")


class FloatAttr(Attribute):
    """A number with its type."""

    @classmethod
    def get(cls, kind: Type, value: float, loc: Any = None) -> FloatAttr:
        """Of a type and a value."""
        return cls(f"{_float(value)} : {kind}")


def _float(value: float) -> str:
    text = repr(float(value))
    return text if "." in text or "inf" in text or "nan" in text else text.replace("e", ".0e", 1)


def attribute(value: Any) -> str:
    """A Python value as an attribute."""
    match value:
        case Attribute():
            return value.text
        case bool():
            return "true" if value else "false"
        case int():
            return f"{value} : i32"
        case float():
            return f"{_float(value)} : f32"
        case str():
            return StringAttr.get(value).text
        case list() | tuple():
            return f"[{', '.join(attribute(v) for v in value)}]"
    raise TypeError(f"{value!r} is no attribute")


class Value:
    """A result of an operation or a parameter."""

    def __init__(self, kind: Type, owner: Any) -> None:
        self.type, self.owner = kind, owner


class Block:
    """Operations in their order."""

    def __init__(self, arguments: Sequence[Type] = ()) -> None:
        self.arguments = [Value(t, self) for t in arguments]
        self.operations: list[Operation] = []


class _Blocks(list[Block]):
    def append(self, *arguments: Any) -> Block:  # type: ignore[override]
        block = Block(arguments)
        super().append(block)
        return block


class Region:
    """Blocks."""

    def __init__(self) -> None:
        self.blocks = _Blocks()

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)


class InsertionPoint(_Scoped):
    """Where operations go."""

    current = _Current()

    def __init__(self, block: Block) -> None:
        self.block = block


class Operation:
    """One operation. Made inside an insertion point, it stands there."""

    def __init__(
        self,
        name: str,
        operands: Sequence[Value] = (),
        results: Sequence[Type] = (),
        attributes: dict[str, Any] | None = None,
        regions: int = 0,
    ) -> None:
        self.name = name
        self.operands = [getattr(v, "result", v) if isinstance(v, Operation) else v for v in operands]
        self.results = [Value(t, self) for t in results]
        self.attributes: dict[str, Any] = dict(attributes or {})
        self.regions = [Region() for _ in range(regions)]
        self.location = Location.current
        at = InsertionPoint.current
        if at is not None:
            at.block.operations.append(self)

    @classmethod
    def create(
        cls,
        name: str,
        results: Sequence[Type] = (),
        operands: Sequence[Value] = (),
        attributes: dict[str, Any] | None = None,
        regions: int = 0,
        **_: Any,
    ) -> Operation:
        """An operation by its name."""
        return Operation(name, operands, results, attributes, regions)

    @property
    def operation(self) -> Operation:
        """Itself."""
        return self

    @property
    def result(self) -> Value:
        """The only result."""
        return self.results[0]

    def verify(self) -> bool:
        """Reading the text verifies it."""
        return True


class ModuleOperation(Operation):
    """A program as an operation."""

    def __init__(self, module: Module) -> None:
        self.name, self.attributes, self._module = "builtin.module", {}, module

    def get_asm(self, **_: Any) -> str:
        """Its text, always with places."""
        return str(self._module)


class Module:
    """A program."""

    def __init__(self) -> None:
        self.body = Block()
        self.operation = ModuleOperation(self)

    @staticmethod
    def create(loc: Any = None) -> Module:
        """An empty program."""
        return Module()

    def __str__(self) -> str:
        from ._print import module_text

        return module_text(self)
