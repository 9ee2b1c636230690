//! Where the cells and the labels of a heat map are, and the points of a chart.

use cellscope::figure::{
    Anchor, Figure, HeatMap, HeatMapAxis, HeatMapCell, HeatMapLayout, HeatMapPanel, Palette, Shape,
};
use ndarray::{Array2, arr2};

fn axis(name: &str, values: &[&str]) -> HeatMapAxis {
    let values: Vec<_> = values.iter().map(|&value| value.to_owned()).collect();
    HeatMapAxis {
        name: name.to_owned(),
        labels: values.clone(),
        values,
    }
}

/// One model of each cell, all with this value.
fn panel(shape: (usize, usize), value: f64) -> HeatMapPanel {
    HeatMapPanel {
        values: Array2::from_elem(shape, value),
        models: Array2::from_elem(shape, 1),
        without: Array2::from_elem(shape, Vec::new()),
        tasks: Array2::from_shape_fn(shape, |(y, x)| vec![y * shape.1 + x]),
    }
}

#[test]
fn every_cell_of_a_heat_map_is_found_at_its_place() {
    let counts = ["0", "1", "2", "3"];
    let panel = panel((3, 4), 0.5);
    let map = HeatMap {
        measure: "concentration".to_owned(),
        x: axis("model.alpha", &counts),
        y: Some(axis("model.beta", &counts[..3])),
        third: Some(axis("seed", &counts[..2])),
        others: Vec::new(),
        panels: vec![panel.clone(), panel],
        note: String::new(),
    };
    for room in [None, Some([200.0, 100.0]), Some([1600.0, 900.0])] {
        finds_its_cells(&map.figure(Palette::LIGHT, room));
    }
    let long = HeatMap {
        y: Some(axis("model.invariant_share", &counts[..3])),
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
    let longest = r#"{"images":["/pictures/of/a/long/name"]}"#;
    let map = HeatMap {
        measure: "width".to_owned(),
        x: axis("alpha", &["0.25", "0.5", "1"]),
        y: Some(axis("input", &["scenes", longest])),
        third: Some(axis("seed", &["1", "2", "3", "4"])),
        others: Vec::new(),
        panels: vec![panel((2, 3), 0.5); 4],
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
    let across = HeatMap {
        x: axis("input", &["scenes", longest]),
        y: Some(map.x.clone()),
        panels: vec![panel((3, 2), 0.5); 4],
        ..map
    };
    let shortened = across.figure(Palette::LIGHT, None).scene.shapes;
    let is_short = |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text.starts_with('…') && text.ends_with("name"));
    assert_eq!(shortened.iter().filter(is_short).count(), 4);
}

#[test]
fn a_cell_whose_models_are_done_without_the_measure_is_told_from_one_that_waits() {
    let mut panel = panel((2, 2), 0.5);
    (panel.values[[0, 0]], panel.values[[1, 1]]) = (f64::NAN, f64::NAN);
    panel.without[[1, 1]].push("units are dead");
    let map = HeatMap {
        measure: "concentration".to_owned(),
        x: axis("alpha", &["1", "2"]),
        y: Some(axis("beta", &["1", "2"])),
        third: None,
        others: Vec::new(),
        panels: vec![panel],
        note: String::new(),
    };
    let drawn = map.figure(Palette::LIGHT, None).scene.shapes;
    let is_dash = |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text == "–");
    assert_eq!(drawn.iter().filter(is_dash).count(), 1);
}

/// A chart of a measure over the values of one setting; a row of `values` for each model of a value.
fn chart(setting: &[&str], values: Array2<f64>) -> HeatMap {
    HeatMap {
        measure: "concentration".to_owned(),
        x: axis("model.beta", setting),
        y: None,
        third: None,
        others: Vec::new(),
        panels: vec![HeatMapPanel {
            values: values.clone(),
            ..panel(values.dim(), 0.0)
        }],
        note: String::new(),
    }
}

/// The middles of the points of a chart whose models all have a value, in the order of its cells.
fn middles(map: &HeatMap) -> Vec<[f32; 2]> {
    let layout = map.figure(Palette::LIGHT, None).layout;
    let middle = |cell| {
        let at = layout.rect(cell);
        [at.x + at.width / 2.0, at.y + at.height / 2.0]
    };
    layout.cells().map(middle).collect()
}

