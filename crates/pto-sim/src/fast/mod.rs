//! Kernels that equal the reference semantics bit for bit, written for speed.

pub mod gemm;
