//! Memory and operands of a cell: tiles one after another, buffers for views, ordinary numbers in all of them.

use crate::shape::{Arrangement, Subject};
use pto_isa::format::{self, Conversion};
use pto_isa::sem::exec::{all_ones, set_code};
use pto_isa::sem::{Arg, PtrAt, TileAt, ViewAt};
use pto_isa::{DType, Dim, Role, Space, Target, TileTy, Type};
use pto_smith::Choices;
use pto_smith::uses::Given;

/// Operands, and what is in memory before the instruction runs.
pub struct Scene {
    pub args: Vec<(u8, Arg)>,
    pub locals: Vec<(Space, Vec<u8>)>,
    pub buffers: Vec<Vec<u8>>,
}

struct Room {
    target: Target,
    strided: bool,
    next: Vec<(Space, u64)>,
    buffers: Vec<Vec<u8>>,
}

impl Room {
    fn take(&mut self, space: Space, bytes: u64) -> Option<u64> {
        let capacity = self.target.capacity_bytes(space)?;
        let at = self.next.iter().position(|n| n.0 == space).unwrap_or_else(|| {
            self.next.push((space, 0));
            self.next.len() - 1
        });
        let addr = self.next[at].1.next_multiple_of(32);
        self.next[at].1 = addr + bytes;
        (addr + bytes <= capacity).then_some(addr)
    }

    fn tile(&mut self, ty: &TileTy) -> Option<TileAt> {
        let extent = |dim: Dim, whole: u32| dim.known().unwrap_or(whole);
        let valid = (extent(ty.valid_rows, ty.rows), extent(ty.valid_cols, ty.cols));
        let mut t = TileAt::new(*ty, valid, 0);
        if self.strided && !ty.layout().is_boxed() && ty.dtype.bits() >= 8 {
            t.storage = match ty.layout() {
                pto_isa::Layout::Dn => (2 * ty.rows, ty.cols),
                _ => (ty.rows, 2 * ty.cols),
            };
        }
        t.addr = self.take(ty.space, t.size_bytes())?;
        Some(t)
    }

    fn view(&mut self, types: &[Dim], dtype: DType, shape: (u32, u32)) -> Option<ViewAt> {
        if types.len() > 5 {
            return None;
        }
        let (mut dims, mut strides) = ([1i64; 5], [0i64; 5]);
        for (i, d) in types.iter().rev().enumerate() {
            let by_place = [shape.1, shape.0].get(i).copied().unwrap_or(1);
            dims[4 - i] = i64::from(d.known().unwrap_or(by_place));
        }
        let mut stride = 1;
        for i in (0..5).rev() {
            strides[i] = stride;
            stride *= dims[i] * if i == 4 && self.strided { 2 } else { 1 };
        }
        let bytes = (stride * i64::from(dtype.bits()) + 7) / 8;
        self.buffers.push(vec![0; bytes as usize]);
        let buffer = self.buffers.len() as u32 - 1;
        Some(ViewAt { at: PtrAt { space: Space::Gm, buffer, addr: 0, dtype }, dims, strides })
    }
}

/// What the elements of an operand are.
#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    /// Ordinary numbers.
    Numbers,
    /// Positions among this many elements.
    Positions(u32),
    /// Multiples of 32 below this many bytes.
    Offsets(u32),
    /// Any bits.
    Bits,
    /// Numbers from 1 to 7.
    Small,
}

/// How numbers are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// As the names of operands suggest.
    ByName,
    /// Numbers from 1 to 7, which every instruction takes.
    Small,
}

/// Operands and contents for a cell. `None` if they do not fit the memories.
pub fn set_up(s: &Subject, mood: Mood) -> Option<Scene> {
    let strided = s.arrangement == Arrangement::Strided;
    let mut room = Room { target: s.target, strided, next: Vec::new(), buffers: Vec::new() };
    let largest =
        s.u.given.iter().filter_map(|g| g.ty.as_tile()).max_by_key(|t| t.rows * t.cols)?;
    let shape = (
        largest.valid_rows.known().unwrap_or(largest.rows),
        largest.valid_cols.known().unwrap_or(largest.cols),
    );
    let mut made: Vec<(u32, Arg)> = Vec::new();
    let mut args = Vec::new();
    for g in &s.u.given {
        if g.result && g.ty.as_tile().is_none() {
            continue;
        }
        let known = made.iter().find(|m| m.0 == g.value).map(|m| m.1);
        let arg = match known {
            Some(arg) => arg,
            None => make(&mut room, g, shape)?,
        };
        made.push((g.value, arg));
        args.push((g.slot, arg));
    }
    let locals = room.next.iter().map(|&(space, end)| (space, vec![0; end as usize])).collect();
    let mut scene = Scene { args, locals, buffers: room.buffers };
    fill(s, &mut scene, mood);
    Some(scene)
}

