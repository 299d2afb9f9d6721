//! Instructions besides arithmetic: what is executed gives the same recorded, and what cannot be executed can be recorded.

use pto::prelude::*;
use pto::{LaunchArg, Recording, code};

/// The program of a kernel, which is legal and reads back as itself.
fn record(target: Target, kernel: impl FnMut() -> pto::Result<()>) -> Recording {
    let program = Session::record(target, "kernel").run(kernel).unwrap();
    assert!(!program.check().iter().any(|d| d.is_error()), "{:?}", program.check());
    let (again, problems) = pto::parse(program.text());
    assert!(problems.is_empty(), "{problems:?}\n{}", program.text());
    assert_eq!(pto_ir::first_difference(program.module(), &again), None, "{}", program.text());
    program
}

fn bytes<E: pto::Scalar>(list: &[E]) -> LaunchArg<'static> {
    LaunchArg::Bytes(E::bytes(list).to_vec())
}

/// Runs a program on buffers and gives one of them.
fn run<E: pto::Scalar, const N: usize>(
    program: &Recording,
    mut args: [LaunchArg; N],
    which: usize,
) -> Vec<E> {
    program.run(&mut args).unwrap();
    let LaunchArg::Bytes(buffer) = &args[which] else { panic!("it was a buffer") };
    let mut list = vec![E::from_code(0); buffer.len() / E::DTYPE.bytes() as usize];
    E::bytes_mut(&mut list).copy_from_slice(buffer);
    list
}

type Vec<T> = std::vec::Vec<T>;
type InUb = pto::Vec;

#[test]
fn a_feature_map_becomes_a_matrix() {
    // A map of 4 x 4 pixels with 16 channels, with a border of one pixel of sevens, and a filter of 3 x 3.
    let map: Vec<f16> = (0..256).map(|i| f16::from_f32((i / 16) as f32)).collect();
    let unit = |i: usize| if i / 16 == i % 16 { f16::ONE } else { f16::ZERO };
    let unit: Vec<f16> = (0..256).map(unit).collect();
    let seven = f16::from_f32(7.0);
    let kernel = |y: &mut [f32]| {
        let mut image = Tile::<Mat, f16, 16, 16, Nz>::new();
        let mut columns = Tile::<Left, f16, 16, 16, Nz>::new();
        let mut right = Tile::<Right, f16, 16, 16, Zn>::new();
        let mut staged = Tile::<Mat, f16, 16, 16, Nz>::new();
        let mut sums = Tile::<Acc, f32, 16, 16, Nz<1024>>::new();
        tload(&mut image, &GlobalTensor::new(&map, [16, 16]))?;
        tload(&mut staged, &GlobalTensor::new(&unit, [16, 16]))?;
        tmov(&mut right, &staged)?;
        let size = SetfmatrixWith { fmap_h: Some(4), fmap_w: Some(4), ..border() };
        setfmatrix_with(&image, size)?;
        let pad_bits = Some(i64::from(seven.to_bits()));
        set_img2col_padding_with(&image, SetImg2colPaddingWith { pad_bits })?;
        set_img2col_rpt(&image)?;
        let filter = Timg2colWith { filter_h: Some(3), filter_w: Some(3), ..Default::default() };
        timg2col_with(&mut columns, &image, 0, 0, filter)?;
        tmatmul(&mut sums, &columns, &right)?;
        tstore(&mut GlobalTensor::new_mut(y, [16, 16]), &sums)?;
        Ok(())
    };
    let mut y = [0.0; 256];
    Session::eager(Target::A5).run(|| kernel(&mut y)).unwrap();
    // The first place of the filter lies in the border for the first line and column, else on the pixel before.
    assert_eq!([y[0], y[16 * 3], y[16 * 4], y[16 * 5], y[16 * 6]], [7.0, 7.0, 7.0, 0.0, 1.0]);
    let program = record(Target::A5, || kernel(&mut [0.0; 256]));
    let args = [bytes(&map), bytes(&unit), bytes(&[0.0f32; 256])];
    assert_eq!(run::<f32, 3>(&program, args, 2), y);
}

fn border() -> SetfmatrixWith {
    let one = Some(1);
    SetfmatrixWith {
        pad_left: one,
        pad_right: one,
        pad_top: one,
        pad_bottom: one,
        ..Default::default()
    }
}

