//! A logarithmic slider with a number entry and a way back to the default.

use std::ops::RangeInclusive;

use egui::{Align, Button, Layout, RichText, Slider, SliderClamping, Ui};

use super::{in_percent, number, percent};

/// What a slider sets.
pub(crate) struct LogSlider {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does, in a sentence.
    pub(crate) tooltip: &'static str,
    /// Smallest and largest value; both > 0 where it is logarithmic.
    pub(crate) range: RangeInclusive<f32>,
    /// Smallest and largest value that can be typed.
    pub(crate) typed: RangeInclusive<f32>,
    /// Whether it is a share, shown in percent.
    pub(crate) is_share: bool,
    /// Whether equal ratios are equally far apart, not equal differences.
    pub(crate) is_log: bool,
    /// The value to go back to, and what that is.
    pub(crate) default: f32,
    pub(crate) default_is: &'static str,
}

/// Shows the slider; true when the value changed.
pub(crate) fn log_slider(ui: &mut Ui, log_slider: &LogSlider, value: &mut f32) -> bool {
    let before = *value;
    let name = ui
        .horizontal(|ui| {
            let name = ui.label(log_slider.name).on_hover_text(log_slider.tooltip);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                entry(ui, log_slider, value);
            });
            name
        })
        .inner;
    let row_height = std::mem::replace(&mut ui.spacing_mut().interact_size.y, 18.0);
    ui.spacing_mut().slider_width = ui.available_width() - 2.0;
    let slider = Slider::new(value, log_slider.range.clone())
        .logarithmic(log_slider.is_log)
        // A value from elsewhere stays as it is until somebody changes it.
        .clamping(SliderClamping::Edits)
        .show_value(false);
    ui.add(slider)
        .labelled_by(name.id)
        .on_hover_text(log_slider.tooltip);
    ui.spacing_mut().interact_size.y = row_height;
    *value != before
}

/// The number, and the button that resets it; laid out from the right.
fn entry(ui: &mut Ui, log_slider: &LogSlider, value: &mut f32) {
    // What the default leaves off, as holding a share, has no value of its own.
    if log_slider.range.contains(&log_slider.default) {
        reset(ui, log_slider, value);
    }
    // As fine as the slider at any magnitude: a hundredth of the value per point dragged.
    let least = match log_slider.is_share {
        true => f64::from(*log_slider.range.start()),
        false => 0.1,
    };
    let speed = f64::from(*value).max(least) * 0.01;
    let (name, range) = (log_slider.name, log_slider.typed.clone());
    let entry = if log_slider.is_share {
        percent(ui, name, value, |share| {
            share.range(range).speed(speed).max_decimals(4)
        })
    } else {
        // As many digits at any zoom.
        let decimals = if *value < 10.0 { 3 } else { 0 };
        number(ui, name, value, |number| {
            let number = number.range(range).speed(speed);
            number.min_decimals(decimals).max_decimals(3)
        })
    };
    entry.on_hover_text("Drag, or click to enter a number.");
}

fn reset(ui: &mut Ui, log_slider: &LogSlider, value: &mut f32) {
    let reset = Button::new(RichText::new("reset").small()).frame(false);
    let default = match log_slider.is_share {
        true => in_percent(log_slider.default),
        false => ((1e3 * log_slider.default).round() / 1e3).to_string(),
    };
    let hint = format!("Reset to {}, {default}.", log_slider.default_is);
    let response = ui
        .add_enabled(*value != log_slider.default, reset)
        .on_hover_text(hint);
    if response
        .accessible_name(format!("Reset {}", log_slider.name))
        .clicked()
    {
        *value = log_slider.default;
    }
}
