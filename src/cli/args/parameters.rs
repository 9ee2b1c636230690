//! Flags of the parameters that can be changed while the model learns.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::values::number;
use crate::parameter::Parameter;

/// The parameters given on the command line, each with its value.
#[derive(Clone, Debug, Default)]
pub struct ParameterArgs(pub Vec<(Parameter, f32)>);

impl ParameterArgs {
    /// Whether this one is given.
    pub(super) fn has(&self, parameter: Parameter) -> bool {
        self.0.iter().any(|&(given, _)| given == parameter)
    }
}

impl Args for ParameterArgs {
    fn augment_args(command: Command) -> Command {
        let flags = Parameter::ALL.iter().filter_map(|parameter| {
            let row = parameter.row();
            let help = format!("{} [default: {}]", row.flag?, parameter.default_value());
            let flag = Arg::new(row.name).long(row.name).value_name("X").help(help);
            Some(flag.value_parser(number))
        });
        command.args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ParameterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found = Self::default();
        found.update_from_arg_matches(matches)?;
        Ok(found)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let has_flag = |parameter: &&Parameter| parameter.row().flag.is_some();
        for &parameter in Parameter::ALL.iter().filter(has_flag) {
            if let Some(&value) = matches.get_one::<f32>(parameter.row().name) {
                self.0.push((parameter, value));
            }
        }
        Ok(())
    }
}