#[test]
fn every_model_of_a_chart_is_a_point_at_its_value_and_found_there() {
    let mut map = chart(
        &["0.1", "0.2", "0.3"],
        arr2(&[[0.2, 0.5, f64::NAN], [0.4, f64::NAN, f64::NAN]]),
    );
    let panel = &mut map.panels[0];
    // The second value has one model; of the third one waits, and one has no such measure.
    panel.tasks[[1, 1]].clear();
    panel.models[[1, 1]] = 0;
    panel.without[[1, 2]].push("units are dead");
    for room in [None, Some([1600.0, 900.0]), Some([500.0, 210.0])] {
        let Figure { scene, layout } = map.figure(Palette::LIGHT, room);
        let [width, height] = room.unwrap_or([f32::INFINITY; 2]);
        assert!(scene.width <= width && scene.height <= height, "{room:?}");
        let cells: Vec<_> = layout.cells().collect();
        assert_eq!(cells.len(), 5, "a point for each model");
        for &cell in &cells {
            let at = layout.rect(cell);
            assert!(at.right() < scene.width && at.bottom() < scene.height);
            let middle = [at.x + at.width / 2.0, at.y + at.height / 2.0];
            assert_eq!(layout.cell_at(middle), Some(cell));
        }
        let at = |x, y| layout.rect(HeatMapCell { panel: 0, x, y });
        assert!(
            at(1, 0).y < at(0, 1).y && at(0, 1).y < at(0, 0).y,
            "by value"
        );
        assert!(at(0, 0).y < at(2, 0).y && at(2, 0).y == at(2, 1).y, "below");
        assert!(at(2, 0).right() <= at(2, 1).x + 0.1, "side by side");
        assert_eq!(layout.cell_at([at(1, 0).x, at(0, 0).y]), None, "far");
        let count = |is: fn(&Shape) -> bool| scene.shapes.iter().filter(|shape| is(shape)).count();
        assert_eq!(count(|shape| matches!(shape, Shape::Disc { .. })), 3);
        let dash = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "–");
        assert_eq!(count(dash), 1);
    }
    assert_eq!(
        map.table(),
        "model.beta,task,concentration,models\n0.1,0,0.2,1\n0.2,1,0.5,1\n0.3,2,,1\n0.1,3,0.4,1\n0.3,5,,1\n"
    );
    // With the other settings that vary.
    let seeds = ["0", "1", "2", "3", "4", "5"].map(str::to_owned);
    map.others = vec![("seed".to_owned(), seeds.to_vec())];
    let table = map.table();
    assert!(
        table.starts_with("model.beta,task,concentration,models,seed\n0.1,0,0.2,1,0\n")
            && table.ends_with("\n0.3,5,,1,5\n"),
        "{table}"
    );
}

#[test]
fn models_of_one_value_are_side_by_side() {
    let points = middles(&chart(&["1", "2"], arr2(&[[1.0, 1.0], [1.0, 0.0]])));
    let [first, second] = [points[0], points[2]];
    assert!(
        first[1] == second[1] && second[0] - first[0] > 5.0,
        "{points:?}"
    );
}

#[test]
fn numbers_are_to_scale_and_their_axis_is_logarithmic_where_they_are_spaced_so() {
    // Where the second of three values is, as a share of the way from the first to the last.
    for (values, share) in [
        (["1", "2", "4"], 0.5),
        (["0.1", "0.316228", "1"], 0.5),
        (["1", "5", "25.1"], 0.5),
        (["1", "2", "100"], 0.1505),
        (["1", "2", "3"], 0.5),
        (["1", "3", "11"], 0.2),
        (["0", "1", "100"], 0.01),
        (["-10", "1", "100"], 0.1),
        (["grey", "rgb", "opponent"], 0.5),
    ] {
        let points = middles(&chart(&values, arr2(&[[0.1, 0.2, 0.3]])));
        let [first, second, third] = [0, 1, 2].map(|place: usize| points[place][0]);
        let found = (second - first) / (third - first);
        assert!((found - share).abs() < 0.01, "{values:?}: {found}");
    }
}

