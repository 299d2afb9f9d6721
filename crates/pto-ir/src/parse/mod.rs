//! Text to module. Reading never fails: mistakes are reported and reading goes on.

mod annotate;
mod assign;
mod attrs;
mod bind;
mod clause;
mod common_value;
mod cursor;
mod events;
mod fit;
mod foreign;
mod generic;
mod inline;
mod instruction;
mod literal;
mod node;
mod not_read;
mod region;
mod scf;
mod scope;
mod statement;
mod type_text;
mod types;

pub(crate) use assign::{assign, assign_results, dps_slots, implied_type, kind_ok, plain_slots};
pub(crate) use bind::Slots;
pub(crate) use clause::{collect_slots, find_key};
pub use fit::kind_accepts;
pub(crate) use fit::{count_problem, kind_problem};
pub(crate) use instruction::MAX_PIECES;
pub(crate) use literal::{MAX_LIST, attrs_of_clause, word_attr};
pub(crate) use statement::ResultNames;
pub use type_text::type_names;
pub use types::is_type_word;

use crate::diag::Diagnostic;
use crate::intern::Attr;
use crate::lexer::{Lexer, Tok, Token};
use crate::module::*;
use crate::span::{MAX_TEXT_BYTES, Span};
use pto_isa::order;
use pto_isa::{Type, code, ops};
use rustc_hash::FxHashMap;

/// Regions, types and attributes nested deeper than this are refused.
pub(crate) const MAX_DEPTH: u32 = 200;

/// The finding about a text of more than [`MAX_TEXT_BYTES`].
pub fn too_long() -> Diagnostic {
    Diagnostic::error(code::NOT_TEXT, Span::default(), "the text has 2 GiB or more")
        .help("split it into several files")
}

/// Reads a program. The module holds everything that could be read; the diagnostics say what could not.
///
/// ```
/// let text = "module { func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) { return } }";
/// let (module, diagnostics) = pto_ir::parse(text);
/// assert!(diagnostics.is_empty());
/// assert_eq!(module.top().count(), 1);
/// ```
pub fn parse(text: &str) -> (Module, Vec<Diagnostic>) {
    if text.len() > MAX_TEXT_BYTES {
        return (Module::default(), vec![too_long()]);
    }
    let mut parser = Parser::new(text);
    parser.parse_file();
    (parser.module, parser.diagnostics)
}

/// Like [`parse`], with the spelling each type has in the text: its alias, or how it was first written.
pub(crate) fn parse_spelled(text: &str) -> (Module, Vec<Diagnostic>, FxHashMap<TypeId, String>) {
    if text.len() > MAX_TEXT_BYTES {
        return (Module::default(), vec![too_long()], FxHashMap::default());
    }
    let mut parser = Parser::new(text);
    parser.parse_file();
    let mut found: Vec<(usize, &str, TypeId)> = parser
        .type_cache
        .iter()
        .filter_map(|(t, id)| Some((t.as_ptr().addr(), *t, (*id)?)))
        .collect();
    order::sort(&mut found);
    let mut spellings = FxHashMap::default();
    for (_, spelling, id) in found {
        spellings.entry(id).or_insert_with(|| spelling.to_string());
    }
    let mut aliases: Vec<_> = parser.type_aliases.iter().collect();
    order::sort(&mut aliases);
    for (name, id) in aliases {
        spellings.insert(*id, format!("!{name}"));
    }
    (parser.module, parser.diagnostics, spellings)
}

/// The type that a text is.
///
/// ```
/// use pto_isa::{DType, TileTy};
/// assert_eq!(pto_ir::parse_type("!pto.tile_buf<vec, 16x64xf32>"), Some(TileTy::vec(DType::F32, 16, 64).into()));
/// assert_eq!(pto_ir::parse_type("!pto.tile_buf<vec"), None);
/// ```
pub fn parse_type(text: &str) -> Option<Type> {
    let mut parser = Parser::new(text);
    let read = parser.parse_type();
    let whole = parser.diagnostics.is_empty() && parser.cur.tok == Tok::Eof;
    read.filter(|_| whole).map(|t| parser.module.types.get(t).clone())
}

/// Whether the text of a type reads as that type.
pub(crate) fn reads_as_type(ty: &Type) -> bool {
    parse_type(&ty.to_string()).as_ref() == Some(ty)
}

