//! Any view is written as it is seen, as a picture or as data.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::app::{Action, ExportTheme, Format, View, views};
use cellscope::figure::{Color, Palette};
use egui::{Key, Modifiers, OutputCommand, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::test_window::{TestWindow, view};

/// Far longer than writing takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Exports a view by its button and the form's fields.
pub(crate) fn export(window: &mut TestWindow, view: View, format: Format, path: &Path) {
    window.act(Action::Show(view));
    window.click(&format!("Export {}", view.title));
    window.click(format.name());
    let field = window.node(Role::TextInput, "Path of the export");
    field.focus();
    window.settle();
    window
        .node(Role::TextInput, "Path of the export")
        .type_text(&path.display().to_string());
    window.settle();
    window.click("Write");
}

pub(crate) fn wait_for(window: &mut TestWindow, path: &Path) -> Vec<u8> {
    window.wait_until(&path.display().to_string(), |_| path.exists());
    std::fs::read(path).expect("readable")
}

/// What goes to the clipboard.
fn copied(window: &mut TestWindow) -> OutputCommand {
    let started = Instant::now();
    loop {
        window.harness.run_steps(1);
        let commands = &window.harness.output().platform_output.commands;
        let is_copy = |command: &&OutputCommand| !matches!(command, OutputCommand::OpenUrl(_));
        if let Some(command) = commands.iter().find(is_copy) {
            return command.clone();
        }
        assert!(started.elapsed() < PATIENCE, "nothing is copied");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The views of models of another kind, see `kinds`, that of a selected unit, see `strongest`, that of a
/// minibatch, and those of other runs, see `temporal_continuity`, `pins` and `sweep_map`.
const OF_A_KIND: [&str; 7] = [
    "figure1",
    "top",
    "strongest",
    "input",
    "time",
    "compare",
    "sweep",
];

#[test]
fn every_view_is_written_as_svg_and_as_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("bench")));
    window.answer();
    window.show_convergence();
    window.descend();
    window.act(Action::Show(view("inpainting")));
    window.fill();
    for shown in views()
        .into_iter()
        .filter(|view| !OF_A_KIND.contains(&view.key))
    {
        let path = folder.path().join(format!("{}.svg", shown.key));
        export(&mut window, shown, Format::Svg, &path);
        let svg = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        assert!(
            svg.starts_with("<svg") || svg.starts_with("<?xml"),
            "{}",
            shown.key
        );
        assert!(svg.len() > 500, "{} is empty", shown.key);
        let path = folder.path().join(format!("{}.csv", shown.key));
        export(&mut window, shown, Format::Csv, &path);
        let table = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        let mut lines = table.lines().filter(|line| !line.starts_with('#'));
        let columns = lines.next().map(|head| head.split(',').count());
        assert!(
            columns.is_some_and(|columns| columns > 2),
            "{}: {table}",
            shown.key
        );
        let has = |layer: &str| table.lines().any(|line| line.starts_with(layer));
        match shown.key {
            "bench" => {
                let words = "edge, b 0.00 px, θ 130.0°, k 1.00 rad/px, contrast 1.00";
                assert!(svg.contains(words));
                assert!(table.contains(&format!("# stimulus: {words}\n")));
            }
            "unit" => {
                for fact in ["unit ", "active in", "width over b"] {
                    assert!(svg.contains(fact), "{fact}");
                }
                assert!(svg.matches("<image").count() > 2, "filters and two maps");
                assert!(has("z,") && has("u,"), "{table}");
                let units = |layer: &str| -> BTreeSet<&str> {
                    let of = table.lines().filter(|line| line.starts_with(layer));
                    of.filter_map(|line| line.split(',').nth(4)).collect()
                };
                assert_eq!(units("u,").len(), 1);
                assert!(units("z,").len() > 1, "all units whose curves are drawn");
                let freq = |line: &&str| {
                    line.split(',')
                        .next_back()
                        .is_some_and(|freq| freq.parse::<f64>().is_ok())
                };
                assert!(
                    table
                        .lines()
                        .any(|line| line.starts_with(['z', 'u']) && freq(&line)),
                    "{table}"
                );
                assert!(
                    table.contains("# active in: ") && table.contains("# edges of k = 1.00 rad/px")
                );
            }
            "responses" => assert!(svg.contains("edges of k = 1.00 rad/px")),
            "convergence" => assert!(table.contains(", slope: ") || table.contains(": slope ")),
            "inpainting" => assert!(table.contains("; two layers, α "), "{table}"),
            _ => {}
        }
    }
}

