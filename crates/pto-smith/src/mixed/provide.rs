//! Values of any type for a kernel: those that are there, parameters, constants, pointers into tiles that the kernel is given,
//! views and registers that are made, and whatever a stored use makes.

use super::{Kernel, Parts, results};
use crate::choices::Choices;
use crate::fragments::fragments;
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{DType, Space, Type, ViewKind};

/// Tiles that local pointers point into, so that what is written there is seen in the end.
fn arena(space: Space) -> Option<&'static str> {
    Some(match space {
        Space::Vec => "!pto.tile_buf<vec, 1x1024xi64>",
        Space::Mat => "!pto.tile_buf<mat, 16x512xi8, blayout=col_major, slayout=row_major>",
        Space::Left => "!pto.tile_buf<left, 16x512xi8, blayout=col_major, slayout=row_major>",
        Space::Right => "!pto.tile_buf<right, 512x16xi8, slayout=col_major>",
        Space::Acc => {
            "!pto.tile_buf<acc, 32x64xi32, blayout=col_major, slayout=row_major, fractal=1024>"
        }
        _ => return None,
    })
}

impl Kernel {
    /// A value of a type: one there is, or a new one.
    pub(super) fn value(&mut self, choices: &mut Choices, ty: &Type) -> Option<String> {
        let fitting: Vec<&String> =
            self.values.iter().filter(|v| v.1 == *ty).map(|v| &v.0).collect();
        if !fitting.is_empty() && !choices.one_in(4) {
            // Newer ones are likelier to be computed.
            let n = fitting.len() as u32;
            return Some(fitting[choices.below(n).max(choices.below(n)) as usize].clone());
        }
        let name = match ty {
            Type::Scalar(_) | Type::Index if !choices.one_in(3) => self.constant(choices, ty),
            Type::Ptr { dtype, space: Some(space) } if *space != Space::Gm => {
                self.local_pointer(choices, *dtype, *space)
            }
            Type::View { kind, dims, dtype } => {
                let mut extents = Vec::new();
                for d in dims.iter() {
                    let n = d.known().unwrap_or_else(|| 1 + choices.below(20));
                    extents.push(self.number(i64::from(n), "index"));
                }
                self.view(*kind, &extents, *dtype, ty)
            }
            Type::Vreg { dtype, .. } => {
                let from = self.local_pointer(choices, *dtype, Space::Vec);
                let at = self.number(0, "index");
                self.make(&format!("pto.vlds {from}[{at}] : !pto.ptr<{dtype}, ub> -> {ty}"))
            }
            Type::Mask(width) => {
                let pattern = choices.pick(&["PAT_ALL", "PAT_VL8", "PAT_M3", "PAT_ALLF"]);
                self.make(&format!("pto.pset_{} \"{pattern}\" : {ty}", width.name()))
            }
            Type::Other(text) => self.other(choices, text, ty)?,
            _ => self.param(ty),
        };
        self.values.push((name.clone(), ty.clone()));
        Some(name)
    }

    fn param(&mut self, ty: &Type) -> String {
        let name = self.name("p");
        self.params.push((name.clone(), ty.clone()));
        name
    }

    fn make(&mut self, statement: &str) -> String {
        let name = self.name("v");
        self.line(&format!("{name} = {statement}"));
        name
    }

    fn number(&mut self, n: i64, ty: &str) -> String {
        self.make(&format!("arith.constant {n} : {ty}"))
    }

    fn constant(&mut self, choices: &mut Choices, ty: &Type) -> String {
        let dtype = ty.as_number().unwrap_or(DType::I64);
        if dtype.is_float() {
            let word = choices.pick(&["1.0", "0.5", "-2.0", "0.0", "3.0"]);
            return self.make(&format!("arith.constant {word} : {ty}"));
        }
        if dtype.bits() == 1 {
            let word = choices.pick(&["true", "false"]);
            return self.make(&format!("arith.constant {word}"));
        }
        let n = choices.pick(&[0, 1, 1, 1, 2, 3, 4, 8, 16, 16, 32, 64, 100]);
        self.number(n, &ty.to_string())
    }

