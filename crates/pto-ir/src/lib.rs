//! PTO programs in memory and as text: modules with spans, a reader that never fails, a builder, a printer and a
//! formatter. No I/O.
//!
//! Compilers start at [`Module::builder`], tools that have a text at [`parse()`]:
//!
//! ```
//! let text = "%d = pto.tadd %a, %b : (!pto.tile<f32, 16, 16>, !pto.tile<f32, 16, 16>) -> !pto.tile<f32, 16, 16>";
//! let (_module, diagnostics) = pto_ir::parse(text);
//! assert_eq!(diagnostics[0].message, "`%a` is used but not defined");
//! ```

pub mod args;
pub mod builder;
pub mod diag;
pub mod dialect;
pub mod dps;
pub mod edit;
pub mod eq;
pub mod fmt;
mod function;
pub mod intern;
pub mod interval;
pub mod lexer;
pub mod location;
pub mod module;
pub mod parse;
pub mod print;
pub mod span;
mod specialize;
pub mod syntax;
mod vector_scope;
mod visible;

pub use builder::{Builder, Location};
pub use diag::{Diagnostic, Edit, Label, Severity};
pub use dialect::DialectOp;
pub use dps::{Converted, TileForm, add_scratch, convert};
pub use eq::first_difference;
pub use fmt::format;
pub use intern::Attr;
pub use module::{Module, Node, NodeId, OpName, ValueId};
pub use parse::{is_type_word, kind_accepts, parse, parse_type, too_long, type_names};
pub use print::{Style, print, print_located};
pub use span::{Lines, MAX_TEXT_BYTES, Span};
pub use vector_scope::{Obstacle, VECTOR_MARKS, VectorScope, VectorScopes};
pub use visible::{is_hidden, visible, visible_name};
