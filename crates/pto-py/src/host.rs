//! Memory of Python objects as arguments of a launch, in place.

use pto_sim::{HostBuffer, LaunchArg};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// What Python gives for a parameter.
pub enum Given {
    /// The code of a number.
    Number(u64),
    /// The memory of an object that has the buffer protocol. The object keeps it while this lives.
    Memory(PyUntypedBuffer),
    /// The same for a tile, which a run copies from it and back.
    Tile(PyUntypedBuffer),
    /// The memory of another argument, by its number.
    Peer(usize),
}

/// Takes the memory of an object.
pub fn memory(object: &Bound<'_, PyAny>, name: &str) -> PyResult<PyUntypedBuffer> {
    let buffer = PyUntypedBuffer::get(object).map_err(|_| {
        let kind = object.get_type();
        PyTypeError::new_err(format!("`%{name}` takes an array; {kind} has no memory to share"))
    })?;
    match buffer.is_c_contiguous() {
        true => Ok(buffer),
        false => {
            let message = format!(
                "the array for `%{name}` is not contiguous; pass `numpy.ascontiguousarray(a)` and copy the result back"
            );
            Err(PyValueError::new_err(message))
        }
    }
}

/// The bytes of an object, which may be others soon.
#[allow(unsafe_code)]
pub fn copy_of(buffer: &PyUntypedBuffer) -> Vec<u8> {
    match buffer.len_bytes() {
        0 => Vec::new(),
        // SAFETY: the object keeps this many bytes while a buffer of it is held.
        n => unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast::<u8>(), n) }.to_vec(),
    }
}

/// Bytes of the host by their addresses.
#[derive(Clone, Copy)]
struct Stretch {
    start: usize,
    end: usize,
    arg: usize,
    readonly: bool,
}

/// Arguments of one run over the memory of Python objects.
pub struct Arguments<'g> {
    given: &'g [Given],
    /// What the run takes.
    pub args: Vec<LaunchArg<'g>>,
    /// Tiles as they were before the run, by the number of their argument.
    tiles: Vec<(usize, Vec<u8>)>,
}

impl<'g> Arguments<'g> {
    /// Buffers that share bytes become one, which starts where the first of them does, so that the simulator sees accesses
    /// through both; it may be written if one of them may.
    ///
    /// While a kernel runs other threads of Python may use the same arrays. That is a race as between two operations of
    /// numpy in two threads: the values are anybody's guess.
    #[allow(unsafe_code)]
    pub fn new(given: &'g [Given]) -> Arguments<'g> {
        let (mut stretches, mut tiles) = (Vec::new(), Vec::new());
        let mut args: Vec<LaunchArg<'g>> = Vec::with_capacity(given.len());
        for (arg, value) in given.iter().enumerate() {
            args.push(match value {
                Given::Number(code) => LaunchArg::Number(*code),
                Given::Peer(arg) => LaunchArg::Within { arg: *arg, offset_bytes: 0 },
                Given::Tile(buffer) => {
                    tiles.push((arg, copy_of(buffer)));
                    LaunchArg::Bytes(copy_of(buffer))
                }
                Given::Memory(buffer) => {
                    let start = buffer.buf_ptr().addr();
                    let end = start + buffer.len_bytes();
                    stretches.push(Stretch { start, end, arg, readonly: buffer.readonly() });
                    LaunchArg::Bytes(Vec::new())
                }
            });
        }
        stretches.sort_by_key(|s| (s.start, s.arg));
        let mut rest = stretches.as_slice();
        while let Some((first, mut after)) = rest.split_first() {
            let mut whole = *first;
            while let Some((next, more)) = after.split_first()
                && next.start < whole.end
            {
                whole.end = whole.end.max(next.end);
                whole.readonly &= next.readonly;
                let offset_bytes = next.start - first.start;
                args[next.arg] = LaunchArg::Within { arg: first.arg, offset_bytes };
                after = more;
            }
            rest = after;
            let Given::Memory(buffer) = &given[first.arg] else { continue };
            let (start, bytes) = (buffer.buf_ptr().cast::<u8>(), whole.end - whole.start);
            if bytes == 0 {
                continue;
            }
            // SAFETY: `given` holds every object whose bytes these are, and an object keeps its memory while a buffer of it
            // is held. The stretches that are made here do not overlap: those that share a byte were joined. Memory that none
            // of its objects lets be written is only read.
            let memory = unsafe {
                match whole.readonly {
                    true => HostBuffer::Read(std::slice::from_raw_parts(start, bytes)),
                    false => HostBuffer::Write(std::slice::from_raw_parts_mut(start, bytes)),
                }
            };
            args[first.arg] = LaunchArg::Host(memory);
        }
        // An argument whose memory is within that of another one has none of its own to lend.
        for i in 0..args.len() {
            if let (Given::Peer(_), LaunchArg::Within { arg, .. }) = (&given[i], &args[i])
                && let Some(&LaunchArg::Within { arg, offset_bytes }) = args.get(*arg)
            {
                args[i] = LaunchArg::Within { arg, offset_bytes };
            }
        }
        Arguments { given, args, tiles }
    }

    /// Gives tiles that have changed back to their objects. Where an object is that of several tiles the last one that
    /// changed stays. The number of an argument that changed and may only be read is the failure.
    #[allow(unsafe_code)]
    pub fn give_back(self) -> Result<(), usize> {
        for (arg, before) in &self.tiles {
            let (Given::Tile(buffer), Some(after)) = (&self.given[*arg], self.args[*arg].bytes())
            else {
                continue;
            };
            if after == before {
                continue;
            }
            if buffer.readonly() || after.len() != buffer.len_bytes() {
                return Err(*arg);
            }
            // SAFETY: the object keeps this many bytes while a buffer of it is held, lets them be written, and nothing
            // else refers to them here: `after` is a copy.
            unsafe {
                buffer.buf_ptr().cast::<u8>().copy_from_nonoverlapping(after.as_ptr(), after.len());
            }
        }
        Ok(())
    }
}
