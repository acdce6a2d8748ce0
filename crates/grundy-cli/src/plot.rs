//! Pictures of sequences: a dot for each heap, coloured by where it lies.

use std::path::Path;

use grundy::heaps::Study;
use kuva::prelude::{Layout, Plot, ScatterPlot, render_to_svg};

/// Most dots in a picture; longer sequences are thinned evenly.
const DOTS: u64 = 20_000;

/// The picture of a sequence up to `last`, in the format of the file's name.
pub(crate) fn sequence(study: &Study, kind: usize, last: u64, path: &Path) -> anyhow::Result<Vec<u8>> {
    let png = match path.extension().and_then(|name| name.to_str()) {
        Some("svg") => false,
        Some("png") => true,
        _ => anyhow::bail!("expected a file name that ends in .svg or .png, found {}", path.display()),
    };
    let closed = study.closed(kind);
    let value = |n: u64| study.value(kind, n).or_else(|| closed.as_ref().map(|form| form.value(n)));
    let preperiod = study.reports[kind].repetition.map_or(u64::MAX, |r| r.preperiod);
    let class = study.engine.class().map(|(class, _)| class);
    let step = (last / DOTS).max(1);
    let (mut before, mut after, mut rare) = (Vec::new(), Vec::new(), Vec::new());
    let mut largest = 1;
    for n in 0..=last {
        let Some(value) = value(n) else { break };
        largest = largest.max(value);
        let dot = (n as f64, value as f64);
        let is_rare = class.is_some_and(|class| !class.common(value as usize, n as usize));
        if is_rare && n > 0 && rare.len() < DOTS as usize {
            rare.push(dot);
        } else if n % step == 0 {
            if n < preperiod { before.push(dot) } else { after.push(dot) }
        }
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
    let layout = Layout::new((0.0, last.max(1) as f64), (0.0, largest as f64))
        .with_title(&study.rules.name)
        .with_x_label("heap")
        .with_y_label("nimber");
    if png {
        return kuva::render_to_png(plots, layout, 2.0)
            .map_err(|error| anyhow::anyhow!("cannot draw: {error}"));
    }
    Ok(render_to_svg(plots, layout).into_bytes())
}
