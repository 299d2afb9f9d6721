"""The runtime package that PyPTO imports, played by this simulator.

PyPTO hands compiled programs, memory and arguments to a package called `simpler`. The types here have the names and calls of
that package which PyPTO uses; what they do is this simulator's.
"""

from __future__ import annotations

import ctypes
import enum
import logging
import struct
import sys
import types
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ._devices import Buffer, Devices, Domain, Member, Submission, run_all
from ._errors import OrchestrationError
from ._execute import Seat, execute
from ._orchestration import NO_TASK, ChipTensor
from ._program import Program
from ._record import ProgramRun

# Programs that ran in this process, the newest last.
history: list[ProgramRun] = []
_KEPT = 64


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


class Callable:
    """A program that was compiled, as it is registered at a worker."""

    def __init__(self, folder: Path, platform: str) -> None:
        self.program = Program(folder, target_of(platform))


def target_of(platform: str) -> str:
    """The target of a simulated platform."""
    if platform not in ("a2a3sim", "a5sim"):
        raise OrchestrationError(
            f"platform {platform!r} is a device; pto_tools.pypto executes programs for 'a2a3sim' and 'a5sim'"
        )
    return platform.removesuffix("sim")


class Submitted:
    """What was submitted has been executed."""

    def result(self, timeout: float | None = None) -> None:
        """Nothing to wait for."""

    wait = result

    def done(self) -> bool:
        """Always."""
        return True


class HostOrchestrator:
    """Programs for several devices. Those that communicate run side by side, once all of them are there."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._submitted: list[Submission] = []

    def allocate_domain(self, name: str, workers: Sequence[int], window_size: int, buffers: Sequence[Any] = ()) -> Domain:
        """Devices that see each other's windows."""
        domain = Domain(name, workers, window_size, buffers, Tensor)
        self._worker.members.update((m.device_ctx, m) for m in domain)
        return domain

    def submit_next_level(self, program: Callable, args: TaskArgs, config: Any = None, worker: int | None = None) -> Submitted:
        """Executes a program of a device: at once, unless devices wait for each other."""
        if not self._submitted and self._worker.members.keys().isdisjoint(args.scalars):
            self._worker.run(program, args, config)
            return Submitted()

        def run(devices: Devices) -> None:
            self._worker.run(program, args, config, Seat(devices, self._worker.members))

        reads = [t.chip for t, tag in zip(args.tensors, args.tags, strict=True) if tag in (TensorArgType.INPUT, TensorArgType.INOUT)]
        writes = [t.chip for t, tag in zip(args.tensors, args.tags, strict=True) if tag not in (TensorArgType.INPUT, TensorArgType.NO_DEP)]
        self._submitted.append(Submission(len(self._submitted), worker or 0, run, reads, writes))
        return Submitted()

    def submit_sub(self, function: Any, args: Any = None) -> Submitted:
        """Calls a Python function of the program."""
        self.finish()
        function(args)
        return Submitted()

    def copy_to(self, target: Buffer, source: Buffer) -> None:
        """Memory of the host into that of a device."""
        self.finish()
        ctypes.memmove(target.base, source.base, min(target.nbytes, source.nbytes))

    def finish(self) -> None:
        """Executes what was submitted."""
        submitted, self._submitted = self._submitted, []
        run_all(submitted)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise OrchestrationError(f"`{name}` of several devices is not simulated")


class Worker:
    """Executes programs in this process."""

    def __init__(self, level: int = 2, platform: str = "a2a3sim", **_: Any) -> None:
        self.level, self.platform, self.target = level, platform, target_of(platform)
        self.aicpu_dlopen_count = self.host_dlopen_count = 0
        self.members: dict[int, Member] = {}
        self._seen: set[int] = set()

    def init(self, prewarm_config: Any = None) -> None:
        """Nothing has to be prepared."""

    def close(self) -> None:
        """Nothing is held."""

    def register(self, program: Callable) -> Callable:
        """The handle of a program is the program."""
        if id(program) not in self._seen:
            self._seen.add(id(program))
            self.aicpu_dlopen_count += 1
            self.host_dlopen_count += 1
        return program

    def unregister(self, handle: Callable) -> None:
        """Nothing is held."""

    def run(self, handle: Callable, args: TaskArgs, config: Any = None, seat: Seat | None = None) -> None:
        """Executes a program over the memory of its arguments."""
        record = execute(handle.program, [t.chip for t in args.tensors], args.scalars, seat)
        history.append(record)
        del history[:-_KEPT]

    def submit(self, orchestration: Any) -> Submitted:
        """Executes an orchestration of several devices."""
        host = HostOrchestrator(self)
        orchestration(host, None, None)
        host.finish()
        return Submitted()

    def malloc(self, nbytes: int) -> Buffer:
        """Memory of the worker."""
        return Buffer(nbytes, Tensor)

    create_buffer = malloc

    def free(self, buffer: Buffer) -> None:
        """The memory goes when nothing refers to it."""

    def copy_to(self, buffer: Buffer, source: Any) -> None:
        """Host memory into the worker's."""
        ctypes.memmove(buffer.base, ctypes.addressof(source), ctypes.sizeof(source))

    def copy_from(self, target: Any, buffer: Buffer) -> None:
        """The worker's memory into the host's."""
        ctypes.memmove(ctypes.addressof(target), buffer.base, ctypes.sizeof(target))

    def make_tensor_arg(self, tensor: Any, shapes: Sequence[int] | None = None, dtype: int | None = None) -> Tensor:
        """A tensor of torch as an argument, in place."""
        return make_chip_tensor_arg(tensor)


