//! Where the parts of figures are, and what is at a position.

use cellscope::figure::{
    Anchor, AnswerOptions, Answers, Atlas, ColorMap, Contrast, Figure, FilterTileOptions,
    FilterTiles, GridLayout, ListPlaces, Palette, PoolingLayout, PoolingMapOptions, STRONGEST,
    Shape, ToyModel, UnitGrid, answers, strongest_simple, top_rows, toy_figure,
};
use ndarray::Array2;

#[test]
fn a_position_within_a_square_names_its_unit_and_none_outside() {
    let units = [7, 3, 30, 11, 5, 8, 2];
    let options = PoolingMapOptions {
        columns: 3,
        ..PoolingMapOptions::page(7, Palette::LIGHT)
    };
    let layout = UnitGrid::new(&units, &options);
    for place in 0..units.len() {
        let rect = layout.rect(place);
        let inside = [rect.x + 1.0, rect.bottom() - 1.0];
        assert_eq!(layout.place_at(inside), Some(place));
    }
    let [width, height] = layout.size();
    let corner = [width - 1.0, height - 1.0];
    assert_eq!(layout.place_at(corner), None, "the last row is short");
    assert_eq!(layout.place_at([width + 5.0, 1.0]), None);
    assert_eq!(layout.place_at([1.0, -1.0]), None);
    assert_eq!(layout.place_at([f32::MAX, f32::MAX]), None);
}

#[test]
fn as_many_squares_as_fit_are_no_wider_than_the_space() {
    for width in [10.0, 110.0, 225.0, 1000.0] {
        let columns = UnitGrid::columns_within(width, 110.0);
        let size = |columns| {
            let options = PoolingMapOptions {
                columns,
                side: 110.0,
                palette: Palette::DARK,
            };
            UnitGrid::new(&[0; 100], &options).size()[0]
        };
        assert!(columns == 1 || size(columns) <= width);
        assert!(size(columns + 1) > width);
    }
}

#[test]
fn a_position_within_a_tile_names_its_unit_and_none_outside() {
    let layout = GridLayout::new(10, 20, 4, 2.0);
    for unit in 0..10 {
        let rect = layout.rect(unit);
        let inside = [rect.x + 1.0, rect.bottom() - 1.0];
        assert_eq!(layout.place_at(inside), Some(unit));
    }
    let [width, height] = layout.size();
    assert_eq!(
        layout.place_at([width - 1.0, height - 1.0]),
        None,
        "the last row is short"
    );
    assert_eq!(layout.place_at([width + 5.0, 1.0]), None);
    assert_eq!(layout.place_at([-1.0, 1.0]), None);
    assert_eq!(layout.place_at([f32::MAX, f32::MAX]), None);
}

#[test]
fn as_many_filters_as_fit_are_no_wider_than_the_space() {
    for width in [10.0, 41.0, 82.0, 500.0, 1000.0] {
        let columns = GridLayout::columns_within(width, 20, 2.0);
        let size = |columns| GridLayout::new(1000, 20, columns, 2.0).size()[0];
        assert!(columns == 1 || size(columns) <= width);
        assert!(size(columns + 1) > width);
    }
}

#[test]
fn a_position_on_a_tile_names_its_row_and_rank() {
    for columns in [1, 3] {
        let layout = PoolingLayout::new(10, 12, columns, 2.0);
        for unit in 0..10 {
            for rank in 0..STRONGEST {
                let tile = layout.tile(unit, rank);
                let center = [tile.x + tile.width / 2.0, tile.y + tile.height / 2.0];
                assert_eq!(layout.place_at(center), Some((unit, Some(rank))));
            }
            let row = layout.row(unit);
            assert_eq!(
                layout.place_at([row.x + 1.0, row.y + 1.0]),
                Some((unit, None))
            );
        }
        let [width, height] = layout.size();
        assert_eq!(layout.place_at([width + 1.0, 1.0]), None);
        assert_eq!(layout.place_at([1.0, height + 10.0]), None);
    }
}

#[test]
fn every_row_lies_within_the_scene() {
    let atlas = Atlas::new(
        Array2::ones((16, 5)).view(),
        ColorMap::Grey,
        Contrast::Common,
    );
    let (frame, simple) = ([0.5; 16], [0.1, -0.2, 0.3, 0.0, 0.5]);
    let found = Answers {
        frame: &frame,
        reconstruction: &frame,
        simple: &simple,
        invariant: &[0.0, 2.0],
        kept: None,
        whole: [0.0; 2],
    };
    let strongest = vec![vec![]; 2];
    for (width, lists) in [
        (200.0, ListPlaces::Below),
        (300.0, ListPlaces::Below),
        (500.0, ListPlaces::Stacked),
        (800.0, ListPlaces::SideBySide),
    ] {
        let options = AnswerOptions::within([width, 400.0], ColorMap::Grey, Palette::DARK);
        let Figure { scene, layout } = answers(&found, &atlas, &strongest, &options);
        assert_eq!(options.lists, lists, "{width}");
        assert!(scene.width <= width, "{} in {width}", scene.width);
        let units: Vec<_> = layout.simple.iter().map(|(unit, _)| *unit).collect();
        assert_eq!(units, [4, 2, 1, 0]);
        assert_eq!(layout.invariant[0].0, 1);
        for (_, row) in layout.simple.iter().chain(&layout.invariant) {
            assert!(row.right() <= scene.width && row.bottom() <= scene.height);
        }
    }
}

