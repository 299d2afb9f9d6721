//! A SPEC on each device of a launch: `x{rank}.npy` is another file on each of them.

use super::{Arg, BufferSource, Loaded, load_within};
use crate::arg_error::ArgError;
use pto_sim::{LaunchArg, comm_context};

/// A device of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number.
    pub rank: u32,
    /// How many there are.
    pub ranks: u32,
}

impl Place {
    /// All devices of a launch.
    pub fn all(ranks: u32) -> impl Iterator<Item = Place> {
        (0..ranks).map(move |rank| Place { rank, ranks })
    }

    /// Reads a SPEC as it is on this device: `{rank}` stands for its number, `{ranks}` for how many there are,
    /// `{next}` and `{previous}` for its neighbours in the ring of all. A launch of one device has none of them.
    pub fn read(self, spec: &str) -> Result<Arg, ArgError> {
        let Place { rank, ranks } = self;
        if ranks == 1 {
            return Arg::parse(spec);
        }
        let words = [
            ("{rank}", rank),
            ("{ranks}", ranks),
            ("{next}", (rank + 1) % ranks),
            ("{previous}", (rank + ranks - 1) % ranks),
        ];
        let put = |text: String, (word, n): (&str, u32)| text.replace(word, &n.to_string());
        Arg::parse(&words.into_iter().fold(spec.to_string(), put))
    }

    /// Makes the content of a buffer on this device.
    pub fn load(self, from: &BufferSource, most_bytes: u64) -> Result<Loaded, ArgError> {
        match from {
            BufferSource::Comm => {
                Ok(Loaded { bytes: comm_context(self.rank, self.ranks), array: None })
            }
            _ => load_within(from, most_bytes),
        }
    }

    /// The memory of another device, by the names of the parameters.
    pub fn peer<'h>(
        self,
        rank: u32,
        name: &str,
        names: &[&str],
    ) -> Result<LaunchArg<'h>, ArgError> {
        let Some(param) = names.iter().position(|n| *n == name) else {
            let list: Vec<String> = names.iter().map(|n| format!("%{n}")).collect();
            let message = format!("`peer:{rank}:{name}`: the kernel has no parameter `%{name}`");
            return Err(ArgError::new(message).hint(format!("it has {}", list.join(", "))));
        };
        if rank >= self.ranks {
            let message = format!("`peer:{rank}:{name}`: there is no rank {rank}");
            return Err(ArgError::new(message).hint("`--ranks N` launches N of them"));
        }
        Ok(LaunchArg::Within { arg: rank as usize * names.len() + param, offset_bytes: 0 })
    }
}
