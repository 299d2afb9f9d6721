//! Vector scopes: legal uses of register instructions, programs around one or several of them, and arguments for those.

pub mod chain;
pub mod contents;
pub mod draw;
pub mod write;
