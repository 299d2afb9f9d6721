"""Pieces of pages for notebooks: tables, pages in a frame, tiles as heat maps."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import Any


def _is_number(value: Any) -> bool:
    return re.fullmatch(r"-?[\d,.]+( %)?", str(value)) is not None


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table. Numbers end where the column ends, and words begin where it begins, whatever the notebook's own style is."""
    rows = [list(row) for row in rows]
    sides = ["right" if all(_is_number(row[i]) for row in rows) else "left" for i in range(len(heads))]

    def cells(tag: str, values: Sequence[Any]) -> str:
        pairs = zip(values, sides, strict=True)
        return "".join(f'<{tag} style="text-align:{side}">{html.escape(str(v))}</{tag}>' for v, side in pairs)

    head = cells("th", heads)
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def frame(page: str, height: int) -> str:
    """A whole page inside another, with scripts of its own and nothing else."""
    shown = html.escape(page, quote=True)
    return f'<iframe sandbox="allow-scripts" style="width:100%;height:{height}px;border:0" srcdoc="{shown}"></iframe>'


# Dark blue to yellow, readable without colour vision: control points of the palette "cividis".
_PALETTE = ((0, 32, 77), (64, 77, 108), (124, 123, 120), (188, 175, 111), (255, 234, 70))


def _color(share: float) -> str:
    at = min(max(share, 0.0), 1.0) * (len(_PALETTE) - 1)
    low = min(int(at), len(_PALETTE) - 2)
    pairs = zip(_PALETTE[low], _PALETTE[low + 1], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - low)):02x}" for a, b in pairs)


class HeatMap:
    """A tile as a picture: one square for each element, dark for small and light for large ones.

    Elements that are not numbers are red. Large tiles are shown by every n-th row and column.
    """

    def __init__(self, values: Any, title: str = "", most: int = 64) -> None:
        import numpy as np

        array = np.asarray(values)
        self.title, self.shape = title, array.shape
        array = array.astype(np.float64).reshape(-1, array.shape[-1]) if array.ndim else array.reshape(1, 1)
        steps = [max(1, -(-n // most)) for n in array.shape]
        self._steps, self._values = steps, array[:: steps[0], :: steps[1]]

    def svg(self) -> str:
        """The picture alone."""
        import numpy as np

        values, side = self._values, 10
        finite = values[np.isfinite(values)]
        low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
        cells = []
        for r, row in enumerate(values):
            for c, value in enumerate(row):
                known = np.isfinite(value)
                fill = _color((value - low) / (high - low) if high > low else 0.5) if known else "#c62828"
                place = f"[{r * self._steps[0]}, {c * self._steps[1]}]"
                cells.append(
                    f'<rect x="{c * side}" y="{r * side}" width="{side}" height="{side}" fill="{fill}">'
                    f"<title>{place} = {value:.6g}</title></rect>"
                )
        width, height = values.shape[1] * side, values.shape[0] * side
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(cells)}</svg>'

    def _repr_html_(self) -> str:
        shape = "x".join(map(str, self.shape)) or "1"
        every = "" if self._steps == [1, 1] else f", every {self._steps[0]}th row and {self._steps[1]}th column"
        return f"<figure><figcaption>{html.escape(self.title)} {shape}{every}</figcaption>{self.svg()}</figure>"

    def __repr__(self) -> str:
        return f"<HeatMap {self.title} {'x'.join(map(str, self.shape))}>"


def show(values: Any, title: str = "") -> HeatMap:
    """A tile or an array as a heat map in a notebook.

    >>> import numpy as np
    >>> import pto_tools as pto
    >>> pto.show(np.eye(4), "unit")
    <HeatMap unit 4x4>
    """
    return HeatMap(values, title)
