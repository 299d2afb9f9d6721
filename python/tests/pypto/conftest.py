"""A program in a work folder, and a way to run it."""

from __future__ import annotations

import ctypes
import shutil
from pathlib import Path

import numpy as np
import pytest
from pto_tools.pypto import _tasks
from pto_tools.pypto._execute import execute
from pto_tools.pypto._orchestration import ChipTensor
from pto_tools.pypto._program import Program

from work_folder import ADD, CONFIG, ORCHESTRATION, SCALE, wrapper


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The work folder."""
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler for the orchestration")
    files = {
        "kernel_config.py": CONFIG,
        "orchestration/main.cpp": ORCHESTRATION,
        "ptoas/add.pto": ADD,
        "ptoas/scale.pto": SCALE,
        "kernels/add.cpp": wrapper("add", ["x", "y", "out"]),
        "kernels/scale.cpp": wrapper(
            "scale", ["x", "out"], ["n"], {"cols": "static_cast<int64_t>(x_tensor->shapes[1])"}, block=True
        ),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def tensor(array: np.ndarray) -> ChipTensor:
    """An array as an argument."""
    return _tasks.Tensor(array.ctypes.data, array.shape, _tasks.DataType.FLOAT32, array).chip


@pytest.fixture
def run(folder: Path):
    """Runs the program, and gives back `z` and what the run did."""

    def call(target: str = "a2a3", n: float = 3.0):
        x = np.arange(64, dtype=np.float32).reshape(8, 8)
        y = np.full((8, 8), 0.5, np.float32)
        z = np.zeros((8, 8), np.float32)
        record = execute(Program(folder, target), [tensor(x), tensor(y), tensor(z)], [_tasks.scalar_to_uint64(ctypes.c_float(n))])
        return (x + y) * np.float32(n), z, record

    return call
