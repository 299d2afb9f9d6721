//! Programs from the builder: random ones print, read back as the same program, are legal, and compute the same as
//! their text.

use pto_check::{check, verify};
use pto_ir::builder::Builder;
use pto_ir::dialect::Arith;
use pto_ir::module::TypeId;
use pto_ir::{Diagnostic, Module, Style, ValueId, first_difference, parse, print};
use pto_isa::def::{Arity, Kind, PrintForm, Role};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, MaskWidth, OpDef, Space, Target, TileTy, Type, all};
use pto_sim::{Launch, LaunchArg, decode};

const TARGET: Target = Target::A5;
const ROWS: u32 = 8;
const COLS: u32 = 64;

/// A small generator of numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

fn text_of(module: &Module, findings: &[Diagnostic]) -> String {
    let list: Vec<String> = findings.iter().map(|d| d.describe(module, "")).collect();
    list.join("\n")
}

/// The bytes of the arguments after a run.
fn run(module: Module, args: &[LaunchArg<'static>]) -> Vec<LaunchArg<'static>> {
    let (verified, _) = match verify(module, TARGET, &Default::default()) {
        Ok(verified) => verified,
        Err((module, findings)) => panic!("{}", text_of(&module, &findings)),
    };
    let numerics = Numerics::new(TARGET, Semantics::Manual);
    let program = match decode(&verified, None, numerics) {
        Ok(program) => program,
        Err(d) => panic!("{}", text_of(verified.module(), &[*d])),
    };
    let mut args = args.to_vec();
    if let Err(d) = program.run(&mut args, &Launch::default()) {
        panic!("{}", text_of(verified.module(), &[*d]));
    }
    args
}

/// The instructions that take tiles of one type for all their operands and nothing else.
fn tile_instructions(dtype: DType) -> Vec<&'static OpDef> {
    let plain = |op: &&OpDef| {
        let tiles = op.operands.iter().all(|o| o.kind == Kind::Tile && o.arity == Arity::One);
        let writes = op.operands.iter().any(|o| o.role == Role::Out);
        op.form == PrintForm::Dps && tiles && writes && op.is_executable()
    };
    let legal = |op: &&OpDef| {
        let mut b = Module::builder();
        let tile = b.ty(TileTy::vec(dtype, ROWS, COLS));
        b.func("f").arg("a", tile).arg("b", tile).arg("c", tile).body(|b, args| {
            instruction(b, op, |role| args[if role == Role::Out { 2 } else { 0 }]);
        });
        check(&b.finish().unwrap(), TARGET, &Default::default()).is_empty()
    };
    all().filter(plain).filter(legal).collect()
}

/// An instruction by its table entry; `tile` gives a tile for each role.
fn instruction(b: &mut Builder, op: &OpDef, mut tile: impl FnMut(Role) -> ValueId) {
    let mut list = |out: bool| -> Vec<ValueId> {
        let of_side = op.operands.iter().filter(|o| (o.role == Role::Out) == out);
        of_side.map(|o| tile(o.role)).collect()
    };
    let (ins, outs) = (list(false), list(true));
    b.op(op).ins(ins).outs(outs).end();
}

struct Writer<'a> {
    random: Random,
    ops: &'a [&'static OpDef],
    tile: TypeId,
    tiles: Vec<ValueId>,
    numbers: Vec<ValueId>,
    memory: ValueId,
    left: usize,
}

