//! `grundy table`: one question for many rows and columns.

use std::io::Write;
use std::ops::RangeInclusive;

use grundy::{Ask, ParseError, Text};

use crate::args::{Format, Table};
use crate::cells::Cells;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, guard, limits, output, show};

/// Answers every cell and writes the table.
pub(crate) fn run(args: &Table) -> Done {
    let all = args.words.join(" ");
    let (question, [rows, columns]) = cut(&Text::new("question", &all))?;
    let budget = limits::told(limits::budget(&args.limits));
    let mut input = Input::new(&budget, args.limits.time);
    let ask = Ask { budget, method: args.method, ..Ask::default() };
    let count = |range: &RangeInclusive<u64>| (range.end() - range.start()).saturating_add(1);
    let of = count(&rows).saturating_mul(count(&columns));
    let mut cells = match &args.save {
        Some(path) => Cells::open(path, of)?,
        None => Cells::nowhere(of),
    };
    let table = grundy::table_kept(&question, rows, columns, &mut input, &ask, &mut cells)
        .map_err(|error| input.told(error))?;
    guard::over();
    drop(cells);
    let format = args.format.or_else(|| by_name(args)).unwrap_or(Format::Text);
    let bytes = match format {
        Format::Text => show::table::text(&table, args.show).into_bytes(),
        Format::Csv => show::table::csv(&table, args.show).into_bytes(),
        Format::Json => format!("{}\n", grundy::json::table(&table)).into_bytes(),
        Format::BFile => show::table::b_file(&table, args.show).into_bytes(),
        Format::Npy => show::table::npy(&table, args.show),
        Format::Svg => show::table::svg(&table, args.show).into_bytes(),
        Format::Png => show::table::png(&table, args.show).map_err(anyhow::Error::msg)?,
    };
    match (&args.output, format) {
        (Some(path), _) => {
            output::write(path, &bytes)?;
        }
        (None, Format::Npy | Format::Png) => std::io::stdout().lock().write_all(&bytes)?,
        (None, _) => show::print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(if table.limit.is_some() { Exit::Limit } else { Exit::Answered })
}

/// The format that the end of the output's name means.
fn by_name(args: &Table) -> Option<Format> {
    let end = args.output.as_ref()?.extension()?.to_str()?;
    let formats = [
        ("csv", Format::Csv),
        ("json", Format::Json),
        ("npy", Format::Npy),
        ("svg", Format::Svg),
        ("png", Format::Png),
    ];
    formats.into_iter().find(|(name, _)| end.eq_ignore_ascii_case(name)).map(|(_, format)| format)
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
