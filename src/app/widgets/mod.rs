//! Parts that several panels and views use.

mod cached;
mod cards;
mod dial;
mod follow;
mod knob;
mod marks;
mod number;
mod rows;
mod scene;
mod section;

pub(super) use cached::{Cached, Same};
pub(super) use cards::{
    filter_card, invariant_facts, paint_filter, pooled_filter_card, simple_facts, unit_card,
};
pub(super) use dial::{Dial, dial};
pub(super) use follow::Follow;
pub(super) use knob::{Knob, knob};
pub(super) use marks::{frame_unit, light};
pub(super) use number::number;
pub(super) use rows::point_at_rows;
pub(super) use scene::{Textures, color_image, on_screen, paint_scene, whole_pixel_zoom};
pub(super) use section::{action_button, choice, fold, section};
