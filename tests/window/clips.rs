//! A view along the run, as a clip: asked for by its dialog, made beside the window, stopped, and decoded again.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use cellscope::app::{Action, ClipSubject, ExportTheme};
use cellscope::engine::{Checkpoint, Recording, Snapshot};
use cellscope::figure::ClipFormat;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frame};

use crate::test_window::{TestWindow, view};

/// A window on a model that learned for some minibatches, with their history, and a folder for clips.
pub(crate) fn with_past() -> (TestWindow, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("m.safetensors");
    let trained = Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args([
            "train", "--preset", "quick", "--batch", "10", "--steps", "40",
        ])
        .arg("--out")
        .arg(&model)
        .output();
    assert!(trained.expect("it starts").status.success());
    let opened = Checkpoint::open(&model).expect("a model");
    let history = folder.path().join("m.history");
    let recording = Recording::open(&history).expect("a history");
    fs::remove_file(model).expect("removed");
    let mut window = TestWindow::measured();
    window.publish(|snapshot| {
        snapshot.learner = opened.learner;
        snapshot.status.step = opened.state.step;
        snapshot.status.movies_seen = opened.state.movies_seen;
        snapshot.recording = recording;
    });
    window.act(Action::Show(view("filters")));
    (window, folder)
}

pub(crate) fn clips(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.count() - 1
}

/// Types the path of the clip.
pub(crate) fn name(window: &mut TestWindow, path: &Path) {
    window.node(Role::TextInput, "Path of the clip").focus();
    window.settle();
    window
        .node(Role::TextInput, "Path of the clip")
        .type_text(&path.display().to_string());
    window.settle();
}

pub(crate) fn frames(path: &Path) -> Vec<Frame> {
    let bytes = fs::read(path).expect("a file is there");
    let decoder = GifDecoder::new(Cursor::new(bytes)).expect("a GIF");
    decoder.into_frames().collect_frames().expect("frames")
}

#[test]
fn a_clip_of_the_view_in_front_is_written_as_the_dialog_says() {
    let (mut window, folder) = with_past();
    let modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    window.harness.key_press_modifiers(modifiers, Key::E);
    window.settle();
    let path = folder.path().join("c.gif");
    let form = window.clip_form();
    assert!(
        form.target.path.ends_with("filters.gif"),
        "{}",
        form.target.path
    );
    assert_eq!(form.subject, ClipSubject::View(view("filters")));
    assert_eq!(form.span, [0, 40]);
    (form.options.seconds, form.options.frames_per_sec) = (2.0, 10);
    form.options.width_px = Some(300);
    name(&mut window, &path);
    window.click("Write clip");
    window.wait_for_text("Written to ");
    let frames = frames(&path);
    assert_eq!(frames.len(), 16);
    assert_eq!(frames[0].buffer().width(), 300);
    let changes = frames.windows(2);
    let changes = changes.filter(|pair| pair[0].buffer() != pair[1].buffer());
    assert!(changes.count() > 8);
    assert!(window.state().exports.clip.is_none());
}

#[test]
fn a_clip_is_made_in_the_other_theme_and_the_window_keeps_its_own() {
    let (mut window, folder) = with_past();
    let dark = window.harness.ctx.theme();
    let mut grounds = Vec::new();
    for theme in ExportTheme::ALL {
        let path = folder.path().join(format!("{theme:?}.gif"));
        window.act(Action::ExportClip);
        window.node(Role::ComboBox, "Colours of the clip");
        let form = window.clip_form();
        (form.options.seconds, form.options.frames_per_sec) = (1.0, 4);
        form.theme = theme;
        name(&mut window, &path);
        window.click("Write clip");
        window.wait_for_text(&format!("{theme:?}.gif: "));
        assert_eq!(window.harness.ctx.theme(), dark);
        // The step is written below the figure, on its ground.
        let frames = frames(&path);
        let first = frames[0].buffer();
        grounds.push(first[(0, first.height() - 1)][0] > 128);
    }
    assert_eq!(grounds, [false, false, true], "as on screen, dark, light");
}

