//! Attention of one head with online softmax, for A5: the twin of `examples/flash_attention.pto`, which has the formulas.

use pto::prelude::*;

type Panel = Tile<Mat, f16, 64, 64, Nz>;
type PanelT = Tile<Mat, f16, 64, 64, Zn>;
type LeftTile = Tile<Left, f16, 64, 64, Nz>;
type RightTile = Tile<Right, f16, 64, 64, Zn>;
type AccTile = Tile<Acc, f32, 64, 64, Nz<1024>>;
type Square = Tile<Vec, f32, 64, 64>;
/// One value per query: a column for reductions and expansions, the same bytes as a row for arithmetic.
type Column = Tile<Vec, f32, 64, 1, ColMajor>;
type Flat = Tile<Vec, f32, 1, 64>;

/// O = softmax(Q K^T / 8) V. `k` is given as its transpose: 64 rows, a column for every key.
pub fn flash_attention(
    q: &GlobalTensor<f16>,
    k: &GlobalTensor<f16>,
    v: &GlobalTensor<f16>,
    o: &mut GlobalTensor<f32>,
) -> pto::Result<()> {
    let ((queries, _), (_, keys)) = (q.rows_cols(), k.rows_cols());
    let (mut q_mat, mut q_left) = (Panel::new(), LeftTile::new());
    let (mut k_mat, mut k_right, mut s_acc) = (PanelT::new(), RightTile::new(), AccTile::new());
    let (mut p_mat, mut p_left) = (Panel::new(), LeftTile::new());
    let (mut v_mat, mut v_right, mut pv_acc) = (Panel::new(), RightTile::new(), AccTile::new());
    let (mut s, mut tmp, mut pv, mut out) =
        (Square::new(), Square::new(), Square::new(), Square::new());
    let mut p_half = Tile::<Vec, f16, 64, 64>::new();
    // In the layout of `mat`, so that the copy to it is a copy of bytes.
    let mut p_nz = Tile::<Vec, f16, 64, 64, Nz>::new();
    let (max, mut new_max, shrink, sum, mut new_sum) =
        (Column::new(), Column::new(), Column::new(), Column::new(), Column::new());
    let mut max_flat: Flat = treshape(&max)?;
    let new_max_flat: Flat = treshape(&new_max)?;
    let mut shrink_flat: Flat = treshape(&shrink)?;
    let mut sum_flat: Flat = treshape(&sum)?;
    let new_sum_flat: Flat = treshape(&new_sum)?;
    let transposed = TloadWith { layout: Some(Layout::Dn), ..Default::default() };

    for row in (0..queries).step_by(64) {
        tload(&mut q_mat, &q.part([row, 0], [64, 64]))?;
        tmov(&mut q_left, &q_mat)?;
        // Before the first key: exp(m - m') is 0 then, and nothing of this is left.
        texpands(&mut max_flat, f32::NEG_INFINITY)?;
        texpands(&mut sum_flat, 0.0)?;
        texpands(&mut out, 0.0)?;
        for key in (0..keys).step_by(64) {
            // S = Q K^T / 8
            tload_with(&mut k_mat, &k.part([0, key], [64, 64]), transposed)?;
            tmov(&mut k_right, &k_mat)?;
            tmatmul(&mut s_acc, &q_left, &k_right)?;
            tmov(&mut s, &s_acc)?;
            tmuls(&mut s.inplace(), &s, 0.125)?;

            // m', c and P
            trowmax(&mut new_max, &s, &mut tmp)?;
            tmax(&mut new_max_flat.inplace(), &new_max_flat, &max_flat)?;
            tsub(&mut shrink_flat, &max_flat, &new_max_flat)?;
            texp(&mut shrink_flat.inplace(), &shrink_flat)?;
            tmov(&mut max_flat, &new_max_flat)?;
            trowexpandsub(&mut s.inplace(), &s, &max)?;
            texp(&mut s.inplace(), &s)?;

            // l
            trowsum(&mut new_sum, &s, &mut tmp)?;
            tmul(&mut sum_flat.inplace(), &sum_flat, &shrink_flat)?;
            tadd(&mut sum_flat.inplace(), &sum_flat, &new_sum_flat)?;

            // P V: P goes back to the matrix unit as f16.
            tcvt(&mut p_half, &s, Rmode::Rint)?;
            tmov(&mut p_nz, &p_half)?;
            tmov(&mut p_mat, &p_nz)?;
            tmov(&mut p_left, &p_mat)?;
            tload(&mut v_mat, &v.part([key, 0], [64, 64]))?;
            tmov(&mut v_right, &v_mat)?;
            tmatmul(&mut pv_acc, &p_left, &v_right)?;
            tmov(&mut pv, &pv_acc)?;

            // O
            trowexpandmul(&mut out.inplace(), &out, &shrink)?;
            tadd(&mut out.inplace(), &out, &pv)?;
        }
        trowexpanddiv(&mut out.inplace(), &out, &sum)?;
        tstore(&mut o.part_mut([row, 0], [64, 64]), &out)?;
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let ones = vec![f16::ONE; 64 * 64];
    let mut o = vec![0.0; 64 * 64];
    let x = GlobalTensor::new(&ones, [64, 64]);
    let k = GlobalTensor::strided(&ones, [64, 64], [1, 64]);
    Session::eager(Target::A5)
        .run(|| flash_attention(&x, &k, &x, &mut GlobalTensor::new_mut(&mut o, [64, 64])))?;
    println!("attention to ones is {}", o[0]);
    Ok(())
}
