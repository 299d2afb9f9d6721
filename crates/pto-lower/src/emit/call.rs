//! Instructions as calls, by the forms of the table.

use super::body::Body;
use pto_analysis::facts::instruction;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Diagnostic, ValueId};
use pto_isa::class::Class;
use pto_isa::cpp::{self, CppForm, Enum, Only, PIPE, Piece, Question, StandIn};
use pto_isa::def::{Arity, OpDef, Role};
use pto_isa::{DType, Pipe, Space, Target, Type, code};

/// What a form lacks, or has no place for.
pub(super) enum Misfit {
    /// The form is for another memory, or its arguments are not known.
    Other,
    /// The form is for this target.
    Target(Target),
    /// It needs what the instruction does not have.
    Needs(String),
    /// It takes a tile of this memory as an operand that is a number here.
    TakesTile(Space, &'static str),
    /// It does not take what the instruction has.
    Leaves(String),
    /// It is for another value of an attribute.
    Value(String),
    /// The C++ enumeration does not have this word.
    Word(String, &'static str),
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
            "vecscope" | "strict_vecscope" => self.vector_scope(id),
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
            _ => match self.module.def(node).map(|def| def.class) {
                Some(Class::Launch) => self.launch(id),
                _ => self.call(id),
            },
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
        // A form for another value is not the one that was meant.
        let meant = |m: &&Misfit| !matches!(m, Misfit::Value(_) | Misfit::Other);
        let meant = misfits.iter().rev().find(meant).or(misfits.last());
        let why = meant.and_then(|m| match m {
            Misfit::Needs(what) => Some(format!("the C++ call needs `{what}`")),
            Misfit::TakesTile(space, name) => Some(format!(
                "the C++ call takes a tile in {} as `{name}`, not a number",
                space.tile_name()
            )),
            Misfit::Leaves(what) | Misfit::Value(what) => {
                Some(format!("the C++ call has no place for `{what}`"))
            }
            Misfit::Word(word, of) => Some(format!("`{word}` is not a value of the C++ `{of}`")),
            Misfit::Target(target) => Some(format!("the C++ call exists on {target}")),
            Misfit::Other => None,
        });
        let why = why.unwrap_or_else(|| "its arguments in C++ are not known".into());
        let message =
            format!("`pto.{}` cannot be written in C++ as it is here", def.printed_name());
        let d = Diagnostic::error(code::NO_CPP, node.name_span, message).found(why);
        self.refused.push(Diagnostic { target: Some(self.target), ..d });
    }

    /// The values of an operand; a scratch that is listed as the last input is the scratch.
    pub(super) fn values(&self, node: &Node, slot: u8) -> impl Iterator<Item = ValueId> {
        let listed = self.scratch_as_input(node);
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
    fn scratch_as_input(&self, node: &Node) -> Option<(u8, u8)> {
        let def = self.module.def(node)?;
        let find = def.scratch_as_input?;
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

    pub(super) fn has(&self, node: &Node, slot: u8) -> bool {
        self.values(node, slot).next().is_some()
    }

    /// Whether an operand is what it must be.
    pub(super) fn is_so(&self, node: &Node, only_if: Option<(u8, Only)>) -> bool {
        let Some((slot, only)) = only_if else { return true };
        let value = self.values(node, slot).next();
        let ty = value.and_then(|v| self.module.type_of(v));
        let dtype = ty.and_then(Type::dtype);
        match only {
            Only::Tile(space) => {
                value.and_then(|v| self.tile_of(v)).is_some_and(|t| t.space == space)
            }
            Only::Vreg => matches!(ty, Some(Type::Vreg { .. })),
            Only::Scalar => matches!(ty, Some(Type::Scalar(_) | Type::Index)),
            Only::Float => matches!(ty, Some(Type::Scalar(d)) if d.is_float()),
            Only::Int => match ty {
                Some(Type::Scalar(d)) => d.is_int(),
                ty => matches!(ty, Some(Type::Index)),
            },
            Only::Ptr => matches!(ty, Some(Type::Ptr { .. })),
            Only::Elements(only) => dtype == Some(only),
            Only::Bytes => dtype.is_some_and(|d| d.bits() == 8),
            Only::UsedBy(op) => value.is_some_and(|v| {
                let mut users = self.users_of(v);
                users.any(|n| self.module.def(n).is_some_and(|d| std::ptr::eq(d, op.def())))
            }),
            Only::Larger(other) => {
                let shape = |v| self.tile_of(v).map(|t| (t.rows, t.cols));
                let other = self.values(node, other).next().and_then(shape);
                value.and_then(shape).zip(other).is_some_and(|(a, b)| a.0 > b.0 || a.1 > b.1)
            }
            Only::Pairs => matches!(dtype, Some(DType::F4E1M2x2 | DType::F4E2M1x2)),
        }
    }

    /// The value of an attribute as a word; a type may be one.
    pub(super) fn word_of(&self, value: &Attr) -> Option<String> {
        match value {
            Attr::Type(ty) => Some(self.module.types.get(*ty).to_string()),
            value => plain(value),
        }
    }

    /// Whether a part of a form is written.
    pub(super) fn answers(&self, node: &Node, question: &Question) -> bool {
        match question {
            Question::Operand(slot, only) => self.is_so(node, Some((*slot, *only))),
            Question::Attr(name, value) => self.module.attr(node, name).is_some_and(|a| {
                let found = self.word_of(self.module.attrs.get(a.value)).unwrap_or_default();
                match value {
                    Some(value) => found.eq_ignore_ascii_case(value),
                    None => found != "false",
                }
            }),
        }
    }

    /// Whether a form needs nothing that is absent, and names everything that is present.
    fn fits(&self, node: &Node, def: &OpDef, form: &CppForm) -> Result<(), Misfit> {
        if !form.complete {
            return Err(Misfit::Other);
        }
        if let Some(target) = form.target.filter(|t| *t != self.target) {
            return Err(Misfit::Target(target));
        }
        if !self.is_so(node, form.only_if) {
            return Err(match form.only_if {
                Some((_, Only::UsedBy(op))) => Misfit::Needs(format!("{} after it", op.def().name)),
                Some((slot, Only::Tile(space))) if self.is_so(node, Some((slot, Only::Scalar))) => {
                    Misfit::TakesTile(space, def.operands[slot as usize].name)
                }
                _ => Misfit::Other,
            });
        }
        let mut names = Vec::new();
        if form.loops.is_some()
            && let Some((lists, _)) = cpp::loop_lists(def)
        {
            names.extend(lists.map(|slot| def.operands[slot as usize].name));
        }
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
            // What a call gives back is not among its arguments; what may be absent is no such thing.
            let given_back = |v: ValueId| {
                operand.role == Role::Out
                    && operand.arity != Arity::Opt
                    && self.module.results(node).any(|r| r == v)
            };
            if values.peek().is_some_and(|&v| !given_back(v)) && !names.contains(&operand.name) {
                return Err(Misfit::Leaves(operand.name.into()));
            }
        }
        for attr in def.attrs {
            let Some(found) = self.module.attr(node, attr.name) else { continue };
            let value = self.module.attrs.get(found.value);
            let silent = form.silent.iter().find(|s| s.0 == attr.name);
            let passes = match silent {
                Some((_, Some(only))) => {
                    self.word_of(value).is_some_and(|v| v.eq_ignore_ascii_case(only))
                }
                Some((_, None)) => true,
                None => names.contains(&attr.name),
            };
            if !passes {
                let text = format!("{} = {}", attr.name, self.word_of(value).unwrap_or_default());
                return Err(match silent {
                    Some(_) => Misfit::Value(text),
                    None => Misfit::Leaves(text),
                });
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
            let needed = |slot: u8| match self.has(node, slot) {
                true => Ok(def.operands[slot as usize].name),
                false => Err(Misfit::Needs(def.operands[slot as usize].name.into())),
            };
            match piece {
                Piece::Text(_) => {}
                Piece::Operand(slot, stand_in) => {
                    let operand = &def.operands[*slot as usize];
                    let ignored = def.ignores_scratch(self.target);
                    match (self.has(node, *slot), stand_in) {
                        (true, _) => names.push(operand.name),
                        (false, Some(StandIn::Operand(_))) if ignored => {}
                        (false, Some(StandIn::Text(_))) => {}
                        // A list may be empty.
                        _ if operand.arity == Arity::Many => {}
                        _ => return Err(Misfit::Needs(operand.name.into())),
                    }
                }
                Piece::Type(slot) | Piece::Element(slot) | Piece::Width(slot) => {
                    needed(*slot)?;
                }
                Piece::Data(slot)
                | Piece::Declare(slot)
                | Piece::Integer(slot, _)
                | Piece::Bits(slot)
                | Piece::Like(slot, _) => names.push(needed(*slot)?),
                Piece::Start(result, from) => {
                    names.extend([needed(*result)?, needed(*from)?]);
                }
                Piece::Paste(name) => match self.module.attr(node, name) {
                    Some(_) => names.push(name),
                    None => return Err(Misfit::Needs(name.clone())),
                },
                Piece::Attr { name, of, absent } => match self.module.attr(node, name) {
                    Some(a) => {
                        let value = self.module.attrs.get(a.value);
                        if let Some(of) = of
                            && enumerator(of, self.word_of(value)).is_none()
                        {
                            let word = self.word_of(value).unwrap_or_default();
                            return Err(Misfit::Word(word, of.name));
                        }
                        names.push(name);
                    }
                    None if absent.is_some() => {}
                    None => return Err(Misfit::Needs(name.clone())),
                },
                Piece::Optional(inner, None) => {
                    let _ = self.present_all(node, def, inner, names);
                }
                Piece::Optional(inner, Some(question)) if self.answers(node, question) => {
                    if let Question::Attr(name, _) = question {
                        names.push(name);
                    }
                    self.present(node, def, inner, names)?;
                }
                Piece::Optional(..) => {}
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
    pub(super) fn present_all<'d>(
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

pub(super) fn enumerator(of: &Enum, word: Option<String>) -> Option<String> {
    let word = word?;
    if *of == PIPE {
        return Some(match word.starts_with("PIPE_") {
            true => word,
            false => Pipe::of_word(&word).name().to_string(),
        });
    }
    let by_number = || of.enumerators.get(word.parse::<usize>().ok()?).copied();
    let enumerator = of.enumerator(&word).or_else(by_number)?;
    Some(of.spell(enumerator))
}
