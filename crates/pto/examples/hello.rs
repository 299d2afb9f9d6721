//! Numbers 0 to 15, doubled, and their sum: nothing to load, nothing to store. The twin of `examples/hello.pto`.

use pto::prelude::*;

type Numbers = Tile<Vec, i32, 1, 16>;

/// Prints the numbers and their sum.
pub fn hello() -> pto::Result<()> {
    let mut numbers = Numbers::new();
    let mut sum = Tile::<Vec, i32, 1, 8, RowMajor, Valid<1, 1>>::new();
    let mut scratch = Numbers::new();
    tci(&mut numbers, 0)?;
    tadd(&mut numbers.inplace(), &numbers, &numbers)?;
    trowsum(&mut sum, &numbers, &mut scratch)?;
    tprint(&numbers)?;
    tprint(&sum)?;
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    hello()?;
    Session::printed().iter().for_each(|text| print!("{text}"));
    Ok(())
}
