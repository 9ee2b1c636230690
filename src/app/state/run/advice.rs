//! What to say beside a slider whose value does the model no good.

use crate::app::state::State;
use crate::model::Schedule;
use crate::parameter::Parameter;

/// Minibatches after which the shares of active units tell something.
const SETTLED_STEPS: u64 = 30;
/// Share of active units below which a layer is as good as silent.
const SILENT: f64 = 0.001;
/// Share of active simple units above which a code is hardly sparse.
const DENSE: f64 = 0.5;
/// Share of active invariant units above which they answer to everything.
const ALIKE: f64 = 0.9;

impl State {
    /// What the model shows of a value that is too high or too low; `None` where all is well.
    pub(crate) fn advice(&self, parameter: Parameter) -> Option<&'static str> {
        let now = self.now().filter(|now| now.step >= SETTLED_STEPS)?;
        // The shares are of what was learned since the model was opened, and a change has shown nothing yet.
        if now.patches_per_sec == 0.0 || self.are_shares_of_before() {
            return None;
        }
        // Where units compete, u is silent at first, as it should be.
        if self.live.learning.schedule == Schedule::Competitive {
            return None;
        }
        let (simple, invariant) = (now.simple_density, now.invariant_density);
        match parameter {
            Parameter::Alpha if simple < SILENT => {
                Some("Almost no simple unit is on: α is too high.")
            }
            Parameter::Alpha if simple > DENSE => {
                Some("Most simple units are on, and coding is slow: α is too low.")
            }
            // On filters that are still noise none turns on, whatever beta.
            Parameter::Beta
                if simple >= SILENT && invariant < SILENT && !self.live.learning.freeze_simple =>
            {
                Some("Almost no invariant unit is on: β is too high for this α.")
            }
            Parameter::Beta if invariant > ALIKE => Some(
                "Almost all invariant units are on, and pools become alike: β is too low for this α.",
            ),
            _ => None,
        }
    }
}
