#!/usr/bin/env python3
"""What a call costs: against the library's own time and numpy, per call of a tiny kernel, and in memory.

    python python/benches/calls.py [--calls 10000] [--leak 1000000]

Measured with an installed wheel. It exits with 1 past a limit. Times are processor time, the best of several repeats in one
process, on one thread, so that other work on the machine counts less; the library's own time is that of the clock.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

# One thread, for numpy too.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np

import pto_tools as pto

ROWS = 4096
TINY = """func.func @tiny(%x: !pto.ptr<f32, gm>, %n: index) {
  return
}
"""
# Softmax of rows of 4096 in tiles of 4, as the example has it for rows of 2048.
SOFTMAX = (Path(__file__).resolve().parents[2] / "examples" / "softmax.pto").read_text()
SOFTMAX = SOFTMAX.replace("8x2048", "8x4096").replace("?x2048", "?x4096").replace("8x1024", "8x2048").replace("2048 : index", "4096 : index")

failed = False


def hold(name: str, value: float, limit: float, unit: str) -> None:
    """Prints a figure with its limit."""
    global failed
    good = value <= limit
    failed |= not good
    print(f"{name:<44} {value:10.3f} {unit:<4} limit {limit:g} {'ok' if good else 'TOO MUCH'}")


def resident() -> int:
    """KiB of memory of this process, now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def softmax_of_numpy(x: np.ndarray) -> np.ndarray:
    """The usual way."""
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def softmax(repeats: int) -> None:
    """In place against the library's own time, and against numpy."""
    kernel = pto.parse(SOFTMAX, target="a5")
    x = np.random.default_rng(0).standard_normal((ROWS, 4096), np.float32)
    y = np.zeros_like(x)
    calls, ratios, theirs = [], [], []
    for _ in range(repeats):
        start, cpu = time.perf_counter(), time.process_time()
        run = kernel(x, y, ROWS, threads=1)
        calls.append(time.process_time() - cpu)
        ratios.append((time.perf_counter() - start) / run.seconds)
        cpu = time.process_time()
        want = softmax_of_numpy(x)
        theirs.append(time.process_time() - cpu)
    assert np.allclose(y, want, rtol=3e-5)
    print(f"softmax 4096 x 4096: {min(calls) * 1e3:.1f} ms, numpy {min(theirs) * 1e3:.1f} ms")
    hold("call over the library's own time", sorted(ratios)[len(ratios) // 2], 1.05, "x")
    hold("call over numpy", min(calls) / min(theirs), 0.5, "x")


def tiny(calls: int) -> None:
    """A kernel that does nothing."""
    kernel = pto.parse(TINY)
    x = np.zeros(8, np.float32)
    kernel(x, 1)
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(calls):
            kernel(x, 1)
        best = min(best, (time.process_time() - start) / calls)
    hold(f"{calls} calls of a kernel that does nothing", best * 1e6, 20, "us")


def leak(calls: int) -> None:
    """Memory after many calls."""
    kernel = pto.parse(TINY)
    x = np.zeros(8, np.float32)
    for _ in range(10_000):
        kernel(x, 1)
    before = resident()
    for _ in range(calls):
        kernel(x, 1)
    hold(f"memory after {calls} more calls", (resident() - before) / 1024, 1.0, "MiB")


def imports() -> None:
    """Time of the import alone, without starting Python."""
    code = "import time; s = time.process_time(); import pto_tools; print(time.process_time() - s)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(9)]
    hold("import pto_tools", min(times) * 1e3, 50, "ms")


def main() -> int:
    """All of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--leak", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=7)
    chosen = parser.parse_args()
    imports()
    softmax(chosen.repeats)
    tiny(chosen.calls)
    leak(chosen.leak)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
