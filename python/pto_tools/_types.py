"""Types of the values of a kernel, as a program writes them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

BITS = {
    "f64": 64, "i64": 64, "ui64": 64, "si64": 64, "f32": 32, "i32": 32, "ui32": 32, "si32": 32,
    "f16": 16, "bf16": 16, "i16": 16, "ui16": 16, "si16": 16, "i8": 8, "ui8": 8, "si8": 8, "i1": 1,
    "f8E4M3FN": 8, "f8E5M2": 8, "f8E8M0FNU": 8, "hif8": 8,
}  # fmt: skip

# Names of layouts, and how a type writes them: the order of boxes (or of elements), and the order inside a box.
LAYOUTS = {
    "row_major": ("row_major", None),
    "col_major": ("col_major", None),
    "nz": ("col_major", "row_major"),
    "zn": ("row_major", "col_major"),
    "zz": ("row_major", "row_major"),
    "nn": ("col_major", "col_major"),
}


@dataclass(frozen=True)
class TileType:
    """The type of a tile. Call it to have one in a kernel: `Rows = pto.TileType("f32", 8, 2048)`, then `x = Rows()`.

    Extents of the valid region are numbers, or `None` where each tile says them.

    >>> import pto_tools as pto
    >>> str(pto.TileType("f32", 8, 2048, valid=(None, 2048)))
    '!pto.tile_buf<vec, 8x2048xf32, valid=?x2048>'
    >>> str(pto.TileType("f16", 128, 64, space="left", layout="nz"))
    '!pto.tile_buf<left, 128x64xf16, blayout=col_major, slayout=row_major>'
    """

    dtype: str
    rows: int
    cols: int
    space: str = "vec"
    valid: tuple[int | None, int | None] | None = None
    layout: str = "row_major"
    fractal: int | None = None
    pad: str | None = None

    def __post_init__(self) -> None:
        if self.layout not in LAYOUTS:
            raise ValueError(f"layout={self.layout!r}: use {', '.join(LAYOUTS)}")

    def __str__(self) -> str:
        text = f"!pto.tile_buf<{self.space}, {self.rows}x{self.cols}x{self.dtype}"
        if self.valid is not None and self.valid != (self.rows, self.cols):
            text += ", valid=" + "x".join("?" if v is None else str(v) for v in self.valid)
        blayout, slayout = LAYOUTS[self.layout]
        if blayout != "row_major" or slayout is not None:
            text += f", blayout={blayout}"
        if slayout is not None:
            text += f", slayout={slayout}"
        if self.fractal is not None:
            text += f", fractal={self.fractal}"
        if self.pad is not None:
            text += f", pad={self.pad}"
        return text + ">"

    def __call__(self, *, valid: tuple[Any, Any] | None = None, addr: Any = None, name: str | None = None) -> Any:
        """A tile of this type, with its valid region and its address if they are not left to the type and to the tool."""
        from ._values import alloc_tile

        return alloc_tile(self, valid, addr, name)

    def with_valid(self, valid: tuple[Any, Any]) -> TileType:
        """The type of a tile with this valid region: numbers are part of it, what a kernel computes is not."""
        known = tuple(v if isinstance(v, int) else None for v in valid)
        return replace(self, valid=(known[0], known[1]))


def vreg(dtype: str) -> str:
    """A vector register of 256 bytes."""
    return f"!pto.vreg<{2048 // BITS[dtype]}x{dtype}>"


def mask(bits: int) -> str:
    """A predicate for elements of this width."""
    return f"!pto.mask<b{bits}>"


def pointer(dtype: str, space: str) -> str:
    """A pointer."""
    return f"!pto.ptr<{dtype}, {space}>"


def element_of(text: str) -> str | None:
    """The element type of a register or a pointer.

    >>> element_of("!pto.vreg<64xf32>"), element_of("!pto.ptr<f16, ub>"), element_of("index")
    ('f32', 'f16', None)
    """
    if text.startswith("!pto.vreg<"):
        return text[10:-1].split("x", 1)[1]
    if text.startswith("!pto.ptr<"):
        return text[9:].split(",")[0].rstrip(">")
    return None
