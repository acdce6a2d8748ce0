//! The arguments: one table is the whole truth of every flag.

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use crate::heap_args::{Period, Sequence};

/// Solves impartial games and games that can be drawn.
#[derive(Parser, Debug)]
#[command(name = "grundy", version, about, styles = STYLES, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 answered, 1 bad input, 2 failure, 3 limit reached.")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Say who wins a position, its nimber, every winning move, and why
    Solve(Solve),
    /// Answer one question for many rows and columns: a map of outcomes or nimbers
    Table(Table),
    /// Write the whole game of a question to a file: every position with its outcome and value
    Explore(Explore),
    /// Say what a table that explore wrote holds of a position, without solving
    Lookup(Lookup),
    /// Check a table that explore wrote or a certificate that period wrote, without any solver
    Verify(Verify),
    /// Answer a contest's input on standard input, byte for byte as its judge wants it
    Judge(Judge),
    /// Play a position in the terminal, against the computer or a friend
    Play(crate::play::Play),
    /// Draw a position as SVG or PNG, its winning moves marked
    Draw(crate::draw::Draw),
    /// Write a position and its game tree as one HTML file that plays offline
    Export(crate::export::Export),
    /// Serve a web page to see games and play them, on this machine
    Serve(crate::serve::Serve),
    /// Write the nim-sequence of a heap game
    Sequence(Sequence),
    /// Find the period of a heap game, with its proof
    Period(Period),
    /// List the games, or tell the rules of one
    Games(Games),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or of one command
    Man {
        /// The command
        command: Option<String>,
    },
}

/// Arguments of `solve`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  grundy solve nim 3 4 5
  grundy solve darkraft @board.txt
  grundy solve reclamation 12 4,1 8,1 + kayles 7 --json
  grundy solve @game.star 12
  grundy solve --options '[n - k for k in (1, 3, 4) if n >= k]' 12
A position is words, `@FILE`, or `-` for standard input; ` + ` makes a sum of games.")]
pub(crate) struct Solve {
    /// Game and position, such as `nim 3 4 5`; ` + ` between terms makes a sum
    #[arg(required = true, allow_negative_numbers = true)]
    pub(crate) question: Vec<String>,
    /// Rules of your own in one line: the list of options of a position `n`
    #[arg(long, value_name = "EXPRESSION")]
    pub(crate) options: Option<String>,
    /// Answer as JSON on one line
    #[arg(long)]
    pub(crate) json: bool,
    /// Tell an error as JSON on standard output too, for programs that run this one
    #[arg(long)]
    pub(crate) json_errors: bool,
    /// How to solve: auto, formula, kernel, general, mex, tracking or requested
    #[arg(long, default_value = "auto", value_name = "METHOD")]
    pub(crate) method: grundy::Method,
    /// Answer a stream of positions, one a line, from a file or `-`: each line goes behind the
    /// question's words, and its nimber and outcome come out
    #[arg(long, value_name = "FILE")]
    pub(crate) each: Option<String>,
    /// Misere play: whoever makes the last move loses
    #[arg(long, conflicts_with_all = ["each", "table"])]
    pub(crate) misere: bool,
    /// Keep the search's table in a file: read it if it is there, and write it when done
    #[arg(long, value_name = "FILE", conflicts_with = "each")]
    pub(crate) table: Option<std::path::PathBuf>,
    /// List at most N moves; 0 lists all
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) moves: usize,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// Arguments of `explore`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  grundy explore arena @game.dot a --output game.table
  grundy lookup game.table a
  grundy verify game.table")]
pub(crate) struct Explore {
    /// Game and position; a game that splits is written sum by sum
    #[arg(required = true, allow_negative_numbers = true)]
    pub(crate) question: Vec<String>,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: std::path::PathBuf,
    /// Save the run in a file as it goes, and go on from that file if it is there; once the
    /// positions are listed. The file is removed when the table is written
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<std::path::PathBuf>,
    /// Seconds between two savings
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = crate::limits::seconds)]
    pub(crate) every: std::time::Duration,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// Arguments of `lookup`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  grundy explore cram 3x3 --output cram.table
  grundy lookup cram.table .../##./...
A position is written as in a question, without the name of the game. Moves come best first.")]
pub(crate) struct Lookup {
    /// The table
    pub(crate) file: std::path::PathBuf,
    /// A position, as in a question about the table's game or by the name it has in the table;
    /// without any, what the table is of
    #[arg(allow_negative_numbers = true)]
    pub(crate) position: Vec<String>,
}

