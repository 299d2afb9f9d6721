//! Names of a program as names of C++: the same where C++ allows it, and unique.

use pto_isa::cpp::{self, Piece};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// Words of the language and of the headers that no call of the table shows.
const WORDS: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t \
class compl const constexpr const_cast continue decltype default delete do double dynamic_cast else enum explicit \
export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr \
operator or or_eq private protected public register reinterpret_cast return short signed sizeof static static_assert \
static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using \
virtual void volatile wchar_t while xor xor_eq int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t \
half bfloat16_t hifloat8_t float8_e4m3_t float8_e5m2_t float8_e8m0_t float4_e1m2x2_t float4_e2m1x2_t int4b_t pto \
std main cce threadIdx LAUNCH_BOUND Tile TileType BLayout SLayout PadValue CompactMode Shape Stride GlobalTensor Layout DYNAMIC TASSIGN AICORE \
event_t pipe_t set_mask_norm set_vector_mask pipe_barrier set_flag wait_flag TPipe Direction TPUSH TPOP TFREE TALLOC \
TileSplitAxis vector_bool vector_align NORM PK US DS \
vcmp_eq vcmp_ne vcmp_lt vcmp_le vcmp_gt vcmp_ge vcmps_eq vcmps_ne vcmps_lt vcmps_le vcmps_gt vcmps_ge NULL EOF assert unix linux";

fn words() -> &'static FxHashSet<String> {
    static ALL: OnceLock<FxHashSet<String>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: FxHashSet<String> = WORDS.split_whitespace().map(str::to_string).collect();
        let forms = pto_isa::all().filter_map(|op| cpp::forms(op).ok()).flatten();
        let forms = forms.filter(|f| f.complete);
        for piece in forms.flat_map(|f| f.pieces) {
            if let Piece::Text(text) = piece {
                // The name of a member is in nobody's way.
                let text = text.split_once('.').map_or(&text[..], |(object, _)| object);
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                all.extend(text.split(|c| !is_part(c)).map(str::to_string));
            }
        }
        let scoped = |e: &&cpp::Enum| e.scoped;
        all.extend(
            cpp::ENUMS.iter().filter(scoped).flat_map(|e| e.name.split("::")).map(str::to_string),
        );
        let tokens = cpp::ENUMS.iter().filter(|e| !e.scoped).flat_map(|e| e.enumerators);
        all.extend(tokens.map(|t| t.to_string()));
        all
    })
}

/// The names in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Names<'a> {
    used: FxHashSet<String>,
    /// Names that are in use around them.
    outer: Option<&'a FxHashSet<String>>,
    /// How often a name was wanted, so that the thousandth does not try a thousand numbers.
    wanted: FxHashMap<String, u32>,
}

impl<'a> Names<'a> {
    /// No names yet, inside of others.
    pub fn within(outer: &'a FxHashSet<String>) -> Names<'a> {
        Names { outer: Some(outer), ..Names::default() }
    }

    /// A name that nobody else has, as near to this one as C++ allows.
    pub fn fresh(&mut self, name: &str) -> String {
        let mut safe: String =
            name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        // Two underscores, or one before a capital, are for the implementation.
        while safe.contains("__") {
            safe = safe.replace("__", "_");
        }
        let safe = safe.trim_start_matches('_');
        let safe = match safe.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => safe.to_string(),
            false => format!("v{safe}"),
        };
        // Macros of the headers are in capitals with underscores.
        let is_macro = |s: &str| s.contains('_') && !s.contains(|c: char| c.is_ascii_lowercase());
        let safe = match words().contains(&safe) || is_macro(&safe) {
            true => format!("{}_v", safe.trim_end_matches('_')),
            false => safe,
        };
        let mut unique = safe.clone();
        let count = self.wanted.entry(safe.clone()).or_insert(0);
        loop {
            *count += 1;
            if *count > 1 {
                unique = format!("{}_{count}", safe.trim_end_matches('_'));
            }
            let outside = self.outer.is_some_and(|o| o.contains(&unique));
            if !outside && self.used.insert(unique.clone()) {
                return unique;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_where_they_can() {
        let mut names = Names::default();
        assert_eq!(names.fresh("row"), "row");
        assert_eq!(names.fresh("row"), "row_2");
        assert_eq!(names.fresh("0"), "v0");
        assert_eq!(names.fresh("a.b$c"), "a_b_c");
        assert_eq!(names.fresh("for"), "for_v");
        assert_eq!(names.fresh("TADD"), "TADD_v");
        assert_eq!(names.fresh("__pypto_idx"), "pypto_idx");
        assert_eq!(names.fresh("PIPE_V"), "PIPE_V_v");
        assert_eq!(names.fresh("_"), "v");
    }
}
