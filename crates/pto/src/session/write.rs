//! A recorded kernel as a module.

use super::flags::{Flag, Flags};
use super::record::{Body, Constant, Item, Record, ValueNumber};
use super::recording::placed;
use crate::error::{Error, Result};
use pto_ir::dialect::Arith;
use pto_ir::module::ValueId;
use pto_ir::{Attr, Builder, Location, Module};
use pto_isa::def::{self, AttrKind};
use pto_isa::ops::{control, scalar, sync};
use pto_isa::{AttrValue, DType, OpDef, Space, Target, Type};
use smallvec::SmallVec;

/// The program of a kernel: its buffers are parameters, numbers come first, then everything in the order of the
/// kernel, with flags where it waits for events. What several blocks do are the cases of a switch.
pub(super) fn program(record: &Record) -> Result<Module> {
    let mut b = Module::builder();
    b.module_attr("pto.target_arch", record.target.name());
    let params: Vec<_> = (record.params.iter())
        .map(|p| b.ty(Type::Ptr { dtype: p.dtype, space: Some(Space::Gm) }))
        .collect();
    let mut func = b.func(&record.name);
    for (i, ty) in params.iter().enumerate() {
        func = func.arg(&format!("g{i}"), *ty);
    }
    let args = func.begin();
    let mut writer = Writer { b, made: vec![None; record.values as usize], at: None };
    for (param, arg) in record.params.iter().zip(args) {
        writer.made[param.value.0 as usize] = Some(arg);
    }
    for (i, (value, constant)) in record.constants.iter().enumerate() {
        let made = writer.constant(i, *constant);
        writer.made[value.0 as usize] = Some(made);
    }
    match &record.blocks[..] {
        [body] => writer.body(body, record.target)?,
        blocks => writer.choose(blocks, record.target)?,
    }
    writer.at(None);
    writer.b.end_func();
    writer.b.finish().map_err(|rejected| {
        let problems = rejected.problems.into_iter();
        Error::new(problems.map(|d| placed(&rejected.module, d)).collect())
    })
}

struct Writer {
    b: Builder,
    /// What each value is in the module.
    made: Vec<Option<ValueId>>,
    /// The line of the kernel that operations come from now.
    at: Option<&'static std::panic::Location<'static>>,
}

impl Writer {
    /// A number, with a name that says it where it can.
    fn constant(&mut self, position: usize, constant: Constant) -> ValueId {
        let ty = self.b.ty(constant.ty());
        let other = format!("k{position}");
        let (value, name) = match constant {
            Constant::Index(n) => (self.b.constant(n, ty), format!("c{n}")),
            Constant::Number(dtype, bits) if dtype.is_int() => {
                let n = signed(dtype, bits);
                let name = if n < 0 { other } else { format!("c{n}_{dtype}") };
                (self.b.constant(n, ty), name)
            }
            Constant::Number(dtype, bits) => {
                let value = match finite(dtype, bits) {
                    Some(value) => self.b.constant_float(value, ty),
                    None => {
                        let digits = dtype.bits() as usize / 4;
                        let text = format!("0x{bits:0digits$X}").into();
                        let statement = self.b.dialect(Arith::Constant);
                        statement.attr("value", Attr::Float(text, Some(ty))).result(ty).value()
                    }
                };
                (value, other)
            }
            Constant::Counts => {
                let zeros = Attr::Other(format!("dense<0> : {}", constant.ty()).into());
                let statement = self.b.dialect(Arith::Constant);
                (statement.attr("value", zeros).result(ty).value(), other)
            }
        };
        self.b.name(value, &name)
    }

    /// Operations come from this line of the kernel now.
    fn at(&mut self, at: Option<&'static std::panic::Location<'static>>) {
        if self.at == at {
            return;
        }
        self.at = at;
        match at {
            Some(at) => self.b.at(at.to_string().as_str()),
            None => self.b.at(Location::Unknown),
        }
    }

