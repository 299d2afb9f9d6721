"""Programs of several devices: kernels that communicate run together."""

from __future__ import annotations

import ctypes
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from pto_tools.pypto import OrchestrationError, _tasks, _workers
from pto_tools.pypto._collectives import collective
from pto_tools.pypto._devices import Devices, Domain
from work_folder import wrapper

RANKS = 3
VIEW, ONE = "!pto.tensor_view<8xf32>", "!pto.partition_tensor_view<8xf32>"
FLAGS, FLAG = "!pto.tensor_view<1xi32>", "!pto.partition_tensor_view<1xi32>"
TILE = "!pto.tile_buf<vec, 1x8xf32>"

# Every device puts its numbers into the window of the next one, tells it, waits for its own, and takes them from there.
SHIFT = f"""\
module attributes {{pto.target_arch = "a2a3"}} {{
  func.func @shift(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %data: !pto.ptr<f32>, %signal: !pto.ptr<i32>, %ctx: !pto.ptr<i64>) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %v1 = arith.constant 1 : i32
    %size = arith.constant 4 : i64
    %upper = arith.constant 32 : i64
    %who = pto.load_scalar %ctx[%c2] : !pto.ptr<i64> -> i64
    %me32 = arith.trunci %who : i64 to i32
    %me = arith.index_cast %me32 : i32 to index
    %count64 = arith.shrui %who, %upper : i64
    %count = arith.index_cast %count64 : i64 to index
    %after = arith.addi %me, %c1 : index
    %next = arith.remui %after, %count : index
    %at_me = arith.addi %me, %c4 : index
    %at_next = arith.addi %next, %c4 : index
    %mine = pto.load_scalar %ctx[%at_me] : !pto.ptr<i64> -> i64
    %theirs = pto.load_scalar %ctx[%at_next] : !pto.ptr<i64> -> i64
    %bytes = arith.subi %theirs, %mine : i64
    %elements = arith.divsi %bytes, %size : i64
    %away = arith.index_cast %elements : i64 to index
    %their_data = pto.addptr %data, %away : !pto.ptr<f32> -> !pto.ptr<f32>
    %their_signal = pto.addptr %signal, %away : !pto.ptr<i32> -> !pto.ptr<i32>
    %vx = pto.make_tensor_view %x, shape = [%c8], strides = [%c1] : {VIEW}
    %vy = pto.make_tensor_view %y, shape = [%c8], strides = [%c1] : {VIEW}
    %vd = pto.make_tensor_view %data, shape = [%c8], strides = [%c1] : {VIEW}
    %vt = pto.make_tensor_view %their_data, shape = [%c8], strides = [%c1] : {VIEW}
    %vs = pto.make_tensor_view %signal, shape = [%c1], strides = [%c1] : {FLAGS}
    %vn = pto.make_tensor_view %their_signal, shape = [%c1], strides = [%c1] : {FLAGS}
    %px = pto.partition_view %vx, offsets = [%c0], sizes = [%c8] : {VIEW} -> {ONE}
    %py = pto.partition_view %vy, offsets = [%c0], sizes = [%c8] : {VIEW} -> {ONE}
    %pd = pto.partition_view %vd, offsets = [%c0], sizes = [%c8] : {VIEW} -> {ONE}
    %pt = pto.partition_view %vt, offsets = [%c0], sizes = [%c8] : {VIEW} -> {ONE}
    %ps = pto.partition_view %vs, offsets = [%c0], sizes = [%c1] : {FLAGS} -> {FLAG}
    %pn = pto.partition_view %vn, offsets = [%c0], sizes = [%c1] : {FLAGS} -> {FLAG}
    %stage = pto.alloc_tile : {TILE}
    %t = pto.alloc_tile : {TILE}
    pto.comm.tput(%pt, %px, buf(%stage) : {ONE}, {ONE}, {TILE}) {{atomicType = #pto<atomic_type atomic_none>}}
    pto.comm.tnotify(%pn, %v1 : {FLAG}, i32) {{notifyOp = #pto<notify_op atomic_add>}}
    pto.comm.twait(%ps, %v1 : {FLAG}, i32) {{cmp = #pto<wait_cmp ge>}}
    pto.tload ins(%pd : {ONE}) outs(%t : {TILE})
    pto.tstore ins(%t : {TILE}) outs(%py : {ONE})
    return
  }}
}}
"""

