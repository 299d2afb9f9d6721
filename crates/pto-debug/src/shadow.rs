//! Every float with its twin in double precision: which instructions add the error of a result, and where it overflows.
//!
//! Beside each float the shadow keeps what it would be without rounding (computed in double precision from the twins of its
//! operands), a bound of how far that may be from exact arithmetic, and how far the float itself is from it. So
//! `|float - twin| + doubt` bounds the error of every float that all of whose history could be followed. What decides
//! (comparisons, conversions to integers) is decided by the floats.

mod twin_math;
mod twin_memory;

use crate::moment::Moment;
use pto_ir::Module;
use pto_ir::diag::Diagnostic;
use pto_isa::format::decode;
use pto_isa::layout::Layout;
use pto_isa::sem::exec::get_code;
use pto_isa::sem::load_store::Atomic;
use pto_isa::sem::map::Broadcast;
use pto_isa::sem::movement::MovePart;
use pto_isa::sem::{
    Arg, Axis, Elem, Exec, Fold, Memory, Numerics, SpecialRegs, Start, TileAt, Trap, ViewAt,
};
use pto_isa::{DType, Role, Sem, Space};
use pto_sim::{
    CoreState, Execute, InstrumentedProgram, Launch, LaunchArg, MemoryId, Observer, Report,
    TraceKind, TraceRecord,
};
use std::collections::BTreeMap;
use std::ops::Range;
use twin_math::{add, apply, mul};
use twin_memory::{Row, TwinMemory, decode_row};

/// What a line did to the error.
#[derive(Clone, Debug)]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// The operation on it.
    pub op: String,
    /// Elements that it wrote.
    pub elements: u64,
    /// The relative error it added, summed over its executions: of each the element where it is most.
    pub added: f64,
    /// The largest relative error of its results, and of the operands of that element.
    pub worst: (f64, f64),
    /// The same result in units in the last place of its type.
    pub worst_ulp: f64,
    /// When that was.
    pub when: Moment,
    /// Results that are infinite although they are not in double precision, from finite operands.
    pub overflows: u64,
    /// Results that are zero although they are not in double precision.
    pub underflows: u64,
    /// NaNs from operands that are none.
    pub nans: u64,
}

impl LineError {
    /// Bits of the operands that cancelled each other: by how much the relative error grew.
    pub fn cancelled_bits(&self) -> f64 {
        let (after, before) = self.worst;
        if before > 0.0 && after > before { (after / before).log2() } else { 0.0 }
    }
    fn rank(&self) -> f64 {
        if self.overflows + self.nans > 0 { f64::INFINITY } else { self.added }
    }
}

/// An output and how far it is off.
#[derive(Clone, Debug)]
pub struct ShadowOutput {
    /// The argument.
    pub arg: usize,
    /// Its elements in double precision.
    pub twins: Vec<f64>,
    /// A bound of the error of each element; infinite where the history of an element could not be followed.
    pub bounds: Vec<f64>,
}

/// What the shadow shows.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    /// Lines by what they added to the error, the worst first.
    pub lines: Vec<LineError>,
    /// The buffers of floats.
    pub outputs: Vec<ShadowOutput>,
    /// Instructions whose floats could not be followed: what they write is taken for exact.
    pub not_followed: Vec<String>,
}

