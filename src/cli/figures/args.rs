//! The arguments of `figures`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::analysis::DrivenUnit;
use crate::cli::args::choices::ThemeArg;
use crate::cli::args::edges::EdgeArgs;
use crate::cli::args::values::{count, scale, seed, whole};
use crate::figure::{CELLS, Format};

/// The arguments of `figures`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Model file
    pub(super) model: PathBuf,
    /// Folder to write the figures to, each named after itself; made if missing
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// File formats; csv has the numbers behind a figure, npy the arrays, where it shows any
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "FORMAT", default_value = "svg,png")]
    pub(super) format: Vec<Format>,
    /// Figures to write [default: all]
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1.., value_name = "NAME")]
    pub(super) only: Vec<FigureName>,
    /// Pixels per point of PNG files, 1 to 4
    #[arg(long, value_name = "X", default_value_t = 2.0, allow_negative_numbers = true, value_parser = scale)]
    pub(super) scale: f32,
    /// Number of invariant units in Figure 2, chosen at random, or all
    #[arg(long, value_name = "N|all", default_value = "25", allow_negative_numbers = true, value_parser = units)]
    pub(super) units: Units,
    /// Number of cells in each panel of Figure 3, chosen at random from those that respond to an edge
    #[arg(long, value_name = "N", default_value_t = CELLS, allow_negative_numbers = true, value_parser = count)]
    pub(super) cells: usize,
    /// Unit of the figure strongest: u and the number of an invariant unit, or z and that of a simple one
    #[arg(long, value_name = "UNIT", default_value = "u0", value_parser = driven_unit)]
    pub(super) strongest_of: DrivenUnit,
    /// Seed of these random choices
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = seed)]
    pub(super) seed: u64,
    /// Colour theme
    #[arg(long, value_enum, default_value_t = ThemeArg::Light)]
    pub(super) theme: ThemeArg,
    #[command(flatten)]
    pub(super) edges: EdgeArgs,
}

/// A figure, by the name of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FigureName {
    /// All filters of the simple units; as data W [P, K], and their Gabor fits
    Filters,
    /// The nine strongest filters of every invariant unit; as data A [K, M], and the nine
    Pooling,
    /// The nine strongest filters of some invariant units
    #[value(name = "figure2-left")]
    Figure2Left,
    /// Pooling maps of the same units
    #[value(name = "figure2-middle")]
    Figure2Middle,
    /// Polar plots of the same units
    #[value(name = "figure2-right")]
    Figure2Right,
    /// Pooling maps of all invariant units
    MapsAll,
    /// Polar plots of all invariant units
    PolarAll,
    /// Centres of the filters of all invariant units
    CentresAll,
    /// Responses of random cells to edges over position and orientation: abs(z), and u at each beta
    Figure3,
    /// Responses of the units of Figure 2 to edges, a map for each; as data u of all [n_theta, n_b, M]
    Responses,
    /// Tuning of the units of Figure 2, and of the simple units they pool most strongly
    Tuning,
    /// Energies, densities and emergence over the training
    Curves,
    /// The patches or movies of the model's pictures that drive a unit most; only where it is named
    Strongest,
}

/// A number of invariant units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Units {
    /// At most so many, chosen at random.
    Some(usize),
    /// All of them.
    All,
}

fn driven_unit(text: &str) -> Result<DrivenUnit, String> {
    let simple = text
        .strip_prefix('z')
        .map(|unit| whole(unit).map(DrivenUnit::Simple));
    let invariant = || {
        text.strip_prefix('u')
            .map(|unit| whole(unit).map(DrivenUnit::Invariant))
    };
    let unit = simple.or_else(invariant).and_then(Result::ok);
    unit.ok_or_else(|| "should be a unit like u0 or z12".to_owned())
}

fn units(text: &str) -> Result<Units, String> {
    if text == "all" {
        return Ok(Units::All);
    }
    let some = count(text).map(Units::Some);
    some.map_err(|_| "should be a whole number, 1 or more, or all".to_owned())
}
