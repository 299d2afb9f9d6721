"""Several devices that run a kernel together: what each of them is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _native


@dataclass(frozen=True, slots=True)
class Peer:
    """Memory of another rank: what it has for its parameter `name`."""

    rank: int
    name: str


def comm_context(rank: int, ranks: int) -> bytes:
    """The context that a host hands to a kernel which communicates, as a buffer of 64-bit words.

    Word 2 has the rank and, in its upper half, the number of ranks; the words from 4 on are where the window of each begins.

    >>> import struct
    >>> words = struct.unpack("<132q", comm_context(1, 2))
    >>> words[2] & 0xFFFFFFFF, words[2] >> 32, words[5] - words[4] == words[3]
    (1, 2, True)
    """
    if not 0 <= rank < ranks <= 64:
        raise ValueError(f"rank {rank} of {ranks}: ranks count from 0, and a context has room for 64")
    return _native.comm_context(rank, ranks)


def of_rank(name: str, value: Any, rank: int, ranks: int) -> Any:
    """What one rank is given for a parameter: its item of a list, or what all are given."""
    if not isinstance(value, (list, tuple)):
        return value
    if len(value) != ranks:
        raise TypeError(f"`%{name}` is given {len(value)} values; pass one for each of the {ranks} ranks, or one for all")
    return value[rank]


def find(peer: Peer, names: Sequence[str], ranks: int) -> tuple[int]:
    """The memory of a peer as the native part takes it: by the number of the argument."""
    if peer.name not in names:
        raise TypeError(f"{peer}: the kernel has no parameter `{peer.name}`; it has {', '.join(names)}")
    if not 0 <= peer.rank < ranks:
        raise TypeError(f"{peer}: there is no rank {peer.rank}; `ranks=N` runs the kernel on N of them")
    return (peer.rank * len(names) + list(names).index(peer.name),)