ORCHESTRATION = """\
#include "pto_orchestration_api.h"
extern "C" {
PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) { return {.expected_arg_count = 5}; }
void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    PTO2_SCOPE() {
        CoreTaskArgs task;
        task.add_input(orch_args.tensor(0).ref());
        for (int i = 1; i < 4; i++) task.add_inout(orch_args.tensor(i).ref());
        task.add_scalar(orch_args.scalar(0));
        rt_submit_aiv_task(0, task);
    }
}
}
"""

CONFIG = """\
from pathlib import Path
_ROOT = Path(__file__).parent
ORCHESTRATION = {"source": str(_ROOT / "orchestration" / "main.cpp"), "function_name": "aicpu_orchestration_entry"}
KERNELS = [{"func_id": 0, "name": "shift", "source": str(_ROOT / "kernels" / "shift.cpp"), "core_type": "aiv"}]
"""


@pytest.fixture
def program(tmp_path: Path) -> _workers.Callable:
    """The work folder of a device's program."""
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler for the orchestration")
    context = "    __gm__ int64_t* ctx = reinterpret_cast<__gm__ int64_t*>(args[4]);\n"
    made = wrapper("shift", ["x", "y", "data", "signal"]).replace("    shift(x, y, data, signal)", f"{context}    shift(x, y, data, signal, ctx)")
    files = {"kernel_config.py": CONFIG, "orchestration/main.cpp": ORCHESTRATION, "ptoas/shift.pto": SHIFT, "kernels/shift.cpp": made}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return _workers.Callable(tmp_path, "a2a3sim")


def submit(host, domain, program, rank, x, y):
    kind, tag = _tasks.DataType, _tasks.TensorArgType
    args = _tasks.TaskArgs()
    args.add_tensor(_tasks.Tensor(x[rank].ctypes.data, (8,), kind.FLOAT32, x), tag.INPUT)
    args.add_tensor(_tasks.Tensor(y[rank].ctypes.data, (8,), kind.FLOAT32, y), tag.OUTPUT_EXISTING)
    args.add_tensor(domain[rank].buffers["data"].tensor((8,), kind.FLOAT32), tag.INOUT)
    args.add_tensor(domain[rank].buffers["signal"].tensor((1,), kind.INT32), tag.INOUT)
    args.add_scalar(domain[rank].device_ctx)
    host.submit_next_level(program, args, worker=rank)


def ring(host, size=RANKS):
    """Windows of the devices."""
    spec = _tasks.CommBufferSpec
    buffers = [spec(name="data", dtype="float32", count=8, nbytes=32), spec(name="signal", dtype="int32", count=1, nbytes=4)]
    return host.allocate_domain(name="ring", workers=range(size), window_size=36, buffers=buffers)


def shift(program, given):
    """Runs a host program that submits to the devices that are given."""
    x = np.arange(8 * RANKS, dtype=np.float32).reshape(RANKS, 8)
    y = np.zeros_like(x)

    def orchestration(host, *_):
        with ring(host) as domain:
            for rank in given:
                submit(host, domain, program, rank, x, y)

    worker = _workers.Worker(level=3, platform="a2a3sim")
    worker.submit(orchestration)
    assert not worker.members, "windows go with the run"
    return x, y


def test_devices_see_each_other_s_windows(program):
    _workers.history.clear()
    x, y = shift(program, range(RANKS))
    np.testing.assert_array_equal(y, np.roll(x, 1, axis=0))
    assert [[t.name for t in r.tasks] for r in _workers.history] == [["shift"]] * RANKS


def test_windows_that_are_kept_hold_what_the_last_run_left(program):
    worker = _workers.Worker(level=3, platform="a2a3sim")
    kept = []

    def orchestration(host, *_):
        if not kept:
            kept.append(ring(host))
            # What PyPTO does with windows that it keeps.
            del worker._building_run_resources.live_domains["ring"]
        for member in kept[0]:
            # It sets them back before the next run, if they are not to go on.
            host.copy_to(member.buffers["signal"], zero)
        for rank in range(RANKS):
            submit(host, kept[0], program, rank, x, y)

    zero, left = worker.create_buffer(4), np.zeros((RANKS, 8), np.float32)
    for turn in range(1, 3):
        windows = [np.frombuffer(memory(m.buffers["data"]), np.float32) for m in kept[0]] if kept else left
        np.testing.assert_array_equal(windows, left)
        x = np.arange(8 * RANKS, dtype=np.float32).reshape(RANKS, 8) * turn
        y = np.zeros_like(x)
        worker.submit(orchestration)
        left = np.roll(x, 1, axis=0)
        np.testing.assert_array_equal(y, left)
    assert worker._next_alloc_id == 1, "they were made once"
    kept[0].release()
    worker.run(lambda host, *_: None)
    assert not worker.members


