//! `grundy export`: a lesson, one HTML file that plays offline.

use std::path::PathBuf;

use grundy::{Question, Text};
use grundy_web::lesson::{self, Bounds};

use crate::args::Limits;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, limits, output, show};

/// Arguments of `export`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  grundy export darkraft LRX/XLR/RRL --out lesson.html")]
pub(crate) struct Export {
    /// Game and position, such as `nim 3 4 5`
    #[arg(required = true, allow_negative_numbers = true)]
    question: Vec<String>,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Most positions of the game tree
    #[arg(long, value_name = "N", default_value_t = Bounds::default().positions)]
    positions: usize,
    #[command(flatten)]
    limits: Limits,
}

/// Writes the lesson.
pub(crate) fn run(args: &Export) -> Done {
    let text = Text::new("question", &args.question.join(" "));
    let budget = limits::budget(&args.limits);
    let question = {
        let mut input = Input::new(&budget, args.limits.time);
        Question::read(&text, &mut input).map_err(|error| input.told(error))?
    };
    let bounds = Bounds { positions: args.positions.max(1), ..Bounds::default() };
    let lesson = lesson::html(&question, &budget, &bounds)?;
    output::write(&args.out, lesson.html.as_bytes())?;
    let whole = if lesson.complete { "the whole game tree" } else { "part of the game tree" };
    show::print(&format!("{}: {whole}, {} positions\n", args.out.display(), lesson.positions))?;
    Ok(Exit::Answered)
}
