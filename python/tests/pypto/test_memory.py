"""Memory of tasks is given back when its scope has ended."""

from __future__ import annotations

import pytest
from pto_tools.pypto import OrchestrationError
from pto_tools.pypto._memory import ScopedMemory


def test_memory_of_scopes_that_ended_goes_once_there_is_much_of_it():
    memory = ScopedMemory(0xFF, kept_bytes=4096)
    outer = memory.allocate(1024)
    memory.scope(True)
    inner = [memory.allocate(1024) for _ in range(8)]
    memory.scope(False)
    # Large memory is elsewhere than what went.
    memory.use(memory.allocate(1 << 20))
    assert outer % 64 == 0 and len(memory._live) < 10
    memory.use(outer)
    memory.use(inner[-1])
    with pytest.raises(OrchestrationError, match="given back"):
        memory.use(inner[0])


def test_an_address_that_is_used_again_is_that_of_the_new_memory():
    memory = ScopedMemory(0, kept_bytes=0)
    for _ in range(100):
        memory.scope(True)
        memory.use(memory.allocate(64))
        memory.scope(False)
    assert len(memory._live) <= 2
