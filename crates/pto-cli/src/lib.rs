//! The `pto` command, as a library so that tests can call what users see.

// `println!` and `eprintln!` panic when nobody reads; `output` does not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod arg;
pub mod bug;
pub mod check;
pub mod complaint;
pub mod completions;
pub mod cost;
pub mod emit;
pub mod explain;
pub mod fmt;
pub mod isa;
pub mod json;
pub mod load;
pub mod lower;
pub mod man;
pub mod matrix;
pub mod new;
pub mod npy;
pub mod offer;
pub mod output;
pub mod ptoas;
pub mod render;
pub mod run;
pub mod screen;
pub mod source;
pub mod target_arg;
pub mod version;
