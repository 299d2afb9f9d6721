//! The example kernels: executed eagerly, recorded and run, and as the program they are twins of, all bit for bit.

#[path = "../examples/add.rs"]
mod add;
#[path = "../examples/add_manual.rs"]
mod add_manual;
#[path = "../examples/argmin.rs"]
mod argmin;
#[path = "../examples/flash_attention.rs"]
mod flash_attention;
#[path = "../examples/gelu.rs"]
mod gelu;
#[path = "../examples/gemm.rs"]
mod gemm;
#[path = "../examples/hello.rs"]
mod hello;
#[path = "../examples/norm.rs"]
mod norm;
#[path = "../examples/softmax.rs"]
mod softmax;
#[path = "../examples/topk.rs"]
mod topk;
#[path = "../examples/vcgadd_softmax.rs"]
mod vcgadd_softmax;

use pto::{
    Element, GlobalTensor, Launch, LaunchArg, Numerics, Recording, Scalar, Semantics, Session,
    Target, decode, f16, parse, verify,
};

const DEVICES: [Target; 3] = Target::PROFILES;

/// Every target, with one block and with two.
fn on_blocks() -> impl Iterator<Item = (Target, usize)> {
    DEVICES.into_iter().flat_map(|target| [(target, 1), (target, 2)])
}

/// Numbers between -2 and 2 that look random and are always the same.
fn noise(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as f32 / (1 << 22) as f32 - 2.0
    };
    (0..count).map(|_| next()).collect()
}

fn halves(count: usize, seed: u32) -> Vec<f16> {
    noise(count, seed).into_iter().map(f16::from_f32).collect()
}

fn bytes<E: Element<Host = E>>(list: &[E]) -> Vec<u8> {
    E::bytes(list).to_vec()
}

fn buffer<E: Scalar>(list: &[E]) -> LaunchArg<'static> {
    LaunchArg::Bytes(bytes(list))
}

fn contents<'a>(args: &'a [LaunchArg<'static>], i: usize) -> &'a [u8] {
    args[i].bytes().unwrap_or_else(|| panic!("argument {i} is a number"))
}

/// Runs a program of the examples.
fn run_text(
    file: &str,
    entry: Option<&str>,
    target: Target,
    args: Vec<LaunchArg<'static>>,
) -> Vec<LaunchArg<'static>> {
    run_blocks(file, entry, target, 1, args).0
}

/// Runs a program of the examples on some blocks: its buffers and what it prints.
fn run_blocks(
    file: &str,
    entry: Option<&str>,
    target: Target,
    blocks: usize,
    mut args: Vec<LaunchArg<'static>>,
) -> (Vec<LaunchArg<'static>>, Vec<String>) {
    let path = format!("{}/../../examples/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let (verified, _) = verify(parse(&text).0, target, &Default::default()).unwrap();
    let program = decode(&verified, entry, Numerics::new(target, Semantics::Manual)).unwrap();
    let launch = Launch { blocks: blocks as u32, ..Launch::default() };
    let report = program.run(&mut args, &launch).unwrap();
    (args, report.printed)
}

/// Runs a recording, which must be legal, and can be lowered.
fn run_recording(
    recording: &Recording,
    mut args: Vec<LaunchArg<'static>>,
) -> Vec<LaunchArg<'static>> {
    let found = recording.check();
    assert!(!found.iter().any(|d| d.is_error()), "{found:?}");
    recording.run(&mut args).unwrap();
    args
}