/// Runs a kernel with a shadow in double precision.
pub fn shadow(
    program: &InstrumentedProgram<'_>,
    numerics: Numerics,
    args: &mut [LaunchArg],
    launch: &Launch,
) -> Result<(Report, Shadow), Box<Diagnostic>> {
    let buffers = program.program().buffer_of_args(args);
    let mut shade = Shade {
        module: program.module(),
        numerics,
        twins: TwinMemory::default(),
        lines: BTreeMap::new(),
        not_followed: Vec::new(),
        before: SpecialRegs::default(),
    };
    let report = program.run(args, launch, Execute::All, &mut shade)?;
    let mut outputs = Vec::new();
    let params: Vec<_> = program.program().params().collect();
    for (arg, place) in buffers.iter().enumerate() {
        let (Some((buffer, start)), Some(bytes)) = (place, args[arg].bytes()) else { continue };
        let pto_sim::Param::Buffer(dtype) = params[arg % params.len()] else { continue };
        if !follows(dtype) {
            continue;
        }
        let count = bytes.len() / dtype.bytes() as usize;
        let mut floats = vec![0.0; count];
        decode_row(dtype, bytes, &mut floats);
        let mut row = Row { twin: floats.clone(), ..Row::zeros(count) };
        shade.twins.overlay(*buffer, *start as usize, dtype, &mut row);
        let bounds = floats.iter().zip(&row.twin).zip(&row.doubt);
        let bounds = bounds.map(|((float, twin), doubt)| (float - twin).abs() + doubt).collect();
        let twins = row.twin;
        outputs.push(ShadowOutput { arg, twins, bounds });
    }
    let mut lines: Vec<LineError> = shade.lines.into_values().collect();
    lines.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    Ok((report, Shadow { lines, outputs, not_followed: shade.not_followed }))
}

fn follows(dtype: DType) -> bool {
    dtype.is_float() && matches!(dtype.bytes(), 2 | 4)
}

struct Shade<'m> {
    module: &'m Module,
    numerics: Numerics,
    twins: TwinMemory,
    lines: BTreeMap<u32, LineError>,
    not_followed: Vec<String>,
    before: SpecialRegs,
}

impl Observer for Shade<'_> {
    fn on_record(&mut self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        Ok(())
    }

    fn on_done(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        if !matches!(record.kind, TraceKind::Step) || matches!(record.def.sem, Sem::Machine) {
            if matches!(record.kind, TraceKind::Queue(_)) {
                self.lose(record, core);
            }
            return Ok(());
        }
        if self.follow(record, core).is_none() {
            self.lose(record, core);
        }
        self.before = core.special_registers();
        Ok(())
    }
}

/// A row of a tile in memory.
struct Place {
    id: MemoryId,
    dtype: DType,
    t: TileAt,
}

