"""Questions: what the functions of the package share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from grundy import _answer, _grundy
from grundy._answer import Answer
from grundy._errors import LimitError

if TYPE_CHECKING:
    from grundy._game import Game

Show = Literal["nimber", "outcome", "remoteness"]
"""What an array holds."""


def _limits(nodes: int | None, memory: int | None, time: float | None, threads: int) -> Any:
    return _grundy.Limits(nodes, memory, time, threads)


def solve(
    question: str,
    *,
    games: Sequence[Game] = (),
    method: str = "auto",
    moves: int = 1000,
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int = 1,
) -> Answer:
    """Solves a question: who wins, the nimber, every winning move, and why.

    Parameters
    ----------
    question : str
        A game and a position, such as ``"kayles 7"``, or several with `` + `` between them: their
        sum. ``"@game.star 12"`` takes rules from a file.
    games : sequence of Game
        Games of your own that the question names as ``@name``.
    method : str
        ``"auto"``, ``"formula"``, ``"kernel"`` or ``"general"``.
    moves : int
        Most moves to list one by one; 0 lists all.
    nodes : int, optional
        Most positions to work through; 10**10 unless given.
    memory : int, optional
        Most bytes of tables; 2**30 unless given.
    time : float, optional
        Seconds after which to stop. A limit is no error: the answer then names it.
    threads : int
        Threads to use; rules that are Python functions use one.

    Returns
    -------
    Answer

    Raises
    ------
    ParseError
        A question or rules that cannot be read: with the place.
    KeyboardInterrupt
        Ctrl-C, at once, at any time.

    Examples
    --------
    >>> import grundy
    >>> answer = grundy.solve("nim 3 4 5")
    >>> answer.outcome, answer.nimber, answer.winning_moves
    ('win', 2, ['1:3>1'])
    """
    rules = [game._rules for game in games]
    limits = _limits(nodes, memory, time, threads)
    return _answer.read(*_grundy.solve(question, rules, method, moves, limits))


def _values(
    game: str,
    sizes: list[list[int]],
    shape: tuple[int, ...],
    games: Sequence[Game],
    show: str,
    method: str,
    limits: Any,
) -> np.ndarray:
    if show not in ("nimber", "outcome", "remoteness"):
        raise ValueError(f"show is 'nimber', 'outcome' or 'remoteness', found {show!r}")
    rules = [game._rules for game in games]
    nimbers, outcomes, remoteness, known, limit = _grundy.values(game, rules, sizes, method, limits)
    found = {"nimber": nimbers, "outcome": outcomes, "remoteness": remoteness}[show]
    if limit is not None:
        raise LimitError(limit, found[:known])
    if show != "outcome" and known and bool(np.all(found == np.iinfo(np.uint64).max)):
        raise ValueError(f"{game} has no {show}: use show='outcome'")
    return found.reshape(shape)


def sequence(
    game: str,
    n: int,
    *,
    games: Sequence[Game] = (),
    show: Show = "nimber",
    method: str = "auto",
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int = 1,
) -> np.ndarray:
    """Values of a game's boards of sizes 0 to n.

    Parameters
    ----------
    game : str
        A game with its size left open, such as ``"kayles"`` or ``"@game.star"``.
    n : int
        The largest size.
    show : str
        ``"nimber"``; ``"outcome"``: 1 a win, 0 a draw, -1 a loss; or ``"remoteness"`` in plies.
    games, method, nodes, memory, time, threads
        As for :func:`grundy.solve`.

    Returns
    -------
    numpy.ndarray
        Shape ``(n + 1,)``; uint64, or int8 for outcomes. No copy is made.

    Raises
    ------
    ParseError
        A game that cannot be read, or has no boards of one size.
    ValueError
        A game without nimbers.
    LimitError
        A limit; its ``done`` holds the values found.

    Examples
    --------
    >>> import grundy
    >>> grundy.sequence("kayles", 12)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], dtype=uint64)
    """
    if n < 0:
        raise ValueError("n is at least 0")
    sizes = [[size] for size in range(n + 1)]
    limits = _limits(nodes, memory, time, threads)
    return _values(game, sizes, (n + 1,), games, show, method, limits)


def table(
    game: str,
    rows: int,
    columns: int,
    *,
    games: Sequence[Game] = (),
    show: Show = "nimber",
    method: str = "auto",
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int = 1,
) -> np.ndarray:
    """Values of a game's boards of two sizes.

    Parameters
    ----------
    game : str
        A game with its two sizes left open, such as ``"wythoff"`` or ``"@game.star"``.
    rows, columns : int
        The largest first and second size.
    show, games, method, nodes, memory, time, threads
        As for :func:`grundy.sequence`.

    Returns
    -------
    numpy.ndarray
        Shape ``(rows + 1, columns + 1)``: row r, column c is the board of sizes r and c.

    Raises
    ------
    ParseError, ValueError, LimitError
        As for :func:`grundy.sequence`; ``done`` is flat, row by row.

    Examples
    --------
    >>> import grundy
    >>> grundy.table("wythoff", 2, 3)
    array([[0, 1, 2, 3],
           [1, 2, 0, 4],
           [2, 0, 1, 5]], dtype=uint64)
    """
    if rows < 0 or columns < 0:
        raise ValueError("rows and columns are at least 0")
    sizes = [[r, c] for r in range(rows + 1) for c in range(columns + 1)]
    limits = _limits(nodes, memory, time, threads)
    return _values(game, sizes, (rows + 1, columns + 1), games, show, method, limits)
