//! Kernels with vector registers: the same bits executed at once and as a program, and what they may not do.

use pto::prelude::*;
use pto::{LaunchArg, Result, code};

/// What a kernel leaves in a buffer: executed at once, and recorded and run, which must be the same.
fn run(
    target: Target,
    bytes: usize,
    kernel: impl Fn(&mut GlobalTensor<u8>) -> Result<()>,
) -> std::vec::Vec<u8> {
    let mut out = vec![0u8; bytes];
    Session::eager(target)
        .run(|| kernel(&mut GlobalTensor::new_mut(&mut out, [1, bytes])))
        .unwrap();
    let mut other = vec![0u8; bytes];
    let recording = Session::record(target, "kernel")
        .run(|| kernel(&mut GlobalTensor::new_mut(&mut other, [1, bytes])))
        .unwrap();
    let found = recording.check();
    assert!(!found.iter().any(|d| d.is_error()), "{}\n{found:?}", recording.text());
    let mut args = [LaunchArg::Bytes(other)];
    recording.run(&mut args).unwrap();
    let [LaunchArg::Bytes(recorded)] = &args else { panic!("no buffer") };
    assert!(*recorded == out, "{target}: recorded as\n{}", recording.text());
    out
}

/// Eight registers' worth of bytes.
type Bytes = Tile<Vec, u8, 1, 2048>;

/// Stores what a tile holds.
fn keep(out: &mut GlobalTensor<u8>, tile: &Bytes) -> Result<()> {
    tstore(out, tile).map(|_| ())
}

/// A tile whose bytes are 0, 1, 2 ... 255, 0, 1 ...
fn counted() -> Result<Bytes> {
    let tile = Bytes::new();
    vecscope(|| {
        let (p, all) = (tile.address()?, pset_b8(Pattern::All)?);
        let numbers: Vreg<u8> = vbitcast(&vci::<i8>(0)?)?;
        (0..8).try_for_each(|i| vsts(&numbers, &p, 256 * i, &all))
    })?;
    Ok(tile)
}

const TARGETS: [Target; 2] = [Target::CPU, Target::A5];

#[test]
fn a_count_runs_down_the_same_way_when_recorded() {
    for target in TARGETS {
        let out = run(target, 2048, |out| {
            let tile = counted()?;
            vecscope(|| {
                let p = tile.address()?.cast::<i32>()?;
                let (mut left, mut at) = (150, 0);
                while left > 0 {
                    let (mask, rest) = plt_b32(left)?;
                    vsts(&vbr::<i32>(left)?, &p, at, &mask)?;
                    (left, at) = (rest, at + 64);
                }
                assert_eq!((left, at), (0, 192));
                Ok(())
            })?;
            keep(out, &tile)
        });
        let word = |i: usize| i32::from_le_bytes(out[4 * i..4 * i + 4].try_into().unwrap());
        assert_eq!((word(0), word(63), word(64), word(127)), (150, 150, 86, 86));
        assert_eq!((word(128), word(149)), (22, 22));
        assert_eq!(out[600..604], [88, 89, 90, 91], "lanes after the count stay as they are");
    }
}

#[test]
fn loads_spread_and_stores_pack() {
    for target in TARGETS {
        let out = run(target, 2048, |out| {
            let tile = counted()?;
            vecscope(|| {
                let p = tile.address()?.cast::<u16>()?;
                let all = pset_b16(Pattern::All)?;
                let one = vlds_dist(&p, 3, VldsDist::BrcB16)?;
                vsts(&one, &p, 0, &all)?;
                let (even, odd) = vldsx2(&p, 128, Vldsx2Dist::DintlvB16)?;
                vsts(&vadd(&even, &odd, &all)?, &p, 384, &all)?;
                vsts_dist(&even, &p, 512, &all, VstsDist::PkB16)
            })?;
            keep(out, &tile)
        });
        assert_eq!(out[..4], [6, 7, 6, 7]);
        assert_eq!(out[768..772], [2, 4, 10, 12], "0x0100 + 0x0302, 0x0504 + 0x0706");
        assert_eq!(out[1024..1028], [0, 4, 8, 12], "low bytes of the even units");
    }
}

