//! The `pto` command, as a library so that tests can call what users see.

pub mod check;
pub mod isa;
pub mod json;
pub mod matrix;
pub mod render;
pub mod source;
