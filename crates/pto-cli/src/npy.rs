//! The .npy format: one array, a header and its elements.
//!
//! Format versions 1.0 to 3.0 (numpy/lib/_format_impl.py, "Format Version 1.0" and following):
//! magic, version, the length of the header, a Python dictionary with `descr`, `fortran_order` and
//! `shape`, then the elements. Whatever order they have in the file, here they are little-endian
//! and in C order.
//!
//! NumPy has no bf16, fp8 or fp4. Arrays of the package `ml_dtypes` are saved with elements `<V2`
//! and `<V1` (float8_e5m2: `<f1`, which NumPy itself does not read back); they are
//! [`NpyType::Raw`] here. What has no NumPy type is written as `uint8` or `uint16`, which hold the
//! bits: `np.load(f).view(ml_dtypes.bfloat16)` gives the numbers.

mod literal;
#[cfg(test)]
mod tests;

use literal::{Item, Literal};
use pto_isa::DType;

/// The bytes every .npy file begins with.
pub const MAGIC: &[u8] = b"\x93NUMPY";
/// As many extents as a NumPy array may have (`NPY_MAXDIMS` of NumPy 2).
pub const MOST_EXTENTS: usize = 64;
/// The longest header that version 1.0 can have. Longer ones describe structures.
const LONGEST_HEADER: usize = 0xFFFF;

/// What an array is, apart from its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct NpyHeader {
    /// Extents, outermost first; none for a single number.
    pub shape: Vec<u64>,
    /// The type of the elements.
    pub element: NpyType,
}

/// The element types of arrays, with their size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NpyType {
    /// `|b1`, a byte that is 0 or 1.
    Bool,
    /// `i1` to `i8`.
    Int(usize),
    /// `u1` to `u8`.
    Uint(usize),
    /// `f2` to `f8`.
    Float(usize),
    /// `V1` and `V2`: types that NumPy does not have.
    Raw(usize),
}

use NpyType::*;

impl NpyType {
    /// The type that an element is written with; `uint8` or `uint16` where NumPy has none.
    pub fn of(dtype: DType) -> NpyType {
        let bytes = dtype.bytes() as usize;
        match dtype {
            DType::F32 | DType::F16 => Float(bytes),
            DType::I4 => Uint(1),
            _ if dtype.is_int() && !dtype.is_unsigned() => Int(bytes),
            _ => Uint(bytes),
        }
    }

    /// Bytes of one element.
    pub fn bytes(self) -> usize {
        match self {
            Bool => 1,
            Int(n) | Uint(n) | Float(n) | Raw(n) => n,
        }
    }

    fn parse(descr: &str) -> Option<(NpyType, bool)> {
        let big = descr.starts_with('>');
        let element = match descr.strip_prefix(['<', '>', '|'])? {
            "b1" => Bool,
            "i1" => Int(1),
            "i2" => Int(2),
            "i4" => Int(4),
            "i8" => Int(8),
            "u1" => Uint(1),
            "u2" => Uint(2),
            "u4" => Uint(4),
            "u8" => Uint(8),
            "f2" => Float(2),
            "f4" => Float(4),
            "f8" => Float(8),
            "V1" | "f1" => Raw(1),
            "V2" => Raw(2),
            _ => return None,
        };
        Some((element, big))
    }

    fn descr(self) -> String {
        let kind = match self {
            Bool => 'b',
            Int(_) => 'i',
            Uint(_) => 'u',
            Float(_) => 'f',
            Raw(_) => 'V',
        };
        let order = if self.bytes() == 1 { '|' } else { '<' };
        format!("{order}{kind}{}", self.bytes())
    }

    /// The name NumPy users know it by.
    pub fn name(self) -> String {
        let bits = self.bytes() * 8;
        match self {
            Bool => "bool".into(),
            Int(_) => format!("int{bits}"),
            Uint(_) => format!("uint{bits}"),
            Float(_) => format!("float{bits}"),
            Raw(n) => format!("raw {n}-byte elements (V{n})"),
        }
    }
}

impl NpyHeader {
    /// Bytes of all elements; `None` when there is no such number.
    pub fn byte_len(&self) -> Option<u64> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        self.shape.iter().try_fold(self.element.bytes() as u64, |n, &d| n.checked_mul(d))
    }

    /// The header as written to a file: everything before the elements.
    pub fn encode(&self) -> Vec<u8> {
        let extents: Vec<_> = self.shape.iter().map(u64::to_string).collect();
        let shape = match extents.as_slice() {
            [one] => format!("({one},)"),
            all => format!("({})", all.join(", ")),
        };
        let mut text = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': {shape}, }}",
            self.element.descr()
        );
        // The elements begin at a multiple of 64 bytes, and a line end precedes them.
        let before = MAGIC.len() + 4;
        while !(before + text.len() + 1).is_multiple_of(64) {
            text.push(' ');
        }
        text.push('\n');
        // Its length fits, for an array has at most `MOST_EXTENTS` extents of 20 digits.
        let length = (text.len() as u16).to_le_bytes();
        [MAGIC, &[1, 0], &length, text.as_bytes()].concat()
    }
}

