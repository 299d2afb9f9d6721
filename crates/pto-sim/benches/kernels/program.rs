//! Programs to be timed: a loop around one instruction, examples, an empty kernel.

use crate::clock::thread_nanos;
use pto_check::{Options, Verified};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, Param, Program, decode};

/// A program with its arguments. The last argument of [`Kernel::tiles`] and [`Kernel::moves`] is how often
/// the loop runs.
pub struct Kernel {
    program: Program<'static>,
    args: Vec<LaunchArg<'static>>,
    launch: Launch,
    /// Whether the last argument counts the loop.
    counted: bool,
}

impl Kernel {
    fn new(
        text: &str,
        entry: Option<&str>,
        args: impl Fn(&[Param]) -> Vec<LaunchArg<'static>>,
        launch: Launch,
        counted: bool,
    ) -> Kernel {
        let verified = verified(text, Target::A5);
        let numerics = Numerics::new(Target::A5, Semantics::Manual);
        let program =
            decode(verified, entry, numerics).unwrap_or_else(|d| panic!("{text}\n{}", d.message));
        let params: Vec<Param> = program.params().collect();
        let args = args(&params);
        Kernel { program, args, launch, counted }
    }

    /// A loop around an instruction on tiles `%t0`, `%t1`...
    pub fn tiles(types: &[&str], instruction: &str) -> Kernel {
        let params: Vec<String> =
            types.iter().enumerate().map(|(i, t)| format!("%t{i}: {t}")).collect();
        let text = format!(
            "func.func @k({}, %n: index) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               scf.for %i = %c0 to %n step %c1 {{
                 {instruction}
               }}
               return
             }}",
            params.join(", ")
        );
        Kernel::new(&text, None, fill, Launch::default(), true)
    }

    /// A loop around a load or store between `%tile` and `%part`, half of the columns of 64x256.
    pub fn moves(instruction: &str) -> Kernel {
        let text = format!(
            "func.func @k(%p: !pto.ptr<f32>, %tile: !pto.tile_buf<vec, 64x128xf32>, %n: index) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %c64 = arith.constant 64 : index
               %c128 = arith.constant 128 : index
               %c256 = arith.constant 256 : index
               %view = pto.make_tensor_view %p, shape = [%c64, %c256], strides = [%c256, %c1] : !pto.tensor_view<64x256xf32>
               %part = pto.partition_view %view, offsets = [%c0, %c0], sizes = [%c64, %c128] : !pto.tensor_view<64x256xf32> -> !pto.partition_tensor_view<64x128xf32>
               scf.for %i = %c0 to %n step %c1 {{
                 {instruction}
               }}
               return
             }}"
        );
        Kernel::new(&text, None, fill, Launch::default(), true)
    }

    /// A loop around a vector loop over 16384 f32 in UB, from `%a` and `%b` to `%d`, with `%i` and `%all`.
    pub fn registers(body: &str) -> Kernel {
        let v = "!pto.vreg<64xf32>";
        let p = "!pto.ptr<f32, ub>";
        let m = "!pto.mask<b32>";
        let text = format!(
            "func.func @k(%n: index) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %c64 = arith.constant 64 : index
               %end = arith.constant 16384 : index
               %one = arith.constant 1.25 : f32
               %a_at = arith.constant 0 : i64
               %b_at = arith.constant 65536 : i64
               %d_at = arith.constant 131072 : i64
               %a = pto.castptr %a_at : i64 -> {p}
               %b = pto.castptr %b_at : i64 -> {p}
               %d = pto.castptr %d_at : i64 -> {p}
               pto.vecscope {{
                 %all = pto.pset_b32 \"PAT_ALL\" : {m}
                 %x = pto.vdup %one, %all : f32, {m} -> {v}
                 scf.for %i = %c0 to %end step %c64 {{
                   pto.vsts %x, %a[%i], %all : {v}, {p}, {m}
                   pto.vsts %x, %b[%i], %all : {v}, {p}, {m}
                 }}
               }}
               scf.for %t = %c0 to %n step %c1 {{
                 pto.vecscope {{
                   %all = pto.pset_b32 \"PAT_ALL\" : {m}
                   scf.for %i = %c0 to %end step %c64 {{
                     {body}
                   }}
                 }}
               }}
               return
             }}"
        );
        Kernel::new(&text, None, fill, Launch::default(), true)
    }

    /// An example on this many blocks and threads.
    pub fn example(example: &Example, blocks: u32) -> Kernel {
        let launch = Launch { blocks, threads: blocks as usize, ..Launch::default() };
        Kernel::new(&example.text, example.entry, |params| example.args(params), launch, false)
    }

    /// A kernel that does nothing, on many blocks.
    pub fn empty(blocks: u32) -> Kernel {
        let launch = Launch { blocks, ..Launch::default() };
        Kernel::new("func.func @k() { return }", None, fill, launch, false)
    }

    /// Nanoseconds of a run: on one thread its processor time, on several those that passed. Where the kernel is a loop
    /// around an instruction, with this many iterations.
    pub fn time(&mut self, turns: usize) -> f64 {
        if self.counted
            && let Some(LaunchArg::Number(n)) = self.args.last_mut()
        {
            *n = turns as u64;
        }
        let start = thread_nanos();
        let report = self
            .program
            .run(&mut self.args, &self.launch)
            .unwrap_or_else(|d| panic!("{}", d.message));
        match self.launch.threads {
            0 | 1 => thread_nanos() - start,
            _ => report.elapsed.as_nanos() as f64,
        }
    }
}

