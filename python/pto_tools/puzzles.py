"""The puzzles of the playground, for Python: begin one, solve it as a text or as a Python kernel, and have it judged.

>>> from pto_tools import puzzles
>>> text = puzzles.begin(1)
>>> print(text.splitlines()[0])
// puzzle 1: Fill a tile
>>> puzzles.judge(1, text).solved
False
>>> solved = text.replace("// Your line goes here.", "pto.texpands ins(%seven : f32) outs(%a : !tile)")
>>> puzzles.judge(1, solved).solved
True

``python -m pto_tools.puzzles FILE`` judges a file; its first line says which puzzle it solves. What is right is computed by numpy here,
and by a solution in the command: the two share nothing but the puzzle.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import _native
from ._findings import Error
from ._kernel import Kernel, parse

_Arrays = list[Any]


def _softmax(x: Any) -> Any:
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _double(args: _Arrays) -> dict[int, Any]:
    return {1: 2 * args[0]}


# What each puzzle asks for: the arguments that change, from the arguments before.
_WANTED: dict[int, Callable[[_Arrays], dict[int, Any]]] = {
    1: lambda args: {0: np.full_like(args[0], 7)},
    2: _double,
    3: lambda args: {1: args[0].sum(axis=1, keepdims=True)},
    4: lambda args: {0: args[0] - args[0].max(axis=1, keepdims=True)},
    5: lambda args: {0: _softmax(args[0])},
    6: _double,
    7: _double,
    8: _double,
    9: lambda args: {2: args[0].astype(np.float64) @ args[1].astype(np.float64)},
    10: _double,
}


@dataclass(frozen=True)
class Judgement:
    """What was found about a solution."""

    solved: bool
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return "solved" if self.solved else "not solved: " + "; ".join(self.reasons)


def begin(number: int) -> str:
    """The program that a puzzle begins with; its task is in comments."""
    return _native.puzzle(number)


def _values(text: str, word: str) -> list[str]:
    return [line.split(": ", 1)[1] for line in text.splitlines() if line.startswith(f"// {word}: ")]


def _launches(text: str) -> list[tuple[list[str], int]]:
    launches = []
    for line in _values(text, "launch"):
        parts = [part.strip() for part in line.split(";")]
        blocks = [int(p.removeprefix("blocks=")) for p in parts if p.startswith("blocks=")]
        launches.append(([p for p in parts if not p.startswith("blocks=")], blocks[0] if blocks else 1))
    return launches


def _argument(param: Any, spec: str, rng: np.random.Generator) -> Any:
    if param.kind == "number":
        return int(spec)
    fill, _, shape = spec.partition(":")
    extents = param.shape if param.kind == "tile" else tuple(int(n) for n in shape.split("x"))
    dtype = {"f32": np.float32, "f16": np.float16}[param.dtype]
    if fill == "zeros":
        return np.zeros(extents, dtype)
    if fill == "range":
        return np.arange(np.prod(extents), dtype=dtype).reshape(extents)
    return rng.uniform(-2, 2, extents).astype(dtype)


def judge(number: int, solution: str | Kernel, *, seed: int = 0) -> Judgement:
    """Looks at a solution: a text, or a kernel, such as ``record()`` of a kernel in Python."""
    text = begin(number)
    target = _values(text, "target")[0]
    reasons: list[str] = []
    rng = np.random.default_rng(seed)
    wants = _values(text, "wants")
    try:
        kernel = parse(solution, target=target) if isinstance(solution, str) else solution
        for specs, blocks in _launches(text):
            if len(specs) != len(kernel.params):
                return Judgement(False, (f"the kernel has {len(kernel.params)} parameters, {len(specs)} are wanted",))
            args = [_argument(p, s, rng) for p, s in zip(kernel.params, specs, strict=True)]
            wanted = _WANTED[number]([a.copy() if isinstance(a, np.ndarray) else a for a in args])
            kernel(*args, blocks=blocks, check="all" if "checked" in wants else None)
            for i, want in wanted.items():
                if not np.allclose(args[i], want, rtol=1e-3, atol=1e-5):
                    reasons.append(f"%{kernel.params[i].name} has wrong values with {', '.join(specs)}")
            cycles = [int(w.split()[0]) for w in wants if w.endswith(" cycles")]
        for most in cycles:
            took = kernel.cost(*args, blocks=blocks).cycles
            if took > most:
                reasons.append(f"it takes {took} cycles, at most {most} are wanted")
    except Error as error:
        return Judgement(False, (str(error.findings[0].message),))
    for want in wants:
        name = want.removeprefix("uses ")
        if name != want and not re.search(rf"\bpto\.{name}\b", kernel.text):
            reasons.append(f"it does not use pto.{name}")
    return Judgement(not reasons, tuple(reasons))


def main(words: list[str]) -> int:
    """Judges the file that is named; the exit code is 0 if it is solved."""
    if len(words) != 1:
        print("usage: python -m pto_tools.puzzles FILE", file=sys.stderr)
        return 2
    text = Path(words[0]).read_text(encoding="utf-8")
    number = re.search(r"^// puzzle (\d+):", text, re.MULTILINE)
    if number is None:
        print(f"{words[0]}: no line says which puzzle it solves", file=sys.stderr)
        return 2
    found = judge(int(number[1]), text)
    print(f"puzzle {number[1]}: {found}")
    return 0 if found.solved else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
