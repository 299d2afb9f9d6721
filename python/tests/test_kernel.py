"""Kernels are read, checked, run, timed and lowered."""

import copy
import pickle
import threading
import time

import numpy as np
import pytest
from samples import EXAMPLES

import pto_tools as pto
from pto_tools import _native
from pto_tools._findings import call

RACE = """// Two stores without an order.
!tile = !pto.tile_buf<vec, 1x32xf32>
!view = !pto.tensor_view<?x?xf32>
!part = !pto.partition_tensor_view<1x32xf32>
func.func @race(%x: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 32 : index
  %addr = arith.constant 0 : i64
  %xv = pto.make_tensor_view %x, shape = [%one, %n], strides = [%n, %one] : !view
  %yv = pto.make_tensor_view %y, shape = [%one, %n], strides = [%n, %one] : !view
  %from = pto.partition_view %xv, offsets = [%zero, %zero], sizes = [%one, %n] : !view -> !part
  %to = pto.partition_view %yv, offsets = [%zero, %zero], sizes = [%one, %n] : !view -> !part
  %t = pto.alloc_tile addr = %addr : !tile
  pto.tload ins(%from : !part) outs(%t : !tile)
  pto.set_flag [<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.wait_flag [<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.texp ins(%t : !tile) outs(%t : !tile)
  pto.tstore ins(%t : !tile) outs(%to : !part)
  return
}
"""


def reference(x):
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("target", ["cpu", "a2a3", "a5"])
def test_softmax_meets_numpy(target):
    kernel = pto.load(EXAMPLES / "softmax.pto", target=target)
    x = np.random.default_rng(1).standard_normal((12, 2048)).astype(np.float32)
    y = np.zeros_like(x)
    run = kernel(x, y, 12, blocks=2, stats=True)
    np.testing.assert_allclose(y, reference(x), rtol=3e-5)
    assert run.steps > 0 and run.seconds > 0 and not run.findings
    assert run.instructions["texp"][0] == 2


def test_parameters_by_name_and_position(softmax):
    assert [(p.name, p.kind, p.dtype) for p in softmax.params] == [
        ("in", "buffer", "f32"),
        ("out", "buffer", "f32"),
        ("rows", "number", "i64"),
    ]
    x = np.ones((3, 2048), np.float32)
    y, z = np.zeros_like(x), np.zeros_like(x)
    softmax.run(x, y, rows=3)
    softmax.run(**{"in": x, "out": z, "rows": np.int64(3)})
    assert (y == z).all() and abs(y.sum() - 3) < 1e-4


@pytest.mark.parametrize(
    ("args", "named", "message"),
    [
        ((), {}, "`%in` is missing; the kernel takes in \\(buffer of f32\\)"),
        ((1, 2, 3, 4), {}, "the kernel has 3 parameters, 4 are given"),
        ((1, 2, 3), {"rows": 3}, "`%rows` is given twice, by position and by name"),
    ],
)
def test_wrong_counts_of_arguments(softmax, args, named, message):
    with pytest.raises(TypeError, match=message):
        softmax(*args, **named)


def test_numbers_are_held_to_their_type(softmax):
    x = np.zeros((1, 2048), np.float32)
    for wrong in (1.5, -(2**80), "many", None):
        with pytest.raises(TypeError, match="`%rows`"):
            softmax(x, x, wrong)


def test_numbers_of_all_kinds():
    kernel = pto.parse("""func.func @fill(%x: !pto.tile_buf<vec, 1x8xf32>, %v: f32) {
      pto.texpands ins(%v : f32) outs(%x : !pto.tile_buf<vec, 1x8xf32>)
      return
    }""")
    x = np.zeros(8, np.float32)
    for value in (1.5, -2, np.float32(0.1), np.float64(1e-30), float("inf"), float("nan"), 1e-45):
        kernel(x, value)
        assert np.array_equal(x, np.full(8, value, np.float32), equal_nan=True)


def test_findings_say_what_the_command_says():
    found = pto.load(EXAMPLES / "broken.pto").check("a2a3")
    assert len(found) == 4 and not found.ok and len(found.errors) == 4
    first = found[0]
    assert first.code.startswith("E0") and first.line > 0 and first.target == "a2a3"
    assert str(first).startswith(f"error[{first.code}]: {first.message}\n")
    assert "^" in str(first)
    assert found.to_dict()[0]["message"] == first.message
    assert first.message.split("`")[0] in found._repr_html_()


