//! Elementwise instructions that expand one value per column.

#[allow(unused_imports)]
use crate::def::prelude::*;

ops! {
    base: OpDef::EMPTY;
}
