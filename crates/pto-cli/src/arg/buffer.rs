//! Buffers from and to files.

use super::{BufferSource, LARGEST, random};
use crate::arg_error::ArgError;
use crate::file;
use crate::npy::{self, NpyHeader, NpyType};
use crate::outputs::Outputs;
use crate::stop;
use pto_isa::DType;
use pto_sim::{prefer_large_pages, size_text};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The content of a buffer before the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// Elements, little-endian and in C order.
    pub bytes: Vec<u8>,
    /// Shape and element type, if the source has them.
    pub array: Option<NpyHeader>,
}

/// Makes the content of a buffer.
///
/// A file is an .npy array if its name or its first bytes say so, else bytes as they are.
pub fn load(from: &BufferSource) -> Result<Loaded, ArgError> {
    load_within(from, LARGEST)
}

/// The same, but no more than this many bytes of a file are read: a pipe does not say how much comes.
pub fn load_within(from: &BufferSource, most_bytes: u64) -> Result<Loaded, ArgError> {
    match from {
        BufferSource::File(path) => load_file(path, most_bytes),
        BufferSource::Comm => Ok(Loaded { bytes: pto_sim::comm_context(0, 1), array: None }),
        BufferSource::Random(shape, dtype) => {
            let elements = shape.iter().product();
            zeros(expected_bytes(from))?;
            let header = NpyHeader { shape: shape.clone(), element: NpyType::of(*dtype) };
            let bytes = random::bytes(elements, *dtype);
            let array = Some(header).filter(|h| h.byte_len() == Some(bytes.len() as u64));
            Ok(Loaded { bytes, array })
        }
        BufferSource::Zeros(bytes, array) => {
            let array = array
                .as_ref()
                .map(|(shape, d)| NpyHeader { shape: shape.clone(), element: NpyType::of(*d) })
                // An array of i4 has no such shape in bytes.
                .filter(|header| header.byte_len() == Some(*bytes));
            Ok(Loaded { bytes: zeros(*bytes)?, array })
        }
    }
}

/// Bytes that a buffer needs, as far as that is known before it is read.
pub fn expected_bytes(from: &BufferSource) -> u64 {
    match from {
        BufferSource::Zeros(bytes, _) => *bytes,
        BufferSource::Random(shape, dtype) => {
            (shape.iter().product::<u64>() * u64::from(dtype.bits())).div_ceil(8)
        }
        BufferSource::Comm => pto_sim::comm_context(0, 1).len() as u64,
        BufferSource::File(path) => std::fs::metadata(path).map_or(0, |found| found.len()),
    }
}

fn zeros(bytes: u64) -> Result<Vec<u8>, ArgError> {
    let refused = || ArgError::new(format!("no memory for a buffer of {bytes} bytes"));
    let length = usize::try_from(bytes).map_err(|_| refused())?;
    // `vec!` gets pages that are zero already, but aborts if there are none, so ask first.
    Vec::<u8>::new().try_reserve_exact(length).map_err(|_| refused())?;
    Ok(vec![0; length])
}

fn load_file(path: &Path, most_bytes: u64) -> Result<Loaded, ArgError> {
    let bytes = read(path, most_bytes.min(LARGEST)).map_err(|e| {
        let error = file::describe(path, &e);
        match e.kind() {
            ErrorKind::NotFound if error.hint.is_none() => error
                .hint("give a number, FILE, zeros:64x128xf32 or random:64x128xf32; =OUT after a buffer writes it to OUT"),
            _ => error,
        }
    })?;
    if has_extension(path, "npz") {
        return Err(ArgError::new(format!("{}: an .npz holds several arrays", path.display()))
            .hint("save one of them with np.save"));
    }
    if !has_extension(path, "npy") && !bytes.starts_with(npy::MAGIC) {
        return Ok(Loaded { bytes, array: None });
    }
    match npy::decode(bytes) {
        Ok((header, bytes)) => Ok(Loaded { bytes, array: Some(header) }),
        Err(refused) => {
            let error = ArgError::new(format!("{}: {}", path.display(), refused.why));
            Err(match refused.hint {
                Some(hint) => error.hint(hint),
                None => error,
            })
        }
    }
}

/// Reads a file of at most this many bytes and a header; pipes do not say how long they are.
fn read(path: &Path, most_bytes: u64) -> io::Result<Vec<u8>> {
    let _waiting = stop::waiting();
    let limit = most_bytes + (1 << 17);
    let too_large = || {
        let message = format!("larger than {}", size_text(most_bytes));
        io::Error::new(ErrorKind::FileTooLarge, message)
    };
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length as usize)?;
    prefer_large_pages(&mut bytes);
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension))
}

/// Writes a buffer after the run: an array if the name ends in .npy, else its bytes.
///
/// The array is `like` what was read. Otherwise it has one extent and the type of `element`, with
/// `uint8` and `uint16` for types that NumPy lacks; bytes that are no whole number of elements are
/// written as `uint8`.
///
/// A file of that name is replaced in one step or stays as it was.
pub fn save(
    outputs: &mut Outputs,
    path: &Path,
    bytes: &[u8],
    like: Option<&NpyHeader>,
    element: DType,
) -> Result<(), ArgError> {
    let header = if has_extension(path, "npy") {
        let length = bytes.len() as u64;
        match like.filter(|header| header.byte_len() == Some(length)) {
            Some(header) => header.encode(),
            None => flat(bytes.len(), NpyType::of(element)).encode(),
        }
    } else {
        Vec::new()
    };
    outputs.add(path, &[&header, bytes])
}

fn flat(bytes: usize, element: NpyType) -> NpyHeader {
    let element = if bytes.is_multiple_of(element.bytes()) { element } else { NpyType::Uint(1) };
    NpyHeader { shape: vec![(bytes / element.bytes()) as u64], element }
}
