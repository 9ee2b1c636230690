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

/// A text of this size in lines that fit into this width, in points; a word that is longer has a line of its own. A number and its
/// unit, with a space between them that does not break, are one word.
pub(in crate::figure) fn lines_within(text: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|longer| text_width(longer, size) <= width) {
            Some(longer) => *lines.last_mut().expect("it was lengthened") = longer,
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_text_in_lines_is_lost_and_all_fit() {
        let text = "edges of k = 1.00 rad/px, shown to the model of step 4 000";
        let lines = lines_within(text, 10.0, 120.0);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| text_width(line, 10.0) <= 120.0));
        assert_eq!(lines.join(" "), text);
    }

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
