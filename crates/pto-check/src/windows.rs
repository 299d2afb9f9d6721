//! Windows of tiles: they start at an address that a tile can have, between whole boxes, and end inside; by a page inside what is
//! valid.

use crate::rulebooks::by_one;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Node, Operand};
use pto_ir::{Attr, Module};
use pto_isa::rule::count;
use pto_isa::target::ADDRESS_ALIGN_BYTES;
use pto_isa::window::{BadStart, lies_inside};
use pto_isa::{Dim, OpDef, Rulebook, Target, TileTy, Type, code, ops};

/// Instructions whose result is the window of `source` at `offsets`.
const WINDOWS: &[&str] = &["subview", "subset"];

pub(crate) fn check(module: &Module, target: Target, rules: Rulebook, out: &mut Vec<Diagnostic>) {
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node).filter(|d| WINDOWS.contains(&d.name)) else { continue };
        let Some(w) = Window::read(module, def, node) else { continue };
        let by_page = || {
            let of_page = def.is(&ops::tile_config::subview);
            w.inside_valid().filter(|_| of_page).map(|d| by_one(Rulebook::Manual, rules, d))
        };
        let found = w.start().or_else(|| w.inside()).or_else(|| w.sizes()).or_else(by_page);
        out.extend(found.map(|mut d| {
            d.target = Some(target);
            d
        }));
    }
}

