"""Check, run, time and lower PTO kernels for Ascend NPUs on any machine.

>>> import numpy as np
>>> import pto_tools as pto
>>> kernel = pto.parse('''
... func.func @double(%x: !pto.tile_buf<vec, 1x8xi32>) {
...   pto.tadd ins(%x, %x : !pto.tile_buf<vec, 1x8xi32>, !pto.tile_buf<vec, 1x8xi32>)
...            outs(%x : !pto.tile_buf<vec, 1x8xi32>)
...   return
... }''')
>>> x = np.arange(8, dtype=np.int32)
>>> run = kernel(x)
>>> x
array([ 0,  2,  4,  6,  8, 10, 12, 14], dtype=int32)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._intrinsics import *  # noqa: F403

from ._cost import Cost, Trace
from ._findings import Edit, Error, Finding, Findings, InternalError
from ._html import HeatMap, show
from ._isa import explain, isa
from ._kernel import Kernel, Param, Run, parse
from ._kernel import load as load  # type: ignore[assignment]
from ._native import __version__
from ._ranks import Peer, comm_context

if TYPE_CHECKING:
    from ._author import Num, Ptr, PythonKernel, RecordedKernel, Tensor, kernel
    from ._record import Scalar, Value
    from ._types import TileType
    from ._values import (  # type: ignore[assignment]
        Pointer,
        Tile,
        View,
        bitcast,
        block_idx,
        block_num,
        cast,
        counts,
        else_,
        if_,
        index,
        maximum,
        minimum,
        range,
        tile,
        treshape,
    )

# What kernels in Python are written with, by the module that has it: loaded when it is used.
_AUTHORING = {
    "_author": ("Num", "Ptr", "PythonKernel", "RecordedKernel", "Tensor", "kernel"),
    "_record": ("Scalar", "Value"),
    "_types": ("TileType",),
    "_values": (
        "Pointer",
        "Tile",
        "View",
        "bitcast",
        "block_idx",
        "block_num",
        "cast",
        "counts",
        "else_",
        "if_",
        "index",
        "maximum",
        "minimum",
        "range",
        "tile",
        "treshape",
    ),
}
_LAZY = {name: module for module, names in _AUTHORING.items() for name in names}


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    module = importlib.import_module(f".{_LAZY.get(name, '_intrinsics')}", __name__)
    try:
        value = getattr(module, name)
    except AttributeError:
        raise AttributeError(f"there is neither a name nor an instruction `{name}` in pto_tools") from None
    globals()[name] = value
    return value


__all__ = [
    "Cost",
    "Edit",
    "Error",
    "Finding",
    "Findings",
    "HeatMap",
    "InternalError",
    "Kernel",
    "Num",
    "Param",
    "Peer",
    "Pointer",
    "Ptr",
    "PythonKernel",
    "RecordedKernel",
    "Run",
    "Scalar",
    "Tensor",
    "Tile",
    "TileType",
    "Trace",
    "Value",
    "View",
    "__version__",
    "bitcast",
    "block_idx",
    "block_num",
    "cast",
    "comm_context",
    "counts",
    "else_",
    "explain",
    "if_",
    "index",
    "isa",
    "kernel",
    "load",
    "maximum",
    "minimum",
    "parse",
    "range",
    "show",
    "tile",
    "treshape",
]
