"""The instructions as functions that a kernel in Python calls."""

# Written by `cargo xtask gen`. Do not edit.

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from ._record import Number, Value, body, call


def tadd(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Add two tiles element by element.

    The iteration domain is the valid region of `dst`. Integers wrap. A source whose valid region is
    smaller than the destination's reads as all-ones bytes there (NaN, or -1), which the checker reports
    as a warning. It does not fence unrelated tile traffic.

    dst[i,j] = src0[i,j] + src1[i,j]   for (i,j) in valid(dst)

    C++: `TADD(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5 (`--rules device`): E0202
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5 (`--rules manual`) (a warning): W0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - the valid regions of `src0` and `src1` should cover that of `dst` (a warning): W0217

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TAdd.hpp:62)
    - a2a3 (`--rules manual`): `dst`: f32, f16, bf16, i32, i16 (manual page pto.tadd)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TAdd.hpp:60)
    - a5 (`--rules manual`): `dst`: f32, f16, bf16, i32, i16, i8, u8, F8E4M3, F8E5M2 (manual page pto.tadd)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2 (manual page pto.tadd; pto-isa@3186c381 include/pto/cpu/TAdd.hpp:64)
    - cpu (`--rules manual`): `dst`: f32, f16, bf16, i32, i16, i8, u8, i64, u64, F8E4M3, F8E5M2 (manual page pto.tadd)
    """
    call("tadd", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tsub(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Subtract two tiles element by element.

    The domain is the valid region of `dst`. Integers wrap. Source lanes outside their valid region are
    never read: the regions must be equal.

    dst[i,j] = src0[i,j] - src1[i,j]   for (i,j) in valid(dst)

    C++: `TSUB(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSub.hpp:61)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSub.hpp:59)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tsub.md:89-93)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSub.hpp:31-44)
    """
    call("tsub", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tmul(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Multiply two tiles element by element.

    The domain is the valid region of `dst`. Integers keep the low half of the product. There is no 8-bit
    multiplication on a device.

    dst[i,j] = src0[i,j] * src1[i,j]   for (i,j) in valid(dst)

    C++: `TMUL(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMul.hpp:61)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMul.hpp:59)
    - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmul.md:89-93)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TMul.hpp:31-44)
    """
    call("tmul", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tmax(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Take the larger of two tiles' elements.

    The domain is the valid region of `dst`. A NaN in either source gives NaN.

    dst[i,j] = max(src0[i,j], src1[i,j])   for (i,j) in valid(dst)

    C++: `TMAX(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMax.hpp:61)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMax.hpp:59)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmax.md:89-93)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TMax.hpp:31-44)
    """
    call("tmax", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tmin(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Take the smaller of two tiles' elements.

    The domain is the valid region of `dst`. A NaN in either source gives NaN.

    dst[i,j] = min(src0[i,j], src1[i,j])   for (i,j) in valid(dst)

    C++: `TMIN(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMin.hpp:62)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMin.hpp:59)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tmin.md:89-93)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30)
    """
    call("tmin", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tprelu(
    dst: Value,
    src0: Value,
    src1: Value,
    tmp: Value | None = None,
) -> None:
    r"""Apply a ReLU with one slope per element.

    The domain is the valid region of `dst`. A2/A3 multiplies, compares and selects, with the packed
    comparison in `tmp`; so the operands must not share storage there. A5 has one register instruction.

    dst[i,j] = src0[i,j] > 0 ? src0[i,j] : src0[i,j] * src1[i,j]   for (i,j) in valid(dst)

    C++: `TPRELU(dst, src0, src1, tmp=dst)`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `tmp` must be row-major, on a2a3: E0202
    - `dst` and `src0` must be different tiles, on a2a3: E0223
    - `dst` and `src1` must be different tiles, on a2a3: E0223
    - `dst` and `tmp` must be different tiles, on a2a3: E0223
    - `src0` and `tmp` must be different tiles, on a2a3: E0223
    - `src1` and `tmp` must be different tiles, on a2a3: E0223
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `tmp` must have element type ui8 or i8, on a2a3: E0204
    - `dst`, `src0` and `src1` must have the same valid region: E0211
    - `tmp` must have element type ui8, on a2a3 (`--rules manual`): E0204
    - `tmp` must have one row more than the valid rows of `dst`, and a valid byte per eight valid columns, on a2a3: E0219
    - `tmp` must have more valid rows than `dst`, on a2a3 (`--rules device`) (a warning): W0217
    - `tmp` must have more valid rows than `dst`, on a2a3 (`--rules manual`): E0217

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPrelu.hpp:27)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPrelu.hpp:53)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:167-172)

    Scratch:
    - a2a3: at least (R+1)*max(32, ceil(C/8) in whole blocks) bytes for R x C valid elements
    - cpu, a5: accepted and not used
    """
    call("tprelu", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), ())


def taddc(
    dst: Value,
    src0: Value,
    src1: Value,
    src2: Value,
) -> None:
    r"""Add three tiles element by element.

    Despite the suffix there is no carry: it is a sum of three. The domain is the valid region of `dst`.
    Integers wrap.

    dst[i,j] = src0[i,j] + src1[i,j] + src2[i,j]   for (i,j) in valid(dst)

    C++: `TADDC(dst, src0, src1, src2)`

    Rules:
    - `src0`, `src1`, `src2` and `dst` must be in vec: E0201
    - `dst`, `src0`, `src1` and `src2` must have the same element type: E0203
    - `dst`, `src0`, `src1` and `src2` must have the same rows and columns: E0218
    - `dst`, `src0`, `src1` and `src2` must have the same valid region: E0211

    Element types:
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:220-227)
    """
    call("taddc", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("src2", src2, ""),), ())


def tsubc(
    dst: Value,
    src0: Value,
    src1: Value,
    src2: Value,
) -> None:
    r"""Subtract one tile from another and add a third.

    Despite the suffix there is no borrow: it is a sum of three with one sign. The domain is the valid
    region of `dst`. Integers wrap.

    dst[i,j] = src0[i,j] - src1[i,j] + src2[i,j]   for (i,j) in valid(dst)

    C++: `TSUBC(dst, src0, src1, src2)`

    Rules:
    - `src0`, `src1`, `src2` and `dst` must be in vec: E0201
    - `dst`, `src0`, `src1` and `src2` must have the same element type: E0203
    - `dst`, `src0`, `src1` and `src2` must have the same valid region: E0211

    Element types:
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:229-236)
    """
    call("tsubc", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("src2", src2, ""),), ())


def tdiv(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Divide two tiles element by element.

    The domain is the valid region of `dst`. Floats follow IEEE 754 (a zero divisor gives an infinity or
    NaN); integers truncate toward zero, and dividing them by zero is an error.

    dst[i,j] = src0[i,j] / src1[i,j]   for (i,j) in valid(dst)

    C++: `TDIV<[precisionType:DivAlgorithm | precision_mode:DivAlgorithm]>(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TDiv.hpp:58)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDiv.hpp:67)
    - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tdiv.md:98-102)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TDiv.hpp:31-45)

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("tdiv", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def tfmod(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Take the remainder of a truncating division of two tiles.

    The domain is the valid region of `dst`. The result has the sign of the dividend; `trem` is the one
    with the sign of the divisor.

    dst[i,j] = src0[i,j] - trunc(src0[i,j] / src1[i,j]) * src1[i,j]   for (i,j) in valid(dst)

    C++: `TFMOD<[precisionType:FmodAlgorithm | precision_mode:FmodAlgorithm]>(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFmod.hpp:70)
    - a5: `dst`: i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFMod.hpp:86-106)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:143-149)

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("tfmod", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def trem(
    dst: Value,
    src0: Value,
    src1: Value,
    tmp: Value | None = None,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Take the remainder of a flooring division of two tiles.

    The domain is the valid region of `dst`. The result has the sign of the divisor. On A2/A3 i32 goes
    through f32, so operands beyond 2^24 in magnitude lose bits.

    dst[i,j] = src0[i,j] - floor(src0[i,j] / src1[i,j]) * src1[i,j]   for (i,j) in valid(dst)

    C++: `TREM<[precisionType:RemAlgorithm | precision_mode:RemAlgorithm]>(dst, src0, src1, tmp=dst)`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `tmp` must be row-major, on a2a3: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
    - `dst` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f32, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TRem.hpp:177)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRem.hpp:107)
    - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trem.md:103-107)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:151-158)

    Scratch:
    - a2a3 (`--rules manual`): at least two rows of the valid columns of `dst`
    - a2a3: at least C + 2*ceil(C/64) elements for C columns of `dst` (a warning)
    - cpu, a5: accepted and not used

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("trem", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def tdivs(
    dst: Value,
    src: Value | Number,
    scalar: Value | Number,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Divide a tile by a number, or a number by a tile.

    The domain is the valid region of `dst`. The order of the two operands is the order of the division. Floats
    follow IEEE 754; integers truncate toward zero, and dividing them by zero is an error.

    dst[i,j] = src[i,j] / scalar   (tile first)
    dst[i,j] = src / scalar[i,j]   (number first)   for (i,j) in valid(dst)

    C++: `TDIVS<[precisionType:DivAlgorithm | precision_mode:DivAlgorithm]>(dst, src, scalar)`

    Rules:
    - `src`, `scalar` and `dst` must be in vec: E0201
    - one of `src` and `scalar` must be a tile, the other a number: E0304
    - `src`, `scalar` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
    - `src`, `scalar` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
    - `src` must have the element type of `dst`: E0203
    - `scalar` must have the element type of `dst`: E0203
    - 8-bit integers can divide a number, and cannot be divided by one, on a5 (`--rules device`): E0204
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst`, `src` and `scalar` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TDivS.hpp:220, 278)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDivS.hpp:135-147; a number divided by a tile: 177-205 checks no type)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tdivs.md:112-116)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 172-181)

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("tdivs", (("dst", dst, ""), ("src", src, "=dst"), ("scalar", scalar, "=dst"),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def tfmods(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Take the remainder of a truncating division of a tile by a number.

    The domain is the valid region of `dst`. The result has the sign of the dividend.

    dst[i,j] = src[i,j] - trunc(src[i,j] / scalar) * scalar   for (i,j) in valid(dst)

    C++: `TFMODS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3: E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (a warning): W0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFmodS.hpp:73)
    - a5: `dst`: i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFModS.hpp:89-116)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 259)
    """
    call("tfmods", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=dst"),), ())


def trems(
    dst: Value,
    src: Value,
    scalar: Number,
    tmp: Value | None = None,
) -> None:
    r"""Take the remainder of a flooring division of a tile by a number.

    The domain is the valid region of `dst`. The result has the sign of the divisor. On A2/A3 i32 goes
    through f32, so operands beyond 2^24 in magnitude lose bits.

    dst[i,j] = src[i,j] - floor(src[i,j] / scalar) * scalar   for (i,j) in valid(dst)

    C++: `TREMS(dst, src, scalar, tmp=dst)`

    Rules:
    - `src`, `tmp` and `dst` must be in vec: E0201
    - `src`, `tmp` and `dst` must be row-major, on a2a3: E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (a warning): W0220
    - `dst` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
    - `dst` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f32, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TRemS.hpp:155)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRemS.hpp:97)
    - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/trems.md:104-108)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 205-217)

    Scratch:
    - a2a3: at least one valid row of `dst`
    - cpu, a5: accepted and not used
    """
    call("trems", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=dst"), ("tmp", tmp, ""),), ())


def tpow(
    dst: Value,
    base: Value,
    exp: Value,
    tmp: Value | None = None,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Raise one tile to the power of another.

    The domain is the valid region of `dst`. Integers multiply repeatedly and wrap. A5 has a second, more
    accurate algorithm for floats. Scratch is for the floating-point path of A2/A3.

    dst[i,j] = base[i,j] ^ exp[i,j]   for (i,j) in valid(dst)

    C++: `TPOW<[precisionType:PowAlgorithm | precision_mode:PowAlgorithm]>(dst, base, exp, tmp=dst)`

    Rules:
    - `base`, `exp`, `tmp` and `dst` must be in vec: E0201
    - `base`, `exp`, `tmp` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `base` and `exp` must have the same element type: E0203
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
    - `dst` and `tmp` must have the same element type, on a5 (a warning): W0203
    - `dst`, `base` and `exp` must have the same valid region: E0211
    - `dst` and `tmp` must have the same valid region, on a2a3: E0211
    - `dst` and `tmp` must have the same valid region, on a5 (a warning): W0211
    - the accurate power algorithm exists on A5 only, on a2a3: E0232
    - the accurate power algorithm takes f16, bf16 and f32, the fast one everything but bf16, on a5: E0232
    - `tmp` goes with floating-point elements only, on a2a3, a5 (a warning): W0222

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:265)
    - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tpow.md:73-76)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:628-634)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPow.hpp:110-118)

    Scratch:
    - a2a3: at least the size of `dst`; integers take none
    - cpu, a5: accepted and not used

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("tpow", (("dst", dst, ""), ("base", base, ""), ("exp", exp, ""), ("tmp", tmp, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def tpows(
    dst: Value,
    base: Value,
    exp: Number,
    tmp: Value | None = None,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Raise a tile to the power of a number.

    The domain is the valid region of `dst`. Integers multiply repeatedly and wrap. A5 has a second, more
    accurate algorithm for floats. Scratch is for the floating-point path of A2/A3.

    dst[i,j] = base[i,j] ^ exp   for (i,j) in valid(dst)

    C++: `TPOWS<[precisionType:PowAlgorithm | precision_mode:PowAlgorithm]>(dst, base, exp, tmp=dst)`

    Rules:
    - `base`, `tmp` and `dst` must be in vec: E0201
    - `base`, `tmp` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `base` must have the same element type: E0203
    - `exp` must have the element type of `dst` (`--rules device`) (a warning): W0220
    - `exp` must have the element type of `dst` (`--rules manual`): E0220
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
    - `dst` and `tmp` must have the same element type, on a5 (a warning): W0203
    - `dst` and `base` must have the same valid region: E0211
    - `dst` and `tmp` must have the same valid region, on a2a3: E0211
    - `dst` and `tmp` must have the same valid region, on a5 (a warning): W0211
    - the accurate power algorithm exists on A5 only, on a2a3: E0232
    - the accurate power algorithm takes f16, bf16 and f32, the fast one everything but bf16, on a5: E0232
    - `tmp` goes with floating-point elements only, on a2a3, a5 (a warning): W0222

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPow.hpp:265)
    - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tpows.md:69-73)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPow.hpp:628-634)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:193)

    Scratch:
    - a2a3: at least the size of `dst`; integers take none
    - cpu, a5: accepted and not used

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("tpows", (("dst", dst, ""), ("base", base, ""), ("exp", exp, "=dst"), ("tmp", tmp, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def tand(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""And two tiles bit by bit.

    The domain is the valid region of `dst`. Only integers have bits; the sign plays no part.

    dst[i,j] = src0[i,j] & src1[i,j]   for (i,j) in valid(dst)

    C++: `TAND(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TAnd.hpp:45-88)
    - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tand.md:97-100)
    - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TAnd.hpp:55)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30)
    """
    call("tand", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tor(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Or two tiles bit by bit.

    The domain is the valid region of `dst`. Only integers have bits; the sign plays no part.

    dst[i,j] = src0[i,j] | src1[i,j]   for (i,j) in valid(dst)

    C++: `TOR(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TOr.hpp:35-78)
    - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tor.md:97-100)
    - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TOr.hpp:54)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:19-30)
    """
    call("tor", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def txor(
    dst: Value,
    src0: Value,
    src1: Value,
    tmp: Value | None = None,
) -> None:
    r"""Exclusive-or two tiles bit by bit.

    The domain is the valid region of `dst`. A2/A3 computes `(a | b) & ~(a & b)` with the first part in
    `tmp`, so no operand may share storage with another there, except the two sources with each other.

    dst[i,j] = src0[i,j] ^ src1[i,j]   for (i,j) in valid(dst)

    C++: `TXOR(dst, src0, src1, tmp=dst)`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `tmp` must be row-major, on a2a3: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` and `tmp` must have the same element type, on a2a3: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211
    - `dst` and `tmp` must have the same valid region, on a2a3: E0211
    - `dst` and `src0` must be different tiles, on a2a3: E0223
    - `dst` and `src1` must be different tiles, on a2a3: E0223
    - `dst` and `tmp` must be different tiles, on a2a3: E0223
    - `src0` and `tmp` must be different tiles, on a2a3: E0223
    - `src1` and `tmp` must be different tiles, on a2a3: E0223

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TXor.hpp:20-61)
    - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TXor.hpp:54)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:160-165)

    Scratch:
    - a2a3: at least the size of `dst`
    - cpu, a5: accepted and not used
    """
    call("txor", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), ())


def tnot(
    dst: Value,
    src: Value,
) -> None:
    r"""Invert the bits of a tile.

    The domain is the valid region of `dst`.

    dst[i,j] = ~src[i,j]   for (i,j) in valid(dst)

    C++: `TNOT(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:387-392)
    - a2a3 (`--rules manual`): `dst`: i16, u16 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tnot.md:82-86)
    - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:212)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
    """
    call("tnot", (("dst", dst, ""), ("src", src, ""),), ())


def tshl(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Shift the elements of a tile left by the elements of another.

    The domain is the valid region of `dst`. Bits shifted out are lost, zeros come in. A shift by the width of an
    element or more is undefined.

    dst[i,j] = src0[i,j] << src1[i,j]   for (i,j) in valid(dst)

    C++: `TSHL(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TShl.hpp:44)
    - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShl.hpp:81)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tshl.md:88-91)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
    """
    call("tshl", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tshr(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Shift the elements of a tile right by the elements of another.

    The domain is the valid region of `dst`. Signed integers keep their sign, unsigned
    ones are filled with zeros. A shift by the width of an element or more is undefined.

    dst[i,j] = src0[i,j] >> src1[i,j]   for (i,j) in valid(dst)

    C++: `TSHR(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TShr.hpp:44)
    - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShr.hpp:81)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tshr.md:88-91)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
    """
    call("tshr", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tands(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""And a number into every element of a tile.

    The domain is the valid region of `dst`. A2/A3 first expands the number into `dst`, so `dst` must not be
    `src`.

    dst[i,j] = src[i,j] & scalar   for (i,j) in valid(dst)

    C++: `TANDS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
    - `dst` and `scalar` must have elements of the same size: E0206
    - `dst` and `src` must have the same valid region: E0211
    - `src` and `dst` must be different tiles, on a2a3: E0223
    - `src` and `dst` must be different tiles, on a5 (`--rules device`) (a warning): W0223
    - `src` and `dst` must be different tiles, on a5 (`--rules manual`): E0223

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:99-108)
    - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TAndS.hpp:56-67)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
    """
    call("tands", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, ""),), ())


def tors(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Or a number into every element of a tile.

    The domain is the valid region of `dst`. A2/A3 first expands the number into `dst`, so `dst` must not be
    `src`.

    dst[i,j] = src[i,j] | scalar   for (i,j) in valid(dst)

    C++: `TORS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
    - `dst` and `scalar` must have elements of the same size: E0206
    - `dst` and `src` must have the same valid region: E0211
    - `src` and `dst` must be different tiles, on a2a3: E0223
    - `src` and `dst` must be different tiles, on a5 (`--rules device`) (a warning): W0223
    - `src` and `dst` must be different tiles, on a5 (`--rules manual`): E0223

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:111-120)
    - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TOrS.hpp:56-67)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
    """
    call("tors", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, ""),), ())


def txors(
    dst: Value,
    src: Value,
    scalar: Number,
    tmp: Value | None = None,
) -> None:
    r"""Exclusive-or a number into every element of a tile.

    The domain is the valid region of `dst`. A2/A3 keeps an intermediate tile in `tmp`, and no operand may share
    storage with another there.

    dst[i,j] = src[i,j] ^ scalar   for (i,j) in valid(dst)

    C++: `TXORS(dst, src, scalar, tmp=dst)`

    Rules:
    - `src`, `tmp` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `tmp` must be row-major, on a2a3: E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
    - `dst` and `scalar` must have elements of the same size: E0206
    - `dst` and `tmp` must have the same element type, on a2a3: E0203
    - `dst` and `src` must have the same valid region: E0211
    - `src` and `dst` must be different tiles, on a2a3: E0223
    - `src` and `dst` must be different tiles, on a5 (a warning): W0223
    - `src` and `tmp` must be different tiles, on a2a3: E0223
    - `dst` and `tmp` must be different tiles, on a2a3: E0223

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:123-139)
    - a5: `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TXorS.hpp:56-67)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:240-246)

    Scratch:
    - a2a3: at least the size of `dst`
    - cpu, a5: accepted and not used
    """
    call("txors", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, ""), ("tmp", tmp, ""),), ())


def tshls(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Shift the elements of a tile left by a number.

    The domain is the valid region of `dst`. The number may be any integer type; it must be at least 0 and less
    than the width of an element.

    dst[i,j] = src[i,j] << scalar   for (i,j) in valid(dst)

    C++: `TSHLS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region: E0211
    - a constant shift must be at least 0 and less than the width of an element: E0228

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:24)
    - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShlS.hpp:54-83)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tshls.md:86-90)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
    """
    call("tshls", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, ""),), ())


def tshrs(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Shift the elements of a tile right by a number.

    The domain is the valid region of `dst`. The number may be any integer type; it must be at least 0 and less
    than the width of an element. Signed integers keep their sign.

    dst[i,j] = src[i,j] >> scalar   for (i,j) in valid(dst)

    C++: `TSHRS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region: E0211
    - a constant shift must be at least 0 and less than the width of an element: E0228

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16 (pto-isa@3186c381 include/pto/npu/a2a3/TBitwiseSOp.hpp:24)
    - a5: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TShrS.hpp:54-76)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tshrs.md:86-90)
    - cpu: `dst`: i64, u64, i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103)
    """
    call("tshrs", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, ""),), ())


def tabs(
    dst: Value,
    src: Value,
) -> None:
    r"""Take the absolute value of a tile.

    The domain is the valid region of `dst`. The smallest integer stays as it is.

    dst[i,j] = |src[i,j]|   for (i,j) in valid(dst)

    C++: `TABS(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
    - a5: `dst`: f16, f32, i8, i16, i32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:316)
    - cpu: `dst`: i32, i16, i8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TAbs.hpp:31-43)
    """
    call("tabs", (("dst", dst, ""), ("src", src, ""),), ())


def tneg(
    dst: Value,
    src: Value,
) -> None:
    r"""Negate a tile.

    The domain is the valid region of `dst`. The headers multiply by -1, so the element types are those of `tmuls`;
    integers wrap.

    dst[i,j] = -src[i,j]   for (i,j) in valid(dst)

    C++: `TNEG(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
    - `dst` and `src` must have as many valid columns, on a5: E0213
    - the valid region of `src` should cover that of `dst`, on a5 (a warning): W0217

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:449-452, a2a3/TMulS.hpp:52)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:365-368, a5/TMulS.hpp:57)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
    """
    call("tneg", (("dst", dst, ""), ("src", src, ""),), ())


def texp(
    dst: Value,
    src: Value,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Take the exponential of a tile.

    The domain is the valid region of `dst`. Overflow gives an infinity. A5 has a second, more accurate algorithm.

    dst[i,j] = e ^ src[i,j]   for (i,j) in valid(dst)

    C++: `TEXP<[precisionType:ExpAlgorithm | precision_mode:ExpAlgorithm]>(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("texp", (("dst", dst, ""), ("src", src, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def tlog(
    dst: Value,
    src: Value,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Take the natural logarithm of a tile.

    The domain is the valid region of `dst`. Zero gives -inf, a negative number NaN. A5 has a second, more accurate
    algorithm.

    dst[i,j] = ln src[i,j]   for (i,j) in valid(dst)

    C++: `TLOG<[precisionType:LogAlgorithm | precision_mode:LogAlgorithm]>(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("tlog", (("dst", dst, ""), ("src", src, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def tsqrt(
    dst: Value,
    src: Value,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Take the square root of a tile.

    The domain is the valid region of `dst`. A negative number gives NaN. A5 has a second, more accurate algorithm.

    dst[i,j] = sqrt(src[i,j])   for (i,j) in valid(dst)

    C++: `TSQRT<[precisionType:SqrtAlgorithm | precision_mode:SqrtAlgorithm]>(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:149)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSqrt.hpp:32-45)

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("tsqrt", (("dst", dst, ""), ("src", src, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def trsqrt(
    dst: Value,
    src: Value,
    *,
    tmp: Value | None = None,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Take the reciprocal square root of a tile.

    The domain is the valid region of `dst`. Zero gives an infinity, a negative number NaN. With `tmp`, A2/A3 divides
    one by the square root instead of using its fast approximation; A5 ignores it.

    dst[i,j] = 1 / sqrt(src[i,j])   for (i,j) in valid(dst)

    C++: `TRSQRT<[precisionType:RsqrtAlgorithm | precision_mode:RsqrtAlgorithm]>(dst, src[, tmp])`

    Rules:
    - `src`, `tmp` and `dst` must be in vec: E0201
    - `src`, `tmp` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211
    - `tmp` must be given for the accurate algorithm, on a2a3, a5: E0221

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:265, 335-341)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRsqrt.hpp:194)
    - cpu: `dst`: f16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRSqrt.hpp:21-31)

    Scratch:
    - a2a3: at least 32 bytes
    - cpu, a5: accepted and not used

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("trsqrt", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def trecip(
    dst: Value,
    src: Value,
    *,
    precision_type: str | None = None,
    precision_mode: str | None = None,
) -> None:
    r"""Take the reciprocal of a tile.

    The domain is the valid region of `dst`. The headers divide one by the tile; a zero gives an infinity, and is an
    error among integers, which truncate toward zero. On A2/A3 `dst` must not be `src`.

    dst[i,j] = 1 / src[i,j]   for (i,j) in valid(dst)

    C++: `TRECIP<[precisionType:RecipAlgorithm | precision_mode:RecipAlgorithm]>(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211
    - `src` and `dst` must be different tiles, on a2a3: E0223

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/common/pto_instr.hpp:533-539, npu/a2a3/TDivS.hpp:272-282)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, f32 (pto-isa@3186c381 include/pto/common/pto_instr.hpp:533-539, npu/a5/TDivS.hpp:177-205 checks no type; integers: 125-128)
    - a2a3, a5 (`--rules manual`): `dst`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/trecip.md:91-92)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)

    Attributes:
    - precision_type: fast or accurate algorithm, e.g. `#pto<div_precision high_precision>` (default, high_precision)
    - precision_mode: older name of `precisionType` (default, high_precision)
    """
    call("trecip", (("dst", dst, ""), ("src", src, ""),), (("precisionType", precision_type), ("precision_mode", precision_mode),))


def trelu(
    dst: Value,
    src: Value,
) -> None:
    r"""Clamp negative elements of a tile to zero.

    The domain is the valid region of `dst`. A NaN stays NaN.

    dst[i,j] = max(src[i,j], 0)   for (i,j) in valid(dst)

    C++: `TRELU(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TUnaryOp.hpp:408)
    - a5: `dst`: f16, f32, i32 (pto-isa@3186c381 include/pto/npu/a5/TUnaryOp.hpp:247)
    - cpu: `dst`: i64, i32, i16, i8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:105-141)
    """
    call("trelu", (("dst", dst, ""), ("src", src, ""),), ())


def tadds(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Add a number to every element of a tile.

    The domain is the valid region of `dst`. Integers wrap.

    dst[i,j] = src[i,j] + scalar   for (i,j) in valid(dst)

    C++: `TADDS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
    - `scalar` must have the element type of `dst` (`--rules manual`): E0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
    - `dst` and `src` must have as many valid columns, on a5: E0213
    - `dst` and `src` must have as many valid rows, on a5 (`--rules device`): E0212

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TAddS.hpp:52)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TAddS.hpp:57)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tadds.md:98-102)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 154)
    """
    call("tadds", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=dst"),), ())


def tsubs(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Subtract a number from every element of a tile.

    The domain is the valid region of `dst`. Integers wrap.

    dst[i,j] = src[i,j] - scalar   for (i,j) in valid(dst)

    C++: `TSUBS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
    - `scalar` must have the element type of `dst` (`--rules manual`): E0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSubS.hpp:52)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSubS.hpp:57)
    - a5 (`--rules manual`): `dst`: i32, i16, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubs.md:88-91)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 160)
    """
    call("tsubs", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=dst"),), ())


def tmuls(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Multiply every element of a tile by a number.

    The domain is the valid region of `dst`. Integers keep the low half of the product.

    dst[i,j] = src[i,j] * scalar   for (i,j) in valid(dst)

    C++: `TMULS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
    - `scalar` must have the element type of `dst` (`--rules manual`): E0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
    - `dst` and `src` must have as many valid columns, on a5: E0213
    - the valid region of `src` should cover that of `dst`, on a5 (a warning): W0217

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMulS.hpp:52)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMulS.hpp:57)
    - a5 (`--rules manual`): `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmuls.md:98-102)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 166)
    """
    call("tmuls", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=dst"),), ())


def tmaxs(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Take the larger of each element and a number.

    The domain is the valid region of `dst`. A NaN in the tile or the number gives NaN.

    dst[i,j] = max(src[i,j], scalar)   for (i,j) in valid(dst)

    C++: `TMAXS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
    - `scalar` must have the element type of `dst` (`--rules manual`): E0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
    - `dst` and `src` must have as many valid columns, on a5: E0213
    - the valid region of `src` should cover that of `dst`, on a5 (`--rules device`) (a warning): W0217
    - `dst` and `src` must have as many valid rows, on a5 (`--rules manual`): E0212

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMaxS.hpp:53)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMaxs.hpp:57)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmaxs.md:89-90)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 222)
    """
    call("tmaxs", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=dst"),), ())


def tmins(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Take the smaller of each element and a number.

    The domain is the valid region of `dst`. A NaN in the tile or the number gives NaN.

    dst[i,j] = min(src[i,j], scalar)   for (i,j) in valid(dst)

    C++: `TMINS(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (`--rules device`) (a warning): W0220
    - `scalar` must have the element type of `dst` (`--rules manual`): E0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region, on cpu, a2a3: E0211
    - `dst` and `src` must have as many valid columns, on a5: E0213
    - the valid region of `src` should cover that of `dst`, on a5 (a warning): W0217

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMins.hpp:52)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMins.hpp:57)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tmins.md:88-89)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 187)
    """
    call("tmins", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=dst"),), ())


def tlrelu(
    dst: Value,
    src: Value,
    slope: Number,
) -> None:
    r"""Apply a leaky ReLU with one slope.

    The domain is the valid region of `dst`. The slope may be f32 for an f16 tile: the assembler knows no
    other type for it.

    dst[i,j] = src[i,j] > 0 ? src[i,j] : src[i,j] * slope   for (i,j) in valid(dst)

    C++: `TLRELU(dst, src, slope)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules device`) (a warning): W0202
    - `src` and `dst` must be row-major, on a2a3, a5 (`--rules manual`): E0202
    - `dst` and `src` must have the same element type: E0203
    - `slope` must have element type f32, f16 or bf16: E0204
    - `slope` must have the element type of `dst` (`--rules manual`): E0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TLRelu.hpp:53)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TLRelu.hpp:50)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:86-103, 253)
    """
    call("tlrelu", (("dst", dst, ""), ("src", src, ""), ("slope", slope, "=dst"),), ())


def taxpy(
    dst: Value,
    src: Value,
    scalar: Number,
) -> None:
    r"""Add a multiple of a tile to the destination.

    The domain is the valid region of `dst`, which is read and written. An f16 source may be added to an f32
    destination; the number has the type of the source.

    dst[i,j] = scalar * src[i,j] + dst[i,j]   for (i,j) in valid(dst)

    C++: `TAXPY(dst, src, scalar)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
    - `scalar` must have the element type of `src` (a warning): W0220
    - `dst` must have a non-empty valid region, on a2a3: E0214
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `(dst, src)`: (f16, f16) (f32, f32) (f32, f16) (pto-isa@3186c381 include/pto/npu/a2a3/TAxpy.hpp:130-131)
    - a5: `(dst, src)`: (f16, f16) (f32, f32) (f32, f16) (pto-isa@3186c381 include/pto/npu/a5/TAxpy.hpp:99-100)
    - cpu: `(dst, src)`: (f16, f16) (f32, f32) (f32, f16) (union of the devices; pto-isa@3186c381 include/pto/cpu/TBinSOps.hpp:281 checks nothing)
    """
    call("taxpy", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=src"),), ())


def texpands(
    dst: Value,
    scalar: Number,
) -> None:
    r"""Fill a tile with a number.

    A vector tile is filled over its valid region, a matrix tile (in L1) over all its rows and columns.

    dst[i,j] = scalar   for (i,j) in valid(dst), or in all of a matrix tile

    C++: `TEXPANDS(dst, scalar)`

    Rules:
    - `dst` must be in vec or mat: E0201
    - `scalar` must have the element type of `dst` (a warning): W0220
    - a vector tile must be row-major, on a5 (`--rules manual`): E0202
    - a vector tile of 64-bit elements must be row-major, on a5: E0202

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TExpandS.hpp:144)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TExpandS.hpp:149)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/texpands.md:91-99)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TExpands.hpp:53)
    """
    call("texpands", (("dst", dst, ""), ("scalar", scalar, "=dst"),), ())


def taddsc(
    dst: Value,
    src0: Value,
    scalar: Number,
    src1: Value,
) -> None:
    r"""Add two tiles and a number.

    Despite the suffix there is no carry. The domain is the valid region of `dst`. Integers wrap.

    dst[i,j] = src0[i,j] + scalar + src1[i,j]   for (i,j) in valid(dst)

    C++: `TADDSC(dst, src0, scalar, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `scalar` must have the element type of `dst`: E0220
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileScalarOp.h:107-114)
    - a2a3, a5 (`--rules manual`): `dst`: i32, i16, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/taddsc.md:98-103)
    """
    call("taddsc", (("dst", dst, ""), ("src0", src0, ""), ("scalar", scalar, "=dst"), ("src1", src1, ""),), ())


def tsubsc(
    dst: Value,
    src0: Value,
    scalar: Number,
    src1: Value,
) -> None:
    r"""Subtract a number from a tile and add another tile.

    Despite the suffix there is no borrow. The domain is the valid region of `dst`. Integers wrap.

    dst[i,j] = src0[i,j] - scalar + src1[i,j]   for (i,j) in valid(dst)

    C++: `TSUBSC(dst, src0, scalar, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `scalar` must have the element type of `dst`: E0220
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileScalarOp.h:116-123)
    - a2a3, a5 (`--rules manual`): `dst`: i32, i16, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tsubsc.md:98-103)
    """
    call("tsubsc", (("dst", dst, ""), ("src0", src0, ""), ("scalar", scalar, "=dst"), ("src1", src1, ""),), ())


def tcmp(
    dst: Value,
    src0: Value,
    src1: Value,
    cmp_mode: str | None = None,
) -> None:
    r"""Compare two tiles element by element into packed predicate bits.

    Bit c of a row is in word c div W at bit c mod W, lowest first, W being the width of a word of `dst`;
    every row starts at the row stride of `dst` and is written in whole words, with zeros after the last column
    (ones for `ne` on A2/A3). With a NaN only `ne` holds. Lanes of `src1` outside its valid region read as all-ones
    bytes, which the checker reports as a warning.

    bit(dst[i], j) = src0[i,j] cmp src1[i,j]   for (i,j) in valid(src0)

    C++: `TCMP(dst, src0, src1, cmpMode:CmpMode=EQ)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `src0` and `src1` must have the same element type: E0203
    - `dst` must have element type ui8 or i8, on a2a3: E0204
    - `dst` must have element type ui8, i8, ui32 or i32, on cpu, a5: E0204
    - `dst` must have element type ui32 or i32, on a5 (`--rules manual`): E0204
    - `src0` and `dst` must have as many valid rows: E0212
    - a row of `dst` must hold one bit per valid column of the source: E0219
    - `src0` and `src1` must have the same valid region, on a2a3 (`--rules device`): E0211
    - the valid region of `src1` should cover that of `src0`, on cpu, a5 (a warning): W0217
    - the valid region of `src1` should cover that of `src0`, on a2a3 (`--rules manual`) (a warning): W0217
    - i32 should be compared with eq or ne only: A2/A3 treats the orders as eq, on a2a3 (a warning): W0232

    Element types:
    - a2a3: `src0`: i32, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TCmp.hpp:119)
    - a5: `src0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TCmp.hpp:138)
    - a5 (`--rules manual`): `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/elementwise-tile-tile/tcmp.md:101)
    - cpu: `src0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TCmp.h:83-110 has no 64-bit integers)

    Attributes:
    - cmp_mode: the comparison, `#pto<cmp lt>` or `#pto.cmp<LT>`; equal if absent (eq, ne, lt, le, gt, ge)
    """
    call("tcmp", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), (("cmpMode", cmp_mode),))


def tcmps(
    dst: Value,
    src: Value,
    scalar: Value | Number,
    cmp_mode: str | None = None,
) -> None:
    r"""Compare every element of a tile with a number into packed predicate bits.

    The bits are packed as by `tcmp`. In place of the number a tile may stand, whose element (0, 0) counts.

    bit(dst[i], j) = src[i,j] cmp scalar   for (i,j) in valid(src)

    C++: `TCMPS(dst, src, scalar, cmpMode:CmpMode=EQ)`

    Rules:
    - `src`, `scalar` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `scalar` must have the element type of `src`: E0220
    - `dst` must have element type ui8 or i8, on a2a3: E0204
    - `dst` must have element type ui8, i8, ui32 or i32, on cpu, a5: E0204
    - `dst` must have element type ui32 or i32, on a5 (`--rules manual`): E0204
    - `src` and `dst` must have as many valid rows: E0212
    - a row of `dst` must hold one bit per valid column of the source: E0219
    - i32 should be compared with eq or ne only: A2/A3 treats the orders as eq, on a2a3 (`--rules device`) (a warning): W0232
    - i32 can be compared with eq only, on a2a3 (`--rules manual`): E0232

    Element types:
    - a2a3: `src`: i32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TCmps.hpp:155)
    - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TCmps.hpp:231)
    - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/tile-scalar-and-immediate/tcmps.md:119-121)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TCmps.hpp:101-122)

    Attributes:
    - cmp_mode: the comparison, `#pto<cmp lt>` or `#pto.cmp<LT>`; equal if absent (eq, ne, lt, le, gt, ge)
    """
    call("tcmps", (("dst", dst, ""), ("src", src, ""), ("scalar", scalar, "=src"),), (("cmpMode", cmp_mode),))


def tsel(
    dst: Value,
    mask: Value,
    src0: Value,
    src1: Value,
    tmp: Value | None = None,
) -> None:
    r"""Select between two tiles by packed predicate bits.

    The domain is the valid region of `dst`. Bits are packed as by `tcmp`. A2/A3 copies the bits of one
    repeat into `tmp`.

    dst[i,j] = bit(mask[i], j) ? src0[i,j] : src1[i,j]   for (i,j) in valid(dst)

    C++: `TSEL(dst, mask, src0, src1, tmp=src0)`

    Rules:
    - `mask`, `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `mask` must have element type i8, ui8, i16, ui16, i32 or ui32: E0204
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `tmp` must have element type ui32, i32 or f32, on a2a3 (`--rules device`) (a warning): W0204
    - `tmp` must have element type ui32, on a2a3 (`--rules manual`): E0204
    - the valid regions of `src0` and `src1` should cover that of `dst` (a warning): W0217
    - `mask` should have a valid bit for every valid element of `dst` (a warning): W0217

    Element types:
    - a2a3: `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSel.hpp:67)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSel.hpp:120)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSel.hpp:48-57)

    Scratch:
    - a2a3: at least 16 bytes for 16-bit elements, 8 for 32-bit ones
    - cpu, a5: accepted and not used
    """
    call("tsel", (("dst", dst, ""), ("mask", mask, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), ())


def tsels(
    dst: Value,
    mask: Value,
    src: Value,
    tmp: Value | None = None,
    scalar: Number | None = None,
) -> None:
    r"""Select between a tile and a number by packed predicate bits.

    The domain is the valid region of `dst`. Bits are packed as by `tcmp`, in words of 8, 16 or 32 bits.
    A2/A3 puts the number into `tmp`.

    dst[i,j] = bit(mask[i], j) ? src[i,j] : scalar   for (i,j) in valid(dst)

    C++: `TSELS(dst, mask, src, tmp=src, scalar)`

    Rules:
    - `mask`, `src`, `tmp` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `mask` must be row-major, on a5: E0202
    - `tmp` must be row-major, on a2a3: E0202
    - `mask` must have element type i8, ui8, i16, ui16, i32 or ui32: E0204
    - `dst` and `src` must have the same element type: E0203
    - `scalar` must have the element type of `dst` (a warning): W0220
    - `dst` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
    - `dst` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203
    - `dst` and `src` must have the same valid region: E0211
    - `mask` should have a valid bit for every valid element of `dst` (a warning): W0217

    Element types:
    - a2a3: `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSels.hpp:54)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSels.hpp:124)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TSelS.hpp:22-28)

    Scratch:
    - a2a3: at least one row of `src` (a warning)
    - cpu, a5: accepted and not used
    """
    call("tsels", (("dst", dst, ""), ("mask", mask, ""), ("src", src, ""), ("tmp", tmp, ""), ("scalar", scalar, "=dst"),), ())


def tcvt(
    dst: Value,
    src: Value,
    rmode: str | None = None,
    *,
    tmp: Value | None = None,
    satmode: str | None = None,
    sat_mode: str | None = None,
) -> None:
    r"""Convert the elements of a tile to another type.

    The domain is the valid region of `dst`. Conversions are numeric, f16 to bf16 too, and NaN becomes 0 in
    integers. `rmode` chooses the rounding, to even if absent; NONE truncates to integers and rounds floats to
    even. HiFloat8 results round halves away from zero on A5, and the CPU simulator rounds floats to even always.

    Without `satmode`, A2/A3 and A5 do not saturate f16 to i8, ui8 and i16, f32 to i16, i64 to i32 and i32 to
    i16; everything else saturates, except results in f32. The CPU simulator saturates only when asked. Without
    saturation integers keep their low bits; a float goes to i32 first, saturating, on the devices. A2/A3 lets
    a program choose for those six pairs only.

    f32 to f32 rounds to an integral value on the devices and changes nothing in the CPU simulator. An fp4
    element holds two numbers.

    dst[i,j] = convert(src[i,j], rmode, satmode)   for (i,j) in valid(dst)

    C++: `TCVT(dst, src[, tmp], rmode:RoundMode=CAST_RINT[, satmode:SaturationMode | sat_mode:SaturationMode])`

    Rules:
    - `src`, `tmp` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5 (a warning): W0202
    - `tmp` must be row-major, on a2a3, a5: E0202
    - `src` and `dst` must have the same valid region, an fp4 element counting twice along a row: E0211

    Element types:
    - a2a3: `(src, dst)`: (f32, f16) (f32, f32) (f32, bf16) (f32, i64) (f32, i32) (f32, i16) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (f16) (bf16, f32) (bf16, i32) (i16, f16) (i16, f32) (i32, f32) (i32, f16) (i32, i64) (i32, i16) (i64, f32) (i64, i32) (u8, f16) (i8, f16) (f16) (pto-isa@3186c381 include/pto/npu/a2a3/TCvt.hpp:807-897, docs/isa/tile/ops/elementwise-tile-tile/tcvt.md:186-207)
    - a5: `(src, dst)`: (f32, f32) (f32, f16) (f32, bf16) (f32, i64) (f32, i32) (f32, i16) (f32, F8E4M3) (f32, F8E5M2) (f32, Hif8) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (f16, Hif8) (bf16, f32) (bf16, i32) (bf16, f16) (bf16, F4E1M2x2) (bf16, F4E2M1x2) (u8, f16) (u8, u16) (i8, f16) (i8, i16) (i8, i32) (i16, f16) (i16, f32) (i16, u8) (i16, u32) (i16, i32) (i32, f32) (i32, i64) (i32, i16) (i32, u16) (i32, u8) (u32, i16) (u32, u16) (u32, u8) (i64, f32) (i64, i32) (F8E4M3, f32) (F8E5M2, f32) (Hif8, f32) (F4E1M2x2, bf16) (F4E2M1x2, bf16) (pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp:1158-2273, docs/isa/tile/ops/elementwise-tile-tile/tcvt.md:186-207)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TCvt.hpp:51-58, 217-232 takes any pair)

    Scratch:
    - a2a3: at least only with `satmode` OFF, for R x C valid elements: f32 to i16 the larger of 256*min(C/64, 255) and, if C is no multiple of 64, 32*((min(R, 255)-1)*(Cols(src)/8) + ceil((C mod 64)/8)); f16 to i16 32*ceil(min(C, 64)/8); f16 to i8 the larger of that and 128 + 32*ceil(min(C, 64)/16)
    - cpu, a5: accepted and not used

    Attributes:
    - rmode: rounding, e.g. `#pto<round_mode CAST_RINT>`; RINT (to even) if absent (NONE, RINT, ROUND, FLOOR, CEIL, TRUNC, ODD, CAST_NONE, CAST_RINT, CAST_ROUND, CAST_FLOOR, CAST_CEIL, CAST_TRUNC, CAST_ODD)
    - satmode: what happens to values out of range, e.g. `#pto<saturation_mode OFF>` (ON, OFF)
    - sat_mode: older name of `satmode` (ON, OFF)
    """
    call("tcvt", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), (("rmode", rmode), ("satmode", satmode), ("sat_mode", sat_mode),))


def tadddeqrelu(
    dst: Value,
    src0: Value,
    src1: Value,
    deq_scale: Number,
    tmp: Value,
) -> None:
    r"""Add two i32 tiles, scale, clamp to zero and narrow to f16.

    The sum wraps and becomes f32. The scale is applied as x * 2^-17 * deqScale * 2^17 in f32, which gives the
    same bits as one product. Narrowing rounds to even and saturates. A2/A3 keeps the sums in `tmp`.

    dst[i,j] = f16(max(0, (src0[i,j] + src1[i,j]) * deqScale))   for (i,j) in valid(dst)

    C++: `TADDDEQRELU(dst, src0, src1, deqScale, tmp)`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `tmp` must be row-major, on a2a3: E0202
    - `src0` and `src1` must have the same element type: E0203
    - `deqScale` must have element type f32: E0204
    - `tmp` must have element type i32, on a2a3: E0204
    - `tmp` must have element type i32, on a5 (`--rules manual`): E0204
    - `dst` must have a non-empty valid region, on a2a3, a5: E0214
    - `dst`, `src0` and `src1` must have the same valid region: E0211
    - the valid region of `tmp` must cover that of `dst`, on a2a3: E0216

    Element types:
    - a2a3: `(src0, dst)`: (i32, f16) (pto-isa@3186c381 include/pto/npu/a2a3/TAddDeqRelu.hpp:137-139)
    - a5: `(src0, dst)`: (i32, f16) (pto-isa@3186c381 include/pto/npu/a5/TAddDeqRelu.hpp:91-93)
    - cpu: `(src0, dst)`: (i32, f16) (union of the devices; pto-isa@3186c381 include/pto/cpu/TAddDeqRelu.hpp:72 checks nothing)

    Scratch:
    - a2a3: at least 4 bytes per valid element of `dst`
    - cpu, a5: accepted and not used
    """
    call("tadddeqrelu", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("deqScale", deq_scale, ""), ("tmp", tmp, ""),), ())


def taddreluconv(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Add two tiles, clamp to zero and narrow.

    The domain is the valid region of `dst`. Narrowing saturates and rounds to even. A5 composes it of register
    instructions; i16 to i8 goes through a clamp to 127 there.

    dst[i,j] = convert(max(0, src0[i,j] + src1[i,j]))   for (i,j) in valid(dst)

    C++: `TADDRELUCONV(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region, on a2a3, a5: E0214
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a2a3/TAddReluConv.hpp:142)
    - a5: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a5/TAddReluConv.hpp:117)
    - cpu: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (union of the devices; the CPU library has none)
    """
    call("taddreluconv", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tsubreluconv(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Subtract two tiles, clamp to zero and narrow.

    The domain is the valid region of `dst`. Narrowing saturates and rounds to even. A5 composes it of register
    instructions; i16 to i8 goes through a clamp to 127 there.

    dst[i,j] = convert(max(0, src0[i,j] - src1[i,j]))   for (i,j) in valid(dst)

    C++: `TSUBRELUCONV(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region, on a2a3, a5: E0214
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a2a3/TSubReluConv.hpp:144)
    - a5: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (pto-isa@3186c381 include/pto/npu/a5/TSubReluConv.hpp:120)
    - cpu: `(src0, dst)`: (f32, f16) (f16, i8) (i16, i8) (union of the devices; the CPU library has none)
    """
    call("tsubreluconv", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def taddrelu(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Add two tiles and clamp to zero.

    The domain is the valid region of `dst`.

    dst[i,j] = max(src0[i,j] + src1[i,j], 0)   for (i,j) in valid(dst)

    C++ has no function for it.

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: i16, f16, f32 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:6323-6340)
    - cpu: `dst`: i16, f16, f32 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:6323-6340)
    """
    call("taddrelu", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tsubrelu(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Subtract two tiles and clamp to zero.

    The domain is the valid region of `dst`. A NaN difference stays NaN.

    dst[i,j] = max(src0[i,j] - src1[i,j], 0)   for (i,j) in valid(dst)

    C++: `TSUBRELU(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSubRelu.hpp:62)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSubRelu.hpp:66)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
    """
    call("tsubrelu", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tfusedmuladd(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Multiply the destination by a tile and add another.

    The domain is the valid region of `dst`, which is read and written.

    dst[i,j] = src0[i,j] * dst[i,j] + src1[i,j]   for (i,j) in valid(dst)

    C++: `TFUSEDMULADD(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFusedMulAdd.hpp:62)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFusedMulAdd.hpp:65)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
    """
    call("tfusedmuladd", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tfusedmuladdrelu(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Multiply the destination by a tile, add another and clamp to zero.

    The domain is the valid region of `dst`, which is read and written.

    dst[i,j] = max(src0[i,j] * dst[i,j] + src1[i,j], 0)   for (i,j) in valid(dst)

    C++: `TFUSEDMULADDRELU(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TFusedMulAddRelu.hpp:63)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TFusedMulAddRelu.hpp:66)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
    """
    call("tfusedmuladdrelu", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tmuladddst(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Add the product of two tiles to the destination.

    The domain is the valid region of `dst`, which is read and written.

    dst[i,j] = src0[i,j] * src1[i,j] + dst[i,j]   for (i,j) in valid(dst)

    C++: `TMULADDDST(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMulAddDst.hpp:62)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMulAddDst.hpp:65)
    - cpu: `dst`: f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/ElementTileOp.h:97-120)
    """
    call("tmuladddst", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tpairreducesum(
    dst: Value,
    src: Value,
) -> None:
    r"""Add neighbouring elements of each row and pack the sums.

    With C valid columns the first ceil(C/2) elements of a row receive the sums, the rest of the valid region
    becomes zero. A last element without a partner is added to zero.

    dst[i,k] = src[i,2k] + src[i,2k+1]   for k < ceil(C/2)
    dst[i,k] = 0   for ceil(C/2) <= k < C

    C++: `TPAIRREDUCESUM(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major: E0202
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must have the same valid region: E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPairReduceSum.hpp:135)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPairReduceSum.hpp:125)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPairReduceSum.hpp:44-53)
    """
    call("tpairreducesum", (("dst", dst, ""), ("src", src, ""),), ())


def trowsum(
    dst: Value,
    src: Value,
    tmp: Value | None = None,
) -> None:
    r"""Sum each row of a tile.

    With R valid rows and C valid columns in `src`, `dst` receives R sums in its column 0; other columns
    of `dst` are unspecified. Integers wrap. `tmp` holds intermediate results and is not read afterwards;
    lowering makes one where the text has none. Floats are added in the order of the target's own sequence,
    or from left to right with `--sum-order left`. It does not fence unrelated tile traffic.

    dst[i,0] = src[i,0] + ... + src[i,C-1]   for 0 <= i < R

    C++: `TROWSUM(dst, src, tmp=src)`

    Rules:
    - `src`, `dst` and `tmp` must be in vec: E0201
    - `src` must be ND (row-major, unboxed) (`--rules device`): E0202
    - `src` must be ND (row-major, unboxed) (`--rules manual`) (a warning): W0202
    - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
    - `dst` must have exactly 1 column (`--rules manual`) (a warning): W0219
    - `src` and `dst` must have the same element type, on a2a3, a5: E0203
    - `src` and `dst` must have the same element type, on cpu (`--rules manual`): E0203
    - `src` and `dst` must have the same element type, or `dst` f32 for f16 and bf16, i32 for i16, on cpu: E0203
    - `src` and `dst` must have a non-empty valid region: E0214
    - `src` and `dst` must have as many valid rows: E0212
    - `dst` must have exactly 1 valid column (a warning): W0215
    - `src` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197)
    - a5: `src`: f16, f32, i32, i16, i64, u64 (pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:393, 457-470)
    - every target (`--rules manual`): `src`: f16, f32, i32, i16 (manual page pto.trowsum)
    - cpu: `src`: f16, bf16, f32, i32, i16, i64, u64 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowSum.hpp:46-56)

    Scratch:
    - a2a3: at least 32 bytes; for floats the size of `src` is always safe
    - a2a3: at least half of each row of `src`, in whole 256 bytes; for floats, if a row is longer than 256 bytes (a warning)
    - cpu, a5: accepted and not used
    """
    call("trowsum", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), ())


def trowmax(
    dst: Value,
    src: Value,
    tmp: Value | None = None,
) -> None:
    r"""Find the largest element of each row of a tile.

    With R valid rows and C valid columns in `src`, `dst` receives R values in its column 0; other columns
    of `dst` are unspecified. A NaN in a row gives NaN. `tmp` holds intermediate results.

    dst[i,0] = max(src[i,0], ..., src[i,C-1])   for 0 <= i < R

    C++: `TROWMAX(dst, src, tmp=src)`

    Rules:
    - `src`, `dst` and `tmp` must be in vec: E0201
    - `src` must be ND (row-major, unboxed): E0202
    - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have a non-empty valid region: E0214
    - `src` and `dst` must have as many valid rows: E0212
    - `dst` must have exactly 1 valid column (a warning): W0215
    - `src` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowMax.hpp:114-118)
    - a5: `src`: f16, f32, i32, i16, i8, u8, i64, u64 (pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:360-370, 441-454)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TRowMax.hpp:53-60 checks no type)

    Scratch:
    - a2a3: at least 32 bytes; for floats the size of `src` is always safe
    - a2a3: at least a row of 256 bytes for each row of `src`; for floats, if a row is longer than 256 bytes (a warning)
    - cpu, a5: accepted and not used
    """
    call("trowmax", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), ())


def trowmin(
    dst: Value,
    src: Value,
    tmp: Value | None = None,
) -> None:
    r"""Find the smallest element of each row of a tile.

    With R valid rows and C valid columns in `src`, `dst` receives R values in its column 0; other columns
    of `dst` are unspecified. A NaN in a row gives NaN. `tmp` holds intermediate results.

    dst[i,0] = min(src[i,0], ..., src[i,C-1])   for 0 <= i < R

    C++: `TROWMIN(dst, src, tmp=src)`

    Rules:
    - `src`, `dst` and `tmp` must be in vec: E0201
    - `src` must be ND (row-major, unboxed): E0202
    - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have a non-empty valid region: E0214
    - `src` and `dst` must have as many valid rows: E0212
    - `dst` must have exactly 1 valid column (a warning): W0215
    - `src` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowMin.hpp:114-118)
    - a5: `src`: f16, f32, i32, i16, i8, u8, i64, u64 (pto-isa@3186c381 include/pto/npu/a5/TRowReduce.hpp:415-425, 473-486)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TRowMin.hpp:56-63 checks no type)

    Scratch:
    - a2a3: at least 32 bytes; for floats the size of `src` is always safe
    - a2a3: at least a row of 256 bytes for each row of `src`; for floats, if a row is longer than 256 bytes (a warning)
    - cpu, a5: accepted and not used
    """
    call("trowmin", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), ())


def trowprod(
    dst: Value,
    src: Value,
    tmp: Value | None = None,
) -> None:
    r"""Multiply the elements of each row of a tile.

    With R valid rows and C valid columns in `src`, `dst` receives R products in its column 0; other
    columns of `dst` are unspecified. Integers wrap. Floats are multiplied in the order of the
    target's own sequence, or from left to right with `--sum-order left`.

    dst[i,0] = src[i,0] * ... * src[i,C-1]   for 0 <= i < R

    C++: `TROWPROD(dst, src, tmp=src)`

    Rules:
    - `src`, `dst` and `tmp` must be in vec: E0201
    - `src` must be ND (row-major, unboxed): E0202
    - `dst` must be ND (row-major, unboxed) or DN with one column: E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have a non-empty valid region: E0214
    - `src` and `dst` must have as many valid rows: E0212
    - `dst` must have exactly 1 valid column (a warning): W0215
    - `src` and `tmp` must have the same element type, on a2a3 (`--rules device`) (a warning): W0203
    - `src` and `tmp` must have the same element type, on a2a3 (`--rules manual`): E0203

    Element types:
    - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowProd.hpp:80-85)
    - a5: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a5/TRowProd.hpp:24-64)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TRowProd.hpp:30-35 checks no type)

    Scratch:
    - a2a3: at least 32 bytes: one row of one block
    - cpu, a5: accepted and not used
    """
    call("trowprod", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), ())


def tcolsum(
    dst: Value,
    src: Value,
    *,
    tmp: Value | None = None,
    is_binary: bool | None = None,
) -> None:
    r"""Sum each column of a tile.

    With R valid rows and C valid columns in `src`, row 0 of `dst` receives C sums. Without `isBinary` the
    rows are added one after the other; with it, `tmp` takes the sums of neighbouring rows and is halved
    until one row is left. Integers wrap. An empty source has no effect.

    dst[0,j] = src[0,j] + ... + src[R-1,j]   for 0 <= j < C

    C++: `TCOLSUM(dst, src[, tmp, isBinary=false])`

    Rules:
    - `src`, `tmp` and `dst` must be in vec: E0201
    - `src` and `dst` must be ND (row-major, unboxed): E0202
    - `tmp` must be ND (row-major, unboxed), on a2a3: E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have as many valid columns: E0213
    - `src` must have a non-empty valid region (a warning): W0214
    - `dst` must have exactly 1 valid row (a warning): W0215
    - `src` and `tmp` must have the same element type, on a2a3, a5 (`--rules device`) (a warning): W0203
    - `src` and `tmp` must have the same element type, on a2a3, a5 (`--rules manual`): E0203
    - with `isBinary`, a row of `tmp` must hold as many elements as `src` has valid columns, on a2a3, a5: E0219

    Element types:
    - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColSum.hpp:86-129)
    - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColSum.hpp:32-61 has f16, bf16, f32)

    Scratch:
    - a2a3, a5: at least with `isBinary`, ceil(R/2) rows, each of at least C elements; else nothing
    - cpu: accepted and not used

    Attributes:
    - is_binary: add pairs of rows in `tmp` as a tree; without it, row after row
    """
    call("tcolsum", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), (("isBinary", is_binary),))


def tcolmax(
    dst: Value,
    src: Value,
) -> None:
    r"""Find the largest element of each column of a tile.

    With R valid rows and C valid columns in `src`, row 0 of `dst` receives C values. A NaN in a column
    gives NaN. An empty source has no effect.

    dst[0,j] = max(src[0,j], ..., src[R-1,j])   for 0 <= j < C

    C++: `TCOLMAX(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be ND (row-major, unboxed): E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have as many valid columns: E0213
    - `src` must have a non-empty valid region (a warning): W0214
    - `dst` must have exactly 1 valid row (a warning): W0215

    Element types:
    - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95)
    - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43)
    - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmax.md:66-75)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColMax.hpp:35-55)
    """
    call("tcolmax", (("dst", dst, ""), ("src", src, ""),), ())


def tcolmin(
    dst: Value,
    src: Value,
) -> None:
    r"""Find the smallest element of each column of a tile.

    With R valid rows and C valid columns in `src`, row 0 of `dst` receives C values. A NaN in a column
    gives NaN. An empty source has no effect.

    dst[0,j] = min(src[0,j], ..., src[R-1,j])   for 0 <= j < C

    C++: `TCOLMIN(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be ND (row-major, unboxed): E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have as many valid columns: E0213
    - `src` must have a non-empty valid region (a warning): W0214
    - `dst` must have exactly 1 valid row (a warning): W0215

    Element types:
    - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95)
    - a5: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceOps.hpp:18-43)
    - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolmin.md:66-75)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TColMin.hpp:41-44 checks no type)
    """
    call("tcolmin", (("dst", dst, ""), ("src", src, ""),), ())


def tcolprod(
    dst: Value,
    src: Value,
) -> None:
    r"""Multiply the elements of each column of a tile.

    With R valid rows and C valid columns in `src`, row 0 of `dst` receives C products, multiplied row
    after row. Integers wrap. An empty source has no effect.

    dst[0,j] = src[0,j] * ... * src[R-1,j]   for 0 <= j < C

    C++: `TCOLPROD(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be ND (row-major, unboxed): E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have as many valid columns: E0213
    - `src` must have a non-empty valid region (a warning): W0214
    - `dst` must have exactly 1 valid row (a warning): W0215

    Element types:
    - a2a3: `src`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceOps.hpp:75-95)
    - a5: `src`: f32, f16, bf16, i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TColProd.hpp:39-54)
    - cpu: `src`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TColProd.hpp:31-36 checks no type)
    """
    call("tcolprod", (("dst", dst, ""), ("src", src, ""),), ())


def tcolargmin(
    dst_idx: Value,
    src: Value,
    tmp: Value | None = None,
    *,
    dst_val: Value | None = None,
) -> None:
    r"""Find the row index of the smallest element of each column.

    With two outputs the smallest value is stored too. Ties go to the first row. NaN counts as larger
    than every number (quirk `argmin-nan`). The domain is the valid region of `src`; it must not be empty.
    It does not fence unrelated traffic.

    dstIdx[0,j] = argmin over i < R of src[i,j]
    dstVal[0,j] = min over i < R of src[i,j]

    C++: `TCOLARGMIN([dstVal, ]dstIdx, src, tmp=src)`

    Rules:
    - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
    - `src` must be unboxed: E0202
    - `src` must be ND (row-major, unboxed), on a2a3, a5 (`--rules device`) (a warning): W0202
    - `dstVal` and `dstIdx` must be ND (row-major, unboxed): E0202
    - `src` must have a non-empty valid region (`--rules device`): E0214
    - the valid columns of `src` must be 1, or not known in the text (`--rules manual`): E0215
    - `src` and `dstVal` must have the same element type: E0203
    - a value output is not available for 8-bit sources: E0204
    - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it must be i16 or u16: E0204
    - `dstVal` and `dstIdx` must have exactly 1 valid row: E0215
    - `src`, `dstIdx` and `dstVal` must have as many valid columns: E0213
    - `src` and `tmp` must have the same element type, on a2a3: E0203
    - `tmp` must hold 2*n and n elements, each rounded up to whole blocks, where n repeats hold the valid columns, on a2a3: E0224

    Element types:
    - a2a3: `src`: f16, f32, u16, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:26)
    - a2a3 (`--rules manual`): `src`: f16, f32, u16, u32, i16, i32 (manual page pto.tcolargmin, Target-Profile Restrictions)
    - a5: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceIdx.hpp:65)
    - cpu, a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, f32 (manual page pto.tcolargmin)
    - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100 takes every integer, f16, bf16, f32)

    Scratch:
    - a2a3 (`--rules device`): at least 3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
    - a2a3 (`--rules device`): at least 3 gaps of elements: counter, current minimum and index; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
    - a2a3 (`--rules manual`): at least 3 gaps of elements: counter, current minimum and index; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer
    - cpu, a5: accepted and not used
    """
    call("tcolargmin", (("dstIdx", dst_idx, ""), ("src", src, ""), ("tmp", tmp, ""), ("dstVal", dst_val, ""),), ())


def tcolargmax(
    dst_idx: Value,
    src: Value,
    tmp: Value | None = None,
    *,
    dst_val: Value | None = None,
) -> None:
    r"""Find the row index of the largest element of each column.

    With two outputs the largest value is stored too. Ties go to the first row. NaN counts as smaller
    than every number. The domain is the valid region of `src`; it must not be empty.

    dstIdx[0,j] = argmax over i < R of src[i,j]
    dstVal[0,j] = max over i < R of src[i,j]

    C++: `TCOLARGMAX([dstVal, ]dstIdx, src, tmp=src)`

    Rules:
    - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
    - `src` must be unboxed: E0202
    - `src` must be ND (row-major, unboxed), on a2a3, a5 (`--rules device`) (a warning): W0202
    - `dstVal` and `dstIdx` must be ND (row-major, unboxed): E0202
    - `src` must have a non-empty valid region: E0214
    - `src` and `dstVal` must have the same element type: E0203
    - a value output is not available for 8-bit sources: E0204
    - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it must be i16 or u16: E0204
    - `dstVal` and `dstIdx` must have exactly 1 valid row: E0215
    - `src`, `dstIdx` and `dstVal` must have as many valid columns: E0213
    - `src` and `tmp` must have the same element type, on a2a3: E0203
    - `tmp` must hold 2*n and n elements, each rounded up to whole blocks, where n repeats hold the valid columns, on a2a3: E0224

    Element types:
    - a2a3: `src`: f16, f32, u16, u32 (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:26)
    - a5: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColReduceIdx.hpp:65)
    - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolargmax.md:112-113)
    - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100)

    Scratch:
    - a2a3: at least 3 gaps of elements (16-bit source, index only), else 2; a gap is one repeat (256 bytes), or the valid columns in whole blocks if fewer (a warning)
    - cpu, a5: accepted and not used
    """
    call("tcolargmax", (("dstIdx", dst_idx, ""), ("src", src, ""), ("tmp", tmp, ""), ("dstVal", dst_val, ""),), ())


def trowargmin(
    dst_idx: Value,
    src: Value,
    tmp: Value | None = None,
    *,
    dst_val: Value | None = None,
) -> None:
    r"""Find the column index of the smallest element of each row.

    With two outputs the smallest value is stored too. The results stand in column 0. Ties go to the first
    column; NaN counts as larger than every number. The domain is the valid region of `src`.

    dstIdx[i,0] = argmin over j < C of src[i,j]
    dstVal[i,0] = min over j < C of src[i,j]

    C++: `TROWARGMIN([dstVal, ]dstIdx, src, tmp=src)`

    Rules:
    - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
    - `src` must be ND (row-major, unboxed): E0202
    - `dstVal` and `dstIdx` must be ND (row-major, unboxed) or DN with one column: E0202
    - `src` must have a non-empty valid region: E0214
    - `src` and `dstVal` must have the same element type: E0203
    - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it may be i16 or u16: E0204
    - `dstIdx` must have element type i32 or ui32 (`--rules manual`): E0204
    - `src`, `dstIdx` and `dstVal` must have as many valid rows: E0212
    - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules device`) (a warning): W0215
    - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules manual`): E0215
    - `src` and `tmp` must have the same element type, on a2a3: E0203

    Element types:
    - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowReduceIdxOps.hpp:22-42)
    - a2a3 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86)
    - a5: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a5/TRowReduceIdx.hpp:49-67 does not check the source; the A2/A3 list)
    - a5 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmin.md:64-86)
    - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100)

    Scratch:
    - a2a3: at least per valid row: nothing (index only) or 2 elements up to one repeat of columns; 2*n and n elements, each in whole blocks, for n repeats; a second stage beyond a repeat of repeats
    - cpu, a5: accepted and not used
    """
    call("trowargmin", (("dstIdx", dst_idx, ""), ("src", src, ""), ("tmp", tmp, ""), ("dstVal", dst_val, ""),), ())


def trowargmax(
    dst_idx: Value,
    src: Value,
    tmp: Value | None = None,
    *,
    dst_val: Value | None = None,
) -> None:
    r"""Find the column index of the largest element of each row.

    With two outputs the largest value is stored too. The results stand in column 0. Ties go to the first
    column; NaN counts as smaller than every number. The domain is the valid region of `src`.

    dstIdx[i,0] = argmax over j < C of src[i,j]
    dstVal[i,0] = max over j < C of src[i,j]

    C++: `TROWARGMAX([dstVal, ]dstIdx, src, tmp=src)`

    Rules:
    - `src`, `tmp`, `dstVal` and `dstIdx` must be in vec: E0201
    - `src` must be ND (row-major, unboxed): E0202
    - `dstVal` and `dstIdx` must be ND (row-major, unboxed) or DN with one column: E0202
    - `src` must have a non-empty valid region: E0214
    - `src` and `dstVal` must have the same element type: E0203
    - `dstIdx` must be i32 or u32; beside the values of a 16-bit source it may be i16 or u16: E0204
    - `dstIdx` must have element type i32 or ui32 (`--rules manual`): E0204
    - `src`, `dstIdx` and `dstVal` must have as many valid rows: E0212
    - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules device`) (a warning): W0215
    - `dstVal` and `dstIdx` must have exactly 1 valid column (`--rules manual`): E0215
    - `src` and `tmp` must have the same element type, on a2a3: E0203

    Element types:
    - a2a3: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TRowReduceOps.hpp:197, TRowReduceIdxOps.hpp:22-42)
    - a2a3 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86)
    - a5: `src`: f16, f32, i32, i16 (pto-isa@3186c381 include/pto/npu/a5/TRowReduceIdx.hpp:49-67 does not check the source; the A2/A3 list)
    - a5 (`--rules manual`): `src`: f16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowargmax.md:64-86)
    - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TReduceIdx.hpp:43-100)

    Scratch:
    - a2a3: at least per valid row: nothing (index only) or 2 elements up to one repeat of columns; 2*n and n elements, each in whole blocks, for n repeats; a second stage beyond a repeat of repeats
    - cpu, a5: accepted and not used
    """
    call("trowargmax", (("dstIdx", dst_idx, ""), ("src", src, ""), ("tmp", tmp, ""), ("dstVal", dst_val, ""),), ())


def trowexpand(
    dst: Value,
    src: Value,
) -> None:
    r"""Expand the first value of each row over the row.

    Column 0 of `src` fills the valid columns of `dst`. The source is usually a column vector.

    dst[i,j] = src[i,0]   for (i,j) in valid(dst)

    C++: `TROWEXPAND(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` must be unboxed: E0202
    - `src` must be ND (row-major, unboxed) (`--rules manual`): E0202
    - `dst` must be ND (row-major, unboxed): E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` and `dst` must have a non-empty valid region, on cpu, a5: E0214
    - `src` and `dst` must have a non-empty valid region, on a2a3 (`--rules device`): E0214
    - `src` and `dst` must have as many valid rows: E0212
    - `src` must have exactly 1 valid column, on a5 (a warning): W0215

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpand.hpp:79-104: elements of 1, 2 or 4 bytes)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/npu/a5/TRowExpand.hpp:22-44: elements of 1, 2, 4 or 8 bytes)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpand.md:64-83)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/cpu/TRowExpand.hpp:22-35 checks no type)
    """
    call("trowexpand", (("dst", dst, ""), ("src", src, ""),), ())


def trowexpandadd(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    tmp: Value | None = None,
    src1_col: int | None = None,
    src0eqdst: bool | None = None,
    high_precision: bool | None = None,
) -> None:
    r"""Add one value per row to a tile.

    One source, the full one, has the valid region of `dst`; the other gives one value per row (a
    column-major tile with one valid column) or one 32-byte block per row that repeats along it (a
    row-major tile). Either source may be the expanded one. It does not fence unrelated traffic.

    dst[i,j] = src0[i,j] + src1[i,0]   (one value per row)
    dst[i,j] = src0[i,j] + src1[i, j mod (32/sizeof T)]   (one block per row)

    C++: `TROWEXPANDADD(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region: E0214
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
    - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
    - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
    - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `dst`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandAdd.hpp:40)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandAdd.hpp:55)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (manual page pto.trowexpandadd)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-27 has f32, f16, i32, i16, u32, u16)

    Scratch:
    - a2a3: at least ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice
    - cpu, a5: accepted and not used

    Attributes:
    - src1_col: valid columns of an expanded block that count
    - src0eqdst: `src0` is the full operand
    - high_precision: old spelling of a precise result
    """
    call("trowexpandadd", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("src1Col", src1_col), ("src0eqdst", src0eqdst), ("highPrecision", high_precision),))


def trowexpandsub(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    tmp: Value | None = None,
    src1_col: int | None = None,
    src0eqdst: bool | None = None,
    high_precision: bool | None = None,
) -> None:
    r"""Subtract one value per row from a tile.

    One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
    one; the operands keep their places.

    dst[i,j] = src0[i,j] - src1[i,0]   (one value per row)
    dst[i,j] = src0[i,j] - src1[i, j mod (32/sizeof T)]   (one block per row)

    C++: `TROWEXPANDSUB(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region: E0214
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
    - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
    - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
    - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandSub.hpp:48-113)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandSub.hpp:65-144)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandsub.md:90-104)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)

    Scratch:
    - a2a3: at least ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice
    - cpu, a5: accepted and not used

    Attributes:
    - src1_col: valid columns of an expanded block that count
    - src0eqdst: `src0` is the full operand
    - high_precision: old spelling of a precise result
    """
    call("trowexpandsub", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("src1Col", src1_col), ("src0eqdst", src0eqdst), ("highPrecision", high_precision),))


def trowexpandmul(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    tmp: Value | None = None,
    src1_col: int | None = None,
    src0eqdst: bool | None = None,
    high_precision: bool | None = None,
) -> None:
    r"""Multiply a tile by one value per row.

    One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one.

    dst[i,j] = src0[i,j] * src1[i,0]   (one value per row)
    dst[i,j] = src0[i,j] * src1[i, j mod (32/sizeof T)]   (one block per row)

    C++: `TROWEXPANDMUL(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region: E0214
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
    - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
    - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
    - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMul.hpp:34-99)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandMul.hpp:49-128)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmul.md:90-104)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)

    Scratch:
    - a2a3: at least ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice
    - cpu, a5: accepted and not used

    Attributes:
    - src1_col: valid columns of an expanded block that count
    - src0eqdst: `src0` is the full operand
    - high_precision: old spelling of a precise result
    """
    call("trowexpandmul", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("src1Col", src1_col), ("src0eqdst", src0eqdst), ("highPrecision", high_precision),))


def trowexpanddiv(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    tmp: Value | None = None,
    src1_col: int | None = None,
    src0eqdst: bool | None = None,
    high_precision: bool | None = None,
    precision_type: str | None = None,
) -> None:
    r"""Divide a tile by one value per row.

    One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
    one; the operands keep their places. Floats follow IEEE 754.

    dst[i,j] = src0[i,j] / src1[i,0]   (one value per row)
    dst[i,j] = src0[i,j] / src1[i, j mod (32/sizeof T)]   (one block per row)

    C++: `TROWEXPANDDIV<[precisionType:DivAlgorithm]>(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}; TROWEXPANDDIV<DivAlgorithm::HIGH_PRECISION>(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=true}`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region: E0214
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
    - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
    - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
    - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
    - no 8-bit or bf16 division is documented, on a5 (a warning): W0102
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
    - `tmp` must be given when `precisionType` is high_precision (a warning): W0221

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandDiv.hpp:49-115)
    - a2a3 (`--rules manual`): `dst`: f16, f32, i16, i32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpanddiv.md:90-104)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandDiv.hpp:78-159)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpanddiv.md:90-104)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)

    Scratch:
    - a2a3: at least ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice
    - cpu, a5: accepted and not used

    Attributes:
    - src1_col: valid columns of an expanded block that count
    - src0eqdst: `src0` is the full operand
    - high_precision: old spelling of a precise result
    - precision_type (default, high_precision)
    """
    call("trowexpanddiv", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("src1Col", src1_col), ("src0eqdst", src0eqdst), ("highPrecision", high_precision), ("precisionType", precision_type),))


def trowexpandmax(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    tmp: Value | None = None,
    src1_col: int | None = None,
    src0eqdst: bool | None = None,
    high_precision: bool | None = None,
) -> None:
    r"""Take the larger of a tile and one value per row.

    One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one. NaN
    gives NaN.

    dst[i,j] = max(src0[i,j], src1[i,0])   (one value per row)
    dst[i,j] = max(src0[i,j], src1[i, j mod (32/sizeof T)])   (one block per row)

    C++: `TROWEXPANDMAX(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region: E0214
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
    - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
    - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
    - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMax.hpp:34-73)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandMax.hpp:49-102)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmax.md:90-104)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)

    Scratch:
    - a2a3: at least ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice
    - cpu, a5: accepted and not used

    Attributes:
    - src1_col: valid columns of an expanded block that count
    - src0eqdst: `src0` is the full operand
    - high_precision: old spelling of a precise result
    """
    call("trowexpandmax", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("src1Col", src1_col), ("src0eqdst", src0eqdst), ("highPrecision", high_precision),))


def trowexpandmin(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    tmp: Value | None = None,
    src1_col: int | None = None,
    src0eqdst: bool | None = None,
    high_precision: bool | None = None,
) -> None:
    r"""Take the smaller of a tile and one value per row.

    One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one. NaN
    gives NaN.

    dst[i,j] = min(src0[i,j], src1[i,0])   (one value per row)
    dst[i,j] = min(src0[i,j], src1[i, j mod (32/sizeof T)])   (one block per row)

    C++: `TROWEXPANDMIN(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region: E0214
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
    - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
    - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
    - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMin.hpp:34-73)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandMin.hpp:49-102)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmin.md:90-104)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)

    Scratch:
    - a2a3: at least ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice
    - cpu, a5: accepted and not used

    Attributes:
    - src1_col: valid columns of an expanded block that count
    - src0eqdst: `src0` is the full operand
    - high_precision: old spelling of a precise result
    """
    call("trowexpandmin", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("src1Col", src1_col), ("src0eqdst", src0eqdst), ("highPrecision", high_precision),))


def trowexpandexpdif(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    tmp: Value | None = None,
    src1_col: int | None = None,
    src0eqdst: bool | None = None,
    high_precision: bool | None = None,
) -> None:
    r"""Take the exponential of a tile minus one value per row.

    One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
    one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
    one; the operands keep their places.

    dst[i,j] = exp(src0[i,j] - src1[i,0])   (one value per row)
    dst[i,j] = exp(src0[i,j] - src1[i, j mod (32/sizeof T)])   (one block per row)

    C++: `TROWEXPANDEXPDIF(dst, src0, src1[, tmp]) {src1Col, src0eqdst, highPrecision=false}`

    Rules:
    - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst` must have a non-empty valid region: E0214
    - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
    - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
    - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
    - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
    - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandExpdif.hpp:20-33, TRowExpandSub.hpp:48-172, TUnaryOp.hpp:244-281)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandExpdif.hpp:75-124)
    - cpu: `dst`: f16, f32 (pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)

    Scratch:
    - a2a3: at least ceil(R/8)*256 bytes for R < 256 rows, else 7680; 8192 always suffice
    - cpu, a5: accepted and not used

    Attributes:
    - src1_col: valid columns of an expanded block that count
    - src0eqdst: `src0` is the full operand
    - high_precision: old spelling of a precise result
    """
    call("trowexpandexpdif", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("tmp", tmp, ""),), (("src1Col", src1_col), ("src0eqdst", src0eqdst), ("highPrecision", high_precision),))


def tcolexpand(
    dst: Value,
    src: Value,
) -> None:
    r"""Expand row 0 of a tile over all rows.

    The valid rows of `dst` all become row 0 of `src`; further rows of `src` are not read.

    dst[i,j] = src[0,j]   for (i,j) in valid(dst)

    C++: `TCOLEXPAND(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be ND (row-major, unboxed): E0202
    - `src` and `dst` must have the same element type: E0203
    - `src` must have a non-empty valid region, on a5: E0214
    - `src` and `dst` must have as many valid columns: E0213

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpand.hpp:32-52: elements of 1, 2 or 4 bytes)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/npu/a5/TColExpand.hpp:21-42: elements of 1, 2, 4 or 8 bytes)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/cpu/TColExpand.hpp:36-39 checks no type)
    """
    call("tcolexpand", (("dst", dst, ""), ("src", src, ""),), ())


def tcolexpandadd(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Add one value per column to a tile.

    The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.

    dst[i,j] = src0[i,j] + src1[0,j]   for (i,j) in valid(dst)

    C++: `TCOLEXPANDADD(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandAdd.hpp:34, TColExpandBinOp.hpp:85-110)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandAdd.hpp:32, TColExpandBinOp.hpp:194-215)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandadd.md:69-75)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
    """
    call("tcolexpandadd", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tcolexpandsub(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Subtract one value per column from a tile.

    The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.

    dst[i,j] = src0[i,j] - src1[0,j]   for (i,j) in valid(dst)

    C++: `TCOLEXPANDSUB(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandSub.hpp:48, TColExpandBinOp.hpp:85-110)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandSub.hpp:41, TColExpandBinOp.hpp:194-215)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandsub.md:69-75)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
    """
    call("tcolexpandsub", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tcolexpandmul(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Multiply a tile by one value per column.

    The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. Integers wrap.

    dst[i,j] = src0[i,j] * src1[0,j]   for (i,j) in valid(dst)

    C++: `TCOLEXPANDMUL(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMul.hpp:34, TColExpandBinOp.hpp:85-110)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandMul.hpp:32, TColExpandBinOp.hpp:194-215)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmul.md:69-75)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
    """
    call("tcolexpandmul", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tcolexpanddiv(
    dst: Value,
    src0: Value,
    src1: Value,
    *,
    precision_type: str | None = None,
) -> None:
    r"""Divide a tile by one value per column.

    The domain is the valid region of `dst`; row 0 of `src1` gives one value per column.

    dst[i,j] = src0[i,j] / src1[0,j]   for (i,j) in valid(dst)

    C++: `TCOLEXPANDDIV<[precisionType:DivAlgorithm]>(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
    - no 8-bit or bf16 division is documented, on a5 (a warning): W0102

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandDiv.hpp:49-54, TColExpandBinOp.hpp:85-110)
    - a2a3 (`--rules manual`): `dst`: f16, f32, i16, i32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpanddiv.md:69-75)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandDiv.hpp:53, TColExpandBinOp.hpp:194-215)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpanddiv.md:69-75)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)

    Attributes:
    - precision_type (default, high_precision)
    """
    call("tcolexpanddiv", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), (("precisionType", precision_type),))


def tcolexpandmax(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Take the larger of a tile and one value per column.

    The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. NaN gives NaN.

    dst[i,j] = max(src0[i,j], src1[0,j])   for (i,j) in valid(dst)

    C++: `TCOLEXPANDMAX(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMax.hpp:34, TColExpandBinOp.hpp:85-110)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandMax.hpp:32, TColExpandBinOp.hpp:194-215)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmax.md:69-75)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
    """
    call("tcolexpandmax", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tcolexpandmin(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Take the smaller of a tile and one value per column.

    The domain is the valid region of `dst`; row 0 of `src1` gives one value per column. NaN gives NaN.

    dst[i,j] = min(src0[i,j], src1[0,j])   for (i,j) in valid(dst)

    C++: `TCOLEXPANDMIN(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandMin.hpp:34, TColExpandBinOp.hpp:85-110)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandMin.hpp:32, TColExpandBinOp.hpp:194-215)
    - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/tcolexpandmin.md:69-75)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
    """
    call("tcolexpandmin", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tcolexpandexpdif(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Take the exponential of a tile minus one value per column.

    The domain is the valid region of `dst`; row 0 of `src1` gives one value per column.

    dst[i,j] = exp(src0[i,j] - src1[0,j])   for (i,j) in valid(dst)

    C++: `TCOLEXPANDEXPDIF(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - one of `src0` and `src1` must have the valid region of `dst`, the other at least as many valid columns: E0213
    - `dst` and `src0` must have the same valid region (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TColExpandExpdif.hpp:56-61, TColExpandBinOp.hpp:85-110)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TColExpandExpdif.hpp:51-56, TColExpandBinOp.hpp:194-215)
    - cpu: `dst`: f16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TColExpandOp.hpp:21-41)
    """
    call("tcolexpandexpdif", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tpartadd(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Add two tiles where both are valid.

    The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    none is, `dst` stays as it is (0 in the CPU simulator). Integers wrap.

    dst[i,j] = src0[i,j] + src1[i,j]   where both are valid
    dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid

    C++: `TPARTADD(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
    - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
    - one of the sources must have the valid region of the destination, on a2a3: E0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartAdd.hpp:68-82)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartAdd.hpp:27-38)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartadd.md:88)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
    """
    call("tpartadd", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tpartmul(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Multiply two tiles where both are valid.

    The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    none is, `dst` stays as it is (0 in the CPU simulator). Integers wrap.

    dst[i,j] = src0[i,j] * src1[i,j]   where both are valid
    dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid

    C++: `TPARTMUL(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
    - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
    - one of the sources must have the valid region of the destination, on a2a3: E0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartMul.hpp:68-82)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartMul.hpp:26-38)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
    """
    call("tpartmul", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tpartmax(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Take the larger of two tiles where both are valid.

    The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    none is, the result is the least finite value of the type (0 in the CPU simulator). NaN gives NaN, or the
    first operand in the CPU simulator.

    dst[i,j] = max(src0[i,j], src1[i,j])   where both are valid
    dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid

    C++: `TPARTMAX(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
    - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
    - one of the sources must have the valid region of the destination, on a2a3: E0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartMax.hpp:68-82)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartMax.hpp:28-40)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmax.md:88)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
    """
    call("tpartmax", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tpartmin(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Take the smaller of two tiles where both are valid.

    The domain is the valid region of `dst`. Where only one source is valid, its element is copied; where
    none is, the result is the greatest finite value of the type (0 in the CPU simulator). NaN gives NaN, or the
    first operand in the CPU simulator.

    dst[i,j] = min(src0[i,j], src1[i,j])   where both are valid
    dst[i,j] = src0[i,j] or src1[i,j]   where only that one is valid

    C++: `TPARTMIN(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `dst`, `src0` and `src1` must be row-major, on a2a3: E0202
    - `dst`, `src0` and `src1` must be row-major, on a5 (`--rules device`): E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - the valid regions of `src0` and `src1` must lie within that of `dst`: E0216
    - one of the sources must have the valid region of the destination, on a2a3: E0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules device`) (a warning): W0211
    - one of the sources must have the valid region of the destination, on a5 (`--rules manual`): E0211

    Element types:
    - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPartMin.hpp:68-82)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TPartMin.hpp:28-40)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tpartmin.md:88)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TPartOp.hpp:76-90)
    """
    call("tpartmin", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tpartargmax(
    dst_val: Value,
    src0_val: Value,
    src1_val: Value,
    dst_idx: Value,
    src0_idx: Value,
    src1_idx: Value,
) -> None:
    r"""Take the larger of two values with its index, where both are valid.

    The domain is the valid region of `dstVal`. Where only one source is valid, its value and index are
    copied; where none is, `dst` stays as it is (0 in the CPU simulator). A tie takes the second source.

    k = 0 if src0Val[i,j] > src1Val[i,j] else 1   where both are valid, else the valid one
    dstVal[i,j] = srcKVal[i,j], dstIdx[i,j] = srcKIdx[i,j]

    C++: `TPARTARGMAX(dstVal, src0Val, src1Val, dstIdx, src0Idx, src1Idx)`

    Rules:
    - `src0Val`, `src1Val`, `src0Idx`, `src1Idx`, `dstVal` and `dstIdx` must be in vec: E0201
    - `dstVal`, `dstIdx`, `src0Val`, `src1Val`, `src0Idx` and `src1Idx` must be row-major, on a2a3, a5: E0202
    - `dstVal`, `src0Val` and `src1Val` must have the same element type: E0203
    - `dstIdx` must have element type i16, ui16, i32 or ui32: E0204
    - `dstIdx`, `src0Idx` and `src1Idx` must have the same element type: E0203
    - `dstVal` must have a non-empty valid region, on a2a3 (`--rules device`): E0214
    - the valid regions of `src0Val` and `src1Val` must lie within that of `dstVal`: E0216
    - one of the value sources must have the valid region of the value destination, on a2a3, a5: E0211
    - `dstVal` and `dstIdx` must have the same valid region: E0211
    - `src0Val` and `src0Idx` must have the same valid region: E0211
    - `src1Val` and `src1Idx` must have the same valid region: E0211

    Element types:
    - a2a3: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220)
    - a5: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a5/TPartArgBinOps.hpp:192-235, TPartArgMax.hpp:29)
    - cpu: `dstVal`: i32, i16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPartArgCommon.hpp:19-24, TPartOp.hpp:76-90)
    """
    call("tpartargmax", (("dstVal", dst_val, ""), ("src0Val", src0_val, ""), ("src1Val", src1_val, ""), ("dstIdx", dst_idx, ""), ("src0Idx", src0_idx, ""), ("src1Idx", src1_idx, ""),), ())


def tpartargmin(
    dst_val: Value,
    src0_val: Value,
    src1_val: Value,
    dst_idx: Value,
    src0_idx: Value,
    src1_idx: Value,
) -> None:
    r"""Take the smaller of two values with its index, where both are valid.

    The domain is the valid region of `dstVal`. Where only one source is valid, its value and index are
    copied; where none is, `dst` stays as it is (0 in the CPU simulator). A tie takes the second source.

    k = 0 if src0Val[i,j] < src1Val[i,j] else 1   where both are valid, else the valid one
    dstVal[i,j] = srcKVal[i,j], dstIdx[i,j] = srcKIdx[i,j]

    C++: `TPARTARGMIN(dstVal, src0Val, src1Val, dstIdx, src0Idx, src1Idx)`

    Rules:
    - `src0Val`, `src1Val`, `src0Idx`, `src1Idx`, `dstVal` and `dstIdx` must be in vec: E0201
    - `dstVal`, `dstIdx`, `src0Val`, `src1Val`, `src0Idx` and `src1Idx` must be row-major, on a2a3, a5: E0202
    - `dstVal`, `src0Val` and `src1Val` must have the same element type: E0203
    - `dstIdx` must have element type i16, ui16, i32 or ui32: E0204
    - `dstIdx`, `src0Idx` and `src1Idx` must have the same element type: E0203
    - `dstVal` must have a non-empty valid region, on a2a3 (`--rules device`): E0214
    - the valid regions of `src0Val` and `src1Val` must lie within that of `dstVal`: E0216
    - one of the value sources must have the valid region of the value destination, on a2a3, a5: E0211
    - `dstVal` and `dstIdx` must have the same valid region: E0211
    - `src0Val` and `src0Idx` must have the same valid region: E0211
    - `src1Val` and `src1Idx` must have the same valid region: E0211

    Element types:
    - a2a3: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a2a3/TPartArgOp.hpp:173-220)
    - a5: `(dstVal, dstIdx)`: (f32, i32) (f32, u32) (f16, i16) (f16, u16) (f16, i32) (f16, u32) (pto-isa@3186c381 include/pto/npu/a5/TPartArgBinOps.hpp:192-235, TPartArgMin.hpp:29)
    - cpu: `dstVal`: i32, i16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TPartArgCommon.hpp:19-24, TPartOp.hpp:76-90)
    """
    call("tpartargmin", (("dstVal", dst_val, ""), ("src0Val", src0_val, ""), ("src1Val", src1_val, ""), ("dstIdx", dst_idx, ""), ("src0Idx", src0_idx, ""), ("src1Idx", src1_idx, ""),), ())


def tinterleave(
    dst1: Value,
    dst0: Value,
    src1: Value,
    src0: Value,
) -> None:
    r"""Interleave two tiles element by element.

    Each row pair becomes one stream `src0[i,0], src1[i,0], src0[i,1], ...`; `dst0` takes its first half,
    `dst1` its second half.

    s[i,2k] = src0[i,k], s[i,2k+1] = src1[i,k]   for 0 <= k < C
    dst0[i,j] = s[i,j], dst1[i,j] = s[i,C+j]   for 0 <= j < C

    C++: `TINTERLEAVE(dst1, dst0, src1, src0)`

    Rules:
    - `src0`, `src1`, `dst0` and `dst1` must be in vec: E0201
    - `dst0`, `dst1`, `src0` and `src1` must be row-major: E0202
    - `dst0`, `dst1`, `src0` and `src1` must have the same element type: E0203
    - `dst0`, `dst1`, `src0` and `src1` must have the same valid region: E0211
    - with two sources, the number of valid columns must be even: E0215

    Element types:
    - a5: `dst0`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TInterleave.hpp:21-50)
    - cpu: `dst0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TInterleave.hpp:40-50 checks no type)
    """
    call("tinterleave", (("dst1", dst1, ""), ("dst0", dst0, ""), ("src1", src1, ""), ("src0", src0, ""),), ())


def tdeinterleave(
    dst1: Value,
    dst0: Value,
    src0: Value,
    *,
    src1: Value | None = None,
) -> None:
    r"""Split a stream into its even and odd elements.

    The stream is a row of `src0` followed by the same row of `src1`, or a row of `src0` alone; then each
    destination has half its columns.

    s[i,k] = src0[i,k], s[i,C+k] = src1[i,k]
    dst0[i,k] = s[i,2k], dst1[i,k] = s[i,2k+1]

    C++: `TDEINTERLEAVE(dst1, dst0[, src1], src0)`

    Rules:
    - `src0`, `src1`, `dst0` and `dst1` must be in vec: E0201
    - `dst0`, `dst1`, `src0` and `src1` must be row-major: E0202
    - `dst0`, `dst1`, `src0` and `src1` must have the same element type: E0203
    - `dst0`, `dst1`, `src0` and `src1` must have as many valid rows: E0212
    - `dst0` and `dst1` must have as many valid columns: E0213
    - two sources must have the valid columns of `dst0` each; a single source must have twice as many: E0213
    - with two sources, the number of valid columns must be even: E0215
    - a single source should have at least two registers (512 bytes) per row, on a5 (`--rules device`) (a warning): W0219
    - a single source should have at least two registers (512 bytes) per row, on a5 (`--rules manual`): E0219

    Element types:
    - a5: `dst0`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDeInterleave.hpp:21-46, 183-205)
    - cpu: `dst0`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TDeinterleave.hpp:54-79 checks no type)
    """
    call("tdeinterleave", (("dst1", dst1, ""), ("dst0", dst0, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tload(
    dst: Value,
    src: Value,
    *,
    pad_value: Number | None = None,
    left_padding_num: Number | None = None,
    right_padding_num: Number | None = None,
    init_condition: Number | None = None,
    pad_mode: str | None = None,
    init_out_buffer: bool | None = None,
    layout: str | None = None,
    pto_inferred_layout: bool | None = None,
) -> None:
    r"""Load a tile from global memory.

    The valid region of `dst` is read from the view; the layout may change on the way into mat (ND to NZ,
    DN to ZN). Columns between the valid region and the next 32 bytes get the pad value of `dst` (infinities for
    the limits of floats); the CPU simulator fills the whole rest of the tile. The load runs on its own pipe:
    what reads the tile must wait for it.

    dst[i,j] = src[i,j]   for (i,j) in valid(dst)

    C++: `TLOAD(dst, src) {layout, pto.inferred_layout, pad_mode=PadNull, init_out_buffer=false}`

    Rules:
    - `dst` must be in vec or mat (`--rules device`): E0201
    - `dst` must be in vec, mat or acc (`--rules manual`): E0201
    - a vec destination is ND, DN or NZ; a mat destination is ND, DN, NZ or ZN, on A5 also ZZ or NN for scales; 64-bit elements are ND or DN: E0202
    - a vec destination in NZ should take a view in NZ, whose last extent is 32 bytes, on a2a3, a5 (`--rules manual`): E0202
    - a vec destination in NZ should take a view in NZ, whose last extent is 32 bytes, on a2a3, a5 (`--rules device`) (a warning): W0202
    - `dst` and `src` must have elements of the same size: E0206
    - 64-bit elements are padded with nothing or zero, on a5: E0226
    - `dst` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `dst` must have a non-empty valid region (`--rules manual`): E0214
    - a row-major vec tile must have as many valid columns as the last extent of the view, and as many valid rows as the product of the others, on a5 (`--rules device`) (a warning): W0228
    - a row-major vec tile must have as many valid columns as the last extent of the view, and as many valid rows as the product of the others, on a5 (`--rules manual`): E0228
    - the view should have at least as many elements as the valid region of the tile (a warning): W0228

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/common/arch/memory/tload_common.hpp:298-353, npu/a2a3/TLoad.hpp:100-151)
    - a5: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/common/arch/register/tload_common.hpp:127-378, npu/a5/TLoad.hpp:126-868)
    - cpu: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TLoad.hpp:53-165; union of the devices)

    Attributes:
    - pad_mode: fill of rows that are shorter than the tile (PadNull, PadFirstElem, PadValue)
    - init_out_buffer
    - layout: layout of the view in global memory (nd, dn, nz, mx_a_zz, mx_a_nd, mx_a_dn, mx_b_nn, mx_b_nd, mx_b_dn)
    - pto_inferred_layout: the layout was inferred by a tool
    """
    call("tload", (("dst", dst, ""), ("src", src, ""), ("pad_value", pad_value, ""), ("left_padding_num", left_padding_num, "index"), ("right_padding_num", right_padding_num, "index"), ("init_condition", init_condition, ""),), (("pad_mode", pad_mode), ("init_out_buffer", init_out_buffer), ("layout", layout), ("pto.inferred_layout", pto_inferred_layout),))


def tstore(
    dst: Value,
    src: Value,
    *,
    fp: Value | None = None,
    pre_quant_scalar: Number | None = None,
    st_phase: str | None = None,
    atomic_type: str | None = None,
    relu_pre_mode: str | None = None,
    layout: str | None = None,
    pto_inferred_layout: bool | None = None,
) -> None:
    r"""Store a tile to global memory.

    The valid region of `src` is written. From acc the fix pipe converts, applies ReLU and quantises by `fp`
    (one parameter per column) or by `preQuantScalar`. `atomicType` adds to memory instead of overwriting
    it. The order with later loads of the same memory is the program's business.

    dst[i,j] = Convert(src[i,j])   for (i,j) in valid(src)
    dst[i,j] = dst[i,j] + Convert(src[i,j])   with atomic_add

    C++: `TSTORE<[stPhase:STPhase]>(dst, src) {layout, pto.inferred_layout}; TSTORE<[stPhase:STPhase, ]type(src), type(dst), atomicType:AtomicType>(dst, src) {layout, pto.inferred_layout}; TSTORE<[stPhase:STPhase, ]type(src), type(dst), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode>(dst, src) {layout, pto.inferred_layout}; TSTORE<[stPhase:STPhase, ]type(src), type(dst), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode=NoRelu>(dst, src, preQuantScalar) {layout, pto.inferred_layout}; TSTORE_FP<type(src), type(dst), type(fp), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode=NoRelu>(dst, src, fp) {layout, pto.inferred_layout}`

    Rules:
    - `src` must be in vec or acc, on a5: E0201
    - `src` must be in vec, mat or acc, on a2a3: E0201
    - `src` must be in vec, mat or acc, on cpu: E0201
    - `fp` goes with an acc source only: E0222
    - `fp` must be in scaling: E0201
    - `fp` and `preQuantScalar` exclude each other: E0222
    - `preQuantScalar` goes with an acc source only: E0222
    - a vec or mat source is ND, DN or NZ, or has one row or column; 64-bit elements are ND or DN; an acc source is NZ: E0202
    - vec and mat elements keep their size; acc holds f32 or i32 and stores f32, f16, bf16 or i32; quantised it stores i8, u8 or (i32) f16, on A5 also f16, bf16, hif8, f8E4M3FN or f32: E0205
    - without quantising, acc should store f32 as f32, f16 or bf16 and i32 as i32; with `fp` on A2/A3, f32 as i8 or u8 (`--rules device`) (a warning): W0205
    - without quantising, acc should store f32 as f32, f16 or bf16 and i32 as i32; with `fp` on A2/A3, f32 as i8 or u8 (`--rules manual`): E0205
    - an atomic store has its source in acc (`--rules manual`): E0201
    - an acc source has 1 to 4095 columns and at most 65535 rows: E0219
    - an acc source is stored in the layouts nd and nz, on a2a3, a5: E0232
    - `src` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `src` must have a non-empty valid region, on a2a3 (`--rules manual`): E0214
    - the valid region of the tile and the view must have as many elements: E0228
    - `reluPreMode` goes with an acc source only: E0232
    - atomic stores add f16, bf16, f32, i8, i16 or i32; maximum and minimum exist on A5 only: E0232
    - an atomic store has elements of i32 or f32, on a2a3 (`--rules manual`): E0232
    - an atomic store has elements of i32, on a5 (`--rules manual`): E0232
    - `stPhase` cannot be set beside `fp`: E0232

    Element types:
    - a2a3: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/common/arch/memory/tstore_common.hpp:325-356, npu/a2a3/TStore.hpp:32-345)
    - a5: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:93-400)
    - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tstore.md:172)
    - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (union of the devices; pto-isa@3186c381 include/pto/cpu/TStore.hpp:22-130)

    Attributes:
    - st_phase: hand-shake with the cube by unit flags (unspecified, partial, final)
    - atomic_type (atomic_none, atomic_add, atomic_max, atomic_min)
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    - layout: layout of the view in global memory (nd, dn, nz, mx_a_zz, mx_a_nd, mx_a_dn, mx_b_nn, mx_b_nd, mx_b_dn)
    - pto_inferred_layout: the layout was inferred by a tool
    """
    call("tstore", (("dst", dst, ""), ("src", src, ""), ("fp", fp, ""), ("preQuantScalar", pre_quant_scalar, ""),), (("stPhase", st_phase), ("atomicType", atomic_type), ("reluPreMode", relu_pre_mode), ("layout", layout), ("pto.inferred_layout", pto_inferred_layout),))


def tstore_fp(
    dst: Value,
    src: Value,
    fp: Value,
    *,
    relu_pre_mode: str | None = None,
    atomic_type: str | None = None,
    layout: str | None = None,
    pto_inferred_layout: bool | None = None,
) -> None:
    r"""Store an accumulator with one quantisation parameter per column.

    The older spelling of `tstore` with `fp`. `fp` lies in the scaling buffer.

    dst[i,j] = Convert(src[i,j]; fp[j])   for (i,j) in valid(src)

    C++: `TSTORE_FP<type(src), type(dst), type(fp), atomicType:AtomicType=AtomicNone, reluPreMode:ReluPreMode=NoRelu>(dst, src, fp) {layout, pto.inferred_layout}`

    Rules:
    - `src` must be in acc: E0201
    - `fp` must be in scaling: E0201
    - `src` must be NZ: E0202
    - `src` must have element type f32 or i32: E0204
    - an acc source has 1 to 4095 columns and at most 65535 rows: E0219
    - an acc source is stored in the layouts nd and nz, on a2a3, a5: E0232
    - `src` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `src` must have a non-empty valid region, on a2a3 (`--rules manual`): E0214

    Element types:
    - a2a3: `(src, dst)`: (f32, i8) (f32, u8) (i32, i8) (i32, u8) (i32, f16) (pto-isa@3186c381 include/pto/npu/a2a3/TStore.hpp:192-345)
    - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, bf16) (f32, f16) (f32, Hif8) (f32, F8E4M3) (f32, f32) (i32, i8) (i32, u8) (i32, bf16) (i32, f16) (pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:117-152, 384-390)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TStore.hpp:173 checks nothing)

    Attributes:
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    - atomic_type (atomic_none, atomic_add)
    - layout: layout of the view in global memory (nd, dn, nz, mx_a_zz, mx_a_nd, mx_a_dn, mx_b_nn, mx_b_nd, mx_b_dn)
    - pto_inferred_layout: the layout was inferred by a tool
    """
    call("tstore_fp", (("dst", dst, ""), ("src", src, ""), ("fp", fp, ""),), (("reluPreMode", relu_pre_mode), ("atomicType", atomic_type), ("layout", layout), ("pto.inferred_layout", pto_inferred_layout),))


def tprefetch(
    dst: Value,
    src: Value,
) -> None:
    r"""Load a tile ahead of its use.

    A hint: it fills `dst` as `tload` does, and waits for no event. A later `tload` may still be needed
    where the program must be sure of the data.

    dst[i,j] = src[i,j]   for (i,j) in valid(dst)

    C++: `TPREFETCH(dst, src)`

    Rules:
    - `dst` must be in vec or mat: E0201
    - `dst` and `src` must have elements of the same size: E0206

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TPrefetch.hpp:57; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3918-3987)
    - a5: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TPrefetch.hpp:60; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3918-3987)
    - cpu: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TPrefetch.hpp:33)
    """
    call("tprefetch", (("dst", dst, ""), ("src", src, ""),), ())


def tprefetch_async(
    src: Value,
    ctx: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Start bringing a range of global memory into the L2 cache.

    No tile is written. The range is flat and contiguous; `event` is waited for with the session of `ctx`.

    C++: `TPREFETCH_ASYNC(src, ctx, ...)`

    Rules:
    - the view must be flat: at most one extent may differ from 1: E0228

    Element types:
    - a2a3: as the rules say (docs/isa/tile/ops/memory-and-data-movement/tprefetch-async.md:56)
    - a5: as the rules say (docs/isa/tile/ops/memory-and-data-movement/tprefetch-async.md:56)
    - cpu: as the rules say (docs/isa/tile/ops/memory-and-data-movement/tprefetch-async.md:60, no effect)
    """
    return call("tprefetch_async", (("src", src, ""), ("ctx", ctx, ""),), (), ("Handle",), result, "")


def make_prefetch_async_context(
    workspace: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make the context of asynchronous prefetches from a workspace.

    The host prepares the workspace; the context keeps 256 bytes of UB for its descriptors.

    C++: `PrefetchAsyncContext(workspace, ...)`

    Rules:
    - `workspace` must be in gm: E0201
    - `workspace` must have element type i8 or ui8: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3989-3999)
    """
    return call("make_prefetch_async_context", (("workspace", workspace, ""),), (), ("Handle",), result, "")


def get_prefetch_async_session(
    ctx: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""The session of an asynchronous prefetch context, to wait with.

    It belongs to the context and lives as long.

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td)
    """
    return call("get_prefetch_async_session", (("ctx", ctx, ""),), (), ("Handle",), result, "")


def tmov(
    dst: Value,
    src: Value,
    *,
    fp: Value | None = None,
    pre_quant_scalar: Number | None = None,
    acc_to_vec_mode: str | None = None,
    relu_pre_mode: str | None = None,
    grp_axis: str | None = None,
) -> None:
    r"""Copy a tile to another memory or layout.

    The pair of memories selects the path, and the path selects pipe, layouts and conversions. A source in
    acc runs through the fix pipe, with optional ReLU and quantisation by `fp` (one parameter per column)
    or by `preQuantScalar`. A vec copy into ZZ takes a vec scratch tile in the place of `fp`.

    dst[i,j] = Relu(Convert(src[i,j]; fp[j] or preQuantScalar))

    C++: `TMOV(dst, src); TMOV<type(dst), type(src), reluPreMode:ReluPreMode>(dst, src); TMOV<type(dst), type(src), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src[, preQuantScalar]); TMOV<type(dst), type(src)[, reluPreMode:ReluPreMode]>(dst, src, preQuantScalar); TMOV(dst, src, fp) {grpAxis=axis1} if fp: vec; TMOV<0>(dst, src, fp) {grpAxis=axis0} if fp: vec; TMOV_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp); TMOV<type(dst), type(src), type(fp), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, fp)`

    Rules:
    - the path must be mat -> left, right, bias or scaling, vec -> vec, or acc -> mat; A5 adds mat -> scale_left or scale_right, vec -> mat and acc -> vec: E0231
    - `fp` must be a scaling tile beside an acc source, or a vec scratch tile for vec -> vec in ZZ (A5): E0201
    - `fp` and `preQuantScalar` exclude each other: E0222
    - `preQuantScalar` goes with an acc source only: E0222
    - an acc source is NZ; left is NZ or ZZ, right is ZN; a ZZ destination in vec is made from ND on A5: E0202
    - vec -> vec keeps the layout: A2/A3 copies rows as they lie, A5 rearranges ND to NZ, ZN and ZZ and nothing else, on a2a3, a5: E0202
    - ND to NZ and ZN in vec takes elements of 8 bits, f16, bf16, f32 and i32; to ZN, rows a multiple of 32 bytes of elements and columns of 16, on a5: E0205
    - a mat source on its way to left or right must be boxed: NZ (`blayout=col_major, slayout=row_major`) or ZN (`blayout=row_major, slayout=col_major`); to left, a single row may be row-major; to scale_left it must be ZZ, to scale_right NN: E0202
    - a mat source on its way to left should say that it is NZ (`blayout=col_major, slayout=row_major`): the device transposes boxes of a tile that is not (a warning): W0202
    - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
    - a bias source is one row of a multiple of 64 bytes, a 64-bit scaling source one row of a multiple of 128 bytes, on a2a3, a5: E0219
    - the element types must fit the path: equal, of equal size for vec -> vec, one of the bias pairs (i32, f32, f16 -> f32, on A5 bf16 -> f32), or a conversion of the fix pipe: E0205
    - `dst` must have a non-empty valid region, on a2a3 (a warning): W0214
    - `src` and `dst` must have the same rows and columns, on a2a3: E0218
    - a mat source and its destination have the same rows and columns, on cpu, a5: E0218
    - the scratch tile of the ND to ZZ repack needs 64 + ceil(rows/16) * cols bytes, on a5: E0224
    - `reluPreMode` goes with an acc source only: E0232
    - `accToVecMode` goes with an acc source and a vec destination: E0232
    - `accToVecMode` with `fp` or `preQuantScalar` must be a single mode, on cpu, a5: E0232
    - dual_mode_split_m halves an even number of rows, dual_mode_split_n a multiple of 32 columns; `dst` is not DN and has the element type of `src`, on a5: E0232
    - `grpAxis` belongs to the repack to ZZ with a vec scratch tile: E0232

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:19-206, common.hpp:88-121)
    - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:19-928, common.hpp:140-182)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TMov.hpp:20-105 checks nothing)

    Attributes:
    - acc_to_vec_mode: which vector core receives the accumulator (single_mode_vec0, single_mode_vec1, dual_mode_split_m, dual_mode_split_n)
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    - grp_axis: how the exponents were grouped, for the repack to ZZ (axis0, axis1)
    """
    call("tmov", (("dst", dst, ""), ("src", src, ""), ("fp", fp, ""), ("preQuantScalar", pre_quant_scalar, ""),), (("accToVecMode", acc_to_vec_mode), ("reluPreMode", relu_pre_mode), ("grpAxis", grp_axis),))


def tmov_fp(
    dst: Value,
    src: Value,
    fp: Value,
    *,
    relu_pre_mode: str | None = None,
) -> None:
    r"""Copy an accumulator through the fix pipe with one quantisation parameter per column.

    The older spelling of `tmov` with `fp`. `fp` lies in the scaling buffer.

    dst[i,j] = Convert(src[i,j]; fp[j])

    C++: `TMOV_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp)`

    Rules:
    - `src` must be in acc: E0201
    - `fp` must be in scaling: E0201
    - `dst` must be in mat, on a2a3: E0201
    - `dst` must be in mat or vec, on cpu, a5: E0201
    - `src` must be NZ: E0202
    - `dst` must be NZ, on a2a3: E0202
    - `src` must have element type f32 or i32: E0204
    - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
    - `src` and `dst` must have the same rows and columns, on a2a3: E0218
    - `fp` should have a parameter for each valid column of `dst` (a warning): W0219

    Element types:
    - a2a3: `(src, dst)`: (f32, i8) (i32, i8) (i32, u8) (i32, f16) (i32, i16) (pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:203-206, common.hpp:88-121)
    - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, Hif8) (f32, f16) (f32, bf16) (f32, F8E4M3) (f32, F8E5M2) (f32, f32) (i32, i8) (i32, u8) (i32, f16) (i32, bf16) (pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:902-930, common.hpp:140-182)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TMov.hpp:68-77 checks nothing)

    Attributes:
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    """
    call("tmov_fp", (("dst", dst, ""), ("src", src, ""), ("fp", fp, ""),), (("reluPreMode", relu_pre_mode),))


def textract(
    dst: Value,
    src: Value,
    index_row: Number,
    index_col: Number,
    *,
    fp: Value | None = None,
    pre_quant_scalar: Number | None = None,
    acc_to_vec_mode: str | None = None,
    relu_pre_mode: str | None = None,
) -> None:
    r"""Copy a window of a tile into a tile.

    The window starts at (`indexRow`, `indexCol`) and has the size of `dst`. The path decides layouts and
    conversions; an acc source may be quantised by `fp` (offset by `indexCol`) or by `preQuantScalar`.

    dst[i,j] = Convert(src[indexRow+i, indexCol+j])

    C++: `TEXTRACT(dst, src, indexRow, indexCol); TEXTRACT<type(dst), type(src), reluPreMode:ReluPreMode>(dst, src, indexRow, indexCol); TEXTRACT<type(dst), type(src), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, [preQuantScalar, ]indexRow, indexCol); TEXTRACT<type(dst), type(src)[, reluPreMode:ReluPreMode]>(dst, src, preQuantScalar, indexRow, indexCol); TEXTRACT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol); TEXTRACT<type(dst), type(src), type(fp), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)`

    Rules:
    - the path must be mat -> left or right, vec -> vec, or acc -> mat; A5 adds mat -> scaling, scale_left or scale_right, vec -> mat and acc -> vec: E0231
    - the path must be mat -> left or right, or acc -> mat; A5 adds mat -> scale_left and scale_right, on a2a3, a5 (`--rules manual`): E0231
    - `fp` goes with an acc source only: E0222
    - `fp` must be in scaling: E0201
    - `fp` and `preQuantScalar` exclude each other: E0222
    - `preQuantScalar` goes with an acc source only: E0222
    - left is NZ or ZZ, right is ZN, an acc source is NZ and goes to NZ in mat and to ND or NZ in vec, vec -> vec keeps ND or NZ: E0202
    - a mat source on its way to left or right must be boxed: NZ (`blayout=col_major, slayout=row_major`) or ZN (`blayout=row_major, slayout=col_major`); to left, a single row may be row-major; to scale_left it must be ZZ, to scale_right NN: E0202
    - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
    - the element types must be equal and known to the path, or a conversion of the fix pipe: E0205
    - the window at (`indexRow`, `indexCol`) with the size of `dst` must lie inside `src`: E0229
    - `dst` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `src`, on a2a3: E0229
    - `dst` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `src`, on cpu, a5 (`--rules manual`): E0229
    - from vec to vec `dst` is allocated with no more rows and columns than `src`, in NZ with no more columns, on a5: E0219
    - 4-bit floats are moved from vec to vec in whole blocks of 32 bytes: `indexCol` and the valid columns of `dst`, on a5: E0228
    - a window starts at a box of the source on its way to left or right, and on A2/A3 at a block of 32 bytes from vec to vec, on a2a3: E0228
    - a window starts at a box of the source on its way to left or right, and on A2/A3 at a block of 32 bytes from vec to vec, on a5 (a warning): W0228
    - `reluPreMode` goes with an acc source only: E0232
    - `accToVecMode` goes with an acc source and a vec destination: E0232
    - `accToVecMode` with `fp` or `preQuantScalar` must be a single mode, on cpu, a5: E0232
    - dual_mode_split_m halves an even number of rows, dual_mode_split_n a multiple of 32 columns; `dst` is not DN and has the element type of `src`, on a5: E0232

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:19-540, common/arch/memory/textract_common.hpp:537-590)
    - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:496-1320)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TExtract.hpp:88-188)

    Attributes:
    - acc_to_vec_mode: which vector core receives the accumulator (single_mode_vec0, single_mode_vec1, dual_mode_split_m, dual_mode_split_n)
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    """
    call("textract", (("dst", dst, ""), ("src", src, ""), ("indexRow", index_row, "index"), ("indexCol", index_col, "index"), ("fp", fp, ""), ("preQuantScalar", pre_quant_scalar, ""),), (("accToVecMode", acc_to_vec_mode), ("reluPreMode", relu_pre_mode),))


def textract_fp(
    dst: Value,
    src: Value,
    fp: Value | None = None,
    index_row: Number | None = None,
    index_col: Number | None = None,
    *,
    relu_pre_mode: str | None = None,
) -> None:
    r"""Copy a window of an accumulator through the fix pipe with one quantisation parameter per column.

    The older spelling of `textract` with `fp`; the parameters start at column `indexCol` of `fp`.

    dst[i,j] = Convert(src[indexRow+i, indexCol+j]; fp[indexCol+j])

    C++: `TEXTRACT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)`

    Rules:
    - `src` must be in acc: E0201
    - `fp` must be given: E0221
    - `fp` must be in scaling: E0201
    - `dst` must be in mat, on a2a3: E0201
    - `dst` must be in mat or vec, on cpu, a5: E0201
    - `src` must be NZ: E0202
    - `dst` must be NZ, on a2a3: E0202
    - `dst` must be ND (row-major, unboxed) or NZ, on a5: E0202
    - `src` must have element type f32 or i32: E0204
    - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
    - `dst` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `src`, on a2a3: E0229
    - the window at (`indexRow`, `indexCol`) with the size of `dst` must lie inside `src`: E0229

    Element types:
    - a2a3: `(src, dst)`: (f32, i8) (i32, i8) (i32, u8) (i32, f16) (i32, i16) (pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:526-536, common.hpp:88-121)
    - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, Hif8) (f32, f16) (f32, bf16) (f32, F8E4M3) (f32, F8E5M2) (f32, f32) (i32, i8) (i32, u8) (i32, f16) (i32, bf16) (pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:1281-1320, common.hpp:140-182)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TExtract.hpp:173-188 checks nothing)

    Attributes:
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    """
    call("textract_fp", (("dst", dst, ""), ("src", src, ""), ("fp", fp, ""), ("indexRow", index_row, "index"), ("indexCol", index_col, "index"),), (("reluPreMode", relu_pre_mode),))


def tinsert(
    dst: Value,
    src: Value,
    index_row: Number,
    index_col: Number,
    *,
    fp: Value | None = None,
    pre_quant_scalar: Number | None = None,
    acc_to_vec_mode: str | None = None,
    relu_pre_mode: str | None = None,
    tinsert_mode: str | None = None,
) -> None:
    r"""Copy a tile into a window of a tile.

    The window starts at (`indexRow`, `indexCol`) of `dst`; the rest of `dst` keeps its contents. An acc
    source may be quantised by `fp` or by `preQuantScalar`. `tinsertMode` splits an NZ source on A5.

    dst[indexRow+i, indexCol+j] = Convert(src[i,j])

    C++: `TINSERT(dst, src, indexRow, indexCol); TINSERT<tinsertMode:TInsertMode>(dst, src, indexRow, indexCol); TINSERT<type(dst), type(src), reluPreMode:ReluPreMode>(dst, src, indexRow, indexCol); TINSERT<type(dst), type(src), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, [preQuantScalar, ]indexRow, indexCol); TINSERT<type(dst), type(src)[, reluPreMode:ReluPreMode]>(dst, src, preQuantScalar, indexRow, indexCol); TINSERT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol); TINSERT<type(dst), type(src), type(fp), accToVecMode:AccToVecMode[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)`

    Rules:
    - the path must be acc -> mat or vec -> vec; A5 adds acc -> vec and vec -> mat: E0231
    - the path must be acc -> mat, on a2a3 (`--rules manual`): E0231
    - `fp` goes with an acc source only: E0222
    - `fp` must be in scaling: E0201
    - `fp` and `preQuantScalar` exclude each other: E0222
    - `preQuantScalar` goes with an acc source only: E0222
    - an acc source is NZ and goes to NZ in mat and to ND or NZ in vec, vec -> mat goes from ND or NZ to NZ (or from NZ to ZN, or, on A5, stays ZN), vec -> vec keeps ND or NZ: E0202
    - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
    - the element types must be equal and known to the path, or a conversion of the fix pipe: E0205
    - the window at (`indexRow`, `indexCol`) with the size of `src` must lie inside `dst`: E0229
    - `src` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `dst`, on a2a3: E0229
    - `src` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `dst`, on cpu, a5 (`--rules manual`): E0229
    - from vec to vec `src` is allocated with no more rows and columns than `dst`, in NZ with no more columns, on a5: E0219
    - from vec to vec on A2/A3 a window starts at a block of 32 bytes of the destination, on a2a3: E0228
    - a ZN source has whole boxes: `indexRow` and its valid rows are multiples of 32 bytes of elements, on cpu, a5: E0219
    - `reluPreMode` goes with an acc source only: E0232
    - `accToVecMode` goes with an acc source and a vec destination: E0232
    - `accToVecMode` with `fp` or `preQuantScalar` must be a single mode, on cpu, a5: E0232
    - dual_mode_split_m halves an even number of rows, dual_mode_split_n a multiple of 32 columns; `dst` is not DN and has the element type of `src`, on a5: E0232
    - `tinsertMode` goes with an NZ source in vec and a mat destination on A5: E0232

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:129-241, common/arch/memory/tinsert_common.hpp:90-145)
    - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:129-690)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TInsert.hpp:22-86)

    Attributes:
    - acc_to_vec_mode: which vector core receives the accumulator (single_mode_vec0, single_mode_vec1, dual_mode_split_m, dual_mode_split_n)
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    - tinsert_mode: split the NZ source into 2 or 4 parts (split2, split4)
    """
    call("tinsert", (("dst", dst, ""), ("src", src, ""), ("indexRow", index_row, "index"), ("indexCol", index_col, "index"), ("fp", fp, ""), ("preQuantScalar", pre_quant_scalar, ""),), (("accToVecMode", acc_to_vec_mode), ("reluPreMode", relu_pre_mode), ("tinsertMode", tinsert_mode),))


def tinsert_fp(
    dst: Value,
    src: Value,
    fp: Value,
    index_row: Number,
    index_col: Number,
    *,
    relu_pre_mode: str | None = None,
) -> None:
    r"""Put an accumulator through the fix pipe into a window, with one quantisation parameter per column.

    The older spelling of `tinsert` with `fp`. The rest of `dst` keeps its contents.

    dst[indexRow+i, indexCol+j] = Convert(src[i,j]; fp[j])

    C++: `TINSERT_FP<type(dst), type(src), type(fp)[, reluPreMode:ReluPreMode]>(dst, src, fp, indexRow, indexCol)`

    Rules:
    - `src` must be in acc: E0201
    - `fp` must be in scaling: E0201
    - `dst` must be in mat, on a2a3: E0201
    - `dst` must be in mat or vec, on cpu, a5: E0201
    - `src` must be NZ: E0202
    - `dst` must be NZ, on a2a3: E0202
    - `dst` must be ND (row-major, unboxed) or NZ, on a5: E0202
    - `src` must have element type f32 or i32: E0204
    - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
    - `src` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `dst`, on a2a3: E0229
    - the window at (`indexRow`, `indexCol`) with the size of `src` must lie inside `dst`: E0229

    Element types:
    - a2a3: `(src, dst)`: (f32, i8) (i32, i8) (i32, u8) (i32, f16) (i32, i16) (pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:231-241, common.hpp:88-121)
    - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, Hif8) (f32, f16) (f32, bf16) (f32, F8E4M3) (f32, F8E5M2) (f32, f32) (i32, i8) (i32, u8) (i32, f16) (i32, bf16) (pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:195-213, common.hpp:140-182)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TInsert.hpp:71 checks nothing)

    Attributes:
    - relu_pre_mode: ReLU after the conversion; only on the way out of acc (no_relu, normal_relu, scalar_relu, vector_relu)
    """
    call("tinsert_fp", (("dst", dst, ""), ("src", src, ""), ("fp", fp, ""), ("indexRow", index_row, "index"), ("indexCol", index_col, "index"),), (("reluPreMode", relu_pre_mode),))


def treshape(
    src: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""See the bytes of a tile as another tile type.

    Nothing moves: `result` names the same storage with another shape, layout or element type. Memory and
    total bytes stay, and boxed tiles stay boxed.

    bytes(result) = bytes(src)

    C++: `TRESHAPE(result, src)`

    Rules:
    - `src` and `result` must lie in the same memory: E0231
    - `src` and `result` must both be boxed or both be unboxed: E0202
    - `src` and `result` must have as many bytes: E0228
    - integers stay integers and f16, bf16 and f32 stay floats, on cpu (`--rules device`): E0205

    Element types:
    - a2a3, a5: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TReshape.hpp:22-49)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TReshape.hpp:21-50)
    """
    return call("treshape", (("src", src, ""),), (), ("Tile",), result, "")


def bitcast(
    src: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""See the elements of a tile as another element type.

    Nothing moves. Shape, valid region and layout stay; elements may become narrower, and then `result`
    names the front part of the storage.

    bytes(result) = bytes(src)[0 .. size(result)]

    C++: `TRESHAPE(result, src)`

    Rules:
    - `src` and `result` must lie in the same memory: E0231
    - `result` must have another element type than `src`, not a wider one, and otherwise the same type: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:13492-13537)
    """
    return call("bitcast", (("src", src, ""),), (), ("Tile",), result, "")


def ttrans(
    dst: Value,
    src: Value,
    tmp: Value | None = None,
) -> None:
    r"""Transpose a tile.

    The domain is the valid region of `src` on every target. `tmp` stages whole groups of rows where both
    strides are aligned and is not read afterwards.

    dst[j,i] = src[i,j]   for (i,j) in valid(src)

    C++: `TTRANS(dst, src, tmp=src)`

    Rules:
    - `src`, `tmp` and `dst` must be in vec: E0201
    - `src` must be row-major, on a2a3, a5: E0202
    - `src` and `dst` must have elements of the same size: E0206
    - `src` and `dst` must have the same element type (a warning): W0203
    - `src` and `tmp` must have elements of the same size, on a2a3, a5: E0206
    - the valid region of `dst` should be that of `src`, transposed (a warning): W0228

    Element types:
    - a2a3: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TTrans.hpp:913-1125)
    - a2a3 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/ttrans.md:124-131)
    - a5: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TTrans.hpp:679-834)
    - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/layout-and-rearrangement/ttrans.md:134-140)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TTrans.hpp:371-385)

    Scratch:
    - a2a3: at least the valid elements of `src` where rows fill groups of 16 (32 for bytes) and columns 32-byte blocks, else 32 bytes (a warning)
    - a5: at least 32 bytes
    - cpu: accepted and not used
    """
    call("ttrans", (("dst", dst, ""), ("src", src, ""), ("tmp", tmp, ""),), ())


def tconcat(
    dst: Value,
    src0: Value,
    src1: Value,
) -> None:
    r"""Put two tiles side by side.

    Row by row, the valid columns of `src1` follow those of `src0`.

    dst[i,j] = src0[i,j]   for j < C0
    dst[i,C0+j] = src1[i,j]   for j < C1

    C++: `TCONCAT(dst, src0, src1)`

    Rules:
    - `src0`, `src1` and `dst` must be in vec: E0201
    - `src0`, `src1` and `dst` must be row-major, on a5: E0202
    - `src0`, `src1` and `dst` must be row-major, on a2a3 (`--rules device`) (a warning): W0202
    - `src0`, `src1` and `dst` must be row-major, on a2a3 (`--rules manual`): E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `dst`, `src0` and `src1` must have as many valid rows: E0212
    - the valid columns of `src0` and `src1` together must fit the columns of `dst`: E0228
    - the valid columns of `src0` and `src1` should add up to those of `dst`, on a5: E0228
    - the valid columns of `src0` and `src1` should add up to those of `dst`, on a2a3 (`--rules manual`): E0228

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:66-95)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:24, 78-102)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TConcat.hpp:17-73)
    """
    call("tconcat", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""),), ())


def tconcatidx(
    dst: Value,
    src0: Value,
    src1: Value,
    src0_idx: Value,
    src1_idx: Value,
    *,
    dst_idx: Value | None = None,
) -> None:
    r"""Put two tiles side by side, with a number of columns per row.

    Row i takes `src0Idx[i,0]` columns of `src0` and then `src1Idx[i,0]` of `src1`, as many as fit the valid
    columns of `dst`. With `dstIdx` the number of columns written is stored too. The form of `TCONCAT` with index tiles.

    dst[i,:] = src0[i, 0..src0Idx[i,0]] followed by src1[i, 0..src1Idx[i,0]]
    dstIdx[i,0] = min(src0Idx[i,0] + src1Idx[i,0], valid columns of dst)

    C++: `TCONCAT(dst, src0, src1, [dstIdx, ]src0Idx, src1Idx)`

    Rules:
    - `src0`, `src1`, `src0Idx`, `src1Idx`, `dst` and `dstIdx` must be in vec: E0201
    - `src0`, `src1`, `src0Idx`, `src1Idx` and `dst` must be row-major, on a5: E0202
    - `dst`, `src0` and `src1` must have the same element type: E0203
    - `src0Idx` must have element type i8, ui8, i16, ui16, i32 or ui32: E0204
    - `src0Idx`, `src1Idx` and `dstIdx` must have the same element type: E0203
    - `src0Idx` and `src1Idx` must have a non-empty valid region: E0214
    - `dst`, `src0`, `src1`, `src0Idx` and `src1Idx` must have as many valid rows: E0212
    - `dstIdx` must have exactly 1 valid column: E0215

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TConcat.hpp:183-260)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TConcat.hpp:185-259)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TConcat.hpp:17-73)
    """
    call("tconcatidx", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("src0Idx", src0_idx, ""), ("src1Idx", src1_idx, ""), ("dstIdx", dst_idx, ""),), ())


def timg2col(
    dst: Value,
    src: Value,
    pos_m: Number | None = None,
    pos_k: Number | None = None,
    *,
    filter_h: int | None = None,
    filter_w: int | None = None,
    stride_h: int | None = None,
    stride_w: int | None = None,
    dilation_h: int | None = None,
    dilation_w: int | None = None,
    channel_size: int | None = None,
) -> None:
    r"""Unfold a window of a feature map into a matrix.

    Rows are output pixels from `posM` on, columns are kernel positions and channels from `posK` on. The
    feature map, kernel, stride, dilation and padding come from registers that are set beforehand.

    dst[m,k] = src at output pixel posM+m, kernel position and channel posK+k (PADDING in the border)

    C++: `TIMG2COL(dst, src, posM, posK, ...)`

    Rules:
    - `src` must be in mat: E0201
    - `dst` must be in left: E0201
    - `dst` must be ZZ, on a2a3: E0202
    - `dst` must be NZ, on a5: E0202
    - `dst` must be ZZ or NZ, on cpu: E0202
    - `src` and `dst` must have the same element type: E0203

    Element types:
    - a2a3: `src`: i8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TImg2col.hpp:92-110)
    - a5: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TImg2col.hpp:106-128)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TImg2col.hpp:38-52)

    Attributes:
    - filter_h: height of the filter; 1 without it
    - filter_w: width of the filter; 1 without it
    - stride_h: lines from an output pixel to the next; 1 without it
    - stride_w: pixels from an output pixel to the next; 1 without it
    - dilation_h: lines between places of the filter; 1 without it
    - dilation_w: pixels between places of the filter; 1 without it
    - channel_size: channels of a batch; all that `src` holds without it
    """
    call("timg2col", (("dst", dst, ""), ("src", src, ""), ("posM", pos_m, "index"), ("posK", pos_k, "index"),), (("filterH", filter_h), ("filterW", filter_w), ("strideH", stride_h), ("strideW", stride_w), ("dilationH", dilation_h), ("dilationW", dilation_w), ("channelSize", channel_size),))


def tpack(
    dst: Value,
    src: Value,
) -> None:
    r"""Pack elements into a narrower type.

    The low bits of every element, whatever it stands for; the CPU simulator casts the values of floats.

    dst[i,j] = the low part of src[i,j]

    C++ has no function for it.

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major: E0202
    - `dst` elements must be smaller: 4 to 2, 4 to 1 or 2 to 1 bytes: E0205
    - `src` and `dst` must have the same valid region: E0211

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.27 lib/PTO/IR/PTO.cpp:1528-1558; zouzias/pto-isa-mirror@37c3380a include/pto/npu/a5/TPack.hpp:48-73)
    """
    call("tpack", (("dst", dst, ""), ("src", src, ""),), ())


def tfillpad(
    dst: Value,
    src: Value,
    *,
    pad_value: str | None = None,
) -> None:
    r"""Copy a tile and fill what lies outside its valid region.

    The valid region of `src` is copied, the rest of `dst` gets the pad value of `dst`'s type: the rest of the
    whole tile, or of its valid region with hardware semantics. `dst` may be larger than `src` in vec; mat tiles
    are filled in place.

    dst[i,j] = (i,j) in valid(src) ? src[i,j] : pad   over the whole tile, or valid(dst) (quirk fillpad-extent)

    C++: `TFILLPAD<type(dst), padValue:PadValue=Zero>(dst, src) if dst: mat; TFILLPAD_EXPAND(dst, src) if dst: larger than src; TFILLPAD(dst, src)`

    Rules:
    - `src` and `dst` must be in vec or mat: E0201
    - `src` and `dst` must lie in the same memory: E0231
    - `src` and `dst` must have elements of the same size: E0206
    - `dst` must have a pad value: E0226
    - `dst` must have at least the rows and columns of `src`: E0218
    - `src` and `dst` must have the same rows and columns (`--rules manual`): E0218
    - mat tiles must have one type: NZ, with `pad=1` (zero): E0207
    - `padValue` goes with mat tiles only and repeats the pad of `dst`: E0232

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:296-405)
    - a5: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-220)
    - cpu: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:69-114)

    Attributes:
    - pad_value: must repeat the pad of a mat tile's type (null, zero, max, min)
    """
    call("tfillpad", (("dst", dst, ""), ("src", src, ""),), (("padValue", pad_value),))


def tfillpad_expand(
    dst: Value,
    src: Value,
) -> None:
    r"""Copy a tile into a larger one and fill the rest.

    As `tfillpad`, with a destination that may have more rows and columns than the source.

    dst[i,j] = (i,j) in valid(src) ? src[i,j] : pad   over the whole tile, or valid(dst) (quirk fillpad-extent)

    C++: `TFILLPAD_EXPAND(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must have elements of the same size: E0206
    - `dst` must have a pad value: E0226
    - `dst` must have at least the rows and columns of `src`: E0218

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:369-387)
    - a5: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-149)
    - cpu: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:132-134)
    """
    call("tfillpad_expand", (("dst", dst, ""), ("src", src, ""),), ())


def tfillpad_inplace(
    dst: Value,
    src: Value,
) -> None:
    r"""Fill what lies outside the valid region of a tile, in place.

    `dst` is another name of `src` with a pad value; only the part outside the valid region is written. Into another
    tile the page also copies the valid region (quirk `fillpad-inplace-copy`).

    dst[i,j] = pad   for (i,j) outside valid(src), over the whole tile, or valid(dst) (quirk fillpad-extent)

    C++: `TFILLPAD_INPLACE(dst, src)`

    Rules:
    - `src` and `dst` must be in vec: E0201
    - `src` and `dst` must have elements of the same size: E0206
    - `dst` must have a pad value: E0226
    - `src` and `dst` must have the same rows and columns: E0218

    Element types:
    - a2a3: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:268-286)
    - a5: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-139)
    - cpu: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:122-124)
    """
    call("tfillpad_inplace", (("dst", dst, ""), ("src", src, ""),), ())


def mgather(
    dst: Value,
    mem: Value,
    idx: Value,
    *,
    scratch: Value | None = None,
    coalesce: str | None = None,
    gather_oob: str | None = None,
) -> None:
    r"""Gather rows or elements of a table in global memory.

    With `coalesce` row, `idx` names the table row of every row of `dst`; with elem, the flat table element
    of every element. `gatherOob` says what an index past the table reads. A mat destination takes its
    indices from global memory.

    dst[r,c] = mem[idx[r], c]   (row)
    dst[r,c] = mem_flat[idx[r,c]]   (elem)

    C++: `MGATHER<[coalesce:Coalesce]>(dst, mem, idx); MGATHER<coalesce:Coalesce[, gatherOob:GatherOOB]>(dst, mem, idx[, scratch])`

    Rules:
    - `dst` must be in vec or mat: E0201
    - `idx` is a vec tile for a vec destination, and a view on global memory for a mat destination: E0201
    - a vec destination is ND, on A2/A3 also NZ, on A5 also DN; a mat destination is NZ: E0202
    - `idx` must be unboxed: E0202
    - `idx` must be row-major, on a2a3: E0202
    - `idx` must have element type i32 or ui32: E0204
    - `dst`, `mem` and `scratch` must have the same element type: E0203
    - a mat destination needs `coalesce`, and a scratch view exactly for `elem`; a vec destination takes no scratch: E0228
    - row by row, `idx` is 1 x R (but for A2/A3 also R x 1, column-major) for R valid rows of data; element by element, it has the valid region of the data: E0228
    - row by row, the table's last extent must equal the valid columns of `dst`, on a5: E0228
    - bounds, atomic and conflict policies need `coalesce`: E0232

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/MGather.hpp:22-564)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:29-612)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (union of the devices; pto-isa@3186c381 include/pto/cpu/MGather.hpp:22-67)

    Attributes:
    - coalesce (row, elem)
    - gather_oob: for indices past the table (undefined, clamp, wrap, zero)
    """
    call("mgather", (("dst", dst, ""), ("mem", mem, ""), ("idx", idx, ""), ("scratch", scratch, ""),), (("coalesce", coalesce), ("gatherOob", gather_oob),))


def mscatter(
    mem: Value,
    src: Value,
    idx: Value,
    *,
    coalesce: str | None = None,
    scatter_atomic_op: str | None = None,
    scatter_oob: str | None = None,
    scatter_conflict: str | None = None,
) -> None:
    r"""Scatter rows or elements of a tile into a table in global memory.

    With `coalesce` row, `idx` names the table row of every row of `src`; with elem, the flat table element of
    every element. `scatterAtomicOp` combines instead of overwriting, `scatterOob` treats indices past the
    table, `scatterConflict` two writes to one place.

    mem[idx[r], c] = op(mem[idx[r], c], src[r,c])   (row)
    mem_flat[idx[r,c]] = op(mem_flat[idx[r,c]], src[r,c])   (elem)

    C++: `MSCATTER<[coalesce:Coalesce]>(mem, src, idx); MSCATTER<coalesce:Coalesce, scatterAtomicOp:ScatterAtomicOp=None[, scatterOob:ScatterOOB]>(mem, src, idx); MSCATTER<coalesce:Coalesce, scatterAtomicOp:ScatterAtomicOp=None, scatterOob:ScatterOOB=Undefined, scatterConflict:ScatterConflict>(mem, src, idx)`

    Rules:
    - `src` and `idx` must be in vec: E0201
    - `src` must be ND (row-major, unboxed) or NZ, on a2a3: E0202
    - `src` must be unboxed, on a5: E0202
    - `idx` must be unboxed: E0202
    - `idx` must be row-major, on a2a3: E0202
    - `idx` must have element type i32 or ui32: E0204
    - `src` and `mem` must have the same element type: E0203
    - row by row, `idx` is 1 x R (but for A2/A3 also R x 1, column-major) for R valid rows of data; element by element, it has the valid region of the data: E0228
    - row by row, the table's last extent must equal the valid columns of `src`, on a5: E0228
    - atomic add takes f32, i32, f16, bf16, i16 or i8 on A2/A3 and i32, u32, f32, f16 or bf16 on A5; maximum and minimum take i32, u32 or f32 on A5: E0204
    - bounds, atomic and conflict policies need `coalesce`: E0232
    - `scatterConflict` exists on A5 only, on a2a3: E0232

    Element types:
    - a2a3: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/MScatter.hpp:20-472)
    - a5: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a5/MScatter.hpp:22-478)
    - cpu: `src`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (union of the devices; pto-isa@3186c381 include/pto/cpu/MScatter.hpp:24-33)

    Attributes:
    - coalesce (row, elem)
    - scatter_atomic_op (none, add, max, min)
    - scatter_oob: for indices past the table (undefined, skip, clamp, wrap)
    - scatter_conflict: which of two writes to one place stays (default, last)
    """
    call("mscatter", (("mem", mem, ""), ("src", src, ""), ("idx", idx, ""),), (("coalesce", coalesce), ("scatterAtomicOp", scatter_atomic_op), ("scatterOob", scatter_oob), ("scatterConflict", scatter_conflict),))


def tgather(
    dst: Value,
    src: Value,
    indices: Value | None = None,
    tmp: Value | None = None,
    *,
    k_value: Number | None = None,
    cdst: Value | None = None,
    mask_pattern: str | None = None,
    axis: str | None = None,
    cmp_mode: str | None = None,
    offset: int | None = None,
) -> None:
    r"""Gather elements of a tile by index, by a mask pattern or by comparison.

    Index form: `indices` hold flat element positions in `src`. Mask form: keep the selected ones of every
    two or four neighbours. Compare form: store per row the positions (plus `offset`) of the elements that
    compare with `kValue`, and their number in `cdst`. An index outside `src` is an error.

    dst[i,j] = src_flat[indices[i,j]]
    dst[i,j] = src[i, F*j + p]   for the selected position p of a pattern with factor F
    dst[i,k] = offset + C*i + the k-th j with src[i,j] cmp kValue, cdst[i,0] = their number   (C columns of src as allocated)

    C++: `TGATHER(dst, src, indices, tmp=indices); TGATHER<type(dst), type(src), maskPattern:MaskPattern[, axis:GatherAxis]>(dst, src); TGATHER<type(dst), type(src), type(kValue), type(cdst), type(tmp), cmpMode:CmpMode=EQ>(dst, src, kValue, cdst, tmp, offset=0) if kValue: vec`

    Rules:
    - give `indices`, or `maskPattern` alone, or `kValue` with `cdst`: E0228
    - `src`, `indices`, `tmp`, `dst` and `cdst` must be in vec: E0201
    - `src` and `dst` must be row-major: E0202
    - the index and the compare form need `tmp` on A2/A3, on a2a3: E0221
    - index form: `src` and `dst` alike, 2 or 4 bytes (A5 1 to 8), `indices` of 4 bytes (A5 also 2); mask form: equal size, 2 or 4 bytes (A5 1 to 8); compare form: `dst` i32 or u32, `src` f16, f32, or i32 for equality (A5 any integer up to 32 bits): E0205
    - index form: 16- or 32-bit integers, f16 or f32; mask form: elements of up to 32 bits; compare form: no 8-bit elements, on a5 (`--rules manual`): E0205
    - `tmp` must have the element type and the valid region of `indices`, on a2a3: E0228
    - 64-bit elements are gathered along rows only, on a5: E0232
    - in the compare form `tmp` holds, one after another: its rows times its columns in bytes of comparison bits, 4 bytes per element of `src`, and the thresholds; a row of it has a byte per 8 columns of `src` in whole repeats, on a2a3: E0224
    - `kValue` must have the element type of `src`: E0220
    - `cdst` must have element type i32, ui32 or ui16: E0204
    - all columns of `dst` must be valid in the index form and in the mask form along columns, on a2a3, a5 (`--rules manual`): E0215
    - all columns of `dst` must be valid in the mask form along rows, on a2a3, a5: E0215
    - the valid region of `indices` should cover that of `dst` (a warning): W0228
    - along columns the valid rows of `src` must be those of `dst` times the pattern's factor: E0228
    - in the mask form the valid region of `src` should be that of `dst`, times the pattern's factor along the axis (a warning): W0228
    - `cmpMode` must be eq or gt: E0232
    - `axis` goes with `maskPattern` only: E0232

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TGather.hpp:17-316)
    - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:19-968)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TGather.hpp:83-175)

    Scratch:
    - a2a3: at least index form: the bytes of `indices`; compare form: the rows times the columns of `tmp`, 4 bytes per element of `src`, and the thresholds (a warning)
    - cpu, a5: accepted and not used

    Attributes:
    - mask_pattern: which of two or four neighbours take part; read from the right (P0101, P1010, P0001, P0010, P0100, P1000, P1111)
    - axis: along which the pattern runs; `row` if absent (row, col)
    - cmp_mode: comparison; `eq` if absent (eq, ne, lt, le, gt, ge)
    - offset: added to stored positions
    """
    call("tgather", (("dst", dst, ""), ("src", src, ""), ("indices", indices, ""), ("tmp", tmp, ""), ("kValue", k_value, "=src"), ("cdst", cdst, ""),), (("maskPattern", mask_pattern), ("axis", axis), ("cmpMode", cmp_mode), ("offset", offset),))


def tgatherb(
    dst: Value,
    src: Value,
    offsets: Value,
) -> None:
    r"""Gather by byte offset.

    Each element of `dst` (or each 32-byte block, as the libraries do) is read from the start of `src` plus
    its byte offset.

    dst[i,j] = the element at byte offset offsets[i,j] from the start of src
    dst[i,j] = the element at byte offset offsets[i,j/B] + (j mod B)*size   for blocks of B elements

    C++: `TGATHERB(dst, src, offsets)`

    Rules:
    - `src`, `offsets` and `dst` must be in vec: E0201
    - `dst` must be row-major, on a2a3: E0202
    - `offsets` must have element type i32 or ui32: E0204
    - `dst` and `src` must have elements of the same size: E0206

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a2a3/TGatherB.hpp:130-157)
    - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/npu/a5/TGatherB.hpp:97-103)
    - a2a3 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgatherb.md:95)
    - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tgatherb.md:99)
    - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32, Hif8, F8E4M3, F8E5M2 (pto-isa@3186c381 include/pto/cpu/TGatherB.hpp:50-55)
    """
    call("tgatherb", (("dst", dst, ""), ("src", src, ""), ("offsets", offsets, ""),), ())


def tscatter(
    dst: Value,
    src: Value,
    indexes: Value | None = None,
    *,
    mask_pattern: str | None = None,
    axis: str | None = None,
) -> None:
    r"""Scatter elements of a tile by index or by a mask pattern.

    Index form: element (i,j) of `src` goes to the flat position `indexes[i,j]` of `dst`; if two go to one
    place, one of them stays. Mask form: each element goes to the selected one of two or four places and the
    others become zero.

    dst_flat[indexes[i,j]] = src[i,j]
    dst[i, F*j + p] = src[i,j], the other F-1 places 0   for the selected position p of a pattern with factor F

    C++: `TSCATTER(dst, src, indexes); TSCATTER<maskPattern:MaskPattern[, axis:ScatterAxis]>(dst, src)`

    Rules:
    - give exactly one of `indexes` and `maskPattern`: E0228
    - the mask form is for A5 alone, on a2a3 (`--rules manual`): E0228
    - `src`, `dst` and `indexes` must be in vec: E0201
    - `src`, `dst` and `indexes` must be row-major, on a2a3, a5: E0202
    - `dst` and `src` must have the same element type: E0203
    - `indexes` must be integers as wide as the data; 16 bits for 8-bit data, 32 bits for 64-bit data: E0204
    - `src` and `indexes` must have the same valid region: E0211
    - in the mask form the valid region of `dst` must be that of `src`, times the pattern's factor along the axis: E0228
    - `axis` goes with `maskPattern` only: E0232

    Element types:
    - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TScatter.hpp:61-199)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TScatter.hpp:82-262)
    - a5 (`--rules manual`): `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tscatter.md:125)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TScatter.hpp:23-116)

    Attributes:
    - mask_pattern: which of two or four neighbours take part; read from the right (P0101, P1010, P0001, P0010, P0100, P1000, P1111)
    - axis: along which the pattern runs; `row` if absent (row, col)
    """
    call("tscatter", (("dst", dst, ""), ("src", src, ""), ("indexes", indexes, ""),), (("maskPattern", mask_pattern), ("axis", axis),))


def tsort32(
    dst: Value,
    src: Value,
    idx: Value,
    *,
    tmp: Value | None = None,
) -> None:
    r"""Sort every 32 elements of a row, with their indices.

    Each group of 32 columns becomes 32 records of 8 bytes (value, then the 32-bit index), in descending
    order; equal values keep the smaller index first. A last group that is not full is padded with -inf.

    dst[i, 32g..] = records (src[i,32g+k], idx[i,32g+k]) for k < 32, sorted by value, largest first

    C++: `TSORT32(dst, src, idx[, tmp])`

    Rules:
    - `src`, `idx`, `tmp` and `dst` must be in vec: E0201
    - `src`, `idx` and `dst` must be row-major: E0202
    - `idx` must have element type ui32: E0204
    - `src` and `dst` must have the same element type: E0203
    - `dst` should hold an 8-byte record per element: 2 columns of f32 or 4 of f16 each (a warning): W0219
    - `src` and `idx` should have the valid rows of `dst`; one row of `idx` serves them all (a warning): W0219
    - `src` and `tmp` must have the same element type (`--rules manual`): E0203
    - `tmp` should be given when the valid columns of `src` are not a multiple of 32 (`--rules device`) (a warning): W0221
    - `tmp` should be given when the valid columns of `src` are not a multiple of 32 (`--rules manual`): E0221

    Element types:
    - a2a3: `src`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TSort32.hpp:147-181)
    - a5: `src`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TSort32.hpp:168-201)
    - cpu: `src`: f16, f32, i32, i16, bf16 (pto-isa@3186c381 include/pto/cpu/TSort32.hpp:99-131)

    Scratch:
    - a2a3: at least with C valid columns, no multiple of 32: ceil(C/32)*32 elements up to C = 8160, else 32 elements
    - a5: at least with C valid columns, no multiple of 32: ceil(C/32)*32 elements up to 8160 bytes, else 32 elements (a warning)
    - cpu: accepted and not used
    """
    call("tsort32", (("dst", dst, ""), ("src", src, ""), ("idx", idx, ""), ("tmp", tmp, ""),), ())


def tmrgsort(
    dst: Value,
    src0: Value,
    block_len: Number | None = None,
    *,
    src1: Value | None = None,
    src2: Value | None = None,
    src3: Value | None = None,
    tmp: Value | None = None,
    executed: Value | Number | None = None,
    exhausted: bool | None = None,
    no_tmp: bool | None = None,
) -> None:
    r"""Merge sorted lists of records.

    One source: every 4 neighbouring blocks of `blockLen` columns become one. Several sources: 2 to 4 lists
    become one in `dst`, and `executed` tells how many records of each were used; with `exhausted` the merge
    stops when one list is empty. Records are 8 bytes, in descending order; equal values come from the first list.

    dst = merge of src0, src1, ... by value, largest first

    C++: `TMRGSORT(dst, src0, blockLen); TMRGSORT<type(dst), type(tmp), type(src0), type(src1)[, type(src2)][, type(src3)], exhausted=false>(dst, executed | MrgSortExecutedNumList{}, tmp, src0, src1[, src2][, src3])`

    Rules:
    - give one source with `blockLen`, or two to four sources with `executed`: E0228
    - `src0`, `src1`, `src2`, `src3`, `tmp` and `dst` must be in vec: E0201
    - `src0`, `src1`, `src2`, `src3`, `tmp` and `dst` must be row-major: E0202
    - `dst`, `src0`, `src1`, `src2`, `src3` and `tmp` must have the same element type: E0203
    - `src0`, `src1`, `src2`, `src3`, `tmp` and `dst` must have exactly 1 row: E0219
    - `blockLen` must be a positive multiple of 64: E0228
    - with `blockLen`, `dst` must have the valid columns of `src0`: E0219
    - the valid columns of `src0` must be 1 to 255 times 4 blocks, on a2a3, a5: E0228
    - `tmp` must have the columns of `dst` and of all sources together: E0224

    Element types:
    - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TMrgSort.hpp:160-300)
    - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TMrgSort.hpp:159-270)
    - cpu: `dst`: f16, f32, bf16, i32, u32, i16, u16 (pto-isa@3186c381 include/pto/cpu/TMrgSort.hpp:34-305)

    Scratch:
    - every target: at least several lists: all sources together (a warning)

    Attributes:
    - exhausted: stop at the first empty list
    - no_tmp: all input tiles are lists
    """
    call("tmrgsort", (("dst", dst, ""), ("src0", src0, ""), ("blockLen", block_len, ""), ("src1", src1, ""), ("src2", src2, ""), ("src3", src3, ""), ("tmp", tmp, ""), ("executed", executed, ""),), (("exhausted", exhausted), ("no_tmp", no_tmp),))


def thistogram(
    dst: Value,
    src: Value,
    idx: Value,
    *,
    byte: int | None = None,
    is_m_s_b: bool | None = None,
) -> None:
    r"""Count the values of one byte of each element, per row.

    Byte `byte` of every valid element of `src` is counted into 256 bins, if its higher bytes equal those in
    `idx`: the counting step of a radix sort. The highest byte ignores `idx`.

    dst[r,b] = number of j < C with byte(src[r,j]) = b (or <= b) and the higher bytes of src[r,j] equal to idx

    C++: `THISTOGRAM<byte:HistByte=BYTE_1>(dst, src, idx)`

    Rules:
    - `src`, `idx` and `dst` must be in vec: E0201
    - `src` and `dst` must be ND (row-major, unboxed): E0202
    - `idx` must have element type ui8: E0204
    - `dst` must have element type ui32: E0204
    - `src` and `dst` must have as many valid rows: E0212
    - `byte` must be 0 or 1 for a 16-bit source, and agree with `isMSB`: E0232
    - for a 16-bit source `idx` is one column per row (DN); for byte 2, 1 or 0 of a 32-bit source it is ND with 1, 2 or 3 rows and the columns of `src`: E0228
    - `dst` must have at least 256 columns: E0219

    Element types:
    - a5: `src`: u16, u32 (pto-isa@3186c381 include/pto/npu/a5/THistogram.hpp:238-285)
    - cpu: `src`: u16, u32 (pto-isa@3186c381 include/pto/cpu/THistogram.hpp:22-80)

    Attributes:
    - byte: 0 is the lowest; 1 if absent
    - is_m_s_b: older spelling: byte 1 or 0 of 16-bit sources
    """
    call("thistogram", (("dst", dst, ""), ("src", src, ""), ("idx", idx, ""),), (("byte", byte), ("isMSB", is_m_s_b),))


def tquant(
    dst: Value,
    src: Value,
    fp: Value,
    offset: Value | None = None,
    *,
    tmp: Value | None = None,
    quant_type: str | None = None,
) -> None:
    r"""Quantise f32 elements to 8-bit integers.

    Each row has a scale in `fp` and, for INT8_ASYM, an offset in `offset`. Results are rounded once and
    saturated. A2/A3 overwrites `src` and uses `tmp` for its 32-bit integer copy. The page's MX formats are
    written `tquant.mx`.

    dst[i,j] = saturate(round(src[i,j] * fp[i] + offset[i]))

    C++: `TQUANT<quant_type:QuantType=INT8_ASYM>(dst, src, fp[, tmp], &offset); TQUANT<quant_type:QuantType=INT8_SYM>(dst, src, fp[, tmp])`

    Rules:
    - `src`, `fp`, `offset`, `dst` and `tmp` must be in vec: E0201
    - `src`, `dst` and `tmp` must be row-major, on a2a3: E0202
    - `fp` and `offset` must be column-major, on a2a3 (a warning): W0202
    - `src`, `fp` and `offset` must have element type f32: E0204
    - `dst` must have element type i8 or ui8: E0204
    - `src` and `tmp` must have the same element type, on a2a3: E0203
    - `src` and `dst` must have the same valid region: E0211
    - `dst`, `fp` and `offset` must have as many valid rows, on a2a3: E0212
    - `fp` and `offset` must have exactly 1 valid column, on a2a3 (a warning): W0215
    - `src` and `tmp` must have the same rows and columns, on a2a3: E0218
    - `src` and `tmp` must have the same valid region, on a2a3: E0211
    - INT8_ASYM needs `offset`, INT8_SYM has none; MX formats are made by `tquant.mx`: E0228
    - INT8_SYM makes i8, INT8_ASYM u8: E0204

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TQuant.hpp:21-36)
    - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3223-3430)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TQuant.hpp:391-586)

    Scratch:
    - a2a3: at least the bytes of `src`
    - cpu, a5: accepted and not used

    Attributes:
    - quant_type: by the presence of `offset` if absent (INT8_SYM, INT8_ASYM, MXFP8, MXFP4_E2M1)
    """
    call("tquant", (("dst", dst, ""), ("src", src, ""), ("fp", fp, ""), ("offset", offset, ""), ("tmp", tmp, ""),), (("quant_type", quant_type),))


def tquant_mx(
    dst: Value,
    src: Value,
    exp: Value,
    max: Value,
    scaling: Value,
    quant_type: str,
    *,
    exp_zz: Value | None = None,
    quant_scale_alg: str | None = None,
    store_mode: str | None = None,
    grp_axis: str | None = None,
    interleave: bool | None = None,
) -> None:
    r"""Quantise to an MX format: groups of 32 with a shared exponent.

    `exp` receives one E8M0 exponent per group; `max` and `scaling` are left with intermediate values. Groups
    run along rows (axis1) or down columns (axis0). `exp_zz` stores the exponents a second time in ZZ order.

    max[g] = max of |src| in group g
    exp[g] = biased exponent of max[g] - emax, at least 0
    dst[i] = round(clip(src[i] * 2^(127 - exp[g]))) as the small format

    C++: `TQUANT<quant_type:QuantType, type(dst), type(src), type(exp), type(max), type(scaling)[, quantScaleAlg:QuantScaleAlg]>(dst, src, &exp, &max, &scaling) {grpAxis=axis1, interleave=false}; TQUANT<quant_type:QuantType, storeMode:VecStoreMode>(dst, src, &exp, &max, &scaling, &exp_zz) {quantScaleAlg=ocp, grpAxis=axis1, interleave=false}; TQUANT<0, MxQuantAlg::OcpMxFp8E4M3[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP8, quantScaleAlg=ocp, grpAxis=axis0}; TQUANT<0, MxQuantAlg::NvMxFp8E4M3[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP8, quantScaleAlg=nv, grpAxis=axis0}; TQUANT<0, MxQuantAlg::OcpMxFp4E2M1[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP4_E2M1, quantScaleAlg=ocp, grpAxis=axis0}; TQUANT<0, MxQuantAlg::NvMxFp4E2M1[interleave=true? , true]>(dst, src, &exp, &max, &scaling) {quant_type=MXFP4_E2M1, quantScaleAlg=nv, grpAxis=axis0}`

    Rules:
    - `src`, `dst`, `exp`, `max`, `scaling` and `exp_zz` must be in vec: E0201
    - `src`, `dst`, `exp`, `max`, `scaling` and `exp_zz` must be ND (row-major, unboxed): E0202
    - `exp` and `exp_zz` must have element type i8, ui8 or !pto.f8E8M0: E0204
    - `src`, `max` and `scaling` must have the same element type: E0203
    - MXFP8 makes i8 or u8 bytes from f32, f16 or bf16; MXFP4_E2M1 makes f4E2M1x2 from f16 or bf16: E0205
    - `interleave` goes with grpAxis axis0: E0232
    - the grouped extent of `src` must be a multiple of 32: valid columns for axis1, valid rows for axis0 (64 with `interleave`): E0219
    - `dst` must have the valid region of `src`; packed f4 halves the columns: E0211
    - `exp` has one element per group of 32: M x N/32 or 1 x M*N/32 for axis1, M/32 x N for axis0, M/64 x 2N with `interleave`: E0228
    - one element per group of 32: M x N/32 or 1 x M*N/32 for axis1, M/32 x N for axis0: E0228
    - one element per group of 32: M x N/32 or 1 x M*N/32 for axis1, M/32 x N for axis0: E0228
    - `exp_zz` and `storeMode` go together, with grpAxis axis1 and quantScaleAlg ocp: E0232
    - with `exp_zz` the valid rows of `src` must be a multiple of 16 and its columns of 64: E0219
    - with `interleave` an M x N `src` is allocated with a multiple of 64 rows, and `exp` as M/64 rows of 2N elements in whole blocks, on a5: E0219

    Element types:
    - a5: `src`: f32, f16, bf16 (pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp:3223-3430)
    - cpu: `src`: f32, f16, bf16 (pto-isa@3186c381 include/pto/cpu/TQuant.hpp:391-586)

    Attributes:
    - quant_type (MXFP8, MXFP4_E2M1)
    - quant_scale_alg: how the exponent is rounded; `ocp` if absent (ocp, nv)
    - store_mode: order of `exp_zz` (nd, nz)
    - grp_axis: groups down columns or along rows; `axis1` if absent (axis0, axis1)
    - interleave: pairs of exponent rows are interleaved
    """
    call("tquant.mx", (("dst", dst, ""), ("src", src, ""), ("exp", exp, ""), ("max", max, ""), ("scaling", scaling, ""), ("exp_zz", exp_zz, ""),), (("quant_type", quant_type), ("quantScaleAlg", quant_scale_alg), ("storeMode", store_mode), ("grpAxis", grp_axis), ("interleave", interleave),))


def tdequant(
    dst: Value,
    src: Value,
    scale: Value,
    offset: Value,
) -> None:
    r"""Turn 8- or 16-bit integers back into f32.

    Each row has its scale and offset in column 0 of `scale` and `offset`.

    dst[i,j] = (src[i,j] - offset[i]) * scale[i]   for (i,j) in valid(dst)

    C++: `TDEQUANT(dst, src, scale, offset)`

    Rules:
    - `src`, `scale`, `offset` and `dst` must be in vec: E0201
    - `src` and `dst` must be row-major, on a2a3, a5: E0202
    - `dst`, `scale` and `offset` must have element type f32: E0204
    - `dst` and `src` must have the same valid region: E0211
    - `dst`, `scale` and `offset` must have as many valid rows: E0212

    Element types:
    - a2a3: `src`: i8, i16 (pto-isa@3186c381 include/pto/npu/a2a3/TDequant.hpp:109-133)
    - a5: `src`: i8, i16 (pto-isa@3186c381 include/pto/npu/a5/TDeQuant.hpp:105-124)
    - cpu: `src`: i8, u8, i16, u16 (pto-isa@3186c381 include/pto/cpu/TDeQuant.hpp:18-38)
    - cpu (`--rules manual`): `src`: i8, i16 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tdequant.md:82-83)
    """
    call("tdequant", (("dst", dst, ""), ("src", src, ""), ("scale", scale, ""), ("offset", offset, ""),), ())


def set_quant_scalar(
    scale: Number,
    *,
    id: int | None = None,
) -> None:
    r"""Set the scale by which later pushes of accumulators are quantised.

    The number stays in a configuration register of the fix pipe until it is set again.

    scale of queue id = scale

    C++: `SET_QUANT_SCALAR(scale, ...)`

    Rules:
    - `scale` must have element type f32: E0204

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetQuantScalar.hpp:17)
    - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/SetQuantScalar.hpp:17)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/SetQuantScalar.hpp:17)

    Attributes:
    - id: the pipe whose pushes are quantised
    """
    call("set_quant_scalar", (("scale", scale, ""),), (("id", id),))


def set_quant_vector(
    scaling_tile: Value,
    *,
    id: int | None = None,
) -> None:
    r"""Set the table of scales by which later pushes of accumulators are quantised.

    The address of `scaling_tile` stays in a configuration register of the fix pipe until it is set again; the
    table is read by every push.

    scales of queue id = scaling_tile, one per column

    C++: `SET_QUANT_VECTOR(scaling_tile)`

    Rules:
    - `scaling_tile` must be in scaling: E0201

    Element types:
    - a2a3: `scaling_tile`: i64, u64 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20888-20954; pto-isa@3186c381 include/pto/npu/a2a3/SetQuantVector.hpp:26-29)
    - a5: `scaling_tile`: f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20888-20954; pto-isa@3186c381 include/pto/npu/a5/SetQuantVector.hpp:25-27)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/SetQuantVector.hpp:27-29)

    Attributes:
    - id: the pipe whose pushes are quantised
    """
    call("set_quant_vector", (("scaling_tile", scaling_tile, ""),), (("id", id),))


def tquant_hif4(
    dst: Value,
    exp: Value,
    max: Value,
    scaling: Value,
    src: Value,
) -> None:
    r"""Quantise bf16 to HiF4: 4-bit numbers whose scale has three levels.

    Every 64 elements share a scale `ea` (8 bits, e6m2); every 8 of them have a bit `eb` and every 4 a bit `ec`
    that double it. `exp` receives the `ea` as 16-bit words, the `eb` (a byte per 64 elements, and as many zeros),
    the `ec` (two bytes per 64), and all of them once more as the cube reads them: cells of 64 bytes for 16 groups,
    first the pairs of `ea` and `eb`, then the `ec`. `max` and `scaling` are left with intermediate values.

    ea = e6m2(max of |src| in 64 / 7)
    eb = max of |src| in 8 / ea >= 4
    ec = max of |src| in 4 / ea / 2^eb >= 2
    dst[i] = round(src[i] / (ea * 2^(eb + ec))) as e1m2

    C++ has no function for it.

    Rules:
    - `src`, `dst`, `exp`, `max` and `scaling` must be in vec: E0201
    - `src`, `dst`, `exp`, `max` and `scaling` must be ND (row-major, unboxed): E0202
    - `src`, `max` and `scaling` must have element type bf16: E0204
    - `dst` must have element type !pto.f4E1M2x2: E0204
    - `exp` must have element type ui8 or i8: E0204
    - all columns of `src` are valid, a multiple of 64, and its elements a multiple of 1024: E0219
    - `dst` has a byte for two elements of `src`: M x N/2, or all in one row: E0211
    - `exp` holds 10 bytes per 64 elements of `src`, rounded up to 32: E0228
    - `max` holds an element for every 4 and every 8 of `src`: E0228
    - `scaling` holds an element for every 2 of `src`: E0228

    Element types:
    - a6: as the rules say (pto-isa@3186c381 include/pto/npu/a6/TQuant.hpp:2984-2992, 3625-3652)
    - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu has no HiF4)
    """
    call("tquant_hif4", (("dst", dst, ""), ("exp", exp, ""), ("max", max, ""), ("scaling", scaling, ""), ("src", src, ""),), ())


def tmatmul_mx_hif4(
    dst: Value,
    a: Value,
    a_scale: Value,
    b: Value,
    b_scale: Value,
) -> None:
    r"""Multiply two HiF4 matrices.

    Every 64 elements along K share a scale in three levels, as `tquant_hif4` makes it; the sums are f32. The left
    operand may also be f8E4M3, f16 or bf16.

    dst[i,j] = sum over k < K of a[i,k] * scale of a[i,k] * b[k,j] * scale of b[k,j]

    C++ has no function for it.

    Rules:
    - `a` must be in left: E0201
    - `a_scale` must be in scale_left: E0201
    - `b` must be in right: E0201
    - `b_scale` must be in scale_right: E0201
    - `dst` must be in acc: E0201
    - `a` must be NZ: E0202
    - `b` must be ZN: E0202
    - `dst` must be NZ: E0202
    - `a_scale` and `b_scale` must have element type ui8 or !pto.f8E8M0: E0204
    - the columns of `a` must be a multiple of 64: E0219
    - `a` and `b` must have a non-empty valid region: E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - the scale of a HiF4 operand has 4 bytes per 64 elements along K: M x K/16 for `a`, K/16 x N for `b`: E0227

    Element types:
    - a6: `(dst, a, b)`: (f32, F4E1M2x2, F4E1M2x2) (f32, F8E4M3, F4E1M2x2) (f32, f16, F4E1M2x2) (f32, bf16, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a6/TMatmul.hpp:153-242)
    - cpu: `(dst, a, b)`: (f32, F4E1M2x2, F4E1M2x2) (f32, F8E4M3, F4E1M2x2) (f32, f16, F4E1M2x2) (f32, bf16, F4E1M2x2) (union of the devices; pto-isa@3186c381 include/pto/cpu has no HiF4)
    """
    call("tmatmul_mx_hif4", (("dst", dst, ""), ("a", a, ""), ("a_scale", a_scale, ""), ("b", b, ""), ("b_scale", b_scale, ""),), ())


def tci(
    dst: Value,
    s: Number,
    *,
    tmp: Value | None = None,
    descending: bool | None = None,
) -> None:
    r"""Fill a row with consecutive numbers.

    The sequence starts at `S` and runs over the valid columns. Integers wrap. `tmp` lets A2/A3 use
    the vector unit instead of the scalar one.

    dst[i,j] = S + k   (S - k with descending)   where k = i*C + j and C is the number of valid columns

    C++: `TCI<type(dst), element(dst), descending=0>(dst, S); TCI<type(dst), type(tmp), element(dst), descending=0>(dst, S, tmp)`

    Rules:
    - `tmp` and `dst` must be in vec: E0201
    - `tmp` must be ND (row-major, unboxed), on a2a3: E0202
    - `tmp` must have element type f32, i32 or ui32, on a2a3: E0204
    - `S` must have the element type of `dst`: E0220
    - with `tmp` the elements of `dst` must be integers, on a2a3: E0204
    - `dst` must have one row (`--rules device`): E0219
    - `dst` must have more than one column, on a2a3, a5 (`--rules manual`): E0219

    Element types:
    - a2a3: `dst`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TCI.hpp:19-25 takes every type of 2 or 4 bytes)
    - a2a3 (`--rules manual`): `dst`: i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/tile/ops/irregular-and-complex/tci.md:120-122)
    - a5: `dst`: i16, u16, i32, u32 (pto-isa@3186c381 include/pto/npu/a5/Tci.hpp:26-36)
    - cpu: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/cpu/TCI.hpp:30-34 checks no type)

    Scratch:
    - a2a3: at least 768 bytes for 32-bit elements, 1792 for 16-bit ones
    - cpu, a5: accepted and not used

    Attributes:
    - descending: count down
    """
    call("tci", (("dst", dst, ""), ("S", s, "=dst"), ("tmp", tmp, ""),), (("descending", descending),))


def ttri(
    dst: Value,
    diagonal: Number | None = None,
    *,
    src0: Value | None = None,
    src1: Value | None = None,
    upper_or_lower: int | None = None,
) -> None:
    r"""Fill a tile with a triangle of ones.

    Lower (0): ones on and below the diagonal shifted right by `diagonal`. Upper (1): ones on and above it.

    dst[i,j] = j <= i + diagonal ? 1 : 0   (lower)
    dst[i,j] = j < i + diagonal ? 0 : 1   (upper)

    C++: `TTRI<type(dst), upperOrLower=0>(dst, diagonal)`

    Rules:
    - `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `diagonal` must be given: E0221
    - `diagonal` must have element type i8, i16, i32, i64, ui8, ui16, ui32 or ui64: E0204
    - `src0` and `src1` must not be given: E0222

    Element types:
    - a2a3: `dst`: i32, i16, u32, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TTri.hpp:89-100)
    - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TTri.hpp:96-106)
    - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TTRI.hpp:18-29)

    Attributes:
    - upper_or_lower: 1 for the upper triangle; 0 if absent
    """
    call("ttri", (("dst", dst, ""), ("diagonal", diagonal, ""), ("src0", src0, ""), ("src1", src1, ""),), (("upperOrLower", upper_or_lower),))


def trandom(
    dst: Value,
    key0: Number | None = None,
    key1: Number | None = None,
    counter0: Number | None = None,
    counter1: Number | None = None,
    counter2: Number | None = None,
    counter3: Number | None = None,
    *,
    key: Value | None = None,
    counter: Value | None = None,
    rounds: int | None = None,
) -> None:
    r"""Fill a tile with random bits.

    Philox 4x32 with `rounds` rounds, applied to a 128-bit counter (`counter0` lowest) under the key. A row is
    cut into groups of 256 columns; column 4 l + w of a group is word w for the counter plus l. After a group the
    counter advances by 64, after the last one of a row by (columns - 1) mod 64 + 1.

    dst[i, 256 g + 4 l + w] = word w of philox(counter(i,g) + l; key)   for 0 <= l < 64

    C++: `TRANDOM<rounds=10>(dst, TRandomKey{(uint32_t)key0, (uint32_t)key1}, TRandomCounter{(uint32_t)counter0, (uint32_t)counter1, (uint32_t)counter2, (uint32_t)counter3})`

    Rules:
    - `dst` must be in vec: E0201
    - `dst` must be row-major: E0202
    - `key0`, `key1`, `counter0`, `counter1`, `counter2` and `counter3` must have element type i32 or ui32: E0204
    - `rounds` must be 7 or 10: E0232
    - `key0`, `key1` and `counter0` to `counter3` must be given, or the tiles `key` and `counter` in their place: E0221
    - `key` and `counter` must be in vec: E0201
    - `key` and `counter` must be row-major: E0202
    - `key` and `counter` must have element type i32 or ui32: E0204

    Element types:
    - a5: `dst`: i32, u32 (pto-isa@3186c381 include/pto/npu/a5/TRandom.hpp:148-156)
    - cpu: `dst`: i32, u32 (pto-isa@3186c381 include/pto/cpu/TRandom.hpp:68-75)

    Attributes:
    - rounds: 7 or 10; 10 if absent
    """
    call("trandom", (("dst", dst, ""), ("key0", key0, ""), ("key1", key1, ""), ("counter0", counter0, ""), ("counter1", counter1, ""), ("counter2", counter2, ""), ("counter3", counter3, ""), ("key", key, ""), ("counter", counter, ""),), (("rounds", rounds),))


def tprint(
    src: Value,
    *,
    tmp: Value | None = None,
    print_format: str | None = None,
) -> None:
    r"""Print a tile, or a view on global memory.

    All pipes are drained first. Tiles in mat and acc are copied to the view `tmp` to be printed. The valid region
    is shown as a table; one with more than 16 rows or columns by its corners, with minimum, maximum and the
    number of NaNs. A view is shown with its last extent across.

    C++: `TPRINT<[printFormat:PrintFormat]>(src[, tmp])`

    Rules:
    - without `tmp` a tile is in vec; with `tmp` in vec, in acc, or (A2/A3) in mat: E0201
    - `tmp` goes with a tile only: E0222
    - `src` must have element type f16, f32, i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `src` must not have 64-bit elements (`--rules manual`): E0204
    - `src` and `tmp` must have the same element type: E0203
    - `tmp` must have as many elements as the tile (`--rules manual`): E0228
    - `tmp` must have as many elements as the tile (`--rules device`) (a warning): W0228

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TPrint.hpp:44-325)
    - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TPrint.hpp:16 takes the A2/A3 file, whose 312-317 refuses mat there)
    - cpu: as the rules say (pto-isa@3186c381 include/pto/cpu/TPrint.hpp:61-78)

    Attributes:
    - print_format (width8_precision4, width8_precision2, width10_precision6)
    """
    call("tprint", (("src", src, ""), ("tmp", tmp, ""),), (("printFormat", print_format),))


def print(
    scalar: Number,
    format: str,
) -> None:
    r"""Print a number.

    `format` is a printf format with one conversion: `%d %i %u %x %X %o` for integers, `%f %F %e %E %g %G` for
    floating-point numbers, with flags, width and precision.

    C++: `cce::printf(format, scalar)`

    Rules:
    - `format` must be a printf format with one conversion, for the type of `scalar`: E0228

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td)

    Attributes:
    - format: printf format
    """
    call("print", (("scalar", scalar, ""),), (("format", format),))


def tgetval(
    dst: Number,
    src: Value,
    offset: Number,
) -> None:
    r"""Read one element of a tile.

    `offset` counts elements in storage order. The scalar unit reads UB; what wrote the tile must be waited for.

    dst = src_flat[offset]

    C++: `src.GetValue(offset)`

    Rules:
    - `src` must be in vec: E0201
    - `dst` must have the element type of `src`: E0220
    - `offset` must lie inside the tile: E0229

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:10409-10432)
    """
    call("tgetval", (("dst", dst, "=src"), ("src", src, ""), ("offset", offset, "index"),), ())


def tsetval(
    dst: Value,
    offset: Number,
    val: Number,
) -> None:
    r"""Write one element of a tile.

    `offset` counts elements in storage order; the other elements stay. The scalar unit writes UB; what reads
    the tile must wait for it.

    dst_flat[offset] = val

    C++: `dst.SetValue(offset, val)`

    Rules:
    - `dst` must be in vec: E0201
    - `val` must have the element type of `dst`: E0220
    - `offset` must lie inside the tile: E0229

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:10399-10407)
    """
    call("tsetval", (("dst", dst, ""), ("offset", offset, "index"), ("val", val, "=dst"),), ())


def tmatmul(
    dst: Value,
    lhs: Value,
    rhs: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply two matrices.

    M is the number of valid rows of `lhs`, K of its valid columns, N of the valid columns of `rhs`. The
    result replaces `dst`; nothing is accumulated. 8-bit integers accumulate in 32-bit integers, every
    float format in f32.

    dst[i,j] = sum over k < K of lhs[i,k] * rhs[k,j]   for i < M, j < N

    C++: `TMATMUL<[accPhase:AccPhase]>(dst, lhs, rhs)`

    Rules:
    - `lhs` must be in left: E0201
    - `rhs` must be in right: E0201
    - `dst` must be in acc: E0201
    - `lhs` must be ZZ or NZ: E0202
    - `rhs` must be ZN, on cpu, a5: E0202
    - `dst` must be NZ, on cpu, a5: E0202
    - `rhs` must be ZN, on a2a3 (a warning): W0202
    - `dst` must be NZ, on a2a3 (a warning): W0202
    - `lhs` and `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `lhs` and `rhs` must have a non-empty valid region (`--rules manual`): E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    - a5 (`--rules manual`): `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul.md: selected fp8 pairs)
    - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tmatmul", (("dst", dst, ""), ("lhs", lhs, ""), ("rhs", rhs, ""),), (("accPhase", acc_phase),))


def tmatmul_acc(
    dst: Value,
    acc_in: Value,
    lhs: Value,
    rhs: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply two matrices and add the product to an accumulator.

    As `tmatmul`, with the old contents of `acc_in` as the first summand. `acc_in` and `dst` are usually
    one tile.

    dst[i,j] = acc_in[i,j] + sum over k < K of lhs[i,k] * rhs[k,j]   for i < M, j < N

    C++: `TMATMUL_ACC<[accPhase:AccPhase]>(dst, acc_in, lhs, rhs)`

    Rules:
    - `lhs` must be in left: E0201
    - `rhs` must be in right: E0201
    - `acc_in` and `dst` must be in acc: E0201
    - `lhs` must be ZZ or NZ: E0202
    - `rhs` must be ZN, on cpu, a5: E0202
    - `acc_in` and `dst` must be NZ, on cpu, a5: E0202
    - `rhs` must be ZN, on a2a3 (a warning): W0202
    - `acc_in` and `dst` must be NZ, on a2a3 (a warning): W0202
    - M, K and N must not exceed 4095: E0227
    - `dst` and `acc_in` must have the same element type: E0203
    - `lhs` and `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `lhs` and `rhs` must have a non-empty valid region (`--rules manual`): E0214
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
    - `dst` and `acc_in` must have the same valid region: E0211

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    - a5 (`--rules manual`): `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-acc.md:61, tmatmul.md:114: selected fp8 pairs)
    - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tmatmul_acc", (("dst", dst, ""), ("acc_in", acc_in, ""), ("lhs", lhs, ""), ("rhs", rhs, ""),), (("accPhase", acc_phase),))


def tmatmul_bias(
    dst: Value,
    a: Value,
    b: Value,
    bias: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply two matrices and add one bias per column.

    `bias` has one row; its element `[0,j]` is added to every row of column j. It has the element type
    of the result.

    dst[i,j] = bias[0,j] + sum over k < K of a[i,k] * b[k,j]   for i < M, j < N

    C++: `TMATMUL_BIAS<[accPhase:AccPhase]>(dst, a, b, bias)`

    Rules:
    - `a` must be in left: E0201
    - `b` must be in right: E0201
    - `bias` must be in bias: E0201
    - `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `b` must be ZN, on cpu, a5: E0202
    - `dst` must be NZ, on cpu, a5: E0202
    - `b` must be ZN, on a2a3 (a warning): W0202
    - `dst` must be NZ, on a2a3 (a warning): W0202
    - M, K and N must not exceed 4095: E0227
    - `dst` and `bias` must have the same element type: E0203
    - `bias` must have exactly 1 row: E0219
    - `a` and `b` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `a` and `b` must have a non-empty valid region (`--rules manual`): E0214
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
    - `dst` and `bias` must have as many valid columns (a warning): W0213

    Element types:
    - a2a3: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - a5: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    - a5 (`--rules manual`): `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tmatmul-bias.md:60, tmatmul.md:114: selected fp8 pairs)
    - cpu: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tmatmul_bias", (("dst", dst, ""), ("a", a, ""), ("b", b, ""), ("bias", bias, ""),), (("accPhase", acc_phase),))


def tgemv(
    dst: Value,
    lhs: Value,
    rhs: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply a row vector and a matrix.

    M is 1. The devices read K and N from `rhs` and put the row in a tile of 16 rows, of which one is
    valid.

    dst[0,j] = sum over k < K of lhs[0,k] * rhs[k,j]   for j < N

    C++: `TGEMV<[accPhase:AccPhase]>(dst, lhs, rhs)`

    Rules:
    - `lhs` must be in left: E0201
    - `rhs` must be in right: E0201
    - `dst` must be in acc: E0201
    - `lhs` must be ZZ or NZ: E0202
    - `rhs` must be ZN, on cpu, a5: E0202
    - `dst` must be NZ, on cpu, a5: E0202
    - `rhs` must be ZN, on a2a3 (a warning): W0202
    - `dst` must be NZ, on a2a3 (a warning): W0202
    - `lhs` and `dst` must have exactly 1 valid row: E0215
    - `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `rhs` must have a non-empty valid region (`--rules manual`): E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tgemv", (("dst", dst, ""), ("lhs", lhs, ""), ("rhs", rhs, ""),), (("accPhase", acc_phase),))


def tgemv_acc(
    dst: Value,
    acc_in: Value,
    lhs: Value,
    rhs: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply a row vector and a matrix and add the product to an accumulator.

    As `tgemv`, with the old contents of `acc_in` as the first summand.

    dst[0,j] = acc_in[0,j] + sum over k < K of lhs[0,k] * rhs[k,j]   for j < N

    C++: `TGEMV_ACC<[accPhase:AccPhase]>(dst, acc_in, lhs, rhs)`

    Rules:
    - `lhs` must be in left: E0201
    - `rhs` must be in right: E0201
    - `acc_in` and `dst` must be in acc: E0201
    - `lhs` must be ZZ or NZ: E0202
    - `rhs` must be ZN, on cpu, a5: E0202
    - `acc_in` and `dst` must be NZ, on cpu, a5: E0202
    - `rhs` must be ZN, on a2a3 (a warning): W0202
    - `acc_in` and `dst` must be NZ, on a2a3 (a warning): W0202
    - M, K and N must not exceed 4095: E0227
    - `dst` and `acc_in` must have the same element type: E0203
    - `lhs` and `dst` must have exactly 1 valid row: E0215
    - `rhs` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `rhs` must have a non-empty valid region (`--rules manual`): E0214
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
    - `dst` and `acc_in` must have the same valid region: E0211

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    - a5 (`--rules manual`): `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-acc.md:114: selected fp8 pairs)
    - cpu: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tgemv_acc", (("dst", dst, ""), ("acc_in", acc_in, ""), ("lhs", lhs, ""), ("rhs", rhs, ""),), (("accPhase", acc_phase),))


def tgemv_bias(
    dst: Value,
    a: Value,
    b: Value,
    bias: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply a row vector and a matrix and add one bias per column.

    As `tgemv`, with `bias[0,j]` added to column j. The bias has one row and the element type of the
    result.

    dst[0,j] = bias[0,j] + sum over k < K of a[0,k] * b[k,j]   for j < N

    C++: `TGEMV_BIAS<[accPhase:AccPhase]>(dst, a, b, bias)`

    Rules:
    - `a` must be in left: E0201
    - `b` must be in right: E0201
    - `bias` must be in bias: E0201
    - `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `b` must be ZN, on cpu, a5: E0202
    - `dst` must be NZ, on cpu, a5: E0202
    - `b` must be ZN, on a2a3 (a warning): W0202
    - `dst` must be NZ, on a2a3 (a warning): W0202
    - M, K and N must not exceed 4095: E0227
    - `dst` and `bias` must have the same element type: E0203
    - `bias` must have exactly 1 row: E0219
    - `a` and `dst` must have exactly 1 valid row: E0215
    - `b` must have a non-empty valid region (`--rules device`) (a warning): W0214
    - `b` must have a non-empty valid region (`--rules manual`): E0214
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - the allocated extents must agree as the valid ones do: M x K, K x N and M x N, on a2a3, a5 (`--rules manual`): E0227
    - `dst` and `bias` must have as many valid columns (a warning): W0213

    Element types:
    - a2a3: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - a5: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    - a5 (`--rules manual`): `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (pto-isa@3186c381 docs/isa/tile/ops/matrix-and-matrix-vector/tgemv-bias.md:121: selected fp8 pairs)
    - cpu: `(dst, a, b)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (union of the devices; pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:21-33 has the four plain triples)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tgemv_bias", (("dst", dst, ""), ("a", a, ""), ("b", b, ""), ("bias", bias, ""),), (("accPhase", acc_phase),))


def tmatmul_mx(
    dst: Value,
    a: Value,
    a_scale: Value,
    b: Value,
    b_scale: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply two block-scaled matrices.

    Every 32 elements along K share one power-of-two scale: `a_scale[i, k/32]` and `b_scale[k/32, j]`. The
    products are summed in f32 and replace `dst`.

    dst[i,j] = sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]

    C++: `TMATMUL_MX<[accPhase:AccPhase]>(dst, a, a_scale, b, b_scale)`

    Rules:
    - `a` must be in left: E0201
    - `a_scale` must be in scaling or scale_left: E0201
    - `b` must be in right: E0201
    - `b_scale` must be in scaling or scale_right: E0201
    - `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `a_scale` must be ZZ (a warning): W0202
    - `b` must be ZN: E0202
    - `b_scale` must be NN (a warning): W0202
    - `dst` must be NZ: E0202
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
    - the columns of `a` must be a multiple of 64: E0219
    - `a` and `b` must have a non-empty valid region: E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
    - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
    - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227

    Element types:
    - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
    - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tmatmul_mx", (("dst", dst, ""), ("a", a, ""), ("a_scale", a_scale, ""), ("b", b, ""), ("b_scale", b_scale, ""),), (("accPhase", acc_phase),))


def tmatmul_mx_acc(
    dst: Value,
    c_in: Value,
    a: Value,
    a_scale: Value,
    b: Value,
    b_scale: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply two block-scaled matrices and add the product to an accumulator.

    As `tmatmul.mx`, with the old contents of `c_in` as the first summand.

    dst[i,j] = c_in[i,j] + sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]

    C++: `TMATMUL_MX<[accPhase:AccPhase]>(dst, c_in, a, a_scale, b, b_scale)`

    Rules:
    - `a` must be in left: E0201
    - `a_scale` must be in scaling or scale_left: E0201
    - `b` must be in right: E0201
    - `b_scale` must be in scaling or scale_right: E0201
    - `c_in` and `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `a_scale` must be ZZ (a warning): W0202
    - `b` must be ZN: E0202
    - `b_scale` must be NN (a warning): W0202
    - `dst` must be NZ: E0202
    - `dst` and `c_in` must have the same element type: E0203
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
    - the columns of `a` must be a multiple of 64: E0219
    - `a` and `b` must have a non-empty valid region: E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - `dst` and `c_in` must have the same valid region: E0211
    - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
    - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
    - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227

    Element types:
    - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
    - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tmatmul.mx.acc", (("dst", dst, ""), ("c_in", c_in, ""), ("a", a, ""), ("a_scale", a_scale, ""), ("b", b, ""), ("b_scale", b_scale, ""),), (("accPhase", acc_phase),))


def tmatmul_mx_bias(
    dst: Value,
    a: Value,
    a_scale: Value,
    b: Value,
    b_scale: Value,
    bias: Value,
) -> None:
    r"""Multiply two block-scaled matrices and add one bias per column.

    As `tmatmul.mx`, with the f32 value `bias[0,j]` added to column j.

    dst[i,j] = bias[0,j] + sum over k < K of a[i,k] * 2^a_scale[i,k/32] * b[k,j] * 2^b_scale[k/32,j]

    C++: `TMATMUL_MX(dst, a, a_scale, b, b_scale, bias)`

    Rules:
    - `a` must be in left: E0201
    - `a_scale` must be in scaling or scale_left: E0201
    - `b` must be in right: E0201
    - `b_scale` must be in scaling or scale_right: E0201
    - `bias` must be in bias: E0201
    - `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `a_scale` must be ZZ (a warning): W0202
    - `b` must be ZN: E0202
    - `b_scale` must be NN (a warning): W0202
    - `dst` must be NZ: E0202
    - `bias` must have element type f32: E0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
    - `bias` must have exactly 1 row: E0219
    - the columns of `a` must be a multiple of 64: E0219
    - `a` and `b` must have a non-empty valid region: E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
    - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
    - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
    - `dst` and `bias` must have as many valid columns (a warning): W0213

    Element types:
    - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
    - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
    """
    call("tmatmul.mx.bias", (("dst", dst, ""), ("a", a, ""), ("a_scale", a_scale, ""), ("b", b, ""), ("b_scale", b_scale, ""), ("bias", bias, ""),), ())


def tgemv_mx(
    dst: Value,
    a: Value,
    a_scale: Value,
    b: Value,
    b_scale: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply a block-scaled row vector and a block-scaled matrix.

    As `tmatmul.mx` with M = 1.

    dst[0,j] = sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]

    C++: `TGEMV_MX<[accPhase:AccPhase]>(dst, a, a_scale, b, b_scale)`

    Rules:
    - `a` must be in left: E0201
    - `a_scale` must be in scaling or scale_left: E0201
    - `b` must be in right: E0201
    - `b_scale` must be in scaling or scale_right: E0201
    - `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `b` must be ZN: E0202
    - `dst` must be NZ: E0202
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
    - the columns of `a` must be a multiple of 64: E0219
    - `a` and `dst` must have exactly 1 valid row: E0215
    - `b` must have a non-empty valid region: E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
    - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
    - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227

    Element types:
    - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
    - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tgemv_mx", (("dst", dst, ""), ("a", a, ""), ("a_scale", a_scale, ""), ("b", b, ""), ("b_scale", b_scale, ""),), (("accPhase", acc_phase),))


def tgemv_mx_acc(
    dst: Value,
    c_in: Value,
    a: Value,
    a_scale: Value,
    b: Value,
    b_scale: Value,
    *,
    acc_phase: str | None = None,
) -> None:
    r"""Multiply a block-scaled row vector and a matrix and add the product to an accumulator.

    As `tgemv.mx`, with the old contents of `c_in` as the first summand.

    dst[0,j] = c_in[0,j] + sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]

    C++: `TGEMV_MX<[accPhase:AccPhase]>(dst, c_in, a, a_scale, b, b_scale)`

    Rules:
    - `a` must be in left: E0201
    - `a_scale` must be in scaling or scale_left: E0201
    - `b` must be in right: E0201
    - `b_scale` must be in scaling or scale_right: E0201
    - `c_in` and `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `b` must be ZN: E0202
    - `dst` must be NZ: E0202
    - `dst` and `c_in` must have the same element type: E0203
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
    - the columns of `a` must be a multiple of 64: E0219
    - `a` and `dst` must have exactly 1 valid row: E0215
    - `b` must have a non-empty valid region: E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - `dst` and `c_in` must have the same valid region: E0211
    - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
    - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
    - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227

    Element types:
    - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
    - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)

    Attributes:
    - acc_phase: state of the M-to-FIX hand-over of the accumulator (unspecified, partial, final)
    """
    call("tgemv.mx.acc", (("dst", dst, ""), ("c_in", c_in, ""), ("a", a, ""), ("a_scale", a_scale, ""), ("b", b, ""), ("b_scale", b_scale, ""),), (("accPhase", acc_phase),))


def tgemv_mx_bias(
    dst: Value,
    a: Value,
    a_scale: Value,
    b: Value,
    b_scale: Value,
    bias: Value,
) -> None:
    r"""Multiply a block-scaled row vector and a matrix and add one bias per column.

    As `tgemv.mx`, with the f32 value `bias[0,j]` added to column j.

    dst[0,j] = bias[0,j] + sum over k < K of a[0,k] * 2^a_scale[0,k/32] * b[k,j] * 2^b_scale[k/32,j]

    C++: `TGEMV_MX(dst, a, a_scale, b, b_scale, bias)`

    Rules:
    - `a` must be in left: E0201
    - `a_scale` must be in scaling or scale_left: E0201
    - `b` must be in right: E0201
    - `b_scale` must be in scaling or scale_right: E0201
    - `bias` must be in bias: E0201
    - `dst` must be in acc: E0201
    - `a` must be ZZ or NZ: E0202
    - `b` must be ZN: E0202
    - `dst` must be NZ: E0202
    - `bias` must have element type f32: E0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0 (`--rules device`) (a warning): W0204
    - `a_scale` and `b_scale` must have element type !pto.f8E8M0, on cpu, a5 (`--rules manual`): E0204
    - `bias` must have exactly 1 row: E0219
    - the columns of `a` must be a multiple of 64: E0219
    - `a` and `dst` must have exactly 1 valid row: E0215
    - `b` must have a non-empty valid region: E0214
    - M, K and N must not exceed 4095: E0227
    - the left operand must have as many valid columns as the right one has valid rows: E0227
    - the result must have the valid rows of the left and the valid columns of the right operand: E0227
    - `a_scale` must have the valid rows of `a` and one valid column per 32 columns of it: E0227
    - `b_scale` must have one valid row per 32 rows of `b` and the valid columns of it: E0227
    - scale tiles should have boxes of 32 bytes and one scale per 32 elements along K (a warning): W0227
    - `dst` and `bias` must have as many valid columns: E0213

    Element types:
    - a5: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:88-126; PTOAS 0.60 lib/PTO/IR/PTO.cpp:8513-8532)
    - cpu: `(dst, a, b)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (pto-isa@3186c381 include/pto/cpu/TMatmul.hpp:92-111)
    """
    call("tgemv.mx.bias", (("dst", dst, ""), ("a", a, ""), ("a_scale", a_scale, ""), ("b", b, ""), ("b_scale", b_scale, ""), ("bias", bias, ""),), ())


def get_scale_addr(
    dst: Value,
    src: Value,
) -> None:
    r"""Place an MX scale tile beside its operand.

    The scales of a tile in L0A or L0B lie at a quarter of the tile's address. No element moves.

    address(dst) = address(src) >> 2

    C++: `TGET_SCALE_ADDR(dst, src)`

    Rules:
    - `src` must be in left or right: E0201
    - `dst` must be in scaling, scale_left or scale_right: E0201
    - `dst` must have one scale per 32 elements of `src` along K: columns of a left tile, rows of a right one (a warning): W0227

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TGetScaleAddr.hpp:22-29; PTOAS 0.60 lib/PTO/IR/PTO.cpp:10581-10637)
    """
    call("get_scale_addr", (("dst", dst, ""), ("src", src, ""),), ())


def set_img2col_padding(
    cfg: Value | Number,
    *,
    pad_bits: int | None = None,
) -> None:
    r"""Set what stands in the border of feature maps.

    Image-to-column moves read it until it is set again; it is zero until then. No element moves.

    PADDING = padBits

    C++: `SET_IMG2COL_PADDING(cfg, ...)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetImg2colPadding.hpp:16-36, npu/a5/SetImg2colPadding.hpp:16-40)

    Attributes:
    - pad_bits: bits of the element in the border; 0 without it
    """
    call("set_img2col_padding", (("cfg", cfg, ""),), (("padBits", pad_bits),))


def set_img2col_rpt(
    cfg: Value | Number,
    *,
    repeat_stride: int | None = None,
    repeat_time: int | None = None,
    repeat_mode: int | None = None,
) -> None:
    r"""Set the repeat counts of the next image-to-column move.

    Loads the repeat fields of an image-to-column configuration. No element moves.

    L3D_RPT = repeatStride, repeatTime, repeatMode

    C++: `SET_IMG2COL_RPT(cfg, ...)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetImg2colRpt.hpp:16-25, npu/a5/SetImg2colRpt.hpp:16-36)

    Attributes:
    - repeat_stride: distance of repeats; 0 without it
    - repeat_time: how often; 1 without it
    - repeat_mode: what advances; 0 without it
    """
    call("set_img2col_rpt", (("cfg", cfg, ""),), (("repeatStride", repeat_stride), ("repeatTime", repeat_time), ("repeatMode", repeat_mode),))


def setfmatrix(
    tile: Value,
    *,
    fmap_h: int | None = None,
    fmap_w: int | None = None,
    pad_left: int | None = None,
    pad_right: int | None = None,
    pad_top: int | None = None,
    pad_bottom: int | None = None,
) -> None:
    r"""Set the feature-map geometry registers.

    Later image-to-column moves read them: how high and wide the map is and how wide its border. No element moves.

    FMATRIX = fmapH, fmapW, padLeft, padRight, padTop, padBottom

    C++: `SETFMATRIX(tile, ...)`

    Rules:
    - `tile` must be in mat, left, right or acc: E0201

    Element types:
    - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SetFmatrix.hpp:16-40, npu/a5/SetFmatrix.hpp:16-40)

    Attributes:
    - fmap_h: lines of the map
    - fmap_w: pixels in a line
    - pad_left: border on the left, in pixels; 0 without it
    - pad_right: border on the right
    - pad_top: border above
    - pad_bottom: border below
    """
    call("setfmatrix", (("tile", tile, ""),), (("fmapH", fmap_h), ("fmapW", fmap_w), ("padLeft", pad_left), ("padRight", pad_right), ("padTop", pad_top), ("padBottom", pad_bottom),))


def sethf32mode(
    enable: bool,
    *,
    mode: str | None = None,
) -> None:
    r"""Switch HF32 rounding of f32 matrix operands.

    Holds for the matrix multiplications that follow on this core.

    HF32 mode = enable ? mode : off

    C++: `SETHF32MODE<enable, mode:RoundMode=CAST_ROUND>()`

    Rules:
    - `mode` must be CAST_ROUND or CAST_RINT, on a2a3, a5: E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/sethf32mode.md)

    Attributes:
    - enable: on or off
    - mode: rounding; CAST_ROUND without it (NONE, RINT, ROUND, FLOOR, CEIL, TRUNC, ODD, CAST_RINT, CAST_ROUND)
    """
    call("sethf32mode", (), (("enable", enable), ("mode", mode),))


def settf32mode(
    enable: bool,
    *,
    mode: str | None = None,
) -> None:
    r"""Switch TF32 rounding of f32 matrix operands.

    Holds for the matrix multiplications that follow on this core; the CPU simulator computes with all of f32.

    TF32 mode = enable ? mode : off

    C++: `SETTF32MODE<enable, mode:RoundMode=CAST_ROUND>()`

    Rules:
    - `mode` must be CAST_ROUND; the others are reserved, on a2a3, a5 (`--rules manual`): E0232
    - `mode` must be CAST_ROUND or CAST_RINT, on a2a3, a5: E0232
    - `mode` must be CAST_ROUND or CAST_RINT, on cpu (`--rules device`): E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/settf32mode.md)

    Attributes:
    - enable: on or off
    - mode: rounding; CAST_ROUND without it (NONE, RINT, ROUND, FLOOR, CEIL, TRUNC, ODD, CAST_RINT, CAST_ROUND)
    """
    call("settf32mode", (), (("enable", enable), ("mode", mode),))


def subview(
    source: Value,
    offsets: Sequence[Number],
    valid_row: Number | None = None,
    valid_col: Number | None = None,
    *,
    sizes: Any | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""View a window of a tile.

    The result shares the storage of `source` from row `offsets[0]`, column `offsets[1]` on. Its type has
    the window's size; in the form of the manual it keeps the rows and columns of the source and only its
    valid region is smaller. Without `valid`, the valid region is the one of the result type.

    result[i,j] = source[offsets[0]+i, offsets[1]+j]

    C++: `TSUBVIEW(result, source, row, column, ...)`

    Rules:
    - both tiles must be in one memory: E0201
    - both tiles must have one layout: E0202
    - `source` and `result` must have the same element type: E0203
    - the alias must not have more rows or columns than its source: E0229
    - `source` and `result` must have the same rows and columns (`--rules manual`): E0218
    - the valid region of `result` must be no larger than that of `source` (`--rules manual`): E0216
    - a dynamic number of valid rows needs `valid_row`, and a constant `valid_row` must be that of the type: E0320
    - a dynamic number of valid columns needs `valid_col`, and a constant `valid_col` must be that of the type: E0320

    Element types:
    - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TSubView.hpp:19-43; PTOAS 0.60 lib/PTO/IR/PTO.cpp:17006-17174)

    Attributes:
    - sizes: rows and columns of the window
    """
    return call("subview", (("source", source, ""), ("offsets", offsets, "index"), ("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"),), (("sizes", sizes),), ("Tile",), result, "")


def subset(
    source: Value,
    offsets: Sequence[Number],
    sizes: Any,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""View a part of a tile at run-time offsets.

    The result shares the storage of `source`; its type follows from the source and `sizes`. A boxed tile
    is cut only between whole boxes, and keeps its full columns (row-major) or rows (column-major).

    result[i,j] = source[offsets[0]+i, offsets[1]+j]

    C++ has no function for it.

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/subset.md; PTOAS 0.27 include/PTO/IR/PTOOps.td)

    Attributes:
    - sizes: rows and columns of the part
    """
    return call("subset", (("source", source, ""), ("offsets", offsets, "index"),), (("sizes", sizes),), ("Tile",), result, "")


def syncall(
    gm_workspace: Value | None = None,
    used_cores: Number | None = None,
    mode: str | None = None,
    core_type: str | None = None,
) -> None:
    r"""Wait until every core of a kind has arrived.

    The hard barrier uses hardware flags; the soft one polls counters in a zeroed piece of global memory
    that nothing else uses. All cores meet the same barriers in the same order. It orders arrival only,
    it does not make data visible.

    no core passes before all have come

    C++: `SYNCALL<core_type:SyncCoreType>() {mode=hard}; SYNCALL<mode:SyncAllMode, core_type:SyncCoreType>(gm_workspace[, used_cores])`

    Rules:
    - `gm_workspace` must be in gm: E0201
    - `gm_workspace` must have element type i32 or ui32: E0204
    - `used_cores` must have element type i32 or ui32: E0204
    - soft mode needs `gm_workspace`, hard mode takes no operand: E0221
    - `gm_workspace` must hold at least 16 elements (64 bytes): E0228
    - A5 has no soft barrier of the cube cores alone and no hard barrier of both kinds, on a5 (`--rules device`) (a warning): W0232
    - A5 has no soft barrier of the cube cores alone and no hard barrier of both kinds, on a5 (`--rules manual`): E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/SyncAll.hpp:20-50, a5/SyncAll.hpp:33-60; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20077-20098)

    Attributes:
    - mode: hardware flags, or counters in global memory (hard, soft)
    - core_type: vector cores, cube cores, or both (aiv_only, aic_only, mix)
    """
    call("syncall", (("gm_workspace", gm_workspace, ""), ("used_cores", used_cores, ""),), (("mode", mode), ("core_type", core_type),))


def talias(
    dst: Value,
    src: Value,
) -> None:
    r"""Give a tile a second name.

    `dst` shares the storage of `src`. The page states no more; it is read as `subview` at row 0, column 0.

    dst[i,j] = src[i,j]

    C++ has no function for it.

    Rules:
    - both tiles must be in one memory: E0201
    - both tiles must have one layout: E0202
    - `src` and `dst` must have the same element type: E0203
    - the alias must not have more rows or columns than its source: E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/talias.md)
    """
    call("talias", (("dst", dst, ""), ("src", src, ""),), ())


def tassign(
    tile: Value,
    addr: Number | None = None,
    *,
    address: int | None = None,
) -> None:
    r"""Bind a tile to an address.

    From here on `tile` is the storage at byte `addr` of its memory, until it is bound again. The
    assembler returns the rebound tile as a result; the manual changes the tile itself. No element moves.

    address(tile) = addr

    C++: `TASSIGN(tile, addr); TASSIGN(tile, address)`

    Rules:
    - only a tile can be bound to an address: E0304
    - `tile` and `result` must have the same type: E0207
    - the address must be given, as an operand or as a number: E0221
    - the address must be a multiple of 32 bytes: E0402
    - the tile must end within its memory: E0403

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3787-3803)

    Attributes:
    - address: the address, where it is written as a number
    """
    call("tassign", (("tile", tile, ""), ("addr", addr, ""),), (("address", address),))


def tsync(
    events: Sequence[Value],
    *,
    op: str | None = None,
) -> None:
    r"""Wait for events, or drain the pipe of one operation.

    Waits until every given event has been recorded. Without operands it drains all pipes. With `op` it
    drains the pipe that operation runs on.

    wait for each of events

    C++: `TSYNC(events, ...)`

    Rules:
    - only the pipe of a vector operation can be drained by operation (`--rules manual`): E0232
    - A5 drains the pipe of an operation on MTE2 or MTE3 only, on a5 (`--rules device`): E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tsync.md, include/pto/common/event.hpp:21-158; PTOAS 0.60 include/PTO/IR/PTOOps.td:2975)

    Attributes:
    - op: an operation whose pipe is drained (TLOAD, TSTORE_VEC, SCALAR, TRESHAPE, VECTOR, TADD, TADDS, TAXPY, TSUB, TMUL, TMULS, TDIV, TDIVS, TMIN, TMINS, TMAX, TAND, TOR, TSEL, TSHL, TSHR, TEXP, TSELS, TSQRT, TRSQRT, TEXPANDS, TEXPANDS_MAT, TPARTADD, TPARTMUL, TPARTMAX, TPARTMIN, TPOW, TPOWS, TCMPS, TMRGSORT, TSORT32, TCI, TGATHER, TGATHERB, TCVT, TROWSUM, TROWPROD, TROWMAX, TROWMIN, TROWEXPAND, TRANDOM, TCOLSUM, TCOLPROD, TCOLMAX, TCOLMIN, TTRANS, TTRI, TREM, TFMOD, TREMS, TFMODS, TSUBS, TMAXS, TLRELU, TPRELU, TMOV_V2V, TMOV_V2M, TEXTRACT_V2M, TMOV_M2B, TMOV_M2L, TMOV_M2R, TMOV_M2S, TMOV_A2V, TMOV_A2M, TSTORE_ACC, TSTORE_MAT, TMATMUL, TGEMV, TEXTRACT_M2LR, TANDS, TORS, TSHLS, TSHRS, TXOR, TXORS, TEXTRACT_A2M, TINSERT_A2M, TIMG2COL, SETFMATRIX, SET_IMG2COL_RPT, SET_IMG2COL_PADDING, TCONCAT, TDEQUANT, TADDDEQRELU, TABS, TNEG, TRELU, TNOT, TLOG, TRECIP, TCMP, TSCATTER, TCOLEXPAND, TCOLEXPANDDIV, TCOLEXPANDMUL, TCOLEXPANDADD, TCOLEXPANDMAX, TCOLEXPANDMIN, TCOLEXPANDSUB, TCOLEXPANDEXPDIF, TROWEXPANDDIV, TROWEXPANDMUL, TROWEXPANDSUB, TROWEXPANDADD, TROWEXPANDMAX, TROWEXPANDMIN, TROWEXPANDEXPDIF, TPAIRREDUCESUM, TSUBRELUCONV, TADDRELUCONV, TFUSEDMULADD, TMULADDDST, TSUBRELU, TFUSEDMULADDRELU, TPARTARGMAX, TPARTARGMIN, TCOLARGMAX, TCOLARGMIN, TROWARGMAX, TROWARGMIN, TPREFETCH, TFILLPAD_VEC, TFILLPAD_MAT, MGATHER_VEC, MGATHER_MAT, MSCATTER, TQUANT, THISTOGRAM, TINTERLEAVE, TDEINTERLEAVE)
    """
    call("tsync", (("events", events, ""),), (("op", op),))


def alloc_tile(
    addr: Number | None = None,
    valid_row: Number | None = None,
    valid_col: Number | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare a tile buffer.

    Every execution gives a buffer of its own. Without `addr` the tool chooses the place. Extents that are
    dynamic in the type come as operands; static ones must not.

    valid(result) = (valid_row, valid_col) where the type says `?`

    C++ has no function for it.

    Rules:
    - `valid_row` must be given if the type has dynamic valid rows, and only then: E0320
    - `valid_col` must be given if the type has dynamic valid columns, and only then: E0320
    - the address must be a multiple of 32 bytes: E0402
    - the tile must end within its memory: E0403

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/alloc-tile.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3587-3630)
    """
    return call("alloc_tile", (("addr", addr, ""), ("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"),), (), ("Tile",), result, "")


def make_tensor_view(
    ptr: Value,
    shape: Sequence[Number],
    strides: Sequence[Number],
    *,
    layout: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a view on global memory from a pointer, extents and strides.

    Extents and strides count elements, outermost first; a view has one of each per dimension. `layout`
    says how the consumer is to read it; without it, the strides decide. No data moves.

    result[i0,...] = ptr[i0*strides[0] + i1*strides[1] + ...]

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm: E0201
    - `result` and `ptr` must have the same element type: E0203

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/make-tensor-view.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:2937-3000)

    Attributes:
    - layout: how the elements are ordered (nd, dn, nz, mx_a_zz, mx_b_nn)
    """
    return call("make_tensor_view", (("ptr", ptr, ""), ("shape", shape, "index"), ("strides", strides, "index"),), (("layout", layout),), ("View",), result, "")


def partition_view(
    source: Value,
    offsets: Sequence[Number],
    sizes: Sequence[Number],
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Cut a window out of a view on global memory.

    One offset and one size per dimension of `source`. The result type may be left out; then constant
    sizes become its extents and all others are dynamic. What lies outside `source` must not be accessed.

    result[i0,...] = source[offsets[0]+i0, ...]   for i0 < sizes[0], ...

    C++ has no function for it.

    Rules:
    - `source` and `result` must have the same element type: E0203
    - no extent of `result` may exceed the extent of `source`: E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/partition-view.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3004-3072)
    """
    return call("partition_view", (("source", source, ""), ("offsets", offsets, "index"), ("sizes", sizes, "index"),), (), ("View",), result, "")


def get_tensor_view_dim(
    tensor_view: Value,
    dim_index: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read an extent of a view.

    Counts elements.

    result = extent of dimension dim_index

    C++ has no function for it.

    Rules:
    - `dim_index` must be smaller than the number of dimensions: E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/get-tensor-view-dim.md)
    """
    return call("get_tensor_view_dim", (("tensor_view", tensor_view, ""), ("dim_index", dim_index, "index"),), (), ("Index",), result, "")


def get_tensor_view_stride(
    tensor_view: Value,
    dim_index: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read a stride of a view.

    Counts elements.

    result = stride of dimension dim_index

    C++ has no function for it.

    Rules:
    - `dim_index` must be smaller than the number of dimensions: E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/get-tensor-view-stride.md)
    """
    return call("get_tensor_view_stride", (("tensor_view", tensor_view, ""), ("dim_index", dim_index, "index"),), (), ("Index",), result, "")


def set_validshape(
    source: Value,
    valid_row: Number,
    valid_col: Number,
) -> None:
    r"""Set the valid region of a dynamic tile.

    Changes the descriptor of `source` for what follows; no element moves. The tile must be declared in
    the function (`alloc_tile` or a view of one).

    valid(source) = (valid_row, valid_col)

    C++ has no function for it.

    Rules:
    - both valid extents of `source` must be dynamic (`valid=?x?`): E0320
    - `valid_row` must be between 0 and the rows of `source`: E0406
    - `valid_col` must be between 0 and the columns of `source`: E0406

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/set-validshape.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:13380-13430)
    """
    call("set_validshape", (("source", source, ""), ("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"),), ())


def tensor_view_addr(
    src: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the address at which a view on global memory begins.

    The result is a pointer to global memory, or a memref in programs of older tools.

    dst = address of src[0,...]

    C++ has no function for it.

    Rules:
    - `src` and `dst` must have the same element type: E0203
    - the result must be in the memory of the source: E0201

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/tensor-view-addr.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5712-5767)
    """
    return call("tensor_view_addr", (("src", src, ""),), (), ("Memory",), result, "")


def tile_buf_addr(
    src: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the address of a tile.

    The bridge from tiles to vector-register instructions: the pointer points to the tile's first element
    in the tile's memory.

    dst = address of src[0,0]

    C++: `(type(dst))data(src)`

    Rules:
    - `src` and `dst` must have the same element type: E0203
    - the result must be in the memory of the source: E0201

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/tile-buf-addr.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5769-5818)
    """
    return call("tile_buf_addr", (("src", src, ""),), (), ("Memory",), result, "")


def get_validshape(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Read the valid region of a tile.

    Sees what `set_validshape` wrote.

    (valid_row, valid_col) = valid(source)

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td, get_validshape)
    """
    return call("get_validshape", (("source", source, ""),), (), ("Index", "Index",), result, "index")


def tile_valid_rows(
    src: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read the number of valid rows of a tile.

    A constant where the type is static.

    result = valid rows of src

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td, tile_valid_rows)
    """
    return call("tile_valid_rows", (("src", src, ""),), (), ("Index",), result, "")


def tile_valid_cols(
    src: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read the number of valid columns of a tile.

    A constant where the type is static.

    result = valid columns of src

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td, tile_valid_cols)
    """
    return call("tile_valid_cols", (("src", src, ""),), (), ("Index",), result, "")


def comm_tput(
    dst: Value,
    src: Value,
    ping: Value | None = None,
    pong: Value | None = None,
    *,
    atomic_type: str | None = None,
) -> None:
    r"""Write local global memory to another device.

    Data goes through the staging tile in pieces; with two tiles the pieces overlap. With
    `atomic_add` the remote elements are added to.

    dst[i] = src[i], or dst[i] + src[i] with atomic_add

    C++: `comm::TPUT<[atomicType:AtomicType]>(dst, src, ping[, pong])`

    Rules:
    - `ping` and `pong` must be in vec: E0201
    - `dst`, `src` and `ping` must have the same element type: E0203
    - `ping` and `pong` must have the same type: E0207
    - only a partition may have dynamic extents: E0228
    - `dst` and `src` must have the same extents, known or dynamic: E0218
    - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TPUT.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19930-19953)

    Attributes:
    - atomic_type: replace or add (atomic_none, atomic_add)
    """
    call("comm.tput", (("dst", dst, ""), ("src", src, ""), ("ping", ping, ""), ("pong", pong, ""),), (("atomicType", atomic_type),))


def comm_tget(
    dst: Value,
    src: Value,
    ping: Value | None = None,
    pong: Value | None = None,
) -> None:
    r"""Read global memory of another device.

    Data goes through the staging tile in pieces; with two tiles the pieces overlap.

    dst[i] = src[i]

    C++: `comm::TGET(dst, src, ping[, pong])`

    Rules:
    - `ping` and `pong` must be in vec: E0201
    - `dst`, `src` and `ping` must have the same element type: E0203
    - `ping` and `pong` must have the same type: E0207
    - only a partition may have dynamic extents: E0228
    - `dst` and `src` must have the same extents, known or dynamic: E0218
    - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TGET.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19955-19978)
    """
    call("comm.tget", (("dst", dst, ""), ("src", src, ""), ("ping", ping, ""), ("pong", pong, ""),), ())


def comm_tput_async(
    dst: Value,
    src: Value,
    session: Value,
    *,
    engine: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Write local global memory to another device without waiting.

    The transfer runs on a DMA engine of the session; the event tells when it is done. Both views are one
    contiguous run.

    dst[i] = src[i], some time before event

    C++: `comm::TPUT_ASYNC(dst, src, session, ...)`

    Rules:
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must be contiguous: all extents known, all but the last 1: E0228
    - `dst` and `src` must have the same extents, known or dynamic: E0218
    - A2/A3 transfers by SDMA; URMA and RDMA are engines of A5, on a2a3: E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TPUT_ASYNC.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19903-19924)

    Attributes:
    - engine: who moves the data; `sdma` if absent (sdma, urma, rdma)
    """
    return call("comm.tput_async", (("dst", dst, ""), ("src", src, ""), ("session", session, ""),), (("engine", engine),), ("Handle",), result, "")


def comm_tget_async(
    dst: Value,
    src: Value,
    session: Value,
    *,
    engine: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read global memory of another device without waiting.

    The transfer runs on a DMA engine of the session; the event tells when it is done. Both views are one
    contiguous run.

    dst[i] = src[i], some time before event

    C++: `comm::TGET_ASYNC(dst, src, session, ...)`

    Rules:
    - `dst` and `src` must have the same element type: E0203
    - `dst` and `src` must be contiguous: all extents known, all but the last 1: E0228
    - `dst` and `src` must have the same extents, known or dynamic: E0218
    - A2/A3 transfers by SDMA; URMA and RDMA are engines of A5, on a2a3: E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TGET_ASYNC.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19903-19928)

    Attributes:
    - engine: who moves the data; `sdma` if absent (sdma, urma, rdma)
    """
    return call("comm.tget_async", (("dst", dst, ""), ("src", src, ""), ("session", session, ""),), (("engine", engine),), ("Handle",), result, "")


def comm_tnotify(
    signal: Value,
    value: Number,
    *,
    notify_op: str | None = None,
    op: str | None = None,
) -> None:
    r"""Signal another device.

    Sets a 32-bit counter in remote global memory, or adds to it.

    signal = value, or signal + value with atomic_add

    C++: `comm::TNOTIFY(signal, value, notifyOp:NotifyOp | op:NotifyOp)`

    Rules:
    - `signal` and `value` must have element type i32: E0204
    - every extent of the view must be known: E0228

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TNOTIFY.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19980-19989)

    Attributes:
    - notify_op: replace or add (set, atomic_add, atomicadd)
    - op: the manual's name of notifyOp (set, atomic_add, atomicadd)
    """
    call("comm.tnotify", (("signal", signal, ""), ("value", value, ""),), (("notifyOp", notify_op), ("op", op),))


def comm_twait(
    signal: Value,
    cmp_value: Number,
    cmp: str,
) -> None:
    r"""Wait for signals.

    Blocks until every counter of `signal` compares true with the value.

    wait until signal cmp cmpValue for every element

    C++: `comm::TWAIT(signal, cmpValue, cmp:WaitCmp)`

    Rules:
    - `signal` and `cmpValue` must have element type i32: E0204
    - every extent of the view must be known: E0228

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TWAIT.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19991-20000)

    Attributes:
    - cmp: signal, comparison, value (eq, ne, gt, ge, lt, le)
    """
    call("comm.twait", (("signal", signal, ""), ("cmpValue", cmp_value, ""),), (("cmp", cmp),))


def comm_ttest(
    signal: Value,
    cmp_value: Number,
    cmp: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Test signals without waiting.

    True if every counter of `signal` compares true with the value.

    result = (signal cmp cmpValue for every element)

    C++: `comm::TTEST(signal, cmpValue, cmp:WaitCmp)`

    Rules:
    - `signal` and `cmpValue` must have element type i32: E0204
    - `result` must have element type i1: E0204
    - every extent of the view must be known: E0228

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TTEST.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20002-20011)

    Attributes:
    - cmp: signal, comparison, value (eq, ne, gt, ge, lt, le)
    """
    return call("comm.ttest", (("signal", signal, ""), ("cmpValue", cmp_value, ""),), (("cmp", cmp),), ("Scalar",), result, "")


def comm_tbroadcast(
    src: Value,
    ping: Value | None = None,
    pong: Value | None = None,
    group: Sequence[Value] | None = None,
    *,
    root: int | None = None,
    engine: str | None = None,
) -> None:
    r"""Copy global memory of the root to every device of a group.

    Each member of the group is named by its view of the destination.

    group[r][i] = src[i]   for every rank r

    C++: `comm::TBROADCAST(group, src, ping[, pong], ...)`

    Rules:
    - `ping` and `pong` must be in vec: E0201
    - `src` and `ping` must have the same element type: E0203
    - `ping` and `pong` must have the same type: E0207
    - every extent of the view must be known: E0228
    - every extent of the view must be known: E0228
    - the members of the group must have the type of `src`: E0207
    - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
    - `root` must be the index of a member of the group: E0232
    - the CCU moves the data of groups on A5 only, on a2a3: E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TBROADCAST.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20100-20118)

    Attributes:
    - root: index of the root in the group
    - engine: who moves the data; the vector cores (`aiv`) if absent (aiv, ccu)
    """
    call("comm.tbroadcast", (("src", src, ""), ("ping", ping, ""), ("pong", pong, ""), ("group", group, ""),), (("root", root), ("engine", engine),))


def comm_tgather(
    dst: Value,
    ping: Value | None = None,
    pong: Value | None = None,
    group: Sequence[Value] | None = None,
    *,
    root: int | None = None,
    engine: str | None = None,
) -> None:
    r"""Collect global memory of every device of a group on the root.

    The pieces follow one another along the rows, in the order of the group.

    dst[r*H + i] = group[r][i]   with H rows per rank

    C++: `comm::TGATHER(group, dst, ping[, pong], ...)`

    Rules:
    - `ping` and `pong` must be in vec: E0201
    - `dst`, `ping` and `group` must have the same element type: E0203
    - `ping` and `pong` must have the same type: E0207
    - every extent of the view must be known: E0228
    - every extent of the view must be known: E0228
    - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
    - `root` must be the index of a member of the group: E0232
    - the view of the root must have at least the rows of all members: E0219
    - the CCU moves the data of groups on A5 only, on a2a3: E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TGATHER.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20120-20138)

    Attributes:
    - root: index of the root in the group
    - engine: who moves the data; the vector cores (`aiv`) if absent (aiv, ccu)
    """
    call("comm.tgather", (("dst", dst, ""), ("ping", ping, ""), ("pong", pong, ""), ("group", group, ""),), (("root", root), ("engine", engine),))


def comm_tscatter(
    src: Value,
    ping: Value | None = None,
    pong: Value | None = None,
    group: Sequence[Value] | None = None,
    *,
    root: int | None = None,
    engine: str | None = None,
) -> None:
    r"""Hand the rows of the root to the devices of a group.

    The inverse of `comm.tgather`.

    group[r][i] = src[r*H + i]   with H rows per rank

    C++: `comm::TSCATTER(group, src, ping[, pong], ...)`

    Rules:
    - `ping` and `pong` must be in vec: E0201
    - `src`, `ping` and `group` must have the same element type: E0203
    - `ping` and `pong` must have the same type: E0207
    - every extent of the view must be known: E0228
    - every extent of the view must be known: E0228
    - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
    - `root` must be the index of a member of the group: E0232
    - the view of the root must have at least the rows of all members: E0219
    - the CCU moves the data of groups on A5 only, on a2a3: E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TSCATTER.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20140-20158)

    Attributes:
    - root: index of the root in the group
    - engine: who moves the data; the vector cores (`aiv`) if absent (aiv, ccu)
    """
    call("comm.tscatter", (("src", src, ""), ("ping", ping, ""), ("pong", pong, ""), ("group", group, ""),), (("root", root), ("engine", engine),))


def comm_treduce(
    dst: Value,
    acc: Value | None = None,
    recv_ping: Value | None = None,
    recv_pong: Value | None = None,
    group: Sequence[Value] | None = None,
    *,
    reduce_op: str | None = None,
    op: str | None = None,
    root: int | None = None,
    engine: str | None = None,
) -> None:
    r"""Combine global memory of every device of a group on the root.

    `acc` holds the running result; each member's data arrives in the receive tiles.

    dst[i] = op over ranks r of group[r][i]

    C++: `comm::TREDUCE(group, dst, acc, recvPing[, recvPong], op, ...)`

    Rules:
    - `acc`, `recvPing` and `recvPong` must be in vec: E0201
    - `dst`, `acc` and `group` must have the same element type: E0203
    - `acc`, `recvPing` and `recvPong` must have the same type: E0207
    - every extent of the view must be known: E0228
    - every extent of the view must be known: E0228
    - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
    - `root` must be the index of a member of the group: E0232
    - the CCU moves the data of groups on A5 only, on a2a3: E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TREDUCE.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20160-20182)

    Attributes:
    - reduce_op: how two elements are combined (sum, max, min)
    - op: the manual's name of reduceOp (sum, max, min)
    - root: index of the root in the group
    - engine: who moves the data; the vector cores (`aiv`) if absent (aiv, ccu)
    """
    call("comm.treduce", (("dst", dst, ""), ("acc", acc, ""), ("recvPing", recv_ping, ""), ("recvPong", recv_pong, ""), ("group", group, ""),), (("reduceOp", reduce_op), ("op", op), ("root", root), ("engine", engine),))


def session_init(
    session: Value | None = None,
    template: Value | None = None,
) -> None:
    r"""Make a session of the engine that copies global memory.

    The host writes a template: a word of 64 bits for each field, the narrow ones in the lower half. An earlier form
    copies it into a record of 13 fields, which the program may read and change; the later one gives a session that is
    not looked into.

    field i of session = word i of template

    C++ has no function for it.

    Rules:
    - a session is `!pto.dma_session<sdma>`, or the record of 13 fields that stood for it: E0304
    - either a record to fill or a result must be given: E0221
    - `template` must be in gm: E0201

    Element types:
    - a2a3, a5: as the rules say (PTOAS@1a66b020 docs/isa/micro-isa/19-async-comm.md; with `!pto.dma_session`: the same page later, and PTOAS test/vpto/cases/async-comm/sdma_gm_gm.py)
    """
    call("session_init", (("session", session, ""), ("template", template, ""),), ())


def sdma_gm_gm(
    dst: Value,
    src: Value,
    nbytes: Number,
    session: Value,
    *,
    block_bytes: int | None = None,
    channel_idx: int | None = None,
    soft_put: bool | None = None,
) -> None:
    r"""Copy global memory by an engine.

    The engine goes on by itself: when the bytes are there, no instruction of a kernel says. With `soft_put` on A5 the copy
    is complete at once; its engine does not write to the memory of another device. A result is the handle that the host waits
    with; null if the copy is complete.

    dst[i] = src[i] for i < nbytes, some time later; at once with soft_put on A5

    C++ has no function for it.

    Rules:
    - `dst` and `src` must be in gm: E0201
    - `nbytes` must have element type i64: E0204
    - a session is `!pto.dma_session<sdma>`, or the record of 13 fields that stood for it: E0304
    - `block_bytes` must be a multiple of 64: E0310

    Element types:
    - a2a3, a5: as the rules say (PTOAS@1a66b020 docs/isa/micro-isa/19-async-comm.md; with `!pto.dma_session`: the same page later, and PTOAS test/vpto/cases/async-comm/sdma_gm_gm.py)

    Attributes:
    - block_bytes: bytes per piece; those of the session
    - channel_idx: group of channels; that of the session
    - soft_put: complete at once on A5, of no effect on A2/A3
    """
    call("sdma_gm_gm", (("dst", dst, ""), ("src", src, ""), ("nbytes", nbytes, ""), ("session", session, ""),), (("block_bytes", block_bytes), ("channel_idx", channel_idx), ("soft_put", soft_put),))


def comm_build_async_session(
    scratch: Value,
    workspace: Value,
    *,
    sync_id: int | None = None,
    block_bytes: int | None = None,
    comm_block_offset: int | None = None,
    queue_num: int | None = None,
    channel_group_idx: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Open a session for asynchronous transfers.

    `scratch` is a small vector tile, `workspace` the queue memory the host has prepared.

    session = new session on workspace

    C++ has no function for it.

    Rules:
    - `scratch` must be in vec: E0201
    - `workspace` must be in gm: E0201
    - `workspace` must have element type i8 or ui8: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:19831-19901)

    Attributes:
    - sync_id: event id the session waits on
    - block_bytes: bytes per piece
    - comm_block_offset: first byte of the core's part of the workspace
    - queue_num: queues to use
    - channel_group_idx: group of DMA channels
    """
    return call("comm.build_async_session", (("scratch", scratch, ""), ("workspace", workspace, ""),), (("sync_id", sync_id), ("block_bytes", block_bytes), ("comm_block_offset", comm_block_offset), ("queue_num", queue_num), ("channel_group_idx", channel_group_idx),), ("Handle",), result, "")


def comm_wait_async_event(
    event: Value,
    session: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Wait for an asynchronous transfer.

    Blocks until the event has happened.

    wait for event; completed = true

    C++ has no function for it.

    Rules:
    - `completed` must have element type i1: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td:1997)
    """
    return call("comm.wait_async_event", (("event", event, ""), ("session", session, ""),), (), ("Scalar",), result, "")


def comm_test_async_event(
    event: Value,
    session: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Test an asynchronous transfer without waiting.

    True if the event has happened.

    completed = event has happened

    C++ has no function for it.

    Rules:
    - `completed` must have element type i1: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td:2016)
    """
    return call("comm.test_async_event", (("event", event, ""), ("session", session, ""),), (), ("Scalar",), result, "")


def cmo_cacheinvalid(
    addr: Value | None = None,
    *,
    single_cache_line: bool | None = None,
    all: bool | None = None,
    space: str | None = None,
) -> None:
    r"""Drop cached global memory.

    One cache line, the one that holds `addr`, or the whole data cache.

    the next read of the line comes from memory

    C++: `dcci((__gm__ void*)data(addr), SINGLE_CACHE_LINE) {single_cache_line, space}; dcci((__gm__ void*)0, ENTIRE_DATA_CACHE) {all, space}`

    Rules:
    - `addr` must be in gm: E0201
    - either an address or `all` must be given: E0221

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:9514-9570)

    Attributes:
    - single_cache_line: with an address
    - all: without an address
    - space: memory space; global memory (gm, zero)
    """
    call("cmo.cacheinvalid", (("addr", addr, ""),), (("single_cache_line", single_cache_line), ("all", all), ("space", space),))


def grid_pipe(
    slots: Value,
    rows: int,
    cols: int,
    slot_bytes: int,
    slot_count: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Open queues to the neighbours in a mesh.

    `slots` is a place in global memory that the devices of a mesh of `rows` x `cols` see; each direction has a
    ring of `slot_count` slots of `slot_bytes` bytes in it, and counters of what is ready and what is free.

    pipe = empty queues in four directions and from the host

    C++ has no function for it.

    Rules:
    - `slots` must be in gm: E0201

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/grid_intrinsic.hpp:117-148, grid_pipe_runtime.hpp)

    Attributes:
    - rows: rows of the mesh
    - cols: columns of the mesh
    - slot_bytes: bytes of a slot
    - slot_count: slots of a direction
    """
    return call("grid.pipe", (("slots", slots, ""),), (("rows", rows), ("cols", cols), ("slot_bytes", slot_bytes), ("slot_count", slot_count),), ("Handle",), result, "")


def grid_tpush(
    tile: Value,
    pipe: Value,
    *,
    direction: str | None = None,
    dist: int | None = None,
    span: str | None = None,
) -> None:
    r"""Put a tile into the queue of a neighbour.

    Waits for a free slot, writes the tile into the slot of the device `dist` steps in a `direction`, and raises its
    ready counter after the data. With a `span` all other devices of the row or column receive it at once; they pop
    it from the direction it came.

    slot[head] of the neighbour = tile; head = head + 1

    C++ has no function for it.

    Rules:
    - a push goes in a `direction`, `dist` devices far, or along a `span` to its ends; not both: E0232

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/GridTPush.hpp:59-275; common/pto_instr.hpp:2659-2664 refuses every other device)

    Attributes:
    - direction: where the neighbour is; nothing is pushed to `source` (north, east, west, south)
    - dist: how many devices far; the next one if absent
    - span: to all of the row or column (row, col)
    """
    call("grid.tpush", (("tile", tile, ""), ("pipe", pipe, ""),), (("direction", direction), ("dist", dist), ("span", span),))


def grid_tpop(
    tile: Value,
    pipe: Value,
    direction: str,
    *,
    dist: int | None = None,
) -> None:
    r"""Take a tile out of the queue of a direction.

    Waits until the device `dist` steps against the `direction` has pushed, loads the slot, and gives it back. From
    `source` it takes what the host put there.

    tile = slot[tail]; tail = tail + 1

    C++ has no function for it.

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/GridTPop.hpp:24-108)

    Attributes:
    - direction: the way the data goes (source, north, east, west, south)
    - dist: how many devices far; the next one if absent
    """
    call("grid.tpop", (("tile", tile, ""), ("pipe", pipe, ""),), (("direction", direction), ("dist", dist),))


def aic_initialize_pipe(
    gm_slot_buffer: Value | None = None,
    gm_slot_tensor: Value | None = None,
    c2v_consumer_buf: Number | None = None,
    v2c_consumer_buf: Number | None = None,
    dir_mask: int | None = None,
    slot_size: int | None = None,
    *,
    id: int | None = None,
    slot_num: int | None = None,
    local_slot_num: int | None = None,
    nosplit: bool | None = None,
    acc_push_epilogue: Any | None = None,
) -> None:
    r"""Set up a queue on the cube core.

    Stands once per `id` in a cube function. The consumer's buffer is reserved (`reserve_buffer`) on the
    side that reads and imported on the other: it makes the two ends one queue, whatever their `id`. The
    slots lie in `gm_slot_tensor` or `gm_slot_buffer`, else in that buffer; on A5 always there, unless
    `gm_slot_tensor` is given.

    queue[id] = empty

    C++ has no function for it.

    Rules:
    - `gm_slot_tensor` and `gm_slot_buffer` exclude each other: E0222
    - a pipe with `acc_push_epilogue` has `dir_mask = 1` and `nosplit`: E0228
    - `local_slot_num` exists on A2/A3 only, on a5: E0232
    - `local_slot_num` must not exceed `slot_num` (4 for both directions, else 8, if not given), on a2a3: E0310
    - `dir_mask` 1 needs `c2v_consumer_buf`, 2 `v2c_consumer_buf`, 3 both, unless `gm_slot_tensor` is given: E0221

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:18543-18754)

    Attributes:
    - id: number of the queue in the function; 0
    - dir_mask: 1 cube to vector, 2 vector to cube, 3 both
    - slot_size: bytes of a slot
    - slot_num: slots of the queue
    - local_slot_num: slots in local memory
    - nosplit: only whole tiles pass
    - acc_push_epilogue: layout, quantisation and relu on the way out of the accumulator
    """
    call("aic_initialize_pipe", (("gm_slot_buffer", gm_slot_buffer, ""), ("gm_slot_tensor", gm_slot_tensor, ""), ("c2v_consumer_buf", c2v_consumer_buf, ""), ("v2c_consumer_buf", v2c_consumer_buf, ""),), (("dir_mask", dir_mask), ("slot_size", slot_size), ("id", id), ("slot_num", slot_num), ("local_slot_num", local_slot_num), ("nosplit", nosplit), ("acc_push_epilogue", acc_push_epilogue),))


def aiv_initialize_pipe(
    gm_slot_buffer: Value | None = None,
    gm_slot_tensor: Value | None = None,
    c2v_consumer_buf: Number | None = None,
    v2c_consumer_buf: Number | None = None,
    dir_mask: int | None = None,
    slot_size: int | None = None,
    *,
    id: int | None = None,
    slot_num: int | None = None,
    local_slot_num: int | None = None,
    nosplit: bool | None = None,
    acc_push_epilogue: Any | None = None,
) -> None:
    r"""Set up a queue on a vector core.

    Stands once per `id` in a vector function; the counterpart of `aic_initialize_pipe`.

    queue[id] = empty

    C++ has no function for it.

    Rules:
    - `gm_slot_tensor` and `gm_slot_buffer` exclude each other: E0222
    - a pipe with `acc_push_epilogue` has `dir_mask = 1` and `nosplit`: E0228
    - `local_slot_num` exists on A2/A3 only, on a5: E0232
    - `local_slot_num` must not exceed `slot_num` (4 for both directions, else 8, if not given), on a2a3: E0310
    - `dir_mask` 1 needs `c2v_consumer_buf`, 2 `v2c_consumer_buf`, 3 both, unless `gm_slot_tensor` is given: E0221

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:18543-18754)

    Attributes:
    - id: number of the queue in the function; 0
    - dir_mask: 1 cube to vector, 2 vector to cube, 3 both
    - slot_size: bytes of a slot
    - slot_num: slots of the queue
    - local_slot_num: slots in local memory
    - nosplit: only whole tiles pass
    - acc_push_epilogue: layout, quantisation and relu on the way out of the accumulator
    """
    call("aiv_initialize_pipe", (("gm_slot_buffer", gm_slot_buffer, ""), ("gm_slot_tensor", gm_slot_tensor, ""), ("c2v_consumer_buf", c2v_consumer_buf, ""), ("v2c_consumer_buf", v2c_consumer_buf, ""),), (("dir_mask", dir_mask), ("slot_size", slot_size), ("id", id), ("slot_num", slot_num), ("local_slot_num", local_slot_num), ("nosplit", nosplit), ("acc_push_epilogue", acc_push_epilogue),))


def tpush_to_aiv(
    tile: Value,
    split: int,
    *,
    id: int | None = None,
) -> None:
    r"""Put a tile into a queue to the vector cores.

    The form of `tpush` in a cube function; `id` names the queue.

    slot[head] = tile; head = head + 1

    C++ has no function for it.

    Rules:
    - `tile` must be in acc or gm: E0201
    - `split` 1 and 2 halve an even number of valid rows or columns, 3 and 4 an odd one: E0215

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20557-20702)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("tpush_to_aiv", (("tile", tile, ""),), (("split", split), ("id", id),))


def tpush_to_aic(
    tile: Value,
    aiv_subblockid: Number | None = None,
    split: int | None = None,
    *,
    id: int | None = None,
) -> None:
    r"""Put a tile into a queue to the cube core.

    The form of `tpush` in a vector function; `id` names the queue.

    slot[head] = tile; head = head + 1

    C++ has no function for it.

    Rules:
    - `tile` must be in vec or gm: E0201
    - `aiv_subblockid` goes with a `split` other than 0: E0222

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20704-20723)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("tpush_to_aic", (("tile", tile, ""), ("aiv_subblockid", aiv_subblockid, ""),), (("split", split), ("id", id),))


def tpop_from_aic(
    valid_row: Number | None = None,
    valid_col: Number | None = None,
    aiv_subblockid: Number | None = None,
    split: int | None = None,
    *,
    id: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take a tile out of a queue from the cube core.

    The form of `tpop` in a vector function; `id` names the queue. The operands give the extents of a
    tile with a dynamic valid region.

    tile = slot[tail]; tail = tail + 1

    C++ has no function for it.

    Rules:
    - `valid_row` and `valid_col` come together, and only for a tile with `valid=?x?`: E0320
    - `split` 3 and 4 need `valid_row` and `valid_col`: E0221
    - `aiv_subblockid` goes with a `split` other than 0: E0222

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:19360-19405, 20725-20738)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    return call("tpop_from_aic", (("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"), ("aiv_subblockid", aiv_subblockid, ""),), (("split", split), ("id", id),), ("Memory",), result, "")


def tpop_from_aiv(
    valid_row: Number | None = None,
    valid_col: Number | None = None,
    split: int | None = None,
    *,
    id: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take a tile out of a queue from the vector cores.

    The form of `tpop` in a cube function; `id` names the queue.

    tile = slot[tail]; tail = tail + 1

    C++ has no function for it.

    Rules:
    - `valid_row` and `valid_col` come together, and only for a tile with `valid=?x?`: E0320

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:19360-19405, 20740-20746)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    return call("tpop_from_aiv", (("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"),), (("split", split), ("id", id),), ("Memory",), result, "")


def tfree_from_aic(
    entry: Value | None = None,
    split: int | None = None,
    *,
    id: int | None = None,
) -> None:
    r"""Release a slot of a queue from the cube core.

    The form of `tfree` in a vector function.

    free = free + 1

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20748-20789)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("tfree_from_aic", (("entry", entry, ""),), (("split", split), ("id", id),))


def tfree_from_aiv(
    entry: Value | None = None,
    split: int | None = None,
    *,
    id: int | None = None,
) -> None:
    r"""Release a slot of a queue from the vector cores.

    The form of `tfree` in a cube function.

    free = free + 1

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20791-20832)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("tfree_from_aiv", (("entry", entry, ""),), (("split", split), ("id", id),))


def talloc_to_aiv(
    split: int,
    *,
    id: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Open a slot of a queue to the vector cores.

    The form of `talloc` in a cube function.

    entry = slot[head]

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20501-20538)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    return call("talloc_to_aiv", (), (("split", split), ("id", id),), ("View",), result, "")


def talloc_to_aic(
    split: int,
    *,
    id: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Open a slot of a queue to the cube core.

    The form of `talloc` in a vector function.

    entry = slot[head]

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20540-20555)

    Attributes:
    - id: number of the queue in the function; 0
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    return call("talloc_to_aic", (), (("split", split), ("id", id),), ("View",), result, "")


def tpush(
    tile: Value,
    pipe_handle: Value,
    aiv_subblockid: Number | None = None,
    *,
    split: int | None = None,
) -> None:
    r"""Put a tile into a queue.

    Waits for a free slot, writes the tile into it and tells the consumer. Cube to vector it takes an
    accumulator tile, vector to cube a vector tile. Instead of a tile it publishes a slot that `talloc`
    opened.

    A tile passes as its valid elements; the layout is that of the consumer's tile. Halves that two vector
    cores push are one entry, which is there when both have come. A whole tile (split 0) passes between the
    cube core and vector core 0: to the other one a pop gives zeros, its push and `tfree` do nothing. On
    A2/A3 both vector cores take part in that, too. Slots in global memory hold rows without gaps.

    slot[head] = tile; head = head + 1

    C++: `TPUSH<type(pipe_handle), type(tile), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle, tile[, aiv_subblockid])`

    Rules:
    - `tile` must be in acc, vec or gm: E0201
    - `aiv_subblockid` goes with a `split` other than 0: E0222
    - `split` 1 and 2 halve an even number of valid rows or columns, 3 and 4 an odd one: E0215

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/system/ops for A2/A3 and A5; include/pto/cpu has it although the pages deny it)
    - cpu (`--rules manual`): does not exist (pto-isa@3186c381 docs/isa/system/ops/TPUSH.md:11)

    Attributes:
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("tpush", (("tile", tile, ""), ("pipe_handle", pipe_handle, ""), ("aiv_subblockid", aiv_subblockid, ""),), (("split", split),))


def tpop(
    tile: Value,
    pipe_handle: Value,
    aiv_subblockid: Number | None = None,
    *,
    split: int | None = None,
) -> None:
    r"""Take a tile out of a queue.

    Waits for data and binds `tile` to it, in the next slot of the consumer's buffer. On A2/A3, and on A5
    for slots in global memory, the slot is free again when a tile has arrived; elsewhere, and for views,
    `tfree` releases it.

    tile = slot[tail]; tail = tail + 1

    C++: `TPOP<type(pipe_handle), type(tile), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle, tile[, aiv_subblockid])`

    Rules:
    - `tile` must be in vec, mat or gm: E0201
    - `aiv_subblockid` goes with a `split` other than 0: E0222

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/system/ops for A2/A3 and A5; include/pto/cpu has it although the pages deny it)
    - cpu (`--rules manual`): does not exist (pto-isa@3186c381 docs/isa/system/ops/TPOP.md:11)

    Attributes:
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("tpop", (("tile", tile, ""), ("pipe_handle", pipe_handle, ""), ("aiv_subblockid", aiv_subblockid, ""),), (("split", split),))


def tfree(
    entry: Value | None = None,
    pipe_handle: Value | None = None,
    *,
    split: int | None = None,
) -> None:
    r"""Release a slot of a queue.

    Tells the producer that the oldest slot this core holds may be written again: at once, though devices
    collect several of these signals. Nothing is left to do after a pop that has released its slot.

    free = free + 1

    C++: `TFREE<type(pipe_handle), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle) if entry: vec; TFREE<type(pipe_handle), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/system/ops for A2/A3 and A5; include/pto/cpu has it although the pages deny it)

    Attributes:
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("tfree", (("entry", entry, ""), ("pipe_handle", pipe_handle, ""),), (("split", split),))


def talloc(
    entry: Value,
    pipe_handle: Value,
    *,
    split: int | None = None,
) -> None:
    r"""Open a slot of a queue as a view on global memory.

    Waits for a free slot and points `entry` at it; `tpush` publishes it.

    entry = slot[head]

    C++: `TALLOC<type(pipe_handle), type(entry), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle, entry)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/TALLOC.md)

    Attributes:
    - split: 0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers
    """
    call("talloc", (("entry", entry, ""), ("pipe_handle", pipe_handle, ""),), (("split", split),))


def initialize_l2g2l_pipe(
    gm_addr: Value,
    local_addr: Value | Number | None = None,
    peer_local_addr: Value | Number | None = None,
    dir_mask: int | None = None,
    slot_size: int | None = None,
    slot_num: int | None = None,
    *,
    local_slot_num: int | None = None,
    flag_base: int | None = None,
    nosplit: bool | None = None,
    acc_push_epilogue: Any | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a queue whose slots lie in global memory.

    With `local_addr` the consumer gets tiles in local memory, without it views of the slots. Cores that
    give the same place for the slots of a direction share a queue. Of a queue in both directions the slots
    to the cube core follow the others.

    pipe = empty queue

    C++ has no function for it.

    Rules:
    - a queue uses flag `flag_base` and the next one, in both directions the next three; there are 16: E0501
    - `flag_base` must be from 0 to 7, on a2a3 (`--rules manual`): E0501
    - `local_slot_num` must not exceed `slot_num` (4 for both directions, else 8, if not given): E0310
    - `peer_local_addr` goes with `local_addr` and `dir_mask = 3`, and only with them: E0221

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20956-20994)

    Attributes:
    - dir_mask: 1 cube to vector, 2 vector to cube, 3 both
    - slot_size: bytes of a slot
    - slot_num: slots of the queue
    - local_slot_num: slots in local memory
    - flag_base: first hardware flag
    - nosplit: only whole tiles pass
    - acc_push_epilogue: layout, quantisation and relu on the way out of the accumulator
    """
    return call("initialize_l2g2l_pipe", (("gm_addr", gm_addr, ""), ("local_addr", local_addr, ""), ("peer_local_addr", peer_local_addr, ""),), (("dir_mask", dir_mask), ("slot_size", slot_size), ("slot_num", slot_num), ("local_slot_num", local_slot_num), ("flag_base", flag_base), ("nosplit", nosplit), ("acc_push_epilogue", acc_push_epilogue),), ("Handle",), result, "")


def initialize_l2l_pipe(
    local_addr: Value | Number,
    peer_local_addr: Value | Number | None = None,
    dir_mask: int | None = None,
    slot_size: int | None = None,
    slot_num: int | None = None,
    *,
    flag_base: int | None = None,
    nosplit: bool | None = None,
    acc_push_epilogue: Any | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a queue whose slots lie in the consumer's local memory.

    `local_addr` is the consumer's buffer of one direction, `peer_local_addr` of the other. Cores that give
    the same place for the slots of a direction share a queue.

    pipe = empty queue

    C++ has no function for it.

    Rules:
    - a queue uses flag `flag_base` and the next one, in both directions the next three; there are 16: E0501
    - `flag_base` must be from 0 to 7, on a2a3 (`--rules manual`): E0501
    - `peer_local_addr` goes with `local_addr` and `dir_mask = 3`, and only with them: E0221

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:20996-21012)

    Attributes:
    - dir_mask: 1 cube to vector, 2 vector to cube, 3 both
    - slot_size: bytes of a slot
    - slot_num: slots of the queue
    - flag_base: first hardware flag
    - nosplit: only whole tiles pass
    - acc_push_epilogue: layout, quantisation and relu on the way out of the accumulator
    """
    return call("initialize_l2l_pipe", (("local_addr", local_addr, ""), ("peer_local_addr", peer_local_addr, ""),), (("dir_mask", dir_mask), ("slot_size", slot_size), ("slot_num", slot_num), ("flag_base", flag_base), ("nosplit", nosplit), ("acc_push_epilogue", acc_push_epilogue),), ("Handle",), result, "")


def declare_tile(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare a tile whose place is given later.

    By `tassign` or `tpop`.

    tile = a name without storage

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td, declare_tile)
    """
    return call("declare_tile", (), (), ("Tile",), result, "")


def declare_global(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare a view on global memory whose place is given later.

    By `talloc` or `tpop`.

    entry = a view without storage

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td, declare_global)
    """
    return call("declare_global", (), (), ("View",), result, "")


def alloc_multi_tile(
    addr: Number | None = None,
    valid_row: Number | None = None,
    valid_col: Number | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare several tiles of one type under one name.

    The buffers follow one another from `addr` on; without it the tool chooses their places.
    `multi_tile_get` selects one. Extents are given as for `alloc_tile`.

    result = count buffers of the tile type

    C++ has no function for it.

    Rules:
    - a multi-buffer tile has 2 to 16 buffers: E0228
    - the buffers of a multi-buffer tile must not use the row-plus-one layout: E0228
    - `valid_row` must be given if the type has dynamic valid rows, and only then: E0320
    - `valid_col` must be given if the type has dynamic valid columns, and only then: E0320
    - the address must be a multiple of 32 bytes: E0402
    - the tile must end within its memory: E0403

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3637-3756)
    """
    return call("alloc_multi_tile", (("addr", addr, ""), ("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"),), (), ("MultiTile",), result, "")


def multi_tile_get(
    source: Value,
    slot: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Select one buffer of a multi-buffer tile.

    The slot is a number from 0; the program computes it, e.g. as the loop counter modulo the count.

    result = source[slot]

    C++ has no function for it.

    Rules:
    - `result` must have the type of one buffer of `source`: E0207
    - `slot` must be smaller than the number of buffers: E0229

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3758-3785)
    """
    return call("multi_tile_get", (("source", source, ""), ("slot", slot, "index"),), (), ("Tile",), result, "")


def reserve_buffer(
    name: str,
    size: int,
    location: str,
    auto: bool,
    *,
    base: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Reserve local memory for a queue.

    The consumer of a queue reserves the buffer under a name; the producer imports it. Names are unique
    in a function.

    addr = address of size bytes

    C++ has no function for it.

    Rules:
    - `addr` must have element type i32: E0204
    - without `auto` the buffer needs `base`: E0309

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:18787-18821)

    Attributes:
    - name: name of the buffer
    - size: bytes
    - location: memory (vec, mat)
    - auto: the tool chooses the place
    - base: the place
    """
    return call("reserve_buffer", (), (("name", name), ("size", size), ("location", location), ("auto", auto), ("base", base),), ("Scalar",), result, "")


def import_reserved_buffer(
    name: str,
    peer_func: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Import a buffer another function has reserved.

    `peer_func` is the function that reserves `name`.

    addr = address of the peer's buffer

    C++ has no function for it.

    Rules:
    - `addr` must have element type i32: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:18823-18850)

    Attributes:
    - name: name of the buffer
    - peer_func: function that reserves it
    """
    return call("import_reserved_buffer", (), (("name", name), ("peer_func", peer_func),), ("Scalar",), result, "")


def declare_eventid_array(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare an array of event ids.

    For programs that compute which event to set or wait for. Its contents are undefined until written.

    array = N event ids

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td:2379)
    """
    return call("declare_eventid_array", (), (), ("Handle",), result, "")


def eventid_array_get(
    array: Value,
    index: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read an event id.

    The index is a number from 0.

    result = array[index]

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td:2394)
    """
    return call("eventid_array_get", (("array", array, ""), ("index", index, "index"),), (), ("Index",), result, "index")


def eventid_array_set(
    array: Value,
    index: Number,
    value: Number,
) -> None:
    r"""Write an event id.

    The index is a number from 0.

    array[index] = value

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td:2408)
    """
    call("eventid_array_set", (("array", array, ""), ("index", index, "index"), ("value", value, "index"),), ())


def declare_local_array(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare a local array of numbers.

    Its contents are undefined until written.

    array = storage of the type's extents

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:16323-16343)
    """
    return call("declare_local_array", (), (), ("Handle",), result, "")


def local_array_get(
    array: Value,
    indices: Sequence[Number],
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read an element of a local array.

    One index per dimension.

    result = array[i0][i1]...

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3156-3172)
    """
    return call("local_array_get", (("array", array, ""), ("indices", indices, "index"),), (), ("Scalar",), result, "")


def local_array_set(
    array: Value,
    indices: Sequence[Number],
    value: Number,
) -> None:
    r"""Write an element of a local array.

    One index per dimension.

    array[i0][i1]... = value

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3174-3189)
    """
    call("local_array_set", (("array", array, ""), ("indices", indices, "index"), ("value", value, ""),), ())


def declare_struct(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare a local struct.

    Lives as long as the region it stands in and must not leave it. Its contents are undefined until written.

    s = storage of the type's fields

    C++ has no function for it.

    Rules:
    - a field of a struct is an integer of 8 to 64 bits, a float of 16 to 64 bits, or a struct: E0004

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3228-3243, 16408-16428)
    """
    return call("declare_struct", (), (), ("Handle",), result, "")


def struct_get(
    s: Value,
    path: Any,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read a field of a local struct.

    The path counts fields from 0, into nested structs.

    value = s.path

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3259-3274)

    Attributes:
    - path: field numbers, outermost first
    """
    return call("struct_get", (("s", s, ""),), (("path", path),), ("Any",), result, "")


def struct_set(
    s: Value,
    value: Value | Number,
    path: Any,
) -> None:
    r"""Write a field of a local struct.

    The path counts fields from 0, into nested structs.

    s.path = value

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3276-3291)

    Attributes:
    - path: field numbers, outermost first
    """
    call("struct_set", (("s", s, ""), ("value", value, ""),), (("path", path),))


def bind_tile(
    source: Value,
    valid_row: Number | None = None,
    valid_col: Number | None = None,
    config: Any | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Bind a memref to a tile configuration.

    An op between passes of the 0.27 assembler; 0.60 no longer has it.

    result = source seen as a tile

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.27 include/PTO/IR/PTOOps.td)

    Attributes:
    - config: layout, box size and padding
    """
    return call("bind_tile", (("source", source, ""), ("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"),), (("config", config),), ("View",), result, "")


def pointer_cast(
    addrs: Sequence[Number],
    valid_row: Number | None = None,
    valid_col: Number | None = None,
    *,
    config: Any | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a memref from addresses.

    An op between passes of the 0.27 assembler; 0.60 no longer has it.

    result = storage at addrs

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.27 include/PTO/IR/PTOOps.td)

    Attributes:
    - config: layout, box size and padding
    """
    return call("pointer_cast", (("addrs", addrs, ""), ("valid_row", valid_row, "index"), ("valid_col", valid_col, "index"),), (("config", config),), ("View",), result, "")


def declare_tile_memref(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Declare a memref whose place is given later.

    An op between passes of the 0.27 assembler; 0.60 no longer has it.

    result = a name without storage

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.27 include/PTO/IR/PTOOps.td)
    """
    return call("declare_tile_memref", (), (), ("View",), result, "")


def vadd(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add two vector registers lane by lane.

    Integers wrap; floats round to nearest even. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] + rhs[i] : 0

    C++: `vadd(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vadd.md:93-95)
    """
    return call("vadd", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vsub(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Subtract two vector registers lane by lane.

    Integers wrap; floats round to nearest even. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] - rhs[i] : 0

    C++: `vsub(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsub.md:38)
    """
    return call("vsub", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmul(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply two vector registers lane by lane.

    Integers keep the low bits of the product. There is no 8-bit multiplication. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] * rhs[i] : 0

    C++: `vmul(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmul.md:48)
    """
    return call("vmul", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vdiv(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Divide two vector registers lane by lane.

    Floats only; a division by zero gives an infinity or NaN as IEEE 754 says. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] / rhs[i] : 0

    C++: `vdiv(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - a2a3: `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vdiv.md:27)
    - cpu, a5: `lhs`: i32, u32, i16, u16, f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TDiv.hpp:33-36, 67-71 calls it with these)
    - cpu, a5 (`--rules manual`): `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vdiv.md:27)
    """
    return call("vdiv", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmax(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the larger of two vector registers lane by lane.

    A NaN in either lane gives NaN. The order of integers follows their sign. Inactive lanes become zero.

    result[i] = mask[i] ? max(lhs[i], rhs[i]) : 0

    C++: `vmax(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmax.md:38)
    """
    return call("vmax", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmin(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smaller of two vector registers lane by lane.

    A NaN in either lane gives NaN. The order of integers follows their sign. Inactive lanes become zero.

    result[i] = mask[i] ? min(lhs[i], rhs[i]) : 0

    C++: `vmin(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vmin.md:38)
    """
    return call("vmin", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vand(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Combine two vector registers with bitwise AND.

    Works on the bits of a lane, whatever its type. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] & rhs[i] : 0

    C++: `vand(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6322-6324)
    - every target (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vand.md:38)
    """
    return call("vand", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vor(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Combine two vector registers with bitwise OR.

    Works on the bits of a lane, whatever its type. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] | rhs[i] : 0

    C++: `vor(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6325-6327)
    - every target (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vor.md:38)
    """
    return call("vor", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vxor(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Combine two vector registers with bitwise XOR.

    Works on the bits of a lane, whatever its type. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] ^ rhs[i] : 0

    C++: `vxor(result, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6284-6330,6328-6330)
    - every target (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vxor.md:38)
    """
    return call("vxor", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vshl(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift the lanes of a vector register left by per-lane counts.

    A count of the lane width or more is outside the contract. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] << rhs[i] : 0

    C++: `vshl(result, lhs, signed(rhs), mask, MODE_ZEROING)`

    Rules:
    - `lhs` and `result` must have the same type: E0207
    - `rhs` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `mask` must be a predicate for the lanes of `lhs`: E0208
    - `rhs` must have lanes as wide as `lhs`: E0206
    - `rhs` should have a signed element type (`--rules device`) (a warning): W0204
    - `lhs` and `rhs` must have the same element type (`--rules manual`): E0203

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshl.md:38)
    """
    return call("vshl", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vshr(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift the lanes of a vector register right by per-lane counts.

    Arithmetic for signed lanes, logical for unsigned ones. A count of the lane width or more is outside the
    contract. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] >> rhs[i] : 0

    C++: `vshr(result, lhs, signed(rhs), mask, MODE_ZEROING)`

    Rules:
    - `lhs` and `result` must have the same type: E0207
    - `rhs` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `mask` must be a predicate for the lanes of `lhs`: E0208
    - `rhs` must have lanes as wide as `lhs`: E0206
    - `rhs` should have a signed element type (`--rules device`) (a warning): W0204
    - `lhs` and `rhs` must have the same element type (`--rules manual`): E0203

    Element types:
    - every target: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vshr.md:42)
    """
    return call("vshr", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vaddc(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Add two vector registers and report the carries.

    Lanes count as unsigned. `carry` has a bit for every active lane whose sum does not fit. Inactive lanes become
    zero.

    result[i] = mask[i] ? (lhs[i] + rhs[i]) mod 2^w : 0
    carry[i] = mask[i] & (lhs[i] + rhs[i] >= 2^w)

    C++: `vaddc(carry, result, lhs, rhs, mask)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` and `carry` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6164,6420)
    - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vaddc.md:68)
    - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vaddc.md:68)
    """
    return call("vaddc", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg", "Mask",), result, "")


def vsubc(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Subtract two vector registers and report the borrows.

    Lanes count as unsigned. The page sets a bit where a borrow occurs, published results where none does: the quirk
    `borrow-polarity`. Inactive lanes become zero.

    result[i] = mask[i] ? (lhs[i] - rhs[i]) mod 2^w : 0
    borrow[i] = mask[i] & (lhs[i] < rhs[i])   manual
    borrow[i] = mask[i] & (lhs[i] >= rhs[i])   silicon

    C++: `vsubc(borrow, result, lhs, rhs, mask)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` and `borrow` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6164,6421)
    - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsubc.md:68)
    - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/binary-vector-ops/vsubc.md:68)
    """
    return call("vsubc", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg", "Mask",), result, "")


def vabs(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the absolute value of each lane.

    The smallest integer stays as it is: its absolute value does not fit. Inactive lanes become zero.

    result[i] = mask[i] ? |input[i]| : 0

    C++: `vabs(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, i16, i32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vabs.md:27)
    """
    return call("vabs", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vneg(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Negate each lane.

    The smallest integer stays as it is. Inactive lanes become zero.

    result[i] = mask[i] ? -input[i] : 0

    C++: `vneg(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, i16, i32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vneg.md:27)
    """
    return call("vneg", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vexp(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Raise e to the power of each lane.

    Minus infinity gives zero, large values infinity. Inactive lanes become zero.

    result[i] = mask[i] ? exp(input[i]) : 0

    C++: `vexp(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vexp.md:107-108)
    """
    return call("vexp", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vln(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the natural logarithm of each lane.

    A negative lane gives NaN, zero minus infinity or NaN (quirk `vln-zero`). Inactive lanes become zero.

    result[i] = mask[i] ? ln(input[i]) : 0

    C++: `vln(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vln.md:27)
    """
    return call("vln", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vsqrt(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the square root of each lane.

    A negative lane gives NaN. Inactive lanes become zero.

    result[i] = mask[i] ? sqrt(input[i]) : 0

    C++: `vsqrt(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vsqrt.md:27)
    """
    return call("vsqrt", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vrsqrt(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the reciprocal square root of each lane.

    Zero gives infinity, a negative lane NaN. Inactive lanes become zero.

    result[i] = mask[i] ? 1 / sqrt(input[i]) : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrsqrt.md:27)
    """
    return call("vrsqrt", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vrec(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the reciprocal of each lane.

    Zero gives an infinity of its sign. Inactive lanes become zero.

    result[i] = mask[i] ? 1 / input[i] : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrec.md:27)
    """
    return call("vrec", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vrelu(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Replace negative lanes by zero.

    Inactive lanes become zero too.

    result[i] = mask[i] ? max(input[i], 0) : 0

    C++: `vrelu(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6264-6280)
    - every target (`--rules manual`): `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vrelu.md:27)
    """
    return call("vrelu", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vnot(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Invert the bits of each lane.

    Inactive lanes become zero.

    result[i] = mask[i] ? ~input[i] : 0

    C++: `vnot(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vnot.md:27)
    """
    return call("vnot", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vbcnt(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count the set bits of each lane.

    Inactive lanes become zero.

    result[i] = mask[i] ? number of ones in input[i] : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vbcnt.md:27)
    """
    return call("vbcnt", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcls(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count the leading sign bits of each lane.

    The bits from the top that equal the sign bit. Inactive lanes become zero.

    result[i] = mask[i] ? number of leading bits of input[i] equal to its sign bit : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vcls.md:27)
    """
    return call("vcls", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmov(
    input: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Copy a vector register, or its lanes under a predicate.

    Inactive lanes become zero. Any element type.

    result[i] = mask[i] ? input[i] : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/unary-vector-ops/vmov.md)
    """
    return call("vmov", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vadds(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add a number to each lane.

    Integers wrap. Inactive lanes become zero.

    result[i] = mask[i] ? input[i] + scalar : 0

    C++: `vadds(result, input, (element(input))scalar, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have the element type of `input`: E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6176)
    """
    return call("vadds", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vsubs(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Subtract a number from each lane.

    Integers wrap. Inactive lanes become zero.

    result[i] = mask[i] ? input[i] - scalar : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have the element type of `input`: E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubs.md)
    """
    return call("vsubs", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmuls(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply each lane by a number.

    Integers keep the low bits. Inactive lanes become zero.

    result[i] = mask[i] ? input[i] * scalar : 0

    C++: `vmuls(result, input, (element(input))scalar, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have the element type of `input`: E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i16, u16, i32, u32, i64, u64, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6175)
    """
    return call("vmuls", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmaxs(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the larger of each lane and a number.

    A NaN of a lane is the quirk `compared-nan`. Inactive lanes become zero.

    result[i] = mask[i] ? max(input[i], scalar) : 0

    C++: `vmaxs(result, input, (element(input))scalar, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have the element type of `input`: E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6177)
    """
    return call("vmaxs", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmins(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smaller of each lane and a number.

    A NaN of a lane is the quirk `compared-nan`. Inactive lanes become zero.

    result[i] = mask[i] ? min(input[i], scalar) : 0

    C++: `vmins(result, input, (element(input))scalar, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have the element type of `input`: E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6081-6140,6178)
    """
    return call("vmins", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vlrelu(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Scale negative lanes by a number (leaky ReLU).

    NaN stays NaN. Inactive lanes become zero.

    result[i] = mask[i] ? input[i] >= 0 ? input[i] : scalar * input[i] : 0

    C++: `vlrelu(result, input, (element(input))scalar, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have the element type of `input`: E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vlrelu.md:61)
    """
    return call("vlrelu", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vands(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Combine each lane with a number by bitwise AND.

    Inactive lanes become zero.

    result[i] = mask[i] ? input[i] & scalar : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `input` and `scalar` must have elements of the same size: E0206
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vands.md:61)
    """
    return call("vands", (("input", input, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vors(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Combine each lane with a number by bitwise OR.

    Inactive lanes become zero.

    result[i] = mask[i] ? input[i] | scalar : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `input` and `scalar` must have elements of the same size: E0206
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vors.md:61)
    """
    return call("vors", (("input", input, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vxors(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Combine each lane with a number by bitwise XOR.

    Inactive lanes become zero.

    result[i] = mask[i] ? input[i] ^ scalar : 0

    C++ has no function for it.

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `input` and `scalar` must have elements of the same size: E0206
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vxors.md:61)
    """
    return call("vxors", (("input", input, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vshls(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift each lane left by one count.

    A count of the lane width or more is outside the contract. Inactive lanes become zero.

    result[i] = mask[i] ? input[i] << scalar : 0

    C++: `vshls(result, input, (int16_t)scalar, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must be i16, or an integer as wide as the lanes: E0220
    - `scalar` must have the element type of `input` (`--rules manual`): E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshls.md:61)
    """
    return call("vshls", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vshrs(
    input: Value,
    scalar: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift each lane right by one count.

    Arithmetic for signed lanes, logical for unsigned ones. Inactive lanes become zero.

    result[i] = mask[i] ? input[i] >> scalar : 0

    C++: `vshrs(result, input, (int16_t)scalar, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `scalar` must be i16, or an integer as wide as the lanes: E0220
    - `scalar` must have the element type of `input` (`--rules manual`): E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vshrs.md:61)
    """
    return call("vshrs", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vaddcs(
    lhs: Value,
    rhs: Value,
    carry_in: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Add two vector registers and the carries of a lower word.

    Lanes count as unsigned. Inactive lanes become zero.

    result[i] = mask[i] ? (lhs[i] + rhs[i] + carry_in[i]) mod 2^w : 0
    carry[i] = mask[i] & (lhs[i] + rhs[i] + carry_in[i] >= 2^w)

    C++: `vaddcs(carry, result, lhs, rhs, carry_in, mask)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `carry_in`, `mask` and `carry` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6173,6422)
    - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vaddcs.md:50)
    - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vaddcs.md:50)
    """
    return call("vaddcs", (("lhs", lhs, ""), ("rhs", rhs, ""), ("carry_in", carry_in, ""), ("mask", mask, ""),), (), ("Vreg", "Mask",), result, "")


def vsubcs(
    lhs: Value,
    rhs: Value,
    borrow_in: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Subtract two vector registers and the borrows of a lower word.

    Lanes count as unsigned. Inactive lanes become zero.

    result[i] = mask[i] ? (lhs[i] - rhs[i] - borrow_in[i]) mod 2^w : 0
    borrow[i] = mask[i] & (lhs[i] < rhs[i] + borrow_in[i])

    C++: `vsubcs(borrow, result, lhs, rhs, borrow_in, mask)`

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `borrow_in`, `mask` and `borrow` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - a2a3, a5: `lhs`: i32, u32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6142-6173,6423)
    - a2a3, a5 (`--rules manual`): `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubcs.md:50)
    - cpu: `lhs`: i8, u8, i16, u16, i32, u32, i64, u64 (pto-isa@3186c381 docs/isa/vector/ops/vec-scalar-ops/vsubcs.md:50)
    """
    return call("vsubcs", (("lhs", lhs, ""), ("rhs", rhs, ""), ("borrow_in", borrow_in, ""), ("mask", mask, ""),), (), ("Vreg", "Mask",), result, "")


def vcmp(
    src0: Value,
    src1: Value,
    seed: Value,
    cmp_mode: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Compare two vector registers into a predicate.

    Only lanes of `seed` can be set. A NaN compares false except for `ne`; the order of integers follows their
    sign.

    result[i] = seed[i] & (src0[i] cmp_mode src1[i])

    C++: `vcmp_#cmp_mode(result, src0, src1, seed)`

    Rules:
    - `src0` and `src1` must have the same type: E0207
    - `seed` and `result` must be a predicate for the lanes of `src0`: E0208

    Element types:
    - every target: `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6715-6729)

    Attributes:
    - cmp_mode: the comparison (eq, ne, lt, le, gt, ge)
    """
    return call("vcmp", (("src0", src0, ""), ("src1", src1, ""), ("seed", seed, ""),), (("cmp_mode", cmp_mode),), ("Mask",), result, "")


def vcmps(
    src: Value,
    scalar: Number,
    seed: Value,
    cmp_mode: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Compare a vector register with a number into a predicate.

    Only lanes of `seed` can be set. The sign of the register's type decides how the number is read.

    result[i] = seed[i] & (src[i] cmp_mode scalar)

    C++: `vcmps_#cmp_mode(result, src, (element(src))scalar, seed)`

    Rules:
    - `scalar` must have the element type of `src`: E0220
    - `seed` and `result` must be a predicate for the lanes of `src`: E0208

    Element types:
    - every target: `src`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6731-6747)

    Attributes:
    - cmp_mode: the comparison (eq, ne, lt, le, gt, ge)
    """
    return call("vcmps", (("src", src, ""), ("scalar", scalar, "=src"), ("seed", seed, ""),), (("cmp_mode", cmp_mode),), ("Mask",), result, "")


def vsel(
    src0: Value,
    src1: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Select lanes of two vector registers by a predicate.

    result[i] = mask[i] ? src0[i] : src1[i]

    C++: `vsel(result, src0, src1, mask)`

    Rules:
    - `src0`, `src1` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `src0`: E0208

    Element types:
    - every target: `src0`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6593-6609)
    """
    return call("vsel", (("src0", src0, ""), ("src1", src1, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vselr(
    src0: Value,
    src1: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Select lanes of a vector register by lane numbers.

    `src1` gives for each lane the lane of `src0` to take. With a predicate it is the reverse selection of the
    manual: a set lane takes `src1`, a clear one `src0`.

    result[i] = src0[src1[i] mod N]
    with mask: result[i] = mask[i] ? src1[i] : src0[i]

    C++: `vselr(result, src0, unsigned(src1))`

    Rules:
    - `src0` and `result` must have the same type: E0207
    - `src1` must hold integers as wide as the lanes of `src0` (with a predicate: have its type), on cpu, a5 (`--rules device`): E0204
    - `src0` and `src1` must have the same type, on cpu, a5 (`--rules manual`): E0207
    - `mask` must be a predicate for the lanes of `src0`: E0208

    Element types:
    - cpu, a5: `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559,6611)
    """
    return call("vselr", (("src0", src0, ""), ("src1", src1, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vselrv2(
    src0: Value,
    src1: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Select lanes of a vector register by lane numbers, second encoding.

    `src1` gives for each lane the lane of `src0` to take. With a predicate it is the reverse selection of the
    manual: a set lane takes `src1`, a clear one `src0`.

    result[i] = src0[src1[i] mod N]
    with mask: result[i] = mask[i] ? src1[i] : src0[i]

    C++ has no function for it.

    Rules:
    - `src0` and `result` must have the same type: E0207
    - `src1` must hold integers as wide as the lanes of `src0` (with a predicate: have its type), on cpu, a5 (`--rules device`): E0204
    - `src0` and `src1` must have the same type, on cpu, a5 (`--rules manual`): E0207
    - `mask` must be a predicate for the lanes of `src0`: E0208

    Element types:
    - cpu, a5: `src0`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6534-6559,6612)
    """
    return call("vselrv2", (("src0", src0, ""), ("src1", src1, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcvt(
    input: Value,
    mask: Value,
    *,
    rnd: str | None = None,
    sat: str | None = None,
    part: str | None = None,
    round_mode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Convert the element type of a vector register.

    Narrowing writes one sub-slot of each wide slot and zeroes the others; widening reads one. `part` names the
    sub-slot. Inactive lanes become zero. Without `rnd` it rounds to nearest even, without `sat` it does not saturate.

    With saturation what does not fit becomes the nearest finite value, infinities too. Without, floats overflow to
    infinity (NaN in e4m3), integers keep the low bits of the exact integer, and infinity and NaN become 0 in an
    integer. An element of the 4-bit types holds two numbers, the lower half first.

    result[i*n + part] = mask[i] ? convert(input[i]) : 0   narrowing, n sub-slots per slot
    result[i] = mask[i*n + part] ? convert(input[i*n + part]) : 0   widening

    C++: `vcvt(result, input, mask[, rnd:RegRound | round_mode:RegRound][, sat:RegSat][, part:RegPart])`

    Rules:
    - `mask` must be a predicate for the lanes of `input`: E0208
    - u32 to f32 is documented, but no assembler encodes it, on a2a3, a5 (a warning): W0205
    - `part` must be EVEN or ODD where the widths differ by two, P0 to P3 where by four, and absent else: E0232
    - `rnd` belongs to pairs that round, `sat` to pairs that can overflow, `part` to pairs of different width (a warning): W0232

    Element types:
    - a2a3: `(input, result)`: (f32, f16) (f32, bf16) (f32, i16) (f32, i32) (f32, i64) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (bf16, f16) (bf16, f32) (bf16, i32) (u8, f16) (u8, u16) (u8, u32) (i8, f16) (i8, i16) (i8, i32) (u16, u8) (u16, u32) (i16, f16) (i16, f32) (i16, u32) (i16, i32) (i16, u8) (u32, u8) (u32, u16) (u32, i16) (u32, f32) (i32, f32) (i32, u8) (i32, u16) (i32, i16) (i32, i64) (i64, f32) (i64, i32) (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vcvt.md:150-198)
    - cpu, a5: `(input, result)`: (f32, F8E4M3) (f32, F8E5M2) (f32, Hif8) (f32, f16) (f32, bf16) (f32, i16) (f32, i32) (f32, i64) (f16, F8E4M3) (f16, F8E5M2) (f16, Hif8) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (bf16, F8E4M3) (bf16, F8E5M2) (bf16, F4E1M2x2) (bf16, F4E2M1x2) (bf16, f16) (bf16, f32) (bf16, i32) (u8, f16) (u8, u16) (u8, u32) (i8, f16) (i8, i16) (i8, i32) (u16, u8) (u16, u32) (i16, f16) (i16, f32) (i16, u32) (i16, i32) (i16, u8) (u32, u8) (u32, u16) (u32, i16) (u32, f32) (i32, f32) (i32, u8) (i32, u16) (i32, i16) (i32, i64) (i64, f32) (i64, i32) (F8E4M3, f32) (F8E5M2, f32) (Hif8, f32) (F4E1M2x2, bf16) (F4E2M1x2, bf16) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1594-1611,1726-1907,6941-7036)
    - every target (`--rules manual`): `(input, result)`: (f32, f16) (f32, bf16) (f32, i16) (f32, i32) (f32, i64) (f16, f32) (f16, i32) (f16, i16) (f16, i8) (f16, u8) (bf16, f32) (bf16, i32) (u8, f16) (u8, u16) (u8, u32) (i8, f16) (i8, i16) (i8, i32) (u16, u8) (u16, u32) (i16, f16) (i16, f32) (i16, u32) (i16, i32) (i16, u8) (u32, u8) (u32, u16) (u32, i16) (u32, f32) (i32, f32) (i32, u8) (i32, u16) (i32, i16) (i32, i64) (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vcvt.md:150-198)

    Attributes:
    - rnd: rounding: R nearest even, A nearest away or away (quirk `round-away`), F down, C up, Z to zero, O to odd, H hybrid (R, A, F, C, Z, O, H, ROUND_R, ROUND_A, ROUND_F, ROUND_C, ROUND_Z, ROUND_O, ROUND_H)
    - sat: clamp or wrap what does not fit (SAT, NOSAT, RS_ENABLE, RS_DISABLE)
    - part: sub-slot of a wide slot (EVEN, ODD, P0, P1, P2, P3, PART_EVEN, PART_ODD, PART_P0, PART_P1, PART_P2, PART_P3)
    - round_mode: old name of rnd (R, A, F, C, Z, O, H, ROUND_R, ROUND_A, ROUND_F, ROUND_C, ROUND_Z, ROUND_O, ROUND_H)
    """
    return call("vcvt", (("input", input, ""), ("mask", mask, ""),), (("rnd", rnd), ("sat", sat), ("part", part), ("round_mode", round_mode),), ("Vreg",), result, "")


def vtrc(
    input: Value,
    mask: Value | None = None,
    round_mode: str | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Round each lane to an integral value of the same type.

    Infinities and NaN pass, and a zero keeps its sign. Inactive lanes become zero; without a predicate every lane is active.

    result[i] = mask[i] ? round(input[i], round_mode) : 0

    C++: `vtrc(result, input, round_mode:RegRound, mask)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6794-6824)

    Attributes:
    - round_mode: R nearest even, A nearest away, F down, C up, Z to zero (R, A, F, C, Z, ROUND_R, ROUND_A, ROUND_F, ROUND_C, ROUND_Z)
    """
    return call("vtrc", (("input", input, ""), ("mask", mask, ""),), (("round_mode", round_mode),), ("Vreg",), result, "")


def vci(
    index: Number,
    mask: Value | None = None,
    *,
    order: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Fill a vector register with ascending or descending numbers.

    Integers wrap, floats are rounded once. Without `order` the numbers ascend. Inactive lanes become zero; without a
    predicate every lane is active.

    result[i] = index + i   (ASC)
    result[i] = index - i   (DESC)

    C++: `vci(result, (element(result))index, order:RegOrder=INC_ORDER)`

    Rules:
    - `index` must have the element type of `result`: E0220
    - `mask` must be a predicate for the lanes of `result`: E0208

    Element types:
    - every target: `result`: i8, u8, i16, u16, i32, u32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5064-5083)
    - every target (`--rules manual`): `result`: i8, u8, i16, u16, i32, u32 (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vci.md:70)

    Attributes:
    - order: direction (ASC, DESC)
    """
    return call("vci", (("index", index, "=result"), ("mask", mask, ""),), (("order", order),), ("Vreg",), result, "")


def vbitcast(
    input: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read the bits of a vector register as another type.

    All 2048 bits stay as they are; lanes are counted anew.

    bits(result) = bits(input)

    C++: `(type(result)&)input`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/vbitcast.md:42)
    """
    return call("vbitcast", (("input", input, ""),), (), ("Vreg",), result, "")


def pbitcast(
    input: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read a predicate as one of another lane width.

    The 256 bits of the predicate register stay as they are. A b16 predicate read as b32 keeps every second lane.

    bits(result) = bits(input)

    C++: `input`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/conversion-ops/pbitcast.md:40)
    """
    return call("pbitcast", (("input", input, ""),), (), ("Mask",), result, "")


def vmulscvt(
    input: Value,
    scalar: Number,
    mask: Value,
    rnd: str,
    part: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply each lane by a number and narrow the product.

    The exact product is rounded once, f32 to f16, into the even or odd lanes; the others become zero, and inactive
    ones too. What is too large becomes infinity.

    result[2*i + part] = mask[i] ? f16(input[i] * scalar) : 0

    C++ has no function for it.

    Rules:
    - `scalar` must have the element type of `input`: E0220
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - cpu, a5: `(input, result)`: (f32, f16) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6826-6871)

    Attributes:
    - rnd: rounding; only A exists (A, ROUND_A)
    - part: lanes written (EVEN, ODD, PART_EVEN, PART_ODD)
    """
    return call("vmulscvt", (("input", input, ""), ("scalar", scalar, "=input"), ("mask", mask, ""),), (("rnd", rnd), ("part", part),), ("Vreg",), result, "")


def vintlv(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Interleave the lanes of two vector registers.

    `low` holds the first half of the interleaved lanes, `high` the second.

    low ++ high = lhs[0], rhs[0], lhs[1], rhs[1], ...

    C++: `vintlv(low, high, lhs, rhs)`

    Rules:
    - `lhs`, `rhs`, `low` and `high` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vintlv.md)
    """
    return call("vintlv", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Vreg", "Vreg",), result, "")


def vdintlv(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Separate even and odd lanes of two vector registers.

    The two sources count as one register of twice the lanes.

    low[i] = (lhs ++ rhs)[2*i]
    high[i] = (lhs ++ rhs)[2*i + 1]

    C++: `vdintlv(low, high, lhs, rhs)`

    Rules:
    - `lhs`, `rhs`, `low` and `high` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vdintlv.md)
    """
    return call("vdintlv", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Vreg", "Vreg",), result, "")


def vintlvv2(
    lhs: Value,
    rhs: Value,
    part: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Interleave two vector registers and keep one half.

    Gives what `vintlv` gives as `low` (LOWER) or as `high` (HIGHER).

    result = part of vintlv(lhs, rhs)

    C++ has no function for it.

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vintlvv2.md)

    Attributes:
    - part: LOWER is low, HIGHER is high (LOWER, HIGHER)
    """
    return call("vintlvv2", (("lhs", lhs, ""), ("rhs", rhs, ""),), (("part", part),), ("Vreg",), result, "")


def vdintlvv2(
    lhs: Value,
    rhs: Value,
    part: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Separate even and odd lanes of two vector registers and keep one kind.

    Gives what `vdintlv` gives as `low` (LOWER) or as `high` (HIGHER).

    result = part of vdintlv(lhs, rhs)

    C++ has no function for it.

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vdintlvv2.md)

    Attributes:
    - part: LOWER is low, HIGHER is high (LOWER, HIGHER)
    """
    return call("vdintlvv2", (("lhs", lhs, ""), ("rhs", rhs, ""),), (("part", part),), ("Vreg",), result, "")


def vpack(
    src0: Value,
    src1: Value | None = None,
    half: Number | None = None,
    *,
    part: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Narrow the lanes of a vector register into one half of another.

    The low bits of each lane go to the half `part` names, the other half becomes zero. With two sources (the
    manual's form) the lanes of `src0` fill the lower half and those of `src1` the upper.

    result[h*N + i] = low bits of src0[i], the other half 0   h = 0 for LOWER, 1 for HIGHER
    two sources: result = narrow(src0) ++ narrow(src1)

    C++: `vpack(result, src0, part:RegHalf)`

    Rules:
    - `src0` and `src1` must have the same type: E0207
    - `part` must say which half is written: LOWER or HIGHER, or an index: E0221

    Element types:
    - a2a3, a5: `(src0, result)`: (i32, u16) (u32, u16) (i16, u8) (u16, u8) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6640-6678)
    - cpu: `(src0, result)`: (i32, u16) (u32, u16) (i16, u8) (u16, u8) (i32, i16) (i16, i8) (i64, i32) (u64, u32) (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vpack.md)
    - a2a3, a5 (`--rules manual`): `(src0, result)`: (i32, u16) (u32, u16) (i16, u8) (u16, u8) (i32, i16) (i16, i8) (i64, i32) (u64, u32) (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vpack.md)

    Attributes:
    - part: half of the result that is written (LOWER, HIGHER)
    """
    return call("vpack", (("src0", src0, ""), ("src1", src1, ""), ("half", half, "index"),), (("part", part),), ("Vreg",), result, "")


def vsunpack(
    src: Value,
    part: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Widen one half of a vector register with sign extension.

    `part` 0 takes the lower half of the lanes, 1 the upper.

    result[i] = sign_extend(src[part * N/2 + i])

    C++ has no function for it.

    Element types:
    - every target: `(src, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i32, i64) (u32, u64) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6681-6705,6707)
    """
    return call("vsunpack", (("src", src, ""), ("part", part, "index"),), (), ("Vreg",), result, "")


def vzunpack(
    src: Value,
    part: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Widen one half of a vector register with zero extension.

    `part` 0 takes the lower half of the lanes, 1 the upper.

    result[i] = zero_extend(src[part * N/2 + i])

    C++ has no function for it.

    Element types:
    - every target: `(src, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i32, i64) (u32, u64) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6681-6705,6708)
    """
    return call("vzunpack", (("src", src, ""), ("part", part, "index"),), (), ("Vreg",), result, "")


def vperm(
    src: Value,
    index: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Permute the lanes of a vector register by lane numbers.

    Nothing is loaded from memory. A lane number counts modulo the number of lanes.

    result[i] = src[index[i] mod N]

    C++ has no function for it.

    Rules:
    - `src` and `result` must have the same type: E0207
    - `index` must hold integers as wide as the lanes of `src`: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vperm.md)
    """
    return call("vperm", (("src", src, ""), ("index", index, ""),), (), ("Vreg",), result, "")


def vshift(
    src: Value,
    amt: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift the lanes of a vector register by a number of lanes.

    Vacated lanes become zero.

    result[i] = i >= amt ? src[i - amt] : 0   amt >= 0

    C++ has no function for it.

    Rules:
    - `src` and `result` must have the same type: E0207
    - `amt` must have element type i16: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vshift.md)
    """
    return call("vshift", (("src", src, ""), ("amt", amt, ""),), (), ("Vreg",), result, "")


def vslide(
    src0: Value,
    src1: Value,
    amt: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Cut a window of one register's length out of two registers.

    The window starts at lane `amt` of `src1` followed by `src0`.

    result[i] = (src1 ++ src0)[amt + i]

    C++ has no function for it.

    Rules:
    - `src0`, `src1` and `result` must have the same type: E0207
    - `amt` must have element type i16: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vslide.md)
    """
    return call("vslide", (("src0", src0, ""), ("src1", src1, ""), ("amt", amt, ""),), (), ("Vreg",), result, "")


def vsqz(
    src: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Move the active lanes to the front.

    Their order stays; the rest becomes zero. It also sets the byte count that a following `vstur` stores.

    result = active lanes of src in order, then 0

    C++: `vsqz(result, src, mask, MODE_STORED) if result: used by vstur`

    Rules:
    - `src` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `src`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vsqz.md)
    """
    return call("vsqz", (("src", src, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vusqz(
    src: Value | None = None,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Give each lane the number of active lanes before it.

    The manual describes it as the inverse of `vsqz`: the lanes of a packed register spread out to the active lanes,
    zero elsewhere. Published results are the prefix counts and do not depend on `src`.

    result[i] = number of j < i with mask[j]
    manual: result[i] = mask[i] ? src[number of j < i with mask[j]] : 0

    C++ has no function for it.

    Rules:
    - `result` and `src` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `result`: E0208

    Element types:
    - every target: `result`: i8, i16, i32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6616-6638)
    - every target (`--rules manual`): `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vusqz.md)
    """
    return call("vusqz", (("src", src, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcadd(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Sum the active lanes of a vector register.

    The sum goes to lane 0, the other lanes become zero. 8-bit lanes sum into 16 bits, 16-bit lanes into 32; wider
    ones keep their type. Without active lanes the sum is zero. Lanes are added as a tree of adjacent pairs, and
    every node is rounded to the type of the result; integers wrap.

    result[0] = sum over active i of input[i], result[1..] = 0

    C++: `vcadd(result, input, mask, MODE_ZEROING)`

    Rules:
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - a2a3, a5: `(input, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i32, i32) (u32, u32) (f16, f16) (f32, f32) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4992-5036,5038-5040)
    - every target (`--rules manual`): `(input, result)`: (i16, i16) (u16, u16) (i32, i32) (u32, u32) (i64, i64) (u64, u64) (f16, f16) (f32, f32) (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcadd.md:33)
    - cpu: `(input, result)`: (i8, i16) (u8, u16) (i16, i32) (u16, u32) (i16, i16) (u16, u16) (i32, i32) (u32, u32) (f16, f16) (f32, f32) (union of the devices, and the page with its unchanged type)
    """
    return call("vcadd", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcgadd(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Sum the lanes of each 32-byte group of a vector register.

    The sum goes to lane 0 of its group and the other lanes of the group become zero (quirk
    `vcgadd-placement`). Inactive lanes count as zero; a group without active lanes gives zero. The lanes of a group
    are added as a tree of adjacent pairs, and every node is rounded to the element type; integers wrap.

    result[g*K] = sum over i < K of (mask[g*K+i] ? input[g*K+i] : 0), result[g*K+1..] = 0   with K = 32/sizeof T
    silicon: result[g] = that sum, 0 after the last

    C++: `vcgadd(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i16, u16, i32, u32, f16, f32 (manual page pto.vcgadd; pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgadd.md:35)
    """
    return call("vcgadd", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcgmax(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Largest lane of each 32-byte group of a vector register.

    Placed as `vcgadd` places its sums (quirk `vcgadd-placement`). Inactive lanes count as the smallest value of the
    type, so that a group without active lanes gives that (-inf for floats). The first of equal lanes counts, and zeros
    of both signs are equal.

    result[g*K] = max over active i < K of input[g*K+i], result[g*K+1..] = 0   with K = 32/sizeof T
    silicon: result[g] = that maximum, 0 after the last

    C++: `vcgmax(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgmax.md:59)
    """
    return call("vcgmax", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcgmin(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Smallest lane of each 32-byte group of a vector register.

    Placed as `vcgadd` places its sums (quirk `vcgadd-placement`). Inactive lanes count as the largest value of the
    type, so that a group without active lanes gives that (inf for floats). The first of equal lanes counts, and zeros
    of both signs are equal.

    result[g*K] = min over active i < K of input[g*K+i], result[g*K+1..] = 0   with K = 32/sizeof T
    silicon: result[g] = that minimum, 0 after the last

    C++: `vcgmin(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcgmin.md:59)
    """
    return call("vcgmin", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcmax(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Largest active lane of a vector register, and its number.

    Lane 0 holds the value, lane 1 the lane number as integer bits of the lane width, the others become zero. The
    first of equal lanes counts, and zeros of both signs are equal. Inactive lanes count as the least value of the
    type; what is given without active lanes is the quirk `vcmax-empty`.

    result[0] = max over active i of input[i], result[1] = first such i, result[2..] = 0

    C++: `vcmax(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcmax.md:60)
    """
    return call("vcmax", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcmin(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Smallest active lane of a vector register, and its number.

    Lane 0 holds the value, lane 1 the lane number as integer bits of the lane width, the others become zero. The
    first of equal lanes counts, and zeros of both signs are equal. Inactive lanes count as the greatest value of the
    type; what is given without active lanes is the quirk `vcmax-empty`.

    result[0] = min over active i of input[i], result[1] = first such i, result[2..] = 0

    C++: `vcmin(result, input, mask, MODE_ZEROING)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: i16, u16, i32, u32, f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcmin.md:60)
    """
    return call("vcmin", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcpadd(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add neighbouring lanes of a vector register.

    The manual calls it a prefix sum over the active lanes, in which an inactive lane shows the sum so far; both
    libraries and the published results add pairs into the lower half and zero the upper one (quirk
    `vcpadd-meaning`). Inactive lanes count as zero. Every sum is rounded to the element type.

    result[i] = input[2*i] + input[2*i + 1] for i < N/2, 0 above
    manual: result[i] = sum over active j <= i of input[j]

    C++: `vcpadd(result, input, mask)`

    Rules:
    - `input` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/reduction-ops/vcpadd.md:60)
    """
    return call("vcpadd", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vcbmax(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Largest active lane of a vector register, and every lane that has it.

    Lane 0 of `value` holds it, the others become zero. Without active lanes `predicate` is empty and the value the
    least of the type.

    value[0] = max over active i of input[i], value[1..] = 0
    predicate[i] = mask[i] & (input[i] == value[0])

    C++ has no function for it.

    Rules:
    - `input` and `value` must have the same type: E0207
    - `mask` and `predicate` must be a predicate for the lanes of `input`: E0208

    Element types:
    - cpu, a5: `input`: i8, u8, i16, u16, i32, u32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6500-6531)
    """
    return call("vcbmax", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg", "Mask",), result, "")


def vcbmin(
    input: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Smallest active lane of a vector register, and every lane that has it.

    Lane 0 of `value` holds it, the others become zero. Without active lanes `predicate` is empty and the value the
    greatest of the type.

    value[0] = min over active i of input[i], value[1..] = 0
    predicate[i] = mask[i] & (input[i] == value[0])

    C++ has no function for it.

    Rules:
    - `input` and `value` must have the same type: E0207
    - `mask` and `predicate` must be a predicate for the lanes of `input`: E0208

    Element types:
    - cpu, a5: `input`: i8, u8, i16, u16, i32, u32, f16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6500-6531)
    """
    return call("vcbmin", (("input", input, ""), ("mask", mask, ""),), (), ("Vreg", "Mask",), result, "")


def vlds(
    source: Value,
    offset: Number,
    *,
    dist: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a vector register from the unified buffer.

    `offset` counts elements of the pointer's type. `dist` says how memory maps to lanes; its unit may differ from
    the element type. The address must be a multiple of 32 bytes, of the unit for BRC, of 16 for E2B_B16. With a
    second result memory is read at the pointer itself, which is returned moved on by the offset.

    result[i] = UB[source + offset + i]   (NORM)
    result[i] = UB[source + offset]   (BRC)

    C++: `vlds(like(result, source), updated_base:=source, offset, dist:LoadDist=NORM, POST_UPDATE); vlds(like(result, source), source, offset, dist:LoadDist=NORM)`

    Rules:
    - `source` must be in ub: E0201
    - `result` and `source` must have elements of the same size (a warning): W0206
    - `source` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vlds.md)

    Attributes:
    - dist: memory to lanes; NORM is contiguous (NORM, BRC_B8, BRC_B16, BRC_B32, BRC_BLK, US_B8, US_B16, DS_B8, DS_B16, UNPK_B8, UNPK_B16, UNPK_B32, UNPK4, E2B_B16, E2B_B32, SPLT4CHN, SPLT4CHN_B8, SPLT2CHN_B8, SPLT2CHN_B16, DINTLV_B32, BLK)
    """
    return call("vlds", (("source", source, ""), ("offset", offset, "index"),), (("dist", dist),), ("Vreg",), result, "")


def vldsx2(
    source: Value,
    offset: Number,
    dist: str,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Load two vector registers and separate even and odd units.

    Reads 512 contiguous bytes. BDINTLV separates 32-byte blocks. With a third result memory is read at the pointer
    itself, which is returned moved on by the offset.

    low[i] = UB[source + offset + 2*i]
    high[i] = UB[source + offset + 2*i + 1]

    C++: `vlds(like(low, source), like(high, source), updated_base:=source, offset, dist:PairLoadDist, POST_UPDATE); vlds(like(low, source), like(high, source), source, offset, dist:PairLoadDist)`

    Rules:
    - `source` must be in ub: E0201
    - `low` and `high` must have the same type: E0207
    - `low` and `source` must have elements of the same size (a warning): W0206
    - `source` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldsx2.md)

    Attributes:
    - dist: unit (DINTLV_B8, DINTLV_B16, DINTLV_B32, BDINTLV)
    """
    return call("vldsx2", (("source", source, ""), ("offset", offset, "index"),), (("dist", dist),), ("Vreg", "Vreg",), result, "")


def vldas(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Start a stream of unaligned loads.

    Reads the aligned block around `source`, which needs no alignment itself.

    result = UB[source rounded down to 32 bytes, 32 bytes]

    C++: `vldas(result, source)`

    Rules:
    - `source` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldas.md)
    """
    return call("vldas", (("source", source, ""),), (), ("Align",), result, "")


def vldus(
    source: Value,
    align: Value,
    increment: Number | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Load a vector register from any address of a stream.

    `align` comes from `vldas` or an earlier `vldus` and must be about the block of `source`: a stream goes on a
    register further, or `increment` elements. A second pointer result is that place.

    result[i] = UB[source + i]
    updated_base = source + increment

    C++: `vldus(like(result, source), updated_align:=align, source)`

    Rules:
    - `source` must be in ub: E0201
    - `result` and `source` must have elements of the same size (a warning): W0206
    - `source` and `updated_base` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldus.md)
    """
    return call("vldus", (("source", source, ""), ("align", align, ""), ("increment", increment, "index"),), (), ("Vreg", "Align",), result, "")


def uvld(
    source: Value,
    offset: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a vector register from any address, without a stream.

    The address needs only the alignment of an element.

    result[i] = UB[source + offset + i]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `result` and `source` must have elements of the same size (a warning): W0206

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5647-5670)
    """
    return call("uvld", (("source", source, ""), ("offset", offset, "index"),), (), ("Vreg",), result, "")


def vsld(
    source: Value,
    offset: Number,
    stride: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a vector register with a fixed stride.

    The stride word gives the distance of the elements and their size.

    result[i] = UB[source + offset + i * stride]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `result` and `source` must have elements of the same size (a warning): W0206

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsld.md)

    Attributes:
    - stride: distance and size (STRIDE_S3_B16, STRIDE_S4_B64, STRIDE_S8_B32, STRIDE_S2_B64)
    """
    return call("vsld", (("source", source, ""), ("offset", offset, "index"),), (("stride", stride),), ("Vreg",), result, "")


def vsldb(
    source: Value,
    block_stride: Number,
    repeat_stride: Number | None = None,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load eight 32-byte blocks with a stride.

    Strides count 32-byte blocks, without a sign. A block whose predicate bit is clear becomes zero and is not read.
    In the manual's form one 32-bit control word takes the place of the two strides. With a second result the
    first block lies at the pointer itself, which is returned `repeat_stride` blocks on.

    block b of result = UB[source + (repeat_stride + b * block_stride) * 32, 32 bytes]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `result` and `source` must have elements of the same size (a warning): W0206
    - two strides must be i16; a control word alone must be i32: E0220
    - `mask` must be a predicate for the lanes of `result`: E0208
    - `source` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsldb.md)
    """
    return call("vsldb", (("source", source, ""), ("block_stride", block_stride, ""), ("repeat_stride", repeat_stride, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vgather2(
    source: Value,
    offsets: Value,
    mask: Value | None = None,
    active_lanes: Number | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Gather elements of the unified buffer.

    `offsets` counts elements, without a sign. Inactive lanes become zero and raise no address error. 8-bit elements
    are extended by zeros into 16-bit lanes. In the manual's form `active_lanes` gives the number of leading lanes
    that take part.

    result[i] = mask[i] ? UB[source + offsets[i]] : 0

    C++: `vgather2(result, source, unsigned(offsets), mask)`

    Rules:
    - `source` must be in ub: E0201
    - `offsets` must hold 32-bit integers for 32-bit elements and 16-bit integers for narrower ones: E0204
    - `mask` must be a predicate for the lanes of `result`: E0208
    - either a predicate or a number of active lanes must be given: E0221

    Element types:
    - every target: `(source, result)`: (i8, i16) (u8, u16) (i16, i16) (u16, u16) (i32, i32) (u32, u32) (f16, f16) (bf16, bf16) (f32, f32) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5120-5211)
    """
    return call("vgather2", (("source", source, ""), ("offsets", offsets, ""), ("mask", mask, ""), ("active_lanes", active_lanes, "index"),), (), ("Vreg",), result, "")


def vgatherb(
    source: Value,
    offsets: Value,
    mask: Value | None = None,
    active_lanes: Number | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Gather 32-byte blocks of the unified buffer.

    `offsets` counts bytes; each offset and `source` are multiples of 32. The first eight lanes count. Inactive
    blocks become zero.

    block b of result = mask[b] ? UB[source + offsets[b], 32 bytes] : 0

    C++: `vgatherb(like(result, source), source, unsigned(offsets), mask)`

    Rules:
    - `source` must be in ub: E0201
    - `offsets` must have element type i32 or ui32: E0204
    - `result` and `source` must have elements of the same size (a warning): W0206
    - `mask` must be a b32 predicate: one lane per 32-byte block: E0208
    - either a predicate or a number of active lanes must be given: E0221

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgatherb.md)
    """
    return call("vgatherb", (("source", source, ""), ("offsets", offsets, ""), ("mask", mask, ""), ("active_lanes", active_lanes, "index"),), (), ("Vreg",), result, "")


def vgather2_bc(
    source: Value,
    offsets: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Gather elements of the unified buffer, older form.

    Inactive lanes become zero and raise no address error.

    result[i] = mask[i] ? UB[source + offsets[i]] : 0

    C++: `vgather2_bc(like(result, source), source, unsigned(offsets), mask)`

    Rules:
    - `source` must be in ub: E0201
    - `offsets` must have element type i32 or ui32: E0204
    - `mask` must be a predicate for the lanes of `result`: E0208
    - `result` and `source` must have elements of the same size (a warning): W0206

    Element types:
    - a2a3, a5: `result`: i32, u32, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5337-5364)
    - a2a3, a5 (`--rules manual`): `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgather2-bc.md)
    - cpu: `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgather2-bc.md)
    """
    return call("vgather2_bc", (("source", source, ""), ("offsets", offsets, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vsts(
    value: Value,
    dest: Value,
    offset: Number,
    mask: Value,
    *,
    dist: str | None = None,
) -> None:
    r"""Store a vector register to the unified buffer.

    `offset` counts elements of the pointer's type. Inactive units leave memory as it is. PK stores the low half
    of each unit, PK4 the low quarter, 1PT only the first element whatever the predicate, MRG interleaves
    channels. With a result memory is written at the pointer itself, which is returned moved on by the offset.

    UB[dest + offset + i] = value[i] for active i   (NORM)
    UB[dest + offset] = value[0]   (1PT)

    C++: `vsts(like(value, dest), updated_base:=dest, offset, dist:StoreDist, mask, POST_UPDATE); vsts(like(value, dest), updated_base:=dest, offset, NORM_B#value, mask, POST_UPDATE); vsts(like(value, dest), dest, offset, dist:StoreDist, mask); vsts(like(value, dest), dest, offset, NORM_B#value, mask)`

    Rules:
    - `dest` must be in ub: E0201
    - `value` and `dest` must have elements of the same size (a warning): W0206
    - `mask` must be a predicate for the units `dist` stores: the lanes, or what is packed or merged: E0208
    - `dest` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsts.md)

    Attributes:
    - dist: lanes to memory; contiguous by default (NORM, NORM_B8, NORM_B16, NORM_B32, 1PT_B8, 1PT_B16, 1PT_B32, PK_B16, PK_B32, PK_B64, PK4_B32, MRG4CHN_B8, MRG2CHN_B8, MRG2CHN_B16)
    """
    call("vsts", (("value", value, ""), ("dest", dest, ""), ("offset", offset, "index"), ("mask", mask, ""),), (("dist", dist),))


def vstsx2(
    low: Value,
    high: Value,
    dest: Value,
    offset: Number,
    mask: Value,
    dist: str,
) -> None:
    r"""Store two vector registers interleaved.

    Writes 512 contiguous bytes, whatever the predicate says.

    UB[dest + offset + 2*i] = low[i]
    UB[dest + offset + 2*i + 1] = high[i]

    C++: `vsts(like(low, dest), like(high, dest), dest, offset, dist:PairStoreDist, mask)`

    Rules:
    - `dest` must be in ub: E0201
    - `low` and `high` must have the same type: E0207
    - `low` and `dest` must have elements of the same size (a warning): W0206
    - `mask` must be a predicate for the lanes of `low`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstsx2.md)

    Attributes:
    - dist: unit (INTLV_B8, INTLV_B16, INTLV_B32)
    """
    call("vstsx2", (("low", low, ""), ("high", high, ""), ("dest", dest, ""), ("offset", offset, "index"), ("mask", mask, ""),), (("dist", dist),))


def vsst(
    value: Value,
    dest: Value,
    offset: Number,
    stride: str,
) -> None:
    r"""Store a vector register with a fixed stride.

    The stride word, not the lane number alone, says which elements are written.

    UB[dest + offset + i * stride] = value[i]

    C++ has no function for it.

    Rules:
    - `dest` must be in ub: E0201
    - `value` and `dest` must have elements of the same size (a warning): W0206

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsst.md)

    Attributes:
    - stride: distance and size (STRIDE_S3_B16, STRIDE_S4_B64, STRIDE_S8_B32, STRIDE_S2_B64)
    """
    call("vsst", (("value", value, ""), ("dest", dest, ""), ("offset", offset, "index"),), (("stride", stride),))


def vsstb(
    value: Value,
    dest: Value,
    block_stride: Number,
    repeat_stride: Number | None = None,
    mask: Value | None = None,
) -> None:
    r"""Store eight 32-byte blocks with a stride.

    Strides count 32-byte blocks, without a sign; a block whose predicate bit is clear is not written. In the
    manual's form one 32-bit control word takes the place of the two strides. With a result the first block goes to
    the pointer itself, which is returned `repeat_stride` blocks on.

    UB[dest + (repeat_stride + b * block_stride) * 32, 32 bytes] = block b of value

    C++: `vsstb(like(value, dest), updated_base:=dest, (int32_t)((uint32_t)(uint16_t)block_stride << 16) + (uint16_t)repeat_stride, mask, POST_UPDATE); vsstb(like(value, dest), dest, (int32_t)((uint32_t)(uint16_t)block_stride << 16) + (uint16_t)repeat_stride, mask); vsstb(like(value, dest), updated_base:=dest, block_stride, mask, POST_UPDATE); vsstb(like(value, dest), dest, block_stride, mask)`

    Rules:
    - `dest` must be in ub: E0201
    - `value` and `dest` must have elements of the same size (a warning): W0206
    - two strides must be i16; a control word alone must be i32: E0220
    - `mask` must be a predicate for the lanes of `value`: E0208
    - `dest` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsstb.md)
    """
    call("vsstb", (("value", value, ""), ("dest", dest, ""), ("block_stride", block_stride, ""), ("repeat_stride", repeat_stride, ""), ("mask", mask, ""),), ())


def vscatter(
    value: Value,
    dest: Value,
    offsets: Value,
    mask: Value | None = None,
    active_lanes: Number | None = None,
) -> None:
    r"""Scatter lanes to the unified buffer.

    `offsets` counts elements, without a sign. Of equal offsets the lowest lane wins; on A2/A3 they are an error. Of
    8-bit lanes every second is sent. In the manual's form `active_lanes` gives the number of leading lanes that
    take part.

    UB[dest + offsets[i]] = value[i] for active i

    C++: `vscatter(value, dest, unsigned(offsets), mask)`

    Rules:
    - `dest` must be in ub: E0201
    - `value` and `dest` must have the same element type: E0203
    - `offsets` must hold 32-bit integers for 32-bit lanes and 16-bit integers for narrower ones: E0204
    - `mask` must be a b32 predicate for 32-bit lanes and a b16 predicate for narrower ones: E0208
    - either a predicate or a number of active lanes must be given: E0221

    Element types:
    - every target: `value`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vscatter.md:44)
    """
    call("vscatter", (("value", value, ""), ("dest", dest, ""), ("offsets", offsets, ""), ("mask", mask, ""), ("active_lanes", active_lanes, "index"),), ())


def vsta(
    value: Value,
    dest: Value,
    offset: Number,
) -> None:
    r"""Write out the pending bytes of a stream of unaligned stores.

    `offset` counts elements from `dest`.

    UB[dest + offset] = pending bytes of value

    C++ has no function for it.

    Rules:
    - `dest` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsta.md)
    """
    call("vsta", (("value", value, ""), ("dest", dest, ""), ("offset", offset, "index"),), ())


def vstas(
    value: Value,
    dest: Value,
    offset: Number,
) -> None:
    r"""Write out the pending bytes of a stream, at a scalar offset.

    `offset` counts elements. The place must be where the stream stopped; the state is empty afterwards. With a
    result the flush happens at `dest` itself, which is returned moved on by the offset.

    UB[dest + offset] = pending bytes of value

    C++: `vstas(value, updated_base:=dest, offset, POST_UPDATE); vstas(value, dest, offset)`

    Rules:
    - `dest` must be in ub: E0201
    - `offset` must have element type i32: E0204
    - `dest` and `updated_base` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstas.md)
    """
    call("vstas", (("value", value, ""), ("dest", dest, ""), ("offset", offset, ""),), ())


def vstar(
    value: Value,
    dest: Value,
) -> None:
    r"""Write out the pending bytes of a stream, at the address register.

    Ends a sequence of `vstur`.

    UB[dest + AR] = pending bytes of value

    C++: `vstar(value, dest)`

    Rules:
    - `dest` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstar.md)
    """
    call("vstar", (("value", value, ""), ("dest", dest, ""),), ())


def vstu(
    align_in: Value,
    offset_in: Number,
    value: Value,
    base: Value,
    mode: str,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Store a vector register to any address of a stream.

    A later flush writes the tail. POST_UPDATE advances the offset by the register.

    UB[base + offset_in + i] = value[i]
    offset_out = offset_in + N   (POST_UPDATE)

    C++ has no function for it.

    Rules:
    - `base` must be in ub: E0201
    - `value` and `base` must have elements of the same size (a warning): W0206

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstu.md)

    Attributes:
    - mode: whether the offset moves on (POST_UPDATE, NO_POST_UPDATE)
    """
    return call("vstu", (("align_in", align_in, ""), ("offset_in", offset_in, "index"), ("value", value, ""), ("base", base, ""),), (("mode", mode),), ("Align", "Index",), result, "")


def vstus(
    align_in: Value,
    offset: Number,
    value: Value,
    base: Value,
    *,
    mode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Store the first lanes of a vector register to any address of a stream.

    `offset` is the number of elements stored. With a second result the pointer advances by it and is returned.
    Whole 32-byte blocks are written at once; the rest waits until the block is full, or for a flush at the place
    after the last element.

    UB[base + i] = value[i] for i < offset
    base_out = base + offset

    C++: `vstus(align_out:=align_in, offset, like(value, base), base_out:=base, POST_UPDATE) {mode=POST_UPDATE}; vstus(align_out:=align_in, offset, like(value, base), base) {mode=NO_POST_UPDATE}`

    Rules:
    - `base` must be in ub: E0201
    - `offset` must have element type i32: E0204
    - `value` and `base` must have elements of the same size (a warning): W0206
    - `base` and `base_out` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstus.md)

    Attributes:
    - mode: the manual's form says whether the pointer moves on (POST_UPDATE, NO_POST_UPDATE)
    """
    return call("vstus", (("align_in", align_in, ""), ("offset", offset, ""), ("value", value, ""), ("base", base, ""),), (("mode", mode),), ("Align",), result, "")


def vstur(
    align_in: Value,
    value: Value,
    base: Value,
    mode: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Store what the last `vsqz` kept, at the address register.

    POST_UPDATE adds the number of stored bytes to the address register.

    UB[base + AR + i] = value[i] for i < kept lanes
    AR = AR + kept bytes   (POST_UPDATE)

    C++: `vstur(align_out:=align_in, like(value, base), base, POST_UPDATE) {mode=POST_UPDATE}`

    Rules:
    - `base` must be in ub: E0201
    - `value` and `base` must have elements of the same size (a warning): W0206

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstur.md)

    Attributes:
    - mode: whether the address register moves on (POST_UPDATE, NO_POST_UPDATE)
    """
    return call("vstur", (("align_in", align_in, ""), ("value", value, ""), ("base", base, ""),), (("mode", mode),), ("Align",), result, "")


def vag(
    s0: Number,
    s1: Number | None = None,
    s2: Number | None = None,
    s3: Number | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a vector address from the loops around the instruction.

    A stride in bytes for each loop, from the innermost out: `s0` for the loop that the instruction stands in. A loop
    with a stride counts in `i16`. The address is a number of 32 bits without a sign, and no pointer.

    result = i0*s0 + i1*s1 + i2*s2 + i3*s3   where i0 counts the innermost loop

    C++ has no function for it.

    Rules:
    - `s0`, `s1`, `s2` and `s3` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)
    """
    return call("vag", (("s0", s0, ""), ("s1", s1, ""), ("s2", s2, ""), ("s3", s3, ""),), (), ("Vaddr",), result, "")


def vald(
    source: Value,
    addr: Value,
    *,
    dist: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a vector register at a vector address.

    As `vlds`, with an offset in bytes.

    result[i] = UB[source + addr bytes + i]   (NORM)
    result[i] = UB[source + addr bytes]   (BRC)

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `source` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)

    Attributes:
    - dist: memory to lanes; NORM is contiguous (NORM, BRC_B8, BRC_B16, BRC_B32, BRC_BLK, US_B8, US_B16, DS_B8, DS_B16, UNPK_B8, UNPK_B16, UNPK_B32, UNPK4, E2B_B16, E2B_B32, SPLT4CHN, SPLT2CHN_B8, SPLT2CHN_B16)
    """
    return call("vald", (("source", source, ""), ("addr", addr, ""),), (("dist", dist),), ("Vreg",), result, "")


def valdx2(
    source: Value,
    addr: Value,
    dist: str,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Load two vector registers at a vector address and separate even and odd units.

    As `vldsx2`, with an offset in bytes.

    low[i] = UB[source + addr bytes + 2*i]
    high[i] = UB[source + addr bytes + 2*i + 1]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `low` and `high` must have the same type: E0207
    - `low` and `source` must have elements of the same size (a warning): W0206

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)

    Attributes:
    - dist: unit (DINTLV_B8, DINTLV_B16, DINTLV_B32, BDINTLV)
    """
    return call("valdx2", (("source", source, ""), ("addr", addr, ""),), (("dist", dist),), ("Vreg", "Vreg",), result, "")


def vast(
    value: Value,
    dest: Value,
    addr: Value,
    mask: Value,
    *,
    dist: str | None = None,
) -> None:
    r"""Store a vector register at a vector address.

    As `vsts`, with an offset in bytes.

    UB[dest + addr bytes + i] = value[i] for active i   (NORM)
    UB[dest + addr bytes] = value[0]   (1PT)

    C++ has no function for it.

    Rules:
    - `dest` must be in ub: E0201
    - `value` and `dest` must have elements of the same size (a warning): W0206
    - `mask` must be a predicate for the units `dist` stores: the lanes, or what is packed or merged: E0208

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)

    Attributes:
    - dist: lanes to memory; contiguous by default (NORM_B8, NORM_B16, NORM_B32, 1PT_B8, 1PT_B16, 1PT_B32, PK_B16, PK_B32, PK_B64, PK4_B32, MRG4CHN_B8, MRG2CHN_B8, MRG2CHN_B16, INTLV_B8, INTLV_B16, INTLV_B32)
    """
    call("vast", (("value", value, ""), ("dest", dest, ""), ("addr", addr, ""), ("mask", mask, ""),), (("dist", dist),))


def vastx2(
    low: Value,
    high: Value,
    dest: Value,
    addr: Value,
    mask: Value,
    dist: str,
) -> None:
    r"""Store two vector registers interleaved at a vector address.

    As `vstsx2`, with an offset in bytes.

    UB[dest + addr bytes + 2*i] = low[i]
    UB[dest + addr bytes + 2*i + 1] = high[i]

    C++ has no function for it.

    Rules:
    - `dest` must be in ub: E0201
    - `low` and `high` must have the same type: E0207
    - `low` and `dest` must have elements of the same size (a warning): W0206
    - `mask` must be a predicate for the lanes of `low`: E0208

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)

    Attributes:
    - dist: unit (INTLV_B8, INTLV_B16, INTLV_B32)
    """
    call("vastx2", (("low", low, ""), ("high", high, ""), ("dest", dest, ""), ("addr", addr, ""), ("mask", mask, ""),), (("dist", dist),))


def pald(
    source: Value,
    addr: Value,
    dist: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a predicate at a vector address.

    NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the even bits.

    NORM: result = 256 bits at source + addr bytes
    US: each of 128 bits twice
    DS: even bits of 512

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)

    Attributes:
    - dist: what is read (NORM, US, DS)
    """
    return call("pald", (("source", source, ""), ("addr", addr, ""),), (("dist", dist),), ("Mask",), result, "")


def past(
    value: Value,
    destination: Value,
    addr: Value,
    dist: str,
) -> None:
    r"""Store a predicate at a vector address.

    NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes.

    NORM: 256 bits at destination + addr bytes = value
    PK: 128 bits there = even bits of value

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)

    Attributes:
    - dist: what is written (NORM, PK)
    """
    call("past", (("value", value, ""), ("destination", destination, ""), ("addr", addr, ""),), (("dist", dist),))


def valda(
    source: Value,
    addr: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Start a stream of unaligned loads at a vector address.

    Reads the aligned block around the address, which needs no alignment itself.

    result = UB[source + addr bytes rounded down to 32 bytes, 32 bytes]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)
    """
    return call("valda", (("source", source, ""), ("addr", addr, ""),), (), ("Align",), result, "")


def valdu(
    source: Value,
    addr_in: Value,
    align_in: Value,
    increment: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Load a vector register from any address of a stream, and move the vector address on.

    `align_in` comes from `valda` or an earlier `valdu` and must be about the block of the address. An address is given
    to one chain of such instructions alone.

    result[i] = UB[source + addr_in bytes + i]
    addr_out = addr_in + increment

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `result` and `source` must have elements of the same size (a warning): W0206
    - `increment` must have element type i32: E0204
    - `addr_in` and `addr_out` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)
    """
    return call("valdu", (("source", source, ""), ("addr_in", addr_in, ""), ("align_in", align_in, ""), ("increment", increment, ""),), (), ("Vreg", "Align", "Vaddr",), result, "")


def vastu(
    align_in: Value,
    addr_in: Value,
    value: Value,
    base: Value,
    mode: str,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Store a vector register to any address of a stream, and move the vector address on.

    The address moves on by the register. Whole 32-byte blocks are written at once; `vasta` writes the rest. An address
    is given to one chain of such instructions alone.

    UB[base + addr_in bytes + i] = value[i]
    addr_out = addr_in + 256

    C++ has no function for it.

    Rules:
    - `base` must be in ub: E0201
    - `value` and `base` must have elements of the same size (a warning): W0206
    - `addr_in` and `addr_out` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)

    Attributes:
    - mode: the address moves on (POST_UPDATE)
    """
    return call("vastu", (("align_in", align_in, ""), ("addr_in", addr_in, ""), ("value", value, ""), ("base", base, ""),), (("mode", mode),), ("Align", "Vaddr",), result, "")


def vasta(
    value: Value,
    dest: Value,
    addr: Value,
) -> None:
    r"""Write out the pending bytes of a stream, at a vector address.

    The place must be where the stream stopped; the state is empty afterwards.

    UB[dest + addr bytes] = pending bytes of value

    C++ has no function for it.

    Rules:
    - `dest` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md)
    """
    call("vasta", (("value", value, ""), ("dest", dest, ""), ("addr", addr, ""),), ())


def vaddrelu(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add two vector registers and replace negative lanes by zero.

    One rounding. Inactive lanes become zero.

    result[i] = mask[i] ? max(0, lhs[i] + rhs[i]) : 0

    C++ has no function for it.

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaddrelu.md:27)
    """
    return call("vaddrelu", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vsubrelu(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Subtract two vector registers and replace negative lanes by zero.

    One rounding. Inactive lanes become zero.

    result[i] = mask[i] ? max(0, lhs[i] - rhs[i]) : 0

    C++ has no function for it.

    Rules:
    - `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `lhs`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vsubrelu.md:27)
    """
    return call("vsubrelu", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vaddreluconv(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add two vector registers, replace negative lanes by zero and convert.

    The conversion is part of the instruction, not a `vcvt` after it. Without a predicate every lane is active.

    result[i] = mask[i] ? convert(max(0, lhs[i] + rhs[i])) : 0

    C++ has no function for it.

    Rules:
    - `lhs` and `rhs` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `(lhs, result)`: (f32, f16) (f16, f32) (f16, i8) (f16, u8) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaddreluconv.md:11,93-108)
    """
    return call("vaddreluconv", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmulconv(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply two vector registers, replace negative lanes by zero and convert.

    The name says nothing of the ReLU, the page does. Without a predicate every lane is active.

    result[i] = mask[i] ? convert(max(0, lhs[i] * rhs[i])) : 0

    C++ has no function for it.

    Rules:
    - `lhs` and `rhs` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208

    Element types:
    - every target: `(lhs, result)`: (f32, f16) (f16, i8) (f16, u8) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmulconv.md:93-95)
    """
    return call("vmulconv", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vaxpy(
    x: Value,
    y: Value,
    alpha: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Scale a vector register and add another.

    One rounding. Inactive lanes become zero.

    result[i] = mask[i] ? alpha * x[i] + y[i] : 0

    C++: `vaxpy(result:=y, x, (element(x))alpha, mask, MODE_ZEROING)`

    Rules:
    - `x`, `y` and `result` must have the same type: E0207
    - `alpha` must have the element type of `x`: E0220
    - `mask` must be a predicate for the lanes of `x`: E0208

    Element types:
    - every target: `x`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vaxpy.md:27)
    """
    return call("vaxpy", (("x", x, ""), ("y", y, ""), ("alpha", alpha, "=x"), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmula(
    add: Value,
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply two vector registers and add a third.

    One rounding. The addend comes first. Inactive lanes become zero.

    result[i] = mask[i] ? lhs[i] * rhs[i] + add[i] : 0

    C++: `vmula(result:=add, lhs, rhs, mask)`

    Rules:
    - `add`, `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `add`: E0208

    Element types:
    - every target: `add`: i16, u16, i32, u32, f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7181-7195)
    """
    return call("vmula", (("add", add, ""), ("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmadd(
    acc: Value,
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply the accumulator by a vector register and add another.

    One rounding. Unlike `vmula` the first operand is a factor, the last the addend.

    result[i] = mask[i] ? acc[i] * lhs[i] + rhs[i] : 0

    C++: `vmadd(result:=acc, lhs, rhs, mask, MODE_ZEROING)`

    Rules:
    - `acc`, `lhs`, `rhs` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `acc`: E0208

    Element types:
    - cpu, a5: `acc`: f16, bf16, f32 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6350-6359)
    """
    return call("vmadd", (("acc", acc, ""), ("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vmull(
    lhs: Value,
    rhs: Value,
    third: Value | None = None,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply 32-bit lanes into 64-bit products.

    `low` and `high` are the halves of the product. The page describes `%sub, %lhs, %rhs` with one result instead, a
    fused multiply-subtract; it is read with a warning and does not run.

    high[i] * 2^32 + low[i] = mask[i] ? lhs[i] * rhs[i] : 0

    C++: `vmull(low, high, lhs, rhs, mask)`

    Rules:
    - `lhs`, `rhs`, `low` and `high` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `lhs`: E0208
    - the product has a low and a high half; the form with a third source is read but two pages give it two signs (a warning): W0228

    Element types:
    - every target: `lhs`: i32, u32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmull.md:27)
    """
    return call("vmull", (("lhs", lhs, ""), ("rhs", rhs, ""), ("third", third, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vprelu(
    input: Value,
    alpha: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Scale negative lanes by per-lane factors (parametric ReLU).

    NaN stays NaN. Inactive lanes become zero.

    result[i] = mask[i] ? (input[i] >= 0 ? input[i] : alpha[i] * input[i]) : 0

    C++: `vprelu(result, input, alpha, mask, MODE_ZEROING)`

    Rules:
    - `input`, `alpha` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208

    Element types:
    - every target: `input`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vprelu.md:27)
    """
    return call("vprelu", (("input", input, ""), ("alpha", alpha, ""), ("mask", mask, ""),), (), ("Vreg",), result, "")


def vexpdif(
    input: Value,
    max: Value | Number,
    mask: Value | None = None,
    *,
    part: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Raise e to the difference of two vector registers.

    The step of a stable softmax. By its page `max` is a register; an example of the manual gives a number.
    f16 lanes give f32 results; `part` says whether the even or the odd ones. For f32
    lanes `part` has no effect. Inactive lanes become zero.

    result[i] = mask[i] ? exp(input[i] - max[i]) : 0   f32
    result[i] = mask[2*i+part] ? exp(input[2*i+part] - max[2*i+part]) : 0   f16

    C++: `vexpdif(result, input, max, mask, part:RegPart=PART_EVEN)`

    Rules:
    - `input` and `max` must have the same type (`--rules device`): E0207
    - `max` must have the type of `input`, or be a number of its element type: E0207
    - `mask` must be a predicate for the lanes of `input`: E0208
    - `mask` must not be given (`--rules manual`): E0222

    Element types:
    - a2a3, a5: `(input, result)`: (f32, f32) (f16, f32) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7245-7289)
    - every target (`--rules manual`): `(input, result)`: (f32, f32) (f16, f16) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:24-27)
    - cpu: `(input, result)`: (f32, f32) (f16, f32) (f16, f16) (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vexpdif.md:27)

    Attributes:
    - part: f16 lanes that are read (EVEN, ODD)
    """
    return call("vexpdif", (("input", input, ""), ("max", max, "=input"), ("mask", mask, ""),), (("part", part),), ("Vreg",), result, "")


def vbitsort(
    dest: Value,
    src: Value,
    indices: Value,
    repeat_times: Number,
) -> None:
    r"""Sort groups of 32 scores with their indices.

    Descending by score; equal scores keep their order. A record is the score and a 32-bit index. Works from
    unified buffer to unified buffer, outside vector scopes.

    for each group: records (score, index) of dest = (src, indices) sorted descending by score

    C++: `vbitsort((__ubuf__ element(src)*)dest, src, unsigned(indices), (uint8_t)repeat_times)`

    Rules:
    - `dest`, `src` and `indices` must be in ub: E0201
    - `indices` must have element type i32 or ui32: E0204

    Element types:
    - every target: `src`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vbitsort.md)
    """
    call("vbitsort", (("dest", dest, ""), ("src", src, ""), ("indices", indices, ""), ("repeat_times", repeat_times, "index"),), ())


def vmrgsort4(
    dest: Value,
    src0: Value,
    src1: Value,
    src2: Value,
    src3: Value,
    count: Number,
    config: Number,
) -> None:
    r"""Merge four sorted lists of records.

    `count` holds four 16-bit list lengths. `config` holds the repeat count (bits 0-7), which lists are valid (8-11)
    and whether to stop when one list runs out (12). Equal scores: the lower list first. Outside vector scopes.

    dest = merge of src0, src1, src2, src3, descending by score

    C++ has no function for it.

    Rules:
    - `dest`, `src0`, `src1`, `src2` and `src3` must be in ub: E0201
    - `dest`, `src0`, `src1`, `src2` and `src3` must have the same element type: E0203
    - `count` and `config` must have element type i64: E0204

    Element types:
    - every target: `dest`: f16, f32 (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vmrgsort.md)
    """
    call("vmrgsort4", (("dest", dest, ""), ("src0", src0, ""), ("src1", src1, ""), ("src2", src2, ""), ("src3", src3, ""), ("count", count, ""), ("config", config, ""),), ())


def vsort32(
    dest: Value,
    src: Value,
    config: Number,
) -> None:
    r"""Sort 32 elements of the unified buffer.

    The control word says how; its layout is not published.

    dest[0..32] = sorted(src[0..32])

    C++ has no function for it.

    Rules:
    - `dest` and `src` must be in ub: E0201
    - `dest` and `src` must have the same element type: E0203
    - `config` must have element type i64: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vsort32.md)
    """
    call("vsort32", (("dest", dest, ""), ("src", src, ""), ("config", config, ""),), ())


def vtranspose(
    dest: Value,
    src: Value,
    config: Number,
) -> None:
    r"""Transpose blocks of the unified buffer.

    The control word gives the layout; its bits are not published.

    dest = transpose(src)

    C++ has no function for it.

    Rules:
    - `dest` and `src` must be in ub: E0201
    - `dest` and `src` must have the same element type: E0203
    - `config` must have element type i64: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/vector/ops/sfu-and-dsa-ops/vtranspose.md)
    """
    call("vtranspose", (("dest", dest, ""), ("src", src, ""), ("config", config, ""),), ())


def dhistv2(
    acc: Value,
    source: Value,
    mask: Value,
    bin: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count how often values of one half of the byte range occur.

    `bin` 0 takes the values 0 to 127, 1 those from 128. The counts are added to `acc`.

    result[i] = acc[i] + the number of active j with source[j] = v   with v = 128*bin + i

    C++ has no function for it.

    Rules:
    - `acc` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `source`: E0208
    - `bin` must have element type i32: E0204

    Element types:
    - cpu, a5: `(acc, source)`: (u16, u8) (i16, i8) (u16, i8) (i16, u8) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6467-6498)
    """
    return call("dhistv2", (("acc", acc, ""), ("source", source, ""), ("mask", mask, ""), ("bin", bin, ""),), (), ("Vreg",), result, "")


def chistv2(
    acc: Value,
    source: Value,
    mask: Value,
    bin: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count how often values up to each of one half of the byte range occur.

    `bin` 0 takes the values 0 to 127, 1 those from 128. The counts are added to `acc`.

    result[i] = acc[i] + the number of active j with source[j] <= v   with v = 128*bin + i

    C++ has no function for it.

    Rules:
    - `acc` and `result` must have the same type: E0207
    - `mask` must be a predicate for the lanes of `source`: E0208
    - `bin` must have element type i32: E0204

    Element types:
    - cpu, a5: `(acc, source)`: (u16, u8) (i16, i8) (u16, i8) (i16, u8) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6467-6498)
    """
    return call("chistv2", (("acc", acc, ""), ("source", source, ""), ("mask", mask, ""), ("bin", bin, ""),), (), ("Vreg",), result, "")


def vbr(
    value: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Copy a number to every lane.

    8-bit lanes take the low bits of the number.

    result[i] = value

    C++: `vbr(result, (element(result))value)`

    Rules:
    - `value` must have the element type of `result`: E0220

    Element types:
    - every target: `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4974-4989)
    """
    return call("vbr", (("value", value, "=result"),), (), ("Vreg",), result, "")


def vdup(
    input: Value | Number,
    mask: Value | None = None,
    *,
    position: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Copy a number, or the first or last lane of a register, to the active lanes.

    Inactive lanes become zero; without a predicate every lane is active. Without `position` a register gives its
    first lane.

    result[i] = mask[i] ? value : 0   with value = input, input[0] (LOWEST) or input[N-1] (HIGHEST)

    C++: `vdup(result, (element(result))input, mask, MODE_ZEROING) if input: scalar; vdup(result, input, mask, position:RegPosition=POS_LOWEST, MODE_ZEROING) if input: vreg`

    Rules:
    - `input` must have the element type of `result`: E0220
    - a register `input` must have the type of `result`: E0207
    - `mask` must be a predicate for the lanes of `result`: E0208
    - `position` belongs to a register `input`: E0232

    Element types:
    - every target: `result`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5672-5710)

    Attributes:
    - position: lane of a register input (LOWEST, HIGHEST)
    """
    return call("vdup", (("input", input, "=result"), ("mask", mask, ""),), (("position", position),), ("Vreg",), result, "")


def ub_set_mask(
    mask0: Number,
    mask1: Number,
) -> None:
    r"""Choose the lanes of a repeat.

    The 128 bits select elements of each 256-byte repeat: `mask0` the lanes 0 to 63, `mask1` the lanes 64 to
    127.

    mask = mask1:mask0

    C++: `set_vector_mask(mask1, mask0)`

    Rules:
    - `mask0` and `mask1` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.set_mask", (("mask0", mask0, ""), ("mask1", mask1, ""),), ())


def ub_set_mask_count(
) -> None:
    r"""Let the mask count elements.

    Following instructions work on as many elements as the mask says, over all repeats.

    mask mode = count

    C++: `set_mask_count()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.set_mask_count", (), ())


def ub_set_mask_norm(
) -> None:
    r"""Let the mask select lanes of each repeat.

    The mode after a reset.

    mask mode = lanes

    C++: `set_mask_norm()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.set_mask_norm", (), ())


def ub_vadd(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Add elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src0 + src1   for the lanes of the mask

    C++: `vadd(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vadd", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vsub(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Subtract elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src0 - src1   for the lanes of the mask

    C++: `vsub(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vsub", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vmul(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Multiply elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src0*src1   for the lanes of the mask

    C++: `vmul(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vmul", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vdiv(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Divide elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src0/src1   for the lanes of the mask

    C++: `vdiv(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vdiv", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vmax(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Larger elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = max(src0, src1)   for the lanes of the mask

    C++: `vmax(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vmax", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vmin(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Smaller elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = min(src0, src1)   for the lanes of the mask

    C++: `vmin(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vmin", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vand(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Bits set in both, in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src0 & src1   for the lanes of the mask

    C++: `vand(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vand", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vor(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Bits set in either, in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src0 | src1   for the lanes of the mask

    C++: `vor(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vor", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vaddrelu(
    dst: Value,
    src0: Value,
    src1: Value,
    repeat: Number,
    dst_block_stride: Number,
    src0_block_stride: Number,
    src1_block_stride: Number,
    dst_repeat_stride: Number,
    src0_repeat_stride: Number,
    src1_repeat_stride: Number,
) -> None:
    r"""Add elements in UB and cut below zero.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = max(src0 + src1, 0)   for the lanes of the mask

    C++: `vaddrelu(dst, src0, src1, repeat, ...)`

    Rules:
    - `dst`, `src0` and `src1` must be in ub: E0201
    - `dst`, `src0` and `src1` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vaddrelu", (("dst", dst, ""), ("src0", src0, ""), ("src1", src1, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("src0BlockStride", src0_block_stride, ""), ("src1BlockStride", src1_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("src0RepeatStride", src0_repeat_stride, ""), ("src1RepeatStride", src1_repeat_stride, ""),), ())


def ub_vshl(
    dst: Value,
    src: Value,
    shift_dist: Number,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Shift elements in UB to the left.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src << shiftDist   for the lanes of the mask

    C++: `vshl(dst, src, shiftDist, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vshl", (("dst", dst, ""), ("src", src, ""), ("shiftDist", shift_dist, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vshr(
    dst: Value,
    src: Value,
    shift_dist: Number,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Shift elements in UB to the right.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = src >> shiftDist   for the lanes of the mask

    C++: `vshr(dst, src, shiftDist, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vshr", (("dst", dst, ""), ("src", src, ""), ("shiftDist", shift_dist, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vln(
    dst: Value,
    src: Value,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Natural logarithm of elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = ln(src[i])   for the lanes of the mask

    C++: `vln(dst, src, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vln", (("dst", dst, ""), ("src", src, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vdup(
    dst: Value,
    scalar: Number,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Write one number to elements in UB.

    `scalar` holds the bits of the element. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    within a repeat and from repeat to repeat.

    dst[i] = scalar   for the lanes of the mask

    C++: `vector_dup(dst, scalar, repeat, ...)`

    Rules:
    - `dst` must be in ub: E0201
    - `scalar` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:20-120, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vdup", (("dst", dst, ""), ("scalar", scalar, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vnot(
    dst: Value,
    src: Value,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Invert the bits of elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = ~src[i]   for the lanes of the mask

    C++: `vnot(dst, src, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vnot", (("dst", dst, ""), ("src", src, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vabs(
    dst: Value,
    src: Value,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Absolute values of elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = |src[i]|   for the lanes of the mask

    C++: `vabs(dst, src, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vabs", (("dst", dst, ""), ("src", src, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vrelu(
    dst: Value,
    src: Value,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Cut elements in UB below zero.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = max(src[i], 0)   for the lanes of the mask

    C++: `vrelu(dst, src, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vrelu", (("dst", dst, ""), ("src", src, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vexp(
    dst: Value,
    src: Value,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Exponentials of elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = exp(src[i])   for the lanes of the mask

    C++: `vexp(dst, src, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vexp", (("dst", dst, ""), ("src", src, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vsqrt(
    dst: Value,
    src: Value,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Square roots of elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = sqrt(src[i])   for the lanes of the mask

    C++: `vsqrt(dst, src, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vsqrt", (("dst", dst, ""), ("src", src, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vrsqrt(
    dst: Value,
    src: Value,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Reciprocal square roots of elements in UB.

    `repeat` runs of eight 32-byte blocks; the strides count blocks, within a repeat and from repeat to
    repeat.

    dst[i] = 1/sqrt(src[i])   for the lanes of the mask

    C++: `vrsqrt(dst, src, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vrsqrt", (("dst", dst, ""), ("src", src, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vadds(
    dst: Value,
    src: Value,
    shift_dist: Number,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Add a number to elements in UB.

    `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    within a repeat and from repeat to repeat.

    dst[i] = src[i] + shiftDist   for the lanes of the mask

    C++: `vadds(dst, src, scalar, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vadds", (("dst", dst, ""), ("src", src, ""), ("shiftDist", shift_dist, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vmuls(
    dst: Value,
    src: Value,
    shift_dist: Number,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Multiply elements in UB by a number.

    `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    within a repeat and from repeat to repeat.

    dst[i] = src[i]*shiftDist   for the lanes of the mask

    C++: `vmuls(dst, src, scalar, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vmuls", (("dst", dst, ""), ("src", src, ""), ("shiftDist", shift_dist, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vmaxs(
    dst: Value,
    src: Value,
    shift_dist: Number,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Larger of elements in UB and a number.

    `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    within a repeat and from repeat to repeat.

    dst[i] = max(src[i], shiftDist)   for the lanes of the mask

    C++: `vmaxs(dst, src, scalar, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vmaxs", (("dst", dst, ""), ("src", src, ""), ("shiftDist", shift_dist, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def ub_vmins(
    dst: Value,
    src: Value,
    shift_dist: Number,
    repeat: Number,
    dst_block_stride: Number,
    src_block_stride: Number,
    dst_repeat_stride: Number,
    src_repeat_stride: Number,
) -> None:
    r"""Smaller of elements in UB and a number.

    `shiftDist` holds the bits of the number. `repeat` runs of eight 32-byte blocks; the strides count blocks,
    within a repeat and from repeat to repeat.

    dst[i] = min(src[i], shiftDist)   for the lanes of the mask

    C++: `vmins(dst, src, scalar, repeat, ...)`

    Rules:
    - `dst` and `src` must be in ub: E0201
    - `dst` and `src` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOUbOps.td:65-164, lib/PTO/IR/VPTO.cpp:10105-10500)
    """
    call("ub.vmins", (("dst", dst, ""), ("src", src, ""), ("shiftDist", shift_dist, ""), ("repeat", repeat, ""), ("dstBlockStride", dst_block_stride, ""), ("srcBlockStride", src_block_stride, ""), ("dstRepeatStride", dst_repeat_stride, ""), ("srcRepeatStride", src_repeat_stride, ""),), ())


def pset_b8(
    pattern: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate over 256 lanes from a pattern.

    PAT_ALL and PAT_ALLF set all lanes or none, PAT_VLn the first n, PAT_M3 and PAT_M4 the lanes whose
    number is a multiple of 3 or 4, PAT_H and PAT_Q a half and a quarter (quirk `pat-h-q`).

    result[i] = pattern(i)   for 0 <= i < 256

    C++: `pset_b8(pattern)`

    Rules:
    - its predicates must be `!pto.mask<b8>`: E0208
    - `pattern` must not name more than 8 first lanes (`--rules manual`): E0232
    - `pattern` should not be `PAT_VL12`: a page uses it, no assembler has it, on a2a3, a5 (a warning): W0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)

    Attributes:
    - pattern: which lanes are set (PAT_ALL, PAT_ALLF, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL12, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q)
    """
    return call("pset_b8", (), (("pattern", pattern),), ("Mask",), result, "")


def pset_b16(
    pattern: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate over 128 lanes from a pattern.

    PAT_ALL and PAT_ALLF set all lanes or none, PAT_VLn the first n, PAT_M3 and PAT_M4 the lanes whose
    number is a multiple of 3 or 4, PAT_H and PAT_Q a half and a quarter (quirk `pat-h-q`).

    result[i] = pattern(i)   for 0 <= i < 128

    C++: `pset_b16(pattern)`

    Rules:
    - its predicates must be `!pto.mask<b16>`: E0208
    - `pattern` must not name more than 16 first lanes (`--rules manual`): E0232
    - `pattern` should not be `PAT_VL12`: a page uses it, no assembler has it, on a2a3, a5 (a warning): W0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)

    Attributes:
    - pattern: which lanes are set (PAT_ALL, PAT_ALLF, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL12, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q)
    """
    return call("pset_b16", (), (("pattern", pattern),), ("Mask",), result, "")


def pset_b32(
    pattern: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate over 64 lanes from a pattern.

    PAT_ALL and PAT_ALLF set all lanes or none, PAT_VLn the first n, PAT_M3 and PAT_M4 the lanes whose
    number is a multiple of 3 or 4, PAT_H and PAT_Q a half and a quarter (quirk `pat-h-q`).

    result[i] = pattern(i)   for 0 <= i < 64

    C++: `pset_b32(pattern)`

    Rules:
    - its predicates must be `!pto.mask<b32>`: E0208
    - `pattern` must not name more than 32 first lanes (`--rules manual`): E0232
    - `pattern` should not be `PAT_VL12`: a page uses it, no assembler has it, on a2a3, a5 (a warning): W0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pset-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)

    Attributes:
    - pattern: which lanes are set (PAT_ALL, PAT_ALLF, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL12, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q)
    """
    return call("pset_b32", (), (("pattern", pattern),), ("Mask",), result, "")


def pge_b8(
    bound: Number | None = None,
    *,
    pattern: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a tail predicate over 256 lanes.

    PAT_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
    is set while i is below it.

    result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 256

    C++: `pge_b8(pattern)`

    Rules:
    - its predicates must be `!pto.mask<b8>`: E0208
    - `bound` must have element type i16, i32 or i64: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)

    Attributes:
    - pattern: which lanes are set (PAT_ALL, PAT_ALLF, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL12, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q)
    """
    return call("pge_b8", (("bound", bound, ""),), (("pattern", pattern),), ("Mask",), result, "")


def pge_b16(
    bound: Number | None = None,
    *,
    pattern: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a tail predicate over 128 lanes.

    PAT_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
    is set while i is below it.

    result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 128

    C++: `pge_b16(pattern)`

    Rules:
    - its predicates must be `!pto.mask<b16>`: E0208
    - `bound` must have element type i16, i32 or i64: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)

    Attributes:
    - pattern: which lanes are set (PAT_ALL, PAT_ALLF, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL12, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q)
    """
    return call("pge_b16", (("bound", bound, ""),), (("pattern", pattern),), ("Mask",), result, "")


def pge_b32(
    bound: Number | None = None,
    *,
    pattern: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a tail predicate over 64 lanes.

    PAT_VLn sets the first n lanes; the tokens are those of `pset`. With a number instead of a token, lane i
    is set while i is below it.

    result[i] = i < n   with n from PAT_VLn or `bound`, for 0 <= i < 64

    C++: `pge_b32(pattern)`

    Rules:
    - its predicates must be `!pto.mask<b32>`: E0208
    - `bound` must have element type i16, i32 or i64: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pge-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5826-5882)

    Attributes:
    - pattern: which lanes are set (PAT_ALL, PAT_ALLF, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL12, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q)
    """
    return call("pge_b32", (("bound", bound, ""),), (("pattern", pattern),), ("Mask",), result, "")


def plt_b8(
    scalar: Number,
    *,
    post_update: bool | None = None,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Make a predicate of the first lanes and count them off.

    Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
    256 lanes, never below zero.

    mask[i] = i < scalar   for 0 <= i < 256
    scalar_out = max(scalar - 256, 0)

    C++: `plt_b8((uint32_t&)scalar_out:=scalar, POST_UPDATE) {post_update}`

    Rules:
    - `scalar` must have element type i32 or ui32: E0204
    - its predicates must be `!pto.mask<b8>`: E0208
    - `scalar` and `scalar_out` must have the same element type: E0203

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b8.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911)

    Attributes:
    - post_update: the manual writes it; the count is always updated
    """
    return call("plt_b8", (("scalar", scalar, ""),), (("post_update", post_update),), ("Mask", "Scalar",), result, "")


def plt_b16(
    scalar: Number,
    *,
    post_update: bool | None = None,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Make a predicate of the first lanes and count them off.

    Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
    128 lanes, never below zero.

    mask[i] = i < scalar   for 0 <= i < 128
    scalar_out = max(scalar - 128, 0)

    C++: `plt_b16((uint32_t&)scalar_out:=scalar, POST_UPDATE) {post_update}`

    Rules:
    - `scalar` must have element type i32 or ui32: E0204
    - its predicates must be `!pto.mask<b16>`: E0208
    - `scalar` and `scalar_out` must have the same element type: E0203

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b16.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911)

    Attributes:
    - post_update: the manual writes it; the count is always updated
    """
    return call("plt_b16", (("scalar", scalar, ""),), (("post_update", post_update),), ("Mask", "Scalar",), result, "")


def plt_b32(
    scalar: Number,
    *,
    post_update: bool | None = None,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Make a predicate of the first lanes and count them off.

    Lane i is set while i is below `scalar`; `scalar_out` is what is left for the next step of a loop over
    64 lanes, never below zero.

    mask[i] = i < scalar   for 0 <= i < 64
    scalar_out = max(scalar - 64, 0)

    C++: `plt_b32((uint32_t&)scalar_out:=scalar, POST_UPDATE) {post_update}`

    Rules:
    - `scalar` must have element type i32 or ui32: E0204
    - its predicates must be `!pto.mask<b32>`: E0208
    - `scalar` and `scalar_out` must have the same element type: E0203

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/plt-b32.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5888-5911)

    Attributes:
    - post_update: the manual writes it; the count is always updated
    """
    return call("plt_b32", (("scalar", scalar, ""),), (("post_update", post_update),), ("Mask", "Scalar",), result, "")


def pltm_b8(
    loop_index: Number,
    bound: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make the predicate of one step of a counted loop.

    Step number `loop_index` covers lanes loop_index*256 and following; those below `bound` are set.

    mask[i] = loop_index*256 + i < bound   for 0 <= i < 256

    C++ has no function for it.

    Rules:
    - `loop_index` must have element type i16 or ui16: E0204
    - `bound` must have element type i32 or ui32: E0204
    - its predicates must be `!pto.mask<b8>`: E0208

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md)
    """
    return call("pltm_b8", (("loop_index", loop_index, ""), ("bound", bound, ""),), (), ("Mask",), result, "")


def pltm_b16(
    loop_index: Number,
    bound: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make the predicate of one step of a counted loop.

    Step number `loop_index` covers lanes loop_index*128 and following; those below `bound` are set.

    mask[i] = loop_index*128 + i < bound   for 0 <= i < 128

    C++ has no function for it.

    Rules:
    - `loop_index` must have element type i16 or ui16: E0204
    - `bound` must have element type i32 or ui32: E0204
    - its predicates must be `!pto.mask<b16>`: E0208

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md)
    """
    return call("pltm_b16", (("loop_index", loop_index, ""), ("bound", bound, ""),), (), ("Mask",), result, "")


def pltm_b32(
    loop_index: Number,
    bound: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make the predicate of one step of a counted loop.

    Step number `loop_index` covers lanes loop_index*64 and following; those below `bound` are set.

    mask[i] = loop_index*64 + i < bound   for 0 <= i < 64

    C++ has no function for it.

    Rules:
    - `loop_index` must have element type i16 or ui16: E0204
    - `bound` must have element type i32 or ui32: E0204
    - its predicates must be `!pto.mask<b32>`: E0208

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5914-5937, docs/isa/micro-isa/05-materialization-predicate.md)
    """
    return call("pltm_b32", (("loop_index", loop_index, ""), ("bound", bound, ""),), (), ("Mask",), result, "")


def pintlv_b8(
    src0: Value,
    src1: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Interleave two predicates.

    Units of 1 bit of the 256-bit image, one per lane.

    low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)

    C++: `pintlv_b8(low, high, src0, src1)`

    Rules:
    - its predicates must be `!pto.mask<b8>`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b8.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
    """
    return call("pintlv_b8", (("src0", src0, ""), ("src1", src1, ""),), (), ("Mask", "Mask",), result, "")


def pintlv_b16(
    src0: Value,
    src1: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Interleave two predicates.

    Units of 2 bits of the 256-bit image, one per lane.

    low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)

    C++: `pintlv_b16(low, high, src0, src1)`

    Rules:
    - its predicates must be `!pto.mask<b16>`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b16.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
    """
    return call("pintlv_b16", (("src0", src0, ""), ("src1", src1, ""),), (), ("Mask", "Mask",), result, "")


def pintlv_b32(
    src0: Value,
    src1: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Interleave two predicates.

    Units of 4 bits of the 256-bit image, one per lane.

    low = first half of a0 b0 a1 b1 ..., high = the rest   (a = src0, b = src1)

    C++: `pintlv_b32(low, high, src0, src1)`

    Rules:
    - its predicates must be `!pto.mask<b32>`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pintlv-b32.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
    """
    return call("pintlv_b32", (("src0", src0, ""), ("src1", src1, ""),), (), ("Mask", "Mask",), result, "")


def pdintlv_b8(
    src0: Value,
    src1: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""De-interleave two predicates.

    Units of 1 bit of the 256-bit image, one per lane.

    low = even lanes of src0 ++ src1, high = odd lanes

    C++: `pdintlv_b8(low, high, src0, src1)`

    Rules:
    - its predicates must be `!pto.mask<b8>`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b8.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
    """
    return call("pdintlv_b8", (("src0", src0, ""), ("src1", src1, ""),), (), ("Mask", "Mask",), result, "")


def pdintlv_b16(
    src0: Value,
    src1: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""De-interleave two predicates.

    Units of 2 bits of the 256-bit image, one per lane.

    low = even lanes of src0 ++ src1, high = odd lanes

    C++: `pdintlv_b16(low, high, src0, src1)`

    Rules:
    - its predicates must be `!pto.mask<b16>`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b16.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
    """
    return call("pdintlv_b16", (("src0", src0, ""), ("src1", src1, ""),), (), ("Mask", "Mask",), result, "")


def pdintlv_b32(
    src0: Value,
    src1: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""De-interleave two predicates.

    Units of 4 bits of the 256-bit image, one per lane.

    low = even lanes of src0 ++ src1, high = odd lanes

    C++: `pdintlv_b32(low, high, src0, src1)`

    Rules:
    - its predicates must be `!pto.mask<b32>`: E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pdintlv-b32.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2568-2579)
    """
    return call("pdintlv_b32", (("src0", src0, ""), ("src1", src1, ""),), (), ("Mask", "Mask",), result, "")


def pand(
    src0: Value,
    src1: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Lanes set in both predicates.

    Lanes outside `mask` become zero (quirk `predicate-gate`).

    dst[i] = (src0[i] & src1[i]) & mask[i]

    C++: `pand(dst, src0, src1, mask)`

    Rules:
    - `src0`, `src1`, `mask` and `dst` must have the same type: E0207
    - `mask` must be given (`--rules device`): E0221

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pand.md)
    """
    return call("pand", (("src0", src0, ""), ("src1", src1, ""), ("mask", mask, ""),), (), ("Mask",), result, "")


def por(
    src0: Value,
    src1: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Lanes set in either predicate.

    Lanes outside `mask` become zero (quirk `predicate-gate`).

    dst[i] = (src0[i] | src1[i]) & mask[i]

    C++: `por(dst, src0, src1, mask)`

    Rules:
    - `src0`, `src1`, `mask` and `dst` must have the same type: E0207
    - `mask` must be given (`--rules device`): E0221

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/por.md)
    """
    return call("por", (("src0", src0, ""), ("src1", src1, ""), ("mask", mask, ""),), (), ("Mask",), result, "")


def pxor(
    src0: Value,
    src1: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Lanes set in exactly one of two predicates.

    Lanes outside `mask` become zero (quirk `predicate-gate`).

    dst[i] = (src0[i] ^ src1[i]) & mask[i]

    C++: `pxor(dst, src0, src1, mask)`

    Rules:
    - `src0`, `src1`, `mask` and `dst` must have the same type: E0207
    - `mask` must be given (`--rules device`): E0221

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pxor.md)
    """
    return call("pxor", (("src0", src0, ""), ("src1", src1, ""), ("mask", mask, ""),), (), ("Mask",), result, "")


def pnot(
    src: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Invert a predicate.

    Lanes outside `mask` become zero (quirk `predicate-gate`).

    dst[i] = !src[i] & mask[i]

    C++: `pnot(dst, src, mask)`

    Rules:
    - `src`, `mask` and `dst` must have the same type: E0207
    - `mask` must be given (`--rules device`): E0221

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/pnot.md)
    """
    return call("pnot", (("src", src, ""), ("mask", mask, ""),), (), ("Mask",), result, "")


def psel(
    src0: Value,
    src1: Value,
    sel: Value,
    mask: Value | None = None,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Choose between two predicates, lane by lane.

    `sel` chooses. The fourth operand of the manual makes lanes outside it zero (quirk `predicate-gate`); the
    assembler has three operands.

    dst[i] = (sel[i] ? src0[i] : src1[i]) & mask[i]

    C++: `psel(dst, src0, src1, sel)`

    Rules:
    - `src0`, `src1`, `sel` and `dst` must have the same type: E0207
    - `src0` and `mask` must have the same type: E0207
    - `mask` must not be given (`--rules device`) (a warning): W0222

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/psel.md)
    """
    return call("psel", (("src0", src0, ""), ("src1", src1, ""), ("sel", sel, ""), ("mask", mask, ""),), (), ("Mask",), result, "")


def ppack(
    src: Value,
    part: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Pack the even bits of a predicate into one half.

    The other half of the image becomes zero. The result may be read as the next narrower lane width.

    dst[half + i] = src[2i]   for 0 <= i < 128, other bits 0

    C++: `ppack(dst, src, part:RegHalf)`

    Rules:
    - `dst` must be as wide as `src` or one step narrower (b32 to b16, b16 to b8): E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/ppack.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5939-5980)

    Attributes:
    - part: which half of the 256-bit image (LOWER, HIGHER)
    """
    return call("ppack", (("src", src, ""),), (("part", part),), ("Mask",), result, "")


def punpack(
    src: Value,
    part: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Spread one half of a predicate over the even bits.

    Odd bits become zero. The result may be read as the next wider lane width.

    dst[2i] = src[half + i], dst[2i+1] = 0   for 0 <= i < 128

    C++: `punpack(dst, src, part:RegHalf)`

    Rules:
    - `dst` must be as wide as `src` or one step wider (b8 to b16, b16 to b32): E0208

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-generation-and-algebra/punpack.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5939-5980)

    Attributes:
    - part: which half of the 256-bit image (LOWER, HIGHER)
    """
    return call("punpack", (("src", src, ""),), (("part", part),), ("Mask",), result, "")


def pld(
    source: Value,
    areg: Number,
    dist: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a predicate at a register offset.

    NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
    even bits.

    NORM: result = 256 bits at the address
    US: each of 128 bits twice
    DS: even bits of 512

    C++: `pld(mask, base, offset, dist, ...)`

    Rules:
    - `source` must be in ub: E0201
    - `source` must have element type i64 or ui64 (`--rules manual`): E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pld.md)

    Attributes:
    - dist: what is read (NORM, US, DS)
    """
    return call("pld", (("source", source, ""), ("areg", areg, "index"),), (("dist", dist),), ("Mask",), result, "")


def pldi(
    source: Value,
    offset: Number,
    dist: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a predicate at a constant offset.

    NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
    even bits. With a second result it reads where the pointer is and gives the pointer moved on by the offset.

    NORM: result = 256 bits at the address
    US: each of 128 bits twice
    DS: even bits of 512

    C++: `pldi(result, (__ubuf__ uint32_t*&)updated_base:=source, offset, dist=NORM, POST_UPDATE); pldi(result, (__ubuf__ uint32_t*)source, offset, dist=NORM)`

    Rules:
    - `source` must be in ub: E0201
    - `source` must have element type i64 or ui64 (`--rules manual`): E0204
    - `source` and `updated_base` must have the same type: E0207
    - the offset must be a constant: E0228
    - the offset must be from 0 to 255, on a2a3 (`--rules manual`): E0229
    - the offset must be from 0 to 1023, on a5 (`--rules manual`): E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6027-6080)

    Attributes:
    - dist: what is read (NORM, US, DS)
    """
    return call("pldi", (("source", source, ""), ("offset", offset, "index"),), (("dist", dist),), ("Mask",), result, "")


def plds(
    source: Value,
    offset: Number | None = None,
    *,
    dist: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load a predicate.

    NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
    even bits. With a second result it reads where the pointer is and gives the pointer moved on by the offset.

    NORM: result = 256 bits at the address
    US: each of 128 bits twice
    DS: even bits of 512

    C++: `plds(result, (__ubuf__ uint32_t*&)updated_base:=source, offset=0, dist=NORM, POST_UPDATE); plds(result, (__ubuf__ uint32_t*)source, offset=0, dist=NORM)`

    Rules:
    - `source` must be in ub: E0201
    - `source` must have element type i64 or ui64 (`--rules manual`): E0204
    - `source` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/plds.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6027-6080)

    Attributes:
    - dist: what is read (NORM, US, DS)
    """
    return call("plds", (("source", source, ""), ("offset", offset, "index"),), (("dist", dist),), ("Mask",), result, "")


def pst(
    value: Value,
    destination: Value,
    areg: Number,
    dist: str,
) -> None:
    r"""Store a predicate at a register offset.

    NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes.

    NORM: 256 bits at the address = value
    PK: 128 bits at the address = even bits of value

    C++: `pst(mask, base, offset, dist, ...)`

    Rules:
    - `destination` must be in ub: E0201
    - `destination` must have element type i64 or ui64 (`--rules manual`): E0204
    - `dist` must be NORM, on cpu (`--rules manual`): E0232

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pst.md)

    Attributes:
    - dist: what is written (NORM, PK)
    """
    call("pst", (("value", value, ""), ("destination", destination, ""), ("areg", areg, "index"),), (("dist", dist),))


def psti(
    value: Value,
    destination: Value,
    offset: Number,
    dist: str,
) -> None:
    r"""Store a predicate at a constant offset.

    NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes. With a result it writes
    where the pointer is and gives the pointer moved on by the offset.

    NORM: 256 bits at the address = value
    PK: 128 bits at the address = even bits of value

    C++: `psti(value, (__ubuf__ uint32_t*&)updated_base:=destination, offset, dist=NORM, POST_UPDATE); psti(value, (__ubuf__ uint32_t*)destination, offset, dist=NORM)`

    Rules:
    - `destination` must be in ub: E0201
    - `destination` must have element type i64 or ui64 (`--rules manual`): E0204
    - `destination` and `updated_base` must have the same type: E0207
    - `dist` must be NORM, on cpu (`--rules manual`): E0232
    - the offset must be a constant: E0228
    - the offset must be from 0 to 255, on a2a3 (`--rules manual`): E0229
    - the offset must be from 0 to 1023, on a5 (`--rules manual`): E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7580-7632)

    Attributes:
    - dist: what is written (NORM, PK)
    """
    call("psti", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"),), (("dist", dist),))


def psts(
    value: Value,
    destination: Value,
    offset: Number | None = None,
    *,
    dist: str | None = None,
) -> None:
    r"""Store a predicate.

    NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes. With a result it writes
    where the pointer is and gives the pointer moved on by the offset.

    NORM: 256 bits at the address = value
    PK: 128 bits at the address = even bits of value

    C++: `psts(value, (__ubuf__ uint32_t*&)updated_base:=destination, offset=0, dist=NORM, POST_UPDATE); psts(value, (__ubuf__ uint32_t*)destination, offset=0, dist=NORM)`

    Rules:
    - `destination` must be in ub: E0201
    - `destination` must have element type i64 or ui64 (`--rules manual`): E0204
    - `destination` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psts.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7580-7632)

    Attributes:
    - dist: what is written (NORM, PK)
    """
    call("psts", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"),), (("dist", dist),))


def pstu(
    align_in: Value,
    value: Value,
    base: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Store a predicate to an unaligned stream.

    One bit per lane, packed: 32 bytes for b8, 16 for b16, 8 for b32. The pointer moves on by that many
    bytes. Everything is in memory at once; the `vstas` that ends a stream has nothing left to write.

    stream ++= value[0..N], one bit per lane
    base_out = base + N/8 bytes

    C++: `pstu(align_out:=align_in, value, (__ubuf__ uint32_t*&)base_out:=base)`

    Rules:
    - `base` must be in ub: E0201
    - `base` and `base_out` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pstu.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:3763)
    - cpu (`--rules manual`): does not exist (pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pstu.md:92)
    """
    return call("pstu", (("align_in", align_in, ""), ("value", value, ""), ("base", base, ""),), (), ("Align", "Ptr",), result, "")


def init_align(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make the empty state of an unaligned store stream.

    Every stream of unaligned stores starts from it.

    result = empty stream

    C++: `declare(result)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/align-type.md)
    """
    return call("init_align", (), (), ("Align",), result, "")


def sprclr(
    spr: str,
) -> None:
    r"""Clear a special register of the vector unit.

    `AR` is the byte offset that `vstur` counts up.

    AR = 0

    C++: `sprclr(SPR_AR) {spr=AR}`

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5527-5535)

    Attributes:
    - spr: the register (AR)
    """
    call("sprclr", (), (("spr", spr),))


def sprsti(
    destination: Value,
    offset: Number,
    spr: str,
) -> None:
    r"""Store a special register at a constant offset.

    The offset counts elements. With a result it writes where the pointer is and gives the pointer moved on by
    the offset.

    destination[offset] = AR

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `destination` must have element type i32 or ui32: E0204
    - `offset` must have element type i32: E0204
    - the offset must be a constant: E0228
    - the offset must be a signed 8-bit number: E0229
    - `destination` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5537-5612)

    Attributes:
    - spr: the register (AR)
    """
    call("sprsti", (("destination", destination, ""), ("offset", offset, ""),), (("spr", spr),))


def sprsts(
    destination: Value,
    offset: Number,
    spr: str,
) -> None:
    r"""Store a special register.

    The offset counts bytes. With a result it writes where the pointer is and gives the pointer moved on by the
    offset.

    word at destination + offset bytes = AR

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `destination` must have element type i32 or ui32: E0204
    - `offset` must have element type i32: E0204
    - `destination` and `updated_base` must have the same type: E0207

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5537-5612, docs/isa/micro-isa/03-vector-load-store.md:587-600)

    Attributes:
    - spr: the register (AR)
    """
    call("sprsts", (("destination", destination, ""), ("offset", offset, ""),), (("spr", spr),))


def vmi_constant(
    value: Any,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a register from listed numbers.

    `value` lists one number for each lane, or one for all. The assembler reads this only in its generic form.

    result[i] = value[i]

    C++ has no function for it.

    Rules:
    - `value` must be dense elements: `dense<1.0> : vector<64xf32>`: E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1176-1191)

    Attributes:
    - value: dense elements, one or as many as there are lanes
    """
    return call("vmi.constant", (), (("value", value),), ("Handle",), result, "")


def vmi_broadcast(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Copy a number, or the only lane of a register, to every lane.

    result[i] = value

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1193-1211)
    """
    return call("vmi.broadcast", (("value", value, ""),), (), ("Handle",), result, "")


def vmi_iota(
    base: Number,
    *,
    order: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count up or down from a number.

    result[i] = base + i   (base - i for DESC)

    C++ has no function for it.

    Rules:
    - the element type of `result` must be an integer of 8, 16 or 32 bits, f16 or f32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1213-1230)

    Attributes:
    - order: up, the default, or down (ASC, DESC)
    """
    return call("vmi.iota", (("base", base, ""),), (("order", order),), ("Handle",), result, "")


def vmi_group_iota(
    base: Number,
    group: int,
    *,
    order: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count from a number, anew in each group.

    result[g*S + j] = base + j   with S = lanes/group   (base - j for DESC)

    C++ has no function for it.

    Rules:
    - the element type of `result` must be an integer of 8, 16 or 32 bits, f16 or f32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1232-1269)

    Attributes:
    - order: up, the default, or down (ASC, DESC)
    - group: number of groups
    """
    return call("vmi.group_iota", (("base", base, ""),), (("group", group), ("order", order),), ("Handle",), result, "")


def vmi_group_broadcast(
    source: Value,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Copy one value for each group to the lanes of the group.

    result[g*S + j] = source[g]   with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `source` must have `num_groups` lanes: E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1988-2018)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_broadcast", (("source", source, ""),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_vbrc(
    value: Value | Number,
    *,
    group: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Copy a number, a single lane, or one lane for each group.

    With `group` the source is a register with one lane for each group.

    result[i] = value
    result[g*S + j] = value[g]   with `group`

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3234-3286)

    Attributes:
    - group: number of groups
    """
    return call("vmi.vbrc", (("value", value, ""),), (("group", group),), ("Handle",), result, "")


def vmi_vci(
    base: Number,
    *,
    order: str | None = None,
    group: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count from a number, over all lanes or in each group.

    result[i] = base + i   (base - i for DESC)
    result[g*S + j] = base + j   with `group`, S = lanes/group

    C++ has no function for it.

    Rules:
    - the element type of `result` must be an integer of 8, 16 or 32 bits, f16 or f32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3288-3325)

    Attributes:
    - order: up, the default, or down (ASC, DESC)
    - group: number of groups
    """
    return call("vmi.vci", (("base", base, ""),), (("order", order), ("group", group),), ("Handle",), result, "")


def vmi_vadd(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add active lanes.

    Without a predicate every lane is active.

    result[i] = lhs[i] + rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3378-3399)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vadd", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vsub(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Subtract active lanes.

    Without a predicate every lane is active.

    result[i] = lhs[i] - rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3401-3422)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vsub", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vmul(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply active lanes.

    Without a predicate every lane is active.

    result[i] = lhs[i]*rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3424-3445)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vmul", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vdiv(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Divide active lanes.

    Without a predicate every lane is active.

    result[i] = lhs[i]/rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3447-3467)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vdiv", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vmin(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smaller of active lanes.

    Without a predicate every lane is active.

    result[i] = min(lhs[i], rhs[i])

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3469-3484)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vmin", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vmax(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the larger of active lanes.

    Without a predicate every lane is active.

    result[i] = max(lhs[i], rhs[i])

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3492-3507)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vmax", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vneg(
    source: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Change the sign of active lanes.

    Without a predicate every lane is active.

    result[i] = -source[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3515-3531)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vneg", (("source", source, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vabs(
    source: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take absolute values of active lanes.

    Without a predicate every lane is active.

    result[i] = |source[i]|

    C++ has no function for it.

    Rules:
    - the element type of `source` must be si8, si16, si32, f16, bf16 or f32: E0204
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3533-3551)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vabs", (("source", source, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vsqrt(
    source: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take square roots of active lanes.

    Without a predicate every lane is active.

    result[i] = sqrt(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3560-3574)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vsqrt", (("source", source, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vexp(
    source: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take exponentials of active lanes.

    Without a predicate every lane is active.

    result[i] = exp(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3576-3594)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vexp", (("source", source, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vln(
    source: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take natural logarithms of active lanes.

    Without a predicate every lane is active.

    result[i] = ln(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3596-3610)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vln", (("source", source, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vrelu(
    source: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Cut active lanes below zero.

    Without a predicate every lane is active.

    result[i] = max(source[i], 0)

    C++ has no function for it.

    Rules:
    - the element type of `source` must be si32, f16 or f32: E0204
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3612-3635)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vrelu", (("source", source, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vand(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the bits set in both.

    Without a predicate every lane is active. Two predicates are combined too; then there is no third.

    result[i] = lhs[i] & rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3637-3667)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vand", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vor(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the bits set in either.

    Without a predicate every lane is active. Two predicates are combined too; then there is no third.

    result[i] = lhs[i] | rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3669-3699)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vor", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vxor(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the bits set in just one.

    Without a predicate every lane is active. Two predicates are combined too; then there is no third.

    result[i] = lhs[i] ^ rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3701-3731)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vxor", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vnot(
    source: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Invert every bit of active lanes.

    Without a predicate every lane is active. A predicate is inverted too; then there is no second.

    result[i] = ~source[i]

    C++ has no function for it.

    Rules:
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3768-3798)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vnot", (("source", source, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vshl(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift active lanes to the left.

    Without a predicate every lane is active.

    result[i] = lhs[i] << rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3733-3748)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vshl", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vshr(
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift active lanes to the right.

    Without a predicate every lane is active. Signed types fill with the sign, the others with zeros.

    result[i] = lhs[i] >> rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3750-3766)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vshr", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vshls(
    src: Value,
    scalar: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift active lanes to the left by one number.

    Inactive lanes are zero unless `pmode` is `merge`.

    result[i] = src[i] << scalar

    C++ has no function for it.

    Rules:
    - `scalar` must have element type i16: E0204
    - the element type of `src` must be an integer of 8, 16 or 32 bits: E0204
    - `result` and `src` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3191-3196)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vshls", (("src", src, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vshrs(
    src: Value,
    scalar: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift active lanes to the right by one number.

    Inactive lanes are zero unless `pmode` is `merge`.

    result[i] = src[i] >> scalar

    C++ has no function for it.

    Rules:
    - `scalar` must have element type i16: E0204
    - the element type of `src` must be an integer of 8, 16 or 32 bits: E0204
    - `result` and `src` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3198-3203)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vshrs", (("src", src, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vadds(
    src: Value,
    scalar: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add a number to active lanes.

    Inactive lanes are zero unless `pmode` is `merge`.

    result[i] = src[i] + scalar

    C++ has no function for it.

    Rules:
    - the element type of `src` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result` and `src` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `scalar` must have the element type of `src`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3136-3150)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vadds", (("src", src, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vmuls(
    src: Value,
    scalar: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply active lanes by a number.

    Inactive lanes are zero unless `pmode` is `merge`.

    result[i] = src[i]*scalar

    C++ has no function for it.

    Rules:
    - `result` and `src` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `scalar` must have the element type of `src`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3152-3165)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vmuls", (("src", src, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vmaxs(
    src: Value,
    scalar: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the larger of active lanes and a number.

    Inactive lanes are zero unless `pmode` is `merge`.

    result[i] = max(src[i], scalar)

    C++ has no function for it.

    Rules:
    - the element type of `src` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result` and `src` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `scalar` must have the element type of `src`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3167-3177)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vmaxs", (("src", src, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vmins(
    src: Value,
    scalar: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smaller of active lanes and a number.

    Inactive lanes are zero unless `pmode` is `merge`.

    result[i] = min(src[i], scalar)

    C++ has no function for it.

    Rules:
    - the element type of `src` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `result` and `src` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `scalar` must have the element type of `src`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3179-3189)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vmins", (("src", src, ""), ("scalar", scalar, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vaddc(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Add active lanes and give the carries.

    32-bit integers.

    result[i] = (lhs[i] + rhs[i]) mod 2^32
    carry[i] = lhs[i] + rhs[i] >= 2^32

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4337-4339)
    """
    return call("vmi.vaddc", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (), ("Handle", "Handle",), result, "")


def vmi_vaddcs(
    lhs: Value,
    rhs: Value,
    carry_in: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Add active lanes with carries and give the new carries.

    32-bit integers.

    result[i] = (lhs[i] + rhs[i] + carry_in[i]) mod 2^32
    carry[i] = lhs[i] + rhs[i] + carry_in[i] >= 2^32

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4341-4344)
    """
    return call("vmi.vaddcs", (("lhs", lhs, ""), ("rhs", rhs, ""), ("carry_in", carry_in, ""), ("mask", mask, ""),), (), ("Handle", "Handle",), result, "")


def vmi_vmull(
    a: Value,
    b: Value,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Multiply 32-bit lanes and give both halves of the products.

    Inactive lanes of both results are zero.

    high[i]:low[i] = a[i]*b[i]

    C++ has no function for it.

    Rules:
    - the element type of `a` must be i32 or ui32: E0204
    - `low`, `a`, `b` and `high` must have the same type: E0207
    - `mask` must have the lanes of `low`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4346-4384)

    Attributes:
    - pmode: inactive lanes become zero (zero)
    """
    return call("vmi.vmull", (("a", a, ""), ("b", b, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle", "Handle",), result, "")


def vmi_vmula(
    acc: Value,
    lhs: Value,
    rhs: Value,
    mask: Value | None = None,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply and add to an accumulator.

    Without a predicate every lane is active.

    result[i] = acc[i] + lhs[i]*rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `acc`, `lhs` and `rhs` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4386-4395)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vmula", (("acc", acc, ""), ("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vexpdif(
    x: Value,
    max: Value,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the exponential of a difference.

    The sources are f16 or f32, the result is f32.

    result[i] = exp(x[i] - max[i])

    C++ has no function for it.

    Rules:
    - the element type of `x` must be f16 or f32: E0204
    - the element type of `result` must be f32: E0204
    - `x` and `max` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4162-4197)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vexpdif", (("x", x, ""), ("max", max, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vaxpy(
    x: Value,
    acc: Value,
    alpha: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add a multiple of one register to another.

    The assembler reads this only in its generic form.

    result[i] = alpha*x[i] + acc[i]

    C++ has no function for it.

    Rules:
    - the element type of `x` must be f16 or f32: E0204
    - `result`, `x` and `acc` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `alpha` must have the element type of `x`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4199-4233)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vaxpy", (("x", x, ""), ("acc", acc, ""), ("alpha", alpha, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vlrelu(
    x: Value,
    slope: Number,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Scale negative lanes by a number.

    The assembler reads this only in its generic form.

    result[i] = x[i] > 0 ? x[i] : slope*x[i]

    C++ has no function for it.

    Rules:
    - the element type of `x` must be f16 or f32: E0204
    - `result` and `x` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `slope` must have the element type of `x`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4235-4268)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vlrelu", (("x", x, ""), ("slope", slope, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vprelu(
    x: Value,
    alpha: Value,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Scale negative lanes by a register.

    result[i] = max(x[i], 0) + alpha[i]*min(x[i], 0)

    C++ has no function for it.

    Rules:
    - the element type of `x` must be f16 or f32: E0204
    - `result`, `x` and `alpha` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4270-4300)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vprelu", (("x", x, ""), ("alpha", alpha, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vdhist(
    acc: Value,
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count how often each byte value occurs.

    The bins are 128 or 256 unsigned 16-bit numbers.

    result[b] = acc[b] + number of active i with source[i] = b

    C++ has no function for it.

    Rules:
    - the element type of `acc` must be i16 or ui16: E0204
    - the element type of `source` must be i8 or ui8: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have as many lanes as `acc`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2088)
    """
    return call("vmi.vdhist", (("acc", acc, ""), ("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_vchist(
    acc: Value,
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Count how often bytes up to each value occur.

    The bins are 128 or 256 unsigned 16-bit numbers.

    result[b] = acc[b] + number of active i with source[i] <= b

    C++ has no function for it.

    Rules:
    - the element type of `acc` must be i16 or ui16: E0204
    - the element type of `source` must be i8 or ui8: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have as many lanes as `acc`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2090)
    """
    return call("vmi.vchist", (("acc", acc, ""), ("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_addf(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add numbers.

    result[i] = lhs[i] + rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1339-1350)
    """
    return call("vmi.addf", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_subf(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Subtract numbers.

    result[i] = lhs[i] - rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1365-1376)
    """
    return call("vmi.subf", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_mulf(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply numbers.

    result[i] = lhs[i]*rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1391-1402)
    """
    return call("vmi.mulf", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_divf(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Divide numbers.

    result[i] = lhs[i]/rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1436-1447)
    """
    return call("vmi.divf", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_fma(
    lhs: Value,
    rhs: Value,
    acc: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply and add with one rounding.

    result[i] = lhs[i]*rhs[i] + acc[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16, bf16 or f32: E0204
    - `result`, `lhs`, `rhs` and `acc` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1420-1430)
    """
    return call("vmi.fma", (("lhs", lhs, ""), ("rhs", rhs, ""), ("acc", acc, ""),), (), ("Handle",), result, "")


def vmi_minf(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smaller numbers.

    result[i] = min(lhs[i], rhs[i])

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1449-1460)
    """
    return call("vmi.minf", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_maxf(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the larger numbers.

    result[i] = max(lhs[i], rhs[i])

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16, bf16 or f32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1462-1473)
    """
    return call("vmi.maxf", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_negf(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Change the sign of numbers.

    result[i] = -source[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1497-1504)
    """
    return call("vmi.negf", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_absf(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take absolute values.

    result[i] = |source[i]|

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1517-1524)
    """
    return call("vmi.absf", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_sqrt(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take square roots.

    result[i] = sqrt(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1540-1547)
    """
    return call("vmi.sqrt", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_exp(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take exponentials.

    result[i] = exp(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1549-1556)
    """
    return call("vmi.exp", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_ln(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take natural logarithms.

    result[i] = ln(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1558-1565)
    """
    return call("vmi.ln", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_relu(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Cut below zero.

    Floating-point and signed 32-bit numbers.

    result[i] = max(source[i], 0)

    C++ has no function for it.

    Rules:
    - the element type of `source` must be si32, f16 or f32: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1567-1583)
    """
    return call("vmi.relu", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_addi(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add integers.

    The sum wraps.

    result[i] = lhs[i] + rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1352-1363)
    """
    return call("vmi.addi", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_subi(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Subtract integers.

    The difference wraps.

    result[i] = lhs[i] - rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1378-1389)
    """
    return call("vmi.subi", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_muli(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply integers.

    The low half of the product.

    result[i] = lhs[i]*rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1404-1418)
    """
    return call("vmi.muli", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_mini(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smaller integers.

    result[i] = min(lhs[i], rhs[i])

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1475-1484)
    """
    return call("vmi.mini", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_maxi(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the larger integers.

    result[i] = max(lhs[i], rhs[i])

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1486-1495)
    """
    return call("vmi.maxi", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_negi(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Change the sign of integers.

    result[i] = -source[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 8, 16 or 32 bits: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1506-1515)
    """
    return call("vmi.negi", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_absi(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take absolute values of integers.

    result[i] = |source[i]|

    C++ has no function for it.

    Rules:
    - the element type of `source` must be si8, si16 or si32: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1526-1538)
    """
    return call("vmi.absi", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_andi(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the bits set in both.

    result[i] = lhs[i] & rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1585-1596)
    """
    return call("vmi.andi", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_ori(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the bits set in either.

    result[i] = lhs[i] | rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1598-1609)
    """
    return call("vmi.ori", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_xori(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the bits set in just one.

    result[i] = lhs[i] ^ rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1611-1622)
    """
    return call("vmi.xori", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_not(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Invert every bit.

    result[i] = ~source[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 8, 16 or 32 bits: E0204
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1663-1675)
    """
    return call("vmi.not", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_shli(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift to the left.

    result[i] = lhs[i] << rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1624-1635)
    """
    return call("vmi.shli", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_shrui(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift to the right, filling with zeros.

    result[i] = lhs[i] >> rhs[i]   (unsigned)

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits that is not signed: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1637-1650)
    """
    return call("vmi.shrui", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_shrsi(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Shift to the right, filling with the sign.

    result[i] = lhs[i] >> rhs[i]   (signed)

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be si8, si16 or si32: E0204
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1652-1661)
    """
    return call("vmi.shrsi", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_cmpf(
    lhs: Value,
    rhs: Value,
    predicate: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Compare floating-point numbers.

    result[i] = lhs[i] predicate rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be f16, bf16 or f32: E0204
    - `lhs` and `rhs` must have the same type: E0207
    - `result` must have as many lanes as `lhs`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1679-1694)

    Attributes:
    - predicate: `oeq`, `one`, `olt`, `ole`, `ogt`, `oge` and the like
    """
    return call("vmi.cmpf", (("lhs", lhs, ""), ("rhs", rhs, ""),), (("predicate", predicate),), ("Handle",), result, "")


def vmi_cmpi(
    lhs: Value,
    rhs: Value,
    predicate: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Compare integers.

    result[i] = lhs[i] predicate rhs[i]

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits: E0204
    - `lhs` and `rhs` must have the same type: E0207
    - `result` must have as many lanes as `lhs`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1696-1711)

    Attributes:
    - predicate: `eq`, `ne`, `slt`, `ult` and the like
    """
    return call("vmi.cmpi", (("lhs", lhs, ""), ("rhs", rhs, ""),), (("predicate", predicate),), ("Handle",), result, "")


def vmi_vcmp(
    lhs: Value,
    rhs: Value,
    seed: Value,
    cmp: str,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Compare active lanes.

    The element type says whether integers are signed. Ordered forms are for floating point.

    result[i] = seed[i] & (lhs[i] cmp rhs[i])

    C++ has no function for it.

    Rules:
    - the element type of `lhs` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `lhs` and `rhs` must have the same type: E0207
    - `seed` must have as many lanes as `lhs`: E0218
    - `result` must have as many lanes as `seed`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:5090-5146)

    Attributes:
    - cmp: the comparison; ordered forms begin with `o` (eq, ne, lt, le, gt, ge, oeq, one, olt, ole, ogt, oge)
    - pmode: inactive lanes become zero or keep their value (zeroing, merge)
    """
    return call("vmi.vcmp", (("lhs", lhs, ""), ("rhs", rhs, ""), ("seed", seed, ""),), (("cmp", cmp), ("pmode", pmode),), ("Handle",), result, "")


def vmi_vcmps(
    src: Value,
    scalar: Number,
    seed: Value,
    cmp: str,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Compare active lanes with a number.

    The element type says whether integers are signed. Ordered forms are for floating point.

    result[i] = seed[i] & (src[i] cmp scalar)

    C++ has no function for it.

    Rules:
    - the element type of `src` must be an integer of 8, 16 or 32 bits, f16, bf16 or f32: E0204
    - `seed` must have as many lanes as `src`: E0218
    - `scalar` must have the element type of `src`: E0203
    - `result` must have as many lanes as `seed`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:5148-5206)

    Attributes:
    - cmp: the comparison; ordered forms begin with `o` (eq, ne, lt, le, gt, ge, oeq, one, olt, ole, ogt, oge)
    - pmode: inactive lanes become zero or keep their value (zeroing, merge)
    """
    return call("vmi.vcmps", (("src", src, ""), ("scalar", scalar, ""), ("seed", seed, ""),), (("cmp", cmp), ("pmode", pmode),), ("Handle",), result, "")


def vmi_select(
    mask: Value,
    true_value: Value,
    false_value: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Choose lanes from two registers.

    result[i] = mask[i] ? true_value[i] : false_value[i]

    C++ has no function for it.

    Rules:
    - `result`, `true_value` and `false_value` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1713-1724)
    """
    return call("vmi.select", (("mask", mask, ""), ("true_value", true_value, ""), ("false_value", false_value, ""),), (), ("Handle",), result, "")


def vmi_vsel(
    mask: Value,
    true_value: Value,
    false_value: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Choose lanes from two registers.

    `pmode` changes nothing: the lanes that the predicate leaves out come from the second register.

    result[i] = mask[i] ? true_value[i] : false_value[i]

    C++ has no function for it.

    Rules:
    - `result`, `true_value` and `false_value` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3800-3821)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vsel", (("mask", mask, ""), ("true_value", true_value, ""), ("false_value", false_value, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_extf(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Widen floating-point numbers.

    result[i] = source[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be a floating-point type: E0204
    - the element type of `result` must be a floating-point type: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2096-2116)
    """
    return call("vmi.extf", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_truncf(
    source: Value,
    *,
    rounding: str | None = None,
    saturate: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Narrow floating-point numbers.

    result[i] = round(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be a floating-point type: E0204
    - the element type of `result` must be a floating-point type: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2125-2135)

    Attributes:
    - rounding: how the value is rounded (R, A, F, C, Z, H)
    - saturate: whether values out of range are clamped (SAT, NOSAT)
    """
    return call("vmi.truncf", (("source", source, ""),), (("rounding", rounding), ("saturate", saturate),), ("Handle",), result, "")


def vmi_fptosi(
    source: Value,
    *,
    rounding: str | None = None,
    saturate: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Convert floating-point numbers to signed integers.

    result[i] = round(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be a floating-point type: E0204
    - the element type of `result` must be si8, si16 or si32: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2203-2246)

    Attributes:
    - rounding: how the value is rounded (R, A, F, C, Z, H)
    - saturate: whether values out of range are clamped (SAT, NOSAT)
    """
    return call("vmi.fptosi", (("source", source, ""),), (("rounding", rounding), ("saturate", saturate),), ("Handle",), result, "")


def vmi_fptoui(
    source: Value,
    *,
    rounding: str | None = None,
    saturate: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Convert floating-point numbers to unsigned integers.

    result[i] = round(source[i])

    C++ has no function for it.

    Rules:
    - the element type of `source` must be a floating-point type: E0204
    - the element type of `result` must be an integer of 8, 16 or 32 bits that is not signed: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2248-2292)

    Attributes:
    - rounding: how the value is rounded (R, A, F, C, Z, H)
    - saturate: whether values out of range are clamped (SAT, NOSAT)
    """
    return call("vmi.fptoui", (("source", source, ""),), (("rounding", rounding), ("saturate", saturate),), ("Handle",), result, "")


def vmi_sitofp(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Convert signed integers to floating point.

    result[i] = source[i]

    C++ has no function for it.

    Rules:
    - the element type of `result` must be f32: E0204
    - the element type of `source` must be si32: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2294-2314)
    """
    return call("vmi.sitofp", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_extsi(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Widen signed integers.

    result[i] = source[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be si8, si16 or si32: E0204
    - the element type of `result` must be si8, si16 or si32: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2316-2338)
    """
    return call("vmi.extsi", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_extui(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Widen unsigned integers.

    result[i] = source[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 8, 16 or 32 bits that is not signed: E0204
    - the element type of `result` must be an integer of 8, 16 or 32 bits that is not signed: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2340-2363)
    """
    return call("vmi.extui", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_trunci(
    source: Value,
    saturate: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Narrow integers.

    result[i] = clamp(source[i])   (SAT)
    result[i] = source[i] mod 2^bits   (NOSAT)

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 8, 16 or 32 bits: E0204
    - the element type of `result` must be an integer of 8, 16 or 32 bits: E0204
    - `result` must have as many lanes as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2365-2390)

    Attributes:
    - saturate: whether values out of range are clamped (SAT, NOSAT)
    """
    return call("vmi.trunci", (("source", source, ""),), (("saturate", saturate),), ("Handle",), result, "")


def vmi_vcvt(
    source: Value,
    *,
    rounding: str | None = None,
    saturate: str | None = None,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Convert to another element type.

    The two element types say what is done: widen, narrow, or go between integers and floating point. Integers
    without a sign in their type are unsigned. Narrowing and conversion to integers need `saturate`.

    result[i] = convert(source[i])

    C++ has no function for it.

    Rules:
    - `result` must have as many lanes as `source`: E0218
    - there must be a conversion between the element types of `source` and `result`: E0204
    - `saturate` belongs to conversions that can leave the range of `result`, and to no others: E0228
    - si32 does not become si8 with `saturate = "SAT"`: E0228
    - `rounding` is for narrower floating-point numbers (R, A, H, Z; in pairs R, A, F, Z, C) and for integers (R, A, F, C, Z): E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4413-4421)

    Attributes:
    - rounding: how the value is rounded (R, A, F, C, Z, H)
    - saturate: whether values out of range are clamped (SAT, NOSAT)
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vcvt", (("source", source, ""),), (("rounding", rounding), ("saturate", saturate), ("pmode", pmode),), ("Handle",), result, "")


def vmi_bitcast(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read the same bits as another element type.

    Both have as many bits in all.

    bits(result) = bits(source)

    C++ has no function for it.

    Rules:
    - `result` must have as many bits as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2392-2402)
    """
    return call("vmi.bitcast", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_vinterpret_cast(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read the same bits as another element type.

    Both have as many bits in all.

    bits(result) = bits(source)

    C++ has no function for it.

    Rules:
    - `result` must have as many bits as `source`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4622-4632)
    """
    return call("vmi.vinterpret_cast", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_load(
    source: Value,
    offset: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load consecutive elements.

    result[i] = source[offset + i]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `source` must have the element type of `result`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2423-2430)
    """
    return call("vmi.load", (("source", source, ""), ("offset", offset, "index"),), (), ("Handle",), result, "")


def vmi_deinterleave_load(
    source: Value,
    offset: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Load and separate even and odd elements.

    low[i] = source[offset + 2*i]
    high[i] = source[offset + 2*i + 1]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `low` and `high` must have the same type: E0207
    - `source` must have the element type of `low`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2438-2461)
    """
    return call("vmi.deinterleave_load", (("source", source, ""), ("offset", offset, "index"),), (), ("Handle", "Handle",), result, "")


def vmi_group_load(
    source: Value,
    offset: Number,
    row_stride: Number,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load groups that lie a stride apart.

    result[g*S + j] = source[offset + g*row_stride + j]   with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `source` must have the element type of `result`: E0203
    - the lanes of `result` must be a multiple of `num_groups`: E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2469-2481)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_load", (("source", source, ""), ("offset", offset, "index"), ("row_stride", row_stride, "index"),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_group_slot_load(
    source: Value,
    offset: Number,
    source_group_stride: Number,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load one element for each group.

    result[g] = source[offset + g*source_group_stride]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `source` must have the element type of `result`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2489-2513)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_slot_load", (("source", source, ""), ("offset", offset, "index"), ("source_group_stride", source_group_stride, "index"),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_group_broadcast_load(
    source: Value,
    offset: Number,
    source_group_stride: Number,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load one element for each group and copy it to the lanes of the group.

    result[g*S + j] = source[offset + g*source_group_stride]   with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `source` must have the element type of `result`: E0203
    - the lanes of `result` must be a multiple of `num_groups`: E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2521-2546)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_broadcast_load", (("source", source, ""), ("offset", offset, "index"), ("source_group_stride", source_group_stride, "index"),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_stride_load(
    source: Value,
    offset: Number,
    block_stride: Number,
    repeat_stride: Number,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load blocks that lie a stride apart.

    Inactive lanes become zero. `repeat_stride` is the step from one register to the next.

    result = blocks of 32 bytes at source[offset], block_stride blocks apart

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `block_stride` and `repeat_stride` must have element type i16: E0204
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `source` must have the element type of `result`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2725-2737)
    """
    return call("vmi.stride_load", (("source", source, ""), ("offset", offset, "index"), ("block_stride", block_stride, ""), ("repeat_stride", repeat_stride, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_masked_load(
    source: Value,
    offset: Number,
    mask: Value,
    passthru: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load active lanes, others from a register.

    result[i] = mask[i] ? source[offset + i] : passthru[i]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `result` and `passthru` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `source` must have the element type of `result`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2554-2572)
    """
    return call("vmi.masked_load", (("source", source, ""), ("offset", offset, "index"), ("mask", mask, ""), ("passthru", passthru, ""),), (), ("Handle",), result, "")


def vmi_gather(
    source: Value,
    indices: Value,
    mask: Value,
    passthru: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load elements by index, inactive lanes from a register.

    result[i] = mask[i] ? source[indices[i]] : passthru[i]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - the element type of `indices` must be an integer of 16 or 32 bits that is not signed: E0204
    - `result` and `passthru` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `source` must have the element type of `result`: E0203
    - `indices` must have as many lanes as `result`: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2580-2621)
    """
    return call("vmi.gather", (("source", source, ""), ("indices", indices, ""), ("mask", mask, ""), ("passthru", passthru, ""),), (), ("Handle",), result, "")


def vmi_expand_load(
    source: Value,
    offset: Number,
    mask: Value,
    passthru: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load consecutive elements into the active lanes.

    result[i] = mask[i] ? source[offset + number of j < i with mask[j]] : passthru[i]

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `result` and `passthru` must have the same type: E0207
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `source` must have the element type of `result`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2629-2647)
    """
    return call("vmi.expand_load", (("source", source, ""), ("offset", offset, "index"), ("mask", mask, ""), ("passthru", passthru, ""),), (), ("Handle",), result, "")


def vmi_vload(
    source: Value,
    offset: Number,
    stride: Number | None = None,
    block_stride: Number | None = None,
    repeat_stride: Number | None = None,
    *,
    dist_mode: str | None = None,
    group: int | None = None,
    pmode: str | None = None,
) -> None:
    r"""Load from UB: consecutive, spread, by groups or by blocks.

    `stride` belongs to `group`; two strides of blocks stand alone. `dintlv` has two results, everything else one.

    results[0][i] = source[offset + i]   (continuous)
    results[0][i], results[1][i] = source[offset + 2*i], source[offset + 2*i + 1]   (dintlv)
    results[0][i] = source[offset]   (brc)
    results[0][i] = widen(source[offset + i])   (unpack)
    results[0][g*S + j] = source[offset + g*stride + j]   with `group`

    C++ has no function for it.

    Rules:
    - `block_stride` and `repeat_stride` must have element type i16: E0204
    - `stride` and `group` belong together: E0228
    - `source` must have the element type of `results`, unless `dist_mode` is `unpack`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:5332-5415)

    Attributes:
    - dist_mode: how memory is spread over lanes (continuous, dintlv, unpack, brc)
    - group: number of groups
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    call("vmi.vload", (("source", source, ""), ("offset", offset, "index"), ("stride", stride, "index"), ("block_stride", block_stride, ""), ("repeat_stride", repeat_stride, ""),), (("dist_mode", dist_mode), ("group", group), ("pmode", pmode),))


def vmi_vgather(
    source: Value,
    offsets: Value,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load elements by index.

    result[i] = mask[i] ? source[offsets[i]] : 0

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - the element type of `offsets` must be an integer of 16 or 32 bits that is not signed: E0204
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218
    - `source` must have the element type of `result`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4015-4065)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vgather", (("source", source, ""), ("offsets", offsets, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_vgatherb(
    source: Value,
    offsets: Value,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load elements by byte offset.

    The predicate has a lane for each lane of the result, which may have more than the offsets.

    result = mask ? source at byte offsets : 0

    C++ has no function for it.

    Rules:
    - `source` must be in ub: E0201
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4073-4106)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vgatherb", (("source", source, ""), ("offsets", offsets, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle",), result, "")


def vmi_store(
    value: Value,
    destination: Value,
    offset: Number,
) -> None:
    r"""Store consecutive elements.

    destination[offset + i] = value[i]

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `destination` must have the element type of `value`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2655-2663)
    """
    call("vmi.store", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"),), ())


def vmi_interleave_store(
    low: Value,
    high: Value,
    destination: Value,
    offset: Number,
) -> None:
    r"""Store two registers interleaved.

    destination[offset + 2*i] = low[i]
    destination[offset + 2*i + 1] = high[i]

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `low` and `high` must have the same type: E0207
    - `destination` must have the element type of `low`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2671-2695)
    """
    call("vmi.interleave_store", (("low", low, ""), ("high", high, ""), ("destination", destination, ""), ("offset", offset, "index"),), ())


def vmi_group_store(
    value: Value,
    destination: Value,
    offset: Number,
    row_stride: Number,
    num_groups: int,
) -> None:
    r"""Store groups a stride apart.

    destination[offset + g*row_stride + j] = value[g*S + j]   with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - the lanes of `value` must be a multiple of `num_groups`: E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2703-2717)

    Attributes:
    - num_groups: number of groups
    """
    call("vmi.group_store", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"), ("row_stride", row_stride, "index"),), (("num_groups", num_groups),))


def vmi_masked_store(
    value: Value,
    destination: Value,
    offset: Number,
    mask: Value,
) -> None:
    r"""Store active lanes.

    destination[offset + i] = value[i]   for mask[i]

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `mask` must have the lanes of `value`, their width if it names one, and their layout: E0218
    - `destination` must have the element type of `value`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2745-2758)
    """
    call("vmi.masked_store", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"), ("mask", mask, ""),), ())


def vmi_stride_store(
    value: Value,
    destination: Value,
    offset: Number,
    block_stride: Number,
    repeat_stride: Number,
    mask: Value,
) -> None:
    r"""Store blocks a stride apart.

    `repeat_stride` is the step from one register to the next.

    blocks of 32 bytes at destination[offset], block_stride blocks apart = value

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `block_stride` and `repeat_stride` must have element type i16: E0204
    - `mask` must have the lanes of `value`, their width if it names one, and their layout: E0218
    - `destination` must have the element type of `value`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2766-2779)
    """
    call("vmi.stride_store", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"), ("block_stride", block_stride, ""), ("repeat_stride", repeat_stride, ""), ("mask", mask, ""),), ())


def vmi_scatter(
    value: Value,
    destination: Value,
    indices: Value,
    mask: Value,
) -> None:
    r"""Store active lanes by index.

    destination[indices[i]] = value[i]   for mask[i]

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - the element type of `indices` must be an integer of 16 or 32 bits that is not signed: E0204
    - `mask` must have the lanes of `value`, their width if it names one, and their layout: E0218
    - `destination` must have the element type of `value`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2789-2817)
    """
    call("vmi.scatter", (("value", value, ""), ("destination", destination, ""), ("indices", indices, ""), ("mask", mask, ""),), ())


def vmi_compress_store(
    value: Value,
    destination: Value,
    offset: Number,
    mask: Value,
) -> None:
    r"""Store active lanes one after the other.

    destination[offset + number of j < i with mask[j]] = value[i]   for mask[i]

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `mask` must have the lanes of `value`, their width if it names one, and their layout: E0218
    - `destination` must have the element type of `value`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1752-1765)
    """
    call("vmi.compress_store", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"), ("mask", mask, ""),), ())


def vmi_vstore(
    values: Sequence[Value],
    destination: Value,
    offset: Number,
    stride: Number | None = None,
    block_stride: Number | None = None,
    repeat_stride: Number | None = None,
    mask: Value | None = None,
    *,
    dist_mode: str | None = None,
    group: int | None = None,
    pmode: str | None = None,
) -> None:
    r"""Store to UB: consecutive, interleaved, by groups or by blocks.

    `stride` belongs to `group`; two strides of blocks stand alone. `dintlv` stores two registers, everything else
    one. Inactive lanes are not stored.

    destination[offset + i] = values[0][i]   (continuous)
    destination[offset + 2*i], destination[offset + 2*i + 1] = values[0][i], values[1][i]   (dintlv)
    destination[offset + g*stride + j] = values[0][g*S + j]   with `group`

    C++ has no function for it.

    Rules:
    - `block_stride` and `repeat_stride` must have element type i16: E0204
    - `stride` and `group` belong together: E0228
    - `destination` must have the element type of `values`: E0203
    - `mask` must have the lanes of `values`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4848-4968)

    Attributes:
    - dist_mode: how lanes are spread over memory (continuous, dintlv)
    - group: number of groups
    - pmode: inactive lanes are left out (zero)
    """
    call("vmi.vstore", (("values", values, ""), ("destination", destination, ""), ("offset", offset, "index"), ("stride", stride, "index"), ("block_stride", block_stride, ""), ("repeat_stride", repeat_stride, ""), ("mask", mask, ""),), (("dist_mode", dist_mode), ("group", group), ("pmode", pmode),))


def vmi_vscatter(
    value: Value,
    destination: Value,
    offsets: Value,
    mask: Value,
    *,
    pmode: str | None = None,
) -> None:
    r"""Store active lanes by index.

    destination[offsets[i]] = value[i]   for mask[i]

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - the element type of `offsets` must be an integer of 16 or 32 bits that is not signed: E0204
    - `mask` must have the lanes of `value`, their width if it names one, and their layout: E0218
    - `destination` must have the element type of `value`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4114-4154)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    call("vmi.vscatter", (("value", value, ""), ("destination", destination, ""), ("offsets", offsets, ""), ("mask", mask, ""),), (("pmode", pmode),))


def vmi_vsstb(
    value: Value,
    destination: Value,
    offset: Number,
    block_stride: Number,
    mask: Value,
    *,
    pmode: str | None = None,
) -> None:
    r"""Store blocks a stride apart, each register at the same place.

    blocks of 32 bytes at destination[offset], block_stride blocks apart = value

    C++ has no function for it.

    Rules:
    - `destination` must be in ub: E0201
    - `block_stride` must have element type i16: E0204
    - `mask` must have the lanes of `value`, their width if it names one, and their layout: E0218
    - `destination` must have the element type of `value`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:4976-4996)

    Attributes:
    - pmode: inactive lanes are left out (zero)
    """
    call("vmi.vsstb", (("value", value, ""), ("destination", destination, ""), ("offset", offset, "index"), ("block_stride", block_stride, ""), ("mask", mask, ""),), (("pmode", pmode),))


def vmi_reduce_addf(
    source: Value,
    mask: Value,
    reassoc: bool,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add up active lanes.

    The result has one lane. The sum is formed pairwise, so `reassoc` must be given.

    result[0] = sum(source[i])   over mask[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have one lane: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1793-1815)

    Attributes:
    - reassoc: the order of additions is free
    """
    return call("vmi.reduce_addf", (("source", source, ""), ("mask", mask, ""),), (("reassoc", reassoc),), ("Handle",), result, "")


def vmi_reduce_maxf(
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the largest active lane.

    The result has one lane.

    result[0] = max(source[i])   over mask[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have one lane: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1837)
    """
    return call("vmi.reduce_maxf", (("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_reduce_minf(
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smallest active lane.

    The result has one lane.

    result[0] = min(source[i])   over mask[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be f16 or f32: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have one lane: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1839)
    """
    return call("vmi.reduce_minf", (("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_reduce_addi(
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add up active integers.

    The result has one lane.

    result[0] = sum(source[i])   over mask[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 32 bits: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have one lane: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1773-1791)
    """
    return call("vmi.reduce_addi", (("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_reduce_maxi(
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the largest active integer.

    The result has one lane.

    result[0] = max(source[i])   over mask[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 8, 16 or 32 bits: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have one lane: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1860)
    """
    return call("vmi.reduce_maxi", (("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_reduce_mini(
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smallest active integer.

    The result has one lane.

    result[0] = min(source[i])   over mask[i]

    C++ has no function for it.

    Rules:
    - the element type of `source` must be an integer of 8, 16 or 32 bits: E0204
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - `result` must have one lane: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1862)
    """
    return call("vmi.reduce_mini", (("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_group_reduce_addf(
    source: Value,
    mask: Value,
    num_groups: int,
    reassoc: bool,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add up the active lanes of each group.

    The sums are formed pairwise, so `reassoc` must be given.

    result[g] = sum(source[g*S + j])   over active j, with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `num_groups`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1914-1916)

    Attributes:
    - num_groups: number of groups
    - reassoc: the order of additions is free
    """
    return call("vmi.group_reduce_addf", (("source", source, ""), ("mask", mask, ""),), (("num_groups", num_groups), ("reassoc", reassoc),), ("Handle",), result, "")


def vmi_group_reduce_maxf(
    source: Value,
    mask: Value,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the largest active lane of each group.

    result[g] = max(source[g*S + j])   over active j, with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `num_groups`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1918-1920)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_reduce_maxf", (("source", source, ""), ("mask", mask, ""),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_group_reduce_minf(
    source: Value,
    mask: Value,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smallest active lane of each group.

    result[g] = min(source[g*S + j])   over active j, with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `num_groups`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1922-1924)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_reduce_minf", (("source", source, ""), ("mask", mask, ""),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_group_reduce_addi(
    source: Value,
    mask: Value,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add up the active integers of each group.

    result[g] = sum(source[g*S + j])   over active j, with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `num_groups`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1972-1974)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_reduce_addi", (("source", source, ""), ("mask", mask, ""),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_group_reduce_maxi(
    source: Value,
    mask: Value,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the largest active integer of each group.

    result[g] = max(source[g*S + j])   over active j, with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `num_groups`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1976-1978)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_reduce_maxi", (("source", source, ""), ("mask", mask, ""),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_group_reduce_mini(
    source: Value,
    mask: Value,
    num_groups: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smallest active integer of each group.

    result[g] = min(source[g*S + j])   over active j, with S = lanes/num_groups

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `num_groups`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1980-1982)

    Attributes:
    - num_groups: number of groups
    """
    return call("vmi.group_reduce_mini", (("source", source, ""), ("mask", mask, ""),), (("num_groups", num_groups),), ("Handle",), result, "")


def vmi_vcadd(
    source: Value,
    mask: Value,
    *,
    group: int | None = None,
    pmode: str | None = None,
    reassoc: bool | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add up active lanes, of all or of each group.

    Floating-point sums need `reassoc`: they are formed pairwise.

    result[0] = sum(source[i])   over mask[i]
    result[g] = sum(source[g*S + j])   with `group`, S = lanes/group

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `group`: E0228
    - `result` must have the element type of `source`: E0203
    - a floating-point sum needs `reassoc`: E0309

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3823-3831)

    Attributes:
    - group: number of groups
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    - reassoc: the order of additions is free
    """
    return call("vmi.vcadd", (("source", source, ""), ("mask", mask, ""),), (("group", group), ("pmode", pmode), ("reassoc", reassoc),), ("Handle",), result, "")


def vmi_vcmax(
    source: Value,
    mask: Value,
    *,
    group: int | None = None,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the largest active lane, of all or of each group.

    result[0] = max(source[i])   over mask[i]
    result[g] = max(source[g*S + j])   with `group`, S = lanes/group

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `group`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3893-3901)

    Attributes:
    - group: number of groups
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vcmax", (("source", source, ""), ("mask", mask, ""),), (("group", group), ("pmode", pmode),), ("Handle",), result, "")


def vmi_vcmin(
    source: Value,
    mask: Value,
    *,
    group: int | None = None,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the smallest active lane, of all or of each group.

    result[0] = min(source[i])   over mask[i]
    result[g] = min(source[g*S + j])   with `group`, S = lanes/group

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218
    - the lanes of `source` must be a multiple of `group`: E0228
    - `result` must have the element type of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3954-3962)

    Attributes:
    - group: number of groups
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vcmin", (("source", source, ""), ("mask", mask, ""),), (("group", group), ("pmode", pmode),), ("Handle",), result, "")


def vmi_create_mask(
    active_lanes: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate of the first lanes.

    result[i] = i < active_lanes

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1271-1273)
    """
    return call("vmi.create_mask", (("active_lanes", active_lanes, "index"),), (), ("Handle",), result, "")


def vmi_create_group_mask(
    active_elems_per_group: Number,
    num_groups: int,
    group_size: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate of the first lanes of each group.

    The predicate has `num_groups` times `group_size` lanes.

    result[i] = i mod group_size < active_elems_per_group

    C++ has no function for it.

    Rules:
    - the lanes must be `num_groups` times `group_size`: E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1275-1290)

    Attributes:
    - num_groups: number of groups
    - group_size: lanes of a group
    """
    return call("vmi.create_group_mask", (("active_elems_per_group", active_elems_per_group, "index"),), (("num_groups", num_groups), ("group_size", group_size),), ("Handle",), result, "")


def vmi_constant_mask(
    value: Any,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate from listed bits.

    `value` lists one bit for each lane, or one for all. The assembler reads this only in its generic form.

    result[i] = value[i]

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1292-1306)

    Attributes:
    - value: dense elements, one or as many as there are lanes
    """
    return call("vmi.constant_mask", (), (("value", value),), ("Handle",), result, "")


def vmi_mask_and(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the lanes active in both.

    result[i] = lhs[i] & rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1308-1314)
    """
    return call("vmi.mask_and", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_mask_or(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the lanes active in either.

    result[i] = lhs[i] | rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1316-1322)
    """
    return call("vmi.mask_or", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_mask_xor(
    lhs: Value,
    rhs: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the lanes active in just one.

    result[i] = lhs[i] ^ rhs[i]

    C++ has no function for it.

    Rules:
    - `result`, `lhs` and `rhs` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1324-1330)
    """
    return call("vmi.mask_xor", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Handle",), result, "")


def vmi_mask_not(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Take the lanes that are not active.

    result[i] = !source[i]

    C++ has no function for it.

    Rules:
    - `result` and `source` must have the same type: E0207

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1332-1337)
    """
    return call("vmi.mask_not", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_pset(
    pattern: str,
    *,
    group: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate of all lanes.

    `group` says that the lanes form groups; all are active.

    result[i] = 1

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3327-3337)

    Attributes:
    - pattern: all lanes (PAT_ALL)
    - group: number of groups
    """
    return call("vmi.pset", (), (("pattern", pattern), ("group", group),), ("Handle",), result, "")


def vmi_pge(
    pattern: str,
    *,
    group: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a predicate of the first lanes, or of the first of each group.

    result[i] = i < n   for the pattern PAT_VLn
    result[g*S + j] = j < n   with `group`

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3339-3360)

    Attributes:
    - pattern: `PAT_VLn` with a number n
    - group: number of groups
    """
    return call("vmi.pge", (), (("pattern", pattern), ("group", group),), ("Handle",), result, "")


def vmi_plt(
    scalar: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Make a predicate of the lanes that are left, and count them off.

    mask[i] = i < scalar
    scalar_out = max(scalar - L, 0)   with L lanes

    C++ has no function for it.

    Rules:
    - `scalar` and `scalar_out` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3362-3376)
    """
    return call("vmi.plt", (("scalar", scalar, ""),), (), ("Handle", "Scalar",), result, "")


def vmi_active_prefix_index(
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number the active lanes.

    result[i] = number of j < i with mask[j]

    C++ has no function for it.

    Rules:
    - the element type of `result` must be an integer of 8, 16 or 32 bits: E0204
    - `mask` must have the lanes of `result`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1726-1738)
    """
    return call("vmi.active_prefix_index", (("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_shuffle(
    source: Value,
    indices: Any,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Choose lanes by listed numbers.

    result[i] = source[indices[i]]

    C++ has no function for it.

    Rules:
    - `result` must have the element type of `source`: E0203
    - `indices` must list a lane of `source` for each lane of `result`: E0228

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2825-2849)

    Attributes:
    - indices: source lane of each lane of the result
    """
    return call("vmi.shuffle", (("source", source, ""),), (("indices", indices),), ("Handle",), result, "")


def vmi_vselr(
    source: Value,
    index: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Choose lanes by a register of lane numbers.

    Indices are as wide as the elements.

    result[i] = source[index[i]]

    C++ has no function for it.

    Rules:
    - the element type of `index` must be an integer of 8, 16 or 32 bits: E0204
    - `index` must have as many lanes as `result`: E0218
    - `result` must have the element type of `source`: E0203
    - elements of `index` must be as wide as those of `source`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:5004-5048)
    """
    return call("vmi.vselr", (("source", source, ""), ("index", index, ""),), (), ("Handle",), result, "")


def vmi_compress(
    source: Value,
    mask: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Move active lanes to the front.

    result[number of j < i with mask[j]] = source[i]   for mask[i]

    C++ has no function for it.

    Rules:
    - `result` and `source` must have the same type: E0207
    - `mask` must have the lanes of `source`, their width if it names one, and their layout: E0218

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:1740-1750)
    """
    return call("vmi.compress", (("source", source, ""), ("mask", mask, ""),), (), ("Handle",), result, "")


def vmi_vintlv(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Interleave two registers.

    low, high = lower and upper half of lhs[0], rhs[0], lhs[1], rhs[1], ...

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `lhs`, their width if it names one, and their layout: E0218
    - `rhs` must have as many lanes as `lhs`: E0218
    - `low` must have as many lanes as `lhs`: E0218
    - `high` must have as many lanes as `lhs`: E0218
    - `rhs` must have the element type of `lhs`: E0203
    - `low` must have the element type of `lhs`: E0203
    - `high` must have the element type of `lhs`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:5050-5066)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vintlv", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle", "Handle",), result, "")


def vmi_vdintlv(
    lhs: Value,
    rhs: Value,
    mask: Value,
    *,
    pmode: str | None = None,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Separate even and odd lanes of two registers.

    low, high = even and odd lanes of lhs followed by rhs

    C++ has no function for it.

    Rules:
    - `mask` must have the lanes of `lhs`, their width if it names one, and their layout: E0218
    - `rhs` must have as many lanes as `lhs`: E0218
    - `low` must have as many lanes as `lhs`: E0218
    - `high` must have as many lanes as `lhs`: E0218
    - `rhs` must have the element type of `lhs`: E0203
    - `low` must have the element type of `lhs`: E0203
    - `high` must have the element type of `lhs`: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:5068-5084)

    Attributes:
    - pmode: inactive lanes are zero, the default, or undefined: a value has no earlier contents to keep (zero, merge)
    """
    return call("vmi.vdintlv", (("lhs", lhs, ""), ("rhs", rhs, ""), ("mask", mask, ""),), (("pmode", pmode),), ("Handle", "Handle",), result, "")


def vmi_channel_split(
    source: Value,
) -> None:
    r"""Separate interleaved channels.

    The assembler reads this only in its generic form.

    results[c][i] = source[i*C + c]   with C results

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2851-2903)
    """
    call("vmi.channel_split", (("source", source, ""),), ())


def vmi_channel_merge(
    inputs: Sequence[Value],
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Interleave channels.

    The assembler reads this only in its generic form.

    result[i*C + c] = inputs[c][i]   with C inputs

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2905-2957)
    """
    return call("vmi.channel_merge", (("inputs", inputs, ""),), (), ("Handle",), result, "")


def vmi_ensure_layout(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Give a register another layout.

    The lanes keep their numbers and values; they move between machine registers.

    result[i] = source[i]

    C++ has no function for it.

    Rules:
    - `result` must have as many lanes as `source`: E0218
    - the types of `source` and `result` must both name a layout: E0202

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2959-2971)
    """
    return call("vmi.ensure_layout", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_ensure_mask_layout(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Give a predicate another layout.

    The lanes keep their numbers and values; they move between machine registers.

    result[i] = source[i]

    C++ has no function for it.

    Rules:
    - `result` must have as many lanes as `source`: E0218
    - the types of `source` and `result` must both name a layout: E0202

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2973-2985)
    """
    return call("vmi.ensure_mask_layout", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_ensure_mask_granularity(
    source: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Give a predicate another lane width.

    result[i] = source[i]

    C++ has no function for it.

    Rules:
    - `result` must have as many lanes as `source`: E0218
    - the types of `source` and `result` must both name a width, and a layout both or neither: E0202

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:2987-3005)
    """
    return call("vmi.ensure_mask_granularity", (("source", source, ""),), (), ("Handle",), result, "")


def vmi_unpack(
    source: Value,
) -> None:
    r"""Split a value with a layout into machine registers.

    The assembler reads this only in its generic form.

    parts = the machine registers of source

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3007-3010)
    """
    call("vmi.unpack", (("source", source, ""),), ())


def vmi_pack(
    parts: Sequence[Value],
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Make a value with a layout from machine registers.

    The assembler reads this only in its generic form.

    result = the value whose machine registers are parts

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VMI.cpp:3012-3015)
    """
    return call("vmi.pack", (("parts", parts, ""),), (), ("Handle",), result, "")


def set_flag(
    src_pipe: str,
    dst_pipe: str,
    event_id: str,
) -> None:
    r"""Signal another pipe when all earlier work of a pipe is done.

    Events of one pair of pipes have ids 0 to 7 on the devices. A second set before the wait is an error.
    Spellings: `<PIPE_V>`, `#pto.pipe<PIPE_V>` and quoted words.

    event[src_pipe, dst_pipe, event_id] += 1, after the earlier work of src_pipe

    C++: `set_flag(src_pipe, dst_pipe, event_id)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-flag.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9914-9936)

    Attributes:
    - src_pipe: the pipe that signals
    - dst_pipe: the pipe that waits
    - event_id: one of eight per pair of pipes
    """
    call("set_flag", (), (("src_pipe", src_pipe), ("dst_pipe", dst_pipe), ("event_id", event_id),))


def wait_flag(
    src_pipe: str,
    dst_pipe: str,
    event_id: str,
) -> None:
    r"""Hold a pipe until another one has signalled.

    Consumes the event. A wait that nothing sets never ends.

    dst_pipe waits for event[src_pipe, dst_pipe, event_id] > 0, then -= 1

    C++: `wait_flag(src_pipe, dst_pipe, event_id)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-flag.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9938-9960)

    Attributes:
    - src_pipe: the pipe that signals
    - dst_pipe: the pipe that waits
    - event_id: one of eight per pair of pipes
    """
    call("wait_flag", (), (("src_pipe", src_pipe), ("dst_pipe", dst_pipe), ("event_id", event_id),))


def set_flag_dyn(
    event_id: Number,
    src_pipe: str,
    dst_pipe: str,
) -> None:
    r"""Signal another pipe with an event id that is computed.

    `set_flag` with an operand for the id.

    as set_flag

    C++: `set_flag(src_pipe, dst_pipe, (event_t)event_id)`

    Element types:
    - every target: as the rules say (PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td)

    Attributes:
    - src_pipe: the pipe that signals
    - dst_pipe: the pipe that waits
    """
    call("set_flag_dyn", (("event_id", event_id, "index"),), (("src_pipe", src_pipe), ("dst_pipe", dst_pipe),))


def wait_flag_dyn(
    event_id: Number,
    src_pipe: str,
    dst_pipe: str,
) -> None:
    r"""Wait for a signal with an event id that is computed.

    `wait_flag` with an operand for the id.

    as wait_flag

    C++: `wait_flag(src_pipe, dst_pipe, (event_t)event_id)`

    Element types:
    - every target: as the rules say (PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td)

    Attributes:
    - src_pipe: the pipe that signals
    - dst_pipe: the pipe that waits
    """
    call("wait_flag_dyn", (("event_id", event_id, "index"),), (("src_pipe", src_pipe), ("dst_pipe", dst_pipe),))


def pipe_barrier(
    pipe: str,
) -> None:
    r"""Wait until a pipe has drained.

    Later work of the pipe starts after all earlier work is complete; PIPE_ALL drains every pipe of the
    core. The assembler calls it `barrier`.

    all earlier work of pipe is complete

    C++: `pipe_barrier(pipe)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/pipe-barrier.md; PTOAS 0.60 include/PTO/IR/PTOOps.td)

    Attributes:
    - pipe: the pipe, or PIPE_ALL
    """
    call("pipe_barrier", (), (("pipe", pipe),))


def barrier_sync(
    op_type: str,
) -> None:
    r"""Wait until the pipe of an operation class has drained.

    A request to the compiler, which picks the pipe.

    all earlier work of pipe(op_type) is complete

    C++: `pipe_barrier(op_type:pipe)`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOOps.td)

    Attributes:
    - op_type: the class (TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    """
    call("barrier_sync", (), (("op_type", op_type),))


def record_event(
    src_op: str,
    dst_op: str,
    event_id: str,
) -> None:
    r"""Signal from one operation class to another.

    A request to the compiler, which turns it into `set_flag` between the pipes of the classes.

    set_flag[pipe(src_op), pipe(dst_op), event_id]

    C++: `set_flag(src_op:pipe, dst_op:pipe, event_id)`

    Element types:
    - every target: as the rules say (PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td)

    Attributes:
    - src_op: class that signals (TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - dst_op: class that waits (TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - event_id
    """
    call("record_event", (), (("src_op", src_op), ("dst_op", dst_op), ("event_id", event_id),))


def wait_event(
    src_op: str,
    dst_op: str,
    event_id: str,
) -> None:
    r"""Wait for the signal of an operation class.

    A request to the compiler, which turns it into `wait_flag` between the pipes of the classes.

    wait_flag[pipe(src_op), pipe(dst_op), event_id]

    C++: `wait_flag(src_op:pipe, dst_op:pipe, event_id)`

    Element types:
    - every target: as the rules say (PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td)

    Attributes:
    - src_op: class that signals (TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - dst_op: class that waits (TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - event_id
    """
    call("wait_event", (), (("src_op", src_op), ("dst_op", dst_op), ("event_id", event_id),))


def get_buf(
    buf_id_dyn: Number | None = None,
    mode_dyn: Number | None = None,
    op_type: str | None = None,
    *,
    buf_id: int | None = None,
    mode: int | None = None,
) -> None:
    r"""Take a buffer id for a pipe.

    Blocks while another pipe holds the id; ids are handed over in the order of the requests. The manual
    writes operands, the assembler numbers; an operation class instead of a pipe is the spelling of 0.27.

    pipe waits until buffer[id] is free, then holds it

    C++: `get_buf(op_type:pipe, buf_id | buf_id_dyn, mode_dyn | mode=0)`

    Rules:
    - the buffer id is either a number or an operand, and beside an operand the mode is an operand, too: E0228
    - buffer ids are 0 to 31: E0505

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/get-buf.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9573-9615)

    Attributes:
    - op_type: the pipe (PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX, TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - buf_id: the id
    - mode: kept; 0 in every public program
    """
    call("get_buf", (("buf_id_dyn", buf_id_dyn, ""), ("mode_dyn", mode_dyn, ""),), (("op_type", op_type), ("buf_id", buf_id), ("mode", mode),))


def get_buf_dyn(
    buf_id: Number,
    op_type: str,
    *,
    mode: int | None = None,
) -> None:
    r"""Take a buffer id for a pipe, with an id that is computed.

    `get_buf` with an operand for the id.

    as get_buf

    C++: `get_buf(op_type:pipe, buf_id, mode=0)`

    Rules:
    - buffer ids are 0 to 31: E0505

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:10070-10173)

    Attributes:
    - op_type: the pipe (PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX, TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - mode
    """
    call("get_buf_dyn", (("buf_id", buf_id, "index"),), (("op_type", op_type), ("mode", mode),))


def rls_buf(
    buf_id_dyn: Number | None = None,
    mode_dyn: Number | None = None,
    op_type: str | None = None,
    *,
    buf_id: int | None = None,
    mode: int | None = None,
) -> None:
    r"""Give a buffer id back.

    Takes effect when the earlier work of the pipe is done. The manual writes operands, the assembler
    numbers; an operation class instead of a pipe is the spelling of 0.27.

    buffer[id] is free after the earlier work of pipe

    C++: `rls_buf(op_type:pipe, buf_id | buf_id_dyn, mode_dyn | mode=0)`

    Rules:
    - the buffer id is either a number or an operand, and beside an operand the mode is an operand, too: E0228
    - buffer ids are 0 to 31: E0505

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/rls-buf.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9573-9615)

    Attributes:
    - op_type: the pipe (PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX, TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - buf_id: the id
    - mode: kept; 0 in every public program
    """
    call("rls_buf", (("buf_id_dyn", buf_id_dyn, ""), ("mode_dyn", mode_dyn, ""),), (("op_type", op_type), ("buf_id", buf_id), ("mode", mode),))


def rls_buf_dyn(
    buf_id: Number,
    op_type: str,
    *,
    mode: int | None = None,
) -> None:
    r"""Give a buffer id back, with an id that is computed.

    `rls_buf` with an operand for the id.

    as rls_buf

    C++: `rls_buf(op_type:pipe, buf_id, mode=0)`

    Rules:
    - buffer ids are 0 to 31: E0505

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:10070-10173)

    Attributes:
    - op_type: the pipe (PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX, TLOAD, TSTORE_ACC, TSTORE_VEC, TMOV_M2L, TMOV_M2S, TMOV_M2B, TMOV_M2V, TMOV_V2M, TMATMUL, TVEC, TVECWAIT_EVENT)
    - mode
    """
    call("rls_buf_dyn", (("buf_id", buf_id, "index"),), (("op_type", op_type), ("mode", mode),))


def mem_bar(
    kind: str,
) -> None:
    r"""Order accesses to UB inside a vector scope.

    XX_YY keeps later accesses of class YY after earlier ones of class XX; V stands for vector, S for
    scalar, ST for stores, LD for loads. It orders UB only, not global memory and not other pipes.

    earlier accesses of the first class are visible to later ones of the second

    C++: `mem_bar(kind)`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/mem-bar.md; PTOAS 0.60 include/PTO/IR/PTOAttrs.td)

    Attributes:
    - kind: which accesses (VV_ALL, VST_VLD, VLD_VST, VST_VST, VS_ALL, VST_LD, VLD_ST, VST_ST, SV_ALL, ST_VLD, LD_VST, ST_VST, SS_ALL, ST_LD, LD_ST, ST_ST)
    """
    call("mem_bar", (), (("kind", kind),))


def set_cross_core(
    core_id: Number,
    event_id: Number,
) -> None:
    r"""Signal the other cores of a cluster.

    Mode 2 of the hardware: the cube core signals both vector cores, a vector core the cube core.

    semaphore[core_id, event_id] += 1

    C++: `ffts_cross_core_sync(pipe, config, ...)`

    Rules:
    - `core_id` and `event_id` must have element type i64 or i32: E0204

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-cross-core.md)
    - cpu: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-cross-core.md; emulated)
    """
    call("set_cross_core", (("core_id", core_id, ""), ("event_id", event_id, ""),), ())


def wait_flag_dev(
    event_id: Number,
) -> None:
    r"""Stop the core until another core of the cluster has signalled.

    All pipes of the core stand still. The semaphore counts up at a set and down at a wait.

    wait for semaphore[event_id] > 0, then -= 1

    C++: `wait_flag_dev(event_id)`

    Rules:
    - `event_id` must have element type i64 or i32: E0204

    Element types:
    - a2a3: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-flag-dev.md)
    - cpu: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-flag-dev.md; emulated)
    """
    call("wait_flag_dev", (("event_id", event_id, ""),), ())


def set_intra_block(
    event_id_dyn: Number | None = None,
    pipe_dyn: Number | None = None,
    *,
    pipe: str | None = None,
    event_id: int | None = None,
) -> None:
    r"""Signal a core of the same block.

    From the cube core, ids 0 to 15 reach the first vector core and 16 to 31 the second; from a vector core
    they reach the cube core.

    semaphore[event_id] += 1, after the earlier work of pipe

    C++: `set_intra_block(pipe, event_id | event_id_dyn)`

    Rules:
    - the event id is either a number or an operand: E0228
    - the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V, on A5 also PIPE_S: E0504
    - the event id must be 0 to 15, on a2a3: E0501

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:4322-4334)
    - a2a3 (`--rules manual`): does not exist (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-intra-block.md)

    Attributes:
    - pipe: the pipe that takes part
    - event_id: the semaphore; 16 and up address the second vector core
    """
    call("set_intra_block", (("event_id_dyn", event_id_dyn, "index"), ("pipe_dyn", pipe_dyn, ""),), (("pipe", pipe), ("event_id", event_id),))


def wait_intra_core(
    event_id_dyn: Number | None = None,
    pipe_dyn: Number | None = None,
    *,
    pipe: str | None = None,
    event_id: int | None = None,
) -> None:
    r"""Wait for a core of the same block.

    Consumes the signal. The assembler calls it `wait_intra_block`.

    pipe waits for semaphore[event_id] > 0, then -= 1

    C++: `wait_intra_block(pipe, event_id | event_id_dyn)`

    Rules:
    - the event id is either a number or an operand: E0228
    - the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V, on A5 also PIPE_S: E0504
    - the event id must be 0 to 15, on a2a3: E0501

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:4349-4361)
    - a2a3 (`--rules manual`): does not exist (pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-intra-core.md)

    Attributes:
    - pipe: the pipe that takes part
    - event_id: the semaphore; 16 and up address the second vector core
    """
    call("wait_intra_core", (("event_id_dyn", event_id_dyn, "index"), ("pipe_dyn", pipe_dyn, ""),), (("pipe", pipe), ("event_id", event_id),))


def set_cross_block(
    event_id_dyn: Number | None = None,
    pipe: str | None = None,
    *,
    event_id: int | None = None,
    ffts_mode: int | None = None,
) -> None:
    r"""Signal the same core of all blocks.

    `sync.set` and `sync.wait` with `ffts_mode` 0.

    semaphore[event_id] of every block += 1, after the earlier work of pipe

    C++: `ffts_cross_core_sync(pipe, getFFTSMsg(0, event_id | event_id_dyn)) {ffts_mode=0}`

    Rules:
    - the event id is either a number or an operand: E0228
    - the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V: E0504

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:4222-4307)

    Attributes:
    - pipe: the pipe that takes part
    - event_id: the semaphore
    - ffts_mode
    """
    call("set_cross_block", (("event_id_dyn", event_id_dyn, "index"),), (("pipe", pipe), ("event_id", event_id), ("ffts_mode", ffts_mode),))


def wait_cross_block(
    event_id_dyn: Number | None = None,
    pipe: str | None = None,
    *,
    event_id: int | None = None,
) -> None:
    r"""Wait for the cores of the other blocks.

    `sync.set` and `sync.wait` with `ffts_mode` 0.

    pipe waits for semaphore[event_id] > 0, then -= 1

    C++: `wait_flag_dev(event_id | event_id_dyn) {pipe}`

    Rules:
    - the event id is either a number or an operand: E0228
    - the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V: E0504

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:4222-4307)

    Attributes:
    - pipe: the pipe that takes part
    - event_id: the semaphore
    """
    call("wait_cross_block", (("event_id_dyn", event_id_dyn, "index"),), (("pipe", pipe), ("event_id", event_id),))


def sync_set(
    event_id_dyn: Number | None = None,
    pipe: str | None = None,
    *,
    event_id: int | None = None,
    ffts_mode: int | None = None,
) -> None:
    r"""Signal the other cores of a cluster.

    Ids as in `set_intra_block`. On A2/A3 the program must first pass the address of the semaphores with
    `set_ffts`.

    semaphore[event_id] += 1, after the earlier work of pipe

    C++: `a2a3: ffts_cross_core_sync(pipe, getFFTSMsg(ffts_mode=2, event_id | event_id_dyn)); a5: set_intra_block(pipe, event_id | event_id_dyn) {ffts_mode=2}`

    Rules:
    - the event id is either a number or an operand: E0228
    - the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V, on a5: E0504

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:4037-4074, 4188-4222)

    Attributes:
    - pipe: the pipe that takes part
    - event_id: the semaphore; 16 and up address the second vector core
    - ffts_mode: 0 between blocks, 1 between the vector cores of a block, 2 within a block
    """
    call("sync.set", (("event_id_dyn", event_id_dyn, "index"),), (("pipe", pipe), ("event_id", event_id), ("ffts_mode", ffts_mode),))


def sync_wait(
    event_id_dyn: Number | None = None,
    pipe: str | None = None,
    *,
    event_id: int | None = None,
    ffts_mode: int | None = None,
) -> None:
    r"""Wait for the other cores of a cluster.

    Ids as in `set_intra_block`. On A2/A3 the program must first pass the address of the semaphores with
    `set_ffts`.

    pipe waits for semaphore[event_id] > 0, then -= 1

    C++: `a2a3: wait_flag_dev(event_id | event_id_dyn) {pipe, ffts_mode}; a5: wait_intra_block(pipe, event_id | event_id_dyn) {ffts_mode=2}`

    Rules:
    - the event id is either a number or an operand: E0228
    - the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V, on a5: E0504

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:4037-4074, 4188-4222)

    Attributes:
    - pipe: the pipe that takes part
    - event_id: the semaphore; 16 and up address the second vector core
    - ffts_mode: 0 between blocks, 1 between the vector cores of a block, 2 within a block
    """
    call("sync.wait", (("event_id_dyn", event_id_dyn, "index"),), (("pipe", pipe), ("event_id", event_id), ("ffts_mode", ffts_mode),))


def set_ffts(
    ffts: Value,
) -> None:
    r"""Pass the address of the cross-core semaphores.

    Once per kernel, before the first cross-core signal on A2/A3.

    semaphore base = ffts

    C++: `set_ffts_base_addr((uint64_t)ffts)`

    Rules:
    - `ffts` must be in gm: E0201
    - `ffts` must have element type i64, ui64, i8 or ui8: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:4009-4021)
    """
    call("set_ffts", (("ffts", ffts, ""),), ())


def fence_barrier_all(
    scope: str,
) -> None:
    r"""Make all earlier accesses to a memory visible.

    `gm` orders global memory between cores, `local_memory` the buffers of this core, `all` both.

    earlier accesses to scope are complete

    C++: `pipe_barrier(PIPE_ALL) then dsb(DSB_DDR) {scope=gm}; pipe_barrier(PIPE_ALL) then dsb(DSB_DDR) {scope=all}`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOAttrs.td:307-309)

    Attributes:
    - scope (local_memory, gm, all)
    """
    call("fence.barrier_all", (), (("scope", scope),))


def dsb(
    mem: str,
) -> None:
    r"""Wait until scalar accesses to a memory are complete.

    A barrier of the scalar unit.

    earlier scalar accesses to mem are complete

    C++: `dsb(mem:mem_dsb_t)`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOAttrs.td)

    Attributes:
    - mem (ALL, DDR, UB, SEQ)
    """
    call("dsb", (), (("mem", mem),))


def dcci(
    ptr: Value,
    cache: str,
    *,
    dst: str | None = None,
) -> None:
    r"""Clean and invalidate the data cache of the scalar unit.

    One line, or all of it; the second word says what the lines hold.

    the cache line of ptr is written back and dropped

    C++: `dcci(ptr, cache[, dst])`

    Rules:
    - `ptr` must be in gm or ub: E0201

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/PTOAttrs.td)

    Attributes:
    - cache (SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE)
    - dst (CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC)
    """
    call("dcci", (("ptr", ptr, ""),), (("cache", cache), ("dst", dst),))


def mte_gm_ub(
    source: Value,
    destination: Value,
    l2_cache_ctl: Number,
    len_burst: Number,
    n_burst: Number,
    nburst_src_stride: Number,
    nburst_dst_stride: Number,
    loop_counts: Sequence[Number],
    loop_src_strides: Sequence[Number],
    loop_dst_strides: Sequence[Number],
    pad_value: Number | None = None,
    left_padding_count: Number | None = None,
    right_padding_count: Number | None = None,
) -> None:
    r"""Copy rows from global memory to UB.

    `n_burst` rows of `len_burst` bytes; each `loop` repeats everything written before it, the first one
    innermost. Strides are bytes from start to start. `pad` writes `pad_value` left and right of each row
    (counts in elements) and up to the next 32-byte boundary.

    for each loop index and r < n_burst: destination[r*nburst_dst_stride ..] = left*pad ++ len_burst bytes of source[r*nburst_src_stride ..] ++ right*pad

    C++: `a5: set_mov_pad_val(bits(pad_value)) then copy_gm_to_ubuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, left_padding_count=0, right_padding_count=0, true, l2_cache_ctl, nburst_src_stride, nburst_dst_stride) loops outtoub; a5: copy_gm_to_ubuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, 0, 0, false, l2_cache_ctl, nburst_src_stride, nburst_dst_stride) loops outtoub`

    Rules:
    - `source` must be in gm: E0201
    - `destination` must be in ub: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `pad_value` must have element type i8, ui8, i16, ui16, i32, ui32, f16, bf16 or f32: E0204
    - `l2_cache_ctl` must be 0 to 3: its field has 2 bits: E0233
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules manual`): E0233
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules device`) (a warning): W0233
    - `nburst_src_stride` and `loop_src_strides` must be 0 to 1099511627775: its field has 40 bits: E0233
    - `nburst_dst_stride`, `loop_counts` and `loop_dst_strides` must be 0 to 2097151: its field has 21 bits: E0233
    - `left_padding_count` and `right_padding_count` must be 0 to 255: its field has 8 bits: E0233
    - `pad` has a value alone, or a value and both counts: E0228

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4094-4300)
    """
    call("mte_gm_ub", (("source", source, ""), ("destination", destination, ""), ("l2_cache_ctl", l2_cache_ctl, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("nburst_src_stride", nburst_src_stride, ""), ("nburst_dst_stride", nburst_dst_stride, ""), ("loop_counts", loop_counts, ""), ("loop_src_strides", loop_src_strides, ""), ("loop_dst_strides", loop_dst_strides, ""), ("pad_value", pad_value, ""), ("left_padding_count", left_padding_count, ""), ("right_padding_count", right_padding_count, ""),), ())


def mte_ub_gm(
    source: Value,
    destination: Value,
    len_burst: Number,
    n_burst: Number,
    nburst_src_stride: Number,
    nburst_dst_stride: Number,
    l2_cache_ctl: Number | None = None,
    loop_counts: Sequence[Number] | None = None,
    loop_src_strides: Sequence[Number] | None = None,
    loop_dst_strides: Sequence[Number] | None = None,
) -> None:
    r"""Copy rows from UB to global memory.

    Rows, loops and strides as in `mte_gm_ub`; nothing is padded.

    for each loop index and r < n_burst: destination[r*nburst_dst_stride ..] = len_burst bytes of source[r*nburst_src_stride ..]

    C++: `a5: copy_ubuf_to_gm_align_v2((__gm__ void*)destination, (__ubuf__ void*)source, 0, n_burst, len_burst, l2_cache_ctl=0, nburst_dst_stride, nburst_src_stride) loops ubtoout`

    Rules:
    - `source` must be in ub: E0201
    - `destination` must be in gm: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules manual`): E0233
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules device`) (a warning): W0233
    - `nburst_src_stride`, `loop_counts` and `loop_src_strides` must be 0 to 2097151: its field has 21 bits: E0233
    - `nburst_dst_stride` and `loop_dst_strides` must be 0 to 1099511627775: its field has 40 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-ubuf-to-gm.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7847-8030)
    """
    call("mte_ub_gm", (("source", source, ""), ("destination", destination, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("nburst_src_stride", nburst_src_stride, ""), ("nburst_dst_stride", nburst_dst_stride, ""), ("l2_cache_ctl", l2_cache_ctl, ""), ("loop_counts", loop_counts, ""), ("loop_src_strides", loop_src_strides, ""), ("loop_dst_strides", loop_dst_strides, ""),), ())


def mte_ub_l1(
    source: Value,
    destination: Value,
    len_burst: Number,
    n_burst: Number,
    src_gap: Number,
    dst_gap: Number,
) -> None:
    r"""Copy blocks from UB to L1.

    `n_burst` runs of `len_burst` blocks of 32 bytes. The gaps count blocks between the end of one run and
    the start of the next.

    for r < n_burst: len_burst blocks from source + r*(len_burst + src_gap) to destination + r*(len_burst + dst_gap), in 32-byte blocks

    C++: `a5: copy_ubuf_to_cbuf((__cbuf__ void*)destination, (__ubuf__ void*)source, 0, n_burst, len_burst, src_gap, dst_gap)`

    Rules:
    - `source` must be in ub: E0201
    - `destination` must be in l1: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `len_burst`, `n_burst`, `src_gap` and `dst_gap` must be 0 to 65535: its field has 16 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/mte-ub-l1.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:1244)
    """
    call("mte_ub_l1", (("source", source, ""), ("destination", destination, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("src_gap", src_gap, ""), ("dst_gap", dst_gap, ""),), ())


def mte_ub_ub(
    source: Value,
    destination: Value,
    len_burst: Number,
    n_burst: Number,
    src_gap: Number,
    dst_gap: Number,
) -> None:
    r"""Copy blocks within UB.

    `n_burst` runs of `len_burst` blocks of 32 bytes. The gaps count blocks between the end of one run and
    the start of the next.

    for r < n_burst: len_burst blocks from source + r*(len_burst + src_gap) to destination + r*(len_burst + dst_gap), in 32-byte blocks

    C++: `a2a3: copy_ubuf_to_ubuf((__ubuf__ void*)destination, (__ubuf__ void*)source, 0, n_burst, len_burst, src_gap, dst_gap); a5: copy_ubuf_to_ubuf((__ubuf__ void*)destination, (__ubuf__ void*)source, n_burst, len_burst, src_gap, dst_gap)`

    Rules:
    - `source` must be in ub: E0201
    - `destination` must be in ub: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `len_burst`, `n_burst`, `src_gap` and `dst_gap` must be 0 to 65535: its field has 16 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-ubuf-to-ubuf.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:1219)
    """
    call("mte_ub_ub", (("source", source, ""), ("destination", destination, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("src_gap", src_gap, ""), ("dst_gap", dst_gap, ""),), ())


def set_loop_size_outtoub(
    loop1_count: Number,
    loop2_count: Number,
) -> None:
    r"""Set the loop counts of copies from global memory to UB.

    Loop 1 is the inner one. A register that following `copy_*` instructions read.

    loop counts of GM to UB = loop1_count, loop2_count

    C++: `a5: set_loop_size_outtoub(((uint64_t)loop2_count << 21) + (uint64_t)loop1_count)`

    Rules:
    - `loop1_count` and `loop2_count` must have element type i64: E0204
    - `loop1_count` and `loop2_count` must be 0 to 2097151: its field has 21 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop-size-outtoub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562)
    """
    call("set_loop_size_outtoub", (("loop1_count", loop1_count, ""), ("loop2_count", loop2_count, ""),), ())


def set_loop_size_ubtoout(
    loop1_count: Number,
    loop2_count: Number,
) -> None:
    r"""Set the loop counts of copies from UB to global memory.

    Loop 1 is the inner one. A register that following `copy_*` instructions read.

    loop counts of UB to GM = loop1_count, loop2_count

    C++: `a5: set_loop_size_ubtoout(((uint64_t)loop2_count << 21) + (uint64_t)loop1_count)`

    Rules:
    - `loop1_count` and `loop2_count` must have element type i64: E0204
    - `loop1_count` and `loop2_count` must be 0 to 2097151: its field has 21 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop-size-ubtoout.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562)
    """
    call("set_loop_size_ubtoout", (("loop1_count", loop1_count, ""), ("loop2_count", loop2_count, ""),), ())


def set_loop1_stride_outtoub(
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Set the strides of the inner loop of copies from global memory to UB.

    Bytes from start to start. A register that following `copy_*` instructions read.

    strides of loop 1 = src_stride, dst_stride

    C++: `a5: set_loop1_stride_outtoub(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)`

    Rules:
    - `src_stride` and `dst_stride` must have element type i64: E0204
    - `src_stride` must be 0 to 1099511627775: its field has 40 bits: E0233
    - `dst_stride` must be 0 to 2097151: its field has 21 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop1-stride-outtoub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562)
    """
    call("set_loop1_stride_outtoub", (("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def set_loop1_stride_ubtoout(
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Set the strides of the inner loop of copies from UB to global memory.

    Bytes from start to start. A register that following `copy_*` instructions read.

    strides of loop 1 = src_stride, dst_stride

    C++: `a5: set_loop1_stride_ubtoout(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)`

    Rules:
    - `src_stride` and `dst_stride` must have element type i64: E0204
    - `src_stride` must be 0 to 2097151: its field has 21 bits: E0233
    - `dst_stride` must be 0 to 1099511627775: its field has 40 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop1-stride-ubtoout.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562)
    """
    call("set_loop1_stride_ubtoout", (("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def set_loop2_stride_outtoub(
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Set the strides of the outer loop of copies from global memory to UB.

    Bytes from start to start. A register that following `copy_*` instructions read.

    strides of loop 2 = src_stride, dst_stride

    C++: `a5: set_loop2_stride_outtoub(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)`

    Rules:
    - `src_stride` and `dst_stride` must have element type i64: E0204
    - `src_stride` must be 0 to 1099511627775: its field has 40 bits: E0233
    - `dst_stride` must be 0 to 2097151: its field has 21 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop2-stride-outtoub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562)
    """
    call("set_loop2_stride_outtoub", (("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def set_loop2_stride_ubtoout(
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Set the strides of the outer loop of copies from UB to global memory.

    Bytes from start to start. A register that following `copy_*` instructions read.

    strides of loop 2 = src_stride, dst_stride

    C++: `a5: set_loop2_stride_ubtoout(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)`

    Rules:
    - `src_stride` and `dst_stride` must have element type i64: E0204
    - `src_stride` must be 0 to 2097151: its field has 21 bits: E0233
    - `dst_stride` must be 0 to 1099511627775: its field has 40 bits: E0233

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop2-stride-ubtoout.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562)
    """
    call("set_loop2_stride_ubtoout", (("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def set_mov_pad_val(
    value: Number,
) -> None:
    r"""Set the value that copies to UB pad with.

    Read by `copy_gm_to_ubuf`.

    pad value = value

    C++: `set_mov_pad_val(bits(value))`

    Rules:
    - `value` must have element type i8, ui8, i16, ui16, i32, ui32, f16, bf16 or f32: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4294-4303)
    """
    call("set_mov_pad_val", (("value", value, ""),), ())


def copy_gm_to_ubuf(
    source: Value,
    destination: Value,
    sid: Number,
    n_burst: Number,
    len_burst: Number,
    left_padding_count: Number,
    right_padding_count: Number,
    data_select_bit: Number,
    l2_cache_ctl: Number,
    gm_stride: Number,
    ub_stride: Number,
) -> None:
    r"""Copy rows from global memory to UB.

    Strides in bytes; the loops are those set by `set_loop_size_outtoub` and `set_loop*_stride_outtoub`.
    `mte_gm_ub` says the same in one instruction.

    for each loop and r < n_burst: len_burst bytes from source + r*gm_stride to destination + r*ub_stride

    C++: `a5: copy_gm_to_ubuf_align_v2(unsigned(destination), unsigned(source), sid, n_burst, len_burst, left_padding_count, right_padding_count, data_select_bit, l2_cache_ctl, gm_stride, ub_stride)`

    Rules:
    - `source` must be in gm: E0201
    - `destination` must be in ub: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `l2_cache_ctl` must be 0 to 3: its field has 2 bits: E0233
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules manual`): E0233
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules device`) (a warning): W0233
    - `gm_stride` must be 0 to 1099511627775: its field has 40 bits: E0233
    - `ub_stride` must be 0 to 2097151: its field has 21 bits: E0233
    - `left_padding_count` and `right_padding_count` must be 0 to 255: its field has 8 bits: E0233

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4036-4038)
    """
    call("copy_gm_to_ubuf", (("source", source, ""), ("destination", destination, ""), ("sid", sid, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("left_padding_count", left_padding_count, ""), ("right_padding_count", right_padding_count, ""), ("data_select_bit", data_select_bit, ""), ("l2_cache_ctl", l2_cache_ctl, ""), ("gm_stride", gm_stride, ""), ("ub_stride", ub_stride, ""),), ())


def copy_ubuf_to_gm(
    source: Value,
    destination: Value,
    sid: Number,
    n_burst: Number,
    len_burst: Number,
    l2_cache_ctl: Number,
    burst_dst_stride: Number,
    burst_src_stride: Number,
) -> None:
    r"""Copy rows from UB to global memory.

    Strides in bytes, the destination's first; the loops are those set by `set_loop_size_ubtoout` and
    `set_loop*_stride_ubtoout`.

    for each loop and r < n_burst: len_burst bytes from source + r*burst_src_stride to destination + r*burst_dst_stride

    C++: `a5: copy_ubuf_to_gm_align_v2((__gm__ void*)destination, (__ubuf__ void*)source, sid, n_burst, len_burst, l2_cache_ctl, burst_dst_stride, burst_src_stride)`

    Rules:
    - `source` must be in ub: E0201
    - `destination` must be in gm: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules manual`): E0233
    - `len_burst` and `n_burst` must be 0 to 65535: its field has 16 bits (`--rules device`) (a warning): W0233
    - `burst_src_stride` must be 0 to 2097151: its field has 21 bits: E0233
    - `burst_dst_stride` must be 0 to 1099511627775: its field has 40 bits: E0233

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3799-3836)
    """
    call("copy_ubuf_to_gm", (("source", source, ""), ("destination", destination, ""), ("sid", sid, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("l2_cache_ctl", l2_cache_ctl, ""), ("burst_dst_stride", burst_dst_stride, ""), ("burst_src_stride", burst_src_stride, ""),), ())


def copy_ubuf_to_ubuf(
    source: Value,
    destination: Value,
    sid: Number,
    n_burst: Number,
    len_burst: Number,
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Copy blocks within UB.

    Lengths and gaps count 32-byte blocks.

    for r < n_burst: len_burst blocks from source + r*(len_burst + src_stride) to destination + r*(len_burst + dst_stride), in 32-byte blocks

    C++: `a2a3: copy_ubuf_to_ubuf((__ubuf__ void*)destination, (__ubuf__ void*)source, sid, n_burst, len_burst, src_stride, dst_stride)`

    Rules:
    - `source` must be in ub: E0201
    - `destination` must be in ub: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `len_burst`, `n_burst`, `src_stride` and `dst_stride` must be 0 to 65535: its field has 16 bits: E0233

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("copy_ubuf_to_ubuf", (("source", source, ""), ("destination", destination, ""), ("sid", sid, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def copy_ubuf_to_cbuf(
    source: Value,
    destination: Value,
    sid: Number,
    n_burst: Number,
    len_burst: Number,
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Copy blocks from UB to L1.

    Lengths and gaps count 32-byte blocks. The source is the core's own UB whatever `sid` is.

    for r < n_burst: len_burst blocks from source + r*(len_burst + src_stride) to destination + r*(len_burst + dst_stride), in 32-byte blocks

    C++: `a5: copy_ubuf_to_cbuf((__cbuf__ void*)destination, (__ubuf__ void*)source, sid, n_burst, len_burst, src_stride, dst_stride)`

    Rules:
    - `source` must be in ub: E0201
    - `destination` must be in l1: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `len_burst`, `n_burst`, `src_stride` and `dst_stride` must be 0 to 65535: its field has 16 bits: E0233

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("copy_ubuf_to_cbuf", (("source", source, ""), ("destination", destination, ""), ("sid", sid, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def copy_cbuf_to_ubuf(
    source: Value,
    destination: Value,
    sid: Number,
    n_burst: Number,
    len_burst: Number,
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Copy blocks from L1 to UB.

    Lengths and gaps count 32-byte blocks. `sid` selects the vector core whose UB is written.

    for r < n_burst: len_burst blocks from source + r*(len_burst + src_stride) to destination + r*(len_burst + dst_stride), in 32-byte blocks

    C++: `a5: copy_cbuf_to_ubuf((__ubuf__ void*)destination, (__cbuf__ void*)source, sid, n_burst, len_burst, src_stride, dst_stride)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in ub: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `len_burst`, `n_burst`, `src_stride` and `dst_stride` must be 0 to 65535: its field has 16 bits: E0233

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3838-3866)
    """
    call("copy_cbuf_to_ubuf", (("source", source, ""), ("destination", destination, ""), ("sid", sid, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def copy_gm_to_cbuf(
    source: Value,
    destination: Value,
    n_burst: Number,
    len_burst: Number,
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Copy rows from global memory to L1.

    Lengths and strides in bytes, from start to start; the loops are those set by `set_loop_size_outtol1`
    and `set_loop*_stride_outtol1`. `mte_gm_l1` says the same in one instruction.

    for each loop and r < n_burst: len_burst bytes from source + r*src_stride to destination + r*dst_stride

    C++: `a5: copy_gm_to_cbuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, 0, 0, false, 0, src_stride, dst_stride)`

    Rules:
    - `source` must be in gm: E0201
    - `destination` must be in l1: E0201
    - `source` and `destination` must have elements of the same size: E0206

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1405-1466, include/PTO/IR/VPTOOps.td)
    """
    call("copy_gm_to_cbuf", (("source", source, ""), ("destination", destination, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def copy_cbuf_to_fbuf(
    source: Value,
    destination: Value,
    n_burst: Number,
    len_burst: Number,
    source_gap: Number,
    dst_gap: Number,
) -> None:
    r"""Copy parameters from L1 to the fixpipe buffer.

    Lengths and gaps count blocks of 64 bytes, on A2/A3 of 128. `mte_l1_fb` says the same.

    for r < n_burst: len_burst blocks from source + r*(len_burst + source_gap) to destination + r*(len_burst + dst_gap), in 64-byte blocks (A2/A3: 128)

    C++: `a5: copy_cbuf_to_fbuf((__fbuf__ void*)destination, (__cbuf__ void*)source, n_burst, len_burst, source_gap, dst_gap)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in fb: E0201

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("copy_cbuf_to_fbuf", (("source", source, ""), ("destination", destination, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("source_gap", source_gap, ""), ("dst_gap", dst_gap, ""),), ())


def copy_matrix_cc_to_ub(
    source: Value,
    destination: Value,
    config0: Number,
    config1: Number,
) -> None:
    r"""Copy an accumulator to UB with a packed configuration.

    The two numbers hold every field of `mte_l0c_ub`.

    as `mte_l0c_ub`, fields from config0 and config1

    C++: `copy_matrix_cc_to_ub(dst, src, ...)`

    Rules:
    - `source` must be in l0c: E0201
    - `destination` must be in ub: E0201

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("copy_matrix_cc_to_ub", (("source", source, ""), ("destination", destination, ""), ("config0", config0, ""), ("config1", config1, ""),), ())


def mad(
    lhs: Value,
    rhs: Value,
    dst: Value,
    m: Number,
    n: Number,
    k: Number,
    *,
    unit_flag_mode: str | None = None,
    disable_gemv: bool | None = None,
    sat_mode: str | None = None,
    tf32_mode: str | None = None,
    n_dir: bool | None = None,
) -> None:
    r"""Multiply two matrices.

    Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    extents. With m = 1 the left operand is one contiguous row unless `disable_gemv` is given.

    dst[i,j] = sum over l < k of lhs[i,l]*rhs[l,j]

    C++: `a5: mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true); a5: [tf32_mode=round_even? set_ctrl(sbitset0(sbitset1(get_ctrl(), 46), 47)) then ][tf32_mode=round_away? set_ctrl(sbitset1(sbitset1(get_ctrl(), 46), 47)) then ][sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true) keeps ctrl`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `m`, `n` and `k` must be from 1 to 4095: E0227
    - `tf32_mode` goes with f32 `lhs`, `rhs` and `dst`: E0204
    - `sat` and `nosat` go with floating-point `lhs`, `rhs` and `dst`: E0204

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - cpu, a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)

    Attributes:
    - unit_flag_mode: hand-over of the accumulator to the fixpipe (check_only, check_and_set)
    - disable_gemv: with m = 1, read `lhs` as a matrix and not as one row
    - sat_mode: infinities and NaN of the operands become the largest number and 0 (sat, nosat)
    - tf32_mode: round f32 operands to 10 bits of fraction, on A2/A3 to 11 (round_even, round_away)
    - n_dir: order of the steps: along n first
    """
    call("mad", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("m", m, ""), ("n", n, ""), ("k", k, ""),), (("unit_flag_mode", unit_flag_mode), ("disable_gemv", disable_gemv), ("sat_mode", sat_mode), ("tf32_mode", tf32_mode), ("n_dir", n_dir),))


def mad_acc(
    lhs: Value,
    rhs: Value,
    dst: Value,
    m: Number,
    n: Number,
    k: Number,
    *,
    unit_flag_mode: str | None = None,
    disable_gemv: bool | None = None,
    sat_mode: str | None = None,
    tf32_mode: str | None = None,
    n_dir: bool | None = None,
) -> None:
    r"""Multiply two matrices and add to the accumulator.

    Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    extents. With m = 1 the left operand is one contiguous row unless `disable_gemv` is given.

    dst[i,j] += sum over l < k of lhs[i,l]*rhs[l,j]

    C++: `a5: mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false); a5: [tf32_mode=round_even? set_ctrl(sbitset0(sbitset1(get_ctrl(), 46), 47)) then ][tf32_mode=round_away? set_ctrl(sbitset1(sbitset1(get_ctrl(), 46), 47)) then ][sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false) keeps ctrl`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `m`, `n` and `k` must be from 1 to 4095: E0227
    - `tf32_mode` goes with f32 `lhs`, `rhs` and `dst`: E0204
    - `sat` and `nosat` go with floating-point `lhs`, `rhs` and `dst`: E0204

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - cpu, a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)

    Attributes:
    - unit_flag_mode: hand-over of the accumulator to the fixpipe (check_only, check_and_set)
    - disable_gemv: with m = 1, read `lhs` as a matrix and not as one row
    - sat_mode: infinities and NaN of the operands become the largest number and 0 (sat, nosat)
    - tf32_mode: round f32 operands to 10 bits of fraction, on A2/A3 to 11 (round_even, round_away)
    - n_dir: order of the steps: along n first
    """
    call("mad_acc", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("m", m, ""), ("n", n, ""), ("k", k, ""),), (("unit_flag_mode", unit_flag_mode), ("disable_gemv", disable_gemv), ("sat_mode", sat_mode), ("tf32_mode", tf32_mode), ("n_dir", n_dir),))


def mad_bias(
    lhs: Value,
    rhs: Value,
    dst: Value,
    bias: Value,
    m: Number,
    n: Number,
    k: Number,
    *,
    unit_flag_mode: str | None = None,
    disable_gemv: bool | None = None,
    sat_mode: str | None = None,
    tf32_mode: str | None = None,
    n_dir: bool | None = None,
) -> None:
    r"""Multiply two matrices and add a bias per column.

    Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    extents. With m = 1 the left operand is one contiguous row unless `disable_gemv` is given.

    dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*rhs[l,j]

    C++: `a5: mad((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false); a5: [tf32_mode=round_even? set_ctrl(sbitset0(sbitset1(get_ctrl(), 46), 47)) then ][tf32_mode=round_away? set_ctrl(sbitset1(sbitset1(get_ctrl(), 46), 47)) then ][sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false) keeps ctrl`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `bias` must be in bt: E0201
    - `dst` and `bias` must have the same element type: E0203
    - `m`, `n` and `k` must be from 1 to 4095: E0227
    - `tf32_mode` goes with f32 `lhs`, `rhs` and `dst`: E0204
    - `sat` and `nosat` go with floating-point `lhs`, `rhs` and `dst`: E0204

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - cpu, a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)

    Attributes:
    - unit_flag_mode: hand-over of the accumulator to the fixpipe (check_only, check_and_set)
    - disable_gemv: with m = 1, read `lhs` as a matrix and not as one row
    - sat_mode: infinities and NaN of the operands become the largest number and 0 (sat, nosat)
    - tf32_mode: round f32 operands to 10 bits of fraction, on A2/A3 to 11 (round_even, round_away)
    - n_dir: order of the steps: along n first
    """
    call("mad_bias", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("bias", bias, ""), ("m", m, ""), ("n", n, ""), ("k", k, ""),), (("unit_flag_mode", unit_flag_mode), ("disable_gemv", disable_gemv), ("sat_mode", sat_mode), ("tf32_mode", tf32_mode), ("n_dir", n_dir),))


def mad_mx(
    lhs: Value,
    rhs: Value,
    dst: Value,
    m: Number,
    n: Number,
    k: Number,
    *,
    unit_flag_mode: str | None = None,
    disable_gemv: bool | None = None,
    sat_mode: str | None = None,
    n_dir: bool | None = None,
) -> None:
    r"""Multiply two matrices with block scales.

    Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    extents. The scales (E8M0, one per 32 elements along k) stand beside the data in L0A and L0B.

    dst[i,j] = sum over l < k of lhs[i,l]*sa[i,l/32] * rhs[l,j]*sb[l/32,j]

    C++: `a5: mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true); a5: [sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, true) keeps ctrl`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `m`, `n` and `k` must be from 1 to 4095: E0227
    - `k` must be a multiple of 64, two groups of 32: E0227

    Element types:
    - cpu, a5: `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (f32, F4E2M1x2, F4E2M1x2) (pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4370-4405)
    - every target (`--rules manual`): `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx.md:24, 60)

    Attributes:
    - unit_flag_mode: hand-over of the accumulator to the fixpipe (check_only, check_and_set)
    - disable_gemv: with m = 1, read `lhs` as a matrix and not as one row
    - sat_mode: infinities and NaN of the operands become the largest number and 0 (sat, nosat)
    - n_dir: order of the steps: along n first
    """
    call("mad_mx", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("m", m, ""), ("n", n, ""), ("k", k, ""),), (("unit_flag_mode", unit_flag_mode), ("disable_gemv", disable_gemv), ("sat_mode", sat_mode), ("n_dir", n_dir),))


def mad_mx_acc(
    lhs: Value,
    rhs: Value,
    dst: Value,
    m: Number,
    n: Number,
    k: Number,
    *,
    unit_flag_mode: str | None = None,
    disable_gemv: bool | None = None,
    sat_mode: str | None = None,
    n_dir: bool | None = None,
) -> None:
    r"""Multiply two matrices with block scales and add to the accumulator.

    Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    extents. The scales (E8M0, one per 32 elements along k) stand beside the data in L0A and L0B.

    dst[i,j] += sum over l < k of lhs[i,l]*sa[i,l/32] * rhs[l,j]*sb[l/32,j]

    C++: `a5: mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false); a5: [sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad_mx(dst, lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, false, false) keeps ctrl`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `m`, `n` and `k` must be from 1 to 4095: E0227
    - `k` must be a multiple of 64, two groups of 32: E0227

    Element types:
    - cpu, a5: `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (f32, F4E2M1x2, F4E2M1x2) (pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-acc.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4370-4405)
    - every target (`--rules manual`): `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-acc.md:44, mad-mx.md:60)

    Attributes:
    - unit_flag_mode: hand-over of the accumulator to the fixpipe (check_only, check_and_set)
    - disable_gemv: with m = 1, read `lhs` as a matrix and not as one row
    - sat_mode: infinities and NaN of the operands become the largest number and 0 (sat, nosat)
    - n_dir: order of the steps: along n first
    """
    call("mad_mx_acc", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("m", m, ""), ("n", n, ""), ("k", k, ""),), (("unit_flag_mode", unit_flag_mode), ("disable_gemv", disable_gemv), ("sat_mode", sat_mode), ("n_dir", n_dir),))


def mad_mx_bias(
    lhs: Value,
    rhs: Value,
    dst: Value,
    bias: Value,
    m: Number,
    n: Number,
    k: Number,
    *,
    unit_flag_mode: str | None = None,
    disable_gemv: bool | None = None,
    sat_mode: str | None = None,
    n_dir: bool | None = None,
) -> None:
    r"""Multiply two matrices with block scales and add a bias per column.

    Operands are fractal images in L0A and L0B, the result one in L0C; `m`, `n` and `k` are the logical
    extents. The scales (E8M0, one per 32 elements along k) stand beside the data in L0A and L0B.

    dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*sa[i,l/32] * rhs[l,j]*sb[l/32,j]

    C++: `a5: mad_mx((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false); a5: [sat_mode=sat? set_ctrl(sbitset0(get_ctrl(), 48)) then ][sat_mode=nosat? set_ctrl(sbitset1(get_ctrl(), 48)) then ][n_dir? set_ctrl(sbitset1(get_ctrl(), 51)) then ]mad_mx((type(dst))(((uint64_t)dst & 0xffffffffULL) + ((uint64_t)bias << 32)), lhs, rhs, m, k, n, unit_flag_mode:MadUnitFlag=0, disable_gemv=false, true, false) keeps ctrl`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `bias` must be in bt: E0201
    - `dst` and `bias` must have the same element type: E0203
    - `m`, `n` and `k` must be from 1 to 4095: E0227
    - `k` must be a multiple of 64, two groups of 32: E0227

    Element types:
    - cpu, a5: `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (f32, F4E2M1x2, F4E2M1x2) (pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-bias.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4370-4405)
    - every target (`--rules manual`): `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (pto-isa@3186c381 docs/isa/cube/ops/mad/mad-mx-bias.md:45, mad-mx.md:60)

    Attributes:
    - unit_flag_mode: hand-over of the accumulator to the fixpipe (check_only, check_and_set)
    - disable_gemv: with m = 1, read `lhs` as a matrix and not as one row
    - sat_mode: infinities and NaN of the operands become the largest number and 0 (sat, nosat)
    - n_dir: order of the steps: along n first
    """
    call("mad_mx_bias", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("bias", bias, ""), ("m", m, ""), ("n", n, ""), ("k", k, ""),), (("unit_flag_mode", unit_flag_mode), ("disable_gemv", disable_gemv), ("sat_mode", sat_mode), ("n_dir", n_dir),))


def mte_gm_l1(
    source: Value,
    destination: Value,
    len_burst: Number,
    n_burst: Number,
    nburst_src_stride: Number,
    nburst_dst_stride: Number,
    loop_counts: Sequence[Number],
    loop_src_strides: Sequence[Number],
    loop_dst_strides: Sequence[Number],
) -> None:
    r"""Copy rows from global memory to L1.

    Bytes are copied as they are. Rows, loops and strides as in `mte_gm_ub`.

    for each loop index and r < n_burst: destination[r*nburst_dst_stride ..] = len_burst bytes of source[r*nburst_src_stride ..]

    C++: `a5: copy_gm_to_cbuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, 0, 0, false, 0, nburst_src_stride, nburst_dst_stride) loops outtol1`

    Rules:
    - `source` must be in gm: E0201
    - `destination` must be in l1: E0201
    - `source` and `destination` must have elements of the same size: E0206

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-gm-l1.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2920)
    """
    call("mte_gm_l1", (("source", source, ""), ("destination", destination, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("nburst_src_stride", nburst_src_stride, ""), ("nburst_dst_stride", nburst_dst_stride, ""), ("loop_counts", loop_counts, ""), ("loop_src_strides", loop_src_strides, ""), ("loop_dst_strides", loop_dst_strides, ""),), ())


def mte_l1_ub(
    source: Value,
    destination: Value,
    len_burst: Number,
    n_burst: Number,
    nburst_src_stride: Number,
    nburst_dst_stride: Number,
    loop_counts: Sequence[Number],
    loop_src_strides: Sequence[Number],
    loop_dst_strides: Sequence[Number],
) -> None:
    r"""Copy blocks from L1 to UB.

    Lengths count 32-byte blocks, and so do the gaps from the end of one run to the start of the next; the
    strides of loops are bytes. From the cube core it writes to the UB of the first vector core.

    for each loop index and r < n_burst: len_burst blocks from source + r*(len_burst + nburst_src_stride) to destination + r*(len_burst + nburst_dst_stride), in 32-byte blocks

    C++: `a5: copy_cbuf_to_ubuf((__ubuf__ void*)destination, (__cbuf__ void*)source, 0, n_burst, len_burst, nburst_src_stride, nburst_dst_stride) loops`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in ub: E0201
    - `source` and `destination` must have elements of the same size: E0206

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-ub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2960)
    """
    call("mte_l1_ub", (("source", source, ""), ("destination", destination, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("nburst_src_stride", nburst_src_stride, ""), ("nburst_dst_stride", nburst_dst_stride, ""), ("loop_counts", loop_counts, ""), ("loop_src_strides", loop_src_strides, ""), ("loop_dst_strides", loop_dst_strides, ""),), ())


def mte_gm_l1_frac(
    source: Value,
    destination: Value,
    n_value: Number,
    d_value: Number,
    src_inner_stride: Number,
    group_count: Number,
    dst_loop2_stride: Number,
    dst_loop3_stride: Number,
    dst_loop4_stride: Number,
    l2_cache_ctrl: Number,
    smallc0_en: Number,
    src_outer_stride: Number | None = None,
    mode: str | None = None,
) -> None:
    r"""Copy a matrix from global memory to L1 as fractals.

    nd2nz reads rows, dn2nz columns. Lanes past `d_value` in the last 32 bytes become zero. Destination
    strides count 32-byte rows; there are `group_count` such matrices. With `smallc0_en` rows are packed to
    4 elements each, and zeros fill the last 32 bytes of a matrix.

    element (n,d) of group g goes to byte 32*(g*dst_loop4_stride + n*dst_loop2_stride + (d / C0)*dst_loop3_stride) + (d mod C0)*sizeof T   with C0 = 32/sizeof T

    C++: `a5: set_mte2_nz_para((uint64_t)group_count + ((uint64_t)dst_loop2_stride << 16) + ((uint64_t)dst_loop3_stride << 32) + ((uint64_t)dst_loop4_stride << 48)) then copy_gm_to_cbuf_multi_#mode(unsigned(destination), unsigned(source), 0, src_inner_stride, l2_cache_ctrl, n_value, d_value, src_outer_stride=0, smallc0_en)`

    Rules:
    - `source` must be in gm: E0201
    - `destination` must be in l1: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - `smallc0_en` must have element type i1: E0204
    - there is at least one group, and no stride is negative: E0229
    - `smallc0_en` goes with at most 4 columns: E0228

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-gm-l1-frac.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8318-8420, 8858-8898)

    Attributes:
    - mode: order of the source (nd2nz, dn2nz)
    """
    call("mte_gm_l1_frac", (("source", source, ""), ("destination", destination, ""), ("n_value", n_value, ""), ("d_value", d_value, ""), ("src_inner_stride", src_inner_stride, ""), ("group_count", group_count, ""), ("dst_loop2_stride", dst_loop2_stride, ""), ("dst_loop3_stride", dst_loop3_stride, ""), ("dst_loop4_stride", dst_loop4_stride, ""), ("l2_cache_ctrl", l2_cache_ctrl, ""), ("smallc0_en", smallc0_en, ""), ("src_outer_stride", src_outer_stride, ""),), (("mode", mode),))


def mte_l1_l0a(
    source: Value,
    destination: Value,
    m: Number | None = None,
    k: Number | None = None,
    start_row: Number | None = None,
    start_col: Number | None = None,
    m_start: Number | None = None,
    k_start: Number | None = None,
    m_step: Number | None = None,
    k_step: Number | None = None,
    src_stride: Number | None = None,
    dst_stride: Number | None = None,
    *,
    transpose: bool | None = None,
) -> None:
    r"""Copy a matrix from L1 to L0A.

    L0A gets the fractal image of an m x k matrix. L1 holds that of the same matrix, or with `transpose`
    that of its transpose, k x m. Either the extents are given, with an optional start position, or six
    control fields; positions, steps and strides count fractals (16 rows, 32 bytes).

    destination[i,l] = source[i,l], or source[l,i] with transpose   for i < m, l < k, from fractal (start_row, start_col) of source

    C++: `a5: load_cbuf_to_ca_s4(destination, source, start_row=0, (start_col=0) / 2, (m + 15) / 16, (k + 63) / 64, (m + 15) / 16, (m + 15) / 16, 0) {transpose=false} if source: f4; a5: load_cbuf_to_ca_s4(destination, source, start_row=0, (start_col=0) / 2, (k + 63) / 64 * 4, (m + 63) / 64, (k + 63) / 64 * 4, (m + 63) / 64 * 4, 1) {transpose=true} if source: f4; a5: load_cbuf_to_ca(destination, source, start_row=0, start_col=0, (m + 15) / 16, (k * sizeof(element(source)) + 31) / 32, (m + 15) / 16, (m + 15) / 16, 0) {transpose=false}; a5: load_cbuf_to_ca(destination, source, start_row=0, start_col=0, (k + 31) / 32 * 2, (m + 31) / 32, (k + 31) / 32 * 2, (m + 31) / 32 * 2, 1) {transpose=true} if source: b8; a5: load_cbuf_to_ca(destination, source, start_row=0, start_col=0, (k + 15) / 16, ((m + 15) / 16 * 16 * sizeof(element(source)) + 31) / 32, (k + 15) / 16, (m + 15) / 16, 1) {transpose=true}; a5: load_cbuf_to_ca_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false) if source: f4; a5: load_cbuf_to_ca(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0a: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - the extents (with or without a start position) or all six control fields must be given, not both: E0228
    - starts must not be negative; starts and strides fit 16 bits, steps 8 bits, and steps and strides are not zero: E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0a.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9556-9598)

    Attributes:
    - transpose: transpose on the way
    """
    call("mte_l1_l0a", (("source", source, ""), ("destination", destination, ""), ("m", m, ""), ("k", k, ""), ("start_row", start_row, ""), ("start_col", start_col, ""), ("m_start", m_start, ""), ("k_start", k_start, ""), ("m_step", m_step, ""), ("k_step", k_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), (("transpose", transpose),))


def mte_l1_l0a_mx(
    source: Value,
    destination: Value,
    m: Number | None = None,
    k: Number | None = None,
    start_row: Number | None = None,
    start_col: Number | None = None,
    x_start: Number | None = None,
    y_start: Number | None = None,
    x_step: Number | None = None,
    y_step: Number | None = None,
    src_stride: Number | None = None,
    dst_stride: Number | None = None,
) -> None:
    r"""Copy MX scales from L1 beside L0A.

    The scales [m, k/32] (E8M0 bytes) belong to the data at `destination`. Either the extents are given,
    with an optional start position, or six control fields.

    scales of destination = [m, k/32] scales at source

    C++: `a5: load_cbuf_to_ca_mx((uint64_t)destination / 16, (__cbuf__ void*)source, start_row=0, start_col=0, (m + 15) / 16, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2); a5: load_cbuf_to_ca_mx((uint64_t)destination / 16, (__cbuf__ void*)source, x_start, y_start, x_step, y_step, src_stride, dst_stride)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0a: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - the extents (with or without a start position) or all six control fields must be given, not both: E0228
    - starts, steps and strides must not be negative: E0229

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0a-mx.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9600-9660)
    - a2a3 (`--rules manual`): as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0a-mx.md)
    """
    call("mte_l1_l0a_mx", (("source", source, ""), ("destination", destination, ""), ("m", m, ""), ("k", k, ""), ("start_row", start_row, ""), ("start_col", start_col, ""), ("x_start", x_start, ""), ("y_start", y_start, ""), ("x_step", x_step, ""), ("y_step", y_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def mte_l1_l0b(
    source: Value,
    destination: Value,
    k: Number | None = None,
    n: Number | None = None,
    start_row: Number | None = None,
    start_col: Number | None = None,
    m_start: Number | None = None,
    k_start: Number | None = None,
    m_step: Number | None = None,
    k_step: Number | None = None,
    src_stride: Number | None = None,
    dst_stride: Number | None = None,
    *,
    transpose: bool | None = None,
) -> None:
    r"""Copy a matrix from L1 to L0B.

    L0B gets the fractal image of an n x k matrix: k runs fastest. With `transpose` L1 holds that of the
    k x n matrix, without it that of n x k. Either the extents are given, with an optional start position,
    or six control fields; positions, steps and strides count fractals (16 rows, 32 bytes).

    destination[j,l] = source[l,j] with transpose, else source[j,l]   for j < n, l < k, from fractal (start_row, start_col) of source

    C++: `a5: load_cbuf_to_cb_s4(destination, source, start_row=0, (start_col=0) / 2, (n + 15) / 16, (k + 63) / 64, (n + 15) / 16, (n + 15) / 16, 0) {transpose=false} if source: f4; a5: load_cbuf_to_cb_s4(destination, source, start_row=0, (start_col=0) / 2, (k + 63) / 64 * 4, (n + 63) / 64, (k + 63) / 64 * 4, (n + 63) / 64 * 4, 1) {transpose=true} if source: f4; a5: load_cbuf_to_cb(destination, source, start_row=0, start_col=0, (n + 15) / 16, (k * sizeof(element(source)) + 31) / 32, (n + 15) / 16, (n + 15) / 16, 0) {transpose=false}; a5: load_cbuf_to_cb(destination, source, start_row=0, start_col=0, (k + 31) / 32 * 2, (n + 31) / 32, (k + 31) / 32 * 2, (n + 31) / 32 * 2, 1) {transpose=true} if source: b8; a5: load_cbuf_to_cb(destination, source, start_row=0, start_col=0, (k + 15) / 16, ((n + 15) / 16 * 16 * sizeof(element(source)) + 31) / 32, (k + 15) / 16, (n + 15) / 16, 1) {transpose=true}; a5: load_cbuf_to_cb_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false) if source: f4; a5: load_cbuf_to_cb(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0b: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - the extents (with or without a start position) or all six control fields must be given, not both: E0228
    - starts must not be negative; starts and strides fit 16 bits, steps 8 bits, and steps and strides are not zero: E0229

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0b.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9556-9598)

    Attributes:
    - transpose: transpose on the way
    """
    call("mte_l1_l0b", (("source", source, ""), ("destination", destination, ""), ("k", k, ""), ("n", n, ""), ("start_row", start_row, ""), ("start_col", start_col, ""), ("m_start", m_start, ""), ("k_start", k_start, ""), ("m_step", m_step, ""), ("k_step", k_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), (("transpose", transpose),))


def mte_l1_l0b_mx(
    source: Value,
    destination: Value,
    k: Number | None = None,
    n: Number | None = None,
    start_row: Number | None = None,
    start_col: Number | None = None,
    x_start: Number | None = None,
    y_start: Number | None = None,
    x_step: Number | None = None,
    y_step: Number | None = None,
    src_stride: Number | None = None,
    dst_stride: Number | None = None,
) -> None:
    r"""Copy MX scales from L1 beside L0B.

    The scales [k/32, n] (E8M0 bytes) belong to the data at `destination`. Either the extents are given,
    with an optional start position, or six control fields.

    scales of destination = [k/32, n] scales at source

    C++: `a5: load_cbuf_to_cb_mx((uint64_t)destination / 16, (__cbuf__ void*)source, start_row=0, start_col=0, (n + 15) / 16, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2, ((k + 31) / 32 + 1) / 2, ((k + 31) / 32 + 1) / 2); a5: load_cbuf_to_cb_mx((uint64_t)destination / 16, (__cbuf__ void*)source, x_start, y_start, x_step, y_step, src_stride, dst_stride)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0b: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - the extents (with or without a start position) or all six control fields must be given, not both: E0228
    - starts, steps and strides must not be negative: E0229

    Element types:
    - cpu, a5: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0b-mx.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9600-9660)
    - a2a3 (`--rules manual`): as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0b-mx.md)
    """
    call("mte_l1_l0b_mx", (("source", source, ""), ("destination", destination, ""), ("k", k, ""), ("n", n, ""), ("start_row", start_row, ""), ("start_col", start_col, ""), ("x_start", x_start, ""), ("y_start", y_start, ""), ("x_step", x_step, ""), ("y_step", y_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def mte_l1_bt(
    source: Value,
    destination: Value,
    len_burst: Number,
    n_burst: Number,
    nburst_src_gap: Number,
    nburst_dst_gap: Number,
) -> None:
    r"""Copy a bias from L1 to the bias table.

    Lengths and gaps count 32-byte blocks of the source (A2/A3: 64), and of the destination what becomes of
    such a block; f16 and bf16 are widened to f32.

    bias table = source, widened to f32 or i32

    C++: `a5: copy_cbuf_to_bt((uint64_t)destination, source, true, n_burst, len_burst, nburst_src_gap, nburst_dst_gap) if source: f16; a5: copy_cbuf_to_bt((uint64_t)destination, source, false, n_burst, len_burst, nburst_src_gap, nburst_dst_gap)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in bt: E0201
    - a bias is copied as f32 or i32, or widened from f16 or bf16 to f32: E0205

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-bt.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8783-8856)
    """
    call("mte_l1_bt", (("source", source, ""), ("destination", destination, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("nburst_src_gap", nburst_src_gap, ""), ("nburst_dst_gap", nburst_dst_gap, ""),), ())


def mte_l1_fb(
    source: Value,
    destination: Value,
    len_burst: Number,
    n_burst: Number,
    nburst_src_gap: Number,
    nburst_dst_gap: Number,
) -> None:
    r"""Copy parameters from L1 to the fixpipe buffer.

    Lengths and gaps count 64-byte blocks (A2/A3: 128). Vector quantisation reads 8-byte records (the factor in the low
    word), vector relu 4-byte floats.

    fixpipe buffer = source

    C++: `a5: copy_cbuf_to_fbuf((__fbuf__ void*)destination, (__cbuf__ void*)source, n_burst, len_burst, nburst_src_gap, nburst_dst_gap)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in fb: E0201

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-fb.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8783-8856)
    """
    call("mte_l1_fb", (("source", source, ""), ("destination", destination, ""), ("len_burst", len_burst, ""), ("n_burst", n_burst, ""), ("nburst_src_gap", nburst_src_gap, ""), ("nburst_dst_gap", nburst_dst_gap, ""),), ())


def mte_l0c_gm(
    source: Value,
    destination: Value,
    m: Number,
    n: Number,
    src_stride: Number,
    dst_stride: Number,
    pre_quant: Value | Number | None = None,
    pre_relu: Value | Number | None = None,
    clip_value: Number | None = None,
    layout_arg: Number | None = None,
    loop3_count: Number | None = None,
    loop3_src_stride: Number | None = None,
    loop3_dst_stride: Number | None = None,
    sid: Number | None = None,
    l2_cache_ctrl: Number | None = None,
    *,
    unit_flag: str | None = None,
    pre_quant_mode: str | None = None,
    pre_relu_mode: str | None = None,
    mode: str | None = None,
    sat_mode: str | None = None,
    preserve_nan: bool | None = None,
    atomic_type: str | None = None,
    atomic_op: str | None = None,
) -> None:
    r"""Copy the accumulator to global memory.

    The source is an m x n NZ image; `src_stride` counts rows of 16 elements between column groups.
    `layout_arg` is the source stride of nz2dn or the split of nz2nz. `loop3` repeats the copy. `atomic`
    adds to, or takes the larger or smaller of, what is there.

    x = source element (f32 or i32), in order: quantise, relu, min(x, clip_value), convert
    destination[i*dst_stride + j] = x[i,j]   (nz2nd or no layout; nz2dn swaps i and j; nz2nz keeps columns of 16, or makes columns of 8)

    C++: `a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 43)[clip_value:scalar?  + (1ULL << 30)]) {mode=nz2nd}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 62)[clip_value:scalar?  + (1ULL << 30)]) {mode=nz2dn}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + ((uint64_t)layout_arg=0 << 42)[clip_value:scalar?  + (1ULL << 30)]) {mode=nz2nz}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][atomic_type? set_ctrl((get_ctrl() & ~0x7c0ULL) + (atomic_type:FixAtomicType << 6) + (atomic_op:FixAtomicOp << 9)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 43)[clip_value:scalar?  + (1ULL << 30)]) keeps ctrl {mode=nz2nd}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][atomic_type? set_ctrl((get_ctrl() & ~0x7c0ULL) + (atomic_type:FixAtomicType << 6) + (atomic_op:FixAtomicOp << 9)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 62)[clip_value:scalar?  + (1ULL << 30)]) keeps ctrl {mode=nz2dn}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][atomic_type? set_ctrl((get_ctrl() & ~0x7c0ULL) + (atomic_type:FixAtomicType << 6) + (atomic_op:FixAtomicOp << 9)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + ((uint64_t)layout_arg=0 << 42)[clip_value:scalar?  + (1ULL << 30)]) keeps ctrl {mode=nz2nz}`

    Rules:
    - `source` must be in l0c: E0201
    - `destination` must be in gm: E0201
    - `pre_quant` has a factor and a mode: E0221
    - the quantisation must fit the element types of `source` and `destination`: E0205
    - the factor is an f16, bf16 or f32 number, for a `_vec` mode a pointer to such numbers in fb: E0204
    - scalar_relu has an f16, bf16 or f32 slope, vector_relu a pointer to slopes in fb, the other modes none: E0228
    - `clip` stands in `pre_relu` and goes with an f16, i4, i8, u8 or i16 destination: f16 for f16, a 16-bit number for u8, else i4, i8 or i16: E0204
    - nz2dn needs its source stride, nz2nz may have a split, nz2nd has neither: E0228
    - `loop3` goes with nz2nd or nz2dn: E0228
    - nz2nz goes with an f32 destination: E0204
    - `unit_flag` goes with nz2dn only if the source stride is 1: E0228
    - `atomic` has a type and an operation: E0228
    - `sid` must be 0 to 3: its field has 2 bits: E0233
    - `l2_cache_ctrl` must be 0 to 15: its field has 4 bits: E0233

    Element types:
    - every target: `source`: f32, i32 (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-gm.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3297-3480, 9741-9870)

    Attributes:
    - unit_flag: hand-over of the accumulator from the cube (off, check_only, check_and_clear)
    - pre_quant_mode: conversion of each element (no_convert, f32_f16, f32_bf16, qf322f16_pre_vec, qf322f16_pre_scalar, qf322bf16_pre_vec, qf322bf16_pre_scalar, qf322f32_pre_vec, qf322f32_pre_scalar, qf322b8_pre_vec, qf322b8_pre_scalar, qf322s4_pre_vec, qf322s4_pre_scalar, qf322hif8_pre_vec, qf322hif8_pre_scalar, qf322hif8_pre_hybrid_vec, qf322hif8_pre_hybrid_scalar, qf322fp8_pre_vec, qf322fp8_pre_scalar, deqs32_int_vec, deqs32_int_scalar, deqs16_vec, deqs16_scalar, deqf16_vec, deqf16_scalar, req8_vec, req8_scalar, req4_vec, req4_scalar, qs322bf16_pre_vec, qs322bf16_pre_scalar, qf162b8_pre_vec, qf162b8_pre_scalar, qf162s4_pre_vec, qf162s4_pre_scalar, qf162s16_pre_vec, qf162s16_pre_scalar)
    - pre_relu_mode: what happens to negative elements (no_relu, normal_relu, scalar_relu, vector_relu)
    - mode: layout of the destination (nz2nd, nz2dn, nz2nz)
    - sat_mode: what happens to elements out of range (sat, nosat)
    - preserve_nan: with `sat`: NaN stays NaN
    - atomic_type: element type in memory (f32, f16, bf16, s8, s16, s32)
    - atomic_op (add, max, min)
    """
    call("mte_l0c_gm", (("source", source, ""), ("destination", destination, ""), ("m", m, ""), ("n", n, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""), ("pre_quant", pre_quant, ""), ("pre_relu", pre_relu, ""), ("clip_value", clip_value, ""), ("layout_arg", layout_arg, ""), ("loop3_count", loop3_count, ""), ("loop3_src_stride", loop3_src_stride, ""), ("loop3_dst_stride", loop3_dst_stride, ""), ("sid", sid, ""), ("l2_cache_ctrl", l2_cache_ctrl, ""),), (("unit_flag", unit_flag), ("pre_quant_mode", pre_quant_mode), ("pre_relu_mode", pre_relu_mode), ("mode", mode), ("sat_mode", sat_mode), ("preserve_nan", preserve_nan), ("atomic_type", atomic_type), ("atomic_op", atomic_op),))


def mte_l0c_l1(
    source: Value,
    destination: Value,
    m: Number,
    n: Number,
    src_stride: Number,
    dst_stride: Number,
    pre_quant: Value | Number | None = None,
    pre_relu: Value | Number | None = None,
    clip_value: Number | None = None,
    layout_arg: Number | None = None,
    loop3_count: Number | None = None,
    loop3_src_stride: Number | None = None,
    loop3_dst_stride: Number | None = None,
    *,
    unit_flag: str | None = None,
    pre_quant_mode: str | None = None,
    pre_relu_mode: str | None = None,
    mode: str | None = None,
    sat_mode: str | None = None,
    preserve_nan: bool | None = None,
) -> None:
    r"""Copy the accumulator to L1.

    The source is an m x n NZ image; `src_stride` counts rows of 16 elements between column groups.
    `layout_arg` is the source stride of nz2dn or the split of nz2nz. `loop3` repeats the copy.

    x = source element (f32 or i32), in order: quantise, relu, min(x, clip_value), convert
    destination[i*dst_stride + j] = x[i,j]   (nz2nd or no layout; nz2dn swaps i and j; nz2nz keeps columns of 16, or makes columns of 8)

    C++: `a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nd}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) {mode=nz2dn}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nz}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nd}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) keeps ctrl {mode=nz2dn}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nz}`

    Rules:
    - `source` must be in l0c: E0201
    - `destination` must be in l1: E0201
    - `pre_quant` has a factor and a mode: E0221
    - the quantisation must fit the element types of `source` and `destination`: E0205
    - the factor is an f16, bf16 or f32 number, for a `_vec` mode a pointer to such numbers in fb: E0204
    - scalar_relu has an f16, bf16 or f32 slope, vector_relu a pointer to slopes in fb, the other modes none: E0228
    - `clip` stands in `pre_relu` and goes with an f16, i4, i8, u8 or i16 destination: f16 for f16, a 16-bit number for u8, else i4, i8 or i16: E0204
    - nz2dn needs its source stride, nz2nz may have a split, nz2nd has neither: E0228
    - `loop3` goes with nz2nd or nz2dn: E0228
    - nz2nz goes with an f32 destination: E0204
    - `unit_flag` goes with nz2dn only if the source stride is 1: E0228

    Element types:
    - every target: `source`: f32, i32 (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-l1.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3297-3480, 8932-9030)

    Attributes:
    - unit_flag: hand-over of the accumulator from the cube (off, check_only, check_and_clear)
    - pre_quant_mode: conversion of each element (no_convert, f32_f16, f32_bf16, qf322f16_pre_vec, qf322f16_pre_scalar, qf322bf16_pre_vec, qf322bf16_pre_scalar, qf322f32_pre_vec, qf322f32_pre_scalar, qf322b8_pre_vec, qf322b8_pre_scalar, qf322s4_pre_vec, qf322s4_pre_scalar, qf322hif8_pre_vec, qf322hif8_pre_scalar, qf322hif8_pre_hybrid_vec, qf322hif8_pre_hybrid_scalar, qf322fp8_pre_vec, qf322fp8_pre_scalar, deqs32_int_vec, deqs32_int_scalar, deqs16_vec, deqs16_scalar, deqf16_vec, deqf16_scalar, req8_vec, req8_scalar, req4_vec, req4_scalar, qs322bf16_pre_vec, qs322bf16_pre_scalar, qf162b8_pre_vec, qf162b8_pre_scalar, qf162s4_pre_vec, qf162s4_pre_scalar, qf162s16_pre_vec, qf162s16_pre_scalar)
    - pre_relu_mode: what happens to negative elements (no_relu, normal_relu, scalar_relu, vector_relu)
    - mode: layout of the destination (nz2nd, nz2dn, nz2nz)
    - sat_mode: what happens to elements out of range (sat, nosat)
    - preserve_nan: with `sat`: NaN stays NaN
    """
    call("mte_l0c_l1", (("source", source, ""), ("destination", destination, ""), ("m", m, ""), ("n", n, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""), ("pre_quant", pre_quant, ""), ("pre_relu", pre_relu, ""), ("clip_value", clip_value, ""), ("layout_arg", layout_arg, ""), ("loop3_count", loop3_count, ""), ("loop3_src_stride", loop3_src_stride, ""), ("loop3_dst_stride", loop3_dst_stride, ""),), (("unit_flag", unit_flag), ("pre_quant_mode", pre_quant_mode), ("pre_relu_mode", pre_relu_mode), ("mode", mode), ("sat_mode", sat_mode), ("preserve_nan", preserve_nan),))


def mte_l0c_ub(
    source: Value,
    destination: Value,
    m: Number,
    n: Number,
    src_stride: Number,
    dst_stride: Number,
    pre_quant: Value | Number | None = None,
    pre_relu: Value | Number | None = None,
    clip_value: Number | None = None,
    layout_arg: Number | None = None,
    loop3_count: Number | None = None,
    loop3_src_stride: Number | None = None,
    loop3_dst_stride: Number | None = None,
    sub_blockid: Number | None = None,
    *,
    unit_flag: str | None = None,
    pre_quant_mode: str | None = None,
    pre_relu_mode: str | None = None,
    mode: str | None = None,
    sat_mode: str | None = None,
    preserve_nan: bool | None = None,
    dst_mode: str | None = None,
) -> None:
    r"""Copy the accumulator to UB of the vector cores.

    The source is an m x n NZ image; `src_stride` counts rows of 16 elements between column groups.
    `layout_arg` is the source stride of nz2dn or the split of nz2nz. `loop3` repeats the copy. One vector
    core receives everything, or rows or columns are split over both.

    x = source element (f32 or i32), in order: quantise, relu, min(x, clip_value), convert
    destination[i*dst_stride + j] = x[i,j]   (nz2nd or no layout; nz2dn swaps i and j; nz2nz keeps columns of 16, or makes columns of 8)

    C++: `a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nd}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) {mode=nz2dn}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nz}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nd}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) keeps ctrl {mode=nz2dn}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nz}`

    Rules:
    - `source` must be in l0c: E0201
    - `destination` must be in ub: E0201
    - `dst_mode` names one vector core (0 or 1), or split_m or split_n: E0228
    - `pre_quant` has a factor and a mode: E0221
    - the quantisation must fit the element types of `source` and `destination`: E0205
    - the factor is an f16, bf16 or f32 number, for a `_vec` mode a pointer to such numbers in fb: E0204
    - scalar_relu has an f16, bf16 or f32 slope, vector_relu a pointer to slopes in fb, the other modes none: E0228
    - `clip` stands in `pre_relu` and goes with an f16, i4, i8, u8 or i16 destination: f16 for f16, a 16-bit number for u8, else i4, i8 or i16: E0204
    - nz2dn needs its source stride, nz2nz may have a split, nz2nd has neither: E0228
    - `loop3` goes with nz2nd or nz2dn: E0228
    - nz2nz goes with an f32 destination: E0204
    - `unit_flag` goes with nz2dn only if the source stride is 1: E0228
    - split_m and split_n go with an even `m`, an `n` that is a multiple of 32, nz2nd or no layout, and no quantisation, relu or `loop3`: E0228

    Element types:
    - cpu, a5: `source`: f32, i32 (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-ub.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9872-10095)
    - a2a3 (`--rules manual`): `source`: f32, i32 (pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-ub.md)

    Attributes:
    - unit_flag: hand-over of the accumulator from the cube (off, check_only, check_and_clear)
    - pre_quant_mode: conversion of each element (no_convert, f32_f16, f32_bf16, qf322f16_pre_vec, qf322f16_pre_scalar, qf322bf16_pre_vec, qf322bf16_pre_scalar, qf322f32_pre_vec, qf322f32_pre_scalar, qf322b8_pre_vec, qf322b8_pre_scalar, qf322s4_pre_vec, qf322s4_pre_scalar, qf322hif8_pre_vec, qf322hif8_pre_scalar, qf322hif8_pre_hybrid_vec, qf322hif8_pre_hybrid_scalar, qf322fp8_pre_vec, qf322fp8_pre_scalar, deqs32_int_vec, deqs32_int_scalar, deqs16_vec, deqs16_scalar, deqf16_vec, deqf16_scalar, req8_vec, req8_scalar, req4_vec, req4_scalar, qs322bf16_pre_vec, qs322bf16_pre_scalar, qf162b8_pre_vec, qf162b8_pre_scalar, qf162s4_pre_vec, qf162s4_pre_scalar, qf162s16_pre_vec, qf162s16_pre_scalar)
    - pre_relu_mode: what happens to negative elements (no_relu, normal_relu, scalar_relu, vector_relu)
    - mode: layout of the destination (nz2nd, nz2dn, nz2nz)
    - sat_mode: what happens to elements out of range (sat, nosat)
    - preserve_nan: with `sat`: NaN stays NaN
    - dst_mode: who receives what (single, split_m, split_n)
    """
    call("mte_l0c_ub", (("source", source, ""), ("destination", destination, ""), ("m", m, ""), ("n", n, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""), ("pre_quant", pre_quant, ""), ("pre_relu", pre_relu, ""), ("clip_value", clip_value, ""), ("layout_arg", layout_arg, ""), ("loop3_count", loop3_count, ""), ("loop3_src_stride", loop3_src_stride, ""), ("loop3_dst_stride", loop3_dst_stride, ""), ("sub_blockid", sub_blockid, ""),), (("unit_flag", unit_flag), ("pre_quant_mode", pre_quant_mode), ("pre_relu_mode", pre_relu_mode), ("mode", mode), ("sat_mode", sat_mode), ("preserve_nan", preserve_nan), ("dst_mode", dst_mode),))


def load_cbuf_to_ca(
    source: Value,
    destination: Value,
    m_start: Number,
    k_start: Number,
    m_step: Number,
    k_step: Number,
    src_stride: Number,
    dst_stride: Number,
    *,
    transpose: bool | None = None,
) -> None:
    r"""Load fractals from L1 to L0A.

    Positions and steps count fractals of 16 rows by 32 bytes, strides the same along the outer dimension.

    destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step

    C++: `a5: load_cbuf_to_ca(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0a: E0201
    - `source` and `destination` must have element type f32, f16, bf16, i32, ui32, i16, ui16, i8, ui8, f8E4M3FN, f8E5M2 or !pto.hif8: E0204
    - `source` and `destination` must have elements of the same size: E0206
    - starts are 0 to 65535, steps 1 to 255 and strides 1 to 65535: E0229

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9435-9456)

    Attributes:
    - transpose: transpose the matrix the fractals hold
    """
    call("load_cbuf_to_ca", (("source", source, ""), ("destination", destination, ""), ("m_start", m_start, ""), ("k_start", k_start, ""), ("m_step", m_step, ""), ("k_step", k_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), (("transpose", transpose),))


def load_cbuf_to_ca_s4(
    source: Value,
    destination: Value,
    m_start: Number,
    k_start: Number,
    m_step: Number,
    k_step: Number,
    src_stride: Number,
    dst_stride: Number,
    transpose: Number,
) -> None:
    r"""Load fractals of 4-bit floats from L1 to L0A.

    As `load_cbuf_to_ca`, with the transpose bit as an operand.

    destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step

    C++: `a5: load_cbuf_to_ca_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0a: E0201
    - `source` and `destination` must have element type !pto.f4E1M2x2 or !pto.f4E2M1x2: E0204
    - `source` and `destination` must have the same element type: E0203
    - starts are 0 to 65535, steps 1 to 255 and strides 1 to 65535: E0229
    - `transpose` must be 0 or 1: E0229

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9409-9433)
    """
    call("load_cbuf_to_ca_s4", (("source", source, ""), ("destination", destination, ""), ("m_start", m_start, ""), ("k_start", k_start, ""), ("m_step", m_step, ""), ("k_step", k_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""), ("transpose", transpose, ""),), ())


def load_cbuf_to_ca_mx(
    source: Value,
    destination: Value,
    x_start_position: Number,
    y_start_position: Number,
    x_step: Number,
    y_step: Number,
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Load MX scales from L1 beside L0A.

    Positions and steps count groups of scales; they belong to the data at `destination`.

    scales of destination = scales at source, x_step by y_step groups

    C++: `a5: load_cbuf_to_ca_mx((uint64_t)destination, (__cbuf__ void*)source, x_start_position, y_start_position, x_step, y_step, src_stride, dst_stride)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0a: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - the start positions must not be negative: E0229

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9660-9680)
    """
    call("load_cbuf_to_ca_mx", (("source", source, ""), ("destination", destination, ""), ("x_start_position", x_start_position, ""), ("y_start_position", y_start_position, ""), ("x_step", x_step, ""), ("y_step", y_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def load_cbuf_to_cb(
    source: Value,
    destination: Value,
    m_start: Number,
    k_start: Number,
    m_step: Number,
    k_step: Number,
    src_stride: Number,
    dst_stride: Number,
    *,
    transpose: bool | None = None,
) -> None:
    r"""Load fractals from L1 to L0B.

    Positions and steps count fractals of 16 rows by 32 bytes, strides the same along the outer dimension.

    destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step

    C++: `a5: load_cbuf_to_cb(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0b: E0201
    - `source` and `destination` must have element type f32, f16, bf16, i32, ui32, i16, ui16, i8, ui8, f8E4M3FN, f8E5M2 or !pto.hif8: E0204
    - `source` and `destination` must have elements of the same size: E0206
    - starts are 0 to 65535, steps 1 to 255 and strides 1 to 65535: E0229

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9435-9456)

    Attributes:
    - transpose: transpose the matrix the fractals hold
    """
    call("load_cbuf_to_cb", (("source", source, ""), ("destination", destination, ""), ("m_start", m_start, ""), ("k_start", k_start, ""), ("m_step", m_step, ""), ("k_step", k_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), (("transpose", transpose),))


def load_cbuf_to_cb_s4(
    source: Value,
    destination: Value,
    m_start: Number,
    k_start: Number,
    m_step: Number,
    k_step: Number,
    src_stride: Number,
    dst_stride: Number,
    transpose: Number,
) -> None:
    r"""Load fractals of 4-bit floats from L1 to L0B.

    As `load_cbuf_to_cb`, with the transpose bit as an operand.

    destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step

    C++: `a5: load_cbuf_to_cb_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0b: E0201
    - `source` and `destination` must have element type !pto.f4E1M2x2 or !pto.f4E2M1x2: E0204
    - `source` and `destination` must have the same element type: E0203
    - starts are 0 to 65535, steps 1 to 255 and strides 1 to 65535: E0229
    - `transpose` must be 0 or 1: E0229

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9409-9433)
    """
    call("load_cbuf_to_cb_s4", (("source", source, ""), ("destination", destination, ""), ("m_start", m_start, ""), ("k_start", k_start, ""), ("m_step", m_step, ""), ("k_step", k_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""), ("transpose", transpose, ""),), ())


def load_cbuf_to_cb_mx(
    source: Value,
    destination: Value,
    x_start_position: Number,
    y_start_position: Number,
    x_step: Number,
    y_step: Number,
    src_stride: Number,
    dst_stride: Number,
) -> None:
    r"""Load MX scales from L1 beside L0B.

    Positions and steps count groups of scales; they belong to the data at `destination`.

    scales of destination = scales at source, x_step by y_step groups

    C++: `a5: load_cbuf_to_cb_mx((uint64_t)destination, (__cbuf__ void*)source, x_start_position, y_start_position, x_step, y_step, src_stride, dst_stride)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in l0b: E0201
    - `source` and `destination` must have elements of the same size: E0206
    - the start positions must not be negative: E0229

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9660-9680)
    """
    call("load_cbuf_to_cb_mx", (("source", source, ""), ("destination", destination, ""), ("x_start_position", x_start_position, ""), ("y_start_position", y_start_position, ""), ("x_step", x_step, ""), ("y_step", y_step, ""), ("src_stride", src_stride, ""), ("dst_stride", dst_stride, ""),), ())


def raw_fill_l1(
    dst: Value,
    byte_offset: Number,
    raw_value: Number,
    repeat_times: Number,
    block_num_32b: Number,
    dst_gap_32b: Number,
    fill_word_bits: int,
) -> None:
    r"""Fill L1 with a word.

    `repeat_times` runs of `block_num_32b` blocks of 32 bytes, `dst_gap_32b` blocks between them, from a
    byte offset. The word has 16 or 32 bits.

    every word of the runs at dst + byte_offset = raw_value

    C++ has no function for it.

    Rules:
    - `dst` must be in l1: E0201
    - `raw_value` must have element type i32 or ui32: E0204
    - `byte_offset` must be a multiple of 32 and not negative: E0402
    - repeats, blocks and gap must be 0 to 32767: E0229

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8583-8694)

    Attributes:
    - fill_word_bits: 16 or 32
    """
    call("raw_fill_l1", (("dst", dst, ""), ("byte_offset", byte_offset, ""), ("raw_value", raw_value, ""), ("repeat_times", repeat_times, ""), ("block_num_32b", block_num_32b, ""), ("dst_gap_32b", dst_gap_32b, ""),), (("fill_word_bits", fill_word_bits),))


def create_cbuf_matrix(
    dst: Value,
    raw_value: Number,
    repeat_times: Number,
    block_num_32b: Number,
    dst_gap_32b: Number,
    fill_word_bits: int,
) -> None:
    r"""Fill L1 with a word, at an address.

    `raw_fill_l1` without an offset, on a view of unsigned words.

    every word of the runs at dst = raw_value

    C++: `create_cbuf_matrix(dst, config, value, ...)`

    Rules:
    - `dst` must be in l1: E0201
    - `dst` must have element type ui16 or ui32: E0204
    - `raw_value` must have element type i32 or ui32: E0204
    - `fill_word_bits` must be the size of an element of `dst`: E0206
    - repeats, blocks and gap must be 0 to 32767: E0229

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8696-8735)

    Attributes:
    - fill_word_bits: 16 or 32
    """
    call("create_cbuf_matrix", (("dst", dst, ""), ("raw_value", raw_value, ""), ("repeat_times", repeat_times, ""), ("block_num_32b", block_num_32b, ""), ("dst_gap_32b", dst_gap_32b, ""),), (("fill_word_bits", fill_word_bits),))


def mad_raw(
    lhs: Value,
    rhs: Value,
    dst: Value,
    xt: Number,
) -> None:
    r"""Multiply two matrices with packed fields.

    `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    what the words of `mad` say.

    dst[i,j] = sum over l < k of lhs[i,l]*rhs[l,j]

    C++: `mad(dst, lhs, rhs, xt, ...)`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `xt` must have element type i64: E0204

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - cpu, a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    """
    call("mad_raw", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("xt", xt, ""),), ())


def mad_bias_raw(
    lhs: Value,
    rhs: Value,
    dst: Value,
    bias: Value,
    xt: Number,
) -> None:
    r"""Multiply two matrices, starting from a bias, with packed fields.

    `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    what the words of `mad_bias` say.

    dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*rhs[l,j]

    C++: `mad_bias(dst, lhs, rhs, xt, ...)`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `bias` must be in bt: E0201
    - `dst` and `bias` must have the same element type: E0203
    - `xt` must have element type i64: E0204

    Element types:
    - a2a3: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97)
    - cpu, a5: `(dst, lhs, rhs)`: (i32, i8, i8) (f32, f16, f16) (f32, f32, f32) (f32, bf16, bf16) (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, Hif8, Hif8) (pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168)
    """
    call("mad_bias_raw", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("bias", bias, ""), ("xt", xt, ""),), ())


def mad_mx_raw(
    lhs: Value,
    rhs: Value,
    dst: Value,
    xt: Number,
) -> None:
    r"""Multiply two scaled matrices with packed fields.

    `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    what the words of `mad_mx` say.

    dst[i,j] = sum over l < k of lhs[i,l]*rhs[l,j]   (each with its scale)

    C++: `mad_mx(dst, lhs, rhs, xt, ...)`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `xt` must have element type i64: E0204

    Element types:
    - cpu, a5: `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (f32, F4E2M1x2, F4E2M1x2) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4926-4929)
    """
    call("mad_mx_raw", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("xt", xt, ""),), ())


def mad_mx_bias_raw(
    lhs: Value,
    rhs: Value,
    dst: Value,
    bias: Value,
    xt: Number,
) -> None:
    r"""Multiply two scaled matrices, starting from a bias, with packed fields.

    `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    what the words of `mad_mx_bias` say.

    dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*rhs[l,j]   (each with its scale)

    C++: `mad_mx_bias(dst, lhs, rhs, xt, ...)`

    Rules:
    - `lhs` must be in l0a: E0201
    - `rhs` must be in l0b: E0201
    - `dst` must be in l0c: E0201
    - `bias` must be in bt: E0201
    - `dst` and `bias` must have the same element type: E0203
    - `xt` must have element type i64: E0204

    Element types:
    - cpu, a5: `(dst, lhs, rhs)`: (f32, F8E4M3, F8E4M3) (f32, F8E4M3, F8E5M2) (f32, F8E5M2, F8E4M3) (f32, F8E5M2, F8E5M2) (f32, F4E1M2x2, F4E1M2x2) (f32, F4E1M2x2, F4E2M1x2) (f32, F4E2M1x2, F4E1M2x2) (f32, F4E2M1x2, F4E2M1x2) (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4944-4947)
    """
    call("mad_mx_bias_raw", (("lhs", lhs, ""), ("rhs", rhs, ""), ("dst", dst, ""), ("bias", bias, ""), ("xt", xt, ""),), ())


def copy_gm_to_cbuf_multi_nd2nz(
    source: Value,
    destination: Value,
    sid: Number,
    loop1_src_stride: Number,
    l2_cache_ctrl: Number,
    n_value: Number,
    d_value: Number,
    loop4_src_stride: Number,
    smallc0_en: Number,
) -> None:
    r"""Copy matrices stored by rows to fractals in L1.

    The loops are those of `set_mte2_nz_para`; `mte_gm_l1_frac` says the same in one instruction.

    as `mte_gm_l1_frac` nd2nz

    C++: `a5: copy_gm_to_cbuf_multi_nd2nz(unsigned(destination), unsigned(source), sid, loop1_src_stride, l2_cache_ctrl, n_value, d_value, loop4_src_stride, smallc0_en)`

    Rules:
    - `source` must be in gm: E0201
    - `destination` must be in l1: E0201
    - `sid`, `loop1_src_stride`, `l2_cache_ctrl`, `n_value`, `d_value` and `loop4_src_stride` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:1288-1334)
    """
    call("copy_gm_to_cbuf_multi_nd2nz", (("source", source, ""), ("destination", destination, ""), ("sid", sid, ""), ("loop1_src_stride", loop1_src_stride, ""), ("l2_cache_ctrl", l2_cache_ctrl, ""), ("n_value", n_value, ""), ("d_value", d_value, ""), ("loop4_src_stride", loop4_src_stride, ""), ("smallc0_en", smallc0_en, ""),), ())


def copy_gm_to_cbuf_multi_dn2nz(
    source: Value,
    destination: Value,
    sid: Number,
    loop1_src_stride: Number,
    l2_cache_ctrl: Number,
    n_value: Number,
    d_value: Number,
    loop4_src_stride: Number,
    smallc0_en: Number,
) -> None:
    r"""Copy matrices stored by columns to fractals in L1.

    The loops are those of `set_mte2_nz_para`; `mte_gm_l1_frac` says the same in one instruction.

    as `mte_gm_l1_frac` dn2nz

    C++: `a5: copy_gm_to_cbuf_multi_dn2nz(unsigned(destination), unsigned(source), sid, loop1_src_stride, l2_cache_ctrl, n_value, d_value, loop4_src_stride, smallc0_en)`

    Rules:
    - `source` must be in gm: E0201
    - `destination` must be in l1: E0201
    - `sid`, `loop1_src_stride`, `l2_cache_ctrl`, `n_value`, `d_value` and `loop4_src_stride` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:1288-1334)
    """
    call("copy_gm_to_cbuf_multi_dn2nz", (("source", source, ""), ("destination", destination, ""), ("sid", sid, ""), ("loop1_src_stride", loop1_src_stride, ""), ("l2_cache_ctrl", l2_cache_ctrl, ""), ("n_value", n_value, ""), ("d_value", d_value, ""), ("loop4_src_stride", loop4_src_stride, ""), ("smallc0_en", smallc0_en, ""),), ())


def copy_cbuf_to_bt(
    source: Value,
    destination: Value,
    conv_control: Number,
    n_burst: Number,
    len_burst: Number,
    source_gap: Number,
    dst_gap: Number,
) -> None:
    r"""Copy rows from L1 to the bias table.

    `mte_l1_bt` says the same with named fields. bf16 becomes f32; f16 does with `conv_control`, else it
    stands in the low half of a 32-bit place.

    for r < n_burst: len_burst units from source to destination

    C++: `a5: copy_cbuf_to_bt((uint64_t)destination, source, conv_control, n_burst, len_burst, source_gap, dst_gap)`

    Rules:
    - `source` must be in l1: E0201
    - `destination` must be in bt: E0201
    - `n_burst`, `len_burst`, `source_gap` and `dst_gap` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:1336-1354)
    """
    call("copy_cbuf_to_bt", (("source", source, ""), ("destination", destination, ""), ("conv_control", conv_control, ""), ("n_burst", n_burst, ""), ("len_burst", len_burst, ""), ("source_gap", source_gap, ""), ("dst_gap", dst_gap, ""),), ())


def copy_matrix_cc_to_gm(
    source: Value,
    destination: Value,
    xm: Number,
    xt: Number,
) -> None:
    r"""Copy an accumulator to global memory with packed fields.

    `xm` holds n in bits 4..15, m in 16..31, the destination stride in 32..63; `xt` the source stride in bits
    0..15, whether there is a bound in 30, the quantisation in 34..38 and 29, relu in 39..41, the split in 42,
    nz2nd in 43, nz2dn in 62. The rest is in registers.

    as `mte_l0c_gm`, fields from xm and xt

    C++: `a5: copy_matrix_cc_to_gm(destination, source, xm, xt)`

    Rules:
    - `source` must be in l0c: E0201
    - `destination` must be in gm: E0201
    - `xm` and `xt` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:1525-1538)
    """
    call("copy_matrix_cc_to_gm", (("source", source, ""), ("destination", destination, ""), ("xm", xm, ""), ("xt", xt, ""),), ())


def copy_matrix_cc_to_cbuf(
    source: Value,
    destination: Value,
    config0: Number,
    config1: Number,
) -> None:
    r"""Copy an accumulator to L1 with packed fields.

    `config0` and `config1` are `xm` and `xt` of `copy_matrix_cc_to_gm`.

    as `mte_l0c_l1`, fields from config0 and config1

    C++: `copy_matrix_cc_to_cbuf(dst, src, ...)`

    Rules:
    - `source` must be in l0c: E0201
    - `destination` must be in l1: E0201
    - `config0` and `config1` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:1540-1554)
    """
    call("copy_matrix_cc_to_cbuf", (("source", source, ""), ("destination", destination, ""), ("config0", config0, ""), ("config1", config1, ""),), ())


def set_loop1_stride_outtol1(
    value: Number,
) -> None:
    r"""Set the strides of the inner loop of copies to L1.

    The source stride stands in bits 0 to 39, the destination stride above, both in bytes.

    inner strides = value

    C++: `set_loop1_stride_outtol1(value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:558)
    """
    call("set_loop1_stride_outtol1", (("value", value, ""),), ())


def set_loop2_stride_outtol1(
    value: Number,
) -> None:
    r"""Set the strides of the outer loop of copies to L1.

    The source stride stands in bits 0 to 39, the destination stride above, both in bytes.

    outer strides = value

    C++: `set_loop2_stride_outtol1(value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:557)
    """
    call("set_loop2_stride_outtol1", (("value", value, ""),), ())


def set_loop_size_outtol1(
    value: Number,
) -> None:
    r"""Set the lengths of the loops of copies to L1.

    The inner loop stands in bits 0 to 20, the outer one in the next 21.

    loop lengths = value

    C++: `set_loop_size_outtol1(value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:559)
    """
    call("set_loop_size_outtol1", (("value", value, ""),), ())


def set_mte2_nz_para(
    value: Number,
) -> None:
    r"""Set the loops of copies to fractals in L1.

    Read by `copy_gm_to_cbuf_multi_nd2nz` and `copy_gm_to_cbuf_multi_dn2nz`. Four numbers of 16 bits from the
    lowest: matrices, and the strides of rows, column groups and matrices in 32-byte rows.

    loops to fractals = value

    C++: `set_mte2_nz_para(value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:565)
    """
    call("set_mte2_nz_para", (("value", value, ""),), ())


def set_pad_val_outtol1(
    value: Number,
) -> None:
    r"""Set the value that copies to L1 pad with.

    The number holds the bits of the element.

    pad value = value

    C++: `set_pad_val_outtol1(value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:566)
    """
    call("set_pad_val_outtol1", (("value", value, ""),), ())


def set_loop3_para(
    first: Number,
    second: Number,
) -> None:
    r"""Set the outer loop of copies out of an accumulator.

    Read by `copy_matrix_cc_to_gm` and its like, unless they keep fractals. `first` holds bits 0..39 and
    `second` the rest of: the count in bits 0..15, the source stride in bits 16..31, the destination stride
    in bits 32..63.

    loop 3 = first, second

    C++: `a5: set_loop3_para((uint64_t)first + ((uint64_t)second << 40))`

    Rules:
    - `first` and `second` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:563)
    """
    call("set_loop3_para", (("first", first, ""), ("second", second, ""),), ())


def set_channel_para(
    first: Number,
    second: Number,
) -> None:
    r"""Set the channels of copies out of an accumulator.

    Read by `copy_matrix_cc_to_gm` and its like when they write columns. `first` holds bits 0..39 and `second`
    the rest of a number whose bits 48..63 are the distance of source rows.

    channels = first, second

    C++: `a5: set_channel_para((uint64_t)first + ((uint64_t)second << 40))`

    Rules:
    - `first` and `second` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:564)
    """
    call("set_channel_para", (("first", first, ""), ("second", second, ""),), ())


def set_quant_pre(
    value: Number,
) -> None:
    r"""Set the factor copies out of an accumulator quantise with.

    The number holds the bits of the factor, above them the fields of a record of the fixpipe buffer.

    quantisation factor = value

    C++: `set_quant_pre(value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:617)
    """
    call("set_quant_pre", (("value", value, ""),), ())


def set_relu_alpha(
    value: Number,
) -> None:
    r"""Set the slope copies out of an accumulator apply below zero.

    The number holds the bits of the slope.

    slope = value

    C++: `a5: set_relu_alpha((uint64_t)value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:618)
    """
    call("set_relu_alpha", (("value", value, ""),), ())


def set_fix_clip_relu(
    value: Number,
) -> None:
    r"""Set the bound copies out of an accumulator clip at.

    The number holds the bits of the bound.

    bound = value

    C++: `a5: set_fix_clip_relu((uint64_t)value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:619)
    """
    call("set_fix_clip_relu", (("value", value, ""),), ())


def set_fpc(
    value: Number,
) -> None:
    r"""Set where copies out of an accumulator find their factors.

    Bits 8..15 hold the place of the factors, in 128 bytes, bits 0..7 that of the slopes, in 64 bytes from
    0x10000.

    fixpipe factors = value

    C++: `set_fpc(value)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:620)
    """
    call("set_fpc", (("value", value, ""),), ())


def set_store_atomic_cfg(
    value: Number,
) -> None:
    r"""Set how stores combine with what is in memory.

    Operation and type are packed into the number.

    store combination = value

    C++: `set_store_atomic_cfg(value, ...)`

    Rules:
    - `value` must have element type i64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td:584)
    """
    call("set_store_atomic_cfg", (("value", value, ""),), ())


def addptr(
    ptr: Value,
    offset: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Move a pointer by elements.

    The offset counts elements of the pointer's type and may be negative.

    result = ptr + offset*sizeof T

    C++: `ptr + offset`

    Rules:
    - `ptr` and `result` must have the same type: E0207

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3075-3094)
    """
    return call("addptr", (("ptr", ptr, ""), ("offset", offset, "index"),), (), ("Ptr",), result, "")


def castptr(
    input: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Change a number into a pointer, a pointer into a number, or its element type.

    A number is an absolute byte address in the memory of the result. Memory is not touched.

    result = input

    C++: `(type(result))data(input)`

    Rules:
    - `input` or `result` must be a pointer: E0304
    - a cast from pointer to pointer stays in its memory: E0231

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3293-3335)
    """
    return call("castptr", (("input", input, ""),), (), ("Any",), result, "")


def inttoptr(
    addr: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Change a number into a pointer.

    The address is absolute, in bytes.

    result = addr

    C++: `(type(result))addr`

    Rules:
    - `addr` must have element type i64 or ui64: E0204
    - the pointer must point to numbers: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3137-3156)
    """
    return call("inttoptr", (("addr", addr, ""),), (), ("Ptr",), result, "")


def ptrtoint(
    ptr: Value,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Change a pointer into a number.

    The absolute byte address.

    result = ptr

    C++: `(type(result))ptr`

    Rules:
    - `result` must have element type i64 or ui64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3124-3135)
    """
    return call("ptrtoint", (("ptr", ptr, ""),), (), ("Scalar",), result, "")


def load_scalar(
    ptr: Value,
    offset: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load one element.

    The offset counts elements.

    value = ptr[offset]

    C++: `*(ptr + offset)`

    Rules:
    - `ptr` must be in gm or ub: E0201
    - `value` must have the element type of `ptr`: E0220

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:185)
    """
    return call("load_scalar", (("ptr", ptr, ""), ("offset", offset, "index"),), (), ("Scalar",), result, "")


def load(
    ptr: Value | Number,
    offset: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load one element in a SIMT or scalar program.

    The offset counts elements.

    value = ptr[offset]

    C++: `*(data(ptr) + offset)`

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `value` must have the element type of `ptr`: E0220

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:642-650)
    """
    return call("load", (("ptr", ptr, ""), ("offset", offset, "index"),), (), ("Any",), result, "")


def store_scalar(
    value: Number,
    ptr: Value,
    offset: Number,
) -> None:
    r"""Store one element.

    The offset counts elements.

    ptr[offset] = value

    C++: `*(ptr + offset) = value`

    Rules:
    - `ptr` must be in gm or ub: E0201
    - `value` must have the element type of `ptr`: E0220

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:209)
    """
    call("store_scalar", (("value", value, "=ptr"), ("ptr", ptr, ""), ("offset", offset, "index"),), ())


def store(
    value: Value | Number,
    ptr: Value | Number,
    offset: Number,
) -> None:
    r"""Store one element in a SIMT or scalar program.

    The offset counts elements.

    ptr[offset] = value

    C++: `*(data(ptr) + offset) = value`

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `value` must have the element type of `ptr`: E0220

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:652-660)
    """
    call("store", (("value", value, "=ptr"), ("ptr", ptr, ""), ("offset", offset, "index"),), ())


def ld_dev(
    ptr: Value,
    offset: Number,
    *,
    volatile: bool | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load one integer past the caches.

    The scalar unit reads global memory itself.

    value = ptr[offset]

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm: E0201
    - `ptr` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `ptr` and `value` must have elements of the same size: E0206

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:612-640)

    Attributes:
    - volatile
    """
    return call("ld_dev", (("ptr", ptr, ""), ("offset", offset, "index"),), (("volatile", volatile),), ("Scalar",), result, "")


def st_dev(
    value: Number,
    ptr: Value,
    offset: Number,
    *,
    volatile: bool | None = None,
) -> None:
    r"""Store one integer past the caches.

    The scalar unit writes global memory itself.

    ptr[offset] = value

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm: E0201
    - `ptr` must have element type i8, ui8, i16, ui16, i32, ui32, i64 or ui64: E0204
    - `ptr` and `value` must have elements of the same size: E0206

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:612-640)

    Attributes:
    - volatile
    """
    call("st_dev", (("value", value, ""), ("ptr", ptr, ""), ("offset", offset, "index"),), (("volatile", volatile),))


def get_block_idx(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this block.

    Blocks of one launch are numbered from 0.

    result = block id, 0 <= result < get_block_num

    C++: `get_block_idx()`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469)
    """
    return call("get_block_idx", (), (), ("Scalar",), result, "i64")


def get_block_num(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of blocks of the launch.

    The same on every core.

    result = blocks launched

    C++: `get_block_num()`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469)
    """
    return call("get_block_num", (), (), ("Scalar",), result, "i64")


def get_subblock_idx(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this vector core in its cluster.

    0 or 1 in a mixed kernel, 0 in a plain vector kernel.

    result = 0 or 1

    C++: `get_subblockid()`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469)
    """
    return call("get_subblock_idx", (), (), ("Scalar",), result, "i64")


def get_subblock_num(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of vector cores per cluster.

    2 in a mixed kernel, 1 in a plain vector kernel.

    result = vector cores per block

    C++: `get_subblockdim()`

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469)
    """
    return call("get_subblock_num", (), (), ("Scalar",), result, "i64")


def get_vms4_sr(
    *,
    result: str | Sequence[str] | None = None,
) -> tuple[Value, ...]:
    r"""Elements taken from each list by the last merge sort.

    Four counts, set by `vmrgsort4`.

    listk = elements of list k that were merged

    C++: `get_vms4_sr()`

    Rules:
    - `list0`, `list1`, `list2` and `list3` must have element type i16 or ui16: E0204

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/vms4-status-query.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:574)
    """
    return call("get_vms4_sr", (), (), ("Scalar", "Scalar", "Scalar", "Scalar",), result, "")


def vecscope(
) -> AbstractContextManager[None]:
    r"""A piece of vector code.

    Register, predicate and align values live inside it; it sees the values around it. Synchronisation
    stands outside, except `mem_bar`.

    run the body on the vector unit

    C++ has no function for it.

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/vecscope.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3933-3958)
    """
    return body("vecscope", (), ())


def strict_vecscope(
    captures: Sequence[Value],
) -> AbstractContextManager[None]:
    r"""A piece of vector code with named inputs.

    The body sees only its block arguments, one per capture and of its type.

    run the body on the vector unit, with the captures as arguments

    C++ has no function for it.

    Element types:
    - every target: as the rules say (pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/vecscope.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3960-4000)
    """
    return body("strict_vecscope", (("captures", captures, ""),), ())


def section_cube(
) -> AbstractContextManager[None]:
    r"""Code for the cube core of a cluster.

    Only the cube core runs the body; code outside sections runs on all cores.

    run the body on the cube core

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td)
    """
    return body("section.cube", (), ())


def section_vector(
) -> AbstractContextManager[None]:
    r"""Code for the vector cores of a cluster.

    Only the vector cores run the body; code outside sections runs on all cores.

    run the body on the vector cores

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td)
    """
    return body("section.vector", (), ())


def fusion_region(
) -> AbstractContextManager[None]:
    r"""Tile code that is fused as one.

    The body ends with `pto.yield`; what it yields are the results.

    outputs = what the body yields

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:2870-2909)
    """
    return body("fusion_region", (), ())


def yield_(
    values: Sequence[Value],
) -> None:
    r"""End a fusion region.

    The values match the results of the region in number and type.

    results of the region = values

    C++ has no function for it.

    Element types:
    - every target: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:2911-2937)
    """
    call("yield", (("values", values, ""),), ())


def trap(
) -> None:
    r"""Stop the kernel with an error.

    Nothing after it runs.

    stop

    C++: `trap()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("trap", (), ())


def get_ctrl(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read the control register.

    64 mode bits of the core, for instance how out-of-range results saturate.

    result = CTRL

    C++: `get_ctrl()`

    Rules:
    - `result` must have element type i64 or ui64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    return call("get_ctrl", (), (), ("Scalar",), result, "")


def set_ctrl(
    value: Number,
) -> None:
    r"""Write the control register.

    All 64 bits at once.

    CTRL = value

    C++: `set_ctrl(value)`

    Rules:
    - `value` must have element type i64 or ui64: E0204

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_ctrl", (("value", value, ""),), ())


def sbitset0(
    first: Number,
    second: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Clear one bit of a number.

    `second` is the number of the bit.

    result = first & ~(1 << second)

    C++: `sbitset0(first, second)`

    Rules:
    - `first` must have element type i64 or ui64: E0204
    - `second` must have element type i64 or ui64: E0204
    - `first` and `result` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    return call("sbitset0", (("first", first, ""), ("second", second, ""),), (), ("Scalar",), result, "")


def sbitset1(
    first: Number,
    second: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Set one bit of a number.

    `second` is the number of the bit.

    result = first | (1 << second)

    C++: `sbitset1(first, second)`

    Rules:
    - `first` must have element type i64 or ui64: E0204
    - `second` must have element type i64 or ui64: E0204
    - `first` and `result` must have the same element type: E0203

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    return call("sbitset1", (("first", first, ""), ("second", second, ""),), (), ("Scalar",), result, "")


def set_atomic_none(
) -> None:
    r"""Let stores overwrite memory.

    Holds for following stores to global memory, until the next change.

    atomic operation = none

    C++: `set_atomic_none()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_none", (), ())


def set_atomic_add(
) -> None:
    r"""Let stores add to memory.

    Holds for following stores to global memory, until the next change.

    atomic operation = add

    C++: `set_atomic_add()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_add", (), ())


def set_atomic_max(
) -> None:
    r"""Let stores keep the larger value.

    Holds for following stores to global memory, until the next change.

    atomic operation = max

    C++: `set_atomic_max()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_max", (), ())


def set_atomic_min(
) -> None:
    r"""Let stores keep the smaller value.

    Holds for following stores to global memory, until the next change.

    atomic operation = min

    C++: `set_atomic_min()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_min", (), ())


def set_atomic_f32(
) -> None:
    r"""Let atomic stores work on f32 elements.

    Holds for following atomic stores, until the next change.

    atomic element type = f32

    C++: `set_atomic_f32()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_f32", (), ())


def set_atomic_f16(
) -> None:
    r"""Let atomic stores work on f16 elements.

    Holds for following atomic stores, until the next change.

    atomic element type = f16

    C++: `set_atomic_f16()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_f16", (), ())


def set_atomic_bf16(
) -> None:
    r"""Let atomic stores work on bf16 elements.

    Holds for following atomic stores, until the next change.

    atomic element type = bf16

    C++: `set_atomic_bf16()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_bf16", (), ())


def set_atomic_s32(
) -> None:
    r"""Let atomic stores work on i32 elements.

    Holds for following atomic stores, until the next change.

    atomic element type = i32

    C++: `set_atomic_s32()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_s32", (), ())


def set_atomic_s16(
) -> None:
    r"""Let atomic stores work on i16 elements.

    Holds for following atomic stores, until the next change.

    atomic element type = i16

    C++: `set_atomic_s16()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_s16", (), ())


def set_atomic_s8(
) -> None:
    r"""Let atomic stores work on i8 elements.

    Holds for following atomic stores, until the next change.

    atomic element type = i8

    C++: `set_atomic_s8()`

    Element types:
    - every target: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td)
    """
    call("set_atomic_s8", (), ())


def section_simt(
    dim_x: int,
    dim_y: int,
    dim_z: int,
) -> AbstractContextManager[None]:
    r"""Code that every thread of a group runs.

    The three numbers are the extents of the group; x runs fastest. It does not stand in a SIMT function or
    in another such section.

    run the body for each thread (x, y, z)

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/PTO.cpp:2843-2868)

    Attributes:
    - dim_x
    - dim_y
    - dim_z
    """
    return body("section.simt", (), (("dimX", dim_x), ("dimY", dim_y), ("dimZ", dim_z),))


def simt_launch(
    dim_x: Number,
    dim_y: Number,
    dim_z: Number,
    args: Sequence[Value],
    callee: str,
) -> None:
    r"""Run a SIMT function on a group of threads.

    The function is marked `pto.simt_entry`, takes the arguments and returns nothing.

    run callee(args) for each thread (x, y, z)

    C++ has no function for it.

    Rules:
    - `dimX`, `dimY` and `dimZ` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:165-206)

    Attributes:
    - callee: the function
    """
    call("simt_launch", (("dimX", dim_x, ""), ("dimY", dim_y, ""), ("dimZ", dim_z, ""), ("args", args, ""),), (("callee", callee),))


def store_vfsimt_info(
    dim_z: Number,
    dim_y: Number,
    dim_x: Number,
) -> None:
    r"""Set the extents of the next group of threads.

    What `simt_launch` does before the call; z comes first.

    extents of the group = dimX, dimY, dimZ

    C++ has no function for it.

    Rules:
    - `dimZ`, `dimY` and `dimX` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    call("store_vfsimt_info", (("dimZ", dim_z, ""), ("dimY", dim_y, ""), ("dimX", dim_x, ""),), ())


def syncthreads(
) -> None:
    r"""Wait for all threads of the group.

    Memory accesses before it are visible to all threads after it.

    barrier of the group

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    call("syncthreads", (), ())


def threadfence(
) -> None:
    r"""Order the memory accesses of a thread for all cores.

    Does not wait for other threads.

    earlier accesses are visible to every core

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    call("threadfence", (), ())


def threadfence_block(
) -> None:
    r"""Order the memory accesses of a thread for its block.

    Does not wait for other threads.

    earlier accesses are visible to the block

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    call("threadfence_block", (), ())


def keep(
    payload: Number,
    slot: int,
) -> None:
    r"""Keep a value of a thread for the next SIMT function.

    The next launch reads it with `resume` from the same slot. A 64-bit value takes two slots.

    slot = payload

    C++ has no function for it.

    Rules:
    - a 64-bit value is kept in an even slot: E0310

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)

    Attributes:
    - slot: which register
    """
    call("keep", (("payload", payload, ""),), (("slot", slot),))


def resume(
    slot: int,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read a value that an earlier SIMT function kept.

    The type is that of the kept value.

    result = slot

    C++ has no function for it.

    Rules:
    - a 64-bit value is kept in an even slot: E0310

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)

    Attributes:
    - slot: which register
    """
    return call("resume", (), (("slot", slot),), ("Scalar",), result, "")


def get_tid_x(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this thread along x.

    Stands in SIMT code; every thread has its own.

    result = thread index

    C++: `a5: threadIdx.x`

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_tid_x", (), (), ("Scalar",), result, "")


def get_tid_y(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this thread along y.

    Stands in SIMT code; every thread has its own.

    result = thread index

    C++: `a5: threadIdx.y`

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_tid_y", (), (), ("Scalar",), result, "")


def get_tid_z(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this thread along z.

    Stands in SIMT code; every thread has its own.

    result = thread index

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_tid_z", (), (), ("Scalar",), result, "")


def get_block_dim_x(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Threads of the group along x.

    Stands in SIMT code; every thread has its own.

    result = extent of the group

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_block_dim_x", (), (), ("Scalar",), result, "")


def get_block_dim_y(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Threads of the group along y.

    Stands in SIMT code; every thread has its own.

    result = extent of the group

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_block_dim_y", (), (), ("Scalar",), result, "")


def get_block_dim_z(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Threads of the group along z.

    Stands in SIMT code; every thread has its own.

    result = extent of the group

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_block_dim_z", (), (), ("Scalar",), result, "")


def get_block_idx_x(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this block along x.

    Stands in SIMT code; every thread has its own.

    result = block index

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_block_idx_x", (), (), ("Scalar",), result, "")


def get_block_idx_y(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this block along y.

    Stands in SIMT code; every thread has its own.

    result = block index

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_block_idx_y", (), (), ("Scalar",), result, "")


def get_block_idx_z(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this block along z.

    Stands in SIMT code; every thread has its own.

    result = block index

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_block_idx_z", (), (), ("Scalar",), result, "")


def get_grid_dim_x(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Blocks of the launch along x.

    Stands in SIMT code; every thread has its own.

    result = extent of the launch

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_grid_dim_x", (), (), ("Scalar",), result, "")


def get_grid_dim_y(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Blocks of the launch along y.

    Stands in SIMT code; every thread has its own.

    result = extent of the launch

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_grid_dim_y", (), (), ("Scalar",), result, "")


def get_grid_dim_z(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Blocks of the launch along z.

    Stands in SIMT code; every thread has its own.

    result = extent of the launch

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_grid_dim_z", (), (), ("Scalar",), result, "")


def get_laneid(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of this thread in its warp.

    Stands in SIMT code; every thread has its own.

    result = 0 to 31

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_laneid", (), (), ("Scalar",), result, "")


def get_veccoreid(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Number of the vector core.

    Stands in SIMT code; every thread has its own.

    result = core number

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_veccoreid", (), (), ("Scalar",), result, "")


def get_clock32(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Cycles of the core, low 32 bits.

    Stands in SIMT code; every thread has its own.

    result = cycles mod 2^32

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_clock32", (), (), ("Scalar",), result, "")


def get_lanemask_eq(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""The bit of this thread in a warp mask.

    Stands in SIMT code; every thread has its own.

    result = the bit of this thread

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_lanemask_eq", (), (), ("Scalar",), result, "")


def get_lanemask_le(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""The bits of this thread and those before it in a warp mask.

    Stands in SIMT code; every thread has its own.

    result = the bits of this thread and those before it

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_lanemask_le", (), (), ("Scalar",), result, "")


def get_lanemask_lt(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""The bits of the threads before this one in a warp mask.

    Stands in SIMT code; every thread has its own.

    result = the bits of the threads before this one

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_lanemask_lt", (), (), ("Scalar",), result, "")


def get_lanemask_ge(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""The bits of this thread and those after it in a warp mask.

    Stands in SIMT code; every thread has its own.

    result = the bits of this thread and those after it

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_lanemask_ge", (), (), ("Scalar",), result, "")


def get_lanemask_gt(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""The bits of the threads after this one in a warp mask.

    Stands in SIMT code; every thread has its own.

    result = the bits of the threads after this one

    C++ has no function for it.

    Rules:
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_lanemask_gt", (), (), ("Scalar",), result, "")


def get_clock64(
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Cycles of the core.

    Stands in SIMT code; every thread has its own.

    result = cycles

    C++ has no function for it.

    Rules:
    - `result` must have element type i64: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("get_clock64", (), (), ("Scalar",), result, "")


def ldg(
    ptr: Value | Number,
    offset: Number,
    *,
    l1cache: str | None = None,
    l2cache: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Load one element of global memory in a SIMT program.

    The offset counts elements. The two words choose how the caches treat it.

    value = ptr[offset]

    C++: `a5: *(ptr + offset) {l1cache=cache, l2cache=nmfv}`

    Rules:
    - `ptr` must be in gm: E0201
    - `value` must have the element type of `ptr`: E0220

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:661-675)

    Attributes:
    - l1cache (cache, uncache)
    - l2cache (nmfv, nmlv, nmprs, nmpref, nakeep, naclean, nadrop, idsfv, idslv, idsprs, idspref, exfv, exlv, exprs, expref)
    """
    return call("ldg", (("ptr", ptr, ""), ("offset", offset, "index"),), (("l1cache", l1cache), ("l2cache", l2cache),), ("Any",), result, "")


def stg(
    value: Value | Number,
    ptr: Value | Number,
    offset: Number,
    *,
    l1cache: str | None = None,
    l2cache: str | None = None,
) -> None:
    r"""Store one element of global memory in a SIMT program.

    The offset counts elements. The two words choose how the caches treat it.

    ptr[offset] = value

    C++: `a5: *(ptr + offset) = value {l1cache=cache, l2cache=nmfv}`

    Rules:
    - `ptr` must be in gm: E0201
    - `value` must have the element type of `ptr`: E0220

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:677-691)

    Attributes:
    - l1cache (cache, uncache)
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    """
    call("stg", (("value", value, "=ptr"), ("ptr", ptr, ""), ("offset", offset, "index"),), (("l1cache", l1cache), ("l2cache", l2cache),))


def absf(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Absolute value.

    Stands in SIMT code; one number per thread.

    result = |value|

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("absf", (("value", value, ""),), (), ("Any",), result, "")


def sqrt(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Square root.

    Stands in SIMT code; one number per thread.

    result = sqrt(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("sqrt", (("value", value, ""),), (), ("Any",), result, "")


def exp(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Exponential.

    Stands in SIMT code; one number per thread.

    result = e^value

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("exp", (("value", value, ""),), (), ("Any",), result, "")


def log(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Natural logarithm.

    Stands in SIMT code; one number per thread.

    result = ln(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("log", (("value", value, ""),), (), ("Any",), result, "")


def sin(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Sine.

    Stands in SIMT code; one number per thread.

    result = sin(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("sin", (("value", value, ""),), (), ("Any",), result, "")


def cos(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Cosine.

    Stands in SIMT code; one number per thread.

    result = cos(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("cos", (("value", value, ""),), (), ("Any",), result, "")


def ceil(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Round up.

    Stands in SIMT code; one number per thread.

    result = ceil(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("ceil", (("value", value, ""),), (), ("Any",), result, "")


def floor(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Round down.

    Stands in SIMT code; one number per thread.

    result = floor(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("floor", (("value", value, ""),), (), ("Any",), result, "")


def rint(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Round to the nearest integer, ties to even.

    Stands in SIMT code; one number per thread.

    result = rint(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("rint", (("value", value, ""),), (), ("Any",), result, "")


def round(
    value: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Round to the nearest integer, ties away from zero.

    Stands in SIMT code; one number per thread.

    result = round(value)

    C++ has no function for it.

    Rules:
    - `value` must have element type f16, bf16 or f32: E0204
    - `value` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("round", (("value", value, ""),), (), ("Any",), result, "")


def fmax(
    lhs: Value | Number,
    rhs: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Larger of two numbers.

    Stands in SIMT code; one number per thread.

    result = max(lhs, rhs)

    C++ has no function for it.

    Rules:
    - `lhs` must have element type f16, bf16 or f32: E0204
    - `lhs`, `rhs` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("fmax", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Any",), result, "")


def fmin(
    lhs: Value | Number,
    rhs: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Smaller of two numbers.

    Stands in SIMT code; one number per thread.

    result = min(lhs, rhs)

    C++ has no function for it.

    Rules:
    - `lhs` must have element type f16, bf16 or f32: E0204
    - `lhs`, `rhs` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("fmin", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Any",), result, "")


def pow(
    lhs: Value | Number,
    rhs: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Power.

    Stands in SIMT code; one number per thread.

    result = lhs^rhs

    C++ has no function for it.

    Rules:
    - `lhs` must have element type f16, bf16 or f32: E0204
    - `lhs`, `rhs` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("pow", (("lhs", lhs, ""), ("rhs", rhs, ""),), (), ("Any",), result, "")


def fma(
    lhs: Value | Number,
    rhs: Value | Number,
    acc: Value | Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Multiply and add with one rounding.

    Stands in SIMT code; one number per thread.

    result = lhs*rhs + acc

    C++ has no function for it.

    Rules:
    - `lhs` must have element type f16, bf16 or f32: E0204
    - `lhs`, `rhs`, `acc` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("fma", (("lhs", lhs, ""), ("rhs", rhs, ""), ("acc", acc, ""),), (), ("Any",), result, "")


def mulhi(
    lhs: Number,
    rhs: Number,
    signedness: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Upper half of a product.

    Stands in SIMT code; one number per thread.

    result = (lhs*rhs) >> bits of T

    C++ has no function for it.

    Rules:
    - `lhs` must have element type i32 or i64: E0204
    - `lhs`, `rhs` and `result` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)

    Attributes:
    - signedness (signed, unsigned)
    """
    return call("mulhi", (("lhs", lhs, ""), ("rhs", rhs, ""),), (("signedness", signedness),), ("Scalar",), result, "")


def mul_i32toi64(
    lhs: Number,
    rhs: Number,
    signedness: str,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Full product of two 32-bit integers.

    Stands in SIMT code; one number per thread.

    result = lhs*rhs, 64 bits

    C++ has no function for it.

    Rules:
    - `lhs` and `rhs` must have element type i32: E0204
    - `result` must have element type i64: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)

    Attributes:
    - signedness (signed, unsigned)
    """
    return call("mul_i32toi64", (("lhs", lhs, ""), ("rhs", rhs, ""),), (("signedness", signedness),), ("Scalar",), result, "")


def prmt(
    lhs: Number,
    rhs: Number,
    selector: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Pick four bytes of two words.

    Each field of `selector` numbers one of the eight bytes.

    byte i of result = byte (selector >> 4*i) & 7 of lhs:rhs, rhs lowest

    C++ has no function for it.

    Rules:
    - `lhs`, `rhs`, `selector` and `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("prmt", (("lhs", lhs, ""), ("rhs", rhs, ""), ("selector", selector, ""),), (), ("Scalar",), result, "")


def convert(
    src: Value | Number,
    rounding: str,
    saturation: str,
    *,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Convert a number, or a pair of numbers.

    Rounding: r to even, a away, f down, c up, z to zero, o to odd, h hybrid. Out of range: `sat` clamps,
    `nosat` wraps.

    dst = round(src) in the type of dst

    C++ has no function for it.

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:300-510, 813-830)

    Attributes:
    - rounding (r, a, f, c, z, o, h)
    - saturation (sat, nosat)
    - signedness (signed, unsigned)
    """
    return call("convert", (("src", src, ""),), (("rounding", rounding), ("saturation", saturation), ("signedness", signedness),), ("Any",), result, "")


def shuffle_idx(
    value: Value | Number,
    index: Number,
    *,
    width: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read a value of another thread of the warp.

    Threads are grouped in 16 or 32.

    result = value of thread index

    C++ has no function for it.

    Rules:
    - `value` must have element type i32, i64, f16 or f32: E0204
    - `value` and `result` must have the same element type: E0203
    - `index` must have element type i32: E0204
    - `width` must be 16 or 32: E0310

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226)

    Attributes:
    - width: size of the group; 32 if absent
    """
    return call("shuffle_idx", (("value", value, ""), ("index", index, ""),), (("width", width),), ("Any",), result, "")


def shuffle_up(
    value: Value | Number,
    offset: Number,
    *,
    width: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read a value of an earlier thread of the warp.

    Threads are grouped in 16 or 32.

    result = value of thread (own - offset)

    C++ has no function for it.

    Rules:
    - `value` must have element type i32, i64, f16 or f32: E0204
    - `value` and `result` must have the same element type: E0203
    - `offset` must have element type i32: E0204
    - `width` must be 16 or 32: E0310

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226)

    Attributes:
    - width: size of the group; 32 if absent
    """
    return call("shuffle_up", (("value", value, ""), ("offset", offset, ""),), (("width", width),), ("Any",), result, "")


def shuffle_down(
    value: Value | Number,
    offset: Number,
    *,
    width: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Read a value of a later thread of the warp.

    Threads are grouped in 16 or 32.

    result = value of thread (own + offset)

    C++ has no function for it.

    Rules:
    - `value` must have element type i32, i64, f16 or f32: E0204
    - `value` and `result` must have the same element type: E0203
    - `offset` must have element type i32: E0204
    - `width` must be 16 or 32: E0310

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226)

    Attributes:
    - width: size of the group; 32 if absent
    """
    return call("shuffle_down", (("value", value, ""), ("offset", offset, ""),), (("width", width),), ("Any",), result, "")


def shuffle_bfly(
    value: Value | Number,
    mask: Number,
    *,
    width: int | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Exchange values within the warp.

    Threads are grouped in 16 or 32.

    result = value of thread (own ^ mask)

    C++ has no function for it.

    Rules:
    - `value` must have element type i32, i64, f16 or f32: E0204
    - `value` and `result` must have the same element type: E0203
    - `mask` must have element type i32: E0204
    - `width` must be 16 or 32: E0310

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:208-226)

    Attributes:
    - width: size of the group; 32 if absent
    """
    return call("shuffle_bfly", (("value", value, ""), ("mask", mask, ""),), (("width", width),), ("Any",), result, "")


def redux_add(
    value: Value | Number,
    *,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Sum over the warp.

    Every thread receives it.

    result = sum of value over the threads

    C++ has no function for it.

    Rules:
    - `value` must have element type i32, f16 or f32: E0204
    - `value` and `result` must have the same element type: E0203
    - a sign goes with integers only: E0222

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:228-260)

    Attributes:
    - signedness (signed, unsigned)
    """
    return call("redux_add", (("value", value, ""),), (("signedness", signedness),), ("Any",), result, "")


def redux_max(
    value: Value | Number,
    *,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Maximum over the warp.

    Every thread receives it.

    result = max of value over the threads

    C++ has no function for it.

    Rules:
    - `value` must have element type i32, f16 or f32: E0204
    - `value` and `result` must have the same element type: E0203
    - a sign goes with integers only: E0222
    - an integer comparison says `signed` or `unsigned`: E0309

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:228-260)

    Attributes:
    - signedness (signed, unsigned)
    """
    return call("redux_max", (("value", value, ""),), (("signedness", signedness),), ("Any",), result, "")


def redux_min(
    value: Value | Number,
    *,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Minimum over the warp.

    Every thread receives it.

    result = min of value over the threads

    C++ has no function for it.

    Rules:
    - `value` must have element type i32, f16 or f32: E0204
    - `value` and `result` must have the same element type: E0203
    - a sign goes with integers only: E0222
    - an integer comparison says `signed` or `unsigned`: E0309

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:228-260)

    Attributes:
    - signedness (signed, unsigned)
    """
    return call("redux_min", (("value", value, ""),), (("signedness", signedness),), ("Any",), result, "")


def vote_all(
    pred: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Whether all threads of the warp agree.

    Stands in SIMT code.

    result = all of pred

    C++ has no function for it.

    Rules:
    - `pred` must have element type i1: E0204
    - `result` must have element type i1: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("vote_all", (("pred", pred, ""),), (), ("Scalar",), result, "")


def vote_any(
    pred: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Whether one thread of the warp agrees.

    Stands in SIMT code.

    result = any of pred

    C++ has no function for it.

    Rules:
    - `pred` must have element type i1: E0204
    - `result` must have element type i1: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("vote_any", (("pred", pred, ""),), (), ("Scalar",), result, "")


def vote_uni(
    pred: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Whether the threads of the warp are of one mind.

    Stands in SIMT code.

    result = all equal

    C++ has no function for it.

    Rules:
    - `pred` must have element type i1: E0204
    - `result` must have element type i1: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("vote_uni", (("pred", pred, ""),), (), ("Scalar",), result, "")


def vote_ballot(
    pred: Number,
    *,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Which threads of the warp agree.

    Stands in SIMT code.

    result = bit i = pred of thread i

    C++ has no function for it.

    Rules:
    - `pred` must have element type i1: E0204
    - `result` must have element type i32: E0204

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md)
    """
    return call("vote_ballot", (("pred", pred, ""),), (), ("Scalar",), result, "")


def atomic_add(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Add to memory at once.

    The result is the value from before.

    old = *ptr, *ptr = old + value

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64, ui64, f16, bf16 or f32: E0204
    - atomics in ub have no 64-bit form: E0204
    - `value` must have the element type of `ptr`: E0220
    - `value` and `old` must have the same element type: E0203
    - a sign goes with integers only: E0222

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_add", (("ptr", ptr, ""), ("value", value, "=ptr"),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_sub(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Subtract from memory at once.

    The result is the value from before.

    old = *ptr, *ptr = old - value

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64, ui64, f16, bf16 or f32: E0204
    - atomics in ub have no 64-bit form: E0204
    - `value` must have the element type of `ptr`: E0220
    - `value` and `old` must have the same element type: E0203
    - a sign goes with integers only: E0222

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_sub", (("ptr", ptr, ""), ("value", value, "=ptr"),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_max(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Keep the larger value in memory.

    The result is the value from before.

    old = *ptr, *ptr = max(old, value)

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64, ui64, f16, bf16 or f32: E0204
    - atomics in ub have no 64-bit form: E0204
    - `value` must have the element type of `ptr`: E0220
    - `value` and `old` must have the same element type: E0203
    - a sign goes with integers only: E0222

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_max", (("ptr", ptr, ""), ("value", value, "=ptr"),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_min(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Keep the smaller value in memory.

    The result is the value from before.

    old = *ptr, *ptr = min(old, value)

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64, ui64, f16, bf16 or f32: E0204
    - atomics in ub have no 64-bit form: E0204
    - `value` must have the element type of `ptr`: E0220
    - `value` and `old` must have the same element type: E0203
    - a sign goes with integers only: E0222

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_min", (("ptr", ptr, ""), ("value", value, "=ptr"),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_and(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Clear bits in memory at once.

    The result is the value from before.

    old = *ptr, *ptr = old & value

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64 or ui64: E0204
    - atomics in ub have no 64-bit form: E0204
    - `ptr` and `value` must have elements of the same size: E0206
    - `value` and `old` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_and", (("ptr", ptr, ""), ("value", value, ""),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_or(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Set bits in memory at once.

    The result is the value from before.

    old = *ptr, *ptr = old | value

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64 or ui64: E0204
    - atomics in ub have no 64-bit form: E0204
    - `ptr` and `value` must have elements of the same size: E0206
    - `value` and `old` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_or", (("ptr", ptr, ""), ("value", value, ""),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_xor(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Flip bits in memory at once.

    The result is the value from before.

    old = *ptr, *ptr = old ^ value

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64 or ui64: E0204
    - atomics in ub have no 64-bit form: E0204
    - `ptr` and `value` must have elements of the same size: E0206
    - `value` and `old` must have the same element type: E0203

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_xor", (("ptr", ptr, ""), ("value", value, ""),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_exch(
    ptr: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Exchange with memory.

    The result is the value from before.

    old = *ptr, *ptr = value

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64, ui64, f16, bf16 or f32: E0204
    - atomics in ub have no 64-bit form: E0204
    - `value` must have the element type of `ptr`: E0220
    - `value` and `old` must have the same element type: E0203
    - a sign goes with integers only: E0222

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_exch", (("ptr", ptr, ""), ("value", value, "=ptr"),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")


def atomic_cas(
    ptr: Value | Number,
    compare: Value | Number,
    value: Value | Number,
    *,
    l2cache: str | None = None,
    signedness: str | None = None,
    result: str | Sequence[str] | None = None,
) -> Value:
    r"""Exchange with memory if it holds a value.

    The result is the value from before.

    old = *ptr, *ptr = old == compare ? value : old

    C++ has no function for it.

    Rules:
    - `ptr` must be in gm or vec: E0201
    - `ptr` must have element type i32, ui32, i64, ui64, f16, bf16 or f32: E0204
    - atomics in ub have no 64-bit form: E0204
    - `value` must have the element type of `ptr`: E0220
    - `value`, `compare` and `old` must have the same element type: E0203
    - a sign goes with integers only: E0222

    Element types:
    - cpu, a5: as the rules say (PTOAS 0.60 lib/PTO/IR/VPTO.cpp:519-600)

    Attributes:
    - l2cache (nmfv, nmlv, nmprs, nmred, naci, napw, napi, nared, wbhfv, wbhlv, wbhprs, wbhred, wtsfv, wtslv, wtsprs, wtsred)
    - signedness (signed, unsigned)
    """
    return call("atomic_cas", (("ptr", ptr, ""), ("compare", compare, ""), ("value", value, "=ptr"),), (("l2cache", l2cache), ("signedness", signedness),), ("Any",), result, "")
