//! Printing tiles, views and numbers; single elements.

use crate::bench::*;
use pto_isa::Space;
use pto_isa::sem::printf::printf;
use pto_isa::sem::{PtrAt, ViewAt};

#[test]
fn a_small_tile_is_an_aligned_table() {
    let mut x = bench(Target::A5, Manual);
    let values = [1.0, -2.5, f64::NAN, 100000.0, f64::NEG_INFINITY, 0.0];
    let t = x.memory.place_f64(part(DType::F32, (4, 8), (2, 3)), &values);
    x.run("tprint", &[("src", Arg::Tile(t))], &[]).unwrap();
    let text = "\
tile 4x8xf32, valid 2x3
     1.0000     -2.5000         nan
100000.0000        -inf      0.0000
";
    assert_eq!(x.memory.printed, [text]);
}

#[test]
fn formats_set_width_and_precision() {
    let mut x = bench(Target::A5, Manual);
    let t = x.memory.place_f64(part(DType::F16, (1, 16), (1, 2)), &[0.5, -1.25]);
    let args = [("src", Arg::Tile(t))];
    x.run("tprint", &args, &[("printFormat", Word("width8_precision2"))]).unwrap();
    x.run("tprint", &args, &[("printFormat", Word("width10_precision6"))]).unwrap();
    let lines: Vec<&str> = x.memory.printed.iter().filter_map(|t| t.lines().nth(1)).collect();
    assert_eq!(lines, ["    0.50    -1.25", "  0.500000  -1.250000"]);
}

#[test]
fn a_large_tile_is_shown_by_its_corners() {
    let mut x = bench(Target::A5, Manual);
    let values: Vec<i64> = (0..17 * 20).collect();
    let t = x.memory.place_i64(part(DType::I32, (32, 24), (17, 20)), &values);
    x.run("tprint", &[("src", Arg::Tile(t))], &[]).unwrap();
    let lines: Vec<&str> = x.memory.printed[0].lines().collect();
    assert_eq!(lines[0], "tile 32x24xi32, valid 17x20");
    assert_eq!(lines[1], "       0        1        2      ...       17       18       19");
    assert_eq!(lines[4], "     ...      ...      ...      ...      ...      ...      ...");
    assert_eq!(lines[7], "     320      321      322      ...      337      338      339");
    assert_eq!(lines[8..], ["min 0, max 339, 0 NaN"]);
    // Only the long side is cut.
    let mut values = vec![1.0; 34];
    (values[5], values[9], values[20]) = (f64::NAN, -3.0, f64::INFINITY);
    let t = x.memory.place_f64(part(DType::F32, (2, 24), (2, 17)), &values);
    x.run("tprint", &[("src", Arg::Tile(t))], &[]).unwrap();
    let lines: Vec<&str> = x.memory.printed[1].lines().collect();
    assert_eq!((lines.len(), lines[3]), (4, "min -3.0000, max inf, 1 NaN"));
    // Exactly 16 is whole.
    let t = x.memory.place(TileTy::vec(DType::I8, 16, 32));
    let t = TileAt { valid: (16, 16), ..t };
    x.run("tprint", &[("src", Arg::Tile(t))], &[]).unwrap();
    assert_eq!(x.memory.printed[2].lines().count(), 17);
}

fn view(dims: [i64; 5], strides: [i64; 5], addr: i64) -> Arg {
    let at = PtrAt { space: Space::Gm, buffer: 0, addr, dtype: DType::I16 };
    Arg::View(ViewAt { at, dims, strides })
}

#[test]
fn a_view_is_read_by_its_strides() {
    let mut x = bench(Target::A5, Manual);
    x.memory.buffers.push((0i16..24).flat_map(i16::to_le_bytes).collect());
    // Two planes 12 apart, each 2 rows 4 apart, every second column; from element 1 on.
    let v = view([1, 1, 2, 2, 2], [0, 0, 12, 4, 2], 2);
    x.run("tprint", &[("src", v)], &[]).unwrap();
    let lines: Vec<&str> = x.memory.printed[0].lines().collect();
    assert_eq!(lines[0], "view 2x2x2xi16");
    let numbers: Vec<&str> = lines[1..].iter().flat_map(|l| l.split_whitespace()).collect();
    assert_eq!(numbers, ["1", "3", "5", "7", "13", "15", "17", "19"]);
    let trap = x.run("tprint", &[("src", view([1, 1, 1, 3, 8], [0, 0, 0, 8, 1], 2))], &[]);
    assert_eq!(trap.unwrap_err().slot, Some(0), "past the end of the buffer");
}

