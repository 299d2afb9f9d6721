//! Loads into vector registers.

#[allow(unused_imports)]
use crate::def::prelude::*;

ops! {
    base: OpDef::EMPTY;
}
