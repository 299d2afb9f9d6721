// E0621: there are no values while a kernel is recorded
use pto::prelude::*;

pub fn run() -> pto::Result<()> {
    let recorded = Session::record(Target::A5, "ones").run(|| {
        let mut t = Tile::<Vec, f32, 16, 16>::new();
        texpands(&mut t, 1.0)?;
        t.read()
    });
    recorded.map(|_| ())
}
