//! Laws of types: a tile holds whole blocks and fits its memory, a register has 2048 bits.

use crate::rulebooks::by_one;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Def, Value};
use pto_ir::{Module, Severity, Span, ValueId};
use pto_isa::class::{Allocate, Class};
use pto_isa::rule::count;
use pto_isa::target::VREG_BITS;
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{BLayout, Code, Rulebook, Sem, Space, Target, TileTy, Type, code};
use rustc_hash::FxHashSet;

/// A violated well-formedness rule: code, warning, sentence, what was found, help.
struct Broken {
    code: Code,
    warn: bool,
    message: String,
    found: String,
    help: Option<String>,
    /// Only this rulebook makes the rule.
    only: Option<Rulebook>,
}

pub(crate) fn check(module: &Module, target: Target, rules: Rulebook, out: &mut Vec<Diagnostic>) {
    // Types are interned, so each is judged once, at its first value: storage before other values,
    // because only storage must fill whole blocks and boxes.
    let mut seen = vec![false; module.types.len()];
    let predicates = predicates(module);
    for use_of_type in [Use::Storage, Use::Predicate, Use::Other] {
        for i in 0..module.value_count() {
            let value = module.value(ValueId(i as u32));
            let Some(ty) = value.ty else { continue };
            let allocated = || is_allocated(module, value.def);
            let is_predicate = || predicates.contains(&ValueId(i as u32));
            let judged_now = match use_of_type {
                Use::Storage => allocated() && !is_predicate(),
                Use::Predicate => allocated(),
                Use::Other => true,
            };
            if seen[ty.index()] || value.def == Def::Missing || !judged_now {
                continue;
            }
            seen[ty.index()] = true;
            for mut b in broken(module.types.get(ty), target) {
                b.warn |= match b.code {
                    code::ROW_ALIGN => use_of_type != Use::Storage,
                    code::BOX_ALIGN => use_of_type == Use::Other,
                    _ => false,
                };
                out.push(render(module, value, target, rules, b));
            }
        }
    }
}

/// What a value is to the rules about whole blocks.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Storage,
    /// Storage for the packed bits of a comparison, whose rows devices leave short.
    Predicate,
    /// A view, an argument or a declaration.
    Other,
}

/// The tiles that comparisons write.
fn predicates(module: &Module) -> FxHashSet<ValueId> {
    let written = |node| match module.def(node).map(|d| d.sem) {
        Some(Sem::Compare(c)) => module.slot_values(node, c.dst).next(),
        _ => None,
    };
    module.nodes().filter_map(|(_, node)| written(node)).collect()
}

/// The well-formedness rules that the type of a tile or register of this name violates on a target, where it is storage.
pub fn check_type(name: &str, ty: &Type, target: Target, rules: Rulebook) -> Vec<Diagnostic> {
    broken(ty, target).into_iter().map(|b| say(name, Span::default(), target, rules, b)).collect()
}

#[cold]
fn render(
    module: &Module,
    value: &Value,
    target: Target,
    rules: Rulebook,
    b: Broken,
) -> Diagnostic {
    say(&format!("%{}", module.sym(value.name)), value.span, target, rules, b)
}

#[cold]
fn say(name: &str, span: Span, target: Target, rules: Rulebook, b: Broken) -> Diagnostic {
    let mut d = Diagnostic::error(b.code, span, format!("`{name}`: {}", b.message)).found(b.found);
    if b.warn {
        d.severity = Severity::Warning;
    }
    d.help = b.help;
    d.target = Some(target);
    match b.only {
        Some(made_by) if !b.warn => by_one(made_by, rules, d),
        _ => d,
    }
}

/// Whether a value is storage of its own rather than a view, an argument or a declaration.
fn is_allocated(module: &Module, def: Def) -> bool {
    match def {
        Def::Result(id) => {
            let op = module.def(module.node(id));
            op.is_some_and(|o| {
                matches!(o.class, Class::Allocate(Allocate::Tile | Allocate::MultiTile))
            })
        }
        _ => false,
    }
}

