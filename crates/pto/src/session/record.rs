//! Instructions that are written down, and the program they become.

use super::flags::{self, Item};
use crate::call::{COUNTS, Call, What};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::global::Window;
use crate::handle::{Handle, Place};
use pto_check::Verified;
use pto_cost::{CostData, CostModel, Model, Timeline, Timing};
use pto_ir::{Diagnostic, Lines, Module, Style};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{AttrValue, DType, Dim, Space, Target, TileTy};
use pto_sim::{Execute, Launch, LaunchArg, Report, Watched};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::panic::Location;

/// A buffer of the kernel.
#[derive(Clone, Copy, Debug)]
struct Buffer {
    number: u64,
    dtype: DType,
    bytes: usize,
}

/// A kernel on its way to a program: straight lines, because the loops of the host have already turned.
pub(super) struct Record {
    target: Target,
    name: String,
    /// Buffers in the order of their first use.
    params: Vec<Buffer>,
    /// Constants by type and value: their names, in the order of their first use.
    constants: Vec<(String, String)>,
    known: FxHashMap<(String, String), String>,
    views: FxHashMap<Window, String>,
    wholes: FxHashMap<(u64, usize), String>,
    items: Vec<Item>,
    /// Which item each instruction is.
    instructions: Vec<usize>,
    /// What the next instruction waits for.
    waits: Vec<usize>,
    /// The line of the kernel that is being recorded.
    at: Option<&'static Location<'static>>,
}

impl Record {
    pub fn new(target: Target, name: &str) -> Record {
        Record {
            target,
            name: name.to_string(),
            params: Vec::new(),
            constants: Vec::new(),
            known: FxHashMap::default(),
            views: FxHashMap::default(),
            wholes: FxHashMap::default(),
            items: Vec::new(),
            instructions: Vec::new(),
            waits: Vec::new(),
            at: None,
        }
    }

    fn line(&mut self, text: String) {
        self.items.push(Item { text, pipe: None, waits: Vec::new(), at: self.at });
    }

    fn constant(&mut self, ty: &str, value: String) -> String {
        let key = (ty.to_string(), value);
        if let Some(name) = self.known.get(&key) {
            return name.clone();
        }
        // A name that says the number, where it can.
        let plain = key.1.chars().all(|c| c.is_ascii_digit());
        let name = match (ty, plain) {
            ("index", true) => format!("%c{}", key.1),
            (_, true) => format!("%c{}_{ty}", key.1),
            _ => format!("%k{}", self.constants.len()),
        };
        self.constants.push((name.clone(), format!("{} : {ty}", key.1)));
        self.known.insert(key, name.clone());
        name
    }

    fn index(&mut self, n: usize) -> String {
        self.constant("index", n.to_string())
    }

    fn indices(&mut self, list: &[usize]) -> String {
        let names: Vec<String> = list.iter().map(|&n| self.index(n)).collect();
        names.join(", ")
    }

    /// The name of a tile; a new one is allocated, where it was bound and with the region it has.
    fn tile(&mut self, ty: &TileTy, handle: &Handle) -> String {
        let name = format!("%t{}", handle.id);
        if handle.known.replace(true) {
            return name;
        }
        let mut text = format!("{name} = pto.alloc_tile");
        if let Place::At(addr) = handle.place() {
            let addr = self.constant("i64", addr.to_string());
            let _ = write!(text, " addr = {addr}");
        }
        let (rows, cols) = handle.valid.get();
        for (word, dim, n) in
            [("valid_row", ty.valid_rows, rows), ("valid_col", ty.valid_cols, cols)]
        {
            if dim == Dim::Dynamic {
                let n = self.index(n as usize);
                let _ = write!(text, " {word} = {n}");
            }
        }
        let _ = write!(text, " : {ty}");
        self.line(text);
        name
    }

