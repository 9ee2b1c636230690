//! Each figure once, as a [`Scene`] of a few primitives that the window, SVG and PNG share.
//!
//! 1. [`Atlas`]: every filter of a dictionary as one picture, through a [`ColorMap`].
//! 2. [`filter_grid`], [`pooling_rows`], [`pooling_map`], [`polar_plot`], [`centres`], [`curves`],
//!    [`response_panels`], [`response_maps`], [`tuning_curves`], [`answers()`], [`convergence()`],
//!    [`inpainting()`], [`toy_figure`], [`top_rows`]: the figures, each a scene and, where one can point at its
//!    parts, a layout that maps a position to a unit.
//! 3. [`Chart`]: what is plotted, drawn into a scene here and by the window for hands.
//! 4. [`Document`]: a figure in the four formats, SVG, PNG, CSV and NPY.
//! 5. [`NamedFigure`]: the documents of a [`TrainedModel`], by name.
//! 6. [`HeatMap`]: a measure of many models over their settings.
//! 7. [`Comparison`]: runs side by side in a table.
//! 8. [`Clip`]: figures of many moments as a file that plays.

mod catalog;
mod chart;
mod clip;
mod comparison;
mod convergence;
mod curves;
mod document;
mod heat_map;
mod inpainting;
mod responses;
mod scene;
mod units;
mod write;

pub use catalog::{FigureChoices, NamedFigure, OnFirstUse, TrainedModel, time_chart, time_table};
pub use chart::{Chart, ChartMark, CurveColors, GhostName, Series, Stroke, runs_through};
pub use clip::{
    Clip, ClipError, ClipFormat, ClipOptions, ClipProgress, ClipSize, Shot, ShotError,
    moments_shown,
};
pub use comparison::{Comparison, ComparisonRow, NumberKind, Value};
pub use convergence::{
    EnergyChart, LegendLines, convergence, convergence_numbers, convergence_table, energy_charts,
    energy_series, has_legend_beside, placed_energies, without_series,
};
pub use curves::{
    Abscissa, CurveOptions, Ghost, curve_charts, curve_names, curves, curves_table, curves_tables,
    placed_curves, run_color,
};
#[cfg(feature = "window")]
pub(crate) use document::RUN;
pub use document::{Document, Format, comments};
pub use heat_map::{HeatMap, HeatMapAxis, HeatMapCell, HeatMapLayout, HeatMapPanel};
pub use inpainting::{
    Inpainting, InpaintingLayout, InpaintingOptions, ListPlace, inpainting, inpainting_array,
    inpainting_table,
};
pub use responses::{
    AnswerLayout, AnswerOptions, Answers, CELLS, Cell, EdgeMapLayout, EdgePlace, ListPlaces,
    PanelOptions, PointedResponse, ResponseMapLayout, ResponsePanel, ResponsePanelsLayout,
    ResponseRamp, ResponseScale, SweepChart, SweepCurve, SweptUnit, TuningLayout, TuningRow,
    UnitResponses, UnitTuning, answers, answers_table, edges_shown, figure3_cells, figure3_panels,
    maps_of, random_cells, response_maps, response_panels, responses_table, sweep_chart,
    sweep_table, tuning_curves, tuning_row, tuning_table, unit_table,
};
pub use scene::{
    Anchor, Axis, Color, ColorMap, Crop, Figure, Palette, PixelColors, Raster, Rect, Scene, Shape,
    contour, distinct_color, fact_list, short_number,
};
pub use units::{
    Atlas, Contrast, FilterOptions, FilterTile, FilterTileOptions, FilterTiles, FittedPools,
    GridLayout, MIN_SHARE, MovieInputLayout, POLAR_NOTE, PoolingLayout, PoolingMapLayout,
    PoolingMapOptions, STRONGEST, ShownMovie, ShownPatch, ShownPlace, StrongestOptions, ToyModel,
    UnitGrid, Weight, all_weights, centres, filter_grid, fits_table, marks_table, movie_input,
    movie_input_table, polar_plot, pooling_map, pooling_rows, random_units, random_units_of,
    strongest_array, strongest_invariant, strongest_patches, strongest_simple, strongest_table,
    top_rows, toy_figure, weights_table,
};
pub(crate) use write::csv_field;
pub use write::{DrawError, WriteError, to_png, to_rgba, to_svg};
