use pto::prelude::*;

pub fn run() -> pto::Result<()> {
    let ones = Session::eager(Target::A5).run(|| {
        let mut t = Tile::<Vec, f32, 16, 16>::new();
        texpands(&mut t, 1.0)?;
        t.read()
    });
    ones.map(|values| assert_eq!(values, [1.0; 256]))
}
