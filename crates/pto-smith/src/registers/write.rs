//! A program with one vector scope, while it is written: where its registers, predicates, pointers and numbers
//! come from, and how what it computes gets back to memory.
//!
//! Everything is in one tile parameter, the arena: images of registers and predicates first, then results.

use crate::choices::Choices;
use crate::statement::statement;
use crate::uses::{Given, Use};
use pto_isa::{DType, MaskWidth, Space, Target, Type};
use std::fmt::Write as _;

/// Bytes of the arena.
pub const ARENA: u32 = 4 * 1024;
/// Bytes of an image.
const IMAGE: u32 = 256;
/// Images that are read; the rest takes results.
const IMAGES: u32 = 10;

/// What an image is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mood {
    /// Any codes, special ones often.
    Wild,
    /// Ordinary numbers.
    Tame,
    /// Small multiples of the byte: places, counts.
    Places,
    /// Any bits.
    Bits,
}

/// What a number is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Purpose {
    /// Elements or bytes from a pointer.
    Offset,
    /// Which half, how many lanes.
    Choice,
    /// Anything.
    Number,
}

/// A program while it is written.
pub struct Writer {
    /// Where it is to run.
    pub target: Target,
    /// Numbers the kernel takes after the arena.
    pub numbers: Vec<(Type, Purpose)>,
    /// Images in the arena.
    pub images: Vec<(DType, Mood)>,
    /// Values that can be used here: name and type.
    pub pool: Vec<(String, Type)>,
    /// The align states among them that belong to loads.
    loads: Vec<String>,
    /// Chance of one in this many that a value is new although there is one.
    pub fresh: u32,
    bases: Vec<DType>,
    prologue: String,
    /// The statements of the scope.
    pub body: String,
    results: u32,
    count: u32,
}

