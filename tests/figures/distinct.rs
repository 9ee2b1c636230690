//! The colours of Figure 3: how they were chosen, and how far apart they are.

use cellscope::figure::{Color, distinct_color};

use crate::vision::{COMMON, FULL};

/// Colours before they come again.
const COLORS: usize = 64;
/// Levels of red, green and blue that are chosen from.
const LEVELS: u8 = 18;
/// Lightness in OKLab, 0 black and 1 white: no colour looks much stronger than another.
const LIGHTNESS: std::ops::RangeInclusive<f64> = 0.60..=0.90;
/// Least chroma in OKLab, so that none is taken for a mixture of others.
const CHROMA: f64 = 0.09;

/// How much more a distance counts for people with a common colour blindness, to whom all of them are smaller.
const BLIND: f64 = 2.0;

/// How a colour looks: to people who see all colours, and to those with each of the common colour blindnesses.
type Looks = [[f64; 3]; 3];

fn looks(color: Color) -> Looks {
    let [protanopia, deuteranopia] = &COMMON;
    [&FULL, protanopia, deuteranopia].map(|vision| oklab(vision.light(color)))
}

/// The square of the distance of two colours: the least of what it is to anybody.
fn apart_2(one: &Looks, other: &Looks) -> f64 {
    let [full, blind @ ..] = [0, 1, 2].map(|who| distance_2(one[who], other[who]));
    blind
        .into_iter()
        .fold(full, |least, apart| least.min(BLIND.powi(2) * apart))
}

/// The colours as they were chosen.
fn palette() -> Vec<Color> {
    let level = |i: u8| (f64::from(i) / f64::from(LEVELS - 1) * 255.0).round() as u8;
    let levels = || (0..LEVELS).map(level);
    let all = levels().flat_map(|r| levels().flat_map(move |g| levels().map(move |b| [r, g, b])));
    let candidates: Vec<(Color, Looks)> = all
        .map(|[red, green, blue]| Color(red, green, blue))
        .map(|color| (color, looks(color)))
        .filter(|(_, [[l, a, b], ..])| LIGHTNESS.contains(l) && a.hypot(*b) >= CHROMA)
        .collect();
    let mut nearest = vec![f64::INFINITY; candidates.len()];
    // A clear blue begins: of the colours it is the one that photographs and prints agree on least to
    // overlook, and what is farthest from it is a warm one.
    let mut next = closest(&candidates, lab(Color(0x3d, 0x9b, 0xff)));
    let mut palette = Vec::with_capacity(COLORS);
    for _ in 0..COLORS {
        let (color, looks) = candidates[next];
        palette.push(color);
        for (nearest, (_, other)) in nearest.iter_mut().zip(&candidates) {
            *nearest = nearest.min(apart_2(&looks, other));
        }
        next = (0..nearest.len()).fold(
            0,
            |best, i| {
                if nearest[i] > nearest[best] { i } else { best }
            },
        );
    }
    palette
}

fn closest(candidates: &[(Color, Looks)], lab: [f64; 3]) -> usize {
    let distance = |i: &usize| distance_2(candidates[*i].1[0], lab);
    (0..candidates.len())
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .expect("the ranges of lightness and chroma hold colours")
}

fn distance_2(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum()
}

/// Lightness, green to red, and blue to yellow, in which distances are about as large as differences
/// look: B. Ottosson, "A perceptual color space for image processing" (2020).
fn oklab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

fn lab(color: Color) -> [f64; 3] {
    oklab(FULL.light(color))
}

/// The least distance between any two of the first `count`.
fn least_distance(count: usize) -> f64 {
    let colors: Vec<_> = (0..count).map(|n| lab(distinct_color(n))).collect();
    let pairs = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs
        .map(|(i, j)| distance_2(colors[i], colors[j]).sqrt())
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn white_black_and_red_are_where_ottosson_puts_them() {
    let near = |found: [f64; 3], expected: [f64; 3]| distance_2(found, expected) < 1e-6;
    assert!(near(lab(Color(255, 255, 255)), [1.0, 0.0, 0.0]));
    assert!(near(lab(Color(0, 0, 0)), [0.0; 3]));
    assert!(near(lab(Color(255, 0, 0)), [0.628, 0.225, 0.126]));
}

#[test]
fn thirty_colours_are_several_times_a_just_noticeable_difference_apart() {
    // About 0.02 can just be noticed.
    assert!(least_distance(30) > 0.08, "{}", least_distance(30));
    assert!(least_distance(COLORS) > 0.05, "{}", least_distance(COLORS));
}

#[test]
fn with_a_common_colour_blindness_thirty_can_still_be_told_apart_and_ten_easily() {
    let colors: Vec<_> = (0..30).map(distinct_color).collect();
    for vision in &COMMON {
        // In CIELAB, where 2.3 can just be noticed.
        let [ten, thirty] = [10, 30].map(|count| vision.least_distance(&colors[..count]));
        assert!(ten > 12.0 && thirty > 4.5, "{vision:?}: {ten} and {thirty}");
    }
}

#[test]
fn every_colour_stands_out_from_black() {
    for n in 0..COLORS {
        let [lightness, ..] = lab(distinct_color(n));
        assert!(LIGHTNESS.contains(&lightness), "{n}: {lightness}");
    }
    assert_eq!(distinct_color(COLORS + 3), distinct_color(3));
}

#[test]
fn the_colours_are_those_of_the_method_named() {
    let drawn: Vec<_> = (0..COLORS).map(distinct_color).collect();
    assert_eq!(drawn, palette());
}