impl Shade<'_> {
    /// Computes the twins of what a step wrote; nothing if that cannot be done.
    fn follow(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Option<()> {
        let tile = |slot: u8| {
            record.args.iter().find(|a| a.0 == slot).and_then(|a| match a.1 {
                Arg::Tile(t) => Some(t),
                _ => None,
            })
        };
        let view = |slot: u8| {
            record.args.iter().find(|a| a.0 == slot).and_then(|a| match a.1 {
                Arg::View(v) => Some(v),
                _ => None,
            })
        };
        match record.def.sem {
            Sem::Map(map) => {
                let dst = tile(map.dst)?;
                if !follows(dst.ty.dtype) {
                    return Some(());
                }
                let modes = std::cell::Cell::new(self.before);
                let quirks = std::cell::Cell::new(0);
                let x = Exec {
                    operands: record.def.operands,
                    numerics: &self.numerics,
                    args: record.args,
                    attrs: record.attrs,
                    memory: &mut NoMemory,
                    registers: &mut [],
                    undefined: 0,
                    results: &mut Vec::new(),
                    printed: &mut Vec::new(),
                    modes: &modes,
                    quirks: &quirks,
                };
                let mut sources = Vec::new();
                for src in map.src {
                    sources.push(match record.args.iter().find(|a| a.0 == src.slot())?.1 {
                        Arg::Scalar(dtype, code) => Source::Number(decode(dtype, code)),
                        Arg::Tile(t) if follows(t.ty.dtype) => {
                            Source::Tile(Place::of(core, t), map.broadcast(&x, *src, &t, &dst))
                        }
                        _ => return None,
                    });
                }
                let elem = map.elem.resolve(&self.numerics, dst.ty.dtype);
                self.map(record, core, elem, &sources, &dst)
            }
            Sem::Reduce(reduce) => {
                let (src, dst) = (tile(reduce.src)?, tile(reduce.dst)?);
                if !follows(dst.ty.dtype) {
                    return Some(());
                }
                if !follows(src.ty.dtype) {
                    return None;
                }
                self.reduce(record, core, (reduce.axis, reduce.fold), (src, dst))
            }
            Sem::Convert(c) => {
                let (src, dst) = (tile(c.src)?, tile(c.dst)?);
                match (follows(src.ty.dtype), follows(dst.ty.dtype)) {
                    // An integral value of the same type is what the program asks for, not an error.
                    (true, true) if src.ty.dtype != dst.ty.dtype => {
                        let sources = [Source::Tile(Place::of(core, src), Broadcast::Full)];
                        self.map(record, core, Elem::Copy, &sources, &dst)
                    }
                    (_, true) => {
                        self.forget_tile(core, &dst);
                        Some(())
                    }
                    _ => Some(()),
                }
            }
            Sem::Load(l) => {
                let (v, dst) = (view(l.src)?, tile(l.dst)?);
                if !follows(dst.ty.dtype) {
                    return Some(());
                }
                self.load(core, &v, &dst)
            }
            Sem::Store(s) => {
                let (src, v) = (tile(s.src)?, view(s.dst)?);
                let atomic = core.special_registers().atomic != Atomic::Replace
                    || record.attrs.iter().any(|a| a.0.to_ascii_lowercase().contains("atomic"));
                if !follows(v.at.dtype) {
                    return Some(());
                }
                if atomic || src.ty.dtype != v.at.dtype {
                    return None;
                }
                self.store(core, &src, &v)
            }
            Sem::Move(m) if m.fp.is_none() && m.scalar.is_none() => {
                let (src, dst) = (tile(m.src)?, tile(m.dst)?);
                if !follows(dst.ty.dtype) {
                    return Some(());
                }
                if m.part != MovePart::Whole || src.ty.dtype != dst.ty.dtype {
                    return None;
                }
                let sources = [Source::Tile(Place::of(core, src), Broadcast::Full)];
                self.map(record, core, Elem::Copy, &sources, &dst)
            }
            Sem::Matmul(m) if m.scales.is_none() => {
                let (lhs, rhs, dst) = (tile(m.lhs)?, tile(m.rhs)?, tile(m.dst)?);
                if !follows(dst.ty.dtype) {
                    return Some(());
                }
                if !follows(lhs.ty.dtype) || !follows(rhs.ty.dtype) {
                    return None;
                }
                let start = match m.start {
                    Start::Zero => None,
                    Start::Acc(slot) | Start::Bias(slot) => Some(tile(slot)?),
                };
                self.matmul(record, core, (lhs, rhs, dst), start)
            }
            _ => {
                let is_out = |slot: u8| {
                    let role = record.def.operands.get(slot as usize).map(|o| o.role);
                    matches!(role, Some(Role::Out | Role::InOut))
                };
                let float = record.args.iter().filter(|a| is_out(a.0)).any(|a| match a.1 {
                    Arg::Tile(t) => t.ty.dtype.is_float(),
                    Arg::Scalar(..) => false,
                    _ => true,
                });
                if float { None } else { Some(()) }
            }
        }
    }

    /// What a step wrote has no twins any more, and the report says so.
    fn lose(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) {
        let name = format!("pto.{}", record.def.printed_name());
        let mut wrote_float = false;
        for (_, arg) in record.args {
            match arg {
                Arg::Tile(t) if t.ty.dtype.is_float() => {
                    wrote_float = true;
                    self.forget_tile(core, t);
                }
                Arg::View(v) => {
                    wrote_float |= v.at.dtype.is_float();
                    let Range { start, end } = v.bytes();
                    let id = core.memory_id(v.at.space, v.at.buffer);
                    self.twins.forget(core, id, start, (end - start) as u64);
                }
                Arg::Ptr(p) => {
                    wrote_float |= p.dtype.is_float();
                    let id = core.memory_id(p.space, p.buffer);
                    self.twins.forget(core, id, 0, u64::MAX >> 8);
                }
                _ => {}
            }
        }
        if wrote_float && !self.not_followed.contains(&name) {
            self.not_followed.push(name);
        }
    }

    fn forget_tile(&mut self, core: &CoreState<'_>, t: &TileAt) {
        let id = core.memory_id(t.ty.space, 0);
        self.twins.forget(core, id, t.addr as i64, t.size_bytes());
    }

    fn map(
        &mut self,
        record: &TraceRecord<'_>,
        core: &CoreState<'_>,
        elem: Elem,
        sources: &[Source],
        dst: &TileAt,
    ) -> Option<()> {
        let (rows, cols) = (dst.valid.0, dst.valid.1 as usize);
        let place = Place::of(core, *dst);
        let mut given = [Row::zeros(cols), Row::zeros(cols), Row::zeros(cols)];
        let mut out = Row::zeros(cols);
        let mut tally = Tally::default();
        for (row, source) in given.iter_mut().zip(sources) {
            if let Source::Number(v) = source {
                *row = Row::number(*v, cols);
            }
        }
        for r in 0..rows {
            for (row, source) in given.iter_mut().zip(sources) {
                if let Source::Tile(from, how) = source {
                    from.read_row(&self.twins, core, r, *how, row);
                }
            }
            apply_row(elem, &given, &mut out)?;
            place.subtract(core, r, &mut out);
            tally.row(dst.ty.dtype, r, &given[..sources.len()], &out);
            place.write_row(&mut self.twins, core, r, &out);
        }
        self.note(record, core, &tally, u64::from(rows) * cols as u64);
        Some(())
    }

    fn reduce(
        &mut self,
        record: &TraceRecord<'_>,
        core: &CoreState<'_>,
        (axis, fold): (Axis, Fold),
        (src, dst): (TileAt, TileAt),
    ) -> Option<()> {
        let (rows, cols) = (src.valid.0, src.valid.1 as usize);
        let (from, to) = (Place::of(core, src), Place::of(core, dst));
        let join = |(a, da): (f64, f64), (b, db): (f64, f64)| match fold {
            Fold::Sum => add(a, da, b, db),
            Fold::Prod => mul(a, da, b, db),
            Fold::Max => (a.max(b), da.max(db)),
            Fold::Min => (a.min(b), da.max(db)),
        };
        let mut row = Row::zeros(cols);
        let mut tally = Tally::default();
        match axis {
            Axis::Row => {
                for r in 0..rows {
                    from.read_row(&self.twins, core, r, Broadcast::Full, &mut row);
                    let all = (0..cols).map(|i| (row.twin[i], row.doubt[i]));
                    let (twin, doubt) = all.reduce(join)?;
                    let mut out = Row { twin: vec![twin], doubt: vec![doubt], off: vec![0.0] };
                    to.subtract(core, r, &mut out);
                    tally.row(dst.ty.dtype, r, std::slice::from_ref(&worst_of(&row)), &out);
                    to.write_row(&mut self.twins, core, r, &out);
                }
            }
            Axis::Col => {
                let mut out = Row::zeros(cols);
                let mut worst = Row::number(1.0, cols);
                for r in 0..rows {
                    from.read_row(&self.twins, core, r, Broadcast::Full, &mut row);
                    for i in 0..cols {
                        let new = (row.twin[i], row.doubt[i]);
                        let joined =
                            if r == 0 { new } else { join((out.twin[i], out.doubt[i]), new) };
                        (out.twin[i], out.doubt[i]) = joined;
                        worst.off[i] = worst.off[i].max(relative(row.twin[i], row.off[i]));
                    }
                }
                to.subtract(core, 0, &mut out);
                tally.row(dst.ty.dtype, 0, std::slice::from_ref(&worst), &out);
                to.write_row(&mut self.twins, core, 0, &out);
            }
        }
        self.note(record, core, &tally, u64::from(rows) * cols as u64);
        Some(())
    }

    fn matmul(
        &mut self,
        record: &TraceRecord<'_>,
        core: &CoreState<'_>,
        (lhs, rhs, dst): (TileAt, TileAt, TileAt),
        start: Option<TileAt>,
    ) -> Option<()> {
        let (m, k, n) = (lhs.valid.0, lhs.valid.1 as usize, rhs.valid.1 as usize);
        let (left, right, to) = (Place::of(core, lhs), Place::of(core, rhs), Place::of(core, dst));
        let mut columns: Vec<Row> = Vec::with_capacity(k);
        for l in 0..k {
            let mut row = Row::zeros(n);
            right.read_row(&self.twins, core, l as u32, Broadcast::Full, &mut row);
            columns.push(row);
        }
        let (mut a, mut tally) = (Row::zeros(k), Tally::default());
        for r in 0..m {
            left.read_row(&self.twins, core, r, Broadcast::Full, &mut a);
            let mut out = Row::zeros(n);
            if let Some(t) = start {
                let one = if t.valid.0 == m { r } else { 0 };
                Place::of(core, t).read_row(&self.twins, core, one, Broadcast::Full, &mut out);
            }
            for (l, b) in columns.iter().enumerate() {
                for j in 0..n {
                    let (v, d) = mul(a.twin[l], a.doubt[l], b.twin[j], b.doubt[j]);
                    (out.twin[j], out.doubt[j]) = add(out.twin[j], out.doubt[j], v, d);
                }
            }
            to.subtract(core, r, &mut out);
            let worst = worst_of(&a);
            tally.row(
                dst.ty.dtype,
                r,
                std::slice::from_ref(&Row { off: vec![worst.off[0]; n], ..Row::number(1.0, n) }),
                &out,
            );
            to.write_row(&mut self.twins, core, r, &out);
        }
        self.note(record, core, &tally, u64::from(m) * n as u64);
        Some(())
    }

    fn load(&mut self, core: &CoreState<'_>, v: &ViewAt, dst: &TileAt) -> Option<()> {
        self.forget_tile(core, dst);
        let place = Place::of(core, *dst);
        if dst.ty.dtype != v.at.dtype {
            return None;
        }
        let id = core.memory_id(v.at.space, v.at.buffer);
        let mut row = Row::zeros(dst.valid.1 as usize);
        for r in 0..dst.valid.0 {
            self.read_view(core, id, v, r, &mut row);
            if !place.is_row() {
                place.holds(core, r, &row)?;
            }
            place.write_row(&mut self.twins, core, r, &row);
        }
        Some(())
    }

    fn read_view(&self, core: &CoreState<'_>, id: MemoryId, v: &ViewAt, r: u32, row: &mut Row) {
        let at = view_row(v, r);
        let width = i64::from(v.at.dtype.bytes());
        if v.strides[4] == 1 {
            return self.twins.read(core, id, at, v.at.dtype, row);
        }
        let mut one = Row::zeros(1);
        for c in 0..row.len() {
            let at = at + c as i64 * v.strides[4] * width;
            self.twins.read(core, id, at, v.at.dtype, &mut one);
            row.copy_from(c, &one, 0, 1);
        }
    }

    fn store(&mut self, core: &CoreState<'_>, src: &TileAt, v: &ViewAt) -> Option<()> {
        let id = core.memory_id(v.at.space, v.at.buffer);
        let place = Place::of(core, *src);
        let mut row = Row::zeros(src.valid.1 as usize);
        let width = i64::from(v.at.dtype.bytes());
        for r in 0..src.valid.0 {
            place.read_row(&self.twins, core, r, Broadcast::Full, &mut row);
            let at = view_row(v, r);
            if !place.is_row() {
                holds_view(core, id, v, at, &row)?;
            }
            if v.strides[4] == 1 {
                self.twins.write(core, id, at, v.at.dtype, &row);
                continue;
            }
            let mut one = Row::zeros(1);
            for c in 0..row.len() {
                one.copy_from(0, &row, c, 1);
                self.twins.write(core, id, at + c as i64 * v.strides[4] * width, v.at.dtype, &one);
            }
        }
        Some(())
    }

    fn note(
        &mut self,
        record: &TraceRecord<'_>,
        core: &CoreState<'_>,
        tally: &Tally,
        elements: u64,
    ) {
        let entry = self.lines.entry(record.step).or_insert_with(|| {
            let when = Moment::of(self.module, record, core);
            LineError {
                line: when.line,
                op: when.op.clone(),
                elements: 0,
                added: 0.0,
                worst: (0.0, 0.0),
                worst_ulp: 0.0,
                when,
                overflows: 0,
                underflows: 0,
                nans: 0,
            }
        });
        let bad = tally.overflows + tally.nans;
        if tally.worst.0 > entry.worst.0 || bad > 0 && entry.overflows + entry.nans == 0 {
            entry.when = Moment::of(self.module, record, core);
        }
        if tally.worst.0 > entry.worst.0 {
            (entry.worst, entry.worst_ulp) = (tally.worst, tally.worst_ulp);
        }
        entry.elements += elements;
        entry.added += tally.added;
        entry.overflows += tally.overflows;
        entry.underflows += tally.underflows;
        entry.nans += tally.nans;
    }
}

