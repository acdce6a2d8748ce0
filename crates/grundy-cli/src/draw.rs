//! `grundy draw`: a position as SVG or PNG, winning moves marked.

use std::path::PathBuf;

use grundy::{Ask, Mark, MarkKind, Outcome, PlayMove, Question, Text};

use crate::args::Limits;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, limits, output, show};

/// Arguments of `draw`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  grundy draw darkraft LRX/XLR/RRL --out board.svg
  grundy draw nim 3 4 5 + kayles 7 --term 2 --out kayles.png --marks all")]
pub(crate) struct Draw {
    /// Game and position, such as `nim 3 4 5`
    #[arg(required = true, allow_negative_numbers = true)]
    question: Vec<String>,
    /// The file to write, ending in .svg or .png; without it, SVG on standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Moves to mark
    #[arg(long, default_value = "best")]
    marks: Marks,
    /// In a sum: the term to draw, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    term: usize,
    /// Pixels a unit in PNG; a cell is 48 units
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = scale)]
    scale: f32,
    #[command(flatten)]
    limits: Limits,
}

/// Which moves to mark.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// None
    None,
    /// Those that win, or draw where none wins
    Best,
    /// All that are known
    All,
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(n) if (0.1..=20.0).contains(&n) => Ok(n),
        _ => Err(format!("expected a number from 0.1 to 20, found `{text}`")),
    }
}

/// Draws the question of the arguments.
pub(crate) fn run(args: &Draw) -> Done {
    let text = Text::new("question", &args.question.join(" "));
    let budget = limits::budget(&args.limits);
    let question = {
        let mut input = Input::new(&budget, args.limits.time);
        Question::read(&text, &mut input).map_err(|error| input.told(error))?
    };
    let Some(term) = args.term.checked_sub(1).and_then(|i| question.terms.get(i)) else {
        let message = format!("expected a --term from 1 to {}, the number of terms", question.terms.len());
        return Err(grundy::Error::Method(message).into());
    };
    let (mut moves, mut limited) = (question.legal(2000).0, false);
    if args.marks != Marks::None {
        let ask = Ask { budget, list: 2000, ..Ask::default() };
        let look = grundy::outlook(&question, &ask)?;
        limited = look.limit.is_some();
        moves = look.moves;
    }
    let here: Vec<&PlayMove> = moves.iter().filter(|mv| mv.term == args.term - 1).collect();
    let places: Vec<_> = here.iter().filter_map(|mv| mv.place).collect();
    let best =
        if moves.iter().any(|mv| mv.outcome == Some(Outcome::Win)) { Outcome::Win } else { Outcome::Draw };
    let mark = |mv: &&PlayMove| {
        let outcome = mv.outcome.filter(|&outcome| args.marks == Marks::All || outcome == best)?;
        let kind = match outcome {
            Outcome::Win => MarkKind::Win,
            Outcome::Draw => MarkKind::Draw,
            Outcome::Loss => MarkKind::Loss,
        };
        Some(Mark { place: mv.place?, kind })
    };
    let marks: Vec<Mark> = here.iter().filter_map(mark).collect();
    let drawing = grundy_draw::draw(&term.picture(), &places, &marks);
    if let Some(note) = &drawing.note {
        show::error::note(note);
    }
    match &args.out {
        None => show::print(&(grundy_draw::svg::standalone(&drawing) + "\n"))?,
        Some(path) => {
            let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
            let bytes = match ending.as_ref().and_then(|ending| ending.to_str()) {
                Some("svg") => grundy_draw::svg::standalone(&drawing).into_bytes(),
                Some("png") => grundy_draw::png::encode(&drawing, args.scale).map_err(anyhow::Error::msg)?,
                _ => {
                    let message =
                        format!("expected a file name that ends in .svg or .png, found {}", path.display());
                    return Err(grundy::Error::Method(message).into());
                }
            };
            output::write(path, &bytes)?;
        }
    }
    Ok(if limited { Exit::Limit } else { Exit::Answered })
}