    /// Each block does its own; further blocks do nothing.
    fn choose(&mut self, blocks: &[Body], target: Target) -> Result<()> {
        let index = self.b.ty(Type::Index);
        let number = self.b.op(&scalar::get_block_idx).value();
        self.b.name(number, "block");
        let number = self.b.cast(Arith::IndexCast, number, index);
        self.b.name(number, "block_idx");
        let cases: Vec<i64> = (0..blocks.len() as i64).collect();
        self.b.begin_switch(number, &cases, &[]);
        for body in blocks {
            self.at(None);
            self.b.next_body(&[]);
            self.body(body, target)?;
        }
        self.b.end();
        Ok(())
    }

    /// What the cores of a block do: first what both kinds do, then a section for each kind.
    fn body(&mut self, [both, cube, vector]: &Body, target: Target) -> Result<()> {
        self.items(both, &Flags::of(both, target)?);
        for (section, items) in [(&control::section_cube, cube), (&control::section_vector, vector)]
        {
            if !items.is_empty() {
                self.at(None);
                self.b.op(section).begin(&[]);
                self.items(items, &Flags::of(items, target)?);
                self.b.end();
            }
        }
        Ok(())
    }

    fn items(&mut self, items: &[Item], flags: &Flags) {
        for (i, item) in items.iter().enumerate() {
            self.at(Some(item.at));
            for pipe in flags.barriers(i) {
                self.b.op(&sync::pipe_barrier).attr("pipe", pipe.name()).end();
            }
            flags.waits(i).for_each(|f| self.flag(&sync::wait_flag, f));
            self.item(item);
            flags.signals(i).for_each(|f| self.flag(&sync::set_flag, f));
        }
    }

    fn flag(&mut self, def: &'static OpDef, flag: &Flag) {
        let statement = self.b.op(def).attr("src_pipe", flag.pipes.0.name());
        let statement = statement.attr("dst_pipe", flag.pipes.1.name());
        statement.attr("event_id", format!("EVENT_ID{}", flag.id).as_str()).end();
    }

    fn item(&mut self, item: &Item) {
        let results: SmallVec<[_; 2]> =
            item.results.iter().map(|made| self.b.ty(made.ty.clone())).collect();
        let mut statement = self.b.op(item.def);
        for &(slot, ValueNumber(number)) in &item.operands {
            if let Some(value) = self.made[number as usize] {
                statement = statement.operand(item.def.operands[slot as usize].name, value);
            }
        }
        for (name, value) in &item.attrs {
            let kind = item.def.attrs.iter().find(|a| a.name == *name).map(|a| a.kind);
            statement = match value {
                AttrValue::Word(w) if matches!(kind, Some(AttrKind::Word(_))) => {
                    statement.attr(name, Attr::Str((*w).into()))
                }
                AttrValue::Word(w) => statement.attr(name, *w),
                AttrValue::Int(n) => statement.attr(name, *n),
                AttrValue::Bool(b) => statement.attr(name, *b),
                AttrValue::Text(_) | AttrValue::Other => statement,
            };
        }
        for (name, list) in &item.lists {
            statement = statement.attr(name, &list[..]);
        }
        if item.def.body != def::Body::None {
            statement.begin(&[]);
            self.items(&item.body, &Flags::default());
            self.b.end();
            return;
        }
        let values = statement.results(&results).end();
        for (i, made) in item.results.iter().enumerate() {
            if let Some(value) = values.get(i) {
                self.b.name(value, &format!("{}{}", made.name.0, made.name.1));
                self.made[made.value.0 as usize] = Some(value);
            }
        }
    }
}

/// An integer with its sign.
fn signed(dtype: DType, bits: u64) -> i64 {
    let unused = 64 - dtype.bits();
    ((bits << unused) as i64) >> unused
}

/// A number that digits can say.
fn finite(dtype: DType, bits: u64) -> Option<f64> {
    let value = match dtype {
        DType::F16 => half::f16::from_bits(bits as u16).to_f64(),
        DType::Bf16 => half::bf16::from_bits(bits as u16).to_f64(),
        DType::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => return None,
    };
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_with_their_sign_or_by_their_bits() {
        assert_eq!(signed(DType::I8, 0xFF), -1);
        assert_eq!(signed(DType::I64, 7), 7);
        assert_eq!(finite(DType::F32, u64::from(1.5f32.to_bits())), Some(1.5));
        assert_eq!(finite(DType::F16, 0x3C00), Some(1.0));
        assert_eq!(finite(DType::F32, u64::from(f32::INFINITY.to_bits())), None);
    }
}
