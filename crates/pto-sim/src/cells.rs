//! The cells of local arrays and structs by their types.

use pto_isa::DType;

/// The cells of all declarations of a program together: 32 MiB.
pub(crate) const MAX_CELLS: u64 = 1 << 22;

/// An operand that decoding adds: extents of an array, the place of a field, what a declaration sets aside.
pub(crate) const HIDDEN: u8 = u8::MAX;

/// The extents of an array type, outermost first.
pub(crate) fn array_extents(ty: &str) -> Option<Vec<u64>> {
    if let Some(count) = inside(ty, "!pto.eventid_array<") {
        return Some(vec![count.trim().parse().ok()?]);
    }
    let mut rest = inside(ty, "!pto.local_array<")?;
    let mut extents = Vec::new();
    while let Some((digits, after)) = rest.split_once('x') {
        let Ok(n) = digits.trim().parse() else { break };
        extents.push(n);
        rest = after;
    }
    (!extents.is_empty()).then_some(extents)
}

/// How many numbers a struct type holds, or a field: 1 if it is a number.
pub(crate) fn struct_cells(ty: &str) -> u64 {
    // Numbers are what commas stand between, at whatever depth.
    ty.matches(',').count() as u64 + 1
}

/// The cell of a field that is a number, by its path.
pub(crate) fn field_cell(ty: &str, path: &[u64]) -> Option<u64> {
    let (mut ty, mut cell) = (ty, 0);
    for &field in path {
        let list = fields(ty)?;
        let at = usize::try_from(field).ok()?;
        cell += list.iter().take(at).map(|f| struct_cells(f)).sum::<u64>();
        ty = list.get(at)?;
    }
    fields(ty).is_none().then_some(cell)
}

/// The bits of the fields of a struct; `None` if one of them is no number.
pub(crate) fn field_bits(ty: &str) -> Option<Vec<u64>> {
    fields(ty)?.into_iter().map(|f| DType::parse(f).map(|d| d.bits().into())).collect()
}

/// The types of the fields of a struct; nothing if it is none.
fn fields(ty: &str) -> Option<Vec<&str>> {
    let text = inside(ty, "!pto.struct<")?;
    let (mut list, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => {
                list.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    list.push(text[from..].trim());
    Some(list)
}

fn inside<'t>(ty: &'t str, prefix: &str) -> Option<&'t str> {
    ty.trim().strip_prefix(prefix)?.strip_suffix('>')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_end_at_the_element_type() {
        assert_eq!(array_extents("!pto.local_array<2x4xf32>"), Some(vec![2, 4]));
        assert_eq!(array_extents("!pto.local_array< 8 x i32 >"), Some(vec![8]));
        assert_eq!(array_extents("!pto.eventid_array<3>"), Some(vec![3]));
        assert_eq!(array_extents("!pto.struct<i32>"), None);
    }

    #[test]
    fn fields_lie_one_after_the_other() {
        let ty = "!pto.struct<i8, !pto.struct<f32, !pto.struct<i16, i16>>, i64>";
        assert_eq!(struct_cells(ty), 5);
        let cell = |path: &[u64]| field_cell(ty, path);
        assert_eq!(
            [cell(&[0]), cell(&[1, 0]), cell(&[1, 1, 1]), cell(&[2])],
            [0, 1, 3, 4].map(Some)
        );
        // A struct is no number, a number has no fields, and there is no fourth one.
        assert_eq!([cell(&[1]), cell(&[0, 0]), cell(&[3])], [None; 3]);
    }
}
