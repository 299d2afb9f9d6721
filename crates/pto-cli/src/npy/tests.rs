//! Files as NumPy writes them, in every order and version, and files that are broken.

use super::*;
use pto_isa::DType;

/// A file with this header text, as version 1.0.
fn file(header: &str, elements: &[u8]) -> Vec<u8> {
    let length = (header.len() as u16).to_le_bytes();
    [MAGIC, &[1, 0], &length, header.as_bytes(), elements].concat()
}

fn array(descr: &str, fortran: bool, shape: &str, elements: &[u8]) -> Vec<u8> {
    let fortran = if fortran { "True" } else { "False" };
    let text = format!("{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
    file(&text, elements)
}

fn why(content: Vec<u8>) -> String {
    decode(content).expect_err("a refusal").why
}

#[test]
fn what_numpy_writes_is_read() {
    // np.save(f, np.array([[1, 2], [3, 4]], np.int16)) of NumPy 2.4.
    let mut content = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    content.extend(b"{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }");
    content.resize(127, b' ');
    content.extend(b"\n\x01\x00\x02\x00\x03\x00\x04\x00");
    let (header, elements) = decode(content.clone()).expect("an array");
    assert_eq!(header, NpyHeader { shape: vec![2, 2], element: Int(2) });
    assert_eq!(elements, [1, 0, 2, 0, 3, 0, 4, 0]);
    assert_eq!([header.encode(), elements].concat(), content);
}

#[test]
fn every_version_and_spelling_is_read() {
    let text = r#"{"shape": (2L,), "fortran_order": False, "descr": "|u1"}"#;
    for version in [2, 3] {
        let length = (text.len() as u32).to_le_bytes();
        let content = [MAGIC, &[version, 0], &length, text.as_bytes(), &[7, 8]].concat();
        let (header, elements) = decode(content).expect("an array");
        assert_eq!((header.shape, header.element, elements), (vec![2], Uint(1), vec![7, 8]));
    }
    assert_eq!(why([MAGIC, &[4, 0, 0, 0]].concat()), "version 4 of .npy is not known");
}

#[test]
fn numbers_without_extents_and_empty_arrays() {
    let (header, elements) = decode(array("'<f4'", false, "()", &[0; 4])).expect("one number");
    assert_eq!((header.shape, elements.len()), (vec![], 4));
    let content = array("'<f4'", true, "(3, 0, 18446744073709551615)", &[]);
    let (header, elements) = decode(content).expect("an empty array");
    assert_eq!((header.byte_len(), elements.len()), (Some(0), 0));
}

#[test]
fn orders_become_little_endian_rows() {
    let (header, elements) = decode(array("'>u2'", false, "(2,)", &[1, 2, 3, 4])).expect("swapped");
    assert_eq!((header.element, elements), (Uint(2), vec![2, 1, 4, 3]));
    // a[i, j, k] = 100 i + 10 j + k, first index fastest.
    let (mut columns, mut rows) = (Vec::new(), Vec::new());
    for k in 0..4u16 {
        for j in 0..3 {
            for i in 0..2 {
                columns.extend((100 * i + 10 * j + k).to_be_bytes());
            }
        }
    }
    for i in 0..2u16 {
        for j in 0..3 {
            for k in 0..4 {
                rows.extend((100 * i + 10 * j + k).to_le_bytes());
            }
        }
    }
    let (_, elements) = decode(array("'>i2'", true, "(2, 1, 3, 4)", &columns)).expect("reordered");
    assert_eq!(elements, rows);
}

#[test]
fn types_that_numpy_lacks_are_raw() {
    for (descr, element) in [("'<V2'", Raw(2)), ("'|V1'", Raw(1)), ("'<f1'", Raw(1))] {
        let (header, _) = decode(array(descr, false, "(2,)", &vec![0; 2 * element.bytes()]))
            .expect("raw elements");
        assert_eq!(header.element, element);
    }
    assert_eq!(NpyType::of(DType::Bf16), Uint(2));
    assert_eq!(NpyType::of(DType::F4E2M1x2), Uint(1));
    assert_eq!(NpyType::of(DType::Si32), Int(4));
}

#[test]
fn what_is_no_array_of_numbers_is_refused() {
    let refused = |descr| why(array(descr, false, "(1,)", &[0; 8]));
    assert_eq!(refused("[('x', '<f4'), ('y', '<f4', (2, 3))]"), "the elements are structures");
    assert_eq!(refused("'|O'"), "the elements are Python objects (`|O`)");
    assert_eq!(refused("'<U2'"), "the elements are strings (`<U2`)");
    assert_eq!(refused("'<M8[ns]'"), "the elements are times (`<M8[ns]`)");
    assert_eq!(refused("'<c8'"), "the elements are complex (`<c8`)");
    assert_eq!(refused("'|V8'"), "the elements are neither numbers nor 1 or 2 raw bytes (`|V8`)");
}

#[test]
fn sizes_that_disagree_are_refused() {
    assert_eq!(
        why(array("'<f4'", false, "(3,)", &[0; 8])),
        "the array (3) of float32 needs 12 bytes, the file holds 8"
    );
    let long = decode(array("'<f4'", false, "(1,)", &[0; 8])).expect_err("too long");
    assert_eq!(long.hint, Some("save one array in a file"));
    assert_eq!(
        why(array("'<f4'", false, "(4294967296, 4294967296)", &[])),
        "the array (4294967296, 4294967296) of float32 is too large"
    );
    let many = format!("({})", "1, ".repeat(65));
    assert_eq!(why(array("'|u1'", false, &many, &[0])), "65 extents; an array has at most 64");
}

#[test]
fn broken_headers_are_refused() {
    let not_plain = "the header is not a dictionary of plain values";
    for text in [
        "",
        "{",
        "{'descr': '<f4'",
        "[1]",
        "{'descr': '<f4'} + 1",
        "{'shape': (1,), 'shape': (1,)}",
        "{'descr': '<f\\x34'}",
        "{'shape': (-1,)}",
        "{'shape': (99999999999999999999,)}",
    ] {
        assert_eq!(why(file(text, &[])), format!("{not_plain}: `{text}`"));
    }
    assert!(why(file("{}", &[])).starts_with("the header lacks"));
    assert!(why(file("{'descr': 'f', 'x': True}", &[])).starts_with("unexpected `x`"));
    assert!(why(array("'<f4'", false, "('a',)", &[])).starts_with("the shape is not"));
    let deep = format!("({}", "(".repeat(60000));
    let deep = why(array("'<f4'", false, &deep, &[]));
    assert!(deep.starts_with(not_plain) && deep.len() < 200, "{deep}");
    assert_eq!(why(file("\u{ff}", &[])[..11].to_vec()), "the file ends inside its header");
    assert_eq!(why(MAGIC.to_vec()), "the file ends inside its header");
    let huge = [MAGIC, &[2, 0, 255, 255, 255, 255]].concat();
    assert_eq!(why(huge), "a header of 4294967295 bytes; no plain array has one");
}

#[test]
fn arrays_that_disagree_with_a_parameter_are_named() {
    let text = |element, dtype| dtype_mismatch(&NpyHeader { shape: vec![4], element }, dtype);
    assert_eq!(
        text(Float(8), DType::F32).as_deref(),
        Some(
            "the array holds float64, the parameter points to f32; \
             convert it with astype(np.float32)"
        )
    );
    for (element, dtype) in [
        (Float(4), DType::F32),
        (Float(2), DType::F16),
        (Raw(2), DType::Bf16),
        (Uint(2), DType::Bf16),
        (Int(4), DType::U32),
        (Uint(4), DType::Si32),
        (Raw(1), DType::F8E5M2),
        (Uint(1), DType::F4E2M1x2),
        (Uint(1), DType::I4),
        (Bool, DType::I8),
        (Bool, DType::I1),
    ] {
        assert_eq!(text(element, dtype), None, "{dtype}");
    }
    for (element, dtype, advice) in [
        (Float(2), DType::Bf16, "convert it with astype(ml_dtypes.bfloat16)"),
        (Raw(2), DType::F16, "use view(np.float16) if it holds those bits"),
        (Int(8), DType::I32, "convert it with astype(np.int32)"),
        (Float(4), DType::I32, "convert it with astype(np.int32)"),
        (Raw(1), DType::I4, "packed as a device holds them, as np.uint8"),
        (
            Uint(4),
            DType::F32,
            "convert it with astype(np.float32), or view(np.float32) if it holds the bits",
        ),
    ] {
        let text = text(element, dtype).unwrap_or_default();
        assert!(text.ends_with(advice), "{dtype}: {text}");
    }
}

#[test]
fn what_is_written_for_every_element_type_fits_it() {
    for &dtype in DType::ALL {
        let header = NpyHeader { shape: vec![3, 5], element: NpyType::of(dtype) };
        assert_eq!(header.element.bytes(), dtype.bytes() as usize, "{dtype}");
        assert_eq!(dtype_mismatch(&header, dtype), None, "{dtype}");
        let elements = vec![1; 15 * header.element.bytes()];
        let start = header.encode();
        assert_eq!(start.len() % 64, 0);
        let read = decode([start, elements.clone()].concat());
        assert_eq!(read, Ok((header, elements)), "{dtype}");
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let seeds = [
        array("'<f4'", true, "(2, 3)", &[1; 24]),
        array("'>u2'", true, "(2, 2, 2)", &[1; 16]),
        array("[('x', '<f4'), ('y', '<f4', (2, 3))]", false, "(1,)", &[0; 4]),
        [MAGIC, &[2, 0, 6, 0, 0, 0], b"{'a':1"].concat(),
    ];
    let pieces: [&[u8]; 8] =
        [b"{", b"}", b"'", b"(", b")", b"18446744073709551615", b"\xff", b"'shape': (0, 7)"];
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut content = match seeds.get(random(seeds.len() + 1)) {
            Some(seed) => seed.clone(),
            None => MAGIC.iter().copied().chain((0..64).map(|_| random(256) as u8)).collect(),
        };
        for _ in 0..random(4) {
            let at = random(content.len());
            match random(4) {
                0 => content[at] = random(256) as u8,
                1 => content.truncate(at.max(1)),
                2 => content[at] ^= 1 << random(8),
                _ => {
                    content.splice(at..at, pieces[random(pieces.len())].iter().copied());
                }
            }
        }
        let length = content.len();
        match decode(content) {
            Ok((header, elements)) => {
                read += 1;
                assert_eq!(header.byte_len(), Some(elements.len() as u64));
                assert!(elements.len() < length);
            }
            Err(e) => {
                refused += 1;
                assert!((1..4000).contains(&e.why.len()), "{}", e.why);
            }
        }
    }
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused");
}
