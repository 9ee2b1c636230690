//! Each figure once, as a scene of a few primitives that the window, SVG and PNG share.