/// What is known of a window.
struct Window<'m> {
    module: &'m Module,
    node: &'m Node,
    op: String,
    source: &'m TileTy,
    result: Option<&'m TileTy>,
    /// Row and column it starts at, and where they are written.
    offsets: [(&'m Operand, Option<i64>); 2],
    /// Rows and columns that hold data, as an operand or the type says.
    valid: [Option<i64>; 2],
}

impl<'m> Window<'m> {
    fn read(module: &'m Module, def: &OpDef, node: &'m Node) -> Option<Window<'m>> {
        let tile = |name: &str| {
            let slot = def.slot(name)?;
            let operand = module.slot_values(node, slot).next();
            let value = operand.or(module.results(node).find(|&v| module.value(v).slot == slot))?;
            module.type_of(value).and_then(Type::as_tile)
        };
        let slot = def.slot("offsets")?;
        let mut offsets = module.operands(node).iter().filter(|o| o.slot == slot);
        let mut offset = || offsets.next().map(|o| (o, module.constant_int(o.value)));
        let offsets = [offset()?, offset()?];
        let result = tile("result");
        let valid = |name: &str, pick: fn(&TileTy) -> Dim| {
            let operand = def.slot(name).and_then(|s| module.slot_values(node, s).next());
            let typed = || result.and_then(|t| pick(t).known()).map(i64::from);
            operand.and_then(|v| module.constant_int(v)).or_else(typed)
        };
        let valid = [valid("valid_row", |t| t.valid_rows), valid("valid_col", |t| t.valid_cols)];
        let op = module.op_name(node).into_owned();
        Some(Window { module, node, op, source: tile("source")?, result, offsets, valid })
    }

    /// The start is an address that a tile can have.
    fn start(&self) -> Option<Diagnostic> {
        let known = |i: usize| self.offsets[i].1.and_then(|n| u32::try_from(n).ok());
        let (row, col) = (known(0), known(1));
        let bad = self.source.window_starts_at(row, col).err()?;
        let show = |n: Option<u32>| n.map_or("?".to_string(), |n| n.to_string());
        let place = format!("row {}, column {}", show(row), show(col));
        let layout = self.source.layout();
        Some(match bad {
            BadStart::Address { bytes } => {
                let lines = matches!(self.source.blayout, pto_isa::BLayout::RowMajor);
                let (i, what) = if lines { (1, "column") } else { (0, "row") };
                let past = bytes % ADDRESS_ALIGN_BYTES;
                Diagnostic::error(
                    code::ADDR_ALIGN,
                    self.offsets[i].0.span,
                    format!("`{}` must start at a multiple of {ADDRESS_ALIGN_BYTES} bytes", self.op),
                )
                .found(format!("{place}: {past} bytes past one"))
                .label(self.source_span(), format!("a tile of {}", self.source.dtype))
                .help(format!(
                    "start at a {what} that is a multiple of {}",
                    self.source.dtype.per_block()
                ))
                .note("rule from pto-isa@3186c381 include/pto/npu/a2a3/TSubView.hpp:21-29, docs/isa/tile/ops/sync-and-config/tassign.md, SA-0354")
            }
            BadStart::Box { rows, cols } => {
                let inside = |n: Option<u32>, size: u32| n.is_some_and(|n| !n.is_multiple_of(size));
                let i = if inside(row, rows) { 0 } else { 1 };
                Diagnostic::error(
                    code::ADDR_ALIGN,
                    self.offsets[i].0.span,
                    format!("`{}` must not start inside a box", self.op),
                )
                .found(place)
                .label(
                    self.source_span(),
                    format!("an {} tile with boxes of {rows} x {cols}", layout.name()),
                )
                .help(format!("start at a multiple of {rows} rows and {cols} columns"))
                .note("rule from PTOAS 0.60 lib/PTO/IR/PTO.cpp:17142-17160")
            }
        })
    }

    /// The valid region ends inside the source.
    fn inside(&self) -> Option<Diagnostic> {
        let extents = [(self.source.rows, "row"), (self.source.cols, "column")];
        let bad = (0..2).find(|&i| {
            let size = self.valid[i].map(|n| n.max(1)).or(Some(1));
            !lies_inside(self.offsets[i].1, size, Dim::Is(extents[i].0))
        })?;
        let (operand, offset) = self.offsets[bad];
        let (extent, what) = extents[bad];
        let start = offset.map_or("?".into(), |n| n.to_string());
        let size = self.valid[bad].map_or("?".into(), |n| n.to_string());
        let d = Diagnostic::error(
            code::OUT_OF_BOUNDS,
            operand.span,
            format!("the valid region of `{}` must end inside its source", self.op),
        )
        .found(format!("{size} {what}s from {what} {start} on"))
        .label(self.source_span(), format!("a tile of {}", count(extent, what)));
        Some(match (offset, self.valid[bad]) {
            (Some(at), Some(_)) if (0..i64::from(extent)).contains(&at) => d.help(format!(
                "make at most {} valid",
                count((i64::from(extent) - at) as u32, what)
            )),
            _ => d,
        })
    }

    /// The valid region ends inside that of the source. A larger one is refused without a look at the offsets.
    fn inside_valid(&self) -> Option<Diagnostic> {
        let extents = [(self.source.valid_rows, "row"), (self.source.valid_cols, "column")];
        let bad = (0..2).find(|&i| {
            let fits = extents[i].0.known().zip(self.valid[i]).is_none_or(|(n, v)| v <= n.into());
            fits && !lies_inside(self.offsets[i].1, self.valid[i], extents[i].0)
        })?;
        let (operand, offset) = self.offsets[bad];
        let (extent, what) = extents[bad];
        let start = offset.map_or("?".into(), |n| n.to_string());
        let size = self.valid[bad].map_or("?".into(), |n| n.to_string());
        Some(
            Diagnostic::error(
                code::OUT_OF_BOUNDS,
                operand.span,
                format!("the valid region of `{}` must end inside that of its source", self.op),
            )
            .found(format!("{size} {what}s from {what} {start} on"))
            .label(self.source_span(), format!("{extent} valid {what}s"))
            .note("rule from pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/subview.md:78"),
        )
    }

    /// `sizes` are the rows and columns of the result, unless it keeps those of its source, as the manual has it.
    fn sizes(&self) -> Option<Diagnostic> {
        let attr = self.module.attr(self.node, "sizes")?;
        let Attr::Array(items) = self.module.attrs.get(attr.value) else { return None };
        let mut sizes = items.iter().map(|&i| match self.module.attrs.get(i) {
            Attr::Int(n, _) => Some(*n),
            _ => None,
        });
        let (rows, cols) = (sizes.next()??, sizes.next()??);
        let result = self.result?;
        let keeps_shape = (result.rows, result.cols) == (self.source.rows, self.source.cols);
        if keeps_shape || (i128::from(result.rows), i128::from(result.cols)) == (rows, cols) {
            return None;
        }
        Some(
            Diagnostic::error(
                code::SAME_SHAPE,
                attr.span,
                format!("`sizes` of `{}` must be the rows and columns of its result", self.op),
            )
            .found(format!(
                "{rows} x {cols}; the result type says {} x {}",
                result.rows, result.cols
            ))
            .note("rule from PTOAS 0.60 lib/PTO/IR/PTO.cpp:17070-17072"),
        )
    }

    fn source_span(&self) -> pto_ir::Span {
        self.module.operands(self.node).first().map_or(self.node.name_span, |o| o.span)
    }
}
