//! `grundy solve`: a question in, an answer out.

use grundy::{Ask, Question};

use crate::args::Solve;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, limits, show};

/// Answers the question of the arguments.
pub(crate) fn run(args: &Solve) -> Done {
    let budget = limits::budget(&args.limits);
    let mut input = Input { options: args.options.clone(), stop: budget.stop_flag() };
    let question = Question::read(&input.question(&args.question), &mut input)?;
    let ask = Ask { budget, method: args.method, list: args.moves, nimber: false };
    let answer = grundy::solve(&question, &ask)?;
    if args.json {
        show::print(&format!("{}\n", grundy::json::answer(&answer)))?;
    } else {
        show::print(&show::answer::text(&answer, show::width()))?;
    }
    Ok(if answer.limit.is_some() { Exit::Limit } else { Exit::Answered })
}
