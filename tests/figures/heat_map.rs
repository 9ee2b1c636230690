//! Where the cells and the labels of a heat map are.

use cellscope::figure::{
    Anchor, Figure, HeatMap, HeatMapAxis, HeatMapCell, HeatMapLayout, HeatMapPanel, Palette, Shape,
};
use ndarray::Array2;

#[test]
fn every_cell_of_a_heat_map_is_found_at_its_place() {
    let axis = |name: &str, values: usize| HeatMapAxis {
        name: name.to_owned(),
        values: (0..values).map(|value| value.to_string()).collect(),
    };
    let panel = HeatMapPanel {
        values: Array2::from_elem((3, 4), 0.5),
        models: Array2::from_elem((3, 4), 1),
        without: Array2::zeros((3, 4)),
    };
    let map = HeatMap {
        measure: "concentration".to_owned(),
        x: axis("model.alpha", 4),
        y: axis("model.beta", 3),
        third: Some(axis("seed", 2)),
        panels: vec![panel.clone(), panel],
        note: String::new(),
    };
    for room in [None, Some([200.0, 100.0]), Some([1600.0, 900.0])] {
        finds_its_cells(&map.figure(Palette::LIGHT, room));
    }
    let long = HeatMap {
        y: axis("model.invariant_share", 3),
        ..map
    };
    let named = long.figure(Palette::LIGHT, None).scene.shapes;
    let begins = named.iter().any(|shape| {
        matches!(shape, Shape::Text { at, anchor: Anchor::Start, text, .. }
            if text.contains("Share of u held") && at[0] >= 0.0)
    });
    assert!(begins, "a long name is within the scene");
}

fn finds_its_cells(Figure { scene, layout }: &Figure<HeatMapLayout>) {
    let cells: Vec<HeatMapCell> = layout.cells().collect();
    assert_eq!(cells.len(), 24);
    for cell in cells {
        let at = layout.rect(cell);
        assert!(at.right() < scene.width && at.bottom() < scene.height);
        let middle = [at.x + at.width / 2.0, at.y + at.height / 2.0];
        assert_eq!(layout.cell_at(middle), Some(cell));
    }
    let first = layout.rect(HeatMapCell {
        panel: 0,
        x: 0,
        y: 0,
    });
    assert_eq!(layout.cell_at([first.x - 3.0, first.y]), None);
    assert_eq!(layout.cell_at([first.x, first.bottom() + 3.0]), None);
}

#[test]
fn a_heat_map_uses_the_room_it_has_and_shows_its_labels_whole() {
    let axis = |name: &str, values: &[&str]| HeatMapAxis {
        name: name.to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    };
    let panel = HeatMapPanel {
        values: Array2::from_elem((2, 3), 0.5),
        models: Array2::from_elem((2, 3), 1),
        without: Array2::zeros((2, 3)),
    };
    let longest = r#"{"images":["/pictures/of/a/long/name"]}"#;
    let map = HeatMap {
        measure: "width".to_owned(),
        x: axis("alpha", &["0.25", "0.5", "1"]),
        y: axis("input", &["scenes", longest]),
        third: Some(axis("seed", &["1", "2", "3", "4"])),
        panels: vec![panel; 4],
        note: String::new(),
    };
    let cell = |figure: &Figure<HeatMapLayout>| {
        let first = figure.layout.cells().next().unwrap();
        figure.layout.rect(first)
    };
    let alone = map.figure(Palette::LIGHT, None);
    let room = [1600.0, 900.0];
    let large = map.figure(Palette::LIGHT, Some(room));
    assert!(cell(&large).width > cell(&alone).width && cell(&large).height > cell(&alone).height);
    assert!(large.scene.width <= room[0] && large.scene.height <= room[1]);
    let low = map.figure(Palette::LIGHT, Some([300.0, 100.0]));
    assert!(
        low.scene.shapes == alone.scene.shapes,
        "no smaller than alone"
    );
    let ends = |figure: &Figure<HeatMapLayout>| {
        let texts = figure.scene.shapes.iter();
        let ends = texts.filter_map(|shape| match shape {
            Shape::Text { at, text, size, .. } if text.ends_with("/a/long/name") => {
                Some((at[0], 0.5 * size * text.chars().count() as f32))
            }
            _ => None,
        });
        ends.collect::<Vec<_>>()
    };
    let upwards = ends(&alone);
    assert_eq!(upwards.len(), 4, "one for each panel");
    assert!(upwards.iter().all(|(right, width)| right >= width));
    // Across each value is there, however long.
    let panel = HeatMapPanel {
        values: Array2::from_elem((3, 2), 0.5),
        models: Array2::from_elem((3, 2), 1),
        without: Array2::zeros((3, 2)),
    };
    let across = HeatMap {
        x: map.y.clone(),
        y: map.x.clone(),
        panels: vec![panel; 4],
        ..map
    };
    let shortened = across.figure(Palette::LIGHT, None).scene.shapes;
    let is_short = |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text.starts_with('…') && text.ends_with("name"));
    assert_eq!(shortened.iter().filter(is_short).count(), 4);
}

#[test]
fn a_cell_whose_models_are_done_without_the_measure_is_told_from_one_that_waits() {
    let axis = |name: &str| HeatMapAxis {
        name: name.to_owned(),
        values: vec!["1".to_owned(), "2".to_owned()],
    };
    let (mut values, mut without) = (Array2::from_elem((2, 2), 0.5), Array2::zeros((2, 2)));
    (values[[0, 0]], values[[1, 1]]) = (f64::NAN, f64::NAN);
    without[[1, 1]] = 1;
    let map = HeatMap {
        measure: "concentration".to_owned(),
        x: axis("alpha"),
        y: axis("beta"),
        third: None,
        panels: vec![HeatMapPanel {
            models: Array2::from_elem((2, 2), 1),
            values,
            without,
        }],
        note: String::new(),
    };
    let drawn = map.figure(Palette::LIGHT, None).scene.shapes;
    let is_dash = |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text == "–");
    assert_eq!(drawn.iter().filter(is_dash).count(), 1);
}
