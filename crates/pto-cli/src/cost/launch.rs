//! The values of a kernel's parameters, of which some are told and the others do not matter for its time.

use super::time::empty;
use crate::arg::ranks::Place;
use crate::arg::{self, Arg};
use crate::arg_error::ArgError;
use crate::limits_arg::Room;
use crate::output::counted;
use pto_sim::{InstrumentedProgram, LaunchArg, Param};

/// What is told of the parameters of a kernel: all of them, or the numbers alone.
pub(crate) struct LaunchSpecs<'a> {
    /// As `--arg` has them.
    pub args: &'a [String],
    /// Devices that run together.
    pub ranks: u32,
    /// What buffers may take.
    pub room: Room,
    /// Whether the contents of buffers matter, also where they do not control the kernel.
    pub contents: bool,
}

impl LaunchSpecs<'_> {
    /// The values of the kernel's parameters, of one device after the other, and whether all buffers are real.
    pub(crate) fn values(
        &self,
        instrumented: &InstrumentedProgram<'_>,
        set: &[(String, i64)],
    ) -> Result<(Vec<LaunchArg<'static>>, bool), ArgError> {
        let (mut values, mut real) = (Vec::new(), true);
        let mut asked = 0;
        for place in Place::all(self.ranks) {
            let (mut of_rank, all) = self.values_on(place, instrumented, set, &mut asked)?;
            values.append(&mut of_rank);
            real &= all;
        }
        Ok((values, real))
    }

    /// The values on a device, after buffers of `asked` bytes.
    fn values_on(
        &self,
        place: Place,
        instrumented: &InstrumentedProgram<'_>,
        set: &[(String, i64)],
        asked: &mut u64,
    ) -> Result<(Vec<LaunchArg<'static>>, bool), ArgError> {
        let params: Vec<Param> = instrumented.program().params().collect();
        let names = instrumented.param_names();
        let is_set = |i: usize| set.iter().find(|s| names.get(i).is_some_and(|n| *n == s.0));
        let is_number = |p: &Param| matches!(p, Param::Number(_));
        let open: Vec<usize> =
            (0..params.len()).filter(|&i| is_number(&params[i]) && is_set(i).is_none()).collect();
        let whole = self.args.len() == params.len();
        if !whole && self.args.len() != open.len() {
            let missing: Vec<String> = open.iter().map(|&i| format!("%{}", names[i])).collect();
            let message = format!(
                "the kernel has {}, {} of them to give as numbers; {} given with `--arg`",
                counted(params.len(), "parameter"),
                open.len(),
                self.args.len()
            );
            let hint = format!("give the numbers in order: {}", missing.join(", "));
            return Err(ArgError::new(message).hint(hint));
        }
        let mut numbers = self.args.iter();
        let (mut values, mut real) = (Vec::new(), whole);
        let room = self.room;
        let read_contents = self.contents || self.ranks > 1 || instrumented.depends_on_data();
        for (i, param) in params.iter().enumerate() {
            let spec = if whole { Some(&self.args[i]) } else { None };
            values.push(match param {
                Param::Number(dtype) => match is_set(i) {
                    Some((_, value)) => {
                        let text = value.to_string();
                        LaunchArg::Number(arg::scalar_bits(&text, *dtype)?)
                    }
                    None => {
                        let Some(spec) = spec.or_else(|| numbers.next()) else { continue };
                        let Arg::Number(text) = place.read(spec)? else {
                            let message = format!(
                                "`%{}` is a number of type {dtype}, not `{spec}`",
                                names[i]
                            );
                            return Err(ArgError::new(message));
                        };
                        LaunchArg::Number(arg::scalar_bits(&text, *dtype)?)
                    }
                },
                Param::Buffer(_) | Param::Tile(_) => match spec.map(|s| s.as_str()) {
                    Some(spec) if spec != "_" && read_contents => match place.read(spec)? {
                        Arg::Buffer { from, .. } => {
                            *asked = asked.saturating_add(arg::expected_bytes(&from));
                            room.check("the buffers", *asked)?;
                            LaunchArg::Bytes(place.load(&from, room.bytes())?.bytes)
                        }
                        Arg::Peer(rank, of) => place.peer(rank, &of, &names)?,
                        Arg::Number(_) => {
                            let message =
                                format!("`%{}` is a buffer, not the number {spec}", names[i]);
                            return Err(ArgError::new(message));
                        }
                    },
                    _ => {
                        real = false;
                        LaunchArg::Bytes(empty(param))
                    }
                },
            });
        }
        Ok((values, real))
    }
}