/// Whether a text reads as an attribute that holds no types.
pub(crate) fn reads_as_attr(text: &str, attr: &Attr) -> bool {
    let mut parser = Parser::new(text);
    let read = parser.parse_attr();
    parser.diagnostics.is_empty()
        && parser.cur.tok == Tok::Eof
        && read.is_some_and(|a| parser.module.attrs.get(a) == attr)
}

pub(crate) struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    cur: Token,
    prev_end: u32,
    /// Whether the token before the current one was a comma.
    after_comma: bool,
    module: Module,
    diagnostics: Vec<Diagnostic>,
    stopped: bool,
    depth: u32,
    /// The value each name stands for here.
    scope: Vec<Option<ValueId>>,
    /// What to restore when a scope ends.
    undo: Vec<(Sym, Option<ValueId>)>,
    type_cache: FxHashMap<&'a str, Option<TypeId>>,
    /// The last types that were read, and which of them to forget next.
    recent_types: [(&'a str, Option<TypeId>); 4],
    next_recent: usize,
    type_aliases: FxHashMap<&'a str, TypeId>,
    attr_aliases: FxHashMap<&'a str, AttrId>,
    /// Blocks of the regions being read, by label.
    labels: Vec<FxHashMap<Sym, (BlockId, Span, bool)>>,
    pieces: instruction::Pieces,
    /// Warnings and notes so far.
    remarks: usize,
    /// Results named by `%x:2` so far.
    grouped: usize,
    /// Old spellings that were noted already.
    noted: rustc_hash::FxHashSet<String>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let mut lexer = Lexer::new(text);
        let cur = lexer.next_token();
        Parser {
            text,
            lexer,
            cur,
            prev_end: 0,
            after_comma: false,
            module: Module::for_text(text),
            diagnostics: Vec::new(),
            stopped: false,
            depth: 0,
            scope: Vec::new(),
            undo: Vec::new(),
            type_cache: FxHashMap::default(),
            recent_types: [("", None); 4],
            next_recent: 0,
            type_aliases: FxHashMap::default(),
            attr_aliases: FxHashMap::default(),
            labels: Vec::new(),
            pieces: instruction::Pieces::default(),
            remarks: 0,
            grouped: 0,
            noted: rustc_hash::FxHashSet::default(),
        }
    }

    fn parse_file(&mut self) {
        let top = self.new_region(None);
        let block = self.new_block(top, None);
        self.module.regions[top.index()].blocks.push(block);
        self.labels.push(FxHashMap::default());
        while self.cur.tok != Tok::Eof {
            match self.cur.tok {
                Tok::Hash | Tok::Bang if self.peek().tok == Tok::Equal => self.parse_alias(),
                Tok::RBrace => {
                    let span = self.cur.span;
                    self.report(
                        Diagnostic::error(code::SYNTAX, span, "this `}` closes nothing")
                            .found("unexpected `}`"),
                    );
                    self.advance();
                }
                Tok::Ident if self.word() == "loc" && self.next_byte() == b'(' => {
                    self.skip_location();
                }
                _ => self.parse_statement(block),
            }
        }
        self.labels.pop();
        self.name_implied();
    }

    fn parse_alias(&mut self) {
        let (tok, span) = (self.cur.tok, self.cur.span);
        let name = &self.word()[1..];
        self.advance();
        self.advance();
        let mut small = true;
        if tok == Tok::Bang {
            if let Some(ty) = self.parse_type() {
                small = types::is_small_type(self.module.types.get(ty));
                if small {
                    self.type_aliases.insert(name, ty);
                }
            }
        } else if self.cur.tok == Tok::Ident && self.word() == "loc" {
            self.skip_location();
        } else if let Some(attr) = self.parse_attr() {
            small = self.is_small_attr(attr);
            if small {
                self.attr_aliases.insert(name, attr);
            }
        }
        if !small {
            let d = Diagnostic::error(code::SYNTAX, span, "this alias stands for too much");
            self.report(d.help("write it out where it is used"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zeros that are only read take no memory.
    #[test]
    fn a_text_whose_offsets_do_not_fit_is_refused() {
        let text = String::from_utf8(vec![0; MAX_TEXT_BYTES + 1]).unwrap();
        let (module, found) = parse(&text);
        assert_eq!((found.len(), found[0].code, module.top().count()), (1, code::NOT_TEXT, 0));
        assert_eq!(parse_spelled(&text).1.len(), 1);
    }
}