/// That many elements of one, two or four bytes, in the pages that `pto run` and numpy ask for.
fn small_numbers(count: usize, bytes: u32, seed: u32) -> LaunchArg<'static> {
    let numbers = crate::numbers(count, seed);
    let mut list = Vec::with_capacity(count * bytes as usize);
    pto_sim::prefer_large_pages(&mut list);
    match bytes {
        1 => list.extend(numbers.iter().map(|&x| x as i8 as u8)),
        4 => list.extend(numbers.iter().flat_map(|x| x.to_le_bytes())),
        _ => {
            list.extend(numbers.iter().flat_map(|&x| pto_isa::format::f32_to_f16(x).to_le_bytes()))
        }
    }
    LaunchArg::Bytes(list)
}

/// A program that is legal, for as long as the process lives.
pub fn verified(text: &str, target: Target) -> &'static Verified {
    let (module, found) = pto_ir::parse(text);
    assert!(found.iter().all(|d| !d.is_error()), "{text}\n{found:?}");
    match pto_check::verify(module, target, &Options::default()) {
        Ok((v, _)) => Box::leak(Box::new(v)),
        Err((_, found)) => panic!("{text}\n{found:?}"),
    }
}

/// One of the examples with its arguments.
pub struct Example {
    pub text: String,
    /// The kernel, if the example has several.
    pub entry: Option<&'static str>,
    /// Elements of each argument that is a buffer.
    pub elements: Vec<usize>,
    /// Each argument that is a number.
    pub numbers: Vec<u64>,
}

impl Example {
    /// An example by its text, which has one kernel.
    pub fn new(text: &str, elements: Vec<usize>, numbers: Vec<u64>) -> Example {
        Example { text: text.into(), entry: None, elements, numbers }
    }

    /// Softmax over rows of 2048.
    pub fn softmax(rows: usize) -> Example {
        let text = include_str!("../../../../examples/softmax.pto");
        Example::new(text, vec![rows * 2048; 2], vec![rows as u64])
    }

    /// Softmax over rows of 128 in vector registers.
    pub fn register_softmax(rows: usize) -> Example {
        let text = include_str!("../../../../examples/vcgadd_softmax.pto");
        Example::new(text, vec![rows * 128; 2], vec![rows as u64])
    }

    /// The 32 largest of rows of 1024.
    pub fn topk(rows: usize) -> Example {
        let text = include_str!("../../../../examples/topk.pto");
        Example::new(text, vec![rows * 1024, rows * 32, rows * 32], vec![rows as u64])
    }

    /// A matrix product, with inputs of this type.
    pub fn gemm(dtype: &str, size: usize) -> Example {
        let text = include_str!("../../../../examples/gemm.pto").replace("f16", dtype);
        Example::new(&text, vec![size * size; 3], vec![size as u64; 3])
    }

    /// Attention with as many keys as queries.
    pub fn attention(size: usize) -> Example {
        let text = include_str!("../../../../examples/flash_attention.pto");
        Example::new(text, vec![size * 64; 4], vec![size as u64; 2])
    }

    /// Small numbers in every buffer.
    pub fn args(&self, params: &[Param]) -> Vec<LaunchArg<'static>> {
        let (mut elements, mut numbers) = (self.elements.iter(), self.numbers.iter());
        let mut next = |p: &Param| -> Option<LaunchArg<'static>> {
            Some(match p {
                Param::Number(_) => LaunchArg::Number(*numbers.next()?),
                Param::Buffer(dtype) => {
                    let count = *elements.next()?;
                    small_numbers(count, dtype.bytes(), elements.len() as u32 + 1)
                }
                Param::Tile(_) => return None,
            })
        };
        params.iter().map(|p| next(p).unwrap_or_else(|| panic!("no argument for {p:?}"))).collect()
    }
}

/// Small numbers in every buffer and tile.
fn fill(params: &[Param]) -> Vec<LaunchArg<'static>> {
    let one = |p: &Param| match p {
        Param::Number(_) => LaunchArg::Number(1),
        Param::Buffer(_) => small_numbers(64 * 256, 4, 3),
        Param::Tile(t) => small_numbers((t.rows * t.cols) as usize, t.dtype.bytes(), 5),
    };
    params.iter().map(one).collect()
}
