//! Instructions as calls, by the forms of the table.

use super::body::Body;
use super::types;
use crate::facts::instruction;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Diagnostic, ValueId};
use pto_isa::cpp::{self, Enum, Form, PIPE, Piece};
use pto_isa::def::{AttrKind, OpDef, Role};
use pto_isa::{Pipe, Type, code};

/// What a form lacks, or has no place for.
enum Misfit {
    /// The form is for another target or another memory, or its arguments are not known.
    Other,
    /// It needs what the instruction does not have.
    Needs(String),
    /// It does not take what the instruction has.
    Leaves(String),
    /// The C++ enumeration does not have this word.
    Word(String, &'static str),
}

/// The text of a call while it is made.
#[derive(Default)]
struct Call {
    text: String,
    /// Declarations in front of it.
    before: Vec<String>,
    /// Results that it names.
    named: Vec<ValueId>,
}

impl Body<'_> {
    /// An instruction.
    pub(super) fn instruction(&mut self, id: NodeId) {
        let node = self.module.node(id);
        match instruction(self.module, node) {
            "make_tensor_view" => self.make_tensor_view(id),
            "partition_view" => self.partition_view(id),
            "get_tensor_view_dim" => self.view_number(id, false),
            "get_tensor_view_stride" => self.view_number(id, true),
            "tensor_view_addr" => self.view_address(id),
            "alloc_tile" => self.alloc_tile(id),
            "alloc_multi_tile" => self.alloc_multi_tile(id),
            "multi_tile_get" => self.multi_tile_get(id),
            "tassign" => self.assign_tile(id),
            "subview" | "subset" => self.subview(id),
            "treshape" | "bitcast" => self.reshape(id),
            "set_validshape" => self.set_valid(id),
            "get_validshape" | "tile_valid_rows" | "tile_valid_cols" => self.get_valid(id),
            "section.cube" | "section.vector" => self.section(id),
            "declare_local_array" | "declare_eventid_array" => self.declare_array(id),
            "local_array_get" | "eventid_array_get" => self.array_get(id),
            "local_array_set" | "eventid_array_set" => self.array_set(id),
            "declare_tile" => self.declare_bare_tile(id),
            "reserve_buffer" | "import_reserved_buffer" => self.reserved_buffer(id),
            "aic_initialize_pipe"
            | "aiv_initialize_pipe"
            | "initialize_l2g2l_pipe"
            | "initialize_l2l_pipe" => self.open_pipe(id),
            "tpush_to_aiv" | "tpush_to_aic" => self.push(id),
            "tpop_from_aic" | "tpop_from_aiv" => self.pop(id),
            "tfree_from_aic" | "tfree_from_aiv" => self.free(id),
            _ => self.call(id),
        }
    }

    /// The first form of the table that fits.
    pub(super) fn call(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let Some(def) = self.module.def(node) else { return };
        let forms = match cpp::forms(def) {
            Ok(forms) if !forms.is_empty() => forms,
            _ => {
                let message = format!("`pto.{}` has no C++", def.printed_name());
                return self.refuse(
                    node.name_span,
                    message,
                    "the table of instructions names no call for it",
                );
            }
        };
        let mut misfits = Vec::new();
        for form in &forms {
            match self.fits(node, def, form) {
                Ok(()) => return self.write_call(node, def, form),
                Err(misfit) => misfits.push(misfit),
            }
        }
        self.report(node, def, &misfits);
    }

    fn report(&mut self, node: &Node, def: &OpDef, misfits: &[Misfit]) {
        let why = misfits.iter().rev().find_map(|m| match m {
            Misfit::Needs(what) => Some(format!("the C++ call needs `{what}`")),
            Misfit::Leaves(what) => Some(format!("the C++ call has no place for `{what}`")),
            Misfit::Word(word, of) => Some(format!("`{word}` is not a value of the C++ `{of}`")),
            Misfit::Other => None,
        });
        let why = why.unwrap_or_else(|| "its arguments in C++ are not known".into());
        let message =
            format!("`pto.{}` cannot be written in C++ as it is here", def.printed_name());
        let d = Diagnostic::error(code::NO_CPP, node.name_span, message).found(why);
        self.refused.push(Diagnostic { target: Some(self.target), ..d });
    }

    /// The values of an operand; a scratch that is listed as the last input is the scratch.
    fn values(&self, node: &Node, slot: u8) -> impl Iterator<Item = ValueId> {
        let listed = self.listed_scratch(node);
        let slot = match listed {
            Some((from, to)) if slot == to => Some(from),
            Some((from, _)) if slot == from => None,
            _ => Some(slot),
        };
        let module = self.module;
        let node = *node;
        let values: Vec<ValueId> =
            slot.into_iter().flat_map(|s| module.slot_values(&node, s)).collect();
        values.into_iter()
    }

