//! Runs side by side in a table: what they are, and how they differ from the first.

mod value;

use std::ops::RangeInclusive;

pub use self::value::{NOT_KNOWN, NumberKind, Value};
use super::document::Document;
use super::scene::{Anchor, Canvas, Palette, Scene, beginning_within, text_width, text_within};
use super::write::{Csv, csv_field};
use crate::words::printable;

/// Height of a line, size of its text, and width of the names and, least and most, of a run, in points.
const LINE: f32 = 18.0;
const TEXT: f32 = 11.5;
const NAMES: f32 = 230.0;
const RUNS: RangeInclusive<f32> = 150.0..=260.0;
/// Between two columns, in points.
const GAP: f32 = 12.0;
/// Space around the table, in points.
const MARGIN: f32 = 12.0;

/// What is said below the table, and where some numbers are faint, or of movies of another size.
const BELOW: &str = "In brackets: how it differs from A.";
const FAINT: &str = "Faint: of learning before α, β or γ was changed.";
const APART: &str = "Not comparable: energies of movies of another size.";

/// What is compared of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The names of the runs; the others are compared with the first.
    pub runs: Vec<String>,
    /// What is compared, a line each.
    pub rows: Vec<ComparisonRow>,
    /// Of each run until when, and with which α, β or γ, it learned what is of before a change: "until step 50 with β 0.2".
    pub learned: Vec<String>,
}

/// One thing that is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonRow {
    /// What it is called.
    pub name: String,
    /// Its path in a configuration where it is a setting, by which tables name it.
    pub key: Option<String>,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// That of each run.
    pub values: Vec<Value>,
}

impl ComparisonRow {
    /// Each value, with its difference from the first: "0.79 (+0.03)". All have the same digits after the point.
    pub fn texts(&self) -> Vec<String> {
        let decimals = self.values.iter().map(Value::decimals).max().unwrap_or(0);
        let text = |value: &Value| {
            let text = value.written(decimals);
            match value.difference(&self.values[0], decimals) {
                Some(difference) => format!("{text} ({difference})"),
                None if value.is_apart() => format!("{text} (not comparable)"),
                None => text,
            }
        };
        self.values.iter().map(text).collect()
    }

    /// What its line in a table begins with.
    fn field(&self) -> String {
        let is_share = |value: &Value| matches!(value.number(), Some((_, NumberKind::Share)));
        let of = match self.values.iter().any(is_share) {
            true => " (share, 0 to 1)",
            false => "",
        };
        format!("{}{of}", self.key.as_ref().unwrap_or(&self.name))
    }
}

impl Comparison {
    /// It as a drawing, and as CSV: a line for each thing, a column for each run, below comments on what is of before a change.
    #[must_use]
    pub fn document(self, palette: Palette) -> Document<'static> {
        let (drawn, comments) = (self.clone(), self.comments());
        let document = Document::new(move || drawn.scene(palette));
        let document = document.with_table(move || self.table());
        document.with_comments(comments)
    }

    /// Which values of each run are of before a change, and those that are not comparable, as lines that begin with `# `.
    fn comments(&self) -> String {
        let runs = self.runs.iter().zip(&self.learned).enumerate();
        let lines = runs.flat_map(|(run, (name, learned))| {
            let name = printable(&column(name));
            let list = |said: String, is_so: fn(&Value) -> bool| {
                let rows = self.rows.iter().filter(|row| is_so(&row.values[run]));
                let fields: Vec<_> = rows.map(ComparisonRow::field).collect();
                (!fields.is_empty()).then(|| format!("# {said}: {}\n", fields.join("; ")))
            };
            let earlier = format!("of learning before a change: {name}, {learned}");
            let apart = format!("not comparable, of movies of another size: {name}");
            [
                list(earlier, Value::is_earlier),
                list(apart, Value::is_apart),
            ]
        });
        lines.flatten().collect()
    }

    fn scene(&self, palette: Palette) -> Scene {
        let mut canvas = Canvas::new(palette);
        let texts: Vec<Vec<String>> = self.rows.iter().map(ComparisonRow::texts).collect();
        let widths = texts.iter().flatten().chain(&self.runs);
        let widest = widths.map(|text| text_width(text, TEXT) + GAP);
        let run_width = widest.fold(*RUNS.start(), f32::max).min(*RUNS.end());
        let column = |run: usize| MARGIN + NAMES + run as f32 * run_width;
        let fitting = |text: &str| text_within(text, TEXT, run_width - GAP);
        let line = |row: usize| MARGIN + (row as f32 + 0.5) * LINE;
        for (run, name) in self.runs.iter().enumerate() {
            let at = [column(run), line(0)];
            let name = beginning_within(name, TEXT, run_width - GAP);
            canvas.text(at, Anchor::Start, name, TEXT, palette.text);
        }
        let size = [
            column(self.runs.len()) + MARGIN,
            line(self.rows.len() + 2) + MARGIN,
        ];
        for (row, (compared, texts)) in self.rows.iter().zip(&texts).enumerate() {
            let y = line(row + 1);
            let rule = [[MARGIN, y - LINE / 2.0], [size[0] - MARGIN, y - LINE / 2.0]];
            canvas.line(rule, 1.0, palette.grid);
            let name = compared.name.as_str();
            canvas.text([MARGIN, y], Anchor::Start, name, TEXT, palette.weak);
            for (run, (text, value)) in texts.iter().zip(&compared.values).enumerate() {
                let at = [column(run), y];
                let color = if value.is_earlier() {
                    palette.weak
                } else {
                    palette.text
                };
                canvas.text(at, Anchor::Start, fitting(text), TEXT, color);
            }
        }
        let below = [MARGIN, line(self.rows.len() + 1)];
        let has =
            |what: fn(&Value) -> bool| self.rows.iter().any(|row| row.values.iter().any(what));
        let said = [
            (true, BELOW),
            (has(Value::is_earlier), FAINT),
            (has(Value::is_apart), APART),
        ];
        let said = said
            .into_iter()
            .filter_map(|(is_so, text)| is_so.then_some(text));
        let said = said.collect::<Vec<_>>().join(" ");
        canvas.text(below, Anchor::Start, said, TEXT, palette.weak);
        canvas.into_scene(size)
    }

    fn table(&self) -> String {
        let names = self.runs.iter().map(|name| csv_field(&column(name)));
        let names: Vec<_> = names.collect();
        let mut table = Csv::new(&format!("quantity,{}", names.join(",")));
        for row in &self.rows {
            let values: Vec<_> = row.values.iter().map(Value::field).collect();
            table.line(format_args!(
                "{},{}",
                csv_field(&row.field()),
                values.join(",")
            ));
        }
        table.finish()
    }
}

