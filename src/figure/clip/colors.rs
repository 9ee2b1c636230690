//! The palette of a GIF: the same in all frames, so that what does not change stays as it is.

use std::collections::HashMap;

use super::frame::Frame;

/// The number of "as before" in a palette.
pub(super) const AS_BEFORE: u8 = 0;
/// Levels per channel, the finest first: so many that the colours of the frames are few enough.
const LEVELS: [usize; 15] = [256, 192, 128, 96, 64, 52, 40, 32, 26, 20, 16, 12, 8, 5, 3];

/// Colours, and which of them stands for any other.
pub(super) struct Colors {
    /// The colours from number 1 on.
    colors: Vec<[u8; 3]>,
    levels: usize,
    /// The number of the colour of each cell of the cube of levels; 0 of those that no frame had.
    table: Vec<u8>,
}

impl Colors {
    /// At most `most` colours for frames like these: all of theirs if there are so few, else one for each cell of the finest
    /// cube of levels with few enough of them, that which is most frequent in it.
    pub(super) fn of(frames: &[Frame], most: usize) -> Self {
        let mut counts = HashMap::<[u8; 3], u64>::new();
        for frame in frames {
            for run in frame.pixels.chunk_by(|a, b| a == b) {
                *counts.entry(run[0]).or_default() += run.len() as u64;
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let cells_at = |levels: usize| {
            let mut cells = HashMap::<usize, [u8; 3]>::new();
            for (color, _) in &counts {
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
        let exact = Colors::of(std::slice::from_ref(&greys), 255);
        assert_eq!(shown(&exact, &greys), greys.pixels);
        let coarse = Colors::of(std::slice::from_ref(&greys), 64);
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
        let colors = Colors::of(std::slice::from_ref(&frame_seen), 40);
        let ground = frame(vec![[0x14, 0x16, 0x1a]; 3]);
        assert_eq!(shown(&colors, &ground), ground.pixels);
        let unseen = shown(&colors, &frame(vec![[20, 22, 250]]));
        assert!(colors.palette().as_chunks::<3>().0[1..].contains(&unseen[0]));
    }
}
