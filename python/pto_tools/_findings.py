"""Findings: what is wrong with a program, where, and what would mend it."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from . import _native


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the text: what stands between two places becomes `text`."""

    line: int
    column: int
    end_line: int
    end_column: int
    start_byte: int
    end_byte: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `str()` of it is what the command prints."""

    code: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    target: str | None
    help: str | None
    notes: tuple[str, ...]
    edits: tuple[Edit, ...]
    rendered: str
    origin: tuple[str, int] | None = None
    """The file and the line that the place was made from, if it was made by a program such as a kernel in Python."""

    @property
    def is_error(self) -> bool:
        """Whether the program is wrong because of it."""
        return self.severity == "error"

    def __str__(self) -> str:
        return self.rendered

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for tables and files."""
        fields = {name: getattr(self, name) for name in self.__slots__ if name != "edits"}
        fields["notes"] = list(self.notes)
        fields["edits"] = [{n: getattr(e, n) for n in e.__slots__} for e in self.edits]
        return fields

    @staticmethod
    def from_document(document: dict[str, Any]) -> Finding:
        """One entry of the JSON that the command writes."""
        edits = tuple(Edit(**edit) for edit in document["fixes"])
        taken = ("code", "severity", "message", "file", "line", "column", "end_line", "end_column")
        fields = {name: document[name] for name in taken}
        notes = tuple(n for n in document["notes"] if not n.startswith("help: "))
        return Finding(
            **fields,
            target=document["target"],
            help=document["help"],
            notes=notes,
            edits=edits,
            rendered=document["rendered"],
        )


class Findings(Sequence[Finding]):
    """Findings in the order of the text. `str()` is what the command prints."""

    def __init__(self, findings: Sequence[Finding], text: str) -> None:
        self._findings = tuple(findings)
        self._text = text

    @staticmethod
    def from_json(document: str, text: str) -> Findings:
        """What the native part says."""
        return Findings([Finding.from_document(d) for d in json.loads(document)], text)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Those that make the program wrong."""
        return tuple(f for f in self._findings if f.is_error)

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not self.errors

    def fixed(self) -> str:
        """The text after all edits that do not get into each other's way."""
        data, end = self._text.encode(), None
        edits = sorted((e for f in self._findings for e in f.edits), key=lambda e: -e.start_byte)
        for edit in edits:
            if end is None or edit.end_byte <= end:
                data = data[: edit.start_byte] + edit.text.encode() + data[edit.end_byte :]
                end = edit.start_byte
        return data.decode()

    def to_dict(self) -> list[dict[str, Any]]:
        """As plain values."""
        return [f.to_dict() for f in self._findings]

    def to_pandas(self) -> Any:
        """As a table of pandas."""
        import pandas

        columns = ["severity", "code", "file", "line", "column", "target", "message", "help"]
        return pandas.DataFrame([{c: getattr(f, c) for c in columns} for f in self], columns=columns)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, index: int | slice) -> Finding | tuple[Finding, ...]:
        return self._findings[index]

    def __len__(self) -> int:
        return len(self._findings)

    def __str__(self) -> str:
        return "\n\n".join(f.rendered for f in self._findings)

    def __repr__(self) -> str:
        codes = ", ".join(f"{f.code} at {f.line}:{f.column}" for f in self._findings)
        return f"<{len(self)} findings: {codes}>" if codes else "<no findings>"

    def _repr_html_(self) -> str:
        if not self._findings:
            return "<p>no findings</p>"
        errors, others = self.errors, [f for f in self._findings if not f.is_error]
        shown, rest = "".join(map(_block, errors)), "".join(map(_block, others))
        if errors and others:
            rest = f"<details><summary>and {len(others)} more that are not errors</summary>{rest}</details>"
        return shown + rest


_COLORS = {"error": "#c62828", "warning": "#b26a00", "note": "#1565c0"}


def _block(finding: Finding) -> str:
    """A finding in a notebook, as the command prints it."""
    style = f"border-left:4px solid {_COLORS.get(finding.severity, '#555')};padding-left:8px;font-family:monospace"
    return f'<pre style="{style};white-space:pre;overflow-x:auto">{html.escape(finding.rendered)}</pre>'


class Error(Exception):
    """A program is wrong, or a run of it found that it is."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(str(findings))
        self.findings = findings


class InternalError(RuntimeError):
    """A mistake of this package itself. Please report it, with the program."""


T = TypeVar("T")


def call(text: str, function: Callable[..., T], *args: Any) -> T:
    """Calls the native part: what it refuses becomes an `Error`, and what it stumbles over an `InternalError`."""
    __tracebackhide__ = True
    try:
        return function(*args)
    except _native.Refused as refused:
        findings = Findings.from_json(refused.args[0], text)
    except BaseException as stumbled:
        if type(stumbled).__name__ != "PanicException":
            raise
        message = f"this is a mistake of pto itself: {stumbled}; please report it, with the program and `pto_tools.__version__`"
        raise InternalError(message) from None
    raise Error(findings)
