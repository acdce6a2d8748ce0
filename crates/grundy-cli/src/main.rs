//! The `grundy` command: arguments in, an answer out, and an exit code.
//!
//! `main` is the pipeline: parse the arguments, run the command, show what came out. Commands
//! and renderers have a file each; the rules of games are elsewhere.

mod args;
mod cells;
mod draw;
mod exit;
mod explore;
mod export;
mod games;
mod guard;
mod heap_args;
mod input;
mod judge;
mod limits;
mod lookup;
mod mapped;
mod open_size;
mod output;
mod period;
mod play;
mod plot;
mod recognise;
mod sequence;
mod serve;
mod show;
mod solve;
mod study;
mod table;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::exit::Exit;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return show::error::usage(&error).into(),
    };
    // The interpreter of users' rules writes and compares nested values by recursion.
    match grundy_starlark::on_deep_stack(|| run(args)) {
        Ok(exit) => exit.into(),
        Err(panic) => show::error::failure(&anyhow::anyhow!("a fault of grundy: {panic}")).into(),
    }
}

fn run(args: Args) -> Exit {
    let done = match args.command {
        Command::Solve(solve) => solve::run(&solve),
        Command::Sequence(sequence) => sequence::run(&sequence),
        Command::Table(table) => table::run(&table),
        Command::Explore(explore) => explore::run(&explore),
        Command::Lookup(lookup) => lookup::run(&lookup),
        Command::Judge(judge) => judge::run(&judge),
        Command::Play(play) => play::run(&play),
        Command::Draw(draw) => draw::run(&draw),
        Command::Export(export) => export::run(&export),
        Command::Serve(serve) => serve::run(&serve),
        Command::Period(period) => period::run(&period),
        Command::Verify(verify) => verify::run(&verify),
        Command::Games(games) => games::run(&games),
        Command::Completions { shell } => games::completions(shell),
        Command::Man { command } => games::man(command.as_deref()),
    };
    match done {
        Ok(exit) => exit,
        Err(error) => show::error::failure(&error),
    }
}

/// What a command comes to: an exit code, or an error that is shown on standard error.
type Done = anyhow::Result<Exit>;
