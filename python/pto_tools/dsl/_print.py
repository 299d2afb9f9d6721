"""A tree of operations as PTO text."""

from __future__ import annotations

from typing import Any

from ._ir import Block, Module, Operation, Value, attribute


class _Names:
    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._kept: list[Value] = []

    def __call__(self, value: Value) -> str:
        if id(value) not in self._names:
            self._kept.append(value)
            self._names[id(value)] = f"%{len(self._names)}"
        return self._names[id(value)]


def _attributes(values: dict[str, Any]) -> str:
    inner = ", ".join(k if attribute(v) == "unit" else f"{k} = {attribute(v)}" for k, v in values.items())
    return f" {{{inner}}}" if inner else ""


def _lines(block: Block, names: _Names, indent: str) -> list[str]:
    return [line for op in block.operations for line in _operation(op, names, indent)]


def _operation(op: Operation, names: _Names, indent: str) -> list[str]:
    results = ", ".join(names(r) for r in op.results)
    head = indent + (f"{results} = " if results else "")
    at = f" {op.location}" if op.location is not None and op.location.place else ""
    operands = [names(v) for v in op.operands]
    types = [str(v.type) for v in op.operands]
    inner = indent + "  "
    match op.name:
        case "func.func":
            return _function(op, names, indent, at)
        case "func.return":
            return [f"{head}return{at}"]
        case "func.call":
            of = ", ".join(str(r.type) for r in op.results)
            call = f"func.call {attribute(op.attributes['callee'])}({', '.join(operands)})"
            return [f"{head}{call} : ({', '.join(types)}) -> ({of}){at}"]
        case "arith.constant":
            return [f"{head}arith.constant {attribute(op.attributes['value'])}{at}"]
        case "scf.for":
            block = op.regions[0].blocks[0]
            loop = f"scf.for {names(block.arguments[0])} = {operands[0]} to {operands[1]} step {operands[2]}"
            return [f"{head}{loop} {{", *_lines(block, names, inner), f"{indent}}}{at}"]
        case "scf.if":
            lines = [f"{head}scf.if {operands[0]} {{", *_lines(op.regions[0].blocks[0], names, inner)]
            if op.regions[1].blocks:
                lines += [f"{indent}}} else {{", *_lines(op.regions[1].blocks[0], names, inner)]
            return [*lines, f"{indent}}}{at}"]
        case "scf.yield":
            return [f"{head}scf.yield{at}"]
        case "pto.section.vector" | "pto.section.cube":
            return [f"{head}{op.name} {{", *_lines(op.regions[0].blocks[0], names, inner), f"{indent}}}{at}"]
    properties = _attributes(op.attributes)
    of = ", ".join(str(r.type) for r in op.results)
    of = of if len(op.results) == 1 else f"({of})"
    return [f'{head}"{op.name}"({", ".join(operands)}){properties} : ({", ".join(types)}) -> {of}{at}']


def _function(op: Operation, names: _Names, indent: str, at: str) -> list[str]:
    block = op.regions[0].blocks[0]
    parameters = ", ".join(f"{names(a)}: {a.type}" for a in block.arguments)
    kept = {k: v for k, v in op.attributes.items() if k not in ("sym_name", "function_type")}
    extra = f" attributes{_attributes(kept)}" if kept else ""
    name = op.attributes["sym_name"]
    head = f"{indent}func.func @{name}({parameters}){extra} {{"
    return [head, *_lines(block, names, indent + "  "), f"{indent}}}{at}"]


def module_text(module: Module) -> str:
    """The whole program."""
    extra = f" attributes{_attributes(module.operation.attributes)}" if module.operation.attributes else ""
    return "\n".join([f"module{extra} {{", *_lines(module.body, _Names(), "  "), "}"])
