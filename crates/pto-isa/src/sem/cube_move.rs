//! Matrices of global memory as fractals in L1, and fills of L1.

use super::bursts::{Bursts, End, Level};
use super::dma::count;
use super::exec::{Exec, Outcome, PtrAt, Trap};

/// Bytes of a block, a row of a fractal.
const BLOCK: i64 = 32;

/// Operands of [`gm_to_l1_fractals`].
pub struct FractalSlots {
    /// Source and destination.
    pub ends: [u8; 2],
    /// Rows and columns of the matrix.
    pub shape: [u8; 2],
    /// Bytes between rows of the source (between columns, if it is stored by columns).
    pub row_stride: u8,
    /// Matrices, and the destination strides of rows, column groups and matrices in blocks; in a register
    /// without these operands.
    pub groups: Option<[u8; 4]>,
    /// Bytes between matrices of the source.
    pub outer: u8,
    /// Whether rows are packed to 4 elements.
    pub small: u8,
}

/// Matrices of global memory on their way to fractals.
struct Matrices {
    from: PtrAt,
    to: PtrAt,
    /// Rows and columns.
    shape: (i64, i64),
    /// Bytes of an element.
    size: i64,
    /// Bytes between neighbours in a row and in a column of the source, and between matrices.
    source: [i64; 3],
    matrices: i64,
    /// Elements of a row that stand together in the destination.
    together: i64,
    /// Bytes between rows, column groups and matrices of the destination.
    dest: [i64; 3],
}

/// `mte_gm_l1_frac` and the copies it replaces: matrices of global memory become fractals in L1. Lanes past
/// the last column of a block are zero.
pub fn gm_to_l1_fractals(x: &mut Exec<'_>, s: &FractalSlots, by_columns: bool) -> Outcome {
    let (from, to) = (x.ptr(s.ends[0])?, x.ptr(s.ends[1])?);
    let shape = (count(x, s.shape[0])?, count(x, s.shape[1])?);
    let stride = count(x, s.row_stride)?;
    let outer = if x.arg(s.outer).is_some() { count(x, s.outer)? } else { 0 };
    let [matrices, blocks @ ..] = match s.groups {
        Some([n, a, b, c]) => [count(x, n)?, count(x, a)?, count(x, b)?, count(x, c)?],
        None => x.modes.get().dma.fractals,
    };
    let size = i64::from(from.dtype.bytes());
    let mut dest = blocks.map(|n| n.saturating_mul(BLOCK));
    let mut together = BLOCK / size;
    if x.int(s.small)? != 0 {
        if shape.1 > 4 {
            return Err(Trap::new(format!("packs {} columns to 4", shape.1)).at(s.small));
        }
        together = 4;
        (dest[0], dest[1]) = (4 * size, 0);
    }
    // Stored by columns, the neighbours of a row are a stride apart.
    let [next, below] = if by_columns { [stride, size] } else { [size, stride] };
    let source = [next, below, outer];
    Matrices { from, to, shape, size, source, matrices, together, dest }.copy(x, s.ends)
}

impl Matrices {
    fn copy(&self, x: &mut Exec<'_>, slots: [u8; 2]) -> Outcome {
        let (rows, cols) = self.shape;
        let groups = cols.saturating_add(self.together - 1) / self.together;
        if rows == 0 || cols == 0 || self.matrices == 0 {
            return Ok(());
        }
        let [next, below, outer] = self.source;
        let level = |count, from, to| Level { count, from, to };
        let elements =
            vec![level(cols, next, 0), level(rows, below, 0), level(self.matrices, outer, 0)];
        Bursts::new(self.from, self.to, self.size as u64, elements).check(
            x,
            End::From,
            slots[0],
        )?;
        let blocks = vec![
            level(rows, 0, self.dest[0]),
            level(groups, 0, self.dest[1]),
            level(self.matrices, 0, self.dest[2]),
        ];
        let run = self.together * self.size;
        Bursts::new(self.from, self.to, run as u64, blocks).check(x, End::To, slots[1])?;
        // The sizes are checked: no product below leaves the memories.
        for (m, g) in (0..self.matrices).flat_map(|m| (0..groups).map(move |g| (m, g))) {
            let first = g * self.together;
            let have = self.together.min(cols - first);
            for row in 0..rows {
                let mut block = [0; BLOCK as usize];
                for c in 0..have {
                    let at = m * outer + row * below + (first + c) * next;
                    let (space, buffer) = (self.from.space, self.from.buffer);
                    let bytes =
                        x.memory.bytes(space, buffer, self.from.addr + at, self.size as u64)?;
                    block[(c * self.size) as usize..][..bytes.len()].copy_from_slice(bytes);
                }
                let to = self.to.addr + m * self.dest[2] + g * self.dest[1] + row * self.dest[0];
                write(x, self.to, to, &block[..run as usize])?;
            }
            // Rows packed to less than a block: the rest of the last block is zero.
            let packed = rows * run;
            if run < BLOCK && packed % BLOCK != 0 {
                let rest = vec![0; (BLOCK - packed % BLOCK) as usize];
                write(x, self.to, self.to.addr + m * self.dest[2] + packed, &rest)
                    .map_err(|e| e.at(slots[1]))?;
            }
        }
        Ok(())
    }
}

fn write(x: &mut Exec<'_>, to: PtrAt, addr: i64, bytes: &[u8]) -> Outcome {
    let dest = x.memory.bytes_mut(to.space, to.buffer, addr, bytes.len() as u64)?;
    dest.copy_from_slice(bytes);
    Ok(())
}

/// `raw_fill_l1`, `create_cbuf_matrix`: runs of blocks are filled with a word of 16 or 32 bits.
pub fn fill_blocks(
    x: &mut Exec<'_>,
    [dst, value, repeats, blocks, gap]: [u8; 5],
    offset: Option<u8>,
) -> Outcome {
    let mut to = x.ptr(dst)?;
    if let Some(slot) = offset {
        let bytes = count(x, slot)?;
        to.addr = to.addr.checked_add(bytes).ok_or_else(|| {
            Trap::new(format!("fills from byte {bytes} of its destination")).at(slot)
        })?;
    }
    let word = x.scalar(value)?.1 as u32;
    let bits = match x.attr("fill_word_bits") {
        Some(crate::args::AttrValue::Int(bits @ (16 | 32))) => bits as usize,
        _ => return Err(Trap::new("fills with words of 16 or 32 bits only")),
    };
    let (n, run, gap) = (count(x, repeats)?, count(x, blocks)?, count(x, gap)?);
    let step = run.saturating_add(gap).saturating_mul(BLOCK);
    let len = run.saturating_mul(BLOCK) as u64;
    let level = Level { count: n, from: 0, to: step };
    let fill = Bursts::new(to, to, len, vec![level]);
    if n == 0 || run == 0 {
        return Ok(());
    }
    fill.check(x, End::To, dst)?;
    let pattern = &word.to_le_bytes()[..bits / 8];
    for i in 0..n {
        let dest = x.memory.bytes_mut(to.space, to.buffer, to.addr + i * step, len)?;
        for word in dest.chunks_exact_mut(pattern.len()) {
            word.copy_from_slice(pattern);
        }
    }
    Ok(())
}