impl Writer {
    /// An empty program.
    pub fn new(target: Target) -> Writer {
        Writer {
            target,
            numbers: Vec::new(),
            images: Vec::new(),
            pool: Vec::new(),
            loads: Vec::new(),
            fresh: 4,
            bases: Vec::new(),
            prologue: String::new(),
            body: String::new(),
            results: 0,
            count: 0,
        }
    }
    /// A name that no value has.
    pub fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }
    /// Whether an align state belongs to loads.
    pub fn is_load(&self, name: &str) -> bool {
        self.loads.iter().any(|l| l == name)
    }
    /// Says that an align state belongs to loads.
    pub fn mark_load(&mut self, name: &str) {
        self.loads.push(name.to_string());
    }
    /// Writes a statement.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "    {text}");
    }
    /// A constant position.
    pub fn index(&mut self, n: i64) -> String {
        let name = self.name();
        self.line(&format!("{name} = arith.constant {n} : index"));
        name
    }

    /// A pointer to the start of the arena.
    fn base(&mut self, dtype: DType) -> String {
        let name = format!("%p{}", dtype.name().replace("!pto.", ""));
        if !self.bases.contains(&dtype) {
            self.bases.push(dtype);
            let ty = pointer(dtype);
            let _ = writeln!(
                self.prologue,
                "    {name} = pto.castptr %arena : !pto.ptr<i64, ub> -> {ty}"
            );
        }
        name
    }

    /// A number that the caller of the kernel gives.
    pub fn number(&mut self, ty: &Type, purpose: Purpose) -> String {
        self.numbers.push((ty.clone(), purpose));
        format!("%n{}", self.numbers.len() - 1)
    }

    /// Where a new image is, in bytes.
    fn image(&mut self, rng: &mut Choices, dtype: DType, mood: Mood) -> u32 {
        if self.images.len() as u32 == IMAGES {
            return rng.below(IMAGES) * IMAGE;
        }
        self.images.push((dtype, mood));
        (self.images.len() as u32 - 1) * IMAGE
    }

    fn register(&mut self, rng: &mut Choices, lanes: u32, dtype: DType, mood: Mood) -> String {
        let at = self.image(rng, dtype, mood) / dtype.bytes();
        let (base, at) = (self.base(dtype), self.index(at.into()));
        let name = self.name();
        let ptr = pointer(dtype);
        self.line(&format!(
            "{name} = pto.vlds {base}[{at}] : {ptr} -> {}",
            Type::Vreg { lanes, dtype }
        ));
        name
    }

    fn mask(&mut self, rng: &mut Choices, width: MaskWidth) -> String {
        let name = self.name();
        let (w, ty) = (width.name(), Type::Mask(width));
        match rng.below(6) {
            0 => self.line(&format!("{name} = pto.pset_{w} \"PAT_ALL\" : {ty}")),
            1 => {
                let pattern = rng.pick(&["PAT_ALLF", "PAT_VL1", "PAT_VL8", "PAT_VL64", "PAT_M3"]);
                self.line(&format!("{name} = pto.pset_{w} \"{pattern}\" : {ty}"));
            }
            2 => {
                let n = self.number(&Type::Scalar(DType::I32), Purpose::Choice);
                let rest = self.name();
                self.line(&format!("{name}, {rest} = pto.plt_{w} {n} : i32 -> {ty}, i32"));
            }
            // All bits, also those that do not count for the width.
            _ => {
                let at = self.image(rng, DType::U8, Mood::Bits);
                let (base, at, bits) = (self.base(DType::U8), self.index(at.into()), self.name());
                let ptr = pointer(DType::U8);
                self.line(&format!(
                    "{bits} = pto.plds {base}[{at}], \"NORM\" : {ptr}, index -> !pto.mask<b8>"
                ));
                self.line(&format!("{name} = pto.pbitcast {bits} : !pto.mask<b8> -> {ty}"));
            }
        }
        name
    }

    fn pointer(&mut self, rng: &mut Choices, dtype: DType) -> String {
        let base = self.base(dtype);
        if rng.one_in(2) {
            return base;
        }
        let by = self.number(&Type::Index, Purpose::Offset);
        let (name, ty) = (self.name(), pointer(dtype));
        self.line(&format!("{name} = pto.addptr {base}, {by} : {ty} -> {ty}"));
        name
    }

    fn align(&mut self, rng: &mut Choices, load: bool) -> String {
        let name = self.name();
        if self.target == Target::A2A3 || !load {
            self.line(&format!("{name} = pto.init_align : !pto.align"));
        } else {
            let dtype = rng.pick(&[DType::U8, DType::I16, DType::F32]);
            let from = self.pointer(rng, dtype);
            self.line(&format!("{name} = pto.vldas {from} : {} -> !pto.align", pointer(dtype)));
            self.loads.push(name.clone());
        }
        name
    }

    /// A value for an operand: one there is, or a new one.
    pub fn value(&mut self, rng: &mut Choices, u: &Use, g: &Given) -> String {
        if let (Some(n), Type::Index | Type::Scalar(_)) = (g.constant, &g.ty) {
            let name = self.name();
            self.line(&format!("{name} = arith.constant {n} : {}", g.ty));
            return name;
        }
        let load = u.def.name.starts_with("vld") != rng.one_in(32);
        let fits = |p: &&(String, Type)| {
            p.1 == g.ty && (g.ty != Type::Align || self.loads.contains(&p.0) == load)
        };
        let fitting: Vec<&String> = self.pool.iter().filter(fits).map(|p| &p.0).collect();
        if !fitting.is_empty() && !rng.one_in(self.fresh) {
            return fitting[rng.below(fitting.len() as u32) as usize].clone();
        }
        let operand = u.def.operands[g.slot as usize].name;
        let places = operand.contains("offset") || operand == "index" || u.def.name.contains("sh");
        let name = match g.ty {
            Type::Vreg { lanes, dtype } => {
                let mood = match rng.below(8) {
                    0..6 if places => Mood::Places,
                    0..5 => Mood::Wild,
                    5 => Mood::Bits,
                    _ => Mood::Tame,
                };
                self.register(rng, lanes, dtype, mood)
            }
            Type::Mask(width) => self.mask(rng, width),
            Type::Ptr { dtype, .. } => self.pointer(rng, dtype),
            Type::Align => self.align(rng, load),
            _ => {
                let choice = ["bin", "amt"].contains(&operand)
                    || ["sh", "stus", "plt"].iter().any(|part| u.def.name.contains(part));
                let offset = places || operand == "areg" || operand == "increment";
                let purpose = match rng.below(8) {
                    0..7 if choice || operand.contains("stride") => Purpose::Choice,
                    0..7 if offset => Purpose::Offset,
                    0..7 if g.ty == Type::Index => Purpose::Choice,
                    _ => Purpose::Number,
                };
                return self.number(&g.ty, purpose);
            }
        };
        self.pool.push((name.clone(), g.ty.clone()));
        name
    }

    /// Writes an instruction; its results can be used from here on.
    pub fn instruction(&mut self, rng: &mut Choices, u: &Use) -> Vec<(String, Type)> {
        let mut operands = Vec::new();
        let mut results = Vec::new();
        for g in &u.given {
            if g.result {
                results.push((self.name(), g.ty.clone()));
            } else {
                operands.push(self.value(rng, u, g));
            }
        }
        let names: Vec<String> = results.iter().map(|r| r.0.clone()).collect();
        let text = statement(u, &operands, &names);
        self.line(&text);
        let load = u.def.name.starts_with("vld");
        let streams = results.iter().filter(|r| load && r.1 == Type::Align);
        self.loads.extend(streams.map(|r| r.0.clone()));
        self.flush(rng, &results);
        self.pool.extend(results.iter().cloned());
        results
    }

    /// Lets a stream write what is pending, where the instruction tells where that goes.
    fn flush(&mut self, rng: &mut Choices, results: &[(String, Type)]) {
        let align = results.iter().find(|r| r.1 == Type::Align && !self.loads.contains(&r.0));
        let to = results.iter().find(|r| matches!(r.1, Type::Ptr { .. }));
        if let (Some((align, _)), Some((to, ty))) = (align, to)
            && self.target != Target::A2A3
            && rng.one_in(2)
        {
            let zero = self.name();
            self.line(&format!("{zero} = arith.constant 0 : i32"));
            self.line(&format!("pto.vstas {align}, {to}, {zero} : !pto.align, {ty}, i32"));
        }
    }

    /// Writes a value to the arena, whole.
    pub fn keep(&mut self, value: &str, ty: &Type) {
        let place = IMAGES + self.results % (ARENA / IMAGE - IMAGES);
        self.results += 1;
        let at = self.index((place * IMAGE).into());
        let base = self.base(DType::U8);
        let ptr = pointer(DType::U8);
        let name = self.name();
        match ty {
            Type::Vreg { lanes, dtype } => {
                let bytes = Type::Vreg { lanes: lanes * dtype.bits() / 8, dtype: DType::U8 };
                let all = self.name();
                self.line(&format!("{name} = pto.vbitcast {value} : {ty} -> {bytes}"));
                self.line(&format!("{all} = pto.pset_b8 \"PAT_ALL\" : !pto.mask<b8>"));
                let types = format!("{bytes}, {ptr}, !pto.mask<b8>");
                self.line(&format!("pto.vsts {name}, {base}[{at}], {all} : {types}"));
            }
            Type::Mask(_) => {
                self.line(&format!("{name} = pto.pbitcast {value} : {ty} -> !pto.mask<b8>"));
                let types = format!("!pto.mask<b8>, {ptr}, index");
                self.line(&format!("pto.psts {name}, {base}[{at}], \"NORM\" : {types}"));
            }
            Type::Scalar(d) if d.bits() == 64 => {
                self.line(&format!("{name} = arith.trunci {value} : {d} to i32"));
                self.keep(&name, &Type::Scalar(DType::I32));
            }
            Type::Scalar(d) => {
                let (lanes, dtype) = (d.per_repeat(), *d);
                let ty = Type::Vreg { lanes, dtype };
                self.line(&format!("{name} = pto.vbr {value} : {dtype} -> {ty}"));
                self.keep(&name, &ty);
            }
            Type::Index | Type::Ptr { .. } => {
                let wide = self.name();
                if *ty == Type::Index {
                    self.line(&format!("{wide} = arith.index_cast {value} : index to i64"));
                } else {
                    self.line(&format!("{wide} = pto.ptrtoint {value} : {ty} -> i64"));
                }
                self.line(&format!("{name} = arith.trunci {wide} : i64 to i32"));
                self.keep(&name, &Type::Scalar(DType::I32));
            }
            _ => {}
        }
    }

    /// The whole program.
    pub fn text(&self) -> String {
        let mut params = format!("%tile: {}", arena());
        for (i, (ty, _)) in self.numbers.iter().enumerate() {
            let _ = write!(params, ", %n{i}: {ty}");
        }
        format!(
            "func.func @f({params}) {{\n  pto.vecscope {{\n    \
             %arena = pto.tile_buf_addr %tile : {} -> !pto.ptr<i64, ub>\n{}{}  }}\n  return\n}}\n",
            arena(),
            self.prologue,
            self.body
        )
    }
}

fn arena() -> String {
    format!("!pto.tile_buf<vec, 1x{}xi64>", ARENA / 8)
}

fn pointer(dtype: DType) -> Type {
    Type::Ptr { dtype, space: Some(Space::Vec) }
}