enum Source {
    Number(f64),
    Tile(Place, Broadcast),
}

impl Place {
    fn of(core: &CoreState<'_>, t: TileAt) -> Place {
        Place { id: core.memory_id(t.ty.space, 0), dtype: t.ty.dtype, t }
    }

    fn at(&self, r: u32, c: u32) -> i64 {
        self.t.addr as i64 + (self.t.bit_offset(r, c) / 8) as i64
    }

    fn is_row(&self) -> bool {
        self.t.ty.layout() == Layout::Nd
    }

    /// The operands of a row of the destination.
    fn read_row(
        &self,
        twins: &TwinMemory,
        core: &CoreState<'_>,
        r: u32,
        how: Broadcast,
        row: &mut Row,
    ) {
        let cols = row.len();
        let one = |r: u32, c: u32| {
            let mut one = Row::zeros(1);
            twins.read(core, self.id, self.at(r, c), self.dtype, &mut one);
            one
        };
        match how {
            Broadcast::Full | Broadcast::Row0 => {
                let r = if how == Broadcast::Row0 { 0 } else { r };
                if self.is_row() {
                    return twins.read(core, self.id, self.at(r, 0), self.dtype, row);
                }
                for c in 0..cols {
                    row.copy_from(c, &one(r, c as u32), 0, 1);
                }
            }
            Broadcast::Col0 => {
                let one = one(r, 0);
                row.twin.fill(one.twin[0]);
                row.doubt.fill(one.doubt[0]);
                row.off.fill(one.off[0]);
            }
            Broadcast::Block(n) => {
                for c in 0..cols {
                    row.copy_from(c, &one(r, c as u32 % n), 0, 1);
                }
            }
            Broadcast::Groups(n) => {
                for c in 0..cols {
                    let group = (c as u32 / (cols as u32 / n).max(1)).min(n - 1);
                    row.copy_from(c, &one(r, group), 0, 1);
                }
            }
        }
    }

