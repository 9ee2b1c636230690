//! The lessons that are part of the program. A new one is its file in `assets/lessons` and a row here.

/// A lesson that is part of the program.
#[derive(Debug)]
pub struct ReadyLesson {
    /// Its name on the command line: that of its file.
    pub key: &'static str,
    /// The name in menus, as its file says it.
    pub title: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// Its file.
    pub toml: &'static str,
}

impl PartialEq for ReadyLesson {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for ReadyLesson {}

impl ReadyLesson {
    /// The lesson of this key.
    #[must_use]
    pub fn find(key: &str) -> Option<&'static Self> {
        LESSONS.iter().find(|lesson| lesson.key == key)
    }
}

macro_rules! lessons {
    ($($key:literal, $title:literal, $about:literal;)+) => {
        /// All lessons, in the order of the menu.
        pub static LESSONS: [ReadyLesson; 6] = [$(
            ReadyLesson {
                key: $key,
                title: $title,
                about: $about,
                toml: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lessons/", $key, ".toml")),
            },
        )+];
    };
}

lessons! {
    "simple-cells", "Simple cells", "From noise to edges: what one cell looks for.";
    "complex-cells", "Complex cells", "Cells that respond to an edge wherever it is.";
    "sparsity", "Sparsity", "What α and β do, up to Figure 3.";
    "toy", "The toy example", "Figure 1 of the paper, step by step.";
    "movies", "What movies are for", "The same pictures, once still and once moving.";
    "filling-in", "Filling in", "Guess hidden pixels from those around them.";
}
