//! C = A * B with f16 inputs and an f32 result: the twin of `examples/gemm.pto`, which says how the memories are used.

use pto::prelude::*;

type Panel = Tile<Mat, f16, 128, 128, Nz>;
type Slice = Tile<Left, f16, 128, 64, Nz>;
type SliceB = Tile<Right, f16, 64, 128, Zn>;
type Sum = Tile<Acc, f32, 128, 128, Nz<1024>>;

/// C = A * B; all extents are multiples of 128.
pub fn gemm(
    a: &GlobalTensor<f16>,
    b: &GlobalTensor<f16>,
    c: &mut GlobalTensor<f32>,
) -> pto::Result<()> {
    let ((m, k), (_, n)) = (a.rows_cols(), b.rows_cols());
    let (mut a_mat, mut b_mat) = (Panel::new(), Panel::new());
    let (mut a_left, mut b_right) = (Slice::new(), SliceB::new());
    let mut acc = Sum::new();
    for (row, col) in (0..m).step_by(128).flat_map(|r| (0..n).step_by(128).map(move |c| (r, c))) {
        for panel in (0..k).step_by(128) {
            tload(&mut a_mat, &a.part([row, panel], [128, 128]))?;
            tload(&mut b_mat, &b.part([panel, col], [128, 128]))?;
            for slice in [0, 64] {
                textract(&mut a_left, &a_mat, 0, slice)?;
                textract(&mut b_right, &b_mat, slice, 0)?;
                // The first product of a tile replaces what the accumulator holds, the others are added.
                if panel + slice == 0 {
                    tmatmul(&mut acc, &a_left, &b_right)?;
                } else {
                    tmatmul_acc(&mut acc.inplace(), &acc, &a_left, &b_right)?;
                }
            }
        }
        tstore(&mut c.part_mut([row, col], [128, 128]), &acc)?;
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let a = vec![f16::ONE; 128 * 128];
    let mut c = vec![0.0; 128 * 128];
    let shape = [128, 128];
    let input = GlobalTensor::new(&a, shape);
    gemm(&input, &GlobalTensor::new(&a, shape), &mut GlobalTensor::new_mut(&mut c, shape))?;
    println!("128 ones times 128 ones are {}", c[0]);
    Ok(())
}
