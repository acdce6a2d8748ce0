//! An answer for people: who wins, the board with the winning moves, the moves, and why.

use anstyle::{AnsiColor, Style};
use grundy::{Answer, AnswerMove, MarkKind, Moves, Outcome, TermAnswer};

use super::picture::{self, Marks};
use super::{colour, styled, wrapped};

/// Moves shown one by one; more are counted.
const SHOWN: usize = 60;

/// Parts of a sum shown one by one.
const PARTS: usize = 40;

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
    text += &format!("\n{}\n", styled("Why", Style::new().bold()));
    for (i, term) in answer.terms.iter().enumerate() {
        text += &why(answer, i, term, width);
    }
    if answer.terms.len() > 1 {
        let sum = match &answer.value {
            Some(value @ grundy::LoopyValue::Infinite(_)) => value.to_string(),
            _ => xor(answer.terms.iter().map(|term| term.nimber)),
        };
        text += &format!("  sum of the terms: {sum}\n");
    }
    text += &styled(
        &format!("\nmethod: {}; {} positions\n{}", answer.method, answer.nodes.0, table(answer)),
        Style::new().dimmed(),
    );
    text
}

/// How the search's table did, in one line.
fn table(answer: &Answer) -> String {
    let Some(stats) = &answer.table else { return String::new() };
    let share = stats.hits as f64 * 100.0 / stats.looked.max(1) as f64;
    let mut line = format!(
        "table: {} positions in {:.1} MiB; {share:.0} % of {} look-ups found theirs",
        stats.entries,
        stats.bytes as f64 / f64::from(1 << 20),
        stats.looked
    );
    if stats.dropped > 0 {
        line += &format!("; {} positions made room", stats.dropped);
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
    if let Some(remoteness) = answer.remoteness {
        line += &format!("; {remoteness} {} to the end", if remoteness.0 == 1 { "ply" } else { "plies" });
    }
    if let Some(limit) = answer.limit {
        line += &format!("; limit reached: {limit}");
    }
    line + "\n"
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
        Some(Outcome::Win) => listed("winning", &answer.winning, answer.terms.len() > 1, width),
        Some(Outcome::Draw) if answer.drawing.count == Some(0) => {
            "No moves are left: the game is drawn.\n".to_string()
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
        Some(1) => format!("1 {kind} move"),
        Some(count) => format!("{count} {kind} moves"),
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
            text += &format!(" ({remoteness} more plies)");
        }
        text
    };
    let long = moves.count.is_none_or(|count| count > SHOWN as u128);
    let mut shown: Vec<String> = if long && !moves.spans.is_empty() {
        moves.spans.iter().take(SHOWN).cloned().collect()
    } else {
        moves.list.iter().take(SHOWN).map(one).collect()
    };
    if long && (moves.spans.is_empty() || moves.spans.len() > SHOWN) {
        shown.push("...".to_string());
    }
    text += ": ";
    let line = shown.join(if in_sum || !moves.spans.is_empty() { "; " } else { "  " });
    text += &wrapped(&line, width, 2);
    text + "\n"
}

fn why(answer: &Answer, i: usize, term: &TermAnswer, width: usize) -> String {
    let mut text = String::new();
    let prefix = if answer.terms.len() > 1 { format!("term {}: ", i + 1) } else { String::new() };
    let parts = &term.why.parts;
    for part in parts.iter().take(PARTS) {
        let value = part.value.map_or(String::new(), |nimber| format!(": nimber {nimber}"));
        text += &format!("  {prefix}{}{value}\n", wrapped(&part.label, width, 4));
    }
    if parts.len() > PARTS {
        text += &format!("  {prefix}... and {} more parts\n", parts.len() - PARTS);
    }
    if parts.len() > 1 && term.nimber.is_some() {
        text += &format!("  {prefix}together: {}\n", xor(parts.iter().map(|part| part.value)));
    }
    for note in &term.why.notes {
        text += &format!("  {}\n", wrapped(note, width, 2));
    }
    for (title, picture) in &term.why.pictures {
        text += &format!("  {}\n", wrapped(title, width, 2));
        text += &picture::text(picture, &Marks::new(), width, 4);
    }
    text
}

/// `3 xor 5 = 6`, short where there are many.
fn xor(values: impl Iterator<Item = Option<grundy::Nimber>>) -> String {
    let values: Vec<Option<grundy::Nimber>> = values.collect();
    let Some(total) = values.iter().copied().sum::<Option<grundy::Nimber>>() else {
        return "unknown".to_string();
    };
    if values.len() > PARTS {
        return format!("the exclusive or of {} nimbers is {total}", values.len());
    }
    let each: Vec<String> = values.iter().flatten().map(ToString::to_string).collect();
    format!("{} = {total}", each.join(" xor "))
}
