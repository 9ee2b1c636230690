//! Words above and beside figures.

use super::canvas::Canvas;
use super::palette::Palette;
use super::shapes::{Anchor, Color, Scene};
use super::text::lines_within;

/// Margin of a scene that is framed, in points.
const MARGIN: f32 = 10.0;
/// Height and size of a title, in points.
const TITLE: [f32; 2] = [22.0, 13.0];
/// Height of a line of facts and size of its letters, in points.
const FACT: [f32; 2] = [16.0, 11.0];
/// Least width of words below a scene, and the space above them, in points.
const LEAST_NOTE: f32 = 240.0;
const NOTE_GAP: f32 = 6.0;
/// Width of the names of facts and of their values, in points.
const COLUMNS: [f32; 2] = [118.0, 132.0];

impl Scene {
    /// This scene with a margin on all sides.
    #[must_use]
    pub fn framed(self) -> Self {
        let mut canvas = Canvas::new(self.palette());
        canvas.scene([MARGIN; 2], &self);
        canvas.into_scene([self.width, self.height].map(|side| side + 2.0 * MARGIN))
    }

    /// The colours that it is drawn in.
    fn palette(&self) -> Palette {
        match self.background == Palette::LIGHT.background {
            true => Palette::LIGHT,
            false => Palette::DARK,
        }
    }

    /// This scene under a title, in as many lines as it takes.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        let (title, palette) = (title.into(), self.palette());
        let title = paragraph(
            &title,
            TITLE,
            self.width.max(LEAST_NOTE),
            palette.text,
            palette,
        );
        title.above(self, 0.0)
    }

    /// This scene above words about it, in as many lines as they take.
    #[must_use]
    pub fn noted(self, words: &str) -> Self {
        let palette = self.palette();
        let note = paragraph(
            words,
            FACT,
            self.width.max(LEAST_NOTE),
            palette.weak,
            palette,
        );
        self.above(note, NOTE_GAP)
    }
}

/// Words in as many lines as they take, each of this height and with letters of this size.
fn paragraph(
    words: &str,
    [height, size]: [f32; 2],
    width: f32,
    color: Color,
    palette: Palette,
) -> Scene {
    let lines = lines_within(words, size, width);
    let mut canvas = Canvas::new(palette);
    for (line, text) in lines.iter().enumerate() {
        let at = [0.0, (line as f32 + 0.5) * height];
        canvas.text(at, Anchor::Start, text.as_str(), size, color);
    }
    canvas.into_scene([width, height * lines.len() as f32])
}

/// Names and values, a line each.
pub fn fact_list(facts: &[(&str, String)], palette: Palette) -> Scene {
    let mut canvas = Canvas::new(palette);
    let [height, size] = FACT;
    for (line, (name, value)) in facts.iter().enumerate() {
        let y = (line as f32 + 0.5) * height;
        canvas.text([0.0, y], Anchor::Start, *name, size, palette.weak);
        let at = [COLUMNS[0], y];
        canvas.text(at, Anchor::Start, value.as_str(), size, palette.text);
    }
    let width = COLUMNS[0] + COLUMNS[1];
    canvas.into_scene([width, height * facts.len() as f32])
}
