//! What several test files share.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::PathBuf;

use grundy::{Answer, Ask, Error, Method, Question, Text, no_files};
use grundy_rules::{Declaration, Ruleset, TermText, Visit};

/// Answers a question by a method, with all moves listed.
pub(crate) fn solve(question: &str, method: Method) -> Answer {
    try_solve(question, method).unwrap_or_else(|error| panic!("{question}: {error}"))
}

/// Like [`solve`], where there may be no answer.
pub(crate) fn try_solve(question: &str, method: Method) -> Result<Answer, Error> {
    let read = Question::read(&Text::new("question", question), &mut no_files)?;
    grundy::solve(&read, &Ask { method, list: 0, ..Ask::default() })
}

/// The texts of an answer's winning moves, sorted.
pub(crate) fn winning(answer: &Answer) -> Vec<String> {
    sorted(answer.winning.list.iter().map(|mv| mv.text.clone()))
}

/// The texts of an answer's drawing moves, sorted.
pub(crate) fn drawing(answer: &Answer) -> Vec<String> {
    sorted(answer.drawing.list.iter().map(|mv| mv.text.clone()))
}

/// The items in order, each once.
pub(crate) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort();
    items.dedup();
    items
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Something to do with the ruleset of a term, for tests.
pub(crate) trait WithRuleset {
    fn with<R: Ruleset + 'static>(&mut self, declaration: &'static Declaration, ruleset: R);
}

/// Opens one term and hands its ruleset over.
pub(crate) fn with_ruleset(term: &str, then: &mut impl WithRuleset) {
    struct Hand<'t, T>(&'t mut T);
    impl<T: WithRuleset> Visit for Hand<'_, T> {
        type Out = ();
        fn visit<R: Ruleset + 'static>(self, declaration: &'static Declaration, ruleset: R) {
            self.0.with(declaration, ruleset);
        }
    }
    let text = Text::new("question", term);
    let first = text.words().next().expect("a term has a name");
    let end = first.start + first.text.len();
    let colon = first.text.find(':').map_or(end, |at| first.start + at);
    let term = TermText {
        name: text.slice(first.start..colon),
        rules: text.slice((colon + 1).min(end)..end),
        file: None,
        position: text.slice(end..text.as_str().len()),
    };
    grundy_games::open(&term, Hand(then)).unwrap_or_else(|error| panic!("{}: {error}", text.as_str()));
}
