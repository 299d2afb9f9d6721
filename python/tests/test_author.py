"""Kernels that are written in Python: what they record, and what is wrong with them, at its line."""

import inspect
import keyword
import pickle

import numpy as np
import pytest

import pto_tools as pto
from pto_tools import _intrinsics

HERE = __file__


def line_of(function, text):
    """The number of the first line of a function that contains a text."""
    lines, first = inspect.getsourcelines(function.__wrapped__)
    return first + next(i for i, line in enumerate(lines) if text in line)


@pto.kernel(target="a5")
def illegal(x: pto.Tensor["f32"]):
    a = pto.tile("f32", 8, 64)
    b = pto.tile("f16", 8, 64)
    pto.tload(a, x.part([0, 0], [8, 64]))
    pto.tadd(b, a, a)
    pto.tstore(x.part([0, 0], [8, 64]), a)


def test_findings_name_the_line_of_python():
    (found,) = illegal.check().errors
    assert found.code == "E0203" and found.origin == (HERE, line_of(illegal, "pto.tadd"))
    assert f"--> {HERE}:{found.origin[1]}" in str(found) and "    pto.tadd(b, a, a)" in str(found)
    with pytest.raises(pto.Error, match="E0203") as failed:
        illegal(np.zeros((8, 64), np.float32))
    assert failed.value.findings[0].origin == found.origin


@pto.kernel(target="a2a3")
def race(x: pto.Tensor["f32"], y: pto.Tensor["f32"]):
    t = pto.tile("f32", 8, 64, addr=0)
    pto.tload(t, x.part([0, 0], [8, 64]))
    pto.set_flag("PIPE_MTE2", "PIPE_V", "EVENT_ID0")
    pto.wait_flag("PIPE_MTE2", "PIPE_V", "EVENT_ID0")
    pto.texp(t, t)
    pto.tstore(y.part([0, 0], [8, 64]), t)


def test_a_race_is_found_at_its_line():
    x, y = np.zeros((2, 8, 64), np.float32)
    race(x, y)
    assert (y == 1).all()
    with pytest.raises(pto.Error) as failed:
        race(x, y, check="race")
    (found,) = failed.value.findings
    assert found.code == "E0701" and found.origin == (HERE, line_of(race, "pto.tstore"))


def test_statements_name_their_lines_for_debuggers():
    recorded = race.record()
    (line,) = (l for l in recorded.located_text.split("\n") if "pto.texp" in l)
    assert line.endswith(f' loc("{HERE}":{line_of(race, "pto.texp")}:0)')
    assert pto.parse(recorded.located_text, target="a2a3").check().errors == recorded.check().errors


@pto.kernel
def crowded(x: pto.Tensor["f32"]):
    a = pto.tile("f32", 8, 64)
    pto.tadd(a, a, a)
    pto.set_flag("PIPE_V", "PIPE_NOWHERE", "EVENT_ID0")


def test_what_cannot_be_built_is_found_at_its_line():
    with pytest.raises(pto.Error) as failed:
        crowded(np.zeros((8, 64), np.float32))
    assert failed.value.findings[0].origin == (HERE, line_of(crowded, "NOWHERE"))


