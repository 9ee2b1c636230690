//! `cellscope frames`: preprocessed movies as an array.

use std::path::PathBuf;

use super::args::run::RunArgs;
use super::args::values::count;
use super::io::movies::{check_size, first_movies, load_pictures, or_others};
use super::io::replaced::Kind;
use super::io::report::{check_output, tell_there, write_npy};

/// What training with the same arguments takes and movies do not depend on; not in the help.
const WITHOUT_EFFECT: [&str; 13] = [
    "alpha",
    "simple-share",
    "beta",
    "invariant-share",
    "gamma",
    "model",
    "extra_betas",
    "history",
    "keep_alive",
    "simple",
    "top",
    "invariant",
    "batch",
];

/// The arguments of `frames`.
#[derive(Debug, clap::Args)]
#[command(mut_args(|arg| {
    let is_hidden = WITHOUT_EFFECT.contains(&arg.get_id().as_str());
    let about = match arg.get_id().as_str() {
        "images" => "Pictures and movies to cut from: files, and folders searched recursively; video files need ffmpeg [default: embedded scenes]",
        "open" => "Model file whose settings and pictures are used",
        "frames" => "Frames of a movie, n_t [default: 3, and 1 for toy]",
        _ => return arg.hide(is_hidden),
    };
    arg.help(about)
}))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Number of movies: the first ones that training with this seed sees
    #[arg(long, value_name = "N", value_parser = count)]
    count: usize,
    /// Array file to write (.npy)
    #[arg(long, value_name = "X.npy")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    check_output("--out", &args.out, &args.run.read_files(), Kind::Npy)?;
    let config = args.run.config()?;
    args.run.tell_without_effect(&config);
    let movies = args.count;
    check_size("--count", movies, config.movies.frames, &config)?;
    let frames = args.run.threads.install(|| {
        let are_own = args.run.open.is_some() && args.run.images.is_empty();
        let pictures = or_others(load_pictures(&config), are_own, "--images")?;
        args.run.tell_unread_of(&pictures);
        tell_there(&args.out, "replaced");
        first_movies(&config, pictures, movies)
    })?;
    let shape = (movies, config.movies.frames, config.pixels());
    write_npy(&args.out, &frames.into_shape_with_order(shape)?)
}
