//! Operands in memory, each in a region of its own, so that what happens to a region happens to its operand.

use pto_isa::FlatMemory;
use pto_isa::def::Kind;
use pto_isa::sem::exec::all_ones;
use pto_isa::sem::img2col::FeatureMap;
use pto_isa::sem::load_store::Atomic;
use pto_isa::sem::{Arg, Elem, PtrAt, RegAt, RegTy, TileAt, ViewAt};
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{DType, Dim, MaskWidth, OpDef, Role, Sem, Space, Target, TileTy, Type, ops};
use pto_smith::Choices;
use pto_smith::uses::{Given, Use};
use std::ops::Range;

/// Bytes around a pointer that are its own.
const BEHIND_POINTER: u64 = 1 << 14;
/// Where in them it points.
const POINTS_AT: u64 = 2048;
/// Memories of vector cores beside the core's own.
const CORES: u32 = 3;

/// Bytes of a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub space: Space,
    pub buffer: u32,
    pub bytes: Range<usize>,
}

/// An operand in memory.
#[derive(Clone, Debug)]
pub struct Placed {
    pub slot: u8,
    pub arg: Arg,
    pub regions: Vec<Region>,
    /// Bytes of the first region that the table says, or might say, are accessed.
    pub claims: Vec<(Bytes, Range<usize>)>,
}

/// Which bytes a pointer leads to, as the table says or as it might say by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bytes {
    /// Those of the table, with both ends moved by elements.
    Stated { start: i64, end: i64 },
    /// One element, as many elements on as an operand says.
    Element { offset: u8 },
    /// One element at the pointer.
    First,
}

impl Bytes {
    /// What the table says.
    pub const AS_STATED: Bytes = Bytes::Stated { start: 0, end: 0 };
    /// Bytes that the table says, too far on, too far back, too many or too few.
    pub const MISSTATED: [Bytes; 6] = [
        Bytes::Stated { start: 1, end: 1 },
        Bytes::Stated { start: -1, end: -1 },
        Bytes::Stated { start: -1, end: 0 },
        Bytes::Stated { start: 0, end: 1 },
        Bytes::Stated { start: 1, end: 0 },
        Bytes::Stated { start: 0, end: -1 },
    ];
}

/// An instruction that can run.
pub struct Scene {
    pub def: &'static OpDef,
    pub memory: FlatMemory,
    pub args: Vec<(u8, Arg)>,
    pub placed: Vec<Placed>,
    /// Where tiles lie in the memories of the vector cores, for an instruction that says which of them receive it.
    others: Vec<Region>,
    /// Local memory that no operand lies in.
    pub rest: Vec<Region>,
    /// Ends of the local memories.
    ends: Vec<(Space, usize)>,
}

impl Scene {
    fn end(&mut self, space: Space) -> &mut usize {
        let at = self.ends.iter().position(|e| e.0 == space).unwrap_or_else(|| {
            self.ends.push((space, 512));
            self.ends.len() - 1
        });
        &mut self.ends[at].1
    }

    /// Bytes of a local memory; those of all vector cores where there are several.
    fn take(&mut self, space: Space, bytes: u64) -> (u64, Vec<Region>) {
        let end = self.end(space);
        let start = end.next_multiple_of(512);
        *end = start + bytes as usize;
        let range = start..start + bytes as usize;
        let cores = if space == Space::Vec { CORES } else { 1 };
        let regions = (0..cores).map(|buffer| Region { space, buffer, bytes: range.clone() });
        (start as u64, regions.collect())
    }

    fn pointer(&mut self, dtype: DType, space: Space) -> (Arg, Vec<Region>) {
        if space == Space::Gm {
            let buffer = self.memory.buffers.len() as u32;
            self.memory.buffers.push(vec![0; BEHIND_POINTER as usize]);
            let at = PtrAt { space, buffer, addr: POINTS_AT as i64, dtype };
            return (
                Arg::Ptr(at),
                vec![Region { space, buffer, bytes: 0..BEHIND_POINTER as usize }],
            );
        }
        let (start, mut regions) = self.take(space, BEHIND_POINTER);
        // Scales lie beside the operands of the cube, at a sixteenth of their address, or at the address that is
        // theirs alone.
        let beside = match space {
            Space::Left => Some(Space::ScaleLeft),
            Space::Right => Some(Space::ScaleRight),
            _ => None,
        };
        if let Some(space) = beside {
            let range = start as usize / 16..(start + BEHIND_POINTER) as usize;
            let end = self.end(space);
            *end = (*end).max(range.end);
            regions.push(Region { space, buffer: 0, bytes: range });
        }
        let at = PtrAt { space, buffer: 0, addr: (start + POINTS_AT) as i64, dtype };
        (Arg::Ptr(at), regions)
    }