#[test]
fn low_halves_are_packed() {
    let kernel = |y: &mut [i16]| {
        let (mut wide, mut narrow) =
            (Tile::<InUb, i32, 1, 16>::new(), Tile::<InUb, i16, 1, 16>::new());
        tci(&mut wide, 0x7FFF_0005)?;
        tpack(&mut narrow, &wide)?;
        tstore(&mut GlobalTensor::new_mut(y, [1, 16]), &narrow)?;
        Ok(())
    };
    let mut y = [0i16; 16];
    Session::eager(Target::A5).run(|| kernel(&mut y)).unwrap();
    assert_eq!((y[0], y[15]), (5, 20));
    let program = record(Target::A5, || kernel(&mut [0; 16]));
    assert_eq!(run::<i16, 1>(&program, [bytes(&[0i16; 16])], 0), y);
}

#[test]
fn numbers_are_printed() {
    let kernel = || {
        printf("block %d, \"half\"\n", 3)?;
        printf("%f\n", 0.5f32).map(|_| ())
    };
    let eager = Session::eager(Target::A2A3).run(|| kernel().map(|()| Session::printed()));
    let program = record(Target::A2A3, kernel);
    let recorded = program.run(&mut []).unwrap().printed;
    assert_eq!(recorded.concat(), "block 3, \"half\"\n0.500000\n");
    assert_eq!(recorded.concat(), eager.unwrap().concat());
}

#[test]
fn buffers_of_other_devices() {
    let x: Vec<f32> = (0..256).map(|i| i as f32).collect();
    let kernel = |y: &mut [f32]| {
        let mut staging = Tile::<InUb, f32, 8, 32>::new();
        let mut second = Tile::<InUb, f32, 8, 32>::new();
        let x = GlobalTensor::new(&x, [8, 32]);
        let mut y = GlobalTensor::new_mut(y, [8, 32]);
        comm_tget(&mut y, &x, &mut staging)?;
        let add = CommTputWith { atomic_type: Some(AtomicType::AtomicAdd) };
        comm_tput_pong_with(&mut y, &x, &mut staging, &mut second, add)?;
        Ok(())
    };
    let mut y = vec![0.0; 256];
    Session::eager(Target::A5).run(|| kernel(&mut y)).unwrap();
    assert_eq!((y[1], y[255]), (2.0, 510.0));
    let program = record(Target::A5, || kernel(&mut [0.0; 256]));
    assert_eq!(run::<f32, 2>(&program, [bytes(&[0.0f32; 256]), bytes(&x)], 0), y);
}

/// What signals or waits needs the other devices: it is refused eagerly, and is a legal program.
fn only_recorded(what: &str, mut kernel: impl FnMut() -> pto::Result<()>) -> Recording {
    let eager = Session::eager(Target::A2A3).run(&mut kernel).unwrap_err();
    assert_eq!(eager.code(), Some(code::NOT_EXECUTABLE), "{eager}");
    let program = record(Target::A2A3, kernel);
    assert!(program.text().contains(what), "{}", program.text());
    program
}

/// What only moves data runs eagerly, and is a legal program.
fn moves(what: &str, mut kernel: impl FnMut() -> pto::Result<()>) {
    Session::eager(Target::A2A3).run(&mut kernel).unwrap();
    let program = record(Target::A2A3, kernel);
    assert!(program.text().contains(what), "{}", program.text());
}

