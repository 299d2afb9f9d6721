"""Files of a work folder as PyPTO leaves it, written by hand: `z = (x + y) * n` in two tasks."""

from __future__ import annotations

ADD = """\
module attributes {pto.target_arch = "a2a3"} {
  func.func @add(%arg0: !pto.ptr<f32>, %arg1: !pto.ptr<f32>, %arg2: !pto.ptr<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %v0 = pto.make_tensor_view %arg0, shape = [%c8, %c8], strides = [%c8, %c1] : !pto.tensor_view<?x?xf32>
    %v1 = pto.make_tensor_view %arg1, shape = [%c8, %c8], strides = [%c8, %c1] : !pto.tensor_view<?x?xf32>
    %v2 = pto.make_tensor_view %arg2, shape = [%c8, %c8], strides = [%c8, %c1] : !pto.tensor_view<?x?xf32>
    %p0 = pto.partition_view %v0, offsets = [%c0, %c0], sizes = [%c8, %c8] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<8x8xf32>
    %p1 = pto.partition_view %v1, offsets = [%c0, %c0], sizes = [%c8, %c8] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<8x8xf32>
    %p2 = pto.partition_view %v2, offsets = [%c0, %c0], sizes = [%c8, %c8] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<8x8xf32>
    %a = pto.alloc_tile : !pto.tile_buf<vec, 8x8xf32>
    %b = pto.alloc_tile : !pto.tile_buf<vec, 8x8xf32>
    pto.tload ins(%p0 : !pto.partition_tensor_view<8x8xf32>) outs(%a : !pto.tile_buf<vec, 8x8xf32>)
    pto.tload ins(%p1 : !pto.partition_tensor_view<8x8xf32>) outs(%b : !pto.tile_buf<vec, 8x8xf32>)
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 8x8xf32>, !pto.tile_buf<vec, 8x8xf32>) outs(%a : !pto.tile_buf<vec, 8x8xf32>) loc("model.py":12:9)
    pto.tstore ins(%a : !pto.tile_buf<vec, 8x8xf32>) outs(%p2 : !pto.partition_tensor_view<8x8xf32>)
    return
  }
}
"""

# One row per block, times a number; the block's number is a parameter.
SCALE = """\
module attributes {pto.target_arch = "a2a3"} {
  func.func @scale(%arg0: !pto.ptr<f32>, %arg1: !pto.ptr<f32>, %arg2: f32, %arg3: index, %__pypto_spmd_block_idx: i32, %__pypto_spmd_block_num: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %row = arith.index_cast %__pypto_spmd_block_idx : i32 to index
    %n = arith.index_cast %__pypto_spmd_block_num : i32 to index
    %v0 = pto.make_tensor_view %arg0, shape = [%n, %arg3], strides = [%arg3, %c1] : !pto.tensor_view<?x?xf32>
    %v1 = pto.make_tensor_view %arg1, shape = [%n, %arg3], strides = [%arg3, %c1] : !pto.tensor_view<?x?xf32>
    %p0 = pto.partition_view %v0, offsets = [%row, %c0], sizes = [%c1, %arg3] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<1x8xf32>
    %p1 = pto.partition_view %v1, offsets = [%row, %c0], sizes = [%c1, %arg3] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<1x8xf32>
    %a = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>
    pto.tload ins(%p0 : !pto.partition_tensor_view<1x8xf32>) outs(%a : !pto.tile_buf<vec, 1x8xf32>)
    pto.tmuls ins(%a, %arg2 : !pto.tile_buf<vec, 1x8xf32>, f32) outs(%a : !pto.tile_buf<vec, 1x8xf32>)
    pto.tstore ins(%a : !pto.tile_buf<vec, 1x8xf32>) outs(%p1 : !pto.partition_tensor_view<1x8xf32>)
    return
  }
}
"""


def wrapper(name: str, tensors: list[str], numbers: list[str] = (), extents: dict[str, str] | None = None, block: bool = False) -> str:
    """A kernel's wrapper in the form that PyPTO writes."""
    lines = ['extern "C" __aicore__ void kernel_entry(__gm__ int64_t* args)', "{"]
    names = list(tensors)
    if block:
        lines += ["    int32_t __pypto_spmd_block_idx = get_block_idx(args);", "    int32_t __pypto_spmd_block_num = get_block_num(args);"]
    for i, t in enumerate(tensors):
        lines.append(f"    __gm__ ChipTensor* {t}_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[{i}]);")
        lines.append(f"    __gm__ float* {t} = reinterpret_cast<__gm__ float*>({t}_tensor->buffer.addr) + {t}_tensor->start_offset;")
    for j, n in enumerate(numbers):
        lines += [f"    union {{ uint64_t u64; float val; }} {n}_conv;", f"    {n}_conv.u64 = args[{len(tensors) + j}];", f"    float {n} = {n}_conv.val;"]
        names.append(n)
    for name_of, expression in (extents or {}).items():
        lines.append(f"    int64_t {name_of} = {expression};")
        names.append(name_of)
    names += ["__pypto_spmd_block_idx", "__pypto_spmd_block_num"] if block else []
    return "\n".join([*lines, f"    {name}({', '.join(names)});", "}", ""])


ORCHESTRATION = """\
#include <stddef.h>
#include "pto_orchestration_api.h"
extern "C" {
PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) { return {.expected_arg_count = 4}; }
void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    const ChipTensor& x = orch_args.tensor(0).ref();
    const ChipTensor& y = orch_args.tensor(1).ref();
    const ChipTensor& z = orch_args.tensor(2).ref();
    float n = from_u64<float>(orch_args.scalar(0));
    PTO2_SCOPE() {
        uint32_t shape[2] = {8, 8};
        TensorCreateInfo made(shape, 2, DataType::FLOAT32);
        CoreTaskArgs first;
        first.add_input(x);
        first.add_input(y);
        first.add_output(made);
        TaskOutputTensors out = rt_submit_aiv_task(0, first);
        const ChipTensor& sum = out.get_ref(0);
        CoreTaskArgs second;
        second.add_input(sum);
        second.add_inout(z);
        second.add_scalar(n);
        second.launch_spec.set_block_num(8);
        rt_submit_aiv_task(1, second);
    }
}
}
"""

CONFIG = """\
from pathlib import Path
_ROOT = Path(__file__).parent
RUNTIME_CONFIG = {"runtime": "tensormap_and_ringbuffer"}
ORCHESTRATION = {"source": str(_ROOT / "orchestration" / "main.cpp"), "function_name": "aicpu_orchestration_entry"}
KERNELS = [
    {"func_id": 0, "name": "add", "source": str(_ROOT / "kernels" / "add.cpp"), "core_type": "aiv"},
    {"func_id": 1, "name": "scale", "source": str(_ROOT / "kernels" / "scale.cpp"), "core_type": "aiv"},
]
"""
