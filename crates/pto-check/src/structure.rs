//! Structure, the same on every target: attributes, places, and what passes values on.

mod flow;
mod loops;
mod numbers;
mod scopes;

pub(crate) use scopes::assumed as scopes_assumed;

use crate::rulebooks::by_one;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Def, Node, NodeId, RegionId};
use pto_ir::{Attr, Module, Span, VectorScopes};
use pto_isa::class::{Class, Region};
use pto_isa::def::{AllowedScope, Arity, AttrDef, AttrKind, Body, Kind, OpDef, OperandDef, Role};
use pto_isa::dtype::join_or;
use pto_isa::rule::count;
use pto_isa::{Pipe, Rulebook, Type, code, ops};
use rustc_hash::FxHashMap;

pub(crate) fn check(
    module: &Module,
    left_out: &VectorScopes,
    rules: Rulebook,
    out: &mut Vec<Diagnostic>,
) {
    let functions = FxHashMap::default();
    scopes::check(module, left_out, out);
    let similar_left = flow::MAX_SIMILAR;
    let mut c = Structure { m: module, left_out, rules, out, functions, similar_left };
    c.collect_functions();
    c.region(Module::TOP, Scope::default(), 0);
}

/// Where an operation stands.
#[derive(Clone, Copy, Default)]
struct Scope {
    /// The vector scope around it.
    scope: Option<NodeId>,
    /// Whether something around it is vector code as a whole, or is refused as such already.
    vector: bool,
}

struct Structure<'m, 'o> {
    m: &'m Module,
    left_out: &'m VectorScopes,
    rules: Rulebook,
    out: &'o mut Vec<Diagnostic>,
    functions: FxHashMap<String, NodeId>,
    /// Names that may still be compared with misspelt ones.
    similar_left: usize,
}

impl Structure<'_, '_> {
    fn collect_functions(&mut self) {
        for id in self.m.functions() {
            let node = self.m.node(id);
            let Some(name) = self.m.symbol(node, "sym_name") else { continue };
            let scope = self.m.parent(node).map_or(u32::MAX, |p| p.0);
            let key = format!("{scope}:{name}");
            if let Some(&first) = self.functions.get(&key) {
                let at = |n: &Node| self.m.attr(n, "sym_name").map_or(n.name_span, |a| a.span);
                let d = Diagnostic::error(
                    code::DUPLICATE_SYMBOL,
                    at(node),
                    format!("function `@{name}` is defined twice"),
                )
                .label(at(self.m.node(first)), "first definition");
                self.out.push(d);
            } else {
                self.functions.insert(key, id);
            }
        }
    }

    fn region(&mut self, region: RegionId, scope: Scope, depth: u32) {
        // The reader bounds the depth; this only keeps a hand-built module from running away.
        if depth > 1000 {
            return;
        }
        let m = self.m;
        for &b in &m.region(region).blocks {
            self.block_end(b);
            for &op in &m.block(b).ops {
                self.node(op, scope, depth);
            }
        }
    }

    fn node(&mut self, id: NodeId, scope: Scope, depth: u32) {
        let m = self.m;
        let node = m.node(id);
        let mut inner = scope;
        inner.vector |= self.left_out.left_out.contains(&id);
        let scope = inner;
        if let Some(def) = m.def(node) {
            self.attributes(node, def.attrs, def.printed_name());
            self.destination(node, def);
            match def.scope {
                AllowedScope::Vecscope if scope.scope.is_none() && !scope.vector => {
                    let d = Diagnostic::error(
                        code::NEEDS_VECSCOPE,
                        node.name_span,
                        format!("`pto.{}` must be inside a `pto.vecscope`", def.printed_name()),
                    )
                    .help("wrap the register instructions in `pto.vecscope { ... }`");
                    self.out.push(d);
                }
                AllowedScope::Core if scope.scope.is_some() => self.not_in_vecscope(node, scope),
                _ => {}
            }
            if self.rules == Rulebook::Manual
                && scope.scope.is_none()
                && !scope.vector
                && def.is(&ops::tile_view::tile_buf_addr)
            {
                let d = Diagnostic::error(
                    code::NEEDS_VECSCOPE,
                    node.name_span,
                    "`pto.tile_buf_addr` must be inside a `pto.vecscope`",
                )
                .note("rule from pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/tile-buf-addr.md:39");
                self.out.push(by_one(Rulebook::Manual, self.rules, d));
            }
            if matches!(def.class, Class::Region(Region::VectorScope { .. })) {
                if scope.scope.is_some() {
                    self.not_in_vecscope(node, scope);
                }
                inner.scope = Some(id);
                if def.body == Body::Isolated {
                    self.captures(id, node);
                }
            }
        } else if m.is_vector_scope_by_attr(node) {
            inner.scope = Some(id);
        } else {
            if scope.scope.is_none() && !scope.vector {
                self.leaves_scope(node);
            }
            self.foreign(node);
        }
        let regions = m.node_regions(node);
        if !regions.is_empty() {
            inner.vector |= pto_ir::VECTOR_MARKS.iter().any(|a| m.attr(node, a).is_some());
        }
        for &r in regions {
            self.region(r, inner, depth + 1);
        }
    }

