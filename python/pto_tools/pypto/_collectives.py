"""Collectives that PyPTO brings as C++ for its own runtime: executed by what they mean, on the windows of all ranks at once.

Their signals are counters which every call leaves as it found them, so nothing is done with them here. Reductions go over the ranks in
their order, in the type of the elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ._errors import OrchestrationError
from ._orchestration import ChipTensor

_NAME = re.compile(r"builtin_tensor_(?P<what>[a-z_]+?)(?:__(?P<how>sum|max|min|prod|root\d+))?__(?P<dtype>[a-z]+\d+)_kernel")
_DTYPES = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16", "int32": "int32", "int16": "int16", "int8": "int8"}

# The tensors of one rank after the other.
Windows = list[list[Any]]


def _all_to_all(windows: Windows, how: str) -> None:
    ranks = len(windows)
    sent = [w[0].clone().reshape(ranks, -1) for w in windows]
    for to, window in enumerate(windows):
        for rank in range(ranks):
            window[1].view(ranks, -1)[rank] = sent[rank][to]


def _all_to_all_v(windows: Windows, how: str) -> None:
    _all_to_all(windows, how)
    most = windows[0][1].shape[0] // len(windows)
    for to, window in enumerate(windows):
        for rank, other in enumerate(windows):
            window[4].view(-1)[rank] = min(int(other[3].view(-1)[to]), most)


def _allgather(windows: Windows, how: str) -> None:
    ranks = len(windows)
    for window in windows:
        rows = window[1].view(window[1].shape[0], -1)
        for rank in range(ranks):
            rows[rank] = windows[rank][0].reshape(-1)[: rows.shape[1]]


def _reduced(parts: list[Any], how: str) -> Any:
    import torch

    functions: dict[str, Callable[[Any, Any], Any]] = {
        "sum": torch.add,
        "max": torch.maximum,
        "min": torch.minimum,
        "prod": torch.mul,
    }
    return reduce(functions[how], parts)


def _allreduce(windows: Windows, how: str) -> None:
    total = _reduced([w[0] for w in windows], how)
    for window in windows:
        window[0].copy_(total)


def _reduce_scatter(windows: Windows, how: str) -> None:
    rows = [_reduced([w[0][rank] for w in windows], how) for rank in range(len(windows))]
    for rank, row in enumerate(rows):
        windows[rank][0][rank] = row


def _broadcast(windows: Windows, how: str) -> None:
    root = windows[int(how.removeprefix("root"))][0].clone()
    for window in windows:
        window[0].copy_(root)


def _barrier(windows: Windows, how: str) -> None:
    """That all have come is all of it."""


_MEANINGS: dict[str, Callable[[Windows, str], None]] = {
    "all_to_all": _all_to_all,
    "all_to_all_v": _all_to_all_v,
    "allgather": _allgather,
    "allreduce": _allreduce,
    "allreduce_ring": _allreduce,
    "barrier": _barrier,
    "broadcast": _broadcast,
    "reduce_scatter": _reduce_scatter,
}


@dataclass(frozen=True, slots=True)
class Collective:
    """A collective: what it does, how, and the type of the elements."""

    name: str
    what: str
    how: str
    dtype: str

    def run(self, tensors: list[list[ChipTensor]]) -> None:
        """Executes it on the tensors of one rank after the other."""
        _MEANINGS[self.what]([[self._view(t) for t in of_rank] for of_rank in tensors], self.how)

    def _view(self, tensor: ChipTensor) -> Any:
        import torch

        from ._execute import memory_at

        is_count = tensor.dtype == 2  # i32: signals and counts
        dtype = torch.int32 if is_count else getattr(torch, _DTYPES[self.dtype])
        start, end = tensor.span
        flat = torch.frombuffer(memory_at(start, end - start), dtype=dtype)
        return torch.as_strided(flat, tensor.shape, tuple(tensor.strides[: tensor.ndims]))


def collective(name: str) -> Collective | None:
    """The collective that a kernel of this name is, if it is one."""
    m = _NAME.fullmatch(name)
    if m is None or m["what"] not in _MEANINGS:
        return None
    if m["dtype"] not in _DTYPES:
        raise OrchestrationError(f"collective `{name}` has elements that are not simulated")
    return Collective(name, m["what"], m["how"] or "", m["dtype"])
