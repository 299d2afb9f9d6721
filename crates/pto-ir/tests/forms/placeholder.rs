//! The notation of a form: what may be left out, and what stands for a type.

/// The form with all that may be left out, and without it.
pub fn choices(form: &str) -> Vec<String> {
    let whole = settle(form, true);
    let short = settle(form, false);
    if whole == short { vec![whole] } else { vec![whole, short] }
}

/// Removes the marks: `*` with one of what it marks, `?` with it or without it.
fn settle(form: &str, keep: bool) -> String {
    let mut text = form.replace('*', "");
    while let Some(at) = text.find('?') {
        let start = item_start(&text[..at]);
        let item = text[start..at].to_string();
        let (before, after) = (&text[..start], &text[at + 1..]);
        if keep {
            // `(key = %x)?` stands in parentheses only for its mark.
            let bare = item.strip_prefix('(').and_then(|i| i.strip_suffix(')'));
            text = format!("{before}{}{after}", bare.unwrap_or(&item));
        } else {
            text = match (before.strip_suffix(", "), after.strip_prefix(", ")) {
                (Some(before), _) => format!("{before}{after}"),
                (None, Some(after)) => format!("{before}{after}"),
                (None, None) => format!("{}{after}", before.trim_end_matches(' ')),
            };
        }
    }
    // Nothing is left of a list.
    let text = text.trim_start().trim_start_matches("= ").to_string();
    let text = text.replace(" :  ->", " ->").replace(" : ->", " ->").replace("[]", "");
    let text = text.replace(" ins( :)", "");
    let text = text.trim_end_matches([' ', ':']).trim_end_matches("->").trim_end();
    text.to_string()
}

/// Where the item begins that ends here: `%x`, `word(...)`, `(...)`, `!pto.x<...>`, `<...>`, `"word"`.
fn item_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = text.len();
    if at > 0 && matches!(bytes[at - 1], b')' | b'>' | b']') {
        let mut depth = 0;
        while at > 0 {
            at -= 1;
            match bytes[at] {
                b')' | b'>' | b']' => depth += 1,
                b'(' | b'<' | b'[' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    let part = |b: u8| b.is_ascii_alphanumeric() || b"_.%!\"@".contains(&b);
    while at > 0 && part(bytes[at - 1]) {
        at -= 1;
    }
    at
}

/// The text with a type for every placeholder.
pub fn filled(text: &str) -> String {
    let types = [
        ("!pto.tile<...>", "!pto.tile_buf<vec, 16x16xf32>"),
        ("!pto.tile_buf<...>", "!pto.tile_buf<vec, 16x16xf32>"),
        ("!pto.multi_tile_buf<...>", "!pto.multi_tile_buf<vec, 16x16xf32, count=2>"),
        ("!pto.vreg<NxT>", "!pto.vreg<64xf32>"),
        ("!pto.mask<G>", "!pto.mask<b32>"),
        ("!pto.vaddr<G>", "!pto.vaddr<b32>"),
        ("!pto.ptr<T, space>", "!pto.ptr<f32, ub>"),
        ("<view type>", "!pto.partition_tensor_view<16x16xf32>"),
        ("<memory type>", "!pto.ptr<f32, gm>"),
        ("<handle type>", "!pto.pipe"),
    ];
    let text = types.iter().fold(text.to_string(), |t, (from, to)| t.replace(from, to));
    words(&text, |word| match word {
        "T" => Some("i32"),
        "..." => Some("f32"),
        _ => None,
    })
}

/// A statement of the manual with a type for every placeholder; nothing if it leaves out operands.
pub fn manual(text: &str) -> Option<String> {
    let types = [
        ("!pto.tile<...>", "!pto.tile<f32, 16, 16>"),
        ("pto.tile<...>", "pto.tile<f32, 16, 16>"),
        ("tile_buf<...>", "tile_buf<vec, 16x16xf32>"),
        ("RxCxT", "16x16xf32"),
        ("?x?xT", "?x?xf32"),
        ("!pto.ptr<U,", "!pto.ptr<f32,"),
        ("tensor_view<...>", "tensor_view<16x16xf32>"),
        ("MxNxdtype", "16x16xf32"),
        ("!pto.event<...>", "!pto.event<producer = #pto.op<TADD>>"),
        ("!pto.group<...>", "!pto.group<8>"),
        ("!pto.memref<...>", "!pto.memref<f32, 16>"),
        ("!pto.memref<i32, MxN>", "!pto.memref<i32, 4x4>"),
        ("!pto.global<...>", "!pto.partition_tensor_view<16x16xf32>"),
        ("N/2xT_wide", "64xi32"),
        (
            "!pto.tile<loc, dtype, rows, cols, blayout, slayout, fractal, pad>",
            "!pto.tile<f32, 16, 16>",
        ),
        ("i64 x5", "i64, i64, i64, i64, i64"),
        // Where a window starts.
        ("dtype, dtype)", "index, index)"),
        ("Nxi32", "64xi32"),
        ("[src_op, dst_op, eventID]", "[<TLOAD>, <TVEC>, <EVENT_ID0>]"),
        ("#pto<cmp xx>", "#pto<cmp eq>"),
        ("#pto<round_mode xx>", "#pto<round_mode rint>"),
    ];
    let text = types.iter().fold(text.to_string(), |t, (from, to)| t.replace(from, to));
    // `a | b` and `a|b`: the first.
    let mut text = text;
    while let Some(at) = text.find('|') {
        let rest = text[at + 1..].trim_start();
        let end = rest.find([',', ')', ' ', '}', '?']).unwrap_or(rest.len());
        text = format!("{}{}", text[..at].trim_end(), &rest[end..]);
    }
    // `word?`, `[clause]` and `[clause]*` may be left out; `valid=?x?` is a type.
    let marks = [
        (")?", ")"),
        ("disable_gemv?", "disable_gemv"),
        ("n_dir?", "n_dir"),
        ("(sat)", "sat"),
        (")*", ")"),
        ("]*", "]"),
        (" [loop(", " loop("),
        (" [pad(", " pad("),
        ("[, ", ", "),
        ("])]", ")"),
        ("])", ")"),
        (")]", ")"),
        (",]", "],"),
        ("[loop i64, i64, i64]", "loop i64, i64, i64"),
        ("[pad ", "pad "),
        ("]", "]"),
    ];
    let text = marks.iter().fold(text, |t, (from, to)| t.replace(from, to));
    let text = words(&text, |word| match word {
        "T" | "dtype" | "A" | "B" | "C" => Some("f32"),
        "NxT" | "NxT0" => Some("64xf32"),
        "MxT1" | "NxT_wide" | "NxI" => Some("64xi32"),
        "2NxT_narrow" | "NxT_narrow" => Some("128xi16"),
        "G" | "G0" | "G1" => Some("b32"),
        _ => None,
    });
    (!text.contains("...")).then(|| if text.ends_with('{') { text + "\n}" } else { text })
}

/// Replaces whole words.
fn words(text: &str, with: impl Fn(&str) -> Option<&'static str>) -> String {
    let part = |c: char| c.is_alphanumeric() || "_.%!\"@".contains(c);
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(part) {
        let end = rest[start..].find(|c| !part(c)).map_or(rest.len(), |n| start + n);
        out.push_str(&rest[..start]);
        out.push_str(with(&rest[start..end]).unwrap_or(&rest[start..end]));
        rest = &rest[end..];
    }
    out + rest
}
