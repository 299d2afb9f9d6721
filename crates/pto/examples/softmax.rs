//! Softmax over the rows of a matrix with 2048 columns: the twin of `examples/softmax.pto`.

use pto::prelude::*;

/// Eight whole rows, 64 KB.
type Rows = Tile<Vec, f32, 8, 2048, RowMajor, DynamicRows<2048>>;
/// One value per row.
type Column = Tile<Vec, f32, 8, 1, ColMajor, DynamicRows<1>>;

/// exp(x - max) / sum(exp(x - max)) of every row.
pub fn softmax(input: &GlobalTensor<f32>, output: &mut GlobalTensor<f32>) -> pto::Result<()> {
    let (rows, cols) = input.rows_cols();
    // A2/A3 adds up the pairs of a row in it, so it is half as wide; A5 needs no room.
    let mut tmp = Tile::<Vec, f32, 8, 1024>::new();
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
    let x: std::vec::Vec<f32> = (0..2048).map(|i| (i % 7) as f32).collect();
    let mut y = vec![0.0; 2048];
    softmax(&GlobalTensor::new(&x, [1, 2048]), &mut GlobalTensor::new_mut(&mut y, [1, 2048]))?;
    println!("the row sums up to {}", y.iter().sum::<f32>());

    let program = Session::record(Target::A2A3, "softmax").run(|| {
        softmax(&GlobalTensor::new(&x, [1, 2048]), &mut GlobalTensor::new_mut(&mut y, [1, 2048]))
    })?;
    print!("{}", program.lower()?.text);
    Ok(())
}
