//! What the words in a lesson file name.

use super::setup::LessonModel;
use crate::app::commands::mask_shape::MaskShape;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::commands::{LAYOUTS, Layout, View};
use crate::config::Preset;
use crate::source::Motion;

/// The view of this key or title.
pub(super) fn find_view(name: &str, views: &[View]) -> Result<View, String> {
    let found = views.iter().find(|view| view.is_called(name));
    found.copied().ok_or_else(|| {
        let keys: Vec<_> = views.iter().map(|view| view.key).collect();
        format!(
            "there is no view \"{name}\"; the views are {}",
            keys.join(", ")
        )
    })
}

pub(super) fn find_model(name: &str) -> Result<LessonModel, String> {
    if name == "trained" {
        return Ok(LessonModel::Trained);
    }
    let preset = Preset::ALL.into_iter().find(|preset| preset.name() == name);
    preset.map(LessonModel::New).ok_or_else(|| {
        let names = Preset::ALL.map(Preset::name).join(", ");
        format!("model should be trained, {names}, but is \"{name}\"")
    })
}

pub(super) fn find_motion(name: &str, is_new: bool) -> Result<Motion, String> {
    if !is_new {
        return Err("motion should be set with a new model, as in model = \"quick\"".to_owned());
    }
    // The others need movie files.
    find_named("motion", [Motion::Drift, Motion::Still], Motion::name, name)
}

pub(super) fn find_stimulus(name: &str) -> Result<StimulusKind, String> {
    // The others need a picture, or a hand that draws.
    let all = [StimulusKind::Edge, StimulusKind::Grating];
    find_named("stimulus", all, StimulusKind::name, name)
}

pub(super) fn find_mask(name: &str) -> Result<MaskShape, String> {
    // A brush needs a hand that paints.
    find_named(
        "mask",
        [MaskShape::Random, MaskShape::Block],
        MaskShape::name,
        name,
    )
}

/// The one of two values of `key` that has this name, in small letters.
fn find_named<T: Copy>(
    key: &str,
    all: [T; 2],
    name_of: fn(T) -> &'static str,
    name: &str,
) -> Result<T, String> {
    let names = all.map(|one| name_of(one).to_lowercase());
    let place = names.iter().position(|known| known == name);
    place
        .map(|place| all[place])
        .ok_or_else(|| format!("{key} should be {}, but is \"{name}\"", names.join(" or ")))
}

pub(super) fn find_layout(key: &str) -> Result<&'static Layout, String> {
    Layout::find(key).ok_or_else(|| {
        let keys = LAYOUTS.each_ref().map(|layout| layout.key).join(", ");
        format!("there is no layout \"{key}\"; the layouts are {keys}")
    })
}