    fn write_row(&self, twins: &mut TwinMemory, core: &CoreState<'_>, r: u32, row: &Row) {
        if self.is_row() {
            return twins.write(core, self.id, self.at(r, 0), self.dtype, row);
        }
        let mut one = Row::zeros(1);
        for c in 0..row.len() {
            one.copy_from(0, row, c, 1);
            twins.write(core, self.id, self.at(r, c as u32), self.dtype, &one);
        }
    }

    /// Makes sure that a row holds the floats that were to be moved there: elements of other layouts than rows may lie
    /// elsewhere.
    fn holds(&self, core: &CoreState<'_>, r: u32, row: &Row) -> Option<()> {
        let bytes = core.tile_bytes(&self.t)?;
        let float = |c: usize| {
            decode(self.dtype, get_code(bytes, self.dtype, self.t.bit_offset(r, c as u32)))
        };
        (0..row.len()).all(|c| is_moved(row, c, float(c))).then_some(())
    }

    /// How far the floats of a row are from their twins.
    fn subtract(&self, core: &CoreState<'_>, r: u32, row: &mut Row) {
        let Some(bytes) = core.tile_bytes(&self.t) else { return };
        if self.is_row() && self.dtype == DType::F32 {
            let first = (self.t.bit_offset(r, 0) / 8) as usize;
            let floats = bytes[first..].chunks_exact(4);
            for ((off, twin), float) in row.off.iter_mut().zip(&row.twin).zip(floats) {
                let float = f32::from_le_bytes([float[0], float[1], float[2], float[3]]);
                *off = f64::from(float) - twin;
            }
            return;
        }
        for c in 0..row.len() {
            let code = get_code(bytes, self.dtype, self.t.bit_offset(r, c as u32));
            row.off[c] = decode(self.dtype, code) - row.twin[c];
        }
    }
}