def memory(buffer):
    return (ctypes.c_uint8 * buffer.nbytes).from_address(buffer.base)


def test_memory_of_a_device_stays_until_it_is_freed():
    worker = _workers.Worker(level=3, platform="a2a3sim")
    held = worker.alloc_child_tensor(1, (4, 8), _tasks.DataType.FLOAT16)
    assert (worker.committed_device_memory(0), worker.committed_device_memory(1)) == (0, 64)
    given, back = np.arange(32, dtype=np.float16), np.zeros(32, np.float16)
    worker.copy_to(held, _workers.HostRange(given.ctypes.data, given.nbytes))
    worker.copy_from(_workers.HostRange(back.ctypes.data, back.nbytes), held)
    np.testing.assert_array_equal(back, given)
    worker.free(held)
    assert worker.committed_device_memory(1) == 0


def test_a_device_that_nobody_joins_does_not_hang(program):
    with pytest.raises(OrchestrationError, match="no other device runs a kernel together with `shift`"):
        shift(program, range(RANKS - 1))


def test_devices_that_run_other_kernels_are_refused():
    class Launch:
        def __init__(self, name):
            self.name = self.program = name
            self.blocks = 1

    domain, devices, raised = Domain("two", range(2), 0, [], None), Devices(2), []

    def device(rank):
        try:
            devices.meet(domain[rank], Launch(f"kernel{rank}"), lambda launches: launches)
        except OrchestrationError as error:
            raised.append(str(error))

    threads = [threading.Thread(target=device, args=(rank,)) for rank in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(raised) == 2 and all("different kernels" in text for text in raised)


def test_collectives_mean_what_they_say():
    torch = pytest.importorskip("torch")
    ranks, size = 3, 4

    def windows(rows):
        return [torch.arange(rows * size, dtype=torch.float32).reshape(rows, size) + 100 * r for r in range(ranks)]

    def run(name, *tensors):
        kinds = {torch.float32: _tasks.DataType.FLOAT32, torch.int32: _tasks.DataType.INT32}
        chips = [[_tasks.Tensor(t.data_ptr(), tuple(t.shape), kinds[t.dtype]).chip for t in of_rank] for of_rank in zip(*tensors)]
        collective(f"builtin_tensor_{name}_kernel").run(chips)

    signals = [torch.zeros(ranks, 1, dtype=torch.int32) for _ in range(ranks)]
    data = windows(1)
    run("allreduce__sum__fp32", data, signals)
    assert all(torch.equal(d, sum(windows(1))) for d in data)
    data = windows(1)
    run("broadcast__root1__fp32", data, signals)
    assert all(torch.equal(d, windows(1)[1]) for d in data)
    data = windows(ranks)
    run("reduce_scatter__max__fp32", data, signals)
    assert all(torch.equal(data[r][r], windows(ranks)[2][r]) for r in range(ranks))
    target = [torch.zeros(ranks, size) for _ in range(ranks)]
    run("allgather__fp32", windows(1), target, signals)
    assert all(torch.equal(t, torch.cat(windows(1))) for t in target)
    run("all_to_all__fp32", windows(ranks), target, signals)
    assert all(torch.equal(target[to][r], windows(ranks)[r][to]) for to in range(ranks) for r in range(ranks))
    counts, came = ([torch.tensor([9, r, 0], dtype=torch.int32) for r in range(ranks)] for _ in range(2))
    run("all_to_all_v__fp32", windows(ranks), target, signals, counts, came)
    assert [c.tolist() for c in came] == [[1, 1, 1], [0, 1, 1], [0, 0, 0]]
    assert collective("builtin_tensor_unheard_of__fp32_kernel") is None