    /// The slot that holds the scratch, and the slot that it belongs to.
    fn listed_scratch(&self, node: &Node) -> Option<(u8, u8)> {
        let def = self.module.def(node)?;
        let find = def.listed_scratch?;
        let to = def.operands.iter().position(|o| o.role == Role::Scratch)? as u8;
        let slots: Vec<pto_isa::Slot<'_>> = (0..def.operands.len() as u8)
            .map(|s| {
                let value = self.module.slot_values(node, s).next();
                pto_isa::Slot {
                    ty: value.and_then(|v| self.module.type_of(v)),
                    present: value.is_some(),
                    ..Default::default()
                }
            })
            .collect();
        let attrs: Vec<(&str, pto_isa::AttrValue<'_>)> = self
            .module
            .node_attrs(node)
            .iter()
            .map(|a| (self.module.sym(a.name), self.module.attrs.get(a.value).for_rules()))
            .collect();
        let args = pto_isa::Args { target: self.target, slots: &slots, attrs: &attrs };
        find(&args).map(|from| (from, to))
    }

    fn has(&self, node: &Node, slot: u8) -> bool {
        self.values(node, slot).next().is_some()
    }

    /// Whether a form needs nothing that is absent, and names everything that is present.
    fn fits(&self, node: &Node, def: &OpDef, form: &Form) -> Result<(), Misfit> {
        if !form.complete || form.target.is_some_and(|t| t != self.target) {
            return Err(Misfit::Other);
        }
        if let Some((slot, space)) = form.only_if {
            let tile = self.values(node, slot).next().and_then(|v| self.tile_of(v));
            if tile.is_none_or(|t| t.space != space) {
                return Err(Misfit::Other);
            }
        }
        let mut names = Vec::new();
        self.present(node, def, &form.pieces, &mut names)?;
        // Headers take tensors, not pointers, where a program may have either.
        for (slot, operand) in def.operands.iter().enumerate() {
            let value = self.values(node, slot as u8).next();
            let pointer =
                matches!(value.and_then(|v| self.module.type_of(v)), Some(Type::Ptr { .. }));
            let as_it_is = form.pieces.contains(&Piece::Operand(slot as u8, None));
            if operand.kind == pto_isa::def::Kind::Memory && pointer && as_it_is {
                return Err(Misfit::Needs(format!("{} as a view", operand.name)));
            }
        }
        for (slot, operand) in def.operands.iter().enumerate() {
            let mut values = self.values(node, slot as u8).peekable();
            // What a call gives back is not among its arguments.
            let given_back =
                |v: ValueId| operand.role == Role::Out && self.module.results(node).any(|r| r == v);
            if values.peek().is_some_and(|&v| !given_back(v)) && !names.contains(&operand.name) {
                return Err(Misfit::Leaves(operand.name.into()));
            }
        }
        for attr in def.attrs {
            let Some(found) = self.module.attr(node, attr.name) else { continue };
            let value = self.module.attrs.get(found.value);
            let silent = form.silent.iter().find(|s| s.0 == attr.name);
            let passes = match silent {
                Some((_, Some(only))) => plain(value).is_some_and(|v| v.eq_ignore_ascii_case(only)),
                Some((_, None)) => true,
                None => names.contains(&attr.name),
            };
            if !passes {
                let value = plain(value).unwrap_or_default();
                return Err(Misfit::Leaves(format!("{} = {value}", attr.name)));
            }
        }
        Ok(())
    }

    /// Adds the names that a form uses; fails on what is absent.
    fn present<'d>(
        &self,
        node: &Node,
        def: &'d OpDef,
        pieces: &'d [Piece],
        names: &mut Vec<&'d str>,
    ) -> Result<(), Misfit> {
        for piece in pieces {
            match piece {
                Piece::Text(_) => {}
                Piece::Operand(slot, stand_in) => {
                    let operand = &def.operands[*slot as usize];
                    let ignored = def.ignores_scratch(self.target);
                    match (self.has(node, *slot), stand_in) {
                        (true, _) => names.push(operand.name),
                        (false, Some(_)) if ignored => {}
                        // A list may be empty.
                        _ if operand.arity == pto_isa::def::Arity::Many => {}
                        _ => return Err(Misfit::Needs(operand.name.into())),
                    }
                }
                Piece::Type(slot) | Piece::Element(slot) | Piece::Data(slot) => {
                    if !self.has(node, *slot) {
                        return Err(Misfit::Needs(def.operands[*slot as usize].name.into()));
                    }
                    if matches!(piece, Piece::Data(_)) {
                        names.push(def.operands[*slot as usize].name);
                    }
                }
                Piece::Attr { name, of, absent } => match self.module.attr(node, name) {
                    Some(a) => {
                        let value = self.module.attrs.get(a.value);
                        if let Some(of) = of
                            && enumerator(of, value).is_none()
                        {
                            let word = plain(value).unwrap_or_default();
                            return Err(Misfit::Word(word, of.name));
                        }
                        names.push(name);
                    }
                    None if absent.is_some() => {}
                    None => return Err(Misfit::Needs(name.clone())),
                },
                Piece::Optional(inner) => {
                    let _ = self.present_all(node, def, inner, names);
                }
                Piece::Either(all) => {
                    let chosen = all.iter().find(|p| {
                        let mut found = Vec::new();
                        let one = std::slice::from_ref(*p);
                        self.present(node, def, one, &mut found).is_ok()
                            && (!found.is_empty() || matches!(p, Piece::Local(..)))
                    });
                    let chosen = chosen.or_else(|| all.last());
                    if let Some(piece) = chosen {
                        self.present(node, def, std::slice::from_ref(piece), names)?;
                    }
                }
                Piece::Local(_, inner) => self.present(node, def, inner, names)?,
            }
        }
        Ok(())
    }

