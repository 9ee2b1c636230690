//! The files that `cellscope figures` writes.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use cellscope::analysis::{HELD_OUT, Layer, StrongestSearch};
use cellscope::config::Config;
use cellscope::engine::Checkpoint;
use cellscope::figure::NamedFigure;
use cellscope::model::ModelParams;
use cellscope::source::load;
use ndarray::{Array1, Array3};
use resvg::usvg::{Options, Tree};

use super::common::{cellscope, scratch, succeed};

/// Names that people's scripts use.
const NAMES: [&str; 12] = [
    "filters",
    "pooling",
    "figure2-left",
    "figure2-middle",
    "figure2-right",
    "maps-all",
    "polar-all",
    "centres-all",
    "figure3",
    "responses",
    "tuning",
    "curves",
];

/// All figures but those that take long, which are drawn only where they are named.
fn drawn_unnamed() -> Vec<&'static str> {
    let figures = NamedFigure::ALL.iter();
    let figures = figures.filter(|figure| !figure.takes_long() && !figure.needs_top());
    figures.map(|figure| figure.name).collect()
}

/// A folder with a small model in it.
fn with_model() -> tempfile::TempDir {
    let folder = scratch();
    succeed(
        folder.path(),
        "train --preset quick --simple 20 --invariant 30 --patch 8 --batch 4 --steps 3 --out m.safetensors",
    );
    folder
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file is there")
}

