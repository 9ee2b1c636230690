//! Pictures, contrast normalisation and movies, from outside.

mod inpainting;
mod lines;
mod loading;
mod movies;
mod normalise;
mod scenes;
