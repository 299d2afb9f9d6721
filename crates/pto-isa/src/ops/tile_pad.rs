//! Filling the part outside the valid region.

#[allow(unused_imports)]
use crate::def::prelude::*;

ops! {
    base: OpDef::EMPTY;
}
