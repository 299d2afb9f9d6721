//! Every path against the reference, bit for bit.

use super::drive::multiply_with;
use super::kernel::{CANONICAL_NAN, LANES, Portable, Scalar};
use super::*;

/// xorshift64*: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit
    }

    /// Mostly numbers of similar size, so that sums round; `odd` of 256 are anything at all.
    fn number(&mut self, odd: u64) -> f32 {
        const ODD: [f32; 8] = [
            f32::INFINITY,
            f32::NEG_INFINITY,
            -0.0,
            f32::MAX,
            f32::MIN_POSITIVE,
            1e-41,
            CANONICAL_NAN,
            f32::from_bits(0xFF80_1234),
        ];
        let bits = self.next();
        if bits % 256 < odd {
            return if bits & 256 == 0 {
                ODD[(bits >> 9) as usize % 8]
            } else {
                f32::from_bits((bits >> 9) as u32)
            };
        }
        f32::from_bits((bits >> 8) as u32 & 0x81FF_FFFF | 0x3E00_0000)
    }

    fn numbers(&mut self, count: usize, odd: u64) -> Vec<f32> {
        (0..count).map(|_| self.number(odd)).collect()
    }

    fn codes(&mut self, count: usize) -> Vec<u16> {
        (0..count).map(|_| self.next() as u16).collect()
    }

    fn shape(&mut self) -> Shape {
        Shape { m: 1 + self.below(70), n: 1 + self.below(70), k: self.below(71) }
    }
}

/// Element (i, j) is `data[i * row + j * col]`.
fn strided<E: Element>(data: &[E::Bits], row: usize, col: usize) -> Grid<'_, E> {
    Grid::new(data, Steps::line(row), Steps::line(col))
}

/// What [`gemm_f32`] computes, one element after the other.
fn gemm_reference<A: Element<Wide = f32>, B: Element<Wide = f32>>(
    Shape { m, n, k }: Shape,
    a: &Grid<A>,
    b: &Grid<B>,
    c: &mut [f32],
    PanelLayout { row, panel }: PanelLayout,
    init: Init<f32>,
) {
    for i in 0..m {
        for j in 0..n {
            let place = i * row + j / LANES * panel + j % LANES;
            let mut acc = match init {
                Init::Keep => c[place],
                Init::Zero => 0.0,
                Init::Bias(bias) => bias[j],
            };
            for k in 0..k {
                acc = a.at(i, k).mul_add(b.at(k, j), acc);
            }
            c[place] = pto_isa::math::canonical(acc);
        }
    }
}

/// Every way to multiply that this machine has, by its name.
fn every_way<T: Scalar>(
    job: &Job<T>,
    before: &[T],
    buffers: &mut Buffers<T>,
) -> Vec<(&'static str, Vec<T>)> {
    let mut results = vec![("best", before.to_vec()), ("portable", before.to_vec())];
    multiply(job, &mut results[0].1, buffers);
    multiply_with(Portable, job, &mut results[1].1, buffers);
    #[cfg(target_arch = "x86_64")]
    {
        use super::{avx512::Avx512, x86::Avx2};
        if let Some(isa) = Avx2::detect() {
            let mut c = before.to_vec();
            multiply_with(isa, job, &mut c, buffers);
            results.push(("AVX2", c));
        }
        if let Some(isa) = Avx512::detect() {
            let mut c = before.to_vec();
            multiply_with(isa, job, &mut c, buffers);
            results.push(("AVX-512", c));
        }
    }
    results
}

/// All kernels and the reference, from all beginnings; the gap between rows stays as it was.
fn compare<A, B>(random: &mut Random, odd: u64, shape: Shape, a: &Grid<A>, b: &Grid<B>, what: &str)
where
    A: Element<Wide = f32>,
    B: Element<Wide = f32>,
{
    let gap = random.below(4);
    let (place, size) = if random.below(2) == 0 {
        (PanelLayout::rows(shape.n + gap), shape.m * (shape.n + gap))
    } else {
        let panel = shape.m * (16 + gap) + random.below(20);
        (PanelLayout { row: 16 + gap, panel }, shape.n.div_ceil(16) * panel)
    };
    let before = random.numbers(size, odd);
    let bias = random.numbers(shape.n, odd);
    let mut scratch = Scratch::default();
    for init in [Init::Keep, Init::Zero, Init::Bias(&bias)] {
        let mut expected = before.clone();
        gemm_reference(shape, a, b, &mut expected, place, init);
        check(shape, a, b, &before, place, init).unwrap();
        let job = Job { shape, a, b, place, init };
        for (way, result) in every_way(&job, &before, &mut scratch.f32) {
            for (index, (x, y)) in expected.iter().zip(result).enumerate() {
                assert!(
                    x.to_bits() == y.to_bits(),
                    "{what}, {shape:?}, {init:?}, {place:?} at {index}: expected {:x}, {way} {:x}",
                    x.to_bits(),
                    y.to_bits()
                );
            }
        }
    }
}