/// A table without the comments above it.
fn table(path: &Path) -> String {
    let text = text(path);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The whole numbers written in a figure: those of its units.
fn numbers(svg: &str) -> Vec<usize> {
    let tree = svg.split("</text>");
    tree.filter_map(|part| part.rsplit('>').next()?.parse().ok())
        .collect()
}

/// The invariant units of a table, each once, in order.
fn units(csv: &str) -> Vec<usize> {
    let fields = csv.lines().skip(1).map(|line| line.split(',').next());
    let mut units: Vec<usize> = fields
        .map(|field| field.expect("a field").parse().expect("a unit"))
        .collect();
    units.dedup();
    units
}

#[test]
fn every_figure_is_sound_svg_the_same_twice_and_a_png_of_its_size() {
    let folder = with_model();
    let first = succeed(folder.path(), "figures m.safetensors --out a --scale 1.5");
    assert_eq!(first.stdout, "");
    succeed(folder.path(), "figures m.safetensors --out b --format svg");
    let names = drawn_unnamed();
    assert!(NAMES.iter().all(|name| names.contains(name)));
    for name in &names {
        let svg = text(&folder.path().join(format!("a/{name}.svg")));
        assert!(
            svg == text(&folder.path().join(format!("b/{name}.svg"))),
            "{name}"
        );
        let tree = Tree::from_str(&svg, &Options::default()).expect(name);
        let png = image::open(folder.path().join(format!("a/{name}.png"))).expect(name);
        let size = [tree.size().width(), tree.size().height()];
        let expected = size.map(|side| (1.5 * side).ceil() as u32);
        assert_eq!([png.width(), png.height()], expected, "{name}");
    }
    let files = |folder: &Path| fs::read_dir(folder).expect("a folder").count();
    assert_eq!(files(&folder.path().join("a")), 2 * names.len());
    assert_eq!(files(&folder.path().join("b")), names.len());
}

#[test]
fn the_panels_of_figure_2_show_the_same_units_in_the_same_order() {
    let folder = with_model();
    let panels = ["left", "middle", "right"].map(|panel| format!("f/figure2-{panel}"));
    let drawn = |arguments: &str| {
        let all = "figures m.safetensors --out f --format svg,csv --only figure2-left figure2-middle figure2-right";
        succeed(folder.path(), &format!("{all} {arguments}"));
        let svg = |panel: &String| numbers(&text(&folder.path().join(format!("{panel}.svg"))));
        let [left, middle, right] = [0, 1, 2].map(|panel| svg(&panels[panel]));
        assert_eq!(left, middle);
        assert_eq!(left, right);
        for panel in &panels {
            assert_eq!(
                units(&table(&folder.path().join(format!("{panel}.csv")))),
                left
            );
        }
        left
    };
    let chosen = drawn("--seed 1");
    assert_eq!(chosen.len(), 25);
    assert_ne!(chosen, drawn("--seed 2"));
    assert_eq!(drawn("--units 4").len(), 4);
    assert_eq!(drawn("--units all"), (0..30).collect::<Vec<_>>());
}

#[test]
fn data_have_a_line_of_names_and_as_many_fields_in_every_line() {
    let folder = with_model();
    succeed(
        folder.path(),
        "figures m.safetensors --out d --format csv npy",
    );
    // Of a model as untrained as this, no unit need answer an edge or a grating.
    let may_be_silent = ["figure3", "responses", "tuning"];
    for name in NAMES {
        let csv = table(&folder.path().join(format!("d/{name}.csv")));
        let fields: Vec<_> = csv.lines().map(|line| line.split(',').count()).collect();
        assert!(fields.len() > 1 || may_be_silent.contains(&name), "{name}");
        assert!(fields.iter().all(|&count| count == fields[0]), "{name}");
        let has_array = folder.path().join(format!("d/{name}.npy")).exists();
        assert_eq!(
            has_array,
            ["filters", "pooling", "responses"].contains(&name),
            "{name}"
        );
    }
    let filters = table(&folder.path().join("d/filters.csv"));
    assert_eq!(filters.lines().count(), 1 + 20);
}

#[test]
fn a_table_begins_with_the_whole_configuration_and_the_changes_as_comments() {
    let folder = with_model();
    let command = "figures m.safetensors --out c --only curves tuning maps-all --format csv";
    succeed(folder.path(), command);
    for (name, own) in [
        ("curves", None),
        ("tuning", Some("# edges of k")),
        ("maps-all", Some("# filters and A of step 3")),
    ] {
        let csv = text(&folder.path().join(format!("c/{name}.csv")));
        let comments: Vec<_> = csv
            .lines()
            .take_while(|line| line.starts_with("# "))
            .collect();
        assert!(comments[0].ends_with(", step 3"), "{comments:?}");
        let config = comments[1]
            .strip_prefix("# config: ")
            .expect("the configuration");
        let config: Config = serde_json::from_str(config).expect("whole");
        assert_eq!((config.model.simple, config.movies.patch_side), (20, 8));
        let rest = csv.lines().skip(comments.len());
        assert!(rest.clone().count() > 0 && rest.clone().all(|line| !line.starts_with('#')));
        let is_own = |line: &&&str| own.is_some_and(|own| line.starts_with(own));
        let count = comments.iter().filter(is_own).count();
        assert_eq!(count, usize::from(own.is_some()), "{comments:?}");
        for change in &comments[2..comments.len() - count] {
            assert!(change.starts_with("# change: step "), "{change}");
        }
    }
}

#[test]
fn drawings_carry_what_they_were_made_from_but_no_path() {
    let folder = scratch();
    fs::create_dir(folder.path().join("secret")).expect("made");
    let picture = image::GrayImage::from_fn(64, 64, |x, y| image::Luma([(x * 7 + y * 13) as u8]));
    picture
        .save(folder.path().join("secret/a.png"))
        .expect("written");
    succeed(
        folder.path(),
        "train --preset quick --simple 20 --invariant 30 --patch 8 --batch 4 --steps 3 --images secret --out m.safetensors",
    );
    succeed(
        folder.path(),
        "figures m.safetensors --out d --only filters --format svg png csv",
    );
    let svg = text(&folder.path().join("d/filters.svg"));
    let described = svg
        .split_once("<desc>")
        .and_then(|(_, rest)| rest.split_once("</desc>"));
    let (in_svg, _) = described.expect("a description");
    let png = fs::File::open(folder.path().join("d/filters.png")).expect("a file");
    let png = png::Decoder::new(std::io::BufReader::new(png)).read_info();
    let info = png.expect("a PNG file").info().clone();
    let [chunk] = &info.utf8_text[..] else {
        panic!("one text: {:?}", info.utf8_text);
    };
    assert_eq!(chunk.keyword, "Description");
    let in_png = chunk.get_text().expect("text");
    assert_eq!(in_png, in_svg);
    let (version, config) = in_svg
        .split_once(": ")
        .expect("what, and its configuration");
    assert!(version.starts_with("cellscope ") && version.ends_with(", step 3"));
    let config: serde_json::Value = serde_json::from_str(config).expect("JSON");
    assert_eq!(config["model"]["simple"], 20);
    assert_eq!(config["source"], "images");
    assert!(!in_svg.contains("secret"));
    assert!(text(&folder.path().join("d/filters.csv")).contains("secret"));
}

#[test]
fn figure_3_is_drawn_at_the_betas_asked_for() {
    let folder = with_model();
    let command =
        "figures m.safetensors --only figure3 --k 0.7 --betas 0.4,0.01 --cells 5 --theme dark";
    succeed(
        folder.path(),
        &format!("{command} --out e --format svg,npy"),
    );
    let svg = text(&folder.path().join("e/figure3.svg"));
    for title in ["|z|", "u, β = 0.4", "u, β = 0.01"] {
        assert!(svg.contains(&format!(">{title}</text>")), "{title}");
    }
    assert!(svg.contains(">edges of k = 0.70 rad/px, shown to the model of step 3<"));
    let array = |name: &str, units: usize| {
        let path = folder.path().join(format!("e/figure3-{name}.npy"));
        let responses: Array3<f32> = ndarray_npy::read_npy(path).expect(name);
        assert_eq!(responses.dim().2, units, "{name}");
        assert!(responses.iter().all(|&response| response >= 0.0), "{name}");
        responses
    };
    array("z", 20);
    let on = |name| array(name, 30).iter().filter(|&&u| u > 0.0).count();
    assert!(on("u-0.4") <= on("u-0.01"));
    let files = fs::read_dir(folder.path().join("e")).expect("a folder");
    assert_eq!(files.count(), 4);
}

#[test]
fn usage_ranks_the_units_of_both_layers_and_keeps_their_order_in_the_arrays() {
    let folder = with_model();
    succeed(
        folder.path(),
        "figures m.safetensors --out u --only usage --format csv,npy",
    );
    let csv = table(&folder.path().join("u/usage.csv"));
    assert!(csv.starts_with("layer,rank,unit,share_on\n"), "{csv}");
    for (symbol, units) in [("z", 20), ("u", 30)] {
        let path = folder.path().join(format!("u/usage-{symbol}.npy"));
        let shares: Array1<f32> = ndarray_npy::read_npy(path).expect(symbol);
        assert_eq!(shares.len(), units);
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        // Of a model as untrained as this, no invariant unit need be on.
        assert!(symbol == "u" || shares.iter().any(|&share| share > 0.0));
        let lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let ranked: Vec<_> = lines.filter(|fields| fields[0] == symbol).collect();
        assert_eq!(ranked.len(), units);
        let mut before = f32::INFINITY;
        for (place, fields) in ranked.iter().enumerate() {
            let unit: usize = fields[2].parse().expect("a unit");
            let share: f32 = fields[3].parse().expect("a share");
            assert_eq!(fields[1], (place + 1).to_string());
            assert_eq!(share, shares[unit]);
            assert!(share <= before);
            before = share;
        }
    }
}

#[test]
fn time_compares_models_trained_on_movies_of_each_kind() {
    let folder = with_model();
    succeed(
        folder.path(),
        "figures m.safetensors --out t --only time --format csv,svg",
    );
    let csv = table(&folder.path().join("t/time.csv"));
    let kinds = csv.lines().skip(1).map(|line| line.split(',').next());
    let kinds: Vec<_> = kinds.map(|kind| kind.expect("a kind")).collect();
    let expected = ["drift", "movie", "scrambled", "still"].map(|kind| [kind; 3]);
    assert_eq!(kinds, expected.concat(), "{csv}");
    let svg = fs::read_to_string(folder.path().join("t/time.svg")).expect("drawn");
    assert!(expected.iter().all(|kind| svg.contains(kind[0])));
}

#[test]
fn the_models_of_time_begin_with_the_sparsities_as_they_were_set() {
    let folder = scratch();
    let folder = folder.path();
    succeed(
        folder,
        "train --preset quick --simple 20 --invariant 30 --patch 8 --batch 4 --steps 20 --simple-share 0.03 --out m.safetensors",
    );
    let mut begun = Checkpoint::open(&folder.join("m.safetensors")).expect("a model");
    let set = begun.state.prices_set.expect("they were set");
    assert_ne!(begun.config.model.alpha, set[0], "it was adapted");
    begun.config.model.set_adapted_prices(set);
    begun.save(&folder.join("n.safetensors")).expect("written");
    let [adapted, set] = ["m", "n"].map(|name| {
        let drawn = format!("figures {name}.safetensors --out {name} --only time --format csv");
        succeed(folder, &drawn);
        table(&folder.join(name).join("time.csv"))
    });
    assert_eq!(adapted, set);
}

#[test]
fn the_strongest_are_those_at_the_sparsities_in_force() {
    let folder = scratch();
    let folder = folder.path();
    let picture = image::GrayImage::from_fn(40, 40, |x, y| {
        image::Luma([(x * 37 + y * 91 + x * y) as u8])
    });
    picture.save(folder.join("noise.png")).expect("written");
    // Of more than 400 units beta begins low.
    succeed(
        folder,
        "train --preset quick --simple 1600 --invariant 5 --patch 8 --batch 4 --beta 0.05 --images noise.png --steps 1 --out m.safetensors",
    );
    let drawn = "figures m.safetensors --out f --only strongest --strongest-of u0 --format csv";
    succeed(folder, drawn);
    let csv = table(&folder.join("f/strongest.csv"));
    let shown = csv.lines().nth(1).and_then(|line| line.split(',').nth(1));
    let shown: f32 = shown.expect("a patch").parse().expect("an answer");
    let Checkpoint {
        config, learner, ..
    } = Checkpoint::open(&folder.join("m.safetensors")).expect("a model");
    let go_on = |_, _| ControlFlow::Continue(());
    let (movies, seed) = (&config.movies, config.seed);
    let pictures = load(&config.source, seed, &config.normalise, movies, &go_on);
    let pictures = pictures.expect("a picture");
    let strongest = |model: &ModelParams| {
        let (unit, seed) = ((Layer::Invariant, 0), seed ^ HELD_OUT);
        let weights = &learner.weights;
        let mut search = StrongestSearch::new(&pictures, weights, model, movies, unit, seed);
        while search.advance() {}
        search.found().first().map(|found| found.answer)
    };
    let in_force = config.model_in_force(learner.movies_seen);
    assert_eq!(strongest(&in_force), Some(shown));
    assert_ne!(strongest(&config.model), Some(shown));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_way_out() {
    let folder = with_model();
    let refused = |arguments: &str, hint: &str| {
        let outcome = cellscope(folder.path(), &format!("figures {arguments}"));
        assert!(outcome.code.is_some_and(|code| code != 0), "{arguments}");
        assert!(
            outcome.stderr.contains(hint),
            "{arguments}: {}",
            outcome.stderr
        );
    };
    let only = "m.safetensors --out g --only";
    for name in NAMES {
        refused(&format!("{only} figure4"), name);
    }
    refused(&format!("{only} curves --format npy"), "ask for csv");
    let formats = "curves comes as svg, png, csv";
    refused(&format!("{only} curves --format npy"), formats);
    let left_out = cellscope(
        folder.path(),
        &format!("figures {only} curves --format npy"),
    );
    assert!(!left_out.stderr.contains("left out"), "{left_out:?}");
    refused("m.safetensors --out g --scale 5", "from 1 to 4");
    refused("m.safetensors --out g --units 0", "or all");
    refused("m.safetensors --out m.safetensors", "name a folder");
    assert!(!folder.path().join("g").exists(), "nothing is left behind");
}

#[test]
fn the_model_itself_is_never_replaced() {
    let folder = with_model();
    let before = fs::read(folder.path().join("m.safetensors")).expect("a model");
    fs::copy(
        folder.path().join("m.safetensors"),
        folder.path().join("curves.svg"),
    )
    .expect("copied");
    let outcome = cellscope(folder.path(), "figures curves.svg --out .");
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert_eq!(
        fs::read(folder.path().join("curves.svg")).expect("a model"),
        before
    );
    assert!(!folder.path().join("filters.svg").exists());
}
