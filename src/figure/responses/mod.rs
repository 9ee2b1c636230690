//! What units answer: to every edge, to gratings, to one frame.

pub(super) mod answer_list;
mod answers;
mod edge_map;
mod maps;
mod panels;
mod ramp;
mod sweep;
mod tuning_curves;
mod tuning_row;
mod unit_table;

pub use answers::{
    AnswerLayout, AnswerOptions, Answers, ListPlaces, answers, answers_table, sweep_table,
};
pub use edge_map::{EdgeMapLayout, EdgePlace, PanelOptions};
pub use maps::{ResponseMapLayout, ResponseScale, UnitResponses, maps_of, response_maps};
pub use panels::{
    CELLS, Cell, PointedResponse, ResponsePanel, ResponsePanelsLayout, edges_shown, figure3_cells,
    figure3_panels, random_cells, response_panels, responses_table,
};
pub use ramp::ResponseRamp;
pub(in crate::figure) use ramp::color_bar;
pub use sweep::{SweepChart, SweepCurve, SweptUnit, sweep_chart};
pub use tuning_curves::{TuningLayout, tuning_curves};
pub use tuning_row::{TuningRow, UnitTuning, tuning_row, tuning_table};
pub use unit_table::unit_table;