    /// The name of a part of a buffer.
    fn view(&mut self, dtype: DType, window: &Window) -> String {
        if let Some(name) = self.views.get(window) {
            return name.clone();
        }
        let rank = window.rank();
        let from = 5 - rank;
        let known = self.params.iter().position(|p| p.number == window.buffer);
        let param = known.unwrap_or_else(|| {
            let bytes = window.whole_bytes(dtype);
            self.params.push(Buffer { number: window.buffer, dtype, bytes });
            self.params.len() - 1
        });
        let dims: String = window.whole[from..].iter().map(|d| format!("{d}x")).collect();
        let whole_ty = format!("!pto.tensor_view<{dims}{dtype}>");
        let whole = match self.wholes.get(&(window.buffer, rank)) {
            Some(name) => name.clone(),
            None => {
                let shape = self.indices(&window.whole[from..]);
                let strides = self.indices(&window.strides[from..]);
                let name = format!("%v{}", self.wholes.len());
                self.line(format!(
                    "{name} = pto.make_tensor_view %g{param}, shape = [{shape}], strides = [{strides}] : {whole_ty}"
                ));
                self.wholes.insert((window.buffer, rank), name.clone());
                name
            }
        };
        let name = format!("%p{}", self.views.len());
        let offsets = self.indices(&window.offsets[from..]);
        let sizes = self.indices(&window.dims[from..]);
        let ty = window.ty(dtype);
        self.line(format!(
            "{name} = pto.partition_view {whole}, offsets = [{offsets}], sizes = [{sizes}] : {whole_ty} -> {ty}"
        ));
        self.views.insert(*window, name.clone());
        name
    }

    /// The name of an operand and its type.
    fn operand(&mut self, what: &What<'_>) -> (String, String) {
        match what {
            What::Tile(ty, handle) => (self.tile(ty, handle), ty.to_string()),
            What::Scalar(dtype, bits) => {
                (self.constant(dtype.name(), literal(*dtype, *bits)), dtype.name().into())
            }
            What::Index(n) => (self.index(*n), "index".into()),
            What::Counts => (self.constant(COUNTS, "dense<0>".into()), COUNTS.into()),
            What::View(dtype, window, _) => {
                (self.view(*dtype, window), window.ty(*dtype).to_string())
            }
            What::Value(ty, value) => (value.name(), ty.to_string()),
        }
    }

    /// The generic form: every instruction has it, and the printer knows the others.
    fn generic(&mut self, call: &Call<'_>, result: Option<(&str, &TileTy)>) -> String {
        let def = call.def;
        let operands: Vec<(String, String)> =
            call.operands.iter().map(|(_, w)| self.operand(w)).collect();
        let slots = 0..def.operands.len() as u8;
        let count = |slot: u8| call.operands.iter().filter(|o| o.0 == slot).count().to_string();
        let sizes: Vec<String> = slots.map(count).collect();
        let mut attrs = format!("operandSegmentSizes = array<i32: {}>", sizes.join(", "));
        for (name, value) in &call.attrs {
            let value = match value {
                AttrValue::Word(w) => format!("\"{w}\""),
                AttrValue::Int(n) => format!("{n} : i64"),
                AttrValue::Bool(b) => b.to_string(),
                AttrValue::Other => continue,
            };
            let _ = write!(attrs, ", {name} = {value}");
        }
        let (names, types): (Vec<String>, Vec<String>) = operands.into_iter().unzip();
        let (given, results) = match result {
            Some((name, ty)) => (format!("{name} = "), ty.to_string()),
            None => (String::new(), "()".into()),
        };
        format!(
            "{given}\"pto.{}\"({}) <{{{attrs}}}> : ({}) -> {results}",
            def.printed_name(),
            names.join(", "),
            types.join(", ")
        )
    }

    pub fn run(&mut self, call: &Call<'_>) -> Result<()> {
        self.at = Some(call.at);
        let text = self.generic(call, None);
        let mut spaces = vec![None; call.def.operands.len()];
        for (slot, what) in &call.operands {
            spaces[*slot as usize] = match what {
                What::Tile(ty, _) => Some(ty.space),
                What::View(..) => Some(Space::Gm),
                _ => None,
            };
        }
        let pipe = call.def.pipe_of(self.target, &spaces, &call.attrs);
        self.instructions.push(self.items.len());
        let waits = std::mem::take(&mut self.waits);
        self.items.push(Item { text, pipe, waits, at: self.at });
        Ok(())
    }

