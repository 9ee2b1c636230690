//! What each colour of a chart is, with the numbers that go with it.

use super::{Chart, SMALL, power};
use crate::analysis::convergence::{EnergySummary, MethodSummary};
use crate::figure::scene::{Anchor, Color, Shape, short_number};

/// Width of a legend, in points.
pub(super) const WIDTH: f32 = 372.0;
/// Height of a line, in points.
const LINE: f32 = 15.0;
/// Where the columns of numbers end, in points.
const COLUMNS: [f32; 3] = [150.0, 256.0, WIDTH];
/// What they are.
const HEADS: [&str; 3] = ["slope", "mult-adds per k", "k down to 1e-4"];
/// Size of the title, in points.
const LARGE: f32 = 13.0;

/// Height of the legend of an energy, in points.
pub(super) fn height(energy: &EnergySummary) -> f32 {
    let coder = usize::from(!energy.coder.is_empty());
    // The heads, the methods, the coder, and what is said below.
    LINE * (1 + energy.methods.len() + coder + 1) as f32
}

impl Chart<'_> {
    /// The title, and the legend.
    pub(super) fn heading(&self, shapes: &mut Vec<Shape>) {
        let palette = &self.palette;
        let mut text = |x, y, anchor, text: String, size, color| {
            shapes.push(Shape::text([x, y], anchor, text, size, color));
        };
        let title = self.energy.name.title().to_owned();
        let [left, top] = self.legend;
        text(
            self.at.x,
            self.title_y(),
            Anchor::Start,
            title,
            LARGE,
            palette.text,
        );
        let mut y = top + LINE / 2.0;
        for (column, head) in COLUMNS.into_iter().zip(HEADS) {
            text(
                left + column,
                y,
                Anchor::End,
                head.to_owned(),
                SMALL,
                palette.weak,
            );
        }
        for summary in &self.energy.methods {
            y += LINE;
            let color = self.color(summary.method);
            let name = summary.method.name().to_owned();
            text(left, y, Anchor::Start, name, SMALL, color);
            for (column, number) in COLUMNS.into_iter().zip(self.numbers(summary)) {
                text(left + column, y, Anchor::End, number, SMALL, palette.text);
            }
        }
        let rest: [Option<(String, Color)>; 2] = [
            self.coder_line().map(|line| (line, self.coder_color())),
            self.proof_line().map(|line| (line, palette.weak)),
        ];
        for (line, color) in rest.into_iter().flatten() {
            y += LINE;
            text(left, y, Anchor::Start, line, SMALL, color);
        }
    }

    fn title_y(&self) -> f32 {
        let top = self.legend[1].min(self.at.y);
        top - super::TITLE / 2.0
    }

    /// Median slope, multiply-adds per iteration, and iterations to 1e-4, with the share of the samples
    /// that come so far where not all do.
    fn numbers(&self, summary: &MethodSummary) -> [String; 3] {
        let none = || "none".to_owned();
        let slope = summary.slope.map(|slope| format!("{:.1}", slope.median));
        let adds = summary.multiply_adds;
        let reached = summary.iterations_to_converge;
        let reached = reached.map(|k| self.iterations(k.median, summary.converged_samples));
        [
            slope.unwrap_or_else(none),
            adds.map_or_else(none, |adds| short_number(adds.median.round())),
            reached.unwrap_or_else(none),
        ]
    }

    /// Iterations, with the share of the samples that come so far where not all do.
    fn iterations(&self, k: f64, reached: usize) -> String {
        if reached < self.samples {
            let share = reached as f64 / self.samples as f64;
            format!("{k:.0} ({:.0}%)", 100.0 * share)
        } else {
            format!("{k:.0}")
        }
    }

    /// The fast coder at its coarsest and at its finest gap.
    fn coder_line(&self) -> Option<String> {
        let (first, last) = (self.energy.coder.first()?, self.energy.coder.last()?);
        let end = |coded: &crate::analysis::convergence::CoderSummary| {
            let deep = match coded.fista_iterations {
                Some(k) => {
                    let k = self.iterations(k.median, coded.fista_samples);
                    format!("FISTA's k = {k}")
                }
                None => "deeper than FISTA".to_owned(),
            };
            format!("{}: {deep}", power(coded.relative_gap))
        };
        Some(format!(
            "active set, dots: gap {}, {}",
            end(first),
            end(last)
        ))
    }

    /// Lemma 2.3 where the energy is convex, capped momentum against none where it is not; first, whether minima were not found.
    fn proof_line(&self) -> Option<String> {
        let line = self.lemma_or_momentum()?;
        Some(match self.energy.unconverged {
            0 => line,
            unconverged => format!(
                "minimum not found in {unconverged} of {}; {line}",
                self.samples
            ),
        })
    }

    fn lemma_or_momentum(&self) -> Option<String> {
        let energy = self.energy;
        if let Some(lemma) = &energy.lemma {
            return Some(format!(
                "Lemma 2.3: {} of {} pairs violate it; median slack {:.1e} E(0)",
                lemma.violations, lemma.pairs, lemma.slack.median
            ));
        }
        let found = energy.capped_against_none.as_ref()?;
        let fewer = found.fewer_iterations.map_or_else(String::new, |fewer| {
            format!("; 1e-4 in {:.1} times fewer k", fewer.median)
        });
        Some(format!(
            "capped ends above ISTA in {} of {}, below in {}{fewer}",
            found.ended_above, found.samples, found.ended_below
        ))
    }
}
