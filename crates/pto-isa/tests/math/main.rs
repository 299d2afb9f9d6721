//! Tests of the scalar functions: ulp errors, all f16 and bf16 arguments, special values, exact bits.
//!
//! The oracle is f64 from the standard library, whose error is some 2^-52 of the result; a test
//! that depends on a rounding asserts that no true value is that close to a boundary.

mod fused;
mod narrow;
mod remainder;
mod special;
mod wide;

/// Bits that look random and are the same every time (splitmix64).
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// `1 / sqrt(x)` by another way than the functions under test take.
fn rsqrt_oracle(x: f64) -> f64 {
    match x {
        0.0 => 1.0 / x,
        x if x < 0.0 => f64::NAN,
        x => x.powf(-0.5),
    }
}
