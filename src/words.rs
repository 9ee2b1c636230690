//! Numbers in words, words of others, and parameters as people call them.

use std::fmt::LowerExp;
use std::str::FromStr;

/// What was loaded: pictures that are no frames of movies, and movie files.
pub(crate) fn loaded(pictures: usize, movie_files: usize) -> String {
    let pictures = (pictures > 0 || movie_files == 0).then(|| counted(pictures, "picture"));
    let files = (movie_files > 0).then(|| counted(movie_files, "movie file"));
    let parts: Vec<_> = pictures.into_iter().chain(files).collect();
    parts.join(" and ")
}

/// A number with its noun: "1 file", "2 files".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// What parsers say of values in the terms of the language, and the words for it.
const OF_PARSERS: [(&str, &str); 23] = [
    ("expected f32", "expected a number"),
    ("expected f64", "expected a number"),
    ("expected usize", "expected a whole number"),
    ("expected u64", "expected a whole number"),
    ("expected u32", "expected a whole number"),
    ("expected struct Config", "expected an object"),
    ("expected struct NormaliseParams", "expected an object"),
    ("expected struct MovieParams", "expected an object"),
    ("expected struct ModelParams", "expected an object"),
    ("expected struct LearningParams", "expected an object"),
    ("expected struct LayerParams", "expected an object"),
    ("expected struct Sweep", "expected an object"),
    ("expected struct TaskResult", "expected an object"),
    ("expected struct Failure", "expected an object"),
    ("expected a sequence", "expected a list"),
    ("floating point `", "the number `"),
    ("integer `", "the number `"),
    ("EOF while parsing", "it ends within"),
    ("invalid type: string ", "the text "),
    ("invalid type: ", ""),
    ("missing field ", "missing key "),
    ("unknown field ", "unknown key "),
    ("unknown variant ", "unknown value "),
];

/// What a parser says of a text, without terms of the language.
pub(crate) fn of_parser(message: &str) -> String {
    let terms = OF_PARSERS.iter();
    terms.fold(message.to_owned(), |text, (term, words)| {
        text.replace(term, words)
    })
}

/// Names of parameters as the window and the figures say them, where files and the command line say them otherwise.
const SAID: [(&str, &str); 7] = [
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("simple-share", "share of z active"),
    ("invariant-share", "share of u active"),
    ("fastest-motion", "fastest motion"),
    ("slowest-motion", "slowest motion"),
];

/// A text that begins with the name of a parameter as the window and the figures say it: "alpha 0.5 to 0.70001" is "α 0.5 to 0.7", and
/// "invariant-share 0 to 0.0225" is "share of u held at 2.25 %".
pub(crate) fn as_said(text: &str) -> String {
    let said = SAID.iter().find_map(|(name, said)| {
        let rest = text.strip_prefix(name)?.strip_prefix(' ')?;
        let values = rest.split_once(" to ").and_then(|(from, to)| {
            let values = (from.parse::<f64>().ok()?, to.parse::<f64>().ok()?);
            Some(if name.ends_with("-share") {
                share_said(said, values)
            } else {
                format!(
                    "{said} {} to {}",
                    three_digits(values.0),
                    three_digits(values.1)
                )
            })
        });
        Some(values.unwrap_or_else(|| format!("{said} {rest}")))
    });
    said.unwrap_or_else(|| text.to_owned())
}

/// A change of a share that is held; 0 where none is.
fn share_said(said: &str, (from, to): (f64, f64)) -> String {
    let share = said.trim_end_matches(" active");
    if to == 0.0 {
        format!("{share} no longer held")
    } else if from == 0.0 {
        format!("{share} held at {}", held_share(to))
    } else {
        format!("{share} {} to {}", held_share(from), held_share(to))
    }
}

/// A share that is held, as its field shows it: "2.25 %".
pub(crate) fn held_share(share: f64) -> String {
    format!("{}\u{a0}%", three_digits(100.0 * share))
}

