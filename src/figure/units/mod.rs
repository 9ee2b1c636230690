//! The units of a model: filters, what each invariant unit pools, where and at which orientations.

mod atlas;
mod filters;
mod frames;
mod grid;
mod maps;
mod marks;
mod movie_input;
mod polar;
mod random;
mod ranked;
mod rows;
mod strongest;
mod strongest_patches;
mod toy;
mod weight_bar;

pub use atlas::{Atlas, Contrast};
pub use filters::{FilterOptions, GridLayout, filter_grid, fits_table};
pub(super) use grid::ceil_sqrt;
pub use grid::{PoolingMapOptions, UnitGrid};
pub use maps::{centres, pooling_map};
pub use marks::{FittedPools, MIN_SHARE, PoolingMapLayout, marks_table};
pub use movie_input::{MovieInputLayout, ShownMovie, ShownPlace, movie_input, movie_input_table};
pub use polar::{POLAR_NOTE, polar_plot};
pub use random::{random_units, random_units_of};
pub use ranked::{FilterTile, FilterTileOptions, FilterTiles, top_rows};
pub use rows::{PoolingLayout, STRONGEST, pooling_rows};
pub use strongest::{
    POOLED, POOLED_ON_TOP, Weight, all_weights, strongest_invariant, strongest_simple,
    weights_table,
};
pub use strongest_patches::{
    ShownPatch, StrongestOptions, strongest_array, strongest_patches, strongest_table,
};
pub use toy::{ToyModel, toy_figure};