#[test]
fn pointers_move_on() {
    for target in TARGETS {
        let out = run(target, 2048, |out| {
            let tile = counted()?;
            vecscope(|| {
                let all = pset_b32(Pattern::All)?;
                let mut from = tile.address()?.cast::<i32>()?;
                let mut to = from.at(256)?;
                for _ in 0..4 {
                    let (a, next) = vlds_post(&from, 64)?;
                    to = vsts_post(&vnot(&a, &all)?, &to, 64, &all)?;
                    from = next;
                }
                Ok(())
            })?;
            keep(out, &tile)
        });
        assert!((0..1024).all(|i| out[1024 + i] == !out[i]));
    }
}

#[test]
fn streams_go_on_where_they_stopped() {
    for target in TARGETS {
        let out = run(target, 2048, |out| {
            let tile = counted()?;
            vecscope(|| {
                let (p, mut state) = (tile.address()?, init_align()?);
                let a = vlds(&p, 0)?;
                let mut to = p.at(1027)?;
                for count in [5, 40, 1] {
                    (state, to) = vstus_post(state, count, &a, &to)?;
                }
                vstas(state, &to, 0)
            })?;
            keep(out, &tile)
        });
        let written: std::vec::Vec<u8> = (0..5).chain(0..40).chain(0..1).collect();
        assert_eq!(out[1027..1073], written);
        assert_eq!((out[1026], out[1073]), (2, 49));
    }
}

