"""Launches of the `ptodsl` that comes with the assembler run here. Its generator needs the assembler; what it hands over is played."""

from __future__ import annotations

import importlib.machinery
import sys
import types

import numpy as np
import pytest

import pto_tools as pto
from pto_tools import dsl

# A container with one module per back end, as the generator writes it.
PROGRAM = """module attributes {pto.target_arch = "a5"} {
  module attributes {pto.backend = "vpto", pto.kernel_kind = #pto.kernel_kind<vector>, pto.target_arch = "a5"} {
    func.func @twice(%x: !pto.ptr<f32, gm>, %n: index) attributes {pto.entry} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %view = pto.make_tensor_view %x, shape = [%n, %c8], strides = [%c8, %c1] : !pto.tensor_view<?x?xf32>
      %block = pto.get_block_idx
      %row = arith.index_cast %block : i64 to index
      %part = pto.partition_view %view, offsets = [%row, %c0], sizes = [%c1, %c8] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<1x8xf32>
      %t = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>
      pto.tload ins(%part : !pto.partition_tensor_view<1x8xf32>) outs(%t : !pto.tile_buf<vec, 1x8xf32>)
      pto.tadd ins(%t, %t : !pto.tile_buf<vec, 1x8xf32>, !pto.tile_buf<vec, 1x8xf32>) outs(%t : !pto.tile_buf<vec, 1x8xf32>)
      pto.tstore ins(%t : !pto.tile_buf<vec, 1x8xf32>) outs(%part : !pto.partition_tensor_view<1x8xf32>)
      return
    }
  }
}
"""


@pytest.fixture
def launch(monkeypatch):
    """A launch of the program on a grid."""

    class LaunchHandle:
        def __init__(self, grid: int) -> None:
            self._compiled = types.SimpleNamespace(mlir_text=lambda: PROGRAM, ir_function_name="twice")
            self._grid, self._stream = grid, None

    for name in ("ptodsl", "ptodsl._runtime", "ptodsl._runtime.launch"):
        module = types.ModuleType(name)
        module.__spec__ = importlib.machinery.ModuleSpec(name, None)
        monkeypatch.setitem(sys.modules, name, module)
    sys.modules["ptodsl._runtime.launch"].LaunchHandle = LaunchHandle
    dsl.install()
    return LaunchHandle


def test_a_launch_runs_on_every_block_of_its_grid(launch):
    x = np.ones((4, 8), np.float32)
    launch(3)(x, 4)
    np.testing.assert_array_equal(x[:, 0], [2, 2, 2, 1])


def test_what_a_kernel_does_wrong_is_raised(launch):
    with pytest.raises(pto.Error, match="E06"):
        launch(5)(np.ones((4, 8), np.float32), 5)
