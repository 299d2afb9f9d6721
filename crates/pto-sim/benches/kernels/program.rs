//! Programs to be timed: a loop around one instruction, the softmax example, an empty kernel.

use pto_check::{Options, Verified};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, Param, Program, decode};

/// A program with its arguments. The last argument of [`Kernel::tiles`] and [`Kernel::moves`] is how often
/// the loop runs.
pub struct Kernel {
    program: Program<'static>,
    args: Vec<LaunchArg>,
    launch: Launch,
    /// Whether the last argument counts the loop.
    counted: bool,
}

impl Kernel {
    fn new(
        text: &str,
        args: impl Fn(&[Param]) -> Vec<LaunchArg>,
        launch: Launch,
        counted: bool,
    ) -> Kernel {
        let (module, found) = pto_ir::parse(text);
        assert!(found.iter().all(|d| !d.is_error()), "{text}\n{found:?}");
        let verified: &'static Verified =
            match pto_check::verify(module, Target::A5, &Options::default()) {
                Ok((v, _)) => Box::leak(Box::new(v)),
                Err((_, found)) => panic!("{text}\n{found:?}"),
            };
        let numerics = Numerics::new(Target::A5, Semantics::Manual);
        let program =
            decode(verified, None, numerics).unwrap_or_else(|d| panic!("{text}\n{}", d.message));
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
        Kernel::new(&text, fill, Launch::default(), true)
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
        Kernel::new(&text, fill, Launch::default(), true)
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
        Kernel::new(&text, fill, Launch::default(), true)
    }

    /// The softmax example over `rows` rows of 2048.
    pub fn softmax(rows: usize, blocks: u32) -> Kernel {
        let text = std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/softmax.pto"
        ))
        .expect("the example is in the repository");
        let bytes = rows * 2048 * 4;
        let fill = move |params: &[Param]| {
            let mut seed = 1u32;
            let buffer = |seed: &mut u32| {
                let numbers = crate::numbers(bytes / 4, *seed);
                *seed += 1;
                LaunchArg::Bytes(numbers.iter().flat_map(|x| x.to_le_bytes()).collect())
            };
            params
                .iter()
                .map(|p| match p {
                    Param::Number(_) => LaunchArg::Number(rows as u64),
                    _ => buffer(&mut seed),
                })
                .collect()
        };
        let launch = Launch { blocks, threads: blocks as usize, ..Launch::default() };
        Kernel::new(&text, fill, launch, false)
    }

    /// A kernel that does nothing, on many blocks.
    pub fn empty(blocks: u32) -> Kernel {
        let launch = Launch { blocks, ..Launch::default() };
        Kernel::new("func.func @k() { return }", fill, launch, false)
    }

    /// Nanoseconds of a run; where the kernel is a loop around an instruction, with this many iterations.
    pub fn time(&mut self, turns: usize) -> f64 {
        if self.counted
            && let Some(LaunchArg::Number(n)) = self.args.last_mut()
        {
            *n = turns as u64;
        }
        let report = self
            .program
            .run(&mut self.args, &self.launch)
            .unwrap_or_else(|d| panic!("{}", d.message));
        report.elapsed.as_nanos() as f64
    }
}

/// Small numbers in every buffer and tile.
fn fill(params: &[Param]) -> Vec<LaunchArg> {
    let one = |p: &Param| match p {
        Param::Number(_) => LaunchArg::Number(1),
        Param::Buffer(_) => LaunchArg::Bytes(
            crate::numbers(64 * 256, 3).iter().flat_map(|x| x.to_le_bytes()).collect(),
        ),
        Param::Tile(t) => {
            let n = (t.rows * t.cols) as usize;
            let numbers = crate::numbers(n, 5);
            LaunchArg::Bytes(match t.dtype.bytes() {
                4 => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
                _ => numbers
                    .iter()
                    .flat_map(|&x| pto_isa::format::f32_to_f16(x).to_le_bytes())
                    .collect(),
            })
        }
    };
    params.iter().map(one).collect()
}
