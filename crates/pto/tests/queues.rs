//! Kernels with code for the cube core and for the vector cores: the same bits executed at once and recorded.

use pto::prelude::*;
use pto::{LaunchArg, Scalar, code};

type Numbers<T> = std::vec::Vec<T>;
type Product = Tile<Acc, f32, 16, 16, Nz<1024>>;
type Square = Tile<Vec, f32, 16, 16>;

fn buffer<E: Scalar>(list: &[E]) -> LaunchArg<'static> {
    LaunchArg::Bytes(E::bytes(list).to_vec())
}

/// y = x * x + 1 for tiles of 16 rows, by what the cube core says about a tile in `mat`.
fn multiply(x: &GlobalTensor<f16>, row: usize, product: &mut Product) -> pto::Result<()> {
    let (mut a, mut b) = (Tile::<Mat, f16, 16, 16, Nz>::new(), Tile::<Mat, f16, 16, 16, Nz>::new());
    let (mut left, mut right) =
        (Tile::<Left, f16, 16, 16, Nz>::new(), Tile::<Right, f16, 16, 16, Zn>::new());
    tload(&mut a, &x.part([row, 0], [16, 16]))?;
    tload(&mut b, &x.part([row, 0], [16, 16]))?;
    tmov(&mut left, &a)?;
    tmov(&mut right, &b)?;
    tmatmul(product, &left, &right)?;
    Ok(())
}

fn squares(x: &GlobalTensor<f16>, y: &mut GlobalTensor<f32>, products: &TPipe) -> pto::Result<()> {
    let tiles = x.rows_cols().0 / 16;
    for i in (block_idx()..tiles).step_by(block_num()) {
        section_cube(|| {
            let mut product = Product::new();
            multiply(x, 16 * i, &mut product)?;
            tpush(products, &product)
        })?;
        section_vector(|| {
            let (mut product, mut more) = (Square::new(), Square::new());
            tpop(products, &mut product)?;
            tadds(&mut more, &product, 1.0)?;
            tfree(products)?;
            tstore(&mut y.part_mut([16 * i, 0], [16, 16]), &more)
        })?;
    }
    Ok(())
}

#[test]
fn products_pass_to_the_vector_cores() {
    let x: Numbers<f16> = (0..1280).map(|i| f16::from_f32((i % 13) as f32)).collect();
    for (target, blocks) in [(Target::A5, 1), (Target::A5, 2), (Target::CPU, 1)] {
        let mut y = vec![0.0f32; 1280];
        let mut kernel = || {
            let (x, mut y) =
                (GlobalTensor::new(&x, [80, 16]), GlobalTensor::new_mut(&mut y, [80, 16]));
            squares(&x, &mut y, &TPipe::new(Direction::ToVector, 1024, 2, 0x8000)?)
        };
        let program = Session::record(target, "squares").blocks(blocks).run(&mut kernel).unwrap();
        Session::eager(target).blocks(blocks).run(&mut kernel).unwrap();
        let first: f32 = (0..16).map(|k| (k % 13 * (16 * k % 13)) as f32).sum();
        assert_eq!(y[0], first + 1.0);
        let found = program.check();
        assert!(!found.iter().any(|d| d.is_error()), "{found:?}\n{}", program.text());
        let (again, problems) = pto::parse(program.text());
        assert!(problems.is_empty(), "{problems:?}\n{}", program.text());
        assert_eq!(pto_ir::first_difference(program.module(), &again), None);
        let mut args = [buffer(&x), buffer(&[0.0f32; 1280])];
        program.run(&mut args).unwrap();
        let LaunchArg::Bytes(bytes) = &args[1] else { panic!("it was a buffer") };
        assert!(bytes == f32::bytes(&y), "{target}, {blocks} blocks");
        assert!(program.timeline().unwrap().total_us() > 0.0);
        program.lower().unwrap();
        if target == Target::A5 {
            assert!(program.emit().unwrap().text.contains("TPUSH<"));
        }
    }
}

