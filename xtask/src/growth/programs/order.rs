//! Flags, buffer ids, signals, queues and sections.

use super::*;

pub fn flags(n: usize) -> String {
    let mut s = String::from(PLACED);
    s += &each(n / 8, |s, i| *s += &step_with_flags(i));
    module(&entry("", &s))
}

/// Loops that order their pipes by hand.
pub fn loops_with_flags(n: usize) -> String {
    let mut s = String::from(PLACED);
    s += &each(n, |s, i| {
        put!(s, "    scf.for %i{i} = %c0 to %n step %c1 {{\n{}    }}", step_with_flags(i))
    });
    module(&entry(", %n: index", &s))
}

/// Signals that nobody waits for.
pub fn flags_that_are_left(n: usize) -> String {
    kernel(&each(n, |s, i| put!(s, "    pto.set_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID{}>]", i % 8)))
}

pub fn buffer_ids(n: usize) -> String {
    let mut s = String::from(PLACED);
    s += &each(n / 6, |s, _| {
        for (pipe, ids, what) in
            [("MTE2", &[0][..], LOAD), ("V", &[0, 1], COMPUTE), ("MTE3", &[1], STORE)]
        {
            ids.iter().for_each(|id| put!(s, "    pto.get_buf[<PIPE_{pipe}>, {id}]"));
            *s += what;
            ids.iter().for_each(|id| put!(s, "    pto.rls_buf[<PIPE_{pipe}>, {id}]"));
        }
    });
    module(&entry("", &s))
}

/// Tiles that pass through a queue from the cube core to a vector core.
pub fn queue_entries(n: usize) -> String {
    let acc = "!pto.tile_buf<acc, 32x32xf32, blayout=col_major, slayout=row_major, fractal=1024>";
    let rows = "!pto.tile_buf<vec, 16x32xf32>";
    let slots = "(gm_slot_buffer = %slots : !pto.ptr<f32, gm>, c2v_consumer_buf = %ring : i32)";
    let mut s = String::new();
    put!(
        s,
        "  func.func @cube(%slots: !pto.ptr<f32, gm>) attributes {{pto.kernel_kind = #pto.kernel_kind<cube>}} {{"
    );
    put!(
        s,
        "    %ring = pto.import_reserved_buffer {{name = \"products\", peer_func = @vector}} -> i32"
    );
    put!(
        s,
        "    pto.aic_initialize_pipe {{dir_mask = 1, slot_size = 4096, slot_num = 2}} {slots}\n    %sum = pto.alloc_tile : {acc}"
    );
    s += &format!("    pto.tpush_to_aiv(%sum : {acc}) {{split = 1}}\n").repeat(n);
    put!(
        s,
        "    return\n  }}\n  func.func @vector(%slots: !pto.ptr<f32, gm>) attributes {{pto.kernel_kind = #pto.kernel_kind<vector>}} {{"
    );
    put!(
        s,
        "    %ring = pto.reserve_buffer {{name = \"products\", size = 8192, location = #pto.address_space<vec>, auto = true}} -> i32"
    );
    put!(s, "    pto.aiv_initialize_pipe {{dir_mask = 1, slot_size = 4096, slot_num = 2}} {slots}");
    s += &each(n, |s, i| {
        put!(
            s,
            "    %t{i} = pto.tpop_from_aic {{split = 1}} -> {rows}\n    pto.trelu ins(%t{i} : {rows}) outs(%t{i} : {rows})\n    pto.tfree_from_aic {{split = 1}}"
        )
    });
    put!(s, "    return\n  }}");
    module(&s)
}

/// Queues, each with one entry.
pub fn queues(n: usize) -> String {
    let tile = "!pto.tile_buf<vec, 16x32xf32>";
    let mut s = format!(
        "  func.func @f(%buf: i32) attributes {{pto.kernel_kind = #pto.kernel_kind<vector>}} {{\n    %t = pto.alloc_tile : {tile}\n"
    );
    s += &each(n, |s, i| {
        put!(
            s,
            "    %q{i} = pto.initialize_l2l_pipe {{dir_mask = 2, slot_size = 2048, slot_num = 8}}(%buf : i32) -> !pto.pipe"
        );
        put!(s, "    pto.tpush(%t, %q{i} : {tile}, !pto.pipe) {{split = 0}}");
    });
    put!(s, "    return\n  }}");
    module(&s)
}

/// Signals between the cores of a block.
pub fn signals(n: usize) -> String {
    let mut s = String::from("  func.func @k() {\n    pto.section.cube {\n");
    for i in 0..n {
        put!(
            s,
            "      pto.sync.set <PIPE_FIX>, {0}\n      pto.sync.set <PIPE_FIX>, {1}",
            i % 8,
            i % 8 + 16
        );
    }
    s += "    }\n    pto.section.vector {\n";
    s += &each(n, |s, i| put!(s, "      pto.sync.wait <PIPE_MTE2>, {}", i % 8));
    s += "    }\n    return\n  }\n";
    module(&s)
}

pub fn sections(n: usize) -> String {
    let body = "      %one = arith.constant 1 : i32\n";
    module(&entry(
        "",
        &each(n, |s, _| {
            put!(
                s,
                "    pto.section.cube {{\n{body}    }}\n    pto.section.vector {{\n    %a = pto.alloc_tile : !t\n    %b = pto.alloc_tile : !t\n{LOAD}{COMPUTE}{STORE}    }}"
            )
        }),
    ))
}

/// Loads and computations that nothing orders.
pub fn races(n: usize) -> String {
    let pair = [LOAD, "    pto.tadd ins(%a, %a : !t, !t) outs(%b : !t)\n"].concat();
    module(&entry("", &format!("{PLACED}{}", pair.repeat(n / 2))))
}

/// Functions whose pipes are in no order.
pub fn functions_to_fix(n: usize) -> String {
    module(&each(n, |s, i| {
        put!(
            s,
            "  func.func @k{i}(%px: !p, %py: !p) {{\n{WINDOWS}{PLACED}{LOAD}{COMPUTE}    pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]\n    pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]\n{STORE}    return\n  }}"
        )
    }))
}
