//! Parts of the window that need no window: settings, masks, keys, pages of the guide, the cost of frames.

use std::path::Path;
use std::time::Duration;

use cellscope::app::{
    Action, FrameStats, GUIDE, MaskEditor, MaskShape, Preferences, Settings, Zoom,
};
use eframe::Storage;
use ndarray::Array2;

use crate::memory::Memory;

/// Where eframe's storage keeps the settings.
const KEY: &str = "view-settings";

#[test]
fn what_is_saved_is_restored() {
    let mut storage = Memory::default();
    let settings = Settings {
        zoom: Zoom::Fixed(3),
        ..Settings::default()
    };
    let preferring = Settings {
        preferences: Preferences {
            threads: 3,
            ..Preferences::default()
        },
        ..settings.clone()
    };
    preferring.save(&mut storage);
    assert_eq!(
        Settings::restore(Some(&storage)),
        Ok(settings),
        "preferences have a file"
    );
}

#[test]
fn settings_of_another_version_keep_what_is_understood() {
    let mut storage = Memory::default();
    storage.set_string(
        KEY,
        r#"{"zoom": {"fixed": 3}, "color_map": "diverging", "theme": "Light", "threads": "all", "unheard-of": 1}"#.to_owned(),
    );
    let restored = Settings::restore(Some(&storage)).expect("readable");
    assert_eq!(restored.zoom, Zoom::Fixed(3));
    assert_eq!(restored.preferences, Preferences::default());
}

#[test]
fn damaged_settings_are_reported_and_missing_ones_are_not() {
    let mut storage = Memory::default();
    assert_eq!(Settings::restore(Some(&storage)), Ok(Settings::default()));
    storage.set_string(KEY, "{".to_owned());
    assert!(Settings::restore(Some(&storage)).is_err());
}

fn hidden(mask: &Array2<bool>) -> usize {
    mask.iter().filter(|observed| !**observed).count()
}

#[test]
fn a_block_stays_whole_and_within_the_patch_wherever_it_is_dragged() {
    let mut mask_editor = MaskEditor {
        by: MaskShape::Block,
        ..MaskEditor::default()
    };
    for at in [[-9.0, 3.0], [0.0, 0.0], [11.9, 40.0], [6.0, 6.0]] {
        mask_editor.touch(12, at, false);
        assert_eq!(hidden(&mask_editor.mask(12)), 36, "{at:?}");
    }
    mask_editor.block_side_px = 50;
    assert_eq!(
        hidden(&mask_editor.mask(12)),
        121,
        "a row and a column are left"
    );
}

#[test]
fn a_stroke_hides_and_another_brings_back() {
    let mut mask_editor = MaskEditor {
        by: MaskShape::Brush,
        ..MaskEditor::default()
    };
    assert_eq!(hidden(&mask_editor.mask(12)), 0);
    mask_editor.touch(12, [5.0, 5.0], false);
    assert!(!mask_editor.mask(12)[[5, 5]]);
    mask_editor.touch(12, [5.0, 5.0], true);
    assert_eq!(hidden(&mask_editor.mask(12)), 0);
}

#[test]
fn another_seed_is_another_mask_of_the_same_share() {
    let mut mask_editor = MaskEditor::default();
    let before = mask_editor.mask(12);
    mask_editor.seed += 1;
    assert_ne!(mask_editor.mask(12), before);
    assert_eq!((hidden(&before), hidden(&mask_editor.mask(12))), (72, 72));
}

#[test]
fn no_two_actions_share_a_key() {
    let mut seen = Vec::new();
    for (action, shortcut) in Action::keys() {
        assert!(!seen.contains(&shortcut), "{action:?} {shortcut:?}");
        seen.push(shortcut);
    }
}

fn links(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split("](").skip(1);
    after.map(|rest| rest.split(')').next().expect("split gives one part"))
}

#[test]
fn every_file_of_the_guide_is_a_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/guide");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut pages: Vec<_> = GUIDE.iter().map(|(name, _)| (*name).to_owned()).collect();
    files.sort();
    pages.sort();
    assert_eq!(files, pages);
}

#[test]
fn every_page_has_a_title_and_links_only_to_pages() {
    for (file, text) in GUIDE {
        assert!(text.starts_with("# "), "{file}");
        let is_page = |link| GUIDE.iter().any(|(name, _)| *name == link);
        for link in links(text) {
            assert!(is_page(link), "{file} links to {link}");
        }
        assert_eq!(
            text.matches("```").count() % 2,
            0,
            "{file}: open code block"
        );
    }
    assert!(links(GUIDE[3].1).any(|link| link == "speed.md"));
}

#[test]
fn the_99th_percentile_leaves_one_frame_in_a_hundred_above() {
    let mut stats = FrameStats::default();
    for ms in (1..=200).rev() {
        stats.record(Duration::from_millis(ms), Duration::ZERO);
    }
    assert_eq!(stats.quantile(0.99), Duration::from_millis(198));
    assert_eq!(stats.quantile(0.5), Duration::from_millis(100));
    assert_eq!(FrameStats::default().quantile(0.99), Duration::ZERO);
}
