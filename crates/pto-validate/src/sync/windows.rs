//! Windows of global memory: which bytes of which buffer, as far as the numbers tell.

use super::AbstractInterpreter;
use super::polynomial::{Poly, as_constant, plus, times};
use crate::ir::is_memory;
use pto_ir::ValueId;
use pto_ir::dialect::{DialectOp, MemoryEffect};
use pto_ir::module::{Def, NodeId};
use pto_isa::class::{Alias, Class};
use pto_isa::{Space, Type};

/// The first index of a dimension and how many there are.
pub(super) type Extent = (ValueId, ValueId);

/// A window of global memory.
pub(super) struct Window {
    pub node: NodeId,
    /// The buffer it lies in; `None` if it may be any.
    pub object: Option<u32>,
    /// The view it lies in, if it lies in one whose elements are all different and the same for all blocks.
    pub view: Option<View>,
    /// Per dimension the first index, and the value that says how many.
    pub dims: Vec<Extent>,
    pub span: Option<ByteSpan>,
    pub write: bool,
    /// How many barriers of all blocks come before it.
    pub phase: Option<usize>,
}

/// The first byte of a window, counted from the start of its buffer, and how many bytes it reaches over at most.
pub(super) type ByteSpan = (Poly, i64);

/// A view: its first byte, extents and strides.
pub(super) type View = (Poly, Vec<Poly>, Vec<Poly>);

/// Pointers are followed so far.
const MAX_STEPS: usize = 32;