#[test]
fn bars_have_the_scale_of_the_whole_one() {
    let lengths = |whole| {
        let found = Answers {
            frame: &[0.5; 100],
            reconstruction: &[0.5; 100],
            simple: &[0.0, -3.0, -0.001, 1.5, 0.0],
            invariant: &[],
            kept: None,
            whole: [whole, 0.0],
        };
        let options = AnswerOptions::within([800.0, 400.0], ColorMap::Grey, Palette::DARK);
        let scene = answers(&found, &atlas("filters", 5), &[], &options).scene;
        let texts = scene.shapes.iter();
        let unsigned = texts
            .clone()
            .any(|shape| matches!(shape, Shape::Text { text, .. } if text == "0.00"));
        assert!(unsigned, "what rounds to nothing has no sign");
        let bars = texts.filter_map(|shape| match shape {
            Shape::Rect { at, .. } if at.height == 8.0 => Some(at.width),
            _ => None,
        });
        bars.collect::<Vec<_>>()
    };
    let (own, whole) = (lengths(0.0), lengths(6.0));
    assert_eq!(own.len(), 3);
    for (own, whole) in own.into_iter().zip(whole) {
        assert!((whole - 0.5 * own).abs() < 1e-3, "{whole} of {own}");
    }
}

#[test]
fn the_strongest_answers_come_first_and_silent_units_are_left_out() {
    let found = Answers {
        frame: &[0.5; 100],
        reconstruction: &[0.5; 100],
        simple: &[0.0, -3.0, 1.0, 2.0, 0.0],
        invariant: &[],
        kept: None,
        whole: [0.0; 2],
    };
    let ranked = |rows| {
        let options = AnswerOptions::within([800.0, 400.0], ColorMap::Grey, Palette::DARK);
        let options = AnswerOptions {
            rows: [rows; 2],
            ..options
        };
        let layout = answers(&found, &atlas("filters", 5), &[], &options).layout;
        let units = layout.simple.iter().map(|(unit, _)| *unit);
        units.collect::<Vec<_>>()
    };
    assert_eq!(ranked(9), [1, 3, 2]);
    assert_eq!(ranked(2), [1, 3]);
}

#[test]
fn lists_below_each_other_share_their_room_by_what_they_need() {
    let options = AnswerOptions::within([500.0, 400.0], ColorMap::Grey, Palette::DARK);
    assert_eq!(options.lists, ListPlaces::Stacked);
    let [half, _] = options.rows;
    assert_eq!(options.rows, [half; 2]);
    for (on, rows) in [
        ([half, 1], [half; 2]),
        ([half + 2, 1], [half + 2, half - 2]),
        ([1, half + 2], [half - 2, half + 2]),
        ([100, 2], [2 * half - 2, 2]),
        ([100, 0], [2 * half - 1, 1]),
        ([100, 100], [half; 2]),
        ([half - 1, 100], [half - 1, half + 1]),
    ] {
        assert_eq!(options.shared(on, 0.0).rows, rows, "{on:?}");
    }
    let beside = AnswerOptions::within([800.0, 400.0], ColorMap::Grey, Palette::DARK);
    assert_eq!(beside.shared([100, 0], 0.0), beside);
    let higher = options.shared([half + 2, 1], 3.0 * 27.0);
    assert_eq!(higher.rows, [half + 2, half + 1]);
}

#[test]
fn a_list_of_units_of_which_none_is_on_says_so() {
    let titles = |simple: &[f32]| {
        let found = Answers {
            frame: &[0.5; 100],
            reconstruction: &[0.5; 100],
            simple,
            invariant: &[],
            kept: None,
            whole: [0.0; 2],
        };
        let options = AnswerOptions::within([500.0, 400.0], ColorMap::Grey, Palette::DARK);
        let scene = answers(&found, &atlas("filters", 5), &[], &options).scene;
        let is_said = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "simple units, z: none is on");
        scene.shapes.iter().any(is_said)
    };
    assert!(titles(&[0.0; 5]));
    assert!(!titles(&[0.0, 1.0, 0.0, 0.0, 0.0]));
    assert!(!titles(&[]), "not answered yet");
}

