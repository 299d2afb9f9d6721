"""Tasks that are complete when a signal has come, not when their kernel ends."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from pto_tools.pypto import OrchestrationError, _tasks, _workers
from pto_tools.pypto._waits import noting
from test_devices import RANKS, SHIFT, ring
from work_folder import wrapper

# In the form that PyPTO writes: the runtime brings the function that is called.
WAITER = """\
module attributes {pto.target_arch = "a2a3"} {
  func.func @waiter(%signal: !pto.ptr<i32>, %__pypto_deferred_raw_args: !pto.ptr<i64>) {
    %first = arith.constant 0 : i64
    %value = arith.constant 1 : i64
    func.call @pypto_register_counter_completion(%__pypto_deferred_raw_args, %signal, %first, %value) : (!pto.ptr<i64>, !pto.ptr<i32>, i64, i64) -> ()
    return
  }
  func.func private @pypto_register_counter_completion(!pto.ptr<i64>, !pto.ptr<i32>, i64, i64)
}
"""

COPY = """\
module attributes {pto.target_arch = "a2a3"} {
  func.func @copy(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %vx = pto.make_tensor_view %x, shape = [%c8], strides = [%c1] : !pto.tensor_view<8xf32>
    %vy = pto.make_tensor_view %y, shape = [%c8], strides = [%c1] : !pto.tensor_view<8xf32>
    %px = pto.partition_view %vx, offsets = [%c0], sizes = [%c8] : !pto.tensor_view<8xf32> -> !pto.partition_tensor_view<8xf32>
    %py = pto.partition_view %vy, offsets = [%c0], sizes = [%c8] : !pto.tensor_view<8xf32> -> !pto.partition_tensor_view<8xf32>
    %t = pto.alloc_tile : !pto.tile_buf<vec, 1x8xf32>
    pto.tload ins(%px : !pto.partition_tensor_view<8xf32>) outs(%t : !pto.tile_buf<vec, 1x8xf32>)
    pto.tstore ins(%t : !pto.tile_buf<vec, 1x8xf32>) outs(%py : !pto.partition_tensor_view<8xf32>)
    return
  }
}
"""

# What follows the wait is submitted before anybody gives the signal.
ORCHESTRATION = """\
#include "pto_orchestration_api.h"
extern "C" {
PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) { return {.expected_arg_count = 5}; }
void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    const ChipTensor& x = orch_args.tensor(0).ref();
    const ChipTensor& y = orch_args.tensor(1).ref();
    const ChipTensor& data = orch_args.tensor(2).ref();
    const ChipTensor& signal = orch_args.tensor(3).ref();
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
        CoreTaskArgs wait;
        wait.add_inout(signal);
        PTO2TaskId waited = rt_submit_aiv_task(0, wait).task_id();
        CoreTaskArgsWithDeps<1> copy;
        copy.add_input(data);
        copy.add_inout(y);
        copy.add_dep(waited);
        rt_submit_aiv_task(1, copy);
        // PUBLISH
        CoreTaskArgs publish;
        publish.add_input(x);
        publish.add_inout(y);
        publish.add_inout(data);
        publish.add_inout(signal);
        publish.add_scalar(orch_args.scalar(0));
        rt_submit_aiv_task(2, publish);
        // END
        LOOK
    }
}
}
"""

CONFIG = """\
from pathlib import Path
_ROOT = Path(__file__).parent
ORCHESTRATION = {"source": str(_ROOT / "orchestration" / "main.cpp"), "function_name": "aicpu_orchestration_entry"}
KERNELS = [
    {"func_id": i, "name": name, "source": str(_ROOT / "kernels" / f"{name}.cpp"), "core_type": "aiv"}
    for i, name in enumerate(("waiter", "copy", "publish"))
]
"""


def publisher():
    gone = ("pto.comm.twait", "pto.tload ins(%pd", "pto.tstore ins(%t ")
    return "\n".join(line for line in SHIFT.replace("@shift", "@publish").splitlines() if not line.strip().startswith(gone))


@pytest.fixture
def program(tmp_path: Path):
    """The work folder of a device's program."""
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler for the orchestration")

    def make(publish=True, look=""):
        orchestration = ORCHESTRATION.replace("LOOK", look)
        if not publish:
            before, _, rest = orchestration.partition("// PUBLISH")
            orchestration = before + rest.partition("// END")[2]
        context = "    __gm__ int64_t* ctx = reinterpret_cast<__gm__ int64_t*>(args[4]);\n"
        entry = wrapper("publish", ["x", "y", "data", "signal"])
        files = {
            "kernel_config.py": CONFIG,
            "orchestration/main.cpp": orchestration,
            "ptoas/waiter.pto": WAITER,
            "ptoas/copy.pto": COPY,
            "ptoas/publish.pto": publisher(),
            "kernels/waiter.cpp": wrapper("waiter", ["signal"]).replace("waiter(signal)", "waiter(signal, args)"),
            "kernels/copy.cpp": wrapper("copy", ["x", "y"]),
            "kernels/publish.cpp": entry.replace("    publish(x, y, data, signal)", f"{context}    publish(x, y, data, signal, ctx)"),
        }
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return _workers.Callable(tmp_path, "a2a3sim")

    return make


