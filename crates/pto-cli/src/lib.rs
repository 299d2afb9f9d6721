//! The `pto` command, as a library so that tests can call what users see.
//!
//! ```
//! let text = "func.func @f() {\n  pto.frob\n  return\n}\n";
//! let (_, found) = pto_ir::parse(text);
//! let lines = pto_ir::Lines::new(text);
//! let shown = pto_cli::render::render("f.pto", text, &lines, &found[0], false);
//! assert!(shown.starts_with("error[E0002]: there is no instruction `pto.frob`\n --> f.pto:2:3\n"));
//! ```

// `println!` and `eprintln!` panic when nobody reads; `output` does not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod arg;
pub mod arg_error;
pub mod campaign;
pub mod check;
pub mod command;
pub mod command_line;
pub mod completions;
pub mod cost;
pub mod dap;
pub mod debug;
pub mod debugger;
pub mod deferred;
pub mod diff_run;
pub mod emit;
pub mod explain;
pub mod file;
pub mod fmt;
mod grid_arg;
pub mod isa;
pub mod json;
pub mod limits_arg;
pub mod load;
pub mod lower;
pub mod lsp;
pub mod machine;
pub mod man;
pub mod matrix;
pub mod new;
pub mod npy;
pub mod oracle;
pub mod output;
pub mod outputs;
pub mod panic_hook;
mod parts;
pub mod play;
pub mod ptoas;
pub mod puzzle;
pub mod render;
pub mod rules_arg;
pub mod run;
pub mod serve;
pub mod smith;
pub mod source_file;
pub mod stop;
pub mod target_arg;
pub mod tune;
pub mod usage_error;
pub mod value_hints;
pub mod version;
pub mod welcome;
