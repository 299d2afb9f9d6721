//! Views on global memory as `GlobalTensor`s of five dimensions.

use super::body::Body;
use super::five::{Five, Num, RANK};
use super::flow::Move;
use super::strides::{Calls, known};
use super::types;
use pto_analysis::facts::word;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Diagnostic, Module, Span, ValueId};
use pto_isa::{DType, Dim, TileTy, Type, code};

/// A view: where it starts and how its elements lie, outermost dimension first.
#[derive(Clone, Debug)]
pub(super) struct View {
    pointer: String,
    /// What is added to the pointer, in elements.
    offset: Vec<String>,
    pub dims: Vec<Num>,
    pub strides: Vec<Num>,
    dtype: DType,
    /// The layout the program states.
    layout: Option<String>,
}

impl Body<'_> {
    pub(super) fn make_tensor_view(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let Some(Type::View { dims, dtype, .. }) = self.module.type_of(result) else { return };
        let Some(ptr) = self.operand(node, "ptr") else { return };
        let pointer = self.atom(ptr);
        let shape = self.numbers(node, "shape");
        let mut strides = self.numbers(node, "strides");
        let dims: Vec<Num> = match shape.len() == dims.len() {
            true => shape,
            false => dims.iter().map(|d| Num::Known(d.known().map_or(1, i64::from))).collect(),
        };
        if strides.is_empty() {
            let mut stride = Num::Known(1);
            for d in dims.iter().rev() {
                strides.insert(0, stride.clone());
                stride = stride.times(d);
            }
        }
        if dims.len() != strides.len() || dims.len() > RANK {
            return self.refuse(
                node.span,
                "a view in C++ has up to five dimensions, each with a stride",
                "fold dimensions that follow each other without a gap",
            );
        }
        let layout = word(self.module, node, "layout").map(str::to_string);
        let view = View { pointer, offset: Vec::new(), dims, strides, dtype: *dtype, layout };
        self.views.insert(result, view);
    }

    pub(super) fn partition_view(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let Some(source) = self.operand(node, "source") else { return };
        let Some(mut view) = self.view(source, node.span) else { return };
        let (offsets, sizes) = (self.numbers(node, "offsets"), self.numbers(node, "sizes"));
        if offsets.len() != view.strides.len() || sizes.len() != offsets.len() {
            return self.refuse(
                node.span,
                "the window and its view differ in rank",
                "give each dimension an offset and a size",
            );
        }
        for (offset, stride) in offsets.iter().zip(&view.strides) {
            match offset.times(stride) {
                Num::Known(0) => {}
                n if offset.known() == Some(0) => drop(n),
                n => view.offset.push(n.text()),
            }
        }
        view.dims = sizes;
        if let Some(Type::View { dims, .. }) = self.module.type_of(result) {
            for (dim, ty) in view.dims.iter_mut().zip(dims) {
                if let (Num::Is(_), Dim::Is(n)) = (&dim, ty) {
                    *dim = Num::Known(i64::from(*n));
                }
            }
        }
        self.views.insert(result, view);
    }

    /// The numbers of an operand with many values; all are 64 bits wide.
    fn numbers(&mut self, node: &Node, name: &str) -> Vec<Num> {
        let Some(slot) = self.module.def(node).and_then(|d| d.slot(name)) else {
            return Vec::new();
        };
        let values: Vec<ValueId> = self.module.slot_values(node, slot).collect();
        values.into_iter().map(|v| self.number(v)).collect()
    }

    fn number(&mut self, value: ValueId) -> Num {
        match self.known(value) {
            Some(n) => Num::Known(n),
            None if matches!(self.module.type_of(value), Some(Type::Index)) => {
                Num::Is(self.atom(value))
            }
            None => Num::Is(format!("(int64_t){}", self.atom(value))),
        }
    }

    /// The view of a value.
    pub(super) fn view(&mut self, value: ValueId, span: Span) -> Option<View> {
        if let Some(view) = self.views.get(&value) {
            return Some(view.clone());
        }
        if self.refused.is_empty() {
            let name = self.module.sym(self.module.value(value).name);
            let message = format!("how `%{name}` lies in memory is not known here");
            self.refuse(span, message, "make the view where it is used");
        }
        None
    }

    /// An extent or a stride of a view, as a number.
    pub(super) fn view_number(&mut self, id: NodeId, of_stride: bool) {
        let node = self.module.node(id);
        let Some(result) = self.module.results(node).next() else { return };
        let Some(source) = self.operand(node, "tensor_view") else { return };
        let index = self.operand(node, "dim_index").and_then(|v| self.known(v));
        let Some(view) = self.view(source, node.span) else { return };
        let list = if of_stride { &view.strides } else { &view.dims };
        match index.and_then(|i| list.get(usize::try_from(i).ok()?)) {
            Some(n) => self.define(result, &n.text()),
            None => {
                self.refuse(node.span, "the dimension must be a known number", "use a constant")
            }
        }
    }

    /// Where a view starts, as a pointer.
    pub(super) fn view_address(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let (Some(result), Some(source)) =
            (self.module.results(node).next(), self.operand(node, "src"))
        else {
            return;
        };
        let Some(view) = self.view(source, node.span) else { return };
        self.define(result, &start(&view));
    }

    /// Where a view starts, as an expression.
    pub(super) fn view_start(&mut self, value: ValueId, span: Span) -> String {
        self.view(value, span).map_or_else(String::new, |v| format!("({})", start(&v)))
    }

    /// The name of a `GlobalTensor` for a view that a tile is loaded from or stored to.
    pub(super) fn tensor(
        &mut self,
        value: ValueId,
        tile: Option<&TileTy>,
        stated: Option<&str>,
        span: Span,
    ) -> String {
        let Some(view) = self.view(value, span) else { return String::new() };
        let mut five = Five::new(&view);
        let layout = match stated.or(view.layout.as_deref()) {
            Some(word) => word.to_ascii_uppercase(),
            None => {
                let tile = tile.filter(|_| self.infer_layout);
                tile.map_or("ND", |t| five.layout(t, view.dtype)).to_string()
            }
        };
        if let Some(t) = tile
            && let Err(why) = five.fit(t, &layout)
        {
            let d = Diagnostic::error(
                code::CPP_VIEW,
                span,
                format!("C++ cannot move this view as {layout}"),
            )
            .help(why);
            self.refused.push(Diagnostic { target: Some(self.target), ..d });
        }
        self.declare_tensor(value, &view, &five, &layout)
    }

    /// The tensor that a function takes for a view: extents of the type, any strides.
    pub(super) fn passed_tensor(&mut self, value: ValueId, span: Span) -> String {
        let Some(view) = self.view(value, span) else { return String::new() };
        let Some(Type::View { dims, .. }) = self.module.type_of(value) else {
            return String::new();
        };
        let mut five = Five::new(&view);
        five.as_parameter(dims, &known(self.module, self.calls, value));
        self.declare_tensor(value, &view, &five, "ND")
    }

    fn declare_tensor(&mut self, value: ValueId, view: &View, five: &Five, layout: &str) -> String {
        let (shape, stride) = (five.shape(), five.stride());
        let key = (value, format!("{layout} {shape} {stride}"));
        if let Some(name) = self.tensors.iter().rev().find_map(|t| t.get(&key)) {
            return name.clone();
        }
        let Some(element) = types::element(view.dtype) else { return String::new() };
        let name = self.names.fresh(self.module.sym(self.module.value(value).name));
        let mut args = start(view);
        let (dynamic_shape, dynamic_stride) =
            (five.dynamic(&five.dims), five.dynamic(&five.strides));
        if !dynamic_shape.is_empty() || !dynamic_stride.is_empty() {
            args.push_str(&format!(", {shape}({dynamic_shape})"));
        }
        if !dynamic_stride.is_empty() {
            args.push_str(&format!(", {stride}({dynamic_stride})"));
        }
        let line =
            format!("GlobalTensor<{element}, {shape}, {stride}, Layout::{layout}> {name}({args});");
        self.out.line(line);
        if let Some(scope) = self.tensors.last_mut() {
            scope.insert(key, name.clone());
        }
        name
    }

    /// Variables for a view that branches or iterations of a loop hand on: where it starts, and what is not known of its
    /// extents and strides.
    pub(super) fn declare_view(&mut self, value: ValueId, init: Option<ValueId>) {
        let Some(Type::View { dims, dtype, .. }) = self.module.type_of(value) else { return };
        let Some(element) = types::element(*dtype) else { return };
        let span = self.module.value(value).span;
        let from = init.and_then(|v| self.view(v, span));
        let name = self.module.sym(self.module.value(value).name).to_string();
        let variable = |body: &mut Self, part: &str, ty: &str, init: Option<String>| {
            let variable = body.names.fresh(&format!("{name}_{part}"));
            let init = init.map(|i| format!(" = {i}")).unwrap_or_default();
            body.out.line(format!("{ty} {variable}{init};"));
            variable
        };
        let pointer_type = format!("__gm__ {element}*");
        let pointer = variable(self, "at", &pointer_type, from.as_ref().map(start));
        let fixed = known(self.module, self.calls, value);
        let (mut extents, mut strides) = (Vec::new(), Vec::new());
        for (i, dim) in dims.iter().enumerate() {
            extents.push(match dim {
                Dim::Is(n) => Num::Known(i64::from(*n)),
                Dim::Dynamic => {
                    let init = from.as_ref().map(|v| v.dims[i].text());
                    Num::Is(variable(self, &format!("extent{i}"), "int64_t", init))
                }
            });
            strides.push(match fixed[i] {
                Some(n) => Num::Known(n),
                None => {
                    let init = from.as_ref().map(|v| v.strides[i].text());
                    Num::Is(variable(self, &format!("stride{i}"), "int64_t", init))
                }
            });
        }
        let view = View {
            pointer,
            offset: Vec::new(),
            dims: extents,
            strides,
            dtype: *dtype,
            layout: None,
        };
        self.views.insert(value, view);
    }

    /// What the variables of a view become when it is another one.
    pub(super) fn moves_of_view(&mut self, to: ValueId, from: ValueId) -> Vec<Move> {
        let span = self.module.value(to).span;
        let (Some(to), Some(from)) = (self.view(to, span), self.view(from, span)) else {
            return Vec::new();
        };
        let element = types::element(to.dtype).unwrap_or_default();
        let mut moves = vec![Move {
            ty: format!("__gm__ {element}*"),
            variable: to.pointer.clone(),
            text: start(&from),
        }];
        let numbers = |v: &View| v.dims.iter().chain(&v.strides).cloned().collect::<Vec<_>>();
        for (to, from) in numbers(&to).iter().zip(numbers(&from)) {
            if let Num::Is(variable) = to {
                let variable = variable.clone();
                moves.push(Move { ty: "int64_t".into(), variable, text: from.text() });
            }
        }
        moves
    }

    /// A view that is a parameter: what the tensor says of itself.
    pub(super) fn view_parameter(&mut self, value: ValueId, name: &str) {
        let Some(Type::View { dims, dtype, .. }) = self.module.type_of(value) else { return };
        let shift = RANK.saturating_sub(dims.len());
        let view = View {
            pointer: format!("{name}.data()"),
            offset: Vec::new(),
            dims: dims
                .iter()
                .enumerate()
                .map(|(i, d)| match d {
                    Dim::Is(n) => Num::Known(i64::from(*n)),
                    Dim::Dynamic => Num::Is(format!("{name}.GetShape({})", i + shift)),
                })
                .collect(),
            strides: known(self.module, self.calls, value)
                .iter()
                .enumerate()
                .map(|(i, s)| match s {
                    Some(n) => Num::Known(*n),
                    None => Num::Is(format!("{name}.GetStride({})", i + shift)),
                })
                .collect(),
            dtype: *dtype,
            layout: None,
        };
        self.views.insert(value, view);
    }
}

/// The C++ type of a view that is a parameter: extents of its type, strides as all calls have them.
pub(super) fn parameter_type(module: &Module, calls: &Calls, value: ValueId) -> Option<String> {
    let Some(Type::View { dims, dtype, .. }) = module.type_of(value) else { return None };
    let front = RANK.checked_sub(dims.len())?;
    let text = |n: Option<i64>| n.map_or_else(|| "-1".into(), |n| n.to_string());
    let mut shape: Vec<String> = vec!["1".into(); front];
    shape.extend(dims.iter().map(|d| text(d.known().map(i64::from))));
    let mut strides: Vec<String> = vec!["1".into(); front];
    strides.extend(known(module, calls, value).into_iter().map(text));
    Some(format!(
        "GlobalTensor<{}, pto::Shape<{}>, pto::Stride<{}>, Layout::ND>&",
        types::element(*dtype)?,
        shape.join(", "),
        strides.join(", ")
    ))
}

fn start(view: &View) -> String {
    std::iter::once(&view.pointer).chain(&view.offset).cloned().collect::<Vec<_>>().join(" + ")
}
