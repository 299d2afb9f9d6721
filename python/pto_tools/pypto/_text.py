"""Texts of kernels as they are run: a block's number comes from the launch instead of a parameter."""

from __future__ import annotations

import re
from dataclasses import dataclass

# A function with a body: its name, its parameters, what follows them.
FUNCTION = re.compile(r"func\.func\s+(?:private\s+|public\s+)?@([\w$.]+)\s*\(([^)]*)\)([^\n{]*(?:\{[^\n{}]*\})?[^\n{]*)\{")


def functions(text: str) -> list[str]:
    """The functions of a text that have a body."""
    return [m[1] for m in FUNCTION.finditer(text)]


@dataclass(frozen=True, slots=True)
class Shard:
    """Memory that is divided among the blocks: the parameter's position, and elements for one block."""

    position: int
    elements: int


# Statements in generic form, which end without the end of a line: what is added stays on the line of the signature.


def statement(result: str, name: str, operands: dict[str, str], kind: str, attributes: str = "") -> str:
    """An operation with one result."""
    values, types = ", ".join(operands), ", ".join(operands.values())
    return f'{result} = "{name}"({values}){attributes} : ({types}) -> {kind}'


def constant(result: str, value: int, kind: str) -> str:
    """An integer."""
    return statement(result, "arith.constant", {}, kind, f" {{value = {value} : {kind}}}")


def _identity(name: str, what: str, fixed: int | None) -> list[str]:
    if fixed is not None:
        return [constant(name, fixed, "i32")]
    wide = f"{name}_i64"
    return [statement(wide, f"pto.get_{what}", {}, "i64"), statement(name, "arith.trunci", {wide: "i64"}, "i32")]


def _part_of_block(variable: str, kind: str, elements: int) -> list[str]:
    block, count, offset, index = (f"{variable}_{w}" for w in ("block", "count", "offset", "index"))
    return [
        statement(block, "pto.get_block_idx", {}, "i64"),
        constant(count, elements, "i64"),
        statement(offset, "arith.muli", {block: "i64", count: "i64"}, "i64"),
        statement(index, "arith.index_cast", {offset: "i64"}, "index"),
        statement(variable, "pto.addptr", {f"{variable}_whole": kind, index: "index"}, kind),
    ]


def specialize(
    text: str,
    *,
    keep: frozenset[str] | None = None,
    shards: dict[str, Shard] | None = None,
    lane: int | None = None,
) -> str:
    """The text with the parameters that a runtime would fill in per block taken out of the signatures.

    Lines stay where they are. `keep` names the functions that are changed, all if absent. `lane` fixes the number of the
    vector core.
    """
    shards = shards or {}

    def rewrite(m: re.Match[str]) -> str:
        name, parameters, tail = m[1], m[2], m[3]
        if keep is not None and name not in keep:
            return m[0]
        kept: list[str] = []
        first: list[str] = []
        for position, parameter in enumerate(p.strip() for p in parameters.split(",") if p.strip()):
            variable = parameter.split(":")[0].strip()
            word = variable.rpartition("spmd_")[2] if "__pypto_spmd_" in variable else ""
            if word in ("block_idx", "block_num"):
                first += _identity(variable, word, None)
            elif word == "subblock_idx":
                first += _identity(variable, word, lane)
            elif name in shards and shards[name].position == position:
                kept.append(parameter.replace(variable, f"{variable}_whole", 1))
                kind = parameter.partition(":")[2].strip()
                first += _part_of_block(variable, kind, shards[name].elements)
            else:
                kept.append(parameter)
        return f"func.func @{name}({', '.join(kept)}){tail}{{ {' '.join(first)}".rstrip()

    return FUNCTION.sub(rewrite, text)
