"""Programs that carry their arguments and what must become of them, in comments.

A file has sections, separated by lines that are exactly `// -----`.

| comment | meaning |
|---|---|
| `// check: cpu a2a3 a5` | the targets that the section is checked on |
| `//   ^^^^ error[E0203] a5: words` | under a line: a finding at these columns (on these targets only), with these words |
| `// run: a5 silicon blocks=2 entry=f` | run on these targets (all without one) with these semantics (both without one) |
| `// arg 0: 1 2 3` | the values of a parameter; a tile without one is all-ones bytes |
| `// expect 1: 4 6` | its values afterwards, bit for bit; parameters without such a line must not change |
| `// expect 1 a5 silicon: 5 7` | the same for some runs only |
| `// trap: E0604 words` | the run stops with this |
| `// finds: E0701 words` | what a checked run finds, a line each; `none` for nothing, `_` for anything |
| `// prove: sync` | what of the synchronisation is not proved is a finding, too |
| `// rules: manual` | the rules that the program is held to |

Values are numbers, `inf`, `nan`, codes (`0x7fc00001`), `16*0.5` and `0..=15`; `|` ends a row, `...` repeats the last value,
`_` is any value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ._findings import Error, Finding
from ._kernel import Kernel, Param

TARGETS = ("cpu", "a2a3", "a5")
SEMANTICS = ("manual", "silicon")
_LINE = re.compile(r"// (check|run|arg|expect|trap|finds|rules|also for|quirks|orders|render|prove)\b([^:]*):(.*)")
_CARETS = re.compile(r"//([ <]*)(\^+) (error|warning)\[([EW]\d{4})\]([ a-z0-9]*)(?:: ?(.*))?$")


class Unsupported(Exception):
    """A comment that this reader does not know how to hold a program to."""


@dataclass
class Expected:
    """A finding that a comment asks for."""

    line: int
    column: int
    code: str
    targets: list[str]
    words: str


@dataclass
class Section:
    """One program of a file with what is expected of it."""

    path: str
    first_line: int
    text: str
    check: list[str] = field(default_factory=list)
    runs: list[list[str]] = field(default_factory=list)
    args: dict[int, str] = field(default_factory=dict)
    claims: list[tuple[str, list[str], str]] = field(default_factory=list)
    finds: list[tuple[list[str], str]] = field(default_factory=list)
    carets: list[Expected] = field(default_factory=list)
    rules: str = "device"
    prove: bool = False

    @property
    def is_test(self) -> bool:
        """Whether it expects anything."""
        return bool(self.check or self.runs)

    def cases(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Target, semantics and options of every run."""
        for words in self.runs:
            options = dict(w.split("=", 1) for w in words if "=" in w)
            unknown = set(options) - {"blocks", "entry"}
            unknown |= {w for w in words if "=" not in w and w not in TARGETS + SEMANTICS}
            if unknown:
                raise Unsupported(f"`run: {' '.join(sorted(unknown))}`")
            launch: dict[str, Any] = {"blocks": int(options.get("blocks", 1)), "entry": options.get("entry")}
            for target in [w for w in words if w in TARGETS] or TARGETS:
                for semantics in [w for w in words if w in SEMANTICS] or SEMANTICS:
                    yield target, semantics, launch

    def claim(self, kind: str, words: set[str]) -> str | None:
        """What the line with the most words that hold of a run says; further lines of the same words continue it."""
        fitting = [(only, text) for k, only, text in self.claims if k == kind and set(only) <= words]
        if not fitting:
            return None
        most = max(len(only) for only, _ in fitting)
        return " ".join(text for only, text in fitting if len(only) == most)


def read(path: str, text: str) -> list[Section]:
    """The sections of a file."""
    sections, start = [], 1
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), "// -----"], 1):
        if line != "// -----":
            lines.append(line)
            continue
        sections.append(_section(path, start, lines))
        start, lines = number + 1, []
    inherited: list[str] = []
    for section in sections:
        inherited = inherited or section.check
        if section.carets and not section.check:
            section.check = inherited
    return sections


