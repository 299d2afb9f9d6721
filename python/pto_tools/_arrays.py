"""Arrays of numpy, tensors of torch and other objects with memory, as arguments of a kernel: in place."""

from __future__ import annotations

import sys
from typing import Any

# Element types of arrays by the name that numpy, ml_dtypes and torch give them, as a program writes them.
_FLOATS = {
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "bfloat16": "bf16",
    "float8_e4m3fn": "f8e4m3fn",
    "float8_e4m3": "f8e4m3fn",
    "float8_e5m2": "f8e5m2",
    "float8_e8m0fnu": "f8e8m0fnu",
    "float4_e2m1fn_x2": "f4e2m1fnx2",
}
_INTS = {f"{sign}int{bits}": bits for sign in ("", "u") for bits in (8, 16, 32, 64)}
# Formats of the buffer protocol.
_FORMATS = {
    "e": "float16",
    "f": "float32",
    "d": "float64",
    "?": "bool",
    "b": "int8",
    "B": "uint8",
    "c": "uint8",
    "h": "int16",
    "H": "uint16",
    "i": "int32",
    "I": "uint32",
    "q": "int64",
    "Q": "uint64",
    "l": "int64",
    "L": "uint64",
}
# Bytes without a type, which hold whatever a kernel reads there.
_RAW = "bytes"


def takes(element: str, array: str, bits: int) -> bool:
    """Whether a parameter with these elements takes such an array.

    Integers are taken by their width. Unsigned integers are also the codes of floats, some of which numpy does not have.

    >>> takes("f32", "float32", 32), takes("ui16", "int16", 16), takes("bf16", "uint16", 16)
    (True, True, True)
    >>> takes("f32", "int32", 32), takes("f32", "float64", 32), takes("bf16", "float16", 16)
    (False, False, False)
    """
    if array == _RAW:
        return True
    element = element.lower()
    if array in _FLOATS:
        return _FLOATS[array] == element
    if array == "bool":
        return bits in (1, 8) and not element.startswith("f")
    is_float = element.startswith(("f", "bf", "hif"))
    if is_float:
        return array.startswith("uint") and _INTS.get(array) == max(bits, 8)
    return _INTS.get(array) == max(bits, 8)


def _name(dtype: Any) -> str:
    return getattr(dtype, "name", None) or str(dtype).removeprefix("torch.")


def adapt(value: Any, name: str) -> tuple[Any, str]:
    """An object with the buffer protocol over the memory of an array, and the array's element type."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        return _of_numpy(numpy, value, name)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _of_torch(torch, value, name)
    if isinstance(value, (bytes, bytearray)):
        return value, _RAW
    if hasattr(value, "__array_interface__"):
        import numpy as np

        return _of_numpy(np, np.asarray(value), name)
    if hasattr(value, "__dlpack__"):
        import numpy as np

        return _of_numpy(np, np.from_dlpack(value), name)
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(f"`%{name}` takes an array; {_without_memory(value)}") from None
    known = _FORMATS.get(view.format.lstrip("@=<"))
    if known in _INTS:
        known = f"{known.rstrip('0123456789')}{8 * view.itemsize}"
    # A view tells strides that its object may leave out.
    return view, known or _RAW


def _without_memory(value: Any) -> str:
    """What a value is that has no memory to share, and how an array is made of it."""
    kind = type(value).__name__
    if hasattr(value, "to_numpy"):
        return f"a {kind} has no memory to share; pass `a.to_numpy()`, in the type of the parameter"
    if isinstance(value, (list, tuple)):
        return f"a {kind} has no memory to share; pass `numpy.array(a, dtype)`, which holds the results afterwards"
    shown = repr(value).partition("\n")[0]
    return f"{kind} {shown:.40} has no memory to share"


def is_read_only(memory: Any) -> bool:
    """Whether memory that `adapt` gave may only be read."""
    return memoryview(memory).readonly


def _of_numpy(numpy: Any, value: Any, name: str) -> tuple[Any, str]:
    dtype = value.dtype
    if dtype.kind in "biufc" and dtype.isnative and dtype.num < 24:
        return value, dtype.name
    if not dtype.isnative:
        native = "pass `a.astype(a.dtype.newbyteorder('='))` and copy the result back"
        raise TypeError(f"the array for `%{name}` has its bytes in another order ({dtype.str}); {native}")
    if not value.flags.c_contiguous:
        raise ValueError(_not_contiguous(name))
    return (value if value.ndim else value.reshape(1)).view(numpy.uint8), dtype.name


def _of_torch(torch: Any, value: Any, name: str) -> tuple[Any, str]:
    if value.device.type != "cpu":
        raise ValueError(f"the tensor for `%{name}` is on {value.device}; pass `tensor.cpu()` and copy the result back")
    if not value.is_contiguous():
        raise ValueError(f"the tensor for `%{name}` is not contiguous; pass `tensor.contiguous()` and copy the result back")
    flat = value.detach().reshape(-1)
    memory = flat.view(torch.uint8).numpy() if flat.numel() else bytearray()
    return memory, _name(value.dtype)


def _not_contiguous(name: str) -> str:
    return f"the array for `%{name}` is not contiguous; pass `numpy.ascontiguousarray(a)` and copy the result back"


def advice(element: str, value: Any) -> str:
    """How an array or tensor of the type of a parameter is made of one of another type."""
    element = element.lower()
    torch = sys.modules.get("torch")
    for name, known in _FLOATS.items():
        if known == element:
            if torch is not None and isinstance(value, torch.Tensor) and hasattr(torch, name):
                return f"pass `tensor.to(torch.{name})` and copy the result back"
            package = "numpy" if name in ("float16", "float32", "float64") else "ml_dtypes"
            return f"pass `a.astype({package}.{name})`"
    kind, bits = ("uint" if element.startswith("u") else "int"), "".join(c for c in element if c.isdigit())
    if torch is not None and isinstance(value, torch.Tensor) and hasattr(torch, f"{kind}{bits}"):
        return f"pass `tensor.to(torch.{kind}{bits})` and copy the result back"
    return f"pass `a.astype(numpy.{kind}{bits})`" if bits in ("8", "16", "32", "64") else "pass its bytes as `numpy.uint8`"


def element_type(dtype: Any) -> str | None:
    """The element type that numpy or torch give another name.

    >>> import numpy as np
    >>> element_type("float32"), element_type(np.int8), element_type("uint16"), element_type("f77")
    ('f32', 'i8', 'ui16', None)
    """
    name = getattr(dtype, "__name__", None) or _name(dtype)
    if name in _FLOATS:
        return _FLOATS[name]
    return f"{'u' * name.startswith('u')}i{_INTS[name]}" if name in _INTS else None
