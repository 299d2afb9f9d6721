//! The PTO instruction set as data: element types, layouts, targets, the op table and its rules.
//!
//! One entry per instruction (see [`ops!`]) from which the parser, the checker, the reference pages
//! and the negative tests derive. Nothing here does I/O.
//!
//! ```
//! use pto_isa::{Target, find};
//! let tadd = find("tadd").unwrap();
//! assert_eq!(tadd.title(), "Add two tiles element by element.");
//! assert!(tadd.support_on(Target::A5).is_some());
//! ```

pub mod args;
pub mod class;
pub mod code;
pub mod cost;
pub mod cpp;
#[macro_use]
pub mod def;
pub mod dtype;
pub mod effect;
pub mod epilogue;
pub mod few;
pub mod flat_memory;
pub mod format;
pub mod issue_pipe;
pub mod layout;
pub mod math;
pub mod memref;
pub mod name_index;
pub mod operand;
pub mod ops;
pub mod order;
pub mod packed;
pub mod page;
pub mod quirk;
pub mod rule;
pub mod rulebook;
pub mod scratch;
pub mod sem;
pub mod target;
mod targets;
mod tile_wellformed;
pub mod ty;
pub mod virtual_register;
pub mod window;

pub use args::{Args, AttrValue, Slot};
pub use class::Class;
pub use code::Code;
pub use cost::Cost;
pub use def::OpDef;
pub use dtype::DType;
pub use effect::{Access, Effect, Extent, Through};
pub use flat_memory::FlatMemory;
pub use issue_pipe::PipeSelector;
pub use layout::{BLayout, Layout, SLayout};
pub use operand::Role;
pub use ops::{OpId, all, find, nearest};
pub use rule::Rule;
pub use rulebook::Rulebook;
pub use sem::Sem;
pub use target::{Pipe, Space, Target, Targets};
pub use ty::{Dim, MaskWidth, Pad, TileTy, Type, ViewKind};
