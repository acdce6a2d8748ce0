//! The catalogue of games, from their declarations.

use anstyle::{AnsiColor, Style};
use grundy::heaps::HeapRules;
use grundy::{Declaration, GAMES};

use super::{colour, paragraphs, styled, wrapped};

/// One line a game.
pub(crate) fn all(width: usize) -> String {
    let widest = GAMES.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for game in GAMES {
        let name = styled(&format!("{:widest$}", game.name), colour(AnsiColor::Green));
        text += &format!("{name}  {}\n", game.title);
    }
    text += &format!(
        "\n{}\n",
        wrapped("`grundy games NAME` tells the rules, the notation and examples.", width, 0)
    );
    text
}

/// All about one game.
pub(crate) fn one(game: &Declaration, width: usize) -> String {
    let bold = Style::new().bold();
    let mut text = format!("{} ({})\n", styled(game.title, bold), game.name);
    let mut section = |title: &str, lines: Vec<String>| {
        text += &format!("\n{}\n", styled(title, colour(AnsiColor::Yellow).bold()));
        for line in lines {
            text += &format!("  {}\n", paragraphs(&line, width, 2));
        }
    };
    section("Rules", vec![game.rules.to_string()]);
    if !game.variants.is_empty() {
        let line = |(rules, meaning): &(&str, &str)| format!("{}:{rules} - {meaning}", game.name);
        section("Variants", game.variants.iter().map(line).collect());
    }
    section("Position", vec![game.position.to_string()]);
    section("Moves", vec![game.moves.to_string()]);
    if !game.examples.is_empty() {
        let line = |e: &grundy::Example| format!("grundy solve {}   # {}", quoted(e.question), e.shows);
        section("Examples", game.examples.iter().map(line).collect());
    }
    section("Source", vec![game.source.to_string()]);
    text
}

/// The rules of a code of heaps, in words.
pub(crate) fn code(rules: &HeapRules, width: usize) -> String {
    let mut text = format!("{}\n\n", styled(&rules.name, Style::new().bold()));
    text += &format!("{}\n", styled("Rules", colour(AnsiColor::Yellow).bold()));
    for sentence in &rules.words {
        text += &format!("  {}\n", wrapped(sentence, width, 2));
    }
    text += &format!("\n{}\n", styled("Next", colour(AnsiColor::Yellow).bold()));
    let name = quoted(&rules.name);
    text += &format!("  grundy sequence {name} --to 100\n  grundy period {name}\n");
    text
}

/// A question as it is typed in a shell.
fn quoted(question: &str) -> String {
    let special = |c: char| "*?[]{}()<>|&;$`\"'\\!#~".contains(c);
    let word = |word: &str| if word.contains(special) { format!("'{word}'") } else { word.to_string() };
    question.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