impl AbstractInterpreter<'_> {
    /// The windows of global memory that an instruction accesses.
    pub(super) fn windows(&self, id: NodeId, phase: Option<usize>) -> Vec<Window> {
        let module = self.module;
        let node = module.node(id);
        let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
        let results = module.results(node).map(|v| (module.value(v).slot, v));
        let mut list = Vec::new();
        for (slot, value) in uses.chain(results) {
            let effect =
                module.def(node).and_then(|d| d.operands.get(slot as usize)).map(|o| o.effect);
            let (touches, write) = match effect {
                Some(e) => (e.touches(), e.writes()),
                None => match node.dialect_op().and_then(DialectOp::memory_effect) {
                    Some(effect) => (true, matches!(effect, MemoryEffect::Write(_))),
                    None => (false, false),
                },
            };
            if !touches {
                continue;
            }
            let objects = self.global_objects(value, 0);
            // An address that nothing is known of may be any.
            let ty = module.type_of(value);
            let unknown = self.points_to.of(value).is_empty() && (ty.is_none() || is_memory(ty));
            for object in objects.into_iter().chain(unknown.then_some(None)) {
                let found = self.window(value);
                let (view, dims, span) = found.unwrap_or((None, Vec::new(), None));
                list.push(Window { node: id, object, view, dims, span, write, phase });
            }
        }
        list
    }

    /// The buffers in global memory that a value may name; `None` for any.
    fn global_objects(&self, value: ValueId, depth: usize) -> Vec<Option<u32>> {
        let mut list = Vec::new();
        for &t in self.points_to.of(value) {
            let tile = &self.points_to.tiles[t as usize];
            let given = tile.parameter.and_then(|p| self.stands_for(p));
            match given {
                _ if tile.space != Space::Gm => {}
                Some(given) if depth < MAX_STEPS => {
                    list.extend(self.global_objects(given, depth + 1));
                }
                Some(_) => list.push(None),
                // A pointer from a number may point anywhere.
                None => list.push(Some(t).filter(|_| tile.at > 0)),
            }
        }
        list
    }

    /// The view that a value is a window of, and where.
    fn window(&self, value: ValueId) -> Option<(Option<View>, Vec<Extent>, Option<ByteSpan>)> {
        let (module, value) = (self.module, self.resolved(value));
        let Def::Result(id) = module.value(value).def else { return None };
        let def = module.def(module.node(id))?;
        let Class::Alias { how: Alias::Partition, of, .. } = def.class else { return None };
        let source = self.resolved(self.in_slot(id, of).first().copied()?);
        let dims: Vec<Extent> = self
            .in_slot(id, def.slot("offsets")?)
            .into_iter()
            .zip(self.in_slot(id, def.slot("sizes")?))
            .collect();
        let Def::Result(view) = module.value(source).def else { return None };
        let made = module.def(module.node(view))?;
        let Class::Alias { how: Alias::View, of, .. } = made.class else { return None };
        let start = self.pointer(self.in_slot(view, of).first().copied()?, 0)?;
        let [shape, strides] = [made.slot("shape")?, made.slot("strides")?]
            .map(|s| self.in_slot(view, s).iter().map(|&v| self.poly(v)).collect::<Vec<Poly>>());
        let span = self.span(value, &start, &dims, &strides);
        let same = [&shape, &strides].into_iter().flatten().all(|p| self.is_uniform_poly(p))
            && self.is_uniform_poly(&start);
        let view = (start, shape, strides);
        Some((Some(view).filter(|v| same && is_injective(v)), dims, span))
    }

    /// The first byte of a window, and how many bytes it reaches over.
    fn span(
        &self,
        window: ValueId,
        start: &Poly,
        dims: &[Extent],
        strides: &[Poly],
    ) -> Option<ByteSpan> {
        let Some(Type::View { dtype, .. }) = self.module.type_of(window) else { return None };
        if dtype.bits() < 8 || dims.len() != strides.len() {
            return None;
        }
        let bytes = i64::from(dtype.bytes());
        let (mut first, mut last) = (Poly::new(), 0i64);
        for ((offset, size), stride) in dims.iter().zip(strides) {
            first = plus(&first, &times(&self.poly(*offset), stride)?, 1)?;
            let stride = as_constant(stride).filter(|&s| s >= 0)?;
            let more = (self.most(*size)? - 1).max(0).checked_mul(stride)?;
            last = last.checked_add(more)?;
        }
        let scale = Poly::from_iter([(Vec::new(), bytes)]);
        let first = plus(start, &times(&first, &scale)?, 1)?;
        Some((first, last.checked_add(1)?.checked_mul(bytes)?))
    }

    /// How many bytes after the start of a kernel's parameter a pointer points.
    fn pointer(&self, value: ValueId, depth: usize) -> Option<Poly> {
        let (module, value) = (self.module, self.resolved(value));
        let id = match module.value(value).def {
            Def::Result(id) if depth < MAX_STEPS => id,
            Def::Arg(_) if self.is_uniform(value) => return Some(Poly::new()),
            _ => return None,
        };
        let def = module.def(module.node(id))?;
        match def.class {
            Class::Alias { how: Alias::Offset, of, .. } => {
                let start = self.pointer(*self.in_slot(id, of).first()?, depth + 1)?;
                let distance = self.poly(*self.in_slot(id, def.slot("offset")?).first()?);
                let Some(Type::Ptr { dtype, .. }) = module.type_of(value) else { return None };
                let bytes = Some(i64::from(dtype.bytes())).filter(|_| dtype.bits() >= 8)?;
                plus(&start, &times(&distance, &Poly::from_iter([(Vec::new(), bytes)]))?, 1)
            }
            Class::Alias { how: Alias::Cast, of, .. } => {
                let source = *self.in_slot(id, of).first()?;
                let is_pointer = matches!(module.type_of(source), Some(Type::Ptr { .. }));
                is_pointer.then(|| self.pointer(source, depth + 1)).flatten()
            }
            _ => None,
        }
    }

    pub(super) fn in_slot(&self, id: NodeId, slot: u8) -> Vec<ValueId> {
        let operands = self.module.operands(self.module.node(id));
        operands.iter().filter(|o| o.slot == slot).map(|o| o.value).collect()
    }

    /// Bytes of global memory between which a view or a pointer lies exactly, where all numbers are known.
    pub(super) fn global_span(&self, value: ValueId) -> Option<(u64, u64)> {
        let module = self.module;
        let Def::Result(id) = module.value(value).def else { return None };
        let def = module.def(module.node(id))?;
        let Class::Alias { how: Alias::Partition, of, .. } = def.class else { return None };
        let Some(Type::View { dtype, .. }) = module.type_of(value) else { return None };
        let Def::Result(view) = module.value(*self.in_slot(id, of).first()?).def else {
            return None;
        };
        let made = module.def(module.node(view))?;
        let Class::Alias { how: Alias::View, of: pointer, .. } = made.class else { return None };
        let start = self.exact_start(*self.in_slot(view, pointer).first()?)?;
        let numbers = |id: NodeId, slot: &str, def: &pto_isa::OpDef| -> Option<Vec<i64>> {
            self.in_slot(id, def.slot(slot)?)
                .iter()
                .map(|&v| self.exact(v).filter(|n| *n >= 0))
                .collect()
        };
        let (offsets, sizes) = (numbers(id, "offsets", def)?, numbers(id, "sizes", def)?);
        let strides = numbers(view, "strides", made)?;
        if dtype.bits() < 8 || offsets.len() != strides.len() || sizes.len() != strides.len() {
            return None;
        }
        let (mut first, mut last) = (0i64, 0i64);
        for ((o, n), s) in offsets.iter().zip(&sizes).zip(&strides) {
            first = first.checked_add(o.checked_mul(*s)?)?;
            last = last.checked_add((n - 1).max(0).checked_mul(*s)?)?;
        }
        let bytes = i64::from(dtype.bytes());
        let low = start.checked_add(u64::try_from(first.checked_mul(bytes)?).ok()?)?;
        let high =
            low.checked_add(u64::try_from(last.checked_add(1)?.checked_mul(bytes)?).ok()?)?;
        Some((low, high))
    }

    /// Where a pointer points, if that is a known distance from the start of its object.
    fn exact_start(&self, value: ValueId) -> Option<u64> {
        let module = self.module;
        if let Def::Result(id) = module.value(value).def {
            let node = module.node(id);
            let Class::Alias { how: Alias::Offset, of, .. } = module.def(node)?.class else {
                return None;
            };
            let start = self.exact_start(*self.in_slot(id, of).first()?)?;
            let slot = module.def(node)?.slot("offset")?;
            let distance = self.exact(*self.in_slot(id, slot).first()?)?;
            let Some(Type::Ptr { dtype, .. }) = module.type_of(value) else { return None };
            let bytes =
                distance.checked_mul(i64::from(dtype.bytes())).filter(|_| dtype.bits() >= 8)?;
            return start.checked_add_signed(bytes);
        }
        // What is handed to a parameter is followed where the caller's pointer is a whole object.
        match &self.places(value)[..] {
            [one]
                if one.end - one.start >= super::VAGUE
                    && one.start % (1 << 40) == 0
                    && one.start > 0 =>
            {
                Some(one.start)
            }
            _ => None,
        }
    }
}

