//! Stimuli, and tuning to them, seen from outside.

mod gratings;
mod hand_made;
mod pooling_model;
mod regions;
mod stimuli;
mod widths;
