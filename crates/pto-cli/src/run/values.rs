//! The arguments of a launch: read before it, written where it was asked for after it.

use crate::arg::ranks::Place;
use crate::arg::{self, Arg, BufferSource};
use crate::arg_error::ArgError;
use crate::limits_arg::Room;
use crate::npy::{self, NpyHeader};
use crate::output::counted;
use crate::outputs::{Outputs, check_distinct};
use pto_isa::DType;
use pto_sim::{LaunchArg, Param, Program};
use std::path::PathBuf;

/// Where the bytes of a buffer go afterwards.
pub(crate) struct Output {
    index: usize,
    path: PathBuf,
    like: Option<NpyHeader>,
    element: DType,
}

/// Reads a value for each parameter of a kernel, of one device after the other, if there is room for as many copies of
/// them as the run makes.
pub(crate) fn load(
    program: &Program<'_>,
    (specs, ranks): (&[String], u32),
    room: Room,
    copies: u64,
) -> Result<(Vec<LaunchArg<'static>>, Vec<Output>), ArgError> {
    let params: Vec<Param> = program.params().collect();
    let names = program.param_names();
    if specs.len() != params.len() {
        let message = format!(
            "the kernel has {}, {} given with `--arg`",
            counted(params.len(), "parameter"),
            specs.len()
        );
        return Err(ArgError::new(message).hint(match params.len() {
            0 => "it takes none".into(),
            _ => format!("its parameters are {}", list_params(&names, &params)),
        }));
    }
    let (mut values, mut outputs) = (Vec::new(), Vec::new());
    let of_rank = |place: Place| specs.iter().map(move |spec| Ok((place, place.read(spec)?)));
    let args = Place::all(ranks).flat_map(of_rank).collect::<Result<Vec<_>, ArgError>>()?;
    let sizes = args.iter().map(|a| a.1.expected_bytes()).fold(0, u64::saturating_add);
    room.check("the buffers", sizes.saturating_mul(copies))?;
    let given = args.into_iter().zip(specs.iter().zip(&params).cycle());
    for (index, ((place, arg), (spec, &param))) in given.enumerate() {
        let name = names.get(index % params.len()).copied().unwrap_or_default();
        match (arg, param) {
            (Arg::Peer(rank, of), Param::Buffer(_)) => values.push(place.peer(rank, &of, &names)?),
            (Arg::Number(text), Param::Number(dtype)) => {
                values.push(LaunchArg::Number(arg::scalar_bits(&text, dtype)?));
            }
            (Arg::Buffer { from, write_to }, Param::Buffer(_) | Param::Tile(_)) => {
                let element = match param {
                    Param::Buffer(d) | Param::Number(d) => d,
                    Param::Tile(t) => t.dtype,
                };
                let loaded = place.load(&from, room.bytes())?;
                if let (Some(header), BufferSource::File(path)) = (&loaded.array, &from)
                    && let Some(text) = npy::dtype_mismatch(header, element)
                {
                    return Err(ArgError::new(format!("{}: {text}", path.display()))
                        .hint(format!("`%{name}` has elements of type {element}")));
                }
                if let Some(path) = write_to {
                    outputs.push(Output { index, path, like: loaded.array, element });
                }
                values.push(LaunchArg::Bytes(loaded.bytes));
            }
            (Arg::Number(text), _) => {
                let message = format!("`%{name}` is a buffer, not the number {text}");
                return Err(ArgError::new(message).hint("use FILE or zeros:BYTES"));
            }
            (Arg::Peer(..), Param::Tile(_)) => {
                let message = format!("`%{name}` is a tile, which shares no memory");
                return Err(ArgError::new(message).hint("use FILE or zeros:BYTES"));
            }
            (Arg::Buffer { .. } | Arg::Peer(..), Param::Number(dtype)) => {
                let message = format!("`%{name}` is a number of type {dtype}, not `{spec}`");
                return Err(ArgError::new(message));
            }
        }
    }
    check_distinct(outputs.iter().map(|o| o.path.as_path()))?;
    Ok((values, outputs))
}

/// Writes the buffers that are asked for: all of them, or none.
pub(crate) fn save(outputs: &[Output], values: &[LaunchArg]) -> Result<(), ArgError> {
    let mut files = Outputs::default();
    for o in outputs {
        if let LaunchArg::Bytes(bytes) = &values[o.index] {
            arg::save(&mut files, &o.path, bytes, o.like.as_ref(), o.element)?;
        }
    }
    files.write()
}

fn list_params(names: &[&str], params: &[Param]) -> String {
    let one = |(name, p): (&&str, &Param)| match p {
        Param::Buffer(d) => format!("%{name} (buffer of {d})"),
        Param::Number(d) => format!("%{name} ({d})"),
        Param::Tile(t) => format!("%{name} ({t})"),
    };
    names.iter().zip(params).map(one).collect::<Vec<_>>().join(", ")
}
