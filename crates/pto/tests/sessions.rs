//! What sessions refuse, with the codes of the checker and the simulator, and what recorded kernels look like.

use pto::prelude::*;
use pto::{Code, LaunchArg, code};

type T = Tile<Vec, f32, 16, 16>;

/// The code of the error that a kernel ends with on a target, recorded and eager.
fn refused(target: Target, kernel: impl Fn() -> pto::Result<()>) -> Code {
    let eager = Session::eager(target).run(&kernel).expect_err("it runs");
    let recorded = Session::record(target, "kernel").run(&kernel).expect_err("it is recorded");
    assert_eq!(eager.code(), recorded.code(), "{eager}\n{recorded}");
    eager.code().expect("an error has a code")
}

#[test]
fn what_a_target_lacks() {
    let bf16_sum = || {
        let (mut dst, a) = (Tile::<Vec, bf16, 16, 16>::new(), Tile::<Vec, bf16, 16, 16>::new());
        tadd(&mut dst, &a, &a).map(|_| ())
    };
    assert_eq!(refused(Target::A2A3, bf16_sum), code::TYPE_NOT_ON_TARGET);
    Session::eager(Target::A5).run(bf16_sum).unwrap();

    let columns = || {
        let (mut dst, a) =
            (Tile::<Vec, f32, 16, 16, ColMajor>::new(), Tile::<Vec, f32, 16, 16, ColMajor>::new());
        tadd(&mut dst, &a, &a).map(|_| ())
    };
    assert_eq!(refused(Target::A5, columns), code::LAYOUT);
    Session::eager(Target::CPU).run(columns).unwrap();

    // 256 KB: all of the unified buffer of A5, more than that of A2/A3.
    let large = || {
        let mut t = Tile::<Vec, f32, 256, 256>::new();
        texpands(&mut t, 1.0).map(|_| ())
    };
    assert_eq!(refused(Target::A2A3, large), code::TILE_TOO_BIG);
    Session::eager(Target::A5).run(large).unwrap();
}

#[test]
fn extents_that_are_known_only_now() {
    type D = Tile<Vec, f32, 16, 16, RowMajor, Dynamic>;
    let differs = || {
        let (mut dst, a) = (D::with_valid(8, 16)?, D::with_valid(8, 16)?);
        let b = D::with_valid(8, 15)?;
        tsub(&mut dst, &a, &b).map(|_| ())
    };
    assert_eq!(refused(Target::A5, differs), code::SAME_VALID);
    assert_eq!(refused(Target::A5, || D::with_valid(17, 1).map(|_| ())), code::VALID_TOO_BIG);
    let e = D::with_valid(17, 1).unwrap_err();
    assert!(e.to_string().contains("sessions.rs:"), "{e}");
}

#[test]
fn addresses() {
    let at = |addr: u64| move || tassign(&mut T::new(), addr);
    assert_eq!(refused(Target::A5, at(0x1001)), code::ADDR_ALIGN);
    assert_eq!(refused(Target::A5, at(256 * 1024)), code::ADDR_RANGE);
    assert_eq!(refused(Target::A2A3, at(192 * 1024)), code::ADDR_RANGE);
    Session::eager(Target::A5).run(at(192 * 1024)).unwrap();
}

#[test]
fn tiles_and_events_belong_to_their_session() {
    let (mut outside, event) = {
        let mut t = T::new();
        let e = texpands(&mut t, 1.0).unwrap();
        (t, e)
    };
    let tile = Session::eager(Target::A5).run(|| texpands(&mut outside, 1.0).map(|_| ()));
    assert_eq!(tile.unwrap_err().code(), Some(code::OTHER_SESSION));
    let waits = Session::eager(Target::A5).run(|| event.wait());
    assert_eq!(waits.unwrap_err().code(), Some(code::OTHER_SESSION));
    // The session outside goes on with what it had.
    assert_eq!(outside.read().unwrap(), [1.0; 256]);
}

#[test]
fn a_session_ends_with_its_kernel_even_if_that_panics() {
    let t = T::new();
    let panics = std::panic::catch_unwind(|| {
        Session::eager(Target::A5).run(|| -> pto::Result<()> { panic!("on purpose") })
    });
    assert!(panics.is_err());
    assert_eq!(Session::target(), Target::CPU);
    assert!(t.read().unwrap().iter().all(|v| v.is_nan()), "a fresh tile holds nothing");
}

#[test]
fn there_are_no_values_while_a_kernel_is_recorded() {
    let reads = Session::record(Target::A5, "kernel").run(|| T::new().read());
    assert_eq!(reads.unwrap_err().code(), Some(code::NO_VALUES));
}

