//! An answer for people: who wins, the board with the winning moves, the moves, and why.

use anstyle::{AnsiColor, Style};
use grundy::{Answer, AnswerMove, MarkKind, Moves, Outcome, Remoteness};

use super::picture::{self, Marks};
use super::{colour, counted, styled, why, wrapped};

/// Moves shown one by one; more are counted.
const SHOWN: usize = 60;

/// The whole answer.
pub(crate) fn text(answer: &Answer, width: usize) -> String {
    let mut text = String::new();
    text += &verdict(answer);
    for (i, term) in answer.terms.iter().enumerate() {
        text.push('\n');
        if answer.terms.len() > 1 {
            let value = match (&term.value, term.nimber) {
                (_, Some(nimber)) => format!("nimber {nimber}"),
                (Some(value), None) => format!("value {value}"),
                (None, None) => "nimber unknown".to_string(),
            };
            text += &format!("Term {}: {}, {value}\n", i + 1, term.title);
        }
        text += &picture::text(&term.picture, &marks(answer, i), width, 2);
    }
    text.push('\n');
    text += &moves(answer, width);
    text += &why::text(answer, width);
    text += &styled(
        &format!(
            "\nmethod: {}; {}\n{}",
            answer.method,
            counted(answer.nodes.0.into(), "position"),
            table(answer)
        ),
        Style::new().dimmed(),
    );
    text
}

/// Positions of a search's table from which on it is told how the table did.
const TABLE: u64 = 10_000;

/// How the search's table did, in one line, where it is large.
fn table(answer: &Answer) -> String {
    let large = answer.table.as_ref().filter(|stats| stats.entries >= TABLE);
    let Some(stats) = large else { return String::new() };
    let share = stats.hits as f64 * 100.0 / stats.looked.max(1) as f64;
    let mut line = format!(
        "table: {} in {:.1} MiB; {share:.0} % of {} look-ups found theirs",
        counted(stats.entries.into(), "position"),
        stats.bytes as f64 / f64::from(1 << 20),
        stats.looked
    );
    if stats.dropped > 0 {
        line += &format!("; {} made room", counted(stats.dropped.into(), "position"));
    }
    line + "\n"
}

/// Who wins, in one line.
fn verdict(answer: &Answer) -> String {
    let title = match &answer.terms[..] {
        [term] => term.title.to_string(),
        terms => format!("Sum of {} games", terms.len()),
    };
    let verdict = match answer.outcome {
        Some(Outcome::Win) => styled("the player to move wins", colour(AnsiColor::Green).bold()),
        Some(Outcome::Loss) => styled("the player to move loses", colour(AnsiColor::Red).bold()),
        Some(Outcome::Draw) => styled("a draw", colour(AnsiColor::Yellow).bold()),
        None => styled("unknown", colour(AnsiColor::Yellow).bold()),
    };
    let mut line = format!("{title}: {verdict}");
    if let Some(nimber) = answer.nimber {
        line += &format!("; nimber {nimber}");
    } else if let Some(value) = &answer.value {
        line += &format!("; value {value}");
    } else if !answer.excluded.is_empty() {
        let values: Vec<String> = answer.excluded.iter().map(ToString::to_string).collect();
        line += &format!("; nimber is not {}", values.join(" or "));
    } else if answer.method == "misere search" {
        line += "; misere play";
    } else if answer.outcome == Some(Outcome::Win) && answer.remoteness.is_none() {
        line += "; nimber not 0";
    }
    if is_stuck_win(answer) {
        line += "; stuck, which is a win here";
    } else if let Some(remoteness) = answer.remoteness {
        line += &format!("; {} to the end", plies(remoteness));
    }
    if let Some(limit) = answer.limit {
        line += &format!("; limit reached: {limit}");
    }
    line + "\n"
}

/// Whether the player to move has won by having no move.
pub(super) fn is_stuck_win(answer: &Answer) -> bool {
    answer.outcome == Some(Outcome::Win) && answer.remoteness == Some(Remoteness(0))
}

/// `1 ply`, `2 plies`.
pub(crate) fn plies(remoteness: Remoteness) -> String {
    format!("{remoteness} {}", if remoteness.0 == 1 { "ply" } else { "plies" })
}

fn marks(answer: &Answer, term: usize) -> Marks {
    let winning = answer.winning.list.iter().map(|mv| (mv, MarkKind::Win));
    let drawing = answer.drawing.list.iter().map(|mv| (mv, MarkKind::Draw));
    winning
        .chain(drawing)
        .filter(|(mv, _)| mv.term == term)
        .filter_map(|(mv, kind)| Some((mv.place?, kind)))
        .collect()
}

fn moves(answer: &Answer, width: usize) -> String {
    match answer.outcome {
        Some(Outcome::Win) if is_stuck_win(answer) => "No moves are left.\n".to_string(),
        Some(Outcome::Win) => listed("winning", &answer.winning, answer.terms.len() > 1, width),
        Some(Outcome::Draw) if answer.drawing.count == Some(0) => {
            "The game has ended as a draw: nobody moves any more.\n".to_string()
        }
        Some(Outcome::Draw) => {
            "No move wins.\n".to_string() + &listed("drawing", &answer.drawing, answer.terms.len() > 1, width)
        }
        Some(Outcome::Loss) => "No move wins.\n".to_string(),
        None => String::new(),
    }
}

fn listed(kind: &str, moves: &Moves, in_sum: bool, width: usize) -> String {
    let title = match moves.count {
        Some(count) => counted(count, &format!("{kind} move")),
        None => format!("{kind} moves: too many to go through"),
    };
    let mut text = styled(&title, Style::new().bold());
    if moves.list.is_empty() && moves.spans.is_empty() {
        return text + "\n";
    }
    let one = |mv: &AnswerMove| {
        let mut text = mv.text.clone();
        match (&mv.value, mv.leaves) {
            (_, Some(leaves)) if in_sum => text += &format!(" (leaves {leaves} in term {})", mv.term + 1),
            (Some(value), _) if in_sum => text += &format!(" (leaves {value} in term {})", mv.term + 1),
            _ => {}
        }
        if let Some(remoteness) = mv.remoteness {
            text += &format!(" ({remoteness} more {})", if remoteness.0 == 1 { "ply" } else { "plies" });
        }
        text
    };
    let many = moves.count.is_none_or(|count| count > SHOWN as u128) && !moves.spans.is_empty();
    let mut shown: Vec<String> = if many {
        moves.spans.iter().take(SHOWN).cloned().collect()
    } else {
        moves.list.iter().take(SHOWN).map(one).collect()
    };
    let complete = if many { moves.spans.len() <= SHOWN } else { moves.count == Some(shown.len() as u128) };
    if !complete {
        shown.push("...".to_string());
    }
    text += ": ";
    let line = shown.join("; ");
    text += &wrapped(&line, width, 2);
    text + "\n"
}
