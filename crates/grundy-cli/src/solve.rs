//! `grundy solve`: a question in, an answer out.

use grundy::{Ask, Question, Text};

use crate::args::Solve;
use crate::exit::Exit;
use crate::{Done, input, limits, show};

/// Answers the question of the arguments.
pub(crate) fn run(args: &Solve) -> Done {
    let text = Text::new("question", &args.question.join(" "));
    let question = Question::read(&text, &mut input::load)?;
    let ask =
        Ask { budget: limits::budget(&args.limits), method: args.method, list: args.moves, nimber: false };
    let answer = grundy::solve(&question, &ask)?;
    if args.json {
        show::print(&format!("{}\n", grundy::json::answer(&answer)))?;
    } else {
        show::print(&show::answer::text(&answer, show::width()))?;
    }
    Ok(if answer.limit.is_some() { Exit::Limit } else { Exit::Answered })
}
