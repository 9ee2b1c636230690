//! The window from outside: clicks by role and label, keys and files in; commands out.

mod clips;
mod controls;
mod convergence;
mod docking;
mod exporting;
mod inpainting;
mod input;
mod kept;
mod kinds;
mod linked;
mod live;
mod measure_requests;
mod memory;
mod messages;
mod models;
mod palette;
mod parts;
mod queue;
mod recents;
mod stimulus;
mod strongest;
mod test_window;
mod timeline;
mod undo;
mod views;
mod wire;
