//! How the command is linked: nothing is generated here.
//!
//! The op table holds some 30,000 addresses. In a program that may be loaded anywhere each of them is written at every start,
//! which takes longer than checking a small kernel, and is described by 24 bytes of the file. So on Linux the command is loaded
//! at a fixed place. Stacks, the heap and the libraries still are where the system puts them.
//!
//! A release neither unwinds nor has names for a backtrace, so it needs no description of its stack frames. Functions whose code is the
//! same to the byte, such as sums of signed and unsigned integers, are kept once, if the linker can: nothing compares their addresses.

use std::env::var;
use std::path::Path;
use std::process::Command;

const FOLD: &str = "-Wl,--icf=all";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=no_frames.ld");
    let target = |key: &str| var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if var("PROFILE").is_ok_and(|profile| profile == "release") {
            let folder = var("CARGO_MANIFEST_DIR").unwrap_or_default();
            println!("cargo::rustc-link-arg-bins=-T{folder}/no_frames.ld");
            if links_with(FOLD).unwrap_or(false) {
                println!("cargo::rustc-link-arg-bins={FOLD}");
            }
        }
    }
}

/// Whether the linker takes an option: an empty program is linked with it.
fn links_with(option: &str) -> Option<bool> {
    let folder = var("OUT_DIR").ok()?;
    let source = Path::new(&folder).join("empty.rs");
    std::fs::write(&source, "fn main() {}\n").ok()?;
    let mut rustc = Command::new(var("RUSTC").ok()?);
    rustc.arg(&source).args(["--edition", "2024", "--target", &var("TARGET").ok()?]);
    rustc.args(["--out-dir", &folder, "-C", &format!("link-arg={option}")]);
    if let Ok(linker) = var("RUSTC_LINKER") {
        rustc.args(["-C", &format!("linker={linker}")]);
    }
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    Some(rustc.output().ok()?.status.success())
}
