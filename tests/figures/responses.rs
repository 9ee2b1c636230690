//! Figure 3, maps of one unit and tuning curves: what they draw and what is where in them.

use cellscope::analysis::Layer;
use cellscope::analysis::tuning::{EdgeGrid, EdgeResponses};
use cellscope::figure::{
    Cell, EdgeMapLayout, Figure, Palette, PanelOptions, ResponsePanel, ResponsePanelsLayout,
    ResponseRamp, ResponseScale, Shape, TuningRow, UnitTuning, Weight, distinct_color, maps_of,
    random_cells, response_maps, response_panels, responses_table, to_svg, tuning_curves,
    tuning_row, tuning_table,
};
use cellscope::source::{MovieParams, NormaliseParams};
use ndarray::{Array3, ArrayView3, Axis, s};

const UNITS: usize = 4;

fn grid() -> EdgeGrid {
    let movies = MovieParams {
        patch_side: 12,
        ..MovieParams::default()
    };
    EdgeGrid::new(&movies, 1.0, &NormaliseParams::default())
}

/// Cones at growing orientations: 0 and 1 far apart, 2 on the slope of 1; 3 is silent.
fn responses(grid: &EdgeGrid) -> Array3<f32> {
    let middle = grid.b_px.len() as f32 / 2.0;
    let peaks = [(10.0, middle - 6.0), (40.0, middle), (44.0, middle)];
    let shape = (grid.theta_rad.len(), grid.b_px.len(), UNITS);
    Array3::from_shape_fn(shape, |(theta, b, unit)| {
        peaks.get(unit).map_or(0.0, |(to_theta, to_b)| {
            let radius = (theta as f32 - to_theta).hypot(b as f32 - to_b.floor());
            // Of different strength: what is drawn is the share of the peak.
            (1.0 + unit as f32) * (1.0 - radius / 6.0).max(0.0)
        })
    })
}

fn panel<'a>(responses: ArrayView3<'a, f32>, units: &[usize]) -> ResponsePanel<'a> {
    let in_order = units.iter().enumerate();
    let cells = in_order.map(|(color, &unit)| Cell { unit, color });
    ResponsePanel {
        beta: Some(0.3),
        responses,
        cells: cells.collect::<Vec<_>>().leak(),
        highlight: None,
    }
}

