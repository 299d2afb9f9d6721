//! Cells of instructions on vector registers: a loop of a vector scope over 16 KiB that loads the operands, executes the
//! instruction and stores its result, against a plain loop over lists. The ratio is that of the whole loop.

use crate::clock::thread_nanos;
use crate::elementwise::{Build, Plain, Side};
use crate::plane::Plane;
use crate::reference::{Loop, Stored};
use crate::shape::Arrangement;
use crate::table::{Measured, Verdict};
use crate::{SAMPLES, alternate, calls, with_element};
use pto_check::Options;
use pto_isa::sem::map::{Broadcast, number};
use pto_isa::sem::{Lanes, Numerics, Sem, Semantics};
use pto_isa::{DType, MaskWidth, OpDef, Target, Type};
use pto_sim::{Launch, LaunchArg, Program, decode};
use pto_smith::Choices;
use pto_smith::registers::draw::{self, Wish};
use pto_smith::statement::statement;
use pto_smith::uses::Use;
use std::cell::Cell;
use std::fmt::Write as _;

/// Bytes of an operand that the loop goes through.
const BYTES: u32 = 16 * 1024;
/// Bytes of a register.
const REGISTER: u32 = 256;
/// Draws of a use before none is found.
const DRAWS: u64 = 6;
/// Iterations of the outer loop of a short run; a long one has this many times as many.
const LONG: usize = 3;
/// Iterations by which the time of one is found.
const SOME: usize = 16;

/// An instruction with operands, and the program that executes it.
pub struct RegisterCell {
    pub types: String,
    pub verdict: Verdict,
}

/// The cells of an instruction; none if no use has operands that a loop can give.
pub fn measure(def: &'static OpDef) -> Vec<RegisterCell> {
    let mut cells: Vec<RegisterCell> = Vec::new();
    for target in [Target::A5, Target::A2A3, Target::CPU] {
        for wish in draw::type_choices(def, target) {
            let Some(cell) = (0..DRAWS).find_map(|seed| try_one(def, target, &wish, seed)) else {
                continue;
            };
            if cells.iter().all(|c| c.types != cell.types) {
                cells.push(cell);
            }
        }
    }
    cells
}

fn try_one(def: &'static OpDef, target: Target, wish: &Wish, seed: u64) -> Option<RegisterCell> {
    let u = draw::draw(&mut Choices::seeded(seed), def, target, wish)?;
    let registers = u.given.iter().filter_map(|g| match g.ty {
        Type::Vreg { lanes, dtype } => Some((lanes, dtype)),
        _ => None,
    });
    if registers.clone().any(|(lanes, dtype)| lanes * dtype.bits() != 8 * REGISTER) {
        return None;
    }
    let mut types: Vec<&str> = registers.map(|(_, d)| d.plain().name()).collect();
    types.dedup();
    let verify = |stores_wide: bool| {
        let (module, syntax) = pto_ir::parse(&program(&u, stores_wide)?);
        if syntax.iter().any(|d| d.is_error()) {
            return None;
        }
        Some(pto_check::verify(module, target, &Options::default()).ok()?.0)
    };
    let verified = verify(true).or_else(|| verify(false))?;
    let numerics = Numerics::new(target, Semantics::Manual);
    let program = decode(&verified, None, numerics).ok()?;
    let verdict = time(&program, def, reference(&u, &numerics));
    Some(RegisterCell { types: types.join(" "), verdict })
}

