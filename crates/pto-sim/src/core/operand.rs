//! The operands, attributes and results of a step, as the machine asks for them.

use crate::core::Core;
use crate::program::Step;
use pto_ir::Attr;
use pto_ir::dialect::to_i64;
use pto_isa::sem::{PtrAt, TileAt, Trap, ViewAt};
use pto_isa::{DType, Dim, TileTy, Type, code};
use pto_kernels::value::SlotValue;

impl Core<'_, '_> {
    pub(super) fn slot_of(&self, step: &Step<'_>, name: &str) -> u8 {
        step.def.slot(name).unwrap_or(u8::MAX)
    }
    pub(crate) fn values<'s>(
        &'s self,
        step: &'s Step<'_>,
        operand: u8,
    ) -> impl Iterator<Item = (&'s SlotValue, DType)> + 's {
        step.args
            .iter()
            .filter(move |a| a.operand == operand)
            .map(|a| (&self.slots[a.slot as usize], a.dtype))
    }
    pub(crate) fn value(&self, step: &Step<'_>, operand: u8) -> SlotValue {
        self.values(step, operand).next().map_or(SlotValue::Empty, |v| *v.0)
    }
    pub(crate) fn int(&self, step: &Step<'_>, operand: u8) -> Option<i64> {
        match self.values(step, operand).next()? {
            (SlotValue::Scalar(bits), dtype) => Some(to_i64(dtype, *bits)),
            (SlotValue::Ptr(p), _) => Some(p.addr),
            _ => None,
        }
    }
    pub(super) fn ints<const N: usize>(
        &self,
        step: &Step<'_>,
        operand: u8,
        pad: i64,
    ) -> ([i64; N], usize) {
        let mut list = [pad; N];
        let n = self.values(step, operand).count().min(N);
        for (i, (v, dtype)) in self.values(step, operand).take(N).enumerate() {
            list[N - n + i] = to_i64(dtype, v.bits());
        }
        (list, n)
    }
    pub(super) fn tile(&self, step: &Step<'_>, operand: u8) -> Result<TileAt, Trap> {
        match self.value(step, operand) {
            SlotValue::Tile(t) => Ok(t),
            _ => Err(Trap::new("needs a tile that was made before").at(operand)),
        }
    }
    pub(super) fn view(&self, step: &Step<'_>, operand: u8) -> Result<ViewAt, Trap> {
        match self.value(step, operand) {
            SlotValue::View(v) => Ok(v),
            _ => Err(Trap::new("needs a view that was made before").at(operand)),
        }
    }
    pub(super) fn ptr(&self, step: &Step<'_>, operand: u8) -> Result<PtrAt, Trap> {
        match self.value(step, operand) {
            SlotValue::Ptr(p) => Ok(p),
            _ => Err(Trap::new("needs a pointer").at(operand)),
        }
    }
    /// The type of the operation's first result, or of an `outs` operand.
    pub(crate) fn result_type(&self, step: &Step<'_>) -> Option<&Type> {
        let module = self.program.module;
        let node = module.node(step.node);
        let result = module.results(node).next();
        let out = || {
            let slot = step.outs().next()?.operand;
            module.operands(node).iter().find(|o| o.slot == slot).map(|o| o.value)
        };
        module.type_of(result.or_else(out)?)
    }
    pub(super) fn result_tile(&self, step: &Step<'_>) -> Result<TileTy, Trap> {
        let ty = self.result_type(step).and_then(Type::as_tile).copied();
        ty.ok_or_else(|| Trap::new("has no result tile"))
    }
    /// Puts the result where it belongs: the operation's result, or its `outs` operand.
    pub(crate) fn put(&mut self, step: &Step<'_>, value: SlotValue) -> Result<(), Trap> {
        let result = step.results.first().map(|r| r.1);
        if let Some(slot) = result.or_else(|| step.outs().next().map(|a| a.slot)) {
            self.slots.set(slot, value);
        }
        Ok(())
    }
    pub(super) fn give(&mut self, step: &Step<'_>, number: i64) -> Result<(), Trap> {
        self.put(step, SlotValue::Scalar(number as u64))
    }

    pub(crate) fn valid_extent(
        &self,
        given: Option<i64>,
        dim: Dim,
        whole: u32,
        slot: u8,
    ) -> Result<u32, Trap> {
        match (given, dim) {
            (Some(n), _) => u32::try_from(n).ok().filter(|&n| n <= whole).ok_or_else(|| {
                Trap::new(format!("gives a valid extent of {n} to a tile of {whole}"))
                    .code(code::VALID_TOO_BIG)
                    .at(slot)
            }),
            (None, Dim::Is(n)) => Ok(n.min(whole)),
            (None, _) => Ok(whole),
        }
    }

    pub(super) fn attr_int(&self, step: &Step<'_>, name: &str) -> Option<i64> {
        let module = self.program.module;
        let attr = module.attr(module.node(step.node), name)?;
        match module.attrs.get(attr.value) {
            Attr::Int(v, _) => i64::try_from(*v).ok(),
            _ => None,
        }
    }
}
