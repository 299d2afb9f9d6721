"""Launches from libraries that `_tools` made, and tensors of a device that is this machine."""

from __future__ import annotations

import bisect
import contextlib
import ctypes
import sys
import types
from typing import Any

from .._findings import Error
from .._kernel import Kernel, Param
from ..pypto import _errors
from ..pypto._execute import memory_at, number

_LAUNCH = ctypes.CFUNCTYPE(
    None,
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_uint32,
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_uint64),
    ctypes.POINTER(ctypes.c_int32),
)

# How kernels are run: `target`, and options of `Kernel.run`.
options: dict[str, Any] = {"target": "a2a3"}
launches = 0
_kernels: dict[tuple[str, str | None, str | None], Kernel] = {}
_failed: list[BaseException] = []


class Memory:
    """Ranges of host memory that somebody has asked the address of."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: dict[int, int] = {}

    def note(self, start: int, nbytes: int) -> None:
        """Memory that a pointer may point into. What was noted of the same bytes before is gone: they were given back."""
        end = start + nbytes
        first = bisect.bisect_left(self._starts, start)
        if first > 0 and self._ends[self._starts[first - 1]] > start:
            first -= 1
        last = bisect.bisect_left(self._starts, end)
        for old in self._starts[first:last]:
            del self._ends[old]
        self._starts[first:last] = [start]
        self._ends[start] = end

    def after(self, address: int) -> int:
        """Bytes from an address to the end of its memory; 0 if nobody noted it."""
        i = bisect.bisect_right(self._starts, address) - 1
        return max(self._ends[self._starts[i]] - address, 0) if i >= 0 else 0


memory = Memory()


def kernel_of(text: str, entry: str | None, target: str | None) -> Kernel:
    """A kernel, read once; without a target, for the one that its text names."""
    key = (text, entry, target)
    if key not in _kernels:
        _kernels[key] = Kernel(text, f"{entry or 'kernel'}.pto", target=target, entry=entry)
    return _kernels[key]


def launch(text: str, entry: str | None, blocks: int, values: list[tuple[int, int]]) -> None:
    """Runs a kernel over addresses and numbers: pairs of bits and bytes, 0 bytes for an address."""
    global launches
    kernel = kernel_of(text, entry, options["target"])
    launches += 1
    given = {k: v for k, v in options.items() if k != "target"}
    try:
        arguments = [_argument(p, bits, size) for p, (bits, size) in zip(kernel.params, values, strict=True)]
        kernel.run(*arguments, blocks=blocks, **given)
    except Error as error:
        raise _errors.KernelError(error.findings, entry or "kernel", text) from None


def argument(param: Param, value: Any) -> Any:
    """An argument of a launch: an array or a tensor as it is, an address as the memory there."""
    address = value.value if isinstance(value, ctypes.c_void_p) else value
    return _argument(param, address, 0) if param.kind == "buffer" and isinstance(address, int) else value


def _argument(param: Param, bits: int, size: int) -> Any:
    if param.kind == "number":
        return number(bits, param)
    nbytes = memory.after(bits)
    if bits and nbytes == 0:
        # Memory that only the host's C++ knows: flags of the device, which nothing here reads.
        return bytearray(2048)
    return memory_at(bits, nbytes)


@_LAUNCH
def _launched(text: bytes, name: bytes, blocks: int, count: int, bits: Any, kinds: Any) -> None:
    try:
        pairs = [(bits[i], kinds[i]) for i in range(count)]
        launch(text.decode(), None if _has_entry(text) else name.decode(), blocks, pairs)
    except BaseException as error:  # noqa: BLE001 - raised again when the call returns to Python
        _failed.append(error)


def _has_entry(text: bytes) -> bool:
    return b"pto.entry" in text or b"pto.kernel_kind" in text


class _Library(ctypes.CDLL):
    """A library; one that launches kernels launches them here."""

    def __init__(self, name: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(name, *args, **kwargs)
        with contextlib.suppress(ValueError, AttributeError):
            ctypes.c_void_p.in_dll(self, "pto_launch").value = ctypes.cast(_launched, ctypes.c_void_p).value

    def __getitem__(self, name_or_ordinal: Any) -> Any:
        function = super().__getitem__(name_or_ordinal)

        def check(result: Any, _: Any, __: Any) -> Any:
            if _failed:
                error = _failed.pop()
                _failed.clear()
                raise error
            return result

        function.errcheck = check
        return function


class _Nothing:
    """A stream, an event: there is nothing to wait for."""

    _as_parameter_ = None

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def elapsed_time(self, _: Any) -> float:
        """No time that would mean anything."""
        return 1.0

    def __getattr__(self, _: str) -> Any:
        return lambda *args, **kwargs: None


class _Properties:
    cube_core_num, vector_core_num, name = 24, 48, "simulated"


def stand_in_for_torch_npu() -> None:
    """`torch.npu`, `torch_npu` and device `npu` mean this machine's memory."""
    import torch

    npu = types.ModuleType("torch.npu", "A device that is this machine.")
    quiet = ("set_device", "synchronize", "empty_cache", "manual_seed", "manual_seed_all")
    vars(npu).update({name: (lambda *_, **__: None) for name in quiet})
    vars(npu).update(Event=_Nothing, Stream=_Nothing, current_stream=_Nothing, current_device=lambda: 0)
    vars(npu).update(get_device_properties=lambda *_: _Properties(), is_available=lambda: True, device_count=lambda: 1)
    torch.npu = npu  # type: ignore[attr-defined]
    torch_npu = types.ModuleType("torch_npu", "A device that is this machine.")
    torch_npu.npu = npu  # type: ignore[attr-defined]
    sys.modules["torch_npu"], sys.modules["torch.npu"] = torch_npu, npu

    def on_cpu(value: Any) -> Any:
        return "cpu" if isinstance(value, str) and value.startswith("npu") else value

    def redirect(function: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            return function(*map(on_cpu, args), **{k: on_cpu(v) for k, v in kwargs.items()})

        return call

    for name in ("rand", "randn", "randint", "empty", "zeros", "ones", "full", "arange", "tensor", "linspace", "eye",
                 "empty_like", "zeros_like", "ones_like", "full_like", "randperm", "rand_like", "randn_like", "as_tensor",
                 "Generator", "device", "tril", "triu"):  # fmt: skip
        if name not in ("Generator", "device"):
            setattr(torch, name, redirect(getattr(torch, name)))
    torch.Tensor.to = redirect(torch.Tensor.to)  # type: ignore[method-assign]
    torch.Tensor.npu = lambda self, *_, **__: self  # type: ignore[attr-defined]
    address = torch.Tensor.data_ptr

    def data_ptr(self: Any) -> int:
        storage = self.untyped_storage()
        memory.note(storage.data_ptr(), storage.nbytes())
        return address(self)

    torch.Tensor.data_ptr = data_ptr  # type: ignore[method-assign]


def hook_libraries() -> None:
    """Libraries that `_tools` made launch their kernels here."""
    ctypes.CDLL = _Library  # type: ignore[misc]
    ctypes.cdll._dlltype = _Library  # type: ignore[attr-defined]