fn drawn(panels: &[ResponsePanel<'_>]) -> Figure<ResponsePanelsLayout> {
    drawn_on(Palette::DARK, panels)
}

fn drawn_on(palette: Palette, panels: &[ResponsePanel<'_>]) -> Figure<ResponsePanelsLayout> {
    let options = PanelOptions::maps(panels.len(), palette);
    response_panels(&grid(), panels, &options)
}

/// The colour shown at a position of a scene's rasters.
fn pixel<Layout>(figure: &Figure<Layout>, [x, y]: [f32; 2]) -> [u8; 3] {
    let shapes = figure.scene.shapes.iter();
    let mut shown = shapes.filter_map(|shape| match shape {
        Shape::Raster { raster, crop, at } => {
            let place = [(x - at.x) / at.width, (y - at.y) / at.height];
            if !place.iter().all(|share| (0.0..1.0).contains(share)) {
                return None;
            }
            let column = crop.x + (place[0] * crop.width as f32) as usize;
            let row = crop.y + (place[1] * crop.height as f32) as usize;
            let start = 4 * (row * raster.width + column);
            raster.rgba[start..start + 3].try_into().ok()
        }
        _ => None,
    });
    shown.next_back().expect("a raster is there")
}

fn peak(responses: ArrayView3<'_, f32>, unit: usize) -> (usize, usize) {
    let of_unit = responses.index_axis(Axis(2), unit);
    let highest = of_unit.indexed_iter().max_by(|a, b| a.1.total_cmp(b.1));
    highest.expect("a grid").0
}

fn position(maps: &EdgeMapLayout, panel: usize, (theta, b): (usize, usize)) -> [f32; 2] {
    maps.position(panel, theta as f32, b as f32)
}

#[test]
fn every_edge_is_found_again_at_its_position() {
    let grid = grid();
    let responses = responses(&grid);
    let figure = drawn(&[panel(responses.view(), &[0]), panel(responses.view(), &[1])]);
    let maps = &figure.layout.maps;
    for (theta, theta_rad) in grid.theta_rad.iter().enumerate() {
        for (b, b_px) in grid.b_px.iter().enumerate() {
            let edge = maps.edge_at(position(maps, 1, (theta, b))).expect("inside");
            assert_eq!((edge.panel, edge.theta, edge.b), (1, theta, b));
            assert_eq!((edge.theta_rad, edge.b_px), (*theta_rad, *b_px));
        }
    }
    let [left, above] = [maps.panels[0].x - 1.0, maps.panels[0].y - 1.0];
    assert_eq!(maps.edge_at([left, above + 20.0]), None);
    assert_eq!(maps.edge_at([left + 20.0, above]), None);
}

#[test]
fn a_peak_has_its_units_colour_and_names_it() {
    let responses = responses(&grid());
    let figure = drawn(&[
        panel(responses.view(), &[0, 3]),
        panel(responses.view(), &[1]),
    ]);
    let layout = &figure.layout;
    for (place, unit) in [(0, 0), (1, 1)] {
        let (theta, b) = peak(responses.view(), unit);
        let at = position(&layout.maps, place, (theta, b));
        let color = distinct_color(0);
        assert_eq!(pixel(&figure, at), [color.0, color.1, color.2]);
        let pointed = layout.response_at(at).expect("inside");
        assert_eq!(pointed.strongest, Some((unit, responses[[theta, b, unit]])));
    }
    let corner = position(&layout.maps, 0, (59, 0));
    assert_eq!(pixel(&figure, corner), [0; 3]);
    let pointed = layout.response_at(corner).expect("inside");
    assert_eq!(pointed.strongest, None);
}

#[test]
fn where_regions_overlap_it_is_brighter_than_in_either() {
    let responses = responses(&grid());
    let panels = [&[1, 2][..], &[1], &[2]].map(|units| panel(responses.view(), units));
    let figure = drawn(&panels);
    let (theta, b) = peak(responses.view(), 1);
    let at = |place| position(&figure.layout.maps, place, (theta + 2, b));
    let [both, first, _] = [0, 1, 2].map(|place| pixel(&figure, at(place)));
    let light = |color: [u8; 3]| color.iter().map(|&part| u32::from(part)).sum::<u32>();
    assert!(light(both) > light(first) && light(first) > 0);
    // The one that answers more, as a share of its peak, is named, not the one of larger numbers.
    let at = position(&figure.layout.maps, 0, (theta + 1, b));
    let pointed = figure.layout.response_at(at).expect("inside");
    assert_eq!(pointed.strongest.map(|(unit, _)| unit), Some(1));
}

#[test]
fn on_a_light_ground_regions_are_inks_and_darker_where_they_overlap() {
    let responses = responses(&grid());
    let panels = [&[1, 2][..], &[1]].map(|units| panel(responses.view(), units));
    let figure = drawn_on(Palette::LIGHT, &panels);
    let (theta, b) = peak(responses.view(), 1);
    let at = |place| position(&figure.layout.maps, place, (theta + 2, b));
    let [both, first] = [0, 1].map(|place| pixel(&figure, at(place)));
    let light = |color: [u8; 3]| color.iter().map(|&part| u32::from(part)).sum::<u32>();
    assert!(light(both) < light(first) && light(first) < 3 * 255);
    let corner = position(&figure.layout.maps, 1, (0, 0));
    assert_eq!(pixel(&figure, corner), [255; 3]);
}

#[test]
fn an_outline_runs_where_the_response_is_half_its_peak() {
    let responses = responses(&grid());
    let figure = drawn(&[panel(responses.view(), &[0, 1])]);
    let (theta, b) = peak(responses.view(), 1);
    let maps = &figure.layout.maps;
    let [x, y] = position(maps, 0, (theta, b));
    let [right, up] = maps.position(0, theta as f32 + 1.0, b as f32 + 1.0);
    let outline = figure.layout.outline(0, 1);
    assert!(outline.len() > 8);
    for [at_x, at_y] in outline.iter().flatten() {
        let radius = ((at_x - x) / (right - x)).hypot((at_y - y) / (up - y));
        assert!((radius - 3.0).abs() < 0.3, "{radius} cells");
    }
    assert!(figure.layout.outline(0, 2).is_empty(), "not drawn");
}

#[test]
fn a_highlighted_unit_stands_out_and_the_others_step_back() {
    let responses = responses(&grid());
    let highlight = |unit| ResponsePanel {
        highlight: Some(unit),
        ..panel(responses.view(), &[0, 1])
    };
    let plain = drawn(&[panel(responses.view(), &[0, 1])]);
    let at = |unit| position(&plain.layout.maps, 0, peak(responses.view(), unit));
    let bright = |figure: &Figure<_>, unit| pixel(figure, at(unit)).into_iter().max();
    let first = drawn(&[highlight(0)]);
    assert_eq!(pixel(&first, at(0)), pixel(&plain, at(0)));
    assert!(bright(&first, 1) < bright(&plain, 1));
    assert!(
        first.scene.shapes.len() > plain.scene.shapes.len() + 8,
        "an outline"
    );
    // One that is not among the cells drawn appears in a colour that is none of theirs.
    let other = drawn(&[highlight(2)]);
    assert_eq!(other.layout.units(0).count(), 3);
    let added = other.layout.units(0).last();
    assert_eq!(added, Some((2, Palette::DARK.series[0])));
    assert_ne!(pixel(&other, at(2)), pixel(&plain, at(2)));
    // A unit that a smaller model does not have is ignored.
    let gone = drawn(&[highlight(UNITS)]);
    assert_eq!(gone.scene, plain.scene);
}

#[test]
fn cells_are_chosen_among_those_that_answer() {
    let responses = responses(&grid());
    for seed in 0..20 {
        let cells = random_cells(&[responses.view()], 2, seed);
        assert_eq!(cells.len(), 2);
        assert!(cells.iter().all(|cell| cell.unit < 3), "{cells:?}");
    }
    let units = |cells: Vec<Cell>| cells.iter().map(|cell| cell.unit).collect::<Vec<_>>();
    let all = random_cells(&[responses.view()], 30, 0);
    assert_eq!(units(all.clone()), [0, 1, 2]);
    // A unit that falls silent takes no colour from the others.
    let mut fewer = responses.clone();
    fewer.index_axis_mut(Axis(2), 1).fill(0.0);
    let left = random_cells(&[fewer.view()], 30, 0);
    assert_eq!(left, [all[0], all[2]]);
    let silent = Array3::zeros(responses.dim());
    assert!(random_cells(&[silent.view()], 30, 0).is_empty());
    assert_eq!(
        random_cells(&[silent.view(), responses.view()], 30, 0).len(),
        3
    );
}

#[test]
fn a_map_tells_the_response_at_a_position_and_shows_the_strongest_lightest() {
    let grid = grid();
    let responses = responses(&grid);
    let maps = maps_of(responses.view(), &[0, 2, 3], "u");
    let draw = |scale| {
        let options = PanelOptions::maps(3, Palette::LIGHT);
        response_maps(&grid, &maps, ResponseRamp::Viridis, scale, &options)
    };
    let (common, own) = (draw(ResponseScale::Common), draw(ResponseScale::PerMap));
    let table = ResponseRamp::Viridis.table();
    let at = |place, unit| position(&common.layout.maps, place, peak(responses.view(), unit));
    assert_eq!(pixel(&common, at(1, 2)), table[255]);
    assert_eq!(pixel(&common, at(0, 0)), table[85], "a third as strong");
    assert_eq!(pixel(&own, at(0, 0)), table[255]);
    assert_eq!(pixel(&own, at(2, 0)), table[0], "a silent unit");
    let (edge, response) = common.layout.response_at(at(1, 2)).expect("inside");
    assert_eq!(response, responses[[edge.theta, edge.b, 2]]);
}

fn rows(grid: &EdgeGrid) -> Vec<TuningRow> {
    let responses = responses(grid);
    let strongest = [0, 3].map(|unit| Weight { unit, weight: 1.0 });
    let responses = EdgeResponses {
        grid: grid.clone(),
        simple: responses.clone(),
        invariant: vec![responses],
    };
    let pooled = || strongest.iter().map(|weight| weight.unit);
    let row = |unit| tuning_row(unit, pooled(), &responses, None);
    [1, 3].map(row).to_vec()
}

#[test]
fn positions_of_a_unit_beyond_the_turn_of_theta_have_the_sign_of_the_unit_that_pools_it() {
    let grid = grid();
    let (thetas, places) = (grid.theta_rad.len(), grid.b_px.len());
    let mut of = [0, 1].map(|_| Array3::zeros((thetas, places, 2)));
    // Nearly the same edge: at the first orientation, and at the last with the other sign of b.
    of[1][[0, places - 3, 0]] = 1.0;
    of[0][[thetas - 1, 2, 0]] = 2.0;
    of[0][[0, 1, 1]] = 3.0;
    let [simple, invariant] = of;
    let responses = EdgeResponses {
        grid,
        simple,
        invariant: vec![invariant],
    };
    let row = tuning_row(0, [0, 1], &responses, None);
    let best = |unit: &UnitTuning| {
        unit.edges
            .as_ref()
            .map(|edges| (edges.best_b, edges.peak()))
    };
    assert_eq!(best(&row.invariant), Some((places - 3, 1.0)));
    assert_eq!(best(&row.simple[0]), Some((places - 3, 2.0)), "beside it");
    assert_eq!(best(&row.simple[1]), Some((1, 3.0)), "of its orientation");
}

#[test]
fn the_curve_under_the_pointer_names_its_unit() {
    let grid = grid();
    let figure = tuning_curves(
        &grid,
        None,
        &rows(&grid),
        &PanelOptions::curves(2, Palette::LIGHT),
    );
    let layout = &figure.layout;
    let curves = figure.scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Polyline { points, width, .. } if points.len() > 10 => Some((points, *width)),
        _ => None,
    });
    let top = |points: &[[f32; 2]]| {
        let highest = points.iter().min_by(|a, b| a[1].total_cmp(&b[1]));
        *highest.expect("points")
    };
    // The first simple unit's orientation is beyond the chart of the first row: a flat line there.
    let found: Vec<_> = curves
        .filter(|(points, _)| points.iter().any(|point| point[1] != points[0][1]))
        .map(|(points, width)| (layout.unit_at(top(points)), width > 2.0))
        .collect();
    let (simple, invariant) = (Some((Layer::Simple, 0)), Some((Layer::Invariant, 1)));
    // In the second row the invariant unit and its second simple unit are silent.
    assert!(found.contains(&(simple, false)), "{found:?}");
    assert!(found.contains(&(invariant, true)), "{found:?}");
    assert!(
        found
            .iter()
            .all(|(unit, is_thick)| *is_thick == (*unit == invariant))
    );
    let row = layout.rows[1];
    assert_eq!(layout.unit_at([row.right() + 20.0, row.y]), None);
}

