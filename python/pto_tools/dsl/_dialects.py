"""The dialects that DSLs use, over `_ir`: `arith`, `func` and `scf` as they are, `pto` from the instruction table."""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Callable, Sequence
from typing import Any

from .._isa import isa
from . import _ir
from ._ir import Attribute, FunctionType, IndexType, IntegerType, Operation, Type, Value


def _value(v: Any) -> Value:
    return v.result if isinstance(v, Operation) else v


# --- arith -------------------------------------------------------------------------------------------------------------


class _Predicate:
    """Comparisons by name; an operation prints the number."""

    def __init__(self, names: Sequence[str]) -> None:
        for i, name in enumerate(names):
            setattr(self, name, Attribute(f"{i} : i64"))


_CASTS = ("IndexCast", "TruncF", "ExtF", "TruncI", "ExtSI", "ExtUI", "SIToFP", "UIToFP", "FPToSI", "FPToUI", "Bitcast")


def _arith(name: str) -> Callable[..., Operation]:
    if not re.fullmatch(r"[A-Z]\w*Op", name):
        raise AttributeError(name)
    stem = name.removesuffix("Op")
    op = "arith." + {"IndexCast": "index_cast", "IndexCastUI": "index_castui"}.get(stem, stem.lower())

    def make(*args: Any, loc: Any = None, ip: Any = None, **_: Any) -> Operation:
        if stem == "Constant":
            kind, value = args
            text = _ir.FloatAttr.get(kind, value) if str(kind).startswith(("f", "bf")) else f"{int(value)} : {kind}"
            return Operation(op, [], [kind], {"value": Attribute(str(text))})
        if stem in ("CmpI", "CmpF"):
            predicate, left, right = args
            return Operation(op, [left, right], [IntegerType("i1")], {"predicate": predicate})
        if stem in _CASTS:
            kind, value = args
            return Operation(op, [value], [kind])
        operands = [_value(a) for a in args]
        return Operation(op, operands, [operands[-1].type])

    return make


_INTEGER = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


# --- func, scf ---------------------------------------------------------------------------------------------------------


class FuncOp(Operation):
    """A function."""

    def __init__(self, name: str, kind: FunctionType, **_: Any) -> None:
        super().__init__("func.func", attributes={"sym_name": name, "function_type": kind}, regions=1)
        self.type = kind

    def add_entry_block(self) -> _ir.Block:
        """The body."""
        return self.regions[0].blocks.append(*self.type.inputs)


class ReturnOp(Operation):
    """The end of a function."""

    def __init__(self, values: Sequence[Value] = (), **_: Any) -> None:
        super().__init__("func.return", values)


class ForOp(Operation):
    """A loop."""

    def __init__(self, lower: Value, upper: Value, step: Value, *_: Any, **__: Any) -> None:
        super().__init__("scf.for", [lower, upper, step], regions=1)
        self.body = self.regions[0].blocks.append(IndexType.get())
        self.induction_variable = self.body.arguments[0]


class IfOp(Operation):
    """A branch."""

    def __init__(self, condition: Value, results: Sequence[Type] = (), **options: Any) -> None:
        super().__init__("scf.if", [condition], results, regions=2)
        self.then_block = self.regions[0].blocks.append()
        if options.get("hasElse"):
            self.regions[1].blocks.append()

    @property
    def else_block(self) -> _ir.Block:
        """What happens otherwise."""
        return self.regions[1].blocks[0]


class YieldOp(Operation):
    """The end of a body."""

    def __init__(self, values: Sequence[Value] = (), **_: Any) -> None:
        super().__init__("scf.yield", values)


# --- pto ---------------------------------------------------------------------------------------------------------------


