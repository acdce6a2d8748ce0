"""The data rows that the library and the command line are tested with."""

from pathlib import Path

import pytest

import grundy

tomllib = pytest.importorskip("tomllib")

ROOT = Path(__file__).resolve().parents[2]
NAMES = [game.name for game in grundy.games()]


def rows():
    for path in sorted((ROOT / "testdata").glob("*.toml")):
        if path.stem in NAMES:
            for row in tomllib.loads(path.read_text(encoding="utf-8")).get("row", []):
                # Files are named from the folder of the data.
                # Misère is asked for on the command line.
                if "@" not in row["question"] and not row.get("misere"):
                    yield pytest.param(row, id=f"{row['question'][:60]}")


@pytest.mark.parametrize("row", list(rows()))
def test_row(row):
    answer = grundy.solve(row["question"], moves=100_000)
    for name in ("outcome", "nimber", "remoteness"):
        # Where a theorem tells the outcome, the nimber is not searched for.
        if name in row and not (name == "nimber" and answer.method == "closed form"):
            assert getattr(answer, name) == row[name]
    if "winning" in row:
        assert sorted(answer.winning_moves) == sorted(row["winning"])
    if "drawing" in row:
        assert sorted(answer.drawing_moves) == sorted(row["drawing"])
    if "winning_count" in row and answer.outcome == "win":
        assert answer.move_count == row["winning_count"]


def test_every_game_is_told():
    games = grundy.games()
    assert len(games) >= 7
    for game in games:
        assert game.title and game.rules and game.examples
        for question, _ in game.examples:
            if "@" not in question:
                assert grundy.solve(question, nodes=2_000_000).question