fn compare_views(random: &mut Random, odd: u64, shape: Shape) {
    let Shape { m, n, k } = shape;
    let gap = random.below(3);
    let a = random.numbers((m + 2) * (k + 2) * 2, odd);
    let b = random.numbers((k + 2) * (n + 2) * 2, odd);
    let steps = |rows: usize, cols: usize| {
        [(cols + gap, 1), (1, rows + gap), (2 * (cols + gap), 2), (cols * 2, 1)]
    };
    let (left, right) = (steps(m, k)[random.below(4)], steps(k, n)[random.below(4)]);
    let a = strided::<f32>(&a, left.0, left.1);
    let b = strided::<f32>(&b, right.0, right.1);
    compare(random, odd, shape, &a, &b, &format!("steps {left:?} {right:?}"));
}

#[test]
fn views_of_f32() {
    let mut random = Random(1);
    for round in 0..90 {
        let shape = random.shape();
        compare_views(&mut random, [0, 1, 20][round % 3], shape);
    }
}

#[test]
fn few_rows_and_no_products() {
    let mut random = Random(2);
    for m in 1..=4 {
        for n in [1, 15, 16, 17, 31, 33, 64, 100, 150] {
            for k in [0, 1, 7, 40] {
                compare_views(&mut random, 1, Shape { m, n, k });
            }
        }
    }
}

#[test]
fn several_blocks() {
    let mut random = Random(3);
    for (m, n, k) in [(3, 20, 600), (30, 33, 257), (200, 17, 3), (7, 530, 5), (25, 1030, 2)] {
        for odd in [0, 1] {
            compare_views(&mut random, odd, Shape { m, n, k });
        }
    }
}

#[test]
fn halves() {
    let mut random = Random(4);
    for round in 0..30 {
        let shape = random.shape();
        let (a, b) = (random.codes(shape.m * shape.k), random.codes(shape.k * shape.n));
        // Without the largest exponents, so that results are not all NaN.
        let mask = if round % 2 == 0 { 0xBFFF } else { 0xFFFF };
        let [a, b] = [a, b].map(|codes| codes.iter().map(|code| code & mask).collect::<Vec<_>>());
        let left = if round % 3 == 0 { (1, shape.m) } else { (shape.k, 1) };
        let right = if round % 5 < 3 { (1, shape.k) } else { (shape.n, 1) };
        let (f16a, f16b) =
            (strided::<F16>(&a, left.0, left.1), strided::<F16>(&b, right.0, right.1));
        compare(&mut random, 1, shape, &f16a, &f16b, "f16");
        let bf16a = strided::<Bf16>(&a, left.0, left.1);
        let bf16b = strided::<Bf16>(&b, right.0, right.1);
        compare(&mut random, 1, shape, &bf16a, &bf16b, "bf16");
        compare(&mut random, 1, shape, &bf16a, &f16b, "bf16 f16");
    }
}

#[test]
fn every_f16_widens_alike() {
    let codes: Vec<u16> = (0..=u16::MAX).collect();
    let (lines, _) = codes.as_chunks::<LANES>();
    for line in lines {
        let mut wide = [0.0; LANES];
        F16::widen_line(line, &mut wide);
        assert_eq!(
            wide.map(f32::to_bits),
            line.map(|code| F16::widen(code).to_bits()),
            "{line:x?}"
        );
    }
}

