"""Executes the tasks of an orchestration on the simulator: in the order of submission, but for those that wait for a signal."""

from __future__ import annotations

import ctypes
import struct
import time
from dataclasses import dataclass
from typing import Any

from .._findings import Error
from .._kernel import Kernel, Param, Run
from .._ranks import comm_context
from . import _options
from ._collectives import Collective
from ._devices import Devices, Member
from ._errors import OrchestrationError
from ._memory import ScopedMemory
from ._orchestration import ChipTensor, Runtime, Task
from ._program import Launchable, Program, named
from ._record import CUBE_CORES, ProgramRun, TaskRun
from ._records import Records
from ._waits import Notes, Pending
from ._wrapper import ExtentArg, NotesArg, NumberArg, TensorArg

class _Byte(ctypes.Structure):
    """A byte without a type of its own: a parameter takes memory of these whatever its elements are."""

    _fields_ = [("code", ctypes.c_uint8)]


def memory_at(address: int, nbytes: int) -> Any:
    """Memory at an address, in place."""
    return (_Byte * nbytes).from_address(address) if nbytes else bytearray()


def number(bits: int, param: Param) -> int | float:
    """A number as a parameter takes it, from the 64 bits of a task."""
    if param.dtype == "f32":
        return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]
    if param.dtype == "f16":
        return struct.unpack("<e", struct.pack("<H", bits & 0xFFFF))[0]
    if param.dtype == "bf16":
        return struct.unpack("<f", struct.pack("<I", (bits & 0xFFFF) << 16))[0]
    if param.dtype == "f64":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    return bits & ((1 << param.bits) - 1)


@dataclass(frozen=True, slots=True)
class Seat:
    """A device among others: how their kernels meet, and its memberships by the numbers of their contexts."""

    devices: Devices
    members: dict[int, Member]


@dataclass(frozen=True, slots=True)
class Together:
    """The launch of one device, which the others have to join."""

    name: str
    kernel: Kernel | Collective
    blocks: int
    values: list[Any]

    @property
    def program(self) -> str | Collective:
        """What it runs, equal for launches that run the same."""
        return self.kernel if isinstance(self.kernel, Collective) else self.kernel.text