/// What a kernel writes, from a run that is eager, one that is recorded and one of the program it is a twin of.
fn same(
    target: Target,
    eager: &[Vec<u8>],
    recorded: &[LaunchArg<'static>],
    written: &[LaunchArg<'static>],
    outputs: &[usize],
) {
    for (&i, eager) in outputs.iter().zip(eager) {
        assert!(contents(recorded, i) == eager, "{target}: buffer {i} differs when recorded");
        assert!(contents(written, i) == eager, "{target}: buffer {i} differs from the program's");
    }
}

#[test]
fn add_in_tiles() {
    let (rows, cols) = (70, 150);
    let (x, y) = (noise(rows * cols, 1), noise(rows * cols, 2));
    let kernel = |z: &mut [f32]| {
        let (x, y) = (GlobalTensor::new(&x, [rows, cols]), GlobalTensor::new(&y, [rows, cols]));
        add::add(&x, &y, &mut GlobalTensor::new_mut(z, [rows, cols]))
    };
    for (target, blocks) in on_blocks() {
        let mut z = vec![0.0; rows * cols];
        let args = vec![buffer(&x), buffer(&y), buffer(&z)];
        let session = Session::record(target, "add").blocks(blocks);
        let recording = session.run(|| kernel(&mut z)).unwrap();
        assert!(z.iter().all(|&v| v == 0.0), "nothing is computed while a kernel is recorded");
        Session::eager(target).blocks(blocks).run(|| kernel(&mut z)).unwrap();
        assert_eq!(z[0], x[0] + y[0]);
        let recorded = run_recording(&recording, args.clone());
        let numbers = [rows, cols].map(|n| LaunchArg::Number(n as u64)).to_vec();
        let args = [args, numbers].concat();
        let (written, _) = run_blocks("add.pto", None, target, blocks, args);
        same(target, &[bytes(&z)], &recorded, &written, &[2]);
        recording.lower().unwrap();
    }
}

#[test]
fn hello_prints_the_same() {
    for target in DEVICES {
        let kernel = || hello::hello().map(|()| Session::printed());
        let eager = Session::eager(target).run(kernel).unwrap();
        let recording = Session::record(target, "hello").run(hello::hello).unwrap();
        let recorded = recording.run(&mut []).unwrap().printed;
        let (_, written) = run_blocks("hello.pto", None, target, 1, Vec::new());
        assert!(eager.concat().contains("240"), "the sum is printed: {eager:?}");
        assert_eq!((&eager, &recorded), (&written, &written), "{target}");
    }
}

#[test]
fn add_with_addresses_and_events() {
    // Six tiles: with one block each set is used again, with two and four the blocks do not get the same.
    let (rows, cols) = (192, 256);
    let (x, y) = (noise(rows * cols, 15), noise(rows * cols, 16));
    let kernel = |z: &mut [f32]| {
        let (x, y) = (GlobalTensor::new(&x, [rows, cols]), GlobalTensor::new(&y, [rows, cols]));
        add_manual::add_manual(&x, &y, &mut GlobalTensor::new_mut(z, [rows, cols]))
    };
    for target in DEVICES {
        for blocks in [1, 2, 4] {
            let mut z = vec![0.0; rows * cols];
            let args = vec![buffer(&x), buffer(&y), buffer(&z)];
            let session = Session::record(target, "add").blocks(blocks);
            let recording = session.run(|| kernel(&mut z)).unwrap();
            Session::eager(target).blocks(blocks).run(|| kernel(&mut z)).unwrap();
            let recorded = run_recording(&recording, args.clone());
            let numbers = [rows, cols].map(|n| LaunchArg::Number(n as u64)).to_vec();
            let args = [args, numbers].concat();
            let (written, _) = run_blocks("add_manual.pto", None, target, blocks, args);
            same(target, &[bytes(&z)], &recorded, &written, &[2]);
            // Every wait that is needed is there. That blocks, which are the cases of a switch, store apart is not
            // proved: it is the run above that shows it.
            let mut races = pto::lower::check_sync(&recording.verify().unwrap());
            races.retain(|d| blocks == 1 || !d.message.starts_with("different blocks"));
            assert!(races.is_empty(), "{target}: {races:?}");
        }
    }
}

#[test]
fn softmax_of_rows() {
    let (rows, cols) = (9, 2048);
    let x = noise(rows * cols, 3);
    let kernel = |y: &mut [f32]| {
        let x = GlobalTensor::new(&x, [rows, cols]);
        softmax::softmax(&x, &mut GlobalTensor::new_mut(y, [rows, cols]))
    };
    for (target, blocks) in on_blocks() {
        let mut y = vec![0.0; rows * cols];
        let args = vec![buffer(&x), buffer(&y)];
        let session = Session::record(target, "softmax").blocks(blocks);
        let recording = session.run(|| kernel(&mut y)).unwrap();
        Session::eager(target).blocks(blocks).run(|| kernel(&mut y)).unwrap();
        let recorded = run_recording(&recording, args.clone());
        let args = [args, vec![LaunchArg::Number(rows as u64)]].concat();
        let (written, _) = run_blocks("softmax.pto", None, target, blocks, args);
        same(target, &[bytes(&y)], &recorded, &written, &[1]);
        recording.lower().unwrap();
    }
}

#[test]
fn softmax_with_registers() {
    let (rows, cols) = (19, 128);
    let x = noise(rows * cols, 15);
    let kernel = |y: &mut [f32]| {
        let x = GlobalTensor::new(&x, [rows, cols]);
        vcgadd_softmax::softmax(&x, &mut GlobalTensor::new_mut(y, [rows, cols]))
    };
    for target in [Target::CPU, Target::A5] {
        let mut y = vec![0.0; rows * cols];
        let args = vec![buffer(&x), buffer(&y)];
        let recording = Session::record(target, "softmax").run(|| kernel(&mut y)).unwrap();
        assert!(y.iter().all(|&v| v == 0.0), "nothing is computed while a kernel is recorded");
        Session::eager(target).run(|| kernel(&mut y)).unwrap();
        let whole = y.clone();
        y.fill(0.0);
        Session::eager(target).blocks(2).run(|| kernel(&mut y)).unwrap();
        assert_eq!(y, whole, "{target}: two blocks");
        let sum: f32 = y[..cols].iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "a row sums up to {sum}");
        let recorded = run_recording(&recording, args.clone());
        let numbers = vec![LaunchArg::Number(rows as u64)];
        let written = run_text("vcgadd_softmax.pto", None, target, [args, numbers].concat());
        same(target, &[bytes(&y)], &recorded, &written, &[1]);
        recording.lower().unwrap();
        if target == Target::A5 {
            assert!(recording.emit().unwrap().text.contains("vcgadd(r"));
            assert!(recording.timeline().unwrap().total_us() > 0.0);
        }
    }
}

#[test]
fn layernorm_and_rmsnorm() {
    let (rows, cols, eps) = (20, 96, 1e-5f32);
    let (x, gamma, beta) = (noise(rows * cols, 4), noise(cols, 5), noise(cols, 6));
    let (whole, line) = ([rows, cols], [1, cols]);
    let layer = |y: &mut [f32]| {
        let (x, g) = (GlobalTensor::new(&x, whole), GlobalTensor::new(&gamma, line));
        let (b, mut y) = (GlobalTensor::new(&beta, line), GlobalTensor::new_mut(y, whole));
        norm::layernorm(&x, &g, &b, &mut y, eps)
    };
    let rms = |y: &mut [f32]| {
        let (x, g) = (GlobalTensor::new(&x, whole), GlobalTensor::new(&gamma, line));
        norm::rmsnorm(&x, &g, &mut GlobalTensor::new_mut(y, whole), eps)
    };
    let numbers = [rows as u64, cols as u64, eps.to_bits().into()].map(LaunchArg::Number).to_vec();
    for target in DEVICES {
        // The first use of a buffer makes it a parameter: the weights come first.
        let mut y = vec![0.0; rows * cols];
        let recording = Session::record(target, "layernorm").run(|| layer(&mut y)).unwrap();
        let [x, g, b, out] = [buffer(&x), buffer(&gamma), buffer(&beta), buffer(&y)];
        Session::eager(target).run(|| layer(&mut y)).unwrap();
        let recorded =
            run_recording(&recording, vec![g.clone(), b.clone(), x.clone(), out.clone()]);
        let args = [vec![x.clone(), g.clone(), b, out.clone()], numbers.clone()].concat();
        let written = run_text("layernorm.pto", None, target, args);
        same(target, &[bytes(&y)], &recorded, &written, &[3]);

        let recording = Session::record(target, "rmsnorm").run(|| rms(&mut y)).unwrap();
        Session::eager(target).run(|| rms(&mut y)).unwrap();
        let recorded = run_recording(&recording, vec![g.clone(), x.clone(), out.clone()]);
        let args = [vec![x, g, out], numbers.clone()].concat();
        let written = run_text("rmsnorm.pto", None, target, args);
        same(target, &[bytes(&y)], &recorded, &written, &[2]);
    }
}

#[test]
fn gelu_of_numbers() {
    let n = 9000;
    let x = noise(n, 7);
    let kernel = |y: &mut [f32]| {
        gelu::gelu(&GlobalTensor::new(&x, [1, n]), &mut GlobalTensor::new_mut(y, [1, n]))
    };
    for target in DEVICES {
        let mut y = vec![0.0; n];
        let args = vec![buffer(&x), buffer(&y)];
        let recording = Session::record(target, "gelu").run(|| kernel(&mut y)).unwrap();
        Session::eager(target).run(|| kernel(&mut y)).unwrap();
        let recorded = run_recording(&recording, args.clone());
        let args = [args, vec![LaunchArg::Number(n as u64)]].concat();
        let written = run_text("gelu.pto", None, target, args);
        same(target, &[bytes(&y)], &recorded, &written, &[1]);
    }
}

#[test]
fn product_of_matrices() {
    let (m, n, k) = (128, 256, 128);
    let (a, b) = (halves(m * k, 8), halves(k * n, 9));
    let kernel = |c: &mut [f32]| {
        let (a, b) = (GlobalTensor::new(&a, [m, k]), GlobalTensor::new(&b, [k, n]));
        gemm::gemm(&a, &b, &mut GlobalTensor::new_mut(c, [m, n]))
    };
    for target in DEVICES {
        let mut c = vec![0.0; m * n];
        let args = vec![buffer(&a), buffer(&b), buffer(&c)];
        let recording = Session::record(target, "gemm").run(|| kernel(&mut c)).unwrap();
        Session::eager(target).run(|| kernel(&mut c)).unwrap();
        let recorded = run_recording(&recording, args.clone());
        let numbers = [m, n, k].map(|n| LaunchArg::Number(n as u64)).to_vec();
        let written = run_text("gemm.pto", None, target, [args, numbers].concat());
        same(target, &[bytes(&c)], &recorded, &written, &[2]);
    }
}

#[test]
fn the_largest_numbers() {
    let rows = 2;
    let x = noise(rows * 1024, 10);
    let kernel = |value: &mut [f32], index: &mut [u32]| {
        topk::topk(
            &GlobalTensor::new(&x, [rows, 1024]),
            &mut GlobalTensor::new_mut(value, [rows, 32]),
            &mut GlobalTensor::new_mut(index, [rows, 32]),
        )
    };
    for target in DEVICES {
        let (mut value, mut index) = (vec![0.0; rows * 32], vec![0; rows * 32]);
        let args = vec![buffer(&x), buffer(&value), buffer(&index)];
        let recording =
            Session::record(target, "topk").run(|| kernel(&mut value, &mut index)).unwrap();
        Session::eager(target).run(|| kernel(&mut value, &mut index)).unwrap();
        assert_eq!(x[index[0] as usize], value[0]);
        let recorded = run_recording(&recording, args.clone());
        let args = [args, vec![LaunchArg::Number(rows as u64)]].concat();
        let written = run_text("topk.pto", None, target, args);
        same(target, &[bytes(&value), bytes(&index)], &recorded, &written, &[1, 2]);
    }
}

#[test]
fn smallest_of_columns_and_rows() {
    let (rows, cols) = (70, 140);
    let x = noise(rows * cols, 11);
    type Kernel = fn(
        &GlobalTensor<'_, f32>,
        &mut GlobalTensor<'_, f32>,
        &mut GlobalTensor<'_, i32>,
    ) -> pto::Result<()>;
    let kernels: [(&str, Kernel, [usize; 2]); 2] =
        [("columns", argmin::columns, [1, cols]), ("rows", argmin::rows, [rows, 1])];
    for target in DEVICES {
        for (entry, kernel, shape) in kernels {
            let count = shape[0] * shape[1];
            let (mut value, mut index) = (vec![0.0; count], vec![0i32; count]);
            let run = |value: &mut [f32], index: &mut [i32]| {
                let x = GlobalTensor::new(&x, [rows, cols]);
                let mut value = GlobalTensor::new_mut(value, shape);
                kernel(&x, &mut value, &mut GlobalTensor::new_mut(index, shape))
            };
            let args = vec![buffer(&x), buffer(&value), buffer(&index)];
            let recording = Session::record(target, entry).run(|| run(&mut value, &mut index));
            Session::eager(target).run(|| run(&mut value, &mut index)).unwrap();
            let recorded = run_recording(&recording.unwrap(), args.clone());
            let numbers = [rows, cols].map(|n| LaunchArg::Number(n as u64)).to_vec();
            let args = [args, numbers].concat();
            let written = run_text("argmin.pto", Some(entry), target, args);
            same(target, &[bytes(&value), bytes(&index)], &recorded, &written, &[1, 2]);
        }
    }
}

#[test]
fn attention() {
    let (queries, keys) = (64, 128);
    let (q, k, v) = (halves(queries * 64, 12), halves(keys * 64, 13), halves(keys * 64, 14));
    let kernel = |o: &mut [f32]| {
        let q = GlobalTensor::new(&q, [queries, 64]);
        let k = GlobalTensor::strided(&k, [64, keys], [1, 64]);
        let v = GlobalTensor::new(&v, [keys, 64]);
        flash_attention::flash_attention(&q, &k, &v, &mut GlobalTensor::new_mut(o, [queries, 64]))
    };
    let target = Target::A5;
    let mut o = vec![0.0; queries * 64];
    let args = vec![buffer(&q), buffer(&k), buffer(&v), buffer(&o)];
    let recording = Session::record(target, "flash_attention").run(|| kernel(&mut o)).unwrap();
    Session::eager(target).run(|| kernel(&mut o)).unwrap();
    let recorded = run_recording(&recording, args.clone());
    let numbers = [queries, keys].map(|n| LaunchArg::Number(n as u64)).to_vec();
    let written = run_text("flash_attention.pto", None, target, [args, numbers].concat());
    same(target, &[bytes(&o)], &recorded, &written, &[3]);
}
