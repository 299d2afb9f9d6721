//! Completion: instructions with their operands, values of the right type, attributes and their values, types, events.

use crate::document::View;
use crate::statement::{Expected, Statement};
use crate::template::snippet;
use gen_lsp_types::{
    CompletionItem, CompletionItemKind as Kind, CompletionItemTextEdit, CompletionList,
    Documentation, InsertTextFormat, MarkupKind, TextEdit,
};
use pto_ir::lexer::Tok;
use pto_ir::{DialectOp, Span, kind_accepts, type_names};
use pto_isa::def::{AttrDef, AttrKind, Kind as OperandKind, OpDef};
use pto_isa::order;
use pto_isa::target::EVENT_IDS;
use pto_isa::{DType, Pipe, Space, Target, Type, page};
use serde_json::{Value, json};

/// No list is longer.
const MOST_VALUES: usize = 500;

/// What can stand at an offset.
pub fn completion(view: &View<'_>, offset: u32) -> CompletionList {
    let text = view.text.as_str();
    let tokens = view.analysis.tokens(text);
    // In a comment nothing is asked for.
    if tokens.comments.iter().any(|c| c.start < offset && offset <= c.end) {
        return CompletionList::default();
    }
    let start = word_start(text, offset);
    let word = &text[start as usize..offset as usize];
    let statement = Statement::before(text, tokens, start);
    let expected = statement.as_ref().map(Statement::expected);
    let def = statement.as_ref().and_then(Statement::def);
    let at = Place { view, span: Span::new(start, offset), word };
    let items = match (word.chars().next(), expected) {
        (Some('%'), _) => at.values(def, expected),
        (Some('!'), _) => at.types(),
        (Some('@'), _) => at.functions(),
        (Some('^'), _) => at.names(Tok::Caret),
        (Some('#'), _) => at.names(Tok::Hash),
        (_, Some(Expected::Attr(a))) => at.attr_values(def, a, false),
        (_, Some(Expected::Word(a))) => at.attr_values(def, a, true),
        (_, Some(Expected::AttrName)) => at.attr_names(def),
        (_, Some(Expected::Type)) => at.type_words(),
        (_, Some(Expected::Operand(_))) => at.values(def, expected),
        (_, Some(Expected::Unknown)) => at.words_of_statement(def, statement.as_ref()),
        (_, None) => at.statements(),
    };
    CompletionList { is_incomplete: false, items, ..CompletionList::default() }
}

/// Adds the documentation of an item, when it is looked at. An item comes back as it was sent, so it need not be understood.
pub fn resolve(mut item: Value) -> Value {
    if let Some(def) = item["data"]["instruction"].as_str().and_then(pto_isa::ops::find) {
        item["documentation"] = json!({"kind": MarkupKind::Markdown, "value": page::page(def)});
    }
    item
}

/// Where the word before an offset starts, with its sigil.
fn word_start(text: &str, offset: u32) -> u32 {
    let bytes = text.as_bytes();
    let mut at = offset as usize;
    let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    while at > 0 && is_word(bytes[at - 1]) {
        at -= 1;
    }
    if at > 0 && matches!(bytes[at - 1], b'%' | b'!' | b'@' | b'^' | b'#') {
        at -= 1;
    }
    at as u32
}

struct Place<'v> {
    view: &'v View<'v>,
    /// The word that is typed.
    span: Span,
    word: &'v str,
}

