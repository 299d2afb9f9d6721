//! Tiles, views and windows.

use super::*;

/// A window `%w` of 32 bytes.
const SMALL_WINDOW: &str = "    \
    %mw = pto.make_tensor_view %px, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<1x8xf32>
    %w = pto.partition_view %mw, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<1x8xf32> -> !w
";

/// Tiles that are used at once and not again.
pub fn tiles(n: usize) -> String {
    kernel(&each(n, |s, i| {
        put!(
            s,
            "    %m{i} = pto.alloc_tile : !t\n    pto.tload ins(%x : !v) outs(%m{i} : !t)\n    pto.tstore ins(%m{i} : !t) outs(%y : !v)"
        )
    }))
}

/// All are written before the first is read. They are as many as fit.
pub fn live_tiles(n: usize) -> String {
    let mut s = String::from(SMALL_WINDOW);
    s += &each(n, |s, i| put!(s, "    %m{i} = pto.alloc_tile : !s"));
    s += &each(n, |s, i| put!(s, "    pto.tload ins(%w : !w) outs(%m{i} : !s)"));
    s += &each(n, |s, i| put!(s, "    pto.tstore ins(%m{i} : !s) outs(%w : !w)"));
    module(&entry("", &s))
}

/// Tiles at addresses, half of them on top of others.
pub fn tiles_at_addresses(n: usize) -> String {
    kernel(&each(n, |s, i| {
        put!(
            s,
            "    %p{i} = arith.constant {} : i64\n    %m{i} = pto.alloc_tile addr = %p{i} : !s",
            i % 8192 * 32
        )
    }))
    .replacen(TILES, &format!("{PLACED}{LOAD}"), 1)
}

/// Each is a window of the one before.
pub fn views_of_views(n: usize) -> String {
    kernel(&each(n, |s, i| {
        let last = if i == 0 { "%a".into() } else { format!("%w{}", i - 1) };
        put!(
            s,
            "    %w{i} = pto.subview {last}[%c0, %c0] sizes [8, 64] : !t -> !t\n    pto.tadd ins(%w{i}, %a : !t, !t) outs(%b : !t)"
        )
    }))
}

/// Windows of one tile.
pub fn views(n: usize) -> String {
    kernel(&each(n, |s, i| {
        put!(
            s,
            "    %w{i} = pto.subview %a[%c0, %c0] sizes [4, 64] : !t -> !pto.tile_buf<vec, 4x64xf32>\n    pto.tneg ins(%w{i} : !pto.tile_buf<vec, 4x64xf32>) outs(%w{i} : !pto.tile_buf<vec, 4x64xf32>)"
        )
    }))
}

/// Windows of a matrix in global memory, loaded and stored.
pub fn windows(n: usize) -> String {
    let first = "    %first = arith.constant 0 : index\n";
    module(&entry("", &copied_windows(n, first)))
}

/// The same from the rows of a block on: what different blocks do must be shown to be apart.
pub fn windows_of_blocks(n: usize) -> String {
    let first = "    \
    %block = pto.get_block_idx
    %number = arith.index_cast %block : i64 to index
    %first = arith.muli %number, %rows : index
";
    module(&entry("", &copied_windows(n, first)))
}

/// Copies `8 * n` rows in windows of eight, from the row `%first` on.
fn copied_windows(n: usize, first: &str) -> String {
    let mut s = String::from("    %a = pto.alloc_tile : !t\n");
    put!(s, "    %rows = arith.constant {} : index", 8 * n);
    s += first;
    for name in ["x", "y"] {
        put!(
            s,
            "    %n{name} = pto.make_tensor_view %p{name}, shape = [%rows, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>"
        );
    }
    for i in 0..n {
        put!(
            s,
            "    %o{i} = arith.constant {} : index\n    %r{i} = arith.addi %first, %o{i} : index",
            8 * i
        );
        for name in ["x", "y"] {
            put!(
                s,
                "    %w{name}{i} = pto.partition_view %n{name}, offsets = [%r{i}, %c0], sizes = [%c8, %c64] : !pto.tensor_view<?x?xf32> -> !v"
            );
        }
        put!(
            s,
            "    pto.tload ins(%wx{i} : !v) outs(%a : !t)\n    pto.tstore ins(%a : !t) outs(%wy{i} : !v)"
        );
    }
    s
}

pub fn multi_buffers(n: usize) -> String {
    let two = "    %c2 = arith.constant 2 : index\n";
    let loops = each(n, |s, i| {
        put!(s, "    %m{i} = pto.alloc_multi_tile : !pto.multi_tile_buf<vec, 8x64xf32, count=2>");
        put!(
            s,
            "    scf.for %i{i} = %c0 to %c2 step %c1 {{\n    %g{i} = pto.multi_tile_get %m{i}[%i{i}] : !pto.multi_tile_buf<vec, 8x64xf32, count=2> -> !t"
        );
        put!(
            s,
            "    pto.tload ins(%x : !v) outs(%g{i} : !t)\n    pto.tadd ins(%g{i}, %g{i} : !t, !t) outs(%b : !t)\n{STORE}    }}"
        );
    });
    kernel(&format!("{two}{loops}"))
}

/// Each is one of two: the one before, or a tile.
pub fn choices_of_tiles(n: usize) -> String {
    let mut s = String::from("    %yes = arith.cmpi eq, %c0, %c0 : index\n");
    for i in 0..n {
        let last = if i == 0 { "%a".into() } else { format!("%w{}", i - 1) };
        put!(
            s,
            "    %w{i} = arith.select %yes, {last}, %b : !t\n    pto.tadd ins(%w{i}, %a : !t, !t) outs(%b : !t)"
        );
    }
    kernel(&s)
}

/// One loop rotates through all of them.
pub fn multi_buffers_in_a_loop(n: usize) -> String {
    let ty = "!pto.multi_tile_buf<vec, 1x8xf32, count=2>";
    let mut s = String::from(SMALL_WINDOW);
    s += &each(n, |s, i| put!(s, "    %m{i} = pto.alloc_multi_tile : {ty}"));
    put!(
        s,
        "    %c2 = arith.constant 2 : index\n    scf.for %i = %c0 to %c8 step %c1 {{\n    %slot = arith.remui %i, %c2 : index"
    );
    for i in 0..n {
        put!(
            s,
            "    %g{i} = pto.multi_tile_get %m{i}[%slot] : {ty} -> !s\n    pto.tload ins(%w : !w) outs(%g{i} : !s)\n    pto.tadd ins(%g{i}, %g{i} : !s, !s) outs(%g{i} : !s)"
        );
    }
    put!(s, "    }}");
    module(&entry("", &s))
}

/// Tiles that nobody has written are read.
pub fn undefined_tiles(n: usize) -> String {
    kernel(&each(n, |s, i| {
        put!(
            s,
            "    %m{i} = pto.alloc_tile : !t\n    pto.tadd ins(%m{i}, %a : !t, !t) outs(%b : !t)"
        )
    }))
}
