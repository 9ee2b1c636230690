//! Numbers that count when they are entered, not while they are typed; what is no value is refused, and said.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use egui::emath::Numeric;
use egui::style::NumberFormatter;
use egui::{Context, DragValue, Id, Key, Response, Slider, SliderClamping, Ui};

/// What was typed as a number, and what it reads as.
struct Typed {
    text: String,
    value: Option<f64>,
}

/// How a number is shown and typed.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    /// As it is.
    One,
    /// A share, in percent.
    Percent,
}

impl Unit {
    fn read(self, text: &str) -> Option<f64> {
        match self {
            Self::One => read_number(text),
            Self::Percent => Some(read_number(text.trim().trim_end_matches('%'))? / 100.0),
        }
    }

    /// The number without the digits that single precision adds.
    fn say(self, value: f64) -> String {
        match self {
            Self::One => rounded(value).to_string(),
            Self::Percent => format!("{} %", rounded(100.0 * value)),
        }
    }
}

/// Shows a number of this name to drag or to type, in the given form. Typing 0.3 passes through 0, on which nothing should act;
/// Escape leaves the number as it was, and so does what is no number or out of range. A number that nobody changes stays as it
/// is, though it is out of range, or has more digits than are shown.
pub(crate) fn number<N: Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    form: impl FnOnce(DragValue<'_>) -> DragValue<'_>,
) -> Response {
    number_in(Unit::One, ui, name, value, form)
}

