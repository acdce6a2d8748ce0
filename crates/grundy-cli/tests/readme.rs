//! The `console` blocks of the README and the docs print what stands there. The commands of
//! `docs/results.md` take minutes and are not run.

#[test]
fn documented_commands_print_what_is_documented() {
    let cases = trycmd::TestCases::new();
    cases.case("../../README.md").case("../../README.zh.md");
    for page in ["arenas", "bo", "heaps", "reclamation", "rules", "web"] {
        cases.case(format!("../../docs/{page}.md"));
    }
    cases.run();
}
