//! The targets, one per file.

pub mod check;
pub mod comm;
pub mod cost;
pub mod cost_data;
pub mod kernel_args;
pub mod lower;
pub mod lower_text;
pub mod numbers;
pub mod read;
pub mod registers;
pub mod run_text;
pub mod simt;
pub mod sync;
pub mod tiles;
pub mod vmi;
