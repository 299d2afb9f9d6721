//! What a conversion may do: which statements change, and which buffers are values in disguise.

use super::TileForm;
use crate::diag::Diagnostic;
use crate::dialect::Func;
use crate::module::*;
use crate::span::Span;
use pto_isa::class::{Allocate, Class};
use pto_isa::def::{AllowedScope, Body, Kind, OpDef, PrintForm, Role};
use pto_isa::{Type, code};
use rustc_hash::{FxHashMap, FxHashSet};

/// One use of a value.
#[derive(Clone, Copy)]
struct Use {
    node: NodeId,
    role: Role,
    span: Span,
}

/// The decisions for one program.
pub(super) struct Plan<'m> {
    module: &'m Module,
    to: TileForm,
    uses: FxHashMap<ValueId, Vec<Use>>,
    /// Statements to be written anew.
    pub changed: Vec<NodeId>,
    /// Statements that only get the `pto.` they lack.
    pub prefixed: Vec<NodeId>,
    /// Allocations that go away.
    pub dropped: FxHashSet<NodeId>,
    pub errors: Vec<Diagnostic>,
}

/// An instruction whose text follows from its operands alone.
pub(super) fn convertible(module: &Module, node: &Node) -> Option<&'static OpDef> {
    let def = module.def(node)?;
    let outs = || def.operands.iter().filter(|o| o.role == Role::Out);
    let register = def.scope == AllowedScope::Vecscope
        && outs().count() > 0
        && outs().all(|o| matches!(o.kind, Kind::Vreg | Kind::Mask));
    let simple = def.syntax.is_empty() && def.body == Body::None && def.result_type.is_empty();
    let written = module.operands(node).iter().filter(|o| role(def, o.slot) == Role::Out);
    let written: Vec<ValueId> = written.map(|o| o.value).collect();
    let buffers = buffered(module, node);
    let (beside, values) = (node.results.len as usize - buffers, buffers + written.len());
    let ordered = module.results(node).skip(buffers).all(|v| !is_value(module, v))
        && written.iter().all(|&v| is_value(module, v));
    let simple = simple && ordered && (beside == 0 || values > 0);
    ((def.form == PrintForm::Dps || register) && simple).then_some(def)
}

/// How many of the results are operands of the form over buffers: the first ones. What follows them, such as the lengths that
/// `tmrgsort` counts, is a result in every form.
pub(super) fn buffered(module: &Module, node: &Node) -> usize {
    module.results(node).take_while(|&v| is_value(module, v)).count()
}

fn is_value(module: &Module, v: ValueId) -> bool {
    matches!(module.type_of(v), None | Some(Type::Tile(_) | Type::Vreg { .. } | Type::Mask(_)))
}

pub(super) fn role(def: &OpDef, slot: u8) -> Role {
    def.operands.get(slot as usize).map_or(Role::In, |o| o.role)
}