#[test]
fn lanes_are_chosen_converted_and_moved() {
    for target in TARGETS {
        let out = run(target, 2048, |out| {
            let tile = counted()?;
            vecscope(|| {
                let p = tile.address()?.cast::<f32>()?;
                let all = pset_b32(Pattern::All)?;
                let first = pge_b32(Pattern::Vl8)?;
                let numbers: Vreg<i32> = vci(-4)?;
                let negative = vcmps(&numbers, 0, &all, CmpMode::Lt)?;
                let rest = pnot(&negative, &first)?;
                let with = VcvtWith { rnd: Some(VcvtRnd::R), ..VcvtWith::default() };
                let floats: Vreg<f32> = vcvt_with(&numbers, &all, with)?;
                vsts(&vsel(&floats, &vbr(0.5)?, &negative)?, &p, 0, &all)?;
                vsts(&vmuls(&floats, 2.0, &rest)?, &p, 64, &all)?;
                let (low, high) = vintlv(&floats, &vneg(&floats, &all)?)?;
                vsts(&low, &p, 128, &all)?;
                vsts(&high, &p, 192, &all)?;
                let offsets = vsubs(&vci::<i32>(63)?, 60, &first)?;
                vscatter(&floats, &p.at(256)?, &offsets, &first)?;
                let back: Vreg<f32> = vgather2(&p, &vshls(&vci::<i32>(0)?, 1, &all)?, &first)?;
                vsts(&back, &p, 384, &all)
            })?;
            keep(out, &tile)
        });
        let lane = |i: usize| f32::from_le_bytes(out[4 * i..4 * i + 4].try_into().unwrap());
        let lanes = |at: usize| [0, 1, 2, 3, 4, 5, 6, 7].map(|i| lane(at + i));
        assert_eq!(lanes(0), [-4.0, -3.0, -2.0, -1.0, 0.5, 0.5, 0.5, 0.5]);
        assert_eq!(lanes(64), [0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 4.0, 6.0]);
        assert_eq!(lanes(128), [-4.0, 4.0, -3.0, 3.0, -2.0, 2.0, -1.0, 1.0]);
        assert_eq!((lane(192), lane(193)), (28.0, -28.0));
        assert_eq!(lanes(259), [-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
        assert_eq!(lanes(384), [-4.0, -2.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    }
}

#[test]
fn registers_stay_in_their_scope() {
    let mut kept = None;
    vecscope(|| {
        kept = Some(vbr::<f32>(1.0)?);
        Ok(())
    })
    .unwrap();
    let kept = kept.unwrap();
    assert_eq!(kept.read().unwrap_err().code(), Some(code::LEAVES_VECSCOPE));
    let later = vecscope(|| vabs(&kept, &pset_b32(Pattern::All)?).map(|_| ()));
    assert_eq!(later.unwrap_err().code(), Some(code::LEAVES_VECSCOPE));
}

#[test]
fn tiles_and_scopes_stay_out_of_scopes() {
    let mut tile = Tile::<Vec, f32, 1, 64>::new();
    let inside = vecscope(|| texpands(&mut tile, 1.0).map(|_| ()));
    assert_eq!(inside.unwrap_err().code(), Some(code::NOT_IN_VECSCOPE));
    let nested = vecscope(|| vecscope(|| Ok(())).map(|_| ()));
    assert_eq!(nested.unwrap_err().code(), Some(code::NOT_IN_VECSCOPE));
    let waiting = vecscope(|| tsync(()));
    assert_eq!(waiting.unwrap_err().code(), Some(code::NOT_IN_VECSCOPE));
    texpands(&mut tile, 1.0).expect("the scopes before have ended");
}

#[test]
fn what_types_do_not_see_is_refused_with_the_code_of_the_checker() {
    let kernel = || {
        let tile = Tile::<Vec, f32, 1, 64>::new();
        vecscope(|| {
            let (p, a) = (tile.address()?, vbr::<f32>(1.0)?);
            // What is packed has a predicate of its own width.
            vsts_dist(&a, &p, 0, &pset_b32(Pattern::All)?, VstsDist::PkB32)?;
            let refused = vsts_dist(&a, &p, 0, &pset_b16(Pattern::All)?, VstsDist::PkB32);
            assert_eq!(refused.unwrap_err().code(), Some(code::MASK_WIDTH));
            // Streams exist on A5, and an address without one is a multiple of 32 bytes.
            vldas(&p)?;
            let unaligned = vlds(&p, 1).unwrap_err();
            assert_eq!(unaligned.code(), Some(code::ADDR_ALIGN), "{unaligned}");
            Ok(())
        })
    };
    Session::eager(Target::A5).run(kernel).unwrap();
    let missing = Session::eager(Target::A2A3).run(kernel).unwrap_err();
    assert_eq!(missing.code(), Some(code::NOT_ON_TARGET), "{missing}");
}

#[test]
fn values_belong_to_their_session() {
    let tile = Tile::<Vec, f32, 1, 64>::new();
    let p = tile.address().unwrap();
    let elsewhere = Session::eager(Target::A5).run(|| vecscope(|| vlds(&p, 0).map(|_| ())));
    assert_eq!(elsewhere.unwrap_err().code(), Some(code::OTHER_SESSION));
    let recorded = Session::record(Target::A5, "kernel").run(|| {
        vecscope(|| {
            let asked = vbr::<f32>(1.0)?.read().unwrap_err();
            assert_eq!(asked.code(), Some(code::NO_VALUES));
            Ok(())
        })
    });
    recorded.unwrap();
}

#[test]
fn a_pointer_keeps_the_bytes_of_its_tile() {
    let p = {
        let mut tile = Tile::<Vec, i32, 1, 64>::new();
        texpands(&mut tile, 7).unwrap();
        tile.address().unwrap()
    };
    let mut other = Tile::<Vec, i32, 1, 64>::new();
    texpands(&mut other, 8).unwrap();
    vecscope(|| {
        assert_eq!(vlds(&p, 0)?.read()?, [7; 64]);
        Ok(())
    })
    .unwrap();
}

#[test]
fn an_event_of_a_scope_is_the_end_of_its_instructions() {
    let x = vec![1.0f32; 64];
    let mut y = vec![0.0f32; 64];
    let recording = Session::record(Target::A5, "kernel").run(|| {
        let mut tile = Tile::<Vec, f32, 1, 64>::new();
        tassign(&mut tile, 0)?;
        tload(&mut tile, &GlobalTensor::new(&x, [1, 64]))?.wait()?;
        let done = vecscope(|| {
            let (p, all) = (tile.address()?, pset_b32(Pattern::All)?);
            vsts(&vadds(&vlds(&p, 0)?, 1.0, &all)?, &p, 0, &all)
        })?;
        tsync(done)?;
        tstore(&mut GlobalTensor::new_mut(&mut y, [1, 64]), &tile)
    });
    let recording = recording.unwrap();
    let text = recording.text();
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what} in\n{text}"));
    assert!(place("wait_flag[<PIPE_MTE2>, <PIPE_V>") < place("pto.vecscope {"));
    assert!(place("pto.vsts") < place("set_flag[<PIPE_V>, <PIPE_MTE3>"));
    assert!(recording.check().is_empty());
}
