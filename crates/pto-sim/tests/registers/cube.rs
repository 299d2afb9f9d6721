//! Matrix products of pointers give the same by their kernel as by their definition.

use pto_isa::sem::exec::{all_ones, set_code};
use pto_isa::sem::{Arg, Mad, Numerics, PtrAt, Semantics};
use pto_isa::{DType, Sem, Space, Target, Type};
use pto_kernels::differential::{Case, compare};
use pto_smith::Choices;
use pto_smith::registers::draw::{draw, type_choices};
use pto_smith::uses::Use;

/// Bytes at the start of each memory that have contents; products that go further meet the poison.
const FILLED: usize = 16 * 1024;

/// Operands of a product, and what is in memory before.
#[derive(Default)]
struct Scene {
    args: Vec<(u8, Arg)>,
    locals: Vec<(Space, Vec<u8>)>,
}

fn set_up(rng: &mut Choices, u: &Use, mad: &Mad) -> Scene {
    let mut scene = Scene::default();
    let wild = rng.one_in(3);
    for g in &u.given {
        let arg = match &g.ty {
            Type::Ptr { dtype, space } => {
                let space = space.unwrap_or(Space::Gm);
                let mut bytes = vec![0; FILLED];
                let palette: Vec<u64> = (0..61).map(|_| rng.code(*dtype, wild)).collect();
                let bits = u64::from(dtype.bits());
                for i in 0..FILLED as u64 * 8 / bits {
                    set_code(&mut bytes, *dtype, i * bits, rng.pick(&palette));
                }
                scene.locals.push((space, bytes));
                let addr = match rng.below(20) {
                    0..18 => 1024 * i64::from(rng.below(3)),
                    18 => 4 * i64::from(rng.below(300)),
                    _ => i64::from(rng.below(1 << 20)) - 64,
                };
                Arg::Ptr(PtrAt { space, buffer: 0, addr, dtype: *dtype })
            }
            ty => {
                let dtype = ty.dtype().unwrap_or(DType::I64);
                let extent = mad.extents.contains(&g.slot);
                let bits = match rng.below(32) {
                    0 => rng.code(dtype, true),
                    1 => 1,
                    2 => 16 * u64::from(1 + rng.below(2)),
                    _ if mad.scaled && mad.extents[2] == g.slot => 64,
                    _ if extent => u64::from(1 + rng.below(33)),
                    _ => rng.code(dtype, false),
                };
                Arg::Scalar(dtype, bits & all_ones(dtype))
            }
        };
        scene.args.push((g.slot, arg));
    }
    scene
}

#[test]
fn products_of_pointers_equal_their_definition() {
    let (mut cases, mut fast) = (0, 0);
    for def in pto_isa::all() {
        let Sem::Mad(mad) = &def.sem else { continue };
        for target in Target::PROFILES {
            for (i, wish) in type_choices(def, target).iter().enumerate() {
                for round in 0..4 {
                    let mut rng = Choices::seeded(1 + cases);
                    let semantics = [Semantics::Manual, Semantics::Silicon][round % 2];
                    let Some(mut u) = draw(&mut rng, def, target, wish) else { continue };
                    // Any integer may count.
                    let of = [DType::I64, DType::I64, DType::I32, DType::I16, DType::I8, DType::U8];
                    for g in u.given.iter_mut().filter(|g| mad.extents.contains(&g.slot)) {
                        g.ty = Type::Scalar(rng.pick(&of));
                    }
                    if round < 2 {
                        u.attrs.clear();
                    }
                    assert!(u.is_legal(target), "{u:?}");
                    let Scene { args, locals } = set_up(&mut rng, &u, mad);
                    let attrs: Vec<_> =
                        u.attrs.iter().map(|(n, s)| (n.as_str(), s.value())).collect();
                    let case = Case {
                        def,
                        numerics: Numerics::new(target, semantics),
                        args: &args,
                        attrs: &attrs,
                        locals: &locals,
                        buffers: &[],
                    };
                    match compare(&case) {
                        Ok(same) => fast += u64::from(same.fast),
                        Err(e) => {
                            panic!("{}, {target}, types {i}: {e}\n{args:?} {attrs:?}", def.name)
                        }
                    }
                    cases += 1;
                }
            }
        }
    }
    println!("{cases} products, {fast} by the kernel");
    assert!(cases > 400 && fast > 50, "{cases} products, {fast} by the kernel");
}