/// Other settings and measures whose name is not that of their key.
const KEYS: [(&str, &str); 34] = [
    ("simple_share", "share of z held"),
    ("invariant_share", "share of u held"),
    ("speed_max_px", "fastest motion"),
    ("speed_min_px", "slowest motion"),
    ("simple", "simple units"),
    ("invariant", "invariant units"),
    ("top", "top units"),
    ("patch_side", "patch side in pixels"),
    ("stride", "stride, frames"),
    ("follow", "patch follows its content"),
    ("window_px", "contrast window, px"),
    ("sigma_px", "sigma, px"),
    ("coupling", "split or joint"),
    ("batch_movies", "movies per minibatch"),
    ("simple_rate", "rate of W"),
    ("invariant_rate", "rate of A"),
    ("freeze_simple", "freeze W"),
    ("freeze_invariant", "freeze A"),
    ("keep_alive", "keep all units alive"),
    ("extra_betas", "betas with a separate A"),
    ("dead_simple", "dead simple units"),
    ("dead_invariant", "dead invariant units"),
    ("dead_top", "dead top units"),
    ("density_z", "share of z active"),
    ("density_u", "share of u active"),
    ("density_v", "share of v active"),
    ("adapted_alpha", "adapted α"),
    ("adapted_beta", "adapted β"),
    ("concentration_shuffled", "concentration, shuffled"),
    ("width_ratio", "width ratio of u to |z|"),
    ("bandwidth_ratio", "bandwidth ratio of u to |z|"),
    ("elapsed_secs", "seconds of learning"),
    ("f2_over_f0_simple", "F₂/F₀ of |z|"),
    ("f2_over_f0_invariant", "F₂/F₀ of u"),
];

/// The name of a setting or a measure as the window and the figures say it: "α" of "model.alpha", "movies seen" of "movies_seen".
pub(crate) fn name_said(key: &str) -> String {
    let word = key.rsplit('.').next().unwrap_or(key);
    let known = KEYS.iter().chain(&SAID).find(|(key, _)| *key == word);
    known.map_or_else(|| word.replace('_', " "), |(_, name)| (*name).to_owned())
}

