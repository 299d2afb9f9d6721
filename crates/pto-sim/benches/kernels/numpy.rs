//! Whole kernels against the same formula in numpy on one thread, timed in turns with a Python process;
//! both by the processor time of their thread.

use super::Row;
use super::program::{Example, Kernel};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A formula in Python, evaluated once for every line that is sent.
struct Numpy {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Numpy {
    /// `None` without a Python that has numpy.
    fn start(setup: &str, formula: &str) -> Option<Numpy> {
        let script = format!(
            "import os
for v in ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'MKL_NUM_THREADS'): os.environ[v] = '1'
import sys, time, numpy as np
def normal(*shape): return np.random.default_rng(1).standard_normal(shape, dtype=np.float32)
{setup}
for line in sys.stdin:
    t = time.thread_time_ns()
    {formula}
    print(time.thread_time_ns() - t, flush=True)"
        );
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
        let mut command = Command::new(python);
        command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().ok()?;
        let (ask, answers) = (child.stdin.take()?, child.stdout.take()?);
        let mut numpy = Numpy { child, ask, answers: BufReader::new(answers) };
        // The first evaluation touches memory for the first time.
        numpy.time().map(|_| numpy)
    }

    /// Nanoseconds of an evaluation.
    fn time(&mut self) -> Option<f64> {
        writeln!(self.ask).and_then(|()| self.ask.flush()).ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        line.trim().parse().ok()
    }
}

impl Drop for Numpy {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The least time of a kernel over that of a formula. NaN, which is over no limit, without numpy.
fn compare(name: &'static str, limit: f64, example: &Example, setup: &str, formula: &str) -> Row {
    let Some(mut numpy) = Numpy::start(setup, formula) else {
        println!("{name:<28} skipped: no python3 with numpy (set PYTHON)");
        return Row { name, limit, ratio: f64::NAN, nanos: 0.0 };
    };
    let mut kernel = Kernel::example(example, 1);
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        ours = ours.min(kernel.time(1));
        theirs = theirs.min(numpy.time().expect("numpy answers"));
    }
    Row { name, limit, ratio: ours / theirs, nanos: ours }
}

/// A kernel and the formula that computes the same in numpy.
pub struct Formula {
    pub name: &'static str,
    /// Time of the kernel over that of the formula.
    pub limit: f64,
    /// Whether it takes as long as memory needs for its bytes: a second core gains nothing then.
    pub is_memory_bound: bool,
    pub example: fn() -> Example,
    setup: &'static str,
    formula: &'static str,
}

impl Formula {
    /// Time of the kernel over that of the formula.
    pub fn compare(&self, name: &'static str) -> Row {
        compare(name, self.limit, &(self.example)(), self.setup, self.formula)
    }
}

macro_rules! example {
    ($name:literal, $elements:expr, $numbers:expr) => {
        || {
            let text = include_str!(concat!("../../../../examples/", $name, ".pto"));
            Example::new(text, $elements.to_vec(), $numbers.to_vec())
        }
    };
}

/// 2^22 numbers in rows of 1024.
const ROWS: usize = 4096;
const ALL: usize = ROWS * 1024;
const fn bits(number: f32) -> u64 {
    number.to_bits() as u64
}

