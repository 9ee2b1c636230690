//! The sizes of a model, which take effect with a new start.

use crate::config::Config;
use crate::range::OutOfRange;

/// A size of the patch or of a layer.
pub(crate) struct Size {
    /// Its name in the form.
    pub(crate) label: &'static str,
    /// Its name in errors.
    name: &'static str,
    /// What it is, in a sentence.
    pub(crate) about: &'static str,
    /// Change per point that it is dragged.
    pub(crate) step: f64,
    of: fn(&mut Config) -> &mut usize,
}

impl Size {
    /// All sizes, in the order in which the form has them.
    pub(crate) const ALL: [Self; 6] = [
        Self {
            label: "Patch side in pixels",
            name: "patch",
            about: "Side of a patch, through which a movie is seen, in pixels.",
            step: 0.1,
            of: |config| &mut config.movies.patch_side,
        },
        Self {
            label: "Frames",
            name: "frames",
            about: "Frames of a movie.",
            step: 0.1,
            of: |config| &mut config.movies.frames,
        },
        Self {
            label: "Simple units",
            name: "simple",
            about: "Units of z, each with a filter.",
            step: 1.0,
            of: |config| &mut config.model.simple,
        },
        Self {
            label: "Invariant units",
            name: "invariant",
            about: "Units of u, each with a pool of simple units.",
            step: 1.0,
            of: |config| &mut config.model.invariant,
        },
        Self {
            label: "Top units",
            name: "top",
            about: "Units of a third layer, pooling u; 0: none.",
            step: 0.2,
            of: |config| &mut config.model.top,
        },
        Self {
            label: "Movies per minibatch",
            name: "batch",
            about: "Movies in a minibatch; weights change after each minibatch.",
            step: 1.0,
            of: |config| &mut config.learning.batch_movies,
        },
    ];

    /// What is wrong with a value, by the name that the form has for it.
    pub(crate) fn said(error: &OutOfRange) -> String {
        let size = Self::ALL.iter().find(|size| size.is_of(error));
        let name = size.map_or(error.name, |size| size.label);
        format!(
            "{name} should be {}, but is {}",
            error.expected, error.value
        )
    }

    /// Whether a value of it is wrong.
    pub(crate) fn is_of(&self, error: &OutOfRange) -> bool {
        self.name == error.name
    }

    /// Its value.
    pub(crate) fn get(&self, config: &Config) -> usize {
        *(self.of)(&mut config.clone())
    }

    /// Sets it, and what follows from it.
    pub(crate) fn set(&self, config: &mut Config, value: usize) {
        config.resize(|config| *(self.of)(config) = value);
    }
}
