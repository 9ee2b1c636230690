//! The palette of a GIF: the same in all frames, so that what does not change stays as it is.

use std::collections::HashMap;

use color_quant::NeuQuant;

use super::frame::Frame;

/// The number of "as before" in a palette.
pub(super) const AS_BEFORE: u8 = 0;
/// Levels per channel, the finest first: so many that the colours of the frames are few enough.
const LEVELS: [usize; 15] = [256, 192, 128, 96, 64, 52, 40, 32, 26, 20, 16, 12, 8, 5, 3];

/// Colours at most where nothing else is asked for: of figures, whose pixels are greys and a few other colours; and of pictures in
/// colour.
const MOST: [usize; 2] = [64, 255];
/// Levels below which a cube is too coarse: the colours are then chosen by where there are many.
const COARSE: usize = 16;
/// So few are not chosen like that.
const FEWEST: usize = 64;
/// Levels of the table of colours that are so chosen.
const TABLE_LEVELS: usize = 32;
/// One of so many pixels is looked at when they are chosen.
const SAMPLED: i32 = 7;

/// Colours, and which of them stands for any other.
pub(super) struct Colors {
    /// The colours from number 1 on.
    colors: Vec<[u8; 3]>,
    levels: usize,
    /// The number of the colour of each cell of the cube of levels; 0 of those that no frame had.
    table: Vec<u8>,
}

impl Colors {
    /// At most `most` colours for frames like these, or a number that suits them.
    pub(super) fn of(frames: &[Frame], most: Option<usize>) -> Self {
        let [few, many] = MOST.map(|usual| most.unwrap_or(usual));
        let counts = counts(frames);
        let colors = Self::of_cube(&counts, few);
        if colors.levels >= COARSE || many <= FEWEST {
            return colors;
        }
        Self::of_network(frames, &counts, many)
    }

    /// All colours if there are so few, else one for each cell of the finest cube of levels with few enough of them, that which
    /// is most frequent in it.
    fn of_cube(counts: &[([u8; 3], u64)], most: usize) -> Self {
        let cells_at = |levels: usize| {
            let mut cells = HashMap::<usize, [u8; 3]>::new();
            for (color, _) in counts {
                cells.entry(cell(*color, levels)).or_insert(*color);
            }
            cells
        };
        let mut tried = LEVELS.into_iter().map(|levels| (levels, cells_at(levels)));
        let coarsest = || (1, cells_at(1));
        let (levels, cells) = tried
            .find(|(_, cells)| cells.len() <= most)
            .unwrap_or_else(coarsest);
        let mut cells: Vec<_> = cells.into_iter().collect();
        // Equal frames make equal files.
        cells.sort_unstable();
        let mut table = vec![AS_BEFORE; levels.pow(3)];
        for (number, (cell, _)) in (1..=u8::MAX).zip(&cells) {
            table[*cell] = number;
        }
        Self {
            colors: cells.into_iter().map(|(_, color)| color).collect(),
            levels,
            table,
        }
    }

    /// Colours that are dense where those of the frames are (NeuQuant), and the most frequent one as it is.
    fn of_network(frames: &[Frame], counts: &[([u8; 3], u64)], most: usize) -> Self {
        let pixels = frames.iter().flat_map(|frame| &frame.pixels);
        let rgba: Vec<u8> = pixels.flat_map(|&[r, g, b]| [r, g, b, u8::MAX]).collect();
        let ground = counts.first().map(|(color, _)| *color);
        let chosen = NeuQuant::new(SAMPLED, most - 1, &rgba).color_map_rgb();
        let chosen = chosen.as_chunks::<3>().0.iter().copied();
        let mut colors = Self {
            colors: ground.into_iter().chain(chosen).collect(),
            levels: TABLE_LEVELS,
            table: Vec::new(),
        };
        let middle = |level: usize| ((2 * level + 1) * 128 / TABLE_LEVELS) as u8;
        let cells = 0..TABLE_LEVELS.pow(3);
        let levels = |cell: usize| {
            [TABLE_LEVELS.pow(2), TABLE_LEVELS, 1].map(|step| cell / step % TABLE_LEVELS)
        };
        colors.table = cells
            .map(|cell| colors.nearest(levels(cell).map(middle)))
            .collect();
        if let Some(ground) = ground {
            colors.table[cell(ground, TABLE_LEVELS)] = 1;
        }
        colors
    }

