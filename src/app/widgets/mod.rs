//! Parts that several panels use.

mod filter;
mod knob;
mod scene;
mod section;

pub(super) use filter::{filter_card, weight_list};
pub(super) use knob::{Knob, knob};
pub(super) use scene::{Textures, on_screen, paint_scene, whole_pixel_zoom};
pub(super) use section::{action_button, choice, fold, section, title};
