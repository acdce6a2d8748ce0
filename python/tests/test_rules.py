"""Games of one's own: functions and Starlark files, the same rules and the same answers."""

import functools
import random
import sys

import pytest

import grundy

FILES = [
    "bo", "coins", "cram", "darkraft", "grundys_game", "kayles",
    "reclamation", "ring", "river", "subtraction", "treblecross", "wythoff",
]  # fmt: skip


def as_python(root, name):
    """A rules file run by Python, as a game of its functions."""
    names = {}
    source = (root / "examples" / "rules" / f"{name}.star").read_text(encoding="utf-8")
    exec(compile(source, f"{name}.star", "exec"), names)
    known = ("start", "canonical", "stuck", "show", "parse", "loopy")
    return grundy.Game(names["options"], **{key: names[key] for key in known if key in names})


def questions(root, name):
    start = f"#   grundy solve @examples/rules/{name}.star "
    lines = (root / "examples" / "rules" / f"{name}.star").read_text(encoding="utf-8").splitlines()
    return [line[len(start) :] for line in lines if line.startswith(start)]


@pytest.mark.parametrize("name", FILES)
def test_the_same_file_runs_under_python(root, name):
    python = as_python(root, name)
    starlark = grundy.Game(root / "examples" / "rules" / f"{name}.star")
    asked = questions(root, name)
    if name in ("subtraction", "kayles", "grundys_game", "ring"):
        asked += [str(n) for n in range(12)]
    assert asked
    for position in asked:
        here = grundy.solve(f"{python} {position}", games=[python])
        there = grundy.solve(f"{starlark} {position}", games=[starlark])
        assert (here.outcome, here.nimber, here.remoteness) == (
            there.outcome,
            there.nimber,
            there.remoteness,
        )
        assert [move.text for move in here.moves] == [move.text for move in there.moves]


def test_every_file_is_tested(root):
    assert sorted(path.stem for path in (root / "examples" / "rules").glob("*.star")) == sorted(FILES)


def brute_force(options):
    """The nimber by the definition."""
    sys.setrecursionlimit(10_000)

    @functools.lru_cache(None)
    def nimber(p):
        found = set()
        for option in options(p):
            parts = option if isinstance(option, list) else [option]
            found.add(functools.reduce(int.__xor__, map(nimber, parts), 0))
        return next(n for n in range(len(found) + 1) if n not in found)

    return nimber


