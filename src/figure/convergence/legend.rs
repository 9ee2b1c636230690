//! What each colour of a chart is, with the numbers that go with it.

use std::collections::BTreeSet;

use crate::analysis::convergence::{CoderSummary, Convergence, EnergySummary, MethodSummary};
use crate::figure::chart::SMALL;
use crate::figure::scene::{
    Anchor, Canvas, Color, Figure, Palette, Rect, lines_within, short_number,
};
use crate::words::with_minus;

/// Width of a legend, in points.
const WIDTH: f32 = 372.0;
/// Height of a line, in points.
const LINE: f32 = 15.0;
/// Where the columns of numbers end, in points.
const COLUMNS: [f32; 3] = [150.0, 256.0, WIDTH];
/// What they are.
const HEADS: [&str; 3] = ["slope", "mult-adds per k", "k to 1e-4 of E"];

/// The name of the fast coder's dots.
pub(super) const CODER: &str = "active set";

/// Where the lines of a legend are, each with the name of its series.
pub type LegendLines = Vec<(&'static str, Rect)>;

/// The legend of an energy: a line for each series, those that are `hidden` in a weak colour.
pub(super) fn legend(
    energy: &EnergySummary,
    of: &Convergence,
    hidden: &BTreeSet<&'static str>,
    palette: &Palette,
) -> Figure<LegendLines> {
    let samples = of.samples;
    let mut legend = Legend {
        canvas: Canvas::new(*palette),
        lines: Vec::new(),
        height: 0.0,
    };
    legend.line(
        None,
        "",
        palette.weak,
        &HEADS.map(str::to_owned),
        palette.weak,
    );
    let seen = |name, shown| match hidden.contains(name) {
        true => palette.weak,
        false => shown,
    };
    for summary in &energy.methods {
        let name = summary.method.name();
        let [color, text] = [color(summary, palette), palette.text].map(|c| seen(name, c));
        legend.line(Some(name), name, color, &numbers(summary, of), text);
    }
    if let Some(text) = coder_line(&energy.coder, samples) {
        let color = seen(CODER, coder_color(palette));
        legend.line(Some(CODER), &text, color, &[], color);
    }
    if energy.unconverged > 0 {
        let text = format!("minimum not found in {} of {samples}", energy.unconverged);
        legend.line(None, &text, palette.text, &[], palette.text);
    }
    if let Some(text) = proof_line(energy) {
        legend.line(None, &text, palette.weak, &[], palette.weak);
    }
    let size = [WIDTH, legend.height];
    legend.canvas.into_figure(size, legend.lines)
}

struct Legend {
    canvas: Canvas,
    lines: LegendLines,
    height: f32,
}

impl Legend {
    /// A text with its numbers, or over several lines where it has none and is too long.
    fn line(
        &mut self,
        name: Option<&'static str>,
        text: &str,
        color: Color,
        numbers: &[String],
        of_numbers: Color,
    ) {
        let y = self.height + LINE / 2.0;
        let rows = match numbers {
            [] => lines_within(text, SMALL, WIDTH),
            _ => vec![text.to_owned()],
        };
        let high = LINE * rows.len() as f32;
        for (row, text) in rows.iter().enumerate() {
            let at = [0.0, y + LINE * row as f32];
            self.canvas.text(at, Anchor::Start, text, SMALL, color);
        }
        for (x, number) in COLUMNS.into_iter().zip(numbers) {
            let number = number.as_str();
            self.canvas
                .text([x, y], Anchor::End, number, SMALL, of_numbers);
        }
        let at = Rect::new(0.0, self.height, WIDTH, high);
        self.lines.extend(name.map(|name| (name, at)));
        self.height += high;
    }
}

/// Median slope, multiply-adds per iteration, and iterations to 1e-4, with the share of the samples
/// that come so far where not all do; without those that begin there.
fn numbers(summary: &MethodSummary, of: &Convergence) -> [String; 3] {
    let none = || "none".to_owned();
    let slope = summary.slope;
    let slope = slope.map(|slope| with_minus(&format!("{:.1}", slope.median)));
    let adds = summary.multiply_adds;
    let (begun, reached) = (summary.converged_at_start, summary.iterations_to_converge);
    let reached = reached.map(|k| {
        let k = match k.median > of.iterations as f64 {
            true => format!("> {}", of.iterations),
            // A median of whole numbers may be a half.
            false => k.median.to_string(),
        };
        iterations(&k, summary.converged_samples - begun, of.samples - begun)
    });
    let at_start = (begun > 0).then(|| "0".to_owned());
    [
        slope.unwrap_or_else(none),
        adds.map_or_else(none, |adds| short_number(adds.median.round())),
        reached.or(at_start).unwrap_or_else(none),
    ]
}

/// Iterations in words, with the share of the samples that come so far where not all do.
fn iterations(k: &str, reached: usize, samples: usize) -> String {
    if reached < samples {
        let share = reached as f64 / samples as f64;
        format!("{k} ({:.0}%)", 100.0 * share)
    } else {
        k.to_owned()
    }
}

/// What a legend says of each energy, as lines that begin with `# `.
pub fn convergence_numbers(of: &Convergence) -> String {
    let mut lines = String::new();
    for energy in &of.energies {
        let name = energy.name.name();
        for summary in &energy.methods {
            let numbers = HEADS.iter().zip(numbers(summary, of));
            let numbers: Vec<_> = numbers
                .map(|(head, number)| format!("{head} {number}"))
                .collect();
            let method = summary.method.name();
            lines += &format!("# {name}, {method}: {}\n", numbers.join(", "));
        }
        let others = coder_line(&energy.coder, of.samples).into_iter();
        for text in others.chain(proof_line(energy)) {
            lines += &format!("# {name}, {text}\n");
        }
    }
    lines
}

/// The fast coder at its coarsest and at its finest gap.
fn coder_line(coder: &[CoderSummary], samples: usize) -> Option<String> {
    let (first, last) = (coder.first()?, coder.last()?);
    let end = |coded: &CoderSummary| {
        let deep = match coded.fista_iterations {
            Some(k) => {
                let k = k.median.to_string();
                let k = iterations(&k, coded.fista_samples, samples);
                format!("as FISTA after k = {k}")
            }
            None => "deeper than FISTA".to_owned(),
        };
        format!("gap {} of E, {deep}", short_number(coded.relative_gap))
    };
    Some(format!("active set (dots): {}; {}", end(first), end(last)))
}

/// Lemma 2.3 where the energy is convex, capped momentum against none where it is not.
fn proof_line(energy: &EnergySummary) -> Option<String> {
    if let Some(lemma) = &energy.lemma {
        return Some(format!(
            "Lemma 2.3 of Beck and Teboulle fails in {} of {} pairs of points; median slack {:.1e} of E at k = 0",
            lemma.violations, lemma.pairs, lemma.slack.median
        ));
    }
    let found = energy.capped_against_none.as_ref()?;
    let fewer = found.fewer_iterations.map_or_else(String::new, |fewer| {
        format!("; 1e-4 of E in {:.1} times fewer k", fewer.median)
    });
    Some(format!(
        "capped ends above ISTA in {} of {}, below in {}{fewer}",
        found.ended_above, found.samples, found.ended_below
    ))
}

/// The colour of a method: one for each, in the order of the list of methods.
pub(super) fn color(summary: &MethodSummary, palette: &Palette) -> Color {
    palette.series[summary.method as usize]
}

/// The colour of the fast coder.
pub(super) fn coder_color(palette: &Palette) -> Color {
    palette.series[4]
}
