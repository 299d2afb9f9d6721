//! What is said of a program that cannot be lowered: why, and nothing that is only told of the program itself.

use pto_isa::{Target, code};
use pto_lower::{Options, lower};

/// A value that is no whole box, which lowering would have to store, and an instruction that the page does not allow.
const PROGRAM: &str = r#"
!acc = !pto.tile<acc, 8x16xi32, valid=1x16, blayout=col_major, slayout=row_major, fractal=1024>
!left = !pto.tile<left, 8x32xi8, valid=1x32, blayout=col_major, slayout=row_major>
!right = !pto.tile<right, 32x16xi8, slayout=col_major>
!wide = !pto.tile_buf<vec, 16x32xui64>
func.func @f(%a: !acc, %b: !left, %c: !right, %d: !wide) {
  %e = "pto.tgemv.acc"(%a, %b, %c) : (!acc, !left, !right) -> (!acc)
  "pto.tmul"(%d, %d, %d) : (!wide, !wide, !wide) -> ()
}
"#;

#[test]
fn a_note_on_the_program_is_no_reason() {
    let found =
        lower(PROGRAM, Target::A5, &Options::default()).expect_err("it cannot be stored").findings;
    assert!(found.iter().all(|d| d.is_error() && d.code != code::LOWERING), "{found:?}");
    assert!(found.iter().any(|d| d.code == code::BOX_ALIGN), "{found:?}");
}