def run(program, signal=0):
    """Runs it on all devices; `signal` is what the counters are before."""
    kind, tag = _tasks.DataType, _tasks.TensorArgType
    x = np.arange(8 * RANKS, dtype=np.float32).reshape(RANKS, 8)
    y = np.zeros_like(x)
    start = np.full(1, signal, np.int32)

    def orchestration(host, *_):
        with ring(host) as domain:
            for rank in range(RANKS):
                buffers = domain[rank].buffers
                host._worker.copy_to(buffers["signal"], _workers.HostRange(start.ctypes.data, 4))
                args = _tasks.TaskArgs()
                args.add_tensor(_tasks.Tensor(x[rank].ctypes.data, (8,), kind.FLOAT32, x), tag.INPUT)
                args.add_tensor(_tasks.Tensor(y[rank].ctypes.data, (8,), kind.FLOAT32, y), tag.OUTPUT_EXISTING)
                args.add_tensor(buffers["data"].tensor((8,), kind.FLOAT32), tag.INOUT)
                args.add_tensor(buffers["signal"].tensor((1,), kind.INT32), tag.INOUT)
                args.add_scalar(domain[rank].device_ctx)
                host.submit_next_level(program, args, worker=rank)

    _workers.history.clear()
    _workers.Worker(level=3, platform="a2a3sim").submit(orchestration)
    return x, y


def test_what_follows_a_wait_runs_when_the_signal_has_come(program):
    x, y = run(program())
    np.testing.assert_array_equal(y, np.roll(x, 1, axis=0))
    for record in _workers.history:
        waiter, copy, publish = record.tasks
        assert waiter.deferred and not copy.deferred
        assert copy.after == (waiter.number,) and publish.after == ()
        assert waiter.ended <= publish.started < waiter.completed <= copy.started, "the publisher had the core"
        starts = {task.name: start for task, _, start, _ in record.schedule()}
        assert starts["publish"] == 0 and starts["copy"] >= (waiter.completed - waiter.ended) / 1e3


def test_a_signal_that_has_come_already_holds_nothing(program):
    _, y = run(program(publish=False), signal=1)
    np.testing.assert_array_equal(y, 0)
    assert all(copy.started < copy.ended for _, copy in (r.tasks for r in _workers.history))


def test_a_signal_that_nobody_gives_does_not_hang(program):
    with pytest.raises(OrchestrationError, match=r"`waiter`\) waits for a signal to reach 1, which is 0 and which no task changes"):
        run(program(publish=False))


def test_an_orchestration_that_looks_at_a_result_waits_for_it(program):
    # The second number is the neighbour's, not the zero from before.
    look = 'uint32_t at[1] = {1}; if (get_tensor_data<float>(y, 1, at) == 0.0f) rt_report_fatal(1, "too early");'
    x, y = run(program(look=look))
    np.testing.assert_array_equal(y, np.roll(x, 1, axis=0))


def test_the_call_is_rewritten_where_it_stands():
    changed = noting(WAITER)
    assert len(changed.splitlines()) == len(WAITER.splitlines())
    assert "%signal, %first" not in changed
    other = WAITER.replace("@waiter(%signal:", "@waiter(%other:")
    with pytest.raises(OrchestrationError, match="`%signal`, which is no parameter"):
        noting(other)