#[test]
fn global_memory_has_ends() {
    let mut data = [0.0f32; 256];
    let beyond = {
        let x = GlobalTensor::new(&data, [16, 16]);
        tload(&mut T::new(), &x.part([8, 0], [16, 16])).unwrap_err()
    };
    assert_eq!(beyond.code(), Some(code::GM_BOUNDS));
    let read_only = {
        let mut x = GlobalTensor::new(&data, [16, 16]);
        tstore(&mut x, &T::new()).unwrap_err()
    };
    assert_eq!(read_only.code(), Some(code::GM_BOUNDS));
    tstore(&mut GlobalTensor::new_mut(&mut data, [16, 16]), &T::new()).unwrap();
    assert!(data[0].is_nan());
}

#[test]
fn storage_is_used_again() {
    for _ in 0..1000 {
        let mut t = Tile::<Vec, f32, 256, 128>::new();
        texpands(&mut t, 1.0).unwrap();
    }
    let t = Tile::<Vec, f32, 256, 128>::new();
    assert!(t.read().unwrap()[0].is_nan(), "what another tile held is gone");
}

#[test]
fn narrow_floats_are_given_by_their_codes() {
    // 1.0 and -2.0 in 8 bits with 4 exponent bits.
    let codes = [0x38u8, 0xC0].repeat(16);
    let x = GlobalTensor::<F8E4M3>::from_host(&codes, [1, 32]);
    let mut narrow = Tile::<Vec, F8E4M3, 1, 32>::new();
    let mut wide = Tile::<Vec, f32, 1, 32>::new();
    Session::eager(Target::A5)
        .run(|| {
            let (mut narrow, mut wide) =
                (Tile::<Vec, F8E4M3, 1, 32>::new(), Tile::<Vec, f32, 1, 32>::new());
            tload(&mut narrow, &x)?;
            tcvt(&mut wide, &narrow, Rmode::Rint)?;
            assert_eq!(wide.read()?[..2], [1.0, -2.0]);
            Ok(())
        })
        .unwrap();
    tload(&mut narrow, &x).unwrap();
    tcvt(&mut wide, &narrow, Rmode::Rint).unwrap();
    assert_eq!(wide.read().unwrap()[..2], [1.0, -2.0]);
}

#[test]
fn attributes_and_numbers_are_recorded() {
    let program = Session::record(Target::A5, "kernel")
        .run(|| {
            let (mut a, mut bits) =
                (Tile::<Vec, f32, 16, 64>::new(), Tile::<Vec, u32, 16, 8>::new());
            texpands(&mut a, f32::INFINITY)?;
            let b = Tile::<Vec, f32, 16, 64>::new();
            tmuls(&mut b.inplace(), &a, 1e-5)?;
            tcmp(&mut bits, &a, &b, CmpMode::Lt)?;
            tdiv_with(
                &mut a.inplace(),
                &a,
                &b,
                TdivWith { precision_type: Some(PrecisionType::HighPrecision) },
            )?;
            Ok(())
        })
        .unwrap();
    let text = program.text();
    for piece in ["0x7F800000 : f32", "cmpMode = \"lt\"", "precisionType = \"high_precision\""] {
        assert!(text.contains(piece), "{piece} is missing:\n{text}");
    }
    assert!(program.check().is_empty(), "{:?}", program.check());
}

#[test]
fn a_word_that_an_instruction_does_not_take() {
    let mut data = [0.0f32; 256];
    let mut x = GlobalTensor::new_mut(&mut data, [16, 16]);
    let acc = Tile::<Acc, f32, 16, 16, Nz<1024>>::new();
    let fp = Tile::<Scaling, u64, 1, 16>::new();
    let with = TstoreFpWith { atomic_type: Some(AtomicType::AtomicMax), ..Default::default() };
    let e = tstore_fp_with(&mut x, &acc, &fp, with).unwrap_err();
    assert_eq!(e.code(), Some(code::ATTR_VALUE));
}

#[test]
fn a_recorded_program_reads_back_as_itself() {
    let program = Session::record(Target::A5, "kernel")
        .run(|| {
            let x = [1.0f32; 256];
            let (mut a, mut b) =
                (T::new(), Tile::<Vec, f32, 16, 16, RowMajor, Dynamic>::with_valid(3, 16)?);
            let loaded = tload(&mut a, &GlobalTensor::new(&x, [16, 16]))?;
            loaded.wait()?;
            tmuls(&mut a.inplace(), &a, -f32::NAN)?;
            texpands(&mut b, -1.5)?;
            b.set_valid(4, 8)?;
            tassign(&mut b, 0x2000)?;
            let lists: [Tile<Vec, f32, 1, 64>; 2] = std::array::from_fn(|_| Tile::new());
            let (mut merged, mut tmp) =
                (Tile::<Vec, f32, 1, 128>::new(), Tile::<Vec, f32, 1, 128>::new());
            let mut counts = [0; 4];
            tmrgsort_lists(&mut merged, &mut counts, &mut tmp, &lists[0], &lists[1])?;
            tsync(())
        })
        .unwrap();
    let (again, problems) = pto::parse(program.text());
    assert!(problems.is_empty(), "{problems:?}\n{}", program.text());
    assert_eq!(pto_ir::first_difference(program.module(), &again), None);
}