/// Views have no more dimensions than this.
const MAX_DIMS: usize = 5;

/// Whether the elements of a view lie in different places: its dimensions nest, in some order.
fn is_injective((_, shape, strides): &View) -> bool {
    let dims: Vec<(&Poly, &Poly)> = shape.iter().zip(strides).collect();
    let dims = dims.into_iter().filter(|(extent, _)| as_constant(extent) != Some(1)).collect();
    shape.len() == strides.len() && shape.len() <= MAX_DIMS && nest(dims, None)
}

/// Whether each of some dimensions steps over all of those inside it; `inside` is how far these reach.
fn nest(dims: Vec<(&Poly, &Poly)>, inside: Option<&Poly>) -> bool {
    let steps_over = |stride: &Poly| match (inside, as_constant(stride)) {
        (None, step) => step.is_some_and(|s| s >= 1),
        (Some(inside), Some(step)) if as_constant(inside).is_some_and(|i| step >= i) => true,
        (Some(inside), _) => stride == inside,
    };
    dims.is_empty()
        || (0..dims.len()).any(|k| {
            let mut outer = dims.clone();
            let (extent, stride) = outer.remove(k);
            let reach = times(extent, stride);
            steps_over(stride) && reach.is_some_and(|r| nest(outer, Some(&r)))
        })
}
