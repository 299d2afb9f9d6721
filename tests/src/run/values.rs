//! Lists of element values as run tests write them, and their codes.

use pto_isa::DType;
use pto_isa::format::{Conversion, decode, decode_int, encode};

/// The codes of a list; `None` where any value will do. `len` is how many elements there are, if the
/// parameter says so, and `cols` the length of its rows.
pub fn read(
    text: &str,
    dtype: DType,
    len: Option<usize>,
    cols: Option<usize>,
) -> Result<Vec<Option<u64>>, String> {
    let mut list: Vec<Option<u64>> = Vec::new();
    for word in text.split_whitespace() {
        match word {
            "|" => {
                let cols = cols.ok_or("`|` ends a row of a tile, and this is none")?;
                if cols == 0 || !list.len().is_multiple_of(cols) {
                    return Err(format!("`|` after {} elements: a row has {cols}", list.len()));
                }
            }
            "..." => {
                let len = len.ok_or("`...` fills a tile, and this is none")?;
                let last = *list.last().ok_or("`...` repeats a value, and there is none")?;
                list.resize(len.max(list.len()), last);
            }
            _ => read_word(word, dtype, &mut list)?,
        }
    }
    match len {
        Some(len) if len != list.len() => Err(format!("{} values for {len} elements", list.len())),
        _ => Ok(list),
    }
}

fn read_word(word: &str, dtype: DType, list: &mut Vec<Option<u64>>) -> Result<(), String> {
    if let Some((count, value)) = word.split_once('*') {
        let count: usize = count.parse().map_err(|_| format!("`{word}`: write COUNT*VALUE"))?;
        let code = read_one(value, dtype)?;
        list.extend(std::iter::repeat_n(code, count));
    } else if let Some((first, last)) = word.split_once("..=") {
        let bound = |t: &str| t.parse::<i64>().map_err(|_| format!("`{word}`: write 0..=15"));
        for n in bound(first)?..=bound(last)? {
            list.push(read_one(&n.to_string(), dtype)?);
        }
    } else {
        list.push(read_one(word, dtype)?);
    }
    Ok(())
}

/// The code of one value. It must be exactly representable: rounding is what tests are about.
fn read_one(word: &str, dtype: DType) -> Result<Option<u64>, String> {
    let bits = dtype.bits();
    let high = u64::MAX >> (64 - bits);
    if word == "_" {
        return Ok(None);
    }
    if let Some(hex) = word.strip_prefix("0x") {
        let code = u64::from_str_radix(hex, 16).ok().filter(|&c| c <= high);
        return code.map(Some).ok_or_else(|| format!("`{word}` is no code of {dtype}"));
    }
    let fail = || format!("`{word}` is no value of {dtype}");
    if dtype.is_int() {
        let value: i128 = word.parse().map_err(|_| fail())?;
        let low = if dtype.is_unsigned() { 0 } else { -(1i128 << (bits - 1)) };
        let top = if dtype.is_unsigned() { high.into() } else { (high >> 1).into() };
        return if (low..=top).contains(&value) {
            Ok(Some(value as u64 & high))
        } else {
            Err(fail())
        };
    }
    let value: f64 = word.parse().map_err(|_| fail())?;
    let code = encode(dtype, value, Conversion::default());
    let back = decode(dtype, code);
    let same = back == value || (back.is_nan() && value.is_nan());
    if same { Ok(Some(code)) } else { Err(fail()) }
}

/// A list as it would be written.
pub fn show(codes: &[u64], dtype: DType, cols: Option<usize>) -> String {
    let rows = match cols {
        Some(cols) if cols > 0 => codes.chunks(cols).collect(),
        _ => vec![codes],
    };
    let row = |row: &[u64]| {
        let runs = row.chunk_by(|a, b| a == b);
        let one = |run: &[u64]| match run {
            [code] => show_one(*code, dtype),
            _ => format!("{}*{}", run.len(), show_one(run[0], dtype)),
        };
        runs.map(one).collect::<Vec<_>>().join(" ")
    };
    rows.into_iter().map(row).collect::<Vec<_>>().join(" | ")
}

fn show_one(code: u64, dtype: DType) -> String {
    if let Some(value) = decode_int(dtype, code) {
        return value.to_string();
    }
    let value = decode(dtype, code);
    let plain = encode(dtype, value, Conversion::default()) == code;
    match plain {
        true if value.is_nan() => "nan".into(),
        true => value.to_string(),
        false => format!("{code:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DType::{F16, F32, I8, U8};

    fn codes(text: &str, dtype: DType, len: usize) -> Result<Vec<u64>, String> {
        let list = read(text, dtype, Some(len), Some(2))?;
        list.into_iter().map(|c| c.ok_or("any".into())).collect()
    }

    #[test]
    fn values_and_their_codes() {
        assert_eq!(codes("-1 0x80 | 2*7", I8, 4), Ok(vec![0xFF, 0x80, 7, 7]));
        assert_eq!(codes("254..=255 0 ...", U8, 6), Ok(vec![254, 255, 0, 0, 0, 0]));
        let floats = codes("-0 nan inf 0.5 0x7fc00001 -inf", F32, 6).unwrap();
        assert_eq!(floats[..2], [0x8000_0000, 0x7FC0_0000]);
        assert_eq!(show(&floats, F32, Some(2)), "-0 nan | inf 0.5 | 0x7fc00001 -inf");
        assert_eq!(read("_ 1", F16, Some(2), None), Ok(vec![None, Some(0x3C00)]));
    }

    #[test]
    fn what_a_type_does_not_hold_is_refused() {
        for (text, dtype) in
            [("128", I8), ("-1", U8), ("2049", F16), ("0.1", F32), ("0x10000", F16)]
        {
            assert!(read(text, dtype, None, None).is_err(), "{text} as {dtype}");
        }
        assert!(codes("1 | 2", I8, 2).unwrap_err().contains("a row has 2"));
        assert_eq!(codes("1 2 3", I8, 2), Err("3 values for 2 elements".into()));
        assert!(read("1 ...", I8, None, None).is_err());
    }
}