/// Places in boxes of 16 rows and `inner` columns. `outer` says whether boxes follow each other down
/// a column of boxes, `within` whether elements follow each other down a column of a box.
fn boxed(rows: usize, cols: usize, inner: usize, outer: bool, within: bool) -> [Steps; 2] {
    let (down, across) = (rows.div_ceil(16).max(1), cols.div_ceil(inner).max(1));
    let (box_down, box_across) = if outer { (1, down) } else { (across, 1) };
    let (down, across) = if within { (1, 16) } else { (inner, 1) };
    let area = 16 * inner;
    // As tiles give them: what steps evenly over boxes is a line.
    let steps = |group: usize, step: usize, jump: usize| match jump == group * step {
        true => Steps::line(step),
        false => Steps::grouped(group, step, jump).unwrap(),
    };
    [steps(16, down, box_down * area), steps(inner, across, box_across * area)]
}

#[test]
fn boxed_layouts() {
    let mut random = Random(5);
    for round in 0..96 {
        let shape = if round % 8 == 7 {
            // Whole panels, several blocks of products.
            Shape { m: 1 + random.below(20), n: 96, k: 256 + random.below(60) }
        } else {
            random.shape()
        };
        let Shape { m, n, k } = shape;
        let inner = [8, 16, 32][round % 3];
        let flag = |bit: usize| round >> bit & 1 == 1;
        let [ar, ac] = boxed(m, k, inner, flag(0), flag(1));
        let [br, bc] = boxed(k, n, inner, flag(2), flag(3));
        let room = 128 * 512;
        let (a, b) = (random.codes(room), random.codes(room));
        let (a, b) = (Grid::<F16>::new(&a, ar, ac), Grid::<F16>::new(&b, br, bc));
        compare(&mut random, 1, shape, &a, &b, "boxed f16");
        let (a, b) = (random.numbers(room, 0), random.numbers(room, 0));
        let (a, b) = (Grid::<f32>::new(&a, ar, ac), Grid::<f32>::new(&b, br, bc));
        compare(&mut random, 0, shape, &a, &b, "boxed f32");
    }
}

#[test]
fn every_size_of_a_tile() {
    let mut random = Random(8);
    for m in 1..=26 {
        for n in [16, 32, 48, 64, 80, 79] {
            compare_views(&mut random, 1, Shape { m, n, k: 19 });
        }
    }
}

/// One layout for both operands of integers: rows in one piece, or boxes as the cube has them.
fn integer_grids(shape: Shape, boxes: bool) -> [Steps; 4] {
    let Shape { m, n, k } = shape;
    match boxes {
        true => {
            let [ar, ac] = boxed(m, k, 32, true, false);
            let [bc, br] = boxed(n, k, 32, true, false);
            [ar, ac, br, bc]
        }
        false => [Steps::line(1), Steps::line(m), Steps::line(n), Steps::line(1)],
    }
}

#[test]
fn floats_of_one_byte() {
    let mut random = Random(9);
    for _ in 0..12 {
        let shape = random.shape();
        let Shape { m, n, k } = shape;
        let [a, b] = [(); 2]
            .map(|()| random.codes(128 * 128).iter().map(|&code| code as u8).collect::<Vec<_>>());
        let ([ar, ac], [bc, br]) = (boxed(m, k, 32, true, false), boxed(n, k, 32, true, false));
        let e4m3 = Grid::<E4m3>::new(&a, ar, ac);
        compare(&mut random, 1, shape, &e4m3, &Grid::<E4m3>::new(&b, br, bc), "e4m3");
        compare(&mut random, 1, shape, &e4m3, &Grid::<E5m2>::new(&b, br, bc), "e4m3 e5m2");
        let hif8 = Grid::<Hif8>::new(&a, ar, ac);
        compare(&mut random, 1, shape, &hif8, &Grid::<Hif8>::new(&b, br, bc), "hif8");
    }
}

