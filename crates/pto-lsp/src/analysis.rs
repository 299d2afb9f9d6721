//! What is known of one state of a document: its module, its findings, and what is worked out when somebody asks.

use crate::lowered::LoweredFacts;
use crate::settings::Settings;
use pto_check::Options;
use pto_ir::lexer::{Lexer, Tok, Token};
use pto_ir::module::{Def, Node};
use pto_ir::{Diagnostic, Lines, Module, NodeId, Span, ValueId};
use pto_isa::Target;
use pto_isa::order;
use std::cell::OnceCell;

/// Texts longer than this are not lowered while they are typed, nor is their synchronisation proved: hints of memory and waits
/// need that.
pub const MOST_LOWERED_BYTES: usize = 256 * 1024;

/// One mention of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Where.
    pub span: Span,
    /// The value.
    pub value: ValueId,
    /// Whether it is defined here.
    pub is_definition: bool,
}

/// One state of a document.
pub struct Analysis {
    /// What was read.
    pub module: Module,
    /// The findings, in the order of the text, those on several targets as one.
    pub findings: Vec<Diagnostic>,
    /// Whether the program is illegal on one of the targets, or no program.
    pub has_errors: bool,
    /// The device whose cycles and memories are shown.
    pub device: Target,
    mentions: OnceCell<Vec<Mention>>,
    tokens: OnceCell<Tokens>,
    lowered: OnceCell<Option<LoweredFacts>>,
    unproved: OnceCell<Vec<Diagnostic>>,
}

/// The tokens of a text, and its comments.
pub struct Tokens {
    /// In order.
    pub tokens: Vec<Token>,
    /// In order.
    pub comments: Vec<Span>,
}

impl Tokens {
    /// The tokens of a text.
    pub fn of(text: &str) -> Tokens {
        let mut lexer = Lexer::new(text);
        let (mut tokens, mut comments) = (Vec::with_capacity(text.len() / 5), Vec::new());
        loop {
            comments.extend(std::iter::from_fn(|| lexer.next_comment()).map(|c| c.0));
            let token = lexer.next_token();
            if token.tok == Tok::Eof {
                return Tokens { tokens, comments };
            }
            tokens.push(token);
        }
    }

    /// The number of the first token that ends after an offset.
    pub fn after(&self, offset: u32) -> usize {
        self.tokens.partition_point(|t| t.span.end <= offset)
    }

    /// The token at an offset: the one that it lies in, else the one that ends there.
    pub fn at(&self, offset: u32) -> Option<Token> {
        let next = self.after(offset);
        let inside = self.tokens.get(next).filter(|t| t.span.start <= offset);
        let before = || self.tokens.get(next.checked_sub(1)?).filter(|t| t.span.end == offset);
        let is_name = |t: &&Token| {
            matches!(
                t.tok,
                Tok::Percent | Tok::Caret | Tok::At | Tok::Hash | Tok::Bang | Tok::Ident
            )
        };
        inside.filter(is_name).or_else(|| before().filter(is_name)).or(inside).copied()
    }
}

impl Analysis {
    /// Reads and checks a text.
    pub fn new(text: &str, settings: &Settings) -> Analysis {
        let (module, syntax) = pto_check::read(text);
        let partial = syntax.iter().any(Diagnostic::is_error);
        let options = Options { partial, rules: settings.rules, ..Options::default() };
        let declared = pto_check::declared_target(&module);
        let targets = match settings.targets.is_empty() {
            true => vec![declared.unwrap_or(Target::CPU)],
            false => settings.targets.clone(),
        };
        let per_target: Vec<_> =
            targets.iter().map(|&t| (t, pto_check::check(&module, t, &options))).collect();
        let has_cycles = |t: &Target| t.def().device.is_some_and(|d| d.cost_tables.is_some());
        let device = targets.iter().copied().find(has_cycles);
        let findings = pto_check::merge(&syntax, &per_target);
        Analysis {
            has_errors: findings.iter().any(Diagnostic::is_error),
            device: device.unwrap_or_else(|| pto_check::declared_device(&module)),
            findings,
            module,
            mentions: OnceCell::new(),
            tokens: OnceCell::new(),
            lowered: OnceCell::new(),
            unproved: OnceCell::new(),
        }
    }

    /// Every mention of a value, in the order of the text.
    pub fn mentions(&self) -> &[Mention] {
        self.mentions.get_or_init(|| {
            let m = &self.module;
            let mut list = Vec::new();
            let mut add = |o: &pto_ir::module::Operand| {
                list.push(Mention { span: o.span, value: o.value, is_definition: false });
            };
            for (_, node) in m.nodes() {
                m.operands(node).iter().for_each(&mut add);
                for s in m.successors(node) {
                    m.successor_operands(s).iter().for_each(&mut add);
                }
            }
            for i in 0..m.value_count() {
                let value = ValueId(i as u32);
                let v = m.value(value);
                if v.def != Def::Missing && v.span != Span::default() {
                    list.push(Mention { span: v.span, value, is_definition: true });
                }
            }
            // Where one value stands for several operands it is mentioned once.
            order::by_key(&mut list, |m| (m.span, !m.is_definition, m.value));
            list.dedup_by_key(|m| (m.span, m.value));
            list
        })
    }

