//! `cellscope inpaint`.

use super::common::{cellscope, scratch, succeed};

fn pictures(folder: &std::path::Path, name: &str, seed: u32) {
    std::fs::create_dir(folder.join(name)).expect("a folder is made");
    for index in 0..2 {
        let level = |x: u32, y: u32| ((x * (3 + seed) + y * y * (1 + index)) % 253) as u8;
        let picture = image::GrayImage::from_fn(44, 36, |x, y| image::Luma([level(x, y)]));
        let path = folder.join(name).join(format!("{index}.png"));
        picture.save(path).expect("a picture is written");
    }
}

#[test]
fn the_command_writes_its_table_and_its_measures_the_same_on_any_number_of_threads() {
    let folder = scratch();
    pictures(folder.path(), "learn", 1);
    pictures(folder.path(), "test", 2);
    succeed(folder.path(), "train TINY --images learn --steps 5 --out m");
    succeed(
        folder.path(),
        "train TINY --images learn --model joint --steps 5 --out j",
    );
    let ask = "inpaint m --two j --images test --patches 24 --tune-patches 12 --whole 1 --seed 3";
    let said = succeed(folder.path(), &format!("{ask} --json - --threads 1"));
    assert!(said.stderr.contains("better"), "{}", said.stderr);
    let again = succeed(folder.path(), &format!("{ask} --json - --threads 2"));
    assert_eq!(said.stdout, again.stdout);
    let report: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    assert_eq!(report["pictures_in_both"], 0);
    let rows = report["patches"].as_array().expect("rows");
    // Three masks, still and moving, and shared, shared_two, separate.
    assert_eq!(rows.len(), 3 * 2 * 3);
    for row in rows {
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let kept = number(&row["difference_db"]["n"]) + number(&row["left_out"]);
        assert_eq!(kept, 24.0);
        let [one, two] = ["one", "two"].map(|way| number(&row[way]["snr_db"]));
        assert!(
            (two - one - number(&row["difference_db"]["mean"])).abs() < 1e-9,
            "{row}"
        );
        assert!(row["one"]["beta"].is_null() && row["two"]["beta"].is_number());
    }
    assert_eq!(
        report["whole_pictures"].as_array().map(Vec::len),
        Some(3 * 3)
    );
}

#[test]
fn what_is_hidden_can_be_chosen() {
    let folder = scratch();
    pictures(folder.path(), "test", 2);
    succeed(
        folder.path(),
        "train TINY --frames 1 --images test --steps 5 --out m",
    );
    let ask = "inpaint m --images test --patches 12 --tune-patches 12 --whole 0 --json -";
    let said = succeed(folder.path(), &format!("{ask} --hide 0.3,2x2 0.75 0.625"));
    let report: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    let rows = report["patches"].as_array().expect("rows");
    let hidden: Vec<_> = rows.iter().map(|row| &row["hidden"]).collect();
    assert_eq!(
        hidden,
        ["random 30 %", "block 2 x 2", "random 75 %", "random 62.5 %"]
    );
    for (nonsense, code, says) in [
        ("0", 2, "a share of the pixels from 0.01 to 0.99"),
        ("nan", 2, "or a square block, such as 6x6"),
        ("2x3", 2, "or a square block, such as 6x6"),
        ("0x0", 2, "or a square block, such as 6x6"),
        ("60x60", 2, "--hide 60x60: of patches of"),
    ] {
        let outcome = cellscope(folder.path(), &format!("{ask} --hide {nonsense}"));
        assert_eq!(outcome.code, Some(code), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(says), "{}", outcome.stderr);
    }
}

#[test]
fn what_cannot_be_done_is_said_before_any_work() {
    let folder = scratch();
    pictures(folder.path(), "test", 2);
    succeed(folder.path(), "train TINY --images test --steps 1 --out m");
    succeed(folder.path(), "train TINY --frames 2 --steps 1 --out other");
    succeed(folder.path(), "train --preset toy --steps 1 --out toy");
    for (arguments, code, says) in [
        ("inpaint m --json new", 2, "--images"),
        (
            "inpaint m --images test --patches 0 --json new",
            2,
            "'--patches <N>'",
        ),
        (
            "inpaint m --images test --patches 1000000 --json new",
            2,
            "ask for at most",
        ),
        (
            "inpaint m --images test --json m",
            1,
            "m: would be replaced",
        ),
        (
            "inpaint m --images test --json nowhere/new",
            1,
            "nowhere: no such folder",
        ),
        (
            "inpaint missing --images test --json new",
            1,
            "missing: no such file",
        ),
        (
            "inpaint m --two other --images test --json new",
            1,
            "other: frames is 2, but 3 in the first model; compare models",
        ),
        (
            "inpaint m --images missing --json new",
            1,
            "missing: no such file or folder",
        ),
        (
            "inpaint toy --images test --json new",
            1,
            "give pictures to choose its sparsities on with --tune",
        ),
    ] {
        let outcome = cellscope(folder.path(), arguments);
        assert_eq!(outcome.code, Some(code), "{arguments}: {outcome:?}");
        assert!(
            outcome.stderr.contains(says),
            "{arguments}: {}",
            outcome.stderr
        );
        assert_eq!(outcome.stdout, "");
    }
    assert!(!folder.path().join("new").exists());
}

#[test]
fn pictures_that_are_both_tuned_and_measured_on_are_told() {
    let folder = scratch();
    pictures(folder.path(), "test", 2);
    succeed(folder.path(), "train TINY --images test --steps 1 --out m");
    let ask = "inpaint m --images ./test/0.png --patches 4 --tune-patches 4 --whole 0 --json -";
    let said = succeed(folder.path(), ask);
    assert!(
        said.stderr
            .contains("the sparsities are chosen on 1 picture that they"),
        "{}",
        said.stderr
    );
}

#[test]
fn a_model_that_learned_from_movies_fills_in_pictures_and_names_one_that_is_too_small() {
    let folder = scratch();
    pictures(folder.path(), "test", 2);
    succeed(
        folder.path(),
        "train TINY --motion movie --steps 2 --out m.safetensors",
    );
    let ask = "inpaint m.safetensors --patches 12 --tune-patches 12 --whole 0 --json";
    succeed(folder.path(), &format!("{ask} - --images test"));
    let (small, mut encoder) = {
        let path = folder.path().join("small.gif");
        let file = std::fs::File::create(&path).expect("a file");
        (path, image::codecs::gif::GifEncoder::new(file))
    };
    for level in [30, 200] {
        let frame = image::RgbaImage::from_pixel(9, 9, image::Rgba([level, 0, 0, 255]));
        encoder
            .encode_frame(image::Frame::new(frame))
            .expect("written");
    }
    drop(encoder);
    let refused = cellscope(folder.path(), &format!("{ask} - --images small.gif"));
    assert_eq!(refused.code, Some(1), "{}", refused.stderr);
    assert!(refused.stderr.contains("small.gif"), "{}", refused.stderr);
    assert!(small.exists());
}
