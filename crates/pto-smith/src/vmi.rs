//! Vector scopes on registers of any length: loads, chains of instructions under predicates, conversions, folds, loops that
//! carry registers, and stores of everything that was made.

use crate::Choices;
use pto_isa::DType;
use pto_isa::DType::*;
use std::fmt::Write as _;

/// Bytes of the tile that programs read.
pub const INPUT_BYTES: u32 = 4096;
/// Bytes of the tile that they write.
pub const OUTPUT_BYTES: u32 = 65536;

const TYPES: &[DType] = &[F32, F16, I32, Si32, U32, I16, Si16, U16, U8, Si8];
const LANES: &[u32] = &[64, 64, 128, 128, 256, 32, 96, 16, 8];
/// Source and result of conversions that lose nothing, or say what they do.
const CONVERSIONS: &[(DType, DType, &str)] = &[
    (F16, F32, ""),
    (F32, F16, "saturate = \"SAT\""),
    (F32, F16, "rounding = \"Z\", saturate = \"NOSAT\""),
    (F32, Si32, "saturate = \"SAT\""),
    (F16, Si16, "rounding = \"F\", saturate = \"SAT\""),
    (Si32, F32, ""),
    (U8, U16, ""),
    (U8, U32, ""),
    (U16, U32, ""),
    (Si8, Si16, ""),
    (Si16, Si32, ""),
    (Si32, Si16, "saturate = \"SAT\""),
    (Si32, U8, "saturate = \"SAT\""),
    (U32, U8, "saturate = \"NOSAT\""),
    (U16, U8, "saturate = \"SAT\""),
];

/// A program that is being written.
struct Writer<'c> {
    choices: &'c mut Choices,
    lines: String,
    names: u32,
    vectors: Vec<(String, DType, u32)>,
    masks: Vec<(String, u32)>,
    /// Bytes of the output that are taken.
    stored: u32,
}

fn vector(lanes: u32, dtype: DType) -> String {
    format!("!pto.vmi.vreg<{lanes}x{dtype}>")
}

fn mask(lanes: u32) -> String {
    format!("!pto.vmi.mask<{lanes}xpred>")
}

/// A program of about this many instructions.
pub fn program(choices: &mut Choices, size: u32) -> String {
    let mut w = Writer {
        choices,
        lines: String::new(),
        names: 0,
        vectors: Vec::new(),
        masks: Vec::new(),
        stored: 0,
    };
    for _ in 0..2 {
        w.load();
    }
    for _ in 0..size {
        w.statement();
    }
    for (name, dtype, lanes) in w.vectors.clone() {
        w.store(&name, dtype, lanes);
    }
    let pointers: String = TYPES
        .iter()
        .map(|t| {
            let p = format!("!pto.ptr<{t}, ub>");
            format!(
                "    %in_{t} = pto.castptr %in_p : !pto.ptr<ui8, ub> -> {p}\n    %out_{t} = pto.castptr %out_p : !pto.ptr<ui8, ub> -> {p}\n"
            )
        })
        .collect();
    let (input, output) = (tile(INPUT_BYTES), tile(OUTPUT_BYTES));
    format!(
        "func.func @k(%in: {input}, %out: {output}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  pto.vecscope {{
    %in_p = pto.tile_buf_addr %in : {input} -> !pto.ptr<ui8, ub>
    %out_p = pto.tile_buf_addr %out : {output} -> !pto.ptr<ui8, ub>
{pointers}{}  }}
  return
}}
",
        w.lines
    )
}

fn tile(bytes: u32) -> String {
    format!("!pto.tile_buf<vec, 1x{bytes}xui8>")
}

