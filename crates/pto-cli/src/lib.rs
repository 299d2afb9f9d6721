//! The `pto` command, as a library so that tests can call what users see.

pub mod arg;
pub mod check;
pub mod cost;
pub mod emit;
pub mod isa;
pub mod json;
pub mod load;
pub mod lower;
pub mod matrix;
pub mod npy;
pub mod output;
pub mod ptoas;
pub mod render;
pub mod run;
pub mod source;
