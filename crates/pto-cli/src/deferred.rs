//! Options of a command that are put together when it is called: a command starts without those of the others.

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// The options of a command. Who looks at them in a [`Command`] builds it first.
pub struct Deferred<A>(pub A);

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| {
            // What the table of commands says about a command counts, not what its options are called as a whole.
            let (about, long) = (command.get_about().cloned(), command.get_long_about().cloned());
            A::augment_args(command)
                .about(Resettable::from(about))
                .long_about(Resettable::from(long))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command)
    }
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Deferred<A>, Error> {
        A::from_arg_matches(matches).map(Deferred)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Deferred<A>, Error> {
        A::from_arg_matches_mut(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
