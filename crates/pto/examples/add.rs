//! z = x + y of matrices of any size, in tiles of 64 x 128: the twin of `examples/add.pto`.

use pto::prelude::*;

type Part = Tile<Vec, f32, 64, 128, RowMajor, Dynamic>;

/// z = x + y.
pub fn add(
    x: &GlobalTensor<f32>,
    y: &GlobalTensor<f32>,
    z: &mut GlobalTensor<f32>,
) -> pto::Result<()> {
    let (rows, cols) = x.rows_cols();
    // Blocks split the rows: block b takes the bands of 64 rows b, b + blocks, b + 2 * blocks ...
    for row in (64 * block_idx()..rows).step_by(64 * block_num()) {
        for col in (0..cols).step_by(128) {
            // At the lower and the right edge a tile is not full.
            let (h, w) = ((rows - row).min(64), (cols - col).min(128));
            let mut a = Part::with_valid(h, w)?;
            let mut b = Part::with_valid(h, w)?;
            let mut sum = Part::with_valid(h, w)?;
            tload(&mut a, &x.part([row, col], [h, w]))?;
            tload(&mut b, &y.part([row, col], [h, w]))?;
            tadd(&mut sum, &a, &b)?;
            tstore(&mut z.part_mut([row, col], [h, w]), &sum)?;
        }
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let shape = [100, 200];
    let (x, y, mut z) = (vec![1.0; 20_000], vec![2.0; 20_000], vec![0.0; 20_000]);
    add(
        &GlobalTensor::new(&x, shape),
        &GlobalTensor::new(&y, shape),
        &mut GlobalTensor::new_mut(&mut z, shape),
    )?;
    assert!(z.iter().all(|&sum| sum == 3.0));
    println!("1 + 2 = {}", z[0]);
    Ok(())
}