/// The name of a run as tables have it.
fn column(name: &str) -> String {
    name.replace("  ", " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::scene::Shape;

    #[test]
    fn long_names_and_sources_stay_in_their_columns() {
        let long = "/home/ada/pictures/of/a/long/walk/along/the/river/train and 2 more";
        let comparison = Comparison {
            runs: vec!["A".to_owned(), format!("B  {long}")],
            rows: vec![ComparisonRow {
                name: "source".to_owned(),
                key: None,
                about: "",
                values: vec![Value::Text(long.to_owned()), Value::Text(long.to_owned())],
            }],
            learned: Vec::new(),
        };
        let scene = comparison.scene(Palette::LIGHT);
        let texts = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { at, text, size, .. } => Some((*at, text_width(text, *size))),
            _ => None,
        });
        let texts: Vec<_> = texts.collect();
        for &([x, y], width) in &texts {
            let right = texts
                .iter()
                .filter(|([other, line], _)| *line == y && *other > x);
            let room = right
                .map(|([other, _], _)| *other)
                .fold(scene.width, f32::min);
            assert!(x + width <= room, "{x} and {width} of {room}");
        }
    }

    #[test]
    fn a_difference_is_told_where_it_can_be_seen() {
        let value = |number| Value::Number(number, NumberKind::Ratio);
        assert_eq!(texts([value(0.76), value(0.79)]), ["0.76", "0.79 (+0.03)"]);
        assert_eq!(texts([value(0.79), value(0.76)]), ["0.79", "0.76 (−0.03)"]);
        assert_eq!(texts([value(0.79), value(0.791)]), ["0.79", "0.79"]);
        let unknown = Value::Unknown(NOT_KNOWN);
        assert_eq!(texts([value(0.79), unknown]), ["0.79", "–"]);
        let movies = |number| Value::Number(number, NumberKind::Count);
        assert_eq!(
            texts([movies(280.0), movies(1_280.0)]),
            ["280", "1\u{a0}280 (+1\u{a0}000)"]
        );
        // Energies of other terms are no difference.
        let energies = [NumberKind::SplitEnergy, NumberKind::JointEnergy];
        let [split, joint] = energies.map(|kind| Value::Number(8.0, kind));
        assert_eq!(texts([split, joint.clone()]), ["8.000", "8.000"]);
        let less = Value::Number(7.5, NumberKind::JointEnergy);
        assert_eq!(texts([joint, less]), ["8.000", "7.500 (−0.500)"]);
        // Seconds are rounded down.
        let secs = |number| Value::Number(number, NumberKind::Seconds);
        assert_eq!(
            texts([secs(15.02), secs(20.99), secs(15.01)]),
            ["15.0", "20.9 (+5.9)", "15.0"]
        );
        assert_eq!(texts([secs(199.9), secs(206.1)]), ["199", "206 (+7)"]);
        assert_eq!(
            texts([secs(0.469), secs(0.066)]),
            ["0.469", "0.066 (−0.403)"]
        );
        assert_eq!(secs(0.469).text(), "0.46");
        // As written: 3.614 and 2.656.
        assert_eq!(
            texts([value(2.656), value(3.614)]),
            ["2.66", "3.61 (+0.95)"]
        );
    }

    #[test]
    fn energies_of_movies_of_another_size_are_not_compared() {
        let other = Value::Number(5.0, NumberKind::OtherEnergy);
        let earlier = Value::Earlier(4.0, NumberKind::OtherEnergy);
        let row = ComparisonRow {
            name: "energy E".to_owned(),
            key: None,
            about: "",
            values: vec![Value::Number(8.0, NumberKind::SplitEnergy), other, earlier],
        };
        assert_eq!(
            row.texts(),
            ["8.000", "5.000 (not comparable)", "4.000 (not comparable)"]
        );
        let runs = ["A", "B  larger", "C"].map(str::to_owned).into();
        let comparison = Comparison {
            runs,
            rows: vec![row],
            learned: ["until step 10"; 3].map(str::to_owned).into(),
        };
        assert_eq!(
            comparison.table(),
            "quantity,A,B larger,C\nenergy E,8,5,4\n"
        );
        let said = "# not comparable, of movies of another size: B larger: energy E\n\
                    # of learning before a change: C, until step 10: energy E\n\
                    # not comparable, of movies of another size: C: energy E\n";
        assert_eq!(comparison.comments(), said);
        let shapes = comparison.scene(Palette::LIGHT).shapes;
        let says = |of: &str| {
            let is_it =
                |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text.ends_with(of));
            shapes.iter().any(is_it)
        };
        assert!(says(APART));
    }

    /// What is written in a row of these values.
    fn texts<const N: usize>(values: [Value; N]) -> Vec<String> {
        let row = ComparisonRow {
            name: String::new(),
            key: None,
            about: "",
            values: values.into(),
        };
        row.texts()
    }

    #[test]
    fn the_numbers_of_a_row_and_their_differences_have_the_same_decimals() {
        // As an f32 of 0.2 is in f64.
        let setting = |number| Value::Number(number, NumberKind::Setting);
        let (beta, other) = (setting(0.200_000_002_98), setting(0.251_234_56));
        assert_eq!(beta.text(), "0.2");
        assert_eq!(
            texts([beta, other, setting(0.3)]),
            ["0.2000", "0.2512 (+0.0512)", "0.3000 (+0.1000)"]
        );
        let share = |number| Value::Number(number, NumberKind::Share);
        assert_eq!(
            texts([share(0.0284), share(0.0022)]),
            ["2.84\u{a0}%", "0.22\u{a0}% (−2.62)"]
        );
        assert_eq!(
            texts([share(0.0284), share(0.031)]),
            ["2.8\u{a0}%", "3.1\u{a0}% (+0.3)"]
        );
    }

    #[test]
    fn numbers_of_before_a_change_are_faint_and_the_drawing_says_so() {
        let row = |name: &str, values: [Value; 2]| ComparisonRow {
            name: name.to_owned(),
            key: None,
            about: "",
            values: values.into(),
        };
        let energy = |number| Value::Number(number, NumberKind::Energy);
        let earlier = Value::Earlier(8.0, NumberKind::Energy);
        let comparison = |first: Value| Comparison {
            runs: vec!["A".to_owned(), "B".to_owned()],
            rows: vec![row("E", [first, energy(7.5)])],
            learned: vec!["until step 50 with β 0.2".to_owned(), String::new()],
        };
        let changed = comparison(earlier);
        assert_eq!(changed.table(), comparison(energy(8.0)).table());
        let said = "# of learning before a change: A, until step 50 with β 0.2: E\n";
        assert_eq!(changed.comments(), said);
        assert_eq!(changed.rows[0].texts(), ["8.000", "7.500 (−0.500)"]);
        let palette = Palette::LIGHT;
        let is_faint = |comparison: &Comparison, of: &str| {
            let shapes = comparison.scene(palette).shapes.into_iter();
            let mut found = shapes.filter_map(|shape| match shape {
                Shape::Text { text, color, .. } if text.contains(of) => Some(color),
                _ => None,
            });
            found.next().map(|color| color == palette.weak)
        };
        assert_eq!(is_faint(&changed, "8.000"), Some(true));
        assert_eq!(is_faint(&changed, "7.500"), Some(false));
        assert_eq!(is_faint(&changed, "Faint: "), Some(true));
        let same = comparison(energy(8.0));
        assert_eq!(same.comments(), "");
        assert_eq!(is_faint(&same, "8.000"), Some(false));
        assert_eq!(is_faint(&same, "Faint: "), None);
    }

    #[test]
    fn tables_name_settings_by_their_keys() {
        let comparison = Comparison {
            runs: vec!["A".to_owned()],
            rows: vec![ComparisonRow {
                name: "β".to_owned(),
                key: Some("model.beta".to_owned()),
                about: "",
                values: vec![Value::Number(0.2, NumberKind::Setting)],
            }],
            learned: Vec::new(),
        };
        assert_eq!(comparison.table(), "quantity,A\nmodel.beta,0.2\n");
        let shapes = comparison.scene(Palette::LIGHT).shapes;
        let is_name = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "β");
        assert!(shapes.iter().any(is_name));
    }
}
