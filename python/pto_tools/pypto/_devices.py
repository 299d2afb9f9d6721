"""Devices that communicate: the windows they share, and kernels that they run together."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from ._errors import OrchestrationError
from ._orchestration import ChipTensor


class Buffer:
    """Memory of a device, zero at first."""

    def __init__(self, nbytes: int, make: Callable[..., Any]) -> None:
        self._array = np.zeros(nbytes + 64, np.uint8)
        self._make = make
        self.base = (self._array.ctypes.data + 63) & ~63
        self.nbytes = nbytes

    def tensor(self, shapes: Sequence[int], dtype: int) -> Any:
        """The memory with a shape. A kernel may reach what is left of it: windows are made of whole blocks of 32 bytes."""
        made = self._make(self.base, tuple(shapes), int(dtype), self)
        made.chip.size = max(made.chip.size, self.nbytes)
        return made


@dataclass(frozen=True, slots=True)
class Member:
    """A device in a domain: its rank, its buffers, and the number that stands for its context."""

    domain: Domain
    domain_rank: int
    buffers: dict[str, Buffer]
    actual_window_size: int
    # The address of a word that nobody reads: a context is known by it.
    device_ctx: int
    word: Any = field(repr=False)

    @property
    def domain_size(self) -> int:
        """How many devices there are."""
        return len(self.domain.workers)


class Domain:
    """Devices that see each other's windows. The order of `workers` gives the ranks."""

    def __init__(self, name: str, workers: Sequence[int], window_size: int, buffers: Sequence[Any], make: Any) -> None:
        self.name, self.workers = name, tuple(workers)
        self.released = self.freed = False
        self._members: dict[int, Member] = {}
        for rank, worker in enumerate(self.workers):
            word = ctypes.c_uint64(0)
            own = {b.name: Buffer(int(b.nbytes), make) for b in buffers}
            self._members[worker] = Member(self, rank, own, int(window_size), ctypes.addressof(word), word)

    def __getitem__(self, worker: int) -> Member:
        return self._members[worker]

    def __iter__(self) -> Any:
        return iter(self._members.values())

    def __enter__(self) -> Domain:
        return self

    def __exit__(self, *_: object) -> None:
        """What was submitted still uses the windows: they go with the last reference."""

    def release(self) -> None:
        """Likewise."""
        self.released = self.freed = True


class Launch(Protocol):
    """A kernel of one device that waits for those of the others."""

    name: str
    blocks: int

    @property
    def program(self) -> Any:
        """What it runs, equal for launches that run the same."""


@dataclass(slots=True)
class _Meeting:
    """The launches of a domain that have come so far, by rank; later what became of them."""

    launches: dict[int, Any] = field(default_factory=dict)
    done: bool = False
    outcome: Any = None
    error: BaseException | None = None


class Devices:
    """Lets the programs of several devices run side by side, one thread each, and their communicating kernels together."""

    def __init__(self, threads: int) -> None:
        self._changed = threading.Condition()
        self._running = threads
        # What each thread that waits waits for.
        self._waits: list[Callable[[], bool]] = []
        self._meetings: dict[int, _Meeting] = {}
        self._done: set[int] = set()
        self.error: BaseException | None = None

    def meet(self, member: Member, launch: Launch, run: Callable[[list[Any]], Any]) -> Any:
        """Waits for the launches of all ranks; the last one to come runs them together. The outcome is that of all."""
        with self._changed:
            meeting = self._meetings.setdefault(id(member.domain), _Meeting())
            meeting.launches[member.domain_rank] = launch
            if len(meeting.launches) < member.domain_size:
                self._sleep(lambda: meeting.done, f"no other device runs a kernel together with `{launch.name}`")
                if meeting.error is not None:
                    raise meeting.error
                return meeting.outcome
            del self._meetings[id(member.domain)]
        launches = [meeting.launches[rank] for rank in range(member.domain_size)]
        try:
            for other in launches:
                if (other.program, other.blocks) != (launch.program, launch.blocks):
                    raise OrchestrationError(
                        f"devices run different kernels at the same time (`{launches[0].name}`, `{other.name}`); "
                        "only one kernel on all of them is simulated"
                    )
            meeting.outcome = run(launches)
        except BaseException as error:
            meeting.error = error
            raise
        finally:
            with self._changed:
                meeting.done = True
                self._changed.notify_all()
        return meeting.outcome

    def finish(self, number: int) -> None:
        """A program that was submitted is done."""
        with self._changed:
            self._done.add(number)
            self._changed.notify_all()

    def wait(self, numbers: Sequence[int]) -> None:
        """Waits until programs that were submitted before are done."""
        with self._changed:
            self._sleep(lambda: self._done.issuperset(numbers), "a program waits for another one that waits for it")

    def wait_for(self, is_over: Callable[[], bool], why_never: Callable[[], str]) -> None:
        """Waits until something holds that other devices bring about."""
        with self._changed:
            self._sleep(is_over, why_never)

    def leave(self, error: BaseException | None) -> None:
        """A thread ends."""
        with self._changed:
            self.error = self.error or error
            self._running -= 1
            self._changed.notify_all()

    def _sleep(self, is_over: Callable[[], bool], why_never: str | Callable[[], str]) -> None:
        """Waits with the lock held. If all wait and nothing has come for any of them, nothing will."""
        self._waits.append(is_over)
        self._changed.notify_all()
        try:
            while not is_over():
                if self.error is not None:
                    raise self.error
                if len(self._waits) == self._running and not any(over() for over in self._waits):
                    reason = why_never if isinstance(why_never, str) else why_never()
                    raise OrchestrationError(f"the program cannot go on: {reason}")
                self._changed.wait()
        finally:
            self._waits.remove(is_over)


@dataclass(slots=True)
class Submission:
    """A program that was submitted to a device: what it touches, and the ones of other devices that it has to follow."""

    number: int
    worker: int
    run: Callable[[Devices], None]
    reads: list[ChipTensor]
    writes: list[ChipTensor]
    after: list[int] = field(default_factory=list)

    def follows(self, other: Submission) -> bool:
        """Whether it uses what the other one writes, or writes what that one uses."""
        pairs = [(self.reads, other.writes), (self.writes, other.writes), (self.writes, other.reads)]
        return any(_overlap(a, b) for mine, theirs in pairs for a in mine for b in theirs)


def _overlap(a: ChipTensor, b: ChipTensor) -> bool:
    (start, end), (other_start, other_end) = a.span, b.span
    return start < other_end and other_start < end


def run_all(submissions: list[Submission]) -> None:
    """Runs what was submitted: each device in its order, devices side by side."""
    queues: dict[int, list[Submission]] = {}
    for i, s in enumerate(submissions):
        s.after = [o.number for o in submissions[:i] if o.worker != s.worker and s.follows(o)]
        queues.setdefault(s.worker, []).append(s)
    devices = Devices(len(queues))

    def drain(queue: list[Submission]) -> None:
        failure: BaseException | None = None
        try:
            for s in queue:
                devices.wait(s.after)
                s.run(devices)
                devices.finish(s.number)
        except BaseException as error:  # noqa: BLE001 - it is raised again in the thread of the caller
            failure = error
        devices.leave(failure)

    threads = [threading.Thread(target=drain, args=(q,), daemon=True) for q in queues.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if devices.error is not None:
        raise devices.error