const OPTIONS: FilterTileOptions = FilterTileOptions {
    zoom: 2.0,
    palette: Palette::DARK,
};

fn atlas(name: &'static str, units: usize) -> Atlas {
    let pixel = |(p, k): (usize, usize)| ((p * 3 + k * 7) % 11) as f32 - 5.0;
    let filters = Array2::from_shape_fn((100, units), pixel);
    Atlas::named(
        name,
        filters.view(),
        ColorMap::default(),
        Contrast::PerFilter,
    )
}

#[test]
fn every_active_unit_has_an_arrow_and_its_filters_come_by_weight() {
    let (patches, filters) = (atlas("patches", 12), atlas("filters", 40));
    let pooling = Array2::from_shape_fn((40, 5), |(i, j)| ((i * 13 + j * 5) % 41) as f32 / 41.0);
    let model = |active| ToyModel {
        patches: &patches,
        filters: &filters,
        pooling: pooling.view(),
        invariant_use: &[0.2; 5],
        active,
    };
    let lines = |figure: &Figure<FilterTiles>| {
        let shapes = figure.scene.shapes.iter();
        shapes
            .filter(|shape| matches!(shape, Shape::Polyline { .. }))
            .count()
    };
    let none = toy_figure(&model(&[]), &OPTIONS);
    let two = toy_figure(&model(&[1, 3]), &OPTIONS);
    assert_eq!((lines(&none), lines(&two)), (0, 4));
    for unit in 0..5 {
        let row = two
            .layout
            .tiles
            .iter()
            .filter(|t| t.invariant == Some(unit));
        let weights: Vec<f32> = row.map(|tile| pooling[[tile.simple, unit]]).collect();
        assert_eq!(weights.len(), 14);
        assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
    }
}

#[test]
fn labels_of_rows_have_room_for_their_lines_at_every_size() {
    let (patches, filters) = (atlas("patches", 12), atlas("filters", 40));
    let pooling = Array2::from_shape_fn((40, 5), |(i, j)| ((i * 13 + j * 5) % 41) as f32 / 41.0);
    let model = ToyModel {
        patches: &patches,
        filters: &filters,
        pooling: pooling.view(),
        invariant_use: &[0.2; 5],
        active: &[],
    };
    for zoom in [1.0, 4.0 / 3.0, 1.5, 2.0, 3.0] {
        let figure = toy_figure(&model, &FilterTileOptions { zoom, ..OPTIONS });
        let labels = figure.scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Text {
                at,
                size,
                anchor: Anchor::End,
                ..
            } => Some((at[1], *size)),
            _ => None,
        });
        let mut labels: Vec<_> = labels.collect();
        labels.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        for pair in labels.windows(2) {
            let [(above, upper), (below, lower)] = [pair[0], pair[1]];
            // Digits are about 0.7 of their size high.
            assert!(
                below - above >= 0.35 * (upper + lower),
                "zoom {zoom}: {pair:?}"
            );
        }
        let uses = labels.iter().filter(|(_, size)| *size < 10.0).count();
        assert_eq!(uses, if zoom < 4.0 / 3.0 { 0 } else { 5 }, "zoom {zoom}");
    }
}

#[test]
fn a_page_of_pooling_rows_is_no_higher_than_wide() {
    for units in [10, 25, 100, 400] {
        for side_px in [10, 12, 20] {
            let columns = PoolingLayout::columns_of_square(units, side_px, 2.0);
            let [width, height] = PoolingLayout::new(units, side_px, columns, 2.0).size();
            assert!(height <= width, "{units} units: {width} x {height}");
        }
    }
}

#[test]
fn a_position_on_a_tile_tells_the_filter_and_its_pool() {
    let filters = atlas("filters", 30);
    let pooling = Array2::from_shape_fn((30, 8), |(i, j)| ((i * 7 + j * 3) % 31) as f32 / 31.0);
    let top = Array2::from_shape_fn((8, 3), |(i, j)| ((i * 5 + j) % 9) as f32 / 9.0);
    let strongest = strongest_simple(pooling.view(), 9);
    let figure = top_rows(&filters, &strongest, top.view(), &[0.1; 3], &OPTIONS);
    assert!(!figure.layout.tiles.is_empty());
    for tile in &figure.layout.tiles {
        let at = [tile.at.x + 1.0, tile.at.y + 1.0];
        assert_eq!(figure.layout.tile_at(at), Some(*tile));
        assert!(tile.at.right() <= figure.scene.width && tile.at.bottom() <= figure.scene.height);
    }
    assert_eq!(figure.layout.tile_at([-1.0, 0.0]), None);
}
