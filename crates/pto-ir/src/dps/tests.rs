//! The examples of the manual's pages in all directions, and programs that have only one form.

use super::*;
use crate::{first_difference, parse};

const ARGS: &str = "%src0: !pto.tile<f32, 16, 16>, %src1: !pto.tile<f32, 16, 16>";

fn function(args: &str, body: &str) -> String {
    crate::format(&format!("func.func @f({args}) {{\n{body}\nreturn\n}}"))
}

fn to(text: &str, form: TileForm) -> String {
    match convert(text, form) {
        Ok(c) => c.text,
        Err(found) => panic!("{}\n{text}", found[0].message),
    }
}

fn refused(text: &str, form: TileForm) -> String {
    let found = convert(text, form).expect_err("has no such form");
    assert!(found.iter().all(|d| d.code == code::FORM), "{found:?}");
    found[0].message.clone()
}

fn assert_same(a: &str, b: &str) {
    assert_eq!(first_difference(&parse(a).0, &parse(b).0), None, "{a}\n{b}");
}

/// Every form of a program leads back to it; `asm` is the form without scratch.
fn round(ssa: &str) {
    let (asm, dps) = (to(ssa, TileForm::Asm), to(ssa, TileForm::Dps));
    assert_same(&to(&dps, TileForm::Asm), &asm);
    assert_same(&to(&to(&asm, TileForm::Dps), TileForm::Asm), &asm);
    assert_same(&to(&to(&asm, TileForm::Ssa), TileForm::Asm), &asm);
    assert_same(&to(&to(&dps, TileForm::Ssa), TileForm::Dps), &dps);
    for (text, form) in [(ssa, TileForm::Ssa), (&asm, TileForm::Asm), (&dps, TileForm::Dps)] {
        assert_eq!(to(text, form), crate::format(text), "nothing to convert");
    }
}

#[test]
fn tadd_in_three_forms() {
    let ssa = function(
        ARGS,
        "// sum\n%result = pto.tadd %src0, %src1 : (!pto.tile<f32, 16, 16>, !pto.tile<f32, 16, 16>) \
         -> !pto.tile<f32, 16, 16> // here",
    );
    assert_eq!(
        to(&ssa, TileForm::Dps),
        "func.func @f(%src0: !pto.tile_buf<f32, 16, 16>, %src1: !pto.tile_buf<f32, 16, 16>) {\n  \
         // sum\n  %result = pto.alloc_tile : !pto.tile_buf<f32, 16, 16>\n  \
         pto.tadd ins(%src0, %src1 : !pto.tile_buf<f32, 16, 16>, !pto.tile_buf<f32, 16, 16>) \
         outs(%result : !pto.tile_buf<f32, 16, 16>) // here\n  return\n}\n"
    );
    let asm = to(&ssa, TileForm::Asm);
    assert!(
        asm.contains("%result = tadd %src0, %src1 : !pto.tile<f32, 16, 16> // here\n"),
        "{asm}"
    );
    assert_same(&to(&to(&ssa, TileForm::Dps), TileForm::Ssa), &ssa);
    assert_same(&to(&asm, TileForm::Ssa), &ssa);
    round(&ssa);
}

#[test]
fn trowsum_gets_and_loses_its_scratch() {
    let asm = function(
        "%src: !pto.tile<f32, 16, 16>",
        "%dst = trowsum %src : !pto.tile<f32, 16, 16> -> !pto.tile<vec, 16x1xf32, blayout=col_major>",
    );
    let up = convert(&asm, TileForm::Ssa).unwrap();
    assert!(up.text.contains("%tmp = pto.alloc_tile : !pto.tile<vec, 16x16xf32>\n"), "{}", up.text);
    assert!(up.text.contains("%dst = pto.trowsum %src, %tmp : (!pto.tile<f32, 16, 16>, "));
    assert_eq!(up.notes[0].message, "`%tmp` was added: scratch of `pto.trowsum`");
    let dps = to(&up.text, TileForm::Dps);
    assert!(dps.contains("pto.trowsum ins(%src, %tmp : "), "{dps}");
    assert_eq!(to(&dps, TileForm::Asm), asm);
    assert_same(&to(&dps, TileForm::Ssa), &up.text);
    round(&up.text);
}

#[test]
fn trowexpandadd_takes_scratch_in_one_mode_only() {
    let t = "!pto.tile<f32, 16, 16>";
    let program = |row: &str| {
        let body = format!("%dst = trowexpandadd %src0, %src1 : {t}, {row} -> {t}");
        function(&format!("%src0: {t}, %src1: {row}"), &body)
    };
    let column = program("!pto.tile<vec, 16x1xf32, blayout=col_major>");
    let up = to(&column, TileForm::Ssa);
    assert!(up.contains("%tmp = pto.alloc_tile : !pto.tile<vec, 1x128xf32>\n"), "{up}");
    round(&up);
    let block = to(&program("!pto.tile<vec, 16x8xf32>"), TileForm::Ssa);
    assert!(!block.contains("%tmp"), "{block}");
    round(&block);
}