/// The first byte of a row of a view: the last extent across, the others down.
fn view_row(v: &ViewAt, row: u32) -> i64 {
    let (mut rest, mut at) = (i64::from(row), 0);
    for d in (0..4).rev() {
        let dim = v.dims[d].max(1);
        at += rest % dim * v.strides[d];
        rest /= dim;
    }
    v.at.addr + at * i64::from(v.at.dtype.bytes())
}

/// Whether a float is the one that a twin belongs to.
fn is_moved(row: &Row, c: usize, float: f64) -> bool {
    let kept = row.twin[c] + row.off[c];
    !kept.is_finite()
        || kept == float
        || (kept - float).abs() <= 1e-9 * (float.abs() + row.twin[c].abs())
}

fn holds_view(core: &CoreState<'_>, id: MemoryId, v: &ViewAt, at: i64, row: &Row) -> Option<()> {
    let width = i64::from(v.at.dtype.bytes());
    for c in 0..row.len() {
        let bytes = core.bytes(id, at + c as i64 * v.strides[4] * width, width as u64)?;
        if !is_moved(row, c, decode(v.at.dtype, get_code(bytes, v.at.dtype, 0))) {
            return None;
        }
    }
    Some(())
}

/// A function of a row of operands. Common functions have a loop of their own, without a choice inside.
fn apply_row(elem: Elem, given: &[Row; 3], out: &mut Row) -> Option<()> {
    let [a, b, c] = given;
    macro_rules! choose {
        ($($known:ident),*) => {
            match elem {
                $(Elem::$known => each(a, b, c, out, |a, b, c| apply(Elem::$known, a, b, c)),)*
                other => each(a, b, c, out, |a, b, c| apply(other, a, b, c)),
            }
        };
    }
    choose!(Copy, Add, Sub, Mul, Div, Max, Min, Exp, ExpDif, Neg, Abs, Relu, MulAdd, Recip)
}