    pub fn enter_scope(&mut self) {}
    pub fn leave_scope(&mut self) {}
    pub fn run_registers(&mut self, _: &mut Call<'_>, _: u64, _: Option<u32>) -> Result<()> {
        Err(Error::one(pto_isa::code::NO_VALUES, "registers are not recorded"))
    }

    /// A tile that is another name of one: `%new = pto.op %old : T -> T`.
    pub fn derive(&mut self, call: &Call<'_>, ty: &TileTy, result: &Handle) {
        result.known.set(true);
        self.at = Some(call.at);
        let text = self.generic(call, Some((&format!("%t{}", result.id), ty)));
        self.line(text);
    }

    pub fn rebind(&mut self, ty: &TileTy, handle: &Handle, addr: u64) {
        let addr = self.constant("i64", addr.to_string());
        self.line(format!("pto.tassign %t{}, {addr} : {ty}", handle.id));
    }

    pub fn set_valid(&mut self, ty: &TileTy, handle: &Handle, rows: u32, cols: u32) {
        let (rows, cols) = (self.index(rows as usize), self.index(cols as usize));
        self.line(format!("pto.set_validshape %t{}, {rows}, {cols} : {ty}", handle.id));
    }

    pub fn wait(&mut self, events: &[Event]) {
        if events.is_empty() {
            self.line("pto.barrier <PIPE_ALL>".into());
        }
        self.waits.extend(events.iter().map(|e| self.instructions[e.instruction]));
    }

    /// The program.
    pub fn finish(self) -> Result<Recording> {
        let mut text = format!("module attributes {{pto.target_arch = \"{}\"}} {{\n", self.target);
        let params: Vec<String> = (self.params.iter().enumerate())
            .map(|(i, b)| format!("%g{i}: !pto.ptr<{}, gm>", b.dtype))
            .collect();
        let _ = writeln!(text, "  func.func @{}({}) {{", self.name, params.join(", "));
        for (name, value) in &self.constants {
            let _ = writeln!(text, "    {name} = arith.constant {value}");
        }
        // The printer, too, writes each operation on a line of its own.
        let mut origins = vec![None; text.lines().count()];
        for (line, at) in flags::lines(self.items, self.target)? {
            let _ = writeln!(text, "    {line}");
            origins.push(at);
        }
        text.push_str("    return\n  }\n}\n");
        let (module, found) = pto_ir::parse(&text);
        if found.iter().any(Diagnostic::is_error) {
            return Err(Error::new(found));
        }
        // What is kept is what is printed, so that places in messages are places in it.
        let text = pto_ir::print(&module, Style::Canonical);
        let (module, _) = pto_ir::parse(&text);
        Ok(Recording { text, module, target: self.target, params: self.params, origins })
    }
}

/// A number as programs write it.
fn literal(dtype: DType, bits: u64) -> String {
    if dtype.is_int() {
        let unused = 64 - dtype.bits();
        return (((bits << unused) as i64) >> unused).to_string();
    }
    let value = match dtype {
        DType::F16 => half::f16::from_bits(bits as u16).to_f64(),
        DType::Bf16 => half::bf16::from_bits(bits as u16).to_f64(),
        _ => f64::from(f32::from_bits(bits as u32)),
    };
    if value.is_finite() {
        format!("{value:?}")
    } else {
        format!("{:#0width$X}", bits, width = 2 + dtype.bits() as usize / 4).replace("0X", "0x")
    }
}

/// A kernel as a program, with everything that can be done with one.
///
/// Its parameters are the buffers of the kernel in the order of their first use.
#[derive(Debug)]
pub struct Recording {
    text: String,
    module: Module,
    target: Target,
    params: Vec<Buffer>,
    /// The line of the kernel that each line of the text comes from.
    origins: Vec<Option<&'static Location<'static>>>,
}

