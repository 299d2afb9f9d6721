//! Memory and operands for a use: tiles packed one after another, buffers for views and pointers,
//! contents with many special values.

use pto_isa::sem::exec::{all_ones, set_code};
use pto_isa::sem::{Arg, PtrAt, TileAt, ViewAt};
use pto_isa::{DType, Dim, Space, Target, TileTy, Type};
use pto_smith::Choices;
use pto_smith::uses::{Given, Use};

/// Bytes after the last tile of a memory, where nothing may be written.
const GUARD: u64 = 96;

/// An instruction's operands, and what is in memory before it runs.
#[derive(Debug)]
pub struct Scene {
    pub args: Vec<(u8, Arg)>,
    pub locals: Vec<(Space, Vec<u8>)>,
    pub buffers: Vec<Vec<u8>>,
}

/// What a pool of codes is like.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    /// Any bits, special values often.
    Wild,
    /// Ordinary numbers.
    Tame,
    /// Integers from 1 to 7.
    Small,
    /// Integers from 0 to 31: places, offsets, counts.
    Places,
}

/// Codes to fill memory with, so that not every element must be made anew.
struct Palette(Vec<u64>);

impl Palette {
    fn new(rng: &mut Choices, dtype: DType, mood: Mood) -> Palette {
        let one = |rng: &mut Choices| match mood {
            Mood::Wild => rng.code(dtype, true),
            Mood::Small if dtype.is_int() => u64::from(1 + rng.below(7)),
            Mood::Places if dtype.is_int() => u64::from(rng.below(32)) & all_ones(dtype),
            _ => rng.code(dtype, false),
        };
        Palette((0..61).map(|_| one(rng)).collect())
    }
    fn fill(&self, rng: &mut Choices, bytes: &mut [u8], dtype: DType) {
        let bits = u64::from(dtype.bits());
        let mut random = 0;
        for i in 0..bytes.len() as u64 * 8 / bits {
            if i % 8 == 0 {
                random = rng.bits();
            }
            let code = self.0[(random >> (8 * (i % 8)) & 0xFF) as usize % self.0.len()];
            set_code(bytes, dtype, i * bits, code);
        }
    }
}

struct Room {
    target: Target,
    /// Where the next tile goes, by space.
    next: Vec<(Space, u64)>,
    buffers: Vec<Vec<u8>>,
}

impl Room {
    fn cursor(&mut self, rng: &mut Choices, space: Space) -> &mut u64 {
        let at = self.next.iter().position(|n| n.0 == space).unwrap_or_else(|| {
            self.next.push((space, 32 * u64::from(rng.below(3))));
            self.next.len() - 1
        });
        &mut self.next[at].1
    }
    /// A place in a local memory.
    fn take(&mut self, rng: &mut Choices, space: Space, bytes: u64) -> Option<u64> {
        let capacity = self.target.capacity_bytes(space)?;
        let next = self.cursor(rng, space);
        let addr = next.next_multiple_of(32);
        *next = addr + bytes;
        (*next <= capacity).then_some(addr)
    }
}

/// Operands and contents for a use. `None` if they do not fit the memories.
pub fn set_up(rng: &mut Choices, u: &Use, target: Target) -> Option<Scene> {
    let mut room = Room { target, next: Vec::new(), buffers: Vec::new() };
    // Extents that only the run knows: usually all operands agree about them.
    let common = (1 + rng.below(20), 1 + rng.below(40));
    let mut made: Vec<(u32, Arg)> = Vec::new();
    let mut args = Vec::new();
    for g in &u.given {
        if g.result && g.ty.as_tile().is_none() {
            continue;
        }
        let known = made.iter().find(|m| m.0 == g.value).map(|m| m.1);
        let arg = match known {
            Some(arg) => arg,
            None => make(rng, &mut room, g, common)?,
        };
        made.push((g.value, arg));
        args.push((g.slot, arg));
    }
    overlap(rng, &mut args);
    let mut locals: Vec<(Space, Vec<u8>)> = Vec::new();
    for &(space, end) in &room.next {
        let size = (end + GUARD).min(target.capacity_bytes(space)?) as usize;
        let mut bytes = vec![0; size];
        bytes.iter_mut().for_each(|b| *b = rng.bits() as u8);
        locals.push((space, bytes));
    }
    let mut scene = Scene { args, locals, buffers: room.buffers };
    fill(rng, &mut scene);
    Some(scene)
}

fn make(rng: &mut Choices, room: &mut Room, g: &Given, common: (u32, u32)) -> Option<Arg> {
    Some(match &g.ty {
        Type::Tile(t) => Arg::Tile(place_tile(rng, room, t, common)?),
        Type::Scalar(d) => Arg::Scalar(*d, number(rng, *d, g.constant)),
        Type::Index => Arg::Scalar(DType::I64, number(rng, DType::I64, g.constant)),
        Type::Ptr { dtype, space } => {
            let space = space.unwrap_or(Space::Gm);
            let bytes = u64::from(rng.pick(&[256u32, 1024, 4096]));
            let at = if space == Space::Gm {
                room.buffers.push(vec![0; bytes as usize]);
                PtrAt { space, buffer: room.buffers.len() as u32 - 1, addr: 0, dtype: *dtype }
            } else {
                let addr = room.take(rng, space, bytes)? as i64;
                PtrAt { space, buffer: 0, addr, dtype: *dtype }
            };
            Arg::Ptr(at)
        }
        Type::View { dims, dtype, .. } => Arg::View(place_view(rng, room, dims, *dtype, common)?),
        _ => return None,
    })
}

