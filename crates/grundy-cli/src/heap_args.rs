//! The arguments of the commands on sequences of heap games.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::args::Limits;

/// Arguments of `sequence`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  grundy sequence heaps:0.77 --to 100
  grundy sequence kayles --to 10000 --format bfile
  grundy sequence heaps:4~.0 --to 100000 --plot grundys-game.svg
  grundy sequence node-kayles:path --to 30
  grundy sequence cram 2xN --to 20
N stands for the size that is left open; without it the size goes last.
Without quotes write ~ for !, ^ for ?, 0.3_03 for 0.3[03] and %2,3% for {2,3}.")]
pub(crate) struct Sequence {
    /// A game with the size left open: heaps:CODE, heaps @FILE, kayles, cram 2xN, or a file of
    /// rules, @FILE
    #[arg(required_unless_present = "options")]
    pub(crate) term: Vec<String>,
    /// Rules of your own in one line: the list of options of a position `n`
    #[arg(long, value_name = "EXPRESSION", conflicts_with = "term")]
    pub(crate) options: Option<String>,
    /// Rules of your own that are a heap game: use its engine, and compare the options of every
    /// position up to the last
    #[arg(long)]
    pub(crate) heaps: bool,
    /// The last heap, or the last size
    #[arg(long, value_name = "N", value_parser = crate::limits::count)]
    pub(crate) to: u64,
    /// How to write the values
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// What is added to the numbers of a b-file: heap 0 gets this one
    #[arg(long, value_name = "K", default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) offset: i64,
    /// Find every value, even past a proved period (for measuring)
    #[arg(long)]
    pub(crate) no_period: bool,
    /// The kind of heap, where there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) kind: Option<String>,
    /// Write a picture of the sequence to this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Save the values found to this file now and then, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// How a sequence is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Values with blanks between
    Text,
    /// Lines `n a(n)`, as the OEIS has them
    #[value(alias = "b-file")]
    Bfile,
    /// A table with a head line
    Csv,
    /// One JSON object
    Json,
    /// An array in the format of numpy, of 64-bit numbers
    Npy,
    /// The last value, the largest, and a checksum of all
    Summary,
}

/// Arguments of `period`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  grundy period heaps:0.77
  grundy period heaps:0.16 --certificate 0.16.json && grundy verify 0.16.json
  grundy period heaps:0.454 --to 5e8 --checkpoint 0.454.checkpoint
  grundy period --options '[n - k for k in (1, 3, 4) if n >= k]'
  grundy period bo:knight NxN 1,1 --to 60
A period is `proved` when a theorem's conditions were checked, else `observed`: heap games can be
proved, other games are observed.")]
pub(crate) struct Period {
    /// A game with the size left open: heaps:CODE, heaps @FILE, kayles, cram 2xN, or a file of
    /// rules, @FILE
    #[arg(required_unless_present = "options")]
    pub(crate) term: Vec<String>,
    /// Rules of your own in one line: the list of options of a position `n`
    #[arg(long, value_name = "EXPRESSION", conflicts_with = "term")]
    pub(crate) options: Option<String>,
    /// Look at sizes up to this one [default: 1000000 for heap games, 300 for others]
    #[arg(long, value_name = "N", value_parser = crate::limits::count)]
    pub(crate) to: Option<u64>,
    /// Answer as JSON, one object a line for each kind of heap
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a certificate of the proved period to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// The kind of heap, where there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) kind: Option<String>,
    /// Save the values found to this file now and then, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
}