impl Writer<'_> {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.lines, "    {line}");
    }

    fn constant(&mut self, value: impl std::fmt::Display, ty: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = arith.constant {value} : {ty}"));
        name
    }

    fn make(&mut self, statement: &str, dtype: DType, lanes: u32) -> String {
        let name = self.name();
        self.line(&format!("{name} = {statement} -> {}", vector(lanes, dtype)));
        self.vectors.push((name.clone(), dtype, lanes));
        name
    }

    fn load(&mut self) {
        let (dtype, lanes) = (self.choices.pick(TYPES), self.choices.pick(LANES));
        let most = (INPUT_BYTES / dtype.bytes() - lanes) / 32;
        let offset = 32 * self.choices.below(most + 1);
        let at = self.constant(offset, "index");
        let p = format!("!pto.ptr<{dtype}, ub>");
        self.make(&format!("pto.vmi.vload %in_{dtype}[{at}] : {p}"), dtype, lanes);
    }

    fn load_groups(&mut self) {
        let dtype = self.choices.pick(&[F32, I32, F16, U16]);
        let (groups, size) = (self.choices.pick(&[2, 4, 8]), self.choices.pick(&[1u32, 8, 16, 64]));
        let at = self.constant(0, "index");
        let step = size.next_multiple_of(16) + 16 * self.choices.below(4);
        let stride = self.constant(step, "index");
        let p = format!("!pto.ptr<{dtype}, ub>");
        let statement =
            format!("pto.vmi.vload %in_{dtype}[{at}], {stride} {{group = {groups} : i64}} : {p}");
        self.make(&statement, dtype, groups * size);
    }

    fn store(&mut self, name: &str, dtype: DType, lanes: u32) {
        let bytes = (lanes * dtype.bytes()).next_multiple_of(32);
        if self.stored + bytes > OUTPUT_BYTES {
            return;
        }
        let at = self.constant(self.stored / dtype.bytes(), "index");
        self.stored += bytes;
        let (v, p) = (vector(lanes, dtype), format!("!pto.ptr<{dtype}, ub>"));
        let is_masked = self.choices.one_in(3);
        match self.mask_of(lanes).filter(|_| is_masked) {
            Some(m) => {
                let ty = mask(lanes);
                self.line(&format!(
                    "pto.vmi.vstore {name}, %out_{dtype}[{at}], {m} : {v}, {p}, {ty}"
                ));
            }
            None => self.line(&format!("pto.vmi.vstore {name}, %out_{dtype}[{at}] : {v}, {p}")),
        }
    }

    fn vector_of(&mut self, wanted: impl Fn(DType) -> bool) -> Option<(String, DType, u32)> {
        let list: Vec<_> = self.vectors.iter().filter(|v| wanted(v.1)).cloned().collect();
        (!list.is_empty()).then(|| list[self.choices.index(list.len())].clone())
    }

    fn like(&mut self, dtype: DType, lanes: u32) -> String {
        let list: Vec<_> =
            self.vectors.iter().filter(|v| (v.1, v.2) == (dtype, lanes)).cloned().collect();
        list[self.choices.index(list.len())].0.clone()
    }

    fn mask_of(&mut self, lanes: u32) -> Option<String> {
        let list: Vec<_> = self.masks.iter().filter(|m| m.1 == lanes).cloned().collect();
        (!list.is_empty()).then(|| list[self.choices.index(list.len())].0.clone())
    }

    /// A predicate of this many lanes, which is made if there is none.
    fn some_mask(&mut self, lanes: u32) -> String {
        if self.choices.flip()
            && let Some(m) = self.mask_of(lanes)
        {
            return m;
        }
        let name = self.name();
        let ty = mask(lanes);
        if self.choices.one_in(3) && lanes.is_power_of_two() && lanes >= 16 {
            let size = lanes / 4;
            let n = self.choices.below(size + 1);
            let n = self.constant(n, "index");
            if size > 128 {
                self.line(&format!("{name} = pto.vmi.create_mask {n} : index -> {ty}"));
            } else {
                self.line(&format!("{name} = pto.vmi.create_group_mask {n} {{num_groups = 4 : i64, group_size = {size} : i64}} : index -> {ty}"));
            }
        } else {
            let n = self.choices.below(lanes + 2);
            let n = self.constant(n, "index");
            self.line(&format!("{name} = pto.vmi.create_mask {n} : index -> {ty}"));
        }
        self.masks.push((name.clone(), lanes));
        name
    }

    fn statement(&mut self) {
        match self.choices.below(16) {
            0 => self.load(),
            1 => self.load_groups(),
            2..=5 => self.binary(),
            6 => self.unary(),
            7 => self.with_number(),
            8 => self.shift(),
            9 => self.convert(),
            10 => self.compare_and_select(),
            11 => self.combine_masks(),
            12 => self.fold(),
            13 => self.fill(),
            14 => self.rearrange(),
            _ => self.carry(),
        }
    }

    fn masked(&mut self, lanes: u32) -> (String, String) {
        if !self.choices.one_in(3) {
            return Default::default();
        }
        let m = self.some_mask(lanes);
        (format!(", {m}"), format!(", {}", mask(lanes)))
    }

    fn binary(&mut self) {
        let Some((a, dtype, lanes)) = self.vector_of(|_| true) else { return };
        let b = self.like(dtype, lanes);
        let mut ops = vec!["vadd", "vsub", "vmax", "vmin"];
        if dtype.bits() > 8 {
            ops.push("vmul");
        }
        if dtype.is_int() {
            ops.extend(["vand", "vor", "vxor"]);
        } else {
            ops.push("vdiv");
        }
        let op = self.choices.pick(&ops);
        let (m, mt) = self.masked(lanes);
        let v = vector(lanes, dtype);
        self.make(&format!("pto.vmi.{op} {a}, {b}{m} : {v}, {v}{mt}"), dtype, lanes);
    }

    fn unary(&mut self) {
        let Some((a, dtype, lanes)) = self.vector_of(|_| true) else { return };
        let ops: &[&str] = match dtype {
            F32 | F16 => &["vneg", "vabs", "vsqrt", "vexp", "vrelu"],
            Si32 => &["vabs", "vnot", "vrelu"],
            Si8 | Si16 => &["vabs", "vnot"],
            _ => &["vnot"],
        };
        let op = self.choices.pick(ops);
        let (m, mt) = self.masked(lanes);
        self.make(&format!("pto.vmi.{op} {a}{m} : {}{mt}", vector(lanes, dtype)), dtype, lanes);
    }

    fn with_number(&mut self) {
        let wanted = |d: DType| matches!(d, F32 | F16 | I32 | I16);
        let Some((a, dtype, lanes)) = self.vector_of(wanted) else { return };
        let words: &[&str] =
            if dtype.is_float() { &["1.5", "-2.0", "0.0"] } else { &["3", "-5", "0"] };
        let word = self.choices.pick(words);
        let number = self.constant(word, dtype.name());
        let op = self.choices.pick(&["vadds", "vmuls", "vmaxs", "vmins"]);
        let (m, v) = (self.some_mask(lanes), vector(lanes, dtype));
        let ty = mask(lanes);
        self.make(&format!("pto.vmi.{op} {a}, {number}, {m} : {v}, {dtype}, {ty}"), dtype, lanes);
    }

    fn shift(&mut self) {
        let Some((a, dtype, lanes)) = self.vector_of(DType::is_int) else { return };
        let by = self.choices.below(dtype.bits());
        let by = self.constant(by, "i16");
        let op = self.choices.pick(&["vshls", "vshrs"]);
        let (m, v, ty) = (self.some_mask(lanes), vector(lanes, dtype), mask(lanes));
        self.make(&format!("pto.vmi.{op} {a}, {by}, {m} : {v}, i16, {ty}"), dtype, lanes);
    }

    fn convert(&mut self) {
        let (from, to, words) = self.choices.pick(CONVERSIONS);
        let Some((a, _, lanes)) = self.vector_of(|d| d == from) else { return };
        let attrs = if words.is_empty() { String::new() } else { format!(" {{{words}}}") };
        self.make(&format!("pto.vmi.vcvt {a}{attrs} : {}", vector(lanes, from)), to, lanes);
    }

    fn compare_and_select(&mut self) {
        let wanted = |d: DType| matches!(d, F32 | F16 | Si32 | U32 | Si16 | U16 | U8);
        let Some((a, dtype, lanes)) = self.vector_of(wanted) else { return };
        let (b, seed) = (self.like(dtype, lanes), self.some_mask(lanes));
        let word = self.choices.pick(&["eq", "ne", "lt", "le", "gt", "ge"]);
        let (name, v, ty) = (self.name(), vector(lanes, dtype), mask(lanes));
        self.line(&format!(
            "{name} = pto.vmi.vcmp {a}, {b}, {seed} {{cmp = \"{word}\"}} : {v}, {v}, {ty} -> {ty}"
        ));
        self.masks.push((name.clone(), lanes));
        let Some((x, other, _)) = self.vector_of(|_| true).filter(|x| x.2 == lanes) else { return };
        let (y, v) = (self.like(other, lanes), vector(lanes, other));
        self.make(&format!("pto.vmi.vsel {name}, {x}, {y} : {ty}, {v}, {v}"), other, lanes);
    }

    fn combine_masks(&mut self) {
        let Some(&(_, _, lanes)) = self.vectors.last() else { return };
        let (a, b, ty) = (self.some_mask(lanes), self.some_mask(lanes), mask(lanes));
        let name = self.name();
        if self.choices.one_in(4) {
            self.line(&format!("{name} = pto.vmi.vnot {a} : {ty} -> {ty}"));
        } else {
            let op = self.choices.pick(&["vand", "vor", "vxor"]);
            self.line(&format!("{name} = pto.vmi.{op} {a}, {b} : {ty}, {ty} -> {ty}"));
        }
        self.masks.push((name, lanes));
    }

    fn fold(&mut self) {
        let wanted = |d: DType| matches!(d, F32 | F16 | I32 | Si32 | U32);
        let Some((a, dtype, lanes)) = self.vector_of(wanted) else { return };
        let (op, is_sum) =
            self.choices.pick(&[("vcadd", true), ("vcmax", false), ("vcmin", false)]);
        let groups = self.choices.pick(&[1, 2, 4, 8]);
        let grouped = lanes.is_power_of_two() && groups > 1 && groups < lanes;
        let mut words = Vec::new();
        if grouped {
            words.push(format!("group = {groups} : i64"));
        }
        if is_sum && dtype.is_float() {
            words.push("reassoc".into());
        }
        let attrs =
            if words.is_empty() { String::new() } else { format!(" {{{}}}", words.join(", ")) };
        let (m, v, ty) = (self.some_mask(lanes), vector(lanes, dtype), mask(lanes));
        let lanes_out = if grouped { groups } else { 1 };
        let r = self.make(&format!("pto.vmi.{op} {a}, {m}{attrs} : {v}, {ty}"), dtype, lanes_out);
        if self.choices.flip() {
            let attrs =
                if grouped { format!(" {{group = {groups} : i64}}") } else { String::new() };
            let v = vector(lanes_out, dtype);
            self.make(&format!("pto.vmi.vbrc {r}{attrs} : {v}"), dtype, lanes);
        }
    }

    fn fill(&mut self) {
        let (dtype, lanes) = (self.choices.pick(&[F32, F16, I32, I16]), self.choices.pick(LANES));
        let number = match dtype.is_float() {
            true => self.constant("0.75", dtype.name()),
            false => self.constant(7, dtype.name()),
        };
        if dtype.is_int() && self.choices.flip() {
            let order = self.choices.pick(&["ASC", "DESC"]);
            self.make(
                &format!("pto.vmi.vci {number} {{order = \"{order}\"}} : {dtype}"),
                dtype,
                lanes,
            );
        } else {
            self.make(&format!("pto.vmi.vbrc {number} : {dtype}"), dtype, lanes);
        }
    }

    fn rearrange(&mut self) {
        let Some((a, dtype, lanes)) = self.vector_of(|_| true) else { return };
        if lanes * dtype.bits() % 2048 != 0 {
            return;
        }
        let (b, m) = (self.like(dtype, lanes), self.some_mask(lanes));
        let op = self.choices.pick(&["vintlv", "vdintlv"]);
        let (x, y, v) = (self.name(), self.name(), vector(lanes, dtype));
        let ty = mask(lanes);
        self.line(&format!("{x}, {y} = pto.vmi.{op} {a}, {b}, {m} : {v}, {v}, {ty} -> {v}, {v}"));
        self.vectors.push((x, dtype, lanes));
        self.vectors.push((y, dtype, lanes));
    }

    /// A loop that carries a register.
    fn carry(&mut self) {
        let Some((a, dtype, lanes)) = self.vector_of(|_| true) else { return };
        let b = self.like(dtype, lanes);
        let op = self.choices.pick(&["vadd", "vmax", "vsub"]);
        let (r, i, c, n, v) =
            (self.name(), self.name(), self.name(), self.name(), vector(lanes, dtype));
        self.line(&format!(
            "{r} = scf.for {i} = %c0 to %c3 step %c1 iter_args({c} = {a}) -> ({v}) {{"
        ));
        self.line(&format!("  {n} = pto.vmi.{op} {c}, {b} : {v}, {v} -> {v}"));
        self.line(&format!("  scf.yield {n} : {v}"));
        self.line("}");
        self.vectors.push((r, dtype, lanes));
    }
}
