//! What the cells answer to one frame.

use super::answer_list::{
    FILTERS, ROW, TITLE, bars, pooled_tiles, rows_of, tile, title, unit_rows,
};
use crate::figure::scene::{Canvas, Crop, Figure, Palette, PixelColors, Rect};
use crate::figure::units::{Atlas, Weight};
use crate::figure::write::Csv;

/// Space between the parts, in points.
const GAP: f32 = 14.0;
/// Narrowest list beside another, beside the frame, and below it, in points.
const NARROWEST: f32 = 240.0;
const NARROWEST_BESIDE: f32 = 200.0;
const NARROWEST_BELOW: f32 = 180.0;
/// Smallest and largest side of the frame, in points.
const SIDES: [f32; 2] = [90.0, 320.0];
/// Part of the width that the frame takes.
const FRAME: f32 = 0.33;
/// Units of a list below the frame, where people scroll.
const ROWS_BELOW: f32 = 5.0;
/// Fewest and most units of a list.
const ROWS: [f32; 2] = [3.0, 14.0];

/// The codes of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    /// The frame, `[P]`.
    pub frame: &'a [f32],
    /// W z, `[P]`.
    pub reconstruction: &'a [f32],
    /// z, signed, `[K]`.
    pub simple: &'a [f32],
    /// u, >= 0, `[M]`.
    pub invariant: &'a [f32],
    /// Simple and invariant units that keep their rows, on or off, at most as many as there are rows; the strongest first
    /// when `None`.
    pub kept: Option<[&'a [usize]; 2]>,
    /// Responses of both layers whose bars are whole; 0 for the strongest in the list.
    pub whole: [f32; 2],
}

/// Where the lists are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListPlaces {
    /// Beside the frame and its reconstruction, side by side.
    SideBySide,
    /// Beside them, one below the other.
    Stacked,
    /// Below them, one below the other, with the reconstruction beside the frame.
    Below,
}

/// How the answers are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerOptions {
    /// Side of the frame, in points.
    pub side: f32,
    /// Width of each list, in points.
    pub list: f32,
    /// Where the lists are.
    pub lists: ListPlaces,
    /// Simple and invariant units listed at most.
    pub rows: [usize; 2],
    /// How the frame is coloured.
    pub colors: PixelColors,
    /// Colours.
    pub palette: Palette,
}

impl AnswerOptions {
    /// Lays frame and lists out within a width and a height in points: the lists side by side where there is room, and as
    /// many units as fit, but at least a few.
    pub fn within(
        [width, height]: [f32; 2],
        colors: impl Into<PixelColors>,
        palette: Palette,
    ) -> Self {
        let [smallest, largest] = SIDES;
        let two_below = (height - GAP) / 2.0 - TITLE;
        let side = (FRAME * width).min(two_below).clamp(smallest, largest);
        let room = width - left_of_lists(side);
        let (lists, side, list, of_list) = if room < NARROWEST_BESIDE {
            let side = ((width - GAP) / 2.0).clamp(0.5 * smallest, smallest);
            (
                ListPlaces::Below,
                side,
                width.max(NARROWEST_BELOW),
                ROWS_BELOW * ROW,
            )
        } else if room < 2.0 * NARROWEST + GAP {
            (ListPlaces::Stacked, side, room, two_below)
        } else {
            let list = (room - GAP) / 2.0;
            (ListPlaces::SideBySide, side, list, height - TITLE)
        };
        let [fewest, most] = ROWS;
        let rows = (of_list / ROW).floor().clamp(fewest, most);
        Self {
            side,
            list,
            lists,
            rows: [rows as usize; 2],
            colors: colors.into(),
            palette,
        }
    }

    /// The same where `on` units of each layer are on, and the lists may be higher by `higher` points: of lists below each other
    /// one that needs more than its half takes what the other has no need of.
    #[must_use]
    pub fn shared(mut self, on: [usize; 2], higher: f32) -> Self {
        let (most, more) = (ROWS[1] as usize, (higher / ROW) as usize);
        if self.lists == ListPlaces::SideBySide {
            self.rows = self.rows.map(|rows| (rows + more).min(most));
            return self;
        }
        let [simple, invariant] = on.map(|on| on.clamp(1, most));
        let all = self.rows.iter().sum::<usize>() + more;
        let half = (all / 2).min(most);
        let first = if simple > half {
            simple.min(all - invariant.min(half))
        } else {
            simple.max(all.saturating_sub(invariant)).min(half)
        };
        self.rows = [first, (all - first).min(most)];
        self
    }
}

/// Where the first list begins beside a frame of this side.
fn left_of_lists(side: f32) -> f32 {
    side + GAP + 6.0
}

/// Where the frame and the rows are.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerLayout {
    /// Where the frame is.
    pub frame: Rect,
    /// The simple units in the list, the strongest first, and where their rows are.
    pub simple: Vec<(usize, Rect)>,
    /// The invariant units in the list, the strongest first, and where their rows are.
    pub invariant: Vec<(usize, Rect)>,
}

