"""The runtime package that PyPTO imports, played by this simulator.

PyPTO hands compiled programs, memory and arguments to a package called `simpler`. Its modules here have the names and calls of
that package which PyPTO uses; what they do is this simulator's.
"""

from __future__ import annotations

import logging
import os
import sys
import types
from pathlib import Path
from typing import Any

from . import _timing
from ._errors import OrchestrationError
from ._lanes import read_perf_data
from ._program import Program
from ._tasks import (
    ArgDirection,
    CallConfig,
    CommBufferSpec,
    DataType,
    TaskArgs,
    Tensor,
    TensorArgType,
    scalar_to_uint64,
    torch_dtype_to_datatype,
)
from ._workers import Worker, make_chip_tensor_arg, make_tensor_arg, wrap_fork_inherited


class _Unused:
    """Binaries are not made, so nothing builds them."""

    @staticmethod
    def build(**_: Any) -> _Unused:
        raise OrchestrationError("pto_tools.pypto executes texts of kernels; there are no binaries to build")


def _no_records(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise OrchestrationError(f"`{name}` reads records of a device's runtime, which a simulation does not make; see last_run()")


def _kernel_names(path: str | os.PathLike[str]) -> dict[str, str]:
    """The names of a program's kernels by their numbers, from its configuration."""
    kernels = Program.load_config(Path(path)).KERNELS
    return {str(k["func_id"]): k["name"] for k in kernels if "func_id" in k and "name" in k}


def _parse_level(level: int | str) -> int:
    names = {"debug": 10, "info": 20, "timing": _timing.TIMING, "warn": 30, "warning": 30, "error": 40, "null": 60}
    return level if isinstance(level, int) else names[level.lower()]


def modules() -> dict[str, types.ModuleType]:
    """The modules that PyPTO imports, by name."""
    contents: dict[str, dict[str, Any]] = {
        "simpler": {"__path__": []},
        "simpler.task_interface": {
            "ArgDirection": ArgDirection,
            "CallConfig": CallConfig,
            "ChipCallable": _Unused,
            "ChipStorageTaskArgs": TaskArgs,
            "ChipTensor": Tensor,
            "CommBufferSpec": CommBufferSpec,
            "CoreCallable": _Unused,
            "DataType": DataType,
            "TaskArgs": TaskArgs,
            "Tensor": Tensor,
            "TensorArgType": TensorArgType,
            "scalar_to_uint64": scalar_to_uint64,
        },
        "simpler.buffer": {
            "AccessMode": types.SimpleNamespace(READWRITE="readwrite"),
            "BackendKind": types.SimpleNamespace(FORK_SHM="fork_shm"),
            "mint_owner_instance_id": lambda: os.urandom(16),
            "wrap_fork_inherited": wrap_fork_inherited,
        },
        "simpler.worker": {"Worker": Worker},
        "simpler._log": {"get_logger": lambda: logging.getLogger("pto_tools.pypto")},
        "simpler_setup": {"__path__": [], "KernelCompiler": _Unused},
        "simpler_setup.torch_interop": {
            "make_chip_tensor_arg": make_chip_tensor_arg,
            "make_tensor_arg": make_tensor_arg,
            "torch_dtype_to_datatype": torch_dtype_to_datatype,
        },
        "simpler_setup.log_config": {"parse_level": _parse_level},
        "simpler_setup.tools": {"__path__": [], "__getattr__": _no_records},
        "simpler_setup.tools.strace_timing": {
            "__getattr__": _no_records,
            "_ROUNDS_TABLE_NAMES": _timing.NAMES,
            "bucket_by_hid": _timing.bucket_by_hid,
            "group_invocations": _timing.group_invocations,
            "invocation_spans": _timing.invocation_spans,
            "parse_spans": _timing.parse_spans,
        },
        "simpler_setup.tools.swimlane_converter": {
            "__getattr__": _no_records,
            "load_kernel_config": _kernel_names,
            "read_perf_data": read_perf_data,
        },
        "simpler_setup.tools.dump_viewer": {"__getattr__": _no_records},
    }
    made: dict[str, types.ModuleType] = {}
    for name, names in contents.items():
        module = made[name] = types.ModuleType(name, "The runtime of PyPTO, played by pto_tools.")
        vars(module).update(names)
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(made[parent], last, module)
    return made


def occupied() -> list[str]:
    """Modules of another runtime that are loaded already."""
    names = ("simpler.task_interface", "simpler.worker", "simpler_setup")
    return [n for n in names if n in sys.modules and sys.modules[n].__doc__ != "The runtime of PyPTO, played by pto_tools."]
