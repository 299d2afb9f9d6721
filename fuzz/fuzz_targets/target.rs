//! A fuzz target of `pto-fuzz` for libFuzzer: the one that the binary is named after.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pto_fuzz::FuzzTarget;
use std::sync::LazyLock;

static TARGET: LazyLock<&FuzzTarget> =
    LazyLock::new(|| pto_fuzz::find(env!("CARGO_BIN_NAME")).expect("the target is listed"));

fuzz_target!(|data: &[u8]| (TARGET.run)(data));
