//! Words that people use for what is called otherwise here.

/// What is typed, and words that the palette knows.
const SYNONYMS: [(&str, &str); 20] = [
    ("learning rate", "rate of"),
    ("dictionary size", "simple units"),
    ("number of filters", "simple units"),
    ("hidden units", "units"),
    ("lambda", "alpha"),
    ("receptive field", "filters"),
    ("colormap", "colours of"),
    ("colors", "colours"),
    ("color", "colours"),
    ("dark mode", "theme dark"),
    ("light mode", "theme light"),
    ("fullscreen", "present"),
    ("projector", "present"),
    ("beamer", "present"),
    ("screenshot", "copy view"),
    ("video", "clip"),
    ("version", "help"),
    ("about", "help"),
    ("sort", "order of"),
    ("tour", "lesson"),
];

/// What was typed with the first such words replaced; `None` where there are none.
pub(super) fn in_our_words(typed: &str) -> Option<String> {
    let typed = typed.to_lowercase();
    let known = SYNONYMS.iter().find(|(word, _)| typed.contains(word));
    known.map(|(word, ours)| typed.replacen(word, ours, 1))
}