    fn local_pointer(&mut self, choices: &mut Choices, dtype: DType, space: Space) -> String {
        let ty = Type::Ptr { dtype, space: Some(space) };
        let Some(tile) = arena(space) else {
            let at = self.number(64 * i64::from(choices.below(4)), "i64");
            return self.make(&format!("pto.castptr {at} : i64 -> {ty}"));
        };
        let known = pto_ir::parse_type(tile)
            .and_then(|t| self.params.iter().find(|p| p.1 == t).map(|p| p.0.clone()));
        let from = match known {
            Some(name) => name,
            None => match pto_ir::parse_type(tile) {
                Some(t) => self.param(&t),
                None => return self.param(&ty),
            },
        };
        let element = if space == Space::Vec {
            DType::I64
        } else if space == Space::Acc {
            DType::I32
        } else {
            DType::I8
        };
        let bytes = Type::Ptr { dtype: element, space: Some(space) };
        let base = self.make(&format!("pto.tile_buf_addr {from} : {tile} -> {bytes}"));
        let cast = self.make(&format!("pto.castptr {base} : {bytes} -> {ty}"));
        if choices.flip() {
            return cast;
        }
        let by = self.number(i64::from(512 * choices.below(6) * 8 / dtype.bits().max(1)), "index");
        self.make(&format!("pto.addptr {cast}, {by} : {ty} -> {ty}"))
    }

    fn view(&mut self, kind: ViewKind, extents: &[String], dtype: DType, ty: &Type) -> String {
        let from = self.param(&Type::Ptr { dtype, space: None });
        let ends = extents.join(", ");
        let unknown: String = extents.iter().map(|_| "?x").collect();
        let whole_type = match kind {
            ViewKind::Tensor => ty.to_string(),
            ViewKind::Partition => format!("!pto.tensor_view<{unknown}{dtype}>"),
        };
        let whole =
            self.make(&format!("pto.make_tensor_view {from}, shape = [{ends}] : {whole_type}"));
        if kind == ViewKind::Tensor {
            return whole;
        }
        let zero = self.number(0, "index");
        let zeros = vec![zero; extents.len()].join(", ");
        self.make(&format!(
            "pto.partition_view {whole}, offsets = [{zeros}], sizes = [{ends}] : {whole_type} -> {ty}"
        ))
    }

    fn other(&mut self, choices: &mut Choices, text: &str, ty: &Type) -> Option<String> {
        match VirtualRegister::of(ty) {
            Some(VirtualRegister::Vector { dtype, .. }) => {
                let ptr = Type::Ptr { dtype: dtype?, space: Some(Space::Vec) };
                let (from, at) =
                    (self.local_pointer(choices, dtype?, Space::Vec), self.number(0, "index"));
                return Some(self.make(&format!("pto.vmi.vload {from}[{at}] : {ptr} -> {ty}")));
            }
            Some(VirtualRegister::Mask { lanes, .. }) => {
                let n = self.number(i64::from(choices.below(lanes.saturating_add(2))), "index");
                return Some(self.make(&format!("pto.vmi.create_mask {n} : index -> {ty}")));
            }
            None => {}
        }
        // What another instruction makes.
        let makers: Vec<(Parts, String)> = fragments()
            .iter()
            .filter(|f| f.targets.contains(&self.target) && f.text.contains(text))
            .filter_map(|f| {
                let parts = Parts::read(&f.text).filter(|p| p.functions.is_empty())?;
                let made = results(&f.text).into_iter().find(|r| r.1 == *ty)?.0;
                let own = |l: &String| l.starts_with(&format!("  {made} = "));
                parts.body.iter().any(own).then_some((parts, made))
            })
            .collect();
        if makers.is_empty() {
            return Some(self.param(ty));
        }
        let (parts, made) = &makers[choices.index(makers.len())];
        if parts.head.params.iter().any(|p| p.1 == text) {
            return Some(self.param(ty));
        }
        self.names += 1;
        let n = self.names;
        let mut given = Vec::new();
        for (name, ty) in &parts.head.params {
            let value = self.value(choices, &pto_ir::parse_type(ty)?)?;
            given.push((name[1..].to_string(), value[1..].to_string()));
        }
        for line in &parts.body {
            let line = crate::fragment_text::rename(line, '%', &mut |name| {
                let value = given.iter().find(|g| g.0 == name).map(|g| g.1.clone());
                value.unwrap_or_else(|| format!("{name}_{n}"))
            });
            self.line(line.strip_prefix("  ").unwrap_or(&line));
        }
        Some(format!("{made}_{n}"))
    }
}