/// Element-wise kernels, and those along rows and columns. All are of f32.
pub const FORMULAS: &[Formula] = &[
    Formula {
        name: "add",
        limit: 1.0,
        is_memory_bound: true,
        example: example!("add", [ALL; 3], [ROWS as u64, 1024]),
        setup: "x, y = normal(4096, 1024), normal(4096, 1024); z = x + y",
        formula: "np.add(x, y, out=z)",
    },
    Formula {
        name: "softmax",
        limit: 0.5,
        is_memory_bound: false,
        example: || Example::softmax(8192),
        setup: "x = normal(8192, 2048)",
        formula: "e = np.exp(x - x.max(axis=1, keepdims=True)); y = e / e.sum(axis=1, keepdims=True)",
    },
    Formula {
        name: "causal-softmax",
        limit: 0.5,
        is_memory_bound: false,
        example: example!("causal_softmax", [2048 * 2048; 2], [2048]),
        setup: "x, seen = normal(2048, 2048), np.tri(2048, dtype=bool)",
        formula: "s = np.where(seen, x, np.float32(-np.inf)); e = np.exp(s - s.max(axis=1, keepdims=True)); y = e / e.sum(axis=1, keepdims=True)",
    },
    Formula {
        name: "gelu",
        limit: 0.5,
        is_memory_bound: false,
        example: example!("gelu", [ALL; 2], [ALL as u64]),
        setup: "x = normal(4096 * 1024)",
        formula: "y = np.float32(0.5) * x * (1 + np.tanh(np.float32(0.7978846) * (x + np.float32(0.044715) * x * x * x)))",
    },
    Formula {
        name: "layernorm",
        limit: 0.5,
        is_memory_bound: false,
        example: example!("layernorm", [ALL, 1024, 1024, ALL], [ROWS as u64, 1024, bits(1e-5)]),
        setup: "x, gamma, beta = normal(4096, 1024), normal(1024), normal(1024)",
        formula: "d = x - x.mean(axis=1, keepdims=True); y = d / np.sqrt((d * d).mean(axis=1, keepdims=True) + np.float32(1e-5)) * gamma + beta",
    },
    Formula {
        name: "rmsnorm",
        limit: 0.5,
        is_memory_bound: false,
        example: example!("rmsnorm", [ALL, 1024, ALL], [ROWS as u64, 1024, bits(1e-6)]),
        setup: "x, gamma = normal(4096, 1024), normal(1024)",
        formula: "y = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + np.float32(1e-6)) * gamma",
    },
    Formula {
        name: "rope",
        limit: 0.5,
        is_memory_bound: false,
        example: example!("rope", [ALL, ALL / 2, ALL / 2, ALL], [ALL as u64 / 128]),
        setup: "x, c, s = normal(32768, 128), normal(32768, 64), normal(32768, 64)",
        formula: "a, b = x[:, :64], x[:, 64:]; y = np.concatenate([a * c - b * s, b * c + a * s], axis=1)",
    },
    Formula {
        name: "expert-gate",
        limit: 0.5,
        is_memory_bound: false,
        example: example!("expert_gate", [ALL, ALL / 32, ALL / 32], [ALL as u64 / 64]),
        setup: "x = normal(65536, 64)",
        formula: "i = np.argpartition(-x, 1, axis=1)[:, :2]; v = np.take_along_axis(x, i, axis=1); e = np.exp(v - v.max(axis=1, keepdims=True)); w = e / e.sum(axis=1, keepdims=True)",
    },
    Formula {
        name: "topk",
        limit: 0.5,
        is_memory_bound: false,
        example: || Example::topk(ROWS),
        setup: "x = normal(4096, 1024)",
        formula: "i = np.argpartition(x, -32, axis=1)[:, -32:]; v = np.take_along_axis(x, i, axis=1)",
    },
    Formula {
        name: "argmin-columns",
        limit: 0.5,
        is_memory_bound: false,
        example: || {
            let example = example!("argmin", [ALL, 1024, 1024], [ROWS as u64, 1024]);
            Example { entry: Some("columns"), ..example() }
        },
        setup: "x = normal(4096, 1024)",
        formula: "i, v = x.argmin(axis=0), x.min(axis=0)",
    },
    Formula {
        name: "argmin-rows",
        limit: 0.5,
        is_memory_bound: false,
        example: || {
            let example = example!("argmin", [ALL, ALL / 512, ALL / 512], [ALL as u64 / 512, 512]);
            Example { entry: Some("rows"), ..example() }
        },
        setup: "x = normal(8192, 512)",
        formula: "i, v = x.argmin(axis=1), x.min(axis=1)",
    },
    Formula {
        name: "quantize",
        limit: 0.5,
        is_memory_bound: false,
        example: example!("quantize", [ALL, ALL, ROWS], [ROWS as u64, 1024]),
        setup: "x = normal(4096, 1024)",
        formula: "s = np.abs(x).max(axis=1, keepdims=True) / np.float32(127); q = np.rint(x / s).astype(np.int8)",
    },
];

/// The product of a program packs its operands from global memory as BLAS does, but once for every tile of the result.
const GEMM_LIMIT: f64 = 1.1;

/// The matrix product of the examples, of inputs of this type, against the f32 product of OpenBLAS.
pub fn gemm(name: &'static str, dtype: &str, size: usize) -> Row {
    let setup = format!("a, b = normal({size}, {size}), normal({size}, {size})");
    compare(name, GEMM_LIMIT, &Example::gemm(dtype, size), &setup, "c = a @ b")
}

/// The attention example with as many keys as queries. On one thread of a machine with 16 products per cycle nothing reaches a third:
/// the products alone take that long, and nearly half of the time of the formula is OpenBLAS.
pub fn attention(name: &'static str) -> Row {
    let size = 2048;
    let setup = format!("q, k, v = normal({size}, 64), normal({size}, 64), normal({size}, 64)");
    let formula = "s = (q @ k.T) / 8; p = np.exp(s - s.max(axis=1, keepdims=True)); o = (p / p.sum(axis=1, keepdims=True)) @ v";
    compare(name, 1.0 / 3.0, &Example::attention(size), &setup, formula)
}
