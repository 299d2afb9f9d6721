"""The twelve example kernels in Python. Each is the twin of the program of its name in `examples`, bit for bit."""

import pto_tools as pto
from pto_tools import Num, Ptr, Tensor


@pto.kernel
def hello():
    """Numbers 0 to 15, doubled, and their sum."""
    numbers = pto.tile("i32", 1, 16)
    total = pto.tile("i32", 1, 8, valid=(1, 1))
    scratch = pto.tile("i32", 1, 16)
    pto.tci(numbers, 0)
    pto.tadd(numbers, numbers, numbers)
    pto.trowsum(total, numbers, scratch)
    pto.tprint(numbers)
    pto.tprint(total)


@pto.kernel
def add(x: Tensor["f32"], y: Tensor["f32"], z: Tensor["f32"]):
    """z = x + y of matrices of any size, in tiles of 64 x 128."""
    rows, cols = x.shape
    part = pto.TileType("f32", 64, 128, valid=(None, None))
    # Blocks split the rows: block b takes the bands of 64 rows b, b + blocks, b + 2 * blocks ...
    for row in pto.range(64 * pto.block_idx(), rows, 64 * pto.block_num()):
        for col in pto.range(0, cols, 128):
            # At the lower and the right edge a tile is not full.
            h, w = pto.minimum(rows - row, 64), pto.minimum(cols - col, 128)
            a, b, total = part(valid=(h, w)), part(valid=(h, w)), part(valid=(h, w))
            pto.tload(a, x.part([row, col], [h, w]))
            pto.tload(b, y.part([row, col], [h, w]))
            pto.tadd(total, a, b)
            pto.tstore(z.part([row, col], [h, w]), total)