    /// As `present`, but adds nothing unless everything is there, explicitly.
    fn present_all<'d>(
        &self,
        node: &Node,
        def: &'d OpDef,
        pieces: &'d [Piece],
        names: &mut Vec<&'d str>,
    ) -> Result<(), Misfit> {
        let mut found = Vec::new();
        self.present(node, def, pieces, &mut found)?;
        // A type is there if its operand is.
        let of_type = pieces.iter().any(|p| matches!(p, Piece::Type(_) | Piece::Element(_)));
        if found.is_empty() && !of_type {
            return Err(Misfit::Other);
        }
        names.extend(found);
        Ok(())
    }

    fn write_call(&mut self, node: &Node, def: &'static OpDef, form: &Form) {
        let mut call = Call::default();
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
                for statement in text.split(" then ") {
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
    }

    fn render(&mut self, node: &Node, def: &'static OpDef, pieces: &[Piece], call: &mut Call) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => call.text.push_str(text),
                Piece::Operand(slot, stand_in) => {
                    let slot = match stand_in {
                        Some(other) if !self.has(node, *slot) => *other,
                        _ => *slot,
                    };
                    let text = self.argument(node, def, slot, call);
                    call.text.push_str(&text);
                }
                Piece::Type(slot) => {
                    let Some(value) = self.values(node, *slot).next() else { continue };
                    let text = match self.module.type_of(value) {
                        Some(Type::Scalar(_) | Type::Index | Type::Ptr { .. }) => {
                            self.type_of(value)
                        }
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
                Piece::Optional(inner) => {
                    if self.present_all(node, def, inner, &mut Vec::new()).is_ok() {
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
    fn argument(&mut self, node: &Node, def: &'static OpDef, slot: u8, call: &mut Call) -> String {
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
            list.push(match self.module.type_of(value) {
                Some(Type::View { .. }) => {
                    // A table that is gathered from is larger than the tile.
                    let moved = matches!(def.operands[slot as usize].name, "src" | "dst");
                    let tile = self.first_tile(node, def).filter(|_| moved);
                    let stated = crate::facts::word(self.module, node, "layout");
                    self.tensor(value, tile.as_ref(), stated, node.span)
                }
                _ => self.atom(value),
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
            (Some(value), Some(of)) => enumerator(of, value).unwrap_or_default(),
            (None, Some(of)) => format!("{}::{}", of.name, absent.unwrap_or_default()),
            (None, None) => absent.unwrap_or_default().to_string(),
            (Some(Attr::Str(text)), None) if kind == Some(AttrKind::Text) => format!("\"{text}\""),
            (Some(value), None) => plain(value).unwrap_or_default(),
        }
    }
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

/// The value of an attribute as a word.
fn plain(value: &Attr) -> Option<String> {
    Some(match value {
        Attr::Unit => "true".into(),
        Attr::Bool(b) => b.to_string(),
        Attr::Int(v, _) => v.to_string(),
        Attr::Float(text, _) => text.to_string(),
        Attr::Str(s) | Attr::Word(s) | Attr::Symbol(s) | Attr::Other(s) => s.to_string(),
        Attr::Case { value, .. } => value.to_string(),
        _ => return None,
    })
}

fn enumerator(of: &Enum, value: &Attr) -> Option<String> {
    let word = plain(value)?;
    if *of == PIPE {
        return Some(match word.starts_with("PIPE_") {
            true => word,
            false => Pipe::of_word(&word).name().to_string(),
        });
    }
    let by_number = || of.enumerators.get(word.parse::<usize>().ok()?).copied();
    let enumerator = of.enumerator(&word).or_else(by_number)?;
    Some(format!("{}::{enumerator}", of.name))
}
