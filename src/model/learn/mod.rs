//! Learning: one minibatch after the other, stochastic gradient steps at the minimising codes.

mod dictionary_update;
mod learner;
mod params;
mod pooling_update;
mod price_control;
mod revive;
mod running_stats;
mod schedule;

pub use dictionary_update::{dictionary_descent, step_dictionary};
pub use learner::{Diverged, Learner, StepReport};
pub use params::LearningParams;
pub(crate) use params::RATES;
pub use pooling_update::pooling_descent;
pub use running_stats::{dead, is_dead};
pub use schedule::{COMPETITIVE_MOVIES, Schedule, TOP_FROM_MOVIES};
