//! How colours look to people with the common colour blindnesses, and how far apart they then are.

use cellscope::figure::{Color, Palette, ResponseRamp};

/// A way to see colours: what becomes of red, green and blue, as amounts of light.
#[derive(Debug)]
pub(crate) struct Vision {
    name: &'static str,
    matrix: [[f64; 3]; 3],
}

/// People who see all colours.
pub(crate) const FULL: Vision = Vision {
    name: "all colours",
    matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
};

/// The two common colour blindnesses in full severity: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
/// physiologically-based model for simulation of color vision deficiency" (2009), table 1.
pub(crate) const COMMON: [Vision; 2] = [
    Vision {
        name: "protanopia",
        matrix: [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    },
    Vision {
        name: "deuteranopia",
        matrix: [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    },
];

/// The rare one, from the same table.
const RARE: Vision = Vision {
    name: "tritanopia",
    matrix: [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
};

/// An sRGB value as an amount of light, 0 to 1.
pub(crate) fn linear(value: u8) -> f64 {
    let value = f64::from(value) / 255.0;
    if value <= 0.040_45 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

fn product(matrix: [[f64; 3]; 3], of: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| (0..3).map(|i| row[i] * of[i]).sum())
}

impl Vision {
    /// The light, red, green and blue from 0 to 1, that looks to everybody as this colour looks to these people.
    pub(crate) fn light(&self, Color(red, green, blue): Color) -> [f64; 3] {
        let seen = product(self.matrix, [red, green, blue].map(linear));
        seen.map(|part| part.clamp(0.0, 1.0))
    }

    /// The colour in CIELAB (1976, D65): lightness from 0 to 100, green to red, blue to yellow. 2.3 can just be noticed.
    pub(crate) fn lab(&self, color: Color) -> [f64; 3] {
        const XYZ: [[f64; 3]; 3] = [
            [0.412_456_4, 0.357_576_1, 0.180_437_5],
            [0.212_672_9, 0.715_152_2, 0.072_175_0],
            [0.019_333_9, 0.119_192_0, 0.950_304_1],
        ];
        const WHITE: [f64; 3] = [0.950_47, 1.0, 1.088_83];
        let xyz = product(XYZ, self.light(color));
        let [x, y, z] = [0, 1, 2].map(|i| {
            let share: f64 = xyz[i] / WHITE[i];
            if share > 0.008_856 {
                share.cbrt()
            } else {
                7.787 * share + 16.0 / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The least distance between any two of these colours in CIELAB.
    pub(crate) fn least_distance(&self, colors: &[Color]) -> f64 {
        let labs: Vec<_> = colors.iter().map(|color| self.lab(*color)).collect();
        let pairs = (0..labs.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let apart = pairs.map(|(i, j)| {
            let squares = (0..3).map(|axis| (labs[i][axis] - labs[j][axis]).powi(2));
            squares.sum::<f64>().sqrt()
        });
        apart.fold(f64::INFINITY, f64::min)
    }
}

#[test]
fn lab_is_where_the_standard_puts_it_and_who_sees_no_red_mistakes_it_for_a_dark_yellow() {
    let near =
        |found: [f64; 3], expected: [f64; 3]| (0..3).all(|i| (found[i] - expected[i]).abs() < 0.05);
    assert!(near(FULL.lab(Color(255, 255, 255)), [100.0, 0.0, 0.0]));
    assert!(near(FULL.lab(Color(255, 0, 0)), [53.24, 80.09, 67.20]));
    assert!(near(FULL.lab(Color(0, 0, 255)), [32.30, 79.19, -107.86]));
    for vision in COMMON {
        let grey = vision.lab(Color(128, 128, 128));
        assert!(
            grey[1].abs() < 0.5 && grey[2].abs() < 0.5,
            "{}: {grey:?}",
            vision.name
        );
        let [red, green] = [Color(200, 60, 0), Color(110, 110, 0)].map(|color| vision.lab(color));
        let full = FULL.least_distance(&[Color(200, 60, 0), Color(110, 110, 0)]);
        let apart = ((red[1] - green[1]).powi(2) + (red[2] - green[2]).powi(2)).sqrt();
        assert!(apart < 0.4 * full, "{}: {apart} of {full}", vision.name);
    }
}

#[test]
fn curves_are_told_apart_with_the_common_colour_blindnesses() {
    for palette in [Palette::DARK, Palette::LIGHT] {
        for (vision, least) in COMMON
            .iter()
            .map(|vision| (vision, 14.0))
            .chain([(&RARE, 10.0)])
        {
            let found = vision.least_distance(&palette.series);
            assert!(
                found >= least,
                "{}, light ground {}: {found}",
                vision.name,
                palette.is_light()
            );
        }
    }
}

#[test]
fn a_stronger_response_is_lighter_in_every_ramp_and_to_everybody() {
    for ramp in ResponseRamp::ALL {
        let table = ramp
            .table()
            .map(|[red, green, blue]| Color(red, green, blue));
        for vision in COMMON.iter().chain([&FULL, &RARE]) {
            // A tenth of the range and the next one.
            let lightness: Vec<_> = table
                .iter()
                .step_by(25)
                .map(|color| vision.lab(*color)[0])
                .collect();
            for pair in lightness.windows(2) {
                assert!(
                    pair[1] > pair[0] + 2.3,
                    "{ramp:?}, {}: {lightness:?}",
                    vision.name
                );
            }
        }
    }
}