fn broken(ty: &Type, target: Target) -> Vec<Broken> {
    match ty {
        Type::Tile(t) | Type::MultiTile(t, _) => tile(t, target),
        Type::Vreg { lanes, dtype } => vreg(*lanes, dtype.bits(), ty, target),
        Type::Other(_) => {
            VirtualRegister::of(ty).and_then(|r| any_length(r, ty)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A register or predicate of any length has a lane, and elements that a predicate can select.
///
/// Source: PTOAS lib/PTO/IR/VMI.cpp, `VMIVRegType::verify` and `VMIMaskType::verify`.
fn any_length(register: VirtualRegister<'_>, ty: &Type) -> Option<Broken> {
    let (message, help) = match register {
        VirtualRegister::Vector { lanes: 0, .. } | VirtualRegister::Mask { lanes: 0, .. } => {
            ("a register has at least one lane", "use 1 lane or more")
        }
        VirtualRegister::Vector { dtype: Some(d), .. } if !matches!(d.bits(), 8 | 16 | 32) => (
            "the elements of a register of any length have 8, 16 or 32 bits",
            "use a type of one of these widths",
        ),
        _ => return None,
    };
    Some(Broken {
        code: code::VREG_BITS,
        warn: false,
        only: None,
        message: message.into(),
        found: ty.to_string(),
        help: Some(help.into()),
    })
}

fn vreg(lanes: u32, bits: u32, ty: &Type, target: Target) -> Vec<Broken> {
    let total = u64::from(lanes) * u64::from(bits);
    if total == u64::from(VREG_BITS) {
        return Vec::new();
    }
    // Examples of the manual have registers of any number of blocks.
    let whole_blocks = total > 0 && total % 256 == 0;
    let relaxed = !target.is_device() && whole_blocks;
    vec![Broken {
        code: code::VREG_BITS,
        warn: relaxed,
        only: whole_blocks.then_some(Rulebook::Device),
        message: format!("a vector register has {VREG_BITS} bits"),
        found: format!("{ty} has {total} bits"),
        help: Some(if relaxed {
            "on cpu any multiple of 32 bytes is accepted; no device has such a register".into()
        } else {
            format!("use {} lanes", VREG_BITS / bits.max(1))
        }),
    }]
}

fn tile(t: &TileTy, target: Target) -> Vec<Broken> {
    let mut out = Vec::new();
    let mut broken = |code, message: String, found: String, help: Option<String>| {
        // Accepted programs put large parameter tiles to use, and short columns where the tile is one line.
        let warn = (code == code::ROW_ALIGN && t.is_short_line())
            || (code == code::TILE_TOO_BIG && matches!(t.space, Space::Bias | Space::Scaling));
        // The pages of row reductions ask for one column, whatever the layout of the result.
        let only = (code == code::ROW_ALIGN && t.is_manual_column()).then_some(Rulebook::Device);
        out.push(Broken { code, warn, message, found, help, only });
    };
    if t.rows == 0 || t.cols == 0 {
        broken(
            code::ZERO_EXTENT,
            "a tile has at least one row and one column".into(),
            format!("{} x {}", t.rows, t.cols),
            None,
        );
        return out;
    }
    if !t.holds_valid() {
        broken(
            code::VALID_TOO_BIG,
            "the valid region is larger than the tile".into(),
            format!("{}x{} valid in {}x{}", t.valid_rows, t.valid_cols, t.rows, t.cols),
            Some(format!("use at most `valid={}x{}`", t.rows, t.cols)),
        );
    }
    if ![512, 1024, 32, 16].contains(&t.fractal) {
        broken(
            code::FRACTAL,
            "a box has 512, 1024 or 32 bytes".into(),
            format!("fractal={}", t.fractal),
            None,
        );
    } else {
        whole_blocks(t, &mut broken);
    }
    let Some(capacity) = target.capacity_bytes(t.space) else {
        if t.space != Space::Gm {
            broken(
                code::NO_SPACE,
                format!("{target} has no `{}` memory", t.space),
                t.space.to_string(),
                None,
            );
        }
        return out;
    };
    if !t.fits(target) {
        let over = t.size_bytes();
        broken(
            code::TILE_TOO_BIG,
            format!("the tile does not fit into `{}` on {target}", t.space),
            format!("{over} bytes ({}), {capacity} available ({})", kib(over), kib(capacity)),
            Some(largest(t, capacity)),
        );
    }
    out
}

/// How many rows would fit.
fn largest(t: &TileTy, capacity: u64) -> String {
    let row = (u64::from(t.cols) * u64::from(t.dtype.bits())).div_ceil(8).max(1);
    let rows = capacity / row;
    if rows == 0 {
        return "use fewer columns".into();
    }
    format!("at most {} of {} fit", count(rows as u32, "row"), count(t.cols, "column"))
}

fn kib(bytes: u64) -> String {
    if bytes.is_multiple_of(1024) {
        format!("{} KiB", bytes / 1024)
    } else {
        format!("{:.1} KiB", bytes as f64 / 1024.0)
    }
}

/// Unboxed rows (or columns) fill 32-byte blocks; boxed tiles hold whole boxes.
fn whole_blocks(t: &TileTy, broken: &mut dyn FnMut(Code, String, String, Option<String>)) {
    let layout = t.layout();
    if !t.fills_boxes() {
        let (ir, ic) = layout.inner_box(t.dtype, t.fractal);
        let rows = if t.has_free_rows() { t.rows } else { t.rows.next_multiple_of(ir) };
        broken(
            code::BOX_ALIGN,
            format!("a {} tile holds whole boxes of {ir} x {ic}", layout.name()),
            format!("{} x {}", t.rows, t.cols),
            Some(format!("use {rows} x {}", t.cols.next_multiple_of(ic))),
        );
    }
    let (false, Some(block)) = (t.fills_blocks(), t.line_multiple_bytes()) else { return };
    let (what, other) = match t.blayout {
        BLayout::RowMajor => ("row", "columns"),
        BLayout::ColMajor => ("column", "rows"),
    };
    let n = t.line_elements();
    let bytes = (u64::from(n) * u64::from(t.dtype.bits())).div_ceil(8);
    let fit = n.next_multiple_of(block as u32 * 8 / t.dtype.bits()).max(1);
    broken(
        code::ROW_ALIGN,
        format!("each {what} must be a multiple of {block} bytes"),
        format!("a {what} of {n} x {} has {bytes} bytes", t.dtype),
        Some(format!("allocate {fit} {other} and set the valid region to {n}")),
    );
}