fn number(rng: &mut Choices, dtype: DType, constant: Option<i64>) -> u64 {
    let any = match rng.below(6) {
        _ if dtype.is_float() => {
            let wild = rng.one_in(3);
            rng.code(dtype, wild)
        }
        0 => rng.code(dtype, true),
        1 => 0,
        _ => u64::from(1 + rng.below(7)),
    };
    constant.map_or(any, |c| c as u64) & all_ones(dtype)
}

fn place_tile(
    rng: &mut Choices,
    room: &mut Room,
    ty: &TileTy,
    common: (u32, u32),
) -> Option<TileAt> {
    let mut extent = |dim: Dim, common: u32, whole: u32| match dim {
        Dim::Is(n) => n,
        Dim::Dynamic if rng.one_in(8) => rng.below(whole + 1),
        Dim::Dynamic => common.min(whole),
    };
    let valid =
        (extent(ty.valid_rows, common.0, ty.rows), extent(ty.valid_cols, common.1, ty.cols));
    let mut t = TileAt::new(*ty, valid, 0);
    if !ty.layout().is_boxed() && ty.dtype.bits() >= 8 && rng.one_in(6) {
        // A window of a larger tile.
        t.storage = (ty.rows + rng.below(3), ty.cols + ty.dtype.per_block() * rng.below(2));
    }
    t.addr = room.take(rng, ty.space, t.size_bytes())?;
    Some(t)
}

fn place_view(
    rng: &mut Choices,
    room: &mut Room,
    types: &[Dim],
    dtype: DType,
    common: (u32, u32),
) -> Option<ViewAt> {
    if types.len() > 5 {
        return None;
    }
    let (mut dims, mut strides) = ([1i64; 5], [0i64; 5]);
    for (i, d) in types.iter().rev().enumerate() {
        let by_place = [common.1, common.0].get(i).copied();
        let n = d.known().or(by_place).unwrap_or_else(|| 1 + rng.below(2));
        dims[4 - i] = i64::from(n);
    }
    // Row by row with or without gaps, or column by column.
    let order: [usize; 5] = if rng.one_in(5) { [3, 4, 2, 1, 0] } else { [4, 3, 2, 1, 0] };
    let gap = if rng.one_in(3) { i64::from(rng.below(9)) } else { 0 };
    let mut stride = 1;
    for i in order {
        strides[i] = stride;
        stride = stride * dims[i] + gap;
    }
    let last: i64 = dims.iter().zip(strides).map(|(d, s)| (d - 1).max(0) * s).sum();
    let bits = i64::from(dtype.bits());
    let start = 32 * i64::from(rng.below(2)) + i64::from(dtype.bytes() * rng.below(2));
    let mut bytes = start + ((last + 1) * bits + 7) / 8;
    if bytes > 1 << 16 {
        return None;
    }
    if rng.one_in(40) {
        // Too short: the run must stop.
        bytes = (bytes - 1 - i64::from(rng.below(40))).max(0);
    }
    room.buffers.push(vec![0; bytes as usize]);
    let at = PtrAt { space: Space::Gm, buffer: room.buffers.len() as u32 - 1, addr: start, dtype };
    Some(ViewAt { at, dims, strides })
}

/// Seldom, a tile begins inside another one.
fn overlap(rng: &mut Choices, args: &mut [(u8, Arg)]) {
    if !rng.one_in(24) {
        return;
    }
    let n = args.len() as u32;
    let (a, b) = (rng.below(n) as usize, rng.below(n) as usize);
    if let (Arg::Tile(from), Arg::Tile(mut to)) = (args[a].1, args[b].1)
        && from.ty.space == to.ty.space
        && from.addr < to.addr
    {
        to.addr = from.addr + (to.addr - from.addr).min(32 * u64::from(rng.below(4)));
        args[b].1 = Arg::Tile(to);
    }
}

fn fill(rng: &mut Choices, scene: &mut Scene) {
    let moods = [Mood::Wild, Mood::Wild, Mood::Tame, Mood::Small, Mood::Small, Mood::Places];
    let mood = rng.pick(&moods);
    for &(_, arg) in &scene.args {
        let (space, buffer, addr, len, dtype) = match arg {
            Arg::Tile(t) => (t.ty.space, 0, t.addr, Some(t.size_bytes()), t.ty.dtype),
            Arg::Ptr(p) if p.space != Space::Gm => (p.space, 0, p.addr as u64, Some(256), p.dtype),
            Arg::Ptr(p) => (p.space, p.buffer, 0, None, p.dtype),
            Arg::View(v) => (v.at.space, v.at.buffer, 0, None, v.at.dtype),
            _ => continue,
        };
        let own = if rng.one_in(4) { rng.pick(&moods) } else { mood };
        let palette = Palette::new(rng, dtype, own);
        let bytes = if space == Space::Gm {
            scene.buffers.get_mut(buffer as usize)
        } else {
            scene.locals.iter_mut().find(|l| l.0 == space).map(|l| &mut l.1)
        };
        let Some(bytes) = bytes else { continue };
        let end = len.map_or(bytes.len(), |n| (addr + n) as usize).min(bytes.len());
        palette.fill(rng, &mut bytes[(addr as usize).min(end)..end], dtype);
    }
}
