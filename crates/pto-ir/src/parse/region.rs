//! Regions, blocks and labels.

use super::*;
use pto_isa::order;

impl Parser<'_> {
    pub(super) fn new_region(&mut self, owner: Option<NodeId>) -> RegionId {
        self.module.regions.push(Region { blocks: Vec::new(), owner });
        RegionId(self.module.regions.len() as u32 - 1)
    }

    pub(super) fn new_block(&mut self, parent: RegionId, label: Option<Sym>) -> BlockId {
        self.module.blocks.push(Block { label, args: Vec::new(), ops: Vec::new(), parent });
        BlockId(self.module.blocks.len() as u32 - 1)
    }

    /// Reads a region `{ ... }` into operation `owner`. `args` become arguments of its first block.
    pub(super) fn parse_region(
        &mut self,
        owner: NodeId,
        args: &[(Sym, Option<TypeId>, Span)],
    ) -> RegionId {
        let region = self.new_region(Some(owner));
        let open = self.cur.span;
        if !self.expect(Tok::LBrace, "`{`") {
            return region;
        }
        if !self.enter() {
            return region;
        }
        let hidden = self.hide_results(owner);
        let mark = self.scope_mark();
        self.labels.push(FxHashMap::default());
        let mut block = None;
        if !args.is_empty() || self.cur.tok != Tok::Caret {
            let b = self.new_block(region, None);
            self.module.regions[region.index()].blocks.push(b);
            for &(name, ty, span) in args {
                self.add_block_arg(b, name, ty, span);
            }
            block = Some(b);
        }
        loop {
            if self.cur.tok == Tok::Caret {
                let b = self.parse_label(region);
                // The entry label of a region whose arguments are written at the operation.
                block = Some(b);
            }
            if let Some(b) = block {
                self.parse_block_body(b);
            }
            match self.cur.tok {
                Tok::Caret => {}
                Tok::RBrace => {
                    self.advance();
                    break;
                }
                _ => {
                    if !self.stopped {
                        self.report(
                            Diagnostic::error(code::UNCLOSED, open, "this `{` is never closed")
                                .found("opened here"),
                        );
                    }
                    break;
                }
            }
        }
        let labels = self.labels.pop().unwrap_or_default();
        let mut unbound: Vec<_> = labels.values().filter(|l| !l.2).map(|l| (l.0, l.1)).collect();
        order::sort(&mut unbound);
        for (b, span) in unbound {
            let label = self.module.block(b).label.map(|l| self.module.sym(l).to_string());
            self.report(Diagnostic::error(
                code::BAD_BRANCH,
                span,
                format!("there is no block `^{}` in this region", label.unwrap_or_default()),
            ));
        }
        self.end_scope(mark);
        for (name, v) in hidden {
            self.scope[name.index()] = Some(v);
        }
        self.leave();
        region
    }

    /// Hands regions to the operation that owns them.
    pub(super) fn set_regions(&mut self, node: NodeId, regions: &[RegionId]) {
        let start = self.module.region_pool.len() as u32;
        self.module.region_pool.extend_from_slice(regions);
        self.module.nodes[node.index()].regions = PoolRange { start, len: regions.len() as u32 };
        self.finish_node(node);
    }

    pub(super) fn add_block_arg(
        &mut self,
        block: BlockId,
        name: Sym,
        ty: Option<TypeId>,
        span: Span,
    ) {
        let v = self.new_value(Value { ty, name, slot: NO_SLOT, def: Def::Arg(block), span });
        self.module.blocks[block.index()].args.push(v);
        self.define(name, v, span);
    }

    /// The block a label names, made on first mention.
    pub(super) fn label_block(&mut self, label: Sym, span: Span, binding: bool) -> BlockId {
        if let Some(map) = self.labels.last_mut()
            && let Some(entry) = map.get_mut(&label)
        {
            entry.2 |= binding;
            return entry.0;
        }
        let block = self.new_block(RegionId(u32::MAX), Some(label));
        if let Some(map) = self.labels.last_mut() {
            map.insert(label, (block, span, binding));
        }
        block
    }

    /// `^bb0(%a: T, %b: T):`
    pub(super) fn parse_label(&mut self, region: RegionId) -> BlockId {
        let span = self.cur.span;
        let label = self.module.symbols.intern(&self.word()[1..]);
        self.advance();
        let block = self.label_block(label, span, true);
        let known = self.module.block(block).parent == region;
        if known {
            let d = Diagnostic::error(code::REDEFINED, span, "this label is used twice");
            self.report(d);
        } else {
            self.module.blocks[block.index()].parent = region;
            self.module.regions[region.index()].blocks.push(block);
        }
        if self.eat(Tok::LParen) {
            while self.cur.tok == Tok::Percent {
                let span = self.cur.span;
                let name = self.percent_name();
                self.expect(Tok::Colon, "`:`");
                let ty = self.parse_type();
                self.skip_location();
                self.add_block_arg(block, name, ty, span);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RParen, "`)`");
        }
        self.expect(Tok::Colon, "`:`");
        block
    }
}