def test_check_on_all_targets():
    kernel = pto.parse("""func.func @f(%x: !pto.tile_buf<vec, 16x16xbf16>) {
      pto.tadd ins(%x, %x : !pto.tile_buf<vec, 16x16xbf16>, !pto.tile_buf<vec, 16x16xbf16>)
               outs(%x : !pto.tile_buf<vec, 16x16xbf16>)
      return
    }""")
    assert kernel.check("a5").ok
    assert {f.target for f in kernel.check(target="all").errors} == {"a2a3"}
    assert kernel.check("a2a3", rules="manual").ok


def test_an_illegal_kernel_does_not_run():
    kernel = pto.load(EXAMPLES / "broken.pto", target="a2a3")
    with pytest.raises(pto.Error) as failed:
        kernel()
    assert len(failed.value.findings.errors) == 4
    assert str(failed.value.findings[0]) in str(failed.value)


def test_a_race_is_found_and_its_edits_mend_it():
    kernel = pto.parse(RACE, path="race.pto", target="a5")
    x, y = np.zeros(32, np.float32), np.zeros(32, np.float32)
    kernel(x, y)
    with pytest.raises(pto.Error) as failed:
        kernel(x, y, check="all")
    (found,) = failed.value.findings
    assert found.code == "E0701" and found.file == "race.pto" and found.edits
    mended = pto.parse(failed.value.findings.fixed(), target="a5")
    assert mended(x, y, check="all").findings.ok
    assert mended.check(sync=True).ok


def test_schedules():
    kernel = pto.parse(RACE, target="a5")
    x, y = np.ones(32, np.float32), np.zeros(32, np.float32)
    with pytest.raises(pto.Error):
        kernel(x, y, schedule="eager")
    with pytest.raises(ValueError, match="schedule"):
        kernel(x, y, schedule="backwards")


def test_printed_text():
    run = pto.load(EXAMPLES / "hello.pto")()
    assert len(run.printed) == 2 and "240" in str(run)
    assert run.to_dict()["printed"] == list(run.printed)
    assert "240" in run._repr_html_()


def test_limits(softmax):
    x = np.zeros((64, 2048), np.float32)
    with pytest.raises(pto.Error) as failed:
        softmax(x, x, 64, max_steps=10)
    assert failed.value.findings[0].code == "E0609"


def test_words_that_do_not_exist(softmax):
    x = np.zeros((1, 2048), np.float32)
    for option in ({"target": "a7"}, {"semantics": "x"}, {"rules": "x"}, {"check": "x"}):
        with pytest.raises(ValueError, match=next(iter(option))):
            softmax(x, x, 1, **option)


def test_lowered_kernels_compute_the_same(softmax):
    lowered = softmax.lower()
    assert "pto.set_flag" in lowered.text
    x = np.random.default_rng(2).standard_normal((8, 2048)).astype(np.float32)
    y, z = np.zeros_like(x), np.zeros_like(x)
    softmax(x, y, 8)
    lowered(x, z, 8, check="all")
    assert (y == z).all()


def test_cpp(softmax):
    assert "TROWSUM(" in softmax.emit_cpp()


def test_cost(softmax):
    cost = softmax.cost(64)
    assert cost.cycles > 0 and cost.us > 0 and cost.target == "a5" and cost.complete
    assert cost.cycles == softmax.cost(None, None, 64).cycles == softmax.cost(rows=64).cycles
    assert str(cost).startswith(softmax.path) and "us at" in str(cost)
    assert cost.bottleneck.startswith("PIPE_")
    assert len(cost.to_dict()["instructions"]) > 10
    assert "busy cycles" in cost._repr_html_()
    assert softmax.cost(64, target="a2a3").target == "a2a3"
    with pytest.raises(ValueError, match="no cycles of cpu"):
        softmax.cost(64, target="cpu")
    with pytest.raises(ValueError, match="model"):
        softmax.cost(64, model="wishful")
    with pytest.raises(TypeError, match="`%rows` is missing"):
        softmax.cost()


def test_trace(softmax, tmp_path):
    trace = softmax.trace(16)
    assert trace.html().startswith("<!") and "<iframe" in trace._repr_html_()
    trace.save(tmp_path / "t.html")
    trace.save(tmp_path / "t.json")
    assert (tmp_path / "t.json").read_text().startswith("{")
    assert "V" in trace.gantt(80)
    with pytest.raises(ValueError, match="x.html or x.json"):
        trace.save(tmp_path / "t.txt")


def test_expansion(softmax):
    assert "texp" in softmax.expand(8) and "cycles" in softmax.expand(8)


