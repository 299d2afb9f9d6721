"""The instruction table and the meaning of codes."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from typing import Any

from . import _native


class Instruction(Mapping[str, Any]):
    """An entry of the instruction table, with the fields that `pto isa NAME --json` shows."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def __getitem__(self, field: str) -> Any:
        return self._document[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    @property
    def name(self) -> str:
        """Its name, without `pto.`."""
        return self._document["name"].removeprefix("pto.")

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return dict(self._document)

    def __repr__(self) -> str:
        return f"<pto.{self.name}>"

    def _repr_html_(self) -> str:
        rows = (
            f"<tr><th>{html.escape(str(k))}</th><td><pre>{html.escape(json.dumps(v, indent=1))}</pre></td></tr>"
            for k, v in self._document.items()
        )
        return f"<table>{''.join(rows)}</table>"


class Table(Mapping[str, Instruction]):
    """All instructions by name.

    >>> import pto_tools as pto
    >>> pto.isa["tadd"].name
    'tadd'
    >>> len(pto.isa) > 350
    True
    """

    def __init__(self) -> None:
        self._all: dict[str, Instruction] | None = None

    def _load(self) -> dict[str, Instruction]:
        if self._all is None:
            document = json.loads(_native.isa(None))
            self._all = {i["name"].removeprefix("pto."): Instruction(i) for i in document["instructions"]}
        return self._all

    def __getitem__(self, name: str) -> Instruction:
        try:
            return Instruction(json.loads(_native.isa(name)))
        except ValueError as error:
            raise KeyError(str(error)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._load())

    def __len__(self) -> int:
        return len(self._load())


isa = Table()


def explain(code: str) -> str:
    """What a diagnostic code means, with an example.

    >>> import pto_tools as pto
    >>> pto.explain("E0211").splitlines()[0].startswith("0211: ")
    True
    """
    return _native.explain(code)