fn make(room: &mut Room, g: &Given, shape: (u32, u32)) -> Option<Arg> {
    Some(match &g.ty {
        Type::Tile(t) => Arg::Tile(room.tile(t)?),
        Type::Scalar(d) => Arg::Scalar(*d, number(*d, g.constant)),
        Type::Index => Arg::Scalar(DType::I64, g.constant.unwrap_or(0) as u64),
        Type::Ptr { dtype, space } => {
            let space = space.unwrap_or(Space::Gm);
            let bytes = 1u64 << 17;
            if space != Space::Gm {
                let addr = room.take(space, 4096)? as i64;
                return Some(Arg::Ptr(PtrAt { space, buffer: 0, addr, dtype: *dtype }));
            }
            room.buffers.push(vec![0; bytes as usize]);
            let buffer = room.buffers.len() as u32 - 1;
            Arg::Ptr(PtrAt { space, buffer, addr: 0, dtype: *dtype })
        }
        Type::View { dims, dtype, .. } => Arg::View(room.view(dims, *dtype, shape)?),
        _ => return None,
    })
}

fn number(dtype: DType, constant: Option<i64>) -> u64 {
    match constant {
        Some(c) => c as u64 & all_ones(dtype),
        None if dtype.is_int() => 2,
        None => format::encode(dtype, 1.5, Conversion::default()),
    }
}

/// What the elements of an operand are for.
fn purpose(s: &Subject, slot: u8) -> Purpose {
    let name = s.u.def.operands[slot as usize].name.to_ascii_lowercase();
    let tile = |out: bool| {
        let wanted = |g: &&Given| (s.u.def.operands[g.slot as usize].role == Role::Out) == out;
        let tiles = s.u.given.iter().filter(wanted).filter_map(|g| g.ty.as_tile());
        tiles.map(|t| t.rows * t.cols).max().unwrap_or(1)
    };
    let scatters = s.u.def.name.contains("scatter");
    if name.contains("mask") {
        Purpose::Bits
    } else if name.contains("offsets") {
        Purpose::Offsets(tile(scatters) / 2)
    } else if name.contains("ind") && s.u.def.name.contains("ather")
        || scatters && name.contains("ind")
    {
        let views = s.u.given.iter().any(|g| matches!(g.ty, Type::View { .. }));
        Purpose::Positions(if views { 1 } else { source_elements(s, scatters) })
    } else {
        Purpose::Numbers
    }
}

/// Elements of the tile that positions count.
fn source_elements(s: &Subject, scatters: bool) -> u32 {
    let name = if scatters { "dst" } else { "src" };
    let found = s.u.given.iter().find(|g| s.u.def.operands[g.slot as usize].name.starts_with(name));
    found.and_then(|g| g.ty.as_tile()).map_or(1, |t| t.rows * t.cols)
}

fn fill(s: &Subject, scene: &mut Scene, mood: Mood) {
    let mut rng = Choices::seeded(7);
    for &(slot, arg) in &scene.args {
        let (space, buffer, addr, len, dtype) = match arg {
            Arg::Tile(t) => (t.ty.space, 0, t.addr, Some(t.size_bytes()), t.ty.dtype),
            Arg::Ptr(p) if p.space != Space::Gm => (p.space, 0, p.addr as u64, Some(4096), p.dtype),
            Arg::Ptr(p) => (p.space, p.buffer, 0, None, p.dtype),
            Arg::View(v) => (v.at.space, v.at.buffer, 0, None, v.at.dtype),
            _ => continue,
        };
        let purpose = if mood == Mood::Small { Purpose::Small } else { purpose(s, slot) };
        let bytes = if space == Space::Gm {
            scene.buffers.get_mut(buffer as usize)
        } else {
            scene.locals.iter_mut().find(|l| l.0 == space).map(|l| &mut l.1)
        };
        let Some(bytes) = bytes else { continue };
        let end = len.map_or(bytes.len(), |n| (addr + n) as usize).min(bytes.len());
        let bytes = &mut bytes[(addr as usize).min(end)..end];
        let bits = u64::from(dtype.bits());
        for i in 0..bytes.len() as u64 * 8 / bits {
            set_code(bytes, dtype, i * bits, draw(&mut rng, dtype, purpose));
        }
    }
}

fn draw(rng: &mut Choices, dtype: DType, purpose: Purpose) -> u64 {
    match purpose {
        Purpose::Bits => rng.bits() & all_ones(dtype),
        Purpose::Positions(n) => u64::from(rng.below(n.max(1))) & all_ones(dtype),
        Purpose::Offsets(n) => u64::from(rng.below((n / 32).max(1)) * 32) & all_ones(dtype),
        Purpose::Small if dtype.is_int() => u64::from(1 + rng.below(7)),
        Purpose::Numbers if dtype.is_int() => u64::from(1 + rng.below(100)),
        Purpose::Small => format::encode(dtype, f64::from(1 + rng.below(7)), Conversion::default()),
        Purpose::Numbers => {
            let value = 0.25 + f64::from(rng.below(4096)) / 1024.0;
            let value = if rng.one_in(2) { value } else { -value };
            format::encode(dtype, value, Conversion::default())
        }
    }
}
