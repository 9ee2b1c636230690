//! What moves in the movies that are learned from, and how they are cut from movie files.

use super::entry::{Does, Entry, Known};
use super::sizes::offer;
use crate::source::{Motion, MovieParams};

/// Said where there are no movie files.
const NO_MOVIES: &str = "It is for movie files: there are none among the pictures.";
/// Said where nothing moves that could be followed.
const RESTS: &str = "Where the motion is drift or still there is nothing to follow.";

/// An entry for every motion, for the stride, which a number behind it sets, and for following.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let now = known.state.live.movies;
    let newest = known.state.newest.as_ref();
    let pictures = newest.and_then(|newest| newest.snapshot.pictures.as_deref());
    let is_missing = pictures.is_none_or(|of| of.movies().is_empty());
    let missing = is_missing.then_some(NO_MOVIES);
    let motions = Motion::ALL.into_iter().map(|motion| {
        let follow = now.follow && !motion.rests();
        let to = MovieParams {
            motion,
            follow,
            ..now
        };
        let refused = pictures.and_then(|of| of.refuses(motion, now.frames));
        let refused = refused.or((motion == now.motion).then_some("It is so already."));
        let text = format!("Motion: {}", motion.name());
        cut(text, motion.about(), refused, to)
    });
    let follow = MovieParams {
        follow: !now.follow,
        ..now
    };
    let text = match now.follow {
        true => "Patch stays where it is",
        false => "Patch follows its content",
    };
    let about = "Whether the patch tracks its content in a movie file.";
    let idle = missing.or(now.motion.rests().then_some(RESTS));
    let mut all: Vec<Entry> = motions.collect();
    all.push(Entry {
        also: "follow".to_owned(),
        ..cut(text.to_owned(), about, idle, follow)
    });
    all.push(stride(known, missing));
    all
}

/// The stride as it is, or as it was typed.
fn stride(known: &Known<'_>, missing: Option<&str>) -> Entry {
    let now = known.state.live.movies;
    let about = "Take every n-th frame of a movie file.";
    let Some(typed) = known.typed() else {
        return Entry {
            kind: "Motion",
            ..offer("Stride", now.stride, about)
        };
    };
    let to = MovieParams {
        stride: typed.whole().unwrap_or(0),
        ..now
    };
    let verdict = to.check().err();
    let verdict = verdict.map(|error| typed.refused(&format!("a whole number {}", error.expected)));
    let refused = missing.map(str::to_owned).or(verdict);
    let text = typed.text;
    Entry {
        also: format!("stride {text} stride={text}"),
        ..cut(format!("Stride = {text}"), about, refused.as_deref(), to)
    }
}

/// Cuts movies like this, or says why they cannot be.
fn cut(text: String, about: &str, refused: Option<&str>, to: MovieParams) -> Entry {
    Entry {
        kind: "Motion",
        text,
        about: refused.unwrap_or(about).to_owned(),
        does: refused.is_none().then_some(Does::Cut(to)),
        ..Entry::default()
    }
}
