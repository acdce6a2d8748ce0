"""grundy solves impartial combinatorial games, and two-player games that can be drawn.

>>> import grundy
>>> grundy.solve("nim 3 4 5").winning_moves
['1:3>1']
>>> game = grundy.Game(lambda n: [n - k for k in (1, 3, 4) if n >= k])
>>> game.nimber(12)
3

A question is text, the same as on the command line; :class:`Game` makes a game of a Python
function or a Starlark file. A position of your own game is an int, a str or a tuple of them; a
list is always a sum.
"""

from __future__ import annotations

from dataclasses import dataclass

from grundy import _grundy
from grundy._answer import Answer, Move, Term
from grundy._ask import Period, period, sequence, solve, table
from grundy._errors import LimitError, ParseError
from grundy._game import Game, Position, Sum
from grundy._graphs import arena, node_kayles

__all__ = [
    "Answer",
    "Game",
    "GameInfo",
    "LimitError",
    "Move",
    "ParseError",
    "Period",
    "Position",
    "Sum",
    "Term",
    "arena",
    "games",
    "node_kayles",
    "period",
    "sequence",
    "solve",
    "table",
]


@dataclass(frozen=True)
class GameInfo:
    """What the program says of a game.

    Attributes
    ----------
    name, title : str
        Its name in questions and in sentences.
    rules, position, moves, source : str
        The rules, how positions and moves are written, and where the game comes from.
    examples : tuple of (str, str)
        Questions, each with what is worth seeing in the answer.
    """

    name: str
    title: str
    rules: str
    position: str
    moves: str
    examples: tuple[tuple[str, str], ...]
    source: str


def games() -> list[GameInfo]:
    """The games that the program knows."""
    return [
        GameInfo(name, title, rules, position, moves, tuple(examples), source)
        for name, title, rules, position, moves, examples, source in _grundy.games()
    ]
