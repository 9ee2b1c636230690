//! Measures of filters, pools and the toy example whose answers are known.

mod concentration;
mod gabor;
mod gratings;
mod matching;
mod preferences;
mod toy_lines;
