"""Programs in a work folder run as their orchestration says."""

from __future__ import annotations

import json

import numpy as np
import pytest
from pto_tools.pypto import KernelError, OrchestrationError, SourceLine, _options


@pytest.mark.parametrize("target", ["a2a3", "a5"])
def test_results_are_in_the_tensors(run, target):
    expected, got, _ = run(target)
    np.testing.assert_array_equal(got, expected)


def test_tasks_follow_the_tasks_whose_results_they_read(run):
    _, _, record = run()
    assert [(t.name, t.blocks, t.after) for t in record.tasks] == [("add", 1, ()), ("scale", 8, (0,))]
    assert all(t.steps > 0 for t in record.tasks)


def test_one_trace_has_all_tasks_and_what_they_wait_for(run, tmp_path):
    _, _, record = run()
    record.trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    work = [e for e in events if e["ph"] == "X"]
    assert [e["name"] for e in work] == ["add"] + ["scale"] * 8
    add, scale = work[0], work[1:]
    assert all(s["ts"] >= add["ts"] + add["dur"] for s in scale)
    assert {e["ph"] for e in events} >= {"s", "f"}


def test_sanitizers_find_nothing_in_a_sound_program(run):
    before = _options.choose(check="all")
    try:
        expected, got, record = run()
    finally:
        _options.choose(check=before.check)
    np.testing.assert_array_equal(got, expected)
    assert not [f for f in record.findings if f.is_error]


def test_a_finding_names_the_line_of_the_python_program(folder, run):
    path = folder / "ptoas" / "add.pto"
    path.write_text(path.read_text().replace("pto.tadd ins(%a, %b :", "pto.tadd ins(%a, %missing :"))
    with pytest.raises(KernelError) as raised:
        run()
    assert raised.value.source == SourceLine("model.py", 12, 9)
    assert "model.py:12:9" in str(raised.value)
    assert raised.value.kernel == "add"


def test_an_orchestration_that_does_not_compile_shows_the_compiler(folder, run):
    path = folder / "orchestration" / "main.cpp"
    path.write_text(path.read_text().replace("rt_submit_aiv_task(1, second);", "rt_submit_nothing(second);"))
    with pytest.raises(OrchestrationError, match="rt_submit_nothing"):
        run()


def test_a_view_past_the_end_ends_the_run(folder, run):
    path = folder / "orchestration" / "main.cpp"
    bad = "uint32_t big[2] = {9, 8}, at[2] = {0, 0}; ChipTensor v = sum.view(big, at);\n        CoreTaskArgs second;"
    path.write_text(path.read_text().replace("CoreTaskArgs second;", bad))
    with pytest.raises(OrchestrationError, match="past the end"):
        run()


def test_a_number_reaches_the_kernel_with_its_bits(run):
    expected, got, _ = run(n=0.1)
    np.testing.assert_array_equal(got, expected)


def test_every_task_has_its_cycles_if_they_are_wanted(run):
    before = _options.choose(cost=True)
    try:
        _, _, record = run()
    finally:
        _options.choose(cost=before.cost)
    add, scale = record.tasks
    assert add.cycles > 0
    assert scale.cycles > 0
    placed = record.schedule()
    assert placed[0][3] == add.cycles
    assert placed[1][2] >= add.cycles
