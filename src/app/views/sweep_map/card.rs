//! What is told of a cell of a map, or of a point of a chart.

use egui::{Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::state::State;
use crate::app::state::sweep_map::{Rows, SeenSweep};
use crate::app::theme;
use crate::app::widgets::{paint_scene, whole_pixel_zoom};
use crate::figure::{FilterOptions, HeatMap, HeatMapCell, pooling_rows};
use crate::sweep::{Measures, TaskState};
use crate::words::name_said;

/// Width of the card, and side of a filter in it, in points.
const CARD: f32 = 330.0;
const TILE: f32 = 26.0;
/// Tasks of a cell that are told one by one.
const TOLD: usize = 6;

/// The settings of a cell, or all of a point: "α 0.3, β 0.1".
fn settings_of(seen: &SeenSweep, map: &HeatMap, cell: HeatMapCell) -> String {
    if let (None, Some(&task)) = (&map.y, map.tasks(cell).first()) {
        return model_named(seen, task).unwrap_or_else(|| map.x.labels[cell.x].clone());
    }
    let HeatMapCell { panel, x, y } = cell;
    let upwards = map.y.iter().map(|axis| (axis, y));
    let third = map.third.iter().map(|axis| (axis, panel));
    let axes = [(&map.x, x)].into_iter().chain(upwards).chain(third);
    let settings = axes.map(|(axis, place)| format!("{} {}", axis.said(), axis.labels[place]));
    settings.collect::<Vec<_>>().join(", ")
}

/// All settings of a model that vary in its sweep, if any do: "α 0.3, β 0.1, seed 0".
pub(super) fn model_named(seen: &SeenSweep, task: usize) -> Option<String> {
    let named = seen.progress.folder().sweep().said_in_short(task);
    Some(named).filter(|named| !named.is_empty())
}

/// The settings of a cell and its value: "α 0.3, β 0.1: concentration 0.79".
pub(super) fn words(seen: &SeenSweep, map: &HeatMap, cell: HeatMapCell) -> String {
    let HeatMapCell { panel, x, y } = cell;
    let value = map.panels[panel].values[[y, x]];
    let value = if value.is_finite() {
        format!("{value:.3}")
    } else {
        let tasks = map.tasks(cell);
        match (map.panels[panel].without[[y, x]].len(), map.why_none(cell)) {
            (0, _) if tasks.is_empty() => "not known: no model".to_owned(),
            (0, _) if seen.have_failed(tasks) => "not known: failed".to_owned(),
            (0, _) => "not known yet".to_owned(),
            (_, Some(reason)) => format!("undefined: {reason}"),
            (_, None) => "undefined".to_owned(),
        }
    };
    let measure = name_said(&map.measure);
    format!("{}: {measure} {value}", settings_of(seen, map, cell))
}

/// What is known of a cell: its value, its tasks, and the strongest rows of its first model.
pub(super) fn card(
    ui: &mut Ui,
    seen: &SeenSweep,
    map: &HeatMap,
    cell: HeatMapCell,
    state: &mut State,
) {
    ui.set_width(CARD);
    ui.strong(words(seen, map, cell));
    let tasks = map.tasks(cell);
    let measure = Measures::place(&map.measure);
    let without = &map.panels[cell.panel].without[[cell.y, cell.x]];
    let (mut told, mut reasons) = (None, without.iter());
    for &task in tasks.iter().take(TOLD) {
        let task_state = seen.progress.state(task);
        let value = match task_state {
            TaskState::Done(result) => measure.and_then(|at| result.measures.values()[at]),
            _ => None,
        };
        let value = match (value, task_state) {
            (Some(value), _) => format!("{value:.3}"),
            // The map has a reason for each task that is done without a value, in their order.
            (None, TaskState::Done(_)) => reasons.next().map_or_else(
                || task_state.name().to_owned(),
                |reason| format!("no value, {reason}"),
            ),
            (None, _) => task_state.name().to_owned(),
        };
        let settings = match seen.progress.folder().sweep().said(task) {
            none if none.is_empty() => none,
            settings => format!("  ({settings})"),
        };
        ui.weak(format!("task {task}: {value}{settings}"));
        if let TaskState::Failed(reason) = task_state
            && told.replace(reason) != Some(reason)
        {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
    }
    if tasks.len() > TOLD {
        ui.weak(format!("and {} more", tasks.len() - TOLD));
    }
    let Some(task) = seen.first_done(tasks) else {
        return;
    };
    ui.add_space(4.0);
    let State {
        settings,
        sweep_map,
        textures,
        ..
    } = state;
    let colors = settings.preferences.colors();
    match sweep_map.rows(task, colors).map(|rows| &rows.result) {
        None => drop(ui.weak("Reading its model…")),
        Some(Err(reason)) => drop(ui.weak(reason)),
        Some(Ok(rows)) => {
            let scene = rows_of(ui, rows);
            let size = vec2(scene.width, scene.height);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            let name = format!("Strongest rows of task {task}");
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
            paint_scene(ui.painter(), rect.min, &scene, textures);
        }
    }
    let which = match tasks.len() {
        1 => "it".to_owned(),
        _ => format!("task {task}"),
    };
    if tasks.len() > 1 {
        let settings = seen.progress.folder().sweep().settings().iter();
        let others = settings.enumerate();
        let others = others.filter(|(place, _)| !seen.choice.over.contains(&Some(*place)));
        let others: Vec<_> = others.map(|(_, path)| name_said(path)).collect();
        ui.weak(format!(
            "To open the others, choose {} above.",
            others.join(" or ")
        ));
    }
    ui.weak(format!(
        "A click or Enter opens a copy of {which}, paused; the present model is kept. With Shift it is pinned for comparison."
    ));
}

/// The units that are on most, and the filters that they pool.
fn rows_of(ui: &Ui, rows: &Rows) -> crate::figure::Scene {
    let zoom = whole_pixel_zoom(ui.ctx(), TILE / rows.atlas.side() as f32);
    let options = FilterOptions {
        columns: 1,
        zoom,
        palette: *theme::palette(ui),
    };
    pooling_rows(
        &rows.units,
        &rows.atlas,
        &rows.strongest,
        &rows.usage,
        &options,
    )
    .scene
}