    /// A tile that an instruction writes has a name, as a result or in `outs`.
    fn destination(&mut self, node: &Node, def: &OpDef) {
        let given = self.m.operands(node);
        let is_missing = |(slot, o): (usize, &OperandDef)| {
            let is_one = (o.role, o.arity, o.kind) == (Role::Out, Arity::One, Kind::Tile);
            is_one && !given.iter().any(|g| usize::from(g.slot) == slot)
        };
        if node.results.is_empty() && def.operands.iter().enumerate().any(is_missing) {
            let message = format!("the result of `pto.{}` has no name", def.printed_name());
            let d = Diagnostic::error(code::RESULT_COUNT, node.name_span, message);
            self.out.push(d.help("name it, `%name = ...`, or give a buffer in `outs(...)`"));
        }
    }

    fn not_in_vecscope(&mut self, node: &Node, scope: Scope) {
        let name = self.m.op_name(node);
        let mut d = Diagnostic::error(
            code::NOT_IN_VECSCOPE,
            node.name_span,
            format!("`{name}` must not be inside a `pto.vecscope`"),
        )
        .help("move it out of the scope");
        if let Some(s) = scope.scope {
            d = d.label(self.m.node(s).name_span, "inside this scope");
        }
        self.out.push(d);
    }

    /// A strict scope sees only its arguments, and passes as many as its block takes.
    fn captures(&mut self, id: NodeId, node: &Node) {
        let m = self.m;
        for &r in m.node_regions(node) {
            if let Some(&entry) = m.region(r).blocks.first() {
                let (takes, given) = (m.block(entry).args.len(), m.operands(node).len());
                if takes != given {
                    let d = Diagnostic::error(
                        code::OPERAND_COUNT,
                        node.name_span,
                        format!(
                            "the scope passes {}, its block takes {takes}",
                            count(given as u32, "value")
                        ),
                    );
                    self.out.push(d);
                }
            }
        }
        for inner in nodes_inside(m, node) {
            for o in m.operands(inner) {
                let outside = match m.value(o.value).def {
                    Def::Result(by) => !is_inside(m, by, id),
                    Def::Arg(b) => m
                        .region(m.block(b).parent)
                        .owner
                        .is_some_and(|owner| owner != id && !is_inside(m, owner, id)),
                    Def::Missing => false,
                };
                if outside {
                    let name = m.sym(m.value(o.value).name);
                    let d = Diagnostic::error(
                        code::CAPTURE,
                        o.span,
                        format!("`%{name}` comes from outside this `pto.strict_vecscope`"),
                    )
                    .label(m.value(o.value).span, "defined here")
                    .help("pass it to the scope and use the block's argument");
                    self.out.push(d);
                }
            }
        }
    }

    /// Registers, predicates and align states do not leave their scope.
    fn leaves_scope(&mut self, node: &Node) {
        for v in self.m.results(node) {
            let register = matches!(
                self.m.type_of(v),
                Some(Type::Vreg { .. } | Type::Mask(_) | Type::Align | Type::Vaddr(_))
            );
            if register {
                let value = self.m.value(v);
                let d = Diagnostic::error(
                    code::LEAVES_VECSCOPE,
                    value.span,
                    format!(
                        "`%{}` is a register value outside a `pto.vecscope`",
                        self.m.sym(value.name)
                    ),
                )
                .help("keep it inside the scope; hand data over through UB");
                self.out.push(d);
            }
        }
    }

    fn attributes(&mut self, node: &Node, defs: &[AttrDef], op: &str) {
        let m = self.m;
        let attrs = m.node_attrs(node);
        for a in defs.iter().filter(|a| a.required) {
            if !attrs.iter().any(|x| m.sym(x.name) == a.name) {
                let mut d = Diagnostic::error(
                    code::MISSING_ATTR,
                    node.name_span,
                    format!("`pto.{op}` needs `{}`", a.name),
                );
                if let AttrKind::Word(words) = a.kind {
                    d = d.help(format!("use {}", join_or(words.iter().copied())));
                }
                self.out.push(d);
            }
        }
        for a in attrs {
            let name = m.sym(a.name);
            match defs.iter().find(|d| d.name == name) {
                Some(def) => {
                    if let Some(problem) = wrong_value(m, def, m.attrs.get(a.value)) {
                        let d = Diagnostic::error(
                            code::ATTR_VALUE,
                            a.span,
                            format!("`{name}` of `pto.{op}` {}", problem.0),
                        );
                        self.out.push(match problem.1 {
                            Some(help) => d.help(help),
                            None => d,
                        });
                    } else if let Some(d) = undocumented_word(def, m.attrs.get(a.value), op, a.span)
                    {
                        self.out.push(by_one(Rulebook::Manual, self.rules, d));
                    }
                }
                // Dotted names are notes of other tools; others may be slips.
                None if !name.contains('.') => {
                    let near = ops::closest(name, defs.iter().map(|d| d.name));
                    if let Some(near) = near {
                        let d = Diagnostic::warning(
                            code::UNKNOWN_ATTR,
                            a.span,
                            format!("`pto.{op}` has no attribute `{name}`"),
                        )
                        .help(format!("did you mean `{near}`?"));
                        self.out.push(d);
                    }
                }
                None => {}
            }
        }
    }
}