#[test]
fn a_valid_region_that_changes_is_recorded() {
    type D = Tile<Vec, f32, 16, 16, RowMajor, Dynamic>;
    let program = Session::record(Target::A5, "kernel")
        .run(|| {
            let mut t = D::with_valid(16, 16)?;
            texpands(&mut t, 1.0)?;
            t.set_valid(8, 16)?;
            texpands(&mut t, 2.0)
        })
        .unwrap();
    assert!(program.text().contains("pto.set_validshape %t0, %c8, %c16"), "{}", program.text());
    assert!(program.check().is_empty(), "{:?}", program.check());
}

#[test]
fn findings_of_a_recorded_kernel_name_its_lines() {
    let program = Session::record(Target::A5, "kernel")
        .run(|| {
            let (mut a, mut b) = (T::new(), T::new());
            tassign(&mut a, 0x1000)?;
            // Half of the other tile.
            tassign(&mut b, 0x1200)?;
            texpands(&mut a, 1.0)?;
            tadd(&mut b, &a, &a)
        })
        .unwrap();
    let found = program.check();
    assert_eq!(found[0].code, code::OVERLAP);
    let shown = found[0].describe(program.module(), "");
    assert!(shown.contains(" --> crates/pto/tests/sessions.rs:"), "{shown}");

    let x = [1.0f32; 256];
    let program = Session::record(Target::A5, "kernel")
        .run(|| tload(&mut T::new(), &GlobalTensor::new(&x, [16, 16])))
        .unwrap();
    let short = program.run(&mut [LaunchArg::Bytes(vec![0; 512])]).unwrap_err();
    assert_eq!(short.code(), Some(code::GM_BOUNDS));
    let said = short.to_string();
    assert!(said.contains("note: recorded at crates/pto/tests/sessions.rs:"), "{said}");
}

/// Every block writes its number to its row.
fn numbers_of_blocks(y: &mut [i32]) -> pto::Result<()> {
    let rows = y.len() / 8;
    let mut y = GlobalTensor::new_mut(y, [rows, 8]);
    let mut t = Tile::<Vec, i32, 1, 8>::new();
    let made = texpands(&mut t, 10 * block_num() as i32 + block_idx() as i32)?;
    made.wait()?;
    tstore(&mut y.part_mut([block_idx(), 0], [1, 8]), &t)?;
    Ok(())
}

#[test]
fn a_kernel_on_several_blocks_is_one_program() {
    let mut y = [0; 24];
    let session = Session::record(Target::A2A3, "kernel").blocks(3);
    let program = session.run(|| numbers_of_blocks(&mut y)).unwrap();
    let text = program.text();
    assert!(text.contains("@kernel(%g0: !pto.ptr<i32, gm>)"), "one buffer for all:\n{text}");
    assert!(text.contains("scf.index_switch %block_idx") && text.contains("case 2 {"), "{text}");
    let (again, problems) = pto::parse(text);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(pto_ir::first_difference(program.module(), &again), None);
    assert!(program.check().is_empty(), "{:?}", program.check());

    let mut args = [LaunchArg::Bytes(vec![0; 96])];
    program.run(&mut args).unwrap();
    Session::eager(Target::A2A3).blocks(3).run(|| numbers_of_blocks(&mut y)).unwrap();
    assert_eq!([y[0], y[8], y[23]], [30, 31, 32]);
    let LaunchArg::Bytes(bytes) = &args[0] else { panic!("it was a buffer") };
    assert_eq!(bytes, <i32 as pto::Element>::bytes(&y));

    program.lower().unwrap();
    assert!(program.timeline().unwrap().total_us() > 0.0);
    let cpp = program.emit().unwrap().text;
    assert!(cpp.contains("switch (") && cpp.contains("case 2: {"), "{cpp}");

    let one = Session::record(Target::A2A3, "kernel").run(|| numbers_of_blocks(&mut y)).unwrap();
    assert!(!one.text().contains("block"), "one block has nothing to choose");
}

