"""Orchestrations: generated C++ that submits tasks, compiled with the header beside this file and called in-process."""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._errors import OrchestrationError

MAX_DIMS = 5
NO_TASK = (1 << 64) - 1
_INCLUDE = Path(__file__).parent / "include"

# Bytes per element in the order of the header's `DataType`.
ELEMENT_BYTES = (4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1)


class ChipTensor(ctypes.Structure):
    """A view of memory, with the fields of the header's `ChipTensor`."""

    _fields_ = [
        ("addr", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
        ("owner", ctypes.c_uint64),
        ("start_offset", ctypes.c_uint64),
        ("ndims", ctypes.c_uint32),
        ("dtype", ctypes.c_uint8),
        ("manual_dep", ctypes.c_bool),
        ("shapes", ctypes.c_uint32 * MAX_DIMS),
        ("strides", ctypes.c_uint32 * MAX_DIMS),
    ]

    @property
    def element_bytes(self) -> int:
        """Bytes per element."""
        return ELEMENT_BYTES[self.dtype]

    @property
    def shape(self) -> tuple[int, ...]:
        """Elements per dimension."""
        return tuple(self.shapes[: self.ndims])

    @property
    def first_byte(self) -> int:
        """Where the view starts."""
        return self.addr + self.start_offset * self.element_bytes

    @property
    def bytes_to_end(self) -> int:
        """From the start of the view to the end of its memory."""
        return max(self.size - self.start_offset * self.element_bytes, 0)

    @property
    def span(self) -> tuple[int, int]:
        """The bytes from the first to the last element of the view."""
        if 0 in self.shape:
            return self.first_byte, self.first_byte
        last = sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=False))
        return self.first_byte, self.first_byte + (last + 1) * self.element_bytes


class _Task(ctypes.Structure):
    _fields_ = [
        ("kernels", ctypes.c_int32 * 3),
        ("blocks", ctypes.c_int32),
        ("tensor_count", ctypes.c_int32),
        ("scalar_count", ctypes.c_int32),
        ("dep_count", ctypes.c_int32),
        ("manual_scope", ctypes.c_int32),
        ("dispatched", ctypes.c_int32),
        ("early", ctypes.c_int32),
        ("tensors", ctypes.POINTER(ChipTensor)),
        ("tags", ctypes.POINTER(ctypes.c_int32)),
        ("scalars", ctypes.POINTER(ctypes.c_uint64)),
        ("deps", ctypes.POINTER(ctypes.c_uint64)),
    ]


_SUBMIT = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.POINTER(_Task))
_ALLOCATE = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64)
_SCOPE = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_char_p, ctypes.c_int32)
_SETTLE = ctypes.CFUNCTYPE(None, ctypes.c_uint64)
_LOG = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_char_p)
_FAILED = ctypes.CFUNCTYPE(ctypes.c_int32)


class _Host(ctypes.Structure):
    _fields_ = [
        ("submit", _SUBMIT),
        ("allocate", _ALLOCATE),
        ("scope", _SCOPE),
        ("log", _LOG),
        ("failed", _FAILED),
        ("settle", _SETTLE),
        ("held", ctypes.POINTER(ctypes.c_int32)),
        ("cube_cores", ctypes.c_int32),
        ("vector_cores", ctypes.c_int32),
    ]


class Runtime:
    """What an orchestration calls. An implementation executes tasks as they come."""

    cube_cores = 24
    vector_cores = 48
    # How many tasks were submitted and are not complete.
    held = ctypes.c_int32(0)

    def submit(self, task: Task) -> int:
        """Executes a task, now or when what it follows is complete, and gives it a number."""
        raise NotImplementedError

    def settle(self, address: int | None = None) -> None:
        """The orchestration looks at memory: tasks that use it have to be complete."""

    def allocate(self, nbytes: int) -> int:
        """Memory for a tensor; its address. Generated code may use it shortly after its scope has ended."""
        raise NotImplementedError

    def scope(self, begins: bool, site: str) -> None:
        """A scope begins or ends; `site` is where it stands in the orchestration."""

    def log(self, level: int, text: str) -> None:
        """A line of the orchestration's log."""