/// A file of elements of a type, little-endian and in C order.
pub fn encode(dtype: DType, shape: &[u64], bytes: &[u8]) -> Vec<u8> {
    let header = NpyHeader { shape: shape.to_vec(), element: NpyType::of(dtype) };
    let header = match header.byte_len() == Some(bytes.len() as u64) {
        true => header,
        // Several elements in a byte: their bytes, in one row.
        false => NpyHeader { shape: vec![bytes.len() as u64], element: Uint(1) },
    };
    [&header.encode(), bytes].concat()
}

/// An array that was refused: what is wrong, and perhaps what to do instead.
#[derive(Debug, PartialEq)]
pub struct Refused {
    /// What is wrong.
    pub why: String,
    /// What would pass.
    pub hint: Option<&'static str>,
}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { why: why.into(), hint: None })
}

/// Splits the content of a file into its header and its elements, little-endian and in C order.
///
/// Allocates at most as much again as the file is long.
pub fn decode(mut file: Vec<u8>) -> Result<(NpyHeader, Vec<u8>), Refused> {
    let (text, start) = find_header(&file)?;
    let (header, order) = read_header(text)?;
    let (expected, found) = (header.byte_len(), (file.len() - start) as u64);
    if expected != Some(found) {
        let extents: Vec<String> = header.shape.iter().map(u64::to_string).collect();
        let shape = format!("({}) of {}", extents.join(", "), header.element.name());
        let long = expected.is_some_and(|n| n < found);
        return Err(Refused {
            why: match expected {
                Some(n) => format!("the array {shape} needs {n} bytes, the file holds {found}"),
                None => format!("the array {shape} is too large"),
            },
            hint: if long { Some("save one array in a file") } else { None },
        });
    }
    file.drain(..start);
    let size = header.element.bytes();
    if order.big && size > 1 {
        file.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    }
    if order.fortran {
        file = to_c_order(&header.shape, size, file);
    }
    Ok((header, file))
}

/// The text of the header, and where the elements begin.
fn find_header(file: &[u8]) -> Result<(&str, usize), Refused> {
    let Some(rest) = file.strip_prefix(MAGIC) else {
        return Err(Refused {
            why: "not an .npy file: it does not begin with \\x93NUMPY".into(),
            hint: Some("to give the bytes of a file as they are, name it without .npy"),
        });
    };
    let (length, before) = match *rest {
        [1, _, a, b, ..] => (u16::from_le_bytes([a, b]).into(), 4),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([a, b, c, d]), 6),
        [1..=3, ..] | [] => return refuse("the file ends inside its header"),
        [version, ..] => return refuse(format!("version {version} of .npy is not known")),
    };
    let length = length as usize;
    if length > LONGEST_HEADER {
        return refuse(format!("a header of {length} bytes; no plain array has one"));
    }
    let Some(text) = rest[before..].get(..length) else {
        return refuse("the file ends inside its header");
    };
    match std::str::from_utf8(text) {
        Ok(text) => Ok((text, MAGIC.len() + before + length)),
        Err(_) => refuse("the header is not text"),
    }
}

/// How elements are laid out in the file.
struct AxisOrder {
    big: bool,
    fortran: bool,
}

fn read_header(text: &str) -> Result<(NpyHeader, AxisOrder), Refused> {
    let wrong = |what: &str| refuse(format!("{what}: `{}`", start_of(text.trim_end())));
    let Some(entries) = Literal::read_dictionary(text) else {
        return wrong("the header is not a dictionary of plain values");
    };
    let (mut descr, mut fortran, mut shape) = (None, None, None);
    for (key, value) in entries {
        match (key, value) {
            ("descr", value) => descr = Some(value),
            ("fortran_order", Literal::Truth(v)) => fortran = Some(v),
            ("shape", Literal::Sequence(items)) => shape = Some(items),
            (key, _) => return wrong(&format!("unexpected `{}` in the header", start_of(key))),
        }
    }
    let (Some(descr), Some(fortran), Some(items)) = (descr, fortran, shape) else {
        return wrong("the header lacks `descr`, `fortran_order` or `shape`");
    };
    let Literal::Text(descr) = descr else {
        return Err(Refused {
            why: "the elements are structures".into(),
            hint: Some("save one field of the array, for example with np.save(f, a['name'])"),
        });
    };
    let Some((element, big)) = NpyType::parse(descr) else {
        return refuse_element(descr);
    };
    let mut extents = Vec::new();
    for item in items {
        match item {
            Item::Number(n) => extents.push(n),
            Item::Other => return wrong("the shape is not a list of extents"),
        }
    }
    if extents.len() > MOST_EXTENTS {
        return refuse(format!("{} extents; an array has at most {MOST_EXTENTS}", extents.len()));
    }
    Ok((NpyHeader { shape: extents, element }, AxisOrder { big, fortran }))
}