/// The program around a use: parameters are the memory and how often the loop runs. Results of 64-bit lanes are stored where asked
/// for: not every target does.
fn program(u: &Use, stores_wide: bool) -> Option<String> {
    let tile = format!("!pto.tile_buf<vec, 1x{}xi64>", 6 * BYTES / 8);
    let (mut setup, mut body) = (String::new(), String::new());
    let (mut operands, mut results) = (Vec::new(), Vec::new());
    let mut stores = String::new();
    let regions = Cell::new(0);
    let pointer = |setup: &mut String, dtype: DType| {
        let region_at = regions.replace(regions.get() + 1);
        let at = region_at * BYTES / dtype.bytes();
        let ty = format!("!pto.ptr<{dtype}, ub>");
        let _ = writeln!(setup, "%at{region_at} = arith.constant {at} : index");
        let _ =
            writeln!(setup, "%base{region_at} = pto.castptr %arena : !pto.ptr<i64, ub> -> {ty}");
        let _ = writeln!(
            setup,
            "%p{region_at} = pto.addptr %base{region_at}, %at{region_at} : {ty} -> {ty}"
        );
        (format!("%p{region_at}"), ty, region_at)
    };
    let index = |body: &mut String, lanes: u32, name: &str| {
        let _ = writeln!(body, "%lanes{name} = arith.constant {lanes} : index");
        let _ = writeln!(body, "%i{name} = arith.muli %r, %lanes{name} : index");
    };
    for g in &u.given {
        match (&g.ty, g.result) {
            (Type::Vreg { lanes, dtype }, false) => {
                let (p, ty, n) = pointer(&mut setup, *dtype);
                index(&mut body, *lanes, &format!("in{n}"));
                let _ = writeln!(body, "%x{n} = pto.vlds {p}[%iin{n}] : {ty} -> {}", g.ty);
                operands.push(format!("%x{n}"));
            }
            (Type::Vreg { lanes, dtype }, true) => {
                let (p, ty, n) = pointer(&mut setup, *dtype);
                results.push(format!("%y{n}"));
                let width = match dtype.bits() {
                    8 => "b8",
                    16 => "b16",
                    32 => "b32",
                    64 if stores_wide => "b32",
                    _ => continue,
                };
                if dtype.is_float() && dtype.bits() < 16 {
                    continue;
                }
                index(&mut stores, *lanes, &format!("out{n}"));
                let _ = writeln!(
                    stores,
                    "pto.vsts %y{n}, {p}[%iout{n}], %all_{width} : {}, {ty}, !pto.mask<{width}>",
                    g.ty
                );
            }
            (Type::Mask(width), false) => operands.push(format!("%all_{}", width.name())),
            (Type::Mask(_), true) => results.push(format!("%m{}", results.len())),
            (Type::Ptr { dtype, space }, false)
                if space.is_none_or(|s| s == pto_isa::Space::Vec) =>
            {
                let (p, ..) = pointer(&mut setup, *dtype);
                operands.push(p);
            }
            (Type::Index, false) => operands.push("%zero".into()),
            (Type::Scalar(d), false) => {
                let name = format!("%s{}", operands.len());
                let value = if d.is_int() { "1" } else { "1.5" };
                let _ = writeln!(setup, "{name} = arith.constant {value} : {d}");
                operands.push(name);
            }
            (Type::Scalar(_) | Type::Index | Type::Ptr { .. }, true) => {
                results.push(format!("%z{}", results.len()));
            }
            _ => return None,
        }
        if regions.get() > 6 {
            return None;
        }
    }
    let line = statement(u, &operands, &results);
    let mut masks = String::new();
    for width in [MaskWidth::B8, MaskWidth::B16, MaskWidth::B32] {
        let w = width.name();
        let _ = writeln!(masks, "%all_{w} = pto.pset_{w} \"PAT_ALL\" : !pto.mask<{w}>");
    }
    Some(format!(
        "func.func @k(%tile: {tile}, %n: index) {{
           %arena = pto.tile_buf_addr %tile : {tile} -> !pto.ptr<i64, ub>
           %zero = arith.constant 0 : index
           %one = arith.constant 1 : index
           %end = arith.constant {} : index
           {setup}
           scf.for %t = %zero to %n step %one {{
             pto.vecscope {{
               {masks}
               scf.for %r = %zero to %end step %one {{
                 {body}
                 {line}
                 {stores}
               }}
             }}
           }}
           return
         }}",
        BYTES / REGISTER
    ))
}

/// Nanoseconds of processor time of a run, of one block and so on this thread.
fn run(program: &Program<'_>, args: &mut [LaunchArg], turns: usize) -> Result<f64, String> {
    if let Some(LaunchArg::Number(n)) = args.last_mut() {
        *n = turns as u64;
    }
    let start = thread_nanos();
    program.run(args, &Launch::default()).map_err(|d| d.message.clone())?;
    Ok(thread_nanos() - start)
}

/// Whether kernels execute an instruction of a program.
fn runs_by_kernel(program: &Program<'_>, args: &mut [LaunchArg], def: &OpDef) -> bool {
    let launch = Launch { stats: true, ..Launch::default() };
    let name = format!("pto.{}", def.printed_name());
    let report = program.run(args, &launch);
    report.is_ok_and(|r| r.ops.iter().any(|o| o.0 == name && o.1.fast > 0))
}

