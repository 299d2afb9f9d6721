// E0620: this tile belongs to another session: its contents are elsewhere
use pto::prelude::*;

pub fn run() -> pto::Result<()> {
    let mut t = Tile::<Vec, f32, 16, 16>::new();
    Session::eager(Target::A5).run(|| texpands(&mut t, 1.0).map(|_| ()))
}
