//! Softmax over rows of 128 numbers with vector registers: the twin of `examples/vcgadd_softmax.pto`.

use pto::prelude::*;

/// Eight rows of 128 numbers.
type Rows = Tile<Vec, f32, 8, 128, RowMajor, DynamicRows<128>>;

/// exp(x - max) / sum(exp(x - max)) of every row. A register holds 64 numbers, so a row is two of them.
pub fn softmax(input: &GlobalTensor<f32>, output: &mut GlobalTensor<f32>) -> pto::Result<()> {
    let (rows, cols) = input.rows_cols();
    // Block b takes the row groups b, b + blocks, b + 2 * blocks ...
    for row in (8 * block_idx()..rows).step_by(8 * block_num()) {
        // The last group may be shorter.
        let here = (rows - row).min(8);
        let mut x = Rows::with_valid(here, cols)?;
        tload(&mut x, &input.part([row, 0], [here, cols]))?;
        vecscope(|| {
            let p = x.address()?;
            for r in 0..here {
                normalise(&p, r * cols)?;
            }
            Ok(())
        })?;
        tstore(&mut output.part_mut([row, 0], [here, cols]), &x)?;
    }
    Ok(())
}

/// One row, which begins `low` elements after `p`.
fn normalise(p: &UbPtr<f32>, low: usize) -> pto::Result<()> {
    let all = pset_b32(Pattern::All)?;
    let high = low + Vreg::<f32>::LANES;
    let a = vlds(p, low)?;
    let c = vlds(p, high)?;

    // The maximum of the row, in lane 0 and then in every lane.
    let top = vcmax(&vmax(&a, &c, &all)?, &all)?;
    let max = vdup_mask_position(&top, &all, Position::Lowest)?;

    let exp_a = vexpdif_mask_part(&a, &max, &all, Part::Odd)?;
    let exp_c = vexpdif_mask_part(&c, &max, &all, Part::Odd)?;

    // Sums of groups to the sum of the row, in lane 0 and then in every lane.
    let sums = vadd(&vcgadd(&exp_a, &all)?, &vcgadd(&exp_c, &all)?, &all)?;
    let total: Vreg<f32> = vcadd(&sums, &all)?;
    let sum = vdup_mask_position(&total, &all, Position::Lowest)?;

    vsts(&vdiv(&exp_a, &sum, &all)?, p, low, &all)?;
    vsts(&vdiv(&exp_c, &sum, &all)?, p, high, &all)
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let x: std::vec::Vec<f32> = (0..128).map(|i| (i % 7) as f32).collect();
    let mut y = vec![0.0; 128];
    softmax(&GlobalTensor::new(&x, [1, 128]), &mut GlobalTensor::new_mut(&mut y, [1, 128]))?;
    println!("the row sums up to {}", y.iter().sum::<f32>());

    let program = Session::record(Target::A5, "softmax").run(|| {
        softmax(&GlobalTensor::new(&x, [1, 128]), &mut GlobalTensor::new_mut(&mut y, [1, 128]))
    })?;
    print!("{}", program.emit()?.text);
    Ok(())
}
