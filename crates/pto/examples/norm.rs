//! Layer and RMS normalisation of rows of up to 1024 columns: twins of `examples/layernorm.pto` and
//! `examples/rmsnorm.pto`.

use pto::prelude::*;

type Rows = Tile<Vec, f32, 16, 1024, RowMajor, Dynamic>;
type Weights = Tile<Vec, f32, 1, 1024, RowMajor, DynamicCols<1>>;
/// One value per row.
type Column = Tile<Vec, f32, 16, 1, ColMajor, DynamicRows<1>>;
/// The same bytes for arithmetic.
type Flat = Tile<Vec, f32, 1, 16>;
type Scratch = Tile<Vec, f32, 16, 64>;

/// (x - mean) / sqrt(variance + eps) * gamma + beta of every row.
pub fn layernorm(
    input: &GlobalTensor<f32>,
    gamma: &GlobalTensor<f32>,
    beta: &GlobalTensor<f32>,
    output: &mut GlobalTensor<f32>,
    eps: f32,
) -> pto::Result<()> {
    let (rows, cols) = input.rows_cols();
    // A mean is the sum times 1/cols; one division does for the whole kernel.
    let share = 1.0 / cols as f32;
    let mut tmp = Scratch::new();
    let mut g = Weights::with_valid(1, cols)?;
    let mut h = Weights::with_valid(1, cols)?;
    tload(&mut g, gamma)?;
    tload(&mut h, beta)?;
    for row in (0..rows).step_by(16) {
        let here = (rows - row).min(16);
        let mut x = Rows::with_valid(here, cols)?;
        let mut square = Rows::with_valid(here, cols)?;
        let mut mean = Column::with_valid(here, 1)?;
        let mut deviation = Column::with_valid(here, 1)?;
        // Other names for the same storage: what is done to the row happens to the column.
        let mean_flat: Flat = treshape(&mean)?;
        let deviation_flat: Flat = treshape(&deviation)?;
        tload(&mut x, &input.part([row, 0], [here, cols]))?;

        // x - mean
        trowsum(&mut mean, &x, &mut tmp)?;
        tmuls(&mut mean_flat.inplace(), &mean_flat, share)?;
        trowexpandsub(&mut x.inplace(), &x, &mean)?;

        // sqrt(variance + eps)
        tmul(&mut square, &x, &x)?;
        trowsum(&mut deviation, &square, &mut tmp)?;
        tmuls(&mut deviation_flat.inplace(), &deviation_flat, share)?;
        tadds(&mut deviation_flat.inplace(), &deviation_flat, eps)?;
        tsqrt(&mut deviation_flat.inplace(), &deviation_flat)?;

        trowexpanddiv(&mut x.inplace(), &x, &deviation)?;
        tcolexpandmul(&mut x.inplace(), &x, &g)?;
        tcolexpandadd(&mut x.inplace(), &x, &h)?;
        tstore(&mut output.part_mut([row, 0], [here, cols]), &x)?;
    }
    Ok(())
}

/// x / sqrt(mean(x^2) + eps) * gamma of every row.
pub fn rmsnorm(
    input: &GlobalTensor<f32>,
    gamma: &GlobalTensor<f32>,
    output: &mut GlobalTensor<f32>,
    eps: f32,
) -> pto::Result<()> {
    let (rows, cols) = input.rows_cols();
    let share = 1.0 / cols as f32;
    let mut tmp = Scratch::new();
    let mut g = Weights::with_valid(1, cols)?;
    tload(&mut g, gamma)?;
    for row in (0..rows).step_by(16) {
        let here = (rows - row).min(16);
        let mut x = Rows::with_valid(here, cols)?;
        let mut square = Rows::with_valid(here, cols)?;
        let mut root = Column::with_valid(here, 1)?;
        let root_flat: Flat = treshape(&root)?;
        tload(&mut x, &input.part([row, 0], [here, cols]))?;

        // sqrt(mean(x^2) + eps)
        tmul(&mut square, &x, &x)?;
        trowsum(&mut root, &square, &mut tmp)?;
        tmuls(&mut root_flat.inplace(), &root_flat, share)?;
        tadds(&mut root_flat.inplace(), &root_flat, eps)?;
        tsqrt(&mut root_flat.inplace(), &root_flat)?;

        trowexpanddiv(&mut x.inplace(), &x, &root)?;
        tcolexpandmul(&mut x.inplace(), &x, &g)?;
        tstore(&mut output.part_mut([row, 0], [here, cols]), &x)?;
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let x: std::vec::Vec<f32> = (0..64).map(|i| i as f32).collect();
    let (gamma, beta, mut y) = (vec![1.0; 64], vec![0.0; 64], vec![0.0; 64]);
    let shape = [1, 64];
    layernorm(
        &GlobalTensor::new(&x, shape),
        &GlobalTensor::new(&gamma, shape),
        &GlobalTensor::new(&beta, shape),
        &mut GlobalTensor::new_mut(&mut y, shape),
        1e-5,
    )?;
    println!("layer norm of 0..64: {} to {}", y[0], y[63]);
    let mut output = GlobalTensor::new_mut(&mut y, shape);
    rmsnorm(&GlobalTensor::new(&x, shape), &GlobalTensor::new(&gamma, shape), &mut output, 1e-5)?;
    println!("RMS norm of 0..64: {} to {}", y[0], y[63]);
    Ok(())
}
