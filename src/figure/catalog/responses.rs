//! What units respond to: edges and gratings.

use super::trained_model::TrainedModel;
use crate::figure::document::Document;
use crate::figure::responses::{
    Cell, PanelOptions, ResponsePanel, ResponseRamp, ResponseScale, TuningRow, edges_shown,
    figure3_cells, figure3_panels, maps_of, response_maps, response_panels, responses_table,
    tuning_curves, tuning_row, tuning_table,
};
use crate::figure::scene::Scene;

/// Simple units shown with an invariant unit in its tuning curves.
const TUNED: usize = 4;

pub(super) fn figure3<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let scene = move || {
        with_panels(model, |panels| {
            let options = PanelOptions::maps(panels.len(), model.choices.palette);
            response_panels(&model.edges.responses.grid, panels, &options).scene
        })
    };
    let table = move || {
        with_panels(model, |panels| {
            responses_table(&model.edges.responses.grid, panels)
        })
    };
    let document = of_edges(model, scene, table).with_named_array("-z", move || {
        model.edges.responses.simple.clone().into_dyn()
    });
    let betas = model.betas.iter().enumerate();
    betas.fold(document, |document, (at, beta)| {
        document.with_named_array(format!("-u-{beta}"), move || {
            model.edges.responses.invariant[1 + at].clone().into_dyn()
        })
    })
}

pub(super) fn maps<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let own = move || model.edges.responses.invariant[0].view();
    let scene = move || {
        let units = model.chosen();
        let options = PanelOptions::maps(units.len(), model.choices.palette);
        let (maps, ramp) = (maps_of(own(), &units, "u"), ResponseRamp::default());
        let grid = &model.edges.responses.grid;
        response_maps(grid, &maps, ramp, ResponseScale::PerMap, &options).scene
    };
    let table = move || {
        let cells: Vec<_> = model
            .chosen()
            .into_iter()
            .map(|unit| Cell { unit, color: unit })
            .collect();
        let panel = ResponsePanel {
            beta: Some(model.edges.own_beta),
            responses: own(),
            cells: &cells,
            highlight: None,
        };
        responses_table(&model.edges.responses.grid, &[panel])
    };
    of_edges(model, scene, table).with_array(move || own().to_owned().into_dyn())
}

pub(super) fn tuning<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let scene = move || {
        let rows = tuning_rows(model);
        let options = PanelOptions::curves(rows.len(), model.choices.palette);
        let (edges, gratings) = (&model.edges.responses.grid, &model.gratings.grid);
        tuning_curves(edges, Some(gratings), &rows, &options).scene
    };
    let table = move || {
        let (edges, gratings) = (&model.edges.responses.grid, &model.gratings.grid);
        tuning_table(edges, Some(gratings), &tuning_rows(model))
    };
    of_edges(model, scene, table)
}

/// A figure of responses to edges that says which edges they are, once they have been shown to the model.
fn of_edges<'m>(
    model: &'m TrainedModel<'_>,
    scene: impl FnOnce() -> Scene + Send + 'm,
    table: impl FnOnce() -> String + Send + 'm,
) -> Document<'m> {
    Document::new(move || scene().noted(&edges_shown(&model.edges)))
        .with_table(move || format!("# {}\n{}", edges_shown(&model.edges), table()))
}

/// The panels of Figure 3, of random cells that respond to an edge.
fn with_panels<T>(model: &TrainedModel<'_>, show: impl FnOnce(&[ResponsePanel<'_>]) -> T) -> T {
    let (responses, choices) = (&model.edges.responses, &model.choices);
    let simple = responses.simple.view();
    let invariant: Vec<_> = responses.invariant[1..].iter().map(|u| u.view()).collect();
    let [simple_cells, invariant_cells] =
        figure3_cells(simple, &invariant, choices.cells, choices.seed);
    let layers = model.betas.iter().copied().zip(invariant);
    show(&figure3_panels(
        simple,
        &simple_cells,
        layers,
        &invariant_cells,
    ))
}

/// The tuning of the units of Figure 2 and of the simple units they pool most strongly.
fn tuning_rows(model: &TrainedModel<'_>) -> Vec<TuningRow> {
    let strongest = model.strongest();
    let row = |unit: usize| {
        let pooled = strongest[unit].iter().take(TUNED).map(|weight| weight.unit);
        tuning_row(unit, pooled, &model.edges.responses, Some(&*model.gratings))
    };
    model.chosen().into_iter().map(row).collect()
}