#[test]
fn other_devices_are_signalled_and_grouped() {
    let (mut signals, data) = ([0i32; 8], [1.0f32; 256]);
    type Staging = Tile<InUb, f32, 8, 32>;
    let notify = only_recorded("pto.comm.tnotify", || {
        let mut signal = GlobalTensor::new_mut(&mut signals, [1, 8]);
        comm_tnotify(&mut signal, 1, NotifyOp::AtomicAdd).map(|_| ())
    });
    assert_eq!(run::<i32, 1>(&notify, [bytes(&[0i32; 8])], 0)[0], 1);
    let signals = [0i32; 8];
    let wait = only_recorded("pto.comm.twait", || {
        comm_twait(&GlobalTensor::new(&signals, [1, 8]), 1, Cmp::Ge).map(|_| ())
    });
    wait.run(&mut [bytes(&[1i32; 8])]).unwrap();
    assert!(wait.run(&mut [bytes(&[0i32; 8])]).is_err(), "nobody sends the signal");
    let x = GlobalTensor::new(&data, [8, 32]);
    let others = [GlobalTensor::new(&data, [8, 32]), GlobalTensor::new(&data, [8, 32])];
    // These tensors may only be read, and a broadcast writes them.
    let mut broadcast =
        || comm_tbroadcast(&[&others[0], &others[1]], &x, &mut Staging::new()).map(|_| ());
    let refused = Session::eager(Target::A2A3).run(&mut broadcast).unwrap_err();
    assert_eq!(refused.code(), Some(code::GM_BOUNDS), "{refused}");
    assert!(record(Target::A2A3, broadcast).text().contains("pto.comm.tbroadcast"));
    let rows_of_both = [0.0f32; 512];
    let both = GlobalTensor::new(&rows_of_both, [16, 32]);
    let scatter =
        || comm_tscatter(&[&others[0], &others[1]], &both, &mut Staging::new()).map(|_| ());
    assert!(record(Target::A2A3, scatter).text().contains("pto.comm.tscatter"));
    let mut whole = [0.0f32; 512];
    moves("pto.comm.tgather", || {
        let mut dst = GlobalTensor::new_mut(&mut whole, [16, 32]);
        comm_tgather(&[&others[0], &others[1]], &mut dst, &mut Staging::new()).map(|_| ())
    });
    moves("pto.comm.treduce", || {
        let mut dst = GlobalTensor::new_mut(&mut whole, [8, 32]);
        let (mut acc, mut received) = (Staging::new(), Staging::new());
        let group = [&others[0], &others[1]];
        comm_treduce(&group, &mut dst, &mut acc, &mut received, ReduceOp::Max).map(|_| ())
    });
}

#[test]
fn transfers_that_go_on_by_themselves() {
    let (workspace, x) = (vec![0u8; 4096], vec![0.0f32; 256]);
    // A prefetch moves nothing.
    let prefetch = || {
        let context = PrefetchAsyncContext::new(&GlobalTensor::new(&workspace, [4096]))?;
        tprefetch_async(&GlobalTensor::new(&x, [1, 256]), &context)
    };
    Session::eager(Target::A5).run(prefetch).unwrap();
    let program = record(Target::A5, || prefetch().map(|_| ()));
    program.run(&mut [bytes(&workspace), bytes(&x)]).unwrap();

    // An event is waited for by the machine, so this is recorded.
    let mut y = vec![0.0f32; 256];
    only_recorded("pto.comm.wait_async_event", || {
        let scratch = Tile::<InUb, i8, 1, 256>::new();
        let session = AsyncSession::build(&scratch, &GlobalTensor::new(&workspace, [4096]))?;
        let x = GlobalTensor::new(&x, [1, 256]);
        let put = comm_tput_async(&mut GlobalTensor::new_mut(&mut y, [1, 256]), &x, &session)?;
        put.wait(&session)
    });

    let kept = Session::record(Target::A5, "kernel");
    let mut context = None;
    kept.run(|| {
        context = Some(PrefetchAsyncContext::new(&GlobalTensor::new(&workspace, [4096]))?);
        Ok(())
    })
    .unwrap();
    let context = context.unwrap();
    let elsewhere = kept.run(|| context.session()).unwrap_err();
    assert_eq!(elsewhere.code(), Some(code::OTHER_SESSION));
}

#[test]
fn scales_of_pushes_and_places_of_scales() {
    let kernel = || {
        set_quant_scalar_with(0.5f32, SetQuantScalarWith { id: Some(0) })?;
        let mut a = Tile::<Left, F8E4M3, 16, 64, Nz>::new();
        let mut scales = Tile::<ScaleLeft, F8E8M0, 16, 2, Zz<32>>::new();
        tassign(&mut a, 0x400)?;
        tget_scale_addr(&mut scales, &a)
    };
    Session::eager(Target::A5).run(kernel).unwrap();
    let program = Session::record(Target::A5, "kernel").run(kernel).unwrap();
    assert!(program.text().contains("pto.set_quant_scalar(") && program.text().contains("id = 0"));
    assert!(program.text().contains("pto.tget_scale_addr ins("), "{}", program.text());
}

#[test]
fn cores_meet() {
    let mut counters = [0i32; 16];
    let mut kernel = || {
        syncall(SyncCoreType::AivOnly)?;
        let mut workspace = GlobalTensor::new_mut(&mut counters, [1, 16]);
        syncall_soft(&mut workspace, 1, SyncCoreType::AivOnly).map(|_| ())
    };
    Session::eager(Target::A2A3).run(&mut kernel).unwrap();
    record(Target::A2A3, kernel).run(&mut [LaunchArg::Bytes(vec![0; 64])]).unwrap();
}
