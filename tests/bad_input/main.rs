//! Whatever is wrong with flags, values, files and folders: the program says what, where and what would
//! be right, ends with 1 or 2, prints nothing on standard output, and leaves the disk as it was.

#[path = "../common/mod.rs"]
mod common;
mod spoiled;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::{cellscope, scratch};

/// Runs every row of a table, "arguments | exit code | essential part of the message", in a folder filled by
/// [`spoiled::fill`].
fn check(table: &str) {
    let folder = scratch();
    spoiled::fill(folder.path());
    let before = contents(folder.path());
    let rows = table.trim().lines().map(|row| {
        let cells: Vec<&str> = row.trim().split(" | ").collect();
        <[&str; 3]>::try_from(cells).expect("a row has three cells")
    });
    let mut wrong = Vec::new();
    for [arguments, code, says] in rows {
        let outcome = cellscope(folder.path(), arguments);
        // Errors of other systems have their own sign between folders.
        let said = outcome.stderr.replace('\\', "/");
        let sound = outcome.code == code.parse().ok()
            && outcome.stdout.is_empty()
            && said.contains(says)
            && !said.contains("panicked");
        if !sound {
            wrong.push(format!(
                "{arguments}: not {code} and {says:?}, but {outcome:?}"
            ));
        }
        if contents(folder.path()) != before {
            wrong.push(format!("{arguments}: changed the folder"));
            break;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every file and folder below `root`; a folder has no bytes.
fn contents(root: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let entries = walkdir::WalkDir::new(root).into_iter();
    entries
        .map(|entry| {
            let path = entry.expect("a readable folder").into_path();
            let bytes = path
                .is_file()
                .then(|| std::fs::read(&path).expect("a readable file"));
            (path, bytes)
        })
        .collect()
}

#[test]
fn flags_that_do_not_exist_or_do_not_fit_together_are_named() {
    check(
        "
        dance | 2 | unrecognized subcommand 'dance'
        train --nonsense | 2 | unexpected argument '--nonsense'
        train TINY --steps 1 | 2 | --out <FILE>
        train TINY --out new | 2 | <--steps <N>|--seconds <S>>
        train TINY --out new --steps 1 --seconds 1 | 2 | '--steps <N>' cannot be used with '--seconds <S>'
        train --out new --steps 1 --open tiny.safetensors --patch 9 | 2 | '--open <FILE>' cannot be used with '--patch <PX>'
        train --out new --steps 1 --open tiny.safetensors --preset large | 2 | cannot be used with
        train --out new --steps 1 --images | 2 | a value is required for '--images
        frames TINY --out new.npy | 2 | --count <N>
        encode tiny.safetensors --out new | 2 | --frames <X.npy>
        export tiny.safetensors | 2 | --out <DIR>
        converge tiny.safetensors | 2 | --json <FILE>
        ",
    );
}

#[test]
fn a_file_in_the_place_of_a_command_is_told_how_to_open_it() {
    for file in ["m.safetensors", "pictures/a"] {
        let refused = cellscope(scratch().path(), file);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains("--open"), "{}", refused.stderr);
    }
}

#[test]
fn values_that_cannot_be_read_are_named_with_what_would_be_right() {
    check(
        "
        train TINY --out new --steps 0 | 2 | '0' for '--steps <N>': should be a whole number, 1 or more
        train TINY --out new --steps -1 | 2 | '-1' for '--steps <N>': should be a whole number
        train TINY --out new --steps 1.5 | 2 | '1.5' for '--steps <N>': should be a whole number
        train TINY --out new --seconds 0 | 2 | '0' for '--seconds <S>': should be a number above 0
        train TINY --out new --seconds -3 | 2 | '-3' for '--seconds <S>': should be a number above 0
        train TINY --out new --seconds nan | 2 | 'nan' for '--seconds <S>': should be a number above 0
        train TINY --out new --seconds 1e999 | 2 | '1e999' for '--seconds <S>': should be a number above 0
        train TINY --out new --steps 1 --alpha much | 2 | 'much' for '--alpha <X>': should be a number
        train TINY --out new --steps 1 --seed -1 | 2 | '-1' for '--seed <N>': should be a whole number
        train TINY --out new --steps 1 --threads 1024 | 2 | '1024' for '--threads <N>': should be a whole number from 0 to 256
        train --out new --steps 1 --simple -4 | 2 | '-4' for '--simple <K>': should be a whole number
        train --out new --steps 1 --history -1 | 2 | '-1' for '--history <MB>': should be a whole number from 0 to 1000000000
        train --out new --steps 1 --preset tiny | 2 | [possible values: quick, paper, large, huge, deep, toy]
        frames TINY --count 0 --out new.npy | 2 | '0' for '--count <N>': should be a whole number, 1 or more
        figures tiny.safetensors --betas 0.3,few --out new | 2 | 'few' for '--betas <X>...': should be a number
        figures tiny.safetensors --cells 0 --out new | 2 | '0' for '--cells <N>': should be a whole number, 1 or more
        figures tiny.safetensors --theme grey --out new | 2 | [possible values: dark, light]
        measure tiny.safetensors --k fine --json new | 2 | 'fine' for '--k <X>': should be a number
        converge tiny.safetensors --patches 0 --json new | 2 | '0' for '--patches <N>': should be a whole number, 1 or more
        converge tiny.safetensors --iterations -3 --json new | 2 | '-3' for '--iterations <N>': should be a whole number
        encode tiny.safetensors --frames movies.npy --gap 0 --out new | 2 | '0' for '--gap <X>': should be a number above 0
        encode tiny.safetensors --frames movies.npy --gap -1 --out new | 2 | '-1' for '--gap <X>': should be a number above 0
        ",
    );
}

#[test]
fn settings_out_of_range_are_named_with_the_range() {
    check(
        "
        train TINY --out new --steps 1 --alpha -1 | 2 | --alpha should be from 0.001 to 100, but is -1
        train TINY --out new --steps 1 --alpha nan | 2 | --alpha should be from 0.001 to 100, but is NaN
        train TINY --out new --steps 1 --alpha 1e9 | 2 | --alpha should be from 0.001 to 100, but is 1000000000
        train TINY --out new --steps 1 --beta 0 | 2 | --beta should be from 0.001 to 100, but is 0
        train TINY --out new --steps 1 --beta inf | 2 | --beta should be from 0.001 to 100, but is inf
        train TINY --out new --steps 1 --gain 0 | 2 | --gain should be from 0.01 to 10, but is 0
        train TINY --out new --steps 1 --sigma nan | 2 | --sigma should be from 0.3 to 32 pixels, but is NaN
        train TINY --out new --steps 1 --cutoff -1 | 2 | --cutoff should be from 0.0001 to 1, but is -1
        train TINY --out new --steps 1 --window 8 | 2 | --window should be an odd number of pixels from 3 to 63, but is 8
        train TINY --out new --steps 1 --frames 0 | 2 | --frames should be from 1 to 16, but is 0
        train --out new --steps 1 --patch 3 | 2 | --patch should be from 4 to 64 pixels, but is 3
        train --out new --steps 1 --patch 65 | 2 | --patch should be from 4 to 64 pixels, but is 65
        train --out new --steps 1 --simple 0 | 2 | --simple should be from 1 to 16384 units, but is 0
        train --out new --steps 1 --invariant 5000 | 2 | --invariant should be from 1 to 4096 units, but is 5000
        train --out new --steps 1 --batch 0 | 2 | --batch should be from 1 to 4096 movies, but is 0
        train --out new --steps 1 --open tiny.safetensors --alpha 0 | 2 | --alpha should be from 0.001 to 100, but is 0
        train --out new --steps 1 --open tiny.safetensors --seed 3 | 2 | --seed 3: the model of --open has its own
        frames --open tiny.safetensors --seed 3 --count 1 --out new | 2 | `cellscope export` writes its configuration for --config
        encode tiny.safetensors --frames movies.npy --beta -2 --out new | 2 | --beta should be from 0.001 to 100, but is -2
        encode tiny.safetensors --frames movies.npy --gamma 2 --out new | 2 | --gamma 2: tiny.safetensors has no third layer
        frames --open tiny.safetensors --count 100000000 --out new | 2 | ask for at most
        inpaint tiny.safetensors --images pictures --tune-patches 90000000 --json new | 2 | ask for at most 100000
        figures tiny.safetensors --k 0 --out new | 2 | --k should be from 0.1 to 3 radians per pixel, but is 0
        figures tiny.safetensors --betas 0.3,-1 --out new | 2 | --betas should be distinct, each from 0.001 to 100, but are 0.3, -1
        figures tiny.safetensors --betas 0.3 0.3 --out new | 2 | --betas should be distinct, each from 0.001 to 100, but are 0.3, 0.3
        measure tiny.safetensors --k nan --json new | 2 | --k should be from 0.1 to 3 radians per pixel, but is NaN
        measure tiny.safetensors --betas inf --json new | 2 | --betas should be distinct, each from 0.001 to 100, but are inf
        train --preset toy --patch 12 --steps 1 --out new | 2 | cellscope: --patch 12: the toy example has grey movies of 1 frame of 10 x 10 pixels
        train --preset toy --frames 3 --channels rgb --steps 1 --out new | 2 | cellscope: --frames 3 --channels rgb: the toy example
        train TINY --out new --steps 1 --extra-betas 1 2 3 4 5 6 7 8 9 | 2 | --extra-betas should be at most 8, but are 9
        train TINY --out new --steps 1 --fastest-motion -1 | 2 | --fastest-motion should be from
        converge tiny.safetensors --patches 1000000 --json new | 2 | --patches 1000000: ask for at most
        converge tiny.safetensors --iterations 1000000 --json new | 2 | --iterations 1000000: ask for at most
        frames --patch 64 --frames 16 --count 10000000 --out new.npy | 2 | more than 4 GB; ask for at most
        ",
    );
}

#[test]
fn files_that_hold_no_sound_model_are_refused_with_the_reason() {
    check(
        "
        train --out new --steps 1 --open missing | 1 | missing: no such file; give a model file
        converge missing --json new | 1 | missing: no such file; give a model file
        measure missing --json new | 1 | missing: no such file; give a model file
        export pictures --out new | 1 | pictures: is a folder; give a model file
        export movies.npy --out new | 1 | movies.npy: an array of numbers, not a model file; give a .safetensors file
        export empty.safetensors --out new | 1 | empty.safetensors: the file is empty; give another file of the model
        export truncated.safetensors --out new | 1 | truncated.safetensors: a damaged model file, cut off or changed
        export other.safetensors --out new | 1 | other.safetensors: safetensors, but not written by cellscope; give a model that cellscope saved
        export photo.safetensors --out new | 1 | photo.safetensors: a PNG picture, not a model file; give a file that cellscope saved; as a picture it needs a name that ends in .png
        train --out new --steps 1 --open pictures/edge.png | 1 | edge.png: a PNG picture, not a model file
        export version.safetensors --out new | 1 | version.safetensors: made by a newer cellscope (
        export format.safetensors --out new | 1 | its format version should be 1 to 2, but is one
        export escape.safetensors --out new | 1 | its format version should be 1 to 2, but is  [2J three; give another file of the model
        export newer.safetensors --out new | 1 | made by a newer cellscope (version 99.1.0; this is version
        export config.safetensors --out new | 1 | its config has an unknown field `colour`; give another file of the model
        export range.safetensors --out new | 1 | the stored alpha should be from 0.001 to 100, but is -1; give another file of the model
        export stateless.safetensors --out new | 1 | stateless.safetensors: its state cannot be read
        export negative.safetensors --out new | 1 | A should be >= 0, but holds -0.5; give another file of the model
        export nan.safetensors --out new | 1 | tensor W holds NaN; give another file of the model
        export shape.safetensors --out new | 1 | tensor W should be F32 [64, 20], but is F32 [20, 64]; give another file of the model
        export norm.safetensors --out new | 1 | column 0 of W should have norm 1, but has
        export tensorless.safetensors --out new | 1 | tensor simple_use is missing
        export mean.safetensors --out new | 1 | tensor simple_moment should be from 0 to 1e30, but holds 1
        export stretch.safetensors --out new | 1 | the stored stretch of the curves should be from 1 to
        export energy.safetensors --out new | 1 | the stored energy of a point should be from -1
        export elapsed.safetensors --out new | 1 | the stored time spent learning should be from 0 to 1000000000000 s
        train --open steps.safetensors --steps 1 --out new | 1 | the stored number of minibatches should be from 0 to
        train --open last_step.safetensors --steps 1 --out new | 1 | the stored number of minibatches should be from 0 to 4503599627370496, but is 9007199254740992
        train --open order.safetensors --steps 1 --out new | 1 | the stored step of a point should be above 0, at most 1, but is 7
        export density.safetensors --out new | 1 | the stored density of a point should be from 0 to 1, but is 2.5
        train --open stuck.safetensors --steps 1 --out new | 1 | the stored state of the generator should be not all zeros
        ",
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_read() {
    check(
        "
        export /dev/null --out new | 1 | /dev/null: is a device or a pipe; name a file
        train --out new --steps 1 --open /dev/null | 1 | /dev/null: is a device or a pipe; name a file
        train --out new --steps 1 --config /dev/null | 1 | /dev/null: is a device or a pipe; name a file
        encode tiny.safetensors --frames /dev/null --out new | 1 | /dev/null: movies cannot be read: is a device or a pipe
        train TINY --out new --steps 1 --images / | 1 | a whole disk is not searched: name a folder on it
        ",
    );
}

#[test]
fn pictures_that_cannot_be_used_are_named_with_what_was_looked_for() {
    check(
        "
        train TINY --steps 1 --images missing --out tiny.safetensors | 1 | missing: no such file or folder
        train TINY --out new --steps 1 --images missing | 1 | missing: no such file or folder
        train TINY --out new --steps 1 --images nothing | 1 | /nothing: looked for files ending in png
        train TINY --out new --steps 1 --images tiny.safetensors | 1 | tiny.safetensors: a model, not a picture; open it with --open
        train TINY --out new --steps 1 --images broken | 1 | not a PNG, JPEG, TIFF, BMP, WebP or GIF picture
        train TINY --out new --steps 1 --images small | 1 | 10 x 10 pixels, but patch and motion need at least 12 x 12
        frames TINY --count 1 --out new.npy --images broken small | 1 | (and 1 more)
        converge tiny.safetensors --json new --images nothing | 1 | /nothing: looked for files ending in png
        measure away.safetensors --json new | 1 | gone: no such file or folder; --images names other pictures
        converge away.safetensors --json new | 1 | gone: no such file or folder; --images names other pictures
        train --open away.safetensors --steps 1 --out new | 1 | gone: no such file or folder; --images names other pictures
        figures away.safetensors --only strongest --out new | 1 | gone: no such file or folder; bring back what strongest searches, or leave strongest out
        frames --open away.safetensors --count 1 --out new | 1 | gone: no such file or folder; --images names other pictures
        inpaint away.safetensors --images pictures --json new | 1 | gone: no such file or folder; --tune names other pictures
        measure tiny.safetensors --json new --images nothing | 1 | /nothing: looked for files ending in png
        ",
    );
}

#[test]
fn movies_that_cannot_be_coded_are_refused_with_the_place() {
    check(
        "
        encode tiny.safetensors --frames missing --out new | 1 | missing: no such file; `cellscope frames` writes movies
        encode tiny.safetensors --frames pictures --out new | 1 | pictures: movies cannot be read
        encode tiny.safetensors --frames tiny.safetensors --out new | 1 | tiny.safetensors: not movies as `cellscope frames` writes them
        encode tiny.safetensors --frames double.npy --out new | 1 | double.npy: not movies
        encode tiny.safetensors --frames flat.npy --out new | 1 | an .npy array [N, n_t, P] of f32
        encode tiny.safetensors --frames cut.npy --out new | 1 | missing 4 bytes of data
        encode tiny.safetensors --frames boast.npy --out new | 1 | boast.npy: not movies
        encode tiny.safetensors --frames absurd.npy --out new | 1 | absurd.npy: not movies
        encode tiny.safetensors --frames wide.npy --out new | 1 | movies of 3 frames of 65 pixels, but the model needs 3 frames of 64 pixels
        encode tiny.safetensors --frames none.npy --out new | 1 | none.npy: holds no movies
        encode tiny.safetensors --frames nan.npy --out new | 1 | movie 1, frame 2, pixel 3 is NaN
        encode tiny.safetensors --frames bright.npy --out new | 1 | is 10000000000; every value should be from -1000000 to 1000000
        ",
    );
}

#[test]
fn places_that_cannot_be_written_to_are_named_before_any_work() {
    check(
        "
        train TINY --steps 1 --out nowhere/new | 1 | nowhere: no such folder; make it first
        train TINY --steps 1 --out tiny | 1 | tiny: would share its history with tiny.safetensors; give another name
        train TINY --steps 1 --out pictures | 1 | pictures: is a folder; name a file
        train TINY --steps 1 --out movies.npy/new | 1 | movies.npy: is a file; name a path in a folder
        train TINY --steps 1 --out new --json nowhere/new.json | 1 | nowhere: no such folder; make it first
        train TINY --steps 1 --out new --json new | 1 | new: would be replaced, but this command also uses it
        train TINY --steps 1 --out new --json ./new | 1 | new: would be replaced, but this command also uses it
        train TINY --steps 1 --out new --json pictures/../new | 1 | new: would be replaced, but this command also uses it
        train TINY --steps 1 --out pictures/edge.png --images pictures/edge.png | 1 | pictures/edge.png: would be replaced
        frames TINY --count 1 --out nowhere/new.npy | 1 | nowhere: no such folder; make it first
        frames --open tiny.safetensors --count 1 --out tiny.safetensors | 1 | tiny.safetensors: would be replaced
        export tiny.safetensors --out movies.npy | 1 | movies.npy: is a file; name a folder
        sweep run movies.npy | 1 | movies.npy: is a file; name the folder of the sweep
        export tiny.safetensors --out taken | 1 | taken/A.npy: is a folder; name a file
        encode tiny.safetensors --frames movies.npy --out tiny.safetensors | 1 | tiny.safetensors: is a file; name a folder
        encode tiny.safetensors --frames taken/z.npy --out taken | 1 | taken/z.npy: would be replaced
        measure tiny.safetensors --json pictures | 1 | pictures: is a folder; name a file
        converge tiny.safetensors --json nowhere/new | 1 | nowhere: no such folder; make it first
        converge tiny.safetensors --json new.svg --svg other.svg | 2 | --json new.svg: should end in .json
        converge tiny.safetensors --json new.json --svg new.png | 2 | --svg new.png: should end in .svg
        train TINY --steps 1 --out new.png | 2 | --out new.png: should end in .safetensors
        clip tiny.safetensors --out new.avi | 2 | --out new.avi: should end in .gif, .png (APNG), .mp4 or .webm
        frames TINY --count 1 --out new.txt | 2 | --out new.txt: should end in .npy
        frames TINY --count 1 --out new.csv | 2 | --out new.csv: should end in .npy
        converge tiny.safetensors --json tiny.safetensors | 1 | tiny.safetensors: would be replaced
        measure tiny.safetensors --json tiny.safetensors | 1 | tiny.safetensors: would be replaced
        measure tiny.safetensors --images pictures/edge.png --json pictures/edge.png | 1 | pictures/edge.png: would be replaced
        bench | 1 | bench is now `cargo bench --bench stages`, run in
        bench --images pictures --json - | 1 | bench is now `cargo bench --bench stages -- --images pictures --json -`
        train TINY --steps 1 --out new --images pictures/edge.png --json pictures/edge.png | 1 | pictures/edge.png: would be replaced
        ",
    );
}

/// A folder in which nobody may write, root included, and one that is a file.
#[cfg(target_os = "linux")]
#[test]
fn folders_without_permission_are_named() {
    check(
        "
        train TINY --steps 1 --out /proc/new | 1 | /proc: cannot be written to
        export tiny.safetensors --out /proc/new | 1 | /proc/new: cannot be made
        figures tiny.safetensors --only filters --out movies.npy/new | 1 | movies.npy is a file; choose a folder
        ",
    );
}
