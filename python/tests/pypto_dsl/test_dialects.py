"""What a DSL builds with MLIR's bindings becomes a program that runs."""

from __future__ import annotations

import numpy as np
import pytest

import pto_tools as pto
from pto_tools.dsl._dialects import modules


@pytest.fixture
def mlir(monkeypatch):
    """The bindings, played."""
    import sys

    for name, module in modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    from mlir import ir
    from mlir.dialects import arith, func, scf
    from mlir.dialects import pto as dialect

    return ir, arith, func, scf, dialect


def build(mlir, rows: int = 16, blocks: int = 4) -> str:
    """Every block doubles its rows, four at a time, if the number is not 0."""
    ir, arith, func, scf, dialect = mlir
    with ir.Context(), ir.Location.file("kernel.py", 7, 3):
        f32, index = ir.F32Type.get(), ir.IndexType.get()
        pointer = dialect.PtrType.get(f32)
        config = dialect.TileBufConfigAttr.get(
            dialect.BLayoutAttr.get(dialect.BLayout.RowMajor),
            dialect.SLayoutAttr.get(dialect.SLayout.NoneBox),
            dialect.TileConfig.fractalABSize,
            dialect.PadValueAttr.get(dialect.PadValue.Null),
        )
        tile = dialect.TileBufType.get([4, 8], f32, dialect.AddressSpaceAttr.get(dialect.AddressSpace.VEC), [4, 8], config)
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            function = func.FuncOp("double", func.FunctionType.get([pointer, ir.IntegerType.get_signless(32)], []))
        with ir.InsertionPoint(function.add_entry_block()):
            x, number = function.regions[0].blocks[0].arguments
            c = {n: arith.ConstantOp(index, n).result for n in (0, 1, 4, 8, rows, rows // blocks)}
            block = arith.IndexCastOp(index, dialect.GetBlockIdxOp().result).result
            first = arith.MulIOp(block, c[rows // blocks]).result
            zero = arith.ConstantOp(ir.IntegerType.get_signless(32), 0).result
            wanted = arith.CmpIOp(arith.CmpIPredicate.ne, number, zero).result
            branch = scf.IfOp(wanted)
            with ir.InsertionPoint(branch.then_block):
                view = dialect.MakeTensorViewOp(dialect.TensorViewType.get(2, f32), x, [c[rows], c[8]], [c[8], c[1]]).result
                loop = scf.ForOp(c[0], c[rows // blocks], c[4])
                with ir.InsertionPoint(loop.body):
                    row = arith.AddIOp(first, loop.induction_variable).result
                    kind = dialect.PartitionTensorViewType.get([4, 8], f32)
                    part = dialect.PartitionViewOp(kind, view, offsets=[row, c[0]], sizes=[c[4], c[8]]).result
                    t = dialect.AllocTileOp(tile).result
                    dialect.TLoadOp(None, part, t)
                    dialect.TAddOp(t, t, t)
                    dialect.TStoreOp(None, t, part)
                    scf.YieldOp([])
                scf.YieldOp([])
            func.ReturnOp([])
        return str(module)


@pytest.mark.parametrize("target", ["a2a3", "a5"])
def test_the_program_runs(mlir, target):
    kernel = pto.parse(build(mlir))
    assert not kernel.check(target).errors
    x = np.arange(128, dtype=np.float32)
    kernel(x, 1, blocks=4, target=target)
    np.testing.assert_array_equal(x, 2 * np.arange(128, dtype=np.float32))


def test_a_branch_that_is_not_taken_does_nothing(mlir):
    x = np.ones(128, np.float32)
    pto.parse(build(mlir))(x, 0, blocks=4, target="a2a3")
    np.testing.assert_array_equal(x, np.ones(128, np.float32))


def test_statements_carry_their_place(mlir):
    assert 'loc("kernel.py":7:3)' in build(mlir)


def test_an_unknown_instruction_is_named(mlir):
    with pytest.raises(AttributeError, match="TNothing"):
        mlir[4].TNothingOp  # noqa: B018 - reading it is what is tested
