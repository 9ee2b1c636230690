//! The window from outside: clicks by role and label, keys and files in; commands out.

mod controls;
mod desk;
mod live;
mod messages;
mod views;