def test_tables_of_pandas(softmax):
    pytest.importorskip("pandas", reason="pandas is not installed")
    x = np.zeros((1, 2048), np.float32)
    assert list(softmax(x, x, 1, stats=True).to_pandas()["instruction"])
    assert len(softmax.cost(8).to_pandas()) > 5
    assert list(pto.load(EXAMPLES / "broken.pto").check("a5").to_pandas()["code"])


def test_the_table():
    tadd = pto.isa["tadd"]
    assert tadd.name == "tadd" and "operands" in tadd and "tadd" in list(pto.isa)
    with pytest.raises(KeyError, match="frob"):
        pto.isa["frob"]
    assert "E0211" in pto.explain("E0211") or "0211" in pto.explain("E0211")
    with pytest.raises(ValueError, match="there is no code"):
        pto.explain("E9999")


def test_a_panic_becomes_an_exception():
    with pytest.raises(pto.InternalError, match="mistake of pto itself: on purpose; please report it"):
        call("", _native.panic)


def test_other_threads_go_on_while_a_kernel_runs(softmax):
    # It takes tens of milliseconds, so that the other thread has turns on a busy machine, too.
    rows = 8192
    x = np.zeros((rows, 2048), np.float32)
    y = np.zeros_like(x)
    ended, turns = threading.Event(), 0

    def work():
        softmax(x, y, rows, threads=1)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.is_set() and turns < 1_000_000:
        turns += 1
        time.sleep(0.0005)
    thread.join()
    assert turns > 3, "the interpreter was held while the kernel ran"


def test_one_kernel_in_many_threads(double):
    results = [np.zeros(16, np.float32) for _ in range(8)]

    def work(i):
        x = np.full(16, i, np.float32)
        for _ in range(50):
            double(x, results[i])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert all((r == 2 * i).all() for i, r in enumerate(results))


def test_heat_maps():
    shown = pto.show(np.array([[0.0, 1.0], [np.nan, 2.0]]), "tile")
    assert shown.svg().count("<rect") == 4 and "#c62828" in shown.svg()
    assert "tile 2x2" in shown._repr_html_()
    assert pto.show(np.zeros((256, 256))).svg().count("<rect") == 64 * 64


def test_nothing_leaks(double):
    """Calls do not grow the process. `python/benches/calls.py` does the same for a million of them."""
    import resource

    x, y = np.zeros(16, np.float32), np.zeros(16, np.float32)
    broken = pto.parse("func.func @f() {\n  pto.frob\n  return\n}")

    def work(times):
        for _ in range(times):
            double(x, y)
            broken.check()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = work(500)
    assert work(2000) - before < 4096, "KiB"


def test_a_kernel_goes_to_another_process(softmax):
    again = pickle.loads(pickle.dumps(softmax))
    assert (again.text, again.path, again.target) == (softmax.text, softmax.path, softmax.target)
    copied = copy.deepcopy(softmax)
    x, y = np.ones((3, 2048), np.float32), np.zeros((3, 2048), np.float32)
    assert copied(x, y, 3).steps == softmax(x, y, 3).steps
    with pytest.raises(pto.Error) as raised:
        softmax(x[:1], y, 3)
    assert pickle.loads(pickle.dumps(raised.value)).findings[0].code == raised.value.findings[0].code


def test_what_is_no_argument_is_said_in_words(softmax):
    x = np.ones((3, 2048), np.float32)
    for call, words in [
        (lambda: softmax(x, x, row=3), "did you mean `rows`"),
        (lambda: softmax(x, x, 3, block=2), "did you mean `blocks`"),
        (lambda: softmax(x, x, 3, out=x), "`%out` is given twice"),
        (lambda: softmax(x, x, 3, 4), "3 parameters, 4 are given"),
        (lambda: softmax(x, x, x), r"`%rows` is a number \(i64\), ndarray of shape \(3, 2048\) is given"),
        (lambda: softmax([[1.0]], x, 1), r"numpy.array\(a, dtype\)"),
    ]:
        with pytest.raises(TypeError, match=words):
            call()
    for options in ({"blocks": 0}, {"blocks": 1.5}, {"threads": -1}, {"ranks": 0}, {"max_steps": -1}):
        with pytest.raises(ValueError, match="use a whole number from 1 on"):
            softmax(x, x, 3, **options)
    assert "takes in (buffer of f32)" in softmax._repr_html_()
    assert "steps in" in str(softmax(x, np.zeros_like(x), 3))
    assert "E0002" in pto.parse("hello world")._repr_html_()
