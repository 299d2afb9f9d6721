//! The uses of instructions that random programs vary, as a list that comes with the library.
//!
//! `data/uses.txt` is made from the programs under `tests/isa` by `cargo xtask gen`. A line `T` is a type; a line `U` a use:
//! the instruction, its values as `slot.type.value`, with `=N` for a constant and `!` for a result, and its attributes.

use crate::uses::{Given, Setting, Use};
use pto_isa::Type;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// The list.
pub fn uses() -> &'static [Use] {
    static USES: OnceLock<Vec<Use>> = OnceLock::new();
    USES.get_or_init(|| read(include_str!("../data/uses.txt")))
}

/// Writes a list.
pub fn write(uses: &[Use]) -> String {
    let mut types: Vec<&Type> = Vec::new();
    let (mut heads, mut lines) = (String::new(), String::new());
    for u in uses {
        let _ = write!(lines, "U {}", u.def.name);
        // Values are numbered anew, so that equal uses are equal lines.
        let mut values: Vec<u32> = Vec::new();
        for g in &u.given {
            let ty = types.iter().position(|t| **t == g.ty).unwrap_or_else(|| {
                types.push(&g.ty);
                let _ = writeln!(heads, "T {}", g.ty);
                types.len() - 1
            });
            let value = values.iter().position(|v| *v == g.value).unwrap_or_else(|| {
                values.push(g.value);
                values.len() - 1
            });
            let _ = write!(lines, " {}.{ty}.{value}", g.slot);
            if let Some(n) = g.constant {
                let _ = write!(lines, "={n}");
            }
            lines.push_str(if g.result { "!" } else { "" });
        }
        for (name, setting) in &u.attrs {
            let _ = match setting {
                Setting::Int(n) => write!(lines, " {name}:i{n}"),
                Setting::Bool(b) => write!(lines, " {name}:b{b}"),
                Setting::Word(w) => write!(lines, " {name}:w{w}"),
                Setting::Other => write!(lines, " {name}:o"),
            };
        }
        lines.push('\n');
    }
    heads + &lines
}

/// Reads a list; what cannot be read is left out, and a test sees it.
pub fn read(text: &str) -> Vec<Use> {
    let mut types = Vec::new();
    let mut uses = Vec::new();
    for line in text.lines() {
        match line.split_at_checked(2) {
            Some(("T ", ty)) => types.push(pto_ir::parse_type(ty)),
            Some(("U ", words)) => uses.extend(read_use(words, &types)),
            _ => {}
        }
    }
    uses
}

fn read_use(words: &str, types: &[Option<Type>]) -> Option<Use> {
    let mut words = words.split(' ');
    let name = words.next()?;
    let def = pto_isa::ops::find(name)?;
    let (mut given, mut attrs) = (Vec::new(), Vec::new());
    for word in words {
        if let Some((name, value)) = word.split_once(':') {
            let (kind, value) = value.split_at_checked(1)?;
            let setting = match kind {
                "i" => Setting::Int(value.parse().ok()?),
                "b" => Setting::Bool(value == "true"),
                "w" => Setting::Word(value.into()),
                _ => Setting::Other,
            };
            attrs.push((name.to_string(), setting));
            continue;
        }
        let result = word.ends_with('!');
        let word = word.trim_end_matches('!');
        let (place, constant) = match word.split_once('=') {
            Some((place, n)) => (place, Some(n.parse().ok()?)),
            None => (word, None),
        };
        let mut parts = place.split('.');
        let mut number = || parts.next()?.parse::<u32>().ok();
        let (slot, ty, value) = (number()? as u8, number()? as usize, number()?);
        given.push(Given { slot, ty: types.get(ty)?.clone()?, value, constant, result });
    }
    Some(Use { def, given, attrs })
}