    fn tile(&mut self, rng: &mut Choices, ty: &TileTy) -> (Arg, Vec<Region>) {
        let mut extent = |d: Dim, whole: u32| match d {
            Dim::Is(n) => n,
            Dim::Dynamic => 1 + rng.below(whole),
        };
        let valid = (extent(ty.valid_rows, ty.rows), extent(ty.valid_cols, ty.cols));
        let mut t = TileAt::new(*ty, valid, 0);
        let (start, mut regions) = self.take(ty.space, t.size_bytes());
        let others = regions.split_off(1);
        if self.def.attrs.iter().any(|a| a.name == "accToVecMode") {
            self.others.extend(others);
        }
        t.addr = start;
        (Arg::Tile(t), regions)
    }

    fn view(
        &mut self,
        rng: &mut Choices,
        types: &[Dim],
        dtype: DType,
    ) -> Option<(Arg, Vec<Region>)> {
        let (mut dims, mut strides) = ([1i64; 5], [0i64; 5]);
        for (i, d) in types.iter().rev().enumerate() {
            *dims.get_mut(4usize.checked_sub(i)?)? =
                i64::from(d.known().unwrap_or(1 + rng.below(20)));
        }
        let mut stride = 1;
        for i in (0..5).rev() {
            strides[i] = stride;
            stride *= dims[i];
        }
        let bytes = (stride * i64::from(dtype.bits()) + 7) / 8;
        let (buffer, space) = (self.memory.buffers.len() as u32, Space::Gm);
        if bytes > 1 << 16 {
            return None;
        }
        self.memory.buffers.push(vec![0; bytes as usize]);
        let at = PtrAt { space, buffer, addr: 0, dtype };
        let region = Region { space, buffer, bytes: 0..bytes as usize };
        Some((Arg::View(ViewAt { at, dims, strides }), vec![region]))
    }

    fn register(&mut self, rng: &mut Choices, bytes: usize, ty: RegTy) -> Arg {
        let at = self.memory.registers.len();
        let (all, offsets) = (rng.one_in(3), rng.one_in(2));
        let step = rng.pick(&[1, 32]);
        let fill = |rng: &mut Choices| match ty {
            RegTy::Align => 0,
            RegTy::Mask(_) | RegTy::LaneMask { .. } if all => 0xFF,
            _ => rng.bits() as u8,
        };
        let mut content: Vec<u8> = (0..bytes).map(|_| fill(rng)).collect();
        if let RegTy::Vec(dtype) = ty
            && dtype.is_int()
            && offsets
        {
            // Lanes that are offsets into memory stay near its start.
            let bits = u64::from(dtype.bits());
            for i in 0..bytes as u64 * 8 / bits {
                let code = u64::from(step * rng.below(64)) & all_ones(dtype);
                pto_isa::sem::exec::set_code(&mut content, dtype, i * bits, code);
            }
        }
        self.memory.registers.extend(content);
        Arg::Reg(RegAt { at: at as u32, bytes: bytes as u32, ty })
    }
}

