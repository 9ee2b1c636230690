//! The arguments of `figures`.

use std::path::PathBuf;

use crate::analysis::{Layer, Unit};
use crate::cli::args::choices::ThemeArg;
use crate::cli::args::edges::EdgeArgs;
use crate::cli::args::model::MomentArgs;
use crate::cli::args::values::{count, count_or_all, scale, seed, whole};
use crate::figure::{CELLS, ChoiceKind, FigureChoices, Format, NamedFigure};

/// Units in Figure 2 where nothing else is asked for.
const UNITS: usize = 25;
/// Pixels per point where nothing else is asked for.
const SCALE: f32 = 2.0;
/// The unit of the figure `strongest` where nothing else is asked for.
const STRONGEST_OF: Unit = (Layer::Invariant, 0);

/// The arguments of `figures`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) moment: MomentArgs,
    /// Folder to write the figures to, each named after itself; made if missing
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// File formats; csv has the numbers behind a figure, npy the arrays, where it shows any
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "FORMAT", default_value = "svg,png")]
    pub(super) format: Vec<Format>,
    /// Figures to write [default: all but time and strongest]
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "NAME")]
    pub(super) only: Vec<NamedFigure>,
    /// Pixels per point of PNG files, 1 to 4
    #[arg(long, value_name = "X", default_value_t = SCALE, value_parser = scale)]
    pub(super) scale: f32,
    /// Largest number of invariant units in Figure 2, chosen at random, or all
    #[arg(long, value_name = "N|all", default_value = "25", value_parser = count_or_all)]
    pub(super) units: usize,
    /// Largest number of cells in each panel of Figure 3, chosen at random from those that respond to an edge
    #[arg(long, value_name = "N", default_value_t = CELLS, value_parser = count)]
    pub(super) cells: usize,
    /// Unit of the figure strongest: u and the number of an invariant unit, or z and that of a simple one
    #[arg(long, value_name = "UNIT", default_value = "u0", value_parser = unit)]
    pub(super) strongest_of: Unit,
    /// Seed of these random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    pub(super) seed: u64,
    /// Colour theme
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    pub(super) theme: ThemeArg,
    #[command(flatten)]
    pub(super) edges: EdgeArgs,
}

impl Args {
    /// The arguments that change nothing in these figures of a model of so many simple and invariant units, and why.
    pub(super) fn without_effect(
        &self,
        drawn: &[(NamedFigure, Format, PathBuf)],
        [simple, invariant]: [usize; 2],
    ) -> Vec<String> {
        let draws = |choice| drawn.iter().any(|(figure, ..)| figure.takes(choice));
        let needs = |flag: &str, is_given: bool, choice: ChoiceKind| {
            let takers = NamedFigure::ALL
                .iter()
                .filter(|figure| figure.takes(choice));
            let names: Vec<_> = takers.map(|figure| figure.name).collect();
            let are = if names.len() == 1 { "is" } else { "are" };
            let names = names.join(", ");
            let words =
                || format!("{flag} has no effect: it is for {names}, which {are} not drawn");
            (is_given && !draws(choice)).then(words)
        };
        let is_png = drawn.iter().any(|(_, format, _)| *format == Format::Png);
        let scaled = self.scale != SCALE && !is_png;
        let of_png = scaled.then(|| "--scale has no effect: no PNG file is written".to_owned());
        let is_above = draws(ChoiceKind::Units)
            && self.units > invariant
            && ![UNITS, usize::MAX].contains(&self.units);
        let asked = self.units;
        let above = || format!("--units {asked}: the model has {invariant}, which are all drawn");
        let cells = self.cells;
        let cells_above =
            draws(ChoiceKind::Cells) && cells > simple.max(invariant) && cells != CELLS;
        let of_cells = || {
            format!(
                "--cells {cells}: the model has {simple} simple and {invariant} invariant units, of which all that respond are drawn"
            )
        };
        let of_figures = [
            needs("--units", self.units != UNITS, ChoiceKind::Units),
            needs("--cells", self.cells != CELLS, ChoiceKind::Cells),
            needs(
                "--strongest-of",
                self.strongest_of != STRONGEST_OF,
                ChoiceKind::StrongestOf,
            ),
            needs("--k", self.edges.has_k(), ChoiceKind::K),
            needs("--betas", self.edges.has_betas(), ChoiceKind::Betas),
        ];
        let others = [of_png, is_above.then(above), cells_above.then(of_cells)];
        of_figures.into_iter().chain(others).flatten().collect()
    }

    /// What is drawn of the model.
    pub(super) fn choices(&self) -> FigureChoices {
        FigureChoices {
            units: self.units,
            cells: self.cells,
            seed: self.seed,
            strongest_of: self.strongest_of,
            palette: self.theme.palette(),
        }
    }
}

fn unit(text: &str) -> Result<Unit, String> {
    let number = |layer: Layer| whole(text.strip_prefix(layer.code())?).ok();
    let mut layers = Layer::ALL.into_iter();
    let unit = layers.find_map(|layer| Some((layer, number(layer)?)));
    unit.ok_or_else(|| "should be a unit like u0 or z12".to_owned())
}
