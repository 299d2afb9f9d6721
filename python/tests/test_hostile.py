"""Broken programs and odd arguments are refused with an exception that says why; nothing panics, hangs or dies.

`PTO_HOSTILE_RUNS=10000` tries more than the few hundred of every build.
"""

import os
import random
from pathlib import Path

import numpy as np
import pytest
from samples import COPY, EXAMPLES

import pto_tools as pto

RUNS = int(os.environ.get("PTO_HOSTILE_RUNS", "400"))
TESTS = Path(__file__).resolve().parents[2] / "tests"
# What a caller is told; an `InternalError` is none of them.
REFUSALS = (pto.Error, TypeError, ValueError, OverflowError)
ODD = ["\x1b]0;t\x07", "\x9b31m", "\u202e", "\x00", "\ufeff", "</script>", "%n%s", "\\22", "\r", "\U0010ffff"]
NUMBERS = ["0", "-1", "127", "65536", "4294967296", "9223372036854775808", "18446744073709551615", "1e999", "nan", "0x", "9" * 60]
STEPS = 20_000


def sections():
    files = sorted([*EXAMPLES.glob("*.pto"), *(TESTS / "run").rglob("*.pto"), *(TESTS / "lower").glob("*.pto")])
    texts = (section for file in files for section in file.read_text().split("\n// -----\n"))
    return [text for text in texts if len(text) < 8000]


def mutated(rng, programs):
    text = rng.choice(programs)
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        at, words = rng.randrange(len(text) + 1), text.split(" ")
        kind = rng.randrange(7)
        if kind == 0:
            text = text[:at]
        elif kind == 1:
            text = text[:at] + rng.choice(ODD) + text[at:]
        elif kind == 2:
            numbers = [i for i, word in enumerate(words) if word.isdigit()]
            if numbers:
                words[rng.choice(numbers)] = rng.choice(NUMBERS)
                text = " ".join(words)
        elif kind == 3:
            other = rng.choice(programs)
            text = text[:at] + other[rng.randrange(len(other) + 1) :]
        elif kind == 4:
            lines = text.splitlines()
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(rng.choice(programs).splitlines() or [""]))
            text = "\n".join(lines)
        elif kind == 5:
            text = text.replace(rng.choice(words), rng.choice(words), 1)
        else:
            text = text[:at] + rng.choice(["(", "[", "{", "<", "!pto.tile_buf<vec, "]) * rng.choice([1, 1000]) + text[at:]
    return text


def argument(param, rng):
    """Mostly what the parameter takes."""
    if rng.randrange(12) == 0:
        return rng.choice([None, 1.5, -1, 2**70, "x", b"", np.zeros(0), np.array([None]), [1, 2], np.zeros((3, 3))[:, ::2]])
    if param.kind == "number":
        return rng.choice([0, 1, 2, 64])
    sizes = {"f32": np.float32, "f16": np.float16, "i32": np.int32, "i16": np.int16, "i8": np.int8, "i64": np.int64}
    shape = param.shape or (4096,)
    return np.zeros(shape, sizes.get(param.dtype, np.uint8))


def attempt(what):
    try:
        what()
    except REFUSALS as refused:
        assert str(refused) or refused.args
        return False
    return True


def test_broken_programs_are_refused_or_work():
    programs, rng, worked = sections(), random.Random(1), 0
    assert len(programs) > 200
    for _ in range(RUNS):
        kernel = pto.Kernel(mutated(rng, programs), target=rng.choice([None, "cpu", "a2a3", "a5", "a6", "kirin9030"]))
        attempt(lambda: kernel.check("all"))
        attempt(lambda: kernel.check("a5", sync=True).fixed())
        attempt(lambda: kernel.lower("a5").check("a5", sync=True))
        attempt(lambda: kernel.emit_cpp("a2a3"))
        try:
            args = [argument(p, rng) for p in kernel.params]
        except REFUSALS:
            continue
        how = rng.choice([{}, {}, {"check": "all"}, {"schedule": "lazy"}, {"reference": True}, {"semantics": "silicon"}])
        worked += attempt(lambda: kernel(*args, max_steps=STEPS, blocks=rng.choice([1, 1, 2]), threads=1, **how))
        attempt(lambda: kernel.cost(target="a5")._repr_html_())
    assert worked > RUNS // 20, f"only {worked} of {RUNS} ran"


@pytest.mark.parametrize(
    "options",
    [
        {"blocks": 0},
        {"blocks": -1},
        {"blocks": 65536},
        {"blocks": 2**32},
        {"blocks": 2**64},
        {"blocks": 1.5},
        {"threads": -1},
        {"threads": 2**64},
        {"max_steps": -1},
        {"max_steps": 2**64},
        {"check": "nothing"},
        {"check": "mem,\x1b[31m"},
        {"schedule": "random:"},
        {"schedule": "random:99999999999999999999"},
        {"schedule": "\udc80"},
        {"semantics": "x"},
        {"rules": "x"},
        {"target": "a9"},
        {"target": "\x00"},
        {"entry": "nothing"},
        {"entry": "\x00\u202e"},
    ],
    ids=str,
)
def test_odd_options_are_refused(copy, options):
    x, y = np.ones(32, np.float32), np.zeros(32, np.float32)
    with pytest.raises(REFUSALS) as refused:
        copy(x, y, **options)
    assert "\x1b" not in str(refused.value)
    # Nothing was touched, and the kernel is as good as before.
    assert not y.any()
    copy(x, y)
    assert (y == 1).all()


@pytest.mark.parametrize("text", ["", "\x00", "\udc80", "\ufeff", "(" * 100_000, "a" * 1_000_000, "module {" * 5_000, "\n" * 100_000])
def test_texts_that_are_no_programs(text):
    for what in (
        lambda: pto.parse(text).check("all"),
        lambda: pto.parse(text).lower("a5"),
        lambda: pto.parse(text).emit_cpp("a5"),
        lambda: pto.parse(text)(),
        lambda: pto.parse(text).cost(target="a5"),
    ):
        attempt(what)


def test_memory_that_is_not_as_it_should_be():
    kernel = pto.parse(COPY.format(type="f32"))
    good = np.zeros(32, np.float32)
    for bad in [
        np.zeros(31, np.float32),
        np.zeros(32, ">f4"),
        np.zeros(64, np.float32)[::2],
        np.zeros(32, object),
        np.zeros(0, np.float32),
        np.zeros(32, "M8[s]"),
        np.ma.masked_array(np.zeros(32, np.float32), mask=True),
        memoryview(b"x" * 127),
        bytearray(0),
        "text",
        object(),
        None,
        {},
        np.float32(1),
    ]:
        attempt(lambda: kernel(bad, good, max_steps=STEPS))
        attempt(lambda: kernel(good, bad, max_steps=STEPS))
    # One array for both: what is read is what is written.
    attempt(lambda: kernel(good, good, check="all"))
    overlapping = np.zeros(64, np.float32)
    attempt(lambda: kernel(overlapping[:32], overlapping[16:48], check="all"))


def test_rows_of_costs_from_anybody():
    kernel = pto.load(EXAMPLES / "hello.pto")
    for rows in ["", "\x00", "a,b\n", "target,subject,parameter,value,provenance,source\na5,x,y,-1,measured,z\n", "," * 10_000]:
        attempt(lambda: kernel.cost(target="a5", cost_data=rows))
