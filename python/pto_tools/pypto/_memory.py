"""Memory that tasks of an orchestration make, and give back when their scope has ended."""

from __future__ import annotations

from collections import deque

import numpy as np

from ._errors import OrchestrationError

# How much may wait to be given back. Generated code carries a tensor out of its scope now and then, and uses it soon.
KEPT_BYTES = 512 << 20


class ScopedMemory:
    """Memory by its addresses. That of scopes which have ended goes, the oldest first, once there is much of it."""

    def __init__(self, unwritten: int, kept_bytes: int = KEPT_BYTES) -> None:
        self._unwritten, self._kept_bytes = unwritten, kept_bytes
        self._live: dict[int, np.ndarray] = {}
        self._scopes: list[list[int]] = [[]]
        self._ended: deque[int] = deque()
        self._ended_bytes = 0
        self._gone: set[int] = set()

    def allocate(self, nbytes: int, keep: bool = False) -> int:
        """Memory of the innermost scope; its address, aligned to a cache line as on a device. With `keep` nothing is given back for it."""
        while self._ended_bytes > self._kept_bytes and not keep:
            self._give_back(self._ended.popleft())
        array = np.full(nbytes + 64, self._unwritten, np.uint8)
        address = (array.ctypes.data + 63) & ~63
        self._live[address] = array
        self._gone.discard(address)
        self._scopes[-1].append(address)
        return address

    def scope(self, begins: bool) -> None:
        """A scope begins or ends."""
        if begins:
            self._scopes.append([])
        elif len(self._scopes) > 1:
            ended = self._scopes.pop()
            self._ended.extend(ended)
            self._ended_bytes += sum(self._live[a].nbytes for a in ended)

    def use(self, address: int) -> None:
        """A task uses memory, or what the program was given."""
        if address in self._gone:
            raise OrchestrationError("a task uses memory of a scope that ended long ago, which was given back")

    def _give_back(self, address: int) -> None:
        self._ended_bytes -= self._live.pop(address).nbytes
        self._gone.add(address)
