"""Programs that several tests need."""

from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

DOUBLE = """func.func @double(%x: !pto.tile_buf<vec, 1x16x{type}>, %y: !pto.tile_buf<vec, 1x16x{type}>) {{
  pto.tadd ins(%x, %x : !pto.tile_buf<vec, 1x16x{type}>, !pto.tile_buf<vec, 1x16x{type}>)
           outs(%y : !pto.tile_buf<vec, 1x16x{type}>)
  return
}}
"""

COPY = """func.func @copy(%x: !pto.ptr<{type}, gm>, %y: !pto.ptr<{type}, gm>) {{
  %one = arith.constant 1 : index
  %n = arith.constant 32 : index
  %xv = pto.make_tensor_view %x, shape = [%one, %n], strides = [%n, %one] : !pto.tensor_view<?x?x{type}>
  %yv = pto.make_tensor_view %y, shape = [%one, %n], strides = [%n, %one] : !pto.tensor_view<?x?x{type}>
  %zero = arith.constant 0 : index
  %from = pto.partition_view %xv, offsets = [%zero, %zero], sizes = [%one, %n]
    : !pto.tensor_view<?x?x{type}> -> !pto.partition_tensor_view<1x32x{type}>
  %to = pto.partition_view %yv, offsets = [%zero, %zero], sizes = [%one, %n]
    : !pto.tensor_view<?x?x{type}> -> !pto.partition_tensor_view<1x32x{type}>
  %t = pto.alloc_tile : !pto.tile_buf<vec, 1x32x{type}>
  pto.tload ins(%from : !pto.partition_tensor_view<1x32x{type}>) outs(%t : !pto.tile_buf<vec, 1x32x{type}>)
  pto.tstore ins(%t : !pto.tile_buf<vec, 1x32x{type}>) outs(%to : !pto.partition_tensor_view<1x32x{type}>)
  return
}}
"""