/// Shows a share, 0 to 1, as [`number`] does, in percent.
pub(crate) fn percent(
    ui: &mut Ui,
    name: &str,
    share: &mut f32,
    form: impl FnOnce(DragValue<'_>) -> DragValue<'_>,
) -> Response {
    number_in(Unit::Percent, ui, name, share, form)
}

/// A share, 0 to 1, in words: "0.3 %".
pub(crate) fn in_percent(share: f32) -> String {
    Unit::Percent.say(f64::from(share))
}

fn number_in<N: Numeric>(
    unit: Unit,
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    form: impl FnOnce(DragValue<'_>) -> DragValue<'_>,
) -> Response {
    let before = *value;
    let typed = RefCell::new(None);
    let shown = Shown::of(ui, unit);
    let parser = |text: &str| {
        if shown.is(text) {
            return None;
        }
        let value = unit.read(text);
        let text = text.trim().to_owned();
        *typed.borrow_mut() = Some(Typed { text, value });
        value
    };
    let field = form(DragValue::new(value)).update_while_editing(false);
    let field = field.clamp_existing_to_range(false);
    let field = field.custom_formatter(|value, decimals| shown.format(value, decimals));
    let response = ui.add(field.custom_parser(parser)).accessible_name(name);
    let (typed, is_escaped) = (typed.into_inner(), is_escaped(ui));
    if is_escaped || typed.as_ref().is_some_and(|typed| typed.means(before)) {
        *value = before;
    } else if let Some(typed) = typed {
        match typed.fault(*value, unit) {
            Some(reason) => {
                *value = before;
                refuse(ui.ctx(), name, &reason, &unit.say(before.to_f64()));
            }
            None => note(ui.ctx(), None),
        }
    }
    response
}

/// Shows a whole number to drag or to type, as [`number`] does, to its last digit.
pub(crate) fn whole_number(ui: &mut Ui, name: &str, value: &mut u64) -> Response {
    let before = *value;
    let typed = RefCell::new(None);
    let parser = |text: &str| {
        if text.trim() == before.to_string() {
            return None;
        }
        let digits: String = text.split_whitespace().collect();
        let read = digits.parse::<u64>().map_err(|_| text.trim().to_owned());
        // egui counts in f64.
        let rough = read.as_ref().map_or(before as f64, |&read| read as f64);
        *typed.borrow_mut() = Some(read);
        Some(rough)
    };
    let formatter = |shown: f64, _| {
        if shown == before as f64 {
            before.to_string()
        } else {
            format!("{shown:.0}")
        }
    };
    let field = DragValue::new(value).update_while_editing(false);
    let field = field.custom_formatter(formatter).custom_parser(parser);
    let response = ui.add(field).accessible_name(name);
    let is_escaped = is_escaped(ui);
    match typed.into_inner() {
        Some(Ok(read)) if !is_escaped => {
            *value = read;
            note(ui.ctx(), None);
        }
        Some(Err(text)) if !is_escaped => {
            *value = before;
            let most = u64::MAX;
            let reason = format!("\"{text}\" is not a whole number from 0 to {most}.");
            refuse(ui.ctx(), name, &reason, &before.to_string());
        }
        Some(_) => *value = before,
        None if is_escaped => *value = before,
        None => {}
    }
    response
}

/// Whether Escape was pressed just now. It takes the focus away, and a frame later egui takes over what was typed after all.
fn is_escaped(ui: &Ui) -> bool {
    let (id, now) = (Id::unique("escape"), ui.ctx().cumulative_pass_nr());
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        ui.data_mut(|data| data.insert_temp(id, now));
    }
    let escaped = ui.data(|data| data.get_temp::<u64>(id));
    escaped.is_some_and(|at| now - at <= 1)
}

/// The text that a field shows while nobody types.
struct Shown {
    unit: Unit,
    formatter: NumberFormatter,
    text: RefCell<String>,
}

impl Shown {
    fn of(ui: &Ui, unit: Unit) -> Self {
        Self {
            unit,
            formatter: ui.style().number_formatter.clone(),
            text: RefCell::default(),
        }
    }

    fn format(&self, value: f64, decimals: RangeInclusive<usize>) -> String {
        let text = match self.unit {
            Unit::One => self.formatter.format(value, decimals),
            Unit::Percent => {
                // A percent has two digits less than its share.
                let [least, most] =
                    [*decimals.start(), *decimals.end()].map(|of| of.saturating_sub(2));
                format!("{} %", self.formatter.format(100.0 * value, least..=most))
            }
        };
        self.text.borrow_mut().clone_from(&text);
        text
    }

    fn is(&self, text: &str) -> bool {
        text.trim() == self.text.borrow().trim()
    }
}

/// A slider of this name over this range, given a form, whose number is refused when what is typed is out of range or no number. It
/// stands before `unit`, which people may type or leave out.
pub(crate) fn slider<N: Numeric>(
    ui: &mut Ui,
    name: &'static str,
    value: &mut N,
    range: RangeInclusive<N>,
    unit: &'static str,
    form: impl FnOnce(Slider<'_>) -> Slider<'_>,
) -> Response {
    let (ctx, now) = (ui.ctx().clone(), value.to_f64());
    let within = range.start().to_f64()..=range.end().to_f64();
    let shown = Rc::new(Shown::of(ui, Unit::One));
    let formats = Rc::clone(&shown);
    let slider = form(Slider::new(value, range)).suffix(unit);
    let slider = slider.update_while_editing(false);
    // A value from elsewhere stays as it is until somebody changes it.
    let slider = slider.clamping(SliderClamping::Edits);
    let slider = slider.custom_formatter(move |value, decimals| formats.format(value, decimals));
    let slider = slider.custom_parser(move |text| {
        if shown.is(text) {
            return None;
        }
        let text = text.trim();
        let text = text.strip_suffix(unit.trim()).unwrap_or(text);
        read_within(&ctx, name, text, &within, &Unit::One.say(now))
    });
    ui.add(slider).accessible_name(name)
}

/// Reads a number of this name and range, and refuses others; `now` is what a slider shows.
pub(crate) fn read_within(
    ctx: &Context,
    name: &str,
    text: &str,
    range: &RangeInclusive<f64>,
    now: &str,
) -> Option<f64> {
    let text = text.trim();
    let value = read_number(text);
    let within = |value: f64| value.clamp(*range.start(), *range.end());
    match value.filter(|value| range.contains(value)) {
        Some(value) => {
            note(ctx, None);
            Some(value)
        }
        None => {
            let reason = value.map_or_else(
                || no_number(text),
                |value| out_of_range(text, value, within(value), Unit::One),
            );
            refuse(ctx, name, &reason, now);
            None
        }
    }
}

/// Why the number that was typed since the last call was refused, to be said until one is taken; `None` within where it was taken.
pub(crate) fn entered(ctx: &Context) -> Option<Option<String>> {
    ctx.data_mut(|data| data.remove_temp(Id::unique("entered number")))
}

fn refuse(ctx: &Context, name: &str, reason: &str, now: &str) {
    // Some names have wider gaps on screen.
    let name: Vec<_> = name.split_whitespace().collect();
    let name = name.join(" ");
    note(
        ctx,
        Some(format!("{name}: {reason} The value stays {now}.")),
    );
}

fn note(ctx: &Context, refused: Option<String>) {
    ctx.data_mut(|data| data.insert_temp(Id::unique("entered number"), refused));
    ctx.request_repaint();
}

impl Typed {
    /// Whether it is this number.
    fn means<N: Numeric>(&self, number: N) -> bool {
        self.value.is_some_and(|value| {
            number.to_f64() == value || (!N::INTEGRAL && N::from_f64(value) == number)
        })
    }

    /// Why it cannot be taken, where `taken` was made of it.
    fn fault<N: Numeric>(&self, taken: N, unit: Unit) -> Option<String> {
        let Some(value) = self.value else {
            return Some(no_number(&self.text));
        };
        let taken_as = taken.to_f64();
        if N::INTEGRAL && value.fract() != 0.0 {
            return Some(format!("{} is not a whole number.", self.text));
        }
        (!self.means(taken)).then(|| out_of_range(&self.text, value, taken_as, unit))
    }
}

fn no_number(text: &str) -> String {
    format!("\"{text}\" is not a number.")
}

fn out_of_range(text: &str, value: f64, nearest: f64, unit: Unit) -> String {
    let is_larger = value > nearest;
    let nearest = unit.say(nearest);
    if is_larger {
        format!("{text} is too large: the largest value is {nearest}.")
    } else {
        format!("{text} is too small: the smallest value is {nearest}.")
    }
}

/// Without the digits that single precision adds.
fn rounded(value: f64) -> f64 {
    (1e6 * value).round() / 1e6
}

/// A finite number, with a point or a comma before the decimals, whatever spaces and sign of minus are in it.
pub(crate) fn read_number(text: &str) -> Option<f64> {
    let text: String = text.chars().filter(|char| !char.is_whitespace()).collect();
    let text = text.replace('−', "-");
    let has_comma = text.matches(',').count() == 1 && !text.contains('.');
    let text = if has_comma {
        text.replace(',', ".")
    } else {
        text
    };
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_a_decimal_point_or_comma() {
        for (text, value) in [
            ("0,2", 0.2),
            (" 1 000.5 ", 1000.5),
            ("−3", -3.0),
            ("1e9", 1e9),
        ] {
            assert_eq!(read_number(text), Some(value), "{text}");
        }
        for text in ["nan", "inf", "1e999", "", "1,000.5", "1,2,3", "two"] {
            assert_eq!(read_number(text), None, "{text}");
        }
    }

    #[test]
    fn what_was_clamped_or_cut_is_refused_with_the_reason() {
        fn fault<N: Numeric>(text: &str, taken: N, unit: Unit) -> Option<String> {
            let (text, value) = (text.to_owned(), unit.read(text));
            Typed { text, value }.fault(taken, unit)
        }
        assert_eq!(fault("0.3", 0.3_f32, Unit::One), None);
        assert_eq!(fault("12", 12_usize, Unit::One), None);
        for text in ["2", "2 %", "2,0%"] {
            assert_eq!(fault(text, 0.02_f32, Unit::Percent), None, "{text}");
        }
        let says = |reason: Option<String>, what: &str| {
            assert!(
                reason.as_ref().is_some_and(|r| r.contains(what)),
                "{reason:?}"
            );
        };
        says(fault("nan", 0.5_f32, Unit::One), "not a number");
        let large = fault("1e9", 10.0_f32, Unit::One);
        says(large, "too large: the largest value is 10");
        let small = fault("-5", 0_u64, Unit::One);
        says(small, "too small: the smallest value is 0");
        says(fault("2.5", 2_usize, Unit::One), "not a whole number");
        let share = fault("60", 0.5_f32, Unit::Percent);
        says(share, "60 is too large: the largest value is 50 %");
    }
}
