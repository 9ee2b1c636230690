//! Parts that several panels and views use.

mod cached;
mod canvas;
mod cards;
mod chart;
mod dial;
mod ffmpeg_field;
mod finder;
mod focus;
mod follow;
mod highlight;
mod log_slider;
mod number;
mod parameter_slider;
mod rows;
mod scene;
mod section;
mod unit_keys;
mod unit_nodes;
mod words;

pub(crate) use cached::Cached;
pub(crate) use canvas::Canvas;
pub(crate) use cards::{
    Fact, POOLED_BY, activity, card_beside, facts_of, note_covered, paint_filter,
    pooled_filter_card, unit_card, unit_facts,
};
pub(crate) use chart::{PlottedChart, SeenChart};
pub(crate) use dial::dial;
pub(crate) use ffmpeg_field::ffmpeg_field;
pub(crate) use finder::Finder;
pub(crate) use focus::{follow_focus, keep_arrows, resume_focus, show_focus};
pub(crate) use follow::Follow;
pub(crate) use highlight::{dim, frame_unit, light};
pub(crate) use log_slider::{LogSlider, log_slider};
pub(crate) use number::{
    entered, in_percent, number, percent, read_number, read_within, slider, whole_number,
};
pub(crate) use parameter_slider::{parameter_slider, parameter_sliders};
pub(crate) use rows::point_at_rows;
pub(crate) use scene::{on_screen, paint_raster, paint_scene, whole_pixel_zoom};
pub(crate) use section::{
    action_button, button_pair, choice, choice_explained, fold, keep_together, progress_bar,
    section,
};
pub(crate) use unit_keys::{unit_by_keys, unit_places};
pub(crate) use unit_nodes::unit_nodes;
pub(crate) use words::{clock, date, elapsed, seconds, text_width};
