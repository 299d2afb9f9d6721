//! Buffers of queues: the consumer reserves one under a name, the producer imports it.
//!
//! Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:300-352, 18787-18850.

use crate::context::name_span;
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Module, Span};
use pto_isa::class::{Allocate, Class};
use pto_isa::{code, ops};
use rustc_hash::FxHashMap;

/// A reserved or imported buffer.
pub(crate) struct Buffer {
    /// The instruction.
    pub node: NodeId,
    /// The function it stands in.
    pub function: NodeId,
    /// Its name.
    pub name: String,
    /// Where the name is written.
    pub span: Span,
    /// For an import, the function that reserves it, if there is one.
    pub peer: Option<NodeId>,
    import: bool,
}

impl Buffer {
    /// Whether another function reserves it.
    pub fn is_import(&self) -> bool {
        self.import
    }
}

/// A text, name or word attribute.
pub(crate) fn text<'m>(module: &'m Module, node: &Node, name: &str) -> Option<(&'m str, Span)> {
    let a = module.attr(node, name)?;
    match module.attrs.get(a.value) {
        Attr::Str(s) | Attr::Symbol(s) | Attr::Word(s) => Some((s, a.span)),
        Attr::Case { value, .. } => Some((value, a.span)),
        _ => None,
    }
}

/// All buffers, in the order of the text.
pub(crate) fn collect(module: &Module) -> Vec<Buffer> {
    let mut list = Vec::new();
    let mut beside: Option<FunctionNames<'_>> = None;
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let import = match def.class {
            Class::Allocate(Allocate::Import) => true,
            Class::Allocate(Allocate::Reserve) => false,
            _ => continue,
        };
        let (Some(function), Some((name, span))) =
            (module.function_of(id), text(module, node, "name"))
        else {
            continue;
        };
        let peer = match text(module, node, "peer_func") {
            Some((p, _)) if import => {
                let beside = beside.get_or_insert_with(|| function_names(module));
                let found = beside.get(&(module.parent(module.node(function)), p)).copied();
                found.or_else(|| find_peer(module, function, p).ok())
            }
            _ => None,
        };
        list.push(Buffer { node: id, function, name: name.into(), span, peer, import });
    }
    list
}

/// The first function of each name, by the module it stands in.
type FunctionNames<'m> = FxHashMap<(Option<NodeId>, &'m str), NodeId>;

fn function_names(module: &Module) -> FunctionNames<'_> {
    let mut names = FunctionNames::default();
    for f in module.functions() {
        let node = module.node(f);
        if let Some((name, _)) = text(module, node, "sym_name") {
            names.entry((module.parent(node), name)).or_insert(f);
        }
    }
    names
}

/// Why a function is no peer.
enum NoPeer {
    Unknown(Option<String>),
    Private(NodeId),
    Several,
}

/// A function of the same module, or the one public function of that name in a sibling module.
fn find_peer(module: &Module, from: NodeId, name: &str) -> Result<NodeId, NoPeer> {
    let home = module.parent(module.node(from));
    let outer = home.and_then(|h| module.parent(module.node(h)));
    let (mut public, mut private, mut names) = (Vec::new(), None, Vec::new());
    for id in module.functions() {
        let node = module.node(id);
        let Some((own, _)) = text(module, node, "sym_name") else { continue };
        let parent = module.parent(node);
        if parent == home && own == name {
            return Ok(id);
        }
        let sibling =
            outer.is_some() && parent.is_some_and(|p| module.parent(module.node(p)) == outer);
        if parent != home && !sibling {
            continue;
        }
        names.push(own);
        let logical = text(module, node, "pto.ptodsl.logical_name").map(|t| t.0);
        if sibling && (own == name || logical == Some(name)) {
            match text(module, node, "sym_visibility") {
                Some(("private", _)) => private = Some(id),
                _ => public.push(id),
            }
        }
    }
    match (public.as_slice(), private) {
        ([one], _) => Ok(*one),
        ([], Some(p)) => Err(NoPeer::Private(p)),
        ([], None) => Err(NoPeer::Unknown(ops::closest(name, names).map(str::to_string))),
        _ => Err(NoPeer::Several),
    }
}

pub(crate) fn check(module: &Module, buffers: &[Buffer], partial: bool, out: &mut Vec<Diagnostic>) {
    let mut of_function: FxHashMap<NodeId, Vec<&Buffer>> = FxHashMap::default();
    for b in buffers {
        of_function.entry(b.function).or_default().push(b);
    }
    for b in buffers {
        let same = |o: &&&Buffer| {
            (o.import, &o.name) == (b.import, &b.name) && (!b.import || o.peer == b.peer)
        };
        let first = of_function[&b.function].iter().find(same);
        let twice = first.filter(|first| first.node != b.node);
        if let Some(first) = twice {
            let verb = if b.import { "imported" } else { "reserved" };
            out.push(
                Diagnostic::error(
                    code::BUFFER_NAME,
                    b.span,
                    format!("the buffer `{}` is {verb} twice in this function", b.name),
                )
                .label(first.span, format!("{verb} here first"))
                .help("use another name, or the first result"),
            );
        } else if b.import && !partial {
            import(module, &of_function, b, out);
        }
    }
}

fn import(
    module: &Module,
    of_function: &FxHashMap<NodeId, Vec<&Buffer>>,
    b: &Buffer,
    out: &mut Vec<Diagnostic>,
) {
    let Some((name, span)) = text(module, module.node(b.node), "peer_func") else { return };
    let Some(peer) = b.peer else {
        out.push(no_peer(module, b, name, span));
        return;
    };
    let of_peer = || of_function.get(&peer).into_iter().flatten().filter(|o| !o.import);
    if of_peer().any(|o| o.name == b.name) {
        return;
    }
    let mut d = Diagnostic::error(
        code::BUFFER_NAME,
        b.span,
        format!("`@{name}` reserves no buffer `{}`", b.name),
    )
    .label(name_span(module, peer), "this function should reserve it");
    d.help = Some(match ops::closest(&b.name, of_peer().map(|o| o.name.as_str())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("add `pto.reserve_buffer {{name = \"{}\", ...}}` to it", b.name),
    });
    out.push(d);
}

#[cold]
fn no_peer(module: &Module, b: &Buffer, name: &str, span: Span) -> Diagnostic {
    let d = Diagnostic::error(
        code::UNKNOWN_SYMBOL,
        span,
        format!("there is no function `@{name}` to import `{}` from", b.name),
    );
    match find_peer(module, b.function, name) {
        Err(NoPeer::Private(p)) => d
            .found("not visible from this module")
            .label(name_span(module, p), "private to its module")
            .help("remove `private` from it, or move both functions into one module"),
        Err(NoPeer::Several) => {
            d.found("several modules have one").help("give them different names")
        }
        Err(NoPeer::Unknown(Some(near))) => d.help(format!("did you mean `@{near}`?")),
        _ => d,
    }
}