/// Whether an operation stands, at any depth, inside another.
fn is_inside(m: &Module, mut id: NodeId, outer: NodeId) -> bool {
    while let Some(parent) = m.parent(m.node(id)) {
        if parent == outer {
            return true;
        }
        id = parent;
    }
    false
}

/// The operations inside another, at any depth.
fn nodes_inside<'m>(m: &'m Module, node: &Node) -> Vec<&'m Node> {
    let mut found = Vec::new();
    let mut regions: Vec<RegionId> = m.node_regions(node).to_vec();
    while let Some(r) = regions.pop() {
        for op in m.region(r).blocks.iter().flat_map(|&b| &m.block(b).ops) {
            let inner = m.node(*op);
            regions.extend(m.node_regions(inner));
            found.push(inner);
        }
    }
    found
}

fn word_of(value: &Attr) -> Option<&str> {
    match value {
        Attr::Str(s) | Attr::Word(s) => Some(s),
        Attr::Case { value, .. } => Some(value),
        _ => None,
    }
}

/// A word that the devices know and the page of the instruction does not have.
fn undocumented_word(def: &AttrDef, value: &Attr, op: &str, span: Span) -> Option<Diagnostic> {
    let (words, w) = (def.documented?, word_of(value)?);
    if words.iter().any(|x| x.eq_ignore_ascii_case(w)) {
        return None;
    }
    let message = format!("`{}` of `pto.{op}` cannot be `{w}`", def.name);
    let d = Diagnostic::error(code::ATTR_VALUE, span, message);
    Some(d.help(format!("use {}", join_or(words.iter().copied()))))
}

/// What is wrong with an attribute value, and what would be right.
fn wrong_value(m: &Module, def: &AttrDef, value: &Attr) -> Option<(String, Option<String>)> {
    let type_name = match value {
        Attr::Type(t) => Some(m.types.get(*t).to_string()),
        _ => None,
    };
    // `atomic(type = f32)`: some words are names of types.
    let word = type_name.as_deref().or_else(|| word_of(value));
    match def.kind {
        AttrKind::Word(words) => {
            let known = format!("use {}", join_or(words.iter().copied()));
            // `#config<TVEC>` is an attribute, but no word.
            let Some(w) = word else { return Some(("must be a word".into(), Some(known))) };
            if words.iter().any(|x| x.eq_ignore_ascii_case(w)) {
                return None;
            }
            let near = ops::closest(w, words.iter().copied());
            let help = match near {
                Some(n) => format!("did you mean `{n}`? If not, {known}"),
                None => known,
            };
            Some((format!("cannot be `{w}`"), Some(help)))
        }
        AttrKind::Pipe => {
            let extra = ["PIPE_MTE4", "PIPE_MTE5", "PIPE_V2", "PIPE_NUM", "PIPE_UNASSIGNED"];
            let known = |w: &str| {
                Pipe::parse(w).is_some() || extra.contains(&w) || w.starts_with("VIRTUAL_PIPE")
            };
            if word.is_some_and(known) {
                return None;
            }
            let names = ["S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX", "ALL"];
            let names = names.map(|n| format!("PIPE_{n}"));
            let help = format!("use {}", join_or(names.iter().map(String::as_str)));
            // `<PIPE V>` is an attribute, but no word.
            let what = word.map_or_else(|| "must be a pipe".into(), |w| format!("cannot be `{w}`"));
            Some((what, Some(help)))
        }
        AttrKind::Int(low, high) => match value {
            Attr::Int(v, _) if *v < i128::from(low) || *v > i128::from(high) => {
                Some((format!("must be from {low} to {high}, found {v}"), None))
            }
            Attr::Int(..) => None,
            _ => Some(("must be a whole number".into(), None)),
        },
        AttrKind::Bool => match value {
            Attr::Bool(_) | Attr::Unit | Attr::Int(0 | 1, _) => None,
            _ => Some(("must be true or false".into(), None)),
        },
        // Which events there are is a matter of the target.
        AttrKind::Event if word.is_none() => {
            Some(("must be an event id".into(), Some("use EVENT_ID0 to EVENT_ID7".into())))
        }
        AttrKind::Text if !matches!(value, Attr::Str(_)) => Some(("must be a string".into(), None)),
        AttrKind::Symbol if !matches!(value, Attr::Symbol(_)) => {
            Some(("must be a function, `@name`".into(), None))
        }
        AttrKind::Event | AttrKind::Text | AttrKind::Symbol | AttrKind::Any => None,
    }
}