impl<'m> Plan<'m> {
    /// Reads a program; `problems` are the findings of the reader.
    pub fn new(module: &'m Module, to: TileForm, problems: Vec<Diagnostic>) -> Plan<'m> {
        let mut plan = Plan {
            module,
            to,
            uses: FxHashMap::default(),
            changed: Vec::new(),
            prefixed: Vec::new(),
            dropped: FxHashSet::default(),
            errors: Vec::new(),
        };
        plan.collect_uses();
        plan.errors.extend(problems.into_iter().filter(Diagnostic::is_error));
        if plan.errors.is_empty() {
            plan.choose();
        }
        plan
    }

    fn collect_uses(&mut self) {
        let m = self.module;
        for (id, node) in m.nodes() {
            let def = m.def(node);
            let branches = m.successors(node).iter().flat_map(|s| m.successor_operands(s));
            for o in m.operands(node).iter().chain(branches) {
                let role = def.map_or(Role::In, |d| role(d, o.slot));
                let list = self.uses.entry(o.value).or_default();
                list.push(Use { node: id, role, span: o.span });
            }
        }
    }

    /// The form a statement gets: registers have no buffers and stay values.
    pub fn form_of(&self, node: &Node, def: &OpDef) -> TileForm {
        let explicit = |o: &Operand| role(def, o.slot) == Role::Out;
        let buffers = def.form == PrintForm::Dps || self.module.operands(node).iter().any(explicit);
        if self.to == TileForm::Dps && !buffers { TileForm::Ssa } else { self.to }
    }

    fn choose(&mut self) {
        let m = self.module;
        for (id, node) in m.nodes() {
            let Some(def) = convertible(m, node) else {
                if node.written == SyntaxForm::Asm && self.to != TileForm::Asm {
                    self.prefixed.push(id);
                }
                continue;
            };
            let outs = m.operands(node).iter().any(|o| role(def, o.slot) == Role::Out);
            let form = self.form_of(node, def);
            let fits = match form {
                TileForm::Dps => {
                    node.written == SyntaxForm::Dps && (outs || node.results.is_empty())
                }
                TileForm::Ssa => node.written == SyntaxForm::Ssa && !outs,
                TileForm::Asm => node.written == SyntaxForm::Asm && !outs,
            };
            if fits {
                continue;
            }
            self.changed.push(id);
            if form == TileForm::Dps {
                self.check_extents(node);
            } else {
                self.check_writes(id, node, def);
            }
        }
        let buffers = |id: &NodeId| m.node(*id).written == SyntaxForm::Dps;
        if self.to != TileForm::Dps && self.changed.iter().any(buffers) {
            for (_, node) in m.nodes().filter(|(_, n)| convertible(m, n).is_none()) {
                self.opaque_write(node);
            }
        }
        if self.to == TileForm::Asm {
            self.drop_scratch();
        }
    }

    fn refuse(&mut self, span: Span, message: String, found: &str) {
        self.errors.push(Diagnostic::error(code::FORM, span, message).found(found));
    }

    fn name(&self, value: ValueId) -> &'m str {
        self.module.sym(self.module.value(value).name)
    }

    fn is_dynamic(&self, value: ValueId) -> bool {
        let tile = self.module.type_of(value).and_then(Type::as_tile);
        tile.is_some_and(|t| t.valid_rows.known().is_none() || t.valid_cols.known().is_none())
    }

    /// A buffer is allocated with static extents; a group of results has no names of its own.
    fn check_extents(&mut self, node: &Node) {
        for v in self.module.results(node).take(buffered(self.module, node)) {
            let (name, span) = (self.name(v), self.module.value(v).span);
            if self.is_dynamic(v) {
                let message =
                    format!("`%{name}` needs a buffer, and its valid extents are not known");
                self.refuse(span, message, "extents known only at run time");
            }
            if name.contains('#') {
                let message =
                    format!("`%{name}` is one of a group of results and cannot be a buffer");
                self.refuse(span, message, "give each result a name");
            }
        }
    }

    /// A write by an instruction that has no value form.
    fn opaque_write(&mut self, node: &Node) {
        let m = self.module;
        let Some(def) = m.def(node) else { return };
        for o in m.operands(node) {
            let tile = matches!(m.type_of(o.value), Some(Type::Tile(_)));
            if tile && matches!(role(def, o.slot), Role::Out | Role::InOut) {
                let message = format!(
                    "`%{}` is written by `{}`, which has no result form",
                    self.name(o.value),
                    m.op_name(node)
                );
                self.refuse(o.span, message, "written here");
            }
        }
    }

    /// Every buffer this statement writes must be a value in disguise.
    fn check_writes(&mut self, id: NodeId, node: &Node, def: &OpDef) {
        for o in self.module.operands(node) {
            match role(def, o.slot) {
                Role::InOut if node.written == SyntaxForm::Dps => {
                    let message = format!(
                        "`%{}` is read and written by `{}`",
                        self.name(o.value),
                        self.module.op_name(node)
                    );
                    self.refuse(
                        o.span,
                        message,
                        "its old contents and its new ones are two values",
                    );
                }
                Role::Out => self.check_buffer(id, node, *o),
                _ => {}
            }
        }
    }