/// An operand and its doubt.
type Number = (f64, f64);

#[inline(always)]
fn each(
    a: &Row,
    b: &Row,
    c: &Row,
    out: &mut Row,
    f: impl Fn(Number, Number, Number) -> Option<Number>,
) -> Option<()> {
    let n = out.len();
    let (at, ad) = (&a.twin[..n], &a.doubt[..n]);
    let (bt, bd) = (&b.twin[..n], &b.doubt[..n]);
    let (ct, cd) = (&c.twin[..n], &c.doubt[..n]);
    let (twin, doubt) = (&mut out.twin[..n], &mut out.doubt[..n]);
    for i in 0..n {
        (twin[i], doubt[i]) = f((at[i], ad[i]), (bt[i], bd[i]), (ct[i], cd[i]))?;
    }
    Some(())
}

fn relative(twin: f64, off: f64) -> f64 {
    if off == 0.0 { 0.0 } else { (off / twin).abs() }
}

/// A row of one element that stands for the one with the largest relative error.
fn worst_of(row: &Row) -> Row {
    let (mut worst, mut bad) = (0.0, None);
    for (&twin, &off) in row.twin.iter().zip(&row.off) {
        let here = relative(twin, off);
        worst = if here > worst { here } else { worst };
        if !off.is_finite() {
            bad = Some(off);
        }
    }
    Row { twin: vec![1.0], doubt: vec![0.0], off: vec![bad.unwrap_or(worst)] }
}

