"""Kernels in Python are the programs of `examples`, bit for bit, on every target and on one and two blocks.

Kernels in Rust are compared with the same programs by `cargo test -p pto --test twins`.
"""

import sys
from pathlib import Path

import numpy as np
import pytest
from samples import EXAMPLES

import pto_tools as pto

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import kernels  # noqa: E402

ALL = ("cpu", "a2a3", "a5")


def noise(shape, seed, dtype=np.float32):
    return (np.random.default_rng(seed).random(shape, np.float32) * 4 - 2).astype(dtype)


def zeros(shape, dtype=np.float32):
    return np.zeros(shape, dtype)


# Kernel, program and its entry, arguments, numbers that the program takes besides, which arguments are written, targets.
CASES = {
    "add": (lambda: [noise((70, 150), 1), noise((70, 150), 2), zeros((70, 150))], [70, 150], [2], ALL),
    "add_manual": (lambda: [noise((192, 256), 3), noise((192, 256), 4), zeros((192, 256))], [192, 256], [2], ALL),
    "softmax": (lambda: [noise((9, 2048), 5), zeros((9, 2048))], [9], [1], ALL),
    "vcgadd_softmax": (lambda: [noise((19, 128), 6), zeros((19, 128))], [19], [1], ("cpu", "a5")),
    "layernorm": (
        lambda: [noise((20, 96), 7), noise((1, 96), 8), noise((1, 96), 9), zeros((20, 96)), 1e-5],
        [20, 96, 1e-5],
        [3],
        ALL,
    ),
    "rmsnorm": (lambda: [noise((20, 96), 10), noise((1, 96), 11), zeros((20, 96)), 1e-5], [20, 96, 1e-5], [2], ALL),
    "gelu": (lambda: [noise((1, 9000), 12), zeros((1, 9000))], [9000], [1], ALL),
    "gemm": (
        lambda: [noise((128, 128), 13, np.float16), noise((128, 256), 14, np.float16), zeros((128, 256))],
        [128, 256, 128],
        [2],
        ALL,
    ),
    "topk": (lambda: [noise((3, 1024), 15), zeros((3, 32)), zeros((3, 32), np.uint32)], [3], [1, 2], ALL),
    "argmin_columns": (
        lambda: [noise((70, 140), 16), zeros((1, 140)), zeros((1, 140), np.int32)],
        [70, 140],
        [1, 2],
        ALL,
    ),
    "argmin_rows": (lambda: [noise((70, 140), 17), zeros((70, 1)), zeros((70, 1), np.int32)], [70, 140], [1, 2], ALL),
    "flash_attention": (
        lambda: [*(noise((n, 64), 18 + n, np.float16) for n in (64, 128, 128)), zeros((64, 64))],
        [64, 128],
        [3],
        ("a5",),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_python_and_text_give_the_same_bits(name):
    make, numbers, written, targets = CASES[name]
    file, _, entry = name.partition("_") if name.startswith("argmin") else (name, "", None)
    program = pto.load(EXAMPLES / f"{file}.pto", entry=entry or None)
    kernel = getattr(kernels, name)
    for target in targets:
        for blocks in (1, 2):
            ours, theirs = make(), make()
            kernel(*ours, target=target, blocks=blocks)
            memory = [a for a in theirs if isinstance(a, np.ndarray)]
            program(*memory, *numbers, target=target, blocks=blocks)
            for i in written:
                assert ours[i].any(), "something is computed"
                assert ours[i].tobytes() == theirs[i].tobytes(), f"{name} on {target}, {blocks} blocks"


@pytest.mark.parametrize("name", [*CASES, "hello"])
def test_recorded_kernels_are_legal_lowered_timed_and_written_as_cpp(name):
    kernel = getattr(kernels, name)
    targets = CASES[name][3] if name in CASES else ALL
    for target in [t for t in targets if t != "cpu"]:
        assert kernel.check(target).ok
        assert "func.func" in kernel.lower(target).text
        args = CASES[name][0]() if name in CASES else []
        assert kernel.cost(*args, target=target).cycles > 0
    assert kernel.emit_cpp(targets[-1])


def test_hello_prints_the_same():
    for target in ALL:
        assert kernels.hello(target=target).printed == pto.load(EXAMPLES / "hello.pto")(target=target).printed


def test_flags_by_hand_are_proved_and_no_sanitizer_finds_anything():
    kernel = kernels.add_manual
    assert kernel.check("a2a3", sync=True).ok
    args = CASES["add_manual"][0]()
    assert kernel(*args, check="all").findings.ok
