//! Every form of `--arg`, the bits of scalars, files before and after a run, and text that is none of it.

use super::*;
use crate::npy::{NpyHeader, NpyType};
use crate::outputs::Outputs;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("pto-arg-{}-{n}", std::process::id()));
        fs::create_dir_all(&dir).expect("a temporary directory");
        Scratch(dir)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).expect("a temporary file");
        path
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the directory");
        let name = |e: fs::DirEntry| e.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.flatten().map(name).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn buffer(from: BufferSource, write_to: Option<&str>) -> Result<Arg, ArgError> {
    Ok(Arg::Buffer { from, write_to: write_to.map(PathBuf::from) })
}

fn message<T>(result: Result<T, ArgError>) -> String {
    result.err().expect("an error").message
}

#[test]
fn numbers_are_told_from_files() {
    for text in [
        "0", "-12", "+7", "0x1F", "-0xff", "1_000", "1.5", ".5", "2.", "-3e-4", "inf", "-inf",
        "nan", "true", "false",
    ] {
        assert_eq!(Arg::parse(text), Ok(Arg::Number(text.into())));
    }
    for text in ["a.npy", "./5", "1.5.bin", "0x", "0xg", "in_f", "--1", "_1", "1_", "Truth", "-"] {
        assert_eq!(Arg::parse(text), buffer(BufferSource::File(text.into()), None));
    }
}

#[test]
fn zeros_have_sizes_and_shapes() {
    for (text, bytes) in [
        ("4096", 4096),
        ("4K", 4096),
        ("4KiB", 4096),
        ("2M", 2 << 20),
        ("1_000", 1000),
        ("16G", 1 << 34),
        ("0x100", 256),
        ("0", 0),
    ] {
        assert_eq!(
            Arg::parse(&format!("zeros:{text}")),
            buffer(BufferSource::Zeros(bytes, None), None)
        );
    }
    for (text, bytes, shape, dtype) in [
        ("64x128xf32", 32768, vec![64, 128], DType::F32),
        ("3xbf16", 6, vec![3], DType::Bf16),
        ("2x8xf4E2M1x2", 16, vec![2, 8], DType::F4E2M1x2),
        ("3x3xi4", 5, vec![3, 3], DType::I4),
    ] {
        let from = BufferSource::Zeros(bytes, Some((shape, dtype)));
        assert_eq!(Arg::parse(&format!("zeros:{text}")), buffer(from, None));
    }
}

#[test]
fn zeros_that_are_no_size_are_refused() {
    for text in ["", "x", "4KB", "-4", "4.5", "64x", "f32", "x64xf32", "_", "1e3"] {
        let error = Arg::parse(&format!("zeros:{text}")).expect_err(text);
        assert!(error.message.starts_with(&format!("`zeros:{text}`: ")), "{error}");
        assert!(error.hint.is_some(), "{error}");
    }
    assert_eq!(message(Arg::parse("zeros:8xf33")), "`zeros:8xf33`: `f33` is no element type");
    assert_eq!(message(Arg::parse("zeros:8xi1")), "`zeros:8xi1`: no buffer holds i1");
    for text in ["17G", "99999999999999999999999G", "4294967296x4294967296xf32", "0xFFFFFFFFFFFF"] {
        let expected = format!("`zeros:{text}`: larger than 16 GiB");
        assert_eq!(message(Arg::parse(&format!("zeros:{text}"))), expected);
    }
}

