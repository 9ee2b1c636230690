//! Enums of other modules as values on the command line.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::config::Preset;
use crate::figure::Palette;
use crate::model::Coupling;

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

/// A theme on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeArg {
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}

impl ThemeArg {
    /// The colours of figures in this theme.
    pub(crate) fn palette(self) -> Palette {
        match self {
            Self::Dark => Palette::DARK,
            Self::Light => Palette::LIGHT,
        }
    }
}
