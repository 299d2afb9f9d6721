//! Random programs for tests and fuzz targets, each from a seed or from the bytes of a fuzzer ([`Choices`]), as large as asked for.
//!
//! | module | programs |
//! |---|---|
//! | [`tiles`] | chains of tile instructions of the whole table |
//! | [`registers`] | vector scopes: registers, predicates, streams, loops that carry them |
//! | [`vmi`] | vector scopes on registers of any length |
//! | [`auto`] | kernels that leave synchronisation to the tool |
//! | [`sync`] | kernels that synchronise by hand, cores and blocks among them, and mistakes in them |
//! | [`numbers`] | numbers and control flow, with functions |
//! | [`simt`] | threads |
//! | [`ranks`] | several devices |
//! | [`mixed`] | any other instructions, from stored uses |
//!
//! [`shrink`] makes a program that shows something smaller; [`novelty`] says what is new in one.
//!
//! ```
//! use pto_smith::{Choices, auto};
//! let text = auto::program(&mut Choices::seeded(1), 12);
//! assert_eq!(text, auto::program(&mut Choices::seeded(1), 12));
//! assert!(pto_ir::parse(&text).1.is_empty());
//! ```

mod arguments;
pub mod auto;
mod choices;
mod compare;
mod fragment_text;
pub mod fragments;
mod kind;
pub mod mixed;
pub mod novelty;
pub mod numbers;
pub mod ranks;
pub mod registers;
pub mod shrink;
pub mod simt;
pub mod statement;
pub mod stored;
pub mod sync;
pub mod tiles;
pub mod uses;
pub mod vary;
pub mod vmi;

pub use arguments::{arguments, arguments_of_ranks};
pub use choices::Choices;
pub use compare::{Same, compare};
pub use kind::{Kind, is_legal};
