"""Tasks that end their kernel's work before they are complete: a kernel registers counters, and its task is complete when they have come so far.

PyPTO writes such a kernel as one that calls `pypto_register_counter_completion(args, signal, element, expected)`, which its runtime
provides: pypto@e2d0f78a `python/pypto/backend/pto_backend.py:267-374`. Here the call notes its numbers in a buffer that goes with the launch.
A counter is compared without sign: simpler@93adc386 `src/a2a3/runtime/tensormap_and_ringbuffer/runtime/pto_async_wait.h` `counter_poll_op`.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ._errors import OrchestrationError
from ._orchestration import ChipTensor, Task
from ._record import TaskRun
from ._text import FUNCTION, constant, statement

# Counters of one task. Source: simpler@93adc386 `MAX_COMPLETIONS_PER_TASK`, which the generated code asserts to be this.
MOST = 64
ADAPTER = "pypto_register_counter_completion"
# How many calls there were, then three numbers of each: the parameter of the signal, the element, the value.
_WORDS = 1 + 3 * MOST
_LARGEST = 2**31 - 1

_DECLARED = re.compile(rf"func\.func\s+private\s+@{ADAPTER}\(!pto\.ptr<i64>[^\n]*")
_CALL = re.compile(
    rf"func\.call\s+@{ADAPTER}\(\s*(%[\w$]+)\s*,\s*(%[\w$]+)\s*,\s*(%[\w$]+)\s*,\s*(%[\w$]+)\s*\)\s*:\s*\(!pto\.ptr<i64>[^\n]*?->\s*\(\)"
)


def _body() -> str:
    """The adapter: the number of calls goes up, and the numbers of this one follow those before."""
    pointer, wide, index = "!pto.ptr<i64>", "i64", "index"

    def store(value: str, at: str) -> str:
        return f'"pto.store_scalar"({value}, %notes, {at}) : ({wide}, {pointer}, {index}) -> ()'

    lines = [
        constant("%zero", 0, index),
        constant("%one", 1, index),
        constant("%three", 3, index),
        constant("%more", 1, wide),
        statement("%calls", "pto.load_scalar", {"%notes": pointer, "%zero": index}, wide),
        statement("%now", "arith.addi", {"%calls": wide, "%more": wide}, wide),
        store("%now", "%zero"),
        statement("%call", "arith.index_cast", {"%calls": wide}, index),
        statement("%before", "arith.muli", {"%call": index, "%three": index}, index),
        statement("%at0", "arith.addi", {"%before": index, "%one": index}, index),
        store("%given0", "%at0"),
        statement("%at1", "arith.addi", {"%at0": index, "%one": index}, index),
        store("%given1", "%at1"),
        statement("%at2", "arith.addi", {"%at1": index, "%one": index}, index),
        store("%given2", "%at2"),
        '"func.return"() : () -> ()',
    ]
    return f"func.func private @{ADAPTER}(%notes: {pointer}, %given0: {wide}, %given1: {wide}, %given2: {wide}) {{ {' '.join(lines)} }}"


def noting(text: str) -> str:
    """The text with calls that note the position of the signal among the parameters, instead of its address. Lines stay where they are."""
    if ADAPTER not in text:
        return text
    functions = [(m.start(), [p.split(":")[0].strip() for p in m[2].split(",")]) for m in FUNCTION.finditer(text)]
    calls = 0

    def rewrite(m: re.Match[str]) -> str:
        nonlocal calls
        notes, signal, element, expected = m.groups()
        parameters = next((names for start, names in reversed(functions) if start < m.start()), [])
        if signal not in parameters:
            raise OrchestrationError(f"a deferred wait is for `{signal}`, which is no parameter of its kernel")
        which, calls = f"%pto_signal_{calls}", calls + 1
        given = f"{notes}, {which}, {element}, {expected}"
        return f"{constant(which, parameters.index(signal), 'i64')} func.call @{ADAPTER}({given}) : (!pto.ptr<i64>, i64, i64, i64) -> ()"

    return _DECLARED.sub(lambda _: _body(), _CALL.sub(rewrite, text))


class Notes:
    """The buffer of a launch in which its kernel notes the counters."""

    def __init__(self) -> None:
        self.words = (ctypes.c_int64 * _WORDS)()

    def counters(self, signals: Callable[[int], ChipTensor], name: str) -> list[Counter]:
        """What was noted; `signals` gives the tensor at a parameter's position."""
        found = []
        for call in range(self.words[0]):
            which, element, expected = self.words[1 + 3 * call : 4 + 3 * call]
            if element < 0 or not 0 <= expected <= _LARGEST:
                raise OrchestrationError(f"kernel `{name}` waits for element {element} of its signal to be {expected}, which cannot be")
            found.append(Counter(signals(which).first_byte + 4 * element, expected))
        return found


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter in memory, and what it has to reach."""

    address: int
    expected: int

    def has_come(self) -> bool:
        """Whether it is there."""
        return ctypes.c_uint32.from_address(self.address).value >= self.expected


class Pending:
    """Tasks that wait for counters, and those that have to follow them."""

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[str, list[Counter]]] = {}
        self._held: dict[int, tuple[TaskRun, Task]] = {}
        # How many there are, where the orchestration sees it.
        self.count = ctypes.c_int32(0)

    def __bool__(self) -> bool:
        return self.count.value > 0

    def holds(self, ran: TaskRun) -> bool:
        """Whether a task has to follow one of these."""
        return bool(self) and any(a in self._waiting or a in self._held for a in ran.after)

    def hold(self, ran: TaskRun, task: Task) -> None:
        """Keeps a task until what it follows is complete."""
        self._held[ran.number] = ran, task
        self._count()

    def wait(self, ran: TaskRun, counters: Sequence[Counter]) -> None:
        """A task has ended its kernel, and is complete when all counters have come."""
        self._waiting[ran.number] = ran.name, list(counters)
        self._count()

    def complete(self) -> list[int]:
        """The tasks whose counters have come; they wait no longer."""
        done = [n for n in self._waiting if self._ready(n)]
        for number in done:
            del self._waiting[number]
        self._count()
        return done

    def any_ready(self) -> bool:
        """Whether the counters of some task have come."""
        return any(self._ready(n) for n in self._waiting)

    def next(self) -> tuple[TaskRun, Task] | None:
        """The first task that nothing holds any more."""
        for number, (ran, task) in self._held.items():
            if not any(a in self._waiting or a in self._held for a in ran.after):
                del self._held[number]
                self._count()
                return ran, task
        return None

    def touches(self, address: int) -> bool:
        """Whether a task that is held uses memory at an address."""
        return any(t.addr == address for _, task in self._held.values() for t in task.tensors)

    def why_not(self) -> str:
        """What is waited for, in words."""
        number, (name, counters) = next(iter(self._waiting.items()))
        missing = next(c for c in counters if not c.has_come())
        value = ctypes.c_uint32.from_address(missing.address).value
        return f"task {number} (`{name}`) waits for a signal to reach {missing.expected}, which is {value} and which no task changes any more"

    def _ready(self, number: int) -> bool:
        return all(c.has_come() for c in self._waiting[number][1])

    def _count(self) -> None:
        self.count.value = len(self._waiting) + len(self._held)