    fn check_buffer(&mut self, id: NodeId, node: &Node, o: Operand) {
        let m = self.module;
        let name = self.name(o.value);
        let mut alloc = None;
        match m.value(o.value).def {
            Def::Missing => {}
            Def::Arg(_) => {
                let message = format!("`%{name}` is an argument and is written here");
                return self.refuse(o.span, message, "a result cannot replace an argument");
            }
            Def::Result(by) => {
                let n = m.node(by);
                let op = m.op_name(n);
                if !m.def(n).is_some_and(|d| d.class == Class::Allocate(Allocate::Tile)) {
                    let message = format!("`%{name}` is written here, and `{op}` made it");
                    return self.refuse(
                        o.span,
                        message,
                        "only an allocated tile can become a result",
                    );
                }
                let addressed = m.operands(n).iter().any(|o| o.slot == 0);
                if !m.operands(n).is_empty() || self.is_dynamic(o.value) {
                    let what = if addressed { "an address" } else { "run-time extents" };
                    let message = format!("`%{name}` has {what}, which a result cannot have");
                    let d = Diagnostic::error(code::FORM, o.span, message);
                    return self.errors.push(d.label(n.span, "allocated here"));
                }
                if n.parent != node.parent {
                    let outer = m
                        .parent(node)
                        .map_or("a region".into(), |p| format!("`{}`", m.op_name(m.node(p))));
                    let message =
                        format!("`%{name}` is written inside {outer} and allocated outside");
                    return self.refuse(o.span, message, "the value would not leave the region");
                }
                alloc = Some(by);
            }
        }
        let uses = self.uses.get(&o.value).cloned().unwrap_or_default();
        let at = |u: &Use| m.node(u.node).span.start;
        if let Some(u) =
            uses.iter().find(|u| matches!(u.role, Role::Out | Role::InOut) && u.span != o.span)
        {
            // The second write reports both.
            if u.span.start < o.span.start {
                let message = format!("`%{name}` is written twice");
                let d = Diagnostic::error(code::FORM, o.span, message)
                    .label(u.span, "written here first");
                self.errors.push(d);
            }
            return;
        }
        if let Some(u) =
            uses.iter().find(|u| u.span != o.span && (u.node == id || at(u) < node.span.start))
        {
            let message = format!("`%{name}` is used before it is written");
            let d = Diagnostic::error(code::FORM, u.span, message).label(o.span, "written here");
            return self.errors.push(d);
        }
        if let Some(u) = uses.iter().find(|u| self.may_write(u.node)) {
            let message = format!("`%{name}` is passed to a function that may write it");
            return self.refuse(u.span, message, "this function has no body here");
        }
        self.dropped.extend(alloc);
    }

    /// A call of a function that is only declared.
    fn may_write(&self, node: NodeId) -> bool {
        let m = self.module;
        let node = m.node(node);
        node.is(Func::Call) && {
            let callee = m.symbol(node, "callee");
            let body =
                |n: &Node| !m.node_regions(n).is_empty() && m.symbol(n, "sym_name") == callee;
            !m.functions().any(|f| body(m.node(f)))
        }
    }

    /// Allocations used only as scratch that the statements no longer mention.
    fn drop_scratch(&mut self) {
        let m = self.module;
        let changed: FxHashSet<NodeId> = self.changed.iter().copied().collect();
        for (id, node) in m.nodes() {
            let allocates = m.def(node).is_some_and(|d| d.class == Class::Allocate(Allocate::Tile));
            let Some(v) = m.results(node).next().filter(|_| allocates) else { continue };
            let gone = |u: &Use| {
                let optional =
                    m.def(m.node(u.node)).is_some_and(|d| super::scratch::slot(d).is_some());
                u.role == Role::Scratch && optional && changed.contains(&u.node)
            };
            if self.uses.get(&v).is_some_and(|uses| uses.iter().all(gone)) {
                self.dropped.insert(id);
            }
        }
    }
}
