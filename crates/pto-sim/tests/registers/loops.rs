//! Loops around instructions on registers whose addresses are computed from the loop's variable: several iterations at once
//! give what one after another does, wherever operands and results lie, over each other or past the end of memory.

use pto_check::{Options, verify};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, Limits, decode};
use pto_smith::Choices;
use std::fmt::Write as _;

/// Programs.
const LOOPS: u64 = 300;
/// Elements of the tile that all operands are in.
const ELEMENTS: u32 = 4096;

/// An index of the loop: what computes it, and its name.
fn index(rng: &mut Choices, n: usize) -> (String, String) {
    let (scale, offset) = (rng.pick(&[64, 64, 64, 128, 8, 0, -64, 1]), 64 * rng.below(40));
    let at = format!("%at{n}");
    let mut lines = format!(
        "%scale{n} = arith.constant {scale} : index\n%offset{n} = arith.constant {offset} : index\n"
    );
    let line = match rng.below(5) {
        0 => format!("{at} = arith.muli %r, %scale{n} : index"),
        1 => format!(
            "%m{n} = arith.muli %scale{n}, %r : index\n{at} = arith.addi %m{n}, %offset{n} : index"
        ),
        2 => format!(
            "%m{n} = arith.addi %r, %r : index\n%n{n} = arith.muli %m{n}, %scale{n} : index\n\
             {at} = arith.subi %offset{n}, %n{n} : index"
        ),
        // Not evenly spaced.
        3 => format!(
            "%m{n} = arith.muli %r, %r : index\n%n{n} = arith.muli %m{n}, %scale{n} : index\n\
             {at} = arith.addi %n{n}, %offset{n} : index"
        ),
        _ => format!(
            "%m{n} = arith.muli %r, %scale{n} : index\n{at} = arith.minsi %m{n}, %offset{n} : index"
        ),
    };
    let _ = writeln!(lines, "{line}");
    (lines, at)
}

/// A loop around an instruction.
fn write(rng: &mut Choices) -> String {
    let tile = format!("!pto.tile_buf<vec, 1x{ELEMENTS}xf32>");
    let (reg, mask, ptr) = ("!pto.vreg<64xf32>", "!pto.mask<b32>", "!pto.ptr<f32, ub>");
    let (a, x) = index(rng, 0);
    let (b, y) = index(rng, 1);
    let (c, z) = index(rng, 2);
    let op = match rng.below(6) {
        0 => format!("pto.vadd %x, %y, %all : {reg}, {reg}, {mask} -> {reg}"),
        1 => format!("pto.vmax %x, %y, %some : {reg}, {reg}, {mask} -> {reg}"),
        2 => format!("pto.vabs %x, %all : {reg}, {mask} -> {reg}"),
        3 => format!("pto.vmuls %y, %number, %all : {reg}, f32, {mask} -> {reg}"),
        4 => format!("pto.vmula %x, %y, %x, %all : {reg}, {reg}, {reg}, {mask} -> {reg}"),
        _ => format!("pto.vsub %y, %x, %all : {reg}, {reg}, {mask} -> {reg}"),
    };
    let (from, step, to) = (rng.below(3), 1 + rng.below(3), rng.below(24));
    format!(
        "func.func @k(%tile: {tile}, %number: f32) {{
           %p = pto.tile_buf_addr %tile : {tile} -> {ptr}
           %from = arith.constant {from} : index
           %step = arith.constant {step} : index
           %to = arith.constant {to} : index
           pto.vecscope {{
             %all = pto.pset_b32 \"PAT_ALL\" : {mask}
             %some = pto.pset_b32 \"PAT_VL8\" : {mask}
             scf.for %r = %from to %to step %step {{
               {a}
               %x = pto.vlds %p[{x}] : {ptr} -> {reg}
               {b}
               %y = pto.vlds %p[{y}] : {ptr} -> {reg}
               %v = {op}
               {c}
               pto.vsts %v, %p[{z}], %all : {reg}, {ptr}, {mask}
             }}
           }}
           return
         }}"
    )
}

#[test]
fn loops_with_computed_addresses_run_the_same_way() {
    let rounds: u64 = std::env::var("PTO_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut ended = 0;
    for seed in 0..LOOPS * rounds {
        let mut rng = Choices::seeded(seed);
        let target = rng.pick(&[Target::A5, Target::CPU]);
        let text = write(&mut rng);
        let (module, syntax) = pto_ir::parse(&text);
        assert!(!syntax.iter().any(|d| d.is_error()), "{syntax:#?}\n{text}");
        let verified = match verify(module, target, &Options::default()) {
            Ok((verified, _)) => verified,
            Err((_, found)) => panic!("{found:#?}\n{text}"),
        };
        let program = decode(&verified, None, Numerics::new(target, Semantics::Manual)).unwrap();
        let bytes = (0..ELEMENTS).flat_map(|i| (1.0 + i as f32 / 64.0).to_le_bytes()).collect();
        let args = [LaunchArg::Bytes(bytes), LaunchArg::Number(f32::to_bits(1.5).into())];
        let launch = Launch { limits: Limits::of_steps(2000), ..Launch::default() };
        match pto_smith::compare(&program, &args, &launch, seed % 4 == 0) {
            Ok(same) => ended += u64::from(same.trap.is_none()),
            Err(difference) => panic!("{seed}: {difference}\n{target}\n{text}"),
        }
    }
    assert!(ended * 3 >= LOOPS * rounds, "only {ended} programs ran to their end");
}
