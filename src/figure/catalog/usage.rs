//! How often each unit is on.

use ndarray::aview1;

use super::trained_model::TrainedModel;
use crate::figure::chart::{Chart, CurveColors, Series, Stroke};
use crate::figure::curves::stacked_charts;
use crate::figure::document::Document;
use crate::figure::scene::{Axis, Palette};
use crate::figure::write::Csv;

/// Radius of the dot of a unit, in points.
const DOT: f32 = 1.8;
/// Least share that is shown: the running mean of a unit that is not on any more falls by many decades in a long run.
const LEAST_SHOWN: f32 = 1e-4;

/// The use of the units of a layer.
#[derive(Clone, Copy)]
struct LayerUse<'a> {
    symbol: &'static str,
    title: &'static str,
    /// Its colour, an index into [`Palette::series`].
    hue: usize,
    /// Share of samples in which each unit is on.
    shares: &'a [f32],
}

pub(super) fn usage<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let layers = [
        LayerUse {
            symbol: "z",
            title: "Simple units: percent of frames active",
            hue: 2,
            shares: model.simple_use,
        },
        LayerUse {
            symbol: "u",
            title: "Invariant units: percent of movies active",
            hue: 4,
            shares: model.invariant_use,
        },
    ];
    let palette = model.choices.palette;
    let document = Document::new(move || {
        let charts = layers.iter().map(|layer| layer.chart(&palette));
        stacked_charts(charts, &palette)
    })
    .with_table(move || table(&layers));
    layers.into_iter().fold(document, |document, layer| {
        let array = move || aview1(layer.shares).to_owned().into_dyn();
        document.with_named_array(format!("-{}", layer.symbol), array)
    })
}

impl LayerUse<'_> {
    /// Rank from 1, unit and share, the most used first.
    fn ranked(&self) -> impl Iterator<Item = (u32, usize, f32)> {
        let mut units: Vec<_> = self.shares.iter().copied().enumerate().collect();
        units.sort_by(|a, b| b.1.total_cmp(&a.1));
        let ranked = (1..).zip(units);
        ranked.map(|(rank, (unit, share))| (rank, unit, share))
    }

    fn chart(&self, palette: &Palette) -> Chart {
        let point = |(rank, _, share)| [f64::from(rank), 100.0 * f64::from(share)];
        let shown = self.ranked().filter(|&(_, _, share)| share >= LEAST_SHOWN);
        let points: Vec<_> = shown.map(point).collect();
        let are_left_out = points.len() < self.shares.len();
        Chart {
            title: self.title.into(),
            x: Axis::fixed(0.0, self.shares.len() as f64),
            y: Axis::log(points.iter().map(|&[_, percent]| percent)),
            x_name: "rank of the unit by its use",
            note: are_left_out.then_some("units active in less than 0.01 percent have no dot"),
            when_empty: "no unit is active as often",
            has_vertical_grid: false,
            series: vec![Series {
                name: self.symbol,
                about: "Share of samples in which each unit is active, a running mean over the training.",
                part: "",
                color: palette.series[self.hue],
                stroke: Stroke::Dots(DOT),
                points,
                is_hidden: false,
                ghost: None,
            }],
            marks: Vec::new(),
            ghosts: Vec::new(),
            colors: CurveColors::Quantities,
        }
    }
}

fn table(layers: &[LayerUse<'_>]) -> String {
    let mut table = Csv::new("layer,rank,unit,share_on");
    for layer in layers {
        for (rank, unit, share) in layer.ranked() {
            table.line(format_args!("{},{rank},{unit},{share}", layer.symbol));
        }
    }
    table.finish()
}