impl Recording {
    /// The program in memory.
    pub fn module(&self) -> &Module {
        &self.module
    }
    /// The program as text.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// The target it was recorded for.
    pub fn target(&self) -> Target {
        self.target
    }
    /// What the checker says about the whole program. A note says which line of the kernel it comes from.
    pub fn check(&self) -> Vec<Diagnostic> {
        let found = pto_check::check(&self.module, self.target, &pto_check::Options::default());
        found.into_iter().map(|d| self.with_origin(d)).collect()
    }

    fn with_origin(&self, d: Diagnostic) -> Diagnostic {
        let before = self.text.get(..d.primary.span.start as usize).unwrap_or("");
        let line = before.bytes().filter(|b| *b == b'\n').count();
        match self.origins.get(line) {
            Some(Some(at)) => d.note(format!("recorded at {at}")),
            _ => d,
        }
    }

    /// The program as one that was checked, or what is wrong with it.
    pub fn verify(&self) -> Result<Verified> {
        let checked = pto_check::verify(self.module.clone(), self.target, &Default::default());
        checked.map(|v| v.0).map_err(|(_, found)| {
            Error::new(found.into_iter().map(|d| self.with_origin(d)).collect())
        })
    }
    /// Runs the program with manual semantics. Buffers hold the results afterwards.
    pub fn run(&self, args: &mut [LaunchArg]) -> Result<Report> {
        let verified = self.verify()?;
        let numerics = Numerics::new(self.target, Semantics::Manual);
        let program = pto_sim::decode(&verified, None, numerics)?;
        Ok(program.run(args, &Launch::default())?)
    }
    /// How long the program takes on the pipes of a core of a device, by the calibrated model.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let program = Session::record(Target::A2a3, "kernel").run(|| {
    ///     let mut t = Tile::<Vec, f32, 16, 64>::new();
    ///     texpands(&mut t, 1.0)
    /// })?;
    /// assert!(program.timeline()?.total_us() > 0.0);
    /// assert!(program.emit()?.text.contains("TEXPANDS("));
    /// # Ok::<(), pto::Error>(())
    /// ```
    pub fn timeline(&self) -> Result<Timeline> {
        let verified = self.verify()?;
        let numerics = Numerics::new(self.target, Semantics::Manual);
        let watched = Watched::decode(&verified, None, numerics)?;
        let data = CostData::builtin();
        let model = CostModel::new(Model::Calibrated, self.target, &data);
        let lines = Lines::new(&self.text);
        let line_of = |offset: u32| lines.line(offset) as u32;
        let timing =
            Timing { model: &model, data: &data, line_of: &line_of, auto: None, expand: false };
        let zeros = self.params.iter().map(|b| LaunchArg::Bytes(vec![0; b.bytes]));
        let mut args: Vec<LaunchArg> = zeros.collect();
        Ok(timing.run(&watched, &mut args, &Launch::default(), Execute::Control)?)
    }
    /// The program in C++ for its device.
    pub fn emit(&self) -> Result<pto_lower::Emitted> {
        pto_lower::emit(&self.text, self.target, &pto_lower::EmitOptions::default())
            .map_err(|failed| Error::new(failed.findings))
    }
    /// The program with addresses and synchronisation.
    pub fn lower(&self) -> Result<pto_lower::Lowered> {
        pto_lower::lower(&self.text, self.target, &pto_lower::Options::default())
            .map_err(|failed| Error::new(failed.findings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_so_that_they_read_back() {
        assert_eq!(literal(DType::F32, u64::from(1.0f32.to_bits())), "1.0");
        assert_eq!(literal(DType::F32, u64::from(f32::INFINITY.to_bits())), "0x7F800000");
        assert_eq!(literal(DType::I8, 0xFF), "-1");
        assert_eq!(literal(DType::F16, 0x3C00), "1.0");
    }
}
