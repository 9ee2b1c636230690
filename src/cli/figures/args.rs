//! The arguments of `figures`.

use std::path::PathBuf;

use crate::analysis::{Layer, Unit};
use crate::cli::args::choices::ThemeArg;
use crate::cli::args::edges::EdgeArgs;
use crate::cli::args::values::{count, count_or_all, scale, seed, whole};
use crate::figure::{CELLS, FigureChoices, Format, NamedFigure};

/// The arguments of `figures`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Model file
    pub(super) model: PathBuf,
    /// Step to draw the figures at, or the nearest in the history beside the model [default: the model as it is]
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, value_parser = whole)]
    pub(super) at: Option<usize>,
    /// Folder to write the figures to, each named after itself; made if missing
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// File formats; csv has the numbers behind a figure, npy the arrays, where it shows any
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "FORMAT", default_value = "svg,png")]
    pub(super) format: Vec<Format>,
    /// Figures to write [default: all]
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "NAME")]
    pub(super) only: Vec<NamedFigure>,
    /// Pixels per point of PNG files, 1 to 4
    #[arg(long, value_name = "X", default_value_t = 2.0, allow_negative_numbers = true, value_parser = scale)]
    pub(super) scale: f32,
    /// Number of invariant units in Figure 2, chosen at random, or all
    #[arg(long, value_name = "N|all", default_value = "25", allow_negative_numbers = true, value_parser = count_or_all)]
    pub(super) units: usize,
    /// Number of cells in each panel of Figure 3, chosen at random from those that respond to an edge
    #[arg(long, value_name = "N", default_value_t = CELLS, allow_negative_numbers = true, value_parser = count)]
    pub(super) cells: usize,
    /// Unit of the figure strongest: u and the number of an invariant unit, or z and that of a simple one
    #[arg(long, value_name = "UNIT", default_value = "u0", value_parser = unit)]
    pub(super) strongest_of: Unit,
    /// Seed of these random choices
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = seed)]
    pub(super) seed: u64,
    /// Colour theme
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    pub(super) theme: ThemeArg,
    #[command(flatten)]
    pub(super) edges: EdgeArgs,
}

impl Args {
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