def _section(path: str, start: int, lines: list[str]) -> Section:
    # Empty lines stand for those before the section, so that findings have the lines of the file.
    section = Section(path, start, "\n" * (start - 1) + "\n".join(lines) + "\n")
    code_line = 0
    for number, line in enumerate(lines, start):
        carets = _CARETS.match(line)
        if carets:
            blank, _, _, code, targets, words = carets.groups()
            column = 1 if "<" in blank else 3 + len(blank)
            section.carets.append(Expected(code_line, column, code, targets.split(), (words or "").strip()))
            continue
        code_line = number
        known = _LINE.match(line)
        if not known:
            continue
        kind, limits, value = known[1], known[2].split(), known[3].strip()
        if kind == "check":
            section.check = value.split()
        elif kind == "run":
            section.runs += [part.split() for part in value.split(",")]
        elif kind == "arg":
            number_of = int(limits[0])
            section.args[number_of] = f"{section.args.get(number_of, '')} {value}".strip()
        elif kind == "expect":
            section.claims.append((f"expect {limits[0]}", limits[1:], value))
        elif kind == "trap":
            section.claims.append(("trap", limits, value))
        elif kind == "finds":
            section.finds.append((limits, value))
        elif kind == "rules":
            section.rules = value
        elif kind == "prove":
            section.prove = value == "sync"
        else:
            section.claims.append(("unsupported", [], kind))
    return section


def values(text: str, dtype: Any, count: int | None, into: Any | None = None) -> tuple[Any, Any]:
    """The elements that a comment lists, and which of them are told."""
    import numpy as np

    found: list[Any] = []
    for word in text.replace("|", " ").split():
        if word == "...":
            if count is None or not found:
                raise Unsupported("`...` in a buffer")
            found += [found[-1]] * (count - len(found))
            continue
        times, _, value = word.rpartition("*")
        if "..=" in value:
            low, high = value.split("..=")
            found += list(range(int(low), int(high) + 1))
            continue
        found += [value] * (int(times) if times else 1)
    array = np.zeros(len(found), dtype) if into is None else np.resize(into, len(found)).copy()
    told = np.ones(len(found), bool)
    unsigned = np.dtype(f"u{array.dtype.itemsize}")
    for i, value in enumerate(found):
        if value == "_":
            told[i] = False
        elif isinstance(value, str) and value.startswith("0x"):
            array.view(unsigned)[i] = int(value, 16)
        elif array.dtype.kind in "iu":
            array[i] = int(value)
        elif array.dtype.kind == "b":
            array[i] = value in ("1", "true", True)
        else:
            array[i] = float(value)
    return array, told


def dtype_of(param: Param) -> Any:
    """The numpy type of the elements of a parameter."""
    import numpy as np

    names = {"f16": "float16", "f32": "float32", "f64": "float64", "i1": "uint8", "index": "int64"}
    if param.dtype in names:
        return np.dtype(names[param.dtype])
    number = re.fullmatch(r"(u|s)?i(\d+)", param.dtype)
    if number and number[2] in ("8", "16", "32", "64"):
        return np.dtype(("u" if number[1] == "u" else "") + f"int{number[2]}")
    short = {"bf16": "bfloat16", "f8E4M3FN": "float8_e4m3fn", "f8E5M2": "float8_e5m2", "f8E8M0FNU": "float8_e8m0fnu"}
    if param.dtype in short:
        try:
            import ml_dtypes
        except ImportError:
            raise Unsupported(f"{param.dtype} without ml_dtypes") from None
        return np.dtype(getattr(ml_dtypes, short[param.dtype]))
    raise Unsupported(f"elements of type {param.dtype}")


def check(section: Section, targets: list[str]) -> str | None:
    """What is wrong with the findings of a section on the first target where something is."""
    return next((told for target in targets if (told := _check(section, target))), None)


def run(section: Section, checks: str | None, targets: list[str] | None) -> str | None:
    """What is wrong with the first run of a section that is not as it should be."""
    for target, semantics, launch in section.cases():
        if targets is not None and target not in targets:
            continue
        told = _run(section, target, semantics, launch, checks)
        if told:
            return told
    return None


def _check(section: Section, target: str) -> str | None:
    kernel = Kernel(section.text, section.path)
    wanted = [c for c in section.carets if not c.targets or target in c.targets]
    unexpected: list[Finding] = []
    for finding in kernel.check(target, rules=section.rules, sync=section.prove):
        if finding.severity == "note":
            continue
        said = " ".join([finding.message, finding.help or "", finding.rendered])
        known = [
            w
            for w in wanted
            if (w.line, w.column, w.code) == (finding.line, finding.column, finding.code) and w.words in said
        ]
        if known:
            wanted.remove(known[0])
        else:
            unexpected.append(finding)
    told = [str(f) for f in unexpected]
    told += [f"{section.path}:{w.line}: {w.code} is expected and not found: {w.words}" for w in wanted]
    return "\n\n".join(told) or None