def make_chip_tensor_arg(tensor: Any) -> Tensor:
    """A tensor of torch as an argument, in place."""
    if tensor.device.type != "cpu":
        raise ValueError(f"the tensor is on {tensor.device}; pass `tensor.cpu()` and copy the result back")
    if not tensor.is_contiguous():
        raise ValueError("the tensor is not contiguous; pass `tensor.contiguous()` and copy the result back")
    try:
        dtype = torch_dtype_to_datatype(tensor.dtype)
    except KeyError:
        raise ValueError(f"tasks take no tensor of {tensor.dtype}") from None
    return Tensor(tensor.data_ptr(), tuple(int(n) for n in tensor.shape), dtype, tensor)


def make_tensor_arg(worker: Worker, tensor: Any) -> Tensor:
    """A tensor of torch as an argument of a worker."""
    return worker.make_tensor_arg(tensor)


class _Unused:
    """Binaries are not made, so nothing builds them."""

    @staticmethod
    def build(**_: Any) -> _Unused:
        raise OrchestrationError("pto_tools.pypto executes texts of kernels; there are no binaries to build")


def _no_records(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise OrchestrationError(f"`{name}` reads records of a device's runtime, which a simulation does not make; see last_run()")


def _parse_level(level: int | str) -> int:
    names = {"debug": 10, "info": 20, "timing": 25, "warn": 30, "warning": 30, "error": 40, "null": 60}
    return level if isinstance(level, int) else names[level.lower()]


def modules() -> dict[str, types.ModuleType]:
    """The modules that PyPTO imports, by name."""
    contents: dict[str, dict[str, Any]] = {
        "simpler": {"__path__": []},
        "simpler.task_interface": {
            "ArgDirection": ArgDirection,
            "CallConfig": CallConfig,
            "ChipCallable": _Unused,
            "ChipStorageTaskArgs": TaskArgs,
            "ChipTensor": Tensor,
            "CommBufferSpec": CommBufferSpec,
            "CoreCallable": _Unused,
            "DataType": DataType,
            "TaskArgs": TaskArgs,
            "Tensor": Tensor,
            "TensorArgType": TensorArgType,
            "scalar_to_uint64": scalar_to_uint64,
        },
        "simpler.worker": {"Worker": Worker},
        "simpler._log": {"get_logger": lambda: logging.getLogger("pto_tools.pypto")},
        "simpler_setup": {"__path__": [], "KernelCompiler": _Unused},
        "simpler_setup.torch_interop": {
            "make_chip_tensor_arg": make_chip_tensor_arg,
            "make_tensor_arg": make_tensor_arg,
            "torch_dtype_to_datatype": torch_dtype_to_datatype,
        },
        "simpler_setup.log_config": {"parse_level": _parse_level},
        "simpler_setup.tools": {"__path__": [], "__getattr__": _no_records},
        "simpler_setup.tools.strace_timing": {"__getattr__": _no_records},
        "simpler_setup.tools.swimlane_converter": {"__getattr__": _no_records},
        "simpler_setup.tools.dump_viewer": {"__getattr__": _no_records},
    }
    made: dict[str, types.ModuleType] = {}
    for name, names in contents.items():
        module = made[name] = types.ModuleType(name, "The runtime of PyPTO, played by pto_tools.")
        vars(module).update(names)
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(made[parent], last, module)
    return made


def occupied() -> list[str]:
    """Modules of another runtime that are loaded already."""
    names = ("simpler.task_interface", "simpler.worker", "simpler_setup")
    return [n for n in names if n in sys.modules and sys.modules[n].__doc__ != "The runtime of PyPTO, played by pto_tools."]
