"""The graph of a program's tasks as `deps.json`: what each task takes, and which earlier task each of its arguments comes from.

Fields and rules are those of simpler@93adc386: `docs/dfx/dep-gen.md` §4, `src/a2a3/runtime/tensormap_and_ringbuffer/host/dep_gen_replay.cpp`
`write_deps_json`, `runtime/pto_dep_compute.h`, and for overlaps `runtime/pto_tensormap.h` `check_overlap`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._orchestration import NO_TASK, ChipTensor, Task
from ._tasks import DataType, TensorArgType

_WAIT, _WAIT_AND_RETAIN = ["wait"], ["wait", "retain"]


@dataclass(slots=True)
class _Written:
    """What a task wrote, for the tasks that read it."""

    tensor: ChipTensor
    number: int
    raw: int


class Graph:
    """Grows with every task that is submitted. Tasks are known by their number, and by the id that a device's runtime would give them."""

    def __init__(self) -> None:
        self._tasks: list[dict[str, Any]] = []
        self._tensors: dict[int, dict[str, Any]] = {}
        self._edges: list[dict[str, Any]] = []
        self._raw: list[int] = []
        self._written: dict[int, list[_Written]] = {}
        # Entries of the map from memory to writers that a task has.
        self.entries: dict[int, int] = {}

    def raw(self, number: int) -> int:
        """The id of a task."""
        return self._raw[number]

    def add(self, task: Task, raw: int) -> int:
        """A task is submitted. How many tasks it follows."""
        number = len(self._raw)
        self._raw.append(raw)
        tagged = [(i, t, TensorArgType(tag)) for i, (t, tag) in enumerate(zip(task.tensors, task.tags, strict=True))]
        if not _only_makes_memory(task):
            self._tasks.append(
                {
                    "task_id": str(raw),
                    "scope": "manual" if task.manual_scope else "auto",
                    "early_dispatch": task.early,
                    "kernel_ids": list(task.kernels),
                    "block_num": max(task.blocks, 1),
                    "args": [self._argument(i, tensor, tag) for i, tensor, tag in tagged],
                }
            )
        before: set[int] = set()
        for number_before in task.deps:
            if number_before not in before:
                self._edge(number_before, raw, -1, "explicit", _WAIT_AND_RETAIN)
            before.add(number_before)
        if not task.manual_scope:
            for i, tensor, tag in tagged:
                if tag != TensorArgType.OUTPUT:
                    self._follow(raw, i, tensor, tag, before)
            for _, tensor, tag in tagged:
                if tag in (TensorArgType.INOUT, TensorArgType.OUTPUT_EXISTING) and not tensor.manual_dep:
                    self._written.setdefault(tensor.addr, []).insert(0, _Written(tensor, number, raw))
                    self.entries[number] = self.entries.get(number, 0) + 1
        return len(before)

    def _argument(self, i: int, tensor: ChipTensor, tag: TensorArgType) -> dict[str, Any]:
        found: dict[str, Any] = {"idx": i, "type": tag.name if tag != TensorArgType.NO_DEP else "UNKNOWN"}
        # What a task makes has no memory yet when a device's runtime notes it.
        if tag != TensorArgType.OUTPUT:
            found |= {"tensor_id": self._tensor(tensor), "dtype": DataType(tensor.dtype).name, **_slice(tensor)}
        return found

    def _tensor(self, tensor: ChipTensor) -> str:
        identity = tensor_id(tensor.addr, 0)
        self._tensors.setdefault(
            identity,
            {
                "tensor_id": str(identity),
                "buffer_addr": str(tensor.addr),
                "version": 0,
                "dtype": DataType(tensor.dtype).name,
                "buffer_numel": str(tensor.size // tensor.element_bytes),
            },
        )
        return str(identity)

    def _follow(self, raw: int, i: int, tensor: ChipTensor, tag: TensorArgType, before: set[int]) -> None:
        """Edges to the task that made the memory of an argument, and to those that wrote what it reads."""
        read = {
            "tensor_id": self._tensor(tensor),
            "consumer_dtype": DataType(tensor.dtype).name,
            **_slice(tensor, "consumer_"),
        }
        if tensor.owner != NO_TASK:
            if tensor.owner not in before:
                self._edge(tensor.owner, raw, i, "creator", _WAIT_AND_RETAIN, **read)
            before.add(tensor.owner)
        if tag not in (TensorArgType.INPUT, TensorArgType.INOUT) or tensor.manual_dep:
            return
        kept = []
        for writer in self._written.get(tensor.addr, ()):
            how = overlap(tensor, writer.tensor)
            if how is not None:
                before.add(writer.number)
                written = {**read, **_slice(writer.tensor, "producer_")}
                self._edge(writer.number, raw, i, "tensormap", _WAIT, overlap=how, **written)
            if how == "covered" and tag == TensorArgType.INOUT:
                # Those of a scope that has ended are not counted any more.
                if writer.number in self.entries:
                    self.entries[writer.number] -= 1
            else:
                kept.append(writer)
        if tensor.addr in self._written:
            self._written[tensor.addr] = kept

    def _edge(self, before: int, raw: int, arg: int, source: str, flags: list[str], **more: Any) -> None:
        edge = {"pred": str(self._raw[before]), "succ": str(raw), "arg": arg, "source": source, "flags": flags}
        self._edges.append(edge | more)

    def write(self, path: Path) -> None:
        """Writes it."""
        document = {"tasks": self._tasks, "tensors": list(self._tensors.values()), "edges": self._edges}
        path.write_text(json.dumps(document, separators=(",", ":")) + "\n", encoding="utf-8")


def _only_makes_memory(task: Task) -> bool:
    """Whether it is what `alloc_tensors` submits: a device's runtime notes no such task, and its tools know them by that."""
    none = all(k < 0 for k in task.kernels) and not task.deps
    return none and bool(task.tags) and all(tag == TensorArgType.OUTPUT for tag in task.tags)


def _slice(tensor: ChipTensor, prefix: str = "") -> dict[str, Any]:
    return {
        f"{prefix}shape": list(tensor.shape),
        f"{prefix}start_offset": str(tensor.start_offset),
        f"{prefix}strides": list(tensor.strides[: tensor.ndims]),
    }


def tensor_id(address: int, version: int) -> int:
    """The identity of memory: FNV-1a over its address and version. The numbers of the example are those of `dep-gen.md` §4.

    >>> tensor_id(29204938752, 0)
    13451765318376212391
    """
    found = 0xCBF29CE484222325
    for byte in address.to_bytes(8, "little") + version.to_bytes(4, "little"):
        found = ((found ^ byte) * 0x100000001B3) & (2**64 - 1)
    return found


def overlap(read: ChipTensor, written: ChipTensor) -> str | None:
    """How what is read lies to what was written: `covered` if it contains it all, `other`, or nothing if they do not meet."""
    (start, end), (first, last) = read.span, written.span
    if not (start < last and first < end):
        return None
    strides = read.strides[: read.ndims]
    if (read.dtype, read.ndims, strides) != (written.dtype, written.ndims, written.strides[: written.ndims]) or not strides:
        return "other"
    if strides[-1] != 1 or any(a % b for a, b in zip(strides, strides[1:], strict=False)):
        return "other"
    elements = read.size // read.element_bytes
    if elements % strides[0]:
        return "other"
    extents = [elements // strides[0], *(a // b for a, b in zip(strides, strides[1:], strict=False))]
    contains, mine, theirs = True, read.start_offset, written.start_offset
    boxes = []
    for stride, extent, wide, narrow in zip(strides, extents, read.shape, written.shape, strict=True):
        (at, mine), (other, theirs) = divmod(mine, stride), divmod(theirs, stride)
        if at + wide > extent or other + narrow > extent:
            return "other"
        boxes.append((at, at + wide, other, other + narrow))
    if mine or theirs:
        return "other"
    for at, to, other, until in boxes:
        if not (at < until and other < to):
            return None
        contains &= at <= other and until <= to
    return "covered" if contains else "other"
