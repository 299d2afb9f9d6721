//! Structured control flow: loops, branches, switches.

use super::foreign::Arg;
use super::instruction::{Pieces, TOP};
use super::*;
use crate::dialect::Scf;
use crate::intern::Attr;

impl Parser<'_> {
    pub(super) fn parse_for(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let mut operands = Vec::new();
        let mut args: Vec<Arg> = Vec::new();
        let mut types = Vec::new();
        let ok = self.for_header(&mut operands, &mut args, &mut types);
        if !ok {
            self.poison_results(block, &results);
            self.recover_after(start.start);
            return;
        }
        let mut attrs = Vec::new();
        let node =
            self.foreign_node(block, Scf::For, name_span, start, &operands, &[], &results, &types);
        let region = self.parse_region(node, &args);
        if self.cur.tok == Tok::LBrace && self.at_attr_dict() {
            self.parse_attr_dict(&mut attrs);
        }
        self.skip_location();
        self.set_regions(node, &[region]);
        self.set_attrs(node, &attrs);
    }

    pub(super) fn for_header(
        &mut self,
        operands: &mut Vec<Operand>,
        args: &mut Vec<Arg>,
        types: &mut Vec<Option<TypeId>>,
    ) -> bool {
        if self.cur.tok == Tok::Ident && self.word() == "unsigned" {
            self.advance();
        }
        if self.cur.tok != Tok::Percent {
            self.expected("the loop variable");
            return false;
        }
        let iv_span = self.cur.span;
        let iv = self.percent_name();
        if !self.expect(Tok::Equal, "`=`") {
            return false;
        }
        for keyword in ["to", "step", ""] {
            let Some(o) = self.parse_use() else { return false };
            operands.push(o);
            if !keyword.is_empty() && !self.expect_word(keyword) {
                return false;
            }
        }
        let mut names = Vec::new();
        if self.cur.tok == Tok::Ident && self.word() == "iter_args" {
            self.advance();
            if !self.init_list(operands, &mut names) {
                return false;
            }
            if !self.expect(Tok::Arrow, "`->` and the types of the carried values") {
                return false;
            }
            self.arrow_types(types);
        }
        let mut iv_type = operands.first().and_then(|o| self.module.value(o.value).ty);
        if self.eat(Tok::Colon) {
            iv_type = self.parse_type();
        }
        args.push((iv, iv_type, iv_span));
        for (i, (name, span)) in names.into_iter().enumerate() {
            args.push((name, types.get(i).copied().flatten(), span));
        }
        true
    }

    /// `(%a = %x, ...)`
    pub(super) fn init_list(
        &mut self,
        operands: &mut Vec<Operand>,
        names: &mut Vec<(Sym, Span)>,
    ) -> bool {
        if !self.expect(Tok::LParen, "`(`") {
            return false;
        }
        while self.cur.tok == Tok::Percent {
            let span = self.cur.span;
            let name = self.percent_name();
            if !self.expect(Tok::Equal, "`=`") {
                return false;
            }
            let Some(o) = self.parse_use() else { return false };
            names.push((name, span));
            operands.push(o);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`")
    }

    pub(super) fn expect_word(&mut self, word: &str) -> bool {
        let hit = self.cur.tok == Tok::Ident && self.word() == word;
        if hit {
            self.advance();
        } else {
            self.expected(&format!("`{word}`"));
        }
        hit
    }

    /// Types after `->`, with or without parentheses.
    pub(super) fn arrow_types(&mut self, types: &mut Vec<Option<TypeId>>) {
        let mut p = Pieces::default();
        self.result_type_list(&mut p);
        types.extend(p.result_types.iter().map(|t| t.0));
    }

    pub(super) fn parse_if(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let Some(condition) = self.parse_use() else {
            self.poison_results(block, &results);
            self.recover_after(start.start);
            return;
        };
        let mut types = Vec::new();
        if self.eat(Tok::Arrow) {
            self.arrow_types(&mut types);
        }
        let node = self.foreign_node(
            block,
            Scf::If,
            name_span,
            start,
            &[condition],
            &[],
            &results,
            &types,
        );
        let mut regions = vec![self.parse_region(node, &[])];
        if self.cur.tok == Tok::Ident && self.word() == "else" {
            self.advance();
            regions.push(self.parse_region(node, &[]));
        }
        let mut attrs = Vec::new();
        if self.cur.tok == Tok::LBrace && self.at_attr_dict() {
            self.parse_attr_dict(&mut attrs);
        }
        self.skip_location();
        self.set_regions(node, &regions);
        self.set_attrs(node, &attrs);
    }

    pub(super) fn parse_while(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let (mut operands, mut names) = (Vec::new(), Vec::new());
        let mut p = Pieces::default();
        let mut ok = true;
        if self.cur.tok == Tok::LParen {
            ok = self.init_list(&mut operands, &mut names);
        }
        if ok && self.eat(Tok::Colon) {
            ok = self.type_list(&mut p, TOP)
                && self.eat(Tok::Arrow)
                && self.result_type_list(&mut p);
        }
        if !ok {
            self.poison_results(block, &results);
            self.recover_after(start.start);
            return;
        }
        let types: Vec<_> = p.result_types.iter().map(|t| t.0).collect();
        let node = self.foreign_node(
            block,
            Scf::While,
            name_span,
            start,
            &operands,
            &[],
            &results,
            &types,
        );
        let args: Vec<Arg> = names
            .into_iter()
            .enumerate()
            .map(|(i, (name, span))| (name, p.types.get(i).and_then(|t| t.0), span))
            .collect();
        let before = self.parse_region(node, &args);
        let mut regions = vec![before];
        if self.expect_word("do") {
            regions.push(self.parse_region(node, &[]));
        }
        let mut attrs = Vec::new();
        self.attributes_keyword(&mut attrs);
        self.skip_location();
        self.set_regions(node, &regions);
        self.set_attrs(node, &attrs);
    }

    pub(super) fn parse_index_switch(&mut self, block: BlockId, results: ResultNames, start: Span) {
        let name_span = self.cur.span;
        self.advance();
        let Some(selector) = self.parse_use() else {
            self.poison_results(block, &results);
            self.recover_after(start.start);
            return;
        };
        let mut attrs = Vec::new();
        if self.cur.tok == Tok::LBrace && self.at_attr_dict() {
            self.parse_attr_dict(&mut attrs);
        }
        let mut types = Vec::new();
        if self.eat(Tok::Arrow) {
            self.arrow_types(&mut types);
        }
        let node = self.foreign_node(
            block,
            Scf::IndexSwitch,
            name_span,
            start,
            &[selector],
            &[],
            &results,
            &types,
        );
        let (mut regions, mut cases) = (Vec::new(), Vec::new());
        while self.cur.tok == Tok::Ident && self.word() == "case" {
            self.advance();
            match self.parse_literal() {
                Some(c) => cases.push(c),
                None => break,
            }
            regions.push(self.parse_region(node, &[]));
        }
        if self.expect_word("default") {
            // The default region comes first, as in MLIR's generic form.
            let default = self.parse_region(node, &[]);
            regions.insert(0, default);
        }
        attrs.push(self.named("cases", Attr::Array(cases.into()), name_span));
        self.set_regions(node, &regions);
        self.set_attrs(node, &attrs);
    }

    pub(super) fn parse_execute_region(
        &mut self,
        block: BlockId,
        results: ResultNames,
        start: Span,
    ) {
        let name_span = self.cur.span;
        self.advance();
        let mut types = Vec::new();
        if self.eat(Tok::Arrow) {
            self.arrow_types(&mut types);
        }
        let node = self.foreign_node(
            block,
            Scf::ExecuteRegion,
            name_span,
            start,
            &[],
            &[],
            &results,
            &types,
        );
        let region = self.parse_region(node, &[]);
        self.set_regions(node, &[region]);
    }
}
