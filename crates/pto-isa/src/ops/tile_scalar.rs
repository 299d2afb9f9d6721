//! Instructions on a tile and a number.

#[allow(unused_imports)]
use crate::def::prelude::*;

ops! {
    base: OpDef::EMPTY;
}
