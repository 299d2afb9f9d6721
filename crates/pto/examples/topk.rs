//! The 32 largest of 1024 numbers, and their columns: the twin of `examples/topk.pto`, which says how.

use pto::prelude::*;

type Row = Tile<Vec, f32, 1, 1024>;
type Records = Tile<Vec, f32, 1, 2048>;
type Best = Tile<Vec, f32, 1, 64>;
type Both = Tile<Vec, f32, 1, 128>;

/// The 32 largest numbers of each row, largest first, and where they stand.
pub fn topk(
    x: &GlobalTensor<f32>,
    value: &mut GlobalTensor<f32>,
    index: &mut GlobalTensor<u32>,
) -> pto::Result<()> {
    let (rows, _) = x.rows_cols();
    let mut column = Tile::<Vec, u32, 1, 1024>::new();
    tci(&mut column, 0u32)?;
    let mut numbers = Row::new();
    let (mut lists, mut merged) = (Records::new(), Records::new());
    let (mut best_0, mut best_1, mut top) = (Best::new(), Best::new(), Best::new());
    let (mut tmp, mut all) = (Both::new(), Both::new());
    let mut top_value = Tile::<Vec, f32, 1, 32>::new();
    let mut top_index = Tile::<Vec, u32, 1, 32>::new();
    // How many records the last merge takes from each list; it is not asked for.
    let mut taken = [0; 4];
    for row in 0..rows {
        tload(&mut numbers, &x.part([row, 0], [1, 1024]))?;
        tsort32(&mut lists, &numbers, &column)?;
        tmrgsort(&mut merged, &lists, 64i32)?;
        tmrgsort(&mut lists, &merged, 256i32)?;
        // Nothing after the first 32 of a list can be among the first 32 of both.
        textract(&mut best_0, &lists, 0, 0)?;
        textract(&mut best_1, &lists, 0, 1024)?;
        tmrgsort_lists(&mut all, &mut taken, &mut tmp, &best_0, &best_1)?;
        textract(&mut top, &all, 0, 0)?;
        // Values stand in the even columns, indices (as bits) in the odd ones; patterns are read from the right.
        tgather_mask(&mut top_value, &top, MaskPattern::P0101)?;
        tgather_mask(&mut top_index, &top, MaskPattern::P1010)?;
        tstore(&mut value.part_mut([row, 0], [1, 32]), &top_value)?;
        tstore(&mut index.part_mut([row, 0], [1, 32]), &top_index)?;
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let x: std::vec::Vec<f32> = (0..1024).map(|i| (i * 37 % 1024) as f32).collect();
    let (mut value, mut index) = (vec![0.0; 32], vec![0; 32]);
    topk(
        &GlobalTensor::new(&x, [1, 1024]),
        &mut GlobalTensor::new_mut(&mut value, [1, 32]),
        &mut GlobalTensor::new_mut(&mut index, [1, 32]),
    )?;
    println!("{} stands at {}, {} at {}", value[0], index[0], value[1], index[1]);
    Ok(())
}