#[test]
fn a_png_is_as_large_as_its_scale_says_and_an_array_as_large_as_the_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    let mut widths = Vec::new();
    for scale in [1.0, 3.0] {
        let path = folder.path().join(format!("{scale}.png"));
        window.act(Action::Show(view("maps")));
        window.click("Export Maps");
        window.click("PNG");
        let form = window.export_form();
        form.scale = scale;
        form.target.path = path.display().to_string();
        window.settle();
        window.click("Write");
        let bytes = wait_for(&mut window, &path);
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        widths.push(decoder.read_info().expect("a PNG").info().width);
    }
    assert_eq!(3 * widths[0], widths[1]);
    let path = folder.path().join("filters.npy");
    export(&mut window, view("filters"), Format::Npy, &path);
    let (pixels, units) = (window.config.pixels(), window.config.model.simple);
    let header = String::from_utf8_lossy(&wait_for(&mut window, &path)).into_owned();
    assert!(
        header.contains(&format!("({pixels}, {units})")),
        "{}",
        &header[..90]
    );
}

#[test]
fn squares_out_of_sight_are_exported_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.harness.set_size(egui::vec2(1000.0, 600.0));
    let last = window.config.model.invariant - 1;
    let shown = view("maps");
    let path = folder.path().join("maps.svg");
    export(&mut window, shown, Format::Svg, &path);
    let drawing = wait_for(&mut window, &path);
    let number = format!(">{last}</text>");
    assert!(String::from_utf8_lossy(&drawing).contains(&number));
    let path = folder.path().join("maps.csv");
    export(&mut window, shown, Format::Csv, &path);
    let table = wait_for(&mut window, &path);
    let line = format!("\n{last},");
    assert!(String::from_utf8_lossy(&table).contains(&line));
}

#[test]
fn a_key_copies_the_view_in_front_as_an_image() {
    let mut window = TestWindow::measured();
    let modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    window.harness.key_press_modifiers(modifiers, Key::C);
    let OutputCommand::CopyImage(image) = copied(&mut window) else {
        panic!("not an image");
    };
    assert!(image.width() > 100 && image.height() > 100);
    assert!(window.state().exports.form.is_none());
}

#[test]
fn a_format_that_a_view_lacks_is_not_offered() {
    let mut window = TestWindow::measured();
    let offers = |window: &TestWindow, format: Format| {
        let button = window
            .harness
            .query_by_role_and_label(Role::Button, format.name());
        button.is_some()
    };
    let offered = |window: &TestWindow| Format::ALL.map(|format| offers(window, format));
    window.act(Action::Export(view("filters")));
    assert_eq!(offered(&window), [true; 4]);
    window.click("NPY");
    let form = window.export_form();
    form.view = view("curves");
    form.target.formats.clear();
    window.settle();
    assert_eq!(offered(&window), [true, true, true, false]);
    let format = window.export_form().target.format;
    assert_eq!(format, Format::Svg, "what is not offered is not chosen");
}

#[test]
fn what_cannot_be_written_is_said_and_the_form_stays() {
    let mut window = TestWindow::measured();
    let missing = Path::new("/no/such/folder/curves.svg");
    export(&mut window, view("curves"), Format::Svg, missing);
    window.wait_for_text("/no/such/folder");
    assert!(window.state().exports.form.is_some());
}

#[test]
fn an_export_replaces_a_file_only_where_people_say_so_and_is_named_by_its_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    for (typed, written) in [("maps", "maps.svg"), ("alpha0.3", "alpha0.3.svg")] {
        let path = folder.path().join(written);
        std::fs::write(&path, "mine").expect("written");
        export(
            &mut window,
            view("maps"),
            Format::Svg,
            &folder.path().join(typed),
        );
        window.wait_for_text("Replace this file?");
        assert_eq!(std::fs::read(&path).expect("there"), b"mine");
        window.click("Replace");
        window.wait_until("written", |_| {
            std::fs::read(&path).expect("there") != b"mine"
        });
        assert!(!window.has_text("Replace this file?"));
    }
}