#[test]
fn absurd_views_are_refused() {
    let mut x = bench(Target::A5, Manual);
    x.memory.buffers.push(vec![0; 64]);
    let huge = view([1, 1, 1, 1 << 40, 1 << 40], [0; 5], 0);
    let trap = x.run("tprint", &[("src", huge)], &[]).unwrap_err();
    assert_eq!(trap.message, "prints more than 67108864 elements");
    let far = view([1, 1, 1, 2, 1], [0, 0, 0, i64::MAX, 1], 0);
    let trap = x.run("tprint", &[("src", far)], &[]).unwrap_err();
    assert_eq!(trap.message, "reads an address past 2^63");
    let empty = view([1, 1, 1, -1, 4], [0, 0, 0, 4, 1], 0);
    x.run("tprint", &[("src", empty)], &[]).unwrap();
    assert_eq!(x.memory.printed, ["view -1x4xi16\n"]);
}

#[test]
fn printf_formats() {
    let f = |text, value: f32| printf(text, DType::F32, value.to_bits().into());
    let i = |text, value: i32| printf(text, DType::I32, u64::from(value as u32));
    let cases = [
        (f("x = %f\\n", 1.5), "x = 1.500000\n"),
        (f("%8.2f|", -1.255), "   -1.25|"),
        (f("%-8.1f|", 2.0), "2.0     |"),
        (f("%+08.3f", 3.5), "+003.500"),
        (f("%e", 12345.0), "1.234500e+04"),
        (f("%.2E", 0.00015), "1.50E-04"),
        (f("%g", 100000.0), "100000"),
        (f("%g", 1000000.0), "1e+06"),
        (f("%g", 0.5), "0.5"),
        (f("%g", 0.0), "0"),
        (f("%f", f32::NAN), "nan"),
        (f("%06f", f32::NEG_INFINITY), "  -inf"),
        (i("n = %d\n", -7), "n = -7\n"),
        (i("%05ld", -42), "-0042"),
        (i("%u %%", -1), "4294967295 %"),
        (i("%x", 255), "ff"),
        (i("%.4X", 255), "00FF"),
        (i("q=\\22%d\\22", 3), "q=\"3\""),
        (i("nl=\\0Aend \\n \\\" \\\\ %d\\09", 3), "nl=\nend \n \" \\ 3\t"),
        (i("\\25d", 3), "3"),
        (i("\\C3\\A9%d \\FF", 3), "é3 \u{fffd}"),
        (i("no number", 3), "no number"),
    ];
    for (got, expected) in cases {
        assert_eq!(got.as_deref(), Some(expected));
    }
    assert_eq!(f("%d", 1.0), None, "no integer");
    assert_eq!(i("%f", 3), None, "no floating-point number");
    assert_eq!(i("%d %d", 1), None, "one number for two");
    assert_eq!(i("%q", 1), None);
    assert_eq!(i("%", 1), None);
    assert_eq!(i("%99999d", 1), None);
}

#[test]
fn print_reports_a_bad_format() {
    let mut x = bench(Target::A5, Manual);
    x.run("print", &[("scalar", number(DType::I32, 4.0))], &[("format", Word("n=%d"))]).unwrap();
    assert_eq!(x.memory.printed, ["n=4"]);
    let trap = x.run("print", &[("scalar", number(DType::F32, 4.0))], &[("format", Word("%d"))]);
    assert_eq!(trap.unwrap_err().message, "cannot print f32 by the format `%d`");
}

#[test]
fn elements_by_their_place_in_storage() {
    let mut x = bench(Target::A5, Manual);
    let dn = TileTy { blayout: BLayout::ColMajor, ..TileTy::vec(DType::F32, 8, 2) };
    let t = x.memory.place_f64(dn, &(0..16).map(f64::from).collect::<Vec<_>>());
    // Column-major: element 8 is row 0 of column 1.
    x.run("tgetval", &[("src", Arg::Tile(t)), ("offset", number(DType::I64, 8.0))], &[]).unwrap();
    assert_eq!(x.memory.results, [(2, Arg::Scalar(DType::I64, u64::from(1f32.to_bits())))]);
    let set = |at| {
        [
            ("dst", Arg::Tile(t)),
            ("offset", number(DType::I64, at)),
            ("val", number(DType::F32, 42.0)),
        ]
    };
    x.run("tsetval", &set(9.0), &[]).unwrap();
    let values = x.memory.values(&t);
    assert_eq!((values[3], values[2], values[5]), (42.0, 2.0, 5.0));
    for at in [16.0, -1.0] {
        let trap = x.run("tsetval", &set(at), &[]).unwrap_err();
        assert_eq!(trap.message, format!("takes element {at} of a tile of 16 elements"));
        assert_eq!(trap.slot, Some(1));
    }
}