#[test]
fn the_same_responses_give_the_same_bytes() {
    let grid = grid();
    let responses = responses(&grid);
    let svg = || {
        let maps = maps_of(responses.view(), &[0, 1], "u");
        let options = PanelOptions::maps(2, Palette::LIGHT);
        let (ramp, scale) = (ResponseRamp::Magma, ResponseScale::Common);
        let scenes = [
            drawn(&[panel(responses.view(), &[0, 1, 2])]).scene,
            response_maps(&grid, &maps, ramp, scale, &options).scene,
            tuning_curves(
                &grid,
                None,
                &rows(&grid),
                &PanelOptions::curves(2, Palette::LIGHT),
            )
            .scene,
        ];
        scenes.map(|scene| to_svg(&scene).expect("svg"))
    };
    assert!(svg() == svg());
}

#[test]
fn nothing_to_draw_is_an_empty_figure() {
    let grid = grid();
    assert!(drawn(&[]).layout.maps.panels.is_empty());
    let options = PanelOptions::maps(0, Palette::LIGHT);
    let (ramp, scale) = (ResponseRamp::Grey, ResponseScale::Common);
    assert!(
        response_maps(&grid, &[], ramp, scale, &options)
            .scene
            .shapes
            .is_empty()
    );
    let curves = tuning_curves(&grid, None, &[], &PanelOptions::curves(0, Palette::LIGHT));
    assert_eq!(curves.layout.unit_at([1.0, 1.0]), None);
}

