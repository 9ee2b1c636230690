//! A figure as files: its drawing, the numbers behind it, and the arrays.

use std::path::{Path, PathBuf};

use ndarray::ArrayD;
use serde::Serialize;
use serde_json::Value;

use super::scene::Scene;
use super::write::{Csv, DrawError, WriteError, csv_field, to_png, to_rgba, to_svg};
use crate::files::{write_atomically, write_npy};
use crate::named::named;
use crate::telemetry::History;
use crate::words::secs_said;

named! {
    /// A kind of file.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Format {
        /// A vector drawing.
        #[default]
        Svg = "SVG",
        /// A picture of pixels.
        Png = "PNG",
        /// The numbers, a line each.
        Csv = "CSV",
        /// The array that is shown.
        Npy = "NPY",
    }
}

impl Format {
    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Csv => "csv",
            Self::Npy => "npy",
        }
    }

    /// Whether its files are drawings, in colours.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Svg | Self::Png)
    }

    /// The format of a file, by its extension.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        let mut formats = Self::ALL.into_iter();
        formats.find(|format| format.extension() == extension)
    }
}

type Make<'a, T> = Box<dyn FnOnce() -> T + Send + 'a>;

/// A figure, ready to be written in each [`Format`] that it has. Nothing is made before it is written.
pub struct Document<'a> {
    scene: Make<'a, Scene>,
    table: Option<Make<'a, String>>,
    /// Each with what is added to the name of its file.
    arrays: Vec<(String, Make<'a, ArrayD<f32>>)>,
    comments: String,
    /// What its drawings carry unseen.
    description: String,
}

impl<'a> Document<'a> {
    /// A figure that is only drawn.
    pub fn new(scene: impl FnOnce() -> Scene + Send + 'a) -> Self {
        Self {
            scene: Box::new(scene),
            table: None,
            arrays: Vec::new(),
            comments: String::new(),
            description: String::new(),
        }
    }

    /// Adds the numbers behind it, as CSV without comments.
    #[must_use]
    pub fn with_table(self, table: impl FnOnce() -> String + Send + 'a) -> Self {
        Self {
            table: Some(Box::new(table)),
            ..self
        }
    }

    /// Adds the array that it shows.
    #[must_use]
    pub fn with_array(self, array: impl FnOnce() -> ArrayD<f32> + Send + 'a) -> Self {
        self.with_named_array("", array)
    }

    /// Adds one of several arrays, in a file whose name ends in `suffix`.
    #[must_use]
    pub fn with_named_array(
        mut self,
        suffix: impl Into<String>,
        array: impl FnOnce() -> ArrayD<f32> + Send + 'a,
    ) -> Self {
        self.arrays.push((suffix.into(), Box::new(array)));
        self
    }

    /// Puts lines that begin with `# ` above its table, such as those of [`comments`], and above the ones that are there.
    #[must_use]
    pub fn with_comments(self, comments: String) -> Self {
        Self {
            comments: comments + &self.comments,
            ..self
        }
    }

    /// Says what run it is of, at which minibatch: above its table in the lines of [`comments`], and unseen in its drawings, which
    /// do not name the files learned from.
    ///
    /// # Panics
    /// As [`comments`].
    #[must_use]
    pub fn of_run(self, config: &impl Serialize, step: u64, history: &History) -> Self {
        let text = serde_json::to_string(config).expect("a configuration is JSON");
        // By its text, which has the digits of f32.
        let mut described: Value = serde_json::from_str(&text).expect("its own JSON");
        if let Some(source) = described
            .get_mut("source")
            .filter(|source| source.is_object())
        {
            *source = "images".into();
        }
        let description = format!("cellscope {}, step {step}: {described}\n", crate::VERSION);
        Self {
            description,
            ..self.with_comments(comments(config, step, history))
        }
    }

    /// Whether the lines above its table are of runs with names.
    pub fn names_runs(&self) -> bool {
        self.comments.starts_with(RUN)
    }

    /// Says in words what it was made with: in its table, and below its drawing.
    #[must_use]
    pub fn made_with(self, words: impl Into<String>) -> Self {
        let (words, scene) = (words.into(), self.scene);
        // Numbers in a table have no space between their digits.
        let comments = format!("# {}\n{}", words.replace('\u{a0}', ""), self.comments);
        Self {
            scene: Box::new(move || scene().noted(&words)),
            comments,
            ..self
        }
    }

    /// With a margin around its drawing.
    #[must_use]
    pub fn framed(self) -> Self {
        let scene = self.scene;
        Self {
            scene: Box::new(move || scene().framed()),
            ..self
        }
    }

