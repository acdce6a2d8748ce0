//! `grundy games`, and what clap makes of the arguments: completions and manual pages.

use clap::CommandFactory;
use grundy::{Budget, Text};

use crate::args::{Args, Games};
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, show, study};

/// Shows the catalogue or one game.
pub(crate) fn run(args: &Games) -> Done {
    let text = match &args.name {
        None => show::catalogue::all(show::width()),
        Some(name) if name.starts_with('@') => {
            let script = Input::new(&Budget::default(), None).script(&Text::new("argument", name))?;
            show::catalogue::one(grundy_starlark::declaration(&*script), show::width())
        }
        Some(term) => {
            let (name, rules) = term.split_once(':').map_or((&term[..], ""), |(name, rules)| (name, rules));
            if name == "heaps" && !rules.is_empty() {
                show::catalogue::code(&study::rules(std::slice::from_ref(term))?, show::width())
            } else {
                let game = grundy::find_game(name)
                    .ok_or_else(|| grundy::unknown_game(&Text::new("argument", name)))?;
                show::catalogue::one(game, show::width())
            }
        }
    };
    show::print(&text)?;
    Ok(Exit::Answered)
}

/// Prints a completion script.
pub(crate) fn completions(shell: clap_complete::Shell) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "grundy", &mut script);
    show::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Answered)
}

/// Prints a manual page.
pub(crate) fn man(command: Option<&str>) -> Done {
    let mut program = Args::command();
    program.build();
    let page = match command {
        None => program,
        Some(name) => {
            let Some(found) = program.find_subcommand(name) else {
                let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                return Err(Text::new("argument", name)
                    .error_here("the name of a command", format!("`{name}`"))
                    .help(format!("the commands are {}", names.join(", ")))
                    .into());
            };
            found.clone()
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    show::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Answered)
}
