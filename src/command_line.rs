//! The command line that repeats a run.

use crate::config::{Config, Preset};
use crate::parameter::Parameter;
use crate::source::{Motion, SourceSpec};

/// A setting that the command line can give.
struct Flag {
    name: &'static str,
    values: fn(&Config) -> Vec<String>,
    copy: fn(&mut Config, &Config),
}

macro_rules! flags {
    ($($name:literal: $($field:ident).+ $(, $word:ident)? $(=> $set:ident)?;)+) => {
        [$(Flag {
            name: $name,
            values: |config| vec![config.$($field).+$(.$word())?.to_string()],
            copy: |to, from| flags!(@copy to, from.$($field).+, $($field).+ $(=> $set)?),
        }),+]
    };
    (@copy $to:ident, $from:expr, $($field:ident).+) => { $to.$($field).+ = $from };
    (@copy $to:ident, $from:expr, $($field:ident).+ => $set:ident) => { $to.$set($from) };
}

/// Settings of one value. Those that can change while the model learns have rows of their own in [`Parameter`].
const FLAGS: [Flag; 17] = flags! {
    "seed": seed;
    "model": model.coupling, name;
    // In the order in which the command line takes them: each scales beta.
    "frames": movies.frames => set_frames;
    "simple": model.simple => set_simple;
    "patch": movies.patch_side => set_patch_side;
    "invariant": model.invariant;
    "top": model.top;
    "channels": movies.channels, name;
    "motion": movies.motion, name;
    "stride": movies.stride;
    "follow": movies.follow;
    "batch": learning.batch_movies;
    "keep-alive": learning.keep_alive;
    "window": normalise.window_px;
    "sigma": normalise.sigma_px;
    "cutoff": normalise.cutoff;
    "gain": normalise.gain;
};

/// Settings of several values.
const LISTS: [Flag; 2] = [
    Flag {
        name: "extra-betas",
        values: |config| {
            config
                .learning
                .extra_betas
                .iter()
                .map(f32::to_string)
                .collect()
        },
        copy: |to, from| {
            to.learning
                .extra_betas
                .clone_from(&from.learning.extra_betas)
        },
    },
    Flag {
        name: "images",
        values: |config| match &config.source {
            SourceSpec::Images(paths) => paths
                .iter()
                .map(|path| path.display().to_string())
                .collect(),
            _ => Vec::new(),
        },
        copy: |to, from| {
            if matches!(from.source, SourceSpec::Images(_)) {
                to.source = from.source.clone();
            }
        },
    },
];

/// The command that trains a model of this configuration for so many minibatches, for a shell. Where flags cannot say it all,
/// the configuration itself follows as its input.
pub fn repeating_command(config: &Config, steps: u64) -> String {
    let length = format!("--steps {steps} --out cells.safetensors");
    match arguments(config) {
        Some(arguments) => {
            let words = arguments.iter().map(|word| quoted(word));
            let words: Vec<_> = std::iter::once("cellscope train".to_owned())
                .chain(words)
                .collect();
            format!("{} {length}", words.join(" "))
        }
        None => format!(
            "cellscope train --config - {length} <<'END'\n{}\nEND",
            config.to_json()
        ),
    }
}

/// The flags that make this configuration, from the preset that needs fewest; `None` where no flags do.
pub fn arguments(config: &Config) -> Option<Vec<String>> {
    let from = Preset::ALL.into_iter();
    let found = from.filter_map(|preset| arguments_from(preset, config));
    found.min_by_key(Vec::len)
}

fn arguments_from(preset: Preset, config: &Config) -> Option<Vec<String>> {
    let mut base = Config::preset(preset);
    let mut words = Vec::new();
    if preset != Preset::default() {
        words.extend(["--preset".to_owned(), preset.name().to_owned()]);
    }
    for flag in FLAGS.iter().chain(&LISTS) {
        let mut then = base.clone();
        (flag.copy)(&mut then, config);
        if then != base {
            words.push(format!("--{}", flag.name));
            words.extend((flag.values)(config));
            base = then;
        }
    }
    for &parameter in Parameter::ALL {
        let (row, value) = (parameter.row(), parameter.get(config));
        if row.flag.is_some() && parameter.get(&base) != value {
            words.extend([format!("--{}", row.name), value.to_string()]);
            parameter.set(&mut base, value);
        }
    }
    // The command line takes the embedded movie by itself where content is to move.
    if base.movies.motion == Motion::Movie && base.source == SourceSpec::Scenes {
        base.source = SourceSpec::Movie;
    }
    let is_text = match &config.source {
        SourceSpec::Images(paths) => paths.iter().all(|path| path.to_str().is_some()),
        _ => true,
    };
    (is_text && base == *config).then_some(words)
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
