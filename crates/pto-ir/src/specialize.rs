//! A program with other numbers: constants and attributes by name, extents of types by value.

use crate::dialect::Arith;
use crate::intern::{Attr, constant_number};
use crate::module::Module;
use pto_isa::{Dim, TileTy, Type};
use rustc_hash::FxHashMap;

impl Module {
    /// Gives every constant `%name` another value; the one it had, if there is one.
    pub fn set_constant(&mut self, name: &str, value: i64) -> Option<i64> {
        let mut old = None;
        for i in 0..self.nodes.len() {
            let node = self.nodes[i];
            let Some(result) = self.results(&node).next() else { continue };
            if !node.is(Arith::Constant) || self.sym(self.value(result).name) != name {
                continue;
            }
            old = self.set_int(i, "value", value).or(old);
        }
        old
    }

    /// Gives every integer attribute `name` another value; the one it had, if there is one.
    pub fn set_attribute(&mut self, name: &str, value: i64) -> Option<i64> {
        (0..self.nodes.len()).fold(None, |old, i| self.set_int(i, name, value).or(old))
    }

    fn set_int(&mut self, node: usize, name: &str, value: i64) -> Option<i64> {
        let attrs = self.nodes[node].attrs;
        let name = self.symbols.find(name)?;
        let range = attrs.start as usize..(attrs.start + attrs.len) as usize;
        let at = range.into_iter().find(|&i| self.attr_pool[i].name == name)?;
        let Attr::Int(old, ty) = *self.attrs.get(self.attr_pool[at].value) else { return None };
        let value = ty.map_or(value.into(), |t| constant_number(value.into(), self.types.get(t)));
        self.attr_pool[at].value = self.attrs.intern(Attr::Int(value, ty));
        i64::try_from(old).ok()
    }

    /// Changes the extents of tiles and views; what `change` does not know stays.
    pub fn change_extents(&mut self, change: &dyn Fn(u32) -> Option<u32>) {
        self.change_types(|ty| change_type(ty, change));
    }

    /// Makes every tile type one of a buffer.
    pub(crate) fn make_buffers(&mut self) {
        self.change_types(buffers_in);
    }

    fn change_types(&mut self, change: impl Fn(&mut Type)) {
        let mut same: FxHashMap<Type, crate::module::TypeId> = FxHashMap::default();
        let mut ids = Vec::with_capacity(self.types.len());
        for id in self.types.ids() {
            let mut ty = self.types.get(id).clone();
            change(&mut ty);
            self.types.replace(id, ty.clone());
            ids.push(*same.entry(ty).or_insert(id));
        }
        for value in &mut self.values {
            value.ty = value.ty.map(|t| ids[t.index()]);
        }
    }
}

fn buffers_in(ty: &mut Type) {
    match ty {
        Type::Tile(t) => t.buffer = true,
        Type::Function { inputs, results } => {
            inputs.iter_mut().chain(results.iter_mut()).for_each(buffers_in);
        }
        _ => {}
    }
}

fn change_type(ty: &mut Type, change: &dyn Fn(u32) -> Option<u32>) {
    let dim = |d: &mut Dim| {
        if let Dim::Is(n) = d {
            *n = change(*n).unwrap_or(*n);
        }
    };
    let tile = |t: &mut TileTy| {
        t.rows = change(t.rows).unwrap_or(t.rows);
        t.cols = change(t.cols).unwrap_or(t.cols);
        dim(&mut t.valid_rows);
        dim(&mut t.valid_cols);
    };
    match ty {
        Type::Tile(t) | Type::MultiTile(t, _) => tile(t),
        Type::View { dims, .. } => dims.iter_mut().for_each(dim),
        Type::Function { inputs, results } => {
            inputs.iter_mut().chain(results.iter_mut()).for_each(|t| change_type(t, change));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_constant_and_the_extents_that_follow_it() {
        let text = "func.func @f(%a: !pto.tile_buf<vec, 8x64xf32>) {
  %rows = arith.constant 8 : index
  %t = pto.alloc_tile : !pto.tile_buf<vec, 8x8xf32, valid=8x?>
  return
}";
        let (mut module, found) = crate::parse(text);
        assert!(found.is_empty());
        assert_eq!(module.set_constant("rows", 16), Some(8));
        assert_eq!(module.set_constant("cols", 16), None);
        module.change_extents(&|n| (n == 8).then_some(16));
        let printed = crate::print(&module, crate::Style::Canonical);
        for part in ["16x64xf32", "16x16xf32, valid=16x?", "arith.constant 16 : index"] {
            assert!(printed.contains(part), "{part} in {printed}");
        }
    }
}
