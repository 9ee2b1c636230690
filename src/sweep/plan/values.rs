//! The values of a setting: one, a list, or a range.

use rand::{Rng, RngExt};
use serde_json::{Number, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::sweep::tasks::MAX_TASKS;
use crate::telemetry::MOST_EXACT;

/// The values that a setting takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    /// These, at least one.
    Listed(Vec<Value>),
    /// Any between two ends; for tasks at random.
    Between(Ends),
}

/// The ends of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    from: f64,
    to: f64,
    is_log: bool,
    /// Whether only whole numbers are meant.
    is_whole: bool,
}

impl Values {
    /// The value, if there is but one.
    pub(super) fn only(&self) -> Option<&Value> {
        match self {
            Self::Listed(values) if values.len() == 1 => values.first(),
            _ => None,
        }
    }

    /// All values, where they are listed.
    pub(super) fn listed(&self) -> Option<&[Value]> {
        match self {
            Self::Listed(values) => Some(values),
            Self::Between(_) => None,
        }
    }

    /// One of them, all as likely.
    pub(super) fn draw(&self, generator: &mut impl Rng) -> Value {
        match self {
            Self::Listed(values) => values[generator.random_range(0..values.len())].clone(),
            Self::Between(ends) => ends.at(generator.random()),
        }
    }
}

impl Ends {
    /// The value at a share of the way.
    fn at(&self, share: f64) -> Value {
        let between = |from: f64, to: f64| from + share * (to - from);
        if self.is_whole && !self.is_log {
            // Each whole number has an equal part of the way.
            let parts = between(0.0, self.to - self.from + 1.0).floor();
            return number(self.from + parts.min(self.to - self.from), true);
        }
        let value = if self.is_log {
            between(self.from.ln(), self.to.ln()).exp()
        } else {
            between(self.from, self.to)
        };
        let value = if self.is_whole { value.round() } else { value };
        number(value, self.is_whole)
    }

    /// So many values evenly spaced from end to end.
    fn spaced(&self, count: usize) -> Vec<Value> {
        let last = (count - 1) as f64;
        let at = |index: usize| {
            let share = index as f64 / last;
            let value = match (self.is_log, index) {
                (_, 0) => self.from,
                (_, index) if index + 1 == count => self.to,
                (true, _) => (self.from.ln() + share * (self.to / self.from).ln()).exp(),
                (false, index) => self.from + index as f64 * (self.to - self.from) / last,
            };
            number(value, self.is_whole)
        };
        (0..count).map(at).collect()
    }
}

/// A number of six digits, or a whole one as it is; whole where that is meant and it is.
fn number(value: f64, is_whole: bool) -> Value {
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    let value = if value.fract() == 0.0 { value } else { rounded };
    if is_whole && value.fract() == 0.0 {
        return Value::from(value as i64);
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// A TOML value as JSON.
pub(super) fn to_json(value: &DeValue<'_>) -> Result<Value, String> {
    Ok(match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Boolean(is_so) => Value::from(*is_so),
        DeValue::Integer(number) => {
            let (digits, radix) = (number.as_str(), number.radix());
            let positive = u64::from_str_radix(digits, radix).map(Value::from);
            let whole = positive.or_else(|_| i64::from_str_radix(digits, radix).map(Value::from));
            whole.map_err(|_| format!("{number} is too large a number"))?
        }
        DeValue::Float(number) => {
            let value = number.as_str().parse().ok().and_then(Number::from_f64);
            let problem = || format!("should be a finite number, but is {number}");
            Value::Number(value.ok_or_else(problem)?)
        }
        DeValue::Datetime(date) => return Err(format!("{date} is a date, which no setting is")),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| to_json(item.get_ref()));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => {
            let pair = |(key, value): (&Spanned<_>, &Spanned<_>)| {
                let key: &std::borrow::Cow<'_, str> = key.get_ref();
                Ok((key.to_string(), to_json(value.get_ref())?))
            };
            Value::Object(table.iter().map(pair).collect::<Result<_, String>>()?)
        }
    })
}

/// Whether a table is a range, and no table of settings.
pub(super) fn is_range(table: &DeTable<'_>) -> bool {
    table.contains_key("from") || table.contains_key("to")
}

/// Reads a range.
pub(super) fn range(table: &DeTable<'_>) -> Result<Values, String> {
    let known = ["from", "to", "count", "scale"];
    if let Some(key) = table
        .keys()
        .find(|key| !known.contains(&key.get_ref().as_ref()))
    {
        let (key, known) = (key.get_ref(), known.join(", "));
        return Err(format!("a range has {known}, but no {key}"));
    }
    let value = |name: &str| {
        table
            .get(name)
            .map(|value| to_json(value.get_ref()))
            .transpose()
    };
    let end = |name: &str| -> Result<(f64, bool), String> {
        let found = value(name)?.ok_or_else(|| format!("a range needs its end {name}"))?;
        let number = found.as_f64();
        let number = number.ok_or_else(|| format!("{name} should be a number, but is {found}"))?;
        // Not the number, which is rounded.
        let whole = found.as_u64();
        let whole = whole.or_else(|| found.as_i64().map(i64::unsigned_abs));
        if whole.is_some_and(|whole| whole > MOST_EXACT) {
            return Err(format!(
                "{name} is {found}, but a whole end of a range should be at most {MOST_EXACT}; list the values instead"
            ));
        }
        Ok((number, whole.is_some()))
    };
    let ((from, from_is_whole), (to, to_is_whole)) = (end("from")?, end("to")?);
    let is_log = match value("scale")? {
        None => false,
        Some(Value::String(scale)) if scale == "linear" => false,
        Some(Value::String(scale)) if scale == "log" => true,
        Some(scale) => return Err(format!("scale should be linear or log, but is {scale}")),
    };
    if from >= to {
        return Err(format!(
            "from should be below to, but is {from}, and to is {to}"
        ));
    }
    if is_log && from <= 0.0 {
        return Err(format!(
            "from should be above 0 on a log scale, but is {from}"
        ));
    }
    let ends = Ends {
        from,
        to,
        is_log,
        is_whole: from_is_whole && to_is_whole,
    };
    let Some(count) = value("count")? else {
        return Ok(Values::Between(ends));
    };
    let number = count.as_u64().and_then(|count| usize::try_from(count).ok());
    match number.filter(|number| (2..=MAX_TASKS).contains(number)) {
        Some(number) => Ok(Values::Listed(ends.spaced(number))),
        None => Err(format!(
            "count should be a whole number from 2 to {MAX_TASKS}, but is {count}"
        )),
    }
}