def _run(section: Section, target: str, semantics: str, launch: dict[str, Any], checks: str | None) -> str | None:
    if unsupported := section.claim("unsupported", set()):
        raise Unsupported(f"`// {unsupported}:`")
    import numpy as np

    kernel = Kernel(section.text, section.path, target=target, entry=launch["entry"])
    words = {target, semantics}
    options: dict[str, Any] = {"target": target, "semantics": semantics, "rules": section.rules}
    trap = section.claim("trap", words)
    try:
        params = kernel._decode(target, launch["entry"], semantics, section.rules, False)[1]
    except Error as error:
        return _stopped(error, trap)
    args: list[Any] = []
    before: list[Any] = []
    for i, param in enumerate(params):
        text = section.args.get(i)
        if param.kind == "number":
            args.append(_number(param, text))
            before.append(None)
            continue
        count = param.shape[0] * param.shape[1] if param.shape else None
        dtype = dtype_of(param)
        array = np.full(count or 0, 0, dtype) if text is None else values(text, dtype, count)[0]
        if text is None and param.kind == "tile":
            array.view(np.uint8)[:] = 0xFF
        args.append(array)
        before.append(array.copy())
    checked = section.finds or checks
    try:
        kernel.run(*args, blocks=launch["blocks"], check=None, **options)
    except Error as error:
        return _stopped(error, trap)
    if trap:
        return f"{section.path}:{section.first_line}: the run must stop with {trap}, and does not"
    wrong = _compare(section, params, args, before, words)
    if wrong or not checked:
        return wrong
    found: list[Finding] = []
    try:
        again = [a if b is None else b.copy() for a, b in zip(args, before, strict=True)]
        found = list(kernel.run(*again, blocks=launch["blocks"], check=checks or "all", **options).findings)
    except Error as error:
        found = list(error.findings)
    return _held(found, section, words)


def _number(param: Param, text: str | None) -> Any:
    """The value of a number; a code of a float is its bits."""
    if text is None or not text.startswith("0x") or not param.dtype.lstrip("b").startswith("f"):
        return text or 0
    return values(text, dtype_of(param), 1)[0][0]


def _stopped(error: Error, trap: str | None) -> str | None:
    if not trap:
        return "\n\n".join(str(f) for f in error.findings)
    asked = re.fullmatch(r"(?:(\d+) )?([EW]\d{4}) ?(.*)", trap)
    if asked is None:
        raise Unsupported(f"`// trap: {trap}`")
    line, code, words = asked.groups()
    first = error.findings.errors[0]
    fits = first.code == code and words in first.message and (not line or int(line) == first.line)
    return None if fits else f"expected {trap}, found\n{first}"


def _says(finding: Finding, asked: str) -> bool:
    """Whether a finding is the one that `E0701 message (label) [help]` asks for, as far as it goes."""
    _, has, rest = asked.partition(finding.code)
    message = rest.strip().split(" (")[0].split(" [")[0]
    return bool(has) and message in finding.message


def _held(found: list[Finding], section: Section, words: set[str]) -> str | None:
    fitting = [(only, text) for only, text in section.finds if set(only) <= words]
    most = max((len(only) for only, _ in fitting), default=0)
    asked = [text for only, text in fitting if len(only) == most]
    if asked == ["_"]:
        return None
    told = []
    for finding in found:
        known = next((a for a in asked if _says(finding, a)), None)
        if known is None:
            if finding.is_error:
                told.append(str(finding))
        else:
            asked.remove(known)
    told += [f"{section.path}:{section.first_line}: a checked run must find {a}, and does not" for a in asked if a != "none"]
    return "\n\n".join(told) or None


def _compare(section: Section, params: tuple[Param, ...], args: list[Any], before: list[Any], words: set[str]) -> str | None:
    import numpy as np

    told = []
    for i, (param, got, old) in enumerate(zip(params, args, before, strict=True)):
        if old is None:
            continue
        text = section.claim(f"expect {i}", words)
        count = param.shape[0] * param.shape[1] if param.shape else None
        want, known = (old, np.ones(old.size, bool)) if text is None else values(text, got.dtype, count)
        if want.size != got.size:
            told.append(f"`%{param.name}` has {got.size} elements, {want.size} are expected")
            continue
        code = np.dtype(f"u{got.dtype.itemsize}")
        differ = np.flatnonzero((got.view(code) != want.view(code)) & known)
        if differ.size:
            rows = [f"  [{j}] is {got[j]!s}, expected {want[j]!s}" for j in differ[:5]]
            more = f"\n  and {differ.size - 5} more" if differ.size > 5 else ""
            told.append(f"`%{param.name}`: {differ.size} of {got.size} elements differ\n" + "\n".join(rows) + more)
    place = f"{section.path}:{section.first_line}: on {', '.join(sorted(words))}:\n"
    return place + "\n".join(told) if told else None
