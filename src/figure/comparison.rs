//! Runs side by side in a table: what they are, and how they differ from the first.

use std::ops::RangeInclusive;

use super::document::Document;
use super::scene::{Anchor, Canvas, Palette, Scene, beginning_within, text_width, text_within};
use super::write::{Csv, csv_field};
use crate::words::{grouped, percent, with_minus};

/// Height of a line, size of its text, and width of the names and, least and most, of a run, in points.
const LINE: f32 = 18.0;
const TEXT: f32 = 11.5;
const NAMES: f32 = 230.0;
const RUNS: RangeInclusive<f32> = 150.0..=260.0;
/// Between two columns, in points.
const GAP: f32 = 12.0;
/// Space around the table, in points.
const MARGIN: f32 = 12.0;

/// What is said below the table, and where some numbers are faint.
const BELOW: &str = "In brackets: how it differs from A.";
const FAINT: &str = "Faint: of learning before α, β or γ was changed.";

/// What is compared of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The names of the runs; the others are compared with the first.
    pub runs: Vec<String>,
    /// What is compared, a line each.
    pub rows: Vec<ComparisonRow>,
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

/// That of one run.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64, NumberKind),
    /// A number of learning before α, β or γ was changed.
    Earlier(f64, NumberKind),
    /// A word.
    Text(String),
    /// Not measured, and why.
    Unknown(&'static str),
}

/// Why a value is unknown where there is no more to tell.
pub const NOT_KNOWN: &str = "not known";

/// What a number is of, which says how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// Something between 0 and a few: two decimals.
    Ratio,
    /// A share: in percent.
    Share,
    /// Things counted.
    Count,
    /// An energy: three decimals.
    Energy,
    /// One whose terms are others in the split and in the joint model; of the split.
    SplitEnergy,
    /// The same of the joint model.
    JointEnergy,
    /// A setting: four digits.
    Setting,
}

impl NumberKind {
    /// A number in the unit that it is written in: shares in percent, settings to four digits.
    fn in_unit(self, number: f64) -> f64 {
        match self {
            Self::Share => 100.0 * number,
            Self::Setting => format!("{number:.3e}").parse().unwrap_or(number),
            // What is as good as 0 has no sign.
            _ if number.abs() < 5e-5 => 0.0,
            _ => number,
        }
    }

    /// Digits after the point that a number needs.
    fn decimals(self, number: f64) -> usize {
        let after_point = |text: &str| {
            let after = text.split_once('.').map_or("", |(_, after)| after);
            after.chars().take_while(char::is_ascii_digit).count()
        };
        match self {
            Self::Ratio => 2,
            Self::Share => after_point(&percent(number)),
            Self::Count => 0,
            Self::Energy | Self::SplitEnergy | Self::JointEnergy => 3,
            Self::Setting => after_point(&self.in_unit(number).to_string()),
        }
    }
}

impl Value {
    /// A number, where it is known.
    pub fn of(number: Option<f64>, quantity: NumberKind) -> Self {
        let unknown = Self::Unknown(NOT_KNOWN);
        number.map_or(unknown, |number| Self::Number(number, quantity))
    }

    /// It as a number, where it is one.
    fn number(&self) -> Option<(f64, NumberKind)> {
        match *self {
            Self::Number(number, quantity) | Self::Earlier(number, quantity) => {
                Some((number, quantity))
            }
            _ => None,
        }
    }

    /// Whether it is of before a change, and so is written faintly.
    pub fn is_earlier(&self) -> bool {
        matches!(self, Self::Earlier(..))
    }

