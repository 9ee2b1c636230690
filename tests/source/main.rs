//! Pictures, contrast normalisation and movies, from outside.

mod lines;
mod loading;
mod movies;
mod normalise;
mod observed;
mod scenes;
