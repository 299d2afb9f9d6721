//! Tiles, views and their addresses.

#[allow(unused_imports)]
use crate::def::prelude::*;

ops! {
    base: OpDef::EMPTY;
}
