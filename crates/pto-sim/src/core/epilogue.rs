//! What happens to an accumulator on its way into a queue: the conversion, and the scale it was given.
//!
//! A scale belongs to the queue it was set for: the assembler sets it again before every push of that queue
//! (PTOAS 0.60 lib/PTO/Transforms/PTOToEmitC.cpp:1379-1400). It also lies in the registers that copies with
//! packed fields read, as in pto-isa@3186c381 include/pto/npu/a5/{SetQuantScalar,SetQuantVector}.hpp.

use crate::core::Core;
use crate::core::queue_endpoint::QueueEndpoint;
use crate::program::Step;
use crate::queue::{QueueOp, Way};
use pto_ir::module::{Def, Node, NodeId};
use pto_ir::{Attr, Module};
use pto_isa::class::{Class, Ends};
use pto_isa::epilogue::{Epilogue, Scale};
use pto_isa::sem::exec::get_code;
use pto_isa::sem::fixpipe::{Fixpipe, Params, Relu};
use pto_isa::sem::{Memory, TileAt, Trap};
use pto_isa::{DType, Type, code};
use pto_kernels::value::SlotValue;

/// The scale of a queue.
#[derive(Clone, Copy, Debug)]
pub(crate) enum QuantScale {
    /// The bits of an f32.
    Number(u64),
    /// One parameter per column; read when a tile is pushed.
    Table(TileAt),
}

impl Core<'_, '_> {
    /// `set_quant_scalar`, `set_quant_vector`: pushes of a queue scale by the operand from now on.
    pub(crate) fn set_scale(&mut self, step: &Step<'_>) -> Result<(), Trap> {
        let scale = match self.value(step, 0) {
            SlotValue::Scalar(bits) => QuantScale::Number(bits),
            SlotValue::Tile(t) => QuantScale::Table(t),
            _ => return Err(Trap::new("needs a number or a tile to scale by").at(0)),
        };
        let id = step.number("id").unwrap_or(0);
        if let Some(endpoint) = self.endpoints.iter_mut().rev().find(|p| p.id == Some(id)) {
            endpoint.scale = Some(scale);
        }
        self.load_scale(scale);
        Ok(())
    }

    /// The registers of the fix pipe.
    fn load_scale(&self, scale: QuantScale) {
        let mut modes = self.modes.get();
        match scale {
            QuantScale::Number(bits) => modes.fixpipe.factor = bits,
            // Bits 8..15 count 128 bytes.
            QuantScale::Table(t) => modes.fixpipe.tables = t.addr >> 7 << 8,
        }
        self.modes.set(modes);
    }

    /// The conversion of a tile of `cols` columns on the way out of the accumulator.
    pub(crate) fn epilogue(
        &self,
        endpoint: &QueueEndpoint,
        from: DType,
        cols: u32,
    ) -> Result<Option<Fixpipe>, Trap> {
        let module = self.program.module;
        let Some(a) = module.attr(module.node(endpoint.node), "acc_push_epilogue") else {
            return Ok(None);
        };
        let epilogue = match module.attrs.get(a.value) {
            Attr::Other(text) => Epilogue::parse(text),
            _ => None,
        };
        let parts = epilogue.and_then(|e| Some((e, e.conversion()?)));
        let Some((epilogue, quant)) = parts else {
            return Err(Trap::new("has an epilogue that is not known").code(code::NOT_EXECUTABLE));
        };
        let params = match (quant.scale, endpoint.scale) {
            (Scale::None, _) => Params::None,
            (Scale::Scalar, Some(QuantScale::Number(bits))) => Params::Scalar(bits),
            (Scale::Vector, Some(QuantScale::Table(t))) => Params::Vector(self.table(t, cols)?),
            _ => {
                let message = "pushes into a queue whose scale was not set";
                return Err(Trap::new(message).code(code::QUANT_STATE));
            }
        };
        if let Some(scale) = endpoint.scale {
            self.load_scale(scale);
        }
        let to = match (quant.scale, quant.to) {
            (Scale::None, _) if quant.from.len() > 1 => from,
            (_, &[one]) => one,
            (_, several) => arriving_type(module, endpoint.node)
                .filter(|d| several.contains(d))
                .or_else(|| several.first().copied())
                .unwrap_or(from),
        };
        let relu = if epilogue.relu == "normal_relu" { Relu::Normal } else { Relu::None };
        Ok(Some(Fixpipe::new(self.program.numerics.target, from, to, params, relu)))
    }

    fn table(&self, t: TileAt, cols: u32) -> Result<Vec<u64>, Trap> {
        let dtype = t.ty.dtype;
        if !matches!(dtype.bits(), 32 | 64) {
            let message = format!("scales by a table of {dtype}, which no source lays out");
            return Err(Trap::new(message).code(code::NOT_EXECUTABLE));
        }
        if t.valid.0 == 0 || t.valid.1 < cols {
            let (rows, have) = t.valid;
            let message = format!("scales {cols} columns by a table of {rows}x{have}");
            return Err(Trap::new(message).code(code::OUTSIDE_VALID));
        }
        let bytes = self.memory.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes())?;
        Ok((0..cols).map(|c| get_code(bytes, dtype, t.bit_offset(0, c))).collect())
    }
}

/// The element type in which the consumer takes tiles out of the queue that `node` sets up: 8-bit results
/// have a sign or not as its tiles do.
fn arriving_type(module: &Module, node: NodeId) -> Option<DType> {
    let name = buffer_name(module, module.node(node))?;
    let sets_up = |n: &Node| {
        let class = module.def(n).map(|d| d.class);
        let consumer = Ends::Numbered(pto_isa::def::Core::Vector);
        matches!(class, Some(Class::Queue(QueueOp::Open { ends, .. })) if ends == consumer)
    };
    let other = |n: &Node| sets_up(n) && buffer_name(module, n) == Some(name);
    let (consumer, end) = module.nodes().find(|(_, n)| other(n))?;
    let (function, id) = (module.function_of(consumer)?, queue_number(module, end));
    let pop = |at: NodeId, n: &Node| {
        module.def(n).is_some_and(|d| d.class == Class::Queue(QueueOp::Pop(Some(Way::ToVector))))
            && queue_number(module, n) == id
            && module.function_of(at) == Some(function)
    };
    let (_, pop) = module.nodes().find(|&(at, n)| pop(at, n))?;
    let given = module.operands(pop).iter().map(|o| o.value);
    given.chain(module.results(pop)).find_map(|v| match module.type_of(v)? {
        Type::Tile(t) => Some(t.dtype),
        _ => None,
    })
}

fn queue_number(module: &Module, node: &Node) -> i128 {
    match module.attr(node, "id").map(|a| module.attrs.get(a.value)) {
        Some(Attr::Int(n, _)) => *n,
        _ => 0,
    }
}

/// The name of the buffer that backs an end of a queue.
fn buffer_name<'m>(module: &'m Module, node: &Node) -> Option<&'m str> {
    let slot = module.def(node)?.slot("c2v_consumer_buf")?;
    let Def::Result(maker) = module.value(module.slot_values(node, slot).next()?).def else {
        return None;
    };
    match module.attrs.get(module.attr(module.node(maker), "name")?.value) {
        Attr::Str(name) => Some(name),
        _ => None,
    }
}
