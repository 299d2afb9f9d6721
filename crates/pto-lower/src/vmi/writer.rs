//! Writes statements on registers: their names, the numbers and predicates that they need.

use super::Parts;
use super::shape::{Shapes, mask, mask_lanes, per_register, type_list, vreg, width_of};
use pto_ir::module::BlockId;
use pto_ir::{Module, ValueId};
use pto_isa::{DType, MaskWidth};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is written so far, and what values have become.
pub(super) struct Writer {
    /// Names that are taken.
    names: FxHashSet<String>,
    /// The registers of each value.
    parts: Parts,
    lines: Vec<String>,
    block: BlockId,
    /// What stands in a block already, by its text: numbers and predicates.
    made: FxHashMap<(BlockId, String), String>,
}

impl Writer {
    pub fn new(text: &str, module: &Module) -> Writer {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
        let names = text
            .split('%')
            .skip(1)
            .map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or_default().to_string())
            .collect();
        let block = module.top().next().map_or(BlockId(0), |id| module.node(id).parent);
        let (parts, made) = Default::default();
        Writer { names, parts, lines: Vec::new(), block, made }
    }

    /// The same, for statements of a block.
    pub fn at(&mut self, block: BlockId) -> &mut Writer {
        self.block = block;
        self
    }

    /// The statements that were written, each on a line with this indentation but for the first.
    pub fn take(&mut self, indent: usize) -> String {
        let lines = std::mem::take(&mut self.lines);
        lines.join(&format!("\n{}", " ".repeat(indent)))
    }

    /// A name that nothing has.
    pub fn fresh(&mut self, base: &str) -> String {
        let base = base.trim_start_matches('%');
        let free = (0..).map(|i| format!("{base}_{i}")).find(|n| !self.names.contains(n));
        let name = free.unwrap_or_default();
        self.names.insert(name.clone());
        format!("%{name}")
    }

    pub fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    /// A statement with one result.
    pub fn make(&mut self, base: &str, statement: &str) -> String {
        let name = self.fresh(base);
        self.line(format!("{name} = {statement}"));
        name
    }

    /// A statement with two results.
    pub fn make_two(&mut self, base: &str, statement: &str) -> [String; 2] {
        let names = [self.fresh(base), self.fresh(base)];
        self.line(format!("{}, {} = {statement}", names[0], names[1]));
        names
    }

    /// A statement that needs to stand in a block only once.
    fn once(&mut self, base: &str, statement: String) -> String {
        if let Some(name) = self.made.get(&(self.block, statement.clone())) {
            return name.clone();
        }
        let name = self.make(base, &statement);
        self.made.insert((self.block, statement), name.clone());
        name
    }

    /// A number.
    pub fn number(&mut self, value: impl std::fmt::Display, ty: &str) -> String {
        let base: String = format!("c{value}").replace('-', "m").replace(['.', '+'], "_");
        self.once(&base, format!("arith.constant {value} : {ty}"))
    }

    /// The registers of a value.
    pub fn parts(&self, value: ValueId) -> Vec<String> {
        self.parts.get(&value).cloned().unwrap_or_default()
    }

    /// Gives a value its registers.
    pub fn set(&mut self, value: ValueId, parts: Vec<String>) {
        self.parts.insert(value, parts);
    }

    /// Names for the registers of a value that another statement defines.
    pub fn declare(&mut self, module: &Module, shapes: &Shapes, value: ValueId) {
        // One of several results under one name has a number in it.
        let base = module.sym(module.value(value).name).replace('#', "_");
        let is_numbered = module.sym(module.value(value).name) != base;
        let types = module.type_of(value).and_then(|ty| type_list(shapes, ty)).unwrap_or_default();
        let names = match types.len() {
            1 if !is_numbered => vec![format!("%{base}")],
            n => (0..n).map(|_| self.fresh(&base)).collect(),
        };
        self.set(value, names);
    }

    /// The predicate of all lanes.
    pub fn all(&mut self, width: MaskWidth) -> String {
        let (bits, ty) = (width.name(), mask(width));
        self.once("all", format!("pto.pset_{bits} \"PAT_ALL\" : {ty}"))
    }

    /// The predicate of the first lanes of a register.
    pub fn first(&mut self, width: MaskWidth, lanes: u32) -> String {
        if lanes >= mask_lanes(width) {
            return self.all(width);
        }
        let count = self.number(lanes, "i32");
        let key = (self.block, format!("first {lanes} {}", width.name()));
        if let Some(name) = self.made.get(&key) {
            return name.clone();
        }
        let (bits, ty) = (width.name(), mask(width));
        let [name, _] =
            self.make_two("first", &format!("pto.plt_{bits} {count} : i32 -> {ty}, i32"));
        self.made.insert(key, name.clone());
        name
    }

    /// The predicate of the lanes of register `i` of a value with `lanes` lanes.
    pub fn valid(&mut self, width: MaskWidth, lanes: u32, i: usize) -> String {
        self.first(width, lanes.saturating_sub(i as u32 * mask_lanes(width)))
    }

    /// A register of one number; `code` is its spelling.
    pub fn filled(&mut self, dtype: DType, code: &str) -> String {
        let number = self.number(code, scalar_type(dtype));
        let all = self.all(width_of(dtype));
        let (ty, m) = (vreg(dtype), mask(width_of(dtype)));
        let statement = format!("pto.vdup {number}, {all} : {}, {m} -> {ty}", scalar_type(dtype));
        self.once("fill", statement)
    }

    /// A register of zeros.
    pub fn zero(&mut self, dtype: DType) -> String {
        if dtype.is_float() && dtype.bits() < 16 || dtype == DType::Bf16x2 {
            let bits = self.zero(dtype.image());
            return self.cast(&bits, dtype.image(), dtype);
        }
        self.filled(dtype, if dtype.is_float() { "0.0" } else { "0" })
    }

    /// The bits of a register under another type.
    pub fn cast(&mut self, part: &str, from: DType, to: DType) -> String {
        let (from, to) = (vreg(from), vreg(to));
        if from == to {
            return part.to_string();
        }
        self.make("bits", &format!("pto.vbitcast {part} : {from} -> {to}"))
    }

    /// The lanes of one register where a predicate is set, of another elsewhere.
    pub fn select(&mut self, dtype: DType, on: &str, off: &str, by: &str) -> String {
        let image = if dtype.bits() == 8 { dtype.image() } else { dtype };
        let (on, off) = (self.cast(on, dtype, image), self.cast(off, dtype, image));
        let (ty, m) = (vreg(image), mask(width_of(dtype)));
        let r = self.make("sel", &format!("pto.vsel {on}, {off}, {by} : {ty}, {ty}, {m} -> {ty}"));
        self.cast(&r, image, dtype)
    }

    /// The even and the odd lanes of two registers.
    pub fn separate(&mut self, dtype: DType, a: &str, b: &str) -> [String; 2] {
        let ty = vreg(dtype);
        self.make_two("part", &format!("pto.vdintlv {a}, {b} : {ty}, {ty} -> {ty}, {ty}"))
    }

    /// The lanes of two registers alternately.
    pub fn interleave(&mut self, dtype: DType, a: &str, b: &str) -> [String; 2] {
        let ty = vreg(dtype);
        self.make_two("mixed", &format!("pto.vintlv {a}, {b} : {ty}, {ty} -> {ty}, {ty}"))
    }

    /// Lane numbers of register `i`, as unsigned integers as wide as `dtype`.
    pub fn lane_numbers(&mut self, dtype: DType, i: usize) -> String {
        let signless = match dtype.bits() {
            8 => DType::I8,
            16 => DType::I16,
            _ => DType::I32,
        };
        let first = i as u32 * per_register(dtype);
        // A byte counts up to the lanes of one register.
        let start = self.number(first, signless.name());
        let ty = vreg(signless);
        let counted = self.once("lane", format!("pto.vci {start} : {signless} -> {ty}"));
        self.cast(&counted, signless, dtype.image())
    }
}

/// The type of a number that fills lanes.
fn scalar_type(dtype: DType) -> &'static str {
    match dtype {
        DType::U8 | DType::Si8 => "i8",
        DType::U16 | DType::Si16 => "i16",
        DType::U32 | DType::Si32 => "i32",
        other => other.name(),
    }
}
