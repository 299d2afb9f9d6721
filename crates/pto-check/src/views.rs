//! Views on global memory have one extent, stride, offset and size per dimension, and parts of them lie inside.

use pto_analysis::facts::constant;
use pto_ir::Attr;
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::module::{Node, Operand};
use pto_ir::{Module, ValueId};
use pto_isa::ops::tile_view::{make_tensor_view, partition_view};
use pto_isa::rule::count;
use pto_isa::window::lies_inside;
use pto_isa::{Dim, OpDef, Type, code};

/// Lists of numbers and the operand whose dimensions they describe.
const LISTS: &[(&OpDef, &[&str], &str)] = &[
    (&make_tensor_view, &["shape", "strides"], "result"),
    (&partition_view, &["offsets", "sizes"], "source"),
];

pub(crate) fn check(module: &Module, out: &mut Vec<Diagnostic>) {
    for (_, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let Some((op, lists, of)) = LISTS.iter().find(|l| def.is(l.0)) else { continue };
        let Some(view) = def.slot(of).and_then(|s| module.slot_values(node, s).next()) else {
            continue;
        };
        let Some(Type::View { dims, .. }) = module.type_of(view) else { continue };
        let before = out.len();
        for list in *lists {
            let Some(slot) = def.slot(list) else { continue };
            let given = module.operands(node).iter().filter(|o| o.slot == slot).count();
            // Without operands the numbers are attributes, or the text was not understood.
            if given != 0 && given != dims.len() {
                out.push(wrong(module, node, slot, view, (list, given, dims.len())));
            }
        }
        let part = Part { module, def, node, source: view, dims };
        if op.is(&partition_view) && out.len() == before {
            out.extend(part.check());
        } else if out.len() == before {
            out.extend(part.layout_of_strides());
        }
    }
}

/// A part of a view.
struct Part<'m> {
    module: &'m Module,
    def: &'static OpDef,
    node: &'m Node,
    source: ValueId,
    dims: &'m [Dim],
}

/// A number of a list and the operand that gives it.
type Given<'m> = (&'m Operand, Option<i64>);

impl<'m> Part<'m> {
    /// The first dimension that is not as it must be. Each size is positive, is the extent of the result type, and
    /// fits the source from the offset on.
    ///
    /// Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:3028-3069.
    fn check(&self) -> Option<Diagnostic> {
        let (offsets, sizes) = (self.list("offsets"), self.list("sizes"));
        let result = self.result_dims().filter(|r| r.len() == self.dims.len());
        offsets.iter().zip(&sizes).enumerate().find_map(|(i, (offset, size))| {
            let typed = result.and_then(|r| r[i].known()).map(i64::from);
            if size.1.is_some_and(|n| n < 1) {
                let message = format!("`sizes` of `{}` must be positive", self.op());
                let d = Diagnostic::error(code::OUT_OF_BOUNDS, size.0.span, message);
                return Some(d.found(format!("{} in dimension {i}", size.1.unwrap_or(0))));
            }
            if let (Some(n), Some(t)) = (size.1, typed)
                && n != t
            {
                let message =
                    format!("`sizes` of `{}` must be the extents of its result", self.op());
                let d = Diagnostic::error(code::DYNAMIC_EXTENT, size.0.span, message)
                    .found(format!("{n} in dimension {i}, the result type says {t}"))
                    .help(format!("write {n} in the type, or `?`"))
                    .note("rule from PTOAS 0.60 lib/PTO/IR/PTO.cpp:3045-3053");
                return Some(d);
            }
            // The rules of the instruction compare the two types.
            if self.dims[i].known().is_some_and(|n| typed > Some(i64::from(n))) {
                return None;
            }
            let (extent, whole) = self.extent(i);
            if lies_inside(offset.1, size.1.or(typed), extent) {
                return None;
            }
            let outside = self.outside(i, *offset, size.1.or(typed), (extent, whole));
            Some(match self.dims[i] == Dim::Dynamic && self.among_its_elements(&offsets, &sizes) {
                true => Diagnostic { severity: Severity::Warning, ..outside }.note(
                    "it ends in the last 32 bytes of its source, and the type leaves the extent open",
                ),
                false => outside,
            })
        })
    }

    /// Whether the part ends in the block of 32 bytes that its source ends in, although it leaves a dimension: rows of a view
    /// without gaps are counted over several of its dimensions, and memory is made of whole blocks. PyPTO writes such parts, and
    /// the assembler compares with the type alone.
    ///
    /// Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:3055-3069, pypto@e2d0f78a tests/st/runtime/ops/test_gather.py:320-345,
    /// tests/st/distributed/collectives/test_l3_tensor_allreduce_intrinsic.py (windows of 17 elements of f16).
    fn among_its_elements(&self, offsets: &[Given<'_>], sizes: &[Given<'_>]) -> bool {
        let strides = self.strides();
        let last = |extents: &mut dyn Iterator<Item = Option<i64>>| {
            extents.zip(&strides).try_fold(0i64, |sum, (extent, stride)| {
                sum.checked_add(extent?.checked_sub(1)?.checked_mul((*stride)?)?)
            })
        };
        let element = self.module.type_of(self.source).and_then(|t| t.dtype());
        let in_block = element.map_or(1, |d| i64::from(256 / d.bits()));
        let ends = offsets.iter().zip(sizes).map(|(o, s)| o.1?.checked_add(s.1?));
        let part = last(&mut ends.into_iter());
        let whole =
            last(&mut (0..self.dims.len()).map(|i| self.extent(i).0.known().map(i64::from)));
        strides.len() == self.dims.len()
            && offsets.iter().all(|o| o.1 >= Some(0))
            && part.zip(whole).is_some_and(|(part, whole)| part / in_block <= whole / in_block)
    }