    /// The mention at an offset.
    pub fn mention_at(&self, offset: u32) -> Option<Mention> {
        let list = self.mentions();
        let after = list.partition_point(|m| m.span.start <= offset);
        // Names are short, and few mentions share a place.
        let near = list[..after].iter().rev().take(64);
        near.filter(|m| offset <= m.span.end).min_by_key(|m| m.span.end - m.span.start).copied()
    }

    /// The tokens of the text this was made from.
    pub fn tokens(&self, text: &str) -> &Tokens {
        self.tokens.get_or_init(|| Tokens::of(text))
    }

    /// The aliases of the text: name with its sigil, and what it stands for.
    pub fn aliases<'t>(&self, text: &'t str) -> Vec<(Span, &'t str, &'t str)> {
        let tokens = &self.tokens(text).tokens;
        let is_alias = |i: &usize| {
            matches!(tokens[*i].tok, Tok::Bang | Tok::Hash)
                && tokens[*i].first_on_line
                && tokens.get(i + 1).is_some_and(|t| t.tok == Tok::Equal)
        };
        let alias = |i: usize| {
            let rest = &tokens[(i + 2).min(tokens.len())..];
            let count = rest.iter().take_while(|t| !t.first_on_line).count();
            let (first, last) = (rest.first()?, rest[..count].last()?);
            let name = tokens[i].span;
            Some((name, name.of(text), first.span.to(last.span).of(text)))
        };
        (0..tokens.len()).filter(is_alias).filter_map(alias).collect()
    }

    /// The smallest operation around an offset.
    pub fn node_at(&self, offset: u32) -> Option<(NodeId, &Node)> {
        let around = |(_, n): &(NodeId, &Node)| n.span.start <= offset && offset <= n.span.end;
        self.module.nodes().filter(around).min_by_key(|(_, n)| n.span.end - n.span.start)
    }

    /// The function around an offset, with its name.
    pub fn function_at(&self, offset: u32) -> Option<(NodeId, &str)> {
        let m = &self.module;
        let around = |f: &NodeId| {
            let span = m.node(*f).span;
            span.start <= offset && offset <= span.end
        };
        let f = m.functions().find(around)?;
        Some((f, m.symbol(m.node(f), "sym_name")?))
    }

    /// What lowering says, for programs without errors that are not too long.
    pub fn lowered(&self, text: &str, settings: &Settings) -> Option<&LoweredFacts> {
        let facts = self.lowered.get_or_init(|| {
            let wanted = !self.has_errors && text.len() <= MOST_LOWERED_BYTES;
            wanted.then(|| LoweredFacts::new(text, self.device, settings.rules)).flatten()
        });
        facts.as_ref()
    }

    /// What of the synchronisation is not proved, for programs without errors that are not too long.
    pub fn unproved(&self, text: &str, settings: &Settings) -> &[Diagnostic] {
        self.unproved.get_or_init(|| {
            if self.has_errors || text.len() > MOST_LOWERED_BYTES {
                return Vec::new();
            }
            let options = Options { rules: settings.rules, ..Options::default() };
            let module = self.module.clone();
            let Ok((program, _)) = pto_check::verify(module, self.device, &options) else {
                return Vec::new();
            };
            let proofs = pto_lower::prove_sync(&program, &Lines::new(text));
            proofs.into_iter().flat_map(|p| p.unproved).collect()
        })
    }

    /// The values that can be named at an offset, the last one first: their definitions stand before, and around nothing that has
    /// ended. A function sees no values of others, and none from around it.
    pub fn values_in_scope(&self, offset: u32) -> impl Iterator<Item = ValueId> {
        let m = &self.module;
        let function = self.function_at(offset).map(|f| m.node(f.0).span);
        let around = move |span: Span| span.start <= offset && offset <= span.end;
        let in_scope = move |value: &ValueId| {
            let v = m.value(*value);
            let (block, defined) = match v.def {
                Def::Result(node) => (m.node(node).parent, m.node(node).span.end),
                Def::Arg(block) => (block, v.span.end),
                Def::Missing => return false,
            };
            if defined > offset || function.is_some_and(|f| v.span.start < f.start) {
                return false;
            }
            let owner = m.region(m.block(block).parent).owner;
            owner.is_none_or(|o| around(m.node(o).span))
        };
        (0..m.value_count() as u32).rev().map(ValueId).filter(in_scope)
    }
}
