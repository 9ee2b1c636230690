//! A value in a comparison, and how it is written.

use crate::figure::write::csv_field;
use crate::words::{cut, grouped, percent, secs_decimals, with_minus};

/// Seconds below which they have a digit after the point.
const FEW_SECS: f64 = 100.0;

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
    /// Seconds of learning: rounded down, as on the clock, to tenths of the first hundred, else to whole ones; below one to two digits
    /// that count.
    Seconds,
    /// An energy: three decimals.
    Energy,
    /// One whose terms are others in the split and in the joint model; of the split.
    SplitEnergy,
    /// The same of the joint model.
    JointEnergy,
    /// One of movies of another size than those of the first run, which is compared with none.
    OtherEnergy,
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
            Self::Seconds => secs_decimals(number, usize::from(number < FEW_SECS)),
            Self::Energy | Self::SplitEnergy | Self::JointEnergy | Self::OtherEnergy => 3,
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
    pub(super) fn number(&self) -> Option<(f64, NumberKind)> {
        match *self {
            Self::Number(number, quantity) | Self::Earlier(number, quantity) => {
                Some((number, quantity))
            }
            _ => None,
        }
    }

    /// Whether it is a number that the first run has none to compare with.
    pub(super) fn is_apart(&self) -> bool {
        matches!(self.number(), Some((_, NumberKind::OtherEnergy)))
    }

    /// Whether it is of before a change, and so is written faintly.
    pub fn is_earlier(&self) -> bool {
        matches!(self, Self::Earlier(..))
    }

    /// What is said of it: why it is not known, or not comparable, or that it is of before a change.
    pub fn note(&self) -> Option<&'static str> {
        match self {
            _ if self.is_apart() => Some("not comparable with A, whose movies have another size"),
            Self::Unknown(why) => Some(why),
            Self::Earlier(..) => Some("of learning before α, β or γ was changed"),
            _ => None,
        }
    }

    /// Digits after the point that it needs.
    pub(super) fn decimals(&self) -> usize {
        let number = self.number();
        number.map_or(0, |(number, quantity)| quantity.decimals(number))
    }

    /// It in words, with as many digits as it needs.
    pub fn text(&self) -> String {
        self.written(self.decimals())
    }

    /// It in words, with so many digits after the point.
    pub(super) fn written(&self, decimals: usize) -> String {
        match self {
            Self::Number(number, NumberKind::Count) | Self::Earlier(number, NumberKind::Count) => {
                grouped(number.round() as u64)
            }
            Self::Number(number, NumberKind::Seconds)
            | Self::Earlier(number, NumberKind::Seconds) => in_secs(*number, decimals),
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
    pub(super) fn difference(&self, first: &Self, decimals: usize) -> Option<String> {
        let ((number, quantity), (first, other)) = (self.number()?, first.number()?);
        if quantity != other {
            return None;
        }
        let [number, first] = [number, first].map(|number| {
            let number = match quantity {
                NumberKind::Seconds => cut(number, decimals),
                _ => quantity.in_unit(number),
            };
            let written = format!("{number:.decimals$}");
            written.parse().unwrap_or(f64::NAN)
        });
        let difference: f64 = number - first;
        let text = match quantity {
            NumberKind::Count => grouped(difference.abs().round() as u64),
            NumberKind::Seconds => in_secs(difference.abs(), decimals),
            _ => format!("{:.decimals$}", difference.abs()),
        };
        let sign = if difference < 0.0 { "−" } else { "+" };
        text.contains(|digit| ('1'..='9').contains(&digit))
            .then(|| format!("{sign}{text}"))
    }

    /// It as CSV.
    pub(super) fn field(&self) -> String {
        match self {
            Self::Number(number, _) | Self::Earlier(number, _) => number.to_string(),
            Self::Text(text) => csv_field(text),
            Self::Unknown(_) => String::new(),
        }
    }
}

/// Seconds, rounded down to so many digits after the point.
fn in_secs(secs: f64, decimals: usize) -> String {
    match decimals {
        0 => grouped(cut(secs, 0) as u64),
        _ => format!("{:.decimals$}", cut(secs, decimals)),
    }
}
