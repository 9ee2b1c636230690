//! Pictures, contrast normalisation and movies, from outside.

mod clearest;
mod colour;
mod decode;
mod films;
mod lines;
mod loading;
mod movies;
mod normalise;
mod observed;
mod scenes;
