//! The window from outside.