fn time(program: &Program<'_>, def: &OpDef, reference: Option<Box<dyn Loop>>) -> Verdict {
    // Numbers from 1 to 2 as f32, of their kind as f16 and bf16; none is zero as an integer.
    let number = |i: u32| 0x3F80_3F80 | (i.wrapping_mul(2_654_435_761) >> 9 & 0x007F_007F);
    let bytes: Vec<u8> = (0..6 * BYTES / 4).flat_map(|i| number(i).to_le_bytes()).collect();
    let mut args = vec![LaunchArg::Bytes(bytes), LaunchArg::Number(1)];
    let mut once = f64::INFINITY;
    for _ in 0..2 {
        // What a run takes besides is as much as many turns.
        once = match (run(program, &mut args, 1), run(program, &mut args, 1 + SOME)) {
            (Ok(one), Ok(some)) => once.min(((some - one) / SOME as f64).max(30.0)),
            (Err(why), _) | (_, Err(why)) => return Verdict::Stops(why),
        };
    }
    let turns = calls(once).min(1000);
    let elements = f64::from(BYTES / 4);
    // Both sides of the difference are the least of their kind, which other work on the machine makes steady.
    let (mut short, mut long, mut failed) = (f64::INFINITY, f64::INFINITY, false);
    let mut sample = || {
        match (run(program, &mut args, turns), run(program, &mut args, LONG * turns)) {
            (Ok(s), Ok(l)) => (short, long) = (short.min(s), long.min(l)),
            _ => failed = true,
        }
        (long - short).max(1.0) / ((LONG - 1) * turns) as f64
    };
    let (ours, theirs) = match reference {
        None => ((0..*SAMPLES.start()).map(|_| sample()).last().unwrap_or(0.0), None),
        Some(mut plain) => {
            let plain_calls = calls(crate::time(3, || plain.run()));
            let limit = Arrangement::Registers.limit();
            // The last difference counts, not the least: a short run that took long makes it too small.
            let mut last = 0.0;
            let ours = || {
                last = sample();
                last
            };
            let (_, theirs) = alternate(limit, ours, || crate::time(plain_calls, || plain.run()));
            (last, Some(theirs))
        }
    };
    if failed {
        return Verdict::Stops("a long run".into());
    }
    let by_kernel = runs_by_kernel(program, &mut args, def);
    let nanos = ours / elements;
    match theirs {
        None => Verdict::NoReference { by_kernel, nanos },
        Some(theirs) => {
            let (plain, ratio) = (theirs / elements, ours / theirs);
            Verdict::Measured(Measured { by_kernel, nanos, plain, ratio })
        }
    }
}

/// The plain loop: a function of lanes.
fn reference(u: &Use, numerics: &Numerics) -> Option<Box<dyn Loop>> {
    let Sem::Lanes(lanes) = &u.def.sem else { return None };
    let dtype = u.given.iter().find(|g| g.slot == lanes.dst)?.ty.dtype()?;
    if dtype.is_float() && dtype.bits() < 16 {
        return None;
    }
    with_element!(dtype, T => lanes_of::<T>(u, lanes, dtype, numerics))
}

fn lanes_of<S: Stored<Wide: Plain + pto_isa::sem::Num>>(
    u: &Use,
    lanes: &Lanes,
    dtype: DType,
    numerics: &Numerics,
) -> Option<Box<dyn Loop>> {
    let count = (BYTES * 8 / dtype.bits()) as usize;
    let plane = |seed: u64| Plane::<S> {
        data: (0..count).map(|i| S::of_bits(draw_code(dtype, seed + i as u64))).collect(),
        rows: 1,
        cols: count,
        strides: Some((count, 1)),
        row_at: vec![0],
        col_at: (0..count).collect(),
    };
    let mut sides = Vec::new();
    for (&slot, seed) in lanes.src.iter().zip(1..) {
        let given = u.given.iter().find(|g| g.slot == slot)?;
        sides.push(match given.ty {
            Type::Vreg { dtype: d, .. } if d.plain() == dtype.plain() => {
                Side::Elements(plane(1000 * seed), Broadcast::Full)
            }
            Type::Scalar(d) => Side::Number(number::<S::Wide>(d, draw_code(d, 3))),
            _ => return None,
        });
    }
    let build = Build { slot: lanes.dst, dst: plane(7), sides };
    S::Wide::function(lanes.elem.resolve(numerics, dtype), build)
}

/// Small numbers.
fn draw_code(dtype: DType, seed: u64) -> u64 {
    let n = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56;
    match dtype.is_int() {
        true => 1 + n % 7,
        false => pto_isa::format::encode(
            dtype,
            1.0 + n as f64 / 256.0,
            pto_isa::format::Conversion::default(),
        ),
    }
}
