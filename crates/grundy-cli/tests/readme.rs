//! The commands of the README and the docs print what stands there.

#[test]
fn documented_commands_print_what_is_documented() {
    trycmd::TestCases::new().case("../../README.md").case("tests/cmd/*.md").run();
}