class Executor(Runtime):
    """One run of a program, perhaps on one of several devices."""

    def __init__(self, program: Program, seat: Seat | None, records: Records | None, cost: bool) -> None:
        self.program, self._seat, self._records = program, seat, records
        self.options = _options.current()
        self._cost = cost or self.options.cost
        self.cube_cores = CUBE_CORES[program.target]
        self.vector_cores = 2 * self.cube_cores
        self.record = ProgramRun(program.folder, program.target)
        self._memory = ScopedMemory(self.options.unwritten)
        self._pending = Pending()
        self.held = self._pending.count

    def allocate(self, nbytes: int) -> int:
        if self._records:
            self._records.allocated(nbytes)
        return self._memory.allocate(nbytes, keep=bool(self._pending))

    def scope(self, begins: bool, site: str) -> None:
        if self._records:
            self._records.scope(begins, site)
        self._memory.scope(begins)

    def log(self, level: int, text: str) -> None:
        self.record.log.append((level, text))

    def submit(self, task: Task) -> int:
        for tensor in task.tensors:
            self._memory.use(tensor.addr)
        ran = self.record.begin(task)
        if self._records:
            self._records.submitted(ran.number, task)
        if self._pending.holds(ran):
            self._pending.hold(ran, task)
        else:
            self._execute(ran, task)
            self._go_on()
        return ran.number

    def settle(self, address: int | None = None) -> None:
        """Waits for tasks that are held: those that use the memory at an address, or all."""
        while self._pending and (address is None or self._pending.touches(address)):
            if not self._pending.any_ready():
                if self._seat is None:
                    raise OrchestrationError(self._pending.why_not())
                self._devices.wait_for(self._pending.any_ready, self._pending.why_not)
            self._go_on()

    def _go_on(self) -> None:
        """Executes what is not held any longer."""
        while self._pending:
            for number in self._pending.complete():
                self.record.tasks[number].completed = time.perf_counter_ns()
            if (free := self._pending.next()) is None:
                return
            self._execute(*free)

    def _execute(self, ran: TaskRun, task: Task) -> None:
        ran.started = time.perf_counter_ns()
        if all(k < 0 for k in task.kernels) or not task.dispatched:
            ran.dispatched = False
        elif (what := self.program.collective(task.kernels)) is not None:
            self._run_collective(ran, what, task)
        else:
            for launchable in self.program.launchable(task.kernels, task.blocks, self._shard(task)):
                self._launch(ran, launchable, task)
        ran.ended = ran.completed = time.perf_counter_ns()

    def _shard(self, task: Task) -> int:
        """Elements of one block's part of the memory that blocks divide, if a kernel has such."""
        for k in task.kernels:
            for a in self.program.arguments(k) if k >= 0 and task.blocks > 1 else ():
                if isinstance(a, TensorArg) and a.sharded:
                    return task.tensors[a.index].shape[0] // task.blocks
        return 0

    def _launch(self, ran: TaskRun, launchable: Launchable, task: Task) -> None:
        kernel = launchable.kernel
        started = time.perf_counter()
        try:
            member = self._member(kernel, launchable, task)
            notes = Notes()
            values = self._values(kernel, launchable, task, member, notes)
            if member is None:
                run = self._run(kernel, values, task.blocks, 1)
            else:
                together = Together(launchable.name, kernel, task.blocks, values)
                run = self._devices.meet(member, together, self._run_together)
        except Error as error:
            raise named(error, launchable.name, kernel) from None
        self._note(ran, launchable, run, time.perf_counter() - started)
        self._wait(ran, launchable, task, notes)
        if self._cost and member is None:
            self._count_cycles(ran, kernel, values, task.blocks)

    def _run_collective(self, ran: TaskRun, what: Collective, task: Task) -> None:
        """A collective, which has the number of ranks and the context as its first numbers."""
        member = self._seat.members.get(task.scalars[1]) if self._seat else None
        if member is None:
            raise OrchestrationError(f"collective `{what.name}` is given a context of no domain")
        started = time.perf_counter()
        launch = Together(what.name, what, task.blocks, task.tensors)
        self._devices.meet(member, launch, lambda launches: what.run([one.values for one in launches]))
        ran.name = what.name
        ran.seconds += time.perf_counter() - started

    def _run_together(self, launches: list[Together]) -> Run:
        first = launches[0]
        if len(launches) == 1:
            return self._run(first.kernel, first.values, first.blocks, 1)
        lists = [list(of_ranks) for of_ranks in zip(*(one.values for one in launches), strict=True)]
        return self._run(first.kernel, lists, first.blocks, len(launches))

    def _run(self, kernel: Any, values: list[Any], blocks: int, ranks: int) -> Run:
        options = self.options
        return kernel.run(
            *values,
            ranks=ranks,
            blocks=blocks,
            threads=options.threads,
            check=options.check,
            semantics=options.semantics,
            rules=options.rules,
            max_steps=options.max_steps,
        )

    @property
    def _devices(self) -> Devices:
        assert self._seat is not None
        return self._seat.devices

    def _params(self, kernel: Kernel) -> tuple[Param, ...]:
        return kernel._decode(None, None, self.options.semantics, self.options.rules, self.options.check is not None)[1]

    def _member(self, kernel: Kernel, launchable: Launchable, task: Task) -> Member | None:
        """What the device is in the domain that a kernel has the context of, if it has one."""
        found: Member | None = None
        for param, argument in zip(self._params(kernel), launchable.arguments, strict=False):
            if not isinstance(argument, NumberArg) or param.kind != "buffer":
                continue
            member = self._seat.members.get(task.scalars[argument.index]) if self._seat else None
            if member is None:
                raise OrchestrationError(f"kernel `{launchable.name}` is given a context of no domain")
            if found is not None and found.domain is not member.domain:
                raise OrchestrationError(f"kernel `{launchable.name}` is in two domains; only one at a time is simulated")
            found = member
        return found

    def _wait(self, ran: TaskRun, launchable: Launchable, task: Task, notes: Notes) -> None:
        """A task whose kernel registered counters is complete when they have come."""

        def signal(position: int) -> ChipTensor:
            argument = launchable.arguments[position]
            assert isinstance(argument, TensorArg)
            return task.tensors[argument.index]

        if counters := notes.counters(signal, launchable.name):
            ran.deferred = True
            self._pending.wait(ran, counters)

    def _values(
        self, kernel: Kernel, launchable: Launchable, task: Task, member: Member | None, notes: Notes
    ) -> list[Any]:
        values: list[Any] = []
        for param, argument in zip(self._params(kernel), launchable.arguments, strict=False):
            match argument:
                case TensorArg(index=index):
                    tensor = task.tensors[index]
                    values.append(memory_at(tensor.first_byte, tensor.bytes_to_end))
                case NumberArg() if member is not None and param.kind == "buffer":
                    values.append(comm_context(member.domain_rank, member.domain_size))
                case NumberArg(index=index):
                    values.append(number(task.scalars[index], param))
                case ExtentArg():
                    values.append(argument.value(task.tensors))
                case NotesArg():
                    values.append(notes.words)
        return values

    def _note(self, ran: TaskRun, launchable: Launchable, run: Run, seconds: float) -> None:
        ran.name = launchable.name
        ran.seconds += seconds
        ran.steps += run.steps
        ran.findings.extend(run.findings)
        self.record.printed.extend(run.printed)

    def _count_cycles(self, ran: TaskRun, kernel: Kernel, values: list[Any], blocks: int) -> None:
        try:
            cost = kernel.cost(*values, blocks=blocks)
        except Error:
            # Who only listens to the times of a run does without those that are not known.
            if self.options.cost:
                raise
            return
        self.record.clock_hz = round(cost.to_dict()["clock_mhz"] * 1e6)
        ran.cycles = max(ran.cycles or 0, cost.cycles)


def execute(
    program: Program,
    tensors: list[ChipTensor],
    scalars: list[int],
    seat: Seat | None = None,
    records: Records | None = None,
    cost: bool = False,
) -> ProgramRun:
    """Runs a program over the memory of its tensors. With `cost` cycles are counted whatever the options are."""
    executor = Executor(program, seat, records, cost)
    try:
        program.orchestration(executor, tensors, scalars)
        executor.settle()
    finally:
        executor.record.finish()
    if records:
        records.write(executor.record)
    return executor.record