#[test]
fn a_line_joins_the_means_where_several_models_have_a_value() {
    let lines = |map: &HeatMap| {
        let shapes = map.figure(Palette::LIGHT, None).scene.shapes;
        let lines = shapes.into_iter().filter_map(|shape| match shape {
            Shape::Polyline { points, color, .. } => {
                (color == Palette::LIGHT.series[2]).then_some(points)
            }
            _ => None,
        });
        lines.collect::<Vec<_>>()
    };
    let numbers = ["1", "2", "3"];
    assert!(lines(&chart(&numbers, arr2(&[[0.1, 0.2, 0.3]]))).is_empty());
    let mut seeds = chart(&numbers, arr2(&[[0.1, 0.5, 0.3], [0.3, f64::NAN, 0.5]]));
    seeds.panels[0].tasks[[1, 1]].clear();
    let line = &lines(&seeds)[0];
    let points = middles(&chart(&numbers, arr2(&[[0.1, 0.5, 0.5], [0.2, 0.3, 0.4]])));
    assert_eq!(line.len(), 3);
    for (mean, point) in line.iter().zip([points[3], points[1], points[5]]) {
        assert!((mean[0] - point[0]).abs() < 0.1 && (mean[1] - point[1]).abs() < 0.1);
    }
    let words = chart(&["a", "b", "c"], arr2(&[[0.1, 0.5, 0.3], [0.3, 0.4, 0.5]]));
    assert_eq!(lines(&words).len(), 3, "no line joins words");
}

#[test]
fn a_long_note_is_within_the_room_in_as_many_lines_as_it_needs() {
    let note = "Concentration of 3 of 12 models, the median over seed, movies per minibatch; –: 9 done, no value \
                (most simple units are dead); 2 failed";
    let map = HeatMap {
        measure: "concentration".to_owned(),
        x: axis("model.alpha", &["1", "2"]),
        y: Some(axis("model.beta", &["1", "2"])),
        third: None,
        others: Vec::new(),
        panels: vec![panel((2, 2), 0.5)],
        note: note.to_owned(),
    };
    let one = chart(&["1", "2"], arr2(&[[0.1, 0.2]]));
    let one = HeatMap {
        note: note.to_owned(),
        ..one
    };
    for map in [map, one] {
        let room = [420.0, 600.0];
        let scene = map.figure(Palette::LIGHT, Some(room)).scene;
        assert!(scene.width <= room[0] && scene.height <= room[1]);
        let lines = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, at, .. } if note.contains(text.as_str()) && text.len() > 20 => {
                Some((text.as_str(), at[1]))
            }
            _ => None,
        });
        let lines: Vec<_> = lines.collect();
        assert!(lines.len() > 1 && lines.is_sorted_by(|a, b| a.1 < b.1));
        let texts: Vec<_> = lines.iter().map(|(text, _)| *text).collect();
        assert!(note.starts_with(&texts.join(" ")), "{texts:?}");
        assert!(lines.iter().all(|(_, bottom)| *bottom < scene.height));
    }
}

#[test]
fn numbers_on_an_axis_have_three_digits_where_that_tells_them_apart() {
    let texts = |values: &[&str]| {
        let row = Array2::from_elem((1, values.len()), 0.5);
        let shapes = chart(values, row).figure(Palette::LIGHT, None).scene.shapes;
        let texts = shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    for (values, shown) in [
        (["0.238755", "0.619355", "1"], ["0.239", "0.619", "1"]),
        (["0.238755", "0.238766", "1"], ["0.238755", "0.238766", "1"]),
        (["12345", "20000", "31234.5"], ["12345", "20000", "31234.5"]),
    ] {
        // Of those that are too near each other the first is there.
        let texts = texts(&values);
        for (value, shown) in values.into_iter().zip(shown) {
            let is_there = |word: &str| texts.iter().any(|text| text == word);
            assert!(
                is_there(shown) || value == "0.238766",
                "{shown} in {texts:?}"
            );
            assert!(value == shown || !is_there(value), "{value} in {texts:?}");
        }
    }
}

#[test]
fn several_models_of_one_value_alone_have_a_mean() {
    let mut map = chart(&["1", "2"], arr2(&[[0.1, f64::NAN], [0.3, f64::NAN]]));
    map.panels[0].models = Array2::zeros((2, 2));
    let means = |map: &HeatMap| {
        let shapes = map.figure(Palette::LIGHT, None).scene.shapes;
        let is_mean = |shape: &&Shape| matches!(shape, Shape::Polyline { color, .. } if *color == Palette::LIGHT.series[2]);
        shapes.iter().filter(is_mean).count()
    };
    assert_eq!((map.has_means(), means(&map)), (false, 0));
    map.panels[0].models = arr2(&[[1, 0], [1, 0]]);
    assert_eq!((map.has_means(), means(&map)), (true, 1));
}
