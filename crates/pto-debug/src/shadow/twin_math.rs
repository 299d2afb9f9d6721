//! Functions of elements in double precision, with what they do to the doubt of their operands.

use pto_isa::sem::Elem;

/// Half a unit in the last place of a double: what one rounding may add, relative to the result.
const U: f64 = 1.2e-16;

/// The result of a function and its doubt, to first order in the doubts of its operands (with some slack for the
/// second); none if the function is not one of real numbers.
#[inline(always)]
pub fn apply(
    elem: Elem,
    (a, da): (f64, f64),
    (b, db): (f64, f64),
    (c, dc): (f64, f64),
) -> Option<(f64, f64)> {
    let relu = |(v, d): (f64, f64)| (v.max(0.0), d);
    Some(match elem {
        Elem::Copy => (a, da),
        Elem::Abs => (a.abs(), da),
        Elem::Neg => (-a, da),
        Elem::Relu => (a.max(0.0), da),
        Elem::Exp | Elem::ExpNarrow => exp(a, da),
        Elem::Ln | Elem::LnNarrow => {
            let v = a.ln();
            (v, slack(da / (a - da).max(f64::MIN_POSITIVE)) + 2.0 * U * v.abs())
        }
        Elem::Sqrt => {
            let v = a.sqrt();
            (v, slack(da / v.max(f64::MIN_POSITIVE)) + U * v)
        }
        Elem::Rsqrt | Elem::RsqrtNarrow => {
            let v = 1.0 / a.sqrt();
            (v, slack(v * da / a) + 3.0 * U * v)
        }
        Elem::Recip => {
            let v = 1.0 / a;
            (v, slack(v.abs() * (da / a.abs())) + U * v.abs())
        }
        Elem::Add => add(a, da, b, db),
        Elem::Sub => add(a, da, -b, db),
        Elem::Mul => mul(a, da, b, db),
        Elem::Div => div(a, da, b, db),
        Elem::Max | Elem::MaxFirst => (a.max(b), da.max(db)),
        Elem::Min | Elem::MinFirst => (a.min(b), da.max(db)),
        Elem::ExpDif | Elem::ExpDifHalf => {
            let (v, d) = add(a, da, -b, db);
            exp(v, d)
        }
        Elem::Pow | Elem::PowNarrow => {
            let v = a.powf(b);
            let relative = (b * da / a).abs() + (a.abs().ln() * db).abs();
            (v, slack(v.abs() * relative) + 4.0 * U * v.abs())
        }
        Elem::LeakyRelu if a > 0.0 => (a, da),
        Elem::ScaleNegative if a >= 0.0 => (a, da),
        Elem::LeakyRelu | Elem::ScaleNegative => mul(a, da, b, db),
        Elem::AddRelu => relu(add(a, da, b, db)),
        Elem::SubRelu => relu(add(a, da, -b, db)),
        Elem::AddAdd => {
            let (v, d) = add(a, da, b, db);
            add(v, d, c, dc)
        }
        Elem::SubAdd => {
            let (v, d) = add(a, da, -b, db);
            add(v, d, c, dc)
        }
        Elem::MulAdd | Elem::Fma | Elem::FmaNarrow => {
            let (v, d) = mul(a, da, b, db);
            add(v, d, c, dc)
        }
        Elem::MulAddRelu => {
            let (v, d) = mul(a, da, b, db);
            relu(add(v, d, c, dc))
        }
        _ => return None,
    })
}

/// Room for what is of second order.
#[inline(always)]
fn slack(d: f64) -> f64 {
    d * 1.001
}

#[inline(always)]
fn exp(a: f64, da: f64) -> (f64, f64) {
    let v = a.exp();
    (v, slack(v * da) + 2.0 * U * v)
}

/// `a + b` and its doubt.
#[inline(always)]
pub fn add(a: f64, da: f64, b: f64, db: f64) -> (f64, f64) {
    let v = a + b;
    (v, da + db + U * v.abs())
}

/// `a * b` and its doubt.
#[inline(always)]
pub fn mul(a: f64, da: f64, b: f64, db: f64) -> (f64, f64) {
    let v = a * b;
    (v, a.abs() * db + b.abs() * da + da * db + U * v.abs())
}

#[inline(always)]
fn div(a: f64, da: f64, b: f64, db: f64) -> (f64, f64) {
    let v = a / b;
    (v, slack((da + v.abs() * db) / b.abs()) + U * v.abs())
}
