"""Kernels that work on whole matrices, compared with numpy."""

from pathlib import Path

import numpy as np
import pytest

import pto_tools as pto
from pto_tools.testing import assert_kernel, out

KERNELS = Path(__file__).parent / "kernels"


def matrices(count):
    def make(shape, rng):
        x = [rng.uniform(0.5, 2, shape).astype(np.float32) for _ in range(count)]
        return [*x, out(shape, np.float32), shape[0]]

    return make


CASES = {
    "add": (2, lambda x, y, rows: x + y),
    "multiply": (2, lambda x, y, rows: x * y),
    "exp": (1, lambda x, rows: np.exp(x)),
    "sqrt": (1, lambda x, rows: np.sqrt(x)),
    "log": (1, lambda x, rows: np.log(x)),
}


@pytest.mark.parametrize("name", CASES)
def test_against_numpy(name):
    count, reference = CASES[name]
    kernel = pto.load(KERNELS / f"{name}.pto", target="a2a3")
    assert_kernel(kernel, matrices(count), reference, shapes=[(1, 64), (5, 64)], rtol=1e-6)
