//! The text of a call: the pieces of a form with what a program has there.

use super::body::Body;
use super::call::enumerator;
use super::types;
use pto_ir::module::Node;
use pto_ir::{Attr, ValueId};
use pto_isa::Type;
use pto_isa::cpp::{CppForm, Enum, Piece, StandIn};
use pto_isa::def::{AttrKind, OpDef};

/// The text of a call while it is made.
#[derive(Default)]
pub(super) struct Call {
    pub text: String,
    /// Declarations in front of it.
    pub before: Vec<String>,
    /// Results that it names.
    pub named: Vec<ValueId>,
}

impl Body<'_> {
    pub(super) fn write_call(&mut self, node: &Node, def: &'static OpDef, form: &CppForm) {
        let mut call = Call::default();
        let control = form.keeps_control.then(|| self.names.fresh("ctrl"));
        if let Some(name) = &control {
            self.out.line(format!("uint64_t {name} = get_ctrl();"));
        }
        let atoms = form.loops.map(|_| self.atoms.clone());
        let open = form.loops.map(|registers| self.open_loops(node, def, registers));
        self.render(node, def, &form.pieces, &mut call);
        let results: Vec<ValueId> = self.module.results(node).collect();
        for line in call.before {
            self.out.line(line);
        }
        let text = call.text.replace("<>", "");
        let returned: Vec<ValueId> =
            results.into_iter().filter(|r| !call.named.contains(r)).collect();
        match returned[..] {
            [] => {
                for statement in text.split(" then ").filter(|s| !s.is_empty()) {
                    self.out.line(format!("{statement};"));
                }
            }
            [one] => self.define(one, &text),
            _ => self.refuse(
                node.name_span,
                "the C++ call gives back one value",
                "the table names no call with these results",
            ),
        }
        if let Some(name) = control {
            self.out.line(format!("set_ctrl({name});"));
        }
        if let (Some(open), Some(atoms)) = (open, atoms) {
            self.close_loops(open);
            self.atoms = atoms;
        }
    }

    fn render(&mut self, node: &Node, def: &'static OpDef, pieces: &[Piece], call: &mut Call) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => call.text.push_str(text),
                Piece::Operand(slot, stand_in) => {
                    let stand_in = stand_in.as_ref().filter(|_| !self.has(node, *slot));
                    let text = match stand_in {
                        Some(StandIn::Text(text)) => text.clone(),
                        Some(StandIn::Operand(other)) => self.argument(node, def, *other, call),
                        None => self.argument(node, def, *slot, call),
                    };
                    call.text.push_str(&text);
                }
                Piece::Start(result, from) => {
                    let text = self.start(node, *result, *from, call);
                    call.text.push_str(&text);
                }
                Piece::Declare(slot) => {
                    self.argument(node, def, *slot, call);
                }
                Piece::Like(slot, other) => {
                    let name = self.argument(node, def, *slot, call);
                    let text = self.seen_like(node, *slot, *other, name);
                    call.text.push_str(&text);
                }
                Piece::Integer(slot, signed) => {
                    let name = self.argument(node, def, *slot, call);
                    let text = self.seen_as_integer(node, *slot, *signed, name);
                    call.text.push_str(&text);
                }
                Piece::Bits(slot) => {
                    let name = self.argument(node, def, *slot, call);
                    let text = self.bits_of(node, *slot, &name);
                    call.text.push_str(&text);
                }
                Piece::Width(slot) => {
                    let value = self.values(node, *slot).next();
                    let dtype = value.and_then(|v| self.module.type_of(v)).and_then(Type::dtype);
                    // 64-bit lanes move as 32-bit units.
                    let bits = dtype.map_or(32, |d| d.bits().min(32));
                    call.text.push_str(&bits.to_string());
                }
                Piece::Paste(name) => {
                    let word = self.attribute(node, def, name, None, None);
                    call.text.push_str(&word.to_ascii_lowercase());
                }
                Piece::Type(slot) => {
                    let Some(value) = self.values(node, *slot).next() else { continue };
                    let text = match self.module.type_of(value) {
                        Some(
                            Type::Scalar(_) | Type::Index | Type::Ptr { .. } | Type::Vreg { .. },
                        ) => self.type_of(value),
                        _ => {
                            let name = self.argument(node, def, *slot, call);
                            self.type_of_variable(value, &name)
                        }
                    };
                    call.text.push_str(&text);
                }
                Piece::Element(slot) => {
                    let value = self.values(node, *slot).next();
                    let dtype = value.and_then(|v| self.module.type_of(v)).and_then(Type::dtype);
                    call.text.push_str(dtype.and_then(types::element).unwrap_or("int64_t"));
                }
                Piece::Data(slot) => {
                    let Some(value) = self.values(node, *slot).next() else { continue };
                    let text = match self.module.type_of(value) {
                        Some(Type::View { .. }) => self.view_start(value, node.span),
                        Some(Type::Tile(_)) => format!("{}.data()", self.atom(value)),
                        _ => self.atom(value),
                    };
                    call.text.push_str(&text);
                }
                Piece::Attr { name, of, absent } => {
                    let text = self.attribute(node, def, name, *of, absent.as_deref());
                    call.text.push_str(&text);
                }
                Piece::Optional(inner, question) => {
                    let written = match question {
                        Some(question) => self.answers(node, question),
                        None => self.present_all(node, def, inner, &mut Vec::new()).is_ok(),
                    };
                    if written {
                        self.render(node, def, inner, call);
                    }
                }
                Piece::Either(all) => {
                    let present = |p: &&Piece| {
                        self.present_all(node, def, std::slice::from_ref(*p), &mut Vec::new())
                            .is_ok()
                    };
                    if let Some(piece) = all.iter().find(present).or_else(|| all.last()) {
                        self.render(node, def, std::slice::from_ref(piece), call);
                    }
                }
                Piece::Local(ty, inner) => {
                    let mut value = Call::default();
                    self.render(node, def, inner, &mut value);
                    call.before.append(&mut value.before);
                    let name = self.names.fresh(&local_name(ty));
                    call.before.push(match (ty.as_str(), value.text.is_empty()) {
                        ("auto", _) => format!("auto {name} = {};", value.text),
                        (_, true) => format!("{ty} {name};"),
                        _ => format!("{ty} {name} = {{{}}};", value.text),
                    });
                    call.text.push_str(&name);
                }
            }
        }
    }

    /// The values of an operand, as arguments.
    pub(super) fn argument(
        &mut self,
        node: &Node,
        def: &'static OpDef,
        slot: u8,
        call: &mut Call,
    ) -> String {
        let values: Vec<ValueId> = self.values(node, slot).collect();
        let mut list = Vec::new();
        for value in values {
            let is_result = self.module.results(node).any(|r| r == value);
            if is_result && !call.named.contains(&value) {
                call.named.push(value);
                if self.tile_of(value).is_some() {
                    self.declare_tile(value, [None, None]);
                } else {
                    let ty = self.type_of(value);
                    let name = self.name(value);
                    self.out.line(format!("{ty} {name};"));
                }
            }
            let is_view = self.views.contains_key(&value)
                || matches!(self.module.type_of(value), Some(Type::View { .. }));
            list.push(match is_view {
                true => {
                    // A table that is gathered from is larger than the tile.
                    let moved = matches!(def.operands[slot as usize].name, "src" | "dst");
                    let tile = self.first_tile(node, def).filter(|_| moved);
                    let stated = pto_analysis::facts::word(self.module, node, "layout");
                    self.tensor(value, tile.as_ref(), stated, node.span)
                }
                false => self.atom(value),
            });
        }
        list.join(", ")
    }

    /// The tile that is moved to or from a view.
    fn first_tile(&self, node: &Node, def: &OpDef) -> Option<pto_isa::TileTy> {
        let slots = def.operands.iter().enumerate();
        let slots = slots.filter(|(_, o)| matches!(o.name, "src" | "dst"));
        slots
            .flat_map(|(i, _)| self.module.slot_values(node, i as u8))
            .find_map(|v| self.tile_of(v))
    }

    fn attribute(
        &mut self,
        node: &Node,
        def: &OpDef,
        name: &str,
        of: Option<&'static Enum>,
        absent: Option<&str>,
    ) -> String {
        let value = self.module.attr(node, name).map(|a| self.module.attrs.get(a.value));
        let kind = def.attrs.iter().find(|a| a.name == name).map(|a| a.kind);
        match (value, of) {
            (Some(value), Some(of)) => enumerator(of, self.word_of(value)).unwrap_or_default(),
            (None, Some(of)) => of.spell(absent.unwrap_or_default()),
            (None, None) => absent.unwrap_or_default().to_string(),
            (Some(Attr::Str(text)), None) if kind == Some(AttrKind::Text) => c_string(text),
            (Some(value), None) => self.word_of(value).unwrap_or_default(),
        }
    }
}

/// A text of the program as a string of C++. An escape of MLIR, such as the hexadecimal `\22`, is another one there.
fn c_string(quoted: &str) -> String {
    let mut out = String::from("\"");
    for c in pto_isa::sem::printf::unescape(quoted).chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            // Octal escapes have three digits and end there.
            c if c.is_ascii_control() => out.push_str(&format!("\\{:03o}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn local_name(ty: &str) -> String {
    let short = ty.trim_start_matches("TRandom").trim_start_matches("MrgSort");
    let mut name = String::new();
    for (i, c) in short.chars().enumerate() {
        if c.is_ascii_uppercase() && i > 0 {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    if name == "auto" { "value".into() } else { name }
}
