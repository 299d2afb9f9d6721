use pto::prelude::*;

pub fn run() -> pto::Result<()> {
    Session::eager(Target::A5).run(|| {
        let mut t = Tile::<Vec, f32, 16, 16>::new();
        texpands(&mut t, 1.0).map(|_| ())
    })
}
