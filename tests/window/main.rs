//! The window from outside: clicks by role and label, keys and files in; commands out.

mod clips;
mod controls;
mod convergence;
mod docking;
mod exporting;
mod hall;
mod inpainting;
mod input;
mod kinds;
mod lessons;
mod linked;
mod live;
mod measure_requests;
mod memory;
mod messages;
mod models;
mod parts;
mod pictures;
mod queue;
mod stimulus;
mod strongest;
mod test_window;
mod timeline;
mod views;
mod wire;
