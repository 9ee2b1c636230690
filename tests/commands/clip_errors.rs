//! Clips that cannot be made.

use std::fs;

use super::clip::{files, with_history};
use super::common::cellscope;

#[test]
fn what_cannot_be_is_said_before_anything_is_drawn() {
    let folder = with_history();
    let folder = folder.path();
    fs::copy(
        folder.join("m.safetensors"),
        folder.join("bare.safetensors"),
    )
    .expect("copied");
    fs::copy(folder.join("m.safetensors"), folder.join("bad.safetensors")).expect("copied");
    fs::write(
        folder.join("bad.history"),
        "nothing of the kind, and long enough",
    )
    .expect("written");
    let before = files(folder);
    let refused = |arguments: &str, message: &str| {
        let outcome = cellscope(folder, &format!("clip {arguments}"));
        let code = if message.starts_with("--") || message.starts_with('[') {
            2
        } else {
            1
        };
        assert_eq!(outcome.code, Some(code), "{arguments}");
        assert!(
            outcome.stderr.contains(message),
            "{arguments}: {}",
            outcome.stderr
        );
        assert_eq!(files(folder), before, "{arguments}");
    };
    refused(
        "bare.safetensors --out c.gif",
        "bare.history: no such file; `cellscope train` writes the history of a run beside its model",
    );
    refused(
        "bad.safetensors --out c.gif",
        "bad.history: not the history of a model",
    );
    let model =
        |arguments: &str, message: &str| refused(&format!("m.safetensors {arguments}"), message);
    let ending = "should end in .gif, .png (APNG), .mp4 or .webm";
    model("--out c.avi", &format!("--out c.avi: {ending}"));
    model("--out c", &format!("--out c: {ending}"));
    model(
        "--out nowhere/c.gif",
        "nowhere: no such folder; make it first",
    );
    model(
        "--out c.gif --fps 0",
        "--fps should be from 1 to 50, but is 0",
    );
    model(
        "--out c.gif --fps 60",
        "--fps should be from 1 to 50, but is 60",
    );
    model(
        "--out c.gif --seconds 0.5",
        "--seconds should be from 1 to 120, but is 0.5",
    );
    model(
        "--out c.gif --seconds NaN",
        "--seconds should be from 1 to 120, but is NaN",
    );
    model(
        "--out c.gif --seconds 121",
        "--seconds should be from 1 to 120, but is 121",
    );
    model(
        "--out c.gif --width 63",
        "--width should be from 64 to 4096 pixels, but is 63",
    );
    model(
        "--out c.mp4 --width 321",
        "--width should be even in MP4, but is 321",
    );
    model(
        "--out c.gif --colors 256",
        "--colors should be from 4 to 255, but is 256",
    );
    model(
        "--out c.gif --from 30 --to 30",
        "--from 30 --to 30: --to should be above --from",
    );
    model(
        "--out c.gif --from 60",
        "--from 60: the run ends at step 60; a clip begins before that",
    );
    for from in [30, 61] {
        model(
            &format!("--out c.gif --from {from} --to 90"),
            "--to 90: the run of m.safetensors ends at step 60",
        );
    }
    model(
        "--out c.gif --view curves",
        "[possible values: filters, pooling,",
    );
    model(
        "--out c.webm --ffmpeg no-such-program",
        "no-such-program: ffmpeg cannot be started",
    );
}
