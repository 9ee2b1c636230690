//! Numbers in words, and words of others.

/// A number with its noun: "1 file", "2 files".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// A text of others, from a file or the system, as one line that can do nothing to a terminal: what is no letter but a
/// command, as line breaks, escapes and changes of the direction of writing are, becomes a space.
pub(crate) fn printable(text: &str) -> String {
    let is_command = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61C}' | '\u{FEFF}' | '\u{200B}'..='\u{200F}')
            || matches!(letter, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(is_command, " ")
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_commands_a_terminal_is_left_out_of_texts_of_others() {
        assert_eq!(
            printable("a\u{1b}[2Jb\r\nc\u{202e}d\u{9b}e"),
            "a [2Jb  c d e"
        );
        assert_eq!(printable("Maße, 写真 – naïve"), "Maße, 写真 – naïve");
    }
}
