//! Numbers by a printf format, as C writes them.

use super::exec::all_ones;
use crate::dtype::DType;
use crate::format;

/// What a text between quotes says, by the escapes of MLIR: `\n`, `\t`, `\"`, `\\` and the two hexadecimal digits of a
/// byte. `\r` is read as C reads it, and a backslash before anything else says nothing.
pub fn unescape(quoted: &str) -> String {
    let mut out = Vec::with_capacity(quoted.len());
    let mut rest = quoted.as_bytes();
    let hex = |b: &u8| char::from(*b).to_digit(16);
    while let [first, tail @ ..] = rest {
        let (byte, after) = match (first, tail) {
            (b'\\', [b'n', after @ ..]) => (b'\n', after),
            (b'\\', [b't', after @ ..]) => (b'\t', after),
            (b'\\', [b'r', after @ ..]) => (b'\r', after),
            (b'\\', [a, b, after @ ..]) if let (Some(a), Some(b)) = (hex(a), hex(b)) => {
                ((a * 16 + b) as u8, after)
            }
            (b'\\', [other, after @ ..]) => (*other, after),
            (other, after) => (*other, after),
        };
        out.push(byte);
        rest = after;
    }
    String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// A printf format as it stands between quotes, with one number. `None` if it is not one, has several conversions, or
/// one for another kind of number.
pub fn printf(quoted: &str, dtype: DType, code: u64) -> Option<String> {
    let text = unescape(quoted);
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    let mut conversions = 0;
    while let Some(c) = rest.next() {
        match c {
            '%' if rest.next_if_eq(&'%').is_some() => out.push('%'),
            '%' => {
                let mut spec = Spec::default();
                while let Some(flag) = rest.next_if(|c| "-+ 0#".contains(*c)) {
                    spec.flags.push(flag);
                }
                spec.width = digits(&mut rest)?.unwrap_or(0);
                if rest.next_if_eq(&'.').is_some() {
                    spec.precision = Some(digits(&mut rest)?.unwrap_or(0));
                }
                while rest.next_if(|c| "hljztL".contains(*c)).is_some() {}
                conversions += 1;
                out += &spec.apply(rest.next()?, dtype, code)?;
            }
            other => out.push(other),
        }
    }
    (conversions <= 1).then_some(out)
}

/// A decimal number of at most three digits, if there is one; `None` for more.
fn digits(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<Option<usize>> {
    let mut number = None;
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        let value = number.unwrap_or(0) * 10 + digit.to_digit(10)? as usize;
        if value > 999 {
            return None;
        }
        number = Some(value);
    }
    Some(number)
}

/// Flags, width and precision of a conversion.
#[derive(Default)]
struct Spec {
    flags: String,
    width: usize,
    precision: Option<usize>,
}

impl Spec {
    fn apply(&self, conversion: char, dtype: DType, code: u64) -> Option<String> {
        let integer = format::decode_int(dtype, code);
        let float = || format::decode(dtype, code);
        let bits = code & all_ones(dtype);
        let (negative, body) = match conversion {
            'd' | 'i' => {
                let value = integer?;
                (value < 0, self.whole(value.unsigned_abs().to_string()))
            }
            'u' => (false, self.whole(integer.map(|_| bits)?.to_string())),
            'x' => (false, self.whole(format!("{:x}", integer.map(|_| bits)?))),
            'X' => (false, self.whole(format!("{:X}", integer.map(|_| bits)?))),
            'o' => (false, self.whole(format!("{:o}", integer.map(|_| bits)?))),
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' if dtype.is_float() => {
                let value = float();
                let text = match value.abs() {
                    v if v.is_nan() => "nan".into(),
                    v if v.is_infinite() => "inf".into(),
                    v => match conversion.to_ascii_lowercase() {
                        'f' => format!("{v:.*}", self.precision.unwrap_or(6)),
                        'e' => exponent(v, self.precision.unwrap_or(6)),
                        _ => shortest(v, self.precision.unwrap_or(6).max(1)),
                    },
                };
                let upper = conversion.is_ascii_uppercase();
                let text = if upper { text.to_ascii_uppercase() } else { text };
                (value.is_sign_negative() && !value.is_nan(), text)
            }
            _ => return None,
        };
        let sign = match negative {
            true => "-",
            false if self.flags.contains('+') => "+",
            false if self.flags.contains(' ') => " ",
            false => "",
        };
        let fill = self.width.saturating_sub(sign.len() + body.len());
        let number = body.starts_with(|c: char| c.is_ascii_hexdigit());
        Some(if self.flags.contains('-') {
            format!("{sign}{body}{}", " ".repeat(fill))
        } else if self.flags.contains('0') && number {
            format!("{sign}{}{body}", "0".repeat(fill))
        } else {
            format!("{}{sign}{body}", " ".repeat(fill))
        })
    }

    /// The precision of an integer is its least number of digits.
    fn whole(&self, digits: String) -> String {
        format!("{digits:0>width$}", width = self.precision.unwrap_or(1))
    }
}

/// `1.5e+03`: at least two digits of exponent, as C writes it.
fn exponent(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, power) = match power.strip_prefix('-') {
        Some(power) => ('-', power),
        None => ('+', power),
    };
    format!("{digits}e{sign}{power:0>2}")
}

/// `%g`: `precision` significant digits, trailing zeros dropped.
fn shortest(value: f64, precision: usize) -> String {
    let scientific = exponent(value, precision - 1);
    let power: i32 = scientific.split_once('e').and_then(|p| p.1.parse().ok()).unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if power < -4 || power >= precision as i32 {
        let (digits, power) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
        return format!("{}e{power}", trim(digits));
    }
    let decimals = (precision as i32 - 1 - power).max(0) as usize;
    trim(&format!("{value:.decimals$}"))
}
