"""Workers: what executes programs, and the memory of their devices, kept from one call to the next."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _timing
from ._devices import Buffer, Devices, Domain, Member, Submission, run_all
from ._errors import OrchestrationError
from ._execute import Seat, execute
from ._program import Program
from ._record import ProgramRun
from ._records import Records
from ._tasks import TaskArgs, Tensor, TensorArgType, torch_dtype_to_datatype

# Programs that ran in this process, the newest last.
history: list[ProgramRun] = []
_KEPT = 64


class Callable:
    """A program that was compiled, as it is registered at a worker."""

    def __init__(self, folder: Path, platform: str) -> None:
        self.program = Program(folder, target_of(platform))

    def records(self, config: Any) -> Records | None:
        """The files about a run that its configuration asks for."""
        return Records.wanted(config, f"{self.program.orchestration_source.name}:0")


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


@dataclass(frozen=True, slots=True)
class HostRange:
    """Memory of the host, in place."""

    base: int
    nbytes: int


def wrap_fork_inherited(address: int, nbytes: int, *_: Any, **__: Any) -> HostRange:
    """Memory that a process of a device would share; devices are in this one."""
    return HostRange(address, nbytes)


class HostOrchestrator:
    """Programs for several devices. Those that communicate run side by side, once all of them are there."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._submitted: list[Submission] = []

    def allocate_domain(self, name: str, workers: Sequence[int], window_size: int, buffers: Sequence[Any] = ()) -> Domain:
        """Devices that see each other's windows."""
        domain = Domain(name, workers, window_size, buffers, Tensor)
        self._worker.adopt(domain)
        return domain

    def submit_next_level(self, program: Callable, args: TaskArgs, config: Any = None, worker: int | None = None) -> Submitted:
        """Executes a program of a device: at once, unless devices wait for each other."""
        if not self._submitted and self._worker.members.keys().isdisjoint(args.scalars):
            self._worker.execute(program, args, None, program.records(config), worker or 0)
            return Submitted()

        # The configuration is that of the next call when this one runs.
        records = program.records(config)

        def run(devices: Devices) -> None:
            self._worker.execute(program, args, Seat(devices, self._worker.members), records, worker or 0)

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
        self._worker.copy_to(target, source)

    def finish(self) -> None:
        """Executes what was submitted."""
        submitted, self._submitted = self._submitted, []
        run_all(submitted)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise OrchestrationError(f"`{name}` of several devices is not simulated")


@dataclass(slots=True)
class _Resources:
    """What goes with the run that made it. PyPTO takes out of it the windows that it keeps for later runs."""

    live_domains: dict[str, Domain] = field(default_factory=dict)
    domain_lock: Any = field(default_factory=threading.Lock)
    retired: bool = False


class Worker:
    """Executes programs in this process."""

    def __init__(self, level: int = 2, platform: str = "a2a3sim", **_: Any) -> None:
        self.level, self.platform, self.target = level, platform, target_of(platform)
        self.aicpu_dlopen_count = self.host_dlopen_count = 0
        self.members: dict[int, Member] = {}
        self._seen: set[int] = set()
        # By these names PyPTO finds the windows of a run, and those that outlive one.
        self._live_domains: dict[str, Domain] = {}
        self._building_run_resources: _Resources | None = None
        # How many were made.
        self._next_alloc_id = 0
        # Memory that was not freed: the device and the bytes, by the address.
        self._held: dict[int, tuple[int, int]] = {}

    def init(self, prewarm_config: Any = None) -> None:
        """Nothing has to be prepared."""

    def close(self) -> None:
        """Windows and memory go when nothing refers to them."""
        self._live_domains.clear()
        self.members.clear()
        self._held.clear()

    def register(self, program: Callable) -> Callable:
        """The handle of a program is the program."""
        if id(program) not in self._seen:
            self._seen.add(id(program))
            self.aicpu_dlopen_count += 1
            self.host_dlopen_count += 1
        return program

    def unregister(self, handle: Callable) -> None:
        """Nothing is held."""

    def run(self, handle: Any, args: TaskArgs | None = None, config: Any = None) -> None:
        """Executes a program over the memory of its arguments, or an orchestration of several devices."""
        if isinstance(handle, Callable):
            self.execute(handle, args or TaskArgs(), None, handle.records(config))
        else:
            self.submit(handle)

    def execute(
        self, program: Callable, args: TaskArgs, seat: Seat | None, records: Records | None, worker: int = 0
    ) -> None:
        """Executes a program, perhaps on one of several devices."""
        listened, started = _timing.wanted(), time.monotonic_ns()
        record = execute(program.program, [t.chip for t in args.tensors], args.scalars, seat, records, cost=listened)
        if listened:
            _timing.write(record, started, time.monotonic_ns(), worker)
        history.append(record)
        del history[:-_KEPT]

    def submit(self, orchestration: Any) -> Submitted:
        """Executes an orchestration of several devices."""
        resources = self._building_run_resources = _Resources()
        try:
            host = HostOrchestrator(self)
            orchestration(host, None, None)
            host.finish()
        finally:
            resources.retired = True
            self._building_run_resources = None
            for name in resources.live_domains:
                self._live_domains.pop(name, None)
            kept = [d for d in self._live_domains.values() if not d.released]
            self.members = {m.device_ctx: m for domain in kept for m in domain}
        return Submitted()

    def adopt(self, domain: Domain) -> None:
        """Windows of the run that is under way."""
        self._next_alloc_id += 1
        self.members.update((m.device_ctx, m) for m in domain)
        self._live_domains[domain.name] = domain
        if self._building_run_resources is not None:
            self._building_run_resources.live_domains[domain.name] = domain

    def malloc(self, nbytes: int) -> Buffer:
        """Memory of the worker."""
        return self._hold(0, nbytes)

    create_buffer = malloc

    def alloc_child_tensor(self, worker: int, shapes: Sequence[int], dtype: int) -> Buffer:
        """Memory of one of several devices, until it is freed."""
        return self._hold(worker, Tensor(0, shapes, dtype).chip.size)

    def _hold(self, worker: int, nbytes: int) -> Buffer:
        made = Buffer(nbytes, Tensor)
        self._held[made.base] = worker, nbytes
        return made

    def free(self, buffer: Buffer) -> None:
        """The memory goes when nothing refers to it."""
        self._held.pop(buffer.base, None)

    release_buffer = free

    def committed_device_memory(self, worker: int = 0) -> int:
        """Bytes of a device that were not freed."""
        return sum(nbytes for holder, nbytes in self._held.values() if holder == worker)

    def copy_to(self, buffer: Buffer, source: Any) -> None:
        """Host memory, or what is in a buffer, into the worker's."""
        start, nbytes = _extent(source)
        ctypes.memmove(buffer.base, start, min(buffer.nbytes, nbytes))

    def copy_from(self, target: Any, buffer: Buffer) -> None:
        """The worker's memory into the host's, or into a buffer."""
        start, nbytes = _extent(target)
        ctypes.memmove(start, buffer.base, min(buffer.nbytes, nbytes))

    def make_tensor_arg(self, tensor: Any, shapes: Sequence[int] | None = None, dtype: int | None = None) -> Tensor:
        """A tensor of torch as an argument, in place."""
        return make_chip_tensor_arg(tensor)


def _extent(memory: Any) -> tuple[int, int]:
    """Address and bytes of a buffer, or of an object of ctypes."""
    if isinstance(memory, (Buffer, HostRange)):
        return memory.base, memory.nbytes
    return ctypes.addressof(memory), ctypes.sizeof(memory)


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