/// Draws a frame above its reconstruction from the simple code, and beside them the units of both
/// layers that answer, the strongest first, each with its filters and its response as a bar.
///
/// # Panics
/// When the frame is not of the size of the filters in `atlas`.
pub fn answers(
    answers: &Answers<'_>,
    atlas: &Atlas,
    strongest: &[Vec<Weight>],
    options: &AnswerOptions,
) -> Figure<AnswerLayout> {
    let side = options.side;
    let mut canvas = Canvas::new(options.palette);
    let frame = Rect::new(0.0, TITLE, side, side);
    let reconstruction = match options.lists {
        ListPlaces::Below => Rect::new(side + GAP, TITLE, side, side),
        _ => Rect::new(0.0, frame.bottom() + GAP + TITLE, side, side),
    };
    frames(
        answers,
        atlas.side(),
        [frame, reconstruction],
        options.colors,
        &mut canvas,
    );
    title(&frame, "stimulus x", &mut canvas);
    title(&reconstruction, "reconstruction W z", &mut canvas);
    let heights = options.rows.map(|rows| rows as f32 * ROW);
    let [left, top] = match options.lists {
        ListPlaces::Below => [0.0, frame.bottom() + GAP + TITLE],
        _ => [left_of_lists(side), TITLE],
    };
    let first = [left, top];
    let second = match options.lists {
        ListPlaces::SideBySide => [left + options.list + GAP, top],
        _ => [left, top + heights[0] + GAP + TITLE],
    };
    let [simple, invariant] = match answers.kept {
        Some([simple, invariant]) => [(first, simple), (second, invariant)]
            .map(|(at, units)| rows_of(at, options.list, units.to_vec())),
        None => [
            unit_rows(first, options.list, answers.simple, options.rows[0]),
            unit_rows(second, options.list, answers.invariant, options.rows[1]),
        ],
    };
    let heads = [
        (first, "simple units, z", answers.simple, options.rows[0]),
        (
            second,
            "invariant units, u",
            answers.invariant,
            options.rows[1],
        ),
    ];
    for ([x, y], name, responses, rows) in heads {
        let on = responses.iter().filter(|response| **response != 0.0);
        let text = match on.count() {
            // Those that keep their rows while the stimulus moves are not the strongest.
            on if on > rows && answers.kept.is_none() => {
                format!("{name}: strongest {rows} of {on}")
            }
            0 if !responses.is_empty() => format!("{name}: none is on"),
            _ => name.to_owned(),
        };
        title(&Rect::new(x, y, options.list, 0.0), &text, &mut canvas);
    }
    // All filters first: few changes of texture on screen.
    for (unit, row) in &simple {
        canvas.push(atlas.tile(*unit, tile(row, 0)));
    }
    pooled_tiles(&invariant, strongest, atlas, &mut canvas);
    bars(&simple, answers.simple, answers.whole[0], 1, &mut canvas);
    let whole = answers.whole[1];
    bars(&invariant, answers.invariant, whole, FILTERS, &mut canvas);
    let lists = (first[1] + heights[0]).max(second[1] + heights[1]);
    let height = reconstruction.bottom().max(lists);
    let layout = AnswerLayout {
        frame,
        simple,
        invariant,
    };
    canvas.into_figure([second[0] + options.list, height], layout)
}

/// The frame and its reconstruction, coloured alike.
fn frames(
    answers: &Answers<'_>,
    side_px: usize,
    at: [Rect; 2],
    colors: PixelColors,
    canvas: &mut Canvas,
) {
    let pixels = answers.frame.iter().chain(answers.reconstruction);
    let peak = pixels
        .clone()
        .fold(f32::MIN_POSITIVE, |peak, value| peak.max(value.abs()));
    assert_eq!(
        pixels.clone().count(),
        2 * colors.channels.count() * side_px * side_px,
        "pixels of a patch"
    );
    // One below the other in each plane.
    let plane = side_px * side_px;
    let planes = answers
        .frame
        .chunks(plane)
        .zip(answers.reconstruction.chunks(plane));
    let pixels = planes.flat_map(|(above, below)| above.iter().chain(below));
    let raster = colors.raster("bench", [side_px, 2 * side_px], pixels, peak);
    for (place, at) in at.into_iter().enumerate() {
        let crop = Crop::new(0, place * side_px, [side_px; 2]);
        canvas.part(&raster, crop, at);
    }
}

/// The answers to one frame: a line for every unit that is on.
pub fn answers_table(simple: &[f32], invariant: &[f32]) -> String {
    let mut table = Csv::new("layer,unit,response");
    answer_lines(&mut table, [simple, invariant], "");
    table.finish()
}

/// The answers to a stimulus at each of some places, `[K]` and `[M]`: a line for every unit that is on.
pub fn sweep_table<'a>(answers: impl Iterator<Item = (f64, [&'a [f32]; 2])>) -> String {
    let mut table = Csv::new("layer,unit,response,b_px");
    for (b_px, responses) in answers {
        answer_lines(&mut table, responses, &format!(",{b_px}"));
    }
    table.finish()
}

/// A line for every unit of both layers that is on, each with this at its end.
fn answer_lines(table: &mut Csv, responses: [&[f32]; 2], end: &str) {
    for (layer, responses) in ["z", "u"].into_iter().zip(responses) {
        for (unit, response) in responses.iter().enumerate() {
            if *response != 0.0 {
                table.line(format_args!("{layer},{unit},{response}{end}"));
            }
        }
    }
}