def test_random_rules_equal_the_definition():
    dice = random.Random(1)
    for _ in range(60):
        taken = sorted(dice.sample(range(1, 8), dice.randint(1, 3)))
        splits = dice.random() < 0.5

        def options(n, taken=taken, splits=splits):
            found = [n - k for k in taken if n >= k]
            if splits:
                found += [[a, n - 1 - a] for a in range(1, n // 2)]
            return found

        nimber = brute_force(options)
        game = grundy.Game(options)
        assert game.sequence(40).tolist() == [nimber(n) for n in range(41)]
        source = f"""
def options(n):
    found = [n - k for k in {taken} if n >= k]
    if {splits}:
        found += [[a, n - 1 - a] for a in range(1, n // 2)]
    return found
"""
        rules = grundy.Game.from_source(source)
        assert rules.sequence(40).tolist() == [nimber(n) for n in range(41)]
        parts = [dice.randrange(40) for _ in range(3)]
        total = functools.reduce(int.__xor__, map(nimber, parts))
        assert game.nimber(*parts) == rules.nimber(parts) == total


def test_positions_of_every_kind():
    seen = []

    def options(p):
        seen.append(p)
        return {5: ["a b"], "a b": [(1, ("x", -(2**63)))], (1, ("x", -(2**63))): [[]]}[p]

    game = grundy.Game(options)
    answer = game.solve(5)
    assert answer.nimber == 1
    assert set(seen) == {5, "a b", (1, ("x", -(2**63)))}
    assert game.solve([]).outcome == "loss"
    assert game.solve([5, "a b"]).nimber == 1
    with pytest.raises(TypeError):
        game.solve(2.5)
    with pytest.raises(OverflowError):
        game.solve(2**63)


def test_sums_with_other_games():
    game = grundy.Game(lambda n: [n - k for k in (1, 3, 4) if n >= k], name="take")
    answer = grundy.solve(f"{game} 12 + nim 3", games=[game])
    assert (answer.nimber, answer.outcome) == (0, "loss")


def test_exceptions_of_a_function_come_through():
    class Special(Exception):
        pass

    def options(n):
        if n == 2:
            raise Special("here")
        return [n - 1]

    with pytest.raises(Special, match="here") as caught:
        grundy.Game(options).solve(5)
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == ["in `options` at position 2"]
    for wrong, kind in [
        (lambda n: None, TypeError),
        (lambda n: (1, 2), TypeError),
        (lambda n: [True], TypeError),
        (lambda n: [[[1]]], TypeError),
        (lambda n: [2.5], TypeError),
        (lambda n: [None], TypeError),
        (lambda n: 1 // 0, ZeroDivisionError),
        (lambda n: [2**70], OverflowError),
        (lambda: [], TypeError),
    ]:
        with pytest.raises(kind):
            grundy.Game(wrong).solve(5)
    with pytest.raises(ValueError, match="reached from itself"):
        grundy.Game(lambda n: [1 - n]).solve(0)


def test_draws_loops_and_ends():
    ring = grundy.Game(lambda n: [(n + 1) % 3] if n else [], loopy=True)
    assert ring.outcome(1) == "win" or ring.outcome(1) == "loss"
    assert grundy.Game(lambda n: [1 - n], loopy=True).outcome(0) == "draw"
    ends = grundy.Game(
        lambda n: [n - k for k in (2, 3) if n >= k], stuck=lambda n: "draw" if n else "loss"
    )
    assert [ends.outcome(n) for n in range(3)] == ["loss", "draw", "win"]
    assert ends.sequence(2, show="outcome").tolist() == [-1, 0, 1]
    with pytest.raises(ValueError):
        grundy.Game(lambda n: [n - 1] if n else [], stuck=lambda n: "lost").solve(3)


def test_starlark_errors_have_their_place():
    with pytest.raises(grundy.ParseError) as caught:
        grundy.Game.from_source("def options(n):\n  return [n - '1']").solve(5)
    error = caught.value
    assert (error.line, error.source[error.offset : error.end]) == (2, "n - '1'")
    assert "position 5" in error.expected
    for source in ["", "def options(", "options = 3", "x = [1] * 1000000000", "(" * 5000]:
        with pytest.raises(grundy.ParseError):
            grundy.Game.from_source(source)
    with pytest.raises(grundy.ParseError):
        grundy.Game.from_source("def options(n):\n  return [1] * 1000000000").solve(1)


def test_heap_codes_are_found():
    def code(options, to=100):
        game = grundy.Game(options)
        found = game.heap_code(to)
        if found is not None:
            assert grundy.sequence(found, 60).tolist() == game.sequence(60).tolist()
        return found

    assert code(lambda n: [n - k for k in (1, 3, 4) if n >= k]) == "0.3033"
    assert code(lambda n: [[a, n - 1 - a] for a in range(n)]) == "0.7"
    assert code(lambda n: list(range(n))) == "0.[3]"
    assert code(lambda n: [[a, n - a] for a in range(1, (n + 1) // 2)]) == "4!.0"
    assert code(lambda n: [n // 2] if n else []) is None
    assert code(lambda n: [(n,)]) is None
    later = lambda n: [n - 1] if 0 < n != 90 else []  # noqa: E731
    assert code(later, 80) == "0.3" and code(later) is None
    with pytest.raises(ZeroDivisionError):
        code(lambda n: 1 // 0)
    with pytest.raises(grundy.ParseError):
        grundy.Game.from_source("def options(n):\n  return 7").heap_code()


def test_the_guide_runs(root, monkeypatch, capsys):
    text = (root / "docs" / "rules.md").read_text(encoding="utf-8")
    blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert len(blocks) == 2
    monkeypatch.chdir(root)
    names = {}
    for block in blocks:
        exec(compile(block, "rules.md", "exec"), names)
    assert names["game"].solve(12).winning_moves == ["1:12>9"]
    own = grundy.Game.from_source(blocks[0])
    assert own.solve().outcome == grundy.Game(names["options"], start=12).solve().outcome


def test_what_is_no_game_is_refused(tmp_path):
    with pytest.raises(TypeError):
        grundy.Game(7)
    with pytest.raises(TypeError):
        grundy.Game("game.star", start=5)
    with pytest.raises(OSError):
        grundy.Game(tmp_path / "none.star")


def test_games_can_be_shown():
    game = grundy.Game(lambda p: [], show=lambda p: "ab\ncd", name="my game")
    assert "<svg" in game.solve((1, "x"))._repr_html_()
    assert str(game) == "@my_game" and "my_game" in repr(game)
