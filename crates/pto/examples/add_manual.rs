//! z = x + y as in `add`, with addresses and events chosen by hand: the twin of `examples/add_manual.pto`.
//!
//! Loads (MTE2), sums (V) and stores (MTE3) run on three pipes at the same time. There are two sets of tiles, so that
//! the next tiles are loaded while the present ones are added. The events of a set say when its tiles are free again.

use pto::prelude::*;

type Part = Tile<Vec, f32, 64, 128>;

/// Three tiles of 32 KB each, one after the other.
struct Set {
    a: Part,
    b: Part,
    sum: Part,
    /// The end of the last sum: `a` and `b` may be loaded again.
    added: Option<Event>,
    /// The end of the last store: `sum` may be computed again.
    stored: Option<Event>,
}

impl Set {
    fn at(addr: u64) -> pto::Result<Set> {
        let mut set =
            Set { a: Part::new(), b: Part::new(), sum: Part::new(), added: None, stored: None };
        tassign(&mut set.a, addr)?;
        tassign(&mut set.b, addr + 0x8000)?;
        tassign(&mut set.sum, addr + 0x10000)?;
        Ok(set)
    }
}

/// z = x + y of matrices whose rows and columns are multiples of 64 and 128.
pub fn add_manual(
    x: &GlobalTensor<f32>,
    y: &GlobalTensor<f32>,
    z: &mut GlobalTensor<f32>,
) -> pto::Result<()> {
    let (rows, cols) = x.rows_cols();
    let columns = cols / 128;
    let tiles = rows / 64 * columns;
    let mut sets = [Set::at(0)?, Set::at(0x18000)?];
    // Tiles are numbered row by row; block b takes the tiles b, b + blocks, b + 2 * blocks ...
    for (turn, t) in (block_idx()..tiles).step_by(block_num()).enumerate() {
        let at = [t / columns * 64, t % columns * 128];
        // The sets alternate.
        let set = &mut sets[turn % 2];
        if let Some(added) = set.added {
            added.wait()?;
        }
        let e0 = tload(&mut set.a, &x.part(at, [64, 128]))?;
        let e1 = tload(&mut set.b, &y.part(at, [64, 128]))?;
        tsync((e0, e1))?;
        if let Some(stored) = set.stored {
            stored.wait()?;
        }
        let added = tadd(&mut set.sum, &set.a, &set.b)?;
        added.wait()?;
        let stored = tstore(&mut z.part_mut(at, [64, 128]), &set.sum)?;
        (set.added, set.stored) = (Some(added), Some(stored));
    }
    Ok(())
}

#[allow(dead_code)]
fn main() -> pto::Result<()> {
    let shape = [256, 256];
    let (x, y, mut z) = (vec![1.0; 65_536], vec![2.0; 65_536], vec![0.0; 65_536]);
    let program = Session::record(Target::A2A3, "add").run(|| {
        add_manual(
            &GlobalTensor::new(&x, shape),
            &GlobalTensor::new(&y, shape),
            &mut GlobalTensor::new_mut(&mut z, shape),
        )
    })?;
    println!("{:.2} us on one core", program.timeline()?.total_us());
    Ok(())
}