class Task:
    """A task that was submitted: kernels by their numbers, tensors, numbers, and the tasks it has to follow."""

    __slots__ = ("blocks", "deps", "dispatched", "early", "kernels", "manual_scope", "scalars", "tags", "tensors")

    def __init__(self, raw: _Task) -> None:
        self.kernels = tuple(raw.kernels)
        self.blocks = raw.blocks
        self.tensors = [ChipTensor.from_buffer_copy(raw.tensors[i]) for i in range(raw.tensor_count)]
        self.tags = raw.tags[: raw.tensor_count] if raw.tensor_count else []
        self.scalars = raw.scalars[: raw.scalar_count] if raw.scalar_count else []
        self.deps = raw.deps[: raw.dep_count] if raw.dep_count else []
        self.manual_scope = bool(raw.manual_scope)
        self.dispatched = bool(raw.dispatched)
        self.early = bool(raw.early)


def _compiler() -> list[str]:
    named = os.environ.get("CXX")
    if named:
        return named.split()
    for name in ("c++", "g++", "clang++"):
        if found := shutil.which(name):
            return [found]
    raise OrchestrationError("the orchestration is C++ and no compiler was found; install one, or name it in CXX")


# Headers that PyPTO adds for its own runtime, and that the generated code does not use.
_UNUSED = re.compile(r'^\s*#include\s+(?:<iostream>|"runtime\.h").*$', re.MULTILINE)


def build(source: Path) -> Path:
    """A shared object of an orchestration. It is kept beside the source, and made again when either has changed."""
    text = _UNUSED.sub("", source.read_text(encoding="utf-8"))
    header = (_INCLUDE / "pto_orchestration_api.h").read_bytes()
    digest = hashlib.sha256(text.encode() + header).hexdigest()[:16]
    made = source.with_name(f".{source.stem}-{digest}.so")
    if made.exists():
        return made
    command = [*_compiler(), "-std=c++17", "-O0", "-w", "-fPIC", "-shared", "-x", "c++", f"-I{_INCLUDE}"]
    with tempfile.NamedTemporaryFile(dir=source.parent, suffix=".so", delete=False) as place:
        command += [f"-I{source.parent}", "-", "-o", place.name]
    try:
        done = subprocess.run(command, input=f'#line 1 "{source}"\n{text}', text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise OrchestrationError(f"{source} does not compile:\n{done.stderr.strip()}")
        os.replace(place.name, made)
    finally:
        Path(place.name).unlink(missing_ok=True)
    return made


class Orchestration:
    """An orchestration that can be called."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self._library = ctypes.CDLL(os.fspath(build(source)))
        self._entry = self._library.pto_orchestrate
        self._entry.restype = None

    def __call__(self, runtime: Runtime, tensors: list[ChipTensor], scalars: list[int]) -> None:
        """Executes it. What a task raises ends the orchestration and is raised here."""
        raised: list[BaseException] = []

        def guard(function: Callable[..., Any], failed: Any) -> Callable[..., Any]:
            def call(*args: Any) -> Any:
                if raised:
                    return failed
                try:
                    return function(*args)
                except BaseException as error:  # noqa: BLE001 - it is raised again below, past the C++ frames
                    raised.append(error)
                    return failed

            return call

        def log(level: int, text: bytes) -> None:
            if level == 0:
                raise OrchestrationError(f"{self.source.name}: {text.decode(errors='replace')}")
            runtime.log(level, text.decode(errors="replace"))

        host = _Host(
            _SUBMIT(guard(lambda raw: runtime.submit(Task(raw.contents)), NO_TASK)),
            _ALLOCATE(guard(runtime.allocate, 0)),
            _SCOPE(guard(lambda begins, file, line: runtime.scope(bool(begins), f"{os.path.basename(file.decode())}:{line}"), None)),
            _LOG(guard(log, None)),
            _FAILED(lambda: int(bool(raised))),
            _SETTLE(guard(runtime.settle, None)),
            ctypes.pointer(runtime.held),
            runtime.cube_cores,
            runtime.vector_cores,
        )
        given = (ChipTensor * max(len(tensors), 1))(*tensors)
        numbers = (ctypes.c_uint64 * max(len(scalars), 1))(*scalars)
        self._entry(ctypes.byref(host), given, len(tensors), numbers, len(scalars))
        if raised:
            raise raised[0]
