#!/usr/bin/env python3
"""Runs {name}.pto on random numbers and compares the result with numpy.

    python3 check.py [N [SEED]]

Exits with 1 if a number is wrong. `pto` is looked for in PATH; the variable PTO names another one.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

PTO = os.environ.get("PTO", "pto")
KERNEL = pathlib.Path(__file__).resolve().parent / "{name}.pto"
BLOCKS = 4


def run(x, y, a):
    """What the kernel makes of its arguments."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / f for f in ("x.npy", "y.npy", "z.npy")]
        np.save(files[0], x)
        np.save(files[1], y)
        arguments = [files[0], files[1], f"zeros:{len(x)}xf32={files[2]}", a, len(x)]
        command = [PTO, "run", KERNEL, "--blocks", BLOCKS]
        for argument in arguments:
            command += ["--arg", argument]
        subprocess.run([str(word) for word in command], check=True)
        return np.load(files[2])


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((2, n), dtype=np.float32)
    a = 2.5

    got = run(x, y, a)
    wanted = a * x.astype(np.float64) + y
    error = np.abs(got - wanted)
    # Two roundings to f32, of the product and of the sum.
    allowed = 2.0**-23 * (np.abs(a * x) + np.abs(wanted))
    wrong = int(np.sum(~(error <= allowed)))
    print(f"{name}: {n} numbers, seed {seed}, largest error {np.max(error):.2e}, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