/// A use with its operands in memory; `None` for operands of which there is no value.
pub fn place(rng: &mut Choices, u: &Use, target: Target) -> Option<Scene> {
    let memory = FlatMemory::default();
    let mut scene = Scene {
        def: u.def,
        memory,
        args: Vec::new(),
        placed: Vec::new(),
        others: Vec::new(),
        rest: Vec::new(),
        ends: Vec::new(),
    };
    for g in &u.given {
        let (arg, regions) = match &g.ty {
            Type::Tile(t) => scene.tile(rng, t),
            Type::Ptr { dtype, space } => scene.pointer(*dtype, space.unwrap_or(Space::Gm)),
            Type::View { dims, dtype, .. } => scene.view(rng, dims, *dtype)?,
            Type::Vreg { lanes, dtype } => {
                let bytes = (*lanes * dtype.bits() / 8) as usize;
                (scene.register(rng, bytes, RegTy::Vec(*dtype)), Vec::new())
            }
            Type::Mask(w) => (scene.register(rng, 32, RegTy::Mask(*w)), Vec::new()),
            Type::Align => (scene.register(rng, 64, RegTy::Align), Vec::new()),
            ty if VirtualRegister::of(ty).is_some() => match VirtualRegister::of(ty)? {
                VirtualRegister::Vector { lanes, dtype, .. } => {
                    let bytes = (lanes * dtype?.bits() / 8) as usize;
                    (scene.register(rng, bytes, RegTy::Vec(dtype?)), Vec::new())
                }
                VirtualRegister::Mask { lanes, width, .. } => {
                    let width = width.unwrap_or(MaskWidth::B8);
                    let bytes = (lanes * width.bits() / 8).div_ceil(8) as usize;
                    (scene.register(rng, bytes, RegTy::LaneMask { lanes, width }), Vec::new())
                }
            },
            // A session of transfers is nothing in a run.
            Type::Other(text)
                if text.starts_with("!pto.async_session")
                    || text.starts_with("!pto.dma_session") =>
            {
                continue;
            }
            // Results that are numbers have no place.
            _ if g.result || u.def.operands[g.slot as usize].role == Role::Out => continue,
            Type::Scalar(d) => (Arg::Scalar(*d, number(rng, u, g, *d)), Vec::new()),
            // Loads and stores at blocks need such an address.
            Type::Vaddr(_) => (Arg::Scalar(DType::I64, u64::from(rng.below(64)) * 32), Vec::new()),
            Type::Index => (Arg::Scalar(DType::I64, number(rng, u, g, DType::I64)), Vec::new()),
            _ => return None,
        };
        // A pointer as result is a number to this instruction.
        if g.result && matches!(arg, Arg::Ptr(_)) {
            continue;
        }
        scene.args.push((g.slot, arg));
        if !regions.is_empty() {
            scene.placed.push(Placed { slot: g.slot, arg, regions, claims: Vec::new() });
        }
    }
    for (space, end) in scene.ends.clone() {
        let cores = if space == Space::Vec { CORES } else { 1 };
        for buffer in 0..cores {
            scene.memory.local(space, buffer).resize(end + 512, 0);
            let regions = scene.placed.iter().flat_map(|p| &p.regions).chain(&scene.others);
            let rest = between(regions, space, buffer, end + 512);
            scene.rest.extend(rest);
        }
    }
    fill(rng, &mut scene);
    let modes = &mut scene.memory.modes;
    modes.squeezed_bytes = 64 * rng.below(3);
    modes.img2col.map = Some(FeatureMap { height: 4, width: 4, pads: [1, 1, 1, 1] });
    if rng.one_in(3) {
        let ways = [Elem::Add, Elem::Max, Elem::Min];
        modes.atomic = Atomic::Combine(ways[rng.below(3) as usize]);
    }
    begin_stream(rng, &mut scene, target);
    know_bytes(&mut scene, u, target);
    Some(scene)
}

/// The stretches of a memory of `len` bytes that no operand lies in.
fn between<'a>(
    regions: impl Iterator<Item = &'a Region>,
    space: Space,
    buffer: u32,
    len: usize,
) -> Vec<Region> {
    let own = regions.filter(|r| (r.space, r.buffer) == (space, buffer));
    let mut taken: Vec<_> = own.map(|r| r.bytes.clone()).collect();
    taken.sort_by_key(|t| t.start);
    let (mut rest, mut from) = (Vec::new(), 0);
    for t in taken.into_iter().chain(std::iter::once(len..len)) {
        if from < t.start {
            rest.push(Region { space, buffer, bytes: from..t.start });
        }
        from = from.max(t.end);
    }
    rest
}

