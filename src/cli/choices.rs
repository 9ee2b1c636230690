//! Choices of other modules on the command line, by their own names.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::config::Preset;
use crate::model::Coupling;
use crate::pane::{Arrangement, Pane};

impl ValueEnum for Coupling {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Preset {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Pane {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(self.about()))
    }
}

impl ValueEnum for Arrangement {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(self.about()))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, WindowArgs};

    fn parsed(flag: &str, key: &str) -> WindowArgs {
        let cli = Cli::try_parse_from(["cellscope", flag, key]);
        cli.expect("an argument of the window").launch.window
    }

    #[test]
    fn every_view_and_every_arrangement_is_found_by_its_key() {
        for pane in Pane::ALL {
            assert_eq!(parsed("--view", pane.key()).view, Some(pane));
        }
        for arrangement in Arrangement::ALL {
            let found = parsed("--layout", arrangement.key()).layout;
            assert_eq!(found, Some(arrangement));
        }
    }
}
