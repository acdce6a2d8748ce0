//! `grundy play`: a game in the terminal, against the computer or a friend.
//!
//! The loop: show the board, read a line, play it, let the computer reply. On a terminal the
//! arrow keys choose a move ([`keys`]); elsewhere lines are read plainly and an illegal move ends
//! the program, so that games can be scripted.

mod keys;
mod screen;

use std::io::{BufRead, IsTerminal};

use grundy::{Ask, Budget, Bytes, Outcome, Outlook, Question, Strength, Text};

use self::screen::Hint;
use crate::args::Limits;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, limits, show};

/// Arguments of `play`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  grundy play nim 3 4 5
During the game: a move as text, or the arrow keys and Enter; `?` hints, `m` moves, `w` why, `u` undo,
`r` redo, `g` let the computer move for you, `q` quit.")]
pub(crate) struct Play {
    /// Game and position, such as `nim 3 4 5`
    #[arg(required = true, allow_negative_numbers = true)]
    question: Vec<String>,
    /// The computer begins
    #[arg(long, conflicts_with = "friend")]
    second: bool,
    /// Two people play; the computer only looks on
    #[arg(long)]
    friend: bool,
    /// Of a hundred of the computer's moves, how many are the best it knows
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    strength: u8,
    /// Choose the computer's moves among equals by this number [default: the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Show hints from the start
    #[arg(long)]
    hints: bool,
    #[command(flatten)]
    limits: Limits,
}

/// Most moves that are looked at.
const MOST: usize = 2000;

/// A game under way.
struct Game<'a> {
    args: &'a Play,
    /// The positions so far, the present one at `at`.
    positions: Vec<Question>,
    /// The moves between them.
    moves: Vec<String>,
    at: usize,
    hints: bool,
    seed: u64,
}

/// What a line came to.
enum Turn {
    /// The position changed: show it.
    Show,
    /// It did not.
    Stay,
    /// The game ends.
    Quit,
}

/// Plays the question of the arguments.
pub(crate) fn run(args: &Play) -> Done {
    let text = Text::new("question", &args.question.join(" "));
    // Each answer has the time that was given, and so play as a whole has none.
    let bytes = args.limits.memory.map_or(Budget::default().bytes, Bytes);
    let question = Question::read(&text, &mut Input::new(&Budget::default().with_bytes(bytes), None))?;
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.subsec_nanos().into());
    let mut game = Game {
        args,
        positions: vec![question],
        moves: Vec::new(),
        at: 0,
        hints: args.hints,
        seed: args.seed.unwrap_or_else(clock),
    };
    let live = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    show::print(&screen::opening(game.now(), args.friend, args.second, live))?;
    game.play(live)
}

impl Game<'_> {
    fn now(&self) -> &Question {
        &self.positions[self.at]
    }

    /// Whether the computer is to move.
    fn computers_turn(&self) -> bool {
        !self.args.friend && (self.at % 2 == 1) != self.args.second
    }

    fn look(&self) -> Result<Outlook, grundy::Error> {
        let ask = Ask { budget: limits::budget(&self.args.limits), list: MOST, ..Ask::default() };
        grundy::outlook(self.now(), &ask)
    }

    fn play(&mut self, live: bool) -> Done {
        let mut lines = std::io::stdin().lock().lines();
        let mut shown = false;
        loop {
            if self.now().is_over() {
                self.show(None)?;
                let outcome = self.look()?.outcome;
                show::print(&screen::ending(outcome, self.at, self.args.friend, self.args.second))?;
                return Ok(Exit::Answered);
            }
            if self.computers_turn() {
                self.reply("The computer plays")?;
                shown = false;
                continue;
            }
            let hint = if self.hints { Some(self.look()?) } else { None };
            if !shown && !live {
                self.show(hint.as_ref())?;
            }
            let line = if live {
                keys::read(self.now(), hint.as_ref(), &self.prompt())?
            } else {
                lines.next().transpose()?
            };
            let Some(line) = line else { return Ok(Exit::Answered) };
            match self.turn(line.trim()) {
                Ok(Turn::Show) => shown = false,
                Ok(Turn::Stay) => shown = true,
                Ok(Turn::Quit) => return Ok(Exit::Answered),
                Err(error) if live => {
                    _ = show::error::failure(&error);
                    shown = true;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn prompt(&self) -> String {
        match (self.args.friend, self.at % 2) {
            (false, _) => "Your move".to_string(),
            (true, 0) => "First player".to_string(),
            (true, _) => "Second player".to_string(),
        }
    }

    fn show(&self, hint: Option<Hint<'_>>) -> std::io::Result<()> {
        show::print(&screen::position(self.now(), hint))
    }

    /// Does what a line says.
    fn turn(&mut self, line: &str) -> anyhow::Result<Turn> {
        match line {
            "" => return Ok(Turn::Stay),
            "q" | "quit" | "exit" => return Ok(Turn::Quit),
            "?" | "hints" => {
                self.hints = !self.hints;
                return Ok(Turn::Show);
            }
            "h" | "help" => show::print(screen::HELP)?,
            "m" | "moves" => {
                let hint = if self.hints { Some(self.look()?) } else { None };
                show::print(&screen::moves(self.now(), hint.as_ref(), MOST))?;
            }
            "w" | "why" => {
                let ask = Ask { budget: limits::budget(&self.args.limits), list: MOST, ..Ask::default() };
                let answer = grundy::solve(self.now(), &ask)?;
                show::print(&show::answer::text(&answer, show::width()))?;
            }
            "g" | "go" => {
                self.reply("Played for you")?;
                return Ok(Turn::Show);
            }
            "u" | "undo" => {
                let back = if self.args.friend { 1 } else { 2 };
                if self.at < back {
                    show::print("there is no move to take back\n")?;
                    return Ok(Turn::Stay);
                }
                self.at -= back;
                return Ok(Turn::Show);
            }
            "r" | "redo" => {
                let on = if self.args.friend { 1 } else { 2 };
                if self.at + on >= self.positions.len() {
                    show::print("there is no move to play again\n")?;
                    return Ok(Turn::Stay);
                }
                self.at += on;
                return Ok(Turn::Show);
            }
            mv => {
                self.step(mv)?;
                return Ok(Turn::Show);
            }
        }
        Ok(Turn::Stay)
    }

    /// Plays a move; what was taken back before is forgotten.
    fn step(&mut self, mv: &str) -> anyhow::Result<()> {
        let after = self.now().play(&Text::new("move", mv))?;
        self.positions.truncate(self.at + 1);
        self.moves.truncate(self.at);
        self.positions.push(after);
        self.moves.push(mv.to_string());
        self.at += 1;
        Ok(())
    }

    /// Lets the computer move.
    fn reply(&mut self, who: &str) -> anyhow::Result<()> {
        let look = self.look()?;
        let seed = self.seed.wrapping_add(self.at as u64);
        if let Some(mv) = look.reply(Strength { percent: self.args.strength, seed }) {
            let unsure = if mv.outcome.is_none() { " (it does not know what it leads to)" } else { "" };
            show::print(&format!("{who} {}{unsure}\n", mv.text))?;
            self.step(&mv.text.clone())?;
        }
        Ok(())
    }
}

/// Whether the player who is to move at the end wins, in the words of `ending`.
fn winner(outcome: Option<Outcome>, ply: usize) -> Option<usize> {
    match outcome? {
        Outcome::Win => Some(ply % 2),
        Outcome::Loss => Some(1 - ply % 2),
        Outcome::Draw => None,
    }
}