/// A text with a large first letter, as it stands alone.
pub(crate) fn capital(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// The name of a file without its folder.
#[cfg(feature = "window")]
pub(crate) fn without_folder(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// To three digits, as fields show it.
pub(crate) fn three_digits<T: Copy + LowerExp + FromStr>(value: T) -> T {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// The units of a third layer, to be said after those below: ", 25 on top", or nothing where there are none.
#[cfg(feature = "window")]
pub(crate) fn on_top(units: usize) -> String {
    match units {
        0 => String::new(),
        units => format!(", {units} on top"),
    }
}

/// 1234567 as "1 234 567", in one line wherever it stands.
pub(crate) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

/// A number from 0 on, rounded down to so many digits after the point.
pub(crate) fn cut(value: f64, decimals: usize) -> f64 {
    let unit = 10_f64.powi(decimals as i32);
    // 0.29 is 28.999999999999996 hundredths.
    (value * unit + 1e-6).floor() / unit
}

/// Digits after the point of seconds that have `decimals` from one second on; below it as many as show two that count.
pub(crate) fn secs_decimals(secs: f64, decimals: usize) -> usize {
    if (1e-6..1.0).contains(&secs) {
        (1.0 - secs.log10().floor()) as usize
    } else {
        decimals
    }
}

/// Seconds, rounded down, with as many digits: "12.3 s", "0.066 s".
pub(crate) fn secs_said(secs: f64, decimals: usize) -> String {
    let decimals = secs_decimals(secs, decimals);
    format!("{:.decimals$} s", cut(secs, decimals))
}

/// A share as "2.8 %", one below a hundredth as "0.28 %", in one line wherever it stands.
pub(crate) fn percent(share: f64) -> String {
    let digits = if share < 0.01 { 2 } else { 1 };
    format!("{:.digits$}\u{a0}%", 100.0 * share)
}

/// A text of at most so many letters; what is longer ends in "…".
pub(crate) fn shortened(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(letters.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

/// What is said of an update of these weights that diverged.
pub(crate) fn update_undone(weights: &str, step: u64, rate: f32) -> String {
    let step = grouped(step);
    format!(
        "The update of {weights} at step {step} diverged and was undone. The rate of {weights} is now {rate}."
    )
}

/// A text of others, from a file or the system, as one line that can do nothing to a terminal: what is no letter but a
/// command, as line breaks, escapes and changes of the direction of writing are, becomes a space.
pub(crate) fn printable(text: &str) -> String {
    let is_command = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61C}' | '\u{FEFF}' | '\u{200B}'..='\u{200F}')
            || matches!(letter, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(is_command, " ")
}

/// A text with numbers for people: with minuses in the place of hyphens, and without one before a number that is written as 0.
pub(crate) fn with_minus(text: &str) -> String {
    let mut parts = text.split('-');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_of_number = |letter: &char| letter.is_ascii_digit() || *letter == '.';
        let number: String = part.chars().take_while(is_of_number).collect();
        if number.parse() != Ok(0.0) {
            said.push('−');
        }
        said.push_str(part);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::{as_said, name_said, of_parser, percent, printable, secs_said, with_minus};

    #[test]
    fn keys_have_the_names_that_people_see() {
        for (key, said) in [
            ("model.alpha", "α"),
            ("concentration", "concentration"),
            ("movies_seen", "movies seen"),
            ("model.invariant_share", "share of u held"),
            ("density_u", "share of u active"),
            ("movies.speed_max_px", "fastest motion"),
            ("learning.simple_rate", "rate of W"),
            ("seed", "seed"),
        ] {
            assert_eq!(name_said(key), said);
        }
    }

    #[test]
    fn changes_are_said_with_the_symbol_and_three_digits() {
        for (text, said) in [
            ("alpha 0.92918724 to 1", "α 0.929 to 1"),
            (
                "invariant-share 0 to 0.0141",
                "share of u held at 1.41\u{a0}%",
            ),
            ("simple-share 0.0141 to 0", "share of z no longer held"),
            (
                "simple-share 0.0141 to 0.02",
                "share of z 1.41\u{a0}% to 2\u{a0}%",
            ),
            (
                "beta should be from 1 to 2, but is 3",
                "β should be from 1 to 2, but is 3",
            ),
            ("pictures: alpha", "pictures: alpha"),
        ] {
            assert_eq!(as_said(text), said);
        }
    }

    #[test]
    fn what_a_parser_says_has_no_terms_of_the_language() {
        for (message, said) in [
            (
                "invalid type: string \"x\", expected f32 at line 1 column 23",
                "the text \"x\", expected a number at line 1 column 23",
            ),
            (
                "invalid type: floating point `1.5`, expected usize",
                "the number `1.5`, expected a whole number",
            ),
            (
                "EOF while parsing an object at line 2 column 0",
                "it ends within an object at line 2 column 0",
            ),
        ] {
            assert_eq!(of_parser(message), said);
        }
    }

    #[test]
    fn small_shares_have_two_digits() {
        assert_eq!(
            [0.0, 0.0028, 0.01, 0.0284].map(percent),
            ["0.00\u{a0}%", "0.28\u{a0}%", "1.0\u{a0}%", "2.8\u{a0}%"]
        );
    }

    #[test]
    fn less_than_a_second_has_two_digits_that_count() {
        for (secs, decimals, said) in [
            (0.0, 1, "0.0 s"),
            (0.066_92, 1, "0.066 s"),
            (0.1, 1, "0.10 s"),
            (0.469, 1, "0.46 s"),
            (0.999_9, 0, "0.99 s"),
            (1.0, 1, "1.0 s"),
            (12.39, 1, "12.3 s"),
            (12.39, 0, "12 s"),
        ] {
            assert_eq!(secs_said(secs, decimals), said);
        }
    }

    #[test]
    fn what_is_written_as_0_has_no_minus() {
        for (text, said) in [
            ("2.2, -0.0 px, outside", "2.2, 0.0 px, outside"),
            ("-0 and -0.05", "0 and −0.05"),
            ("-0.00\u{a0}%", "0.00\u{a0}%"),
            ("1e-5 - 3", "1e−5 − 3"),
            ("-10.0", "−10.0"),
        ] {
            assert_eq!(with_minus(text), said);
        }
    }

    #[test]
    fn what_commands_a_terminal_is_left_out_of_texts_of_others() {
        assert_eq!(
            printable("a\u{1b}[2Jb\r\nc\u{202e}d\u{9b}e"),
            "a [2Jb  c d e"
        );
        assert_eq!(printable("Maße, 写真 – naïve"), "Maße, 写真 – naïve");
    }
}
