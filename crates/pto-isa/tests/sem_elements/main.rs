//! What comparisons, conversions, pads, partial, fused, generating and printing instructions compute.

mod bench;
mod compare;
mod convert;
mod debug;
mod fused;
mod generate;
mod pad;
mod part;
