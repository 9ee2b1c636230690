//! Enums of other modules as values on the command line.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::channels::Channels;
use crate::config::Preset;
use crate::figure::{Format, NamedFigure, Palette};
use crate::model::Coupling;
use crate::source::Motion;

/// Makes enums that list `ALL` their variants values on the command line.
macro_rules! values {
    ($($kind:ty: |$value:ident| $possible:expr;)*) => {$(
        impl ValueEnum for $kind {
            fn value_variants<'a>() -> &'a [Self] {
                Self::ALL.as_ref()
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                let $value = self;
                Some($possible)
            }
        }
    )*};
}

values! {
    Channels: |channels| PossibleValue::new(channels.name()).help(channels.about());
    Coupling: |coupling| PossibleValue::new(coupling.name());
    Format: |format| PossibleValue::new(format.extension());
    Motion: |motion| PossibleValue::new(motion.name()).help(motion.about());
    NamedFigure: |figure| PossibleValue::new(figure.name).help(figure.about);
    Preset: |preset| PossibleValue::new(preset.name());
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
