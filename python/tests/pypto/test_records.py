"""The files that PyPTO asks its runtime for: their fields, and that they say what the program did."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from pto_tools.pypto import _options, _tasks, _workers
from pto_tools.pypto._graph import overlap
from pto_tools.pypto._lanes import read_perf_data
from pto_tools.pypto._record import ProgramRun, TaskRun
from pto_tools.pypto._records import Records
from pto_tools.pypto._runtime import modules


@pytest.fixture
def files(folder, tmp_path):
    """Runs the program with a configuration, and gives the folder of its files."""

    def call(**flags):
        config = _tasks.CallConfig()
        vars(config).update(flags, output_prefix=str(tmp_path / "dfx"))
        args = _tasks.TaskArgs()
        keep = [np.ones((8, 8), np.float32) for _ in range(3)]
        for array in keep:
            args.add_tensor(_tasks.Tensor(array.ctypes.data, array.shape, _tasks.DataType.FLOAT32, array))
        args.add_scalar(_tasks.scalar_to_uint64(ctypes.c_float(3.0)))
        _workers.Worker(platform="a2a3sim").run(_workers.Callable(folder, "a2a3sim"), args, config)
        np.testing.assert_array_equal(keep[2], 6.0)
        return tmp_path / "dfx"

    return call


def test_nothing_is_written_that_nobody_asks_for(files):
    assert not files().exists()
    assert sorted(p.name for p in files(enable_dep_gen=True).iterdir()) == ["deps.json"]


def test_the_graph_has_tasks_tensors_and_where_arguments_come_from(files):
    graph = json.loads((files(enable_dep_gen=True) / "deps.json").read_text())
    # Both are in the first scope of the orchestration, whose tasks are those of ring 1.
    first, second = graph["tasks"]
    assert [t["task_id"] for t in (first, second)] == [str(1 << 32), str((1 << 32) + 1)]
    assert [a["type"] for a in first["args"]] == ["INPUT", "INPUT", "OUTPUT"]
    assert first["kernel_ids"] == [-1, 0, -1] and (first["block_num"], second["block_num"]) == (1, 8)
    assert "tensor_id" not in first["args"][2], "what a task makes has no memory when it is submitted"
    assert second["args"][0]["shape"] == [8, 8] and second["args"][0]["strides"] == [8, 1]
    [edge] = graph["edges"]
    assert (edge["pred"], edge["succ"], edge["arg"], edge["source"]) == (first["task_id"], second["task_id"], 0, "creator")
    assert edge["tensor_id"] in {t["tensor_id"] for t in graph["tensors"]}
    assert {t["buffer_numel"] for t in graph["tensors"]} == {"64"}


def test_lanes_are_times_of_the_host_or_cycles(files):
    path = files(enable_chip_swimlane=4) / "chip_swimlane_records.json"
    document = json.loads(path.read_text())
    # Phases of a scheduler are not simulated.
    assert document["chip_swimlane_level"] == 2
    assert document["metadata"]["clock_freq_hz"] == 10**9 and "host" in document["metadata"]["clock"]
    assert document["metadata"]["core_types"].count("aiv") == 48
    assert len(document["aicore_tasks"]) == len(document["aicpu_tasks"]) == 1 + 8
    before = _options.choose(cost=True)
    try:
        path = files(enable_chip_swimlane=1) / "chip_swimlane_records.json"
    finally:
        _options.choose(cost=before.cost)
    document = json.loads(path.read_text())
    assert "cycles" in document["metadata"]["clock"] and "aicpu_tasks" not in document
    cycles = [task.cycles for task in _workers.history[-1].tasks]
    tasks = read_perf_data(path)["tasks"]
    assert document["tasks"] == tasks
    clock = document["metadata"]["clock_freq_hz"] / 1e6
    assert tasks[0]["start_time_us"] == 0.0
    assert tasks[0]["duration_us"] * clock == pytest.approx(cycles[0])
    assert {round(t["start_time_us"] * clock) for t in tasks[1:]} == {cycles[0]}, "the second task follows the first"
    assert len({t["core_id"] for t in tasks[1:]}) == 8 and {t["core_type"] for t in tasks} == {"aiv"}


def test_scopes_say_what_they_took(files):
    lines = (files(enable_scope_stats=True) / "scope_stats" / "scope_stats.jsonl").read_text().splitlines()
    head, *samples = map(json.loads, lines)
    assert head["version"] == 6 and head["total"] == len(samples) == 4
    assert [(s["phase"], s["depth"], s["ring"]) for s in samples] == [("begin", 0, 0), ("begin", 1, 1), ("end", 1, 1), ("end", 0, 0)]
    assert samples[1]["site"].startswith("main.cpp:")
    end = samples[2]
    assert (end["task_window_start"], end["task_window_end"], end["heap_end"], end["dep_pool_end"]) == (0, 2, 256, 1)


def test_a_scope_may_write_what_one_that_ended_wrote(tmp_path):
    inout = _tasks.TensorArgType.INOUT
    tensor = _tasks.Tensor(64, (8, 8), _tasks.DataType.FLOAT32).chip
    task = SimpleNamespace(tensors=[tensor], tags=[inout], deps=[], kernels=(-1, 0, -1), blocks=1, manual_scope=False, early=False)
    config = SimpleNamespace(enable_dep_gen=True, enable_scope_stats=True, output_prefix=str(tmp_path))
    records = Records.wanted(config, "main.cpp:0")
    for number in range(3):
        records.scope(True, f"main.cpp:{number}")
        records.submitted(number, task)
        records.scope(False, f"main.cpp:{number}")
    records.write(None)
    edges = json.loads((tmp_path / "deps.json").read_text())["edges"]
    # Each covers what the one before wrote, so that only that one is followed.
    assert [(int(e["pred"]) & 0xFFFF, int(e["succ"]) & 0xFFFF, e["overlap"]) for e in edges] == [(0, 1, "covered"), (1, 2, "covered")]
    samples = [json.loads(line) for line in (tmp_path / "scope_stats" / "scope_stats.jsonl").read_text().splitlines()[1:]]
    assert [s["tensormap"] for s in samples if s["phase"] == "end" and s["depth"] == 1] == [1, 1, 1]


def test_kernels_have_their_names(folder):
    names = modules()["simpler_setup.tools.swimlane_converter"].load_kernel_config(folder / "kernel_config.py")
    assert names == {"0": "add", "1": "scale"}


def test_overlaps_are_told_apart():
    def part(rows, at, size=8, start=0):
        tensor = _tasks.Tensor(64, (size, 8), _tasks.DataType.FLOAT32).chip
        tensor.shapes[0], tensor.start_offset = rows, 8 * at + start
        return tensor

    assert overlap(part(8, 0), part(2, 3)) == "covered"
    assert overlap(part(2, 3), part(8, 0)) == "other"
    assert overlap(part(2, 0), part(2, 2)) is None
    # Two columns of the same rows do not meet, though the bytes from first to last do.
    left, right = part(4, 0), part(4, 0, start=4)
    left.shapes[1] = right.shapes[1] = 4
    assert overlap(left, right) is None


def test_a_benchmark_reads_how_long_a_program_takes_on_a_device(files, capfd):
    timing = modules()["simpler_setup.tools.strace_timing"]
    log = modules()["simpler._log"].get_logger()
    log.setLevel(modules()["simpler_setup.log_config"].parse_level("timing"))
    try:
        files()
        files()
    finally:
        log.setLevel(0)
    files()
    spans = timing.invocation_spans(timing.parse_spans(capfd.readouterr().err.splitlines()))
    [runs] = timing.bucket_by_hid(timing.group_invocations(spans)).values()
    assert len(runs) == 2, "nobody listened to the third"
    record = _workers.history[-2]
    for one in runs:
        named = one.by_name()
        assert one.root() is named["chip.run"]
        device = named[timing._ROUNDS_TABLE_NAMES["device"]]
        assert device.is_device and device.dur == pytest.approx(sum(t.cycles for t in record.tasks) / record.clock_hz * 1e9, abs=1)
    assert _workers.history[-1].tasks[0].cycles is None


def test_a_task_of_several_kernels_takes_cores_that_belong_together():
    record = ProgramRun(Path("."), "a5")
    cycles = ((0, (0, 1, 1), 10), (1, (-1, 2, -1), 4), (2, (-1, 3, 3), 7), (3, (5, -1, -1), 3))
    record.tasks = [TaskRun(n, kernels, 1, (), cycles=c) for n, kernels, c in cycles]
    placed = {}
    for task, lane, start, end in record.schedule():
        placed.setdefault(task.number, []).append((lane, start, end))
    assert placed[0] == [("cube 0", 0, 10), ("vector 0", 0, 10), ("vector 1", 0, 10)]
    assert placed[1] == [("vector 2", 0, 4)]
    assert placed[2] == [("vector 4", 0, 7), ("vector 5", 0, 7)], "both vector cores of one cube core"
    assert placed[3] == [("cube 1", 0, 3)]
    assert record.cube_cores == 36
