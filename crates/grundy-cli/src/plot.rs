//! Pictures of sequences: a dot for each heap, coloured by where it lies.

use std::path::Path;

use grundy::Error;
use grundy::heaps::Study;
use kuva::prelude::{Layout, Plot, ScatterPlot, render_to_svg};

/// Most dots in a picture; longer sequences are thinned evenly.
const DOTS: u64 = 20_000;

/// A sequence to draw.
pub(crate) struct Sequence<'s> {
    /// What it is of.
    pub(crate) title: &'s str,
    /// What the sizes are called.
    pub(crate) sizes: &'static str,
    /// The first size and the last.
    pub(crate) span: (u64, u64),
    /// The value of each, as far as known.
    pub(crate) value: &'s dyn Fn(u64) -> Option<u64>,
    /// Where it begins to repeat.
    pub(crate) preperiod: Option<u64>,
    /// Whether a size with this value is rare, and the size from which on none is looked at.
    pub(crate) rare: (&'s dyn Fn(u64, u64) -> bool, u64),
}

/// The picture of the values of heaps up to `last`, in the format of the file's name.
pub(crate) fn heaps(study: &Study, kind: usize, last: u64, path: &Path) -> anyhow::Result<Vec<u8>> {
    let closed = study.closed(kind);
    let class = study.engine.class().map(|(class, _)| class);
    draw(
        &Sequence {
            title: &study.rules.name,
            sizes: "heap",
            span: (0, last),
            value: &|n| study.value(kind, n).or_else(|| closed.as_ref().map(|form| form.value(n))),
            preperiod: study.reports[kind].repetition.map(|r| r.preperiod),
            rare: (
                &|n, value| n > 0 && class.is_some_and(|class| !class.common(value as usize, n as usize)),
                if class.is_some() { study.engine.len() } else { 0 },
            ),
        },
        path,
    )
}

/// The picture of a sequence, in the format of the file's name.
pub(crate) fn draw(sequence: &Sequence<'_>, path: &Path) -> anyhow::Result<Vec<u8>> {
    let png = match path.extension().and_then(|name| name.to_str()) {
        Some("svg") => false,
        Some("png") => true,
        _ => {
            let message = format!("expected a file name that ends in .svg or .png, found {}", path.display());
            return Err(Error::Method(message).into());
        }
    };
    let (first, last) = sequence.span;
    let preperiod = sequence.preperiod.unwrap_or(u64::MAX);
    let step = ((last - first) / DOTS).max(1);
    let (mut before, mut after, mut rare) = (Vec::new(), Vec::new(), Vec::new());
    let (is_rare, looked) = sequence.rare;
    for n in first..looked.min(last + 1) {
        let Some(value) = (sequence.value)(n) else { break };
        if is_rare(n, value) && rare.len() < DOTS as usize {
            rare.push((n as f64, value as f64));
        }
    }
    let mut n = first;
    while let Some(value) = (sequence.value)(n).filter(|_| n <= last) {
        if n >= looked || !is_rare(n, value) {
            let group = if n < preperiod { &mut before } else { &mut after };
            group.push((n as f64, value as f64));
        }
        n += step;
    }
    let groups =
        [(before, "steelblue", "preperiod"), (after, "seagreen", "period"), (rare, "crimson", "rare")];
    let plots: Vec<Plot> = groups
        .into_iter()
        .filter(|(dots, ..)| !dots.is_empty())
        .map(|(dots, colour, name)| {
            let name = if name == "preperiod" && preperiod == u64::MAX { "values" } else { name };
            ScatterPlot::new().with_data(dots).with_color(colour).with_size(1.5).with_legend(name).into()
        })
        .collect();
    let legend = sequence.preperiod.is_some() || plots.len() > 1;
    let mut layout = Layout::auto_from_plots(&plots)
        .with_title(sequence.title)
        .with_x_label(sequence.sizes)
        .with_y_label("nimber");
    layout.show_legend = legend;
    if png {
        return kuva::render_to_png(plots, layout, 2.0)
            .map_err(|error| anyhow::anyhow!("cannot draw: {error}"));
    }
    Ok(render_to_svg(plots, layout).into_bytes())
}