#[test]
fn the_last_equals_sign_names_the_output() {
    let zeros = BufferSource::Zeros(4, None);
    assert_eq!(Arg::parse("zeros:4=o.npy"), buffer(zeros, Some("o.npy")));
    assert_eq!(Arg::parse("a=b=c"), buffer(BufferSource::File("a=b".into()), Some("c")));
    assert_eq!(message(Arg::parse("a=")), "`a=`: nothing after `=`");
    assert_eq!(message(Arg::parse("=a")), "`=a`: nothing before `=`");
    assert_eq!(message(Arg::parse("")), "an empty argument");
    assert_eq!(message(Arg::parse("3=a")), "`3=a`: a number is not written back");

    let dir = Scratch::new();
    let both = dir.write("a=b.bin", &[1]);
    let text = both.to_str().expect("a UTF-8 path");
    assert_eq!(Arg::parse(text), buffer(BufferSource::File(both.clone()), None));
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_run() {
    let dir = Scratch::new();
    let here = dir.0.to_str().expect("a UTF-8 path");
    let text = message(Arg::parse(&format!("zeros:4={here}")));
    assert_eq!(text, format!("{here}: is a directory, the buffer needs a file name"));
    let text = message(Arg::parse(&format!("zeros:4={here}/no/o.npy")));
    assert_eq!(text, format!("{here}/no/o.npy: the directory {here}/no does not exist"));
}

#[test]
fn integers_take_either_reading_of_their_bits() {
    for (text, dtype, bits) in [
        ("-128", DType::I8, 0x80),
        ("255", DType::I8, 0xFF),
        ("-1", DType::I8, 0xFF),
        ("0xFF", DType::Si8, 0xFF),
        ("1_000", DType::I16, 1000),
        ("-1", DType::I64, u64::MAX),
        ("18446744073709551615", DType::I64, u64::MAX),
        ("-0x8000_0000_0000_0000", DType::I64, 1 << 63),
        ("true", DType::I1, 1),
        ("false", DType::I1, 0),
        ("true", DType::I32, 1),
        ("65535", DType::U16, 0xFFFF),
    ] {
        assert_eq!(scalar_bits(text, dtype), Ok(bits), "{text} as {dtype}");
    }
    for (text, dtype, expected) in [
        ("256", DType::I8, "`256` does not fit i8: use -128 to 255"),
        ("-129", DType::I8, "`-129` does not fit i8: use -128 to 255"),
        ("-1", DType::U32, "`-1` does not fit ui32: use 0 to 4294967295"),
        ("2", DType::I1, "`2` does not fit i1: use -1 to 1"),
        (
            "18446744073709551616",
            DType::I64,
            "`18446744073709551616` does not fit i64: use -9223372036854775808 to 18446744073709551615",
        ),
        ("1.5", DType::I32, "`1.5` is not an integer, the parameter is i32"),
        ("inf", DType::I32, "`inf` is not an integer, the parameter is i32"),
        ("a.bin", DType::I32, "`a.bin` is not a number, the parameter is i32"),
    ] {
        assert_eq!(message(scalar_bits(text, dtype)), expected);
    }
    let digits = "9".repeat(60);
    assert!(message(scalar_bits(&digits, DType::U64)).contains("does not fit ui64"));
    let hint = scalar_bits("1e3", DType::I32).expect_err("not an integer").hint;
    assert_eq!(hint.as_deref(), Some("write 1000"));
}

#[test]
fn floats_take_the_value() {
    for (text, dtype, bits) in [
        ("3", DType::F16, 0x4200),
        ("3.0", DType::F16, 0x4200),
        ("3", DType::Bf16, 0x4040),
        ("1.5", DType::F32, 0x3FC0_0000),
        ("-0", DType::F32, 0x8000_0000),
        ("0x10", DType::F32, 0x4180_0000),
        ("inf", DType::F16, 0x7C00),
        ("-inf", DType::Bf16, 0xFF80),
        ("nan", DType::F32, 0x7FC0_0000),
        // Halfway between two f32, and two bf16: to the even one.
        ("16777217", DType::F32, 0x4B80_0000),
        ("16777219", DType::F32, 0x4B80_0002),
        ("257", DType::Bf16, 0x4380),
        ("448", DType::F8E4M3, 0x7E),
        ("340282346638528859811704183484516925440", DType::F32, 0x7F7F_FFFF),
        ("0xFFFF_FF00_0000_0000_0000_0000_0000_0000", DType::F32, 0x7F7F_FFFF),
    ] {
        assert_eq!(scalar_bits(text, dtype), Ok(bits), "{text} as {dtype}");
    }
    for (text, dtype, expected) in [
        ("1e39", DType::F32, "`1e39` is outside the range of f32"),
        ("-1e999", DType::F32, "`-1e999` is outside the range of f32"),
        ("65520", DType::F16, "`65520` is outside the range of f16"),
        ("0", DType::F8E8M0, "`0` is outside the range of !pto.f8E8M0"),
        ("inf", DType::F8E4M3, "f8E4M3FN has no `inf`"),
        ("nan", DType::F4E2M1x2, "!pto.f4E2M1x2 has no `nan`"),
        ("true", DType::F32, "`true` is a truth value, not f32"),
    ] {
        assert_eq!(message(scalar_bits(text, dtype)), expected);
    }
    let hex = format!("0x1{}", "0".repeat(32));
    assert!(message(scalar_bits(&hex, DType::F32)).contains("outside the range"));
}

#[test]
fn files_are_bytes_or_arrays() {
    let dir = Scratch::new();
    let raw = dir.write("raw", &[1, 2, 3]);
    let loaded = Loaded { bytes: vec![1, 2, 3], array: None };
    assert_eq!(load(&BufferSource::File(raw)), Ok(loaded));

    let header = NpyHeader { shape: vec![3, 1], element: NpyType::Uint(1) };
    let content = [header.encode(), vec![1, 2, 3]].concat();
    for name in ["a.npy", "by-magic.bin"] {
        let path = dir.write(name, &content);
        let loaded = Loaded { bytes: vec![1, 2, 3], array: Some(header.clone()) };
        assert_eq!(load(&BufferSource::File(path)), Ok(loaded));
    }

    let path = dir.write("b.npy", &[1, 2, 3]);
    let text = message(load(&BufferSource::File(path.clone())));
    assert!(text.starts_with(&format!("{}: not an .npy file", path.display())), "{text}");
    let text = message(load(&BufferSource::File(dir.write("c.npz", b"PK"))));
    assert!(text.ends_with("c.npz: an .npz holds several arrays"), "{text}");
    let missing = load(&BufferSource::File(dir.path("no\n.bin"))).expect_err("no such file");
    assert!(missing.message.contains("no\\u000a.bin: "), "{missing}");
    assert!(missing.hint.is_some());
    assert!(message(load(&BufferSource::File(dir.0.clone()))).contains("directory"));
}

fn save(
    path: &Path,
    bytes: &[u8],
    like: Option<&NpyHeader>,
    element: DType,
) -> Result<(), ArgError> {
    let mut outputs = Outputs::default();
    super::save(&mut outputs, path, bytes, like, element)?;
    outputs.write()
}

#[test]
fn a_result_is_like_what_was_read() {
    let dir = Scratch::new();
    let again = |path: &Path| load(&BufferSource::File(path.into())).expect("what was written");
    let header = |shape, element| Some(NpyHeader { shape, element });

    let out = dir.path("o.npy");
    let like = NpyHeader { shape: vec![2, 1], element: NpyType::Raw(2) };
    save(&out, &[1, 2, 3, 4], Some(&like), DType::Bf16).expect("saved");
    assert_eq!(again(&out), Loaded { bytes: vec![1, 2, 3, 4], array: Some(like.clone()) });

    // One extent when nothing is known, or when it does not fit; bytes when the type does not.
    for (bytes, dtype, expected) in [
        (4, DType::Bf16, header(vec![2], NpyType::Uint(2))),
        (8, DType::F32, header(vec![2], NpyType::Float(4))),
        (6, DType::F32, header(vec![6], NpyType::Uint(1))),
        (0, DType::F32, header(vec![0], NpyType::Float(4))),
    ] {
        save(&out, &vec![9; bytes], None, dtype).expect("saved");
        assert_eq!(again(&out), Loaded { bytes: vec![9; bytes], array: expected });
    }
    save(&out, &[0; 8], Some(&like), DType::I32).expect("saved");
    assert_eq!(again(&out).array, header(vec![2], NpyType::Int(4)));

    let zeros = |text| match Arg::parse(text) {
        Ok(Arg::Buffer { from, .. }) => load(&from).expect("zeros"),
        other => panic!("{other:?}"),
    };
    assert_eq!(zeros("zeros:2x3xbf16").array, header(vec![2, 3], NpyType::Uint(2)));
    assert_eq!(zeros("zeros:3x3xi4"), Loaded { bytes: vec![0; 5], array: None });

    let raw = dir.path("o.bin");
    save(&raw, &[5, 6], Some(&like), DType::I8).expect("saved");
    assert_eq!(fs::read(&raw).expect("saved"), [5, 6]);
    assert_eq!(dir.names(), ["o.bin", "o.npy"]);
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let dir = Scratch::new();
    let text = message(save(&dir.0, &[1], None, DType::I8));
    assert!(text.starts_with(&format!("{}: ", dir.0.display())), "{text}");
    let missing = dir.path("no/o.bin");
    let text = message(save(&missing, &[1], None, DType::I8));
    assert!(text.starts_with(&format!("{}: ", missing.display())), "{text}");

    let kept = dir.write("kept", &[7]);
    let mut permissions = fs::metadata(&kept).expect("kept").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions).expect("kept");
    let text = message(save(&kept, &[1], None, DType::I8));
    assert!(text.ends_with("kept: the file is read-only"), "{text}");
    assert_eq!(fs::read(&kept).expect("kept"), [7]);
    assert_eq!(dir.names(), ["kept"]);
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are() {
    use std::os::unix::fs::PermissionsExt;
    let dir = Scratch::new();
    let (real, link) = (dir.write("real", &[7]), dir.path("link"));
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("real");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    save(&link, &[8, 9], None, DType::I8).expect("saved");
    assert_eq!(fs::read(&real).expect("saved"), [8, 9]);
    assert_eq!(fs::metadata(&real).expect("real").permissions().mode() & 0o777, 0o640);
    assert!(link.is_symlink());
    let null = Path::new("/dev/null");
    save(null, &[1], None, DType::I8).expect("saved");
    assert!(!fs::metadata(null).expect("a device").is_file());
}

#[test]
fn no_text_makes_it_panic() {
    let pieces = [
        "zeros:",
        "=",
        "-",
        "0x",
        "1",
        "_",
        "9999999999",
        ".",
        "e",
        "x",
        "K",
        "iB",
        "inf",
        "nan",
        "true",
        "f32",
        "\u{e9}",
        "\0",
        "\n",
        "64x128xf32",
        "+",
        " ",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let text: String = (0..1 + random(5)).map(|_| pieces[random(pieces.len())]).collect();
        match Arg::parse(&text) {
            Ok(Arg::Number(number)) => {
                seen[0] += 1;
                for &dtype in DType::ALL {
                    let bits = scalar_bits(&number, dtype).unwrap_or(0);
                    assert!(dtype.bits() == 64 || bits >> dtype.bits() == 0, "{text} as {dtype}");
                }
            }
            Ok(Arg::Peer(..)) => panic!("no piece is `peer:`: {text}"),
            Ok(Arg::Buffer { from, .. }) => {
                seen[1] += 1;
                assert!(
                    !matches!(from, BufferSource::Zeros(bytes, _) if bytes > LARGEST),
                    "{text}"
                );
            }
            Err(e) => {
                seen[2] += 1;
                assert!(!e.message.contains(char::is_control), "{text:?}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 500), "{seen:?}");
}

#[test]
fn a_spec_is_read_for_each_rank() {
    use super::ranks::Place;
    let on = |rank| Place { rank, ranks: 4 };
    let file = |name: &str| buffer(BufferSource::File(name.into()), None);
    assert_eq!(on(3).read("x{rank}of{ranks}.bin"), file("x3of4.bin"));
    assert_eq!(on(0).read("{rank}"), Ok(Arg::Number("0".into())));
    assert_eq!(on(3).read("peer:{next}:%win"), Ok(Arg::Peer(0, "win".into())));
    assert_eq!(on(0).read("peer:{previous}:win"), Ok(Arg::Peer(3, "win".into())));
    assert_eq!(on(1).read("comm"), buffer(BufferSource::Comm, None));
    assert_eq!(on(1).read("./comm"), file("./comm"));
    let one = Place { rank: 0, ranks: 1 };
    assert_eq!(one.read("x{rank}.bin"), file("x{rank}.bin"), "one device has no number");
    for text in ["peer:", "peer:1", "peer:x:win", "peer:1:"] {
        assert!(message(Arg::parse(text)).contains("not the memory of a rank"), "{text}");
    }
    let names = ["x", "win"];
    assert_eq!(
        on(0).peer(2, "win", &names).ok(),
        Some(pto_sim::LaunchArg::Within { arg: 5, offset_bytes: 0 })
    );
    assert_eq!(message(on(0).peer(4, "win", &names)), "`peer:4:win`: there is no rank 4");
    assert!(message(on(0).peer(1, "y", &names)).contains("no parameter `%y`"));
}
