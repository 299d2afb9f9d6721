//! The bound of a shadow holds: random programs against arithmetic with 200 bits.

use dashu_float::{FBig, round::mode::HalfEven};
use pto_debug::shadow;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use std::fmt::Write;

type Big = FBig<HalfEven, 2>;

const BITS: usize = 200;
const LANES: usize = 8;
const PROGRAMS: u64 = 1000;

struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 16) as usize % n
    }
}

fn big(v: f64) -> Big {
    Big::try_from(v).unwrap().with_precision(BITS).value()
}

/// Three tiles that are loaded, some instructions, one tile that is stored; what it is in exact arithmetic, nearly; and the largest
/// number on the way.
fn program(draw: &mut Draw, inputs: &[Vec<f32>; 3]) -> (String, Vec<Option<Big>>, f64) {
    let mut tiles: Vec<Vec<Option<Big>>> =
        inputs.iter().map(|t| t.iter().map(|&v| Some(big(v.into()))).collect()).collect();
    let mut body = String::new();
    let mut line = |text: String| {
        let _ = writeln!(body, "    {text}");
    };
    let largest = std::cell::Cell::new(2.0f64);
    let keep = |v: Big| {
        // What is far from the range of f32 is not looked at: the float has overflowed.
        let size = v.to_f64().value().abs();
        largest.set(largest.get().max(if size < 1e30 { size } else { 0.0 }));
        (size < 1e30 && (size > 1e-30 || size == 0.0)).then_some(v)
    };
    for _ in 0..4 + draw.below(8) {
        let (a, b, d) = (draw.below(3), draw.below(3), draw.below(3));
        let two = |name: &str| format!("pto.{name} ins(%t{a}, %t{b} : !t, !t) outs(%t{d} : !t)");
        let one =
            |name: &str, from: usize| format!("pto.{name} ins(%t{from} : !t) outs(%t{d} : !t)");
        let map2 = |f: &dyn Fn(&Big, &Big) -> Option<Big>| -> Vec<Option<Big>> {
            tiles[a]
                .iter()
                .zip(&tiles[b])
                .map(|(x, y)| f(x.as_ref()?, y.as_ref()?).and_then(keep))
                .collect()
        };
        let map1 = |f: &dyn Fn(&Big) -> Option<Big>| -> Vec<Option<Big>> {
            tiles[a].iter().map(|x| f(x.as_ref()?).and_then(keep)).collect()
        };
        let zero = big(0.0);
        let new = match draw.below(12) {
            0 => {
                line(two("tadd"));
                map2(&|x, y| Some(x + y))
            }
            1 | 2 => {
                line(two("tsub"));
                map2(&|x, y| Some(x - y))
            }
            3 => {
                line(two("tmul"));
                map2(&|x, y| Some(x * y))
            }
            4 => {
                line(two("tdiv"));
                map2(&|x, y| {
                    let x = x.clone().with_precision(BITS).value();
                    (*y != zero).then(|| if x == zero { zero.clone() } else { x / y })
                })
            }
            5 => {
                line(two("tmax"));
                map2(&|x, y| Some(if x > y { x.clone() } else { y.clone() }))
            }
            6 => {
                line(two("tmin"));
                map2(&|x, y| Some(if x < y { x.clone() } else { y.clone() }))
            }
            7 => {
                line(one("texp", a));
                map1(&|x| {
                    // Zero has no precision of its own.
                    let x = x.clone().with_precision(BITS).value();
                    let exp = || if x == zero { big(1.0) } else { x.exp() };
                    (x.to_f64().value().abs() < 60.0).then(exp)
                })
            }
            8 => {
                line(one("tabs", a));
                map1(&|x| Some(if *x < zero { -x } else { x.clone() }))
            }
            9 => {
                line(format!("pto.tmuls ins(%t{a}, %third : !t, f32) outs(%t{d} : !t)"));
                let third = big(f64::from(1.0f32 / 3.0));
                map1(&|x| Some(x * &third))
            }
            10 => {
                line(format!("pto.trowsum ins(%t{a}, %tmp : !t, !t) outs(%c : !c)"));
                line(format!("pto.trowexpandadd ins(%t{b}, %c : !t, !c) outs(%t{d} : !t)"));
                let sum = tiles[a].iter().try_fold(zero.clone(), |s, x| x.as_ref().map(|x| s + x));
                let of = |y: &Option<Big>| keep(y.as_ref()? + sum.as_ref()?);
                tiles[b].iter().map(of).collect()
            }
            _ => {
                line(format!("pto.tcvt ins(%t{a} : !t) outs(%h : !h)"));
                line(format!("pto.tcvt ins(%h : !h) outs(%t{d} : !t)"));
                map1(&|x| (x.to_f64().value().abs() < 6e4).then(|| x.clone()))
            }
        };
        tiles[d] = new;
    }
    let loads: String = (0..3).fold(String::new(), |mut s, i| {
        let _ = writeln!(s, "    %v{i} = pto.make_tensor_view %x{i}, shape = [%one, %n], strides = [%n, %one] : !v");
        let _ = writeln!(s, "    %p{i} = pto.partition_view %v{i}, offsets = [%zero, %zero], sizes = [%one, %n] : !v -> !p");
        let _ = writeln!(s, "    %t{i} = pto.alloc_tile : !t");
        let _ = writeln!(s, "    pto.tload ins(%p{i} : !p) outs(%t{i} : !t)");
        s
    });
    let out = draw.below(3);
    let text = format!(
        "!t = !pto.tile_buf<vec, 1x{LANES}xf32>
!h = !pto.tile_buf<vec, 1x16xf16, valid=1x{LANES}>
!c = !pto.tile_buf<vec, 8x1xf32, valid=1x1, blayout=col_major>
!v = !pto.tensor_view<1x{LANES}xf32>
!p = !pto.partition_tensor_view<1x{LANES}xf32>
module {{
  func.func @f(%x0: !pto.ptr<f32, gm>, %x1: !pto.ptr<f32, gm>, %x2: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>) {{
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant {LANES} : index
    %third = arith.constant 0.33333334 : f32
    %tmp = pto.alloc_tile : !t
    %h = pto.alloc_tile : !h
    %c = pto.alloc_tile : !c
{loads}{body}    %vy = pto.make_tensor_view %y, shape = [%one, %n], strides = [%n, %one] : !v
    %py = pto.partition_view %vy, offsets = [%zero, %zero], sizes = [%one, %n] : !v -> !p
    pto.tstore ins(%t{out} : !t) outs(%py : !p)
    return
  }}
}}
"
    );
    (text, tiles.swap_remove(out), largest.get())
}

