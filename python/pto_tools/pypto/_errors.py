"""Findings about a kernel that PyPTO generated, at the place in the Python program that it comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .._findings import Error, Finding, Findings

_AT = re.compile(r'loc\("([^"]+)":(\d+):(\d+)\)')
_ALIAS = re.compile(r"loc\((#\w+)\)")
_DEFINED = re.compile(r'^(#\w+)\s*=\s*loc\((?:"[^"]*"\()?"([^"]+)":(\d+):(\d+)', re.MULTILINE)


# What was refused in this process, the oldest first: callers of PyPTO often see only a text of it.
raised: list[Exception] = []


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A place in a Python program."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def source_of(text: str, line: int) -> SourceLine | None:
    """The Python line that a line of a kernel's text comes from, if the text has locations."""
    lines = text.splitlines()
    if not 1 <= line <= len(lines):
        return None
    if at := _AT.search(lines[line - 1]):
        return SourceLine(at[1], int(at[2]), int(at[3]))
    if alias := _ALIAS.search(lines[line - 1]):
        for name, file, at_line, column in _DEFINED.findall(text):
            if name == alias[1]:
                return SourceLine(file, int(at_line), int(column))
    return None


class KernelError(Error, RuntimeError):
    """A kernel of a PyPTO program is wrong. `source` is the line of the program, if it is known.

    `str()` shows the errors; `findings` has warnings and notes, too.
    """

    def __init__(self, findings: Findings, kernel: str, text: str) -> None:
        super().__init__(findings)
        raised.append(self)
        self.kernel = kernel
        self.sources = tuple(source_of(text, f.line) for f in findings)
        self.source = next((s for f, s in zip(findings, self.sources, strict=True) if f.is_error and s), None)

    def __str__(self) -> str:
        pairs = list(zip(self.findings, self.sources, strict=True))
        errors = [p for p in pairs if p[0].is_error]
        return "\n\n".join(self._one(f, s) for f, s in errors or pairs)

    def _one(self, finding: Finding, source: SourceLine | None) -> str:
        return f"{finding}\n  = from {source}, in kernel `{self.kernel}`" if source else f"{finding}"


class OrchestrationError(RuntimeError):
    """The orchestration of a PyPTO program cannot be executed, or ended itself."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        raised.append(self)