/// Arguments of `verify`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The checker of a period finds every value again by the plain definition, so a period of
millions can take very long.")]
pub(crate) struct Verify {
    /// The file to check
    pub(crate) file: std::path::PathBuf,
}

/// Arguments of `table`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  grundy table bo:knight 1..40 1..40
  grundy table @examples/rules/wythoff.star 10 10
  grundy table cram 3..5 3..9 --save cram.cells --output cram.png
  grundy table node-kayles:grid 3 1..27 --format b-file
  grundy table piece:1/2,2/1 40x40 R,C to 40,40 1..40 1..40 --format svg --output map.svg
R and C in the question stand for the row and the column. Without them the size goes last, RxC or
R C; rules of your own (@FILE) are asked for the position (R, C), a pair.
Rows and columns are ranges, 3..9, or one number: 10 is row 10 alone for a game, and rows 0 to 10
for rules of your own.
With --save a table that was stopped, by any means, goes on where it was.
Win is green, draw yellow, loss red.")]
pub(crate) struct Table {
    /// Game and position with R and C in it, then the rows and the columns, such as `1..40 1..40`
    #[arg(required = true, num_args = 3.., allow_negative_numbers = true, value_names = ["QUESTION", "ROWS", "COLUMNS"])]
    pub(crate) words: Vec<String>,
    /// What to show of each cell
    #[arg(long, default_value = "auto", value_name = "WHAT")]
    pub(crate) show: Shown,
    /// How to write the table [default: by the end of the output's name, else text]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Keep finished cells in a file, each as soon as it is found; those that are there already
    /// are not worked out again
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<std::path::PathBuf>,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<std::path::PathBuf>,
    /// How to solve: auto, formula, kernel, general, mex, tracking or requested
    #[arg(long, default_value = "auto", value_name = "METHOD")]
    pub(crate) method: grundy::Method,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// What a table shows of a cell.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Nimbers where every cell has one, else outcomes
    Auto,
    /// Win, draw or loss
    Outcome,
    /// Nimbers
    Nimber,
    /// Loopy values
    Value,
    /// Plies to the end
    Remoteness,
}

/// How a table is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Columns for people
    Text,
    /// Comma-separated values
    Csv,
    /// One JSON object
    Json,
    /// Lines `n a(n)`, as OEIS keeps sequences: a row after the other
    BFile,
    /// An array of 64-bit integers that `NumPy` loads
    Npy,
    /// A picture
    Svg,
    /// A picture in pixels
    Png,
}

/// Limits of a question.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// Most positions to work through [default: 10^10]
    #[arg(long, value_name = "N", value_parser = crate::limits::count)]
    pub(crate) nodes: Option<u64>,
    /// Most memory for tables, such as 512M or 4G [default: 1G]
    #[arg(long, value_name = "BYTES", value_parser = crate::limits::bytes)]
    pub(crate) memory: Option<u64>,
    /// Stop after so many seconds and show what is known
    #[arg(long, value_name = "SECONDS", value_parser = crate::limits::seconds)]
    pub(crate) time: Option<std::time::Duration>,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = crate::limits::threads)]
    pub(crate) threads: usize,
}

/// Arguments of `judge`.
#[derive(clap::Args, Debug)]
pub(crate) struct Judge {
    /// The contest problem
    pub(crate) contest: Contest,
    /// Hold the input to the contest's largest sizes too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Read tests one after another to the end of the input
    #[arg(long)]
    pub(crate) many: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// The contest problems the project grew from.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Contest {
    /// Codeforces 138D World of Darkraft
    #[value(name = "cf-138d")]
    Darkraft,
    /// Codeforces 335C More Reclamation
    #[value(name = "cf-335c")]
    Reclamation,
    /// HDU 5754 Life Winner Bo
    #[value(name = "hdu-5754")]
    Bo,
    /// SWERC 2019-20 L River Game (Gym 102501L)
    #[value(name = "gym-102501l")]
    River,
}

/// Arguments of `games`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  grundy games kayles
  grundy games heaps:0.07
  grundy games @game.star")]
pub(crate) struct Games {
    /// The game to tell about; heaps:CODE tells the rules of a code in words, @FILE those of a file
    pub(crate) name: Option<String>,
}
