//! What is to be done before the next step.

use std::ops::RangeInclusive;

use super::names::{find_stimulus, find_view};
use crate::analysis::inpainting::HIDDEN_PERCENT;
use crate::app::commands::View;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::engine::Layer;
use crate::parameter::Parameter;

/// What a task can compare with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Sparsity of z.
    Alpha,
    /// Sparsity of u.
    Beta,
    /// Minibatches learned from.
    Step,
    /// Simple units that are on, in percent.
    SimpleDensity,
    /// Invariant units that are on, in percent.
    InvariantDensity,
    /// Lines of the toy example that are filters.
    Lines,
    /// Pixels hidden at random, in percent.
    Hidden,
}

const QUANTITIES: [(&str, Quantity); 7] = [
    ("alpha", Quantity::Alpha),
    ("beta", Quantity::Beta),
    ("step", Quantity::Step),
    ("z", Quantity::SimpleDensity),
    ("u", Quantity::InvariantDensity),
    ("lines", Quantity::Lines),
    ("hidden", Quantity::Hidden),
];

impl Quantity {
    /// Where people can set it with a slider; `None` where they cannot.
    pub(crate) fn range(self) -> Option<RangeInclusive<f64>> {
        let of = |parameter: Parameter| {
            let (low, high) = parameter.row().slider.into_inner();
            Some(f64::from(low)..=f64::from(high))
        };
        match self {
            Self::Alpha => of(Parameter::Alpha),
            Self::Beta => of(Parameter::Beta),
            Self::Hidden => Some(HIDDEN_PERCENT),
            Self::Step | Self::SimpleDensity | Self::InvariantDensity | Self::Lines => None,
        }
    }
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// Click what is pointed at.
    Click,
    /// Let it learn.
    Run,
    /// Stop learning.
    Pause,
    /// Show this stimulus.
    Stimulus(StimulusKind),
    /// Let an edge run across the patch.
    Sweep,
    /// Let a grating drift.
    Drift,
    /// Select a unit of this layer.
    Mark(Layer),
    /// Bring this view to the front.
    Show(View),
    /// Bring a quantity above a bound.
    Above(Quantity, f64),
    /// Bring a quantity below a bound.
    Below(Quantity, f64),
}

impl Task {
    /// Whether only learning brings it about.
    pub(crate) fn takes_learning(self) -> bool {
        match self {
            Self::Above(quantity, _) | Self::Below(quantity, _) => quantity.range().is_none(),
            _ => false,
        }
    }

    /// Reads what is to be done, such as "click", "mark simple" or "alpha > 1".
    pub(super) fn parse(text: &str, views: &[View]) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let quantity = |name: &str| {
            let found = QUANTITIES.iter().find(|(known, _)| *known == name);
            found.map(|(_, quantity)| *quantity).ok_or_else(|| {
                let names = QUANTITIES.map(|(name, _)| name).join(", ");
                format!("there is no quantity \"{name}\"; they are {names}")
            })
        };
        let bound = |text: &str| {
            let number = text.parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| format!("the bound should be a number, but is \"{text}\""))
        };
        Ok(match words[..] {
            ["click"] => Self::Click,
            ["run"] => Self::Run,
            ["pause"] => Self::Pause,
            ["sweep"] => Self::Sweep,
            ["drift"] => Self::Drift,
            ["stimulus", name] => Self::Stimulus(find_stimulus(name)?),
            ["mark", "simple"] => Self::Mark(Layer::Simple),
            ["mark", "invariant"] => Self::Mark(Layer::Invariant),
            ["show", key] => Self::Show(find_view(key, views)?),
            [name, sign @ (">" | "<"), number] => {
                let (quantity, bound) = (quantity(name)?, bound(number)?);
                let is_above = sign == ">";
                let range = quantity.range().filter(|range| {
                    let end = if is_above { range.end() } else { range.start() };
                    !range.contains(&bound) || bound == *end
                });
                if let Some(range) = range {
                    let (low, high) = (*range.start() as f32, *range.end() as f32);
                    return Err(format!(
                        "{name} goes from {low} to {high}, so that \"{text}\" cannot be done; choose another bound"
                    ));
                }
                match is_above {
                    true => Self::Above(quantity, bound),
                    false => Self::Below(quantity, bound),
                }
            }
            _ => {
                return Err(format!(
                    "do should be click, run, pause, sweep, drift, stimulus edge, stimulus grating, mark simple, mark invariant, show and a view, or a quantity with \
                     > or < and a number, but is \"{text}\""
                ));
            }
        })
    }
}