    /// This figure with another one of the same kind on its right, each under its name, as of two runs. In the table each line
    /// begins with the first word of that name, the letter of a run; the arrays of the other are named after it.
    #[must_use]
    pub fn beside(self, other: Self, names: [String; 2]) -> Self {
        let [name, other_name] = names.clone();
        let described = |name: &str, text: &str| match text {
            "" => String::new(),
            text => format!("{}: {text}", letter_of(name)),
        };
        let description =
            described(&name, &self.description) + &described(&other_name, &other.description);
        let scenes = (self.scene, other.scene);
        let tables = self.table.zip(other.table);
        // It may be the path of a model, and is to be part of a file's name.
        let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '.');
        let words = other_name.split(|letter| !is_plain(letter));
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let suffix = words.join("-");
        let of_run = |name: &str, comments: &str| match comments {
            "" => String::new(),
            comments => format!("{RUN}{}\n{comments}", name.replace('\u{a0}', "")),
        };
        let comments = of_run(&name, &self.comments) + &of_run(&other_name, &other.comments);
        let others = other.arrays.into_iter();
        let others = others.map(|(of, array)| (format!("-{suffix}{of}"), array));
        Self {
            scene: Box::new(move || {
                let [left, right] = [scenes.0().titled(name), scenes.1().titled(other_name)];
                left.beside(right, BESIDE)
            }),
            table: tables.map(|(table, other)| -> Make<'a, String> {
                Box::new(move || both_tables([table(), other()], &names))
            }),
            arrays: self.arrays.into_iter().chain(others).collect(),
            comments,
            description,
        }
    }

    /// Whether it can be written in a format.
    pub fn has(&self, format: Format) -> bool {
        match format {
            Format::Svg | Format::Png => true,
            Format::Csv => self.table.is_some(),
            Format::Npy => !self.arrays.is_empty(),
        }
    }

    /// The formats that it has.
    pub fn formats(&self) -> Vec<Format> {
        let all = Format::ALL.into_iter();
        all.filter(|format| self.has(*format)).collect()
    }

    /// The files that [`Self::write`] writes for this path.
    pub fn files(&self, path: &Path, format: Format) -> Vec<PathBuf> {
        match format {
            Format::Npy => {
                let suffixes = self.arrays.iter();
                suffixes
                    .map(|(suffix, _)| with_suffix(path, suffix))
                    .collect()
            }
            _ => vec![path.to_owned()],
        }
    }

    /// Writes it; `scale` is that of PNG, in pixels per point.
    ///
    /// # Errors
    /// When it lacks the format, cannot be drawn, or a file cannot be written.
    pub fn write(self, path: &Path, format: Format, scale: f32) -> Result<(), WriteError> {
        let drawn = |drawn: Result<Vec<u8>, DrawError>| {
            let failed = |source| WriteError::Draw {
                path: path.to_owned(),
                source,
            };
            drawn.map_err(failed)
        };
        match format {
            Format::Svg => save(path, &drawn(self.svg().map(String::into_bytes))?),
            Format::Png => save(path, &drawn(to_png(&self.scene(), scale))?),
            Format::Csv => save(path, drawn(self.csv().map(String::into_bytes))?.as_slice()),
            Format::Npy if self.arrays.is_empty() => drawn(Err(DrawError::Lacks("NPY"))).map(drop),
            Format::Npy => {
                let mut arrays = self.arrays.into_iter();
                arrays.try_for_each(|(suffix, array)| {
                    let path = with_suffix(path, &suffix);
                    write_npy(&path, &array()).map_err(|source| WriteError::File { path, source })
                })
            }
        }
    }

    /// Its drawing.
    #[must_use]
    pub fn scene(self) -> Scene {
        Scene {
            description: self.description,
            ..(self.scene)()
        }
    }

    /// It as SVG.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn svg(self) -> Result<String, DrawError> {
        to_svg(&self.scene())
    }

    /// Its width and height in pixels, `scale` per point, and its pixels; see [`to_rgba`].
    ///
    /// # Errors
    /// When it has no pixels or too many, or cannot be drawn.
    pub fn pixels(self, scale: f32) -> Result<([usize; 2], Vec<u8>), DrawError> {
        to_rgba(&self.scene(), scale)
    }

    /// Its table with the comments.
    ///
    /// # Errors
    /// When it has none.
    pub fn csv(self) -> Result<String, DrawError> {
        let table = self.table.ok_or(DrawError::Lacks("CSV"))?;
        Ok(self.comments + &table())
    }
}

/// How a line begins that names the run which those after it are of.
pub(crate) const RUN: &str = "# run: ";

/// Space between two figures side by side, in points.
const BESIDE: f32 = 16.0;

/// The lines of two tables with the same columns, each behind the name of its table.
fn both_tables(tables: [String; 2], names: &[String; 2]) -> String {
    let head = tables[0].lines().next().unwrap_or_default();
    let mut both = Csv::new(&format!("run,{head}"));
    for (table, name) in tables.iter().zip(names) {
        let letter = letter_of(name);
        for line in table.lines().skip(1) {
            both.line(format_args!("{},{line}", csv_field(letter)));
        }
    }
    both.finish()
}

/// The first word of the name of a run.
fn letter_of(name: &str) -> &str {
    name.split(' ').next().unwrap_or_default()
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_atomically(path, bytes).map_err(|source| WriteError::File {
        path: path.to_owned(),
        source,
    })
}

/// The path with `suffix` at the end of the file's name, before its extension.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// What a table was made from, as lines that begin with `# `: the program, the step, the whole configuration as
/// JSON on one line, and each change to the run and each event of it until that step.
///
/// # Panics
/// When the configuration is no JSON, which none is that `serde` derives.
pub fn comments(config: &impl Serialize, step: u64, history: &History) -> String {
    let config = serde_json::to_string(config).expect("a configuration is JSON");
    let mut lines = format!(
        "# cellscope {}, step {step}\n# config: {config}\n",
        crate::VERSION
    );
    for mark in history.marks().iter().filter(|mark| mark.step <= step) {
        let (step, movies) = (mark.step, mark.movies_seen);
        let secs = secs_said(mark.elapsed_secs, 1);
        let text = mark.text.replace(['\n', '\r'], " ");
        let kind = if mark.is_change() { "change" } else { "event" };
        lines += &format!("# {kind}: step {step}, {movies} movies, {secs}: {text}\n");
    }
    lines
}
