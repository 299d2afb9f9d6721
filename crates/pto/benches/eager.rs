//! What an eager intrinsic costs: `cargo bench -p pto`. Fails if a 64 x 128 f32 sum takes more than 5 microseconds.

use pto::prelude::*;
use std::time::Instant;

type T = Tile<Vec, f32, 64, 128>;

/// The shortest time of one of many calls, of several repetitions.
fn measure(name: &str, mut f: impl FnMut() -> pto::Result<()>) -> pto::Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..50 {
        let start = Instant::now();
        for _ in 0..200 {
            f()?;
        }
        best = best.min(start.elapsed().as_secs_f64() / 200.0 * 1e6);
    }
    println!("{name:<40} {best:>8.2} us");
    Ok(best)
}

fn main() -> pto::Result<()> {
    let (mut a, mut b, mut sum) = (T::new(), T::new(), T::new());
    texpands(&mut a, 1.0)?;
    texpands(&mut b, 2.0)?;
    let data = vec![0.5f32; 64 * 128];
    let x = GlobalTensor::new(&data, [64, 128]);
    let took = measure("tadd 64x128 f32", || tadd(&mut sum, &a, &b).map(|_| ()))?;
    measure("texp 64x128 f32", || texp(&mut sum, &a).map(|_| ()))?;
    measure("tload 64x128 f32", || tload(&mut a, &x).map(|_| ()))?;
    let (mut c, d) = (Tile::<Vec, f32, 1, 8>::new(), Tile::<Vec, f32, 1, 8>::new());
    measure("tabs 1x8 f32: all but the work", || tabs(&mut c, &d).map(|_| ()))?;
    measure("a new tile", || {
        let mut t = T::new();
        texpands(&mut t, 0.0).map(|_| ())
    })?;
    assert!(took < 5.0, "a sum takes {took} us");
    Ok(())
}