    /// Red, green and blue of every number.
    pub(super) fn palette(&self) -> Vec<u8> {
        let colors = std::iter::once(&[0; 3]).chain(&self.colors);
        colors.flatten().copied().collect()
    }

    /// The number of each pixel's colour.
    pub(super) fn numbers(&self, frame: &Frame) -> Vec<u8> {
        let number = |&color: &[u8; 3]| match self.table[cell(color, self.levels)] {
            AS_BEFORE => self.nearest(color),
            number => number,
        };
        frame.pixels.iter().map(number).collect()
    }

    fn nearest(&self, color: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| -> u32 {
            let channels = color.iter().zip(other);
            channels
                .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
                .sum()
        };
        let numbered = (1..=u8::MAX).zip(&self.colors);
        let nearest = numbered.min_by_key(|(_, other)| distance(other));
        nearest.map_or(1, |(number, _)| number)
    }
}

/// The colours of the frames, the most frequent first.
fn counts(frames: &[Frame]) -> Vec<([u8; 3], u64)> {
    let mut counts = HashMap::<[u8; 3], u64>::new();
    for frame in frames {
        for run in frame.pixels.chunk_by(|a, b| a == b) {
            *counts.entry(run[0]).or_default() += run.len() as u64;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
    counts
}

/// The cell of a colour in a cube of so many levels.
fn cell(color: [u8; 3], levels: usize) -> usize {
    color.into_iter().fold(0, |cell, value| {
        cell * levels + usize::from(value) * levels / 256
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(pixels: Vec<[u8; 3]>) -> Frame {
        Frame {
            size: [pixels.len(), 1],
            pixels,
        }
    }

    fn shown(colors: &Colors, frame: &Frame) -> Vec<[u8; 3]> {
        let palette = colors.palette();
        let (palette, _) = palette.as_chunks::<3>();
        let numbers = colors.numbers(frame).into_iter();
        numbers.map(|n| palette[usize::from(n)]).collect()
    }

    #[test]
    fn few_colours_are_kept_exactly_and_many_within_their_cell() {
        let greys = frame((0..=254).map(|grey| [grey; 3]).collect());
        let exact = Colors::of(std::slice::from_ref(&greys), Some(255));
        assert_eq!(shown(&exact, &greys), greys.pixels);
        let coarse = Colors::of(std::slice::from_ref(&greys), None);
        assert_eq!(coarse.palette().len(), 3 * 65);
        for (is, was) in shown(&coarse, &greys).iter().zip(&greys.pixels) {
            assert!(is[0].abs_diff(was[0]) < 4, "{was:?} as {is:?}");
        }
    }

    #[test]
    fn the_most_frequent_colour_of_a_cell_stays_and_a_new_one_becomes_its_nearest() {
        let mut pixels: Vec<_> = (0..200).map(|at| [at, 255 - at, at / 2]).collect();
        pixels.extend([[0x14, 0x16, 0x1a]; 500]);
        let frame_seen = frame(pixels);
        let colors = Colors::of(std::slice::from_ref(&frame_seen), Some(40));
        let ground = frame(vec![[0x14, 0x16, 0x1a]; 3]);
        assert_eq!(shown(&colors, &ground), ground.pixels);
        let unseen = shown(&colors, &frame(vec![[20, 22, 250]]));
        assert!(colors.palette().as_chunks::<3>().0[1..].contains(&unseen[0]));
    }

    #[test]
    fn pictures_in_colour_keep_their_colours() {
        // As noise, of all colours, becomes filters of a few: most of the cells are those of the noise.
        let mut state = 1_u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let mut pixels: Vec<_> = (0..20_000).map(|_| [noise(), noise(), noise()]).collect();
        let ramp = (0..200_u8).map(|at| [200, 255 - at, at / 2]);
        let filters: Vec<_> = ramp.flat_map(|color| [color; 200]).collect();
        pixels.extend(&filters);
        let all = frame(pixels);
        let colors = Colors::of(std::slice::from_ref(&all), None);
        let filters = frame(filters);
        let pairs = shown(&colors, &filters).into_iter().zip(&filters.pixels);
        let far: f64 = pairs
            .flat_map(|(is, was)| (0..3).map(move |at| f64::from(is[at].abs_diff(was[at]))))
            .sum();
        let mean = far / (3 * filters.pixels.len()) as f64;
        assert!(mean < 6.0, "{mean}");
    }
}
