//! GELU of n numbers in its tanh form: the twin of `examples/gelu.pto`, which has the formula.

use pto::prelude::*;

/// The numbers are one long row, cut into pieces of 32 KB.
type Piece = Tile<Vec, f32, 1, 8192, RowMajor, DynamicCols<1>>;

/// x / (1 + exp(x * (-1.5957691 - 0.071354814 x^2))) of every element of a row.
pub fn gelu(input: &GlobalTensor<f32>, output: &mut GlobalTensor<f32>) -> pto::Result<()> {
    let (_, n) = input.rows_cols();
    for col in (0..n).step_by(8192) {
        let w = (n - col).min(8192);
        let mut x = Piece::with_valid(1, w)?;
        let mut t = Piece::with_valid(1, w)?;
        tload(&mut x, &input.part([0, col], [1, w]))?;
        tmul(&mut t, &x, &x)?;
        tmuls(&mut t.inplace(), &t, -0.071_354_814)?;
        tadds(&mut t.inplace(), &t, -1.595_769)?;
        tmul(&mut t.inplace(), &t, &x)?;
        texp(&mut t.inplace(), &t)?;
        tadds(&mut t.inplace(), &t, 1.0)?;
        tdiv(&mut x.inplace(), &x, &t)?;
        tstore(&mut output.part_mut([0, col], [1, w]), &x)?;
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let x = [-2.0, -1.0, 0.0, 1.0, 2.0];
    let mut y = [0.0; 5];
    gelu(&GlobalTensor::new(&x, [1, 5]), &mut GlobalTensor::new_mut(&mut y, [1, 5]))?;
    println!("gelu of {x:?} is {y:?}");
    Ok(())
}
