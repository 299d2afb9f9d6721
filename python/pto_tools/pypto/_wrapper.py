"""Kernel wrappers: generated C++ that says which argument of a task becomes which parameter of a kernel."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ._errors import OrchestrationError
from ._orchestration import ChipTensor


@dataclass(frozen=True, slots=True)
class TensorArg:
    """Memory of a tensor of the task. A sharded one is divided among the blocks."""

    index: int
    sharded: bool = False


@dataclass(frozen=True, slots=True)
class NumberArg:
    """A number of the task, by its position after the tensors."""

    index: int


@dataclass(frozen=True, slots=True)
class ExtentArg:
    """An extent that is computed from the shapes of tensors."""

    expression: str
    tensors: dict[str, int]

    def value(self, tensors: Sequence[ChipTensor]) -> int:
        """The extent for the tensors of a task."""
        return _evaluate(self.expression, {name: tensors[i].shape for name, i in self.tensors.items()})


@dataclass(frozen=True, slots=True)
class IdentityArg:
    """Which block or core executes: `block_idx`, `block_num` or `subblock_idx`."""

    what: str


@dataclass(frozen=True, slots=True)
class NotesArg:
    """Where a kernel registers the counters that its task waits for: `_waits.py`."""


Argument = TensorArg | NumberArg | ExtentArg | IdentityArg | NotesArg

_TENSOR = re.compile(r"ChipTensor\*\s*(\w+)_tensor\s*=\s*reinterpret_cast<[^>]*>\(args\[(\d+)\]\)")
_CONTEXT = re.compile(r"int64_t\*\s*(\w+)\s*=\s*reinterpret_cast<__gm__ int64_t\*>\(args\[(\d+)\]\)")
_POINTER = re.compile(r"\*\s*(\w+)\s*=\s*reinterpret_cast<[^;]*?>\(\s*(\w+)_tensor->buffer\.addr\)([^;]*);")
_NUMBER = re.compile(r"(\w+)_conv\.u64\s*=\s*args\[(\d+)\]")
_EXTENT = re.compile(r"int64_t\s+(\w+)\s*=\s*([^;]*->shapes\[[^;]*);")
_IDENTITY = re.compile(r"int32_t\s+(\w+)\s*=\s*get_(block_idx|block_num|sub_block_id)\(args\)")
_ENTRY = "void kernel_entry("


def read_wrapper(text: str, name: str) -> tuple[Argument, ...]:
    """The arguments of the kernel's function, in its own order."""
    start = text.rfind(_ENTRY)
    body = text[start:]
    call = re.search(rf"^\s*{re.escape(name)}\(([^;]*)\);", body, re.MULTILINE)
    if start < 0 or call is None:
        raise OrchestrationError(f"the wrapper of kernel `{name}` has no call of it")
    known: dict[str, Argument] = {}
    tensors = {m[1]: int(m[2]) for m in _TENSOR.finditer(body)}
    for pointer, tensor, offset in _POINTER.findall(body):
        known[pointer] = TensorArg(tensors[tensor], "gm_block_offset" in offset)
    for m in (*_CONTEXT.finditer(body), *_NUMBER.finditer(body)):
        known[m[1]] = NumberArg(int(m[2]) - len(tensors))
    for variable, expression in _EXTENT.findall(body):
        known.setdefault(variable, ExtentArg(expression, tensors))
    for variable, what in _IDENTITY.findall(body):
        known[variable] = IdentityArg("subblock_idx" if what == "sub_block_id" else what)
    # What the dispatch was given is handed on by kernels that register counters, and by no others.
    known.setdefault("args", NotesArg())
    names = [word.strip() for word in call[1].split(",") if word.strip()]
    if missing := [word for word in names if word not in known]:
        raise OrchestrationError(f"kernel `{name}` takes `{missing[0]}`, which this simulator does not provide")
    return tuple(known[word] for word in names)


_SHAPE = re.compile(r"(\w+)_tensor->shapes\[(\d+)\]")
_CAST = re.compile(r"static_cast<[^>]*>|\((?:u?int\d+_t|int|long|size_t)\)")
_OPERATIONS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.floordiv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _evaluate(expression: str, shapes: dict[str, tuple[int, ...]]) -> int:
    """Integer arithmetic of C over the shapes of tensors."""
    numbers = _SHAPE.sub(lambda m: str(shapes[m[1]][int(m[2])]), _CAST.sub("", expression))

    def value(node: ast.AST) -> int:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -value(inner)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                return _OPERATIONS[type(op)](value(left), value(right))
        raise OrchestrationError(f"an extent is computed in a way that is not understood: {expression}")

    try:
        return value(ast.parse(numbers.strip(), mode="eval").body)
    except SyntaxError:
        raise OrchestrationError(f"an extent is computed in a way that is not understood: {expression}") from None
