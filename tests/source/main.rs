//! Pictures, contrast normalisation and movies, from outside.

mod loading;
mod movies;
mod normalise;
mod scenes;