#[test]
fn a_view_that_is_not_in_front_is_not_exported_as_it_once_was() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("maps")));
    window.act(Action::Show(view("polar")));
    window.act(Action::Export(view("maps")));
    let formats = &window.export_form().target.formats;
    assert!(!formats.is_empty(), "it was brought to the front");
    window.act(Action::Show(view("polar")));
    window.act(Action::WriteExport);
    assert!(window.has_text("bring it to the front"));
    assert!(window.state().exports.form.is_some());
}

#[test]
fn a_view_is_copied_as_a_picture_or_as_text() {
    let mut window = TestWindow::measured();
    for (format, is_text) in [
        (Format::Png, false),
        (Format::Csv, true),
        (Format::Svg, true),
    ] {
        window.act(Action::Show(view("pooling")));
        window.click("Export Pooling");
        window.click(format.name());
        window.node(Role::Button, "Copy").click();
        match copied(&mut window) {
            OutputCommand::CopyImage(picture) => {
                assert!(!is_text && picture.size[0] > 100, "{:?}", picture.size);
            }
            OutputCommand::CopyText(text) => assert!(is_text && text.len() > 100, "{text}"),
            other => panic!("{other:?}"),
        }
        window.settle();
        assert!(window.has_text("Copied to the clipboard."));
    }
}

#[test]
fn a_figure_is_exported_in_the_other_theme_and_the_window_keeps_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    let dark = window.harness.ctx.theme();
    let mut grounds = Vec::new();
    for theme in ExportTheme::ALL {
        let path = folder.path().join(format!("{theme:?}.svg"));
        window.act(Action::Export(view("responses")));
        let form = window.export_form();
        form.theme = theme;
        form.target.path = path.display().to_string();
        window.settle();
        window.click("Write");
        let svg = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        assert_eq!(window.harness.ctx.theme(), dark);
        let Color(red, green, blue) = Palette::LIGHT.background;
        grounds.push(svg.contains(&format!("#{red:02x}{green:02x}{blue:02x}")));
    }
    assert_eq!(grounds, [false, false, true], "as on screen, dark, light");
}

#[test]
fn of_a_moment_of_the_past_step_and_configuration_are_both_of_then_and_of_the_whole_run_both_of_now()
 {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = crate::timeline::window();
    crate::timeline::publish(&mut window, |snapshot| {
        Arc::make_mut(&mut snapshot.config).model.beta = 0.875;
    });
    window.press(Key::OpenBracket);
    for (key, step, is_now) in [("curves", 12, true), ("filters", 11, false)] {
        let path = folder.path().join(format!("{key}.csv"));
        export(&mut window, view(key), Format::Csv, &path);
        let table = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        assert!(table.contains(&format!(", step {step}\n")), "{table}");
        let config = table.lines().find(|line| line.starts_with("# config: "));
        let config = config.expect("a configuration");
        assert_eq!(config.contains("\"beta\":0.875"), is_now, "{config}");
    }
}

#[test]
fn a_view_that_is_not_in_front_is_grey_with_the_reason_in_the_list_of_views_to_export() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("curves")));
    window.act(Action::Maximise(view("curves")));
    window.act(Action::Export(view("curves")));
    window.export_form().view = view("filters");
    window.export_form().target.formats.clear();
    window.settle();
    let reason = "Filters is not in front: bring it to the front to export it.";
    assert!(window.has_text(reason));
    window.export_form().view = view("curves");
    window.export_form().target.formats.clear();
    window.settle();
    assert!(!window.has_text(reason));
    window.node(Role::ComboBox, "View to export").click();
    window.settle();
    let is_grey = |window: &TestWindow, title: &str| {
        let entries = window
            .harness
            .get_all_by_role_and_label(Role::Button, title);
        entries
            .last()
            .expect("an entry")
            .accesskit_node()
            .is_disabled()
    };
    assert!(is_grey(&window, "Filters") && !is_grey(&window, "Curves"));
}
