//! The smallest element of every column and of every row, and where it stands: the twin of `examples/argmin.pto`.

use pto::prelude::*;

type Band = Tile<Vec, f32, 64, 128, RowMajor, Dynamic>;
type Smallest = Tile<Vec, f32, 1, 128, RowMajor, DynamicCols<1>>;
type Where = Tile<Vec, i32, 1, 128, RowMajor, DynamicCols<1>>;
type RowGroup = Tile<Vec, f32, 16, 512, RowMajor, Dynamic>;
type RowSmallest = Tile<Vec, f32, 16, 1, ColMajor, DynamicRows<1>>;
type RowWhere = Tile<Vec, i32, 16, 1, ColMajor, DynamicRows<1>>;

/// Of every column; it is searched in bands of 64 rows.
pub fn columns(
    x: &GlobalTensor<f32>,
    value: &mut GlobalTensor<f32>,
    index: &mut GlobalTensor<i32>,
) -> pto::Result<()> {
    let (rows, cols) = x.rows_cols();
    // A comparison gives one bit per element.
    let mut less = Tile::<Vec, u8, 1, 32>::new();
    let mut tmp = Tile::<Vec, f32, 1, 512>::new();
    for col in (0..cols).step_by(128) {
        let w = (cols - col).min(128);
        let (mut best, mut best_at) = (Smallest::with_valid(1, w)?, Where::with_valid(1, w)?);
        let (mut new, mut new_at) = (Smallest::with_valid(1, w)?, Where::with_valid(1, w)?);
        for row in (0..rows).step_by(64) {
            let h = (rows - row).min(64);
            let mut tile = Band::with_valid(h, w)?;
            tload(&mut tile, &x.part([row, col], [h, w]))?;
            if row == 0 {
                tcolargmin_val(&mut best, &mut best_at, &tile, &mut tmp)?;
                continue;
            }
            tcolargmin_val(&mut new, &mut new_at, &tile, &mut tmp)?;
            // Rows are counted from the top of the band.
            tadds(&mut new_at.inplace(), &new_at, row as i32)?;
            // Take the new pair where it is smaller.
            tcmp(&mut less, &new, &best, CmpMode::Lt)?;
            tsel(&mut best.inplace(), &less, &new, &best, &mut tmp)?;
            tsel(&mut best_at.inplace(), &less, &new_at, &best_at, &mut tmp)?;
        }
        tstore(&mut value.part_mut([0, col], [1, w]), &best)?;
        tstore(&mut index.part_mut([0, col], [1, w]), &best_at)?;
    }
    Ok(())
}

/// Of every row of up to 512 columns.
pub fn rows(
    x: &GlobalTensor<f32>,
    value: &mut GlobalTensor<f32>,
    index: &mut GlobalTensor<i32>,
) -> pto::Result<()> {
    let (rows, cols) = x.rows_cols();
    let mut tmp = Tile::<Vec, f32, 16, 32>::new();
    for row in (0..rows).step_by(16) {
        let h = (rows - row).min(16);
        let mut tile = RowGroup::with_valid(h, cols)?;
        let (mut best, mut best_at) = (RowSmallest::with_valid(h, 1)?, RowWhere::with_valid(h, 1)?);
        tload(&mut tile, &x.part([row, 0], [h, cols]))?;
        trowargmin_val(&mut best, &mut best_at, &tile, &mut tmp)?;
        tstore(&mut value.part_mut([row, 0], [h, 1]), &best)?;
        tstore(&mut index.part_mut([row, 0], [h, 1]), &best_at)?;
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let x = [4.0, 3.0, 2.0, 9.0, 1.0, 8.0];
    let (mut value, mut index) = ([0.0; 3], [0; 3]);
    columns(
        &GlobalTensor::new(&x, [2, 3]),
        &mut GlobalTensor::new_mut(&mut value, [1, 3]),
        &mut GlobalTensor::new_mut(&mut index, [1, 3]),
    )?;
    println!("columns: {value:?} in rows {index:?}");
    rows(
        &GlobalTensor::new(&x, [2, 3]),
        &mut GlobalTensor::new_mut(&mut value[..2], [2, 1]),
        &mut GlobalTensor::new_mut(&mut index[..2], [2, 1]),
    )?;
    println!("rows: {:?} in columns {:?}", &value[..2], &index[..2]);
    Ok(())
}
