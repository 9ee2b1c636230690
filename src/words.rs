//! Numbers in words.

/// A number with its noun: "1 file", "2 files".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
