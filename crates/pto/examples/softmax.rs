//! Softmax over the rows of a matrix with 4096 columns: the twin of `examples/softmax.pto`.

use pto::prelude::*;

/// Eight whole rows, 128 KB.
type Rows = Tile<Vec, f32, 8, 4096, RowMajor, DynamicRows<4096>>;
/// One value per row.
type Column = Tile<Vec, f32, 8, 1, ColMajor, DynamicRows<1>>;

/// exp(x - max) / sum(exp(x - max)) of every row.
pub fn softmax(input: &GlobalTensor<f32>, output: &mut GlobalTensor<f32>) -> pto::Result<()> {
    let (rows, cols) = input.rows_cols();
    // A2/A3 folds a row into one repeat of 256 bytes before it reduces that; A5 needs no room.
    let mut tmp = Tile::<Vec, f32, 8, 64>::new();
    // Block b takes the groups of 8 rows b, b + blocks, b + 2 * blocks ...
    for row in (8 * block_idx()..rows).step_by(8 * block_num()) {
        // The last group may be shorter.
        let here = (rows - row).min(8);
        let mut x = Rows::with_valid(here, cols)?;
        let mut max = Column::with_valid(here, 1)?;
        let mut sum = Column::with_valid(here, 1)?;
        tload(&mut x, &input.part([row, 0], [here, cols]))?;
        trowmax(&mut max, &x, &mut tmp)?;
        trowexpandsub(&mut x.inplace(), &x, &max)?;
        texp(&mut x.inplace(), &x)?;
        trowsum(&mut sum, &x, &mut tmp)?;
        trowexpanddiv(&mut x.inplace(), &x, &sum)?;
        tstore(&mut output.part_mut([row, 0], [here, cols]), &x)?;
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let x: std::vec::Vec<f32> = (0..4096).map(|i| (i % 7) as f32).collect();
    let mut y = vec![0.0; 4096];
    softmax(&GlobalTensor::new(&x, [1, 4096]), &mut GlobalTensor::new_mut(&mut y, [1, 4096]))?;
    println!("the row sums up to {}", y.iter().sum::<f32>());

    let program = Session::record(Target::A2A3, "softmax").run(|| {
        softmax(&GlobalTensor::new(&x, [1, 4096]), &mut GlobalTensor::new_mut(&mut y, [1, 4096]))
    })?;
    print!("{}", program.lower()?.text);
    Ok(())
}