fn compare_integers<E, F>(random: &mut Random, a: &[E::Bits], b: &[F::Bits], shape: Shape)
where
    E: Element<Wide = i32>,
    F: Element<Wide = i32>,
{
    let Shape { m, n, k } = shape;
    let before: Vec<i32> = (0..m * n).map(|_| random.next() as i32).collect();
    let bias: Vec<i32> = (0..n).map(|_| random.next() as i32).collect();
    let [ar, ac, br, bc] = integer_grids(shape, random.below(2) == 0);
    let (a, b) = (Grid::<E>::new(a, ar, ac), Grid::<F>::new(b, br, bc));
    let mut scratch = Scratch::default();
    for init in [Init::Keep, Init::Zero, Init::Bias(&bias)] {
        let mut expected = before.clone();
        for i in 0..m {
            for j in 0..n {
                let mut acc = match init {
                    Init::Keep => expected[i * n + j],
                    Init::Zero => 0,
                    Init::Bias(bias) => bias[j],
                };
                for k in 0..k {
                    acc = acc.wrapping_add(a.at(i, k) * b.at(k, j));
                }
                expected[i * n + j] = acc;
            }
        }
        let place = PanelLayout::rows(n);
        let mut fast = before.clone();
        gemm_i32(shape, &a, &b, &mut fast, place, init, &mut scratch).unwrap();
        assert_eq!(fast, expected, "{shape:?}, {init:?}");
        let (a, b) = (Pairs::of_left(&a, k), Pairs::of_right(&b, k));
        let halves = Shape { k: k.div_ceil(2), ..shape };
        let job = Job { shape: halves, a: &a, b: &b, place, init };
        for (way, result) in every_way(&job, &before, &mut scratch.i32) {
            assert_eq!(result, expected, "{way}, {shape:?}, {init:?}");
        }
    }
}

#[test]
fn integers() {
    let mut random = Random(7);
    for _ in 0..30 {
        let shape = random.shape();
        // Room for whole boxes.
        let a: Vec<i8> = random.codes(96 * 96).iter().map(|&x| x as i8).collect();
        let b: Vec<u8> = random.codes(96 * 96).iter().map(|&x| x as u8).collect();
        compare_integers::<i8, u8>(&mut random, &a, &b, shape);
        let signed: Vec<i8> = b.iter().map(|&x| x as i8).collect();
        compare_integers::<i8, i8>(&mut random, &a, &signed, shape);
        let unsigned: Vec<u8> = a.iter().map(|&x| x as u8).collect();
        compare_integers::<u8, u8>(&mut random, &unsigned, &b, shape);
    }
}

#[test]
fn operands_that_are_too_small() {
    let (four, three) = ([1.0; 4], [1.0; 3]);
    let shape = Shape { m: 2, n: 2, k: 2 };
    let run = |a: &[f32], row, b: &[f32], c: &mut [f32], ldc, init| {
        let (a, b) = (strided::<f32>(a, row, 1), strided::<f32>(b, 2, 1));
        gemm_f32(shape, &a, &b, c, PanelLayout::rows(ldc), init, &mut Scratch::default())
    };
    assert_eq!(run(&four, 2, &four, &mut [0.0; 4], 2, Init::Zero), Ok(()));
    assert_eq!(run(&three, 2, &four, &mut [0.0; 4], 2, Init::Zero), Err(Misfit::Left));
    assert_eq!(run(&four, usize::MAX, &four, &mut [0.0; 4], 2, Init::Zero), Err(Misfit::Left));
    assert_eq!(run(&four, 2, &three, &mut [0.0; 4], 2, Init::Zero), Err(Misfit::Right));
    assert_eq!(run(&four, 2, &four, &mut [0.0; 4], 2, Init::Bias(&[1.0])), Err(Misfit::Bias));
    assert_eq!(run(&four, 2, &four, &mut [0.0; 3], 2, Init::Zero), Err(Misfit::Result));
    assert_eq!(run(&four, 2, &four, &mut [0.0; 4], 1, Init::Zero), Err(Misfit::Result));

    let nothing = strided::<f32>(&[], usize::MAX, usize::MAX);
    let (shape, mut c) = (Shape { m: 14, n: 17, k: 0 }, [7.0; 14 * 17]);
    let (place, mut scratch) = (PanelLayout::rows(17), Scratch::default());
    let result = gemm_f32(shape, &nothing, &nothing, &mut c, place, Init::Zero, &mut scratch);
    assert_eq!((result, c), (Ok(()), [0.0; 14 * 17]));

    let boxes = |group, jump| {
        let rows = Steps::grouped(group, 1, jump).unwrap();
        Grid::<f32>::new(&four, rows, Steps::line(0)).covers(3, 1)
    };
    assert!(boxes(2, 2) && boxes(2, 3) && boxes(4, usize::MAX));
    assert!(!boxes(2, 4) && !boxes(1, 2) && !boxes(1, usize::MAX));
    assert_eq!(Steps::grouped(3, 1, 3), None);
}