#[test]
fn blocks_have_tiles_of_their_own() {
    let mut kept = None;
    let keeps = || {
        let t = kept.get_or_insert_with(T::new);
        texpands(t, 1.0).map(|_| ())
    };
    let e = Session::eager(Target::A5).blocks(2).run(keeps).unwrap_err();
    assert_eq!(e.code(), Some(code::OTHER_SESSION));
    let none = Session::eager(Target::A5).blocks(0).run(|| Ok(())).unwrap_err();
    assert_eq!(none.code(), Some(code::KERNEL_ARGUMENT));
    let none = Session::record(Target::A5, "kernel").blocks(0).run(|| Ok(())).unwrap_err();
    assert_eq!(none.code(), Some(code::KERNEL_ARGUMENT));
}

#[test]
fn windows_and_other_names_of_a_tile() {
    type Whole = Tile<Vec, i32, 8, 32>;
    let kernel = |y: &mut [i32]| {
        let mut whole = Whole::new();
        texpands(&mut whole, 1)?;
        // Half of the columns, a window of that, and one that keeps the size of the whole, as the manual has it.
        let half: Tile<Vec, i32, 8, 16> = subview(&whole, 0, 16)?;
        tadds(&mut half.inplace(), &half, 1)?;
        let mut corner: Tile<Vec, i32, 4, 8> = subview(&half, 4, 8)?;
        texpands(&mut corner, i32::MIN + 5)?;
        let first: Tile<Vec, i32, 8, 32, RowMajor, Valid<1, 32>> = subview(&whole, 1, 0)?;
        tmuls(&mut first.inplace(), &first, 10)?;
        // A column that ends where the valid region of its tile does.
        let mut short = Tile::<Vec, i32, 8, 8, RowMajor, Dynamic>::with_valid(3, 8)?;
        texpands(&mut short, 4)?;
        let mut rest: Tile<Vec, i32, 8, 8, RowMajor, Dynamic> = subview(&short, 2, 0)?;
        assert_eq!(rest.valid(), (1, 8));
        texpands(&mut rest, 6)?;
        let mut corner: Tile<Vec, i32, 3, 8> = subview(&whole, 0, 0)?;
        let last: Tile<Vec, i32, 3, 8> = subview(&short, 0, 0)?;
        tmov(&mut corner, &last)?;
        // The highest bit is the sign of a float.
        let floats: Tile<Vec, f32, 8, 32> = bitcast(&whole)?;
        tabs(&mut floats.inplace(), &floats)?;
        let line: Tile<Vec, i32, 1, 256> = treshape(&whole)?;
        tstore(&mut GlobalTensor::new_mut(y, [1, 256]), &line)?;
        Ok(())
    };
    for target in Target::PROFILES {
        let mut y = [0; 256];
        Session::eager(target).run(|| kernel(&mut y)).unwrap();
        let at = |row: usize, col: usize| y[row * 32 + col];
        assert_eq!([at(0, 0), at(2, 0), at(3, 0), at(0, 8)], [4, 6, 1, 1]);
        assert_eq!([at(0, 16), at(1, 8), at(1, 31)], [2, 10, 20]);
        assert_eq!([at(4, 23), at(4, 24), at(7, 31)], [2, 5, 5]);

        let program = Session::record(target, "kernel").run(|| kernel(&mut y)).unwrap();
        assert!(!program.check().iter().any(|d| d.is_error()), "{:?}", program.check());
        let (again, problems) = pto::parse(program.text());
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(pto_ir::first_difference(program.module(), &again), None);
        let mut args = [LaunchArg::Bytes(vec![0; 1024])];
        program.run(&mut args).unwrap();
        let LaunchArg::Bytes(bytes) = &args[0] else { panic!("it was a buffer") };
        assert_eq!(bytes, <i32 as pto::Element>::bytes(&y), "{target}");
        program.lower().unwrap();
        assert!(target == Target::CPU || program.emit().unwrap().text.contains("TSUBVIEW("));
    }
    let larger: pto::Result<Tile<Vec, i32, 16, 32>> = treshape(&Whole::new());
    assert!(larger.is_err(), "it would name bytes of others");
}

#[test]
fn a_column_whose_rows_are_short_by_both_rules() {
    let sums = || {
        let (mut src, mut tmp) = (Tile::<Vec, f32, 16, 16>::new(), Tile::<Vec, f32, 16, 16>::new());
        let mut dst = Tile::<Vec, f32, 16, 1>::new();
        texpands(&mut src, 0.5)?;
        trowsum(&mut dst, &src, &mut tmp)?;
        Ok(())
    };
    let manual = Session::record(Target::A5, "sums").rules(Rulebook::Manual).run(sums).unwrap();
    assert!(manual.text().contains("!pto.tile_buf<vec, 16x1xf32>"), "{}", manual.text());
    assert!(!manual.check().iter().any(|d| d.is_error()), "{:?}", manual.check());
    assert_eq!(refused(Target::A5, sums), code::ROW_ALIGN);
}
