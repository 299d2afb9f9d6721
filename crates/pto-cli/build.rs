//! How the command is linked: nothing is generated here.
//!
//! The op table holds some 30,000 addresses. In a program that may be loaded anywhere each of them is written at every start,
//! which takes longer than checking a small kernel, and is described by 24 bytes of the file. So on Linux the command is loaded
//! at a fixed place. Stacks, the heap and the libraries still are where the system puts them.
//!
//! A release neither unwinds nor has names for a backtrace, so it needs no description of its stack frames.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=no_frames.ld");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
            let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
            println!("cargo::rustc-link-arg-bins=-T{folder}/no_frames.ld");
        }
    }
}
