//! Scopes that are left out, put into a module and into its text.

use super::{VectorScope, VectorScopes};
use crate::fmt::format;
use crate::intern::FreshNames;
use crate::module::*;
use crate::print::node_text_spelled;
use crate::span::{Span, replace};
use pto_isa::order;
use pto_isa::{OpId, ops};
use rustc_hash::{FxHashMap, FxHashSet};

/// What one scope became.
struct Inserted {
    /// The instructions that are repeated, as they are in it.
    repeated: Vec<NodeId>,
    /// Uses inside it that have another name now.
    renamed: Vec<(Span, ValueId)>,
}

impl VectorScopes {
    /// Puts the scopes into the program they were inferred from.
    pub fn insert(&self, module: &mut Module) {
        insert(module, &self.scopes);
    }

    /// The text of a program with its scopes written; `None` if none is left out, or not all can be put in.
    ///
    /// ```
    /// let text = "func.func @f(%p: !pto.ptr<f32, ub>, %i: index) {
    ///   %x = pto.vlds %p[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
    ///   return
    /// }";
    /// let written = pto_ir::VectorScopes::write(text).unwrap();
    /// assert!(written.contains("  pto.vecscope {\n    %x = pto.vlds"));
    /// ```
    pub fn write(text: &str) -> Option<String> {
        let (mut module, found, spellings) = crate::parse::parse_spelled(text);
        let left_out = VectorScopes::infer(&module);
        let is_whole = left_out.obstacles.is_empty() && !found.iter().any(|d| d.is_error());
        if !is_whole || left_out.scopes.is_empty() {
            return None;
        }
        let before = module.clone();
        let mut pieces: Vec<Piece> = Vec::new();
        for (scope, inserted) in left_out.scopes.iter().zip(insert(&mut module, &left_out.scopes)) {
            let repeated = inserted.repeated.iter();
            let repeated = repeated.map(|&id| node_text_spelled(&module, id, &spellings)).collect();
            let name = |v: ValueId| format!("%{}", module.sym(module.value(v).name));
            let renamed = inserted.renamed.iter().map(|&(span, v)| (span, name(v))).collect();
            pieces.push(Piece::new(text, &before, scope, repeated, renamed));
        }
        order::by_key(&mut pieces, |p| p.span.start);
        let is_broken = pieces.iter().any(|p| p.is_broken);
        let mut out = String::with_capacity(text.len() + 64 * pieces.len());
        let mut at = 0;
        for piece in pieces {
            out.push_str(&text[at..piece.span.start as usize]);
            out.push_str(&piece.words);
            at = piece.span.end as usize;
        }
        out.push_str(&text[at..]);
        Some(if is_broken { format(&out) } else { out })
    }
}

/// Puts scopes into a program.
fn insert(module: &mut Module, scopes: &[VectorScope]) -> Vec<Inserted> {
    let Some(vecscope) = ops::find_id(ops::control::vecscope.name) else { return Vec::new() };
    let mut names = FreshNames::default();
    let mut inserted = Vec::with_capacity(scopes.len());
    // What stands where the first member of a scope stood, and what stands there no longer.
    let mut first: FxHashMap<NodeId, (NodeId, &[NodeId])> = FxHashMap::default();
    let mut moved: FxHashSet<NodeId> = FxHashSet::default();
    for scope in scopes {
        let (id, block) = open(module, scope, vecscope);
        first.insert(scope.members[0], (id, &scope.hoisted));
        moved.extend(scope.members.iter().chain(&scope.hoisted));
        inserted.push(repeat(module, scope, block, &mut names));
    }
    let mut blocks: Vec<BlockId> = scopes.iter().map(|s| s.block).collect();
    order::sort(&mut blocks);
    blocks.dedup();
    for block in blocks {
        let old = std::mem::take(&mut module.blocks[block.index()].ops);
        let mut ops = Vec::with_capacity(old.len());
        for op in old {
            match first.get(&op) {
                Some((scope, hoisted)) => {
                    ops.extend(*hoisted);
                    ops.push(*scope);
                }
                None if moved.contains(&op) => {}
                None => ops.push(op),
            }
        }
        module.blocks[block.index()].ops = ops;
    }
    inserted
}

/// Makes a scope with its members, which is in no block yet.
fn open(module: &mut Module, scope: &VectorScope, vecscope: OpId) -> (NodeId, BlockId) {
    let region = RegionId(module.regions.len() as u32);
    let block = BlockId(module.blocks.len() as u32);
    let id = NodeId(module.nodes.len() as u32);
    let at = *module.node(scope.members[0]);
    let last = module.node(scope.members[scope.members.len() - 1]);
    let span = match at.span.built() {
        Some(_) => at.span,
        None => at.span.to(last.span),
    };
    let regions = PoolRange { start: module.region_pool.len() as u32, len: 1 };
    module.region_pool.push(region);
    module.regions.push(Region { blocks: vec![block], owner: Some(id) });
    module.nodes.push(Node {
        name: OpName::Pto(vecscope),
        written: SyntaxForm::Ssa,
        operands: PoolRange::default(),
        results: PoolRange::default(),
        attrs: PoolRange::default(),
        regions,
        successors: PoolRange::default(),
        parent: scope.block,
        name_span: at.name_span,
        span,
    });
    let ops = scope.members.clone();
    module.blocks.push(Block { label: None, args: Vec::new(), ops, parent: region });
    for op in &scope.members {
        module.nodes[op.index()].parent = block;
    }
    (id, block)
}