#[test]
fn scratch_has_the_shape_and_type_the_rules_demand() {
    let t = "!pto.tile<vec, 32x64xf32>";
    let args = format!("%a: {t}, %m: !pto.tile<vec, 32x32xi8>, %s: f32");
    let prelu = function(&args, &format!("%d = tprelu %a, %a : {t}"));
    assert!(
        to(&prelu, TileForm::Ssa).contains("%tmp = pto.alloc_tile : !pto.tile<vec, 33x32xui8>\n")
    );
    let sels = format!("%d = tsels %m, %a, %s : !pto.tile<vec, 32x32xi8>, {t}, f32 -> {t}");
    let sels = to(&function(&args, &sels), TileForm::Ssa);
    assert!(sels.contains("%tmp = pto.alloc_tile : !pto.tile<vec, 1x64xf32>\n"), "{sels}");
}

#[test]
fn tcolargmin_with_one_and_two_results() {
    let src = "%src: !pto.tile<vec, 16x256xf32>, %tmp: !pto.tile<vec, 1x128xf32>";
    let s = "!pto.tile<vec, 16x256xf32>, !pto.tile<vec, 1x128xf32>";
    let one = format!("%dst = pto.tcolargmin %src, %tmp : ({s}) -> !pto.tile<vec, 1x256xui32>");
    round(&function(src, &one));
    let two = format!(
        "%dstVal, %dstIdx = pto.tcolargmin %src, %tmp : ({s}) \
         -> (!pto.tile<vec, 1x256xf32>, !pto.tile<vec, 1x256xi32>)"
    );
    let two = function(src, &two);
    let dps = to(&two, TileForm::Dps);
    assert!(dps.contains(" outs(%dstVal, %dstIdx : "), "{dps}");
    assert_same(&to(&dps, TileForm::Ssa), &two);
    round(&two);
}

#[test]
fn vcgadd_stays_a_value() {
    let args = "%input: !pto.vreg<64xf32>, %mask: !pto.mask<b32>";
    let types = "!pto.vreg<64xf32>, !pto.mask<b32>";
    let ssa =
        function(args, &format!("%r = pto.vcgadd %input, %mask : {types} -> !pto.vreg<64xf32>"));
    assert_eq!(to(&ssa, TileForm::Dps), ssa);
    assert!(to(&ssa, TileForm::Asm).contains("%r = vcgadd %input, %mask : "));
    assert_same(&to(&to(&ssa, TileForm::Asm), TileForm::Ssa), &ssa);
    let first = function(args, "vcgadd %r, %input, %mask : !pto.vreg<64xf32>");
    assert_same(&to(&first, TileForm::Ssa), &ssa);
    assert_same(&to(&first, TileForm::Dps), &ssa);
    let bound = function(
        args,
        &format!("%r = pto.vcgadd ins(%input, %mask : {types}) outs : !pto.vreg<64xf32>"),
    );
    assert_same(&to(&bound, TileForm::Ssa), &ssa);
    let over = format!("{args}, %r: !pto.vreg<64xf32>");
    let over = function(
        &over,
        &format!("pto.vcgadd ins(%input, %mask : {types}) outs(%r : !pto.vreg<64xf32>)"),
    );
    assert_eq!(refused(&over, TileForm::Ssa), "`%r` is an argument and is written here");
}

#[test]
fn destination_first_assembly() {
    let body = "tadd %d, %src0, %src1 : !pto.tile<f32, 16, 16>\ntadd %e, %d, %src1 : !pto.tile<f32, 16, 16>";
    let asm = function(ARGS, body);
    let ssa = to(&asm, TileForm::Ssa);
    assert!(ssa.contains("%e = pto.tadd %d, %src1 : (!pto.tile<f32, 16, 16>, "), "{ssa}");
    assert_same(&to(&asm, TileForm::Asm), &to(&ssa, TileForm::Asm));
    assert_same(&to(&asm, TileForm::Dps), &to(&ssa, TileForm::Dps));
    // A second write of the same name fits buffers only.
    let twice = asm.replace("%e", "%d");
    assert_eq!(refused(&twice, TileForm::Ssa), "`%d` is written here, and `pto.tadd` made it");
    assert_eq!(to(&twice, TileForm::Dps).matches("alloc_tile").count(), 1);
}

