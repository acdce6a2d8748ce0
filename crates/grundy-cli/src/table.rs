//! `grundy table`: one question for many rows and columns.

use std::io::Write;
use std::ops::RangeInclusive;

use anyhow::Context;
use grundy::{Ask, ParseError, Text};

use crate::args::{Format, Table};
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, guard, limits, show};

/// Answers every cell and writes the table.
pub(crate) fn run(args: &Table) -> Done {
    let all = args.words.join(" ");
    let (question, [rows, columns]) = cut(&Text::new("question", &all))?;
    let budget = limits::told(limits::budget(&args.limits));
    let mut input = Input::new(&budget, args.limits.time);
    let ask = Ask { budget, method: args.method, ..Ask::default() };
    let table =
        grundy::table(&question, rows, columns, &mut input, &ask).map_err(|error| input.told(error))?;
    guard::over();
    let bytes = match args.format {
        Format::Text => show::table::text(&table, args.show).into_bytes(),
        Format::Csv => show::table::csv(&table, args.show).into_bytes(),
        Format::Json => format!("{}\n", grundy::json::table(&table)).into_bytes(),
        Format::Npy => show::table::npy(&table, args.show),
        Format::Svg => show::table::svg(&table, args.show).into_bytes(),
    };
    match (&args.output, args.format) {
        (Some(path), _) => {
            show::write(path, &bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
        (None, Format::Npy) => std::io::stdout().lock().write_all(&bytes)?,
        (None, _) => show::print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(if table.limit.is_some() { Exit::Limit } else { Exit::Answered })
}

/// The question and the two ranges at its end.
fn cut(all: &Text) -> Result<(Text, [RangeInclusive<u64>; 2]), ParseError> {
    let words: Vec<_> = all.words().collect();
    let [.., rows, columns] = &words[..] else {
        return Err(all.error_at_end("rows and columns, such as `1..40 1..40`"));
    };
    let range = |word: &grundy::Word<'_>, what: &str| {
        let wanted = format!("{what}, such as `1..40`");
        let text = word.to_text();
        let (from, to) = word.text.split_once("..").unwrap_or((word.text, word.text));
        // Rules of one's own are asked from 0 on where one number stands alone.
        if from.len() == word.text.len() && words[0].text.starts_with('@') {
            return Ok(0..=word.number(&wanted, 0..=u64::MAX - 1)?);
        }
        let end = word.text.len() - to.len();
        let number = |at: usize, length: usize| match text.slice(at..at + length).words().next() {
            Some(word) => word.number(&wanted, 0..=u64::MAX - 1),
            None => Err(word.expected(wanted.clone())),
        };
        let (from, to) = (number(0, from.len())?, number(end, to.len())?);
        if from > to {
            return Err(word.expected(format!("{what} from the smaller to the larger")));
        }
        Ok(from..=to)
    };
    let (rows_range, columns_range) = (range(rows, "the rows")?, range(columns, "the columns")?);
    Ok((all.slice(0..rows.start), [rows_range, columns_range]))
}
