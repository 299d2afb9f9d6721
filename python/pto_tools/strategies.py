"""Strategies of hypothesis: shapes that a kernel must cope with, tiles that a device has, and values in them.

>>> from hypothesis import given
>>> from pto_tools import strategies
>>> @given(strategies.tile_shapes("f32"))
... def test(shape):
...     assert shape[0] * shape[1] * 4 <= 192 * 1024 and shape[1] * 4 % 32 == 0
>>> test()
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of_numpy

_BYTES = {"f16": 2, "bf16": 2, "f32": 4, "i8": 1, "ui8": 1, "i16": 2, "ui16": 2, "i32": 4, "ui32": 4}
_NUMPY = {"f16": "float16", "f32": "float32", "i8": "int8", "ui8": "uint8", "i16": "int16", "ui16": "uint16", "i32": "int32", "ui32": "uint32"}


def dtype(element: str) -> np.dtype[Any]:
    """The type of numpy for an element type; bf16 through `ml_dtypes`."""
    if element == "bf16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(_NUMPY[element])


def shapes(max_rows: int = 64, max_cols: int = 512, rows_of: int = 1, cols_of: int = 1) -> st.SearchStrategy[tuple[int, int]]:
    """Rows and columns of a matrix, multiples of `rows_of` and `cols_of`."""
    rows = st.integers(1, max_rows // rows_of).map(lambda n: n * rows_of)
    cols = st.integers(1, max_cols // cols_of).map(lambda n: n * cols_of)
    return st.tuples(rows, cols)


def tile_shapes(element: str = "f32", max_bytes: int = 192 * 1024, max_rows: int = 256) -> st.SearchStrategy[tuple[int, int]]:
    """Rows and columns of a row-major tile in UB: rows are multiples of 32 bytes, and the tile fits."""
    unit = 32 // _BYTES[element]
    most = max_bytes // _BYTES[element]

    def with_rows(rows: int) -> st.SearchStrategy[tuple[int, int]]:
        return st.integers(1, max(1, most // rows // unit)).map(lambda n: (rows, n * unit))

    return st.integers(1, min(max_rows, most // unit)).flatmap(with_rows)


def arrays(shape: Any, element: str = "f32", low: float = -8.0, high: float = 8.0) -> st.SearchStrategy[np.ndarray]:
    """Arrays of values between two numbers; without NaN and infinity."""
    if element in ("f16", "bf16", "f32"):
        values = st.floats(low, high, width=32, allow_nan=False)
        return arrays_of_numpy.arrays(np.float32, shape, elements=values).map(lambda a: a.astype(dtype(element)))
    info = np.iinfo(dtype(element))
    values = st.integers(max(info.min, int(low)), min(info.max, int(high)))
    return arrays_of_numpy.arrays(dtype(element), shape, elements=values)


def tiles(element: str = "f32", max_elements: int = 1024, **options: Any) -> st.SearchStrategy[np.ndarray]:
    """Arrays in the shape of a tile."""
    size = max_elements * _BYTES[element]
    return tile_shapes(element, max_bytes=size, max_rows=16).flatmap(lambda s: arrays(s, element, **options))