#[test]
fn the_table_brings_back_the_responses_bit_by_bit() {
    let grid = grid();
    let responses = responses(&grid);
    let simple = ResponsePanel {
        beta: None,
        ..panel(responses.view(), &[2])
    };
    let csv = responses_table(&grid, &[simple, panel(responses.view(), &[0, 1])]);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("layer,beta,theta_rad,b_px,unit,response")
    );
    let mut found: Array3<f32> = Array3::zeros(responses.dim());
    for line in lines {
        let fields: Vec<_> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<f64>().expect("a number");
        let index = |values: &[f64], value| values.iter().position(|v| *v == value);
        let theta = index(&grid.theta_rad, number(2)).expect("an orientation shown");
        let b = index(&grid.b_px, number(3)).expect("a position shown");
        let unit = fields[4].parse::<usize>().expect("a unit");
        let expected = if unit == 2 { ["z", ""] } else { ["u", "0.3"] };
        assert_eq!(fields[..2], expected);
        found[[theta, b, unit]] = fields[5].parse().expect("a response");
    }
    assert_eq!(
        found.slice(s![.., .., ..3]),
        responses.slice(s![.., .., ..3])
    );
}

#[test]
fn the_table_of_tuning_has_every_curve() {
    let grid = grid();
    let csv = tuning_table(&grid, None, &rows(&grid));
    let count = |start: &str| csv.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("1,u,1,b_px,"), grid.b_px.len());
    assert_eq!(count("1,u,1,theta_rad,"), grid.theta_rad.len());
    assert_eq!(count("3,z,0,b_px,"), grid.b_px.len());
    assert_eq!(count("3,u,3,"), 0, "a silent unit has no curve");
}
