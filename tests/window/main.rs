//! The window from outside: clicks by role and label, keys and files in; commands out.

mod arranging;
mod asking;
mod bench;
mod controls;
mod convergence;
mod desk;
mod exporting;
mod filling;
mod kinds;
mod linked;
mod live;
mod messages;
mod models;
mod views;
mod wire;
