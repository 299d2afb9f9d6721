//! The playground in a real browser: what a visitor does, and that WebAssembly gives the bits of the command.

#![cfg(unix)]

#[path = "../../../pto-cost/tests/chromium/mod.rs"]
mod chromium;
mod journeys;
mod native;
mod same_bits;
mod site;