#[test]
fn through_global_memory_on_a2_and_a3() {
    let x: Numbers<f16> = (0..768).map(|i| f16::from_f32((i % 5) as f32)).collect();
    let slots = vec![0.0f32; 512];
    let mut y = vec![0.0f32; 768];
    let mut kernel = || {
        let (x, mut y) = (GlobalTensor::new(&x, [48, 16]), GlobalTensor::new_mut(&mut y, [48, 16]));
        let slots = GlobalTensor::new(&slots, [512]);
        squares(&x, &mut y, &TPipe::through(&slots, Direction::ToVector, 1024, 2, 0x8000)?)
    };
    let program = Session::record(Target::A2A3, "squares").run(&mut kernel).unwrap();
    Session::eager(Target::A2A3).run(&mut kernel).unwrap();
    let found = program.check();
    assert!(!found.iter().any(|d| d.is_error()), "{found:?}\n{}", program.text());
    let mut args = [buffer(&slots), buffer(&x), buffer(&[0.0f32; 768])];
    program.run(&mut args).unwrap();
    let LaunchArg::Bytes(bytes) = &args[2] else { panic!("it was a buffer") };
    assert!(bytes == f32::bytes(&y));
}

#[test]
fn what_belongs_to_the_other_core_is_refused() {
    let refused = |kernel: &dyn Fn() -> pto::Result<()>| {
        let eager = Session::eager(Target::A5).run(kernel).expect_err("it runs");
        let recorded =
            Session::record(Target::A5, "kernel").run(kernel).expect_err("it is recorded");
        assert_eq!(eager.code(), recorded.code(), "{eager}\n{recorded}");
        eager.code()
    };
    let shared = || {
        let mut t = Square::new();
        section_vector(|| texpands(&mut t, 1.0))?;
        section_cube(|| texpands(&mut t, 1.0)).map(|_| ())
    };
    assert_eq!(refused(&shared), Some(code::MISPLACED));
    let waits = || {
        let made = section_vector(|| texpands(&mut Square::new(), 1.0))?;
        section_cube(|| made.wait())
    };
    assert_eq!(refused(&waits), Some(code::MISPLACED));
    let nested = || section_vector(|| section_cube(|| Ok(())));
    assert_eq!(refused(&nested), Some(code::MISPLACED));
    let pushed_by_the_wrong_core = || {
        let queue = TPipe::new(Direction::ToCube, 1024, 2, 0)?;
        section_cube(|| tpush(&queue, &Product::new())).map(|_| ())
    };
    assert_eq!(refused(&pushed_by_the_wrong_core), Some(code::MISPLACED));
    let empty = Session::eager(Target::A5).run(|| {
        let queue = TPipe::new(Direction::ToVector, 1024, 2, 0)?;
        section_vector(|| tpop(&queue, &mut Square::new()))
    });
    assert_eq!(empty.unwrap_err().code(), Some(code::DEADLOCK));
}

#[test]
fn there_and_back() {
    let unit: Numbers<f16> =
        (0..256).map(|i| if i / 16 == i % 16 { f16::ONE } else { f16::ZERO }).collect();
    let mut y = vec![0.0f32; 256];
    let mut kernel = || {
        let to_cube = TPipe::new(Direction::ToCube, 512, 2, 0x4000)?;
        let to_vector = TPipe::new(Direction::ToVector, 1024, 2, 0x8000)?;
        section_vector(|| {
            let (mut t, mut half) = (Square::new(), Tile::<Vec, f16, 16, 16>::new());
            texpands(&mut t, 1.5)?;
            tcvt(&mut half, &t, Rmode::Rint)?;
            tpush(&to_cube, &half)
        })?;
        section_cube(|| {
            let mut a = Tile::<Mat, f16, 16, 16, Nz>::new();
            let mut b = Tile::<Mat, f16, 16, 16, Nz>::new();
            let (mut left, mut right) =
                (Tile::<Left, f16, 16, 16, Nz>::new(), Tile::<Right, f16, 16, 16, Zn>::new());
            let mut product = Product::new();
            tpop(&to_cube, &mut a)?;
            tload(&mut b, &GlobalTensor::new(&unit, [16, 16]))?;
            tmov(&mut left, &a)?;
            tmov(&mut right, &b)?;
            tmatmul(&mut product, &left, &right)?;
            tfree(&to_cube)?;
            tpush(&to_vector, &product)
        })?;
        section_vector(|| {
            let mut product = Square::new();
            tpop(&to_vector, &mut product)?;
            tstore(&mut GlobalTensor::new_mut(&mut y, [16, 16]), &product)?;
            tfree(&to_vector)
        })
    };
    let program = Session::record(Target::A5, "kernel").run(&mut kernel).unwrap();
    Session::eager(Target::A5).run(&mut kernel).unwrap();
    assert_eq!(y, [1.5; 256]);
    let mut args = [buffer(&unit), buffer(&[0.0f32; 256])];
    program.run(&mut args).unwrap();
    let LaunchArg::Bytes(bytes) = &args[1] else { panic!("it was a buffer") };
    assert!(bytes == f32::bytes(&y));
}