def test_numbers_loops_and_branches():
    @pto.kernel
    def numbers(out: pto.Tensor["i32"], n: pto.Num["index"], f: pto.Num["f32"]):
        t = pto.tile("i32", 1, 8)
        for i in pto.range(n):
            value = pto.cast((i * 3 + 1) % 5 - 2 * i // 4, "i32")
            with pto.if_(i > 2):
                pto.texpands(t, value + pto.cast(f / 0.5 - 1.0, "i32"))
            with pto.else_():
                pto.texpands(t, pto.maximum(pto.minimum(value, 3), -1))
            pto.tstore(out.part([i, 0], [1, 8]), t)

    out = np.zeros((6, 8), np.int32)
    numbers(out, 6, 3.5)
    want = []
    for i in range(6):
        value = (i * 3 + 1) % 5 - 2 * i // 4
        want.append(value + int(3.5 / 0.5 - 1.0) if i > 2 else max(min(value, 3), -1))
    assert (out[:, 0] == want).all()
    assert numbers.text.count("scf.for") == 1


def test_a_loop_of_python_repeats_what_it_records():
    @pto.kernel
    def unrolled(x: pto.Tensor["f32"]):
        t = pto.tile("f32", 1, 8)
        pto.tload(t, x.part([0, 0], [1, 8]))
        for _ in range(3):
            pto.tadds(t, t, 1.0)
        pto.tstore(x.part([0, 0], [1, 8]), t)

    assert unrolled.text.count("pto.tadds") == 3
    x = np.zeros((1, 8), np.float32)
    unrolled(x)
    assert (x == 3).all()


def test_arguments_by_name_and_torch():
    @pto.kernel
    def twice(x: pto.Tensor["f32"], by: pto.Num["f32"]):
        t = pto.tile("f32", 1, 8)
        pto.tload(t, x.part([0, 0], [1, 8]))
        pto.tmuls(t, t, by)
        pto.tstore(x.part([0, 0], [1, 8]), t)

    x = np.ones((1, 8), np.float32)
    twice(by=2.0, x=x)
    assert (x == 2).all()
    with pytest.raises(TypeError, match="twice takes x, by"):
        twice(x)
    torch = pytest.importorskip("torch", reason="torch is not installed")
    y = torch.ones(1, 8)
    twice(y, 3.0)
    assert bool((y == 3).all())


def test_sections_of_cores_and_addresses():
    @pto.kernel(target="a5")
    def sections(x: pto.Tensor["f32"]):
        with pto.section_vector():
            t = pto.tile("f32", 8, 64, addr=0x400)
            pto.texpands(t, 1.0)

    assert "pto.section.vector {" in sections.text and "addr = " in sections.text
    assert sections.check().ok


def mistakes():
    def truth(n: pto.Num["index"]):
        if n > 3:
            pass

    def left(n: pto.Num["index"]):
        for _ in pto.range(n):
            break

    def mixed(n: pto.Num["index"], m: pto.Num["i32"]):
        n + m

    def fraction(n: pto.Num["index"]):
        n + 0.5

    def divided(n: pto.Num["index"]):
        n / 2

    def known(n: pto.Num["index"]):
        with pto.if_(True):
            pass

    def alone(n: pto.Num["index"]):
        with pto.else_():
            pass

    def nothing(n: pto.Num["index"]):
        pto.tload("a tile", "a view")

    def open_extent(n: pto.Num["index"]):
        pto.TileType("f32", 8, 64, valid=(None, 64))()

    def word(n: pto.Num["index"]):
        pto.set_flag("PIPE_V", "PIPE_MTE2", n)

    return {
        truth: "`with pto.if_\\(condition\\):` branches on it",
        left: "a loop of the kernel is left by `break`",
        mixed: "index and i32 do not mix; convert one",
        fraction: "0.5 is no number of type index",
        divided: "`//` divides counts",
        known: "True is known now",
        alone: "follows a `with pto.if_",
        nothing: "`dst` is 'a tile', which is no value of a kernel",
        open_extent: "the type leaves `valid_row` open",
        word: "is part of the instruction",
    }


@pytest.mark.parametrize(("function", "message"), mistakes().items(), ids=lambda v: getattr(v, "__name__", ""))
def test_mistakes_are_explained(function, message):
    with pytest.raises((TypeError, RuntimeError), match=message):
        pto.kernel(function).record()


def test_instructions_belong_to_kernels():
    with pytest.raises(RuntimeError, match="in a function that has `@pto.kernel`"):
        pto.tile("f32", 8, 64)
    with pytest.raises(TypeError, match="`x` needs a type"):

        @pto.kernel
        def untyped(x):
            pass

    with pytest.raises(TypeError, match="there is no element type 'float'"):
        pto.Tensor["float"]
    with pytest.raises(AttributeError, match="neither a name nor an instruction `tfrob`"):
        pto.tfrob  # noqa: B018


def test_every_instruction_has_a_function_that_says_its_rules():
    for name in pto.isa:
        function = name.replace(".", "_") + ("_" if keyword.iskeyword(name) else "")
        found = getattr(_intrinsics, function)
        assert found.__doc__ and "Element types:" in found.__doc__, name
    assert pto.tadd is _intrinsics.tadd
    assert "E0203" in pto.tadd.__doc__


def test_habits_of_numpy_are_answered_in_words():
    def add(x: pto.Tensor["f32"]):
        t = pto.tile("f32", 8, 64)
        t + t

    def exp(x: pto.Tensor["f32"]):
        np.exp(pto.tile("f32", 8, 64))

    def part(x: pto.Tensor["f32"]):
        x[0:8, 0:64]

    x = np.ones((8, 64), np.float32)
    for function, words in [(add, "pto.tadd"), (exp, r"`numpy.exp`"), (part, r"x.part\(\[row, column\]")]:
        with pytest.raises(TypeError, match=words):
            pto.kernel(function)(x)
    nothing = pto.kernel(lambda: None)
    with pytest.raises(TypeError, match="takes nothing; given are 1 by position"):
        nothing(x)
    for dtype, meant in [("float32", "f32"), (np.float32, "f32"), ("uint8", "ui8"), ("float8_e5m2", "f8E5M2")]:
        with pytest.raises(TypeError, match=f"write '{meant}'"):
            pto.Tensor[dtype]
    with pytest.raises(TypeError, match="`x` takes a matrix with a shape.*list is given"):
        pto.kernel(typed)([1.0])


def typed(x: pto.Tensor["f32"]):
    pass


@pto.kernel
def shared(x: pto.Tensor["f32"]):
    pass


def test_a_kernel_in_python_is_imported_by_another_process():
    assert pickle.loads(pickle.dumps(shared)) is shared
    recorded = shared.record()
    assert pickle.loads(pickle.dumps(recorded)).located_text == recorded.located_text
