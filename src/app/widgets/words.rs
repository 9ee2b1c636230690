//! Numbers and times in words, and how wide words are.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use egui::{Color32, FontId, Ui};

use crate::words::{counted, secs_said};

const DAY_SECS: u64 = 86_400;

/// The width of a text in one line, in points.
pub(crate) fn text_width(ui: &Ui, text: &str, font: FontId) -> f32 {
    let text = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, Color32::GRAY);
    text.size().x
}

/// Minutes and seconds, with hours from the first hour on.
pub(crate) fn clock(secs: f64) -> String {
    let secs = secs.max(0.0) as u64;
    let (hours, minutes, secs) = (secs / 3600, secs / 60 % 60, secs % 60);
    if hours > 0 {
        return format!("{hours}:{minutes:02}:{secs:02}");
    }
    format!("{minutes:02}:{secs:02}")
}

/// Seconds of learning, rounded down as on the clock: whole ones, tenths of the first ten, and two digits that count below one.
pub(crate) fn seconds(secs: f64) -> String {
    secs_said(secs, usize::from(secs < 10.0))
}

/// How long ago something was, in its largest unit.
pub(crate) fn elapsed(age: Duration) -> String {
    let secs = age.as_secs();
    let (number, unit) = match secs {
        0..60 => return "just now".to_owned(),
        60..3_600 => (secs / 60, "minute"),
        3_600..DAY_SECS => (secs / 3_600, "hour"),
        _ => (secs / DAY_SECS, "day"),
    };
    format!("{} ago", counted(number as usize, unit))
}

/// A moment as year, month, day, hour, minute and second of universal time.
pub(crate) fn date(time: SystemTime) -> String {
    let secs = time
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs();
    let (days, rest) = (secs / DAY_SECS, secs % DAY_SECS);
    let [year, month, day] = civil(days);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// Year, month and day so many days after 1 January 1970, in the Gregorian calendar: Howard Hinnant's `civil_from_days`,
/// which counts years from March on, so that the leap day is the last.
fn civil(days: u64) -> [u64; 3] {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year + 400 * era + u64::from(month <= 2);
    [year, month, day]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (secs, text) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_763_899_380, "2025-11-23 12:03:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(secs)), text);
        }
    }

    #[test]
    fn seconds_are_rounded_down_as_on_the_clock() {
        for (secs, text, on_clock) in [
            (0.469, "0.46 s", "00:00"),
            (2.4, "2.4 s", "00:02"),
            (9.99, "9.9 s", "00:09"),
            (21.58, "21 s", "00:21"),
        ] {
            assert_eq!([seconds(secs), clock(secs)], [text, on_clock]);
        }
    }

    #[test]
    fn ages_are_in_their_largest_unit() {
        for (secs, text) in [
            (59, "just now"),
            (60, "1 minute ago"),
            (7_199, "1 hour ago"),
            (259_200, "3 days ago"),
        ] {
            assert_eq!(elapsed(Duration::from_secs(secs)), text);
        }
    }
}