/// What one execution did to the error.
#[derive(Default)]
struct Tally {
    added: f64,
    worst: (f64, f64),
    worst_ulp: f64,
    overflows: u64,
    underflows: u64,
    nans: u64,
}

impl Tally {
    /// Whether a row has nothing that is not finite, no zeros that are none, and no error beyond those seen: no branch, so that
    /// most rows take little time.
    fn is_harmless(&self, given: &[Row], out: &Row) -> bool {
        let n = out.len();
        let (twin, off) = (&out.twin[..n], &out.off[..n]);
        let (mut bad, mut most, mut added) = (false, 0.0f64, 0.0f64);
        for i in 0..n {
            let (t, o) = (twin[i], off[i]);
            let relative = if o == 0.0 { 0.0 } else { (o / t).abs() };
            bad |= !o.is_finite() | (t + o == 0.0) & (o != 0.0);
            most = if relative > most { relative } else { most };
        }
        if bad {
            return false;
        }
        // What a result is off bounds what was added; only if that is new the operands count.
        if most > self.added {
            for i in 0..n {
                let relative = |row: &Row| {
                    if row.off[i] == 0.0 { 0.0 } else { (row.off[i] / row.twin[i]).abs() }
                };
                let before = given.iter().map(relative).fold(0.0, f64::max);
                let after = if off[i] == 0.0 { 0.0 } else { (off[i] / twin[i]).abs() };
                added = added.max(after - before);
            }
        }
        most <= self.worst.0 && added <= self.added
    }

    fn row(&mut self, dtype: DType, _: u32, given: &[Row], out: &Row) {
        if self.is_harmless(given, out) {
            return;
        }
        for i in 0..out.len() {
            let (twin, off) = (out.twin[i], out.off[i]);
            if off == 0.0 {
                continue;
            }
            let mut before = 0.0f64;
            let mut was_bad = false;
            for row in given {
                was_bad |= !row.off[i].is_finite() || !row.twin[i].is_finite();
                before = before.max(relative(row.twin[i], row.off[i]));
            }
            let float = twin + off;
            if !float.is_finite() || !off.is_finite() {
                if !was_bad && twin.is_finite() {
                    match off.is_nan() {
                        true => self.nans += 1,
                        false => self.overflows += 1,
                    }
                } else if !was_bad && twin.is_nan() {
                    self.nans += 1;
                }
                continue;
            }
            if float == 0.0 && twin != 0.0 {
                self.underflows += 1;
                continue;
            }
            let after = (off / twin).abs();
            if after > self.worst.0 {
                self.worst = (after, before);
                self.worst_ulp = off.abs() / ulp(dtype, twin);
            }
            let added = after - before;
            if added.is_finite() && added > self.added {
                self.added = added;
            }
        }
    }
}

/// The distance of the floats of a type around a number.
fn ulp(dtype: DType, v: f64) -> f64 {
    let (fraction, least) = match dtype {
        DType::F16 => (10, -14),
        DType::Bf16 => (7, -126),
        _ => (23, -126),
    };
    let power = (v.abs().log2().floor() as i32).max(least);
    2f64.powi(power - fraction)
}

struct NoMemory;

impl Memory for NoMemory {
    fn bytes(&self, _: Space, _: u32, _: i64, _: u64) -> Result<&[u8], Trap> {
        Err(Trap::new("has no memory here"))
    }
    fn bytes_mut(&mut self, _: Space, _: u32, _: i64, _: u64) -> Result<&mut [u8], Trap> {
        Err(Trap::new("has no memory here"))
    }
}
