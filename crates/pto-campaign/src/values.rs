//! The values of a parameter: `16,32,64`, `64..512:64`, or both.

/// Configurations of one campaign or sweep; more would not be read by anybody.
pub const MOST_CONFIGURATIONS: u64 = 10_000_000;

/// Reads `1,2,3` or `64..512:64`; a range includes its end.
pub fn read(list: &str) -> Result<Vec<i64>, String> {
    let number = |text: &str| {
        text.trim().parse::<i64>().map_err(|_| format!("`{}` is not a whole number", text.trim()))
    };
    let mut values = Vec::new();
    for part in list.split(',') {
        let Some((first, rest)) = part.split_once("..") else {
            values.push(number(part)?);
            continue;
        };
        let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
        let (first, last, step) = (number(first)?, number(last)?, number(step)?);
        if step <= 0 {
            return Err(format!("a range cannot go in steps of {step}"));
        }
        if last < first {
            return Err(format!("the range {first}..{last} is empty"));
        }
        if last.abs_diff(first) / step.unsigned_abs() >= MOST_CONFIGURATIONS {
            return Err("the range is too long".into());
        }
        values.extend((first..=last).step_by(step as usize));
    }
    Ok(values)
}

/// Whether a text can only be values, and no expression.
pub(crate) fn are_values(text: &str) -> bool {
    let list =
        text.chars().all(|c| c.is_ascii_digit() || c.is_ascii_whitespace() || ",.:-".contains(c));
    list && (text.contains("..") || !text.trim_start_matches([' ', '-']).contains('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_are_read() {
        assert_eq!(read("16,32,64"), Ok(vec![16, 32, 64]));
        assert_eq!(read("64..256:64"), Ok(vec![64, 128, 192, 256]));
        assert_eq!(read("1..3, 8"), Ok(vec![1, 2, 3, 8]));
        assert_eq!(read("-2..0"), Ok(vec![-2, -1, 0]));
        for bad in ["", "a", "5..1", "1..5:0", "1..5:-1", "0..999999999999", "1,,2"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read("-9223372036854775808..9223372036854775807").is_err());
    }

    #[test]
    fn values_are_told_from_expressions() {
        for list in ["1", "-1", "1, 2", "64..256:64", "-8..8:4"] {
            assert!(are_values(list), "{list}");
        }
        for expr in ["n", "1 + 2", "8 - 1", "2 * 3", "(1)"] {
            assert!(!are_values(expr), "{expr}");
        }
    }
}