class _Words:
    """An enum of the dialect: each of its names is a word of the text."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, word: str) -> str:
        if word.startswith("__"):
            raise AttributeError(word)
        return word


class _EnumAttr:
    def __init__(self, spell: Callable[[str], str]) -> None:
        self._spell = spell

    def get(self, word: str, context: Any = None) -> Attribute:
        """Of a name of the enum."""
        return Attribute(self._spell(word))


def _snake(word: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word).lower()


# Attribute classes of the dialect: how a name of their enum is written in the text.
_ENUMS: dict[str, Callable[[str], str]] = {
    "AddressSpace": lambda w: f"#pto.address_space<{w.lower()}>",
    "BLayout": _snake,
    "SLayout": _snake,
    "PadValue": _snake,
    "Layout": lambda w: f"#pto.layout<{w.lower()}>",
    "RoundMode": lambda w: f"#pto.round_mode<{w}>",
    "MaskPattern": lambda w: f"#pto.mask_pattern<{w}>",
    "QuantType": lambda w: f"#pto.quant_type<{w}>",
    "CmpMode": lambda w: f"#pto.cmp<{w.lower()}>",
}


class _TileConfigAttr:
    @staticmethod
    def get(blayout: Attribute, slayout: Attribute, fractal: Any, pad: Attribute, *_: Any) -> dict[str, str]:
        """The layout of a tile."""
        words = {"blayout": str(blayout), "slayout": str(slayout), "fractal": str(fractal), "pad": str(pad)}
        return {k: v.split(" :")[0] for k, v in words.items()}


def _extents(shape: Sequence[int]) -> str:
    return "x".join("?" if n < 0 else str(n) for n in shape)


class _TileBufType:
    @staticmethod
    def get(shape: Sequence[int], element: Type, space: Attribute, valid: Sequence[int], config: dict[str, str]) -> Type:
        """A tile."""
        where = str(space).partition("<")[2].rstrip(">")
        rows, columns = shape
        valid_rows, valid_columns = ("?" if n < 0 else n for n in valid)
        pad = {"null": 0, "zero": 1, "max": 2, "min": 3}.get(config["pad"], 0)
        return Type(
            f"!pto.tile_buf<loc={where}, dtype={element}, rows={rows}, cols={columns}, v_row={valid_rows},"
            f" v_col={valid_columns}, blayout={config['blayout']}, slayout={config['slayout']},"
            f" fractal={config['fractal']}, pad={pad}>"
        )


class _PtrType:
    @staticmethod
    def get(element: Type, *_: Any, **__: Any) -> Type:
        """A pointer."""
        return Type(f"!pto.ptr<{element}>")


class _TensorViewType:
    @staticmethod
    def get(shape: int | Sequence[int], element: Type, *_: Any) -> Type:
        """A view of a tensor, by its rank or its extents."""
        extents = [-1] * shape if isinstance(shape, int) else shape
        return Type(f"!pto.tensor_view<{_extents(extents)}x{element}>")


class _PartitionTensorViewType:
    @staticmethod
    def get(shape: Sequence[int], element: Type, *_: Any) -> Type:
        """A part of a view."""
        return Type(f"!pto.partition_tensor_view<{_extents(shape)}x{element}>")


class _TileConfig:
    alignedSize, fixedRowSize, fixedColSize, fixedMxRowSize, fixedMxColSize = 32, 16, 16, 16, 2
    fractalABSize, fractalCSize, fractalMxSize = 512, 1024, 32


class Section(Operation):
    """Code for one kind of core."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"pto.section.{kind}", regions=1)
        self.body = self.regions[0]


_RESULTS = {
    "get_block_idx": "i64",
    "get_block_num": "i64",
    "get_subblock_idx": "i64",
    "get_subblock_num": "i64",
    "reserve_buffer": "i32",
    "import_reserved_buffer": "i32",
    "initialize_l2g2l_pipe": "!pto.pipe",
    "initialize_l2l_pipe": "!pto.pipe",
}

# Names of attributes where the table's spelling differs from the DSLs' keyword.
_RENAMED = {"auto_alloc": "auto"}


@functools.cache
def _instructions() -> dict[str, str]:
    """Instructions by their names without the marks between words, as classes of the dialect spell them."""
    return {re.sub(r"[_.]", "", name): name for name in isa}


def _spelling(stem: str) -> str:
    """The instruction that a class of the dialect stands for."""
    found = _instructions().get(stem.lower())
    if found is None:
        raise AttributeError(f"the instruction set has no `{stem}`")
    return found