    /// The strides of the source as far as they are known.
    fn strides(&self) -> Vec<Option<i64>> {
        let made = self.module.defining_op(self.source).map(|d| self.module.node(d));
        let slot = made
            .and_then(|n| self.module.def(n))
            .and_then(|d| if d.is(&make_tensor_view) { d.slot("strides") } else { None });
        match (made, slot) {
            (Some(node), Some(slot)) => {
                self.module.slot_values(node, slot).map(|v| constant(self.module, v)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A row-major or column-major layout whose strides are those of the other one.
    ///
    /// Source: pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/make-tensor-view.md:42; the assembler looks at it
    /// and does not refuse it (PTOAS 0.60 lib/PTO/IR/PTO.cpp:2980-2995).
    fn layout_of_strides(&self) -> Option<Diagnostic> {
        let attr = self.module.attr(self.node, "layout")?;
        let says = match self.module.attrs.get(attr.value) {
            Attr::Str(s) | Attr::Word(s) | Attr::Case { value: s, .. } => s.to_ascii_lowercase(),
            _ => return None,
        };
        let [.., rows, cols] = self.dims else { return None };
        if [rows, cols].iter().any(|d| d.known().is_none_or(|n| n == 1)) {
            return None;
        }
        let strides = self.list("strides");
        let [.., row, col] = strides.as_slice() else { return None };
        let are = match (row.1?, col.1?) {
            (1, n) if n > 1 => "dn",
            (n, 1) if n > 1 => "nd",
            _ => return None,
        };
        (are != says && ["nd", "dn"].contains(&&*says)).then(|| {
            let message = format!("`layout` of `{}` should be that of its strides", self.op());
            Diagnostic::warning(code::LAYOUT, attr.span, message)
                .found(format!("{says}, the strides are those of {are}"))
                .help(format!("write {are}, or exchange the strides"))
        })
    }

    #[cold]
    fn outside(
        &self,
        i: usize,
        offset: Given<'_>,
        size: Option<i64>,
        (extent, whole): (Dim, ValueId),
    ) -> Diagnostic {
        let show = |n: Option<i64>| n.map_or("?".to_string(), |n| n.to_string());
        let found = match (offset.1, size) {
            (Some(o), Some(s)) if o >= 0 => {
                format!("{o} + {s} = {} in dimension {i}", o.saturating_add(s))
            }
            (o, s) => format!("{} elements from {} on in dimension {i}", show(s), show(o)),
        };
        Diagnostic::error(
            code::OUT_OF_BOUNDS,
            offset.0.span,
            format!("`{}` must lie inside its source", self.op()),
        )
        .found(found)
        .label(self.module.value(whole).span, format!("dimension {i} has {extent} elements"))
        .note("rule from PTOAS 0.60 lib/PTO/IR/PTO.cpp:3055-3069")
    }

    /// The extent of the source, and the view that says it: by its type, or by the constants it was made from.
    fn extent(&self, i: usize) -> (Dim, ValueId) {
        let unknown = (self.dims[i], self.source);
        let Dim::Dynamic = self.dims[i] else { return unknown };
        let Some(made) = self.module.defining_op(self.source).map(|d| self.module.node(d)) else {
            return unknown;
        };
        let list = match self.module.def(made) {
            Some(d) if d.is(&make_tensor_view) => d.slot("shape"),
            Some(d) if d.is(&partition_view) => d.slot("sizes"),
            _ => None,
        };
        let value = list.and_then(|s| self.module.slot_values(made, s).nth(i));
        let constant = value.and_then(|v| self.module.constant_int(v));
        match constant.and_then(|n| u32::try_from(n).ok()) {
            Some(n) => (Dim::Is(n), self.source),
            None => unknown,
        }
    }

    fn list(&self, name: &str) -> Vec<Given<'m>> {
        let slot = self.def.slot(name);
        let operands = self.module.operands(self.node).iter().filter(|o| Some(o.slot) == slot);
        operands.map(|o| (o, self.module.constant_int(o.value))).collect()
    }

    fn result_dims(&self) -> Option<&'m [Dim]> {
        match self.module.results(self.node).next().and_then(|v| self.module.type_of(v))? {
            Type::View { dims, .. } => Some(dims),
            _ => None,
        }
    }

    fn op(&self) -> std::borrow::Cow<'m, str> {
        self.module.op_name(self.node)
    }
}

#[cold]
fn wrong(
    module: &Module,
    node: &Node,
    slot: u8,
    view: ValueId,
    (list, given, want): (&str, usize, usize),
) -> Diagnostic {
    let spans: Vec<_> =
        module.operands(node).iter().filter(|o| o.slot == slot).map(|o| o.span).collect();
    let span = match (spans.first(), spans.last()) {
        (Some(a), Some(b)) => a.to(*b),
        _ => node.name_span,
    };
    let name = module.op_name(node);
    let value = module.value(view);
    let ty = module.type_of(view).map(ToString::to_string).unwrap_or_default();
    Diagnostic::error(
        code::OPERAND_COUNT,
        span,
        format!("`{list}` of `{name}` needs {}", count(want as u32, "number")),
    )
    .found(count(given as u32, "number"))
    .label(value.span, format!("{ty} has {}", count(want as u32, "dimension")))
    .help("give one number per dimension, or a type with as many dimensions")
}