#[test]
fn every_view_of_the_weights_and_the_curves_can_be_a_clip() {
    let (mut window, folder) = with_past();
    for key in ["pooling", "maps", "polar", "centres", "curves"] {
        window.act(Action::Show(view(key)));
        window.act(Action::ExportClip);
        let path = folder.path().join(format!("{key}.gif"));
        let form = window.clip_form();
        form.subject = ClipSubject::View(view(key));
        window.settle();
        let form = window.clip_form();
        assert!(!form.source.is_filmed, "{key}");
        (form.options.seconds, form.options.frames_per_sec) = (1.0, 4);
        name(&mut window, &path);
        window.click("Write clip");
        window.wait_for_text(&format!("{key}.gif: "));
        assert_eq!(frames(&path).len(), 4, "{key}");
    }
}

#[test]
fn a_clip_that_is_stopped_leaves_no_file_and_can_be_asked_for_again() {
    let (mut window, folder) = with_past();
    window.act(Action::ExportClip);
    let form = window.clip_form();
    (form.options.seconds, form.options.frames_per_sec) = (120.0, 50);
    name(&mut window, &folder.path().join("c.gif"));
    window.click("Write clip");
    window.wait_for_text("About ");
    // It covers neither the controls nor the timeline.
    let stop = window.node(Role::Button, "Stop").rect();
    let room = window.harness.ctx.content_rect();
    assert!(stop.left() > room.center().x, "{stop:?}");
    assert!(room.bottom() - stop.bottom() > 88.0, "{stop:?}");
    window.click("Stop");
    window.wait_for_text("stopped; nothing is written");
    assert_eq!(clips(folder.path()), 0);
    assert!(window.state().exports.clip.is_some());
}

#[test]
fn a_file_that_is_there_is_replaced_only_on_demand() {
    let (mut window, folder) = with_past();
    let path = folder.path().join("c.gif");
    fs::write(&path, "before").expect("written");
    window.act(Action::ExportClip);
    let form = window.clip_form();
    (form.options.seconds, form.options.frames_per_sec) = (1.0, 10);
    name(&mut window, &path);
    window.click("Write clip");
    window.wait_for_text("Replace this file?");
    window.click("Keep file");
    assert_eq!(fs::read(&path).expect("a file"), b"before");
    window.click("Write clip");
    window.wait_for_text("Replace this file?");
    window.click("Replace");
    window.wait_for_text("Written to ");
    assert_eq!(frames(&path).len(), 8);
}

#[test]
fn an_animated_png_keeps_the_ending_that_was_typed() {
    let (mut window, folder) = with_past();
    for (typed, written) in [("a.apng", "a.apng"), ("b.png", "b.png"), ("c", "c.png")] {
        window.act(Action::ExportClip);
        let form = window.clip_form();
        (form.options.seconds, form.options.frames_per_sec) = (1.0, 10);
        window.settle();
        window.click("APNG");
        name(&mut window, &folder.path().join(typed));
        window.click("Write clip");
        window.wait_for_text(&format!("{written}: "));
        assert!(folder.path().join(written).is_file(), "{typed}");
    }
}

#[test]
fn what_cannot_be_a_clip_is_said() {
    let (mut window, folder) = with_past();
    window.publish(|_| {});
    window.act(Action::ExportClip);
    name(&mut window, &folder.path().join("c.gif"));
    window.settle();
    assert!(window.has_text("fewer than two moments of the run are recorded"));
    let form = window.clip_form();
    (form.is_whole, form.span) = (false, [30, 30]);
    window.settle();
    assert!(window.has_text("the last step must be after the first"));
    let form = window.clip_form();
    form.options.width_px = Some(301);
    window.click("MP4");
    assert!(window.has_text("width should be even in MP4, but is 301"));
    assert_eq!(clips(folder.path()), 0);
}

#[test]
fn a_span_without_moments_is_named_when_it_is_to_be_written() {
    let (mut window, folder) = with_past();
    let drawn = window.wire.borrow().drawn.clone().expect("a snapshot");
    // The run went on for long after what is recorded of it.
    let mut snapshot = Snapshot::clone(&drawn);
    snapshot.status.step = 200;
    window.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    window.settle();
    window.act(Action::ExportClip);
    name(&mut window, &folder.path().join("c.gif"));
    let form = window.clip_form();
    (form.is_whole, form.span) = (false, [100, 150]);
    window.settle();
    window.click("Write clip");
    window.wait_for_text("fewer than two moments of the run are recorded there");
    assert!(
        window.state().exports.clip.is_some(),
        "the dialog is open again"
    );
    assert_eq!(clips(folder.path()), 0);
}