@pto.kernel(target="a2a3")
def add_manual(x: Tensor["f32"], y: Tensor["f32"], z: Tensor["f32"]):
    """z = x + y as in `add`, with addresses and flags by hand: two sets of tiles take turns."""
    rows, cols = x.shape
    part = pto.TileType("f32", 64, 128)
    first, stride = pto.block_idx(), pto.block_num()
    columns = cols // 128
    tiles = rows // 64 * columns
    # A set starts out free.
    for event in ("EVENT_ID0", "EVENT_ID1"):
        pto.set_flag("PIPE_V", "PIPE_MTE2", event)
        pto.set_flag("PIPE_MTE3", "PIPE_V", event)
    for t in pto.range(first, tiles, stride):
        at = [t // columns * 64, t % columns * 128]
        turn = (t - first) // stride % 2
        base = pto.cast(turn, "i64") * 0x18000
        a, b, total = part(addr=base), part(addr=base + 0x8000), part(addr=base + 0x10000)
        pto.wait_flag_dyn(turn, "PIPE_V", "PIPE_MTE2")
        pto.tload(a, x.part(at, [64, 128]))
        pto.tload(b, y.part(at, [64, 128]))
        pto.set_flag_dyn(turn, "PIPE_MTE2", "PIPE_V")
        pto.wait_flag_dyn(turn, "PIPE_MTE2", "PIPE_V")
        pto.wait_flag_dyn(turn, "PIPE_MTE3", "PIPE_V")
        pto.tadd(total, a, b)
        pto.set_flag_dyn(turn, "PIPE_V", "PIPE_MTE2")
        pto.set_flag_dyn(turn, "PIPE_V", "PIPE_MTE3")
        pto.wait_flag_dyn(turn, "PIPE_V", "PIPE_MTE3")
        pto.tstore(z.part(at, [64, 128]), total)
        pto.set_flag_dyn(turn, "PIPE_MTE3", "PIPE_V")
    for event in ("EVENT_ID0", "EVENT_ID1"):
        pto.wait_flag("PIPE_V", "PIPE_MTE2", event)
        pto.wait_flag("PIPE_MTE3", "PIPE_V", event)


@pto.kernel
def softmax(x: Tensor["f32"], y: Tensor["f32"]):
    """exp(x - max) / sum(exp(x - max)) of every row of 2048."""
    rows, cols = x.shape[0], 2048
    tmp = pto.tile("f32", 8, 1024)
    for row in pto.range(8 * pto.block_idx(), rows, 8 * pto.block_num()):
        # The last group may be shorter.
        here = pto.minimum(rows - row, 8)
        t = pto.tile("f32", 8, cols, valid=(here, cols))
        top = pto.tile("f32", 8, 1, valid=(here, 1), layout="col_major")
        total = pto.tile("f32", 8, 1, valid=(here, 1), layout="col_major")
        pto.tload(t, x.part([row, 0], [here, cols]))
        pto.trowmax(top, t, tmp)
        pto.trowexpandsub(t, t, top)
        pto.texp(t, t)
        pto.trowsum(total, t, tmp)
        pto.trowexpanddiv(t, t, total)
        pto.tstore(y.part([row, 0], [here, cols]), t)


@pto.kernel(target="a5")
def vcgadd_softmax(x: Tensor["f32"], y: Tensor["f32"]):
    """Softmax of rows of 128, with registers and flags by hand."""
    rows, cols = x.shape[0], 128
    pto.set_flag("PIPE_MTE3", "PIPE_MTE2", "EVENT_ID0")
    for row in pto.range(8 * pto.block_idx(), rows, 8 * pto.block_num()):
        here = pto.minimum(rows - row, 8)
        t = pto.tile("f32", 8, cols, valid=(here, cols))
        pto.wait_flag("PIPE_MTE3", "PIPE_MTE2", "EVENT_ID0")
        pto.tload(t, x.part([row, 0], [here, cols]))
        pto.set_flag("PIPE_MTE2", "PIPE_V", "EVENT_ID0")
        pto.wait_flag("PIPE_MTE2", "PIPE_V", "EVENT_ID0")
        with pto.vecscope():
            p = t.address()
            every = pto.pset_b32("PAT_ALL")
            for r in pto.range(here):
                low, high = r * cols, r * cols + 64
                a, c = pto.vlds(p, low), pto.vlds(p, high)
                # The maximum of the row, in lane 0 and then in every lane.
                top = pto.vdup(pto.vcmax(pto.vmax(a, c, every), every), every, position="LOWEST")
                a, c = pto.vexpdif(a, top, every, part="ODD"), pto.vexpdif(c, top, every, part="ODD")
                # Sums of groups become the sum of the row, in lane 0 and then in every lane.
                groups = pto.vadd(pto.vcgadd(a, every), pto.vcgadd(c, every), every)
                total = pto.vdup(pto.vcadd(groups, every), every, position="LOWEST")
                pto.vsts(pto.vdiv(a, total, every), p, low, every)
                pto.vsts(pto.vdiv(c, total, every), p, high, every)
        pto.set_flag("PIPE_V", "PIPE_MTE3", "EVENT_ID0")
        pto.wait_flag("PIPE_V", "PIPE_MTE3", "EVENT_ID0")
        pto.tstore(y.part([row, 0], [here, cols]), t)
        pto.set_flag("PIPE_MTE3", "PIPE_MTE2", "EVENT_ID0")
    pto.wait_flag("PIPE_MTE3", "PIPE_MTE2", "EVENT_ID0")


def norm_tiles(here, cols):
    """A group of rows, its squares, and a value per row under two names: a column, and the same bytes as a row."""
    rows = pto.TileType("f32", 16, 1024, valid=(None, None))
    column = pto.TileType("f32", 16, 1, valid=(None, 1), layout="col_major")
    values = column(valid=(here, 1))
    return rows(valid=(here, cols)), rows(valid=(here, cols)), values, values.reshape(1, 16)


def weights(source, cols):
    """One value per column, loaded once."""
    tile = pto.tile("f32", 1, 1024, valid=(1, cols))
    pto.tload(tile, source.part([0, 0], [1, cols]))
    return tile


@pto.kernel
def layernorm(x: Tensor["f32"], gamma: Tensor["f32"], beta: Tensor["f32"], y: Tensor["f32"], eps: Num["f32"]):
    """(x - mean) / sqrt(variance + eps) * gamma + beta of every row of up to 1024."""
    rows, cols = x.shape
    share = 1.0 / pto.cast(cols, "f32")
    tmp = pto.tile("f32", 16, 64)
    g, b = weights(gamma, cols), weights(beta, cols)
    for row in pto.range(16 * pto.block_idx(), rows, 16 * pto.block_num()):
        here = pto.minimum(rows - row, 16)
        t, square, mean, mean_flat = norm_tiles(here, cols)
        deviation = pto.tile("f32", 16, 1, valid=(here, 1), layout="col_major")
        deviation_flat = deviation.reshape(1, 16)
        pto.tload(t, x.part([row, 0], [here, cols]))
        pto.trowsum(mean, t, tmp)
        pto.tmuls(mean_flat, mean_flat, share)
        pto.trowexpandsub(t, t, mean)
        pto.tmul(square, t, t)
        pto.trowsum(deviation, square, tmp)
        pto.tmuls(deviation_flat, deviation_flat, share)
        pto.tadds(deviation_flat, deviation_flat, eps)
        pto.tsqrt(deviation_flat, deviation_flat)
        pto.trowexpanddiv(t, t, deviation)
        pto.tcolexpandmul(t, t, g)
        pto.tcolexpandadd(t, t, b)
        pto.tstore(y.part([row, 0], [here, cols]), t)


@pto.kernel
def rmsnorm(x: Tensor["f32"], gamma: Tensor["f32"], y: Tensor["f32"], eps: Num["f32"]):
    """x / sqrt(mean(x^2) + eps) * gamma of every row of up to 1024."""
    rows, cols = x.shape
    share = 1.0 / pto.cast(cols, "f32")
    tmp = pto.tile("f32", 16, 64)
    g = weights(gamma, cols)
    for row in pto.range(16 * pto.block_idx(), rows, 16 * pto.block_num()):
        here = pto.minimum(rows - row, 16)
        t, square, root, root_flat = norm_tiles(here, cols)
        pto.tload(t, x.part([row, 0], [here, cols]))
        pto.tmul(square, t, t)
        pto.trowsum(root, square, tmp)
        pto.tmuls(root_flat, root_flat, share)
        pto.tadds(root_flat, root_flat, eps)
        pto.tsqrt(root_flat, root_flat)
        pto.trowexpanddiv(t, t, root)
        pto.tcolexpandmul(t, t, g)
        pto.tstore(y.part([row, 0], [here, cols]), t)


@pto.kernel
def gelu(x: Tensor["f32"], y: Tensor["f32"]):
    """x / (1 + exp(x * (-1.5957691 - 0.071354814 x^2))) of n numbers, one long row."""
    n, width = x.shape[1], 8192
    for col in pto.range(width * pto.block_idx(), n, width * pto.block_num()):
        w = pto.minimum(n - col, width)
        a = pto.tile("f32", 1, width, valid=(1, w))
        t = pto.tile("f32", 1, width, valid=(1, w))
        pto.tload(a, x.part([0, col], [1, w]))
        pto.tmul(t, a, a)
        pto.tmuls(t, t, -0.071354814)
        pto.tadds(t, t, -1.5957691)
        pto.tmul(t, t, a)
        pto.texp(t, t)
        pto.tadds(t, t, 1.0)
        pto.tdiv(a, a, t)
        pto.tstore(y.part([0, col], [1, w]), a)


@pto.kernel
def gemm(a: Tensor["f16"], b: Tensor["f16"], c: Tensor["f32"]):
    """C = A * B; extents are multiples of 128."""
    (m, k), n = a.shape, b.shape[1]
    panel = pto.TileType("f16", 128, 128, space="mat", layout="nz")
    a_mat, b_mat = panel(), panel()
    a_left = pto.tile("f16", 128, 64, space="left", layout="nz")
    b_right = pto.tile("f16", 64, 128, space="right", layout="zn")
    acc = pto.tile("f32", 128, 128, space="acc", layout="nz", fractal=1024)
    columns = n // 128
    for tile in pto.range(pto.block_idx(), m // 128 * columns, pto.block_num()):
        row, col = tile // columns * 128, tile % columns * 128
        for depth in pto.range(0, k, 128):
            pto.tload(a_mat, a.part([row, depth], [128, 128]))
            pto.tload(b_mat, b.part([depth, col], [128, 128]))
            for slice_ in (0, 64):
                pto.textract(a_left, a_mat, 0, slice_)
                pto.textract(b_right, b_mat, slice_, 0)
                # The first product of a tile replaces what the accumulator holds, the others are added.
                with pto.if_(depth + slice_ == 0):
                    pto.tmatmul(acc, a_left, b_right)
                with pto.else_():
                    pto.tmatmul_acc(acc, acc, a_left, b_right)
        pto.tstore(c.part([row, col], [128, 128]), acc)


@pto.kernel
def topk(x: Tensor["f32"], value: Tensor["f32"], index: Tensor["ui32"]):
    """The 32 largest of the 1024 numbers of a row, largest first, and their columns."""
    rows = x.shape[0]
    column = pto.tile("ui32", 1, 1024)
    pto.tci(column, 0)
    numbers = pto.tile("f32", 1, 1024)
    lists, merged = pto.tile("f32", 1, 2048), pto.tile("f32", 1, 2048)
    best = [pto.tile("f32", 1, 64) for _ in range(2)]
    tmp, both, top = pto.tile("f32", 1, 128), pto.tile("f32", 1, 128), pto.tile("f32", 1, 64)
    top_value, top_index = pto.tile("f32", 1, 32), pto.tile("ui32", 1, 32)
    for row in pto.range(pto.block_idx(), rows, pto.block_num()):
        pto.tload(numbers, x.part([row, 0], [1, 1024]))
        pto.tsort32(lists, numbers, column)
        pto.tmrgsort(merged, lists, block_len=64)
        pto.tmrgsort(lists, merged, block_len=256)
        # Nothing after the first 32 of a list can be among the first 32 of both.
        pto.textract(best[0], lists, 0, 0)
        pto.textract(best[1], lists, 0, 1024)
        pto.tmrgsort(both, best[0], src1=best[1], tmp=tmp, executed=pto.counts(), exhausted=False)
        pto.textract(top, both, 0, 0)
        # Values stand in the even columns, indices (as bits) in the odd ones.
        pto.tgather(top_value, top, mask_pattern="P0101")
        pto.tgather(top_index, top, mask_pattern="P1010")
        pto.tstore(value.part([row, 0], [1, 32]), top_value)
        pto.tstore(index.part([row, 0], [1, 32]), top_index)


@pto.kernel
def argmin_columns(x: Tensor["f32"], value: Tensor["f32"], index: Tensor["i32"]):
    """The smallest element of every column, searched in bands of 64 rows, and where it stands."""
    rows, cols = x.shape
    less, tmp = pto.tile("ui8", 1, 32), pto.tile("f32", 1, 512)
    for col in pto.range(128 * pto.block_idx(), cols, 128 * pto.block_num()):
        w = pto.minimum(cols - col, 128)
        best, new = (pto.tile("f32", 1, 128, valid=(1, w)) for _ in range(2))
        best_at, new_at = (pto.tile("i32", 1, 128, valid=(1, w)) for _ in range(2))
        for row in pto.range(0, rows, 64):
            h = pto.minimum(rows - row, 64)
            band = pto.tile("f32", 64, 128, valid=(h, w))
            pto.tload(band, x.part([row, col], [h, w]))
            with pto.if_(row == 0):
                pto.tcolargmin(best_at, band, tmp, dst_val=best)
            with pto.else_():
                pto.tcolargmin(new_at, band, tmp, dst_val=new)
                # Rows are counted from the top of the band.
                pto.tadds(new_at, new_at, pto.cast(row, "i32"))
                # Take the new pair where it is smaller.
                pto.tcmp(less, new, best, "lt")
                pto.tsel(best, less, new, best, tmp)
                pto.tsel(best_at, less, new_at, best_at, tmp)
        pto.tstore(value.part([0, col], [1, w]), best)
        pto.tstore(index.part([0, col], [1, w]), best_at)


@pto.kernel
def argmin_rows(x: Tensor["f32"], value: Ptr["f32"], index: Ptr["i32"]):
    """The smallest element of every row of up to 512, and where it stands."""
    rows, cols = x.shape
    # Columns whose elements follow one another.
    value, index = value.view([rows, 1], [1, 1]), index.view([rows, 1], [1, 1])
    tmp = pto.tile("f32", 16, 32)
    for row in pto.range(16 * pto.block_idx(), rows, 16 * pto.block_num()):
        h = pto.minimum(rows - row, 16)
        group = pto.tile("f32", 16, 512, valid=(h, cols))
        best = pto.tile("f32", 16, 1, valid=(h, 1), layout="col_major")
        best_at = pto.tile("i32", 16, 1, valid=(h, 1), layout="col_major")
        pto.tload(group, x.part([row, 0], [h, cols]))
        pto.trowargmin(best_at, group, tmp, dst_val=best)
        pto.tstore(value.part([row, 0], [h, 1]), best)
        pto.tstore(index.part([row, 0], [h, 1]), best_at)


@pto.kernel(target="a5")
def flash_attention(q: Tensor["f16"], k: Ptr["f16"], v: Tensor["f16"], o: Tensor["f32"]):
    """softmax(Q K^T / 8) V with rows of 64, 64 queries and 64 keys at a time."""
    queries, keys = q.shape[0], v.shape[0]
    # K is read as its transpose: its rows are the columns of a view with exchanged strides.
    k_t = k.view([64, keys], [1, 64])
    panel = pto.TileType("f16", 64, 64, space="mat", layout="nz")
    left = pto.TileType("f16", 64, 64, space="left", layout="nz")
    right = pto.TileType("f16", 64, 64, space="right", layout="zn")
    sums = pto.TileType("f32", 64, 64, space="acc", layout="nz", fractal=1024)
    square = pto.TileType("f32", 64, 64)
    q_mat, q_left = panel(), left()
    k_mat, k_right, s_acc = pto.tile("f16", 64, 64, space="mat", layout="zn"), right(), sums()
    p_mat, p_left = panel(), left()
    v_mat, v_right, pv_acc = panel(), right(), sums()
    s, tmp, pv, out = square(), square(), square(), square()
    p_half, p_nz = pto.tile("f16", 64, 64), pto.tile("f16", 64, 64, layout="nz")
    column = pto.TileType("f32", 64, 1, layout="col_major")
    # Largest score, sum and so on, each under two names: a column, and the same bytes as a row.
    top, new_top, shrink, total, new_total = (column() for _ in range(5))
    flat = {t.handle: t.reshape(1, 64) for t in (top, new_top, shrink, total, new_total)}
    top_flat, new_top_flat, shrink_flat = flat[top.handle], flat[new_top.handle], flat[shrink.handle]
    total_flat, new_total_flat = flat[total.handle], flat[new_total.handle]
    for row in pto.range(64 * pto.block_idx(), queries, 64 * pto.block_num()):
        pto.tload(q_mat, q.part([row, 0], [64, 64]))
        pto.tmov(q_left, q_mat)
        # Before the first key: exp(m - m') is 0 then, and nothing of this is left.
        pto.texpands(top_flat, float("-inf"))
        pto.texpands(total_flat, 0.0)
        pto.texpands(out, 0.0)
        for key in pto.range(0, keys, 64):
            pto.tload(k_mat, k_t.part([0, key], [64, 64]), layout="dn")
            pto.tmov(k_right, k_mat)
            pto.tmatmul(s_acc, q_left, k_right)
            pto.tmov(s, s_acc)
            pto.tmuls(s, s, 0.125)
            pto.trowmax(new_top, s, tmp)
            pto.tmax(new_top_flat, new_top_flat, top_flat)
            pto.tsub(shrink_flat, top_flat, new_top_flat)
            pto.texp(shrink_flat, shrink_flat)
            pto.tmov(top_flat, new_top_flat)
            pto.trowexpandsub(s, s, top)
            pto.texp(s, s)
            pto.trowsum(new_total, s, tmp)
            pto.tmul(total_flat, total_flat, shrink_flat)
            pto.tadd(total_flat, total_flat, new_total_flat)
            # P goes back to the matrix unit as f16.
            pto.tcvt(p_half, s, "RINT")
            pto.tmov(p_nz, p_half)
            pto.tmov(p_mat, p_nz)
            pto.tmov(p_left, p_mat)
            pto.tload(v_mat, v.part([key, 0], [64, 64]))
            pto.tmov(v_right, v_mat)
            pto.tmatmul(pv_acc, p_left, v_right)
            pto.tmov(pv, pv_acc)
            pto.trowexpandmul(out, out, shrink)
            pto.tadd(out, out, pv)
        pto.trowexpanddiv(out, out, total)
        pto.tstore(o.part([row, 0], [64, 64]), out)
