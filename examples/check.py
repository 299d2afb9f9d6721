#!/usr/bin/env python3
"""Runs the examples with `pto run` and compares their results with numpy.

    python3 examples/check.py [--pto PATH] [--target T] [NAME...]

Prints one line per example with its largest error and exits with 1 if one is too large or does not run.
References are computed in f64; how an error is scaled and what is allowed stands with each check. Of integers and
indices the number that differ is shown, and none may.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

SEED = 20250601
BLOCKS = 4

ADD = (200, 300)  # any size
ADD_MANUAL = (128, 384)  # multiples of 64 and 128
SOFTMAX_ROWS = 60  # any number, of 2048 columns; 4096 is the size whose speed is of interest
CAUSAL_SOFTMAX_ROWS = 75  # any number, of 2048 columns
VCGADD_SOFTMAX_ROWS = 75  # any number, of 128 columns
LAYERNORM = (50, 1000)  # up to 1024 columns
RMSNORM = (50, 1000)  # up to 1024 columns
GELU = 20000  # any number
GEMM = (256, 128, 384)  # M, N, K: multiples of 128
ATTENTION = (128, 320)  # queries and keys: multiples of 64, of 64 numbers each
TOPK_ROWS = 6  # any number, of 1024 columns
ARGMIN_COLUMNS = (150, 300)  # any size
ARGMIN_ROWS = (50, 500)  # up to 512 columns
ROPE_ROWS = 150  # any number, of 128 columns
TOKENS = 192  # a multiple of 64, of 64 experts
QUANTIZE = (50, 1000)  # up to 1024 columns, a multiple of 32 on A2/A3
GEMM_F16 = (256, 1024, 768)  # M, N, K: multiples of 128 * grid, of 256 * blocks / grid, of 256
GEMM_F16_GRID = 2  # of the blocks, this many below each other
FLASH_ATTENTION_F16 = (256, 2560)  # queries and keys: multiples of 128 and 256, of 128 numbers each
RANKS = 4  # devices that run together
DISPATCH_TOKENS = 24  # any number, of 256 numbers each
TOPK_F32 = (32, 1280)  # rows, a multiple of 4 * blocks, and how far apart they are

HERE = pathlib.Path(__file__).resolve().parent
RNG = np.random.default_rng(SEED)


class Zeros:
    """A buffer that the kernel fills."""

    def __init__(self, shape, dtype):
        self.array = np.zeros(shape, dtype)


class OnRanks(list):
    """An array, or a buffer to be filled, for each device."""


class Runner:
    """Calls `pto run` and reads back the buffers that were filled."""

    def __init__(self, command, target):
        self.command = command
        self.target = target

    def __call__(self, name, *arguments, entry=None, blocks=BLOCKS, ranks=1):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            line = [self.command, "run", str(HERE / f"{name}.pto"), "--blocks", str(blocks)]
            line += ["--ranks", str(ranks)]
            if self.target:
                line += ["--target", self.target]
            if entry:
                line += ["--entry", entry]
            results = []
            for i, argument in enumerate(arguments):
                spec = str(argument)
                if isinstance(argument, OnRanks):
                    for rank, array in enumerate(argument):
                        filled = isinstance(array, Zeros)
                        np.save(folder / f"{i}-{rank}.npy", array.array if filled else array)
                    spec = str(folder / (f"{i}-" + "{rank}.npy"))
                    if filled:
                        spec += "=" + str(folder / (f"{i}-out-" + "{rank}.npy"))
                        results += [folder / f"{i}-out-{rank}.npy" for rank in range(ranks)]
                if isinstance(argument, (np.ndarray, Zeros)):
                    spec = str(folder / f"{i}.npy")
                    np.save(spec, argument.array if isinstance(argument, Zeros) else argument)
                if isinstance(argument, Zeros):
                    results.append(folder / f"{i}-out.npy")
                    spec += f"={results[-1]}"
                line += ["--arg", spec]
            done = subprocess.run(line, capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError((done.stderr or done.stdout).strip())
            return [np.load(path) for path in results]


def normal(*shape, dtype=np.float32):
    return RNG.standard_normal(shape).astype(dtype)


def measure(got, want, scale=1.0):
    """The largest error, as a share of `scale` (a number or an array)."""
    if got.shape != want.shape:
        raise RuntimeError(f"has shape {got.shape}, not {want.shape}")
    if not np.isfinite(got).all():
        return np.inf
    return float(np.max(np.abs(got.astype(np.float64) - want) / scale))


def differing(got, want):
    """How many integers are wrong."""
    if got.shape != want.shape:
        raise RuntimeError(f"has shape {got.shape}, not {want.shape}")
    return int(np.count_nonzero(got != want))


# Each check returns a size to show, the largest error, and the tolerance. Sums over a row decide most of them: a
# device adds as a tree, but target cpu from left to right, and a sum of n terms can then be off by n/2 roundings.


def add(run, name="add", size=ADD):
    x, y = normal(*size), normal(*size)
    (z,) = run(name, x, y, Zeros(size, np.float32), *size)
    # The sum of two f32 is exact in f64; rounded once it is what the kernel must give.
    want = (x.astype(np.float64) + y.astype(np.float64)).astype(np.float32)
    return size, measure(z, want), 0


def add_manual(run):
    return add(run, "add_manual", ADD_MANUAL)


def softmax(run, name="softmax", size=(SOFTMAX_ROWS, 2048), allowed=3e-5):
    # Rows around 0, around 200 and around -200: without the maximum, the second kind would overflow.
    x = normal(*size) * 4 + np.float32(200) * (np.arange(size[0]) % 3 - 1)[:, None].astype(np.float32)
    (y,) = run(name, x, Zeros(size, np.float32), size[0])
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    want = e / e.sum(axis=1, keepdims=True)
    return size, measure(y, want, want), allowed


def causal_softmax(run):
    size = (CAUSAL_SOFTMAX_ROWS, 2048)
    x = normal(*size) * 4
    (y,) = run("causal_softmax", x, Zeros(size, np.float32), size[0])
    seen = np.where(np.tri(*size, dtype=bool), x.astype(np.float64), -np.inf)
    e = np.exp(seen - seen.max(axis=1, keepdims=True))
    want = e / e.sum(axis=1, keepdims=True)
    return size, measure(y, want, np.where(want > 0, want, 1)), 3e-5


def vcgadd_softmax(run):
    # The difference is rounded before exp: 2^-24 of up to 32, and the sums are trees of seven roundings.
    return softmax(run, "vcgadd_softmax", (VCGADD_SOFTMAX_ROWS, 128), 4e-6)


def layernorm(run):
    size, eps = LAYERNORM, 1e-5
    x, gamma, beta = normal(*size) * 2 + np.float32(3), normal(size[1]), normal(size[1])
    (y,) = run("layernorm", x, gamma, beta, Zeros(size, np.float32), *size, eps)
    d = x.astype(np.float64)
    d = (d - d.mean(axis=1, keepdims=True)) / np.sqrt(d.var(axis=1, keepdims=True) + np.float32(eps))
    return size, measure(y, d * gamma + beta), 2e-5


def rmsnorm(run):
    size, eps = RMSNORM, 1e-6
    x, gamma = normal(*size) * 3, normal(size[1])
    (y,) = run("rmsnorm", x, gamma, Zeros(size, np.float32), *size, eps)
    d = x.astype(np.float64)
    d = d / np.sqrt(np.mean(d * d, axis=1, keepdims=True) + np.float32(eps))
    return size, measure(y, d * gamma), 2e-5


def gelu(run):
    n = GELU
    x = normal(n) * 4
    x[:4] = [0, -50, 50, -1e-30]
    (y,) = run("gelu", x, Zeros(n, np.float32), n)
    d = x.astype(np.float64)
    want = d / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (d + 0.044715 * d**3)))
    return n, measure(y, want, np.maximum(1, np.abs(d))), 1e-6


def product_error(c, a, b):
    a, b = a.astype(np.float64), b.astype(np.float64)
    # Products of f16 are exact in f32; what is lost in a sum is a share of the sum of its magnitudes.
    return measure(c, a @ b, np.abs(a) @ np.abs(b)), 1e-6


def gemm(run):
    m, n, k = GEMM
    a, b = normal(m, k, dtype=np.float16), normal(k, n, dtype=np.float16)
    (c,) = run("gemm", a, b, Zeros((m, n), np.float32), m, n, k)
    return GEMM, *product_error(c, a, b)


def gemm_f16(run):
    m, n, k = GEMM_F16
    a, b = normal(m, k, dtype=np.float16), normal(n, k, dtype=np.float16)
    (c,) = run("kernels/gemm_f16", a, b, Zeros((m, n), np.float32), m, n, k, GEMM_F16_GRID)
    return GEMM_F16, *product_error(c, a, b.T)


def attention_error(o, q, k, v):
    s = q.astype(np.float64) @ k.T.astype(np.float64) / np.sqrt(q.shape[1])
    p = np.exp(s - s.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    v = v.astype(np.float64)
    # P is rounded to f16 on its way to the matrix unit, which is 2^-11 of each weight.
    return measure(o, p @ v, p @ np.abs(v)), 5e-4


def flash_attention(run):
    queries, keys = ATTENTION
    q, k, v = (normal(n, 64, dtype=np.float16) for n in (queries, keys, keys))
    (o,) = run("flash_attention", q, k, v, Zeros((queries, 64), np.float32), queries, keys)
    return ATTENTION, *attention_error(o, q, k, v)


def flash_attention_f16(run):
    queries, keys = FLASH_ATTENTION_F16
    blocks = queries // 128
    q, k, v = (normal(n, 128, dtype=np.float16) for n in (queries, keys, keys))
    # Eight tiles of scores, weights and products for each block.
    rings = [np.zeros((blocks, 8, 128, n), t) for n, t in ((256, np.float32), (256, np.float16), (128, np.float32))]
    semaphores, o = np.zeros(1, np.int64), Zeros((queries, 128), np.float32)
    (o,) = run("kernels/flash_attention_f16", semaphores, q, k, v, o, *rings, keys, blocks=blocks)
    return FLASH_ATTENTION_F16, *attention_error(o, q, k, v)


def topk_wrong(value, index, x, k):
    want = np.argsort(-x, axis=1, kind="stable")[:, :k]
    return differing(index, want) + differing(value, np.take_along_axis(x, want, axis=1))


def topk_rows(rows, cols):
    x = normal(rows, cols)
    x[0] = np.arange(cols)  # the answer is in the last group only
    x[1] = np.round(x[1] * 4)  # equal numbers come in the order of their columns
    return x


def topk(run):
    rows, k = TOPK_ROWS, 32
    x = topk_rows(rows, 1024)
    value, index = run("topk", x, Zeros((rows, k), np.float32), Zeros((rows, k), np.uint32), rows)
    return x.shape, topk_wrong(value, index, x, k), 0


def topk_f32(run):
    (rows, pitch), k = TOPK_F32, 1000
    x = topk_rows(rows, pitch)
    columns = np.arange(1024, dtype=np.uint32)
    results = Zeros((rows, k), np.float32), Zeros((rows, k), np.uint32)
    value, index = run("kernels/topk_f32", x, columns, *results, rows, pitch)
    return x.shape, topk_wrong(value, index, x[:, :1024], k), 0


def argmin_columns(run):
    # Few values, so that most columns have their minimum several times: the first one counts.
    x = RNG.integers(0, 40, ARGMIN_COLUMNS).astype(np.float32)
    shape = (ARGMIN_COLUMNS[1],)
    value, index = run("argmin", x, Zeros(shape, np.float32), Zeros(shape, np.int32), *x.shape, entry="columns")
    return x.shape, differing(index, x.argmin(axis=0)) + differing(value, x.min(axis=0)), 0


def argmin_rows(run):
    x = RNG.integers(0, 40, ARGMIN_ROWS).astype(np.float32)
    shape = (ARGMIN_ROWS[0],)
    value, index = run("argmin", x, Zeros(shape, np.float32), Zeros(shape, np.int32), *x.shape, entry="rows")
    return x.shape, differing(index, x.argmin(axis=1)) + differing(value, x.min(axis=1)), 0


def rope(run):
    rows = ROPE_ROWS
    x, angle = normal(rows, 128), normal(rows, 64)
    cos, sin = np.cos(angle), np.sin(angle)
    (y,) = run("rope", x, cos, sin, Zeros(x.shape, np.float32), rows)
    a, b, c, s = (v.astype(np.float64) for v in (x[:, :64], x[:, 64:], cos, sin))
    # Both products and their sum are rounded.
    return x.shape, measure(y, np.hstack([a * c - b * s, b * c + a * s])), 1e-6


def expert_gate(run):
    x = RNG.integers(-20, 20, (TOKENS, 64)).astype(np.float32) / 4  # some are equal: the first counts
    shape = (2, TOKENS)
    weight, expert = run("expert_gate", x, Zeros(shape, np.float32), Zeros(shape, np.int32), TOKENS)
    order = np.argsort(-x, axis=1, kind="stable")[:, :2]
    if differing(expert, order.T):
        return x.shape, np.inf, 0
    e = np.exp(np.take_along_axis(x, order, axis=1).astype(np.float64))
    return x.shape, measure(weight, (e / e.sum(axis=1, keepdims=True)).T), 3e-7


def quantize(run):
    x = normal(*QUANTIZE) * 3
    q, scale = run("quantize", x, Zeros(x.shape, np.int8), Zeros((x.shape[0],), np.float32), *x.shape)
    step = np.abs(x.astype(np.float64)).max(axis=1, keepdims=True) / 127
    # Half a step, and what the roundings of the factor and the product add to 127 of them.
    return x.shape, max(measure(q * scale[:, None], x, step) - 0.5, measure(scale, step[:, 0], step[:, 0])), 6e-5


def on_ranks(make):
    return OnRanks(make(rank) for rank in range(RANKS))


def all_reduce(run):
    # Integers, so that the order of the sum does not matter.
    x = on_ranks(lambda _: RNG.integers(-99, 99, (RANKS * 32, 1024)).astype(np.float32))
    room, counters = f"zeros:{(RANKS - 1) * 32}x1024xf32", f"zeros:{2 * (RANKS - 1)}xi32"
    results = OnRanks(Zeros((RANKS * 32, 1024), np.float32) for _ in x)
    for zeros, array in zip(results, x):
        zeros.array = array
    y = run("ranks/all_reduce", results, room, counters, "comm", blocks=1, ranks=RANKS)
    return (RANKS * 32, 1024), max(measure(got, sum(x)) for got in y), 0.0


def all_gather(run):
    x = on_ranks(lambda _: normal(32, 1024))
    out = on_ranks(lambda _: Zeros((RANKS * 32, 1024), np.float32))
    y = run("ranks/all_gather", x, out, "zeros:1xi32", "comm", blocks=1, ranks=RANKS)
    return (RANKS * 32, 1024), max(measure(got, np.concatenate(x)) for got in y), 0.0


def gemm_all_reduce(run):
    a, b = (on_ranks(lambda _: normal(128, 128, dtype=np.float16)) for _ in "ab")
    out = on_ranks(lambda _: Zeros((128, 128), np.float32))
    c = run("ranks/gemm_all_reduce", a, b, "zeros:64K", out, "zeros:4K", "zeros:8", "comm", blocks=1, ranks=RANKS)
    want = sum(a.astype(np.float64) @ b.astype(np.float64) for a, b in zip(a, b))
    return (128, 128, 128 * RANKS), max(measure(got, want, np.abs(want).max()) for got in c), 1e-5


def dispatch(run):
    x = on_ranks(lambda _: normal(DISPATCH_TOKENS, 256))
    route = on_ranks(lambda _: RNG.integers(0, RANKS, DISPATCH_TOKENS).astype(np.int32))
    out = on_ranks(lambda _: Zeros((RANKS, DISPATCH_TOKENS, 256), np.float32))
    counters, sent = on_ranks(lambda _: Zeros(RANKS, np.int32)), f"zeros:{RANKS}xi32"
    got = run("ranks/dispatch", x, route, out, counters, sent, DISPATCH_TOKENS, "comm", blocks=1, ranks=RANKS)
    error = 0.0
    for me, (inbox, counts) in enumerate(zip(got[:RANKS], got[RANKS:])):
        want = np.zeros_like(inbox)
        for sender in range(RANKS):
            tokens = x[sender][route[sender] == me]
            want[sender, : len(tokens)] = tokens
            error += differing(counts[sender : sender + 1], np.array([len(tokens) + 1]))
        error = max(error, measure(inbox, want))
    return (RANKS, DISPATCH_TOKENS), error, 0.0


CHECKS = [
    add,
    add_manual,
    softmax,
    causal_softmax,
    vcgadd_softmax,
    layernorm,
    rmsnorm,
    gelu,
    gemm,
    flash_attention,
    topk,
    argmin_columns,
    argmin_rows,
    rope,
    expert_gate,
    quantize,
    gemm_f16,
    flash_attention_f16,
    topk_f32,
    all_reduce,
    all_gather,
    gemm_all_reduce,
    dispatch,
]
# Targets that lack an instruction an example needs, or where a signal reaches only one of the vector cores.
NOT_ON = {flash_attention: ["a2a3"], flash_attention_f16: ["cpu", "a5"]}


def find_pto():
    for build in ["release", "debug"]:
        path = HERE.parent / "target" / build / "pto"
        if path.exists():
            return str(path)
    return "pto"


def main():
    names = [check.__name__ for check in CHECKS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pto", default=find_pto(), help="the command (default: %(default)s)")
    target = "run for this target (default: the one the program names, else cpu)"
    parser.add_argument("--target", choices=["cpu", "a2a3", "a5"], help=target)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; all without a name")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in names:
            parser.error(f"there is no example {name}; there are {', '.join(names)}")
    run = Runner(chosen.pto, chosen.target)
    failed = False
    for check in CHECKS:
        if chosen.names and check.__name__ not in chosen.names:
            continue
        if chosen.target in NOT_ON.get(check, []):
            print(f"{check.__name__:<19} not on {chosen.target}")
            continue
        start = time.perf_counter()
        try:
            size, error, tolerance = check(run)
        except (RuntimeError, OSError) as problem:
            print(f"{check.__name__:<19} FAILED\n{problem}")
            failed = True
            continue
        size = "x".join(map(str, size)) if isinstance(size, tuple) else str(size)
        good = error <= tolerance
        failed |= not good
        verdict = "ok" if good else "FAILED"
        seconds = time.perf_counter() - start
        print(
            f"{check.__name__:<19} {size:<12} largest error {error:<8.2g} "
            f"allowed {tolerance:<8.2g} {verdict:<7} {seconds:.1f} s"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