impl Writer<'_> {
    fn tile(&mut self) -> ValueId {
        self.random.one_of(&self.tiles)
    }

    /// A few statements. What they make is gone after them.
    fn statements(&mut self, b: &mut Builder, depth: usize) {
        let (tiles, numbers) = (self.tiles.len(), self.numbers.len());
        for _ in 0..2 + self.random.below(6) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            b.at(format!("random/{depth}:{}", self.left).as_str());
            self.statement(b, depth);
        }
        self.tiles.truncate(tiles);
        self.numbers.truncate(numbers);
    }

    fn statement(&mut self, b: &mut Builder, depth: usize) {
        let choice = if depth > 3 { self.random.below(8) } else { self.random.below(14) };
        match choice {
            0..=4 => {
                let op = self.random.one_of(self.ops);
                // The written tile is none of those that are read.
                let dst = self.tiles[0];
                let ins: Vec<ValueId> = self.tiles[1..].to_vec();
                let random = &mut self.random;
                instruction(
                    b,
                    op,
                    |role| if role == Role::Out { dst } else { random.one_of(&ins) },
                );
            }
            5 => {
                let t = b.alloc_tile(self.tile);
                if self.random.below(2) == 0 {
                    b.name(t, "t");
                }
                let from = self.tile();
                b.op("tmov").ins([from]).outs([t]).end();
                self.tiles.push(t);
            }
            6 => {
                let (x, y) = (self.random.one_of(&self.numbers), self.random.one_of(&self.numbers));
                let op = self.random.one_of(&[
                    Arith::AddI,
                    Arith::SubI,
                    Arith::MulI,
                    Arith::MinSI,
                    Arith::XOrI,
                ]);
                self.numbers.push(b.arith(op, [x, y]));
            }
            7 => self.numbers.push(b.index(self.random.below(100) as i64)),
            8..=9 => {
                let (low, high, step) =
                    (b.index(0), b.index(1 + self.random.below(2) as i64), b.index(1));
                let init = self.random.one_of(&self.numbers);
                let out = b.for_carried(low, high, step, [init], |b, i, carried| {
                    self.numbers.extend([i, carried[0]]);
                    self.statements(b, depth + 1);
                    let next = b.arith(Arith::AddI, [carried[0], i]);
                    self.numbers.truncate(self.numbers.len() - 2);
                    vec![next]
                });
                self.numbers.extend(out);
            }
            10..=11 => {
                let (x, y) = (self.random.one_of(&self.numbers), self.random.one_of(&self.numbers));
                let condition = b.compare(self.random.one_of(&["eq", "slt", "uge"]), x, y);
                let index = b.ty(Type::Index);
                let cell = std::cell::RefCell::new(self);
                let side = |value: ValueId| {
                    let cell = &cell;
                    move |b: &mut Builder| {
                        cell.borrow_mut().statements(b, depth + 1);
                        vec![value]
                    }
                };
                let out = b.if_else(condition, &[index], side(x), side(y));
                cell.into_inner().numbers.extend(out);
            }
            12 => {
                let (zero, one) = (b.index(0), b.index(1));
                let start = b.index(self.random.below(3) as i64);
                b.while_loop(
                    [start],
                    |b, values| (b.compare("sgt", values[0], zero), values.to_vec()),
                    |b, values| {
                        self.statements(b, depth + 1);
                        vec![b.arith(Arith::SubI, [values[0], one])]
                    },
                );
            }
            _ => {
                let register = b.ty(Type::Vreg { lanes: 64, dtype: DType::F32 });
                let mask = b.ty(Type::Mask(MaskWidth::B32));
                let (memory, zero) = (self.memory, b.index(0));
                b.op("vecscope").body(&[], |b, _| {
                    let all = b.op("pset_b32").attr("pattern", "PAT_ALL").result(mask).value();
                    let v = b.op("vlds").operands([memory, zero]).result(register).value();
                    let w = b.op("vadd").operands([v, v, all]).result(register).value();
                    b.op("vsts").operands([w, memory, zero, all]).end();
                });
            }
        }
    }
}

