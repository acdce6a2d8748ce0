//! A line with arrow keys: they choose among the legal moves, and the board shows which.

use std::io::Write;

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, read as next_event};
use crossterm::{cursor, queue, terminal};
use grundy::{Place, PlayMove, Question};

use super::screen::{self, Hint};
use crate::show;

/// Moves the arrow keys go through.
const MOST: usize = 2000;

/// Puts the terminal back when it is dropped, on errors too.
struct Raw;

impl Raw {
    fn new() -> std::io::Result<Self> {
        terminal::enable_raw_mode()?;
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // A terminal that cannot be put back cannot be told so either.
        _ = terminal::disable_raw_mode();
    }
}

/// Shows the position and reads a line; `None` at the end of the input or on Ctrl-C.
pub(super) fn read(
    question: &Question,
    hint: Option<Hint<'_>>,
    prompt: &str,
) -> std::io::Result<Option<String>> {
    let moves = question.legal(MOST).0;
    let mut line = String::new();
    let mut chosen: Option<usize> = None;
    let mut drawn = draw(question, hint, &moves, chosen, prompt, &line, 0)?;
    let _raw = Raw::new()?;
    loop {
        let Event::Key(key) = next_event()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => {
                print("\r\n")?;
                return Ok(Some(line));
            }
            KeyCode::Char('c' | 'd') if control => {
                print("\r\n")?;
                return Ok(None);
            }
            KeyCode::Backspace => {
                line.pop();
            }
            KeyCode::Esc => {
                line.clear();
                chosen = None;
            }
            // Hints come at once; a chosen move stays a choice only.
            KeyCode::Char('?') if !control && (line.is_empty() || chosen.is_some()) => {
                print("\r\n")?;
                return Ok(Some("?".to_string()));
            }
            KeyCode::Char(c) if !control => line.push(c),
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => {
                if let Some(next) = towards(&moves, chosen, key.code) {
                    chosen = Some(next);
                    line.clone_from(&moves[next].text);
                }
            }
            _ => continue,
        }
        drawn = draw(question, hint, &moves, chosen, prompt, &line, drawn)?;
    }
}

/// The move that lies next in the direction of a key.
fn towards(moves: &[PlayMove], from: Option<usize>, key: KeyCode) -> Option<usize> {
    let Some(from) = from else { return (!moves.is_empty()).then_some(0) };
    let forward = matches!(key, KeyCode::Down | KeyCode::Right);
    let step = |from: usize| if forward { from + 1 } else { from.wrapping_sub(1) };
    let here = &moves[from];
    let Some(Place::Cell(row, column)) = here.place else {
        return (step(from) < moves.len()).then(|| step(from));
    };
    let upright = matches!(key, KeyCode::Up | KeyCode::Down);
    let candidates = moves.iter().enumerate().filter_map(|(i, mv)| {
        let Some(Place::Cell(r, c)) = mv.place.filter(|_| mv.term == here.term) else { return None };
        let (along, aside) = if upright { ((row, r), (column, c)) } else { ((column, c), (row, r)) };
        let ahead = if forward { along.1 > along.0 } else { along.1 < along.0 };
        ahead.then(|| (along.0.abs_diff(along.1) + 3 * aside.0.abs_diff(aside.1), i))
    });
    // Beyond the edge of a board lies the next term of a sum.
    candidates.min().map(|(_, i)| i).or_else(|| {
        let other = |i: &usize| moves[*i].term != here.term;
        if forward { (from..moves.len()).find(other) } else { (0..from).rev().find(other) }
    })
}

/// Draws over what was drawn last, `above` lines of it, and says how many lines it is now.
fn draw(
    question: &Question,
    hint: Option<Hint<'_>>,
    moves: &[PlayMove],
    chosen: Option<usize>,
    prompt: &str,
    line: &str,
    above: u16,
) -> std::io::Result<u16> {
    let place = chosen.and_then(|i| Some((moves[i].term, moves[i].place?)));
    let boards = screen::boards(question, hint, place);
    let mut out = anstream::stdout().lock();
    queue!(out, cursor::MoveToColumn(0))?;
    if above > 0 {
        queue!(out, cursor::MoveUp(above))?;
    }
    queue!(out, terminal::Clear(terminal::ClearType::FromCursorDown))?;
    let text = format!("{boards}{prompt}> {line}").replace('\n', "\r\n");
    out.write_all(text.as_bytes())?;
    out.flush()?;
    let (columns, rows) = terminal::size().unwrap_or((80, 24));
    Ok((height(&text, columns) - 1).min(rows.saturating_sub(1)))
}

/// Lines that a text takes on a terminal, where long lines go on in the next.
fn height(text: &str, columns: u16) -> u16 {
    let plain = anstream::adapter::strip_str(text).to_string();
    let lines = plain.split('\n').map(|line| line.trim_end_matches('\r').chars().count());
    lines
        .map(|length| length.div_ceil(usize::from(columns.max(1))).max(1) as u16)
        .fold(0, u16::saturating_add)
}

fn print(text: &str) -> std::io::Result<()> {
    show::print(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_take_several() {
        assert_eq!(height("", 10), 1);
        assert_eq!(height("ab\r\ncd\r\n> x", 10), 3);
        assert_eq!(height("0123456789\r\nx", 10), 2);
        assert_eq!(height("\u{1b}[1m0123456789a\u{1b}[0m\r\nx", 10), 3);
    }
}
