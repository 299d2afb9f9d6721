//! Programs that synchronise by hand: recipes that do it well, mistakes that people make, and what a program has.

mod cores;
mod features;
mod mistakes;
mod other_mistakes;
mod print;
mod program;
mod recipe;
mod wrap;

pub use features::FEATURES;
pub use mistakes::{Mistake, make, mistakes};
pub use program::{Program, SLABS};
pub use recipe::draw;