/// Puts copies of what a scope takes from others at its beginning, under new names.
fn repeat(
    module: &mut Module,
    scope: &VectorScope,
    block: BlockId,
    names: &mut FreshNames,
) -> Inserted {
    let mut inserted = Inserted { repeated: Vec::new(), renamed: Vec::new() };
    let mut copies: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for &original in &scope.repeated {
        let id = NodeId(module.nodes.len() as u32);
        let mut node = *module.node(original);
        let operands = module.operands(&node).to_vec();
        let start = module.operand_pool.len() as u32;
        module.operand_pool.extend(
            operands
                .iter()
                .map(|o| Operand { value: copies.get(&o.value).copied().unwrap_or(o.value), ..*o }),
        );
        node.operands = PoolRange { start, len: operands.len() as u32 };
        let start = module.values.len() as u32;
        for v in module.results(&node) {
            let name = names.like(module.sym(module.value(v).name), &module.symbols);
            let name = module.symbols.intern(&name);
            let copy = Value { name, def: Def::Result(id), ..*module.value(v) };
            copies.insert(v, ValueId(module.values.len() as u32));
            module.values.push(copy);
        }
        node.results = PoolRange { start, ..node.results };
        node.parent = block;
        module.nodes.push(node);
        inserted.repeated.push(id);
    }
    if copies.is_empty() {
        return inserted;
    }
    let mut pending = scope.members.clone();
    while let Some(op) = pending.pop() {
        let node = module.nodes[op.index()];
        let range =
            node.operands.start as usize..node.operands.start as usize + node.operands.len();
        for o in &mut module.operand_pool[range] {
            if let Some(&copy) = copies.get(&o.value) {
                o.value = copy;
                inserted.renamed.push((o.span, copy));
            }
        }
        for &region in module.node_regions(&node) {
            for &b in &module.region(region).blocks {
                pending.extend(&module.block(b).ops);
            }
        }
    }
    let ops = std::mem::take(&mut module.blocks[block.index()].ops);
    module.blocks[block.index()].ops = inserted.repeated.iter().copied().chain(ops).collect();
    inserted
}

/// The text of one scope, and what it stands for.
struct Piece {
    span: Span,
    words: String,
    /// It begins or ends in the middle of a line.
    is_broken: bool,
}

impl Piece {
    fn new(
        text: &str,
        module: &Module,
        scope: &VectorScope,
        repeated: Vec<String>,
        renamed: Vec<(Span, String)>,
    ) -> Piece {
        let is_written = |op: &&NodeId| module.implied.binary_search_by_key(*op, |i| i.0).is_err();
        let spans: Vec<Span> =
            scope.members.iter().filter(is_written).map(|&op| module.node(op).span).collect();
        let (first, last) = (spans[0].start as usize, spans[spans.len() - 1].end as usize);
        let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
        let indent = &text[line..first];
        let (rest, next) = line_end(text, last);
        let is_broken = !indent.trim().is_empty() || !is_remark(&text[last..rest]);
        let (start, end) = if is_broken { (first, last) } else { (line, next) };
        let indent = if is_broken { "" } else { indent };
        // What stands between, on lines of its own, goes before the scope.
        let mut edits = renamed;
        let mut words = String::new();
        for &op in scope.hoisted.iter().filter(is_written) {
            let span = module.node(op).span;
            words.push_str(indent);
            words.push_str(span.of(text));
            words.push('\n');
            edits.push((own_line(text, span), String::new()));
        }
        words.push_str(&format!("{indent}pto.vecscope {{\n"));
        for statement in &repeated {
            words.push_str(&format!("{indent}  {statement}\n"));
        }
        // Words in a statement that goes elsewhere are gone with it.
        for l in replace(text, start..end, edits).lines() {
            words.push_str(if l.trim().is_empty() || is_broken { "" } else { "  " });
            words.push_str(l);
            words.push('\n');
        }
        words.push_str(&format!("{indent}}}\n"));
        let span = Span::new(start as u32, end as u32);
        let words = if is_broken { format!("\n{words}") } else { words };
        Piece { span, words, is_broken }
    }
}

/// Where the line of a place ends, and where the next begins.
fn line_end(text: &str, at: usize) -> (usize, usize) {
    let rest = text[at..].find('\n').map_or(text.len(), |i| at + i);
    (rest, (rest + 1).min(text.len()))
}

/// Whether the rest of a line has no statement.
fn is_remark(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || ["//", "--", "#"].iter().any(|c| rest.starts_with(c))
}

/// A statement with its line, if it stands alone on it.
fn own_line(text: &str, span: Span) -> Span {
    let line = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let (rest, next) = line_end(text, span.end as usize);
    let is_alone = text[line..span.start as usize].trim().is_empty()
        && text[span.end as usize..rest].trim().is_empty();
    if is_alone { Span::new(line as u32, next as u32) } else { span }
}
