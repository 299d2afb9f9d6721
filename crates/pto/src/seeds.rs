//! The examples of five manual pages as Rust kernels, with numbers.
//!
//! Each page is a section here: what its examples compute, and where an example does not do what the page says, the
//! finding and the corrected kernel. The page of `vcgadd` has a loop in C instead of a kernel, as it is an instruction on
//! registers: here it is a loop in Rust.
//!
//! # trowsum
//!
//! Auto mode: 16 x 16 elements, a column of sums, scratch of the source's size.
//!
//! ```
//! use pto::prelude::*;
//! let mut src = Tile::<Vec, f32, 16, 16>::new();
//! let mut dst = Tile::<Vec, f32, 16, 1, ColMajor>::new();
//! let mut tmp = Tile::<Vec, f32, 16, 16>::new();
//! let values: std::vec::Vec<f32> = (0..256).map(|i| (i / 16) as f32).collect();
//! src.write(&values)?;
//! trowsum(&mut dst, &src, &mut tmp)?;
//! let sums: std::vec::Vec<f32> = (0..16).map(|row| 16.0 * row as f32).collect();
//! assert_eq!(dst.read()?, sums);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! The page also allows a row-major destination of one column. No device has such a tile: its rows have 4 bytes, and rows
//! are multiples of 32 bytes. A session has it by the rules of the manual.
//!
//! ```
//! use pto::prelude::*;
//! let sums = || {
//!     let mut src = Tile::<Vec, f32, 16, 16>::new();
//!     let mut dst = Tile::<Vec, f32, 16, 1>::new();
//!     let mut tmp = Tile::<Vec, f32, 16, 16>::new();
//!     texpands(&mut src, 0.5)?;
//!     trowsum(&mut dst, &src, &mut tmp)?;
//!     assert_eq!(dst.read()?, [8.0; 16]);
//!     Ok(())
//! };
//! Session::eager(Target::A2A3).rules(Rulebook::Manual).run(sums)?;
//! let refused = Session::eager(Target::A2A3).run(sums).unwrap_err().to_string();
//! assert!(refused.contains("each row must be a multiple of 32 bytes"));
//! assert!(refused.contains("the page allows this: `--rules manual`"));
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! A row-major destination is wider, and one column of it is valid.
//!
//! ```
//! use pto::prelude::*;
//! let mut src = Tile::<Vec, f32, 16, 16>::new();
//! let mut dst = Tile::<Vec, f32, 16, 8, RowMajor, Valid<16, 1>>::new();
//! let mut tmp = Tile::<Vec, f32, 16, 16>::new();
//! texpands(&mut src, 0.5)?;
//! trowsum(&mut dst, &src, &mut tmp)?;
//! assert_eq!(dst.read()?, [8.0; 16]);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! # trowexpandadd
//!
//! Auto mode: the number of each row is added to its elements.
//!
//! ```
//! use pto::prelude::*;
//! let mut src0 = Tile::<Vec, f32, 16, 16>::new();
//! let mut src1 = Tile::<Vec, f32, 16, 1, ColMajor>::new();
//! let mut dst = Tile::<Vec, f32, 16, 16>::new();
//! let rows: std::vec::Vec<f32> = (0..16).map(|row| row as f32).collect();
//! texpands(&mut src0, 100.0)?;
//! src1.write(&rows)?;
//! trowexpandadd(&mut dst, &src0, &src1)?;
//! let sums: std::vec::Vec<f32> = (0..256).map(|i| 100.0 + (i / 16) as f32).collect();
//! assert_eq!(dst.read()?, sums);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! Manual mode: the same at addresses. With scratch, which A2/A3 uses for the expanded column:
//!
//! ```
//! use pto::prelude::*;
//! Session::eager(Target::A2A3).run(|| {
//!     let mut src0 = Tile::<Vec, f32, 16, 16>::new();
//!     let mut src1 = Tile::<Vec, f32, 16, 1, ColMajor>::new();
//!     let mut dst = Tile::<Vec, f32, 16, 16>::new();
//!     tassign(&mut src0, 0x1000)?;
//!     tassign(&mut dst, 0x2000)?;
//!     tassign(&mut src1, 0x3000)?;
//!     texpands(&mut src0, 1.5)?;
//!     src1.write(&[2.0; 16])?;
//!     trowexpandadd(&mut dst, &src0, &src1)?;
//!     assert_eq!(dst.read()?, [3.5; 256]);
//!
//!     // Two repeats of eight rows: 512 bytes are enough, 256 are not.
//!     let mut tmp = Tile::<Vec, f32, 16, 8>::new();
//!     tassign(&mut tmp, 0x4000)?;
//!     trowexpandadd_tmp(&mut dst, &src0, &src1, &mut tmp)?;
//!     let mut short = Tile::<Vec, f32, 8, 8>::new();
//!     tassign(&mut short, 0x5000)?;
//!     let refused = trowexpandadd_tmp(&mut dst, &src0, &src1, &mut short).unwrap_err();
//!     assert_eq!(refused.code(), Some(pto::code::SCRATCH_SIZE));
//!     Ok(())
//! })?;
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! # vcgadd
//!
//! The loop of the page, which defines the instruction, and the instruction itself. A register of 256 bytes holds 64
//! numbers, so that `K` is 8. Numbers without a fraction have the same sum in any order; others need not, since the page
//! adds from left to right in its loop and says elsewhere that the sum is a tree.
//!
//! ```
//! use pto::prelude::*;
//! fn by_the_page(src: &[f32]) -> std::vec::Vec<f32> {
//!     let mut dst = vec![0.0; src.len()];
//!     let k = src.len() / 8; // elements per VLane group
//!     for g in 0..8 {
//!         let mut sum = 0.0;
//!         for i in 0..k {
//!             sum += src[g * k + i];
//!         }
//!         dst[g * k] = sum;
//!         for i in 1..k {
//!             dst[g * k + i] = 0.0;
//!         }
//!     }
//!     dst
//! }
//!
//! let values: std::vec::Vec<f32> = (0..64).map(|i| i as f32).collect();
//! let mut x = Tile::<Vec, f32, 1, 64>::new();
//! x.write(&values)?;
//! vecscope(|| {
//!     let sums = vcgadd(&vlds(&x.address()?, 0)?, &pset_b32(Pattern::All)?)?.read()?;
//!     assert_eq!(sums, by_the_page(&values));
//!     assert_eq!((sums[0], sums[8], sums[56]), (28.0, 92.0, 476.0));
//!     assert_eq!(sums[1..8], [0.0; 7]);
//!     Ok(())
//! })?;
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! Published results of devices have the eight sums in lanes 0 to 7: the quirk `vcgadd-placement`, of which
//! `pto isa quirks` shows the evidence. A session takes one reading or the other.
//!
//! ```
//! use pto::prelude::*;
//! let sums = || -> pto::Result<std::vec::Vec<f32>> {
//!     let mut x = Tile::<Vec, f32, 1, 64>::new();
//!     x.write(&(0..64).map(|i| i as f32).collect::<std::vec::Vec<f32>>())?;
//!     let mut sums = std::vec::Vec::new();
//!     vecscope(|| {
//!         sums = vcgadd(&vlds(&x.address()?, 0)?, &pset_b32(Pattern::All)?)?.read()?;
//!         Ok(())
//!     })?;
//!     Ok(sums)
//! };
//! let manual = Session::eager(Target::A5).run(sums)?;
//! let groups: std::vec::Vec<f32> = manual.iter().copied().step_by(8).collect();
//! assert_eq!(groups, [28.0, 92.0, 156.0, 220.0, 284.0, 348.0, 412.0, 476.0]);
//!
//! let silicon = Session::eager(Target::A5).silicon().run(sums)?;
//! assert_eq!(silicon[..8], groups);
//! assert_eq!(silicon[8..], [0.0; 56]);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! Inactive lanes count as zero, and a group without active lanes gives zero.
//!
//! ```
//! use pto::prelude::*;
//! vecscope(|| {
//!     let ones = vbr::<i32>(1)?;
//!     let sums = vcgadd(&ones, &pge_b32(Pattern::Vl4)?)?.read()?;
//!     assert_eq!((sums[0], sums[8]), (4, 0));
//!     Ok(())
//! })?;
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! The use that the page shows, a softmax of rows of 128 numbers, is the example `vcgadd_softmax`, beside the program of
//! the same name. It takes a row as two registers, makes its predicate with `pset_b32` (the instruction of the page does
//! not exist) and subtracts the maximum as a register, as `vexpdif` does not take a number.
//!
//! # tadd
//!
//! Auto mode: a function of tiles.
//!
//! ```
//! use pto::prelude::*;
//! type T = Tile<Vec, f32, 16, 16>;
//! fn add_tiles(dst: &mut T, src0: &T, src1: &T) -> pto::Result<()> {
//!     tadd(dst, src0, src1)?;
//!     Ok(())
//! }
//! let (mut a, mut b, mut sum) = (T::new(), T::new(), T::new());
//! texpands(&mut a, 1.0)?;
//! texpands(&mut b, 0.25)?;
//! add_tiles(&mut sum, &a, &b)?;
//! assert_eq!(sum.read()?, [1.25; 256]);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! Manual mode: addresses, two loads, the sum waits for both, and the store waits for everything. Recorded, the waits
//! become flags between the pipes.
//!
//! ```
//! use pto::prelude::*;
//! type T = Tile<Vec, f32, 16, 16>;
//! fn add(
//!     ga: &GlobalTensor<f32>,
//!     gb: &GlobalTensor<f32>,
//!     gc: &mut GlobalTensor<f32>,
//! ) -> pto::Result<()> {
//!     let (mut src0, mut src1, mut dst) = (T::new(), T::new(), T::new());
//!     tassign(&mut src0, 0x1000)?;
//!     tassign(&mut src1, 0x2000)?;
//!     tassign(&mut dst, 0x3000)?;
//!     let e0 = tload(&mut src0, ga)?;
//!     let e1 = tload(&mut src1, gb)?;
//!     tsync((e0, e1))?;
//!     tadd(&mut dst, &src0, &src1)?;
//!     tsync(())?;
//!     tstore(gc, &dst)?;
//!     Ok(())
//! }
//! let a: std::vec::Vec<f32> = (0..256).map(|i| i as f32).collect();
//! let b = vec![0.5f32; 256];
//! let mut c = vec![0.0f32; 256];
//! let shape = [16, 16];
//! add(&GlobalTensor::new(&a, shape), &GlobalTensor::new(&b, shape), &mut GlobalTensor::new_mut(&mut c, shape))?;
//! assert_eq!((c[0], c[255]), (0.5, 255.5));
//!
//! let program = Session::record(Target::A5, "add").run(|| {
//!     add(&GlobalTensor::new(&a, shape), &GlobalTensor::new(&b, shape), &mut GlobalTensor::new_mut(&mut c, shape))
//! })?;
//! assert!(program.check().is_empty());
//! assert!(program.text().contains("pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]"));
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! # tcolargmin
//!
//! Auto mode: 255 of 256 columns are valid, and the row of the smallest element of each is found.
//!
//! ```
//! use pto::prelude::*;
//! let mut src = Tile::<Vec, f32, 16, 256, RowMajor, Dynamic>::with_valid(16, 255)?;
//! let mut dst = Tile::<Vec, u32, 1, 256, RowMajor, Dynamic>::with_valid(1, 255)?;
//! let mut tmp = Tile::<Vec, f32, 1, 32, RowMajor, Dynamic>::with_valid(1, 32)?;
//! // Column j is smallest in row j % 16.
//! let distance = |i: usize, j: usize| (i as f32 - (j % 16) as f32).abs();
//! let values: std::vec::Vec<f32> = (0..16 * 255).map(|n| distance(n / 255, n % 255)).collect();
//! src.write(&values)?;
//! tcolargmin(&mut dst, &src, &mut tmp)?;
//! let rows: std::vec::Vec<u32> = (0..255).map(|j| j % 16).collect();
//! assert_eq!(dst.read()?, rows);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! The scratch of the example is smaller than what the A2/A3 code uses (two repeats of 64 elements) and than the three
//! regions of the page, which is worth a warning there.
//!
//! ```
//! use pto::prelude::*;
//! Session::eager(Target::A2A3).run(|| {
//!     let mut src = Tile::<Vec, f32, 16, 256, RowMajor, Dynamic>::with_valid(16, 255)?;
//!     let mut dst = Tile::<Vec, u32, 1, 256, RowMajor, Dynamic>::with_valid(1, 255)?;
//!     let mut tmp = Tile::<Vec, f32, 1, 32, RowMajor, Dynamic>::with_valid(1, 32)?;
//!     src.write(&vec![1.0; 16 * 255])?;
//!     tcolargmin(&mut dst, &src, &mut tmp)?;
//!     assert_eq!(Session::warnings()[0].code, pto::code::SCRATCH_SIZE);
//!
//!     let mut enough = Tile::<Vec, f32, 1, 192>::new();
//!     tcolargmin(&mut dst, &src, &mut enough)?;
//!     assert_eq!(Session::warnings().len(), 1);
//!     Ok(())
//! })?;
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! Value and index:
//!
//! ```
//! use pto::prelude::*;
//! let mut src = Tile::<Vec, f32, 16, 256, RowMajor, Dynamic>::with_valid(16, 255)?;
//! let mut dst_val = Tile::<Vec, f32, 1, 256, RowMajor, Dynamic>::with_valid(1, 255)?;
//! let mut dst_idx = Tile::<Vec, i32, 1, 256, RowMajor, Dynamic>::with_valid(1, 255)?;
//! let mut tmp = Tile::<Vec, f32, 1, 32, RowMajor, Dynamic>::with_valid(1, 32)?;
//! // Row 3 is smaller than the others by its column's number.
//! let value = |i: usize, j: usize| if i == 3 { -(j as f32) } else { 1.0 };
//! let values: std::vec::Vec<f32> = (0..16 * 255).map(|n| value(n / 255, n % 255)).collect();
//! src.write(&values)?;
//! tcolargmin_val(&mut dst_val, &mut dst_idx, &src, &mut tmp)?;
//! assert_eq!(dst_idx.read()?, [3; 255]);
//! assert_eq!(dst_val.read()?[7], -7.0);
//! # Ok::<(), pto::Error>(())
//! ```
//!
//! Manual mode. The source has 16 KB at 0, so the addresses of the page, 0x1000 and 0x2000, lie inside of it. The
//! kernel is executed as it is written, and the index of the first columns overwrites a row of the source; recorded, the
//! checker says so.
//!
//! ```
//! use pto::prelude::*;
//! fn kernel(dst_at: u64, tmp_at: u64) -> pto::Result<()> {
//!     let mut src = Tile::<Vec, f32, 16, 256, RowMajor, Dynamic>::with_valid(16, 255)?;
//!     let mut dst = Tile::<Vec, u32, 1, 256, RowMajor, Dynamic>::with_valid(1, 255)?;
//!     let mut tmp = Tile::<Vec, f32, 1, 32, RowMajor, Dynamic>::with_valid(1, 32)?;
//!     tassign(&mut src, 0x0)?;
//!     tassign(&mut dst, dst_at)?;
//!     tassign(&mut tmp, tmp_at)?;
//!     texpands(&mut src, 1.0)?;
//!     tcolargmin(&mut dst, &src, &mut tmp)?;
//!     if !Session::is_recording() {
//!         assert_eq!(dst.read()?, [0; 255]);
//!     }
//!     Ok(())
//! }
//! let session = Session::record(Target::A5, "kernel");
//! let as_written = session.run(|| kernel(0x1000, 0x2000))?.check();
//! assert_eq!(as_written[0].code, pto::code::OVERLAP);
//! let corrected = session.run(|| kernel(0x4000, 0x5000))?.check();
//! assert!(corrected.is_empty(), "{corrected:?}");
//! kernel(0x4000, 0x5000)?;
//! # Ok::<(), pto::Error>(())
//! ```
