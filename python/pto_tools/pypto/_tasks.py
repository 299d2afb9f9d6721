"""Tensors and arguments of tasks, with the names and calls of the runtime package that PyPTO imports."""

from __future__ import annotations

import ctypes
import enum
import struct
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from ._orchestration import NO_TASK, ChipTensor


class DataType(enum.IntEnum):
    """Element types by their numbers in a task."""

    FLOAT32 = 0
    FLOAT16 = 1
    INT32 = 2
    INT16 = 3
    INT8 = 4
    UINT8 = 5
    BFLOAT16 = 6
    INT64 = 7
    UINT64 = 8
    UINT16 = 9
    UINT32 = 10
    BOOL = 11
    FP8E4M3FN = 12
    FP8E8M0 = 13
    FP4E2M1 = 14


_TORCH = {
    "float32": DataType.FLOAT32,
    "float16": DataType.FLOAT16,
    "int32": DataType.INT32,
    "int16": DataType.INT16,
    "int8": DataType.INT8,
    "uint8": DataType.UINT8,
    "bfloat16": DataType.BFLOAT16,
    "int64": DataType.INT64,
    "uint64": DataType.UINT64,
    "uint16": DataType.UINT16,
    "uint32": DataType.UINT32,
    "bool": DataType.BOOL,
    "float8_e4m3fn": DataType.FP8E4M3FN,
    "float8_e8m0fnu": DataType.FP8E8M0,
    "float4_e2m1fn_x2": DataType.FP4E2M1,
}


def torch_dtype_to_datatype(dtype: Any) -> DataType:
    """The number of a type of torch; `KeyError` if tasks have none."""
    return _TORCH[str(dtype).removeprefix("torch.")]


class ArgDirection(enum.IntEnum):
    """What a kernel does with an argument."""

    SCALAR = 0
    IN = 1
    OUT = 2
    INOUT = 3


class TensorArgType(enum.IntEnum):
    """What a task does with a tensor."""

    INPUT = 0
    OUTPUT = 1
    INOUT = 2
    OUTPUT_EXISTING = 3
    NO_DEP = 4


class Tensor:
    """Memory with a shape; `keep` is what owns it."""

    def __init__(self, address: int, shape: Sequence[int], dtype: int, keep: Any = None) -> None:
        self.chip = ChipTensor(addr=address, owner=NO_TASK, ndims=len(shape), dtype=int(dtype))
        stride = 1
        for i in reversed(range(len(shape))):
            self.chip.shapes[i], self.chip.strides[i] = shape[i], stride
            stride *= shape[i]
        self.chip.size = stride * self.chip.element_bytes
        self.keep = keep

    @classmethod
    def make(cls, data: int, shapes: Sequence[int], dtype: int, child_memory: bool = False) -> Tensor:
        """A tensor over memory at an address."""
        return cls(data, tuple(shapes), dtype)

    @property
    def data(self) -> int:
        """Where it starts."""
        return self.chip.addr

    @property
    def shapes(self) -> tuple[int, ...]:
        """Elements per dimension."""
        return self.chip.shape

    @property
    def strides(self) -> tuple[int, ...]:
        """Elements from one to the next, per dimension."""
        return tuple(self.chip.strides[: self.chip.ndims])

    @property
    def dtype(self) -> DataType:
        """The element type."""
        return DataType(self.chip.dtype)

    @property
    def buffer(self) -> Any:
        """The memory, in place."""
        return (ctypes.c_uint8 * self.chip.size).from_address(self.chip.addr)


class TaskArgs:
    """Arguments: tensors, then numbers. A Python function of a program sees the tensors by their positions."""

    def __init__(self) -> None:
        self.tensors: list[Tensor] = []
        self.tags: list[int] = []
        self.scalars: list[int] = []

    def add_tensor(self, tensor: Tensor, tag: int = TensorArgType.INPUT) -> None:
        """Adds a tensor."""
        if self.scalars:
            raise RuntimeError("tensors come before numbers in the arguments of a task")
        self.tensors.append(tensor)
        self.tags.append(int(tag))

    def add_scalar(self, value: int) -> None:
        """Adds a number by its bits."""
        self.scalars.append(int(value) & (2**64 - 1))

    def __getitem__(self, i: int) -> Tensor:
        return self.tensors[i]

    def __len__(self) -> int:
        return len(self.tensors)

    def scalar(self, i: int) -> int:
        """A number by its bits."""
        return self.scalars[i]

    def tensor_count(self) -> int:
        """How many tensors there are."""
        return len(self.tensors)

    def scalar_count(self) -> int:
        """How many numbers there are."""
        return len(self.scalars)


def scalar_to_uint64(value: Any) -> int:
    """The bits of a number of ctypes or Python."""
    if isinstance(value, ctypes._SimpleCData):
        return int.from_bytes(bytes(value).ljust(8, b"\0"), "little")
    if isinstance(value, float):
        return int.from_bytes(struct.pack("<f", value), "little")
    return int(value) & (2**64 - 1)


class CallConfig(SimpleNamespace):
    """Settings of a call. What belongs to a device's scheduler is taken and has no effect."""

    def __init__(self) -> None:
        super().__init__(runtime_env=SimpleNamespace(), output_prefix="", enable_dep_gen=False)

    def validate(self) -> None:
        """Nothing to refuse."""


class CommBufferSpec(SimpleNamespace):
    """A part of the window that a device shares: `name`, `dtype`, `count`, `nbytes`."""