    /// What is said of it: why it is not known, or that it is of before a change.
    pub fn note(&self) -> Option<&'static str> {
        match self {
            Self::Unknown(why) => Some(why),
            Self::Earlier(..) => Some("of learning before α, β or γ was changed"),
            _ => None,
        }
    }

    /// Digits after the point that it needs.
    fn decimals(&self) -> usize {
        let number = self.number();
        number.map_or(0, |(number, quantity)| quantity.decimals(number))
    }

    /// It in words, with as many digits as it needs.
    pub fn text(&self) -> String {
        self.written(self.decimals())
    }

    /// It in words, with so many digits after the point.
    fn written(&self, decimals: usize) -> String {
        match self {
            Self::Number(number, NumberKind::Count) | Self::Earlier(number, NumberKind::Count) => {
                grouped(number.round() as u64)
            }
            Self::Number(number, quantity) | Self::Earlier(number, quantity) => {
                let number = quantity.in_unit(*number);
                let unit = match quantity {
                    NumberKind::Share => "\u{a0}%",
                    _ => "",
                };
                with_minus(&format!("{number:.decimals$}{unit}"))
            }
            Self::Text(text) => text.clone(),
            Self::Unknown(_) => "–".to_owned(),
        }
    }

    /// By how much it is above `first`, or below, as both are written with so many digits after the point: "+0.03", of shares in
    /// points of percent; `None` where there is no difference to be seen.
    fn difference(&self, first: &Self, decimals: usize) -> Option<String> {
        let ((number, quantity), (first, other)) = (self.number()?, first.number()?);
        if quantity != other {
            return None;
        }
        let [number, first] = [number, first].map(|number| {
            let written = format!("{:.decimals$}", quantity.in_unit(number));
            written.parse().unwrap_or(f64::NAN)
        });
        let difference: f64 = number - first;
        let text = match quantity {
            NumberKind::Count => grouped(difference.abs().round() as u64),
            _ => format!("{:.decimals$}", difference.abs()),
        };
        let sign = if difference < 0.0 { "−" } else { "+" };
        text.contains(|digit| ('1'..='9').contains(&digit))
            .then(|| format!("{sign}{text}"))
    }

    /// It as CSV.
    fn field(&self) -> String {
        match self {
            Self::Number(number, _) | Self::Earlier(number, _) => number.to_string(),
            Self::Text(text) => csv_field(text),
            Self::Unknown(_) => String::new(),
        }
    }
}

impl ComparisonRow {
    /// Each value, with its difference from the first: "0.79 (+0.03)". All have the same digits after the point.
    pub fn texts(&self) -> Vec<String> {
        let decimals = self.values.iter().map(Value::decimals).max().unwrap_or(0);
        let text = |value: &Value| {
            let text = value.written(decimals);
            match value.difference(&self.values[0], decimals) {
                Some(difference) => format!("{text} ({difference})"),
                None => text,
            }
        };
        self.values.iter().map(text).collect()
    }
}

impl Comparison {
    /// It as a drawing, and as CSV: a line for each thing, a column for each run.
    #[must_use]
    pub fn document(self, palette: Palette) -> Document<'static> {
        let drawn = self.clone();
        Document::new(move || drawn.scene(palette)).with_table(move || self.table())
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
        let mut values = self.rows.iter().flat_map(|row| &row.values);
        let said = match values.any(Value::is_earlier) {
            true => format!("{BELOW} {FAINT}"),
            false => BELOW.to_owned(),
        };
        canvas.text(below, Anchor::Start, said, TEXT, palette.weak);
        canvas.into_scene(size)
    }

    fn table(&self) -> String {
        let names = self.runs.iter();
        let names: Vec<_> = names
            .map(|name| csv_field(&name.replace("  ", " ")))
            .collect();
        let mut table = Csv::new(&format!("quantity,{}", names.join(",")));
        for row in &self.rows {
            let values: Vec<_> = row.values.iter().map(Value::field).collect();
            let is_share = |value: &Value| matches!(value.number(), Some((_, NumberKind::Share)));
            let of = if row.values.iter().any(is_share) {
                " (share, 0 to 1)"
            } else {
                ""
            };
            table.line(format_args!(
                "{},{}",
                csv_field(&format!("{}{of}", row.key.as_ref().unwrap_or(&row.name))),
                values.join(",")
            ));
        }
        table.finish()
    }
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
        // As written: 3.614 and 2.656.
        assert_eq!(
            texts([value(2.656), value(3.614)]),
            ["2.66", "3.61 (+0.95)"]
        );
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
        };
        let changed = comparison(earlier);
        assert_eq!(changed.table(), comparison(energy(8.0)).table());
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
        };
        assert_eq!(comparison.table(), "quantity,A\nmodel.beta,0.2\n");
        let shapes = comparison.scene(Palette::LIGHT).shapes;
        let is_name = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "β");
        assert!(shapes.iter().any(is_name));
    }
}
