//! How wide texts are, and texts that fit.

use crate::words::shortened;

/// Width of a letter as a share of its size, on the safe side: which font is used is not known here.
const ADVANCE: f32 = 0.58;

/// The width of a text of this size, in points, at most.
pub(in crate::figure) fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * ADVANCE
}

/// A text of this size that fits into this width, in points: of a longer one its end, which tells files and folders apart.
pub(in crate::figure) fn text_within(text: &str, size: f32, width: f32) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let letters = (width / (size * ADVANCE)) as usize;
    let kept = letters.saturating_sub(1);
    let left_out = text.chars().count().saturating_sub(kept);
    format!("…{}", text.chars().skip(left_out).collect::<String>())
}

/// As [`text_within`], but of a text that is too long the beginning stays.
pub(in crate::figure) fn beginning_within(text: &str, size: f32, width: f32) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    shortened(text, (width / (size * ADVANCE)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_that_is_too_long_stays_and_fits() {
        let text = "/home/ada/pictures/train";
        assert_eq!(text_within(text, 10.0, 1000.0), text);
        let short = text_within(text, 10.0, 60.0);
        assert!(
            short.starts_with('…') && short.ends_with("s/train"),
            "{short}"
        );
        assert!(text_width(&short, 10.0) <= 60.0);
        assert_eq!(text_within(text, 10.0, 0.0), "…");
        let begun = beginning_within(text, 10.0, 60.0);
        assert!(
            begun.starts_with("/home") && begun.ends_with('…'),
            "{begun}"
        );
        assert!(text_width(&begun, 10.0) <= 60.0);
    }
}