#[test]
fn attributes_locations_comments_and_aliases_stay() {
    let ssa = "!t = !pto.tile<vec, 16x16xf32>\nfunc.func @f(%a: !t, %m: !pto.tile<vec, 16x32xui8>) {\n  \
               %c = pto.tcmp %a, // left\n    %a {cmpMode = #pto<cmp lt>} : (!t, !t) \
               -> !pto.tile<vec, 16x32xui8> loc(\"x\":1:2)\n  return\n}\n";
    let asm = to(ssa, TileForm::Asm);
    assert!(
        asm.contains(
            "  // left\n  %c = tcmp %a, %a : !t, !t -> !pto.tile<vec, 16x32xui8> #cmpMode=#pto<cmp lt> \
             loc(\"x\":1:2)\n"
        ),
        "{asm}"
    );
    assert_same(&to(&asm, TileForm::Ssa), ssa);
    let dps = to(ssa, TileForm::Dps);
    assert!(dps.contains("!t = !pto.tile_buf<vec, 16x16xf32>"), "{dps}");
    assert!(dps.contains("ins(%a, %a : !t, !t) outs("), "{dps}");
    round(ssa);
}

#[test]
fn statements_on_one_line_come_apart() {
    let text =
        "func.func @f(%a: !pto.tile<f32, 8, 8>) { %b = tneg %a : !pto.tile<f32, 8, 8> return }";
    assert_same(&to(&to(text, TileForm::Dps), TileForm::Asm), text);
}

#[test]
fn buffers_that_are_no_values() {
    let t = "!pto.tile_buf<vec, 16x16xf32>";
    let alloc = format!("%d = pto.alloc_tile : {t}");
    let write = format!("pto.tneg ins(%a : {t}) outs(%d : {t})");
    let message = |body: &str| {
        refused(&function(&format!("%a: {t}, %n: index, %p: i64"), body), TileForm::Ssa)
    };
    assert_eq!(message(&format!("{alloc}\n{write}\n{write}")), "`%d` is written twice");
    assert_eq!(
        message(&format!("{alloc}\nscf.for %i = %n to %n step %n {{\n{write}\n}}")),
        "`%d` is written inside `scf.for` and allocated outside"
    );
    assert_eq!(
        message(&format!("{alloc}\npto.tneg ins(%d : {t}) outs(%d : {t})")),
        "`%d` is used before it is written"
    );
    assert_eq!(
        message(&format!("pto.tneg ins(%a : {t}) outs(%a : {t})")),
        "`%a` is an argument and is written here"
    );
    assert_eq!(
        message(&format!("%d = pto.alloc_tile addr = %p : {t}\n{write}")),
        "`%d` has an address, which a result cannot have"
    );
    let dynamic = "!pto.tile<vec, 16x16xf32, valid=?x16>";
    let ssa = function(
        &format!("%a: {dynamic}"),
        &format!("%d = pto.tneg %a : ({dynamic}) -> {dynamic}"),
    );
    assert_eq!(
        refused(&ssa, TileForm::Dps),
        "`%d` needs a buffer, and its valid extents are not known"
    );
}

#[test]
fn a_program_with_mistakes_is_not_converted() {
    let found = convert("pto.tadd ins(%a : f32", TileForm::Ssa).expect_err("has mistakes");
    assert!(found.iter().any(|d| d.code != code::FORM));
}

#[test]
fn scratch_of_tquant_is_an_output_of_the_form_over_buffers() {
    let text = "func.func @f(%s: !pto.tile<vec, 32x32xf32>, %p: !pto.tile<vec, 32x1xf32, blayout=col_major>) {
  %d = pto.tquant %s, %p : (!pto.tile<vec, 32x32xf32>, !pto.tile<vec, 32x1xf32, blayout=col_major>) -> !pto.tile<vec, 32x32xi8>
  return
}
";
    let up = convert(text, TileForm::Dps).unwrap();
    assert!(up.text.contains("ins(%s, %p : "), "{}", up.text);
    assert!(up.text.contains("outs(%d, %tmp : "), "{}", up.text);
}

#[test]
fn results_that_are_no_tiles_stay_results() {
    let ssa = "func.func @f(%a: !pto.tile<vec, 1x128xf32>, %b: !pto.tile<vec, 1x128xf32>) {
  %d, %x = pto.tmrgsort %a, %b {exhausted = true} : (!pto.tile<vec, 1x128xf32>, !pto.tile<vec, 1x128xf32>) -> (!pto.tile<vec, 1x256xf32>, vector<4xi16>)
  return
}
";
    let dps = to(ssa, TileForm::Dps);
    assert!(dps.contains("  %x = pto.tmrgsort ins(%a, %b, %tmp : "), "{dps}");
    assert!(dps.contains("outs(%d : !pto.tile_buf<vec, 1x256xf32>)"), "{dps}");
    assert!(dps.contains(" -> vector<4xi16>"), "{dps}");
    assert_same(&to(&to(ssa, TileForm::Asm), TileForm::Dps), &dps);
    let unnamed = ssa.replace("%d, %x = ", "");
    let dps = to(&unnamed, TileForm::Dps);
    assert!(dps.contains("%unused_1 = pto.tmrgsort"), "{dps}");
}