fn refuse_element<T>(descr: &str) -> Result<T, Refused> {
    let kind = descr.trim_start_matches(['<', '>', '|', '=']).chars().next();
    let (what, hint) = match kind {
        Some('O') => ("are Python objects", "convert it with astype to a number type"),
        Some('S' | 'U' | 'a') => ("are strings", "convert it with astype to a number type"),
        Some('M' | 'm') => ("are times", "convert it with astype to a number type"),
        Some('c') => ("are complex", "give its parts: a.view(np.float32) has pairs of numbers"),
        Some('V') => ("are neither numbers nor 1 or 2 raw bytes", "view it as a number type"),
        _ => ("have a type that no kernel takes", "convert it with astype to a number type"),
    };
    let why = format!("the elements {what} (`{}`)", start_of(descr));
    Err(Refused { why, hint: Some(hint) })
}

/// As much of a text as a message shows.
fn start_of(text: &str) -> &str {
    let end = text.char_indices().nth(120).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Reorders elements that lie first index fastest. The shape fits the bytes.
fn to_c_order(shape: &[u64], size: usize, from: Vec<u8>) -> Vec<u8> {
    let extents: Vec<usize> = shape.iter().map(|&d| d as usize).filter(|&d| d != 1).collect();
    if extents.len() < 2 || from.is_empty() {
        return from;
    }
    // How far apart neighbours along each axis are in `from`.
    let mut strides = Vec::with_capacity(extents.len());
    let mut stride = size;
    for extent in &extents {
        strides.push(stride);
        stride *= extent;
    }
    let mut to = Vec::with_capacity(from.len());
    let mut index = vec![0; extents.len()];
    let mut at = 0;
    while to.len() < from.len() {
        to.extend_from_slice(&from[at..at + size]);
        for axis in (0..extents.len()).rev() {
            index[axis] += 1;
            at += strides[axis];
            if index[axis] < extents[axis] {
                break;
            }
            at -= strides[axis] * extents[axis];
            index[axis] = 0;
        }
    }
    to
}

/// A warning when an array does not hold what a pointer parameter refers to.
///
/// Signed and unsigned integers of one width are the same bits. Types without a NumPy type are
/// taken as raw elements or as integers of their width.
pub fn dtype_mismatch(header: &NpyHeader, dtype: DType) -> Option<String> {
    let width = dtype.bytes() as usize;
    let packed = matches!(dtype, DType::I4 | DType::F4E1M2x2 | DType::F4E2M1x2);
    let fits = match (header.element, dtype) {
        (Float(n), DType::F32 | DType::F16) => n == width,
        (_, DType::F32 | DType::F16) | (Float(_), _) => false,
        (Bool, _) => width == 1 && !dtype.is_float() && !packed,
        // `ml_dtypes` gives each 4-bit number a byte of its own; a device packs two in one.
        (Raw(n), _) => n == width && dtype.is_float() && !packed,
        (Int(n) | Uint(n), _) => n == width,
    };
    if fits {
        return None;
    }
    let found = header.element.name();
    let advice = match numpy_type(dtype) {
        None => format!("give the bits of {dtype}, packed as a device holds them, as np.uint8"),
        Some(name) => match header.element {
            Raw(n) if n == width => format!("use view({name}) if it holds those bits"),
            Int(n) | Uint(n) if n == width => {
                format!("convert it with astype({name}), or view({name}) if it holds the bits")
            }
            _ => format!("convert it with astype({name})"),
        },
    };
    Some(format!("the array holds {found}, the parameter points to {dtype}; {advice}"))
}

/// What a Python program calls a type.
fn numpy_type(dtype: DType) -> Option<&'static str> {
    Some(match dtype.plain() {
        DType::F32 => "np.float32",
        DType::F16 => "np.float16",
        DType::Bf16 => "ml_dtypes.bfloat16",
        DType::F8E4M3 => "ml_dtypes.float8_e4m3fn",
        DType::F8E5M2 => "ml_dtypes.float8_e5m2",
        DType::F8E8M0 => "ml_dtypes.float8_e8m0fnu",
        DType::I64 => "np.int64",
        DType::I32 => "np.int32",
        DType::I16 => "np.int16",
        DType::I8 => "np.int8",
        DType::U64 => "np.uint64",
        DType::U32 => "np.uint32",
        DType::U16 => "np.uint16",
        DType::U8 => "np.uint8",
        DType::I1 => "np.bool_",
        _ => return None,
    })
}