/// What the table says, or might say, about the bytes pointers point to when all numbers are constants.
fn know_bytes(scene: &mut Scene, u: &Use, target: Target) {
    let mut u = u.clone();
    for g in &mut u.given {
        let number = scene.args.iter().find(|a| a.0 == g.slot).map(|a| a.1);
        if let Some(Arg::Scalar(dtype, code)) = number {
            let value = pto_isa::format::decode_int(dtype, code);
            g.constant = value.and_then(|v| i64::try_from(v).ok());
        }
        // The scene takes no moved pointers.
        if g.result && matches!(g.ty, Type::Ptr { .. }) {
            g.slot = u8::MAX;
        }
    }
    u.given.retain(|g| g.slot != u8::MAX);
    let numbers = u.given.iter().filter_map(|g| Some((g.slot, g.constant?)));
    let numbers: Vec<(u8, i64)> = numbers.collect();
    for p in &mut scene.placed {
        let (Arg::Ptr(at), [region, ..]) = (p.arg, &p.regions[..]) else { continue };
        let size = i64::from(at.dtype.bytes());
        let stated = u.with_args(target, |args| u.def.pointed_bytes(p.slot, args));
        let mut claims: Vec<(Bytes, Range<i64>)> = vec![(Bytes::First, 0..size)];
        claims.extend(numbers.iter().map(|&(offset, n)| {
            let start = n.saturating_mul(size);
            (Bytes::Element { offset }, start..start.saturating_add(size))
        }));
        if let Some(stated) = stated {
            let all = Bytes::MISSTATED.into_iter().chain([Bytes::AS_STATED]);
            claims.extend(all.filter_map(|b| match b {
                Bytes::Stated { start, end } => {
                    Some((b, stated.start + start * size..stated.end + end * size))
                }
                _ => None,
            }));
        }
        let clamp = |n: i64| n.clamp(region.bytes.start as i64, region.bytes.end as i64) as usize;
        let within = |r: Range<i64>| {
            let start = clamp(at.addr.saturating_add(r.start));
            start..clamp(at.addr.saturating_add(r.end)).max(start)
        };
        p.claims = claims.into_iter().map(|(b, r)| (b, within(r))).collect();
    }
}

/// Small numbers in integer memory, so that indices and counts are often legal; any bits elsewhere.
fn fill(rng: &mut Choices, scene: &mut Scene) {
    let mut all: Vec<(Space, u32)> =
        (0..scene.memory.buffers.len() as u32).map(|b| (Space::Gm, b)).collect();
    all.extend(scene.ends.iter().map(|e| (e.0, 0)));
    all.extend([(Space::Vec, 1), (Space::Vec, 2)]);
    for (space, buffer) in all {
        let bytes = match space {
            Space::Gm => &mut scene.memory.buffers[buffer as usize],
            _ => scene.memory.local(space, buffer),
        };
        bytes.iter_mut().for_each(|b| *b = rng.bits() as u8);
    }
    let small = rng.one_in(2);
    for p in scene.placed.clone() {
        let dtype = match p.arg {
            Arg::Tile(t) => t.ty.dtype,
            Arg::Ptr(p) => p.dtype,
            Arg::View(v) => v.at.dtype,
            _ => continue,
        };
        if !small {
            continue;
        }
        let top = rng.pick(&[4u32, 16, 32]);
        for r in &p.regions {
            let bytes = match r.space {
                Space::Gm => &mut scene.memory.buffers[r.buffer as usize][r.bytes.clone()],
                _ => &mut scene.memory.local(r.space, r.buffer)[r.bytes.clone()],
            };
            let bits = u64::from(dtype.bits());
            for i in 0..bytes.len() as u64 * 8 / bits {
                let code = match dtype {
                    // Scales around one, so that products stay finite.
                    DType::F8E8M0 => u64::from(120 + rng.below(15)),
                    _ if dtype.is_int() => u64::from(rng.below(top)) & all_ones(dtype),
                    _ => rng.code(dtype, false),
                };
                pto_isa::sem::exec::set_code(bytes, dtype, i * bits, code);
            }
        }
    }
}