#[test]
fn the_bound_holds_against_200_bits() {
    let mut draw = Draw(0x2545_F491_4F6C_DD1D);
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let mut checked = 0;
    for number in 0..PROGRAMS {
        let mut value = || (draw.next() >> 40) as f32 / (1 << 22) as f32 - 2.0;
        let inputs: [Vec<f32>; 3] = std::array::from_fn(|_| (0..LANES).map(|_| value()).collect());
        let (text, exact, largest) = program(&mut draw, &inputs);
        let (module, found) = pto_ir::parse(&text);
        assert!(!found.iter().any(|d| d.is_error()), "{text}{found:?}");
        let (verified, _) = pto_check::verify(module, Target::A5, &Default::default())
            .unwrap_or_else(|(_, found)| panic!("{text}{found:#?}"));
        let program = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
        let bytes =
            |v: &Vec<f32>| LaunchArg::Bytes(v.iter().flat_map(|v| v.to_le_bytes()).collect());
        let mut args: Vec<LaunchArg> = inputs.iter().map(bytes).collect();
        args.push(LaunchArg::Bytes(vec![0; LANES * 4]));
        let (_, shadow) = shadow(&program, numerics, &mut args, &Launch::default()).unwrap();
        assert_eq!(shadow.not_followed, []);
        let output = shadow.outputs.iter().find(|o| o.arg == 3).unwrap();
        let bounds = output.bounds(&args);
        let floats = args[3].bytes().unwrap().chunks_exact(4);
        for (i, (float, exact)) in floats.zip(&exact).enumerate() {
            let float = f64::from(f32::from_le_bytes(float.try_into().unwrap()));
            let (Some(exact), true) = (exact, float.is_finite() && bounds[i].is_finite()) else {
                continue;
            };
            let off = (big(float) - exact).to_f64().value().abs();
            assert!(
                off <= bounds[i],
                "program {number}, element {i}: off by {off:e}, bound {:e}\n{text}",
                bounds[i]
            );
            checked += 1;
            // Beyond the error the bound has the doubt of double precision, twice at most. Relative to the result that is little,
            // unless the result is zero because equal numbers were subtracted: then it is little beside those.
            let scale = if float == 0.0 { largest } else { float.abs() };
            assert!(
                bounds[i] <= off * 2.0 + 1e-12 * scale,
                "program {number}, element {i}: {float:e} is off by {off:e}, bound {:e} is too loose\n{text}",
                bounds[i]
            );
        }
    }
    assert!(checked > 4000, "{checked} elements were checked");
}

#[test]
fn exponentials_in_double_precision_are_off_by_less_than_2_to_the_minus_50() {
    let mut draw = Draw(0x9E37_79B9_7F4A_7C15);
    let mut worst = 0.0f64;
    for i in 0..4000 {
        let unit = (draw.next() >> 11) as f64 / (1u64 << 53) as f64;
        // Some from the whole range, some from where sums of exponentials have theirs.
        let x = if i % 2 == 0 { 1416.0 * unit - 707.0 } else { 20.0 * unit - 19.0 };
        let (exact, found) = (big(x).exp(), big(pto_isa::math::exp_double(x)));
        worst = worst.max(((found - &exact) / exact).to_f64().value().abs());
    }
    assert!(worst < 2f64.powi(-50), "off by {worst:e}");
    assert_eq!(pto_isa::math::exp_double(f64::NEG_INFINITY), 0.0);
    assert_eq!(pto_isa::math::exp_double(710.0), f64::INFINITY);
    assert!(pto_isa::math::exp_double(f64::NAN).is_nan());
}