#[test]
fn about_how_large_it_will_be_is_said_before_and_follows_what_is_asked_for() {
    let (mut window, _folder) = with_past();
    window.act(Action::ExportClip);
    let about = |window: &mut TestWindow| {
        window.settle();
        let drawn = window.wire.borrow().drawn.clone().expect("a snapshot");
        let now = drawn.status.step;
        let steps = drawn.recording.moments().iter().map(|moment| moment.step);
        let moments = steps.filter(|step| *step < now).chain([now]);
        let size = window.clip_form().about(moments);
        let megabytes = size.bytes as f64 / 1e6;
        assert!(window.has_text(&format!("About {megabytes:.1} MB: {} frames", size.frames)));
        size
    };
    let usual = about(&mut window);
    window.clip_form().options.seconds *= 2.0;
    let longer = about(&mut window);
    // Of 40 moments: more frames show no more of them.
    assert!(longer.frames > usual.frames && longer.bytes == usual.bytes);
    window.clip_form().options.frames_per_sec *= 2;
    let finer = about(&mut window);
    assert!(finer.frames > longer.frames && finer.bytes == longer.bytes);
    let options = &mut window.clip_form().options;
    (options.seconds, options.frames_per_sec) = (1.0, 5);
    let shorter = about(&mut window);
    assert!(shorter.frames < finer.frames && shorter.bytes < finer.bytes);
    window.clip_form().options.width_px = Some(200);
    let smaller = about(&mut window);
    assert_eq!(smaller.size[0], 200);
    assert!(smaller.bytes < shorter.bytes);
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_hangs_can_be_stopped() {
    use std::os::unix::fs::PermissionsExt as _;
    let (mut window, folder) = with_past();
    let program = folder.path().join("ffmpeg");
    fs::write(
        &program,
        "#!/bin/sh\necho > \"$0.begun\"\nexec sleep 1000\n",
    )
    .expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("set");
    window.act(Action::ExportClip);
    window.click("MP4");
    let form = window.clip_form();
    form.options.ffmpeg = Some(program);
    name(&mut window, &folder.path().join("c.mp4"));
    window.click("Write clip");
    let begun = folder.path().join("ffmpeg.begun");
    window.wait_until("ffmpeg is started", |_| begun.exists());
    window.click("Stop");
    window.wait_for_text("stopped; nothing is written");
    assert!(!folder.path().join("c.mp4").exists());
    assert!(window.state().exports.clip.is_some());
}

#[test]
fn the_ending_of_a_clip_chooses_its_format() {
    let (mut window, folder) = with_past();
    window.act(Action::ExportClip);
    let format = |window: &mut TestWindow| {
        let form = window.clip_form();
        form.target.format
    };
    name(&mut window, &folder.path().join("c.webm"));
    assert_eq!(format(&mut window), ClipFormat::WebM);
    window.click("GIF");
    let form = window.clip_form();
    assert!(form.target.path.ends_with("c.gif"), "{}", form.target.path);
    let form = window.clip_form();
    form.target.path = "/tmp/c.avi".to_owned();
    window.settle();
    assert!(
        window.has_text(
            "No .avi can be written here: end the name in one of .gif, .png, .mp4, .webm"
        )
    );
    assert_eq!(format(&mut window), ClipFormat::Gif);
}

#[test]
fn views_that_show_a_larger_model_are_not_drawn_from_the_next() {
    let (mut window, folder) = with_past();
    for key in ["pooling", "filters"] {
        window.act(Action::Show(view(key)));
        window.act(Action::ExportClip);
        window.wait_until("the dialog is open", |window| {
            window.state().exports.clip.is_some()
        });
        let form = window.clip_form();
        form.subject = ClipSubject::View(view(key));
        (form.options.seconds, form.options.frames_per_sec) = (1.0, 1);
        name(&mut window, &folder.path().join(format!("{key}.gif")));
        let (simple, invariant) = (window.config.model.simple, window.config.model.invariant);
        (window.config.model.simple, window.config.model.invariant) = (20, 5);
        window.send_model(|snapshot| snapshot.generation += 1);
        window.state().act(Action::WriteClip);
        window.settle();
        window.act(Action::StopClip);
        let is_made = |window: &mut TestWindow| {
            let stop = window.harness.query_by_role_and_label(Role::Button, "Stop");
            stop.is_some()
        };
        window.wait_until("it ends", |window| !is_made(window));
        assert!(!window.has_text("failed because of"), "{key}");
        window.state().exports.clip = None;
        (window.config.model.simple, window.config.model.invariant) = (simple, invariant);
        window.publish(|snapshot| snapshot.generation += 2);
    }
}