impl Place<'_> {
    fn item(&self, label: &str, kind: Kind, detail: String) -> CompletionItem {
        let edit = TextEdit { range: self.view.text.range(self.span), new_text: label.to_string() };
        CompletionItem {
            label: label.to_string(),
            kind: Some(kind),
            detail: (!detail.is_empty()).then_some(detail),
            filter_text: Some(label.to_string()),
            text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
            ..CompletionItem::default()
        }
    }

    fn snippet(&self, label: &str, kind: Kind, detail: String, new_text: String) -> CompletionItem {
        let edit = TextEdit { range: self.view.text.range(self.span), new_text };
        CompletionItem {
            insert_text_format: Some(InsertTextFormat::Snippet),
            text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
            ..self.item(label, kind, detail)
        }
    }

    /// Whether a name goes on with what is typed.
    fn fits(&self, name: &str) -> bool {
        let typed = self.word.len();
        name.get(..typed).is_some_and(|start| start.eq_ignore_ascii_case(self.word))
    }

    /// The names of operations, where a statement starts.
    fn statements(&self) -> Vec<CompletionItem> {
        let declared = pto_check::declared_target(&self.view.analysis.module);
        let targets = match self.view.settings.targets.is_empty() {
            true => vec![declared.unwrap_or(Target::CPU)],
            false => self.view.settings.targets.clone(),
        };
        let with_prefix = self.word.starts_with("pto.") || self.fits("pto.");
        let instruction = |op: &'static OpDef| {
            let full = format!("pto.{}", op.printed_name());
            let short = op.printed_name();
            if !(self.fits(&full) || self.fits(short)) {
                return None;
            }
            let exists = targets.iter().any(|&t| op.support_on(t).is_some());
            let mut item = self.snippet(&full, Kind::Function, op.title().into(), snippet(op));
            item.filter_text = Some(if with_prefix { full } else { short.to_string() });
            item.sort_text = Some(format!("{}{short}", if exists { 1 } else { 2 }));
            item.data = Some(json!({"instruction": op.name}));
            Some(item)
        };
        let mut list: Vec<CompletionItem> = pto_isa::all().filter_map(instruction).collect();
        let others = DialectOp::names().filter(|(name, _)| self.fits(name));
        list.extend(others.map(|(name, _)| {
            let mut item = self.item(name, Kind::Keyword, String::new());
            item.sort_text = Some(format!("3{name}"));
            item
        }));
        list
    }

    /// Words between the parts of a statement.
    fn words_of_statement(
        &self,
        def: Option<&'static OpDef>,
        statement: Option<&Statement<'_>>,
    ) -> Vec<CompletionItem> {
        let is_dps = def.is_some_and(pto_ir::syntax::is_dps);
        let mut list = Vec::new();
        if is_dps && statement.is_some_and(|s| !s.is_assembly) {
            for word in ["ins", "outs"].into_iter().filter(|w| self.fits(w)) {
                list.push(self.snippet(word, Kind::Keyword, String::new(), format!("{word}($1)")));
            }
        }
        if def.is_none() {
            list.extend(self.values(None, None));
        }
        list
    }

    /// The values in scope, those of the right kind first.
    fn values(
        &self,
        def: Option<&'static OpDef>,
        expected: Option<Expected>,
    ) -> Vec<CompletionItem> {
        let (m, analysis) = (&self.view.analysis.module, self.view.analysis);
        let wanted: Option<OperandKind> = match expected {
            Some(Expected::Operand(slot)) => {
                def.and_then(|d| d.operands.get(slot as usize)).map(|o| o.kind)
            }
            _ => None,
        };
        let mut list: Vec<CompletionItem> = Vec::new();
        for value in analysis.values_in_scope(self.span.start) {
            let v = m.value(value);
            let name = m.sym(v.name);
            let label = format!("%{name}");
            if name.is_empty() || !self.fits(&label) {
                continue;
            }
            let ty = m.type_of(value);
            let right = wanted.is_none_or(|k| ty.is_none_or(|t| kind_accepts(k, t)));
            let detail = ty.map_or(String::new(), Type::to_string);
            let mut item = self.item(&label, Kind::Variable, detail);
            item.sort_text = Some(format!("{}{:06}", if right { 0 } else { 1 }, list.len()));
            item.preselect = (right && wanted.is_some() && list.is_empty()).then_some(true);
            list.push(item);
            if list.len() == MOST_VALUES {
                break;
            }
        }
        list
    }

    fn functions(&self) -> Vec<CompletionItem> {
        let m = &self.view.analysis.module;
        let names = m.functions().filter_map(|f| m.symbol(m.node(f), "sym_name"));
        let names = names.map(|n| format!("@{n}")).filter(|n| self.fits(n));
        names.map(|n| self.item(&n, Kind::Function, String::new())).collect()
    }

    /// Other names with this sigil that the text has.
    fn names(&self, tok: Tok) -> Vec<CompletionItem> {
        let text = self.view.text.as_str();
        let tokens = &self.view.analysis.tokens(text).tokens;
        let mut names: Vec<&str> = tokens
            .iter()
            .filter(|t| t.tok == tok && t.span != self.span)
            .map(|t| t.span.of(text))
            .filter(|n| self.fits(n))
            .collect();
        order::sort(&mut names);
        names.dedup();
        names.into_iter().map(|n| self.item(n, Kind::Reference, String::new())).collect()
    }

    /// Aliases of the text, and the types of the dialect.
    fn types(&self) -> Vec<CompletionItem> {
        let aliases = self.view.analysis.aliases(self.view.text.as_str()).into_iter();
        let aliases = aliases.filter(|a| a.1.starts_with('!') && self.fits(a.1));
        let mut list: Vec<CompletionItem> =
            aliases.map(|a| self.item(a.1, Kind::TypeParameter, a.2.to_string())).collect();
        for name in type_names() {
            let full = format!("!pto.{name}");
            if !self.fits(&full) {
                continue;
            }
            list.push(match parameters(name) {
                Some(inside) => {
                    self.snippet(&full, Kind::Struct, String::new(), format!("{full}<{inside}>"))
                }
                None => self.item(&full, Kind::Struct, String::new()),
            });
        }
        list
    }

    /// Types, where one belongs: element types and memories inside brackets.
    fn type_words(&self) -> Vec<CompletionItem> {
        let inside = self.view.text.as_str()[..self.span.start as usize]
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.matches('<').count() > line.matches('>').count());
        if !inside {
            let mut list = self.types();
            list.extend(
                ["index", "i64", "i32", "f32"]
                    .iter()
                    .filter(|w| self.fits(w))
                    .map(|w| self.item(w, Kind::Struct, String::new())),
            );
            return list;
        }
        let spaces = Space::ALL.iter().map(|s| s.tile_name());
        let keys = ["valid=", "blayout=", "slayout=", "fractal=", "pad="].into_iter();
        let dtypes = DType::ALL.iter().map(|d| d.name());
        let all = spaces.chain(dtypes).chain(keys).filter(|w| self.fits(w));
        all.map(|w| self.item(w, Kind::EnumMember, String::new())).collect()
    }

    fn attr_names(&self, def: Option<&'static OpDef>) -> Vec<CompletionItem> {
        let attrs = def.map_or(&[][..], |d| d.attrs).iter().filter(|a| self.fits(a.name));
        let item = |a: &AttrDef| {
            let value = match a.kind {
                AttrKind::Word(words) => format!("\"${{1|{}|}}\"", words.join(",")),
                AttrKind::Pipe => "#pto.pipe<${1:PIPE_V}>".into(),
                AttrKind::Event => "#pto.event<${1:EVENT_ID0}>".into(),
                AttrKind::Bool => "${1|true,false|}".into(),
                _ => "$1".into(),
            };
            let text = format!("{} = {value}", a.name);
            let detail = format!(
                "{}{}",
                page::values_text(a.kind),
                if a.required { "; required" } else { "" }
            );
            let mut item = self.snippet(a.name, Kind::Property, detail, text);
            item.documentation = (!a.doc.is_empty()).then(|| Documentation::String(a.doc.into()));
            item.sort_text = Some(format!("{}{}", if a.required { 0 } else { 1 }, a.name));
            item
        };
        attrs.map(item).collect()
    }

    /// The values of an attribute; `bare` where they are words of the form.
    fn attr_values(
        &self,
        def: Option<&'static OpDef>,
        attr: usize,
        bare: bool,
    ) -> Vec<CompletionItem> {
        let Some(attr) = def.and_then(|d| d.attrs.get(attr)) else { return Vec::new() };
        let before =
            self.view.text.as_str().as_bytes().get((self.span.start as usize).wrapping_sub(1));
        let is_open = matches!(before, Some(b'<' | b'"'));
        let wrapped = |word: &str, open: &str, close: &str| match is_open || bare {
            true => word.to_string(),
            false => format!("{open}{word}{close}"),
        };
        let words: Vec<(String, String)> = match attr.kind {
            AttrKind::Word(list) => {
                list.iter().map(|w| (wrapped(w, "\"", "\""), String::new())).collect()
            }
            AttrKind::Pipe => Pipe::ALL
                .iter()
                .map(|p| (wrapped(p.name(), "<", ">"), p.about().to_string()))
                .collect(),
            AttrKind::Event => self.events().map(|(w, d)| (wrapped(&w, "<", ">"), d)).collect(),
            AttrKind::Bool => {
                let words = if bare { vec![attr.name] } else { vec!["true", "false"] };
                words.into_iter().map(|w| (w.to_string(), String::new())).collect()
            }
            AttrKind::Symbol => return self.functions(),
            _ => Vec::new(),
        };
        let words = words
            .into_iter()
            .filter(|(w, _)| self.fits(w) || self.fits(w.trim_start_matches(['<', '"'])));
        words
            .enumerate()
            .map(|(i, (word, detail))| {
                let mut item = self.item(&word, Kind::EnumMember, detail);
                item.sort_text = Some(format!("{i:03}"));
                item
            })
            .collect()
    }

    /// The event ids of the device, and how often the text names each.
    fn events(&self) -> impl Iterator<Item = (String, String)> {
        let text = self.view.text.as_str();
        let count = self.view.analysis.device.def().device.map_or(EVENT_IDS, |d| d.event_ids);
        (0..count).map(move |n| {
            let name = format!("EVENT_ID{n}");
            let uses = text.matches(&format!("{name}>")).count();
            let detail = if uses == 0 { "free".to_string() } else { format!("named {uses} times") };
            (name, detail)
        })
    }
}

/// What stands in the brackets of a type, to be filled in.
fn parameters(name: &str) -> Option<&'static str> {
    Some(match name {
        "tile" | "tile_buf" => "${1:vec}, ${2:16}x${3:64}x${4:f32}",
        "multi_tile_buf" => "${1:vec}, ${2:16}x${3:64}x${4:f32}, count=${5:2}",
        "vreg" => "${1:64}x${2:f32}",
        "mask" => "${1|b32,b16,b8|}",
        "ptr" => "${1:f32}, ${2|gm,ub|}",
        "tensor_view" | "partition_tensor_view" => "${1:?}x${2:?}x${3:f32}",
        _ => return None,
    })
}