fn random_program(seed: u64, ops: &[&'static OpDef], statements: usize) -> Module {
    let mut b = Module::builder();
    b.module_attr("pto.target_arch", "a5");
    let tile = b.ty(TileTy::vec(DType::F32, ROWS, COLS));
    let index = b.ty(Type::Index);
    let pointer = b.ty(Type::Ptr { dtype: DType::F32, space: Some(Space::Vec) });
    let i64_type = b.ty(DType::I64);
    b.func("f").arg("d", tile).arg("x", tile).arg("y", tile).arg("n", index).body(|b, args| {
        // Unified buffer that no tile is given.
        let at = b.constant(200 * 1024, i64_type);
        let memory = b.op("castptr").ins([at]).result(pointer).value();
        let mut w = Writer {
            random: Random(seed),
            ops,
            tile,
            tiles: args[..3].to_vec(),
            numbers: vec![args[3]],
            memory,
            left: statements,
        };
        while w.left > 0 {
            w.statements(b, 0);
        }
    });
    b.finish().unwrap()
}

#[test]
fn random_programs_are_those_of_their_text() {
    let ops = tile_instructions(DType::F32);
    assert!(ops.len() > 20, "only {} instructions", ops.len());
    let values = |from: f32| -> LaunchArg<'static> {
        let floats = (0..ROWS * COLS).map(|i| from + i as f32 / 7.0);
        LaunchArg::Bytes(floats.flat_map(f32::to_le_bytes).collect())
    };
    let args = [values(0.0), values(0.5), values(-3.0), LaunchArg::Number(5)];
    for seed in 0..60 {
        let module = random_program(seed, &ops, 60);
        let findings = check(&module, TARGET, &Default::default());
        assert!(findings.is_empty(), "seed {seed}: {}", text_of(&module, &findings));
        for style in [Style::Generic, Style::Canonical] {
            let text = print(&module, style);
            let (again, problems) = parse(&text);
            assert!(problems.is_empty(), "seed {seed}: {}", problems[0].describe(&again, &text));
            assert_eq!(first_difference(&module, &again), None, "seed {seed}");
            if seed < 10 && style == Style::Canonical {
                assert!(run(module.clone(), &args) == run(again, &args), "seed {seed}");
            }
        }
    }
}

/// What a checker finds in a built program it shows at what the operation was made from.
#[test]
fn findings_show_what_an_operation_was_made_from() {
    let mut b = Module::builder();
    let tile = b.ty(TileTy::vec(DType::Bf16, 16, 64));
    b.func("f").arg("x", tile).body(|b, args| {
        b.at("layer3/softmax:17");
        b.op("tadd").ins([args[0], args[0]]).outs([args[0]]).end();
    });
    let module = b.finish().unwrap();
    let findings = check(&module, Target::A2A3, &Default::default());
    let shown = text_of(&module, &findings);
    let start = "error[E0102]: `pto.tadd` does not take bf16 on a2a3\n --> layer3/softmax:17\n  | pto.tadd ins(%x, %x";
    assert!(shown.starts_with(start), "{shown}");
}

/// A kernel as a compiler would make it, and its values.
#[test]
fn a_built_kernel_computes() {
    let mut b = Module::builder();
    let tile = b.ty(TileTy::vec(DType::I32, 1, 8));
    let number = b.ty(DType::I32);
    let index = b.ty(Type::Index);
    b.func("horner").arg("x", tile).arg("k", number).arg("n", index).body(|b, args| {
        let sum = b.alloc_tile(tile);
        b.op("texpands").ins([args[1]]).outs([sum]).end();
        let (zero, one) = (b.index(0), b.index(1));
        b.for_loop(zero, args[2], one, |b, _| {
            b.op("tmul").ins([sum, args[0]]).outs([sum]).end();
            b.op("tadds").ins([sum, args[1]]).outs([sum]).end();
        });
        b.op("tmov").ins([sum]).outs([args[0]]).end();
    });
    let x: Vec<u8> = (0..8i32).flat_map(i32::to_le_bytes).collect();
    let args = [LaunchArg::Bytes(x), LaunchArg::Number(3), LaunchArg::Number(2)];
    let out = run(b.finish().unwrap(), &args);
    let LaunchArg::Bytes(bytes) = &out[0] else { panic!("a tile is bytes") };
    let found: Vec<i32> =
        bytes.chunks(4).map(|c| i32::from_le_bytes(c.try_into().unwrap())).collect();
    let expected: Vec<i32> = (0..8).map(|x| (3 * x + 3) * x + 3).collect();
    assert_eq!(found, expected);
}
