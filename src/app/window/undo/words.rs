//! Settings that differ, in words.

use serde_json::{Map, Value};

use crate::app::state::settings::{FULL_PACE, Settings};
use crate::words::three_digits;

/// What settings are called on screen.
pub(super) const NAMES: [(&str, &str); 21] = [
    ("theme", "theme"),
    ("zoom_percent", "zoom"),
    ("filter_colors", "colours of filters"),
    ("filter_contrast", "colour scale of filters"),
    ("zoom", "filter size"),
    ("abscissa", "horizontal axis of the curves"),
    ("log_abscissa", "logarithmic axis of the curves"),
    ("curve_colors", "colours of the curves"),
    ("shows_controls", "controls"),
    ("pace_per_sec", "pace"),
    ("pauses_when_emerged", "pause when complex cells emerge"),
    ("shows_timeline", "timeline"),
    ("captions", "captions"),
    ("animations", "animations"),
    ("greets", "show Welcome at the start"),
    ("play_speed", "playback speed"),
    ("loops_past", "loop the past"),
    ("listing", "units shown and their order"),
    ("k_rad_per_px", "k"),
    ("betas", "betas of the responses"),
    ("response_colors", "colours of responses"),
];

/// The settings that differ, by their names on screen, and their values where they are words or numbers.
pub(super) fn changed_settings(now: &Settings, then: &Settings) -> Vec<String> {
    let (now, then) = (fields(now), fields(then));
    let differing = NAMES
        .iter()
        .filter(|(key, _)| now.get(*key) != then.get(*key));
    let words = differing.map(|(key, name)| match (&now[*key], &then[*key]) {
        (Value::Bool(_), Value::Bool(true)) => format!("{name} on"),
        (Value::Bool(_), _) => format!("{name} off"),
        (now @ (Value::String(_) | Value::Number(_)), then) if !then.is_object() => {
            let [now, then] = [now, then].map(|value| said(key, value));
            format!("{name} {now} to {then}")
        }
        _ => (*name).to_owned(),
    });
    words.collect()
}

/// A value as it is on screen.
fn said(key: &str, value: &Value) -> String {
    match (key, value.as_f64()) {
        ("pace_per_sec", Some(pace)) if pace >= f64::from(FULL_PACE) => "full".to_owned(),
        (_, Some(number)) => three_digits(number).to_string(),
        (_, None) => value.to_string().replace('"', ""),
    }
}

pub(super) fn fields(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