/// A number: what the test program writes, or a small one. Packed words get their fields.
fn number(rng: &mut Choices, u: &Use, g: &Given, dtype: DType) -> u64 {
    if dtype.is_float() {
        return rng.code(dtype, false);
    }
    let small = |rng: &mut Choices, n: u32| u64::from(1 + rng.below(n));
    let mad = [
        &ops::cube_packed::mad_raw,
        &ops::cube_packed::mad_bias_raw,
        &ops::cube_packed::mad_mx_raw,
        &ops::cube_packed::mad_mx_bias_raw,
    ];
    let copies =
        [&ops::cube_packed::copy_matrix_cc_to_gm, &ops::cube_packed::copy_matrix_cc_to_cbuf];
    if let Sem::Mad(m) = u.def.sem
        && let Some(axis) = m.extents.iter().position(|e| *e == g.slot)
    {
        return if axis == 2 { 64 } else { 16 * small(rng, 2) };
    }
    if mad.iter().any(|d| u.def.is(d)) {
        let (m, n, k) = (16 * small(rng, 2), 16 * small(rng, 2), 64);
        return m | k << 12 | n << 24 | u64::from(rng.below(4)) << 62;
    }
    if copies.iter().any(|d| u.def.is(d)) {
        return match g.slot {
            2 => (16 * small(rng, 2)) << 4 | (16 * small(rng, 2)) << 16 | 32 << 32,
            _ => 32 | u64::from(rng.one_in(2)) << 43,
        };
    }
    if u.def.is(&ops::vector_special::vmrgsort4) {
        // Lengths of the lists, 16 bits each; one repetition, all lists.
        return if g.slot == 5 { 0x0002_0003_0002_0004 } else { 0xF01 };
    }
    if u.def.is(&ops::vector_store::vstus) {
        return rng.pick(&[2, 8, 16, 32]);
    }
    // Strides of whole repeats stay within what a pointer points to.
    let strides = u.def.operands.iter().filter(|o| o.kind == Kind::Ptr).count() > 0;
    let any = match rng.below(6) {
        0 if strides => rng.pick(&[8, 8, 4, 16]),
        0 => rng.pick(&[16, 32, 64, 128]),
        1 => 0,
        2 if !strides => rng.code(dtype, true),
        _ => small(rng, 4),
    };
    let constant = g.constant.filter(|_| !rng.one_in(2)).map(|c| c as u64);
    constant.unwrap_or(any) & all_ones(dtype)
}

/// Streams go on where they stopped: makes the state that a flush or a later load needs, at its pointer.
fn begin_stream(rng: &mut Choices, scene: &mut Scene, target: Target) {
    use ops::{vector_address as address, vector_load as load, vector_store as store};
    let numerics = pto_isa::sem::Numerics::new(target, pto_isa::sem::Semantics::Silicon);
    let arg = |scene: &Scene, slot: u8| scene.args.iter().find(|a| a.0 == slot).map(|a| a.1);
    let named = |def: &OpDef, name: &str| def.slot(name).unwrap_or(u8::MAX);
    let def = scene.def;
    if def.is(&load::vldus) {
        let (source, align) = (arg(scene, named(def, "source")), arg(scene, named(def, "align")));
        if let (Some(source), Some(align)) = (source, align) {
            let _ = scene.memory.run(&load::vldas, &numerics, &[(0, source), (1, align)], &[]);
        }
        return;
    }
    if def.is(&address::valdu) {
        let (source, addr, align) = (arg(scene, 0), arg(scene, 1), arg(scene, 2));
        if let (Some(source), Some(addr), Some(align)) = (source, addr, align) {
            let args = [(0, source), (1, addr), (2, align)];
            let _ = scene.memory.run(&address::valda, &numerics, &args, &[]);
        }
        return;
    }
    let flushes = [&store::vsta, &store::vstas, &store::vstar, &address::vasta];
    if !flushes.iter().any(|d| def.is(d)) {
        return;
    }
    let (Some(align), Some(Arg::Ptr(dest))) = (arg(scene, 0), arg(scene, 1)) else { return };
    let count = u64::from(1 + rng.below(3));
    let value = scene.register(rng, 256, RegTy::Vec(dest.dtype));
    // vstus(align_in, offset, value, base, align_out): the first elements of a register wait in the state.
    let args = [
        (0, align),
        (1, Arg::Scalar(DType::I64, count)),
        (2, value),
        (3, Arg::Ptr(dest)),
        (4, align),
    ];
    let _ = scene.memory.run(&store::vstus, &numerics, &args, &[]);
    scene.memory.modes.address_bytes = (count * u64::from(dest.dtype.bytes())) as i64;
    for a in &mut scene.args {
        if let (2, Arg::Scalar(_, n)) = (a.0, &mut a.1) {
            let bytes = u64::from(dest.dtype.bytes());
            *n = if def.is(&address::vasta) { count * bytes } else { count };
        }
    }
}