def _build(name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Operation:
    """An instruction: operands by name or in order, the rest attributes."""
    entry = isa[name]
    given = {_RENAMED.get(k, k): v for k, v in kwargs.items() if v is not None and k not in ("loc", "ip")}
    results = [Type(_RESULTS[name])] if name in _RESULTS else []
    rest: list[Any] = []
    for a in args:
        if isinstance(a, Type) and not isinstance(a, Attribute):
            results = [a]
        elif a is not None:
            rest.append(a)
    slots = [o for o in entry["operands"] if not results or o["role"] != "out"]
    placed: dict[str, list[Value]] = {o["name"]: _list(given.pop(o["name"])) for o in slots if o["name"] in given}
    if "srcs" in given:
        for i, v in enumerate(given.pop("srcs")):
            placed[f"src{i}"] = [v]
        placed["dst"] = _list(given.pop("dsts"))
    values = [a for a in rest if _is_operand(a)]
    attributes = [a for a in rest if not _is_operand(a)]
    free = [o for o in slots if o["name"] not in placed]
    if len(values) < len(free):
        free = [o for o in free if not o["optional"]]
    for slot, value in zip(free, values, strict=False):
        placed[slot["name"]] = _list(value)
    if name == "addptr":
        slots = [o for o in slots if o["role"] != "out"]
        results = [placed["ptr"][0].type]
    operands = [v for o in slots for v in placed.get(o["name"], [])]
    written: dict[str, Any] = {}
    # Attributes that an instruction needs come first, as its builder's parameters do.
    needed = sorted(entry["attributes"], key=lambda a: (not a["required"], a["name"] != "split"))
    names = [a["name"] for a in needed]
    for attribute_name, value in zip([n for n in names if n not in given], attributes, strict=False):
        written[attribute_name] = value
    written.update(given)
    if any(o["optional"] or o["variadic"] for o in slots):
        counts = ", ".join(str(len(placed.get(o["name"], []))) for o in slots)
        written["operandSegmentSizes"] = Attribute(f"array<i32: {counts}>")
    return Operation(f"pto.{name}", operands, results, written)


def _is_operand(v: Any) -> bool:
    return isinstance(v, (Value, Operation)) or (isinstance(v, (list, tuple)) and all(_is_operand(x) for x in v))


def _list(v: Any) -> list[Value]:
    return [_value(x) for x in v] if isinstance(v, (list, tuple)) else [_value(v)]


def _event(kind: str) -> Callable[[str, str, str], Operation]:
    def make(source: str, target: str, event: str) -> Operation:
        sides = {"src_op": f"#pto.sync_op_type<{source}>", "dst_op": f"#pto.sync_op_type<{target}>"}
        values = {k: Attribute(v) for k, v in sides.items()}
        return Operation(f"pto.{kind}", attributes={**values, "event_id": Attribute(f"#pto.event<{event}>")})

    return make


def _barrier(sync_op: str) -> Operation:
    return Operation("pto.barrier_sync", attributes={"op_type": Attribute(f"#pto.sync_op_type<{sync_op}>")})


def _subview(source: Value, offsets: Sequence[Value], sizes: Sequence[int], *_: Any) -> Value:
    text = str(source.type)
    rows, columns = sizes
    for key, n in (("rows", rows), ("cols", columns), ("v_row", rows), ("v_col", columns)):
        text = re.sub(rf"\b{key}=[\d?]+", f"{key}={n}", text)
    values = [source, *offsets]
    listed = Attribute(f"[{rows}, {columns}]")
    return Operation("pto.subview", values, [Type(text)], {"sizes": listed}).result


def _pto(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _ENUMS:
        return _Words(name)
    if name.endswith("Attr") and name.removesuffix("Attr") in _ENUMS:
        return _EnumAttr(_ENUMS[name.removesuffix("Attr")])
    if re.fullmatch(r"EVENT_ID\d", name) or re.fullmatch(r"T[A-Z][A-Z0-9_]*", name):
        return name
    if name in ("SectionVectorOp", "SectionCubeOp"):
        return lambda: Section("vector" if "Vector" in name else "cube")
    if name.endswith("Op"):
        spelled = _spelling(name.removesuffix("Op"))
        return lambda *args, **kwargs: _build(spelled, args, kwargs)
    spelled = {"print_": "print"}.get(name, name)
    if spelled in isa:
        return lambda *args, **kwargs: _first(_build(spelled, args, kwargs))
    raise AttributeError(f"the instruction set has no `{name}`")


def _first(op: Operation) -> Any:
    return op.result if op.results else op


def modules() -> dict[str, types.ModuleType]:
    """`mlir` and what it contains, by name."""
    made = {n: types.ModuleType(n, "MLIR's bindings, played by pto_tools.") for n in (
        "mlir", "mlir.ir", "mlir.dialects", "mlir.dialects.arith", "mlir.dialects.func", "mlir.dialects.scf",
        "mlir.dialects.pto",
    )}  # fmt: skip
    for name, module in made.items():
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(made[parent], last, module)
    made["mlir"].__path__ = []
    made["mlir.dialects"].__path__ = []
    vars(made["mlir.ir"]).update({k: v for k, v in vars(_ir).items() if not k.startswith("_")})
    arith = made["mlir.dialects.arith"]
    arith.CmpIPredicate = _Predicate(_INTEGER)  # type: ignore[attr-defined]
    arith.__getattr__ = _arith  # type: ignore[method-assign]
    func = made["mlir.dialects.func"]
    func.FuncOp, func.ReturnOp, func.FunctionType = FuncOp, ReturnOp, FunctionType  # type: ignore[attr-defined]
    scf = made["mlir.dialects.scf"]
    scf.ForOp, scf.IfOp, scf.YieldOp = ForOp, IfOp, YieldOp  # type: ignore[attr-defined]
    pto = made["mlir.dialects.pto"]
    named = {
        "PtrType": _PtrType,
        "TensorViewType": _TensorViewType,
        "PartitionTensorViewType": _PartitionTensorViewType,
        "TileBufType": _TileBufType,
        "TileBufConfigAttr": _TileConfigAttr,
        "TileConfig": _TileConfig,
        "record_event": _event("record_event"),
        "wait_event": _event("wait_event"),
        "barrier": _barrier,
        "subview": _subview,
        "register_dialect": lambda context, load=True: None,
    }
    vars(pto).update(named)
    pto.__getattr__ = _pto  # type: ignore[method-assign]
    return made
