//! Which cases are wanted, and the numbers they are found again by.

/// A number made of others.
pub fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0xCBF2_9CE4_8422_2325, |h, w| {
        (h ^ w).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}

/// What to run: everything, one instruction, or one case.
pub fn wanted() -> (String, Option<u64>) {
    let text = std::env::var("PTO_CASE").unwrap_or_default();
    match text.split_once(':') {
        Some((name, seed)) => (name.to_string(), seed.parse().ok()),
        None => (text, None),
    }
}
